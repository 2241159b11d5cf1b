//! Letters of pieces and colours in the reader's language.

use crate::board::{at_one_screen, begins, plays};
use crate::harness::{Browser, with_site};
use serde_json::json;

async fn in_spanish(browser: &Browser) {
    browser.click("#language").await;
    browser
        .until("document.documentElement.lang === 'es' && document.querySelector('#local:not(.loading) .cell .piece')")
        .await;
}

#[test]
fn chess_has_the_letters_of_the_language_or_figurines() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        at_one_screen(&browser).await;
        plays(&browser, "g1", "f3").await;
        browser.reads("#moves", "Nf3").await;
        in_spanish(&browser).await;
        browser.reads("#moves", "Cf3").await;
        browser.click("#figurines").await;
        browser.reads("#moves", "♘f3").await;
        browser.write("#typed-move", "Cc6").await;
        browser.press("\u{e007}").await;
        browser.reads("#moves", "♘c6").await;
        // The choice is kept; whoever listens hears letters.
        at_one_screen(&browser).await;
        browser.reads("#moves", "♘f3♘c6").await;
        browser.click("#takeback").await;
        plays(&browser, "b8", "a6").await;
        browser.reads("#live", "Ca6").await;
    });
}

/// Letters of the cells a8 to h8 and of the tower that is on a8.
const LETTERS: &str = "return [...document.querySelectorAll('.board .rank:first-child .letter')].map((l) => l.textContent).join('') \
    + ' ' + document.querySelector('[data-cell=a8] .tower text').textContent";

#[test]
fn kamisado_has_the_letters_of_the_language_and_a_legend() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        at_one_screen(&browser).await;
        begins(&browser, "kamisado", "").await;
        browser
            .until("document.querySelector('.board.kamisado .tower')")
            .await;
        assert_eq!(browser.js(LETTERS).await, json!("OBPKYRGN O"));
        let legend = browser
            .js("return [...document.querySelectorAll('.legend li')].slice(0, 8).map((l) => l.textContent.trim()).join(', ')")
            .await;
        assert_eq!(
            legend,
            json!("Y yellow, B blue, N brown, O orange, P purple, R red, K pink, G green")
        );
        // No letter stands for a side.
        browser.reads("#seats", "Black").await;
        assert!(!browser.text("#seats").await.contains('('));
        in_spanish(&browser).await;
        assert_eq!(browser.js(LETTERS).await, json!("NZPSARVM N"));
        assert_eq!(
            browser
                .js("return getComputedStyle(document.getElementById('figurines')).display")
                .await,
            json!("none")
        );
    });
}
