//! Options that are given as text: types of options, the options of the chess engine, and their values.
//!
//! Each [option](EngineOption) is declared once: its [`Declaration`] provides the `option` line of UCI, the parser, the
//! default, the bounds and the row of the table in the book. UCI and matches parse text by it and collect the values in
//! [`EngineOptions`], the only form that the engine uses.

pub use super::values::{OptionError, Values};
use engine::eval::EvalKind;
use engine::search::DEFAULT_HASH_MB;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::num::NonZeroU64;
use std::time::Duration;

/// The lowest Elo that can be set.
pub const MIN_ELO: u32 = 600;
/// The highest Elo that can be set; for stronger play the strength is not limited at all.
pub const MAX_ELO: u32 = 2500;
/// Maximum number of pieces of the positions in Syzygy endgame tables.
const MAX_PROBED: u32 = 7;
/// Maximum value of the option `nodestime`.
const MOST_NODESTIME: i64 = 100_000;
/// Elo under `UCI_LimitStrength` if `UCI_Elo` is not set.
const DEFAULT_ELO: u32 = 1500;

/// An option of the chess engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineOption {
    /// Size of the transposition table, in mebibytes.
    Hash,
    /// Number of threads of the search.
    Threads,
    /// Number of best lines to report.
    MultiPv,
    /// Time kept back on each move, in milliseconds.
    MoveOverhead,
    /// Number of nodes that stand for a millisecond, so that clocks count nodes.
    NodesTime,
    /// Analysis of positions instead of play: no book, full strength.
    AnalyseMode,
    /// Limit of the strength to `UCI_Elo`.
    LimitStrength,
    /// Elo to play at.
    Elo,
    /// Kind of evaluation.
    Eval,
    /// File of the evaluation's network.
    EvalFile,
    /// Directories of endgame tables.
    SyzygyPath,
    /// Maximum number of pieces with which a position is looked up in the endgame tables.
    SyzygyProbeLimit,
    /// Situations in which the mate solver works beside the search.
    MateWatch,
    /// Use of the opening book.
    OwnBook,
    /// File of the opening book.
    BookFile,
    /// A search parameter, by its index in the table of parameters (only with the feature `tune`).
    Parameter(usize),
}

impl EngineOption {
    /// Returns the declarations of all options of the engine.
    pub fn all() -> Vec<Declaration<EngineOption>> {
        let default = EngineOptions::default();
        let option = |id, name, kind, doc| Declaration {
            id,
            name,
            kind,
            doc,
        };
        let spin = |default, min, max| Kind::Spin { default, min, max };
        let eval = Kind::Combo {
            default: default.eval.name(),
            vars: EvalKind::ALL.map(EvalKind::name).to_vec(),
        };
        let watch = Kind::Combo {
            default: default.mate_watch.name(),
            vars: MateWatch::ALL.map(MateWatch::name).to_vec(),
        };
        let hash = spin(default.hash_mb as i64, 1, 65536);
        let elo = spin(default.elo.into(), MIN_ELO.into(), MAX_ELO.into());
        let overhead = spin(default.overhead_ms as i64, 0, 5000);
        use EngineOption as Id;
        #[rustfmt::skip]
        let mut list = vec![
            option(Id::Hash, "Hash", hash,
                "Size of the transposition table in MB. If there is not so much memory, the old table stays."),
            option(Id::Threads, "Threads", spin(1, 1, 256),
                "Threads that search the same position and share the table."),
            option(Id::MultiPv, "MultiPV", spin(1, 1, 256),
                "How many lines to report, best first."),
            option(Id::MoveOverhead, "Move Overhead", overhead,
                "Milliseconds kept back on each move for what happens between engine and clock."),
            option(Id::NodesTime, "nodestime", spin(0, 0, MOST_NODESTIME),
                "Nodes that stand for a millisecond: in the chess search clocks and move times count them instead of time, so that a match on clocks is the same on every machine; 0: time counts."),
            option(Id::AnalyseMode, "UCI_AnalyseMode", Kind::Check(false),
                "The GUI analyses: no book, full strength."),
            option(Id::LimitStrength, "UCI_LimitStrength", Kind::Check(false),
                "Plays at the strength of UCI_Elo, and errs as people do."),
            option(Id::Elo, "UCI_Elo", elo,
                "The strength to play at under UCI_LimitStrength; in chess measured by matches, on the scale of Stockfish's UCI_Elo."),
            option(Id::Eval, "Eval", eval,
                "The evaluation: `classical`, `network`, or `material`, which only counts pieces and likes to give check."),
            option(Id::EvalFile, "EvalFile", Kind::Text(""),
                "A file for `Eval` `network`, instead of the network that is part of the program. If it cannot be used, the present one stays."),
            option(Id::SyzygyPath, "SyzygyPath", Kind::Text(""),
                "Directories of Syzygy endgame tables, separated by `:` (`;` on Windows)."),
            option(Id::SyzygyProbeLimit, "SyzygyProbeLimit", spin(MAX_PROBED.into(), 0, MAX_PROBED.into()),
                "Positions with more pieces, kings included, are not looked up in the endgame tables, at the root or in the search; 0: none is."),
            option(Id::MateWatch, "Mate Watch", watch,
                "Where the mate solver works beside the search and adds what it proves: in `analysis`, which is any search without a clock and without a time for the move (with one under UCI_AnalyseMode); `always`; or `off`. Never in matches of our own, unless it is `always`."),
            option(Id::OwnBook, "OwnBook", Kind::Check(false),
                "Plays from the book in BookFile while it can."),
            option(Id::BookFile, "BookFile", Kind::Text(""),
                "An opening book in Polyglot's format, by path or by name beside the program."),
        ];
        if cfg!(feature = "tune") {
            list.extend(
                engine::search::params::ALL
                    .iter()
                    .enumerate()
                    .map(|(i, p)| {
                        let kind = spin(p.default.into(), p.min.into(), p.max.into());
                        option(Id::Parameter(i), p.name, kind, "A parameter of the search.")
                    }),
            );
        }
        list
    }
}

