//! Moderation over HTTP and from the command line.

use crate::site::{Page, Site, on_each_site};
use serde_json::{Value, json};
use std::process::Command;

/// Runs `atalaya user …` on a database; what it prints, as JSON.
fn user(database: &str, args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .arg("user")
        .args(args)
        .args(["--json", "--database", database])
        .output()
        .expect("the program");
    let told = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&told).unwrap_or_else(|_| panic!("{output:?}"))
}

/// An administrator; the cookie.
async fn administrator(site: &Site, database: &str) -> String {
    let cookie = site.account("Chief").await;
    let told = user(database, &["administrator", "Chief"]);
    assert_eq!(told["administrator"], true);
    cookie
}

async fn act(site: &Site, cookie: &str, what: &str, body: Value) -> (u16, Value) {
    let path = format!("/api/moderation/{what}");
    let (status, _, told) = site.post(&path, cookie, &body).await;
    (status, told)
}

async fn log_in(site: &Site, name: &str, password: &str) -> (u16, Value) {
    let given = json!({"name": name, "password": password});
    let (status, _, told) = site.post("/api/log-in", "", &given).await;
    (status, told)
}

#[test]
fn whoever_is_no_administrator_finds_no_such_page() {
    on_each_site(async |site, database| {
        let chief = administrator(site, database).await;
        for cookie in ["", &site.guest("Ana").await, &site.account("Berta").await] {
            assert_eq!(site.get_as("/moderation", cookie).await.0, 404);
            for (what, body) in [
                ("ban", json!({"name": "Chief", "why": "x"})),
                ("unban", json!({"name": "Chief", "why": "x"})),
                (
                    "rename",
                    json!({"name": "Chief", "new": "Other", "why": "x"}),
                ),
                ("reset", json!({"name": "Chief"})),
                ("abort", json!({"room": "x", "why": "x"})),
                ("report", json!({"id": "1", "state": "dismissed"})),
            ] {
                assert_eq!(act(site, cookie, what, body).await.0, 404, "{what}");
            }
        }
        for show in ["reports", "users", "games", "log"] {
            let path = format!("/moderation?show={show}&lang=es");
            let (status, page) = site.get_as(&path, &chief).await;
            assert_eq!(status, 200, "{show}");
            assert!(
                page.as_str()
                    .is_some_and(|page| page.contains("Moderación"))
            );
        }
        let (_, page) = site.get_as("/account", &chief).await;
        assert!(
            page.as_str()
                .is_some_and(|page| page.contains("href=\"/moderation\""))
        );
        let body = json!({"name": "Berta", "why": "x"}).to_string();
        let foreign = [
            ("Origin", "http://evil.example"),
            ("Cookie", chief.as_str()),
        ];
        let path = "/api/moderation/ban";
        assert_eq!(site.request("POST", path, &foreign, &body).await.0, 403);
        assert_eq!(log_in(site, "Berta", "correct horse").await.0, 200);
        user(database, &["administrator", "Chief", "--no-longer"]);
        assert_eq!(site.get_as("/moderation", &chief).await.0, 404);
    });
}

