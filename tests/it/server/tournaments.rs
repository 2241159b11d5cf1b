//! Tournaments and exhibitions over HTTP and sockets: machines and people, restarts, first moves that are not made.

use crate::databases::{block_on, on_each_address};
use crate::site::{Page, Site, legal};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

/// Longer than any tournament here takes.
const PATIENCE: Duration = Duration::from_secs(150);

fn wish(kind: &str, game: &str, rounds: u32) -> Value {
    json!({
        "name": "Friday night", "kind": kind, "game": game, "clock": "30/turn", "rounds": rounds.to_string(),
        "minutes": "1", "first_move": "30",
    })
}

/// Makes a tournament; its path in the interface.
async fn made(site: &Site, cookie: &str, wish: &Value) -> String {
    let (status, _, answer) = site.post("/api/tournaments", cookie, wish).await;
    assert_eq!(status, 200, "{answer}");
    format!(
        "/api/tournaments/{}",
        answer["id"].as_str().expect("a name")
    )
}

async fn done(site: &Site, path: &str, what: &str, cookie: &str, body: Value) {
    let (status, _, answer) = site.post(&format!("{path}/{what}"), cookie, &body).await;
    assert_eq!(status, 200, "{what}: {answer}");
}

async fn told(site: &Site, path: &str) -> Value {
    let (status, told) = site.get(path).await;
    assert_eq!(status, 200, "{told}");
    told
}

fn list<'v>(told: &'v Value, name: &str) -> &'v [Value] {
    told[name].as_array().expect(name)
}

/// Resigns in a room, unless the game is over.
async fn resigns(site: &Site, cookie: &str, room: &str) {
    let mut page: Page = site.page(cookie).await;
    page.enter(room).await;
    if page.room["phase"] == "playing" {
        page.act(json!({"event": "resign"})).await;
        page.until(|room| room["phase"] == "over").await;
    }
}

