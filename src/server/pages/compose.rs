//! Composing in the page: a position is verified with its progress and its solution as a tree, and kept
//! as a problem of the visitor's.

use super::desk::lock;
use super::frame::{Frame, failed_page, page};
use crate::games::chess::{Move, Position};
use crate::limits::Allowance;
use crate::problems::job::Request;
use crate::problems::verify::{Outcome, Progress, Verdict, Verifier};
use crate::problems::{Draft, Refusal, State as Proved, Stipulation};
use crate::server::accounts::failed;
use crate::server::guard::{refused, too_many};
use crate::server::{App, Visitor};
use crate::solve::mate::{Attack, Extent, Options, Solver};
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long a verification may take in a page; `atalaya worker` has more time.
const MOST: Duration = Duration::from_secs(60);
/// How long the solution is worked out.
const SOLUTION: Duration = Duration::from_secs(20);
/// The solver's table, in mebibytes.
const HASH_MB: usize = 32;
/// The most moves of a tree that a page is given.
const MOST_SHOWN: usize = 4000;

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
}

#[derive(Deserialize)]
struct From {
    problem: Option<i64>,
    fen: Option<String>,
}

async fn compose(State(app): State<App>, visitor: Visitor, Query(from): Query<From>) -> Response {
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
    };
    if let Some(id) = from.problem {
        match app.collection().problem(id).await {
            Ok(problem) => {
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

/// A verification under way, or over.
pub struct Verification {
    owner: String,
    stop: AtomicBool,
    state: Mutex<Found>,
}

#[derive(Clone, Default, Serialize)]
struct Found {
    progress: Progress,
    done: bool,
    verdict: Option<Verdict>,
    /// The solution; `null` if it is too long to show.
    tree: Option<Tree>,
    /// Why there is no verdict.
    error: Option<String>,
}

/// The solution of a problem, to be clicked through.
#[derive(Clone, Serialize)]
struct Tree {
    keys: Vec<Node>,
    tries: Vec<Node>,
}

/// A move, and what can follow.
#[derive(Clone, Serialize)]
struct Node {
    /// As people write it.
    san: String,
    /// The position after it.
    fen: String,
    /// Whether it threatens something, or leaves the defender in zugzwang: `threat`, `zugzwang`.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    next: Vec<Node>,
}

/// Nodes of attacks, as long as there is room.
fn attacks(p: &Position, all: &[Attack], room: &mut usize) -> Option<Vec<Node>> {
    all.iter()
        .map(|attack| {
            let (mut node, after) = node(p, attack.m, room)?;
            if attack.zugzwang {
                node.kind = Some("zugzwang");
            }
            if !attack.threats.is_empty() {
                let passed = after.pass();
                let mut threats = attacks(&passed, &attack.threats, room)?;
                for threat in &mut threats {
                    threat.kind = Some("threat");
                }
                node.next.extend(threats);
            }
            for defence in &attack.defences {
                let (mut reply, here) = self::node(&after, defence.reply, room)?;
                reply.next = attacks(&here, &defence.attacks, room)?;
                node.next.push(reply);
            }
            for refutation in &attack.refutations {
                let (mut reply, _) = self::node(&after, *refutation, room)?;
                reply.san.push('!');
                node.next.push(reply);
            }
            Some(node)
        })
        .collect()
}

fn node(p: &Position, m: Move, room: &mut usize) -> Option<(Node, Position)> {
    *room = room.checked_sub(1)?;
    let after = p.play(m);
    let node = Node {
        san: p.san(m),
        fen: after.fen(),
        kind: None,
        next: Vec::new(),
    };
    Some((node, after))
}

/// The tree of a verified problem.
fn tree(fen: &str, verdict: &Verdict, stop: &AtomicBool) -> Option<Tree> {
    let p = Position::from_fen(fen, false).ok()?;
    let options = Options {
        hash_mb: HASH_MB,
        ..Options::default()
    };
    let mut solver = Solver::new(options).ok()?;
    let keys = verdict.keys.iter().map(|key| key.on(&p));
    let keys = keys.collect::<Result<Vec<_>, _>>().ok()?;
    let extent = Extent {
        tries: true,
        set_play: false,
    };
    let allowance = Allowance {
        time: Some(SOLUTION),
        nodes: None,
        stop: Some(stop),
    };
    let solution = solver.solution(&p, verdict.moves, &keys, extent, allowance);
    let solution = solution.ok()?;
    let mut room = MOST_SHOWN;
    Some(Tree {
        keys: attacks(&p, &solution.keys, &mut room)?,
        tries: attacks(&p, &solution.tries, &mut room)?,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    fen: String,
    moves: u32,
}

async fn verify(State(app): State<App>, visitor: Visitor, Json(asked): Json<Asked>) -> Response {
    let bad = |why: &str| refused(StatusCode::BAD_REQUEST, "position", why);
    if let Err(why) = Position::from_fen(&asked.fen, false) {
        return bad(&why.to_string());
    }
    let stipulation: Stipulation = match format!("#{}", asked.moves).parse() {
        Ok(stipulation) => stipulation,
        Err(error) => return bad(&format!("{error}")),
    };
    let owner = visitor.limit_key();
    if !app.limits().engine.allows(owner.clone()) {
        return too_many();
    }
    let verification = Arc::new(Verification {
        owner,
        stop: AtomicBool::new(false),
        state: Mutex::default(),
    });
    let id = app.desk().verifications.put(Arc::clone(&verification));
    let desk = app.clone();
    tokio::spawn(async move {
        let held = Arc::clone(&verification);
        let done = desk
            .desk()
            .think(move |_| work(&asked.fen, stipulation, &held))
            .await;
        let mut state = lock(&verification.state);
        if let Err(why) = done {
            state.error = Some(why);
        }
        state.done = true;
    });
    Json(serde_json::json!({ "id": id })).into_response()
}

fn work(fen: &str, stipulation: Stipulation, held: &Verification) {
    let told = |progress| lock(&held.state).progress = progress;
    let outcome = Verifier::new(1, HASH_MB)
        .and_then(|mut verifier| verifier.verify(fen, stipulation, Some(MOST), &held.stop, told));
    match outcome {
        Ok(Outcome::Decided(verdict)) => {
            lock(&held.state).verdict = Some(verdict.clone());
            if verdict.state == Proved::Verified {
                let tree = tree(fen, &verdict, &held.stop);
                lock(&held.state).tree = tree;
            }
        }
        Ok(Outcome::Undecided(progress)) => told(progress),
        Ok(Outcome::Stopped) => {}
        Err(error) => lock(&held.state).error = Some(error.to_string()),
    }
}

fn own(app: &App, visitor: &Visitor, id: &str) -> Option<Arc<Verification>> {
    let found = app.desk().verifications.get(id)?;
    Some(found).filter(|found| found.owner == visitor.limit_key())
}

async fn progress(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    match own(&app, &visitor, &id) {
        Some(found) => Json(lock(&found.state).clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn stop(State(app): State<App>, visitor: Visitor, Path(id): Path<String>) -> Response {
    match own(&app, &visitor, &id) {
        Some(found) => {
            found.stop.store(true, Ordering::Relaxed);
            Json(serde_json::json!({})).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
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
}

async fn save(State(app): State<App>, visitor: Visitor, Json(given): Json<Saved>) -> Response {
    let Some(user) = &visitor.user else {
        return failed(&Refusal::NotLoggedIn.into(), visitor.lang);
    };
    let stipulation: Stipulation = match format!("#{}", given.moves).parse() {
        Ok(stipulation) => stipulation,
        Err(error) => return refused(StatusCode::BAD_REQUEST, "moves", &format!("{error}")),
    };
    let mut draft = Draft::new(given.fen, stipulation);
    draft.author = given.author;
    draft.title = given.title;
    draft.source = given.source;
    draft.tags = given.tags;
    let kept = async {
        let created = app.collection().create_problem(user.id, draft).await?;
        let request = Request {
            by: Some(user.id),
            ..Request::default()
        };
        let problem = [created.id];
        let requested = app.collection().request_verifications(&problem, &request);
        requested.await?;
        Ok(created)
    };
    match kept.await {
        Ok(created) => {
            let json = serde_json::json!({"id": created.id, "twins": created.twins});
            Json(json).into_response()
        }
        Err(error) => failed(&error, visitor.lang),
    }
}
