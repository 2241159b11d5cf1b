//! How soon a page is there on a slow line: `cargo test --test browser -- --ignored fast_3g --nocapture`.
//!
//! The line is the one that Chromium's developer tools call "Fast 3G" (later "Slow 4G"): 562.5 ms until an
//! answer begins (150 ms × 3.75), 1.44 Mbit/s down (1.6 × 0.9). Nothing is cached. Figures are those of
//! the page itself, from the moment that it was asked for.

use crate::harness::{Browser, with_site};
use crate::pages::machine_game;
use serde_json::json;

const FAST_3G: (f64, f64) = (562.5, 1.6 * 1_000_000.0 / 8.0 * 0.9);

/// Times in milliseconds since the page was asked for, and bytes that came.
#[derive(Debug)]
struct Load {
    parsed: f64,
    painted: f64,
    /// Buttons work: the script has run to its end.
    works: f64,
    /// What the socket told is shown.
    told: f64,
    bytes: f64,
    requests: f64,
    /// Sum of the layout shifts that nobody has caused, as Web Vitals define it: 0 if nothing moves on its own.
    shift: f64,
    /// Each shift with the elements that moved.
    shifted: String,
}

/// Loads a page on the slow line; `told` is true when what comes over the socket is shown.
async fn load(browser: &Browser, path: &str, told: &str) -> Load {
    browser.go("/health").await;
    browser
        .chromium("Network.clearBrowserCache", json!({}))
        .await;
    // What the service worker has kept is another cache.
    browser
        .until(
            "Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()]).then(([workers, names]) =>
             Promise.all([...workers.map((one) => one.unregister()), ...names.map((name) => caches.delete(name))])).then(() => true)",
        )
        .await;
    // Put down by the page itself, as soon as it is so.
    let script = format!(
        "window.shift = 0;
         window.shifted = [];
         new PerformanceObserver(list => {{
             for (const entry of list.getEntries()) if (!entry.hadRecentInput) {{
                 window.shift += entry.value;
                 window.shifted.push([entry.value, ...entry.sources.map(({{ node }}) => node?.id || node?.className || node?.nodeName)].join(' '));
             }}
         }}).observe({{ type: 'layout-shift', buffered: true }});
         const watch = () => {{ if (!document.body || !({told})) return requestAnimationFrame(watch); window.socketTold = performance.now(); }}; watch();"
    );
    let added = browser
        .chromium(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({"source": script}),
        )
        .await;
    browser.slow_line(Some(FAST_3G)).await;
    browser.go(path).await;
    // What is there at once may be noted before it is painted.
    browser
        .until("window.socketTold && performance.getEntriesByName('first-contentful-paint').length > 0")
        .await;
    browser.slow_line(None).await;
    browser
        .chromium(
            "Page.removeScriptToEvaluateOnNewDocument",
            json!({"identifier": added["identifier"]}),
        )
        .await;
    let found = browser
        .js("const page = performance.getEntriesByType('navigation')[0];
             const files = performance.getEntriesByType('resource');
             return [page.domInteractive, performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
                     page.domContentLoadedEventEnd, window.socketTold,
                     [page, ...files].reduce((sum, file) => sum + file.transferSize, 0), 1 + files.length, window.shift, window.shifted.join('; ')]")
        .await;
    let at = |index: usize| found[index].as_f64().unwrap_or_else(|| panic!("{found}"));
    Load {
        parsed: at(0),
        painted: at(1),
        works: at(2),
        told: at(3),
        bytes: at(4),
        requests: at(5),
        shift: at(6),
        shifted: found[7].to_string(),
    }
}

/// The loads of a page, the middle one by when it works.
async fn middle(browser: &Browser, path: &str, told: &str) -> Load {
    let mut loads = Vec::new();
    for _ in 0..5 {
        loads.push(load(browser, path, told).await);
    }
    loads.sort_by(|a, b| a.works.total_cmp(&b.works));
    let load = loads.swap_remove(2);
    println!(
        "{path}: painted {:.0} ms, parsed {:.0} ms, buttons work {:.0} ms, told by the socket {:.0} ms; {:.1} kB in {} requests; layout shift {:.3} {}",
        load.painted,
        load.parsed,
        load.works,
        load.told,
        load.bytes / 1000.0,
        load.requests,
        load.shift,
        load.shifted
    );
    load
}

