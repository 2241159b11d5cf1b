//! Classes: pupils without mail, links by which they set their passwords, problems with a day, and who has solved them.

use crate::site::{Site, legal_of, on_each_site};
use serde_json::{Value, json};

/// Solves a mate in two whose first move is known, trying second moves until one mates.
async fn solve(site: &Site, cookie: &str, problem: u32, key: &str) {
    for nth in 0.. {
        let path = format!("/api/problems/{problem}/begin");
        let (status, _, attempt) = site.post(&path, cookie, &json!({})).await;
        assert_eq!(status, 200, "{attempt}");
        let duel = attempt["duel"].as_str().expect("a name").to_owned();
        let path = format!("/api/duels/{duel}/move");
        let (status, _, moved) = site.post(&path, cookie, &json!({"text": key})).await;
        assert_eq!(status, 200, "{moved}");
        let (_, now) = site.get_as(&format!("/api/duels/{duel}"), cookie).await;
        let moves = legal_of(&now);
        let text = moves
            .get(nth)
            .unwrap_or_else(|| panic!("no move mates: {now}"));
        site.post(&path, cookie, &json!({ "text": text })).await;
        let (_, over) = site.get_as(&format!("/api/duels/{duel}"), cookie).await;
        if over["solved"] == true {
            return;
        }
    }
}

#[test]
fn a_class_has_pupils_without_mail_and_problems_with_a_day() {
    on_each_site(async |site, _| {
        let teacher = site.account("Teacher").await;
        let (status, _, made) = site
            .post("/api/classes", &teacher, &json!({"name": "Class 4b"}))
            .await;
        assert_eq!(status, 200, "{made}");
        let id = made["id"].as_str().expect("a name").to_owned();
        let path = format!("/api/classes/{id}");
        let post = async |what: &str, cookie: &str, body: Value| {
            let (status, _, answer) = site.post(&format!("{path}/{what}"), cookie, &body).await;
            (status, answer)
        };
        // All or none.
        let names = json!({"names": "Pupil Ana\n\nteacher"});
        assert_eq!(
            post("pupils", &teacher, names).await.1["code"],
            "name_taken"
        );
        let names = json!({"names": "Pupil Ana\n  Pupil Berta  \n"});
        let (status, links) = post("pupils", &teacher, names).await;
        assert_eq!(status, 200, "{links}");
        let links = links["links"].as_array().expect("links").clone();
        let told: Vec<&str> = links
            .iter()
            .filter_map(|link| link["name"].as_str())
            .collect();
        assert_eq!(told, ["Pupil Ana", "Pupil Berta"]);
        let address = links[0]["path"].as_str().expect("a path").to_owned();
        let code = address
            .strip_prefix("/classes/join/")
            .expect("a code")
            .to_owned();
        // Nobody logs in before a password is set.
        let given = json!({"name": "Pupil Ana", "password": "correct horse"});
        assert_eq!(site.post("/api/log-in", "", &given).await.0, 401);
        let (status, page) = site.get(&address).await;
        assert!(status == 200 && page.as_str().is_some_and(|page| page.contains("Pupil Ana")));
        let join = async |code: &str, password: &str| {
            let body = json!({"code": code, "password": password});
            site.post("/api/classes/join", "", &body).await
        };
        assert_eq!(join(&code, "short").await.0, 400);
        let (status, pupil, answer) = join(&code, "correct horse").await;
        assert_eq!((status, &answer["who"]["name"]), (200, &json!("Pupil Ana")));
        // Once.
        assert_eq!(join(&code, "another horse").await.2["code"], "wrong_code");
        assert_eq!(site.get(&address).await.0, 404);
        assert_eq!(site.post("/api/log-in", "", &given).await.0, 200);

        let task = json!({"problem": "1", "due": "2000-01-01"});
        assert_eq!(
            post("task", &pupil, task.clone()).await.0,
            404,
            "not the teacher"
        );
        assert_eq!(post("task", &teacher, task).await.0, 200);
        let wrong = [
            ("1", "2026-02-30", "due"),
            ("one", "2030-01-01", "problem"),
            ("999999", "2030-01-01", "no_such_problem"),
        ];
        for (problem, due, code) in wrong {
            let (_, answer) = post("task", &teacher, json!({"problem": problem, "due": due})).await;
            assert_eq!(answer["code"], code, "{answer}");
        }
        let page = async |cookie: &str| {
            let (status, html) = site.get_as(&format!("/classes/{id}"), cookie).await;
            (status, html.as_str().unwrap_or_default().to_owned())
        };
        let (_, html) = page(&pupil).await;
        assert!(
            html.contains("until 2000-01-01") && html.contains(">late<"),
            "{html}"
        );
        assert!(
            !html.contains("Pupil Berta"),
            "others are nobody's business"
        );
        let (_, html) = page(&teacher).await;
        assert!(
            html.contains("0 / 1") && html.contains("no password yet"),
            "{html}"
        );
        // Another day, and it is in time.
        let task = json!({"problem": "1", "due": "2999-12-31"});
        assert_eq!(post("task", &teacher, task).await.0, 200);
        solve(site, &pupil, 1, "b8g3").await;
        let (_, html) = page(&pupil).await;
        assert!(
            html.contains("solved 2") && !html.contains(">late<"),
            "{html}"
        );
        let (_, html) = page(&teacher).await;
        assert!(html.contains("1 / 1") && html.contains("0 / 1"), "{html}");
        // Strangers see nothing.
        let stranger = site.account("Stranger").await;
        assert_eq!(page(&stranger).await.0, 404);
        assert_eq!(page("").await.0, 404);
        // Whoever has forgotten the password gets another link, and is signed out until then.
        let (_, answer) = site.get_as("/api/users/Pupil%20Ana", "").await;
        assert_eq!(answer["name"], "Pupil Ana");
        let html = page(&teacher).await.1;
        // After the title and the name itself.
        let row = html.split("Pupil Ana").nth(2).expect("a row");
        let user = row
            .split("name=\"pupil\" value=\"")
            .nth(1)
            .and_then(|s| s.split('"').next());
        let body = json!({"pupil": user.expect("a number")});
        let (status, again) = post("renew", &teacher, body.clone()).await;
        assert_eq!(status, 200, "{again}");
        assert_eq!(site.post("/api/log-in", "", &given).await.0, 401);
        assert_eq!(
            site.get_as("/api/me", &pupil).await.1["who"]["name"],
            Value::Null
        );
        let code = again["links"][0]["path"]
            .as_str()
            .and_then(|p| p.rsplit('/').next());
        assert_eq!(join(code.expect("a code"), "a third horse").await.0, 200);
        assert_eq!(post("remove", &teacher, body.clone()).await.0, 200);
        assert_eq!(post("remove", &teacher, body).await.1["code"], "pupil");
        assert_eq!(post("delete", &teacher, json!({})).await.0, 200);
        assert_eq!(page(&teacher).await.0, 404);
    });
}

