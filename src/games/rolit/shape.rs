//! The shapes of the students' boards: square, diamond and circle, each in three sizes.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// Outline of a students' board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Shape {
    /// All cells of the grid: 81, 169 or 289.
    #[default]
    Square,
    /// A diamond, with ranks of 1, 3, … n, … 3, 1 cells: 41, 85 or 145 cells in all.
    Diamond,
    /// An approximate circle: 61, 129 or 221 cells.
    Circle,
}

/// Size of the grid from which the shape is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Size {
    /// 9 × 9 cells.
    #[default]
    Small,
    /// 13 × 13 cells.
    Medium,
    /// 17 × 17 cells.
    Large,
}

/// Number of cells in each rank of the circles, from the edge to the centre.
const CIRCLES: [&[usize]; 3] = [
    &[3, 7, 7, 9, 9],
    &[5, 7, 9, 11, 13, 13, 13],
    &[5, 9, 11, 13, 15, 15, 17, 17, 17],
];

impl Shape {
    /// All three shapes.
    pub const ALL: [Shape; 3] = [Shape::Square, Shape::Diamond, Shape::Circle];

    /// Name of the shape: `square`, `diamond` or `circle`.
    pub const fn name(self) -> &'static str {
        ["square", "diamond", "circle"][self as usize]
    }

    /// Number of cells in each rank, top to bottom; ranks are centred.
    fn ranks(self, size: Size) -> impl Iterator<Item = usize> {
        let side = size.side();
        (0..side).map(move |row| {
            let from_edge = row.min(side - 1 - row);
            match self {
                Shape::Square => side,
                Shape::Diamond => 2 * from_edge + 1,
                Shape::Circle => CIRCLES[size as usize][from_edge],
            }
        })
    }

    /// Text of the empty board, ranks top to bottom.
    pub fn board_text(self, size: Size) -> String {
        let ranks = self.ranks(size).map(|cells| {
            let margin = "*".repeat((size.side() - cells) / 2);
            format!("{margin}{cells}{margin}")
        });
        ranks.collect::<Vec<_>>().join("/")
    }
}

impl Size {
    /// All three sizes.
    pub const ALL: [Size; 3] = [Size::Small, Size::Medium, Size::Large];

    /// Name of the size: `small`, `medium` or `large`.
    pub const fn name(self) -> &'static str {
        ["small", "medium", "large"][self as usize]
    }

    /// Number of files, and of ranks, of the grid: 9, 13 or 17.
    pub const fn side(self) -> usize {
        [9, 13, 17][self as usize]
    }
}

impl Display for Shape {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Display for Size {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Shape, String> {
        let found = Shape::ALL.into_iter().find(|shape| shape.name() == text);
        found.ok_or_else(|| format!("'{text}' is not square, diamond or circle"))
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let found = Size::ALL.into_iter().find(|size| size.name() == text);
        found.ok_or_else(|| format!("'{text}' is not small, medium or large"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nine_boards_have_their_cells() {
        let cells = [[81, 169, 289], [41, 85, 145], [61, 129, 221]];
        for (shape, cells) in Shape::ALL.into_iter().zip(cells) {
            for (size, cells) in Size::ALL.into_iter().zip(cells) {
                assert_eq!(shape.ranks(size).sum::<usize>(), cells, "{shape} {size}");
                assert_eq!(shape.ranks(size).count(), size.side());
                assert_eq!(shape.to_string().parse(), Ok(shape));
                assert_eq!(size.to_string().parse(), Ok(size));
            }
        }
        let small = Shape::Circle.board_text(Size::Small);
        assert_eq!(small, "***3***/*7*/*7*/9/9/9/*7*/*7*/***3***");
    }
}
