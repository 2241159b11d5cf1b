//! Puzzles over HTTP: judged by the server, counted once, posed again when they were missed.

use crate::databases::{block_on, on_each_address};
use crate::scratch::TempFile;
use crate::site::{Site, on_each_site};
use serde_json::{Value, json};
use std::process::Command;
use std::time::Duration;

/// A back-rank mate in two after the opponent's move, and a queen to be taken.
const PUZZLES: &str =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
ours1,6k1/pq3ppp/8/8/8/8/6PP/1R1R2K1 b - - 0 1,b7b1 d1b1 a7a6 b1b8,1500,80,90,100,mate backRankMate,,
ours2,k7/8/8/3q4/8/8/8/K2R3r b - - 0 1,h1h8 d1d5,1500,80,90,100,hangingPiece,,
";

/// Loads the puzzles; what the program prints.
fn import(database: &str, text: &str) -> Value {
    let file = TempFile::new("puzzles.csv", Some(text.as_bytes()));
    let output = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(["puzzle", "import", "--json", "--database", database])
        .arg(file.path())
        .output()
        .expect("the program");
    let told = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&told).unwrap_or_else(|_| panic!("{output:?}"))
}

/// Asks for a puzzle of a theme.
async fn next(site: &Site, cookie: &str, theme: &str) -> (u16, Value) {
    let wish = json!({ "theme": theme });
    let (status, _, told) = site.post("/api/puzzles/next", cookie, &wish).await;
    (status, told)
}

async fn make_move(site: &Site, cookie: &str, puzzle: &Value, text: &str) -> (u16, Value) {
    let path = format!("/api/puzzles/{}/move", puzzle["id"]);
    let body = json!({"text": text, "version": puzzle["version"]});
    let (status, _, told) = site.post(&path, cookie, &body).await;
    (status, told)
}

#[test]
fn a_puzzle_is_judged_move_by_move_and_its_first_attempt_alone_counts() {
    on_each_site(async |site, database| {
        assert_eq!(
            import(database, PUZZLES),
            json!({"new": 2, "known": 0, "refused": 0})
        );
        assert_eq!(
            import(database, PUZZLES),
            json!({"new": 0, "known": 2, "refused": 0})
        );
        let (status, told) = next(site, "", "backRankMate").await;
        assert_eq!((status, &told["refused"]), (401, &json!("no_name")));
        let ana = site.guest("Ana").await;
        let (status, puzzle) = next(site, &ana, "backRankMate").await;
        assert_eq!(status, 200, "{puzzle}");
        assert_eq!(puzzle["moves"], json!(["b7b1"]));
        assert_eq!(
            (&puzzle["white"], &puzzle["counts"]),
            (&json!(true), &json!(true))
        );
        // Nothing of the solution is told, and nothing else is given before this is over.
        assert!(!puzzle.to_string().contains("d1b1") && puzzle["ended"].is_null());
        assert_eq!(next(site, &ana, "hangingPiece").await.1["id"], puzzle["id"]);
        // Another page has the same, and is behind when the first one has moved.
        let (_, other) = next(site, &ana, "").await;
        let (status, after) = make_move(site, &ana, &puzzle, "Rxb1").await;
        assert_eq!(status, 200, "{after}");
        assert_eq!(after["moves"], json!(["b7b1", "d1b1", "a7a6"]));
        assert!(after["ended"].is_null());
        let (status, told) = make_move(site, &ana, &other, "d1b1").await;
        assert_eq!((status, &told["refused"]), (409, &json!("changed")));
        let (status, told) = make_move(site, &ana, &after, "a1a8").await;
        assert_eq!((status, &told["refused"]), (409, &json!("refused")));
        let (_, end) = make_move(site, &ana, &after, "b1b8").await;
        assert_eq!(end["ended"]["solved"], true, "{end}");
        assert!(end["ended"]["gained"].as_f64() > Some(0.0), "{end}");
        assert_eq!(
            (&end["standing"]["played"], &end["standing"]["streak"]),
            (&json!(1), &json!(1))
        );
        // Sent twice, and solved again: nothing more is won.
        assert_eq!(make_move(site, &ana, &after, "b1b8").await.0, 409);
        assert_eq!(make_move(site, &ana, &end, "b1b8").await.0, 409);
        assert_eq!(next(site, &ana, "backRankMate").await.0, 404);
        // The other one is missed, and lowers the rating.
        let (_, puzzle) = next(site, &ana, "hangingPiece").await;
        let (_, end) = make_move(site, &ana, &puzzle, "a1b1").await;
        assert_eq!(end["ended"]["solved"], false, "{end}");
        assert_eq!(end["ended"]["solution"], json!(["Rxd5"]));
        assert!(end["ended"]["gained"].as_f64() < Some(0.0) && end["ended"]["due"].is_i64());
        assert_eq!(
            (&end["standing"]["played"], &end["standing"]["streak"]),
            (&json!(2), &json!(0))
        );
        let (status, page) = site.get_as("/puzzles/history", &ana).await;
        let page = page.as_str().expect("a page");
        assert!(
            status == 200 && page.contains("back-rank mate") && page.contains("class=\"curve\"")
        );
        let (_, page) = site
            .get_as("/puzzles/mistakes", &format!("{ana}; atalaya_lang=es"))
            .await;
        assert!(
            page.as_str()
                .is_some_and(|page| page.contains("Uno vendrá más adelante"))
        );
        // Nobody goes on with somebody else's attempt.
        let berta = site.guest("Berta").await;
        assert_eq!(make_move(site, &berta, &end, "d1d5").await.0, 404);
        let foreign = [("Origin", "http://evil.example"), ("Cookie", ana.as_str())];
        let (status, _, _) = site
            .request("POST", "/api/puzzles/next", &foreign, "{}")
            .await;
        assert_eq!(status, 403);
    });
}

