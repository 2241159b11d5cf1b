//! Machines in a room: their moves, and their answers to draw offers.

use super::room::{Options, Room};
use base::chance::drawn_seed;
use base::limits::{Control, LagMeter, Limits};
use games::Game;
use players::{
    AnyPlayer, Builtin, Choice, EngineOptions, Entry, Failure, Level, PlayersOf, Punctual, Report,
    Request, seed_of_move, seed_of_seat,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

/// Disadvantage with which a machine accepts a draw, in hundredths of a pawn or of a ball.
const WORSE: i32 = 50;

/// Number of moves of each seat after which a machine accepts a draw unless it stands better.
const LATE: usize = 40;

/// Maximum time for deciding on a draw offer, since a clock may be running meanwhile.
const ANSWER: Duration = Duration::from_millis(500);

/// Machine players of a room's seats, also used for hints.
pub struct Machines {
    entry: Entry,
    /// Players that keep tables between moves, with their levels, by seat; `None` if not created yet.
    kept: Vec<Option<(Level, AnyPlayer)>>,
    /// Seed of the machines' random choices.
    pub seed: u64,
    /// Maximum time for a move.
    movetime: Duration,
    stop: Arc<AtomicBool>,
    /// Depth, in plies, reached by the machine that is thinking; 0 before the first report.
    depth: Arc<AtomicU32>,
}

impl Machines {
    /// Creates the machines for a game of `entry` with `seats` seats. `stop` ends their searches when it is set.
    pub fn new(
        entry: Entry,
        seats: usize,
        seed: u64,
        movetime: Duration,
        stop: Arc<AtomicBool>,
    ) -> Machines {
        Machines {
            kept: (0..seats).map(|_| None).collect(),
            entry,
            seed,
            movetime,
            stop,
            depth: Arc::default(),
        }
    }

    /// Shared counter of the depth, in plies, that the machine which is thinking has reached; 0 before the first
    /// report.
    pub fn depth(&self) -> Arc<AtomicU32> {
        Arc::clone(&self.depth)
    }

    /// Returns the move that a machine of `level` chooses for the seat to move, in the game's own text form. `now` is
    /// the current time of the room's clock.
    ///
    /// # Errors
    /// A [`Failure`] if the machine cannot be started, gives no move, or is interrupted.
    pub fn think(&mut self, room: &Room, level: Level, now: Duration) -> Result<String, Failure> {
        let limits = room.limits(self.movetime, now);
        let (text, _) = self.choose(room, room.game().turn(), level, &limits)?;
        Ok(text)
    }

    /// Returns true if the machine in a seat agrees to a draw, by its evaluation of the position.
    ///
    /// # Errors
    /// [`Failure::Interrupted`] if `stop` was set.
    pub fn accepts_draw(
        &mut self,
        room: &Room,
        seat: usize,
        level: Level,
    ) -> Result<bool, Failure> {
        let Some(score) = self.opinion(room, seat, level)? else {
            return Ok(false);
        };
        let laps = room.game().plies() / room.game().players();
        Ok(score <= -WORSE || (laps >= LATE && score <= 0))
    }

    /// Returns the evaluation of the position for a seat by its machine, in hundredths of a pawn or a ball; `None` if
    /// there is none.
    ///
    /// # Errors
    /// [`Failure::Interrupted`] if `stop` was set.
    pub fn opinion(
        &mut self,
        room: &Room,
        seat: usize,
        level: Level,
    ) -> Result<Option<i32>, Failure> {
        let game = room.game();
        if game.players() > 2 {
            return Ok(lead(room, seat).map(|lead| lead.saturating_mul(100)));
        }
        let limits = Limits {
            movetime: Some(self.movetime.min(ANSWER)),
            ..Limits::default()
        };
        // Levels that do not search give no evaluation; a level that searches is used instead.
        for level in [level, Level::Hard] {
            let report = match self.choose(room, seat, level, &limits) {
                Ok((_, report)) => report,
                Err(Failure::Interrupted) => return Err(Failure::Interrupted),
                Err(_) => return Ok(None),
            };
            if let Some(score) = report.score {
                let score = score.centipawns();
                let own = game.turn() == seat;
                return Ok(Some(if own { score } else { -score }));
            }
        }
        Ok(None)
    }

    /// Chooses a move for the seat to move with the machine of `seat`, and returns it as text with the machine's
    /// report.
    ///
    /// Random choices depend only on the seed and the number of moves made, so that a saved game continues as it
    /// would have without the interruption.
    fn choose(
        &mut self,
        room: &Room,
        seat: usize,
        level: Level,
        limits: &Limits,
    ) -> Result<(String, Report), Failure> {
        let game = room.game();
        let make = |seed| {
            let (level, options) = (Builtin::Level(level), EngineOptions::default());
            let made = self.entry.player(level, &options, seed);
            made.map_err(Failure::from)
        };
        let mut fresh;
        let player = if level.is_best() {
            let kept = self.kept[seat].take().filter(|(known, _)| *known == level);
            let player = match kept {
                Some((_, player)) => player,
                // `Punctual` allows for delays that the clock shows, such as waiting for a free thread.
                None => Box::new(Punctual::new(
                    make(seed_of_seat(self.seed, seat))?,
                    LagMeter::default(),
                )),
            };
            &mut self.kept[seat].insert((level, player)).1
        } else {
            fresh = make(seed_of_move(self.seed, seat, game.plies()))?;
            &mut fresh
        };
        self.depth.store(0, Relaxed);
        let depth = |report: &Report| {
            if let Some(depth) = report.depth {
                self.depth.store(depth, Relaxed);
            }
        };
        let control = Control::watching(&self.stop);
        let Choice { chosen, report, .. } = player.answer(&Request {
            report: &depth,
            ..Request::new(game.line(), limits, &control)
        })?;
        Ok((game.position().move_text(chosen), report))
    }
}

/// Points by which a seat leads its best rival; `None` if the game does not count points.
fn lead(room: &Room, seat: usize) -> Option<i32> {
    let game = room.game();
    let own = game.points(seat)?;
    let rivals = (0..game.players()).filter(|other| !game.position().allied(seat, *other));
    let best = rivals.filter_map(|other| game.points(other)).max()?;
    Some(own - best)
}

/// Seed for a room's machines: the given one, or that of the options, or a random one.
pub fn seed_of(options: &Options, given: Option<u64>) -> u64 {
    given.or(options.seed).unwrap_or_else(drawn_seed)
}
