//! Playing problems beyond the use cases: whole games over pipes, what is said of a mate given away
//! against an oracle, games that are left and gone on with, changes that are undone.

use crate::collection::duels::{
    BLACK_TWO, ONE, Program, THREE, TWO, duel, machine, outcome, person, play, record, verified,
};
use crate::databases::{on_each, on_each_address};
use base::limits::Allowance;
use games::chess::{Move, Position};
use problems::play::{Act, Challenge, Duel, Judge, Side};
use problems::{Draft, Filter, Stipulation};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::time::Duration;
use store::{Error, NewPlay, Refusal};

/// Whether the side to move mates in at most `n` moves, by looking at everything.
fn mates(p: &Position, n: u32) -> bool {
    n > 0 && p.legal_moves().iter().any(|m| mates_by(p, *m, n))
}

/// Whether a move does.
fn mates_by(p: &Position, m: Move, n: u32) -> bool {
    let after = p.play(m);
    let replies = after.legal_moves();
    if replies.is_empty() {
        after.in_check()
    } else {
        n > 1
            && replies
                .iter()
                .all(|reply| mates(&after.play(*reply), n - 1))
    }
}

fn challenge(fen: &str, moves: u32) -> Challenge {
    Challenge {
        problem: 1,
        revision: 1,
        fen: fen.to_owned(),
        moves,
        band: 1,
        keys: Vec::new(),
    }
}

/// What the oracle says of a game: the numbers of the attacker's moves that gave the mate away, and for
/// each what would have mated and what refutes it.
fn slips_of(duel: &Duel) -> Vec<(u32, Vec<String>, Vec<String>)> {
    let line = duel.line();
    let mut here = *line.start();
    let mut slips = Vec::new();
    for (ply, &m) in line.moves().iter().enumerate() {
        let left = duel.challenge().moves - ply as u32 / 2;
        if ply % 2 == 0 && left > 0 && mates(&here, left) && !mates_by(&here, m, left) {
            let firsts = here.legal_moves();
            let keys = firsts.iter().filter(|m| mates_by(&here, **m, left));
            let after = here.play(m);
            let replies = after.legal_moves();
            let refute = |reply: &&Move| !mates(&after.play(**reply), left - 1);
            let drawn = after.position_outcome().is_some();
            let refutations = replies.iter().filter(refute).filter(|_| !drawn);
            slips.push((
                duel.challenge().moves - left + 1,
                keys.map(|m| here.san(*m)).collect(),
                refutations.map(|m| after.san(*m)).collect(),
            ));
        }
        here = here.play(m);
    }
    slips
}

#[test]
fn what_gives_the_mate_away_and_what_refutes_it_is_what_an_oracle_says() {
    let mut random = StdRng::seed_from_u64(5);
    let mut judge = Judge::new().expect("memory");
    let (mut given_away, mut clean) = (0, 0);
    for (fen, moves) in [
        (TWO, 2),
        (BLACK_TWO, 2),
        (ONE, 1),
        (ONE, 2),
        (THREE, 3),
        ("7k/8/5K2/p7/8/8/8/6R1 w - - 0 1", 3),
        ("8/8/8/8/8/5kp1/8/5bK1 b - - 0 1", 2),
    ] {
        for _ in 0..12 {
            let mut duel = duel(challenge(fen, moves), None, None);
            while duel.ended().is_none() {
                let p = duel.position();
                let all = p.legal_moves();
                // Half of the attacker's moves are good ones.
                let left = duel.moves_left();
                let good: Vec<Move> = all
                    .iter()
                    .copied()
                    .filter(|m| duel.turn() == Side::Attacker && mates_by(&p, *m, left))
                    .collect();
                let m = match good.choose(&mut random) {
                    Some(m) if random.random_bool(0.5) => *m,
                    _ => *all.choose(&mut random).expect("the game goes on"),
                };
                let act = Act::Move(duel.turn(), p.move_text(m));
                duel.apply(act, Duration::ZERO).expect("legal");
            }
            let review = judge.review(&duel, Allowance::default());
            assert!(review.complete);
            let told: Vec<_> = review
                .slips
                .iter()
                .map(|slip| (slip.number, slip.keys.clone(), slip.refutations.clone()))
                .collect();
            let moves = duel.room().game().moves();
            assert_eq!(told, slips_of(&duel), "{fen} {moves:?}");
            if review.slips.is_empty() {
                clean += 1
            } else {
                given_away += 1
            }
            if review.slips.is_empty() && mates(duel.line().start(), duel.challenge().moves) {
                assert_eq!(outcome(&duel), ("mate", Side::Attacker), "{fen} {moves:?}");
            }
        }
    }
    assert!(given_away > 10 && clean > 10, "{given_away} {clean}");
}

