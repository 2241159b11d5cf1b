//! How many games a site carries: games at once on sockets like those of pages, a move a second in each,
//! by random legal moves; how long a move takes to its opponent; what the server needs of memory.
//!
//! `cargo bench --bench server`, on SQLite in a temporary file, and on PostgreSQL where
//! `ATALAYA_TEST_POSTGRES` names a server whose user may create databases. The environment says how much:
//! `ATALAYA_BENCH_GAMES` (1000), `ATALAYA_BENCH_SECONDS` (20) for the steady part, `ATALAYA_BENCH_RATE`
//! (1 move a second in each game), and `ATALAYA_BENCH_MOST=1` to look for the largest number of games
//! that keeps 99 % of the moves under 50 ms.

#[allow(dead_code)]
#[path = "../tests/fixtures/databases.rs"]
mod databases;
#[path = "../tests/fixtures/shared.rs"]
mod shared;
#[allow(dead_code)]
#[path = "../tests/fixtures/site.rs"]
mod site;

use base::lang::Lang;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use site::Site;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::{Barrier, mpsc};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use web::table::{Setup, Table};

type Sink = SplitSink<WebSocketStream<TcpStream>, Message>;
type Stream = SplitStream<WebSocketStream<TcpStream>>;

/// Value of an environment variable, or a default.
fn setting(name: &str, usual: f64) -> f64 {
    let given = std::env::var(name).ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn main() {
    let games = setting("ATALAYA_BENCH_GAMES", 1000.0) as usize;
    let seconds = Duration::from_secs_f64(setting("ATALAYA_BENCH_SECONDS", 20.0));
    let rate = setting("ATALAYA_BENCH_RATE", 1.0);
    let most = setting("ATALAYA_BENCH_MOST", 0.0) > 0.0;
    databases::on_each_address(|database| {
        let (kind, _) = database.split_once(':').expect("an address");
        println!("{kind}: {games} games, {rate} moves a second in each");
        let first = databases::block_on(load(database, games, seconds, rate));
        println!("{first}");
        if !most {
            return;
        }
        let (mut fits, mut fails) = (games, None);
        while fails.is_none_or(|fails: usize| fails - fits > games / 4) {
            let tried = fails.map_or(fits * 2, |fails| fits.midpoint(fails));
            let found = databases::block_on(load(database, tried, seconds, rate));
            println!("{tried} games: {found}");
            if found.quantile(0.99) < Duration::from_millis(50) && found.lost == 0 {
                fits = tried;
            } else {
                fails = Some(tried);
            }
        }
        println!("{kind}: {fits} games keep 99 % under 50 ms");
    });
}

/// Figures of one measurement.
struct Found {
    /// From sending a move to the opponent's hearing of it, ascending.
    latencies: Vec<Duration>,
    /// Moves that were told and are not there, or came in another order.
    lost: usize,
    /// Of the server, in mebibytes: with all connected, and at most.
    memory: [u64; 2],
    over: usize,
    /// Processor time of the server while it was played, in milliseconds.
    processor: u64,
}

impl Found {
    fn quantile(&self, share: f64) -> Duration {
        let last = self.latencies.len().saturating_sub(1);
        let place = (last as f64 * share).round() as usize;
        self.latencies.get(place).copied().unwrap_or_default()
    }
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ms = |share| self.quantile(share).as_secs_f64() * 1000.0;
        write!(
            f,
            "{} moves: median {:.1} ms, 99 % {:.1} ms, 99.9 % {:.1} ms, most {:.1} ms; lost or \
             reordered: {}; games that ended: {}; server {} MiB, at most {} MiB, {:.2} ms of processor \
             a move",
            self.latencies.len(),
            ms(0.5),
            ms(0.99),
            ms(0.999),
            ms(1.0),
            self.lost,
            self.over,
            self.memory[0],
            self.memory[1],
            self.processor as f64 / self.latencies.len().max(1) as f64
        )
    }
}

