//! The problem model: problems, their verification, file formats, playing them, and ratings. The crate `store` keeps
//! them in a database.
//!
//! An operation that a rule forbids returns [`Error::Refused`], with a message in every language; input that cannot be
//! parsed returns [`Error::Invalid`].
//!
//! | file | contents |
//! |---|---|
//! | `rating` | ratings of users and problems |
//! | `error` | refusals and errors |
//! | `stipulation` | the task of a problem: `#3` |
//! | `terms` | fairy pieces and conditions, options and twins of a problem |
//! | `problem` | a problem as data: what its author gave, and what the program has proved |
//! | `difficulty` | difficulty of a problem |
//! | `themes` | recognition of a problem's themes from its solution |
//! | `verify` | verification of a problem by the solver |
//! | `filter` | selection and order of a list of problems |
//! | `words` | search words: folding and splitting of texts |
//! | `twin` | key by which duplicate problems are found |
//! | `similar` | similarity of two positions |
//! | `formats` | problems in other programs' files |
//! | `editor` | a problem while it is being composed |
//! | `play` | duels over problems: two seats, at most N moves, points |
//! | `compose` | composing problems |
//! | `search` | search for pieces that turn a position into a sound problem when they are added |
//! | `improve` | changes that make a sound problem better |
//! | `puzzle` | puzzles: their file format, solving them, the schedule of repetitions |
//! | `templates` | templates: verified problems that come with the program |
//! | `latex` | problems as LaTeX source |
//! | `svg` | diagrams of problems as SVG |

base::messages!("problems");

pub mod compose;
mod difficulty;
mod editor;
mod error;
mod filter;
pub mod formats;
pub mod improve;
mod latex;
pub mod play;
mod problem;
pub mod puzzle;
pub mod rating;
pub mod search;
mod similar;
mod solutions;
mod stipulation;
mod svg;
mod templates;
pub mod terms;
mod themes;
mod twin;
pub mod verify;
pub mod words;

pub use difficulty::{Difficulty, Fared, Work, band, difficulty};
pub use editor::{Editor, Turn, parse_piece, parse_square};
pub use error::{Error, Refusal, Result};
pub use filter::{After, Filter, MAX_PER_PAGE, Order, Span};
pub use latex::latex;
pub use problem::{Draft, FoundKey, Problem, Solved, State};
pub use similar::{Diagram, Likeness, likeness};
pub use solve::question::{Question, QuestionError};
pub use stipulation::{Stipulation, StipulationError};
pub use svg::diagram;
pub use templates::{Template, templates};
pub use terms::Terms;
pub use themes::{ThemeFinder, Themes, themes};
pub use twin::{key_of, twin_key};
