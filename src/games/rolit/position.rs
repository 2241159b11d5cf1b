//! A position: board, balls, players, and the player to move.

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

/// A position by either set of rules, on any board of up to 17 × 17 cells. It is a plain value of less than 256
/// bytes, which is copied and never changed.
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

/// A board with the smallest kind of set that it fits in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// Board of up to 8 × 8 cells.
    Small(Board<u64>),
    /// Board with more than 8 files or ranks.
    Large(Board<Wide>),
}

/// Evaluates an expression for the board of either kind.
macro_rules! on {
    ($grid:expr, $board:ident => $body:expr) => {
        match &$grid {
            Grid::Small($board) => $body,
            Grid::Large($board) => $body,
        }
    };
}

impl Position {
    /// Returns the start position of the official game for four.
    pub fn start() -> Position {
        match Position::official(&Color::OFFICIAL) {
            Ok(start) => start,
            Err(error) => unreachable!("{error}"),
        }
    }

    /// Returns the start position of an official game: 8 × 8 cells, one ball of each colour in the centre.
    ///
    /// # Errors
    /// [`PositionError::Players`] unless there are 2 to 4 different players, of R, Y, G and B.
    pub fn official(colors: &[Color]) -> Result<Position, PositionError> {
        Position::official_for(&letters(colors))
    }

    /// Returns the start position of an official game for players given as text: `RYGB`, or in two teams
    /// `RYGB:RG/YB`.
    ///
    /// # Errors
    /// [`PositionError::Players`] as for [`Position::official`], or if a letter is not a colour, or unless the teams
    /// are two with every player in exactly one.
    pub fn official_for(players: &str) -> Result<Position, PositionError> {
        Position::begin("8/8/8/3RY3/3BG3/8/8/8", players, Rules::Official)
    }

    /// Returns the start position of a students' game: an empty board. `teams` has the form `RG/YB`.
    ///
    /// # Errors
    /// [`PositionError::Players`] unless there are 2 to 10 different players, and the teams, if any, are two with
    /// every player in exactly one.
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

    /// Returns the start position of a students' game for players given as text: `YRGL`, or in two teams
    /// `YRGL:YG/RL`.
    ///
    /// # Errors
    /// [`PositionError::Players`] as for [`Position::students`], or if a letter is not a colour.
    pub fn students_for(
        shape: Shape,
        size: Size,
        players: &str,
    ) -> Result<Position, PositionError> {
        Position::begin(&shape.board_text(size), players, Rules::Students)
    }

    /// Creates a start position from the texts of the board and the players.
    fn begin(board: &str, players: &str, rules: Rules) -> Result<Position, PositionError> {
        let seating = Seating::parse(players, rules).map_err(|why| PositionError::Players {
            players: players.to_owned(),
            why,
        })?;
        board_cells(board)
            .and_then(|cells| Position::assemble(&cells, seating, rules, 0, 1))
            .map_err(|why| PositionError::of_text(board, why))
    }

    /// Creates a position from its parts and checks that they fit together. `cells` are the ranks, top first, all of
    /// the same length; a cell is `None` if it is not playable, `Some(None)` if it is empty. `turn` is the seat to
    /// move, and `ply` the number of the next move in the game, from 1.
    ///
    /// # Errors
    /// A sentence about the first part that does not fit: cells that are not connected, or under the official rules a
    /// board without balls or with a ball of another colour.
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

    /// Shape and size of the board; `None` unless the rules are the students' and the board is one of theirs.
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

    /// Board as sets of cells, for searchers that keep their own boards.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Set of rules of the game.
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

    /// Number of the next ply, from 1.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Returns true if a cell belongs to the board, empty or not.
    pub fn is_playable(&self, cell: Cell) -> bool {
        on!(self.grid, board => board.playable().contains(cell))
    }

    /// All playable cells, in the order a1, b1 …
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        on!(self.grid, board => board.playable().for_each(|cell| cells.push(cell)));
        cells
    }

    /// Colour of the ball in a cell; `None` if there is no ball.
    pub fn owner(&self, cell: Cell) -> Option<Color> {
        on!(self.grid, board => board.owner(cell))
    }

    /// Colours of the players, by seat.
    pub fn colors(&self) -> &[Color] {
        self.seating.colors()
    }

    /// Team of a seat: 0 for the team of seat 0, 1 for the other; `None` if there are no teams.
    pub fn team(&self, seat: usize) -> Option<usize> {
        self.seating.has_teams().then(|| self.seating.team(seat))
    }

    /// Colour of the player to move.
    #[inline(always)]
    pub fn color_to_move(&self) -> Color {
        self.seating.color(self.turn)
    }

    /// Number of balls of a colour, even if no player has it.
    pub fn count(&self, color: Color) -> u32 {
        on!(self.grid, board => board.of(color).count())
    }

    /// Number of empty cells, and so of plies until the end.
    pub fn empty_cells(&self) -> u32 {
        on!(self.grid, board => board.playable().count() - board.occupied().count())
    }

    /// Number of balls of a seat, for a team member those of the whole team.
    pub fn balls(&self, seat: usize) -> i32 {
        let colors = self.colors().iter().enumerate();
        let allied =
            colors.filter(|(other, _)| self.seating.team(*other) == self.seating.team(seat));
        allied.map(|(_, color)| self.count(*color) as i32).sum()
    }

    /// Number of balls that the player to move would turn by playing a cell; 0 if the cell is not empty or not
    /// playable.
    pub fn captured_by(&self, cell: Cell) -> u32 {
        on!(self.grid, board => {
            let free = board.playable() & !board.occupied();
            if free.contains(cell) { board.flips(cell, self.color_to_move()).count() } else { 0 }
        })
    }

    /// Returns true if the player to move must capture: the rules are official and a capture is possible.
    pub fn must_capture(&self) -> bool {
        self.rules == Rules::Official && self.first_capture().is_some()
    }

    /// First cell, in the order a1, b1 …, in which the player to move would capture; `None` if there is none.
    pub(super) fn first_capture(&self) -> Option<Cell> {
        on!(self.grid, board => first(board.capturing(self.color_to_move())))
    }

    /// Returns true if every playable cell has a ball.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        on!(self.grid, board => board.is_full())
    }

    /// Returns true if the player to move may place a ball in a cell.
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

    /// Returns the outcome of the game if the board is full, `None` otherwise. The seats with the most balls win; the
    /// balls of a team count together.
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

    /// Hash key of board, balls, players, teams, rules and turn. The ply number is not part of it.
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

/// Creates a board from its cells, top rank first.
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
