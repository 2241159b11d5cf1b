//! Player that measures how late its answers are, and answers correspondingly earlier.
//!
//! The strategies check the clock only at intervals; on a busy machine, or in a game whose nodes are slow, they answer
//! later than intended. The delays that are measured, including those that only the match's clock shows, are kept back
//! from the time of the following moves.

use super::{Choice, Failure, Limits, Player, Request};
use base::limits::{Budget, LagMeter};
use games::{Game, Line};
use std::sync::atomic::AtomicBool;

/// Player of this process with a meter of its delays.
pub struct Punctual<G: Game> {
    player: Box<dyn Player<G>>,
    lag: LagMeter,
}

impl<G: Game> Punctual<G> {
    /// Wraps a player, whose delays `lag` measures.
    pub fn new(player: Box<dyn Player<G>>, lag: LagMeter) -> Punctual<G> {
        Punctual { player, lag }
    }
}

impl<G: Game> Player<G> for Punctual<G> {
    fn new_game(&mut self, start: &G, stop: &AtomicBool) -> Result<(), Failure> {
        self.player.new_game(start, stop)
    }

    fn answer(&mut self, request: &Request<G>) -> Result<Choice<G::Move>, Failure> {
        let position = request.game.position();
        let (seat, plies) = (position.turn(), request.game.moves().len());
        let clock = request.limits.clock(seat);
        if let Some(clock) = clock {
            self.lag.observe(clock, plies, position.players());
        }
        let limits = self.lag.allow_for(request.limits);
        let choice = self.player.answer(&Request {
            limits: &limits,
            ..*request
        })?;
        if let Some(clock) = clock {
            self.lag.answered(clock, plies, choice.elapsed);
        } else if let Some(time) = Budget::time_of_move(&limits, seat) {
            self.lag.took(time.soft, choice.elapsed);
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

    /// Player that claims to have taken 20 ms longer than it was given, without waiting.
    struct Tardy(Arc<Mutex<Vec<Duration>>>);

    impl Player<Position> for Tardy {
        fn answer(
            &mut self,
            request: &Request<Position>,
        ) -> Result<Choice<games::chess::Move>, Failure> {
            let here = request.game.position();
            let given = Budget::time_of_move(request.limits, Game::turn(here));
            let elapsed = given.expect("time is limited").soft + ms(20);
            self.0.lock().expect("nobody panics").push(elapsed);
            Ok(Choice {
                chosen: here.legal_moves()[0],
                reply: None,
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
