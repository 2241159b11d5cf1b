//! A problem as data: what its author says ([`Draft`]), and with it what is known of it ([`Problem`]).

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

/// Problem as its author gives it. The position may be any that FEN can write and the rules allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The position; the side to move attacks.
    pub fen: String,
    /// Stipulation: `#3`, `h#2.5`.
    pub stipulation: Stipulation,
    /// Fairy pieces and conditions, options and twins.
    #[serde(default, skip_serializing_if = "Terms::is_empty")]
    pub terms: Terms,
    /// Name of the author, as people write it: `Sam Loyd`; may be empty.
    #[serde(default)]
    pub author: String,
    /// May be empty.
    #[serde(default)]
    pub title: String,
    /// Publication in which the problem was printed; may be empty.
    #[serde(default)]
    pub source: String,
    /// Words to find it by.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Data from other programs' files that has no field here, by the format's name.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

/// State of a problem's verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Nobody has verified it since it was last changed.
    Draft,
    /// There is a mate in N or fewer: proved.
    Verified,
    /// There is none: proved.
    Refuted,
}

/// A first move that solves a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundKey {
    /// In the protocol's form: `a1a6`.
    #[serde(rename = "move")]
    pub uci: String,
    /// As people write it: `Ra6`.
    pub san: String,
    /// In how many moves it mates.
    pub mate_in: u32,
}

impl FoundKey {
    /// The key as the solver has it.
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

    /// A key of the solver's, as text.
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
    /// Which of the twins: `a`, `b` …; empty if there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub twin: String,
    /// Stipulation of the twin.
    pub stipulation: String,
    /// Number of solutions that were found.
    pub solutions: u32,
    /// True if there may be more: the search ended at far too many.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

impl Solved {
    /// Returns the line for people: `b) h#2: 1 solution`.
    pub fn text(&self, lang: Lang) -> String {
        let twin = if self.twin.is_empty() {
            String::new()
        } else {
            format!("{}) ", self.twin)
        };
        let (asked, count) = (&self.stipulation, self.solutions);
        if self.more {
            say!(lang, "solutions-at-least", twin, asked, count)
        } else {
            say!(lang, "solutions", twin, asked, count)
        }
    }
}

/// A problem of the collection.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    /// Its number; never given twice.
    pub id: i64,
    /// The user whose it is; `None` if that user has gone, or it came with the program.
    pub owner: Option<i64>,
    /// Name of the owner.
    pub owner_name: Option<String>,
    /// True if the problem came with the program.
    pub template: bool,
    /// Problem as its author gives it.
    #[serde(flatten)]
    pub draft: Draft,
    /// State of the problem's verification.
    pub state: State,
    /// Counts the changes of position and stipulation.
    pub revision: i64,
    /// The least number of moves in which there is a mate.
    pub least: Option<u32>,
    /// The first moves that mate in at most N.
    pub keys: Vec<FoundKey>,
    /// True if there is exactly one key, and no mate in fewer than N moves.
    pub unique_key: bool,
    /// Numbers of solutions of the problem and its twins, if it is no direct mate.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<Solved>,
    /// SHA-256 of the solver's certificate, in hexadecimal.
    pub certificate_hash: Option<String>,
    /// Number of positions that the solver visited.
    pub nodes: Option<u64>,
    /// From 0 (trivial) to 100; 0 while it is not verified.
    pub difficulty: f64,
    /// Level of difficulty, 1 to 5; 0 while the problem is not verified.
    pub band: u8,
    /// Glicko-2 of the problem against its solvers.
    pub rating: f64,
    /// The deviation of that.
    pub deviation: f64,
    /// Number of games played over the problem.
    pub played: u64,
    /// Number of games in which the attacker mated in time.
    pub solved: u64,
    /// Milliseconds since 1970.
    pub created: i64,
    /// The same.
    pub changed: i64,
}

/// The longest text of an author, title, source or tag, in characters.
pub const MAX_TEXT: usize = 500;

/// The most tags of a problem.
pub const MAX_TAGS: usize = 50;

impl Draft {
    /// A draft of a position alone.
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

    /// A draft of a position as people write it, with what of the text was left out: then the draft has the text of what
    /// is left.
    ///
    /// # Errors
    /// [`Error::Position`] if it is none.
    pub fn read(fen: &str, stipulation: Stipulation) -> Result<Read<Draft>> {
        Draft::read_on(fen, stipulation, Terms::default())
    }

    /// The same of a problem on other terms, whose position need not be one of a game.
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

    /// Returns true for an ordinary direct mate in N: only these are played, rated and proved.
    pub fn is_mate(&self) -> bool {
        matches!(self.stipulation, Stipulation::Mate(_)) && self.terms.are_ordinary()
    }

    /// N of an ordinary direct mate.
    ///
    /// # Errors
    /// [`Refusal::NotDirect`] for any other problem.
    pub fn mate(&self) -> Result<u32> {
        match self.stipulation {
            Stipulation::Mate(moves) if self.is_mate() => Ok(moves),
            _ => Err(Refusal::NotDirect(self.stipulation_text()).into()),
        }
    }

    /// The stipulation with its fairy conditions: `h#2 Circe`.
    pub fn stipulation_text(&self) -> String {
        let mut asked = self.stipulation.to_string();
        for condition in &self.terms.conditions {
            asked.push(' ');
            asked += condition;
        }
        asked
    }

    /// The stipulation, with the side to move where it is not the one by custom, and the twins.
    ///
    /// # Errors
    /// [`Error::Position`] if the position is none.
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

    /// The pieces of the FEN and all that belongs to them, be it a legal position or not; true with it for castling of
    /// Chess960.
    ///
    /// # Errors
    /// [`Error::Position`] if it is no FEN.
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

    /// Leaves out the solutions that files of other programs said: they are of another position now.
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

    /// The position, if it is one.
    ///
    /// # Errors
    /// [`Error::Position`] with the reason.
    pub fn position(&self) -> Result<Position> {
        Ok(Position::from_stored_fen(&self.fen)?)
    }

    /// Makes sure that it can be kept: that its position is one, that no text is too long or has
    /// control characters, that there are not too many tags. Spaces around texts are taken off.
    ///
    /// # Errors
    /// [`Error::Position`] and [`Error::Invalid`] name what is wrong.
    pub fn checked(self) -> Result<Draft> {
        if self.is_mate() {
            self.position()?;
            self.terms.check()?;
        } else {
            self.terms.check()?;
            parts(&self).map_err(Error::Invalid)?;
        }
        self.with_checked_words()
    }

    /// The same of its texts and tags alone.
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
