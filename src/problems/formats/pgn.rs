//! PGN: games that begin from a FEN, whose moves are the solution.
//!
//! Author, title and source are the tags of these names; else the author is White's name and the title
//! the event's, as many collections have it. `Tags` are words between commas. N is the tag
//! `Stipulation` (`#3`), or stands in another tag (`#3`, `Mate in 3`), or is the length of a solution
//! that ends in mate. Other tags and the moves, with variations and comments, are kept under `pgn`.

mod text;

use self::text::{in_braces, length_in, other_play, strange_word};
use super::{Draft, Entry, Lost, Outgoing, lines, stipulation};
use crate::Stipulation;
use games::chess::{Move, Position};
use games::pgn::{Pgn, RecordedMove, Variation};
use games::{Dropped, Read};
use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use rooms::{is_chess, is_chess960};
use serde_json::{Value, json};
use shakmaty::san::San;
use std::io::Cursor;
use std::ops::ControlFlow;

/// Reads all games.
pub(super) fn read(text: &str, moves: Option<u32>) -> Vec<Entry> {
    // A tag begins a game if what came before it were moves, or an empty line after tags.
    let (mut in_comment, mut ended) = (false, false);
    let begins = |line: &str| {
        let is_tag = !in_comment && line.trim_start().starts_with('[');
        let begins = is_tag && ended;
        if is_tag {
            ended = false;
        } else {
            ended = true;
            // What other programs may say to each other in such a line is nothing to a reader.
            let escaped = !in_comment && line.starts_with('%');
            for letter in line.chars().filter(|_| !escaped) {
                match letter {
                    '{' => in_comment = true,
                    '}' => in_comment = false,
                    ';' if !in_comment => break,
                    _ => {}
                }
            }
        }
        begins
    };
    let chunks = lines::chunks(text, begins).into_iter();
    let entries =
        chunks.map(|chunk| Entry::new(chunk.line, chunk.last_line, game(chunk.text, moves)));
    entries.collect()
}

/// The tags that everybody writes, with what they are when they say nothing.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "-"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

fn game(text: &str, moves: Option<u32>) -> Result<Read<Draft>, String> {
    let text = &in_braces(text);
    if let Some(word) = strange_word(text) {
        return Err(format!("'{word}' is not understood"));
    }
    let mut reader = Reader::new(Cursor::new(text.as_bytes()));
    let game = reader
        .read_game(&mut Game)
        .map_err(|error| error.to_string())?
        .ok_or("there is no game")??;
    // An empty line is the end of a game.
    if reader.has_more().map_err(|error| error.to_string())? {
        return Err("moves or remarks stand after an empty line".to_owned());
    }
    let tag = |name: &str| {
        let found = game.tags.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    };
    let said = |name: &str| tag(name).filter(|value| !matches!(*value, "" | "?" | "-"));
    let own = match tag("Stipulation") {
        None => None,
        Some(text) => Some(
            text.parse::<Stipulation>()
                .map_err(|e| e.to_string())?
                .moves(),
        ),
    };
    let found = match own {
        Some(length) => Some(length),
        None => length_said(&game)?,
    };
    if let Some(variant) = tag("Variant").filter(|variant| !is_chess(variant)) {
        return Err(format!("the variant '{variant}' is not understood"));
    }
    let mut draft = Draft::new(game.start.fen(), stipulation(found, moves)?);
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
        "Variant" => game.start.is_chess960(),
        "White" => value == draft.author || said("White").is_none(),
        "Event" => value == draft.title || said("Event").is_none(),
        "Black" if value == draft.stipulation.to_string() => true,
        _ => {
            ROSTER.contains(&(name, value))
                || (ROSTER.iter().any(|(n, _)| *n == name) && matches!(value, "?" | ""))
        }
    };
    let others: Vec<_> = game
        .tags
        .iter()
        .filter(|(name, value)| !known(name, value))
        .collect();
    let mut kept = serde_json::Map::new();
    if !others.is_empty() {
        kept.insert("tags".to_owned(), json!(others));
    }
    if game.line != Variation::default() {
        kept.insert("solution".to_owned(), json!(game.line));
    }
    if !kept.is_empty() {
        draft.extra.insert("pgn".to_owned(), Value::Object(kept));
    }
    Ok(Read::new(draft, game.dropped))
}

