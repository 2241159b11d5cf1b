//! Games of several people at one screen: the page knows the rules, so that it needs no server once it is there.

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

/// `GET /board`: a game for several people at one screen.
pub async fn board(State(app): State<App>, visitor: Visitor) -> Response {
    let entries = app.registry().entries().iter();
    let played = entries.filter(|entry| web::table::games().any(|name| name == entry.name()));
    page(&BoardPage {
        f: Frame::new(&visitor, "play"),
        games: played
            .map(|entry| (entry.name(), entry.title(visitor.lang)))
            .collect(),
    })
}

/// `GET /sw.js`: the service worker that keeps the page for when there is no line. It must lie at the top of the site,
/// for it is asked only for pages below its own place.
pub async fn worker() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, bundle::worker()).into_response()
}
