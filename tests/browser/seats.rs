//! The lines of the players beside a board, and what a seat does before its turn where more than two play.

use crate::games::paired;
use crate::harness::{Browser, with_site};
use crate::pages::rolit_room;
use serde_json::json;

/// Script that returns, for the line of each player, the name and the picture beside it: the drawing, its side and its
/// ARIA state.
const PICTURES: &str = "return [...document.querySelectorAll('.seat-line')].map((line) => { \
    const picture = line.querySelector('.picture'); \
    return [line.querySelector('.name').textContent, picture && picture.querySelector('use').getAttribute('href'), \
            picture && picture.querySelector('svg').classList.contains('b'), picture && picture.getAttribute('aria-hidden')]; \
    }).sort()";

#[test]
fn the_picture_of_a_profile_stands_beside_the_name_in_a_game() {
    with_site(async |site| {
        let ann = site.browser(1280, 900).await;
        ann.sign_up("Ann", "correct horse").await;
        ann.go("/account").await;
        ann.js("document.querySelector('input[name=picture][value=queen-b]').click()")
            .await;
        ann.click("form[data-post='/api/profile/picture'] button")
            .await;
        ann.until("document.body.innerText.includes('Saved.')")
            .await;
        let guest = site.browser(390, 844).await;
        guest.arrive("Bernardo").await;
        ann.go("/").await;
        for browser in [&ann, &guest] {
            browser
                .until("document.getElementById('state').dataset.state === 'connected'")
                .await;
            browser.seek("chess", "none").await;
        }
        let expected = json!([
            ["Ann", "#queen", true, "true"],
            ["Bernardo", null, null, null]
        ]);
        for browser in [&ann, &guest] {
            browser.at_the_board().await;
            browser
                .until("document.getElementById('state').dataset.state === 'playing'")
                .await;
            assert_eq!(browser.js(PICTURES).await, expected);
            // It is drawn, small, and the name has its place.
            let sizes = "const [picture, name] = ['.picture svg', 'a.name'].map((css) => \
                document.querySelector('.seat-line ' + css).getBoundingClientRect()); \
                return picture.width > 16 && picture.width < 40 && name.width > 16 && name.left >= picture.right";
            assert_eq!(browser.js(sizes).await, json!(true));
        }
    });
}

const PLIES: &str = "document.querySelectorAll('.ply').length";

/// Chooses a cell in advance.
async fn ahead(browser: &Browser, cell: &str) {
    browser.click(&format!("[data-cell='{cell}']")).await;
    browser.reads("#premove", cell).await;
    browser
        .until(&format!(
            "document.querySelector('[data-cell={cell}].premove')"
        ))
        .await;
}

/// Waits until a move chosen in advance is gone, played or not.
async fn none_ahead(browser: &Browser) {
    browser
        .until("document.getElementById('premove').textContent === '' && !document.querySelector('.cell.premove')")
        .await;
}

#[test]
fn a_ball_is_put_in_advance_if_it_may_be_put_there_when_the_turn_comes() {
    with_site(async |site| {
        let [first, second] = paired(site, "rolit").await;
        second
            .until("document.querySelector('#game[data-rules=here] .board.playable')")
            .await;
        // A cell with a ball is none to be chosen; another choice replaces the one before.
        second.click("[data-cell='d4']").await;
        ahead(&second, "a1").await;
        ahead(&second, "c6").await;
        first.click("[data-cell='d3'].target").await;
        for browser in [&first, &second] {
            browser.until(&format!("{PLIES} === 2")).await;
            browser.reads("#moves", "c6").await;
        }
        none_ahead(&second).await;
        // A ball that turns nothing is not put while another could turn some.
        ahead(&second, "a1").await;
        first.click(".cell.target").await;
        second.turn().await;
        none_ahead(&second).await;
        assert_eq!(second.js(&format!("return {PLIES}")).await, json!(3));
        // A key takes it back.
        second.click(".cell.target").await;
        first.turn().await;
        ahead(&second, "a1").await;
        second.press("\u{E00C}").await;
        none_ahead(&second).await;
        for browser in [first, second] {
            browser.leave().await;
        }
    });
}

#[test]
fn three_seats_play_rolit_and_one_chooses_in_advance() {
    with_site(async |site| {
        let host = site.browser(1280, 900).await;
        host.arrive("Ann Example").await;
        rolit_room(&host, 3).await;
        host.js(
            "const seats = [...document.querySelectorAll('#rolit-seats li .who-sits')]; \
             ['me', 'open', 'easy'].forEach((value, index) => { seats[index].value = value; \
             seats[index].dispatchEvent(new Event('change', { bubbles: true })); })",
        )
        .await;
        host.click("#rolit").await;
        host.at_the_board().await;
        let guest = site.browser(1280, 900).await;
        guest.arrive("Bernardo").await;
        let path = host.js("return location.pathname").await;
        guest.go(path.as_str().expect("a path")).await;
        guest.click(".gather-seat .free button").await;
        for browser in [&host, &guest] {
            browser.click("#gather .button.main").await;
        }
        host.turn().await;
        guest
            .until("document.querySelector('#game[data-rules=here] .board.playable')")
            .await;
        // A cell beside the first ball, as the students' rules demand.
        ahead(&guest, "d4").await;
        host.click("[data-cell='d3'].target").await;
        // The machine has moved as well.
        for browser in [&host, &guest] {
            browser.until(&format!("{PLIES} === 3")).await;
            browser.reads("#moves", "d4").await;
        }
        none_ahead(&guest).await;
        for browser in [host, guest] {
            browser.leave().await;
        }
    });
}
