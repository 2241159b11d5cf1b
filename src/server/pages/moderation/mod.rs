//! Moderation: the administrators' page, reports, password resets by a link, rules of chat.
//!
//! Visitors who are not administrators get "not found" for the administrators' page and actions. Every action is a
//! `POST` request from a page of this site (`guard` refuses others), needs a reason if it concerns a person, and is
//! entered in the log.
//!
//! | file | contents |
//! |---|---|
//! | `actions` | actions of administrators |
//! | `people` | requests of all visitors: reports, a new password by a link, chat rules of an own room |

mod actions;
mod people;

use super::frame::{Frame, failed_page, page};
use crate::catalogue::CATALOGUE;
use crate::{App, Visitor};
use askama::Template;
use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use base::calendar::Date;
use games::Lang;
use serde::Deserialize;
use store::games::{GameState, GamesOf};
use store::{LogLine, Report, ReportState, Result};

/// Maximum number of lines of a list on one page.
const LINES: u32 = 50;

/// Returns the routes of moderation.
pub fn router() -> Router<App> {
    Router::new()
        .route("/moderation", get(moderation))
        .route("/reset", get(people::reset_page))
        .route("/api/reset", post(people::reset))
        .route("/api/report", post(people::report))
        .route(
            "/api/game/{room}/chat",
            get(people::chat_rule).post(people::set_chat_rule),
        )
        .route("/api/moderation/ban", post(actions::ban))
        .route("/api/moderation/unban", post(actions::unban))
        .route("/api/moderation/rename", post(actions::rename))
        .route("/api/moderation/reset", post(actions::begin_reset))
        .route("/api/moderation/abort", post(actions::abort))
        .route("/api/moderation/report", post(actions::close_report))
}

/// Returns the name of the visitor if that is an administrator.
///
/// # Errors
/// The answer to the request: "not found" if the visitor is no administrator, or the failure of the database.
async fn administrator(app: &App, visitor: &Visitor) -> Result<String, Box<Response>> {
    let none = || Box::new(StatusCode::NOT_FOUND.into_response());
    let user = visitor.user.as_ref().ok_or_else(none)?;
    match app
        .collection()
        .moderation()
        .is_administrator(user.id)
        .await
    {
        Ok(true) => Ok(user.name.clone()),
        Ok(false) => Err(none()),
        Err(error) => Err(Box::new(crate::accounts::failed(&error, visitor.lang))),
    }
}

/// Returns the text for an action of the log in a language. `word` is the action's name in the database, which is
/// returned itself if there is no text for it.
fn what(lang: Lang, word: &str) -> String {
    let known = CATALOGUE.say(lang, &format!("did-{word}"), &[]);
    known.unwrap_or_else(|| word.to_owned())
}

/// Row of the administrators' table of users and guests, with all values formatted.
struct UserLine {
    name: String,
    link: String,
    since: String,
    administrator: bool,
    /// True for a guest, who has no profile and no password.
    guest: bool,
    banned: bool,
    /// Reason of the ban in force; empty if there is none.
    why: String,
    /// Day on which the ban ends; empty if it has no end, or there is none.
    until: String,
}

/// Row of the administrators' table of games that are being played or wait for players, with all values formatted.
struct GameLine {
    room: String,
    variant: String,
    players: String,
    since: String,
}

/// Report that is still open, with the day on which it was made.
struct ReportLine {
    report: Report,
    link: String,
    day: String,
}

/// Line of the log, with the day of the action and its text.
struct PastLine {
    line: LogLine,
    day: String,
    what: String,
    command_line: bool,
}

#[derive(Template)]
#[template(path = "moderation.html")]
struct Page {
    f: Frame,
    show: &'static str,
    q: String,
    /// Search text `q`, encoded for an address.
    q_link: String,
    page: u32,
    more: bool,
    reports: Vec<ReportLine>,
    users: Vec<UserLine>,
    games: Vec<GameLine>,
    log: Vec<PastLine>,
}

