//! Pictures of mate: pure, model and ideal mates, echoes, pin-mates, self-blocks.

use super::lines::Variation;
use super::{Finds, Theme};
use crate::mate::one::is_mate;
use games::chess::{Bitboard, Color, Position, Role, Square, attacks};

/// Finds the themes of the final positions.
pub(super) fn find(played: &[&Variation], attacker: Color, finds: &mut Finds) {
    let mut pictures: Vec<(&Variation, Picture)> = Vec::new();
    for variation in played {
        if let Some(picture) = Picture::of(&variation.end, attacker) {
            pictures.push((variation, picture));
        }
    }
    let with = |wanted: &dyn Fn(&Picture) -> bool| -> Vec<&Variation> {
        let fitting = pictures.iter().filter(|(_, picture)| wanted(picture));
        fitting.map(|(variation, _)| *variation).collect()
    };
    finds.add(Theme::PureMate, with(&|picture| picture.pure));
    finds.add(Theme::ModelMate, with(&|picture| picture.is_model()));
    finds.add(Theme::IdealMate, with(&|picture| picture.is_ideal()));
    finds.add(Theme::PinMate, with(&|picture| picture.pinned.any()));
    let blocked = played.iter().filter(|variation| blocks_itself(variation));
    finds.add(Theme::SelfBlock, blocked.copied());
    echoes(&pictures, finds);
}

/// A mating position, and the men that take part in it.
struct Picture {
    king: Square,
    /// True if every square of the king's field is barred for one reason only.
    pure: bool,
    /// Men of the attacker that check, guard a square of the king's field, or pin.
    at_work: Bitboard,
    /// Men of the attacker on the board.
    attackers: Bitboard,
    /// Kings and pawns of the attacker.
    helpers: Bitboard,
    /// Men of the mated side that bar a square or are pinned.
    barring: Bitboard,
    /// All men of the mated side but the king.
    defenders: Bitboard,
    /// Men of the mated side whose pins are necessary for the mate.
    pinned: Bitboard,
    /// Pattern of the men around the king, rotated and reflected so that it comes first in order; equal for echoes.
    figure: Vec<(i32, i32, char)>,
    /// The pattern as it stands on the board.
    turned: Vec<(i32, i32, char)>,
}

impl Picture {
    fn of(end: &Position, attacker: Color) -> Option<Picture> {
        let mated = attacker.other();
        if end.turn() != mated || !end.has_king(mated) || !is_mate(end) {
            return None;
        }
        let king = end.king(mated);
        let without_king = end.occupied() ^ Bitboard::from_square(king);
        let mut at_work = end.checkers();
        let mut barring = Bitboard::EMPTY;
        let pinned = needed_pins(end);
        let mut pure = end.checkers().count() == 1 || both_checks_needed(end);
        for square in attacks::king_attacks(king) {
            let guards = end.attackers_of(attacker, square, without_king);
            let own = end.color(mated).contains(square);
            at_work |= guards;
            if own {
                barring.add(square);
                // A pinned man that cannot move may stand on a guarded square.
                pure &= guards.is_empty() || pinned.contains(square);
            } else {
                pure &= guards.count() == 1;
            }
        }
        for man in pinned {
            at_work |= pinner(end, man);
        }
        let attackers = end.color(attacker);
        let pieces = (end.color(attacker) & at_work) | (barring | pinned);
        let turned: Vec<(i32, i32, char)> = pieces
            .into_iter()
            .filter_map(|square| {
                let piece = end.piece_at(square)?;
                let (x, y) = offset(king, square);
                // Men that bar a square have the same sign, whatever they are.
                let sign = if piece.color == attacker {
                    piece.role.upper_char()
                } else {
                    'x'
                };
                Some((x, y, sign))
            })
            .collect();
        let helpers = attackers & (end.role(Role::King) | end.role(Role::Pawn));
        Some(Picture {
            king,
            pure,
            at_work,
            attackers,
            helpers,
            barring: barring | pinned,
            defenders: end.color(mated) ^ Bitboard::from_square(king),
            pinned,
            figure: least_turn(&turned),
            turned,
        })
    }

    fn is_model(&self) -> bool {
        self.pure && (self.attackers & !self.helpers & !self.at_work).is_empty()
    }

    fn is_ideal(&self) -> bool {
        self.pure
            && (self.attackers & !self.at_work).is_empty()
            && (self.defenders & !self.barring).is_empty()
    }
}

fn offset(king: Square, square: Square) -> (i32, i32) {
    (
        square.file() as i32 - king.file() as i32,
        square.rank() as i32 - king.rank() as i32,
    )
}

/// A rotation or reflection of an offset from the king.
type Turn = fn(i32, i32) -> (i32, i32);

