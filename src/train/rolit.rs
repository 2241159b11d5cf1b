//! Fits the weights of Rolit's evaluation to games of its strongest player against itself.
//!
//! The final number of balls of a seat, less the mean of all seats, is assumed to be a linear function of its features
//! in the evaluation, less their mean; the method of least squares over all positions of all games gives the weights. A
//! position between two stages counts for both.

use base::memory::OutOfMemory;
use games::rolit::Position;
use games::{Game, Line};
use players::rolit::{Expert, FEATURES, STAGES, relative_features};
use players::{Failure, Limits, Player};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Settings of the games to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Start position of the games.
    pub start: Position,
    /// Number of games in total.
    pub games: usize,
    /// Number of nodes for each move.
    pub nodes: u64,
    /// Number of games played at the same time.
    pub jobs: usize,
    /// Seed for the random moves: the same seed gives the same games.
    pub seed: u64,
}

/// Denominator of the greatest part of a game's plies that are random at its beginning.
const RANDOM_OPENING: usize = 3;

/// Average number of moves after the opening of which one is random, so that the weights learn to punish mistakes.
const SLIPS: u32 = 30;

const SIZE: usize = FEATURES * STAGES;

/// Reason why there are no weights.
#[derive(Debug, thiserror::Error)]
pub enum RolitError {
    /// There is not enough memory for the players' tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The player did not return a move.
    #[error("a game was not played to its end: {0}")]
    Player(#[from] Failure),
}

/// Sums of the normal equations of least squares.
struct Sums {
    matrix: Vec<[f64; SIZE]>,
    right: [f64; SIZE],
}

impl Sums {
    fn new() -> Sums {
        Sums {
            matrix: vec![[0.0; SIZE]; SIZE],
            right: [0.0; SIZE],
        }
    }

    /// Adds an equation: the features of a position, `place` in the course of its game from 0 (empty board) to 1 (full
    /// board), and the final result.
    fn add(&mut self, features: &[f64; FEATURES], place: f64, result: f64) {
        let place = place * (STAGES - 1) as f64;
        let stage = (place as usize).min(STAGES - 2);
        let share = place - stage as f64;
        let mut row = [(0, 0.0); 2 * FEATURES];
        for feature in 0..FEATURES {
            let value = features[feature];
            row[2 * feature] = (stage * FEATURES + feature, value * (1.0 - share));
            row[2 * feature + 1] = ((stage + 1) * FEATURES + feature, value * share);
        }
        let row: Vec<_> = row.into_iter().filter(|(_, value)| *value != 0.0).collect();
        for (i, a) in &row {
            for (j, b) in &row {
                self.matrix[*i][*j] += a * b;
            }
            self.right[*i] += a * result;
        }
    }

    fn merge(&mut self, other: &Sums) {
        for (to, from) in self.matrix.iter_mut().zip(&other.matrix) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        }
        let right = self.right.iter_mut().zip(&other.right);
        right.for_each(|(to, from)| *to += from);
    }

    /// Returns the weights, in balls. A small number is added to the diagonal, so that features that never occurred get
    /// 0.
    fn solve(mut self) -> [f64; SIZE] {
        for i in 0..SIZE {
            self.matrix[i][i] += 20.0;
        }
        for i in 0..SIZE {
            let pivot = self.matrix[i];
            let result = self.right[i];
            for j in i + 1..SIZE {
                let factor = self.matrix[j][i] / pivot[i];
                if factor != 0.0 {
                    let row = self.matrix[j].iter_mut().zip(pivot);
                    row.for_each(|(to, from)| *to -= factor * from);
                    self.right[j] -= factor * result;
                }
            }
        }
        let mut solution = [0.0; SIZE];
        for i in (0..SIZE).rev() {
            let known: f64 = (i + 1..SIZE).map(|j| self.matrix[i][j] * solution[j]).sum();
            solution[i] = (self.right[i] - known) / self.matrix[i][i];
        }
        solution
    }
}

