//! Menus that the program shows if it is started at a terminal without a command.
//!
//! A choice is turned into arguments of a command line, which are shown, so that the user can type them the next time,
//! and then run. The menus also accept a UCI command: from that line on the program is a UCI engine.

use super::prompt::{self, Command, Console, Input, Program, Step, Table};
use super::{CliError, print};
use crate::version;
use base::lang::Lang;
use base::text::harmless;
use base::{key, say};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use games::AnyGame;
use games::chess::Position;
use players::{Entry, Level, Registry};
use std::ffi::OsString;
use std::io::IsTerminal;

/// Default for the length of the longest mate to search for, in moves.
const USUAL_MOVES: &str = "3";

/// Choice of the user in the menu that the program shows if it is started without a command at a terminal.
pub enum Chosen {
    /// Arguments to be appended to the command line.
    Words(Vec<String>),
    /// UCI command that the user typed.
    Uci(String),
    /// No choice: the user has quit.
    Nothing,
    /// The user has pressed Ctrl-C.
    Interrupted,
}

/// Returns true if both standard input and standard output are a terminal.
pub fn is_at_a_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Returns true if the only fault of a command line is that `play` lacks the name of a game.
pub fn lacks_game(refusal: &clap::Error, args: &[OsString]) -> bool {
    let missing = match refusal.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(names)) => names.len() == 1,
        _ => false,
    };
    let is_play = args
        .iter()
        .skip(1)
        .find(|word| *word != "-q" && *word != "--quiet");
    refusal.kind() == ErrorKind::MissingRequiredArgument
        && missing
        && is_play.is_some_and(|word| word == "play")
}

/// Asks which command to run.
///
/// # Errors
/// The output cannot be written.
pub fn begin(registry: &Registry, lang: Lang) -> Result<Chosen, CliError> {
    Menu::new(registry, lang).result(Menu::begin)
}

/// Asks which game to play and against whom; the choice is the arguments of `atalaya play`.
///
/// # Errors
/// The output cannot be written.
pub fn play(registry: &Registry, lang: Lang) -> Result<Chosen, CliError> {
    Menu::new(registry, lang).result(Menu::play)
}

/// Returns a function that reads the lines of a UCI session, of which `first` was typed in the menu; `None` at the end.
pub fn uci_lines(first: String) -> impl FnMut() -> Option<String> + Send + 'static {
    let console = Console::listen(true);
    let mut first = Some(first);
    let mut is_over = false;
    move || {
        // After 'quit' no thread must read from the terminal, so that it is left in its normal state.
        let line = first
            .take()
            .or_else(|| console.line())
            .filter(|_| !is_over)?;
        is_over = matches!(line.as_str(), "quit" | "exit");
        Some(line)
    }
}

/// Reason why a menu ends without a choice.
enum End {
    Quit,
    Interrupted,
    Failed(CliError),
}

impl From<CliError> for End {
    fn from(error: CliError) -> End {
        End::Failed(error)
    }
}

/// Menu item, chosen by its number, its word or an unambiguous beginning of the word.
struct Choice {
    word: String,
    label: String,
}

impl Choice {
    fn new(word: &str, label: &str) -> Choice {
        Choice {
            word: word.to_owned(),
            label: label.to_owned(),
        }
    }
}

/// Answer to a question: the index of a menu item, or a text.
enum Answer {
    Choice(usize),
    Text(String),
}

struct Menu<'a> {
    registry: &'a Registry,
    lang: Lang,
    console: Console,
}

