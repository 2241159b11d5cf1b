//! Servers that are killed, and what is there afterwards.

use crate::databases::{ServerDatabase, block_on, on_each_address};
use crate::shared::left_out;
use crate::site::{Site, play, two};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[test]
fn a_server_that_is_killed_goes_on_from_the_last_move_with_its_clocks() {
    on_each_address(|database| {
        block_on(async {
            let mut random = StdRng::seed_from_u64(1);
            let mut site = Site::start(database);
            let cookies = [site.guest("Ana").await, site.guest("Berta").await];
            let mut rooms = Vec::new();
            for (game, clock) in [("chess", "5+3"), ("kamisado", "30/turn"), ("rolit", "none")] {
                let mut first = site.page(&cookies[0]).await;
                let mut second = site.page(&cookies[1]).await;
                let settings = if game == "rolit" {
                    json!({"players": "2"})
                } else {
                    json!({})
                };
                let wish = json!({"game": game, "clock": clock, "seats": ["me", "open"], "settings": settings});
                let room = first.open(wish).await;
                second.enter(&room).await;
                second.send(json!({"type": "join", "room": room})).await;
                let mut pages = [first, second];
                for page in &mut pages {
                    page.until(|room| room["phase"] == "playing").await;
                }
                play(&mut pages, 6, &mut random).await;
                rooms.push(pages[0].room.clone());
            }
            site.kill();
            let site = Site::start(database);
            for before in &rooms {
                let id = before["id"].as_str().expect("a name");
                let mut pages = [site.page(&cookies[0]).await, site.page(&cookies[1]).await];
                for page in &mut pages {
                    page.enter(id).await;
                }
                let after = &pages[0].room;
                for key in ["moves", "board", "turn", "seats", "legal", "text"] {
                    assert_eq!(before[key], after[key], "{key}");
                }
                // Nobody pays for the time in which there was no server.
                let left = |room: &Value, seat: usize| room["clocks"][seat]["left"].as_u64();
                for seat in [0, 1] {
                    let (before, after) = (left(before, seat), left(after, seat));
                    assert_eq!(before.is_some(), after.is_some());
                    assert!(
                        before.zip(after).is_none_or(|(b, a)| a + 3000 > b),
                        "{before:?} {after:?}"
                    );
                }
                play(&mut pages, 4, &mut random).await;
                assert!(
                    pages[0].room["moves"].as_array().map(Vec::len)
                        > before["moves"].as_array().map(Vec::len)
                );
            }
        });
    });
}

/// How often servers are killed under load.
fn kills() -> usize {
    let given = std::env::var("ATALAYA_TEST_KILLS").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(3)
}

#[test]
fn every_move_that_was_told_is_there_after_kill_9_under_load() {
    on_each_address(|database| {
        block_on(async {
            let mut random = StdRng::seed_from_u64(2);
            let mut made = 0;
            for round in 0..kills() {
                let mut site = Site::start(database);
                let mut tasks = Vec::new();
                for number in 0..6 {
                    let names = [format!("A{round} {number}"), format!("B{round} {number}")];
                    let wish =
                        json!({"game": "rolit", "clock": "none", "settings": {"players": "2"}});
                    let mut pages = two(&site, [&names[0], &names[1]], wish).await;
                    let seed = random.random();
                    let room = pages[0].id();
                    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
                    let seen = told.clone();
                    let task = tokio::spawn(async move {
                        let mut random = StdRng::seed_from_u64(seed);
                        loop {
                            // It ends when the server is killed.
                            play(&mut pages, 1, &mut random).await;
                            *seen.lock().expect("whole") = moves(&pages[0].room);
                            if pages[0].room["phase"] != "playing" {
                                return;
                            }
                        }
                    });
                    tasks.push((room, told, task));
                }
                tokio::time::sleep(Duration::from_millis(random.random_range(50..400))).await;
                site.kill();
                for (_, _, task) in &mut tasks {
                    // Whatever a page says when its server has gone.
                    let _ = task.await;
                }
                let site = Site::start(database);
                for (room, told, _) in tasks {
                    let (status, history) = site.get(&format!("/api/rooms/{room}/history")).await;
                    assert_eq!(status, 200);
                    let plies = history["plies"].as_array().expect("plies");
                    let there: Vec<String> = plies.iter().map(text).collect();
                    let told = told.lock().expect("whole");
                    assert!(there.starts_with(&told), "{there:?} {told:?}");
                    assert!(there.len() <= told.len() + 1, "{there:?} {told:?}");
                    made += told.len();
                }
            }
            let (kind, _) = database.split_once(':').expect("an address");
            eprintln!("{kind}: {} kills: {made} moves told, none lost", kills());
            assert!(made > 0);
        });
    });
}

