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
//! | `problem` | a problem as data: what its author says, and what the program has found out |
//! | `filter` | which problems a list has, and in which order |
//! | `words` | the words that problems are found by |
//! | `twin` | when two problems are the same problem |

mod error;
mod filter;
mod problem;
mod stipulation;
pub mod store;
mod twin;
mod words;

pub use error::{Error, Refusal, Result};
pub use filter::{After, Filter, MAX_PER_PAGE, Order, Span};
pub use problem::{Draft, FoundKey, Problem, State};
pub use stipulation::{Stipulation, StipulationError};
pub use store::list::Page;
pub use store::problems::Created;
pub use store::{Collection, Database, DatabaseError};
pub use twin::twin_key;
