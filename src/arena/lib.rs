//! Matches: who plays whom, on which clock, from which opening, and what the results mean.
//!
//! | file | what it answers |
//! |---|---|
//! | `schedule` | which game is played when: round-robin or gauntlet, seats rotated |
//! | `openings` | where games begin: EPD, PGN, Chess960 start positions |
//! | `config` | who plays: engines and their options, as data |
//! | `clock` | how much time is there, and who has overstepped it |
//! | `referee` | one game from opening to verdict |
//! | `adjudication`, `tables` | when is a game over before the rules say so |
//! | `affinity` | which processors a game is bound to |
//! | `pool` | worker threads that play jobs, each with its own players |
//! | `tournament` | a whole match: pool, standings, files, the test's verdict |
//! | `standings` | places, points, game pairs, failures, by player and by seat |
//! | `elo`, `sprt`, `share` | what the counts say about strength |
//! | `lines` | whether announced mates have their lines, and lines legal moves |
//! | `pgn`, `journal` | what a finished game's record says; going on after a kill |
//! | `problems`, `attacks` | matches over k mate problems |
//! | `report`, `result`, `course` | the tables and the live line; the JSON; how a match went |
//! | `error` | what can be wrong with files and numbers |
//!
//! A game has two seats or more. Elo, game pairs, the sequential test and adjudication are for two;
//! everything else counts places. Everything but openings in PGN and mate problems is written for any
//! game that has a [`Words`]; nothing here needs to know what a position is worth.

pub mod adjudication;
pub mod affinity;
pub mod attacks;
pub mod clock;
pub mod config;
pub mod course;
pub mod elo;
pub mod error;
pub mod journal;
pub mod lines;
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
pub mod tables;
pub mod tournament;

use games::Words;
use players::Player;

/// Makes the players of a match. Shared by the worker threads; each makes its own.
pub trait Roster<G: Words>: Sync {
    /// A player for number `player`, not yet started. `seed` decides its chances, if it has any.
    fn create(&self, player: usize, seed: u64) -> Box<dyn Player<G>>;

    /// Returns true if the player is worth keeping from game to game (a process, a big table). Others are
    /// made anew for each game, which makes their moves independent of the order of games.
    fn is_kept(&self, player: usize) -> bool;
}
