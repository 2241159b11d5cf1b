//! Help pages: a first game step by step, and the rules of each game in short, with animated diagrams.
//!
//! A diagram consists of a start position and some moves, which the page's script plays (`js/help.js`). Without scripts
//! the caption still describes it.

use super::frame::{Frame, page};
use crate::catalogue::CATALOGUE;
use crate::{App, Visitor};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// Diagram: game, its options, its start (empty for the usual one), moves, and message key of the caption.
type Figure = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const FIGURES: [Figure; 9] = [
    (
        "chess",
        "{}",
        "",
        "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1",
        "help-chess-opening",
    ),
    (
        "chess",
        "{}",
        "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
        "d7d5 e5d6",
        "help-chess-passant",
    ),
    (
        "chess",
        "{}",
        "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1",
        "e7e8q",
        "help-chess-promotion",
    ),
    (
        "chess",
        "{}",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        "a1a8",
        "help-chess-mate",
    ),
    (
        "chess",
        "{}",
        "7k/8/8/8/8/8/5Q2/6K1 w - - 0 1",
        "f2f7",
        "help-chess-stalemate",
    ),
    ("kamisado", "{}", "", "c1c6 a8a7 c6a8", "help-kamisado-game"),
    (
        "kamisado",
        "{}",
        "NZPSARVM/m7/8/8/8/8/8/1vraspzn w R 0",
        "f8f6 a7a7",
        "help-kamisado-blocked",
    ),
    (
        "rolit",
        r#"{"players":"2"}"#,
        "",
        "f5 c4 c3",
        "help-rolit-turned",
    ),
    (
        "rolit",
        r#"{"players":"4"}"#,
        "",
        "f5 f6 c4",
        "help-rolit-four",
    ),
];

/// Games with the message keys of the paragraphs of their rules.
const RULES: [(&str, &[&str]); 3] = [
    (
        "chess",
        &[
            "help-chess-goal",
            "help-chess-moves",
            "help-chess-special",
            "help-chess-draw",
        ],
    ),
    (
        "kamisado",
        &[
            "help-kamisado-goal",
            "help-kamisado-moves",
            "help-kamisado-stuck",
            "help-kamisado-match",
        ],
    ),
    (
        "rolit",
        &["help-rolit-goal", "help-rolit-moves", "help-rolit-end"],
    ),
];

/// Message keys of the steps of a first game.
const STEPS: [&str; 6] = [
    "help-step-name",
    "help-step-machine",
    "help-step-move",
    "help-step-news",
    "help-step-end",
    "help-step-people",
];

/// Diagram with its caption in the page's language.
struct Shown {
    game: &'static str,
    settings: &'static str,
    start: &'static str,
    moves: &'static str,
    caption: String,
}

/// Rules of a game, with its diagrams.
struct Chapter {
    name: &'static str,
    title: String,
    rules: Vec<String>,
    figures: Vec<Shown>,
}

#[derive(Template)]
#[template(path = "help.html")]
struct Help {
    f: Frame,
    steps: Vec<String>,
    /// Games with their rules: all, or only the requested one.
    chapters: Vec<Chapter>,
    /// All games: name and title.
    games: Vec<(&'static str, String)>,
    /// Name of the requested game; empty for all.
    only: String,
}

fn shown(app: &App, visitor: &Visitor, only: &str) -> Help {
    let f = Frame::new(visitor, "help");
    let said = |key: &str| CATALOGUE.say(f.lang, key, &[]).unwrap_or_default();
    let games = RULES.map(|(name, _)| (name, super::frame::game_title(app, name, f.lang)));
    let wanted = RULES.into_iter().zip(&games);
    let wanted = wanted.filter(|((name, _), _)| only.is_empty() || *name == only);
    let chapters = wanted.map(|((name, rules), (_, title))| Chapter {
        name,
        title: title.clone(),
        rules: rules.iter().map(|key| said(key)).collect(),
        figures: FIGURES
            .into_iter()
            .filter(|(game, ..)| *game == name)
            .map(|(game, settings, start, moves, caption)| Shown {
                game,
                settings,
                start,
                moves,
                caption: said(caption),
            })
            .collect(),
    });
    Help {
        steps: STEPS.map(said).into(),
        chapters: chapters.collect(),
        games: games.into(),
        only: only.to_owned(),
        f,
    }
}

/// Answers `GET /help` with the steps of a first game and the rules of all games.
pub async fn help(State(app): State<App>, visitor: Visitor) -> Response {
    page(&shown(&app, &visitor, ""))
}

/// Answers `GET /help/{game}` with the rules of one game.
pub async fn rules(State(app): State<App>, visitor: Visitor, Path(game): Path<String>) -> Response {
    if RULES.iter().all(|(name, _)| *name != game) {
        return StatusCode::NOT_FOUND.into_response();
    }
    page(&shown(&app, &visitor, &game))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Lang;
    use web::table::{Setup, Table};

    #[test]
    fn every_diagram_can_be_played_and_every_game_has_rules() {
        for (game, settings, start, moves, caption) in FIGURES {
            let setup = Setup {
                game: game.to_owned(),
                settings: serde_json::from_str(settings).expect(caption),
                start: Some(start.to_owned()).filter(|start| !start.is_empty()),
                moves: moves.split(' ').map(str::to_owned).collect(),
                ..Setup::default()
            };
            let table = Table::begin(&setup, Lang::EN);
            let table = table.unwrap_or_else(|why| panic!("{caption}: {why}"));
            assert_eq!(table.game().plies(), setup.moves.len(), "{caption}");
            let ends = [
                "help-chess-mate",
                "help-chess-stalemate",
                "help-kamisado-game",
            ];
            assert_eq!(
                table.state().ended.is_some(),
                ends.contains(&caption),
                "{caption}"
            );
        }
        let known: Vec<&str> = RULES.iter().map(|(name, _)| *name).collect();
        assert_eq!(known, web::table::games().collect::<Vec<_>>());
    }

    #[test]
    fn everything_is_said_in_every_language() {
        let rules = RULES.iter().flat_map(|(_, keys)| keys.iter().copied());
        let captions = FIGURES.iter().map(|(.., caption)| *caption);
        for key in rules.chain(captions).chain(STEPS) {
            for lang in Lang::all() {
                assert!(CATALOGUE.say(lang, key, &[]).is_some(), "{key}");
            }
        }
    }
}
