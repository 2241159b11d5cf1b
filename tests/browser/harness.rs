//! A server and browsers for one test, and what a person does in a page.

use crate::shared::left_out;
use fantoccini::actions::{InputSource, PointerAction, TouchActions};
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::Semaphore;

/// The longest that anything in a page is waited for.
const PATIENCE: Duration = Duration::from_secs(45);

/// `required` makes a missing browser a failure.
const VARIABLE: &str = "ATALAYA_TEST_BROWSER";

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let all = names
        .iter()
        .flat_map(|name| folders.iter().map(move |f| f.join(name)));
    all.into_iter().find(|file| file.is_file())
}

/// A process that ends with the test, and all that it has started: a driver that is killed leaves its
/// browsers behind.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let group = format!("-{}", self.0.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a program and gives what `find` finds in a line of its output, or else all that it has said.
fn started(
    command: &mut Command,
    find: impl Fn(&str) -> Option<String>,
) -> Result<(Process, String), String> {
    command.process_group(0);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut process = Process(child.expect("the program starts"));
    let output = process.0.stdout.take().expect("its output");
    let mut lines = BufReader::new(output).lines();
    let mut said = String::new();
    for line in lines.by_ref().map_while(Result::ok) {
        if let Some(found) = find(&line) {
            // Whoever is not read would stop.
            std::thread::spawn(move || lines.for_each(drop));
            return Ok((process, found));
        }
        said += &line;
        said.push('\n');
    }
    Err(said)
}

/// A site of its own with a driver for its browsers.
pub struct Site {
    pub url: String,
    driver: String,
    chromium: PathBuf,
    /// Dropped in this order: no browser outlives its driver.
    processes: [Process; 2],
    /// Dropped when nobody writes to it any more.
    folder: TempDir,
}

/// The axe-core of npm, if it is there.
pub fn axe() -> Option<String> {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("target/npm/node_modules/axe-core/axe.min.js");
    match std::fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(_) if is_required() => panic!("{} is not there", file.display()),
        Err(_) => {
            left_out(&format!("{} is not there", file.display()));
            None
        }
    }
}

/// Name of the configuration in the folder of a site.
const SETTINGS: &str = "site.toml";

/// Starts a server for the site in a folder, and returns it with its address.
fn server(folder: &Path, listen: &str) -> (Process, String) {
    let database = format!("sqlite:{}", folder.join("site.db").display());
    let mut serve = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    serve.args(["serve", "--listen", listen, "--no-limits", "--log", "error"]);
    serve.args(["--engine-time", "100", "--database", &database]);
    serve.arg("--config").arg(folder.join(SETTINGS));
    started(&mut serve, |line| {
        Some(line.strip_prefix("Atalaya is at ")?.trim().to_owned())
    })
    .unwrap_or_else(|said| panic!("the site does not say where it is: {said}"))
}

fn is_required() -> bool {
    std::env::var(VARIABLE).is_ok_and(|value| value == "required")
}

impl Site {
    /// Ends the server; browsers stay.
    pub fn stop(&self) {
        let [_, Process(server)] = &self.processes;
        let group = format!("-{}", server.id());
        let killed = Command::new("kill").args(["-KILL", "--", &group]).status();
        assert!(killed.expect("kill").success());
    }

    /// Starts a server on the database and at the address of one that has been stopped. It ends when the value is
    /// dropped.
    pub fn start_again(&self) -> impl Drop + use<> {
        let (server, _) = server(self.folder.path(), self.url.trim_start_matches("http://"));
        server
    }

    /// Runs the program with arguments on the database of the site.
    pub fn run(&self, args: &[&str]) {
        let database = format!("sqlite:{}", self.folder.path().join("site.db").display());
        let output = Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .args(args)
            .args(["--database", &database])
            .output()
            .expect("the program");
        assert!(output.status.success(), "{output:?}");
    }

