//! Stipulations: the task of a problem, from `h#2.5` to `ser-s=4` and `dia7.5`.

mod aim;

pub use aim::Aim;

use base::say;
use games::Lang;
use games::chess::Color;
use std::fmt;
use std::str::FromStr;

/// The greatest number of moves of a stipulation. No computer can finish a help play of nearly this length; series and
/// forced lines may be long.
pub const MAX_MOVES: u32 = 99;

/// Kind of play: what each side does to reach the aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// `#3`: the side to move reaches the aim against every defence.
    Direct,
    /// `s#3`: the side to move forces the other side to reach the aim.
    Self_,
    /// `r#3`: a selfmate in which either side must reach the aim at once whenever it can.
    Reflex,
    /// `semi-r#3`: a reflexmate in which only the other side must do so.
    SemiReflex,
    /// `h#3`, `h#2.5`: both sides help; the side that moves last reaches the aim.
    Help,
    /// `ser-#3`: the side to move makes a series of moves, the last of which reaches the aim.
    Series,
    /// `ser-h#3`: after the series the other side reaches the aim in one move.
    SeriesHelp,
    /// `ser-s#3`: after the series the other side must reach the aim in one move.
    SeriesSelf,
    /// `ser-r#3`: after the series the other side can reach the aim in one move, and so must; neither side
    /// could before.
    SeriesReflex,
    /// `hs#3`, `hs#2.5`: both sides help until the side that moves last but one forces the other to reach the aim.
    HelpSelf,
    /// `hr#3`, `hr#2.5`: like `hs#`, but in the end the other side reaches the aim because it can, and so must.
    HelpReflex,
    /// `pser-#3`: a series in which the other side may reply to checks, against which it defends.
    ParrySeries,
    /// `phser-#3`: like `pser-#`, but the replies help.
    ParryHelpSeries,
    /// `pser-h#3`: after a parry series with helpful replies the other side reaches the aim in one move.
    ParrySeriesHelp,
    /// `reci-h#3`, `reci-h#2.5`: both sides help until the last move of each, when the side to move can either reach
    /// the aim itself, or help the other side to reach it.
    Reciprocal,
    /// `dia4`, `dia3.5`: a game of at most this many moves leads from the initial position to the diagram.
    ProofGame,
}

impl Play {
    /// Returns true if both sides move in turn and neither plays against the other, so that the length is counted in
    /// half-moves.
    pub(crate) const fn alternates(self) -> bool {
        self.halves() == 2
    }

    /// Returns true if the task is to find a game that leads to the position.
    pub const fn is_proof_game(self) -> bool {
        matches!(self, Play::ProofGame)
    }
}

impl Play {
    /// Returns the number of counted moves in a move of the stipulation: two if moves of both sides are counted, else
    /// one.
    const fn halves(self) -> u32 {
        match self {
            Play::Help | Play::HelpSelf | Play::HelpReflex | Play::Reciprocal | Play::ProofGame => {
                2
            }
            _ => 1,
        }
    }

    /// Returns the least number of counted moves.
    const fn least(self) -> u32 {
        match self {
            Play::HelpSelf | Play::HelpReflex | Play::Reciprocal => 2,
            _ => 1,
        }
    }
}

/// Stipulation of a problem: kind of play, aim and number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stipulation {
    play: Play,
    aim: Aim,
    /// In help play and proof games the number of moves of both sides together, else the number of moves of the side
    /// that begins. 0 for the shortest proof game, however long it is.
    count: u32,
    /// True if a solution must have exactly this length.
    exact: bool,
    /// Before a series: number of moves, in a series of its own, of the side that does not make it, of which a solution
    /// has at least one; else 0.
    intro: u32,
}

/// Error: a stipulation that cannot be parsed or that the solver does not solve.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum StipulationError {
    /// The text does not have the form of a stipulation.
    Form(String),
    /// The number of moves is out of range.
    Length(String),
}

impl StipulationError {
    /// Returns the error message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            StipulationError::Form(text) => say!(lang, "stipulation-form", text),
            StipulationError::Length(text) => {
                say!(lang, "stipulation-length", text, most = MAX_MOVES)
            }
        }
    }
}

/// Prefixes of stipulations; one that is the beginning of another stands after it.
const PREFIXES: [(&str, Play); 17] = [
    ("reci-h", Play::Reciprocal),
    ("phser-", Play::ParryHelpSeries),
    ("pser-h", Play::ParrySeriesHelp),
    ("pser-", Play::ParrySeries),
    ("ser-h", Play::SeriesHelp),
    ("ser-s", Play::SeriesSelf),
    ("ser-r", Play::SeriesReflex),
    ("ser-", Play::Series),
    ("semi-r", Play::SemiReflex),
    ("s", Play::Self_),
    ("r", Play::Reflex),
    ("hs", Play::HelpSelf),
    ("hr", Play::HelpReflex),
    ("h", Play::Help),
    ("", Play::Direct),
    ("dia", Play::ProofGame),
    ("pg", Play::ProofGame),
];

