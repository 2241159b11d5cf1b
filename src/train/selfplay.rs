//! Games of the engine against itself, as a source of positions with results.

use base::limits::Limits;
use base::memory::OutOfMemory;
use engine::search::{Control, Searcher, score};
use games::Line;
use games::chess::{Move, Position};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Settings of the games to play.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of games in total.
    pub games: usize,
    /// Number of nodes for each move.
    pub nodes: u64,
    /// Number of random plies at the beginning of each game.
    pub opening: usize,
    /// Number of games played at the same time.
    pub jobs: usize,
    /// Seed for the random openings: the same seed gives the same games.
    pub seed: u64,
}

/// Advantage in centipawns after the opening beyond which a game is not played, because nothing can be learned from it.
const UNBALANCED: i32 = 250;
/// Score in centipawns that ends a game after [`PATIENCE`] plies.
const DECIDED: i32 = 1200;
const PATIENCE: usize = 6;
const LONGEST: usize = 400;

/// Reason why the games could not be played.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError {
    /// There is not enough memory for the transposition tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The positions could not be written.
    #[error("cannot write positions: {0}")]
    Write(#[from] std::io::Error),
}

/// Plays games and writes a line `FEN;result;score` for each quiet position: the result of its game is 1, 0.5 or 0 for
/// White, the score is that of the search, in centipawns for White. Calls `progress` after each game. No game is begun
/// after `stop` is set. Flushes `out` at the end.
///
/// # Errors
/// [`SelfplayError`]: there is not enough memory, or `out` cannot be written to.
pub fn run(
    plan: Plan,
    out: &mut (dyn Write + Send),
    progress: &(dyn Fn(usize) + Sync),
    stop: &AtomicBool,
) -> Result<(), SelfplayError> {
    let next = AtomicUsize::new(0);
    let out = Mutex::new(out);
    let work = || -> Result<(), SelfplayError> {
        let mut searcher = Searcher::new(16)?;
        loop {
            let game = next.fetch_add(1, Relaxed);
            if game >= plan.games || stop.load(Relaxed) {
                return Ok(());
            }
            let mut rng = StdRng::seed_from_u64(plan.seed ^ (game as u64) << 20);
            let text = play(&mut searcher, plan, &mut rng);
            if let Ok(mut out) = out.lock() {
                out.write_all(text.as_bytes())?;
            }
            progress(game);
        }
    };
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..plan.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        handles
            .into_iter()
            .try_for_each(|handle| handle.join().unwrap_or(Ok(())))
    })?;
    // The buffer is flushed explicitly, because dropping it would ignore errors.
    let out = out.into_inner().unwrap_or_else(PoisonError::into_inner);
    out.flush()?;
    Ok(())
}

/// Plays a game and returns its positions as lines of text; empty if the opening was unbalanced.
fn play(searcher: &mut Searcher, plan: Plan, rng: &mut StdRng) -> String {
    let mut game = Line::new(Position::start());
    for _ in 0..plan.opening + rng.random_range(0..2) {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            return String::new();
        }
        game.play(moves[rng.random_range(0..moves.len())]);
    }
    searcher.new_game();
    let limits = Limits::to_nodes(plan.nodes);
    let mut positions = Vec::new();
    let mut decided = 0;
    let white_points = loop {
        if let Some(outcome) = game.outcome() {
            break match outcome.winners.count() {
                2 => 0.5,
                _ if outcome.winners.contains(0) => 1.0,
                _ => 0.0,
            };
        }
        if game.moves().len() > LONGEST {
            break 0.5;
        }
        let decision = searcher.go(&game, &limits, &Control::new(false), &|_| {});
        let Some(best) = decision.best else { break 0.5 };
        let white = game
            .position()
            .turn()
            .fold_wb(decision.score, -decision.score);
        if positions.is_empty() && decided == 0 && white.abs() > UNBALANCED {
            return String::new();
        }
        decided = if white.abs() > DECIDED {
            decided + 1
        } else {
            0
        };
        if decided >= PATIENCE {
            break if white > 0 { 1.0 } else { 0.0 };
        }
        if is_quiet(game.position(), best) && !score::is_decided(decision.score) {
            positions.push((game.position().fen(), white));
        }
        game.play(best);
    };
    let line = |(fen, white): (String, i32)| format!("{fen};{white_points};{white}\n");
    positions.into_iter().map(line).collect()
}

/// Returns true for a position like those to which the static evaluation is applied: no check, and the best move is
/// quiet.
fn is_quiet(position: &Position, best: Move) -> bool {
    !position.in_check() && best.promoted().is_none() && !position.is_capture(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{self, BufWriter};

    /// Writer that fails like a full disk.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn positions_that_find_no_room_in_the_end_are_an_error() {
        let plan = Plan {
            games: 6,
            nodes: 50,
            opening: 8,
            jobs: 1,
            seed: 7,
        };
        // The buffer keeps all lines back until the end.
        let mut out = BufWriter::with_capacity(1 << 20, Full);
        let played = run(plan, &mut out, &|_| {}, &AtomicBool::new(false));
        assert!(matches!(played, Err(SelfplayError::Write(_))), "{played:?}");
    }

    #[test]
    fn the_same_seed_plays_the_same_games() {
        let plan = Plan {
            games: 3,
            nodes: 200,
            opening: 8,
            jobs: 1,
            seed: 7,
        };
        let play = || {
            let mut text = Vec::new();
            run(plan, &mut text, &|_| {}, &AtomicBool::new(false)).expect("plays");
            text
        };
        let text = play();
        assert_eq!(text, play());
        for line in String::from_utf8(text).expect("text").lines() {
            let fields: Vec<&str> = line.split(';').collect();
            assert!(Position::from_fen(fields[0], false).is_ok());
            assert!(["0", "0.5", "1"].contains(&fields[1]));
            assert!(fields[2].parse::<i32>().is_ok());
        }
    }
}
