//! Guests on several devices: codes for once, tokens of each device, and who is let in by them.

use crate::collection::staged::{numbers, tamper};
use crate::databases::on_each;
use sqlx::{Executor, Row};
use store::guests::{CODE_LASTS, MOST_DEVICES, ReturnCode};
use store::{Error, Refusal, Store, Token};

/// A guest, and the first device's token.
async fn guest(collection: &Store, name: &str) -> (i64, String) {
    let (guest, token) = collection
        .guests()
        .take_nickname(name, None)
        .await
        .expect("free");
    (guest.id, token.expect("a new guest").as_str().to_owned())
}

/// The number of the guest on a device.
async fn who(collection: &Store, token: &str) -> Option<i64> {
    let found = collection.guests().guest_of(token).await.expect("asked");
    found.map(|guest| guest.id)
}

/// Another device of a guest.
async fn device(collection: &Store, guest: i64) -> String {
    let code = collection
        .guests()
        .new_return_code(guest)
        .await
        .expect("made");
    let (same, token) = collection
        .guests()
        .return_as_guest(&code, None)
        .await
        .expect("good");
    assert_eq!(same.id, guest);
    token.as_ref().map(Token::as_str).expect("new").to_owned()
}

async fn refusal(collection: &Store, code: &ReturnCode) -> Refusal {
    match collection.guests().return_as_guest(code, None).await {
        Err(Error::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_code_lets_one_device_in_once_and_only_the_newest_in_time() {
    on_each(async |collection| {
        let (ana, first) = guest(&collection, "Ana").await;
        let (other, _) = guest(&collection, "Berta").await;
        let old = collection
            .guests()
            .new_return_code(ana)
            .await
            .expect("made");
        let code = collection
            .guests()
            .new_return_code(ana)
            .await
            .expect("made");
        let theirs = collection
            .guests()
            .new_return_code(other)
            .await
            .expect("made");
        assert_eq!(refusal(&collection, &old).await, Refusal::WrongCode);
        // Where the guest is known already, nothing is new; the code is used all the same.
        let (same, token) = collection
            .guests()
            .return_as_guest(&code, Some(&first))
            .await
            .expect("good");
        assert_eq!((same.id, same.name.as_str(), token), (ana, "Ana", None));
        assert_eq!(refusal(&collection, &code).await, Refusal::WrongCode);
        // A device that was another guest's becomes this one's.
        let (found, token) = collection
            .guests()
            .return_as_guest(&theirs, Some(&first))
            .await
            .expect("good");
        let token = token.expect("a device of its own");
        assert_eq!(found.id, other);
        assert_eq!(who(&collection, token.as_str()).await, Some(other));
        assert_eq!(who(&collection, &first).await, Some(ana));
        // What is too old, or withdrawn, is good no more.
        let code = collection
            .guests()
            .new_return_code(ana)
            .await
            .expect("made");
        let until = numbers(&collection, "SELECT until FROM return_codes").await[0][0];
        assert!((until - collection.now() - CODE_LASTS).abs() < 60_000);
        let past = format!("UPDATE return_codes SET until = {}", collection.now());
        tamper(&collection, &past).await;
        assert_eq!(refusal(&collection, &code).await, Refusal::WrongCode);
        assert!(
            !collection
                .guests()
                .withdraw_return_code(ana)
                .await
                .expect("asked")
        );
        let code = collection
            .guests()
            .new_return_code(ana)
            .await
            .expect("made");
        assert!(
            collection
                .guests()
                .withdraw_return_code(ana)
                .await
                .expect("asked")
        );
        assert_eq!(refusal(&collection, &code).await, Refusal::WrongCode);
        let nobody = collection.guests().new_return_code(4711).await;
        assert!(matches!(nobody, Err(Error::Refused(Refusal::NoSuchGuest))));
    });
}

#[test]
fn the_database_has_neither_codes_nor_tokens_of_guests() {
    on_each(async |collection| {
        let (ana, first) = guest(&collection, "Ana").await;
        let second = device(&collection, ana).await;
        let code = collection
            .guests()
            .new_return_code(ana)
            .await
            .expect("made");
        let mut kept = String::new();
        for table in ["visitors", "visitor_devices", "return_codes"] {
            let column = if table == "return_codes" {
                "code"
            } else {
                "token"
            };
            let sql = format!("SELECT {column} FROM {table}");
            let mut reader = collection.reader().await.expect("a connection");
            let rows = reader.fetch_all(sqlx::AssertSqlSafe(sql)).await;
            for row in rows.expect("rows") {
                let text: String = row.get(0);
                assert_eq!(text.len(), 64, "{table}");
                kept += &text;
            }
        }
        assert_eq!(kept.len(), 3 * 64);
        for secret in [first, second, code.shown().replace('-', "")] {
            assert!(!kept.to_uppercase().contains(&secret.to_uppercase()));
        }
    });
}

#[test]
fn of_many_who_enter_one_code_at_once_one_is_let_in() {
    on_each(async |collection| {
        let (ana, _) = guest(&collection, "Ana").await;
        let code = collection
            .guests()
            .new_return_code(ana)
            .await
            .expect("made");
        let all: Vec<_> = (0..6)
            .map(|_| {
                let (collection, code) = (collection.clone(), code.clone());
                tokio::spawn(async move {
                    collection
                        .guests()
                        .return_as_guest(&code, None)
                        .await
                        .is_ok()
                })
            })
            .collect();
        let mut let_in = 0;
        for one in all {
            let_in += i32::from(one.await.expect("no panic"));
        }
        assert_eq!(let_in, 1);
        assert_eq!(collection.guests().devices_of(ana).await.expect("asked"), 2);
    });
}

#[test]
fn a_guest_is_the_same_on_all_devices_until_they_are_forgotten() {
    on_each(async |collection| {
        let (ana, first) = guest(&collection, "Ana").await;
        let (berta, bertas) = guest(&collection, "Berta").await;
        let mut tokens = vec![first.clone()];
        for _ in 1..=MOST_DEVICES {
            tokens.push(device(&collection, ana).await);
            // Which came first, is a matter of milliseconds.
            tamper(
                &collection,
                "UPDATE visitor_devices SET created = created - 1000",
            )
            .await;
        }
        // One more than there may be: of those that came by a code, the oldest is forgotten.
        let most = usize::try_from(MOST_DEVICES).expect("few");
        assert_eq!(
            collection.guests().devices_of(ana).await.expect("asked"),
            MOST_DEVICES
        );
        for (number, token) in tokens.iter().enumerate() {
            let known = (number != 1).then_some(ana);
            assert_eq!(who(&collection, token).await, known, "{number} of {most}");
        }
        // Another name is the name on all.
        let renamed = collection
            .guests()
            .take_nickname("Anita", Some(&tokens[most]))
            .await;
        let (same, token) = renamed.expect("free");
        assert_eq!((same.id, token), (ana, None));
        let found = collection.guests().guest_of(&first).await.expect("asked");
        assert_eq!(found.expect("known").name, "Anita");
        // Left on the first: the others stay.
        assert_eq!(
            collection
                .guests()
                .forget_device(&first)
                .await
                .expect("asked"),
            Some(ana)
        );
        assert_eq!(who(&collection, &first).await, None);
        for token in &tokens[2..] {
            assert_eq!(who(&collection, token).await, Some(ana));
        }
        // All but one are signed out, and the code that was made is gone with them.
        let code = collection
            .guests()
            .new_return_code(ana)
            .await
            .expect("made");
        let kept = &tokens[3];
        let forgotten = collection
            .guests()
            .forget_other_devices(kept)
            .await
            .expect("asked");
        assert_eq!(forgotten, Some(ana));
        for token in &tokens {
            let known = (token == kept).then_some(ana);
            assert_eq!(who(&collection, token).await, known);
        }
        assert_eq!(refusal(&collection, &code).await, Refusal::WrongCode);
        assert_eq!(collection.guests().devices_of(ana).await.expect("asked"), 1);
        // Left on the last: nobody is this guest, whose name is nobody else's yet.
        let code = collection
            .guests()
            .new_return_code(ana)
            .await
            .expect("made");
        assert_eq!(
            collection
                .guests()
                .forget_device(kept)
                .await
                .expect("asked"),
            Some(ana)
        );
        assert_eq!(
            collection
                .guests()
                .forget_device(kept)
                .await
                .expect("asked"),
            None
        );
        assert_eq!(
            collection
                .guests()
                .forget_other_devices(kept)
                .await
                .expect("asked"),
            None
        );
        assert!(
            collection
                .guests()
                .take_nickname("anita", None)
                .await
                .is_err()
        );
        // A code that was made before leads back.
        let (back, token) = collection
            .guests()
            .return_as_guest(&code, None)
            .await
            .expect("good");
        assert_eq!(back.id, ana);
        assert_eq!(
            who(&collection, token.expect("new").as_str()).await,
            Some(ana)
        );
        assert_eq!(who(&collection, &bertas).await, Some(berta));
    });
}
