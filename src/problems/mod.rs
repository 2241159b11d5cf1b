//! The problem collection: people and machines compose "mate in N", verify it, keep it, solve it and
//! are ranked.
//!
//! Begin with [`Collection`]: a database, SQLite or PostgreSQL, and all that can be asked of it and
//! changed in it, each change whole or not at all. What is refused by a rule is an
//! [`Error::Refused`], in two languages; what cannot be understood is an [`Error::Invalid`].
//!
//! | file | what it does |
//! |---|---|
//! | `store` | the database: opening it, its tables, one file for each thing kept there |
//! | `error` | what is refused, and what goes wrong |
//! | `stipulation` | what is asked of a position: `#3` |
//! | `play` | playing a problem: two seats, N moves, points |
//! | `problem` | a problem as data: what its author says, and what the program has found out |

mod error;
pub mod play;
mod problem;
mod stipulation;
pub mod store;

pub use error::{Error, Refusal, Result};
pub use problem::{Draft, FoundKey, Problem, State};
pub use stipulation::{Stipulation, StipulationError};
pub use store::{Collection, Database, DatabaseError};
