//! Values of Kamisado's rounds by plain minimax, and late positions whose tree it can look through.

use games::Game;
use games::kamisado::Position;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use solve::kamisado::Value;
use std::collections::HashMap;

/// Returns the exact value of a position from the values of all positions that can follow; `None` if `memo`, which keeps
/// values by the keys of positions, would have more than `cap` entries.
pub fn minimax(here: &Position, memo: &mut HashMap<u64, Value>, cap: usize) -> Option<Value> {
    if here.outcome().is_some() {
        return Some(Value::Loss(0));
    }
    let key = here.key();
    if let Some(value) = memo.get(&key) {
        return Some(*value);
    }
    if memo.len() > cap {
        return None;
    }
    let wins_at_once = |m| {
        let child = here.play(m);
        child
            .outcome()
            .is_some_and(|o| o.winners.contains(here.turn()))
    };
    if here.legal_moves().into_iter().any(wins_at_once) {
        return Some(Value::Win(1));
    }
    let (mut fastest, mut slowest) = (None, 0);
    for m in here.legal_moves() {
        let child = here.play(m);
        let value = minimax(&child, memo, cap)?;
        let plies = value.plies() + 1;
        if value.is_win() == (child.turn() == here.turn()) {
            fastest = Some(fastest.map_or(plies, |f: u8| f.min(plies)));
        } else {
            slowest = slowest.max(plies);
        }
    }
    let value = fastest.map_or(Value::Loss(slowest), Value::Win);
    memo.insert(key, value);
    Some(value)
}

/// A position reached by moves at random that put off the goal, and up to `back` plies before
/// there is nothing else left.
pub fn late_position(rng: &mut StdRng, start: Position, back: usize) -> Position {
    let mut past = vec![start];
    let mut here = start;
    loop {
        let moves = here.legal_moves();
        let quiet: Vec<_> = moves
            .iter()
            .filter(|m| here.play(**m).outcome().is_none())
            .collect();
        let Some(m) = quiet.choose(rng) else {
            break;
        };
        here = here.play(**m);
        past.push(here);
    }
    past[past.len().saturating_sub(rng.random_range(1..=back))]
}
