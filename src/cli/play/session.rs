//! A game at the terminal: asks for moves, obeys commands, tells what happens, keeps the file.

use super::super::{CliError, CliResult};
use super::board::Style;
use super::console::{Console, Heard};
use super::look::Lang;
use super::seats::called;
use super::store::Store;
use super::table::Table;
use crate::games::{Game, Line};
use crate::memory::OutOfMemory;
use crate::players::{Failure, Level, Levels, Limits, Player, SavedGame, SavedPlayer, Seat, Skill};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// How a game is to be played and shown.
pub struct Settings {
    /// Who plays, first mover first.
    pub players: Vec<SavedPlayer>,
    /// The language.
    pub lang: Lang,
    /// The drawing.
    pub style: Style,
    /// The longest a machine thinks on a move.
    pub movetime: Duration,
    /// What the machines' chances follow from.
    pub seed: u64,
    /// Where the game is saved.
    pub store: Store,
}

enum Order<M> {
    Move(M),
    Text,
    Moves,
    Quit,
    Undo,
    Hint,
    Save(String),
    Help,
    Wrong(String),
}

/// Why a session ends.
enum End {
    /// The game is over.
    Over,
    /// Somebody wants to stop, or the input has ended.
    Quit,
    /// Ctrl-C.
    Interrupted,
    /// A machine has no move, for this reason.
    Stuck(String),
}

/// What came of asking.
enum Asked<M> {
    Move(M),
    Again,
    End(End),
}

/// Plays a game on standard input and output, from where it stands. Exit status 130 after Ctrl-C.
///
/// # Errors
/// The output or the file cannot be written, or there is no memory for a machine. A reader that
/// has gone away is no error.
pub fn play<T: Table>(table: T, line: Line<T::G>, settings: Settings) -> CliResult {
    let mut session = Session {
        machines: settings.players.iter().map(|_| None).collect(),
        table,
        line,
        settings,
        console: Console::listen(),
        out: std::io::stdout().lock(),
    };
    // Before anything is played it is known whether the file can be written.
    if let Some(path) = session.settings.store.path.clone() {
        session.save(&path)?;
    }
    let ended = session.run();
    let end = match ended {
        Ok(end) => end,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => End::Quit,
        Err(error) => {
            session.keep(false)?;
            return Err(format!("cannot write to the standard output: {error}").into());
        }
    };
    let kept = session.keep(matches!(end, End::Interrupted))?;
    if !kept.is_empty() {
        // Whoever has gone away needs not be told.
        let _ = writeln!(session.out, "{kept}").and_then(|()| session.out.flush());
    }
    match end {
        End::Over | End::Quit => Ok(ExitCode::SUCCESS),
        End::Interrupted => Ok(ExitCode::from(130)),
        End::Stuck(why) => Err(why.into()),
    }
}

struct Session<T: Table, W: Write> {
    table: T,
    line: Line<T::G>,
    settings: Settings,
    /// By seat, the experts and the numbered machines: they have tables, and are made once.
    machines: Vec<Option<Box<dyn Player<T::G>>>>,
    console: Console,
    out: W,
}

impl<T: Table, W: Write> Session<T, W> {
    fn run(&mut self) -> std::io::Result<End> {
        self.show()?;
        while self.line.outcome().is_none() {
            if self.console.is_interrupted() {
                return Ok(End::Interrupted);
            }
            let position = &self.line.position().clone();
            let seat = position.turn();
            let m = match (
                self.table.forced(position),
                self.settings.players[seat].seat,
            ) {
                (Some(m), _) => m,
                (None, Seat::Machine(skill)) => match self.think(seat, skill) {
                    Ok(m) => m,
                    Err(Failure::Interrupted) => return Ok(End::Interrupted),
                    Err(failure) => return Ok(End::Stuck(failure.to_string())),
                },
                (None, Seat::Person) => match self.ask()? {
                    Asked::Move(m) => m,
                    Asked::Again => continue,
                    Asked::End(end) => return Ok(end),
                },
            };
            let name = self.table.name(position, m);
            let side = self.side(seat);
            writeln!(self.out, "{side}: {name}\n")?;
            self.line.play(m);
            self.show()?;
        }
        if let Some(ending) = self.table.ending(&self.line, self.settings.lang) {
            writeln!(self.out, "{ending}")?;
        }
        self.out.flush()?;
        Ok(End::Over)
    }

    /// A player, as it is told who plays.
    fn side(&self, seat: usize) -> String {
        let position = self.line.position();
        let side = self.table.side(position, seat, self.settings.lang);
        called(side, &self.settings.players[seat])
    }

