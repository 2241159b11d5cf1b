//! Pages about people: rankings of each game and of problem solvers, profiles, accounts.

use super::frame::{Frame, error_page, failed_page, game_title, page};
use super::lobby::{Paged, Pages, Past, past};
use super::problems::encoded;
use super::share::Share;
use crate::catalogue::CATALOGUE;
use crate::games::{PICTURES, picture_named};
use crate::{App, Visitor, WhoKey};
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use base::calendar::Date;
use base::say;
use base::text::escaped_xml;
use games::Lang;
use serde::Deserialize;
use std::fmt::Write;
use store::games::GamesOf;
use store::{Claims, RankingOf, Result, UserKind};

/// Maximum number of lines of a ranking.
const LINES: u32 = 50;
/// Maximum number of points of a rating's curve.
const POINTS: u32 = 200;

/// Splits the name of a profile picture into piece and side: `king-w`, the white king. `None` if it has no hyphen.
fn parts(word: &str) -> Option<(&str, &str)> {
    word.split_once('-')
}

/// Returns piece and side of a profile picture by its name; the white knight if `word` is `None` or names no picture.
pub fn picture(word: Option<&str>) -> (&'static str, &'static str) {
    parts(picture_named(word)).unwrap_or(("knight", "w"))
}

struct Line {
    place: u64,
    name: String,
    link: String,
    machine: bool,
    own: bool,
    points: String,
    rating: i64,
    deviation: i64,
    games: i64,
    wins: i64,
}

#[derive(Template)]
#[template(path = "ranking.html")]
struct Ranking {
    f: Frame,
    of: String,
    games: Vec<(String, String)>,
    lines: Vec<Line>,
    moves: String,
    band: String,
    problems: bool,
}

#[derive(Deserialize)]
pub struct RankingQuery {
    #[serde(default)]
    of: String,
    #[serde(default)]
    moves: String,
    #[serde(default)]
    band: String,
}

/// Answers `GET /ranking?of=GAME`, or `of=problems` with `moves` and `band`, with a ranking.
pub async fn ranking(
    State(app): State<App>,
    visitor: Visitor,
    Query(asked): Query<RankingQuery>,
) -> Response {
    match ranked(&app, &visitor, asked).await {
        Ok(shown) => page(&shown),
        Err(error) => failed_page(&visitor, &error),
    }
}

async fn ranked(app: &App, visitor: &Visitor, asked: RankingQuery) -> Result<Ranking> {
    let f = Frame::new(visitor, "ranking");
    let entries = app.registry().entries().iter();
    let mut games: Vec<(String, String)> = entries
        .map(|entry| {
            (
                entry.name().to_owned(),
                entry.title(visitor.lang).to_owned(),
            )
        })
        .collect();
    games.push((
        "problems".to_owned(),
        say!(f.lang, "ranking-problems").to_owned(),
    ));
    let known = games.iter().any(|(name, _)| *name == asked.of);
    let of = if known { asked.of } else { "chess".to_owned() };
    let own = |name: &str| visitor.user.as_ref().is_some_and(|user| user.name == name);
    let problems = of == "problems";
    let lines = if problems {
        let wanted = RankingOf {
            moves: asked.moves.parse().ok(),
            band: asked
                .band
                .parse()
                .ok()
                .filter(|band| (1..=5).contains(band)),
        };
        let found = app.collection().plays().ranking(wanted, 0, LINES).await?;
        let line = |user: store::Ranked| Line {
            place: user.place,
            link: encoded(&user.name),
            machine: user.kind == UserKind::Machine,
            own: own(&user.name),
            points: user.points.to_string(),
            rating: user.rating.rating.round() as i64,
            deviation: user.rating.deviation.round() as i64,
            games: user.games,
            wins: user.wins,
            name: user.name,
        };
        found.users.into_iter().map(line).collect()
    } else {
        let (found, _) = app.collection().ratings().ranking(&of, 0, LINES).await?;
        let line = |user: store::games::GameRanked| Line {
            place: user.place,
            link: encoded(&user.name),
            machine: false,
            own: own(&user.name),
            points: String::new(),
            rating: user.rating.rating.rating.round() as i64,
            deviation: user.rating.rating.deviation.round() as i64,
            games: user.rating.games,
            wins: user.rating.wins,
            name: user.name,
        };
        found.into_iter().map(line).collect()
    };
    Ok(Ranking {
        f,
        of,
        games,
        lines,
        moves: asked.moves,
        band: asked.band,
        problems,
    })
}

struct GameOf {
    title: String,
    rating: i64,
    deviation: i64,
    games: i64,
    wins: i64,
    draws: i64,
    losses: i64,
    /// Percentage of games won.
    ratio: i64,
    curve: String,
}

/// Returns `part` as a rounded percentage of `games`; 0 if there are no games.
fn percentage(part: i64, games: i64) -> i64 {
    if games == 0 {
        0
    } else {
        (100 * part + games / 2) / games
    }
}

