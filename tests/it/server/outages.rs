//! A database that is away while games are played: nothing that was acknowledged is lost, nobody pays for it by the
//! clock, the pages say why, and all goes on when it is there again.
//!
//! `ATALAYA_TEST_OUTAGES` says how often it goes away (2; the full number is 10), and `ATALAYA_TEST_OUTAGE_GAMES` how many
//! games are played meanwhile (8; 200).

use crate::databases::{ServerDatabase, block_on, on_each_address};
use crate::outage::{Line, OwnServer, SmallDisk, State, Stop};
use crate::shared::left_out;
use crate::site::{Page, Site, legal, play, two};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use sqlx::{Connection, Executor};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

fn number(variable: &str, usual: usize) -> usize {
    let told = std::env::var(variable).ok();
    told.map_or(usual, |text| text.parse().expect(variable))
}

/// The longest that the site may take to go on once the database is there again.
const RECOVERY: Duration = Duration::from_secs(5);

fn moves(room: &Value) -> Vec<String> {
    let moves = room["moves"].as_array().expect("moves").iter();
    moves
        .map(|made| made["text"].as_str().expect("text").to_owned())
        .collect()
}

fn left(room: &Value, seat: usize) -> u64 {
    room["clocks"][seat]["left"].as_u64().expect("a clock")
}

/// The next message of a page that says that the clocks stand, or go on.
async fn halted(page: &mut Page, stands: bool) -> Value {
    loop {
        let message = page.expect("halted").await;
        if message["text"].is_null() != stands {
            return message;
        }
    }
}

async fn health(site: &Site) -> u16 {
    site.get("/health").await.0
}

/// Plays until a move is not written, and returns the player who made it.
async fn play_until_halted(pages: &mut [Page; 2], random: &mut StdRng) -> usize {
    loop {
        assert_eq!(pages[0].room["phase"], "playing");
        let turn = pages[0].room["turn"].as_u64().expect("a seat") as usize;
        let before = moves(&pages[turn].room).len();
        let text = legal(&pages[turn].room)
            .choose(random)
            .expect("one")
            .clone();
        pages[turn].play(&text).await;
        while moves(&pages[turn].room).len() == before {
            let message = pages[turn].next().await.expect("it is open");
            assert_ne!(message["type"], "refused", "{message}");
            if message["type"] == "halted" {
                assert!(
                    message["text"]["en"]
                        .as_str()
                        .expect("text")
                        .contains("not saved yet")
                );
                assert!(
                    message["text"]["es"]
                        .as_str()
                        .expect("text")
                        .contains("no está guardado")
                );
                assert!(message["clocks"][0]["running"] == false);
                return turn;
            }
        }
        pages[1 - turn]
            .until(|room| moves(room).len() > before)
            .await;
    }
}

