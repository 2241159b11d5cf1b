//! Why a move is not legal, in a sentence that names the piece and the squares.
//!
//! [`Position::why_not`] looks at what a player would look at, in that order: whose piece it is,
//! whether it moves so, what stands in its way, and what would attack the king afterwards. It is
//! asked only about moves that are not legal, so it need not be fast.

use super::{Bitboard, Color, Move, Position, Role, Square, attacks};
use crate::Lang;
use shakmaty::san::San;
use shakmaty::{CastlingSide, File, Rank};

/// Move that a text asks for; it need not be legal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wish {
    /// From a square to another one, perhaps to become another piece.
    Squares(Square, Square, Option<Role>),
    /// Castling.
    Castle(CastlingSide),
}

impl Position {
    /// Why a move that is not legal here is not, without its full stop.
    pub(super) fn why_not(&self, wish: Wish, lang: Lang) -> String {
        let told = Explainer { p: self, lang };
        match wish {
            Wish::Castle(side) => told.castling(side),
            Wish::Squares(from, to, promotion) => told.squares(from, to, promotion),
        }
    }

    /// Why none of the pieces that a move in SAN may mean can make it; `from` are those that fit
    /// what it says.
    pub(super) fn why_none(
        &self,
        role: Role,
        from: Bitboard,
        to: Square,
        promotion: Option<Role>,
        lang: Lang,
    ) -> String {
        let told = Explainer { p: self, lang };
        let reasons: Vec<String> = from
            .into_iter()
            .filter(|from| *from != to)
            .map(|from| told.squares(from, to, promotion))
            .collect();
        match reasons.len() {
            0 => told.none(role, self.turn),
            // Of a whole row of pawns one would be enough: the one that comes nearest.
            1..=3 => reasons.join("; "),
            _ => told.nobody(role, to),
        }
    }
}

/// A position and the language in which it is told about.
struct Explainer<'a> {
    p: &'a Position,
    lang: Lang,
}

