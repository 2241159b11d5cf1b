//! Matches between players: schedule, clocks, openings, referee, and statistics of the results.
//!
//! | file | contents |
//! |---|---|
//! | `schedule` | order of the games: round-robin or gauntlet, seats rotated |
//! | `openings` | openings of the games: EPD, PGN, Chess960 start positions |
//! | `genfens` | generator of balanced start positions for other programs |
//! | `config` | engines and their options, as data |
//! | `clock` | time left, and overstepping it |
//! | `referee` | plays one game from its opening to its result |
//! | `adjudication`, `tables` | decisions of games before the rules end them: by scores, length or endgame tables |
//! | `affinity` | processors that a game is bound to |
//! | `pool` | worker threads that play jobs, each with its own players |
//! | `tournament` | a whole match: pool, standings, files, the test's verdict |
//! | `standings` | places, points, game pairs, failures, by player and by seat |
//! | `elo`, `sprt`, `share` | estimates of strength from counts |
//! | `lines` | checks that announced mates have their lines, and lines legal moves |
//! | `pgn`, `journal` | records of finished games; resuming after a kill |
//! | `problems`, `attacks` | matches over k mate problems |
//! | `report`, `result`, `course` | the tables and the live line; the JSON; the course of a match |
//! | `error` | errors of files and numbers |
//!
//! A game has two seats or more. Elo, game pairs, the sequential test and adjudication are for two;
//! everything else counts places. Everything but openings in PGN and mate problems is written for any
//! game that implements [`Words`]; nothing here evaluates positions.

base::messages!("arena");

pub mod adjudication;
pub mod affinity;
pub mod attacks;
pub mod clock;
pub mod config;
pub mod course;
pub mod elo;
pub mod error;
pub mod genfens;
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
    /// Creates player number `player` of the match, which has not been started yet. `seed` seeds its random choices, if
    /// it makes any.
    fn create(&self, player: usize, seed: u64) -> Box<dyn Player<G>>;

    /// Returns true if the player is kept from game to game because it is expensive to create (a process, a large
    /// table). All others are created anew for each game, so that their moves do not depend on the order of the games.
    fn is_kept(&self, player: usize) -> bool;
}