/// N, where no tag `Stipulation` says it: as some other tag has it, or by the moves, if they end in mate.
fn length_said(game: &Found) -> Result<Option<u32>, String> {
    let mut hinted = None;
    for (_, value) in &game.tags {
        if let Some(word) = other_play(value) {
            return Err(format!(
                "'{word}' is no direct mate: expected '#N' or the tag Stipulation"
            ));
        }
        hinted = hinted.or_else(|| length_in(value));
    }
    match (hinted, game.length) {
        (Some(hinted), Some(played)) if hinted != played => Err(format!(
            "the tags speak of {hinted} moves, and the solution has {played}: the tag Stipulation says which"
        )),
        (hinted, played) => Ok(hinted.or(played)),
    }
}

/// Content of a game: tags, start position and moves.
struct Found {
    tags: Vec<(String, String)>,
    start: Position,
    /// What was left out of its text.
    dropped: Vec<Dropped>,
    line: Variation,
    /// The attacker's moves of the main line, if it ends in mate by the attacker.
    length: Option<u32>,
}

/// A line of moves under way.
struct Under {
    line: Variation,
    /// Before the last move, and after it.
    before: Option<Position>,
    here: Position,
}

struct Moves {
    tags: Vec<(String, String)>,
    start: Position,
    dropped: Vec<Dropped>,
    /// The main line, then the variations that are open, the innermost last.
    open: Vec<Under>,
    /// Result that stands after the moves, if there is one.
    result: Option<Outcome>,
}

impl Moves {
    /// Gives a tag that says nothing the result after the moves; the two may not contradict each other.
    fn end(&mut self) -> Result<(), String> {
        let Some(result) = self.result.filter(|result| *result != Outcome::Unknown) else {
            return Ok(());
        };
        let result = result.to_string();
        match self.tags.iter_mut().find(|(name, _)| name == "Result") {
            None => self.tags.push(("Result".to_owned(), result)),
            Some((_, tag)) if matches!(tag.as_str(), "*" | "?" | "") => *tag = result,
            Some((_, tag)) if *tag != result => {
                return Err(format!(
                    "the tag Result says '{tag}', and the moves end with '{result}'"
                ));
            }
            Some(_) => {}
        }
        Ok(())
    }
}

/// Variations within variations; nobody writes so many.
const DEEPEST: usize = 30;

struct Game;

type Flow<T = ()> = ControlFlow<Result<Found, String>, T>;

fn bad<T>(sentence: String) -> Flow<T> {
    ControlFlow::Break(Err(sentence))
}

impl Visitor for Game {
    type Tags = Vec<(String, String)>;
    type Movetext = Moves;
    type Output = Result<Found, String>;

