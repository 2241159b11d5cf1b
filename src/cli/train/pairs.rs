//! Common parts of `train spsa` and `train factors`: games of one engine against itself. A run has a folder of its own,
//! in which it can be continued after an interruption, but only with the same engine and openings.

use super::super::{CliError, LeftOut, read_bytes};
use arena::openings::Openings;
use base::clock::TimeControl;
use base::files;
use games::Lang;
use games::chess::Position;
use players::EngineCommand;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use train::pairs::{PairError, Terms};

// Options that determine the games of a run and the folder in which its results are stored.
#[derive(clap::Args)]
pub struct PairArgs {
    /// The folder for what is learned; a run that is there is gone on with
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
    /// Openings, as EPD: each is played with both colours
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// Pairs of games in all
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub pairs: u64,
    /// Nodes a move
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games on this clock instead of so many nodes a move, as in 1+0.01; it counts nodes, see --nodestime
    #[arg(long, value_name = "TC", conflicts_with = "nodes")]
    tc: Option<TimeControl>,
    /// Nodes that stand for a millisecond of the clock
    #[arg(long, default_value = "200", requires = "tc", value_name = "NODES")]
    nodestime: NonZeroU64,
    /// Pairs at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Seed of the openings and of all random choices
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The engine, with all options that it is to play with [default: this program]
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,
}

/// Openings in a random order that a seed determines, with check sums by which a later run recognises the same openings
/// and the same engine.
pub struct Begun {
    /// Openings, shuffled by the seed.
    pub openings: Openings<Position>,
    /// SHA-256 of the openings' positions in the order of their file, in hexadecimal.
    pub openings_sum: String,
    /// SHA-256 of the engine's program file, in hexadecimal, so that a new build counts as another engine.
    pub engine_sum: String,
}

impl PairArgs {
    /// Returns the limits of the games: a number of nodes per move, or a clock.
    pub fn terms(&self) -> Terms {
        Terms {
            nodes: self.nodes,
            clock: self.tc.map(|tc| (tc, self.nodestime)),
        }
    }

    /// Number of pairs of games that are played at the same time.
    pub fn concurrency(&self) -> usize {
        self.concurrency.into()
    }

    /// Returns true if an engine is named.
    pub fn names_engine(&self) -> bool {
        self.engine.is_some()
    }

    /// Returns the command of the engine: the program that is named, or else this program.
    ///
    /// # Errors
    /// The operating system does not tell where this program is.
    pub fn engine(&self) -> Result<EngineCommand, CliError> {
        let program = match &self.engine {
            Some(program) => program.clone(),
            None => std::env::current_exe()
                .map_err(|error| format!("cannot find this program: {error}"))?,
        };
        Ok(EngineCommand {
            program,
            ..EngineCommand::default()
        })
    }

    /// Reads the openings and the engine's program, shuffles the openings, and computes the check sums.
    ///
    /// # Errors
    /// Openings or a program that cannot be read.
    pub fn begin(&self, engine: &EngineCommand) -> Result<Begun, CliError> {
        let mut left_out = LeftOut::of(&self.openings, "line", "");
        let mut openings = Openings::<Position>::from_epd(&self.openings, false, left_out.tell())?;
        left_out.report();
        let openings_sum = sum_of_openings(&openings);
        openings.shuffle(self.seed);
        let engine_sum = sum_of_program(&engine.program)?;
        Ok(Begun {
            openings,
            openings_sum,
            engine_sum,
        })
    }
}

/// Writer that saves the state of a run to a file from time to time, so that only seconds are lost if the program is
/// killed.
pub struct Keeper {
    file: PathBuf,
    last: Instant,
}

/// Shortest interval between two saves of what has been learned.
const KEEP_EVERY: Duration = Duration::from_secs(5);

