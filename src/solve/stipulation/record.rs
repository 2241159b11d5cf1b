//! An answer as plain data, for JSON.

use super::notation::Count;
use super::{Answer, Extent, Inquiry, Line, Part, Play};
use games::chess::{Move, Position};
use serde::Serialize;

/// An [`Answer`] to be sent or kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnswerRecord {
    /// The position; of a fairy problem in Popeye's Forsyth, with the side to move.
    pub fen: String,
    /// The stipulation as text; if the shortest proof game is asked for, with the length that was searched last.
    pub stipulation: String,
    /// Results with one side beginning; with duplex, then with the other.
    pub parts: Vec<PartRecord>,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time in milliseconds.
    pub time_ms: u64,
}

/// A [`Part`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartRecord {
    /// `white` or `black`.
    pub begins: &'static str,
    /// True if the sides are exchanged.
    pub duplex: bool,
    /// True if all solutions were found.
    pub complete: bool,
    /// Why it is not: `solutions` (as many as were wanted), `limits`, `illegal` (the sides cannot be
    /// exchanged); `null` if it is.
    pub incomplete: Option<&'static str>,
    /// The number of solutions: lines, or first moves.
    pub solutions: usize,
    /// True if there is more than one first move that solves; `null` in help play and series, where only the author
    /// knows how many solutions there should be.
    pub cooked: Option<bool>,
    /// The solutions of help play and series.
    pub lines: Vec<LineRecord>,
    /// Their set play.
    pub set_lines: Vec<LineRecord>,
    /// True if set play was asked for but cannot exist, because the side that begins is in check.
    pub no_set_play: bool,
    /// True if there may be more set play, because as much was found as was wanted.
    pub more_set_lines: bool,
    /// The first moves that solve, where one side plays against the other.
    pub keys: Vec<KeyRecord>,
    /// After a key that is made already, the replies that refute it, in UCI's form; `null` of other problems.
    pub refutations: Option<Vec<String>>,
    /// First moves that fail to few replies only, as many as were asked for.
    pub tries: Vec<KeyRecord>,
    /// Set play, tries and keys as problemists write them; `null` in help play and series.
    pub text: Option<String>,
}

/// A line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineRecord {
    /// As Popeye writes it.
    pub text: String,
    /// The moves in UCI's form; empty in a fairy problem, where only the text says them.
    pub uci: Vec<String>,
    /// The moves in standard algebraic notation; empty in a fairy problem.
    pub san: Vec<String>,
    /// After a series that forces the aim: the moves of the other side, in UCI's form; empty in a fairy problem.
    pub ends: Vec<String>,
}

/// A first move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeyRecord {
    /// In UCI's form; in a fairy problem as Popeye writes it.
    pub uci: String,
    /// In standard algebraic notation; in a fairy problem as Popeye writes it.
    pub san: String,
    /// In how many moves it reaches the aim, or would but for the refutation.
    pub moves: u32,
    /// The replies that hold, in UCI's form: none of a key.
    pub refutations: Vec<String>,
}

impl Answer {
    /// The answer as plain data.
    pub fn record(&self, p: &Position, inquiry: &Inquiry) -> AnswerRecord {
        AnswerRecord {
            fen: p.fen(),
            stipulation: self
                .parts
                .first()
                .map_or(inquiry.stipulation, |part| part.stipulation)
                .to_string(),
            parts: self.parts.iter().map(part).collect(),
            nodes: self.nodes,
            time_ms: u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

fn part(part: &Part) -> PartRecord {
    let p = &part.position;
    let battle = part.stipulation.is_battle();
    let keys = |attacks: &[crate::mate::Attack]| -> Vec<KeyRecord> {
        let records = attacks.iter().map(|attack| {
            let after = p.play(attack.m);
            let refutations = attack.refutations.iter();
            KeyRecord {
                uci: p.move_text(attack.m),
                san: p.san(attack.m),
                moves: attack.mate_in,
                refutations: refutations.map(|&m| after.move_text(m)).collect(),
            }
        });
        records.collect()
    };
    let lines =
        |p: &Position, lines: &[Line], texts: Vec<String>, count: Count| -> Vec<LineRecord> {
            let lines = lines.iter().zip(texts);
            lines
                .map(|(line, text)| record(p, line, text, count))
                .collect()
        };
    PartRecord {
        begins: ["black", "white"][usize::from(p.turn().is_white())],
        duplex: part.duplex,
        complete: matches!(part.extent, Extent::All | Extent::TooLong),
        incomplete: part.extent.reason(),
        solutions: part.count(),
        cooked: battle.then_some(part.is_cooked()),
        lines: match battle {
            true => Vec::new(),
            false => lines(p, &part.lines, part.texts(), part.count_of(false)),
        },
        more_set_lines: part.more_set_lines,
        no_set_play: part.no_set_play,
        set_lines: if part.set_lines.is_empty() {
            Vec::new()
        } else {
            lines(
                &p.pass(),
                &part.set_lines,
                part.set_texts(),
                part.count_of(true),
            )
        },
        keys: keys(&part.solution.keys),
        refutations: part.post_key.as_ref().map(|key| {
            let replies = key.play.refutations.iter();
            replies.map(|&m| p.move_text(m)).collect()
        }),
        tries: keys(&part.solution.tries),
        text: battle.then(|| part.tree_text()),
    }
}

fn record(p: &Position, line: &Line, text: String, count: Count) -> LineRecord {
    let last = line.moves.len() - 1;
    let mut here = *p;
    let (mut uci, mut san) = (Vec::new(), Vec::new());
    for (index, &m) in line.moves.iter().enumerate() {
        uci.push(here.move_text(m));
        san.push(here.san(m));
        here = here.play(m);
        if count.passes(index, last) {
            here = here.pass();
        }
    }
    let ends = line.ends.iter().map(|&m: &Move| here.move_text(m));
    let forces = matches!(count.play, Play::SeriesSelf | Play::SeriesReflex);
    debug_assert!(line.ends.is_empty() || forces);
    LineRecord {
        text,
        uci,
        san,
        ends: ends.collect(),
    }
}
