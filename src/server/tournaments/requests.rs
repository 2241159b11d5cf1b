//! JSON requests about tournaments, sent by the forms of the pages or by other programs.

use super::{Event, MOST_JOINED, MOST_MACHINES, MOST_OWN, MOST_PLAYERS};
use crate::accounts::{failed, log_in_first};
use crate::errors::{refused, too_many};
use crate::play::make::{GameRequest, machine_name, room_name};
use crate::protocol::Visibility;
use crate::{App, Visitor};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use base::clock::ClockRule;
use base::messages::Key;
use base::{key, say};
use players::Level;
use serde::Deserialize;
use std::collections::BTreeMap;
use store::tournaments::{Entrant, EventKind, EventState, Joined, Tournament};

/// Maximum length of the name of a tournament or class, in characters.
pub(crate) const MOST_LETTERS: usize = 60;

/// Refusal of a request: status, code, sentence.
type Refused = (StatusCode, &'static str, String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    name: String,
    kind: String,
    game: String,
    clock: String,
    rounds: String,
    minutes: String,
    first_move: String,
    /// Present if the box is ticked.
    rated: Option<String>,
    /// Number of half-point byes that a player may take; 0 if missing.
    byes: Option<String>,
    /// Present if the box is ticked.
    accelerated: Option<String>,
}

