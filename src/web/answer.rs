//! Requests of a page and their answers, as JSON texts: `{"do": "play", "text": "Nf3", "lang": "en"}`.
//!
//! An answer is the [`State`](crate::table::State) of the table, a board, a [`Study`], or `{"refused": "…"}` with an
//! error message in the page's language.

use crate::study::Study;
use crate::table::{Setup, Table};
use analysis::Evaluation;
use games::Lang;
use games::chess::openings::Openings;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

/// State of the module with the rules: the game on the page's table, and the opening names once the page has supplied
/// them.
#[derive(Debug, Default)]
pub struct Rules {
    table: Option<Table>,
    openings: Option<Openings>,
}

/// Request of a page to the module of rules, as JSON.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// Begins a game in place of the present one on the page's table, if any.
    Begin {
        /// The game, its start and its moves.
        setup: Setup,
        /// Language of error messages.
        #[serde(deserialize_with = "language")]
        lang: Lang,
    },
    /// Plays a move.
    Play {
        /// The move, in the game's own form or as people write it.
        text: String,
        /// Language in which the move is written, and of error messages.
        #[serde(deserialize_with = "language")]
        lang: Lang,
    },
    /// Asks why a move is not legal; answered by `{"why": null}` if it is legal.
    Why {
        /// Move in the game's own text form, or as people write it.
        text: String,
        /// Language of the answer.
        #[serde(deserialize_with = "language")]
        lang: Lang,
    },
    /// Takes back the last moves: all after the first `plies`.
    Back {
        /// Number of moves to keep.
        plies: usize,
    },
    /// Asks for the board after a number of moves.
    Board {
        /// Number of moves.
        ply: usize,
    },
    /// Asks for the board after a number of moves as text; answered by `{"text": …}`.
    Text {
        /// Number of moves.
        ply: usize,
        /// Language of the letters of sides and colours.
        #[serde(deserialize_with = "language")]
        lang: Lang,
    },
    /// Supplies the table of opening names, a separate file that the page has loaded.
    Openings {
        /// Text of the file.
        table: String,
    },
    /// Asks for the name of the opening played; answered by `{"opening": null}` if it is not known.
    Opening,
    /// Reads a record or a position; answered by a [`Study`]. The game on the page's table is not changed.
    Read {
        /// PGN, or a position.
        text: String,
        /// Name of the game, if the text is a position.
        game: String,
        /// Language of the letters for pieces, and of error messages.
        #[serde(deserialize_with = "language")]
        lang: Lang,
    },
    /// Adds the engine's evaluations to the record of a chess game: one for each position, from the start position on.
    /// Answered by an [`Annotated`](super::study::Annotated). The game on the page's table is not changed.
    Annotate {
        /// Game with its variations and comments.
        study: Box<Study>,
        /// Evaluations of the positions of the main line, in its order.
        evaluations: Vec<Evaluation>,
        /// Language of the comments and of error messages.
        #[serde(deserialize_with = "language")]
        lang: Lang,
    },
    /// Writes a record as PGN; answered by `{"pgn": …}`. The game on the page's table is not changed.
    Write {
        /// Game with its variations and comments.
        study: Box<Study>,
        /// Language of error messages.
        #[serde(deserialize_with = "language")]
        lang: Lang,
    },
}

/// Reads the code of a language; one that is not built into the module counts as English.
pub(crate) fn language<'de, D: Deserializer<'de>>(from: D) -> Result<Lang, D::Error> {
    let code = String::deserialize(from)?;
    Ok(Lang::named(&code).unwrap_or(Lang::EN))
}

/// Answers a request of a page. Returns JSON; `{"refused": …}` if the request cannot be carried out.
pub fn answer(rules: &mut Rules, request: &str) -> String {
    answered(rules, request).unwrap_or_else(|refused| json!({ "refused": refused }).to_string())
}

