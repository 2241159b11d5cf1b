//! Optional features of matches between engines: adjudication by endgame tables, logs of the engines' communication,
//! assignment of processors, a chart of the result.

use super::Args;
use super::engines::check_writable;
use super::groups::Variant;
use crate::cli::CliError;
use arena::affinity;
use arena::config::{EngineConfig, EngineKind};
use arena::result::MatchJson;
use arena::tables::{Tables, syzygy};
use base::say;
use games::{AnyPosition, Lang};
use std::path::{Path, PathBuf};

/// Largest number of pieces in any endgame table.
const MOST_PIECES: usize = 7;

// Options of matches over games.
#[derive(clap::Args)]
pub(super) struct ExtraArgs {
    /// Directories of Syzygy endgame tables: a game of chess is over when they know its result
    #[arg(long, value_name = "DIRS")]
    pub tb: Option<String>,
    /// Ask the tables about positions of at most so many pieces, kings included [default: 7]
    #[arg(long, value_name = "N", requires = "tb", value_parser = clap::value_parser!(u8).range(3..=7))]
    pub tbpieces: Option<u8>,
    /// Write everything that is said in each game to a file of its own in this folder
    #[arg(long, value_name = "DIR")]
    pub log: Option<PathBuf>,
    /// Bind each of the concurrent games to processors of its own (Linux): all there are, or a list such as
    /// 0-3,6
    #[arg(long, value_name = "CPUS", num_args = 0..=1, default_missing_value = "")]
    pub affinity: Option<String>,
    /// Draw how the match went (Elo, and the test's ratio) as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Endgame tables and assignment of processors, as prepared from [`ExtraArgs`].
pub(super) struct Extras {
    pub tables: Option<Tables<AnyPosition>>,
    pub cpus: Vec<Vec<usize>>,
}

impl ExtraArgs {
    /// Returns the path of the chart; `None` if none is to be drawn.
    pub(super) fn plot(&self) -> Option<&Path> {
        self.plot.as_deref()
    }

    /// Checks the options, opens the endgame tables, and creates the folder of logs.
    ///
    /// # Errors
    /// A sentence that names the option.
    pub(super) fn ready(
        &self,
        args: &Args,
        variant: &Variant,
        players: &[EngineConfig],
        seats: usize,
    ) -> Result<Extras, CliError> {
        let lang = args.lang;
        let tables = match &self.tb {
            None => None,
            Some(_) if variant.entry.name() != "chess" => {
                return Err(say!(lang, "match-tables-of-chess").into());
            }
            Some(path) => {
                let pieces = self.tbpieces.map_or(MOST_PIECES, usize::from);
                let (tables, _) =
                    syzygy(path, pieces).map_err(|error| format!("--tb: {}", error.text(lang)))?;
                Some(tables)
            }
        };
        let cpus = match &self.affinity {
            None => Vec::new(),
            Some(list) => {
                let list = Some(list.as_str()).filter(|list| !list.is_empty());
                let places = affinity::places(list, args.concurrency, threads(players));
                places.map_err(|error| format!("--affinity: {}", error.text(lang)))?
            }
        };
        if let Some(path) = self.plot() {
            check_writable(path, lang)?;
            if seats != 2 || players.len() != 2 {
                return Err(say!(lang, "match-plot-two").into());
            }
        }
        if let Some(folder) = &self.log {
            begin_folder(folder, args.resume, lang)?;
        }
        Ok(Extras { tables, cpus })
    }

    /// Draws the chart of the result with texts in the language `lang`, if the user asked for one.
    ///
    /// # Errors
    /// The chart cannot be written.
    pub(super) fn draw_plot(&self, result: &MatchJson, lang: Lang) -> Result<(), CliError> {
        if let Some(path) = &self.plot {
            let result = serde_json::to_value(result)?;
            crate::cli::plot::draw(&result, path, lang)?;
        }
        Ok(())
    }
}

/// Returns the number of threads that think at the same time in one game: those of the engine with the most threads. An
/// engine that ponders (thinks during its opponent's turn) counts twice.
fn threads(players: &[EngineConfig]) -> usize {
    let of = |player: &EngineConfig| {
        let options = player.shared.iter().chain(&player.options);
        let named = options.filter(|(name, _)| name.eq_ignore_ascii_case("threads"));
        let threads = { named }
            .next_back()
            .and_then(|(_, value)| value.parse().ok());
        let ponders = matches!(player.kind, EngineKind::Process { ponders: true, .. });
        threads.unwrap_or(1).max(1) * (1 + usize::from(ponders))
    };
    players.iter().map(of).max().unwrap_or(1)
}

/// Creates the folder of logs. Unless the match is resumed, it is an error if the folder already contains logs.
fn begin_folder(folder: &Path, resumed: bool, lang: Lang) -> Result<(), CliError> {
    let cannot = |error: std::io::Error| format!("--log {}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(cannot)?;
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if !resumed && path.extension().is_some_and(|ending| ending == "log") {
            let folder = folder.display();
            return Err(say!(lang, "match-logs-there", folder).into());
        }
    }
    Ok(())
}
