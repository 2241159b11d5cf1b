//! A problem as data: what its author gives ([`Draft`]), and in addition what the program knows about it ([`Problem`]).

use super::error::{Error, Result};
use super::formats::{label, parts};
use super::terms::Terms;
use super::{Refusal, Stipulation};
use base::word::Word;
use base::{say, told};
use games::Text;
use games::chess::{Position, setup_fen};
use games::{Lang, Read};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shakmaty::fen::Fen;
use shakmaty::{Color, Setup};
use solve::mate::Key;
use std::fmt::Write as _;

/// Problem as its author gives it. It may have any position that FEN can express; an ordinary direct mate needs a legal
/// one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// Position, as FEN; the side to move attacks.
    pub fen: String,
    /// Stipulation: `#3`, `h#2.5`.
    pub stipulation: Stipulation,
    /// Terms of the problem: fairy pieces and conditions, options and twins.
    #[serde(default, skip_serializing_if = "Terms::is_empty")]
    pub terms: Terms,
    /// Name of the author in the usual order, `Sam Loyd`; may be empty.
    #[serde(default)]
    pub author: String,
    /// Title of the problem; may be empty.
    #[serde(default)]
    pub title: String,
    /// Publication in which the problem was printed; may be empty.
    #[serde(default)]
    pub source: String,
    /// Tags by which the problem can be found.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Data from files of other programs for which there is no field here, by the name of the file format.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

/// State of a problem's verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// The problem has not been verified since it was last changed.
    Draft,
    /// It is proved that there is a mate in at most N moves, or, for another stipulation, that there is a solution.
    Verified,
    /// It is proved that there is none.
    Refuted,
}

/// A first move that solves a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundKey {
    /// Move in UCI notation: `a1a6`.
    #[serde(rename = "move")]
    pub uci: String,
    /// Move in algebraic notation: `Ra6`.
    pub san: String,
    /// Number of moves in which it mates.
    pub mate_in: u32,
}

impl FoundKey {
    /// Returns the key in the form of the solver.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the move is not legal in the position.
    pub fn on(&self, position: &Position) -> Result<Key> {
        let first = position.parse_move(&self.uci).map_err(Error::invalid)?;
        Ok(Key {
            first,
            mate_in: self.mate_in,
        })
    }

    /// Creates a key from the form of the solver.
    pub fn of(position: &Position, key: &Key) -> FoundKey {
        FoundKey {
            uci: position.move_text(key.first),
            san: position.san(key.first),
            mate_in: key.mate_in,
        }
    }
}

/// Number of solutions of a problem or of one of its twins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solved {
    /// Letter of the twin: `a`, `b` …; empty if the problem has no twins.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub twin: String,
    /// Stipulation of the twin.
    pub stipulation: String,
    /// Number of solutions that were found.
    pub solutions: u32,
    /// True if there may be more, because the search ended at a number far greater than intended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// True if one of them has fewer moves than the stipulation says.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub short: bool,
}

impl Solved {
    /// Returns a line of text about the number: `b) h#2: 1 solution`.
    pub fn text(&self, lang: Lang) -> String {
        let twin = if self.twin.is_empty() {
            String::new()
        } else {
            format!("{}) ", self.twin)
        };
        let (asked, count) = (&self.stipulation, self.solutions);
        let mut text = if self.more {
            say!(lang, "solutions-at-least", twin, asked, count)
        } else {
            say!(lang, "solutions", twin, asked, count)
        };
        if self.short {
            text += say!(lang, "solutions-short");
        }
        text
    }
}

/// A problem as it is stored in the collection.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    /// Number of the problem, which is never used again.
    pub id: i64,
    /// Number of the user who owns the problem; `None` if the account has been deleted, or for a template.
    pub owner: Option<i64>,
    /// Name of the owner; `None` if there is none.
    pub owner_name: Option<String>,
    /// True if the problem is a template, one that came with the program.
    pub template: bool,
    /// Problem as its author gives it.
    #[serde(flatten)]
    pub draft: Draft,
    /// State of the problem's verification.
    pub state: State,
    /// Number of the revision. Each change of the position, the stipulation or the terms begins a new one; a change of
    /// the author, title or source does not.
    pub revision: i64,
    /// Least number of moves in which there is a mate; `None` if the problem is not verified or is no direct mate.
    pub least: Option<u32>,
    /// All first moves that mate in at most N moves.
    pub keys: Vec<FoundKey>,
    /// True if the problem is sound: exactly one key and no mate in fewer than N moves, or for another stipulation the
    /// intended number of solutions, none of them in fewer moves.
    pub unique_key: bool,
    /// Numbers of solutions of the problem and its twins; empty for a direct mate.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<Solved>,
    /// SHA-256 of the solver's proof, in hexadecimal; `None` if there is no proof.
    pub certificate_hash: Option<String>,
    /// Number of positions that the solver visited; `None` if the problem has no verdict.
    pub nodes: Option<u64>,
    /// Difficulty, from 0 (trivial) to 100; 0 while the problem is not verified.
    pub difficulty: f64,
    /// Level of difficulty, 1 to 5; 0 while the problem is not verified.
    pub band: u8,
    /// Glicko-2 rating of the problem against its solvers.
    pub rating: f64,
    /// Deviation of this rating.
    pub deviation: f64,
    /// Number of games played over the problem.
    pub played: u64,
    /// Number of games in which the attacker mated in time.
    pub solved: u64,
    /// Instant at which the problem was created, in milliseconds since 1970.
    pub created: i64,
    /// Instant of the last change, in milliseconds since 1970.
    pub changed: i64,
}

