//! History of each player, as needed by the Swiss system: scores, colours, floats, byes, and allowed opponents.

use super::Played;
use std::cmp::{Ordering, Reverse};
use std::collections::HashSet;

/// Direction in which a player floated, that is, was paired with a player of a different score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Float {
    Down,
    Up,
    #[default]
    None,
}

/// Strength of a colour preference, as defined by the handbook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Due {
    Nothing,
    Mild,
    Strong,
    Absolute,
}

/// Plan of a Swiss tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Number of rounds.
    pub rounds: usize,
    /// True for the Baku acceleration (C.04.5.1): the upper half gets virtual points in the first half of the rounds.
    pub is_accelerated: bool,
}

impl Plan {
    /// Virtual half-points of a player for the pairing of a round; `place` counts from 0, `round` from 1.
    pub(super) fn advance(self, players: usize, place: usize, round: usize) -> u32 {
        let upper = 2 * players.div_ceil(4);
        let all = self.rounds.div_ceil(2);
        let full = all.div_ceil(2);
        match round {
            _ if !self.is_accelerated || place >= upper || round > all => 0,
            _ if round <= full => 2,
            _ => 1,
        }
    }
}

/// Results of one player in the rounds played so far, as the pairing of the next round needs them.
#[derive(Clone, Debug, Default)]
pub(super) struct Player {
    /// Half-points, including virtual ones.
    pub points: u32,
    pub met: HashSet<usize>,
    /// True after a bye, or after a win without playing: the player may not get another bye.
    pub had_bye: bool,
    /// True if the player was paired in some earlier round.
    is_known: bool,
    /// Colours of the games played, oldest first; true for white.
    whites: Vec<bool>,
    /// Float of the player in each round played, oldest first.
    floats: Vec<Float>,
}

impl Player {
    /// Number of games with white less that with black.
    pub(super) fn balance(&self) -> i32 {
        let one = |white: &bool| if *white { 1 } else { -1 };
        self.whites.iter().map(one).sum()
    }

    /// Number of games played.
    pub(super) fn games(&self) -> usize {
        self.whites.len()
    }

    /// Number of games with white less that with black, and the colour of the last game, true for white (false if
    /// there is none).
    pub(super) fn whites(&self) -> (i32, bool) {
        (self.balance(), self.whites.last().copied().unwrap_or(false))
    }

    /// Colour of the last two games, true for white; `None` if they differ or there are fewer.
    pub(super) fn twice(&self) -> Option<bool> {
        match self.whites[..] {
            [.., one, two] if one == two => Some(one),
            _ => None,
        }
    }

    /// Strength of the colour preference, and the colour, true for white; `None` before the first game.
    pub(super) fn due(&self) -> (Due, Option<bool>) {
        match (self.balance(), self.twice(), self.whites.last()) {
            (2.., ..) => (Due::Absolute, Some(false)),
            (..=-2, ..) => (Due::Absolute, Some(true)),
            (_, Some(twice), _) => (Due::Absolute, Some(!twice)),
            (1, ..) => (Due::Strong, Some(false)),
            (-1, ..) => (Due::Strong, Some(true)),
            (_, _, Some(last)) => (Due::Mild, Some(!last)),
            (_, _, None) => (Due::Nothing, None),
        }
    }
}

/// Returns the histories of all players, with their virtual points for the round to be paired.
pub(super) fn histories(players: usize, games: &[Played], plan: Plan) -> Vec<Player> {
    let mut all = vec![Player::default(); players];
    let rounds = games.iter().map(|game| game.round).max().unwrap_or(0);
    for round in 1..=rounds {
        let score =
            |(place, player): (usize, &Player)| player.points + plan.advance(players, place, round);
        let before: Vec<u32> = all.iter().enumerate().map(score).collect();
        all.iter_mut()
            .for_each(|player| player.floats.push(Float::None));
        for game in games.iter().filter(|game| game.round == round) {
            for (number, other) in game.met() {
                let Some(player) = all.get_mut(number) else {
                    continue;
                };
                let won = game.half_points(number);
                player.points += won;
                let float = match other {
                    None if won > 0 => Float::Down,
                    None => Float::None,
                    Some(other) => match before.get(other).map(|o| before[number].cmp(o)) {
                        Some(Ordering::Greater) => Float::Down,
                        Some(Ordering::Less) => Float::Up,
                        _ => Float::None,
                    },
                };
                if let Some(last) = player.floats.last_mut() {
                    *last = float;
                }
                // A requested bye does not count as a pairing.
                player.is_known |= game.pairing.black.is_some() || won == 2;
                match other {
                    Some(other) => {
                        player.met.insert(other);
                        player.whites.push(game.pairing.white == number);
                    }
                    None => player.had_bye |= won == 2,
                }
            }
        }
    }
    for (place, player) in all.iter_mut().enumerate() {
        player.points += plan.advance(players, place, rounds + 1);
    }
    all
}

