//! Pages with much on them, on a phone: nothing is cut, broken, covered, or scrolled sideways.

use crate::games::meet_at;
use crate::harness::{Browser, with_site_of};
use crate::pages::choose;
use crate::screenshots::viewers::post;
use serde_json::{Value, json};

const PASSWORD: &str = "a long enough sentence";

/// Script that returns the faults of the page that is shown: it or one of its tables is wider than the window, a heading or a name
/// is cut, a word in the head of a table is broken, a field or a button is too low for a finger.
const FAULTS: &str = "
    const all = (css) => [...document.querySelectorAll(css)].filter((it) => it.checkVisibility());
    const faults = [];
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is too wide');
    for (const it of all('.scroll, h1:not(.visually-hidden), .entry .name'))
      if (it.scrollWidth > it.clientWidth) faults.push(`too wide: ${it.className} ${it.textContent}`);
    for (const it of all('thead th'))
      if (it.offsetHeight > 80) faults.push(`broken: ${it.textContent}`);
    for (const it of all('main input:not([type=checkbox], [type=radio], [type=range]), main .button'))
      if (it.offsetHeight < 40) faults.push(`too low: ${it.id} ${it.textContent}`);
    return faults;";

/// Checks the page that is shown.
async fn is_whole(browser: &Browser, page: &str) {
    let connected = "document.getElementById('state')?.dataset.state !== 'disconnected'";
    browser.until(connected).await;
    assert_eq!(browser.js(FAULTS).await, json!([]), "{page}");
}

/// Looks at a page in both languages.
async fn in_both_languages(browser: &Browser, path: &str) {
    for lang in ["en", "es"] {
        choose(browser, "light", lang).await;
        browser.go(path).await;
        is_whole(browser, &format!("{path}, {lang}")).await;
    }
}

#[test]
fn a_class_with_many_problems_fits_a_phone() {
    with_site_of("", async |site| {
        let teacher = site.browser(390, 844).await;
        teacher.sign_up("Teacher", PASSWORD).await;
        let made = post(&teacher, "/api/classes", &json!({"name": "Class 4b"})).await;
        let path = format!("/classes/{}", made["id"].as_str().expect("a name"));
        let names = json!({"names": "Ana\nWWWWWWWWWWWWWWWWWWWW"});
        post(&teacher, &format!("/api{path}/pupils"), &names).await;
        for problem in ["1", "2", "3", "10", "11"] {
            let task = json!({"problem": problem, "due": "2999-12-31"});
            post(&teacher, &format!("/api{path}/task"), &task).await;
        }
        post(&teacher, &format!("/api{path}/open"), &json!({})).await;
        in_both_languages(&teacher, &path).await;
        teacher.leave().await;
        let desk = site.browser(820, 1180).await;
        desk.go("/account").await;
        let given = json!({"name": "Teacher", "password": PASSWORD});
        post(&desk, "/api/log-in", &given).await;
        in_both_languages(&desk, &path).await;
        desk.leave().await;
    });
}

#[test]
fn a_tournament_with_long_names_fits_a_phone() {
    with_site_of("", async |site| {
        let host = site.browser(390, 844).await;
        host.sign_up("WWWWWWWWWWWWWWWWWWWW", PASSWORD).await;
        let wish = json!({
            "name": "Friday night of the Chess Club of Puebla de la Sierra", "kind": "swiss", "game": "chess",
            "clock": "5+3", "rounds": "2", "minutes": "90", "first_move": "600",
        });
        let made = post(&host, "/api/tournaments", &wish).await;
        let path = format!("/tournaments/{}", made["id"].as_str().expect("a name"));
        let does = async |what: &str, body: Value| {
            post(&host, &format!("/api{path}/{what}"), &body).await;
        };
        does("join", json!({})).await;
        does("machines", json!({"level": "easy", "count": "5"})).await;
        in_both_languages(&host, &path).await;
        // Levels are called as everywhere.
        host.reads("#standings", "Atalaya fácil #1").await;
        does("start", json!({})).await;
        host.until("location.pathname.startsWith('/game/')").await;
        in_both_languages(&host, &path).await;
        in_both_languages(&host, "/tournaments").await;
        host.leave().await;
    });
}

#[test]
fn time_until_a_claim_and_the_way_home_are_in_sight_on_a_phone() {
    with_site_of("claim_seconds = 600", async |site| {
        let both = [site.browser(390, 844).await, site.browser(390, 844).await];
        let [white, black] = meet_at(both, "chess", "5+3").await;
        white.moves("e2", "e4").await;
        black.reads("#moves", "e4").await;
        white.leave().await;
        black.reads("#seat-top", "can be claimed in").await;
        let game = black.js("return location.pathname").await;
        let game = game.as_str().expect("a path");
        for (lang, words, games) in [
            ("en", "can be claimed in", "My games (12)"),
            ("es", "reclamable en", "Mis partidas (12)"),
        ] {
            choose(&black, "light", lang).await;
            black.go(game).await;
            black.reads("#seat-top", words).await;
            is_whole(&black, &format!("the claim, {lang}")).await;
            let told = "const notes = document.querySelector('#seat-top .notes'); const range = document.createRange(); \
                const time = /[0-9]+:[0-9]+/.exec(notes.textContent); range.setStart(notes.firstChild, 0); range.setEnd(notes.firstChild, time.index + time[0].length); \
                return range.getBoundingClientRect().right <= notes.getBoundingClientRect().right";
            assert_eq!(black.js(told).await, json!(true), "{lang}");
            black.go("/problems").await;
            black
                .until("!document.getElementById('my-games').hidden")
                .await;
            // As with twelve games.
            let script = format!("document.getElementById('my-games').textContent = '{games}'");
            black.js(&script).await;
            let apart = "const [brand, games] = ['.brand svg', '#my-games'].map((css) => \
                document.querySelector(css).getBoundingClientRect()); return brand.right <= games.left";
            assert_eq!(black.js(apart).await, json!(true), "{lang}");
        }
        black.leave().await;
    });
}
