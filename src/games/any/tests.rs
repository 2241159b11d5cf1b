//! A game of any kind is the same as the game itself, by its text, its moves and its end.

use super::*;
use crate::{AnyMove, Mark, chess, kamisado, rolit};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

fn begun<G: Variant + Words>(rules: &str, start: &str) -> AnyGame {
    let settings = Settings::default().with("rules", rules);
    let start = G::begin(&settings, Some(start))
        .expect(start)
        .all()
        .expect(start);
    AnyGame::new(AnyPosition::new(start))
}

fn chess() -> AnyGame {
    begun::<chess::Position>("standard", chess::START_FEN)
}

const CIRCLE: &str = "***3***/*7*/*7*/9/9/9/*7*/*7*/***3*** Y YRGL:YG/RL 1 students";

#[test]
fn every_game_begins_from_its_text_plays_and_goes_back() {
    let cases = [
        (chess(), "chess", "standard", "e2e4 e7e5"),
        (
            begun::<kamisado::Match>("cycle", kamisado::START),
            "kamisado",
            "cycle",
            "c1c6 a8a7",
        ),
        (
            begun::<rolit::Position>("official", rolit::START),
            "rolit",
            "official",
            "d3 c3",
        ),
        (
            begun::<rolit::Position>("students", CIRCLE),
            "rolit",
            "students",
            "e5 e6",
        ),
    ];
    for (mut game, variant, rules, moves) in cases {
        assert_eq!(game.variant(), variant);
        assert_eq!(game.settings().get("rules"), Some(rules));
        let texts: Vec<&str> = moves.split(' ').collect();
        let mut seen = vec![game.text()];
        for text in &texts {
            let legal = game.legal_moves();
            assert!(legal.iter().any(|m| m.text == *text), "{legal:?}");
            assert_eq!(game.read_move(text, Lang::ES).as_deref(), Ok(*text));
            game.play(text).expect(text);
            seen.push(game.text());
        }
        assert_eq!(game.moves(), texts);
        for plies in (0..=2).rev() {
            assert_eq!(game.at_ply(plies).text(), seen[plies]);
            game.back_to(plies);
            assert_eq!((game.plies(), game.text()), (plies, seen[plies].clone()));
        }
        assert_eq!(game.start_text(), game.text());
    }
}

#[test]
fn a_line_keeps_its_moves_when_its_variant_is_forgotten_and_found_again() {
    let mut game = chess();
    for text in "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1".split(' ') {
        game.play(text).expect(text);
    }
    let own = game.native::<chess::Position>().expect("chess");
    assert_eq!(own.move_texts(), game.moves());
    assert_eq!(own.position().text(), game.text());
    assert_eq!(AnyGame::from(&own).moves(), game.moves());
    assert!(game.native::<rolit::Position>().is_none());
    let names = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"];
    assert_eq!(game.move_names(), names);
    assert_eq!(game.position().key(), own.position().key());
}

/// Plays games at random and looks at every legal move of every position: its code is its own.
fn codes_stand_for_moves<G: Variant + Words>(start: &G, seed: u64) {
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..20 {
        let mut line = Line::new(start.clone());
        for _ in 0..120 {
            let moves = line.position().legal_moves();
            let erased = AnyPosition::new(line.position().clone());
            let codes = erased.legal_moves();
            let back: Vec<G::Move> = codes.iter().map(|m| m.native::<G>()).collect();
            assert_eq!(back, moves);
            for (code, m) in codes.iter().zip(&moves) {
                assert_eq!(*code, AnyMove::new::<G>(*m));
                assert_eq!(erased.move_text(*code), line.position().move_text(*m));
            }
            if moves.is_empty() || line.outcome().is_some() {
                break;
            }
            line.play(moves[random.random_range(0..moves.len())]);
        }
        let erased = Line::<AnyPosition>::from(&line);
        assert_eq!(erased.position().text(), line.position().text());
        let own = erased.native::<G>().expect("the same game");
        assert_eq!(own.moves(), line.moves());
    }
}

