//! Tournaments as pure values: pairings by the Swiss system and of an arena, and the standings that follow from games.
//!
//! Players are numbers from 0, in the order of their strength when the tournament began: in a Swiss tournament these are
//! the pairing numbers. Nothing here knows a clock, a name or a database.
//!
//! | file | contents |
//! |---|---|
//! | `history` | scores, colours and floats of each player, and who may meet |
//! | `bracket` | the criteria of a bracket, as weights |
//! | `swiss` | pairings of a round by the FIDE (Dutch) system |
//! | `matching` | the matching of the greatest weight, by which they are found |
//! | `arena` | pairings of whoever is free |
//! | `standings` | points, tie-breaks, streaks |
//! | `trf` | the report file of FIDE, for other programs |

mod arena;
mod bracket;
mod history;
mod matching;
#[cfg(test)]
mod reference;
mod standings;
mod swiss;
#[cfg(test)]
mod tests;
mod trf;

pub use arena::arena;
pub use history::Plan;
pub use standings::{Line, of_arena, of_swiss};
pub use swiss::swiss;
pub use trf::{Entry, trf};

/// Result of a game of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The one who has the first move wins.
    White,
    /// The other one does.
    Black,
    /// Neither.
    Draw,
}

base::words!(Outcome: White = "white", Black = "black", Draw = "draw");

/// Two who are to play, or one who has a bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The player with the first move, or the one without an opponent.
    pub white: usize,
    /// The opponent; `None` for a bye.
    pub black: Option<usize>,
}

/// A pairing of the past and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The round, from 1; in an arena the games in their order.
    pub round: usize,
    /// The pairing.
    pub pairing: Pairing,
    /// The result. A bye is a win, or a draw if it was asked for.
    pub outcome: Outcome,
    /// True if one of the two won before both had moved: nothing was played.
    pub is_forfeit: bool,
}

impl Played {
    /// Returns the half-points of a player of this game: 2 for a win.
    fn half_points(&self, player: usize) -> u32 {
        match self.outcome {
            Outcome::Draw => 1,
            Outcome::White => 2 * u32::from(self.pairing.white == player),
            Outcome::Black => 2 * u32::from(self.pairing.black == Some(player)),
        }
    }

    /// The players with their opponents.
    fn sides(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        let Pairing { white, black } = self.pairing;
        let other = black.map(|black| (black, Some(white)));
        std::iter::once((white, black)).chain(other)
    }

    /// The players with the opponents whom they have played: none in a bye or a forfeit.
    fn met(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        let is_played = !self.is_forfeit;
        let played =
            move |(player, other): (usize, Option<usize>)| (player, other.filter(|_| is_played));
        self.sides().map(played)
    }
}
