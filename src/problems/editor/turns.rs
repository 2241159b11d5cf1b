//! Turning, mirroring and shifting the position of an editor.

use super::super::error::{Error, Result};
use super::Editor;
use crate::terms::piece_text;
use base::say;
use games::Lang;
use shakmaty::{Bitboard, Board, Color, Square};

/// A way to turn or shift a position. Castling rights and the en-passant square are removed; squares in the changes of
/// twins are not turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Left and right are exchanged.
    Mirror,
    /// Top and bottom are exchanged.
    MirrorDown,
    /// The board is turned clockwise by a quarter.
    Rotate,
    /// Top and bottom, the colours, and the side to move are exchanged.
    Colours,
    /// All pieces move one file to the left.
    Left,
    /// All pieces move one file to the right.
    Right,
    /// All pieces move one rank up.
    Up,
    /// All pieces move one rank down.
    Down,
}

/// Names of all turns, first in English, then in Spanish.
const WORDS: [(Turn, [&str; 2]); 8] = [
    (Turn::Mirror, ["mirror", "reflejo"]),
    (Turn::MirrorDown, ["mirror-down", "reflejo-vertical"]),
    (Turn::Rotate, ["rotate", "cuarto"]),
    (Turn::Colours, ["colours", "colores"]),
    (Turn::Left, ["left", "izquierda"]),
    (Turn::Right, ["right", "derecha"]),
    (Turn::Up, ["up", "arriba"]),
    (Turn::Down, ["down", "abajo"]),
];

impl Turn {
    /// Parses the name of a turn in either language.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the list of all names.
    pub fn parse(text: &str, lang: Lang) -> Result<Turn> {
        let found = WORDS.iter().find(|(_, words)| words.contains(&text));
        let own = usize::from(lang == Lang::ES);
        let known = || WORDS.map(|(_, words)| words[own]).join(", ");
        let bad = || Error::invalid(say!(lang, "edit-bad-turn", text, words = known()));
        found.map(|(turn, _)| *turn).ok_or_else(bad)
    }

    /// Returns the square that a piece on `square` goes to; `None` if it would leave the board.
    fn target(self, square: Square) -> Option<Square> {
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        let (file, rank) = match self {
            Turn::Mirror => (7 - file, rank),
            Turn::MirrorDown | Turn::Colours => (file, 7 - rank),
            Turn::Rotate => (rank, 7 - file),
            Turn::Left => (file - 1, rank),
            Turn::Right => (file + 1, rank),
            Turn::Up => (file, rank + 1),
            Turn::Down => (file, rank - 1),
        };
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        inside.then(|| Square::new((rank * 8 + file).unsigned_abs()))
    }
}

impl Editor {
    /// Turns or shifts the position.
    ///
    /// # Errors
    /// [`Error::Invalid`] with a square whose piece would leave the board.
    pub fn turn_position(&mut self, turn: Turn, lang: Lang) -> Result<()> {
        let mut board = Board::empty();
        for (square, mut piece) in self.board().clone() {
            let to = turn
                .target(square)
                .ok_or_else(|| Error::invalid(say!(lang, "edit-shift-blocked", square)))?;
            if turn == Turn::Colours {
                piece.color = piece.color.other();
            }
            board.set_piece_at(to, piece);
        }
        let mut pieces = Vec::new();
        for (mut man, square) in self.words().terms.men()? {
            let to = turn
                .target(square)
                .ok_or_else(|| Error::invalid(say!(lang, "edit-shift-blocked", square)))?;
            if turn == Turn::Colours {
                man.side = man.side.map(Color::other);
            }
            pieces.push(piece_text(man, to));
        }
        self.change(|sheet| {
            sheet.draft.terms.pieces = pieces;
            sheet.setup.board = board;
            sheet.setup.castling_rights = Bitboard::EMPTY;
            sheet.setup.ep_square = None;
            if turn == Turn::Colours {
                sheet.setup.turn = Color::other(sheet.setup.turn);
            }
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(word: &str) -> Result<String> {
        let mut editor = Editor::new();
        let read = editor.set_fen("7k/8/8/8/8/1Q6/8/4K2R w K - 0 1")?;
        read.all().expect("a right to castle");
        editor.turn_position(Turn::parse(word, Lang::EN)?, Lang::EN)?;
        Ok(editor.fen())
    }

    #[test]
    fn positions_are_turned_and_shifted_with_their_pieces() {
        for (word, board) in [
            ("mirror", "k7/8/8/8/8/6Q1/8/R2K4 w"),
            ("mirror-down", "4K2R/8/1Q6/8/8/8/8/7k w"),
            ("rotate", "8/2Q5/8/8/K7/8/8/R6k w"),
            ("colours", "4k2r/8/1q6/8/8/8/8/7K b"),
        ] {
            let fen = turned(word).expect(word);
            assert!(fen.starts_with(&format!("{board} - - ")), "{word}: {fen}");
        }
        for (word, square) in [("right", "h1"), ("down", "e1"), ("up", "h8")] {
            let why = turned(word).expect_err(word).to_string();
            assert!(why.contains(square), "{why}");
        }
        assert!(
            turned("left")
                .expect("free")
                .starts_with("6k1/8/8/8/8/Q7/8/3K2R1 w - ")
        );
        let why = turned("askew").expect_err("no way").to_string();
        assert!(
            why.contains("'askew'") && why.contains("mirror-down"),
            "{why}"
        );
    }

    #[test]
    fn what_is_undone_is_done_again_until_something_changes() {
        let mut editor = Editor::new();
        editor.set_moves(3).expect("a number");
        editor.set_moves(4).expect("a number");
        assert!(!editor.redo());
        assert!(editor.undo() && editor.undo());
        assert!(editor.redo());
        assert_eq!(editor.words().stipulation.moves(), 3);
        editor.set_turn(Color::Black);
        assert!(!editor.redo());
        assert!(editor.undo());
        assert_eq!(editor.words().stipulation.moves(), 3);
    }
}
