//! Themes of lines: batteries, interference, Grimshaw, Novotny, half-pins.

use super::lines::{Phase, Variation};
use super::mates::needed_pins;
use super::{Finds, Theme};
use games::chess::{Bitboard, Color, Move, Position, Role, Square, attacks};

/// Finds batteries that open, and defences that interfere with the lines of other men.
pub(super) fn find(played: &[&Variation], attacker: Color, finds: &mut Finds) {
    let fired = |royal: bool| {
        played.iter().copied().filter(move |variation| {
            // The key itself is not counted as the opening of a battery.
            let keys = variation
                .plies
                .first()
                .filter(|ply| ply.before.turn() == attacker);
            let mut moves = variation
                .moves_of(attacker)
                .skip(usize::from(keys.is_some()));
            moves.any(|(before, m)| {
                let king = before.role_at(m.from()) == Some(Role::King);
                fires(before, m) && king == royal
            })
        })
    };
    finds.add(Theme::Battery, fired(false));
    finds.add(Theme::RoyalBattery, fired(true));
    let barred: Vec<Barring> = played.iter().filter_map(|v| Barring::of(v)).collect();
    finds.add(Theme::Interference, barred.iter().map(|b| b.variation));
    for (number, one) in barred.iter().enumerate() {
        for other in &barred[number + 1..] {
            if !one.is_mutual(other) {
                continue;
            }
            let shown = [one.variation, other.variation];
            if one.sacrificed && other.sacrificed {
                finds.add(Theme::Novotny, shown)
            } else {
                finds.add(Theme::Grimshaw, shown)
            }
        }
    }
}

/// Returns true if a move gives check by a line piece that it does not move: it opens a battery.
fn fires(before: &Position, m: Move) -> bool {
    if m.is_castle() {
        return false;
    }
    let after = before.play(m);
    let king = after.king(after.turn());
    after
        .checkers()
        .into_iter()
        .any(|checker| checker != m.to() && attacks::between(king, checker).contains(m.from()))
}

/// The last defence of a variation that interferes with the line of another man of its side, so that this man cannot
/// parry the mate.
struct Barring<'a> {
    variation: &'a Variation,
    /// Key of the position before the defence.
    key: u64,
    from: Square,
    to: Square,
    /// Squares of the men whose lines are closed.
    barred: Bitboard,
    /// True if the defence captures the man that moved last.
    sacrificed: bool,
    mate: Move,
}

impl Barring<'_> {
    fn of(variation: &Variation) -> Option<Barring<'_>> {
        let (before, m) = variation.last_defence()?;
        let (_, mate) = variation.last()?;
        let end = &variation.end;
        if m.is_castle() || before.role_at(m.from()) == Some(Role::King) || mate.to() == m.to() {
            return None;
        }
        let open = end.without(m.to())?;
        let mut barred = Bitboard::EMPTY;
        for reply in open.legal_moves().iter() {
            let role = open.role_at(reply.from());
            let line = matches!(
                role,
                Some(Role::Bishop | Role::Rook | Role::Queen | Role::Pawn)
            );
            if line && attacks::between(reply.from(), reply.to()).contains(m.to()) {
                barred.add(reply.from());
            }
        }
        if barred.is_empty() {
            return None;
        }
        let earlier = variation.plies.iter().nth_back(2).and_then(|ply| ply.m);
        Some(Barring {
            variation,
            key: before.key(),
            from: m.from(),
            to: m.to(),
            barred,
            sacrificed: earlier.is_some_and(|earlier| earlier.to() == m.to()),
            mate,
        })
    }

    /// Returns true if two defences on one square each close the line of the other's man, and different mates follow.
    fn is_mutual(&self, other: &Barring) -> bool {
        self.key == other.key
            && self.to == other.to
            && self.from != other.from
            && self.mate != other.mate
            && self.barred.contains(other.from)
            && other.barred.contains(self.from)
    }
}

/// Finds half-pins: two men on a line between their king and a line piece, each of which leaves the line so that the
/// other is pinned, which the mate needs.
pub(super) fn half_pin(keys: &[&Phase], finds: &mut Finds) {
    for phase in keys {
        let start = &phase.start;
        let king = start.king(start.turn());
        let own = start.color(start.turn());
        for slider in start.color(start.turn().other()) {
            let Some(pair) = half_pinned(start, king, slider, own) else {
                continue;
            };
            let uses = |gone: Square| {
                phase.single_variations().find(|variation| {
                    let leaves = variation
                        .last_defence()
                        .is_some_and(|(_, m)| m.from() == gone);
                    let stays = pair & !Bitboard::from_square(gone);
                    leaves && (needed_pins(&variation.end) & stays).any()
                })
            };
            let used: Vec<&Variation> = pair.into_iter().filter_map(uses).collect();
            if used.len() == 2 {
                finds.add(Theme::HalfPin, used);
            }
        }
    }
}

/// Returns the two men of a king that stand between it and a line piece on a common line, with at most one man of the
/// other side there, which masks the line; `None` if there are not exactly two.
fn half_pinned(p: &Position, king: Square, slider: Square, own: Bitboard) -> Option<Bitboard> {
    let piece = p.piece_at(slider)?;
    let aims = match piece.role {
        Role::Bishop | Role::Rook | Role::Queen => {
            attacks::attacks(slider, piece, Bitboard::EMPTY).contains(king)
        }
        _ => false,
    };
    let between = attacks::between(king, slider) & p.occupied();
    let pair = between & own;
    (aims && pair.count() == 2 && between.count() <= 3).then_some(pair)
}