    fn begin_tags(&mut self) -> Flow<Self::Tags> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> Flow {
        let name = String::from_utf8_lossy(name).into_owned();
        // The reader's own decoding takes a second backslash for another escape.
        let mut value = String::from_utf8_lossy(value.as_bytes()).into_owned();
        let mut at = 0;
        while let Some(found) = value[at..].find('\\') {
            value.remove(at + found);
            at += found;
            at += value[at..].chars().next().map_or(0, char::len_utf8);
        }
        match tags.iter().find(|(other, _)| *other == name) {
            Some((_, other)) if *other != value => bad(format!(
                "the tag {name} is there twice: '{other}' and '{value}'"
            )),
            Some(_) => ControlFlow::Continue(()),
            None => {
                tags.push((name, value));
                ControlFlow::Continue(())
            }
        }
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> Flow<Moves> {
        let fen = tags.iter().find(|(name, _)| name == "FEN");
        let Some((_, fen)) = fen else {
            return bad("the game has no tag FEN".to_owned());
        };
        let variant = tags.iter().find(|(name, _)| name == "Variant");
        let chess960 = variant.is_some_and(|(_, variant)| is_chess960(variant));
        let (start, dropped) = match Position::read_fen(fen, chess960) {
            Ok(read) => read.split(),
            Err(error) => return bad(error.to_string()),
        };
        let main = Under {
            line: Variation::default(),
            before: None,
            here: start,
        };
        ControlFlow::Continue(Moves {
            tags,
            start,
            dropped,
            open: vec![main],
            result: None,
        })
    }

    fn san(&mut self, moves: &mut Moves, san: SanPlus) -> Flow {
        let Some(under) = moves.open.last_mut() else {
            return ControlFlow::Continue(());
        };
        if moves.result.is_some() {
            return bad(format!("'{san}' stands after the result"));
        }
        let here = under.here;
        let next = match san.san {
            // In solutions: what would follow if the other side passed.
            San::Null if !here.in_check() => Some(here.pass()),
            _ => played(&here, &san).map(|m| here.play(m)),
        };
        let Some(next) = next else {
            return bad(format!("'{san}' is not a legal move in {}", here.fen()));
        };
        under.line.moves.push(RecordedMove {
            text: san.to_string(),
            ..RecordedMove::default()
        });
        (under.before, under.here) = (Some(here), next);
        ControlFlow::Continue(())
    }

    fn nag(&mut self, moves: &mut Moves, nag: Nag) -> Flow {
        let last = moves.open.last_mut().and_then(|u| u.line.moves.last_mut());
        match last {
            Some(last) => last.nags.push(nag.0),
            None => return bad(format!("the mark {nag} stands before the first move")),
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, moves: &mut Moves, comment: RawComment<'_>) -> Flow {
        let text = String::from_utf8_lossy(comment.as_bytes()).replace(['{', '}'], "|");
        let words: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || c.is_control())
            .filter(|word| !word.is_empty())
            .collect();
        if let Some(Under { line, .. }) = moves.open.last_mut() {
            let place = match line.moves.last_mut() {
                Some(last) => &mut last.comment,
                None => &mut line.remark,
            };
            if !place.is_empty() && !words.is_empty() {
                place.push(' ');
            }
            place.push_str(&words.join(" "));
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, moves: &mut Moves, outcome: Outcome) -> Flow {
        if moves.open.len() > 1 {
            return bad(format!("the result {outcome} stands in a variation"));
        }
        match moves.result.replace(outcome) {
            Some(before) => bad(format!("the game has two results: {before} and {outcome}")),
            None => ControlFlow::Continue(()),
        }
    }

    fn begin_variation(&mut self, moves: &mut Moves) -> Flow<Skip> {
        let before = moves.open.last().and_then(|under| under.before);
        let Some(here) = before else {
            return bad("a variation stands before the first move".to_owned());
        };
        if moves.open.len() > DEEPEST {
            return bad(format!("variations are nested more than {DEEPEST} deep"));
        }
        moves.open.push(Under {
            line: Variation::default(),
            before: None,
            here,
        });
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, moves: &mut Moves) -> Flow {
        if moves.open.len() < 2 {
            return bad("a variation ends that has not begun".to_owned());
        }
        let ended = moves.open.pop();
        let outer = moves.open.last_mut().and_then(|u| u.line.moves.last_mut());
        if let (Some(ended), Some(outer)) = (ended, outer) {
            outer.variations.push(ended.line);
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut moves: Moves) -> Self::Output {
        if moves.open.len() > 1 {
            return Err("a variation does not end".to_owned());
        }
        moves.end()?;
        let main = moves.open.pop().ok_or("there is no game")?;
        let mates = main.here.is_checkmate() && main.here.turn() != moves.start.turn();
        let plies = main.line.moves.len() as u32;
        Ok(Found {
            tags: moves.tags,
            start: moves.start,
            dropped: moves.dropped,
            length: mates.then_some(plies.div_ceil(2)),
            line: main.line,
        })
    }
}

fn played(here: &Position, san: &SanPlus) -> Option<Move> {
    let theirs = san.san.to_move(&here.to_shakmaty().ok()?).ok()?;
    Position::from_shakmaty_move(&theirs).filter(|m| here.is_legal(*m))
}

/// One game.
pub(super) fn write(problem: &Outgoing, lost: &mut Lost) -> Result<String, String> {
    let draft = problem.draft;
    let start = draft.position().map_err(|error| error.to_string())?;
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
    // Without them White and the event would be taken for them, if they are others.
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
        // Read back they would be other tags.
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
