//! Who has how many points, and what went wrong on the way.

use super::elo::{Estimate, estimate};
use super::referee::Termination;
use super::schedule::Job;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The result of one game, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its place in the schedule.
    pub index: usize,
    /// The player who has won; `None` for a draw.
    pub winner: Option<usize>,
    /// In what way it ended.
    pub termination: Termination,
    /// The same in words.
    pub reason: String,
    /// Plies, the opening's included.
    pub plies: usize,
    /// Thinking time by seat, in milliseconds.
    pub time_ms: [u64; 2],
    /// Nodes by seat.
    pub nodes: [u64; 2],
}

/// One player's results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost because the process ended, did not start or had to be killed.
    pub crashes: u64,
    /// The part of `crashes` in which it had to be killed.
    pub stalls: u64,
    /// Games lost on time.
    pub time_losses: u64,
    /// Games lost by an answer that was not a legal move.
    pub illegal_moves: u64,
    /// Finished pairs of games by half points, 0 to 4.
    pub pairs: [u64; 5],
    /// Thinking time in milliseconds, and nodes.
    pub time_ms: u64,
    /// See `time_ms`.
    pub nodes: u64,
}

impl Row {
    /// Games finished.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// One for a win, one half for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Losses, draws and wins.
    pub fn trinomial(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }

    /// Strength relative to the opponents met, from pairs if there are any, else from games.
    pub fn estimate(&self) -> Option<Estimate> {
        estimate(&self.pairs).or_else(|| estimate(&self.trinomial()))
    }
}

/// The results of a match so far.
#[derive(Clone, Debug)]
pub struct Standings {
    /// By player.
    pub rows: Vec<Row>,
    /// Games won by White, drawn, won by Black.
    pub by_color: [u64; 3],
    /// Half points of the lower-numbered player in encounters of which one game is finished.
    half_pairs: HashMap<usize, usize>,
    in_pairs: bool,
}

impl Standings {
    /// Before the first game. `in_pairs`: whether encounters have two games.
    pub fn new(players: usize, in_pairs: bool) -> Standings {
        Standings {
            rows: vec![Row::default(); players],
            by_color: [0; 3],
            half_pairs: HashMap::new(),
            in_pairs,
        }
    }

    /// Games finished.
    pub fn games(&self) -> u64 {
        self.by_color.iter().sum()
    }

    /// Enters a game. True if that completed a pair, or if there are no pairs.
    pub fn enter(&mut self, job: &Job, record: &GameRecord) -> bool {
        for (seat, &player) in job.seats.iter().enumerate() {
            let row = &mut self.rows[player];
            row.time_ms += record.time_ms[seat];
            row.nodes += record.nodes[seat];
            match record.winner {
                None => row.draws += 1,
                Some(winner) if winner == player => row.wins += 1,
                Some(_) => {
                    row.losses += 1;
                    match record.termination {
                        Termination::TimeForfeit => row.time_losses += 1,
                        Termination::IllegalMove => row.illegal_moves += 1,
                        Termination::Disconnected => row.crashes += 1,
                        Termination::Stalled => {
                            row.crashes += 1;
                            row.stalls += 1;
                        }
                        Termination::Normal | Termination::Adjudication => {}
                    }
                }
            }
        }
        let color = match record.winner {
            None => 1,
            Some(winner) if winner == job.seats[0] => 0,
            Some(_) => 2,
        };
        self.by_color[color] += 1;
        !self.in_pairs || self.enter_half(job, record)
    }

    fn enter_half(&mut self, job: &Job, record: &GameRecord) -> bool {
        let (low, high) = (
            job.seats[0].min(job.seats[1]),
            job.seats[0].max(job.seats[1]),
        );
        let half_points = match record.winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == low),
        };
        match self.half_pairs.remove(&job.encounter) {
            None => {
                self.half_pairs.insert(job.encounter, half_points);
                false
            }
            Some(other) => {
                let sum = (other + half_points).min(4);
                self.rows[low].pairs[sum] += 1;
                self.rows[high].pairs[4 - sum] += 1;
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::schedule::Schedule;
    use super::*;

    fn record(index: usize, winner: Option<usize>, termination: Termination) -> GameRecord {
        GameRecord {
            index,
            winner,
            termination,
            reason: String::new(),
            plies: 1,
            time_ms: [10, 20],
            nodes: [1, 2],
        }
    }

    #[test]
    fn pairs_are_counted_from_both_sides_whatever_order_the_games_end_in() {
        let schedule = Schedule {
            players: 2,
            gauntlet: false,
            rounds: 3,
            games: 2,
        };
        let mut standings = Standings::new(2, true);
        // Pairs: 0 won both; one each; a draw and a loss of player 0.
        let games = [
            (3, Some(1)),
            (0, Some(0)),
            (5, None),
            (1, Some(0)),
            (2, Some(0)),
            (4, Some(1)),
        ];
        let mut completed = Vec::new();
        for (index, winner) in games {
            let record = record(index, winner, Termination::Normal);
            completed.push(standings.enter(&schedule.job(index), &record));
        }
        assert_eq!(completed, [false, false, false, true, true, true]);
        assert_eq!(standings.rows[0].pairs, [0, 1, 1, 0, 1]);
        assert_eq!(standings.rows[1].pairs, [1, 0, 1, 1, 0]);
        assert_eq!(standings.rows[0].trinomial(), [2, 1, 3]);
        assert_eq!(standings.rows[0].points(), 3.5);
        // Player 0 is White in even games: it won 0 and 2 with White, 1 with Black.
        assert_eq!(standings.by_color, [3, 1, 2]);
        assert_eq!(standings.rows[0].time_ms, 3 * 10 + 3 * 20);
        assert_eq!(standings.rows[0].nodes, 3 + 6);
    }

    #[test]
    fn failures_are_charged_to_the_loser() {
        let schedule = Schedule {
            players: 2,
            gauntlet: false,
            rounds: 2,
            games: 2,
        };
        let mut standings = Standings::new(2, true);
        for (index, termination) in [
            Termination::Disconnected,
            Termination::Stalled,
            Termination::TimeForfeit,
            Termination::IllegalMove,
        ]
        .into_iter()
        .enumerate()
        {
            let record = record(index, Some(0), termination);
            standings.enter(&schedule.job(index), &record);
        }
        let row = standings.rows[1];
        let failures = (row.crashes, row.stalls, row.time_losses, row.illegal_moves);
        assert_eq!(failures, (2, 1, 1, 1));
        assert_eq!(standings.rows[0].crashes, 0);
        assert_eq!(row.losses, 4);
    }
}
