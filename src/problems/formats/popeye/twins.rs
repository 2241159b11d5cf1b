//! Twins: problems that come of another by small changes.
//!
//! ```text
//! Twin Move a3 b4
//! Twin Continued Exchange c2 d2 Stipulation h#2
//! ```
//!
//! Changes are made in their order, to what the problem says or, after `Continued`, to what was solved last.
//! `ZeroPosition` is the same for a problem whose own position is not to be solved. Words may be shortened to
//! three letters or more, as long as they are only one's.

use super::input::Wrong;
use crate::formats::pieces::put;
use shakmaty::{Board, Color, Piece, Role, Square};

/// The words of a twin as they stand there, each with its line.
pub(super) struct Words {
    /// The line on which it begins, from 0.
    pub(super) line: usize,
    /// Words of the twin, each with its line, from 0.
    pub(super) words: Vec<(usize, String)>,
}

/// Diagram to be solved: pieces and stipulation.
#[derive(Clone)]
pub(super) struct Diagram {
    /// The pieces.
    pub(super) board: Board,
    /// The stipulation, and its line.
    pub(super) stipulation: (usize, String),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Continued,
    Stipulation,
    Condition,
    Move,
    Exchange,
    Remove,
    Substitute,
    Add,
    Rotate,
    Mirror,
    Shift,
    PolishType,
}

const WORDS: [(&str, Word); 12] = [
    ("continued", Word::Continued),
    ("stipulation", Word::Stipulation),
    ("condition", Word::Condition),
    ("move", Word::Move),
    ("exchange", Word::Exchange),
    ("remove", Word::Remove),
    ("substitute", Word::Substitute),
    ("add", Word::Add),
    ("rotate", Word::Rotate),
    ("mirror", Word::Mirror),
    ("shift", Word::Shift),
    ("polishtype", Word::PolishType),
];

fn keyword(word: &str) -> Result<Option<Word>, String> {
    let lower = word.to_lowercase();
    let mut found = WORDS
        .iter()
        .filter(|(name, _)| lower.len() >= 3 && name.starts_with(&lower));
    match (found.next(), found.next()) {
        (Some((one, _)), Some((other, _))) => {
            Err(format!("'{word}' may be {one} or {other}: say which"))
        }
        (one, _) => Ok(one.map(|(_, word)| *word)),
    }
}

impl Words {
    /// The twin's changes as text: `Move a3 b4`.
    pub(super) fn text(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|(_, word)| word.as_str()).collect();
        words.join(" ")
    }

    /// Returns the twin's diagram: its changes applied to `first`, the problem's own diagram, or after
    /// `Continued` to `latest`, the diagram solved last.
    pub(super) fn of(&self, first: &Diagram, latest: &Diagram) -> Result<Diagram, Wrong> {
        let mut words = self.words.as_slice();
        let mut diagram = first.clone();
        let mut changes = 0;
        while let [(at, word), rest @ ..] = words {
            let line = *at;
            let wrong = |why| Wrong { line, why };
            words = rest;
            let known = keyword(word).map_err(wrong)?;
            let Some(known) = known else {
                return Err(wrong(format!("'{word}' is no change of a twin")));
            };
            if known == Word::Continued {
                if changes > 0 {
                    return Err(wrong(format!("'{word}' is to stand right after Twin")));
                }
                diagram = latest.clone();
                continue;
            }
            changes += 1;
            change(&mut diagram, known, word, &mut words, line).map_err(wrong)?;
        }
        match changes {
            0 => Err(Wrong {
                line: self.line,
                why: "a twin without changes".to_owned(),
            }),
            _ => Ok(diagram),
        }
    }
}

