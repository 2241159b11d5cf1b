//! A game at the terminal: a skin over the room in which it is played.
//!
//! Lines become events, effects become text. The session adds what a room does not know of: the
//! board, hints, the thinking of machines, and the file.

use super::super::{CliError, CliResult};
mod keeping;
mod orders;
mod rematch;

use super::board::{Style, View, draw, wrapped};
use super::console::{Console, Heard};
use super::store::Store;
use super::words;
use base::clock::ClockRule;
use games::{Game as _, Lang};
use players::{Entry, Failure, Level, Seat, Skill};
use rooms::Machines;
use rooms::{Effect, Event, Notice, Phase, Refusal, Room};
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Settings for playing and showing a game.
pub struct Settings {
    /// The language.
    pub lang: Lang,
    /// The drawing.
    pub style: Style,
    /// Letters instead of figures.
    pub letters: bool,
    /// The longest a machine thinks on a move.
    pub movetime: Duration,
    /// Seed of the machines' random choices.
    pub seed: u64,
    /// Place where the game is saved.
    pub store: Store,
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

/// Result of a turn: the reason why the session ends, or `None` to go on.
type Asked = Option<End>;

/// Plays a room's game on standard input and output, from where it stands. Exit status 130 after
/// Ctrl-C.
///
/// # Errors
/// The output or the file cannot be written, or there is no memory for a machine. A reader that
/// has gone away is no error.
pub fn play(entry: &Entry, room: Room, settings: Settings) -> CliResult {
    let console = Console::listen();
    let stop = std::sync::Arc::clone(&console.stop);
    let seats = room.game().players();
    let (seed, movetime) = (settings.seed, settings.movetime);
    let turned = orders::sees_from_the_other_side(&room);
    let mut session = Session {
        turned,
        entry: entry.clone(),
        bar: false,
        waits: None,
        saved: None,
        machines: Machines::new(entry.clone(), seats, seed, movetime, stop),
        base: room.now(),
        begun: Instant::now(),
        room,
        settings,
        console,
        out: std::io::stdout().lock(),
    };
    // Before anything is played it is known whether the file can be written.
    if let Some(path) = session.settings.store.path.clone() {
        session.save(&path)?;
    }
    loop {
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
            End::Over if session.wants_rematch().unwrap_or(false) => session.begin_again()?,
            End::Over | End::Quit => return Ok(ExitCode::SUCCESS),
            End::Interrupted => return Ok(ExitCode::from(130)),
            End::Stuck(why) => return Err(why.into()),
        }
    }
}

struct Session<W: Write> {
    /// The game.
    entry: Entry,
    room: Room,
    settings: Settings,
    machines: Machines,
    /// The room's time when this session began.
    base: Duration,
    begun: Instant,
    console: Console,
    out: W,
    /// True if the board is seen from the second seat's side.
    turned: bool,
    /// True if an evaluation is shown above each question.
    bar: bool,
    /// Open question that the next line of input may answer.
    waits: Option<Wait>,
    /// Number of plies when the game was last saved; `None` if it was not, or a move was taken back since.
    saved: Option<usize>,
}

/// A question to whoever is at the keyboard.
enum Wait {
    /// Asks whether to leave a game that is not saved.
    Leave,
    /// Asks which piece a pawn becomes; holds the move without the piece.
    Piece(String),
}

