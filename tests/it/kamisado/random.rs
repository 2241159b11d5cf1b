//! Random games, played by the crate and by the slow implementation side by side.

use games::kamisado::{Deadlock, Position, START, Side, Towers};
use games::{Game, Line};
use oracles::kamisado::{End, Referee, Turn};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

fn sorted(mut moves: Vec<String>) -> Vec<String> {
    moves.sort();
    moves
}

/// Plays a game to its end and compares everything on the way. Returns how it ended.
fn play_both(rng: &mut StdRng, start: &str, cycle: bool, met: &mut [u32; 4]) -> &'static str {
    let deadlock = [Deadlock::Mutual, Deadlock::Cycle][usize::from(cycle)];
    let read = |text: &str| Position::parse_with(text, Towers::Some).expect(text);
    let mut line = Line::new(read(start).with_deadlock(deadlock));
    let mut slow = Referee::read(start);
    slow.cycle = cycle;
    loop {
        let position = line.position();
        let moves = position.legal_moves();
        let ours = sorted(moves.iter().map(|m| position.move_text(*m)).collect());
        let theirs = slow.moves();
        let texts = sorted(theirs.iter().map(|m| Referee::move_text(*m)).collect());
        assert_eq!(ours, texts, "{}", position.text());
        assert_eq!(position.count_moves(), ours.len());
        assert_eq!(position.after_zero(), slow.last_was_zero);
        assert_eq!(position.turn() == 0, slow.turn == Turn::Black);
        let required = position.required().map(|color| color.letter());
        assert_eq!(required, slow.required);
        let outcome = line.outcome();
        assert_eq!(outcome.is_some(), slow.end.is_some(), "{}", position.text());
        let again = read(&position.text());
        assert_eq!(again.with_deadlock(deadlock), *position);
        if let (Some(outcome), Some(end)) = (outcome, slow.end) {
            let (reason, winner) = match end {
                End::HomeRow(winner) => ("home row", winner),
                End::Deadlock(winner) => ("deadlock", winner),
            };
            assert_eq!(outcome.reason, reason);
            assert_eq!(outcome.winners.contains(0), winner == Turn::Black);
            assert!(
                !outcome.winners.contains(position.turn()),
                "the side to move has lost"
            );
            assert!(moves.is_empty() && position.is_over());
            return reason;
        }
        // Games that end at once teach little: rather put off the goal.
        let quiet: Vec<_> = moves
            .iter()
            .filter(|m| position.play(**m).outcome().is_none())
            .collect();
        let m = match quiet.choose(rng) {
            Some(m) if rng.random_bool(0.995) => **m,
            _ => *moves.choose(rng).expect("the game goes on"),
        };
        met[0] += u32::from(m.is_zero());
        met[1] += u32::from(m.is_zero() && position.after_zero());
        let text = position.move_text(m);
        let chosen = theirs.iter().find(|m| Referee::move_text(**m) == text);
        slow = slow.play(*chosen.expect("both know it"));
        line.play(m);
    }
}

#[test]
fn random_games_agree_with_the_slow_implementation_under_both_deadlocks() {
    for cycle in [false, true] {
        let mut rng = StdRng::seed_from_u64(5);
        let mut met = [0; 4];
        let mut ends = [0; 2];
        for _ in 0..6000 {
            let reason = play_both(&mut rng, START, cycle, &mut met);
            ends[usize::from(reason == "deadlock")] += 1;
        }
        // The comparison is worth something only if it has met the rare cases.
        assert!(ends[0] > 100 && ends[1] > 20, "{ends:?}");
        assert!(met[0] > 500, "{met:?}");
        assert_eq!(met[1] > 0, cycle, "two zero moves in a row: {met:?}");
    }
}

/// A start position of which each tower is missing with a chance of `absent`.
pub(super) fn reduced_start(rng: &mut StdRng, absent: f64) -> String {
    loop {
        let mut row = |towers: &str| -> String {
            let towers = towers.chars();
            towers
                .map(|tower| if rng.random_bool(absent) { '1' } else { tower })
                .collect()
        };
        let (white, black) = (row("NZPSARVM"), row("mvraspzn"));
        let text = format!("{white}/8/8/8/8/8/8/{black} b - 0 1");
        if Position::parse_with(&text, Towers::Some).is_ok() {
            return text;
        }
    }
}

#[test]
fn random_games_with_fewer_towers_agree_with_the_slow_implementation_under_both_deadlocks() {
    for cycle in [false, true] {
        let mut rng = StdRng::seed_from_u64(8);
        let mut met = [0; 4];
        let mut ends = [0; 2];
        for game in 0..3000 {
            let start = reduced_start(&mut rng, [0.1, 0.4, 0.7][game % 3]);
            let reason = play_both(&mut rng, &start, cycle, &mut met);
            ends[usize::from(reason == "deadlock")] += 1;
        }
        assert!(ends[0] > 1000 && ends[1] > 2, "{ends:?}");
        assert!(met[0] > 300, "{met:?}");
    }
}

#[test]
fn reflecting_the_board_reflects_the_game() {
    let mut rng = StdRng::seed_from_u64(6);
    for game in 0..300 {
        let start = reduced_start(&mut rng, [0.0, 0.0, 0.3][game % 3]);
        let mut here = Position::parse_with(&start, Towers::Some).expect("legal");
        while let Some(&m) = here.legal_moves().choose(&mut rng) {
            let reflect = |square: u8| square ^ 7;
            let image = here.mirrored();
            let moves = image.legal_moves();
            assert_eq!(moves.len(), here.count_moves());
            let found = moves
                .into_iter()
                .find(|r| (reflect(r.from), reflect(r.to)) == (m.from, m.to));
            here = here.play(m);
            let next = image.play(found.expect("the reflected move"));
            assert_eq!(next, here.mirrored());
            assert_eq!(next.outcome(), here.outcome());
        }
    }
}

#[test]
fn keys_tell_positions_apart_and_do_not_count_plies() {
    let mut rng = StdRng::seed_from_u64(7);
    let mut seen: std::collections::HashMap<u64, String> = std::collections::HashMap::new();
    for _ in 0..2000 {
        let mut here = Position::start();
        while let Some(&m) = here.legal_moves().choose(&mut rng) {
            let text = here.text();
            let without_ply = text.rsplit_once(' ').expect("five fields").0.to_owned();
            if let Some(other) = seen.insert(here.key(), without_ply.clone()) {
                assert_eq!(other, without_ply);
            }
            here = here.play(m);
        }
    }
    assert!(seen.len() > 5000);
    let zero = |flag| format!("NZPSA1VM/m7/5R2/8/8/8/8/1vraspzn b r {flag} 9");
    let key = |text: &str| Position::parse(text).expect(text).key();
    assert_ne!(
        key(&zero(0)),
        key(&zero(1)),
        "the zero flag belongs to the state"
    );
    let cycle = Position::start().with_deadlock(Deadlock::Cycle);
    assert_ne!(cycle.key(), Position::start().key());
    assert_eq!(Position::start().side(), Side::Black);
}
