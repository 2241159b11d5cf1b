//! Composing in the page: a position is verified with its progress and its solution as a tree, and kept
//! as a problem of the visitor's.

use super::frame::{Frame, failed_page, page};
use super::jobs;
use super::problems::is_own;
use crate::accounts::failed;
use crate::errors::{refused, too_many};
use crate::{App, Visitor};
use askama::Template;
use axum::extract::{self, Path, Query};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base::chance::unguessable;
use base::say;
use games::Dropped;
use games::chess::Position;
use problems::verify::Progress;
use problems::{Draft, Question, State, Stipulation};
use serde::{Deserialize, Serialize};
use solve::fairy::Condition;
use std::time::Duration;
use store::job::Request;
use store::{Composing, Kind, Refusal, SiteJob, Work};

/// The routes.
pub fn router() -> Router<App> {
    Router::new()
        .route("/compose", get(compose))
        .route("/api/compose/verify", post(verify))
        .route("/api/compose/verify/{id}", get(progress))
        .route("/api/compose/verify/{id}/stop", post(stop))
        .route("/api/compose/save", post(save))
}

#[derive(Template)]
#[template(path = "compose.html")]
struct Compose {
    f: Frame,
    fen: String,
    moves: u32,
    author: String,
    title: String,
    source: String,
    tags: String,
    /// Number of the visitor's own problem that is edited; 0 for a new one.
    edited: i64,
    /// Names of the fairy conditions.
    conditions: Vec<String>,
}

#[derive(Deserialize)]
struct From {
    problem: Option<i64>,
    /// `yes`: that problem is to be changed, not to be begun from.
    #[serde(default)]
    edit: String,
    fen: Option<String>,
}

async fn compose(
    extract::State(app): extract::State<App>,
    visitor: Visitor,
    Query(from): Query<From>,
) -> Response {
    let mut shown = Compose {
        f: Frame::new(&visitor, "problems"),
        fen: from
            .fen
            .unwrap_or_else(|| "8/8/8/8/8/8/8/8 w - - 0 1".to_owned()),
        moves: 2,
        author: String::new(),
        title: String::new(),
        source: String::new(),
        tags: String::new(),
        edited: 0,
        conditions: Condition::all()
            .map(|condition| condition.to_string())
            .collect(),
    };
    if let Some(id) = from.problem {
        match app.collection().problems().get(id).await {
            Ok(problem) => {
                if from.edit == "yes" && is_own(&visitor, &problem) {
                    shown.edited = id;
                }
                let draft = problem.draft;
                shown.fen = draft.fen;
                shown.moves = draft.stipulation.moves();
                shown.author = draft.author;
                shown.title = draft.title;
                shown.source = draft.source;
                shown.tags = draft.tags.join(", ");
            }
            Err(error) => return failed_page(&visitor, &error),
        }
    }
    page(&shown)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VerifyRequest {
    #[serde(default)]
    fen: String,
    #[serde(default)]
    moves: u32,
    /// In place of both, where another stipulation than a mate in N is asked for.
    #[serde(default)]
    question: Option<Question>,
}

/// The words of an author.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    pub(super) author: String,
    pub(super) title: String,
    pub(super) source: String,
    pub(super) tags: Vec<String>,
}

impl Words {
    /// Puts them into a problem.
    pub(super) fn give(self, draft: &mut Draft) {
        draft.author = self.author;
        draft.title = self.title;
        draft.source = self.source;
        draft.tags = self.tags;
    }
}

async fn verify(
    extract::State(app): extract::State<App>,
    visitor: Visitor,
    Json(asked): Json<VerifyRequest>,
) -> Response {
    let bad = |why: &str| refused(StatusCode::BAD_REQUEST, "position", why);
    let fen = asked
        .question
        .as_ref()
        .map_or(&asked.fen, |asked| &asked.fen);
    let (position, dropped) = match Position::read_fen(fen, false) {
        Ok(read) => read.split(),
        Err(why) => return bad(&why.text(visitor.lang)),
    };
    let composing = match asked.question {
        None => {
            let composing = Composing::new(&position.fen(), asked.moves);
            composing.map_err(|error| error.text(visitor.lang))
        }
        Some(mut question) => {
            question.fen = position.fen();
            Composing::asking(question).map_err(|error| error.told(visitor.lang).1)
        }
    };
    let composing = match composing {
        Ok(composing) => composing,
        Err(why) => return bad(&why),
    };
    if !app.limits().engine.allows(visitor.limit_key()) {
        return too_many(visitor.lang);
    }
    let id = unguessable();
    match jobs::ask(&app, &visitor, &Work::Composing(composing), &id).await {
        Ok(()) => {
            Json(serde_json::json!({"id": id, "dropped": Dropped::texts(&dropped, visitor.lang)}))
                .into_response()
        }
        Err(refusal) => refusal,
    }
}

