//! A game at the terminal: input lines become events of the room in which the game is played, and the room's effects
//! become text. The session adds what the room lacks: the board, hints, the machines' thinking, and the file.
//!
//! | file | contents |
//! |---|---|
//! | `commands` | tables of commands |
//! | `evaluation` | strengths of machines, evaluation of the position, display of the thinking |
//! | `keeping` | saving the game to its file |
//! | `rematch` | another game with the same players |

mod commands;
mod evaluation;
mod keeping;
mod rematch;

use super::super::prompt::{self, Console, Input, Program, Step, Table};
use super::super::{CliError, CliResult, interrupt};
use super::board::{Style, View, draw, wrapped};
use super::messages;
use super::store::Store;
use base::clock::ClockRule;
use base::messages::Key;
use base::text::harmless;
use base::{key, say};
use commands::{AT_THE_BOARD, LEAVING, Order};
use games::pgn::Pgn;
use games::{Game as _, Lang};
use players::{Entry, Failure, Level, Seat};
use rooms::Machines;
use rooms::{Effect, Event, Notice, Phase, Refusal, Room};
use std::io::{ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Settings for playing and showing a game.
pub struct Settings {
    /// Language of the messages.
    pub lang: Lang,
    /// Drawing of boards, with colours or without.
    pub style: Style,
    /// True if pieces are drawn as letters instead of figures.
    pub letters: bool,
    /// Longest thinking time of a machine on a move.
    pub movetime: Duration,
    /// Seed of the machines' random choices.
    pub seed: u64,
    /// Destination of the saved game.
    pub store: Store,
    /// Record from which the game goes on, if it was read from a PGN file.
    pub record: Option<Pgn>,
}

/// Reason why a session ends.
enum End {
    /// The game is over.
    Over,
    /// Somebody has quit, or the input has ended.
    Quit,
    /// Interrupted by Ctrl-C.
    Interrupted,
    /// A machine cannot move, for the given reason.
    Stuck(String),
}

/// Plays a game on standard input and output from its present position until it ends. Exit status 130 after Ctrl-C.
///
/// # Errors
/// The output or the file cannot be written, or there is too little memory for a machine. A closed output pipe is not
/// an error.
pub fn play(entry: &Entry, room: Room, settings: Settings) -> CliResult {
    let console = Console::listen(true);
    let stop = std::sync::Arc::clone(&console.stop);
    let seats = room.game().players();
    let (seed, movetime) = (settings.seed, settings.movetime);
    let turned = evaluation::sees_from_the_other_side(&room);
    let mut session = Session {
        turned,
        entry: entry.clone(),
        bar: false,
        question: None,
        saved: None,
        machines: Machines::new(entry.clone(), seats, seed, movetime, stop),
        base: room.now(),
        begun: Instant::now(),
        room,
        settings,
        console,
        out: std::io::stdout().lock(),
    };
    // The file is written before the first move, to find out early if it cannot be.
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
                return Err(say!(session.settings.lang, "output-cannot-write", error).into());
            }
        };
        let kept = session.keep(matches!(end, End::Interrupted))?;
        if !kept.is_empty() {
            // An error is ignored: the output may be closed.
            let _ = writeln!(session.out, "{kept}").and_then(|()| session.out.flush());
        }
        match end {
            End::Over if session.wants_rematch().unwrap_or(false) => session.begin_again()?,
            End::Over | End::Quit => return Ok(ExitCode::SUCCESS),
            End::Interrupted => return Ok(ExitCode::from(interrupt::BROKEN_OFF)),
            End::Stuck(why) => return Err(why.into()),
        }
    }
}

struct Session<W: Write> {
    /// Entry of the game in the registry.
    entry: Entry,
    room: Room,
    settings: Settings,
    machines: Machines,
    /// Time of the room when this session began; more than 0 if the game was loaded.
    base: Duration,
    begun: Instant,
    console: Console,
    out: W,
    /// True if the board is seen from the side of the second seat.
    turned: bool,
    /// True if an evaluation is printed before each prompt.
    bar: bool,
    /// Open question that the next line of input may answer; `None` if there is none.
    question: Option<Question>,
    /// Number of plies when the game was last saved; `None` if it was not, or a move was taken back since.
    saved: Option<usize>,
}

