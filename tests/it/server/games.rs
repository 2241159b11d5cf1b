//! Whole games, from finding an opponent to the rematch.

use crate::site::{Page, Site, legal, on_each_site, two};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use std::time::Duration;

fn seek(game: &str, clock: &str) -> Value {
    json!({"type": "seek", "game": game, "clock": clock, "settings": for_two(game)})
}

/// Rolit is for four, if nobody says otherwise.
fn for_two(game: &str) -> Value {
    match game {
        "rolit" => json!({"players": "2"}),
        _ => json!({}),
    }
}

/// Plays legal moves drawn from what the pages are told until the game is over.
async fn play_out(pages: &mut [Page], seed: u64) {
    let mut random = StdRng::seed_from_u64(seed);
    for number in 0.. {
        let room = &pages[0].room;
        if room["phase"] == "over" {
            return;
        }
        assert!(number < 3000, "a game without end");
        let turn = room["turn"].as_u64().expect("a seat") as usize;
        let (moves, version) = (legal(&pages[turn].room), pages[turn].version());
        let text = moves.choose(&mut random).expect("a legal move").clone();
        pages[turn].play(&text).await;
        for page in pages.iter_mut() {
            page.until_version(version + 1).await;
        }
        let [first, others @ ..] = pages else { return };
        for other in others {
            for key in ["board", "moves", "legal", "turn", "phase", "text"] {
                assert_eq!(first.room[key], other.room[key], "{key}");
            }
        }
    }
}

#[test]
fn two_who_want_the_same_find_each_other_and_play_each_game_to_its_end() {
    on_each_site(async |site, _| {
        for (number, game) in ["chess", "kamisado", "rolit"].into_iter().enumerate() {
            let mut pages = Vec::new();
            for name in ["Ana", "Berta"] {
                let cookie = site.guest(&format!("{name} {game}")).await;
                let mut page = site.page(&cookie).await;
                page.send(json!({"type": "hello", "lobby": true})).await;
                assert_eq!(page.expect("welcome").await["who"]["guest"], true);
                page.expect("lobby").await;
                page.send(seek(game, "5+3")).await;
                assert_eq!(page.expect("seeking").await["seek"]["game"], game);
                pages.push(page);
            }
            let mut rooms = Vec::new();
            for page in &mut pages {
                rooms.push(page.expect("paired").await["room"].clone());
            }
            assert_eq!(rooms[0], rooms[1]);
            let room = rooms[0].as_str().expect("a name").to_owned();
            let mut seats = Vec::new();
            for page in &mut pages {
                page.send(json!({"type": "hello", "room": room})).await;
                seats.push(page.expect("room").await["you"].as_u64().expect("a seat"));
            }
            if seats == [1, 0] {
                pages.swap(0, 1);
            }
            assert_eq!(pages[0].room["phase"], "playing");
            play_out(&mut pages, number as u64).await;
            let verdict = &pages[0].room["verdict"];
            assert_eq!(verdict["ending"], "rules", "{verdict}");
            assert!(
                !verdict["text"]["es"]
                    .as_str()
                    .expect("a sentence")
                    .is_empty()
            );

            // The board of every ply leads to the last one.
            let (status, history) = site.get(&format!("/api/rooms/{room}/history")).await;
            assert_eq!(status, 200);
            let mut board = history["board"].clone();
            for ply in history["plies"].as_array().expect("plies") {
                for change in ply["changed"].as_array().expect("changes") {
                    let index = change["index"].as_u64().expect("a number") as usize;
                    board["cells"][index] = change["cell"].clone();
                }
            }
            assert_eq!(board, pages[0].room["board"]);
            let (status, pgn) = site.get(&format!("/game/{room}/pgn")).await;
            assert!(
                status == 200 && pgn.as_str().expect("PGN").contains("[Date "),
                "{pgn}"
            );
            let (status, saved) = site.get(&format!("/game/{room}/json")).await;
            assert_eq!((status, &saved["variant"]), (200, &json!(game)));
        }
    });
}

