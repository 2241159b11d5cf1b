//! Twins: problems that arise from another one by small changes.
//!
//! ```text
//! Twin Move a3 b4
//! Twin Continued Exchange c2 d2 Stipulation h#2
//! ```
//!
//! Changes are applied in order to the original problem or, after `Continued`, to the diagram that was solved last.
//! `ZeroPosition` begins the twins of a problem whose own position is not to be solved.

use super::cursor::Token;
use super::input::{Reader, Wrong, at, replaced, structured};
use super::men;
use base::{key, told};
use games::Text;
use shakmaty::Square;
use solve::fairy::{Conditions, Kind, Man, Men};

/// A twin in the input.
#[derive(Debug)]
pub(super) struct Twin {
    /// Line on which the twin begins.
    line: usize,
    /// True if the changes apply to the diagram that was solved last; false for the original problem.
    pub(super) continued: bool,
    /// Changes, each with its line.
    pub(super) changes: Vec<(usize, Change)>,
    /// Text of the changes in the input: `Move a3 b4`.
    pub(super) text: String,
}

/// Diagram to be solved: pieces, conditions and stipulation.
#[derive(Clone)]
pub(super) struct Diagram {
    /// Line on which it begins.
    pub(super) line: usize,
    /// Pieces on the board.
    pub(super) men: Men,
    /// Fairy conditions.
    pub(super) conditions: Conditions,
    /// Stipulation with its line; `None` if there is none.
    pub(super) stipulation: Option<(usize, String)>,
}

/// A change of a diagram.
#[derive(Debug)]
pub(super) enum Change {
    Move(Square, Square),
    Exchange(Square, Square),
    Remove(Vec<Square>),
    Add(Vec<(Man, Square)>),
    Substitute(Kind, Kind),
    /// Turn or reflection of the board.
    Turn(fn(Square) -> Square),
    /// Exchange of the colours of all pieces.
    Polish,
    /// Replacement of all conditions.
    Conditions(Conditions),
    Shift(Square, Square),
    Stipulation(String),
}

impl Change {
    /// Reads the arguments of the change with this name; `word` is its keyword.
    pub(super) fn read(reader: &mut Reader, name: &str, word: Token) -> Result<Change, Wrong> {
        let mut square = |what| {
            let next = reader.word(word, what)?;
            let found = next.text.to_ascii_lowercase().parse();
            found.map_err(|_| at(next)(men::no_square(next.text)))
        };
        let two = key!("popeye-two-squares");
        Ok(match name {
            "Move" => Change::Move(square(two)?, square(two)?),
            "Exchange" => Change::Exchange(square(two)?, square(two)?),
            "Shift" => Change::Shift(square(two)?, square(two)?),
            "Remove" => {
                let next = reader.word(word, key!("popeye-a-square"))?;
                let squares = men::squares(next.text);
                let bad = || at(next)(men::no_square(next.text));
                Change::Remove(squares.ok_or_else(bad)?)
            }
            "Add" => {
                let pieces = reader.pieces(word)?;
                if pieces.is_empty() {
                    return Err(at(word)(told!("popeye-names-no-piece", word = word.text)));
                }
                let pieces = pieces.into_iter();
                let pieces = pieces.map(|(man, square, _)| (man, square));
                Change::Add(pieces.collect())
            }
            "Substitute" => {
                let mut kind = || {
                    let next = reader.word(word, key!("popeye-two-pieces"))?;
                    reader.language.kind(next.text).map_err(at(next))
                };
                Change::Substitute(kind()?, kind()?)
            }
            "Rotate" => {
                let next = reader.word(word, key!("popeye-an-angle"))?;
                Change::Turn(match next.text {
                    "90" => Square::rotate_270,
                    "180" => Square::rotate_180,
                    "270" => Square::rotate_90,
                    other => {
                        return Err(at(next)(told!("popeye-turn", other)));
                    }
                })
            }
            "Mirror" => {
                let next = reader.word(word, key!("popeye-two-corners"))?;
                Change::Turn(match next.text.to_ascii_lowercase().as_str() {
                    "a1<-->h1" => Square::flip_horizontal,
                    "a1<-->a8" => Square::flip_vertical,
                    "a1<-->h8" => Square::flip_anti_diagonal,
                    "a8<-->h1" => Square::flip_diagonal,
                    _ => {
                        let word = next.text;
                        return Err(at(next)(told!("popeye-mirror", word)));
                    }
                })
            }
            "PolishType" => Change::Polish,
            "Stipulation" => Change::Stipulation(reader.stipulation(word)?),
            "Condition" => Change::Conditions(reader.conditions(word)?),
            _ => return Err(structured(word)),
        })
    }

