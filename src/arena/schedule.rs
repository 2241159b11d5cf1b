//! Schedule of a match: the players, order and seats of its games.
//!
//! A round is one opening played by every encounter: those of a round-robin (all players meet each other) or of a
//! gauntlet (the first player meets the others). The games of an encounter have the same opening with the seats
//! rotated, so that every player has every seat once. With two seats that is a pair of games with colours reversed, the
//! unit of the statistics.

use base::lang::Lang;
use base::say;

/// Maximum number of encounters of a round.
pub const MAX_ENCOUNTERS: usize = 100_000;

/// Maximum number of games of a match, as a state is kept for each of them.
pub const MAX_GAMES: usize = 100_000_000;

/// Reason why a schedule cannot be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum ScheduleError {
    /// The players can meet in more than [`MAX_ENCOUNTERS`] ways: the number of players.
    TooManyWays(usize),
    /// There are not enough players to fill the seats of a game.
    TooFew {
        /// Number of seats of a game that all players together may take.
        entries: usize,
        /// Number of seats of a game.
        seats: usize,
    },
    /// The match would have more than [`MAX_GAMES`] games.
    TooLong {
        /// Number of rounds.
        rounds: usize,
        /// Number of games of a round.
        round: usize,
    },
}

impl ScheduleError {
    /// Message of the error in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            ScheduleError::TooManyWays(players) => {
                say!(
                    lang,
                    "schedule-too-many-ways",
                    players,
                    most = MAX_ENCOUNTERS
                )
            }
            ScheduleError::TooFew { entries, seats } => {
                say!(lang, "schedule-too-few", entries, seats)
            }
            ScheduleError::TooLong { rounds, round } => {
                say!(lang, "schedule-too-long", rounds, round, most = MAX_GAMES)
            }
        }
    }
}

/// Players of a match, and the kind of encounters between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Number of seats of one game that each player may take, by player. Usually 1.
    pub entries: Vec<usize>,
    /// Number of seats of a game, at least two.
    pub seats: usize,
    /// True if only encounters with the first player are wanted (a gauntlet).
    pub gauntlet: bool,
}

impl Field {
    /// Returns every choice of players that fills the seats, in ascending order of the players' numbers and without
    /// duplicates. `None` if there are more than [`MAX_ENCOUNTERS`].
    fn encounters(&self) -> Option<Vec<Vec<usize>>> {
        let mut found = Vec::new();
        self.extend(&mut Vec::new(), &mut found).then_some(found)
    }

    /// Adds every completion of `chosen` to `found`. Returns true if that was possible, and false if there are too
    /// many.
    fn extend(&self, chosen: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) -> bool {
        if chosen.len() == self.seats {
            found.push(chosen.clone());
            return found.len() <= MAX_ENCOUNTERS;
        }
        let end = match chosen.first() {
            None if self.gauntlet => self.entries.len().min(1),
            _ => self.entries.len(),
        };
        for player in chosen.last().copied().unwrap_or(0)..end {
            let taken = chosen.iter().filter(|other| **other == player).count();
            let left: usize = self.entries[player..].iter().sum();
            if taken == self.entries[player] || left - taken < self.seats - chosen.len() {
                continue;
            }
            chosen.push(player);
            let goes_on = self.extend(chosen, found);
            chosen.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }
}

/// The order of the games of a match. Game numbers start at 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    field: Field,
    encounters: Vec<Vec<usize>>,
    rounds: usize,
    games: usize,
}

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Number of the game in the schedule, from 0.
    pub index: usize,
    /// Number of the round and with it of the opening, from 0.
    pub round: usize,
    /// Number of the encounter, from 0, counted through the whole match.
    pub encounter: usize,
    /// Number of the game within its encounter, from 0.
    pub game: usize,
    /// Numbers of the players by seat; seat 0 moves first from the usual start position of the game.
    pub seats: Vec<usize>,
}

