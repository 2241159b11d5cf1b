//! Improving problems: a search for small changes after which a sound problem is still sound, and better.
//!
//! [`changes`] are: a piece removed, a piece replaced by a weaker one, the whole position shifted, one piece moved.
//! [`Improver::examine`] lets the solver decide each of them within a number of visited positions, and compares the
//! evaluations by the judge that composing uses, before and after.

#[cfg(test)]
mod tests;

use super::FoundKey;
use super::compose::is_usual;
use super::compose::judge::{Judge, Look, Merits, Played};
use super::error::{Error, Result};
use base::{say, told};
use games::Text;
use games::chess::{Move, Position, localized};
use serde::{Serialize, Serializer};
use shakmaty::{Board, File, Piece, Rank, Role, Square};
use solve::mate::Solution;
use solve::retro::Retro;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Default number of positions that may be visited for one change.
pub const NODES: u64 = 100_000;

/// Factor by which the limit is higher for the given problem itself.
const FOR_THE_GIVEN: u64 = 100;

/// A change of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Change {
    /// Removal of a piece.
    Remove {
        /// The removed piece.
        #[serde(serialize_with = "as_letter")]
        man: Piece,
        /// Square of the piece.
        #[serde(serialize_with = "as_text")]
        square: Square,
    },
    /// Replacement of a piece by a weaker one.
    Replace {
        /// The piece that is replaced.
        #[serde(serialize_with = "as_letter")]
        man: Piece,
        /// The new piece.
        #[serde(serialize_with = "as_letter")]
        by: Piece,
        /// Square of both pieces.
        #[serde(serialize_with = "as_text")]
        square: Square,
    },
    /// Shift of all pieces.
    Shift {
        /// Number of files to the right; may be negative.
        files: i32,
        /// Number of ranks up; may be negative.
        ranks: i32,
    },
    /// Move of one piece to another square.
    Move {
        /// The piece.
        #[serde(serialize_with = "as_letter")]
        man: Piece,
        /// Square before the change.
        #[serde(serialize_with = "as_text")]
        from: Square,
        /// Square after the change.
        #[serde(serialize_with = "as_text")]
        to: Square,
    },
}

fn as_letter<S: Serializer>(man: &Piece, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(&man.char())
}

fn as_text<S: Serializer>(square: &Square, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(square)
}

/// A numeric property by which a problem is better or worse than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Property {
    /// Number of pieces on the board.
    Men,
    /// Value of the pieces, in pawns, for changes that keep their number.
    Force,
    /// Number of duals in the play after the key.
    Duals,
    /// Number of threats of the key that mate sooner than the stipulation requires.
    ShortThreats,
    /// Number of threats of the key beyond the first.
    SurplusThreats,
    /// 1 if the key is a check, else 0.
    Check,
    /// 1 if the key is a capture, else 0.
    Capture,
    /// 1 if the key is a promotion, else 0.
    Promotion,
    /// Number of squares that the key makes accessible to the king, minus those that it takes away.
    Flights,
    /// Number of different moves that answer the defences.
    Variety,
}

impl Property {
    /// Returns an identifier for programs: `short_threats`.
    pub fn word(self) -> &'static str {
        match self {
            Property::Men => "men",
            Property::Force => "force",
            Property::Duals => "duals",
            Property::ShortThreats => "short_threats",
            Property::SurplusThreats => "surplus_threats",
            Property::Check => "check",
            Property::Capture => "capture",
            Property::Promotion => "promotion",
            Property::Flights => "flights",
            Property::Variety => "variety",
        }
    }

    fn is_better_if_more(self) -> bool {
        matches!(self, Property::Flights | Property::Variety)
    }
}

/// A property that a change has made different, with both values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Property that has changed.
    pub what: Property,
    /// Value before the change.
    pub before: i32,
    /// Value after the change.
    pub now: i32,
}

