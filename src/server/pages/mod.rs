//! The pages, and the JSON that their scripts ask for beside the socket.
//!
//! Templates (`src/server/templates`) are compiled in by askama, words come from `src/messages` by
//! fluent, scripts and styles are files below `src/server/assets`,
//! which stand in the pages (`server::bundle`), so that a page is there after one round trip.
//!
//! | file | what it does |
//! |---|---|
//! | `frame`, `texts` | what all pages have in common: header, words |
//! | `lobby` | the lobby, a game, games to watch |
//! | `board` | a game of several people at one screen, and the analysis board: both without a server |
//! | `people` | ranking, profiles, accounts |
//! | `problems` | lists of problems, a problem, the problem of the day |
//! | `solve` | attempts to solve one |
//! | `puzzles` | puzzles with a rating, own mistakes |
//! | `compose` | the composer: verified with progress and a tree, kept |
//! | `exchange` | problems as text for the composer: read, written, looked for in the collection |
//! | `contest` | M1 against M2 |
//! | `analysis` | analysis of a finished game by the engine |
//! | `moderation` | the administrators' page, reports, another password by a link, rules of chat |
//! | `share`, `embed` | what other sites show of a page: pictures, boards in a frame |
//! | `help` | a first game, and the rules of all games |
//! | `jobs` | work for engines, asked for and told |
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
mod lobby;
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

/// All pages.
pub fn router() -> Router<App> {
    Router::new()
        .route("/", get(lobby::lobby))
        .route("/game/{room}", get(lobby::game))
        .route("/board", get(board::board))
        .route("/analysis", get(board::analysis))
        .route("/sw.js", get(board::worker))
        .route("/watch", get(lobby::watch))
        .route("/api/rolit/start", get(lobby::rolit_start))
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
