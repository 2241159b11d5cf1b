//! Draws by threefold repetition: claimed by a player, or as the account has it.

use crate::site::{Page, Site, on_each_site, two};
use serde_json::{Value, json};

const THERE_AND_BACK: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

fn wish(clock: &str) -> Value {
    json!({"game": "chess", "clock": clock})
}

/// Has the knights go out and come home; with the last move so much more may happen.
async fn there_and_back(pages: &mut [Page; 2], more: u64) {
    for (ply, text) in THERE_AND_BACK.into_iter().enumerate() {
        let version = pages[0].version();
        pages[ply % 2].play(text).await;
        let more = if ply == 3 { more } else { 0 };
        for page in pages.iter_mut() {
            page.until_version(version + 1 + more).await;
        }
    }
}

fn ended(page: &Page) -> (Value, Value) {
    let verdict = &page.room["verdict"];
    (verdict["reason"].clone(), verdict["by"].clone())
}

/// Two accounts, one of which has made a choice, in a game; the first one's page first.
async fn accounts(site: &Site, names: [&str; 2], choice: &str) -> [Page; 2] {
    let cookies = [site.account(names[0]).await, site.account(names[1]).await];
    let body = json!({"claims": choice});
    let (status, _, _) = site.post("/api/preferences", &cookies[1], &body).await;
    assert_eq!(status, 200);
    let mut first = site.page(&cookies[0]).await;
    let mut second = site.page(&cookies[1]).await;
    let mut wish = wish("none");
    wish["seats"] = json!(["me", "open"]);
    let room = first.open(wish).await;
    second.enter(&room).await;
    second.send(json!({"type": "join", "room": room})).await;
    for page in [&mut first, &mut second] {
        page.until(|room| room["phase"] == "playing").await;
    }
    second.expect("room").await;
    [first, second]
}

#[test]
fn a_threefold_repetition_is_claimed_by_a_player_or_as_the_account_has_it() {
    on_each_site(async |site, _| {
        let mut pages = two(site, ["Ana", "Berta"], wish("none")).await;
        let (code, _) = pages[0].refused_act(json!({"event": "claim_draw"})).await;
        assert_eq!(code, "not_repeated");
        there_and_back(&mut pages, 0).await;
        there_and_back(&mut pages, 0).await;
        assert_eq!(pages[0].room["phase"], "playing");
        assert_eq!(pages[0].room["claimable"], true);
        // Whoever moves does not want it; the position is there once more, and somebody does.
        there_and_back(&mut pages, 0).await;
        pages[1].act(json!({"event": "claim_draw"})).await;
        pages[0].until(|room| room["phase"] == "over").await;
        let third = json!("threefold repetition");
        assert_eq!(ended(&pages[0]), (third.clone(), json!(1)));
        let room = pages[0].room["id"].as_str().expect("a name").to_owned();
        let (_, pgn) = site.get(&format!("/game/{room}/pgn")).await;
        assert!(pgn.as_str().expect("PGN").contains("1/2-1/2"), "{pgn}");
        let (status, record) = site.get(&format!("/game/{room}/json")).await;
        assert_eq!((status, &record["result"]["reason"]), (200, &third));

        // Nobody has time to claim with less than half a minute.
        let mut pages = two(site, ["Carla", "Dora"], wish("0:20")).await;
        there_and_back(&mut pages, 0).await;
        there_and_back(&mut pages, 1).await;
        assert_eq!(ended(&pages[0]), (third.clone(), json!(0)));

        let mut pages = accounts(site, ["Eva", "Flora"], "always").await;
        there_and_back(&mut pages, 0).await;
        there_and_back(&mut pages, 1).await;
        assert_eq!(ended(&pages[0]), (third, json!(1)));

        let mut pages = accounts(site, ["Gerda", "Helga"], "never").await;
        for _ in 0..4 {
            there_and_back(&mut pages, 0).await;
        }
        assert_eq!(
            ended(&pages[1]),
            (json!("fivefold repetition"), json!(null))
        );
    });
}

#[test]
fn the_choice_stands_on_the_account_page_and_others_are_refused() {
    on_each_site(async |site, _| {
        let cookie = site.account("Ana").await;
        let chosen = |page: &Value, word: &str| {
            let page = page.as_str().expect("a page").to_owned();
            page.contains(&format!("<option value=\"{word}\" selected>"))
        };
        let (_, page) = site.get_as("/account", &cookie).await;
        assert!(chosen(&page, "short"));
        let set = async |cookie: &str, word: &str| {
            let body = json!({"claims": word});
            let (status, _, answer) = site.post("/api/preferences", cookie, &body).await;
            (status, answer)
        };
        assert_eq!(set(&cookie, "always").await.0, 200);
        let (_, page) = site.get_as("/account", &cookie).await;
        assert!(chosen(&page, "always") && !chosen(&page, "short"));
        let (status, answer) = set(&cookie, "often").await;
        let text = answer["message"].as_str().expect("a sentence");
        assert!(status == 400 && text.contains("'often'"), "{answer}");
        let guest = site.guest("Berta").await;
        assert_eq!(set(&guest, "always").await.0, 401);
    });
}
