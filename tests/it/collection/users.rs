//! Users under strain: many at once, sessions that expire, what the database has of secrets.

use crate::collection::staged::{PASSWORD, numbers, password, person, refusal, tamper};
use crate::databases::{block_on, on_each, on_each_address};
use sqlx::{Executor, Row};
use std::collections::HashSet;
use store::{Database, Error, LoginDetail, Refusal, SESSION_LASTS, Store};

const DAY: i64 = 24 * 60 * 60 * 1000;

#[test]
fn of_many_who_want_a_name_at_once_one_has_it() {
    on_each(async |collection| {
        let spellings = ["ana", "Ana", "ANA", "aNA", "anA", "ａｎａ"];
        let all: Vec<_> = spellings
            .map(|name| {
                let collection = collection.clone();
                tokio::spawn(async move {
                    collection
                        .accounts()
                        .sign_up(name, &password(PASSWORD))
                        .await
                })
            })
            .into();
        let mut signed_up = 0;
        for (one, name) in all.into_iter().zip(spellings) {
            match one.await.expect("no panic") {
                Ok(_) => signed_up += 1,
                Err(Error::Refused(told)) => assert_eq!(told, Refusal::NameTaken(name.to_owned())),
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(signed_up, 1);
    });
}

#[test]
fn of_two_names_that_look_alike_taken_at_one_instant_one_is_had() {
    // Letters of two alphabets that look the same.
    const LATIN: [char; 6] = ['a', 'c', 'e', 'o', 'p', 'x'];
    const CYRILLIC: [char; 6] = ['а', 'с', 'е', 'о', 'р', 'х'];
    let word = |letters: [char; 6], number: usize| -> String {
        let digits = [number / 36, number / 6 % 6, number % 6];
        digits.iter().map(|digit| letters[*digit]).collect()
    };
    on_each_address(|address| {
        let database: Database = address.parse().expect("an address");
        block_on(async {
            // As two processes of a site do.
            let one = Store::open(&database).await.expect("it opens");
            let other = Store::open(&database).await.expect("it opens");
            for number in 0..40 {
                let names = [word(LATIN, number), word(CYRILLIC, number)];
                let (first, second) = if number % 10 == 0 {
                    let secret = password(PASSWORD);
                    let (a, b) = tokio::join!(
                        one.accounts().sign_up(&names[0], &secret),
                        other.accounts().sign_up(&names[1], &secret)
                    );
                    (a.map(drop), b.map(drop))
                } else {
                    let (a, b) = tokio::join!(
                        one.guests().take_nickname(&names[0], None),
                        other.guests().take_nickname(&names[1], None)
                    );
                    (a.map(drop), b.map(drop))
                };
                let (told, name) = match (first, second) {
                    (Ok(()), Err(told)) => (told, &names[1]),
                    (Err(told), Ok(())) => (told, &names[0]),
                    both => panic!("{names:?}: {both:?}"),
                };
                match told {
                    Error::Refused(told) => assert_eq!(told, Refusal::NameAlike(name.clone())),
                    other => panic!("{other}"),
                }
            }
            one.close().await;
            other.close().await;
        });
    });
}

#[test]
fn nobody_takes_a_name_that_looks_like_anothers_and_whoever_has_one_keeps_it() {
    on_each(async |collection| {
        let word = password(PASSWORD);
        let paul = person(&collection, "Paul1").await.user.id;
        person(&collection, "copa").await;
        for name in ["Paull", "PAULl", "сора", "СОРА"] {
            let told = refusal(collection.accounts().sign_up(name, &word).await);
            assert_eq!(told, Refusal::NameAlike(name.to_owned()));
            let told = refusal(collection.guests().take_nickname(name, None).await);
            assert_eq!(told, Refusal::NameAlike(name.to_owned()));
        }
        // One's own name in another spelling is nobody else's.
        let renamed = collection
            .accounts()
            .rename(paul, "PauI1", "PauI1", &word)
            .await;
        assert_eq!(renamed.expect("his own").name, "PauI1");
        assert!(collection.accounts().sign_up("Paul2", &word).await.is_ok());
        // Guests are not taken for each other, but one may sign up as one is called.
        let (guest, token) = collection
            .guests()
            .take_nickname("Marnie", None)
            .await
            .expect("a name");
        let told = refusal(collection.guests().take_nickname("Mamie", None).await);
        assert_eq!(told, Refusal::NameAlike("Mamie".to_owned()));
        let token = token.expect("a new one");
        let again = collection
            .guests()
            .take_nickname("MARNIE", Some(token.as_str()))
            .await;
        assert_eq!(again.expect("her own").0.id, guest.id);
        assert!(collection.accounts().sign_up("Mamie", &word).await.is_ok());
        // Names from before there was this rule.
        for (name, other) in [("admin", "Zed"), ("Ана", "Ана2")] {
            person(&collection, other).await;
            let sql = format!(
                "UPDATE users SET name = '{name}', folded = '{}', look = NULL WHERE name = '{other}'",
                store::names::folded(name)
            );
            tamper(&collection, &sql).await;
            let session = collection
                .accounts()
                .log_in(name, &word, LoginDetail::Site)
                .await;
            assert_eq!(session.expect("as ever").user.name, name);
        }
        let told = refusal(collection.accounts().sign_up("АНА", &word).await);
        assert_eq!(told.code(), "name_taken");
    });
}

#[test]
fn of_many_who_rename_to_one_name_at_once_one_has_it() {
    on_each(async |collection| {
        let mut all = Vec::new();
        for name in ["a", "b", "c"] {
            let user = person(&collection, name).await.user.id;
            let collection = collection.clone();
            all.push(tokio::spawn(async move {
                let word = password(PASSWORD);
                collection
                    .accounts()
                    .rename(user, "New", "New", &word)
                    .await
            }));
        }
        let mut renamed = 0;
        for one in all {
            match one.await.expect("no panic") {
                Ok(_) => renamed += 1,
                Err(Error::Refused(told)) => assert_eq!(told, Refusal::NameTaken("New".to_owned())),
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(renamed, 1);
    });
}

#[test]
fn who_logs_in_while_the_password_changes_is_not_left_logged_in_by_the_old_one() {
    on_each(async |collection| {
        let ana = person(&collection, "Ana").await.user.id;
        let logging_in: Vec<_> = (0..4)
            .map(|_| {
                let collection = collection.clone();
                tokio::spawn(async move {
                    let word = password(PASSWORD);
                    collection
                        .accounts()
                        .log_in("Ana", &word, LoginDetail::OwnMachine)
                        .await
                })
            })
            .collect();
        let [old, new] = [PASSWORD, "battery staple"].map(password);
        let changed = collection
            .accounts()
            .change_password(ana, &old, &new, &new)
            .await;
        let changed = changed.expect("the old password");
        for one in logging_in {
            if let Ok(session) = one.await.expect("no panic") {
                let user = collection.accounts().user_of(session.token.as_str()).await;
                assert_eq!(user.expect("asked"), None);
            }
        }
        let user = collection.accounts().user_of(changed.token.as_str()).await;
        assert!(user.expect("asked").is_some());
    });
}

#[test]
fn sessions_expire_and_are_renewed_by_use_once_a_day() {
    on_each(async |collection| {
        let ana = person(&collection, "Ana").await;
        let expires = async || numbers(&collection, "SELECT expires FROM sessions").await[0][0];
        let put = async |left: i64| {
            let until = collection.now() + left;
            tamper(
                &collection,
                &format!("UPDATE sessions SET expires = {until}"),
            )
            .await;
            until
        };
        let is_known = async || {
            let user = collection.accounts().user_of(ana.token.as_str()).await;
            user.expect("asked").is_some()
        };
        assert!((ana.expires - collection.now() - SESSION_LASTS).abs() < 60_000);
        assert_eq!(expires().await, ana.expires);
        // Used within a day it is not written.
        let until = put(SESSION_LASTS - DAY + 60_000).await;
        assert!(is_known().await);
        assert_eq!(expires().await, until);
        // Later it is.
        put(60_000).await;
        assert!(is_known().await);
        assert!((expires().await - collection.now() - SESSION_LASTS).abs() < 60_000);
        // Too late.
        put(0).await;
        assert!(!is_known().await);
        assert!(
            !collection
                .accounts()
                .log_out(ana.token.as_str())
                .await
                .expect("asked")
        );
        // It is cleared away when somebody logs in.
        person(&collection, "Bea").await;
        let count = "SELECT count(*) FROM sessions";
        assert_eq!(numbers(&collection, count).await, [[1]]);
    });
}

#[test]
fn the_database_has_neither_tokens_nor_passwords() {
    on_each(async |collection| {
        let ana = person(&collection, "Ana").await;
        let mut reader = collection.reader().await.expect("a connection");
        let row = reader.fetch_one("SELECT token FROM sessions").await;
        let kept: String = row.expect("a session").get(0);
        assert_ne!(kept, ana.token.as_str());
        assert_eq!([kept.len(), ana.token.as_str().len()], [64, 64]);
        let sql = "SELECT password FROM users WHERE kind = 'person'";
        let kept: String = reader.fetch_one(sql).await.expect("a user").get(0);
        assert!(
            kept.starts_with("$argon2id$") && !kept.contains(PASSWORD),
            "{kept}"
        );
        let shown = format!("{ana:?} {:?}", password(PASSWORD));
        assert!(
            !shown.contains(ana.token.as_str()) && !shown.contains(PASSWORD),
            "{shown}"
        );
    });
}

#[test]
fn tokens_are_all_different() {
    on_each(async |collection| {
        let user = person(&collection, "Ana").await.user.id;
        let word = password(PASSWORD);
        let mut tokens = HashSet::new();
        for _ in 0..4 {
            let session = collection
                .accounts()
                .change_password(user, &word, &word, &word)
                .await;
            tokens.insert(
                session
                    .expect("it may stay the same")
                    .token
                    .as_str()
                    .to_owned(),
            );
        }
        assert_eq!(tokens.len(), 4);
    });
}

#[test]
fn the_second_person_at_a_board_shows_their_password_without_logging_in() {
    on_each(async |collection| {
        let ana = person(&collection, "Ana").await.user;
        let check = async |name: &str, word: &str| {
            collection
                .accounts()
                .check_password(name, &password(word))
                .await
        };
        assert_eq!(check("ana", PASSWORD).await.expect("hers"), ana);
        for (name, word, told) in [
            ("Ana", "wrong horse", Refusal::WrongPassword),
            ("Bea", PASSWORD, Refusal::UnknownName("Bea".to_owned())),
        ] {
            let Err(Error::Refused(refusal)) = check(name, word).await else {
                panic!("{name}");
            };
            assert_eq!(refusal, told);
        }
        assert_eq!(
            numbers(&collection, "SELECT count(*) FROM sessions").await,
            [[1]]
        );
    });
}
