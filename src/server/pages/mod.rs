//! HTML pages, and the JSON that their scripts request by HTTP.
//!
//! Templates (`src/server/templates`) are compiled in by askama, texts come from `src/messages` by fluent. Scripts and
//! styles are files below `src/server/assets`, which are inlined in the pages (`server::bundle`), so that a page is
//! complete after one round trip.
//!
//! | file | what it does |
//! |---|---|
//! | `frame`, `texts` | common parts of all pages: header, texts for scripts |
//! | `lobby` | the lobby, a game, games to watch |
//! | `board` | a game of several people at one screen, and the analysis board: both work without the server |
//! | `people` | ranking, profiles, accounts |
//! | `problems` | lists of problems, a problem, the problem of the day |
//! | `solve` | attempts to solve a problem |
//! | `puzzles` | puzzles with a rating, and puzzles from the visitor's own mistakes |
//! | `compose` | the composer of problems: verification with progress and a solution tree, saving |
//! | `exchange` | problems as text for the composer: import, export, search for equal ones in the collection |
//! | `contest` | contest of the solving engines M1 and M2 |
//! | `analysis` | analysis of a finished game by the engine |
//! | `moderation` | the administrators' page, reports, password resets by a link, rules of chat |
//! | `share`, `embed` | previews and boards of this site for other sites: pictures, boards in a frame |
//! | `help` | a first game, and the rules of all games |
//! | `jobs` | jobs for engines: request and state |
//! | `colors` | tests of the colours |
//! | `engine_threads` | engine threads of this process, shared by pages, machines and jobs |

mod analysis;
mod board;
#[cfg(test)]
mod colors;
mod compose;
mod contest;
mod embed;
mod engine_threads;
mod exchange;
pub mod frame;
mod help;
mod jobs;
pub(crate) mod lobby;
mod moderation;
mod people;
pub(crate) mod problems;
mod puzzles;
mod share;
mod solve;
mod texts;

pub use engine_threads::EngineThreads;
pub use frame::error_page;

use super::App;
use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;

/// Returns the router of all pages and of their JSON requests.
pub fn router() -> Router<App> {
    Router::new()
        .route("/", get(lobby::lobby))
        .route("/game/{room}", get(lobby::game))
        .route("/board", get(board::board))
        .route("/analysis", get(board::analysis))
        .route("/sw.js", get(board::worker))
        .route("/watch", get(lobby::watch))
        .route("/help", get(help::help))
        .route("/help/{game}", get(help::rules))
        .route("/ranking", get(people::ranking))
        .route("/user/{name}", get(people::user))
        .route("/account", get(people::account))
        .merge(problems::router())
        .merge(solve::router())
        .merge(puzzles::router())
        .merge(moderation::router())
        .merge(compose::router())
        .merge(exchange::router())
        .merge(contest::router())
        .merge(analysis::router())
        .merge(share::router())
        .merge(embed::router())
        .fallback(async || StatusCode::NOT_FOUND)
}
