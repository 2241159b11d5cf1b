//! Solving a problem in the page: the visitor attacks, M2 defends, the solver says after each move
//! whether there is still a mate. A finished attempt is recorded, for guests too, who get no points.

use super::desk::{Thinker, lock};
use crate::clock::ClockRule;
use crate::games::Lang;
use crate::limits::Allowance;
use crate::problems::play::{Act, Duel, Judge, Mind, NotDone, Seated, Side};
use crate::problems::{DatabaseError, Error, NewPlay, Recorded};
use crate::server::accounts::failed;
use crate::server::guard::{refused, too_many};
use crate::server::view::made_from;
use crate::server::{App, BoardView, Made, MoveView, Visitor};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long the solver looks whether there is still a mate.
const LOOK: Duration = Duration::from_secs(2);
/// How long it goes through a finished attempt.
const REVIEW: Duration = Duration::from_secs(5);

/// The routes.
pub fn router() -> Router<App> {
    Router::new()
        .route("/api/problems/{id}/begin", post(begin))
        .route("/api/duels/{duel}", get(show))
        .route("/api/duels/{duel}/move", post(make_move))
        .route("/api/duels/{duel}/hint", post(hint))
        .route("/api/duels/{duel}/resign", post(resign))
}

/// A problem being solved, by one visitor.
pub struct Solving {
    /// Whose it is, by [`Visitor::limit_key`].
    owner: String,
    state: Mutex<Attempt>,
}

#[derive(Clone)]
struct Attempt {
    duel: Duel,
    /// Whether there is still a mate in time; not known if the solver did not finish.
    still: Option<bool>,
    recorded: Option<Recorded>,
    /// After the end: what the solver says of the moves.
    review: Vec<String>,
    /// While a move is thought about nothing else is done.
    busy: bool,
}

/// What a page is told.
#[derive(Serialize)]
struct View {
    duel: String,
    board: BoardView,
    legal: Vec<MoveView>,
    moves: Vec<Made>,
    left: u32,
    /// Whether there is still a mate in time.
    still: Option<bool>,
    /// Set when it has ended.
    solved: Option<bool>,
    points: Option<i64>,
    review: Vec<String>,
    /// The keys, when it has ended.
    keys: Vec<String>,
}

