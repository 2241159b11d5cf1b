//! Mate problems: reading them from EPD, choosing some of them, and summing up a match in which two players attack each
//! of them.

use super::error::{EntryError, Failed, FileError};
use super::openings::start_of;
use games::chess::Position;
use games::chess::epd::{self, EpdLine};
use games::{Dropped, Game, Read};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;
use std::path::Path;

/// Position with a forced mate in a known number of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Number of the line in its file, from 1.
    pub line: usize,
    /// Position from which each player is to find the mate.
    pub position: Position,
    /// Seat of the side that mates, 0 for White and 1 for Black: usually the side to move, the other one if the number
    /// in the file is negative.
    pub attacker: usize,
    /// Number of its own moves that the side needs to mate.
    pub mate_in: u32,
}

/// Greatest number of moves to mate that a problem may have.
const MAX_MATE: i32 = 500;

/// Reads a problem from every line of an EPD file that has `dm N` or `bm #N`, and skips the others. `tell` is called
/// with the number of the line and each part of its position that is left out.
///
/// # Errors
/// [`FileError`] names the file, and the line if one cannot be understood.
pub fn read(path: &Path, mut tell: impl FnMut(usize, Dropped)) -> Result<Vec<Problem>, FileError> {
    let text = std::fs::read_to_string(path).map_err(|source| FileError::Read {
        path: path.to_owned(),
        source,
    })?;
    let mut problems = Vec::new();
    for (line, text) in epd::lines(&text) {
        let found = problem(line, text).map_err(|why| FileError::Line {
            path: path.to_owned(),
            line,
            why,
        })?;
        problems.extend(found.map(|read| read.report_dropped(|part| tell(line, part))));
    }
    if problems.is_empty() {
        Err(FileError::NoProblem(path.to_owned()))
    } else {
        Ok(problems)
    }
}

/// Returns the problem of a line; `None` if the line does not say in how many moves there is a mate.
fn problem(line: usize, text: &str) -> Result<Option<Read<Problem>>, EntryError> {
    let epd = EpdLine::parse(text);
    let length = epd.mate_length(MAX_MATE);
    let Some(number) = length.map_err(EntryError::Epd)? else {
        return Ok(None);
    };
    let read = start_of(epd.position(false), false)?;
    Ok(Some(read.map(|position| {
        let turn = Game::turn(&position);
        Problem {
            line,
            position,
            attacker: if number > 0 { turn } else { 1 - turn },
            mate_in: number.unsigned_abs(),
        }
    })))
}

/// Chooses up to `k` problems whose number of moves lies in `range`: the first ones of the file, or a random choice if
/// there is a `seed`. With `None` for `k` all are chosen.
pub fn select(
    mut problems: Vec<Problem>,
    range: &RangeInclusive<u32>,
    k: Option<usize>,
    seed: Option<u64>,
) -> Vec<Problem> {
    problems.retain(|problem| range.contains(&problem.mate_in));
    if let Some(seed) = seed {
        problems.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    }
    problems.truncate(k.unwrap_or(usize::MAX));
    problems
}

/// Result of a player's attempt to mate in a problem of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackResult {
    /// The attacker mated within the number of moves.
    Solved,
    /// The attacker used up its moves without mate.
    NoMate,
    /// The game ended in stalemate or another draw.
    Draw,
    /// The attacker was mated itself.
    Mated,
    /// The attacker overstepped its time.
    Time,
    /// The attacker answered with something else than a legal move.
    IllegalMove,
    /// The attacker's process ended or had to be killed.
    Crash,
    /// The defender failed; the attack counts for neither side.
    Void,
}

