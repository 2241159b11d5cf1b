//! Kamisado's players in the form of [`Player`]: the one that proves, and the weaker ones of the game's own scale. In
//! addition the evaluation for the strategies that play any game.
//!
//! A score of 0 is never given, as there are no draws. A `mate` score may include passes, which count as plies. A won
//! round that does not win the match is scored as a lead of one point and not as a mate.

use super::{AlphaBeta, DECIDED, KamisadoPlayer, POINT, WIN, evaluate};
use crate::deepen::texts;
use crate::{Choice, Evaluate, Failure, Player, Report, Request, Score};
use base::limits::Budget;
use games::kamisado::{Fill, Match, MatchMove, Move, Position, Side};
use games::{Game, counted};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use std::sync::atomic::AtomicBool;

impl Evaluate for Match {
    /// Returns the evaluation of the round, plus 500 for each point of the lead in the match.
    fn evaluate_for(&self, seat: usize) -> i32 {
        let side = Side::from_seat(seat);
        let lead = i32::from(self.score(side)) - i32::from(self.score(side.other()));
        let round = if self.round().is_over() {
            0
        } else if self.turn() == seat {
            evaluate(self.round())
        } else {
            -evaluate(self.round())
        };
        round + POINT * lead
    }

    fn promise(&self, m: MatchMove) -> i32 {
        let next = self.play(m);
        // An immediate win is best; a step that lets the opponent win at once is worst.
        match (next.round().is_over(), next.round().can_win_now()) {
            (true, _) => 1,
            (false, true) if next.turn() != self.turn() => -1,
            _ => 0,
        }
    }
}

/// Returns the legal steps that the request allows.
fn steps(request: &Request<Match>) -> Vec<Move> {
    let mut moves = request.game.position().round().legal_moves();
    moves.retain(|m| request.allows(MatchMove::Step(*m)));
    moves
}

fn budget<'a>(request: &Request<'a, Match>) -> Budget<'a> {
    let seat = request.game.position().turn();
    let time = Budget::time_of_move(request.limits, seat);
    Budget::of_search(request.limits, time, request.control)
}

impl Player<Match> for KamisadoPlayer {
    fn new_game(&mut self, _: &Match, _: &AtomicBool) -> Result<(), Failure> {
        self.prover.clear();
        Ok(())
    }

    fn clear_hash(&mut self) {
        self.prover.clear();
    }

    fn answer(&mut self, request: &Request<Match>) -> Result<Choice<MatchMove>, Failure> {
        let game = request.game.position();
        if game.is_between_rounds() {
            let wanted = request.among.first().copied();
            let chosen = wanted.unwrap_or_else(|| MatchMove::Regroup(regroup(game)));
            (request.report)(&Report {
                score: Some(Score::Centipawns(1)),
                wdl: chances(Score::Centipawns(1)),
                depth: Some(1),
                nodes: Some(game.count_moves() as u64),
                pv: vec![game.move_text(chosen)],
                ..Report::default()
            });
            return request.answered(chosen, None, Report::default());
        }
        let thought = self.think(request, steps(request), &budget(request));
        let (line, report) = thought.ok_or_else(Failure::no_move)?;
        let reply = line.get(1).copied().map(MatchMove::Step);
        request.answered(MatchMove::Step(line[0]), reply, report)
    }
}

/// Player below full strength, of a number on the game's own scale.
pub struct Weaker {
    number: u8,
    rng: StdRng,
    /// True if one of several equally good moves is chosen at random, false if it is the first of them.
    by_lot: bool,
}

impl Weaker {
    /// Creates the player of a number: 0 plays random moves; 1 wins at once if it can, does not let the opponent do so,
    /// and otherwise moves as far as it can; from 2 on, the number is the depth of alpha-beta in plies. `seed` seeds
    /// the random choices.
    pub fn new(number: u8, seed: u64) -> Weaker {
        Weaker {
            number,
            rng: StdRng::seed_from_u64(seed),
            by_lot: false,
        }
    }

    /// Creates the same player, but one that chooses at random among equally good moves.
    pub fn by_lot(number: u8, seed: u64) -> Weaker {
        Weaker {
            by_lot: true,
            ..Weaker::new(number, seed)
        }
    }
}

impl Player<Match> for Weaker {
    fn answer(&mut self, request: &Request<Match>) -> Result<Choice<MatchMove>, Failure> {
        let game = request.game.position();
        if game.is_between_rounds() {
            return request.answered(MatchMove::Regroup(regroup(game)), None, Report::default());
        }
        let (here, mut moves) = (game.round(), steps(request));
        if self.by_lot {
            moves.shuffle(&mut self.rng);
        }
        let first = *moves.first().ok_or_else(Failure::no_move)?;
        let chosen = match self.number {
            0 => moves.choose(&mut self.rng).copied(),
            1 => greedy(here, &moves, &mut self.rng),
            plies => {
                let budget = budget(request);
                let most = request.limits.depth.unwrap_or(u32::MAX);
                let plies = plies.min(u8::try_from(most.max(1)).unwrap_or(u8::MAX));
                let mut stop = |nodes| budget.is_spent(nodes);
                let found = AlphaBeta::new(&mut stop).search(here, &moves, plies);
                found.map(|found| found.best)
            }
        };
        request.answered(
            MatchMove::Step(chosen.unwrap_or(first)),
            None,
            Report::default(),
        )
    }
}

