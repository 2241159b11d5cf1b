//! Questions to the solver: a stipulation, the parts of its solution to find, and limits.

use super::kinds::{Play, Stipulation};
use base::limits::Allowance;
use base::say;
use games::Lang;
use games::chess::{Color, Position};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Inquiry about a position: the stipulation, the parts of the solution to find, and limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inquiry {
    /// Stipulation to solve.
    pub stipulation: Stipulation,
    /// True if the position is the one after the key, with the defender to move (`PostKeyPlay`): finds what follows.
    pub post_key: bool,
    /// True if the attacker may also reach the aim against the defender, in play in which the defender is to be forced
    /// to reach it (Popeye's option `Quodlibet`).
    pub quodlibet: bool,
    /// True to include set play: the play if the other side were to move.
    pub set_play: bool,
    /// Greatest number of refutations of a try: first moves that fail to at most this many replies are found, in play
    /// against a defender; 0 for no tries.
    pub tries: usize,
    /// True to include the threats of the keys and tries.
    pub threats: bool,
    /// True to include the play after keys and tries, and after their threats if these are included.
    pub variations: bool,
    /// True to solve the problem with the sides exchanged, too.
    pub duplex: bool,
    /// Start position of proof games; the initial position of chess if `None`.
    pub start: Option<Position>,
    /// Number of solutions, for each side, after which the search stops. If `None`, lines of help play and series end
    /// at [`MOST_LINES`], because an unsound problem may have millions of them.
    pub most: Option<usize>,
    /// Limit of time, if any.
    pub time: Option<Duration>,
    /// Limit of positions visited, if any.
    pub nodes: Option<u64>,
}

/// Number of lines of help play and series that are kept if an inquiry sets no limit: more than anybody reads, and each
/// takes some hundred bytes, as text a thousand.
pub const MOST_LINES: usize = 100_000;

/// Reason why an [`Inquiry`] is refused: it requests something that its kind of play does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum InquiryError {
    /// The request needs play against a defender, which help play and series do not have.
    NoBattle(Stipulation, &'static str),
    /// Set play does not exist, because there is no play in which the other side begins.
    NoSetPlay(Stipulation),
    /// The request does not apply to a key that has been made already.
    AfterKey(&'static str),
    /// Quodlibet does not apply: the defender is not forced to reach the aim, or the attacker must reach it whenever it
    /// can.
    NoQuodlibet(Stipulation),
    /// The sides of a proof game cannot be exchanged.
    NoDuplex(Stipulation),
    /// A start position is given, but only proof games have one.
    NoStart(Stipulation),
    /// The number of moves does not fit the side to move.
    OtherTurn(Stipulation, Color),
}

impl InquiryError {
    /// Returns the error message in a language.
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
    /// Creates an inquiry for all solutions and nothing else, without limits.
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

    /// Checks that everything requested exists in this kind of play.
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

    /// Returns the limits of the search, which `stop` can end, too.
    pub(crate) fn limits<'a>(&self, stop: Option<&'a AtomicBool>) -> Allowance<'a> {
        Allowance {
            time: self.time,
            nodes: self.nodes,
            stop,
        }
    }

    /// Returns the parts of the answer: false for the position as it is, then true for exchanged sides if requested.
    pub(crate) fn parts(&self) -> impl Iterator<Item = bool> + use<> {
        std::iter::once(false).chain(self.duplex.then_some(true))
    }

    /// Returns the start position of proof games.
    pub fn first_position(&self) -> Position {
        self.start.unwrap_or_else(Position::start)
    }

    /// Checks that everything requested exists in this kind of play, and that the number of moves fits the side to
    /// move.
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
