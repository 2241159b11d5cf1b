//! How boards look by choice, and what stays in sight: boards and pieces, zen, larger cells, the own clock, cut names.

use crate::board::{at_one_screen, begins, plays};
use crate::games::meet_at;
use crate::harness::{Browser, axe, with_site};
use crate::pages::{faults, machine_game};
use crate::screenshots::look;
use serde_json::{Value, json};

/// Chooses in a list.
async fn pick(browser: &Browser, id: &str, value: &str) {
    let script = format!(
        "const list = document.getElementById('{id}'); list.value = '{value}'; list.dispatchEvent(new Event('change'))"
    );
    browser.js(&script).await;
}

/// The form of the king that is drawn, and the colour of a dark square.
async fn drawn(browser: &Browser) -> Value {
    browser
        .js("return [document.querySelector('#king path').getAttribute('d').slice(0, 8), getComputedStyle(document.querySelector('.cell.dark')).backgroundColor]")
        .await
}

#[test]
fn boards_and_pieces_are_chosen_and_kept_on_every_page() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        at_one_screen(&browser).await;
        let usual = drawn(&browser).await;
        browser.click(".look summary").await;
        let mut seen = vec![usual.clone()];
        for (board, pieces) in [
            ("green", "round"),
            ("blue", "bold"),
            ("grey", ""),
            ("rose", ""),
            ("clear", "bold"),
        ] {
            pick(&browser, "board-colors", board).await;
            pick(&browser, "piece-set", pieces).await;
            let now = drawn(&browser).await;
            assert!(
                seen.iter().all(|other| other[1] != now[1]),
                "{board}: {now} in {seen:?}"
            );
            assert_eq!(pieces.is_empty(), now[0] == usual[0], "{pieces}: {now}");
            seen.push(now);
        }
        if let Some(axe) = axe() {
            assert_eq!(faults(&browser, &axe, "look").await, Vec::<String>::new());
        }
        let last = seen.last().expect("one").clone();
        browser.go("/problems/1").await;
        browser.until("document.querySelector('.cell.can')").await;
        assert_eq!(drawn(&browser).await, last);
        assert_eq!(
            browser
                .js("return document.getElementById('piece-set').value")
                .await,
            json!("bold")
        );
        at_one_screen(&browser).await;
        plays(&browser, "e2", "e4").await;
        assert_eq!(drawn(&browser).await, last);
        browser.leave().await;
    });
}

#[test]
fn zen_leaves_the_board_and_a_way_back() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        at_one_screen(&browser).await;
        let shown = "return ['.top', '.bottom', '#board', '#zen', '#seats'].map((css) => document.querySelector(css).checkVisibility())";
        assert_eq!(
            browser.js(shown).await,
            json!([true, true, true, true, true])
        );
        browser.click("#zen").await;
        assert_eq!(
            browser.js(shown).await,
            json!([false, false, true, true, true])
        );
        // It is kept, and ends by the key.
        at_one_screen(&browser).await;
        assert_eq!(
            browser.js(shown).await,
            json!([false, false, true, true, true])
        );
        if let Some(axe) = axe() {
            assert_eq!(faults(&browser, &axe, "zen").await, Vec::<String>::new());
        }
        browser.js("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', bubbles: true }))").await;
        assert_eq!(
            browser.js(shown).await,
            json!([true, true, true, true, true])
        );
        browser.click("#zen").await;
        browser.go("/").await;
        assert_eq!(
            browser
                .js("return document.querySelector('.top').checkVisibility()")
                .await,
            json!(true)
        );
        browser.leave().await;
    });
}

/// The largest board of Rolit, of 17 by 17 cells.
fn largest() -> String {
    let rows: Vec<String> = (1..=17)
        .map(|row| match row {
            8 => "8RY7".to_owned(),
            9 => "8YR7".to_owned(),
            _ => "17".to_owned(),
        })
        .collect();
    format!("{} Y YR 1 students", rows.join("/"))
}

