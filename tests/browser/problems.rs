//! The problem collection in a browser: composed, verified, kept, solved; the machines' contest.

use crate::harness::with_site;
use serde_json::json;

const FEN: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn a_problem_is_composed_verified_kept_and_solved() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        browser.sign_up("Composer", "a long enough sentence").await;
        browser.go("/compose").await;
        // What cannot be a position is said beside the field.
        browser.write("#fen", "nonsense").await;
        browser.click("#fen-form button").await;
        browser.reads("#fen-error", "FEN").await;
        browser.write("#fen", FEN).await;
        browser.click("#fen-form button").await;
        // A piece too many, put by the palette and taken back.
        browser.click("[data-tool='Q']").await;
        browser.click("[data-cell='h1']").await;
        browser
            .until("document.querySelector('[data-cell=h1] .piece')")
            .await;
        browser.click("#undo").await;
        browser
            .until("!document.querySelector('[data-cell=h1] .piece')")
            .await;
        browser.click("#verify").await;
        browser
            .reads("#verdict", "Verified: mate in 2. One key: sound.")
            .await;
        browser.reads("#tree", "Ra6").await;
        // Clicking through the solution moves the pieces; then back.
        browser.click("#tree .key summary button").await;
        browser
            .until("document.querySelector('[data-cell=a6] .piece.white')")
            .await;
        browser.click("#tree-back").await;
        browser
            .until("document.querySelector('[data-cell=a1] .piece.white')")
            .await;
        browser.write("#author", "Paul Morphy").await;
        browser.click("#save-new").await;
        browser.reads("#saved", "Saved as problem").await;
        let link = browser
            .js("return document.querySelector('#saved a').getAttribute('href')")
            .await;
        let link = link.as_str().expect("a link").to_owned();
        // The server itself works at verifications.
        loop {
            browser.go(&link).await;
            browser
                .until("document.getElementById('state')?.dataset.state === 'connected'")
                .await;
            if browser
                .js("return Boolean(document.getElementById('board'))")
                .await
                == json!(true)
            {
                break;
            }
        }
        browser.until("document.querySelector('.cell.can')").await;
        let tested = format!(
            "C+ Atalaya {} (all moves tried; ",
            env!("CARGO_PKG_VERSION")
        );
        browser.reads("body", &tested).await;
        // A false move first: the solver says so, and it is begun again.
        browser.click("[data-cell='a1']").await;
        browser.click("[data-cell='a5'].target").await;
        browser
            .until("/no mate|Not solved/.test(document.getElementById('feedback').textContent)")
            .await;
        browser.click("#again").await;
        browser.until("document.querySelectorAll('.ply').length === 0 && document.querySelector('.cell.can')").await;
        browser.click("[data-cell='a1']").await;
        browser.click("[data-cell='a6'].target").await;
        browser.reads("#feedback", "still a mate in 1").await;
        browser.until("document.querySelectorAll('.ply').length === 2 && document.querySelector('.cell.can')").await;
        browser.click("#hint").await;
        browser
            .until("/Move /.test(document.getElementById('feedback').textContent)")
            .await;
        // Mate on the move: whatever mates.
        let replied = browser
            .js("return document.querySelectorAll('.ply')[1].textContent")
            .await;
        let (from, to) = if replied.as_str().is_some_and(|m| m.starts_with('b')) {
            ("b6", "b7")
        } else {
            ("a6", "a7")
        };
        browser.click(&format!("[data-cell='{from}']")).await;
        browser.click(&format!("[data-cell='{to}'].target")).await;
        browser.reads("#feedback", "Solved! Mate in 2.").await;
        browser.go("/ranking?of=problems").await;
        browser.reads(".ranking", "Composer").await;
    });
}

/// Answers to posts are kept back until `window.release()` is called.
const HOLD: &str = "const ask = window.fetch;
    window.posts = 0;
    const released = new Promise((resolve) => { window.release = resolve; });
    window.fetch = async (path, options) => {
      if (options?.method === 'POST') {
        window.posts++;
        await released;
      }
      return ask(path, options);
    };";

#[test]
fn an_attempt_is_drawn_at_once_by_the_rules_in_the_page() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        browser.go("/problems/3").await;
        browser
            .until("document.querySelector('#problem[data-rules=here] .cell.can')")
            .await;
        browser.js(HOLD).await;
        // What is no move says why, and nothing is asked.
        browser
            .js("window.from = document.querySelector('.cell.can').dataset.cell")
            .await;
        browser.click(".cell.can").await;
        browser
            .click(".cell:not(.target):not(.can):not(.selected)")
            .await;
        browser
            .until("document.getElementById('error').textContent.includes(window.from)")
            .await;
        assert_eq!(browser.js("return window.posts").await, json!(0));
        browser.click(".cell.can").await;
        browser.click(".cell.target").await;
        browser
            .until("document.querySelectorAll('.ply').length === 1 && document.querySelectorAll('.cell.can').length === 0")
            .await;
        browser.js("window.release()").await;
        browser
            .until("!document.getElementById('hint').disabled || document.querySelector('.feedback.bad, .feedback.good')")
            .await;
        // A typed move that is none says why, too.
        browser.click("#again").await;
        browser
            .until("document.querySelectorAll('.ply').length === 0 && document.querySelector('.cell.can')")
            .await;
        browser.write("#typed-move", "Zz9").await;
        browser.press("\u{e007}").await;
        browser.reads("#error", "Zz9").await;
    });
}

