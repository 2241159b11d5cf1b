//! Matches over problems of the collection that are interrupted, and resumed when some of it is recorded.

use crate::collection::duels::{MATES, ONE, PASSWORD, Program};
use crate::databases::on_each_address;
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use store::RankingOf;

/// The whole takes seconds: these players use the time they have for each move, and there is one attack at a time.
/// What has been recorded of it is no problem any more that nobody has tried.
const MATCH: &str = "match --store --owner Zoe --tried no -k 4 --seed 5 --concurrency 1 --quiet \
                     --engine builtin=atalaya name=M1 --engine builtin=atalaya name=M2 \
                     --each movetime=400 timemargin=9000 --json out.json";

#[test]
fn a_match_that_is_resumed_records_each_attack_once() {
    on_each_address(|address| {
        let program = Program::new(address);
        for (fen, moves) in MATES {
            program.problem(fen, moves);
        }
        let journal = program.folder.path().join("out.json.journal");
        let known = || {
            let text = std::fs::read_to_string(&journal).unwrap_or_default();
            // Its first line is about the match.
            text.lines().count().saturating_sub(1)
        };
        let recorded = || -> usize {
            let text = std::fs::read_to_string(program.folder.path().join("out.json"));
            let result: Value = serde_json::from_str(&text.expect("a result")).expect("JSON");
            result["recorded"].as_array().expect("a list").len()
        };
        let mut child = program.command(MATCH);
        let mut child = child.stdout(Stdio::null()).spawn().expect("it runs");
        let begun = Instant::now();
        while known() < 2 {
            assert!(begun.elapsed() < Duration::from_secs(60), "nothing happens");
            assert_eq!(child.try_wait().expect("a child"), None, "it has ended");
            std::thread::sleep(Duration::from_millis(5));
        }
        let pid = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status();
        assert!(sent.expect("kill runs").success());
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        let first = known();
        assert!((2..8).contains(&first), "{first} attacks before it stopped");
        assert_eq!(recorded(), first);

        // Nobody goes on with a match whose problems have been changed.
        let change = |by: i64| {
            program.with(async |collection| {
                let mut change = collection.begin().await.expect("a change");
                let sql = "UPDATE problems SET revision = revision + $1 \
                           WHERE id NOT IN (SELECT problem_id FROM plays)";
                let done = sqlx::query(sql).bind(by).execute(&mut *change).await;
                assert!(done.expect("changed").rows_affected() > 0);
                change.commit().await.expect("kept");
            });
        };
        change(1);
        let (text, status) = program.run(&format!("{MATCH} --resume"), "");
        assert_eq!(status, 2, "{text}");
        assert!(text.contains("its revisions differ"), "{text}");
        assert_eq!(known(), first);
        change(-1);
        program.ok(&format!("{MATCH} --resume"), "");
        assert_eq!(recorded(), 8 - first, "the others were recorded before");
        assert!(!journal.exists());
        program.with(async |collection| {
            let ranking = collection
                .plays()
                .ranking(RankingOf::default(), 0, 10)
                .await;
            let games = ranking.expect("a ranking").users.into_iter();
            let games: Vec<_> = games.map(|user| (user.name, user.games)).collect();
            assert_eq!(games.len(), 2, "{games:?}");
            assert!(games.iter().all(|(_, games)| *games == 8), "{games:?}");
        });
    });
}

#[test]
fn ones_own_problems_are_those_of_whoever_is_logged_in() {
    on_each_address(|address| {
        let program = Program::new(address);
        let id = program.problem(ONE, 1);
        let args = "match --store --mine -k 1 --seed 5 --each depth=2 --json out.json";
        let (text, status) = program.run(args, "");
        assert_eq!(status, 1, "{text}");
        assert!(text.contains("nobody is logged in"), "{text}");
        program.ok("user login Zoe --password-fd 0", &format!("{PASSWORD}\n"));
        program.ok(args, "");
        let text = std::fs::read_to_string(program.folder.path().join("out.json"));
        let result: Value = serde_json::from_str(&text.expect("a result")).expect("JSON");
        let recorded = result["recorded"].as_array().expect("a list");
        let problems: Vec<_> = recorded
            .iter()
            .map(|play| play["problem"].as_i64())
            .collect();
        assert_eq!(problems, [Some(id); 2], "{result}");
        // Whoever has made none has none to play over.
        program.logged_in("Ann");
        let (text, status) = program.run(&args.replace("out.json", "other.json"), "");
        assert_eq!(status, 1, "{text}");
        assert!(!program.folder.path().join("other.json").exists());
    });
}
