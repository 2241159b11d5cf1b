//! The composer: any stipulation solved in the page, the position turned, undone and done again, texts in and out.

use crate::harness::with_site;

const HELP: &str = "7k/5K2/8/8/8/8/8/6R1 b - - 0 1";

#[test]
fn a_problem_of_any_stipulation_is_solved_in_the_page_at_every_change() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        browser.go("/compose").await;
        browser.write("#fen", HELP).await;
        browser.click("#fen-form button").await;
        browser.reads("#soundness", "No solution.").await;
        browser.write("#stipulation", "h#1").await;
        browser.reads("#soundness", "Sound: 1.Kh7 Rh1#").await;
        browser.reads("#tree .lines", "Rh1#").await;
        browser.click("#tree .lines li button:last-child").await;
        browser
            .until("document.querySelector('[data-cell=h1] .piece.white')")
            .await;
        browser.click("#tree-back").await;
        browser
            .until("document.querySelector('[data-cell=g1] .piece.white')")
            .await;
        // Turned, undone, done again; a shift that would lose a piece is refused.
        browser.click("#compose details:has(#mirror) summary").await;
        browser.click("#mirror").await;
        browser
            .until("document.querySelector('[data-cell=a8] .piece.black')")
            .await;
        browser.reads("#soundness", "Sound: 1.Ka7 Ra1#").await;
        browser.click("#undo").await;
        browser
            .until("document.querySelector('[data-cell=h8] .piece.black')")
            .await;
        browser.click("#redo").await;
        browser
            .until("document.querySelector('[data-cell=a8] .piece.black')")
            .await;
        browser.click("#left").await;
        browser.reads(".toast", "edge").await;
        // A key takes a piece away, and a position without a king says so.
        browser
            .js("document.querySelector('[data-cell=a8]').focus()")
            .await;
        browser.press("\u{e017}").await;
        browser
            .until("!document.querySelector('[data-cell=a8] .piece')")
            .await;
        browser.reads("#soundness", "king").await;
        browser.click("#undo").await;
        // Conditions, switches and the number of solutions are undone as the pieces are.
        for (field, set, shown) in [
            ("#conditions input", "checked = true", "checked"),
            ("#tries", "checked = true", "checked"),
            ("#intended", "value = '7'", "value === '7'"),
        ] {
            browser
                .js(&format!(
                    "const field = document.querySelector('{field}'); field.{set}; field.dispatchEvent(new Event('change'))"
                ))
                .await;
            browser.click("#undo").await;
            let is_set = format!("document.querySelector('{field}').{shown}");
            browser.until(&format!("!({is_set})")).await;
            browser.click("#redo").await;
            browser.until(&is_set).await;
            browser.click("#undo").await;
        }
        // What is no stipulation is said.
        browser.write("#stipulation", "q#1").await;
        browser.reads("#soundness", "That is no stipulation").await;
        // Longer ones are asked of the server.
        browser.write("#stipulation", "h#1").await;
        browser.click("#verify").await;
        browser.reads("#verdict", "Sound: 1.Ka7 Ra1#").await;
    });
}

#[test]
fn a_problem_is_pasted_as_popeyes_input_and_written_again() {
    with_site(async |site| {
        let browser = site.browser(390, 844).await;
        browser.go("/compose").await;
        browser.click("#exchange summary").await;
        browser
            .js("document.getElementById('pasted').value = 'BeginProblem\\nAuthor Ann\\nPieces White Kf7 Rg1 Black Kh8\\nStipulation h#1\\nTwin Move g1 a1\\nEndProblem'")
            .await;
        browser.click("#read-form button").await;
        // The twin is part of the problem, which the server solves.
        browser
            .until("document.getElementById('twins').value === 'Move g1 a1'")
            .await;
        browser.reads("#soundness", "Verify it").await;
        browser.click("#verify").await;
        browser
            .reads("#verdict", "b) Move g1 a1: Sound: 1.Kh7 Rh1#")
            .await;
        browser.click("#write-form button").await;
        for line in ["Stipulation h#1", "Move g1 a1"] {
            browser
                .until(&format!(
                    "document.getElementById('written').value.includes('{line}')"
                ))
                .await;
        }
        browser
            .until("document.documentElement.scrollWidth <= innerWidth")
            .await;
    });
}

#[test]
fn twins_and_fairy_pieces_are_set_up_solved_and_kept() {
    with_site(async |site| {
        let browser = site.browser(1280, 900).await;
        browser.go("/compose").await;
        browser.write("#fen", HELP).await;
        browser.click("#fen-form button").await;
        browser.write("#stipulation", "h#1").await;
        browser.click("#compose details:has(#twins) summary").await;
        browser.write("#twins", "Move g1 a1").await;
        browser.reads("#soundness", "Verify it").await;
        browser.click("#verify").await;
        browser.reads("#tree", "b) Move g1 a1").await;
        browser
            .reads("#verdict", "b) Move g1 a1: Sound: 1.Kh7 Rh1#")
            .await;
        // A neutral grasshopper is chosen and put; it is drawn as a turned queen, half black.
        browser.click("#fairy-details summary").await;
        browser
            .js("const c = document.getElementById('fairy-color'); c.value = 'Neutral'; c.dispatchEvent(new Event('change'))")
            .await;
        browser.click("[data-cell=a5]").await;
        browser
            .until("document.querySelector('[data-cell=a5] .piece .half use[transform*=\"180\"]')")
            .await;
        browser.click("#undo").await;
        browser
            .until("!document.querySelector('[data-cell=a5] .piece')")
            .await;
        browser.click("#redo").await;
        browser.click("#verify").await;
        browser.reads("#tree .twin", "a)").await;
        // A step of the solution shows the fairy board.
        browser.click("#tree .lines li button").await;
        browser
            .until("document.querySelector('[data-cell=f7] .piece.white')")
            .await;
        // Moves on a fairy board keep the letters of their one notation.
        browser.click("#language").await;
        browser
            .until(
                "document.documentElement.lang === 'es' && document.getElementById('twins').value",
            )
            .await;
        browser.click("#verify").await;
        browser.reads("#tree .lines", "Kh8-").await;
    });
}
