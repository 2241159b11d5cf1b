//! What is refused: moves that are none, messages that are none, pages of other sites, too much.

use crate::databases::{block_on, on_each_address};
use crate::site::{Site, on_each_site, two};
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

#[test]
fn moves_that_are_none_are_refused_by_the_referee() {
    on_each_site(async |site, _| {
        // White is in check along the e-file.
        let wish = json!({
            "game": "chess", "clock": "5+3", "start": "4r1k1/8/8/8/8/8/3P4/4K3 w - - 0 1",
        });
        let [mut white, mut black] = two(site, ["Ana", "Berta"], wish).await;
        let before = white.room.clone();
        for (text, named) in [
            ("d2d4", "d2d4"),
            ("e1e2", "e1e2"),
            ("Ke2", "Ke2"),
            ("a1a9", "a1a9"),
            ("", ""),
            ("🂡", "🂡"),
        ] {
            let (code, why) = white
                .refused_act(json!({"event": "move", "text": text}))
                .await;
            assert_eq!(code, "illegal", "{text}");
            assert!(why.contains(named), "{why}");
        }
        let (code, _) = black
            .refused_act(json!({"event": "move", "text": "g8h8"}))
            .await;
        assert_eq!(code, "not_your_turn");
        let (code, _) = black.refused_act(json!({"event": "leave"})).await;
        assert_eq!(code, "begun");
        for (event, code) in [
            ("accept_draw", "no_offer"),
            ("grant_takeback", "no_takeback"),
            ("ready", "begun"),
        ] {
            let (found, _) = white.refused_act(json!({"event": event})).await;
            assert_eq!(found, code);
        }
        let id = white.id();
        white.enter(&id).await;
        for key in ["version", "moves", "board", "turn"] {
            assert_eq!(before[key], white.room[key]);
        }
        white.act(json!({"event": "resign"})).await;
        white.until(|room| room["phase"] == "over").await;
        let (code, _) = white
            .refused_act(json!({"event": "move", "text": "e1f1"}))
            .await;
        assert_eq!(code, "over");
    });
}

#[test]
fn messages_that_are_none_are_refused_by_name_and_the_socket_stays_open() {
    on_each_site(async |site, _| {
        let mut page = site.page(&site.guest("Ana").await).await;
        for (text, named) in [
            ("", "no JSON"),
            ("{", "no JSON"),
            ("[]", "object"),
            ("{}", "\"v\": 1 is missing"),
            ("{\"v\":2,\"type\":\"ping\"}", "version 2"),
            ("{\"v\":1}", "type"),
            ("{\"v\":1,\"type\":\"dance\"}", "dance"),
            ("{\"v\":1,\"type\":\"ping\",\"t\":1,\"x\":2}", "`x`"),
            ("{\"v\":1,\"type\":\"unseek\",\"x\":2}", "`x`"),
            ("{\"v\":1,\"type\":\"seek\",\"game\":\"chess\"}", "clock"),
            (
                "{\"v\":1,\"type\":\"event\",\"room\":\"a\",\"event\":{\"event\":\"resign\",\"seat\":1}}",
                "`seat`",
            ),
            (
                "{\"v\":1,\"type\":\"event\",\"room\":\"a\",\"event\":{\"event\":\"tick\"}}",
                "tick",
            ),
        ] {
            page.send_text(text.to_owned()).await;
            let (code, why) = page.refusal().await;
            assert_eq!(code, "malformed");
            assert!(why.contains(named), "{text}: {why}");
        }
        let deep = format!("{{\"v\":1,\"type\":{}", "[".repeat(5000));
        page.send_text(deep).await;
        assert_eq!(page.refusal().await.0, "malformed");
        for (message, code, named) in [
            (
                json!({"type": "seek", "game": "go", "clock": "5+3"}),
                "game",
                "go",
            ),
            (
                json!({"type": "seek", "game": "chess", "clock": "soon"}),
                "game",
                "soon",
            ),
            (
                json!({"type": "seek", "game": "chess", "clock": "5+3", "rated": true}),
                "account",
                "account",
            ),
            (
                json!({"type": "seek", "game": "chess", "clock": "5+3", "settings": {"x": "1"}}),
                "game",
                "x",
            ),
            (
                json!({"type": "seek", "game": "rolit", "clock": "5+3"}),
                "two",
                "room",
            ),
            (
                json!({"type": "open", "game": "chess", "clock": "5+3", "start": "nonsense"}),
                "game",
                "nonsense",
            ),
            (
                json!({"type": "open", "game": "chess", "clock": "5+3", "seats": ["me", "11"]}),
                "seats",
                "11",
            ),
            (
                json!({"type": "open", "game": "chess", "clock": "none", "start": "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"}),
                "game",
                "over",
            ),
            (
                json!({"type": "hello", "room": "nowhere"}),
                "no_such_room",
                "room",
            ),
            (
                json!({"type": "join", "room": "nowhere"}),
                "no_such_room",
                "room",
            ),
        ] {
            let (found, why) = page.refused(message.clone()).await;
            assert_eq!(found, code, "{message} {why}");
            assert!(why.contains(named), "{message} {why}");
        }
        page.send(json!({"type": "ping", "t": 4.5})).await;
        assert_eq!(page.expect("pong").await["t"], 4.5);

        // Without a name one may look, and nothing else.
        let mut nobody = site.page("").await;
        nobody.send(json!({"type": "hello"})).await;
        assert!(nobody.expect("welcome").await["who"]["name"].is_null());
        let (code, _) = nobody
            .refused(json!({"type": "seek", "game": "chess", "clock": "5+3"}))
            .await;
        assert_eq!(code, "no_name");
    });
}