/// Has people resign in each game that they are in until the tournament is over, or `enough` says so.
async fn played(
    site: &Site,
    path: &str,
    people: &BTreeMap<&str, String>,
    enough: impl Fn(&Value) -> bool,
) -> Value {
    let begun = Instant::now();
    let mut resigned = HashSet::new();
    loop {
        let now = told(site, path).await;
        if now["state"] == "over" || enough(&now) {
            return now;
        }
        assert!(begun.elapsed() < PATIENCE, "it does not end: {now}");
        for pairing in list(&now, "pairings") {
            let Some(room) = pairing["room"].as_str() else {
                continue;
            };
            let names = list(pairing, "names").iter().filter_map(Value::as_str);
            let own = names.into_iter().find_map(|name| people.get(name));
            let there = site.get(&format!("/api/rooms/{room}/history")).await.0 == 200;
            if let Some(cookie) = own.filter(|_| pairing["result"].is_null() && there)
                && resigned.insert(room.to_owned())
            {
                resigns(site, cookie, room).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

#[test]
fn sixteen_machines_and_people_play_a_swiss_tournament_over_a_restart() {
    on_each_address(|database| {
        block_on(async {
            let mut site = Site::start(database);
            let host = site.account("Hostess").await;
            let guest = site.guest("Bernardo").await;
            let path = made(&site, &host, &wish("swiss", "kamisado", 3)).await;
            let machines = json!({"level": "easy", "count": "14"});
            done(&site, &path, "machines", &host, machines.clone()).await;
            // Whoever is not the host cannot change or start it.
            for (what, body) in [("machines", machines), ("start", json!({}))] {
                let (status, _, answer) = site.post(&format!("{path}/{what}"), &guest, &body).await;
                assert_eq!((status, &answer["code"]), (409, &json!("not_host")));
            }
            done(&site, &path, "join", &host, json!({})).await;
            done(&site, &path, "join", &guest, json!({})).await;
            done(&site, &path, "start", &host, json!({})).await;
            let people = BTreeMap::from([("Hostess", host.clone()), ("Bernardo", guest)]);
            let first = |now: &Value| {
                let there = list(now, "pairings").iter();
                there.filter(|p| !p["result"].is_null()).count() >= 3
            };
            let before = played(&site, &path, &people, first).await;
            site.kill();
            let site = Site::start(database);
            let after = told(&site, &path).await;
            for (old, new) in list(&before, "pairings")
                .iter()
                .zip(list(&after, "pairings"))
            {
                assert_eq!((&old["names"], &old["room"]), (&new["names"], &new["room"]));
            }
            let over = played(&site, &path, &people, |_| false).await;
            assert_eq!(over["round"], 3);
            let pairings = list(&over, "pairings");
            assert_eq!(pairings.len(), 24, "eight boards in each round");
            let mut met = HashSet::new();
            for pairing in pairings {
                let mut two = [&pairing["white"], &pairing["black"]].map(|n| n.as_u64());
                two.sort_unstable();
                assert!(met.insert(two), "met twice: {pairing}");
                assert!(!pairing["result"].is_null(), "{pairing}");
                let room = pairing["room"].as_str().expect("a room");
                let (status, game) = site.get(&format!("/api/rooms/{room}/history")).await;
                assert_eq!((status, &game["game"]), (200, &json!("kamisado")));
            }
            let points = list(&over, "standings")
                .iter()
                .map(|line| line["points"].as_u64());
            let points: Vec<u64> = points.map(|p| p.expect("points")).collect();
            assert_eq!((points.len(), points.iter().sum::<u64>()), (16, 48));
            assert!(points.is_sorted_by(|a, b| a >= b), "{points:?}");
            // A page for everybody.
            let page = path.strip_prefix("/api").expect("a path");
            let (status, html) = site.get(page).await;
            let html = html.as_str().expect("a page");
            assert!(status == 200 && html.contains("Round 3") && html.contains("Bernardo"));
            let (status, report) = site.get(&format!("{page}/report.trf")).await;
            let report = report.as_str().expect("a report");
            let lines = report.lines().filter(|line| line.starts_with("001 "));
            let full = lines.filter(|line| line.len() == 89 + 3 * 10 && !line.contains("0000"));
            assert_eq!((status, full.count()), (200, 16), "{report}");
            assert!(
                report.starts_with("012 Friday night\n") && report.ends_with("XXR 3\nXXC white1\n")
            );
        });
    });
}

#[test]
fn whoever_does_not_make_the_first_move_in_time_loses_and_is_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("site.db").display());
    block_on(async {
        let site = Site::start(&database);
        let cookies = [site.account("Ana").await, site.account("Berta").await];
        let mut wish = wish("swiss", "chess", 1);
        wish["first_move"] = json!("5");
        let path = made(&site, &cookies[0], &wish).await;
        for cookie in &cookies {
            done(&site, &path, "join", cookie, json!({})).await;
        }
        // Twice is once.
        done(&site, &path, "join", &cookies[0], json!({})).await;
        done(&site, &path, "start", &cookies[0], json!({})).await;
        let none = BTreeMap::new();
        let now = played(&site, &path, &none, |now| !list(now, "pairings").is_empty()).await;
        let room = list(&now, "pairings")[0]["room"]
            .as_str()
            .expect("a room")
            .to_owned();
        let over = played(&site, &path, &none, |_| false).await;
        assert_eq!(list(&over, "pairings")[0]["result"], "black");
        let white = &list(&over, "standings")[1];
        assert_eq!((&white["in"], &white["points"]), (&json!(false), &json!(0)));
        let (_, history) = site.get(&format!("/api/rooms/{room}/history")).await;
        assert_eq!(list(&history, "plies").len(), 0);
        // It counts as not played: in the report, and among the games of the winner.
        let winner = &list(&over, "standings")[0];
        let of_winner = ["points", "wins", "games"].map(|name| winner[name].clone());
        assert_eq!(of_winner, [json!(2), json!(0), json!(0)]);
        let page = path.strip_prefix("/api").expect("a path");
        let (_, report) = site.get(&format!("{page}/report.trf")).await;
        let report = report.as_str().expect("a report");
        assert!(
            report.contains(" b +") && report.contains(" w -"),
            "{report}"
        );
        let (status, _, answer) = site
            .post(&format!("{path}/join"), &cookies[1], &json!({}))
            .await;
        assert_eq!((status, &answer["code"]), (409, &json!("closed")));
    });
}

#[test]
fn a_half_point_bye_is_asked_for_as_often_as_the_host_allows() {
    on_each_address(|database| {
        block_on(async {
            let site = Site::start(database);
            let host = site.account("Hostess").await;
            let guest = site.guest("Bernardo").await;
            let mut wish = wish("swiss", "kamisado", 3);
            wish["byes"] = json!("1");
            wish["accelerated"] = json!("on");
            let path = made(&site, &host, &wish).await;
            let machines = json!({"level": "easy", "count": "2"});
            done(&site, &path, "machines", &host, machines).await;
            done(&site, &path, "join", &host, json!({})).await;
            done(&site, &path, "join", &guest, json!({})).await;
            let yes = json!({"wanted": "yes"});
            let (status, _, answer) = site.post(&format!("{path}/bye"), &guest, &yes).await;
            assert_eq!((status, &answer["code"]), (409, &json!("no_bye")), "before");
            let maybe = json!({"wanted": "maybe"});
            let (status, _, answer) = site.post(&format!("{path}/bye"), &guest, &maybe).await;
            assert!(
                status == 422 && answer.to_string().contains("wanted"),
                "{status} {answer}"
            );
            done(&site, &path, "start", &host, json!({})).await;
            let people = BTreeMap::from([("Hostess", host), ("Bernardo", guest.clone())]);
            let paired = |now: &Value| !list(now, "pairings").is_empty();
            played(&site, &path, &people, paired).await;
            done(&site, &path, "bye", &guest, yes.clone()).await;
            done(&site, &path, "bye", &guest, json!({"wanted": "no"})).await;
            done(&site, &path, "bye", &guest, yes.clone()).await;
            let second = |now: &Value| now["round"] == 2;
            let now = played(&site, &path, &people, second).await;
            let rested = |p: &&Value| p["names"][0] == "Bernardo" && p["black"].is_null();
            let bye = list(&now, "pairings").iter().find(rested).expect("a bye");
            assert_eq!((&bye["round"], &bye["result"]), (&json!(2), &json!("draw")));
            let (status, _, answer) = site.post(&format!("{path}/bye"), &guest, &yes).await;
            assert_eq!((status, &answer["code"]), (409, &json!("no_bye")), "twice");
            let over = played(&site, &path, &people, |_| false).await;
            assert_eq!(
                (
                    &over["round"],
                    list(&over, "pairings").iter().filter(rested).count()
                ),
                (&json!(3), 1)
            );
            let page = path.strip_prefix("/api").expect("a path");
            let (_, report) = site.get(&format!("{page}/report.trf")).await;
            let report = report.as_str().expect("a report");
            assert!(report.contains("0000 - H") && report.contains("XXA    1  1.0  0.5  0.0"));
        });
    });
}

#[test]
fn an_arena_pairs_whoever_is_free_again_and_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("site.db").display());
    block_on(async {
        let site = Site::start(&database);
        let host = site.account("Hostess").await;
        let late = site.guest("Late").await;
        for game in ["chess", "kamisado", "rolit"] {
            let path = made(&site, &host, &wish("arena", game, 1)).await;
            let machines = json!({"level": "easy", "count": "4"});
            done(&site, &path, "machines", &host, machines).await;
            done(&site, &path, "start", &host, json!({})).await;
            // An arena is joined while it is played, too.
            done(&site, &path, "join", &late, json!({})).await;
            let people = BTreeMap::from([("Late", late.clone())]);
            let many = |now: &Value| {
                let over = list(now, "pairings")
                    .iter()
                    .filter(|p| !p["result"].is_null());
                over.count() >= 5
            };
            let now = played(&site, &path, &people, many).await;
            let points: u64 = list(&now, "standings")
                .iter()
                .filter_map(|l| l["points"].as_u64())
                .sum();
            assert!(points >= 10, "{game}: {now}");
            assert!(now["ends"].as_i64() > Some(0));
            of_two(&site, game, &now).await;
            done(&site, &path, "withdraw", &late, json!({})).await;
        }
    });
}

