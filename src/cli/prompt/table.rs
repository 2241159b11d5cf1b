//! Tables of the commands of a prompt, from which parsing, help, completion and error messages are derived.

use base::lang::Lang;
use base::messages::Key;
use base::say;
use base::text::harmless;

/// Largest number of commands that the message on an unknown command lists.
const LISTED: usize = 6;

/// Argument of a command: text after its name.
#[derive(Clone, Copy, Debug)]
enum Argument {
    Nothing,
    /// Optional text, with a description of its form.
    Optional(Key),
    /// Required text, with a description of its form or an example.
    Required(Key),
}

/// Command with its names and its help.
#[derive(Clone, Copy, Debug)]
pub struct Command<C> {
    id: C,
    /// Message with the names, separated by commas; the first one is the usual name.
    names: Key,
    argument: Argument,
    help: Key,
}

impl<C: Copy> Command<C> {
    /// Creates a command without an argument. `names` are its names, separated by commas.
    pub const fn new(id: C, names: Key, help: Key) -> Command<C> {
        Command {
            id,
            names,
            argument: Argument::Nothing,
            help,
        }
    }

    /// Returns the command with an optional argument of the given form.
    pub const fn optional(self, form: Key) -> Command<C> {
        Command {
            argument: Argument::Optional(form),
            ..self
        }
    }

    /// Returns the command with a required argument of the given form.
    pub const fn required(self, form: Key) -> Command<C> {
        Command {
            argument: Argument::Required(form),
            ..self
        }
    }

    fn form(&self, lang: Lang) -> Option<&'static str> {
        match self.argument {
            Argument::Nothing => None,
            Argument::Optional(form) | Argument::Required(form) => Some(form.text(lang)),
        }
    }

    fn names(&self, lang: Lang) -> Vec<&'static str> {
        self.names.text(lang).split(", ").collect()
    }

    /// Returns the usual name, followed by the form of the argument if that is required.
    fn usage(&self, lang: Lang) -> String {
        let name = self.names(lang).first().copied().unwrap_or_default();
        match (self.argument, self.form(lang)) {
            (Argument::Required(_), Some(form)) => format!("{name} {form}"),
            _ => name.to_owned(),
        }
    }
}

/// Result of parsing a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Parsed<'a, C> {
    /// Command, and the text after its name.
    Command(C, &'a str),
    /// Request for the help of the table.
    Help,
    /// Text that is not a command of the table.
    Text,
}

/// Commands that a prompt understands. Their names in all languages are understood, whatever the language of the
/// output.
#[derive(Clone, Copy, Debug)]
pub struct Table<C: 'static> {
    commands: &'static [Command<C>],
    /// Form and description, for the help, of input that is not a command, such as a move; `None` if there is no such
    /// input.
    others: Option<[Key; 2]>,
}

impl<C: Copy> Table<C> {
    /// Creates a table of commands.
    pub const fn new(commands: &'static [Command<C>]) -> Table<C> {
        Table {
            commands,
            others: None,
        }
    }

    /// Returns the table with the form and the help of lines that are not commands; the help begins with them.
    #[cfg(feature = "collection")]
    pub const fn beside(self, form: Key, help: Key) -> Table<C> {
        Table {
            others: Some([form, help]),
            ..self
        }
    }

    /// Parses a line, which must have no leading or trailing whitespace.
    ///
    /// # Errors
    /// A sentence: an argument is missing, or there is one that the command does not take.
    pub fn parse<'a>(&self, line: &'a str, lang: Lang) -> Result<Parsed<'a, C>, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (name, rest) = (folded(word), rest.trim());
        let is_help = |lang| folded(say!(lang, "prompt-help")) == name;
        if rest.is_empty() && (name == "?" || Lang::all().any(is_help)) {
            return Ok(Parsed::Help);
        }
        let is_meant = |command: &&Command<C>| {
            let mut names = Lang::all().flat_map(|lang| command.names(lang));
            names.any(|known| folded(known) == name)
        };
        let Some(command) = self.commands.iter().find(is_meant) else {
            return Ok(Parsed::Text);
        };
        match command.argument {
            Argument::Nothing if !rest.is_empty() => {
                Err(say!(lang, "prompt-takes-nothing-after-too", word, rest))
            }
            Argument::Required(_) if rest.is_empty() => {
                let usage = command.usage(lang);
                Err(say!(lang, "prompt-something-missing", usage))
            }
            _ => Ok(Parsed::Command(command.id, rest)),
        }
    }

    /// Returns the help: a line for each command that `offers` accepts, with its names, its argument and what it does.
    pub fn help(&self, lang: Lang, offers: impl Fn(C) -> bool) -> String {
        let others = self.others.map(|texts| texts.map(|text| text.text(lang)));
        let others = others.map(|[form, help]| (form.to_owned(), help));
        let commands = self.commands.iter().filter(|command| offers(command.id));
        let commands = commands.map(|command| {
            let mut left = command.names(lang).join(", ");
            if let Some(form) = command.form(lang) {
                left = format!("{left} {form}");
            }
            (left, command.help.text(lang))
        });
        let rows: Vec<_> = others.into_iter().chain(commands).collect();
        let width = rows.iter().map(|(left, _)| left.chars().count()).max();
        let width = width.unwrap_or(0) + 2;
        let lines = rows
            .iter()
            .map(|(left, help)| format!("{left:<width$}{help}"));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns all commands in one line, for a prompt that shows them: `[n]ext, [g N] to ply N`. The text after the
    /// brackets is the second name of a command without an argument, and the help of any other.
    pub fn menu(&self, lang: Lang) -> String {
        let labels = self.commands.iter().map(|command| {
            let usage = command.usage(lang);
            let label = match (command.argument, command.names(lang).get(1)) {
                (Argument::Nothing, Some(name)) => *name,
                _ => command.help.text(lang),
            };
            match label.strip_prefix(&usage) {
                Some(rest) => format!("[{usage}]{rest}"),
                None => format!("[{usage}] {label}"),
            }
        });
        labels.collect::<Vec<_>>().join(", ")
    }

    /// Returns the sentence that a text is not a command. It lists the commands, or for a large table says how to list
    /// them.
    pub fn unknown(&self, text: &str, lang: Lang) -> String {
        let text = &*harmless(text);
        let names = self.commands.iter().map(|command| command.usage(lang));
        let names: Vec<String> = names.collect();
        match names.as_slice() {
            [first, last] => say!(lang, "prompt-neither-nor", text, first, last),
            [first @ .., last] if first.len() < LISTED => {
                let first = first.join(", ");
                say!(lang, "prompt-is-not-or", text, first, last)
            }
            _ => {
                let word = text.split_whitespace().next().unwrap_or_default();
                say!(lang, "prompt-understood-help-says-what", word)
            }
        }
    }

    /// Returns the lines that can be completed: the names of the commands that `offers` accepts, followed by a space if
    /// the command takes an argument, and that of the help.
    pub fn completions(&self, lang: Lang, offers: impl Fn(C) -> bool) -> Vec<String> {
        let commands = self.commands.iter().filter(|command| offers(command.id));
        let named = commands.flat_map(|command| {
            let end = command.form(lang).map_or("", |_| " ");
            let names = command.names(lang).into_iter();
            names.map(move |name| format!("{name}{end}"))
        });
        let help = say!(lang, "prompt-help").to_owned();
        named.chain([help]).collect()
    }
}

