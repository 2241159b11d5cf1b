//! Pages of puzzles: the stream of new puzzles, its themes, own mistakes that are due again, and the history.
//!
//! | file | contents |
//! |---|---|
//! | `attempt` | JSON requests for attempts: posing, judging move by move, storing |
//! | `judge` | judgement of a move, by the solution or by the solver |
//! | `mistakes` | puzzles from the visitor's own games |

mod attempt;
mod judge;
mod mistakes;

use super::frame::{Frame, failed_page, page};
use super::people::curve_svg;
use super::problems::encoded;
use crate::{App, Visitor};
use analysis::motifs::theme_name;
use askama::Template;
use axum::Router;
use axum::extract::{Query, State};
use axum::response::Response;
use axum::routing::{get, post};
use base::calendar::Date;
use base::say;
use games::Lang;
use serde::Deserialize;
use store::{DuePuzzle, PuzzleStanding, Result};

/// Maximum number of lines of a list.
const LINES: u32 = 100;

/// Returns the router of puzzles.
pub fn router() -> Router<App> {
    Router::new()
        .route("/puzzles", get(stream))
        .route("/puzzles/themes", get(themes))
        .route("/puzzles/mistakes", get(due))
        .route("/puzzles/history", get(history))
        .route("/api/puzzles/next", post(attempt::next))
        .route("/api/puzzles/mistakes", post(mistakes::look))
        .route("/api/puzzles/{id}/move", post(attempt::make_move))
        .route("/api/puzzles/{id}/give-up", post(attempt::give_up))
}

/// Returns the names of themes in a language, separated by commas.
fn theme_names(lang: Lang, themes: &[String]) -> String {
    let names: Vec<String> = themes.iter().map(|theme| theme_name(lang, theme)).collect();
    names.join(", ")
}

/// Rating and streak, rounded for a page.
struct Standing {
    rating: i64,
    deviation: i64,
    streak: i64,
    best: i64,
    solved: i64,
    played: i64,
}

impl From<PuzzleStanding> for Standing {
    fn from(of: PuzzleStanding) -> Standing {
        Standing {
            rating: of.rating.rating.round() as i64,
            deviation: of.rating.deviation.round() as i64,
            streak: of.streak,
            best: of.best_streak,
            solved: of.solved,
            played: of.played,
        }
    }
}

/// Returns the rating of the visitor; that of a beginner for a visitor without a name.
async fn standing(app: &App, visitor: &Visitor) -> Result<Standing> {
    let standing = match visitor.keys().first() {
        Some(who) => app.collection().puzzles().standing(who).await?,
        None => PuzzleStanding::NEW,
    };
    Ok(standing.into())
}

#[derive(Template)]
#[template(path = "puzzles.html")]
struct Stream {
    f: Frame,
    theme: String,
    theme_name: String,
    due: bool,
    standing: Standing,
    due_now: i64,
}

#[derive(Deserialize)]
struct StreamQuery {
    #[serde(default)]
    theme: String,
    due: Option<String>,
}

async fn stream(
    State(app): State<App>,
    visitor: Visitor,
    Query(asked): Query<StreamQuery>,
) -> Response {
    let shown = async {
        let due_now = match visitor.keys().first() {
            Some(who) => app.collection().puzzles().schedule(who).await?.0,
            None => 0,
        };
        Ok(Stream {
            f: Frame::new(&visitor, "problems"),
            theme_name: theme_name(visitor.lang, &asked.theme),
            theme: asked.theme,
            due: asked.due.is_some(),
            standing: standing(&app, &visitor).await?,
            due_now,
        })
    };
    match shown.await {
        Ok(shown) => page(&shown),
        Err(error) => failed_page(&visitor, &error),
    }
}

#[derive(Template)]
#[template(path = "puzzle-themes.html")]
struct Themes {
    f: Frame,
    /// Themes: key in addresses, name, and number of puzzles.
    themes: Vec<(String, String, i64)>,
}

async fn themes(State(app): State<App>, visitor: Visitor) -> Response {
    match app.collection().puzzles().themes().await {
        Ok(themes) => {
            let named = |(theme, count): (String, i64)| {
                let name = theme_name(visitor.lang, &theme);
                (encoded(&theme), name, count)
            };
            page(&Themes {
                f: Frame::new(&visitor, "problems"),
                themes: themes.into_iter().map(named).collect(),
            })
        }
        Err(error) => failed_page(&visitor, &error),
    }
}

#[derive(Template)]
#[template(path = "puzzle-mistakes.html")]
struct Mistakes {
    f: Frame,
    /// Puzzles that are due: themes, game (empty unless it is an own mistake), and day since which the puzzle is due.
    due: Vec<(String, String, String)>,
    now: i64,
    later: i64,
    next: String,
}

async fn due(State(app): State<App>, visitor: Visitor) -> Response {
    match mistakes_page(&app, &visitor).await {
        Ok(shown) => page(&shown),
        Err(error) => failed_page(&visitor, &error),
    }
}

async fn mistakes_page(app: &App, visitor: &Visitor) -> Result<Mistakes> {
    let (mut due, mut schedule) = (Vec::new(), (0, 0, None));
    if let Some(who) = visitor.keys().first() {
        mistakes::harvest(app, visitor).await?;
        due = app.collection().puzzles().due(who, LINES).await?;
        schedule = app.collection().puzzles().schedule(who).await?;
    }
    let line = |puzzle: DuePuzzle| {
        let game = if puzzle.own {
            puzzle.origin
        } else {
            String::new()
        };
        (
            theme_names(visitor.lang, &puzzle.themes),
            game,
            Date::at(puzzle.due).to_string(),
        )
    };
    let (now, later, next) = schedule;
    Ok(Mistakes {
        f: Frame::new(visitor, "problems"),
        due: due.into_iter().map(line).collect(),
        now,
        later,
        next: next.map_or(String::new(), |next| Date::at(next).to_string()),
    })
}

/// Row of the visitor's history of attempts at puzzles.
struct Line {
    date: String,
    themes: String,
    solved: bool,
    puzzle: i64,
    rating: i64,
    gained: String,
}

#[derive(Template)]
#[template(path = "puzzle-history.html")]
struct History {
    f: Frame,
    standing: Standing,
    curve: String,
    lines: Vec<Line>,
}

async fn history(State(app): State<App>, visitor: Visitor) -> Response {
    match past(&app, &visitor).await {
        Ok(shown) => page(&shown),
        Err(error) => failed_page(&visitor, &error),
    }
}

async fn past(app: &App, visitor: &Visitor) -> Result<History> {
    let f = Frame::new(visitor, "problems");
    let tries = match visitor.keys().first() {
        Some(who) => app.collection().puzzles().history(who, LINES).await?,
        None => Vec::new(),
    };
    let points: Vec<f64> = tries.iter().rev().map(|one| one.rating).collect();
    let lines = tries.into_iter().map(|one| {
        let themes: Vec<String> = one.themes.split(' ').map(str::to_owned).collect();
        Line {
            date: Date::at(one.ended).to_string(),
            themes: theme_names(f.lang, &themes),
            solved: one.solved,
            puzzle: one.puzzle_rating.round() as i64,
            rating: one.rating.round() as i64,
            gained: format!("{:+.0}", one.gained),
        }
    });
    Ok(History {
        standing: standing(app, visitor).await?,
        curve: curve_svg(&points, say!(f.lang, "puzzle-curve")),
        lines: lines.collect(),
        f,
    })
}