#[derive(Template)]
#[template(path = "user.html")]
struct UserPage {
    f: Frame,
    name: String,
    since: String,
    picture: (&'static str, &'static str),
    own: bool,
    games: Vec<GameOf>,
    problem_points: i64,
    problem_rating: i64,
    problem_games: i64,
    problem_wins: i64,
    problem_losses: i64,
    problem_ratio: i64,
    streak: i64,
    past: Vec<Past>,
    pages: Pages,
    /// Name as encoded in an address, for a challenge; empty if the visitor cannot challenge this user.
    challenge: String,
}

impl UserPage {
    /// Returns the ratings and points in a sentence.
    fn described(&self) -> String {
        let rated = |game: &GameOf| format!("{} {}", game.title, game.rating);
        let mut parts: Vec<String> = self.games.iter().map(rated).collect();
        parts.push(say!(
            self.f.lang,
            "share-user",
            points = self.problem_points
        ));
        parts.join(" · ")
    }
}

/// Answers `GET /user/{name}` with a profile.
pub async fn user(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(name): Path<String>,
    Query(asked): Query<Paged>,
) -> Response {
    match profile(&app, &visitor, &name, &asked).await {
        Ok(Some(mut shown)) => {
            let description = shown.described();
            let link = encoded(&shown.name);
            shown.f.share = Some(Share::of_user(
                (&app, &headers),
                &shown.f,
                &shown.name,
                &link,
                description,
            ));
            page(&shown)
        }
        Ok(None) => {
            let sentence = say!(visitor.lang, "user-unknown", name);
            error_page(&visitor, StatusCode::NOT_FOUND, sentence)
        }
        Err(error) => failed_page(&visitor, &error),
    }
}

async fn profile(
    app: &App,
    visitor: &Visitor,
    name: &str,
    asked: &Paged,
) -> Result<Option<UserPage>> {
    let collection = app.collection();
    let Some(user) = collection.accounts().by_name(name).await? else {
        return Ok(None);
    };
    let f = Frame::new(visitor, "");
    let mut games = Vec::new();
    for (game, rating) in collection.ratings().all_of(user.id).await? {
        let curve = collection.ratings().curve(user.id, &game, POINTS).await?;
        let points: Vec<f64> = curve.iter().map(|point| point.rating).collect();
        games.push(GameOf {
            title: game_title(app, &game, visitor.lang),
            rating: rating.rating.rating.round() as i64,
            deviation: rating.rating.deviation.round() as i64,
            games: rating.games,
            wins: rating.wins,
            draws: rating.draws,
            losses: rating.games - rating.wins - rating.draws,
            ratio: percentage(rating.wins, rating.games),
            curve: curve_svg(&points, say!(f.lang, "user-curve")),
        });
    }
    let (rows, pages) = asked.games(app, &GamesOf::User(user.id)).await?;
    let own = visitor.user.as_ref().is_some_and(|own| own.id == user.id);
    let word = collection.accounts().picture(user.id).await?;
    Ok(Some(UserPage {
        // Machines have no date of registration.
        since: match user.kind {
            UserKind::Machine => String::new(),
            UserKind::Person => Date::at(user.created).to_string(),
        },
        picture: picture(word.as_deref()),
        own,
        challenge: match user.kind {
            UserKind::Person if !own => encoded(&user.name),
            _ => String::new(),
        },
        games,
        problem_points: user.points,
        problem_rating: user.rating.rating.round() as i64,
        problem_games: user.games,
        problem_wins: user.wins,
        problem_losses: user.games - user.wins,
        problem_ratio: percentage(user.wins, user.games),
        streak: user.best_streak,
        past: past(app, visitor, rows),
        pages,
        name: user.name,
        f,
    }))
}

/// Draws the ratings after each game as a curve in SVG; empty if there are no ratings.
pub(super) fn curve_svg(points: &[f64], label: &str) -> String {
    const WIDTH: f64 = 600.0;
    const HEIGHT: f64 = 200.0;
    const LEFT: f64 = 48.0;
    let (Some(last), false) = (points.last(), points.is_empty()) else {
        return String::new();
    };
    let low = points.iter().copied().fold(f64::INFINITY, f64::min);
    let high = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // The axis ends at whole hundreds, so that small changes do not look like great ones.
    let low = (low / 100.0).floor() * 100.0;
    let high = ((high / 100.0).ceil() * 100.0).max(low + 100.0);
    let x = |index: usize| match points.len() {
        1 => WIDTH / 2.0,
        count => LEFT + (WIDTH - LEFT - 8.0) * index as f64 / (count - 1) as f64,
    };
    let y = |value: f64| 12.0 + (HEIGHT - 24.0) * (high - value) / (high - low);
    let mut out = format!(
        "<svg class=\"curve\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}: {}\">",
        escaped_xml(label),
        points
            .iter()
            .map(|p| p.round().to_string())
            .collect::<Vec<_>>()
            .join(", ")
    );
    let step = if high - low > 400.0 { 200.0 } else { 100.0 };
    let mut line = low;
    while line <= high {
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{line}</text>",
            LEFT - 6.0,
            y(line) + 4.0,
            y = y(line)
        );
        line += step;
    }
    out.push_str("<polyline points=\"");
    for (index, value) in points.iter().enumerate() {
        let _ = write!(out, "{:.1},{:.1} ", x(index), y(*value));
    }
    let (cx, cy) = (x(points.len() - 1), y(*last));
    let _ = write!(
        out,
        "\"/><circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4\"/></svg>"
    );
    out
}

