//! Rotations and reflections of the board. If they keep its shape they keep the value, so that a position and its
//! images can share an entry of the table.

use super::board::{Balls, Cell};
use super::exact::MOST_CELLS;
use games::rolit::{CellSet, MAX_SIDE};

/// The rotations and reflections of a board that keep its shape, without the identity.
pub struct Symmetries {
    maps: Vec<Map>,
}

/// Map of a board onto itself: for each cell, by its index, the cell it goes to and the cell it comes from.
struct Map {
    to: [Cell; MOST_CELLS],
    from: [Cell; MOST_CELLS],
}

impl Symmetries {
    /// Returns the symmetries of a board with these playable cells.
    pub(super) fn of<S: CellSet>(playable: S) -> Symmetries {
        let (mut files, mut ranks) = (0, 0);
        playable.for_each(|cell| {
            files = files.max(cell.file());
            ranks = ranks.max(cell.rank());
        });
        let mut maps = Vec::new();
        for way in 1..8 {
            let image = |cell: Cell| {
                let (mut file, mut rank) = (cell.file(), cell.rank());
                if way & 1 == 1 {
                    file = files.wrapping_sub(file);
                }
                if way & 2 == 2 {
                    rank = ranks.wrapping_sub(rank);
                }
                if way & 4 == 4 {
                    (file, rank) = (rank, file);
                }
                Cell::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
            };
            maps.extend(Map::new(playable, image));
        }
        Symmetries { maps }
    }

    /// Returns the least key of a position and its images, and the number of the map to that image, 0 for the identity.
    pub(super) fn least<S: CellSet, const N: usize>(
        &self,
        balls: &Balls<S, N>,
        key: impl Fn(&Balls<S, N>) -> u64,
    ) -> (u64, usize) {
        let mut least = (key(balls), 0);
        for (number, map) in (1..).zip(&self.maps) {
            let image = Balls {
                of: balls.of.map(|set| map.image(set)),
                occupied: map.image(balls.occupied),
            };
            least = least.min((key(&image), number));
        }
        least
    }

    /// Returns the cell to which map `number` (0 for the identity) moves a cell.
    pub(super) fn to(&self, number: usize, cell: Cell) -> Cell {
        let map = number.checked_sub(1).and_then(|n| self.maps.get(n));
        map.map_or(cell, |map| map.to[cell.index()])
    }

    /// Returns the cell that map `number` (0 for the identity) moves to this cell.
    pub(super) fn from(&self, number: usize, cell: Cell) -> Cell {
        let map = number.checked_sub(1).and_then(|n| self.maps.get(n));
        map.map_or(cell, |map| map.from[cell.index()])
    }
}

impl Map {
    /// Creates a map; `None` if it does not keep the shape.
    fn new<S: CellSet>(playable: S, image: impl Fn(Cell) -> Option<Cell>) -> Option<Map> {
        let side = usize::from(MAX_SIDE);
        let identity = std::array::from_fn(|n| {
            Cell::new((n % side) as u8, (n / side) as u8).unwrap_or(ORIGIN)
        });
        let mut map = Map {
            to: identity,
            from: identity,
        };
        let mut keeps = true;
        playable.for_each(|cell| match image(cell) {
            Some(image) if playable.contains(image) => {
                map.to[cell.index()] = image;
                map.from[image.index()] = cell;
            }
            _ => keeps = false,
        });
        keeps.then_some(map)
    }

    fn image<S: CellSet>(&self, set: S) -> S {
        let mut image = S::EMPTY;
        set.for_each(|cell| image = image | S::single(self.to[cell.index()]));
        image
    }
}

/// The cell a1.
const ORIGIN: Cell = match Cell::new(0, 0) {
    Some(cell) => cell,
    None => unreachable!(),
};
