//! UC009, UC018 to UC023: problems played by people and machines.

use crate::collection::duels::{
    MATES, ONE, PASSWORD, Program, THREE, TWO, duel, machine, outcome, person, play, record,
    verified,
};
use crate::databases::{on_each, on_each_address};
use problems::play::{Act, PlayResult, Side};
use problems::{Draft, Filter, Span, Stipulation};
use std::time::Duration;
use store::{Error, RankingOf, Refusal};

#[test]
fn uc009_machines_play_k_problems() {
    on_each_address(|address| {
        let program = Program::new(address);
        // Marked, so that problems that come with the program are left out.
        for (fen, moves) in MATES {
            program.problem(fen, moves);
        }
        // By nodes: what the prover finds must not hang on how busy the machine is.
        let match_of = |k: u32, more: &str| {
            format!("match --store --owner Zoe -k {k} --seed 3 --quiet --each nodes=20000 {more}")
        };
        let text = program.ok(&match_of(4, "--json -"), "");
        let result: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(result["problems"], 4, "{text}");
        let recorded = result["recorded"].as_array().expect("a list");
        assert_eq!(recorded.len(), 8, "each attacks each problem once");
        program.with(async |collection| {
            let ranking = collection
                .plays()
                .ranking(RankingOf::default(), 0, 10)
                .await;
            let ranking = ranking.expect("a ranking").users;
            let mut names: Vec<&str> = ranking.iter().map(|user| user.name.as_str()).collect();
            names.sort_unstable();
            assert_eq!(names, ["M1", "M2"]);
            let sum = |key: &str| -> i64 {
                let points = recorded.iter().map(|play| play[key].as_i64());
                points.map(|points| points.expect("a number")).sum()
            };
            let points: i64 = ranking.iter().map(|user| user.points).sum();
            assert_eq!(points, sum("attacker") + sum("defender"), "{text}");
            let wins: i64 = ranking.iter().map(|user| user.wins).sum();
            assert_eq!(wins, 8, "somebody wins each game");
            let solved = result["players"][1]["solved"].as_i64();
            assert_eq!(solved, Some(4), "who proves mates finds them all: {text}");
            assert!(ranking.iter().all(|user| user.games == 8), "{ranking:?}");
            let zoe = collection
                .accounts()
                .by_name("Zoe")
                .await
                .expect("an answer");
            let hers = Filter {
                owner: zoe.map(|zoe| zoe.id),
                ..Filter::default()
            };
            let id = collection
                .plays()
                .playable(None, &hers)
                .await
                .expect("a list")[0];
            let plays = collection.plays().of_problem(id, 10).await.expect("games");
            assert_eq!(plays.len(), 2);
            let name = plays[0].match_name.as_deref();
            assert_eq!(name, Some("atalaya match (seed 3)"));
        });
        // The same again counts again, however alike the attacks are.
        let text = program.ok(&match_of(4, "--json -"), "");
        let result: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(result["recorded"].as_array().map(Vec::len), Some(8));
        // Who fails is recorded too.
        let fools = "--engine builtin=random name=M1 --engine builtin=random name=M2";
        let text = program.ok(&match_of(4, &format!("{fools} --json -")), "");
        let result: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert!(result["players"][0]["solved"].as_i64() < Some(4), "{text}");
        assert_eq!(result["recorded"].as_array().map(Vec::len), Some(8));
        // One length alone; more than there are; people are no machines.
        let text = program.ok(&match_of(2, "--theme 2 --json -"), "");
        let result: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(result["recorded"].as_array().map(Vec::len), Some(4));
        let (text, status) = program.run(&match_of(5, ""), "");
        assert_eq!(status, 1, "{text}");
        assert!(text.contains("there are only 4"), "{text}");
        let strangers = "--engine builtin=greedy name=Zoe --engine builtin=random name=M9";
        let text = program.ok(&match_of(1, &format!("{strangers} --json -")), "");
        let result: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(result["recorded"].as_array().map(Vec::len), Some(0));
    });
}

