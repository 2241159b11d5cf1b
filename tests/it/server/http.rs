//! What is answered besides the pages: health, numbers, headers, files, lists.

use crate::databases::block_on;
use crate::site::{Site, on_each_site};
use serde_json::json;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[test]
fn a_site_is_well_and_says_how_busy_it_is() {
    on_each_site(async |site, _| {
        let (status, health) = site.get("/health").await;
        assert_eq!((status, &health["status"]), (200, &json!("well")));
        let mut page = site.page(&site.guest("Ana").await).await;
        page.open(json!({"game": "chess", "clock": "none", "seats": ["me", "easy"]}))
            .await;
        let (status, numbers) = site.get("/metrics").await;
        let numbers = numbers.as_str().expect("text");
        assert_eq!(status, 200);
        for line in ["atalaya_sockets 1", "atalaya_rooms 1", "atalaya_games 1"] {
            assert!(numbers.lines().any(|l| l == line), "{line} {numbers}");
        }
    });
}

#[test]
fn every_answer_tells_browsers_what_to_forbid() {
    on_each_site(async |site, _| {
        for path in ["/", "/nowhere", "/health", "/assets/robots.txt"] {
            let (_, head, _) = site.request("GET", path, &[], "").await;
            let head = head.to_lowercase();
            for line in [
                "content-security-policy: default-src 'none'; script-src 'self'",
                "x-content-type-options: nosniff",
                "referrer-policy: no-referrer",
                "frame-ancestors 'none'",
            ] {
                assert!(head.contains(line), "{path}: {line} {head}");
            }
            assert!(
                !head.contains("unsafe-inline") && !head.contains("server:"),
                "{head}"
            );
        }
    });
}

#[test]
fn data_that_is_opened_by_itself_is_a_file_of_a_fixed_name() {
    on_each_site(async |site, _| {
        for path in ["/api/me", "/api/nowhere", "/api/games;x.bat"] {
            let (_, head, _) = site.request("GET", path, &[], "").await;
            let line = "content-disposition: attachment; filename=\"api.json\"";
            assert!(head.to_lowercase().contains(line), "{path}: {head}");
        }
    });
}

/// Whoever sends a byte now and then would hold a connection for as long as he likes.
#[test]
fn a_head_that_comes_in_drops_is_not_waited_for() {
    on_each_site(async |site, _| {
        let connect = async || TcpStream::connect(site.address).await.expect("it listens");
        let mut slow = connect().await;
        let begun = Instant::now();
        let head = b"GET /health HTTP/1.1\r\nX-Slow: "
            .iter()
            .chain([b'x'].iter().cycle());
        let mut answer = [0; 64];
        for byte in head {
            // A connection that is closed says so on reading; on writing only after that.
            let closed = slow.write_all(&[*byte]).await.is_err();
            let read = tokio::time::timeout(Duration::from_millis(100), slow.read(&mut answer));
            match read.await {
                Ok(Ok(0) | Err(_)) => break,
                _ if closed => break,
                // It may be told why first.
                Ok(Ok(_)) | Err(_) => {}
            }
            assert!(
                begun.elapsed() < Duration::from_secs(45),
                "it is still waited for"
            );
            // Meanwhile others are answered.
            assert_eq!(site.get("/health").await.0, 200);
        }
        // Whoever only takes his time between requests of one connection has it.
        let mut calm = connect().await;
        for _ in 0..2 {
            calm.write_all(b"GET /assets/robots.txt HTTP/1.1\r\nHost: x\r\n\r\n")
                .await
                .expect("it is open");
            let length = calm.read(&mut answer).await.expect("it is open");
            assert!(answer[..length].starts_with(b"HTTP/1.1 200"));
            while let Ok(Ok(1..)) =
                tokio::time::timeout(Duration::from_millis(200), calm.read(&mut answer)).await
            {
            }
        }
    });
}

#[test]
fn files_are_kept_by_browsers_and_asked_for_again_only_if_they_may_change() {
    on_each_site(async |site, _| {
        let (status, head, _) = site.request("GET", "/assets/robots.txt", &[], "").await;
        assert_eq!(status, 200);
        assert!(
            head.to_lowercase().contains("cache-control: no-cache"),
            "{head}"
        );
        let tag = head
            .lines()
            .find_map(|line| line.strip_prefix("etag: "))
            .expect("a tag");
        let headers = [("If-None-Match", tag)];
        let (status, _, body) = site
            .request("GET", "/assets/robots.txt", &headers, "")
            .await;
        assert_eq!((status, body.as_str()), (304, ""));
        for path in [
            "/assets/../Cargo.toml",
            "/assets/%2e%2e/Cargo.toml",
            "/assets/none",
        ] {
            let (status, _, _) = site.request("GET", path, &[], "").await;
            assert!(status == 404 || status == 400, "{path} {status}");
        }
    });
}

