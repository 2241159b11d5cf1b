//! Pictures of every page, to be looked at: `cargo test --test browser -- --ignored screenshots`. They go to
//! `target/screenshots`, or where `ATALAYA_SCREENSHOTS` says.

use crate::harness::{Browser, Site, with_site};
use crate::pages::{PAGES, choose, machine_game};
use std::path::PathBuf;

fn folder() -> PathBuf {
    let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/target/screenshots");
    let folder =
        std::env::var_os("ATALAYA_SCREENSHOTS").map_or_else(|| usual.into(), PathBuf::from);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

async fn take(browser: &Browser, name: &str) {
    // What slides has arrived.
    browser.until("document.getAnimations().every((a) => a.playState !== 'running' || a.effect.getTiming().iterations === Infinity)").await;
    let picture = browser.client.screenshot().await.expect("a picture");
    std::fs::write(folder().join(format!("{name}.png")), picture).expect("written");
}

/// A few moves, so that there is something to see.
async fn some_moves(browser: &Browser, most: usize) {
    for _ in 0..most {
        browser.until("/^●/.test(document.title) || document.getElementById('game').dataset.phase === 'over'").await;
        let begins = browser.js("const all = [...document.querySelectorAll('.cell.can')]; return (document.querySelector('.cell.must.can') ?? all[all.length >> 1])?.dataset.cell ?? null").await;
        if let Some(from) = begins.as_str() {
            browser.click(&format!("[data-cell='{from}']")).await;
        }
        let ends = browser.js("const all = [...document.querySelectorAll('.cell.target')]; return all[all.length >> 1]?.dataset.cell ?? null").await;
        let Some(to) = ends.as_str().map(str::to_owned) else {
            return;
        };
        browser.click(&format!("[data-cell='{to}']")).await;
        browser.until("!/^●/.test(document.title)").await;
    }
    browser
        .until(
            "/^●/.test(document.title) || document.getElementById('game').dataset.phase === 'over'",
        )
        .await;
}

async fn all_pages(site: &Site, width: u32, height: u32) {
    let browser = site.browser(width, height).await;
    for (theme, lang) in [("light", "en"), ("dark", "es")] {
        browser.go("/").await;
        choose(&browser, theme, lang).await;
        let named = |name: &str| format!("{name}-{width}-{theme}-{lang}");
        browser.go("/").await;
        browser
            .until("document.querySelector('#games .empty, #games .entry')")
            .await;
        take(&browser, &named("lobby")).await;
        if browser
            .js("return document.getElementById('name-form').hidden")
            .await
            != serde_json::json!(true)
        {
            browser.arrive("Wilhelmina Wandernagel").await;
        }
        for (name, path) in PAGES.iter().skip(1) {
            browser.go(path).await;
            browser
                .until("document.getElementById('state')?.dataset.state !== 'disconnected'")
                .await;
            if *name == "compose" {
                browser.click("#verify").await;
                browser.until("document.querySelector('#tree-back')").await;
                browser.js("scrollTo(0, 0)").await;
            }
            take(&browser, &named(name)).await;
        }
        for game in ["chess", "kamisado", "rolit"] {
            machine_game(&browser, game).await;
            some_moves(&browser, 3).await;
            browser.js("scrollTo(0, 0)").await;
            take(&browser, &named(game)).await;
        }
    }
    browser.leave().await;
}

#[test]
#[ignore = "makes pictures for people to look at"]
fn screenshots_of_every_page() {
    with_site(async |site| {
        for (width, height) in [(390, 844), (820, 1180), (1440, 900)] {
            all_pages(site, width, height).await;
        }
    });
}