/// A change after which a problem is sound, as the solver has decided, and better.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Improvement {
    /// Change that makes the problem better.
    pub change: Change,
    /// Position after the change, as FEN.
    pub fen: String,
    /// Key after the change.
    pub key: FoundKey,
    /// True if the key is the same move by the same piece as before the change.
    pub same_key: bool,
    /// Number of variations of the given problem that the change preserves.
    pub kept: usize,
    /// Number of variations of the given problem: threats, and defences with exactly one answer.
    pub variations: usize,
    /// Properties that the change makes better.
    pub reasons: Vec<Difference>,
    /// Properties that the change makes worse.
    pub drawbacks: Vec<Difference>,
    /// Score, which is greater for better improvements; its unit has no meaning.
    pub worth: i32,
}

/// Outcome of the examination of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Examined {
    /// The problem is sound and better.
    Better(Box<Improvement>),
    /// The problem is sound, but not better.
    Sound,
    /// The problem is not sound.
    Unsound,
    /// The limit of positions or the stop flag ended the examination.
    Undecided,
}

/// A move as squares and promotion, without a position, so that it can be shifted.
type Plain = (Square, Square, Option<Role>);

fn plain(m: Move) -> Plain {
    (m.from(), m.to(), m.promoted())
}

/// A sound problem that is to be improved.
#[derive(Clone, Debug)]
pub struct Given {
    /// Position of the problem.
    pub position: Position,
    /// Key of the problem.
    pub key: FoundKey,
    merits: Merits,
    first: Plain,
    /// Each defence with its only answer; a threat has no defence.
    variations: Vec<(Option<Plain>, Plain)>,
}

/// Examiner of changes, with its solver.
pub struct Improver {
    judge: Judge,
    moves: u32,
    nodes: u64,
}

impl Improver {
    /// Creates an improver for mates in `moves`, which visits at most `nodes` positions for each change.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the solver's tables do not fit in memory.
    pub fn new(moves: u32, nodes: u64) -> Result<Improver> {
        let judge = Judge::new(moves)?;
        Ok(Improver {
            judge,
            moves,
            nodes,
        })
    }

    /// Examines the given problem, which must be sound. Returns `None` if `stop` was set first.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the reason why it is not sound, or if that was not decided.
    pub fn examine_given(
        &mut self,
        position: &Position,
        stop: &AtomicBool,
    ) -> Result<Option<Given>> {
        let moves = self.moves;
        let nodes = self.nodes.saturating_mul(FOR_THE_GIVEN);
        let why = match self.judge.look(position, nodes, stop) {
            Look::Exact(Played::Sound(sound)) => {
                let (key, solution, merits) = *sound;
                return Ok(Some(Given {
                    position: *position,
                    key: FoundKey::of(position, &key),
                    merits,
                    first: plain(key.first),
                    variations: variations(&solution),
                }));
            }
            Look::Exact(Played::Cooked(keys)) => {
                let names: Vec<String> = keys.iter().map(|key| position.san(key.first)).collect();
                let count = names.len();
                Text::of(|lang| {
                    let names = names.iter().map(|name| localized(name, lang));
                    let keys = names.collect::<Vec<_>>().join(", ");
                    say!(lang, "improve-cooked", count, keys)
                })
            }
            Look::Short(least) => told!("improve-short", moves, least),
            Look::NoMate => told!("improve-no-mate", moves),
            Look::Undecided | Look::Exact(_) if stop.load(Relaxed) => return Ok(None),
            Look::Undecided | Look::Exact(_) => told!("improve-undecided", nodes),
        };
        Err(Error::Invalid(why))
    }

