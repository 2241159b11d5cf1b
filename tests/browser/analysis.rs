//! The analysis board: variations, comments, shapes, PGN and positions, by the rules in the page alone.

use crate::harness::{Browser, with_site};
use serde_json::json;

/// A record with what there is to see in one.
pub const RECORD: &str = "[White \"Ann Example\"]\n[Black \"Bernardo\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 (3. Bb5 a6 (3... Nf6 \
    {the Berlin wall}) 4. Ba4) 3... Bc5 $1 {[%csl Rf7] [%cal Gc4f7,Gb1c3] Quiet, and aimed at f7.} 4. c3 (4. b4 $5 Bxb4) 4... Nf6 5. d4 exd4";

pub async fn at_the_analysis(browser: &Browser) {
    browser.go("/analysis").await;
    browser
        .until("document.querySelector('#study:not(.loading) .cell')")
        .await;
}

async fn plays(browser: &Browser, moves: &[&str]) {
    for text in moves {
        browser.write("#typed-move", text).await;
        browser.press("\u{e007}").await;
        browser
            .until("document.getElementById('typed-move').value === ''")
            .await;
    }
}

/// Opens a record or a position.
pub async fn opens(browser: &Browser, text: &str) {
    let text = json!(text);
    browser
        .js(&format!(
            "document.getElementById('read-fold').open = true;
             document.getElementById('read').value = {text};
             document.getElementById('read-form').requestSubmit();"
        ))
        .await;
}

/// The record as the page writes it, on one line.
pub async fn pgn(browser: &Browser) -> String {
    browser
        .js("document.getElementById('write-fold').open = false")
        .await;
    browser
        .until("document.getElementById('pgn').value = 'none'")
        .await;
    browser
        .js("document.getElementById('write-fold').open = true")
        .await;
    browser
        .until("document.getElementById('pgn').value !== 'none'")
        .await;
    let text = browser
        .js("return document.getElementById('pgn').value")
        .await;
    text.as_str().expect("PGN").replace('\n', " ")
}

#[test]
fn variations_comments_and_shapes_are_kept_and_written_without_a_server() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        at_the_analysis(&browser).await;
        browser.click("[data-cell='e2']").await;
        browser.click("[data-cell='e4'].target").await;
        plays(&browser, &["e5", "Nf3", "Nc6", "Bb5"]).await;
        browser.reads("#opening", "C60 Ruy").await;
        // What is no move says why, and nothing is added.
        browser.write("#typed-move", "Ke6").await;
        browser.press("\u{e007}").await;
        browser.click("[data-cell='e8']").await;
        browser.click("[data-cell='e6']").await;
        browser.reads("#error", "e8e6").await;
        browser.kept_without(site, at_the_analysis).await;
        browser.reads("#moves", "Bb5").await;
        // Another third move, with a comment, an arrow and a circle.
        browser.click("#last").await;
        browser.click("#back").await;
        plays(&browser, &["Bc4", "Bc5"]).await;
        browser
            .reads("#opening", "C50 Italian Game: Giuoco Piano")
            .await;
        browser.write("#comment", "quiet").await;
        browser.click("#draw").await;
        for cell in ["c1", "g5", "f7", "f7"] {
            browser.click(&format!("[data-cell='{cell}']")).await;
        }
        browser
            .until("document.querySelectorAll('.shapes line').length === 1 && document.querySelectorAll('.shapes circle').length === 1")
            .await;
        browser.reads(".variation", "quiet").await;
        let written = pgn(&browser).await;
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 {[%csl Gf7] [%cal Gc1g5] quiet}) *";
        assert!(written.contains(moves), "{written}");
        // The variation becomes the main line; what is deleted can be brought back.
        browser.click("#promote").await;
        browser.click("#remove").await;
        browser.click("#undo").await;
        let written = pgn(&browser).await;
        assert!(
            written.contains("3. Bc4 (3. Bb5) 3... Bc5 {[%csl")
                || written.contains("3. Bc4 (3. Bb5) Bc5 {[%csl"),
            "{written}"
        );
    });
}

#[test]
fn records_and_positions_are_opened_and_what_is_wrong_is_named() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        at_the_analysis(&browser).await;
        opens(
            &browser,
            "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 $1 c5 (1... e5 2. Nf3 (2. f4 {bold})) 2. c3 0-1",
        )
        .await;
        browser.reads("#about", "Ann – Bob").await;
        browser.reads("#moves .variation .variation", "bold").await;
        browser.reads("#moves", "e4!").await;
        let written = pgn(&browser).await;
        assert!(
            written.contains("1. e4 $1 c5 (1... e5 2. Nf3 (2. f4 {bold})) 2. c3 0-1"),
            "{written}"
        );
        opens(&browser, "1. e4 e5 2. Ke3").await;
        browser.reads("#read-error", "line 1, column 13").await;
        opens(&browser, "4k3/8/8/8/8/8/8/4K2R w K - 0 41").await;
        browser
            .until("document.querySelectorAll('.board .piece').length === 3")
            .await;
        plays(&browser, &["O-O"]).await;
        browser.reads("#moves", "41.").await;
        // Letters of the reader.
        browser.click("#language").await;
        browser
            .until("document.documentElement.lang === 'es' && document.querySelector('#study:not(.loading) .cell')")
            .await;
        opens(&browser, "1. Cf3 d5").await;
        browser.reads("#moves", "Cf3").await;
        let written = pgn(&browser).await;
        assert!(written.contains("1. Nf3 d5"), "{written}");
    });
}

#[test]
fn kamisado_and_rolit_are_analysed_on_the_same_board() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        at_the_analysis(&browser).await;
        opens(&browser, "[Variant \"Kamisado\"]\n\n1. c1c6 (1. c1c5) *").await;
        browser
            .until("document.querySelectorAll('.board.kamisado .tower').length === 16")
            .await;
        browser.reads(".variation", "c1c5").await;
        browser.click("#last").await;
        browser
            .until("document.querySelectorAll('.cell.must').length === 1")
            .await;
        browser
            .js("document.getElementById('new-fold').open = true; document.getElementById('game').value = 'rolit';
                 document.getElementById('new-form').requestSubmit()")
            .await;
        browser
            .until("document.querySelector('.board.rolit')")
            .await;
        for moves in 1..=5 {
            browser.click(".cell.target").await;
            browser
                .until(&format!(
                    "document.querySelectorAll('#moves .ply').length === {moves}"
                ))
                .await;
        }
        let written = pgn(&browser).await;
        assert!(written.contains("[Variant \"Rolit"), "{written}");
    });
}
