//! Placements are all there and each once; what is found is what trying all of them finds.

use super::*;
use shakmaty::fen::Fen;
use std::collections::HashSet;

fn setup(fen: &str) -> Setup {
    fen.parse::<Fen>().expect(fen).into_setup()
}

fn request(fen: &str, stipulation: &str, men: &str, squares: &str) -> Request {
    Request {
        from: setup(fen),
        stipulation: stipulation.parse().expect(stipulation),
        solutions: 1,
        supply: parse_supply(men).expect(men),
        squares: parse_squares(squares).expect(squares),
        men: None,
        themes: Vec::new(),
        duals: true,
        short_threats: true,
        nodes: 100_000,
    }
}

/// The positions that are found by trying all placements, and how many were left undecided.
fn found(request: &Request) -> (Vec<Hit>, usize) {
    let placements = request.placements().expect("a wish");
    let stop = AtomicBool::new(false);
    let mut searcher = Searcher::new(request).expect("memory");
    let (mut hits, mut undecided) = (Vec::new(), 0);
    for number in 0..placements.count() {
        let placement = placements.nth(number).expect("a placement");
        match searcher.examine(&placement, &stop) {
            Examined::Found(hit) => hits.push(*hit),
            Examined::Undecided => undecided += 1,
            _ => {}
        }
    }
    (hits, undecided)
}

#[test]
fn every_placement_has_one_number() {
    let supply = parse_supply("QRRp2").expect("men");
    let squares = parse_squares("a1-b3,h8").expect("squares");
    let placements = Placements::new(&supply, squares, &(1..=3)).expect("few");
    // Choices of at most one queen, two rooks and two pawns on 7 squares, one to three men in all.
    let mut expected = 0u128;
    let choose = |n: u128, k: u128| (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1));
    for (q, r, p) in (0..2).flat_map(|q| (0..3).flat_map(move |r| (0..3).map(move |p| (q, r, p)))) {
        if (1..=3).contains(&(q + r + p)) {
            expected += choose(7, q) * choose(7 - q, r) * choose(7 - q - r, p);
        }
    }
    assert_eq!(placements.count(), expected);
    let mut seen = HashSet::new();
    let mut last = 0;
    for number in 0..expected {
        let mut placement = placements.nth(number).expect("within");
        assert!(placement.len() >= last, "fewest men first");
        last = placement.len();
        let places: HashSet<_> = placement.iter().map(|(_, square)| *square).collect();
        assert_eq!(places.len(), placement.len());
        assert!(places.iter().all(|square| squares.contains(*square)));
        placement.sort_by_key(|(man, square)| (man.char(), *square));
        assert!(seen.insert(placement), "{number}");
    }
    assert_eq!(placements.nth(expected), None);
    for draw in 0..200 {
        let number = placements.drawn(5, draw);
        assert!(number < expected);
        assert_eq!(number, placements.drawn(5, draw), "the same seed");
    }
    let draws = |seed| {
        (0..20)
            .map(|draw| placements.drawn(seed, draw))
            .collect::<Vec<_>>()
    };
    assert_ne!(draws(1), draws(2));
}

#[test]
fn too_many_ways_are_not_counted_and_nonsense_is_named() {
    let all = parse_supply("Q9R9B9N9P8q9r9b9n9p8").expect("men");
    assert!(Placements::new(&all, Bitboard::FULL, &(0..=64)).is_none());
    for bad in ["", "x", "QZ", "0", "Q0"] {
        assert!(parse_supply(bad).is_err(), "{bad}");
    }
    for bad in ["", "a9", "a1-", "a1-b2-c3", "e"] {
        assert!(parse_squares(bad).is_err(), "{bad}");
    }
    let kings = "8/8/8/8/8/k1K5/8/8 w - - 0 1";
    for (stipulation, men) in [("=2", "Q"), ("r#2", "Q"), ("#7", "Q"), ("dia3", "Q")] {
        let request = request(kings, stipulation, men, "a1-h8");
        assert!(request.placements().is_err(), "{stipulation}");
    }
    let mut full = request(kings, "#1", "Q", "a3,c3");
    assert!(full.placements().is_err(), "no free square");
    full.squares = Bitboard::FULL;
    full.men = Some(1..=2);
    assert!(full.placements().is_err(), "no room for another man");
    full.men = Some(4..=4);
    assert!(full.placements().is_err(), "one queen is not enough");
    full.men = Some(3..=3);
    assert_eq!(full.placements().expect("61 and one").count(), 62);
}