/// Plays the games, fits the weights to them, and returns the source text of a table for `players/rolit/weights.rs`.
/// Calls `progress` after each game.
///
/// # Errors
/// [`RolitError`]: there is not enough memory for the players' tables, or a game was not played to its end.
pub fn run(
    plan: &Plan,
    progress: &(dyn Fn(usize) + Sync),
    stop: &AtomicBool,
) -> Result<String, RolitError> {
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Sums::new());
    let work = || -> Result<(), RolitError> {
        let mut expert = Expert::new(4)?;
        let mut sums = Sums::new();
        loop {
            let game = next.fetch_add(1, Relaxed);
            if game >= plan.games || stop.load(Relaxed) {
                break;
            }
            // After a failure no further game is begun.
            play(plan, game as u64, &mut expert, &mut sums)
                .inspect_err(|_| next.store(plan.games, Relaxed))?;
            progress(game + 1);
        }
        if let Ok(mut total) = total.lock() {
            total.merge(&sums);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        let results = workers.into_iter().map(|worker| worker.join());
        results.flatten().collect::<Result<(), RolitError>>()
    })?;
    let weights = match total.into_inner() {
        Ok(sums) => sums.solve(),
        Err(poisoned) => poisoned.into_inner().solve(),
    };
    let mut text = String::from("[\n");
    for stage in weights.chunks(FEATURES) {
        let numbers: Vec<String> = stage
            .iter()
            .map(|weight| format!("{:.0}", (weight * 100.0).clamp(-3000.0, 3000.0) + 0.0))
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    [{}],", numbers.join(", "));
    }
    text += "]\n";
    Ok(text)
}

/// Plays a game and adds its positions to `sums`.
fn play(
    plan: &Plan,
    game: u64,
    expert: &mut dyn Player<Position>,
    sums: &mut Sums,
) -> Result<(), Failure> {
    let mut rng = StdRng::seed_from_u64(plan.seed << 32 ^ game);
    let never = AtomicBool::new(false);
    let limits = Limits {
        nodes: Some(plan.nodes),
        ..Limits::default()
    };
    let cells = plan.start.cells().len();
    let opening = rng.random_range(2..=(cells / RANDOM_OPENING).max(2));
    let mut line = Line::new(plan.start);
    let mut seen = Vec::new();
    expert.new_game(&plan.start, &never)?;
    for ply in 0.. {
        let position = line.position();
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let random = ply < opening || rng.random_ratio(1, SLIPS);
        let m = if random {
            moves[rng.random_range(0..moves.len())]
        } else {
            expert.choose(&line, &limits, &never)?.chosen
        };
        if ply >= opening / 2 {
            let place = 1.0 - f64::from(position.empty_cells()) / cells as f64;
            seen.push((relative_features(position), place));
        }
        line.play(m);
    }
    let end = line.position();
    let seats = end.players();
    let points: Vec<f64> = (0..seats).map(|seat| f64::from(end.balls(seat))).collect();
    let mean = points.iter().sum::<f64>() / seats as f64;
    for (rows, place) in seen {
        for (row, points) in rows.iter().zip(&points) {
            sums.add(row, place, points - mean);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::rolit::{Cell, Rules};
    use players::Choice;
    use players::Request;

    fn plan(fen: &str) -> Plan {
        Plan {
            start: Position::parse(fen, Rules::Official).expect(fen),
            games: 4,
            nodes: 300,
            jobs: 2,
            seed: 1,
        }
    }

    #[test]
    fn games_are_played_on_the_smallest_boards_too() {
        for fen in ["R1 R RG 1", "R4 R RG 1", "RG3 R RG 1", "2/1R G RG 1"] {
            let weights = run(&plan(fen), &|_| {}, &AtomicBool::new(false)).expect(fen);
            assert_eq!(weights.lines().count(), STAGES + 2, "{weights}");
        }
    }

    /// Player that never has an answer.
    struct Mute;

    impl Player<Position> for Mute {
        fn answer(&mut self, _: &Request<Position>) -> Result<Choice<Cell>, Failure> {
            Err(Failure::Interrupted)
        }
    }

    #[test]
    fn a_game_without_an_end_is_an_error_and_not_left_out() {
        let plan = plan("8/8/8/3RY3/3BG3/8/8/8 R RG 1");
        let played = play(&plan, 0, &mut Mute, &mut Sums::new());
        assert_eq!(played, Err(Failure::Interrupted));
    }
}