/// Checks that the rooms of all pairings have two seats and the game of the tournament.
async fn of_two(site: &Site, game: &str, now: &Value) {
    for pairing in list(now, "pairings") {
        let room = pairing["room"].as_str().expect("a room");
        let (status, history) = site.get(&format!("/api/rooms/{room}/history")).await;
        // The room of a pairing that was just made may not be there yet.
        if status == 200 || !pairing["result"].is_null() {
            let found = (&history["game"], list(&history, "seats").len());
            assert_eq!(found, (&json!(game), 2), "{history}");
        }
    }
}

#[test]
fn a_round_of_rolit_is_for_two_people_and_machines() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("site.db").display());
    block_on(async {
        let site = Site::start(&database);
        let host = site.account("Hostess").await;
        let path = made(&site, &host, &wish("swiss", "rolit", 1)).await;
        let machines = json!({"level": "easy", "count": "3"});
        done(&site, &path, "machines", &host, machines).await;
        done(&site, &path, "join", &host, json!({})).await;
        done(&site, &path, "start", &host, json!({})).await;
        let people = BTreeMap::from([("Hostess", host)]);
        let over = played(&site, &path, &people, |_| false).await;
        assert_eq!(list(&over, "pairings").len(), 2, "{over}");
        assert!(
            list(&over, "pairings")
                .iter()
                .all(|p| !p["result"].is_null())
        );
        let points = list(&over, "standings").iter();
        let points: Vec<u64> = points.filter_map(|line| line["points"].as_u64()).collect();
        assert_eq!((points.len(), points.iter().sum::<u64>()), (4, 4), "{over}");
        of_two(&site, "rolit", &over).await;
    });
}