#[test]
fn somebody_who_has_gone_is_not_paired_and_the_newcomer_waits() {
    on_each_site(async |site, _| {
        let mut first = site.page(&site.guest("Ana").await).await;
        first.send(seek("chess", "1+0")).await;
        first.expect("seeking").await;
        drop(first);
        let mut second = site.page(&site.guest("Berta").await).await;
        second.send(json!({"type": "hello", "lobby": true})).await;
        // Its page has gone when the lobby says so.
        while !second.expect("lobby").await["seeks"]
            .as_array()
            .expect("seeks")
            .is_empty()
        {}
        second.send(seek("chess", "1+0")).await;
        second.expect("seeking").await;
        let mut other = site.page(&site.guest("Carla").await).await;
        other.send(seek("chess", "3+0")).await;
        other.expect("seeking").await;
        let mut third = site.page(&site.guest("Dora").await).await;
        third.send(seek("chess", "1+0")).await;
        let rooms = [second.expect("paired").await, third.expect("paired").await];
        assert_eq!(rooms[0]["room"], rooms[1]["room"]);
        other.send(json!({"type": "unseek"})).await;
        assert_eq!(other.expect("seeking").await["seek"], Value::Null);
    });
}

#[test]
fn a_draw_is_offered_declined_and_accepted() {
    on_each_site(async |site, _| {
        let wish = json!({"game": "chess", "clock": "5+3", "visibility": "private"});
        let [mut white, mut black] = two(site, ["Ana", "Berta"], wish).await;
        let (code, _) = black.refused_act(json!({"event": "offer_draw"})).await;
        assert_eq!(code, "offer_out_of_turn");
        white.act(json!({"event": "offer_draw"})).await;
        black.until(|room| room["question"] != Value::Null).await;
        assert_eq!(black.room["question"]["ask"], json!({"asks": "draw"}));
        let asked = black.version();
        black.act(json!({"event": "decline_draw"})).await;
        white
            .until(|room| {
                room["question"] == Value::Null && room["version"].as_u64() >= Some(asked + 1)
            })
            .await;
        let declined = white.version();
        black.until_version(declined).await;
        let (code, _) = white.refused_act(json!({"event": "offer_draw"})).await;
        assert_eq!(code, "already_offered");
        white.play("e4").await;
        white.until(|room| room["turn"] == 1).await;
        black.until(|room| room["turn"] == 1).await;
        black.act(json!({"event": "offer_draw"})).await;
        white.until(|room| room["question"] != Value::Null).await;
        let (code, _) = black.refused_act(json!({"event": "accept_draw"})).await;
        assert_eq!(code, "not_asked");
        white.act(json!({"event": "accept_draw"})).await;
        for page in [&mut white, &mut black] {
            page.until(|room| room["phase"] == "over").await;
            assert_eq!(page.room["verdict"]["ending"], "agreement");
            assert_eq!(page.room["verdict"]["draw"], true);
        }
        // Colours change for the rematch, and only when both want it.
        let room = white.id();
        white.send(json!({"type": "rematch", "room": room})).await;
        assert_eq!(black.expect("rematch").await["seats"], json!([0]));
        black.send(json!({"type": "rematch", "room": room})).await;
        let next = black.expect("paired").await["room"]
            .as_str()
            .expect("a name")
            .to_owned();
        black.send(json!({"type": "hello", "room": next})).await;
        let entered = black.expect("room").await;
        assert_eq!(
            (&entered["you"], &entered["room"]["phase"]),
            (&json!(0), &json!("playing"))
        );
        assert_eq!(entered["room"]["visibility"], "private");
    });
}

#[test]
fn moves_are_taken_back_by_consent() {
    on_each_site(async |site, _| {
        let wish = json!({"game": "chess", "clock": "none"});
        let [mut white, mut black] = two(site, ["Ana", "Berta"], wish).await;
        let (code, _) = white.refused_act(json!({"event": "ask_takeback"})).await;
        assert_eq!(code, "nothing_to_take_back");
        white.play("e2e4").await;
        black.until(|room| room["turn"] == 1).await;
        black.play("e5").await;
        white
            .until(|room| room["moves"].as_array().map(Vec::len) == Some(2))
            .await;
        white.act(json!({"event": "ask_takeback"})).await;
        black.until(|room| room["question"] != Value::Null).await;
        black.act(json!({"event": "grant_takeback"})).await;
        for page in [&mut white, &mut black] {
            page.until(|room| room["moves"].as_array().map(Vec::len) == Some(0))
                .await;
            let board = page.room["board"].clone();
            let id = page.id();
            page.enter(&id).await;
            assert_eq!(board, page.room["board"]);
        }
    });
}

