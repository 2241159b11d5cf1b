//! Tournaments, exhibitions and classes in a browser; their pages at three widths, in both themes and both languages.

use crate::harness::{Browser, axe, with_site};
use crate::pages::{choose, faults};
use serde_json::json;

/// A tournament of a kind, made on the page.
async fn makes(host: &Browser, kind: &str, game: &str, rounds: &str) -> String {
    host.go("/tournaments").await;
    host.write("#t-name", "Friday night").await;
    host.js(&format!(
        "document.getElementById('t-kind').value = '{kind}'; document.getElementById('t-game').value = '{game}'; \
         document.getElementById('t-clock').value = '30/turn'; document.getElementById('t-rounds').value = '{rounds}'"
    ))
    .await;
    host.click("#new-tournament button").await;
    host.until("location.pathname.startsWith('/tournaments/')")
        .await;
    let path = host.js("return location.pathname").await;
    path.as_str().expect("a path").to_owned()
}

async fn adds(host: &Browser, level: &str, count: u32) {
    host.js(&format!(
        "document.getElementById('m-level').value = '{level}'; document.getElementById('m-count').value = '{count}'; \
         document.querySelector('#machines button').click()"
    ))
    .await;
    host.until(&format!(
        "document.querySelectorAll('#standings tbody tr').length >= {count}"
    ))
    .await;
}

async fn resigns(browser: &Browser) {
    browser.at_the_board().await;
    browser.click("#resign").await;
    browser.click("#resign").await;
    browser
        .until("document.getElementById('game').dataset.phase === 'over'")
        .await;
}

/// The page as people see it: not wider than the window, and without faults of accessibility, in every look.
async fn looks(browser: &Browser, path: &str) {
    for (theme, lang) in [("light", "en"), ("dark", "es")] {
        choose(browser, theme, lang).await;
        browser.go(path).await;
        browser
            .until("['connected', 'playing'].includes(document.getElementById('state')?.dataset.state)")
            .await;
        let wide = browser
            .js("return document.documentElement.scrollWidth > innerWidth")
            .await;
        assert_eq!(wide, json!(false), "{path} {lang}");
        if let Some(axe) = axe() {
            let found = faults(browser, &axe, &format!("{path}, {theme}, {lang}")).await;
            assert!(found.is_empty(), "{}", found.join("\n"));
        }
    }
    choose(browser, "light", "en").await;
}

#[test]
fn sixteen_machines_and_people_play_a_tournament() {
    with_site(async |site| {
        let host = site.browser(1440, 900).await;
        host.sign_up("Hostess", "a long enough sentence").await;
        let path = makes(&host, "swiss", "kamisado", "2").await;
        adds(&host, "easy", 14).await;
        host.click("#join button").await;
        host.until("document.getElementById('withdraw')").await;
        let guest = site.browser(390, 844).await;
        guest.arrive("Bernardo").await;
        guest.go(&path).await;
        guest.click("#join button").await;
        // Whoever looks sees it without loading the page again.
        host.until("document.querySelectorAll('#standings tbody tr').length === 16")
            .await;
        host.click("#start button").await;
        for round in 1..=2 {
            for browser in [&host, &guest] {
                // Both are brought to their boards, and find back.
                browser
                    .until("location.pathname.startsWith('/game/')")
                    .await;
                resigns(browser).await;
                browser.click("#event-links a").await;
                browser
                    .until(&format!(
                        "location.pathname === '{path}' && document.body.textContent.includes('Round {round}')"
                    ))
                    .await;
            }
        }
        guest
            .until("document.getElementById('event-state').textContent.includes('Finished')")
            .await;
        let rows = guest
            .js("return document.querySelectorAll('#standings tbody tr').length")
            .await;
        assert_eq!(rows, json!(16));
        for browser in [&host, &guest] {
            looks(browser, &path).await;
            looks(browser, "/tournaments").await;
        }
        let tablet = site.browser(820, 1180).await;
        tablet.go("/").await;
        looks(&tablet, &path).await;
    });
}

#[test]
fn one_plays_against_many_and_goes_from_board_to_board() {
    with_site(async |site| {
        let host = site.browser(1440, 900).await;
        host.sign_up("Hostess", "a long enough sentence").await;
        let path = makes(&host, "exhibition", "chess", "1").await;
        adds(&host, "easy", 3).await;
        host.click("#start button").await;
        host.until("document.getElementById('all-boards')").await;
        host.click("#all-boards").await;
        host.until("document.querySelectorAll('#boards .tag').length === 3")
            .await;
        looks(&host, &format!("{path}/boards")).await;
        let mut seen = Vec::new();
        for _ in 0..3 {
            host.click("#next-board").await;
            host.at_the_board().await;
            seen.push(host.js("return location.pathname").await.to_string());
            resigns(&host).await;
        }
        seen.dedup();
        assert_eq!(seen.len(), 3, "{seen:?}");
        host.click("#next-board").await;
        host.until("location.pathname.endsWith('/boards')").await;
        host.go(&path).await;
        host.until("document.getElementById('event-state').textContent.includes('Finished')")
            .await;
    });
}

#[test]
fn a_teacher_has_pupils_and_sees_what_is_due() {
    with_site(async |site| {
        let teacher = site.browser(1440, 900).await;
        teacher.sign_up("Teacher", "a long enough sentence").await;
        teacher.go("/classes").await;
        teacher.write("#c-name", "Class 4b").await;
        teacher.click("#new-class button").await;
        teacher.until("document.getElementById('add-pupils')").await;
        teacher
            .js("document.getElementById('c-names').value = 'Pupil Ana\\nPupil Berta'")
            .await;
        teacher.click("#add-pupils button").await;
        teacher
            .until("document.getElementById('links-text').value.includes('Pupil Berta')")
            .await;
        let links = teacher
            .js("return document.getElementById('links-text').value")
            .await;
        let links = links.as_str().expect("links").to_owned();
        let link = links
            .lines()
            .next()
            .and_then(|line| line.split('\t').nth(1));
        let link = link
            .and_then(|link| link.strip_prefix(&site.url))
            .expect("a link");
        teacher.write("#c-problem", "3").await;
        teacher.click("#set-task button").await;
        teacher
            .until("document.querySelectorAll('#pupils thead a').length === 1")
            .await;
        let pupil = site.browser(390, 844).await;
        pupil.go(link).await;
        pupil.write("#j-password", "a long enough sentence").await;
        pupil.click("#set-password button.main").await;
        pupil.until("location.pathname === '/classes'").await;
        pupil.reads("#me .name", "Pupil Ana").await;
        pupil.reads("main", "Problem 3").await;
        teacher
            .until("document.querySelectorAll('#pupils .tag').length === 1")
            .await;
        let path = teacher.js("return location.pathname").await;
        let path = path.as_str().expect("a path").to_owned();
        for browser in [&teacher, &pupil] {
            looks(browser, &path).await;
            looks(browser, "/classes").await;
        }
    });
}
