//! The pickers hand out each move once, whatever they have been told before.

use super::super::history::{Histories, MoveContext};
use super::super::picker::MovePicker;
use super::position;
use games::chess::{Move, Position};

/// All that a picker hands out.
fn picked(mut picker: MovePicker, position: &Position) -> Vec<Move> {
    let histories = Histories::default();
    std::iter::from_fn(|| picker.next(position, &histories, &MoveContext::default())).collect()
}

fn sorted(mut moves: Vec<Move>) -> Vec<u16> {
    moves.sort_by_key(|m| m.bits());
    moves.into_iter().map(Move::bits).collect()
}

/// Positions with checks, pins, promotions, castling, en passant and few moves.
fn many_positions() -> Vec<Position> {
    let mut positions = Vec::new();
    let mut seed = 1_u64;
    for fen in super::super::bench::POSITIONS {
        let mut position = position(fen);
        for _ in 0..30 {
            positions.push(position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position = position.play(moves[(seed >> 33) as usize % moves.len()]);
        }
    }
    positions
}

#[test]
fn the_picker_hands_out_each_legal_move_exactly_once() {
    let positions = many_positions();
    for (index, position) in positions.iter().enumerate() {
        let legal = position.legal_moves().to_vec();
        let expected = sorted(legal.clone());
        // Killers may come from another position: illegal, or captures here.
        let others = positions[(index + 1) % positions.len()].legal_moves();
        let at = |list: &[Move], n: usize| list.get(n % list.len().max(1)).copied();
        let killers = |n| {
            let own = at(&legal, n).unwrap_or(Move::NONE);
            let other = at(&others, n + 1).filter(|m| *m != own);
            [own, other.unwrap_or(Move::NONE)]
        };
        let tables = legal.iter().copied().chain([Move::NONE]);
        for (n, table_move) in tables.enumerate() {
            let picker = MovePicker::new(table_move, killers(n + 1), None);
            let moves = picked(picker, position);
            if table_move != Move::NONE {
                assert_eq!(moves[0], table_move);
            }
            assert_eq!(sorted(moves), expected, "{}", position.fen());
        }
    }
}

#[test]
fn the_quiescence_picker_hands_out_the_captures_that_do_not_lose_each_once() {
    for position in many_positions() {
        let noisy = |m: &Move| m.promoted().is_some() || position.is_capture(*m);
        let legal = position.legal_moves();
        let good = |m: &&Move| noisy(m) && position.see_at_least(**m, 0);
        let expected = sorted(legal.iter().filter(good).copied().collect());
        let moves = picked(MovePicker::captures(Move::NONE, 0), &position);
        assert_eq!(sorted(moves), expected, "{}", position.fen());
    }
}

#[test]
fn without_quiet_moves_the_captures_are_left_each_once() {
    let histories = Histories::default();
    for position in many_positions() {
        let legal = position.legal_moves().to_vec();
        let noisy = |m: &Move| m.promoted().is_some() || position.is_capture(*m);
        for taken in 0..legal.len() {
            let mut picker = MovePicker::new(Move::NONE, [Move::NONE; 2], None);
            let mut next = || picker.next(&position, &histories, &MoveContext::default());
            let mut moves: Vec<Move> = (0..taken).filter_map(|_| next()).collect();
            let first = moves.len();
            picker.skip_quiets();
            moves.extend(std::iter::from_fn(|| {
                picker.next(&position, &histories, &MoveContext::default())
            }));
            assert!(moves[first..].iter().all(noisy), "{}", position.fen());
            let captures = moves.iter().copied().filter(noisy).collect();
            let expected = legal.iter().copied().filter(noisy).collect();
            assert_eq!(sorted(captures), sorted(expected), "{}", position.fen());
        }
    }
}

#[test]
fn of_the_quiet_moves_left_only_those_that_give_check_are_handed_out() {
    let histories = Histories::default();
    let mut checks = 0;
    for position in many_positions() {
        let legal = position.legal_moves().to_vec();
        for taken in 0..legal.len() {
            let quiet = |m: &&Move| m.promoted().is_none() && !position.is_capture(**m);
            let mut known = legal.iter().rev().filter(quiet).copied();
            let mut one = || known.next().unwrap_or(Move::NONE);
            let (table_move, killers) = (one(), [one(), one()]);
            let mut picker = MovePicker::new(table_move, killers, None);
            let mut next = || picker.next(&position, &histories, &MoveContext::default());
            let first: Vec<Move> = (0..taken).filter_map(|_| next()).collect();
            picker.only_checks(&position);
            let rest: Vec<Move> =
                std::iter::from_fn(|| picker.next(&position, &histories, &MoveContext::default()))
                    .collect();
            let wanted = |m: &&Move| {
                let loud = m.promoted().is_some() || position.is_capture(**m);
                let early = **m == table_move || killers.contains(m);
                !first.contains(m) && (loud || early || position.play(**m).in_check())
            };
            let expected: Vec<Move> = legal.iter().filter(wanted).copied().collect();
            checks += expected.len();
            let all = first.len() + rest.len() + picker.left_out();
            assert_eq!(all, legal.len(), "{}", position.fen());
            assert_eq!(sorted(rest), sorted(expected), "{}", position.fen());
        }
    }
    assert!(checks > 100, "{checks}");
}