#[test]
fn who_stops_with_a_mate_on_the_board_is_shown_it() {
    let mut judge = Judge::new().expect("memory");
    let mut duel = duel(challenge(TWO, 2), None, None);
    play(&mut duel, &["a1a6", "b7a6"]);
    duel.apply(Act::Resign(Side::Attacker), Duration::from_secs(5))
        .expect("on any turn");
    let review = judge.review(&duel, Allowance::default());
    assert_eq!(review.slips, []);
    assert_eq!(review.still, Some(vec!["b7#".to_owned()]));
}

#[test]
fn a_person_who_finds_the_key_wins_with_hints_or_without() {
    on_each_address(|address| {
        let program = Program::new(address);
        let id = program.problem(TWO, 2);
        program.logged_in("Ann");
        // Whatever M2 replies, one of the two mates; the other is explained.
        let text = program.ok(&format!("problem play {id}"), "Ra6\nb7\nRxa7\n");
        assert!(text.contains("White (attacker, Ann): Ra6"), "{text}");
        assert!(
            text.contains("Mate in 2: White (attacker, Ann) wins."),
            "{text}"
        );
        assert!(!text.contains("gives the mate away"), "{text}");
        let points = |text: &str| -> i64 {
            let line = text.lines().find(|line| line.starts_with("Ann: "));
            let line = line.unwrap_or_else(|| panic!("no points: {text}"));
            line["Ann: ".len()..]
                .split(' ')
                .next()
                .and_then(|number| number.parse().ok())
                .expect("a number")
        };
        let alone = points(&text);
        // The same with help, by somebody who has not won it yet.
        program.logged_in("Bea");
        let input = "pista\nhint\nhint\nRa6\nb7\nRxa7\n";
        let text = program.ok(&format!("problem play {id}"), input);
        assert!(text.contains("Move the rook on a1. (1 hint;"), "{text}");
        assert!(text.contains("The move is Ra6. (2 hints;"), "{text}");
        let helped = points(&text.replace("Bea: ", "Ann: "));
        assert!(helped > 0 && helped < alone, "{helped} {alone}");
        program.with(async |collection| {
            let plays = collection.plays().of_problem(id, 10).await.expect("games");
            let hints: Vec<u32> = plays.iter().map(|play| play.hints).collect();
            assert_eq!(hints, [2, 0], "the third step told nothing new");
        });
    });
}

#[test]
fn a_person_who_gives_the_mate_away_hears_why() {
    on_each_address(|address| {
        let program = Program::new(address);
        let id = program.problem(TWO, 2);
        let guest = format!("problem play {id} --attacker H2 --guest Eve");
        // The first of these that is legal is the last move.
        let text = program.ok(&guest, "Ra5\nRa1\nRa2\nRa3\nRa6\n");
        assert!(
            text.contains("No mate in 2: Black (defender, M2) has held out"),
            "{text}"
        );
        let said = "1.Ra5? gives the mate away: 1.Ra6 would have mated in 2. It is refuted by 1...";
        assert!(text.contains(said), "{text}");
        let text = program.ok(&format!("{guest} --lang es"), "Ra5\nrendirse\n");
        assert!(
            text.contains("1.Ta5? deja escapar el mate: 1.Ta6 daba mate en 2."),
            "{text}"
        );
        assert!(
            text.contains("Rendición de Blancas (atacante, Eve)"),
            "{text}"
        );
        // A hint tells that there is nothing left to be found, and costs nothing.
        let text = program.ok(&guest, "Ra5\nhint\nresign\n");
        assert!(text.contains("There is no mate in 1 any more"), "{text}");
    });
}

#[test]
fn a_person_defends_and_the_machine_mates_in_time() {
    on_each_address(|address| {
        let program = Program::new(address);
        let id = program.problem(THREE, 3);
        let args = format!("problem play {id} --attacker M2 --defender H2 --guest Dan");
        // Every square that the king may reach.
        let input: String = ["a1", "c1", "a2", "a3", "a4", "b1", "d1", "d2", "e1", "b2"]
            .map(|square| format!("K{square}\n"))
            .concat()
            .repeat(4);
        let lines = program.json(&args, &input);
        let end = lines.iter().find(|line| line["result"].is_string());
        let end = end.unwrap_or_else(|| panic!("no end: {lines:?}"));
        assert_eq!(
            (&end["result"], &end["winner"]),
            (&"mate".into(), &"attacker".into())
        );
        let moves = lines
            .iter()
            .filter(|line| line["moved"] == "attacker")
            .count();
        assert!((1..=3).contains(&moves), "{moves}");
        assert!(
            lines[0]["problem"] == id && lines[1]["fen"].is_string(),
            "{lines:?}"
        );
        assert!(lines.last().expect("the end")["recorded"]["counts"] == true);
    });
}

