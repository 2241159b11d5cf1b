//! Rooms and their clocks with time that stands still until somebody waits for it.

use super::call::{Call, Caller, CallerWho, Order, SocketId};
use super::hub::{self, Hub, SocketHandle};
use super::machines::{Ask, Pool, Question};
use super::make::{self, GameRequest, Sitter};
use super::record::{Entry, settings};
use super::storage::Reporter;
use super::writer::Writer;
use crate::protocol::{Act, Visibility};
use crate::{App, Config, Limits};
use axum::extract::ws::Utf8Bytes;
use games::Lang;
use players::{Level, Registry};
use rooms::{Event, Options, Room};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;
use store::games::{Append, Ended};
use store::{Database, Store};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

struct Page {
    caller: Caller,
    _handle: SocketHandle,
    messages: mpsc::Receiver<Utf8Bytes>,
}

struct Site {
    app: App,
    room: String,
    pages: Vec<Page>,
    _folder: tempfile::TempDir,
    _stop: watch::Sender<bool>,
}

/// Two who play a game with a clock, in a site whose time stands still from now on.
async fn two(clock: &str) -> Site {
    let site = site(clock, &["g1", "g2"], |_| Writer::pretending()).await;
    tokio::time::pause();
    site
}

/// A game of chess.
fn game_request(clock: &str, start: Option<&str>) -> GameRequest {
    GameRequest {
        game: "chess".to_owned(),
        settings: BTreeMap::new(),
        start: start.map(str::to_owned),
        clock: clock.to_owned(),
        rated: false,
        visibility: Visibility::Private,
    }
}

/// A room for two in which those of some keys sit, and the pages of `g1` and `g2`, which look at it. Whoever is
/// called `easy` is a machine; one thread thinks for all of them.
async fn site(clock: &str, seated: &[&str], writer: impl FnOnce(&Store) -> Writer) -> Site {
    let folder = tempfile::tempdir().expect("a folder");
    // Its folder is made by the collection.
    let database = Database::Sqlite(folder.path().join("made/site.sqlite"));
    let collection = Store::open(&database).await.expect("it opens");
    let registry = Registry::standard();
    let config = Config {
        engine_threads: 1,
        ..Config::default()
    };
    let machines = Pool::start(&registry, &config).expect("threads");
    let hub = Hub::new("p".to_owned(), writer(&collection), machines, None);
    let (sender, stop) = watch::channel(false);
    let app = App::assemble(collection, registry, config, Limits::none(), stop, hub);
    let wish = game_request(clock, None);
    let who = |key: &str| CallerWho {
        key: key.to_owned(),
        name: key.to_owned(),
        guest: None,
    };
    let mut sitters: Vec<Sitter> = seated
        .iter()
        .map(|key| match *key {
            "easy" => Sitter::Machine(Level::Easy),
            key => Sitter::Person(who(key), None),
        })
        .collect();
    sitters.resize(2, Sitter::Open);
    let meant = wish.resolve(&app, Lang::EN).expect("a game");
    let room = make::room(&app, &wish, meant, "g1", &sitters, None).await;
    let room = room.expect("it is made").expect("a name");
    let mut pages = Vec::new();
    for key in ["g1", "g2"] {
        let (socket, handle, messages) = app.hub().connect();
        let caller = Caller {
            socket,
            who: Some(who(key)),
            lang: "en".to_owned(),
            lag: 0,
        };
        pages.push(Page {
            caller,
            _handle: handle,
            messages,
        });
    }
    let mut site = Site {
        app,
        room,
        pages,
        _folder: folder,
        _stop: sender,
    };
    for page in 0..2 {
        site.order(page, Order::Enter { seen: None }).await;
        site.until(page, "room").await;
    }
    site
}

impl Site {
    async fn order(&self, page: usize, order: Order) {
        let caller = self.pages[page].caller.clone();
        hub::call(&self.app, &self.room, Call { caller, order }).await;
    }

    async fn act(&self, page: usize, act: Act) {
        self.order(page, Order::Act { n: None, act }).await;
    }

