//! Playing a problem: two seats, one to mate within N moves, one to hold out.
//!
//! Start with [`Duel`]: a [room](rooms) for the problem's position, who sits where, and the rule
//! that the attacker has N moves. It is plain data as a room is: nobody here reads a clock, opens a
//! file or knows a database, so that the terminal, a web page and a test play the same game.
//!
//! | file | what it does |
//! |---|---|
//! | `seats` | who sits where: a person, M1 or M2 |
//! | `duel` | the game, its limit of moves, and how it ends |
//! | `hints` | which piece, then which move |
//! | `judge` | after the game: the move that gave the mate away, and what refutes it |
//! | `machines` | what M1 and M2 play |
//! | `points` | what a result is worth, to both seats |
//! | `record` | a duel as JSON, to go on with later |

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
