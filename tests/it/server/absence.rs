//! Players who are away: nobody loses by a dropped line, opponents may claim, and games that everybody has left end.

use crate::databases::block_on;
use crate::site::{Page, Site, legal, two};
use serde_json::{Value, json};
use std::time::Duration;

/// A site with a configuration, on SQLite.
fn on_site(config: &str, test: impl AsyncFn(&Site)) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("site.toml");
    std::fs::write(&file, config).expect("written");
    let database = format!("sqlite:{}", folder.path().join("site.db").display());
    let file = file.display().to_string();
    let site = Site::start_with(&database, &["--no-limits", "--config", &file]);
    block_on(test(&site));
}

fn is_over(room: &Value) -> bool {
    room["phase"] == "over"
}

#[test]
fn whoever_stays_away_loses_by_a_claim_alone() {
    on_site("claim_seconds = 1", async |site| {
        for (clock, names) in [("none", ["Ana", "Berta"]), ("5+3", ["Carla", "Dora"])] {
            let wish = json!({"game": "chess", "clock": clock});
            let [white, mut black] = two(site, names, wish).await;
            let code =
                async |black: &mut Page| black.refused_act(json!({"event": "claim"})).await.0;
            assert_eq!(code(&mut black).await, "nobody_absent", "she is there");
            drop(white);
            black
                .until(|room| room["seats"][0]["away_until"] != Value::Null)
                .await;
            let until = black.room["seats"][0]["away_until"]
                .as_u64()
                .expect("an instant");
            let told = black.room["grace"].as_u64().expect("a time");
            assert_eq!(told, if clock == "none" { 5000 } else { 1000 });
            // Longer than the time that is told to both: nothing happens by itself.
            loop {
                black.send(json!({"type": "ping", "t": 1})).await;
                if black.expect("pong").await["now"].as_u64() > Some(until + 500) {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            assert_eq!(black.room["phase"], "playing");
            black.act(json!({"event": "claim"})).await;
            black.until(is_over).await;
            let verdict = &black.room["verdict"];
            assert_eq!(
                (&verdict["ending"], &verdict["winners"]),
                (&json!("abandonment"), &json!([1]))
            );
        }
    });
}

#[test]
fn a_draw_offer_does_not_hold_up_the_one_who_may_answer() {
    on_site("", async |site| {
        let wish = json!({"game": "chess", "clock": "5+3"});
        let [mut white, mut black] = two(site, ["Ana", "Berta"], wish).await;
        white.act(json!({"event": "offer_draw"})).await;
        white.play("e2e4").await;
        black
            .until(|room| room["turn"] == 1 && room["question"] != Value::Null)
            .await;
        assert_eq!(black.room["question"]["until"], Value::Null);
        black.play("e7e5").await;
        for page in [&mut white, &mut black] {
            page.until(|room| room["turn"] == 0 && room["question"] == Value::Null)
                .await;
        }
    });
}

#[test]
fn a_game_that_everybody_has_left_is_closed_without_a_result() {
    on_site("idle_seconds = 2", async |site| {
        let cookie = site.guest("Ana").await;
        let mut page = site.page(&cookie).await;
        let wish = json!({"game": "chess", "clock": "none", "seats": ["me", "easy"]});
        let room = page.open(wish).await;
        let text = legal(&page.room)[0].clone();
        page.play(&text).await;
        page.until_moved(1).await;
        drop(page);
        let mut page = site.page(&cookie).await;
        loop {
            page.enter(&room).await;
            if page.room["closed"] == true {
                break;
            }
            page.send(json!({"type": "hello"})).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(
            (&page.room["phase"], &page.room["verdict"]),
            (&json!("playing"), &Value::Null)
        );
        let (code, _) = page.refused_act(json!({"event": "resign"})).await;
        assert_eq!(code, "aborted");
        let (_, games) = site.get("/api/games?state=over").await;
        assert_eq!(games["games"], json!([]));
    });
}
