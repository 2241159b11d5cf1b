//! Improving problems: a search for small changes after which a sound problem is still sound, and better.
//!
//! [`Improver::changes`] are: a piece removed, a piece replaced by a weaker one; in direct mates also the whole position
//! shifted, and one piece moved. [`Improver::examine`] lets the solver decide each of them within a number of visited
//! positions, and compares the evaluations before and after: of direct mates those of the judge that composing uses, of other
//! problems the number and the value of the pieces.

mod changes;
#[cfg(test)]
mod tests;

pub use changes::Change;
pub(crate) use changes::{can_have_moved, shift};

use super::compose::judge::{Judge, Look, Merits, Played};
use super::error::{Error, Result};
use super::solutions::{self, SolutionLimits, Solutions};
use super::verify::HASH_MB;
use super::{Draft, FoundKey};
use base::{say, told};
use changes::{Plain, changes, force, plain};
use games::Text;
use games::chess::{Position, localized};
use serde::Serialize;
use solve::mate::{Key, Solution};
use solve::stipulation::Solver;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Default number of positions that may be visited for one change.
pub const NODES: u64 = 100_000;

/// Options of the play with which changes are examined: the others ask for more than the number of solutions.
const COUNTED: [&str; 2] = ["Quodlibet", "Duplex"];

/// Factor by which the limit is higher for the given problem itself.
const FOR_THE_GIVEN: u64 = 100;

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
    /// Key after the change; `None` if the problem is no direct mate.
    pub key: Option<FoundKey>,
    /// True if the key is the same move by the same piece as before the change; in other problems, if all solutions are.
    pub same_key: bool,
    /// Number of variations of the given problem that the change preserves.
    pub kept: usize,
    /// Number of variations of the given problem: threats, and defences with exactly one answer; in other problems, of
    /// solutions.
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

/// A sound problem that is to be improved.
#[derive(Clone, Debug)]
pub struct Given {
    /// Position of the problem.
    pub position: Position,
    /// Solution of the problem.
    pub play: GivenPlay,
}

/// Solution of a problem that is to be improved, with which those after changes are compared.
#[derive(Clone, Debug)]
pub enum GivenPlay {
    /// Solution of a direct mate.
    Direct(Box<DirectPlay>),
    /// Solutions of any other problem: the moves of each as text.
    Solutions(Vec<String>),
}

/// Key and variations of a direct mate.
#[derive(Clone, Debug)]
pub struct DirectPlay {
    /// Key of the problem.
    pub key: FoundKey,
    merits: Merits,
    first: Plain,
    /// Each defence with its only answer; a threat has no defence.
    variations: Vec<(Option<Plain>, Plain)>,
}

/// Solver that decides if a changed problem is sound.
enum Examiner {
    /// For direct mates in so many moves.
    Direct(Judge, u32),
    /// For other problems.
    Other(Box<Solver>),
}

/// Examiner of changes, with its solver.
pub struct Improver {
    draft: Draft,
    examiner: Examiner,
    nodes: u64,
}

impl Improver {
    /// Creates an improver for a problem, which visits at most `nodes` positions for each change (and as many for each
    /// twin).
    ///
    /// # Errors
    /// [`Error::Invalid`] if the solver's tables do not fit in memory.
    pub fn new(draft: Draft, nodes: u64) -> Result<Improver> {
        let examiner = match draft.mate() {
            Ok(moves) => Examiner::Direct(Judge::new(moves)?, moves),
            Err(_) => Examiner::Other(Box::new(Solver::new(HASH_MB).map_err(Error::invalid)?)),
        };
        Ok(Improver {
            draft,
            examiner,
            nodes,
        })
    }

    /// Returns the changes that can make a problem better: all for direct mates, else those that take away pieces or their
    /// power.
    pub fn changes(&self, given: &Given) -> Vec<Change> {
        let mut all = changes(&given.position);
        if let Examiner::Other(_) = self.examiner {
            all.retain(|change| matches!(change, Change::Remove { .. } | Change::Replace { .. }));
        }
        all
    }