/// A round to be paired: histories and places of the players.
pub(super) struct Round {
    pub players: Vec<Player>,
    /// Number of rounds that have been played before this one.
    past: usize,
    is_last: bool,
    /// Place of each player among those who were ever paired or are active now.
    ranks: Vec<usize>,
}

impl Round {
    pub(super) fn new(players: usize, active: &[bool], games: &[Played], plan: Plan) -> Round {
        let players = histories(players, games, plan);
        let past = games.iter().map(|game| game.round).max().unwrap_or(0);
        let mut rank = 0;
        let mut rank_of = |(place, player): (usize, &Player)| {
            let here = player.is_known || active.get(place).copied().unwrap_or(false);
            rank += usize::from(here);
            rank.saturating_sub(1)
        };
        Round {
            ranks: players.iter().enumerate().map(&mut rank_of).collect(),
            is_last: past + 1 >= plan.rounds,
            past,
            players,
        }
    }

    pub(super) fn points(&self, number: usize) -> u32 {
        self.players[number].points
    }

    /// Float of a player `ago` rounds before; 1 is the last round.
    pub(super) fn float(&self, number: usize, ago: usize) -> Float {
        let place = self.past.checked_sub(ago);
        let found = place.and_then(|place| self.players[number].floats.get(place));
        found.copied().unwrap_or_default()
    }

    /// Returns true for a top scorer: in the last round a player with more than half of the possible points.
    fn is_top(&self, number: usize) -> bool {
        self.is_last && self.players[number].points as usize > self.past
    }

    /// Returns true if two players prefer the same colour, both at least with strength `least`.
    pub(super) fn clash(&self, a: usize, b: usize, least: Due) -> bool {
        let ((a, first), (b, second)) = (self.players[a].due(), self.players[b].due());
        first.is_some() && first == second && a.min(b) >= least
    }

    /// Returns true if two players may meet: they have not met, and not both must have the same colour, which top
    /// scorers need not.
    pub(super) fn may_meet(&self, a: usize, b: usize) -> bool {
        let met = self.players[a].met.contains(&b);
        !met && (!self.clash(a, b, Due::Absolute) || self.is_top(a) || self.is_top(b))
    }

    /// Returns the numbers of the active players, the highest score first; of equal scores the lowest number first.
    /// `active` is indexed by player; a player beyond its end is not active.
    pub(super) fn order(&self, active: &[bool]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len())
            .filter(|number| active.get(*number).copied().unwrap_or(false))
            .collect();
        order.sort_by_key(|number| self.key(*number));
        order
    }

    /// Sort key for the order of scores and numbers.
    fn key(&self, number: usize) -> (Reverse<u32>, usize) {
        (Reverse(self.players[number].points), number)
    }

    /// Returns the players of a pair as (white, black). In the first round the stronger one has white in every second
    /// pair.
    pub(super) fn colors(&self, a: usize, b: usize) -> (usize, usize) {
        let as_wished = |wish: Option<bool>, whose: usize, against: usize| match wish {
            Some(false) => (against, whose),
            _ => (whose, against),
        };
        let (high, low) = if self.key(a) < self.key(b) {
            (a, b)
        } else {
            (b, a)
        };
        let (one, other) = (&self.players[high], &self.players[low]);
        let ((much, first), (less, second)) = (one.due(), other.due());
        match (first, second) {
            (None, None) => {
                let white = self.ranks[high].is_multiple_of(2);
                return as_wished(Some(white), high, low);
            }
            (None, wish) => return as_wished(wish, low, high),
            (wish, other) if other != wish => return as_wished(wish, high, low),
            _ => {}
        }
        let weight = |due: Due, player: &Player| (due, player.balance().unsigned_abs());
        match weight(much, one).cmp(&weight(less, other)) {
            Ordering::Greater => as_wished(first, high, low),
            Ordering::Less => as_wished(second, low, high),
            Ordering::Equal => {
                let mut pairs = one.whites.iter().rev().zip(other.whites.iter().rev());
                match pairs.find(|(x, y)| x != y) {
                    Some((white, _)) => as_wished(Some(!*white), high, low),
                    None => as_wished(first, high, low),
                }
            }
        }
    }
}