impl<W: Write> Session<W> {
    fn run(&mut self) -> std::io::Result<End> {
        self.tell_strengths()?;
        self.show(self.room.game().plies())?;
        self.apply(Event::Tick)?;
        // What a game that was played elsewhere has open.
        if let Some(end) = self.let_machines_answer()? {
            return Ok(end);
        }
        while self.room.phase() == &Phase::Playing {
            if self.console.is_interrupted() {
                return Ok(End::Interrupted);
            }
            let seat = self.room.game().turn();
            let end = match self.room.sits(seat) {
                Some(Seat::Machine(skill)) => self.let_machine_move(seat, skill)?,
                Some(Seat::Person) | None => self.ask(seat)?,
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
        if let Some(ending) = self.room.ending_text(self.settings.lang) {
            writeln!(self.out, "{ending}")?;
        }
        self.out.flush()?;
        Ok(End::Over)
    }

    /// The room's time. Where there is no clock nobody's time is counted.
    fn now(&self) -> Duration {
        match self.room.options().clock {
            ClockRule::Unlimited => self.base,
            ClockRule::PerTurn(_) | ClockRule::Account(_) => self.base + self.begun.elapsed(),
        }
    }

    /// Has something done, and tells what follows; or says why not.
    fn apply(&mut self, event: Event) -> std::io::Result<bool> {
        let lang = self.settings.lang;
        let mut plies = self.room.game().plies();
        let effects = match self.room.apply(event, self.now()) {
            Ok(effects) => effects,
            Err(refusal) => return self.refuse(&refusal).map(|()| false),
        };
        for effect in effects {
            match effect {
                Effect::Moved { seat, name, .. } => {
                    plies += 1;
                    let name = self.room.game().spoken(&name, lang);
                    writeln!(self.out, "{}: {name}\n", self.side(seat))?;
                    self.show(plies)?;
                }
                Effect::TookBack { plies: left } => {
                    // As many moves as were saved may be others from now on.
                    self.saved = None;
                    plies = left;
                    self.show(plies)?;
                }
                Effect::Message { notice, .. } => self.tell(&notice)?,
                Effect::Started | Effect::Clocks { .. } | Effect::Turn { .. } | Effect::Over(_) => {
                }
            }
        }
        self.out.flush()?;
        Ok(true)
    }

    /// Prints a notice, unless the game is over, when the ending is printed anyway.
    fn tell(&mut self, notice: &Notice) -> std::io::Result<()> {
        let over = self.room.verdict().is_some();
        if let Some(text) = words::notice(&self.room, notice, self.settings.lang).filter(|_| !over)
        {
            writeln!(self.out, "{text}")?;
        }
        Ok(())
    }

    fn let_machine_move(&mut self, seat: usize, skill: Skill) -> std::io::Result<Asked> {
        let now = self.now();
        let text = self.thinking(seat);
        let (machines, room) = (&mut self.machines, &self.room);
        let depth = machines.depth();
        match orders::while_shown(&text, &depth, || machines.think(room, skill, now)) {
            Ok(text) => {
                let lag = Duration::ZERO;
                let done = self.apply(Event::Move { seat, text, lag })?;
                Ok((!done).then(|| End::Stuck("a machine's move was refused".to_owned())))
            }
            Err(Failure::Interrupted) => Ok(Some(End::Interrupted)),
            Err(failure) => Ok(Some(End::Stuck(failure.to_string()))),
        }
    }

    /// A player, as it is told who plays.
    fn side(&self, seat: usize) -> String {
        words::side(&self.room, seat, self.settings.lang)
    }

    fn say(&mut self, words: (&str, &str)) -> std::io::Result<()> {
        let text = self.settings.lang.pick(words.0, words.1);
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// The board and the news after so many moves, and the clocks of now.
    fn show(&mut self, plies: usize) -> std::io::Result<()> {
        let lang = self.settings.lang;
        let game = self.room.game().at_ply(plies);
        writeln!(self.out, "{}", draw(&game.board(), self.view(), &[]))?;
        for news in game.news(lang) {
            writeln!(self.out, "{news}")?;
        }
        if plies == self.room.game().plies()
            && let Some(clocks) = words::clocks(&self.room, self.now(), lang)
        {
            writeln!(self.out, "{clocks}")?;
        }
        self.out.flush()
    }

    /// Asks once. Commands are obeyed; illegal moves explained.
    fn ask(&mut self, seat: usize) -> std::io::Result<Asked> {
        let lang = self.settings.lang;
        if self.bar && self.waits.is_none() {
            self.show_evaluation()?;
        }
        let (side, pattern) = (self.side(seat), self.room.game().pattern(lang));
        let offer = self
            .room
            .question()
            .filter(|open| open.waiting.contains(&seat));
        let asked = self.waits.as_ref().map(|wait| wait.question(lang));
        let prompt = match offer.map(|open| self.side(open.by)) {
            Some(by) => words::draw_question(&by, &side, lang),
            None => lang.pick(
                format!("Turno de {side}. Introduzca jugada ({pattern}), texto, ayuda o salir: "),
                format!("Turn of {side}. Enter a move ({pattern}), text, help or quit: "),
            ),
        };
        write!(self.out, "{}", asked.unwrap_or(&prompt))?;
        self.out.flush()?;
        let deadline = self.room.deadline();
        let deadline = deadline.map(|at| self.begun + at.saturating_sub(self.base));
        let text = match self.console.next(deadline) {
            Heard::Line(text) if text.is_empty() => return Ok(None),
            Heard::Line(text) => text,
            Heard::End => {
                writeln!(self.out)?;
                return self.leave();
            }
            Heard::Interrupted => {
                writeln!(self.out)?;
                return Ok(Some(End::Interrupted));
            }
            Heard::Nothing => {
                writeln!(self.out)?;
                self.apply(Event::Tick)?;
                return Ok(None);
            }
        };
        self.obey(seat, &text)
    }

    fn obey(&mut self, seat: usize, text: &str) -> std::io::Result<Asked> {
        let lang = self.settings.lang;
        match self.waits.take() {
            None => {}
            Some(Wait::Leave) => return self.answer_leaving(text),
            Some(Wait::Piece(begun)) => {
                // What is no piece is another move, or an order.
                let named = format!("{begun}={text}");
                if let Ok(text) = self.room.game().read_move(&named, lang) {
                    let lag = Duration::ZERO;
                    self.apply(Event::Move { seat, text, lag })?;
                    return Ok(None);
                }
            }
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word.to_lowercase().as_str() {
            "salir" | "quit" | "exit" => return self.quit(),
            "texto" | "text" => writeln!(self.out, "{}", self.room.game().text_board())?,
            "jugadas" | "moves" => self.list_moves()?,
            "deshacer" | "undo" => self.undo()?,
            "pista" | "hint" => return self.hint(),
            "tablas" | "draw" => return self.offer_draw(seat),
            "aceptar" | "accept" => drop(self.apply(Event::AcceptDraw { seat })?),
            "rechazar" | "decline" => drop(self.apply(Event::DeclineDraw { seat })?),
            "rendirse" | "abandonar" | "resign" => drop(self.apply(Event::Resign { seat })?),
            "reloj" | "clock" => match words::clocks(&self.room, self.now(), lang) {
                Some(clocks) => writeln!(self.out, "{clocks}")?,
                None => self.say(("Se juega sin reloj.", "There is no clock."))?,
            },
            "guardar" | "save" => self.obey_save(rest.trim())?,
            "tablero" | "board" => self.show(self.room.game().plies())?,
            "fen" => writeln!(self.out, "{}", self.room.game().text())?,
            "girar" | "flip" => self.flip()?,
            "evaluar" | "eval" => self.show_evaluation()?,
            "barra" | "bar" => self.switch_bar()?,
            "reglas" | "rules" => {
                let rules = self.room.game().rules_in_short(lang);
                writeln!(self.out, "{rules}")?;
            }
            "ayuda" | "help" | "?" => {
                let draws = self.room.game().position().has_draws();
                writeln!(self.out, "{}", words::help(lang, draws))?;
            }
            _ => match self.room.game().read_move(text, lang) {
                Ok(text) => {
                    let lag = Duration::ZERO;
                    self.apply(Event::Move { seat, text, lag })?;
                }
                Err(_) if self.leaves_open(text) => {
                    self.waits = Some(Wait::Piece(text.to_owned()));
                }
                Err(why) => writeln!(self.out, "{why}")?,
            },
        }
        Ok(None)
    }

    /// The legal moves: on the board if it can show them, else as a list.
    fn list_moves(&mut self) -> std::io::Result<()> {
        let game = self.room.game();
        let text = match game.marked_moves(self.settings.lang) {
            Some((marks, legend)) => draw(&game.board(), self.view(), &marks) + legend,
            None => {
                let moves = game.legal_moves().into_iter();
                let names = moves.map(|m| game.spoken(&m.name, self.settings.lang));
                wrapped(&names.collect::<Vec<_>>())
            }
        };
        writeln!(self.out, "{text}")
    }

    /// Takes back to the last position in which a person had a choice. Whoever is at this keyboard
    /// agrees, and machines do.
    fn undo(&mut self) -> std::io::Result<()> {
        let seats = 0..self.room.game().players();
        let people = seats.filter(|seat| words::is_person(&self.room, *seat));
        let choices = people.filter_map(|seat| Some((self.room.last_choice(seat)?, seat)));
        let Some((_, seat)) = choices.max() else {
            return self.say(("No hay nada que deshacer.", "There is nothing to undo."));
        };
        if !self.apply(Event::AskTakeback { seat })? {
            return Ok(());
        }
        while let Some(seat) = self
            .room
            .question()
            .and_then(|q| q.waiting.first().copied())
        {
            if !self.apply(Event::GrantTakeback { seat })? {
                break;
            }
        }
        Ok(())
    }

    /// Says why something did not happen.
    fn refuse(&mut self, refusal: &Refusal) -> std::io::Result<()> {
        writeln!(self.out, "{}", words::refusal(refusal, self.settings.lang))?;
        self.out.flush()
    }

    /// Offers a draw. Machines answer at once, people when it is their turn.
    fn offer_draw(&mut self, seat: usize) -> std::io::Result<Asked> {
        let event = Event::OfferDraw { seat };
        if let Err(refusal) = self.room.check_own(&event) {
            return self.refuse(&refusal).map(|()| None);
        }
        if self.apply(event)? {
            self.let_machines_answer()
        } else {
            Ok(None)
        }
    }

    /// Has the machines answer that are asked for a draw.
    fn let_machines_answer(&mut self) -> std::io::Result<Asked> {
        let asked = self.room.question().map(|open| open.waiting.clone());
        for seat in asked.unwrap_or_default() {
            let Some(Seat::Machine(skill)) = self.room.sits(seat) else {
                continue;
            };
            let event = match self.machines.accepts_draw(&self.room, seat, skill) {
                Ok(true) => Event::AcceptDraw { seat },
                Ok(false) => Event::DeclineDraw { seat },
                Err(_) => return Ok(Some(End::Interrupted)),
            };
            self.apply(event)?;
            if self.room.question().is_none() {
                break;
            }
        }
        Ok(None)
    }

    fn hint(&mut self) -> std::io::Result<Asked> {
        let now = self.now();
        let text = self.settings.lang.pick("Se busca…", "Looking…").to_owned();
        let (machines, room) = (&mut self.machines, &self.room);
        let (depth, expert) = (machines.depth(), Skill::Level(Level::Expert));
        match orders::while_shown(&text, &depth, || machines.think(room, expert, now)) {
            Ok(text) => {
                let moves = self.room.game().legal_moves().into_iter();
                let name = moves.filter(|m| m.text == text).map(|m| m.name).next();
                let hint = self.settings.lang.pick("Pista", "Hint");
                let name = name.map(|name| self.room.game().spoken(&name, self.settings.lang));
                writeln!(self.out, "{hint}: {}", name.unwrap_or(text))?;
                Ok(None)
            }
            Err(Failure::Interrupted) => Ok(Some(End::Interrupted)),
            Err(failure) => {
                writeln!(self.out, "{failure}")?;
                Ok(None)
            }
        }
    }
}