/// Returns the least of the eight rotations and reflections of a pattern `figure`, whose men are given by their offset
/// from the king and a letter. The result is the same for two patterns exactly if one is a rotation or reflection of
/// the other.
fn least_turn(figure: &[(i32, i32, char)]) -> Vec<(i32, i32, char)> {
    let turns: [Turn; 8] = [
        |x, y| (x, y),
        |x, y| (-x, y),
        |x, y| (x, -y),
        |x, y| (-x, -y),
        |x, y| (y, x),
        |x, y| (-y, x),
        |x, y| (y, -x),
        |x, y| (-y, -x),
    ];
    let all = turns.into_iter().map(|turn| {
        let mut turned: Vec<_> = figure
            .iter()
            .map(|&(x, y, sign)| {
                let (x, y) = turn(x, y);
                (x, y, sign)
            })
            .collect();
        turned.sort_unstable();
        turned
    });
    all.min().unwrap_or_default()
}

/// Finds echoes: two model mates with the same pattern of men around the mated king, on another square of the king, or
/// turned or reflected. Adds [`Theme::Echo`] if both kings are on squares of the same colour, else
/// [`Theme::ChameleonEcho`].
fn echoes(pictures: &[(&Variation, Picture)], finds: &mut Finds) {
    for (number, (first, one)) in pictures.iter().enumerate() {
        for (second, other) in &pictures[number + 1..] {
            let same = one.figure == other.figure && one.is_model() && other.is_model();
            let elsewhere = one.king != other.king || one.turned != other.turned;
            if !same || !elsewhere {
                continue;
            }
            let theme = if one.king.is_light() == other.king.is_light() {
                Theme::Echo
            } else {
                Theme::ChameleonEcho
            };
            finds.add(theme, [*first, *second]);
        }
    }
}

/// Returns true if each of two checkers alone would not mate.
fn both_checks_needed(end: &Position) -> bool {
    let alone = |checker| end.without(checker).is_some_and(|p| is_mate(&p));
    end.checkers().count() == 2 && !end.checkers().into_iter().any(alone)
}

/// Returns the line piece that pins a man of the side to move; empty if there is none.
fn pinner(end: &Position, man: Square) -> Bitboard {
    let king = end.king(end.turn());
    let line = attacks::ray(king, man);
    let enemies = end.color(end.turn().other());
    let behind = end.without(man);
    let checks = behind.map_or(Bitboard::EMPTY, |p| p.checkers());
    checks & line & enemies & !end.checkers()
}

/// Returns the men of the mated side that could capture the checker or interpose if they were not pinned.
pub(super) fn needed_pins(end: &Position) -> Bitboard {
    let mut needed = Bitboard::EMPTY;
    let Some(checker) = end.checkers().single_square() else {
        return needed;
    };
    let king = end.king(end.turn());
    let between = attacks::between(king, checker);
    for man in end.pinned() & end.color(end.turn()) {
        let Some(piece) = end.piece_at(man) else {
            continue;
        };
        let reach = match piece.role {
            Role::Pawn => {
                let captures = attacks::pawn_attacks(piece.color, man);
                let ahead = steps(end, man, piece.color);
                (captures & Bitboard::from_square(checker)) | (ahead & between)
            }
            _ => {
                let all = attacks::attacks(man, piece, end.occupied());
                all & (between | Bitboard::from_square(checker))
            }
        };
        if reach.any() {
            needed.add(man);
        }
    }
    needed
}

/// Returns the empty squares to which a pawn can move.
fn steps(p: &Position, pawn: Square, color: Color) -> Bitboard {
    let step = match color {
        Color::White => 8,
        Color::Black => -8,
    };
    let mut squares = Bitboard::EMPTY;
    let Some(one) = pawn.offset(step) else {
        return squares;
    };
    if p.role_at(one).is_some() {
        return squares;
    }
    squares.add(one);
    let home = match color {
        Color::White => 1,
        Color::Black => 6,
    };
    if pawn.rank() as i32 == home
        && let Some(two) = one.offset(step)
        && p.role_at(two).is_none()
    {
        squares.add(two);
    }
    squares
}

/// Returns true if the last defence blocks a square next to its own king to which the king could otherwise go.
fn blocks_itself(variation: &Variation) -> bool {
    let Some((before, m)) = variation.last_defence() else {
        return false;
    };
    let end = &variation.end;
    if m.is_castle() || before.role_at(m.from()) == Some(Role::King) {
        return false;
    }
    let king = end.king(end.turn());
    attacks::king_attacks(king).contains(m.to())
        && end.color(end.turn()).contains(m.to())
        && end.without(m.to()).is_some_and(|p| {
            let flees = |m: &games::chess::Move| m.from() == king;
            let flights = p.legal_moves();
            flights
                .iter()
                .filter(|m| flees(m))
                .any(|f| f.to() == m.to())
        })
}
