//! Judgement of a move in a puzzle: by the puzzle's solution or, if the puzzle is a problem, by the solver, which
//! accepts any move after which there is still a mate in time.

use crate::App;
use base::clock::ClockRule;
use base::limits::Allowance;
use base::say;
use games::chess::{Color, Position};
use games::{Lang, Words};
use problems::play::{Act, Challenge, Duel, Mind, Seated, Side};
use problems::puzzle::{Course, Judged};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use store::{DatabaseError, Error, PuzzleRow, Result, Try};
use work::Engines;

/// Time limit for the solver's check that there is still a mate.
const LOOK: Duration = Duration::from_secs(3);

/// Limits of the solver for that check.
const WITHIN: Allowance<'static> = Allowance {
    time: Some(LOOK),
    nodes: None,
    stop: None,
};

/// Verdict about a move of an attempt at a puzzle, or about giving the puzzle up.
pub struct Verdict {
    /// Moves of the attempt; includes the judged move and the reply to it if the move was right.
    pub line: Vec<String>,
    /// True if the attempt has ended and the puzzle is solved, false if it has ended otherwise; `None` while it goes
    /// on.
    pub end: Option<bool>,
    /// Correct moves that the visitor has missed, in SAN, once the attempt has ended; else empty.
    pub solution: Vec<String>,
}

fn damaged(puzzle: &PuzzleRow, why: impl std::fmt::Display) -> Error {
    DatabaseError::Damaged(format!("puzzle {}: {why}", puzzle.id)).into()
}

/// Returns the moves to be shown from the stored position of the puzzle, and true if the solver plays White. The moves
/// are the one that precedes the puzzle, if it has one, followed by `line`, the moves of the attempt.
///
/// # Errors
/// The position of the puzzle in the database is not valid.
pub fn shown(puzzle: &PuzzleRow, line: &[String]) -> Result<(Vec<String>, bool)> {
    let start = Position::from_stored_fen(&puzzle.fen).map_err(|error| damaged(puzzle, error))?;
    let first = puzzle.moves.first();
    let moves = first.into_iter().chain(line).cloned().collect();
    let white = (start.turn() == Color::White) != first.is_some();
    Ok((moves, white))
}

/// Judges the move `text` of an attempt; `None` gives the puzzle up.
///
/// # Errors
/// A sentence: the move is not legal, or the puzzle cannot be judged now.
pub async fn judged(
    app: &App,
    attempt: &Try,
    text: Option<&str>,
    lang: Lang,
) -> Result<Verdict, String> {
    let fault = |why: String| {
        tracing::error!("puzzle {}: {why}", attempt.puzzle.id);
        say!(lang, "thinking-failed").to_owned()
    };
    let Some(moves) = attempt.puzzle.mate else {
        let mut course = course(attempt).map_err(|error| fault(error.to_string()))?;
        return by_line(&mut course, attempt, text, lang);
    };
    let (fen, line) = (attempt.puzzle.fen.clone(), attempt.line.clone());
    let text = text.map(str::to_owned);
    let now = Duration::from_millis(app.collection().now().unsigned_abs());
    let thought = app
        .engine_threads()
        .think(move |engines| by_solver(engines, (fen, moves), line, text, now, lang))
        .await;
    match thought.map_err(fault)? {
        Ok(verdict) => Ok(verdict),
        Err(Fault::Move(why)) => Err(why),
        Err(Fault::Own(why)) => Err(fault(why)),
    }
}

/// Returns the state of a puzzle that is judged by its solution, after the moves of the attempt.
fn course(attempt: &Try) -> Result<Course> {
    let puzzle = &attempt.puzzle;
    let start = Position::from_stored_fen(&puzzle.fen).map_err(|error| damaged(puzzle, error))?;
    let fault = |error| damaged(puzzle, error);
    let mut course = Course::begin(start, puzzle.moves.clone()).map_err(fault)?;
    for text in attempt.line.iter().step_by(2) {
        let m = course.line().position().parse_move(text).map_err(fault)?;
        course.answer(m).map_err(fault)?;
    }
    Ok(course)
}