#[test]
fn a_board_of_17_by_17_is_played_on_a_phone() {
    with_site(async |site| {
        let phone = site.phone().await;
        at_one_screen(&phone).await;
        assert_eq!(
            phone
                .js("return document.getElementById('zoom').hidden")
                .await,
            json!(true)
        );
        let start = format!("document.getElementById('start').value = '{}';", largest());
        begins(&phone, "rolit", &start).await;
        phone
            .until("document.querySelectorAll('.board.rolit .cell').length === 289")
            .await;
        phone.until("!document.getElementById('zoom').hidden").await;
        let wide = "return document.querySelector('.board .cell').getBoundingClientRect().width";
        assert!(phone.js(wide).await.as_f64().expect("a number") < 24.0);
        phone.click("#zoom").await;
        assert!(phone.js(wide).await.as_f64().expect("a number") >= 44.0);
        // What can be played is in sight, and the page itself does not move sideways.
        let cell = phone.js("const f = document.getElementById('board').getBoundingClientRect(); return [...document.querySelectorAll('.cell.target')].find((c) => { const r = c.getBoundingClientRect(); return r.left >= f.left && r.right <= f.right && r.top >= f.top && r.bottom <= f.bottom; })?.dataset.cell").await;
        let cell = cell.as_str().expect("a target in sight").to_owned();
        phone.touches(&[&cell]).await;
        phone
            .until("document.querySelectorAll('.board .ball').length === 5")
            .await;
        assert_eq!(
            phone
                .js("return document.documentElement.scrollWidth <= innerWidth")
                .await,
            json!(true)
        );
        if let Some(axe) = axe() {
            assert_eq!(faults(&phone, &axe, "zoom").await, Vec::<String>::new());
        }
        phone.click("#zoom").await;
        assert!(phone.js(wide).await.as_f64().expect("a number") < 24.0);
        phone.leave().await;
    });
}

#[test]
fn the_own_clock_and_the_header_are_in_sight_at_the_end_of_a_game() {
    with_site(async |site| {
        let browsers = [site.browser(1440, 900).await, site.browser(1440, 900).await];
        let browsers = meet_at(browsers, "chess", "5+3").await;
        let first = crate::harness::to_move([&browsers[0], &browsers[1]]).await;
        let other = &browsers[1 - first];
        browsers[first].moves("e2", "e4").await;
        other
            .until("document.querySelectorAll('.ply').length === 1")
            .await;
        other.click("#resign").await;
        other.click("#resign").await;
        for browser in &browsers {
            browser.until("document.getElementById('game').dataset.phase === 'over' && document.querySelector('.verdict')").await;
            let seen = "return [...document.querySelectorAll('.seat-line .clock, .top, #rematch')].map((part) => { const r = part.getBoundingClientRect(); return r.height > 0 && r.top >= 0 && r.bottom <= innerHeight; })";
            assert_eq!(browser.js(seen).await, json!([true, true, true, true]));
            browser.js("scrollTo(0, 10000)").await;
            let top = browser
                .js("return document.querySelector('.top').getBoundingClientRect().top")
                .await;
            assert_eq!(top, json!(0));
        }
        for browser in browsers {
            browser.leave().await;
        }
    });
}

#[test]
fn the_machine_button_stays_where_it_is() {
    with_site(async |site| {
        for width in [1440, 390] {
            let browser = site.browser(width, 900).await;
            let name = format!("{}{}", "W".repeat(28), width % 100);
            browser.arrive(&name).await;
            browser
                .until("document.querySelector('#seeks .empty')")
                .await;
            let at = "return Math.round(document.querySelector('#way-machine summary').getBoundingClientRect().top + scrollY)";
            let before = browser.js(at).await;
            browser.click("#quick").await;
            browser.until("!document.getElementById('seeking').hidden && document.querySelector('#seeks .entry')").await;
            assert_eq!(
                browser.js(at).await,
                before,
                "{width}: while an opponent is looked for"
            );
            let whole = browser.js("return document.querySelector('#seeks .name').title + document.querySelector('#me .name').title").await;
            assert_eq!(whole.as_str().expect("titles").matches('W').count(), 56);
            assert_eq!(
                browser
                    .js("return document.documentElement.scrollWidth <= innerWidth")
                    .await,
                json!(true)
            );
            browser.click("#unseek").await;
            browser
                .until("document.getElementById('seeking').hidden")
                .await;
            assert_eq!(browser.js(at).await, before, "{width}: afterwards");
            // Nor does what it opens move it.
            browser.click("#way-machine summary").await;
            browser
                .until("document.getElementById('machine').checkVisibility()")
                .await;
            assert_eq!(browser.js(at).await, before, "{width}: opened");
            browser.reads("#levels", "800").await;
            browser.leave().await;
        }
    });
}

