//! PGN: games that begin from a FEN, with the solution as their moves.
//!
//! Author, title and source are the tags with these names; without them White's name is the author and the event's name
//! the title, as in many collections. `Tags` has tags separated by commas. The number of moves is in the tag
//! `Stipulation` (`#3`) or in any other tag (`#3`, `Mate in 3`), or is the length of a solution that ends in mate. All
//! other tags and the moves, with variations and comments, are kept under `pgn`.

mod text;

use self::text::{Hint, length_in, other_play};
use super::{Draft, Entry, Fault, Lost, Outgoing, stipulation};
use crate::Stipulation;
use base::{say, told};
use games::chess::Position;
use games::pgn::read::{PgnRecord, ReadError, Reading};
use games::pgn::{Pgn, RecordedMove, Variation, standard_result};
use games::{Line, Read, Text};
use serde_json::{Value, json};

/// Reads all games of a text as problems. `moves` is the number of moves N of mates in N whose text does not contain
/// it; `None` if it is not known.
pub(super) fn read(text: &str, moves: Option<u32>, reading: Reading) -> Vec<Entry> {
    let mut records = reading.records(text);
    let mut entries = Vec::new();
    while let Some(found) = records.next() {
        let (line, last_line) = records.lines();
        let draft = found.map_err(Fault::from);
        let draft = draft.and_then(|found| problem(found, moves));
        entries.push(Entry::new(line, last_line, draft));
    }
    entries
}

/// Tags that every game has, with their values for unknown data.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "-"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

fn problem(mut found: PgnRecord, moves: Option<u32>) -> Result<Read<Draft>, Fault> {
    one_of_each(&mut found)?;
    let start = found.start_of_chess()?;
    let (start, dropped) = start.split();
    if found.start_text().is_none() {
        let why = told!("pgn-no-fen");
        return Err(why.into());
    }
    let line = found.play(start)?;
    let tag = |name: &str| found.pgn.value(name);
    let said = |name: &str| tag(name).filter(|value| !matches!(*value, "" | "?" | "-"));
    let asked = match tag("Stipulation") {
        Some(text) => text
            .parse::<Stipulation>()
            .map_err(|error| error.localized())?,
        None => stipulation(length_said(&found.pgn, &line)?, moves)?,
    };
    let mut draft = Draft::new(start.fen(), asked);
    draft.author = tag("Author").or(said("White")).unwrap_or("").to_owned();
    draft.title = tag("Title").or(said("Event")).unwrap_or("").to_owned();
    draft.source = tag("Source").unwrap_or("").to_owned();
    let tags = tag("Tags").into_iter().flat_map(|tags| tags.split(", "));
    draft.tags = tags
        .filter(|tag| !tag.is_empty())
        .map(str::to_owned)
        .collect();
    let known = |name: &str, value: &str| match name {
        "FEN" | "SetUp" | "Stipulation" | "Author" | "Title" | "Source" | "Tags" => true,
        "PlyCount" => true,
        "Variant" => start.is_chess960(),
        "White" => value == draft.author || said("White").is_none(),
        "Event" => value == draft.title || said("Event").is_none(),
        "Black" if value == draft.stipulation.to_string() => true,
        _ => {
            ROSTER.contains(&(name, value))
                || (ROSTER.iter().any(|(n, _)| *n == name) && matches!(value, "?" | ""))
        }
    };
    let tags = found.pgn.tags.iter();
    let mut others: Vec<_> = tags.filter(|(name, value)| !known(name, value)).collect();
    // The tags are written in this order; a result that only follows the moves has been added last.
    let place = |name: &str| ROSTER.iter().position(|(known, _)| *known == name);
    others.sort_by_key(|(name, _)| place(name).unwrap_or(ROSTER.len()));
    let mut kept = serde_json::Map::new();
    if !others.is_empty() {
        kept.insert("tags".to_owned(), json!(others));
    }
    let solution = Variation {
        remark: found.pgn.remark.clone(),
        moves: found.pgn.moves.clone(),
    };
    if solution != Variation::default() {
        kept.insert("solution".to_owned(), json!(solution));
    }
    if !kept.is_empty() {
        draft.extra.insert("pgn".to_owned(), Value::Object(kept));
    }
    Ok(Read::new(draft, dropped))
}

/// Removes repeated tags, and sets the tag `Result` to the result that follows the moves.
///
/// # Errors
/// Two tags with one name, or the tag and the moves, contradict each other.
fn one_of_each(found: &mut PgnRecord) -> Result<(), ReadError> {
    let mut tags: Vec<(String, String)> = Vec::new();
    for (name, value) in &found.pgn.tags {
        match tags.iter().find(|(other, _)| other == name) {
            Some((_, other)) if other != value => {
                let why = say!(found.lang(), "pgn-tag-twice", name, other, value);
                return Err(found.error(name, why));
            }
            Some(_) => {}
            None => tags.push((name.clone(), value.clone())),
        }
    }
    let result = found.pgn.result.clone();
    let tag = tags.iter_mut().find(|(name, _)| name == "Result");
    match (result.as_str(), tag) {
        ("*", _) => {}
        (_, None) => tags.push(("Result".to_owned(), result)),
        (_, Some((_, tag))) if matches!(tag.as_str(), "*" | "?" | "") => *tag = result,
        (end, Some((_, tag))) if standard_result(tag) != Some(end) => {
            let why = say!(found.lang(), "pgn-result", tag, end);
            return Err(found.error("Result", why));
        }
        _ => {}
    }
    found.pgn.tags = tags;
    Ok(())
}

