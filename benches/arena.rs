//! What the match runner costs.
//!
//! `cargo bench --bench arena`.
//!
//! * `overhead per move`: from one engine's `bestmove` (stamped before it is written) to the other
//!   engine's `go` (stamped after it is read), through both pipes, the referee and the scheduler
//!   of the system. The engines are this very program, started with a special
//!   argument; they answer with a legal move at once.
//! * `1000 one-ply games`: greedy against random, as many plies as the games last.

use arena::adjudication::Rules;
use arena::clock::Pace;
use arena::referee::play;
use criterion::Criterion;
use games::Line;
use games::chess::Position;
use players::{EngineCommand, Greedy, Player, Random, UciEngine};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The first argument that makes this program an engine; the second names its log.
const ENGINE: &str = "--engine-of-the-bench";

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let [_, mode, log] = args.as_slice()
        && mode == ENGINE
    {
        engine(Path::new(log));
        return;
    }
    let mut criterion = Criterion::default().configure_from_args();
    overhead(&mut criterion);
    strategies(&mut criterion);
    criterion.final_summary();
}

/// Nanoseconds on a clock that all processes share.
fn now() -> u64 {
    let time = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Answers every `go` with a legal move and writes both times to a file when the next game begins.
fn engine(log: &Path) {
    let mut stamps = String::new();
    let mut line = Line::new(Position::start());
    let mut seed = 1u64;
    for text in std::io::stdin().lock().lines() {
        let Ok(text) = text else { return };
        let stamp = now();
        match text.split_whitespace().next() {
            Some("uci") => println!("uciok"),
            Some("isready") => println!("readyok"),
            Some("ucinewgame") => {
                let _ = std::fs::write(log, &stamps);
                stamps.clear();
            }
            Some("position") => {
                line = Line::new(Position::start());
                for m in text.split_whitespace().skip(3) {
                    let m = line
                        .position()
                        .parse_move(m)
                        .expect("the match sends legal moves");
                    line.play(m);
                }
            }
            Some("go") => {
                let moves = line.position().legal_moves();
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let m = moves[(seed >> 33) as usize % moves.len()];
                let answer = format!("bestmove {}\n", line.position().move_text(m));
                stamps.push_str(&format!("{stamp} go\n{} bestmove\n", now()));
                let _ = std::io::stdout().write_all(answer.as_bytes());
            }
            Some("quit") => return,
            _ => {}
        }
    }
}

struct Pair {
    players: [UciEngine<Position>; 2],
    logs: [PathBuf; 2],
    _folder: tempfile::TempDir,
}

impl Pair {
    fn new() -> Pair {
        let folder = tempfile::tempdir().expect("a folder");
        let logs = ["a", "b"].map(|name| folder.path().join(name));
        let player = |log: &PathBuf| {
            let command = EngineCommand {
                program: std::env::current_exe().expect("this program"),
                args: vec![ENGINE.to_owned(), log.display().to_string()],
                ..EngineCommand::default()
            };
            UciEngine::new(command, Vec::new(), Duration::from_secs(10), false)
        };
        let players = [player(&logs[0]), player(&logs[1])];
        Pair {
            players,
            logs,
            _folder: folder,
        }
    }

    /// Plays a game of at most a hundred moves and returns the overheads in nanoseconds.
    fn game(&mut self) -> Vec<u64> {
        let rules = Rules {
            max_moves: Some(100),
            ..Rules::default()
        };
        let pace = Pace {
            depth: Some(1),
            ..Pace::default()
        };
        let [a, b] = &mut self.players;
        let opening = Line::new(Position::start());
        let stop = AtomicBool::new(false);
        let game =
            play(opening.clone(), vec![a, b], &[pace; 2], rules, &stop).expect("nobody stops it");
        assert!(!game.verdict.termination.is_failure(), "{:?}", game.verdict);
        // Getting ready for another game makes the engines write down what they have seen.
        for player in &mut self.players {
            player
                .new_game(opening.start(), &stop)
                .expect("the engine is alive");
        }
        let mut events: Vec<(u64, bool)> = self.logs.iter().flat_map(|log| read(log)).collect();
        events.sort_unstable();
        let pairs = events.windows(2).filter(|pair| pair[1].1);
        pairs.map(|pair| pair[1].0 - pair[0].0).collect()
    }
}

/// The stamps of a log, and whether each belongs to a `go`.
fn read(log: &Path) -> Vec<(u64, bool)> {
    let text = std::fs::read_to_string(log).expect("a log");
    let event = |line: &str| {
        let (stamp, what) = line.split_once(' ').expect("two words");
        (stamp.parse().expect("a number"), what == "go")
    };
    text.lines().map(event).collect()
}

fn overhead(criterion: &mut Criterion) {
    let mut pair = Pair::new();
    let mut all = Vec::new();
    let mut group = criterion.benchmark_group("arena");
    group.sample_size(10);
    group.bench_function("overhead per move", |bencher| {
        // An iteration is a game, and takes the mean overhead of its moves.
        bencher.iter_custom(|iterations| {
            let mut total = 0;
            for _ in 0..iterations {
                let mut seen = pair.game();
                total += seen.iter().sum::<u64>() / seen.len() as u64;
                all.append(&mut seen);
            }
            Duration::from_nanos(total)
        });
    });
    group.finish();
    all.sort_unstable();
    if let Some(median) = all.get(all.len() / 2) {
        let high = all[all.len() * 99 / 100];
        let micros = |ns: u64| ns as f64 / 1000.0;
        let moves = all.len();
        println!(
            "overhead over {moves} moves: median {:.1} µs, 99 % below {:.1} µs",
            micros(*median),
            micros(high)
        );
    }
}

fn strategies(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("arena");
    group.sample_size(10);
    group.bench_function("1000 one-ply games", |bencher| {
        bencher.iter(|| {
            let stop = AtomicBool::new(false);
            let opening = Line::new(Position::start());
            for seed in 0..1000 {
                let (mut a, mut b) = (Greedy::new(seed), Random::new(seed));
                let players: Vec<&mut dyn Player<Position>> = vec![&mut a, &mut b];
                let paces = [Pace::default(); 2];
                play(opening.clone(), players, &paces, Rules::default(), &stop);
            }
        });
    });
    group.finish();
}
