//! JSON requests for attempts at puzzles. The server judges every move, and does not reveal the solution before the
//! attempt is over.
//!
//! An attempt is stored in the database with a version number, which a page sends with every move. If two pages move in
//! the same attempt, or a move is sent twice, the second request is refused.

use super::judge::{self, Verdict};
use crate::accounts::failed;
use crate::errors::{refused, too_many};
use crate::{App, Visitor};
use analysis::motifs::theme_name;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use base::say;
use serde::{Deserialize, Serialize};
use store::{Error, PuzzleStanding, Result, Try};

/// Maximum number of moves of one visitor that are judged at the same time.
const AT_ONCE: usize = 2;

/// State of an attempt, as a page gets it.
#[derive(Serialize)]
struct View {
    id: i64,
    /// The position as FEN.
    start: String,
    /// The moves so far, in UCI's form.
    moves: Vec<String>,
    /// True if the solver plays White.
    white: bool,
    /// Number of moves in which the solver must mate, for a puzzle that is a problem; `None` for others.
    mate: Option<u32>,
    /// True if the attempt counts for the rating.
    counts: bool,
    version: i64,
    ended: Option<End>,
    standing: PuzzleStanding,
}

/// End of a visitor's attempt at a puzzle, in the answer to the last move.
#[derive(Serialize)]
struct End {
    solved: bool,
    /// Correct moves from the last position on, in SAN.
    solution: Vec<String>,
    /// Change of the visitor's rating; `None` if the attempt did not count.
    gained: Option<f64>,
    /// Rating of the puzzle.
    rating: f64,
    themes: Vec<String>,
    /// Instant from which the puzzle is posed again, in milliseconds since 1970; `None` if it is not.
    due: Option<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    #[serde(default)]
    theme: String,
    /// True for puzzles that are due instead of new ones.
    #[serde(default)]
    due: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    text: String,
    version: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GiveUp {
    version: i64,
}

/// Returns the text of the visitor's key.
///
/// # Errors
/// The response to send to a visitor without a name.
pub(super) fn key(visitor: &Visitor) -> std::result::Result<String, Box<Response>> {
    let key = visitor.keys().into_iter().next();
    key.ok_or_else(|| {
        let text = say!(visitor.lang, "puzzle-name-first");
        Box::new(refused(StatusCode::UNAUTHORIZED, "no_name", text))
    })
}

/// Answers `POST /api/puzzles/next` with the attempt under way that counts, or else the next puzzle; or, on request,
/// with one that is due again.
pub async fn next(State(app): State<App>, visitor: Visitor, Json(wish): Json<Wish>) -> Response {
    let who = match key(&visitor) {
        Ok(who) => who,
        Err(response) => return *response,
    };
    let found = async {
        let puzzles = app.collection().puzzles();
        if !wish.due {
            return puzzles.next(&visitor.keys(), &wish.theme).await;
        }
        match puzzles.due(&who, 1).await?.first() {
            Some(due) => puzzles.again(&who, due.id).await,
            None => Ok(None),
        }
    };
    match found.await {
        Ok(Some(attempt)) => attempt_answer(&app, &visitor, &who, &attempt, None).await,
        Ok(None) => {
            let text = if wish.due {
                say!(visitor.lang, "puzzle-none-due")
            } else {
                say!(visitor.lang, "puzzle-none")
            };
            refused(StatusCode::NOT_FOUND, "no_puzzle", text)
        }
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Creates the response with the state of an attempt. `ended` is set if it has ended: true if it is solved, the rating
/// before (`None` if it does not count), and the solution.
async fn attempt_answer(
    app: &App,
    visitor: &Visitor,
    who: &str,
    attempt: &Try,
    ended: Option<(bool, Option<f64>, Vec<String>)>,
) -> Response {
    let view = async {
        let (moves, white) = judge::shown(&attempt.puzzle, &attempt.line)?;
        let standing = app.collection().puzzles().standing(who).await?;
        Ok::<_, Error>(View {
            id: attempt.puzzle.id,
            start: attempt.puzzle.fen.clone(),
            moves,
            white,
            mate: attempt.puzzle.mate,
            counts: attempt.counts,
            version: attempt.version,
            ended: ended.map(|(solved, before, solution)| End {
                solved,
                solution,
                gained: before.map(|before| standing.rating.rating - before),
                rating: attempt.puzzle.rating.rating,
                themes: attempt
                    .puzzle
                    .themes
                    .iter()
                    .map(|theme| theme_name(visitor.lang, theme))
                    .collect(),
                due: attempt.due,
            }),
            standing,
        })
    };
    match view.await {
        Ok(view) => Json(view).into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Loads the visitor's attempt under way at the puzzle `id`, which must have this version.
async fn under_way(
    app: &App,
    visitor: &Visitor,
    who: &str,
    id: i64,
    version: i64,
) -> std::result::Result<Try, Box<Response>> {
    let found = app.collection().puzzles().get(who, id).await;
    let found = found.map_err(|error| Box::new(failed(&error, visitor.lang)))?;
    match found {
        None => {
            let text = say!(visitor.lang, "puzzle-not-yours");
            Err(Box::new(refused(
                StatusCode::NOT_FOUND,
                "no_such_attempt",
                text,
            )))
        }
        Some(attempt) if !attempt.open || attempt.version != version => {
            Err(Box::new(changed(visitor)))
        }
        Some(attempt) => Ok(attempt),
    }
}

fn changed(visitor: &Visitor) -> Response {
    let text = say!(visitor.lang, "puzzle-elsewhere");
    refused(StatusCode::CONFLICT, "changed", text)
}

/// Answers `POST /api/puzzles/{id}/move`: makes a move in an attempt.
pub async fn make_move(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<i64>,
    Json(asked): Json<Move>,
) -> Response {
    let who = match key(&visitor) {
        Ok(who) => who,
        Err(response) => return *response,
    };
    let most = if app.is_unlimited() {
        usize::MAX
    } else {
        AT_ONCE
    };
    let Some(_own) = app.engine_threads().turn_of(&who, most) else {
        return too_many(visitor.lang);
    };
    let attempt = match under_way(&app, &visitor, &who, id, asked.version).await {
        Ok(attempt) => attempt,
        Err(response) => return *response,
    };
    match judge::judged(&app, &attempt, Some(&asked.text), visitor.lang).await {
        Ok(verdict) => keep_verdict(&app, &visitor, &who, &attempt, verdict).await,
        Err(why) => refused(StatusCode::CONFLICT, "refused", &why),
    }
}

/// Answers `POST /api/puzzles/{id}/give-up`: ends an attempt as not solved, and returns the solution.
pub async fn give_up(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<i64>,
    Json(asked): Json<GiveUp>,
) -> Response {
    let who = match key(&visitor) {
        Ok(who) => who,
        Err(response) => return *response,
    };
    let attempt = match under_way(&app, &visitor, &who, id, asked.version).await {
        Ok(attempt) => attempt,
        Err(response) => return *response,
    };
    match judge::judged(&app, &attempt, None, visitor.lang).await {
        Ok(verdict) => keep_verdict(&app, &visitor, &who, &attempt, verdict).await,
        Err(why) => refused(StatusCode::CONFLICT, "refused", &why),
    }
}

/// Stores a judged move, and answers with the state of the attempt after it.
async fn keep_verdict(
    app: &App,
    visitor: &Visitor,
    who: &str,
    attempt: &Try,
    verdict: Verdict,
) -> Response {
    let Verdict {
        line,
        end,
        solution,
    } = verdict;
    let kept: Result<_> = async {
        let before = app
            .collection()
            .puzzles()
            .standing(who)
            .await?
            .rating
            .rating;
        let kept = app.collection().puzzles();
        let kept = kept.keep(who, attempt, &line, end).await?;
        Ok((kept, before))
    }
    .await;
    match kept {
        Ok((Some(after), before)) => {
            let before = attempt.counts.then_some(before);
            let ended = end.map(|solved| (solved, before, solution));
            attempt_answer(app, visitor, who, &after, ended).await
        }
        Ok((None, _)) => changed(visitor),
        Err(error) => failed(&error, visitor.lang),
    }
}
