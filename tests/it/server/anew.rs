//! A game between people that is begun anew before it has ended.

use crate::site::{on_each_site, two};
use serde_json::json;

#[test]
fn two_begin_anew_in_mid_game_if_both_want_it() {
    on_each_site(async |site, _| {
        let wish = json!({"game": "kamisado", "clock": "none"});
        let [mut black, mut white] = two(site, ["Ana", "Berta"], wish).await;
        let room = black.id();
        black.play("c1c6").await;
        white.until_moved(0).await;
        black.send(json!({"type": "rematch", "room": room})).await;
        assert_eq!(white.expect("rematch").await["seats"], json!([0]));
        // A move declines it.
        let reply = crate::site::legal(&white.room)[0].clone();
        white.play(&reply).await;
        assert_eq!(black.expect("rematch").await["seats"], json!([0]));
        assert_eq!(black.expect("rematch").await["seats"], json!([]));
        for page in [&mut black, &mut white] {
            page.send(json!({"type": "rematch", "room": room})).await;
        }
        let paired = white.expect("paired").await;
        let next = paired["room"].as_str().expect("a room").to_owned();
        assert_ne!(next, room);
        white.enter(&next).await;
        assert_eq!(white.room["phase"], json!("playing"));
        let names = |page: &crate::site::Page| {
            let seats = page.room["seats"].as_array().expect("seats").clone();
            seats
                .iter()
                .map(|seat| {
                    seat["player"]["name"]
                        .as_str()
                        .unwrap_or_default()
                        .to_owned()
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&white), ["Ana", "Berta"]);
        // The game before is closed without a result.
        black.enter(&room).await;
        assert_eq!(black.room["closed"], json!(true));
        assert_eq!(black.room["verdict"], json!(null));
    });
}

#[test]
fn a_rated_game_is_not_begun_anew() {
    on_each_site(async |site, _| {
        let (mut pages, room) = site.rated_pair(["Ana", "Berta"]).await;
        let (code, _) = pages[0]
            .refused(json!({"type": "rematch", "room": room}))
            .await;
        assert_eq!(code, "rated");
    });
}