#[test]
fn a_message_that_is_too_long_or_no_text_ends_the_connection() {
    on_each_site(async |site, _| {
        let cookie = site.guest("Ana").await;
        let mut page = site.page(&cookie).await;
        let long = format!(
            "{{\"v\":1,\"type\":\"ping\",\"t\":{}}}",
            "1".repeat(17 * 1024)
        );
        page.send_text(long).await;
        while page.next().await.is_some() {}
        let mut page = site.page(&cookie).await;
        page.socket
            .send(Message::binary(vec![1, 2, 3]))
            .await
            .expect("it is open");
        let mut last = None;
        while let Some(message) = page.next().await {
            last = Some(message);
        }
        assert_eq!(last.expect("a farewell")["code"], "binary");
    });
}

#[test]
fn pages_of_other_sites_get_no_socket_and_change_nothing() {
    on_each_site(async |site, _| {
        let cookie = site.guest("Ana").await;
        for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
            let error = site.try_page(&cookie, origin).await.err().expect(origin);
            assert!(error.contains("403"), "{error}");
            let headers = [("Origin", origin), ("Cookie", cookie.as_str())];
            let body = json!({"name": "Eva"}).to_string();
            let (status, _, _) = site.request("POST", "/api/nickname", &headers, &body).await;
            assert_eq!(status, 403, "{origin}");
        }
        let body = json!({"name": "Eva"}).to_string();
        let (status, _, _) = site.request("POST", "/api/nickname", &[], &body).await;
        assert_eq!(status, 403);
    });
}