    /// The next message of a type for a page.
    async fn until(&mut self, page: usize, kind: &str) -> Value {
        loop {
            let heard = tokio::time::timeout(seconds(100), self.pages[page].messages.recv());
            let text = heard.await;
            let text = text.unwrap_or_else(|_| panic!("page {page} is told no '{kind}'"));
            let text = text.expect("it is open");
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["type"] == kind {
                return message;
            }
        }
    }

    fn move_of(text: &str) -> Act {
        Act::Move {
            text: text.to_owned(),
        }
    }
}

/// A time in whole tenths of a second: the few milliseconds before time stood still do not count.
fn tenths(time: &Value) -> u64 {
    let time = time.as_u64().expect("a time");
    time.div_euclid(100) * 100
}

/// The first effect of a kind in an event.
fn first<'e>(event: &'e Value, kind: &str) -> &'e Value {
    let effects = event["effects"].as_array().expect("effects");
    let found = effects.iter().find(|effect| effect["effect"] == kind);
    found.unwrap_or_else(|| panic!("no {kind}: {event}"))
}

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[tokio::test]
async fn a_flag_falls_by_itself_and_to_the_second() {
    let mut site = two("30/turn").await;
    tokio::time::sleep(seconds(20)).await;
    site.act(0, Site::move_of("e4")).await;
    let event = site.until(1, "event").await;
    assert_eq!(tenths(&first(&event, "moved")["spent"]), 20_000);
    let begun = Instant::now();
    let event = site.until(1, "event").await;
    let passed = begun.elapsed();
    assert!((seconds(30)..seconds(31)).contains(&passed), "{passed:?}");
    assert_eq!(event["verdict"]["ending"], "time");
    assert_eq!(event["verdict"]["winners"], serde_json::json!([0]));
}

#[tokio::test]
async fn an_offer_of_a_draw_stops_no_clock() {
    let mut site = two("1+0").await;
    tokio::time::sleep(seconds(10)).await;
    site.act(0, Act::OfferDraw {}).await;
    site.until(0, "event").await;
    tokio::time::sleep(seconds(5)).await;
    site.act(0, Site::move_of("e4")).await;
    let event = site.until(0, "event").await;
    assert_eq!(tenths(&first(&event, "moved")["spent"]), 15_000);
    tokio::time::sleep(seconds(20)).await;
    site.act(1, Act::DeclineDraw {}).await;
    site.until(0, "event").await;
    tokio::time::sleep(seconds(7)).await;
    site.act(1, Site::move_of("e5")).await;
    let event = site.until(0, "event").await;
    assert_eq!(tenths(&first(&event, "moved")["spent"]), 27_000);
}

#[tokio::test]
async fn an_absence_ends_nothing_until_it_is_claimed() {
    let mut site = two("none").await;
    site.act(0, Site::move_of("e4")).await;
    site.until(1, "event").await;
    let begun = Instant::now();
    site.order(0, Order::Exit).await;
    let event = site.until(1, "event").await;
    assert!(event["seats"][0]["away_until"].is_u64(), "{event}");
    assert!((seconds(2)..seconds(3)).contains(&begun.elapsed()));
    tokio::time::sleep(seconds(1000)).await;
    site.act(1, Act::Claim {}).await;
    let event = site.until(1, "event").await;
    assert_eq!(event["verdict"]["ending"], "abandonment");
    assert!(begun.elapsed() > seconds(1000), "nothing ended it before");
}

#[tokio::test]
async fn lag_is_not_charged_and_a_move_on_its_way_is_waited_for() {
    let mut site = two("30/turn").await;
    site.pages[0].caller.lag = 400;
    tokio::time::sleep(seconds(10)).await;
    site.act(0, Site::move_of("e4")).await;
    let event = site.until(1, "event").await;
    assert_eq!(tenths(&first(&event, "moved")["spent"]), 9_600);
    site.act(1, Site::move_of("e5")).await;
    site.until(1, "event").await;
    // By the server's clock the flag has fallen.
    tokio::time::sleep(seconds(30) + Duration::from_millis(300)).await;
    site.act(0, Site::move_of("d4")).await;
    let event = site.until(1, "event").await;
    assert!(event["verdict"].is_null(), "{event}");
    assert_eq!(tenths(&first(&event, "moved")["spent"]), 29_900);
    // Of one who has no lag it falls at once.
    tokio::time::sleep(seconds(30) + Duration::from_millis(50)).await;
    site.act(1, Site::move_of("d5")).await;
    let event = site.until(1, "event").await;
    assert_eq!(event["verdict"]["ending"], "time");
}

