//! Boards that pages of other sites show in a frame: a game, a problem, or a position. They do not identify the visitor
//! and set no cookies; no other pages of the site may be framed. The board of a running game follows it, over a
//! WebSocket of a visitor without a name.

use super::frame::{Frame, framed_page};
use super::lobby::embedded;
use super::problems::{name, task};
use super::share::{state_of_game, title_of_game};
use crate::play::record::settings_of;
use crate::{App, Visitor, games};
use ::games::Settings;
use askama::Template;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use base::say;
use serde::Deserialize;
use serde_json::{Value, json};
use store::games::GameState;

/// Returns the router of embedded boards.
pub fn router() -> Router<App> {
    Router::new()
        .route("/embed/game/{id}", get(game))
        .route("/embed/problem/{id}", get(problem))
        .route("/embed/position", get(position))
}

#[derive(Template)]
#[template(path = "embed.html")]
struct Embed {
    f: Frame,
    title: String,
    /// Path of the site's page on the game, problem or position.
    link: String,
    /// Sentence below the board: state of the game, task of the problem, or error.
    about: String,
    /// Game as JSON: start and moves; empty for an error.
    told: String,
    /// Room and version of a running game; `None` for a board that does not change.
    live: Option<(String, u64)>,
}

/// Creates the data of the page with a board; `setup` is the game as JSON.
fn board(f: Frame, setup: &Value, title: String, link: String, about: String) -> Embed {
    Embed {
        told: embedded(&setup.to_string()),
        f,
        title,
        link,
        about,
        live: None,
    }
}

/// Creates the response with an error sentence instead of a board.
fn refusal(f: Frame, status: StatusCode, about: String) -> Response {
    let shown = Embed {
        title: say!(f.lang, "site").to_owned(),
        link: "/".to_owned(),
        told: String::new(),
        about,
        live: None,
        f,
    };
    framed_page(status, &shown)
}

/// Creates the response for an error of the store.
fn failure(f: Frame, error: &store::Error) -> Response {
    let status = match error {
        store::Error::Refused(_) => StatusCode::NOT_FOUND,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    };
    let about = match error {
        store::Error::Database(error) => {
            tracing::error!("{error}");
            say!(f.lang, "database-fault").to_owned()
        }
        other => other.text(f.lang),
    };
    refusal(f, status, about)
}

async fn game(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    let f = Frame::new(&visitor, "");
    let (row, room, version) = match games::room(&app, &id, f.lang).await {
        Ok(Some(found)) => found,
        Ok(None) => {
            let about = say!(f.lang, "error-no-game").to_owned();
            return refusal(f, StatusCode::NOT_FOUND, about);
        }
        Err(error) => return failure(f, &error),
    };
    let line = room.game();
    let setup = json!({
        "game": row.game.variant, "settings": settings_of(&row.game.settings).unwrap_or_default(),
        "start": line.start_text(), "moves": line.moves(),
    });
    let goes_on = matches!(row.state, GameState::Gathering | GameState::Playing);
    let live = goes_on.then(|| (id.clone(), version));
    let (title, about) = (
        title_of_game(&f, &row, &room),
        state_of_game(&f, &row, &room),
    );
    let shown = Embed {
        live,
        ..board(f, &setup, title, format!("/game/{id}"), about)
    };
    framed_page(StatusCode::OK, &shown)
}

async fn problem(State(app): State<App>, visitor: Visitor, Path(id): Path<i64>) -> Response {
    let f = Frame::new(&visitor, "");
    match app.collection().problems().get(id).await {
        Ok(problem) => {
            let draft = &problem.draft;
            if draft.position().is_err() || !draft.terms.pieces.is_empty() {
                // The embedded board can only show direct mates.
                let refusal = problems::Refusal::NotDirect(draft.stipulation_text());
                return failure(f, &store::Refusal::Problem(refusal).into());
            }
            let setup = json!({"game": "chess", "start": problem.draft.fen, "moves": []});
            let title = [say!(f.lang, "problem-title", id), name(&problem)];
            let title = title.into_iter().filter(|part| !part.is_empty());
            let title = title.collect::<Vec<_>>().join(" · ");
            let about = task(&problem, &f);
            let shown = board(f, &setup, title, format!("/problems/{id}"), about);
            framed_page(StatusCode::OK, &shown)
        }
        Err(error) => failure(f, &error),
    }
}

/// Query of `GET /embed/position`: a position in the text form of its game, and the game.
#[derive(Deserialize)]
struct Position {
    #[serde(default)]
    fen: String,
    #[serde(default)]
    variant: String,
}

async fn position(
    State(app): State<App>,
    visitor: Visitor,
    Query(asked): Query<Position>,
) -> Response {
    let f = Frame::new(&visitor, "");
    let variant = match asked.variant.as_str() {
        "" => "chess",
        variant => variant,
    };
    let entry = match app.registry().find(variant) {
        Ok(entry) => entry,
        Err(error) => return refusal(f, StatusCode::NOT_FOUND, error.to_string()),
    };
    let fen = Some(asked.fen.as_str()).filter(|fen| !fen.is_empty());
    let begun = entry.begin(&Settings::default(), fen);
    let begun = begun.map_err(|error| error.text_naming(f.lang, str::to_owned));
    // If a part of the position would be left out, it is refused, since the board would be misleading.
    let begun = begun.and_then(|begun| begun.all().map_err(|part| part.refusal(f.lang)));
    match begun {
        Ok(begun) => {
            let start = begun.start_text();
            let setup = json!({"game": entry.name(), "start": start, "moves": []});
            let query = super::problems::encoded(&start);
            let link = format!("/analysis?fen={query}&variant={}", entry.name());
            let title = entry.title(visitor.lang).to_owned();
            framed_page(StatusCode::OK, &board(f, &setup, title, link, start))
        }
        Err(about) => refusal(f, StatusCode::BAD_REQUEST, about),
    }
}
