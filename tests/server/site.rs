//! A site to talk to, and pages that talk to it.

use crate::harness::{block_on, on_each_address};
use futures_util::{SinkExt, StreamExt};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Longer than anything here takes; whatever takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process of the site; killed when dropped.
pub struct Site {
    pub child: Child,
    pub address: SocketAddr,
}

impl Site {
    /// Starts one on a database.
    pub fn start(database: &str) -> Site {
        Site::start_with(database, &["--no-limits"])
    }

    pub fn start_with(database: &str, more: &[&str]) -> Site {
        Site::start_as(database, &[&["--no-worker"], more].concat())
    }

    /// One that analyses and verifies, too.
    pub fn start_working(database: &str) -> Site {
        Site::start_working_with(database, &[])
    }

    pub fn start_working_with(database: &str, more: &[&str]) -> Site {
        Site::start_as(database, &[&["--no-limits"], more].concat())
    }

    fn start_as(database: &str, more: &[&str]) -> Site {
        let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database", database])
            .args(["--log", "error", "--engine-time", "20"])
            .args(more)
            .env_remove("ATALAYA_DATABASE")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary");
        let stdout = child.stdout.take().expect("its output");
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let address = line.trim().rsplit('/').next().expect("an address");
        let address = address.parse().unwrap_or_else(|_| panic!("{line:?}"));
        Site { child, address }
    }

    /// As `kill -9` does.
    pub fn kill(&mut self) {
        self.child.kill().expect("it lives");
        self.child.wait().expect("it has ended");
    }