#[tokio::test]
async fn while_the_database_is_away_the_clocks_stand_and_both_pages_are_told_why() {
    let mut site = two("30/turn").await;
    tokio::time::sleep(seconds(20)).await;
    let report = |site: &Site, failed| {
        let storage = site.app.hub().writer.storage();
        storage.report(Reporter::Heartbeat, failed);
    };
    // Ten seconds are left, less the few milliseconds before time stood still.
    let white = |clocks: &Value| {
        let left = clocks[0]["left"].as_u64().expect("a clock");
        assert!((9_800..=10_000).contains(&left), "{left}");
        clocks[0]["running"].clone()
    };
    report(&site, Some(Instant::now()));
    for page in 0..2 {
        let halted = site.until(page, "halted").await;
        assert!(halted["text"]["es"].is_string() && halted["text"]["en"].is_string());
        assert_eq!(white(&halted["clocks"]), false);
    }
    // Whoever comes back sees it, too; and nobody is taken for absent.
    site.order(0, Order::Exit).await;
    tokio::time::sleep(seconds(500)).await;
    // Whoever comes in is told the chat, from the database: time that leaps would not wait for its thread.
    tokio::time::resume();
    site.order(0, Order::Enter { seen: None }).await;
    assert_eq!(site.until(0, "room").await["room"]["phase"], "playing");
    assert!(site.until(0, "halted").await["text"].is_object());
    let text = "hello".to_owned();
    site.order(1, Order::Chat { text }).await;
    assert_eq!(site.until(1, "refused").await["code"], "storage");
    tokio::time::pause();
    report(&site, None);
    for page in 0..2 {
        // The time until then did pass; then the time since then is taken out.
        site.until(page, "event").await;
        let event = site.until(page, "event").await;
        assert_eq!(white(&first(&event, "clocks")["faces"]), true);
        assert!(event["verdict"].is_null(), "{event}");
    }
    let begun = Instant::now();
    let event = site.until(1, "event").await;
    assert_eq!(event["verdict"]["ending"], "time");
    assert!((seconds(9)..seconds(11)).contains(&begun.elapsed()));
}

/// Has the only thread for machines think about somebody else's room, until the sender is dropped.
fn busy(site: &Site) -> std::sync::mpsc::Sender<()> {
    let (sender, gate) = std::sync::mpsc::channel();
    let chess = site.app.registry().find("chess").expect("a game");
    let game = chess
        .begin(&settings(&BTreeMap::new()), None)
        .expect("it begins")
        .all()
        .expect("nothing is left out");
    site.app.hub().machines.ask(Question {
        host: "g3".to_owned(),
        room: Room::new(game, Options::default()),
        now: Duration::ZERO,
        skill: Level::Easy,
        ask: Ask::Move,
        answer: Box::new(move |_, _| {
            let _ = gate.recv();
        }),
    });
    sender
}

#[tokio::test]
async fn a_machine_is_not_charged_for_what_others_have_it_wait() {
    // In the time of the world: the machine's thread knows no other.
    let mut site = site("0:03", &["g1", "easy"], |_| Writer::pretending()).await;
    let busy = busy(&site);
    site.act(0, Site::move_of("e4")).await;
    let event = site.until(1, "event").await;
    assert_eq!(first(&event, "moved")["text"], "e2e4", "{event}");
    tokio::time::sleep(Duration::from_millis(3500)).await;
    drop(busy);
    let event = site.until(1, "event").await;
    assert!(event["verdict"].is_null(), "{event}");
    let spent = first(&event, "moved")["spent"].as_u64().expect("a time");
    assert!(spent < 3000, "{event}");
}

/// An event as a process writes it down whose database answers too late: the room does not hear of it.
async fn write_behind(site: &Site, number: u64, event: Event, ended: Option<Ended>) {
    let append = Append {
        game: site.room.clone(),
        number,
        event: serde_json::to_string(&Entry::Happened(event)).expect("JSON"),
        at: site.app.now(),
        begins: false,
        seating: Vec::new(),
        ended,
    };
    let written = site.app.collection().games().append("p", &[append]).await;
    assert_eq!(written.expect("it is written"), [true]);
}

