//! Hands at a board: fingers, moves in advance, keys; and what a page keeps for its reader.

use crate::board::plays;
use crate::games::{meet, paired, played_out};
use crate::harness::with_site;
use crate::pages::{machine_game, pawn_game};
use crate::screenshots::look;
use serde_json::json;

const PLIES: &str = "document.querySelectorAll('.ply').length";

#[test]
fn a_finger_taps_twice_or_drags() {
    with_site(async |site| {
        let browsers = [site.phone().await, site.phone().await];
        let [white, black] = meet(browsers, "chess", "").await;
        white.touches(&["e2"]).await;
        white
            .until("document.querySelector('[data-cell=e2].selected') && document.querySelector('[data-cell=e4].target')")
            .await;
        white.touches(&["e4"]).await;
        black.reads("#moves", "e4").await;
        black.turn().await;
        black.touches(&["e7", "e5"]).await;
        white.reads("#moves", "e5").await;
        // Where a piece cannot go it goes back, and can be taken up again.
        white.turn().await;
        white.touches(&["g1", "g4"]).await;
        white.touches(&["g1", "f3"]).await;
        black.reads("#moves", "Nf3").await;
        // The page itself has not been dragged.
        assert_eq!(white.js("return scrollX").await, json!(0));
        for browser in [white, black] {
            browser.leave().await;
        }
    });
}

#[test]
fn a_move_in_advance_is_played_at_once_and_can_be_taken_back() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        black.until("document.querySelector('.cell.can')").await;
        black.click("[data-cell='e7']").await;
        black.click("[data-cell='e5']").await;
        black.reads("#premove", "e7e5").await;
        black
            .until("document.querySelectorAll('.cell.premove').length === 2")
            .await;
        white.moves("e2", "e4").await;
        // No hand has moved Black's pawn.
        for browser in [&white, &black] {
            browser.until(&format!("{PLIES} === 2")).await;
            browser.reads("#moves", "e5").await;
        }
        black
            .until("document.getElementById('premove').textContent === ''")
            .await;
        // Another, which is taken back by a key.
        black.click("[data-cell='d7']").await;
        black.click("[data-cell='d5']").await;
        black.reads("#premove", "d7d5").await;
        black
            .js("document.querySelector('[data-cell=d7]').focus()")
            .await;
        black.press("\u{E00C}").await;
        black
            .until("document.getElementById('premove').textContent === '' && !document.querySelector('.cell.premove')")
            .await;
        white.moves("g1", "f3").await;
        black.turn().await;
        assert_eq!(black.js(&format!("return {PLIES}")).await, json!(3));
        // Dragged onto an own piece, it takes back what takes that one.
        black.moves("b8", "c6").await;
        black.until(&format!("{PLIES} === 4")).await;
        black.touches(&["c6", "e5"]).await;
        black.reads("#premove", "c6e5").await;
        white.moves("f3", "e5").await;
        black.until(&format!("{PLIES} === 6")).await;
        // What is not legal when the turn comes is not played.
        black.click("[data-cell='d8']").await;
        black.click("[data-cell='d3']").await;
        black.reads("#premove", "d8d3").await;
        white.moves("d2", "d4").await;
        black.turn().await;
        black
            .until("document.getElementById('premove').textContent === ''")
            .await;
        assert_eq!(black.js(&format!("return {PLIES}")).await, json!(7));
    });
}

#[test]
fn a_takeback_can_be_refused_and_the_board_turned() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        white.moves("e2", "e4").await;
        white.click("#takeback").await;
        black.reads("#status", "asks to take a move back").await;
        black.click("#answer-no").await;
        white
            .until("!document.querySelector('#status').textContent.includes('take a move back')")
            .await;
        for browser in [&white, &black] {
            assert_eq!(browser.js(&format!("return {PLIES}")).await, json!(1));
        }
        let below = "document.querySelector('.board .rank:last-child .cell').dataset.cell";
        white.until(&format!("{below} === 'a1'")).await;
        black.until(&format!("{below} === 'h8'")).await;
        white.click("#flip").await;
        white.until(&format!("{below} === 'h8'")).await;
        assert_eq!(
            white
                .js(
                    "return document.querySelector('#seat-top .notes')?.textContent.includes('you')"
                )
                .await,
            json!(true)
        );
        // By a key, too, while the focus is nowhere.
        white.js("document.activeElement.blur()").await;
        white.press("f").await;
        white.until(&format!("{below} === 'a1'")).await;
        // Cells are still where they are said to be.
        black.click("#flip").await;
        black.moves("e7", "e5").await;
        white.reads("#moves", "e5").await;
    });
}

