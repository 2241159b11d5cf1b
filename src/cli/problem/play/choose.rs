//! Choice of the problem to be played, unless its number is given: one of the verified problems that the filter
//! selects, drawn at random or chosen from a list.

use super::commands::{CHOOSING, Choosing};
use super::output::Output;
use crate::cli::collection::{Failure, wait};
use crate::cli::prompt::{self, Console, Input, Program, Reply, Step, Table};
use base::say;
use games::Lang;
use problems::Filter;
use problems::play::Challenge;
use std::io::IsTerminal;
use store::{Error, Refusal, Store};

/// Number of problems on a page of the list.
const LISTED: usize = 20;

/// Criteria for choosing the problem.
pub(super) struct Choice {
    /// Number of the user who chooses, if logged in.
    pub viewer: Option<i64>,
    /// Filter that selects the problems.
    pub filter: Filter,
    /// Seed of the random choice; `None` to let the user choose from a list.
    pub seed: Option<u64>,
}

/// Returns true if a person can choose: standard input and output are terminals.
pub(super) fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Returns the problem to be played; `None` if the user chooses none.
///
/// # Errors
/// [`Refusal::TooFewProblems`] if the filter selects no problem.
pub(super) async fn choose(
    choice: &Choice,
    collection: &Store,
    console: &Console,
    output: &Output,
) -> Result<Option<Challenge>, Failure> {
    let Choice {
        viewer,
        filter,
        seed,
    } = choice;
    if let Some(seed) = *seed {
        let mut drawn = collection
            .plays()
            .draw_challenges(*viewer, filter, 1, seed)
            .await?;
        return Ok(drawn.pop());
    }
    let ids = collection.plays().playable(*viewer, filter).await?;
    if ids.is_empty() {
        let none = Refusal::TooFewProblems {
            wanted: 1,
            found: 0,
        };
        return Err(Error::from(none).into());
    }
    let mut list = List {
        ids,
        from: 0,
        collection,
        output,
    };
    list.draw()?;
    prompt::run(&mut list, console)
}

/// List from which the user chooses, of which a page is shown.
struct List<'a> {
    ids: Vec<i64>,
    /// Index of the first problem shown.
    from: usize,
    collection: &'a Store,
    output: &'a Output,
}

impl Program for List<'_> {
    type Command = Choosing;
    type End = Option<Challenge>;
    type Error = Failure;

    fn lang(&self) -> Lang {
        self.output.lang
    }

    fn commands(&self) -> Table<Choosing> {
        CHOOSING
    }

    fn prompt(&mut self) -> Result<String, Failure> {
        Ok(self.output.prompt(&format!(
            "{} ",
            say!(self.output.lang, "solve-which-problem-number-more")
        )))
    }

    fn completions(&self) -> Vec<String> {
        self.ids.iter().map(i64::to_string).collect()
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.output.write(text)?)
    }

    fn reply(&mut self, reply: Reply, text: &str) -> Result<(), Failure> {
        Ok(self.output.reply(reply, text)?)
    }

    fn draw(&mut self) -> Result<(), Failure> {
        let shown = &self.ids[self.from..self.ids.len().min(self.from + LISTED)];
        let problems = wait(self.collection.problems().get_all(shown))?;
        Ok(self.output.listed(&problems, self.ids.len())?)
    }

    fn act(&mut self, input: Input<'_, Choosing>) -> Result<Step<Option<Challenge>>, Failure> {
        let text = match input {
            Input::Command(Choosing::More, _) => {
                let next = self.from + LISTED;
                self.from = if next < self.ids.len() { next } else { 0 };
                return Ok(Step::Redraw);
            }
            Input::Command(Choosing::Quit, _) | Input::End | Input::Interrupted => {
                return Ok(Step::End(None));
            }
            Input::Late => return Ok(Step::Stay),
            Input::Empty => "",
            Input::Text(text) => text,
        };
        match text.parse::<i64>() {
            Ok(id) if self.ids.contains(&id) => {
                let challenge = wait(self.collection.plays().challenge(id))?;
                Ok(Step::End(Some(challenge)))
            }
            _ => {
                self.output.not_listed(text)?;
                Ok(Step::Stay)
            }
        }
    }
}
