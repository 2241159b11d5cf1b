//! Errors: each says what is wrong in the visitor's language, to people as a page of the site, to scripts as data.

use crate::site::{Site, on_each_site};
use serde_json::{Value, json};

/// The languages, and what the title of a page of errors says in them.
const LANGS: [(&str, &str); 2] = [("es", "Algo va mal"), ("en", "Something is wrong")];

/// Sends a request as a browser with this language does.
async fn asked(site: &Site, lang: &str, of: (&str, &str), body: &str) -> (u16, String, String) {
    let origin = format!("http://{}", site.address);
    let headers = [
        ("Origin", origin.as_str()),
        ("Accept-Language", lang),
        ("Accept-Encoding", "identity"),
    ];
    site.request(of.0, of.1, &headers, body).await
}

#[test]
fn scripts_are_told_what_is_wrong_in_the_visitors_language() {
    on_each_site(async |site, _| {
        let long = json!({"pgn": "x".repeat(300_000)}).to_string();
        for (of, body, status, code, said) in [
            (
                ("POST", "/api/pgn"),
                "{",
                400,
                "json",
                ["no son JSON", "is no JSON"],
            ),
            (
                ("POST", "/api/pgn"),
                "{\"x\":1}",
                422,
                "fields",
                ["los campos", "the fields"],
            ),
            (
                ("POST", "/api/pgn"),
                &long,
                413,
                "too_large",
                ["256 KiB", "256 KiB"],
            ),
            (
                ("POST", "/api/pgn"),
                "",
                415,
                "media_type",
                ["deben ser JSON", "must be JSON"],
            ),
            (
                ("DELETE", "/api/pgn"),
                "",
                405,
                "method",
                ["no se puede pedir", "cannot be asked"],
            ),
            (
                ("GET", "/api/nowhere"),
                "",
                404,
                "not_found",
                ["no hay nada", "nothing"],
            ),
            (
                ("GET", "/api/analysis/nowhere"),
                "",
                404,
                "not_found",
                ["no hay nada", "nothing"],
            ),
            (
                ("GET", "/api/users/%ff"),
                "",
                400,
                "bad_request",
                ["no se entienden", "understood"],
            ),
            (
                ("GET", "/api/games?x=1"),
                "",
                400,
                "bad_request",
                ["no se entienden", "understood"],
            ),
            (
                ("GET", "/api/games?state=x"),
                "",
                400,
                "state",
                ["ningún estado", "no state"],
            ),
            (
                ("GET", "/ws"),
                "",
                400,
                "bad_request",
                ["no se entienden", "understood"],
            ),
            (
                ("POST", "/health"),
                "",
                405,
                "method",
                ["no se puede pedir", "cannot be asked"],
            ),
            (
                ("POST", "/api/pgn"),
                "{\"pgn\":\"[FEN \\\"8/8\\\"]\\n\\n*\"}",
                400,
                "pgn",
                ["tiene 2 filas y no 8", "has 2 ranks, not 8"],
            ),
            (
                ("POST", "/api/pgn"),
                "{\"pgn\":\"[Variant \\\"Kamisado\\\"]\\n[FEN \\\"xyz\\\"]\\n\\n*\"}",
                400,
                "pgn",
                [
                    "'xyz' no es una posición de Kamisado: se esperaba",
                    "'xyz' is not a Kamisado position: expected",
                ],
            ),
            // A visitor has no options of a command line.
            (
                ("POST", "/api/pgn"),
                "{\"pgn\":\"1. e4 e5 2. Cf3 Cc6 3. Fb5 De7\"}",
                400,
                "pgn",
                [
                    "(français): con una línea [PieceLetters \"fr\"] antes de las jugadas",
                    "(French): a line [PieceLetters \"fr\"] before the moves",
                ],
            ),
            (
                ("POST", "/api/compose/verify"),
                "{\"fen\":\"7k/8/5K2/8/8/8/8/6R1 w - - 0 1\",\"moves\":0}",
                400,
                "position",
                ["no hay ningún enunciado '#0'", "bad stipulation '#0'"],
            ),
            (
                ("POST", "/api/compose/verify"),
                "{\"fen\":\"8/8\",\"moves\":2}",
                400,
                "position",
                ["tiene 2 filas y no 8", "has 2 ranks, not 8"],
            ),
            (
                ("POST", "/api/preferences"),
                "{\"lang\":\"fr\"}",
                400,
                "lang",
                ["no está en", "no language"],
            ),
        ] {
            for ((lang, _), said) in LANGS.iter().zip(said) {
                let (found, head, text) = asked(site, lang, of, body).await;
                assert_eq!(found, status, "{of:?} {text}");
                let head = head.to_lowercase();
                assert!(head.contains("content-type: application/json"), "{head}");
                let told: Value = serde_json::from_str(&text).expect("JSON");
                assert_eq!(told["code"], code, "{of:?} {told}");
                let message = told["message"].as_str().expect("a sentence");
                assert!(message.contains(said), "{of:?} {lang}: {message}");
            }
        }
        // Whoever writes a program is told the field, too.
        let (_, _, text) = asked(site, "en", ("POST", "/api/pgn"), "{\"x\":1}").await;
        assert!(text.contains("unknown field `x`"), "{text}");
        let (_, _, text) = asked(site, "es", ("POST", "/api/pgn"), "{\"x\":1}").await;
        assert!(
            text.contains("línea 1, columna 4: el campo 'x' no se conoce: se esperaba 'pgn'"),
            "{text}"
        );
        let (_, head, _) = asked(site, "es", ("DELETE", "/api/pgn"), "").await;
        assert!(head.to_lowercase().contains("allow: post"), "{head}");
        let foreign = [("Origin", "http://evil.example"), ("Accept-Language", "es")];
        let (status, _, text) = site.request("POST", "/api/pgn", &foreign, "{}").await;
        assert!(
            status == 403 && text.contains("no viene de una página"),
            "{text}"
        );
    });
}

