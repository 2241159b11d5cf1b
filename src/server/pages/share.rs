//! Previews of pages on other sites, by Open Graph: a title, a description, and a picture. Also animated pictures of
//! games.

use super::frame::Frame;
use super::lobby::machine;
use crate::accounts::failed;
use crate::play::messages::seat_name;
use crate::{App, Visitor, games};
use ::games::{png, svg};
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base::say;
use base::text::escaped_xml;
use rooms::{Phase, Room};
use serde::Deserialize;
use store::games::{GameRow, GameState};

/// Width of a picture, in pixels.
const WIDTH: u32 = 720;

/// Time for which each position of an animated game is shown, in seconds.
const SECONDS: f64 = 1.5;

/// Returns the routes of pictures and animations.
pub fn router() -> Router<App> {
    Router::new()
        .route("/game/{id}/position.png", get(game_picture))
        .route("/game/{id}/animation.svg", get(animation))
        .route("/problems/{id}/position.png", get(problem_picture))
        .route("/user/{name}/picture.png", get(user_picture))
}

/// Description of a page for other sites that show a link to it.
pub struct Share {
    /// Kind of the page, in the words of Open Graph: `article`, `profile`.
    pub kind: &'static str,
    /// Title of the page.
    pub title: String,
    /// Description of the page in one or two sentences.
    pub description: String,
    /// Absolute address of the page.
    pub url: String,
    /// Absolute address of the picture.
    pub image: String,
    /// Text alternative of the picture.
    pub alt: String,
    /// Absolute address of the board that other sites may show in a frame; empty if there is none.
    pub board: String,
    /// True for a finished game with at least one move; false for other games and other pages.
    pub moves: bool,
}

impl Share {
    /// Width of the picture, in pixels.
    pub fn width(&self) -> u32 {
        WIDTH
    }

    /// Returns the HTML of a frame with the board, to be copied into a page of another site.
    pub fn frame(&self) -> String {
        let (board, title) = (escaped_xml(&self.board), escaped_xml(&self.title));
        format!("<iframe src=\"{board}\" title=\"{title}\" width=\"480\" height=\"620\"></iframe>")
    }

    /// Returns the description of a game's page.
    pub fn of_game(app: &App, headers: &HeaderMap, f: &Frame, row: &GameRow, room: &Room) -> Share {
        let (site, id) = (games::address(app, headers), &row.game.id);
        let title = title_of_game(f, row, room);
        let url = format!("{site}/game/{id}");
        Share {
            kind: "article",
            description: state_of_game(f, row, room),
            image: format!("{url}/position.png"),
            alt: say!(f.lang, "share-alt-game", title = &title),
            board: format!("{site}/embed/game/{id}"),
            moves: row.state == GameState::Over && room.game().plies() > 0,
            title,
            url,
        }
    }

    /// Returns the description of the page of a problem; `task` is its stipulation in words.
    pub fn of_problem(
        (app, headers): (&App, &HeaderMap),
        f: &Frame,
        id: i64,
        name: &str,
        task: &str,
    ) -> Share {
        let site = games::address(app, headers);
        let url = format!("{site}/problems/{id}");
        let title = say!(f.lang, "problem-title", id);
        Share {
            kind: "article",
            title: match name {
                "" => title,
                name => format!("{title} · {name}"),
            },
            description: task.to_owned(),
            image: format!("{url}/position.png"),
            alt: say!(f.lang, "problems-diagram", id),
            board: format!("{site}/embed/problem/{id}"),
            url,
            moves: false,
        }
    }

    /// Returns the description of a user's page; `link` is the user's name as encoded in an address.
    pub fn of_user(
        (app, headers): (&App, &HeaderMap),
        f: &Frame,
        name: &str,
        link: &str,
        description: String,
    ) -> Share {
        let url = format!("{}/user/{link}", games::address(app, headers));
        Share {
            kind: "profile",
            title: name.to_owned(),
            description,
            image: format!("{url}/picture.png"),
            alt: say!(f.lang, "user-picture").to_owned(),
            board: String::new(),
            moves: false,
            url,
        }
    }
}