#[test]
fn an_account_that_was_a_guest_does_not_get_the_guests_puzzles_again() {
    on_each_site(async |site, database| {
        import(database, PUZZLES);
        let ana = site.guest("Ana").await;
        let (_, puzzle) = next(site, &ana, "hangingPiece").await;
        make_move(site, &ana, &puzzle, "d1d5").await;
        let given = json!({"name": "Ana Account", "password": "correct horse"});
        let (_, session, _) = site.post("/api/sign-up", &ana, &given).await;
        let both = format!("{ana}; {session}");
        assert_eq!(next(site, &both, "hangingPiece").await.0, 404);
        assert_eq!(next(site, &both, "backRankMate").await.0, 200);
    });
}

#[test]
fn problems_of_the_collection_are_judged_by_the_solver() {
    on_each_site(async |site, _| {
        let ana = site.guest("Ana").await;
        let templates = problems::templates().expect("templates");
        let (status, puzzle) = next(site, &ana, "mateIn2").await;
        assert_eq!((status, &puzzle["mate"]), (200, &json!(2)), "{puzzle}");
        assert_eq!(puzzle["moves"], json!([]));
        let fen = puzzle["start"].as_str().expect("a position");
        let template = templates.iter().find(|known| known.draft.fen == fen);
        let key = &template.expect("a template").keys[0];
        let (status, after) = make_move(site, &ana, &puzzle, &key.uci).await;
        assert_eq!(status, 200, "{after}");
        assert!(after["ended"].is_null(), "the key is right: {after}");
        assert_eq!(after["moves"].as_array().map(Vec::len), Some(2));
        let path = format!("/api/puzzles/{}/give-up", puzzle["id"]);
        let body = json!({"version": after["version"]});
        let (_, _, end) = site.post(&path, &ana, &body).await;
        assert_eq!(end["ended"]["solved"], false, "{end}");
        let mate = end["ended"]["solution"][0].as_str().expect("a move");
        assert!(mate.ends_with('#'), "{mate}");
    });
}

#[test]
fn a_win_that_was_missed_in_a_game_comes_back_as_a_puzzle_until_it_is_solved() {
    on_each_address(|database| {
        block_on(async {
            let site = Site::start_working(database);
            let cookies = [site.guest("Ana").await, site.account("Berta").await];
            let mut ana = site.page(&cookies[0]).await;
            let wish = json!({"game": "chess", "clock": "none", "seats": ["me", "open"]});
            let room = ana.open(wish).await;
            let mut berta = site.page(&cookies[1]).await;
            berta.enter(&room).await;
            berta.send(json!({"type": "join", "room": room})).await;
            for page in [&mut ana, &mut berta] {
                page.until(|room| room["phase"] == "playing").await;
            }
            // Berta does not see the mate.
            for (ply, text) in ["f2f3", "e7e5", "g2g4", "a7a6"].into_iter().enumerate() {
                let pages = [&mut ana, &mut berta];
                let [first, second] = pages;
                let page = if ply % 2 == 0 { first } else { second };
                page.play(text).await;
                for page in [&mut ana, &mut berta] {
                    page.until_moved(ply).await;
                }
            }
            ana.act(json!({"event": "resign"})).await;
            berta.until(|room| room["phase"] != "playing").await;
            let look = async |cookie: &str| {
                let (status, _, told) =
                    site.post("/api/puzzles/mistakes", cookie, &json!({})).await;
                assert_eq!(status, 200, "{told}");
                told
            };
            let mut told = look(&cookies[1]).await;
            for _ in 0..240 {
                if told["new"] == 1 {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(250)).await;
                told = look(&cookies[1]).await;
            }
            assert_eq!(told["new"], 1, "{told}");
            let wish = json!({"due": true});
            let (status, _, puzzle) = site.post("/api/puzzles/next", &cookies[1], &wish).await;
            assert_eq!(status, 200, "{puzzle}");
            assert_eq!(puzzle["moves"], json!(["g2g4"]));
            assert_eq!(
                (&puzzle["white"], &puzzle["counts"]),
                (&json!(false), &json!(false))
            );
            let (_, end) = make_move(&site, &cookies[1], &puzzle, "d8h4").await;
            assert_eq!(end["ended"]["solved"], true, "{end}");
            assert!(end["ended"]["gained"].is_null() && end["standing"]["played"] == 0);
            let (status, _, _) = site.post("/api/puzzles/next", &cookies[1], &wish).await;
            assert_eq!(status, 404, "it is due later");
            // The other player has missed nothing, and gets nothing of it.
            assert_eq!(look(&cookies[0]).await["new"], 0);
            assert_eq!(look(&cookies[1]).await["new"], 0);
        });
    });
}
