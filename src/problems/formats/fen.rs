//! Lists of positions, with one FEN in each line, optionally followed by the stipulation: `… w - - 0 1 #3`.

use super::{Draft, Entry, Lost, Outgoing, stipulation};
use crate::Stipulation;
use games::chess::{Position, epd};
use games::{Read, Text};

/// Reads the problems of a text. Lines that begin with `#` are comments. `moves` is the number of moves N of the mates,
/// which a FEN does not contain; `None` if it is not known.
pub(super) fn read(text: &str, moves: Option<u32>) -> Vec<Entry> {
    let lines = epd::lines(text);
    lines
        .map(|(line, text)| Entry::new(line, line, draft(text, moves)))
        .collect()
}

fn draft(text: &str, moves: Option<u32>) -> Result<Read<Draft>, Text> {
    let (fen, own) = match text.rsplit_once(char::is_whitespace) {
        Some((fen, last)) if last.starts_with('#') => (fen, Some(last.trim_end_matches(';'))),
        _ => (text, None),
    };
    let fen = fen.trim_end().trim_end_matches(';');
    let read = Position::read_fen(fen, false).map_err(|error| error.localized())?;
    let asked = match own {
        Some(own) => own
            .parse::<Stipulation>()
            .map_err(|error| error.localized())?,
        None => stipulation(None, moves)?,
    };
    Ok(read.map(|position| Draft::new(position.fen(), asked)))
}

/// Returns the line for a problem: only the FEN, because other programs expect nothing else. The names of the parts
/// that are left out are added to `lost`.
pub(super) fn write(problem: &Outgoing, lost: &mut Lost) -> Result<String, Text> {
    let draft = problem.draft;
    super::only_mate(draft)?;
    let position = draft.position().map_err(|error| error.localized())?;
    lost.0.push("stipulation".to_owned());
    lost.text("author", &draft.author);
    lost.text("title", &draft.title);
    lost.text("source", &draft.source);
    lost.tags(draft);
    Ok(position.fen() + "\n")
}
