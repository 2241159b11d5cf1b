//! Properties that proptest tries to break; what it finds it shrinks to a FEN.

use games::chess::{Position, START_FEN};
use oracles::chess::{all_patterns, compare, sans};
use oracles::starts::{ODD, ODD_960, chess960, random_board, shakmaty_reads};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use shakmaty::{Chess, Position as _};

/// A start FEN and whether it is read as Chess960.
pub fn start() -> impl Strategy<Value = (String, bool)> {
    let odd = select(&ODD[..]).prop_map(str::to_owned);
    let usual = Just(START_FEN.to_owned());
    let standard = prop_oneof![usual, odd].prop_map(|fen| (fen, false));
    let odd_960 = select(&ODD_960[..]).prop_map(str::to_owned);
    let numbered = (0..960_u32, 0..960_u32).prop_map(|(w, b)| chess960(w, b));
    let board = (any::<u64>(), 1..40_usize)
        .prop_map(|(seed, most)| random_board(&mut Xoshiro256PlusPlus::seed_from_u64(seed), most));
    let of_960 = prop_oneof![odd_960, numbered, board].prop_map(|fen| (fen, true));
    prop_oneof![standard, of_960]
}

/// A game as choices: each number, modulo the number of legal moves, picks one.
fn choices(most: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..most)
}

/// Walks along the choices with both boards and shows every position to `check`.
fn walk(
    (fen, chess960): &(String, bool),
    choices: &[u16],
    mut check: impl FnMut(&Position, &Chess) -> Result<(), String>,
) -> Result<(), TestCaseError> {
    let mut theirs = shakmaty_reads(fen, *chess960).map_err(TestCaseError::fail)?;
    let mut position = Position::from_fen(fen, *chess960)
        .map_err(|error| TestCaseError::fail(format!("{fen}: {error}")))?;
    check(&position, &theirs).map_err(TestCaseError::fail)?;
    for choice in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[usize::from(*choice) % legal.len()];
        match position.to_shakmaty_move(m) {
            Some(same) if theirs.is_legal(same) => theirs.play_unchecked(same),
            _ => {
                return Err(TestCaseError::fail(format!(
                    "{m:?} in FEN {}",
                    position.fen()
                )));
            }
        }
        position = position.play(m);
        check(&position, &theirs).map_err(TestCaseError::fail)?;
    }
    Ok(())
}

/// A runner with a fixed seed that leaves no files behind, and has time to shrink long
/// games.
pub fn runner(cases: u32) -> TestRunner {
    runner_with(cases, 50_000)
}

fn runner_with(cases: u32, max_shrink_iters: u32) -> TestRunner {
    let config = Config {
        cases,
        max_shrink_iters,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

#[test]
fn any_sequence_of_moves_from_anywhere_agrees_with_shakmaty() {
    let result = runner(300).run(&(start(), choices(60)), |(start, choices)| {
        walk(&start, &choices, |position, theirs| {
            compare(position, theirs)?;
            sans(position, theirs)
        })?;
        // The slow check, once a game.
        walk(&start, &choices[..0], |position, _| all_patterns(position))
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

/// The harness itself: a property that is false must be shrunk to a shorter game, and the message
/// must name the FEN in which it fails.
#[test]
fn a_broken_property_is_shrunk_to_the_fen_that_breaks_it() {
    let start = (START_FEN.to_owned(), false);
    let no_check = |position: &Position, _: &Chess| {
        if position.in_check() {
            Err(format!("check in FEN {}", position.fen()))
        } else {
            Ok(())
        }
    };
    let failure = |max_shrink_iters| {
        let result = runner_with(200, max_shrink_iters)
            .run(&choices(80), |choices| walk(&start, &choices, no_check));
        let Err(TestError::Fail(reason, choices)) = result else {
            panic!("random games without a check: {result:?}");
        };
        let fen = reason.message().strip_prefix("check in FEN ");
        let fen = fen.expect("the FEN is named").to_owned();
        let position = Position::from_fen(&fen, false).expect("the FEN is legal");
        assert!(position.in_check(), "{fen}");
        let again = walk(&start, &choices, no_check).expect_err("fails again");
        assert!(again.to_string().contains(&fen), "{again}");
        (position.fullmoves(), choices)
    };
    let (raw_moves, raw) = failure(0);
    let (moves, shrunk) = failure(50_000);
    println!(
        "shrunk from {} choices, move {raw_moves}, to {shrunk:?}, move {moves}",
        raw.len()
    );
    assert!(shrunk.len() < raw.len() && moves <= raw_moves);
}
