//! A board and its moves as data for a page.

use games::{AnyGame, Board, Lang};
use serde::Serialize;

pub use base::lang::{Text, Texts};

/// Calls a function for each language and collects the sentences it returns, without the letters of sides (`Black (N)`
/// becomes `Black`).
pub fn sentence(text: impl Fn(Lang) -> String) -> Text {
    Text::of(|lang| without_letters(&text(lang)))
}

/// Calls a function for each language and collects the lists of sentences it returns, without the letters of sides
/// (`Black (N)` becomes `Black`).
pub fn sentences(texts: impl Fn(Lang) -> Vec<String>) -> Texts {
    Texts::of(|lang| texts(lang).iter().map(|t| without_letters(t)).collect())
}

/// Removes the letter after the name of a side: `Black (N)` becomes `Black`. Text boards and files use these letters; a
/// page shows letters of its own, in the reader's language.
fn without_letters(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(" (") {
        kept += before;
        let mut letters = after.chars();
        rest = match (letters.next(), letters.next()) {
            (Some('A'..='Z'), Some(')')) => letters.as_str(),
            _ => {
                kept += " (";
                after
            }
        };
    }
    kept + rest
}

/// Board as a page draws it: its size, and a cell for each place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardView {
    /// Number of files, from `a`.
    pub files: usize,
    /// Number of ranks, from 1.
    pub ranks: usize,
    /// The cells, a1 first, then b1; `null` for a hole.
    pub cells: Vec<Option<CellView>>,
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellView {
    /// `e4`.
    pub name: String,
    /// The colour of the ground: `dark`, `yellow`.
    pub ground: &'static str,
    /// The letter of that colour, where it matters to the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// The piece on the cell, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceView>,
    /// Marks to be drawn: `from`, `to`, `changed`, `must_move`, `check`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<games::Mark>,
}

/// Piece as a page draws it: its shape, colour and letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceView {
    /// `king`, `tower`, `ball`.
    pub kind: &'static str,
    /// `white`, `orange`.
    pub color: &'static str,
    /// The seat that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<usize>,
    /// Letters of the piece: `K`, `NZ`.
    pub letters: String,
    /// Number of promotions (Kamisado's sumos).
    pub rank: u8,
}

/// A cell that looks otherwise than before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellChange {
    /// Its place in `cells`.
    pub index: usize,
    /// The cell as it is now.
    pub cell: Option<CellView>,
}

impl From<&Board> for BoardView {
    fn from(board: &Board) -> BoardView {
        let cell = |cell: &games::Cell| CellView {
            name: cell.name.clone(),
            ground: cell.ground.color,
            letter: cell.ground.letter,
            piece: cell.piece.as_ref().map(|piece| PieceView {
                kind: piece.kind,
                color: piece.color,
                owner: piece.owner,
                letters: piece.letters.clone(),
                rank: piece.rank,
            }),
            marks: cell.marks.clone(),
        };
        BoardView {
            files: board.files,
            ranks: board.ranks,
            cells: board.cells.iter().map(|c| c.as_ref().map(cell)).collect(),
        }
    }
}

impl BoardView {
    /// Returns the cells that differ from those of an earlier board of the same shape.
    pub fn changed_since(&self, before: &BoardView) -> Vec<CellChange> {
        let pairs = self.cells.iter().zip(&before.cells).enumerate();
        pairs
            .filter(|(_, (now, then))| now != then)
            .map(|(index, (now, _))| CellChange {
                index,
                cell: now.clone(),
            })
            .collect()
    }
}

/// A move that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveView {
    /// In the game's own form, to be sent: `e7e8q`.
    pub text: String,
    /// As people write it: `e8=Q+`.
    pub name: String,
    /// The cell where it begins; `null` where nothing is moved but put.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The cell where it ends; `null` for a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Text after the cells: the piece that a pawn becomes, `q`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suffix: Option<String>,
    /// Text to write into the cell, where the game has one (Rolit: the number of balls turned).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
}

impl MoveView {
    /// Creates a move from its text in the game's own form, from which the cells are read, and its name for people.
    pub fn new(text: String, name: String) -> MoveView {
        let (first, rest) = cell_prefix(&text);
        let (second, rest) = cell_prefix(rest);
        let (from, to) = match (first, second) {
            (Some(from), Some(to)) => (Some(from), Some(to)),
            (to, _) => (None, to),
        };
        let suffix = Some(rest).filter(|rest| to.is_some() && !rest.is_empty());
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let (from, to, suffix) = (owned(from), owned(to), owned(suffix));
        MoveView {
            text,
            name,
            from,
            to,
            suffix,
            mark: None,
        }
    }

    /// Returns the legal moves of a game, each with its mark where the game writes something into the cells.
    pub fn legal(game: &AnyGame) -> Vec<MoveView> {
        let marks = game.marked_moves(Lang::EN).map(|(marks, _)| marks);
        let marks = marks.unwrap_or_default();
        let legal = game.legal_moves().into_iter().map(|m| {
            let mut view = MoveView::new(m.text, m.name);
            let of_cell = |(cell, mark): &(String, String)| {
                (view.to.as_ref() == Some(cell)).then(|| mark.clone())
            };
            view.mark = marks.iter().find_map(of_cell);
            view
        });
        legal.collect()
    }
}

/// Splits a text into the name of a cell at its beginning, `None` if there is none, and the rest.
fn cell_prefix(text: &str) -> (Option<&str>, &str) {
    let letter = text.bytes().next().is_some_and(|b| b.is_ascii_lowercase());
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    if letter && digits > 0 {
        let (cell, rest) = text.split_at(1 + digits);
        (Some(cell), rest)
    } else {
        (None, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_sides_are_left_out_and_nothing_else() {
        let of = |text: &str| sentence(|_| text.to_owned()).to_string();
        assert_eq!(of("Black (N) wins: (N)"), "Black wins:");
        assert_eq!(
            of("Gana Azul (B) (tablero lleno)."),
            "Gana Azul (tablero lleno)."
        );
        assert_eq!(of("a (b) (Bc) ("), "a (b) (Bc) (");
    }

    #[test]
    fn moves_are_taken_apart_into_cells() {
        let of = |text: &str| {
            let view = MoveView::new(text.to_owned(), String::new());
            (view.from, view.to, view.suffix)
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(of("e2e4"), (some("e2"), some("e4"), None));
        assert_eq!(of("a7a8q"), (some("a7"), some("a8"), some("q")));
        assert_eq!(of("p16"), (None, some("p16"), None));
        assert_eq!(of("pass"), (None, None, None));
    }
}
