//! The solver against brute force: two thousand random small positions, every verdict, every
//! least length and every key, and every certificate past the checker.
//!
//! The oracle ([`oracles::mate`]) is a plain recursion over shakmaty's legal moves, written from the definition of a
//! forced mate and sharing nothing with the solver.

use games::chess::Position as Ours;
use oracles::mate::{mates, mates_with};
use oracles::positions::{Random, fen_of, random_position};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use solve::mate::{Allowance, Claim, Options, Solver, Verdict, check};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicU32;

// How often the sample had keys of the kinds that are easily got wrong.
static EN_PASSANT_KEYS: AtomicU32 = AtomicU32::new(0);
static CASTLING_KEYS: AtomicU32 = AtomicU32::new(0);
static UNDERPROMOTION_KEYS: AtomicU32 = AtomicU32::new(0);

fn small_solver(fifty: bool) -> Solver {
    let options = Options {
        hash_mb: 16,
        fifty,
        ..Options::default()
    };
    Solver::new(options).expect("16 MB")
}

/// Compares one position with the oracle up to `most` moves; says the least length.
fn compare(solver: &mut Solver, chess: &Chess, most: u32, fifty: bool) -> Option<u32> {
    let fen = fen_of(chess);
    let ours = Ours::from_fen(&fen, false).expect(&fen);
    let expected: BTreeMap<String, u32> = chess
        .legal_moves()
        .into_iter()
        .filter_map(|m| {
            let least = (1..=most).find(|n| mates_with(chess, m, *n, fifty))?;
            Some((UciMove::from_standard(m).to_string(), least))
        })
        .collect();
    let drawn = fifty && chess.halfmoves() >= 100;
    let least = expected.values().min().copied().filter(|_| !drawn);

    let report = solver.solve(&ours, most, Allowance::default(), |_| {});
    let verdict = least.map_or(Verdict::NoMate, Verdict::Mate);
    assert_eq!(report.verdict, verdict, "{fen}");
    if !drawn {
        let keys = solver
            .keys(&ours, most, Allowance::default())
            .keys
            .expect("no limits");
        let found: BTreeMap<String, u32> = keys
            .iter()
            .map(|k| (ours.move_text(k.first), k.mate_in))
            .collect();
        assert_eq!(found, expected, "{fen}");
    }
    let found = solver.find(&ours, most, Allowance::default());
    assert_eq!(found.proved.is_some(), least.is_some(), "{fen}");

    let claim = least.map_or(Claim::NoMate(most), Claim::Mate);
    let text = solver
        .certificate(&ours, claim, Allowance::default())
        .expect(&fen);
    if let Err(error) = check::verify(&text, false) {
        panic!("{fen}: {error}\n{text}");
    }
    if let Some(n) = least {
        let mut p = ours;
        for &m in &report.pv {
            assert!(p.is_legal(m), "{fen}: {:?}", report.pv);
            p = p.play(m);
        }
        assert!(p.is_checkmate(), "{fen}: {:?}", report.pv);
        assert_eq!(report.pv.len() as u32, 2 * n - 1, "{fen}: {:?}", report.pv);
        // The same line, claimed for one move less, must not pass.
        let false_claim = text.replace(
            &format!("claim mate {n}\n"),
            &format!("claim mate {}\n", n - 1),
        );
        assert!(check::verify(&false_claim, false).is_err(), "{fen}");
    }
    for key in expected.keys().filter(|_| least.is_some()) {
        let (from, to) = (&key[..2], &key[2..4]);
        let role = |square: &str| chess.board().role_at(square.parse().expect("a square"));
        use shakmaty::Role::{King, Pawn};
        use std::sync::atomic::Ordering::Relaxed;
        let across = from.as_bytes()[0] != to.as_bytes()[0];
        if role(from) == Some(Pawn) && across && role(to).is_none() {
            EN_PASSANT_KEYS.fetch_add(1, Relaxed);
        } else if role(from) == Some(King) && from.as_bytes()[0].abs_diff(to.as_bytes()[0]) == 2 {
            CASTLING_KEYS.fetch_add(1, Relaxed);
        } else if key.len() == 5 && !key.ends_with('q') {
            UNDERPROMOTION_KEYS.fetch_add(1, Relaxed);
        }
    }
    least
}

