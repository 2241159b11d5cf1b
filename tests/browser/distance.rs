//! Pages of two players at different places: turns that pass, logs, absences, offers, results.

use crate::games::{meet_at, paired};
use crate::harness::{Browser, Site, with_site, with_site_of};
use crate::pages::from_position;
use serde_json::json;

/// Two at a game of Kamisado that begins with a position, which must have the towers `towers`: White first, who is to
/// move, with a clock.
async fn kamisado_from(site: &Site, towers: &str, position: &str) -> [Browser; 2] {
    let white = site.browser(1440, 900).await;
    let black = site.browser(390, 844).await;
    white.arrive("Ann").await;
    white
        .js(
            "document.querySelector('input[name=game][value=kamisado]').click(); \
             document.querySelector('input[name=clock][value=\"5+3\"]').click(); \
             document.querySelector('input[name=color][value=\"1\"]').click()",
        )
        .await;
    let choice = format!("document.getElementById('towers').value = '{towers}'");
    white.js(&choice).await;
    from_position(&white, position).await;
    white.click("#way-private summary").await;
    white.click("#challenge").await;
    white.until("document.querySelector('.gather-seat')").await;
    let room = white.js("return location.pathname").await;
    black.arrive("Bob").await;
    black.go(room.as_str().expect("a path")).await;
    black.click(".gather-seat .free button").await;
    for browser in [&white, &black] {
        browser.at_the_board().await;
        browser
            .until("document.getElementById('game').dataset.phase === 'playing' && document.querySelector('#game[data-rules=here]')")
            .await;
    }
    [white, black]
}

/// Lines of the log, whether it is looked at or not.
async fn log(browser: &Browser) -> Vec<String> {
    let lines = browser
        .js("return [...document.querySelectorAll('#messages li')].map((line) => line.textContent)")
        .await;
    serde_json::from_value(lines).expect("lines")
}

#[test]
fn a_blocked_turn_is_told_to_both_and_the_log_is_whole_after_a_reload() {
    with_site(async |site| {
        // Brown must answer on f6, and Black's brown tower on a7 is blocked.
        let start = "NZPSARVM/m7/8/8/8/8/8/1vraspzn w R 0";
        let [white, black] = kamisado_from(site, "all", start).await;
        white.moves("f8", "f6").await;
        let blocked = "Black: the brown tower on a7 is blocked. The turn passes.";
        for browser in [&white, &black] {
            browser.reads("#status .blocked", blocked).await;
            browser
                .until("document.querySelectorAll('.ply').length === 2 && document.querySelector('.ply .took')")
                .await;
        }
        white.reads("#status", "Your move.").await;
        let told = log(&black).await;
        let told = &told[told.len() - 2..];
        assert!(
            told[0].starts_with("1. White: f8f6 (") && told[1].contains(blocked),
            "{told:?}"
        );
        let page = black.js("return location.pathname").await;
        black.go(page.as_str().expect("a path")).await;
        black.at_the_board().await;
        black
            .until("document.querySelector('#game[data-rules=here]')")
            .await;
        black.reads("#status .blocked", blocked).await;
        black.reads("#messages", blocked).await;
        let lines = log(&black).await;
        let moves: Vec<&String> = lines
            .iter()
            .filter(|line| line.contains("White: f8f6"))
            .collect();
        assert_eq!(moves.len(), 1, "not doubled: {lines:?}");
        // The board as text.
        white.click("#tab-text").await;
        white.reads("#text-board", "-WR-").await;
        // The next move ends what was told of the turn before.
        white.click(".cell.must").await;
        white.click(".cell.target:not([data-cell$='1'])").await;
        for browser in [&white, &black] {
            browser
                .until("document.querySelectorAll('.ply').length >= 3")
                .await;
        }
        black.click("#resign").await;
        black.click("#resign").await;
        white.reads("#status .verdict", "You won.").await;
        black.reads("#status .verdict", "You lost.").await;
        assert!(
            log(&white)
                .await
                .last()
                .is_some_and(|line| line.contains("You won."))
        );
        // Begun again between the two, with colours changed.
        white.click("#rematch").await;
        black.reads("#game", "wants a rematch").await;
        black.click("#rematch").await;
        let before = page.as_str().expect("a path");
        for browser in [&white, &black] {
            browser
                .until(&format!("location.pathname !== '{before}' && document.querySelector('#game:not(.loading) .cell')"))
                .await;
        }
    });
}

