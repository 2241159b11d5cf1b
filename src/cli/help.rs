//! Help texts and error messages of the command line in the user's language.
//!
//! The English texts are the doc comments of the clap declarations. A test with `ATALAYA_BLESS=1` copies them to
//! `src/messages/en/cli-help.ftl` for translators; other languages translate them under the same keys. The key
//! `help-play--lang` is the option `--lang` of `atalaya play`; `help-long-…` is the long help, `help-after-…` the text
//! below the options, and `help-value-…--es` the help of a possible value.

use super::Cli;
use crate::catalogue::CATALOGUE;
use base::say;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};
use games::Lang;
use std::fmt::Write;
use std::num::{IntErrorKind, ParseIntError};

/// Returns the declaration of the command line, with its help in the language `lang`.
pub fn command(lang: Lang) -> Command {
    let mut command = Cli::command();
    if lang == Lang::EN {
        return command;
    }
    command.build();
    let mut replace = |key: &str, _: &str| CATALOGUE.say(lang, key, &[]);
    with_texts(command, "", &mut replace, Some(lang))
}

/// Function that returns the replacement of a text, given its key and the English text, or `None` to keep the English.
type Replace<'a> = dyn FnMut(&str, &str) -> Option<String> + 'a;

/// Returns `command` and its subcommands with the help texts that `replace` returns; `path` is the beginning of their
/// keys. With a language, the headings and the notes that clap adds to options are translated, too.
fn with_texts(command: Command, path: &str, replace: &mut Replace, lang: Option<Lang>) -> Command {
    let mut command = command;
    for (kind, text) in [
        ("", command.get_about().cloned()),
        ("long-", command.get_long_about().cloned()),
        ("after-", command.get_after_help().cloned()),
        ("after-long-", command.get_after_long_help().cloned()),
    ] {
        let Some(text) = text else { continue };
        let name = match path {
            "" => "atalaya",
            path if path.ends_with("help") => "command-help",
            path => path,
        };
        if let Some(text) = replace(&format!("help-{kind}{name}"), &text.to_string()) {
            command = match kind {
                "" => command.about(text),
                "long-" => command.long_about(text),
                "after-" => command.after_help(text),
                _ => command.after_long_help(text),
            };
        }
    }
    command = command.mut_args(|arg| arg_with_texts(arg, path, replace, lang));
    if let Some(lang) = lang {
        command = with_headings(command, lang);
    }
    command.mut_subcommands(|sub| {
        // The subcommand `help` has all its sibling commands as subcommands; they share the keys of those commands.
        let path = path.trim_end_matches("help").trim_end_matches('-');
        let path = format!("{path}-{}", sub.get_name());
        let path = path.trim_start_matches('-').to_owned();
        with_texts(sub, &path, replace, lang)
    })
}

/// Does the same as [`with_texts`] for an option or argument.
fn arg_with_texts(arg: Arg, path: &str, replace: &mut Replace, lang: Option<Lang>) -> Arg {
    let id = arg.get_id().as_str().replace('_', "-").to_lowercase();
    let name = match (id.as_str(), arg.get_long()) {
        // Options that clap adds to each command.
        ("help", Some("help")) | ("version", Some("version")) => format!("option-{id}"),
        // A global option, which every command has.
        (id, _) if arg.is_global_set() => format!("option-{id}"),
        (id, _) => format!("{path}--{id}"),
    };
    let mut arg = arg;
    let mut key = |kind: &str, text: &str| replace(&format!("help-{kind}{name}"), text);
    if let Some(text) = arg.get_help().map(ToString::to_string) {
        // The help of the option `--help` mentions the long help only if there is one.
        let kind = if text.ends_with("(see more with '--help')") {
            "more-"
        } else {
            ""
        };
        if let Some(text) = key(kind, &text) {
            arg = arg.help(text);
        }
    }
    if let Some(text) = arg.get_long_help().map(ToString::to_string)
        && let Some(text) = key("long-", &text)
    {
        arg = arg.long_help(text);
    }
    let values = if arg.is_hide_possible_values_set() || !arg.get_action().takes_values() {
        Vec::new()
    } else {
        arg.get_possible_values()
    };
    let mut listed = Vec::new();
    for value in values.iter().filter(|value| !value.is_hide_set()) {
        let key = format!("help-value-{name}--{}", value.get_name());
        let text = value.get_help().map(ToString::to_string);
        // The name of a language is written in that language, so it is not translated.
        let own = id == "lang";
        let text = text.map(|text| {
            (!own)
                .then(|| replace(&key, &text))
                .flatten()
                .unwrap_or(text)
        });
        listed.push((value.get_name().to_owned(), text));
    }
    match lang {
        Some(lang) => with_notes(arg, &listed, lang),
        None => arg,
    }
}

