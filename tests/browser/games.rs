//! People who meet, play, talk, go away and come back.

use crate::harness::{Browser, Site, to_move, with_site};
use crate::screenshots::look;
use serde_json::json;
use std::time::Duration;

/// Two who are paired at a game: the one who moves first, then the other.
pub async fn paired(site: &Site, game: &str) -> [Browser; 2] {
    let browsers = [site.browser(1280, 900).await, site.browser(390, 844).await];
    meet(browsers, game, "").await
}

/// Two browsers are paired at a game after a script in the lobby of each: the one who moves first, then
/// the other.
pub async fn meet(browsers: [Browser; 2], game: &str, script: &str) -> [Browser; 2] {
    met(browsers, game, "none", script).await
}

/// The same by a clock.
pub async fn meet_at(browsers: [Browser; 2], game: &str, clock: &str) -> [Browser; 2] {
    met(browsers, game, clock, "").await
}

async fn met(browsers: [Browser; 2], game: &str, clock: &str, script: &str) -> [Browser; 2] {
    let [one, other] = browsers;
    one.arrive("Ann Example").await;
    other.arrive("Bernardo").await;
    one.js(script).await;
    other.js(script).await;
    one.seek(game, clock).await;
    one.until("document.getElementById('state').dataset.state === 'waiting'")
        .await;
    other.seek(game, clock).await;
    for browser in [&one, &other] {
        browser.at_the_board().await;
        browser
            .until("document.getElementById('state').dataset.state === 'playing'")
            .await;
    }
    match to_move([&one, &other]).await {
        0 => [one, other],
        _ => [other, one],
    }
}

#[test]
fn a_whole_game_of_chess_with_a_promotion_ends_in_mate() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        let moves = [
            ["a2", "a4"],
            ["b7", "b5"],
            ["a4", "b5"],
            ["a7", "a6"],
            ["b5", "a6"],
            ["f7", "f6"],
            ["a6", "a7"],
            ["g7", "g5"],
        ];
        for (ply, [from, to]) in moves.into_iter().enumerate() {
            [&white, &black][ply % 2].moves(from, to).await;
        }
        white.moves("a7", "b8").await;
        white
            .until("document.querySelectorAll('.promotion button').length === 4")
            .await;
        // Queen, rook, bishop, knight.
        white.click(".promotion button:nth-child(4)").await;
        black.until("document.querySelector('[data-cell=b8]').getAttribute('aria-label').includes('white knight')").await;
        black.reads("#moves", "axb8=N").await;
        for (ply, [from, to]) in [["h7", "h6"], ["e2", "e4"], ["c7", "c6"]]
            .into_iter()
            .enumerate()
        {
            [&black, &white][ply % 2].moves(from, to).await;
        }
        // The last move is typed.
        white.turn().await;
        white.write("#typed-move", "Qh5").await;
        white.click("#typed button").await;
        for browser in [&white, &black] {
            browser.reads("#status", "White wins (checkmate)").await;
            browser.reads("#moves", "Qh5#").await;
        }
        // Stepping through: the start, and back.
        black.click("#first").await;
        black.until("document.querySelector('[data-cell=e2]').getAttribute('aria-label').includes('white pawn')").await;
        black.click("#last").await;
        black
            .until("document.querySelector('[data-cell=e8].check')")
            .await;
        // Analysis in the page.
        white.click("#analyse").await;
        white
            .until("document.querySelector('#analysis svg.graph')")
            .await;
        white.until_within(Duration::from_secs(150), "document.querySelectorAll('#analysis .counts tbody tr').length === 3 && !document.querySelector('#analysis').textContent.includes('%')").await;
        white.until("document.querySelector('.ply.blunder')").await;
        // A rematch.
        white.click("#rematch").await;
        black.reads("#game", "wants a rematch").await;
        let before = black.js("return location.pathname").await;
        black.click("#rematch").await;
        white
            .until(&format!(
                "location.pathname !== {before} && location.pathname.startsWith('/game/')"
            ))
            .await;
        for browser in [white, black] {
            browser.leave().await;
        }
    });
}

/// Whether the page asks for a choice that is not made on the board.
const ASKED: &str = "return document.querySelector('#status [data-move]') !== null";