#[test]
fn machines_take_any_seat_and_a_machine_answers() {
    on_each_site(async |site, _| {
        for (game, level) in [("chess", "easy"), ("kamisado", "medium"), ("rolit", "hard")] {
            let mut page = site.page(&site.guest(&format!("Ana {game}")).await).await;
            let wish = json!({"game": game, "clock": "none", "seats": ["me", level], "settings": for_two(game)});
            page.open(wish).await;
            assert_eq!(page.room["seats"][1]["player"]["kind"], "machine");
            for _ in 0..4 {
                page.until(|room| room["turn"] == 0 || room["phase"] == "over")
                    .await;
                if page.room["phase"] == "over" {
                    break;
                }
                let (first, version) = (legal(&page.room)[0].clone(), page.version());
                page.play(&first).await;
                page.until_version(version + 1).await;
            }
            page.until(|room| room["turn"] == 0 || room["phase"] == "over")
                .await;
            if page.room["phase"] == "playing" {
                page.act(json!({"event": "ask_takeback"})).await;
                let moves = page.room["moves"].as_array().map(Vec::len);
                page.until(|room| room["moves"].as_array().map(Vec::len) < moves)
                    .await;
                page.act(json!({"event": "resign"})).await;
                page.until(|room| room["phase"] == "over").await;
            }
        }
    });
}

#[test]
fn rolit_in_teams_gathers_people_and_machines_and_plays_on_without_one() {
    on_each_site(async |site, _| {
        let mut host = site.page(&site.guest("Ana").await).await;
        let settings = json!({"players": "4", "teams": "RG/YB"});
        let wish = json!({"game": "rolit", "settings": settings, "clock": "none", "seats": ["me"]});
        let room = host.open(wish).await;
        let seats = host.room["seats"].as_array().expect("seats").clone();
        assert_eq!(seats.len(), 4, "{seats:?}");
        assert_eq!(seats[0]["team"], seats[2]["team"], "{seats:?}");
        let mut second = site.page(&site.guest("Berta").await).await;
        second.enter(&room).await;
        let (code, _) = second
            .refused(json!({"type": "machine", "room": room, "seat": 3, "level": "easy"}))
            .await;
        assert_eq!(code, "not_host");
        second
            .send(json!({"type": "join", "room": room, "seat": 2}))
            .await;
        host.until(|room| room["seats"][2]["player"] != Value::Null)
            .await;
        second.expect("room").await;
        for seat in [1, 3] {
            host.send(json!({"type": "machine", "room": room, "seat": seat, "level": "easy"}))
                .await;
        }
        host.until(|room| room["seats"][3]["player"] != Value::Null)
            .await;
        host.act(json!({"event": "ready"})).await;
        second.act(json!({"event": "ready"})).await;
        for page in [&mut host, &mut second] {
            page.until(|room| room["phase"] == "playing").await;
        }
        second.act(json!({"event": "resign"})).await;
        host.until(|room| room["seats"][2]["out"] == "resignation")
            .await;
        // A machine moves for it, and nobody else.
        let late = json!({"event": "move", "text": "f5"});
        let (code, _) = second.refused_act(late).await;
        assert_eq!(code, "out");
        while host.room["phase"] == "playing" {
            host.until(|room| room["turn"] == 0 || room["phase"] == "over")
                .await;
            if host.room["phase"] == "playing" {
                let (first, version) = (legal(&host.room)[0].clone(), host.version());
                host.play(&first).await;
                host.until_version(version + 1).await;
            }
        }
        assert_eq!(host.room["verdict"]["ending"], "rules");
    });
}

