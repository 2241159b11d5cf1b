//! A problem played at the terminal: a skin over the duel, which hears lines, has machines think and
//! tells what happens.

use super::told::Teller;
use crate::cli::CliError;
use crate::cli::play::board::wrapped;
use crate::cli::play::console::{Console, Heard};
use crate::cli::play::store::Store;
use crate::cli::play::words;
use base::limits::Allowance;
use players::Failure;
use problems::play::{Act, Duel, Judge, Machines, Mind, NotDone, Side};
use rooms::Effect;
use std::path::Path;
use std::time::{Duration, Instant};

/// Settings of a game.
pub(super) struct Settings {
    /// Longest thinking time of a machine on a move; M2 as attacker ignores it where there is no clock.
    pub movetime: Duration,
    /// Seed of all random choices.
    pub seed: u64,
    /// Place where an unfinished game is kept.
    pub store: Store,
}

/// Why a session ends.
pub(super) enum End {
    /// The game is over.
    Over,
    /// Somebody goes on later, or the input has ended.
    Left,
    /// Ctrl-C.
    Interrupted,
    /// A machine has no move, for this reason.
    Stuck(String),
}

/// The longest that the solver thinks about a hint.
const HINT: Duration = Duration::from_secs(20);

/// The longest that it goes through a finished game.
const REVIEW: Duration = Duration::from_secs(30);

const HELP_ES: &str = "\
jugada         en notación de coordenadas (e2e4) o algebraica (Cf3)
pista          primero qué pieza mueve, después la jugada; cada una cuesta puntos
tablero        el tablero
jugadas        las jugadas legales
reloj          los relojes y lo que cada uno ha pensado
rendirse       abandona: gana el otro
salir          deja la partida: rendirse, o guardarla para seguir";

const HELP_EN: &str = "\
a move         in coordinates (e2e4) or as people write it (Nf3)
hint           first which piece moves, then the move; each costs points
board          the board
moves          the legal moves
clock          the clocks, and what each has thought
resign         gives up: the other wins
quit           leaves the game: resign, or keep it to go on later";

/// A game at the terminal.
pub(super) struct Session {
    duel: Duel,
    machines: Machines,
    judge: Option<Judge>,
    console: Console,
    teller: Teller,
    store: Store,
    /// The duel's time when this session began.
    base: Duration,
    begun: Instant,
    /// True while a person who wants to leave is asked how.
    leaves: bool,
}

impl Session {
    /// Sits down at a duel.
    ///
    /// # Errors
    /// The file that is to keep the game cannot be written.
    pub(super) fn new(
        duel: Duel,
        settings: Settings,
        console: Console,
        teller: Teller,
    ) -> Result<Session, CliError> {
        let mut session = Session {
            machines: Machines::new(settings.movetime, settings.seed),
            judge: None,
            base: duel.room().now(),
            begun: Instant::now(),
            store: settings.store,
            duel,
            console,
            teller,
            leaves: false,
        };
        if let Some(path) = session.store.path.clone() {
            session.save(&path)?;
        }
        Ok(session)
    }

    /// Returns the duel that is played.
    pub(super) fn duel(&self) -> &Duel {
        &self.duel
    }

    /// Returns the teller that prints messages.
    pub(super) fn teller(&self) -> &Teller {
        &self.teller
    }

    fn now(&self) -> Duration {
        self.base + self.begun.elapsed()
    }

