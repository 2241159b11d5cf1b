//! A guest goes on on another device, by a code for once.

use crate::databases::{block_on, on_each_address};
use crate::site::{Site, on_each_site};
use serde_json::{Value, json};

/// A code that a guest has made.
async fn code(site: &Site, cookie: &str) -> Value {
    let (status, _, told) = site.post("/api/guest/code", cookie, &json!({})).await;
    assert_eq!(status, 200, "{told}");
    told
}

/// Enters a code; the status, the cookie, and what is told.
async fn enter(site: &Site, cookie: &str, code: &str) -> (u16, String, Value) {
    let body = json!({ "code": code });
    site.post("/api/guest/return", cookie, &body).await
}

#[test]
fn a_guest_plays_on_on_another_device_in_the_same_seat() {
    on_each_address(|database| {
        block_on(async {
            let site = Site::start(database);
            // With PostgreSQL the other device comes to another process.
            let second = (!database.starts_with("sqlite")).then(|| Site::start(database));
            let elsewhere = second.as_ref().unwrap_or(&site);
            let ana = site.guest("Ana").await;
            let mut old = site.page(&ana).await;
            let wish = json!({"game": "chess", "clock": "5+3", "seats": ["me", "open"]});
            let room = old.open(wish).await;
            let mut berta = site.page(&site.guest("Berta").await).await;
            berta.enter(&room).await;
            berta.send(json!({"type": "join", "room": room})).await;
            for page in [&mut old, &mut berta] {
                page.until(|room| room["phase"] == "playing").await;
            }
            old.play("e2e4").await;
            for page in [&mut old, &mut berta] {
                page.until(|room| room["moves"][0]["text"] == "e2e4").await;
            }
            let told = code(&site, &ana).await;
            let letters = told["code"].as_str().expect("a code").to_owned();
            let link = format!("http://{}/account#return={letters}", site.address);
            assert_eq!(told["link"], link.as_str());
            assert!(
                told["qr"][1]
                    .as_str()
                    .is_some_and(|path| path.starts_with('M'))
            );
            // Who has a name already comes as the other one.
            let stray = elsewhere.guest("Stray").await;
            let (status, cookie, told) = enter(elsewhere, &stray, &letters.to_lowercase()).await;
            assert_eq!(
                (status, &told["who"]["name"]),
                (200, &json!("Ana")),
                "{told}"
            );
            assert!(
                cookie.starts_with("atalaya_visitor=") && cookie != ana,
                "{cookie}"
            );
            let mut new = elsewhere.page(&cookie).await;
            new.send(json!({"type": "hello", "room": room})).await;
            let welcome = new.expect("welcome").await;
            assert_eq!(welcome["games"][0]["room"], room.as_str(), "{welcome}");
            assert_eq!(new.expect("room").await["you"], 0);
            berta.play("e7e5").await;
            for page in [&mut old, &mut new] {
                page.until(|room| room["moves"][1]["text"] == "e7e5").await;
            }
            new.play("g1f3").await;
            berta.until(|room| room["moves"][2]["text"] == "g1f3").await;
            // The other device is signed out, wherever its connection is; this one stays.
            let (status, _, _) = elsewhere
                .post("/api/guest/others", &cookie, &json!({}))
                .await;
            assert_eq!(status, 200);
            assert_eq!(old.expect("bye").await["code"], "logged_out");
            berta.play("b8c6").await;
            new.until(|room| room["moves"][3]["text"] == "b8c6").await;
            let (_, me) = site.get_as("/api/me", &ana).await;
            assert_eq!(me["who"]["name"], Value::Null);
            let mut stranger = site.page(&ana).await;
            stranger.send(json!({"type": "hello", "room": room})).await;
            assert_eq!(stranger.expect("room").await["you"], Value::Null);
            // Left here, too.
            let (status, _, _) = elsewhere
                .post("/api/guest/leave", &cookie, &json!({}))
                .await;
            assert_eq!(status, 200);
            assert_eq!(new.expect("bye").await["code"], "logged_out");
        });
    });
}

