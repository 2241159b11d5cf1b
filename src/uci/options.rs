//! All options that UCI sets: those of the chess engine, those of the other games, and those of the protocol itself.

use games::OptionKind;
use players::options::{self, EngineOption, Kind};
use players::{Entry, Registry};
use std::fmt::Write;

pub use players::options::{OptionError, Value};

/// Identifier of a UCI option, by which the value that the GUI sets is dispatched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Id {
    /// An option of the chess engine.
    Engine(EngineOption),
    /// `Ponder`: the GUI lets the engine think on the opponent's time.
    Ponder,
    /// `Clear Hash`: empties the transposition table.
    ClearHash,
    /// `UCI_Chess960`: rules of Chess960, with castling moves as king takes rook.
    Chess960,
    /// `UCI_ShowWDL`: reports the chances of win, draw and loss.
    ShowWdl,
    /// `UCI_Variant`: the game to play.
    Variant,
    /// An option of a game of the registry, by its UCI name.
    Game(&'static str),
    /// File to which the conversation is logged.
    DebugLogFile,
}

/// Declaration of an option that UCI sets.
pub type Declaration = options::Declaration<Id>;

/// Returns the declarations of all options, in the order in which they are sent to GUIs.
pub fn all(registry: &Registry) -> Vec<Declaration> {
    let option = |id, name, kind, doc| Declaration {
        id,
        name,
        kind,
        doc,
    };
    let spin = |default, min, max| Kind::Spin { default, min, max };
    // The default is the first value.
    let combo = |vars: &[&'static str]| Kind::Combo {
        default: vars.first().copied().unwrap_or_default(),
        vars: vars.to_vec(),
    };
    let names: Vec<&'static str> = registry.entries().iter().map(Entry::name).collect();
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
    let variant = option(Id::Variant, "UCI_Variant", combo(&names), "The game.");
    let games = registry.entries().iter().flat_map(Entry::options);
    // Options of chess that are part of the protocol are declared above.
    let games = games.filter(|own| !own.uci.starts_with("UCI_"));
    let games = games.map(|own| {
        let kind = match own.kind {
            OptionKind::Choice(words) => combo(words),
            OptionKind::Number { usual, least, most } => {
                spin(usual.into(), least.into(), most.into())
            }
            OptionKind::Text => Kind::Text(""),
        };
        option(Id::Game(own.uci), own.uci, kind, own.help)
    });
    #[rustfmt::skip]
    let log = option(Id::DebugLogFile, "Debug Log File", Kind::Text(""),
        "Appends everything read and written to this file.");
    let engine = EngineOption::all().into_iter();
    let engine = engine.map(|option| option.with_id(Id::Engine));
    let options = engine.chain(protocol).chain([variant]);
    options.chain(games).chain([log]).collect()
}

/// An option with its value, and a sentence if the given number was out of bounds and a bound was taken instead.
pub type Setting = (Id, Value, Option<String>);

/// Finds an option by its name, in upper or lower case, and parses its value `text`.
///
/// # Errors
/// [`OptionError`] if there is no such option, or if the value is not of its type.
pub fn parse(registry: &Registry, name: &str, text: &str) -> Result<Setting, OptionError> {
    let declaration = options::find(all(registry), name)?;
    let value = declaration.parse(text)?;
    let note = declaration.bound_taken(text, &value);
    Ok((declaration.id, value, note))
}

/// Returns the options as a table in Markdown, for the book.
pub fn markdown(registry: &Registry) -> String {
    let mut table = String::from("| option | type | default | what it does |\n|---|---|---|---|\n");
    for option in all(registry) {
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
        let registry = Registry::standard();
        for option in all(&registry) {
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
            assert!(
                parse(&registry, option.name, &default).is_ok(),
                "{}",
                option.name
            );
        }
    }

    #[test]
    fn names_and_words_may_have_any_case_and_numbers_are_clamped() {
        let registry = Registry::standard();
        let parse = |name, value| parse(&registry, name, value);
        assert_eq!(
            parse("hash", "99999999"),
            Ok((
                Id::Engine(EngineOption::Hash),
                Value::Spin(65536),
                Some("option Hash is from 1 to 65536; 65536 is taken".to_owned())
            ))
        );
        let material = Value::Text("material".to_owned());
        assert_eq!(
            parse("EVAL", "Material"),
            Ok((Id::Engine(EngineOption::Eval), material, None))
        );
        assert_eq!(
            parse("uci_chess960", "TRUE"),
            Ok((Id::Chess960, Value::Check(true), None))
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
