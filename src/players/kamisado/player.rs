//! The Kamisado player as a [`Player`], so that matches can seat it, and an evaluation for the
//! strategies that play any game.

use super::searcher::score;
use super::{KamisadoPlayer, POINT, evaluate};
use crate::{Bounds, Choice, Evaluate, Failure, Player, Report};
use base::limits::{Budget, Limits};
use games::kamisado::{Match, MatchMove, Side};
use games::{Game, Line};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

impl Evaluate for Match {
    /// The round as this game's own player judges it, and 500 for each point ahead.
    fn evaluate_for(&self, seat: usize) -> i32 {
        let side = Side::from_seat(seat);
        let lead = i32::from(self.score(side)) - i32::from(self.score(side.other()));
        let round = match self.round().is_over() {
            true => 0,
            false if self.turn() == seat => evaluate(self.round()),
            false => -evaluate(self.round()),
        };
        round + POINT * lead
    }

    fn explain(&self) -> String {
        let score = evaluate(self.round());
        format!("Evaluation: {score} cp for the side to move")
    }

    fn promise(&self, m: MatchMove) -> i32 {
        let next = self.play(m);
        // Best a win at once, worst a step that lets the opponent win at once.
        match (next.round().is_over(), next.round().can_win_now()) {
            (true, _) => 1,
            (false, true) if next.turn() != self.turn() => -1,
            _ => 0,
        }
    }
}

impl Player<Match> for KamisadoPlayer {
    fn new_game(&mut self, _: &Match) -> Result<(), Failure> {
        self.clear();
        Ok(())
    }

    fn choose(
        &mut self,
        line: &Line<Match>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<MatchMove>, Failure> {
        let started = Instant::now();
        let game = line.position();
        let choice = |chosen, report| {
            Ok(Choice {
                chosen,
                elapsed: started.elapsed(),
                report,
            })
        };
        if game.is_between_rounds() {
            return choice(MatchMove::Regroup(self.regroup(game)), Report::default());
        }
        let budget = Budget::of_move(limits, game.turn(), stop);
        let mut halt = |nodes| budget.is_spent(nodes);
        let bounds = Bounds::depth(limits.depth);
        let thought = self.think(game.round(), &bounds, &mut halt, &mut |_| {});
        if budget.is_interrupted() {
            return Err(Failure::Interrupted);
        }
        let nothing = || Failure::IllegalMove("(none)".to_owned());
        let thought = thought.ok_or_else(nothing)?;
        let chosen = *thought.line.first().ok_or_else(nothing)?;
        let score = score(game, thought.score);
        let mut here = *game.round();
        let mut pv = Vec::new();
        for &m in &thought.line {
            pv.push(here.move_text(m));
            here = here.play(m);
        }
        let report = Report {
            score: Some(score),
            depth: Some(thought.depth.into()),
            nodes: Some(thought.nodes),
            pv,
            mate_found: None,
        };
        choice(MatchMove::Step(chosen), report)
    }
}