fn text(made: &Value) -> String {
    made["text"].as_str().expect("text").to_owned()
}

fn moves(room: &Value) -> Vec<String> {
    room["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(text)
        .collect()
}

#[test]
fn a_server_that_is_told_to_end_says_goodbye_and_leaves_its_games() {
    use std::process::Command;
    on_each_address(|database| {
        block_on(async {
            let mut site = Site::start(database);
            let wish = json!({"game": "chess", "clock": "5+3"});
            let [mut white, _black] = two(&site, ["Ana", "Berta"], wish).await;
            let pid = site.child.id().to_string();
            let told = Command::new("kill").args(["-TERM", &pid]).status();
            assert!(told.expect("kill").success());
            assert_eq!(white.expect("bye").await["code"], "restart");
            let status = site.child.wait().expect("it ends");
            assert!(status.success(), "{status}");
            let site = Site::start(database);
            let (_, games) = site.get("/api/games?state=playing").await;
            assert_eq!(games["games"].as_array().map(Vec::len), Some(1));
        });
    });
}

#[test]
fn two_servers_do_not_share_one_file_by_whatever_name() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().expect("a new folder");
    let (file, link) = (
        folder.path().join("site.sqlite"),
        folder.path().join("link.sqlite"),
    );
    std::os::unix::fs::symlink("site.sqlite", &link).expect("a link");
    // The link comes first, and leads nowhere yet.
    let _site = Site::start(&format!("sqlite:{}", link.display()));
    for path in [&file, &link] {
        let database = format!("sqlite:{}", path.display());
        let mut second = Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database", &database])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary");
        let until = Instant::now() + Duration::from_secs(30);
        while second.try_wait().expect("a process").is_none() {
            if Instant::now() > until {
                second.kill().expect("it runs");
                panic!("a second server has {database}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let second = second.wait_with_output().expect("it has ended");
        assert_eq!(second.status.code(), Some(2));
        let told = String::from_utf8_lossy(&second.stderr);
        assert!(told.contains("another server has"), "{told}");
    }
}

#[test]
fn every_move_that_was_told_is_there_though_processes_of_a_site_are_killed() {
    let Some(server) = ServerDatabase::new() else {
        left_out("three processes on PostgreSQL that are killed");
        return;
    };
    let database = server.url();
    let mut random = StdRng::seed_from_u64(4);
    block_on(async {
        let mut sites = [(); 3].map(|()| Site::start(&database));
        let mut made = 0;
        for round in 0..kills() {
            let mut tasks = Vec::new();
            for number in 0..6 {
                // Each plays by another process than the opponent; rooms of all processes.
                let on = [number % 3, (number + 1 + number / 3) % 3];
                let cookies = [
                    sites[on[0]].guest(&format!("A{round} {number}")).await,
                    sites[on[1]].guest(&format!("B{round} {number}")).await,
                ];
                let mut first = sites[on[0]].page(&cookies[0]).await;
                let mut second = sites[on[1]].page(&cookies[1]).await;
                let wish = json!({"game": "rolit", "clock": "none", "seats": ["me", "open"], "settings": {"players": "2"}});
                let room = first.open(wish).await;
                second.enter(&room).await;
                second.send(json!({"type": "join", "room": room})).await;
                let mut pages = [first, second];
                for page in &mut pages {
                    page.until(|room| room["phase"] == "playing").await;
                }
                let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
                let (seed, seen) = (random.random(), told.clone());
                let task = tokio::spawn(async move {
                    let mut random = StdRng::seed_from_u64(seed);
                    while pages[0].room["phase"] == "playing" {
                        play(&mut pages, 1, &mut random).await;
                        *seen.lock().expect("whole") = moves(&pages[0].room);
                    }
                });
                tasks.push((room, told, task));
            }
            tokio::time::sleep(Duration::from_millis(random.random_range(50..400))).await;
            let victim = random.random_range(0..3);
            sites[victim].kill();
            for (room, told, task) in tasks {
                task.abort();
                // A page says what it says when its server has gone.
                let _ = task.await;
                let site = &sites[(victim + 1) % 3];
                let (status, history) = site.get(&format!("/api/rooms/{room}/history")).await;
                assert_eq!(status, 200);
                let plies = history["plies"].as_array().expect("plies");
                let there: Vec<String> = plies.iter().map(text).collect();
                let told = told.lock().expect("whole");
                assert!(there.starts_with(&told), "{there:?} {told:?}");
                made += told.len();
            }
            sites[victim] = Site::start(&database);
        }
        eprintln!(
            "{} kills of one process of three: {made} moves told, none lost",
            kills()
        );
        assert!(made > 0);
    });
}

#[test]
fn three_processes_are_one_site_and_one_may_be_killed() {
    let Some(server) = ServerDatabase::new() else {
        left_out("three processes on PostgreSQL");
        return;
    };
    let database = server.url();
    let mut random = StdRng::seed_from_u64(3);
    block_on(async {
        let mut sites = [(); 3].map(|()| Site::start(&database));
        // Two on different processes find each other, whichever has the lobby.
        let cookies = [sites[0].guest("Ana").await, sites[1].guest("Berta").await];
        let mut pages = [
            sites[0].page(&cookies[0]).await,
            sites[1].page(&cookies[1]).await,
        ];
        for page in &mut pages {
            page.send(json!({"type": "seek", "game": "chess", "clock": "5+3"}))
                .await;
        }
        let mut rooms = Vec::new();
        for page in &mut pages {
            rooms.push(page.expect("paired").await["room"].clone());
        }
        assert_eq!(rooms[0], rooms[1]);
        let room = rooms[0].as_str().expect("a name").to_owned();
        let mut you = Vec::new();
        for page in &mut pages {
            page.send(json!({"type": "hello", "room": room})).await;
            you.push(page.expect("room").await["you"].clone());
        }
        if you[0] == 1 {
            pages.swap(0, 1);
        }
        play(&mut pages, 10, &mut random).await;

        // A room of the third process, played from the first two; a spectator on the third.
        let host = sites[2].guest("Carla").await;
        let mut maker = sites[2].page(&host).await;
        let wish = json!({"game": "rolit", "clock": "none", "seats": ["me", "open"], "settings": {"players": "2"}});
        let room = maker.open(wish).await;
        drop(maker);
        let mut players = [sites[0].page(&host).await, sites[1].page(&cookies[1]).await];
        for page in &mut players {
            page.enter(&room).await;
        }
        players[1].send(json!({"type": "join", "room": room})).await;
        for page in &mut players {
            page.until(|room| room["phase"] == "playing").await;
        }
        let mut watcher = sites[2].page("").await;
        watcher.enter(&room).await;
        play(&mut players, 12, &mut random).await;
        let version = players[0].version();
        watcher.until_version(version).await;
        assert_eq!(watcher.room["board"], players[0].room["board"]);

        // Its owner dies: another process takes the room over, and the pages go on.
        let before = players[0].room.clone();
        sites[2].kill();
        let [one, other] = &mut players;
        // Both at once: a page that does not listen for long is taken for gone.
        let goes_on = |room: &Value| room["version"].as_u64() > Some(version);
        tokio::join!(one.until(goes_on), other.until(goes_on));
        for page in &players {
            assert_eq!(page.room["moves"], before["moves"]);
            assert_eq!(page.room["board"], before["board"]);
        }
        play(&mut players, 8, &mut random).await;
        assert_eq!(players[0].room["moves"], players[1].room["moves"]);
        // The lobby goes on, too, whoever had it.
        let mut pages = [
            sites[0].page(&cookies[0]).await,
            sites[1].page(&cookies[1]).await,
        ];
        for page in &mut pages {
            page.send(json!({"type": "seek", "game": "kamisado", "clock": "1+0"}))
                .await;
        }
        for page in &mut pages {
            page.expect("paired").await;
        }
    });
}
