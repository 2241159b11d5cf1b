//! The prover on sumo rounds: pairs of positions that a half turn of the board exchanges, asked of
//! one prover that keeps what it has learnt.
//!
//! A twin has the towers of the other side where one's own stood, and the other side to move, but
//! the ranks stay with the sides: what was the mover's sumo is now the opponent's.

use crate::kamisado::solve::never;
use crate::pipe::{Engine, after};
use games::Game;
use games::kamisado::{Color, Position, Side, tower_letter};
use oracles::minimax::{late_position, minimax};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use solve::kamisado::Prover;
use std::collections::HashMap;
use std::fmt::Write;

/// The position after a half turn, every tower with the rank that its own side has given it.
/// `None` if the ranks make it impossible (a side with nothing to move, say).
fn twin(here: &Position) -> Option<Position> {
    let mut text = String::new();
    for row in (0..8).rev() {
        for file in 0..8 {
            match here.tower_at(63 - (row * 8 + file)) {
                None => text.push('1'),
                Some((side, color)) => {
                    text.push(tower_letter(side.other(), color));
                    text.extend((0..here.rank(side.other(), color)).map(|_| '+'));
                }
            }
        }
        text.push(if row > 0 { '/' } else { ' ' });
    }
    let side = here.side().other();
    let required = here
        .required()
        .map_or('-', |color: Color| tower_letter(side, color));
    let zero = u8::from(here.after_zero());
    let _ = write!(text, "{} {required} {zero} {}", side.letter(), here.ply());
    Position::parse(&text).ok()
}

/// A start with towers of chance ranks, White's and Black's different.
fn sumo_start(rng: &mut StdRng) -> Position {
    let mut row = |letters: &str| -> String {
        let towers = letters.chars().map(|letter| {
            let rank = [0, 0, 0, 1, 1, 2, 3][rng.random_range(0..7)];
            format!("{letter}{}", "+".repeat(rank))
        });
        towers.collect()
    };
    let (white, black) = (row("NZPSARVM"), row("mvraspzn"));
    Position::parse(&format!("{white}/8/8/8/8/8/8/{black} b - 0 1")).expect("legal")
}

#[test]
fn thousands_of_sumo_positions_and_their_twins_have_the_values_of_a_minimax() {
    let mut rng = StdRng::seed_from_u64(5);
    let mut prover = Prover::new(16).expect("16 MB");
    let (mut pairs, mut differ) = (0, 0);
    while pairs < 2000 {
        // The ranks stay for many pairs, and so does what the prover knows of the round.
        let start = sumo_start(&mut rng);
        let mut memo = HashMap::new();
        for _ in 0..100 {
            let here = late_position(&mut rng, start, 7);
            let Some(other) = twin(&here).filter(|other| !other.is_over()) else {
                continue;
            };
            let mut values = Vec::new();
            for position in [here, other] {
                let most = memo.len() + 3000;
                let Some(value) = minimax(&position, &mut memo, most) else {
                    break;
                };
                let solution = prover.solve(&position, &mut never);
                let found = solution.map(|solution| solution.value);
                assert_eq!(found, Ok(value), "{}", position.text());
                values.push(value);
            }
            if let [one, two] = values[..] {
                pairs += 1;
                differ += i32::from(one != two);
            }
        }
    }
    assert!(
        differ > 200,
        "only {differ} of {pairs} pairs have two values"
    );
}

#[test]
fn a_twin_is_the_same_position_where_the_ranks_are_the_same() {
    let start = Position::start();
    let turned = twin(&start).expect("legal");
    assert_eq!((turned.side(), turned.count_moves()), (Side::White, 102));
}

#[test]
fn what_a_session_has_asked_before_does_not_change_an_answer() {
    for (first, second) in [
        (
            "4R3/2V2P1S/Z7/1A3N2/8/vz+2M3/2a1n3/1m1rp1s1 w Z 0 9",
            "1S1PR1M1/3N1A2/3m2ZV/8/2n3a1/7z+/s1p2v2/3r4 b z 0 9",
        ),
        (
            "7P/ZVA1NS+2/2RM4/8/8/1mvn4/2z2r2/4p+a1s w N 0 9",
            "S+1AP4/2R2Z2/4NVM1/8/8/4mr2/2sn1avz/p+7 b n 0 9",
        ),
    ] {
        let answer = |positions: &[&str]| {
            let mut engine = Engine::of("kamisado");
            let mut last = Vec::new();
            for position in positions {
                engine.say(&format!("position fen {position}"));
                last = engine.go("go depth 30");
            }
            let info = &last[last.len() - 2];
            after(info, "mate")[0].to_owned()
        };
        assert_eq!(answer(&[first, second]), answer(&[second]), "{second}");
    }
}
