//! Atalaya's command line, as a library, so that tests and fuzz targets can use it.
//!
//! The program is a workspace of layers, a crate each, that use only what lies below them:
//!
//! | layer | crate | contents |
//! |---|---|---|
//! | 9 | this package | the command line ([`cli`]): one file for each subcommand; no arguments mean the UCI loop |
//! | 8 | `server` | the site: online play, and the collection in pages (feature `server`) |
//! | 7 | `work` | workers of the job queue: verification, composing, analysis, engine matches (feature `collection`) |
//! | 6 | `store` | the database of the collection: users, problems, games, jobs, on SQLite or PostgreSQL (feature `collection`) |
//! | 5 | `problems` | the problem model: problems, verification, file formats, playing them, ratings (feature `collection`) |
//! | 4 | `uci` | the UCI protocol: commands, options, info lines, the session |
//! | 4 | `arena` | matches: schedule, clocks, referee, PGN, Elo, SPRT |
//! | 4 | `analysis` | analysis of games of chess: evaluations, mistakes, proved mates, accuracy |
//! | 4 | `rooms` | a game in progress among people and machines, as a pure value |
//! | 3 | `players` | everybody who chooses a move: strategies, UCI engines, the chess engine; the registry of games |
//! | 2 | `engine` | chess: evaluation and search |
//! | 2 | `solve` | exact answers with proofs: mate in N, stipulations, Kamisado, Rolit |
//! | 1 | `games` | rules and notations: the `Game` trait, chess, Kamisado, Rolit, perft |
//! | 0 | `base` | clocks and limits, files, memory, seeds, languages |
//! | 0 | `messages` | the texts for people, and the reader that checks them |
//! | side | `train` | games of the engine against itself, and what learns from them (feature `train`) |

base::messages!("cli");

pub mod cli;
#[doc(hidden)]
pub mod fuzzing;
mod processor;
mod version;
