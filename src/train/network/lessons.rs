//! Positions near those of the games, judged at once instead of played out: far more of them, for a
//! network to begin with.
//!
//! For each ply of the games some positions that are up to two random moves away. Who judges them
//! ([`Judge`]) is an evaluation as it stands, or a search with it of a few hundred nodes, which costs a
//! fifth of what a move of a game does. There are no results: all is learned from the scores.

use super::data::{SAMPLE_BYTES, Sample};
use crate::games::Line;
use crate::games::chess::Position;
use crate::limits::Limits;
use crate::memory::OutOfMemory;
use crate::search::{Bound, Control, STACK_SIZE, Searcher, score};
use crate::train::Evaluator;
use crate::train::datagen::packed::{Game, PackedError, white_view};
use crate::train::datagen::shards::{self, ShardError};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;

/// Who says what a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The evaluation as it stands.
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
    /// A file of lessons cannot be used.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The system starts no threads.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// The table of a searcher, in mebibytes: small, so that it stays near the processor.
const HASH_MB: usize = 2;
/// Scores beyond this teach little about positions that matter, in centipawns.
const DECIDED: i32 = 3000;

/// What lessons are made of.
#[derive(Clone, Debug)]
pub struct Lessons {
    /// Positions near each ply.
    pub each: usize,
    /// Who says what they are worth.
    pub judge: Judge,
    /// With which evaluation.
    pub evaluator: Evaluator,
    /// What the positions follow from, with the games.
    pub seed: u64,
}

/// What a file of lessons begins with.
const MAGIC: &[u8] = b"atalaya-lessons 2\n";

impl Lessons {
    /// The lessons from the games in a folder, those of each game together. They do not depend on the number
    /// of threads. `progress` hears how many shards there are, and how many are done.
    ///
    /// # Errors
    /// [`LessonError`].
    pub fn give(
        &self,
        folder: &Path,
        threads: usize,
        stop: &AtomicBool,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Vec<Sample>, LessonError> {
        let shards = shards::list(folder)?;
        let next = AtomicUsize::new(0);
        let (results, done) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (next, shards, results) = (&next, &shards, results.clone());
                let mut teacher = Teacher::new(self.clone())?;
                let work = move || {
                    while let Some(path) = shards.get(next.fetch_add(1, Relaxed)) {
                        if stop.load(Relaxed) {
                            break;
                        }
                        // Nobody hears it any more after an error.
                        if results.send((path, teacher.shard(path))).is_err() {
                            break;
                        }
                    }
                };
                let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
                thread.spawn_scoped(scope, work)?;
            }
            drop(results);
            let mut given = Vec::new();
            for (path, lessons) in done {
                given.push((path, lessons?));
                progress(given.len(), shards.len());
            }
            given.sort_by_key(|(path, _)| *path);
            Ok(given.into_iter().flat_map(|(_, lessons)| lessons).collect())
        })
    }
}

