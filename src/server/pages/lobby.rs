//! Pages for meeting and playing: the lobby, a game, the games to watch.

use super::frame::{Frame, error_page, game_title, page};
use super::problems::{Daily, daily_card, encoded};
use super::share::Share;
use crate::periodic::lobby_text;
use crate::play::messages::{self, seat_name};
use crate::protocol::{Presence, ServerMessage};
use crate::tournaments::EventOf;
use crate::{App, Visitor, games};
use ::games::{Lang, reason_text};
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use base::calendar::Date;
use base::say;
use players::Level;
use rooms::Room;
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;
use store::games::{GameRow, GameState, GamesOf, SeatRow};

/// Clocks that the lobby offers.
const CLOCKS: [&str; 10] = [
    "1+0",
    "3+2",
    "5+3",
    "10+5",
    "15+10",
    "40/90+30",
    "30/turn",
    "none",
    "86400/turn",
    "259200/turn",
];

/// Number of finished games that the lobby shows.
const RECENT: u32 = 4;

#[derive(Template)]
#[template(path = "lobby.html")]
struct Lobby {
    f: Frame,
    games: Vec<(&'static str, &'static str)>,
    /// Clocks, with their names.
    clocks: Vec<(&'static str, String)>,
    /// Levels of the machines with their names, and their ratings in the game that is chosen first; no rating is empty.
    levels: Vec<(String, String, String)>,
    /// Ratings of the levels by game, as a JSON object of objects.
    ratings: String,
    /// Problem of the day; `None` if no problem can be solved.
    daily: Option<Daily>,
    /// Games that ended last.
    past: Vec<Past>,
    /// First message that the socket would send, as JSON.
    first: String,
}

/// Answers `GET /` with the page of the lobby.
pub async fn lobby(State(app): State<App>, visitor: Visitor) -> Response {
    let entries = app.registry().entries().iter();
    let f = Frame::new(&visitor, "play");
    // If a part of the page cannot be loaded, the page is sent without it.
    let over = app
        .collection()
        .games()
        .list(&GamesOf::State(GameState::Over), 0, RECENT);
    let recent = over.await.unwrap_or_else(|error| {
        tracing::warn!("the lobby goes without finished games: {error}");
        Vec::new()
    });
    page(&Lobby {
        first: first_lists(&app).await,
        daily: daily_card(&app, &f).await,
        past: past(&app, &visitor, recent),
        f,
        games: entries
            .map(|entry| (entry.name(), entry.title(visitor.lang)))
            .collect(),
        clocks: CLOCKS
            .map(|clock| (clock, clock_name(visitor.lang, clock)))
            .into(),
        levels: levels(&app, visitor.lang),
        ratings: ratings(&app).to_string(),
    })
}

/// Returns the name of one of the [`CLOCKS`] in a language, which is that of `clockName` in the scripts.
fn clock_name(lang: Lang, clock: &str) -> String {
    if let Some(seconds) = clock.strip_suffix("/turn") {
        return match seconds.parse() {
            Ok(seconds @ 43_200_u32..) => say!(lang, "clock-days", days = seconds / 86_400),
            _ => say!(lang, "clock-turn", seconds),
        };
    }
    match clock.split_once('/') {
        _ if clock == "none" => say!(lang, "clock-none").to_owned(),
        Some((moves, time)) => say!(lang, "clock-period", moves, time),
        None => clock.to_owned(),
    }
}

/// Returns the levels of the machines with their names in a language, and their ratings in the first game of the lobby.
fn levels(app: &App, lang: Lang) -> Vec<(String, String, String)> {
    let first = app.registry().entries().first();
    let rating = |level| first.and_then(|entry| entry.elo(level));
    let of = |level: Level| {
        let name = level_name(lang, &level.to_string()).unwrap_or_default();
        let rating = rating(level).map_or_else(String::new, |elo| elo.to_string());
        (level.to_string(), name.to_owned(), rating)
    };
    Level::ALL.into_iter().map(of).collect()
}

/// Returns the measured ratings of the machines' levels by game, as a JSON object of objects.
fn ratings(app: &App) -> Value {
    let entries = app.registry().entries().iter();
    let of = |entry: &players::Entry| {
        let measured = Level::ALL
            .into_iter()
            .filter_map(|level| Some((level.to_string(), entry.elo(level)?.into())));
        (entry.name().to_owned(), Value::Object(measured.collect()))
    };
    Value::Object(entries.map(of).collect())
}

/// Returns the first message of the lobby (seeks, open rooms, running games) as JSON to be embedded in a page; `null`
/// if it cannot be loaded.
async fn first_lists(app: &App) -> String {
    let first = lobby_text(app).await.unwrap_or_else(|error| {
        tracing::warn!("a page goes without lists: {error}");
        "null".to_owned()
    });
    embedded(&first)
}

#[derive(Template)]
#[template(path = "game.html")]
struct Game {
    f: Frame,
    room: String,
    variant: String,
    title: String,
    /// First message that the socket would send, as JSON.
    first: String,
    /// Tournament that the game belongs to; `None` if it belongs to none.
    event: Option<EventOf>,
}

/// Escapes `<` in JSON that is embedded in an element of a page, which it might end otherwise.
pub fn embedded(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Returns the message with the room as this visitor sees it before the socket is open, as JSON: without chat and
/// presence.
fn first_of(app: &App, visitor: &Visitor, row: &GameRow, (room, version): (&Room, u64)) -> String {
    let keys = visitor.keys();
    let is_own = |seat: &&SeatRow| seat.who.as_ref().is_some_and(|who| keys.contains(who));
    let known = messages::player_facts(&row.seats, room.game().players());
    let standing = messages::Standing {
        row,
        room,
        version,
        known: &known,
        now: Duration::from_millis(app.now()),
    };
    let message = ServerMessage::Room {
        room: Box::new(messages::snapshot(&standing)),
        you: row.seats.iter().find(is_own).map(|seat| seat.seat),
        host: keys.contains(&row.game.host),
        chat: Vec::new(),
        presence: Presence::default(),
        next: row.next.clone(),
        rematch: Vec::new(),
    };
    message.text()
}

/// Answers `GET /game/{room}` with the page and the current state of the room; changes come over the socket.
pub async fn game(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(room): Path<String>,
) -> Response {
    let found = match games::room(&app, &room, visitor.lang).await {
        Ok(found) => found,
        Err(error) => return super::frame::failed_page(&visitor, &error),
    };
    let Some((row, game, version)) = found else {
        let sentence = say!(visitor.lang, "error-no-game").to_owned();
        return error_page(&visitor, StatusCode::NOT_FOUND, sentence);
    };
    let event = EventOf::game(&app, &visitor, &room).await;
    let first = first_of(&app, &visitor, &row, (&game, version));
    let f = Frame::new(&visitor, "play");
    let share = Share::of_game(&app, &headers, &f, &row, &game);
    let variant = row.game.variant;
    page(&Game {
        first: embedded(&first),
        title: game_title(&app, &variant, visitor.lang),
        f: f.sharing(share),
        room,
        variant,
        event,
    })
}

/// A finished game in a list.
pub struct Past {
    /// Name of the game's room.
    pub room: String,
    /// Title of the game.
    pub game: String,
    /// Players of the game, in the order of their seats.
    pub players: Vec<PastPlayer>,
    /// Reason of the end, in a word or two.
    pub reason: String,
    /// Day on which the game ended.
    pub day: String,
}

/// A player of a finished game.
pub struct PastPlayer {
    /// Name of the player, as others see it.
    pub name: String,
    /// True if the player has won.
    pub won: bool,
    /// Name as encoded in the address of the player's profile; empty for a player without one.
    pub link: String,
    /// Change of the rating: `+12`; empty if there is none.
    pub change: String,
}

/// Returns a change of a rating with its sign, which is a minus and not a hyphen.
fn signed(change: i64) -> String {
    format!("{change:+}").replace('-', "−")
}

/// Returns the reason of a game's end in a language; `word` is the reason in the database.
fn reason(lang: Lang, word: &str) -> &str {
    match word {
        "resignation" => say!(lang, "end-resignation"),
        "time" => say!(lang, "end-time"),
        "abandonment" => say!(lang, "end-abandonment"),
        "agreement" => say!(lang, "end-agreement"),
        rules => reason_text(rules, lang),
    }
}

/// Returns the display name of a machine by its level: the level's name in a language, or its number.
pub fn machine(lang: Lang, level: &str) -> String {
    match level_name(lang, level) {
        Some(word) => say!(lang, "machine-level", level = word),
        None => say!(lang, "machine-number", level),
    }
}

/// Returns the name of a level in a language; `None` for a number.
pub fn level_name(lang: Lang, level: &str) -> Option<&'static str> {
    Some(match level {
        "easy" => say!(lang, "level-easy"),
        "medium" => say!(lang, "level-medium"),
        "hard" => say!(lang, "level-hard"),
        "expert" => say!(lang, "level-expert"),
        _ => return None,
    })
}

/// Converts finished games to rows of a table.
pub fn past(app: &App, visitor: &Visitor, rows: Vec<GameRow>) -> Vec<Past> {
    let one = |row: GameRow| {
        let winners = row.winners.clone().unwrap_or_default();
        let won = |seat: usize| winners.contains(&seat) && winners.len() < row.seats.len();
        let player = |seat: &SeatRow| PastPlayer {
            name: match &seat.level {
                Some(level) => machine(visitor.lang, level),
                None => seat_name(seat, visitor.lang).to_owned(),
            },
            won: won(seat.seat),
            link: match seat.user {
                Some(_) => encoded(&seat.name),
                None => String::new(),
            },
            change: messages::change(seat).map_or_else(String::new, signed),
        };
        Past {
            game: game_title(app, &row.game.variant, visitor.lang),
            players: row.seats.iter().map(player).collect(),
            reason: reason(visitor.lang, row.reason.as_deref().unwrap_or_default()).to_owned(),
            day: row
                .ended
                .map(|ended| Date::at(ended).to_string())
                .unwrap_or_default(),
            room: row.game.id,
        }
    };
    rows.into_iter().map(one).collect()
}

#[derive(Template)]
#[template(path = "watch.html")]
struct Watch {
    f: Frame,
    past: Vec<Past>,
    pages: Pages,
    /// First message that the socket would send, as JSON.
    first: String,
}

/// Finished games on one page of a list.
const FINISHED: u32 = 30;

/// Query `?page=2`: number of the page of a list, from 1.
#[derive(Deserialize)]
pub struct Paged {
    #[serde(default)]
    page: u32,
}

impl Paged {
    /// Returns the number of the page, from 1.
    fn number(&self) -> u32 {
        self.page.clamp(1, 10_000)
    }

