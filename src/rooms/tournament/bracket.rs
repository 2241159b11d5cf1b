//! Criteria of a bracket of the Swiss system, as the weight of a pair.
//!
//! The handbook's criteria are counted as merits of pairs, so that more is better, and packed into a weight, the most
//! important first:
//!
//! | field | counts |
//! |---|---|
//! | all are paired (C4) | pairs |
//! | downfloaters, their scores (C6, C7) | pairs within the bracket, then by each higher score |
//! | the next bracket (C8) | pairs with the next bracket, likewise |
//! | games of the player with the bye (C9) | only if nobody else floats down |
//! | colours (C10 to C13) | pairs that do not violate the criterion |
//! | floats (C14 to C17) | floaters of the last two rounds who do not float in the same direction again |
//! | scores of floaters (C18 to C21) | the same for each higher score |

use super::history::{Due, Float, Round};
use super::matching::{DIGITS, Weight};
use std::collections::BTreeSet;

/// Bits of each number of a weight that are used by fields; the rest is room for sums.
const BITS: u32 = 56;

/// A bracket: the players who float down to it (`moved`), and those who have its score (`residents`).
pub(super) struct Bracket {
    pub moved: Vec<usize>,
    pub residents: Vec<usize>,
    /// Players with the next lower score.
    pub next: Vec<usize>,
    /// Score of the player who will get the bye; `None` if there is no bye.
    pub bye: Option<u32>,
    /// True if the only player who floats down is the one who gets the bye.
    pub is_bye_alone: bool,
    scores: Vec<u32>,
    bits: u32,
}

/// Writer of the fields of a weight, in their order.
struct Fields {
    weight: Weight,
    next: u32,
    bits: u32,
}

impl Fields {
    /// Sets the next field. Fields that do not fit are dropped; they are the least important ones.
    fn put(&mut self, value: usize) {
        let each = BITS / self.bits;
        let (digit, place) = (self.next / each, self.next % each);
        self.next += 1;
        if (digit as usize) < DIGITS - 1 {
            let shift = (each - 1 - place) * self.bits;
            self.weight.0[digit as usize] += i64::try_from(value).unwrap_or(0) << shift;
        }
    }

    /// Sets a field for each of `scores`: to `value` for the one equal to `score`, else to 0.
    fn put_by_score(&mut self, scores: &[u32], score: u32, value: usize) {
        for each in scores {
            self.put(if *each == score { value } else { 0 });
        }
    }
}

impl Bracket {
    pub(super) fn new(
        round: &Round,
        moved: Vec<usize>,
        residents: Vec<usize>,
        next: Vec<usize>,
        bye: Option<u32>,
    ) -> Bracket {
        let scores: BTreeSet<u32> = moved.iter().map(|number| round.points(*number)).collect();
        // Upper bound of all fields: the number of players plus that of games of one player.
        let most = round.players.len() + round.players.iter().map(|p| p.games()).max().unwrap_or(0);
        Bracket {
            scores: scores.into_iter().rev().collect(),
            bits: usize::BITS - (most + 1).leading_zeros(),
            is_bye_alone: false,
            moved,
            residents,
            next,
            bye,
        }
    }

    pub(super) fn has(&self, number: usize) -> bool {
        self.moved.contains(&number) || self.residents.contains(&number)
    }

    /// Returns true if a player may get the bye.
    pub(super) fn may_rest(&self, round: &Round, number: usize) -> bool {
        !round.players[number].had_bye && Some(round.points(number)) == self.bye
    }

    /// Returns the weight of a pair for the bracket; zero if the pair is not allowed. `a` comes first in the order of
    /// scores; `b` is `None` for the bye.
    pub(super) fn weight(&self, round: &Round, a: usize, b: Option<usize>) -> Weight {
        let allowed = match b {
            Some(b) => round.may_meet(a, b),
            None => self.may_rest(round, a),
        };
        if !allowed {
            return Weight::ZERO;
        }
        let mut fields = Fields {
            weight: Weight::ZERO,
            next: 0,
            bits: self.bits,
        };
        let group = self.residents.first().map(|number| round.points(*number));
        let score = round.points(a);
        let inside = b.filter(|b| self.has(a) && self.residents.contains(b));
        let below = b.is_some_and(|b| self.next.contains(&b));
        let is_inside = usize::from(inside.is_some());
        fields.put(1);
        fields.put(is_inside);
        fields.put_by_score(&self.scores, score, is_inside);
        fields.put(usize::from(below));
        fields.put_by_score(&self.scores, score, usize::from(below));
        fields.put(usize::from(below && Some(score) == group));
        let rests = b.is_none() && self.is_bye_alone;
        fields.put(if rests { round.players[a].games() } else { 0 });
        let Some(b) = inside else {
            return fields.weight;
        };
        for good in self.colors(round, a, b) {
            fields.put(usize::from(good));
        }
        let had = |number: usize, ago: usize, float: Float| round.float(number, ago) == float;
        let is_moved = score > round.points(b);
        for ago in [1, 2] {
            let stays = usize::from(had(b, ago, Float::Down))
                + usize::from(!is_moved && had(a, ago, Float::Down));
            fields.put(stays);
            fields.put(usize::from(!(is_moved && had(b, ago, Float::Up))));
        }
        for ago in [1, 2] {
            let down = usize::from(had(a, ago, Float::Down));
            fields.put_by_score(&self.scores, score, down);
            let not_up = usize::from(!(is_moved && had(b, ago, Float::Up)));
            fields.put_by_score(&self.scores, score, not_up);
        }
        fields.weight
    }

    /// Returns, for each of the colour criteria C10 to C13, whether a pair satisfies it.
    fn colors(&self, round: &Round, a: usize, b: usize) -> [bool; 4] {
        let (one, other) = (&round.players[a], &round.players[b]);
        let (first, second) = (one.balance().unsigned_abs(), other.balance().unsigned_abs());
        let absolute = round.clash(a, b, Due::Absolute);
        let both = one.due().0 == Due::Absolute && other.due().0 == Due::Absolute;
        let wish = one.due().1;
        // True if the player who does not get the due colour would have the same colour for the third time in a row.
        let thrice = match first.cmp(&second) {
            std::cmp::Ordering::Equal => one.twice().is_some() && one.twice() == other.twice(),
            std::cmp::Ordering::Greater => other.twice() == wish.map(|white| !white),
            std::cmp::Ordering::Less => one.twice() == wish.map(|white| !white),
        };
        [
            !(absolute && first > 1 && second > 1),
            !(absolute && thrice),
            !round.clash(a, b, Due::Mild),
            both || !round.clash(a, b, Due::Strong),
        ]
    }
}
