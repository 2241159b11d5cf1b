//! Problems being solved, analyses, contests and what is being composed: begun on one process, gone on with
//! on another, and there after `kill -9`.

use crate::databases::{ServerDatabase, block_on};
use crate::shared::left_out;
use crate::site::{Site, legal_of, play, two};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(90);

/// A site, process after process: on PostgreSQL three at once, on SQLite one that is started again.
struct Several {
    database: String,
    sites: Vec<Site>,
}

impl Several {
    fn start(database: &str) -> Several {
        let count = if is_shared(database) { 3 } else { 1 };
        Several {
            database: database.to_owned(),
            sites: (0..count).map(|_| Site::start(database)).collect(),
        }
    }

    /// Kills the process that was last asked, and gives another.
    fn after_a_kill(&mut self) -> &Site {
        self.sites[0].kill();
        self.sites.remove(0);
        if self.sites.is_empty() {
            self.sites.push(Site::start(&self.database));
        }
        &self.sites[0]
    }

    /// A process that was not asked last, if there are several.
    fn other(&self) -> &Site {
        self.sites.last().expect("one at least")
    }
}

fn is_shared(database: &str) -> bool {
    database.starts_with("postgres")
}

fn on_each(test: impl AsyncFn(Several)) {
    let folder = tempfile::tempdir().expect("a new folder");
    let file = format!("sqlite:{}", folder.path().join("site.sqlite").display());
    block_on(test(Several::start(&file)));
    match ServerDatabase::new() {
        Some(server) => block_on(test(Several::start(&server.url()))),
        None => left_out("several processes on PostgreSQL"),
    }
}

/// Does what there is to do for the site, until nothing is left.
fn work_off(database: &str) -> Value {
    let done = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(["worker", "--until-idle", "--lease", "2", "--json"])
        .args(["--database", database])
        .output()
        .expect("the binary");
    assert!(done.status.success(), "{done:?}");
    let told = String::from_utf8(done.stdout).expect("text");
    serde_json::from_str(told.lines().last().expect("a line")).expect("JSON")
}

