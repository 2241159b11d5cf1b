//! Nobody starves the others: connections, slow readers, pings, guesses, hashes and jobs without end.

use crate::databases::{block_on, on_each_address};
use crate::site::Site;
use futures_util::SinkExt;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

/// A configuration in a file.
fn config(text: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a new folder");
    let path = folder.path().join("site.toml");
    std::fs::write(&path, text).expect("it is written");
    let path = path.display().to_string();
    (folder, path)
}

/// Runs a test on a site with limits and a configuration, on each kind of database.
fn on_each_limited(text: &str, more: &[&str], test: impl AsyncFn(&Site)) {
    let (_folder, path) = config(text);
    on_each_address(|database| {
        let site = Site::start_as(database, &[&["--config", &path], more].concat());
        block_on(test(&site));
    });
}

/// The value of a metric; 0 before there is one.
async fn metric(site: &Site, name: &str) -> f64 {
    let (_, text) = site.get("/metrics").await;
    let text = text.as_str().expect("text").to_owned();
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.map_or(0.0, |value| value.parse().expect("a number"))
}

#[test]
fn an_address_has_so_many_connections_and_gives_them_back() {
    on_each_limited(
        "connections_per_address = 8",
        &["--no-worker"],
        async |site| {
            let mut held = Vec::new();
            for _ in 0..8 {
                held.push(TcpStream::connect(site.address).await.expect("it listens"));
            }
            // One more is closed at once, whatever it sends.
            let mut more = TcpStream::connect(site.address).await.expect("it listens");
            let _ = more
                .write_all(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
                .await;
            let mut answer = Vec::new();
            let read = tokio::time::timeout(Duration::from_secs(10), more.read_to_end(&mut answer));
            let read = read.await.expect("it is closed");
            assert!(
                !matches!(read, Ok(1..)),
                "{:?}",
                String::from_utf8_lossy(&answer)
            );
            drop((held, more));
            let begun = Instant::now();
            loop {
                let mut stream = TcpStream::connect(site.address).await.expect("it listens");
                let request = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
                let mut answer = Vec::new();
                let _ = stream.write_all(request).await;
                let _ = stream.read_to_end(&mut answer).await;
                if answer.starts_with(b"HTTP/1.1 200") {
                    break;
                }
                assert!(
                    begun.elapsed() < Duration::from_secs(10),
                    "they are not given back"
                );
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            assert!(metric(site, "atalaya_connections_refused").await >= 1.0);
            assert!(metric(site, "atalaya_connections").await <= 2.0);
        },
    );
}

#[test]
fn whoever_does_not_read_answers_is_cut_off() {
    on_each_limited("reader_seconds = 1", &["--no-worker"], async |site| {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("it may be small");
        let mut deaf = socket.connect(site.address).await.expect("it listens");
        // More than the systems on both sides keep: pages that nobody reads.
        let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(200);
        deaf.write_all(request.as_bytes())
            .await
            .expect("it is open");
        let begun = Instant::now();
        while metric(site, "atalaya_slow_readers").await < 1.0 {
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "it is still waited for"
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        // Only what the systems have kept comes yet, then it ends.
        let mut taken = vec![0; 1 << 16];
        let rest = async { while let Ok(1..) = deaf.read(&mut taken).await {} };
        let ended = tokio::time::timeout(Duration::from_secs(10), rest);
        ended.await.expect("the connection has ended");
    });
}

#[test]
fn heads_and_bodies_that_do_not_come_are_not_waited_for_as_long_as_the_operator_says() {
    let text = "head_seconds = 1\nrequest_seconds = 1";
    on_each_limited(text, &["--no-worker"], async |site| {
        let request = format!(
            "POST /api/pgn HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nAccept-Language: es\r\n\
             Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
            site.address
        );
        let mut slow = TcpStream::connect(site.address).await.expect("it listens");
        slow.write_all(request.as_bytes())
            .await
            .expect("it is open");
        let mut answer = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(10), slow.read_to_end(&mut answer));
        let _ = read.await.expect("it is answered");
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
        assert!(answer.contains("ha tardado demasiado"), "{answer}");
        let mut slow = TcpStream::connect(site.address).await.expect("it listens");
        slow.write_all(b"GET / HT").await.expect("it is open");
        let mut answer = [0; 64];
        let read = tokio::time::timeout(Duration::from_secs(10), slow.read(&mut answer));
        let _ = read.await.expect("it is closed");
        assert!(metric(site, "atalaya_slow_heads").await >= 1.0);
        assert!(metric(site, "atalaya_slow_requests").await >= 1.0);
    });
}

#[test]
fn pings_count_as_messages_do() {
    on_each_limited("socket_messages = 2", &["--no-worker"], async |site| {
        let mut page = site.page(&site.guest("Ana").await).await;
        for _ in 0..200 {
            if page
                .socket
                .send(Message::Ping(Vec::new().into()))
                .await
                .is_err()
            {
                break;
            }
        }
        let mut last = Value::Null;
        while let Some(message) = page.next().await {
            last = message;
        }
        assert_eq!(last["code"], "rate", "{last}");
        assert!(metric(site, "atalaya_pings").await >= 48.0);
        assert_eq!(metric(site, "atalaya_floods").await, 1.0);
    });
}

/// The answer to an attempt to log in from an address, behind a proxy that is believed.
async fn log_in(site: &Site, from: &str, name: &str, password: &str) -> (u16, String) {
    let origin = format!("http://{}", site.address);
    let headers = [("Origin", origin.as_str()), ("X-Forwarded-For", from)];
    let body = json!({"name": name, "password": password}).to_string();
    let (status, head, _) = site.request("POST", "/api/log-in", &headers, &body).await;
    (status, head.to_lowercase())
}

#[test]
fn guesses_from_one_address_do_not_lock_the_owner_out() {
    let proxy = ["--no-worker", "--trust-proxy", "127.0.0.1"];
    on_each_limited("", &proxy, async |site| {
        site.account("Ana").await;
        let mut last = (0, String::new());
        for _ in 0..12 {
            last = log_in(site, "203.0.113.9:4711", "Ana", "wrong horse battery").await;
        }
        assert_eq!(last.0, 429, "{}", last.1);
        let wait = last.1.split("retry-after: ").nth(1).expect("how long");
        let wait: String = wait.chars().take_while(char::is_ascii_digit).collect();
        let wait: u64 = wait.parse().expect("seconds");
        assert!((30..=60).contains(&wait), "{wait}");
        // Even the right password has to wait there, and is good anywhere else.
        assert_eq!(
            log_in(site, "203.0.113.9", "Ana", "correct horse").await.0,
            429
        );
        assert_eq!(
            log_in(site, "[2001:db8::7]:80", "ANA", "correct horse")
                .await
                .0,
            200
        );
        assert_eq!(
            log_in(site, "198.51.100.1", "Ana", "correct horse").await.0,
            200
        );
        // Whoever guesses may be somebody else.
        assert_eq!(
            log_in(site, "203.0.113.9", "Berta", "wrong horse battery")
                .await
                .0,
            401
        );
    });
}

#[test]
fn a_storm_of_logins_takes_little_memory_and_the_rest_are_told_to_come_back() {
    on_each_address(|database| {
        block_on(async {
            let site = Site::start(database);
            site.account("Ana").await;
            let cores = std::thread::available_parallelism()
                .expect("a number")
                .get();
            let attempts =
                (0..cores * 100).map(|_| log_in(&site, "", "Nobody", "wrong horse battery"));
            let answers = futures_util::future::join_all(attempts).await;
            let count = |status: u16| answers.iter().filter(|(s, _)| *s == status).count();
            assert_eq!(count(401) + count(503), answers.len());
            assert!(count(503) > 0 && count(401) >= cores * 32, "{}", count(401));
            let refused = answers.iter().filter(|(status, _)| *status == 503);
            for (_, head) in refused {
                assert!(head.contains("retry-after: 5"), "{head}");
            }
            assert!(metric(&site, "atalaya_busy").await >= 1.0);
            // Afterwards all is as before.
            assert_eq!(log_in(&site, "", "Ana", "correct horse").await.0, 200);
            #[cfg(target_os = "linux")]
            {
                let path = format!("/proc/{}/status", site.child.id());
                let status = std::fs::read_to_string(path).expect("it lives");
                let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
                let peak = peak.and_then(|line| line.split_whitespace().next()?.parse().ok());
                let peak: usize = peak.expect("a number of kibibytes");
                assert!(peak < (64 + 24 * cores) * 1024, "{peak} KiB");
            }
        });
    });
}

/// A problem that nobody decides in a lifetime.
fn endless(number: usize) -> Value {
    json!({
        "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "moves": 30 - number,
        "author": "", "title": "", "source": "", "tags": [],
    })
}

/// Reads a problem's page until it says something.
async fn until_said(site: &Site, problem: &Value, lang: &str, said: &str, within: Duration) {
    let path = format!("/problems/{}?lang={lang}", problem["id"]);
    let begun = Instant::now();
    loop {
        let (_, page) = site.get(&path).await;
        let page = page.as_str().expect("a page");
        if page.contains(said) {
            return;
        }
        assert!(
            begun.elapsed() < within,
            "{path} does not say {said:?}: {page}"
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[test]
fn a_verification_has_a_limit_and_nobody_has_all_workers() {
    let text = "job_seconds = 25\njobs_per_account = 5\njob_megabytes = 8";
    on_each_limited(text, &["--engine-threads", "1"], async |site| {
        let greedy = site.account("Greedy").await;
        let ana = site.account("Ana").await;
        let save = async |cookie: &str, problem: &Value| {
            let (status, _, kept) = site.post("/api/compose/save", cookie, problem).await;
            (status, kept)
        };
        let mut kept = Vec::new();
        for number in 0..5 {
            let (status, problem) = save(&greedy, &endless(number)).await;
            assert_eq!(status, 200, "{problem}");
            kept.push(problem);
        }
        let (status, refused) = save(&greedy, &endless(6)).await;
        assert_eq!(
            (status, &refused["code"]),
            (429, &json!("too_many_jobs")),
            "{refused}"
        );
        let waiting = "This problem is being verified";
        until_said(site, &kept[0], "en", waiting, Duration::from_secs(1)).await;
        // Somebody else's first problem waits for none of them, which take 25 seconds each.
        let mut short = endless(0);
        (short["fen"], short["moves"]) = (json!("k7/8/2K5/8/8/8/8/1R6 w - - 0 1"), json!(2));
        let (status, short) = save(&ana, &short).await;
        assert_eq!(status, 200, "{short}");
        until_said(
            site,
            &short,
            "en",
            "id=\"attempt\"",
            Duration::from_secs(20),
        )
        .await;
        for (lang, said) in [
            ("en", "Not decided within the limit"),
            ("es", "Sin decidir dentro del límite"),
        ] {
            until_said(site, &kept[0], lang, said, Duration::from_secs(60)).await;
        }
    });
}
