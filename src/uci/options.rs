//! All options that UCI sets: those of the chess engine, those of the other games, and the protocol's
//! own.

use super::variant;
use crate::games::MAX_SEATS;
use crate::games::rolit::{Rules, Shape, Size};
use crate::players::options::{self, EngineOption, Kind};
use std::fmt::Write;

pub use crate::players::options::{OptionError, Value};

/// Which option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Id {
    /// One of the chess engine.
    Engine(EngineOption),
    /// Whether the GUI ponders.
    Ponder,
    /// Forget the transposition table.
    ClearHash,
    /// Castling as king takes rook.
    Chess960,
    /// Report win, draw and loss.
    ShowWdl,
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
    /// Where to log the conversation.
    DebugLogFile,
}

/// An option of the protocol.
pub type Declaration = options::Declaration<Id>;

/// Every option, in the order in which GUIs are told.
pub fn all() -> Vec<Declaration> {
    let option = |id, name, kind, doc| Declaration {
        id,
        name,
        kind,
        doc,
    };
    let spin = |default, min, max| Kind::Spin { default, min, max };
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
    #[rustfmt::skip]
    let protocol = [
        option(Id::Ponder, "Ponder", Kind::Check(false),
            "Tells the engine that the GUI may let it think on the opponent's time."),
        option(Id::ClearHash, "Clear Hash", Kind::Button,
            "Forgets the transposition table."),
        option(Id::Chess960, "UCI_Chess960", Kind::Check(false),
            "Castling rights may belong to any rook; castling is written as king takes rook."),
        option(Id::ShowWdl, "UCI_ShowWDL", Kind::Check(false),
            "Adds the chances of win, draw and loss, in permille, to each score."),
    ];
    #[rustfmt::skip]
    let games = [
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
    ];
    #[rustfmt::skip]
    let log = option(Id::DebugLogFile, "Debug Log File", Kind::Text(""),
        "Appends everything read and written to this file.");
    let engine = EngineOption::all().into_iter();
    let engine = engine.map(|option| option.called(Id::Engine));
    engine.chain(protocol).chain(games).chain([log]).collect()
}

/// Finds an option by name, in any case, and reads its value.
///
/// # Errors
/// There is no such option, or the value is not of its type.
pub fn parse(name: &str, value: &str) -> Result<(Id, Value), OptionError> {
    let declaration = options::find(all(), name)?;
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
            Ok((Id::Engine(EngineOption::Hash), Value::Spin(65536)))
        );
        let material = Value::Text("material".to_owned());
        assert_eq!(
            parse("EVAL", "Material"),
            Ok((Id::Engine(EngineOption::Eval), material))
        );
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
