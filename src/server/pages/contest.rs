//! M1 against M2 over k problems: each problem twice, so that each machine attacks and defends. The table
//! fills while they play, and every game counts for the ranking as one from the command line does.

use super::desk::{Desk, lock};
use super::frame::{Frame, page};
use crate::clock::ClockRule;
use crate::problems::play::{Act, Challenge, Duel, Mind, Seated, Side};
use crate::problems::{DatabaseError, Error, Filter, NewPlay};
use crate::server::accounts::failed;
use crate::server::guard::{refused, too_many};
use crate::server::{App, Visitor};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The most problems of a contest in a page; `atalaya match --store` takes any number.
const MOST: usize = 50;

/// The routes.
pub fn router() -> Router<App> {
    Router::new()
        .route("/contest", get(contest))
        .route("/api/contest", post(begin))
        .route("/api/contest/{id}", get(show))
}

#[derive(Template)]
#[template(path = "contest.html")]
struct ContestPage {
    f: Frame,
}

async fn contest(visitor: Visitor) -> Response {
    page(&ContestPage {
        f: Frame::new(&visitor, "problems"),
    })
}

/// A contest under way, or over. Whoever has its name may look.
pub struct Contest(Mutex<Table>);

#[derive(Clone, Serialize)]
struct Table {
    total: usize,
    games: Vec<Line>,
    done: bool,
    error: Option<String>,
}

/// A game of a contest.
#[derive(Clone, Serialize)]
struct Line {
    problem: i64,
    moves: u32,
    band: u8,
    attacker: &'static str,
    defender: &'static str,
    /// `attacker` or `defender`.
    winner: &'static str,
    /// `mate`, `held`, …
    result: &'static str,
    plies: usize,
    ms: u64,
    /// The moves as people write them.
    line: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    problems: usize,
    moves: String,
}

async fn begin(State(app): State<App>, visitor: Visitor, Json(asked): Json<Asked>) -> Response {
    if !(1..=MOST).contains(&asked.problems) {
        let text = visitor.lang.pick(
            format!("{}: se esperaba un número de 1 a {MOST}", asked.problems),
            format!("{}: expected a number from 1 to {MOST}", asked.problems),
        );
        return refused(StatusCode::BAD_REQUEST, "problems", &text);
    }
    if !app.limits().engine.allows(visitor.limit_key()) {
        return too_many();
    }
    let drawn = async {
        let mut filter = Filter {
            all: true,
            ..Filter::default()
        };
        if !asked.moves.is_empty() {
            filter.set("moves", &asked.moves)?;
        }
        let seed = rand::rng().random();
        app.collection()
            .draw_challenges(None, &filter, asked.problems, seed)
            .await
    };
    let challenges = match drawn.await {
        Ok(challenges) => challenges,
        Err(error) => return failed(&error, visitor.lang),
    };
    let contest = Arc::new(Contest(Mutex::new(Table {
        total: 2 * challenges.len(),
        games: Vec::new(),
        done: false,
        error: None,
    })));
    let id = app.desk().contests.put(Arc::clone(&contest));
    let name = format!("site {id}");
    tokio::spawn(async move {
        let result = hold(&app, &contest, challenges, &name).await;
        let mut table = lock(&contest.0);
        table.error = result.err();
        table.done = true;
    });
    Json(serde_json::json!({ "id": id })).into_response()
}

async fn show(State(app): State<App>, Path(id): Path<String>) -> Response {
    match app.desk().contests.get(&id) {
        Some(contest) => Json(lock(&contest.0).clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn machine(app: &App, mind: Mind) -> Result<Seated, Error> {
    let name = mind.machine().unwrap_or_default();
    let user = app.collection().user_by_name(name).await?;
    let missing = || DatabaseError::Damaged(format!("there is no machine {name}"));
    Ok(Seated {
        mind,
        name: name.to_owned(),
        user: Some(user.ok_or_else(missing)?.id),
    })
}

async fn hold(
    app: &App,
    contest: &Contest,
    challenges: Vec<Challenge>,
    name: &str,
) -> Result<(), String> {
    let told = |error: Error| error.to_string();
    let [m1, m2] = [
        machine(app, Mind::M1).await.map_err(told)?,
        machine(app, Mind::M2).await.map_err(told)?,
    ];
    for challenge in challenges {
        for seated in [[m1.clone(), m2.clone()], [m2.clone(), m1.clone()]] {
            let (duel, ms) = played(app.desk(), challenge.clone(), seated).await?;
            if let Some(play) = NewPlay::of(&duel, Some(name.to_owned())).map_err(told)? {
                app.collection().record_play(&play).await.map_err(told)?;
            }
            let Some(ended) = duel.ended() else { continue };
            let of = |side| duel.seated(side).mind.machine().unwrap_or_default();
            let line = Line {
                problem: challenge.problem,
                moves: challenge.moves,
                band: challenge.band,
                attacker: of(Side::Attacker),
                defender: of(Side::Defender),
                winner: ended.outcome.winner.word(),
                result: ended.outcome.result.word(),
                plies: duel.room().game().plies(),
                ms,
                line: duel.room().game().move_names(),
            };
            lock(&contest.0).games.push(line);
        }
    }
    Ok(())
}

/// A game to its end, and how long it took.
async fn played(
    desk: &Desk,
    challenge: Challenge,
    seated: [Seated; 2],
) -> Result<(Duel, u64), String> {
    desk.think(move |thinker| {
        let begun = Instant::now();
        let never = AtomicBool::new(false);
        let mut duel = Duel::begin(challenge, seated, ClockRule::Unlimited, Duration::ZERO)
            .map_err(|error| error.to_string())?;
        while let Some(mind) = duel.machine_to_move() {
            let now = begun.elapsed();
            let side = duel.turn();
            let text = thinker.machines.choose(&duel, mind, now, &never);
            let text = text.map_err(|error| error.to_string())?;
            duel.apply(Act::Move(side, text), begun.elapsed())
                .map_err(|error| error.to_string())?;
        }
        let ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok((duel, ms))
    })
    .await?
}