impl Stipulation {
    /// Creates a stipulation with a number of moves of the side that begins, from 1 to [`MAX_MOVES`]; `None` if the
    /// number is out of range.
    pub fn new(play: Play, aim: Aim, moves: u32) -> Option<Stipulation> {
        let count = moves.min(MAX_MOVES) * play.halves();
        (1..=MAX_MOVES).contains(&moves).then_some(Stipulation {
            play,
            aim,
            count,
            exact: false,
            intro: 0,
        })
    }

    /// Returns the greatest number of moves of the introduction, as in `2->ser-h#4`; 0 without one.
    pub(crate) const fn intro(self) -> u32 {
        self.intro
    }

    /// Returns true if a solution must take exactly the stipulated number of moves; false if fewer are allowed, too.
    pub(crate) const fn is_exact(self) -> bool {
        self.exact
    }

    /// Returns the kind of play.
    pub const fn play(self) -> Play {
        self.play
    }

    /// Returns the aim.
    pub const fn aim(self) -> Aim {
        self.aim
    }

    /// Returns the number of moves of the side that begins; in help play and proof games half the number of single
    /// moves, rounded down.
    pub const fn moves(self) -> u32 {
        self.count / self.play.halves()
    }

    /// Returns the number of counted moves: in help play and proof games those of both sides, else those of the side
    /// that begins.
    pub(crate) const fn half_moves(self) -> u32 {
        self.count
    }

    /// Returns the numbers of half-moves of the lines that solve, the least first; for play in which both sides move in
    /// turn.
    pub(super) fn lengths(self) -> impl Iterator<Item = u32> {
        let least = if self.exact {
            self.count
        } else {
            2 - self.count % 2
        };
        (least..=self.count).step_by(2)
    }

    /// Returns true for help play and proof games of a number of moves and a half, as in `h#2.5`.
    pub const fn has_half(self) -> bool {
        self.play.halves() == 2 && self.count % 2 == 1
    }

    /// Returns true if the task is the shortest proof game, however long it is: `dia`.
    pub const fn is_open(self) -> bool {
        self.count == 0
    }

    /// Returns the stipulations to be solved one after the other until one has a solution. For the shortest proof game
    /// these are all lengths possible with `first` to move at its beginning and `last` after its end; else only this
    /// stipulation.
    pub(super) fn search_lengths(
        self,
        first: Color,
        last: Color,
    ) -> impl Iterator<Item = Stipulation> {
        let least = if first == last { 2 } else { 1 };
        let counts = if self.is_open() {
            least..=2 * MAX_MOVES
        } else {
            self.count..=self.count
        };
        counts.step_by(2).map(move |count| Stipulation {
            exact: self.exact || self.is_open(),
            count,
            ..self
        })
    }

    /// Returns the stipulation of this length and aim with the kind of play of `other`.
    pub(super) fn with_play_of(self, other: Stipulation) -> Stipulation {
        Stipulation {
            play: other.play,
            exact: other.exact,
            ..self
        }
    }

    /// Returns true if one side plays against the other, so that there are keys instead of lines.
    pub const fn is_battle(self) -> bool {
        matches!(
            self.play,
            Play::Direct | Play::Self_ | Play::Reflex | Play::SemiReflex
        )
    }

    /// Returns true if one side makes a series of moves.
    pub const fn is_series(self) -> bool {
        matches!(
            self.play,
            Play::Series
                | Play::SeriesHelp
                | Play::SeriesSelf
                | Play::SeriesReflex
                | Play::ParrySeries
                | Play::ParryHelpSeries
                | Play::ParrySeriesHelp
        )
    }

    /// Returns true if the fast solver of orthodox chess can solve the stipulation; false if it needs the fairy solver.
    pub const fn is_ordinary(self) -> bool {
        let play = !matches!(
            self.play,
            Play::HelpSelf
                | Play::HelpReflex
                | Play::Reciprocal
                | Play::ParrySeries
                | Play::ParryHelpSeries
                | Play::ParrySeriesHelp
        );
        play && self.intro == 0
            && !(self.exact && (self.is_series() || self.is_battle()))
            && matches!(self.aim, Aim::Mate | Aim::Stalemate | Aim::Diagram)
    }

    /// Returns true if every side that can reach the aim at once must do so, the side that begins as well.
    pub const fn is_reflex(self) -> bool {
        self.intro == 0 && matches!(self.play, Play::Reflex | Play::SeriesReflex)
    }

    /// Returns the side that begins if only a diagram is given. By convention White reaches the aim, or forces Black
    /// to, and in help play is the side that moves last. The diagram of a proof game shows its end: the side that would
    /// move next, after a game that White began.
    pub fn begins(self) -> Color {
        match self.play {
            _ if self.intro > 0 => Stipulation { intro: 0, ..self }.begins().other(),
            Play::SeriesHelp | Play::ParrySeriesHelp => Color::Black,
            Play::Help | Play::Reciprocal => Color::from_white(self.has_half()),
            // The diagram shows the end of the game.
            Play::ProofGame => Color::from_white(!self.has_half()),
            Play::HelpSelf | Play::HelpReflex => Color::from_white(!self.has_half()),
            _ => Color::White,
        }
    }