#[test]
fn people_are_shown_a_page_of_the_site_in_their_language() {
    on_each_site(async |site, _| {
        let ana = site.guest("Ana").await;
        for (of, status) in [
            (("DELETE", "/ranking"), 405),
            (("GET", "/user/%ff"), 400),
            (("GET", "/game/%ff"), 400),
            (("GET", "/assets/nowhere"), 404),
            (("GET", "/assets/%ff"), 400),
            (("GET", "/nowhere"), 404),
            (("GET", "/problems/random?not=x"), 400),
        ] {
            for (lang, title) in LANGS {
                let (found, head, text) = asked(site, lang, of, "").await;
                assert_eq!(found, status, "{of:?}");
                let head = head.to_lowercase();
                assert!(head.contains("content-type: text/html"), "{of:?} {head}");
                assert!(head.contains("content-security-policy: default-src 'none'"));
                assert!(text.contains(&format!("<html lang=\"{lang}\"")), "{of:?}");
                assert!(
                    text.contains(title) && text.contains("class=\"button main\""),
                    "{of:?}"
                );
            }
        }
        // It knows who asks.
        let (_, page) = site.get_as("/assets/nowhere", &ana).await;
        assert!(page.as_str().is_some_and(|page| page.contains("Ana")));
    });
}

#[test]
fn long_addresses_and_heads_are_refused_with_a_sentence_and_longer_ones_by_their_status() {
    on_each_site(async |site, _| {
        let long = |path: &str, bytes: usize| format!("{path}?x={}", "x".repeat(bytes));
        let fields = |count: usize, bytes: usize| -> Vec<(String, String)> {
            let value = "x".repeat(bytes);
            (0..count)
                .map(|n| (format!("X-{n}"), value.clone()))
                .collect()
        };
        for (path, more, status, code, said) in [
            (
                long("/ranking", 9000),
                fields(0, 0),
                414,
                "",
                ["larga", "too long"],
            ),
            (
                long("/api/games", 60_000),
                fields(0, 0),
                414,
                "address_too_long",
                ["larga", "too long"],
            ),
            (
                "/".to_owned(),
                fields(70, 1),
                431,
                "",
                ["cabeceras", "headers"],
            ),
            (
                "/api/games".to_owned(),
                fields(5, 8000),
                431,
                "head_too_large",
                ["cabeceras", "headers"],
            ),
        ] {
            for ((lang, _), said) in LANGS.iter().zip(said) {
                let mut headers = vec![("Accept-Language", *lang)];
                headers.extend(more.iter().map(|(n, v)| (n.as_str(), v.as_str())));
                let (found, head, text) = site.request("GET", &path, &headers, "").await;
                assert_eq!(found, status, "{text}");
                assert!(text.contains(said), "{text}");
                let kind = if code.is_empty() {
                    "text/html"
                } else {
                    "application/json"
                };
                assert!(
                    head.to_lowercase()
                        .contains(&format!("content-type: {kind}")),
                    "{head}"
                );
                assert!(text.contains(code), "{text}");
            }
        }
        // What is within the limits is answered.
        let (status, _) = site.get(&long("/ranking", 8000)).await;
        assert_eq!(status, 200);
        // Hyper's own refusals.
        let (status, _, _) = site.request("GET", &long("/", 66_000), &[], "").await;
        assert_eq!(status, 414);
        let many = fields(120, 1);
        let many: Vec<_> = many.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let (status, _, _) = site.request("GET", "/", &many, "").await;
        assert_eq!(status, 431);
    });
}

#[test]
fn what_is_not_there_is_told_in_the_same_words_everywhere() {
    on_each_site(async |site, _| {
        for path in [
            "/api/nowhere",
            "/api/users/nobody",
            "/api/rooms/nowhere/history",
            "/api/analysis/nowhere",
            "/api/ranking/nothing",
            "/nowhere",
            "/problems/nothing",
            "/assets/nowhere",
        ] {
            for (lang, said) in [
                ("es", "Aquí no hay nada con esa dirección."),
                ("en", "There is nothing at this address."),
            ] {
                let (status, _, text) = asked(site, lang, ("GET", path), "").await;
                assert!(
                    status == 404 && text.contains(said),
                    "{path}: {status} {text}"
                );
            }
        }
    });
}

#[test]
fn a_game_of_a_file_says_how_it_has_ended() {
    on_each_site(async |site, _| {
        for (pgn, es, en) in [
            ("1. f3 e5 2. g4 Qh4# 0-1", "jaque mate", "checkmate"),
            (
                "1. e4 e5 1-0",
                "Resultado según el fichero: 1-0.",
                "Result by the file: 1-0.",
            ),
            (
                "[Termination \"time forfeit\"]\n\n1. e4 e5 0-1",
                "0-1 (time forfeit).",
                "0-1 (time forfeit).",
            ),
        ] {
            let (status, _, told) = site.post("/api/pgn", "", &json!({"pgn": pgn})).await;
            let said = |lang: &str| {
                told["ending"][lang]
                    .as_str()
                    .unwrap_or_default()
                    .to_lowercase()
            };
            assert_eq!(status, 200, "{told}");
            assert!(
                said("es").contains(&es.to_lowercase()),
                "{}",
                told["ending"]
            );
            assert!(
                said("en").contains(&en.to_lowercase()),
                "{}",
                told["ending"]
            );
        }
        let (_, _, told) = site.post("/api/pgn", "", &json!({"pgn": "1. e4 *"})).await;
        assert!(told["ending"].is_null(), "{}", told["ending"]);
    });
}
