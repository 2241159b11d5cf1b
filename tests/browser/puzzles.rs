//! Puzzles in a browser: drawn at once, judged by the server, rated.

use crate::harness::with_site;

/// A back-rank mate in two after the opponent's move, and a queen to be taken.
const PUZZLES: &str =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
ours1,6k1/pq3ppp/8/8/8/8/6PP/1R1R2K1 b - - 0 1,b7b1 d1b1 a7a6 b1b8,1500,80,90,100,mate backRankMate,,
ours2,k7/8/8/3q4/8/8/8/K2R3r b - - 0 1,h1h8 d1d5,1500,80,90,100,hangingPiece,,
";

#[test]
fn a_puzzle_is_solved_a_second_one_missed_and_both_stand_in_the_history() {
    with_site(async |site| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("puzzles.csv");
        std::fs::write(&file, PUZZLES).expect("written");
        site.run(&["puzzle", "import", file.to_str().expect("UTF-8")]);
        let browser = site.browser(390, 844).await;
        browser.go("/puzzles").await;
        browser
            .until("document.querySelector('#puzzle[data-rules=here]')")
            .await;
        // Without a name nothing is posed.
        assert!(
            !browser
                .js("return Boolean(document.querySelector('.cell.can'))")
                .await
                .as_bool()
                .expect("a truth")
        );
        browser.arrive("Ana").await;
        browser.go("/puzzles/themes").await;
        browser.reads("#main", "back-rank mate").await;
        browser.go("/puzzles?theme=backRankMate").await;
        browser.until("document.querySelector('.cell.can')").await;
        browser.reads("#feedback", "White to move").await;
        assert_eq!(browser.text("#rating").await, "1500");
        // What is no move says why, and is not sent.
        browser.click("[data-cell='d1']").await;
        browser.click("[data-cell='e2']").await;
        browser
            .until("document.getElementById('error').textContent !== ''")
            .await;
        browser.click("[data-cell='d1']").await;
        browser.click("[data-cell='b1'].target").await;
        browser.reads("#feedback", "Right").await;
        // The page is loaded again: the attempt goes on where it was.
        browser.go("/puzzles?theme=hangingPiece").await;
        browser
            .until("document.querySelectorAll('.ply').length === 3 && document.querySelector('.cell.can')")
            .await;
        browser.click("[data-cell='b1']").await;
        browser.click("[data-cell='b8'].target").await;
        browser.reads("#feedback", "Solved!").await;
        browser
            .until("Number(document.getElementById('rating').textContent) > 1500")
            .await;
        assert_eq!(browser.text("#streak").await, "1");
        // What does not come is asked for by the same button again.
        browser
            .js("window.ask = window.fetch; window.fetch = async () => { throw new TypeError('no line'); }")
            .await;
        browser.click("#next").await;
        browser.reads("#feedback", "No connection").await;
        browser.js("window.fetch = window.ask").await;
        browser.click("#next").await;
        browser.until("document.querySelector('.cell.can')").await;
        browser.click("[data-cell='a1']").await;
        browser.click("[data-cell='b1'].target").await;
        browser.reads("#feedback", "Solution: ").await;
        assert_eq!(browser.text("#streak").await, "0");
        browser.go("/puzzles/history").await;
        browser.reads(".ranking", "hanging piece").await;
        browser.reads(".ranking", "missed").await;
        browser.go("/puzzles/mistakes").await;
        browser.reads("#mistakes", "comes later").await;
        browser.click("#look").await;
        browser.reads("#looked", "0 new puzzles").await;
    });
}
