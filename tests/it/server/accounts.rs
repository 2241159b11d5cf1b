//! Names and accounts on the site.

use crate::databases::{block_on, on_each_address};
use crate::site::{Site, on_each_site};
use serde_json::json;

#[test]
fn a_guest_takes_a_name_that_nobody_has_in_any_spelling() {
    on_each_site(async |site, _| {
        let ana = site.guest("Ana").await;
        site.account("Berta").await;
        for (name, code) in [
            ("Ana", "name_taken"),
            ("ＡＮＡ", "name_taken"),
            ("BERTA", "name_taken"),
            ("a\u{202E}b", "name"),
            ("", "name"),
            ("deleted user", "name_reserved"),
            ("Machine, easy", "name_reserved"),
            ("АNA", "name"),
            ("a\u{200B}b", "name"),
            ("Bertа", "name"),
        ] {
            let (status, _, body) = site.post("/api/nickname", "", &json!({"name": name})).await;
            assert!(status == 409 || status == 400, "{name} {status}");
            assert_eq!(body["refused"], code, "{name}");
        }
        // The same guest may change it, and keeps being the same.
        let (status, set, body) = site
            .post("/api/nickname", &ana, &json!({"name": "Anita"}))
            .await;
        assert_eq!(
            (status, set.as_str(), &body["who"]["name"]),
            (200, "", &json!("Anita"))
        );
        let (_, _, body) = site
            .request("GET", "/api/me", &[("Cookie", &ana)], "")
            .await;
        assert!(
            body.contains("Anita") && body.contains("\"guest\":true"),
            "{body}"
        );
    });
}

#[test]
fn accounts_are_made_used_and_left() {
    on_each_site(async |site, _| {
        let cookie = site.account("Ana").await;
        assert!(cookie.starts_with("atalaya_session="), "{cookie}");
        let again = json!({"name": "ana", "password": "correct horse"});
        assert_eq!(
            site.post("/api/sign-up", "", &again).await.2["refused"],
            "name_taken"
        );
        let short = json!({"name": "Eva", "password": "short"});
        assert_eq!(
            site.post("/api/sign-up", "", &short).await.2["refused"],
            "password"
        );
        // One answer, whether the name or the password is wrong.
        let mut answers = Vec::new();
        for name in ["Ana", "Nobody"] {
            let given = json!({"name": name, "password": "wrong horse"});
            let (status, _, body) = site.post("/api/log-in", "", &given).await;
            answers.push((status, body));
        }
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0].0, 401);
        let (status, other, _) = site.post("/api/log-in", "", &again).await;
        assert_eq!(status, 200);
        let new =
            json!({"old": "correct horse", "new": "battery staple", "again": "battery staple"});
        let mut elsewhere = site.page(&other).await;
        elsewhere.send(json!({"type": "hello"})).await;
        assert_eq!(elsewhere.expect("welcome").await["who"]["name"], "Ana");
        let (status, cookie, _) = site.post("/api/account/password", &cookie, &new).await;
        assert_eq!(status, 200);
        assert_eq!(elsewhere.expect("bye").await["code"], "logged_out");
        // Whoever else was logged in is so no more.
        let me = async |cookie: &str| {
            site.request("GET", "/api/me", &[("Cookie", cookie)], "")
                .await
                .2
        };
        assert!(me(&other).await.contains("null") && me(&cookie).await.contains("Ana"));
        let picture = json!({"picture": "rook-w"});
        assert_eq!(
            site.post("/api/profile/picture", &cookie, &picture).await.0,
            200
        );
        assert_eq!(site.get("/api/users/Ana").await.1["picture"], "rook-w");
        let mut page = site.page(&cookie).await;
        let guest = site.guest("Bruno").await;
        let mut guests = site.page(&guest).await;
        for page in [&mut page, &mut guests] {
            page.send(json!({"type": "hello"})).await;
            page.expect("welcome").await;
        }
        let (status, _, _) = site.post("/api/log-out", &cookie, &json!({})).await;
        assert_eq!(status, 200);
        assert_eq!(page.expect("bye").await["code"], "logged_out");
        guests.send(json!({"type": "ping", "t": 1})).await;
        guests.expect("pong").await;
        assert!(me(&cookie).await.contains("null"));
        let (status, _, _) = site.post("/api/profile/picture", &cookie, &picture).await;
        assert_eq!(status, 401);
    });
}

