//! Speed of the search and of the static evaluation.
//!
//! `cargo bench --bench search`. Searches a few positions to a fixed depth with each evaluation;
//! the throughput is nodes per second of one thread.

use base::limits::Limits;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::eval::network::Network;
use engine::eval::{EvalKind, evaluate};
use engine::search::bench::POSITIONS;
use engine::search::{Control, Searcher};
use games::Line;
use games::chess::Position;
use std::hint::black_box;

const DEPTH: u32 = 10;

fn positions() -> Vec<Position> {
    let read = |fen: &&str| Position::from_fen(fen, false).expect("legal");
    POSITIONS.iter().map(read).collect()
}

/// Nodes of one pass over the bench positions.
fn pass(searcher: &mut Searcher, positions: &[Position]) -> u64 {
    let limits = Limits::to_depth(DEPTH);
    let nodes = positions.iter().map(|position| {
        searcher.new_game();
        let game = Line::new(*position);
        searcher
            .go(&game, &limits, &Control::new(false), &|_| {})
            .nodes
    });
    nodes.sum()
}

fn search(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("search");
    for kind in EvalKind::ALL {
        let mut searcher = Searcher::new(16).expect("16 MB");
        searcher.settings.eval = kind;
        let nodes = pass(&mut searcher, &positions);
        group
            .throughput(Throughput::Elements(nodes))
            .sample_size(10);
        group.bench_function(kind.name(), |b| b.iter(|| pass(&mut searcher, &positions)));
    }
    group.finish();
}

fn evaluation(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("evaluate");
    group.throughput(Throughput::Elements(positions.len() as u64));
    for kind in EvalKind::ALL {
        group.bench_function(kind.name(), |b| {
            b.iter(|| -> i32 {
                positions
                    .iter()
                    .map(|p| evaluate(kind, Network::embedded(), black_box(p)))
                    .sum()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, search, evaluation);
criterion_main!(benches);