#[test]
fn m2_solves_every_verified_problem_and_m1_never_outplays_it() {
    on_each_address(|address| {
        let program = Program::new(address);
        for (fen, moves) in [(TWO, 2), (BLACK_TWO, 2), (ONE, 1), (THREE, 3)] {
            let id = program.problem(fen, moves);
            let args = format!("problem play {id} --attacker M2 --defender M1 --movetime 50");
            let text = program.ok(&args, "");
            assert!(text.contains("(attacker, M2) wins."), "{text}");
        }
    });
}

#[test]
fn a_game_that_is_left_is_kept_and_gone_on_with_and_counts_once() {
    on_each_address(|address| {
        let program = Program::new(address);
        let id = program.problem(TWO, 2);
        program.logged_in("Ann");
        let file = program.folder.path().join("atalaya-problem-1.json");
        // To quit is asked about: no goes on, save leaves.
        let text = program.ok(
            &format!("problem play {id} --clock 5+3"),
            "hint\nquit\nperhaps\nno\nRa6\nquit\nsave\n",
        );
        assert!(text.contains("Resign? yes: the other wins"), "{text}");
        assert!(text.contains("'perhaps' is not yes, save or no"), "{text}");
        assert!(
            text.contains("problem play --load atalaya-problem-1.json"),
            "{text}"
        );
        assert!(text.contains("Clocks: White "), "{text}");
        assert!(file.exists());
        // Nothing counts yet, and nobody else may go on with it.
        assert_eq!(program.played(id), 0);
        program.ok("user logout", "");
        let load = "problem play --load atalaya-problem-1.json";
        let (text, status) = program.run(load, "");
        assert_eq!(status, 1, "{text}");
        program.logged_in("Bea");
        let (text, status) = program.run(load, "");
        assert_eq!(status, 1, "{text}");
        program.ok(
            "user login Ann --password-fd 0",
            &format!("{}\n", crate::collection::duels::PASSWORD),
        );
        // The input ends: kept where it was.
        let text = program.ok(load, "");
        assert!(text.contains("Kept in atalaya-problem-1.json"), "{text}");
        let copy = program.folder.path().join("copy.json");
        std::fs::copy(&file, &copy).expect("copied");
        let text = program.ok(load, "b7\nRxa7\n");
        assert!(text.contains("Mate in 2"), "{text}");
        program.with(async |collection| {
            let plays = collection.plays().of_problem(id, 10).await.expect("games");
            assert_eq!((plays.len(), plays[0].hints), (1, 1), "the hint was kept");
        });
        // Neither the finished game nor a copy of the unfinished one counts again.
        for file in ["atalaya-problem-1.json", "copy.json"] {
            let (text, status) = program.run(&format!("problem play --load {file}"), "b7\nRxa7\n");
            assert_eq!(status, 1, "{text}");
            assert!(text.contains("has been counted already"), "{text}");
        }
        let (text, status) = program.run("problem play --load sessions.json", "");
        assert_eq!(status, 2, "{text}");
        assert!(text.contains("not a saved game over a problem"), "{text}");
    });
}

#[test]
fn a_game_over_a_problem_that_has_changed_since_is_not_gone_on_with() {
    on_each_address(|address| {
        let program = Program::new(address);
        let id = program.problem(TWO, 2);
        program.logged_in("Ann");
        program.ok(&format!("problem play {id}"), "Ra6\nquit\nsave\n");
        let load = "problem play --load atalaya-problem-1.json";
        program.ok(load, "");
        // Its owner has edited it, and it was verified again.
        program.with(async |collection| {
            let mut change = collection.begin().await.expect("a change");
            sqlx::query("UPDATE problems SET revision = revision + 1 WHERE id = $1")
                .bind(id)
                .execute(&mut *change)
                .await
                .expect("a problem");
            change.commit().await.expect("kept");
        });
        let (text, status) = program.run(load, "b7\nRxa7\n");
        assert_eq!(status, 1, "{text}");
        let why = format!("problem {id} has been changed since this game began");
        assert!(text.contains(&why), "{text}");
        assert_eq!(program.played(id), 0);
    });
}

