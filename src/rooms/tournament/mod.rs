//! Tournaments as pure values: pairings of Swiss tournaments and of arenas, and the standings computed from the
//! games.
//!
//! Players are numbers from 0, in the order of their strength at the beginning of the tournament: in a Swiss
//! tournament these are the pairing numbers. This module knows neither clocks nor names nor a database.
//!
//! | file | contents |
//! |---|---|
//! | `history` | scores, colours and floats of each player, and who may meet |
//! | `bracket` | the criteria of a bracket, as weights |
//! | `swiss` | pairings of a round by the FIDE (Dutch) system |
//! | `matching` | maximum-weight matching, which finds the pairings |
//! | `arena` | pairings of the players that are free |
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

/// Result of a game between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player with the first move (White) wins.
    White,
    /// The other player (Black) wins.
    Black,
    /// The game is drawn.
    Draw,
}

base::words!(Outcome: White = "white", Black = "black", Draw = "draw");

/// Two players who meet in a round, or a player who has a bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Player with the first move, or player with the bye.
    pub white: usize,
    /// Opponent; `None` for a bye.
    pub black: Option<usize>,
}

/// A pairing of an earlier round and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Round, from 1; in an arena the number of the game, in their order.
    pub round: usize,
    /// Players of the game.
    pub pairing: Pairing,
    /// Result. A bye counts as a win, or as a draw if the player requested it.
    pub outcome: Outcome,
    /// True if the game was won by forfeit, before both players had moved.
    pub is_forfeit: bool,
}

impl Played {
    /// Returns the half-points of a player in this game: 2 for a win, 1 for a draw.
    fn half_points(&self, player: usize) -> u32 {
        match self.outcome {
            Outcome::Draw => 1,
            Outcome::White => 2 * u32::from(self.pairing.white == player),
            Outcome::Black => 2 * u32::from(self.pairing.black == Some(player)),
        }
    }

    /// The players, each with the opponent; `None` for a bye.
    fn sides(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        let Pairing { white, black } = self.pairing;
        let other = black.map(|black| (black, Some(white)));
        std::iter::once((white, black)).chain(other)
    }

    /// The players, each with the opponent actually played; `None` for a bye or a forfeit.
    fn met(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        let is_played = !self.is_forfeit;
        let played =
            move |(player, other): (usize, Option<usize>)| (player, other.filter(|_| is_played));
        self.sides().map(played)
    }
}
