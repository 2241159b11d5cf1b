//! Runs into real folders: broken off, torn, shared, damaged.

use super::convert::convert;
use super::game::Game;
use super::manifest::{Manifest, manifest};
use super::shards::{self, Reader, ShardError, Torn};
use super::*;
use crate::network::dataset::{Bounds, DataSet};
use crate::network::outlook::Outlook;
use engine::eval::EvalKind;
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
            nodes: vec![NODES],
            evaluator: Evaluator::built_in(EvalKind::Classical),
            starts: Starts::default(),
            threads,
            seed: 5,
            block: 2,
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
        manifest(&self.path()).expect("sound")
    }
}

#[test]
fn a_run_torn_at_any_byte_loses_a_block_at_most_and_ends_as_the_same_bytes() {
    let whole = Folder::new();
    whole.run(5, 1).1.expect("plays");
    let name = whole.only_shard();
    let bytes = fs::read(&name).expect("reads");
    let lengths = [2, 4].map(|games| {
        let part = Folder::new();
        part.run(games, 1).1.expect("plays");
        fs::metadata(part.only_shard()).expect("there").len() as usize
    });
    let torn = Folder::new();
    fs::create_dir_all(torn.path()).expect("makes");
    let path = torn.path().join(name.file_name().expect("named"));
    let first_line = bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .expect("a line")
        + 1;
    for length in first_line..bytes.len() {
        fs::write(&path, &bytes[..length]).expect("writes");
        let games = Reader::open(&path)
            .expect("opens")
            .collect::<Result<Vec<_>, _>>();
        let expected = 2 * lengths.iter().filter(|end| length >= **end).count();
        assert_eq!(games.expect("sound").len(), expected, "cut at {length}");
    }
    let [two, four] = lengths;
    for length in [
        0,
        1,
        30,
        first_line,
        two - 1,
        two,
        four + 1,
        bytes.len() - 1,
    ] {
        fs::write(&path, &bytes[..length]).expect("writes");
        let (progress, result) = torn.run(5, 2);
        result.expect("goes on");
        assert_eq!(fs::read(&path).expect("reads"), bytes, "cut at {length}");
        let (found, played) = (progress.found.into_inner(), progress.played.into_inner());
        assert_eq!(found + played, 5, "cut at {length}");
        assert!(played > 0);
    }
}

#[test]
fn shards_take_the_numbers_of_nodes_in_turn_and_say_what_they_are_made_with() {
    let folder = Folder::new();
    let mut epd = tempfile::NamedTempFile::new().expect("a file");
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    std::io::Write::write_all(&mut epd, fen.as_bytes()).expect("written");
    let plan = Plan {
        nodes: vec![20, 50],
        starts: Starts::read(&[epd.path().to_owned()], |_, _, _| {}).expect("an opening"),
        ..folder.plan(1, 1)
    };
    assert_eq!([0, 1, 2].map(|shard| plan.nodes_of(shard)), [20, 50, 20]);
    run(&plan, &Progress::default(), &AtomicBool::new(false)).expect("plays");
    let generation = &folder.manifest().generations[0];
    assert_eq!(generation.nodes, 20);
    let name = epd.path().file_name().expect("named").to_string_lossy();
    assert_eq!(generation.openings, [name]);
}

#[test]
fn shards_of_version_1_are_read_and_written_anew_in_less_room() {
    let (old, new) = (Folder::new(), Folder::new());
    for folder in [&old, &new] {
        fs::create_dir_all(folder.path()).expect("makes");
    }
    let path = old.path().join("seed-5-nodes-20-00000.games");
    let bytes = include_bytes!("data/version-1.games");
    fs::write(&path, bytes).expect("writes");
    let before = old.manifest();
    assert_eq!((before.games, before.plies, before.positions), OLD_COUNTS);
    let converted = convert(&path, &new.path()).expect("converts");
    assert_eq!(converted.path, new.only_shard());
    let written = fs::metadata(new.only_shard()).expect("there").len();
    assert_eq!(
        (converted.games, converted.bytes),
        (3, [bytes.len() as u64, written])
    );
    assert!(written < bytes.len() as u64 * 2 / 3, "{written}");
    let read = |folder: &Folder| {
        let games = Reader::open(&folder.only_shard()).expect("opens");
        games.collect::<Result<Vec<_>, _>>().expect("sound")
    };
    let mut games = read(&old);
    for ply in games.iter_mut().flat_map(|game| &mut game.plies) {
        ply.score = ply.score.map(scores::rounded);
    }
    assert_eq!(read(&new), games);
    let after = new.manifest();
    assert_eq!((after.games, after.plies, after.positions), OLD_COUNTS);
    assert_eq!(after.generations[0].player, before.generations[0].player);
    // Again it changes nothing; other games are not written over.
    let bytes = fs::read(new.only_shard()).expect("reads");
    assert_eq!(convert(&path, &new.path()).expect("is there").games, 3);
    let cut = &bytes[..bytes.len() - 1];
    fs::write(new.only_shard(), cut).expect("writes");
    let error = convert(&path, &new.path())
        .expect_err("other games")
        .to_string();
    assert!(error.contains("(0 games, expected 3"), "{error}");
    assert_eq!(fs::read(new.only_shard()).expect("reads"), cut);
    // Games of another version are not added to.
    let plan = Plan {
        nodes: vec![20],
        ..old.plan(4, 1)
    };
    let never = AtomicBool::new(false);
    let error = run(&plan, &Progress::default(), &never).expect_err("another version");
    assert!(error.to_string().contains("made with version 1"), "{error}");
}