/// Situations in which the mate solver works beside the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MateWatch {
    /// Never.
    Off,
    /// Only where a position is analysed and not played.
    #[default]
    Analysis,
    /// Always.
    Always,
}

impl MateWatch {
    /// All values.
    pub const ALL: [MateWatch; 3] = [MateWatch::Off, MateWatch::Analysis, MateWatch::Always];

    /// Returns the value's name in options.
    pub fn name(self) -> &'static str {
        match self {
            MateWatch::Off => "off",
            MateWatch::Analysis => "analysis",
            MateWatch::Always => "always",
        }
    }
}

/// Values of an engine's options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineOptions {
    /// Size of the transposition table in mebibytes, at least 1.
    pub hash_mb: usize,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Number of best lines to report, at least 1.
    pub multipv: usize,
    /// Milliseconds kept back on each move.
    pub overhead_ms: u64,
    /// Number of nodes that stand for a millisecond; `None` if clocks do not count nodes.
    pub nodestime: Option<NonZeroU64>,
    /// Kind of evaluation that the search uses.
    pub eval: EvalKind,
    /// File of the network; empty for the network that is part of the program.
    pub network: String,
    /// Directories of endgame tables, as one text; empty for none.
    pub tablebases: String,
    /// Maximum number of pieces, kings included, with which a position is looked up in the endgame tables: 0 to 7.
    pub probe_limit: u32,
    /// Situations in which the mate solver works beside the search.
    pub mate_watch: MateWatch,
    /// True if the opening book is used.
    pub own_book: bool,
    /// File of the opening book; empty for none.
    pub book_file: String,
    /// True if the engine plays at the strength `elo`.
    pub limit_strength: bool,
    /// Elo to play at, from [`MIN_ELO`] to [`MAX_ELO`].
    pub elo: u32,
    /// True if positions are analysed and not played: no book, full strength.
    pub analyse: bool,
    /// Search parameters that are not at their defaults: index and value (only with the feature `tune`).
    pub parameters: Vec<(usize, i32)>,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            hash_mb: DEFAULT_HASH_MB,
            threads: 1,
            multipv: 1,
            overhead_ms: 10,
            nodestime: None,
            eval: EvalKind::default(),
            network: String::new(),
            tablebases: String::new(),
            probe_limit: MAX_PROBED,
            mate_watch: MateWatch::default(),
            own_book: false,
            book_file: String::new(),
            limit_strength: false,
            elo: DEFAULT_ELO,
            analyse: false,
            parameters: Vec::new(),
        }
    }
}

