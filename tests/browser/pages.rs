//! Every page: accessible, within its width, light, and without a request that leaves the site.

use crate::analysis::at_the_analysis;
use crate::games::paired;
use crate::harness::{Browser, axe, with_site, with_site_of};
use serde_json::json;

pub const PAGES: [(&str, &str); 20] = [
    ("lobby", "/"),
    ("watch", "/watch"),
    ("ranking", "/ranking"),
    ("tournaments", "/tournaments"),
    ("classes", "/classes"),
    ("ranking-problems", "/ranking?of=problems"),
    ("account", "/account"),
    ("problems", "/problems"),
    ("problem", "/problems/3"),
    ("puzzles", "/puzzles"),
    ("puzzle-themes", "/puzzles/themes"),
    ("puzzle-mistakes", "/puzzles/mistakes"),
    ("puzzle-history", "/puzzles/history"),
    ("reset", "/reset"),
    ("compose", "/compose?problem=3"),
    ("contest", "/contest"),
    ("board", "/board"),
    ("analysis", "/analysis"),
    ("help", "/help"),
    ("help-kamisado", "/help/kamisado"),
];

/// Maximum weight of a page with all that it loads but WebAssembly, in bytes as they are sent.
const MAX_WEIGHT: f64 = 60_000.0;

/// Of a person who has played nothing, and of a machine.
const PROFILES: [(&str, &str); 2] = [("profile", "/user/Hostess"), ("machine", "/user/M2")];

/// A game against a machine is begun.
pub async fn machine_game(browser: &Browser, game: &str) {
    browser.go("/").await;
    browser
        .until("document.getElementById('state').dataset.state !== 'disconnected'")
        .await;
    browser
        .js(&format!(
            "document.querySelector('input[name=game][value={game}]').click()"
        ))
        .await;
    begins(browser, "usual").await;
    browser.click("#way-machine summary").await;
    browser
        .js("document.querySelector('input[name=level][value=easy]').click(); document.querySelector('input[name=color][value=\"0\"]').click()")
        .await;
    browser.click("#machine").await;
    browser.at_the_board().await;
}

/// Sets theme and language, and loads the page again.
pub async fn choose(browser: &Browser, theme: &str, lang: &str) {
    let body = json!({"theme": theme, "lang": lang}).to_string();
    let script = format!(
        "await fetch('/api/preferences', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: {}}})",
        json!(body)
    );
    let script = format!(
        "const done = arguments[arguments.length - 1]; (async () => {{ {script} }})().then(() => done(true))"
    );
    browser
        .client
        .execute_async(&script, Vec::new())
        .await
        .expect("kept");
}

/// Faults that axe finds in a page, of whatever impact.
pub async fn faults(browser: &Browser, axe: &str, page: &str) -> Vec<String> {
    browser.js(axe).await;
    let script = "const done = arguments[arguments.length - 1];
        axe.run(document, {resultTypes: ['violations']}).then((found) => done(found.violations.map((v) =>
            ({id: v.id, impact: v.impact, nodes: v.nodes.map((n) => n.html.slice(0, 120))}))));";
    let found = browser
        .client
        .execute_async(script, Vec::new())
        .await
        .expect("axe answers");
    let all = found.as_array().expect("a list");
    all.iter().map(|fault| format!("{page}: {fault}")).collect()
}

