//! Games as PGN: tags, numbers and letters, and what another reader (`pgn-reader`) makes of them.

use super::*;
use crate::chess::Position;
use crate::{kamisado, rolit};
use proptest::prelude::*;
use std::ops::ControlFlow;

#[test]
fn the_tag_date_has_full_stops() {
    let time = UNIX_EPOCH + std::time::Duration::from_secs(951_782_400);
    assert_eq!(date_tag(time), "2000.02.29");
}

fn played<G: Game>(start: G, moves: &str) -> Line<G> {
    let mut line = Line::new(start);
    for m in moves.split_whitespace() {
        line.play(line.position().parse_move(m).expect(m));
    }
    line
}

#[test]
fn a_game_in_progress_has_no_result_and_chess_no_needless_tags() {
    let line = played(Position::start(), "e2e4 e7e5 g1f3");
    let names = vec!["Ann".to_owned(), "Bob".to_owned()];
    let pgn = Pgn::of_line(&line, &Heading::casual(names), None).to_string();
    let expected = "[Event \"Casual game\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n\
                    [White \"Ann\"]\n[Black \"Bob\"]\n[Result \"*\"]\n[PlyCount \"3\"]\n\n\
                    1. e4 e5 2. Nf3 *\n\n";
    assert_eq!(pgn, expected);
}

#[test]
fn kamisado_is_numbered_by_moves_and_not_by_plies() {
    let start = kamisado::Match::start();
    let line = played(start, "c1c6 a8a7");
    let heading = Heading::casual(vec!["black".to_owned(), "white".to_owned()]);
    let later = Line::new(*line.position());
    let later = played(*later.position(), &{
        let here = later.position();
        here.move_text(here.legal_moves()[0])
    });
    let text = Pgn::of_line(&later, &heading, None).to_string();
    assert!(text.contains("\n2. "), "{text}");
    let first = played(start, "c1c6");
    let reply = first.position().legal_moves()[0];
    let white = played(*first.position(), &first.position().move_text(reply));
    let text = Pgn::of_line(&white, &heading, None).to_string();
    assert!(text.contains("\n1... "), "{text}");
    assert!(
        text.contains("[White \"white\"]\n[Black \"black\"]"),
        "{text}"
    );
}

#[test]
fn a_tag_that_names_letters_is_written_with_those_of_the_moves() {
    let line = played(Position::start(), "g1f3");
    let written = |tags: &[(&str, &str)]| {
        let mut pgn = Pgn::of_line(&line, &Heading::casual(vec!["?".to_owned(); 2]), None);
        tags.iter().for_each(|(name, value)| pgn.tag(name, value));
        let text = pgn.to_string();
        let tags = text
            .lines()
            .filter(|line| line.contains("Letters") || line.contains("Language"));
        tags.collect::<Vec<_>>().join("")
    };
    let english = "[PieceLetters \"en\"]";
    assert_eq!(written(&[("PieceLetters", "de")]), english);
    let both = [("Language", "German"), ("PieceLetters", "de")];
    assert_eq!(written(&both), format!("{english}[Language \"German\"]"));
    // A language without letters of its own says nothing of them.
    assert_eq!(
        written(&[("Language", "Klingon")]),
        "[Language \"Klingon\"]"
    );
    assert_eq!(written(&[]), "");
}

#[test]
fn seats_of_many_are_named_and_ranked() {
    let start = rolit::Position::start();
    let names: Vec<String> = (0..start.players()).map(|n| format!("p{n}")).collect();
    let ranking = Ranking {
        places: vec![1; start.players()],
        points: Some(vec![16; start.players()]),
    };
    let line = Line::new(start);
    let mut pgn = Pgn::of_line(&line, &Heading::casual(names), Some(&ranking));
    pgn.remark_last("nobody moved");
    let text = pgn.to_string();
    assert!(text.contains("[Variant \"Rolit\"]"), "{text}");
    let seats = start_names(line.start());
    for (seat, name) in seats.iter().enumerate() {
        assert!(text.contains(&format!("[{name} \"p{seat}\"]")), "{text}");
    }
    let result = vec!["16"; seats.len()].join("-");
    assert!(
        text.ends_with(&format!("\n\n{{nobody moved}} {result}\n\n")),
        "{text}"
    );
}

#[derive(Default)]
struct Read {
    tags: Vec<(String, String)>,
    words: Vec<String>,
}

impl pgn_reader::Visitor for Read {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, _: &mut (), name: &[u8], value: pgn_reader::RawTag) -> ControlFlow<()> {
        let name = String::from_utf8_lossy(name).into_owned();
        // The reader's own decoding takes a second backslash for another escape.
        let mut value = String::from_utf8_lossy(value.as_bytes()).into_owned();
        let mut at = 0;
        while let Some(found) = value[at..].find('\\') {
            value.remove(at + found);
            at += found + 1;
        }
        self.tags.push((name, value));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, _: &mut (), san: pgn_reader::SanPlus) -> ControlFlow<()> {
        self.words.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, _: &mut (), text: pgn_reader::RawComment) -> ControlFlow<()> {
        let text = String::from_utf8_lossy(text.as_bytes()).into_owned();
        let words: Vec<&str> = text.split_whitespace().collect();
        self.words.push(words.join(" "));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {}
}

proptest! {
    #[test]
    fn whatever_is_said_another_reader_reads_it_back(
        value in "[ -~\n\té\"\\\\]{0,40}",
        comments in prop::collection::vec("[ -~\n%é{}\"\\\\;]{0,90}", 4),
    ) {
        let line = played(Position::start(), "e2e4 e7e5 g1f3 b8c6");
        let mut pgn = Pgn::of_line(&line, &Heading::casual(vec![value.clone(); 2]), None);
        let mut expected = Vec::new();
        for ((m, comment), san) in pgn.moves.iter_mut().zip(&comments).zip(["e4", "e5", "Nf3", "Nc6"]) {
            m.comment.clone_from(comment);
            expected.push(san.to_owned());
            let kept = comment.replace(['{', '}'], "|");
            let kept: Vec<&str> = kept.split_whitespace().collect();
            if !kept.is_empty() {
                expected.push(kept.join(" "));
            }
        }
        let text = pgn.to_string();
        let mut reader = pgn_reader::Reader::new(std::io::Cursor::new(text.as_bytes()));
        let mut read = Read::default();
        prop_assert!(reader.read_game(&mut read).expect("readable").is_some());
        prop_assert_eq!(&read.words, &expected);
        let names: Vec<&str> = read.tags.iter().filter(|(name, _)| name == "White").map(|(_, v)| v.as_str()).collect();
        prop_assert_eq!(names, [value.replace(['\n', '\t'], " ")]);
        prop_assert!(!reader.has_more().expect("readable"), "one game");
        // A word of its own may be too long, and a percent sign must not begin a line.
        for line in text.lines().filter(|line| !line.starts_with('[')) {
            let fits = line.chars().count() < WIDTH || !line.contains(' ') || line.contains('%');
            prop_assert!(fits && !line.starts_with('%'), "{}", line);
        }
    }
}

fn start_names(start: &rolit::Position) -> Vec<&'static str> {
    (0..start.players()).map(|s| start.tag_name(s)).collect()
}
