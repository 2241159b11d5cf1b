//! UC001 to UC006 and UC024: users and the ranking.

use crate::collection::staged::{
    Game, PASSWORD, numbers, password, person, problem, refusal, write,
};
use crate::databases::on_each;
use store::{LoginDetail, RankingOf, Refusal, Store, User, UserKind};

/// Whether somebody can log in so.
async fn logs_in(collection: &Store, name: &str, word: &str) -> bool {
    let word = password(word);
    let session = collection
        .accounts()
        .log_in(name, &word, LoginDetail::OwnMachine);
    session.await.is_ok()
}

#[test]
fn uc001_sign_up() {
    on_each(async |collection| {
        let user = collection
            .accounts()
            .sign_up("Straße", &password(PASSWORD))
            .await;
        let user = user.expect("a new name");
        assert_eq!(
            (user.name.as_str(), user.kind),
            ("Straße", UserKind::Person)
        );
        assert_eq!(
            (user.points, user.games, user.rating.rating),
            (0, 0, 1500.0)
        );
        assert!((collection.now() - user.created).abs() < 60_000);
        for taken in ["Straße", "STRASSE", "ｓｔｒａｓｓｅ", "m1", "M2"] {
            let again = collection
                .accounts()
                .sign_up(taken, &password("another password"))
                .await;
            assert_eq!(refusal(again), Refusal::NameTaken(taken.to_owned()));
        }
        for (name, word) in [("", PASSWORD), ("a\u{200B}b", PASSWORD), ("Bea", "short")] {
            let bad = collection.accounts().sign_up(name, &password(word)).await;
            bad.expect_err("a bad name or password");
        }
        // The first one's password is still theirs, and nothing is left of the others.
        assert!(logs_in(&collection, "strasse", PASSWORD).await);
        let users = collection.accounts().list(0, 10).await.expect("users");
        let names: Vec<_> = users.iter().map(|user| user.name.as_str()).collect();
        assert_eq!(names, ["M1", "M2", "Straße"]);
    });
}

#[test]
fn uc002_delete_account() {
    on_each(async |collection| {
        let [ana, bea] = [
            person(&collection, "Ana").await,
            person(&collection, "Bea").await,
        ];
        let (a, b) = (ana.user.id, bea.user.id);
        let m1 = machine(&collection, "M1").await.id;
        // Ana's: never played; played by herself with a machine; with Bea; by machines alone. Bea's:
        // played by Ana with a machine, and by Bea.
        let mut hers = [0; 4];
        for hers in &mut hers {
            *hers = problem(&collection, a).await;
        }
        let beas = problem(&collection, b).await;
        let games = [
            Game::new(hers[1], a, m1),
            Game::new(hers[2], b, a),
            Game::new(hers[3], m1, m1),
            Game::new(beas, a, m1),
            Game::new(beas, m1, a),
            Game::new(beas, b, m1),
            Game::new(beas, a, a),
        ];
        write(&collection, &games).await;

        let word = password(PASSWORD);
        for other in ["Bea", "Anna", ""] {
            let gone = collection.accounts().delete(a, other, &word).await;
            assert_eq!(refusal(gone), Refusal::NotYourName(other.to_owned()));
        }
        let wrong = password("wrong horse");
        let gone = collection.accounts().delete(a, "Ana", &wrong);
        assert_eq!(refusal(gone.await), Refusal::WrongPassword);
        let kept = "SELECT count(*) FROM plays UNION ALL \
                    SELECT count(*) FROM problems WHERE template = 0";
        assert_eq!(numbers(&collection, kept).await, [[7], [5]]);

        collection
            .accounts()
            .delete(a, "ANA", &word)
            .await
            .expect("name and password");
        assert_eq!(
            collection
                .accounts()
                .user_of(ana.token.as_str())
                .await
                .expect("asked"),
            None
        );
        assert!(!logs_in(&collection, "Ana", PASSWORD).await);
        assert_eq!(
            refusal(collection.accounts().delete(a, "Ana", &word).await),
            Refusal::NotLoggedIn
        );
        // What others took part in stays, and the seat is nobody's.
        let plays = "SELECT problem_id, attacker_id, defender_id FROM plays ORDER BY id";
        let left = [[hers[2], b, -1], [hers[3], m1, m1], [beas, b, m1]];
        assert_eq!(numbers(&collection, plays).await, left);
        // What others have played stays, and is nobody's.
        let problems =
            "SELECT id, owner_id, played, solved FROM problems WHERE template = 0 ORDER BY id";
        let left = [[hers[2], -1, 1, 1], [hers[3], -1, 1, 1], [beas, b, 1, 1]];
        assert_eq!(numbers(&collection, problems).await, left);
        // The machine has what it won in the games that are left.
        let m1 = machine(&collection, "M1").await;
        assert_eq!((m1.games, m1.wins, m1.points), (1, 0, 0));
        // The name may be had again; the second to go takes the rest along.
        person(&collection, "Ana").await;
        collection
            .accounts()
            .delete(b, "Bea", &word)
            .await
            .expect("name and password");
        let plays = "SELECT problem_id FROM plays";
        assert_eq!(numbers(&collection, plays).await, [[hers[3]]]);
        let session = collection.accounts().user_of(bea.token.as_str()).await;
        assert_eq!(session.expect("asked"), None);
    });
}