/// One attack, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttackRecord {
    /// Number of the attack: twice the problem's place in the selection, plus the attacking player, 0 or 1.
    pub index: usize,
    /// Unique identifier of the attack, by which it is recognised and counted only once.
    pub id: String,
    /// Result of the attack.
    pub result: AttackResult,
    /// Description of the result in words.
    pub reason: String,
    /// Failure of a player that ended the attack; `None` if there was none, or if the record was read from a file.
    #[serde(skip)]
    pub failure: Option<Box<Failed>>,
    /// Thinking time of the attacker until it announced a mate in time, or until it mated, in milliseconds.
    pub time_ms: f64,
    /// Number of nodes that the attacker searched until that time.
    pub nodes: u64,
    /// Moves that were made, in text form, from the position of the problem on.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Total thinking time of the attacker and the defender, in milliseconds.
    #[serde(default)]
    pub thought_ms: [f64; 2],
}

impl AttackRecord {
    fn is_solved(&self) -> bool {
        self.result == AttackResult::Solved
    }
}

/// Summary of one player in a match over problems.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttackerSummary {
    /// The player's name.
    pub name: String,
    /// Number of problems that the player has solved, of those that count.
    pub solved: usize,
    /// Mean time until the player announced or gave mate, in milliseconds, over the problems that it has solved; `None`
    /// if there are none.
    pub mean_time_ms: Option<f64>,
    /// Median of the same times; `None` if there are none.
    pub median_time_ms: Option<f64>,
    /// Mean number of nodes that the player searched until then, over the problems that it has solved; `None` if there
    /// are none.
    pub mean_nodes: Option<f64>,
    /// Median of the same numbers; `None` if there are none.
    pub median_nodes: Option<f64>,
    /// Number of attacks that did not succeed, by their results. Those that are void are among them, though they do not
    /// count.
    pub failures: BTreeMap<AttackResult, usize>,
}

/// Summary of a match over problems.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProblemSummary {
    /// Number of problems that count: both players have attacked them, and no defender has failed.
    pub problems: usize,
    /// Number of problems that count for neither player, because a defender has failed in one of the attacks.
    pub void: usize,
    /// The two players.
    pub players: [AttackerSummary; 2],
    /// Probability of a difference at least as large if both players are equally good; see [`sign_test`].
    pub p_value: f64,
    /// Name of the player that has solved more problems; `None` if both have solved as many.
    pub better: Option<String>,
}

/// Collection of attacks that pairs the two on each problem, and counts while they come in. A problem counts when both
/// players have attacked it and no defender has failed.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    half: HashMap<usize, AttackRecord>,
    counted: Vec<[AttackRecord; 2]>,
    void: Vec<[AttackRecord; 2]>,
    solved: [usize; 2],
}

impl Pairs {
    /// Adds an attack. None may be added twice.
    pub fn enter(&mut self, record: &AttackRecord) {
        let problem = record.index / 2;
        let Some(other) = self.half.remove(&problem) else {
            self.half.insert(problem, record.clone());
            return;
        };
        let pair = match record.index % 2 {
            0 => [record.clone(), other],
            _ => [other, record.clone()],
        };
        if pair
            .iter()
            .any(|record| record.result == AttackResult::Void)
        {
            self.void.push(pair);
            return;
        }
        for (solved, record) in self.solved.iter_mut().zip(&pair) {
            *solved += usize::from(record.is_solved());
        }
        self.counted.push(pair);
    }

    /// Returns the number of problems that each player has solved, of those that count.
    pub fn solved(&self) -> [usize; 2] {
        self.solved
    }
}

/// Sums up the attacks of two players with these names; problems of which only one attack is finished are left out.
pub fn summarize(names: [&str; 2], records: &[AttackRecord]) -> ProblemSummary {
    let mut pairs = Pairs::default();
    records.iter().for_each(|record| pairs.enter(record));
    let only = |player: usize| {
        let alone =
            |pair: &&[AttackRecord; 2]| pair[player].is_solved() && !pair[1 - player].is_solved();
        pairs.counted.iter().filter(alone).count() as u64
    };
    let players = [0, 1].map(|player| {
        let counted: Vec<&AttackRecord> = pairs.counted.iter().map(|pair| &pair[player]).collect();
        let mut summary = summarize_player(names[player], &counted);
        let void = pairs.void.iter().map(|pair| &pair[player]);
        let void = void.filter(|record| record.result == AttackResult::Void);
        // Void attacks are shown, though they count for neither player: it is the other player that has failed.
        match void.count() {
            0 => {}
            count => drop(summary.failures.insert(AttackResult::Void, count)),
        }
        summary
    });
    let [a, b] = pairs.solved;
    let better = match a.cmp(&b) {
        std::cmp::Ordering::Greater => Some(names[0].to_owned()),
        std::cmp::Ordering::Less => Some(names[1].to_owned()),
        std::cmp::Ordering::Equal => None,
    };
    ProblemSummary {
        problems: pairs.counted.len(),
        void: pairs.void.len(),
        p_value: sign_test(only(0), only(1)),
        players,
        better,
    }
}

