//! Help: rules with diagrams that move, a first game, and a way to it from every page.

use crate::harness::with_site;
use serde_json::json;

#[test]
fn diagrams_move_when_they_are_seen_and_again_when_asked() {
    with_site(async |site| {
        let browser = site.browser(820, 1100).await;
        browser.arrive("Helen").await;
        browser.click("header a[href='/help']").await;
        browser.reads("main", "A first game").await;
        browser.go("/help/kamisado").await;
        let figures = "document.querySelectorAll('figure[data-moves]')";
        browser.until(&format!("{figures}.length === 2")).await;
        browser
            .js("document.querySelector('figure[data-moves]').scrollIntoView({block: 'center'})")
            .await;
        browser
            .until("document.querySelector('figure[data-moves]').dataset.ply === '3'")
            .await;
        // The last position: Black's red tower has come to a8.
        browser
            .until("document.querySelector('figure [data-cell=a8]').getAttribute('aria-label').includes('red')")
            .await;
        browser.click("figure .again").await;
        browser
            .until("document.querySelector('figure[data-moves]').dataset.ply === '0'")
            .await;
        // A game leads to its own rules.
        browser.go("/").await;
        browser
            .until("document.getElementById('state')?.dataset.state !== 'disconnected'")
            .await;
        crate::pages::machine_game(&browser, "rolit").await;
        assert_eq!(
            browser
                .js("return document.querySelector('.g-actions a[href=\"/help/rolit\"]') !== null")
                .await,
            json!(true)
        );
    });
}
