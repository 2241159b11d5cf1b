//! Matches: who plays whom, on which clock, from which opening, and what the results mean.
//!
//! | file | what it answers |
//! |---|---|
//! | `schedule` | which game is played when: round-robin or gauntlet, seats rotated |
//! | `openings` | where games begin: EPD, PGN, Chess960 start positions |
//! | `config` | who plays: engines and their options, as data |
//! | `clock` | how much time is there, and who has overstepped it |
//! | `referee` | one game from opening to verdict |
//! | `adjudication` | when is a game over before the rules say so |
//! | `pool` | worker threads that play jobs, each with its own players |
//! | `tournament` | a whole match: pool, standings, files, the test's verdict |
//! | `standings` | places, points, game pairs, failures, by player and by seat |
//! | `elo`, `sprt`, `share` | what the counts say about strength |
//! | `pgn`, `journal` | a finished game on disk at once; going on after a kill |
//! | `problems`, `attacks` | matches over k mate problems |
//! | `report`, `result` | the tables and the live line; the JSON |
//!
//! A game has two seats or more. Elo, game pairs, the sequential test and adjudication are for two;
//! everything else counts places. Everything but openings in PGN and mate problems is written for any [`Contest`].

pub mod adjudication;
pub mod attacks;
pub mod clock;
pub mod config;
pub mod elo;
pub mod journal;
pub mod openings;
pub mod pgn;
pub mod pool;
pub mod problems;
pub mod referee;
pub mod report;
pub mod result;
pub mod schedule;
pub mod share;
pub mod sprt;
pub mod standings;
pub mod tournament;

use crate::games::Game;
use crate::games::chess::Position;
use crate::games::{kamisado, rolit};
use crate::players::{Evaluate, Player};

/// A game that matches can be played in.
pub trait Contest: Evaluate {
    /// A legal move as game records write it (chess: SAN).
    fn notation(&self, m: Self::Move) -> String {
        self.move_text(m)
    }

    /// The `Variant` tag of a game record; `None` for ordinary chess.
    fn variant_tag(&self) -> Option<&'static str> {
        Some(Self::NAME)
    }

    /// What game records and tables call a seat: a word fit for a tag's name.
    fn seat_name(&self, seat: usize) -> &'static str {
        if seat == Self::WHITE {
            "White"
        } else {
            "Black"
        }
    }

    /// The number that a game record gives to the first move. Here it is the last field of the
    /// position's text, where that is a number.
    fn move_number(&self) -> u32 {
        let text = self.text();
        let number = text.rsplit(' ').next().and_then(|n| n.parse().ok());
        number.unwrap_or(1)
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

impl Contest for rolit::Position {
    fn variant_tag(&self) -> Option<&'static str> {
        Some("Rolit")
    }

    fn seat_name(&self, seat: usize) -> &'static str {
        use rolit::Color;
        match self.colors()[seat] {
            Color::Yellow => "Yellow",
            Color::Red => "Red",
            Color::Green => "Green",
            Color::LightBlue => "LightBlue",
            Color::Orange => "Orange",
            Color::Black => "Black",
            Color::Pink => "Pink",
            Color::Blue => "Blue",
            Color::White => "White",
            Color::Grey => "Grey",
        }
    }

    /// Plies are numbered in the text, laps in a record.
    fn move_number(&self) -> u32 {
        let plies = u32::from(self.ply()).saturating_sub(1);
        plies / self.players() as u32 + 1
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
