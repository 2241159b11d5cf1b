//! Pictures of every page, to be looked at: `cargo test --test browser -- --ignored screenshots_of`. They go to
//! `target/screenshots`, or where `ATALAYA_SCREENSHOTS` says: each state of each page at 390, 820 and 1440
//! pixels (`ATALAYA_WIDTH` chooses one, `ATALAYA_LOOK` themes and languages, as in `dark-es`), in both themes and both
//! languages. Pages that several people prepare are in the modules below. `-- --ignored pictures_of_the_book` makes those
//! of the book.

mod events;
mod moderation;
mod people;
pub mod viewers;

use crate::analysis::{RECORD, opens};
use crate::games::meet;
use crate::harness::{Browser, Site, with_site};
use crate::pages::{PAGES, choose, gathering, machine_game, rolit_room};
use base64::Engine as _;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Twenty of the widest letter.
const LONG: &str = "WWWWWWWWWWWWWWWWWWWW";

fn folder() -> PathBuf {
    let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/target/screenshots");
    let folder =
        std::env::var_os("ATALAYA_SCREENSHOTS").map_or_else(|| usual.into(), PathBuf::from);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Nothing slides any more.
const STILL: &str = "document.getAnimations().every((a) => a.playState !== 'running' || a.effect.getTiming().iterations === Infinity)";

async fn take(browser: &Browser, name: &str) {
    browser.js("scrollTo(0, 0)").await;
    browser.until(STILL).await;
    let picture = browser.client.screenshot().await.expect("a picture");
    std::fs::write(folder().join(format!("{name}.png")), picture).expect("written");
}

/// A picture in the midst of a test, for whoever has asked for pictures.
pub async fn look(browser: &Browser, name: &str) {
    if std::env::var_os("ATALAYA_SCREENSHOTS").is_some() {
        take(browser, name).await;
    }
}

/// The page from its top to its bottom, however long it is.
async fn take_all(browser: &Browser, name: &str) {
    browser.js("scrollTo(0, 0)").await;
    browser.until(STILL).await;
    let parameters = json!({"format": "png", "captureBeyondViewport": true});
    let picture = browser.chromium("Page.captureScreenshot", parameters).await;
    std::fs::write(folder().join(format!("{name}.png")), decoded(&picture)).expect("written");
}

/// The bytes of a picture that Chromium has taken.
fn decoded(picture: &Value) -> Vec<u8> {
    base64::engine::general_purpose::STANDARD
        .decode(picture["data"].as_str().expect("a picture"))
        .expect("base64")
}

const CONNECTED: &str = "document.getElementById('state')?.dataset.state !== 'disconnected'";

/// A few moves against a machine, so that there is something to see.
async fn some_moves(browser: &Browser, most: usize) {
    const OURS: &str =
        "/^●/.test(document.title) || document.getElementById('game').dataset.phase === 'over'";
    for _ in 0..most {
        browser.until(OURS).await;
        let begins = browser.js("const all = [...document.querySelectorAll('.cell.can')]; return (document.querySelector('.cell.must.can') ?? all[all.length >> 1])?.dataset.cell ?? null").await;
        if let Some(from) = begins.as_str() {
            browser.click(&format!("[data-cell='{from}']")).await;
        }
        let ends = browser.js("const all = [...document.querySelectorAll('.cell.target')]; return all[all.length >> 1]?.dataset.cell ?? null").await;
        let Some(to) = ends.as_str().map(str::to_owned) else {
            return;
        };
        // The machine may have answered before anybody looks.
        let plies = browser
            .js("return document.querySelectorAll('.ply').length")
            .await;
        browser.click(&format!("[data-cell='{to}']")).await;
        browser
            .until(&format!(
                "document.querySelectorAll('.ply').length > {plies}"
            ))
            .await;
    }
    browser.until(OURS).await;
}

async fn resign(browser: &Browser) {
    browser.click("#resign").await;
    browser.click("#resign").await;
    browser
        .until("document.getElementById('game').dataset.phase === 'over'")
        .await;
}

/// The pages of somebody with a long name, at one width, in one look.
async fn all_pages(browser: &Browser, look: &str) {
    let named = |name: &str| format!("{name}-{look}");
    for (name, path) in PAGES {
        browser.go(path).await;
        browser.until(CONNECTED).await;
        match name {
            "compose" => {
                browser.click("#verify").await;
                browser.until("document.querySelector('#tree-back')").await;
            }
            "analysis" => {
                browser
                    .until("document.querySelector('#study:not(.loading) .cell')")
                    .await;
                opens(browser, RECORD).await;
                browser.until("document.querySelector('.variation')").await;
                for _ in 0..6 {
                    browser.click("#forward").await;
                }
                browser.until("document.querySelector('.shapes')").await;
            }
            "problem" => browser.until("document.querySelector('.cell.can')").await,
            "lobby" => {
                browser
                    .until("document.querySelector('#games .empty, #games .entry')")
                    .await;
            }
            _ => {}
        }
        take(browser, &named(name)).await;
    }
    for game in ["chess", "kamisado", "rolit"] {
        machine_game(browser, game).await;
        some_moves(browser, 3).await;
        take(browser, &named(game)).await;
        if game == "chess" {
            resign(browser).await;
            browser.click("#analyse").await;
            browser
                .until("document.querySelector('#analysis .counts') && !document.querySelector('#analysis').textContent.includes('%')")
                .await;
            take(browser, &named("over")).await;
        }
    }
    rolit_room(browser, 6).await;
    take(browser, &named("rolit-form")).await;
    for players in [2, 10] {
        gathering(browser, players).await;
        take_all(browser, &named(&format!("gather{players}"))).await;
        browser.click("#gather .row-flow .button:not(.main)").await;
    }
    browser.go("/account").await;
    browser.click("#make-code").await;
    browser.until("document.querySelector('.qr')").await;
    take_all(browser, &named("account-code")).await;
    // What goes wrong.
    for (name, path) in [
        ("error-page", "/nothing-of-the-kind"),
        ("error-filter", "/problems?moves=many"),
        ("empty-problems", "/problems?text=zzzzzz"),
        ("error-user", "/user/nobody%20at%20all"),
    ] {
        browser.go(path).await;
        browser.until(CONNECTED).await;
        take(browser, &named(name)).await;
    }
    browser.go("/account").await;
    browser.until(CONNECTED).await;
    browser.write("#i1", "nobody").await;
    browser.write("#i2", "no such sentence").await;
    browser.click("form[data-post='/api/log-in'] button").await;
    browser
        .until("document.querySelector('form[data-post=\"/api/log-in\"] .error').textContent")
        .await;
    take(browser, &named("error-account")).await;
    // On a slow line: what is there before the socket is.
    browser.slow_line(Some((1500.0, 20_000.0))).await;
    browser.go("/").await;
    take(browser, &named("slow-lobby")).await;
    for (name, path) in [
        ("slow-watch", "/watch"),
        ("slow-problem", "/problems/3"),
        ("slow-compose", "/compose?problem=3"),
    ] {
        browser.go(path).await;
        take(browser, &named(name)).await;
    }
    browser.slow_line(None).await;
}

/// Returns the sizes of the windows that `ATALAYA_WIDTH` leaves.
fn chosen_sizes() -> Vec<(u32, u32)> {
    let only: Option<u32> = std::env::var("ATALAYA_WIDTH")
        .ok()
        .map(|width| width.parse().expect("a width"));
    let all = [(390, 844), (820, 1180), (1440, 900)];
    all.into_iter()
        .filter(|(width, _)| only.is_none_or(|only| only == *width))
        .collect()
}

/// Returns the themes with their languages that `ATALAYA_LOOK` leaves.
fn chosen_looks() -> Vec<[&'static str; 2]> {
    let only = std::env::var("ATALAYA_LOOK").unwrap_or_default();
    [
        ["light", "en"],
        ["light", "es"],
        ["dark", "en"],
        ["dark", "es"],
    ]
    .into_iter()
    .filter(|look| look.join("-").contains(&only))
    .collect()
}

#[test]
#[ignore = "makes pictures for people to look at"]
fn screenshots_of_every_page() {
    with_site(async |site| {
        for (number, (width, height)) in chosen_sizes().into_iter().enumerate() {
            let browser = site.browser(width, height).await;
            browser.go("/").await;
            take(&browser, &format!("nobody-{width}")).await;
            browser.arrive(&LONG[number..]).await;
            for [theme, lang] in chosen_looks() {
                choose(&browser, theme, lang).await;
                all_pages(&browser, &format!("{width}-{theme}-{lang}")).await;
            }
            browser.leave().await;
        }
        if chosen_sizes().len() == 3 && chosen_looks().len() == 4 {
            narrow_and_large(site).await;
        }
    });
}

/// A phone on its side, and a page at 200 %.
async fn narrow_and_large(site: &Site) {
    for (look, width, height, dots) in [("sideways", 844, 390, 1), ("200", 720, 450, 2)] {
        let browser = site.browser_with(width, height, dots, false).await;
        browser.arrive(&format!("Seen {look}")).await;
        choose(&browser, "light", "es").await;
        for (name, path) in PAGES {
            browser.go(path).await;
            browser.until(CONNECTED).await;
            take(&browser, &format!("{name}-{look}")).await;
        }
        for game in ["chess", "kamisado"] {
            machine_game(&browser, game).await;
            some_moves(&browser, 2).await;
            take(&browser, &format!("{game}-{look}")).await;
        }
        browser.leave().await;
    }
}

/// A picture of the book: small, and in its folder.
async fn illustrate(browser: &Browser, name: &str) {
    browser.js("scrollTo(0, 0)").await;
    browser.until(STILL).await;
    let parameters = json!({"format": "webp", "quality": 82});
    let picture = browser.chromium("Page.captureScreenshot", parameters).await;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/book/src/images");
    std::fs::write(format!("{folder}/site-{name}.webp"), decoded(&picture)).expect("written");
}

#[test]
#[ignore = "makes the pictures of the book"]
fn pictures_of_the_book() {
    with_site(async |site| {
        let [one, other] = [site.browser(1280, 800).await, site.browser(1280, 800).await];
        let [white, black] = meet([one, other], "chess", "").await;
        for (ply, [from, to]) in [
            ["e2", "e4"],
            ["e7", "e5"],
            ["g1", "f3"],
            ["b8", "c6"],
            ["f1", "b5"],
            ["a7", "a6"],
            ["b5", "c6"],
            ["d7", "c6"],
        ]
        .into_iter()
        .enumerate()
        {
            [&white, &black][ply % 2].moves(from, to).await;
        }
        black.write("#chat-input", "The exchange! Good luck.").await;
        black.click("#chat-form button").await;
        white.reads("#chat-lines", "Good luck").await;
        white.turn().await;
        white.click("[data-cell='f3']").await;
        illustrate(&white, "chess").await;
        white.click("#resign").await;
        white.click("#resign").await;
        black.click("#analyse").await;
        black.until("document.querySelectorAll('#analysis .counts tbody tr').length === 3 && !document.querySelector('#analysis').textContent.includes('%')").await;
        white.leave().await;
        for game in ["kamisado", "rolit"] {
            machine_game(&black, game).await;
            some_moves(&black, 4).await;
            illustrate(&black, game).await;
        }
        black.go("/").await;
        black.until("document.querySelector('#games .entry')").await;
        illustrate(&black, "lobby").await;
        choose(&black, "dark", "en").await;
        black.go("/compose?problem=3").await;
        black.click("#verify").await;
        black.until("document.querySelector('#tree-back')").await;
        illustrate(&black, "compose").await;
        black.leave().await;
        let phone = site.phone().await;
        phone.arrive("Carla").await;
        choose(&phone, "dark", "es").await;
        machine_game(&phone, "kamisado").await;
        some_moves(&phone, 3).await;
        illustrate(&phone, "phone").await;
        phone.leave().await;
    });
}
