//! Messages between a page and the server over `/ws`: JSON texts, one message each.
//!
//! Every message is an object with `"v": 1` and `"type"`. A page sends [`ClientMessage`]s, the server
//! [`ServerMessage`]s. Nothing is ignored: an unknown type or field is refused by its name, and the
//! socket stays open. A page knows the rules of the games (the module of `src/web`): a room comes once as a
//! `Snapshot`, and each event as its `Effect`s, from which the page works out the board, the points and the legal moves.
//!
//! Times are milliseconds; instants are milliseconds since 1970 by the server's clock.

mod data;
mod types;

use base::parsing::told_by_serde;
pub use data::{ChatLine, GameLine, History, Ply, Presence, SeatLine, SeekLine, Snapshot, WhoView};
pub use store::games::Visibility;
pub use types::typescript;
pub use web::view::Text;

use super::view::Change;
use base::say;
use rooms::{ClockFace, Effect, Event};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The longest message a page may send, in bytes.
pub const MAX_MESSAGE: usize = 16 * 1024;

/// The longest line of chat, in characters.
pub const MAX_CHAT: usize = 300;

/// Message from a page to the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message of a page, also sent when the page turns to another room, or wants to have
    /// the list of the visitor's games again. Answered by `welcome` the first time and whenever no
    /// room is named, then by `room` or the missing `event`s if a room is named.
    Hello {
        /// The room that the page shows; `null` if it shows none.
        #[serde(default)]
        room: Option<String>,
        /// The last version of the room that the page has seen; if only few events are missing,
        /// they are sent instead of the whole room. `null` for the whole room.
        #[serde(default)]
        seen: Option<u64>,
        /// True if the page shows the lobby and is to get its changes.
        #[serde(default)]
        lobby: bool,
    },
    /// Looks for an opponent. Answered by `seeking`, later by `paired`. Replaces an earlier seek of
    /// the same visitor.
    Seek {
        /// The game: `chess`.
        game: String,
        /// Its options: `{"points": "3"}`.
        #[serde(default)]
        settings: BTreeMap<String, String>,
        /// The clock: `5+3` (minutes, seconds), `40/90+30`, `30/turn` (seconds) or `none`.
        clock: String,
        /// True if the game is to count for the ratings; needs an account.
        #[serde(default)]
        rated: bool,
    },
    /// Withdraws the seek of this page.
    Unseek {},
    /// Makes a room. Answered by `paired`, which names it.
    Open {
        /// Name of the game: `chess`, `kamisado` or `rolit`.
        game: String,
        /// Options of the game, by name: `{"points": "3"}`.
        #[serde(default)]
        settings: BTreeMap<String, String>,
        /// A position to begin with, in the game's own text form (chess: FEN); `null` for the usual
        /// one.
        #[serde(default)]
        start: Option<String>,
        /// Time control: minutes and seconds added per move (`5+3`), `30/turn` in seconds, or `none`.
        clock: String,
        /// True if the game is to count for the ratings.
        #[serde(default)]
        rated: bool,
        /// Visitors that may find the room.
        #[serde(default)]
        visibility: Visibility,
        /// Players by seat: `me`, `open` or a machine's level (`easy`, `medium`, `hard`,
        /// `expert`, `0` to `10`). Seats that are not named are open. `me` may be missing: then one
        /// of the open seats is drawn.
        #[serde(default)]
        seats: Vec<String>,
        /// Name of a user who is invited to the room, by a `challenged` to all pages that this user
        /// has open; `null` for nobody.
        #[serde(default)]
        invite: Option<String>,
    },
    /// Takes a seat, or stands up again for one's own seat after having been away. A player who
    /// sits down in a game of two is ready at once.
    Join {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: String,
        /// The seat, from 0; any free one if it is missing.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// Puts a machine into a free seat, or takes one out of its seat, before the game begins. Only
    /// the host of the room may send it.
    Machine {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: String,
        /// The seat, from 0.
        seat: usize,
        /// The level of the machine; `null` to take the machine out of the seat.
        #[serde(default)]
        level: Option<String>,
    },
    /// An act of the visitor as the player of their own seat.
    Event {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: String,
        /// A number of the page's choice, by which a refusal names this message; `null` for none.
        #[serde(default)]
        n: Option<u64>,
        /// Act of the player: a move, an offer, or the like.
        event: Act,
    },
    /// Writes a line of chat. Players write to players, spectators to spectators; when the game is
    /// over, everybody writes to everybody.
    Chat {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: String,
        /// Up to 300 characters.
        text: String,
    },
    /// Reports a line of chat to the administrators of the site.
    Report {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: String,
        /// Number of the line of chat.
        message: i64,
        /// Reason, in up to 300 characters.
        why: String,
    },
    /// Asks for a rematch: the same game with colours changed. When all people in the room want it,
    /// `paired` follows.
    Rematch {
        /// The room, whose game is over.
        room: String,
    },
    /// Asks for a `pong`.
    Ping {
        /// A value of the page's choice, which the `pong` returns.
        #[serde(default)]
        t: f64,
    },
}

