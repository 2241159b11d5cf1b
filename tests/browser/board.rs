//! Several people at one screen: all games, by the rules in the page, with no server once it is there.

use crate::harness::{Browser, with_site};
use serde_json::json;

pub async fn at_one_screen(browser: &Browser) {
    browser.go("/board").await;
    browser
        .until("document.querySelector('#local:not(.loading) .cell .piece')")
        .await;
}

pub async fn plays(browser: &Browser, from: &str, to: &str) {
    browser.click(&format!("[data-cell='{from}']")).await;
    browser.click(&format!("[data-cell='{to}'].target")).await;
}

pub async fn begins(browser: &Browser, game: &str, fields: &str) {
    browser
        .js(&format!(
            "document.getElementById('begin').open = true;
             const game = document.getElementById('game');
             game.value = '{game}';
             game.dispatchEvent(new Event('change'));
             {fields}
             document.getElementById('begin-form').requestSubmit();"
        ))
        .await;
}

const PLIES: &str = "document.querySelectorAll('.ply').length";

#[test]
fn two_play_chess_at_one_screen_and_go_on_without_a_server() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        at_one_screen(&browser).await;
        plays(&browser, "e2", "e4").await;
        plays(&browser, "e7", "e5").await;
        plays(&browser, "g1", "f3").await;
        browser.click("#takeback").await;
        browser.until(&format!("{PLIES} === 2")).await;
        browser.write("#typed-move", "Qh5").await;
        browser.press("\u{e007}").await;
        browser.reads("#moves", "Qh5").await;
        browser.click("[data-cell='e8']").await;
        browser.click("[data-cell='e6']").await;
        browser.reads("#error", "e8e6").await;
        browser.kept_without(site, at_one_screen).await;
        browser.until(&format!("{PLIES} === 3")).await;
        plays(&browser, "b8", "c6").await;
        plays(&browser, "f1", "c4").await;
        plays(&browser, "g8", "f6").await;
        plays(&browser, "h5", "f7").await;
        browser.reads("#status", "mate").await;
        assert_eq!(
            browser
                .js("return document.querySelectorAll('.cell.can').length")
                .await,
            json!(0)
        );
        // Stepping asks nobody either.
        browser.click("#first").await;
        browser
            .until("document.querySelector('[data-cell=e2] .piece') && !document.querySelector('[data-cell=f7] .piece-white-queen')")
            .await;
    });
}

#[test]
fn four_play_rolit_and_two_a_match_of_kamisado() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        at_one_screen(&browser).await;
        begins(
            &browser,
            "rolit",
            "document.getElementById('players').value = '4';",
        )
        .await;
        browser
            .until("document.querySelectorAll('#seats li').length === 4")
            .await;
        for plies in 1..=8 {
            browser
                .until("document.querySelector('.cell.target')")
                .await;
            browser
                .js("document.querySelector('.cell.target').scrollIntoView({ block: 'center' })")
                .await;
            browser.click(".cell.target").await;
            browser.until(&format!("{PLIES} === {plies}")).await;
        }
        // Twelve balls and their owners' points.
        let points = browser
            .js("return [...document.querySelectorAll('.points')].reduce((sum, p) => sum + Number(p.textContent), 0)")
            .await;
        assert_eq!(points, json!(12));
        begins(
            &browser,
            "kamisado",
            "document.getElementById('points').value = '3';",
        )
        .await;
        browser
            .until("document.querySelectorAll('#seats li').length === 2 && document.querySelector('.board.kamisado')")
            .await;
        browser.write("#typed-move", "c1c6").await;
        browser.press("\u{e007}").await;
        browser.until(&format!("{PLIES} === 1")).await;
        // One tower alone may move now, and the page says which, to whoever tries another.
        browser.click("[data-cell='b8']").await;
        browser.click("[data-cell='b5']").await;
        browser.reads("#error", "b8").await;
        browser
            .until("document.querySelectorAll('.cell.must').length === 1")
            .await;
    });
}

#[test]
fn a_start_that_cannot_be_is_refused_and_the_game_before_goes_on() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        at_one_screen(&browser).await;
        plays(&browser, "e2", "e4").await;
        begins(
            &browser,
            "chess",
            "document.getElementById('start').value = '8/8/8/8/8/8/8/8 w - - 0 1';",
        )
        .await;
        browser.reads("#error", "king").await;
        plays(&browser, "e7", "e5").await;
        browser.until(&format!("{PLIES} === 2")).await;
        begins(
            &browser,
            "chess",
            "document.getElementById('start').value = 'r5k1/8/3P2K1/8/8/8/1B6/3R4 w q - 0 1';",
        )
        .await;
        browser.reads("#news", "castling right q").await;
    });
}