/// Returns a word in lower case and without acute accents, for comparison.
fn folded(word: &str) -> String {
    let lower = word.chars().flat_map(char::to_lowercase);
    lower
        .map(|letter| match letter {
            'á' => 'a',
            'é' => 'e',
            'í' => 'i',
            'ó' => 'o',
            'ú' => 'u',
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::key;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Id {
        Quit,
        Save,
        Go,
    }

    const TABLE: Table<Id> = Table::new(&[
        Command::new(Id::Quit, key!("play-do-quit"), key!("play-do-quit-help")),
        Command::new(Id::Save, key!("edit-do-title"), key!("edit-do-title-help"))
            .optional(key!("play-do-save-form")),
        Command::new(Id::Go, key!("replay-do-g"), key!("replay-do-g-help"))
            .required(key!("replay-do-g-form")),
    ]);

    #[test]
    fn commands_are_understood_in_all_languages_without_case_and_accents() {
        for lang in [Lang::ES, Lang::EN] {
            for (line, id, rest) in [
                ("EXIT", Id::Quit, ""),
                ("salir", Id::Quit, ""),
                ("title   a b ", Id::Save, "a b"),
                ("TITULO", Id::Save, ""),
                ("g 3", Id::Go, "3"),
            ] {
                let expected = Ok(Parsed::Command(id, rest));
                assert_eq!(TABLE.parse(line.trim(), lang), expected, "{line}");
            }
            for help in ["help", "ayuda", "?"] {
                assert_eq!(TABLE.parse(help, lang), Ok(Parsed::Help));
            }
            assert_eq!(TABLE.parse("quits", lang), Ok(Parsed::Text));
            assert_eq!(TABLE.parse("help me", lang), Ok(Parsed::Text));
        }
    }

    #[test]
    fn a_wrong_argument_is_named() {
        for (line, lang, why) in [
            (
                "quit now",
                Lang::EN,
                "'quit' takes nothing after it: 'now' is too much.",
            ),
            (
                "salir ya",
                Lang::ES,
                "'salir' no lleva nada detrás, y 'ya' sobra.",
            ),
            ("g", Lang::EN, "Something is missing: g N"),
            ("g", Lang::ES, "Falta algo: g N"),
        ] {
            assert_eq!(TABLE.parse(line, lang), Err(why.to_owned()));
        }
    }

    #[test]
    fn help_lists_the_names_of_a_language_in_columns() {
        let all = "quit, exit  ends the game\ntitle F     its title\ng N         to ply N";
        assert_eq!(TABLE.help(Lang::EN, |_| true), all);
        let some = "título F  su título\ng N       a la jugada N";
        assert_eq!(TABLE.help(Lang::ES, |id| id != Id::Quit), some);
        assert_eq!(
            TABLE.menu(Lang::EN),
            "[quit] exit, [title] its title, [g N] to ply N"
        );
    }

    #[test]
    fn an_unknown_word_is_told_the_commands_there_are() {
        let en = "'x y' is not quit, title or g N.";
        assert_eq!(TABLE.unknown("x y", Lang::EN), en);
        let es = "'x y' no es salir, título ni g N.";
        assert_eq!(TABLE.unknown("x y", Lang::ES), es);
        const MANY: [Command<u8>; 8] =
            [Command::new(0, key!("play-do-fen"), key!("play-do-fen-help")); 8];
        let large = Table::new(&MANY).unknown("x y", Lang::EN);
        assert_eq!(large, "'x' is not understood; 'help' says what can be done");
    }

    #[test]
    fn names_are_completed_with_a_space_before_an_argument() {
        let words = ["quit", "exit", "title ", "g ", "help"];
        assert_eq!(TABLE.completions(Lang::EN, |_| true), words);
    }
}