#[test]
fn a_move_of_any_game_is_the_move_of_its_own_game() {
    codes_stand_for_moves(&chess::Position::start(), 1);
    let promotes = "r3k2r/1P4P1/8/2pPp3/8/8/1p4p1/R3K2R w KQkq c6 0 1";
    codes_stand_for_moves(&chess::Position::from_text(promotes).expect("legal"), 2);
    let to_fifteen = Settings::default().with("points", "15");
    let kamisado = kamisado::Match::begin(&to_fifteen, None)
        .expect("a match")
        .split()
        .0;
    codes_stand_for_moves(&kamisado, 3);
    codes_stand_for_moves(&rolit::Position::start(), 4);
    codes_stand_for_moves(&rolit::Position::from_text(CIRCLE).expect("legal"), 5);
}

#[test]
fn seats_teams_and_boards_are_named() {
    let mut game = chess();
    assert_eq!((game.color(0), game.team(0)), ("white".to_owned(), None));
    assert_eq!(game.seat_name(1, Lang::ES), "Negras");
    let board = game.board();
    assert_eq!((board.files, board.ranks, board.cells.len()), (8, 8, 64));
    let king = board.cell(4, 0).and_then(|cell| cell.piece.clone());
    let king = king.expect("the king");
    assert_eq!(
        (king.kind, king.color, king.owner, king.letters.as_str()),
        ("king", "white", Some(0), "K")
    );
    game.play("e2e4").expect("legal");
    let board = game.board();
    let marks = |name: &str| {
        let mut cells = board.cells.iter().flatten();
        let cell = cells.find(|cell| cell.name == name);
        cell.expect(name).marks.clone()
    };
    assert_eq!(
        (marks("e2"), marks("e4")),
        (vec![Mark::From], vec![Mark::To])
    );

    let circle = begun::<rolit::Position>("students", CIRCLE);
    assert_eq!((circle.color(1), circle.team(1)), ("R".to_owned(), Some(1)));
    assert!(circle.position().allied(0, 2) && !circle.position().allied(0, 1));
    assert_eq!(circle.settings().get("shape"), Some("circle"));
    let holes = circle.board().cells.iter().filter(|c| c.is_none()).count();
    assert_eq!(holes, 81 - 61);

    let mut kamisado = begun::<kamisado::Match>("mutual", kamisado::START);
    assert_eq!(kamisado.seat_name(0, Lang::EN), "Black (B)");
    kamisado.play("c1c6").expect("legal");
    let board = kamisado.board();
    let cells: Vec<_> = board.cells.iter().flatten().collect();
    let must = cells
        .iter()
        .find(|cell| cell.marks.contains(&Mark::MustMove));
    let must = must.expect("a tower must move");
    let piece = must.piece.as_ref().expect("a tower");
    assert_eq!((piece.owner, must.ground.letter.is_some()), (Some(1), true));
    assert!(
        cells
            .iter()
            .any(|cell| cell.name == "c6" && cell.marks == [Mark::To])
    );
}

#[test]
fn nothing_is_played_after_the_end_and_who_cannot_win_is_known() {
    let mut game = chess();
    for text in "f2f3 e7e5 g2g4 d8h4".split(' ') {
        game.play(text).expect(text);
    }
    let error = game.play("e1f2").expect_err("mated").to_string();
    assert!(
        error.contains("after the end of the game (checkmate)"),
        "{error}"
    );
    assert!(game.legal_moves().is_empty());
    let ending = game.ending(Lang::EN);
    assert_eq!(ending.as_deref(), Some("Black wins (checkmate)."));
    let bare = begun::<chess::Position>("standard", "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1");
    assert_eq!((bare.can_win(0), bare.can_win(1)), (true, false));
}

#[test]
fn a_start_that_contradicts_its_settings_is_refused() {
    let begin = |name: &str, value: &str, start: &str| {
        let settings = Settings::default().with(name, value);
        rolit::Position::begin(&settings, Some(start)).map(|start| start.split().0.text())
    };
    let error = begin("shape", "square", CIRCLE).expect_err("another shape");
    assert_eq!(error.to_string(), "shape 'square': the start says circle");
    let error = begin("rules", "official", CIRCLE).expect_err("other rules");
    assert_eq!(
        error.to_string(),
        "rules 'official': the start says students"
    );
    assert_eq!(begin("shape", "circle", CIRCLE).as_deref(), Ok(CIRCLE));
    let mut yielding = Settings::yielding();
    yielding.set("players", "2");
    let read = rolit::Position::begin(&yielding, Some(CIRCLE));
    assert_eq!(
        read.map(|start| start.split().0.text()).as_deref(),
        Ok(CIRCLE)
    );
}