fn writing(collection: &Store) -> Writer {
    Writer::start(collection, "p", 1)
}

#[tokio::test]
async fn a_room_goes_on_from_what_was_written_although_the_answer_was_lost() {
    let mut site = site("none", &["g1", "g2"], writing).await;
    site.order(1, Order::Enter { seen: None }).await;
    let version = site.until(1, "room").await["room"]["version"].clone();
    let number = version.as_u64().expect("a number") + 1;
    let moved = Event::Move {
        seat: 0,
        text: "d2d4".to_owned(),
        lag: Duration::ZERO,
    };
    write_behind(&site, number, moved, None).await;
    // For the room it is still White's turn, and this event has the other's number.
    site.act(0, Site::move_of("e4")).await;
    assert_eq!(site.until(0, "refused").await["code"], "storage");
    for page in 0..2 {
        let room = site.until(page, "room").await["room"].clone();
        assert_eq!(room["version"], number);
        assert_eq!(room["moves"][0]["text"], "d2d4");
        assert_eq!(room["moves"].as_array().map(Vec::len), Some(1));
    }
    site.act(1, Site::move_of("d5")).await;
    assert_eq!(site.until(0, "event").await["version"], number + 1);
}

#[tokio::test]
async fn a_room_that_was_closed_says_so_and_wakes_no_more() {
    let mut site = site("5+3", &["g1"], writing).await;
    site.order(0, Order::Enter { seen: None }).await;
    let room = site.until(0, "room").await["room"].clone();
    assert_eq!(
        (&room["closed"], &room["phase"]),
        (&false.into(), &"gathering".into())
    );
    let number = room["version"].as_u64().expect("a number") + 1;
    let deserted = Ended {
        winners: None,
        reason: "deserted".to_owned(),
        ending: rooms::Ending::Abandonment,
    };
    write_behind(&site, number, Event::Tick, Some(deserted)).await;
    // The room finds out as it does in the test before.
    site.order(1, Order::Join { seat: None }).await;
    assert_eq!(site.until(1, "refused").await["code"], "storage");
    let room = site.until(0, "room").await["room"].clone();
    assert_eq!(
        (&room["closed"], &room["version"]),
        (&true.into(), &number.into())
    );
    let level = Some("easy".to_owned());
    for (page, order) in [
        (1, Order::Join { seat: None }),
        (0, Order::Machine { seat: 1, level }),
        (
            0,
            Order::Act {
                n: None,
                act: Act::Ready {},
            },
        ),
    ] {
        site.order(page, order).await;
        assert_eq!(site.until(page, "refused").await["code"], "aborted");
    }
}

#[tokio::test]
async fn a_socket_of_another_process_is_reached_by_its_name_only() {
    let site = two("none").await;
    let here = SocketId {
        process: "p".to_owned(),
        number: 9999,
    };
    assert!(site.app.hub().outlet(&here).is_none());
}

#[tokio::test]
async fn what_cannot_be_played_is_said_in_the_visitors_language() {
    let site = two("none").await;
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    for (clock, start, es, en) in [
        (
            "soon",
            None,
            "'soon' no es un reloj",
            "'soon' is not a clock",
        ),
        (
            "5+3",
            Some(mated),
            "habría terminado antes de empezar",
            "would be over before it begins",
        ),
        (
            "5+3",
            Some("8/8"),
            "tiene 2 filas y no 8",
            "has 2 ranks, not 8",
        ),
    ] {
        for (lang, said) in [(Lang::ES, es), (Lang::EN, en)] {
            let why = game_request(clock, start).resolve(&site.app, lang);
            let why = why.expect_err("no game");
            assert!(why.contains(said), "{why}");
        }
    }
    let right = "r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - 0 1";
    let meant = game_request("5+3", Some(right)).resolve(&site.app, Lang::EN);
    let dropped = meant.expect("a game").dropped(Lang::ES);
    let said = "se descarta el derecho de enroque q: pide un rey en e8 y una torre en a8";
    assert_eq!(dropped, [said]);
}
