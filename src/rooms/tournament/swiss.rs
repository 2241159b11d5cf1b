//! Pairings of a round by the Swiss system of FIDE (handbook C.04.3, the Dutch system).
//!
//! Brackets of equal scores are paired from the top, each with those that float down to it. What a bracket aims at is
//! one weight for each edge, whose numbers are the criteria in the handbook's order; the matching of the greatest
//! weight over all players that are left keeps the absolute criteria, lets the rest be paired, and is as good as any.
//! Among matchings as good, the order of the handbook decides: the upper half against the lower half with the fewest
//! exchanges, each player in turn with the first opponent that does not spoil anything.
//!
//! Parts of the handbook that are left out: the accelerated systems, half-point byes, and, among exchanges of equally many
//! players, the comparison of their numbers: the lowest of the upper half are exchanged first. Games lost by absence count
//! as played.

use super::matching::{Weight, matching};
use super::{Pairing, Played};
use std::collections::{BTreeSet, HashSet};

/// Direction in which a player was paired with another score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Float {
    Down,
    Up,
    None,
}

/// Strength of the wish for a colour, by the handbook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Due {
    Nothing,
    Mild,
    Strong,
    Absolute,
}

/// History of a player.
#[derive(Clone, Debug, Default)]
pub(super) struct Player {
    pub points: u32,
    pub met: HashSet<usize>,
    pub had_bye: bool,
    /// Colours of the games played, oldest first; true for white.
    whites: Vec<bool>,
    /// By round.
    floats: Vec<(usize, Option<bool>)>,
}

impl Player {
    /// Games with white less games with black.
    fn balance(&self) -> i32 {
        let one = |white: &bool| if *white { 1 } else { -1 };
        self.whites.iter().map(one).sum()
    }

    /// Games with white less games with black, and the colour of the last one.
    pub(super) fn whites(&self) -> (i32, bool) {
        (self.balance(), self.whites.last().copied().unwrap_or(false))
    }

    /// The colour that is due (true for white), and how much.
    pub(super) fn due(&self) -> (Due, Option<bool>) {
        let balance = self.balance();
        let last = self.whites.last().copied();
        let twice = match self.whites[..] {
            [.., one, two] if one == two => Some(one),
            _ => None,
        };
        match (balance, twice, last) {
            (2.., _, _) | (_, Some(true), _) => (Due::Absolute, Some(false)),
            (..=-2, _, _) | (_, Some(false), _) => (Due::Absolute, Some(true)),
            (1, ..) => (Due::Strong, Some(false)),
            (-1, ..) => (Due::Strong, Some(true)),
            (_, _, Some(last)) => (Due::Mild, Some(!last)),
            (_, _, None) => (Due::Nothing, None),
        }
    }

    fn float(&self, round: usize) -> Float {
        match self.floats.iter().find(|(known, _)| *known == round) {
            Some((_, Some(true))) => Float::Down,
            Some((_, Some(false))) => Float::Up,
            _ => Float::None,
        }
    }
}

/// Histories of all players.
pub(super) fn histories(players: usize, games: &[Played]) -> Vec<Player> {
    let mut all = vec![Player::default(); players];
    let rounds = games.iter().map(|game| game.round).max().unwrap_or(0);
    for round in 1..=rounds {
        let before: Vec<u32> = all.iter().map(|player| player.points).collect();
        for game in games.iter().filter(|game| game.round == round) {
            for (number, other) in game.sides() {
                let Some(player) = all.get_mut(number) else {
                    continue;
                };
                let float = match other {
                    None => Some(true),
                    Some(other) => match before.get(other).map(|o| before[number].cmp(o)) {
                        Some(std::cmp::Ordering::Greater) => Some(true),
                        Some(std::cmp::Ordering::Less) => Some(false),
                        _ => None,
                    },
                };
                player.floats.push((round, float));
                player.points += game.half_points(number);
                match other {
                    Some(other) => {
                        player.met.insert(other);
                        player.whites.push(game.pairing.white == number);
                    }
                    None => player.had_bye = true,
                }
            }
        }
    }
    all
}

