//! Explanations of illegal moves, in sentences that name the piece and the squares.
//!
//! [`Position::why_not`] checks what a player would check, in this order: the owner of the piece, its way of moving,
//! obstacles, and attacks on the king afterwards. It is called only for illegal moves, so it need not be fast.

use super::words::kind;
use super::{Bitboard, Color, Move, Position, Role, Square, attacks};
use crate::Lang;
use base::say;
use shakmaty::san::San;
use shakmaty::{CastlingSide, File, Rank};

/// A move requested by text; it need not be legal.
#[derive(Clone, Copy, Debug)]
pub(super) enum RequestedMove {
    /// Move from one square to another, with the role of a promotion.
    Squares(Square, Square, Option<Role>),
    /// Castling to a side.
    Castle(CastlingSide),
}

impl Position {
    /// Explains why a move is not legal here, as a sentence without its full stop. The move must be illegal.
    pub(super) fn why_not(&self, wish: RequestedMove, lang: Lang) -> String {
        let told = Explainer { p: self, lang };
        match wish {
            RequestedMove::Castle(side) => told.castling(side),
            RequestedMove::Squares(from, to, promotion) => told.squares(from, to, promotion),
        }
    }

    /// Explains why none of the pieces to which a move in SAN may refer can make it. `from` are the squares of the
    /// pieces that match the text.
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
            // With more than three pieces (a whole row of pawns) a summary replaces the single reasons.
            1..=3 => reasons.join("; "),
            _ => told.nobody(role, to),
        }
    }
}

/// A position and the language of the explanation.
struct Explainer<'a> {
    p: &'a Position,
    lang: Lang,
}

