//! Themes of problems, recognised in their solutions.
//!
//! Start with [`of_solution`] for a mate in N that has its keys, tries and set play, [`of_selfmate`] for a selfmate,
//! and [`of_lines`] for help play; [`of_part`] for the answer of a solver to one of the last two. All first write the solution as [`Phase`]s of [`Variation`]s, on which all tests
//! work. The book's page on themes defines each of them.
//!
//! | file | themes |
//! |---|---|
//! | `lines` | phases and variations, and men that are followed from the diagram |
//! | `mates` | model, pure and ideal mates, echoes, pin-mates, self-blocks |
//! | `men` | batteries, interference, Grimshaw, Novotny, half-pins |
//! | `ways` | journeys of a man: switchbacks, stars, four moves of a pawn, promotions |
//! | `changes` | set play and tries against the solution: changed, transferred and cyclic mates |

mod changes;
mod lines;
mod mates;
mod men;
#[cfg(test)]
mod tests;
mod ways;

pub use lines::{Phase, PhaseKind, Ply, Variation};

use crate::mate::Solution;
use crate::stipulation::{Extent, Line, Part, Play};
use games::chess::{Color, Position};

/// A theme, named as composers name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the book's page on themes defines them")]
pub enum Theme {
    Battery,
    RoyalBattery,
    PinMate,
    HalfPin,
    SelfBlock,
    Interference,
    Grimshaw,
    Novotny,
    Switchback,
    RoundTrip,
    Umnov,
    Zilahi,
    PureMate,
    ModelMate,
    IdealMate,
    Echo,
    ChameleonEcho,
    ChangedMates,
    TransferredMates,
    Lacny,
    Mutate,
    FlightGivingKey,
    StarFlights,
    CrossFlights,
    Albino,
    Pickaninny,
    Underpromotion,
    Allumwandlung,
    Excelsior,
}

base::words!(Theme:
    Battery = "battery",
    RoyalBattery = "royal-battery",
    PinMate = "pin-mate",
    HalfPin = "half-pin",
    SelfBlock = "self-block",
    Interference = "interference",
    Grimshaw = "grimshaw",
    Novotny = "novotny",
    Switchback = "switchback",
    RoundTrip = "round-trip",
    Umnov = "umnov",
    Zilahi = "zilahi",
    PureMate = "pure-mate",
    ModelMate = "model-mate",
    IdealMate = "ideal-mate",
    Echo = "echo",
    ChameleonEcho = "chameleon-echo",
    ChangedMates = "changed-mates",
    TransferredMates = "transferred-mates",
    Lacny = "lacny",
    Mutate = "mutate",
    FlightGivingKey = "flight-giving-key",
    StarFlights = "star-flights",
    CrossFlights = "cross-flights",
    Albino = "albino",
    Pickaninny = "pickaninny",
    Underpromotion = "underpromotion",
    Allumwandlung = "allumwandlung",
    Excelsior = "excelsior",
);

/// A theme that was recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Theme that was recognised.
    pub theme: Theme,
    /// Some of the variations that show it, in standard algebraic notation.
    pub shown: Vec<String>,
}

/// Greatest number of variations that are listed with a theme.
const SHOWN: usize = 4;

/// Collection of the themes found, each once.
#[derive(Debug, Default)]
struct Finds(Vec<Found>);

impl Finds {
    /// Adds a theme with the variations that show it; does nothing if there are no such variations.
    fn add<'a>(&mut self, theme: Theme, shown: impl IntoIterator<Item = &'a Variation>) {
        let mut texts: Vec<String> = Vec::new();
        for variation in shown {
            let text = variation.text();
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        if texts.is_empty() || self.0.iter().any(|found| found.theme == theme) {
            return;
        }
        texts.truncate(SHOWN);
        self.0.push(Found {
            theme,
            shown: texts,
        });
    }

    /// Returns the themes in the order of [`Theme::ALL`].
    fn ordered(mut self) -> Vec<Found> {
        self.0.sort_by_key(|found| found.theme);
        self.0
    }
}

/// Returns the themes of a mate in N, given its solution. Changed mates, and the themes based on them, are found only
/// if the solution has set play or tries.
pub fn of_solution(p: &Position, solution: &Solution) -> Vec<Found> {
    let phases = lines::phases(p, solution);
    let mut finds = Finds::default();
    let keys: Vec<&Phase> = phases
        .iter()
        .filter(|phase| phase.kind == PhaseKind::Key)
        .collect();
    let played: Vec<&Variation> = keys
        .iter()
        .flat_map(|phase| phase.single_variations())
        .collect();
    mates::find(&played, p.turn(), &mut finds);
    men::find(&played, p.turn(), &mut finds);
    men::half_pin(&keys, &mut finds);
    ways::journeys(&played, p.turn(), &mut finds);
    ways::of_phases(p, &phases, &mut finds);
    changes::find(p, &phases, &mut finds);
    finds.ordered()
}

/// Returns the themes of a selfmate, given its solution: themes of mates and lines for the side that mates, themes of
/// journeys and changes for the side that has the key. Half-pins, Umnov and Zilahi are not looked for.
pub fn of_selfmate(p: &Position, solution: &Solution) -> Vec<Found> {
    let phases = lines::phases_of_selfmate(p, solution);
    let mut finds = Finds::default();
    let keys = phases.iter().filter(|phase| phase.kind == PhaseKind::Key);
    let played: Vec<&Variation> = keys.flat_map(Phase::single_variations).collect();
    let mating = p.turn().other();
    mates::find(&played, mating, &mut finds);
    men::find(&played, mating, &mut finds);
    ways::journeys(&played, p.turn(), &mut finds);
    ways::of_phases(p, &phases, &mut finds);
    changes::find(p, &phases, &mut finds);
    finds.ordered()
}

/// Returns the themes of a selfmate or helpmate, given the answer of the solver; `None` if not all solutions are in it.
pub fn of_part(part: &Part) -> Option<Vec<Found>> {
    let (asked, position) = (part.stipulation, &part.position);
    if part.extent != Extent::All {
        return None;
    }
    if asked.play() == Play::Self_ {
        return Some(of_selfmate(position, &part.solution));
    }
    let mated = asked.winner(position.turn()).other();
    Some(of_lines(position, mated, &part.lines))
}

/// Returns the themes of help play in which `mated` is mated, given its solutions: those of mates and of journeys.
pub fn of_lines(p: &Position, mated: Color, solutions: &[Line]) -> Vec<Found> {
    let variations: Vec<Variation> = solutions
        .iter()
        .filter(|line| line.ends.is_empty())
        .map(|line| Variation::of_moves(p, &line.moves))
        .filter(|variation| variation.end.turn() == mated)
        .collect();
    let played: Vec<&Variation> = variations.iter().collect();
    let mut finds = Finds::default();
    mates::find(&played, mated.other(), &mut finds);
    men::find(&played, mated.other(), &mut finds);
    ways::journeys(&played, mated.other(), &mut finds);
    finds.ordered()
}
