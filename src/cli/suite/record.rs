//! Result of a position of a suite, as a line of JSON and as text for people.

use base::parsing::serde_text;
use base::say;
use base::text::harmless;
use games::Lang;
use games::chess::localized;
use serde::{Deserialize, Serialize};

/// Text of [`Record::played`] if there is no move.
pub const NO_MOVE: &str = "none";

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

    /// Returns the summary as text in a language.
    pub fn text(&self, lang: Lang) -> String {
        let &Summary {
            positions,
            solved,
            points,
            nodes,
            ..
        } = self;
        let solved = match self.median_found_ms {
            Some(ms) => {
                let time = seconds(ms);
                say!(lang, "suite-summary-within", solved, positions, time)
            }
            None => say!(lang, "suite-summary", solved, positions),
        };
        let nodes = say!(lang, "suite-summary-nodes", nodes, time = seconds(self.ms));
        let mut text = format!("{solved}; {nodes}");
        if self.most_points > 0 {
            let most = self.most_points;
            let share = 100.0 * points as f64 / most as f64;
            let share = format_args!("{share:.1}");
            text += "; ";
            text += &say!(lang, "suite-summary-points", points, most, share);
        }
        text
    }
}

impl Record {
    /// Returns the result as text in a language.
    pub fn text(&self, lang: Lang) -> String {
        let (id, task) = (self.name(lang), self.task(lang));
        let (played, score) = (self.move_played(lang), &self.score);
        let how = match self.found {
            Some(Moment { ms, nodes, depth }) => {
                say!(lang, "suite-solved-in", time = seconds(ms), nodes, depth)
            }
            None if self.solved => say!(lang, "suite-solved").to_owned(),
            None => say!(lang, "suite-not-solved").to_owned(),
        };
        match (self.points, self.most_points) {
            (_, 0) => say!(lang, "suite-result", id, task, played, score, how),
            (points, most) => say!(
                lang,
                "suite-result-points",
                id,
                task,
                played,
                score,
                how,
                points,
                most
            ),
        }
    }

    /// Returns the name of the position, in a language if it is its line number.
    pub fn name(&self, lang: Lang) -> String {
        match self.id.strip_prefix("line ").map(str::parse::<u32>) {
            Some(Ok(line)) => say!(lang, "suite-line-number", line),
            _ => harmless(&self.id).into_owned(),
        }
    }

    /// Returns the task with the words and piece letters of a language.
    pub fn task(&self, lang: Lang) -> String {
        match self.wanted.strip_suffix(" points").map(str::parse::<u32>) {
            Some(Ok(n)) => say!(lang, "suite-points", n),
            _ => localized(&harmless(&self.wanted), lang),
        }
    }

    /// Returns the move decided on with the piece letters of a language.
    pub fn move_played(&self, lang: Lang) -> String {
        if self.played == NO_MOVE {
            say!(lang, "suite-no-move").to_owned()
        } else {
            localized(&harmless(&self.played), lang)
        }
    }
}

/// Formats a time, such as `350 ms` or `2.5 s`.
fn seconds(ms: f64) -> String {
    match ms {
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1000.0),
    }
}

/// Returns the median of numbers; `None` if there are none.
pub fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// Parses the results of a run from the output of `--json`. `name` is the name of the file.
///
/// # Errors
/// A sentence that names the file and the bad line.
pub fn read(text: &str, name: &str, lang: Lang) -> Result<Vec<Record>, String> {
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let mut records = Vec::new();
    for (index, line) in lines {
        let place = |error: serde_json::Error| {
            let text = serde_text(&error, lang);
            say!(lang, "suite-at-line", name, line = index + 1, text)
        };
        let value: serde_json::Value = serde_json::from_str(line).map_err(place)?;
        if value.get("positions").is_some() && value.get("id").is_none() {
            // The last line is the summary.
            continue;
        }
        records.push(serde_json::from_value(value).map_err(place)?);
    }
    Ok(records)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use std::fmt::Write;

    /// A position that is solved or not, in `ms` milliseconds.
    pub fn record(id: &str, solved: bool, ms: f64) -> Record {
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
        assert_eq!(read(&text, "run", Lang::EN).expect("a run"), records);
        let more = format!("{text}{{\"id\": 3}}\n");
        let why = read(&more, "run", Lang::EN).expect_err("no record");
        assert!(why.starts_with("run: line 4:"), "{why}");
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
            summary.text(Lang::EN),
            "3 of 4 solved, half of them within 30 ms; 2540000 nodes in 2.5 s; 33 of 40 points (82.5 %)"
        );
    }
}
