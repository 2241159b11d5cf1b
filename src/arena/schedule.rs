//! Who plays whom, when, with which colour.
//!
//! A round is one opening played by every pairing: round-robin (everybody against everybody) or
//! gauntlet (the first player against all others). With two games to an encounter, colours are
//! reversed for the second, and the two results form a pair, which is what the statistics count.

/// The order of the games of a match. Game numbers start at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// At least two.
    pub players: usize,
    /// Only the first player meets the others.
    pub gauntlet: bool,
    /// Openings to play.
    pub rounds: usize,
    /// Games to an encounter: 2, or 1 for no reversal of colours.
    pub games: usize,
}

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its place in the schedule.
    pub index: usize,
    /// Which opening, from 0.
    pub round: usize,
    /// Which encounter it belongs to, counted through the match.
    pub encounter: usize,
    /// The players by seat: White first.
    pub seats: [usize; 2],
}

impl Schedule {
    /// How many pairings meet in a round.
    fn pairings(&self) -> usize {
        match self.gauntlet {
            true => self.players - 1,
            false => self.players * (self.players - 1) / 2,
        }
    }

    /// How many games the match has.
    pub fn len(&self) -> usize {
        self.rounds * self.pairings() * self.games
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn pairing(&self, mut number: usize) -> (usize, usize) {
        let mut first = 0;
        if self.gauntlet {
            return (0, number + 1);
        }
        while number >= self.players - 1 - first {
            number -= self.players - 1 - first;
            first += 1;
        }
        (first, first + 1 + number)
    }

    /// The game at a place in the schedule, which must be less than [`len`](Schedule::len).
    pub fn job(&self, index: usize) -> Job {
        let encounter = index / self.games;
        let round = encounter / self.pairings();
        let (a, b) = self.pairing(encounter % self.pairings());
        // The first of the pairing begins with White; without reversal, colours alternate by round.
        let reversed = match self.games {
            1 => round % 2 == 1,
            _ => index % self.games % 2 == 1,
        };
        Job {
            index,
            round,
            encounter,
            seats: if reversed { [b, a] } else { [a, b] },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn in_a_round_robin_all_meet_with_both_colours_on_the_same_opening() {
        let schedule = Schedule {
            players: 4,
            gauntlet: false,
            rounds: 3,
            games: 2,
        };
        assert_eq!(schedule.len(), 36);
        let mut met = HashMap::new();
        for index in 0..schedule.len() {
            let job = schedule.job(index);
            assert_eq!(job.index, index);
            *met.entry((job.round, job.seats)).or_insert(0) += 1;
            let partner = schedule.job(index ^ 1);
            assert_eq!(
                (partner.encounter, partner.round),
                (job.encounter, job.round)
            );
            assert_eq!(partner.seats, [job.seats[1], job.seats[0]]);
        }
        for round in 0..3 {
            for a in 0..4 {
                for b in (0..4).filter(|b| *b != a) {
                    assert_eq!(met.get(&(round, [a, b])), Some(&1));
                }
            }
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_player_meets_all_others() {
        let schedule = Schedule {
            players: 4,
            gauntlet: true,
            rounds: 1,
            games: 2,
        };
        let seats: Vec<[usize; 2]> = (0..6).map(|i| schedule.job(i).seats).collect();
        assert_eq!(seats, [[0, 1], [1, 0], [0, 2], [2, 0], [0, 3], [3, 0]]);
        assert_eq!(schedule.len(), 6);
    }

    #[test]
    fn single_games_alternate_colours_by_round() {
        let schedule = Schedule {
            players: 2,
            gauntlet: false,
            rounds: 3,
            games: 1,
        };
        let seats: Vec<[usize; 2]> = (0..3).map(|i| schedule.job(i).seats).collect();
        assert_eq!(seats, [[0, 1], [1, 0], [0, 1]]);
    }
}
