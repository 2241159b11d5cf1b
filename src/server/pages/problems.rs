//! Pages of the problem collection: lists with filters, a problem to be solved, the problem of the day.

use super::frame::{Frame, failed_page, page};
use super::lobby::embedded;
use super::share::Share;
use super::solve;
use crate::accounts::failed;
use crate::{App, Visitor};
use askama::Template;
use askama::filters::urlencode_strict;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base::calendar::DAY_MS;
use base::say;
use base::text::escaped_xml;
use base::threads::locked;
use games::chess::pieces_to_draw;
use games::svg::{CELL, cells, standing, turned};
use games::{Lang, Piece};
use problems::formats::label;
use problems::verify::computer_tested;
use problems::{Draft, Filter, Problem, State as Proved};
use serde::Deserialize;
use std::fmt::Write;
use store::job::{Fault, Job, JobFilter, JobState};

mod list;

/// Returns the router of the problem collection.
pub fn router() -> Router<App> {
    Router::new()
        .route("/problems", get(list::list))
        .route("/problems/daily", get(daily))
        .route("/problems/random", get(another))
        .route("/problems/{id}", get(problem))
        .route("/api/problems/{id}/copy", post(copy))
        .route("/api/problems/{id}/delete", post(delete))
}

/// Draws a small diagram of a problem as SVG, with the pieces of the page's [sprite](Frame::sprite). The output is safe
/// in HTML: `label` is escaped, and the rest is generated from the parsed position.
pub fn diagram(draft: &Draft, label: &str, lang: Lang) -> String {
    let pieces = draft.board();
    let pieces = pieces.unwrap_or_else(|_| pieces_to_draw(&shakmaty::Board::empty()));
    let label = escaped_xml(label);
    let mut out = format!(
        "<svg class=\"mini\" viewBox=\"0 0 360 360\" role=\"img\" aria-label=\"{label}\">\
         <rect class=\"sq-light\" width=\"360\" height=\"360\"/><path class=\"sq-dark\" d=\""
    );
    for (x, y, _) in cells(&pieces, false).filter(|(_, _, cell)| cell.ground.color == "dark") {
        // Writing to a string cannot fail.
        let _ = write!(out, "M{x} {y}h{CELL}v{CELL}h-{CELL}z");
    }
    out.push_str("\"/>");
    for (x, y, cell) in cells(&pieces, false) {
        let Some(piece @ Piece { kind, color, .. }) = &cell.piece else {
            continue;
        };
        // The sprite has the white and black pieces of chess only.
        if piece.owner.is_none() || turned(kind).is_none_or(|(_, turn)| turn != 0) {
            let drawn = standing(piece, lang);
            let _ = write!(out, "<g transform=\"translate({x} {y})\">{drawn}</g>");
        } else {
            let class = &color[..1];
            let _ = write!(
                out,
                "<use class=\"{class}\" href=\"#{kind}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
            );
        }
    }
    out.push_str("</svg>");
    out
}

fn stars(band: u8) -> String {
    match band {
        0 => String::new(),
        band => {
            let full = usize::from(band.min(5));
            "★".repeat(full) + &"☆".repeat(5 - full)
        }
    }
}

/// Returns author and title of a problem; empty if both are unknown.
pub fn name(problem: &Problem) -> String {
    let draft = &problem.draft;
    let parts = [draft.author.as_str(), draft.title.as_str()];
    parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" · ")
}

/// Percent-encodes a value for an address, in a query or as one part of a path.
pub fn encoded(text: &str) -> String {
    let Ok(encoded) = urlencode_strict(text);
    encoded.to_string()
}

/// Returns the numbers of the problems that can be solved on the site.
async fn playable(app: &App) -> Result<Vec<i64>, store::Error> {
    let filter = Filter {
        all: true,
        ..Filter::default()
    };
    app.collection().plays().playable(None, &filter).await
}

