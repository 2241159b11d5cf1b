//! Tests of the pictures on random lines of legal moves.

use super::*;
use crate::chance::Chance;

#[test]
fn a_net_closes_as_soon_as_men_and_helpers_can_be_there_and_no_sooner() {
    let close = |fen, moves, helping| {
        let p = Position::from_fen(fen, false).expect("legal");
        let net = Nets::new(Aim::Mate, Color::White).net(&p, moves);
        net.places(Places::ALL, helping).any()
    };
    // The knight needs four moves to f7.
    let held = "5K1k/7p/8/8/8/8/8/1N6 w - - 0 1";
    assert!(close(held, 4, 0));
    assert!(!close(held, 3, 0));
    // The rook needs two to h7.
    let open = "5K1k/8/8/r7/8/8/8/1N6 w - - 0 1";
    assert!(close(open, 4, 2));
    assert!(!close(open, 4, 1));
    // The queen needs as many. On h7 it is in nobody's way; from g7 it could take the knight on f7, which a bishop
    // could not.
    let beside = "5K1k/8/7N/8/8/8/8/2q5 w - - 0 1";
    assert!(close(beside, 1, 2));
    assert!(!close(beside, 1, 1));
    assert!(!close("7k/8/5N1N/8/8/8/8/K1q5 w - - 0 1", 1, 2));
    assert!(close("7k/8/5N1N/8/8/8/8/K1b5 w - - 0 1", 1, 2));
    // Nobody is there to be put beside the king.
    let alone = "7k/8/8/8/8/8/8/KN6 w - - 0 1";
    assert!(!close(alone, 9, 9));
}

/// Ends of lines of random legal moves.
#[derive(Default)]
struct Seen {
    ends: u32,
    double_checks: u32,
    out_of_reach: u32,
    cannot_end: u32,
    narrowed: u32,
}

/// From every position of a line that reaches the aim, that end was in reach, and so it was by the man that moved.
fn look_at_random_lines(aim: Aim, starts: &[&str], seed: u64) -> Seen {
    let mut chance = Chance::new(seed);
    let mut nets = [Color::White, Color::Black].map(|winner| Nets::new(aim, winner));
    let mut seen = Seen::default();
    for game in 0..40_000 {
        let start = Position::from_fen(starts[game % starts.len()], false).expect("legal");
        let mut line = vec![start];
        let mut moves = Vec::new();
        for _ in 0..12 {
            let p = line[line.len() - 1];
            let legal = p.legal_moves();
            if legal.is_empty() {
                break;
            }
            moves.push(chance.of(&legal));
            line.push(p.play(moves[moves.len() - 1]));
        }
        let last = line[line.len() - 1];
        let loser = last.turn();
        let nets = &mut nets[usize::from(loser.is_white())];
        let reached = aim.is_reached(&last);
        seen.ends += u32::from(reached);
        seen.double_checks += u32::from(reached && last.checkers().more_than_one());
        for (back, (p, &m)) in line.iter().zip(&moves).rev().enumerate() {
            let back = back as u32 + 1;
            let net = nets.net(p, back.div_ceil(2));
            let mut places = net.places(Places::ALL, back / 2);
            if back > 1 && p.turn() != loser {
                // The net after the move is known, as the line is walked backwards.
                let (moves, helping) = (back.div_ceil(2) - 1, back / 2);
                let next = nets.net(&p.play(m), moves).places(places, helping);
                if let Some(after) = nets.after_winner(p, &net, moves, helping) {
                    let after = nets.places_after_winner(&after, m, places);
                    assert!(after == next || after == places, "{} {m:?}", p.fen());
                    seen.narrowed += u32::from(after == next && next != places);
                }
            }
            if reached {
                assert!(places.hold_king(&last, loser), "{} {back}", p.fen());
                if !m.is_castle() {
                    places = net.places_after(m.from(), places, back / 2);
                }
                assert!(places.hold_king(&last, loser), "{} {m:?} {back}", p.fen());
                let may_end = back != 2 || net.may_end_after(m, places);
                assert!(may_end, "{} {m:?}", p.fen());
            } else if back < 4 {
                seen.out_of_reach += u32::from(!places.any());
                seen.cannot_end += u32::from(back == 2 && !net.may_end_after(m, places));
            }
        }
    }
    seen
}