/// Plays whatever is legal in the own browser of whoever is to move, until it is over.
pub async fn played_out(browsers: &[Browser; 2], most: usize) {
    let mut missed = 0;
    for _ in 0..most {
        let mut turn = None;
        while turn.is_none() {
            for browser in browsers {
                if browser
                    .js("return document.getElementById('game').dataset.phase")
                    .await
                    == json!("over")
                {
                    return;
                }
                if browser.is_to_move().await {
                    turn = Some(browser);
                    break;
                }
            }
        }
        let Some(browser) = turn else { return };
        let count = browser
            .js("return document.querySelectorAll('.ply').length")
            .await;
        let went_on = format!(
            "document.querySelectorAll('.ply').length > {count} || document.getElementById('game').dataset.phase === 'over'"
        );
        // What has no place on the board: how the towers regroup.
        if browser.js(ASKED).await == json!(true) {
            browser.click("#status [data-move]").await;
            browser.until(&went_on).await;
            continue;
        }
        let begins = browser
            .js("return document.querySelector('.cell.must.can, .cell.can')?.dataset.cell ?? null")
            .await;
        if let Some(from) = begins.as_str() {
            browser.click(&format!("[data-cell='{from}']")).await;
        }
        // As far ahead as can be: such games end soon.
        let ends = browser
            .js("const all = [...document.querySelectorAll('.cell.target')]; return all[0]?.dataset.cell ?? null")
            .await;
        let Some(to) = ends.as_str().map(str::to_owned) else {
            // The board was being drawn anew just then.
            missed += 1;
            assert!(missed < 5, "a target");
            continue;
        };
        browser.click(&format!("[data-cell='{to}']")).await;
        browser.until(&went_on).await;
    }
    panic!("the game has no end");
}

#[test]
fn a_whole_game_of_kamisado_is_played_on_its_coloured_board() {
    with_site(async |site| {
        let browsers = paired(site, "kamisado").await;
        let [black, white] = &browsers;
        assert_eq!(
            black
                .js("return document.querySelectorAll('.tower').length")
                .await,
            json!(16)
        );
        // Black is below for Black, White for White.
        let first = |b: &'static str| {
            format!(
                "return document.querySelector('.board .rank:last-child .cell').dataset.cell === '{b}'"
            )
        };
        assert_eq!(black.js(&first("a1")).await, json!(true));
        assert_eq!(white.js(&first("h8")).await, json!(true));
        black.moves("c1", "c2").await;
        white.until("document.querySelector('.cell.must')").await;
        white.reads("#news", "Last colour: Black").await;
        played_out(&browsers, 200).await;
        for browser in &browsers {
            browser.reads("#status", " wins").await;
            // Letters can be switched off.
            browser.click("#letters").await;
            browser
                .until("document.documentElement.classList.contains('no-letters')")
                .await;
        }
    });
}

#[test]
fn a_whole_game_of_rolit_counts_live_to_a_full_board() {
    with_site(async |site| {
        let browsers = paired(site, "rolit").await;
        assert_eq!(
            browsers[0]
                .js("return document.querySelectorAll('.ball.piece').length")
                .await,
            json!(4)
        );
        browsers[0].until("document.querySelector('.gain')").await;
        played_out(&browsers, 61).await;
        for browser in &browsers {
            // Balls that turn are drawn twice meanwhile.
            browser
                .until("document.querySelectorAll('.ball.piece').length === 64")
                .await;
            browser.reads("#news", "empty cells 0").await;
            browser
                .until("document.querySelector('#status .verdict')")
                .await;
            let points = browser.js("return [...document.querySelectorAll('.seat-line .points')].reduce((sum, p) => sum + Number(p.textContent), 0)").await;
            let news = browser.text("#news").await;
            assert_eq!(points, json!(64), "{news}");
        }
    });
}