/// Writes lessons to a new file, with a check sum at its end.
///
/// # Errors
/// What the system said, also if the file is there already.
pub fn write(path: &Path, lessons: &[Sample]) -> std::io::Result<()> {
    let mut bytes = MAGIC.to_vec();
    bytes.reserve(lessons.len() * SAMPLE_BYTES + 4);
    for lesson in lessons {
        bytes.extend(lesson.to_bytes());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    std::fs::File::create_new(path)?.write_all(&bytes)
}

/// Reads what [`write()`] wrote.
///
/// # Errors
/// [`LessonError::File`].
pub fn read(path: &Path) -> Result<Vec<Sample>, LessonError> {
    let failed = |why: String| LessonError::File {
        path: path.to_owned(),
        why,
    };
    let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    let (text, sum) = bytes
        .split_last_chunk::<4>()
        .ok_or_else(|| failed("it is too short".to_owned()))?;
    let rows = text
        .strip_prefix(MAGIC)
        .ok_or_else(|| failed("it is no file of lessons, version 2".to_owned()))?;
    let damaged = || failed("it is damaged".to_owned());
    let (rows, rest) = rows.as_chunks::<SAMPLE_BYTES>();
    if !rest.is_empty() || crc32fast::hash(text).to_le_bytes() != *sum {
        return Err(damaged());
    }
    let lessons = rows
        .iter()
        .map(|row| Sample::from_bytes(row).ok_or_else(damaged));
    lessons.collect()
}

/// One thread's judge.
struct Teacher {
    searcher: Option<(Searcher, Limits)>,
    lessons: Lessons,
}

impl Teacher {
    fn new(lessons: Lessons) -> Result<Teacher, OutOfMemory> {
        let searcher = match lessons.judge {
            Judge::Evaluation => None,
            Judge::Search(nodes) => {
                let nodes = u64::from(nodes);
                let limits = Limits {
                    soft_nodes: Some(nodes),
                    nodes: Some(8 * nodes),
                    ..Limits::default()
                };
                Some((lessons.evaluator.searcher(HASH_MB)?, limits))
            }
        };
        Ok(Teacher { searcher, lessons })
    }

    /// The lessons near each game of a shard. A torn end, which a shard that is being written may have, is
    /// left out.
    fn shard(&mut self, path: &Path) -> Result<Vec<Sample>, ShardError> {
        let mut lessons = Vec::new();
        for game in shards::Reader::open(path)? {
            match game {
                Ok(game) => lessons.append(&mut self.game(&game)),
                Err(ShardError::Game {
                    error: PackedError::Torn,
                    ..
                }) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(lessons)
    }

    fn game(&mut self, game: &Game) -> Vec<Sample> {
        // Each game has its own, whichever shard it lies in.
        let own = game.plies.iter().fold(self.lessons.seed, |key, ply| {
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
            for _ in 0..self.lessons.each {
                let near = strayed(here, &mut rng);
                let sample = near.and_then(|position| {
                    let score = self.judge(&position)?;
                    Sample::new(&position, white_view(position.turn(), score), None)
                });
                lessons.extend(sample);
            }
        }
        lessons
    }

    /// A position's score for its mover, if it says something.
    fn judge(&mut self, position: &Position) -> Option<i32> {
        let Some((searcher, limits)) = &mut self.searcher else {
            return Some(self.lessons.evaluator.evaluate(position));
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
    use crate::eval::EvalKind;
    use crate::train::datagen;
    use crate::train::network::data::NO_GAME;

    /// A folder with two shards of a few short games.
    fn games(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("atalaya-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        for seed in [3, 4] {
            let plan = datagen::Plan {
                folder: folder.clone(),
                games: 3,
                nodes: 60,
                evaluator: Evaluator::built_in(EvalKind::Classical),
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
    fn lessons_follow_from_the_seed_and_not_from_the_threads_and_are_kept_in_files() {
        let folder = games("lessons");
        for (judge, name) in [(Judge::Evaluation, "a"), (Judge::Search(40), "b")] {
            let give = |seed, threads| {
                let lessons = Lessons {
                    each: 2,
                    judge,
                    evaluator: Evaluator::built_in(EvalKind::Classical),
                    seed,
                };
                {
                    let never = AtomicBool::new(false);
                    lessons
                        .give(&folder, threads, &never, |_, _| {})
                        .expect("lessons")
                }
            };
            let given = give(1, 1);
            assert!(given.len() > 100 && given.iter().all(|l| l.outlook == NO_GAME));
            assert_eq!(given, give(1, 2), "{judge:?}");
            assert_ne!(given, give(2, 1), "{judge:?}");

            let file = folder.join(name);
            write(&file, &given).expect("a new file");
            assert_eq!(read(&file).expect("its own"), given);
            let mut bytes = std::fs::read(&file).expect("there");
            bytes[100] ^= 4;
            std::fs::write(&file, bytes).expect("written");
            let error = read(&file).expect_err("damaged");
            assert!(error.to_string().ends_with("it is damaged"), "{error}");
        }
        let _ = std::fs::remove_dir_all(folder);
    }

    #[test]
    fn a_search_sees_what_the_evaluation_does_not() {
        // The knight forks king and queen.
        let fork = "q3k3/8/8/1N6/8/8/5PPP/6K1 w - - 0 1";
        let position = Position::from_fen(fork, false).expect("legal");
        let judge = |judge| {
            let lessons = Lessons {
                each: 1,
                judge,
                evaluator: Evaluator::built_in(EvalKind::Classical),
                seed: 1,
            };
            let teacher = || {
                Teacher::new(lessons.clone())
                    .expect("memory")
                    .judge(&position)
            };
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
