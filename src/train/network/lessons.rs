//! Positions near those of the games, judged at once instead of played out: far more of them, for a
//! network to begin with.
//!
//! For each ply of the games some positions that are up to two random moves away. Who judges them
//! ([`Judge`]) is the classical evaluation, or a search of a few hundred nodes, which costs a
//! fifth of what a move of a game does. There are no results: all is learned from the scores.

use super::data::{DataSet, Sample};
use crate::eval::classical;
use crate::games::Line;
use crate::games::chess::Position;
use crate::limits::Limits;
use crate::memory::OutOfMemory;
use crate::search::{Bound, Control, STACK_SIZE, Searcher, score};
use crate::train::datagen::packed::{Game, PackedError, white_view};
use crate::train::datagen::shards::{self, ShardError};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

/// Who says what a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The classical evaluation as it stands.
    Evaluation,
    /// A search with that evaluation, ended after the first iteration that has seen so many nodes. Only
    /// positions whose best move is quiet are kept.
    Search(u32),
}

/// Why there are no lessons.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// A shard cannot be read or is damaged.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The searchers' tables do not fit.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The system starts no threads.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// The table of a searcher, in mebibytes: small, so that it stays near the processor.
const HASH_MB: usize = 2;
/// Scores beyond this teach little about positions that matter, in centipawns.
const DECIDED: i32 = 3000;

impl DataSet {
    /// Lessons of `each` positions near each ply of the games in a folder. They follow from the games, the
    /// judge and `seed`; not from the number of threads.
    ///
    /// # Errors
    /// [`LessonError`].
    pub fn lessons(
        folder: &Path,
        each: usize,
        judge: Judge,
        seed: u64,
        threads: usize,
    ) -> Result<DataSet, LessonError> {
        let shards = shards::list(folder)?;
        let next = AtomicUsize::new(0);
        let (results, done) = mpsc::channel();
        std::thread::scope(|scope| -> Result<DataSet, LessonError> {
            for _ in 0..threads {
                let (next, shards, results) = (&next, &shards, results.clone());
                let mut teacher = Teacher::new(judge, each)?;
                let work = move || {
                    while let Some(path) = shards.get(next.fetch_add(1, Relaxed)) {
                        let number = next.load(Relaxed);
                        if results
                            .send(teacher.shard(path, seed).map(|l| (path, l)))
                            .is_err()
                        {
                            break;
                        }
                        eprint!(
                            "\rlessons: {} of {} shards",
                            number.min(shards.len()),
                            shards.len()
                        );
                    }
                };
                let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
                thread.spawn_scoped(scope, work)?;
            }
            drop(results);
            let mut finished: Vec<(&PathBuf, Vec<Vec<Sample>>)> = Vec::new();
            for shard in done {
                finished.push(shard?);
            }
            eprintln!();
            finished.sort_by_key(|(path, _)| *path);
            let mut data = DataSet::default();
            for (path, games) in finished {
                data.bytes += std::fs::metadata(path).map_or(0, |file| file.len());
                games
                    .into_iter()
                    .for_each(|game| data.add_game(game.into_iter()));
            }
            Ok(data)
        })
    }
}

/// One thread's judge.
struct Teacher {
    searcher: Option<(Searcher, Limits)>,
    each: usize,
}

impl Teacher {
    fn new(judge: Judge, each: usize) -> Result<Teacher, OutOfMemory> {
        let searcher = match judge {
            Judge::Evaluation => None,
            Judge::Search(nodes) => {
                let nodes = u64::from(nodes);
                let limits = Limits {
                    soft_nodes: Some(nodes),
                    nodes: Some(8 * nodes),
                    ..Limits::default()
                };
                Some((Searcher::new(HASH_MB)?, limits))
            }
        };
        Ok(Teacher { searcher, each })
    }

