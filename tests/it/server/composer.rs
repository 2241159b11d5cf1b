//! The composer's requests: any stipulation as a job, texts in and out, and the same position in the collection.

use crate::databases::{block_on, on_each_address};
use crate::site::Site;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A helpmate in one.
const HELP: &str = "7k/5K2/8/8/8/8/8/6R1 b - - 0 1";
/// Morphy's mate in two.
const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

fn words() -> Value {
    json!({"author": "Ann", "title": "", "source": "", "tags": []})
}

#[test]
fn any_stipulation_is_solved_by_a_job_and_a_bad_one_is_named() {
    on_each_address(|database| {
        block_on(async {
            let site = Site::start_working_with(database, &[]);
            let cookie = site.account("Ana").await;
            let wish =
                json!({"question": {"fen": HELP, "stipulation": "h#1", "conditions": ["Circe"]}});
            let (status, _, begun) = site.post("/api/compose/verify", &cookie, &wish).await;
            assert_eq!(status, 200, "{begun}");
            let id = begun["id"].as_str().expect("a name");
            let path = format!("/api/compose/verify/{id}");
            let begun = Instant::now();
            let told = loop {
                let (_, told) = site.get_as(&path, &cookie).await;
                if told["reply"].is_object() {
                    break told;
                }
                assert!(begun.elapsed() < Duration::from_secs(60), "{told}");
                tokio::time::sleep(Duration::from_millis(30)).await;
            };
            let part = &told["reply"]["parts"][0];
            assert_eq!(part["soundness"], "sound", "{told}");
            assert_eq!(part["lines"][0][0]["number"], "1.");
            let bad = json!({"question": {"fen": HELP, "stipulation": "q#1"}});
            let (status, _, why) = site.post("/api/compose/verify", &cookie, &bad).await;
            assert_eq!(status, 400, "{why}");
            assert!(why.to_string().contains("q#1"), "{why}");
        });
    });
}

#[test]
fn problems_are_read_from_and_written_as_text_and_found_in_the_collection() {
    on_each_address(|database| {
        block_on(async {
            let site = Site::start_working_with(database, &[]);
            let cookie = site.account("Ana").await;
            let write = async |fen: &str, stipulation: &str, format: &str| {
                let question =
                    json!({"fen": fen, "stipulation": stipulation, "duplex": format == "popeye"});
                let wish = json!({"question": question, "words": words(), "format": format});
                let (status, _, told) = site.post("/api/compose/write", &cookie, &wish).await;
                (status, told)
            };
            let read = async |text: &str| {
                let wish = json!({"text": text, "moves": 2});
                let (status, _, told) = site.post("/api/compose/read", &cookie, &wish).await;
                (status, told)
            };
            // What is written for Popeye is read again.
            let (status, told) = write(HELP, "h#1.5", "popeye").await;
            assert_eq!(status, 200, "{told}");
            let text = told["text"].as_str().expect("a text");
            assert!(
                text.contains("Stipulation h#1.5") && text.contains("HalfDuplex"),
                "{text}"
            );
            let (status, told) = read(text).await;
            assert_eq!(status, 200, "{told}");
            let found = &told["problems"][0];
            assert_eq!(found["question"]["fen"], HELP, "{told}");
            assert_eq!(found["question"]["stipulation"], "h#1.5");
            assert_eq!(
                (&found["question"]["duplex"], &found["author"]),
                (&json!(true), &json!("Ann"))
            );
            // Twins belong to their problem.
            let twins = "BeginProblem\nPieces White Kf7 Rg1 Black Kh8\nStipulation h#1\nTwin Move g1 a1\nEndProblem\n";
            let (_, told) = read(twins).await;
            let all = told["problems"].as_array().expect("a list");
            assert_eq!(all.len(), 1, "{told}");
            assert_eq!(all[0]["question"]["fen"], HELP);
            assert_eq!(all[0]["question"]["twins"], json!(["Move g1 a1"]));
            let (_, told) = read(MORPHY).await;
            assert_eq!(
                told["problems"][0]["question"]["stipulation"], "#2",
                "{told}"
            );
            let (status, told) = read("nothing of the kind").await;
            assert_eq!(status, 400, "{told}");
            for (format, part) in [
                ("yacpdb", "algebraic"),
                ("epd", "kbK5/pp6"),
                ("pgn", "[FEN "),
                ("latex", "\\stipulation{\\#2}"),
                ("svg", "<svg "),
            ] {
                let (status, told) = write(MORPHY, "#2", format).await;
                assert_eq!(status, 200, "{told}");
                assert!(
                    told["text"]
                        .as_str()
                        .is_some_and(|text| text.contains(part)),
                    "{told}"
                );
                let (status, told) = write(HELP, "h#1", format).await;
                assert_eq!(status, 200, "{told}");
                assert!(
                    told["text"].as_str().is_some_and(|text| text.contains("h")),
                    "{told}"
                );
            }
            let save = json!({
                "fen": MORPHY, "moves": 2, "author": "", "title": "", "source": "", "tags": [],
            });
            let (_, _, kept) = site.post("/api/compose/save", &cookie, &save).await;
            // The same problem, left and right exchanged.
            let mirrored = json!({"fen": "5Kbk/6pp/6P1/8/8/8/8/7R w - - 0 1"});
            let (status, _, told) = site.post("/api/compose/alike", &cookie, &mirrored).await;
            assert_eq!(status, 200, "{told}");
            let ids = told["problems"].as_array().expect("a list");
            assert!(ids.contains(&kept["id"]), "{told} {kept}");
        });
    });
}

