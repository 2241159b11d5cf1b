//! Effects of an event, for the program that shows the game and notifies the players.

use super::ending::{Ending, Verdict};
use super::millis;
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// Effects of an event, in order.
pub type Effects = Vec<Effect>;

/// One thing that follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Effect {
    /// The game begins.
    Started,
    /// A move was made.
    Moved {
        /// Seat that moved, from 0.
        seat: usize,
        /// The move in the game's own text form: `e2e4`.
        text: String,
        /// As people write it (chess: SAN).
        name: String,
        /// Time that the move took.
        #[serde(with = "millis")]
        #[cfg_attr(feature = "schema", schemars(with = "u64"))]
        spent: Duration,
    },
    /// Moves were taken back.
    TookBack {
        /// Number of moves that are left.
        plies: usize,
    },
    /// The clocks as they stand.
    Clocks {
        /// By seat.
        faces: Vec<ClockFace>,
    },
    /// Another seat is to move.
    Turn {
        /// Seat to move.
        seat: usize,
    },
    /// Something to be told to players.
    Message {
        /// Seats that receive it.
        to: Vec<usize>,
        /// Notice that they receive.
        notice: Notice,
    },
    /// The game is over.
    Over(Verdict),
}

/// A clock as it can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClockFace {
    /// Time left; `None` if there is no clock.
    #[serde(with = "millis::option")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
    pub left: Option<Duration>,
    /// Moves until more time is added; `None` where there are no periods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_to_go: Option<u32>,
    /// True while it runs.
    pub running: bool,
}

/// Notice for players. Its `Display` is an English sentence, in which seats count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "notice", rename_all = "snake_case")]
pub enum Notice {
    /// Somebody has sat down.
    Joined {
        /// Seat, from 0.
        seat: usize,
    },
    /// Somebody has got up.
    Left {
        /// Seat, from 0.
        seat: usize,
    },
    /// Somebody wants to begin.
    Ready {
        /// Seat, from 0.
        seat: usize,
    },
    /// Somebody has gone away during the game.
    Away {
        /// Seat, from 0.
        seat: usize,
        /// Instant at which the seat is out; `None` if it is waited for without end.
        #[serde(with = "millis::option")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
        until: Option<Duration>,
    },
    /// Somebody has come back in time.
    Back {
        /// Seat, from 0.
        seat: usize,
    },
    /// Somebody plays no longer.
    Out {
        /// Seat, from 0.
        seat: usize,
        /// Reason for which it is out.
        how: Ending,
    },
    /// A draw is offered. Whoever reads this must answer.
    DrawOffered {
        /// Seat that offers.
        by: usize,
        /// Instant at which it counts as declined; `None` if an answer is waited for without end.
        #[serde(with = "millis::option")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
        until: Option<Duration>,
    },
    /// One agrees; the others have not answered yet.
    DrawAccepted {
        /// Seat that agrees.
        by: usize,
    },
    /// The game goes on.
    DrawDeclined {
        /// Seat that declines; `None` if nobody has answered in time.
        by: Option<usize>,
    },
    /// Somebody asks to take back. Whoever reads this may answer.
    TakebackAsked {
        /// Seat that asks.
        by: usize,
        /// Number of moves that would be left.
        plies: usize,
    },
    /// One agrees; the others have not answered yet.
    TakebackGranted {
        /// Seat that agrees.
        by: usize,
    },
    /// The move stands.
    TakebackRefused {
        /// Seat that refuses; `None` if nobody has answered in time, or the game has gone on.
        by: Option<usize>,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seat = |seat: &usize| format!("seat {}", seat + 1);
        match self {
            Notice::Joined { seat: who } => write!(f, "{} is taken", seat(who)),
            Notice::Left { seat: who } => write!(f, "{} is free again", seat(who)),
            Notice::Ready { seat: who } => write!(f, "{} is ready", seat(who)),
            Notice::Away { seat: who, .. } => write!(f, "{} has gone away", seat(who)),
            Notice::Back { seat: who } => write!(f, "{} is back", seat(who)),
            Notice::Out { seat: who, how } => {
                write!(f, "{} is out of the game ({how})", seat(who))
            }
            Notice::DrawOffered { by, .. } => write!(f, "{} offers a draw", seat(by)),
            Notice::DrawAccepted { by } => write!(f, "{} agrees to a draw", seat(by)),
            Notice::DrawDeclined { by: Some(by) } => write!(f, "{} declines the draw", seat(by)),
            Notice::DrawDeclined { by: None } => f.write_str("the draw was not accepted in time"),
            Notice::TakebackAsked { by, .. } => {
                write!(f, "{} asks to take a move back", seat(by))
            }
            Notice::TakebackGranted { by } => write!(f, "{} lets the move be taken back", seat(by)),
            Notice::TakebackRefused { by: Some(by) } => {
                write!(f, "{} does not let the move be taken back", seat(by))
            }
            Notice::TakebackRefused { by: None } => f.write_str("the move stands"),
        }
    }
}