/// Returns today's problem: the same for all visitors during a day (UTC). `None` if no problem can be solved.
async fn todays(app: &App) -> Result<Option<Problem>, store::Error> {
    let day = app.collection().now().div_euclid(DAY_MS);
    let known = locked(&app.engine_threads().daily).filter(|(of, _)| *of == day);
    // The problem may have been deleted, or changed, since it was chosen.
    if let Some((_, id)) = known
        && let Ok(problem) = app.collection().problems().get(id).await
        && problem.state == Proved::Verified
        && problem.draft.is_mate()
    {
        return Ok(Some(problem));
    }
    let ids = playable(app).await?;
    if ids.is_empty() {
        return Ok(None);
    }
    // The factor is coprime to the usual sizes of a collection, so that no problem is skipped.
    let index = day.unsigned_abs().wrapping_mul(2_654_435_761) % ids.len() as u64;
    let id = ids[index as usize];
    *locked(&app.engine_threads().daily) = Some((day, id));
    app.collection().problems().get(id).await.map(Some)
}

/// Problem of the day, as the lobby shows it.
pub struct Daily {
    /// The position, as SVG.
    pub diagram: String,
    /// Task in words: the side that mates, and in how many moves.
    pub task: String,
    /// Author and title.
    pub name: String,
    /// Difficulty as filled and empty stars.
    pub stars: String,
}

/// Returns the problem of the day for the lobby; `None` if there is none, or if the database fails.
pub async fn daily_card(app: &App, f: &Frame) -> Option<Daily> {
    let problem = todays(app).await.ok()??;
    let label = say!(f.lang, "problems-diagram", id = problem.id);
    Some(Daily {
        diagram: diagram(&problem.draft, &label, f.lang),
        task: task(&problem, f),
        name: name(&problem),
        stars: stars(problem.band),
    })
}

/// Returns the task of a problem in a sentence: the side that mates and the number of moves, or, for other
/// stipulations, the stipulation and the side that begins.
pub fn task(problem: &Problem, f: &Frame) -> String {
    let white = problem.draft.fen.split(' ').nth(1) == Some("w");
    let Ok(moves) = problem.draft.mate() else {
        let asked = problem.draft.stipulation_text();
        return if white {
            say!(f.lang, "problem-task-other-white", asked)
        } else {
            say!(f.lang, "problem-task-other-black", asked)
        };
    };
    if white {
        say!(f.lang, "problem-task-white", moves)
    } else {
        say!(f.lang, "problem-task-black", moves)
    }
}

/// Answers `GET /problems/daily` with the page of the problem of the day.
async fn daily(State(app): State<App>, visitor: Visitor, headers: HeaderMap) -> Response {
    match todays(&app).await {
        Ok(Some(problem)) => show((&app, &headers), &visitor, problem, true).await,
        Ok(None) => Redirect::to("/problems").into_response(),
        Err(error) => failed_page(&visitor, &error),
    }
}

#[derive(Deserialize)]
struct Not {
    #[serde(default)]
    not: i64,
}

/// Answers `GET /problems/random?not=ID`: goes to a random problem other than `ID`.
async fn another(State(app): State<App>, visitor: Visitor, Query(not): Query<Not>) -> Response {
    let viewer = visitor.user.as_ref().map(|user| user.id);
    let mut filter = Filter {
        all: true,
        ..Filter::default()
    };
    filter.played = viewer.map(|_| false);
    let fresh = app.collection().plays().playable(viewer, &filter).await;
    let ids = match fresh {
        Ok(ids) if ids.iter().any(|id| *id != not.not) => Ok(ids),
        Ok(_) => playable(&app).await,
        Err(error) => Err(error),
    };
    match ids {
        Ok(ids) => {
            use rand::seq::IteratorRandom as _;
            let others = ids.into_iter().filter(|id| *id != not.not);
            match others.choose(&mut rand::rng()) {
                Some(id) => Redirect::to(&format!("/problems/{id}")).into_response(),
                None => Redirect::to("/problems").into_response(),
            }
        }
        Err(error) => failed_page(&visitor, &error),
    }
}

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage {
    f: Frame,
    id: i64,
    daily: bool,
    name: String,
    source: String,
    task: String,
    stars: String,
    fen: String,
    white: bool,
    moves: u32,
    played: u64,
    solved: u64,
    rating: i64,
    verified: bool,
    /// True for a direct mate, the only kind of problem that can be solved and is rated.
    direct: bool,
    /// Twins, fairy pieces, options and solutions, a line each; empty for a direct mate.
    terms: Vec<String>,
    /// Sentence that certifies the problem as computer-tested; empty if that is not known.
    tested: String,
    /// Sentence that says why the problem cannot be solved on the site; empty if it can be.
    why: String,
    /// True if the problem is refuted and can therefore never be solved.
    refuted: bool,
    /// True if the visitor may change and delete it.
    own: bool,
    diagram: String,
    /// State that an attempt begins with, as JSON; empty if the problem is not verified.
    first: String,
}