#[test]
fn whoever_waits_for_an_absent_player_may_claim_the_game() {
    with_site_of("claim_seconds = 1", async |site| {
        let [white, black] = paired(site, "chess").await;
        white.moves("e2", "e4").await;
        black.reads("#moves", "e4").await;
        assert_eq!(
            black.js("return document.getElementById('claim')").await,
            json!(null)
        );
        white.leave().await;
        black
            .until("/can be claimed in [0-9]+ s/.test(document.querySelector('#seat-top').textContent)")
            .await;
        black
            .reads("#status", "You may claim the game, or wait.")
            .await;
        assert_eq!(
            black
                .js("return document.getElementById('game').dataset.phase")
                .await,
            json!("playing")
        );
        black.click("#claim").await;
        black.reads("#status .verdict", "You won.").await;
    });
}

#[test]
fn one_who_is_offered_a_draw_moves_on_and_what_was_planned_is_played() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        // A move in advance, then an offer: it is played nevertheless.
        black.click("[data-cell='e7']").await;
        black.click("[data-cell='e5']").await;
        black.reads("#premove", "e5").await;
        white.click("#draw").await;
        black
            .reads("#status", "offers a draw. A move declines it.")
            .await;
        white.moves("e2", "e4").await;
        for browser in [&white, &black] {
            browser.reads("#moves", "e5").await;
            browser
                .until("!document.getElementById('answer-yes') && !document.getElementById('status').textContent.includes('draw')")
                .await;
        }
        white.reads("#messages", "declines the draw").await;
    });
}

#[test]
fn the_way_back_to_the_present_does_not_cover_the_board() {
    with_site(async |site| {
        let browsers = paired(site, "chess").await;
        browsers[0].moves("e2", "e4").await;
        for browser in &browsers {
            browser.reads("#moves", "e4").await;
            browser
                .until("document.querySelector('#game[data-rules=here]')")
                .await;
            browser.click("#first").await;
            browser
                .until("!document.getElementById('live-note').hidden")
                .await;
            let apart = browser
                .js("const [a, b] = ['live-note', 'board'].map((id) => document.getElementById(id).getBoundingClientRect()); \
                     return a.height > 0 && (a.top >= b.bottom || a.left >= b.right || a.right <= b.left)")
                .await;
            assert_eq!(apart, json!(true));
            browser.click("#live-note").await;
            browser
                .until("document.getElementById('live-note').hidden")
                .await;
        }
    });
}

#[test]
fn somebody_is_challenged_from_the_profile() {
    with_site(async |site| {
        let [one, other] = [site.browser(1280, 900).await, site.browser(390, 844).await];
        one.sign_up("Challenged", "a long enough sentence").await;
        one.go("/problems").await;
        one.until("document.getElementById('state').dataset.state === 'connected'")
            .await;
        other.sign_up("Challenger", "a long enough sentence").await;
        other.go("/user/Challenged").await;
        other.click("#challenge-go").await;
        other
            .until("document.getElementById('state')?.dataset.state === 'connected'")
            .await;
        other
            .reads("#challenge-whom", "You challenge Challenged")
            .await;
        other.click("#challenge").await;
        one.reads(".challenge", "Challenger wants to play with you")
            .await;
        one.click(".challenge a").await;
        one.click(".gather-seat .free button").await;
        for browser in [&one, &other] {
            browser
                .until("document.getElementById('game')?.dataset.phase === 'playing'")
                .await;
            // Names lead to profiles.
            browser
                .until("document.querySelector('.seat-line a[href=\"/user/Challenger\"]')")
                .await;
        }
    });
}

/// Notes the notifications and the tones of a page, in which notifications are on.
const LISTEN: &str = "localStorage.setItem('notify', 'yes');
    window.shown = [];
    window.tones = [];
    window.Notification = class extends EventTarget {
      static permission = 'granted';
      constructor(text, { tag }) { super(); window.shown.push([text, tag]); }
    };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...at) {
      window.tones.push(this.frequency.value);
      return start.apply(this, at);
    };";

/// The same in Chrome on Android, where a service worker alone may show notifications.
const LISTEN_ON_ANDROID: &str = "localStorage.setItem('notify', 'yes');
    window.shown = [];
    window.Notification = class {
      static permission = 'granted';
      constructor() { throw new TypeError('Illegal constructor'); }
    };
    navigator.serviceWorker.getRegistration = async () => ({
      showNotification: async (text, { tag, data }) => { window.shown.push([text, tag, data]); },
    });";

