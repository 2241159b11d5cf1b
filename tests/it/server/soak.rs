//! A day of a site in less time: visitors come, play, talk, look at pages, lose their connections and leave. Its memory
//! does not grow with what is over.
//!
//! `ATALAYA_TEST_SOAK` says in how many seconds the day goes by (12, and then of a tenth as many games; 3600 is an hour),
//! `ATALAYA_TEST_SOAK_GAMES` how many games are played in it (2,400). Nothing of the server's own time goes faster: what
//! is kept for a minute after its end is kept for a minute.

use crate::databases::{block_on, on_each_address};
use crate::site::{Page, Site, legal, play, two};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn number(variable: &str) -> Option<u64> {
    let told = std::env::var(variable).ok()?;
    Some(told.parse().expect(variable))
}

/// Memory of a process now, in KiB.
fn memory(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it lives");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next());
    kib.and_then(|kib| kib.parse().ok()).expect("a number")
}

/// Pages that people look at between games, one that is not there among them.
const PAGES: [&str; 9] = [
    "/",
    "/watch",
    "/problems",
    "/problems/daily",
    "/ranking",
    "/account?lang=es",
    "/api/games?state=over",
    "/no-such-page",
    "/health",
];

/// Number of moves of a game that is given up; others end for other reasons before.
const MOVES: usize = 24;

/// A visit of two: they look at pages, play, and leave in one of several ways.
async fn visit(site: Arc<Site>, number: u64) {
    let mut random = StdRng::seed_from_u64(number);
    let names = [format!("A{number}"), format!("B{number}")];
    for _ in 0..4 {
        let path = PAGES.choose(&mut random).expect("one");
        site.get(path).await;
    }
    let (game, clock) =
        [("chess", "5+3"), ("kamisado", "30/turn"), ("chess", "none")][(number % 3) as usize];
    // Some sign up, and one of them plays with a machine.
    if number.is_multiple_of(20) {
        let cookie = site.account(&names[0]).await;
        let mut page = site.page(&cookie).await;
        page.open(json!({"game": "chess", "clock": "none", "seats": ["me", "easy"]}))
            .await;
        for _ in 0..4 {
            page.until(|room| room["turn"] == 0 || room["phase"] != "playing")
                .await;
            if page.room["phase"] != "playing" {
                break;
            }
            let before = page.moves();
            let text = legal(&page.room).choose(&mut random).expect("one").clone();
            page.play(&text).await;
            page.until_moved(before).await;
        }
        page.act(json!({"event": "resign"})).await;
        site.post("/api/log-out", &cookie, &json!({})).await;
        return;
    }
    let wish = json!({"game": game, "clock": clock});
    let mut pages = two(&site, [&names[0], &names[1]], wish).await;
    let room = pages[0].id();
    if number.is_multiple_of(4) {
        let mut watcher = site.page("").await;
        watcher.enter(&room).await;
        play(&mut pages, MOVES / 2, &mut random).await;
    }
    play(&mut pages, MOVES, &mut random).await;
    talk(&mut pages, &room).await;
    // Every tenth pair goes away without a word: the clocks and those who wait for absent people end it.
    if !number.is_multiple_of(10) && pages[0].room["phase"] == "playing" {
        pages[1].act(json!({"event": "resign"})).await;
        pages[0].until(|room| room["phase"] == "over").await;
        site.get(&format!("/api/rooms/{room}/history")).await;
        site.get(&format!("/game/{room}/pgn")).await;
    }
}

async fn talk(pages: &mut [Page; 2], room: &str) {
    let line = "well played ".repeat(10);
    pages[0]
        .send(json!({"type": "chat", "room": room, "text": line}))
        .await;
    pages[1].expect("chat").await;
}

#[test]
fn a_day_of_visitors_leaves_the_memory_of_the_site_where_it_was() {
    let seconds = number("ATALAYA_TEST_SOAK");
    let short = seconds.is_none();
    let day = Duration::from_secs(seconds.unwrap_or(12));
    let games = number("ATALAYA_TEST_SOAK_GAMES").unwrap_or(if short { 240 } else { 2400 });
    on_each_address(|database| {
        let (kind, _) = database.split_once(':').expect("an address");
        let site = Arc::new(Site::start_working(database));
        let pid = site.child.id();
        let mut levels = Vec::new();
        block_on(async {
            let begun = Instant::now();
            let mut visits = tokio::task::JoinSet::new();
            for number in 0..games {
                let at = begun + day.mul_f64(number as f64 / games as f64);
                tokio::time::sleep_until(at.into()).await;
                visits.spawn(visit(Arc::clone(&site), number));
                while let Some(done) = visits.try_join_next() {
                    done.expect("no panic");
                }
                if (number + 1) * 24 / games > number * 24 / games {
                    levels.push(memory(pid));
                }
            }
            while let Some(done) = visits.join_next().await {
                done.expect("no panic");
            }
            levels.push(memory(pid));
            eprintln!(
                "{kind}: {games} games in {:.0?}: MiB by the hour: {:?}",
                begun.elapsed(),
                levels.iter().map(|kib| kib / 1024).collect::<Vec<_>>()
            );
        });
        // By the sixth hour all that is kept for a while is there. Of a short day nothing is over that long.
        let highest = |levels: &[u64]| levels.iter().copied().max().unwrap_or_default();
        let (early, late) = (highest(&levels[..8]), highest(&levels[18..]));
        let spare = if short { 64 } else { 8 };
        assert!(
            late <= early + early / 20 + spare * 1024,
            "{kind}: {levels:?} KiB"
        );
    });
}
