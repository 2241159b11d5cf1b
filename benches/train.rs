//! Speed of training: positions learned from per second and core, and positions read per second.
//!
//! `cargo bench --features train --bench train`. What is learned from are positions of random games; how
//! many pieces they have, which is what the speed depends on, is about as in real ones. What is read are games of the
//! engine, since the speed and the room depend on how likely their moves are.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::eval::EvalKind;
use games::chess::Position;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use train::Evaluator;
use train::datagen::game::{Game, GameResult, Ply};
use train::datagen::starts::Starts;
use train::datagen::{self, Progress, shards};
use train::network::data::Sample;
use train::network::dataset::{Bounds, DataSet};
use train::network::outlook::Outlook;
use train::network::{BATCH, Begin, Plan, Trainer};

fn random_game(rng: &mut StdRng) -> Game {
    let start = Position::start();
    let mut here = start;
    let mut plies = Vec::new();
    for _ in 0..120 {
        let moves = here.legal_moves();
        if moves.is_empty() {
            break;
        }
        let played = moves[rng.random_range(0..moves.len())];
        let score = Some(rng.random_range(-300..=300));
        plies.push(Ply { played, score });
        here = here.play(played);
    }
    Game {
        start,
        result: GameResult::Drawn,
        opening: 8,
        plies,
    }
}

fn games(count: usize) -> Vec<Game> {
    let mut rng = StdRng::seed_from_u64(1);
    (0..count).map(|_| random_game(&mut rng)).collect()
}

fn samples(game: &Game) -> Vec<Sample> {
    let samples = game.samples().filter_map(|(_, sample)| {
        Sample::new(&sample.position, sample.score, sample.result.points())
    });
    samples.collect()
}

fn data_set(games: &[Game]) -> DataSet {
    DataSet::of_games(games.iter().map(samples))
}

fn training(c: &mut Criterion) {
    let games = games(400);
    let data = data_set(&games);
    let all: Vec<Sample> = games.iter().flat_map(samples).collect();
    let window: Vec<Sample> = all.into_iter().cycle().take(BATCH).collect();
    let order: Vec<u32> = (0..BATCH as u32).collect();
    let mut group = c.benchmark_group("train");
    group
        .throughput(Throughput::Elements(BATCH as u64))
        .sample_size(20);
    for (hidden, king_buckets, buckets) in [
        (64, 1, 1),
        (128, 1, 1),
        (256, 1, 1),
        (256, 2, 8),
        (512, 4, 8),
    ] {
        let plan = Plan {
            hidden,
            king_buckets,
            buckets,
            lambda: 0.5,
            horizon: None,
            scale: 400,
            rate: 1e-3,
            batch: BATCH,
            epochs: 1,
            patience: 1,
            seed: 1,
            from: None,
        };
        let mut trainer = Trainer::new(plan, &data, 1, Begin::Random).expect("enough games");
        group.bench_function(
            format!("{hidden} hidden units, {king_buckets} king buckets, one core"),
            |b| {
                b.iter(|| trainer.batch(black_box(&window), &order, 1e-4, false));
            },
        );
    }
    group.finish();
}

/// Reads games of the engine, packed in blocks: two hundred at a hundred nodes a move, played for the purpose.
fn reading(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = datagen::Plan {
        folder: folder.path().to_owned(),
        games: 200,
        nodes: vec![100],
        evaluator: Evaluator::built_in(EvalKind::Network),
        starts: Starts::default(),
        threads: 1,
        seed: 1,
        block: datagen::BLOCK_GAMES,
    };
    datagen::run(&plan, &Progress::default(), &AtomicBool::new(false)).expect("plays");
    let path = shards::list(folder.path()).expect("a folder").remove(0);
    let read = || DataSet::read(folder.path(), Bounds::NONE, Outlook::RESULT).expect("reads");
    let (positions, bytes) = (read().len() as u64, read().bytes);
    println!("{:.3} bytes a position", bytes as f64 / positions as f64);
    let mut group = c.benchmark_group("read");
    group.sample_size(20);
    group.throughput(Throughput::Elements(positions));
    group.bench_function("positions of decoded games", |b| {
        b.iter(|| shards::Reader::open(&path).expect("opens").count());
    });
    group.bench_function("positions as samples", |b| b.iter(read));
    group.finish();
}

criterion_group!(benches, training, reading);
criterion_main!(benches);
