//! Analysis of a finished game of chess, position by position, by the crate `analysis`.

use super::jobs;
use crate::accounts::failed;
use crate::errors::{refused, too_many};
use crate::play::record::room_of;
use crate::{App, Visitor};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use base::say;
use games::Line;
use games::chess::Position;
use serde::Deserialize;
use store::games::GameState;
use store::{Analysis, DatabaseError, Error, Kind, Work};

/// Returns the router of analyses.
pub fn router() -> Router<App> {
    Router::new().route("/api/analysis/{room}", get(show).post(begin))
}

async fn begin(State(app): State<App>, visitor: Visitor, Path(room): Path<String>) -> Response {
    match app
        .collection()
        .jobs()
        .get_site(Kind::Analysis, &room, usize::MAX)
        .await
    {
        Ok(Some(job)) if job.fault.is_empty() => {
            return Json(serde_json::json!({ "id": room })).into_response();
        }
        Ok(_) => {}
        Err(error) => return failed(&error, visitor.lang),
    }
    let line = match finished(&app, &room).await {
        Ok(line) => line,
        Err(error) => return failed(&error, visitor.lang),
    };
    let Some(line) = line else {
        let text = say!(visitor.lang, "no-finished-chess");
        return refused(StatusCode::NOT_FOUND, "no_such_game", text);
    };
    if !app.limits().engine.allows(visitor.limit_key()) {
        return too_many(visitor.lang);
    }
    let work = Work::Analysis(Analysis::of(&line));
    jobs::begin(&app, &visitor, &work, &room).await
}

/// Returns the moves of a finished game of chess; `None` if there is no such game, it is not over, or it is not chess.
pub(super) async fn finished(app: &App, room: &str) -> Result<Option<Line<Position>>, Error> {
    let Some(row) = app.collection().games().get(room).await? else {
        return Ok(None);
    };
    if row.state != GameState::Over || row.game.variant != "chess" {
        return Ok(None);
    }
    let events = app.collection().games().events(room, 0).await?;
    let (room, _) = room_of(&row, &events, app.registry()).map_err(DatabaseError::Damaged)?;
    Ok(room.game().native::<Position>())
}

/// Query `?from=12`: ply from which on evaluations are sent.
#[derive(Deserialize)]
struct AnalysisQuery {
    #[serde(default)]
    from: usize,
}

async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(room): Path<String>,
    Query(asked): Query<AnalysisQuery>,
) -> Response {
    let wanted = (Kind::Analysis, room.as_str(), asked.from);
    let tell = |job: &_| Some(jobs::listed(job, "evaluations"));
    jobs::show(&app, &visitor, wanted, tell).await
}