#[test]
fn who_is_muted_stays_muted_on_other_pages_and_so_do_sounds() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        white.write("#chat-input", "first words").await;
        white.click("#chat-form button").await;
        black.reads("#chat-lines", "first words").await;
        black
            .js("document.querySelector('#chat-lines .tools button').click()")
            .await;
        black.reads("#chat-lines", "Hidden lines: 1").await;
        black.click("#sound").await;
        black
            .until("document.getElementById('sound').getAttribute('aria-pressed') === 'false'")
            .await;
        // A rematch is another page.
        white.click("#resign").await;
        white.click("#resign").await;
        black.click("#rematch").await;
        let before = black.js("return location.pathname").await;
        white.click("#rematch").await;
        for browser in [&white, &black] {
            browser
                .until(&format!("location.pathname !== {before}"))
                .await;
            browser.at_the_board().await;
        }
        white.write("#chat-input", "second words").await;
        white.click("#chat-form button").await;
        white.reads("#chat-lines", "second words").await;
        black.reads("#chat-lines", "Hidden lines: 1").await;
        assert!(!black.text("#chat-lines").await.contains("second words"));
        assert_eq!(
            black
                .js("return document.getElementById('sound').getAttribute('aria-pressed')")
                .await,
            json!("false")
        );
        // Heard again, for whoever asks.
        black.click("#chat-lines .muted button").await;
        black.reads("#chat-lines", "second words").await;
    });
}

/// Writes down the loudest that each tone of the page becomes.
const LISTEN: &str = "
    window.heard = [];
    const ramp = AudioParam.prototype.linearRampToValueAtTime;
    AudioParam.prototype.linearRampToValueAtTime = function (value, at) {
      window.heard.push(value);
      return ramp.call(this, value, at);
    };";

#[test]
fn the_volume_is_chosen_heard_and_kept_and_nothing_is_heard_of_what_is_muted() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        browser.go("/board?game=kamisado").await;
        let choose = async |percent: u32| {
            browser.js(&format!("{LISTEN} const field = document.getElementById('volume'); field.value = {percent}; field.dispatchEvent(new Event('change'))")).await;
        };
        // A browser lets nothing be heard before the first click.
        browser.click("#flip").await;
        let shown = "return document.getElementById('volume').value + ' ' + document.getElementById('volume-shown').textContent + ' ' + document.getElementById('sound').getAttribute('aria-pressed')";
        assert_eq!(browser.js(shown).await, json!("100 100 % true"));
        choose(50).await;
        browser.until("window.heard.length === 2").await;
        let heard = browser.js("return window.heard").await;
        assert_eq!(heard, json!([0.06, 0.05]), "half of a move");
        assert_eq!(browser.js(shown).await, json!("50 50 % true"));
        browser.go("/board?game=chess").await;
        assert_eq!(browser.js(shown).await, json!("50 50 % true"), "kept");
        browser.click("#sound").await;
        assert_eq!(browser.js(shown).await, json!("0 0 % false"));
        browser.go("/board?game=chess").await;
        assert_eq!(browser.js(shown).await, json!("0 0 % false"), "muted");
        browser.js(LISTEN).await;
        plays(&browser, "e2", "e4").await;
        browser
            .until("document.querySelectorAll('.ply').length === 1")
            .await;
        assert_eq!(browser.js("return window.heard").await, json!([]));
        browser.click("#sound").await;
        assert_eq!(browser.js(shown).await, json!("50 50 % true"), "as before");
        browser.until("window.heard.length === 2").await;
        browser
            .js("document.getElementById('volume').scrollIntoView()")
            .await;
        look(&browser, "volume").await;
        let fits = "return document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(browser.js(fits).await, json!(true));
    });
}

