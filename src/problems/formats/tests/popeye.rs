//! Popeye's input: its languages, its habits of spelling, and squares as it writes them.

use super::*;

#[test]
fn popeye_is_read_with_its_habits() {
    let text = "BeginProblem\nAuthor Sam Loyd\nTitle  Excelsior\nPieces\n White Ke1 Rh1 Sa7h6 pe4 \n\
                black ka8 pd4\nstip #3\nOption Defence 1 SetPlay EnPassant e3 halfduplex\n\
                NextProblem\npieces white ka1 nb3 black kc1\nstipulation #2\n\
                NextProblem\nPieces White Ka1 Qb3 Black Kc1\nStipulation h#2\n\
                NextProblem\nPieces White Ka1 Qb3 Black Kc1\nStipulation #2\nCondition Circe\n\
                NextProblem\nPieces White Ka1 Gb3 Black Kc1\nStipulation #2\n\
                NextProblem\nForsyth 6k1/8/8/8/8/8/R7/4K2R\nStipulation #2\nOption NoCastling h1\n\
                Remark Tag: short\nRemark other\n\
                NextProblem\nPieces White Ka1 Qa1 Black Kc1\nStipulation #2\nEndProblem\nmore\n";
    let found = entries(text, Format::Popeye);
    let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 9, 12, 15, 19, 22, 28, 32]);
    let first = found[0].1.as_ref().expect("a problem");
    assert_eq!(first.fen, "k7/N7/7N/8/3pP3/8/8/4K2R b K e3 0 1");
    assert_eq!(
        (first.author.as_str(), first.title.as_str()),
        ("Sam Loyd", "Excelsior")
    );
    assert_eq!(
        first.extra["popeye"],
        json!({"options": ["Defence 1", "SetPlay"]})
    );
    comes_back(first, Format::Popeye);
    let sixth = found[5].1.as_ref().expect("a problem");
    assert_eq!(sixth.fen, "6k1/8/8/8/8/8/R7/4K2R w - - 0 1");
    assert_eq!(sixth.tags, ["short"]);
    comes_back(sixth, Format::Popeye);
    // Fairy pieces and conditions, and other stipulations than mates.
    for (index, asked, pieces) in [
        (2, "h#2", &[][..]),
        (3, "#2 Circe", &[]),
        (4, "#2", &["White Gb3"]),
    ] {
        let draft = found[index].1.as_ref().expect(asked);
        assert_eq!(
            (draft.stipulation_text().as_str(), draft.is_mate()),
            (asked, false)
        );
        assert_eq!(draft.terms.pieces, pieces);
        comes_back(draft, Format::Popeye);
    }
    // N is the nightrider, which checks the king.
    let why = found[1].1.as_ref().expect_err("a check");
    assert_eq!(why, "the side to move can take the king");
    let after = entries(
        "BeginProblem\nPieces White Ka1\nEndProblem\nmore",
        Format::Popeye,
    );
    assert_eq!(
        after[1],
        (
            4,
            Err("'more' stands after the end of the problem".to_owned())
        )
    );
}

#[test]
fn popeyes_squares_are_written_in_one_word_as_it_reads_them() {
    let line =
        "4k3/8/8/8/8/8/8/R3K2R w - - dm 2; id \"Rights\";\n4k3/8/8/4pP2/8/8/8/4K3 w - e6 dm 9;\n";
    let drafts: Vec<Draft> = entries(line, Format::Epd)
        .into_iter()
        .map(|(_, draft)| draft.expect("a problem"))
        .collect();
    let rights = comes_back(&drafts[0], Format::Popeye);
    assert!(rights.contains("Option NoCastling a1h1\n"), "{rights}");
    let passed = comes_back(&drafts[1], Format::Popeye);
    assert!(passed.contains("Option EnPassant e7e6e5\n"), "{passed}");
}

#[test]
fn popeye_is_read_in_german_and_with_what_concerns_its_output() {
    let text = "anfa\nprot a.out\nlatex a.tex\n n SU Nachtreiter\n g DU Grash\\\"upfer\nauto Ann\nquel hier\n\
                ford #1\nopti vari satz ohnedroh\nstei weis kg6 t a1 schw kg8\nende\n";
    let found = entries(text, Format::Popeye);
    assert_eq!(found.len(), 1);
    let draft = found[0].1.as_ref().expect("a problem");
    assert_eq!(draft.fen, "6k1/8/6K1/8/8/8/8/R7 w - - 0 1");
    assert_eq!(
        (draft.author.as_str(), draft.source.as_str()),
        ("Ann", "hier")
    );
    assert_eq!(
        draft.extra["popeye"],
        json!({"options": ["Variations", "SetPlay", "NoThreat"]})
    );
    comes_back(draft, Format::Popeye);
    assert_eq!(Format::detect(None, text.as_bytes()), Format::Popeye);
}

#[test]
fn remarks_and_awards_without_a_text_are_none() {
    let text = "BeginProblem\nRemark\nAward \nRemark first\nPieces White Kb6 Rh1 Black Ka8\nStipulation #1\nEndProblem\n";
    let found = entries(text, Format::Popeye);
    let draft = found[0].1.as_ref().expect("a problem");
    assert_eq!(draft.extra["popeye"], json!({"remarks": ["first"]}));
    comes_back(draft, Format::Popeye);
}