#[test]
#[ignore = "measures"]
fn pages_work_within_a_second_on_fast_3g() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        browser.arrive("Slow Line").await;
        machine_game(&browser, "chess").await;
        let game = browser.js("return location.pathname").await;
        let game = game.as_str().expect("a path").to_owned();
        let lobby = middle(
            &browser,
            "/",
            "document.getElementById('state')?.dataset.state === 'connected' || document.getElementById('state')?.dataset.state === 'playing'",
        )
        .await;
        let game = middle(
            &browser,
            &game,
            "document.querySelector('#game:not(.loading) .cell .piece')",
        )
        .await;
        let board = middle(
            &browser,
            "/board",
            "document.querySelector('#local[data-rules=here] .cell .piece')",
        )
        .await;
        for load in [lobby, game, board] {
            assert!(load.works < 1000.0 && load.painted < 1000.0, "{load:?}");
            // "Good" is up to 0.1.
            assert!(load.shift < 0.1, "{load:?}");
        }
    });
}

#[test]
fn pages_are_whole_before_anything_else_is_asked_for() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        browser.arrive("Slow Line").await;
        machine_game(&browser, "chess").await;
        let game = browser.js("return location.pathname").await;
        let game = game.as_str().expect("a path").to_owned();
        // Neither socket nor request is ever answered.
        let silent = "window.WebSocket = class { addEventListener() {} close() {} }; \
                      window.asked = []; window.fetch = (path) => { window.asked.push(path); return new Promise(() => {}); };";
        browser
            .chromium(
                "Page.addScriptToEvaluateOnNewDocument",
                json!({"source": silent}),
            )
            .await;
        for (path, whole) in [
            ("/", "document.querySelector('#games .entry')"),
            (
                &*game,
                "document.querySelectorAll('#board .piece').length === 32",
            ),
            ("/watch", "document.querySelector('#games .entry')"),
            (
                "/problems/3",
                "document.querySelectorAll('#board .piece').length > 2 && document.getElementById('feedback').textContent",
            ),
            (
                "/compose?problem=3",
                "document.querySelectorAll('#board .piece').length > 2 && document.querySelector('#palette button')",
            ),
        ] {
            browser.go(path).await;
            // The page has come: what is not there now waits for something.
            let found = browser
                .js(&format!("return [Boolean({whole}), window.asked.filter((path) => !path.endsWith('/rules.wasm'))]"))
                .await;
            assert_eq!(found, json!([true, []]), "{path}");
        }
    });
}

/// Notes when a hand lets go, and when the piece stands on its new square.
const WATCH: &str = "window.times = [];
    addEventListener('pointerup', () => window.released = performance.now(), true);
    new MutationObserver(() => {
      const moved = document.querySelector(`[data-cell=${window.target}] .piece`);
      if (moved && window.target) {
        requestAnimationFrame(() => window.times.push(performance.now() - window.released));
        window.target = '';
      }
    }).observe(document.getElementById('board'), { childList: true, subtree: true });
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) { setTimeout(() => send.call(this, text), 400); };";

#[test]
#[ignore = "measures"]
fn moves_are_drawn_at_once_on_a_line_of_400_ms() {
    with_site(async |site| {
        let [white, black] = crate::games::paired(site, "chess").await;
        for browser in [&white, &black] {
            browser
                .until("document.querySelector('#game[data-rules=here]')")
                .await;
            browser.js(WATCH).await;
        }
        let moves = [
            ("e2", "e4"),
            ("e7", "e5"),
            ("g1", "f3"),
            ("b8", "c6"),
            ("f1", "b5"),
            ("a7", "a6"),
        ];
        for (ply, (from, to)) in moves.into_iter().enumerate() {
            let browser = [&white, &black][ply % 2];
            browser.js(&format!("window.target = '{to}'")).await;
            browser.moves(from, to).await;
        }
        for browser in [&white, &black] {
            browser.until("window.times.length === 3").await;
            let times = browser.js("return window.times").await;
            println!("from release to drawing, in milliseconds: {times}");
            let times = times.as_array().expect("times").iter();
            let slowest = times
                .filter_map(serde_json::Value::as_f64)
                .fold(0.0, f64::max);
            assert!(slowest < 50.0, "{slowest} ms");
        }
    });
}
