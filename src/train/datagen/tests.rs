//! Runs into real folders: broken off, torn, shared, damaged.

use super::shards::{self, Manifest, Reader, ShardError, Torn};
use super::*;
use crate::eval::EvalKind;
use crate::train::network::data::DataSet;
use crate::train::network::outlook::Outlook;
use std::fs;
use tempfile::TempDir;

const NODES: u64 = 60;

/// A place for runs, which make the folder themselves.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("games")
    }

    fn plan(&self, games: u64, threads: usize) -> Plan {
        Plan {
            folder: self.path(),
            games,
            nodes: NODES,
            evaluator: Evaluator::built_in(EvalKind::Classical),
            threads,
            seed: 5,
        }
    }

    fn run(&self, games: u64, threads: usize) -> (Progress, Result<(), DatagenError>) {
        let progress = Progress::default();
        let never = AtomicBool::new(false);
        let result = run(&self.plan(games, threads), &progress, &never);
        (progress, result)
    }

    fn only_shard(&self) -> PathBuf {
        let paths = shards::list(&self.path()).expect("a folder");
        assert_eq!(paths.len(), 1);
        paths[0].clone()
    }

    fn manifest(&self) -> Manifest {
        shards::manifest(&self.path()).expect("sound")
    }
}

#[test]
fn a_run_broken_off_and_torn_anywhere_ends_as_the_same_bytes() {
    let whole = Folder::new();
    whole.run(4, 1).1.expect("plays");
    let bytes = fs::read(whole.only_shard()).expect("reads");
    let torn = Folder::new();
    for length in [0, 1, 30, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
        fs::create_dir_all(torn.path()).expect("makes");
        let name = whole.only_shard();
        let path = torn.path().join(name.file_name().expect("named"));
        fs::write(&path, &bytes[..length]).expect("writes");
        let (progress, result) = torn.run(4, 2);
        result.expect("goes on");
        assert_eq!(fs::read(&path).expect("reads"), bytes, "cut at {length}");
        let (found, played) = (progress.found.into_inner(), progress.played.into_inner());
        assert_eq!(found + played, 4, "cut at {length}");
        assert!(played > 0);
    }
}

#[test]
fn the_manifest_counts_what_the_reader_finds_and_names_any_change() {
    let folder = Folder::new();
    let (progress, result) = folder.run(3, 1);
    result.expect("plays");
    let manifest = folder.manifest();
    assert_eq!((manifest.games, manifest.generations.len()), (3, 1));
    let generation = &manifest.generations[0];
    assert_eq!((generation.shards, generation.games), (1, 3));
    let written = fs::metadata(folder.only_shard()).expect("there").len();
    assert_eq!(generation.bytes, written);
    assert_eq!(manifest.positions, progress.positions.into_inner());
    let games: Vec<_> = Reader::open(&folder.only_shard())
        .expect("opens")
        .collect::<Result<_, _>>()
        .expect("sound");
    let positions: usize = games.iter().map(|game| game.samples().count()).sum();
    assert_eq!(manifest.positions, positions as u64);
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    assert_eq!(manifest.plies, plies as u64);
    folder.run(4, 1).1.expect("adds a game");
    assert_ne!(folder.manifest().sha256, manifest.sha256);
    // An empty shard of the same generation, and one of another.
    let text = fs::read(folder.only_shard()).expect("reads");
    let header = text.split_inclusive(|byte| *byte == b'\n').next();
    let header = String::from_utf8_lossy(header.expect("a line")).into_owned();
    for (name, from, to) in [
        ("next", "\"shard\":0", "\"shard\":1"),
        ("other", "\"seed\":5", "\"seed\":6"),
    ] {
        let path = folder.path().join(name).with_extension("games");
        assert!(header.contains(from), "{header}");
        fs::write(path, header.replacen(from, to, 1)).expect("writes");
    }
    let found = folder.manifest().generations.into_iter();
    let found: Vec<_> = found.map(|g| (g.seed, g.shards, g.games)).collect();
    assert_eq!(found, [(5, 2, 4), (6, 1, 0)]);
}

#[test]
fn a_damaged_record_is_named_and_never_written_over() {
    let folder = Folder::new();
    folder.run(1, 1).1.expect("plays");
    let path = folder.only_shard();
    let one = fs::read(&path).expect("reads").len();
    folder.run(3, 1).1.expect("plays");
    let mut bytes = fs::read(&path).expect("reads");
    // Ten bytes into the second game.
    bytes[one + 10] ^= 4;
    fs::write(&path, &bytes).expect("writes");
    let error = folder.run(5, 1).1.expect_err("damaged").to_string();
    assert!(error.contains("game 2"), "{error}");
    assert_eq!(fs::read(&path).expect("reads"), bytes);
    assert!(matches!(
        shards::manifest(&folder.path()),
        Err(ShardError::Game { .. })
    ));
    fs::write(&path, "not games at all").expect("writes");
    let error = folder.run(5, 1).1.expect_err("no shard").to_string();
    assert!(
        error.contains("its first line is 'not games at all'"),
        "{error}"
    );
}

