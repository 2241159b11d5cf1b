//! Games of the engine against itself: an opening, then searches limited by nodes, until the game is over or is
//! adjudicated because of its scores.

use super::game::{Game, GameResult, Ply, white_view};
use super::starts::Starts;
use crate::Evaluator;
use base::limits::Limits;
use base::memory::OutOfMemory;
use engine::search::{Bound, Control, Searcher};
use games::Line;
use games::chess::{Color, Move, Position};
use rand::rngs::StdRng;
use std::sync::atomic::AtomicBool;

/// Size of the transposition table in mebibytes: small enough for the processor's cache.
const HASH_MB: usize = 1;
/// Hard limit of a search as a multiple of its soft limit; it ends a search in the middle of an iteration.
const HARD_FACTOR: u64 = 8;
/// Score in centipawns after the opening beyond which a game is not played, because nothing can be learned from it.
const UNBALANCED: i32 = 300;
/// A game is adjudicated a win when the score has been at least this, in centipawns, for the same side for
/// [`WON_PLIES`] plies in succession.
const WON: i32 = 2500;
/// Number of plies in succession with a won score that make a win.
const WON_PLIES: u32 = 4;
/// A game is adjudicated a draw when the score has been at most this far from 0, in centipawns, for [`DRAWN_PLIES`]
/// plies in succession, all from ply [`DRAWN_FROM`] on.
const DRAWN: i32 = 4;
/// Number of plies in succession with a level score that make a draw.
const DRAWN_PLIES: u32 = 12;
/// First ply of a game, its opening included, that counts towards a draw.
const DRAWN_FROM: usize = 40;
/// Number of plies after which a game is a draw.
const LONGEST: usize = 400;

/// Searcher that plays both sides of its games. What it has learned is kept from game to game, until
/// [`begin`](Player::begin) is called.
pub struct Player {
    searcher: Searcher,
    limits: Limits,
}

impl Player {
    /// Creates a player with this evaluation and a small transposition table.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is not enough memory for the transposition table.
    pub fn new(evaluator: &Evaluator) -> Result<Player, OutOfMemory> {
        Ok(Player {
            searcher: evaluator.searcher(HASH_MB)?,
            limits: Limits::default(),
        })
    }

    /// Forgets all games, so that the following ones do not depend on them, and sets the soft limit: each search ends
    /// after the first iteration at whose end it has visited `nodes` nodes.
    pub fn begin(&mut self, nodes: u64) {
        self.searcher.new_game();
        self.limits.soft_nodes = Some(nodes);
        self.limits.nodes = Some(nodes.saturating_mul(HARD_FACTOR));
    }

    /// Plays a game, which depends on `rng` and on the games since [`begin`](Player::begin). Returns `None` if `stop`
    /// was set meanwhile. On a thread that was not started with [a large stack](base::threads) each move starts a
    /// thread of its own.
    pub fn play(&mut self, starts: &Starts, rng: &mut StdRng, stop: &AtomicBool) -> Option<Game> {
        let (mut line, first) = loop {
            let line = starts.draw(rng);
            if line.outcome().is_some() {
                continue;
            }
            let first = self.search(&line, stop)?;
            if first.score.is_some_and(|score| score.abs() <= UNBALANCED) {
                break (line, first);
            }
        };
        let start = *line.start();
        let opening = line.moves().len();
        let unscored = |m: &Move| Ply {
            played: *m,
            score: None,
        };
        let mut plies: Vec<Ply> = line.moves().iter().map(unscored).collect();
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
                None => self.search(&line, stop)?,
            };
            plies.push(ply);
            line.play(ply.played);
            // The rules of the game take precedence.
            let adjudged = count.after(plies.len(), ply.score);
            if let Some(result) = adjudged.filter(|_| line.outcome().is_none()) {
                break result;
            }
        };
        Some(Game {
            start,
            result,
            opening,
            plies,
        })
    }

    /// Returns the best move with its score; `None` if the search was stopped.
    fn search(&mut self, line: &Line<Position>, stop: &AtomicBool) -> Option<Ply> {
        let control = Control::watching(stop);
        let decision = self.searcher.decide(line, &self.limits, &control);
        if control.stopped() {
            return None;
        }
        // A bound is too inaccurate, and the score of an incomplete first iteration is meaningless.
        let proved = decision.depth > 0 && decision.bound == Bound::Exact;
        let turn = line.position().turn();
        Some(Ply {
            played: decision.best?,
            score: proved.then(|| white_view(turn, decision.score)),
        })
    }
}

/// Adjudication of games whose scores have been won or level for long enough.
#[derive(Default)]
struct Adjudication {
    /// Number of consecutive plies for which the same side has had a won score.
    won: u32,
    winner: Option<Color>,
    /// Number of consecutive plies with a level score.
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
    use engine::eval::EvalKind;
    use engine::search::score;
    use rand::SeedableRng;

    fn player() -> Player {
        let mut player = Player::new(&Evaluator::built_in(EvalKind::Classical)).expect("1 MB");
        player.begin(100);
        player
    }

    #[test]
    fn games_follow_from_their_seeds_and_end_as_their_results_say() {
        let never = AtomicBool::new(false);
        let starts = Starts::read(&[], |_, _, _| {}).expect("no file");
        let (mut player, mut other) = (player(), player());
        let mut samples = 0;
        let play = |player: &mut Player, seed| {
            player.play(&starts, &mut StdRng::seed_from_u64(seed), &never)
        };
        // What was learned from a forgotten game must have no effect.
        play(&mut other, 77).expect("plays");
        other.begin(100);
        for seed in 0..6 {
            let game = play(&mut player, seed).expect("plays");
            let again = play(&mut other, seed);
            assert_eq!(again.as_ref(), Some(&game), "seed {seed}");
            let first = game.plies[game.opening].score.expect("scored");
            assert!(first.abs() <= UNBALANCED, "seed {seed}");
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
        let starts = Starts::read(&[], |_, _, _| {}).expect("no file");
        let mut rng = StdRng::seed_from_u64(1);
        assert!(player().play(&starts, &mut rng, &stop).is_none());
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