/// Asks until it is so.
async fn until(site: &Site, path: &str, cookie: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let (status, told) = site.get_as(path, cookie).await;
        assert_eq!(status, 200, "{told}");
        if is_so(&told) {
            return told;
        }
        assert!(begun.elapsed() < PATIENCE, "it is not so: {told}");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

fn count(told: &Value, list: &str) -> usize {
    told[list].as_array().expect(list).len()
}

#[test]
fn a_problem_being_solved_goes_on_on_any_process() {
    on_each(async |mut several| {
        let cookie = several.sites[0].account("Ana").await;
        let (status, _, attempt) = several.sites[0]
            .post("/api/problems/1/begin", &cookie, &json!({}))
            .await;
        assert_eq!(status, 200, "{attempt}");
        let duel = attempt["duel"].as_str().expect("a name").to_owned();
        let path = format!("/api/duels/{duel}");
        // A page knows the rules: no legal moves are sent.
        assert_eq!(attempt["legal"], Value::Null);
        let (status, seen) = several.other().get_as(&path, &cookie).await;
        assert_eq!((status, &seen), (200, &attempt));
        // It is nobody else's.
        let stranger = several.other().guest("Berta").await;
        assert_eq!(several.other().get_as(&path, &stranger).await.0, 404);

        let text = &legal_of(&attempt)[0];
        let moving = format!("{path}/move");
        let wish = json!({ "text": text });
        let moved = several.sites[0].post(&moving, &cookie, &wish).await;
        assert_eq!(moved.0, 200, "{}", moved.2);
        let site = several.after_a_kill();
        let (status, after) = site.get_as(&path, &cookie).await;
        assert_eq!(status, 200);
        assert_eq!(after["moves"], moved.2["moves"]);
        assert_eq!(after["board"], moved.2["board"]);
        assert_eq!(after["still"], moved.2["still"]);

        // Whoever gives up twice, on two processes at once, has done so once.
        if after["solved"].is_null() {
            let resigning = format!("{path}/resign");
            let both = [&several.sites[0], several.other()];
            let nothing = json!({});
            let [one, other] = both.map(|site| site.post(&resigning, &cookie, &nothing));
            let (one, other) = tokio::join!(one, other);
            let fine = [one.0, other.0]
                .iter()
                .filter(|status| **status == 200)
                .count();
            assert_eq!(fine, 1, "{one:?} {other:?}");
        }
        let site = several.after_a_kill();
        let (_, over) = site.get_as(&path, &cookie).await;
        assert_eq!(over["solved"], false, "{over}");
        assert_eq!(over["points"], 0);
        assert!(
            count(&over, "keys") > 0 && count(&over, "review") > 0,
            "{over}"
        );
        let (_, profile) = site.get("/api/users/Ana").await;
        assert_eq!(profile["problems"]["games"], 1, "{profile}");
    });
}

#[test]
fn an_analysis_outlives_whoever_was_at_it() {
    on_each(async |mut several| {
        let mut random = StdRng::seed_from_u64(4);
        let database = several.database.clone();
        let game = json!({"game": "chess", "clock": "none"});
        let mut pages = two(&several.sites[0], ["Ana", "Berta"], game).await;
        play(&mut pages, 24, &mut random).await;
        let plies = count(&pages[0].room, "moves");
        let (room, version) = (pages[0].id(), pages[0].version());
        pages[0].act(json!({"event": "resign"})).await;
        pages[1].until_version(version + 1).await;
        drop(pages);
        let path = format!("/api/analysis/{room}");

        // Nobody here has time: it waits, and everybody knows how far it is.
        assert_eq!(several.other().get(&path).await.0, 404);
        let begun = several.sites[0].post(&path, "", &json!({})).await;
        assert_eq!(begun.0, 200, "{}", begun.2);
        let (_, waiting) = several.other().get(&path).await;
        assert_eq!(
            waiting,
            json!({"total": plies + 1, "evaluations": [], "done": false, "error": null})
        );

        // A process that has time takes it, and is killed in the middle.
        let mut working = if is_shared(&database) {
            Site::start_working(&database)
        } else {
            several.sites[0].kill();
            Site::start_working(&database)
        };
        until(&working, &path, "", |told| count(told, "evaluations") >= 3).await;
        working.kill();
        if !is_shared(&database) {
            several.sites[0] = Site::start(&database);
        }
        let (_, left) = several.other().get(&path).await;
        let known = count(&left, "evaluations");
        assert!(
            (3..=plies).contains(&known) && left["done"] == false,
            "{left}"
        );

        // Whoever comes next does the rest, and nothing twice.
        let tally = work_off(&database);
        assert_eq!(tally["site"], plies + 1 - known, "{tally}");
        let (_, done) = several.other().get(&path).await;
        assert_eq!(
            (&done["done"], &done["error"]),
            (&json!(true), &Value::Null)
        );
        let all = done["evaluations"].as_array().expect("evaluations");
        assert!(all.starts_with(left["evaluations"].as_array().expect("some")));
        for (ply, evaluation) in all.iter().enumerate() {
            assert_eq!(evaluation["ply"], ply);
            assert_eq!(evaluation["loss"].is_null(), ply == 0, "{evaluation}");
        }
        let (_, rest) = several.other().get(&format!("{path}?from={plies}")).await;
        assert_eq!(
            rest["evaluations"].as_array().map(Vec::as_slice),
            Some(&all[plies..])
        );
        // Asking again changes nothing.
        let again = several.other().post(&path, "", &json!({})).await;
        assert_eq!(again.0, 200);
        assert_eq!(several.other().get(&path).await.1, done);
    });
}

#[test]
fn a_contest_counts_each_game_once_whoever_is_killed() {
    on_each(async |mut several| {
        let database = several.database.clone();
        let wish = json!({"problems": 3, "moves": "2"});
        let (status, _, begun) = several.sites[0].post("/api/contest", "", &wish).await;
        assert_eq!(status, 200, "{begun}");
        let path = format!("/api/contest/{}", begun["id"].as_str().expect("a name"));
        if !is_shared(&database) {
            several.sites[0].kill();
        }
        let mut working = Site::start_working(&database);
        until(&working, &path, "", |told| count(told, "games") >= 1).await;
        working.kill();
        if !is_shared(&database) {
            several.sites[0] = Site::start(&database);
        }
        work_off(&database);
        let (_, table) = several.other().get(&path).await;
        assert_eq!((&table["total"], &table["done"]), (&json!(6), &json!(true)));
        assert_eq!(count(&table, "games"), 6);
        for (number, game) in table["games"].as_array().expect("games").iter().enumerate() {
            let names = [&game["attacker"], &game["defender"]];
            let expected = if number % 2 == 0 {
                ["M1", "M2"]
            } else {
                ["M2", "M1"]
            };
            assert_eq!(names, expected);
        }
        for machine in ["M1", "M2"] {
            let (_, profile) = several.other().get(&format!("/api/users/{machine}")).await;
            assert_eq!(profile["problems"]["games"], 6, "{profile}");
        }
    });
}

#[test]
fn what_is_composed_is_verified_by_anybody_and_told_to_its_composer_alone() {
    on_each(async |several| {
        let cookie = several.sites[0].guest("Ana").await;
        let wish = json!({"fen": "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "moves": 2});
        let begin = async |wish: &Value| {
            let (status, _, begun) = several.sites[0]
                .post("/api/compose/verify", &cookie, wish)
                .await;
            assert_eq!(status, 200, "{begun}");
            format!(
                "/api/compose/verify/{}",
                begun["id"].as_str().expect("a name")
            )
        };
        // A right that cannot be is said, and left out.
        let right = json!({"fen": "r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - 0 1", "moves": 2});
        let (_, _, begun) = several.sites[0]
            .post("/api/compose/verify", &cookie, &right)
            .await;
        let said = begun["dropped"][0].as_str().expect("a sentence");
        assert!(said.contains("castling right q"), "{begun}");
        let stop = format!(
            "/api/compose/verify/{}/stop",
            begun["id"].as_str().expect("a name")
        );
        several.sites[0].post(&stop, &cookie, &json!({})).await;
        let path = begin(&wish).await;
        assert_eq!(several.other().get(&path).await.0, 404);
        let (_, waiting) = several.other().get_as(&path, &cookie).await;
        assert_eq!(
            (&waiting["done"], &waiting["verdict"]),
            (&json!(false), &Value::Null)
        );
        assert_eq!(waiting["progress"], json!({"refuted": 0, "proved": null}));
        // One that nobody waits for any more is not worked at.
        let stopped = begin(&wish).await;
        let stop = format!("{stopped}/stop");
        assert_eq!(
            several.other().post(&stop, &cookie, &json!({})).await.0,
            200
        );
        assert_eq!(work_off(&several.database)["site"], 2);
        let (_, told) = several.other().get_as(&path, &cookie).await;
        assert_eq!(
            (&told["done"], &told["error"]),
            (&json!(true), &Value::Null)
        );
        assert_eq!(told["verdict"]["state"], "verified");
        assert_eq!(told["verdict"]["keys"][0]["san"], "Ra6");
        assert_eq!(told["tree"]["keys"][0]["san"], "Ra6");
        assert!(count(&told["tree"]["keys"][0], "next") > 0, "{told}");
        let (_, told) = several.other().get_as(&stopped, &cookie).await;
        assert_eq!(
            (&told["done"], &told["verdict"]),
            (&json!(true), &Value::Null)
        );
    });
}