/// Each text of a long name or title that is cut without the whole of it on hover, or that takes more than three lines.
const UNTOLD: &str = "return [...document.querySelectorAll('#main *, .top *')].filter((part) => {
    const own = [...part.childNodes].some((node) => node.nodeType === 3 && /W{20}/.test(node.data));
    if (!own || !part.checkVisibility() || part.matches('title, script, option, textarea')) return false;
    const box = part.getBoundingClientRect();
    let cut = part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1;
    for (let outer = part.parentElement; outer && !cut; outer = outer.parentElement) {
        const style = getComputedStyle(outer);
        cut = style.overflowX === 'hidden' && (box.right > outer.getBoundingClientRect().right + 1);
    }
    const whole = part.closest('[title]')?.title ?? '';
    const names = part.textContent.match(/W{20,}/g);
    const lines = box.height / parseFloat(getComputedStyle(part).lineHeight);
    return lines > 3.2 || (cut && !names.every((name) => whole.includes(name)));
}).map((part) => `${part.className} ${part.textContent.slice(0, 40)}`)";

#[test]
fn names_and_titles_of_any_length_are_cut_and_whole_on_hover() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        browser.go("/").await;
        let (name, title) = ("W".repeat(30), "W".repeat(500));
        let post = async |path: &str, body: serde_json::Value| {
            let script = format!(
                "return fetch('{path}', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: JSON.stringify({body})}}).then((answer) => answer.json())"
            );
            browser.js(&script).await
        };
        post(
            "/api/sign-up",
            json!({"name": name, "password": "correct horse"}),
        )
        .await;
        let saved = post(
            "/api/compose/save",
            json!({"fen": "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "moves": 2, "author": title, "title": title, "source": title, "tags": []}),
        )
        .await;
        let problem = saved["id"].as_i64().expect("a problem");
        let tournament = post(
            "/api/tournaments",
            json!({"name": "W".repeat(60), "kind": "swiss", "game": "chess", "clock": "5+3", "rounds": "5", "minutes": "45", "first_move": "60"}),
        )
        .await;
        let tournament = tournament["go"].as_str().expect("an address").to_owned();
        post(&format!("/api{tournament}/join"), json!({})).await;
        // A game that is over, for the lists of past games.
        machine_game(&browser, "chess").await;
        let room = browser.js("return location.pathname").await;
        let room = room.as_str().expect("a room").to_owned();
        browser.click("#resign").await;
        browser.click("#resign").await;
        browser
            .until("document.getElementById('game').dataset.phase === 'over'")
            .await;
        for path in [
            "/".to_owned(),
            room,
            "/problems?mine=yes".to_owned(),
            format!("/problems/{problem}"),
            "/tournaments".to_owned(),
            tournament,
            format!("/user/{name}"),
            "/ranking".to_owned(),
            "/watch".to_owned(),
            "/account".to_owned(),
        ] {
            browser.go(&path).await;
            browser
                .until("document.getElementById('state')?.dataset.state === 'connected'")
                .await;
            let named = browser
                .js("return /W{20}/.test(document.body.innerText)")
                .await;
            assert_eq!(named, json!(true), "{path}");
            look(&browser, &format!("long{}", path.replace(['/', '?'], "-"))).await;
            let wide = "return document.documentElement.scrollWidth <= innerWidth";
            assert_eq!(browser.js(wide).await, json!(true), "{path}");
            assert_eq!(browser.js(UNTOLD).await, json!([]), "{path}");
        }
        browser.leave().await;
    });
}
