//! Popeye's input, in English.
//!
//! ```text
//! BeginProblem
//! Author Ann
//! Pieces
//!   White Kb6 Rh1
//!   Black Ka8
//! Stipulation #1
//! Option Try SetPlay
//! EndProblem
//! ```
//!
//! Key words may be shortened, as Popeye allows. White attacks, with the option HalfDuplex Black.
//! Castling is possible wherever king and rook stand at home and the option NoCastling does not forbid
//! it. `Remark Tag: …` is a tag. Options that concern the output only, remarks and awards are kept under
//! `popeye`; other stipulations, conditions, twins and fairy pieces are refused by name.

use super::pieces::{list, position, put, rooks_at_home};
use super::{Draft, Entry, Lost, Outgoing, has_counters, lines};
use crate::problems::Stipulation;
use serde_json::{Map, Value, json};
use shakmaty::{Bitboard, Board, Color, Square};
use std::fmt::Write;

/// Reads all problems of an input.
pub(super) fn read(text: &str) -> Vec<Entry> {
    let begins = |line: &str| {
        let word = line.split_whitespace().next().unwrap_or("");
        matches!(keyword(word), Some(Word::Begin | Word::Next))
    };
    let chunks = lines::chunks(text, begins);
    let entries = chunks.into_iter().map(|chunk| Entry {
        line: chunk.line,
        last_line: chunk.last_line,
        draft: draft(chunk.text),
    });
    entries.collect()
}

/// Words that say what follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Begin,
    Next,
    End,
    Pieces,
    White,
    Black,
    Neutral,
    Forsyth,
    Stipulation,
    Option,
    Condition,
    Author,
    Title,
    Origin,
    Remark,
    Award,
    Twin,
    Zero,
}

const WORDS: [(&str, Word); 18] = [
    ("beginproblem", Word::Begin),
    ("nextproblem", Word::Next),
    ("endproblem", Word::End),
    ("pieces", Word::Pieces),
    ("white", Word::White),
    ("black", Word::Black),
    ("neutral", Word::Neutral),
    ("forsyth", Word::Forsyth),
    ("stipulation", Word::Stipulation),
    ("option", Word::Option),
    ("condition", Word::Condition),
    ("author", Word::Author),
    ("title", Word::Title),
    ("origin", Word::Origin),
    ("remark", Word::Remark),
    ("award", Word::Award),
    ("twin", Word::Twin),
    ("zeroposition", Word::Zero),
];

fn keyword(word: &str) -> Option<Word> {
    let word = word.to_lowercase();
    // Three letters are never a piece on a square and tell all of them apart.
    let found = WORDS
        .iter()
        .find(|(name, _)| word.len() >= 3 && name.starts_with(&word));
    found.map(|(_, word)| *word)
}

/// What has been read of a problem.
struct Reading {
    board: Board,
    stipulation: Option<Stipulation>,
    options: Options,
    draft: Draft,
    notes: Map<String, Value>,
}

fn draft(text: &str) -> Result<Draft, String> {
    let mut reading = Reading {
        board: Board::empty(),
        stipulation: None,
        options: Options::default(),
        draft: Draft::new("", Stipulation::Mate(1)),
        notes: Map::new(),
    };
    let mut section = None;
    let mut options = Vec::new();
    for line in text.lines() {
        let mut rest = line.trim();
        while let Some(word) = rest.split_whitespace().next() {
            let after = rest[word.len()..].trim_start();
            rest = match (section, keyword(word)) {
                (Some(Word::End), _) => {
                    return Err(format!("'{rest}' stands after the end of the problem"));
                }
                (None, Some(Word::Begin | Word::Next)) => {
                    section = Some(Word::Begin);
                    after
                }
                (None, _) => return Err(format!("'{rest}' stands outside of a problem")),
                (_, Some(word)) => {
                    section = Some(word);
                    reading.begin(word, after)?
                }
                (Some(Word::White), None) => {
                    put(&mut reading.board, Color::White, word)?;
                    after
                }
                (Some(Word::Black), None) => {
                    put(&mut reading.board, Color::Black, word)?;
                    after
                }
                (Some(Word::Stipulation), None) if reading.stipulation.is_none() => {
                    let asked = word.parse::<Stipulation>();
                    reading.stipulation = Some(asked.map_err(|error| error.to_string())?);
                    after
                }
                (Some(Word::Forsyth), None) if reading.board.occupied().is_empty() => {
                    reading.board = forsyth(word)?;
                    after
                }
                (Some(Word::Option), None) => {
                    options.push(word.to_owned());
                    after
                }
                _ => return Err(format!("'{word}' is not understood")),
            };
        }
    }
    if section.is_none() {
        return Err("there is no problem".to_owned());
    }
    reading.options.add(&options)?;
    reading.end()
}

