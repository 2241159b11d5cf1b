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
    /// The first message of a page, and the one by which it turns to another room. Answered by
    /// `welcome` the first time, then by `room` or the missing `event`s if a room is named.
    Hello {
        /// The room that the page shows.
        #[serde(default)]
        room: Option<String>,
        /// The last version of it that the page has seen; missing events are sent instead of the
        /// whole room where there are few.
        #[serde(default)]
        seen: Option<u64>,
        /// True if the page shows the lobby and is to get its changes.
        #[serde(default)]
        lobby: bool,
    },
    /// Looks for an opponent. Answered by `seeking`, later by `paired`. One who seeks already seeks
    /// this instead.
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
    /// Looks for nobody any more.
    Unseek {},
    /// Makes a room. Answered by `paired`, which names it.
    Open {
        /// The game.
        game: String,
        /// Its options.
        #[serde(default)]
        settings: BTreeMap<String, String>,
        /// A position to begin with, in the game's own text form (chess: FEN).
        #[serde(default)]
        start: Option<String>,
        /// The clock.
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
        /// Name of a user who is told of the room, on all pages that this user has open.
        #[serde(default)]
        invite: Option<String>,
    },
    /// Sits down, or stands up for the own seat again after having been away. A player who sits
    /// down in a game of two is ready at once.
    Join {
        /// The room.
        room: String,
        /// The seat, from 0; any free one if it is missing.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// Puts a machine into a free seat before the game; its host alone may.
    Machine {
        /// The room.
        room: String,
        /// The seat, from 0.
        seat: usize,
        /// The level; none to take the machine out again.
        #[serde(default)]
        level: Option<String>,
    },
    /// Does something in a seat of the own.
    Event {
        /// The room.
        room: String,
        /// A number of the page's choice, by which a refusal names this message.
        #[serde(default)]
        n: Option<u64>,
        /// The act.
        event: Act,
    },
    /// Says something. Players speak to players, spectators to spectators; when the game is over, all
    /// to all.
    Chat {
        /// The room.
        room: String,
        /// Up to 300 characters.
        text: String,
    },
    /// Reports a line of chat to whoever runs the site.
    Report {
        /// The room.
        room: String,
        /// The line's number.
        message: i64,
        /// Reason, in up to 300 characters.
        why: String,
    },
    /// Wants to play the same again with colours changed. When all people want it, `paired` follows.
    Rematch {
        /// The room, whose game is over.
        room: String,
    },
    /// Asks for a `pong`.
    Ping {
        /// Whatever the page wants to have back.
        #[serde(default)]
        t: f64,
    },
}

/// Act of a player in their own seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Wants to begin.
    Ready {},
    /// Gets up before the game.
    Leave {},
    /// Moves.
    Move {
        /// One of the `legal` moves' `text`, or a move as people write it: `Nf3`.
        text: String,
    },
    /// Gives up.
    Resign {},
    /// Offers a draw, once on each own turn.
    OfferDraw {},
    /// Agrees to the draw.
    AcceptDraw {},
    /// Wants to play on.
    DeclineDraw {},
    /// Asks to take the own last move back.
    AskTakeback {},
    /// Lets the other take back.
    GrantTakeback {},
    /// Does not.
    RefuseTakeback {},
    /// Claims the game of an opponent who has been away for long enough.
    Claim {},
    /// Claims a draw because the position has occurred three times.
    ClaimDraw {},
}

