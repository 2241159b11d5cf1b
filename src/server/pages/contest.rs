//! Contest of the solving engines M1 and M2 over k problems: each problem is played twice, so that each engine attacks
//! and defends. The page's table fills while they play, and every game counts for the ranking, like one from the
//! command line.

use super::frame::{Frame, page};
use super::jobs;
use crate::accounts::failed;
use crate::errors::{refused, too_many};
use crate::{App, Visitor};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use base::chance::unguessable;
use base::say;
use problems::Filter;
use rand::RngExt;
use serde::Deserialize;
use store::{Contest, Error, Kind, Work};

/// Maximum number of problems of a contest started by a page; `atalaya match --store` has no limit.
const MOST: usize = 50;

/// Returns the router of contests.
pub fn router() -> Router<App> {
    Router::new()
        .route("/contest", get(contest))
        .route("/api/contest", post(begin))
        .route("/api/contest/{id}", get(show))
}

#[derive(Template)]
#[template(path = "contest.html")]
struct ContestPage {
    f: Frame,
}

async fn contest(visitor: Visitor) -> Response {
    page(&ContestPage {
        f: Frame::new(&visitor, "problems"),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ContestRequest {
    problems: usize,
    moves: String,
}

async fn begin(
    State(app): State<App>,
    visitor: Visitor,
    Json(asked): Json<ContestRequest>,
) -> Response {
    if !(1..=MOST).contains(&asked.problems) {
        let text = say!(
            visitor.lang,
            "problems-most",
            problems = asked.problems,
            most = MOST
        );
        return refused(StatusCode::BAD_REQUEST, "problems", &text);
    }
    let mut filter = Filter {
        all: true,
        ..Filter::default()
    };
    if !asked.moves.is_empty() && filter.set("moves", &asked.moves).is_err() {
        let text = say!(visitor.lang, "problems-bad-moves", value = asked.moves);
        return refused(StatusCode::BAD_REQUEST, "moves", &text);
    }
    if !app.limits().engine.allows(visitor.limit_key()) {
        return too_many(visitor.lang);
    }
    let name = unguessable();
    match drawn(&app, filter, asked.problems, &name).await {
        Ok(contest) => jobs::begin(&app, &visitor, &Work::Contest(contest), &name).await,
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn drawn(app: &App, filter: Filter, problems: usize, name: &str) -> Result<Contest, Error> {
    let seed = rand::rng().random();
    let drawn = app
        .collection()
        .plays()
        .draw_challenges(None, &filter, problems, seed);
    work::contest(app.collection(), format!("site {name}"), drawn.await?).await
}

/// Answers `GET /api/contest/{id}` with the state of a contest, for any visitor who knows its name.
async fn show(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Response {
    let tell = |job: &_| Some(jobs::listed(job, "games"));
    jobs::show(&app, &visitor, (Kind::Contest, &name, 0), tell).await
}
