//! The engine's options, each declared once: the declaration gives the `option` line, the parser,
//! the default, the bounds, and the table in the book.

use super::variant;
use crate::eval::EvalKind;
use crate::games::MAX_SEATS;
use crate::games::rolit::{Rules, Shape, Size};
use crate::players::{MAX_ELO, MIN_ELO};
use crate::search::DEFAULT_HASH_MB;
use std::fmt::Write;

/// The strength under `UCI_LimitStrength` when nobody says otherwise.
pub const DEFAULT_ELO: u32 = 1500;

/// Which option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Id {
    /// Size of the transposition table.
    Hash,
    /// Threads of the search.
    Threads,
    /// Lines to report.
    MultiPv,
    /// Whether the GUI ponders.
    Ponder,
    /// Time kept back on each move.
    MoveOverhead,
    /// Forget the transposition table.
    ClearHash,
    /// Castling as king takes rook.
    Chess960,
    /// Report win, draw and loss.
    ShowWdl,
    /// The GUI analyses and does not play.
    AnalyseMode,
    /// Play at `UCI_Elo`.
    LimitStrength,
    /// The strength to play at.
    Elo,
    /// The game.
    Variant,
    /// When blocked towers end a round of Kamisado.
    KamisadoDeadlock,
    /// The points a match of Kamisado goes to.
    KamisadoMatch,
    /// The rules of Rolit, where a position does not name its own.
    RolitRules,
    /// How many play Rolit from the start position.
    RolitPlayers,
    /// The teams of Rolit's start position.
    RolitTeams,
    /// The shape of the students' board.
    RolitShape,
    /// The size of the students' board.
    RolitSize,
    /// The evaluation.
    Eval,
    /// Directories of endgame tables.
    SyzygyPath,
    /// Use the opening book.
    OwnBook,
    /// The opening book.
    BookFile,
    /// Where to log the conversation.
    DebugLogFile,
    /// A search parameter, by its index in the table of parameters (feature `tune`).
    Parameter(usize),
}

/// The type of an option, with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Check(bool),
    /// A whole number.
    Spin {
        /// The default.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: &'static str,
        /// The words.
        vars: Vec<&'static str>,
    },
    /// Something to do.
    Button,
    /// Any text.
    Text(&'static str),
}

/// An option.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Which one.
    pub id: Id,
    /// Its name, as the GUI shows it.
    pub name: &'static str,
    /// Its type and default.
    pub kind: Kind,
    /// What it does, for the book.
    pub doc: &'static str,
}

/// The value of an option, checked against its declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a check.
    Check(bool),
    /// Of a spin, clamped to its bounds.
    Spin(i64),
    /// Of a combo, in the declaration's spelling, or of a text.
    Text(String),
    /// A button was pressed.
    Pressed,
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option '{0}'")]
    Name(String),
    /// The value does not fit the option's type.
    #[error("option {name} cannot be '{value}'; expected {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value as given.
        value: String,
        /// What would do.
        expected: String,
    },
}

/// Every option, in the order in which GUIs are told.
pub fn all() -> Vec<Declaration> {
    let option = |id, name, kind, doc| Declaration {
        id,
        name,
        kind,
        doc,
    };
    let spin = |default, min, max| Kind::Spin { default, min, max };
    let evals = EvalKind::ALL.map(EvalKind::name).to_vec();
    let eval = Kind::Combo {
        default: EvalKind::default().name(),
        vars: evals,
    };
    // The first word is the default.
    let combo = |vars: &[&'static str]| Kind::Combo {
        default: vars.first().copied().unwrap_or_default(),
        vars: vars.to_vec(),
    };
    let variant = combo(&variant::NAMES);
    let deadlock = combo(&["mutual", "cycle"]);
    let points = combo(&["1", "3", "7", "15"]);
    let rules = combo(&Rules::ALL.map(Rules::name));
    let shape = combo(&Shape::ALL.map(Shape::name));
    let size = combo(&Size::ALL.map(Size::name));
    let hash = spin(DEFAULT_HASH_MB as i64, 1, 65536);
    let elo = spin(DEFAULT_ELO.into(), MIN_ELO.into(), MAX_ELO.into());
    #[rustfmt::skip]
    let mut list = vec![
        option(Id::Hash, "Hash", hash,
            "Size of the transposition table in MB. If there is not so much memory, the old table stays."),
        option(Id::Threads, "Threads", spin(1, 1, 256),
            "Threads that search the same position and share the table."),
        option(Id::MultiPv, "MultiPV", spin(1, 1, 256),
            "How many lines to report, best first."),
        option(Id::Ponder, "Ponder", Kind::Check(false),
            "Tells the engine that the GUI may let it think on the opponent's time."),
        option(Id::MoveOverhead, "Move Overhead", spin(10, 0, 5000),
            "Milliseconds kept back on each move for what happens between engine and clock."),
        option(Id::ClearHash, "Clear Hash", Kind::Button,
            "Forgets the transposition table."),
        option(Id::Chess960, "UCI_Chess960", Kind::Check(false),
            "Castling rights may belong to any rook; castling is written as king takes rook."),
        option(Id::ShowWdl, "UCI_ShowWDL", Kind::Check(false),
            "Adds the chances of win, draw and loss, in permille, to each score."),
        option(Id::AnalyseMode, "UCI_AnalyseMode", Kind::Check(false),
            "The GUI analyses: no book, full strength."),
        option(Id::LimitStrength, "UCI_LimitStrength", Kind::Check(false),
            "Plays at about the strength of UCI_Elo."),
        option(Id::Elo, "UCI_Elo", elo,
            "The strength to play at under UCI_LimitStrength."),
        option(Id::Variant, "UCI_Variant", variant,
            "The game."),
        option(Id::KamisadoDeadlock, "KamisadoDeadlock", deadlock,
            "When blocked towers end a round of Kamisado: `mutual`, at the second in a row; `cycle`, when the forced zero moves would repeat."),
        option(Id::KamisadoMatch, "KamisadoMatch", points,
            "The points a match of Kamisado goes to; beyond 1, winning towers become sumos."),
        option(Id::RolitRules, "RolitRules", rules,
            "The rules of Rolit: of the start position, and of texts that do not name theirs."),
        option(Id::RolitPlayers, "RolitPlayers", spin(4, 2, MAX_SEATS as i64),
            "How many play from Rolit's start position; by the official rules 4 at most."),
        option(Id::RolitTeams, "RolitTeams", Kind::Text(""),
            "The two teams of Rolit's start position, such as `RG/YB`; empty without teams."),
        option(Id::RolitShape, "RolitShape", shape,
            "The board of the students' start position."),
        option(Id::RolitSize, "RolitSize", size,
            "Its size, on a grid of 9, 13 or 17 files and ranks."),
        option(Id::Eval, "Eval", eval,
            "The evaluation: `classical`, or `material`, which only counts pieces and likes to give check."),
        option(Id::SyzygyPath, "SyzygyPath", Kind::Text(""),
            "Directories of Syzygy endgame tables, separated by `:` (`;` on Windows)."),
        option(Id::OwnBook, "OwnBook", Kind::Check(false),
            "Plays from the book in BookFile while it can."),
        option(Id::BookFile, "BookFile", Kind::Text(""),
            "An opening book in Polyglot's format, by path or by name beside the program."),
        option(Id::DebugLogFile, "Debug Log File", Kind::Text(""),
            "Appends everything read and written to this file."),
    ];
    if cfg!(feature = "tune") {
        list.extend(crate::search::params::ALL.iter().enumerate().map(|(i, p)| {
            let kind = spin(p.default.into(), p.min.into(), p.max.into());
            option(Id::Parameter(i), p.name, kind, "A parameter of the search.")
        }));
    }
    list
}