#[test]
fn a_helpmate_with_twins_and_a_fairy_piece_is_verified_kept_and_shown_without_play() {
    on_each_address(|database| {
        block_on(async {
            let site = Site::start_working_with(database, &[]);
            let cookie = site.account("Ana").await;
            let question = json!({
                "fen": HELP, "stipulation": "h#1", "twins": ["Move g1 a1"], "pieces": ["Neutral Ga5"],
            });
            let wish = json!({"question": question});
            let (status, _, begun) = site.post("/api/compose/verify", &cookie, &wish).await;
            assert_eq!(status, 200, "{begun}");
            let path = format!(
                "/api/compose/verify/{}",
                begun["id"].as_str().expect("a name")
            );
            let begun = Instant::now();
            let told = loop {
                let (_, told) = site.get_as(&path, &cookie).await;
                if told["done"] == true {
                    break told;
                }
                assert!(begun.elapsed() < Duration::from_secs(60), "{told}");
                tokio::time::sleep(Duration::from_millis(30)).await;
            };
            let parts = told["reply"]["parts"].as_array().expect("two");
            assert_eq!(parts.len(), 2, "{told}");
            assert_eq!(
                (&parts[0]["twin"], &parts[1]["twin"]),
                (&json!("a)"), &json!("b) Move g1 a1"))
            );
            let save = json!({
                "question": question, "author": "Ann", "title": "", "source": "", "tags": [],
            });
            let (status, _, kept) = site.post("/api/compose/save", &cookie, &save).await;
            assert_eq!(status, 200, "{kept}");
            let path = format!("/problems/{}", kept["id"]);
            let begun = Instant::now();
            let page = loop {
                let (_, page) = site.get_as(&path, &cookie).await;
                let page = page.as_str().unwrap_or_default().to_owned();
                if page.contains("b) h#1:") {
                    break page;
                }
                assert!(begun.elapsed() < Duration::from_secs(60), "{page}");
                tokio::time::sleep(Duration::from_millis(30)).await;
            };
            for part in [
                "Black begins: h#1",
                "b) Move g1 a1",
                "Neutral Ga5",
                "Only direct mates are played",
                "rotate(180 22.5 22.5)",
            ] {
                assert!(page.contains(part), "{part}: {page}");
            }
            assert!(
                !page.contains("id=\"attempt\"") && !page.contains("id=\"hint\""),
                "{page}"
            );
            let begin = format!("/api/problems/{}/begin", kept["id"]);
            let (status, _, why) = site.post(&begin, &cookie, &json!({})).await;
            assert!(
                (400..500).contains(&status) && why.to_string().contains("direct mates"),
                "{status} {why}"
            );
            // The same with a bad twin is refused by its name, and so is what no format holds.
            let mut bad = save.clone();
            bad["question"]["twins"] = json!(["Move g2 a1"]);
            let (status, _, why) = site.post("/api/compose/save", &cookie, &bad).await;
            assert_eq!(status, 400, "{why}");
            assert!(why.to_string().contains("Move g2 a1"), "{why}");
            let wish = json!({"question": question, "words": words(), "format": "epd"});
            let (status, _, why) = site.post("/api/compose/write", &cookie, &wish).await;
            assert_eq!(status, 400, "{why}");
            assert!(why.to_string().contains("Neutral Ga5"), "{why}");
            let (_, _, alike) = site
                .post(
                    "/api/compose/alike",
                    &cookie,
                    &json!({"question": question}),
                )
                .await;
            assert_eq!(alike["problems"], json!([kept["id"]]));
        });
    });
}