impl Attempt {
    fn view(&self, duel: &str) -> View {
        let room = self.duel.room();
        let ended = self.duel.ended();
        let own = ended.is_none() && self.duel.turn() == Side::Attacker;
        let legal = if own {
            room.game().legal_moves()
        } else {
            Vec::new()
        };
        let keys = self.duel.challenge().keys.iter();
        View {
            duel: duel.to_owned(),
            board: BoardView::from(&room.game().board()),
            legal: legal
                .into_iter()
                .map(|m| MoveView::new(m.text, m.name))
                .collect(),
            moves: made_from(room, 0),
            left: self.duel.left(),
            still: self.still,
            solved: ended.map(|end| end.outcome.winner == Side::Attacker),
            points: self.recorded.map(|recorded| recorded.points.attacker),
            review: self.review.clone(),
            keys: match ended {
                Some(_) => keys.map(|key| key.san.clone()).collect(),
                None => Vec::new(),
            },
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    text: String,
}

fn thinking(lang: Lang, why: &str) -> Response {
    tracing::error!("a problem being solved: {why}");
    let text = lang.pick("el servidor no pudo pensar", "the server could not think");
    refused(StatusCode::INTERNAL_SERVER_ERROR, "thinking", text)
}

async fn begin(State(app): State<App>, visitor: Visitor, Path(problem): Path<i64>) -> Response {
    match begun(&app, &visitor, problem).await {
        Ok(attempt) => {
            let solving = Arc::new(Solving {
                owner: visitor.limit_key(),
                state: Mutex::new(attempt.clone()),
            });
            let name = app.desk().duels.put(solving);
            Json(attempt.view(&name)).into_response()
        }
        Err(error) => failed(&error, visitor.lang),
    }
}

async fn begun(app: &App, visitor: &Visitor, problem: i64) -> Result<Attempt, Error> {
    let collection = app.collection();
    let challenge = collection.challenge(problem).await?;
    let machine = collection.user_by_name("M2").await?;
    let machine = machine.ok_or_else(|| DatabaseError::Damaged("there is no machine M2".into()))?;
    let guest = visitor.lang.pick("invitado", "guest");
    let name = visitor.who.as_ref().map_or(guest, |who| &who.name);
    let attacker = Seated {
        mind: Mind::Person,
        name: name.to_owned(),
        user: visitor.user.as_ref().map(|user| user.id),
    };
    let defender = Seated {
        mind: Mind::M2,
        name: machine.name,
        user: Some(machine.id),
    };
    let now = Duration::from_millis(app.now());
    let duel = Duel::begin(challenge, [attacker, defender], ClockRule::Unlimited, now)?;
    Ok(Attempt {
        duel,
        still: Some(true),
        recorded: None,
        review: Vec::new(),
        busy: false,
    })
}

/// The visitor's own attempt of this name.
fn own(app: &App, visitor: &Visitor, name: &str) -> Result<Arc<Solving>, Box<Response>> {
    let solving = app.desk().duels.get(name);
    let solving = solving.filter(|solving| solving.owner == visitor.limit_key());
    solving.ok_or_else(|| {
        let text = visitor.lang.pick(
            "Este intento ya no está aquí: empieza otra vez.",
            "This attempt is not here any more: begin again.",
        );
        Box::new(refused(StatusCode::NOT_FOUND, "no_such_attempt", text))
    })
}

async fn show(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Response {
    match own(&app, &visitor, &name) {
        Ok(solving) => Json(lock(&solving.state).view(&name)).into_response(),
        Err(response) => *response,
    }
}

/// Does something with an attempt on a thinking thread, and puts the result back.
async fn change(
    app: &App,
    visitor: &Visitor,
    name: &str,
    work: impl FnOnce(&mut Attempt, &mut Thinker, Lang, Duration) -> Result<Option<String>, String>
    + Send
    + 'static,
) -> Response {
    let lang = visitor.lang;
    let solving = match own(app, visitor, name) {
        Ok(solving) => solving,
        Err(response) => return *response,
    };
    let mut attempt = {
        let mut held = lock(&solving.state);
        if held.busy {
            return too_many();
        }
        held.busy = true;
        held.clone()
    };
    let now = Duration::from_millis(app.now());
    let was_over = attempt.duel.ended().is_some();
    let thought = app
        .desk()
        .think(move |thinker| {
            let result = work(&mut attempt, thinker, lang, now);
            (attempt, result)
        })
        .await;
    let (mut attempt, result) = match thought {
        Ok(thought) => thought,
        Err(why) => {
            lock(&solving.state).busy = false;
            return thinking(lang, &why);
        }
    };
    let text = match result {
        Ok(text) => text,
        Err(why) => {
            lock(&solving.state).busy = false;
            return refused(StatusCode::CONFLICT, "refused", &why);
        }
    };
    if !was_over && attempt.duel.ended().is_some() {
        match record(app, &attempt.duel).await {
            Ok(recorded) => attempt.recorded = recorded,
            // The attempt stands; it does not count.
            Err(error) => attempt.review.push(error.text(lang)),
        }
    }
    attempt.busy = false;
    let view = attempt.view(name);
    *lock(&solving.state) = attempt;
    let mut json = serde_json::json!(view);
    json["text"] = serde_json::json!(text);
    Json(json).into_response()
}

async fn record(app: &App, duel: &Duel) -> Result<Option<Recorded>, Error> {
    let Some(play) = NewPlay::of(duel, None)? else {
        return Ok(None);
    };
    let recorded = app.collection().record_play(&play).await?;
    Ok(Some(recorded).filter(|_| duel.seated(Side::Attacker).user.is_some()))
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
        attempt.review = judge.review(&attempt.duel, within(REVIEW)).lines(lang);
    }
}

fn not_done(error: &NotDone, lang: Lang) -> String {
    match error {
        NotDone::Over => lang
            .pick("El intento ha terminado.", "The attempt is over.")
            .to_owned(),
        NotDone::Room(refusal) => refusal.to_string(),
    }
}

async fn make_move(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
    Json(asked): Json<Move>,
) -> Response {
    let work = move |attempt: &mut Attempt, thinker: &mut Thinker, lang: Lang, now: Duration| {
        let game = attempt.duel.room().game();
        let text = match game.legal_moves().iter().any(|m| m.text == asked.text) {
            true => asked.text.clone(),
            false => game.read_move(&asked.text, lang)?,
        };
        let duel = &mut attempt.duel;
        duel.apply(Act::Move(Side::Attacker, text), now)
            .map_err(|error| not_done(&error, lang))?;
        if let Some(mind) = duel.machine_to_move() {
            let never = std::sync::atomic::AtomicBool::new(false);
            let reply = thinker
                .machines
                .choose(duel, mind, now, &never)
                .map_err(|error| error.to_string())?;
            duel.apply(Act::Move(Side::Defender, reply), now)
                .map_err(|error| not_done(&error, lang))?;
        }
        let judge = thinker.judge()?;
        attempt.still = match attempt.duel.ended() {
            Some(_) => None,
            None => judge
                .key(&attempt.duel, within(LOOK))
                .map(|key| key.is_some()),
        };
        review(attempt, judge, lang);
        Ok(None)
    };
    change(&app, &visitor, &name, work).await
}

async fn hint(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Response {
    let work = |attempt: &mut Attempt, thinker: &mut Thinker, lang: Lang, _: Duration| {
        let judge = thinker.judge()?;
        let (text, _) = attempt.duel.hint(judge, within(LOOK), lang)?;
        Ok(Some(text))
    };
    change(&app, &visitor, &name, work).await
}

async fn resign(State(app): State<App>, visitor: Visitor, Path(name): Path<String>) -> Response {
    let work = |attempt: &mut Attempt, thinker: &mut Thinker, lang: Lang, now: Duration| {
        attempt
            .duel
            .apply(Act::Resign(Side::Attacker), now)
            .map_err(|error| not_done(&error, lang))?;
        review(attempt, thinker.judge()?, lang);
        Ok(None)
    };
    change(&app, &visitor, &name, work).await
}