impl Explainer<'_> {
    fn squares(&self, from: Square, to: Square, promotion: Option<Role>) -> String {
        let (p, us) = (self.p, self.p.turn);
        let Some(piece) = p.piece_at(from) else {
            return say!(self.lang, "why-empty", from);
        };
        let named = self.piece(piece.role, from);
        if piece.color != us {
            return say!(self.lang, "why-not-yours", named, side = side(piece.color));
        }
        if from == to {
            return say!(self.lang, "why-already-there", named);
        }
        if piece.role == Role::King
            && let Some(side) = castles_to(from, to)
            && !attacks::king_attacks(from).contains(to)
        {
            let is_it =
                |m: &Move| m.is_castle() && (m.to() > from) == (side == CastlingSide::KingSide);
            if self.p.legal_moves().iter().any(is_it) {
                let name = San::Castle(side);
                return say!(self.lang, "why-castling-spelling", name);
            }
            return self.castling(side);
        }
        let why = match piece.role {
            Role::Pawn => self.pawn(from, to, promotion),
            _ if promotion.is_some() => Some(say!(self.lang, "why-no-pawn", named)),
            role => self.blocked(role, from, to),
        };
        why.or_else(|| self.own_piece_on(to))
            .unwrap_or_else(|| self.king_attacked(piece.role, from, to))
    }

    /// Explains that a piece does not move this way, or that something is in its way; `None` if neither is true.
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
        say!(self.lang, "why-not-so", named, to)
    }

    fn in_the_way(&self, role: Role, from: Square, to: Square, square: Square) -> String {
        let named = self.piece(role, from);
        let other = self.standing_on(square);
        say!(self.lang, "why-in-the-way", named, to, other)
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
                return Some(say!(self.lang, "why-pawn-stopped", named, to, other));
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
                return Some(say!(self.lang, "why-pawn-two-squares", named));
            }
            (1, 1) if p.color(us.other()).contains(to) || p.color(us).contains(to) => {}
            (1, 1) if p.ep_square() == Some(to) => {}
            (1, 1) => {
                return Some(say!(self.lang, "why-pawn-captures", named, to));
            }
            _ => return Some(self.not_so(Role::Pawn, from, to)),
        }
        let last = to.rank() == us.fold_wb(Rank::Eighth, Rank::First);
        match (last, promotion) {
            (true, None) => Some(say!(self.lang, "why-promotion-missing", named, to, from)),
            (true, Some(Role::King | Role::Pawn)) => {
                Some(say!(self.lang, "why-promotion-wrong", named))
            }
            (false, Some(_)) => Some(say!(self.lang, "why-promotion-early", named, to)),
            _ => None,
        }
    }

    fn own_piece_on(&self, to: Square) -> Option<String> {
        let piece = self.p.piece_at(to).filter(|p| p.color == self.p.turn)?;
        let named = self.piece(piece.role, to);
        Some(say!(self.lang, "why-own-piece", named, to))
    }

    /// Explains that a move would leave the king in check.
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
            // No known reason.
            let named = self.piece(role, from);
            return say!(self.lang, "why-cannot-go", named, to);
        };
        let named = self.piece(role, from);
        let by = self.standing_on(attacker);
        let lang = self.lang;
        if role == Role::King {
            return say!(lang, "why-king-attacked", to, by);
        }
        if (attackers & p.checkers()).any() {
            return say!(lang, "why-check-stays", by, named, to);
        }
        say!(lang, "why-pinned", named, to, by, role = kind(role))
    }

    fn castling(&self, side: CastlingSide) -> String {
        let (p, us, lang) = (self.p, self.p.turn, self.lang);
        let king = p.king(us);
        let no = |reason: &str| say!(lang, "why-castling-impossible", reason);
        let rooks = p.castling_rooks() & p.color(us);
        let is_that_side = |rook: &Square| (*rook > king) == (side == CastlingSide::KingSide);
        let Some(rook) = rooks.into_iter().find(is_that_side) else {
            return no(say!(lang, "why-castling-moved"));
        };
        if let Some(checker) = p.checkers().first() {
            let by = self.standing_on(checker);
            return no(&say!(lang, "why-castling-check", by));
        }
        let (king_to, rook_to) = super::position::castling_targets(king, rook);
        let path = attacks::between(king, king_to).with(king_to)
            | attacks::between(rook, rook_to).with(rook_to)
            | attacks::between(king, rook);
        let others = p.occupied().without(king).without(rook);
        if let Some(square) = (path & others).first() {
            let other = self.standing_on(square);
            return no(&say!(lang, "why-castling-in-the-way", other));
        }
        for square in attacks::between(king, king_to).with(king_to) {
            let occupied = p.occupied().without(king);
            if let Some(attacker) = p.attackers_of(us.other(), square, occupied).first() {
                let by = self.standing_on(attacker);
                return no(&if square == king_to {
                    say!(lang, "why-king-attacked", to = square, by)
                } else {
                    say!(lang, "why-castling-crosses", square, by)
                });
            }
        }
        no(say!(lang, "why-castling-into-check"))
    }

    /// First occupied square between two squares, seen from `from`; `None` if there is none.
    fn first_between(&self, from: Square, to: Square) -> Option<Square> {
        let between = attacks::between(from, to) & self.p.occupied();
        let far = |square: &Square| square.distance(from);
        between.into_iter().min_by_key(far)
    }

    fn none(&self, role: Role, color: Color) -> String {
        say!(self.lang, "why-none", side = side(color), role = kind(role))
    }

    fn nobody(&self, role: Role, to: Square) -> String {
        say!(self.lang, "why-nobody", role = kind(role), to)
    }

    /// Names the piece on a square, which must not be empty, and the square.
    fn standing_on(&self, square: Square) -> String {
        let role = self.p.role_at(square).unwrap_or(Role::Pawn);
        self.piece(role, square)
    }

    fn piece(&self, role: Role, square: Square) -> String {
        say!(self.lang, "why-piece-on", role = kind(role), square)
    }
}

/// Name of a role with its article in a language: `el alfil`, `the bishop`.
pub fn role_name(role: Role, lang: Lang) -> String {
    say!(lang, "piece", role = kind(role))
}

/// Selector for a side in messages: `white` or `black`.
pub(super) fn side(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// Side to which a king's move from one square to another means castling; `None` if it does not.
fn castles_to(from: Square, to: Square) -> Option<CastlingSide> {
    let far = from.rank() == to.rank() && from.file() == File::E;
    match to.file() {
        File::G | File::H if far => Some(CastlingSide::KingSide),
        File::C | File::A if far => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
