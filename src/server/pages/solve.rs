//! Attempts to solve a problem in a page: usually the visitor attacks and the engine M2 defends, but people and
//! machines may play either side. After each move of a person who attacks, the solver reports if there is still a mate.
//! A finished attempt is recorded, also for guests, who get no points.
//!
//! An attempt is stored in the database, so that any process of the site can continue it. A move counts once it is
//! stored: of two moves sent at once, the second is refused.

use crate::accounts::failed;
use crate::errors::{refused, too_many};
use crate::view::made_from;
use crate::{App, BoardView, Made, Visitor};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base::chance::unguessable;
use base::clock::ClockRule;
use base::limits::Allowance;
use base::say;
use games::Lang;
use problems::Problem;
use problems::play::{Act, Challenge, Duel, Judge, Mind, NotDone, Seated, Side};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use store::{Attempt as Row, DatabaseError, Error, Kept, NewPlay, Result};
use work::Engines;

/// Time limit for the solver's check that there is still a mate.
const LOOK: Duration = Duration::from_secs(2);
/// Time limit for the solver's review of a finished attempt.
const REVIEW: Duration = Duration::from_secs(5);

/// Maximum number of requests of one visitor for which engines think at the same time, each about another attempt.
const AT_ONCE: usize = 2;
/// Maximum number of such requests of all visitors without a name at one address together, which a class may share.
const AT_ONCE_NAMELESS: usize = 8;

/// Returns the routes of solving.
pub fn router() -> Router<App> {
    Router::new()
        .route("/api/problems/{id}/begin", post(begin))
        .route("/api/duels/{duel}", get(show))
        .route("/api/duels/{duel}/move", post(make_move))
        .route("/api/duels/{duel}/go", post(go))
        .route("/api/duels/{duel}/hint", post(hint))
        .route("/api/duels/{duel}/resign", post(resign))
}

/// A problem being solved, by one visitor.
struct Attempt {
    /// Row of the database, as it was read.
    row: Row,
    duel: Duel,
    told: Told,
}

/// Findings of the solver about an attempt.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    /// True if the attacker can still mate within the moves left; `None` if the solver has not finished, or if it is
    /// not the turn of a person who attacks.
    still: Option<bool>,
    /// Lines of the solver's review of all moves; empty until the attempt has ended.
    review: Vec<String>,
}

/// State of an attempt, as a page gets it.
#[derive(Serialize)]
struct View {
    duel: String,
    /// The problem's position as FEN.
    start: String,
    board: BoardView,
    moves: Vec<Made>,
    /// Players of the attacker and of the defender.
    seats: [Mind; 2],
    left: u32,
    /// True if the attacker can still mate within the moves left; `None` if the solver has not finished, or if it is
    /// not the turn of a person who attacks.
    still: Option<bool>,
    /// True if the attacker has mated, false if the attempt has failed; `None` while it goes on.
    solved: Option<bool>,
    points: Option<i64>,
    review: Vec<String>,
    /// Keys of the problem in algebraic notation; empty until the attempt has ended.
    keys: Vec<String>,
}

impl Attempt {
    /// Restores an attempt from its row of the database.
    fn read(row: Row, app: &App) -> Result<Attempt, DatabaseError> {
        let damaged =
            |why: String| DatabaseError::Damaged(format!("the attempt {}: {why}", row.id));
        let duel = Duel::parse(row.record.as_bytes(), app.registry())
            .map_err(|error| damaged(error.to_string()))?;
        let told = serde_json::from_str(&row.told).map_err(|error| damaged(error.to_string()))?;
        Ok(Attempt { row, duel, told })
    }

    /// Returns the row of the database for the attempt as it is now.
    fn write(&self) -> Result<Row, Error> {
        Ok(Row {
            record: self.duel.to_json().map_err(Error::invalid)?,
            told: serde_json::to_string(&self.told).map_err(Error::invalid)?,
            ..self.row.clone()
        })
    }

