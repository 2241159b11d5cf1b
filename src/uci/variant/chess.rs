//! What is chess's own over UCI.

use super::super::help;
use super::super::options::{Id, Value};
use super::super::think::Task;
use super::super::worker::Job;
use super::{Effect, Variant};
use crate::eval::{EvalKind, explain};
use crate::games::chess::{Position, START_FEN};
use crate::games::{Line, TextError};
use crate::players::EngineOption;
use crate::search::Control;
use std::sync::Arc;

/// The options that the session obeys; the searcher has more.
#[derive(Default)]
pub(in crate::uci) struct Options {
    chess960: bool,
    eval: EvalKind,
}

impl Variant for Position {
    type Options = Options;

    fn set(options: &mut Options, id: Id, value: &Value) -> Effect {
        match (id, value) {
            (Id::Chess960, Value::Check(on)) => options.chess960 = *on,
            (Id::Engine(EngineOption::Eval), Value::Text(name)) => {
                let named = EvalKind::ALL.into_iter().find(|kind| kind.name() == name);
                options.eval = named.unwrap_or(options.eval);
            }
            _ => {}
        }
        Effect::None
    }

    fn start_text(_: &Options) -> Result<String, TextError> {
        Ok(START_FEN.to_owned())
    }

    fn read(options: &Options, text: &str) -> Result<Position, TextError> {
        Ok(Position::from_fen(text, options.chess960)?)
    }

    fn display(game: &Line<Position>) -> String {
        help::display(game)
    }

    fn explain(&self, options: &Options) -> String {
        explain(options.eval, self)
    }

    fn flipped(&self, options: &Options) -> Result<Position, TextError> {
        let mut setup = self.to_setup();
        setup.swap_turn();
        setup.ep_square = None;
        Ok(Position::from_setup(&setup, options.chess960)?)
    }

    fn job(task: Task<Position>) -> Job {
        Job::Chess(task)
    }

    fn verification(&self, moves: u32, control: &Arc<Control<'static>>) -> Option<Job> {
        Some(Job::Verify {
            position: Box::new(*self),
            moves,
            control: Arc::clone(control),
        })
    }
}