/// Returns an option whose notes on the default value and the possible values are in the language `lang`, instead of
/// clap's English notes. `values` are the possible values, each with its help if it has any.
fn with_notes(arg: Arg, values: &[(String, Option<String>)], lang: Lang) -> Arg {
    let mut notes = Vec::new();
    let usual: Vec<_> = arg.get_default_values().iter().collect();
    let usual: Vec<_> = usual.iter().map(|value| value.to_string_lossy()).collect();
    let takes_value = arg.get_action().takes_values();
    if takes_value && !usual.is_empty() && !arg.is_hide_default_value_set() {
        notes.push(say!(lang, "help-note-default", value = usual.join(" ")));
    }
    if let Some(variable) = arg.get_env().filter(|_| !arg.is_hide_env_set()) {
        let name = variable.to_string_lossy();
        notes.push(say!(lang, "help-note-variable", name));
    }
    let aliases = arg.get_visible_aliases().unwrap_or_default();
    if !aliases.is_empty() {
        let names: Vec<String> = aliases.iter().map(|name| format!("--{name}")).collect();
        notes.push(say!(lang, "help-note-aliases", names = names.join(", ")));
    }
    let names: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
    let mut short = notes.clone();
    if !names.is_empty() {
        short.push(say!(lang, "help-note-values", names = names.join(", ")));
    }
    let heading = if arg.is_positional() {
        say!(lang, "help-heading-arguments")
    } else {
        say!(lang, "help-heading-options")
    };
    let has_heading = arg.get_help_heading().is_some();
    let mut text = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let mut long = arg
        .get_long_help()
        .map_or_else(|| text.clone(), ToString::to_string);
    for note in &short {
        let _ = write!(text, " [{note}]");
    }
    if values.iter().any(|(_, text)| text.is_some()) {
        let _ = write!(long, "\n\n{}", say!(lang, "help-heading-values"));
        for (name, text) in values {
            let _ = write!(long, "\n- {name}");
            if let Some(text) = text {
                let _ = write!(long, ": {text}");
            }
        }
    } else {
        notes = short;
    }
    for (index, note) in notes.iter().enumerate() {
        long.push_str(if index == 0 { "\n\n" } else { "\n" });
        let _ = write!(long, "[{note}]");
    }
    let has_long = arg.get_long_help().is_some() || !values.is_empty();
    let mut arg = arg
        .hide_default_value(true)
        .hide_env(true)
        .hide_possible_values(true);
    arg = arg.help(text.trim().to_owned());
    if has_long {
        arg = arg.long_help(long.trim().to_owned());
    }
    if has_heading {
        arg
    } else {
        arg.help_heading(heading)
    }
}

/// Returns a command with its headings and its usage line in the language `lang`.
fn with_headings(mut command: Command, lang: Lang) -> Command {
    let usage = command.render_usage().to_string();
    let usage = usage_in(&usage, lang);
    let title = say!(lang, "help-heading-usage");
    let aliases: Vec<&str> = command.get_visible_aliases().collect();
    let about = command.get_about().map(ToString::to_string);
    if let (Some(about), false) = (about, aliases.is_empty()) {
        let note = say!(lang, "help-note-aliases", names = aliases.join(", "));
        command = command.about(format!("{about} [{note}]"));
    }
    let has_arguments = command.get_arguments().next().is_some() || command.has_subcommands();
    let rest = if has_arguments { "{all-args}" } else { "" };
    command
        .override_usage(usage)
        .subcommand_help_heading(say!(lang, "help-heading-commands"))
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{title} {{usage}}\n\n{rest}{{after-help}}"
        ))
}

/// Translates a usage line of clap to the language `lang`.
fn usage_in(usage: &str, lang: Lang) -> String {
    let usage = usage.trim_start_matches("Usage:").trim();
    usage
        .replace("[OPTIONS]", say!(lang, "help-usage-options"))
        .replace("[COMMAND]", say!(lang, "help-usage-command"))
        .replace("<COMMAND>", say!(lang, "help-usage-any-command"))
}