/// Chooses how a game in the lobby begins: `usual`, `chess960` or `position`.
pub async fn begins(browser: &Browser, how: &str) {
    browser
        .js(&format!(
            "const begins = document.getElementById('begins'); begins.value = '{how}'; \
             begins.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        ))
        .await;
}

/// Chooses a position with which a game in the lobby begins.
pub async fn from_position(browser: &Browser, position: &str) {
    begins(browser, "position").await;
    browser.write("#position", position).await;
}

/// A game against a machine with a pawn of one's own on e7, and one's turn.
pub async fn pawn_game(browser: &Browser) {
    browser.go("/").await;
    browser
        .js("document.querySelector('input[name=game][value=chess]').click()")
        .await;
    from_position(browser, "7k/4P3/8/8/8/8/8/K7 w - - 0 1").await;
    browser.click("#way-machine summary").await;
    browser
        .js("document.querySelector('input[name=level][value=easy]').click(); document.querySelector('input[name=color][value=\"0\"]').click()")
        .await;
    browser.click("#machine").await;
    browser.at_the_board().await;
    browser.turn().await;
}

/// That pawn come to the end, and asked what it becomes.
async fn promotion(browser: &Browser) {
    pawn_game(browser).await;
    browser.click("[data-cell='e7']").await;
    browser.click("[data-cell='e8'].target").await;
    browser.until("document.querySelector('.promotion')").await;
}

/// The form of a Rolit room for so many.
pub async fn rolit_room(browser: &Browser, players: usize) {
    browser.go("/").await;
    browser
        .until("document.getElementById('state')?.dataset.state !== 'disconnected'")
        .await;
    browser
        .js("document.querySelector('input[name=game][value=rolit]').click()")
        .await;
    browser.click("#way-rolit summary").await;
    browser
        .js(&format!(
            "const players = document.getElementById('players'); players.value = '{players}'; \
             players.dispatchEvent(new Event('change'))"
        ))
        .await;
}

/// A room of so many in which people gather.
pub async fn gathering(browser: &Browser, players: usize) {
    rolit_room(browser, players).await;
    browser.click("#rolit").await;
    browser
        .until("document.querySelector('.gather-seat')")
        .await;
}

#[test]
fn axe_finds_nothing_on_any_page_in_either_theme_and_language() {
    let Some(axe) = axe() else { return };
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        browser.arrive("Axel").await;
        let host = site.browser(1280, 900).await;
        host.sign_up("Hostess", "correct horse").await;
        gathering(&host, 3).await;
        let room = host.js("return location.pathname").await;
        let room = room.as_str().expect("a path").to_owned();
        let mut found = Vec::new();
        for theme in ["light", "dark"] {
            for lang in ["en", "es"] {
                choose(&browser, theme, lang).await;
                let look = |name: &str| format!("{name}, {theme}, {lang}");
                for (name, path) in PAGES.into_iter().chain(PROFILES) {
                    browser.go(path).await;
                    browser
                        .until("document.getElementById('state')?.dataset.state !== 'disconnected'")
                        .await;
                    found.extend(faults(&browser, &axe, &look(name)).await);
                }
                for game in ["chess", "kamisado", "rolit"] {
                    machine_game(&browser, game).await;
                    found.extend(faults(&browser, &axe, &look(game)).await);
                }
                // Whether it is meant to resign, and what comes after.
                for state in ["resigning", "resigned"] {
                    browser.click("#resign").await;
                    found.extend(faults(&browser, &axe, &look(state)).await);
                }
                browser.go("/account").await;
                browser.click("#make-code").await;
                browser.until("document.querySelector('.qr')").await;
                found.extend(faults(&browser, &axe, &look("code")).await);
                promotion(&browser).await;
                found.extend(faults(&browser, &axe, &look("promotion")).await);
                gathering(&browser, 6).await;
                found.extend(faults(&browser, &axe, &look("gathering")).await);
                browser.click("#gather .row-flow .button:not(.main)").await;
            }
        }
        // A dialog: who has no name is asked for one.
        let nobody = site.browser(390, 844).await;
        nobody.go(&room).await;
        nobody.click(".gather-seat .small-button").await;
        nobody.until("document.querySelector('dialog[open]')").await;
        found.extend(faults(&nobody, &axe, "name").await);
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}

/// Checks that a page is not wider than its window.
async fn fits(browser: &Browser, page: &str) {
    let width = browser
        .js("return [document.documentElement.scrollWidth, innerWidth]")
        .await;
    assert!(width[0].as_u64() <= width[1].as_u64(), "{page}: {width}");
}

/// Checks pages by axe and by the width of the window, in both themes and both languages.
async fn opens_well(browser: &Browser, axe: &str, paths: &[&str]) {
    for (theme, lang) in [("light", "es"), ("dark", "en")] {
        choose(browser, theme, lang).await;
        for path in paths {
            browser.go(path).await;
            browser
                .until("document.getElementById('state')?.dataset.state !== 'disconnected'")
                .await;
            looks_well(browser, axe, &format!("{path}, {theme}, {lang}")).await;
        }
    }
}

/// Checks the page that is shown, by axe and by the width of the window.
async fn looks_well(browser: &Browser, axe: &str, page: &str) {
    fits(browser, page).await;
    let found = faults(browser, axe, page).await;
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn pages_of_administrators_and_classes_are_accessible_and_fit_a_phone() {
    let Some(axe) = axe() else { return };
    with_site(async |site| {
        let chief = site.browser(390, 844).await;
        chief.sign_up("WWWWWWWWWWWWWWWWWWWW", "correct horse").await;
        site.run(&["user", "administrator", "WWWWWWWWWWWWWWWWWWWW"]);
        let other = site.browser(390, 844).await;
        other.sign_up("Berta", "correct horse").await;
        other.go("/user/WWWWWWWWWWWWWWWWWWWW").await;
        other.click("[data-report]").await;
        let long = "a reason that is written without a space ".to_owned() + &"w".repeat(150);
        other.write("#report-what", &long).await;
        looks_well(&other, &axe, "the report of a user").await;
        other.click("dialog .button.main").await;
        other.reads(".toast", "Reported").await;
        chief.go("/moderation").await;
        chief.reads("#report-1", "a reason").await;
        let paths = ["", "?show=users&q=bert", "?show=log"];
        let paths = paths.map(|query| format!("/moderation{query}"));
        opens_well(&chief, &axe, &paths.each_ref().map(String::as_str)).await;
        chief.go("/moderation?show=users&q=bert").await;
        chief.click("details summary").await;
        looks_well(&chief, &axe, "what is done about a user").await;
        // A class: its teacher's page, a pupil's, and the page of whoever comes by the link.
        chief.go("/classes").await;
        chief.write("#c-name", "WWWWWWWWWWWWWWWWWWWWWWWW").await;
        chief.click("#new-class button").await;
        chief.until("document.getElementById('add-pupils')").await;
        chief
            .js("document.getElementById('c-names').value = 'Pupil Ana\\nMMMMMMMMMMMMMMMMMMMM'")
            .await;
        chief.click("#add-pupils button").await;
        chief
            .until("document.getElementById('links-text').value.includes('MMMM')")
            .await;
        looks_well(&chief, &axe, "the links of a class").await;
        let link = chief
            .js("return document.getElementById('links-text').value.split('\\n')[0].split('\\t')[1]")
            .await;
        let link = link.as_str().and_then(|link| link.strip_prefix(&site.url));
        let link = link.expect("a link").to_owned();
        chief.write("#c-problem", "3").await;
        chief.click("#set-task button").await;
        chief
            .until("document.querySelectorAll('#pupils thead a').length === 1")
            .await;
        let path = chief.js("return location.pathname").await;
        opens_well(&chief, &axe, &["/classes", path.as_str().expect("a path")]).await;
        let pupil = site.browser(390, 844).await;
        pupil.go("/").await;
        opens_well(&pupil, &axe, &[&link]).await;
        pupil.write("#j-password", "a long enough sentence").await;
        pupil.click("#set-password button.main").await;
        pupil.until("location.pathname === '/classes'").await;
        opens_well(&pupil, &axe, &["/classes"]).await;
    });
}

#[test]
fn an_engine_that_thinks_and_a_game_that_can_be_claimed_are_accessible_and_fit_a_phone() {
    let Some(axe) = axe() else { return };
    with_site_of("claim_seconds = 1", async |site| {
        let [white, black] = paired(site, "chess").await;
        white.moves("e2", "e4").await;
        black.reads("#moves", "e4").await;
        white.leave().await;
        black.until("document.getElementById('claim')").await;
        looks_well(&black, &axe, "a game that can be claimed").await;
        for (theme, lang) in [("light", "es"), ("dark", "en")] {
            choose(&black, theme, lang).await;
            at_the_analysis(&black).await;
            black.click("#engine").await;
            black
                .until("document.querySelector('#engine-found li') && !document.getElementById('engine-bar').hidden")
                .await;
            looks_well(&black, &axe, &format!("the engine, {theme}, {lang}")).await;
        }
    });
}

#[test]
fn the_site_can_be_installed_with_icons_of_the_sizes_that_it_names() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        browser.go("/").await;
        let icons = r#"
            const [done] = [...arguments].slice(-1);
            const picture = async (address) => {
              const answer = await fetch(address);
              const image = new Image();
              image.src = address;
              await image.decode();
              return { status: answer.status, type: answer.headers.get("content-type"),
                cache: answer.headers.get("cache-control"), size: `${image.naturalWidth}x${image.naturalHeight}` };
            };
            (async () => {
              const address = document.querySelector("link[rel=manifest]").href;
              const manifest = await (await fetch(address)).json();
              const found = [];
              for (const icon of manifest.icons) {
                found.push({ ...icon, ...await picture(new URL(icon.src, address)) });
              }
              const touch = document.querySelector("link[rel=apple-touch-icon]").href;
              return { start: manifest.start_url, found, touch: await picture(touch) };
            })().then(done, (error) => done(String(error)));"#;
        let told = browser.client.execute_async(icons, Vec::new()).await;
        let told = told.expect("an answer");
        assert_eq!(told["start"], "/board", "{told}");
        let found = told["found"].as_array().expect("icons");
        let drawn: Vec<_> = found.iter().filter(|icon| icon["sizes"] != "any").collect();
        for icon in drawn.iter().copied().chain([&told["touch"]]) {
            assert_eq!(icon["status"], 200, "{icon}");
            assert_eq!(icon["type"], "image/png", "{icon}");
            let cache = icon["cache"].as_str().expect("a header");
            assert!(cache.contains("immutable"), "{icon}");
        }
        let named = |icon: &serde_json::Value| {
            [&icon["sizes"], &icon["size"], &icon["purpose"]]
                .map(|it| it.as_str().unwrap_or_default().to_owned())
        };
        let mut named: Vec<[String; 3]> = drawn.into_iter().map(named).collect();
        named.sort();
        assert_eq!(
            named,
            [
                ["192x192", "192x192", "any"],
                ["512x512", "512x512", "any"],
                ["512x512", "512x512", "maskable"],
            ]
        );
        assert_eq!(told["touch"]["size"], "180x180");
    });
}