#[test]
fn uc018_choose_the_kinds_of_the_players() {
    on_each_address(|address| {
        let program = Program::new(address);
        let id = program.problem(TWO, 2);
        program.logged_in("Ann");
        // Each kind in each seat. All inputs end the game, whoever is at the keyboard.
        for (attacker, defender, expected) in [
            ("H1", "M1", "White (attacker, Ann)"),
            ("me", "H2", "Black (defender, H2)"),
            ("H2", "H1", "Black (defender, Ann)"),
            ("M1", "H1", "White (attacker, M1)"),
            ("M2", "M1", "White (attacker, M2)"),
            ("M1", "M2", "Black (defender, M2)"),
        ] {
            let play = format!(
                "problem play {id} --attacker {attacker} --defender {defender} --movetime 50"
            );
            let text = program.ok(&play, "resign\n");
            assert!(text.contains(expected), "{play}\n{text}");
            assert!(text.contains(" wins."), "{play}\n{text}");
        }
        let (text, status) = program.run(&format!("problem play {id} --attacker M3"), "");
        assert_eq!(status, 2, "{text}");
        assert!(
            text.contains("'M3' is not H1 (or me), H2, M1 or M2"),
            "{text}"
        );
        let (text, status) = program.run(&format!("problem play {id} --defender me"), "");
        assert_eq!(status, 2, "{text}");
        assert!(text.contains("one person cannot play both sides"), "{text}");
    });
}

#[test]
fn uc019_name_the_players_who_are_people() {
    on_each_address(|address| {
        let program = Program::new(address);
        let id = program.problem(TWO, 2);
        // H1 is who is logged in: nobody is.
        let (text, status) = program.run(&format!("problem play {id}"), "resign\n");
        assert_eq!(status, 1, "{text}");
        assert!(text.contains("nobody is logged in"), "{text}");
        // A guest has no account; a second account has a password.
        let guest = format!("problem play {id} --attacker H2 --guest Guest7 --defender M1");
        let text = program.ok(&guest, "resign\n");
        assert!(text.contains("White (attacker, Guest7)"), "{text}");
        assert!(text.contains("Guest7: no account, no points"), "{text}");
        program.logged_in("Ann");
        let second = format!("problem play {id} --defender H2 --second Zoe");
        let (text, status) = program.run(&format!("{second} --password-fd 0"), "wrong one\n");
        assert_eq!(status, 1, "{text}");
        assert!(text.contains("the password is wrong"), "{text}");
        // What comes after the password are the moves.
        let lines = format!("{PASSWORD}\nRa6\nbxa6\nb7\n");
        let text = program.ok(&format!("{second} --password-fd 0"), &lines);
        assert!(
            text.contains("Mate in 2: White (attacker, Ann) wins."),
            "{text}"
        );
        let (text, status) = program.run(
            &format!("problem play {id} --defender H2 --second Nobody --password-fd 0"),
            "wrong one\n",
        );
        assert_eq!(status, 1, "{text}");
        assert!(text.contains("no user called 'Nobody'"), "{text}");
        // The same person twice; names for nobody.
        let ann = format!("problem play {id} --defender H2 --second Ann --password-fd 0");
        let (text, status) = program.run(&ann, &format!("{PASSWORD}\n"));
        assert_eq!(status, 2, "{text}");
        let (text, status) = program.run(&format!("problem play {id} --guest Bob"), "");
        assert_eq!(status, 2, "{text}");
        assert!(text.contains("H2 does not play"), "{text}");
    });
}

