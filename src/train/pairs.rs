//! Pairs of games that an engine plays against itself with other options, for tuning and experiments.
//!
//! Both games of a pair begin from the same opening, with colours exchanged. The result of a pair is counted in half
//! points, 0 to 4. A run plays many pairs, several at a time, and can be interrupted and resumed; so each pair is
//! identified by its number, and all random choices for it follow from that and the run's seed ([`rng_of`]).

use arena::adjudication::{DrawRule, ResignRule, Rules};
use arena::clock::Pace;
use arena::openings::Openings;
use arena::pool;
use arena::referee::play;
use base::clock::TimeControl;
use games::chess::Position;
use players::options::OptionError;
use players::{EngineCommand, Failure, Player, UciEngine};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// An option with its value.
pub type Setting = (String, String);

/// Time or node limits of both games of all pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// Number of nodes for each move, if no clock is used.
    pub nodes: u64,
    /// Time control, and number of nodes that stand for a millisecond of it; `None` if no clock is used.
    pub clock: Option<(TimeControl, NonZeroU64)>,
}

/// Reason why a run has ended early.
#[derive(Debug, thiserror::Error)]
pub enum PairError {
    /// The engine cannot be started.
    #[error("the engine does not start: {0}")]
    Engine(Failure),
    /// The engine does not have an option that is to be set: its name.
    #[error(
        "the engine has no option '{0}' (numbers of the search are options in a build of this version with the \
         feature tune)"
    )]
    Option(String),
    /// An option of the engine cannot have the value that is to be set.
    #[error("the engine's {0}")]
    Value(OptionError),
    /// A game ended by a failure of the engine: a description.
    #[error("a game ended by a failure: {0}")]
    Failure(String),
    /// The state of the run cannot be saved: the file, and the I/O error.
    #[error("cannot write {0}: {1}")]
    Write(String, std::io::Error),
}

/// Starts the engine once, and checks that it has these options, that they may have these values, and that its clock
/// can count nodes if games are played with a clock. Otherwise the engine would ignore the options, and the results
/// would be chance alone.
///
/// # Errors
/// [`PairError::Engine`], also if `stop` is set meanwhile; [`PairError::Option`]; [`PairError::Value`].
pub fn check(
    engine: &EngineCommand,
    options: &[Setting],
    terms: Terms,
    stop: &AtomicBool,
) -> Result<(), PairError> {
    let mut engine = UciEngine::<Position>::new(engine.clone(), Vec::new(), STARTUP, false);
    let declared = engine.start(stop).map_err(PairError::Engine)?;
    for (name, value) in options.iter().chain(&terms.options()) {
        let lower = name.to_lowercase();
        let option = declared.iter().find(|option| option.name == lower);
        let option = option.ok_or_else(|| PairError::Option(name.clone()))?;
        option.check(name, value).map_err(PairError::Value)?;
    }
    Ok(())
}

impl Terms {
    /// Returns the options of the engine that these terms need.
    fn options(self) -> Vec<Setting> {
        let clock = self.clock.into_iter();
        clock
            .map(|(_, pace)| (NODESTIME.to_owned(), pace.to_string()))
            .collect()
    }

    fn pace(self) -> Pace {
        Pace {
            tc: self.clock.map(|(tc, _)| tc),
            nodes: self.clock.is_none().then_some(self.nodes),
            // The clock counts nodes; the real time limit only makes sure that games end.
            margin: STARTUP,
            ..Pace::default()
        }
    }
}

/// Setup for playing pairs of games.
#[derive(Clone, Copy)]
pub struct Table<'a> {
    /// Engine that plays both sides.
    pub engine: &'a EngineCommand,
    /// Openings, one for each pair.
    pub openings: &'a Openings<Position>,
    /// Time or node limits of the games.
    pub terms: Terms,
    /// Flag that interrupts the games.
    pub stop: &'a AtomicBool,
}