fn answered(rules: &mut Rules, request: &str) -> Result<String, String> {
    let Rules { table, openings } = rules;
    let request = serde_json::from_str(request).map_err(|error| error.to_string())?;
    match &request {
        Request::Begin { setup, lang } => *table = Some(Table::begin(setup, *lang)?),
        Request::Openings { table } => {
            *openings = Some(Openings::read(table).map_err(|error| error.to_string())?);
            return json(&json!({}));
        }
        Request::Annotate {
            study,
            evaluations,
            lang,
        } => return json(&study.annotated(evaluations, *lang)?),
        Request::Read { text, game, lang } => return json(&Study::read(text, game, *lang)?),
        Request::Write { study, lang } => return json(&json!({ "pgn": study.pgn(*lang)? })),
        _ => {}
    }
    let table = table.as_mut().ok_or("there is no game at the table")?;
    match request {
        Request::Begin { .. }
        | Request::Openings { .. }
        | Request::Read { .. }
        | Request::Annotate { .. }
        | Request::Write { .. } => {}
        Request::Play { text, lang } => table.play(&text, lang)?,
        Request::Why { text, lang } => {
            return json(&json!({ "why": table.why_not(&text, lang) }));
        }
        Request::Back { plies } => table.back_to(plies),
        Request::Board { ply } => return json(&table.board_at(ply)),
        Request::Text { ply, lang } => {
            return json(&json!({ "text": table.text_at(ply, lang) }));
        }
        Request::Opening => {
            let opening = openings.as_ref().and_then(|known| table.opening(known));
            return json(&json!({ "opening": opening }));
        }
    }
    json(&table.state())
}

fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn a_page_begins_plays_asks_and_takes_back() {
        let mut rules = Rules::default();
        let mut ask = |request: Value| -> Value {
            serde_json::from_str(&answer(&mut rules, &request.to_string())).expect("JSON")
        };
        let early = ask(json!({ "do": "back", "plies": 0 }));
        assert_eq!(early["refused"], "there is no game at the table");
        let begun = ask(json!({ "do": "begin", "setup": { "game": "chess" }, "lang": "en" }));
        assert_eq!(begun["legal"].as_array().map(Vec::len), Some(20));
        let played = ask(json!({ "do": "play", "text": "e4", "lang": "en" }));
        assert_eq!(
            played["moves"][0],
            json!({ "seat": 0, "text": "e2e4", "name": "e4" })
        );
        // Languages that the module does not have are replaced by English.
        for (lang, words) in [("es", "no es una jugada"), ("xx", "is not a legal move")] {
            let refused = ask(json!({ "do": "play", "text": "e2e4", "lang": lang }));
            let why = refused["refused"].as_str().expect("a sentence");
            assert!(why.contains("e2e4") && why.contains(words), "{why}");
        }
        assert_eq!(
            ask(json!({ "do": "why", "text": "e7e5", "lang": "en" })),
            json!({ "why": null })
        );
        assert_eq!(ask(json!({ "do": "board", "ply": 1 })), played["board"]);
        let text = ask(json!({ "do": "text", "ply": 1, "lang": "en" }));
        let text = text["text"].as_str().expect("a text");
        assert!(text.contains("P") && text.lines().count() > 8, "{text}");
        assert_eq!(
            ask(json!({ "do": "back", "plies": 0 }))["text"],
            begun["text"]
        );
        let opening = json!({ "do": "opening" });
        ask(json!({ "do": "play", "text": "e4", "lang": "en" }));
        assert_eq!(ask(opening.clone()), json!({ "opening": null }), "no table");
        let given = ask(json!({ "do": "openings", "table": games::chess::openings::TABLE }));
        assert_eq!(given, json!({}));
        assert_eq!(ask(opening)["opening"]["eco"], "B00");
        let odd = ask(json!({ "do": "dance" }));
        assert!(
            odd["refused"]
                .as_str()
                .is_some_and(|why| why.contains("dance")),
            "{odd}"
        );
    }
}
