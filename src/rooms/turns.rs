//! Clocks of a room: the time that each turn has taken, and the start of the current turn.

use super::effect::ClockFace;
use base::clock::{ClockRule, SeatClock};
use games::{AnyGame, Game};
use std::time::Duration;

/// Clocks of all seats, and the state of the current turn.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    rule: ClockRule,
    /// Clocks by seat, as they stood when the current turn began.
    clocks: Vec<SeatClock>,
    /// Time that each move took, oldest first; `None` for a move whose time is not known.
    spent: Vec<Option<Duration>>,
    /// Time that the current turn had taken when its clock was last stopped.
    pub used: Duration,
    /// Time since which the current turn is timed; `None` while its clock is stopped.
    pub since: Option<Duration>,
}

impl Turns {
    /// Creates the clocks for the beginning of a game.
    pub fn new(rule: ClockRule, seats: usize) -> Turns {
        Turns {
            rule,
            clocks: vec![SeatClock::new(rule); seats],
            spent: Vec::new(),
            used: Duration::ZERO,
            since: None,
        }
    }

    /// Returns true if there is a clock.
    pub fn is_limited(&self) -> bool {
        self.rule != ClockRule::Unlimited
    }

    /// Returns the time that each move took, oldest first; `None` for a move whose time is not known.
    pub fn spent(&self) -> &[Option<Duration>] {
        &self.spent
    }

    /// Returns the time that the current turn has taken at `now`.
    pub fn elapsed(&self, now: Duration) -> Duration {
        let running = self.since.map(|since| now.saturating_sub(since));
        self.used + running.unwrap_or_default()
    }

    /// Starts or stops the clock of the current turn.
    pub fn set_running(&mut self, running: bool, now: Duration) {
        match (running, self.since) {
            (true, None) => self.since = Some(now),
            (false, Some(_)) => (self.used, self.since) = (self.elapsed(now), None),
            _ => {}
        }
    }

    /// Returns true if a turn that has taken `elapsed` has used up the clock of its seat.
    pub fn has_fallen(&self, seat: usize, elapsed: Duration) -> bool {
        self.clocks[seat].remaining(elapsed) == Some(Duration::ZERO)
    }

    /// Time at which the seat to move will have used up its clock; `None` if the clock is not running or has no
    /// limit.
    pub fn flag(&self, seat: usize) -> Option<Duration> {
        let left = self.clocks[seat].remaining(self.used)?;
        self.since.map(|since| since.saturating_add(left))
    }

    /// Ends the turn of a seat, which has taken `spent`. The clock of the next turn is stopped.
    pub fn punch(&mut self, seat: usize, spent: Duration) {
        self.take(seat, Some(spent));
    }

    /// Records a move whose time is not known: it is not charged, and does not count for a period.
    pub fn pass(&mut self, seat: usize) {
        self.take(seat, None);
    }

    /// Records a move with the time it took, in the form of the field `spent`.
    fn take(&mut self, seat: usize, spent: Option<Duration>) {
        if let Some(spent) = spent {
            self.clocks[seat].punch(spent);
        }
        self.spent.push(spent);
        self.begin_turn();
    }

    /// Begins a new turn with its clock stopped.
    pub fn begin_turn(&mut self) {
        (self.used, self.since) = (Duration::ZERO, None);
    }

    /// Takes back the turns after the remaining moves, which the seats `movers` have made, and sets the clocks back
    /// accordingly. The next turn begins with its clock stopped.
    pub fn back_to(&mut self, movers: &[usize]) {
        let spent = std::mem::take(&mut self.spent);
        *self = Turns::new(self.rule, self.clocks.len());
        for (seat, spent) in movers.iter().zip(spent) {
            self.take(*seat, spent);
        }
    }

    /// Returns the clocks at an instant, by seat; `turn` is the seat to move.
    pub fn faces(&self, turn: usize, now: Duration) -> Vec<ClockFace> {
        let face = |(seat, clock): (usize, &SeatClock)| {
            let is_turn = seat == turn;
            let elapsed = if is_turn {
                self.elapsed(now)
            } else {
                Duration::ZERO
            };
            ClockFace {
                left: clock.remaining(elapsed),
                moves_to_go: clock.moves_to_go(),
                running: is_turn && self.is_limited() && self.since.is_some(),
            }
        };
        self.clocks.iter().enumerate().map(face).collect()
    }
}

/// Seats that have made the moves of a game, oldest first.
pub(super) fn movers(game: &AnyGame) -> Vec<usize> {
    let mut here = game.line().start().clone();
    let moves = game.line().moves().iter();
    let seats = moves.map(|m| {
        let seat = here.turn();
        here = here.play(*m);
        seat
    });
    seats.collect()
}