/// Returns the error message for a bad command line in the language `lang`, followed by `advice` and the usage line.
/// Returns `None` if `error` is a request for help or the version, or of a kind that has only an English message.
pub fn refusal(error: &clap::Error, advice: Option<&str>, lang: Lang) -> Option<String> {
    let list = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
        Some(ContextValue::StyledStrs(texts)) => texts.iter().map(ToString::to_string).collect(),
        Some(ContextValue::Number(number)) => vec![number.to_string()],
        _ => Vec::new(),
    };
    let text = |kind| list(kind).join(", ");
    let argument = text(ContextKind::InvalidArg);
    let value = text(ContextKind::InvalidValue);
    let known = text(ContextKind::ValidValue);
    let why = std::error::Error::source(error).map_or_else(String::new, |why| reason(why, lang));
    let mut said = match error.kind() {
        ErrorKind::UnknownArgument => say!(lang, "cli-usage-unknown-argument", argument),
        ErrorKind::InvalidSubcommand => {
            let command = text(ContextKind::InvalidSubcommand);
            say!(lang, "cli-usage-unknown-command", command)
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            say!(lang, "cli-usage-value-needed", argument)
        }
        ErrorKind::InvalidValue => say!(lang, "cli-usage-value", argument, value),
        ErrorKind::ValueValidation => {
            say!(lang, "cli-usage-value-because", argument, value, why)
        }
        ErrorKind::ArgumentConflict => {
            let other = text(ContextKind::PriorArg);
            if other == argument || other.is_empty() {
                say!(lang, "cli-usage-twice", argument)
            } else {
                say!(lang, "cli-usage-conflict", argument, other)
            }
        }
        ErrorKind::MissingRequiredArgument => {
            say!(lang, "cli-usage-missing", arguments = argument)
        }
        ErrorKind::MissingSubcommand => say!(lang, "cli-usage-command-needed").to_owned(),
        ErrorKind::NoEquals => say!(lang, "cli-usage-equals", argument),
        ErrorKind::TooManyValues => say!(lang, "cli-usage-too-many", argument, value),
        ErrorKind::TooFewValues => {
            let (least, given) = (
                text(ContextKind::MinValues),
                text(ContextKind::ActualNumValues),
            );
            say!(lang, "cli-usage-too-few", argument, least, given)
        }
        ErrorKind::WrongNumberOfValues => {
            let expected = text(ContextKind::ExpectedNumValues);
            let given = text(ContextKind::ActualNumValues);
            say!(
                lang,
                "cli-usage-number-of-values",
                argument,
                expected,
                given
            )
        }
        ErrorKind::InvalidUtf8 => say!(lang, "cli-usage-encoding").to_owned(),
        _ => return None,
    };
    said.insert_str(0, "atalaya: ");
    said.push('\n');
    let mut line = |text: String| {
        let _ = writeln!(said, "  {text}");
    };
    if !known.is_empty() {
        line(say!(lang, "help-note-values", names = known));
    }
    for kind in [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
    ] {
        let near = text(kind);
        if !near.is_empty() {
            line(say!(lang, "cli-usage-near", near));
        }
    }
    if let Some(advice) = advice {
        line(advice.to_owned());
    }
    let usage = text(ContextKind::Usage);
    let usage = usage_in(&usage, lang);
    if !usage.is_empty() {
        let title = say!(lang, "help-heading-usage");
        let _ = writeln!(said, "\n{title} {usage}");
    }
    let _ = writeln!(said, "\n{}", say!(lang, "cli-usage-more"));
    Some(said)
}

