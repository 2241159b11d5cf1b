//! The machines in a room: what they play, and what they think of a draw.

use super::room::{Options, Room};
use base::chance::drawn_seed;
use base::limits::{Control, LagMeter, Limits};
use games::Game;
use players::{
    AnyPlayer, Builtin, Choice, EngineOptions, Entry, Failure, Level, PlayersOf, Punctual, Report,
    Request,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

/// A machine that stands worse by so much (hundredths of a pawn, of a ball) accepts a draw.
const WORSE: i32 = 50;

/// After so many laps of moves it accepts a draw if it only does not stand better.
const LATE: usize = 40;

/// The longest it thinks about an offer: the clock of the one who has made it may run.
const ANSWER: Duration = Duration::from_millis(500);

/// The players of machines' seats, and of hints.
pub struct Machines {
    entry: Entry,
    /// By seat, those that have tables and are made once, with their levels.
    kept: Vec<Option<(Level, AnyPlayer)>>,
    /// Seed of the machines' random choices.
    pub seed: u64,
    /// The longest that they think on a move.
    movetime: Duration,
    stop: Arc<AtomicBool>,
    /// The depth that the one who thinks has reached; 0 before it says any.
    depth: Arc<AtomicU32>,
}

impl Machines {
    /// Machines for a game of an entry. `stop` ends their thinking.
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

    /// The depth, in plies, that the machine which is thinking has reached; 0 while none has said any.
    pub fn depth(&self) -> Arc<AtomicU32> {
        Arc::clone(&self.depth)
    }

    /// Returns the move that a machine of `level` chooses for the seat to move, in the text form of the game. `now` is the
    /// present time of the room's clock.
    ///
    /// # Errors
    /// A [`Failure`] if the machine cannot be started or gives no move, or if its thinking is interrupted.
    pub fn think(&mut self, room: &Room, level: Level, now: Duration) -> Result<String, Failure> {
        let limits = room.limits(self.movetime, now);
        let (text, _) = self.choose(room, room.game().turn(), level, &limits)?;
        Ok(text)
    }

    /// Returns true if the machine in a seat agrees to a draw, by its evaluation of the position.
    ///
    /// # Errors
    /// [`Failure::Interrupted`].
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

    /// Returns the evaluation of a seat's position by its machine, in hundredths of a pawn or a ball; `None` if it
    /// cannot tell.
    ///
    /// # Errors
    /// [`Failure::Interrupted`].
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
        // Levels that do not look ahead have nothing to say, and ask one that does.
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

    /// Chooses a move for the seat to move, as the machine of `seat` would play it, and returns it as text with the
    /// report.
    ///
    /// Random choices follow from the seed and the moves made so far, so that a game that
    /// was saved goes on as it would have gone.
    fn choose(
        &mut self,
        room: &Room,
        seat: usize,
        level: Level,
        limits: &Limits,
    ) -> Result<(String, Report), Failure> {
        let game = room.game();
        let ply = game.plies() as u64;
        let by_seat = self.seed ^ (seat as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let by_ply = by_seat.wrapping_add((ply + 1).wrapping_mul(0xd134_2543_de82_ef95));
        let make = |seed| {
            let (level, options) = (Builtin::Level(level), EngineOptions::default());
            let made = self.entry.player(level, &options, seed);
            made.map_err(|error| Failure::Start(error.to_string()))
        };
        let mut fresh;
        let player = if level.is_best() {
            let kept = self.kept[seat].take().filter(|(known, _)| *known == level);
            let player = match kept {
                Some((_, player)) => player,
                // Delays that the clock shows, such as waiting for a free thread, are allowed for.
                None => Box::new(Punctual::new(make(by_seat)?, LagMeter::default())),
            };
            &mut self.kept[seat].insert((level, player)).1
        } else {
            fresh = make(by_ply)?;
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

/// By how many points a seat leads its best rival, where the game counts them.
fn lead(room: &Room, seat: usize) -> Option<i32> {
    let game = room.game();
    let own = game.points(seat)?;
    let rivals = (0..game.players()).filter(|other| !game.position().allied(seat, *other));
    let best = rivals.filter_map(|other| game.points(other)).max()?;
    Some(own - best)
}

/// The seed that a room's machines are to have.
pub fn seed_of(options: &Options, given: Option<u64>) -> u64 {
    given.or(options.seed).unwrap_or_else(drawn_seed)
}
