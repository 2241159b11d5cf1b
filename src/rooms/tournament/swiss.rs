//! Pairings of a round by the Swiss system of FIDE (handbook C.04.3, the Dutch system, in force from February 2026).
//!
//! Brackets of equal scores are paired from the top, each together with the players who float down to it. The
//! criteria of a bracket are combined into one weight for each pair ([`Bracket::weight`]); a maximum-weight matching
//! over all remaining players satisfies the absolute criteria, lets the rest be paired, and is optimal. Among optimal
//! matchings the order of the handbook decides: the highest downfloaters are paired, each in turn with the first
//! possible opponent; the other players are paired upper half against lower half with the fewest and smallest
//! exchanges, again each with the first possible opponent. Each of these choices is a small number after the criteria
//! in the weight.

use super::bracket::Bracket;
use super::history::{Plan, Round};
use super::matching::{DIGITS, Weight, matching};
use super::{Pairing, Played};

/// Players who are not paired yet, and their best matching.
struct Left {
    /// Remaining players in their order, followed by the vertex of the bye if there is one.
    vertices: Vec<usize>,
    /// Weight of each pair, by the players' numbers.
    worth: Vec<Vec<Weight>>,
    /// Opponent of each player in the best matching found last; `usize::MAX` if there is none.
    mates: Vec<usize>,
}

impl Left {
    /// Creates the state for a bracket; `rest` are its players and all below it.
    fn new(round: &Round, bracket: &Bracket, rest: &[usize]) -> Left {
        let bye = round.players.len();
        let mut left = Left {
            vertices: rest.to_vec(),
            worth: vec![vec![Weight::ZERO; bye + 1]; bye + 1],
            mates: vec![usize::MAX; bye + 1],
        };
        if bracket.bye.is_some() {
            left.vertices.push(bye);
        }
        for (place, a) in left.vertices.iter().enumerate() {
            for b in &left.vertices[place + 1..] {
                let weight = bracket.weight(round, *a, Some(*b).filter(|b| *b != bye));
                left.worth[*a][*b] = weight;
                left.worth[*b][*a] = weight;
            }
        }
        left
    }

    /// Finds the best matching. Among matchings of equal weight, `preference` decides: a number for each pair of
    /// players, given in their order. Returns false if somebody has no opponent.
    fn best(&mut self, preference: impl Fn(usize, usize) -> i64) -> bool {
        let weight = |x: usize, y: usize| {
            let (a, b) = (self.vertices[x.min(y)], self.vertices[x.max(y)]);
            let mut weight = self.worth[a][b];
            if weight > Weight::ZERO {
                weight.0[DIGITS - 1] = preference(a, b);
            }
            weight
        };
        let (mates, _) = matching(self.vertices.len(), weight);
        for (own, mate) in self.vertices.iter().zip(&mates) {
            self.mates[*own] = mate.map_or(usize::MAX, |mate| self.vertices[mate]);
        }
        mates.iter().all(Option::is_some)
    }

    fn forbid(&mut self, a: usize, b: usize) {
        self.worth[a][b] = Weight::ZERO;
        self.worth[b][a] = Weight::ZERO;
    }

    /// Pairs a player with the first of `others` that keeps the matching optimal, and removes both from the remaining
    /// players. Returns the numbers of the two.
    fn pair(&mut self, number: usize, others: &[usize]) -> (usize, usize) {
        let possible = |other: &&usize| self.worth[number][**other] > Weight::ZERO;
        let first = others.iter().find(possible).copied();
        if first != Some(self.mates[number]) {
            let rank: Vec<i64> = {
                let mut rank = vec![0; self.mates.len()];
                for (place, other) in others.iter().rev().enumerate() {
                    rank[*other] = i64::try_from(place).unwrap_or(0) + 1;
                }
                rank
            };
            self.best(|a, b| match number {
                n if n == a => rank[b],
                n if n == b => rank[a],
                _ => 0,
            });
        }
        let other = self.mates[number];
        self.vertices.retain(|own| *own != number && *own != other);
        (number, other)
    }
}

