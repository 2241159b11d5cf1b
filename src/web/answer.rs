//! Requests of a page and their answers, as JSON texts: `{"do": "play", "text": "Nf3", "lang": "en"}`.
//!
//! An answer is the [`State`](crate::table::State) of the table, a board, or `{"refused": "…"}` with a sentence in the
//! page's language.

use crate::table::{Setup, Table};
use games::Lang;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

/// Request of a page.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// Begins a game in place of the one at the table, if any.
    Begin {
        /// The game, its start and its moves.
        setup: Setup,
        /// Language of a refusal.
        #[serde(deserialize_with = "language")]
        lang: Lang,
    },
    /// Plays a move.
    Play {
        /// The move, in the game's own form or as people write it.
        text: String,
        /// Language of the move and of a refusal.
        #[serde(deserialize_with = "language")]
        lang: Lang,
    },
    /// Asks why there is no such move; answered by `{"why": null}` if there is one.
    Why {
        /// The move.
        text: String,
        /// Language of the answer.
        #[serde(deserialize_with = "language")]
        lang: Lang,
    },
    /// Takes moves back.
    Back {
        /// Number of moves that stand.
        plies: usize,
    },
    /// Asks for the board after a number of moves.
    Board {
        /// Number of moves.
        ply: usize,
    },
}

/// Reads the code of a language; one that is not built into the module counts as English.
fn language<'de, D: Deserializer<'de>>(from: D) -> Result<Lang, D::Error> {
    let code = String::deserialize(from)?;
    Ok(Lang::named(&code).unwrap_or(Lang::EN))
}

/// Answers a request of a page about a table.
pub fn answer(table: &mut Option<Table>, request: &str) -> String {
    answered(table, request).unwrap_or_else(|refused| json!({ "refused": refused }).to_string())
}

fn answered(table: &mut Option<Table>, request: &str) -> Result<String, String> {
    let request = serde_json::from_str(request).map_err(|error| error.to_string())?;
    if let Request::Begin { setup, lang } = &request {
        *table = Some(Table::begin(setup, *lang)?);
    }
    let table = table.as_mut().ok_or("there is no game at the table")?;
    match request {
        Request::Begin { .. } => {}
        Request::Play { text, lang } => table.play(&text, lang)?,
        Request::Why { text, lang } => {
            return json(&json!({ "why": table.why_not(&text, lang) }));
        }
        Request::Back { plies } => table.back_to(plies),
        Request::Board { ply } => return json(&table.board_at(ply)),
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
        let mut table = None;
        let mut ask = |request: Value| -> Value {
            serde_json::from_str(&answer(&mut table, &request.to_string())).expect("JSON")
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
        // What the module does not speak, it says in English.
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
        assert_eq!(
            ask(json!({ "do": "back", "plies": 0 }))["text"],
            begun["text"]
        );
        let odd = ask(json!({ "do": "dance" }));
        assert!(
            odd["refused"]
                .as_str()
                .is_some_and(|why| why.contains("dance")),
            "{odd}"
        );
    }
}
