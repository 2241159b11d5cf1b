//! Analysis of a finished game of chess: what each position is worth, the best move in it, what the move
//! played has lost, and mates, which the exact solver proves.

use super::desk::{Thinker, lock};
use crate::games::Line;
use crate::games::chess::Position;
use crate::limits::{Allowance, Limits};
use crate::players::{Player as _, Score};
use crate::problems::{DatabaseError, Error};
use crate::server::accounts::failed;
use crate::server::guard::{refused, too_many};
use crate::server::play::record::room_of;
use crate::server::{App, Visitor};
use crate::solve::mate::{Options, Solver};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Positions visited for each position of the game: a second of play of a strong program.
const NODES: u64 = 120_000;
/// The longest mate that is proved.
const MOST_MATE: u32 = 8;
/// How long a proof may take.
const PROOF: Duration = Duration::from_secs(3);
/// What a move has to lose to be called so, in the winning chances of 0 to 1.
const JUDGED: [(f64, &str); 3] = [(0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy")];

/// The routes.
pub fn router() -> Router<App> {
    Router::new().route("/api/analysis/{room}", get(show).post(begin))
}

/// An analysis under way, or over.
pub struct Analysis(Mutex<Progress>);

#[derive(Clone, Default, Serialize)]
struct Progress {
    total: usize,
    evaluations: Vec<Evaluation>,
    done: bool,
    error: Option<String>,
}

/// What is known of a position of the game.
#[derive(Clone, Serialize)]
struct Evaluation {
    /// After how many plies.
    ply: usize,
    /// In hundredths of a pawn for White.
    score: Option<i32>,
    /// A proved mate: in so many moves by White, negative by Black; 0 when it is on the board.
    mate: Option<i32>,
    /// The best move.
    best: Option<String>,
    best_name: Option<String>,
    /// What would follow it.
    line: Vec<String>,
    /// What the move that led here has lost of the chance to win, 0 to 1.
    loss: Option<f64>,
    /// `blunder`, `mistake`, `inaccuracy`.
    judgement: Option<&'static str>,
}

/// The chance to win that White has.
fn chance(e: &Evaluation) -> f64 {
    match (e.mate, e.score) {
        (Some(0), Some(score)) | (None, Some(score)) => {
            1.0 / (1.0 + (-0.003_68 * f64::from(score)).exp())
        }
        (Some(mate), _) if mate > 0 => 1.0,
        (Some(_), _) => 0.0,
        (None, None) => 0.5,
    }
}

async fn begin(State(app): State<App>, visitor: Visitor, Path(room): Path<String>) -> Response {
    if app.desk().analyses.get(&room).is_some() {
        return Json(serde_json::json!({})).into_response();
    }
    let line = match finished(&app, &room).await {
        Ok(line) => line,
        Err(error) => return failed(&error, visitor.lang),
    };
    let Some(line) = line else {
        let text = visitor.lang.pick(
            "No es una partida de ajedrez terminada.",
            "That is no finished game of chess.",
        );
        return refused(StatusCode::NOT_FOUND, "no_such_game", text);
    };
    if !app.limits().engine.allows(visitor.limit_key()) {
        return too_many();
    }
    let analysis = Arc::new(Analysis(Mutex::new(Progress {
        total: line.moves().len() + 1,
        ..Progress::default()
    })));
    app.desk().analyses.put_as(room, Arc::clone(&analysis));
    tokio::spawn(async move {
        let mut result = Ok(());
        for ply in 0..=line.moves().len() {
            // One position at a time, so that others' work comes in between.
            let here = line.at_ply(ply);
            let found = app.desk().think(move |thinker| evaluate(thinker, &here));
            match found.await.and_then(|found| found) {
                Ok(found) => add(&mut lock(&analysis.0).evaluations, found),
                Err(why) => {
                    result = Err(why);
                    break;
                }
            }
        }
        let mut state = lock(&analysis.0);
        state.error = result.err();
        state.done = true;
    });
    Json(serde_json::json!({})).into_response()
}

/// The moves of a finished game of chess.
async fn finished(app: &App, room: &str) -> Result<Option<Line<Position>>, Error> {
    let Some(row) = app.collection().game(room).await? else {
        return Ok(None);
    };
    if row.state != "over" || row.game.variant != "chess" {
        return Ok(None);
    }
    let events = app.collection().game_events(room, 0).await?;
    let (room, _) = room_of(&row, &events, app.registry()).map_err(DatabaseError::Damaged)?;
    Ok(room.game().native::<Position>())
}

async fn show(State(app): State<App>, Path(room): Path<String>) -> Response {
    match app.desk().analyses.get(&room) {
        Some(analysis) => Json(lock(&analysis.0).clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Adds a position, and judges the move that led to it.
fn add(known: &mut Vec<Evaluation>, mut found: Evaluation) {
    if let Some(before) = known.last() {
        let change = chance(&found) - chance(before);
        // Whoever made the move: White has made the first of a game that White begins.
        let white_moved = before.line_is_white();
        let loss = if white_moved { -change } else { change };
        let loss = loss.max(0.0);
        found.loss = Some(loss);
        let judged = JUDGED.iter().find(|(least, _)| loss >= *least);
        found.judgement = judged.map(|(_, word)| *word);
    }
    known.push(found);
}

impl Evaluation {
    /// Whether White is to move.
    fn line_is_white(&self) -> bool {
        self.ply.is_multiple_of(2)
    }
}

fn evaluate(thinker: &mut Thinker, line: &Line<Position>) -> Result<Evaluation, String> {
    let position = line.position();
    let white = position.turn() == shakmaty::Color::White;
    let mut found = Evaluation {
        ply: line.moves().len(),
        score: None,
        mate: None,
        best: None,
        best_name: None,
        line: Vec::new(),
        loss: None,
        judgement: None,
    };
    if let Some(outcome) = line.outcome() {
        let winner = outcome.winners;
        found.score = Some(match (winner.contains(0), winner.contains(1)) {
            (true, false) => 10_000,
            (false, true) => -10_000,
            _ => 0,
        });
        if winner.contains(0) != winner.contains(1) {
            found.mate = Some(0);
        }
        return Ok(found);
    }
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let never = AtomicBool::new(false);
    let choice = thinker.analyst()?.choose(line, &limits, &never);
    let choice = choice.map_err(|error| error.to_string())?;
    let best = choice.chosen;
    found.best = Some(position.move_text(best));
    found.best_name = Some(position.san(best));
    let mut here = *position;
    for text in choice.report.pv.iter().take(8) {
        let Ok(m) = here.parse_move(text) else { break };
        found.line.push(here.san(m));
        here = here.play(m);
    }
    let sign = if white { 1 } else { -1 };
    match choice.report.score {
        Some(Score::Centipawns(value)) => found.score = Some(sign * value),
        Some(Score::Mate(moves)) => {
            found.score = Some(sign * moves.signum() * 10_000);
            found.mate = proved(position, moves).map(|moves| sign * moves);
        }
        None => {}
    }
    Ok(found)
}

/// The mate that an engine announces, if the solver proves it.
fn proved(position: &Position, moves: i32) -> Option<i32> {
    let n = moves.unsigned_abs();
    if n > MOST_MATE {
        return None;
    }
    let mut solver = Solver::new(Options {
        hash_mb: 16,
        ..Options::default()
    })
    .ok()?;
    let within = Allowance {
        time: Some(PROOF),
        nodes: None,
        stop: None,
    };
    let report = match moves > 0 {
        true => solver.find(position, n, within),
        false => solver.find_mated(position, n, within),
    };
    let least = report.proved?;
    Some(moves.signum() * i32::try_from(least).ok()?)
}
