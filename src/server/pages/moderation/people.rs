//! Requests of all visitors about moderation: reports of profiles and games, a new password by a link, rules of the
//! chat in a room that the visitor has opened.

use super::actions::reason;
use super::administrator;
use crate::accounts::failed;
use crate::errors::{refused, too_many};
use crate::pages::frame::{Frame, page};
use crate::visitor::WhoKey;
use crate::{App, Visitor};
use askama::Template;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use base::say;
use serde::Deserialize;
use store::{ChatRule, Error, NewReport, Password, Refusal, ReportSubject, UserKind};

/// Maximum length of a room's list of blocked words, in characters.
const MAX_WORDS: usize = 1000;

#[derive(Template)]
#[template(path = "reset.html")]
struct ResetPage {
    f: Frame,
}

/// Answers `GET /reset` with the page for a new password; the token is behind `#` in the address.
pub async fn reset_page(visitor: Visitor) -> Response {
    let f = Frame::new(&visitor, "");
    page(&ResetPage { f })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reset {
    token: String,
    new: String,
    again: String,
}

/// Answers `POST /api/reset`: sets a new password by the token of a link, which can be used once.
pub async fn reset(State(app): State<App>, visitor: Visitor, Json(given): Json<Reset>) -> Response {
    if !app.limits().logins.allows(visitor.address.key()) {
        return too_many(visitor.lang);
    }
    let [new, again] = [given.new, given.again].map(|text| Password::new(&text));
    let reset = app.collection().moderation();
    match reset.reset(&given.token, &new, &again).await {
        Ok(user) => {
            app.hub().sessions_end(WhoKey::User(user.id));
            Json(serde_json::json!({"name": user.name})).into_response()
        }
        Err(error) => failed(&error, visitor.lang),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewReportOf {
    /// Kind of the report's subject: `profile` or `game`.
    subject: String,
    /// Name of the profile's user, or of the game's room.
    about: String,
    why: String,
}

/// Answers `POST /api/report`: reports a profile or a game to the administrators.
pub async fn report(
    State(app): State<App>,
    visitor: Visitor,
    Json(asked): Json<NewReportOf>,
) -> Response {
    let Some(who) = &visitor.who else {
        let text = say!(visitor.lang, "report-name-first");
        return refused(StatusCode::UNAUTHORIZED, "no_name", text);
    };
    if !app.limits().names.allows(visitor.address.key()) {
        return too_many(visitor.lang);
    }
    let why = match reason(&visitor, &asked.why) {
        Ok(why) => why,
        Err(response) => return *response,
    };
    let kept = async {
        let collection = app.collection();
        let (subject, name, game) = match asked.subject.as_str() {
            "profile" => {
                let user = collection.accounts().by_name(&asked.about).await?;
                let user = user.filter(|user| user.kind == UserKind::Person);
                let user = user.ok_or_else(|| Refusal::UnknownName(asked.about.clone()))?;
                (ReportSubject::Profile, user.name, None)
            }
            "game" => {
                let Some(row) = collection.games().get(&asked.about).await? else {
                    return Ok::<_, Error>(None);
                };
                let names: Vec<&str> = row.seats.iter().map(|seat| &*seat.name).collect();
                (ReportSubject::Game, names.join(", "), Some(row.game.id))
            }
            _ => return Ok(None),
        };
        let report = NewReport {
            subject,
            about: game.as_deref().unwrap_or(&name),
            name: &name,
            game: game.as_deref(),
            said: "",
            who: &who.key.to_string(),
            by_name: &who.name,
            why: &why,
        };
        Ok(Some(collection.moderation().report(report).await?))
    };
    match kept.await {
        Ok(Some(new)) => {
            if new {
                tracing::warn!("{} {:?} is reported: {why:?}", asked.subject, asked.about);
                metrics::counter!("atalaya_reports").increment(1);
            }
            Json(serde_json::json!({"reported": asked.about})).into_response()
        }
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Returns the response to a visitor who may not read or set the rules of a room's chat; `None` for the host of the
/// room and for administrators, who may.
async fn not_host(app: &App, visitor: &Visitor, room: &str) -> Option<Response> {
    let row = match app.collection().games().get(room).await {
        Ok(Some(row)) => row,
        Ok(None) => return Some(StatusCode::NOT_FOUND.into_response()),
        Err(error) => return Some(failed(&error, visitor.lang)),
    };
    let may = visitor.keys().contains(&row.game.host) || administrator(app, visitor).await.is_ok();
    (!may).then(|| {
        let text = say!(visitor.lang, "chat-rule-hosts");
        refused(StatusCode::FORBIDDEN, "not_host", text)
    })
}

/// Answers `GET /api/game/{room}/chat` with the rules of a room's chat, for those who may set them.
pub async fn chat_rule(
    State(app): State<App>,
    visitor: Visitor,
    Path(room): Path<String>,
) -> Response {
    if let Some(response) = not_host(&app, &visitor, &room).await {
        return response;
    }
    match app.collection().moderation().chat_rule(&room).await {
        Ok(rule) => Json(rule).into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Answers `POST /api/game/{room}/chat`: sets the rules of a room's chat, for the host or an administrator.
pub async fn set_chat_rule(
    State(app): State<App>,
    visitor: Visitor,
    Path(room): Path<String>,
    Json(rule): Json<ChatRule>,
) -> Response {
    if let Some(response) = not_host(&app, &visitor, &room).await {
        return response;
    }
    if rule.words.chars().count() > MAX_WORDS || rule.words.contains(char::is_control) {
        let text = say!(visitor.lang, "chat-rule-words", most = MAX_WORDS);
        return refused(StatusCode::BAD_REQUEST, "words", &text);
    }
    match app
        .collection()
        .moderation()
        .set_chat_rule(&room, &rule)
        .await
    {
        Ok(()) => Json(rule).into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}
