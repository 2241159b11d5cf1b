//! Conversion of a problem of the collection into questions to the solver, through Popeye's input.

use super::{PopeyeProblem, file, problems, statements};
use crate::Draft;
use base::{say, told};
use games::Text;

/// Returns the questions to the solver for a problem: for itself and for each of its twins.
///
/// # Errors
/// The message about the first of them that is not valid.
pub fn parts(draft: &Draft) -> Result<Vec<PopeyeProblem>, Text> {
    let terms = &draft.terms;
    let (setup, _) = draft.setup().map_err(|error| error.localized())?;
    for (index, (_, square)) in { terms.men() }
        .map_err(|error| error.localized())?
        .iter()
        .enumerate()
    {
        let text = &terms.pieces[index];
        let again =
            { terms.pieces[..index].iter() }.any(|other| other.ends_with(&square.to_string()));
        if again || setup.board.piece_at(*square).is_some() {
            return Err(told!("terms-occupied", text));
        }
    }
    let text = file(&format!("NextProblem\n{}", statements(draft, Vec::new())?));
    let mut parts = Vec::new();
    for (index, part) in problems(text.as_bytes()).problems.into_iter().enumerate() {
        let twin = index
            .checked_sub(1)
            .and_then(|index| terms.twins.get(index));
        let of_twin = |text: &String, why: &Text| {
            Text::of(|lang| say!(lang, "terms-twin", text, why = why.get(lang)))
        };
        let part = part.map_err(|why| {
            let why = why.what;
            twin.map_or_else(|| why.clone(), |twin| of_twin(twin, &why))
        })?;
        let given = twin.map(|twin| twin.split_whitespace());
        let is_this = given.map_or(index == 0, |given| {
            given.eq(part.changes.split_whitespace())
        });
        if !is_this || part.number != 1 {
            let odd = twin.or(terms.twins.last()).cloned().unwrap_or_default();
            return Err(of_twin(&odd, &told!("terms-twin-more")));
        }
        parts.push(part);
    }
    match terms.twins.get(parts.len().saturating_sub(1)) {
        // The text of a twin was read as none or as several.
        Some(odd) => Err(told!("terms-twin", text = odd, why = "")),
        None => Ok(parts),
    }
}
