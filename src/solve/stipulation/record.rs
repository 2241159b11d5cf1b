//! An answer as plain data, for JSON.

use super::notation::Count;
use super::{Answer, Extent, Field, Inquiry, Line, Part};
use crate::mate::Attack;
use serde::Serialize;

/// An [`Answer`] as plain data, to be sent or stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnswerRecord {
    /// The position as FEN; for a fairy problem in Popeye's Forsyth notation, with the side to move.
    pub fen: String,
    /// The stipulation as text; for the shortest proof game, with the length that was searched last.
    pub stipulation: String,
    /// Results: with duplex one part for each side, else one.
    pub parts: Vec<PartRecord>,
    /// Positions visited.
    pub nodes: u64,
    /// Wall-clock time in milliseconds.
    pub time_ms: u64,
}

/// A [`Part`] as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartRecord {
    /// `white` or `black`.
    pub begins: &'static str,
    /// True if the sides are exchanged.
    pub duplex: bool,
    /// True if all solutions were found.
    pub complete: bool,
    /// Reason why it is incomplete: `solutions` (as many as the inquiry asks for), `limits`, `illegal` (the sides
    /// cannot be exchanged); `null` if it is complete.
    pub incomplete: Option<&'static str>,
    /// The number of solutions: lines, or first moves.
    pub solutions: usize,
    /// True if there is more than one first move that solves; `null` in help play and series, where only the author
    /// knows how many solutions there should be.
    pub cooked: Option<bool>,
    /// The solutions of help play and series.
    pub lines: Vec<LineRecord>,
    /// The lines of the set play of help play and series.
    pub set_lines: Vec<LineRecord>,
    /// True if set play was requested but cannot exist, because the side that begins is in check.
    pub no_set_play: bool,
    /// True if there may be more set play, because as much was found as the inquiry asks for.
    pub more_set_lines: bool,
    /// The first moves that solve, where one side plays against the other.
    pub keys: Vec<KeyRecord>,
    /// The replies that refute a key that has been made already, in UCI notation; `null` for other problems.
    pub refutations: Option<Vec<String>>,
    /// First moves that fail to few replies only, if requested.
    pub tries: Vec<KeyRecord>,
    /// Set play, tries and keys as problemists write them; `null` in help play and series.
    pub text: Option<String>,
}

/// A line of help play or of a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineRecord {
    /// The line as Popeye writes it.
    pub text: String,
    /// The moves in UCI notation; empty in a fairy problem, in which only `text` has them.
    pub uci: Vec<String>,
    /// The moves in standard algebraic notation; empty in a fairy problem.
    pub san: Vec<String>,
    /// The moves of the other side after a series that forces the aim, in UCI notation; empty in a fairy problem.
    pub ends: Vec<String>,
}

/// A first move, a key or a try, as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeyRecord {
    /// The move in UCI notation; in a fairy problem as Popeye writes it.
    pub uci: String,
    /// The move in standard algebraic notation; in a fairy problem as Popeye writes it.
    pub san: String,
    /// Number of moves in which it reaches the aim, or would without the refutations.
    pub moves: u32,
    /// The replies that refute it, in UCI notation; none for a key.
    pub refutations: Vec<String>,
}

impl<P: Field> Answer<P> {
    /// Returns the answer as plain data.
    pub fn record(&self, p: &P, inquiry: &Inquiry) -> AnswerRecord {
        AnswerRecord {
            fen: p.text(),
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

fn part<P: Field>(part: &Part<P>) -> PartRecord {
    let p = &part.position;
    let battle = part.stipulation.is_battle();
    let keys = |attacks: &[Attack<P::Move>]| -> Vec<KeyRecord> {
        let records = attacks.iter().map(|attack| {
            let after = p.after(attack.m);
            let [uci, san] = p.coordinates(attack.m);
            KeyRecord {
                uci,
                san,
                moves: attack.mate_in,
                refutations: uci_of(&after, &attack.refutations),
            }
        });
        records.collect()
    };
    let lines = |p: &P, lines: &[Line<P::Move>], texts: Vec<String>, count: Count| {
        let lines = lines.iter().zip(texts);
        let records = lines.map(|(line, text)| record(p, line, text, count));
        records.collect::<Vec<LineRecord>>()
    };
    PartRecord {
        begins: p.side().fold_wb("white", "black"),
        duplex: part.duplex,
        complete: matches!(part.extent, Extent::All | Extent::TooLong),
        incomplete: part.extent.reason(),
        solutions: part.count(),
        cooked: battle.then_some(part.is_cooked()),
        lines: if battle {
            Vec::new()
        } else {
            lines(p, &part.lines, part.texts(), part.count_of(false))
        },
        more_set_lines: part.more_set_lines,
        no_set_play: part.no_set_play,
        set_lines: if part.set_lines.is_empty() {
            Vec::new()
        } else {
            let texts = part.set_texts();
            lines(&p.passed(), &part.set_lines, texts, part.count_of(true))
        },
        keys: keys(&part.solution.keys),
        refutations: part
            .post_key
            .as_ref()
            .map(|key| uci_of(p, &key.play.refutations)),
        tries: keys(&part.solution.tries),
        text: battle.then(|| part.tree_text()),
    }
}

fn uci_of<P: Field>(p: &P, moves: &[P::Move]) -> Vec<String> {
    let uci = |&m: &P::Move| {
        let [uci, _] = p.coordinates(m);
        uci
    };
    moves.iter().map(uci).collect()
}

fn record<P: Field>(p: &P, line: &Line<P::Move>, text: String, count: Count) -> LineRecord {
    let (mut uci, mut san, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    if P::HAS_SAN {
        let (walked, end) = count.walk(p, line);
        let named = walked.iter().map(|made| made.before.coordinates(made.m));
        (uci, san) = named.map(|[uci, san]| (uci, san)).unzip();
        ends = uci_of(&end, &line.ends);
    }
    LineRecord {
        text,
        uci,
        san,
        ends,
    }
}