async fn machine(collection: &Store, name: &str) -> User {
    let machine = collection.accounts().by_name(name).await.expect("asked");
    machine.expect("it is there from the start")
}

#[test]
fn uc003_log_in() {
    on_each(async |collection| {
        let ana = person(&collection, "Ana").await;
        let log_in = async |name: &str, word: &str, detail| {
            collection
                .accounts()
                .log_in(name, &password(word), detail)
                .await
        };
        let session = log_in("ANA", PASSWORD, LoginDetail::OwnMachine).await;
        let session = session.expect("name and password");
        assert_eq!(session.user, ana.user);
        assert_ne!(session.token, ana.token);
        for session in [&ana, &session] {
            let user = collection.accounts().user_of(session.token.as_str()).await;
            assert_eq!(user.expect("asked"), Some(ana.user.clone()));
        }
        // On one's own machine the two faults are told apart, on a site they are not; nobody logs in
        // as a machine.
        let own = LoginDetail::OwnMachine;
        for name in ["Anna", "", "M1", "a\tb"] {
            let unknown = Refusal::UnknownName(name.to_owned());
            assert_eq!(refusal(log_in(name, PASSWORD, own).await), unknown);
        }
        assert_eq!(
            refusal(log_in("Ana", "wrong horse", own).await),
            Refusal::WrongPassword
        );
        for [name, word] in [
            ["Anna", PASSWORD],
            ["", ""],
            ["M1", ""],
            ["Ana", "wrong horse"],
        ] {
            let told = refusal(log_in(name, word, LoginDetail::Site).await);
            assert_eq!(told, Refusal::WrongNameOrPassword);
        }
        for token in ["", "0", ana.token.as_str().to_uppercase().as_str()] {
            assert_eq!(
                collection.accounts().user_of(token).await.expect("asked"),
                None
            );
        }
    });
}

#[test]
fn uc004_log_out() {
    on_each(async |collection| {
        let here = person(&collection, "Ana").await;
        let word = password(PASSWORD);
        let there = collection
            .accounts()
            .log_in("Ana", &word, LoginDetail::Site);
        let there = there.await.expect("name and password");
        let who = async |token: &str| collection.accounts().user_of(token).await.expect("asked");
        assert!(
            collection
                .accounts()
                .log_out(here.token.as_str())
                .await
                .expect("asked")
        );
        assert_eq!(who(here.token.as_str()).await, None);
        assert_eq!(who(there.token.as_str()).await, Some(there.user.clone()));
        assert!(
            !collection
                .accounts()
                .log_out(here.token.as_str())
                .await
                .expect("asked")
        );
        assert!(
            !collection
                .accounts()
                .log_out("no token")
                .await
                .expect("asked")
        );
        let ended = collection
            .accounts()
            .log_out_everywhere(there.user.id)
            .await;
        assert_eq!(ended.expect("asked"), 1);
        assert_eq!(who(there.token.as_str()).await, None);
    });
}

#[test]
fn uc005_change_name() {
    on_each(async |collection| {
        let ana = person(&collection, "Ana").await;
        person(&collection, "Bea").await;
        let rename = async |new: &str, again: &str, word: &str| {
            collection
                .accounts()
                .rename(ana.user.id, new, again, &password(word))
                .await
        };
        assert_eq!(
            refusal(rename("Eva", "Evo", PASSWORD).await),
            Refusal::NamesDiffer
        );
        assert_eq!(
            refusal(rename("Eva", "", PASSWORD).await),
            Refusal::NamesDiffer
        );
        assert_eq!(
            refusal(rename("Eva", "Eva", "wrong").await),
            Refusal::WrongPassword
        );
        for taken in ["bea", "M1"] {
            let told = refusal(rename(taken, taken, PASSWORD).await);
            assert_eq!(told, Refusal::NameTaken(taken.to_owned()));
        }
        rename(" Eva", " Eva", PASSWORD)
            .await
            .expect_err("a bad name");
        // Nothing of that has changed anything, and nobody is in the way of their own name.
        for (new, old) in [("ANA", "Ana"), ("Eva", "ANA")] {
            assert!(logs_in(&collection, old, PASSWORD).await);
            let user = rename(new, new, PASSWORD).await.expect("a new name");
            assert_eq!((user.id, user.name.as_str()), (ana.user.id, new));
        }
        assert!(!logs_in(&collection, "Ana", PASSWORD).await);
        assert!(logs_in(&collection, "Eva", PASSWORD).await);
        let user = collection
            .accounts()
            .user_of(ana.token.as_str())
            .await
            .expect("asked");
        assert_eq!(user.map(|user| user.name).as_deref(), Some("Eva"));
        person(&collection, "Ana").await;
    });
}