/// Maximum length of an author, title, source or tag, in characters.
pub const MAX_TEXT: usize = 500;

/// Maximum number of tags of a problem.
pub const MAX_TAGS: usize = 50;

impl Draft {
    /// Creates a draft with a position and a stipulation, and nothing else.
    pub fn new(fen: impl Into<String>, stipulation: Stipulation) -> Draft {
        Draft {
            fen: fen.into(),
            stipulation,
            terms: Terms::default(),
            author: String::new(),
            title: String::new(),
            source: String::new(),
            tags: Vec::new(),
            extra: Map::new(),
        }
    }

    /// Creates a draft from a FEN as people write it, for an ordinary problem. Castling rights and the like that are
    /// impossible in the position are left out and returned with the draft, whose FEN then lacks them.
    ///
    /// # Errors
    /// [`Error::Position`] if the text is not a valid position.
    pub fn read(fen: &str, stipulation: Stipulation) -> Result<Read<Draft>> {
        Draft::read_on(fen, stipulation, Terms::default())
    }

    /// Creates a draft like [`read`](Draft::read), for a problem with terms. If it is no ordinary direct mate, any
    /// position that FEN can express is accepted.
    ///
    /// # Errors
    /// As for [`read`](Draft::read).
    pub fn read_on(fen: &str, stipulation: Stipulation, terms: Terms) -> Result<Read<Draft>> {
        let mut draft = Draft::new(fen, stipulation);
        draft.terms = terms;
        let (position, dropped) = match Position::read_fen(fen, false) {
            Ok(read) => read.split(),
            Err(_) if !draft.is_mate() => {
                let (setup, chess960) = draft.setup()?;
                draft.fen = setup_fen(&setup, chess960);
                return Ok(Read::whole(draft));
            }
            Err(why) => return Err(why.into()),
        };
        if !dropped.is_empty() {
            draft.fen = position.fen();
        }
        Ok(Read::new(draft, dropped))
    }

    /// Returns true for an ordinary direct mate in N moves; only these are played, rated and proved.
    pub fn is_mate(&self) -> bool {
        matches!(self.stipulation, Stipulation::Mate(_)) && self.terms.are_ordinary()
    }

    /// Returns N, the number of moves, of an ordinary direct mate.
    ///
    /// # Errors
    /// [`Refusal::NotDirect`] for any other problem.
    pub fn mate(&self) -> Result<u32> {
        match self.stipulation {
            Stipulation::Mate(moves) if self.is_mate() => Ok(moves),
            _ => Err(Refusal::NotDirect(self.stipulation_text()).into()),
        }
    }

    /// Returns the stipulation with the fairy conditions: `h#2 Circe`.
    pub fn stipulation_text(&self) -> String {
        let mut asked = self.stipulation.to_string();
        for condition in &self.terms.conditions {
            asked.push(' ');
            asked += condition;
        }
        asked
    }

    /// Returns the stipulation as it is printed below a diagram: with the side to move if it is not the usual one, the
    /// twins, and the number of solutions.
    ///
    /// # Errors
    /// [`Error::Position`] if the text is not a valid position.
    pub fn stipulation_text_in(&self, lang: Lang) -> Result<String> {
        let (setup, _) = self.setup()?;
        let mut asked = self.stipulation_text();
        if setup.turn != self.stipulation.begins() {
            let stipulation = asked;
            asked = match setup.turn {
                Color::White => say!(lang, "diagram-white", stipulation),
                Color::Black => say!(lang, "diagram-black", stipulation),
            };
        }
        for (index, twin) in self.terms.twins.iter().enumerate() {
            let _ = write!(asked, " {}) {twin}", label(index + 1));
        }
        if let Some(count) = self.terms.intended.filter(|count| *count > 1) {
            asked += &format!(" ({})", say!(lang, "diagram-solutions", count));
        }
        Ok(asked)
    }

