//! Atalaya: a UCI chess engine, and the house around it.
//!
//! Each folder imports only from floors below its own.
//!
//! | floor | folder | what lives there |
//! |---|---|---|
//! | 7 | [`cli`] (and `main.rs`) | the command line: one file per subcommand; no arguments = the UCI loop |
//! | 6 | `server` | the site: online play and the collection in pages (feature `server`) |
//! | 5 | `problems` | the problem collection: users, problems, jobs, ranking, on SQLite or PostgreSQL (feature `collection`) |
//! | 5 | [`uci`] | the protocol: commands, options, info lines, the session |
//! | 5 | [`arena`] | matches: schedule, clocks, referee, PGN, Elo, SPRT |
//! | 5 | [`analysis`] | analysis of games of chess: evaluations, mistakes, proved mates, accuracy |
//! | 5 | [`rooms`] | a game in progress among people and machines, as a pure value |
//! | 4 | [`players`] | whoever chooses a move: strategies for any game, UCI engines, the chess engine with its book; the registry of games |
//! | 3 | [`search`] | the chess searcher: driver, alpha-beta, picker, tables, time, threads |
//! | 3 | [`solve`] | exact answers: mate in N and Kamisado, with proofs |
//! | 2 | [`eval`] | what a chess position is worth |
//! | 2 | [`limits`] | what ends a search: depth, nodes, time, clocks |
//! | 1 | [`games`] | rules and words: the `Game` trait, chess, Kamisado, Rolit, perft |
//! | side | `train` | games of the engine against itself, and what learns from them (feature `train`) |
//! | 0 | [`clock`] | chess clocks, as arithmetic |
//! | 0 | [`chance`] | seeds and names that are drawn anew each time |
//! | 0 | [`memory`] | large tables shared by threads |
//! | 0 | [`files`] | files that are replaced as a whole, by one process at a time |

pub mod analysis;
pub mod arena;
pub mod chance;
pub mod cli;
pub mod clock;
pub mod eval;
pub mod files;
#[doc(hidden)]
pub mod fuzzing;
pub mod games;
pub mod limits;
pub mod memory;
pub mod players;
#[cfg(feature = "collection")]
pub mod problems;
pub mod rooms;
pub mod search;
#[cfg(feature = "server")]
pub mod server;
pub mod solve;
#[cfg(feature = "train")]
pub mod train;
pub mod uci;