impl Act {
    /// The same as an event of a room: done in a seat, so long on the way.
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
        /// The instant.
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
        /// Number of connected pages.
        online: usize,
    },
    /// This visitor's seek; `null` if there is none.
    Seeking {
        /// The seek.
        seek: Option<SeekLine>,
    },
    /// There is a room for this visitor to go to.
    Paired {
        /// The room.
        room: String,
        /// Sentences that say what was left out of the position that the game begins with.
        dropped: Vec<String>,
    },
    /// The whole of a room.
    Room {
        /// The room.
        room: Box<Snapshot>,
        /// The seat of this visitor in it; `null` for a spectator.
        you: Option<usize>,
        /// True if this visitor made the room, and may put machines into its seats.
        host: bool,
        /// Latest lines of the chat channels that this visitor can read.
        chat: Vec<ChatLine>,
        /// Connected players and spectators.
        presence: Presence,
        /// The game that follows, if there is a rematch.
        next: Option<String>,
        /// The seats that want one.
        rematch: Vec<usize>,
    },
    /// Something has happened in a room: it is in the database. Versions count up by one.
    Event {
        /// The room.
        room: Cow<'a, str>,
        /// The version of the room after this.
        version: u64,
        /// The instant.
        now: u64,
        /// Effects, in order: moves that were made or taken back, clocks, notices.
        effects: Vec<Effect>,
        /// Other parts of the room that have changed.
        #[serde(flatten)]
        change: Change,
    },
    /// The database is away, and the clocks of a room stand; or it is there again, and they go on.
    Halted {
        /// The room.
        room: Cow<'a, str>,
        /// The clocks by seat at `now`; none if another process, which cannot be reached, has the room.
        clocks: Vec<ClockFace>,
        /// The instant.
        now: u64,
        /// Why the clocks stand; `null` when they go on.
        text: Option<Text>,
    },
    /// Players or spectators have connected or left.
    Presence {
        /// The room.
        room: Cow<'a, str>,
        /// Connected players and spectators.
        presence: Presence,
    },
    /// A message of this page was not followed.
    Refused {
        /// The number of the `event` it was about, if it had one.
        n: Option<u64>,
        /// The room it was about.
        room: Option<Cow<'a, str>>,
        /// A word that does not change: `not_your_turn`.
        code: &'static str,
        /// The sentence, in the visitor's language.
        text: String,
    },
    /// Somebody has said something.
    Chat {
        /// The room.
        room: Cow<'a, str>,
        /// The line.
        line: ChatLine,
    },
    /// Seats that want a rematch, and the new room if all do.
    Rematch {
        /// The room.
        room: Cow<'a, str>,
        /// The seats that want it.
        seats: Vec<usize>,
        /// The new room.
        next: Option<String>,
    },
    /// The report of a line of chat is with whoever runs the site.
    Reported {
        /// The line's number.
        message: i64,
    },
    /// Somebody has made a room for a game with this visitor.
    Challenged {
        /// The room.
        room: String,
        /// Name of whoever has made it.
        by: String,
        /// The game.
        game: String,
        /// Its options.
        settings: BTreeMap<String, String>,
        /// The clock.
        clock: String,
        /// True if the game counts for the ratings.
        rated: bool,
    },
    /// In a game by correspondence this visitor is to move.
    YourTurn {
        /// The game, with `your_turn`.
        game: Box<GameLine>,
    },
    /// The answer to `ping`.
    Pong {
        /// Value that the page sent in its `ping`.
        t: f64,
        /// The instant.
        now: u64,
        /// Round-trip time in milliseconds, as the server has measured it; `null` before the first measurement.
        lag: Option<u64>,
    },
    /// The server closes this connection.
    Bye {
        /// Why: `restart` (come back in a moment), `slow`, `rate`, `logged_out`, `binary`.
        code: &'static str,
        /// The sentence.
        text: String,
    },
}

/// A message that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The number of the message, if that could be read.
    pub n: Option<u64>,
    /// Description of what is wrong with it.
    pub why: Text,
}

impl ClientMessage {
    /// Reads a message.
    ///
    /// # Errors
    /// [`Malformed`] says what is wrong: no JSON, another version, an unknown type or field.
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
    /// The message as it is sent.
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

/// The schema of all messages, of the history, and of what the module of rules is asked and answers, as JSON Schema 2020-12.
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