#[test]
fn a_ban_while_a_game_is_under_way_ends_the_sessions_and_leaves_the_game_to_the_other() {
    on_each_site(async |site, database| {
        let chief = administrator(site, database).await;
        let (mut pages, room) = site.rated_pair(["Ana", "Berta"]).await;
        let (status, told) = act(site, &chief, "ban", json!({"name": "Berta", "why": " "})).await;
        assert_eq!((status, &told["refused"]), (400, &json!("reason")));
        let ban = json!({"name": "berta", "why": "she shouts", "days": "3"});
        assert_eq!(act(site, &chief, "ban", ban).await.0, 200);
        assert_eq!(pages[1].expect("bye").await["code"], "logged_out");
        let (status, told) = log_in(site, "Berta", "correct horse").await;
        assert_eq!((status, &told["refused"]), (409, &json!("banned")));
        let text = told["message"].as_str().expect("a sentence");
        assert!(
            text.contains("she shouts") && text.contains("until 20"),
            "{text}"
        );
        // A wrong password is not told that there is a ban.
        let (status, told) = log_in(site, "Berta", "incorrect horse").await;
        assert_eq!(
            (status, &told["refused"]),
            (401, &json!("wrong_name_or_password"))
        );
        // The game is the other's to go on with, or to claim.
        assert_eq!(pages[0].room["phase"], "playing");
        let (_, page) = site.get_as("/moderation?show=users&q=BERT", &chief).await;
        let page = page.as_str().expect("a page").to_owned();
        assert!(page.contains("Berta") && page.contains("she shouts") && !page.contains(">Ana<"));
        let (status, told) = act(site, &chief, "ban", json!({"name": "Chief", "why": "x"})).await;
        assert_eq!((status, &told["refused"]), (409, &json!("administrator")));
        let lift = json!({"name": "Berta", "why": "she has said sorry"});
        assert_eq!(act(site, &chief, "unban", lift.clone()).await.0, 200);
        let (status, told) = act(site, &chief, "unban", lift).await;
        assert_eq!((status, &told["refused"]), (409, &json!("not_banned")));
        assert_eq!(log_in(site, "Berta", "correct horse").await.0, 200);
        // The game that nobody is to win is aborted.
        let abort = json!({"room": room, "why": "arranged"});
        assert_eq!(act(site, &chief, "abort", abort.clone()).await.0, 200);
        pages[0].until(|room| room["closed"] == true).await;
        let (status, told) = act(site, &chief, "abort", abort).await;
        assert_eq!((status, &told["refused"]), (409, &json!("no_open_game")));
        let log = user(database, &["log"]);
        let did: Vec<_> = log["log"]
            .as_array()
            .expect("lines")
            .iter()
            .map(|line| {
                (
                    line["by_name"].as_str(),
                    line["what"].as_str(),
                    line["why"].as_str(),
                )
            })
            .collect();
        assert_eq!(
            did,
            [
                (Some("Chief"), Some("abort"), Some("arranged")),
                (Some("Chief"), Some("unban"), Some("she has said sorry")),
                (Some("Chief"), Some("ban"), Some("she shouts")),
                (Some(""), Some("administrator"), Some("")),
            ]
        );
        assert_eq!(log["total"], 4);
    });
}

