//! Pairings of an arena: free players are paired with others of similar standing.

use super::history::{Plan, histories};
use super::standings::of_arena;
use super::{Pairing, Played};

/// Pairs the free players, given by their numbers; `inside` is the number of players who take part at present. Nobody
/// meets the same opponent twice in a row, unless only two take part.
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
        // White is the one with fewer white games, or else the one who had black last.
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
