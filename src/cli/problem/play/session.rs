//! A game over a problem at the terminal: input lines become acts of the duel, machines think, and the events are
//! printed.

use super::commands::{LEAVING, Order, PLAYING};
use super::output::Output;
use crate::cli::CliError;
use crate::cli::play::board::wrapped;
use crate::cli::play::messages;
use crate::cli::play::store::Store;
use crate::cli::prompt::{self, Console, Input, Program, Reply, Step, Table};
use base::limits::Allowance;
use base::say;
use games::Lang;
use players::Failure;
use problems::play::{Act, Duel, Judge, Machines, Mind, NotDone, Side};
use rooms::Effect;
use std::path::Path;
use std::time::{Duration, Instant};

/// Settings of a session in which a game over a problem is played.
pub(super) struct Settings {
    /// Longest thinking time of a machine on a move; M2 ignores it as the attacker in games without a clock.
    pub movetime: Duration,
    /// Seed of all random choices.
    pub seed: u64,
    /// Destination of an unfinished game.
    pub store: Store,
}

/// Reason why a session ends.
pub(super) enum End {
    /// The game is over.
    Over,
    /// The game is to go on later, or the input has ended.
    Left,
    /// Interrupted by Ctrl-C.
    Interrupted,
    /// A machine cannot move, for the given reason.
    Stuck(String),
}

/// Longest time in which the solver looks for a hint.
const HINT: Duration = Duration::from_secs(20);

/// Longest time for the review of a finished game.
const REVIEW: Duration = Duration::from_secs(30);

/// Session in which a game over a problem is played at the terminal.
pub(super) struct Session {
    duel: Duel,
    machines: Machines,
    judge: Option<Judge>,
    console: Console,
    output: Output,
    store: Store,
    /// Time of the duel when this session began, which is more than 0 if the duel was loaded.
    base: Duration,
    begun: Instant,
    /// True while the user is being asked how to leave the game.
    leaves: bool,
}

impl Session {
    /// Creates a session for a duel.
    ///
    /// # Errors
    /// The game's file cannot be written.
    pub(super) fn new(
        duel: Duel,
        settings: Settings,
        console: Console,
        output: Output,
    ) -> Result<Session, CliError> {
        let mut session = Session {
            machines: Machines::new(settings.movetime, settings.seed),
            judge: None,
            base: duel.room().now(),
            begun: Instant::now(),
            store: settings.store,
            duel,
            console,
            output,
            leaves: false,
        };
        if let Some(path) = session.store.path.clone() {
            session.save(&path)?;
        }
        Ok(session)
    }

    /// Returns the game over a problem that the session plays.
    pub(super) fn duel(&self) -> &Duel {
        &self.duel
    }

    /// Returns the writer of the session's messages.
    pub(super) fn output(&self) -> &Output {
        &self.output
    }

    fn now(&self) -> Duration {
        self.base + self.begun.elapsed()
    }

