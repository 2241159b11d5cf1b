//! Analysis of a finished game of chess, position by position, as [`crate::analysis`] does it.

use super::desk::lock;
use crate::analysis::{Evaluation, Look, NODES, push};
use crate::games::Line;
use crate::games::chess::Position;
use crate::limits::Limits;
use crate::problems::{DatabaseError, Error};
use crate::server::accounts::failed;
use crate::server::guard::{refused, too_many};
use crate::server::play::record::room_of;
use crate::server::{App, Visitor};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// The routes.
pub fn router() -> Router<App> {
    Router::new().route("/api/analysis/{room}", get(show).post(begin))
}

/// An analysis under way, or over.
pub struct Analysis(Mutex<Progress>);

#[derive(Clone, Default, Serialize)]
struct Progress {
    total: usize,
    evaluations: Vec<Evaluation>,
    done: bool,
    error: Option<String>,
}

async fn begin(State(app): State<App>, visitor: Visitor, Path(room): Path<String>) -> Response {
    if app.desk().analyses.get(&room).is_some() {
        return Json(serde_json::json!({})).into_response();
    }
    let line = match finished(&app, &room).await {
        Ok(line) => line,
        Err(error) => return failed(&error, visitor.lang),
    };
    let Some(line) = line else {
        let text = visitor.lang.pick(
            "No es una partida de ajedrez terminada.",
            "That is no finished game of chess.",
        );
        return refused(StatusCode::NOT_FOUND, "no_such_game", text);
    };
    if !app.limits().engine.allows(visitor.limit_key()) {
        return too_many();
    }
    let analysis = Arc::new(Analysis(Mutex::new(Progress {
        total: line.moves().len() + 1,
        ..Progress::default()
    })));
    app.desk().analyses.put_as(room, Arc::clone(&analysis));
    tokio::spawn(async move {
        let mut result = Ok(());
        let texts = line.move_texts();
        for ply in 0..=texts.len() {
            // One position at a time, so that others' work comes in between.
            let (here, is_end) = (line.at_ply(ply), ply == texts.len());
            let found = app.desk().think(move |thinker| {
                let look = Look {
                    limits: &Limits::to_nodes(NODES),
                    is_end,
                    stop: &AtomicBool::new(false),
                    heard: &|_| {},
                };
                let found = thinker.analyst()?.evaluate(&here, look);
                found.ok_or_else(|| "there is no evaluation".to_owned())
            });
            match found.await.and_then(|found| found) {
                Ok(found) => {
                    let played = ply.checked_sub(1).and_then(|last| texts.get(last));
                    let known = &mut lock(&analysis.0).evaluations;
                    push(known, found, played.map(String::as_str));
                }
                Err(why) => {
                    result = Err(why);
                    break;
                }
            }
        }
        let mut state = lock(&analysis.0);
        state.error = result.err();
        state.done = true;
    });
    Json(serde_json::json!({})).into_response()
}

/// The moves of a finished game of chess.
async fn finished(app: &App, room: &str) -> Result<Option<Line<Position>>, Error> {
    let Some(row) = app.collection().game(room).await? else {
        return Ok(None);
    };
    if row.state != "over" || row.game.variant != "chess" {
        return Ok(None);
    }
    let events = app.collection().game_events(room, 0).await?;
    let (room, _) = room_of(&row, &events, app.registry()).map_err(DatabaseError::Damaged)?;
    Ok(room.game().native::<Position>())
}

async fn show(State(app): State<App>, Path(room): Path<String>) -> Response {
    match app.desk().analyses.get(&room) {
        Some(analysis) => Json(lock(&analysis.0).clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