#[test]
fn a_deleted_account_is_named_nowhere() {
    on_each_address(|database| {
        block_on(async {
            let mut site = Site::start(database);
            let cookie = site.account("Zenobia").await;
            let mut own = site.page(&cookie).await;
            let mut other = site.page(&site.guest("Berta").await).await;
            let wish = json!({"game": "chess", "clock": "none", "seats": ["me", "open"]});
            let room = own.open(wish).await;
            other.enter(&room).await;
            other.send(json!({"type": "join", "room": room})).await;
            for page in [&mut own, &mut other] {
                page.until(|room| room["phase"] == "playing").await;
            }
            own.send(json!({"type": "chat", "room": room, "text": "good luck"}))
                .await;
            own.expect("chat").await;
            own.act(json!({"event": "resign"})).await;
            other.until(|room| room["phase"] == "over").await;
            let (_, pgn) = site.get(&format!("/game/{room}/pgn")).await;
            assert!(
                pgn.as_str().is_some_and(|pgn| pgn.contains("Zenobia")),
                "{pgn}"
            );
            let given = json!({"name": "Zenobia", "password": "correct horse"});
            let (status, _, told) = site.post("/api/account/delete", &cookie, &given).await;
            assert_eq!(status, 200, "{told}");

            let named = [
                format!("/game/{room}/pgn"),
                format!("/game/{room}/json"),
                "/watch".to_owned(),
                "/".to_owned(),
            ];
            let marked = [
                format!("/game/{room}"),
                format!("/api/rooms/{room}/history"),
                "/api/games?state=over".to_owned(),
            ];
            for (lang, name) in [("en", "deleted user"), ("es", "usuario eliminado")] {
                let cookie = format!("atalaya_lang={lang}");
                let headers = [("Cookie", cookie.as_str())];
                for path in named.iter().chain(&marked) {
                    let (status, _, body) = site.request("GET", path, &headers, "").await;
                    assert_eq!(status, 200, "{path}");
                    assert!(!body.contains("Zenobia"), "{path}: {body}");
                    let says = if marked.contains(path) {
                        // The page has the word for it in its language.
                        body.contains("\"kind\":\"gone\"")
                    } else {
                        body.contains(name)
                    };
                    assert!(says, "{path} {lang}: {body}");
                }
            }
            // The room in memory, and one that is read again.
            for is_fresh in [false, true] {
                if is_fresh {
                    site.kill();
                    site = Site::start(database);
                }
                let mut watcher = site.page("").await;
                watcher.send(json!({"type": "hello", "room": room})).await;
                let told = watcher.expect("room").await;
                assert!(!told.to_string().contains("Zenobia"), "{told}");
                assert_eq!(told["room"]["seats"][0]["player"]["kind"], "gone");
                assert_eq!(told["chat"][0]["gone"], true, "{told}");
            }
        });
    });
}

#[test]
fn cookies_are_for_this_site_alone_and_for_no_script() {
    on_each_site(async |site, _| {
        let origin = format!("http://{}", site.address);
        let body = json!({"name": "Ana"}).to_string();
        let headers = [("Origin", origin.as_str())];
        let (_, head, _) = site.request("POST", "/api/nickname", &headers, &body).await;
        let cookie = head
            .lines()
            .find(|line| line.starts_with("set-cookie"))
            .expect("a cookie");
        for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        let (status, set, _) = site
            .post(
                "/api/preferences",
                "",
                &json!({"lang": "es", "theme": "dark"}),
            )
            .await;
        assert_eq!(status, 200);
        assert!(
            set.contains("atalaya_lang=es") && set.contains("atalaya_theme=dark"),
            "{set}"
        );
        let wrong = json!({"name": "", "password": "x"});
        let (_, _, answer) = site.post("/api/log-in", &set, &wrong).await;
        assert_eq!(
            answer["message"],
            "el nombre o la contraseña no son correctos"
        );
        for bad in [
            json!({"lang": "fr"}),
            json!({"theme": "red"}),
            json!({"x": 1}),
        ] {
            let (status, _, _) = site.post("/api/preferences", "", &bad).await;
            assert!((400..500).contains(&status), "{bad}");
        }
    });
}