/// A line of `/proc/PID/status`, in mebibytes.
fn memory(pid: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kib = line.and_then(|line| line.split_whitespace().next());
    kib.and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// Processor time of a process, in hundredths of a second.
fn processor(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace();
    let times = fields.skip(11).take(2);
    times.filter_map(|time| time.parse::<u64>().ok()).sum()
}

async fn load(database: &str, games: usize, seconds: Duration, rate: f64) -> Found {
    let site = Arc::new(Site::start(database));
    let begun = Arc::new(Barrier::new(games + 1));
    let latencies = Arc::new(Mutex::new(Vec::new()));
    let round: u32 = rand::rng().random_range(0..1_000_000);
    let mut tasks = Vec::new();
    // Not all at once: what is measured is the game, not the rush to the door.
    let (permits, mut free) = mpsc::channel(32);
    for _ in 0..32 {
        permits.send(()).await.expect("room");
    }
    for number in 0..games {
        free.recv().await.expect("a permit");
        let (site, begun, permits) = (site.clone(), begun.clone(), permits.clone());
        let latencies = latencies.clone();
        tasks.push(tokio::spawn(async move {
            let game = Game::new(sit_down(&site, &format!("{round} {number}")).await);
            permits.send(()).await.expect("room");
            begun.wait().await;
            let room = game.room.clone();
            let (told, over) = play(game, number, seconds, rate, &latencies).await;
            (room, told, over)
        }));
    }
    begun.wait().await;
    let connected = memory(site.child.id(), "VmRSS:");
    let before = processor(site.child.id());
    let (mut lost, mut ended) = (0, 0);
    let mut rooms = Vec::new();
    for task in tasks {
        let (room, told, over) = task.await.expect("a game");
        ended += usize::from(over);
        rooms.push((room, told));
    }
    let processor = 10 * (processor(site.child.id()) - before);
    let highest = memory(site.child.id(), "VmHWM:");
    for (room, told) in &rooms {
        let (_, history) = site.get(&format!("/api/rooms/{room}/history")).await;
        let plies = history["plies"].as_array().map_or(&[][..], Vec::as_slice);
        let there: Vec<&str> = plies
            .iter()
            .filter_map(|ply| ply["text"].as_str())
            .collect();
        lost += usize::from(
            !there
                .iter()
                .copied()
                .take(told.len())
                .eq(told.iter().map(String::as_str)),
        );
    }
    let mut latencies = std::mem::take(&mut *latencies.lock().expect("whole"));
    latencies.sort_unstable();
    Found {
        latencies,
        lost,
        memory: [connected, highest],
        over: ended,
        processor,
    }
}

/// Two guests in a room.
async fn sit_down(site: &Site, name: &str) -> [site::Page; 2] {
    let wish = json!({"game": "chess", "clock": "30+0", "visibility": "private"});
    site::two(site, [&format!("A {name}"), &format!("B {name}")], wish).await
}

/// A game whose pages listen: those that do not for long are taken for gone, and the others take long to sit
/// down.
struct Game {
    room: String,
    table: Table,
    version: u64,
    sent: Sent,
    sinks: [Sink; 2],
    told: mpsc::Receiver<Heard>,
    listeners: [tokio::task::JoinHandle<()>; 2],
}

impl Game {
    fn new([white, black]: [site::Page; 2]) -> Game {
        let sent = Sent::default();
        let room = white.id();
        let setup = Setup {
            game: "chess".to_owned(),
            ..Setup::default()
        };
        let table = Table::begin(&setup, Lang::EN);
        let table = table.expect("chess");
        let version = white.version();
        let (white_sink, white_stream) = white.socket.split();
        let (black_sink, black_stream) = black.socket.split();
        let (tell, told) = mpsc::channel(64);
        let hear = |seat: usize, stream: Stream| {
            let (tell, sent) = (tell.clone(), sent.clone());
            tokio::spawn(listen(seat, stream, version, sent, tell))
        };
        let listeners = [hear(0, white_stream), hear(1, black_stream)];
        Game {
            room,
            table,
            version,
            sent,
            sinks: [white_sink, black_sink],
            told,
            listeners,
        }
    }
}

/// The value of a key, up to the next comma, in a message of which the first such key is meant.
fn field<'t>(text: &'t str, key: &str) -> &'t str {
    let at = text.find(key).map_or(text.len(), |at| at + key.len());
    let rest = &text[at..];
    rest.split([',', '}']).next().unwrap_or_default()
}

/// When a version was asked for.
type Sent = Arc<Mutex<HashMap<u64, Instant>>>;

async fn play(
    game: Game,
    number: usize,
    seconds: Duration,
    rate: f64,
    latencies: &Mutex<Vec<Duration>>,
) -> (Vec<String>, bool) {
    let Game {
        room,
        mut table,
        version,
        sent,
        mut sinks,
        mut told,
        listeners,
    } = game;
    let each = Duration::from_secs_f64(1.0 / rate);
    let mut random = StdRng::seed_from_u64(number as u64);
    // Each game has its own beat.
    let first = Instant::now() + each.mul_f64(random.random());
    let until = Instant::now() + seconds;
    let (mut turn, mut version) = (0, version);
    let (mut played, mut measured, mut over) = (Vec::new(), Vec::new(), false);
    let mut next = first;
    while Instant::now() < until && !over {
        tokio::time::sleep_until(next.into()).await;
        next += each;
        let legal = table.state().legal;
        let text = legal[random.random_range(0..legal.len())].text.clone();
        sent.lock()
            .expect("whole")
            .insert(version + 1, Instant::now());
        send(&mut sinks[turn], &room, &text).await;
        // The opponent's page.
        loop {
            let heard: Heard = told.recv().await.expect("both listen");
            assert!(
                heard.version <= version + 1,
                "a version that nobody asked for"
            );
            if heard.seat != turn && heard.version == version + 1 {
                measured.push(heard.after);
                break;
            }
        }
        table.play(&text, Lang::EN).expect("legal");
        over = table.state().legal.is_empty();
        played.push(text);
        version += 1;
        turn = 1 - turn;
    }
    for listener in listeners {
        listener.abort();
    }
    latencies.lock().expect("whole").extend(measured);
    (played, over)
}

async fn send(sink: &mut Sink, room: &str, text: &str) {
    let event = json!({"event": "move", "text": text});
    let message: Value = json!({"v": 1, "type": "event", "room": room, "event": event});
    sink.send(Message::text(message.to_string()))
        .await
        .expect("it is open");
}

/// An event that a page has heard of.
struct Heard {
    seat: usize,
    version: u64,
    after: Duration,
}

async fn listen(
    seat: usize,
    mut stream: Stream,
    mut version: u64,
    sent: Sent,
    tell: mpsc::Sender<Heard>,
) {
    while let Some(Ok(message)) = stream.next().await {
        let Message::Text(text) = message else {
            continue;
        };
        let now = Instant::now();
        let text = text.as_str();
        if !text.contains("\"type\":\"event\"") {
            assert!(!text.contains("\"type\":\"refused\""), "{text}");
            continue;
        }
        let next: u64 = field(text, "\"version\":").parse().expect("a version");
        assert_eq!(next, version + 1, "a version is missing or comes twice");
        version = next;
        let asked = sent.lock().expect("whole").get(&version).copied();
        let heard = Heard {
            seat,
            version,
            after: asked.map_or(Duration::ZERO, |asked| now.duration_since(asked)),
        };
        if tell.send(heard).await.is_err() {
            return;
        }
    }
}