#[test]
fn uc020_start_a_game() {
    on_each(async |collection| {
        let [ann, bob] = [
            person(&collection, "Ann").await,
            person(&collection, "Bob").await,
        ];
        let id = verified(&collection, ann, TWO, 2).await;
        let challenge = collection.plays().challenge(id).await.expect("verified");
        assert_eq!((challenge.moves, challenge.keys.len()), (2, 1));
        let mut duel = duel(challenge, Some(ann), Some(bob));
        assert_eq!((duel.turn(), duel.moves_left()), (Side::Attacker, 2));
        play(&mut duel, &["a1a6", "b7a6", "b6b7"]);
        assert_eq!(outcome(&duel), ("mate", Side::Attacker));
        let before = collection.problems().get(id).await.expect("it is there");
        let recorded = record(&collection, &duel).await.expect("kept");
        assert!(recorded.counts && !recorded.again);
        assert!(recorded.points.attacker > 0 && recorded.points.defender == 0);

        // All of it is there: the game, the counters, the points, the ratings, the streak.
        let plays = collection.plays().of_problem(id, 10).await.expect("games");
        assert_eq!(plays.len(), 1);
        let play = &plays[0];
        assert_eq!(
            (play.result, play.winner),
            (PlayResult::Mate, Side::Attacker)
        );
        assert_eq!((play.attacker, play.defender), (Some(ann), Some(bob)));
        assert_eq!((play.plies, play.moves, play.hints), (3, 2, 0));
        assert_eq!((play.attacker_ms, play.defender_ms), (2000, 1000));
        let kept = collection
            .plays()
            .room_record(play.id)
            .await
            .expect("an answer");
        assert!(kept.expect("a record").contains("\"b6b7\""));
        let after = collection.problems().get(id).await.expect("it is there");
        assert_eq!((after.played, after.solved), (1, 1));
        assert!(after.rating < before.rating, "it was solved");
        let ann = collection
            .accounts()
            .get(ann)
            .await
            .expect("an answer")
            .expect("Ann");
        let bob = collection
            .accounts()
            .get(bob)
            .await
            .expect("an answer")
            .expect("Bob");
        assert_eq!((ann.games, ann.wins, ann.streak), (1, 1, 1));
        assert_eq!((bob.games, bob.wins, bob.streak), (1, 0, 0));
        assert_eq!(ann.points, recorded.points.attacker);
        assert!(ann.rating.rating > 1500.0 && bob.rating.rating < 1500.0);

        // Sent twice, it counts once; won again, it has no points.
        let twice = record(&collection, &duel).await.expect_err("known");
        assert!(
            matches!(twice, Error::Refused(Refusal::PlayRecorded)),
            "{twice}"
        );
        let challenge = collection.plays().challenge(id).await.expect("verified");
        let mut again = crate::collection::duels::duel(challenge, Some(ann.id), Some(bob.id));
        crate::collection::duels::play(&mut again, &["a1a6", "b7a6", "b6b7"]);
        let again = record(&collection, &again).await.expect("kept");
        assert!(again.again);
        assert_eq!(again.points.attacker, 0);
        let played = collection
            .problems()
            .get(id)
            .await
            .expect("it is there")
            .played;
        assert_eq!(played, 2, "three were sent, one of them twice");
    });
}

#[test]
fn uc021_choose_a_verified_problem() {
    on_each_address(|address| {
        let program = Program::new(address);
        let two = program.problem(TWO, 2);
        let three = program.problem(THREE, 3);
        let (draft, zoe) = program.with(async |collection| {
            let zoe = collection
                .accounts()
                .by_name("Zoe")
                .await
                .expect("an answer");
            let zoe = zoe.expect("Zoe").id;
            let draft = Draft::new(ONE, Stipulation::Mate(1));
            let draft = collection
                .problems()
                .create(zoe, draft)
                .await
                .expect("kept")
                .id;
            let mine = Filter {
                owner: Some(zoe),
                ..Filter::default()
            };
            let ids = collection
                .plays()
                .playable(None, &mine)
                .await
                .expect("a list");
            assert_eq!(ids, [two, three], "drafts are never offered");
            let long = Filter {
                moves: Some(Span {
                    low: Some(3),
                    high: None,
                }),
                ..mine
            };
            let ids = collection
                .plays()
                .playable(None, &long)
                .await
                .expect("a list");
            assert_eq!(ids, [three]);
            (draft, zoe)
        });
        let _ = zoe;
        let seats = "--attacker H2 --defender M1";
        let guest = &format!("{seats} --owner Zoe");
        // From the list, by its number; others are named and asked for again.
        let input = format!("x\n{draft}\n{three}\nresign\n");
        let text = program.ok(&format!("problem play --choose {guest}"), &input);
        assert!(text.contains("2 of 2."), "{text}");
        assert!(
            text.contains("'x' is not the number of a problem on the list"),
            "{text}"
        );
        assert!(
            text.contains(&format!("'{draft}' is not the number")),
            "{text}"
        );
        assert!(text.contains(&format!("Problem {three}: White")), "{text}");
        // Drawn, the same by the same seed; of those that the filter leaves.
        let drawn = || program.ok(&format!("problem play --seed 5 {guest}"), "resign\n");
        let first = drawn();
        assert_eq!(first.lines().next(), drawn().lines().next());
        let text = program.ok(&format!("problem play --theme 2 {guest}"), "resign\n");
        assert!(text.contains(&format!("Problem {two}: White")), "{text}");
        for (args, why, expected) in [
            (
                format!("problem play --theme 9 {guest}"),
                "and there is none",
                1,
            ),
            (
                format!("problem play {draft} {seats}"),
                "is not verified",
                1,
            ),
            (
                format!("problem play {two} {guest}"),
                "a filter has nothing to choose",
                2,
            ),
            (
                format!("problem play 999999 {seats}"),
                "no problem 999999",
                1,
            ),
            (
                format!("problem play --state draft {guest}"),
                "only verified problems",
                2,
            ),
        ] {
            let (text, status) = program.run(&args, "resign\n");
            assert_eq!(status, expected, "{args}\n{text}");
            assert!(text.contains(why), "{args}\n{text}");
        }
    });
}