#[test]
fn codes_are_for_guests_alone_and_wrong_ones_are_refused() {
    on_each_site(async |site, _| {
        let ana = site.guest("Ana").await;
        let account = site.account("Berta").await;
        let refused = |told: &Value| told["refused"].as_str().expect("refused").to_owned();
        for path in ["/api/guest/code", "/api/guest/withdraw"] {
            let (status, _, told) = site.post(path, &account, &json!({})).await;
            assert_eq!(
                (status, refused(&told).as_str()),
                (409, "logged_in"),
                "{path}"
            );
            let (status, _, told) = site.post(path, "", &json!({})).await;
            assert_eq!(
                (status, refused(&told).as_str()),
                (409, "no_such_guest"),
                "{path}"
            );
            let (status, _, _) = site.post(path, &ana, &json!({"x": 1})).await;
            assert_eq!(status, 422, "{path}");
        }
        let first = code(site, &ana).await["code"]
            .as_str()
            .expect("a code")
            .to_owned();
        let letters = code(site, &ana).await["code"]
            .as_str()
            .expect("a code")
            .to_owned();
        for wrong in ["", "0000-0000-0000", &first, &format!("{letters}0"), "é"] {
            let (status, set, told) = enter(site, "", wrong).await;
            assert_eq!(
                (status, refused(&told).as_str()),
                (409, "wrong_code"),
                "{wrong}"
            );
            assert_eq!(set, "");
        }
        // Whoever has an account stays so, and the code is not used up by it.
        let (status, _, told) = enter(site, &account, &letters).await;
        assert_eq!((status, refused(&told).as_str()), (409, "logged_in"));
        let foreign = [("Origin", "http://evil.example")];
        let body = json!({ "code": letters }).to_string();
        let (status, _, _) = site
            .request("POST", "/api/guest/return", &foreign, &body)
            .await;
        assert_eq!(status, 403);
        let (status, _, told) = site.post("/api/guest/withdraw", &ana, &json!({})).await;
        assert_eq!((status, &told["withdrawn"]), (200, &json!(true)));
        assert_eq!(enter(site, "", &letters).await.0, 409);
        let letters = code(site, &ana).await["code"]
            .as_str()
            .expect("a code")
            .to_owned();
        assert_eq!(enter(site, "", &letters).await.0, 200);
        assert_eq!(enter(site, "", &letters).await.0, 409);
        let (_, told) = site
            .get_as("/account", &format!("{ana}; atalaya_lang=es"))
            .await;
        assert!(
            told.as_str()
                .is_some_and(|page| page.contains("Cerrar la sesión en otro dispositivo"))
        );
    });
}

#[test]
fn codes_are_neither_made_nor_guessed_without_end() {
    on_each_address(|database| {
        block_on(async {
            let site = Site::start_with(database, &[]);
            let [ana, berta] = [site.guest("Ana").await, site.guest("Berta").await];
            let mut made = Vec::new();
            for _ in 0..12 {
                made.push(site.post("/api/guest/code", &ana, &json!({})).await.0);
            }
            assert!(made[..10].iter().all(|status| *status == 200), "{made:?}");
            assert_eq!(made[11], 429, "{made:?}");
            let good = code(&site, &berta).await;
            let mut entered = Vec::new();
            for _ in 0..22 {
                entered.push(enter(&site, "", "0000-0000-0000").await.0);
            }
            assert!(
                entered[..20].iter().all(|status| *status == 409),
                "{entered:?}"
            );
            assert_eq!(entered[21], 429, "{entered:?}");
            // Not even with the right one.
            let good = good["code"].as_str().expect("a code");
            assert_eq!(enter(&site, "", good).await.0, 429);
        });
    });
}

#[test]
fn a_guest_who_makes_an_account_in_mid_game_keeps_the_seat() {
    on_each_site(async |site, _| {
        let ana = site.guest("Ana").await;
        let mut old = site.page(&ana).await;
        let wish = json!({"game": "chess", "clock": "5+3", "seats": ["me", "open"]});
        let room = old.open(wish).await;
        let mut berta = site.page(&site.guest("Berta").await).await;
        berta.enter(&room).await;
        berta.send(json!({"type": "join", "room": room})).await;
        old.until(|room| room["phase"] == "playing").await;
        let given = json!({"name": "Ana Account", "password": "correct horse"});
        let (status, session, told) = site.post("/api/sign-up", &ana, &given).await;
        assert_eq!(status, 200, "{told}");
        drop(old);
        let both = format!("{ana}; {session}");
        let mut new = site.page(&both).await;
        new.send(json!({"type": "hello", "room": room})).await;
        let welcome = new.expect("welcome").await;
        assert_eq!(welcome["who"]["name"], "Ana Account");
        assert_eq!(welcome["games"][0]["room"], room.as_str(), "{welcome}");
        let told = new.expect("room").await;
        assert_eq!((&told["you"], &told["host"]), (&json!(0), &json!(true)));
        let (_, page) = site.get_as(&format!("/game/{room}"), &both).await;
        assert!(page.as_str().is_some_and(|page| page.contains("\"you\":0")));
        new.play("e2e4").await;
        berta.until(|room| room["moves"][0]["text"] == "e2e4").await;
        // Who has the account alone, elsewhere, is not the guest.
        let mut elsewhere = site.page(&session).await;
        elsewhere.send(json!({"type": "hello", "room": room})).await;
        assert_eq!(elsewhere.expect("room").await["you"], Value::Null);
    });
}