    /// Starts one with a configuration; `None` where there is no browser, which is said.
    pub fn start(config: &str) -> Option<Site> {
        // The shell without windows takes half the processor time of the whole browser. Debian's command for it is a
        // script that its browser would outlive.
        let found = (
            on_path(&[
                "/usr/lib/chromium/chromium-headless-shell",
                "chromium",
                "chromium-browser",
                "google-chrome",
            ]),
            on_path(&["chromedriver"]),
        );
        let (Some(chromium), Some(chromedriver)) = found else {
            let why = "chromium and chromedriver are not both there";
            assert!(!is_required(), "{why}");
            left_out(why);
            return None;
        };
        let folder = tempfile::tempdir().expect("a new folder");
        std::fs::write(folder.path().join(SETTINGS), config).expect("the configuration");
        let (server, url) = server(folder.path(), "127.0.0.1:0");
        let mut driver = Command::new(chromedriver);
        driver.arg("--port=0");
        let at = |line: &str| {
            let (_, port) = line.split_once("started successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        };
        // It draws a port, and ends if another program has that one in the other family of addresses.
        let mut attempts = 0;
        let (driver, port) = loop {
            attempts += 1;
            match started(&mut driver, at) {
                Ok(started) => break started,
                Err(said) => assert!(attempts < 5, "the driver does not start: {said}"),
            }
        };
        Some(Site {
            url,
            driver: format!("http://127.0.0.1:{port}"),
            chromium,
            processes: [driver, server],
            folder,
        })
    }

    /// A browser with nothing in it, `width` pixels wide.
    pub async fn browser(&self, width: u32, height: u32) -> Browser {
        self.browser_with(width, height, 1, false).await
    }

    /// A phone, to be touched.
    pub async fn phone(&self) -> Browser {
        self.browser_with(390, 844, 1, true).await
    }

    /// A browser with so many dots to a pixel, with a finger or a mouse.
    pub async fn browser_with(&self, width: u32, height: u32, dots: u32, touch: bool) -> Browser {
        let capabilities = json!({
            "goog:chromeOptions": {
                "binary": self.chromium,
                "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--hide-scrollbars", "--lang=en"],
                "mobileEmulation": {
                    "deviceMetrics": {"width": width, "height": height, "pixelRatio": dots, "touch": touch, "mobile": touch}
                },
                "prefs": {"intl.accept_languages": "en"},
            },
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let capabilities: Capabilities = serde_json::from_value(capabilities).expect("an object");
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities);
        let client = builder.connect(&self.driver).await.expect("a browser");
        Browser {
            client,
            url: self.url.clone(),
            driver: self.driver.clone(),
        }
    }
}

/// A browser, and somebody who uses it.
pub struct Browser {
    pub client: Client,
    url: String,
    driver: String,
}

/// Waits until one of two browsers is to move, and returns its index.
pub async fn to_move(browsers: [&Browser; 2]) -> usize {
    let begun = Instant::now();
    loop {
        for (index, browser) in browsers.into_iter().enumerate() {
            if browser.is_to_move().await {
                return index;
            }
        }
        assert!(begun.elapsed() < PATIENCE, "nobody is to move");
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
}

impl Browser {
    /// Goes to a page of the site.
    pub async fn go(&self, path: &str) {
        let url = format!("{}{path}", self.url);
        self.client.goto(&url).await.expect("the page");
    }

    /// A command of Chromium's own protocol, which WebDriver has no words for.
    pub async fn chromium(&self, command: &str, parameters: Value) -> Value {
        let session = self.client.session_id().await.expect("a session");
        let session = session.expect("a session");
        let body = json!({"cmd": command, "params": parameters}).to_string();
        let host = self.driver.trim_start_matches("http://");
        let stream = TcpStream::connect(host).expect("the driver");
        let length = body.len();
        let head = format!(
            "POST /session/{session}/goog/cdp/execute HTTP/1.1\r\nHost: {host}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        (&stream)
            .write_all((head + &body).as_bytes())
            .expect("asked");
        let mut stream = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).expect("a line");
            match line.trim().to_ascii_lowercase().split_once(":") {
                Some(("content-length", value)) => length = value.trim().parse().expect("a number"),
                None if line.trim().is_empty() => break,
                _ => {}
            }
        }
        let mut answer = vec![0; length];
        stream.read_exact(&mut answer).expect("an answer");
        let mut answer: Value = serde_json::from_slice(&answer).expect("JSON");
        let value = answer["value"].take();
        assert!(value["error"].is_null(), "{command}: {value}");
        value
    }

    /// Waits so long for every answer, and lets so many bytes a second through; `None` gives the line back.
    pub async fn slow_line(&self, line: Option<(f64, f64)>) {
        let (latency, bytes) = line.unwrap_or((0.0, -1.0));
        self.chromium("Network.enable", json!({})).await;
        let conditions = json!({"offline": false, "latency": latency, "downloadThroughput": bytes,
            "uploadThroughput": bytes});
        self.chromium("Network.emulateNetworkConditions", conditions)
            .await;
    }

    /// Loads a page until its service worker has kept it, stops the server, and loads the page again.
    pub async fn kept_without(&self, site: &Site, load: impl AsyncFn(&Browser)) {
        self.js("return navigator.serviceWorker.ready.then(() => true)")
            .await;
        // A page that is loaded while the worker watches is one that the worker has kept.
        load(self).await;
        self.until("navigator.serviceWorker.controller").await;
        site.stop();
        load(self).await;
    }

    /// Returns the answer of a script.
    pub async fn js(&self, script: &str) -> Value {
        let found = self.client.execute(script, Vec::new()).await;
        found.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until an expression, or what it promises, is true.
    pub async fn until(&self, expression: &str) {
        self.until_within(PATIENCE, expression).await;
    }

    /// The same, where an engine has to work for it.
    pub async fn until_within(&self, patience: Duration, expression: &str) {
        let begun = Instant::now();
        let script = format!("return Promise.resolve({expression}).then(Boolean)");
        loop {
            // A page may be left while it is asked.
            let found = self.client.execute(&script, Vec::new()).await;
            if found.is_ok_and(|value| value == json!(true)) {
                return;
            }
            if begun.elapsed() > patience {
                let page = self.js("return document.body.innerText").await;
                panic!("waited in vain for {expression} in:\n{page}");
            }
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
    }

    /// Clicks on an element when it is there.
    pub async fn click(&self, css: &str) {
        let there = format!("document.querySelector({})", json!(css));
        self.until(&format!("{there} && !{there}.disabled && !{there}.hidden"))
            .await;
        let begun = Instant::now();
        loop {
            self.js(&format!("{there}?.scrollIntoView({{block: 'nearest'}})"))
                .await;
            let clicked = match self.client.find(Locator::Css(css)).await {
                Ok(found) => found.click().await,
                Err(error) => Err(error),
            };
            match clicked {
                Ok(()) => return,
                // The page has drawn the element anew meanwhile.
                Err(error) if error.is_stale_element_reference() && begun.elapsed() < PATIENCE => {}
                Err(error) => panic!("{css}: {error}"),
            }
        }
    }

    /// Types into a field.
    pub async fn write(&self, css: &str, text: &str) {
        self.until(&format!("document.querySelector({})", json!(css)))
            .await;
        let field = self.client.find(Locator::Css(css)).await.expect(css);
        field.clear().await.expect(css);
        field.send_keys(text).await.expect(css);
    }

    /// The text of an element.
    pub async fn text(&self, css: &str) -> String {
        let script = format!(
            "return document.querySelector({})?.textContent ?? ''",
            json!(css)
        );
        self.js(&script)
            .await
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Waits until the text of an element has these words.
    pub async fn reads(&self, css: &str, words: &str) {
        let css = json!(css);
        let words = json!(words);
        self.until(&format!(
            "document.querySelector({css})?.textContent.includes({words})"
        ))
        .await;
    }

    /// Comes to the lobby under a nickname.
    pub async fn arrive(&self, name: &str) {
        self.go("/").await;
        self.until("document.getElementById('state').dataset.state === 'connected'")
            .await;
        self.write("#name", name).await;
        self.click("#name-form button").await;
        self.until("document.getElementById('name-form').hidden")
            .await;
        self.until("document.getElementById('state').dataset.state === 'connected'")
            .await;
    }

    /// Makes an account.
    pub async fn sign_up(&self, name: &str, password: &str) {
        self.go("/account").await;
        self.write("#u1", name).await;
        self.write("#u2", password).await;
        self.click("form[data-post='/api/sign-up'] button").await;
        self.until("location.pathname === '/'").await;
        self.until("document.getElementById('state')?.dataset.state === 'connected'")
            .await;
    }

    /// Seeks an opponent at a game.
    pub async fn seek(&self, game: &str, clock: &str) {
        self.js(&format!(
            "document.querySelector('input[name=game][value={game}]').click()"
        ))
        .await;
        let clock = json!(clock);
        self.js(&format!(
            "document.querySelector('input[name=clock][value=' + CSS.escape({clock}) + ']').click()"
        ))
        .await;
        self.click("#quick").await;
    }

    /// Waits for the board of a game.
    pub async fn at_the_board(&self) {
        self.until("location.pathname.startsWith('/game/') && document.querySelector('#game:not(.loading) .cell')").await;
    }

    /// Returns true if this one is to move.
    pub async fn is_to_move(&self) -> bool {
        self.js("return Boolean(document.querySelector('.board.playable .can, .board.playable .target, #status [data-move]')) && /^●/.test(document.title)")
            .await
            == json!(true)
    }

    /// Waits for the turn, and for the rules, without which no move is drawn.
    pub async fn turn(&self) {
        self.until("/^●/.test(document.title) && document.querySelector('#game[data-rules]')")
            .await;
    }

    /// Moves from a cell to another by clicks, when it is the turn.
    pub async fn moves(&self, from: &str, to: &str) {
        self.turn().await;
        self.click(&format!("[data-cell='{from}']")).await;
        self.click(&format!("[data-cell='{to}'].target")).await;
    }

    /// Touches cells one after the other: one is a tap, more are a drag.
    pub async fn touches(&self, cells: &[&str]) {
        let mut finger = TouchActions::new("finger".to_owned());
        for (index, cell) in cells.iter().enumerate() {
            let css = format!("[data-cell='{cell}']");
            self.js(&format!(
                "document.querySelector(\"{css}\").scrollIntoView({{block: 'nearest'}})"
            ))
            .await;
            let element = self.client.find(Locator::Css(&css)).await.expect(cell);
            let duration = Some(Duration::from_millis(if index == 0 { 0 } else { 120 }));
            finger = finger.then(PointerAction::MoveToElement {
                element,
                duration,
                x: 0.0,
                y: 0.0,
            });
            if index == 0 {
                finger = finger.then(PointerAction::Down { button: 0 });
            }
        }
        finger = finger.then(PointerAction::Up { button: 0 });
        let done = self.client.perform_actions(finger).await;
        done.unwrap_or_else(|error| panic!("{cells:?}: {error}"));
    }

    /// Presses a key where the focus is.
    pub async fn press(&self, key: &str) {
        let here = self.client.active_element().await.expect("the focus");
        here.send_keys(key).await.expect("a key");
    }

    /// Ends the session.
    pub async fn leave(self) {
        self.client.close().await.expect("the browser ends");
    }
}

/// Tests that may run at the same time, whatever `RUST_TEST_THREADS` says: one waits for a part of its time, and browsers
/// take memory.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    Semaphore::new(processors + 1)
});

/// Runs a test with a site, if there is a browser.
pub fn with_site(test: impl AsyncFnOnce(&Site)) {
    with_site_of("", test);
}

/// The same with a configuration.
pub fn with_site_of(config: &str, test: impl AsyncFnOnce(&Site)) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let _place = PLACES.acquire().await.expect("it is never closed");
        if let Some(site) = Site::start(config) {
            test(&site).await;
        }
    });
}
