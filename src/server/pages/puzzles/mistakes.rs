//! Puzzles from a visitor's own games: the analysis of a finished game finds positions in which one move was clearly
//! best and was missed.

use super::super::analysis::finished;
use super::super::jobs;
use super::attempt::key;
use crate::accounts::failed;
use crate::{App, Visitor};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use games::Line;
use games::chess::{Position, seat};
use problems::rating::Rating;
use serde::Deserialize;
use store::games::GameRow;
use store::{Analysis, Error, Kind, NewPuzzle, PuzzleSource, Result, Work};

/// Maximum number of games whose analysis is requested at once.
const GAMES: u32 = 5;

/// Part of the analysis of a position: the puzzle that the player of the previous move has missed; `None` if there is
/// none.
#[derive(Deserialize)]
struct Looked {
    puzzle: Option<Missed>,
}

#[derive(Deserialize)]
struct Missed {
    moves: Vec<String>,
    themes: Vec<String>,
}

/// Answers `POST /api/puzzles/mistakes`: requests analyses of the visitor's last games that have none, and adds the
/// mistakes in analysed games as puzzles.
pub async fn look(State(app): State<App>, visitor: Visitor) -> Response {
    if let Err(response) = key(&visitor) {
        return *response;
    }
    let done = async {
        let new = harvest(&app, &visitor).await?;
        let mut games = Vec::new();
        for who in visitor.keys() {
            games.extend(
                app.collection()
                    .puzzles()
                    .games_to_analyse(&who, GAMES)
                    .await?,
            );
        }
        games.truncate(GAMES as usize);
        let mut lines = Vec::new();
        for game in games {
            if let Some(line) = finished(&app, &game).await? {
                lines.push((game, line));
            }
        }
        Ok::<_, Error>((new, lines))
    };
    let (new, lines) = match done.await {
        Ok(done) => done,
        Err(error) => return failed(&error, visitor.lang),
    };
    let asked = lines.len();
    for (game, line) in lines {
        let work = Work::Analysis(Analysis::of(&line));
        if let Err(refusal) = jobs::ask(&app, &visitor, &work, &game).await {
            return refusal;
        }
    }
    Json(serde_json::json!({"asked": asked, "new": new})).into_response()
}

/// Adds the visitor's mistakes in analysed games as puzzles. Returns the number of new puzzles.
///
/// # Errors
/// The error of the database.
pub async fn harvest(app: &App, visitor: &Visitor) -> Result<u64> {
    let puzzles = app.collection().puzzles();
    let mut new = 0;
    for who in visitor.keys() {
        for game in puzzles.games_to_look_through(&who).await? {
            let job = app.collection().jobs();
            let job = job.get_site(Kind::Analysis, &game, 0).await?;
            let row = app.collection().games().get(&game).await?;
            let (Some(job), Some(row), Some(line)) = (job, row, finished(app, &game).await?) else {
                continue;
            };
            let found = mistakes(&row, &line, &job.results, &who);
            new += puzzles.take_in_mistakes(&game, &who, &found).await?;
        }
    }
    Ok(new)
}

/// Returns the mistakes of the person with the key `who` in a game as puzzles, from the results of its analysis.
fn mistakes(row: &GameRow, line: &Line<Position>, results: &[String], who: &str) -> Vec<NewPuzzle> {
    let moves = line.move_texts();
    let own = |ply: usize| {
        let turn = seat(line.at_ply(ply).position().turn());
        let mut seats = row.seats.iter();
        seats.any(|seat| seat.seat == turn && seat.who.as_deref() == Some(who))
    };
    let mut found = Vec::new();
    // Games of Chess960 are skipped, because their castling moves are written differently.
    let results = results.iter().filter(|_| !line.start().is_chess960());
    for (ply, result) in results.enumerate().skip(2) {
        // Results of an earlier version of the analysis have no puzzles.
        let looked: Option<Looked> = serde_json::from_str(result).ok();
        let Some(missed) = looked.and_then(|looked| looked.puzzle) else {
            continue;
        };
        let (Some(first), true) = (moves.get(ply - 2), own(ply - 1)) else {
            continue;
        };
        let fen = line.at_ply(ply - 2).position().fen();
        found.push(NewPuzzle {
            key: NewPuzzle::key_of(&fen, first, Some(who)),
            source: PuzzleSource::Mistake,
            moves: [vec![first.clone()], missed.moves].concat(),
            mate: None,
            themes: missed.themes,
            rating: Rating::NEW,
            owner: Some(who.to_owned()),
            maker: String::new(),
            origin: row.game.id.clone(),
            fen,
        });
    }
    found
}