#[test]
fn a_page_whose_address_names_its_language_asks_in_it() {
    with_site(async |site| {
        // It prefers English.
        let browser = site.browser(1280, 900).await;
        browser.go("/account?lang=es").await;
        let form = "form[data-post='/api/sign-up']";
        browser
            .write(&format!("{form} input[name=name]"), "Admin")
            .await;
        browser
            .write(&format!("{form} input[name=password]"), "correct horse")
            .await;
        browser.click(&format!("{form} button")).await;
        browser
            .reads(&format!("{form} .error"), "nadie puede llamarse")
            .await;
        // Its socket, begun anew as by a page that comes back from the browser's memory.
        browser
            .js("const Socket = WebSocket;
                 window.WebSocket = class extends Socket {
                     constructor(url) { super(url); window.asked = url; }
                 };
                 dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}));")
            .await;
        browser.until("window.asked?.endsWith('/ws?lang=es')").await;
        // Whoever then chooses the other language has it.
        browser.click("#language").await;
        browser
            .until("document.documentElement.lang === 'en' && location.search === ''")
            .await;
    });
}

#[test]
fn no_page_is_wider_than_a_phone_in_either_language() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        browser.arrive("WWWWWWWWWWWWWWWWWWWW").await;
        for lang in ["es", "en"] {
            choose(&browser, "light", lang).await;
            let mut paths: Vec<String> = PAGES.iter().map(|(_, path)| (*path).to_owned()).collect();
            machine_game(&browser, "kamisado").await;
            paths.push(
                browser
                    .js("return location.pathname")
                    .await
                    .as_str()
                    .expect("a path")
                    .to_owned(),
            );
            for path in paths {
                browser.go(&path).await;
                browser
                    .until("document.getElementById('state')?.dataset.state !== 'disconnected'")
                    .await;
                fits(&browser, &format!("{path} in {lang}")).await;
            }
        }
    });
}