#[test]
fn two_people_at_one_keyboard_take_turns() {
    on_each_address(|address| {
        let program = Program::new(address);
        let id = program.problem(TWO, 2);
        program.logged_in("Ann");
        let args = format!("problem play {id} --defender H2 --guest Bob");
        let text = program.ok(&args, "Ra6\nbxa6\nb7\n");
        for said in [
            "Turn of White (attacker, Ann), 2 moves left.",
            "Turn of Black (defender, Bob), 1 move left.",
            "Mate in 2: White (attacker, Ann) wins.",
            "Bob: no account, no points",
        ] {
            assert!(text.contains(said), "{said}\n{text}");
        }
        // Hints are for who attacks.
        let text = program.ok(&args, "Ra6\nhint\nresign\n");
        assert!(text.contains("Hints are for the attacker"), "{text}");
    });
}

#[test]
fn a_game_over_a_problem_that_has_changed_is_not_kept() {
    on_each(async |collection| {
        let ann = person(&collection, "Ann").await;
        let m1 = machine(&collection, "M1").await;
        let id = verified(&collection, ann, TWO, 2).await;
        let old = collection.plays().challenge(id).await.expect("verified");
        let draft = Draft::new(ONE, Stipulation::Mate(1));
        collection
            .problems()
            .update(ann, id, draft)
            .await
            .expect("nobody has played it");
        let refused = collection.plays().challenge(id).await.expect_err("a draft");
        assert!(matches!(
            refused,
            Error::Refused(Refusal::Problem(problems::Refusal::NotVerified(_)))
        ));
        let mut late = duel(old, Some(ann), Some(m1));
        play(&mut late, &["a1a6", "b7a6", "b6b7"]);
        let refused = record(&collection, &late)
            .await
            .expect_err("it has changed");
        assert!(matches!(refused, Error::Refused(Refusal::Changed(_))));
        collection
            .problems()
            .delete(ann, id)
            .await
            .expect("deleted");
        let refused = record(&collection, &late).await.expect_err("it has gone");
        assert!(matches!(refused, Error::Refused(Refusal::NoSuchProblem(_))));
        // Nothing is half done.
        let user = collection
            .accounts()
            .get(ann)
            .await
            .expect("an answer")
            .expect("Ann");
        assert_eq!(
            (user.games, user.points, user.rating.rating),
            (0, 0, 1500.0)
        );
    });
}

#[test]
fn a_copy_of_a_problem_that_was_won_earns_nothing_more() {
    on_each(async |collection| {
        let ann = person(&collection, "Ann").await;
        let m1 = machine(&collection, "M1").await;
        let id = verified(&collection, ann, TWO, 2).await;
        let copy = collection
            .problems()
            .copy(ann, id)
            .await
            .expect("a copy")
            .id;
        for (problem, again) in [(id, false), (copy, true)] {
            let challenge = collection
                .plays()
                .challenge(problem)
                .await
                .expect("verified");
            let mut duel = duel(challenge, Some(ann), Some(m1));
            play(&mut duel, &["a1a6", "b7a6", "b6b7"]);
            let recorded = record(&collection, &duel).await.expect("kept");
            assert_eq!(recorded.again, again);
            assert_eq!(recorded.points.attacker == 0, again);
        }
    });
}

#[test]
fn whoever_deletes_the_account_during_a_game_is_nobody_in_it() {
    on_each(async |collection| {
        let ann = person(&collection, "Ann").await;
        let bob = person(&collection, "Bob").await;
        let id = verified(&collection, ann, TWO, 2).await;
        let before = collection.problems().get(id).await.expect("there");
        let challenge = collection.plays().challenge(id).await.expect("verified");
        let mut first = duel(challenge.clone(), Some(ann), Some(bob));
        let mut second = duel(challenge, Some(ann), Some(bob));
        for duel in [&mut first, &mut second] {
            play(duel, &["a1a6", "b7a6", "b6b7"]);
        }
        record(&collection, &first).await.expect("kept");
        let password = store::Password::new(crate::collection::duels::PASSWORD);
        collection
            .accounts()
            .delete(bob, "Bob", &password)
            .await
            .expect("gone");
        let recorded = record(&collection, &second)
            .await
            .expect("kept all the same");
        let plays = collection.plays().of_problem(id, 9).await.expect("games");
        let seats: Vec<_> = plays
            .iter()
            .map(|play| (play.attacker, play.defender))
            .collect();
        assert_eq!(seats, [(Some(ann), None), (Some(ann), None)]);
        assert!(recorded.again);
        // Whose games go with the account leaves the problem as difficult as it was without them.
        collection
            .accounts()
            .delete(ann, "Ann", &password)
            .await
            .expect("gone");
        let left = collection.problems().get(id).await;
        if let Ok(left) = left {
            assert_eq!((left.played, left.difficulty), (0, before.difficulty));
        }
    });
}