/// Returns the reason why a value is refused, translated to `lang` if it is an error of clap or the standard library.
fn reason(why: &(dyn std::error::Error + 'static), lang: Lang) -> String {
    let said = why.to_string();
    match why.downcast_ref::<ParseIntError>().map(ParseIntError::kind) {
        Some(IntErrorKind::PosOverflow) => say!(lang, "cli-usage-too-large").to_owned(),
        Some(IntErrorKind::NegOverflow) => say!(lang, "cli-usage-too-small").to_owned(),
        Some(_) => say!(lang, "cli-usage-no-number").to_owned(),
        None => match said.split_once(" is not in ") {
            Some((_, range)) => say!(lang, "cli-usage-range", range),
            None => said,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// Returns the English texts with their keys, in the order of the commands.
    fn texts() -> Vec<(String, String)> {
        let mut command = Cli::command();
        command.build();
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        let mut note = |key: &str, text: &str| {
            if seen.insert(key.to_owned()) {
                found.push((key.to_owned(), text.to_owned()));
            }
            None
        };
        with_texts(command, "", &mut note, None);
        found
    }

    /// Formats a text as a Fluent message.
    fn message(key: &str, text: &str) -> String {
        let escaped = |c: char| format!("{{\"{c}\"}}");
        let mut written = String::new();
        for line in text.lines() {
            let start = line.len() - line.trim_start().len();
            let (space, rest) = line.split_at(start);
            // A character that would begin a variant or an attribute in Fluent.
            let first = rest.chars().next().filter(|c| ['[', '*', '.'].contains(c));
            let first = first.map(|c| (escaped(c), &rest[1..]));
            let (first, rest) = first.unwrap_or_else(|| (String::new(), rest));
            let letters = rest.chars().map(|c| match c {
                '{' | '}' => escaped(c),
                c => c.to_string(),
            });
            let rest: String = letters.collect();
            let line = format!("{space}{first}{rest}");
            let _ = writeln!(written, "    {}", line.trim_end());
        }
        let text = written.trim();
        if text.contains('\n') {
            format!("{key} =\n    {text}\n").replace("\n    \n", "\n\n")
        } else {
            format!("{key} = {text}\n")
        }
    }

    #[test]
    fn english_help_for_translators_says_what_the_declarations_say() {
        let texts = texts();
        // Only a build with all features has all commands.
        if cfg!(feature = "train") && std::env::var_os("ATALAYA_BLESS").is_some() {
            let root = concat!(env!("CARGO_MANIFEST_DIR"), "/src/messages/en/cli-help.ftl");
            let head = "# Help of the command line, made from its declarations by the test\n\
                        # english_help_for_translators_says_what_the_declarations_say.\n\n";
            let mut first = BTreeMap::new();
            let messages = texts.iter().map(|(key, text)| {
                // A text that occurred before becomes a reference to its first message.
                match *first.entry(text).or_insert(key) {
                    before if before != key => format!("{key} = {{ {before} }}\n"),
                    _ => message(key, text),
                }
            });
            let text = head.to_owned() + &messages.collect::<String>();
            std::fs::write(root, text).expect("written");
            return;
        }
        for (key, text) in &texts {
            let said = CATALOGUE.say(Lang::EN, key, &[]);
            assert_eq!(said.as_deref(), Some(text.as_str()), "{key}");
        }
        let keys: BTreeSet<&str> = texts.iter().map(|(key, _)| key.as_str()).collect();
        // Commands that this build lacks are skipped.
        let commands: Vec<String> = Cli::command()
            .get_subcommands()
            .map(|command| command.get_name().to_owned())
            .collect();
        // Builds without all features lack options even of the commands that they have.
        let is_whole = cfg!(feature = "server");
        for entry in CATALOGUE.entries().iter().filter(|_| is_whole) {
            let kinds = ["after-long-", "long-", "after-", "value-", "more-", ""];
            let path = entry.key.strip_prefix("help-").unwrap_or_default();
            let kind = kinds.iter().find_map(|kind| path.strip_prefix(kind));
            let command = kind.and_then(|path| path.split('-').next());
            let known = entry.file == "cli-help"
                && commands.iter().any(|name| Some(name.as_str()) == command);
            assert!(
                !known || keys.contains(entry.key),
                "{} is said nowhere",
                entry.key
            );
        }
    }

    /// Calls `call` for a command and all its subcommands, recursively.
    fn each(command: &mut Command, call: &mut dyn FnMut(&mut Command)) {
        call(command);
        for sub in command.get_subcommands_mut() {
            each(sub, call);
        }
    }

    #[test]
    fn spanish_help_has_no_sentence_in_english() {
        let spanish: BTreeSet<String> = texts()
            .iter()
            .filter_map(|(key, _)| CATALOGUE.say(Lang::ES, key, &[]))
            .collect();
        let texts = texts();
        let english = texts.iter().map(|(_, text)| text.as_str());
        let english: Vec<&str> = english
            .filter(|text| text.contains(' ') && !spanish.contains(*text))
            .collect();
        let mut seen = 0;
        each(&mut command(Lang::ES), &mut |command| {
            for help in [command.render_help(), command.render_long_help()] {
                // Undo the line wrapping of the help.
                let help = help.to_string();
                let words: Vec<&str> = help.split_whitespace().collect();
                let help = words.join(" ");
                let notes = [
                    "Usage:",
                    "Options:",
                    "Commands:",
                    "Arguments:",
                    "[default:",
                    "[env:",
                ];
                let notes = notes
                    .iter()
                    .chain(&["[possible values:", "[aliases:", "[OPTIONS]"]);
                for text in english.iter().chain(notes) {
                    assert!(!help.contains(text), "{text} in {help}");
                }
                seen += usize::from(help.contains("Uso:"));
            }
        });
        assert!(seen > 60, "{seen} helps");
    }
}