#[test]
fn pages_are_light_and_nothing_leaves_the_site() {
    with_site(async |site| {
        let usual = site.browser(1280, 900).await;
        for (_, path) in PAGES {
            // Pages that work without a connection come from the browser's store, uncompressed, once one of them was seen.
            let fresh;
            let browser = if ["/board", "/analysis"].contains(&path) {
                fresh = site.browser(1280, 900).await;
                &fresh
            } else {
                &usual
            };
            browser.go(path).await;
            browser
                .until("document.getElementById('state')?.dataset.state === 'connected'")
                .await;
            // The modules of the rules and of the engine come after the page, once for all pages.
            let weight = browser
                .js("return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
                     .filter((entry) => !/[.](wasm|net|tsv)$/.test(entry.name))
                     .reduce((sum, entry) => sum + entry.transferSize, 0)")
                .await;
            let weight = weight.as_f64().expect("a number");
            assert!(
                (1.0..MAX_WEIGHT).contains(&weight),
                "{path}: {weight} bytes"
            );
            let away = browser
                .js("return performance.getEntriesByType('resource').map((e) => e.name).filter((name) => !name.startsWith(location.origin))")
                .await;
            assert_eq!(away, json!([]), "{path}");
        }
    });
}

#[test]
fn a_password_that_was_typed_can_be_seen() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        browser.go("/account").await;
        browser.write("#u2", "a long enough sentence").await;
        let kind = async || {
            browser
                .js("return document.getElementById('u2').type")
                .await
        };
        assert_eq!(kind().await, json!("password"));
        browser
            .click("form[data-post='/api/sign-up'] .check input")
            .await;
        assert_eq!(kind().await, json!("text"));
        browser
            .click("form[data-post='/api/sign-up'] .check input")
            .await;
        assert_eq!(kind().await, json!("password"));
        // It is sent as any other, seen or not.
        browser.sign_up("Seen", "a long enough sentence").await;
    });
}