impl Explainer<'_> {
    fn squares(&self, from: Square, to: Square, promotion: Option<Role>) -> String {
        let (p, us) = (self.p, self.p.turn);
        let Some(piece) = p.piece_at(from) else {
            return self.lang.pick(
                format!("no hay ninguna pieza en {from}"),
                format!("there is no piece on {from}"),
            );
        };
        let named = self.piece(piece.role, from);
        if piece.color != us {
            return self.lang.pick(
                format!("{named} es de las {}", self.side(piece.color)),
                format!("{named} is {}'s", self.side(piece.color)),
            );
        }
        if from == to {
            return self.lang.pick(
                format!("{named} ya está ahí"),
                format!("{named} stands there already"),
            );
        }
        if piece.role == Role::King
            && let Some(side) = castles_to(from, to)
            && !attacks::king_attacks(from).contains(to)
        {
            let is_it =
                |m: &Move| m.is_castle() && (m.to() > from) == (side == CastlingSide::KingSide);
            if self.p.legal_moves().iter().any(is_it) {
                let name = San::Castle(side);
                return self.lang.pick(
                    format!("el enroque se escribe {name}"),
                    format!("castling is written {name}"),
                );
            }
            return self.castling(side);
        }
        let why = match piece.role {
            Role::Pawn => self.pawn(from, to, promotion),
            _ if promotion.is_some() => Some(self.lang.pick(
                format!("{named} no es un peón: no se transforma"),
                format!("{named} is no pawn: it does not promote"),
            )),
            role => self.blocked(role, from, to),
        };
        why.or_else(|| self.own_piece_on(to))
            .unwrap_or_else(|| self.king_attacked(piece.role, from, to))
    }

    /// A piece that does not move so, or that something stands in the way of.
    fn blocked(&self, role: Role, from: Square, to: Square) -> Option<String> {
        let empty = match role {
            Role::Bishop => attacks::bishop_attacks(from, Bitboard::EMPTY),
            Role::Rook => attacks::rook_attacks(from, Bitboard::EMPTY),
            Role::Queen => attacks::queen_attacks(from, Bitboard::EMPTY),
            Role::Knight => attacks::knight_attacks(from),
            Role::King | Role::Pawn => attacks::king_attacks(from),
        };
        if !empty.contains(to) {
            return Some(self.not_so(role, from, to));
        }
        self.first_between(from, to)
            .map(|square| self.in_the_way(role, from, to, square))
    }

    fn not_so(&self, role: Role, from: Square, to: Square) -> String {
        let named = self.piece(role, from);
        self.lang.pick(
            format!("{named} no se mueve así: no llega a {to}"),
            format!("{named} does not move that way: it does not reach {to}"),
        )
    }

    fn in_the_way(&self, role: Role, from: Square, to: Square, square: Square) -> String {
        let named = self.piece(role, from);
        let other = self.standing_on(square);
        self.lang.pick(
            format!("{named} no puede ir a {to}: {other} está en medio"),
            format!("{named} cannot go to {to}: {other} is in the way"),
        )
    }

    fn pawn(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<String> {
        let (p, us) = (self.p, self.p.turn);
        let named = self.piece(Role::Pawn, from);
        let (files, ranks) = (
            to.file() as i32 - from.file() as i32,
            (to.rank() as i32 - from.rank() as i32) * us.fold_wb(1, -1),
        );
        let occupied = p.occupied();
        match (files.abs(), ranks) {
            (0, 1) if occupied.contains(to) => {
                let other = self.standing_on(to);
                return Some(self.lang.pick(
                    format!("{named} no puede avanzar a {to}: {other} está ahí"),
                    format!("{named} cannot advance to {to}: {other} stands there"),
                ));
            }
            (0, 1) => {}
            (0, 2) if from.rank() == us.fold_wb(Rank::Second, Rank::Seventh) => {
                let first = self.first_between(from, to);
                let stop = first.or_else(|| Some(to).filter(|to| occupied.contains(*to)));
                if let Some(square) = stop {
                    return Some(self.in_the_way(Role::Pawn, from, to, square));
                }
            }
            (0, 2) => {
                return Some(self.lang.pick(
                    format!("{named} ya se ha movido: solo avanza una casilla"),
                    format!("{named} has left its first row: it advances one square only"),
                ));
            }
            (1, 1) if p.color(us.other()).contains(to) || p.color(us).contains(to) => {}
            (1, 1) if p.ep_square() == Some(to) => {}
            (1, 1) => {
                return Some(self.lang.pick(
                    format!(
                        "{named} captura en diagonal, y en {to} no hay nada que pueda capturar"
                    ),
                    format!(
                        "{named} captures diagonally, and there is nothing on {to} that it may take"
                    ),
                ));
            }
            _ => return Some(self.not_so(Role::Pawn, from, to)),
        }
        let last = to.rank() == us.fold_wb(Rank::Eighth, Rank::First);
        match (last, promotion) {
            (true, None) => Some(self.lang.pick(
                format!("{named} se transforma en {to}: falta en qué ({from}{to}q)"),
                format!("{named} promotes on {to}: say to what ({from}{to}q)"),
            )),
            (true, Some(Role::King | Role::Pawn)) => Some(self.lang.pick(
                format!("{named} no se puede transformar en eso"),
                format!("{named} cannot become that"),
            )),
            (false, Some(_)) => Some(self.lang.pick(
                format!("{named} no se transforma en {to}, sino en la última fila"),
                format!("{named} does not promote on {to}, but on the last row"),
            )),
            _ => None,
        }
    }

    fn own_piece_on(&self, to: Square) -> Option<String> {
        let piece = self.p.piece_at(to).filter(|p| p.color == self.p.turn)?;
        let named = self.piece(piece.role, to);
        Some(self.lang.pick(
            format!("en {to} hay una pieza propia, {named}"),
            format!("{named} is one's own piece"),
        ))
    }

    /// A move that the piece could make, if it were not for its king.
    fn king_attacked(&self, role: Role, from: Square, to: Square) -> String {
        let (p, us) = (self.p, self.p.turn);
        let mut gone = Bitboard::from(to);
        let mut occupied = p.occupied().without(from).with(to);
        if role == Role::Pawn && from.file() != to.file() && p.piece_at(to).is_none() {
            let passed = Square::from_coords(to.file(), from.rank());
            gone.add(passed);
            occupied.discard(passed);
        }
        let king = if role == Role::King { to } else { p.king(us) };
        let attackers = p.attackers_of(us.other(), king, occupied) & !gone;
        let Some(attacker) = attackers.first() else {
            // Nothing that is known of here.
            let named = self.piece(role, from);
            return self.lang.pick(
                format!("{named} no puede ir a {to}"),
                format!("{named} cannot go to {to}"),
            );
        };
        let named = self.piece(role, from);
        let by = self.standing_on(attacker);
        let lang = self.lang;
        if role == Role::King {
            return lang.pick(
                format!("el rey no puede ir a {to}: ahí lo atacaría {by}"),
                format!("the king cannot go to {to}: {by} attacks that square"),
            );
        }
        if (attackers & p.checkers()).any() {
            return lang.pick(
                format!("el rey está en jaque por {by}, y {named} en {to} no lo evita"),
                format!("the king is in check from {by}, and {named} on {to} does not end it"),
            );
        }
        let pinned = if is_feminine(role) {
            "clavada"
        } else {
            "clavado"
        };
        lang.pick(
            format!("{named} está {pinned}: si va a {to}, {by} ataca al rey"),
            format!("{named} is pinned: on {to} it would leave its king to {by}"),
        )
    }

    fn castling(&self, side: CastlingSide) -> String {
        let (p, us, lang) = (self.p, self.p.turn, self.lang);
        let king = p.king(us);
        let no = |es: String, en: String| {
            lang.pick(
                format!("no se puede enrocar: {es}"),
                format!("castling is not possible: {en}"),
            )
        };
        let rooks = p.castling_rooks() & p.color(us);
        let is_that_side = |rook: &Square| (*rook > king) == (side == CastlingSide::KingSide);
        let Some(rook) = rooks.into_iter().find(is_that_side) else {
            return no(
                "el rey o esa torre ya se han movido, o no están en su sitio".to_owned(),
                "the king or that rook has moved, or is not in its place".to_owned(),
            );
        };
        if let Some(checker) = p.checkers().first() {
            let by = self.standing_on(checker);
            return no(
                format!("el rey está en jaque por {by}"),
                format!("the king is in check from {by}"),
            );
        }
        let (king_to, rook_to) = super::position::castling_targets(king, rook);
        let path = attacks::between(king, king_to).with(king_to)
            | attacks::between(rook, rook_to).with(rook_to)
            | attacks::between(king, rook);
        let others = p.occupied().without(king).without(rook);
        if let Some(square) = (path & others).first() {
            let other = self.standing_on(square);
            return no(
                format!("{other} está en medio"),
                format!("{other} is in the way"),
            );
        }
        for square in attacks::between(king, king_to).with(king_to) {
            let occupied = p.occupied().without(king);
            if let Some(attacker) = p.attackers_of(us.other(), square, occupied).first() {
                let by = self.standing_on(attacker);
                return no(
                    format!("el rey pasaría por {square}, que ataca {by}"),
                    format!("the king would cross {square}, which {by} attacks"),
                );
            }
        }
        no(
            "el rey quedaría en jaque".to_owned(),
            "the king would be in check".to_owned(),
        )
    }

    /// The first piece that stands between two squares, seen from the first.
    fn first_between(&self, from: Square, to: Square) -> Option<Square> {
        let between = attacks::between(from, to) & self.p.occupied();
        let far = |square: &Square| square.distance(from);
        between.into_iter().min_by_key(far)
    }

    fn none(&self, role: Role, color: Color) -> String {
        let (kind, side) = (self.kind(role), self.side(color));
        self.lang.pick(
            format!("las {side} no tienen ahí {} {kind}", indefinite(role)),
            format!("{side} has no {kind} there"),
        )
    }

    fn nobody(&self, role: Role, to: Square) -> String {
        let kind = self.kind(role);
        self.lang.pick(
            format!("{} {kind} puede ir a {to}", negative(role)),
            format!("no {kind} can go to {to}"),
        )
    }

    /// Names the piece on a square that is not empty, with the square.
    fn standing_on(&self, square: Square) -> String {
        let role = self.p.role_at(square).unwrap_or(Role::Pawn);
        self.piece(role, square)
    }

    fn piece(&self, role: Role, square: Square) -> String {
        let kind = self.kind(role);
        self.lang.pick(
            format!("{} {kind} de {square}", article(role)),
            format!("the {kind} on {square}"),
        )
    }

    fn kind(&self, role: Role) -> &'static str {
        let (es, en) = match role {
            Role::King => ("rey", "king"),
            Role::Queen => ("dama", "queen"),
            Role::Rook => ("torre", "rook"),
            Role::Bishop => ("alfil", "bishop"),
            Role::Knight => ("caballo", "knight"),
            Role::Pawn => ("peón", "pawn"),
        };
        self.lang.pick(es, en)
    }

    fn side(&self, color: Color) -> &'static str {
        match color {
            Color::White => self.lang.pick("blancas", "White"),
            Color::Black => self.lang.pick("negras", "Black"),
        }
    }
}

/// The piece of a role, named in a language: `el alfil`, `the bishop`.
pub fn role_name(role: Role, lang: Lang) -> String {
    let p = Position::start();
    let kind = Explainer { p: &p, lang }.kind(role);
    lang.pick(format!("{} {kind}", article(role)), format!("the {kind}"))
}

/// The side to which a king that goes from one square to another means to castle.
fn castles_to(from: Square, to: Square) -> Option<CastlingSide> {
    let far = from.rank() == to.rank() && from.file() == File::E;
    match to.file() {
        File::G | File::H if far => Some(CastlingSide::KingSide),
        File::C | File::A if far => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

fn is_feminine(role: Role) -> bool {
    matches!(role, Role::Queen | Role::Rook)
}

fn article(role: Role) -> &'static str {
    if is_feminine(role) { "la" } else { "el" }
}

fn indefinite(role: Role) -> &'static str {
    if is_feminine(role) { "una" } else { "un" }
}

fn negative(role: Role) -> &'static str {
    if is_feminine(role) {
        "ninguna"
    } else {
        "ningún"
    }
}

#[cfg(test)]
mod tests;
