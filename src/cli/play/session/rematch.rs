//! Another game between the same players, with seats exchanged.

use super::commands::REMATCH;
use super::evaluation::sees_from_the_other_side;
use super::{CliError, Session};
use crate::cli::prompt::{self, Input, Program, Step, Table};
use base::say;
use games::Lang;
use players::Seat;
use rooms::{Machines, Player, Room, seed_of};
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

impl<W: Write> Session<W> {
    /// Asks at the terminal whether to play another game, and returns the answer. Returns false without asking if no
    /// player is a person, or standard input is not a terminal.
    pub(super) fn wants_rematch(&mut self) -> std::io::Result<bool> {
        let mut seats = 0..self.room.game().players();
        // A person who has resigned no longer sits in a seat, but is still present.
        let person = |seat| {
            self.room
                .player(seat)
                .is_some_and(|p| p.seat == Seat::Person)
        };
        let somebody = seats.any(person);
        if !somebody || !std::io::stdin().is_terminal() {
            return Ok(false);
        }
        let lang = self.settings.lang;
        let out = &mut self.out;
        prompt::run(&mut Rematch { lang, out }, &self.console)
    }

    /// Begins the same game again from its start position: every player moves on by one seat, and the clocks are reset.
    /// The new game is saved in a new file beside the previous one, if that was saved.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn begin_again(&mut self) -> Result<(), CliError> {
        let game = self.room.game().at_ply(0);
        let seats = game.players();
        let nobody = || Player {
            name: String::new(),
            seat: Seat::Person,
        };
        let moved = (0..seats).map(|seat| (seat + seats - 1) % seats);
        let players = moved.map(|seat| self.room.player(seat).cloned().unwrap_or_else(nobody));
        let mut options = *self.room.options();
        options.seed = options.seed.map(|seed| seed.wrapping_add(1));
        let (room, _) = Room::seated(game, options, players.collect(), Duration::ZERO)?;
        self.settings.seed = seed_of(&options, None);
        let stop = Arc::clone(&self.console.stop);
        let entry = self.entry.clone();
        let movetime = self.settings.movetime;
        self.machines = Machines::new(entry, seats, self.settings.seed, movetime, stop);
        self.turned = sees_from_the_other_side(&room);
        self.base = room.now();
        self.begun = Instant::now();
        self.room = room;
        self.question = None;
        self.saved = None;
        self.settings.record = None;
        self.settings.store.next_name();
        match self.settings.store.path.clone() {
            Some(path) => self.save(&path),
            None => Ok(()),
        }
    }
}

/// Program of the prompt that asks whether to play another game.
struct Rematch<'a, W> {
    lang: Lang,
    out: &'a mut W,
}

impl<W: Write> Program for Rematch<'_, W> {
    type Command = bool;
    type End = bool;
    type Error = std::io::Error;

    fn lang(&self) -> Lang {
        self.lang
    }

    fn commands(&self) -> Table<bool> {
        REMATCH
    }

    fn prompt(&mut self) -> std::io::Result<String> {
        let question = format!("{} ", say!(self.lang, "play-rematch-yes-no"));
        Ok(question.to_owned())
    }

    fn write(&mut self, text: &str) -> std::io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    fn draw(&mut self) -> std::io::Result<()> {
        Ok(())
    }

    fn act(&mut self, input: Input<'_, bool>) -> std::io::Result<Step<bool>> {
        match input {
            Input::Command(answer, _) => Ok(Step::End(answer)),
            Input::Text(line) => {
                writeln!(self.out, "{}", REMATCH.unknown(line, self.lang))?;
                Ok(Step::Stay)
            }
            Input::Empty | Input::End | Input::Interrupted | Input::Late => Ok(Step::End(false)),
        }
    }
}
