//! Duels over problems: one player has to mate within N moves, the other one has to prevent this.
//!
//! Start with [`Duel`]: a [room](rooms) with the problem's position, the two players, and the rule that the attacker
//! has N moves. Like a room it is plain data, without access to clocks, files or databases, so that the terminal, the
//! web site and tests share the same game.
//!
//! | file | what it does |
//! |---|---|
//! | `seats` | seats and their occupants: a person, M1 or M2 |
//! | `duel` | the game, its limit of moves, and how it ends |
//! | `hints` | hints for the attacker: first the piece, then the move |
//! | `judge` | analysis after the game: the move that gave the mate away, and its refutation |
//! | `machines` | moves of M1 and M2 |
//! | `points` | points of both seats for a result |
//! | `record` | a duel as JSON, to be continued later |

mod duel;
mod hints;
mod judge;
mod machines;
pub mod points;
mod record;
mod seats;

pub use duel::{Act, Challenge, Duel, Ended, NotDone};
pub use hints::Hint;
pub use judge::{Judge, Review, Slip};
pub use machines::Machines;
pub use points::{Outcome, Points, Terms};
pub use record::DuelError;
pub use seats::{Mind, PlayResult, Seated, Side};
