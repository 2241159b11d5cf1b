//! Games as JSON and PGN: histories, downloads, lists, profiles, rankings.

use super::App;
use super::accounts::failed;
use super::errors::{refused, too_many};
use super::play::{messages, record};
use super::protocol::{GameLine, History, Ply, Text};
use super::view::{BoardView, Made, seats};
use super::visitor::Visitor;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base::say;
use games::chess::Position;
use games::chess::openings::Openings;
use games::pgn::read::Reading;
use games::pgn::{Pgn, date_tag, decoded};
use games::{AnyGame, Dropped, Game, Lang, Words};
use rooms::{Ending, Options, Room, game_of};
use serde::Deserialize;
use std::time::{Duration, UNIX_EPOCH};
use store::games::{GameRow, GameState, GamesOf};
use store::{Error, Result};

/// Number of entries on one page of a list.
const PER_PAGE: u32 = 50;

/// Maximum number of points of a rating's curve.
const CURVE: u32 = 500;

/// Maximum number of plies of a PGN game that is sent to be viewed.
const MAX_PLIES: usize = 1000;

/// Names of the pictures that a profile may have, which are drawings of the chess men.
pub const PICTURES: [&str; 12] = [
    "king-w", "queen-w", "rook-w", "bishop-w", "knight-w", "pawn-w", "king-b", "queen-b", "rook-b",
    "bishop-b", "knight-b", "pawn-b",
];

/// Returns the name of the picture that a profile has: the one chosen, or the usual one if none was chosen or there is
/// no such picture.
pub fn picture_named(chosen: Option<&str>) -> &'static str {
    let known = PICTURES.into_iter().find(|known| Some(*known) == chosen);
    known.unwrap_or("knight-w")
}

/// Returns the router of games, profiles and rankings.
pub fn router() -> Router<App> {
    Router::new()
        .route("/api/rooms/{id}/history", get(history))
        .route("/game/{id}/pgn", get(pgn))
        .route("/game/{id}/json", get(json))
        .route("/api/games", get(games))
        .route("/api/users/{name}", get(profile))
        .route("/api/users/{name}/games", get(games_of_user))
        .route("/api/users/{name}/curve/{game}", get(curve))
        .route("/api/ranking/{game}", get(ranking))
        .route("/api/profile/picture", post(picture))
        .route("/api/pgn", post(read_pgn))
}

/// Loads the current state of a game from the database, whichever process runs it. Returns its row, the room and the
/// number of events; `None` if there is no such game. Players who have deleted their accounts get the name for deleted
/// users in the language `lang`.
///
/// # Errors
/// The error of the database.
pub async fn room(app: &App, id: &str, lang: Lang) -> Result<Option<(GameRow, Room, u64)>> {
    let Some(row) = app.collection().games().get(id).await? else {
        return Ok(None);
    };
    let events = app.collection().games().events(id, 0).await?;
    let events = record::without_gone(&row, events, lang).map_err(Error::invalid)?;
    let (room, version) = record::room_of(&row, &events, app.registry()).map_err(Error::invalid)?;
    Ok(Some((row, room, version)))
}

/// Returns the moves of a room with the board after every ply. `row` has the facts about the players; `None` for a game
/// that is not stored.
pub fn history_of(room: &Room, row: Option<&GameRow>) -> History {
    let game = room.game();
    let mut here = AnyGame::new(game.line().start().clone());
    let mut board = BoardView::from(&here.board());
    let first = board.clone();
    let mut plies = Vec::with_capacity(game.plies());
    for (ply, m) in game.line().moves().iter().enumerate() {
        let (text, name) = {
            let position = here.position();
            (position.move_text(*m), position.move_name(*m))
        };
        if here.play_on(&text).is_err() {
            break;
        }
        let after = BoardView::from(&here.board());
        let points: Vec<i32> = (0..here.players()).filter_map(|s| here.points(s)).collect();
        plies.push(Ply {
            made: Made {
                seat: room.mover(ply).unwrap_or_default(),
                text,
                name,
                spent: room
                    .spent()
                    .get(ply)
                    .copied()
                    .flatten()
                    .map(|spent| u64::try_from(spent.as_millis()).unwrap_or(u64::MAX)),
            },
            changed: after.changed_since(&board),
            position: here.text(),
            points: (points.len() == here.players()).then_some(points),
        });
        board = after;
    }
    let rows = row.map(|row| row.seats.as_slice()).unwrap_or_default();
    History {
        game: game.variant().to_owned(),
        start: game.start_text(),
        board: first,
        plies,
        seats: seats(room, &messages::player_facts(rows, game.players())),
        dropped: Vec::new(),
        ending: room
            .verdict()
            .map(|_| web::view::sentence(|lang| room.ending_text(lang).unwrap_or_default())),
    }
}

