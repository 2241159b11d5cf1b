//! `atalaya replay`: steps through a saved game or a game of a PGN file, forwards and backwards.

use super::play::board::{View, draw};
use super::play::look::Look;
use super::play::{is_record, messages, store};
use super::prompt::{self, Command, Console, Input, Program, Step, Table};
use super::{CliError, CliResult, interrupt, language, write_new};
use base::text::harmless;
use base::{key, say};
use games::Lang;
use games::pgn::Pgn;
use players::{Registry, Seat};
use rooms::{Options, Player, Room};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(clap::Args)]
pub struct Args {
    /// A game saved by 'atalaya play', or a PGN file
    file: PathBuf,
    #[command(flatten)]
    which: store::Which,
    /// Print the position after so many plies, and end
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Print every position, and end
    #[arg(long, conflicts_with = "ply")]
    all: bool,
    /// Write the game to this new file, and end: as PGN if it ends in .pgn, else as a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ply", "all"])]
    save: Option<PathBuf>,
    /// Write the game as an animated picture to this new SVG file, and end
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ply", "all", "save"])]
    svg: Option<PathBuf>,
    /// Seconds that the picture shows each position
    #[arg(long, value_name = "S", default_value_t = 1.5, requires = "svg", value_parser = seconds)]
    seconds: f64,
    /// The picture is seen from the other side
    #[arg(long, requires = "svg")]
    turned: bool,
    #[command(flatten)]
    look: Look,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| (0.05..=600.0).contains(number));
    number.ok_or_else(|| say!(language::current(), "replay-seconds").to_owned())
}