/// Question to the person at the keyboard.
enum Question {
    /// Asks whether to leave a game that is not saved. If Ctrl-C caused it and there is no answer, the game is saved.
    Leave { interrupted: bool },
    /// Asks which piece a pawn is promoted to; contains the typed move, which lacks the piece.
    Piece(String),
}

impl Question {
    fn text(&self, lang: Lang) -> String {
        let text = match self {
            Question::Leave { .. } => say!(lang, "play-game-saved-leave-yes"),
            Question::Piece(_) => say!(lang, "play-promote-what-q-queen"),
        };
        format!("{text} ")
    }
}

impl<W: Write> Session<W> {
    fn run(&mut self) -> std::io::Result<End> {
        self.tell_strengths()?;
        self.show(self.room.game().plies())?;
        self.apply(Event::Tick)?;
        // A game that was played elsewhere may have an open draw offer.
        if let Step::End(end) = self.let_machines_answer()? {
            return Ok(end);
        }
        let console = self.console.clone();
        prompt::run(self, &console)
    }

    /// Returns the room's time; it stands still in games without clocks.
    fn now(&self) -> Duration {
        match self.room.options().clock {
            ClockRule::Unlimited => self.base,
            ClockRule::PerTurn(_) | ClockRule::Account(_) => self.base + self.begun.elapsed(),
        }
    }

