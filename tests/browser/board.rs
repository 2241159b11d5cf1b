//! People and machines at one screen: all games, by the rules in the page, with no server once it is there.

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

/// Script that chooses the rules of Rolit and the number of its seats.
fn rolit(rules: &str, players: usize) -> String {
    format!(
        "for (const [id, value] of [['rules', '{rules}'], ['players', '{players}']]) {{
           document.getElementById(id).value = value;
           document.getElementById(id).dispatchEvent(new Event('change', {{ bubbles: true }}));
         }}"
    )
}

/// Script that seats a machine of a level, or a person.
fn seats(seat: usize, who: &str) -> String {
    format!(
        "const seat{seat} = document.getElementById('seat-who-{seat}');
         seat{seat}.value = '{who}';
         seat{seat}.dispatchEvent(new Event('change', {{ bubbles: true }}));"
    )
}

/// Plays any move when it is the turn of a person, and waits for so many plies.
async fn plays_any(browser: &Browser, plies: usize) {
    browser
        .until("document.querySelector('.cell.target')")
        .await;
    browser
        .js("document.querySelector('.cell.target').scrollIntoView({ block: 'center' })")
        .await;
    browser.click(".cell.target").await;
    browser.until(&format!("{PLIES} === {plies}")).await;
}

/// Waits until the page has loaded all that the machines of its game need.
async fn with_machines(browser: &Browser) {
    at_one_screen(browser).await;
    browser
        .until("document.getElementById('local').dataset.machines === 'here'")
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
        begins(&browser, "rolit", &rolit("official", 4)).await;
        browser
            .until("document.querySelectorAll('#seats li').length === 4")
            .await;
        for plies in 1..=8 {
            plays_any(&browser, plies).await;
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

#[test]
fn one_person_and_two_machines_play_the_students_rolit_without_a_server() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        at_one_screen(&browser).await;
        let choose = format!(
            "{}
             document.getElementById('shape').value = 'diamond';
             document.getElementById('seat-color-0').value = 'K';
             {}{}",
            rolit("students", 3),
            seats(1, "easy"),
            seats(2, "medium")
        );
        begins(&browser, "rolit", &choose).await;
        browser
            .until("document.querySelectorAll('#seats li').length === 3")
            .await;
        browser.reads("#seats", "Machine, medium").await;
        plays_any(&browser, 3).await;
        browser.kept_without(site, with_machines).await;
        // The game, the form and the machines are as they were.
        browser.until(&format!("{PLIES} === 3")).await;
        let form = browser
            .js("return ['game', 'rules', 'seat-color-0', 'seat-who-0', 'seat-who-2'].map((id) => document.getElementById(id).value)")
            .await;
        assert_eq!(form, json!(["rolit", "students", "K", "person", "medium"]));
        plays_any(&browser, 6).await;
        plays_any(&browser, 9).await;
        // Taking back leads to the person's turn, not to that of a machine.
        browser.click("#takeback").await;
        browser.until(&format!("{PLIES} === 6")).await;
        plays_any(&browser, 9).await;
    });
}

#[test]
fn a_person_plays_kamisado_against_a_level_without_a_server() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        at_one_screen(&browser).await;
        begins(&browser, "kamisado", &seats(0, "hard")).await;
        // The machine begins; the person sits below.
        browser.until(&format!("{PLIES} === 1")).await;
        browser.until("document.querySelector('.cell.must')").await;
        browser.kept_without(site, with_machines).await;
        // After the person's move the machine answers; a blocked tower adds a ply by itself.
        browser.click(".cell.must").await;
        browser
            .until("document.querySelector('.cell.target')")
            .await;
        browser.click(".cell.target").await;
        browser.until(&format!("{PLIES} >= 3")).await;
    });
}

#[test]
fn a_machine_sits_down_when_there_is_no_server_any_more() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        at_one_screen(&browser).await;
        browser
            .until(
                "caches.keys()
                 .then((names) => Promise.all(names.map((name) => caches.open(name).then((store) => store.keys()))))
                 .then((kept) => kept.flat().some(({ url }) => url.includes('js/wasm.js')))",
            )
            .await;
        browser.kept_without(site, at_one_screen).await;
        begins(&browser, "kamisado", &seats(0, "easy")).await;
        browser.until(&format!("{PLIES} === 1")).await;
        browser.until("document.querySelector('.cell.must')").await;
    });
}

#[test]
fn machines_alone_play_chess_until_they_are_stopped() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        at_one_screen(&browser).await;
        let both = seats(0, "easy") + &seats(1, "expert");
        begins(&browser, "chess", &both).await;
        browser.until(&format!("{PLIES} > 2")).await;
        browser.click("#halt").await;
        browser.reads("#halt", "Go on").await;
        let plies = browser.js(&format!("return {PLIES}")).await;
        browser.click("#takeback").await;
        browser.until(&format!("{PLIES} === {plies} - 1")).await;
        assert_eq!(
            browser
                .js("return document.querySelectorAll('.cell.can').length")
                .await,
            json!(0),
            "nobody moves for a machine"
        );
        browser.click("#halt").await;
        browser.until(&format!("{PLIES} > {plies}")).await;
    });
}

#[test]
fn seats_of_one_colour_are_refused_and_the_game_before_goes_on() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        at_one_screen(&browser).await;
        let twice = rolit("students", 2)
            + "document.getElementById('seat-color-1').value = document.getElementById('seat-color-0').value;";
        begins(&browser, "rolit", &twice).await;
        browser.reads("#error", "same colour").await;
        plays(&browser, "e2", "e4").await;
        browser.until(&format!("{PLIES} === 1")).await;
    });
}
