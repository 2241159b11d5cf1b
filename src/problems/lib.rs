//! The problem collection: people and machines compose "mate in N", verify it, keep it, solve it and
//! are ranked.
//!
//! Begin with [`Collection`]: a database, SQLite or PostgreSQL, and all that can be asked of it and
//! changed in it, each change whole or not at all. What is refused by a rule is an
//! [`Error::Refused`], in two languages; what cannot be understood is an [`Error::Invalid`].
//!
//! | file | contents |
//! |---|---|
//! | `names` | users' names, and the rule by which two are the same |
//! | `passwords` | users' passwords and their hashes |
//! | `rating` | ratings of users and problems |
//! | `user` | users as data |
//! | `store` | the database: opening it, its tables, one file for each thing kept there |
//! | `error` | refusals and errors |
//! | `stipulation` | the task of a problem: `#3` |
//! | `problem` | a problem as data: what its author gave, and what the program has proved |
//! | `difficulty` | difficulty of a problem |
//! | `verify` | a problem's verdict, by the solver |
//! | `job` | work that outlasts a request, as data |
//! | `work` | kinds of that work, done part by part, and the workers that do it |
//! | `filter` | selection and order of a list of problems |
//! | `words` | words by which problems are found |
//! | `twin` | the rule by which two problems are the same |
//! | `formats` | problems in other programs' files |
//! | `editor` | a problem while it is being composed |
//! | `play` | playing a problem: two seats, N moves, points |
//! | `compose` | composing problems |
//! | `templates` | the problems that come with the program |
//! | `svg` | a diagram as problemists print it |

pub mod compose;
mod difficulty;
mod editor;
mod error;
mod filter;
pub mod formats;
pub mod job;
pub mod names;
mod passwords;
pub mod play;
mod problem;
pub mod rating;
mod stipulation;
pub mod store;
mod svg;
mod templates;
mod twin;
mod user;
pub mod verify;
mod words;
pub mod work;

pub use difficulty::{Difficulty, Fared, Work, band, difficulty};
pub use editor::{Editor, parse_piece, parse_square};
pub use error::{Error, Refusal, Result};
pub use filter::{After, Filter, MAX_PER_PAGE, Order, Span};
pub use names::NameError;
pub use passwords::{Password, PasswordError};
pub use problem::{Draft, FoundKey, Problem, State};
pub use stipulation::{Stipulation, StipulationError};
pub use store::{
    Candour, Collection, Created, Database, DatabaseError, NewPlay, Page, Play, Ranked, Ranking,
    RankingOf, Recorded,
};
pub use svg::diagram;
pub use templates::{Template, templates};
pub use twin::twin_key;
pub use user::{Session, Token, User, UserKind};