    /// Applies an event to the room and prints its effects, or the reason for a refusal. Returns false if it is
    /// refused.
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
                    let name = self.room.game().localized(&name, lang);
                    writeln!(self.out, "{}: {name}\n", self.side(seat))?;
                    self.show(plies)?;
                }
                Effect::TookBack { plies: left } => {
                    // The saved moves may differ from those played from now on.
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

    /// Prints a notice; nothing if the game is over, because its ending is printed separately.
    fn tell(&mut self, notice: &Notice) -> std::io::Result<()> {
        let over = self.room.verdict().is_some();
        if let Some(text) =
            messages::notice(&self.room, notice, self.settings.lang).filter(|_| !over)
        {
            writeln!(self.out, "{text}")?;
        }
        Ok(())
    }

    /// Lets a machine choose and play its move. Returns the reason if the session ends.
    fn let_machine_move(&mut self, seat: usize, level: Level) -> std::io::Result<Option<End>> {
        let now = self.now();
        let text = self.thinking(seat);
        let (machines, room) = (&mut self.machines, &self.room);
        let depth = machines.depth();
        match evaluation::while_shown(&text, &depth, || machines.think(room, level, now)) {
            Ok(text) => {
                let lag = Duration::ZERO;
                let done = self.apply(Event::Move { seat, text, lag })?;
                Ok((!done).then(|| {
                    End::Stuck(say!(self.settings.lang, "play-machine-refused").to_owned())
                }))
            }
            Err(Failure::Interrupted) => Ok(Some(End::Interrupted)),
            Err(failure) => Ok(Some(End::Stuck(failure.text(self.settings.lang)))),
        }
    }

    /// Returns the name of a seat with its player's name, for messages.
    fn side(&self, seat: usize) -> String {
        messages::side(&self.room, seat, self.settings.lang)
    }

    /// Prints a text as a line.
    fn say(&mut self, text: Key) -> std::io::Result<()> {
        writeln!(self.out, "{}", text.text(self.settings.lang))?;
        self.out.flush()
    }

    /// Prints the board and the news after `plies` plies, and the clocks if that is the present position.
    fn show(&mut self, plies: usize) -> std::io::Result<()> {
        let lang = self.settings.lang;
        let game = self.room.game().at_ply(plies);
        writeln!(self.out, "{}", draw(&game.board_in(lang), self.view(), &[]))?;
        for news in game.news(lang) {
            writeln!(self.out, "{news}")?;
        }
        if plies == self.room.game().plies()
            && let Some(clocks) = messages::clocks(&self.room, self.now(), lang)
        {
            writeln!(self.out, "{clocks}")?;
        }
        self.out.flush()
    }

    /// Plays a move given in the game's own text form.
    fn play(&mut self, seat: usize, text: String) -> std::io::Result<()> {
        let lag = Duration::ZERO;
        self.apply(Event::Move { seat, text, lag }).map(drop)
    }

    /// Plays the move that a line names, or prints why it is not a legal move.
    fn read_move(&mut self, seat: usize, line: &str) -> std::io::Result<()> {
        let (game, lang) = (self.room.game(), self.settings.lang);
        match game.read_move(line, lang) {
            Ok(text) => self.play(seat, text),
            Err(_) if !game.open_moves(line, lang).is_empty() => {
                self.question = Some(Question::Piece(line.to_owned()));
                Ok(())
            }
            Err(why) => writeln!(self.out, "{}", harmless(&why)),
        }
    }

    fn obey(&mut self, order: Order, argument: &str) -> std::io::Result<Step<End>> {
        let seat = self.room.game().turn();
        match order {
            Order::Quit => return self.quit(),
            Order::Yes => return self.leave(),
            Order::Hint => return self.hint(),
            Order::OfferDraw => return self.offer_draw(seat),
            Order::Board => return Ok(Step::Redraw),
            Order::Flip => {
                self.turned = !self.turned;
                return Ok(Step::Redraw);
            }
            Order::No => {}
            Order::Text => writeln!(self.out, "{}", self.room.game().text_board(None))?,
            Order::Moves => self.list_moves()?,
            Order::Undo => self.undo()?,
            Order::AcceptDraw => drop(self.apply(Event::AcceptDraw { seat })?),
            Order::DeclineDraw => drop(self.apply(Event::DeclineDraw { seat })?),
            Order::Resign => drop(self.apply(Event::Resign { seat })?),
            Order::Clock => match messages::clocks(&self.room, self.now(), self.settings.lang) {
                Some(clocks) => writeln!(self.out, "{clocks}")?,
                None => self.say(key!("play-no-clock"))?,
            },
            Order::Save => self.obey_save(argument)?,
            Order::Fen => writeln!(self.out, "{}", self.room.game().text())?,
            Order::Evaluate => self.show_evaluation()?,
            Order::Bar => self.switch_bar()?,
            Order::Rules => {
                let rules = self.room.game().rules_in_short(self.settings.lang);
                writeln!(self.out, "{rules}")?;
            }
        }
        Ok(Step::Stay)
    }

    /// Carries out an answer to the question whether to leave a game that is not saved.
    fn answer_leaving(&mut self, order: Order, argument: &str) -> std::io::Result<Step<End>> {
        if order == Order::Save {
            self.obey_save(argument)?;
            if self.saved == Some(self.room.game().plies()) {
                return self.leave();
            }
            self.question = Some(Question::Leave { interrupted: false });
            return Ok(Step::Stay);
        }
        self.obey(order, argument)
    }

    /// Leaves the game; asks first if unsaved moves would be lost.
    fn quit(&mut self) -> std::io::Result<Step<End>> {
        if self.would_be_lost() {
            self.question = Some(Question::Leave { interrupted: false });
            return Ok(Step::Stay);
        }
        self.leave()
    }

    /// Returns true if leaving now would lose moves that are not saved.
    fn would_be_lost(&self) -> bool {
        let plies = self.room.game().plies();
        plies > 0 && self.settings.store.path.is_none() && self.saved != Some(plies)
    }

    /// Handles Ctrl-C: the first one at a terminal asks before it ends a game that is not saved, the second one ends
    /// it.
    fn interrupted(&mut self) -> Step<End> {
        let is_asked = matches!(self.question, Some(Question::Leave { .. }));
        if is_asked || !std::io::stdin().is_terminal() || !self.would_be_lost() {
            return Step::End(End::Interrupted);
        }
        self.console.forget_interrupt();
        self.question = Some(Question::Leave { interrupted: true });
        Step::Stay
    }

    fn leave(&mut self) -> std::io::Result<Step<End>> {
        self.say(key!("play-game-ended"))?;
        Ok(Step::End(End::Quit))
    }

    /// Prints the legal moves: marked on the board if the game supports that, otherwise as a list.
    fn list_moves(&mut self) -> std::io::Result<()> {
        let (game, lang) = (self.room.game(), self.settings.lang);
        let text = match game.marked_moves(lang) {
            Some((marks, legend)) => draw(&game.board_in(lang), self.view(), &marks) + legend,
            None => {
                let moves = game.legal_moves().into_iter();
                let names = moves.map(|m| game.localized(&m.name, lang));
                wrapped(&names.collect::<Vec<_>>())
            }
        };
        writeln!(self.out, "{text}")
    }

    /// Takes moves back to the last position in which a person had a choice. All players agree automatically: the
    /// people share this keyboard, and machines always agree.
    fn undo(&mut self) -> std::io::Result<()> {
        let seats = 0..self.room.game().players();
        let people = seats.filter(|seat| messages::is_person(&self.room, *seat));
        let choices = people.filter_map(|seat| Some((self.room.last_choice(seat)?, seat)));
        let Some((_, seat)) = choices.max() else {
            return self.say(key!("play-nothing-to-undo"));
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

    /// Prints why an act is refused.
    fn refuse(&mut self, refusal: &Refusal) -> std::io::Result<()> {
        writeln!(
            self.out,
            "{}",
            messages::refusal(refusal, self.settings.lang)
        )?;
        self.out.flush()
    }

    /// Offers a draw. Machines answer at once, people on their turn.
    fn offer_draw(&mut self, seat: usize) -> std::io::Result<Step<End>> {
        let event = Event::OfferDraw { seat };
        if let Err(refusal) = self.room.check_own(&event) {
            return self.refuse(&refusal).map(|()| Step::Stay);
        }
        if self.apply(event)? {
            self.let_machines_answer()
        } else {
            Ok(Step::Stay)
        }
    }

    /// Lets the machines answer an open draw offer. Returns [`Step::Stay`], or if the user interrupts a machine the
    /// step that [`interrupted`](Self::interrupted) returns.
    fn let_machines_answer(&mut self) -> std::io::Result<Step<End>> {
        let asked = self.room.question().map(|open| open.waiting.clone());
        for seat in asked.unwrap_or_default() {
            let Some(Seat::Machine(level)) = self.room.sits(seat) else {
                continue;
            };
            let event = match self.machines.accepts_draw(&self.room, seat, level) {
                Ok(true) => Event::AcceptDraw { seat },
                Ok(false) => Event::DeclineDraw { seat },
                Err(_) => return Ok(self.interrupted()),
            };
            self.apply(event)?;
            if self.room.question().is_none() {
                break;
            }
        }
        Ok(Step::Stay)
    }

    fn hint(&mut self) -> std::io::Result<Step<End>> {
        let now = self.now();
        let text = say!(self.settings.lang, "play-looking").to_owned();
        let (machines, room) = (&mut self.machines, &self.room);
        let (depth, expert) = (machines.depth(), Level::Expert);
        match evaluation::while_shown(&text, &depth, || machines.think(room, expert, now)) {
            Ok(text) => {
                let moves = self.room.game().legal_moves().into_iter();
                let name = moves.filter(|m| m.text == text).map(|m| m.name).next();
                let hint = say!(self.settings.lang, "play-hint");
                let name = name.map(|name| self.room.game().localized(&name, self.settings.lang));
                writeln!(self.out, "{hint}: {}", name.unwrap_or(text))?;
                Ok(Step::Stay)
            }
            Err(Failure::Interrupted) => Ok(self.interrupted()),
            Err(failure) => {
                writeln!(self.out, "{failure}")?;
                Ok(Step::Stay)
            }
        }
    }
}

impl<W: Write> Program for Session<W> {
    type Command = Order;
    type End = End;
    type Error = std::io::Error;

    fn lang(&self) -> Lang {
        self.settings.lang
    }

    fn commands(&self) -> Table<Order> {
        match self.question {
            Some(Question::Leave { .. }) => LEAVING,
            Some(Question::Piece(_)) | None => AT_THE_BOARD,
        }
    }

    fn offers(&self, order: Order) -> bool {
        !order.needs_draws() || self.room.game().position().has_draws()
    }

    /// Lets the machines move until it is a person's turn or the game is over. Returns the reason if the session ends.
    fn advance(&mut self) -> std::io::Result<Option<End>> {
        while self.room.phase() == &Phase::Playing {
            if self.console.is_interrupted()
                && let Step::End(end) = self.interrupted()
            {
                return Ok(Some(end));
            }
            // Machines wait until the question is answered.
            if let Some(Question::Leave { .. }) = self.question {
                return Ok(None);
            }
            let seat = self.room.game().turn();
            let Some(Seat::Machine(level)) = self.room.sits(seat) else {
                return Ok(None);
            };
            match self.let_machine_move(seat, level)? {
                // An interruption is handled at the beginning of the loop.
                Some(End::Interrupted) | None => {}
                Some(end) => return Ok(Some(end)),
            }
        }
        if let Some(ending) = self.room.ending_text(self.settings.lang) {
            writeln!(self.out, "{ending}")?;
        }
        self.out.flush()?;
        Ok(Some(End::Over))
    }

    fn prompt(&mut self) -> std::io::Result<String> {
        let lang = self.settings.lang;
        if let Some(question) = &self.question {
            return Ok(question.text(lang).to_owned());
        }
        if self.bar {
            self.show_evaluation()?;
        }
        let seat = self.room.game().turn();
        let (side, pattern) = (self.side(seat), self.room.game().pattern(lang));
        let offer = self.room.question();
        let offer = offer.filter(|open| open.waiting.contains(&seat));
        Ok(match offer.map(|open| self.side(open.by)) {
            Some(by) => messages::draw_question(&by, &side, lang),
            None => say!(lang, "play-turn-enter-move-text", side, pattern) + " ",
        })
    }

    fn deadline(&self) -> Option<Instant> {
        let at = self.room.deadline()?;
        Some(self.begun + at.saturating_sub(self.base))
    }

    fn completions(&self) -> Vec<String> {
        let (game, lang) = (self.room.game(), self.settings.lang);
        match self.question {
            Some(Question::Leave { .. }) => Vec::new(),
            Some(Question::Piece(_)) | None => messages::move_names(game, lang),
        }
    }

    fn write(&mut self, text: &str) -> std::io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    fn draw(&mut self) -> std::io::Result<()> {
        self.show(self.room.game().plies())
    }

    fn act(&mut self, input: Input<'_, Order>) -> std::io::Result<Step<End>> {
        let seat = self.room.game().turn();
        match input {
            Input::Empty => {}
            Input::End => {
                return match self.question {
                    // The input has ended in answer to the question: leave without saving.
                    Some(Question::Leave { interrupted: true }) => Ok(Step::End(End::Interrupted)),
                    Some(Question::Leave { interrupted: false }) => self.leave(),
                    // Ctrl-D at a terminal asks before it ends a game that is not saved.
                    _ if std::io::stdin().is_terminal() => self.quit(),
                    _ => self.leave(),
                };
            }
            Input::Interrupted => return Ok(self.interrupted()),
            Input::Late => drop(self.apply(Event::Tick)?),
            Input::Command(order, argument) => {
                return match self.question.take() {
                    Some(Question::Leave { .. }) => self.answer_leaving(order, argument),
                    Some(Question::Piece(_)) | None => self.obey(order, argument),
                };
            }
            Input::Text(line) => match self.question.take() {
                Some(question @ Question::Leave { .. }) => {
                    writeln!(self.out, "{}", LEAVING.unknown(line, self.settings.lang))?;
                    self.question = Some(question);
                }
                Some(Question::Piece(begun)) => {
                    let named = format!("{begun}={line}");
                    match self.room.game().read_move(&named, self.settings.lang) {
                        Ok(text) => self.play(seat, text)?,
                        // Text that does not name a piece is read as another move.
                        Err(_) => self.read_move(seat, line)?,
                    }
                }
                None => self.read_move(seat, line)?,
            },
        }
        Ok(Step::Stay)
    }
}