    /// Plays until the game is over or the user leaves.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(super) fn run(&mut self) -> Result<End, CliError> {
        self.output.begun(&self.duel)?;
        self.show(self.duel.room().game().plies())?;
        let console = self.console.clone();
        prompt::run(self, &console)
    }

    /// Prints how the game has ended, or saves an unfinished one and prints where.
    ///
    /// # Errors
    /// The output or the file cannot be written.
    pub(super) fn finish(&mut self, end: &End) -> Result<(), CliError> {
        match self.duel.ended() {
            Some(ended) => {
                self.output.ended(&self.duel, &ended)?;
                if self.duel.seated(Side::Attacker).mind != Mind::M2 {
                    self.review()?;
                }
                match self.store.path.clone() {
                    Some(path) => self.save(&path),
                    None => Ok(()),
                }
            }
            None => self.keep(end),
        }
    }

    fn review(&mut self) -> Result<(), CliError> {
        let stop = std::sync::Arc::clone(&self.console.stop);
        let allowance = Allowance {
            time: Some(REVIEW),
            nodes: None,
            stop: Some(&stop),
        };
        let mut judge = self.judge()?;
        let review = judge.review(&self.duel, allowance);
        self.judge = Some(judge);
        self.output.reviewed(&review)
    }

    /// Saves a finished game that could not be recorded, in a new file unless it has its own.
    pub(super) fn keep_unrecorded(&mut self) -> Result<(), CliError> {
        match self.store.path {
            Some(_) => Ok(()),
            None => self.keep_somewhere(),
        }
    }

    fn keep_somewhere(&mut self) -> Result<(), CliError> {
        let lang = self.output.lang;
        let text = self.duel.to_json()?;
        let written = self.store.write_somewhere("problem", &text);
        let path = written.map_err(|why| cannot_write(lang, &why))?;
        self.tell_kept(&path)
    }

    fn tell_kept(&self, path: &Path) -> Result<(), CliError> {
        let shown = path.display();
        let text = say!(self.output.lang, "solve-kept-go-atalaya-problem", shown);
        self.output.sentence("kept", &text)
    }

    /// Saves an unfinished game in its own file or in a new one.
    fn keep(&mut self, end: &End) -> Result<(), CliError> {
        let touched = self.duel.room().game().plies() > 0 || self.duel.hints() > 0;
        match self.store.path.clone() {
            Some(path) => {
                self.save(&path)?;
                self.tell_kept(&path)
            }
            None if !touched && !matches!(end, End::Stuck(_)) => Ok(()),
            None => self.keep_somewhere(),
        }
    }

    fn save(&mut self, path: &Path) -> Result<(), CliError> {
        // The thinking time of the present turn is included.
        let now = self.now();
        self.duel.apply(Act::Tick, now)?;
        let text = self.duel.to_json()?;
        let lang = self.output.lang;
        let written = self.store.write(path, &text);
        written.map_err(|why| cannot_write(lang, &why).into())
    }

    /// Applies an act to the duel, and prints the moves that follow or the reason for a refusal. Returns false if it is
    /// refused.
    fn apply(&mut self, act: Act) -> Result<bool, CliError> {
        let mut plies = self.duel.room().game().plies();
        let now = self.now();
        let effects = match self.duel.apply(act, now) {
            Ok(effects) => effects,
            Err(NotDone::Room(refusal)) => {
                let text = messages::refusal(&refusal, self.output.lang);
                self.output.sentence("refused", &text)?;
                return Ok(false);
            }
            Err(NotDone::Over) => return Ok(false),
        };
        for effect in effects {
            if let Effect::Moved {
                seat, name, text, ..
            } = effect
            {
                plies += 1;
                let side = self.duel.side(seat);
                self.output.moved(&self.duel, side, &name, &text)?;
                self.show(plies)?;
            }
        }
        Ok(true)
    }

    fn show(&mut self, plies: usize) -> Result<(), CliError> {
        let now = self.now();
        self.output.board(&self.duel, plies, now)
    }

    /// Lets a machine choose and play its move. Returns the reason if the session ends.
    fn let_machine_move(&mut self, mind: Mind) -> Result<Option<End>, CliError> {
        let now = self.now();
        let stop = std::sync::Arc::clone(&self.console.stop);
        match self.machines.choose(&self.duel, mind, now, &stop) {
            Ok(text) => {
                let act = Act::Move(self.duel.turn(), text);
                let done = self.apply(act)?;
                Ok((!done)
                    .then(|| End::Stuck(say!(self.output.lang, "play-machine-refused").to_owned())))
            }
            Err(Failure::Interrupted) => Ok(Some(End::Interrupted)),
            Err(failure) => Ok(Some(End::Stuck(failure.text(self.output.lang)))),
        }
    }

    /// Plays the move that a line names, or prints why it is not a legal move.
    fn read_move(&mut self, line: &str) -> Result<(), CliError> {
        let lang = self.output.lang;
        let game = self.duel.room().game();
        match game.read_move(line, lang) {
            Ok(text) => self.apply(Act::Move(self.duel.turn(), text)).map(drop),
            Err(why) => {
                let open = game.open_moves(line, lang);
                let names: Vec<&str> = open.iter().map(|m| m.text.as_str()).collect();
                let which = names.join(", ");
                let why = if names.is_empty() {
                    why
                } else {
                    say!(lang, "solve-promote-what", which)
                };
                self.output.reply(Reply::Refusal, &why)
            }
        }
    }

    fn list_moves(&self) -> Result<(), CliError> {
        let game = self.duel.room().game();
        let moves = game.legal_moves().into_iter();
        let names = moves.map(|m| game.localized(&m.name, self.output.lang));
        let names: Vec<String> = names.collect();
        self.output.sentence("legal", &wrapped(&names))
    }

    /// Prints the clocks, and how long each side has thought.
    fn tell_clocks(&self) -> Result<(), CliError> {
        let (lang, now) = (self.output.lang, self.now());
        let clocks = messages::clocks(self.duel.room(), now, lang);
        let thought = Side::ALL.map(|side| {
            let seconds = self.duel.thought(side, now).as_secs_f64();
            format!("{} {seconds:.1} s", self.duel.player(side, lang))
        });
        let thought = format!("{}: {}", say!(lang, "solve-thought"), thought.join(", "));
        let lines: Vec<String> = clocks.into_iter().chain([thought]).collect();
        self.output.sentence("clock", &lines.join("\n"))
    }

    fn judge(&mut self) -> Result<Judge, CliError> {
        match self.judge.take() {
            Some(judge) => Ok(judge),
            None => Ok(Judge::new()?),
        }
    }

    fn hint(&mut self) -> Result<(), CliError> {
        let stop = std::sync::Arc::clone(&self.console.stop);
        let allowance = Allowance {
            time: Some(HINT),
            nodes: None,
            stop: Some(&stop),
        };
        let mut judge = self.judge()?;
        let hint = self.duel.hint(&mut judge, allowance, self.output.lang);
        self.judge = Some(judge);
        match hint {
            Ok((text, _)) => self.output.hint(&text, self.duel.hints()),
            Err(why) => self.output.sentence("refused", &why),
        }
    }
}