impl Table<'_> {
    /// Plays a pair between the engine with the first and with the second of two sets of options. Returns the half
    /// points of the first, 0 to 4; `None` if stopped.
    pub fn play(&self, number: u64, sides: [Vec<Setting>; 2]) -> Option<Result<usize, PairError>> {
        let rules = Rules {
            draw: Some(DrawRule {
                move_number: 34,
                move_count: 8,
                score: 8,
            }),
            resign: Some(ResignRule {
                move_count: 3,
                score: 600,
                two_sided: false,
            }),
            max_moves: None,
        };
        let round = usize::try_from(number).unwrap_or(usize::MAX);
        let given = [
            vec![("Hash".to_owned(), "8".to_owned())],
            self.terms.options(),
        ]
        .concat();
        let mut engines = sides.map(|options| {
            // The options of a side take precedence over those of the engine's command.
            let other =
                |(name, _): &&Setting| !options.iter().any(|(o, _)| o.eq_ignore_ascii_case(name));
            let given: Vec<Setting> = given.iter().filter(other).cloned().collect();
            let options = [given, options].concat();
            UciEngine::<Position>::new(self.engine.clone(), options, STARTUP, false)
        });
        let pace = self.terms.pace();
        let mut half_points = 0;
        for first_is_white in [true, false] {
            let [first, second] = &mut engines;
            let (first, second): (&mut dyn Player<Position>, &mut dyn Player<Position>) =
                (first, second);
            let players = if first_is_white {
                vec![first, second]
            } else {
                vec![second, first]
            };
            let game = play(
                self.openings.of_round(round),
                players,
                &[pace, pace],
                rules,
                self.stop,
            )?;
            let verdict = game.verdict;
            if verdict.termination.is_failure() {
                return Some(Err(PairError::Failure(verdict.reason)));
            }
            let seat = usize::from(!first_is_white);
            half_points += match (verdict.is_shared, verdict.ranking.places[seat]) {
                (true, _) => 1,
                (false, 1) => 2,
                _ => 0,
            };
        }
        Some(Ok(half_points))
    }
}

/// Plays pairs in order on several threads, and calls `learn` with each result on this thread, until none are left,
/// `stop` is set, or `learn` fails. A worker returns `None` if it was stopped in the middle of a pair.
///
/// # Errors
/// The first error of `learn`, which is not called again after it.
pub fn play_all<R: Send, W: FnMut(u64) -> Option<R>>(
    pairs: impl Iterator<Item = u64> + Send,
    concurrency: usize,
    stop: &AtomicBool,
    make_worker: impl Fn() -> W + Sync,
    mut learn: impl FnMut(R) -> Result<(), PairError>,
) -> Result<(), PairError> {
    let mut failed = None;
    pool::run(pairs, concurrency, stop, make_worker, |result| match result
        .map_or(Ok(()), &mut learn)
    {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    });
    failed.map_or(Ok(()), Err)
}

/// Option by which a clock counts nodes.
const NODESTIME: &str = "nodestime";

/// Maximum time for the start of an engine.
const STARTUP: Duration = Duration::from_secs(30);

/// Returns the random number generator of a pair. Different seeds or pairs have independent generators.
pub fn rng_of(seed: u64, pair: u64) -> StdRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&pair.to_le_bytes());
    StdRng::from_seed(bytes)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_engine_without_the_options_or_their_values_is_refused() {
        let engine = |options: &str| EngineCommand {
            program: "sh".into(),
            args: vec![
                "-c".to_owned(),
                format!(
                    "while read line; do case $line in uci) printf '{options}uciok\\n';; \
                     isready) echo readyok;; quit) exit;; esac; done"
                ),
            ],
            ..EngineCommand::default()
        };
        let spin = |name: &str| format!("option name {name} type spin default 5 min 1 max 999\\n");
        let numbers = ["Steep", "small"];
        let all: String = numbers.iter().map(|name| spin(name)).collect();
        let stop = AtomicBool::new(false);
        let checked = |options: &str, small: &str, is_on_clock: bool| {
            let wanted = [("steep", "3"), ("small", small)];
            let wanted = wanted.map(|(name, value)| (name.to_owned(), value.to_owned()));
            let clock = ("1+0.01".parse().expect("a clock"), NonZeroU64::MIN);
            let terms = Terms {
                nodes: 1,
                clock: is_on_clock.then_some(clock),
            };
            let result = check(&engine(options), &wanted, terms, &stop);
            result.map_err(|error| error.to_string())
        };
        assert_eq!(checked(&all, "4", false), Ok(()));
        assert_eq!(
            checked(&(all.clone() + &spin("nodestime")), "4", true),
            Ok(())
        );
        for (options, small, is_on_clock, missing) in [
            (all.clone(), "4", true, "no option 'nodestime'"),
            (spin("Steep"), "4", false, "no option 'small'"),
            (String::new(), "4", false, "no option 'steep'"),
            (
                all,
                "0",
                false,
                "option small cannot be '0'; expected a number from 1 to 999",
            ),
        ] {
            let error = checked(&options, small, is_on_clock).expect_err(missing);
            assert!(error.contains(missing), "{error}");
        }
    }
}
