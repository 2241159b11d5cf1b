//! JSON interface for nicknames and accounts, which the forms of the pages use.
//!
//! Answers are `{"who": {"name": …, "guest": …}}`, refusals `{"code": code, "message": text, "refused": code}` with a
//! text in the visitor's language: status 409 if a rule forbids the request, 400 for an invalid name or password, 401
//! for a wrong password, 429 for too many attempts.

use super::App;
use super::errors::{refused, retry_after, too_many, too_many_for};
use super::protocol::WhoView;
use super::visitor::{
    LANG, SESSION, THEME, Theme, VISITOR, Visitor, WhoKey, no_token, set_cookie, token_cookie,
    token_of,
};
use axum::extract::State;
use axum::http::header::{HeaderMap, HeaderValue, SET_COOKIE};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base::lang::one_of;
use base::say;
use base::word::Word;
use games::Lang;
use serde::Deserialize;
use std::time::Duration;
use store::guests::Guest;
use store::{Claims, Error, LoginDetail, Password, Refusal, Session, Token, names};

/// Returns the router of nicknames, accounts and preferences.
pub fn router() -> Router<App> {
    Router::new()
        .route("/api/me", get(me))
        .route("/api/nickname", post(nickname))
        .route("/api/sign-up", post(sign_up))
        .route("/api/log-in", post(log_in))
        .route("/api/log-out", post(log_out))
        .route("/api/account/name", post(rename))
        .route("/api/account/password", post(change_password))
        .route("/api/account/delete", post(delete))
        .route("/api/preferences", post(preferences))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nickname {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Credentials {
    name: String,
    password: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rename {
    name: String,
    again: String,
    password: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewPassword {
    old: String,
    new: String,
    again: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Preferences {
    lang: Option<String>,
    theme: Option<String>,
    /// Name of the setting for automatic claims of draws by threefold repetition; needs an account. `None` to leave the
    /// setting unchanged.
    claims: Option<String>,
}

/// Waiting time for clients that are refused because too many passwords are being checked at once.
const BUSY: Duration = Duration::from_secs(5);

type Cookies = Vec<(HeaderName, HeaderValue)>;

/// Creates the answer with the visitor's identity, and with the headers that set or delete cookies.
pub fn answer(who: WhoView, cookies: Cookies) -> Response {
    let mut response = Json(serde_json::json!({ "who": who })).into_response();
    for (name, value) in cookies {
        response.headers_mut().append(name, value);
    }
    response
}

/// Converts an error of the store to a response. A database error is also logged.
pub fn failed(error: &Error, lang: Lang) -> Response {
    match error {
        Error::Refused(Refusal::NotLoggedIn) => log_in_first(lang),
        Error::Refused(refusal @ Refusal::Busy) => {
            metrics::counter!("atalaya_busy").increment(1);
            let status = StatusCode::SERVICE_UNAVAILABLE;
            retry_after(refused(status, refusal.code(), &refusal.text(lang)), BUSY)
        }
        Error::Refused(refusal) => {
            let status = match refusal {
                Refusal::WrongNameOrPassword | Refusal::WrongPassword => StatusCode::UNAUTHORIZED,
                Refusal::TooManyJobs(_) => StatusCode::TOO_MANY_REQUESTS,
                _ => StatusCode::CONFLICT,
            };
            refused(status, refusal.code(), &refusal.text(lang))
        }
        Error::Name(_) => refused(StatusCode::BAD_REQUEST, "name", &error.text(lang)),
        Error::Password(_) => refused(StatusCode::BAD_REQUEST, "password", &error.text(lang)),
        Error::Position(why) => refused(StatusCode::BAD_REQUEST, "position", &why.text(lang)),
        Error::Invalid(why) => {
            let text = say!(lang, "invalid", why = why.get(lang));
            refused(StatusCode::BAD_REQUEST, "invalid", &text)
        }
        Error::Database(fault) => {
            tracing::error!("{fault}");
            let text = error.text(lang);
            refused(StatusCode::SERVICE_UNAVAILABLE, "database", &text)
        }
    }
}

/// Creates the refusal (status 401) of a request that requires a logged-in user. Its text differs from that of
/// [`Refusal::NotLoggedIn`], which is meant for the command line.
pub fn log_in_first(lang: Lang) -> Response {
    let text = say!(lang, "sign-in-first");
    refused(StatusCode::UNAUTHORIZED, Refusal::NotLoggedIn.code(), text)
}

fn user_view(name: &str) -> WhoView {
    WhoView {
        name: Some(name.to_owned()),
        guest: false,
    }
}

/// Creates the answer for a user with a new session, whose token is set as a cookie.
pub fn logged_in(app: &App, session: &Session) -> Response {
    let cookie = token_cookie(app, SESSION, &session.token);
    answer(user_view(&session.user.name), vec![(SET_COOKIE, cookie)])
}

/// Creates the answer for a guest. `token` is set as a cookie; `None` if the browser already has the guest's token.
pub fn known_guest(app: &App, guest: Guest, token: Option<&Token>) -> Response {
    let cookies = token.map(|token| (SET_COOKIE, token_cookie(app, VISITOR, token)));
    let who = WhoView {
        name: Some(guest.name),
        guest: true,
    };
    answer(who, cookies.into_iter().collect())
}

async fn me(visitor: Visitor) -> Response {
    answer(visitor.view(), Vec::new())
}

async fn nickname(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Json(given): Json<Nickname>,
) -> Response {
    if !app.limits().names.allows(visitor.address.key()) {
        return too_many(visitor.lang);
    }
    if visitor.user.is_some() {
        let text = say!(visitor.lang, "logged-in");
        return refused(StatusCode::CONFLICT, "logged_in", text);
    }
    let token = token_of(&app, &headers, VISITOR);
    match app
        .collection()
        .guests()
        .take_nickname(&given.name, token)
        .await
    {
        Ok((guest, token)) => known_guest(&app, guest, token.as_ref()),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn sign_up(
    State(app): State<App>,
    visitor: Visitor,
    Json(given): Json<Credentials>,
) -> Response {
    if !app.limits().names.allows(visitor.address.key()) {
        return too_many(visitor.lang);
    }
    if let Some(banned) = visitor.banned {
        return failed(&banned.into(), visitor.lang);
    }
    let password = Password::new(&given.password);
    let collection = app.collection();
    let session = async {
        let user = collection
            .accounts()
            .sign_up(&given.name, &password)
            .await?;
        collection
            .accounts()
            .log_in(&user.name, &password, LoginDetail::Site)
            .await
    };
    match session.await {
        Ok(session) => logged_in(&app, &session),
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Maximum number of characters of a user name in any spelling, with accents as separate characters and ligatures taken
/// apart. A longer name belongs to nobody, and attempts to log in with it are not counted by name.
const LONGEST_SPELLING: usize = 4 * names::MAX_NAME;

async fn log_in(
    State(app): State<App>,
    visitor: Visitor,
    Json(given): Json<Credentials>,
) -> Response {
    // Checked before the password's hash is computed, since that computation is expensive.
    let limits = app.limits();
    if !limits.logins.allows(visitor.address.key()) {
        return too_many(visitor.lang);
    }
    if given.name.chars().count() > LONGEST_SPELLING {
        return failed(&Refusal::WrongNameOrPassword.into(), visitor.lang);
    }
    let pair = (visitor.address.key(), names::folded(&given.name));
    if let Err(wait) = limits.logins_as.check(pair) {
        return too_many_for(visitor.lang, wait);
    }
    let password = Password::new(&given.password);
    let session = app
        .collection()
        .accounts()
        .log_in(&given.name, &password, LoginDetail::Site);
    match session.await {
        Ok(session) => logged_in(&app, &session),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn log_out(State(app): State<App>, visitor: Visitor, headers: HeaderMap) -> Response {
    if let Some(token) = token_of(&app, &headers, SESSION)
        && let Err(error) = app.collection().accounts().log_out(token).await
    {
        return failed(&error, visitor.lang);
    }
    gone(&app, visitor.user.map(|user| user.id))
}

/// Creates the answer after a logout, which deletes the session's cookie. The connections of the user's pages check if
/// their own sessions have ended; `None` if there is no user whose connections need to.
fn gone(app: &App, user: Option<i64>) -> Response {
    if let Some(user) = user {
        app.hub().sessions_end(WhoKey::User(user));
    }
    let who = WhoView {
        name: None,
        guest: true,
    };
    answer(who, vec![(SET_COOKIE, no_token(app, SESSION))])
}

/// Returns the number of the logged-in user, and counts one attempt to enter the password.
///
/// # Errors
/// The response to send if nobody is logged in or there were too many attempts.
fn may_prove(app: &App, visitor: &Visitor) -> Result<i64, Box<Response>> {
    let Some(user) = &visitor.user else {
        let error = Refusal::NotLoggedIn.into();
        return Err(failed(&error, visitor.lang).into());
    };
    let limits = app.limits();
    let address = visitor.address.key();
    if !limits.logins.allows(address) {
        return Err(too_many(visitor.lang).into());
    }
    match limits.logins_as.check((address, names::folded(&user.name))) {
        Ok(()) => Ok(user.id),
        Err(wait) => Err(too_many_for(visitor.lang, wait).into()),
    }
}

async fn rename(State(app): State<App>, visitor: Visitor, Json(given): Json<Rename>) -> Response {
    let user = match may_prove(&app, &visitor) {
        Ok(user) => user,
        Err(response) => return *response,
    };
    let password = Password::new(&given.password);
    let renamed = app
        .collection()
        .accounts()
        .rename(user, &given.name, &given.again, &password);
    match renamed.await {
        Ok(user) => answer(user_view(&user.name), Vec::new()),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn change_password(
    State(app): State<App>,
    visitor: Visitor,
    Json(given): Json<NewPassword>,
) -> Response {
    let user = match may_prove(&app, &visitor) {
        Ok(user) => user,
        Err(response) => return *response,
    };
    let [old, new, again] = [given.old, given.new, given.again].map(|text| Password::new(&text));
    let changed = app
        .collection()
        .accounts()
        .change_password(user, &old, &new, &again);
    match changed.await {
        Ok(session) => {
            app.hub().sessions_end(WhoKey::User(user));
            logged_in(&app, &session)
        }
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn delete(
    State(app): State<App>,
    visitor: Visitor,
    Json(given): Json<Credentials>,
) -> Response {
    let user = match may_prove(&app, &visitor) {
        Ok(user) => user,
        Err(response) => return *response,
    };
    let password = Password::new(&given.password);
    let deleted = app
        .collection()
        .accounts()
        .delete(user, &given.name, &password);
    match deleted.await {
        Ok(()) => {
            app.hub().user_gone(user);
            gone(&app, None)
        }
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn preferences(
    State(app): State<App>,
    visitor: Visitor,
    Json(given): Json<Preferences>,
) -> Response {
    const YEAR: i64 = 365 * 24 * 60 * 60;
    let mut cookies = Vec::new();
    if let Some(lang) = &given.lang {
        let Some(lang) = Lang::named(lang) else {
            let known: Vec<&str> = Lang::all().map(Lang::code).collect();
            let known = one_of(&known, visitor.lang);
            let text = say!(visitor.lang, "no-language", lang, known);
            return refused(StatusCode::BAD_REQUEST, "lang", &text);
        };
        cookies.push((SET_COOKIE, set_cookie(&app, LANG, lang.code(), YEAR)));
    }
    if let Some(theme) = &given.theme {
        let Some(theme) = Theme::named(theme) else {
            let text = say!(visitor.lang, "no-theme", theme);
            return refused(StatusCode::BAD_REQUEST, "theme", &text);
        };
        cookies.push((SET_COOKIE, set_cookie(&app, THEME, theme.name(), YEAR)));
    }
    if let Some(word) = &given.claims {
        let Some(claims) = Claims::of_word(word) else {
            let known = one_of(&Claims::ALL.map(Claims::word), visitor.lang);
            let text = say!(visitor.lang, "no-claims", word, known);
            return refused(StatusCode::BAD_REQUEST, "claims", &text);
        };
        let Some(user) = &visitor.user else {
            return log_in_first(visitor.lang);
        };
        let set = app.collection().accounts().set_claims(user.id, claims);
        if let Err(error) = set.await {
            return failed(&error, visitor.lang);
        }
    }
    answer(visitor.view(), cookies)
}