/// A round to be paired.
pub(super) struct Round {
    pub players: Vec<Player>,
    /// Rounds played.
    past: usize,
    is_last: bool,
}

impl Round {
    pub(super) fn new(players: usize, games: &[Played], is_last: bool) -> Round {
        Round {
            players: histories(players, games),
            past: games.iter().map(|game| game.round).max().unwrap_or(0),
            is_last,
        }
    }

    /// Returns true for one who has more than half of all points before the last round.
    fn is_top(&self, number: usize) -> bool {
        self.is_last && self.players[number].points as usize > self.past
    }

    /// Returns true if two want the same colour, each at least so much.
    pub(super) fn clash(&self, a: usize, b: usize, least: Due) -> bool {
        let ((a, first), (b, second)) = (self.players[a].due(), self.players[b].due());
        first.is_some() && first == second && a.min(b) >= least
    }

    /// Returns true if two may meet: they have not, and not both must have the same colour.
    pub(super) fn may_meet(&self, a: usize, b: usize) -> bool {
        let met = self.players[a].met.contains(&b);
        !met && (!self.clash(a, b, Due::Absolute) || self.is_top(a) || self.is_top(b))
    }

    /// In the order of scores and numbers.
    pub(super) fn order(&self, active: &[bool]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len())
            .filter(|number| active.get(*number).copied().unwrap_or(false))
            .collect();
        order.sort_by_key(|number| (std::cmp::Reverse(self.players[*number].points), *number));
        order
    }

    /// The one of two who has white.
    fn colors(&self, a: usize, b: usize) -> (usize, usize) {
        let (one, other) = (&self.players[a], &self.players[b]);
        let as_wished = |wish: Option<bool>, whose: usize, against: usize| match wish {
            Some(false) => (against, whose),
            _ => (whose, against),
        };
        // The higher of the two comes first.
        let key = |number: usize| (std::cmp::Reverse(self.players[number].points), number);
        let (high, low) = if key(a) < key(b) { (a, b) } else { (b, a) };
        match (one.due(), other.due()) {
            ((_, None), (_, None)) => as_wished(Some(high.is_multiple_of(2)), high, low),
            ((_, wish @ Some(_)), (_, None)) => as_wished(wish, a, b),
            ((_, None), (_, wish @ Some(_))) => as_wished(wish, b, a),
            ((_, first), (_, second)) if first != second => as_wished(first, a, b),
            ((much, first), (less, second)) => {
                let weight = |due: Due, number: usize| {
                    (due, self.players[number].balance().unsigned_abs().max(1))
                };
                match weight(much, a).cmp(&weight(less, b)) {
                    std::cmp::Ordering::Greater => as_wished(first, a, b),
                    std::cmp::Ordering::Less => as_wished(second, b, a),
                    std::cmp::Ordering::Equal => {
                        let pairs = one.whites.iter().rev().zip(other.whites.iter().rev());
                        let differ = pairs.into_iter().find(|(x, y)| x != y);
                        match differ {
                            Some((white, _)) => as_wished(Some(!*white), a, b),
                            None => as_wished(self.players[high].due().1, high, low),
                        }
                    }
                }
            }
        }
    }
}

/// A bracket: who floats down to it, and who has its score.
pub(super) struct Bracket {
    pub moved: Vec<usize>,
    pub residents: Vec<usize>,
    /// Players of the next lower score.
    pub next: Vec<usize>,
}

impl Bracket {
    fn has(&self, number: usize) -> bool {
        self.moved.contains(&number) || self.residents.contains(&number)
    }