    /// Applies a change to a problem, and decides whether the result is sound (exactly one key, no shorter mate) and
    /// better than the given problem.
    pub fn examine(&mut self, given: &Given, change: Change, stop: &AtomicBool) -> Examined {
        let Some(position) = change.apply(&given.position) else {
            return Examined::Unsound;
        };
        let sound = match self.judge.look(&position, self.nodes, stop) {
            Look::Exact(Played::Sound(sound)) => sound,
            Look::Exact(Played::Cooked(_)) | Look::Short(_) | Look::NoMate => {
                return Examined::Unsound;
            }
            Look::Undecided | Look::Exact(_) => return Examined::Undecided,
        };
        let (key, solution, merits) = *sound;
        let now = variations(&solution);
        let carried = |&(defence, answer): &(Option<Plain>, Plain)| {
            let defence = match defence {
                Some(defence) => Some(change.carry(defence)?),
                None => None,
            };
            Some((defence, change.carry(answer)?))
        };
        let kept = given.variations.iter().filter_map(carried);
        let kept = kept.filter(|variation| now.contains(variation)).count();
        let same_key = change.carry(given.first) == Some(plain(key.first));
        let differences = differences(
            (&given.position, &given.merits),
            (&position, &merits),
            change,
        );
        let (reasons, drawbacks): (Vec<_>, Vec<_>) = differences
            .into_iter()
            .partition(|d| (d.now > d.before) == d.what.is_better_if_more());
        let gain = merits.score() - given.merits.score();
        let economy = |d: &Difference| match d.what {
            Property::Men => ECONOMY,
            Property::Force => d.before - d.now,
            _ => 0,
        };
        let economy: i32 = reasons.iter().map(economy).sum();
        let variations = given.variations.len();
        let is_whole = same_key && kept == variations;
        if reasons.is_empty() || (economy == 0 && gain <= 0) || (economy < ECONOMY && gain < 0) {
            return Examined::Sound;
        }
        let mut worth = gain + economy + i32::from(same_key) * 10;
        if is_whole {
            worth += if economy >= ECONOMY { FREE } else { 10 };
        }
        Examined::Better(Box::new(Improvement {
            change,
            fen: position.fen(),
            key: FoundKey::of(&position, &key),
            same_key,
            kept,
            variations,
            reasons,
            drawbacks,
            worth,
        }))
    }
}

/// Score for one piece less.
const ECONOMY: i32 = 20;

/// Score for one piece less without any drawback: such a piece is idle, and no composer would keep it.
const FREE: i32 = 1000;

/// Sorts improvements by their scores, the best first; the order of equal ones does not change.
pub fn by_worth(improvements: &mut [Improvement]) {
    improvements.sort_by_key(|improvement| Reverse(improvement.worth));
}

/// Returns the variations of a solution: threats (without a defence), and defences that have exactly one answer.
fn variations(solution: &Solution) -> Vec<(Option<Plain>, Plain)> {
    let Some(key) = solution.keys.first() else {
        return Vec::new();
    };
    let threats = key.threats.iter().map(|threat| (None, plain(threat.m)));
    let single = key
        .defences
        .iter()
        .filter_map(|defence| match defence.attacks.as_slice() {
            [answer] => Some((Some(plain(defence.reply)), plain(answer.m))),
            _ => None,
        });
    threats.chain(single).collect()
}

/// Returns the value of all pieces, in pawns.
fn force(position: &Position) -> i32 {
    let men = position.occupied().into_iter();
    men.filter_map(|square| position.piece_at(square))
        .map(|man| value(man.role))
        .sum()
}

fn value(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Queen => 9,
        Role::Rook => 5,
        Role::Bishop | Role::Knight => 3,
        Role::Pawn => 1,
    }
}

/// Returns the properties that a change has made different.
fn differences(
    before: (&Position, &Merits),
    now: (&Position, &Merits),
    change: Change,
) -> Vec<Difference> {
    let numbers = |(position, merits): (&Position, &Merits)| {
        let force = match change {
            Change::Replace { .. } => force(position),
            _ => 0,
        };
        [
            (Property::Men, merits.men),
            (Property::Force, force),
            (Property::Duals, merits.all_duals),
            (Property::ShortThreats, merits.short_threats),
            (Property::SurplusThreats, (merits.threats - 1).max(0)),
            (Property::Check, merits.check.into()),
            (Property::Capture, merits.capture.into()),
            (Property::Promotion, merits.promotion.into()),
            (Property::Flights, merits.flights),
            (Property::Variety, merits.variety),
        ]
    };
    let pairs = numbers(before).into_iter().zip(numbers(now));
    pairs
        .filter(|((_, before), (_, now))| before != now)
        .map(|((what, before), (_, now))| Difference { what, before, now })
        .collect()
}

