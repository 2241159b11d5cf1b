//! The FEN reader fed with broken text: it never panics, what it accepts it can write, and what it
//! refuses it refuses in one line.

use crate::chess_rules::properties::{runner, start};
use games::Dropped;
use games::chess::Position;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use shakmaty::{Bitboard, Castles, CastlingMode, Square};

/// Whatever was accepted must survive being written and read again.
fn survives(text: &str) -> Result<(), TestCaseError> {
    for chess960 in [false, true] {
        let position = match Position::read_fen(text, chess960) {
            Ok(read) => read.split().0,
            Err(error) => {
                let message = error.to_string();
                prop_assert!(
                    !message.is_empty() && message.lines().count() == 1,
                    "{message}"
                );
                continue;
            }
        };
        let fen = position.fen();
        let again = match Position::from_fen(&fen, chess960) {
            Ok(again) => again,
            Err(error) => return Err(TestCaseError::fail(format!("{text} -> {fen}: {error}"))),
        };
        prop_assert_eq!(again, position, "{} -> FEN {}", text, fen);
        let castles = position.castling_rooks().any();
        prop_assert!(!castles || again.is_chess960() == position.is_chess960());
        prop_assert_eq!(again.fen(), &*fen, "from {}", text);
        prop_assert_eq!(again.keys(), position.keys(), "{} -> FEN {}", text, fen);
        prop_assert_eq!(
            position.keys(),
            &position.keys_from_scratch(),
            "FEN {}",
            fen
        );
        prop_assert_eq!(position.count_legal_moves(), position.legal_moves().len());
        // One ply on, the counters are still readable.
        for m in &position.legal_moves() {
            let fen = position.play(*m).fen();
            let read = Position::from_fen(&fen, chess960);
            prop_assert!(read.is_ok(), "{:?} of FEN {} -> {}", m, fen, fen);
        }
    }
    Ok(())
}

/// One change to a text.
#[derive(Clone, Debug)]
enum Edit {
    Delete(Index),
    Insert(Index, char),
    Replace(Index, char),
    Double(Index),
}

impl Edit {
    fn apply(&self, text: &mut Vec<char>) {
        if text.is_empty() {
            return;
        }
        match self {
            Edit::Delete(at) => drop(text.remove(at.index(text.len()))),
            Edit::Insert(at, c) => text.insert(at.index(text.len() + 1), *c),
            Edit::Replace(at, c) => {
                let at = at.index(text.len());
                text[at] = *c;
            }
            Edit::Double(at) => {
                let at = at.index(text.len());
                text.insert(at, text[at]);
            }
        }
    }
}

/// Mostly characters that mean something in a FEN.
fn letter() -> impl Strategy<Value = char> {
    let known: Vec<char> = "pnbrqkPNBRQKwb-/0123456789abcdefghABCDEFGH +_~[]"
        .chars()
        .collect();
    prop_oneof![9 => select(known), 1 => any::<char>()]
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    prop_oneof![
        at().prop_map(Edit::Delete),
        (at(), letter()).prop_map(|(at, c)| Edit::Insert(at, c)),
        (at(), letter()).prop_map(|(at, c)| Edit::Replace(at, c)),
        at().prop_map(Edit::Double),
    ]
}

#[test]
fn any_text_at_all_is_accepted_or_refused_in_one_line() {
    let text = prop_oneof![
        any::<String>(),
        prop::collection::vec(letter(), 0..90).prop_map(|text| text.into_iter().collect()),
    ];
    if let Err(failure) = runner(3000).run(&text, |text| survives(&text)) {
        panic!("{failure}");
    }
}