/// Act of a player in their own seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Declares that the player is ready to begin.
    Ready {},
    /// Gets up from the seat before the game begins.
    Leave {},
    /// Makes a move.
    Move {
        /// The `text` of one of the legal moves, or a move as people write it: `Nf3`.
        text: String,
    },
    /// Resigns the game.
    Resign {},
    /// Offers a draw; possible once in each of one's own turns.
    OfferDraw {},
    /// Accepts the offered draw.
    AcceptDraw {},
    /// Declines the offered draw.
    DeclineDraw {},
    /// Asks the other players to let one's own last move be taken back.
    AskTakeback {},
    /// Agrees to take the moves back that another player wants to take back.
    GrantTakeback {},
    /// Does not agree to the takeback that another player wants.
    RefuseTakeback {},
    /// Claims the game from an opponent who has been away for long enough.
    Claim {},
    /// Claims a draw because the position has occurred three times.
    ClaimDraw {},
}

impl Act {
    /// Returns the act as an event of a room, done in the seat `seat`. `lag` is the time that the
    /// message was on its way, which is stored with a move.
    pub fn in_seat(self, seat: usize, lag: Duration) -> Event {
        match self {
            Act::Ready {} => Event::Ready { seat },
            Act::Leave {} => Event::Leave { seat },
            Act::Move { text } => Event::Move { seat, text, lag },
            Act::Resign {} => Event::Resign { seat },
            Act::OfferDraw {} => Event::OfferDraw { seat },
            Act::AcceptDraw {} => Event::AcceptDraw { seat },
            Act::DeclineDraw {} => Event::DeclineDraw { seat },
            Act::AskTakeback {} => Event::AskTakeback { seat },
            Act::GrantTakeback {} => Event::GrantTakeback { seat },
            Act::RefuseTakeback {} => Event::RefuseTakeback { seat },
            Act::Claim {} => Event::Claim { seat },
            Act::ClaimDraw {} => Event::ClaimDraw { seat },
        }
    }
}

/// Message from the server to a page.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage<'a> {
    /// The answer to the first `hello`.
    Welcome {
        /// Visitor that the page belongs to.
        who: WhoView,
        /// The unfinished games that this visitor plays in.
        games: Vec<GameLine>,
        /// Time of the server when the message was sent, in milliseconds since 1970.
        now: u64,
    },
    /// Seeks, rooms to join and games to watch. Sent to pages that show the lobby, when it has changed, at
    /// most once a second.
    Lobby {
        /// Seeks, oldest first; the first 50.
        seeks: Vec<SeekLine>,
        /// Open rooms with free seats; the newest 50.
        rooms: Vec<GameLine>,
        /// Open games under way; the newest 50.
        games: Vec<GameLine>,
        /// Number of connected pages of the whole site.
        online: usize,
    },
    /// The seek of this visitor, sent when it begins and when it ends.
    Seeking {
        /// The seek; `null` if this visitor has none.
        seek: Option<SeekLine>,
    },
    /// There is a room for this visitor to go to: an opponent was found, or the room that was asked
    /// for is made.
    Paired {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: String,
        /// Sentences that say what was left out of the position that the game begins with.
        dropped: Vec<String>,
    },
    /// The whole state of a room.
    Room {
        /// State of the room.
        room: Box<Snapshot>,
        /// The seat of this visitor in it; `null` for a spectator.
        you: Option<usize>,
        /// True if this visitor made the room, and may put machines into its seats.
        host: bool,
        /// Latest lines of the chat channels that this visitor can read.
        chat: Vec<ChatLine>,
        /// Connected players and spectators.
        presence: Presence,
        /// The room of the game that follows this one after a rematch was agreed; `null` if there
        /// is none.
        next: Option<String>,
        /// The seats that want a rematch.
        rematch: Vec<usize>,
    },
    /// Something has happened in a room, and is stored in the database. Each event increases the
    /// version of the room by one.
    Event {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: Cow<'a, str>,
        /// The version of the room after this event.
        version: u64,
        /// Time of the server when the message was sent, in milliseconds since 1970.
        now: u64,
        /// Effects, in order: moves that were made or taken back, clocks, notices.
        effects: Vec<Effect>,
        /// Other parts of the room that have changed.
        #[serde(flatten)]
        change: Change,
    },
    /// The clocks of a room have been stopped because the database cannot be reached, or run again
    /// because it can.
    Halted {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: Cow<'a, str>,
        /// The clocks by seat at `now`; empty if the room belongs to another server process, which
        /// cannot be reached.
        clocks: Vec<ClockFace>,
        /// Time of the server when the message was sent, in milliseconds since 1970.
        now: u64,
        /// Sentence that says why the clocks stand still; `null` when they run again.
        text: Option<Text>,
    },
    /// Players or spectators have connected or left.
    Presence {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: Cow<'a, str>,
        /// Connected players and spectators.
        presence: Presence,
    },
    /// A message of this page could not be obeyed.
    Refused {
        /// The number `n` of the `event` that was refused; `null` if it had none or another message
        /// was refused.
        n: Option<u64>,
        /// The room that the refused message was about; `null` if it was about none.
        room: Option<Cow<'a, str>>,
        /// A word for programs, the same in all languages: `not_your_turn`.
        code: &'static str,
        /// The reason as a sentence, in the visitor's language.
        text: String,
    },
    /// Somebody has written a line of chat.
    Chat {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: Cow<'a, str>,
        /// Line of chat that was written.
        line: ChatLine,
    },
    /// The seats that want a rematch, and the new room once all of them do.
    Rematch {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: Cow<'a, str>,
        /// The seats that want a rematch.
        seats: Vec<usize>,
        /// The new room; `null` while not all want a rematch.
        next: Option<String>,
    },
    /// The report of a line of chat has been passed to the administrators of the site.
    Reported {
        /// Number of the line of chat.
        message: i64,
    },
    /// Somebody has made a room and invites this visitor to play in it.
    Challenged {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: String,
        /// Name of the visitor who has made the room.
        by: String,
        /// Name of the game: `chess`, `kamisado` or `rolit`.
        game: String,
        /// Options of the game, by name: `{"points": "3"}`.
        settings: BTreeMap<String, String>,
        /// Time control: minutes and seconds added per move (`5+3`), `30/turn` in seconds, or `none`.
        clock: String,
        /// True if the game counts for the ratings.
        rated: bool,
    },
    /// It is this visitor's turn in a game by correspondence.
    YourTurn {
        /// The game; its `your_turn` is true.
        game: Box<GameLine>,
    },
    /// The answer to `ping`.
    Pong {
        /// The value `t` that the page sent in its `ping`.
        t: f64,
        /// Time of the server when the message was sent, in milliseconds since 1970.
        now: u64,
        /// Round-trip time in milliseconds, as the server has measured it; `null` before the first measurement.
        lag: Option<u64>,
    },
    /// The server closes this connection; the last message on it.
    Bye {
        /// Reason for programs: `restart` (the server starts again; come back in a moment), `slow`,
        /// `rate`, `logged_out`, `binary`.
        code: &'static str,
        /// The reason as a sentence, in the visitor's language.
        text: String,
    },
}

