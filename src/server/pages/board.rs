//! Pages that need no server once they are there, for they know the rules: games of several people at one screen, and the
//! analysis board.

use super::frame::{Frame, page};
use crate::{App, Visitor, bundle};
use askama::Template;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

#[derive(Template)]
#[template(path = "board.html")]
struct BoardPage {
    f: Frame,
    /// The games: name and title.
    games: Vec<(&'static str, &'static str)>,
}

#[derive(Template)]
#[template(path = "analysis.html")]
struct AnalysisPage {
    f: Frame,
    /// The games: name and title.
    games: Vec<(&'static str, &'static str)>,
}

/// The games that a page can play, by name and title.
fn games(app: &App, visitor: &Visitor) -> Vec<(&'static str, &'static str)> {
    let entries = app.registry().entries().iter();
    let played = entries.filter(|entry| web::table::games().any(|name| name == entry.name()));
    played
        .map(|entry| (entry.name(), entry.title(visitor.lang)))
        .collect()
}

/// `GET /board`: a game for several people at one screen.
pub async fn board(State(app): State<App>, visitor: Visitor) -> Response {
    page(&BoardPage {
        f: Frame::new(&visitor, "play"),
        games: games(&app, &visitor),
    })
}

/// `GET /analysis`: a board with variations and comments.
pub async fn analysis(State(app): State<App>, visitor: Visitor) -> Response {
    page(&AnalysisPage {
        f: Frame::new(&visitor, "play"),
        games: games(&app, &visitor),
    })
}

/// `GET /sw.js`: the service worker that keeps these pages for when there is no line. It must lie at the top of the site,
/// for it is asked only for pages below its own place.
pub async fn worker() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, bundle::worker()).into_response()
}