    /// Lists the finished games of this page. Returns them with the numbers of the pages before and after it.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn games(&self, app: &App, of: &GamesOf) -> store::Result<(Vec<GameRow>, Pages)> {
        let number = self.number();
        let skipped = (number - 1) * FINISHED;
        // One more game is requested to find out if there is another page.
        let mut rows = app
            .collection()
            .games()
            .list(of, skipped, FINISHED + 1)
            .await?;
        let more = rows.len() > FINISHED as usize;
        rows.truncate(FINISHED as usize);
        let pages = Pages {
            before: (number > 1).then(|| number - 1),
            after: more.then_some(number + 1),
        };
        Ok((rows, pages))
    }
}

/// Numbers of the pages of a list before and after the one that is shown, from 1.
pub struct Pages {
    /// Page with newer games; `None` if there is none.
    pub before: Option<u32>,
    /// Page with older games; `None` if there is none.
    pub after: Option<u32>,
}

/// Answers `GET /watch` with the page of running and finished games.
pub async fn watch(
    State(app): State<App>,
    visitor: Visitor,
    Query(asked): Query<Paged>,
) -> Response {
    match asked.games(&app, &GamesOf::State(GameState::Over)).await {
        Ok((rows, pages)) => page(&Watch {
            past: past(&app, &visitor, rows),
            pages,
            f: Frame::new(&visitor, "watch"),
            first: first_lists(&app).await,
        }),
        Err(error) => super::frame::failed_page(&visitor, &error),
    }
}