#[test]
fn one_who_loses_the_connection_goes_on_from_another() {
    on_each_site(async |site, _| {
        let wish = json!({"game": "chess", "clock": "5+3"});
        let cookie = site.guest("Ana").await;
        let mut white = site.page(&cookie).await;
        let mut wish = wish;
        wish["seats"] = json!(["me", "open"]);
        let room = white.open(wish).await;
        let mut black = site.page(&site.guest("Berta").await).await;
        black.enter(&room).await;
        black.send(json!({"type": "join", "room": room})).await;
        white.until(|room| room["phase"] == "playing").await;
        black.until(|room| room["phase"] == "playing").await;
        white.play("d4").await;
        black.until(|room| room["turn"] == 1).await;
        white.until(|room| room["turn"] == 1).await;
        let seen = white.version();
        drop(white);
        black
            .until(|room| room["seats"][0]["away_until"] != Value::Null)
            .await;
        black.play("d5").await;
        black.until(|room| room["turn"] == 0).await;

        // The lobby knows the game, and the missing events are told.
        let mut white = site.page(&cookie).await;
        white
            .send(json!({"type": "hello", "room": room, "seen": seen}))
            .await;
        let welcome = white.expect("welcome").await;
        assert_eq!(welcome["games"][0]["room"], json!(room));
        let missed = white.expect("event").await;
        assert_eq!(missed["version"], seen + 1);
        black
            .until(|room| room["seats"][0]["away_until"] == Value::Null)
            .await;
        white.enter(&room).await;
        white.play("c4").await;
        black.until(|room| room["turn"] == 1).await;
        // One who has missed too much gets all of it.
        let mut late = site.page(&cookie).await;
        late.send(json!({"type": "hello", "room": room, "seen": 1}))
            .await;
        assert_eq!(late.expect("room").await["you"], 0);
    });
}

#[test]
fn a_host_who_has_gone_before_the_game_began_is_waited_for_like_anybody() {
    on_each_site(async |site, _| {
        let mut host = site.page(&site.guest("Ana").await).await;
        let wish = json!({"game": "chess", "clock": "none", "seats": ["me", "open"]});
        let room = host.open(wish).await;
        drop(host);
        // Longer than it takes to be noticed.
        tokio::time::sleep(Duration::from_secs(3)).await;
        let mut friend = site.page(&site.guest("Berta").await).await;
        friend.enter(&room).await;
        friend.send(json!({"type": "join", "room": room})).await;
        friend
            .until(|room| {
                room["phase"] == "playing" && room["seats"][0]["away_until"] != Value::Null
            })
            .await;
    });
}

#[test]
fn whoever_has_left_wants_no_rematch_and_one_who_comes_back_hears_what_was_said() {
    on_each_site(async |site, _| {
        let wish = json!({"game": "chess", "clock": "5+3", "visibility": "private"});
        let ana = site.guest("Ana").await;
        let mut white = site.page(&ana).await;
        let mut opened = wish;
        opened["seats"] = json!(["me", "open"]);
        let room = white.open(opened).await;
        let mut black = site.page(&site.guest("Berta").await).await;
        black.enter(&room).await;
        black.send(json!({"type": "join", "room": room})).await;
        white.until(|room| room["phase"] == "playing").await;
        black.until(|room| room["phase"] == "playing").await;
        let seen = white.version();
        drop(white);
        black
            .until(|room| room["seats"][0]["away_until"] != Value::Null)
            .await;
        black
            .send(json!({"type": "chat", "room": room, "text": "are you there?"}))
            .await;
        black.expect("chat").await;
        let mut white = site.page(&ana).await;
        white
            .send(json!({"type": "hello", "room": room, "seen": seen}))
            .await;
        let told = white.expect("room").await;
        assert_eq!(told["chat"][0]["text"], "are you there?");

        black.act(json!({"event": "resign"})).await;
        white.until(|room| room["phase"] == "over").await;
        black.until(|room| room["phase"] == "over").await;
        white.send(json!({"type": "rematch", "room": room})).await;
        assert_eq!(black.expect("rematch").await["seats"], json!([0]));
        let seen = white.version();
        drop(white);
        assert_eq!(black.expect("rematch").await["seats"], json!([]));
        // So one alone begins nothing.
        black.send(json!({"type": "rematch", "room": room})).await;
        let told = black.expect("rematch").await;
        assert_eq!((&told["seats"], &told["next"]), (&json!([1]), &Value::Null));
        let mut white = site.page(&ana).await;
        white
            .send(json!({"type": "hello", "room": room, "seen": seen}))
            .await;
        assert_eq!(white.expect("room").await["next"], Value::Null);
        white.send(json!({"type": "rematch", "room": room})).await;
        let next = white.expect("paired").await["room"].clone();
        // Whoever was away for that moment is told, too.
        white
            .send(json!({"type": "hello", "room": room, "seen": seen}))
            .await;
        assert_eq!(white.expect("room").await["next"], next);
    });
}