impl Reading {
    /// Begins a section; takes from the line what is text, and gives what is left.
    fn begin<'a>(&mut self, word: Word, rest: &'a str) -> Result<&'a str, String> {
        let draft = &mut self.draft;
        let text = match word {
            Word::Author => &mut draft.author,
            Word::Title => &mut draft.title,
            Word::Origin => &mut draft.source,
            Word::Remark | Word::Award => {
                match rest.strip_prefix(TAG) {
                    Some(tag) if word == Word::Remark => draft.tags.push(tag.to_owned()),
                    _ => {
                        let name = ["remarks", "awards"][usize::from(word == Word::Award)];
                        let list = self.notes.entry(name).or_insert(json!([]));
                        if let Value::Array(list) = list {
                            list.push(rest.into());
                        }
                    }
                }
                return Ok("");
            }
            Word::Neutral => return Err("neutral pieces are not understood".to_owned()),
            Word::Condition => {
                return Err(format!("'Condition {rest}' is not understood"));
            }
            Word::Twin | Word::Zero => {
                return Err(format!("twins ('{rest}') are not understood"));
            }
            _ => return Ok(rest),
        };
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(rest);
        Ok("")
    }

    fn end(mut self) -> Result<Draft, String> {
        self.draft.stipulation = self.stipulation.ok_or("there is no stipulation")?;
        let rights = rooks_at_home(&self.board);
        let rights = self.options.castling(rights, &self.board)?;
        let turn = self.options.attacker();
        let position = position(self.board, turn, rights, self.options.en_passant)?;
        self.draft.fen = position.fen();
        if !self.options.kept.is_empty() {
            self.notes
                .insert("options".to_owned(), json!(self.options.kept));
        }
        if !self.notes.is_empty() {
            let notes = Value::Object(self.notes);
            self.draft.extra.insert("popeye".to_owned(), notes);
        }
        Ok(self.draft)
    }
}

const TAG: &str = "Tag: ";

/// Popeye's Forsyth: as in a FEN, but S for the knight.
fn forsyth(word: &str) -> Result<Board, String> {
    let bad = || format!("bad Forsyth '{word}': expected eight ranks of KQRBSP, kqrbsp and digits");
    if word.contains(['n', 'N']) {
        return Err(format!(
            "'{word}': N is the nightrider, which is not understood; the knight is S"
        ));
    }
    let fen = word.replace('s', "n").replace('S', "N");
    // A FEN's board has eight squares in every rank, or it is refused there.
    Board::from_ascii_board_fen(fen.as_bytes()).map_err(|_| bad())
}

/// What options say.
#[derive(Default)]
pub(super) struct Options {
    half_duplex: bool,
    no_castling: Vec<Square>,
    pub(super) en_passant: Option<Square>,
    /// Those that concern only what is shown.
    pub(super) kept: Vec<String>,
}

/// Options that leave the question as it is, and whether a number belongs to them.
const HARMLESS: [(&str, bool); 20] = [
    ("SetPlay", false),
    ("Variation", false),
    ("Try", false),
    ("Defence", true),
    ("Threat", true),
    ("Intelligent", true),
    ("MoveNumbers", false),
    ("NoThreat", false),
    ("NoShortVariations", false),
    ("NoBoard", false),
    ("MaxSolutions", true),
    ("MaxFlightsquares", true),
    ("MaxThreats", true),
    ("MaxTime", true),
    ("NonTrivial", true),
    ("StartMoveNumber", true),
    ("UpToMoveNumber", true),
    ("StopOnShortSolutions", false),
    ("Beep", false),
    ("KeepMatingPiece", false),
];