impl<'a> Menu<'a> {
    fn new(registry: &'a Registry, lang: Lang) -> Menu<'a> {
        let console = Console::listen(true);
        Menu {
            registry,
            lang,
            console,
        }
    }

    fn result(&self, menu: impl FnOnce(&Self) -> Result<Chosen, End>) -> Result<Chosen, CliError> {
        match menu(self) {
            Ok(chosen) => Ok(chosen),
            Err(End::Quit) => Ok(Chosen::Nothing),
            Err(End::Interrupted) => Ok(Chosen::Interrupted),
            Err(End::Failed(error)) => Err(error),
        }
    }

    /// Prints the command line that consists of `atalaya`, `shown` and the words, and returns the words as the choice.
    fn show_command(&self, words: Vec<String>, shown: &str) -> Result<Chosen, End> {
        let quoted = words.iter().map(|word| {
            if word.contains(' ') {
                format!("\"{word}\"")
            } else {
                word.clone()
            }
        });
        let words_shown = quoted.collect::<Vec<_>>().join(" ");
        let line = format!("atalaya {shown}{words_shown}");
        print(&format!("\n{}\n\n", say!(self.lang, "menu-runs", line)))?;
        Ok(Chosen::Words(words))
    }

    fn begin(&self) -> Result<Chosen, End> {
        let lang = self.lang;
        type Act = fn(&Menu) -> Result<Chosen, End>;
        let mut choices = Vec::new();
        let mut acts: Vec<Act> = Vec::new();
        let mut offer = |word: &str, label: &str, act: Act| {
            choices.push(Choice::new(word, label));
            acts.push(act);
        };
        offer(
            say!(lang, "menu-play"),
            say!(lang, "menu-play-help"),
            |menu| match menu.play()? {
                Chosen::Words(words) => {
                    Ok(Chosen::Words([vec!["play".to_owned()], words].concat()))
                }
                other => Ok(other),
            },
        );
        offer(
            say!(lang, "menu-solve"),
            say!(lang, "menu-solve-help"),
            |menu| menu.solve(),
        );
        #[cfg(feature = "collection")]
        offer(
            say!(lang, "menu-puzzles"),
            say!(lang, "menu-puzzles-help"),
            |menu| menu.puzzles(),
        );
        #[cfg(feature = "server")]
        offer(
            say!(lang, "menu-serve"),
            say!(lang, "menu-serve-help"),
            |menu| menu.show_command(vec!["serve".to_owned()], ""),
        );
        offer("uci", say!(lang, "menu-uci-help"), |_| {
            Ok(Chosen::Uci("uci".to_owned()))
        });
        let heading = format!(
            "Atalaya {}: {}",
            version::full(),
            say!(lang, "menu-heading")
        );
        let unknown = |text: &str| {
            if uci::understands(text) {
                Ok(())
            } else {
                Err(say!(lang, "menu-unknown", text = harmless(text)).to_string())
            }
        };
        let question = say!(lang, "menu-question");
        match self.ask((&heading, question), &choices, &unknown)? {
            Answer::Choice(index) => acts[index](self),
            Answer::Text(line) => Ok(Chosen::Uci(line)),
        }
    }

    fn solve(&self) -> Result<Chosen, End> {
        let lang = self.lang;
        let is_position = |text: &str| match Position::read_fen(text, false) {
            Ok(_) => Ok(()),
            Err(error) => Err(error.text(lang)),
        };
        let fen = self.text(say!(lang, "menu-fen"), &is_position)?;
        let is_length = |text: &str| match text.parse() {
            Ok(1..=solve::mate::MAX_MOVES) => Ok(()),
            _ => Err(say!(
                lang,
                "menu-moves-wrong",
                text,
                most = solve::mate::MAX_MOVES
            )),
        };
        let moves = self.text(&say!(lang, "menu-moves", usual = USUAL_MOVES), &|text| {
            if text.is_empty() {
                Ok(())
            } else {
                is_length(text)
            }
        })?;
        let moves = if moves.is_empty() {
            USUAL_MOVES
        } else {
            &moves
        };
        let words = ["mate", "--max", moves, "--tree", "--fen", &fen];
        self.show_command(words.map(str::to_owned).to_vec(), "")
    }

    #[cfg(feature = "collection")]
    fn puzzles(&self) -> Result<Chosen, End> {
        let lang = self.lang;
        let is_file = |text: &str| {
            if std::path::Path::new(text).is_file() {
                Ok(())
            } else {
                Err(say!(lang, "menu-no-file", text = harmless(text)).to_string())
            }
        };
        let file = self.text(say!(lang, "menu-file"), &is_file)?;
        self.show_command(vec!["puzzle".to_owned(), file], "")
    }

    fn play(&self) -> Result<Chosen, End> {
        let lang = self.lang;
        let entries = self.registry.entries();
        let games = entries
            .iter()
            .map(|entry| Choice::new(entry.name(), entry.title(lang)));
        let games: Vec<Choice> = games.collect();
        let chosen = self.choice(say!(lang, "menu-which-game"), &games)?;
        let entry = &entries[chosen];
        let mut words = vec![entry.name().to_owned()];
        if let Some(machines) = self.machines(entry)? {
            let level = self.level(entry)?;
            words.extend([
                "--machines".to_owned(),
                machines,
                "--level".to_owned(),
                level,
            ]);
        }
        self.show_command(words, "play ")
    }

    /// Asks which side the user plays. Returns the colours of the machines, separated by commas, or `None` if all
    /// players are people.
    fn machines(&self, entry: &Entry) -> Result<Option<String>, End> {
        let lang = self.lang;
        let game = AnyGame::new(entry.start());
        let seats = 0..game.players();
        let mut choices: Vec<Choice> = seats
            .clone()
            .map(|seat| {
                let side = game.seat_name(seat, lang);
                Choice::new(&game.color(seat), &say!(lang, "menu-play-side", side))
            })
            .collect();
        choices.push(Choice::new(
            say!(lang, "menu-people"),
            say!(lang, "menu-people-help"),
        ));
        let own = self.choice(say!(lang, "menu-against-whom"), &choices)?;
        let others = seats.clone().filter(|seat| *seat != own);
        let others: Vec<String> = others.map(|seat| game.color(seat)).collect();
        Ok((own < seats.end).then(|| others.join(",")))
    }

    fn level(&self, entry: &Entry) -> Result<String, End> {
        let lang = self.lang;
        let choices = Level::ALL.map(|level| {
            let label = match entry.elo(level) {
                Some(elo) => format!("{elo} Elo"),
                None => String::new(),
            };
            Choice::new(&level.name(lang), &label)
        });
        let chosen = self.choice(say!(lang, "menu-which-level"), &choices)?;
        Ok(Level::ALL[chosen].to_string())
    }

    /// Asks the user to choose one of several items, and returns its index.
    fn choice(&self, heading: &str, choices: &[Choice]) -> Result<usize, End> {
        let lang = self.lang;
        let refuse =
            |text: &str| Err(say!(lang, "menu-unknown", text = harmless(text)).to_string());
        loop {
            let question = say!(lang, "menu-question");
            if let Answer::Choice(index) = self.ask((heading, question), choices, &refuse)? {
                return Ok(index);
            }
        }
    }

    /// Asks for a text until `accepts` approves of it.
    fn text(&self, question: &str, accepts: &Accepts) -> Result<String, End> {
        loop {
            if let Answer::Text(text) = self.ask(("", question), &[], accepts)? {
                return Ok(text);
            }
        }
    }

    fn ask(
        &self,
        (heading, question): (&str, &str),
        choices: &[Choice],
        accepts: &Accepts,
    ) -> Result<Answer, End> {
        let mut asked = Question {
            lang: self.lang,
            heading,
            question,
            choices,
            accepts,
        };
        asked.draw()?;
        prompt::run(&mut asked, &self.console)?
    }
}

/// Check of a text that is not a menu item: returns the reason if the text is not acceptable.
type Accepts<'a> = dyn Fn(&str) -> Result<(), String> + 'a;

/// Question with the items to choose from.
struct Question<'a> {
    lang: Lang,
    heading: &'a str,
    question: &'a str,
    choices: &'a [Choice],
    accepts: &'a Accepts<'a>,
}

