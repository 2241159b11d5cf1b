//! Pictures of tournaments and classes.

use super::LONG;
use super::viewers::{Viewers, post};
use crate::harness::{Browser, with_site};
use serde_json::{Value, json};
use std::time::Duration;

const PASSWORD: &str = "a long enough sentence";

/// Nearly as many letters as a name may have.
const NAME: &str = "Friday night of the Chess Club of Puebla de la Sierra, Mad.";

/// Makes a tournament, and returns its path on the site.
async fn makes(host: &Browser, name: &str, kind: &str, game: &str) -> String {
    let wish = json!({
        "name": name, "kind": kind, "game": game, "clock": "5+3", "rounds": "2", "minutes": "90", "first_move": "600",
    });
    let made = post(host, "/api/tournaments", &wish).await;
    format!("/tournaments/{}", made["id"].as_str().expect("a name"))
}

async fn does(browser: &Browser, path: &str, what: &str, body: Value) {
    post(browser, &format!("/api{path}/{what}"), &body).await;
}

async fn adds(host: &Browser, path: &str, count: u32) {
    let machines = json!({"level": "easy", "count": count.to_string()});
    does(host, path, "machines", machines).await;
}

/// Waits until the page of a tournament, loaded again and again, has an element.
async fn shows(browser: &Browser, path: &str, css: &str) {
    for _ in 0..200 {
        browser.go(path).await;
        let found = browser
            .js(&format!(
                "return document.querySelector({}) !== null",
                json!(css)
            ))
            .await;
        if found == json!(true) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    panic!("{path} has no {css}");
}

#[test]
#[ignore = "makes pictures for people to look at"]
fn screenshots_of_tournaments() {
    with_site(async |site| {
        let viewers = Viewers::start(site).await;
        let [host, guest] = [site.browser(820, 900).await, site.browser(820, 900).await];
        host.sign_up(LONG, PASSWORD).await;
        guest.sign_up("Bernardo", PASSWORD).await;
        viewers
            .see(Some(&host), &[("tournaments-none", "/tournaments", "")])
            .await;
        let swiss = makes(&host, NAME, "swiss", "chess").await;
        let new = [("tournament-new", swiss.as_str(), "")];
        viewers.see(Some(&host), &new).await;
        for browser in [&host, &guest] {
            does(browser, &swiss, "join", json!({})).await;
        }
        adds(&host, &swiss, 5).await;
        let open = [("tournament-open", swiss.as_str(), "")];
        viewers.see(Some(&host), &open).await;
        let seen = [("tournament-open-nobody", swiss.as_str(), "")];
        viewers.see(None, &seen).await;

        let arena = makes(&host, "Sunday arena", "arena", "rolit").await;
        let exhibition = makes(&host, "All against one", "exhibition", "chess").await;
        let over = makes(&host, "Machines", "swiss", "kamisado").await;
        for browser in [&host, &guest] {
            does(browser, &arena, "join", json!({})).await;
        }
        adds(&host, &exhibition, 5).await;
        adds(&host, &over, 7).await;
        for path in [&over, &swiss, &arena, &exhibition] {
            does(&host, path, "start", json!({})).await;
        }
        shows(&guest, &over, "[data-over]").await;
        shows(&guest, &swiss, "#my-board").await;
        shows(&guest, &arena, "#my-board").await;
        makes(&host, "Saturday", "arena", "kamisado").await;
        let boards = format!("{exhibition}/boards");
        viewers
            .see(
                Some(&host),
                &[
                    ("tournaments", "/tournaments", ""),
                    ("tournament-running", &swiss, ""),
                    ("tournament-arena", &arena, ""),
                    ("tournament-exhibition", &exhibition, ""),
                    ("tournament-boards", &boards, ""),
                    ("tournament-over", &over, ""),
                ],
            )
            .await;
        shows(&guest, &arena, "#my-board").await;
        let game = guest
            .js("return document.getElementById('my-board').getAttribute('href')")
            .await;
        let game = game.as_str().expect("a path");
        viewers
            .see(Some(&guest), &[("tournament-game", game, "")])
            .await;
        viewers
            .see(None, &[("tournaments-nobody", "/tournaments", "")])
            .await;
        for browser in [host, guest] {
            browser.leave().await;
        }
        viewers.leave().await;
    });
}

/// Shows the links of pupils as when they have just been added.
const LINKS: &str = "document.dispatchEvent(new CustomEvent('answered', {detail: {links: ['Pupil Ana', 'Pupil Berta'].map(
    (name) => ({name, path: '/classes/join/0123456789abcdef0123456789abcdef'}))}})); document.activeElement.blur()";