#[test]
fn a_damaged_length_is_named_and_no_good_game_after_it_cut_off() {
    let folder = Folder::new();
    folder.run(1, 1).1.expect("plays");
    let path = folder.only_shard();
    let one = fs::read(&path).expect("reads").len();
    folder.run(3, 1).1.expect("plays");
    let mut bytes = fs::read(&path).expect("reads");
    // The second game reaches far beyond the end.
    bytes[one + 1] ^= 0x40;
    fs::write(&path, &bytes).expect("writes");
    let error = folder.run(5, 1).1.expect_err("damaged").to_string();
    assert!(error.contains("game 2"), "{error}");
    assert_eq!(fs::read(&path).expect("reads"), bytes);
    assert!(shards::manifest(&folder.path()).is_err());
}

#[test]
fn what_is_left_out_at_the_end_of_a_shard_is_told() {
    let folder = Folder::new();
    folder.run(1, 1).1.expect("plays");
    let path = folder.only_shard();
    let one = fs::read(&path).expect("reads").len();
    folder.run(2, 1).1.expect("plays");
    let bytes = fs::read(&path).expect("reads");
    assert!(folder.manifest().torn.is_empty());
    fs::write(&path, &bytes[..bytes.len() - 1]).expect("writes");
    let torn = vec![Torn {
        path,
        bytes: (bytes.len() - 1 - one) as u64,
    }];
    assert_eq!(folder.manifest().torn, torn);
    let read = DataSet::read(&folder.path(), usize::MAX, Outlook::RESULT).expect("reads");
    assert_eq!(read.torn, torn);
    let (progress, result) = folder.run(2, 1);
    result.expect("goes on");
    assert_eq!(progress.torn(), torn);
    assert!(folder.manifest().torn.is_empty());
}

#[test]
fn a_thread_that_cannot_be_started_ends_the_others() {
    let failed = AtomicBool::new(false);
    assert_eq!(started(Ok(1), &failed).expect("started"), 1);
    assert!(!failed.load(Relaxed));
    let none = io::Result::<()>::Err(io::ErrorKind::WouldBlock.into());
    let error = started(none, &failed).expect_err("no thread");
    assert!(matches!(error, DatagenError::Thread(_)), "{error}");
    assert!(failed.load(Relaxed));
}

#[test]
fn games_made_otherwise_are_not_mixed_into_a_shard() {
    let folder = Folder::new();
    folder.run(1, 1).1.expect("plays");
    let path = folder.only_shard();
    let text = fs::read(&path).expect("reads");
    let other = String::from_utf8_lossy(&text).replacen("classical", "material!", 1);
    // Not text as a whole; only the header matters here.
    let end = other.find('\n').expect("a line");
    fs::write(&path, &other.as_bytes()[..=end]).expect("writes");
    let error = folder.run(2, 1).1.expect_err("made otherwise").to_string();
    assert!(
        error.contains("material!") && error.contains("--seed"),
        "{error}"
    );
}

#[test]
fn a_shard_that_another_process_fills_is_left_to_it() {
    let folder = Folder::new();
    folder.run(1, 1).1.expect("plays");
    let file = fs::File::open(folder.only_shard()).expect("opens");
    file.lock().expect("locks");
    let (progress, result) = folder.run(3, 1);
    result.expect("passes over it");
    assert_eq!(progress.played.into_inner(), 0);
    drop(file);
    assert_eq!(folder.run(3, 1).0.played.into_inner(), 2);
}

#[test]
fn a_set_flag_leaves_whole_games_only() {
    let folder = Folder::new();
    let (stop, progress) = (AtomicBool::new(false), Progress::default());
    std::thread::scope(|scope| {
        let plan = folder.plan(1000, 2);
        let (progress, stop) = (&progress, &stop);
        let runner = scope.spawn(move || run(&plan, progress, stop));
        while progress.played.load(Relaxed) < 2 {
            std::thread::yield_now();
        }
        stop.store(true, Relaxed);
        runner.join().expect("ends").expect("without an error");
    });
    let played = progress.played.into_inner();
    assert!(played < 1000);
    assert_eq!(folder.manifest().games, played);
}
