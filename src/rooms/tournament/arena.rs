//! Pairings of an arena: whoever is free plays somebody of like standing.

use super::history::{Plan, histories};
use super::standings::of_arena;
use super::{Pairing, Played};

/// Pairings of those who are free (`free`, by number), of so many who are in. Nobody meets the same opponent twice in a
/// row, unless there are only two.
pub fn arena(players: usize, free: &[usize], inside: usize, games: &[Played]) -> Vec<Pairing> {
    let past = histories(players, games, Plan::default());
    let last = |number: usize| {
        let of = |game: &Played| game.sides().find(|(own, _)| *own == number)?.1;
        games.iter().rev().find_map(of)
    };
    let lines = of_arena(players, games);
    let mut waiting: Vec<usize> = lines
        .iter()
        .map(|line| line.player)
        .filter(|number| free.contains(number))
        .collect();
    let mut pairings = Vec::new();
    while waiting.len() > 1 {
        let one = waiting.remove(0);
        let suits =
            |other: &usize| inside <= 2 || (last(one) != Some(*other) && last(*other) != Some(one));
        let Some(place) = waiting.iter().position(suits) else {
            continue;
        };
        let other = waiting.remove(place);
        // White for whoever has had it less, or not the last time.
        let had = |number: usize| past[number].whites();
        let (a, b) = (had(one), had(other));
        let (white, black) = if (a, one) <= (b, other) {
            (one, other)
        } else {
            (other, one)
        };
        let black = Some(black);
        pairings.push(Pairing { white, black });
    }
    pairings
}
