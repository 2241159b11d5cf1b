//! An answer as plain data, for JSON: moves as text, lengths with their signs.

use super::inquiry::Answer;
use super::notation::write_solution;
use super::tree::Solution;
use super::{Key, Verdict};
use games::chess::{Move, Position};
use serde::{Deserialize, Serialize};

/// An [`Answer`] as plain data, to be sent or stored. A field is `None` if it was not requested or the limits left no
/// time for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerRecord {
    /// Position as FEN.
    pub fen: String,
    /// The number of moves of the inquiry, negative if the side to move is the one to be mated.
    pub n: i32,
    /// The verdict: mate, no mate, or undecided within the limits.
    pub verdict: VerdictWord,
    /// The proved length of the mate, with the sign of `n`; `None` if no mate is proved.
    pub mate_in: Option<i32>,
    /// True if the length is proved to be the least.
    pub least: bool,
    /// Number of moves for which it is proved that there is no mate.
    pub refuted: u32,
    /// The first moves that mate within the number of moves.
    pub keys: Option<Vec<KeyRecord>>,
    /// True if there is exactly one key.
    pub unique: Option<bool>,
    /// Keys that mate in fewer moves than `n`.
    pub short_mates: Option<Vec<KeyRecord>>,
    /// Positions after the keys in which the attacker has a choice of moves.
    pub duals: Option<Vec<DualRecord>>,
    /// First moves that fail to exactly one reply.
    pub tries: Option<Vec<TryRecord>>,
    /// The solution as problemists write it.
    pub solution: Option<String>,
    /// The mating line, in UCI's form.
    pub pv: Vec<String>,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time in milliseconds.
    pub time_ms: u64,
}

/// Result of an inquiry, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictWord {
    /// `mate`: mate is forced within the number of moves.
    Mate,
    /// `no_mate`: it is proved that mate is not forced within the number of moves.
    NoMate,
    /// `undecided`: the limits ended the search first.
    Undecided,
}

/// A move in two spellings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in UCI notation.
    pub uci: String,
    /// Standard algebraic notation.
    pub san: String,
}

/// A first move that mates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyRecord {
    /// The move in UCI notation.
    pub uci: String,
    /// Standard algebraic notation.
    pub san: String,
    /// Number of moves in which it mates, itself included.
    pub mate_in: u32,
}

/// A dual: a position in which the attacker has a choice of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DualRecord {
    /// The moves that lead to the position, in UCI notation.
    pub line: Vec<String>,
    /// The moves that mate equally fast.
    pub moves: Vec<String>,
}

/// A try: a first move that fails to exactly one reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TryRecord {
    /// The move in UCI notation.
    pub uci: String,
    /// Standard algebraic notation.
    pub san: String,
    /// Replies that refute the move.
    pub refutations: Vec<MoveRecord>,
}

impl std::fmt::Display for VerdictWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            VerdictWord::Mate => "mate",
            VerdictWord::NoMate => "no_mate",
            VerdictWord::Undecided => "undecided",
        })
    }
}

impl Answer {
    /// Returns the verdict in one word.
    pub fn verdict_word(&self) -> VerdictWord {
        match (self.report.verdict, self.report.proved) {
            (Verdict::Mate(_), _) | (_, Some(_)) => VerdictWord::Mate,
            (Verdict::NoMate, _) => VerdictWord::NoMate,
            (Verdict::Undecided, None) => VerdictWord::Undecided,
        }
    }

    /// Returns the answer as plain data.
    pub fn record(&self) -> AnswerRecord {
        let p = &self.position;
        let keys = |wanted: &dyn Fn(&Key) -> bool| {
            let list = self.keys.as_ref()?.iter().filter(|key| wanted(key));
            Some(list.map(|key| key_record(p, key)).collect::<Vec<_>>())
        };
        let solution = self.solution.as_ref().and_then(|found| found.as_ref().ok());
        let tries_wanted = self.inquiry.solution.is_some_and(|extent| extent.tries);
        AnswerRecord {
            fen: p.fen(),
            n: self.inquiry.moves,
            verdict: self.verdict_word(),
            mate_in: self.mate_in(),
            least: matches!(self.report.verdict, Verdict::Mate(_)),
            refuted: self.report.refuted,
            keys: keys(&|_| true),
            unique: self.keys.as_ref().map(|keys| keys.len() == 1),
            short_mates: keys(&|key| key.mate_in < self.key_length),
            duals: solution.map(|solution| dual_records(p, solution)),
            tries: solution
                .filter(|_| tries_wanted)
                .map(|solution| try_records(p, solution)),
            solution: solution.map(|solution| write_solution(p, solution)),
            pv: line(p, &self.report.pv).0,
            nodes: self.report.nodes,
            time_ms: u64::try_from(self.report.time.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

/// Returns a line of moves in UCI notation, and the position after it.
fn line(p: &Position, moves: &[Move]) -> (Vec<String>, Position) {
    let mut at = *p;
    let mut texts = Vec::new();
    for &m in moves {
        texts.push(at.move_text(m));
        at = at.play(m);
    }
    (texts, at)
}

fn key_record(p: &Position, key: &Key) -> KeyRecord {
    KeyRecord {
        uci: p.move_text(key.first),
        san: p.san(key.first),
        mate_in: key.mate_in,
    }
}

fn dual_records(p: &Position, solution: &Solution) -> Vec<DualRecord> {
    let duals = solution.duals().into_iter().map(|dual| {
        let (line, at) = line(p, &dual.line);
        let moves = dual.moves.iter().map(|m| at.move_text(*m)).collect();
        DualRecord { line, moves }
    });
    duals.collect()
}

fn try_records(p: &Position, solution: &Solution) -> Vec<TryRecord> {
    let tries = solution.tries.iter().map(|attack| {
        let after = p.play(attack.m);
        let spelled = |m: &Move| MoveRecord {
            uci: after.move_text(*m),
            san: after.san(*m),
        };
        TryRecord {
            uci: p.move_text(attack.m),
            san: p.san(attack.m),
            refutations: attack.refutations.iter().map(spelled).collect(),
        }
    });
    tries.collect()
}