    /// The lessons near each game of a shard. A torn end, which a shard that is being written may have, is
    /// left out.
    fn shard(&mut self, path: &Path, seed: u64) -> Result<Vec<Vec<Sample>>, ShardError> {
        let mut lessons = Vec::new();
        for (number, game) in shards::Reader::open(path)?.enumerate() {
            match game {
                Ok(game) => lessons.push(self.game(&game, seed ^ (number as u64) << 32)),
                Err(ShardError::Game {
                    error: PackedError::Torn,
                    ..
                }) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(lessons)
    }

    fn game(&mut self, game: &Game, seed: u64) -> Vec<Sample> {
        // The moves are in the seed, so that games of the same number in other shards differ.
        let own = game.plies.iter().fold(seed, |key, ply| {
            key.rotate_left(7) ^ u64::from(ply.played.bits())
        });
        let mut rng = StdRng::seed_from_u64(own);
        if let Some((searcher, _)) = &mut self.searcher {
            searcher.new_game();
        }
        let mut lessons = Vec::new();
        let mut here = game.start;
        for ply in &game.plies {
            here = here.play(ply.played);
            for _ in 0..self.each {
                let near = strayed(here, &mut rng);
                let sample = near.and_then(|position| {
                    let score = self.judge(&position)?;
                    Sample::new(&position, white_view(position.turn(), score), 1)
                });
                lessons.extend(sample);
            }
        }
        lessons
    }

    /// A position's score for its mover, if it says something.
    fn judge(&mut self, position: &Position) -> Option<i32> {
        let Some((searcher, limits)) = &mut self.searcher else {
            return Some(classical::evaluate(position));
        };
        let never = AtomicBool::new(false);
        let line = Line::new(*position);
        let decision = searcher.go_here(&line, limits, &Control::watching(&never), &|_| {});
        let proved = decision.depth > 0 && decision.bound == Bound::Exact;
        let quiet = decision
            .best
            .is_some_and(|best| !position.is_capture(best) && best.promoted().is_none());
        let close = decision.score.abs() <= DECIDED && !score::is_decided(decision.score);
        (proved && quiet && close).then_some(decision.score)
    }
}

/// A position after up to two random moves; `None` if it stands in check or there are none.
fn strayed(mut position: Position, rng: &mut StdRng) -> Option<Position> {
    for _ in 0..rng.random_range(0..3) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position = position.play(moves[rng.random_range(0..moves.len())]);
    }
    (!position.in_check() && !position.legal_moves().is_empty()).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::datagen;

    /// A folder with two shards of a few short games.
    fn games(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("atalaya-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        for seed in [3, 4] {
            let plan = datagen::Plan {
                folder: folder.clone(),
                games: 3,
                nodes: 60,
                threads: 1,
                seed,
            };
            datagen::run(
                &plan,
                &datagen::Progress::default(),
                &AtomicBool::new(false),
            )
            .expect("games");
        }
        folder
    }

    #[test]
    fn lessons_follow_from_the_seed_and_not_from_the_threads() {
        let folder = games("lessons");
        for judge in [Judge::Evaluation, Judge::Search(40)] {
            let lessons = |seed, threads| {
                DataSet::lessons(&folder, 2, judge, seed, threads)
                    .expect("lessons")
                    .fingerprint()
            };
            assert_eq!(lessons(1, 1), lessons(1, 2), "{judge:?}");
            assert_ne!(lessons(1, 1), lessons(2, 1), "{judge:?}");
        }
        let _ = std::fs::remove_dir_all(folder);
    }

    #[test]
    fn a_search_sees_what_the_evaluation_does_not() {
        // The knight forks king and queen.
        let fork = "q3k3/8/8/1N6/8/8/5PPP/6K1 w - - 0 1";
        let position = Position::from_fen(fork, false).expect("legal");
        let judge = |judge| {
            let teacher = || Teacher::new(judge, 1).expect("memory").judge(&position);
            std::thread::scope(|scope| {
                let deep = std::thread::Builder::new().stack_size(STACK_SIZE);
                let thread = deep.spawn_scoped(scope, teacher).expect("a thread");
                thread.join().expect("no panic")
            })
        };
        let still = judge(Judge::Evaluation).expect("always one");
        let searched = judge(Judge::Search(400)).expect("the fork is a quiet move");
        assert!(searched > still + 300, "{still} {searched}");
    }
}
