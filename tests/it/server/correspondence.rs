//! Games by correspondence, whose server is restarted between moves.

use crate::databases::{block_on, on_each_address};
use crate::site::{Site, legal};
use serde_json::{Value, json};

/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

#[test]
fn a_game_by_correspondence_goes_on_over_restarts_with_nobody_there() {
    on_each_address(|database| {
        block_on(async {
            let mut site = Site::start(database);
            let cookies = [site.account("Ana").await, site.account("Berta").await];
            let mut first = site.page(&cookies[0]).await;
            let wish = json!({"game": "chess", "clock": "86400/turn", "seats": ["me", "open"]});
            let room = first.open(wish).await;
            let mut second = site.page(&cookies[1]).await;
            second.enter(&room).await;
            second.send(json!({"type": "join", "room": room})).await;
            second.until(|room| room["phase"] == "playing").await;
            drop((first, second));
            let mut moves: Vec<Value> = Vec::new();
            for ply in 0..4 {
                site.kill();
                site = Site::start(database);
                // The list of one's games says whose turn it is, without the game being open.
                let mut page = site.page(&cookies[ply % 2]).await;
                page.send(json!({"type": "hello"})).await;
                let welcome = page.expect("welcome").await;
                let games = welcome["games"].as_array().expect("games");
                assert_eq!(games.len(), 1, "{welcome}");
                assert_eq!(games[0]["your_turn"], true, "{welcome}");
                page.enter(&room).await;
                assert_eq!(page.room["moves"].as_array(), Some(&moves));
                let left = page.room["clocks"][ply % 2]["left"]
                    .as_u64()
                    .expect("a clock");
                assert!((DAY - 60_000..=DAY).contains(&left), "{left}");
                let before = page.moves();
                let text = legal(&page.room)[0].clone();
                page.play(&text).await;
                page.until_moved(before).await;
                moves = page.room["moves"].as_array().expect("moves").clone();
                // Nobody is away in a game whose players are not there together.
                assert_eq!(page.room["phase"], "playing");
            }
        });
    });
}
