//! Orders of a person besides moves: to leave, to turn the board, to see what the position is
//! worth.

use super::super::super::progress::Bar;
use super::super::seats::elo;
use super::super::words;
use super::{Asked, End, Session, View, Wait};
use crossbeam_channel::{RecvTimeoutError, bounded};
use games::{Game as _, Lang};
use players::{Failure, Level, Seat, Skill};
use rooms::Room;
use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

/// Interval at which the depth reached is shown.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Letters of the evaluation bar.
const BAR: usize = 40;

/// Returns true if only the second of two seats is a person's, and its pieces stand above the first's.
pub(super) fn sees_from_the_other_side(room: &Room) -> bool {
    let game = room.game();
    if game.players() != 2 || words::is_person(room, 0) || !words::is_person(room, 1) {
        return false;
    }
    let board = game.at_ply(0).board();
    let mut ranks = [(0, 0); 2];
    for (index, cell) in board.cells.iter().enumerate() {
        let owner = cell.as_ref().and_then(|cell| cell.piece.as_ref()?.owner);
        if let Some((sum, count)) = owner.and_then(|seat| ranks.get_mut(seat)) {
            *sum += index / board.files;
            *count += 1;
        }
    }
    let [(first, firsts), (second, seconds)] = ranks;
    // Compared without dividing; a game without sides has its pieces all over the board.
    firsts > 0 && seconds > 0 && second * firsts > (first + 2 * firsts) * seconds
}

impl Wait {
    pub(super) fn question(&self, lang: Lang) -> &'static str {
        match self {
            Wait::Leave => lang.pick(
                "La partida no está guardada. ¿Salir? sí, no, o guardar FICHERO: ",
                "The game is not saved. Leave it? yes, no, or save FILE: ",
            ),
            Wait::Piece(_) => lang.pick(
                "¿En qué se transforma? D (dama), T (torre), A (alfil), C (caballo): ",
                "Promote to what? Q (queen), R (rook), B (bishop), N (knight): ",
            ),
        }
    }
}

impl<W: Write> Session<W> {
    pub(super) fn view(&self) -> View {
        View {
            style: self.settings.style,
            turned: self.turned,
            letters: self.settings.letters,
        }
    }

    /// Returns true if a text is a move that does not say to what a pawn promotes.
    pub(super) fn leaves_open(&self, text: &str) -> bool {
        let open = self.room.game().open_moves(text, self.settings.lang);
        !open.is_empty()
    }

    /// Leaves the game, after a question if it would be lost.
    pub(super) fn quit(&mut self) -> std::io::Result<Asked> {
        let plies = self.room.game().plies();
        let kept = self.settings.store.path.is_some() || self.saved == Some(plies);
        if plies > 0 && !kept {
            self.waits = Some(Wait::Leave);
            return Ok(None);
        }
        self.leave()
    }

    pub(super) fn leave(&mut self) -> std::io::Result<Asked> {
        self.say(("Partida terminada.", "The game is ended."))?;
        Ok(Some(End::Quit))
    }

    /// The answer to whether to leave a game that is not saved.
    pub(super) fn answer_leaving(&mut self, text: &str) -> std::io::Result<Asked> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word.to_lowercase().as_str() {
            "sí" | "si" | "s" | "yes" | "y" | "salir" | "quit" | "exit" => return self.leave(),
            "no" | "n" => {}
            "guardar" | "save" => {
                self.obey_save(rest.trim())?;
                if self.saved == Some(self.room.game().plies()) {
                    return self.leave();
                }
                self.waits = Some(Wait::Leave);
            }
            _ => {
                let why = self.settings.lang.pick(
                    format!("'{text}' no es sí, no ni guardar."),
                    format!("'{text}' is not yes, no or save."),
                );
                writeln!(self.out, "{why}")?;
                self.waits = Some(Wait::Leave);
            }
        }
        Ok(None)
    }

    pub(super) fn flip(&mut self) -> std::io::Result<()> {
        self.turned = !self.turned;
        self.show(self.room.game().plies())
    }

    pub(super) fn switch_bar(&mut self) -> std::io::Result<()> {
        self.bar = !self.bar;
        if !self.bar {
            self.say(("Sin barra.", "No bar."))?;
        }
        Ok(())
    }

    /// Prints the strongest machine's evaluation of the position, as a number and a bar: for White where there
    /// are two seats, or for whoever is to move.
    pub(super) fn show_evaluation(&mut self) -> std::io::Result<()> {
        let lang = self.settings.lang;
        let game = self.room.game();
        let seat = match game.players() {
            2 => game.position().white(),
            _ => game.turn(),
        };
        let name = game.seat_name(seat, lang);
        let expert = Skill::Level(Level::Expert);
        let score = match self.machines.opinion(&self.room, seat, expert) {
            Ok(Some(score)) => score,
            Ok(None) => return self.say(("No se sabe.", "There is no telling.")),
            // The session hears of it next.
            Err(Failure::Interrupted) => return Ok(()),
            Err(failure) => return writeln!(self.out, "{failure}"),
        };
        let share = 1.0 / (1.0 + (-f64::from(score) / 272.0).exp());
        let full = (share * BAR as f64).round() as usize;
        let (bar, rest) = ("#".repeat(full), "-".repeat(BAR - full));
        let number = match score.abs() {
            10_000.. => lang
                .pick(
                    if score > 0 { "victoria" } else { "derrota" },
                    if score > 0 { "wins" } else { "loses" },
                )
                .to_owned(),
            _ => format!("{:+.2}", f64::from(score) / 100.0),
        };
        writeln!(self.out, "{name} {number} [{bar}{rest}]")
    }

    /// Prints the machines' strength, where it has been measured.
    pub(super) fn tell_strengths(&mut self) -> std::io::Result<()> {
        let (lang, game) = (self.settings.lang, self.room.game());
        for seat in 0..game.players() {
            let Some(Seat::Machine(skill)) = self.room.sits(seat) else {
                continue;
            };
            if let Some(elo) = elo(skill, game) {
                let (side, skill) = (game.seat_name(seat, lang), told(skill, lang));
                let level = lang.pick("nivel", "level");
                writeln!(self.out, "{side}: Atalaya, {level} {skill}, Elo {elo}")?;
            }
        }
        Ok(())
    }

    /// Sentence that the player of a seat is thinking, for display.
    pub(super) fn thinking(&self, seat: usize) -> String {
        words::thinking(&self.side(seat), self.settings.lang)
    }
}

/// The name of a skill in a language.
fn told(skill: Skill, lang: Lang) -> String {
    match skill {
        Skill::Level(level) => lang.pick(level.spanish(), level.name()).to_owned(),
        Skill::Numbered(number) => number.to_string(),
    }
}

/// Does something long, and says where somebody looks what it is and which depth it has reached.
pub(super) fn while_shown<T>(text: &str, depth: &AtomicU32, does: impl FnOnce() -> T) -> T {
    let bar = Bar::at_once();
    bar.note(|| text.to_owned());
    let (done, wait) = bounded::<()>(0);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(LOOK_EVERY) {
                let depth = depth.load(Relaxed);
                if depth > 0 {
                    bar.note(|| format!("{text} {depth}"));
                }
            }
        });
        let result = does();
        drop(done);
        result
    })
}
