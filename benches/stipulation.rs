//! Helpmates, selfmates and the like: all solutions of one problem with a fresh table, beside a plain
//! enumerator that plays every move on the same positions.
//!
//! `cargo bench --bench stipulation`. The problems were drawn at random for this bench. The last lines are the
//! medians of both and their ratios.

use criterion::{Criterion, criterion_group, criterion_main};
use games::chess::Position;
use solve::stipulation::{Inquiry, Solver};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Stipulation, position, and whether plain enumeration ends soon enough to be run beside it.
const PROBLEMS: [(&str, &str, bool); 9] = [
    ("h#2", "8/8/1pN5/5k2/2r5/1P2b3/8/3K2R1 b - - 0 1", true),
    ("h#2.5", "8/8/1pN5/5k2/2r5/1P2b3/8/3K2R1 w - - 0 1", true),
    ("h#3", "8/8/8/3k4/2p5/1p6/1N4K1/4R3 b - - 0 1", true),
    ("h#3", "5b2/1p1k4/8/4p3/8/2B5/1K2P3/7N b - - 0 1", true),
    ("h#3", "8/8/1pN5/5k2/2r5/1P2b3/8/3K2R1 b - - 0 1", false),
    ("h#4", "8/8/3k4/2p5/8/8/6K1/4R3 b - - 0 1", true),
    ("h#4", "8/8/3k4/2p5/8/1B6/6K1/4N3 b - - 0 1", false),
    ("s#2", "8/8/1Q6/8/2R5/1p3n2/kP1B4/b1K5 w - - 0 1", true),
    ("s#3", "8/8/1Q6/8/2R5/1p6/kP1B4/b1K5 w - - 0 1", true),
];

/// Every line by playing every move: what a first program does.
fn plain_help(p: &Position, left: u32, stale: bool) -> u64 {
    let mut found = 0;
    for m in p.legal_moves() {
        let child = p.play(m);
        found += match left {
            odd if odd % 2 == 1 && child.legal_moves().is_empty() => {
                u64::from(child.in_check() != stale)
            }
            1 => 0,
            _ => plain_help(&child, left - 1, stale),
        };
    }
    found
}

/// Returns true if some move forces the selfmate in `n`.
fn plain_self(p: &Position, n: u32) -> bool {
    p.legal_moves()
        .into_iter()
        .any(|m| plain_forces(&p.play(m), n))
}

fn plain_forces(p: &Position, n: u32) -> bool {
    let replies = p.legal_moves();
    let mated = |child: &Position| child.in_check() && child.legal_moves().is_empty();
    let answered = |child: Position| mated(&child) || n > 1 && plain_self(&child, n - 1);
    !replies.is_empty() && replies.into_iter().all(|r| answered(p.play(r)))
}

fn plain(stipulation: &str, p: &Position) -> u64 {
    let number = stipulation.trim_start_matches(['h', 's', '#', '=']);
    let (moves, half) = match number.strip_suffix(".5") {
        Some(moves) => (moves, 1),
        None => (number, 0),
    };
    let moves: u32 = moves.parse().expect("a number");
    if stipulation.starts_with('s') {
        let keys = p.legal_moves().into_iter();
        return keys.filter(|m| plain_forces(&p.play(*m), moves)).count() as u64;
    }
    plain_help(p, 2 * moves + half, stipulation.contains('='))
}

fn solve(solver: &mut Solver, stipulation: &str, p: &Position) -> u64 {
    let inquiry = Inquiry::new(stipulation.parse().expect("a stipulation"));
    let answer = solver.inquire(black_box(p), &inquiry, None, |_| {});
    answer.parts[0].count() as u64
}

fn median(mut f: impl FnMut() -> u64) -> (Duration, u64) {
    let mut times = Vec::new();
    let mut found = 0;
    while times.len() < 5 {
        let started = Instant::now();
        found = f();
        times.push(started.elapsed());
        // One run of minutes says enough.
        if times.iter().sum::<Duration>() > Duration::from_secs(60) {
            break;
        }
    }
    times.sort();
    (times[times.len() / 2], found)
}

fn benches(c: &mut Criterion) {
    let mut solver = Solver::new(256).expect("memory");
    let mut group = c.benchmark_group("stipulation");
    group.sample_size(10);
    for (index, (stipulation, fen, _)) in PROBLEMS.into_iter().enumerate() {
        let position = Position::from_fen(fen, false).expect("legal");
        let men = position.occupied().count();
        group.bench_function(format!("{}. {stipulation}/{men} men", index + 1), |b| {
            b.iter(|| solve(&mut solver, stipulation, &position));
        });
    }
    group.finish();
    println!(
        "{:>6}  {:>12} {:>12} {:>9}  position",
        "", "solver", "plain", "ratio"
    );
    for (stipulation, fen, beside) in PROBLEMS {
        let position = Position::from_fen(fen, false).expect("legal");
        let (ours, found) = median(|| solve(&mut solver, stipulation, &position));
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        if !beside {
            println!(
                "{stipulation:>6}  {:>9.1} ms {:>12} {:>9}  {fen}",
                ms(ours),
                "-",
                "-"
            );
            continue;
        }
        let (theirs, expected) = median(|| plain(stipulation, black_box(&position)));
        assert_eq!(found, expected, "{stipulation} {fen}");
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        println!(
            "{stipulation:>6}  {:>9.1} ms {:>9.1} ms {ratio:>9.1}  {fen}",
            ms(ours),
            ms(theirs)
        );
    }
}

criterion_group!(stipulation, benches);
criterion_main!(stipulation);