#[test]
fn a_mate_that_there_is_is_never_out_of_reach() {
    let starts = [
        "8/8/8/8/8/2k5/1q6/K6R w - - 0 1",
        "7k/5K2/8/8/8/8/6PP/6R1 w - - 0 1",
        "k7/1p6/8/1K6/8/8/4Q3/3b4 b - - 0 1",
        "5rk1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "8/P7/8/8/1n6/1k6/8/K7 w - - 0 1",
        "4k3/3p1p2/8/3NQ3/8/8/8/4K3 b - - 0 1",
        "r3k2r/3p1p2/8/3NN3/8/8/8/R3K2R w KQkq - 0 1",
        "rnk5/pp6/3N4/8/8/8/4PP2/4K2R b K - 0 1",
        "kb6/pp6/8/1N6/8/8/5K2/3n4 w - - 0 1",
        "6rk/6pp/8/6N1/8/6n1/5pPP/7K w - - 0 1",
        "7k/5KPp/8/4p3/3P1P2/8/8/8 b - - 0 1",
        "6rk/5p1p/8/4N3/8/8/1B6/1K6 w - - 0 1",
        "R1N1k3/3ppp2/8/8/8/8/8/K7 w - - 0 1",
        "1rkr4/1p1p4/8/4N3/2B5/8/8/1KR5 w - - 0 1",
        "3rkb2/3p1p2/4P3/5N2/8/8/8/1K2R3 w - - 0 1",
        "6rk/5pp1/6pN/4P3/8/8/1B5R/1K6 b - - 0 1",
    ];
    let seen = look_at_random_lines(Aim::Mate, &starts, 7);
    assert!(seen.ends > 500, "only {} mates", seen.ends);
    assert!(seen.double_checks > 20, "only {}", seen.double_checks);
    assert!(seen.out_of_reach > 100, "only {}", seen.out_of_reach);
    assert!(seen.cannot_end > 100, "only {}", seen.cannot_end);
    assert!(seen.narrowed > 100, "only {}", seen.narrowed);
}

#[test]
fn a_stalemate_that_there_is_is_never_out_of_reach() {
    let starts = [
        "7k/8/8/6Q1/8/8/p7/K7 w - - 0 1",
        "k7/2R5/8/1K6/8/5n2/6p1/8 w - - 0 1",
        "8/8/8/8/1p1p4/1P1P1p2/1K3Pn1/5k2 w - - 0 1",
        "8/1p6/8/pP6/P1k5/2P1q3/8/K7 b - - 0 1",
        "6bk/5Q2/8/8/8/1K6/6p1/8 w - - 0 1",
        "8/5K2/8/5P1k/5b2/8/8/8 b - - 0 1",
        "8/3K4/4p3/5P2/4k3/8/8/8 b - - 0 1",
        "kr6/b1p5/8/8/2K5/8/2P5/8 b - - 0 1",
        "7k/4P2p/5B1P/8/8/8/8/K5R1 b - - 0 1",
        "4k2r/4p3/8/8/8/1q6/8/K7 b k - 0 1",
    ];
    let seen = look_at_random_lines(Aim::Stalemate, &starts, 11);
    assert!(seen.ends > 500, "only {} stalemates", seen.ends);
    assert!(seen.out_of_reach > 100, "only {}", seen.out_of_reach);
    assert!(seen.cannot_end > 100, "only {}", seen.cannot_end);
    assert!(seen.narrowed > 100, "only {}", seen.narrowed);
}
