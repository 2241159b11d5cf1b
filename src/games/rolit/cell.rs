//! Cells and their names: `a1` is the cell at the bottom left, `q17` the last of the largest board.

use std::fmt::{Display, Formatter};

/// Maximum number of files and of ranks.
pub const MAX_SIDE: u8 = 17;

/// A cell of a board, and therefore a move: a ball placed there. Cells are ordered a1, b1 … a2, b2 …
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    rank: u8,
    file: u8,
}

impl Cell {
    /// Creates a cell from its file (0 is a) and rank (0 is the bottom); `None` unless both are below [`MAX_SIDE`].
    pub const fn new(file: u8, rank: u8) -> Option<Cell> {
        if file < MAX_SIDE && rank < MAX_SIDE {
            Some(Cell { rank, file })
        } else {
            None
        }
    }

    /// Creates a cell from a file and a rank, which must be below [`MAX_SIDE`].
    pub(super) const fn at(file: usize, rank: usize) -> Cell {
        Cell {
            rank: rank as u8,
            file: file as u8,
        }
    }

    /// File, from 0 (a) to 16 (q).
    pub const fn file(self) -> usize {
        self.file as usize
    }

    /// Rank, from 0 (the bottom) to 16.
    pub const fn rank(self) -> usize {
        self.rank as usize
    }

    /// Index for tables, below 289 and the same for boards of every size: 17 × rank + file.
    pub const fn index(self) -> usize {
        self.rank() * MAX_SIDE as usize + self.file()
    }

    /// Parses the name of a cell such as `f5`; `None` if the largest board has no such cell.
    pub fn from_name(name: &str) -> Option<Cell> {
        let mut letters = name.chars();
        let file = u32::from(letters.next()?).checked_sub(u32::from('a'))?;
        let rank = letters.as_str();
        if !rank.bytes().all(|b| b.is_ascii_digit()) || rank.starts_with('0') {
            return None;
        }
        let rank = rank.parse::<u8>().ok()?.checked_sub(1)?;
        Cell::new(u8::try_from(file).ok()?, rank)
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_read_back_and_nothing_else_is_a_cell() {
        for rank in 0..MAX_SIDE {
            for file in 0..MAX_SIDE {
                let cell = Cell::new(file, rank).expect("on the largest board");
                assert_eq!(Cell::from_name(&cell.to_string()), Some(cell));
            }
        }
        assert_eq!(Cell::new(17, 0), None);
        for name in [
            "", "a", "r1", "a0", "a18", "a01", "A1", "1a", "a+1", "a1 ", "ä1", "a999",
        ] {
            assert_eq!(Cell::from_name(name), None, "{name}");
        }
    }
}