#[test]
fn a_guest_who_is_banned_has_no_seat_no_chat_and_no_new_game_until_that_is_taken_back() {
    on_each_site(async |site, database| {
        let chief = administrator(site, database).await;
        let wish = json!({"game": "chess", "clock": "none"});
        let cookie = site.guest("Ana").await;
        let mut ana = site.page(&cookie).await;
        let mut eva = site.page(&site.guest("Eva").await).await;
        let mut seats = wish.clone();
        seats["seats"] = json!(["me", "open"]);
        let room = ana.open(seats).await;
        eva.enter(&room).await;
        eva.send(json!({"type": "join", "room": room})).await;
        for page in [&mut ana, &mut eva] {
            page.until(|room| room["phase"] == "playing").await;
        }
        // Whoever is looked for is shown, and nobody else.
        let listed = async |q: &str| {
            let path = format!("/moderation?show=users&q={q}");
            let (_, page) = site.get_as(&path, &chief).await;
            page.as_str().expect("a page").to_owned()
        };
        let line = "<h2>Ana <span class=\"tag\">guest";
        assert!(listed("an").await.contains(line) && !listed("").await.contains("<h2>Ana"));
        let ban = json!({"name": "ana", "why": "she shouts", "days": "3"});
        assert_eq!(
            act(site, &chief, "ban", ban).await,
            (200, json!({"banned": "Ana"}))
        );
        assert_eq!(ana.expect("bye").await["code"], "logged_out");
        assert!(listed("an").await.contains("she shouts"));
        // The page comes back, sees the game, and may do nothing in it.
        let mut ana = site.page(&cookie).await;
        ana.enter(&room).await;
        assert_eq!(ana.room["phase"], "playing");
        let mut open = wish.clone();
        (open["type"], open["seats"]) = (json!("open"), json!(["me", "open"]));
        for message in [
            json!({"type": "event", "room": room, "n": 1, "event": {"event": "move", "text": "e2e4"}}),
            json!({"type": "chat", "room": room, "text": "hello"}),
            json!({"type": "join", "room": room, "seat": 0}),
            open,
            json!({"type": "seek", "game": "chess", "clock": "5+3"}),
            json!({"type": "rematch", "room": room}),
        ] {
            let (code, text) = ana.refused(message).await;
            assert_eq!(code, "banned");
            assert!(
                text.contains("she shouts") && text.contains("until 20"),
                "{text}"
            );
        }
        for (path, body) in [
            ("nickname", json!({"name": "Anabel"})),
            (
                "sign-up",
                json!({"name": "Anabel", "password": "correct horse"}),
            ),
        ] {
            let (status, _, told) = site.post(&format!("/api/{path}"), &cookie, &body).await;
            assert_eq!(
                (status, &told["refused"]),
                (409, &json!("banned")),
                "{path}"
            );
        }
        // The other one is not concerned.
        assert_eq!(
            eva.refused_act(json!({"event": "claim_draw"})).await.0,
            "not_repeated"
        );
        let lift = json!({"name": "Ana", "why": "she has said sorry"});
        assert_eq!(act(site, &chief, "unban", lift.clone()).await.0, 200);
        assert_eq!(act(site, &chief, "unban", lift).await.0, 409);
        let mut ana = site.page(&cookie).await;
        ana.enter(&room).await;
        ana.play("e2e4").await;
        eva.until(|room| room["moves"].as_array().is_some_and(|m| m.len() == 1))
            .await;
        // By the command line, for good.
        let told = user(database, &["ban", "ANA", "--why", "again"]);
        assert_eq!(told["banned"]["name"], "Ana");
        let (_, me) = site.get_as("/api/me", &cookie).await;
        assert_eq!(me["who"]["name"], Value::Null);
        // The page that is open notices by itself.
        assert_eq!(ana.expect("bye").await["code"], "logged_out");
        let log = user(database, &["log"]);
        let did: Vec<_> = log["log"]
            .as_array()
            .expect("lines")
            .iter()
            .map(|line| (line["what"].as_str(), line["about"].as_str()))
            .collect();
        let about = |what| (Some(what), Some("Ana"));
        assert_eq!(did[..3], [about("ban"), about("unban"), about("ban")]);
    });
}

#[test]
fn a_link_for_another_password_is_good_once() {
    on_each_site(async |site, database| {
        let chief = administrator(site, database).await;
        let berta = site.account("Berta").await;
        let (status, first) = act(site, &chief, "reset", json!({"name": "Berta"})).await;
        assert_eq!(status, 200, "{first}");
        let token = |told: &Value| -> String {
            let link = told["link"].as_str().expect("a link");
            link.split_once("/reset#").expect("a token").1.to_owned()
        };
        let given = user(
            database,
            &["reset", "Berta", "--site", "http://site.example/"],
        );
        assert!(
            given["link"]
                .as_str()
                .is_some_and(|l| l.starts_with("http://site.example/reset#"))
        );
        let reset = async |token: &str, again: &str| {
            let new = "another horse battery";
            let body = json!({"token": token, "new": new, "again": again});
            let (status, _, told) = site.post("/api/reset", "", &body).await;
            (status, told["refused"].clone())
        };
        let good = "another horse battery";
        // The earlier one was replaced.
        assert_eq!(
            reset(&token(&first), good).await,
            (409, json!("wrong_link"))
        );
        assert_eq!(reset("", good).await, (409, json!("wrong_link")));
        assert_eq!(
            reset(&token(&given), "other").await,
            (409, json!("passwords_differ"))
        );
        assert_eq!(reset(&token(&given), good).await, (200, Value::Null));
        assert_eq!(
            reset(&token(&given), good).await,
            (409, json!("wrong_link"))
        );
        let (_, me) = site.get_as("/api/me", &berta).await;
        assert_eq!(me["who"]["name"], Value::Null, "logged out everywhere");
        assert_eq!(log_in(site, "Berta", "correct horse").await.0, 401);
        assert_eq!(log_in(site, "Berta", good).await.0, 200);
        assert_eq!(site.get("/reset").await.0, 200);
        let renamed = json!({"name": "Berta", "new": "Bertha", "why": "asked for it"});
        assert_eq!(act(site, &chief, "rename", renamed).await.0, 200);
        assert_eq!(log_in(site, "Bertha", good).await.0, 200);
    });
}