fn by_line(
    course: &mut Course,
    attempt: &Try,
    text: Option<&str>,
    lang: Lang,
) -> Result<Verdict, String> {
    let told = |error: games::chess::MoveError| error.text(lang);
    let judged = match text {
        Some(text) => {
            let here = *course.line().position();
            let m = match here.parse_move(text) {
                Ok(m) => m,
                Err(_) => here.read_move(text, lang)?,
            };
            course.answer(m).map_err(told)?
        }
        None => Judged::Wrong,
    };
    let (line, end) = match judged {
        Judged::Wrong => (attempt.line.clone(), Some(false)),
        judged => {
            let made = course.line().move_texts().into_iter().skip(1).collect();
            (made, (judged == Judged::Solved).then_some(true))
        }
    };
    let solution = match end {
        Some(_) => course.names().map_err(told)?,
        None => Vec::new(),
    };
    Ok(Verdict {
        line,
        end,
        solution,
    })
}

/// Reason for which the solver could not judge a move.
enum Fault {
    /// The move is not legal, with a sentence for the visitor.
    Move(String),
    /// The site itself has failed, with a text for the log.
    Own(String),
}

fn own(error: impl std::fmt::Display) -> Fault {
    Fault::Own(error.to_string())
}

fn by_solver(
    engines: &mut Engines,
    (fen, moves): (String, u32),
    mut line: Vec<String>,
    text: Option<String>,
    now: Duration,
    lang: Lang,
) -> Result<Verdict, Fault> {
    let challenge = Challenge {
        problem: 0,
        revision: 0,
        fen,
        moves,
        band: 1,
        keys: Vec::new(),
    };
    let seated = [Mind::Person, Mind::M2].map(|mind| Seated {
        mind,
        name: mind.machine().unwrap_or("-").to_owned(),
        user: None,
    });
    let mut duel = Duel::begin(challenge, seated, ClockRule::Unlimited, now).map_err(own)?;
    for made in &line {
        let act = Act::Move(duel.turn(), made.clone());
        duel.apply(act, now).map_err(own)?;
    }
    let before = duel.clone();
    let Some(text) = text else {
        return ended(engines, &before, line, false);
    };
    let here = duel.position();
    let m = match here.parse_move(&text) {
        Ok(m) => m,
        Err(_) => here.read_move(&text, lang).map_err(Fault::Move)?,
    };
    let text = here.move_text(m);
    let act = Act::Move(Side::Attacker, text.clone());
    duel.apply(act, now).map_err(own)?;
    if let Some(end) = duel.ended() {
        let solved = end.outcome.winner == Side::Attacker;
        if solved {
            line.push(text);
        }
        return ended(engines, &before, line, solved);
    }
    let never = AtomicBool::new(false);
    let reply = engines.machines.choose(&duel, Mind::M2, now, &never);
    let reply = reply.map_err(own)?;
    let act = Act::Move(Side::Defender, reply.clone());
    duel.apply(act, now).map_err(own)?;
    let still = match duel.ended() {
        Some(_) => Some(None),
        None => engines.judge().map_err(Fault::Own)?.key(&duel, WITHIN),
    };
    if still == Some(None) {
        return ended(engines, &before, line, false);
    }
    // A check that reaches its time limit counts as passed: whether there is a mate in time will show later.
    line.extend([text, reply]);
    Ok(Verdict {
        line,
        end: None,
        solution: Vec::new(),
    })
}

/// Returns the verdict of an attempt that has ended. If it is not solved, its solution is a right move in the position
/// `before` the last move.
fn ended(
    engines: &mut Engines,
    before: &Duel,
    line: Vec<String>,
    solved: bool,
) -> Result<Verdict, Fault> {
    let key = if solved {
        None
    } else {
        let judge = engines.judge().map_err(Fault::Own)?;
        judge.key(before, WITHIN).flatten()
    };
    Ok(Verdict {
        line,
        end: Some(solved),
        solution: key
            .map(|key| before.position().san(key))
            .into_iter()
            .collect(),
    })
}