/// Games, plies and positions in the shard of version 1, as the program counted them that wrote it.
const OLD_COUNTS: (u64, u64, u64) = (3, 333, 182);

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
fn a_damaged_block_is_named_and_never_written_over() {
    let folder = Folder::new();
    folder.run(2, 1).1.expect("plays");
    let path = folder.only_shard();
    let one = fs::read(&path).expect("reads").len();
    folder.run(6, 1).1.expect("plays");
    let mut bytes = fs::read(&path).expect("reads");
    // In the coded games of the second block.
    bytes[one + 10] ^= 4;
    fs::write(&path, &bytes).expect("writes");
    let error = folder.run(8, 1).1.expect_err("damaged").to_string();
    assert!(error.contains("after 2 games"), "{error}");
    assert_eq!(fs::read(&path).expect("reads"), bytes);
    assert!(matches!(
        manifest(&folder.path()),
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
fn a_damaged_length_is_named_and_no_good_block_after_it_cut_off() {
    let folder = Folder::new();
    folder.run(2, 1).1.expect("plays");
    let path = folder.only_shard();
    let one = fs::read(&path).expect("reads").len();
    folder.run(6, 1).1.expect("plays");
    let mut bytes = fs::read(&path).expect("reads");
    // The second block reaches far beyond the end.
    bytes[one + 1] ^= 0x40;
    fs::write(&path, &bytes).expect("writes");
    let error = folder.run(8, 1).1.expect_err("damaged").to_string();
    assert!(error.contains("after 2 games"), "{error}");
    assert_eq!(fs::read(&path).expect("reads"), bytes);
    assert!(manifest(&folder.path()).is_err());
}

#[test]
fn what_is_left_out_at_the_end_of_a_shard_is_told() {
    let folder = Folder::new();
    folder.run(2, 1).1.expect("plays");
    let path = folder.only_shard();
    let one = fs::read(&path).expect("reads").len();
    folder.run(4, 1).1.expect("plays");
    let bytes = fs::read(&path).expect("reads");
    assert!(folder.manifest().torn.is_empty());
    fs::write(&path, &bytes[..bytes.len() - 1]).expect("writes");
    let torn = vec![Torn {
        path,
        bytes: (bytes.len() - 1 - one) as u64,
    }];
    assert_eq!(folder.manifest().torn, torn);
    let read = DataSet::read(&folder.path(), Bounds::NONE, Outlook::RESULT).expect("reads");
    assert_eq!(read.torn, torn);
    let (progress, result) = folder.run(4, 1);
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

/// Games in each of the two blocks of the file below.
const OF_BLOCK: usize = 2;

/// A shard of two blocks: its header, its games, its bytes, and where its parts end: the first line, and each block.
fn two_blocks() -> (Folder, Header, Vec<Game>, Vec<u8>, [usize; 3]) {
    let folder = Folder::new();
    folder.run(OF_BLOCK as u64, 1).1.expect("plays");
    let path = folder.only_shard();
    let one = fs::read(&path).expect("reads").len();
    folder.run(2 * OF_BLOCK as u64, 1).1.expect("plays");
    let bytes = fs::read(&path).expect("reads");
    let reader = Reader::open(&path).expect("opens");
    let header = reader.header.clone();
    let games = reader.collect::<Result<Vec<_>, _>>().expect("sound");
    let ends = [header.line().len(), one, bytes.len()];
    (folder, header, games, bytes, ends)
}

#[test]
fn a_shard_cut_at_any_byte_is_gone_on_with_and_ends_as_the_same_bytes() {
    let (folder, header, games, bytes, [_, one, two]) = two_blocks();
    let path = folder.only_shard();
    for length in 0..=two {
        fs::write(&path, &bytes[..length]).expect("writes");
        let opened = Shard::open(&folder.path(), &header).expect("opens");
        let mut shard = opened.expect("nobody else has it");
        let found = [one, two].iter().filter(|end| length >= **end).count() * OF_BLOCK;
        assert_eq!(shard.games, found as u64, "cut at {length}");
        for block in games[found..].chunks(OF_BLOCK) {
            shard.add(block).expect("writes");
        }
        assert_eq!(fs::read(&path).expect("reads"), bytes, "cut at {length}");
    }
}

#[test]
fn any_changed_byte_of_a_shard_is_named_and_nothing_of_the_file_is_touched() {
    let (folder, header, _, bytes, _) = two_blocks();
    let path = folder.only_shard();
    for at in 0..bytes.len() {
        for change in [1, 0x80] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            fs::write(&path, &changed).expect("writes");
            let error =
                Shard::open(&folder.path(), &header).expect_err("it is not as it was written");
            let name = path.display().to_string();
            assert!(error.to_string().starts_with(&name), "{at}: {error}");
            assert_eq!(fs::read(&path).expect("reads"), changed, "{at}");
        }
    }
}