/// Returns the players' names by seat, machines by their levels.
pub fn players(f: &Frame, row: &GameRow, seats: usize) -> Vec<String> {
    let of = |seat: usize| {
        let row = row.seats.iter().find(|row| row.seat == seat);
        row.map_or_else(
            || "…".to_owned(),
            |row| match &row.level {
                Some(level) => machine(f.lang, level),
                None => seat_name(row, f.lang).to_owned(),
            },
        )
    };
    (0..seats).map(of).collect()
}

/// Returns the title of a game's page: the names of the players and of the game, `Ann – Bob · Chess`.
pub fn title_of_game(f: &Frame, row: &GameRow, room: &Room) -> String {
    let game = room.game();
    let names = players(f, row, game.players()).join(" – ");
    format!("{names} · {}", game.title(f.lang))
}

/// Returns the state of a game in a sentence.
pub fn state_of_game(f: &Frame, row: &GameRow, room: &Room) -> String {
    let ending = room.ending_text(f.lang);
    ending.unwrap_or_else(|| match row.state {
        GameState::Gathering => say!(f.lang, "share-gathering").to_owned(),
        _ => say!(f.lang, "share-playing", moves = room.game().plies()),
    })
}

/// Query with the number of plies after which a game is shown; `None` for its end.
#[derive(Deserialize)]
struct Ply {
    ply: Option<usize>,
}

async fn game_picture(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(Ply { ply }): Query<Ply>,
) -> Response {
    match games::room(&app, &id, visitor.lang).await {
        Ok(Some((_, room, _))) => {
            let game = room.game();
            let shown = ply.map(|ply| game.at_ply(ply.min(game.plies())));
            let board = shown.as_ref().unwrap_or(game).board();
            // The picture of a running game changes soon.
            let lasts = matches!(room.phase(), Phase::Over(_));
            picture(svg::diagram(&board, false, visitor.lang), lasts).await
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn animation(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    match games::room(&app, &id, visitor.lang).await {
        Ok(Some((row, room, _))) => {
            let f = Frame::new(&visitor, "");
            let names = players(&f, &row, room.game().players());
            let side = |seat: usize| names.get(seat).cloned().unwrap_or_default();
            let drawn = rooms::animation(&room, side, false, visitor.lang, SECONDS);
            ([(header::CONTENT_TYPE, "image/svg+xml")], drawn).into_response()
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn problem_picture(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<i64>,
) -> Response {
    match app.collection().problems().get(id).await {
        Ok(problem) => match problem.draft.board() {
            Ok(board) => picture(svg::diagram(&board, false, visitor.lang), true).await,
            Err(_) => StatusCode::NOT_FOUND.into_response(),
        },
        Err(store::Error::Refused(_)) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn user_picture(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Response {
    let accounts = app.collection().accounts();
    let word = match accounts.by_name(&name).await {
        Ok(Some(user)) => accounts.picture(user.id).await,
        Ok(None) => return StatusCode::NOT_FOUND.into_response(),
        Err(error) => Err(error),
    };
    match word {
        Ok(word) => {
            let (kind, side) = super::people::picture(word.as_deref());
            let drawn = svg::portrait(kind, side == "w").unwrap_or_default();
            picture(drawn, false).await
        }
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Draws an SVG as a PNG [`WIDTH`] pixels wide, and returns it as an answer that other sites may show and keep for a
/// minute, or for a day if it `lasts`.
async fn picture(drawn: String, lasts: bool) -> Response {
    let made = tokio::task::spawn_blocking(move || {
        let width = drawn
            .split_once("width=\"")
            .and_then(|(_, rest)| rest.split('"').next()?.parse().ok());
        png::of_svg(&drawn, WIDTH as f32 / width.unwrap_or(1.0))
    });
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (
            header::CACHE_CONTROL,
            if lasts {
                "public, max-age=86400"
            } else {
                "public, max-age=60"
            },
        ),
        (
            header::HeaderName::from_static("cross-origin-resource-policy"),
            "cross-origin",
        ),
    ];
    match made.await {
        Ok(Ok(bytes)) => (headers, bytes).into_response(),
        Ok(Err(error)) => {
            tracing::error!("a picture cannot be drawn: {error}");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
        Err(error) => {
            tracing::error!("a picture cannot be drawn: {error}");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
