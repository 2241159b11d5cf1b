//! Composer: a page on which a visitor sets up a problem, has it verified, with progress and the solution as a tree,
//! and saves it as an own problem.

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
use games::chess::Position;
use games::svg::turned;
use games::{Dropped, Read};
use problems::verify::Progress;
use problems::{Draft, Question, State, Stipulation, StipulationError, Terms};
use serde::{Deserialize, Serialize};
use solve::fairy::{self, Condition};
use std::time::Duration;
use store::job::Request;
use store::{Composing, Kind, Refusal, SiteJob, Work};

/// Returns the router of the composer.
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
    /// Stipulation and terms of the problem: [`Asked`] as JSON.
    asked: String,
    stipulation: String,
    author: String,
    title: String,
    source: String,
    tags: String,
    /// Number of the visitor's own problem that is edited; 0 for a new one.
    edited: i64,
    /// Names of the fairy conditions.
    conditions: Vec<String>,
    /// Kinds of fairy pieces as JSON: see `fairy.js`.
    fairy: String,
}

#[derive(Deserialize)]
struct From {
    problem: Option<i64>,
    /// `yes` if that problem is to be edited; otherwise it is the start of a new one.
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
        asked: asked_of(&Draft::new(String::new(), Stipulation::Mate(2))),
        stipulation: "#2".to_owned(),
        author: String::new(),
        title: String::new(),
        source: String::new(),
        tags: String::new(),
        edited: 0,
        conditions: Condition::all()
            .map(|condition| condition.to_string())
            .collect(),
        fairy: fairy_kinds(),
    };
    if let Some(id) = from.problem {
        match app.collection().problems().get(id).await {
            Ok(problem) => {
                if from.edit == "yes" && is_own(&visitor, &problem) {
                    shown.edited = id;
                }
                let draft = problem.draft;
                shown.asked = asked_of(&draft);
                shown.stipulation = draft.stipulation.to_string();
                shown.fen = draft.fen;
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

/// Returns the kinds of fairy pieces with the chess pieces, turned by an angle, that represent them, as JSON. It
/// includes the kinds of chess, which neutral pieces need.
fn fairy_kinds() -> String {
    let kinds = fairy::Kind::all().map(|kind| {
        let shape = turned(kind.name());
        let shape = shape.map(|(role, turn)| (format!("{role:?}").to_lowercase(), turn));
        serde_json::json!({
            "code": kind.code(),
            "name": kind.name(),
            "shape": shape.as_ref().map(|(role, _)| role),
            "turn": shape.as_ref().map(|(_, turn)| turn),
        })
    });
    serde_json::Value::from(kinds.collect::<Vec<_>>()).to_string()
}

/// Question of the composer to the solver, with the further terms of a problem that [`Question`] has no fields for.
#[derive(Clone, Deserialize, Serialize)]
pub(super) struct Asked {
    #[serde(flatten)]
    pub(super) question: Question,
    /// Fairy pieces, as in [`Terms::pieces`].
    #[serde(default)]
    pub(super) pieces: Vec<String>,
    /// Twins, as in [`Terms::twins`].
    #[serde(default)]
    pub(super) twins: Vec<String>,
    /// Other options than set play and duplex.
    #[serde(default)]
    pub(super) options: Vec<String>,
}

impl Asked {
    /// Converts the position, stipulation and terms of a problem.
    pub(super) fn of(draft: &Draft) -> Asked {
        let terms = &draft.terms;
        let has = |option: &str| terms.options.iter().any(|other| other == option);
        let (set_play, duplex) = (has("SetPlay"), has("Duplex"));
        let mut options = terms.options.clone();
        options.retain(|option| option != "SetPlay" && option != "Duplex");
        Asked {
            question: Question {
                fen: draft.fen.clone(),
                stipulation: draft.stipulation.to_string(),
                conditions: terms.conditions.clone(),
                set_play,
                tries: false,
                duplex,
                intended: terms.intended.unwrap_or(1),
            },
            pieces: terms.pieces.clone(),
            twins: terms.twins.clone(),
            options,
        }
    }

    /// Converts this to a problem without author, title, source and tags, together with the parts of the position's
    /// text that were left out.
    pub(super) fn draft(&self) -> problems::Result<Read<Draft>> {
        let asked = &self.question;
        let stipulation = asked.stipulation.parse();
        let stipulation = stipulation
            .map_err(|error: StipulationError| problems::Error::Invalid(error.localized()))?;
        let options = [(asked.set_play, "SetPlay"), (asked.duplex, "Duplex")];
        let options = options.into_iter().filter(|(wanted, _)| *wanted);
        let mut options: Vec<String> = options.map(|(_, option)| option.to_owned()).collect();
        options.extend(self.options.iter().cloned());
        let terms = Terms {
            pieces: self.pieces.clone(),
            conditions: asked.conditions.clone(),
            options,
            twins: self.twins.clone(),
            intended: Some(asked.intended).filter(|intended| *intended != 1),
        };
        Draft::read_on(&asked.fen, stipulation, terms)
    }

    /// Returns true if there are no terms beside the question.
    pub(super) fn is_question(&self) -> bool {
        self.pieces.is_empty() && self.twins.is_empty() && self.options.is_empty()
    }
}

fn asked_of(draft: &Draft) -> String {
    serde_json::to_string(&Asked::of(draft)).unwrap_or_default()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VerifyRequest {
    #[serde(default)]
    fen: String,
    #[serde(default)]
    moves: u32,
    /// Question for a stipulation other than a mate in N, in place of `fen` and `moves`; `None` for a mate in N.
    #[serde(default)]
    question: Option<Asked>,
}

/// Texts about a problem that an author enters.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    pub(super) author: String,
    pub(super) title: String,
    pub(super) source: String,
    pub(super) tags: Vec<String>,
}

impl Words {
    /// Stores the texts in a problem.
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
        .map_or(&asked.fen, |asked| &asked.question.fen);
    if let Some(whole) = asked.question.as_ref().filter(|asked| !asked.is_question()) {
        return verify_parts(&app, &visitor, whole).await;
    }
    let (position, dropped) = match Position::read_fen(fen, false) {
        Ok(read) => read.split(),
        // A problem without a king has no question for the solver, but may be verified in parts.
        Err(why) => match &asked.question {
            Some(whole)
                if whole
                    .draft()
                    .is_ok_and(|read| read.split().0.checked().is_ok()) =>
            {
                return verify_parts(&app, &visitor, whole).await;
            }
            _ => return bad(&why.text(visitor.lang)),
        },
    };
    let composing = match asked.question {
        None => {
            let composing = Composing::new(&position.fen(), asked.moves);
            composing.map_err(|error| error.text(visitor.lang))
        }
        Some(Asked { mut question, .. }) => {
            question.fen = position.fen();
            Composing::asking(question).map_err(|error| error.text(visitor.lang))
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

/// Requests the verification of a problem with twins or fairy pieces, and answers with the job's name.
async fn verify_parts(app: &App, visitor: &Visitor, asked: &Asked) -> Response {
    let composing = asked.draft().and_then(|read| {
        let (draft, dropped) = read.split();
        Ok((Composing::parts_of(draft)?, dropped))
    });
    let (composing, dropped) = match composing {
        Ok(composing) => composing,
        Err(error) => return failed(&error.into(), visitor.lang),
    };
    if !app.limits().engine.allows(visitor.limit_key()) {
        return too_many(visitor.lang);
    }
    let id = unguessable();
    match jobs::ask(app, visitor, &Work::Composing(composing), &id).await {
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
    let tell = |job: &SiteJob| (job.owner == owner).then(|| job_json(job));
    jobs::show(&app, &visitor, (Kind::Composing, &id, 0), tell).await
}

/// Returns a job's state as JSON, with the verdict and the solution tree as soon as there are any; the tree is `null`
/// if it is too large.
fn job_json(job: &SiteJob) -> String {
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
    /// Position of a mate in N; `moves` is N.
    #[serde(default)]
    fen: String,
    #[serde(default)]
    moves: u32,
    /// Question for a stipulation other than a mate in N, in place of `fen` and `moves`; `None` for a mate in N.
    #[serde(default)]
    question: Option<Asked>,
    author: String,
    title: String,
    source: String,
    tags: Vec<String>,
    /// Number of the visitor's own problem that is changed; a new one is created if missing.
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
    let read = match &given.question {
        Some(asked) => asked.draft(),
        None => match format!("#{}", given.moves).parse() {
            Ok(stipulation) => Draft::read(&given.fen, stipulation),
            Err(error) => {
                let error: StipulationError = error;
                let told = error.localized();
                let error = told.get(visitor.lang);
                let text = say!(visitor.lang, "no-stipulation", error, moves = given.moves);
                return refused(StatusCode::BAD_REQUEST, "moves", &text);
            }
        },
    };
    let (mut draft, dropped) = match read {
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
        // The verdict of a verification while composing is reused.
        let owner = visitor.limit_key();
        let verdict = match draft.mate() {
            Ok(moves) => {
                let composing = Composing::new(&draft.fen, moves)?;
                collection
                    .jobs()
                    .composed_verdict(&composing, &owner)
                    .await?
            }
            Err(_) => None,
        };
        if verdict.is_none() {
            // Checked before the problem is saved: without a verification it would never become playable.
            collection.jobs().may_request(&request).await?;
        }
        let problems = collection.problems();
        let created = match given.id {
            Some(id) => problems.update(user.id, id, draft.clone()).await?,
            None => problems.create(user.id, draft.clone()).await?,
        };
        if problems.get(created.id).await?.state != State::Draft {
            // Only its texts have changed.
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