/// The squares of a rook from which a mate in 2 has one key and no shorter mate, by trying all moves.
#[test]
fn mates_in_two_are_those_that_trying_all_moves_finds() {
    let fen = "8/8/8/8/8/k1K5/8/8 w - - 0 1";
    let (hits, undecided) = found(&request(fen, "#2", "RN", "a1-e8"));
    assert_eq!(undecided, 0);
    let mates = |p: &Position| {
        let moves = p.legal_moves();
        moves.iter().filter(|&&m| p.play(m).is_checkmate()).count()
    };
    let mut expected = HashSet::new();
    let wish = request(fen, "#2", "RN", "a1-e8");
    let placements = wish.placements().expect("a wish");
    for number in 0..placements.count() {
        let placement = placements.nth(number).expect("within");
        let Some(p) = wish.position(&placement) else {
            continue;
        };
        let keys = p
            .legal_moves()
            .iter()
            .filter(|&&m| {
                let after = p.play(m);
                let replies = after.legal_moves();
                !replies.is_empty() && replies.iter().all(|&reply| mates(&after.play(reply)) > 0)
            })
            .count();
        if mates(&p) == 0 && keys == 1 {
            expected.insert(p.fen());
        }
    }
    let fens: HashSet<String> = hits.iter().map(|hit| hit.fen.clone()).collect();
    assert_eq!(fens.len(), hits.len());
    assert!(expected.len() > 20, "{}", expected.len());
    assert_eq!(fens, expected);
}

/// The queen of a classic with a Grimshaw and three duals is missing: it may stand on three squares.
#[test]
fn themes_and_duals_are_conditions() {
    let fen = "2brrb2/8/p7/8/1p1kpPp1/1P1pN1P1/3K4/8 w - - 0 1";
    let mut wish = request(fen, "#2", "QRB", "e5-h7");
    wish.men = Some(16..=16);
    let added = |wish: &Request| -> Vec<String> {
        let (hits, undecided) = found(wish);
        assert_eq!(undecided, 0);
        hits.into_iter().flat_map(|hit| hit.added).collect()
    };
    assert_eq!(added(&wish), ["Qf5", "Qg5", "Qh5"]);
    wish.themes = vec![Theme::Grimshaw, Theme::SelfBlock];
    assert_eq!(added(&wish), ["Qf5", "Qg5", "Qh5"]);
    wish.themes = vec![Theme::Grimshaw, Theme::Novotny];
    assert!(added(&wish).is_empty());
    wish.themes.clear();
    wish.duals = false;
    assert!(added(&wish).is_empty());
}

#[test]
fn helpmates_and_selfmates_are_found_too() {
    // Every square of the rook, by the lines themselves.
    let fen = "7k/5K2/8/8/8/8/8/8 b - - 0 1";
    let (hits, undecided) = found(&request(fen, "h#1", "R", "a1-h8"));
    assert_eq!(undecided, 0);
    for hit in &hits {
        let p = Position::from_fen(&hit.fen, false).expect("legal");
        let mates = |p: &Position| {
            p.legal_moves()
                .iter()
                .filter(|&&m| p.play(m).is_checkmate())
                .count()
        };
        let lines: usize = p.legal_moves().iter().map(|&m| mates(&p.play(m))).sum();
        assert_eq!((lines, hit.solutions.len()), (1, 1), "{hit:?}");
    }
    assert!(hits.iter().any(|hit| hit.added == ["Rg1"]), "{hits:?}");
    let mut two = request(fen, "h#1", "R", "a1-h8");
    two.solutions = 2;
    assert!(found(&two).0.iter().all(|hit| hit.solutions.len() == 2));

    // White forces the bishop to capture on the long diagonal, which mates: s#1.
    let fen = "3rkr2/3p1p2/8/8/8/pp6/p7/K7 w - - 0 1";
    let (hits, _) = found(&request(fen, "s#1", "Qb", "a1-h8"));
    for hit in &hits {
        let p = Position::from_fen(&hit.fen, false).expect("legal");
        let forced = p
            .legal_moves()
            .iter()
            .filter(|&&m| {
                let after = p.play(m);
                let replies = after.legal_moves();
                !replies.is_empty() && replies.iter().all(|&r| after.play(r).is_checkmate())
            })
            .count();
        assert_eq!(forced, 1, "{hit:?}");
    }
    let classic = |hit: &Hit| hit.added == ["Qh5", "bc7"] && hit.solutions == ["Qe5+"];
    assert!(hits.iter().any(classic), "{hits:?}");
}
