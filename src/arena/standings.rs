//! Standings of a match: points, places and failures of the players.

use super::elo::{Estimate, estimate};
use super::error::Failed;
use super::referee::Termination;
use super::schedule::{Job, Schedule};
use base::lang::Text;
use games::MAX_SEATS;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Result of one game, as stored in the journal. All lists are by seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number of the game in the schedule, from 0.
    pub index: usize,
    /// Places, from 1; equal results share a place: 1, 1, 3.
    pub places: Vec<u8>,
    /// True if sides that are not of one team share the first place.
    pub is_shared: bool,
    /// Points at the end of the game; `None` if the game does not count points.
    pub points: Option<Vec<i32>>,
    /// Seat of the player whose failure has ended the game; `None` if no player has failed.
    pub failed: Option<usize>,
    /// Kind of end of the game.
    pub termination: Termination,
    /// Reason for the end in words.
    pub reason: String,
    /// Failure that ended the game; `None` if there was none, or if the record was read from a file.
    #[serde(skip)]
    pub failure: Option<Box<Failed>>,
    /// Number of plies of this game, including those of the opening.
    pub plies: usize,
    /// Total thinking times in milliseconds.
    pub time_ms: Vec<u64>,
    /// Numbers of nodes searched.
    pub nodes: Vec<u64>,
    /// Time in milliseconds from the start of the match to the end of this game. A match that is resumed continues from
    /// the latest such time.
    #[serde(default)]
    pub at_ms: u64,
    /// Faults of the lines that players have announced: the seat of the player, and a sentence about the fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "in_english")]
    pub warnings: Vec<(usize, Text)>,
}

/// Sentences on seats as they are written to files: in English.
mod in_english {
    use base::lang::{Lang, Text};
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(list: &[(usize, Text)], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(list.iter().map(|(seat, why)| (seat, why.get(Lang::EN))))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(usize, Text)>, D::Error> {
        let list = Vec::<(usize, String)>::deserialize(from)?;
        let list = list.into_iter();
        Ok(list.map(|(seat, why)| (seat, Text::same(why))).collect())
    }
}

impl GameRecord {
    /// Returns true if this is a valid record of a game of `seats` seats. Records that are read from a file need not be
    /// valid.
    pub fn fits(&self, seats: usize) -> bool {
        self.places.len() == seats
            && self.time_ms.len() == seats
            && self.nodes.len() == seats
            && self.points.as_ref().is_none_or(|p| p.len() == seats)
            && self.failed.is_none_or(|seat| seat < seats)
            && self.warnings.iter().all(|(seat, _)| *seat < seats)
            && self
                .places
                .iter()
                .all(|p| (1..=seats).contains(&(*p).into()))
    }
}

/// Counts of places and points over some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of times each place was reached, the first place first.
    pub places: [u64; MAX_SEATS],
    /// First places that were not shared with another side: wins, in games of two seats.
    pub outright: u64,
    /// First places shared with another side: draws, in games of two seats.
    pub shared: u64,
    /// Sum of the points that the game itself counts; 0 if it counts none.
    pub points: i64,
}

impl Tally {
    fn enter(&mut self, place: u8, is_shared: bool, points: i32) {
        if let Some(count) = self.places.get_mut(usize::from(place) - 1) {
            *count += 1;
        }
        if place == 1 {
            *if is_shared {
                &mut self.shared
            } else {
                &mut self.outright
            } += 1;
        }
        self.points += i64::from(points);
    }

    /// Returns the number of results.
    pub fn games(&self) -> u64 {
        self.places.iter().sum()
    }

    /// Returns the number of first places, shared ones included.
    pub fn firsts(&self) -> u64 {
        self.outright + self.shared
    }

    /// Returns the average place; `None` if there are no results.
    pub fn average_place(&self) -> Option<f64> {
        let sum: u64 = (1..).zip(self.places).map(|(place, n)| place * n).sum();
        self.per_game(sum as f64)
    }

    /// Returns the average of the points that the game itself counts; `None` if there are no results.
    pub fn average_points(&self) -> Option<f64> {
        self.per_game(self.points as f64)
    }

    fn per_game(&self, sum: f64) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| sum / games as f64)
    }
}

/// One player's results. A player that takes several seats of a game has several results of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// All results of the player together.
    pub total: Tally,
    /// Results by seat.
    pub seats: Vec<Tally>,
    /// Games lost because the player's process ended, did not start or had to be killed.
    pub crashes: u64,
    /// Number of those `crashes` in which the process had to be killed.
    pub stalls: u64,
    /// Games lost on time.
    pub time_losses: u64,
    /// Games lost by an answer that was not a legal move.
    pub illegal_moves: u64,
    /// Number of finished pairs of games with 0 to 4 half points.
    pub pairs: [u64; 5],
    /// Total thinking time in milliseconds.
    pub time_ms: u64,
    /// Total number of nodes searched.
    pub nodes: u64,
}

impl Row {
    /// Returns the number of results.
    pub fn games(&self) -> u64 {
        self.total.games()
    }