async fn problem(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Response {
    match id.parse() {
        Ok(id) => match app.collection().problems().get(id).await {
            Ok(problem) => show((&app, &headers), &visitor, problem, false).await,
            Err(error) => failed_page(&visitor, &error),
        },
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Returns true if the visitor owns a problem.
pub fn is_own(visitor: &Visitor, problem: &Problem) -> bool {
    let user = visitor.user.as_ref().map(|user| user.id);
    user.is_some() && problem.owner == user
}

/// Answers `POST /api/problems/{id}/copy`: saves a copy of a problem as one of the visitor's own.
async fn copy(State(app): State<App>, visitor: Visitor, Path(id): Path<i64>) -> Response {
    let Some(user) = &visitor.user else {
        return failed(&store::Refusal::NotLoggedIn.into(), visitor.lang);
    };
    match app.collection().problems().copy(user.id, id).await {
        Ok(created) => Json(serde_json::json!({ "id": created.id })).into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Answers `POST /api/problems/{id}/delete`: deletes one of the visitor's own problems that nobody has played.
async fn delete(State(app): State<App>, visitor: Visitor, Path(id): Path<i64>) -> Response {
    let Some(user) = &visitor.user else {
        return failed(&store::Refusal::NotLoggedIn.into(), visitor.lang);
    };
    match app.collection().problems().delete(user.id, id).await {
        Ok(()) => Json(serde_json::json!({})).into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Returns the reason for which a problem cannot be solved on the site: it has no solution, or its verification is
/// still running, was not decided within its limit, or was never requested. Empty if the problem can be solved.
async fn not_playable(app: &App, f: &Frame, problem: &Problem) -> Result<String, store::Error> {
    let moves = problem.draft.stipulation.moves();
    match (problem.state, problem.draft.is_mate()) {
        (Proved::Verified, _) => return Ok(String::new()),
        (Proved::Refuted, false) => return Ok(say!(f.lang, "problem-no-solution").to_owned()),
        (Proved::Refuted, true) => return Ok(say!(f.lang, "problem-refuted", moves)),
        _ => {}
    }
    let newest = JobFilter {
        problem: Some(problem.id),
        limit: 1,
        ..JobFilter::default()
    };
    let jobs = app.collection().jobs().list(&newest).await?;
    let job = jobs.first().filter(|job| job.revision == problem.revision);
    Ok(match job {
        Some(Job {
            fault: Some(Fault::Undecided(reached)),
            ..
        }) => match reached.refuted {
            0 => say!(f.lang, "problem-undecided").to_owned(),
            refuted => say!(f.lang, "problem-undecided-up-to", moves = refuted),
        },
        Some(Job {
            state: JobState::Failed,
            ..
        }) => say!(f.lang, "problem-failed").to_owned(),
        Some(Job {
            state: JobState::Waiting | JobState::Running,
            ..
        }) => say!(f.lang, "problem-waiting").to_owned(),
        _ => say!(f.lang, "problem-not-verified").to_owned(),
    })
}

/// Returns lines about a problem that is not a direct mate: pieces, conditions, twins, and the solutions found. Empty
/// for a direct mate.
fn terms(problem: &Problem, f: &Frame) -> Vec<String> {
    if problem.draft.is_mate() {
        return Vec::new();
    }
    let terms = &problem.draft.terms;
    let mut lines = vec![terms.pieces.join(", "), terms.options.join(", ")];
    let twins = terms.twins.iter().enumerate();
    lines.extend(twins.map(|(index, twin)| format!("{}) {twin}", label(index + 1))));
    if let Some(count) = terms.intended {
        lines.push(say!(f.lang, "problem-intended", count));
    }
    if problem.state == Proved::Verified {
        lines.push(if problem.unique_key {
            say!(f.lang, "problem-sound").to_owned()
        } else if problem.solutions.iter().any(|part| part.short) {
            say!(f.lang, "problem-short").to_owned()
        } else {
            say!(f.lang, "problem-other-number").to_owned()
        });
    }
    lines.extend(problem.solutions.iter().map(|part| part.text(f.lang)));
    lines.push(say!(f.lang, "problem-only-direct").to_owned());
    lines.retain(|line| !line.is_empty());
    lines
}

/// Returns the sentence that certifies a sound problem as computer-tested; empty if it is not sound, or if it is not known which
/// version of the program has found that.
async fn tested(app: &App, problem: &Problem, lang: Lang) -> store::Result<String> {
    if !(problem.unique_key && problem.state == Proved::Verified) {
        return Ok(String::new());
    }
    let verified = app.collection().problems().verification(problem.id).await?;
    let sentence = verified.and_then(|verified| {
        computer_tested(&verified.version, &verified.rules, verified.time_ms, lang)
    });
    Ok(sentence.unwrap_or_default())
}

async fn show(
    (app, headers): (&App, &HeaderMap),
    visitor: &Visitor,
    problem: Problem,
    daily: bool,
) -> Response {
    let direct = problem.draft.is_mate();
    let verified = direct && problem.state == Proved::Verified;
    let first = if verified {
        match solve::before(app, visitor, &problem) {
            Ok(first) => embedded(&first),
            Err(error) => return failed_page(visitor, &error),
        }
    } else {
        String::new()
    };
    let id = problem.id;
    let f = Frame::new(visitor, "problems");
    let why = match not_playable(app, &f, &problem).await {
        Ok(why) => why,
        Err(error) => return failed_page(visitor, &error),
    };
    let tested = match tested(app, &problem, f.lang).await {
        Ok(tested) => tested,
        Err(error) => return failed_page(visitor, &error),
    };
    let moves = problem.draft.stipulation.moves();
    let white = problem.draft.fen.split(' ').nth(1) == Some("w");
    let task = task(&problem, &f);
    let label = say!(f.lang, "problems-diagram", id);
    let name = name(&problem);
    let share = Share::of_problem((app, headers), &f, id, &name, &task);
    page(&ProblemPage {
        id,
        daily,
        name,
        source: problem.draft.source.clone(),
        task,
        stars: stars(problem.band),
        white,
        moves,
        played: problem.played,
        solved: problem.solved,
        rating: problem.rating.round() as i64,
        verified,
        first,
        why,
        refuted: problem.state == Proved::Refuted,
        own: is_own(visitor, &problem),
        direct,
        terms: terms(&problem, &f),
        tested,
        diagram: diagram(&problem.draft, &label, f.lang),
        fen: problem.draft.fen,
        f: f.sharing(share),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use problems::Stipulation;

    #[test]
    fn a_diagram_has_all_pieces_and_no_text_of_people_as_html() {
        let mut draft = Draft::new("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Stipulation::Mate(2));
        let drawn = diagram(&draft, "a \"b\" <i>", Lang::EN);
        assert_eq!(drawn.matches("<use").count(), 3);
        assert!(
            drawn.contains("aria-label=\"a &quot;b&quot; &lt;i&gt;\""),
            "{drawn}"
        );
        assert!(drawn.contains("class=\"w\" href=\"#rook\" x=\"0\" y=\"315\""));
        draft.terms.pieces = ["Neutral Gd4", "Black ZRa8"].map(str::to_owned).to_vec();
        let drawn = diagram(&draft, "", Lang::EN);
        assert_eq!(drawn.matches("<use").count(), 3);
        assert_eq!(drawn.matches("rotate(180 22.5 22.5)").count(), 2);
        assert!(drawn.contains(">zr</text>"), "{drawn}");
    }
}