#[test]
fn uc022_move_only_ones_own_pieces_and_legally() {
    on_each_address(|address| {
        let program = Program::new(address);
        let id = program.problem(TWO, 2);
        let play = format!("problem play {id} --attacker H2 --defender M1");
        for (lang, input, expected) in [
            (
                "en",
                "a8a7\nb7b6\nh4h5\na1b2\nRa8\nKc7\nKd9\nO-O\nb6c7\nresign\n",
                [
                    "the king on a8 is Black's",
                    "the pawn on b7 is Black's",
                    "there is no piece on h4",
                    "the rook on a1 does not move that way",
                    "the pawn on a7 is in the way",
                    "the king cannot go to c7: the bishop on b8 attacks that square",
                    "expected e2e4 or Nf3",
                    "castling is not possible",
                    "there is nothing on c7 that it may take",
                    "White (attacker, H2) resigns",
                ],
            ),
            (
                "es",
                "a8a7\nb7b6\nh4h5\na1b2\nTa8\nRc7\nRd9\nO-O\nb6c7\nrendirse\n",
                [
                    "el rey de a8 es de las negras",
                    "el peón de b7 es de las negras",
                    "no hay ninguna pieza en h4",
                    "la torre de a1 no se mueve así",
                    "el peón de a7 está en medio",
                    "el rey no puede ir a c7: ahí lo atacaría el alfil de b8",
                    "se espera e2e4 o Cf3",
                    "no se puede enrocar",
                    "en c7 no hay nada que pueda capturar",
                    "Rendición de Blancas (atacante, H2)",
                ],
            ),
        ] {
            let text = program.ok(&format!("{play} --lang {lang}"), input);
            for expected in expected {
                assert!(text.contains(expected), "{expected}\n{text}");
            }
        }
    });
}

#[test]
fn uc023_resign() {
    on_each(async |collection| {
        let [ann, bob] = [
            person(&collection, "Ann").await,
            person(&collection, "Bob").await,
        ];
        let m2 = machine(&collection, "M2").await;
        let id = verified(&collection, ann, TWO, 2).await;
        for (side, moves) in [
            (Side::Attacker, &[][..]),
            (Side::Defender, &[]),
            (Side::Attacker, &["a1a6"]),
            (Side::Defender, &["a1a6"]),
        ] {
            let challenge = collection.plays().challenge(id).await.expect("verified");
            let mut duel = duel(challenge, Some(ann), Some(bob));
            play(&mut duel, moves);
            duel.apply(Act::Resign(side), Duration::from_secs(9))
                .expect("on any turn");
            assert_eq!(outcome(&duel), ("resigned", side.other()));
            record(&collection, &duel).await.expect("kept");
        }
        let user = async |id| {
            collection
                .accounts()
                .get(id)
                .await
                .expect("an answer")
                .expect("somebody")
        };
        assert_eq!((user(ann).await.wins, user(bob).await.wins), (2, 2));
        let problem = collection.problems().get(id).await.expect("it is there");
        assert_eq!((problem.played, problem.solved), (4, 0), "nobody mated");
        assert_eq!(user(m2).await.games, 0);
    });
}
