//! Improvements that are known, found by trying all moves with another program.

use super::*;
use crate::compose::is_usual;
use shakmaty::{Piece, Role, Square};

/// A mate in 2 (key Qe2, with a threat) that can spare no man.
const SPARE: &str = "2N5/2b5/8/2k5/8/1PN2R2/1K4Q1/8 w - - 0 1";
/// The same with an idle pawn.
const IDLE: &str = "2N5/2b5/P7/2k5/8/1PN2R2/1K4Q1/8 w - - 0 1";

fn position(fen: &str) -> Position {
    Position::from_fen(fen, false).expect(fen)
}

fn improver(fen: &str, stipulation: &str) -> Improver {
    let draft = Draft::new(fen, stipulation.parse().expect(stipulation));
    Improver::new(draft, NODES).expect("memory")
}

/// The changes of a mate in 2 of one kind that are better, by worth; and the numbers of undecided ones.
fn improved(fen: &str, kind: impl Fn(&Change) -> bool) -> (Vec<Improvement>, usize) {
    all_improved(improver(fen, "#2"), kind)
}

/// The same of any problem.
fn all_improved(
    mut improver: Improver,
    kind: impl Fn(&Change) -> bool,
) -> (Vec<Improvement>, usize) {
    let stop = AtomicBool::new(false);
    let given = improver.examine_given(&stop);
    let given = given.expect("sound").expect("not stopped");
    let (mut found, mut undecided) = (Vec::new(), 0);
    for change in improver.changes(&given).into_iter().filter(kind) {
        match improver.examine(&given, change, &stop) {
            Examined::Better(improvement) => found.push(*improvement),
            Examined::Undecided => undecided += 1,
            Examined::Sound | Examined::Unsound => {}
        }
    }
    by_worth(&mut found);
    (found, undecided)
}

#[test]
fn an_idle_pawn_is_the_first_to_go() {
    let (found, undecided) = improved(IDLE, |_| true);
    assert_eq!(undecided, 0);
    let best = &found[0];
    let gone = Change::Remove {
        man: Piece {
            color: shakmaty::Color::White,
            role: Role::Pawn,
        },
        square: Square::A6,
    };
    assert_eq!((best.change, best.fen.as_str()), (gone, SPARE));
    let key = best.key.as_ref().map(|key| key.san.as_str());
    assert!(best.same_key && key == Some("Qe2"), "{best:?}");
    assert!(best.variations > 0 && best.kept == best.variations);
    let men = Difference {
        what: Property::Men,
        before: 9,
        now: 8,
    };
    assert!(best.reasons.contains(&men), "{best:?}");
    assert!(best.drawbacks.is_empty(), "{best:?}");
    // What is proposed is sound, and has one key, as another search finds.
    let mates = |p: &Position| p.legal_moves().iter().any(|&m| p.play(m).is_checkmate());
    for improvement in found.iter().take(20) {
        let p = position(&improvement.fen);
        assert!(!mates(&p), "{improvement:?}");
        let moves = p.legal_moves();
        let keys = moves.iter().filter(|&&m| {
            let after = p.play(m);
            let replies = after.legal_moves();
            !replies.is_empty() && replies.iter().all(|&reply| mates(&after.play(reply)))
        });
        assert_eq!(keys.count(), 1, "{improvement:?}");
        assert!(!improvement.reasons.is_empty(), "{improvement:?}");
    }
}

#[test]
fn of_a_position_that_can_spare_no_man_none_is_taken() {
    let removals = |change: &Change| matches!(change, Change::Remove { .. });
    assert_eq!(
        changes(&position(SPARE))
            .iter()
            .filter(|c| removals(c))
            .count(),
        6
    );
    let (found, undecided) = improved(SPARE, removals);
    assert_eq!((found, undecided), (Vec::new(), 0));
}

#[test]
fn a_shift_carries_the_play_along() {
    let stop = AtomicBool::new(false);
    let given = improver(SPARE, "#2").examine_given(&stop);
    let given = given.expect("sound").expect("not stopped");
    let GivenPlay::Direct(play) = &given.play else {
        panic!("{given:?}");
    };
    let change = Change::Shift { files: 1, ranks: 0 };
    assert!(changes(&given.position).contains(&change));
    let e2 = change.carry(play.first).map(|(_, to, _)| to);
    assert_eq!(e2, Some(Square::F2));
    let shifted = change.apply(&given.position).expect("legal");
    assert_eq!(shifted.fen(), "3N4/3b4/8/3k4/8/2PN2R1/2K4Q/8 w - - 0 1");
    // Off the board, on a last rank, and with a right to castle there is none.
    let off = Change::Shift { files: 2, ranks: 0 };
    assert!(!changes(&given.position).contains(&off));
    let castling = position("1Q6/5p2/4PP2/3k4/1P4N1/3N4/1PB5/R3K3 w Q - 0 1");
    let shifts = |change: &Change| matches!(change, Change::Shift { .. });
    assert!(!changes(&castling).iter().any(shifts));
}

