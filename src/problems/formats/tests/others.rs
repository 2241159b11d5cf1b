//! Problems that are no direct mates: what each format holds of them, and what it refuses by name.

use super::*;
use crate::Terms;
use crate::verify::{Outcome, Verifier};
use std::sync::atomic::AtomicBool;

const HELP: &str = "7k/5K2/8/8/8/8/8/6R1 b - - 0 1";

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

fn problem(fen: &str, asked: &str, terms: Terms) -> Draft {
    let mut draft = Draft::new(fen, asked.parse().expect(asked));
    draft.terms = terms;
    draft.author = "Ann".to_owned();
    draft.title = "Help".to_owned();
    draft.source = "Nowhere".to_owned();
    draft.tags = words(&["short"]);
    draft.clone().checked().expect("a problem")
}

/// One with each kind of term.
fn rich() -> Terms {
    Terms {
        pieces: words(&["Neutral Sd4", "White Ge5", "Black ROa8"]),
        conditions: words(&["Circe"]),
        options: words(&["SetPlay", "Duplex"]),
        twins: words(&["Move g1 a1", "Continued Remove e5", "Stipulation h#2.5"]),
        intended: Some(2),
    }
}

#[test]
fn formats_of_problemists_hold_all_of_it() {
    let all = [
        problem(HELP, "h#1", Terms::default()),
        problem(HELP, "h#1.5", Terms::default()),
        problem("7k/5K2/8/8/8/8/8/6R1 w - - 0 1", "ser-#2", Terms::default()),
        problem("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "h#2", Terms::default()),
        problem("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1", "h#2", Terms::default()),
        problem("8/8/8/8/8/8/8/k1K4R b - - 0 1", "hs#3", Terms::default()),
        problem("7k/8/8/8/8/8/8/6R1 b - - 0 1", "h#1", Terms::default()),
        problem(HELP, "h#1", rich()),
    ];
    for draft in &all {
        for format in [Format::Popeye, Format::Yacpdb, Format::Json] {
            comes_back(draft, format);
        }
    }
    let text = comes_back(&all[7], Format::Yacpdb);
    assert!(
        text.contains("neutral:") && text.contains("intended-solutions: 2"),
        "{text}"
    );
    // Comments of EPD hold what is no piece; a tag of PGN the stipulation alone.
    for draft in &all[..6] {
        comes_back(draft, Format::Epd);
        comes_back(draft, Format::Pgn);
    }
    let mut terms = rich();
    terms.pieces.clear();
    terms.twins.remove(1);
    let text = comes_back(&problem(HELP, "h#1", terms), Format::Epd);
    assert!(text.contains("c0 \"Stipulation: h#1\";"), "{text}");
}

#[test]
fn what_a_format_cannot_say_is_refused_by_name() {
    let refused = |draft: &Draft, format| {
        let written = write(&[Outgoing { draft, keys: &[] }], format);
        assert_eq!(written.text, "", "{format:?}");
        assert!(written.warnings[0].left_out);
        written.warnings[0].what.clone()
    };
    let plain = problem(HELP, "h#1", Terms::default());
    assert!(refused(&plain, Format::Fen).starts_with("h#1 is no direct mate"));
    let circe = Terms {
        conditions: words(&["Circe"]),
        ..Terms::default()
    };
    let circe = problem(HELP, "#1", circe);
    assert!(refused(&circe, Format::Pgn).starts_with("#1 Circe is no direct mate"));
    let rich = problem(HELP, "h#1", rich());
    assert!(refused(&rich, Format::Epd).starts_with("Neutral Sd4 has no place"));
    let royal = Terms {
        pieces: words(&["White Royal Ge5"]),
        ..Terms::default()
    };
    let royal = problem("7k/8/8/8/8/8/8/6R1 b - - 0 1", "h#1", royal);
    comes_back(&royal, Format::Popeye);
    assert!(refused(&royal, Format::Yacpdb).contains("royal piece rGe5"));
}

#[test]
fn popeyes_own_problems_become_drafts_with_their_twins() {
    let text = "BeginProblem\nPieces White Kf7 Rg1 Black Kh8 Neutral Sd4\nStipulation h#3\nOption WhiteToPlay SetPlay\n\
                Condition Circe\nTwin Move g1 a1\nTwin Continued PolishType\nEndProblem\n";
    let draft = only(text, Format::Popeye);
    assert_eq!(draft.fen, "7k/5K2/8/8/8/8/8/6R1 w - - 0 1");
    assert_eq!(draft.stipulation_text(), "h#2.5 Circe");
    assert_eq!(draft.terms.pieces, ["Neutral Sd4"]);
    assert_eq!(draft.terms.options, ["SetPlay"]);
    assert_eq!(draft.terms.twins, ["Move g1 a1", "Continued PolishType"]);
    comes_back(&draft, Format::Popeye);
    let parts = parts(&draft).expect("three");
    let letters: Vec<&str> = parts.iter().map(|part| part.twin.as_str()).collect();
    assert_eq!(letters, ["a", "b", "c"]);
}

#[test]
fn terms_that_are_none_are_named() {
    let bad = |change: &dyn Fn(&mut Terms)| {
        let mut draft = Draft::new(HELP, "h#1".parse().expect("a stipulation"));
        change(&mut draft.terms);
        let text = serde_json::to_string(&draft).expect("JSON");
        entries(&text, Format::Json).remove(0).1.expect_err(&text)
    };
    let why = bad(&|terms| terms.conditions = words(&["Cirque"]));
    assert!(why.starts_with("'Cirque' is no condition"), "{why}");
    let why = bad(&|terms| terms.pieces = words(&["Red Gd4"]));
    assert!(why.starts_with("'Red Gd4' is no piece"), "{why}");
    let why = bad(&|terms| terms.pieces = words(&["White Qd4"]));
    assert!(why.starts_with("'White Qd4' is no piece"), "{why}");
    let why = bad(&|terms| terms.pieces = words(&["White Gg1"]));
    assert!(why.contains("another piece"), "{why}");
    let why = bad(&|terms| terms.options = words(&["Beep"]));
    assert!(why.starts_with("the option 'Beep'"), "{why}");
    let why = bad(&|terms| terms.intended = Some(0));
    assert!(why.contains("expected 1 to 999"), "{why}");
    for (twin, said) in [
        (
            "Move a1 b1",
            "the twin 'Move a1 b1' is not understood: no piece stands on a1",
        ),
        ("Move g1 a1 EndProblem", "the twin"),
        ("Move g1 a1 Twin Move g1 b1", "the twin"),
        ("Move g1 a1\nTwin Move g1 b1", "the twin"),
        ("", "the twin"),
        (
            "Stipulation q#2",
            "the twin 'Stipulation q#2' is not understood: bad stipulation",
        ),
    ] {
        let why = bad(&|terms| terms.twins = words(&["Move g1 b1", twin]));
        assert!(why.starts_with(said), "{twin:?}: {why}");
        let why = bad(&|terms| terms.twins = words(&[twin]));
        assert!(why.starts_with(said), "{twin:?}: {why}");
    }
}

#[test]
fn a_verdict_counts_the_solutions_of_each_twin() {
    let mut verifier = Verifier::new(1, 4).expect("4 MB");
    let mut judge = |draft: &Draft| {
        let stop = AtomicBool::new(false);
        match verifier.judge(draft, None, &stop, |_| {}) {
            Ok(Outcome::Decided(verdict)) => {
                let counts = verdict.solutions.iter().map(|part| part.solutions);
                let counts: Vec<u32> = counts.collect();
                (verdict.state, verdict.unique_key, counts)
            }
            other => panic!("{other:?}"),
        }
    };
    let plain = problem(HELP, "h#1", Terms::default());
    assert_eq!(judge(&plain), (crate::State::Verified, true, vec![1]));
    let twins = |twins: &[&str], intended| Terms {
        twins: words(twins),
        intended,
        ..Terms::default()
    };
    // With the rook on a1 it mates on h1, too.
    let sound = problem(HELP, "h#1", twins(&["Move g1 a1"], None));
    assert_eq!(judge(&sound), (crate::State::Verified, true, vec![1, 1]));
    let fewer = problem(HELP, "h#1", twins(&["Move g1 a1"], Some(2)));
    assert_eq!(judge(&fewer), (crate::State::Verified, false, vec![1, 1]));
    let none = problem(HELP, "h#1", twins(&["Remove g1"], None));
    assert_eq!(judge(&none), (crate::State::Refuted, false, vec![1, 0]));
}

#[test]
fn a_problem_that_fewer_moves_solve_is_not_sound() {
    let mut verifier = Verifier::new(1, 4).expect("4 MB");
    let mut judge = |fen: &str, asked: &str| {
        let draft = problem(fen, asked, Terms::default());
        let stop = AtomicBool::new(false);
        match verifier.judge(&draft, None, &stop, |_| {}) {
            Ok(Outcome::Decided(verdict)) => {
                let [part] = verdict.solutions.as_slice() else {
                    panic!("{verdict:?}");
                };
                (part.solutions, part.short, verdict.unique_key)
            }
            other => panic!("{other:?}"),
        }
    };
    let help = "8/8/1p6/8/1P6/8/4N2p/5K1k b - - 0 1";
    assert_eq!(judge(help, "h#1"), (1, false, true));
    assert_eq!(judge(help, "h#2"), (1, true, false));
    let own = "8/8/8/8/8/8/P4Q2/K1k3r1 w - - 0 1";
    assert_eq!(judge(own, "s#1"), (1, false, true));
    assert_eq!(judge(own, "s#2"), (1, true, false));
}
