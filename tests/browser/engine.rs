//! The engine and the solvers in the page: lines, a graph, proved mates, exact values, and all of it without a server.

use crate::analysis::{at_the_analysis, opens, pgn};
use crate::harness::{Browser, with_site};
use ::engine::search::Searcher;
use base::limits::{Control, Limits};
use games::Line;
use games::chess::Position;
use serde_json::{Value, json};

/// Mate in four.
const MATE: &str = "r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 0";

async fn chooses_lines(browser: &Browser, lines: usize) {
    browser
        .js(&format!(
            "const field = document.getElementById('engine-lines'); field.value = '{lines}';
             field.dispatchEvent(new Event('change'))"
        ))
        .await;
    browser
        .until(&format!(
            "document.querySelectorAll('#engine-found li').length === {lines}"
        ))
        .await;
}

#[test]
fn the_engine_shows_lines_proves_a_mate_and_stays_without_a_server() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        at_the_analysis(&browser).await;
        browser.until("navigator.serviceWorker.controller").await;
        browser.click("#engine").await;
        browser.reads("#engine-state", "Depth").await;
        chooses_lines(&browser, 3).await;
        let bar = "!document.getElementById('engine-bar').hidden";
        browser.until(bar).await;
        // The thoughts follow the board, and a line can be played.
        opens(&browser, MATE).await;
        browser.reads("#engine-found", "mate in 4 proved").await;
        browser.reads("#engine-found", "#4").await;
        browser.click("#engine-found li:first-child button").await;
        browser.reads("#moves", "hxg7").await;
        browser.click("#engine").await;
        browser
            .until("document.getElementById('thoughts').hidden")
            .await;
        browser.kept_without(site, at_the_analysis).await;
        // What the browser keeps of its own accord is no help.
        browser
            .chromium("Network.clearBrowserCache", json!({}))
            .await;
        browser.click("#engine").await;
        opens(&browser, MATE).await;
        browser.reads("#engine-found", "mate in 4 proved").await;
    });
}

#[test]
fn a_game_is_annotated_with_a_graph_and_can_be_left_alone() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        at_the_analysis(&browser).await;
        opens(
            &browser,
            "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 {fearless} Qh4# 0-1",
        )
        .await;
        browser.reads("#about", "Ann – Bob").await;
        // Given up, the record is as it was.
        browser.click("#annotate").await;
        browser.reads("#annotating", "Analysing").await;
        browser.click("#annotate").await;
        browser.reads("#annotate", "Annotate the game").await;
        assert!(!pgn(&browser).await.contains("eval"));
        browser.click("#annotate").await;
        browser
            .until("document.querySelector('#course:not([hidden]) .graph')")
            .await;
        browser.reads("#course", "Black: accuracy 99").await;
        browser.reads("#moves", "g4??").await;
        // Twice is as once.
        let once = pgn(&browser).await;
        assert!(
            once.contains("2. g4 $4 {[%eval #-1] Blunder.") && once.contains("proved. fearless"),
            "{once}"
        );
        browser.click("#annotate").await;
        browser.reads("#annotate", "Stop").await;
        browser.reads("#annotate", "Annotate the game").await;
        assert_eq!(pgn(&browser).await, once);
        // The graph is in the record.
        at_the_analysis(&browser).await;
        browser
            .until("document.querySelector('#course:not([hidden]) .graph')")
            .await;
    });
}

#[test]
fn kamisado_and_rolit_have_their_exact_values() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        at_the_analysis(&browser).await;
        browser.click("#engine").await;
        for (game, position, value, best) in [
            (
                "kamisado",
                "1S1PR1M1/3N1A2/3m2ZV/8/2n3a1/7z+/s1p2v2/3r4 b z 0 9",
                "wins, proved. Plies: 8",
                1,
            ),
            (
                "rolit",
                "4/1RY1/1BG1/4 R RG 1",
                "ends behind, proved. Balls: 2",
                2,
            ),
        ] {
            browser
                .js(&format!("document.getElementById('game').value = '{game}'"))
                .await;
            opens(&browser, position).await;
            browser.reads("#engine-state", value).await;
            browser
                .until(&format!(
                    "document.querySelectorAll('#engine-found li').length === {best}"
                ))
                .await;
        }
    });
}

#[test]
fn the_modules_are_small_and_the_engine_searches_as_the_program_does() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        browser.go("/ranking").await;
        let most = [
            ("rules.wasm", 420_000),
            ("engine.wasm", 600_000),
            ("players.wasm", 600_000),
        ];
        for (file, most) in most {
            browser
                .js(&format!(
                    "window.loaded = fetch('/assets/{file}').then((answer) => answer.arrayBuffer())"
                ))
                .await;
            let entry = format!(
                "performance.getEntriesByType('resource').find((entry) => entry.name.endsWith('/assets/{file}'))"
            );
            browser.until(&entry).await;
            let size = browser.js(&format!("return {entry}.encodedBodySize")).await;
            let size = size.as_u64().expect("a size");
            assert!((100_000..most).contains(&size), "{file}: {size} bytes");
        }
        let request =
            json!({"do": "evaluate", "start": "", "moves": ["e2e4", "e7e5"], "nodes": 30_000});
        let found = browser
            .js(&format!(
                "return (async () => {{
                   const file = (name) => fetch('/assets/' + name).then((answer) => answer.arrayBuffer());
                   const [module, network] = await Promise.all(['engine.wasm', 'atalaya.net'].map(file));
                   const {{ Answers }} = await import('/assets/js/wasm.js');
                   const answers = await Answers.of(await WebAssembly.compile(module));
                   answers.ask(network);
                   return answers.ask({request});
                 }})()"
            ))
            .await;
        let mut game = Line::new(Position::start());
        for text in ["e2e4", "e7e5"] {
            game.play(game.position().parse_move(text).expect(text));
        }
        let mut searcher = Searcher::new(32).expect("memory");
        let decision = searcher.decide(&game, &Limits::to_nodes(30_000), &Control::new(false));
        let best = decision.best.map(|m| game.position().move_text(m));
        let native = json!([best, decision.score, decision.nodes, decision.depth]);
        let of = |name: &str| found[name].clone();
        let module = Value::from(vec![of("best"), of("score"), of("nodes"), of("depth")]);
        assert_eq!(module, native);
    });
}
