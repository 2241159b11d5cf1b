//! Profiles and finished games on the pages: losses, changes of ratings, lists with several pages, records.

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
            "0 % won",
            "/user/Ana\"",
            "-162",
            "?challenge=Berta",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
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