#[test]
fn verdicts_keys_and_certificates_of_two_thousand_random_positions_agree_with_brute_force() {
    let next = std::sync::atomic::AtomicU64::new(0);
    let totals = std::sync::Mutex::new([0; 4]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut solver = small_solver(false);
                loop {
                    let seed = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if seed >= 20 {
                        break;
                    }
                    let mut random = Random(seed << 32);
                    let mut done = 0;
                    while done < 100 {
                        let Some(chess) = random_position(&mut random) else {
                            continue;
                        };
                        done += 1;
                        let least = compare(&mut solver, &chess, 3, false);
                        totals.lock().expect("no panic")[least.unwrap_or(0) as usize] += 1;
                    }
                }
            });
        }
    });
    let totals = totals.into_inner().expect("no panic");
    println!(
        "no mate {}, mate in 1: {}, 2: {}, 3: {}",
        totals[0], totals[1], totals[2], totals[3]
    );
    assert_eq!(totals.iter().sum::<i32>(), 2000);
    let special = [&EN_PASSANT_KEYS, &CASTLING_KEYS, &UNDERPROMOTION_KEYS]
        .map(|count| count.load(std::sync::atomic::Ordering::Relaxed));
    println!("keys en passant, castling, underpromoting: {special:?}");
    assert!(special.iter().all(|&count| count > 0), "{special:?}");
    assert!(
        totals.iter().all(|&count| count >= 60),
        "a lopsided sample: {totals:?}"
    );
}

#[test]
fn with_the_fifty_move_rule_counted_brute_force_agrees_too() {
    let mut solver = small_solver(true);
    let mut random = Random(50);
    let mut changed = 0;
    let mut done = 0;
    while done < 200 {
        let Some(chess) = random_position(&mut random) else {
            continue;
        };
        done += 1;
        let mut setup = chess.to_setup(EnPassantMode::Legal);
        setup.halfmoves = 95 + random.below(6) as u32;
        let late = setup.position(CastlingMode::Standard).expect("legal");
        let least = compare(&mut solver, &late, 3, true);
        let without = (1..=3).find(|n| mates(&chess, *n, false));
        changed += usize::from(least != without);
    }
    assert!(
        changed >= 5,
        "the rule mattered in {changed} positions only"
    );
}

#[test]
fn finder_refuter_and_two_threads_agree_on_mates_in_four() {
    let mut random = Random(4);
    let two_threads = Options {
        hash_mb: 16,
        threads: 2,
        ..Options::default()
    };
    let mut helped = Solver::new(two_threads).expect("16 MB");
    let (mut alone, mut finder) = (small_solver(false), small_solver(false));
    let mut proved = 0;
    let mut done = 0;
    while done < 400 {
        let Some(chess) = random_position(&mut random) else {
            continue;
        };
        done += 1;
        let fen = fen_of(&chess);
        let ours = Ours::from_fen(&fen, false).expect(&fen);
        for solver in [&mut alone, &mut helped, &mut finder] {
            solver.clear();
        }
        let report = alone.solve(&ours, 4, Allowance::default(), |_| {});
        let with_help = helped.solve(&ours, 4, Allowance::default(), |_| {});
        assert_eq!(report.verdict, with_help.verdict, "{fen}");
        let found = finder.find(&ours, 4, Allowance::default());
        assert_eq!(found.proved.is_some(), report.proved.is_some(), "{fen}");
        if found.proved.is_some() {
            proved += 1;
            let end = found.pv.iter().fold(ours, |p, &m| p.play(m));
            assert!(end.is_checkmate(), "{fen}: {:?}", found.pv);
        }
        let keys = alone.keys(&ours, 4, Allowance::default()).keys;
        assert_eq!(
            keys,
            helped.keys(&ours, 4, Allowance::default()).keys,
            "{fen}"
        );
    }
    assert!(proved > 50, "only {proved} mates");
}

#[test]
fn a_raised_stop_flag_ends_the_search_and_nothing_is_claimed() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let limits = Allowance {
        stop: Some(&stop),
        ..Allowance::default()
    };
    let mut solver = small_solver(false);
    let start = Ours::start();
    let report = solver.solve(&start, 12, limits, |_| {});
    assert_eq!((report.verdict, report.proved), (Verdict::Undecided, None));
    assert!(
        report.nodes < 100_000,
        "{} nodes after the stop",
        report.nodes
    );
    assert_eq!(solver.keys(&start, 12, limits).keys, None);
    let found = solver.find(&start, 12, limits);
    assert_eq!((found.verdict, found.refuted), (Verdict::Undecided, 0));
}

#[test]
fn progress_reports_each_bound_once_and_in_order() {
    use solve::mate::Progress::{Proved, Refuted};
    let p = Ours::from_fen("k7/8/2K5/8/8/8/8/1R6 w - - 0 1", false).expect("legal");
    let mut heard = Vec::new();
    small_solver(false).solve(&p, 5, Allowance::default(), |news| heard.push(news));
    assert_eq!(heard, [Refuted(1), Proved(2)]);
}