impl Schedule {
    /// Creates the schedule of a match of `rounds` rounds, each with one opening. If `rotates` is true, an encounter is
    /// as many games as there are seats, with the seats rotated from game to game; otherwise it is one game, and the
    /// seats are rotated from round to round.
    ///
    /// # Errors
    /// [`ScheduleError`] if the players cannot fill the seats, if they can in more than [`MAX_ENCOUNTERS`] ways, or if
    /// there would be more than [`MAX_GAMES`] games.
    pub fn new(field: Field, rounds: usize, rotates: bool) -> Result<Schedule, ScheduleError> {
        let Some(encounters) = field.encounters() else {
            return Err(ScheduleError::TooManyWays(field.entries.len()));
        };
        if encounters.is_empty() {
            return Err(ScheduleError::TooFew {
                entries: field.entries.iter().sum(),
                seats: field.seats,
            });
        }
        let games = if rotates { field.seats } else { 1 };
        let round = encounters.len() * games;
        if rounds.checked_mul(round).is_none_or(|n| n > MAX_GAMES) {
            return Err(ScheduleError::TooLong { rounds, round });
        }
        Ok(Schedule {
            field,
            encounters,
            rounds,
            games,
        })
    }

    /// Returns the number of players.
    pub fn players(&self) -> usize {
        self.field.entries.len()
    }

    /// Returns the number of seats of a game.
    pub fn seats(&self) -> usize {
        self.field.seats
    }

    /// Returns true if an encounter is two games with colours reversed.
    pub fn is_in_pairs(&self) -> bool {
        self.field.seats == 2 && self.games == 2
    }

    /// Returns the number of games of the match.
    pub fn len(&self) -> usize {
        self.rounds * self.encounters.len() * self.games
    }

    /// Returns true if the schedule has no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the game at an index in the schedule, which must be less than [`len`](Schedule::len).
    pub fn job(&self, index: usize) -> Job {
        let encounter = index / self.games;
        let (round, number) = (
            encounter / self.encounters.len(),
            encounter % self.encounters.len(),
        );
        let count = self.field.seats;
        // The seats are rotated from game to game of an encounter, or, if it is a single game, from round to round.
        let (circle, turn) = match self.games {
            1 => (round / count, round % count),
            _ => (round, index % self.games),
        };
        let mut seats = self.encounters[number].clone();
        arrange(&mut seats[1..], circle);
        seats.rotate_left(turn);
        Job {
            index,
            round,
            encounter,
            game: index % self.games,
            seats,
        }
    }
}