/// Request for a bye in the next round (`yes`), or its withdrawal (`no`).
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum Wanted {
    Yes,
    No,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bye {
    wanted: Wanted,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machines {
    level: String,
    count: String,
}

/// Checks a name for display. Returns it without surrounding spaces; `None` if it is empty, longer than
/// [`MOST_LETTERS`], or has control characters.
pub(crate) fn title_of(text: &str) -> Option<String> {
    let text = text.trim();
    let short = (1..=MOST_LETTERS).contains(&text.chars().count());
    (short && !text.contains(char::is_control)).then(|| text.to_owned())
}

fn bad(code: &'static str, text: String) -> Refused {
    (StatusCode::BAD_REQUEST, code, text)
}

fn rule(code: &'static str, key: Key, visitor: &Visitor) -> Response {
    refused(StatusCode::CONFLICT, code, key.text(visitor.lang))
}

fn unknown(visitor: &Visitor) -> Response {
    let text = say!(visitor.lang, "tournament-unknown");
    refused(StatusCode::NOT_FOUND, "no_such_tournament", text)
}

/// Answers `POST /api/tournaments`: creates a tournament.
pub async fn create(
    State(app): State<App>,
    visitor: Visitor,
    Json(given): Json<NewTournament>,
) -> Response {
    let Some(user) = visitor.user.as_ref().map(|user| user.id) else {
        return log_in_first(visitor.lang);
    };
    let new = match understood(&app, &visitor, given, user) {
        Ok(new) => new,
        Err((status, code, text)) => return refused(status, code, &text),
    };
    if !app.limits().rooms.allows(visitor.limit_key()) {
        return too_many(visitor.lang);
    }
    let made = async {
        let store = app.collection().tournaments();
        if store.count_open(user).await? >= MOST_OWN {
            return Ok(false);
        }
        store.create(&new).await?;
        if new.kind == EventKind::Exhibition {
            let host = entrant(&app, &visitor, &new.variant).await?;
            store.join(&new.id, &host, MOST_PLAYERS).await?;
        }
        store::Result::Ok(true)
    };
    match made.await {
        Ok(true) => {
            let go = format!("/tournaments/{}", new.id);
            Json(serde_json::json!({ "id": new.id, "go": go })).into_response()
        }
        Ok(false) => rule("too_many", key!("tournament-too-many"), &visitor),
        Err(error) => failed(&error, visitor.lang),
    }
}

fn understood(
    app: &App,
    visitor: &Visitor,
    given: NewTournament,
    host: i64,
) -> Result<Tournament, Refused> {
    let lang = visitor.lang;
    let name = title_of(&given.name).ok_or_else(|| {
        bad(
            "name",
            say!(lang, "tournament-bad-name", most = MOST_LETTERS),
        )
    })?;
    let kind = EventKind::ALL.into_iter().find(|k| k.word() == given.kind);
    let kind =
        kind.ok_or_else(|| bad("kind", say!(lang, "tournament-bad-kind", kind = given.kind)))?;
    let number = |text: &str, low: u32, high: u32, code: &'static str, name: &str| {
        let found = text.trim().parse().ok();
        found.filter(|n| (low..=high).contains(n)).ok_or_else(|| {
            bad(
                code,
                say!(lang, "tournament-bad-number", name, low, high, text),
            )
        })
    };
    let label = |key: Key| key.text(lang);
    let tournament = Tournament {
        id: room_name(),
        kind,
        name,
        clock: given.clock.trim().to_owned(),
        rated: given.rated.is_some() && kind != EventKind::Exhibition,
        host: Some(host),
        rounds: number(
            &given.rounds,
            1,
            20,
            "rounds",
            label(key!("tournament-rounds")),
        )?,
        byes: number(
            given.byes.as_deref().unwrap_or("0"),
            0,
            20,
            "byes",
            label(key!("tournament-byes")),
        )?,
        accelerated: given.accelerated.is_some() && kind == EventKind::Swiss,
        minutes: number(
            &given.minutes,
            1,
            240,
            "minutes",
            label(key!("tournament-minutes")),
        )?,
        first_move: number(
            &given.first_move,
            5,
            600,
            "first_move",
            label(key!("tournament-first-move")),
        )?,
        state: EventState::Open,
        round: 0,
        created: app.collection().now(),
        began: None,
        ends: None,
        next: None,
        ended: None,
        variant: given.game,
    };
    let wish = GameRequest {
        game: tournament.variant.clone(),
        settings: BTreeMap::new(),
        start: None,
        clock: tournament.clock.clone(),
        rated: false,
        visibility: Visibility::Open,
    };
    let meant = wish.resolve(app, lang).map_err(|why| bad("game", why))?;
    let clock: Option<ClockRule> = meant.clock_text().parse().ok();
    // A round or an arena ends in time only if its games have a clock in real time.
    let ends =
        clock.is_some_and(|clock| clock != ClockRule::Unlimited && !clock.is_correspondence());
    if !ends && kind != EventKind::Exhibition {
        return Err(bad("clock", say!(lang, "tournament-bad-clock").to_owned()));
    }
    Ok(tournament)
}

/// Converts a visitor to a player of a tournament, with the rating at its game.
async fn entrant(app: &App, visitor: &Visitor, game: &str) -> store::Result<Entrant> {
    let user = visitor.user.as_ref().map(|user| user.id);
    let rating = match user {
        Some(user) => Some(
            app.collection()
                .ratings()
                .of(user, game)
                .await?
                .rating
                .rating,
        ),
        None => None,
    };
    let who = visitor.who.as_ref();
    Ok(Entrant {
        place: 0,
        who: who.map(|who| who.key.to_string()),
        name: who.map(|who| who.name.clone()).unwrap_or_default(),
        level: None,
        user,
        rating,
        is_in: true,
        bye: None,
    })
}

fn joined(visitor: &Visitor, result: store::Result<Joined>) -> Response {
    match result {
        Ok(Joined::Yes) => Json(serde_json::json!({ "done": true })).into_response(),
        Ok(Joined::Closed) => rule("closed", key!("tournament-closed"), visitor),
        Ok(Joined::Full) => {
            let text = say!(visitor.lang, "tournament-full", most = MOST_PLAYERS);
            refused(StatusCode::CONFLICT, "full", &text)
        }
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Answers `POST /api/tournaments/{id}/join`: adds the visitor as a player.
pub async fn join(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    let Some(who) = visitor.who.as_ref().map(|who| who.key.to_string()) else {
        return log_in_first(visitor.lang);
    };
    if !app.limits().rooms.allows(visitor.limit_key()) {
        return too_many(visitor.lang);
    }
    let store = app.collection().tournaments();
    let tournament = match store.get(&id).await {
        Ok(Some(tournament)) => tournament,
        Ok(None) => return unknown(&visitor),
        Err(error) => return failed(&error, visitor.lang),
    };
    if tournament.rated && visitor.user.is_none() {
        return rule("account", key!("tournament-account"), &visitor);
    }
    match store.count_joined(&who).await {
        Ok(count) if count < MOST_JOINED => {}
        Ok(_) => {
            return rule(
                "too_many_joined",
                key!("tournament-too-many-joined"),
                &visitor,
            );
        }
        Err(error) => return failed(&error, visitor.lang),
    }
    let result = async {
        let new = entrant(&app, &visitor, &tournament.variant).await?;
        store.join(&id, &new, MOST_PLAYERS).await
    };
    joined(&visitor, result.await)
}

/// Answers `POST /api/tournaments/{id}/withdraw`: the visitor gets no further pairings.
pub async fn withdraw(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Response {
    let mut done = false;
    for key in visitor.keys() {
        match app.collection().tournaments().withdraw(&id, &key).await {
            Ok(one) => done |= one,
            Err(error) => return failed(&error, visitor.lang),
        }
    }
    if done {
        Json(serde_json::json!({ "done": true })).into_response()
    } else {
        rule("not_in", key!("tournament-not-in"), &visitor)
    }
}

/// Answers `POST /api/tournaments/{id}/bye`: requests a half-point bye in the next round, or withdraws the request.
pub async fn bye(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Json(given): Json<Bye>,
) -> Response {
    let store = app.collection().tournaments();
    let mut done = false;
    for key in visitor.keys() {
        let one = match given.wanted {
            Wanted::Yes => store.ask_bye(&id, &key).await,
            Wanted::No => store.drop_bye(&id, &key).await,
        };
        match one {
            Ok(one) => done |= one,
            Err(error) => return failed(&error, visitor.lang),
        }
    }
    if done {
        Json(serde_json::json!({ "done": true })).into_response()
    } else {
        rule("no_bye", key!("tournament-no-bye"), &visitor)
    }
}

/// Loads a tournament that the visitor has created and that has not started.
///
/// # Errors
/// The response to send: there is no such tournament, it is another user's or has started, or the database has failed.
async fn own(app: &App, visitor: &Visitor, id: &str) -> Result<Event, Response> {
    let event = match Event::load(app, id).await {
        Ok(Some(event)) => event,
        Ok(None) => return Err(unknown(visitor)),
        Err(error) => return Err(failed(&error, visitor.lang)),
    };
    let user = visitor.user.as_ref().map(|user| user.id);
    if user.is_none() || event.tournament.host != user {
        return Err(rule("not_host", key!("tournament-not-host"), visitor));
    }
    if event.tournament.state != EventState::Open {
        return Err(rule("closed", key!("tournament-closed"), visitor));
    }
    Ok(event)
}

/// Answers `POST /api/tournaments/{id}/machines`: adds a number of machines of one level.
pub async fn machines(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Json(given): Json<Machines>,
) -> Response {
    let event = match own(&app, &visitor, &id).await {
        Ok(event) => event,
        Err(response) => return response,
    };
    let Ok(level) = given.level.parse::<Level>() else {
        let text = say!(visitor.lang, "tournament-bad-level", level = given.level);
        return refused(StatusCode::BAD_REQUEST, "level", &text);
    };
    let there = event
        .players
        .iter()
        .filter(|player| player.level.is_some())
        .count();
    let count = given.count.trim().parse().ok();
    let Some(count) = count.filter(|count| *count > 0 && there + count <= MOST_MACHINES) else {
        let text = say!(
            visitor.lang,
            "tournament-machines-most",
            most = MOST_MACHINES
        );
        return refused(StatusCode::BAD_REQUEST, "count", &text);
    };
    let entry = app.registry().find(&event.tournament.variant).ok();
    let elo = entry.and_then(|entry| entry.elo(level)).map(f64::from);
    for number in there + 1..=there + count {
        let new = Entrant {
            place: 0,
            who: None,
            name: format!("{} #{number}", machine_name(level)),
            level: Some(level.to_string()),
            user: None,
            rating: elo,
            is_in: true,
            bye: None,
        };
        let result = app
            .collection()
            .tournaments()
            .join(&id, &new, MOST_PLAYERS)
            .await;
        if !matches!(result, Ok(Joined::Yes)) {
            return joined(&visitor, result);
        }
    }
    Json(serde_json::json!({ "done": true })).into_response()
}

/// Rating that players without one are sorted by.
const UNRATED: f64 = 1500.0;

/// Answers `POST /api/tournaments/{id}/start`: starts the tournament.
pub async fn start(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    let event = match own(&app, &visitor, &id).await {
        Ok(event) => event,
        Err(response) => return response,
    };
    let tournament = &event.tournament;
    let mut players: Vec<Entrant> = event.players.clone();
    players.retain(|player| player.is_in);
    let exhibition = tournament.kind == EventKind::Exhibition;
    let hosts = tournament.host.map(|host| format!("u{host}"));
    if exhibition && players.iter().all(|player| player.who != hosts) {
        return rule("few", key!("tournament-host-out"), &visitor);
    }
    if players.len() < 2 {
        return rule("few", key!("tournament-few"), &visitor);
    }
    // The host of an exhibition comes first, regardless of the ratings.
    players.sort_by(|a, b| {
        let first = |player: &Entrant| exhibition && player.who == hosts;
        let rating = |player: &Entrant| player.rating.unwrap_or(UNRATED);
        first(b)
            .cmp(&first(a))
            .then(rating(b).total_cmp(&rating(a)))
    });
    let now = app.collection().now();
    let ends = (tournament.kind == EventKind::Arena)
        .then(|| now.saturating_add(i64::from(tournament.minutes) * 60_000));
    let started = app
        .collection()
        .tournaments()
        .start(&id, &players, now, ends);
    match started.await {
        Ok(true) => Json(serde_json::json!({ "done": true })).into_response(),
        Ok(false) => rule("closed", key!("tournament-closed"), &visitor),
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Answers `GET /api/tournaments/{id}` with the standings and pairings.
pub async fn show(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    let event = match Event::load(&app, &id).await {
        Ok(Some(event)) => event,
        Ok(None) => return unknown(&visitor),
        Err(error) => return failed(&error, visitor.lang),
    };
    let name = |place: usize| event.players.get(place).map(|player| player.name.clone());
    let lines = event.lines();
    let line = |line: &rooms::tournament::Line| {
        let player = &event.players[line.player];
        serde_json::json!({
            "place": line.player, "name": player.name, "machine": player.level.is_some(), "in": player.is_in,
            "points": line.points, "buchholz": line.buchholz, "sonneborn_berger": line.sonneborn,
            "wins": line.wins, "games": line.games,
        })
    };
    let board = |board: &store::tournaments::Board| {
        serde_json::json!({
            "round": board.round, "board": board.board, "white": board.white, "black": board.black,
            "names": [name(board.white), board.black.and_then(name)], "room": board.game,
            "result": board.outcome.map(rooms::tournament::Outcome::word),
        })
    };
    let tournament = &event.tournament;
    Json(serde_json::json!({
        "id": tournament.id, "name": tournament.name, "kind": tournament.kind.word(),
        "game": tournament.variant, "clock": tournament.clock, "state": tournament.state.word(),
        "round": tournament.round, "rounds": tournament.rounds, "ends": tournament.ends,
        "standings": lines.iter().map(line).collect::<Vec<_>>(),
        "pairings": event.boards.iter().map(board).collect::<Vec<_>>(),
    }))
    .into_response()
}