    /// The move of a machine, which sits here or is asked for a hint.
    ///
    /// What chance decides follows from the seed and the moves made so far, so that a game that
    /// was saved goes on as it would have gone.
    fn think(&mut self, seat: usize, skill: Skill) -> Result<<T::G as Game>::Move, Failure> {
        let ply = self.line.moves().len() as u64;
        let by_seat = self.settings.seed ^ (seat as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let by_ply = by_seat.wrapping_add((ply + 1).wrapping_mul(0xd134_2543_de82_ef95));
        let no_memory = |error: OutOfMemory| Failure::Start(error.to_string());
        let mut fresh;
        let player = match skill {
            Skill::Level(level @ (Level::Easy | Level::Medium | Level::Hard)) => {
                fresh = T::G::at_level(level, by_ply).map_err(no_memory)?;
                &mut fresh
            }
            Skill::Level(Level::Expert) | Skill::Numbered(_) => {
                let made = match (self.machines[seat].take(), skill) {
                    (Some(player), _) => player,
                    (None, Skill::Numbered(number)) => {
                        self.table.numbered(number, by_seat).map_err(no_memory)?
                    }
                    (None, Skill::Level(level)) => {
                        T::G::at_level(level, by_seat).map_err(no_memory)?
                    }
                };
                self.machines[seat].insert(made)
            }
        };
        let limits = Limits {
            movetime: Some(self.settings.movetime),
            ..Limits::default()
        };
        let choice = player.choose(&self.line, &limits, &self.console.stop)?;
        Ok(choice.chosen)
    }

    fn say(&mut self, words: (&str, &str)) -> std::io::Result<()> {
        let text = self.settings.lang.pick(words.0, words.1);
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// The board and the news.
    fn show(&mut self) -> std::io::Result<()> {
        let board = self.table.draw(&self.line, self.settings.style);
        writeln!(self.out, "{board}")?;
        for news in self.table.news(&self.line, self.settings.lang) {
            writeln!(self.out, "{news}")?;
        }
        self.out.flush()
    }

    /// Asks once. Commands are obeyed; illegal moves explained.
    fn ask(&mut self) -> std::io::Result<Asked<<T::G as Game>::Move>> {
        let lang = self.settings.lang;
        let side = self.side(self.line.position().turn());
        let pattern = self.table.pattern();
        let prompt = lang.pick(
            format!("Turno de {side}. Introduzca jugada ({pattern}), texto, ayuda o salir: "),
            format!("Turn of {side}. Enter a move ({pattern}), text, help or quit: "),
        );
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let text = match self.console.next() {
            Heard::Line(text) if text.is_empty() => return Ok(Asked::Again),
            Heard::Line(text) => text,
            Heard::End => {
                writeln!(self.out)?;
                return self.quit();
            }
            Heard::Interrupted => {
                writeln!(self.out)?;
                return Ok(Asked::End(End::Interrupted));
            }
        };
        match self.order(&text) {
            Order::Move(m) => return Ok(Asked::Move(m)),
            Order::Quit => return self.quit(),
            Order::Text => {
                let board = self.table.text_board(&self.line);
                writeln!(self.out, "{board}")?;
            }
            Order::Moves => {
                let style = self.settings.style;
                let moves = self.table.draw_moves(&self.line, style, lang);
                writeln!(self.out, "{moves}")?;
            }
            Order::Undo => self.undo()?,
            Order::Hint => return self.hint(),
            Order::Save(path) => self.obey_save(&path)?,
            Order::Help => self.say((HELP_ES, HELP_EN))?,
            Order::Wrong(why) => writeln!(self.out, "{why}")?,
        }
        Ok(Asked::Again)
    }

    fn quit(&mut self) -> std::io::Result<Asked<<T::G as Game>::Move>> {
        self.say(("Partida terminada.", "The game is ended."))?;
        Ok(Asked::End(End::Quit))
    }

    fn order(&self, text: &str) -> Order<<T::G as Game>::Move> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word.to_lowercase().as_str() {
            "texto" | "text" => Order::Text,
            "jugadas" | "moves" => Order::Moves,
            "salir" | "quit" | "exit" => Order::Quit,
            "deshacer" | "undo" => Order::Undo,
            "pista" | "hint" => Order::Hint,
            "guardar" | "save" => Order::Save(rest.trim().to_owned()),
            "ayuda" | "help" | "?" => Order::Help,
            _ => match self
                .table
                .read(self.line.position(), text, self.settings.lang)
            {
                Ok(m) => Order::Move(m),
                Err(why) => Order::Wrong(why),
            },
        }
    }

    /// Takes back to the last position in which a person had a choice.
    fn undo(&mut self) -> std::io::Result<()> {
        let mut here = self.line.start().clone();
        let mut choice = None;
        for (index, &m) in self.line.moves().iter().enumerate() {
            let seat = self.settings.players[here.turn()].seat;
            if seat == Seat::Person && self.table.forced(&here).is_none() {
                choice = Some(index);
            }
            here = here.play(m);
        }
        let Some(plies) = choice else {
            return self.say(("No hay nada que deshacer.", "There is nothing to undo."));
        };
        self.line = self.line.at_ply(plies);
        self.show()
    }

    fn hint(&mut self) -> std::io::Result<Asked<<T::G as Game>::Move>> {
        let seat = self.line.position().turn();
        match self.think(seat, Skill::Level(Level::Expert)) {
            Ok(m) => {
                let name = self.table.name(self.line.position(), m);
                let text = self.settings.lang.pick("Pista", "Hint");
                writeln!(self.out, "{text}: {name}")?;
                Ok(Asked::Again)
            }
            Err(Failure::Interrupted) => Ok(Asked::End(End::Interrupted)),
            Err(failure) => {
                writeln!(self.out, "{failure}")?;
                Ok(Asked::Again)
            }
        }
    }

    /// The command `save`: a name that ends in `.pgn` is the record that people exchange.
    fn obey_save(&mut self, name: &str) -> std::io::Result<()> {
        let lang = self.settings.lang;
        let path = match (name, &self.settings.store.path) {
            ("", None) => {
                return self.say((
                    "Falta el nombre del fichero.",
                    "The file's name is missing.",
                ));
            }
            ("", Some(path)) => path.clone(),
            (name, _) => Path::new(name).to_owned(),
        };
        let saved = match super::is_record(&path) {
            true => self.save_record(&path),
            false => self.save(&path),
        };
        match saved {
            Ok(()) => writeln!(self.out, "{}", saved_as(&path, lang)),
            Err(error) => writeln!(self.out, "{error}"),
        }
    }

    fn cannot_write(&self, why: &str) -> String {
        let cannot = self
            .settings
            .lang
            .pick("No se puede escribir", "Cannot write");
        format!("{cannot} {why}")
    }

    fn save_record(&self, path: &Path) -> Result<(), CliError> {
        let names: Vec<String> = self
            .settings
            .players
            .iter()
            .map(|p| p.name.clone())
            .collect();
        let text = self.table.record(&self.line, &names).ok_or_else(|| {
            self.settings.lang.pick(
                "Este juego no tiene PGN: el nombre no puede acabar en .pgn.",
                "This game has no PGN: the name must not end in .pgn.",
            )
        })?;
        let file = std::fs::File::create_new(path);
        file.and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| {
                self.cannot_write(&format!("{}: {error}", path.display()))
                    .into()
            })
    }