#[test]
fn a_disk_that_is_full_for_a_moment_costs_nobody_anything() {
    let Some(disk) = SmallDisk::new(16) else {
        return;
    };
    let file = disk.path().join("site.sqlite");
    let database = format!("sqlite:{}", file.display());
    let mut random = StdRng::seed_from_u64(5);
    block_on(async {
        let mut site = Site::start(&database);
        let wish = json!({"game": "chess", "clock": "3+0"});
        let mut pages = two(&site, ["Ana", "Berta"], wish).await;
        let mut slowest = Duration::ZERO;
        for _ in 0..number("ATALAYA_TEST_OUTAGES", 2) {
            play(&mut pages, 4, &mut random).await;
            assert_eq!(health(&site).await, 200);
            // The log of changes begins anew: otherwise there would be room in it.
            let url = format!("sqlite://{}", file.display());
            let mut other = sqlx::SqliteConnection::connect(&url).await.expect("a file");
            let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
            other.execute(sql).await.expect("it is written back");
            other.close().await.expect("it closes");
            let ballast = disk.fill();
            let turn = play_until_halted(&mut pages, &mut random).await;
            // Both see it.
            halted(&mut pages[1 - turn], true).await;
            assert_eq!(health(&site).await, 503);
            for (language, said) in [("es", "no responde"), ("en", "does not answer")] {
                let origin = format!("http://{}", site.address);
                let headers = [("Origin", origin.as_str()), ("Accept-Language", language)];
                let body = json!({"name": "Carla", "password": "correct horse"}).to_string();
                let told = site.request("POST", "/api/sign-up", &headers, &body).await;
                assert_eq!(told.0, 503, "{told:?}");
                assert!(told.2.contains(said), "{told:?}");
                assert!(
                    !told.2.contains("full") && !told.2.contains("begin"),
                    "{told:?}"
                );
            }
            tokio::time::sleep(Duration::from_millis(2500)).await;
            let before = [0, 1].map(|seat| left(&pages[turn].room, seat));
            std::fs::remove_file(ballast).expect("it is there");
            let begun = Instant::now();
            let made = moves(&pages[0].room).len().max(moves(&pages[1].room).len());
            for page in &mut pages {
                halted(page, false).await;
                page.until(|room| moves(room).len() > made).await;
            }
            slowest = slowest.max(begun.elapsed());
            while health(&site).await != 200 {
                assert!(begun.elapsed() < RECOVERY, "it is not well");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            // Whoever is to move has not paid for it, nor has whoever moved.
            for seat in [0, 1] {
                assert!(
                    left(&pages[0].room, seat) + 1000 > before[seat],
                    "{before:?}"
                );
            }
        }
        assert!(slowest < RECOVERY, "{slowest:?}");
        eprintln!("a full disk: it goes on within {slowest:?}");
        play(&mut pages, 4, &mut random).await;
        let (made, room) = (moves(&pages[0].room), pages[0].id());
        site.kill();
        let site = Site::start(&database);
        let (_, history) = site.get(&format!("/api/rooms/{room}/history")).await;
        let plies = history["plies"].as_array().expect("plies");
        let there: Vec<&str> = plies
            .iter()
            .filter_map(|ply| ply["text"].as_str())
            .collect();
        assert_eq!(there, made);
    });
}

/// Two who play at random; what they were told in the end, and when the last turn had begun and its move was sent.
async fn two_play(mut pages: [Page; 2], over: Arc<AtomicBool>, seed: u64) -> (Value, [Instant; 2]) {
    let mut random = StdRng::seed_from_u64(seed);
    let mut last = [Instant::now(); 2];
    while !over.load(Relaxed) && pages[0].room["phase"] == "playing" {
        let turn = pages[0].room["turn"].as_u64().expect("a seat") as usize;
        let before = moves(&pages[0].room).len();
        let text = legal(&pages[turn].room)
            .choose(&mut random)
            .expect("one")
            .clone();
        last[1] = Instant::now();
        pages[turn].play(&text).await;
        let there = |page: &Page| moves(&page.room).len() > before || page.room["phase"] == "over";
        for page in &mut pages {
            while !there(page) {
                let message = page.next().await.expect("it is open");
                assert_ne!(message["type"], "refused", "{message}");
            }
        }
        if pages[0].room["phase"] == "playing" {
            last[0] = Instant::now();
            tokio::time::sleep(Duration::from_millis(random.random_range(100..400))).await;
        }
    }
    (pages[0].room.clone(), last)
}

/// Plays games while a PostgreSQL server is away again and again: `away` takes it away, and brings it back.
fn plays_through(url: &str, outages: usize, games: usize, mut away: impl FnMut(bool)) {
    let mut random = StdRng::seed_from_u64(6);
    block_on(async {
        let site = Site::start(url);
        let over = Arc::new(AtomicBool::new(false));
        let mut tasks = Vec::new();
        for number in 0..games {
            let names = [format!("A{number}"), format!("B{number}")];
            let wish = json!({"game": "chess", "clock": "4/turn"});
            let pages = two(&site, [&names[0], &names[1]], wish).await;
            let seed = random.random();
            tasks.push(tokio::spawn(two_play(pages, Arc::clone(&over), seed)));
        }
        let mut slowest = Duration::ZERO;
        let mut windows = Vec::new();
        for _ in 0..outages {
            tokio::time::sleep(Duration::from_millis(random.random_range(1000..2000))).await;
            let gone = Instant::now();
            away(true);
            // Longer than a turn may take.
            tokio::time::sleep(Duration::from_millis(random.random_range(5000..6000))).await;
            away(false);
            let begun = Instant::now();
            while health(&site).await != 200 {
                assert!(begun.elapsed() < 2 * RECOVERY, "it is not well");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            slowest = slowest.max(begun.elapsed());
            windows.push([gone, begun, Instant::now()]);
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        over.store(true, Relaxed);
        let (mut made, mut finished) = (0, 0);
        for task in tasks {
            let (told, last) = task.await.expect("no panic");
            let id = told["id"].as_str().expect("a name");
            let (_, history) = site.get(&format!("/api/rooms/{id}/history")).await;
            let plies = history["plies"].as_array().expect("plies");
            let there: Vec<&str> = plies
                .iter()
                .filter_map(|ply| ply["text"].as_str())
                .collect();
            let told_moves = moves(&told);
            assert!(there.len() >= told_moves.len() && there[..told_moves.len()] == told_moves);
            made += told_moves.len();
            if told["phase"] == "over" {
                finished += 1;
                let ago = |at: Instant| at.elapsed().as_millis();
                assert_eq!(
                    told["verdict"]["ending"],
                    "rules",
                    "{}: turn begun and move sent {:?} ms ago; database gone, back, well {:?} ms ago",
                    told["verdict"]["text"]["en"],
                    last.map(ago),
                    windows
                        .iter()
                        .map(|window| window.map(ago))
                        .collect::<Vec<_>>()
                );
            }
        }
        eprintln!(
            "{games} games, {outages} outages: {made} moves, {finished} games ended by the rules, none lost; \
             it goes on within {slowest:?}"
        );
        assert!(made > games * outages, "{made}");
        assert!(slowest < RECOVERY, "{slowest:?}");
    });
}

/// The same with a way to the server that is cut, or on which nothing passes.
fn plays_on_a_line(state: State, outages: usize, games: usize) {
    let Some(server) = ServerDatabase::new() else {
        return left_out("a PostgreSQL server that goes away");
    };
    let line = Line::to(&server.url());
    plays_through(&line.url, outages, games, |away| {
        line.set(if away { state } else { State::Open });
    });
}

#[test]
fn the_way_to_postgresql_is_cut_while_games_are_played_and_none_is_lost() {
    let outages = number("ATALAYA_TEST_OUTAGES", 2);
    let games = number("ATALAYA_TEST_OUTAGE_GAMES", 8);
    plays_on_a_line(State::Cut, outages, games);
}

#[test]
fn postgresql_that_says_nothing_is_not_waited_for_by_anybodys_clock() {
    plays_on_a_line(State::Silent, 1, 4);
}

#[test]
fn postgresql_is_stopped_and_started_while_games_are_played_and_none_is_lost() {
    let Some(server) = OwnServer::new() else {
        return;
    };
    let outages = number("ATALAYA_TEST_OUTAGES", 3);
    let games = number("ATALAYA_TEST_OUTAGE_GAMES", 8);
    let mut ways = [Stop::Fast, Stop::Immediate, Stop::Killed]
        .into_iter()
        .cycle();
    plays_through(&server.url(), outages, games, |away| {
        if away {
            server.stop(ways.next().expect("one"));
        } else {
            server.start();
        }
    });
}

#[test]
fn a_clock_that_was_set_back_while_no_server_ran_freezes_no_game() {
    on_each_address(|database| {
        block_on(async {
            let mut random = StdRng::seed_from_u64(7);
            let mut site = Site::start(database);
            let cookies = [site.guest("Ana").await, site.guest("Berta").await];
            let mut first = site.page(&cookies[0]).await;
            let wish = json!({"game": "chess", "clock": "5+0", "seats": ["me", "open"]});
            let room = first.open(wish).await;
            let mut second = site.page(&cookies[1]).await;
            second.enter(&room).await;
            second.send(json!({"type": "join", "room": room})).await;
            let mut pages = [first, second];
            for page in &mut pages {
                page.until(|room| room["phase"] == "playing").await;
            }
            play(&mut pages, 4, &mut random).await;
            site.kill();
            // What was written then is an hour ahead of what the clock says now.
            sqlx::any::install_default_drivers();
            let address = database.replacen("sqlite:", "sqlite://", 1);
            let mut other = sqlx::AnyConnection::connect(&address)
                .await
                .expect("it opens");
            let sql = "UPDATE game_events SET at = at + 3600000";
            other.execute(sql).await.expect("rows");
            other.close().await.expect("it closes");
            let site = Site::start(database);
            let mut pages = [site.page(&cookies[0]).await, site.page(&cookies[1]).await];
            for page in &mut pages {
                page.enter(&room).await;
            }
            let turn = pages[0].room["turn"].as_u64().expect("a seat") as usize;
            let before = left(&pages[turn].room, turn);
            assert!(before > 290_000, "{before}");
            tokio::time::sleep(Duration::from_millis(1500)).await;
            play(&mut pages, 1, &mut random).await;
            let after = left(&pages[turn].room, turn);
            assert!(
                (1000..10_000).contains(&(before - after)),
                "{before} {after}"
            );
        });
    });
}