impl Declaration {
    /// The line that tells a GUI of this option.
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

    /// Reads a value. Numbers beyond the bounds are clamped; words may have any case.
    ///
    /// # Errors
    /// The value is not of the option's type.
    pub fn parse(&self, value: &str) -> Result<Value, OptionError> {
        let refuse = |expected: String| {
            Err(OptionError::Value {
                name: self.name,
                value: value.to_owned(),
                expected,
            })
        };
        match &self.kind {
            Kind::Check(_) => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "1" => Ok(Value::Check(true)),
                "false" | "off" | "0" => Ok(Value::Check(false)),
                _ => refuse("true or false".to_owned()),
            },
            Kind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(number) => Ok(Value::Spin(number.clamp(*min, *max))),
                Err(_) => refuse(format!("a number from {min} to {max}")),
            },
            Kind::Combo { vars, .. } => {
                match vars.iter().find(|var| var.eq_ignore_ascii_case(value)) {
                    Some(var) => Ok(Value::Text((*var).to_owned())),
                    None => refuse(vars.join(" or ")),
                }
            }
            Kind::Button => Ok(Value::Pressed),
            Kind::Text(_) => Ok(Value::Text(value.to_owned())),
        }
    }
}

/// Finds an option by name, in any case, and reads its value.
///
/// # Errors
/// There is no such option, or the value is not of its type.
pub fn parse(name: &str, value: &str) -> Result<(Id, Value), OptionError> {
    let declaration = all()
        .into_iter()
        .find(|option| option.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Name(name.to_owned()))?;
    Ok((declaration.id, declaration.parse(value)?))
}

/// The options as a table in Markdown, for the book.
pub fn markdown() -> String {
    let mut table = String::from("| option | type | default | what it does |\n|---|---|---|---|\n");
    for option in all() {
        let (kind, default) = match &option.kind {
            Kind::Check(default) => ("check".to_owned(), default.to_string()),
            Kind::Spin { default, min, max } => (format!("{min} to {max}"), default.to_string()),
            Kind::Combo { default, vars } => (vars.join(", "), (*default).to_owned()),
            Kind::Button => ("button".to_owned(), String::new()),
            Kind::Text(default) => ("text".to_owned(), (*default).to_owned()),
        };
        let _ = writeln!(
            table,
            "| `{}` | {kind} | {default} | {} |",
            option.name, option.doc
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_a_value_of_its_own_option() {
        for option in all() {
            let default = match &option.kind {
                Kind::Check(default) => default.to_string(),
                Kind::Spin { default, min, max } => {
                    assert!((min..=max).contains(&default), "{}", option.name);
                    default.to_string()
                }
                Kind::Combo { default, vars } => {
                    assert!(vars.contains(default), "{}", option.name);
                    (*default).to_owned()
                }
                Kind::Button => String::new(),
                Kind::Text(default) => (*default).to_owned(),
            };
            assert!(parse(option.name, &default).is_ok(), "{}", option.name);
        }
    }

    #[test]
    fn names_and_words_may_have_any_case_and_numbers_are_clamped() {
        assert_eq!(
            parse("hash", "99999999"),
            Ok((Id::Hash, Value::Spin(65536)))
        );
        let material = Value::Text("material".to_owned());
        assert_eq!(parse("EVAL", "Material"), Ok((Id::Eval, material)));
        assert_eq!(
            parse("uci_chess960", "TRUE"),
            Ok((Id::Chess960, Value::Check(true)))
        );
        let error = parse("Hash", "much").expect_err("not a number").to_string();
        assert_eq!(
            error,
            "option Hash cannot be 'much'; expected a number from 1 to 65536"
        );
        assert_eq!(
            parse("Foo", "").expect_err("no such").to_string(),
            "there is no option 'Foo'"
        );
    }
}
