//! Problems as text for the composer: read from any format, written in any, and looked for in the collection.

use super::compose::Words;
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
use games::chess::Position;
use games::pgn::read::Reading;
use problems::formats::{self, Format, Outgoing};
use problems::{Draft, Question, Stipulation};
use serde::{Deserialize, Serialize};

/// The most problems of a text that are handed to a page.
const MOST_READ: usize = 100;

/// The routes.
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
    /// N where the text does not say it.
    moves: Option<u32>,
}

/// A problem of a text.
#[derive(Serialize)]
struct Found {
    question: Question,
    #[serde(flatten)]
    words: Words,
    /// `1 b)`, or empty.
    twin: String,
    /// Changes that make the twin.
    changes: String,
}

async fn read(visitor: Visitor, Json(given): Json<Given>) -> Response {
    let bytes = given.text.as_bytes();
    let lang = visitor.lang;
    let (mut found, mut notes) = (Vec::new(), Vec::new());
    let format = Format::detect(None, bytes);
    if format == Format::Popeye {
        let file = formats::popeye_problems(bytes);
        notes.extend(file.notes.iter().map(ToString::to_string));
        for problem in file.problems {
            let problem = match problem {
                Ok(problem) => problem,
                Err(why) => {
                    notes.push(why.to_string());
                    continue;
                }
            };
            match problem.question() {
                Ok(question) => found.push(Found {
                    question,
                    words: Words {
                        author: problem.author,
                        title: problem.title,
                        source: problem.origin,
                        tags: Vec::new(),
                    },
                    twin: problem.twin,
                    changes: problem.changes,
                }),
                Err(what) => {
                    notes.push(say!(lang, "compose-not-shown", line = problem.line, what));
                }
            }
        }
    } else {
        let reading = Reading {
            lang,
            ..Reading::default()
        };
        for entry in formats::read(bytes, format, given.moves, reading) {
            notes.extend(Dropped::texts(&entry.dropped, lang));
            notes.extend(entry.notes.iter().map(|note| note.get(lang).to_owned()));
            match entry.draft {
                Ok(draft) => found.push(Found {
                    question: Question::mate(&draft.fen, draft.stipulation.moves()),
                    words: Words {
                        author: draft.author,
                        title: draft.title,
                        source: draft.source,
                        tags: draft.tags,
                    },
                    twin: String::new(),
                    changes: String::new(),
                }),
                Err(why) => {
                    let why = why.get(lang);
                    notes.push(say!(lang, "compose-no-problem", line = entry.line, why));
                }
            }
        }
    }
    if found.is_empty() {
        let why = match notes.is_empty() {
            true => say!(lang, "compose-nothing-read").to_owned(),
            false => notes.join(" · "),
        };
        return refused(StatusCode::BAD_REQUEST, "text", &why);
    }
    if found.len() > MOST_READ {
        found.truncate(MOST_READ);
        notes.push(say!(lang, "compose-more-read", most = MOST_READ));
    }
    Json(serde_json::json!({"problems": found, "notes": notes})).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    question: Question,
    words: Words,
    format: String,
}

/// Writes a problem. What is no mate in N is written for Popeye; no other format here holds it.
async fn write(visitor: Visitor, Json(wanted): Json<Wanted>) -> Response {
    let lang = visitor.lang;
    let bad = |what: &str, why: &str| refused(StatusCode::BAD_REQUEST, what, why);
    let mut question = wanted.question;
    let (position, dropped) = match Position::read_fen(&question.fen, false) {
        Ok(read) => read.split(),
        Err(why) => return bad("position", &why.text(lang)),
    };
    question.fen = position.fen();
    let format = wanted.format.as_str();
    let mate = question.stipulation.parse::<Stipulation>();
    let mate = mate.ok().filter(|_| question.conditions.is_empty());
    let mut draft = Draft::new(&question.fen, mate.unwrap_or(Stipulation::Mate(1)));
    wanted.words.give(&mut draft);
    let draft = match draft.checked() {
        Ok(draft) => draft,
        Err(error) => return failed(&error.into(), lang),
    };
    let mut lost = Dropped::texts(&dropped, lang);
    let text = match (format, mate) {
        ("popeye", _) => {
            formats::popeye_question(&question, &draft).map_err(|why| why.get(lang).to_owned())
        }
        (_, None) => {
            return bad("format", &say!(lang, "compose-only-mates", format));
        }
        ("latex", _) => problems::latex(&draft).map_err(|error| error.text(lang)),
        ("svg", _) => problems::diagram(&draft, lang).map_err(|error| error.text(lang)),
        (word, _) => match word.parse::<Format>() {
            Ok(format) => {
                let outgoing = Outgoing {
                    draft: &draft,
                    keys: &[],
                };
                let written = formats::write(&[outgoing], format);
                for warning in &written.warnings {
                    let what = &warning.what;
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
    fen: String,
}

/// Numbers of the problems of the collection with the same position, colours exchanged or mirrored, too.
async fn alike(
    extract::State(app): extract::State<App>,
    visitor: Visitor,
    Json(given): Json<Alike>,
) -> Response {
    let draft = Draft::new(&given.fen, Stipulation::Mate(1));
    match app.collection().problems().twins_of_draft(&draft).await {
        Ok(ids) => Json(serde_json::json!({"problems": ids})).into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}
