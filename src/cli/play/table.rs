//! What a game must tell so that it can be played and replayed at the terminal.

use super::board::Style;
use super::look::Lang;
use crate::games::{AnyGame, Game, Line};
use crate::memory::OutOfMemory;
use crate::players::{AlphaBeta, AtMost, Level, Levels, Player};

/// A game at the terminal.
pub trait Table {
    /// The game.
    type G: Levels;

    /// The board, drawn.
    fn draw(&self, line: &Line<Self::G>, style: Style) -> String;

    /// The legal moves: as a list, if the board cannot show them.
    fn draw_moves(&self, line: &Line<Self::G>, style: Style, lang: Lang) -> String {
        let _ = (style, lang);
        let position = line.position();
        let moves = position.legal_moves();
        let names: Vec<String> = moves.iter().map(|m| self.name(position, *m)).collect();
        wrapped(&names)
    }

    /// The board as text, whatever the style.
    fn text_board(&self, line: &Line<Self::G>) -> String;

    /// A side's name with its article, as in "turn of …".
    fn side(&self, position: &Self::G, seat: usize, lang: Lang) -> String;

    /// What a move looks like: `a1c3`.
    fn pattern(&self) -> &'static str;

    /// Reads a move, or says why it is not legal.
    fn read(
        &self,
        position: &Self::G,
        text: &str,
        lang: Lang,
    ) -> Result<<Self::G as Game>::Move, String>;

    /// A move as people write it.
    fn name(&self, position: &Self::G, m: <Self::G as Game>::Move) -> String;

    /// What there is to be told of the position: last colours, blocks, checks.
    fn news(&self, line: &Line<Self::G>, lang: Lang) -> Vec<String>;

    /// A move that is made for the player, because there is no choice worth asking for.
    fn forced(&self, position: &Self::G) -> Option<<Self::G as Game>::Move> {
        let _ = position;
        None
    }

    /// The machine of a number on the game's own scale, from 0 to 10.
    ///
    /// # Errors
    /// No memory for its table.
    fn numbered(&self, number: u8, seed: u64) -> Result<Box<dyn Player<Self::G>>, OutOfMemory> {
        match number {
            0 => Self::G::at_level(Level::Easy, seed),
            1 => Self::G::at_level(Level::Medium, seed),
            2..=9 => Ok(Box::new(AtMost {
                plies: move |_: &Self::G| number.into(),
                player: AlphaBeta,
            })),
            _ => Self::G::at_level(Level::Expert, seed),
        }
    }

    /// How the game has ended, in a sentence.
    fn ending(&self, line: &Line<Self::G>, lang: Lang) -> Option<String>;

    /// The game in the form that people exchange (PGN), if it has one.
    fn record(&self, line: &Line<Self::G>, names: &[String]) -> Option<String>;

    /// The game for a file.
    fn any(&self, line: &Line<Self::G>) -> AnyGame;
}

/// Words in lines of at most 80 letters.
pub fn wrapped(words: &[String]) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in words {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > 80 {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out += word;
        length += letters;
    }
    out
}
