//! A position: board, balls, players, whose turn it is.

use super::board::{Board, first};
use super::cell::{Cell, MAX_SIDE};
use super::color::{Color, Rules};
use super::seats::Seating;
use super::sets::CellSet;
use super::shape::{Shape, Size};
use super::text::{PositionError, board_cells};
use super::wide::Wide;
use super::words::named;
use crate::{Outcome, Text};
use base::mixing::fold;
use base::{say, told};

/// A position of either set of rules, on any board of up to 17 × 17 cells. A plain value of
/// less than 256 bytes: copied, never undone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) grid: Grid,
    pub(super) seating: Seating,
    pub(super) rules: Rules,
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) turn: u8,
    pub(super) ply: u16,
}

/// The board in the smallest kind of set that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// Up to 64 cells.
    Small(Board<u64>),
    /// More than 64 cells.
    Large(Board<Wide>),
}

/// Does the same with either kind of board.
macro_rules! on {
    ($grid:expr, $board:ident => $body:expr) => {
        match &$grid {
            Grid::Small($board) => $body,
            Grid::Large($board) => $body,
        }
    };
}

impl Position {
    /// The start of the official game for four.
    pub fn start() -> Position {
        match Position::official(&Color::OFFICIAL) {
            Ok(start) => start,
            Err(error) => unreachable!("{error}"),
        }
    }

    /// The start of an official game: 8 × 8 cells, one ball of each colour in the centre.
    ///
    /// # Errors
    /// [`PositionError::Players`] unless there are 2 to 4 different players, of R, Y, G and B.
    pub fn official(colors: &[Color]) -> Result<Position, PositionError> {
        Position::official_for(&letters(colors))
    }

    /// The same for players as text: `RYGB`, or in two teams `RYGB:RG/YB`.
    ///
    /// # Errors
    /// As for [`Position::official`]; or the letters are no colours, or the teams are not two with
    /// every player in exactly one.
    pub fn official_for(players: &str) -> Result<Position, PositionError> {
        Position::begin("8/8/8/3RY3/3BG3/8/8/8", players, Rules::Official)
    }

    /// The start of a students' game: an empty board. `teams` is such as `RG/YB`.
    ///
    /// # Errors
    /// [`PositionError::Players`] unless there are 2 to 10 different players, and teams, if any,
    /// are two with every player in exactly one.
    pub fn students(
        shape: Shape,
        size: Size,
        colors: &[Color],
        teams: Option<&str>,
    ) -> Result<Position, PositionError> {
        let mut players = letters(colors);
        if let Some(teams) = teams {
            players = format!("{players}:{teams}");
        }
        Position::students_for(shape, size, &players)
    }

    /// The same for players as text: `YRGL`, or in two teams `YRGL:YG/RL`.
    ///
    /// # Errors
    /// As for [`Position::students`]; or the letters are no colours.
    pub fn students_for(
        shape: Shape,
        size: Size,
        players: &str,
    ) -> Result<Position, PositionError> {
        Position::begin(&shape.board_text(size), players, Rules::Students)
    }

    /// The first ply of a game on one of our own boards.
    fn begin(board: &str, players: &str, rules: Rules) -> Result<Position, PositionError> {
        let seating = Seating::parse(players, rules).map_err(|why| PositionError::Players {
            players: players.to_owned(),
            why,
        })?;
        board_cells(board)
            .and_then(|cells| Position::assemble(&cells, seating, rules, 0, 1))
            .map_err(|why| PositionError::text(board, why))
    }

    /// Puts a position together and checks what only the whole can tell. `cells` are the ranks, top
    /// first, all of the same length: `None` for a cell that is not playable.
    pub(super) fn assemble(
        cells: &[Vec<Option<Option<Color>>>],
        seating: Seating,
        rules: Rules,
        turn: u8,
        ply: u16,
    ) -> Result<Position, Text> {
        let (width, height) = (cells.first().map_or(0, Vec::len), cells.len());
        let grid = if u64::fits(width, height) {
            Grid::Small(fill(cells))
        } else {
            Grid::Large(fill(cells))
        };
        let (cut_off, empty) = on!(grid, board => (board.cut_off(), board.is_empty()));
        if let Some((start, cell)) = cut_off {
            return Err(told!("rolit-cells-apart", start, cell));
        }
        if rules == Rules::Official {
            if empty {
                return Err(told!("rolit-official-without-balls"));
            }
            let balls = cells.iter().flatten().flatten().flatten();
            if let Some(color) = balls.into_iter().find(|c| !Color::OFFICIAL.contains(c)) {
                return Err(Text::of(|lang| {
                    say!(lang, "rolit-ball-not-official", color = named(*color, lang))
                }));
            }
        }
        Ok(Position {
            grid,
            seating,
            rules,
            width: width as u8,
            height: height as u8,
            turn,
            ply,
        })
    }

    /// The shape and size of the board, if it is one of the students' boards and their rules are
    /// played.
    pub fn outline(&self) -> Option<(Shape, Size)> {
        if self.rules != Rules::Students {
            return None;
        }
        let all = Shape::ALL.into_iter().zip(std::iter::repeat(Size::ALL));
        let mut all = all.flat_map(|(shape, sizes)| sizes.map(|size| (shape, size)));
        all.find(|(shape, size)| {
            let fits = [self.width(), self.height()] == [size.side(); 2];
            let board = Position::students_for(*shape, *size, "YR");
            fits && board.is_ok_and(|board| board.cells() == self.cells())
        })
    }

    /// The board's sets, for searchers that keep boards of their own.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Which rules are played.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Number of files of the board, 1 to 17.
    pub fn width(&self) -> usize {
        self.width.into()
    }