/// Solves problem 1 in the page of a browser: a mate in two, by its first move and one of the second.
const SOLVE: &str = "const done = arguments[arguments.length - 1];
    const send = async (path, body) => (await fetch(path, {method: 'POST', headers: {'content-type': 'application/json'},
        body: JSON.stringify(body)})).json();
    (async () => {
      for (const text of ['c8c1', 'g3g2', 'g3f2', 'g3e1', 'g3h2']) {
        const {duel} = await send('/api/problems/1/begin', {});
        await send(`/api/duels/${duel}/move`, {text: 'b8g3'});
        await send(`/api/duels/${duel}/move`, {text});
        if ((await (await fetch(`/api/duels/${duel}`)).json()).solved) return true;
      }
    })().then(done, (error) => done(String(error)));";

#[test]
#[ignore = "makes pictures for people to look at"]
fn screenshots_of_classes() {
    with_site(async |site| {
        let viewers = Viewers::start(site).await;
        let teacher = site.browser(820, 900).await;
        teacher.sign_up("Teacher", PASSWORD).await;
        viewers
            .see(Some(&teacher), &[("classes-none", "/classes", "")])
            .await;
        let made = post(&teacher, "/api/classes", &json!({"name": "Class 4b"})).await;
        let class = format!("/classes/{}", made["id"].as_str().expect("a name"));
        viewers
            .see(Some(&teacher), &[("class-new", &class, "")])
            .await;
        let pupils =
            "Pupil Ana\nPupil Berta\nMaximiliano Fernández\nWWWWWWWWWWWWWWWWWWWW\nCarla\nDoro";
        let path = format!("/api{class}/pupils");
        let added = post(&teacher, &path, &json!({ "names": pupils })).await;
        let links = added["links"].as_array().expect("links");
        let link = |index: usize| links[index]["path"].as_str().expect("a path").to_owned();
        let pupil = site.browser(820, 900).await;
        pupil.go("/").await;
        let code = link(0).replace("/classes/join/", "");
        let join = json!({"code": code, "password": PASSWORD});
        post(&pupil, "/api/classes/join", &join).await;
        for (problem, due) in [
            ("1", "2999-12-31"),
            ("2", "2000-01-01"),
            ("3", "2999-12-31"),
            ("10", "2999-12-31"),
            ("11", "2999-12-31"),
        ] {
            let task = json!({"problem": problem, "due": due});
            post(&teacher, &format!("/api{class}/task"), &task).await;
        }
        let solved = pupil.client.execute_async(SOLVE, Vec::new()).await;
        assert_eq!(solved.expect("an answer"), json!(true));
        post(&teacher, &format!("/api{class}/open"), &json!({})).await;
        teacher.go(&class).await;
        let enter = teacher
            .js("return document.querySelector('#open-class a').getAttribute('href')")
            .await;
        let enter = enter.as_str().expect("a path");
        viewers
            .see(
                Some(&teacher),
                &[
                    ("classes-teacher", "/classes", ""),
                    ("class-teacher", &class, ""),
                    ("class-links", &class, LINKS),
                ],
            )
            .await;
        viewers
            .see(
                Some(&pupil),
                &[
                    ("classes-pupil", "/classes", ""),
                    ("class-pupil", &class, ""),
                ],
            )
            .await;
        let other = site.browser(820, 900).await;
        other.sign_up("Bernardo", PASSWORD).await;
        viewers
            .see(Some(&other), &[("class-enter", enter, "")])
            .await;
        viewers
            .see(
                None,
                &[
                    ("classes-nobody", "/classes", ""),
                    ("class-enter-nobody", enter, ""),
                    ("class-join", &link(2), ""),
                ],
            )
            .await;
        for browser in [teacher, pupil, other] {
            browser.leave().await;
        }
        viewers.leave().await;
    });
}
