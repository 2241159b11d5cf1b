//! Kamisado's figures, one thread: perft, the proof of the start, all first moves, positions after
//! some plies.
//!
//! `cargo bench --bench kamisado`. The proofs start from an empty table each time. Positions after
//! 1 and 4 plies print their slowest, which is what was asked for. With `MATCHES=1` in the
//! environment it plays the matches too (minutes): Black, by the prover, against weaker levels, and
//! how far the prover sees in rounds with sumo towers.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use games::kamisado::{Match, MatchMove, Position};
use games::perft::perft;
use games::{Game, Line};
use players::kamisado::{KamisadoPlayer, Weaker};
use players::{Limits, Player};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use solve::kamisado::{Prover, Unknown, certify};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The table of the proofs.
const HASH_MB: usize = 256;

fn never(_: u64) -> bool {
    false
}

fn counting(c: &mut Criterion) {
    let start = Position::start();
    let mut group = c.benchmark_group("kamisado/perft/depth 7");
    let nodes = perft(&start, 7);
    group
        .throughput(Throughput::Elements(nodes))
        .sample_size(20)
        .bench_function("start", |b| {
            b.iter(|| assert_eq!(perft(black_box(&start), 7), nodes));
        });
    group.finish();
}

fn proving(c: &mut Criterion) {
    let mut prover = Prover::new(HASH_MB).expect("memory");
    let mut group = c.benchmark_group("kamisado/proof");
    group.sample_size(10);
    group.bench_function("start, exact distance", |b| {
        b.iter(|| {
            prover.clear();
            let solution = prover.solve(&Position::start(), &mut never);
            assert_eq!(solution.expect("not stopped").value.plies(), 17);
        });
    });
    group.finish();
    let begun = Instant::now();
    prover.clear();
    let certificate = certify(&mut prover, &Position::start(), &mut never);
    let positions = certificate.expect("not stopped").lines.len();
    println!(
        "certificate of the start: {positions} positions, {:?}",
        begun.elapsed()
    );
    all_first_moves(&mut prover);
    after_plies(&mut prover);
}

fn all_first_moves(prover: &mut Prover) {
    let begun = Instant::now();
    prover.clear();
    let start = Position::start();
    let mut wins = 0;
    for m in start.legal_moves() {
        let solution = prover.solve(&start.play(m), &mut never);
        wins += u32::from(!solution.expect("not stopped").value.is_win());
    }
    let took = begun.elapsed();
    println!("all 102 first moves with {HASH_MB} MB: {wins} win, {took:?}");
}

/// Solves each from an empty table; the table is made beforehand, as an engine's is.
fn after_plies(prover: &mut Prover) {
    let mut rng = StdRng::seed_from_u64(4);
    let first: Vec<Position> = Position::start()
        .legal_moves()
        .into_iter()
        .map(|m| Position::start().play(m))
        .collect();
    let fourth = std::iter::repeat_with(|| {
        let mut here = Position::start();
        for _ in 0..4 {
            let moves = here.legal_moves();
            let Some(m) = moves.choose(&mut rng) else {
                break;
            };
            here = here.play(*m);
        }
        here
    });
    let fourth = fourth.filter(|p| !p.is_over()).take(1000).collect();
    for (name, positions) in [("1 ply", first), ("4 plies", fourth)] {
        let mut times: Vec<Duration> = positions
            .iter()
            .map(|position| {
                prover.clear();
                let begun = Instant::now();
                prover.solve(position, &mut never).expect("not stopped");
                begun.elapsed()
            })
            .collect();
        times.sort();
        let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
        let count = times.len();
        println!("after {name}: {count} positions, median {median:?}, slowest {slowest:?}");
    }
}

fn matches(_: &mut Criterion) {
    if std::env::var_os("MATCHES").is_none() {
        return;
    }
    let mut player = KamisadoPlayer::new(HASH_MB).expect("memory");
    let (limits, stop) = (Limits::default(), AtomicBool::new(false));
    let mut rng = StdRng::seed_from_u64(5);
    for number in [0, 1, 8] {
        let mut opponent = Weaker::new(number, 5);
        let begun = Instant::now();
        let mut wins = 0;
        for _ in 0..100 {
            // A random one of the winning first moves, so that the games differ.
            let mut line = Line::new(Match::start());
            let winning = [
                "a1a5", "b1b7", "c1c4", "c1c7", "d1d5", "d1d6", "b1b6", "a1a2",
            ];
            let first = winning.choose(&mut rng).expect("eight");
            line.play(line.position().parse_move(first).expect("legal"));
            while line.outcome().is_none() {
                let players: [&mut dyn Player<Match>; 2] = [&mut player, &mut opponent];
                let choice = players[line.position().turn()].choose(&line, &limits, &stop);
                line.play(choice.expect("the game goes on").chosen);
            }
            wins += u32::from(line.outcome().is_some_and(|o| o.winners.contains(0)));
        }
        println!(
            "Black against number {number}: {wins} of 100, {:?}",
            begun.elapsed()
        );
    }
    sumo_rounds(&mut rng);
}

/// Starts of rounds as they come up in matches to 15 points, each given ten seconds.
fn sumo_rounds(rng: &mut StdRng) {
    let mut player = Weaker::new(1, 5);
    let (limits, stop) = (Limits::default(), AtomicBool::new(false));
    let mut prover = Prover::new(HASH_MB).expect("memory");
    let limit = Duration::from_secs(10);
    let (mut solved, mut depths, mut asked) = (0, Vec::new(), 0);
    while asked < 20 {
        let mut line = Line::new(Match::new(Position::start(), 15));
        while line.outcome().is_none() {
            let choice = player.choose(&line, &limits, &stop);
            let m = choice.expect("the match goes on").chosen;
            line.play(m);
            let here = line.position();
            if !matches!(m, MatchMove::Regroup(_)) || !rng.random_bool(0.2) || asked == 20 {
                continue;
            }
            asked += 1;
            prover.clear();
            let begun = Instant::now();
            match prover.solve(here.round(), &mut |_| begun.elapsed() > limit) {
                Ok(solution) => {
                    solved += 1;
                    let (value, took) = (solution.value, begun.elapsed());
                    println!("  {}: {value:?}, {took:?}", here.text());
                }
                Err(Unknown::Stopped { depth, .. }) => {
                    depths.push(depth);
                    println!("  {}: nothing within {depth} plies", here.text());
                }
                Err(contradiction) => panic!("{}: {contradiction}", here.text()),
            }
        }
    }
    depths.sort_unstable();
    println!(
        "starts of sumo rounds, {limit:?} each: {solved} of {asked} solved, others searched to {depths:?} plies"
    );
}

criterion_group!(kamisado, counting, proving, matches);
criterion_main!(kamisado);