/// Chooses how to set up the towers for the next round: the way that is worse for the loser of the last one, who
/// begins.
fn regroup(game: &Match) -> Fill {
    let worth = |fill| {
        let next = game.play(MatchMove::Regroup(fill));
        let moves = next.round().legal_moves();
        let mut never = |_| false;
        let found = AlphaBeta::new(&mut never).search(next.round(), &moves, 3);
        found.map_or(0, |found| found.score)
    };
    if worth(Fill::Left) <= worth(Fill::Right) {
        Fill::Left
    } else {
        Fill::Right
    }
}

/// Returns an immediate win; otherwise, of the moves that do not let the opponent win at once, one that goes furthest.
/// Ties are broken at random. `None` if `moves` is empty.
fn greedy(here: &Position, moves: &[Move], rng: &mut StdRng) -> Option<Move> {
    let worth = |m: &Move| {
        let child = here.play(*m);
        let wins = child.is_over() && child.turn() != here.turn();
        let loses = child.turn() != here.turn() && child.can_win_now();
        let rows = (i32::from(m.to / 8) - i32::from(m.from / 8)).abs();
        (wins, !loses, rows)
    };
    let best = moves.iter().map(worth).max()?;
    let ties: Vec<_> = moves.iter().filter(|m| worth(m) == best).collect();
    Some(*ties[rng.random_range(0..ties.len())])
}

/// Returns the estimated chances of win, draw and loss at a score, in permille.
fn chances(score: Score) -> Option<[u32; 3]> {
    let win = match score {
        Score::Mate(moves) => 1000 * u32::from(moves > 0),
        Score::Centipawns(value) => {
            (1000.0 / (1.0 + (-f64::from(value) / 100.0).exp())).round() as u32
        }
    };
    Some([win, 0, 1000 - win])
}

/// Creates the report on an iteration; `value` is that of the round for the side to move, in hundredths or in the form
/// of a proved win or loss (see [`WIN`]).
pub(super) fn report(game: &Match, depth: u8, value: i32, nodes: u64, line: &[Move]) -> Report {
    let score = score(game, value);
    let remark = decided(game, value).filter(|_| matches!(score, Score::Centipawns(_)));
    let steps: Vec<MatchMove> = line.iter().copied().map(MatchMove::Step).collect();
    Report {
        score: Some(score),
        wdl: chances(score),
        depth: Some(depth.into()),
        nodes: Some(nodes),
        pv: texts(game, &steps),
        remark: remark.map(|(winner, plies)| {
            let plies = counted(plies as usize, "ply", "plies");
            format!("{} is sure of this round, in {plies}", winner.name())
        }),
        ..Report::default()
    }
}

/// Returns the winner of the round and the number of plies to its end; `None` if the value is not a proved win or loss.
fn decided(game: &Match, value: i32) -> Option<(Side, i32)> {
    let mover = game.round().side();
    match value {
        DECIDED.. => Some((mover, WIN - value)),
        _ if value <= -DECIDED => Some((mover.other(), WIN + value)),
        _ => None,
    }
}

/// Converts a value of the round to a score for the match. A proved win is a mate only if the winner needs just one
/// more point; otherwise it is a lead of one point, as it may matter with which tower the round is won.
fn score(game: &Match, value: i32) -> Score {
    let Some((winner, plies)) = decided(game, value) else {
        return Score::Centipawns(if value == 0 { 1 } else { value });
    };
    let sign = value.signum();
    if game.score(winner) + 1 >= game.target() {
        Score::Mate(sign * ((plies + 1) / 2))
    } else {
        Score::Centipawns(sign * POINT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::kamisado::Rules;

    #[test]
    fn scores_count_moves_and_are_never_zero() {
        let score = |value| score(&Match::start(), value);
        assert_eq!(score(0), Score::Centipawns(1));
        assert_eq!(score(-7), Score::Centipawns(-7));
        assert_eq!(score(WIN - 1), Score::Mate(1));
        assert_eq!(score(WIN - 17), Score::Mate(9));
        assert_eq!(score(-WIN + 2), Score::Mate(-1));
        assert_eq!(score(-WIN + 16), Score::Mate(-8));
    }

    #[test]
    fn a_round_that_does_not_decide_the_match_is_no_mate() {
        let start = Match::start().text();
        let of = |points: &str, value| {
            let text = format!("{start} {points}");
            score(
                &Match::parse(&text, 1, Rules::default()).expect(&text),
                value,
            )
        };
        // Black begins, and its points stand first.
        for (points, value, score) in [
            ("7 0:0", WIN - 9, Score::Centipawns(500)),
            ("7 0:0", -WIN + 8, Score::Centipawns(-500)),
            ("7 6:0", WIN - 9, Score::Mate(5)),
            ("7 6:0", -WIN + 8, Score::Centipawns(-500)),
            ("3 0:2", -WIN + 8, Score::Mate(-4)),
        ] {
            assert_eq!(of(points, value), score, "{points}, {value}");
        }
    }
}