impl EngineOptions {
    /// Returns the defaults with a transposition table of `hash_mb` mebibytes.
    pub fn with_hash(hash_mb: usize) -> EngineOptions {
        EngineOptions {
            hash_mb,
            ..EngineOptions::default()
        }
    }

    /// Returns the same options with the strength limited to `elo`.
    #[must_use]
    pub fn at_elo(self, elo: u32) -> EngineOptions {
        EngineOptions {
            limit_strength: true,
            elo: elo.clamp(MIN_ELO, MAX_ELO),
            ..self
        }
    }

    /// Sets an option to a value that its declaration has parsed.
    pub fn set(&mut self, option: EngineOption, value: &Value) {
        match (option, value) {
            (EngineOption::Hash, Value::Spin(mb)) => self.hash_mb = *mb as usize,
            (EngineOption::Threads, Value::Spin(n)) => self.threads = *n as usize,
            (EngineOption::MultiPv, Value::Spin(n)) => self.multipv = *n as usize,
            (EngineOption::MoveOverhead, Value::Spin(ms)) => self.overhead_ms = *ms as u64,
            (EngineOption::NodesTime, Value::Spin(nodes)) => {
                self.nodestime = NonZeroU64::new(*nodes as u64);
            }
            (EngineOption::AnalyseMode, Value::Check(on)) => self.analyse = *on,
            (EngineOption::LimitStrength, Value::Check(on)) => self.limit_strength = *on,
            (EngineOption::Elo, Value::Spin(elo)) => self.elo = *elo as u32,
            (EngineOption::Eval, Value::Text(name)) => {
                let named = EvalKind::ALL.into_iter().find(|kind| kind.name() == name);
                self.eval = named.unwrap_or(self.eval);
            }
            (EngineOption::EvalFile, Value::Text(path)) => self.network.clone_from(path),
            (EngineOption::SyzygyPath, Value::Text(path)) => self.tablebases.clone_from(path),
            (EngineOption::SyzygyProbeLimit, Value::Spin(n)) => self.probe_limit = *n as u32,
            (EngineOption::MateWatch, Value::Text(name)) => {
                let named = MateWatch::ALL.into_iter().find(|when| when.name() == name);
                self.mate_watch = named.unwrap_or(self.mate_watch);
            }
            (EngineOption::OwnBook, Value::Check(on)) => self.own_book = *on,
            (EngineOption::BookFile, Value::Text(path)) => self.book_file.clone_from(path),
            (EngineOption::Parameter(index), Value::Spin(value)) => {
                self.parameters.retain(|(other, _)| *other != index);
                self.parameters.push((index, *value as i32));
            }
            // A declaration only produces values of its own type.
            _ => {}
        }
    }

    /// Returns the time kept back on each move.
    pub fn overhead(&self) -> Duration {
        Duration::from_millis(self.overhead_ms)
    }

    /// Returns the file of the opening book; `None` if no book is used.
    pub fn book(&self) -> Option<&str> {
        (self.own_book && !self.book_file.is_empty()).then_some(self.book_file.as_str())
    }

    /// Returns the Elo to play at; `None` for full strength.
    pub fn handicap(&self) -> Option<u32> {
        (self.limit_strength && !self.analyse).then_some(self.elo)
    }

    /// Returns true if some moves are chosen at random.
    pub fn draws_lots(&self) -> bool {
        !self.analyse && (self.limit_strength || self.book().is_some())
    }
}

/// Type of an option, with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Check(bool),
    /// A whole number.
    Spin {
        /// Default value.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Default value.
        default: &'static str,
        /// All values.
        vars: Vec<&'static str>,
    },
    /// A button, which has no value.
    Button,
    /// Any text: the default.
    Text(&'static str),
}

/// Declaration of an option that engines have: its name, its type and default, and its description.
#[derive(Clone, Debug)]
pub struct Declaration<Id> {
    /// Identifier of the option.
    pub id: Id,
    /// Name, as the GUI shows it.
    pub name: &'static str,
    /// Type and default.
    pub kind: Kind,
    /// Description of the effect, for the book.
    pub doc: &'static str,
}