#[test]
fn whoever_sends_too_much_is_told_so_and_then_cut_off() {
    on_each_address(|database| {
        let site = Site::start_with(database, &[]);
        block_on(async {
            let mut page = site.page(&site.guest("Ana").await).await;
            let ping = json!({"v": 1, "type": "ping", "t": 1}).to_string();
            for _ in 0..400 {
                if page.socket.send(Message::text(ping.clone())).await.is_err() {
                    break;
                }
            }
            let (mut pongs, mut last) = (0, json!(null));
            while let Some(message) = page.next().await {
                pongs += usize::from(message["type"] == "pong");
                last = message;
            }
            assert!((40..100).contains(&pongs), "{pongs}");
            assert!(last["code"] == "rate" || last["code"] == "slow", "{last}");
            // Chat is limited for the visitor, whatever the connection.
            let mut page = site.page(&site.guest("Berta").await).await;
            page.open(json!({"game": "chess", "clock": "none", "seats": ["me", "easy"]}))
                .await;
            let room = page.id();
            for number in 0..12 {
                page.send(json!({"type": "chat", "room": room, "text": format!("{number}")}))
                    .await;
            }
            assert_eq!(page.refusal().await.0, "rate");
            // So are attempts to log in as somebody.
            let given = json!({"name": "Zoe", "password": "wrong horse"});
            let mut statuses = Vec::new();
            for _ in 0..12 {
                statuses.push(site.post("/api/log-in", "", &given).await.0);
            }
            assert_eq!((statuses[0], statuses[11]), (401, 429), "{statuses:?}");
        });
    });
}

#[test]
fn whoever_does_not_read_is_cut_off_and_the_game_goes_on() {
    on_each_site(async |site, _| {
        // A page that asks for the whole room again and again, and reads nothing of it.
        let mut deaf = site.small_page(&site.guest("Carla").await).await;
        let wish = json!({"game": "chess", "clock": "none", "seats": ["me", "open"]});
        let room = deaf.open(wish).await;
        let hello = json!({"v": 1, "type": "hello", "room": room}).to_string();
        for _ in 0..3000 {
            deaf.socket
                .feed(Message::text(hello.clone()))
                .await
                .expect("it is open");
        }
        let mut cut = false;
        for _ in 0..400 {
            let sent = deaf.socket.send(Message::text(hello.clone()));
            let sent = tokio::time::timeout(Duration::from_secs(1), sent).await;
            if matches!(sent, Ok(Err(_))) {
                cut = true;
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert!(cut, "it was never cut off");
        while let Some(Ok(_)) = deaf.socket.next().await {}
        // The room is as well as ever, and so are others.
        let mut other = site.page(&site.guest("Dora").await).await;
        other.enter(&room).await;
        let wish = json!({"game": "chess", "clock": "none"});
        let [mut white, mut black] = two(site, ["Ana", "Berta"], wish).await;
        white.play("e4").await;
        black.until(|room| room["turn"] == 1).await;
        black.play("e5").await;
        white
            .until(|room| room["turn"] == 0 && room["moves"].as_array().map(Vec::len) == Some(2))
            .await;
    });
}

#[test]
fn nobody_sits_down_in_every_room_there_is() {
    on_each_site(async |site, _| {
        let mut rooms = Vec::new();
        let mut hosts = Vec::new();
        for name in ["Ana", "Berta"] {
            let mut host = site.page(&site.guest(name).await).await;
            for _ in 0..16 {
                let wish = json!({"game": "chess", "clock": "5+3", "seats": ["me", "open"]});
                rooms.push(host.open(wish).await);
            }
            hosts.push(host);
        }
        let mut greedy = site.page(&site.guest("Carla").await).await;
        let mut taken = 0;
        for room in &rooms {
            greedy.enter(room).await;
            greedy.send(json!({"type": "join", "room": room})).await;
            let code = loop {
                let told = greedy.next().await.expect("it is open");
                if told["type"] == "refused" || told["type"] == "room" {
                    break told["code"].clone();
                }
            };
            match code.as_str() {
                None => taken += 1,
                Some(code) => assert_eq!(code, "too_many_games"),
            }
        }
        assert_eq!(taken, 30);
        // Where one sits one may say so again.
        greedy.enter(&rooms[0]).await;
        greedy.send(json!({"type": "join", "room": rooms[0]})).await;
        greedy.send(json!({"type": "ping", "t": 1})).await;
        while greedy.next().await.expect("it is open")["type"] != "pong" {}
    });
}