/// Runs the subcommand.
///
/// # Errors
/// The file cannot be read or is damaged, it has no such ply, or the output cannot be written.
pub fn run(args: &Args, registry: &Registry) -> CliResult {
    let (room, record) = match is_record(&args.file) {
        true => recorded(args, registry)?,
        false if args.which.number.is_some() || args.which.piece_letters.is_some() => {
            let why = say!(args.look.lang, "replay-number-piece-letters-games");
            return Err(why.into());
        }
        false => (store::load(&args.file, registry, args.look.lang)?, None),
    };
    // Result in the record that does not follow from the moves, for example because nobody claimed a draw.
    let by_rules = room.verdict().map(|_| room.pgn().result);
    let result = record.as_ref().map(|pgn| pgn.result.as_str());
    let result = result.filter(|result| *result != "*" && by_rules.as_deref() != Some(*result));
    if let Some(path) = &args.save {
        let text = match (is_record(path), &record) {
            (true, Some(record)) => record.to_string(),
            (true, None) => room.pgn().to_string(),
            (false, _) => room.to_json()?,
        };
        write_new(path, &text)?;
        if let Some(result) = result.filter(|_| !is_record(path)) {
            eprintln!(
                "atalaya: {}",
                not_saved(result, by_rules.as_deref(), args.look.lang)
            );
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(path) = &args.svg {
        write_new(path, &animated(args, &room))?;
        return Ok(ExitCode::SUCCESS);
    }
    let plies = room.game().plies();
    if let Some(ply) = args.ply.filter(|ply| *ply > plies) {
        return Err(store::no_such_ply(ply, plies, args.look.lang));
    }
    match walk(args, &room, result) {
        Ok(code) => Ok(code),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        Err(error) => Err(say!(args.look.lang, "output-cannot-write", error).into()),
    }
}

/// Returns the game as an animated SVG picture: each position with the move that led to it.
fn animated(args: &Args, room: &Room) -> String {
    let lang = args.look.lang;
    let side = |seat| messages::side(room, seat, lang);
    rooms::animation(room, side, args.turned, lang, args.seconds)
}

/// Returns the message that the result of a record is not saved, because a saved game also tells how its result came
/// about. `by_rules` is the result by the rules after the last move; `None` if the game is not over.
fn not_saved(result: &str, by_rules: Option<&str>, lang: Lang) -> String {
    match by_rules {
        None => say!(lang, "replay-result-saved-rules-do", result),
        Some(rules) => say!(lang, "replay-result-saved-rules-moves", result, rules),
    }
}

/// Reads the game of a PGN file. The record is never `None`, which stands for a saved game without a record.
fn recorded(args: &Args, registry: &Registry) -> Result<(Room, Option<Pgn>), CliError> {
    let found = store::load_record(&args.file, args.which, args.look.lang, registry)?;
    let names = found.names.into_iter().map(|name| Player {
        name: name.unwrap_or_default(),
        seat: Seat::Person,
    });
    let options = Options {
        grace: None,
        answer: None,
        ..Options::default()
    };
    let (room, _) = Room::seated(found.game, options, names.collect(), Duration::ZERO)?;
    Ok((room, Some(found.pgn)))
}

/// Command of the replay's prompt, which moves through the game or ends the replay.
#[derive(Clone, Copy)]
enum Go {
    Forwards,
    Back,
    To,
    Start,
    End,
    Quit,
}

#[rustfmt::skip]
const COMMANDS: Table<Go> = Table::new(&[
    Command::new(Go::Forwards, key!("replay-do-next"), key!("replay-do-next-help")),
    Command::new(Go::Back, key!("replay-do-back"), key!("replay-do-back-help")),
    Command::new(Go::To, key!("replay-do-g"), key!("replay-do-g-help")).required(key!("replay-do-g-form")),
    Command::new(Go::Start, key!("replay-do-start"), key!("replay-do-start-help")),
    Command::new(Go::End, key!("replay-do-end"), key!("replay-do-end-help")),
    Command::new(Go::Quit, key!("replay-do-quit"), key!("replay-do-quit-help")),
]);

/// Shows the positions that the arguments ask for, or starts the prompt. `result` is the result that the record states,
/// `None` if it states none. Exit status 130 after Ctrl-C.
fn walk(args: &Args, room: &Room, result: Option<&str>) -> std::io::Result<ExitCode> {
    let mut replay = Replay {
        room,
        names: {
            let names = room.game().move_names().into_iter();
            let names = names.map(|name| room.game().localized(&name, args.look.lang));
            names.collect()
        },
        lang: args.look.lang,
        view: View {
            style: args.look.colors.style(),
            turned: false,
            letters: args.look.letters(),
        },
        result,
        ply: 0,
        out: std::io::stdout().lock(),
    };
    match (args.ply, args.all) {
        (Some(ply), _) => replay.show(ply)?,
        (None, true) => (0..=room.game().plies()).try_for_each(|ply| replay.show(ply))?,
        (None, false) => {
            replay.draw()?;
            return prompt::run(&mut replay, &Console::listen(true));
        }
    }
    replay.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

struct Replay<'a, W: Write> {
    room: &'a Room,
    names: Vec<String>,
    lang: Lang,
    view: View,
    /// Result in the record, if it does not follow from the moves.
    result: Option<&'a str>,
    /// Number of plies before the position that is shown.
    ply: usize,
    out: W,
}

impl<W: Write> Replay<'_, W> {
    /// Prints the position after `ply` plies: its number, its text form, the board and the news.
    fn show(&mut self, ply: usize) -> std::io::Result<()> {
        let here = self.room.game().at_ply(ply);
        let all = self.names.len();
        let mut title = say!(self.lang, "replay-ply", ply, all);
        let last = ply.checked_sub(1);
        let made = last.and_then(|last| Some((self.room.mover(last)?, &self.names[last])));
        if let Some((seat, name)) = made {
            let side = messages::side(self.room, seat, self.lang);
            title = format!("{title}. {side}: {name}");
        }
        writeln!(self.out, "{title}\n{}", here.text())?;
        write!(
            self.out,
            "{}",
            draw(&here.board_in(self.lang), self.view, &[])
        )?;
        for news in here.news(self.lang) {
            writeln!(self.out, "{news}")?;
        }
        let ending = self.room.ending_text(self.lang).filter(|_| ply == all);
        let result = self.result.filter(|_| ply == all);
        match (&ending, result) {
            (Some(ending), Some(result)) => {
                let record = say!(self.lang, "replay-record-says");
                writeln!(self.out, "{ending} {record}: {result}")?;
            }
            (Some(ending), None) => writeln!(self.out, "{ending}")?,
            (None, Some(result)) => writeln!(self.out, "{}", harmless(result))?,
            (None, None) => {}
        }
        writeln!(self.out)
    }

    /// Goes to the position after `ply` plies; prints an error if the game has fewer.
    fn go(&mut self, ply: usize) -> std::io::Result<Step<ExitCode>> {
        let last = self.names.len();
        if ply > last {
            return self.complain(say!(self.lang, "replay-game-ends-ply", last));
        }
        self.ply = ply;
        Ok(Step::Redraw)
    }

    fn complain(&mut self, why: String) -> std::io::Result<Step<ExitCode>> {
        writeln!(self.out, "{}", harmless(&why))?;
        Ok(Step::Stay)
    }
}

impl<W: Write> Program for Replay<'_, W> {
    type Command = Go;
    type End = ExitCode;
    type Error = std::io::Error;

    fn lang(&self) -> Lang {
        self.lang
    }

    fn commands(&self) -> Table<Go> {
        COMMANDS
    }

    fn prompt(&mut self) -> std::io::Result<String> {
        Ok(COMMANDS.menu(self.lang) + ": ")
    }

    fn write(&mut self, text: &str) -> std::io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    fn draw(&mut self) -> std::io::Result<()> {
        self.show(self.ply)
    }

    fn act(&mut self, input: Input<'_, Go>) -> std::io::Result<Step<ExitCode>> {
        let last = self.names.len();
        match input {
            Input::Empty | Input::Command(Go::Forwards, _) => self.go(self.ply + 1),
            Input::Command(Go::Back, _) => match self.ply.checked_sub(1) {
                Some(before) => self.go(before),
                None => {
                    let why = say!(self.lang, "replay-start");
                    self.complain(why.to_owned())
                }
            },
            Input::Command(Go::To, number) => match number.parse() {
                Ok(ply) => self.go(ply),
                Err(_) => self.complain(say!(self.lang, "replay-number-from-0", number, last)),
            },
            Input::Command(Go::Start, _) => self.go(0),
            Input::Command(Go::End, _) => self.go(last),
            Input::Text(text) => self.complain(COMMANDS.unknown(text, self.lang)),
            Input::Command(Go::Quit, _) | Input::End | Input::Late => {
                Ok(Step::End(ExitCode::SUCCESS))
            }
            Input::Interrupted => Ok(Step::End(ExitCode::from(interrupt::BROKEN_OFF))),
        }
    }
}
