//! Events that can happen in a room, and the reasons for refusing them.

use super::millis;
use base::lang::Lang;
use players::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::time::Duration;

/// Event in a room. Seats count from 0, in the order of their turns; the caller must know who may act for a seat (for
/// a person, ask [`Room::check_own`](super::Room::check_own) first).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Sits down in a free seat, or comes back to the own one.
    Join {
        /// Which.
        seat: usize,
        /// Any text without control characters.
        name: String,
        /// A person, or a machine's level. A machine is ready at once.
        #[serde(serialize_with = "write_seat", deserialize_with = "read_seat")]
        sits: Seat,
    },
    /// Gets up before the game.
    Leave {
        /// From which seat.
        seat: usize,
    },
    /// Wants to begin. When all seats are taken and ready, the game begins.
    Ready {
        /// Seat that is ready.
        seat: usize,
    },
    /// Makes a move.
    Move {
        /// Seat that moves; it must be its turn.
        seat: usize,
        /// In the game's own text form (chess: `e2e4`).
        text: String,
        /// Part of the turn's time that the move spent on its way here: it is not charged.
        #[serde(default, with = "millis")]
        lag: Duration,
    },
    /// Gives up, on any turn.
    Resign {
        /// Seat that resigns.
        seat: usize,
    },
    /// Offers a draw, once on each own turn, in a game that has any. In a [lenient](super::Options::lenient) room the others
    /// may answer or go on; else they must answer, and the clock of one who must, and is to move, stands still meanwhile.
    OfferDraw {
        /// Seat that offers the draw.
        seat: usize,
    },
    /// Agrees to the draw.
    AcceptDraw {
        /// Seat that was asked.
        seat: usize,
    },
    /// Wants to play on.
    DeclineDraw {
        /// Seat that was asked.
        seat: usize,
    },
    /// Asks to go back to the own last choice.
    AskTakeback {
        /// Seat that asks.
        seat: usize,
    },
    /// Lets the other take back.
    GrantTakeback {
        /// Seat that was asked.
        seat: usize,
    },
    /// Does not.
    RefuseTakeback {
        /// Seat that was asked.
        seat: usize,
    },
    /// Has gone away during the game. Whoever does not [join](Event::Join) again within
    /// [`Options::grace`](super::Options::grace) is out, at once or by a [claim](Event::Claim).
    Abandon {
        /// Seat that has gone away.
        seat: usize,
    },
    /// Claims that an opponent has been away for longer than [`Options::grace`](super::Options::grace), in a
    /// [lenient](super::Options::lenient) room: whoever has is out.
    Claim {
        /// Seat that claims.
        seat: usize,
    },
    /// Claims a draw because the position has occurred three times, where that must be
    /// [claimed](super::Options::claims).
    ClaimDraw {
        /// Seat that claims.
        seat: usize,
    },
    /// A seat has not come to the game by the time that was shown, and is out.
    Forfeit {
        /// Seat that is out.
        seat: usize,
    },
    /// Time has passed. Never refused.
    Tick,
}

fn write_seat<S: Serializer>(seat: &Seat, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(seat)
}

fn read_seat<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map_err(serde::de::Error::custom)
}

/// Why an event is refused. Seats are told as people count them, from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum Refusal {
    /// The game has no such seat.
    NoSuchSeat {
        /// The seat.
        seat: usize,
        /// Number of seats in the game.
        seats: usize,
    },
    /// Somebody else sits there.
    Taken {
        /// The seat.
        seat: usize,
    },
    /// Nobody sits there.
    Empty {
        /// The seat.
        seat: usize,
    },
    /// The seat waits for somebody else.
    Kept {
        /// The seat.
        seat: usize,
        /// Name of the player for whom the seat is kept.
        name: String,
    },
    /// The name has control characters.
    Name(String),
    /// The event is possible only in a game that is being played.
    NotBegun,
    /// The event is possible only before the game.
    Begun,
    /// Nothing happens in a game that is over.
    Over(&'static str),
    /// It has said so before.
    AlreadyReady {
        /// The seat.
        seat: usize,
    },
    /// Somebody else is to move.
    NotYourTurn {
        /// Seat that sent the event.
        seat: usize,
        /// Seat to move.
        turn: usize,
    },
    /// The rules of the game do not allow the move, or it is none.
    Illegal(String),
    /// A draw is offered to the one who moves.
    AnswerFirst {
        /// The seat.
        seat: usize,
    },
    /// The seat has resigned, overstepped its time or stayed away.
    Out {
        /// The seat.
        seat: usize,
    },
    /// The seat has gone away.
    Away {
        /// The seat.
        seat: usize,
    },
    /// A draw is offered on the own turn only.
    OfferOutOfTurn {
        /// Seat to move.
        turn: usize,
    },
    /// The game always has a winner.
    NoDraws,
    /// One offer per turn.
    AlreadyOffered {
        /// The seat.
        seat: usize,
    },
    /// The others have refused, and nothing has changed since.
    AlreadyAsked {
        /// The seat.
        seat: usize,
    },
    /// Something is asked that has not been answered yet.
    Unanswered {
        /// Seat that asked.
        by: usize,
    },
    /// Nobody has offered a draw.
    NoOffer,
    /// Nobody has asked to take back.
    NoTakeback,
    /// The question is not put to this seat, or it has answered.
    NotAsked {
        /// The seat.
        seat: usize,
    },
    /// No opponent has been away for long enough.
    NobodyAbsent,
    /// The position has not occurred three times, or such a draw is not claimed.
    NotRepeated,
    /// The seat has made no move that could be taken back.
    NothingToTakeBack {
        /// The seat.
        seat: usize,
    },
}
