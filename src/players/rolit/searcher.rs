//! Rolit's player as a protocol needs it.
//!
//! A score is what the mover's side will have more than its best rival, in hundredths of a ball; in
//! a finished game it is that margin itself.

use super::Expert;
use crate::searcher::strategy_at;
use crate::{Bounds, GameSearcher, Handicap, POINT, Score, Stop, Thought, margin};
use base::limits::{Clock, TimeBudget};
use base::memory::OutOfMemory;
use games::rolit::{Cell, Position};
use games::{Game, Line};
use rand::rngs::StdRng;
use std::time::Duration;

/// The player, and chance for the weaker ones.
pub struct RolitSearcher {
    expert: Expert,
    rng: StdRng,
}

/// Up to so many plies a weaker player counts balls; with more it judges as the expert does.
const COUNTING_PLIES: u8 = 4;

/// Positions that the exact search may cost where time is not limited: a few seconds.
const ROOM: u64 = 10_000_000;

/// Positions that the exact search looks at in a microsecond, at least.
const PER_MICROSECOND: u64 = 2;

impl RolitSearcher {
    /// A searcher whose expert has a table of so many mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for it.
    pub fn new(hash_mb: usize) -> Result<RolitSearcher, OutOfMemory> {
        Ok(RolitSearcher {
            expert: Expert::new(hash_mb)?,
            rng: rand::make_rng(),
        })
    }
}

/// The balls as they lie.
fn margin_score(game: &Position) -> Score {
    Score::Centipawns(POINT * margin(game, game.turn()).unwrap_or(0))
}

/// Chances are not told: nobody has counted how often a lead in balls is kept.
impl GameSearcher<Position> for RolitSearcher {
    fn new_game(&mut self) {
        self.expert.clear();
    }

    /// Returns a share of the clock for one of the mover's remaining moves, whose number is known: one a round until
    /// the board is full.
    fn share(&self, game: &Position, clock: Clock, overhead: Duration) -> Duration {
        let rounds = game.empty_cells().div_ceil(game.players() as u32);
        let moves = clock.moves_to_go.unwrap_or(rounds).min(rounds);
        let clock = Clock {
            moves_to_go: Some(moves),
            ..clock
        };
        TimeBudget::from_clock(clock, overhead).soft
    }

    fn choose_at(
        &mut self,
        game: &Line<Position>,
        handicap: Handicap,
        stop: &Stop,
    ) -> Option<Cell> {
        match handicap {
            Handicap::Plies(plies) if plies > COUNTING_PLIES => {
                let bounds = Bounds::depth(Some(plies.into()));
                let thought = self.think(game, &bounds, stop, &mut |_| {})?;
                thought.line.first().copied()
            }
            handicap => strategy_at(game, handicap, stop, &mut self.rng),
        }
    }

    fn think(
        &mut self,
        game: &Line<Position>,
        bounds: &Bounds<Cell>,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Cell>),
    ) -> Option<Thought<Cell>> {
        let here = game.position();
        let time = stop.time_left();
        let room = match time {
            Some(time) => u64::try_from(time.as_micros())
                .map_or(ROOM, |us| us.saturating_mul(PER_MICROSECOND)),
            None => ROOM,
        };
        let mut depth = bounds.depth;
        // Time that a forced move would cost is better kept for the others.
        if time.is_some() && here.count_moves() == 1 {
            depth = Some(1);
        }
        let moves = bounds.moves.clone();
        let (bounds, room) = (Bounds { depth, moves }, room.min(stop.nodes));
        let mut halt = |nodes| stop.now(nodes);
        let mut whole: Option<Thought<Cell>> = None;
        let mut each = |thought: &super::Thought| {
            let thought = worded(here, thought);
            report(&thought);
            whole = Some(thought);
        };
        let last = self
            .expert
            .think(here, &bounds, room, &mut halt, &mut each)?;
        match whole {
            // An iteration that was broken off and found nothing better adds nothing.
            Some(whole) if whole.line.first() == last.line.first() => Some(Thought {
                nodes: last.nodes,
                ..whole
            }),
            _ => Some(worded(here, &last)),
        }
    }
}

/// The thought as it is reported; where there was no time for any, the balls as they lie.
fn worded(here: &Position, thought: &super::Thought) -> Thought<Cell> {
    let is_exact = thought.score.is_some() && thought.depth == here.empty_cells();
    Thought {
        depth: thought.depth.max(1),
        score: match thought.score {
            Some(score) => Score::Centipawns(score),
            None => margin_score(here),
        },
        nodes: thought.nodes.max(1),
        line: thought.line.clone(),
        remark: thought.score.filter(|_| is_exact).map(|score| {
            let (mover, margin) = (here.color_to_move().name(), score / POINT);
            format!("searched to the end: {mover} is sure of a margin of {margin:+}")
        }),
    }
}