impl Options {
    /// Takes in the words of some options.
    pub(super) fn add(&mut self, words: &[String]) -> Result<(), String> {
        let mut words = words.iter().map(String::as_str).peekable();
        while let Some(word) = words.next() {
            let is = |name: &str| word.eq_ignore_ascii_case(name);
            let harmless = HARMLESS.iter().find(|(name, _)| is(name));
            if is("HalfDuplex") {
                self.half_duplex = true;
            } else if is("NoCastling") {
                let before = self.no_castling.len();
                while let Some(square) = words.peek().and_then(|word| word.parse().ok()) {
                    self.no_castling.push(square);
                    words.next();
                }
                if self.no_castling.len() == before {
                    return Err("the option NoCastling names no square".to_owned());
                }
            } else if is("EnPassant") {
                let square = words.next().and_then(|word| word.parse().ok());
                let square = square.ok_or("the option EnPassant names no square")?;
                if self.en_passant.replace(square).is_some() {
                    return Err("the option EnPassant stands twice".to_owned());
                }
            } else if let Some((name, has_number)) = harmless {
                let number = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
                let number = words.next_if(|word| *has_number && number(word));
                self.kept.push(match number {
                    Some(number) => format!("{name} {number}"),
                    None => (*name).to_owned(),
                });
            } else {
                return Err(format!("the option '{word}' is not understood"));
            }
        }
        Ok(())
    }

    pub(super) fn attacker(&self) -> Color {
        Color::from_white(!self.half_duplex)
    }

    /// The rooks that may castle, of those that stand at home.
    pub(super) fn castling(&self, rooks: Bitboard, board: &Board) -> Result<Bitboard, String> {
        let mut left = rooks;
        for &square in &self.no_castling {
            let of_king = rooks & Bitboard::from(square.rank());
            left &= !match board.role_at(square) {
                Some(shakmaty::Role::King) => of_king,
                _ => Bitboard::from_square(square),
            };
        }
        Ok(left)
    }

    /// The options that say of a position what its pieces do not.
    ///
    /// # Errors
    /// Rights to castle that no option can give.
    pub(super) fn of(position: &crate::games::chess::Position) -> Result<Vec<String>, String> {
        let mut options = Vec::new();
        if position.turn() == Color::Black {
            options.push("HalfDuplex".to_owned());
        }
        let at_home = rooks_at_home(&position.to_setup().board);
        let rights = position.castling_rooks();
        if (rights & !at_home).any() {
            return Err("castling of Chess960".to_owned());
        }
        let missing: Vec<String> = (at_home & !rights)
            .into_iter()
            .map(|s| s.to_string())
            .collect();
        if !missing.is_empty() {
            options.push(format!("NoCastling {}", missing.join(" ")));
        }
        if let Some(square) = position.ep_square() {
            options.push(format!("EnPassant {square}"));
        }
        Ok(options)
    }
}

/// One problem, after `NextProblem`.
pub(super) fn write(problem: &Outgoing, lost: &mut Lost) -> Result<String, String> {
    let draft = problem.draft;
    let position = draft.position().map_err(|error| error.to_string())?;
    let mut options = Options::of(&position)?;
    if has_counters(&position) {
        lost.0.push("counters".to_owned());
    }
    let mut out = String::from("NextProblem\n");
    for (word, text) in [
        ("Author", &draft.author),
        ("Origin", &draft.source),
        ("Title", &draft.title),
    ] {
        if !text.is_empty() {
            let _ = writeln!(out, "{word} {text}");
        }
    }
    for tag in &draft.tags {
        let _ = writeln!(out, "Remark {TAG}{tag}");
    }
    let notes = draft.extra.get("popeye");
    let texts = |name: &str| -> Vec<String> {
        let list = notes.and_then(|notes| notes.get(name)?.as_array());
        let texts = list.into_iter().flatten().filter_map(Value::as_str);
        texts.map(str::to_owned).collect()
    };
    for (name, word) in [("remarks", "Remark"), ("awards", "Award")] {
        for text in texts(name) {
            let _ = writeln!(out, "{word} {text}");
        }
    }
    out.push_str("Pieces\n");
    let board = position.to_setup().board;
    for (name, color) in [("White", Color::White), ("Black", Color::Black)] {
        let _ = writeln!(out, "  {name} {}", list(&board, color).join(" "));
    }
    let _ = writeln!(out, "Stipulation {}", draft.stipulation);
    options.extend(texts("options"));
    if !options.is_empty() {
        let _ = writeln!(out, "Option {}", options.join(" "));
    }
    Ok(out)
}

/// The whole input of problems that each begin with `NextProblem`.
pub(super) fn file(problems: &str) -> String {
    match problems.strip_prefix("NextProblem") {
        Some(rest) => format!("BeginProblem{rest}EndProblem\n"),
        None => String::new(),
    }
}