impl Keeper {
    /// Creates a keeper for a file in a folder, and makes the folder if it does not exist.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn new(dir: &Path, file: &str) -> Result<Keeper, CliError> {
        std::fs::create_dir_all(dir).map_err(|error| super::cannot_write(dir, &error))?;
        Ok(Keeper {
            file: dir.join(file),
            last: Instant::now(),
        })
    }

    /// Reads the state of an earlier run from the file; `None` if there is no file.
    ///
    /// # Errors
    /// The file cannot be read, or is not such a state.
    pub fn load_state<State: DeserializeOwned>(&self) -> Result<Option<State>, CliError> {
        if !self.file.exists() {
            return Ok(None);
        }
        let text = std::fs::read_to_string(&self.file);
        let text = text.map_err(|error| self.cannot_go_on(&error.to_string()))?;
        let state = serde_json::from_str(&text);
        Ok(Some(
            state.map_err(|error| self.cannot_go_on(&error.to_string()))?,
        ))
    }

    /// Returns the error for an earlier run that cannot be continued; `why` is the reason, as the end of a sentence.
    pub fn cannot_go_on(&self, why: &str) -> CliError {
        format!("cannot go on with {}: {why}", self.file.display()).into()
    }

    /// Returns the error for an earlier run that was begun with other openings, with another engine or, if both are
    /// false, with other settings.
    pub fn begun_otherwise(&self, other_openings: bool, other_engine: bool) -> CliError {
        let other = match (other_openings, other_engine) {
            (true, _) => "other openings",
            (_, true) => "another engine",
            _ => "other settings",
        };
        self.cannot_go_on(&format!("it was begun with {other}; name another folder"))
    }

    /// Writes a state, unless less than five seconds have passed since the last call that wrote one or, before the
    /// first one, since the keeper was created. The final state of a run must therefore be written with
    /// [`keep`](Keeper::keep).
    ///
    /// # Errors
    /// [`PairError::Write`] if the file cannot be written.
    pub fn keep_sometimes(&mut self, state: &impl Serialize) -> Result<(), PairError> {
        if self.last.elapsed() < KEEP_EVERY {
            return Ok(());
        }
        self.last = Instant::now();
        self.keep(state)
    }

    /// Writes a state in place of the one before, which stays if the program is killed meanwhile.
    ///
    /// # Errors
    /// [`PairError::Write`] if the file cannot be written.
    pub fn keep(&self, state: &impl Serialize) -> Result<(), PairError> {
        let text = serde_json::to_string(state).map_err(std::io::Error::from);
        let moved = text.and_then(|text| files::replace(&self.file, (text + "\n").as_bytes()));
        moved.map_err(|error| PairError::Write(self.file.display().to_string(), error))
    }
}

/// Returns the SHA-256 of the openings' positions, by which a later run recognises them.
fn sum_of_openings(openings: &Openings<Position>) -> String {
    check_sum(openings.starts().map(|start| start.fen() + "\n"))
}

/// Returns the SHA-256 of a program's file, by which a later run recognises it; a new build counts as another engine.
///
/// # Errors
/// A sentence that names the file that cannot be read.
fn sum_of_program(program: &Path) -> Result<String, CliError> {
    Ok(check_sum([read_bytes(&file_of(program), Lang::EN)?]))
}

/// Returns the path of a program's file: a bare name is looked up in the folders of `PATH`, as the operating system
/// does.
fn file_of(program: &Path) -> PathBuf {
    let is_bare = program.components().count() < 2;
    let folders = std::env::var_os("PATH").filter(|_| is_bare);
    std::env::split_paths(&folders.unwrap_or_default())
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
        .unwrap_or_else(|| program.to_owned())
}

fn check_sum(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part);
    }
    format!("{:x}", digest.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_known_by_their_positions_and_engines_by_their_programs() {
        let sum = |text: &str| {
            let file = tempfile::NamedTempFile::new().expect("a temporary file");
            std::fs::write(&file, text).expect("written");
            let openings =
                Openings::<Position>::from_epd(file.path(), false, |_, _| {}).expect("openings");
            (
                sum_of_openings(&openings),
                sum_of_program(file.path()).expect("a file"),
            )
        };
        let one = sum("4k3/8/8/8/8/8/4P3/4K3 w - - id \"a\";\n");
        let same = sum("4k3/8/8/8/8/8/4P3/4K3 w - - id \"b\";\n");
        let other = sum("4k3/8/8/8/8/8/3P4/4K3 w - - id \"a\";\n");
        assert!(one.0 == same.0 && one.0 != other.0);
        assert!(one.1 != same.1);
        assert!(sum_of_program(Path::new("/nowhere/at/all")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_bare_name_of_a_program_is_looked_up() {
        assert!(file_of(Path::new("sh")).is_absolute());
        assert_eq!(file_of(Path::new("./sh")), Path::new("./sh"));
    }
}
