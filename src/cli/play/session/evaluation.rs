//! Strengths of machines, evaluation of the position, direction of the board, and display of the thinking.

use super::super::super::progress::Bar;
use super::super::messages;
use super::super::seats::elo;
use super::{Session, View};
use base::{key, say};
use crossbeam_channel::{RecvTimeoutError, bounded};
use games::Game as _;
use players::{Failure, Level, Seat};
use rooms::Room;
use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

/// Interval at which the search depth is displayed.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Length of the evaluation bar, in characters.
const BAR: usize = 40;

/// Returns true if the board is to be turned: only the second of two players is a person, and that player's pieces
/// begin above those of the first player.
pub(super) fn sees_from_the_other_side(room: &Room) -> bool {
    let game = room.game();
    if game.players() != 2 || messages::is_person(room, 0) || !messages::is_person(room, 1) {
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
    // Comparison of the average ranks without a division; without distinct sides, the pieces are spread over the board.
    firsts > 0 && seconds > 0 && second * firsts > (first + 2 * firsts) * seconds
}

impl<W: Write> Session<W> {
    pub(super) fn view(&self) -> View {
        View {
            style: self.settings.style,
            turned: self.turned,
            letters: self.settings.letters,
        }
    }

    pub(super) fn switch_bar(&mut self) -> std::io::Result<()> {
        self.bar = !self.bar;
        if !self.bar {
            self.say(key!("play-no-bar"))?;
        }
        Ok(())
    }

    /// Prints the strongest machine's evaluation of the position as a number and a bar, from White's point of view if
    /// there are two seats, otherwise from that of the player to move.
    pub(super) fn show_evaluation(&mut self) -> std::io::Result<()> {
        let lang = self.settings.lang;
        let game = self.room.game();
        let seat = match game.players() {
            2 => game.position().white(),
            _ => game.turn(),
        };
        let name = game.seat_name(seat, lang);
        let expert = Level::Expert;
        let score = match self.machines.opinion(&self.room, seat, expert) {
            Ok(Some(score)) => score,
            Ok(None) => return self.say(key!("play-no-telling")),
            // The interruption is handled by the session.
            Err(Failure::Interrupted) => return Ok(()),
            Err(failure) => return writeln!(self.out, "{failure}"),
        };
        let share = 1.0 / (1.0 + (-f64::from(score) / 272.0).exp());
        let full = (share * BAR as f64).round() as usize;
        let (bar, rest) = ("#".repeat(full), "-".repeat(BAR - full));
        let number = match score.abs() {
            10_000.. => {
                if score > 0 {
                    say!(lang, "play-wins").to_owned()
                } else {
                    say!(lang, "play-loses").to_owned()
                }
            }
            _ => format!("{:+.2}", f64::from(score) / 100.0),
        };
        writeln!(self.out, "{name} {number} [{bar}{rest}]")
    }

    /// Prints the Elo ratings of the machines, as far as they have been measured.
    pub(super) fn tell_strengths(&mut self) -> std::io::Result<()> {
        let (lang, game) = (self.settings.lang, self.room.game());
        for seat in 0..game.players() {
            let Some(Seat::Machine(level)) = self.room.sits(seat) else {
                continue;
            };
            if let Some(elo) = elo(level, game) {
                let (side, name) = (game.seat_name(seat, lang), level.name(lang));
                let level = say!(lang, "play-level");
                writeln!(self.out, "{side}: Atalaya, {level} {name}, Elo {elo}")?;
            }
        }
        Ok(())
    }

    /// Returns the sentence that the player of a seat is thinking.
    pub(super) fn thinking(&self, seat: usize) -> String {
        messages::thinking(&self.side(seat), self.settings.lang)
    }
}

/// Runs `does` and returns its result. Meanwhile, a terminal shows `text` and the search depth that `depth` holds.
pub(super) fn while_shown<T>(text: &str, depth: &AtomicU32, does: impl FnOnce() -> T) -> T {
    let bar = Bar::at_once();
    bar.note(|_| text.to_owned());
    let (done, wait) = bounded::<()>(0);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(LOOK_EVERY) {
                let depth = depth.load(Relaxed);
                if depth > 0 {
                    bar.note(|_| format!("{text} {depth}"));
                }
            }
        });
        let result = does();
        drop(done);
        result
    })
}