#[test]
fn refusals_are_pages_of_the_site_in_its_own_frame() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        for path in ["/assets/nowhere.js", "/nowhere", "/user/%ff"] {
            browser.go(path).await;
            browser
                .until("document.getElementById('state')?.dataset.state === 'connected'")
                .await;
            let told = browser
                .js("return document.querySelector('main .button.main').textContent")
                .await;
            assert_eq!(told, json!("To the lobby"), "{path}");
        }
    });
}

#[test]
fn a_game_can_be_played_by_keyboard_alone_and_is_told() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        browser.arrive("Keyes").await;
        machine_game(&browser, "chess").await;
        browser.turn().await;
        browser
            .js("document.querySelector('[data-cell=e2]').focus()")
            .await;
        browser.press("\u{E007}").await;
        browser
            .until("document.querySelector('[data-cell=e2].selected')")
            .await;
        browser.press("\u{E013}").await;
        browser.press("\u{E013}").await;
        assert_eq!(
            browser
                .js("return document.activeElement.dataset.cell")
                .await,
            json!("e4")
        );
        browser.press("\u{E007}").await;
        browser.reads("#moves", "e4").await;
        browser
            .until("/[0-9]+\\. (White|Black): /.test(document.getElementById('live').textContent)")
            .await;
    });
}
