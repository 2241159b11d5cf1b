//! Profiles and finished games on the pages: wins and losses, changes of ratings, pictures, lists with several pages,
//! records.

use crate::site::{Page, on_each_site};
use serde_json::{Value, json};

/// Two accounts that have played one rated game of chess; the winner's page first, and the room.
async fn rated(site: &crate::site::Site, names: [&str; 2]) -> ([Page; 2], String) {
    let (mut pages, room) = site.rated_pair(names).await;
    let white = usize::from(pages[0].room["seats"][0]["player"]["name"] != names[0]);
    for (ply, text) in ["e2e4", "c7c5", "g1f3"].into_iter().enumerate() {
        let mover = white ^ (ply % 2);
        pages[mover].play(text).await;
        for page in &mut pages {
            page.until_moved(ply).await;
        }
    }
    pages[1].act(json!({"event": "resign"})).await;
    let pages: [Page; 2] = pages.try_into().ok().expect("two");
    (pages, room)
}

#[test]
fn the_change_of_the_ratings_is_told_after_the_game_and_the_record_has_all_that_is_known() {
    on_each_site(async |site, _| {
        let ([mut winner, mut loser], room) = rated(site, ["Ana", "Berta"]).await;
        let changes = |room: &Value| -> Vec<i64> {
            let seats = room["seats"].as_array().expect("seats").iter();
            seats
                .filter_map(|seat| seat["player"]["change"].as_i64())
                .collect()
        };
        for page in [&mut winner, &mut loser] {
            page.until(|room| changes(room).len() == 2).await;
            let told = changes(&page.room);
            assert!(told.contains(&162) && told.contains(&-162), "{told:?}");
        }
        let (_, pgn) = site.get(&format!("/game/{room}/pgn")).await;
        let pgn = pgn.as_str().expect("PGN");
        for part in [
            "[Event \"Rated game\"]".to_owned(),
            format!("[Site \"http://{}/game/{room}\"]", site.address),
            "[Date \"20".to_owned(),
            "[ECO \"B27\"]".to_owned(),
            "[Opening \"Sicilian Defense".to_owned(),
            "[WhiteElo \"1500\"]".to_owned(),
            "[Termination \"normal\"]".to_owned(),
        ] {
            assert!(pgn.contains(&part), "{part} in {pgn}");
        }
        let (_, page) = site.get("/user/Berta?lang=en").await;
        let page = page.as_str().expect("a page");
        for part in [
            "Losses: 1",
            "0\u{a0}%\u{a0}won",
            "/user/Ana\"",
            "−162",
            "?challenge=Berta",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
    });
}

/// Has two players whose game is over play on in the same room's rematch, in which one of them resigns.
async fn lost_again(pages: &mut [Page; 2], loser: usize) {
    let room = pages[0].id();
    for page in pages.iter_mut() {
        page.send(json!({"type": "rematch", "room": room})).await;
    }
    for page in pages.iter_mut() {
        let paired = page.expect("paired").await;
        let next = paired["room"].as_str().expect("a room").to_owned();
        page.enter(&next).await;
    }
    pages[loser].act(json!({"event": "resign"})).await;
    for page in pages.iter_mut() {
        page.until(|room| room["seats"][0]["player"]["change"].is_i64())
            .await;
    }
}

#[test]
fn a_profile_counts_games_wins_and_losses_and_says_their_ratio() {
    on_each_site(async |site, _| {
        let (mut pages, _) = rated(site, ["Ana", "Berta"]).await;
        for page in &mut pages {
            page.until(|room| room["seats"][0]["player"]["change"].is_i64())
                .await;
        }
        let says = async |name: &str, games: &str| {
            let (_, page) = site.get(&format!("/user/{name}?lang=en")).await;
            let page = page.as_str().expect("a page");
            // The games of chess come before the problems, which are counted in the same words.
            let (chess, problems) = page.split_once("Problems</h2>").expect("problems");
            assert!(
                chess.contains(&format!(">{games}</p>")),
                "{games} in {chess}"
            );
            assert!(
                problems.contains("Losses: 0 · 0\u{a0}%\u{a0}won"),
                "{problems}"
            );
        };
        says(
            "Ana",
            "Games: 1 · Wins: 1 · Draws: 0 · Losses: 0 · 100\u{a0}%\u{a0}won",
        )
        .await;
        says(
            "Berta",
            "Games: 1 · Wins: 0 · Draws: 0 · Losses: 1 · 0\u{a0}%\u{a0}won",
        )
        .await;
        lost_again(&mut pages, 0).await;
        says(
            "Ana",
            "Games: 2 · Wins: 1 · Draws: 0 · Losses: 1 · 50\u{a0}%\u{a0}won",
        )
        .await;
        lost_again(&mut pages, 1).await;
        says(
            "Ana",
            "Games: 3 · Wins: 2 · Draws: 0 · Losses: 1 · 67\u{a0}%\u{a0}won",
        )
        .await;
        says(
            "Berta",
            "Games: 3 · Wins: 1 · Draws: 0 · Losses: 2 · 33\u{a0}%\u{a0}won",
        )
        .await;
    });
}

#[test]
fn a_seat_has_the_picture_of_its_players_profile() {
    on_each_site(async |site, _| {
        let ana = site.account("Ana").await;
        let rook = json!({"picture": "rook-b"});
        let (status, _, told) = site.post("/api/profile/picture", &ana, &rook).await;
        assert_eq!((status, &told["picture"]), (200, &json!("rook-b")));
        let mut ana = site.page(&ana).await;
        let wish = json!({"game": "rolit", "settings": {"players": "4"}, "clock": "none",
            "seats": ["me", "open", "open", "easy"]});
        let room = ana.open(wish).await;
        // A user who has chosen nothing, and a guest.
        for cookie in [site.account("Berta").await, site.guest("Carla").await] {
            let mut page = site.page(&cookie).await;
            page.enter(&room).await;
            page.send(json!({"type": "join", "room": room})).await;
            page.until(|room| room["seats"].to_string().contains("Berta"))
                .await;
        }
        ana.until(|room| room["seats"].to_string().contains("Carla"))
            .await;
        let pictures = |room: &Value| -> Vec<Value> {
            let seats = room["seats"].as_array().expect("seats").iter();
            seats
                .map(|seat| seat["player"]["picture"].clone())
                .collect()
        };
        let expected = [json!("rook-b"), json!("knight-w"), Value::Null, Value::Null];
        assert_eq!(pictures(&ana.room), expected);
        // The same as the database has it, in the page as it is loaded.
        let (_, page) = site.get(&format!("/game/{room}")).await;
        let page = page.as_str().expect("a page");
        let (_, told) = page.split_once("id=\"told\">").expect("the room");
        let (told, _) = told.split_once("</script>").expect("the room");
        let told: Value = serde_json::from_str(told).expect("JSON");
        assert_eq!(pictures(&told["room"]), expected);
    });
}

#[test]
fn finished_games_are_listed_on_as_many_pages_as_they_take() {
    on_each_site(async |site, _| {
        let mut page = site.page(&site.guest("Ana").await).await;
        for _ in 0..31 {
            page.open(json!({"game": "chess", "clock": "none", "seats": ["me", "easy"]}))
                .await;
            page.act(json!({"event": "resign"})).await;
            page.until(|room| room["phase"] == "over").await;
        }
        let count = async |path: &str| {
            let (_, page) = site.get(path).await;
            let page = page.as_str().expect("a page").to_owned();
            (page.matches("<tr><td class=\"players\"").count(), page)
        };
        let (first, page) = count("/watch").await;
        assert!(first == 30 && page.contains("href=\"?page=2\""), "{first}");
        let (second, page) = count("/watch?page=2").await;
        assert!(second == 1 && page.contains("href=\"?page=1\""), "{second}");
        assert!(!page.contains("?page=3"));
    });
}

#[test]
fn a_challenge_reaches_every_page_of_whoever_is_named_and_nobody_else() {
    on_each_site(async |site, _| {
        let berta = site.account("Berta").await;
        let mut pages = [site.page(&berta).await, site.page(&berta).await];
        let mut other = site.page(&site.guest("Carla").await).await;
        for page in pages.iter_mut().chain([&mut other]) {
            page.send(json!({"type": "hello", "lobby": true})).await;
            page.expect("welcome").await;
        }
        let mut ana = site.page(&site.account("Ana").await).await;
        let wish =
            json!({"game": "kamisado", "clock": "5+3", "visibility": "private", "invite": "berta"});
        let room = ana.open(wish).await;
        for page in &mut pages {
            let told = page.expect("challenged").await;
            assert_eq!(
                (&told["room"], &told["by"], &told["game"]),
                (&json!(room), &json!("Ana"), &json!("kamisado"))
            );
        }
        let nobody =
            json!({"type": "open", "game": "chess", "clock": "none", "invite": "Nobody at all"});
        let (code, why) = ana.refused(nobody).await;
        assert!(code == "invite" && why.contains("Nobody at all"), "{why}");
        other.send(json!({"type": "ping", "t": 1})).await;
        while let Some(message) = other.next().await {
            assert_ne!(message["type"], "challenged");
            if message["type"] == "pong" {
                break;
            }
        }
    });
}

#[test]
fn every_page_leads_to_the_help_and_every_game_has_its_rules() {
    on_each_site(async |site, _| {
        for path in [
            "/",
            "/watch",
            "/problems",
            "/help",
            "/help/kamisado",
            "/nowhere",
        ] {
            let (_, page) = site.get(path).await;
            assert!(
                page.as_str()
                    .is_some_and(|page| page.contains("href=\"/help\"")),
                "{path}"
            );
        }
        for (game, words) in [
            ("chess", "checkmate"),
            ("kamisado", "the turn passes"),
            ("rolit", "colour"),
        ] {
            let (status, page) = site.get(&format!("/help/{game}?lang=en")).await;
            assert!(
                status == 200 && page.as_str().is_some_and(|page| page.contains(words)),
                "{game}"
            );
        }
        assert_eq!(site.get("/help/draughts").await.0, 404);
    });
}
