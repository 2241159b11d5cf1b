//! Kamisado's player as a protocol needs it.
//!
//! A score of 0 is never given (there are no draws), and a `mate` score may count zero moves, which
//! are plies like any other. A round that is won, but not the match with it, is a point ahead and no mate.

use super::{DECIDED, KamisadoPlayer, POINT, Strength, WIN};
use crate::{Bounds, GameSearcher, Handicap, Score, Stop, Thought};
use base::memory::OutOfMemory;
use games::kamisado::{Match, MatchMove, Side};
use games::{Game, Line, counted};
use rand::rngs::StdRng;

/// The player, and chance for the weaker ones.
pub struct KamisadoSearcher {
    player: KamisadoPlayer,
    rng: StdRng,
}

impl KamisadoSearcher {
    /// A searcher whose prover has a table of so many mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for it.
    pub fn new(hash_mb: usize) -> Result<KamisadoSearcher, OutOfMemory> {
        Ok(KamisadoSearcher {
            player: KamisadoPlayer::new(hash_mb)?,
            rng: rand::make_rng(),
        })
    }
}

impl GameSearcher<Match> for KamisadoSearcher {
    fn new_game(&mut self) {
        self.player.clear();
    }

    fn final_score(&self, _: &Line<Match>) -> Score {
        Score::Mate(0)
    }

    fn chances(&self) -> fn(Score) -> Option<[u32; 3]> {
        chances
    }

    fn choose_at(
        &mut self,
        game: &Line<Match>,
        handicap: Handicap,
        stop: &Stop,
    ) -> Option<MatchMove> {
        let strength = match handicap {
            Handicap::Random => Strength::Random,
            Handicap::Greedy => Strength::Greedy,
            Handicap::Plies(plies) => Strength::Depth(plies),
        };
        let mut stop = |nodes| stop.now(nodes);
        let (player, rng) = (&mut self.player, &mut self.rng);
        player.choose_at(game.position(), strength, rng, &mut stop)
    }

    fn think(
        &mut self,
        game: &Line<Match>,
        bounds: &Bounds<MatchMove>,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<MatchMove>),
    ) -> Option<Thought<MatchMove>> {
        let game = game.position();
        if game.is_between_rounds() {
            let chosen = bounds.moves.first().copied();
            return Some(Thought {
                depth: 1,
                score: Score::Centipawns(1),
                nodes: game.count_moves() as u64,
                line: vec![chosen.unwrap_or_else(|| MatchMove::Regroup(self.player.regroup(game)))],
                remark: None,
            });
        }
        let step = |m: &MatchMove| match m {
            MatchMove::Step(step) => Some(*step),
            MatchMove::Regroup(_) => None,
        };
        let bounds = Bounds {
            depth: bounds.depth,
            moves: bounds.moves.iter().filter_map(step).collect(),
        };
        let thought = self.player.think(
            game.round(),
            &bounds,
            &mut |nodes| stop.now(nodes),
            &mut |thought| report(&worded(game, thought)),
        );
        thought.as_ref().map(|thought| worded(game, thought))
    }
}

/// A player who thinks so much of its position wins so often.
fn chances(score: Score) -> Option<[u32; 3]> {
    let win = match score {
        Score::Mate(moves) => 1000 * u32::from(moves > 0),
        Score::Centipawns(value) => {
            (1000.0 / (1.0 + (-f64::from(value) / 100.0).exp())).round() as u32
        }
    };
    Some([win, 0, 1000 - win])
}

fn worded(game: &Match, thought: &super::Thought) -> Thought<MatchMove> {
    let score = score(game, thought.score);
    let remark = decided(game, thought.score).filter(|_| matches!(score, Score::Centipawns(_)));
    Thought {
        depth: thought.depth.into(),
        score,
        nodes: thought.nodes,
        line: thought.line.iter().copied().map(MatchMove::Step).collect(),
        remark: remark.map(|(winner, plies)| {
            let plies = counted(plies as usize, "ply", "plies");
            format!("{} is sure of this round, in {plies}", winner.name())
        }),
    }
}

/// Returns the winner of the round and the number of plies to its end, if the value says it.
fn decided(game: &Match, value: i32) -> Option<(Side, i32)> {
    let mover = game.round().side();
    match value {
        DECIDED.. => Some((mover, WIN - value)),
        _ if value <= -DECIDED => Some((mover.other(), WIN + value)),
        _ => None,
    }
}

/// A value of the round as UCI has it for the match. It is won with the round only where a point is all that
/// is wanting: a round won by force may be won by another tower than one would like.
pub(super) fn score(game: &Match, value: i32) -> Score {
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
    use games::kamisado::Deadlock;

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
                &Match::parse(&text, 1, Deadlock::Mutual).expect(&text),
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