/// Value of an option, checked against its declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Value of a [`Kind::Check`].
    Check(bool),
    /// Value of a [`Kind::Spin`], within its bounds.
    Spin(i64),
    /// Value of a [`Kind::Combo`], in the declaration's spelling, or of a [`Kind::Text`].
    Text(String),
    /// A button was pressed.
    Pressed,
}

impl<Id> Declaration<Id> {
    /// Returns the line that declares this option to a GUI.
    pub fn line(&self) -> String {
        let mut line = format!("option name {} type ", self.name);
        match &self.kind {
            Kind::Check(default) => {
                let _ = write!(line, "check default {default}");
            }
            Kind::Spin { default, min, max } => {
                let _ = write!(line, "spin default {default} min {min} max {max}");
            }
            Kind::Combo { default, vars } => {
                let _ = write!(line, "combo default {default}");
                for var in vars {
                    let _ = write!(line, " var {var}");
                }
            }
            Kind::Button => line.push_str("button"),
            Kind::Text("") => line.push_str("string default <empty>"),
            Kind::Text(default) => {
                let _ = write!(line, "string default {default}");
            }
        }
        line
    }

    /// Returns the same declaration with another identifier.
    pub fn with_id<Other>(self, id: impl FnOnce(Id) -> Other) -> Declaration<Other> {
        Declaration {
            id: id(self.id),
            name: self.name,
            kind: self.kind,
            doc: self.doc,
        }
    }

    /// Parses a value. Numbers out of bounds are rejected here, while [`parse`](Self::parse) clamps them as UCI does.
    ///
    /// # Errors
    /// [`OptionError::Value`] if the text is not a value of the option's type or is out of bounds.
    pub fn parse_within(&self, text: &str) -> Result<Value, OptionError> {
        let value = self.parse(text)?;
        match self.bound_taken(text, &value) {
            Some(_) => Err(self.refusal(text)),
            None => Ok(value),
        }
    }

    /// Returns a sentence on the bound that was taken if `text` is a number out of bounds; `None` otherwise.
    pub fn bound_taken(&self, text: &str, value: &Value) -> Option<String> {
        let (Kind::Spin { min, max, .. }, Value::Spin(taken)) = (&self.kind, value) else {
            return None;
        };
        let name = self.name;
        (text.parse() != Ok(*taken))
            .then(|| format!("option {name} is from {min} to {max}; {taken} is taken"))
    }

    fn refusal(&self, value: &str) -> OptionError {
        OptionError::Value {
            name: self.name.to_owned(),
            value: value.to_owned(),
            expected: match &self.kind {
                Kind::Check(_) => Values::Switch,
                Kind::Spin { min, max, .. } => Values::Numbers(*min..=*max),
                Kind::Combo { vars, .. } => {
                    Values::Words(vars.iter().map(|word| (*word).to_owned()).collect())
                }
                Kind::Button | Kind::Text(_) => Values::Any,
            },
        }
    }

    /// Parses a value. Numbers out of bounds are clamped; the values of a combo may have any case.
    ///
    /// # Errors
    /// [`OptionError::Value`] if the text is not a value of the option's type.
    pub fn parse(&self, value: &str) -> Result<Value, OptionError> {
        match &self.kind {
            Kind::Check(_) => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "1" => Ok(Value::Check(true)),
                "false" | "off" | "0" => Ok(Value::Check(false)),
                _ => Err(self.refusal(value)),
            },
            Kind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(number) => Ok(Value::Spin(number.clamp(*min, *max))),
                Err(_) => Err(self.refusal(value)),
            },
            Kind::Combo { vars, .. } => {
                match vars.iter().find(|var| var.eq_ignore_ascii_case(value)) {
                    Some(var) => Ok(Value::Text((*var).to_owned())),
                    None => Err(self.refusal(value)),
                }
            }
            Kind::Button => Ok(Value::Pressed),
            Kind::Text(_) => Ok(Value::Text(value.to_owned())),
        }
    }
}

/// Finds an option by its name, in upper or lower case.
///
/// # Errors
/// [`OptionError::Name`] if there is no such option.
pub fn find<Id>(
    declarations: Vec<Declaration<Id>>,
    name: &str,
) -> Result<Declaration<Id>, OptionError> {
    declarations
        .into_iter()
        .find(|option| option.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Name(name.to_owned()))
}

#[cfg(test)]
mod tests;
