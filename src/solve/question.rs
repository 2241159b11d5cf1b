//! Questions about a position that is being edited, and their answers, as plain data. The site's pages, the server's
//! jobs and the command line all use them.

use crate::fairy::check_together;
use crate::fairy::{Board, Condition, Conditions, NotTogether, Subject, UnknownCondition};
use crate::stipulation::{Inquiry, InquiryError, Played, Solver, Stipulation, StipulationError};
use base::say;
use games::Lang;
use games::chess::{FenError, Position};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Greatest number of moves shown of the solution of each side.
const MOST_SHOWN: usize = 4000;
/// Number of solutions beyond the intended ones after which the solver stops: the problem is cooked anyway.
const MORE: usize = 9;

/// A position, the stipulation, and what is to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The position, as FEN.
    pub fen: String,
    /// The stipulation: `h#2.5`.
    pub stipulation: String,
    /// Fairy conditions, by the names that the solver Popeye gives them.
    #[serde(default)]
    pub conditions: Vec<String>,
    /// True to show set play, if this stipulation has any.
    #[serde(default)]
    pub set_play: bool,
    /// True to show tries; ignored unless the stipulation is one in which one side plays against the other.
    #[serde(default)]
    pub tries: bool,
    /// True to solve the problem with the sides exchanged, too.
    #[serde(default)]
    pub duplex: bool,
    /// Number of solutions that the author intends.
    #[serde(default = "one")]
    pub intended: u16,
}

fn one() -> u16 {
    1
}

/// Answer to a [`Question`], as plain data to be sent or stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// The stipulation as it is usually written.
    pub stipulation: String,
    /// One part, or two with duplex.
    pub parts: Vec<Played>,
}