    /// Plays until the game is over or somebody goes.
    ///
    /// # Errors
    /// The output cannot be written.
    pub(super) fn run(&mut self) -> Result<End, CliError> {
        self.teller.begun(&self.duel)?;
        self.show(self.duel.room().game().plies())?;
        while self.duel.ended().is_none() {
            if self.console.is_interrupted() {
                return Ok(End::Interrupted);
            }
            let end = match self.duel.machine_to_move() {
                Some(mind) => self.let_machine_move(mind)?,
                None => self.ask()?,
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
        Ok(End::Over)
    }

    /// Tells how it ended, or where it is kept.
    ///
    /// # Errors
    /// The output or the file cannot be written.
    pub(super) fn finish(&mut self, end: &End) -> Result<(), CliError> {
        match self.duel.ended() {
            Some(ended) => {
                self.teller.ended(&self.duel, &ended)?;
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
        self.teller.reviewed(&review)
    }

    /// Keeps a finished game that could not be recorded in a new file, unless it lies in one.
    pub(super) fn keep_unrecorded(&mut self) -> Result<(), CliError> {
        match self.store.path {
            Some(_) => Ok(()),
            None => self.keep_somewhere(),
        }
    }

    fn keep_somewhere(&mut self) -> Result<(), CliError> {
        let lang = self.teller.lang;
        let text = self.duel.to_json()?;
        let written = self.store.write_somewhere("problem", &text);
        let path = written.map_err(|why| cannot_write(lang, &why))?;
        self.tell_kept(&path)
    }

    fn tell_kept(&self, path: &Path) -> Result<(), CliError> {
        let shown = path.display();
        let text = self.teller.lang.pick(
            format!("Guardada en {shown}; sigue con: atalaya problem play --load {shown}"),
            format!("Kept in {shown}; go on with: atalaya problem play --load {shown}"),
        );
        self.teller.sentence("kept", &text)
    }

    /// Keeps an unfinished game in its file, or in a new one.
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
        // What has been thought on this turn is in it.
        let now = self.now();
        self.duel.apply(Act::Tick, now)?;
        let text = self.duel.to_json()?;
        let lang = self.teller.lang;
        let written = self.store.write(path, &text);
        written.map_err(|why| cannot_write(lang, &why).into())
    }

    /// Does something, and tells what follows, or why not.
    fn apply(&mut self, act: Act) -> Result<bool, CliError> {
        let mut plies = self.duel.room().game().plies();
        let now = self.now();
        let effects = match self.duel.apply(act, now) {
            Ok(effects) => effects,
            Err(NotDone::Room(refusal)) => {
                let text = words::refusal(&refusal, self.teller.lang);
                self.teller.sentence("refused", &text)?;
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
                self.teller.moved(&self.duel, side, &name, &text)?;
                self.show(plies)?;
            }
        }
        Ok(true)
    }

    fn show(&mut self, plies: usize) -> Result<(), CliError> {
        let now = self.now();
        self.teller.board(&self.duel, plies, now)
    }

    fn let_machine_move(&mut self, mind: Mind) -> Result<Option<End>, CliError> {
        let now = self.now();
        let stop = std::sync::Arc::clone(&self.console.stop);
        match self.machines.choose(&self.duel, mind, now, &stop) {
            Ok(text) => {
                let act = Act::Move(self.duel.turn(), text);
                let done = self.apply(act)?;
                Ok((!done).then(|| End::Stuck("a machine's move was refused".to_owned())))
            }
            Err(Failure::Interrupted) => Ok(Some(End::Interrupted)),
            Err(failure) => Ok(Some(End::Stuck(failure.to_string()))),
        }
    }

    fn ask(&mut self) -> Result<Option<End>, CliError> {
        let lang = self.teller.lang;
        let side = self.duel.turn();
        let question = if self.leaves {
            lang
                .pick(
                    "¿Te rindes? sí: gana el otro; guardar: para seguir otro día; no: sigue la partida: ",
                    "Resign? yes: the other wins; save: to go on another day; no: the game goes on: ",
                )
                .to_owned()
        } else {
            let player = self.duel.player(side, lang);
            let left = match self.duel.left() {
                1 => lang.pick("queda 1 jugada".to_owned(), "1 move left".to_owned()),
                n => lang.pick(format!("quedan {n} jugadas"), format!("{n} moves left")),
            };
            lang.pick(
                format!("Turno de {player}, {left}. Jugada, pista, rendirse, ayuda o salir: "),
                format!("Turn of {player}, {left}. A move, hint, resign, help or quit: "),
            )
        };
        self.teller.ask(&question)?;
        let deadline = self.duel.room().deadline();
        let deadline = deadline.map(|at| self.begun + at.saturating_sub(self.base));
        match self.console.next(deadline) {
            Heard::Line(text) if text.is_empty() => Ok(None),
            Heard::Line(text) if self.leaves => self.leave(side, &text),
            Heard::Line(text) => self.obey(side, &text),
            Heard::End => {
                self.teller.end_line()?;
                Ok(Some(End::Left))
            }
            Heard::Interrupted => {
                self.teller.end_line()?;
                Ok(Some(End::Interrupted))
            }
            Heard::Nothing => {
                self.teller.end_line()?;
                self.apply(Act::Tick)?;
                Ok(None)
            }
        }
    }

    /// The answer to how somebody wants to go.
    fn leave(&mut self, side: Side, text: &str) -> Result<Option<End>, CliError> {
        match text.to_lowercase().as_str() {
            "sí" | "si" | "s" | "yes" | "y" => {
                self.apply(Act::Resign(side))?;
            }
            "guardar" | "g" | "save" => return Ok(Some(End::Left)),
            "no" | "n" => self.leaves = false,
            _ => {
                let lang = self.teller.lang;
                let why = lang.pick(
                    format!("'{text}' no es sí, guardar ni no."),
                    format!("'{text}' is not yes, save or no."),
                );
                self.teller.sentence("refused", &why)?;
            }
        }
        Ok(None)
    }

    fn obey(&mut self, side: Side, text: &str) -> Result<Option<End>, CliError> {
        let lang = self.teller.lang;
        match text.to_lowercase().as_str() {
            "salir" | "quit" | "exit" => self.leaves = true,
            "rendirse" | "abandonar" | "resign" => drop(self.apply(Act::Resign(side))?),
            "tablero" | "board" => self.show(self.duel.room().game().plies())?,
            "pista" | "hint" => self.hint()?,
            "jugadas" | "moves" => {
                let moves = self.duel.room().game().legal_moves();
                let game = self.duel.room().game();
                let names = moves.into_iter().map(|m| game.spoken(&m.name, lang));
                let names: Vec<String> = names.collect();
                self.teller.sentence("legal", &wrapped(&names))?;
            }
            "reloj" | "clock" => {
                let now = self.now();
                let clocks = words::clocks(self.duel.room(), now, lang);
                let thought = Side::BOTH.map(|side| {
                    let seconds = self.duel.thought(side, now).as_secs_f64();
                    format!("{} {seconds:.1} s", self.duel.player(side, lang))
                });
                let thought = format!(
                    "{}: {}",
                    lang.pick("Pensado", "Thought"),
                    thought.join(", ")
                );
                let text = clocks.into_iter().chain([thought]);
                let text: Vec<String> = text.collect();
                self.teller.sentence("clock", &text.join("\n"))?;
            }
            "ayuda" | "help" | "?" => self.teller.sentence("help", lang.pick(HELP_ES, HELP_EN))?,
            _ => match self.duel.room().game().read_move(text, lang) {
                Ok(text) => drop(self.apply(Act::Move(side, text))?),
                Err(why) => {
                    let open = self.duel.room().game().open_moves(text, lang);
                    let names: Vec<&str> = open.iter().map(|m| m.text.as_str()).collect();
                    let which = names.join(", ");
                    self.teller.sentence(
                        "refused",
                        &if names.is_empty() {
                            why
                        } else {
                            lang.pick(
                                format!("¿En qué se transforma? {which}"),
                                format!("Promote to what? {which}"),
                            )
                        },
                    )?;
                }
            },
        }
        Ok(None)
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
        let hint = self.duel.hint(&mut judge, allowance, self.teller.lang);
        self.judge = Some(judge);
        match hint {
            Ok((text, _)) => self.teller.hint(&text, self.duel.hints()),
            Err(why) => self.teller.sentence("refused", &why),
        }
    }
}

fn cannot_write(lang: games::Lang, why: &str) -> String {
    format!(
        "{} {why}",
        lang.pick("No se puede escribir", "Cannot write")
    )
}
