//! Result of a position of a suite as a line of JSON, and comparison of two runs.

use base::text::harmless;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Result of searching a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// EPD operation `id` of the position, or text with its line number.
    pub id: String,
    /// Position as FEN.
    pub fen: String,
    /// Task of the position, as in EPD: `bm`, `am`, `dm`, or its points.
    pub wanted: String,
    /// True if the move decided on fulfils the task.
    pub solved: bool,
    /// Move decided on, in SAN; `none` if there is none.
    pub played: String,
    /// Score of that move: in pawns such as `+0.35`, or `#N` for a mate in N moves.
    pub score: String,
    /// Points that the test gives for that move.
    pub points: u32,
    /// Points that the test gives for the best move; 0 for a test without points.
    pub most_points: u32,
    /// Moment since which the solution was the best move until the end; `None` if it was not solved.
    pub found: Option<Moment>,
    /// Time, nodes and depth of the whole search.
    pub total: Moment,
}

/// Point in the course of a search: the time, the nodes and the depth that it had reached.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// Milliseconds since the beginning of the search.
    pub ms: f64,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Depth of the iteration, in plies.
    pub depth: usize,
}

/// Totals of a run over all positions of a test suite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Number of positions.
    pub positions: usize,
    /// Number of positions solved.
    pub solved: usize,
    /// Sum of the points achieved.
    pub points: u64,
    /// Sum of the points that could have been achieved.
    pub most_points: u64,
    /// Number of nodes searched in all.
    pub nodes: u64,
    /// Time spent in all, in milliseconds.
    pub ms: f64,
    /// Median of the times at which solutions were found, in milliseconds; `None` if none was found.
    pub median_found_ms: Option<f64>,
}

impl Summary {
    /// Computes the summary of some records.
    pub fn of(records: &[Record]) -> Summary {
        let found = records.iter().filter_map(|record| Some(record.found?.ms));
        Summary {
            positions: records.len(),
            solved: records.iter().filter(|record| record.solved).count(),
            points: records.iter().map(|record| u64::from(record.points)).sum(),
            most_points: records
                .iter()
                .map(|record| u64::from(record.most_points))
                .sum(),
            nodes: records.iter().map(|record| record.total.nodes).sum(),
            ms: records.iter().map(|record| record.total.ms).sum(),
            median_found_ms: median(found.collect()),
        }
    }

    /// Returns the summary as text.
    pub fn text(&self) -> String {
        let mut text = format!("{} of {} solved", self.solved, self.positions);
        if let Some(ms) = self.median_found_ms {
            let _ = write!(text, ", half of them within {}", seconds(ms));
        }
        let _ = write!(text, "; {} nodes in {}", self.nodes, seconds(self.ms));
        if self.most_points > 0 {
            let share = 100.0 * self.points as f64 / self.most_points as f64;
            let _ = write!(
                text,
                "; {} of {} points ({share:.1} %)",
                self.points, self.most_points
            );
        }
        text
    }
}

/// Formats a time, such as `350 ms` or `2.5 s`.
pub fn seconds(ms: f64) -> String {
    match ms {
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1000.0),
    }
}

fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// Parses the results of a run from the output of `--json`.
///
/// # Errors
/// A sentence that names the bad line.
pub fn read(text: &str) -> Result<Vec<Record>, String> {
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let mut records = Vec::new();
    for (index, line) in lines {
        let value: serde_json::Value =
            serde_json::from_str(line).map_err(|error| format!("line {}: {error}", index + 1))?;
        if value.get("positions").is_some() && value.get("id").is_none() {
            // The last line is the summary.
            continue;
        }
        let record = serde_json::from_value(value);
        records.push(record.map_err(|error| format!("line {}: {error}", index + 1))?);
    }
    Ok(records)
}