#[test]
fn uc006_change_password() {
    on_each(async |collection| {
        let ana = person(&collection, "Ana").await;
        let change = async |old: &str, new: &str, again: &str| {
            let [old, new, again] = [old, new, again].map(password);
            collection
                .accounts()
                .change_password(ana.user.id, &old, &new, &again)
                .await
        };
        let differ = change(PASSWORD, "battery staple", "battery stable").await;
        assert_eq!(refusal(differ), Refusal::PasswordsDiffer);
        let wrong = change("wrong horse", "battery staple", "battery staple").await;
        assert_eq!(refusal(wrong), Refusal::WrongPassword);
        change(PASSWORD, "short", "short")
            .await
            .expect_err("a bad password");
        assert!(logs_in(&collection, "Ana", PASSWORD).await);

        let session = change(PASSWORD, "battery staple", "battery staple").await;
        let session = session.expect("the old one, and the new one twice");
        assert!(!logs_in(&collection, "Ana", PASSWORD).await);
        // Whoever was logged in is so no more, but for the one who has changed it.
        let user = collection.accounts().user_of(ana.token.as_str()).await;
        assert_eq!(user.expect("asked"), None);
        let user = collection.accounts().user_of(session.token.as_str()).await;
        assert_eq!(user.expect("asked"), Some(ana.user.clone()));
        assert!(logs_in(&collection, "Ana", "battery staple").await);
    });
}

#[test]
fn uc024_ranking() {
    on_each(async |collection| {
        let nobody = collection
            .plays()
            .ranking(RankingOf::default(), 0, 10)
            .await;
        assert_eq!(nobody.expect("a ranking").users, []);
        let [a, b] = [
            person(&collection, "Ana").await.user.id,
            person(&collection, "Bea").await.user.id,
        ];
        let m2 = machine(&collection, "M2").await.id;
        let p = problem(&collection, a).await;
        let game = |moves, band, seats: [i64; 2], attacker_won, points| Game {
            moves,
            band,
            attacker_won,
            points,
            ..Game::new(p, seats[0], seats[1])
        };
        let games = [
            game(2, 1, [a, m2], true, [14, 0]),
            game(2, 1, [a, b], false, [0, 20]),
            game(3, 4, [b, m2], false, [0, 8]),
            game(3, 4, [a, m2], true, [36, 0]),
            game(3, 5, [a, m2], true, [42, 0]),
            game(3, 5, [a, a], true, [99, 0]),
        ];
        write(&collection, &games).await;
        let lines = async |moves, band| -> Vec<(String, i64, i64, i64, i64)> {
            let ranking = collection
                .plays()
                .ranking(RankingOf { moves, band }, 0, 10)
                .await;
            let users = ranking.expect("a ranking").users;
            users
                .into_iter()
                .map(|user| (user.name, user.points, user.games, user.wins, user.streak))
                .collect()
        };
        let line = |name: &str, points, games, wins, streak| {
            (name.to_owned(), points, games, wins, streak)
        };
        assert_eq!(
            lines(Some(2), None).await,
            [
                line("Bea", 20, 1, 1, 1),
                line("Ana", 14, 2, 1, 0),
                line("M2", 0, 1, 0, 0)
            ]
        );
        assert_eq!(
            lines(Some(3), None).await,
            [
                line("Ana", 78, 2, 2, 2),
                line("M2", 8, 3, 1, 0),
                line("Bea", 0, 1, 0, 0)
            ]
        );
        assert_eq!(
            lines(Some(3), Some(4)).await,
            [
                line("Ana", 36, 1, 1, 1),
                line("M2", 8, 2, 1, 0),
                line("Bea", 0, 1, 0, 0)
            ]
        );
        assert_eq!(
            lines(None, Some(5)).await,
            [line("Ana", 42, 1, 1, 1), line("M2", 0, 1, 0, 0)]
        );
        assert_eq!(lines(Some(4), None).await, []);
    });
}
