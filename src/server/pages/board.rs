//! Pages that work without the server once they are loaded, since they contain the rules of the games: games of people
//! and machines at one screen, and the analysis board.

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

/// Returns the games whose rules pages contain, by name and title.
fn games(app: &App, visitor: &Visitor) -> Vec<(&'static str, &'static str)> {
    let entries = app.registry().entries().iter();
    let played = entries.filter(|entry| web::table::games().any(|name| name == entry.name()));
    played
        .map(|entry| (entry.name(), entry.title(visitor.lang)))
        .collect()
}

/// Answers `GET /board` with the page for a game of people and machines at one screen.
pub async fn board(State(app): State<App>, visitor: Visitor) -> Response {
    page(&BoardPage {
        f: Frame::new(&visitor, "play"),
        games: games(&app, &visitor),
    })
}

/// Answers `GET /analysis` with the analysis board, which has variations and comments.
pub async fn analysis(State(app): State<App>, visitor: Visitor) -> Response {
    page(&AnalysisPage {
        f: Frame::new(&visitor, "play"),
        games: games(&app, &visitor),
    })
}

/// Answers `GET /sw.js` with the service worker, which caches these pages for use without a connection. Its path is at
/// the top of the site, because a service worker controls only pages below its own path.
pub async fn worker() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, bundle::worker()).into_response()
}