#[derive(Deserialize)]
struct PageQuery {
    #[serde(default)]
    show: String,
    #[serde(default)]
    q: String,
    #[serde(default)]
    page: u32,
}

/// Answers `GET /moderation?show=users&q=TEXT&page=2`.
async fn moderation(
    State(app): State<App>,
    visitor: Visitor,
    Query(asked): Query<PageQuery>,
) -> Response {
    if let Err(response) = administrator(&app, &visitor).await {
        return *response;
    }
    match shown(&app, &visitor, asked).await {
        Ok(shown) => page(&shown),
        Err(error) => failed_page(&visitor, &error),
    }
}

async fn shown(app: &App, visitor: &Visitor, asked: PageQuery) -> Result<Page> {
    let known = ["reports", "users", "games", "log"];
    let show = known.into_iter().find(|known| *known == asked.show);
    let number = asked.page.clamp(1, 100_000);
    let offset = (number - 1) * LINES;
    let mut page = Page {
        f: Frame::new(visitor, ""),
        show: show.unwrap_or("reports"),
        q_link: super::problems::encoded(&asked.q),
        q: asked.q,
        page: number,
        more: false,
        reports: Vec::new(),
        users: Vec::new(),
        games: Vec::new(),
        log: Vec::new(),
    };
    let collection = app.collection();
    let moderation = collection.moderation();
    let day = |at: i64| Date::at(at).to_string();
    match page.show {
        "users" => {
            let found = moderation.users(&page.q, offset, LINES + 1).await?;
            page.more = found.len() > LINES as usize;
            let line = |name: String, ban: Option<store::Ban>| UserLine {
                link: super::problems::encoded(&name),
                since: String::new(),
                administrator: false,
                guest: false,
                banned: ban.is_some(),
                until: ban
                    .as_ref()
                    .and_then(|ban| ban.until)
                    .map_or(String::new(), day),
                why: ban.map_or(String::new(), |ban| ban.why),
                name,
            };
            let user = |found: store::ModeratedUser| UserLine {
                since: day(found.user.created),
                administrator: found.administrator,
                ..line(found.user.name, found.ban)
            };
            // There are too many guests for a complete list, so they are shown only for a search.
            if number == 1 && !page.q.trim().is_empty() {
                let guests = moderation.guests(&page.q, LINES).await?.into_iter();
                page.users = guests
                    .map(|(guest, ban)| UserLine {
                        guest: true,
                        ..line(guest.name, ban)
                    })
                    .collect();
            }
            page.users
                .extend(found.into_iter().take(LINES as usize).map(user));
        }
        "games" => {
            for state in [GameState::Playing, GameState::Gathering] {
                let rows = collection.games();
                let rows = rows.list(&GamesOf::State(state), offset, LINES + 1).await?;
                page.more |= rows.len() > LINES as usize;
                page.games
                    .extend(rows.into_iter().take(LINES as usize).map(|row| {
                        let names: Vec<&str> = row.seats.iter().map(|seat| &*seat.name).collect();
                        GameLine {
                            variant: super::frame::game_title(app, &row.game.variant, visitor.lang),
                            players: names.join(", "),
                            since: day(i64::try_from(row.game.created).unwrap_or(i64::MAX)),
                            room: row.game.id.clone(),
                        }
                    }));
            }
        }
        "log" => {
            let lines = moderation.log(offset, LINES + 1).await?;
            page.more = lines.len() > LINES as usize;
            let past = |line: LogLine| PastLine {
                day: day(line.at),
                what: what(visitor.lang, &line.what),
                command_line: line.by_name.is_empty(),
                line,
            };
            page.log = lines.into_iter().take(LINES as usize).map(past).collect();
        }
        _ => {
            let reports = moderation.reports(ReportState::Open, LINES).await?;
            let line = |report: Report| ReportLine {
                link: super::problems::encoded(&report.name),
                day: day(report.at),
                report,
            };
            page.reports = reports.into_iter().map(line).collect();
        }
    }
    Ok(page)
}