    /// Returns the side that reaches the aim if `first` begins.
    pub fn winner(self, first: Color) -> Color {
        let last = match self.play {
            Play::Direct | Play::Series | Play::ParrySeries | Play::ParryHelpSeries => true,
            Play::Help | Play::HelpSelf | Play::HelpReflex | Play::Reciprocal => self.has_half(),
            _ => false,
        };
        if last == (self.intro == 0) {
            first
        } else {
            first.other()
        }
    }

    /// Returns help play in which the other side begins, half a move shorter; `None` for other play, and if no move is
    /// left.
    pub fn half_a_move_shorter(self) -> Option<Stipulation> {
        if self.play.is_proof_game() {
            return None;
        }
        (self.play.halves() == 2 && self.count > self.play.least()).then(|| Stipulation {
            count: self.count - 1,
            ..self
        })
    }

    /// Returns the play in which the other side begins, half a move shorter: the set play of help play and of a series
    /// with help; `None` for other play.
    pub(crate) fn set_play(self) -> Option<Stipulation> {
        match self.play {
            _ if self.intro > 0 => None,
            Play::SeriesHelp | Play::ParrySeriesHelp => Some(Stipulation {
                play: Play::Help,
                count: 1,
                ..self
            }),
            _ => self.half_a_move_shorter(),
        }
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = PREFIXES.iter().find(|(_, play)| *play == self.play);
        let prefix = prefix.map_or("", |(prefix, _)| prefix);
        let exact = if self.exact { "exact-" } else { "" };
        if self.is_open() {
            return f.write_str(prefix);
        }
        let half = if self.has_half() { ".5" } else { "" };
        if self.intro > 0 {
            write!(f, "{}->", self.intro)?;
        }
        write!(
            f,
            "{exact}{prefix}{}{}{half}",
            self.aim.sign(),
            self.moves()
        )
    }
}

impl FromStr for Stipulation {
    type Err = StipulationError;

    fn from_str(text: &str) -> Result<Stipulation, StipulationError> {
        let form = || StipulationError::Form(text.to_owned());
        let trimmed = text.trim().to_ascii_lowercase();
        let (intro, after_intro) = match trimmed.split_once("->") {
            Some((intro, rest)) => (intro.parse().map_err(|_| form())?, rest),
            None => (0, trimmed.as_str()),
        };
        let (exact, text_of_play) = match after_intro.strip_prefix("exact-") {
            Some(rest) => (true, rest),
            None => (false, after_intro),
        };
        let mut read = PREFIXES.iter().filter_map(|&(prefix, play)| {
            let rest = text_of_play.strip_prefix(prefix)?;
            if play.is_proof_game() {
                return Some((play, Aim::Diagram, rest.trim_start()));
            }
            let (aim, rest) = Aim::read(rest)?;
            let is_number = rest.starts_with(|first: char| first.is_ascii_digit());
            is_number.then_some((play, aim, rest))
        });
        let (play, aim, rest) = read.next().ok_or_else(form)?;
        let can_be_exact = matches!(
            play,
            Play::Direct
                | Play::Self_
                | Play::Reflex
                | Play::SemiReflex
                | Play::Help
                | Play::Reciprocal
                | Play::Series
                | Play::SeriesHelp
                | Play::ProofGame
        );
        if exact && (!can_be_exact || rest.is_empty()) {
            return Err(form());
        }
        let is_series = matches!(
            play,
            Play::Series | Play::SeriesHelp | Play::SeriesSelf | Play::SeriesReflex
        );
        if after_intro.len() < trimmed.len() && !is_series {
            return Err(form());
        }
        if play == Play::ProofGame && rest.is_empty() {
            return Ok(Stipulation {
                play,
                aim,
                count: 0,
                exact,
                intro,
            });
        }
        let halves = play.halves();
        let (whole, half) = match rest.split_once('.') {
            Some((whole, "5")) if halves == 2 => (whole, 1),
            Some((whole, "0")) if halves == 2 => (whole, 0),
            Some(_) => return Err(form()),
            None => (rest, 0),
        };
        if whole.is_empty() || !whole.bytes().all(|b| b.is_ascii_digit()) {
            return Err(form());
        }
        let count = match whole.parse::<u32>() {
            Ok(moves) if moves <= MAX_MOVES => halves * moves + half,
            _ => 0,
        };
        match count {
            count if count < play.least() => Err(StipulationError::Length(text.to_owned())),
            _ if !(1..=MAX_MOVES).contains(&intro) && after_intro.len() < trimmed.len() => {
                Err(StipulationError::Length(text.to_owned()))
            }
            count => Ok(Stipulation {
                play,
                aim,
                count,
                exact,
                intro,
            }),
        }
    }
}

impl serde::Serialize for Stipulation {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

#[cfg(test)]
mod tests;