#[test]
fn many_who_play_one_problem_at_once_are_all_counted() {
    on_each(async |collection| {
        let ann = person(&collection, "Ann").await;
        let m1 = machine(&collection, "M1").await;
        let id = verified(&collection, ann, TWO, 2).await;
        let challenge = collection.plays().challenge(id).await.expect("verified");
        let mut games = Vec::new();
        for _ in 0..16 {
            let mut duel = duel(challenge.clone(), Some(ann), Some(m1));
            play(&mut duel, &["a1a6", "b7a6", "b6b7"]);
            let collection = collection.clone();
            games.push(tokio::spawn(async move {
                record(&collection, &duel).await.expect("kept").again
            }));
        }
        let mut firsts = 0;
        for game in games {
            firsts += usize::from(!game.await.expect("no panic"));
        }
        assert_eq!(firsts, 1, "points are for the first time");
        let problem = collection.problems().get(id).await.expect("it is there");
        assert_eq!((problem.played, problem.solved), (16, 16));
        let user = collection
            .accounts()
            .get(ann)
            .await
            .expect("an answer")
            .expect("Ann");
        assert_eq!((user.games, user.wins, user.streak), (16, 16, 16));
    });
}

#[test]
fn games_over_different_problems_by_the_same_players_do_not_stop_each_other() {
    on_each(async |collection| {
        let ann = person(&collection, "Ann").await;
        let m1 = machine(&collection, "M1").await;
        let mut challenges = Vec::new();
        for fen in [TWO, BLACK_TWO, ONE, THREE] {
            let id = verified(&collection, ann, fen, 3).await;
            challenges.push(collection.plays().challenge(id).await.expect("verified"));
        }
        let game = |number: usize| {
            let challenge = challenges[number % challenges.len()].clone();
            let seats = match number % 2 {
                0 => [Some(ann), Some(m1)],
                _ => [Some(m1), Some(ann)],
            };
            let mut duel = duel(challenge, seats[0], seats[1]);
            duel.apply(Act::Resign(Side::Defender), Duration::ZERO)
                .expect("on any turn");
            NewPlay::of(&duel, None).expect("JSON").expect("it is over")
        };
        let mut tasks = Vec::new();
        for number in 0..24 {
            let collection = collection.clone();
            // Games alone, and matches that go through the problems in either direction.
            let mut plays: Vec<NewPlay> = match number % 3 {
                0 => vec![game(number)],
                _ => (number..number + 4).map(game).collect(),
            };
            if number % 2 == 1 {
                plays.reverse();
            }
            tasks.push(tokio::spawn(async move {
                let recorded = collection.plays().record_all(&plays).await.expect("kept");
                recorded.iter().filter(|recorded| recorded.is_ok()).count() as i64
            }));
        }
        let mut all = 0;
        for task in tasks {
            all += task.await.expect("no panic");
        }
        assert_eq!(all, 8 + 16 * 4);
        for id in [ann, m1] {
            let user = collection
                .accounts()
                .get(id)
                .await
                .expect("an answer")
                .expect("it is there");
            assert_eq!(user.games, all);
        }
    });
}

#[test]
fn draws_follow_from_the_seed_and_are_of_different_problems() {
    on_each(async |collection| {
        let ann = person(&collection, "Ann").await;
        let mut all = Vec::new();
        for fen in [TWO, BLACK_TWO, ONE, THREE] {
            all.push(verified(&collection, ann, fen, 3).await);
        }
        let filter = Filter {
            owner: Some(ann),
            ..Filter::default()
        };
        let draw = async |k, seed| -> Result<Vec<i64>, Error> {
            let drawn = collection
                .plays()
                .draw_challenges(None, &filter, k, seed)
                .await?;
            Ok(drawn.iter().map(|challenge| challenge.problem).collect())
        };
        let mut seen = std::collections::HashSet::new();
        for seed in 0..20 {
            let drawn = draw(3, seed).await.expect("enough");
            assert_eq!(drawn, draw(3, seed).await.expect("enough"));
            let different: std::collections::HashSet<_> = drawn.iter().collect();
            assert_eq!(different.len(), 3);
            assert!(drawn.iter().all(|id| all.contains(id)));
            seen.insert(drawn);
        }
        assert!(seen.len() > 5, "{seen:?}");
        let few = draw(5, 1).await.expect_err("there are four");
        let expected = Refusal::TooFewProblems {
            wanted: 5,
            found: 4,
        };
        assert!(matches!(few, Error::Refused(refusal) if refusal == expected));
    });
}
