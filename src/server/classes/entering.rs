//! Existing accounts that join a class by a link, which the teacher opens and closes, and that leave it again.

use super::{MOST_PUPILS, answered, full, own};
use crate::accounts::{failed, log_in_first};
use crate::errors::too_many;
use crate::pages::frame::{Frame, error_page, failed_page, page};
use crate::{App, Visitor};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base::say;
use serde::Deserialize;

/// Returns the router of joining and leaving classes.
pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/classes/enter/{code}", get(enter_page))
        .route("/api/classes/enter", post(enter))
        .route("/api/classes/{id}/open", post(open))
        .route("/api/classes/{id}/close", post(close))
        .route("/api/classes/{id}/leave", post(leave))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Code {
    code: String,
}

#[derive(Template)]
#[template(path = "class-enter.html")]
struct EnterPage {
    f: Frame,
    code: String,
    class: String,
    teacher: String,
}

async fn enter_page(
    State(app): State<App>,
    visitor: Visitor,
    Path(code): Path<String>,
) -> Response {
    if !app.limits().returns.allows(visitor.address.key()) {
        return too_many(visitor.lang);
    }
    match app.collection().classes().open_by(&code).await {
        Ok(Some((class, teacher))) => page(&EnterPage {
            f: Frame::new(&visitor, "tournaments"),
            code,
            class,
            teacher,
        }),
        Ok(None) => {
            let sentence = say!(visitor.lang, "class-closed").to_owned();
            error_page(&visitor, StatusCode::NOT_FOUND, sentence)
        }
        Err(error) => failed_page(&visitor, &error),
    }
}

async fn enter(State(app): State<App>, visitor: Visitor, Json(given): Json<Code>) -> Response {
    let Some(user) = &visitor.user else {
        return log_in_first(visitor.lang);
    };
    if !app.limits().returns.allows(visitor.address.key()) {
        return too_many(visitor.lang);
    }
    let classes = app.collection().classes();
    match classes.enter(&given.code, user.id, MOST_PUPILS).await {
        Ok(Some(class)) => {
            let go = format!("/classes/{}", class.id);
            Json(serde_json::json!({ "id": class.id, "go": go })).into_response()
        }
        Ok(None) => full(&visitor),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn set_open(app: &App, visitor: &Visitor, id: &str, is_open: bool) -> Response {
    match own(app, visitor, id).await {
        Ok(class) => {
            let set = app.collection().classes().set_open(&class.id, is_open);
            answered(set.await, visitor)
        }
        Err(response) => response,
    }
}

async fn open(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    set_open(&app, &visitor, &id, true).await
}

async fn close(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    set_open(&app, &visitor, &id, false).await
}

/// Removes the visitor from the pupils of a class; does nothing if the visitor is none of them.
async fn leave(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    let Some(user) = &visitor.user else {
        return log_in_first(visitor.lang);
    };
    let left = app.collection().classes().remove(&id, user.id);
    answered(left.await, &visitor)
}