#[test]
fn a_draw_is_declined_then_accepted_and_people_talk_meanwhile() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        white.click("#draw").await;
        black.reads("#status", "offers a draw").await;
        white.reads("#status", "waiting for the answer").await;
        black.click("#answer-no").await;
        white
            .until(
                "!document.getElementById('status').textContent.includes('waiting for the answer')",
            )
            .await;
        // One offer a turn.
        white.click("#draw").await;
        white.reads("#error", "draw").await;
        white.write("#chat-input", "Good luck <b>&amp;").await;
        white.click("#chat-form button").await;
        black.reads("#chat-lines", "Good luck <b>&amp;").await;
        assert_eq!(
            black
                .js("return document.querySelectorAll('#chat-lines .said b').length")
                .await,
            json!(0)
        );
        black
            .js("document.querySelector('#chat-lines .tools button').click()")
            .await;
        black.reads("#chat-lines", "Hidden lines: 1").await;
        white.moves("e2", "e4").await;
        // A move taken back by consent.
        white.click("#takeback").await;
        black.click("#answer-yes").await;
        white
            .until("document.querySelectorAll('.ply').length === 0")
            .await;
        white.moves("d2", "d4").await;
        black.turn().await;
        black.click("#draw").await;
        white.click("#answer-yes").await;
        for browser in [&white, &black] {
            browser.reads("#status", "draw").await;
            browser
                .until("document.getElementById('game').dataset.phase === 'over'")
                .await;
        }
    });
}

#[test]
fn who_goes_away_is_seen_to_be_away_and_returns_on_another_browser() {
    with_site(async |site| {
        let one = site.browser(1280, 900).await;
        let other = site.browser(1280, 900).await;
        one.sign_up("Carla", "a long enough sentence").await;
        other.arrive("Dagoberto").await;
        one.seek("chess", "15+10").await;
        one.until("document.getElementById('state').dataset.state === 'waiting'")
            .await;
        other.seek("chess", "15+10").await;
        for browser in [&one, &other] {
            browser.at_the_board().await;
        }
        let white = to_move([&one, &other]).await;
        [&one, &other][white].moves("e2", "e4").await;
        one.until("document.querySelectorAll('.ply').length === 1")
            .await;
        one.leave().await;
        other
            .until("/away|not here/.test(document.querySelector('#seat-top').textContent)")
            .await;
        let again = site.browser(390, 844).await;
        again.go("/account").await;
        again.write("#i1", "Carla").await;
        again.write("#i2", "a long enough sentence").await;
        again.click("form[data-post='/api/log-in'] button").await;
        again
            .until("document.getElementById('my-games')?.hidden === false")
            .await;
        again.click("#my-games").await;
        again.at_the_board().await;
        again
            .until("document.querySelectorAll('.ply').length === 1")
            .await;
        other
            .until("!/away|not here/.test(document.querySelector('#seat-top').textContent)")
            .await;
        let black = to_move([&again, &other]).await;
        let browsers = [&again, &other];
        browsers[black].moves("e7", "e5").await;
        browsers[1 - black]
            .until("document.querySelectorAll('.ply').length === 2")
            .await;
    });
}

/// Has the knights of both sides go out and come home.
async fn there_and_back([white, black]: [&Browser; 2]) {
    for (mover, from, to) in [
        (white, "g1", "f3"),
        (black, "g8", "f6"),
        (white, "f3", "g1"),
        (black, "f6", "g8"),
    ] {
        mover.turn().await;
        mover.moves(from, to).await;
    }
}

#[test]
fn a_threefold_repetition_is_offered_to_both_and_claimed_by_one() {
    with_site(async |site| {
        let [white, black] = paired(site, "chess").await;
        there_and_back([&white, &black]).await;
        white.turn().await;
        let offered = "return document.getElementById('claim-draw') !== null";
        assert_eq!(white.js(offered).await, json!(false));
        there_and_back([&white, &black]).await;
        for browser in [&white, &black] {
            browser.reads("#status", "occurred three times").await;
        }
        // Whoever plays on does not want it.
        white.moves("e2", "e4").await;
        black.turn().await;
        assert_eq!(black.js(offered).await, json!(false));
        black.moves("e7", "e5").await;
        for _ in 0..2 {
            there_and_back([&white, &black]).await;
        }
        let fits = "return document.documentElement.scrollWidth <= innerWidth";
        for browser in [&white, &black] {
            browser.until("document.getElementById('claim-draw')").await;
            assert_eq!(browser.js(fits).await, json!(true));
        }
        look(&black, "claim").await;
        black.click("#claim-draw").await;
        for browser in [&white, &black] {
            browser
                .reads(
                    "#status",
                    "A draw by threefold repetition, claimed by Black.",
                )
                .await;
        }
    });
}