#[test]
fn players_and_spectators_speak_apart_until_the_game_is_over() {
    on_each_site(async |site, _| {
        let wish = json!({"game": "chess", "clock": "5+3"});
        let [mut white, mut black] = two(site, ["Ana", "Berta"], wish).await;
        let room = white.id();
        let mut one = site.page(&site.guest("Carla").await).await;
        let mut other = site.page(&site.guest("Dora").await).await;
        one.enter(&room).await;
        other.enter(&room).await;
        let (code, _) = one
            .refused_act(json!({"event": "move", "text": "e4"}))
            .await;
        assert_eq!(code, "spectator");
        let (code, _) = one.refused(json!({"type": "join", "room": room})).await;
        assert_eq!(code, "full");
        white
            .send(json!({"type": "chat", "room": room, "text": " <b>hello</b> "}))
            .await;
        let said = black.expect("chat").await["line"].clone();
        assert_eq!(
            (&said["text"], &said["channel"]),
            (&json!("<b>hello</b>"), &json!("players"))
        );
        one.send(json!({"type": "chat", "room": room, "text": "psst"}))
            .await;
        // What spectators hear first is their own.
        assert_eq!(other.expect("chat").await["line"]["text"], "psst");
        for why in ["\u{0}".to_owned(), "a\nb".to_owned(), "x".repeat(301)] {
            let report = json!({"type": "report", "room": room, "message": said["id"], "why": why});
            assert_eq!(black.refused(report).await.0, "report");
        }
        let report = json!({"type": "report", "room": room, "message": said["id"], "why": "rude"});
        black.send(report).await;
        assert_eq!(black.expect("reported").await["message"], said["id"]);
        for text in [String::new(), "x".repeat(301), "a\nb".to_owned()] {
            let (code, _) = white
                .refused(json!({"type": "chat", "room": room, "text": text}))
                .await;
            assert_eq!(code, "chat");
        }
        white.act(json!({"event": "resign"})).await;
        other.until(|room| room["phase"] == "over").await;
        black.until(|room| room["phase"] == "over").await;
        black
            .send(json!({"type": "chat", "room": room, "text": "good game"}))
            .await;
        assert_eq!(other.expect("chat").await["line"]["text"], "good game");
        other.send(json!({"type": "hello", "room": room})).await;
        assert_eq!(
            other.expect("room").await["chat"].as_array().map(Vec::len),
            Some(3)
        );
    });
}

#[test]
fn time_that_has_run_out_ends_the_game_by_itself() {
    on_each_site(async |site, _| {
        let wish = json!({"game": "kamisado", "clock": "1/turn"});
        let [mut first, mut second] = two(site, ["Ana", "Berta"], wish).await;
        for page in [&mut first, &mut second] {
            page.until(|room| room["phase"] == "over").await;
            assert_eq!(page.room["verdict"]["ending"], "time");
            assert_eq!(page.room["verdict"]["winners"], json!([1]));
        }
    });
}