#[test]
fn accounts_join_a_class_by_its_link_and_keep_their_passwords() {
    on_each_site(async |site, _| {
        let teacher = site.account("Teacher").await;
        let pupil = site.account("Carla").await;
        let (_, _, made) = site
            .post("/api/classes", &teacher, &json!({"name": "Club"}))
            .await;
        let path = format!("/classes/{}", made["id"].as_str().expect("a name"));
        let post = async |what: &str, cookie: &str, body: Value| {
            let (status, _, answer) = site
                .post(&format!("/api{path}/{what}"), cookie, &body)
                .await;
            (status, answer)
        };
        let page = async |path: &str, cookie: &str| {
            let (status, _, html) = site.request("GET", path, &[("Cookie", cookie)], "").await;
            (status, html)
        };
        let link = async || {
            let (_, html) = page(&path, &teacher).await;
            let link = html.split("href=\"/classes/enter/").nth(1)?;
            let (code, shown) = link.split_once('"')?;
            // The whole address, for the teacher to copy.
            assert!(shown.starts_with(">http://"), "{shown}");
            Some(code.to_owned())
        };
        let enter = async |code: &str, cookie: &str| {
            let (status, _, answer) = site
                .post("/api/classes/enter", cookie, &json!({ "code": code }))
                .await;
            (status, answer)
        };
        // Nobody but the teacher opens it.
        assert_eq!(link().await, None);
        assert_eq!(post("open", &pupil, json!({})).await.0, 404);
        assert_eq!(post("open", &teacher, json!({})).await.0, 200);
        let code = link().await.expect("a link");
        let (status, html) = page(&format!("/classes/enter/{code}"), &pupil).await;
        assert!(
            status == 200 && html.contains("A class of Teacher"),
            "{html}"
        );
        assert_eq!(enter(&code, "").await.0, 401);
        assert_eq!(enter(&code, &teacher).await.1["code"], "wrong_code");
        assert_eq!(enter("0", &pupil).await.1["code"], "wrong_code");
        assert_eq!(page(&path, &pupil).await.0, 404);
        // Joining twice is joining once.
        for _ in 0..2 {
            let (status, answer) = enter(&code, &pupil).await;
            assert_eq!((status, &answer["go"]), (200, &json!(path)));
        }
        assert_eq!(page(&path, &pupil).await.0, 200);
        let (_, html) = page(&path, &teacher).await;
        assert!(
            html.contains("own account") && !html.contains("New link: Carla"),
            "{html}"
        );
        let number = html.split("name=\"pupil\" value=\"").nth(1);
        let number = number.and_then(|s| s.split('"').next()).expect("a number");
        // The password is not the teacher's to change.
        let (status, _) = post("renew", &teacher, json!({ "pupil": number })).await;
        assert_ne!(status, 200);
        assert_eq!(
            site.get_as("/api/me", &pupil).await.1["who"]["name"],
            "Carla"
        );
        // Closed, the link leads nowhere; who is in stays, and leaves.
        assert_eq!(post("close", &teacher, json!({})).await.0, 200);
        assert_eq!(enter(&code, &pupil).await.1["code"], "wrong_code");
        assert_eq!(page(&format!("/classes/enter/{code}"), &pupil).await.0, 404);
        assert_eq!(page(&path, &pupil).await.0, 200);
        assert_eq!(post("leave", &pupil, json!({})).await.0, 200);
        assert_eq!(page(&path, &pupil).await.0, 404);
    });
}