#[test]
fn behind_tls_tokens_have_names_that_no_other_host_can_set_and_older_ones_stay_good() {
    on_each_address(|database| {
        block_on(async {
            let site = Site::start_with(database, &["--no-limits", "--secure"]);
            let origin = format!("https://{}", site.address);
            let send = async |method: &str, path: &str, cookie: &str, body: &str| {
                let headers = [("Origin", origin.as_str()), ("Cookie", cookie)];
                let (status, head, body) = site.request(method, path, &headers, body).await;
                let set: Vec<String> = head
                    .lines()
                    .filter_map(|line| line.strip_prefix("set-cookie: "))
                    .map(str::to_owned)
                    .collect();
                (status, set, body)
            };
            let given = json!({"name": "Ana", "password": "correct horse"}).to_string();
            let (status, set, body) = send("POST", "/api/sign-up", "", &given).await;
            assert_eq!((status, set.len()), (200, 1), "{body}");
            for part in [
                "__Host-atalaya_session=",
                "; Secure",
                "; HttpOnly",
                "; Path=/",
            ] {
                assert!(set[0].contains(part), "{set:?}");
            }
            let cookie = set[0].split(';').next().expect("a cookie");
            let (_, set, body) = send("GET", "/api/me", cookie, "").await;
            assert!(set.is_empty() && body.contains("Ana"), "{body}");
            // A token from before there was TLS, or this name.
            let older = cookie.replace("__Host-", "");
            let (_, set, body) = send("GET", "/api/me", &older, "").await;
            assert!(body.contains("Ana"), "{body}");
            assert!(set.len() == 2 && set[0].starts_with(cookie), "{set:?}");
            assert!(set[1].starts_with("atalaya_session=;") && set[1].contains("Max-Age=0"));
            let (_, set, _) = send("POST", "/api/log-out", &older, "").await;
            assert!(
                set.iter()
                    .any(|set| set.starts_with("__Host-atalaya_session=;")),
                "{set:?}"
            );
            assert!(!set.iter().any(|set| set.starts_with(cookie)), "{set:?}");
            assert!(send("GET", "/api/me", cookie, "").await.2.contains("null"));
            // Pages come by TLS, or are not this site's.
            let plain = format!("http://{}", site.address);
            let headers = [("Origin", plain.as_str())];
            let (status, _, _) = site.request("POST", "/api/log-in", &headers, &given).await;
            assert_eq!(status, 403);
            assert!(site.try_page(cookie, &plain).await.is_err());
        });
    });
}

#[test]
fn names_that_nobody_can_have_are_wrong_and_not_kept_to_be_counted() {
    on_each_address(|database| {
        block_on(async {
            let site = Site::start_with(database, &[]);
            // Each of these characters is eighteen when names are compared.
            let long = json!({"name": "\u{FDFA}".repeat(80_000), "password": "wrong horse"});
            let short = json!({"name": "Nobody", "password": "wrong horse"});
            let mut told = Vec::new();
            for given in [&long, &short] {
                for _ in 0..11 {
                    let (status, _, body) = site.post("/api/log-in", "", given).await;
                    told.push((status, body["refused"].clone()));
                }
            }
            let wrong = (401, json!("wrong_name_or_password"));
            assert!(told[..21].iter().all(|told| *told == wrong), "{told:?}");
            assert_eq!(told[21].0, 429);
        });
    });
}

#[test]
fn a_browser_keeps_a_token_for_longer_than_it_is_good_for_unused() {
    on_each_site(async |site, _| {
        let given = json!({"name": "Ana", "password": "correct horse"}).to_string();
        let origin = format!("http://{}", site.address);
        for path in ["/api/sign-up", "/api/log-in"] {
            let headers = [("Origin", origin.as_str())];
            let (status, head, _) = site.request("POST", path, &headers, &given).await;
            assert_eq!(status, 200);
            let age = head.split("Max-Age=").nth(1).expect("an age");
            let age: String = age.chars().take_while(char::is_ascii_digit).collect();
            // The database counts thirty days from the last use.
            assert!(
                age.parse::<u64>().expect("seconds") > 300 * 24 * 60 * 60,
                "{age}"
            );
        }
    });
}
