//! Guests on several devices. A guest's page shows a return code that can be used once, as letters, as a link and as a
//! QR code; the device on which it is entered becomes the same guest, with the same seats.
//!
//! The link has the code behind `#`, which browsers do not send to servers. The page asks for confirmation before it
//! enters the code, so that opening the link alone does not use the code up.

use super::App;
use super::accounts::{answer, failed, known_guest, log_in_first};
use super::errors::{refused, too_many};
use super::protocol::WhoView;
use super::visitor::{VISITOR, Visitor, WhoKey, no_token, token_of};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use base::say;
use serde::Deserialize;
use store::Refusal;
use store::guests::{CODE_LASTS, ReturnCode};

/// Returns the router of the guests' return codes and devices.
pub fn router() -> Router<App> {
    Router::new()
        .route("/api/guest/code", post(make_code))
        .route("/api/guest/withdraw", post(withdraw))
        .route("/api/guest/return", post(come_back))
        .route("/api/guest/others", post(forget_others))
        .route("/api/guest/leave", post(leave))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Code {
    code: String,
}

/// Returns the number of the guest who sent a request.
///
/// # Errors
/// The response to send if the visitor has an account or no name.
fn guest(visitor: &Visitor) -> Result<i64, Box<Response>> {
    match visitor.who.as_ref().map(|who| who.key) {
        Some(WhoKey::Guest(id)) => Ok(id),
        Some(WhoKey::User(_)) => Err(Box::new(has_account(visitor))),
        None => Err(Box::new(failed(&Refusal::NoSuchGuest.into(), visitor.lang))),
    }
}

/// Creates the refusal (status 409) of a logged-in user, who logs in by name and password on other devices.
fn has_account(visitor: &Visitor) -> Response {
    let text = say!(visitor.lang, "account-elsewhere");
    refused(StatusCode::CONFLICT, "logged_in", text)
}

async fn make_code(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Json(Nothing {}): Json<Nothing>,
) -> Response {
    let id = match guest(&visitor) {
        Ok(id) => id,
        Err(response) => return *response,
    };
    if !app.limits().codes.allows(visitor.limit_key()) {
        return too_many(visitor.lang);
    }
    let code = match app.collection().guests().new_return_code(id).await {
        Ok(code) => code.shown(),
        Err(error) => return failed(&error, visitor.lang),
    };
    // `guard::guard` has checked that the origin is one of this site.
    let origin = headers.get(header::ORIGIN).and_then(|v| v.to_str().ok());
    let link = format!("{}/account#return={code}", origin.unwrap_or_default());
    let told = serde_json::json!({
        "code": code,
        "minutes": CODE_LASTS / 60_000,
        "qr": crate::qr::path(&link),
        "link": link,
    });
    Json(told).into_response()
}

async fn withdraw(
    State(app): State<App>,
    visitor: Visitor,
    Json(Nothing {}): Json<Nothing>,
) -> Response {
    let id = match guest(&visitor) {
        Ok(id) => id,
        Err(response) => return *response,
    };
    match app.collection().guests().withdraw_return_code(id).await {
        Ok(was_good) => Json(serde_json::json!({ "withdrawn": was_good })).into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn come_back(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Json(given): Json<Code>,
) -> Response {
    if !app.limits().returns.allows(visitor.address.key()) {
        return too_many(visitor.lang);
    }
    if visitor.user.is_some() {
        return has_account(&visitor);
    }
    let Some(code) = ReturnCode::parse(&given.code) else {
        return failed(&Refusal::WrongCode.into(), visitor.lang);
    };
    let token = token_of(&app, &headers, VISITOR);
    match app
        .collection()
        .guests()
        .return_as_guest(&code, token)
        .await
    {
        Ok((guest, token)) => known_guest(&app, guest, token.as_ref()),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn forget_others(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Json(Nothing {}): Json<Nothing>,
) -> Response {
    let (Ok(_), Some(token)) = (guest(&visitor), token_of(&app, &headers, VISITOR)) else {
        return log_in_first(visitor.lang);
    };
    match app.collection().guests().forget_other_devices(token).await {
        Ok(found) => {
            if let Some(id) = found {
                app.hub().sessions_end(WhoKey::Guest(id));
            }
            answer(visitor.view(), Vec::new())
        }
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn leave(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Json(Nothing {}): Json<Nothing>,
) -> Response {
    let forgotten = match token_of(&app, &headers, VISITOR) {
        Some(token) => app.collection().guests().forget_device(token).await,
        None => Ok(None),
    };
    match forgotten {
        Ok(found) => {
            if let Some(id) = found {
                app.hub().sessions_end(WhoKey::Guest(id));
            }
            let who = WhoView {
                name: None,
                guest: true,
            };
            answer(who, vec![(SET_COOKIE, no_token(&app, VISITOR))])
        }
        Err(error) => failed(&error, visitor.lang),
    }
}