    /// Returns the numbers of losses, draws and wins in games of two seats.
    pub fn trinomial(&self) -> [u64; 3] {
        let Tally {
            outright, shared, ..
        } = self.total;
        [self.games() - outright - shared, shared, outright]
    }

    /// Returns the match points: one for a win, one half for a draw.
    pub fn points(&self) -> f64 {
        self.total.outright as f64 + self.total.shared as f64 / 2.0
    }

    /// Returns the estimated strength relative to the opponents met, in games of two seats: from finished pairs if
    /// there are any, otherwise from single games. `None` if there are no results.
    pub fn estimate(&self) -> Option<Estimate> {
        estimate(&self.pairs).or_else(|| estimate(&self.trinomial()))
    }

    fn charge(&mut self, termination: Termination) {
        match termination {
            Termination::TimeForfeit => self.time_losses += 1,
            Termination::IllegalMove => self.illegal_moves += 1,
            Termination::Disconnected => self.crashes += 1,
            Termination::Stalled => {
                self.crashes += 1;
                self.stalls += 1;
            }
            Termination::Normal | Termination::Adjudication => {}
        }
    }
}

/// Results of a match so far.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Results by player.
    pub rows: Vec<Row>,
    /// Results by seat, of all players together.
    pub seats: Vec<Tally>,
    /// True if the game counts points.
    pub has_points: bool,
    games: u64,
    /// Half points of the lower-numbered player in encounters of which one game is finished.
    half_pairs: HashMap<usize, usize>,
    in_pairs: bool,
}

impl Standings {
    /// Creates empty standings.
    pub fn new(schedule: &Schedule) -> Standings {
        let seats = vec![Tally::default(); schedule.seats()];
        let row = Row {
            seats: seats.clone(),
            ..Row::default()
        };
        Standings {
            rows: vec![row; schedule.players()],
            seats,
            has_points: false,
            games: 0,
            half_pairs: HashMap::new(),
            in_pairs: schedule.is_in_pairs(),
        }
    }

    /// Returns the number of finished games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds a game, whose record must [fit](GameRecord::fits). Returns true if a unit of the statistics is complete:
    /// the second game of a pair, or any game if games do not come in pairs.
    pub fn enter(&mut self, job: &Job, record: &GameRecord) -> bool {
        self.games += 1;
        self.has_points |= record.points.is_some();
        for (seat, &player) in job.seats.iter().enumerate() {
            let points = record.points.as_ref().map_or(0, |points| points[seat]);
            let row = &mut self.rows[player];
            for tally in [&mut row.total, &mut row.seats[seat], &mut self.seats[seat]] {
                tally.enter(record.places[seat], record.is_shared, points);
            }
            row.time_ms += record.time_ms[seat];
            row.nodes += record.nodes[seat];
            if record.failed == Some(seat) {
                row.charge(record.termination);
            }
        }
        !self.in_pairs || self.enter_half(job, record)
    }

