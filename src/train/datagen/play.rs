//! One game of the engine against itself: a random opening, then searches by nodes, until the rules
//! or a score that stays where it is end it.

use super::packed::{Game, GameResult, Ply, white_view};
use crate::games::Line;
use crate::games::chess::{Color, Move, Position};
use crate::limits::Limits;
use crate::memory::OutOfMemory;
use crate::search::{Bound, Control, Searcher};
use crate::train::Evaluator;
use rand::RngExt;
use rand::rngs::StdRng;
use std::sync::atomic::AtomicBool;

/// Each side's transposition table, in mebibytes: small, so that it stays near the processor.
const HASH_MB: usize = 2;
/// A search that is in the middle of an iteration is broken off at so many times its soft limit.
const HARD_FACTOR: u64 = 8;
/// Beyond this score after the opening a game teaches nothing, in centipawns.
const UNBALANCED: i32 = 1000;
/// A game is won when the score has been at least this, for the same side, for so many plies.
const WON: i32 = 2500;
const WON_PLIES: u32 = 4;
/// A game is drawn when the score has been within this of 0 for so many plies, out of the opening.
const DRAWN: i32 = 4;
const DRAWN_PLIES: u32 = 12;
const DRAWN_FROM: usize = 40;
/// Nobody wins a game as long as this.
const LONGEST: usize = 400;

/// Two searchers that play each other.
pub struct Pairing {
    sides: [Searcher; 2],
    nodes: u64,
}

impl Pairing {
    /// Two searchers with this evaluation and small tables of their own; each search ends after the first
    /// iteration that has seen `nodes` nodes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is none for the tables.
    pub fn new(evaluator: &Evaluator, nodes: u64) -> Result<Pairing, OutOfMemory> {
        let sides = [evaluator.searcher(HASH_MB)?, evaluator.searcher(HASH_MB)?];
        Ok(Pairing { sides, nodes })
    }

    /// Plays a game; which one depends on `rng` alone. `None` when `stop` was set meanwhile. On a
    /// thread without [room](crate::search::stack) each move starts one of its own.
    pub fn play(&mut self, rng: &mut StdRng, stop: &AtomicBool) -> Option<Game> {
        let (mut line, first) = loop {
            let line = random_opening(rng);
            self.sides.iter_mut().for_each(Searcher::new_game);
            if line.outcome().is_some() {
                continue;
            }
            let (first, score) = self.search(&line, stop)?;
            if score.is_some_and(|score| score.abs() <= UNBALANCED) {
                break (
                    line,
                    Ply {
                        played: first,
                        score,
                    },
                );
            }
        };
        let opening = line.moves().len();
        let random = line.moves().iter().map(|m| Ply {
            played: *m,
            score: None,
        });
        let mut plies: Vec<Ply> = random.collect();
        let mut count = Adjudication::default();
        let mut next = Some(first);
        let result = loop {
            if let Some(outcome) = line.outcome() {
                break match outcome.winners.count() {
                    1 if outcome.winners.contains(0) => GameResult::Won,
                    1 => GameResult::Lost,
                    _ => GameResult::Drawn,
                };
            }
            if plies.len() >= LONGEST {
                break GameResult::Drawn;
            }
            let ply = match next.take() {
                Some(first) => first,
                None => {
                    let (played, score) = self.search(&line, stop)?;
                    Ply { played, score }
                }
            };
            plies.push(ply);
            line.play(ply.played);
            if let Some(result) = count.after(plies.len(), ply.score) {
                break result;
            }
        };
        let start = *line.start();
        Some(Game {
            start,
            result,
            opening,
            plies,
        })
    }

    /// The move and its score for White; `None` when stopped.
    fn search(&mut self, line: &Line<Position>, stop: &AtomicBool) -> Option<(Move, Option<i32>)> {
        let turn = line.position().turn();
        let limits = Limits {
            soft_nodes: Some(self.nodes),
            nodes: Some(self.nodes * HARD_FACTOR),
            ..Limits::default()
        };
        let control = Control::watching(stop);
        let side = &mut self.sides[turn.fold_wb(0, 1)];
        let decision = side.go(line, &limits, &control, &|_| {});
        if control.stopped() {
            return None;
        }
        // A bound says too little, and without an iteration to its end a score proves nothing.
        let proved = decision.depth > 0 && decision.bound == Bound::Exact;
        let score = proved.then(|| white_view(turn, decision.score));
        decision.best.map(|best| (best, score))
    }
}

