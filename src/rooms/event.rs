//! Events that can happen in a room, and the reasons for refusing them.

use super::millis;
use base::lang::Lang;
use players::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::time::Duration;

/// Event in a room. Seats count from 0, in the order of their turns. The caller must check who may act for a seat
/// (for a person call [`Room::check_own`](super::Room::check_own) first).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Takes a free seat, or returns to the player's own seat.
    Join {
        /// Seat to take, from 0.
        seat: usize,
        /// Name of the player: any text without control characters.
        name: String,
        /// A person, or the level of a machine. A machine is ready at once.
        #[serde(serialize_with = "write_seat", deserialize_with = "read_seat")]
        sits: Seat,
    },
    /// Leaves a seat before the game.
    Leave {
        /// Seat that becomes free.
        seat: usize,
    },
    /// Declares readiness. When all seats are taken and ready, the game begins.
    Ready {
        /// Seat that is ready.
        seat: usize,
    },
    /// Makes a move.
    Move {
        /// Seat that moves; it must be its turn.
        seat: usize,
        /// Move in the game's own text form (chess: `e2e4`).
        text: String,
        /// Delay until the move arrived here; it is not charged to the clock.
        #[serde(default, with = "millis")]
        lag: Duration,
    },
    /// Resigns, possible on any turn.
    Resign {
        /// Seat that resigns.
        seat: usize,
    },
    /// Offers a draw, at most once on each own turn, in a game that can be drawn. In a
    /// [lenient](super::Options::lenient) room the others may answer or go on; otherwise they must answer, and the
    /// clock of the seat to move is stopped until it does.
    OfferDraw {
        /// Seat that offers the draw.
        seat: usize,
    },
    /// Accepts a draw offer.
    AcceptDraw {
        /// Seat that answers.
        seat: usize,
    },
    /// Declines a draw offer.
    DeclineDraw {
        /// Seat that answers.
        seat: usize,
    },
    /// Asks to take back moves to the seat's own last choice.
    AskTakeback {
        /// Seat that asks.
        seat: usize,
    },
    /// Agrees to a takeback.
    GrantTakeback {
        /// Seat that answers.
        seat: usize,
    },
    /// Refuses a takeback.
    RefuseTakeback {
        /// Seat that answers.
        seat: usize,
    },
    /// Reports that a player has gone away during the game. A player who does not [join](Event::Join) again within
    /// [`Options::grace`](super::Options::grace) is out: automatically, or in a lenient room by a
    /// [claim](Event::Claim).
    Abandon {
        /// Seat that has gone away.
        seat: usize,
    },
    /// Claims, in a [lenient](super::Options::lenient) room, that opponents have been away for longer than
    /// [`Options::grace`](super::Options::grace). These are then out.
    Claim {
        /// Seat that claims.
        seat: usize,
    },
    /// Claims a draw because the position has occurred three times, if such a draw must be
    /// [claimed](super::Options::claims).
    ClaimDraw {
        /// Seat that claims.
        seat: usize,
    },
    /// Puts a seat out whose player has not appeared by the announced time.
    Forfeit {
        /// Seat that is out.
        seat: usize,
    },
    /// Reports that time has passed. Never refused.
    Tick,
}

fn write_seat<S: Serializer>(seat: &Seat, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(seat)
}

fn read_seat<'de, D: Deserializer<'de>>(from: D) -> Result<Seat, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map_err(serde::de::Error::custom)
}

/// Reason for refusing an event. In messages seats count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum Refusal {
    /// The game has no such seat.
    NoSuchSeat {
        /// Seat of the event, from 0.
        seat: usize,
        /// Number of seats in the game.
        seats: usize,
    },
    /// Another player has taken the seat.
    Taken {
        /// Seat of the event, from 0.
        seat: usize,
    },
    /// No player has taken the seat.
    Empty {
        /// Seat of the event, from 0.
        seat: usize,
    },
    /// The seat is reserved for another player.
    Kept {
        /// Seat of the event, from 0.
        seat: usize,
        /// Name of the player for whom the seat is reserved.
        name: String,
    },
    /// The name contains control characters.
    Name(String),
    /// The event is possible only while the game is being played.
    NotBegun,
    /// The event is possible only before the game.
    Begun,
    /// The game is over; with the reason of its end.
    Over(&'static str),
    /// The seat is ready already.
    AlreadyReady {
        /// Seat of the event, from 0.
        seat: usize,
    },
    /// Another seat is to move.
    NotYourTurn {
        /// Seat that sent the event.
        seat: usize,
        /// Seat to move.
        turn: usize,
    },
    /// The move is not legal, or the text is not a move; with the message of the game.
    Illegal(String),
    /// The seat must answer a draw offer before it moves.
    AnswerFirst {
        /// Seat of the event, from 0.
        seat: usize,
    },
    /// The seat has resigned, overstepped its time or stayed away.
    Out {
        /// Seat of the event, from 0.
        seat: usize,
    },
    /// The player of the seat has gone away.
    Away {
        /// Seat of the event, from 0.
        seat: usize,
    },
    /// A draw can be offered only on the seat's own turn.
    OfferOutOfTurn {
        /// Seat to move.
        turn: usize,
    },
    /// The game cannot be drawn.
    NoDraws,
    /// The seat has already offered a draw on this turn.
    AlreadyOffered {
        /// Seat of the event, from 0.
        seat: usize,
    },
    /// The seat has already asked to take back a move in this position; it may ask again after the next move.
    AlreadyAsked {
        /// Seat of the event, from 0.
        seat: usize,
    },
    /// Another question has not been answered yet.
    Unanswered {
        /// Seat that asked the open question.
        by: usize,
    },
    /// There is no draw offer to answer.
    NoOffer,
    /// There is no takeback request to answer.
    NoTakeback,
    /// The question was not put to this seat, or it has already answered.
    NotAsked {
        /// Seat of the event, from 0.
        seat: usize,
    },
    /// No opponent has been away for long enough.
    NobodyAbsent,
    /// The position has not occurred three times, or the room has no draws by claim.
    NotRepeated,
    /// The seat has made no move that could be taken back.
    NothingToTakeBack {
        /// Seat of the event, from 0.
        seat: usize,
    },
}