fn summarize_player(name: &str, records: &[&AttackRecord]) -> AttackerSummary {
    let solved = || records.iter().filter(|record| record.is_solved());
    let times: Vec<f64> = solved().map(|record| record.time_ms).collect();
    let nodes: Vec<f64> = solved().map(|record| record.nodes as f64).collect();
    let mut failures = BTreeMap::new();
    for record in records.iter().filter(|record| !record.is_solved()) {
        *failures.entry(record.result).or_insert(0) += 1;
    }
    AttackerSummary {
        name: name.to_owned(),
        solved: times.len(),
        mean_time_ms: mean(&times),
        median_time_ms: median(times),
        mean_nodes: mean(&nodes),
        median_nodes: median(nodes),
        failures,
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let upper = *values.get(values.len() / 2)?;
    let lower = *values.get((values.len() - 1) / 2)?;
    Some((lower + upper) / 2.0)
}

/// Returns the p-value of McNemar's exact test, two-sided. Of `a` + `b` problems that one player alone has solved, `a`
/// were solved by the first player and `b` by the second; the p-value is the probability, from 0 to 1, of a split at
/// least as uneven if each player is as likely as the other to be the one (binomial distribution with one half).
pub fn sign_test(a: u64, b: u64) -> f64 {
    let n = a + b;
    // P(X = k), from P(X = 0) = 2⁻ⁿ upwards, in logarithms: 2⁻ⁿ underflows beyond a thousand.
    let mut log = -(n as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for k in 0..=a.min(b) {
        tail += log.exp();
        log += ((n - k) as f64 / (k + 1) as f64).ln();
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Result<Vec<Problem>, FileError> {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        std::fs::write(&file, text).expect("written");
        read(file.path(), |_, _| {})
    }

    #[test]
    fn the_mating_side_follows_from_the_sign() {
        let text = "# two problems\n\nkbK5/pp6/1P6/8/8/8/8/R7 w - - bm #2;\n\
                    8/8/8/8/8/5k2/3q4/7K w - - dm -3;\nk7/8/1K6/8/8/8/8/7R w - - bm Rh8;\n";
        let found = problems(text).expect("problems");
        let facts: Vec<_> = found
            .iter()
            .map(|p| (p.line, p.attacker, p.mate_in))
            .collect();
        assert_eq!(facts, [(3, 0, 2), (4, 1, 3)]);
    }

    #[test]
    fn bad_problem_files_are_named_with_the_line() {
        for (text, complaint) in [
            ("k7/8/1K6/8/8/8/8/7R w - - bm Rh8;", "holds no problem"),
            (
                "k7/8/1K6/8/8/8/8/7R w - - bm #0;",
                "line 1: 'bm #0' does not name",
            ),
            ("k7/8/1K6/8/8/8/8/7R w - - dm two;", "line 1: 'dm two'"),
            ("k7/8/1K6/8 w - - dm 2;", "line 1: the FEN's board"),
            ("k7/8/8/8/8/8/8/1KR5 w C - dm 2;", "line 1: its castling"),
            (
                "k6R/8/1K6/8/8/8/8/8 b - - dm 2;",
                "already over (checkmate)",
            ),
        ] {
            let error = problems(text).expect_err(text).to_string();
            assert!(error.contains(complaint), "{error}");
        }
    }

    #[test]
    fn problems_are_chosen_by_number_and_seed() {
        let text: String = (1..=9)
            .map(|n| format!("kbK5/pp6/1P6/8/8/8/8/R7 w - - dm {n};\n"))
            .collect();
        let all = problems(&text).expect("problems");
        let pick = |range, k, seed| -> Vec<u32> {
            select(all.clone(), &range, k, seed)
                .iter()
                .map(|p| p.mate_in)
                .collect()
        };
        assert_eq!(pick(2..=4, None, None), [2, 3, 4]);
        assert_eq!(pick(1..=9, Some(2), None), [1, 2]);
        assert_eq!(pick(1..=9, Some(5), Some(3)), pick(1..=9, Some(5), Some(3)));
        assert_ne!(pick(1..=9, Some(9), Some(3)), pick(1..=9, Some(9), None));
    }

    #[test]
    fn the_sign_test_has_its_exact_values() {
        for (a, b, p) in [
            (0, 0, 1.0),
            (1, 0, 1.0),
            (5, 0, 2.0 / 32.0),
            (0, 5, 2.0 / 32.0),
            (8, 2, 2.0 * 56.0 / 1024.0),
            (6, 6, 1.0),
        ] {
            assert!((sign_test(a, b) - p).abs() < 1e-12, "{a} {b}");
        }
        assert!(sign_test(3000, 100) < 1e-300);
    }

    #[test]
    fn a_summary_pairs_the_attacks_by_problem() {
        let record = |index, result, time_ms, nodes| AttackRecord {
            index,
            id: String::new(),
            result,
            reason: String::new(),
            failure: None,
            time_ms,
            nodes,
            moves: Vec::new(),
            thought_ms: [0.0; 2],
        };
        use AttackResult::{Draw, NoMate, Solved};
        let records = [
            record(0, Solved, 10.0, 100),
            record(1, NoMate, 0.0, 0),
            record(2, Solved, 30.0, 300),
            record(3, Solved, 5.0, 50),
            record(5, Draw, 0.0, 0),
            record(4, Solved, 80.0, 500),
            record(6, Solved, 1.0, 1),
        ];
        let summary = summarize(["A", "B"], &records);
        assert_eq!(summary.problems, 3, "the last problem has only one attack");
        let [a, b] = &summary.players;
        assert_eq!((a.solved, b.solved), (3, 1));
        assert_eq!((a.mean_time_ms, a.median_time_ms), (Some(40.0), Some(30.0)));
        assert_eq!(a.mean_nodes, Some(300.0));
        assert_eq!(b.failures.get(&NoMate), Some(&1));
        assert_eq!(summary.p_value, 0.5);
        assert_eq!(summary.better.as_deref(), Some("A"));
    }

    #[test]
    fn a_problem_with_a_void_attack_counts_for_neither_side() {
        let record = |index, result| AttackRecord {
            index,
            id: String::new(),
            result,
            reason: String::new(),
            failure: None,
            time_ms: 1.0,
            nodes: 1,
            moves: Vec::new(),
            thought_ms: [0.0; 2],
        };
        use AttackResult::{NoMate, Solved, Void};
        // Player A's attacks are even; in the first problem B fails as the defender, and then solves.
        let records = [
            record(0, Void),
            record(1, Solved),
            record(2, NoMate),
            record(3, NoMate),
        ];
        let summary = summarize(["A", "B"], &records);
        let solved = summary.players.each_ref().map(|player| player.solved);
        assert_eq!(
            (solved, summary.better, summary.p_value),
            ([0, 0], None, 1.0)
        );
        assert_eq!((summary.problems, summary.void), (1, 1));
        assert_eq!(summary.players[0].failures.get(&Void), Some(&1));
        assert_eq!(summary.players[1].mean_time_ms, None);
        let mut pairs = Pairs::default();
        records.iter().for_each(|record| pairs.enter(record));
        assert_eq!(pairs.solved(), [0, 0]);
    }
}