/// Permutes the players that follow the first one around the table into their order number `number`; after the last
/// order the first one comes again. With three or more seats it matters which player moves after which, so the cyclic
/// order is varied in addition to the rotation of the seats.
fn arrange(others: &mut [usize], mut number: usize) {
    for from in 0..others.len() {
        let choices = others.len() - from;
        others[from..=from + number % choices].rotate_right(1);
        number /= choices;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn schedule(
        entries: &[usize],
        seats: usize,
        gauntlet: bool,
        rounds: usize,
        rotates: bool,
    ) -> Schedule {
        let field = Field {
            entries: entries.to_vec(),
            seats,
            gauntlet,
        };
        Schedule::new(field, rounds, rotates).expect("a schedule")
    }

    fn all_seats(schedule: &Schedule) -> Vec<Vec<usize>> {
        (0..schedule.len()).map(|i| schedule.job(i).seats).collect()
    }

    #[test]
    fn in_a_round_robin_all_meet_with_both_colours_on_the_same_opening() {
        let schedule = schedule(&[1; 4], 2, false, 3, true);
        assert_eq!(schedule.len(), 36);
        let mut met = HashMap::new();
        for index in 0..schedule.len() {
            let job = schedule.job(index);
            assert_eq!((job.index, job.game), (index, index % 2));
            let partner = schedule.job(index ^ 1);
            assert_eq!(
                (partner.encounter, partner.round),
                (job.encounter, job.round)
            );
            assert_eq!(partner.seats, [job.seats[1], job.seats[0]]);
            *met.entry((job.round, job.seats)).or_insert(0) += 1;
        }
        for round in 0..3 {
            for a in 0..4 {
                for b in (0..4).filter(|b| *b != a) {
                    assert_eq!(met.get(&(round, vec![a, b])), Some(&1));
                }
            }
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_player_meets_all_others() {
        let schedule = schedule(&[1; 4], 2, true, 1, true);
        let expected = [[0, 1], [1, 0], [0, 2], [2, 0], [0, 3], [3, 0]];
        assert_eq!(all_seats(&schedule), expected);
    }

    #[test]
    fn single_games_alternate_colours_by_round() {
        let schedule = schedule(&[1; 2], 2, false, 3, false);
        assert_eq!(all_seats(&schedule), [[0, 1], [1, 0], [0, 1]]);
        assert!(!schedule.is_in_pairs());
    }

    /// Counts the games of each player on each seat, by round. The key is (round, seat, player).
    fn seatings(schedule: &Schedule) -> HashMap<(usize, usize, usize), usize> {
        let mut counts = HashMap::new();
        for index in 0..schedule.len() {
            let job = schedule.job(index);
            for (seat, player) in job.seats.into_iter().enumerate() {
                *counts.entry((job.round, seat, player)).or_insert(0) += 1;
            }
        }
        counts
    }

    #[test]
    fn in_each_round_everyone_sits_equally_often_on_every_seat() {
        for (players, seats) in [(3, 3), (5, 3), (4, 4), (6, 4), (10, 10)] {
            let schedule = schedule(&vec![1; players], seats, false, 4, true);
            let counts = seatings(&schedule);
            assert_eq!(counts.len(), 4 * players * seats);
            let count = schedule.len() / 4 / players;
            assert!(counts.values().all(|n| *n == count), "{players} {seats}");
        }
    }

    #[test]
    fn a_gauntlet_of_four_seats_has_every_choice_of_three_opponents() {
        let schedule = schedule(&[1; 5], 4, true, 1, true);
        assert_eq!(schedule.len(), 4 * 4, "four of four choose three");
        let jobs = all_seats(&schedule);
        assert!(jobs.iter().all(|seats| seats.contains(&0)));
        assert_eq!(
            jobs[..4],
            [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]
        );
    }

    #[test]
    fn one_player_may_fill_several_seats() {
        let schedule = schedule(&[1, 3], 4, false, 1, true);
        let expected = [[0, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 1], [1, 0, 1, 1]];
        assert_eq!(all_seats(&schedule), expected);
        // Players 0, 1, and three times 2: equal choices are played only once.
        let field = Field {
            entries: vec![1, 1, 3],
            seats: 4,
            gauntlet: false,
        };
        let choices = field.encounters().expect("few");
        assert_eq!(choices, [[0, 1, 2, 2], [0, 2, 2, 2], [1, 2, 2, 2]]);
    }

    #[test]
    fn the_circle_takes_every_order_while_the_rounds_go_by() {
        let schedule = schedule(&[1; 4], 4, false, 6, true);
        let mut circles: Vec<Vec<usize>> =
            (0..6).map(|round| schedule.job(4 * round).seats).collect();
        assert!(circles.iter().all(|seats| seats[0] == 0));
        circles.sort();
        circles.dedup();
        assert_eq!(circles.len(), 6);
    }

    #[test]
    fn single_games_rotate_from_round_to_round() {
        let schedule = schedule(&[1; 3], 3, false, 6, false);
        let mut counts = HashMap::new();
        for ((_, seat, player), count) in seatings(&schedule) {
            *counts.entry((seat, player)).or_insert(0) += count;
        }
        assert_eq!(counts.len(), 9);
        assert!(counts.values().all(|count| *count == 2));
    }

    #[test]
    fn seats_that_cannot_be_filled_and_too_many_ways_to_fill_them_are_refused() {
        let field = |players: usize, seats| Field {
            entries: vec![1; players],
            seats,
            gauntlet: false,
        };
        let error = Schedule::new(field(3, 4), 1, true).expect_err("too few");
        assert_eq!(error.to_string(), "3 players cannot fill 4 seats");
        let error = Schedule::new(field(40, 10), 1, true).expect_err("too many");
        assert!(
            error.to_string().contains("more than 100000 ways"),
            "{error}"
        );
        let error = Schedule::new(field(20, 4), 1_000_000, true).expect_err("too long");
        assert_eq!(
            error.to_string(),
            "1000000 rounds of 19380 games are more than 100000000 games"
        );
        // The first player of a gauntlet takes part in every game, even if the others could fill the seats.
        let gauntlet = Field {
            entries: vec![1, 3],
            seats: 3,
            gauntlet: true,
        };
        assert_eq!(gauntlet.encounters().expect("few"), [[0, 1, 1]]);
    }
}
