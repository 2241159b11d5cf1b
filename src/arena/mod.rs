//! Matches: who plays whom, on which clock, from which opening, and what the results mean.
//!
//! | file | what it answers |
//! |---|---|
//! | `schedule` | which game is played when: round-robin or gauntlet, colours reversed |
//! | `openings` | where games begin: EPD, PGN, Chess960 start positions |
//! | `clock` | how much time is there, and who has overstepped it |
//! | `referee` | one game from opening to verdict |
//! | `adjudication` | when is a game over before the rules say so |
//! | `pool` | worker threads that play jobs, each with its own pair of players |
//! | `tournament` | a whole match: pool, standings, files, the test's verdict |
//! | `standings` | wins, draws, losses, game pairs, failures |
//! | `elo`, `sprt` | what the counts say about strength |
//! | `pgn`, `journal` | a finished game on disk at once; going on after a kill |
//! | `problems`, `attacks` | matches over k mate problems |
//! | `report` | the table, the live line and the JSON |
//!
//! Everything but openings in PGN and mate problems is written for any [`Contest`].

pub mod adjudication;
pub mod attacks;
pub mod clock;
pub mod elo;
pub mod journal;
pub mod openings;
pub mod pgn;
pub mod pool;
pub mod problems;
pub mod referee;
pub mod report;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod tournament;

use crate::games::chess::Position;
use crate::games::kamisado;
use crate::players::{Evaluate, Player};

/// A two-player game that matches can be played in.
pub trait Contest: Evaluate {
    /// A legal move as game records write it (chess: SAN).
    fn notation(&self, m: Self::Move) -> String {
        self.move_text(m)
    }

    /// The `Variant` tag of a game record; `None` for ordinary chess.
    fn variant_tag(&self) -> Option<&'static str> {
        Some(Self::NAME)
    }
}

impl Contest for Position {
    fn notation(&self, m: Self::Move) -> String {
        self.san(m)
    }

    fn variant_tag(&self) -> Option<&'static str> {
        self.is_chess960().then_some("Chess960")
    }
}

impl Contest for kamisado::Match {
    fn variant_tag(&self) -> Option<&'static str> {
        Some("Kamisado")
    }
}

/// Makes the players of a match. Shared by the worker threads; each makes its own.
pub trait Roster<G: Contest>: Sync {
    /// A player for number `player`, not yet started. `seed` decides its chances, if it has any.
    fn create(&self, player: usize, seed: u64) -> Box<dyn Player<G>>;

    /// Whether the player is worth keeping from game to game (a process, a big table). Others are
    /// made anew for each game, which makes their moves independent of the order of games.
    fn is_kept(&self, player: usize) -> bool;
}
