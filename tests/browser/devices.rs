//! A guest who goes on on another device.

use crate::harness::with_site;
use crate::pages::machine_game;

#[test]
fn a_guest_takes_the_seat_up_in_a_new_browser_by_the_link() {
    with_site(async |site| {
        let old = site.browser(1280, 900).await;
        old.arrive("Carla Guest").await;
        machine_game(&old, "chess").await;
        old.moves("e2", "e4").await;
        old.until("document.querySelectorAll('.ply').length === 2 && /^●/.test(document.title)")
            .await;
        let room = old.js("return location.pathname").await;
        let room = room.as_str().expect("a path").to_owned();
        // From the board to the code.
        old.click("#elsewhere a").await;
        old.until("location.pathname === '/account'").await;
        old.click("#make-code").await;
        old.until("document.querySelector('#return-code .qr path')")
            .await;
        let link = old
            .js("return document.getElementById('return-link').value")
            .await;
        let link = link.as_str().expect("a link").to_owned();
        let code = old.text("#return-code .code").await;
        assert!(link.ends_with(&format!("#return={code}")), "{link} {code}");

        let phone = site.phone().await;
        phone.arrive("Somebody Else").await;
        let path = link.strip_prefix(&site.url).expect("a page of this site");
        phone.go(path).await;
        // The address does not keep the code, and what is left behind is said.
        phone
            .until("location.hash === '' && document.getElementById('return-input').value")
            .await;
        phone
            .reads(
                "form[data-post='/api/guest/return'] .notice",
                "Somebody Else",
            )
            .await;
        phone.press("\u{e007}").await;
        phone.until("location.pathname === '/'").await;
        phone.reads("#me .name", "Carla Guest").await;
        phone.click("#my-games").await;
        phone.at_the_board().await;
        assert_eq!(phone.js("return location.pathname").await, room.as_str());
        phone.moves("d2", "d4").await;
        phone
            .until("document.querySelectorAll('.ply').length === 4")
            .await;
        phone.leave().await;

        // Used up; and the other device can be signed out.
        let third = site.browser(820, 900).await;
        third.go(path).await;
        third
            .until("document.getElementById('return-input').value")
            .await;
        third.press("\u{e007}").await;
        third
            .reads("form[data-post='/api/guest/return'] .error", "not good")
            .await;
        third.leave().await;
        old.go("/account").await;
        old.reads("#other-devices", "one other device").await;
        old.click("#other-devices").await;
        old.until("document.getElementById('other-devices').hidden")
            .await;
        // Withdrawn, a code is shown no more; left, nobody is here.
        old.click("#make-code").await;
        old.click("#withdraw").await;
        old.until("document.getElementById('return-code').hidden")
            .await;
        old.click("#leave").await;
        old.click("#leave").await;
        old.until("location.pathname === '/' && !document.getElementById('me').hasAttribute('data-named')")
            .await;
        old.leave().await;
    });
}

#[test]
fn a_game_against_a_machine_begins_anew_and_all_games_are_found() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        browser.arrive("Rex").await;
        machine_game(&browser, "kamisado").await;
        let path = async || {
            let path = browser.js("return location.pathname").await;
            path.as_str().expect("a path").to_owned()
        };
        let first = path().await;
        browser
            .until("document.getElementById('restart').disabled")
            .await;
        browser.moves("a1", "a2").await;
        browser.click("#restart").await;
        browser.click("#restart").await;
        browser
            .until(&format!("location.pathname !== '{first}'"))
            .await;
        browser.at_the_board().await;
        browser
            .until("/^●/.test(document.title) && document.querySelectorAll('.ply').length === 0")
            .await;
        let second = path().await;
        browser.go(&first).await;
        browser
            .until("document.getElementById('game').dataset.phase === 'over'")
            .await;
        // Both that are under way are in the lobby, and the header leads there.
        machine_game(&browser, "chess").await;
        let third = path().await;
        browser.go("/watch").await;
        browser.reads("#my-games", "My games (2)").await;
        browser.click("#my-games").await;
        browser
            .until("document.querySelectorAll('#my-list .entry').length === 2")
            .await;
        let ways = browser
            .js("return [...document.querySelectorAll('#my-list a')].map((a) => a.getAttribute('href')).sort()")
            .await;
        let mut games = [second, third];
        games.sort();
        assert_eq!(ways, serde_json::json!(games));
        browser.leave().await;
    });
}