#[test]
fn a_match_of_kamisado_goes_on_over_rounds_with_sumos() {
    with_site(async |site| {
        let browsers = [site.browser(1280, 900).await, site.browser(390, 844).await];
        let to_three = "document.getElementById('points').value = '3'";
        let browsers = meet(browsers, "kamisado", to_three).await;
        played_out(&browsers, 600).await;
        for browser in &browsers {
            browser.reads("#status", " wins").await;
            // Somebody has said how the towers regroup, and there is a sumo.
            browser
                .until("[...document.querySelectorAll('.ply')].some((ply) => /left|right/.test(ply.textContent))")
                .await;
            browser
                .until("document.querySelector('.tower .ring')")
                .await;
        }
        // The page steps back over the end of a round.
        let [one, _] = &browsers;
        one.js("[...document.querySelectorAll('.ply')].find((ply) => /left|right/.test(ply.textContent)).click()")
            .await;
        one.until("document.getElementById('live-note').hidden === false")
            .await;
    });
}

/// The page brings the board with it: on a slow line nobody waits for the socket.
#[test]
fn a_move_is_made_before_the_socket_is_there() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        browser.arrive("Early Bird").await;
        machine_game(&browser, "chess").await;
        browser.turn().await;
        let game = browser.js("return location.pathname").await;
        // Sockets that open when they are let.
        let slow = "const Real = WebSocket; const gate = new Promise((open) => { window.letThrough = open; });
            window.WebSocket = class extends EventTarget {
              static OPEN = 1;
              readyState = 0;
              constructor(url) {
                super();
                gate.then(() => {
                  this.real = new Real(url);
                  for (const type of ['open', 'message', 'close']) this.real.addEventListener(type, (event) => {
                    this.readyState = this.real.readyState;
                    this.dispatchEvent(type === 'message' ? new MessageEvent(type, { data: event.data }) : new Event(type));
                  });
                });
              }
              send(text) { this.real.send(text); }
              close() { this.real?.close(); }
            };";
        browser
            .chromium(
                "Page.addScriptToEvaluateOnNewDocument",
                json!({"source": slow}),
            )
            .await;
        browser.go(game.as_str().expect("a path")).await;
        browser.moves("e2", "e4").await;
        assert_eq!(
            browser
                .js("return document.getElementById('state').dataset.state")
                .await,
            json!("disconnected")
        );
        browser
            .reads("#premove", "when the connection is there")
            .await;
        // The page draws it all the same: it knows the rules.
        browser
            .until("document.querySelector('[data-cell=e4] .piece') && !document.querySelector('[data-cell=e2] .piece')")
            .await;
        browser.js("letThrough()").await;
        browser
            .until("document.getElementById('premove').textContent === ''")
            .await;
        // It has come: the machine answers.
        browser
            .until("document.querySelectorAll('.ply').length >= 2")
            .await;
        browser.reads("#moves", "e4").await;
    });
}

#[test]
fn a_pawn_becomes_what_is_asked_for_by_keys() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        browser.arrive("Keyes").await;
        pawn_game(&browser).await;
        browser
            .js("document.querySelector('[data-cell=e7]').focus()")
            .await;
        // Enter, up, Enter; the second of the four.
        browser.press("\u{E007}").await;
        browser.press("\u{E013}").await;
        browser.press("\u{E007}").await;
        browser
            .until("document.activeElement.closest('.promotion')")
            .await;
        browser.press("\u{E015}").await;
        browser.press("\u{E007}").await;
        browser.reads("#moves", "e8=R").await;
        // A game of Rolit by typed cells alone.
        machine_game(&browser, "rolit").await;
        browser.turn().await;
        let cell = browser
            .js("return document.querySelector('.cell.target').dataset.cell")
            .await;
        browser
            .write("#typed-move", cell.as_str().expect("a cell"))
            .await;
        browser.press("\u{E007}").await;
        browser.until(&format!("{PLIES} >= 1")).await;
    });
}