/// Waits until the page has shown one notification about a game.
async fn notified(browser: &Browser, room: &str) {
    browser.until("window.shown.length > 0").await;
    let shown = browser.js("return window.shown").await;
    let only = shown.as_array().filter(|shown| shown.len() == 1);
    let only = only.unwrap_or_else(|| panic!("not one notification: {shown}"));
    let text = only[0][0].as_str().expect("a text");
    assert!(
        text.contains("your turn") && text.contains("3 d per move"),
        "{text}"
    );
    assert_eq!(only[0][1], json!(room));
}

#[test]
fn a_game_by_correspondence_says_wherever_one_is_that_it_is_ones_turn() {
    with_site(async |site| {
        let [one, other] = [site.browser(1280, 900).await, site.browser(390, 844).await];
        let browsers = meet_at([one, other], "chess", "259200/turn").await;
        let [white, black] = &browsers;
        white.reads(".seat-line .clock", "3 d").await;
        white
            .until("document.querySelector('#seat-top .clock').title === '3 days'")
            .await;
        let room = white.js("return location.pathname").await;
        let room = room.as_str().expect("a path").to_owned();
        let id = room.strip_prefix("/game/").expect("a game");
        black.go("/problems").await;
        black
            .until("document.getElementById('state').dataset.state !== 'disconnected'")
            .await;
        assert_eq!(
            black.js("return document.title.startsWith('(')").await,
            json!(false)
        );
        black.js(LISTEN).await;
        // A page may sound once it was clicked on.
        black.click("h1").await;
        white.moves("e2", "e4").await;
        black.until("document.title.startsWith('(1) ')").await;
        notified(black, id).await;
        // The two tones of a call, once.
        black.until("window.tones.join() === '523,659'").await;
        black.go("/").await;
        black.reads("#my-list", "Your turn").await;
        black.until("document.title.startsWith('(1) ')").await;
        black.click("#my-list a.main").await;
        black.at_the_board().await;
        black.moves("e7", "e5").await;
        white.reads("#moves", "e5").await;
        // The game is open, but nobody looks at it.
        black.js(LISTEN).await;
        black
            .js("Object.defineProperty(document, 'hidden', { get: () => true })")
            .await;
        white.moves("g1", "f3").await;
        notified(black, id).await;
        black.moves("b8", "c6").await;
        white.reads("#moves", "Nc6").await;
        assert_eq!(black.js("return window.shown.length").await, json!(1));
        // What a notification does, or does not, keeps the lobby's list from nothing.
        black.go("/").await;
        black
            .until("document.getElementById('state').dataset.state === 'playing'")
            .await;
        black.js(LISTEN_ON_ANDROID).await;
        white.moves("f1", "c4").await;
        notified(black, id).await;
        assert_eq!(black.js("return window.shown[0][2]").await, json!(room));
        black.reads("#my-list", "Your turn").await;
        // Nobody is told to hurry: whoever is away cannot be claimed to be.
        white.reads("#seat-top", "not here").await;
    });
}

const UNMARKED: &str = "!document.title.startsWith('(') && !document.getElementById('my-list').textContent.includes('Your turn')";

#[test]
fn a_move_in_one_tab_takes_the_marks_from_the_others() {
    with_site(async |site| {
        let [one, other] = [site.browser(1280, 900).await, site.browser(1280, 900).await];
        let browsers = meet_at([one, other], "chess", "259200/turn").await;
        let [white, black] = &browsers;
        let room = white.js("return location.pathname").await;
        let room = room.as_str().expect("a path").to_owned();
        let game = black.client.window().await.expect("a tab");
        // Whoever has the game open is not told that it waits.
        black.go("/problems").await;
        let lobby = black.client.new_window(true).await.expect("another tab");
        for (step, (ours, theirs)) in [("e2e4", "e7e5"), ("g1f3", "b8c6")].into_iter().enumerate() {
            black
                .client
                .switch_to_window(lobby.handle.clone())
                .await
                .expect("the lobby");
            black.go("/").await;
            black
                .until("document.getElementById('state').dataset.state === 'playing'")
                .await;
            white.moves(&ours[..2], &ours[2..]).await;
            black.reads("#my-list", "Your turn").await;
            black.until("document.title.startsWith('(1) ')").await;
            if step == 0 {
                // This tab hears of the move although nobody looks at it.
                black
                    .js("Object.defineProperty(document, 'hidden', { get: () => true })")
                    .await;
            }
            black
                .client
                .switch_to_window(game.clone())
                .await
                .expect("the game");
            black.go(&room).await;
            black.at_the_board().await;
            if step == 1 {
                // As on another device, of which this browser does not hear.
                black.js("Storage.prototype.setItem = () => {}").await;
            }
            black.moves(&theirs[..2], &theirs[2..]).await;
            black
                .until(&format!(
                    "document.querySelectorAll('.ply').length === {}",
                    2 * step + 2
                ))
                .await;
            white
                .until(&format!(
                    "document.querySelectorAll('.ply').length === {}",
                    2 * step + 2
                ))
                .await;
            black.go("/problems").await;
            black
                .client
                .switch_to_window(lobby.handle.clone())
                .await
                .expect("the lobby");
            if step == 1 {
                black
                    .js("document.dispatchEvent(new Event('visibilitychange'))")
                    .await;
            }
            black.until(UNMARKED).await;
        }
    });
}

