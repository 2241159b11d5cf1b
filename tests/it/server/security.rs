//! Defences of the site that the book claims (`book/src/server-security.md`) and no other test shows; and a check that
//! the book leaves no point of the standard out.

use crate::book::shown::{files, test_names};
use crate::databases::{block_on, on_each_address};
use crate::site::{Site, on_each_site};
use serde_json::json;
use sqlx::Connection;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The number of points of level 1 in each chapter of OWASP ASVS 4.0.3.
const POINTS: [(u32, usize); 13] = [
    (2, 27),
    (3, 12),
    (4, 8),
    (5, 27),
    (6, 1),
    (7, 3),
    (8, 7),
    (9, 3),
    (10, 3),
    (11, 5),
    (12, 11),
    (13, 6),
    (14, 15),
];

#[test]
fn the_book_leaves_no_point_out_and_names_tests_that_there_are() {
    let book = fs::read_to_string(root().join("book/src/server-security.md")).expect("a chapter");
    let names = test_names();
    let mut points: Vec<Vec<u32>> = Vec::new();
    for line in book.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, point, what, shown, _] = cells[..] else {
            continue;
        };
        let numbers = point.split('.').map(str::parse);
        let Ok(numbers) = numbers.collect::<Result<Vec<u32>, _>>() else {
            continue;
        };
        assert!(numbers.len() == 3 && !what.is_empty(), "{line}");
        points.push(numbers);
        let test = shown
            .strip_prefix('`')
            .and_then(|shown| shown.split('`').next());
        match test {
            Some(test) => assert!(names.contains(test), "no test {test}"),
            None => assert!(
                shown.starts_with("not met, because ") || shown == "there is nothing of the kind",
                "{line}"
            ),
        }
    }
    let all: HashSet<_> = points.iter().collect();
    assert_eq!(all.len(), points.len(), "a point stands twice");
    for (chapter, count) in POINTS {
        let found = points.iter().filter(|point| point[0] == chapter).count();
        assert_eq!(found, count, "chapter {chapter}");
    }
}

#[test]
fn no_script_makes_code_or_markup_of_text_or_hinders_pasting() {
    for path in files(&root().join("src/server/assets"), ".js") {
        let text = fs::read_to_string(&path).expect("a script");
        for bad in [
            "eval(",
            "new Function",
            "innerHTML =",
            "outerHTML =",
            "document.write",
            "\"paste\"",
        ] {
            assert!(!text.contains(bad), "{}: {bad}", path.display());
        }
    }
    let page = root().join("src/server/templates/account.html");
    let page = fs::read_to_string(page).expect("a template");
    let fields: Vec<&str> = page.split("type=\"password\"").skip(1).collect();
    assert!(fields.len() >= 6);
    for field in fields {
        let field = field.split('>').next().expect("its end");
        assert!(field.contains("autocomplete=\""), "{field}");
    }
}

#[test]
fn nothing_lies_about_and_redirects_stay_on_the_site() {
    on_each_site(async |site, _| {
        for path in [
            "/admin",
            "/.git/config",
            "/.env",
            "/Cargo.toml",
            "/server-status",
            "/phpinfo.php",
            "/assets",
            "/assets/",
            "/assets/js/",
            "/debug",
            "/api",
            "/api/",
            "/docs",
            "/swagger",
        ] {
            assert_eq!(site.get(path).await.0, 404, "{path}");
        }
        for path in [
            "/problems/random?not=//evil.example",
            "/problems/random?not=1",
            "/problems/daily",
        ] {
            let (_, head, _) = site.request("GET", path, &[], "").await;
            let to = head
                .lines()
                .find_map(|line| line.strip_prefix("location: "));
            assert!(
                to.is_none_or(|to| to.starts_with("/problems")),
                "{path}: {head}"
            );
        }
    });
}

#[test]
fn text_of_a_statement_in_a_name_is_a_name() {
    on_each_site(async |site, _| {
        let name = "Eva'); DROP TABLE users; --";
        let cookie = site.guest(name).await;
        let (_, me) = site.get_as("/api/me", &cookie).await;
        assert_eq!(me["who"]["name"], name);
        let given = json!({"name": "x' OR '1'='1", "password": "x' OR '1'='1"});
        assert_eq!(site.post("/api/log-in", "", &given).await.0, 401);
        assert_eq!(site.get("/api/users/x'%20OR%20'1'='1").await.0, 404);
        site.account("Ana").await;
        assert_eq!(site.get("/api/users/Ana").await.0, 200);
    });
}

#[test]
fn no_password_expires_and_an_old_one_may_be_had_again() {
    on_each_site(async |site, _| {
        let mut cookie = site.account("Ana").await;
        for [old, new] in [
            ["correct horse", "battery staple"],
            ["battery staple", "correct horse"],
        ] {
            let given = json!({"old": old, "new": new, "again": new});
            let (status, set, told) = site.post("/api/account/password", &cookie, &given).await;
            assert_eq!(status, 200, "{told}");
            cookie = set;
        }
    });
}

#[test]
fn logs_have_neither_passwords_nor_tokens() {
    on_each_address(|database| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database", database])
            .args(["--no-worker", "--log", "trace"])
            .env_remove("ATALAYA_DATABASE")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary");
        let mut stderr = child.stderr.take().expect("its log");
        let log = std::thread::spawn(move || {
            let mut log = String::new();
            std::io::Read::read_to_string(&mut stderr, &mut log).expect("text");
            log
        });
        let mut site = Site::of(child);
        let token = block_on(async {
            let cookie = site.account("Ana").await;
            let given = json!({"name": "Ana", "password": "wrong horse battery"});
            site.post("/api/log-in", &cookie, &given).await;
            site.get_as("/account", &cookie).await;
            cookie.split('=').nth(1).expect("a token").to_owned()
        });
        site.kill();
        let log = log.join().expect("it was read");
        assert!(log.contains("/api/log-in"), "nothing was logged: {log}");
        for secret in ["correct horse", "wrong horse battery", &token] {
            assert!(!log.contains(secret), "{secret}");
        }
    });
}

#[test]
fn whoever_cannot_be_asked_about_may_do_nothing() {
    on_each_address(|database| {
        block_on(async {
            let site = Site::start(database);
            let cookie = site.account("Ana").await;
            // The table is away: it is not known who has which session.
            sqlx::any::install_default_drivers();
            let mut connection = sqlx::AnyConnection::connect(database)
                .await
                .expect("it is there");
            let away = sqlx::query("ALTER TABLE sessions RENAME TO away");
            away.execute(&mut connection).await.expect("it is renamed");
            let given = json!({"picture": "rook-w"});
            let (status, _, told) = site.post("/api/profile/picture", &cookie, &given).await;
            assert_eq!((status, &told["code"]), (503, &json!("database")), "{told}");
            let lang = format!("{cookie}; atalaya_lang=es");
            let (status, page) = site.get_as("/account", &lang).await;
            let page = page.as_str().expect("a page");
            assert!(
                status == 503 && page.contains("La base de datos no responde"),
                "{page}"
            );
            assert!(!page.contains("sessions"), "{page}");
            let back = sqlx::query("ALTER TABLE away RENAME TO sessions");
            back.execute(&mut connection).await.expect("it is renamed");
            assert!(site.get("/api/users/Ana").await.1["picture"].is_null());
        });
    });
}