    /// Examines the given problem, which must be sound. Returns `None` if `stop` was set first.
    ///
    /// # Errors
    /// [`Error::Position`] if the position is not one of chess, [`Error::Invalid`] with the reason why the problem is not
    /// sound, if that was not decided, or with an option that is not taken into account.
    pub fn examine_given(&mut self, stop: &AtomicBool) -> Result<Option<Given>> {
        let position = self.draft.position()?;
        let mut options = self.draft.terms.options.iter();
        let other = options.find(|option| !COUNTED.contains(&option.as_str()));
        if let (Examiner::Other(_), Some(option)) = (&self.examiner, other) {
            return Err(Error::Invalid(told!("improve-option", option)));
        }
        let nodes = self.nodes.saturating_mul(FOR_THE_GIVEN);
        let play = match &mut self.examiner {
            Examiner::Direct(judge, moves) => {
                let look = judge.look(&position, nodes, stop);
                direct_play(&position, look, *moves).map(|play| play.map(GivenPlay::Direct))
            }
            Examiner::Other(solver) => {
                let found = within(solver, &self.draft, nodes, stop).map_err(Error::Invalid)?;
                found.map(|found| match unsound(&self.draft, &found) {
                    Some(why) => Err(why),
                    None => Ok(GivenPlay::Solutions(found.texts)),
                })
            }
        };
        match play {
            Some(Ok(play)) => Ok(Some(Given { position, play })),
            Some(Err(why)) => Err(Error::Invalid(why)),
            None if stop.load(Relaxed) => Ok(None),
            None => Err(Error::Invalid(told!("improve-undecided", nodes))),
        }
    }

    /// Applies a change to a problem, and decides whether the result is sound (exactly one key, no shorter mate; as many
    /// solutions as intended, none shorter) and better than the given problem.
    pub fn examine(&mut self, given: &Given, change: Change, stop: &AtomicBool) -> Examined {
        let Some(position) = change.apply(&given.position) else {
            return Examined::Unsound;
        };
        match (&mut self.examiner, &given.play) {
            (Examiner::Direct(judge, _), GivenPlay::Direct(play)) => {
                match judge.look(&position, self.nodes, stop) {
                    Look::Exact(Played::Sound(sound)) => {
                        direct(&given.position, play, change, &position, *sound)
                    }
                    Look::Exact(Played::Cooked(_)) | Look::Short(_) | Look::NoMate => {
                        Examined::Unsound
                    }
                    Look::Undecided | Look::Exact(_) => Examined::Undecided,
                }
            }
            (Examiner::Other(solver), GivenPlay::Solutions(before)) => {
                let draft = Draft {
                    fen: position.fen(),
                    ..self.draft.clone()
                };
                match within(solver, &draft, self.nodes, stop) {
                    Ok(Some(found)) if found.is_sound => {
                        let kept = before.iter().filter(|text| found.texts.contains(text));
                        let (kept, variations) = (kept.count(), before.len());
                        other(&given.position, change, &position, kept, variations)
                    }
                    Ok(None) => Examined::Undecided,
                    // A twin, or a condition, may be impossible after the change.
                    Ok(Some(_)) | Err(_) => Examined::Unsound,
                }
            }
            // A problem is examined by the improver that was made for it.
            _ => Examined::Unsound,
        }
    }
}

/// Returns the solutions of a problem that is no direct mate; `None` if they are not known after so many positions.
fn within(
    solver: &mut Solver,
    draft: &Draft,
    nodes: u64,
    stop: &AtomicBool,
) -> Result<Option<Solutions>, Text> {
    let limits = SolutionLimits {
        surplus: 1,
        time: None,
        nodes: Some(nodes),
    };
    solutions::solve(solver, draft, limits, stop)
}

/// Returns the reason why a problem that is no direct mate is not sound; `None` if it is.
fn unsound(draft: &Draft, found: &Solutions) -> Option<Text> {
    if found.is_sound {
        return None;
    }
    let intended = u32::try_from(solutions::intended(draft)).unwrap_or(u32::MAX);
    let wrong = found.solved.iter().find(|part| part.solutions != intended);
    Some(match wrong {
        Some(part) => {
            let twin = match part.twin.as_str() {
                "" => "none".to_owned(),
                twin => twin.to_owned(),
            };
            let more = if part.more { "yes" } else { "no" };
            let count = part.solutions;
            told!("improve-solutions", twin, more, count, intended)
        }
        None => told!("improve-shorter"),
    })
}