#[test]
fn a_damaged_fen_is_refused_or_round_trips() {
    let damaged = (start(), prop::collection::vec(edit(), 0..4));
    let result = runner(3000).run(&damaged, |((fen, _), edits)| {
        let mut text: Vec<char> = fen.chars().collect();
        for edit in edits {
            edit.apply(&mut text);
        }
        survives(&text.into_iter().collect::<String>())
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

#[test]
fn random_fields_on_real_boards_are_refused_or_round_trip() {
    let castling = "(-|[KQkq]{1,4}|[A-Ha-h]{1,4}|[A-Hkq]{1,3})";
    let fields = format!("[wb] {castling} (-|[a-h][1-8]) (\\+?[0-9]{{1,5}}) (\\+?[0-9]{{1,5}})");
    let fields = proptest::string::string_regex(&fields).expect("a regular expression");
    let result = runner(4000).run(&(start(), fields), |((fen, _), fields)| {
        let board = fen.split(' ').next().unwrap_or_default();
        survives(&format!("{board} {fields}"))
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

/// In standard chess the rights that are kept are those that shakmaty keeps, and the others are named.
#[test]
fn standard_rights_are_those_that_shakmaty_keeps() {
    let dropped_some = std::cell::Cell::new(0);
    let boards = prop_oneof![
        start().prop_map(|(fen, _)| fen),
        // Kings and rooks at home, and beside it.
        proptest::string::string_regex("[rn1][1b]{2}[qr]([k1]|kn)[rb1]{2}")
            .expect("a regular expression")
            .prop_map(|rank| format!("{rank}/8/8/8/8/8/8/{}", rank.to_uppercase())),
    ];
    let result = runner(6000).run(
        &(boards, "[KQ]{0,2}[kq]{0,2}", "[wb]"),
        |(board, letters, turn)| {
            let board = board.split(' ').next().unwrap_or_default();
            let letters = if letters.is_empty() { "-" } else { &letters };
            let fen = format!("{board} {turn} {letters} - 0 1");
            let Ok(read) = Position::read_fen(&fen, false) else {
                return Ok(());
            };
            let (position, dropped) = read.split();
            let corner = |letter: char| match letter {
                'K' => Square::H1,
                'Q' => Square::A1,
                'k' => Square::H8,
                _ => Square::A8,
            };
            let mut setup = position.to_setup();
            setup.castling_rights = letters.chars().filter(|c| *c != '-').map(corner).collect();
            let (Ok(castles) | Err(castles)) = Castles::from_setup(&setup, CastlingMode::Standard);
            prop_assert!(!position.is_chess960(), "{}", fen);
            prop_assert_eq!(
                position.castling_rooks(),
                castles.castling_rights(),
                "{}",
                fen
            );
            let named: Bitboard = dropped
                .iter()
                .filter_map(|part| match part {
                    Dropped::Castling(letter) => Some(corner(*letter)),
                    Dropped::EnPassant(_) => None,
                })
                .collect();
            prop_assert_eq!(
                named,
                setup.castling_rights & !castles.castling_rights(),
                "{}",
                fen
            );
            dropped_some.set(dropped_some.get() + usize::from(named.any()));
            Ok(())
        },
    );
    if let Err(failure) = result {
        panic!("{failure}");
    }
    assert!(
        dropped_some.get() > 500,
        "only {} positions",
        dropped_some.get()
    );
}

/// Each field damaged in turn: the sentence must name the field and quote its text.
#[test]
fn the_refusal_names_the_field_that_is_wrong() {
    let fields = ["4k3/8/8/8/8/8/8/4K3", "w", "-", "-", "0", "1"];
    for (index, bad, named) in [
        (0, "4k3/8/8/8/8/8/8/4K3/PPP", "board"),
        (1, "W", "side to move"),
        (2, "KQkqx", "castling field"),
        (2, "--", "castling field"),
        (3, "e", "en-passant field"),
        (4, "+5", "fifty-move counter"),
        (4, "-5", "fifty-move counter"),
        (4, "1e3", "fifty-move counter"),
        (4, "3+3", "fifty-move counter"),
        (5, "+5", "move number"),
        (5, "99999999999999999999", "move number"),
        (5, "\u{664}", "move number"),
    ] {
        let mut damaged = fields;
        damaged[index] = bad;
        let text = damaged.join(" ");
        let error = Position::from_fen(&text, false)
            .expect_err(&text)
            .to_string();
        assert!(error.contains(named), "{text}: {error}");
        assert!(error.contains(&format!("'{bad}'")), "{text}: {error}");
    }
}

#[test]
fn counters_at_their_end_stay_readable() {
    let end = Position::from_fen("4k3/8/8/8/8/8/8/4K3 b - - 9999 9999", false).expect("legal");
    let next = end.play(end.parse_move("e8e7").expect("legal"));
    assert_eq!(next.fen(), "8/4k3/8/8/8/8/8/4K3 w - - 9999 9999");
    assert!(Position::from_fen(&next.fen(), false).is_ok());
}