/// Compares two runs of a suite: positions solved by only one of them, points, and the ratio of the times for positions
/// solved by both.
///
/// # Errors
/// A sentence if the runs have no position in common.
pub fn compare(old: &[Record], new: &[Record]) -> Result<String, String> {
    let by_place: BTreeMap<(&str, &str), &Record> = old
        .iter()
        .map(|record| ((record.fen.as_str(), record.wanted.as_str()), record))
        .collect();
    let pairs: Vec<(&Record, &Record)> = new
        .iter()
        .filter_map(|record| {
            let place = (record.fen.as_str(), record.wanted.as_str());
            Some((*by_place.get(&place)?, record))
        })
        .collect();
    if pairs.is_empty() {
        return Err("the two runs have no position in common".to_owned());
    }
    let mut text = String::new();
    for (word, in_old, in_new) in [("lost", true, false), ("gained", false, true)] {
        for (before, after) in &pairs {
            if before.solved == in_old && after.solved == in_new {
                let (id, wanted) = (harmless(&after.id), harmless(&after.wanted));
                let _ = writeln!(
                    text,
                    "{word:6}  {id}: {wanted}; {} -> {}",
                    harmless(&before.played),
                    harmless(&after.played)
                );
            }
        }
    }
    let solved =
        |pick: fn(&(&Record, &Record)) -> bool| pairs.iter().filter(|pair| pick(pair)).count();
    let _ = writeln!(
        text,
        "{} positions in both: solved {} -> {}, points {} -> {}",
        pairs.len(),
        solved(|(before, _)| before.solved),
        solved(|(_, after)| after.solved),
        pairs
            .iter()
            .map(|(before, _)| u64::from(before.points))
            .sum::<u64>(),
        pairs
            .iter()
            .map(|(_, after)| u64::from(after.points))
            .sum::<u64>(),
    );
    let ratios = |of: fn(&Moment) -> f64| {
        let both = pairs.iter().filter_map(|(before, after)| {
            let (before, after) = (of(&before.found?), of(&after.found?));
            (before > 0.0).then_some(after / before)
        });
        median(both.collect())
    };
    if let (Some(time), Some(nodes)) = (ratios(|m| m.ms), ratios(|m| m.nodes as f64)) {
        let _ = writeln!(
            text,
            "where both have solved, the new run took {time:.2} times as long and {nodes:.2} times the nodes (medians)"
        );
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: &str, solved: bool, ms: f64) -> Record {
        let moment = Moment {
            ms,
            nodes: ms as u64 * 1000,
            depth: 7,
        };
        Record {
            id: id.to_owned(),
            fen: format!("{id} w - -"),
            wanted: "bm e4".to_owned(),
            solved,
            played: if solved { "e4" } else { "d4" }.to_owned(),
            score: "0.30".to_owned(),
            points: if solved { 10 } else { 3 },
            most_points: 10,
            found: solved.then_some(moment),
            total: moment,
        }
    }

    #[test]
    fn two_runs_say_what_was_gained_and_lost() {
        let old = [
            record("a", true, 100.0),
            record("b", false, 100.0),
            record("c", true, 100.0),
        ];
        let new = [
            record("c", true, 50.0),
            record("a", false, 100.0),
            record("b", true, 20.0),
            record("d", true, 1.0),
        ];
        let text = compare(&old, &new).expect("a comparison");
        assert_eq!(
            text,
            "lost    a: bm e4; e4 -> d4\n\
             gained  b: bm e4; d4 -> e4\n\
             3 positions in both: solved 2 -> 2, points 23 -> 23\n\
             where both have solved, the new run took 0.50 times as long and 0.50 times the nodes (medians)\n"
        );
        assert!(compare(&old, &new[3..]).is_err());
    }

    #[test]
    fn a_run_is_read_as_it_was_written_and_its_summary_passed_over() {
        let records = [record("a", true, 1.5), record("b", false, 2.0)];
        let mut text = String::new();
        for record in &records {
            let _ = writeln!(text, "{}", serde_json::to_string(record).expect("JSON"));
        }
        let _ = writeln!(
            text,
            "{}",
            serde_json::to_string(&Summary::of(&records)).expect("JSON")
        );
        assert_eq!(read(&text).expect("a run"), records);
        let why = read(&format!("{text}{{\"id\": 3}}\n")).expect_err("no record");
        assert!(why.starts_with("line 4:"), "{why}");
    }

    #[test]
    fn the_summary_counts_and_takes_the_median() {
        let records = [
            record("a", true, 10.0),
            record("b", true, 2000.0),
            record("c", false, 500.0),
            record("d", true, 30.0),
        ];
        let summary = Summary::of(&records);
        assert_eq!(
            (summary.solved, summary.points, summary.most_points),
            (3, 33, 40)
        );
        assert_eq!(
            summary.text(),
            "3 of 4 solved, half of them within 30 ms; 2540000 nodes in 2.5 s; 33 of 40 points (82.5 %)"
        );
    }
}