#[derive(Template)]
#[template(path = "account.html")]
struct Account {
    f: Frame,
    link: String,
    picture: String,
    /// Profile pictures to choose from: kind of the piece, its side, its name.
    pictures: Vec<(&'static str, &'static str, String)>,
    /// Number of a guest's other devices; 0 for anybody else.
    others: i64,
    /// Choices for automatic claims of draws by threefold repetition: name, text, and true for the chosen one.
    claims: Vec<(&'static str, &'static str, bool)>,
    /// True for an administrator, who has a page of moderation.
    administrator: bool,
}

/// Returns the name of a piece, in the page's language, by kind and side: `king`, `w`.
fn piece_name(f: &Frame, kind: &str, side: &str) -> String {
    let color = if side == "w" { "white" } else { "black" };
    let key = format!("piece-{color}-{kind}");
    CATALOGUE.say(f.lang, &key, &[]).unwrap_or(key)
}

/// Returns the text of a choice for automatic claims of draws by threefold repetition.
fn claims_text(claims: Claims, lang: Lang) -> &'static str {
    match claims {
        Claims::Never => say!(lang, "account-claims-never"),
        Claims::Short => say!(lang, "account-claims-short"),
        Claims::Always => say!(lang, "account-claims-always"),
    }
}

/// Answers `GET /account` with the page of the visitor's account.
pub async fn account(State(app): State<App>, visitor: Visitor) -> Response {
    let f = Frame::new(&visitor, "");
    let word = match &visitor.user {
        Some(user) => match app.collection().accounts().picture(user.id).await {
            Ok(word) => word,
            Err(error) => return failed_page(&visitor, &error),
        },
        None => None,
    };
    let wish = match &visitor.user {
        Some(user) => match app.collection().accounts().claims(user.id).await {
            Ok(wish) => wish,
            Err(error) => return failed_page(&visitor, &error),
        },
        None => Claims::default(),
    };
    let others = match visitor.who.as_ref().map(|who| who.key) {
        Some(WhoKey::Guest(id)) => match app.collection().guests().devices_of(id).await {
            Ok(devices) => devices - 1,
            Err(error) => return failed_page(&visitor, &error),
        },
        _ => 0,
    };
    let administrator = match &visitor.user {
        Some(user) => {
            let moderation = app.collection().moderation();
            match moderation.is_administrator(user.id).await {
                Ok(is) => is,
                Err(error) => return failed_page(&visitor, &error),
            }
        }
        None => false,
    };
    let (kind, side) = picture(word.as_deref());
    page(&Account {
        link: encoded(f.name.as_deref().unwrap_or_default()),
        picture: format!("{kind}-{side}"),
        pictures: PICTURES
            .into_iter()
            .filter_map(parts)
            .map(|(kind, side)| (kind, side, piece_name(&f, kind, side)))
            .collect(),
        claims: Claims::ALL
            .map(|claims| (claims.word(), claims_text(claims, f.lang), claims == wish))
            .to_vec(),
        others,
        administrator,
        f,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_stays_within_its_frame_and_says_its_points() {
        assert_eq!(curve_svg(&[], "Curve"), "");
        for points in [vec![1500.0], vec![1500.0, 1712.4, 1390.0]] {
            let drawn = curve_svg(&points, "Curve");
            let list = drawn
                .split("points=\"")
                .nth(1)
                .and_then(|s| s.split('"').next());
            let list = list.expect("points");
            for point in list.split_whitespace() {
                let (x, y) = point.split_once(',').expect("x,y");
                let (x, y): (f64, f64) = (x.parse().expect("x"), y.parse().expect("y"));
                assert!(
                    (0.0..=600.0).contains(&x) && (0.0..=200.0).contains(&y),
                    "{point}"
                );
            }
            assert_eq!(list.split_whitespace().count(), points.len());
        }
        assert!(curve_svg(&[1500.0, 1712.4], "Curve").contains("aria-label=\"Curve: 1500, 1712\""));
    }

    #[test]
    fn a_picture_that_there_is_not_is_the_usual_one() {
        assert_eq!(picture(Some("queen-b")), ("queen", "b"));
        for word in [None, Some("queen"), Some("<script>-w")] {
            assert_eq!(picture(word), ("knight", "w"));
        }
    }
}