    /// Returns the pieces of the FEN with the side to move and all rights, also of an illegal position. The flag is
    /// true for castling rights of Chess960.
    ///
    /// # Errors
    /// [`Error::Position`] if the text is not a FEN.
    pub fn setup(&self) -> Result<(Setup, bool)> {
        match Position::from_stored_fen(&self.fen) {
            Ok(position) => Ok((position.to_setup(), position.is_chess960())),
            Err(why) => {
                let read = Fen::from_ascii(self.fen.trim().as_bytes());
                let setup = read.map_err(|_| Error::Position(why))?.into_setup();
                let castling = self.fen.split_whitespace().nth(2);
                Ok((setup, castling.is_some_and(games::chess::names_files)))
            }
        }
    }

    /// Removes the solutions that came from files of other programs, because they belong to another position.
    pub fn forget_solutions(&mut self) {
        for format in ["pgn", "yacpdb"] {
            if let Some(Value::Object(kept)) = self.extra.get_mut(format) {
                kept.remove("solution");
            }
        }
        if let Some(Value::Array(operations)) = self.extra.get_mut("epd") {
            operations.retain(|words| {
                let opcode = words.get(0).and_then(Value::as_str);
                !matches!(opcode, Some("bm" | "am" | "pv"))
            });
        }
        self.extra.retain(|_, kept| match kept {
            Value::Object(kept) => !kept.is_empty(),
            Value::Array(kept) => !kept.is_empty(),
            _ => true,
        });
    }

    /// Returns the position, which must be a legal one.
    ///
    /// # Errors
    /// [`Error::Position`] with the reason why it is not.
    pub fn position(&self) -> Result<Position> {
        Ok(Position::from_stored_fen(&self.fen)?)
    }

    /// Checks that the draft can be stored: that the position is valid, that no text is too long or has control
    /// characters, and that there are not too many tags. Spaces around the texts are removed.
    ///
    /// # Errors
    /// [`Error::Position`] or [`Error::Invalid`] with the reason.
    pub fn checked(self) -> Result<Draft> {
        if self.is_mate() {
            self.position()?;
            self.terms.check()?;
        } else {
            self.terms.check()?;
            let parts = parts(&self).map_err(Error::Invalid)?;
            if let Some(part) = parts.first() {
                self.terms.check_effect(&part.inquiry)?;
            }
        }
        self.with_checked_words()
    }

    /// Returns the draft with its texts trimmed, after the part of [`checked`](Draft::checked) that concerns texts and
    /// tags; the position is not checked.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a text is too long or has control characters, or there are too many tags.
    pub(super) fn with_checked_words(mut self) -> Result<Draft> {
        let texts = [
            ("author", &mut self.author),
            ("title", &mut self.title),
            ("source", &mut self.source),
        ];
        for (what, text) in texts {
            *text = trimmed(what, text)?;
        }
        if self.tags.len() > MAX_TAGS {
            let count = self.tags.len();
            return Err(Error::Invalid(told!(
                "edit-too-many-tags",
                count,
                most = MAX_TAGS
            )));
        }
        for tag in &mut self.tags {
            *tag = trimmed("tag", tag)?;
        }
        self.tags.retain(|tag| !tag.is_empty());
        Ok(self)
    }
}

pub(super) fn trimmed(what: &str, text: &str) -> Result<String> {
    let text = text.trim();
    if text.chars().count() > MAX_TEXT {
        return Err(Error::Invalid(Text::of(|lang| {
            say!(
                lang,
                "edit-too-long",
                part = say!(lang, "edit-part", what),
                most = MAX_TEXT
            )
        })));
    }
    match text.chars().find(|c| c.is_control()) {
        Some(c) => {
            let (text, code) = (text.escape_debug(), u32::from(c));
            Err(Error::Invalid(Text::of(|lang| {
                say!(
                    lang,
                    "edit-control-character",
                    part = say!(lang, "edit-part", what),
                    text,
                    code = format_args!("{code:04X}")
                )
            })))
        }
        None => Ok(text.to_owned()),
    }
}

base::words!(State: Draft = "draft", Verified = "verified", Refuted = "refuted");

impl std::str::FromStr for State {
    type Err = Error;

    fn from_str(text: &str) -> Result<State> {
        State::of_word(text).ok_or_else(|| Error::Invalid(told!("edit-bad-state", text)))
    }
}
