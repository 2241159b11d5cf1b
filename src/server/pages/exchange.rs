//! Problems as text for the composer: import from and export to all supported formats, and search for equal problems in
//! the collection.

use super::compose::{Asked, Words};
use crate::accounts::failed;
use crate::errors::refused;
use crate::{App, Visitor};
use axum::extract;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use base::say;
use games::Dropped;
use games::pgn::read::Reading;
use problems::formats::{self, Format, Outgoing};
use problems::{Draft, Stipulation};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Maximum number of problems of one text that are sent to a page.
const MOST_READ: usize = 100;

/// Returns the router of import, export and search.
pub fn router() -> Router<App> {
    Router::new()
        .route("/api/compose/read", post(read))
        .route("/api/compose/write", post(write))
        .route("/api/compose/alike", post(alike))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    text: String,
    /// Number of moves N of a mate in N, for a text that does not contain it; `None` if it is not known.
    moves: Option<u32>,
}

/// Problem that was found in a text.
#[derive(Serialize)]
struct Found {
    question: Asked,
    #[serde(flatten)]
    words: Words,
}

async fn read(visitor: Visitor, Json(given): Json<Given>) -> Response {
    let bytes = given.text.as_bytes();
    let lang = visitor.lang;
    let (mut found, mut notes) = (Vec::new(), Vec::new());
    let format = Format::detect(None, bytes);
    let reading = Reading {
        lang,
        ..Reading::default()
    };
    for entry in formats::read(bytes, format, given.moves, reading) {
        notes.extend(Dropped::texts(&entry.dropped, lang));
        notes.extend(entry.notes.iter().map(|note| note.get(lang).to_owned()));
        match entry.draft {
            Ok(draft) => found.push(Found {
                question: Asked::of(&draft),
                words: Words {
                    author: draft.author,
                    title: draft.title,
                    source: draft.source,
                    tags: draft.tags,
                },
            }),
            Err(why) => {
                let why = why.get(lang);
                notes.push(say!(lang, "compose-no-problem", line = entry.line, why));
            }
        }
    }
    if found.is_empty() {
        let why = if notes.is_empty() {
            say!(lang, "compose-nothing-read").to_owned()
        } else {
            notes.join(" · ")
        };
        return refused(StatusCode::BAD_REQUEST, "text", &why);
    }
    if found.len() > MOST_READ {
        found.truncate(MOST_READ);
        notes.push(say!(lang, "compose-more-read", most = MOST_READ));
    }
    Json(json!({"problems": found, "notes": notes})).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    question: Asked,
    words: Words,
    format: String,
}

/// Answers `POST /api/compose/write` with a problem in the requested format. If the format cannot express some part of
/// the problem, the refusal names that part.
async fn write(visitor: Visitor, Json(wanted): Json<Wanted>) -> Response {
    let lang = visitor.lang;
    let bad = |what: &str, why: &str| refused(StatusCode::BAD_REQUEST, what, why);
    let (mut draft, dropped) = match wanted.question.draft() {
        Ok(read) => read.split(),
        Err(error) => return failed(&error.into(), lang),
    };
    wanted.words.give(&mut draft);
    let mut draft = match draft.checked() {
        Ok(draft) => draft,
        Err(error) => return failed(&error.into(), lang),
    };
    let format = wanted.format.as_str();
    if format == "popeye" && wanted.question.question.tries {
        draft.extra.insert(
            "popeye".to_owned(),
            json!({"options": ["Try", "Variation"]}),
        );
    }
    let mut lost = Dropped::texts(&dropped, lang);
    let text = match format {
        "latex" => problems::latex(&draft).map_err(|error| error.text(lang)),
        "svg" => problems::diagram(&draft, lang).map_err(|error| error.text(lang)),
        word => match word.parse::<Format>() {
            Ok(format) => {
                let outgoing = Outgoing {
                    draft: &draft,
                    keys: &[],
                };
                let written = formats::write(&[outgoing], format);
                for warning in &written.warnings {
                    let what = warning.told.get(lang);
                    if warning.left_out {
                        return bad(
                            "format",
                            &say!(lang, "compose-left-out", format = word, what),
                        );
                    }
                    lost.push(say!(lang, "compose-not-held", what));
                }
                Ok(written.text)
            }
            Err(error) => Err(error.text(lang)),
        },
    };
    match text {
        Ok(text) => Json(serde_json::json!({"text": text, "lost": lost})).into_response(),
        Err(why) => bad("format", &why),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Alike {
    /// Position of a direct mate.
    #[serde(default)]
    fen: String,
    /// Question for another stipulation, in place of `fen`; `None` for a direct mate.
    #[serde(default)]
    question: Option<Asked>,
}

/// Answers `POST /api/compose/alike` with the numbers of the problems in the collection that are equal to the given
/// one, possibly with exchanged colours or mirrored.
async fn alike(
    extract::State(app): extract::State<App>,
    visitor: Visitor,
    Json(given): Json<Alike>,
) -> Response {
    let draft = match &given.question {
        None => Draft::new(&given.fen, Stipulation::Mate(1)),
        Some(asked) => match asked.draft() {
            Ok(read) => read.split().0,
            Err(error) => return failed(&error.into(), visitor.lang),
        },
    };
    match app.collection().problems().twins_of_draft(&draft).await {
        Ok(ids) => Json(serde_json::json!({"problems": ids})).into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}