/// Returns the number of moves if there is no tag `Stipulation`: from another tag, or from the moves if they end in
/// mate; `None` if neither is the case.
fn length_said(pgn: &Pgn, line: &Line<Position>) -> Result<Option<u32>, Text> {
    let end = line.position();
    let mates = end.is_checkmate() && end.turn() != line.start().turn();
    let played = mates.then_some((line.moves().len() as u32).div_ceil(2));
    let mut hinted: Option<Hint> = None;
    for (name, value) in &pgn.tags {
        if let Some(word) = other_play(value) {
            return Err(told!("pgn-no-direct-mate", word));
        }
        hinted = hinted.or_else(|| {
            let hint = length_in(value)?;
            // `#7` in the name of an event may be its number: a solution of another length is more reliable.
            let is_name = matches!(
                name.as_str(),
                "Event" | "Site" | "Round" | "Title" | "Source"
            );
            let other = played.is_some_and(|played| played != hint.moves);
            (hint.in_words || !is_name || !other).then_some(hint)
        });
    }
    match (hinted, played) {
        (Some(Hint { moves, .. }), Some(played)) if moves != played => {
            Err(told!("pgn-moves-differ", moves, played))
        }
        (hinted, played) => Ok(hinted.map(|hint| hint.moves).or(played)),
    }
}

/// Returns a problem as the text of a game in PGN. The names of the parts that PGN cannot express are added to `lost`.
///
/// # Errors
/// The problem has fairy terms but is no direct mate, or its position is not valid.
pub(super) fn write(problem: &Outgoing, lost: &mut Lost) -> Result<String, Text> {
    let draft = problem.draft;
    // There is a tag for the stipulation, but none for terms.
    if !draft.terms.is_empty() && !draft.is_mate() {
        super::only_mate(draft)?;
    }
    let start = draft.position().map_err(|error| error.localized())?;
    let kept = draft.extra.get("pgn");
    let others: Vec<(String, String)> = kept
        .and_then(|kept| serde_json::from_value(kept.get("tags")?.clone()).ok())
        .unwrap_or_default();
    let solution: Option<Variation> =
        kept.and_then(|kept| serde_json::from_value(kept.get("solution")?.clone()).ok());
    let mut line = solution.unwrap_or_default();
    if line == Variation::default() {
        let keys = problem.keys.iter().map(|key| RecordedMove {
            text: key.san.clone(),
            nags: vec![1],
            ..RecordedMove::default()
        });
        let mut keys: Vec<RecordedMove> = keys.collect();
        if !keys.is_empty() {
            let mut first = keys.remove(0);
            let other = |key| Variation {
                remark: String::new(),
                moves: vec![key],
            };
            first.variations = keys.into_iter().map(other).collect();
            line.moves.push(first);
        }
    }
    let mut pgn = Pgn {
        tags: Vec::new(),
        seats: 2,
        first: (
            start.fullmoves(),
            usize::from(start.turn() == shakmaty::Color::Black),
        ),
        moves: line.moves,
        remark: line.remark,
        result: "*".to_owned(),
    };
    if let Some((_, result)) = others.iter().find(|(name, _)| name == "Result") {
        pgn.result.clone_from(result);
    }
    let asked = draft.stipulation.to_string();
    for (name, usual) in ROSTER {
        let other = others.iter().find(|(key, _)| key == name);
        let value = match (name, other) {
            (_, Some((_, value))) => value,
            ("White", _) if !draft.author.is_empty() => &draft.author,
            ("Event", _) if !draft.title.is_empty() => &draft.title,
            ("Black", _) => &asked,
            _ => usual,
        };
        pgn.tag(name, value);
    }
    pgn.tag("SetUp", "1");
    pgn.tag("FEN", &start.fen());
    if start.is_chess960() {
        pgn.tag("Variant", "Chess960");
    }
    pgn.tag("Stipulation", &asked);
    // Without these tags, other values of White and Event would be read back as author and title.
    let is_other = |name: &str| others.iter().any(|(key, _)| key == name);
    for (name, value, instead) in [
        ("Author", &draft.author, "White"),
        ("Title", &draft.title, "Event"),
        ("Source", &draft.source, "Source"),
    ] {
        if !value.is_empty() || is_other(instead) {
            pgn.tag(name, value);
        }
    }
    if draft.tags.iter().any(|tag| tag.contains(", ")) {
        // They would be read back as other tags.
        lost.tags(draft);
    } else if !draft.tags.is_empty() {
        pgn.tag("Tags", &draft.tags.join(", "));
    }
    for (name, value) in &others {
        if !ROSTER.iter().any(|(roster, _)| roster == name) {
            pgn.tag(name, value);
        }
    }
    Ok(pgn.to_string())
}
