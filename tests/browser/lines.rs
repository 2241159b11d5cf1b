//! Lines that break, and pages that change under somebody's hands: nothing is lost that was said or begun.

use crate::games::paired;
use crate::harness::{Browser, with_site};
use crate::pages::gathering;
use serde_json::{Value, json};

const PLIES: &str = "document.querySelectorAll('.ply').length";

/// Sockets that are there are dead from now on: nothing goes out, and nobody answers that they are closed.
const DEAD: &str = "
    const send = WebSocket.prototype.send, close = WebSocket.prototype.close;
    window.WebSocket = class extends WebSocket {
        constructor(...where) { super(...where); this.fresh = true; }
    };
    const inherited = Object.getPrototypeOf(window.WebSocket).prototype;
    inherited.send = function (text) { if (this.fresh) send.call(this, text); };
    inherited.close = function () { if (this.fresh) close.call(this); };";

/// The socket of the page, as soon as it says something more, is closed.
const BREAKS: &str = "
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        WebSocket.prototype.send = send;
        send.call(this, text);
        this.close();
    };
    dispatchEvent(new Event('online'));";

async fn state(browser: &Browser, wanted: &str) {
    browser
        .until(&format!(
            "document.getElementById('state').dataset.state === '{wanted}'"
        ))
        .await;
}

#[test]
fn a_move_made_on_a_dead_line_arrives_when_there_is_another() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        white.js(DEAD).await;
        white.moves("e2", "e4").await;
        assert_eq!(black.js(&format!("return {PLIES}")).await, json!(0));
        // What tells the page that something may have happened to its line.
        white.js("dispatchEvent(new Event('online'))").await;
        black.reads("#moves", "e4").await;
        white.reads("#moves", "e4").await;
        state(&white, "playing").await;
        black.moves("e7", "e5").await;
        white.reads("#moves", "e5").await;
    });
}

#[test]
fn whoever_waits_for_an_opponent_waits_on_after_a_line_that_broke() {
    with_site(async |site| {
        let one = site.browser(1280, 900).await;
        let other = site.browser(390, 844).await;
        one.arrive("Ann Example").await;
        other.arrive("Bernardo").await;
        one.seek("chess", "none").await;
        state(&one, "waiting").await;
        one.js(BREAKS).await;
        state(&one, "disconnected").await;
        state(&one, "waiting").await;
        other.seek("chess", "none").await;
        for browser in [&one, &other] {
            browser.at_the_board().await;
        }
        // Back in the lobby nobody is looked for any more.
        one.go("/").await;
        state(&one, "playing").await;
        one.until("document.getElementById('seeking').hidden").await;
    });
}

#[test]
fn moves_are_typed_one_after_the_other_without_leaving_the_field() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        let is_there = "document.activeElement.id === 'typed-move'";
        white.turn().await;
        white.write("#typed-move", "e4\u{e007}").await;
        white.reads("#moves", "e4").await;
        white.until(is_there).await;
        // What is typed too early stays to be sent.
        white.press("f4\u{e007}").await;
        black.moves("e7", "e5").await;
        white.reads("#moves", "e5").await;
        white.turn().await;
        white.until(is_there).await;
        white.press("\u{e007}").await;
        black.reads("#moves", "f4").await;
        let below = "document.querySelector('.board .rank:last-child .cell').dataset.cell";
        white.until(&format!("{below} === 'a1'")).await;
    });
}

#[test]
fn who_is_asked_to_take_back_a_move_may_move_instead() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        white.moves("e2", "e4").await;
        white.click("#takeback").await;
        black.reads("#status", "asks to take a move back").await;
        // Before the question is none any more.
        black
            .until("/^●/.test(document.title) && document.getElementById('answer-yes')")
            .await;
        black.moves("e7", "e5").await;
        white.reads("#moves", "e5").await;
        // The question has gone with it.
        black
            .until("!document.querySelector('#status').textContent.includes('take a move back')")
            .await;
    });
}