#[test]
fn the_machines_contest_fills_its_table() {
    with_site(async |site| {
        let browser = site.browser(820, 1000).await;
        browser.go("/contest").await;
        browser.js("document.getElementById('k').value = '1'; document.getElementById('moves').value = '2'").await;
        browser.click("#go").await;
        browser.reads("#progress", "Finished.").await;
        assert_eq!(
            browser
                .js("return document.querySelectorAll('#games tr').length")
                .await,
            json!(2)
        );
        browser.reads("#table", "M1").await;
    });
}

#[test]
fn own_problems_are_copied_edited_listed_and_deleted() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        browser.sign_up("Keeper", "a long enough sentence").await;
        browser.go("/problems/3").await;
        browser.click("#copy-problem").await;
        browser
            .until("location.pathname === '/compose' && Number(document.getElementById('compose')?.dataset.edited) > 3")
            .await;
        // Saving is on the page, in no fold.
        browser.write("#title", "Mine now").await;
        browser.click("#save-changes").await;
        browser.reads("#saved", "are saved").await;
        browser.go("/problems").await;
        browser
            .click(".page-links a[href='/problems?mine=yes']")
            .await;
        browser.until("location.search === '?mine=yes'").await;
        browser.reads(".problem-card", "Mine now").await;
        assert_eq!(
            browser
                .js("return document.querySelectorAll('.problem-card').length")
                .await,
            json!(1)
        );
        browser.click(".problem-card").await;
        browser
            .until("document.getElementById('change-problem')")
            .await;
        browser.click("#delete-problem").await;
        browser.reads("#delete-problem", "Really").await;
        browser.click("#delete-problem").await;
        browser
            .until("location.search === '?mine=yes' && document.querySelector('.empty')")
            .await;
        // What came with the program is nobody's to delete.
        browser.go("/problems/3").await;
        browser
            .until("document.getElementById('copy-problem')")
            .await;
        assert_eq!(
            browser
                .js("return document.getElementById('delete-problem')")
                .await,
            json!(null)
        );
    });
}

/// Chooses who attacks and who defends.
async fn minds(browser: &crate::harness::Browser, attacker: &str, defender: &str) {
    browser
        .js(&format!(
            "document.getElementById('attacker').value = '{attacker}'; \
             document.getElementById('defender').value = '{defender}'; \
             document.getElementById('defender').dispatchEvent(new Event('change'))"
        ))
        .await;
}

#[test]
fn a_person_defends_and_machines_play_each_other_on_the_page_of_a_problem() {
    with_site(async |site| {
        let browser = site.browser(820, 1000).await;
        browser.go("/problems/3").await;
        browser
            .until("document.querySelector('#problem[data-rules=here] .cell.can')")
            .await;
        minds(&browser, "m2", "person").await;
        // The attacker has moved, and the defender is below.
        browser
            .until("document.querySelectorAll('.ply').length === 1 && document.querySelector('.cell.can')")
            .await;
        browser.reads("#feedback", "Defend").await;
        let own = browser
            .js("return document.querySelector('.cell.can').getAttribute('aria-label')")
            .await;
        assert!(
            own.as_str().is_some_and(|label| label.contains("black")),
            "{own}"
        );
        browser.click(".cell.can").await;
        browser.click(".cell.target").await;
        browser
            .until("document.querySelectorAll('.ply').length === 3")
            .await;
        browser
            .reads("#feedback", "Mate: you have not held out.")
            .await;
        minds(&browser, "m2", "m1").await;
        browser
            .reads("#feedback", "Mate: the attacker has solved it.")
            .await;
        browser
            .until("document.querySelectorAll('.ply').length === 3")
            .await;
        // Two people at one screen.
        minds(&browser, "person", "person").await;
        browser
            .until("document.querySelectorAll('.ply').length === 0 && document.querySelector('.cell.can')")
            .await;
        browser.click(".cell.can").await;
        browser.click(".cell.target").await;
        browser
            .until("document.querySelectorAll('.ply').length === 1 && document.querySelector('.cell.can')")
            .await;
    });
}

/// The first request for a machine's move is lost.
const LOSE: &str = "const ask = window.fetch;
    window.lost = 0;
    window.fetch = async (path, options) => {
      if (String(path).includes('/go') && window.lost++ === 0) throw new TypeError('no line');
      return ask(path, options);
    };";

#[test]
fn a_machine_whose_move_does_not_come_is_asked_again() {
    with_site(async |site| {
        let browser = site.browser(820, 1000).await;
        browser.go("/problems/3").await;
        browser
            .until("document.querySelector('#problem[data-rules=here] .cell.can')")
            .await;
        browser.js(LOSE).await;
        minds(&browser, "m2", "person").await;
        browser
            .until("document.getElementById('error').textContent !== ''")
            .await;
        // The defender is not told to attack.
        browser.reads("#feedback", "The attacker is to move").await;
        browser
            .until("document.querySelectorAll('.ply').length === 1 && document.querySelector('.cell.can')")
            .await;
        browser.reads("#feedback", "Defend").await;
        browser.js("window.lost = 0").await;
        minds(&browser, "m2", "m1").await;
        browser
            .reads("#feedback", "Mate: the attacker has solved it.")
            .await;
        assert!(
            browser
                .js("return window.lost")
                .await
                .as_u64()
                .is_some_and(|asked| asked > 3)
        );
    });
}