    fn view(&self) -> View {
        let room = self.duel.room();
        let ended = self.duel.ended();
        let keys = self.duel.challenge().keys.iter();
        View {
            duel: self.row.id.clone(),
            start: self.duel.challenge().fen.clone(),
            board: BoardView::from(&room.game().board()),
            moves: made_from(room, 0),
            seats: [Side::Attacker, Side::Defender].map(|side| self.duel.seated(side).mind),
            left: self.duel.moves_left(),
            still: self.told.still,
            solved: ended.map(|end| end.outcome.winner == Side::Attacker),
            points: self.row.points,
            review: self.told.review.clone(),
            keys: match ended {
                Some(_) => keys.map(|key| key.san.clone()).collect(),
                None => Vec::new(),
            },
        }
    }
}

/// The players of both sides: people and machines.
#[derive(Clone, Copy, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Minds {
    attacker: Mind,
    defender: Mind,
}

impl Default for Minds {
    fn default() -> Minds {
        Minds {
            attacker: Mind::Person,
            defender: Mind::M2,
        }
    }
}

/// Returns the side that the visitor plays: the attacker's if both are played by people, `None` if neither is.
fn own_side(duel: &Duel) -> Option<Side> {
    let sides = [Side::Attacker, Side::Defender];
    sides
        .into_iter()
        .find(|side| duel.seated(*side).mind == Mind::Person)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    text: String,
}

fn thinking(lang: Lang, why: &str) -> Response {
    tracing::error!("a problem being solved: {why}");
    let text = say!(lang, "thinking-failed");
    refused(StatusCode::INTERNAL_SERVER_ERROR, "thinking", text)
}

/// Returns the time since 1970, by the clock that all processes share.
fn now(app: &App) -> Duration {
    Duration::from_millis(app.collection().now().unsigned_abs())
}