/// Returns the pairings of the next round, for the players marked in `active`; `None` if they cannot be paired
/// without repeating a pairing or violating another absolute criterion.
pub fn swiss(
    players: usize,
    active: &[bool],
    games: &[Played],
    plan: Plan,
) -> Option<Vec<Pairing>> {
    let round = &Round::new(players, active, games, plan);
    let mut left = round.order(active);
    let bye = bye_score(round, &left)?;
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut moved: Vec<usize> = Vec::new();
    loop {
        let below: Vec<usize> = left
            .iter()
            .copied()
            .filter(|n| !moved.contains(n))
            .collect();
        let Some(first) = below.first() else { break };
        let of = |score: u32| {
            below
                .iter()
                .copied()
                .filter(move |n| round.points(*n) == score)
        };
        let score = round.points(*first);
        let lower = below.iter().map(|n| round.points(*n)).find(|s| *s < score);
        let residents = of(score).collect();
        let next = lower.map(|lower| of(lower).collect()).unwrap_or_default();
        let bracket = Bracket::new(round, moved, residents, next, bye);
        let found = pair_bracket(round, bracket, &left)?;
        left.retain(|n| found.iter().all(|(a, b)| n != a && n != b));
        let floats = |n: &usize| round.points(*n) >= score;
        moved = left.iter().copied().filter(floats).collect();
        pairs.extend(found);
    }
    let pairing = |(a, b): (usize, usize)| {
        let (white, black) = round.colors(a, b);
        let black = Some(black);
        Pairing { white, black }
    };
    let mut pairings: Vec<Pairing> = pairs.into_iter().map(pairing).collect();
    match (&left[..], bye) {
        ([], None) => {}
        ([one], Some(_)) => pairings.push(Pairing {
            white: *one,
            black: None,
        }),
        _ => return None,
    }
    Some(pairings)
}

/// Returns the least score of a player who can get the bye so that all others can be paired (C5). The inner `None`
/// means that no bye is needed, the outer one that there is no valid round.
fn bye_score(round: &Round, order: &[usize]) -> Option<Option<u32>> {
    if order.len().is_multiple_of(2) {
        return Some(None);
    }
    let bye = order.len();
    let weight = |a: usize, b: usize| {
        let (a, b) = (a.min(b), a.max(b));
        let mut weight = Weight::ZERO;
        if b < bye && round.may_meet(order[a], order[b]) {
            weight.0[0] = 1;
        } else if b == bye && !round.players[order[a]].had_bye {
            weight.0[0] = 1;
            weight.0[1] = -i64::from(round.points(order[a]));
        }
        weight
    };
    let (mates, _) = matching(order.len() + 1, weight);
    let complete = mates.iter().all(Option::is_some);
    let rests = mates.last().copied().flatten().filter(|_| complete)?;
    Some(Some(round.points(order[rests])))
}

/// Returns the pairs within a bracket; `None` if the remaining players cannot be paired.
fn pair_bracket(
    round: &Round,
    mut bracket: Bracket,
    rest: &[usize],
) -> Option<Vec<(usize, usize)>> {
    let mut left = Left::new(round, &bracket, rest);
    if !left.best(|_, _| 0) {
        return None;
    }
    let score = bracket.residents.first().map(|n| round.points(*n));
    if bracket.bye >= score && score.is_some() && bracket.bye.is_some() {
        let all = bracket.moved.iter().chain(&bracket.residents);
        let down = all.filter(|n| !bracket.has(left.mates[**n])).count();
        if down == 1 {
            bracket.is_bye_alone = true;
            left = Left::new(round, &bracket, rest);
            left.best(|_, _| 0);
        }
    }
    let mut pairs = pair_moved(&mut left, &bracket);
    pairs.extend(pair_residents(&mut left, &bracket));
    Some(pairs)
}

