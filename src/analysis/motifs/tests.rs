//! Motifs beside the themes of published puzzles, and names of themes.

use super::*;
use std::collections::BTreeMap;

/// Published puzzles of Lichess (CC0): position, moves (the opponent's first), and those of its themes that are compared.
const PUZZLES: &str = include_str!("lichess.txt");

/// A puzzle after the opponent's first move: position, solution, themes.
fn puzzles() -> impl Iterator<Item = (Position, Vec<Move>, Vec<&'static str>)> {
    PUZZLES.lines().map(|line| {
        let [fen, moves, themes] = line.split('|').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let mut here = Position::from_fen(fen, false).expect(fen);
        let mut moves = moves.split(' ').map(|text| {
            let m = here.parse_move(text).expect(text);
            here = here.play(m);
            (m, here)
        });
        let (_, start) = moves.next().expect("the opponent's move");
        let solution = moves.map(|(m, _)| m).collect();
        (start, solution, themes.split(' ').collect())
    })
}

#[test]
fn motifs_agree_with_the_themes_of_published_puzzles() {
    // How often a motif is named by the puzzles, is found, and both.
    let mut counts: BTreeMap<Motif, [usize; 3]> = BTreeMap::new();
    for (start, solution, themes) in puzzles() {
        let found = motifs(&start, &solution);
        for motif in Motif::ALL {
            let (named, found) = (themes.contains(&motif.word()), found.contains(&motif));
            let count = counts.entry(motif).or_default();
            for (count, adds) in count.iter_mut().zip([named, found, named && found]) {
                *count += usize::from(adds);
            }
        }
    }
    let mut table = String::new();
    let (mut all_named, mut all_found, mut all_both) = (0, 0, 0);
    for (motif, [named, found, both]) in counts {
        let word = motif.word();
        table += &format!("{word}: named {named}, found {found}, both {both}\n");
        (all_named, all_found, all_both) = (all_named + named, all_found + found, all_both + both);
    }
    // Of the themes named, and of the motifs found.
    assert!(all_both * 100 >= all_named * 97, "{table}");
    assert!(all_both * 100 >= all_found * 80, "{table}");
}

#[test]
fn endgames_are_named_by_their_men() {
    for (start, solution, themes) in puzzles() {
        let mut last = start;
        for m in solution {
            last = last.play(m);
        }
        // A theme of Lichess holds for the whole line.
        if let Some(ending) = endgame(&start).filter(|ending| endgame(&last) == Some(ending)) {
            assert!(themes.contains(&ending), "{} {themes:?}", start.fen());
        }
        for theme in themes.iter().filter(|theme| theme.ends_with("Endgame")) {
            assert_eq!(endgame(&start), Some(*theme), "{}", start.fen());
        }
    }
}

#[test]
fn a_line_is_read_up_to_its_first_illegal_move() {
    let start = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", false).expect("legal");
    let mate = start.parse_move("a1a8").expect("legal");
    assert_eq!(motifs(&start, &[mate, mate]), [Motif::BackRankMate]);
    let none = Move::normal(Square::A8, Square::A1);
    assert_eq!(motifs(&start, &[none, mate]), []);
    assert_eq!(motifs(&start, &[]), []);
}

#[test]
fn themes_have_names_in_each_language_or_are_said_as_they_are() {
    for (theme, name) in [
        ("mateIn2", "mate in 2"),
        ("fork", "fork"),
        ("hangingPiece", "hanging piece"),
        ("somethingElse", "somethingElse"),
        ("", ""),
    ] {
        assert_eq!(theme_name(Lang::EN, theme), name);
    }
    assert_eq!(theme_name(Lang::ES, "mateIn2"), "mate en 2");
    for motif in Motif::ALL {
        assert_ne!(
            theme_name(Lang::ES, motif.word()),
            motif.word(),
            "{motif:?}"
        );
    }
}
