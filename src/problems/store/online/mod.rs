//! Online play: who has come, games and their events, chat, ratings, and the processes of a site.
//!
//! | file | what is kept |
//! |---|---|
//! | `visitors` | guests: a nickname and a token |

mod visitors;

pub use visitors::{Guest, VISITOR_LASTS};