/// A message of a page that cannot be parsed, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The number `n` of the message; `None` if it has none or it could not be read.
    pub n: Option<u64>,
    /// Description of what is wrong with it.
    pub why: Text,
}

impl ClientMessage {
    /// Parses a message.
    ///
    /// # Errors
    /// [`Malformed`] says what is wrong: the message is too long or not a JSON object, or has
    /// another version, or an unknown type or field.
    pub fn parse(text: &str) -> Result<ClientMessage, Malformed> {
        let bad = |n, why: Text| Malformed { n, why };
        if text.len() > MAX_MESSAGE {
            let length = text.len();
            let why = Text::of(|lang| say!(lang, "message-too-long", length, most = MAX_MESSAGE));
            return Err(bad(None, why));
        }
        let value: serde_json::Value = serde_json::from_str(text).map_err(|error| {
            let why = told_by_serde(&error.to_string());
            let why = Text::of(|lang| say!(lang, "message-no-json", why = why.get(lang)));
            bad(None, why)
        })?;
        let serde_json::Value::Object(mut fields) = value else {
            let why = Text::of(|lang| say!(lang, "message-no-object").to_owned());
            return Err(bad(None, why));
        };
        let n = fields.get("n").and_then(serde_json::Value::as_u64);
        match fields.remove("v") {
            Some(version) if version.as_u64() == Some(VERSION.into()) => {}
            Some(version) => {
                let why = Text::of(|lang| say!(lang, "message-version", version, own = VERSION));
                return Err(bad(n, why));
            }
            None => {
                let why = Text::of(|lang| say!(lang, "message-no-version", own = VERSION));
                return Err(bad(n, why));
            }
        }
        let read = serde_json::from_value(fields.into());
        read.map_err(|error| bad(n, told_by_serde(&error.to_string())))
    }
}

impl ServerMessage<'_> {
    /// Returns the message as it is sent: JSON with the version of the protocol.
    pub fn text(&self) -> String {
        #[derive(Serialize)]
        struct Versioned<'m, 'a> {
            v: u32,
            #[serde(flatten)]
            message: &'m ServerMessage<'a>,
        }
        let versioned = Versioned {
            v: VERSION,
            message: self,
        };
        // Nothing here has a key that is no string, the one thing that serde_json would refuse.
        serde_json::to_string(&versioned).unwrap_or_default()
    }
}

/// Returns the JSON Schema (draft 2020-12) of all messages, of the history, and of the requests to
/// the module of rules and its answers.
pub fn schema() -> serde_json::Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12;
    let read = || settings().into_generator();
    let written = || settings().for_serialize().into_generator();
    serde_json::json!({
        "client": read().into_root_schema_for::<ClientMessage>(),
        "server": written().into_root_schema_for::<ServerMessage<'static>>(),
        "history": written().into_root_schema_for::<History>(),
        "setup": read().into_root_schema_for::<web::table::Setup>(),
        "state": written().into_root_schema_for::<web::table::State>(),
    })
}
