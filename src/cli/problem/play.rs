//! `atalaya problem play`: plays a game over a problem, at the terminal or over pipes.
//!
//! | file | what it does |
//! |---|---|
//! | `seats` | the players: H1, H2 (people), M1, M2 (machines) |
//! | `choose` | choice of the problem: by number, from a list, or at random |
//! | `session` | the game: the [duel](problems::play) driven by lines |
//! | `commands` | tables of commands |
//! | `output` | the output, as text or as one JSON object per line |

mod choose;
mod commands;
mod output;
mod seats;
mod session;

use super::FilterArgs;
use crate::cli::collection::{CollectionArgs, Failure};
use crate::cli::play::look::Colors;
use crate::cli::play::store::Store;
use crate::cli::prompt::Console;
use crate::cli::user;
use crate::cli::{CliError, CliResult, interrupt, language};
use base::chance::drawn_seed;
use base::clock::ClockRule;
use base::say;
use choose::{Choice, choose};
use games::Lang;
use output::Output;
use players::Registry;
use problems::Filter;
use problems::play::{Challenge, Duel, Side};
use seats::SeatArgs;
use session::{End, Session, Settings};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use store::{Error, NewPlay, Refusal};

#[derive(clap::Args)]
pub struct Args {
    /// The problem's number [default: one of those that the filter leaves]
    #[arg(conflicts_with = "load")]
    id: Option<i64>,
    /// The clock of each player: minutes and seconds for each move (5+3), moves per period
    /// (40/90+30), seconds for each turn (30/turn), or none [default: none]
    #[arg(long, value_name = "CLOCK", value_parser = parse_clock)]
    clock: Option<ClockRule>,
    /// How long a machine thinks on a move, in milliseconds; M2's proofs as attacker take what they
    /// take where there is no clock
    #[arg(long, default_value_t = 2000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: u64,
    /// Seed of all random choices, that of the problem among them
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Choose the problem from the list, also where the input is no terminal
    #[arg(long, conflicts_with_all = ["id", "load"])]
    choose: bool,
    /// Keep the game in this file when it is left; --load goes on with it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with a game that was left, and keep it there again unless --save names another file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["attacker", "defender", "second", "guest", "clock"])]
    load: Option<PathBuf>,
    /// Let --save replace a file that this game has not written
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    colors: Colors,
    #[command(flatten)]
    collection: CollectionArgs,
    // These have headings of their own, which would hold for whatever came after them.
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    seats: SeatArgs,
}

/// Parses a clock; the error is in the language of the command line.
fn parse_clock(text: &str) -> Result<ClockRule, String> {
    let parsed = text.parse::<ClockRule>();
    parsed.map_err(|error| error.text(language::current()))
}

/// Runs `atalaya problem play`.
pub(super) fn run(args: &Args) -> CliResult {
    let lang = args.collection.lang;
    args.collection.run(async |collection| {
        let viewer = user::who_if_any(&args.collection, &collection).await?;
        let viewer = viewer.map(|user| user.id);
        let output = Output::new(
            args.collection.json,
            args.collection.lang,
            args.colors.style(),
        );
        let seated = match &args.load {
            Some(_) => None,
            None => Some(args.seats.seated(&args.collection, &collection).await?),
        };
        // From here on the console reads the input, as moves: passwords have been read before.
        let console = Console::listen(!args.collection.json);
        let duel = match (&args.load, seated) {
            (Some(path), _) => {
                let filter = args.filter.filter(&collection).await?;
                refuse_filters(&filter, || say!(lang, "play-loaded-filter").to_owned())?;
                let duel = loaded(path, lang)?;
                // Check that the problem has not been changed since the game was saved, and may be played.
                let of = duel.challenge();
                if collection.plays().challenge(of.problem).await?.revision != of.revision {
                    return Err(Failure::Collection(Refusal::Changed(of.problem).into()));
                }
                seats::check(&duel, viewer)?;
                duel
            }
            (None, Some(seated)) => {
                let challenge = challenge(args, &collection, &console, viewer, &output);
                let Some(challenge) = challenge.await? else {
                    return Ok(ExitCode::SUCCESS);
                };
                let clock = args.clock.unwrap_or_default();
                Duel::begin(challenge, seated, clock, Duration::ZERO)?
            }
            (None, None) => return Ok(ExitCode::SUCCESS),
        };
        let path = args.save.clone().or_else(|| args.load.clone());
        let settings = Settings {
            movetime: Duration::from_millis(args.movetime),
            seed: args.seed.unwrap_or_else(drawn_seed),
            store: Store::new(path, args.load.as_deref(), args.force).telling(args.collection.lang),
        };
        let mut session = Session::new(duel, settings, console, output)?;
        let end = session.run()?;
        session.finish(&end)?;
        match end {
            End::Over => {
                let recorded = record(&mut session, &collection).await;
                if let Err(Failure::Collection(error)) = &recorded
                    && !matches!(error, Error::Refused(_))
                {
                    // When the database works again, loading the finished game with --load records it.
                    session.keep_unrecorded()?;
                }
                recorded?;
                Ok(ExitCode::SUCCESS)
            }
            End::Left => Ok(ExitCode::SUCCESS),
            End::Interrupted => Ok(ExitCode::from(interrupt::BROKEN_OFF)),
            End::Stuck(why) => Err(CliError::from(why).into()),
        }
    })
}

/// Returns the problem to be played; `None` if the user chooses none.
async fn challenge(
    args: &Args,
    collection: &store::Store,
    console: &Console,
    viewer: Option<i64>,
    output: &Output,
) -> Result<Option<Challenge>, Failure> {
    let filter = args.filter.filter(collection).await?;
    if let Some(id) = args.id {
        let lang = args.collection.lang;
        refuse_filters(&filter, || say!(lang, "play-problem-filter", id))?;
        return Ok(Some(collection.plays().challenge(id).await?));
    }
    let asks = args.choose || (args.seed.is_none() && choose::is_terminal());
    let choice = Choice {
        viewer,
        filter,
        seed: (!asks).then(|| args.seed.unwrap_or_else(drawn_seed)),
    };
    choose(&choice, collection, console, output).await
}

/// Returns an error if filter options are given although it is fixed what is played: the sentence `why`.
fn refuse_filters(filter: &Filter, why: impl Fn() -> String) -> Result<(), CliError> {
    if filter.chooses() {
        Err(why().into())
    } else {
        Ok(())
    }
}

/// Reads a saved game over a problem.
fn loaded(path: &std::path::Path, lang: Lang) -> Result<Duel, CliError> {
    let name = path.display();
    let bytes = std::fs::read(path).map_err(|error| say!(lang, "play-cannot-read", name, error))?;
    let duel = Duel::parse(&bytes, &Registry::standard());
    duel.map_err(|error| format!("{name}: {}", error.text(lang)).into())
}

/// Records the finished game in the collection, and prints the points and ratings that it has brought.
async fn record(session: &mut Session, collection: &store::Store) -> Result<(), Failure> {
    if let Some(play) = NewPlay::of(session.duel(), None)? {
        let recorded = collection.plays().record(&play).await?;
        let sides = Side::ALL.map(|side| session.duel().seated(side).clone());
        session.output().recorded(&recorded, &sides)?;
    }
    Ok(())
}
