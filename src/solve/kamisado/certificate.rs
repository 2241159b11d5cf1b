//! Certificates: a proof as a file that can be checked by anybody.
//!
//! ```text
//! atalaya kamisado certificate 1
//! position NZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 1
//! deadlock mutual
//! wins 17
//! first a1a5
//! NZPSARVM/8/8/m7/8/8/8/1vraspzn w S 0: d8d7 c1c6; d8d6 …
//! ```
//!
//! `wins` or `loses` refers to the side to move, within that number of plies. Then follows one line for each position
//! in which the loser is to move: every reply, and after it the winner's moves up to the loser's next turn or the end
//! of the round (one move; several after pushes; none if a push lets the loser go on). So every move of the winner is
//! given and every reply of the loser covered. Lines that begin with `#` are comments.

use base::say;
use games::kamisado::{Deadlock, Position, PositionError, Towers};
use games::{Game, Lang};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The first line of every certificate.
pub const HEADING: &str = "atalaya kamisado certificate 1";

/// Comment in each certificate that tells how it was made.
const MADE_BY: &str = "# Made by 'atalaya solve kamisado [--fen POSITION] --certificate FILE'; \
                       verify it with 'atalaya solve --check FILE'.";

/// The replies of a line, each with the winner's moves after it.
pub type Replies = Vec<(String, Vec<String>)>;

/// A proof that a side wins a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The position for which the proof holds.
    pub position: Position,
    /// True if the side to move wins; false if it loses.
    pub wins: bool,
    /// Greatest number of plies until the end of the round.
    pub plies: u16,
    /// The winner's moves up to the loser's first turn; empty if the loser is to move.
    pub first: Vec<String>,
    /// For each position in which the loser is to move (as [`state_text`]): every reply with the
    /// winner's moves after it.
    pub lines: BTreeMap<String, Replies>,
}

/// Reason why a text is not a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum FormatError {
    /// The first line is not [`HEADING`]; the line found is given.
    Heading(String),
    /// A line of the header is missing; its name is given.
    Head(&'static str),
    /// A line of the header has an invalid value.
    Value {
        /// Text of the line that cannot be read.
        line: String,
        /// Accepted values.
        expected: Expected,
    },
    /// The position is invalid.
    Position(#[from] PositionError),
    /// A line of the body is not of the form `position: reply move; reply move`.
    Line(String),
    /// A position has two lines.
    Twice(String),
}

/// Values that a line of the header of a certificate may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// `deadlock` with `mutual` or `cycle`.
    Deadlock,
    /// `wins` or `loses`, with a number of plies.
    Claim,
    /// A number of plies.
    Plies,
}

impl FormatError {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            FormatError::Heading(found) => {
                say!(lang, "certificate-heading", expected = HEADING, found)
            }
            FormatError::Head(name) => say!(lang, "certificate-head", name),
            FormatError::Value { line, expected } => {
                let expected = match expected {
                    Expected::Deadlock => "deadlock",
                    Expected::Claim => "claim",
                    Expected::Plies => "plies",
                };
                say!(lang, "certificate-value", line, expected)
            }
            FormatError::Position(error) => error.text(lang),
            FormatError::Line(line) => say!(lang, "certificate-line", line),
            FormatError::Twice(position) => say!(lang, "certificate-two-lines", position),
        }
    }
}

/// Returns the text of a position without its ply, which identifies it in a certificate.
pub fn state_text(position: &Position) -> String {
    let text = position.text();
    match text.rsplit_once(' ') {
        Some((state, _)) => state.to_owned(),
        None => text,
    }
}

impl Certificate {
    /// Returns the certificate as the text of a file.
    pub fn to_text(&self) -> String {
        let mut out = format!("{HEADING}\n{MADE_BY}\nposition {}\n", self.position.text());
        let deadlock = match self.position.deadlock() {
            Deadlock::Mutual => "mutual",
            Deadlock::Cycle => "cycle",
        };
        let verb = ["loses", "wins"][usize::from(self.wins)];
        let _ = writeln!(out, "deadlock {deadlock}\n{verb} {}", self.plies);
        if !self.first.is_empty() {
            let _ = writeln!(out, "first {}", self.first.join(" "));
        }
        for (state, replies) in &self.lines {
            let replies: Vec<String> = replies
                .iter()
                .map(|(reply, moves)| format!("{reply} {}", moves.join(" ")).trim_end().to_owned())
                .collect();
            let _ = writeln!(out, "{state}: {}", replies.join("; "));
        }
        out
    }

    /// Parses a certificate. It may still prove nothing: see [`check`](super::check::check).
    ///
    /// # Errors
    /// [`FormatError`] names the first wrong line.
    pub fn parse(text: &str) -> Result<Certificate, FormatError> {
        let lines = text.lines().map(str::trim);
        let mut lines = lines
            .filter(|l| !l.is_empty() && !l.starts_with('#'))
            .peekable();
        let heading = lines.next().unwrap_or_default();
        if heading != HEADING {
            let short: String = heading.chars().take(60).collect();
            return Err(FormatError::Heading(short));
        }
        let mut head = |name: &'static str| {
            let line = lines.next().unwrap_or_default();
            let value = line.strip_prefix(name).map(str::trim);
            value.ok_or(FormatError::Head(name))
        };
        let mut position = Position::parse_with(head("position")?, Towers::Some)?;
        position = match head("deadlock")? {
            "mutual" => position.with_deadlock(Deadlock::Mutual),
            "cycle" => position.with_deadlock(Deadlock::Cycle),
            other => return Err(value_error(other, Expected::Deadlock)),
        };
        let claim = lines.next().unwrap_or_default();
        let (wins, plies) = match claim.split_once(' ') {
            Some(("wins", plies)) => (true, plies),
            Some(("loses", plies)) => (false, plies),
            _ => return Err(value_error(claim, Expected::Claim)),
        };
        let plies = plies.trim().parse();
        let plies = plies.map_err(|_| value_error(claim, Expected::Plies))?;
        let first = lines.next_if(|line| line.starts_with("first "));
        let first = first.map_or(Vec::new(), |line| words(&line["first ".len()..]));
        let mut body = BTreeMap::new();
        for line in lines {
            let (state, replies) = parse_line(line)?;
            if body.insert(state.clone(), replies).is_some() {
                return Err(FormatError::Twice(state));
            }
        }
        Ok(Certificate {
            position,
            wins,
            plies,
            first,
            lines: body,
        })
    }
}

fn value_error(line: &str, expected: Expected) -> FormatError {
    FormatError::Value {
        line: line.to_owned(),
        expected,
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn parse_line(line: &str) -> Result<(String, Replies), FormatError> {
    let wrong = || FormatError::Line(line.to_owned());
    let (state, replies) = line.split_once(':').ok_or_else(wrong)?;
    let mut list = Vec::new();
    for reply in replies.split(';') {
        let mut moves = words(reply);
        if moves.is_empty() {
            return Err(wrong());
        }
        let answers = moves.split_off(1);
        list.push((moves.swap_remove(0), answers));
    }
    Ok((state.trim().to_owned(), list))
}