#[test]
fn a_game_of_chess_comes_in_as_pgn() {
    on_each_site(async |site, _| {
        let pgn = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bb5 *\n";
        let (status, _, history) = site.post("/api/pgn", "", &json!({"pgn": pgn})).await;
        assert_eq!(status, 200, "{history}");
        let names: Vec<&str> = history["plies"]
            .as_array()
            .expect("plies")
            .iter()
            .map(|ply| ply["name"].as_str().expect("a name"))
            .collect();
        assert_eq!(names, ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
        assert_eq!(history["dropped"], json!([]));
        let pgn = "[FEN \"r5k1/8/8/8/8/8/8/4K2R w Kq - 0 1\"]\n\n1. O-O *\n";
        let (_, _, history) = site.post("/api/pgn", "", &json!({"pgn": pgn})).await;
        assert_eq!(history["start"], "r5k1/8/8/8/8/8/8/4K2R w K - 0 1");
        assert!(
            history["dropped"][0]
                .as_str()
                .is_some_and(|said| said.contains("castling right q")),
            "{history}"
        );
        let pgn = "1. e4 e5\n\n2. Nf3 Nc6\n\n3. Bb5 -- *\n";
        let (status, _, history) = site.post("/api/pgn", "", &json!({"pgn": pgn})).await;
        let plies = history["plies"].as_array().map(Vec::len);
        assert_eq!((status, plies), (200, Some(6)), "{history}");
        for (pgn, named) in [
            ("1. e4 hello", "línea 1, columna 7: 'hello' no se entiende"),
            (
                "1. e4 e4",
                "línea 1, columna 7: 'e4' no es una jugada legal",
            ),
            (
                "[Variant \"Atomic\"]\n\n*",
                "la variante 'Atomic' no se juega aquí",
            ),
            ("", "ninguna partida"),
            ("1. e4 *\n\n1. d4 *", "en la línea 3 empieza otra"),
        ] {
            let path = "/api/pgn?lang=es";
            let (status, _, refused) = site.post(path, "", &json!({"pgn": pgn})).await;
            let message = refused["message"].as_str().expect("text");
            assert!(status == 400 && message.contains(named), "{refused}");
        }
        for (pgn, named) in [
            ("1. e4 e4", "line 1, column 7: 'e4'"),
            (
                "[Result \"*\"]\n\n1. e4 hello e5 2. Nf3 *",
                "line 3, column 7: 'hello'",
            ),
            ("[Variant \"Antichess\"]\n\n1. e3 *", "Antichess"),
            (
                "[FEN \"rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1\"]\n\n1. O-O *",
                "the castling right K is dropped",
            ),
            ("1. e4 *\n\n1. d4 *", "another begins in line 3"),
            ("", "no game"),
            ("[FEN \"x\"]\n\n1. e4 *", "x"),
        ] {
            let (status, _, refused) = site.post("/api/pgn", "", &json!({"pgn": pgn})).await;
            assert_eq!(
                (status, &refused["refused"]),
                (400, &json!("pgn")),
                "{refused}"
            );
            assert!(
                refused["message"].as_str().expect("text").contains(named),
                "{refused}"
            );
        }
    });
}

#[test]
fn lists_and_things_that_are_not_there() {
    on_each_site(async |site, _| {
        let mut page = site.page(&site.guest("Ana").await).await;
        page.open(json!({"game": "chess", "clock": "none", "seats": ["me", "easy"]}))
            .await;
        page.open(json!({"game": "chess", "clock": "none", "seats": ["me", "easy"], "visibility": "private"})).await;
        let (_, games) = site.get("/api/games?state=playing").await;
        assert_eq!(games["games"].as_array().map(Vec::len), Some(1), "{games}");
        for (path, status) in [
            ("/api/games?state=none", 400),
            ("/api/games?x=1", 400),
            ("/api/rooms/none/history", 404),
            ("/game/none/pgn", 404),
            ("/api/users/none", 404),
            ("/api/ranking/go", 404),
            ("/api/ranking/chess", 200),
        ] {
            assert_eq!(site.get(path).await.0, status, "{path}");
        }
    });
}

#[test]
fn a_translators_language_is_one_of_the_sites() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (messages, database) = (folder.path().join("messages"), folder.path().join("x.db"));
    let french = messages.join("fr");
    std::fs::create_dir_all(&french).expect("a folder");
    let texts = "nav-play = Jouer\nnav-language-label = FR : passer au français\n";
    std::fs::write(french.join("server-pages.ftl"), texts).expect("a file");
    let child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--no-worker",
            "--log",
            "error",
        ])
        .args(["--database", &format!("sqlite:{}", database.display())])
        .env("ATALAYA_MESSAGES", &messages)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary");
    let site = Site::of(child);
    block_on(async {
        for (path, accepted) in [("/?lang=fr", "en"), ("/", "fr-CA, en;q=0.5")] {
            let headers = [("Accept-Language", accepted)];
            let (_, _, page) = site.request("GET", path, &headers, "").await;
            assert!(page.contains("<html lang=\"fr\""), "{path}");
            // What it does not say is said in English.
            assert!(page.contains(">Jouer</a>") && page.contains(">Problems</a>"));
        }
        let (_, _, page) = site.request("GET", "/?lang=es", &[], "").await;
        let offered = "data-lang=\"fr\" aria-label=\"FR : passer au français\">FR<";
        assert!(page.contains(offered), "{page}");
        let wish = json!({"lang": "fr"});
        let (status, head, _) = site.post("/api/preferences", "", &wish).await;
        assert!(status == 200 && head.contains("lang=fr"), "{head}");
        let wish = json!({"lang": "xx"});
        let (status, _, refused) = site.post("/api/preferences", "", &wish).await;
        let known = "'xx' is no language of this site: expected en, es or fr";
        assert_eq!((status, &refused["message"]), (400, &json!(known)));
    });
}