    fn json(&self) -> Result<String, CliError> {
        let players = self.settings.players.clone();
        let machines = players.iter().any(|player| player.seat != Seat::Person);
        let saved = SavedGame {
            game: self.table.any(&self.line),
            players,
            seed: machines.then_some(self.settings.seed),
        };
        Ok(saved.to_json()?)
    }

    fn save(&mut self, path: &Path) -> Result<(), CliError> {
        let text = self.json()?;
        let written = self.settings.store.write(path, &text);
        written.map_err(|why| self.cannot_write(&why).into())
    }

    /// Saves the game at its end: in its file, or if there is none and it was `interrupted`, in a
    /// new one. A sentence that says where, or nothing.
    fn keep(&mut self, interrupted: bool) -> Result<String, CliError> {
        let lang = self.settings.lang;
        let path = self.settings.store.path.clone();
        let failed = match &path {
            Some(path) => match self.save(path) {
                Ok(()) => return Ok(saved_as(path, lang)),
                Err(error) => Some(error),
            },
            None => None,
        };
        let played = !self.line.moves().is_empty();
        if failed.is_none() && !(interrupted && played) {
            return Ok(String::new());
        }
        // A game is not lost because its file cannot be written.
        let text = self.json()?;
        let somewhere = self
            .settings
            .store
            .write_somewhere(self.line.start().name(), &text);
        let somewhere = somewhere.map_err(|why| self.cannot_write(&why))?;
        let kept = saved_as(&somewhere, lang);
        match failed {
            Some(error) => Err(format!("{error}; {kept}").into()),
            None => Ok(kept),
        }
    }
}

fn saved_as(path: &Path, lang: Lang) -> String {
    format!(
        "{} {}",
        lang.pick("Guardada en", "Saved as"),
        path.display()
    )
}

const HELP_ES: &str = "\
texto          el tablero en modo texto
jugadas        las jugadas legales
deshacer       retira la última jugada propia
pista          una jugada de la máquina
guardar F      guarda la partida en el fichero F (para --load y replay; si acaba en .pgn, PGN)
salir          termina la partida";

const HELP_EN: &str = "\
text           the board as text
moves          the legal moves
undo           takes your last move back
hint           what the machine would play
save F         saves the game as file F (for --load and replay; as PGN if it ends in .pgn)
quit           ends the game";