/// Returns the key and the variations of a given direct mate, or the reason why it is not sound; `None` if that was not
/// decided.
fn direct_play(
    position: &Position,
    look: Look,
    moves: u32,
) -> Option<Result<Box<DirectPlay>, Text>> {
    match look {
        Look::Exact(Played::Sound(sound)) => {
            let (key, solution, merits) = *sound;
            Some(Ok(Box::new(DirectPlay {
                key: FoundKey::of(position, &key),
                merits,
                first: plain(key.first),
                variations: variations(&solution),
            })))
        }
        Look::Exact(Played::Cooked(keys)) => {
            let names: Vec<String> = keys.iter().map(|key| position.san(key.first)).collect();
            let count = names.len();
            Some(Err(Text::of(|lang| {
                let names = names.iter().map(|name| localized(name, lang));
                let keys = names.collect::<Vec<_>>().join(", ");
                say!(lang, "improve-cooked", count, keys)
            })))
        }
        Look::Short(least) => Some(Err(told!("improve-short", moves, least))),
        Look::NoMate => Some(Err(told!("improve-no-mate", moves))),
        Look::Undecided | Look::Exact(_) => None,
    }
}

/// Compares a direct mate that is sound after a change with the given one.
fn direct(
    before: &Position,
    play: &DirectPlay,
    change: Change,
    position: &Position,
    (key, solution, merits): (Key, Solution, Merits),
) -> Examined {
    let now = variations(&solution);
    let carried = |&(defence, answer): &(Option<Plain>, Plain)| {
        let defence = match defence {
            Some(defence) => Some(change.carry(defence)?),
            None => None,
        };
        Some((defence, change.carry(answer)?))
    };
    let kept = play.variations.iter().filter_map(carried);
    let kept = kept.filter(|variation| now.contains(variation)).count();
    let same_key = change.carry(play.first) == Some(plain(key.first));
    let differences = differences((before, &play.merits), (position, &merits), change);
    let (reasons, drawbacks): (Vec<_>, Vec<_>) = differences
        .into_iter()
        .partition(|d| (d.now > d.before) == d.what.is_better_if_more());
    let gain = merits.score() - play.merits.score();
    let economy: i32 = reasons.iter().map(economy).sum();
    let variations = play.variations.len();
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
        key: Some(FoundKey::of(position, &key)),
        same_key,
        kept,
        variations,
        reasons,
        drawbacks,
        worth,
    }))
}

/// Compares another problem that is sound after a change with the given one, of whose `variations` solutions `kept` ones are
/// left.
fn other(
    before: &Position,
    change: Change,
    position: &Position,
    kept: usize,
    variations: usize,
) -> Examined {
    let differences = material(before, position, change).into_iter();
    let reasons: Vec<Difference> = differences.filter(|d| d.now < d.before).collect();
    let economy: i32 = reasons.iter().map(economy).sum();
    if economy == 0 {
        return Examined::Sound;
    }
    let is_whole = kept == variations;
    let mut worth = economy + i32::try_from(kept).unwrap_or(i32::MAX);
    if is_whole {
        worth += if economy >= ECONOMY { FREE } else { 10 };
    }
    Examined::Better(Box::new(Improvement {
        change,
        fen: position.fen(),
        key: None,
        same_key: is_whole,
        kept,
        variations,
        reasons,
        drawbacks: Vec::new(),
        worth,
    }))
}

/// Returns the score for a difference in material.
fn economy(difference: &Difference) -> i32 {
    match difference.what {
        Property::Men => ECONOMY,
        Property::Force => difference.before - difference.now,
        _ => 0,
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

/// Returns the number of the pieces before and after a change, and their value if their number is kept.
fn material(before: &Position, now: &Position, change: Change) -> [Difference; 2] {
    let men = |position: &Position| i32::try_from(position.occupied().count()).unwrap_or(i32::MAX);
    let value = |position: &Position| match change {
        Change::Replace { .. } => force(position),
        _ => 0,
    };
    let pair = |what, of: &dyn Fn(&Position) -> i32| Difference {
        what,
        before: of(before),
        now: of(now),
    };
    [pair(Property::Men, &men), pair(Property::Force, &value)]
}

/// Returns the properties that a change has made different.
fn differences(
    before: (&Position, &Merits),
    now: (&Position, &Merits),
    change: Change,
) -> Vec<Difference> {
    let numbers = |merits: &Merits| {
        [
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
    let pairs = numbers(before.1).into_iter().zip(numbers(now.1));
    let of_play = pairs.map(|((what, before), (_, now))| Difference { what, before, now });
    let all = material(before.0, now.0, change).into_iter().chain(of_play);
    all.filter(|difference| difference.before != difference.now)
        .collect()
}
