//! Classes: a teacher's pupils and tasks. The teacher creates the pupils' accounts and gives each pupil a link, by
//! which the pupil sets a password once; no mail is needed. Tasks are problems of the collection with a due day.

use crate::accounts::{failed, log_in_first, logged_in};
use crate::errors::{refused, too_many};
use crate::games::address;
use crate::pages::frame::{Frame, error_page, failed_page, page};
use crate::pages::problems::encoded;
use crate::play::make::room_name;
use crate::tournaments::{MOST_LETTERS, title_of};
use crate::{App, Visitor};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base::calendar::{DAY_MS, Date};
use base::messages::Key;
use base::{key, say};
use serde::Deserialize;
use std::collections::HashMap;
use store::classes::{Class, Due};
use store::{Password, Result};

mod entering;

/// Maximum number of classes of a teacher.
const MOST_CLASSES: usize = 10;

/// Maximum number of pupils of a class.
const MOST_PUPILS: usize = 60;

/// Maximum number of tasks of a class.
const MOST_TASKS: usize = 60;

/// Returns the router of classes, and of their JSON requests.
pub fn router() -> Router<App> {
    Router::new()
        .route("/classes", get(list))
        .route("/classes/{id}", get(show))
        .route("/classes/join/{code}", get(join_page))
        .route("/api/classes", post(create))
        .route("/api/classes/join", post(join))
        .route("/api/classes/{id}/pupils", post(add))
        .route("/api/classes/{id}/renew", post(renew))
        .route("/api/classes/{id}/remove", post(remove))
        .route("/api/classes/{id}/task", post(set_task))
        .route("/api/classes/{id}/untask", post(remove_task))
        .route("/api/classes/{id}/delete", post(delete))
        .merge(entering::router())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    /// Names of the pupils, one on a line.
    names: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfPupil {
    pupil: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    problem: String,
    /// Due day, in UTC: `2026-12-24`.
    due: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfProblem {
    problem: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Joining {
    code: String,
    password: String,
}

fn done() -> Response {
    Json(serde_json::json!({ "done": true })).into_response()
}

fn answered(result: Result<()>, visitor: &Visitor) -> Response {
    match result {
        Ok(()) => done(),
        Err(error) => failed(&error, visitor.lang),
    }
}

fn bad(code: &str, key: Key, visitor: &Visitor) -> Response {
    refused(StatusCode::BAD_REQUEST, code, key.text(visitor.lang))
}

/// Parses a day such as `2026-12-24`. Returns its last millisecond (UTC), since 1970; `None` if it is not a day.
fn end_of(day: &str) -> Option<i64> {
    let mut parts = day.trim().splitn(3, '-').map(str::parse::<i64>);
    let mut next = || parts.next()?.ok();
    let (year, month, number) = (next()?, next()?, next()?);
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&number) {
        return None;
    }
    // An estimate; the exact day is found by formatting the days around it.
    let near = (year - 1970) * 365 + (year - 1969) / 4 + (month - 1) * 30 + number;
    (near - 40..near + 40)
        .map(|days| days * DAY_MS)
        .find(|ms| Date::at(*ms).to_string() == day.trim())
        .map(|ms| ms + DAY_MS - 1)
}

/// Loads a class whose teacher is the visitor.
///
/// # Errors
/// The response to send: nobody is logged in, the visitor has no such class, or the database has failed.
async fn own(app: &App, visitor: &Visitor, id: &str) -> std::result::Result<Class, Response> {
    let Some(user) = &visitor.user else {
        return Err(log_in_first(visitor.lang));
    };
    match app.collection().classes().get(id).await {
        // A class of another teacher is answered like one that does not exist.
        Ok(class) => class
            .filter(|class| class.teacher == user.id)
            .ok_or_else(|| {
                let text = say!(visitor.lang, "class-unknown");
                refused(StatusCode::NOT_FOUND, "no_such_class", text)
            }),
        Err(error) => Err(failed(&error, visitor.lang)),
    }
}

async fn create(State(app): State<App>, visitor: Visitor, Json(given): Json<Named>) -> Response {
    let Some(user) = &visitor.user else {
        return log_in_first(visitor.lang);
    };
    let Some(name) = title_of(&given.name) else {
        let text = say!(visitor.lang, "tournament-bad-name", most = MOST_LETTERS);
        return refused(StatusCode::BAD_REQUEST, "name", &text);
    };
    if !app.limits().saves.allows(visitor.limit_key()) {
        return too_many(visitor.lang);
    }
    let class = Class {
        id: room_name(),
        name,
        teacher: user.id,
        code: None,
    };
    match app
        .collection()
        .classes()
        .create(&class, MOST_CLASSES)
        .await
    {
        Ok(true) => {
            let go = format!("/classes/{}", class.id);
            Json(serde_json::json!({ "id": class.id, "go": go })).into_response()
        }
        Ok(false) => {
            let text = say!(visitor.lang, "class-too-many", most = MOST_CLASSES);
            refused(StatusCode::CONFLICT, "too_many", &text)
        }
        Err(error) => failed(&error, visitor.lang),
    }
}

fn links(made: &[(String, String)]) -> Response {
    let link = |(name, code): &(String, String)| serde_json::json!({ "name": name, "path": format!("/classes/join/{code}") });
    let links: Vec<_> = made.iter().map(link).collect();
    Json(serde_json::json!({ "links": links })).into_response()
}

/// Creates the refusal (status 409) of more pupils than a class may have.
fn full(visitor: &Visitor) -> Response {
    let text = say!(visitor.lang, "class-full", most = MOST_PUPILS);
    refused(StatusCode::CONFLICT, "full", &text)
}

async fn add(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Json(given): Json<Names>,
) -> Response {
    if let Err(response) = own(&app, &visitor, &id).await {
        return response;
    }
    if !app.limits().saves.allows(visitor.limit_key()) {
        return too_many(visitor.lang);
    }
    let names = given.names.lines().map(str::trim);
    let names: Vec<String> = names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    if names.is_empty() {
        return bad("names", key!("class-no-names"), &visitor);
    }
    // Refused before the names are checked.
    if names.len() > MOST_PUPILS {
        return full(&visitor);
    }
    let made = app
        .collection()
        .classes()
        .add_pupils(&id, &names, MOST_PUPILS);
    match made.await {
        Ok(Some(made)) => links(&made),
        Ok(None) => full(&visitor),
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Finds the pupil of a class with the user number `given`. Returns the number and the name; `None` if there is none.
async fn pupil_of(app: &App, class: &str, given: &str) -> Result<Option<(i64, String)>> {
    let pupils = app.collection().classes().pupils(class).await?;
    let found = pupils
        .into_iter()
        .find(|pupil| pupil.user.to_string() == given);
    Ok(found.map(|pupil| (pupil.user, pupil.name)))
}

async fn renew(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Json(given): Json<OfPupil>,
) -> Response {
    if let Err(response) = own(&app, &visitor, &id).await {
        return response;
    }
    let renewed = async {
        let Some((user, name)) = pupil_of(&app, &id, &given.pupil).await? else {
            return Ok(None);
        };
        // This fails for an account that the teacher has not created, so that its sessions do not end.
        let code = app.collection().classes().renew(&id, user).await?;
        app.hub().sessions_end(crate::WhoKey::User(user));
        Result::Ok(Some((name, code)))
    };
    match renewed.await {
        Ok(Some(made)) => links(&[made]),
        Ok(None) => bad("pupil", key!("class-no-pupil"), &visitor),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn remove(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Json(given): Json<OfPupil>,
) -> Response {
    if let Err(response) = own(&app, &visitor, &id).await {
        return response;
    }
    match pupil_of(&app, &id, &given.pupil).await {
        Ok(Some((user, _))) => {
            answered(app.collection().classes().remove(&id, user).await, &visitor)
        }
        Ok(None) => bad("pupil", key!("class-no-pupil"), &visitor),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn set_task(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Json(given): Json<Task>,
) -> Response {
    if let Err(response) = own(&app, &visitor, &id).await {
        return response;
    }
    let Some(due) = end_of(&given.due) else {
        return bad("due", key!("class-bad-day"), &visitor);
    };
    let number = given.problem.trim().trim_start_matches('#').parse();
    let Ok(problem) = number else {
        return bad("problem", key!("class-bad-problem"), &visitor);
    };
    let collection = app.collection();
    match collection.problems().get(problem).await {
        Ok(problem) => {
            if let Err(error) = problem.draft.mate() {
                return failed(&error.into(), visitor.lang);
            }
        }
        Err(error) => return failed(&error, visitor.lang),
    }
    let due = Due { problem, due };
    match collection.classes().set_task(&id, &due, MOST_TASKS).await {
        Ok(true) => done(),
        Ok(false) => {
            let text = say!(visitor.lang, "class-many-tasks", most = MOST_TASKS);
            refused(StatusCode::CONFLICT, "many_tasks", &text)
        }
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn remove_task(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Json(given): Json<OfProblem>,
) -> Response {
    if let Err(response) = own(&app, &visitor, &id).await {
        return response;
    }
    match given.problem.parse() {
        Ok(problem) => {
            let removed = app.collection().classes().remove_task(&id, problem);
            answered(removed.await, &visitor)
        }
        Err(_) => bad("problem", key!("class-bad-problem"), &visitor),
    }
}

async fn delete(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    match own(&app, &visitor, &id).await {
        Ok(class) => answered(app.collection().classes().delete(&class.id).await, &visitor),
        Err(response) => response,
    }
}

async fn join(State(app): State<App>, visitor: Visitor, Json(given): Json<Joining>) -> Response {
    if !app.limits().returns.allows(visitor.address.key()) {
        return too_many(visitor.lang);
    }
    let password = Password::new(&given.password);
    match app
        .collection()
        .classes()
        .use_code(&given.code, &password)
        .await
    {
        Ok(session) => logged_in(&app, &session),
        Err(error) => failed(&error, visitor.lang),
    }
}

#[derive(Template)]
#[template(path = "classes.html")]
struct ListPage {
    f: Frame,
    taught: Vec<Class>,
    attended: Vec<(Class, Vec<TaskView>)>,
}

/// Task of a class, as a pupil sees it.
struct TaskView {
    problem: i64,
    due: String,
    /// Day on which the pupil solved it; empty if it is not solved.
    solved: String,
    late: bool,
}

/// A pupil's row in the teacher's table.
struct PupilView {
    user: i64,
    name: String,
    link: String,
    /// True while the account cannot be used because the pupil has not yet set a password with the code from the
    /// teacher.
    waits: bool,
    /// True if the pupil has created the account, false if the teacher has.
    is_own: bool,
    /// Day of the solution by task, empty if it is not solved, and true if it was late.
    cells: Vec<(String, bool)>,
    count: usize,
}

#[derive(Template)]
#[template(path = "class.html")]
struct ClassPage {
    f: Frame,
    class: Class,
    teacher: bool,
    tasks: Vec<TaskView>,
    pupils: Vec<PupilView>,
    /// Default for the due day of a new task.
    day: String,
    /// Address of the site, with which the link of the class begins.
    site: String,
}

#[derive(Template)]
#[template(path = "class-join.html")]
struct JoinPage {
    f: Frame,
    code: String,
    pupil: String,
    class: String,
}

/// Returns the tasks of a class with the days on which a user has solved them.
async fn tasks(app: &App, class: &str, user: i64) -> Result<Vec<TaskView>> {
    let classes = app.collection().classes();
    let solved: HashMap<i64, i64> = classes
        .solved(class)
        .await?
        .into_iter()
        .filter(|solved| solved.user == user)
        .map(|solved| (solved.problem, solved.at))
        .collect();
    let now = app.collection().now();
    let view = |task: Due| {
        let at = solved.get(&task.problem).copied();
        TaskView {
            problem: task.problem,
            due: Date::at(task.due).to_string(),
            solved: at.map(|at| Date::at(at).to_string()).unwrap_or_default(),
            late: at.unwrap_or(now) > task.due,
        }
    };
    Ok(classes.tasks(class).await?.into_iter().map(view).collect())
}

async fn list(State(app): State<App>, visitor: Visitor) -> Response {
    let classes = app.collection().classes();
    let found = async {
        let Some(user) = visitor.user.as_ref().map(|user| user.id) else {
            return Ok((Vec::new(), Vec::new()));
        };
        let mut attended = Vec::new();
        for class in classes.of_pupil(user).await? {
            let tasks = tasks(&app, &class.id, user).await?;
            attended.push((class, tasks));
        }
        Result::Ok((classes.of_teacher(user).await?, attended))
    };
    match found.await {
        Ok((taught, attended)) => page(&ListPage {
            f: Frame::new(&visitor, "tournaments"),
            taught,
            attended,
        }),
        Err(error) => failed_page(&visitor, &error),
    }
}

async fn pupils(app: &App, class: &str) -> Result<Vec<PupilView>> {
    let classes = app.collection().classes();
    let tasks = classes.tasks(class).await?;
    let solved: HashMap<(i64, i64), i64> = classes
        .solved(class)
        .await?
        .into_iter()
        .map(|solved| ((solved.user, solved.problem), solved.at))
        .collect();
    let view = |pupil: store::classes::Pupil| {
        let cell = |task: &Due| match solved.get(&(pupil.user, task.problem)) {
            Some(at) => (Date::at(*at).to_string(), *at > task.due),
            None => (String::new(), false),
        };
        let cells: Vec<(String, bool)> = tasks.iter().map(cell).collect();
        PupilView {
            user: pupil.user,
            link: encoded(&pupil.name),
            waits: pupil.until.is_some(),
            is_own: pupil.is_own,
            count: cells.iter().filter(|cell| !cell.0.is_empty()).count(),
            cells,
            name: pupil.name,
        }
    };
    Ok(classes.pupils(class).await?.into_iter().map(view).collect())
}

async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let user = visitor.user.as_ref().map_or(0, |user| user.id);
    let classes = app.collection().classes();
    let found = async {
        let Some(class) = classes.get(&id).await? else {
            return Ok(None);
        };
        let teacher = class.teacher == user;
        if !teacher && !classes.of_pupil(user).await?.contains(&class) {
            return Ok(None);
        }
        let pupils = if teacher {
            pupils(&app, &id).await?
        } else {
            Vec::new()
        };
        Result::Ok(Some(ClassPage {
            f: Frame::new(&visitor, "tournaments"),
            teacher,
            tasks: tasks(&app, &id, user).await?,
            pupils,
            day: Date::at(app.collection().now() + 7 * DAY_MS).to_string(),
            site: address(&app, &headers),
            class,
        }))
    };
    match found.await {
        Ok(Some(shown)) => page(&shown),
        Ok(None) => {
            let sentence = say!(visitor.lang, "class-unknown").to_owned();
            error_page(&visitor, StatusCode::NOT_FOUND, sentence)
        }
        Err(error) => failed_page(&visitor, &error),
    }
}

async fn join_page(State(app): State<App>, visitor: Visitor, Path(code): Path<String>) -> Response {
    match app.collection().classes().of_code(&code).await {
        Ok(Some((pupil, class))) => page(&JoinPage {
            f: Frame::new(&visitor, ""),
            code,
            pupil,
            class,
        }),
        Ok(None) => {
            let sentence = say!(visitor.lang, "class-code-over").to_owned();
            error_page(&visitor, StatusCode::NOT_FOUND, sentence)
        }
        Err(error) => failed_page(&visitor, &error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_to_their_ends() {
        for (day, end) in [
            ("1970-01-01", Some(DAY_MS - 1)),
            ("2000-02-29", Some(951_782_400_000 + DAY_MS - 1)),
            ("2026-12-31", Some(1_798_675_200_000 + DAY_MS - 1)),
            ("2026-02-30", None),
            ("2026-13-01", None),
            ("tomorrow", None),
            ("", None),
        ] {
            assert_eq!(end_of(day), end, "{day}");
        }
    }
}