    /// Returns the worth of an edge to the bracket; zero if two may not meet. `None` is the place of the bye.
    pub(super) fn weight(&self, round: &Round, a: usize, b: Option<usize>) -> Weight {
        let allowed = match b {
            Some(b) => round.may_meet(a, b),
            None => !round.players[a].had_bye,
        };
        let mut weight = Weight::ZERO;
        if !allowed {
            return weight;
        }
        let digits = &mut weight.0;
        digits[0] = 1;
        let inside = |number: usize| self.has(number);
        let (a_in, b_in) = (inside(a), b.is_some_and(inside));
        let points = |number: usize| round.players[number].points;
        if let Some(b) = b.filter(|_| a_in && b_in) {
            digits[1] = 1;
            // Those with the highest scores are paired first.
            let scores: BTreeSet<u32> = self.moved.iter().map(|m| points(*m)).collect();
            for number in [a, b] {
                if self.moved.contains(&number) {
                    let place = scores.iter().rev().position(|s| *s == points(number));
                    digits[2 + place.unwrap_or(0).min(3)] += 1;
                }
            }
            digits[7] = -i32::from(round.clash(a, b, Due::Absolute));
            digits[8] = -i32::from(round.clash(a, b, Due::Mild));
            digits[9] = -i32::from(round.clash(a, b, Due::Strong));
            let low = if points(a) < points(b) { a } else { b };
            if points(a) != points(b) {
                for (digit, ago) in [(11, 0), (13, 1)] {
                    let up =
                        ago < round.past && round.players[low].float(round.past - ago) == Float::Up;
                    digits[digit] -= i32::from(up);
                }
            }
        }
        let near = |number: usize| inside(number) || self.next.contains(&number);
        if b.is_some_and(|b| near(a) && near(b)) {
            digits[6] = 1;
        }
        for (own, there) in [(Some(a), b_in), (b, a_in)] {
            if let Some(own) = own.filter(|own| inside(*own) && !there) {
                for (digit, ago) in [(10, 0), (12, 1)] {
                    let down = ago < round.past
                        && round.players[own].float(round.past - ago) == Float::Down;
                    digits[digit] -= i32::from(down);
                }
            }
        }
        weight
    }
}

/// The players that are left, and how they are matched best.
struct Left<'r> {
    round: &'r Round,
    bracket: &'r Bracket,
    /// Upper and lower half of the players who are to meet across; empty before there are halves.
    halves: (Vec<usize>, Vec<usize>),
    /// All players who are not paired yet; `None` is the place of the bye.
    vertices: Vec<Option<usize>>,
}

impl Left<'_> {
    fn weight(&self, a: usize, b: usize) -> Weight {
        let (a, b) = match (self.vertices[a], self.vertices[b]) {
            (Some(a), b) => (a, b),
            (None, Some(b)) => (b, None),
            (None, None) => return Weight::ZERO,
        };
        let mut weight = self.bracket.weight(self.round, a, b);
        let crosses = |a: usize, b: usize| self.halves.0.contains(&a) && self.halves.1.contains(&b);
        if let Some(b) = b
            && weight > Weight::ZERO
            && (crosses(a, b) || crosses(b, a))
        {
            weight.0[14] = 1;
        }
        weight
    }

    fn place(&self, number: usize) -> Option<usize> {
        self.vertices.iter().position(|v| *v == Some(number))
    }

    fn best(&self) -> (Vec<Option<usize>>, Weight) {
        matching(self.vertices.len(), |a, b| self.weight(a, b))
    }

    /// The first of some opponents with whom a player's pairing is as good as the best one, which is so good; both are
    /// taken out.
    fn fix(&mut self, number: usize, others: &[usize], good: &mut Weight) -> Option<usize> {
        let own = self.place(number)?;
        for other in others {
            let Some(place) = self.place(*other) else {
                continue;
            };
            let weight = self.weight(own, place);
            if weight == Weight::ZERO {
                continue;
            }
            let mut rest = self.vertices.clone();
            rest.retain(|v| *v != Some(number) && *v != Some(*other));
            let before = std::mem::replace(&mut self.vertices, rest);
            let (_, total) = self.best();
            if total + weight == *good {
                *good = total;
                return Some(*other);
            }
            self.vertices = before;
        }
        None
    }
}

