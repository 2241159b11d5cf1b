//! `atalaya replay`: steps through a saved game, forwards and backwards.

use super::play::board::Style;
use super::play::look::{Lang, Look};
use super::play::seats::called;
use super::play::table::Table;
use super::play::{chess, kamisado, rolit, store};
use super::{CliError, CliResult};
use crate::games::{Game, Line};
use crate::players::SavedPlayer;
use std::io::{BufRead, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `atalaya replay`.
#[derive(clap::Args)]
pub struct Args {
    /// A game saved by 'atalaya play'
    file: PathBuf,
    /// Print the position after so many plies, and end
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Print every position, and end
    #[arg(long, conflicts_with = "ply")]
    all: bool,
    #[command(flatten)]
    look: Look,
}

/// Runs the subcommand.
///
/// # Errors
/// The file cannot be read or is damaged, it has no such ply, or the output cannot be written.
pub fn run(args: &Args) -> CliResult {
    let saved = store::load(&args.file)?;
    let plies = saved.game.plies();
    if let Some(ply) = args.ply.filter(|ply| *ply > plies) {
        return Err(format!("--ply {ply}: the game has {plies} plies").into());
    }
    let players = &saved.players;
    let game = &saved.game;
    let walked = if let Some(line) = game.native() {
        walk(args, chess::Table, &line, players)
    } else if let Some(line) = game.native() {
        walk(args, kamisado::Table, &line, players)
    } else if let Some(line) = game.native() {
        walk(args, rolit::Table, &line, players)
    } else {
        return Err(format!("{} has no table here", game.variant()).into());
    };
    match walked {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(CliError::from(format!("cannot go on: {error}")))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn walk<T: Table>(
    args: &Args,
    table: T,
    line: &Line<T::G>,
    players: &[SavedPlayer],
) -> std::io::Result<()> {
    let mut replay = Replay {
        table,
        line,
        players,
        lang: args.look.lang,
        style: args.look.style(),
        out: std::io::stdout().lock(),
    };
    match (args.ply, args.all) {
        (Some(ply), _) => replay.show(ply),
        (None, true) => (0..=line.moves().len()).try_for_each(|ply| replay.show(ply)),
        (None, false) => replay.step_through(&mut std::io::stdin().lock()),
    }?;
    replay.out.flush()
}

struct Replay<'a, T: Table, W: Write> {
    table: T,
    line: &'a Line<T::G>,
    players: &'a [SavedPlayer],
    lang: Lang,
    style: Style,
    out: W,
}

impl<T: Table, W: Write> Replay<'_, T, W> {
    /// The position after so many plies: which it is, its text, the board, the news.
    fn show(&mut self, ply: usize) -> std::io::Result<()> {
        let here = self.line.at_ply(ply);
        let all = self.line.moves().len();
        let mut title = self.lang.pick(
            format!("Jugada {ply} de {all}"),
            format!("Ply {ply} of {all}"),
        );
        if let Some((&m, before)) = here.moves().split_last() {
            let before = self.line.at_ply(before.len());
            let before = before.position();
            let seat = before.turn();
            let side = self.table.side(before, seat, self.lang);
            let side = called(side, &self.players[seat]);
            title = format!("{title}. {side}: {}", self.table.name(before, m));
        }
        writeln!(self.out, "{title}\n{}", here.position().text())?;
        write!(self.out, "{}", self.table.draw(&here, self.style))?;
        for news in self.table.news(&here, self.lang) {
            writeln!(self.out, "{news}")?;
        }
        if let Some(ending) = self.table.ending(&here, self.lang) {
            writeln!(self.out, "{ending}")?;
        }
        writeln!(self.out)
    }

    /// Obeys one line after the other.
    fn step_through(&mut self, input: &mut impl BufRead) -> std::io::Result<()> {
        let last = self.line.moves().len();
        let mut ply = 0;
        self.show(ply)?;
        let mut bytes = Vec::new();
        loop {
            let prompt = self.lang.pick(
                "[n] adelante, [b] atrás, [g N] a la jugada N, [s] principio, [e] final, [q] salir: ",
                "[n]ext, [b]ack, [g N] to ply N, [s]tart, [e]nd, [q]uit: ",
            );
            write!(self.out, "{prompt}")?;
            self.out.flush()?;
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                return writeln!(self.out);
            }
            let text = String::from_utf8_lossy(&bytes);
            match target(text.trim(), ply, last, self.lang) {
                Ok(Some(next)) => {
                    ply = next;
                    self.show(ply)?;
                }
                Ok(None) => return Ok(()),
                Err(why) => writeln!(self.out, "{why}")?,
            }
        }
    }
}

/// The ply that a line asks for; `None` to quit.
fn target(text: &str, ply: usize, last: usize, lang: Lang) -> Result<Option<usize>, String> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let wanted = match (word, rest.trim()) {
        ("" | "n", "") => ply + 1,
        ("b", "") => match ply.checked_sub(1) {
            Some(before) => before,
            None => {
                return Err(lang
                    .pick("Es el principio.", "This is the start.")
                    .to_owned());
            }
        },
        ("s", "") => 0,
        ("e", "") => last,
        ("q", "") => return Ok(None),
        ("g", number) => number.parse().map_err(|_| {
            lang.pick(
                format!("'{number}' no es un número de 0 a {last}."),
                format!("'{number}' is not a number from 0 to {last}."),
            )
        })?,
        _ => {
            return Err(lang.pick(
                format!("'{text}' no es n, b, g N, s, e ni q."),
                format!("'{text}' is not n, b, g N, s, e or q."),
            ));
        }
    };
    if wanted > last {
        return Err(lang.pick(
            format!("La partida acaba en la jugada {last}."),
            format!("The game ends at ply {last}."),
        ));
    }
    Ok(Some(wanted))
}