    /// Applies the change to a diagram. Returns a note for each piece that replaces another one.
    fn make(&self, diagram: &mut Diagram, line: usize) -> Result<Vec<Text>, Text> {
        let men = &mut diagram.men;
        let mut notes = Vec::new();
        match self {
            Change::Move(from, to) => {
                let man = taken(men, *from)?;
                men[usize::from(*to)] = Some(man);
            }
            Change::Exchange(one, other) => {
                let pieces = [taken(men, *one)?, taken(men, *other)?];
                men[usize::from(*other)] = Some(pieces[0]);
                men[usize::from(*one)] = Some(pieces[1]);
            }
            Change::Remove(squares) => {
                for &square in squares {
                    taken(men, square)?;
                }
            }
            Change::Add(pieces) => {
                for &(man, square) in pieces {
                    notes.extend(replaced(men, man, square));
                    men[usize::from(square)] = Some(man);
                }
            }
            Change::Substitute(from, to) => {
                let all = men.iter_mut().flatten().filter(|man| man.kind == *from);
                let all: Vec<&mut Man> = all.collect();
                if all.is_empty() {
                    let letter = from.code();
                    return Err(told!("popeye-nothing-to-replace", letter));
                }
                for man in all {
                    *man = Man::new(man.side, *to);
                }
            }
            Change::Turn(turn) => {
                let before = *men;
                for square in Square::ALL {
                    men[usize::from(turn(square))] = before[usize::from(square)];
                }
            }
            Change::Polish => {
                for man in men.iter_mut().flatten() {
                    man.side = man.side.map(|side| side.other());
                }
            }
            Change::Conditions(conditions) => diagram.conditions = *conditions,
            Change::Shift(from, to) => shift(men, *from, *to)?,
            Change::Stipulation(text) => diagram.stipulation = Some((line, text.clone())),
        }
        Ok(notes)
    }
}

impl Twin {
    pub(super) fn new(line: usize) -> Twin {
        Twin {
            line,
            continued: false,
            changes: Vec::new(),
            text: String::new(),
        }
    }

    /// Returns the twin's diagram, with notes about it: its changes applied to `first`, the problem's own diagram, or
    /// after `Continued` to `latest`, the diagram solved last (`None` if that was refused).
    pub(super) fn of(
        &self,
        first: &Diagram,
        latest: Option<&Diagram>,
    ) -> Result<(Diagram, Vec<Wrong>), Wrong> {
        let base = if self.continued { latest } else { Some(first) };
        let missing = || Wrong {
            line: self.line,
            why: told!("popeye-twin-of-refused"),
        };
        let mut diagram = base.ok_or_else(missing)?.clone();
        diagram.line = self.line;
        let mut notes = Vec::new();
        for (line, change) in &self.changes {
            let line = *line;
            let made = change.make(&mut diagram, line);
            let made = made.map_err(|why| Wrong { line, why })?;
            notes.extend(made.into_iter().map(|why| Wrong { line, why }));
        }
        Ok((diagram, notes))
    }
}

/// Removes the piece on a square and returns it; an error if there is none.
fn taken(men: &mut Men, square: Square) -> Result<Man, Text> {
    let man = men[usize::from(square)].take();
    man.ok_or_else(|| told!("popeye-square-empty", square))
}

/// Shifts all pieces by the distance between two squares.
fn shift(men: &mut Men, from: Square, to: Square) -> Result<(), Text> {
    let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
    let mut shifted: Men = [None; 64];
    for square in Square::ALL {
        let Some(man) = men[usize::from(square)] else {
            continue;
        };
        let place = square.file().offset(files).zip(square.rank().offset(ranks));
        let (file, rank) = place.ok_or_else(|| told!("popeye-off-board", square))?;
        shifted[usize::from(Square::from_coords(file, rank))] = Some(man);
    }
    *men = shifted;
    Ok(())
}

/// Returns the letter of a twin by its index from 0: `a`, `b`, … `z`, `z1`, `z2` …, as in Popeye.
pub fn label(index: usize) -> String {
    let letter = char::from(b'a' + index.min(25) as u8);
    match index.checked_sub(25) {
        None | Some(0) => letter.to_string(),
        Some(more) => format!("{letter}{more}"),
    }
}