impl Program for Session {
    type Command = Order;
    type End = End;
    type Error = CliError;

    fn lang(&self) -> Lang {
        self.output.lang
    }

    fn commands(&self) -> Table<Order> {
        if self.leaves { LEAVING } else { PLAYING }
    }

    /// Lets the machines move until it is a person's turn or the game is over. Returns the reason if the session ends.
    fn advance(&mut self) -> Result<Option<End>, CliError> {
        while self.duel.ended().is_none() {
            if self.console.is_interrupted() {
                return Ok(Some(End::Interrupted));
            }
            let Some(mind) = self.duel.machine_to_move() else {
                return Ok(None);
            };
            if let Some(end) = self.let_machine_move(mind)? {
                return Ok(Some(end));
            }
        }
        Ok(Some(End::Over))
    }

    fn prompt(&mut self) -> Result<String, CliError> {
        let lang = self.output.lang;
        if self.leaves {
            let question = say!(lang, "solve-resign-yes-other-wins");
            return Ok(self.output.prompt(&format!("{question} ")));
        }
        let player = self.duel.player(self.duel.turn(), lang);
        let left = say!(lang, "solve-moves-left", n = self.duel.moves_left());
        let question = say!(lang, "solve-turn-move-hint-resign", player, left) + " ";
        Ok(self.output.prompt(&question))
    }

    fn deadline(&self) -> Option<Instant> {
        let at = self.duel.room().deadline()?;
        Some(self.begun + at.saturating_sub(self.base))
    }

    fn completions(&self) -> Vec<String> {
        if self.leaves {
            return Vec::new();
        }
        messages::move_names(self.duel.room().game(), self.output.lang)
    }

    fn write(&mut self, text: &str) -> Result<(), CliError> {
        self.output.write(text)
    }

    fn reply(&mut self, reply: Reply, text: &str) -> Result<(), CliError> {
        self.output.reply(reply, text)
    }

    fn draw(&mut self) -> Result<(), CliError> {
        self.show(self.duel.room().game().plies())
    }

    fn act(&mut self, input: Input<'_, Order>) -> Result<Step<End>, CliError> {
        match input {
            Input::Empty => {}
            Input::End => return Ok(Step::End(End::Left)),
            Input::Interrupted => return Ok(Step::End(End::Interrupted)),
            Input::Late => drop(self.apply(Act::Tick)?),
            Input::Text(line) if self.leaves => {
                let why = LEAVING.unknown(line, self.output.lang);
                self.output.reply(Reply::Refusal, &why)?;
            }
            Input::Text(line) => self.read_move(line)?,
            Input::Command(order, _) => match order {
                Order::Quit => self.leaves = true,
                Order::Stay => self.leaves = false,
                Order::Keep => return Ok(Step::End(End::Left)),
                Order::Resign => drop(self.apply(Act::Resign(self.duel.turn()))?),
                Order::Board => return Ok(Step::Redraw),
                Order::Hint => self.hint()?,
                Order::Moves => self.list_moves()?,
                Order::Clock => self.tell_clocks()?,
            },
        }
        Ok(Step::Stay)
    }
}

fn cannot_write(lang: Lang, why: &str) -> String {
    format!("{} {why}", say!(lang, "solve-cannot-write"))
}
