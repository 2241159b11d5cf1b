//! Tests of the tables: pawns, near squares, ways.

use super::*;

/// Square by name.
fn on(name: &str) -> usize {
    let square: Square = name.parse().expect(name);
    square as usize
}

#[test]
fn pawns_step_twice_once_and_take_as_often_as_they_can() {
    for (from, to, captures, moves) in [
        ("a2", "a8", 0, 5),
        ("a3", "a8", 0, 5),
        ("a2", "b4", 1, 2),
        ("a2", "b5", 1, 2),
        ("a2", "c4", 2, 2),
        ("a2", "c4", 1, NEVER),
        ("a2", "d4", 3, NEVER),
        ("a4", "a3", 3, NEVER),
    ] {
        assert_eq!(pawn_moves(captures, on(from), on(to)), moves, "{from} {to}");
    }
}

#[test]
fn pawns_of_the_mated_side_go_down_and_go_on_as_something_else() {
    let blocks = |from, to, captures| REACH.blocks(PAWN + captures, on(from), on(to));
    assert_eq!(blocks("h7", "h5", 0), 1);
    assert_eq!(blocks("h7", "g5", 1), 2);
    assert_eq!(blocks("h2", "h1", 0), 1);
    // As a queen, or as a knight.
    assert_eq!(blocks("h2", "a8", 0), 2);
    assert_eq!(blocks("h2", "g3", 0), 2);
    assert_eq!(blocks("a5", "a6", 0), 5);
}

#[test]
fn squares_near_another_are_those_from_which_few_moves_are_needed() {
    for kind in 0..KINDS {
        for (from, to, moves) in (0..64)
            .flat_map(|from| (0..64).map(move |to| (from, to)))
            .flat_map(|(from, to)| (0..10).map(move |moves| (from, to, moves)))
        {
            let is_near = REACH.near(kind, to, moves).contains(square(from));
            let needed = REACH.blocks(kind, from, to);
            // Seven moves or more are not counted.
            assert_eq!(
                is_near,
                needed <= moves || moves >= 7,
                "{kind} {from} {to} {moves}"
            );
        }
    }
}

#[test]
fn ways_are_no_more_than_arrivals_and_none_is_worse_than_another() {
    for kind in 0..KINDS {
        let ways = REACH.ways(false, kind, on("b3"), on("g7"));
        let arrivals = REACH.arrivals(kind, on("b3"), u32::from(MOST_MOVES));
        let arrivals: Vec<(u32, Kind, usize)> = arrivals.collect();
        assert!(!ways.is_empty());
        for way in ways {
            let is_one = |&(moves, kind, to): &(u32, Kind, usize)| {
                moves == way.moves() && guards(kind, to, on("g7")) == way.guards()
            };
            assert!(arrivals.iter().any(is_one), "{kind} {way:?}");
            let better =
                |other: &&Way| other.moves() <= way.moves() && way.guards() & !other.guards() == 0;
            assert_eq!(ways.iter().filter(better).count(), 1, "{kind} {way:?}");
        }
    }
}