#[test]
fn reports_of_profiles_games_and_chat_wait_until_they_are_answered_or_dismissed() {
    on_each_site(async |site, database| {
        let chief = administrator(site, database).await;
        site.account("Berta").await;
        let ana = site.guest("Ana").await;
        let mut page = site.page(&ana).await;
        let wish = json!({"game": "chess", "clock": "none", "seats": ["me", "open"]});
        let room = page.open(wish).await;
        let mut other = site.page(&site.guest("Eva").await).await;
        other.enter(&room).await;
        page.send(json!({"type": "chat", "room": room, "text": "hello"}))
            .await;
        let line = page.expect("chat").await["line"]["id"].clone();
        let report = json!({"type": "report", "room": room, "message": line, "why": "rude"});
        other.send(report).await;
        other.expect("reported").await;
        let report = async |subject: &str, about: &str, why: &str| {
            let body = json!({"subject": subject, "about": about, "why": why});
            site.post("/api/report", &ana, &body).await.0
        };
        assert_eq!(report("profile", "Berta", "the name").await, 200);
        // Twice is once.
        assert_eq!(report("profile", "BERTA", "the name").await, 200);
        assert_eq!(report("game", &room, "arranged").await, 200);
        assert_eq!(report("profile", "Nobody", "x").await, 409);
        assert_eq!(report("profile", "M2", "it wins").await, 409);
        assert_eq!(report("game", "nowhere", "x").await, 404);
        assert_eq!(report("profile", "Berta", "").await, 400);
        let body = json!({"subject": "profile", "about": "Berta", "why": "x"});
        assert_eq!(site.post("/api/report", "", &body).await.0, 401);
        let shown = async || {
            let (_, page) = site.get_as("/moderation", &chief).await;
            page.as_str()
                .expect("a page")
                .matches("id=\"report-")
                .count()
        };
        assert_eq!(shown().await, 3);
        let close = json!({"id": "1", "state": "answered", "answer": "told to be kind"});
        assert_eq!(act(site, &chief, "report", close.clone()).await.0, 200);
        assert_eq!(act(site, &chief, "report", close).await.0, 409);
        let dismiss = json!({"id": "2", "state": "dismissed"});
        assert_eq!(act(site, &chief, "report", dismiss).await.0, 200);
        assert_eq!(shown().await, 1);
    });
}

/// Says something that is refused; the code.
async fn silenced(page: &mut Page, room: &str, text: &str) -> String {
    let said = json!({"type": "chat", "room": room, "text": text});
    page.refused(said).await.0
}

#[test]
fn whoever_has_opened_a_room_says_who_speaks_there_and_which_words_are_not_said() {
    on_each_site(async |site, _| {
        let ana = site.guest("Ana").await;
        let mut host = site.page(&ana).await;
        let wish = json!({"game": "chess", "clock": "none", "seats": ["me", "open"]});
        let room = host.open(wish).await;
        let eva = site.guest("Eva").await;
        let mut guest = site.page(&eva).await;
        guest.enter(&room).await;
        let path = format!("/api/game/{room}/chat");
        let rule = |speakers: &str, words: &str| json!({"speakers": speakers, "words": words});
        let (status, _, told) = site.post(&path, &eva, &rule("nobody", "")).await;
        assert_eq!((status, &told["refused"]), (403, &json!("not_host")));
        assert_eq!(site.get_as(&path, &eva).await.0, 403);
        assert_eq!(site.get_as(&path, &ana).await.1, rule("all", ""));
        assert_eq!(
            site.post(&path, &ana, &rule("players", "fool")).await.0,
            200
        );
        assert_eq!(silenced(&mut guest, &room, "hello").await, "chat_players");
        assert_eq!(silenced(&mut host, &room, "you FOOL!").await, "chat_word");
        host.send(json!({"type": "chat", "room": room, "text": "foolish"}))
            .await;
        host.expect("chat").await;
        assert_eq!(site.post(&path, &ana, &rule("nobody", "")).await.0, 200);
        assert_eq!(silenced(&mut host, &room, "hello").await, "chat_off");
        assert_eq!(site.post(&path, &ana, &rule("friends", "")).await.0, 422);
    });
}
