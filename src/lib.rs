//! Atalaya's command line, as a library, so that tests and fuzz targets can use it.
//!
//! The program is a workspace of crates in layers; each crate uses only crates of the layers below its own:
//!
//! | layer | crate | contents |
//! |---|---|---|
//! | 9 | this package | the command line ([`cli`]): one file for each subcommand; no arguments mean the UCI loop |
//! | 8 | `server` | the web site: online play, and pages of the problem collection (feature `server`) |
//! | 7 | `work` | workers of the job queue: verification, composing, analysis, engine matches (feature `collection`) |
//! | 6 | `store` | the database of the collection: users, problems, games, jobs, on SQLite or PostgreSQL (feature `collection`) |
//! | 5 | `problems` | problems: model, verification, file formats, playing, ratings (feature `collection`) |
//! | 4 | `uci` | the UCI protocol: commands, options, info lines, the session |
//! | 4 | `arena` | matches: schedule, clocks, referee, PGN, Elo, SPRT |
//! | 4 | `analysis` | analysis of chess games: evaluations, mistakes, proved mates, accuracy |
//! | 4 | `rooms` | a game in progress among people and machines, as a state machine without input and output |
//! | 3 | `players` | players, which choose moves: strategies, UCI engines, the chess engine; the registry of games |
//! | 2 | `engine` | chess: evaluation and search |
//! | 2 | `solve` | exact answers with proofs: mate in N, stipulations, Kamisado, Rolit |
//! | 1 | `games` | rules and notations: the `Game` trait, chess, Kamisado, Rolit, perft |
//! | 0 | `base` | clocks and limits, files, memory, seeds, languages |
//! | 0 | `messages` | the texts shown to users, in every language, and the parser that checks them |
//! | side | `train` | games of the engine against itself, and training of its evaluation on them (feature `train`) |

base::messages!("cli");

pub mod cli;
#[doc(hidden)]
pub mod fuzzing;
mod processor;
mod version;