#[test]
fn a_seat_that_is_given_up_is_given_up_in_the_page_and_others_keep_what_they_hold() {
    with_site(async |site| {
        let host = site.browser(1280, 900).await;
        host.sign_up("Hostess", "correct horse").await;
        gathering(&host, 3).await;
        let room = host.js("return location.pathname").await;
        host.until("document.getElementById('share')").await;
        host.js("document.getElementById('share').focus()").await;
        host.js("document.querySelector('.gather-seat select').value = 'hard'")
            .await;
        let guest = site.browser(390, 844).await;
        guest.arrive("Bernardo").await;
        guest.go(room.as_str().expect("a path")).await;
        // The last seat, so that the host's list stands before it.
        guest.click(".gather-seat:last-child .small-button").await;
        let buttons = "document.querySelectorAll('#gather > .row-flow .button').length";
        guest.until(&format!("{buttons} === 2")).await;
        host.reads(".gather-seat:last-child", "Bernardo").await;
        host.until("document.activeElement.id === 'share'").await;
        let level = host
            .js("return document.querySelector('.gather-seat select').value")
            .await;
        assert_eq!(level, json!("hard"), "the host had chosen a level");
        guest.click("#gather > .row-flow .button:not(.main)").await;
        guest.until(&format!("{buttons} === 0")).await;
        host.until("document.querySelectorAll('.gather-seat select').length === 2")
            .await;
        host.until("document.activeElement.id === 'share'").await;
    });
}

/// An event of the mouse over a cell.
async fn mouse(browser: &Browser, kind: &str, cell: &str, button: &str, buttons: u8) {
    let place = browser
        .js(&format!(
            "const box = document.querySelector('[data-cell={cell}]').getBoundingClientRect(); \
             return [box.left + box.width / 2, box.top + box.height / 2]"
        ))
        .await;
    let event = json!({"type": kind, "x": place[0], "y": place[1], "button": button,
        "buttons": buttons, "clickCount": 1});
    let _: Value = browser.chromium("Input.dispatchMouseEvent", event).await;
}

#[test]
fn the_other_button_breaks_a_drag_off() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        white.turn().await;
        white
            .js("document.querySelector('[data-cell=e2]').scrollIntoView({block: 'nearest'})")
            .await;
        mouse(&white, "mouseMoved", "e2", "none", 0).await;
        mouse(&white, "mousePressed", "e2", "left", 1).await;
        mouse(&white, "mouseMoved", "e3", "left", 1).await;
        mouse(&white, "mouseMoved", "e4", "left", 1).await;
        white.until("document.querySelector('.piece.drag')").await;
        mouse(&white, "mousePressed", "e4", "right", 3).await;
        mouse(&white, "mouseReleased", "e4", "left", 2).await;
        mouse(&white, "mouseReleased", "e4", "right", 0).await;
        white.until("!document.querySelector('.piece.drag')").await;
        // A click elsewhere is nothing but that.
        mouse(&white, "mousePressed", "e4", "left", 1).await;
        mouse(&white, "mouseReleased", "e4", "left", 0).await;
        white.moves("d2", "d4").await;
        black.reads("#moves", "d4").await;
        assert_eq!(black.js(&format!("return {PLIES}")).await, json!(1));
    });
}

#[test]
fn the_first_and_the_last_line_of_a_list_are_reached_by_its_own_keys() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        white.moves("e2", "e4").await;
        black.moves("e7", "e5").await;
        white.reads("#moves", "e5").await;
        let home = |id: &str| {
            format!(
                "const key = new KeyboardEvent('keydown', {{ key: 'Home', bubbles: true, cancelable: true }});
                 document.getElementById('{id}').dispatchEvent(key);
                 return key.defaultPrevented;"
            )
        };
        for (id, taken) in [("chat-lines", false), ("messages", false), ("moves", true)] {
            assert_eq!(white.js(&home(id)).await, json!(taken), "{id}");
        }
    });
}