/// Pairs the downfloaters: as many high ones as possible, each with the first possible opponent. Returns the pairs of
/// players' numbers, and removes these players from `left`.
fn pair_moved(left: &mut Left, bracket: &Bracket) -> Vec<(usize, usize)> {
    let residents = &bracket.residents;
    let mut chosen = Vec::new();
    for number in &bracket.moved {
        let is_in = |left: &Left| residents.contains(&left.mates[*number]);
        if !is_in(left) {
            left.best(|a, b| i64::from(a == *number && residents.contains(&b)));
        }
        // From here on it is decided whether this player is paired within the bracket.
        let settled = is_in(left);
        for other in left.vertices.clone() {
            if residents.contains(&other) != settled {
                left.forbid(*number, other);
            }
        }
        if settled {
            chosen.push(*number);
        }
    }
    let pair = |number: usize| left.pair(number, residents);
    chosen.into_iter().map(pair).collect()
}

/// Pairs the remaining players of a bracket: upper half against lower half, with as few exchanges as possible. Returns
/// the pairs of players' numbers, and removes these players from `left`.
fn pair_residents(left: &mut Left, bracket: &Bracket) -> Vec<(usize, usize)> {
    let is_left = |number: &usize| left.vertices.contains(number);
    let open: Vec<usize> = bracket.residents.iter().copied().filter(is_left).collect();
    let place = |number: usize| open.iter().position(|own| *own == number);
    // Returns true if the player comes first in a pair.
    let leads = |left: &Left, at: usize| place(left.mates[open[at]]).is_some_and(|mate| mate > at);
    let half = (0..open.len()).filter(|at| leads(left, *at)).count();
    if half == 0 {
        return Vec::new();
    }
    let mut places = vec![None; left.mates.len()];
    for (at, number) in open.iter().enumerate() {
        places[*number] = Some(at);
    }
    let large = i64::try_from(4 * (open.len() + 1) * (open.len() + 1)).unwrap_or(i64::MAX >> 8);
    // Prefers few exchanges, then small ones; `more` is added for pairs in which `leader` comes first.
    let exchanges = |leader: usize, more: i64| {
        let places = &places;
        move |a: usize, b: usize| match (places[a], places[b]) {
            (Some(at), Some(_)) => {
                let small = i64::try_from(2 * at).unwrap_or(0);
                let upper = if at < half { large } else { 0 };
                upper - small + if at == leader { more } else { 0 }
            }
            _ => 0,
        }
    };
    left.best(exchanges(0, 0));
    let count = (0..half).filter(|at| !leads(left, *at)).count();
    // Of the upper half, the lowest players are exchanged first …
    let mut remaining = count;
    for at in (0..half).rev() {
        if remaining == 0 {
            break;
        }
        if leads(left, at) {
            left.best(exchanges(at, -1));
        }
        if !leads(left, at) {
            remaining -= 1;
            for other in &open[at + 1..] {
                left.forbid(open[at], *other);
            }
        }
    }
    // … and of the lower half, the highest.
    remaining = count;
    for (at, first) in open.iter().enumerate().skip(half) {
        if remaining == 0 {
            break;
        }
        if !leads(left, at) {
            left.best(exchanges(at, 1));
        }
        if leads(left, at) {
            remaining -= 1;
            for other in left.vertices.clone() {
                if places[other].is_none_or(|place| place < at) {
                    left.forbid(*first, other);
                }
            }
        }
    }
    let (leaders, others): (Vec<usize>, Vec<usize>) =
        (0..open.len()).partition(|at| leads(left, *at));
    for (at, number) in open.iter().enumerate() {
        for (later, other) in open.iter().enumerate().skip(at + 1) {
            if !leaders.contains(&at) || leaders.contains(&later) {
                left.forbid(*number, *other);
            }
        }
    }
    let pair = |at: usize| {
        let behind = others.iter().filter(|other| **other > at);
        let behind: Vec<usize> = behind.map(|other| open[*other]).collect();
        let behind: Vec<usize> = behind
            .into_iter()
            .filter(|n| left.vertices.contains(n))
            .collect();
        left.pair(open[at], &behind)
    };
    leaders.into_iter().map(pair).collect()
}