/// Pairings of the next round: of the players who are in (`active`, by number), after these games. `None` if there is
/// no round in which nobody meets anybody twice.
pub fn swiss(
    players: usize,
    active: &[bool],
    games: &[Played],
    is_last: bool,
) -> Option<Vec<Pairing>> {
    let round = Round::new(players, games, is_last);
    let mut left = round.order(active);
    let odd = left.len() % 2 == 1;
    let mut pairs: Vec<(usize, Option<usize>)> = Vec::new();
    let mut moved: Vec<usize> = Vec::new();
    while !left.is_empty() {
        let mut fresh = left.iter().filter(|number| !moved.contains(number));
        let score = fresh.next().map(|number| round.players[*number].points);
        let of = |score: Option<u32>| -> Vec<usize> {
            let all = left.iter().filter(|number| !moved.contains(number));
            all.copied()
                .filter(|number| Some(round.players[*number].points) == score)
                .collect()
        };
        let lower = left.iter().map(|number| round.players[*number].points);
        let lower = lower.filter(|points| Some(*points) < score).max();
        let bracket = Bracket {
            residents: of(score),
            next: if lower.is_some() {
                of(lower)
            } else {
                Vec::new()
            },
            moved: moved.clone(),
        };
        let found = pair_bracket(&round, &bracket, &left, odd)?;
        let done: HashSet<usize> = found.iter().flat_map(|(a, b)| [*a, *b]).collect();
        pairs.extend(found.into_iter().map(|(a, b)| (a, Some(b))));
        let all = bracket.moved.iter().chain(&bracket.residents);
        let rest: Vec<usize> = all.copied().filter(|n| !done.contains(n)).collect();
        left.retain(|number| !done.contains(number));
        if rest.len() == left.len() {
            // The last bracket: one at most is left, for whom the matching has kept the bye.
            if rest.len() > 1 {
                return None;
            }
            pairs.extend(rest.into_iter().map(|number| (number, None)));
            break;
        }
        moved = rest;
    }
    let pairing = |(a, b): (usize, Option<usize>)| match b {
        Some(b) => {
            let (white, black) = round.colors(a, b);
            let black = Some(black);
            Pairing { white, black }
        }
        None => Pairing {
            white: a,
            black: None,
        },
    };
    Some(pairs.into_iter().map(pairing).collect())
}

/// The pairs within a bracket. `None` if the rest cannot be paired.
fn pair_bracket(
    round: &Round,
    bracket: &Bracket,
    rest: &[usize],
    odd: bool,
) -> Option<Vec<(usize, usize)>> {
    let mut left = Left {
        round,
        bracket,
        halves: Default::default(),
        vertices: rest.iter().copied().map(Some).collect(),
    };
    if odd {
        left.vertices.push(None);
    }
    let (mates, mut good) = left.best();
    if mates.iter().any(Option::is_none) {
        return None;
    }
    let mut pairs = Vec::new();
    for number in &bracket.moved {
        let all = bracket.residents.iter().chain(&bracket.moved);
        let others: Vec<usize> = all.copied().filter(|other| other != number).collect();
        if let Some(other) = left.fix(*number, &others, &mut good) {
            pairs.push((*number, other));
        }
    }
    let open: Vec<usize> = bracket
        .residents
        .iter()
        .copied()
        .filter(|number| left.place(*number).is_some())
        .collect();
    let (mates, _) = left.best();
    let is_inside = |number: &&usize| {
        let mate = left.place(**number).and_then(|place| mates[place]);
        let mate = mate.and_then(|mate| left.vertices[mate]);
        mate.is_some_and(|mate| open.contains(&mate))
    };
    let half = open.iter().filter(is_inside).count() / 2;
    let (upper, lower) = open.split_at(half);
    left.halves = (upper.to_vec(), lower.to_vec());
    (_, good) = left.best();
    for (place, number) in open.iter().enumerate() {
        let others: Vec<usize> = if place < half {
            let exchanged = upper[place + 1..].iter().rev();
            lower.iter().chain(exchanged).copied().collect()
        } else {
            open[place + 1..].to_vec()
        };
        if let Some(other) = left.fix(*number, &others, &mut good) {
            pairs.push((*number, other));
        }
    }
    Some(pairs)
}