/// Reason why a [`Question`] cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum QuestionError {
    /// The FEN does not describe a position.
    Position(#[from] FenError),
    /// The text is not a stipulation.
    Stipulation(#[from] StipulationError),
    /// The stipulation has no play of the kind requested.
    Inquiry(#[from] InquiryError),
    /// The text is not the name of a fairy condition.
    Condition(#[from] UnknownCondition),
    /// The conditions cannot be combined.
    Together(#[from] NotTogether),
    /// A proof game with fairy conditions: only proof games of orthodox chess can be solved.
    FairyGame(Stipulation),
    /// Under the conditions the king of the side that does not move could be taken.
    King,
}

impl QuestionError {
    /// Returns the error message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            QuestionError::Position(why) => why.text(lang),
            QuestionError::Stipulation(why) => why.text(lang),
            QuestionError::Inquiry(why) => why.text(lang),
            QuestionError::Condition(why) => why.text(lang),
            QuestionError::Together(why) => why.text(lang),
            QuestionError::FairyGame(asked) => say!(lang, "question-fairy-game", asked),
            QuestionError::King => say!(lang, "question-king").to_owned(),
        }
    }

    /// Returns a code for the kind of error: one English word.
    pub fn code(&self) -> &'static str {
        match self {
            QuestionError::Position(_) => "position",
            QuestionError::Stipulation(_) => "stipulation",
            QuestionError::Inquiry(_) => "play",
            QuestionError::Condition(_) => "condition",
            QuestionError::Together(_) => "together",
            QuestionError::FairyGame(_) => "game",
            QuestionError::King => "king",
        }
    }
}

impl Question {
    /// Creates the question for a mate in `moves` moves.
    pub fn mate(fen: &str, moves: u32) -> Question {
        Question {
            fen: fen.to_owned(),
            stipulation: format!("#{moves}"),
            conditions: Vec::new(),
            set_play: false,
            tries: false,
            duplex: false,
            intended: 1,
        }
    }

    /// Parses the position, stipulation and conditions.
    ///
    /// # Errors
    /// [`QuestionError`] if one of them is invalid or they cannot be combined.
    pub fn read(&self) -> Result<(Subject, Inquiry), QuestionError> {
        let position = Position::from_fen(&self.fen, false)?;
        let stipulation: Stipulation = self.stipulation.parse()?;
        let battle = stipulation.is_battle();
        let wanted = usize::from(self.intended) + MORE;
        let inquiry = Inquiry {
            set_play: self.set_play && (battle || stipulation.set_play().is_some()),
            tries: usize::from(self.tries && battle),
            threats: battle,
            variations: battle,
            duplex: self.duplex,
            most: Some(wanted),
            ..Inquiry::new(stipulation)
        };
        inquiry.check_with(position.turn())?;
        let conditions = self.conditions.iter().map(|name| name.parse::<Condition>());
        let conditions: Conditions = conditions.collect::<Result<_, _>>()?;
        if conditions.is_empty() {
            return Ok((Subject::Chess(position), inquiry));
        }
        if stipulation.play().is_proof_game() {
            return Err(QuestionError::FairyGame(stipulation));
        }
        check_together(conditions)?;
        let board = Board::of(&position.to_setup(), conditions);
        if board.can_take_king() {
            return Err(QuestionError::King);
        }
        Ok((Subject::Fairy(Box::new(board)), inquiry))
    }

    /// Solves the problem, in at most `time` (no limit if `None`); raising `stop` ends the search early.
    ///
    /// # Errors
    /// As for [`read`](Question::read).
    pub fn answer(
        &self,
        solver: &mut Solver,
        time: Option<Duration>,
        stop: Option<&AtomicBool>,
    ) -> Result<Reply, QuestionError> {
        let (subject, inquiry) = self.read()?;
        let inquiry = Inquiry { time, ..inquiry };
        let shown = (self.intended.into(), MOST_SHOWN);
        Ok(Reply {
            stipulation: inquiry.stipulation.to_string(),
            parts: solver.play_any(&subject, &inquiry, stop, shown),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stipulation::{Soundness, Step};

    fn ask(fen: &str, stipulation: &str, change: impl FnOnce(&mut Question)) -> Reply {
        let mut question = Question {
            fen: fen.to_owned(),
            stipulation: stipulation.to_owned(),
            conditions: Vec::new(),
            set_play: false,
            tries: false,
            duplex: false,
            intended: 1,
        };
        change(&mut question);
        let mut solver = Solver::new(1).expect("memory");
        question
            .answer(&mut solver, None, None)
            .expect("a question")
    }

    fn texts(steps: &[Step]) -> Vec<String> {
        let text = |step: &Step| format!("{}{}", step.number, step.san);
        steps.iter().map(text).collect()
    }

    #[test]
    fn help_play_is_shown_as_lines_with_positions() {
        let fen = "7k/5K2/8/8/8/8/8/6R1 b - - 0 1";
        let reply = ask(fen, "h#1", |_| {});
        let part = &reply.parts[0];
        assert_eq!(part.soundness, Soundness::Sound);
        assert_eq!(texts(&part.lines[0]), ["1.Kh7", "Rh1#"]);
        assert_eq!(part.lines[0][1].fen, "8/5K1k/8/8/8/8/8/7R b - - 2 2");
        assert!(!part.lines[0][1].fairy);
        let two = ask(fen, "h#1", |question| question.intended = 2);
        assert_eq!(two.parts[0].soundness, Soundness::Fewer);
        let none = ask("7k/8/8/8/8/8/8/K5R1 b - - 0 1", "h#1", |_| {});
        assert_eq!(none.parts[0].soundness, Soundness::None);
    }

    #[test]
    fn keys_have_numbered_replies_and_cooks_are_told() {
        let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
        let reply = ask(morphy, "#2", |question| question.tries = true);
        let part = &reply.parts[0];
        assert_eq!(part.soundness, Soundness::Sound);
        assert_eq!(texts(&part.keys), ["1.Ra6"]);
        assert_eq!(part.keys[0].kind, Some("zugzwang"));
        let replies = texts(&part.keys[0].next);
        assert!(replies.contains(&"1...bxa6".to_owned()), "{replies:?}");
        assert_eq!(texts(&part.keys[0].next[0].next)[0][..2], *"2.");
        let refuted = part.tries.iter().flat_map(|attempt| &attempt.next);
        assert!(refuted.clone().any(|step| step.kind == Some("refutation")));
        let longer = ask(morphy, "#3", |_| {});
        assert_ne!(longer.parts[0].soundness, Soundness::Sound);
        let cooked = ask("7k/8/6K1/8/8/8/8/1Q3R2 w - - 0 1", "#1", |_| {});
        assert_eq!(cooked.parts[0].soundness, Soundness::Cooked);
    }

    #[test]
    fn fairy_conditions_duplex_and_set_play_are_solved_and_what_cannot_be_is_named() {
        let fen = "7k/5K2/8/8/8/8/8/6R1 b - - 0 1";
        let reply = ask(fen, "h#1", |question| {
            question.conditions = vec!["Circe".to_owned()];
            question.duplex = true;
            question.set_play = true;
        });
        assert_eq!(reply.parts.len(), 2);
        let steps = &reply.parts[0].lines[0];
        assert_eq!(texts(steps)[0], "1.Kh8-h7");
        assert!(steps.iter().all(|step| step.fairy), "{steps:?}");
        let series = ask(fen, "ser-h#2", |_| {});
        assert_eq!(series.stipulation, "ser-h#2");
        let bad = |stipulation: &str, condition: &str| {
            let question = Question {
                fen: fen.to_owned(),
                stipulation: stipulation.to_owned(),
                conditions: vec![condition.to_owned()],
                set_play: false,
                tries: false,
                duplex: false,
                intended: 1,
            };
            question.read().expect_err("refused").code()
        };
        assert_eq!(bad("q#2", "Circe"), "stipulation");
        assert_eq!(bad("h#2", "Alice"), "condition");
        assert_eq!(bad("dia3.0", "Circe"), "play");
    }
}
