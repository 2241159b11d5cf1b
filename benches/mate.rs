//! Mate in N: how long one problem takes, alone with fresh tables.
//!
//! `cargo bench --bench mate`. The problems were drawn at random for this bench, each with a unique
//! quiet or capturing key. Suites are measured by `atalaya mate --epd FILE`, which prints the median for each length.

use criterion::{Criterion, criterion_group, criterion_main};
use games::chess::Position;
use solve::mate::{Allowance, Options, Solver, Verdict};
use std::hint::black_box;

/// Length and position.
const PROBLEMS: [(u32, &str); 4] = [
    (2, "k7/8/2K5/8/8/8/8/1R6 w - - 0 1"),
    (4, "7n/1P1b4/2R3p1/1k4p1/7R/K1r5/2P3p1/6B1 w - - 0 1"),
    (5, "8/7P/8/1P1pK3/4b3/4kpN1/1p6/3r1Q2 w - - 0 1"),
    (7, "8/2Kr3P/8/4p3/p7/4p2P/5NQ1/2k3b1 w - - 0 1"),
];

fn benches(c: &mut Criterion) {
    let mut solver = Solver::new(Options::default()).expect("memory");
    let mut group = c.benchmark_group("mate");
    group.sample_size(10);
    for (n, fen) in PROBLEMS {
        let position = Position::from_fen(fen, false).expect("legal");
        group.bench_function(format!("least/{n}"), |b| {
            b.iter(|| {
                solver.clear();
                let report = solver.solve(black_box(&position), n, Allowance::default(), |_| {});
                assert_eq!(report.verdict, Verdict::Mate(n));
            });
        });
        group.bench_function(format!("keys/{n}"), |b| {
            b.iter(|| {
                solver.clear();
                solver.keys(black_box(&position), n, Allowance::default())
            });
        });
        group.bench_function(format!("find/{n}"), |b| {
            b.iter(|| {
                solver.clear();
                let report = solver.find(black_box(&position), n, Allowance::default());
                assert_eq!(report.proved, Some(n));
            });
        });
    }
    group.finish();
}

criterion_group!(mate, benches);
criterion_main!(mate);
