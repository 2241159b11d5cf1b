//! A player that learns how late its answers are, and answers that much earlier.
//!
//! The strategies look at the clock now and then; a busy machine, or a game whose nodes are slow, makes
//! them later than they mean to be. What an answer has overrun, and what the clock of the match says
//! beyond it, is kept back from the next ones.

use super::{Choice, Failure, Limits, Player};
use base::limits::{Budget, LagMeter};
use games::{Game, Line};
use std::sync::atomic::AtomicBool;

/// A player of this process with a meter of its lateness.
pub struct Punctual<G: Game> {
    player: Box<dyn Player<G>>,
    lag: LagMeter,
}

impl<G: Game> Punctual<G> {
    /// The same player, punctual by what `lag` knows and learns.
    pub fn new(player: Box<dyn Player<G>>, lag: LagMeter) -> Punctual<G> {
        Punctual { player, lag }
    }
}

impl<G: Game> Player<G> for Punctual<G> {
    fn new_game(&mut self, start: &G) -> Result<(), Failure> {
        self.player.new_game(start)
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<G::Move>, Failure> {
        let position = line.position();
        let (seat, plies) = (position.turn(), line.moves().len());
        let clock = limits.clock(seat);
        if let Some(clock) = clock {
            self.lag.observe(clock, plies, position.players());
        }
        let limits = self.lag.allow_for(limits);
        let choice = self.player.choose(line, &limits, stop)?;
        if let Some(clock) = clock {
            self.lag.answered(clock, plies, choice.elapsed);
        } else if let Some(time) = Budget::time_of_move(&limits, seat) {
            self.lag.took(time, choice.elapsed);
        }
        Ok(choice)
    }

    fn ponder(&mut self, line: &Line<G>, limits: &Limits) {
        self.player.ponder(line, limits);
    }

    fn game_over(&mut self) {
        self.player.game_over();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Report;
    use games::chess::Position;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// Says that it took 20 ms longer than it was given, without waiting for it.
    struct Tardy(Arc<Mutex<Vec<Duration>>>);

    impl Player<Position> for Tardy {
        fn new_game(&mut self, _: &Position) -> Result<(), Failure> {
            Ok(())
        }

        fn choose(
            &mut self,
            line: &Line<Position>,
            limits: &Limits,
            _: &AtomicBool,
        ) -> Result<Choice<games::chess::Move>, Failure> {
            let given = Budget::time_of_move(limits, Game::turn(line.position()));
            let elapsed = given.expect("time is limited") + ms(20);
            self.0.lock().expect("nobody panics").push(elapsed);
            Ok(Choice {
                chosen: line.position().legal_moves()[0],
                elapsed,
                report: Report::default(),
            })
        }
    }

    #[test]
    fn whoever_answers_late_is_asked_earlier_and_is_in_time_after_a_few_moves() {
        let taken = Arc::default();
        let mut player = Punctual::new(Box::new(Tardy(Arc::clone(&taken))), LagMeter::default());
        let mut line = Line::new(Position::start());
        let limits = Limits {
            movetime: Some(ms(50)),
            ..Limits::default()
        };
        for _ in 0..8 {
            let choice = player.choose(&line, &limits, &AtomicBool::new(false));
            line.play(choice.expect("a move").chosen);
        }
        let taken = taken.lock().expect("nobody panics");
        assert!(taken[0] > ms(60), "at first it is late: {taken:?}");
        assert!(taken[3..].iter().all(|t| *t <= ms(50)), "{taken:?}");
        assert!(
            taken[3..].iter().all(|t| *t >= ms(30)),
            "not by far: {taken:?}"
        );
    }
}
