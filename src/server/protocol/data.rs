//! Parts of the messages between pages and server: visitors, seeks, games in lists, whole rooms,
//! lines of chat, histories.

use super::{Text, Visibility};
use crate::view::{BoardView, CellChange, Made, SeatView, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A visitor as other visitors see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WhoView {
    /// The name; `null` for a visitor who has not given a name yet, and therefore cannot play.
    pub name: Option<String>,
    /// True for a guest without an account.
    pub guest: bool,
}

/// A person who looks for an opponent, as a list shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeekLine {
    /// Name of the player.
    pub name: String,
    /// True for a guest.
    pub guest: bool,
    /// The rating at this game, rounded; `null` for guests.
    pub rating: Option<i64>,
    /// Name of the game: `chess`, `kamisado` or `rolit`.
    pub game: String,
    /// Options of the game, by name: `{"points": "3"}`.
    pub settings: BTreeMap<String, String>,
    /// Time control: minutes and seconds added per move (`5+3`), `30/turn` in seconds, or `none`.
    pub clock: String,
    /// True if the game counts for the ratings.
    pub rated: bool,
    /// Time of the request, in milliseconds since 1970.
    pub since: u64,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GameLine {
    /// Identifier of the room: the last part of its address, `/game/ROOM`.
    pub room: String,
    /// Name of the game: `chess`, `kamisado` or `rolit`.
    pub game: String,
    /// Options of the game, by name: `{"points": "3"}`.
    pub settings: BTreeMap<String, String>,
    /// Time control: minutes and seconds added per move (`5+3`), `30/turn` in seconds, or `none`.
    pub clock: String,
    /// True if the game counts for the ratings.
    pub rated: bool,
    /// `gathering`, `playing`, `over` or `aborted`.
    pub state: String,
    /// Players by seat; `null` for a free seat.
    pub seats: Vec<Option<SeatLine>>,
    /// The winning seats; `null` while the game is not over.
    pub winners: Option<Vec<usize>>,
    /// Reason why the game is over, as a word for programs: `checkmate`; `null` while the game is
    /// not over.
    pub reason: Option<String>,
    /// True if it is this visitor's turn, false if it is not; missing in lists that do not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub your_turn: Option<bool>,
    /// Time of creation, in milliseconds since 1970.
    pub created: i64,
    /// Time of the end, in milliseconds since 1970; `null` while the game is not over.
    pub ended: Option<i64>,
}

/// A player in a list of games.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SeatLine {
    /// Name of the player, as others see it.
    pub name: String,
    /// `user`, `guest`, `machine`, or `gone` for one whose account is deleted.
    pub kind: String,
    /// The level of a machine; `null` for a person.
    pub level: Option<String>,
    /// The rating when the game began, rounded; `null` for guests and machines.
    pub rating: Option<i64>,
    /// Change of the rating by this game, rounded; `null` if the game does not count or has not
    /// been counted yet.
    pub change: Option<i64>,
}

/// The whole state of a room.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Snapshot {
    /// Identifier of the room: the last part of its address, `/game/ROOM`.
    pub id: String,
    /// Number of events so far.
    pub version: u64,
    /// The game: `chess`.
    pub game: String,
    /// Its name for people.
    pub title: Text,
    /// Options of the game, by name: `{"points": "3"}`.
    pub settings: BTreeMap<String, String>,
    /// Starting position, in the game's own text form (chess: FEN).
    pub start: String,
    /// Examples of moves as they may be typed: `e2e4, Nf3`.
    pub pattern: String,
    /// The clock: `5+3` or `none`.
    pub clock: String,
    /// True if the game counts for the ratings.
    pub rated: bool,
    /// Visitors that may find the room.
    pub visibility: Visibility,
    /// True if the room was closed without a result, because nobody came, or nobody came back.
    pub closed: bool,
    /// Milliseconds of absence after which an opponent may claim the game; `null` if nobody may.
    pub grace: Option<u64>,
    /// True if a draw by threefold repetition must be claimed.
    pub claims: bool,
    /// All moves, oldest first.
    pub moves: Vec<Made>,
    /// The current board.
    pub board: BoardView,
    /// The changing state of the game: seats, clocks, question and result.
    #[serde(flatten)]
    pub view: View,
}

/// Connected pages of a room's players and spectators.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Presence {
    /// By seat, true if its player is connected; machines always are.
    pub seats: Vec<bool>,
    /// Number of connected spectators.
    pub spectators: usize,
}

/// A message in the chat of a room, with its author.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// Its number, for reports.
    pub id: i64,
    /// `players` or `spectators`.
    pub channel: String,
    /// Name of the author.
    pub name: String,
    /// True if the author was a guest.
    pub guest: bool,
    /// True if the author's account is deleted.
    pub gone: bool,
    /// The text: plain, never to be taken for HTML.
    pub text: String,
    /// Time, in milliseconds since 1970.
    pub at: i64,
}

/// The board after every ply, for stepping through: `GET /api/rooms/{id}/history`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct History {
    /// Name of the game: `chess`, `kamisado` or `rolit`.
    pub game: String,
    /// Starting position, in the game's own text form.
    pub start: String,
    /// The board before the first move.
    pub board: BoardView,
    /// The moves, and what each of them changed on the board.
    pub plies: Vec<Ply>,
    /// Seats in their order, with who sits there.
    pub seats: Vec<SeatView>,
    /// Result of the game, as a sentence; `null` while the game is not over.
    pub ending: Option<Text>,
    /// Sentences that say what was left out of the starting position when it was read; empty for a
    /// room's game.
    pub dropped: Vec<String>,
}

/// A move and its consequences on the board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ply {
    /// Move as the pages draw it.
    #[serde(flatten)]
    pub made: Made,
    /// The cells that look different after the move.
    pub changed: Vec<CellChange>,
    /// The position after the move, in the game's own text form (chess: FEN).
    pub position: String,
    /// Points by seat after the move; `null` if the game does not count points.
    pub points: Option<Vec<i32>>,
}
