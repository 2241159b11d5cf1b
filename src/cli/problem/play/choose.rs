//! Which problem is played, where no number says so: one of the verified ones that the filter leaves,
//! drawn, or chosen from the list.

use super::told::Teller;
use crate::cli::collection::Failure;
use crate::cli::play::console::{Console, Heard};
use problems::play::Challenge;
use problems::{Collection, Error, Filter, Refusal};
use std::io::IsTerminal;

/// The most problems that are listed at a time.
const LISTED: usize = 20;

/// Criteria for choosing the problem.
pub(super) struct Choice {
    /// Number of the user who chooses, if logged in.
    pub viewer: Option<i64>,
    /// The list.
    pub filter: Filter,
    /// Seed of the draw; `None` to ask.
    pub seed: Option<u64>,
}

/// Returns true if there is a person to choose: standard input and output are terminals.
pub(super) fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// The problem to be played; `None` if whoever chooses wants none.
///
/// # Errors
/// [`Refusal::TooFewProblems`] if the list is empty.
pub(super) async fn choose(
    choice: &Choice,
    collection: &Collection,
    console: &Console,
    teller: &mut Teller,
) -> Result<Option<Challenge>, Failure> {
    let Choice {
        viewer,
        filter,
        seed,
    } = choice;
    if let Some(seed) = *seed {
        let mut drawn = collection.draw_challenges(*viewer, filter, 1, seed).await?;
        return Ok(drawn.pop());
    }
    let ids = collection.playable(*viewer, filter).await?;
    if ids.is_empty() {
        let none = Refusal::TooFewProblems {
            wanted: 1,
            found: 0,
        };
        return Err(Error::from(none).into());
    }
    let mut from = 0;
    teller.listed(&page(&ids, from, collection).await?, ids.len())?;
    loop {
        teller.ask_for_problem()?;
        let text = match console.next(None) {
            Heard::Line(text) => text,
            Heard::End | Heard::Interrupted => {
                teller.end_line()?;
                return Ok(None);
            }
            Heard::Nothing => continue,
        };
        match text.to_lowercase().as_str() {
            "salir" | "quit" | "exit" | "q" => return Ok(None),
            "más" | "mas" | "more" | "+" => {
                from = if from + LISTED < ids.len() {
                    from + LISTED
                } else {
                    0
                };
                teller.listed(&page(&ids, from, collection).await?, ids.len())?;
                continue;
            }
            _ => {}
        }
        match text.parse::<i64>() {
            Ok(id) if ids.contains(&id) => return Ok(Some(collection.challenge(id).await?)),
            _ => teller.not_listed(&text)?,
        }
    }
}

async fn page(
    ids: &[i64],
    from: usize,
    collection: &Collection,
) -> Result<Vec<problems::Problem>, Failure> {
    let shown = &ids[from..ids.len().min(from + LISTED)];
    Ok(collection.problems(shown).await?)
}