async fn begin(
    State(app): State<App>,
    visitor: Visitor,
    Path(problem): Path<i64>,
    Json(minds): Json<Minds>,
) -> Response {
    match begun(&app, &visitor, problem, minds).await {
        Ok(attempt) => Json(attempt.view()).into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn begun(app: &App, visitor: &Visitor, problem: i64, minds: Minds) -> Result<Attempt, Error> {
    let collection = app.collection();
    let challenge = collection.plays().challenge(problem).await?;
    let mut seated = [minds.attacker, minds.defender].map(|mind| seat(visitor, mind));
    for Seated { mind, name, user } in &mut seated {
        if mind.machine().is_some() {
            let machine = collection.accounts().by_name(name).await?;
            let missing = || DatabaseError::Damaged(format!("there is no machine {name}"));
            *user = Some(machine.ok_or_else(missing)?.id);
        }
    }
    let mut attempt = fresh(app, visitor, challenge, seated)?;
    attempt.row = attempt.write()?;
    collection.plays().begin_attempt(&attempt.row).await?;
    Ok(attempt)
}

/// Returns the state for the page of a problem, as JSON, as if an attempt had begun. The attempt itself is created by
/// the visitor's first action, so that viewing a page stores nothing.
///
/// # Errors
/// The problem cannot be solved on the site.
pub fn before(app: &App, visitor: &Visitor, problem: &Problem) -> Result<String, Error> {
    let minds = Minds::default();
    let seated = [minds.attacker, minds.defender].map(|mind| seat(visitor, mind));
    let attempt = fresh(app, visitor, Challenge::of(problem)?, seated)?;
    let view = View {
        duel: String::new(),
        ..attempt.view()
    };
    serde_json::to_string(&view).map_err(Error::invalid)
}

/// Returns the player of a side: the visitor, or a machine, whose user number is not known yet.
fn seat(visitor: &Visitor, mind: Mind) -> Seated {
    let guest = say!(visitor.lang, "guest-name");
    let own = visitor.who.as_ref().map_or(guest, |who| &who.name);
    Seated {
        mind,
        name: mind.machine().unwrap_or(own).to_owned(),
        user: match mind {
            Mind::Person => visitor.user.as_ref().map(|user| user.id),
            _ => None,
        },
    }
}

/// Creates an attempt that begins now, without storing it.
fn fresh(
    app: &App,
    visitor: &Visitor,
    challenge: Challenge,
    seated: [Seated; 2],
) -> Result<Attempt, Error> {
    Ok(Attempt {
        row: Row {
            id: unguessable(),
            owner: visitor.limit_key(),
            version: 0,
            record: String::new(),
            told: String::new(),
            points: None,
        },
        duel: Duel::begin(challenge, seated, ClockRule::Unlimited, now(app))?,
        told: Told {
            still: Some(true),
            review: Vec::new(),
        },
    })
}

/// Loads the attempt of this name, which must be the visitor's own.
///
/// # Errors
/// The answer to the request: there is no such attempt, or the database has failed.
async fn own(app: &App, visitor: &Visitor, name: &str) -> Result<Attempt, Box<Response>> {
    let found = app
        .collection()
        .plays()
        .attempt(name, &visitor.limit_key())
        .await;
    let found = found.and_then(|row| match row {
        Some(row) => Ok(Some(Attempt::read(row, app)?)),
        None => Ok(None),
    });
    match found {
        Ok(Some(attempt)) => Ok(attempt),
        Ok(None) => {
            let text = say!(visitor.lang, "no-such-attempt");
            let response = refused(StatusCode::NOT_FOUND, "no_such_attempt", text);
            Err(Box::new(response))
        }
        Err(error) => Err(Box::new(failed(&error, visitor.lang))),
    }
}

async fn show(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Response {
    match own(&app, &visitor, &name).await {
        Ok(attempt) => Json(attempt.view()).into_response(),
        Err(response) => *response,
    }
}

/// Changes an attempt by `work`, which is called on a thread for engines, and stores it. Returns the answer to the
/// request: the attempt's new state with the text that `work` has returned, or a refusal with its error.
async fn change(
    app: &App,
    visitor: &Visitor,
    name: &str,
    work: impl FnOnce(&mut Attempt, &mut Engines, Lang, Duration) -> Result<Option<String>, String>
    + Send
    + 'static,
) -> Response {
    let lang = visitor.lang;
    // One request at a time for each attempt, and few of each visitor, so that the queue for threads is bounded and
    // shared fairly.
    let most = match visitor.who {
        _ if app.is_unlimited() => usize::MAX,
        Some(_) => AT_ONCE,
        None => AT_ONCE_NAMELESS,
    };
    let whose = visitor.limit_key();
    let (Some(_turn), Some(_own)) = (
        app.engine_threads().turn_at(name),
        app.engine_threads().turn_of(&whose, most),
    ) else {
        return too_many(visitor.lang);
    };
    let mut attempt = match own(app, visitor, name).await {
        Ok(attempt) => attempt,
        Err(response) => return *response,
    };
    let now = now(app);
    let was_over = attempt.duel.ended().is_some();
    let thought = app
        .engine_threads()
        .think(move |engines| {
            let result = work(&mut attempt, engines, lang, now);
            (attempt, result)
        })
        .await;
    let (mut attempt, result) = match thought {
        Ok(thought) => thought,
        Err(why) => return thinking(lang, &why),
    };
    let text = match result {
        Ok(text) => text,
        Err(why) => return refused(StatusCode::CONFLICT, "refused", &why),
    };
    let kept = async {
        let play = if !was_over {
            NewPlay::of(&attempt.duel, None)?
        } else {
            None
        };
        let row = attempt.write()?;
        app.collection()
            .plays()
            .keep_attempt(&row, play.as_ref())
            .await
    };
    match kept.await {
        Ok(Kept::Yes) => {}
        Ok(Kept::Recorded(recorded)) => {
            let own = own_side(&attempt.duel);
            let own = own.filter(|side| attempt.duel.seated(*side).user.is_some());
            attempt.row.points = own.map(|side| match side {
                Side::Attacker => recorded.points.attacker,
                Side::Defender => recorded.points.defender,
            });
        }
        // The attempt is stored, but does not count for the ranking.
        Ok(Kept::NotCounted(refusal)) => attempt.told.review.push(refusal.text(lang)),
        Ok(Kept::No) => {
            let text = say!(lang, "attempt-elsewhere");
            return refused(StatusCode::CONFLICT, "changed", text);
        }
        Err(error) => return failed(&error, lang),
    }
    let mut json = serde_json::json!(attempt.view());
    json["text"] = serde_json::json!(text);
    Json(json).into_response()
}

fn within(time: Duration) -> Allowance<'static> {
    Allowance {
        time: Some(time),
        nodes: None,
        stop: None,
    }
}

fn review(attempt: &mut Attempt, judge: &mut Judge, lang: Lang) {
    if attempt.duel.ended().is_some() {
        attempt.told.review = judge.review(&attempt.duel, within(REVIEW)).lines(lang);
    }
}

fn not_done(error: &NotDone, lang: Lang) -> String {
    match error {
        NotDone::Over => say!(lang, "attempt-over").to_owned(),
        NotDone::Room(refusal) => refusal.text(lang),
    }
}

async fn make_move(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Json(asked): Json<Move>,
) -> Response {
    let work = move |attempt: &mut Attempt, engines: &mut Engines, lang: Lang, now: Duration| {
        if attempt.duel.machine_to_move().is_some() {
            return Err(say!(lang, "attempt-machine").to_owned());
        }
        let game = attempt.duel.room().game();
        let text = if game.legal_moves().iter().any(|m| m.text == asked.text) {
            asked.text.clone()
        } else {
            game.read_move(&asked.text, lang)?
        };
        let side = attempt.duel.turn();
        let moved = attempt.duel.apply(Act::Move(side, text), now);
        moved.map_err(|error| not_done(&error, lang))?;
        machine_moves(attempt, engines, lang, now)?;
        look(attempt, engines, lang)?;
        Ok(None)
    };
    change(&app, &visitor, &name, work).await
}

/// Answers `POST /api/duels/{duel}/go`: the machine that is to move makes its move.
async fn go(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Response {
    let work = |attempt: &mut Attempt, engines: &mut Engines, lang: Lang, now: Duration| {
        if !machine_moves(attempt, engines, lang, now)? {
            return Err(say!(lang, "attempt-no-machine").to_owned());
        }
        look(attempt, engines, lang)?;
        Ok(None)
    };
    change(&app, &visitor, &name, work).await
}

/// Makes the move of the machine that is to move. Returns false if no machine is to move.
fn machine_moves(
    attempt: &mut Attempt,
    engines: &mut Engines,
    lang: Lang,
    now: Duration,
) -> Result<bool, String> {
    let duel = &mut attempt.duel;
    let Some(mind) = duel.machine_to_move() else {
        return Ok(false);
    };
    let never = std::sync::atomic::AtomicBool::new(false);
    let reply = engines
        .machines
        .choose(duel, mind, now, &never)
        .map_err(|error| error.to_string())?;
    let moved = duel.apply(Act::Move(duel.turn(), reply), now);
    moved.map_err(|error| not_done(&error, lang))?;
    Ok(true)
}

/// Updates the solver's findings about an attempt: if the person who attacks and is to move can still mate in time, and
/// after the end the review of all moves.
fn look(attempt: &mut Attempt, engines: &mut Engines, lang: Lang) -> Result<(), String> {
    let duel = &attempt.duel;
    let attacks =
        duel.ended().is_none() && duel.turn() == Side::Attacker && duel.machine_to_move().is_none();
    let judge = engines.judge()?;
    attempt.told.still = if attacks {
        let key = judge.key(&attempt.duel, within(LOOK));
        key.map(|key| key.is_some())
    } else {
        None
    };
    review(attempt, judge, lang);
    Ok(())
}

async fn hint(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Response {
    let work = |attempt: &mut Attempt, engines: &mut Engines, lang: Lang, _: Duration| {
        let judge = engines.judge()?;
        let (text, _) = attempt.duel.hint(judge, within(LOOK), lang)?;
        Ok(Some(text))
    };
    change(&app, &visitor, &name, work).await
}

async fn resign(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Response {
    let work = |attempt: &mut Attempt, engines: &mut Engines, lang: Lang, now: Duration| {
        let side = own_side(&attempt.duel).unwrap_or(Side::Attacker);
        attempt
            .duel
            .apply(Act::Resign(side), now)
            .map_err(|error| not_done(&error, lang))?;
        review(attempt, engines.judge()?, lang);
        Ok(None)
    };
    change(&app, &visitor, &name, work).await
}
