//! JSON requests for actions of administrators. Each is entered in the log, with a reason.

use super::administrator;
use crate::accounts::failed;
use crate::errors::refused;
use crate::play::call::{Call, Caller, Order, SocketId};
use crate::play::hub;
use crate::visitor::WhoKey;
use crate::{App, Visitor};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{HeaderMap, ORIGIN};
use axum::response::{IntoResponse, Response};
use base::say;
use serde::Deserialize;
use store::games::GameState;
use store::{Error, Moderated, ReportState};

/// Maximum length of a reason, in characters.
pub const MAX_REASON: usize = 500;

/// Maximum length of a ban that ends, in days: ten years.
const MOST_DAYS: u32 = 3650;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    name: String,
    why: String,
    /// Number of days; empty for a ban without an end.
    #[serde(default)]
    days: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unban {
    name: String,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    name: String,
    new: String,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reset {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Abort {
    room: String,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Close {
    id: String,
    /// New state of the report: `answered` or `dismissed`.
    state: String,
    #[serde(default)]
    answer: String,
}

/// Checks a reason. Returns it without surrounding spaces.
///
/// # Errors
/// The response to send if the reason is empty, too long, or has control characters.
pub fn reason(visitor: &Visitor, why: &str) -> Result<String, Box<Response>> {
    let why = why.trim();
    if why.is_empty() || why.chars().count() > MAX_REASON || why.contains(char::is_control) {
        let text = say!(visitor.lang, "reason-needed", most = MAX_REASON);
        return Err(Box::new(refused(StatusCode::BAD_REQUEST, "reason", &text)));
    }
    Ok(why.to_owned())
}

/// Checks that the visitor is an administrator and gives a valid reason. Returns the administrator's name and the
/// reason.
///
/// # Errors
/// The response to send if not.
async fn may(app: &App, visitor: &Visitor, why: &str) -> Result<(String, String), Box<Response>> {
    let by = administrator(app, visitor).await?;
    Ok((by, reason(visitor, why)?))
}

fn done(result: Result<serde_json::Value, Error>, visitor: &Visitor) -> Response {
    match result {
        Ok(told) => Json(told).into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Answers `POST /api/moderation/ban`: bans a user or a guest.
pub async fn ban(State(app): State<App>, visitor: Visitor, Json(asked): Json<Ban>) -> Response {
    let (by, why) = match may(&app, &visitor, &asked.why).await {
        Ok(may) => may,
        Err(response) => return *response,
    };
    let days = match asked.days.trim() {
        "" => None,
        text => match text.parse() {
            Ok(days @ 1..=MOST_DAYS) => Some(days),
            _ => {
                let text = say!(visitor.lang, "days-needed", text, most = MOST_DAYS);
                return refused(StatusCode::BAD_REQUEST, "days", &text);
            }
        },
    };
    let banned = app.collection().moderation();
    let banned = banned.ban(&by, &asked.name, &why, days).await;
    if let Ok(whom) = &banned {
        // Open pages are logged out at once; a game under way continues without its player.
        app.hub().sessions_end(match whom {
            Moderated::User(user) => WhoKey::User(user.id),
            Moderated::Guest(guest) => WhoKey::Guest(guest.id),
        });
    }
    done(
        banned.map(|whom| serde_json::json!({"banned": whom.name()})),
        &visitor,
    )
}

/// Answers `POST /api/moderation/unban`: ends a ban.
pub async fn unban(State(app): State<App>, visitor: Visitor, Json(asked): Json<Unban>) -> Response {
    let (by, why) = match may(&app, &visitor, &asked.why).await {
        Ok(may) => may,
        Err(response) => return *response,
    };
    let unbanned = app.collection().moderation();
    let unbanned = unbanned.unban(&by, &asked.name, &why).await;
    done(
        unbanned.map(|whom| serde_json::json!({"unbanned": whom.name()})),
        &visitor,
    )
}

/// Answers `POST /api/moderation/rename`: gives a user another name.
pub async fn rename(
    State(app): State<App>,
    visitor: Visitor,
    Json(asked): Json<Rename>,
) -> Response {
    let (by, why) = match may(&app, &visitor, &asked.why).await {
        Ok(may) => may,
        Err(response) => return *response,
    };
    let renamed = app.collection().moderation();
    let renamed = renamed.rename(&by, &asked.name, &asked.new, &why).await;
    done(
        renamed.map(|user| serde_json::json!({"renamed": user.name})),
        &visitor,
    )
}

/// Answers `POST /api/moderation/reset` with a link by which a user can set a new password. The token is behind `#`,
/// which browsers do not send to servers.
pub async fn begin_reset(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Json(asked): Json<Reset>,
) -> Response {
    let by = match administrator(&app, &visitor).await {
        Ok(by) => by,
        Err(response) => return *response,
    };
    let begun = app.collection().moderation();
    let begun = begun.begin_reset(&by, &asked.name).await;
    // `guard::guard` has checked that the origin is one of this site.
    let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok());
    let told = begun.map(|(user, token)| {
        let link = format!("{}/reset#{}", origin.unwrap_or_default(), token.as_str());
        serde_json::json!({"name": user.name, "link": link})
    });
    done(told, &visitor)
}

/// Answers `POST /api/moderation/abort`: ends a game without a result.
pub async fn abort(State(app): State<App>, visitor: Visitor, Json(asked): Json<Abort>) -> Response {
    let (by, why) = match may(&app, &visitor, &asked.why).await {
        Ok(may) => may,
        Err(response) => return *response,
    };
    let found = app.collection().games().get(&asked.room).await;
    let is_open = match found {
        Ok(row) => {
            row.is_some_and(|row| matches!(row.state, GameState::Playing | GameState::Gathering))
        }
        Err(error) => return failed(&error, visitor.lang),
    };
    if !is_open {
        let text = say!(visitor.lang, "no-open-game");
        return refused(StatusCode::CONFLICT, "no_open_game", text);
    }
    let noted = app.collection().moderation();
    let noted = noted.record(&by, "abort", &asked.room, &why).await;
    if let Err(error) = noted {
        return failed(&error, visitor.lang);
    }
    let caller = Caller {
        // No connection has this number, as they are counted from 1.
        socket: SocketId {
            process: app.hub().process.clone(),
            number: 0,
        },
        who: None,
        lang: visitor.lang.code().to_owned(),
        lag: 0,
    };
    let order = Order::Abort;
    hub::call(&app, &asked.room, Call { caller, order }).await;
    Json(serde_json::json!({"aborted": asked.room})).into_response()
}

/// Answers `POST /api/moderation/report`: marks a report as answered or dismissed.
pub async fn close_report(
    State(app): State<App>,
    visitor: Visitor,
    Json(asked): Json<Close>,
) -> Response {
    let by = match administrator(&app, &visitor).await {
        Ok(by) => by,
        Err(response) => return *response,
    };
    let state = match asked.state.as_str() {
        "answered" => ReportState::Answered,
        "dismissed" => ReportState::Dismissed,
        _ => return StatusCode::UNPROCESSABLE_ENTITY.into_response(),
    };
    let answer = match (state, asked.answer.trim()) {
        (ReportState::Dismissed, "") => String::new(),
        (_, answer) => match reason(&visitor, answer) {
            Ok(answer) => answer,
            Err(response) => return *response,
        },
    };
    let Ok(id) = asked.id.parse() else {
        return StatusCode::UNPROCESSABLE_ENTITY.into_response();
    };
    let closed = app.collection().moderation();
    let closed = closed.close_report(&by, id, state, &answer).await;
    done(closed.map(|()| serde_json::json!({"closed": id})), &visitor)
}