/// Makes one change, and takes what belongs to it from the words that follow.
fn change(
    diagram: &mut Diagram,
    known: Word,
    word: &str,
    words: &mut &[(usize, String)],
    line: usize,
) -> Result<(), String> {
    let mut next = |what: &str| {
        let (first, rest) = words
            .split_first()
            .ok_or_else(|| format!("'{word}' lacks {what}"))?;
        *words = rest;
        Ok::<&str, String>(first.1.as_str())
    };
    let board = &mut diagram.board;
    match known {
        Word::Stipulation => {
            let asked = next("a stipulation")?;
            if asked.eq_ignore_ascii_case("structured") {
                return Err("structured stipulations are not understood".to_owned());
            }
            diagram.stipulation = (line, asked.to_owned());
        }
        Word::Move | Word::Exchange => {
            let [from, to] = [square(next("two squares")?)?, square(next("two squares")?)?];
            let piece = taken(board, from)?;
            if known == Word::Exchange {
                let other = taken(board, to)?;
                board.set_piece_at(from, other);
            }
            board.set_piece_at(to, piece);
        }
        Word::Remove => {
            taken(board, square(next("a square")?)?)?;
        }
        Word::Substitute => {
            let [old, new] = [role(next("two pieces")?)?, role(next("two pieces")?)?];
            let squares = board.by_role(old);
            if squares.is_empty() {
                return Err(format!("there is no {} to be replaced", letter(old)));
            }
            for square in squares {
                if let Some(Piece { color, .. }) = board.piece_at(square) {
                    board.set_piece_at(square, new.of(color));
                }
            }
        }
        Word::Add => add(board, word, words)?,
        // To the left: by 90 degrees a1 comes to h1.
        Word::Rotate => match next("90, 180 or 270")? {
            "90" => board.rotate_270(),
            "180" => board.rotate_180(),
            "270" => board.rotate_90(),
            other => return Err(format!("'{other}' is not 90, 180 or 270 degrees")),
        },
        Word::Mirror => match next("the squares that change places, as a1<-->h1")?
            .to_lowercase()
            .as_str()
        {
            "a1<-->h1" => board.flip_horizontal(),
            "a1<-->a8" => board.flip_vertical(),
            "a1<-->h8" => board.flip_anti_diagonal(),
            "a8<-->h1" => board.flip_diagonal(),
            other => {
                return Err(format!(
                    "'{other}' is not a1<-->h1, a1<-->a8, a1<-->h8 or a8<-->h1"
                ));
            }
        },
        Word::Shift => {
            let [from, to] = [square(next("two squares")?)?, square(next("two squares")?)?];
            shift(board, from, to)?;
        }
        Word::PolishType => board.swap_colors(),
        Word::Condition => {
            return Err(format!(
                "'{word} {}' is not understood",
                next("a condition")?
            ));
        }
        // It is no change, and looked at before.
        Word::Continued => {}
    }
    Ok(())
}

/// Adds pieces: colours, each with its pieces, up to the next change.
fn add(board: &mut Board, word: &str, words: &mut &[(usize, String)]) -> Result<(), String> {
    let mut color = None;
    let mut count = 0;
    while let Some(((_, next), rest)) = words.split_first() {
        let lower = next.to_lowercase();
        let is = |name: &str| lower.len() >= 3 && name.starts_with(&lower);
        if is("white") {
            color = Some(Color::White);
        } else if is("black") {
            color = Some(Color::Black);
        } else if is("neutral") {
            return Err("neutral pieces are not understood".to_owned());
        } else if keyword(next)?.is_some() {
            break;
        } else {
            let color = color.ok_or_else(|| format!("'{word} {next}' names no colour"))?;
            put(board, color, next)?;
            count += 1;
        }
        *words = rest;
    }
    match count {
        0 => Err(format!("'{word}' names no piece")),
        _ => Ok(()),
    }
}

fn square(word: &str) -> Result<Square, String> {
    let square = word.to_ascii_lowercase().parse();
    square.map_err(|_| format!("'{word}' is no square"))
}

/// Takes a piece off the board.
fn taken(board: &mut Board, square: Square) -> Result<Piece, String> {
    let piece = board.remove_piece_at(square);
    piece.ok_or_else(|| format!("no piece stands on {square}"))
}

const LETTERS: [(char, Role); 6] = [
    ('K', Role::King),
    ('Q', Role::Queen),
    ('R', Role::Rook),
    ('B', Role::Bishop),
    ('S', Role::Knight),
    ('P', Role::Pawn),
];

fn role(word: &str) -> Result<Role, String> {
    let upper = word.to_uppercase();
    let mut letters = LETTERS.iter();
    let found = letters.find(|(letter, _)| upper.chars().eq([*letter]));
    found.map(|(_, role)| *role).ok_or_else(|| {
        let hint = match upper.as_str() {
            "N" => ": N is the nightrider, which is not understood; the knight is S",
            _ => " is no piece of chess (K, Q, R, B, S, P)",
        };
        format!("'{word}'{hint}")
    })
}

fn letter(role: Role) -> char {
    let mut letters = LETTERS.iter();
    letters
        .find(|(_, other)| *other == role)
        .map_or('?', |(letter, _)| *letter)
}

/// Takes every piece as far as it is from one square to the other.
fn shift(board: &mut Board, from: Square, to: Square) -> Result<(), String> {
    let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
    let mut shifted = Board::empty();
    for (square, piece) in board.clone() {
        let place = square.file().offset(files).zip(square.rank().offset(ranks));
        let (file, rank) =
            place.ok_or_else(|| format!("the piece on {square} would leave the board"))?;
        shifted.set_piece_at(Square::from_coords(file, rank), piece);
    }
    *board = shifted;
    Ok(())
}

/// `a`, `b`, … `z`, `z1`, `z2` …, as Popeye counts.
pub(super) fn label(index: usize) -> String {
    let letter = char::from(b'a' + index.min(25) as u8);
    match index.checked_sub(25) {
        None | Some(0) => letter.to_string(),
        Some(more) => format!("{letter}{more}"),
    }
}
