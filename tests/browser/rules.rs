//! The rules in the page: a move is drawn before the server has heard of it, and what is not legal says why.

use crate::games::paired;
use crate::harness::{Browser, with_site};
use crate::pages::from_position;
use serde_json::json;

/// Keeps what the page sends, until `window.release()` is called.
const HOLD: &str = "window.held = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) { window.held.push([this, text]); };
    window.release = () => {
      WebSocket.prototype.send = send;
      for (const [socket, text] of window.held.splice(0)) socket.send(text);
    };";

async fn knows_the_rules(browser: &Browser) {
    browser
        .until("document.querySelector('#game[data-rules=here]')")
        .await;
}

const MOVED: &str = "document.querySelector('[data-cell=e4] .piece') && !document.querySelector('[data-cell=e2] .piece')";
const BACK: &str = "document.querySelector('[data-cell=e2] .piece') && !document.querySelector('[data-cell=e4] .piece')";

#[test]
fn a_move_is_drawn_before_the_server_has_heard_of_it() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        knows_the_rules(&white).await;
        white.js(HOLD).await;
        white.moves("e2", "e4").await;
        white.until(MOVED).await;
        white.reads("#moves", "e4").await;
        assert_eq!(white.js("return window.held.length").await, json!(1));
        // It is White's turn no longer, and nobody else has seen it.
        assert_eq!(
            white
                .js("return document.querySelectorAll('.cell.can').length")
                .await,
            json!(0)
        );
        assert_eq!(
            black.js(&format!("return Boolean({BACK})")).await,
            json!(true)
        );
        white.js("window.release()").await;
        black.reads("#moves", "e4").await;
        black.until(MOVED).await;
        // The server has confirmed it, and the game goes on.
        black.moves("e7", "e5").await;
        white.reads("#moves", "e5").await;
        assert_eq!(
            white
                .js("return document.querySelectorAll('.ply').length")
                .await,
            json!(2)
        );
    });
}

#[test]
fn a_move_that_the_server_refuses_is_taken_back() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        knows_the_rules(&white).await;
        white.js(HOLD).await;
        white.moves("e2", "e4").await;
        white.until(MOVED).await;
        // The other gives up meanwhile: the move comes after the end of the game.
        for _ in 0..2 {
            black.click("#resign").await;
        }
        white
            .until("document.querySelector('#status .verdict')")
            .await;
        white.js("window.release()").await;
        white.until(BACK).await;
        white
            .until("document.getElementById('error').textContent")
            .await;
        assert_eq!(
            white
                .js("return document.querySelectorAll('.ply').length")
                .await,
            json!(0)
        );
    });
}

#[test]
fn squares_that_are_no_move_say_why_and_nothing_is_sent() {
    with_site(async |site| {
        let [white, _black] = paired(site, "chess").await;
        knows_the_rules(&white).await;
        white.js(HOLD).await;
        white.click("[data-cell='e2']").await;
        white.click("[data-cell='e5']").await;
        white.reads("#error", "e2e5").await;
        white.write("#typed-move", "Nd4").await;
        white.press("\u{e007}").await;
        white.reads("#error", "Nd4").await;
        assert_eq!(white.js("return window.held.length").await, json!(0));
    });
}

/// A game against a machine from a position, in which one begins.
async fn begun_from(browser: &Browser, game: &str, position: &str) {
    browser.go("/").await;
    let color = if game == "kamisado" { 1 } else { 0 };
    browser
        .js(&format!(
            "document.querySelector('input[name=game][value={game}]').click(); \
             document.querySelector('input[name=color][value=\"{color}\"]').click(); \
             document.querySelector('input[name=level][value=easy]').click()"
        ))
        .await;
    from_position(browser, position).await;
    browser.click("#way-machine summary").await;
    browser.click("#machine").await;
    browser.at_the_board().await;
    browser.turn().await;
}

#[test]
fn a_move_that_is_chosen_before_the_rules_are_there_is_played_when_they_are() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        browser.arrive("Ann").await;
        begun_from(&browser, "chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1").await;
        let room = browser.js("return location.pathname").await;
        let room = room.as_str().expect("a path").to_owned();
        let chosen_early = async |from: &str, to: &str| {
            for (command, key) in [
                ("Network.setCacheDisabled", "cacheDisabled"),
                ("Network.setBypassServiceWorker", "bypass"),
            ] {
                browser.chromium(command, json!({ key: true })).await;
            }
            browser.slow_line(Some((20.0, 60_000.0))).await;
            browser.go(&room).await;
            browser.at_the_board().await;
            browser.until("/^●/.test(document.title)").await;
            browser.click(&format!("[data-cell='{from}']")).await;
            browser.click(&format!("[data-cell='{to}']")).await;
            browser.reads("#premove", &format!("{from}{to}")).await;
            let rules = "return document.getElementById('game').dataset.rules ?? 'none yet'";
            assert_eq!(browser.js(rules).await, json!("none yet"));
            browser.slow_line(None).await;
        };
        // An illegal one is refused with its reason, and the piece of a promotion is asked for.
        chosen_early("a1", "a3").await;
        browser.reads("#error", "does not move that way").await;
        chosen_early("e7", "e8").await;
        browser.click(".promotion button:nth-child(2)").await;
        browser.reads("#moves", "e8=R").await;
    });
}

#[test]
fn each_reason_against_a_move_is_told() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        browser.arrive("Ann").await;
        let asks = async |from: &str, to: &str, reason: &str| {
            browser.click(&format!("[data-cell='{from}']")).await;
            browser.click(&format!("[data-cell='{to}']")).await;
            browser.reads("#error", reason).await;
        };
        begun_from(&browser, "chess", "2r1rr1k/8/8/8/8/8/4R3/R3K3 w Q - 0 1").await;
        asks("e2", "d2", "is pinned: on d2 it would leave its king to").await;
        asks("e1", "f1", "the rook on f8 attacks that square").await;
        asks(
            "e1",
            "c1",
            "castling is not possible: the king cannot go to c1: the rook on c8 attacks that square",
        )
        .await;
        asks("a1", "b3", "does not move that way").await;
        begun_from(&browser, "kamisado", "NZPSARVM/m7/8/8/8/8/8/1vraspzn w R 0").await;
        asks("b8", "b5", "must move, from f8").await;
        asks("f8", "e6", "towers move straight or diagonally forward").await;
        asks("f8", "f1", "f1 is occupied").await;
    });
}

#[test]
fn balls_are_turned_and_counted_by_the_rules_in_the_page() {
    with_site(async |site| {
        let [one, other] = paired(site, "rolit").await;
        knows_the_rules(&one).await;
        one.js(HOLD).await;
        let cell = one
            .js("return document.querySelector('.cell.target').getAttribute('data-cell')")
            .await;
        let cell = cell.as_str().expect("a cell").to_owned();
        one.click(&format!("[data-cell='{cell}']")).await;
        one.until(&format!("document.querySelector('[data-cell={cell}] .piece') && document.querySelector('.cell.changed')")).await;
        one.js("window.release()").await;
        other
            .until(&format!(
                "document.querySelector('[data-cell={cell}] .piece')"
            ))
            .await;
        // Points are counted in both pages.
        for browser in [&one, &other] {
            browser
                .until("[...document.querySelectorAll('.points')].map((p) => p.textContent).sort().join(' ') === '1 3'")
                .await;
        }
    });
}