    fn enter_half(&mut self, job: &Job, record: &GameRecord) -> bool {
        let low_seat = usize::from(job.seats[1] < job.seats[0]);
        let (low, high) = (job.seats[low_seat], job.seats[1 - low_seat]);
        let half_points = if record.is_shared {
            1
        } else {
            2 * usize::from(record.places[low_seat] == 1)
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
    use super::super::schedule::Field;
    use super::*;

    fn schedule(entries: &[usize], seats: usize, rounds: usize) -> Schedule {
        let field = Field {
            entries: entries.to_vec(),
            seats,
            gauntlet: false,
        };
        Schedule::new(field, rounds, true).expect("a schedule")
    }

    fn record(index: usize, places: &[u8]) -> GameRecord {
        let seats = places.len() as u64;
        GameRecord {
            index,
            places: places.to_vec(),
            is_shared: places.iter().filter(|place| **place == 1).count() > 1,
            points: None,
            failed: None,
            termination: Termination::Normal,
            reason: String::new(),
            failure: None,
            plies: 1,
            time_ms: (1..=seats).map(|n| 10 * n).collect(),
            nodes: (1..=seats).collect(),
            at_ms: 0,
            warnings: Vec::new(),
        }
    }

    #[test]
    fn pairs_are_counted_from_both_sides_whatever_order_the_games_end_in() {
        let schedule = schedule(&[1, 1], 2, 3);
        let mut standings = Standings::new(&schedule);
        // Results of the pairs: player 0 wins both games; each wins one; player 0, who is White in games with even
        // numbers, draws one and loses one.
        let (white, black, draw) = ([1, 2], [2, 1], [1, 1]);
        let games = [
            (3, white),
            (0, white),
            (5, draw),
            (1, black),
            (2, white),
            (4, black),
        ];
        let mut completed = Vec::new();
        for (index, places) in games {
            let record = record(index, &places);
            completed.push(standings.enter(&schedule.job(index), &record));
        }
        assert_eq!(completed, [false, false, false, true, true, true]);
        assert_eq!(standings.rows[0].pairs, [0, 1, 1, 0, 1]);
        assert_eq!(standings.rows[1].pairs, [1, 0, 1, 1, 0]);
        assert_eq!(standings.rows[0].trinomial(), [2, 1, 3]);
        assert_eq!(standings.rows[0].points(), 3.5);
        // It won 0 and 2 with White, 1 with Black.
        let white = standings.seats[0];
        assert_eq!((white.outright, white.shared, white.places[1]), (3, 1, 2));
        assert_eq!(standings.rows[0].time_ms, 3 * 10 + 3 * 20);
        assert_eq!(standings.rows[0].nodes, 3 + 6);
    }

    #[test]
    fn failures_are_charged_to_whoever_failed() {
        let schedule = schedule(&[1, 1], 2, 2);
        let mut standings = Standings::new(&schedule);
        for (index, termination) in [
            Termination::Disconnected,
            Termination::Stalled,
            Termination::TimeForfeit,
            Termination::IllegalMove,
        ]
        .into_iter()
        .enumerate()
        {
            let job = schedule.job(index);
            let seat = usize::from(job.seats[1] == 1);
            let places = if seat == 1 { [1, 2] } else { [2, 1] };
            let record = GameRecord {
                termination,
                failed: Some(seat),
                ..record(index, &places)
            };
            standings.enter(&job, &record);
        }
        let row = &standings.rows[1];
        let failures = (row.crashes, row.stalls, row.time_losses, row.illegal_moves);
        assert_eq!(failures, (2, 1, 1, 1));
        assert_eq!(standings.rows[0].crashes, 0);
        assert_eq!(row.trinomial(), [4, 0, 0]);
    }

    #[test]
    fn with_four_seats_places_and_points_add_up_by_seat_and_by_player() {
        // Player 1 takes three of the four seats.
        let schedule = schedule(&[1, 3], 4, 1);
        let mut standings = Standings::new(&schedule);
        let games = [
            ([1, 2, 3, 4], [30, 20, 10, 4]),
            ([1, 1, 3, 4], [25, 25, 10, 4]),
            ([1, 1, 1, 1], [16, 16, 16, 16]),
            ([4, 1, 1, 3], [2, 26, 26, 10]),
        ];
        for (index, (places, points)) in games.into_iter().enumerate() {
            let record = GameRecord {
                points: Some(points.to_vec()),
                ..record(index, &places)
            };
            assert!(standings.enter(&schedule.job(index), &record), "no pairs");
        }
        assert_eq!(standings.games(), 4);
        let [one, three] = [&standings.rows[0], &standings.rows[1]];
        assert_eq!((one.games(), three.games()), (4, 12));
        // Player 0 sits on 0, 3, 2, 1.
        assert_eq!(one.total.places[..4], [3, 0, 0, 1]);
        assert_eq!((one.total.outright, one.total.shared), (1, 2));
        assert_eq!(one.total.average_place(), Some(7.0 / 4.0));
        assert_eq!(
            one.total.average_points(),
            Some((30 + 4 + 16 + 26) as f64 / 4.0)
        );
        assert_eq!(three.total.firsts(), 2 + 3 + 1);
        for seat in 0..4 {
            let all = standings.seats[seat];
            assert_eq!(all.games(), 4);
            let sum = |f: fn(&Tally) -> i64| f(&one.seats[seat]) + f(&three.seats[seat]);
            assert_eq!(sum(|t| t.points), all.points);
            assert_eq!(sum(|t| t.firsts() as i64), all.firsts() as i64);
            assert_eq!(sum(|t| t.games() as i64), all.games() as i64);
        }
        let points: i64 = standings.seats.iter().map(|tally| tally.points).sum();
        assert_eq!(points, 4 * 64);
        assert!(standings.has_points);
    }

    #[test]
    fn warnings_are_kept_in_english() {
        let why = Text::of(|lang| format!("in {}", lang.code()));
        let warned = GameRecord {
            warnings: vec![(1, why)],
            ..record(0, &[1, 2])
        };
        let text = serde_json::to_string(&warned).expect("JSON");
        assert!(text.contains(r#""warnings":[[1,"in en"]]"#), "{text}");
        let read: GameRecord = serde_json::from_str(&text).expect("a record");
        assert_eq!(read.warnings, [(1, Text::same("in en"))]);
        let text = serde_json::to_string(&record(0, &[1, 2])).expect("JSON");
        assert!(!text.contains("warnings"), "{text}");
    }

    #[test]
    fn records_that_cannot_be_of_the_match_do_not_fit() {
        let good = record(0, &[1, 1, 3]);
        assert!(good.fits(3) && !good.fits(2) && !good.fits(4));
        let bad = [
            GameRecord {
                places: vec![0, 1, 2],
                ..good.clone()
            },
            GameRecord {
                failed: Some(3),
                ..good.clone()
            },
            GameRecord {
                points: Some(vec![1]),
                ..good.clone()
            },
            GameRecord {
                nodes: Vec::new(),
                ..good
            },
        ];
        assert!(bad.iter().all(|record| !record.fits(3)));
    }
}