const LEAVING: Table<()> = Table::new(&[Command::new(
    (),
    key!("menu-do-quit"),
    key!("menu-do-quit-help"),
)]);

impl Question<'_> {
    /// Returns the index of the item that a number, a word or an unambiguous beginning of a word stands for; `None` if
    /// there is none.
    fn chosen(&self, text: &str) -> Option<usize> {
        let text = text.to_lowercase();
        if let Some(number) = text
            .parse::<usize>()
            .ok()
            .filter(|_| !self.choices.is_empty())
        {
            return number
                .checked_sub(1)
                .filter(|index| *index < self.choices.len());
        }
        let words = || self.choices.iter().map(|choice| choice.word.to_lowercase());
        let exact = words().position(|word| word == text);
        let mut begun = words()
            .enumerate()
            .filter(|(_, word)| word.starts_with(&text));
        exact.or_else(|| match (begun.next(), begun.next()) {
            (Some((index, _)), None) => Some(index),
            _ => None,
        })
    }
}

impl Program for Question<'_> {
    type Command = ();
    type End = Result<Answer, End>;
    type Error = CliError;

    fn lang(&self) -> Lang {
        self.lang
    }

    fn commands(&self) -> Table<()> {
        LEAVING
    }

    fn prompt(&mut self) -> Result<String, CliError> {
        Ok(format!("{} ", self.question))
    }

    fn completions(&self) -> Vec<String> {
        self.choices
            .iter()
            .map(|choice| choice.word.clone())
            .collect()
    }

    fn write(&mut self, text: &str) -> Result<(), CliError> {
        print(text)
    }

    fn draw(&mut self) -> Result<(), CliError> {
        let mut text = String::new();
        if !self.heading.is_empty() {
            text = format!("{}\n\n", self.heading);
        }
        let widths = self
            .choices
            .iter()
            .map(|choice| choice.word.chars().count());
        let width = widths.max().unwrap_or(0);
        for (index, Choice { word, label }) in self.choices.iter().enumerate() {
            text += format!("  {}  {word:<width$}  {label}", index + 1).trim_end();
            text.push('\n');
        }
        if !self.choices.is_empty() {
            text.push('\n');
        }
        print(&text)
    }

    fn act(&mut self, input: Input<'_, ()>) -> Result<Step<Result<Answer, End>>, CliError> {
        let text = match input {
            Input::Command((), _) | Input::End => return Ok(Step::End(Err(End::Quit))),
            Input::Interrupted => return Ok(Step::End(Err(End::Interrupted))),
            Input::Late => return Ok(Step::Stay),
            Input::Empty if !self.choices.is_empty() => return Ok(Step::Redraw),
            Input::Empty => "",
            Input::Text(text) => text,
        };
        if let Some(index) = self.chosen(text) {
            return Ok(Step::End(Ok(Answer::Choice(index))));
        }
        match (self.accepts)(text) {
            Ok(()) => Ok(Step::End(Ok(Answer::Text(text.to_owned())))),
            Err(why) => {
                print(&format!("{}\n", harmless(&why)))?;
                Ok(Step::Stay)
            }
        }
    }
}
