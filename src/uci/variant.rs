//! The games behind the protocol: what each says of its own.
//!
//! [`Variant`] is what a game adds to [`Game`] to be played over UCI; everything that is the same
//! for all is written once in `game`, over this trait, and on the searcher's side in `think`.

mod chess;
mod kamisado;
mod rolit;

use super::game::{CurrentGame, VariantGame};
use super::options::{Id, Value};
use super::think::Task;
use super::worker::Job;
use crate::games::{
    Line, TextError, Variant as _, chess as chess_rules, kamisado as kamisado_rules,
};
use crate::search::Control;
use std::sync::Arc;

type Chess = chess_rules::Position;
type Kamisado = kamisado_rules::Match;
type Rolit = crate::games::rolit::Position;

/// The names of all variants as `UCI_Variant` takes them, the first the default.
pub const NAMES: [&str; 3] = [Chess::NAME, Kamisado::NAME, Rolit::NAME];

/// A game of each variant, in the order of [`NAMES`].
pub(super) fn games() -> [Box<dyn CurrentGame>; 3] {
    [
        Box::new(VariantGame::<Chess>::new()),
        Box::new(VariantGame::<Kamisado>::new()),
        Box::new(VariantGame::<Rolit>::new()),
    ]
}

/// A game that is played over UCI.
pub(super) trait Variant: crate::games::Variant {
    /// What the options of the variant say.
    type Options: Default;

    /// Takes an option, if it is one of the variant's.
    fn set(options: &mut Self::Options, id: Id, value: &Value) -> Effect;

    /// What `startpos` stands for, as text.
    ///
    /// # Errors
    /// A sentence, if the options contradict each other.
    fn start_text(options: &Self::Options) -> Result<String, TextError>;

    /// Reads the text of a position under the options.
    ///
    /// # Errors
    /// A sentence that names what is wrong with the text.
    fn read(options: &Self::Options, text: &str) -> Result<Self, TextError>;

    /// Files and ranks of the board.
    fn extent(&self) -> (usize, usize) {
        (8, 8)
    }

    /// What `d` answers.
    fn display(game: &Line<Self>) -> String;

    /// What `eval` answers.
    fn explain(&self, options: &Self::Options) -> String;

    /// The same position with the other side to move.
    ///
    /// # Errors
    /// A sentence: it would be no position, or the game has no such thing.
    fn flipped(&self, options: &Self::Options) -> Result<Self, TextError> {
        let _ = options;
        Err("flip is for chess".into())
    }

    /// A task for the searcher.
    fn job(task: Task<Self>) -> Job;

    /// What `verify` has the searcher do; `None` where there are no mates.
    fn verification(&self, moves: u32, control: &Arc<Control<'static>>) -> Option<Job> {
        let _ = (moves, control);
        None
    }
}

/// What an option has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing, or what only the next `position` will show.
    None,
    /// What the last `position` command means.
    Position,
}