async fn history(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    match room(&app, &id, visitor.lang).await {
        Ok(Some((row, room, _))) => Json(history_of(&room, Some(&row))).into_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Creates a response that browsers save as a file of this name; `kind` is its media type.
pub(crate) fn download(name: &str, kind: &'static str, body: String) -> Response {
    let headers: [(HeaderName, String); 2] = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
    ];
    (headers, body).into_response()
}

async fn pgn(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Response {
    match room(&app, &id, visitor.lang).await {
        Ok(Some((row, room, _))) => {
            let site = format!("{}/game/{id}", address(&app, &headers));
            let body = record(&row, &room, &site).to_string();
            download(&format!("{id}.pgn"), "application/x-chess-pgn", body)
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Returns the address of the site, without a trailing slash: the first configured origin, else that of the request's
/// `Host` header.
pub fn address(app: &App, headers: &HeaderMap) -> String {
    let config = app.config();
    let host = headers.get(header::HOST).and_then(|v| v.to_str().ok());
    let scheme = if config.secure { "https" } else { "http" };
    let asked = || format!("{scheme}://{}", host.unwrap_or_default());
    config.origins.first().cloned().unwrap_or_else(asked)
}

/// Converts a game to PGN, with the tags that the site can add: event, site, date, ratings, opening, termination.
/// `site` is the address of the game.
fn record(row: &GameRow, room: &Room, site: &str) -> Pgn {
    let game = room.game();
    let mut pgn = room.pgn();
    let begun = UNIX_EPOCH + Duration::from_millis(row.game.created);
    let event = if row.game.rated {
        "Rated game"
    } else {
        "Casual game"
    };
    for (name, value) in [("Event", event), ("Site", site), ("Date", &date_tag(begun))] {
        pgn.set(name, value);
    }
    for seat in &row.seats {
        if let Some(rating) = seat.rating {
            let name = format!("{}Elo", game.position().tag_name(seat.seat));
            pgn.tag(&name, &rating.round().to_string());
        }
    }
    if let Some(opening) = game
        .native::<Position>()
        .and_then(|line| Openings::usual().of(&line))
    {
        pgn.tag("ECO", &opening.eco);
        pgn.tag("Opening", opening.name.get(Lang::EN));
    }
    if room
        .verdict()
        .is_some_and(|verdict| verdict.ending == Ending::Rules)
    {
        pgn.tag("Termination", "normal");
    }
    pgn
}

/// Answers `GET /game/{id}/json`: the game in the format that `atalaya play --load` and `atalaya replay` read.
async fn json(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    match room(&app, &id, visitor.lang).await {
        Ok(Some((row, room, _))) => match room.to_json() {
            Ok(body) => download(&format!("{}.json", row.game.id), "application/json", body),
            Err(error) => failed(&Error::invalid(error), visitor.lang),
        },
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    #[serde(default)]
    page: u32,
    state: Option<String>,
    /// Language of the texts. It is accepted but not used here: [`crate::visitor::language`] reads it for all requests.
    #[serde(rename = "lang")]
    _lang: Option<String>,
}

impl Page {
    fn offset(&self) -> u32 {
        self.page.min(10_000) * PER_PAGE
    }
}

/// Returns entries of a list of games: at most `limit` of the games selected by `of`, after the first `offset`.
///
/// # Errors
/// The error of the database.
pub async fn lines(app: &App, of: &GamesOf, offset: u32, limit: u32) -> Result<Vec<GameLine>> {
    let games = app.collection().games().list(of, offset, limit).await?;
    Ok(games
        .iter()
        .map(|row| messages::game_line(row, app.players_of(row)))
        .collect())
}

fn listed(lines: Result<Vec<GameLine>>, visitor: &Visitor) -> Response {
    match lines {
        Ok(lines) => Json(serde_json::json!({ "games": lines })).into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Answers `GET /api/games?state=playing&page=0`; the state may also be `gathering` or `over`.
async fn games(State(app): State<App>, visitor: Visitor, Query(page): Query<Page>) -> Response {
    let asked = page.state.as_deref().unwrap_or("playing");
    let known = [GameState::Playing, GameState::Gathering, GameState::Over];
    let Some(state) = known.into_iter().find(|state| state.word() == asked) else {
        let text = say!(visitor.lang, "no-state", asked);
        return refused(StatusCode::BAD_REQUEST, "state", &text);
    };
    let lines = lines(&app, &GamesOf::State(state), page.offset(), PER_PAGE).await;
    listed(lines, &visitor)
}

async fn profile(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Response {
    let collection = app.collection();
    let found = async {
        let Some(user) = collection.accounts().by_name(&name).await? else {
            return Ok(None);
        };
        let ratings = collection.ratings().all_of(user.id).await?;
        let picture = collection.accounts().picture(user.id).await?;
        let ratings: Vec<_> = ratings
            .iter()
            .map(|(game, rating)| serde_json::json!({"game": game, "rating": rating}))
            .collect();
        Ok(Some(serde_json::json!({
            "name": user.name, "kind": user.kind, "created": user.created,
            "problems": {"rating": user.rating, "points": user.points, "games": user.games,
                         "wins": user.wins, "streak": user.streak},
            "ratings": ratings, "picture": picture,
        })))
    };
    match found.await {
        Ok(Some(profile)) => Json(profile).into_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn games_of_user(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(page): Query<Page>,
) -> Response {
    match app.collection().accounts().by_name(&name).await {
        Ok(Some(user)) => {
            let own = visitor.user.as_ref().map(|user| user.id) == Some(user.id);
            let of = if own {
                GamesOf::Own(user.id)
            } else {
                GamesOf::User(user.id)
            };
            listed(lines(&app, &of, page.offset(), PER_PAGE).await, &visitor)
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn curve(
    State(app): State<App>,
    visitor: Visitor,
    Path((name, game)): Path<(String, String)>,
) -> Response {
    let collection = app.collection();
    let found = async {
        let Some(user) = collection.accounts().by_name(&name).await? else {
            return Ok(None);
        };
        let points = collection.ratings().curve(user.id, &game, CURVE).await?;
        Result::Ok(Some(points))
    };
    match found.await {
        Ok(Some(points)) => Json(serde_json::json!({ "points": points })).into_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn ranking(
    State(app): State<App>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(page): Query<Page>,
) -> Response {
    if app.registry().find(&game).is_err() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let ranked = app
        .collection()
        .ratings()
        .ranking(&game, page.offset(), PER_PAGE);
    match ranked.await {
        Ok((users, total)) => {
            Json(serde_json::json!({ "users": users, "total": total })).into_response()
        }
        Err(error) => failed(&error, visitor.lang),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Picture {
    picture: String,
}

async fn picture(State(app): State<App>, visitor: Visitor, Json(given): Json<Picture>) -> Response {
    let Some(user) = &visitor.user else {
        let error = store::Refusal::NotLoggedIn.into();
        return failed(&error, visitor.lang);
    };
    if !PICTURES.contains(&given.picture.as_str()) {
        let (name, known) = (&given.picture, PICTURES.join(", "));
        let text = say!(visitor.lang, "no-picture", name, known);
        return refused(StatusCode::BAD_REQUEST, "picture", &text);
    }
    match app
        .collection()
        .accounts()
        .set_picture(user.id, &given.picture)
        .await
    {
        Ok(()) => Json(serde_json::json!({ "picture": given.picture })).into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PgnText {
    pgn: String,
}

/// Answers `POST /api/pgn`: the history of a PGN game, for viewing. The game is not stored.
async fn read_pgn(
    State(app): State<App>,
    visitor: Visitor,
    Json(given): Json<PgnText>,
) -> Response {
    if !app.limits().engine.allows(visitor.limit_key()) {
        return too_many(visitor.lang);
    }
    match game_of_pgn(&app, &given.pgn, &visitor) {
        Ok((room, dropped, ending)) => {
            let mut history = history_of(&room, None);
            history.dropped = Dropped::texts(&dropped, visitor.lang);
            history.ending = ending;
            Json(history).into_response()
        }
        Err(why) => refused(StatusCode::BAD_REQUEST, "pgn", &why),
    }
}

fn game_of_pgn(
    app: &App,
    text: &str,
    visitor: &Visitor,
) -> std::result::Result<(Room, Vec<Dropped>, Option<Text>), String> {
    let lang = visitor.lang;
    let text = decoded(text.as_bytes())
        .map_err(|byte| say!(lang, "pgn-byte", byte = format_args!("{byte:#04x}")))?;
    let reading = Reading {
        lang,
        ..Reading::default()
    };
    let mut records = reading.records(&text);
    let found = records.next().ok_or_else(|| say!(lang, "pgn-none"))?;
    let mut found = found.map_err(|error| error.to_string())?;
    // A text with several games is refused, since it is unknown which one is meant.
    match records.next() {
        None => {}
        Some(Err(error)) => return Err(error.to_string()),
        Some(Ok(other)) => {
            let line = other.place.line;
            return Err(say!(lang, "pgn-several", line));
        }
    }
    let plies = found.pgn.moves.len();
    if plies > MAX_PLIES {
        return Err(say!(lang, "pgn-long", plies, most = MAX_PLIES));
    }
    let read = game_of(&mut found, app.registry()).map_err(|error| error.to_string())?;
    let ((game, _), dropped) = read.split();
    let ending = recorded_ending(&game, &found.pgn);
    Ok((Room::new(game, Options::default()), dropped, ending))
}

/// Describes the end of a PGN game in a sentence: by the rules of the game, or by the result tag; `None` if the game
/// has not ended.
fn recorded_ending(game: &AnyGame, pgn: &Pgn) -> Option<Text> {
    if game.outcome().is_some() {
        return Some(web::view::sentence(|lang| {
            game.ending(lang).unwrap_or_default()
        }));
    }
    let result = Some(pgn.result.as_str()).filter(|result| !matches!(*result, "" | "*"))?;
    let why = pgn
        .value("Termination")
        .filter(|why| !matches!(*why, "" | "?" | "normal"));
    let why = why.map_or_else(String::new, |why| format!(" ({why})"));
    Some(web::view::sentence(|lang| {
        say!(lang, "pgn-result", result, why)
    }))
}