#[test]
fn the_host_of_an_exhibition_goes_from_board_to_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("site.db").display());
    block_on(async {
        let site = Site::start(&database);
        let host = site.account("Hostess").await;
        let path = made(&site, &host, &wish("exhibition", "chess", 1)).await;
        let machines = json!({"level": "easy", "count": "3"});
        done(&site, &path, "machines", &host, machines).await;
        done(&site, &path, "start", &host, json!({})).await;
        let none = BTreeMap::new();
        let now = played(&site, &path, &none, |now| list(now, "pairings").len() == 3).await;
        let rooms: Vec<&str> = list(&now, "pairings")
            .iter()
            .filter_map(|p| p["room"].as_str())
            .collect();
        for room in &rooms {
            let begun = Instant::now();
            while site.get(&format!("/api/rooms/{room}/history")).await.0 != 200 {
                assert!(begun.elapsed() < PATIENCE);
            }
        }
        let page = path.strip_prefix("/api").expect("a path");
        let next = async |after: &str| {
            let path = format!("{page}/next?after={after}");
            let (status, head, _) = site.request("GET", &path, &[("Cookie", &host)], "").await;
            assert_eq!(status, 303, "{head}");
            let line = head
                .lines()
                .find_map(|line| line.strip_prefix("location: "));
            line.expect("an address").to_owned()
        };
        assert_eq!(next("").await, format!("/game/{}", rooms[0]));
        assert_eq!(next(rooms[0]).await, format!("/game/{}", rooms[1]));
        assert_eq!(next(rooms[2]).await, format!("/game/{}", rooms[0]));
        let (_, html) = site.get_as(&format!("{page}/boards"), &host).await;
        let html = html.as_str().expect("a page");
        assert!(html.contains("3 boards wait") && html.matches("class=\"diagram\"").count() == 3);
        // A move there, and the machine's answer makes it wait again.
        let mut own = site.page(&host).await;
        own.enter(rooms[0]).await;
        let text = legal(&own.room)[0].clone();
        own.play(&text).await;
        own.until(|room| room["moves"].as_array().map(Vec::len) >= Some(2))
            .await;
        let people = BTreeMap::from([("Hostess", host.clone())]);
        let over = played(&site, &path, &people, |_| false).await;
        assert!(
            list(&over, "pairings")
                .iter()
                .all(|p| p["result"] == "black")
        );
    });
}

#[test]
fn what_no_tournament_can_be_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("site.db").display());
    block_on(async {
        let site = Site::start(&database);
        let good = wish("swiss", "chess", 3);
        let (status, _, answer) = site.post("/api/tournaments", "", &good).await;
        assert_eq!((status, &answer["code"]), (401, &json!("not_logged_in")));
        let host = site.account("Hostess").await;
        for (field, value, code) in [
            ("name", "  ", "name"),
            ("kind", "league", "kind"),
            ("game", "go", "game"),
            ("clock", "none", "clock"),
            ("clock", "86400/turn", "clock"),
            ("rounds", "21", "rounds"),
            ("first_move", "soon", "first_move"),
        ] {
            let mut bad = good.clone();
            bad[field] = json!(value);
            let (status, _, answer) = site.post("/api/tournaments", &host, &bad).await;
            assert_eq!(
                (status, answer["code"].as_str()),
                (400, Some(code)),
                "{answer}"
            );
        }
        for number in 0..6 {
            let (status, _, answer) = site.post("/api/tournaments", &host, &good).await;
            let expected = if number < 5 { 200 } else { 409 };
            assert_eq!(status, expected, "{answer}");
        }
    });
}
