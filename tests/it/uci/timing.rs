//! Behaviour that has to do with time. The limits are wide, because the machine is shared; what is
//! measured is printed (`--nocapture`).

use crate::uci::driver::Engine;
use std::time::{Duration, Instant};

const KIWIPETE: &str = "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The middle one and the greatest.
fn median_and_worst(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort();
    (times[times.len() / 2], times[times.len() - 1])
}

#[test]
fn stop_is_obeyed_promptly_by_one_thread_and_by_two() {
    for threads in ["1", "2"] {
        let mut engine = Engine::with(&[("Threads", threads)]);
        engine.position(KIWIPETE);
        let mut times = Vec::new();
        for wait in 0..12 {
            engine.say("go infinite");
            let lines = engine.no_bestmove_for(Duration::from_millis(10 + 7 * wait));
            let asked = Instant::now();
            engine.say("stop");
            times.push(engine.answer(lines, asked).time);
        }
        let (median, worst) = median_and_worst(times);
        println!("stop to bestmove, {threads} threads: median {median:?}, worst {worst:?}");
        assert!(median < Duration::from_millis(500), "{median:?}");
    }
}

#[test]
fn a_stop_right_behind_the_go_still_gets_a_searched_move() {
    // Mate in one: a move chosen without any look would be another one.
    let mut engine = Engine::start();
    engine.position("fen 6k1/5ppp/8/8/8/8/P7/KR6 w - - 0 1");
    for _ in 0..20 {
        engine.say_bytes(b"go infinite\nstop\n");
        let search = engine.answer(Vec::new(), Instant::now());
        assert_eq!(search.best, "b1b8");
        engine.say("ucinewgame");
        let search = engine.go("wtime 1 btime 1");
        assert_eq!(search.best, "b1b8");
    }
}

#[test]
fn isready_is_prompt_during_a_search() {
    let mut engine = Engine::with(&[("Threads", "2")]);
    engine.say("go infinite");
    engine.expect("info depth 6 ");
    let mut times = Vec::new();
    for _ in 0..30 {
        let asked = Instant::now();
        engine.say("isready");
        engine.expect("readyok");
        times.push(asked.elapsed());
    }
    let (median, worst) = median_and_worst(times);
    println!("isready during a search: median {median:?}, worst {worst:?}");
    assert!(median < Duration::from_millis(500), "{median:?}");
    engine.say("stop");
    engine.answer(Vec::new(), Instant::now());
}

#[test]
fn movetime_is_not_overshot() {
    let mut engine = Engine::start();
    engine.position(KIWIPETE);
    let mut late = Vec::new();
    for _ in 0..8 {
        let search = engine.go("movetime 60");
        late.push(search.time.saturating_sub(Duration::from_millis(60)));
    }
    let (median, worst) = median_and_worst(late);
    println!("movetime 60 overshot: median {median:?}, worst {worst:?}");
    assert!(median < Duration::from_millis(250), "{median:?}");
}

#[test]
fn positions_that_explode_still_obey() {
    // Quiescence alone could search this for minutes.
    let queens = "fen qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";
    let mut engine = Engine::start();
    engine.position(queens);
    for arguments in ["movetime 20", "wtime 1 btime 1", "nodes 1000"] {
        let search = engine.go(arguments);
        assert!(
            search.time < Duration::from_secs(1),
            "{arguments}: {:?}",
            search.time
        );
    }
    engine.say("go infinite");
    let lines = engine.no_bestmove_for(Duration::from_millis(50));
    let asked = Instant::now();
    engine.say("stop");
    let search = engine.answer(lines, asked);
    assert!(search.time < Duration::from_secs(1), "{:?}", search.time);
}

#[test]
fn current_moves_are_named_only_after_a_second() {
    let mut engine = Engine::start();
    engine.position(KIWIPETE);
    engine.say("go infinite");
    let begun = Instant::now();
    let mut lines = Vec::new();
    // Sooner or later one is named; a line takes its time to come, but never comes before its time.
    while !lines
        .last()
        .is_some_and(|line: &String| line.contains(" currmove "))
    {
        lines.push(engine.line());
    }
    let named = begun.elapsed();
    assert!(named >= Duration::from_millis(990), "named after {named:?}");
    let last = &lines[lines.len() - 1];
    let words: Vec<&str> = last.split_whitespace().collect();
    let number = words.iter().position(|word| *word == "currmovenumber");
    let number = number.and_then(|at| words.get(at + 1)?.parse::<usize>().ok());
    assert!(number.is_some_and(|n| (1..=48).contains(&n)), "{last}");
    engine.say("stop");
    engine.answer(lines, begun);
}

#[test]
fn a_bench_can_be_stopped() {
    let mut engine = Engine::start();
    engine.say("bench 60");
    engine.silent_for(Duration::from_millis(100));
    engine.say("stop");
    engine.ready();
    engine.go("depth 3");
}

/// The nodes of each of some moves of one side, asked for with a clock that seems to stand still.
fn nodes_of_a_game(engine: &mut Engine) -> Vec<u64> {
    engine.say("ucinewgame");
    let mut moves = Vec::new();
    (0..40)
        .map(|_| {
            engine.position(&format!("startpos moves {}", moves.join(" ")));
            let search = engine.go("wtime 1000 btime 1000 winc 5 binc 5");
            let nodes = search.last().nodes;
            moves.push(search.best);
            nodes
        })
        .collect()
}

#[test]
fn clocks_that_count_nodes_are_paid_in_nodes_and_make_the_same_moves_again() {
    let mut engine = Engine::with(&[("nodestime", "20"), ("Hash", "1")]);
    let first = nodes_of_a_game(&mut engine);
    assert_eq!(first, nodes_of_a_game(&mut engine));
    // 20 nodes a millisecond: 20,000 and 100 more with each move. The engine plays for both sides here.
    let spent: u64 = first.iter().sum();
    assert!((15_000..=24_100).contains(&spent), "{first:?}");
    assert!(first[0] > 2 * first[39], "{first:?}");

    engine.position("startpos");
    let nodes = engine.go("movetime 100").last().nodes;
    assert!((1500..=2000).contains(&nodes), "{nodes}");
    engine.set("nodestime", "0");
    let nodes = engine.go("movetime 100").last().nodes;
    assert!(nodes > 4000, "time counts again: {nodes}");
}