/// Returns the changes of a position that give a legal one. If the defender can have moved last before the change, this
/// must be so after it; if there are no promoted pieces before, there must be none after. The order is: removals,
/// replacements, shifts, moves to neighbouring squares, other moves.
pub fn changes(position: &Position) -> Vec<Change> {
    let men = || {
        let squares = position.occupied().into_iter();
        squares.filter_map(|square| Some((square, position.piece_at(square)?)))
    };
    let others = || men().filter(|(_, man)| man.role != Role::King);
    let mut all: Vec<Change> = others()
        .map(|(square, man)| Change::Remove { man, square })
        .collect();
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook];
    for (square, man) in others() {
        let weaker = roles
            .into_iter()
            .filter(|&role| role != man.role && value(role) <= value(man.role));
        all.extend(weaker.map(|role| Change::Replace {
            man,
            by: role.of(man.color),
            square,
        }));
    }
    let shifts = (-7..=7).flat_map(|ranks| (-7..=7).map(move |files| (files, ranks)));
    all.extend(
        shifts
            .filter(|&shift| shift != (0, 0))
            .map(|(files, ranks)| Change::Shift { files, ranks }),
    );
    let mut far = Vec::new();
    for (from, man) in men() {
        for to in !position.occupied() {
            let change = Change::Move { man, from, to };
            match from.distance(to) {
                1 => all.push(change),
                _ => far.push(change),
            }
        }
    }
    all.append(&mut far);
    let usual = is_usual(&position.to_setup().board);
    let possible = can_have_moved(position);
    all.retain(|change| {
        change.apply(position).is_some_and(|changed| {
            changed.in_check() <= position.in_check()
                && (!usual || is_usual(&changed.to_setup().board))
                && (!possible || can_have_moved(&changed))
        })
    });
    all
}

/// Returns true unless it is proved that the side that is not to move cannot have moved last.
pub(crate) fn can_have_moved(position: &Position) -> bool {
    let [white, black] = Retro::of(position).last_moves;
    position.turn().fold_wb(black, white) != Some(0)
}

impl Change {
    /// Returns the position after the change; `None` if it is not allowed.
    fn apply(self, position: &Position) -> Option<Position> {
        let mut setup = position.to_setup();
        let board = &mut setup.board;
        match self {
            Change::Remove { square, .. } => board.discard_piece_at(square),
            Change::Replace { by, square, .. } => board.set_piece_at(square, by),
            Change::Move { man, from, to } => {
                board.discard_piece_at(from);
                board.set_piece_at(to, man);
            }
            Change::Shift { files, ranks } => {
                // Castling rights and the en-passant square cannot be shifted.
                if setup.castling_rights.any() || setup.ep_square.is_some() {
                    return None;
                }
                let mut shifted = Board::empty();
                for (square, man) in board.clone() {
                    shifted.set_piece_at(shift(square, files, ranks)?, man);
                }
                *board = shifted;
            }
        }
        setup.castling_rights &= setup.board.rooks();
        Position::from_setup(&setup, false).ok()
    }

    /// Returns the move by the same piece after the change; `None` if it leaves the board.
    fn carry(self, (from, to, promoted): Plain) -> Option<Plain> {
        match self {
            Change::Move {
                from: old, to: new, ..
            } if from == old => Some((new, to, promoted)),
            Change::Shift { files, ranks } => Some((
                shift(from, files, ranks)?,
                shift(to, files, ranks)?,
                promoted,
            )),
            _ => Some((from, to, promoted)),
        }
    }
}

/// Returns the square that is so many files to the right and ranks up; `None` if it is not on the board.
pub(crate) fn shift(square: Square, files: i32, ranks: i32) -> Option<Square> {
    let file = u32::from(square.file()).checked_add_signed(files)?;
    let rank = u32::from(square.rank()).checked_add_signed(ranks)?;
    Some(Square::from_coords(
        File::try_from(file).ok()?,
        Rank::try_from(rank).ok()?,
    ))
}