    /// A request; status, headers and body.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, String, String) {
        let mut stream = TcpStream::connect(self.address).await.expect("it listens");
        let mut text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n",
            self.address
        );
        if !body.is_empty() {
            text += "Content-Type: application/json\r\n";
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
        stream.write_all(text.as_bytes()).await.expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("it answers");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).expect("a status");
        (
            status.parse().expect("a number"),
            head.to_owned(),
            body.to_owned(),
        )
    }

    pub async fn get(&self, path: &str) -> (u16, Value) {
        self.get_as(path, "").await
    }

    /// The same with cookies.
    pub async fn get_as(&self, path: &str, cookies: &str) -> (u16, Value) {
        let headers = [("Cookie", cookies)];
        let (status, _, body) = self.request("GET", path, &headers, "").await;
        (
            status,
            serde_json::from_str(&body).unwrap_or(Value::String(body)),
        )
    }

    /// A post from a page of the site; status, cookies as a request has them, and the answer.
    pub async fn post(&self, path: &str, cookies: &str, body: &Value) -> (u16, String, Value) {
        let origin = format!("http://{}", self.address);
        let headers = [("Origin", origin.as_str()), ("Cookie", cookies)];
        let (status, head, body) = self
            .request("POST", path, &headers, &body.to_string())
            .await;
        let set = head
            .lines()
            .filter_map(|line| line.split_once(": "))
            .filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"))
            .filter_map(|(_, value)| value.split(';').next());
        let set: Vec<&str> = set.collect();
        (
            status,
            set.join("; "),
            serde_json::from_str(&body).unwrap_or(Value::String(body)),
        )
    }

    /// A guest with a nickname; the cookie.
    pub async fn guest(&self, name: &str) -> String {
        let (status, cookie, body) = self.post("/api/nickname", "", &json!({"name": name})).await;
        assert_eq!(status, 200, "{body}");
        cookie
    }

    /// A new account; the cookie.
    pub async fn account(&self, name: &str) -> String {
        let given = json!({"name": name, "password": "correct horse"});
        let (status, cookie, body) = self.post("/api/sign-up", "", &given).await;
        assert_eq!(status, 200, "{body}");
        cookie
    }

    pub async fn try_page(&self, cookie: &str, origin: &str) -> Result<Page, String> {
        let stream = TcpStream::connect(self.address).await;
        let stream = stream.map_err(|error| error.to_string())?;
        self.page_on(stream, cookie, origin).await
    }

    /// A page whose system keeps little of what it does not read.
    pub async fn small_page(&self, cookie: &str) -> Page {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("it may be small");
        let stream = socket.connect(self.address).await.expect("it listens");
        let origin = format!("http://{}", self.address);
        self.page_on(stream, cookie, &origin)
            .await
            .expect("a socket")
    }

    async fn page_on(&self, stream: TcpStream, cookie: &str, origin: &str) -> Result<Page, String> {
        let mut request = format!("ws://{}/ws", self.address)
            .into_client_request()
            .expect("a request");
        let header = |text: &str| HeaderValue::from_str(text).expect("a header");
        request.headers_mut().insert("Origin", header(origin));
        request.headers_mut().insert("Cookie", header(cookie));
        let (socket, _) = client_async(request, stream)
            .await
            .map_err(|e| e.to_string())?;
        Ok(Page {
            socket,
            room: Value::Null,
            left_behind: Vec::new(),
        })
    }

    /// A page with a cookie.
    pub async fn page(&self, cookie: &str) -> Page {
        let origin = format!("http://{}", self.address);
        self.try_page(cookie, &origin).await.expect("a socket")
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A page: a socket, and the room as its messages tell it.
pub struct Page {
    pub socket: WebSocketStream<TcpStream>,
    pub room: Value,
    left_behind: Vec<Value>,
}

impl Page {
    pub async fn send(&mut self, mut message: Value) {
        message["v"] = json!(1);
        self.send_text(message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: String) {
        self.socket
            .send(Message::text(text))
            .await
            .expect("it is open");
    }

    /// The next message; `None` when the connection has ended.
    pub async fn next(&mut self) -> Option<Value> {
        // Pings are no answer: without an end to the waiting, a page could wait for ever.
        let end = tokio::time::Instant::now() + PATIENCE;
        loop {
            let message = tokio::time::timeout_at(end, self.socket.next()).await;
            match message.expect("the site answers in time") {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    assert_eq!(message["v"], 1);
                    self.follow(&message);
                    return Some(message);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Keeps the room as a page does.
    fn follow(&mut self, message: &Value) {
        match message["type"].as_str() {
            Some("room") => self.room = message["room"].clone(),
            Some("event") if message["room"] == self.room["id"] => {
                let version = self.room["version"].as_u64().expect("a version");
                assert_eq!(message["version"], version + 1, "{message}");
                self.room["version"] = message["version"].clone();
                let view = message["view"].as_object().expect("a view");
                for (key, value) in view {
                    self.room[key] = value.clone();
                }
                let stands = message["moves_from"].as_u64().expect("a number") as usize;
                let moves = self.room["moves"].as_array_mut().expect("moves");
                moves.truncate(stands);
                moves.extend(message["moves"].as_array().expect("moves").iter().cloned());
                for change in message["changed"].as_array().expect("changes") {
                    let index = change["index"].as_u64().expect("a number") as usize;
                    self.room["board"]["cells"][index] = change["cell"].clone();
                }
            }
            _ => {}
        }
    }

    /// The next message of a type, perhaps one that has come before; others are kept.
    pub async fn expect(&mut self, kind: &str) -> Value {
        let known = self.left_behind.iter().position(|m| m["type"] == kind);
        if let Some(place) = known {
            return self.left_behind.remove(place);
        }
        loop {
            let message = self
                .next()
                .await
                .unwrap_or_else(|| panic!("no {kind}: closed"));
            if message["type"] == kind {
                return message;
            }
            assert_ne!(message["type"], "refused", "instead of {kind}: {message}");
            self.left_behind.push(message);
        }
    }

    /// Reads until the room is so.
    pub async fn until(&mut self, is_so: impl Fn(&Value) -> bool) {
        let begun = std::time::Instant::now();
        while !is_so(&self.room) {
            assert!(begun.elapsed() < PATIENCE, "it is not so: {}", self.room);
            let message = self.next().await.expect("it is open");
            assert_ne!(message["type"], "refused", "{message} {}", self.room);
            if !["room", "event"].contains(&message["type"].as_str().unwrap_or_default()) {
                self.left_behind.push(message);
            }
        }
    }

    pub async fn until_version(&mut self, version: u64) {
        self.until(|room| room["version"].as_u64() >= Some(version))
            .await;
    }

    /// Sends something that is refused; the code and the sentence.
    pub async fn refused(&mut self, message: Value) -> (String, String) {
        self.send(message).await;
        self.refusal().await
    }

    pub async fn refusal(&mut self) -> (String, String) {
        loop {
            let message = self.next().await.expect("it is open");
            if message["type"] == "refused" {
                let text = |key: &str| message[key].as_str().expect("text").to_owned();
                return (text("code"), text("text"));
            }
        }
    }

    /// Opens a room, and shows it.
    pub async fn open(&mut self, mut wish: Value) -> String {
        wish["type"] = json!("open");
        self.send(wish).await;
        let paired = self.expect("paired").await;
        let room = paired["room"].as_str().expect("a name").to_owned();
        self.enter(&room).await;
        room
    }

    pub async fn enter(&mut self, room: &str) {
        self.send(json!({"type": "hello", "room": room})).await;
        self.expect("room").await;
    }

    pub fn id(&self) -> String {
        self.room["id"].as_str().expect("a room").to_owned()
    }

    pub fn version(&self) -> u64 {
        self.room["version"].as_u64().expect("a room")
    }

    /// Does something in the own seat.
    pub async fn act(&mut self, act: Value) {
        let room = self.id();
        self.send(json!({"type": "event", "room": room, "n": 7, "event": act}))
            .await;
    }

    pub async fn refused_act(&mut self, act: Value) -> (String, String) {
        self.act(act).await;
        self.refusal().await
    }

    pub async fn play(&mut self, text: &str) {
        self.act(json!({"event": "move", "text": text})).await;
    }
}

/// Two guests in a room of two that has begun, the first seat's first.
pub async fn two(site: &Site, names: [&str; 2], wish: Value) -> [Page; 2] {
    let mut first = site.page(&site.guest(names[0]).await).await;
    let mut second = site.page(&site.guest(names[1]).await).await;
    let mut wish = wish;
    wish["seats"] = json!(["me", "open"]);
    let room = first.open(wish).await;
    second.enter(&room).await;
    second.send(json!({"type": "join", "room": room})).await;
    for page in [&mut first, &mut second] {
        page.until(|room| room["phase"] == "playing").await;
    }
    // The second page hears of its seat.
    second.expect("room").await;
    [first, second]
}

/// The legal moves of a room.
pub fn legal(room: &Value) -> Vec<String> {
    let moves = room["legal"].as_array().expect("legal moves").iter();
    moves
        .map(|m| m["text"].as_str().expect("text").to_owned())
        .collect()
}

/// Plays a number of moves in a room of two.
pub async fn play(pages: &mut [Page; 2], moves: usize, random: &mut StdRng) {
    for _ in 0..moves {
        if pages[0].room["phase"] != "playing" {
            return;
        }
        let turn = pages[0].room["turn"].as_u64().expect("a seat") as usize;
        let version = pages[0].version();
        let text = legal(&pages[turn].room)
            .choose(random)
            .expect("a move")
            .clone();
        pages[turn].play(&text).await;
        for page in pages.iter_mut() {
            page.until_version(version + 1).await;
        }
    }
}

/// Runs a test on a site on each kind of database.
pub fn on_each_site(test: impl AsyncFn(&Site, &str)) {
    on_each_address(|database| {
        let site = Site::start(database);
        block_on(test(&site, database));
    });
}
