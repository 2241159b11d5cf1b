//! Perft with bulk counting, one thread: Atalaya, shakmaty and cozy-chess side by side.
//!
//! `cargo bench --bench perft`. Compare medians within one run; the machine's speed cancels out.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use games::perft::{PerftOptions, count};
use std::hint::black_box;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ENDGAME: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                nodes += cozy_perft(&child, depth - 1);
            }
            false
        });
    }
    nodes
}

fn compare(c: &mut Criterion, name: &str, fen: &str, depth: u32, nodes: u64) {
    use shakmaty::{CastlingMode, Chess, fen::Fen};
    let ours = games::chess::Position::from_fen(fen, false).expect("legal");
    let theirs: Chess = fen
        .parse::<Fen>()
        .expect("a FEN")
        .into_position(CastlingMode::Standard)
        .expect("legal");
    let cozy: cozy_chess::Board = fen.parse().expect("legal");

    let mut group = c.benchmark_group(format!("perft/{name}/depth {depth}"));
    group
        .throughput(Throughput::Elements(nodes))
        .sample_size(20);
    group.bench_function("atalaya", |b| {
        b.iter(|| {
            let counted = count(black_box(&ours), depth, PerftOptions::default());
            assert_eq!(counted, Ok(nodes));
        });
    });
    group.bench_function("shakmaty", |b| {
        b.iter(|| assert_eq!(shakmaty::perft(black_box(&theirs), depth), nodes));
    });
    group.bench_function("cozy-chess", |b| {
        b.iter(|| assert_eq!(cozy_perft(black_box(&cozy), depth), nodes));
    });
    group.finish();
}

fn benches(c: &mut Criterion) {
    let start = games::chess::START_FEN;
    compare(c, "start", start, 5, 4_865_609);
    compare(c, "kiwipete", KIWIPETE, 4, 4_085_603);
    compare(c, "endgame", ENDGAME, 6, 11_030_083);
}

criterion_group!(perft, benches);
criterion_main!(perft);