async fn progress(
    extract::State(app): extract::State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Response {
    let owner = visitor.limit_key();
    let tell = |job: &SiteJob| (job.owner == owner).then(|| told(job));
    jobs::show(&app, &visitor, (Kind::Composing, &id, 0), tell).await
}

/// Returns a job's state as JSON: the verdict as soon as there is one, then the tree, `null` if it is too long.
fn told(job: &SiteJob) -> String {
    let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
    let found = job
        .results
        .first()
        .map(|text| parsed(text))
        .unwrap_or_default();
    let progress = match (&found["progress"], job.progress.as_str()) {
        (serde_json::Value::Null, "") => serde_json::json!(Progress::default()),
        (serde_json::Value::Null, told) => parsed(told),
        (last, _) => last.clone(),
    };
    serde_json::json!({
        "progress": progress,
        "done": job.over,
        "verdict": found["verdict"],
        "reply": found["reply"],
        "tree": job.results.get(1).map(|text| parsed(text)),
        "error": jobs::fault(job),
    })
    .to_string()
}

async fn stop(
    extract::State(app): extract::State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Response {
    let owner = visitor.limit_key();
    let cancelled = app
        .collection()
        .jobs()
        .cancel_site(Kind::Composing, &id, &owner);
    match cancelled.await {
        Ok(_) => Json(serde_json::json!({})).into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    fen: String,
    moves: u32,
    author: String,
    title: String,
    source: String,
    tags: Vec<String>,
    /// The visitor's own problem that is changed; a new one if missing.
    #[serde(default)]
    id: Option<i64>,
}

async fn save(
    extract::State(app): extract::State<App>,
    visitor: Visitor,
    Json(given): Json<Saved>,
) -> Response {
    let Some(user) = &visitor.user else {
        return failed(&Refusal::NotLoggedIn.into(), visitor.lang);
    };
    let stipulation: Stipulation = match format!("#{}", given.moves).parse() {
        Ok(stipulation) => stipulation,
        Err(error) => {
            let told = error.localized();
            let error = told.get(visitor.lang);
            let text = say!(visitor.lang, "no-stipulation", error, moves = given.moves);
            return refused(StatusCode::BAD_REQUEST, "moves", &text);
        }
    };
    let (mut draft, dropped) = match Draft::read(&given.fen, stipulation) {
        Ok(read) => read.split(),
        Err(error) => return failed(&error.into(), visitor.lang),
    };
    if !app.limits().saves.allows(visitor.limit_key()) {
        return too_many(visitor.lang);
    }
    let words = Words {
        author: given.author,
        title: given.title,
        source: given.source,
        tags: given.tags,
    };
    words.give(&mut draft);
    let kept = async {
        let collection = app.collection();
        let most = i64::from(app.config().jobs_per_account);
        let request = Request {
            by: Some(user.id),
            time: Some(Duration::from_secs(app.config().job_seconds)),
            most: (!app.is_unlimited()).then_some(most),
            ..Request::default()
        };
        // What was proved while it was composed is not proved again.
        let composing = Composing::new(&draft.fen, given.moves)?;
        let owner = visitor.limit_key();
        let verdict = collection
            .jobs()
            .composed_verdict(&composing, &owner)
            .await?;
        if verdict.is_none() {
            // Before anything is kept: a problem without its verification would wait for ever.
            collection.jobs().may_request(&request).await?;
        }
        let problems = collection.problems();
        let created = match given.id {
            Some(id) => problems.update(user.id, id, draft.clone()).await?,
            None => problems.create(user.id, draft.clone()).await?,
        };
        if problems.get(created.id).await?.state != State::Draft {
            // Its words alone have changed.
            return Ok(created);
        }
        if let Some(verdict) = verdict
            && collection
                .problems()
                .keep_verdict(created.id, &draft, &verdict)
                .await?
        {
            return Ok(created);
        }
        let problem = [created.id];
        let requested = collection.jobs().request(&problem, &request);
        requested.await?;
        app.engine_threads().wake();
        Ok(created)
    };
    match kept.await {
        Ok(created) => {
            let dropped = Dropped::texts(&dropped, visitor.lang);
            let json =
                serde_json::json!({"id": created.id, "twins": created.twins, "dropped": dropped});
            Json(json).into_response()
        }
        Err(error) => failed(&error, visitor.lang),
    }
}
