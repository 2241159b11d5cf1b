//! Questions to the solver: a stipulation, the parts of its solution that are wanted, and limits.

use super::kinds::{Play, Stipulation};
use base::limits::Allowance;
use base::say;
use games::Lang;
use games::chess::{Color, Position};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Inquiry about a position: the stipulation, the parts of the solution that are wanted, and limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inquiry {
    /// Stipulation to solve.
    pub stipulation: Stipulation,
    /// True if the position is the one after the key, with the defender to move (`PostKeyPlay`): what follows is found.
    pub post_key: bool,
    /// True if the attacker may reach the aim itself, too, where the defender is forced to (`Quodlibet`).
    pub quodlibet: bool,
    /// True to include set play: the play if the other side were to move.
    pub set_play: bool,
    /// First moves that fail to so many replies at most are included, where one side plays against the other; 0 for
    /// none.
    pub tries: usize,
    /// True to include the threats of the keys and tries.
    pub threats: bool,
    /// True to include the play after keys and tries, and after their threats if these are included.
    pub variations: bool,
    /// The same with the sides exchanged, too.
    pub duplex: bool,
    /// Position with which proof games begin; the initial one of chess where nothing is said.
    pub start: Option<Position>,
    /// To stop after so many solutions, for each side. Lines of help play and series, which a problem that is
    /// no problem may have by the million, end at [`MOST_LINES`] where nothing is said.
    pub most: Option<usize>,
    /// A limit of time.
    pub time: Option<Duration>,
    /// A limit of positions visited.
    pub nodes: Option<u64>,
}

/// Number of lines of help play and series that are kept if an inquiry sets no limit: nobody reads so many, and each
/// takes some hundred bytes, as text a thousand.
pub const MOST_LINES: usize = 100_000;

/// Error of an [`Inquiry`] that asks for something which its kind of play does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum InquiryError {
    /// In help play and series nobody defends.
    NoBattle(Stipulation, &'static str),
    /// There is no play of the other side to begin with.
    NoSetPlay(Stipulation),
    /// The key is made already.
    AfterKey(&'static str),
    /// Nobody is forced to reach the aim, or the attacker must do so whenever it can.
    NoQuodlibet(Stipulation),
    /// The sides of a game cannot be exchanged.
    NoDuplex(Stipulation),
    /// Only a game begins with another position than the one that is given.
    NoStart(Stipulation),
    /// The number of moves does not go with the side to move.
    OtherTurn(Stipulation, Color),
}

impl InquiryError {
    /// The sentence in a language.
    pub fn text(&self, lang: Lang) -> String {
        match *self {
            InquiryError::NoBattle(asked, part) => say!(lang, "inquiry-no-battle", asked, part),
            InquiryError::NoSetPlay(asked) => say!(lang, "inquiry-no-set-play", asked),
            InquiryError::AfterKey(part) => say!(lang, "inquiry-after-key", part),
            InquiryError::NoQuodlibet(asked) => say!(lang, "inquiry-no-quodlibet", asked),
            InquiryError::NoDuplex(asked) => say!(lang, "inquiry-no-duplex", asked),
            InquiryError::NoStart(asked) => say!(lang, "inquiry-no-start", asked),
            InquiryError::OtherTurn(asked, expected) => {
                let expected = if expected.is_white() {
                    "white"
                } else {
                    "black"
                };
                say!(lang, "inquiry-other-turn", asked, expected)
            }
        }
    }
}

impl Inquiry {
    /// All solutions and nothing else, without limits.
    pub fn new(stipulation: Stipulation) -> Inquiry {
        Inquiry {
            stipulation,
            post_key: false,
            quodlibet: false,
            set_play: false,
            tries: 0,
            threats: false,
            variations: false,
            duplex: false,
            start: None,
            most: None,
            time: None,
            nodes: None,
        }
    }

    /// Makes sure that everything asked for exists in this kind of play.
    ///
    /// # Errors
    /// [`InquiryError`] names what does not.
    pub fn check(&self) -> Result<(), InquiryError> {
        let stipulation = self.stipulation;
        let wanted = [
            (self.tries > 0, "tries"),
            (self.threats, "threats"),
            (self.variations, "variations"),
            (self.post_key, "key"),
        ];
        let wanted = wanted.into_iter().find(|(wanted, _)| *wanted);
        if let Some((_, what)) = wanted.filter(|_| !stipulation.is_battle()) {
            return Err(InquiryError::NoBattle(stipulation, what));
        }
        if self.set_play && !stipulation.is_battle() && stipulation.set_play().is_none() {
            return Err(InquiryError::NoSetPlay(stipulation));
        }
        let beside = [(self.set_play, "set-play"), (self.tries > 0, "tries")];
        let beside = beside.into_iter().find(|(wanted, _)| *wanted);
        if let Some((_, what)) = beside.filter(|_| self.post_key) {
            return Err(InquiryError::AfterKey(what));
        }
        if self.quodlibet && !matches!(stipulation.play(), Play::Self_ | Play::SemiReflex) {
            return Err(InquiryError::NoQuodlibet(stipulation));
        }
        let is_game = stipulation.play().is_proof_game();
        if self.duplex && is_game {
            return Err(InquiryError::NoDuplex(stipulation));
        }
        if self.start.is_some() && !is_game {
            return Err(InquiryError::NoStart(stipulation));
        }
        Ok(())
    }

    /// The limits of its search, which `stop` ends, too.
    pub(crate) fn limits<'a>(&self, stop: Option<&'a AtomicBool>) -> Allowance<'a> {
        Allowance {
            time: self.time,
            nodes: self.nodes,
            stop,
        }
    }

    /// The parts of the answer: false for the position as it stands, and true for exchanged sides if they are wanted.
    pub(crate) fn parts(&self) -> impl Iterator<Item = bool> + use<> {
        std::iter::once(false).chain(self.duplex.then_some(true))
    }

    /// Position with which proof games begin.
    pub fn first_position(&self) -> Position {
        self.start.unwrap_or_else(Position::start)
    }

    /// Makes sure that everything asked for exists in this kind of play, and from a position with this side to move.
    ///
    /// # Errors
    /// [`InquiryError`] names what does not.
    pub fn check_with(&self, turn: Color) -> Result<(), InquiryError> {
        self.check()?;
        let asked = self.stipulation;
        if !asked.play().is_proof_game() || asked.is_open() {
            return Ok(());
        }
        let first = self.first_position().turn();
        let last = if asked.has_half() {
            first.other()
        } else {
            first
        };
        if turn != last {
            return Err(InquiryError::OtherTurn(asked, last));
        }
        Ok(())
    }
}