/// The standard start after 8 or 9 random plies.
fn random_opening(rng: &mut StdRng) -> Line<Position> {
    let mut line = Line::new(Position::start());
    for _ in 0..rng.random_range(8..=9) {
        let moves = line.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        line.play(moves[rng.random_range(0..moves.len())]);
    }
    line
}

/// Ends games whose score has said the same for long enough.
#[derive(Default)]
struct Adjudication {
    /// Plies for which the same side has been winning.
    won: u32,
    winner: Option<Color>,
    /// Plies for which nobody has been better.
    drawn: u32,
}

impl Adjudication {
    fn after(&mut self, plies: usize, score: Option<i32>) -> Option<GameResult> {
        let score = score?;
        let winner = (score.abs() >= WON).then(|| Color::from_white(score > 0));
        self.won = if winner.is_some() && winner == self.winner {
            self.won + 1
        } else {
            u32::from(winner.is_some())
        };
        self.winner = winner;
        let level = score.abs() <= DRAWN && plies >= DRAWN_FROM;
        self.drawn = if level { self.drawn + 1 } else { 0 };
        if self.won >= WON_PLIES {
            return winner.map(|side| side.fold_wb(GameResult::Won, GameResult::Lost));
        }
        (self.drawn >= DRAWN_PLIES).then_some(GameResult::Drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::EvalKind;
    use crate::search::score;
    use rand::SeedableRng;

    #[test]
    fn a_game_follows_from_its_seed_and_ends_as_its_result_says() {
        let never = AtomicBool::new(false);
        let mut pairing =
            Pairing::new(&Evaluator::built_in(EvalKind::Classical), 100).expect("4 MB");
        let mut others =
            Pairing::new(&Evaluator::built_in(EvalKind::Classical), 100).expect("4 MB");
        let mut samples = 0;
        for seed in 0..6 {
            let game = pairing
                .play(&mut StdRng::seed_from_u64(seed), &never)
                .expect("plays");
            // What the pairing remembers of its last games must not enter.
            if seed % 2 == 0 {
                let again = others.play(&mut StdRng::seed_from_u64(seed), &never);
                assert_eq!(again.as_ref(), Some(&game), "seed {seed}");
            }
            let mut line = Line::new(game.start);
            game.plies.iter().for_each(|ply| line.play(ply.played));
            let last = game.plies.last().and_then(|ply| ply.score).expect("scored");
            match line.outcome() {
                Some(outcome) => {
                    let white = outcome.winners.contains(0);
                    let black = outcome.winners.contains(1);
                    let points = f32::from(u8::from(white)) - f32::from(u8::from(black));
                    assert_eq!(game.result.points() * 2.0 - 1.0, points, "seed {seed}");
                }
                None if game.plies.len() >= LONGEST => assert_eq!(game.result, GameResult::Drawn),
                None => match game.result {
                    GameResult::Won => assert!(last >= WON),
                    GameResult::Lost => assert!(last <= -WON),
                    GameResult::Drawn => assert!(last.abs() <= DRAWN),
                },
            }
            samples += game.samples().count();
        }
        assert!(samples > 60, "{samples} samples from 6 games");
    }

    #[test]
    fn a_set_flag_ends_the_game_without_a_record() {
        let stop = AtomicBool::new(true);
        let mut pairing =
            Pairing::new(&Evaluator::built_in(EvalKind::Classical), 1000).expect("4 MB");
        assert!(pairing.play(&mut StdRng::seed_from_u64(1), &stop).is_none());
    }

    #[test]
    fn wins_need_four_plies_of_one_side_and_draws_twelve() {
        let mut count = Adjudication::default();
        for score in [2600, 2600, 2600, -2600, -2600, -2600] {
            assert_eq!(count.after(60, Some(score)), None);
        }
        assert_eq!(
            count.after(61, Some(score::MATE)),
            None,
            "the other side again"
        );
        assert_eq!(count.after(61, None), None, "no score changes nothing");
        for plies in 62..64 {
            assert_eq!(count.after(plies, Some(2500)), None);
        }
        assert_eq!(count.after(64, Some(2500)), Some(GameResult::Won));
        let mut count = Adjudication::default();
        for plies in 30..51 {
            assert_eq!(count.after(plies, Some(-4)), None, "{plies}");
        }
        assert_eq!(count.after(51, Some(4)), Some(GameResult::Drawn));
    }
}