#[test]
fn no_change_brings_promoted_men_or_a_check_or_an_impossible_last_move() {
    let before = position(IDLE);
    for change in changes(&before) {
        let after = change.apply(&before).expect("legal");
        assert!(!after.in_check(), "{change:?}");
        assert!(is_usual(&after.to_setup().board), "{change:?}");
        assert!(can_have_moved(&after), "{change:?}");
    }
}

#[test]
fn what_is_not_sound_is_refused_with_the_reason() {
    let stop = AtomicBool::new(false);
    let refused = |fen: &str, stipulation| {
        let error = improver(fen, stipulation).examine_given(&stop);
        error.expect_err("unsound").to_string()
    };
    let cooked = refused("k7/7R/1K6/8/8/8/8/6Q1 w - - 0 1", "#1");
    assert!(cooked.contains("keys: Q"), "{cooked}");
    let short = refused("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "#2");
    assert!(short.contains("not only in 2 but in 1"), "{short}");
    let none = refused(SPARE, "#1");
    assert!(none.contains("no mate in 1"), "{none}");
}

#[test]
fn what_takes_more_positions_than_allowed_is_undecided() {
    let stop = AtomicBool::new(false);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let draft = Draft::new(start, "#6".parse().expect("a stipulation"));
    let given = Improver::new(draft, 10)
        .expect("memory")
        .examine_given(&stop);
    let error = given.expect_err("no verdict").to_string();
    assert!(error.contains("1000 positions"), "{error}");
}

/// Number of the ways in which both sides together mate the side that begins, in exactly so many half-moves: a search that
/// tries all moves.
fn help_mates(p: &Position, plies: u32) -> usize {
    if plies == 0 {
        return usize::from(p.is_checkmate());
    }
    let moves = p.legal_moves();
    moves
        .iter()
        .map(|&m| help_mates(&p.play(m), plies - 1))
        .sum()
}

#[test]
fn an_idle_man_of_a_helpmate_is_found_as_by_trying_all_moves() {
    let given = "7k/5K2/4B3/8/8/8/6p1/6R1 b - - 0 1";
    assert_eq!(help_mates(&position(given), 4), 1);
    let (found, undecided) = all_improved(improver(given, "h#2"), |_| true);
    assert_eq!(undecided, 0);
    let best = &found[0];
    let bishop = Change::Remove {
        man: Role::Bishop.of(shakmaty::Color::White),
        square: Square::E6,
    };
    assert_eq!(best.change, bishop);
    assert_eq!(best.fen, "7k/5K2/8/8/8/8/6p1/6R1 b - - 0 1");
    assert_eq!((best.kept, best.variations, best.same_key), (1, 1, true));
    // What is proposed is sound; what is not proposed among the changes is not, as the other search says.
    let mut better = 0;
    for change in changes(&position(given)) {
        let taken = matches!(change, Change::Remove { .. } | Change::Replace { .. });
        let Some(after) = change.apply(&position(given)).filter(|_| taken) else {
            continue;
        };
        let is_sound = help_mates(&after, 4) == 1 && help_mates(&after, 2) == 0;
        let is_weaker = force(&after) < force(&position(given));
        let is_found = found.iter().any(|one| one.change == change);
        assert_eq!(is_found, is_sound && is_weaker, "{change:?}");
        better += usize::from(is_found);
    }
    assert_eq!(better, found.len());
}

#[test]
fn the_number_of_solutions_is_the_intended_one() {
    let stop = AtomicBool::new(false);
    let of = |intended| {
        let given = "7k/5K2/4B3/8/8/8/6p1/6R1 b - - 0 1";
        let mut draft = Draft::new(given, "h#2".parse().expect("a stipulation"));
        draft.terms.intended = Some(intended);
        let mut improver = Improver::new(draft, NODES).expect("memory");
        improver.examine_given(&stop).map(|_| ())
    };
    assert!(of(1).is_ok());
    let few = of(2).expect_err("one solution").to_string();
    assert!(few.contains("1 solution instead of 2"), "{few}");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    let short = improver(start, "h#4").examine_given(&stop);
    let cooked = short.expect_err("cooked").to_string();
    assert!(cooked.contains("at least 2 solutions"), "{cooked}");
}