    /// Number of ranks of the board, 1 to 17.
    pub fn height(&self) -> usize {
        self.height.into()
    }

    /// The number of the ply to be played; the first of a game is 1.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Returns true if a cell belongs to the board, empty or not.
    pub fn is_playable(&self, cell: Cell) -> bool {
        on!(self.grid, board => board.playable().contains(cell))
    }

    /// Every playable cell, a1 first.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        on!(self.grid, board => board.playable().for_each(|cell| cells.push(cell)));
        cells
    }

    /// The colour of the ball in a cell.
    pub fn owner(&self, cell: Cell) -> Option<Color> {
        on!(self.grid, board => board.owner(cell))
    }

    /// The players' colours, seat 0 first.
    pub fn colors(&self) -> &[Color] {
        self.seating.colors()
    }

    /// The team of a seat: 0 for that of seat 0, 1 for the other. `None` where there are no teams.
    pub fn team(&self, seat: usize) -> Option<usize> {
        self.seating.has_teams().then(|| self.seating.team(seat))
    }

    /// The colour to move.
    #[inline(always)]
    pub fn color_to_move(&self) -> Color {
        self.seating.color(self.turn)
    }

    /// The number of balls of a colour, player or not.
    pub fn count(&self, color: Color) -> u32 {
        on!(self.grid, board => board.of(color).count())
    }

    /// The number of empty cells: the plies until the end.
    pub fn empty_cells(&self) -> u32 {
        on!(self.grid, board => board.playable().count() - board.occupied().count())
    }

    /// The balls of a seat, with those of its team.
    pub fn balls(&self, seat: usize) -> i32 {
        let colors = self.colors().iter().enumerate();
        let allied =
            colors.filter(|(other, _)| self.seating.team(*other) == self.seating.team(seat));
        allied.map(|(_, color)| self.count(*color) as i32).sum()
    }

    /// Number of balls that the player to move would turn by placing one in a cell; 0 where a cell is not empty or
    /// not playable.
    pub fn captured_by(&self, cell: Cell) -> u32 {
        on!(self.grid, board => {
            let free = board.playable() & !board.occupied();
            if free.contains(cell) { board.flips(cell, self.color_to_move()).count() } else { 0 }
        })
    }

    /// Returns true if the player to move has to capture: there is a capture, and the rules are official.
    pub fn must_capture(&self) -> bool {
        self.rules == Rules::Official && self.first_capture().is_some()
    }

    /// The first cell, in their order, from which the player to move captures.
    pub(super) fn first_capture(&self) -> Option<Cell> {
        on!(self.grid, board => first(board.capturing(self.color_to_move())))
    }

    /// Returns true if every playable cell has a ball.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        on!(self.grid, board => board.is_full())
    }

    /// Returns true if a ball may be placed in a cell.
    pub fn is_legal(&self, cell: Cell) -> bool {
        on!(self.grid, board => board.legal(self.rules, self.color_to_move()).contains(cell))
    }

    #[inline(always)]
    pub(super) fn for_each_legal(&self, f: impl FnMut(Cell)) {
        on!(self.grid, board => board.legal(self.rules, self.color_to_move()).for_each(f));
    }

    #[inline(always)]
    pub(super) fn count_legal(&self) -> usize {
        on!(self.grid, board => board.legal(self.rules, self.color_to_move()).count() as usize)
    }

    #[inline(always)]
    pub(super) fn after(&self, cell: Cell) -> Position {
        let color = self.color_to_move();
        Position {
            grid: match &self.grid {
                Grid::Small(board) => Grid::Small(board.played(cell, color)),
                Grid::Large(board) => Grid::Large(board.played(cell, color)),
            },
            turn: self.seating.after(self.turn),
            ply: self.ply.saturating_add(1),
            ..*self
        }
    }

    /// Outcome of the game, once the board is full; `None` before.
    pub(super) fn final_outcome(&self) -> Option<Outcome> {
        if !self.is_full() {
            return None;
        }
        let seats = 0..self.seating.count();
        let best = seats.clone().map(|seat| self.balls(seat)).max();
        let first = seats.filter(|seat| Some(self.balls(*seat)) == best);
        Some(Outcome {
            winners: first.collect(),
            reason: "board full",
        })
    }

    /// A hash key of board, balls, players, teams, rules and turn. The ply does not enter.
    #[inline]
    pub(super) fn hash_key(&self) -> u64 {
        let rest = self.rules as u64
            | u64::from(self.turn) << 8
            | u64::from(self.width) << 16
            | u64::from(self.height) << 24;
        let key = fold(
            self.seating.bits() ^ 0x2545_f491_4f6c_dd1d,
            rest ^ 0xaef1_7502_108e_f2d9,
        );
        on!(self.grid, board => board.mix(key))
    }
}

fn letters(colors: &[Color]) -> String {
    colors.iter().map(|color| color.letter()).collect()
}

/// The board of some cells, given top rank first.
fn fill<S: CellSet>(cells: &[Vec<Option<Option<Color>>>]) -> Board<S> {
    debug_assert!(cells.len() <= usize::from(MAX_SIDE));
    let mut board = Board::new();
    for (rank, row) in cells.iter().rev().enumerate() {
        for (file, content) in row.iter().enumerate() {
            let Some(ball) = content else {
                continue;
            };
            let cell = Cell::at(file, rank);
            board.add_cell(cell);
            if let Some(color) = ball {
                board.paint(S::single(cell), *color);
            }
        }
    }
    board
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({})", self.to_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small_enough_to_be_copied() {
        assert!(size_of::<Position>() < 256, "{}", size_of::<Position>());
        assert!(size_of::<Board<u64>>() <= 40);
    }
}