#[test]
fn a_game_by_correspondence_goes_on_when_the_server_has_been_started_again() {
    with_site(async |site| {
        let [one, other] = [site.browser(1280, 900).await, site.browser(390, 844).await];
        // By the number of days in the field.
        let browsers = meet_at([one, other], "chess", "days").await;
        let [white, black] = &browsers;
        white.reads("#seat-top .clock", "5 d").await;
        white.moves("e2", "e4").await;
        black.reads("#moves", "e4").await;
        site.stop();
        for browser in &browsers {
            browser
                .until("document.getElementById('state').dataset.state === 'disconnected'")
                .await;
        }
        let _server = site.start_again();
        for browser in &browsers {
            browser
                .until("document.getElementById('state').dataset.state === 'playing'")
                .await;
        }
        black.moves("e7", "e5").await;
        white.reads("#moves", "e5").await;
        // Whoever comes later finds it as well.
        let room = white.js("return location.pathname").await;
        white.go(room.as_str().expect("a path")).await;
        white.at_the_board().await;
        white.reads("#moves", "e5").await;
        white.moves("g1", "f3").await;
        black.reads("#moves", "Nf3").await;
        black.reads("#seat-top .clock", "5 d").await;
    });
}

#[test]
fn what_was_told_of_moves_that_were_taken_back_is_told_no_more() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        white.moves("e2", "e4").await;
        black.reads("#moves", "e4").await;
        black.turn().await;
        black.click("#draw").await;
        white.click("#answer-no").await;
        // Whoever declines knows it.
        black.reads("#messages", "declines the draw").await;
        black.moves("e7", "e5").await;
        white.reads("#moves", "e5").await;
        white.click("#takeback").await;
        black.click("#answer-yes").await;
        for browser in [&white, &black] {
            browser
                .until("document.querySelectorAll('.ply').length === 0")
                .await;
        }
        white.moves("d2", "d4").await;
        black.reads("#moves", "d4").await;
        let page = black.js("return location.pathname").await;
        black.go(page.as_str().expect("a path")).await;
        black.at_the_board().await;
        for browser in [&white, &black] {
            browser.reads("#messages", "d4").await;
            let lines = log(browser).await;
            assert!(lines.iter().all(|line| !line.contains("draw")), "{lines:?}");
        }
    });
}

#[test]
fn a_game_of_kamisado_begins_with_fewer_towers() {
    with_site(async |site| {
        let start = "N6M/8/8/8/8/8/8/mv5n w - 0 2";
        let [white, black] = kamisado_from(site, "some", start).await;
        for browser in [&white, &black] {
            let towers = "return document.querySelectorAll('.board .tower').length";
            assert_eq!(browser.js(towers).await, json!(5));
        }
        // White goes to a red square; Black has no red tower and moves any.
        white.moves("a8", "a7").await;
        black
            .until("document.querySelectorAll('.ply').length === 1")
            .await;
        black.moves("b1", "b2").await;
        white
            .until("document.querySelectorAll('.ply').length === 2")
            .await;

        let other = site.browser(1440, 900).await;
        other.arrive("Cem").await;
        other
            .js("document.querySelector('input[name=game][value=kamisado]').click()")
            .await;
        from_position(&other, start).await;
        other.click("#way-private summary").await;
        other.click("#challenge").await;
        other
            .reads("#play-error", "Black has no yellow tower")
            .await;
    });
}