#[test]
fn rated_games_change_ratings_and_rankings() {
    on_each_site(async |site: &Site, _| {
        let (mut pages, room) = site.rated_pair(["Ana", "Berta"]).await;
        let names: Vec<Value> = (0..2)
            .map(|seat| pages[0].room["seats"][seat]["player"]["name"].clone())
            .collect();
        let (code, _) = pages[0].refused_act(json!({"event": "ask_takeback"})).await;
        assert_eq!(code, "rated");
        pages[0].act(json!({"event": "resign"})).await;
        pages[1].until(|room| room["phase"] == "over").await;
        let winner = &pages[1].room["verdict"]["winners"][0];
        let winner = names[winner.as_u64().expect("a seat") as usize].clone();
        // The result is counted beside the room.
        let ranking = loop {
            let (status, ranking) = site.get("/api/ranking/chess").await;
            assert_eq!(status, 200);
            if ranking["total"] == 2 {
                break ranking;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        };
        assert_eq!(ranking["users"][0]["name"], winner);
        let best = ranking["users"][0]["rating"].as_f64().expect("a rating");
        assert!((1600.0..1700.0).contains(&best), "{best}");
        let winner = winner.as_str().expect("a name");
        let (_, profile) = site.get(&format!("/api/users/{winner}")).await;
        assert_eq!(profile["ratings"][0]["rating"]["wins"], 1, "{profile}");
        let (_, games) = site.get(&format!("/api/users/{winner}/games")).await;
        assert_eq!(games["games"][0]["room"], json!(room));
        let (_, curve) = site.get(&format!("/api/users/{winner}/curve/chess")).await;
        assert_eq!(curve["points"].as_array().map(Vec::len), Some(1));
    });
}

#[test]
fn whatever_pages_send_at_random_the_room_stays_whole() {
    on_each_site(async |site, _| {
        let wish = json!({"game": "rolit", "clock": "none", "settings": {"players": "2"}});
        let mut pages = two(site, ["Ana", "Berta"], wish).await;
        let mut random = StdRng::seed_from_u64(13);
        let acts = [
            "ready",
            "offer_draw",
            "accept_draw",
            "decline_draw",
            "ask_takeback",
            "grant_takeback",
            "refuse_takeback",
        ];
        for _ in 0..300 {
            let page = &mut pages[random.random_range(0..2)];
            let moves = legal(&page.room);
            if random.random_bool(0.5) && !moves.is_empty() {
                page.play(moves.choose(&mut random).expect("one")).await;
            } else {
                let act = acts.choose(&mut random).expect("one");
                page.act(json!({"event": act})).await;
            }
            page.send(json!({"type": "ping", "t": 1})).await;
            while page.next().await.expect("it is open")["type"] != "pong" {}
        }
        // A pong does not pass through the room: the refusal of the last act
        // may come after it, so it is read over here.
        for page in &mut pages {
            page.send(json!({"type": "hello", "room": page.id()})).await;
            while page.next().await.expect("it is open")["type"] != "room" {}
        }
        while pages[0].version() != pages[1].version() {
            let behind = usize::from(pages[1].version() < pages[0].version());
            pages[behind].next().await.expect("it is open");
        }
        assert_eq!(pages[0].room["board"], pages[1].room["board"]);
        assert_eq!(pages[0].room["moves"], pages[1].room["moves"]);
    });
}

#[test]
fn a_move_is_told_in_few_bytes_and_to_spectators_in_the_same() {
    on_each_site(async |site, _| {
        let wish = json!({"game": "chess", "clock": "5+3"});
        let [mut white, mut black] = two(site, ["Ana", "Berta"], wish).await;
        let mut watcher = site.page(&site.guest("Carla").await).await;
        watcher.enter(&white.id()).await;
        for (ply, text) in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]
            .into_iter()
            .enumerate()
        {
            let mover = if ply % 2 == 0 { &mut white } else { &mut black };
            mover.play(text).await;
            let mut told = Vec::new();
            for page in [&mut white, &mut black, &mut watcher] {
                told.push(page.expect("event").await.to_string());
            }
            let [first, others @ ..] = &told[..] else {
                return;
            };
            assert!(others.iter().all(|other| other == first), "{told:?}");
            assert!(first.len() <= 300, "{} bytes: {first}", first.len());
        }
    });
}
