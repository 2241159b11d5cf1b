//! Every illegal move has a reason, in both languages.

use super::*;
use crate::Words as _;

fn why(fen: &str, text: &str) -> (String, String) {
    let p = Position::from_fen(fen, false).expect(fen);
    let told = [Lang::EN, Lang::ES].map(|lang| match p.read_move(text, lang) {
        Ok(_) => panic!("{text} is legal in {fen}"),
        Err(why) => why,
    });
    let [en, es] = told;
    (en, es)
}

#[test]
fn each_illegal_move_has_its_reason_in_both_languages() {
    let start = super::super::START_FEN;
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (fen, text, en, es) in [
        (
            start,
            "e4e5",
            "there is no piece on e4",
            "no hay ninguna pieza en e4",
        ),
        (
            start,
            "e7e5",
            "the pawn on e7 is Black's",
            "el peón de e7 es de las negras",
        ),
        (
            start,
            "g1g3",
            "the knight on g1 does not move that way",
            "no se mueve así",
        ),
        (
            start,
            "c1a3",
            "the pawn on b2 is in the way",
            "el peón de b2 está en medio",
        ),
        (
            start,
            "Ba3",
            "the pawn on b2 is in the way",
            "el peón de b2 está en medio",
        ),
        (
            start,
            "e1e2",
            "the pawn on e2 is one's own",
            "hay una pieza propia, el peón de e2",
        ),
        (
            start,
            "e2d3",
            "nothing on d3 that it may take",
            "nada que pueda capturar",
        ),
        (start, "e2e5", "does not move that way", "no se mueve así"),
        (
            start,
            "Qd4",
            "the pawn on d2 is in the way",
            "el peón de d2 está en medio",
        ),
        (
            start,
            "O-O",
            "castling is not possible: the bishop on f1",
            "el alfil de f1 está en medio",
        ),
        (
            start,
            "e1g1",
            "castling is not possible",
            "no se puede enrocar",
        ),
        (start, "Nd2", "the pawn on d2 is one's own", "el peón de d2"),
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "Kc1",
            "castling is written O-O-O",
            "el enroque se escribe O-O-O",
        ),
        (
            "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1",
            "Ne4",
            "the knight on c3 is pinned: on e4 it would leave its king to the bishop on b4",
            "está clavado",
        ),
        (
            "4r1k1/8/8/8/8/4R3/8/4K3 w - - 0 1",
            "e3a3",
            "the rook on e3 is pinned",
            "la torre de e3 está clavada",
        ),
        (
            "4r1k1/8/8/8/8/8/8/B3K3 w - - 0 1",
            "a1b2",
            "the king is in check from the rook on e8",
            "el rey está en jaque por la torre de e8",
        ),
        (
            "3r2k1/8/8/8/8/8/8/4K3 w - - 0 1",
            "Kd1",
            "the king cannot go to d1: the rook on d8 attacks",
            "lo atacaría la torre de d8",
        ),
        (
            "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "O-O-O",
            "the king would cross d1, which the rook on d8 attacks",
            "que ataca la torre de d8",
        ),
        (
            "2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "e1c1",
            "castling is not possible: the king cannot go to c1: the rook on c8 attacks that square",
            "lo atacaría la torre de c8",
        ),
        (
            castle,
            "e1c3",
            "the king on e1 does not move that way",
            "no se mueve así",
        ),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a7a8",
            "say to what (a7a8q)",
            "falta en qué",
        ),
        (
            "4k3/8/P7/8/8/8/8/4K3 w - - 0 1",
            "a6a7q",
            "does not promote on a7",
            "última fila",
        ),
        (
            "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1",
            "e3e4",
            "the pawn on e4 stands there",
            "el peón de e4 está ahí",
        ),
        (
            "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
            "e5",
            "left its first row",
            "una casilla",
        ),
        (
            "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
            "Qd4",
            "White has no queen there",
            "las blancas no tienen ahí una dama",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
            "O-O",
            "the king or that rook has moved",
            "ya se han movido",
        ),
        (
            start,
            "hello",
            "expected e2e4 or Nf3",
            "se espera e2e4 o Cf3",
        ),
    ] {
        let (told_en, told_es) = why(fen, text);
        assert!(told_en.contains(en), "{text}: {told_en}");
        assert!(told_es.contains(es), "{text}: {told_es}");
        assert!(told_en.starts_with(&format!("'{text}' is not a legal move (")));
    }
}

#[test]
fn a_move_in_san_that_two_pieces_can_make_names_both() {
    let (en, es) = why("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2");
    assert!(en.contains("Nbd2 or Nfd2"), "{en}");
    assert!(es.contains("Cbd2 o Cfd2"), "{es}");
}

#[test]
fn every_move_that_is_not_legal_has_a_reason() {
    // No panic, and never an empty reason, for any two squares of some busy positions.
    for fen in [
        super::super::START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    ] {
        let p = Position::from_fen(fen, false).expect(fen);
        for from in Square::ALL {
            for to in Square::ALL {
                let text = format!("{from}{to}");
                if p.parse_move(&text).is_err() {
                    let why = p.why_not(RequestedMove::Squares(from, to, None), Lang::EN);
                    assert!(why.len() > 10, "{fen} {text}: {why}");
                    assert!(
                        !why.ends_with(&format!("cannot go to {to}")),
                        "{fen} {text}: {why}"
                    );
                }
            }
        }
    }
}
