//! The players without a search: random and greedy.

use super::*;

/// What greedy wants most of, counted from the texts.
fn letters(text: &str, of: &str) -> i32 {
    let board = text.split(' ').next().unwrap_or("");
    board.chars().filter(|c| of.contains(*c)).count() as i32
}

#[test]
fn greedy_takes_the_most_that_one_ply_gives() {
    let mut rng = StdRng::seed_from_u64(8);
    let mut choices = HashMap::new();
    for seed in 0..300 {
        let line = rolit_line(&mut rng);
        let here = line.position();
        let own: String = (0..here.players())
            .filter(|seat| here.allied(*seat, here.turn()))
            .map(|seat| here.colors()[seat].letter())
            .collect();
        if here.empty_cells() > 1 {
            let worth = |m| letters(&here.play(m).text(), &own);
            let most = here
                .legal_moves()
                .into_iter()
                .map(worth)
                .max()
                .expect("a move");
            let choice = ask(&mut Greedy::new(seed), &line, &Limits::default());
            assert_eq!(worth(choice.chosen), most, "{}", here.text());
            assert_eq!(choice.report.score, Some(Score::Centipawns(100 * most)));
            *choices.entry("rolit").or_insert(0) += 1;
        }

        let line = chess_line(&mut rng);
        let here = line.position();
        let sign = if Game::turn(here) == 0 { 1 } else { -1 };
        let worth = |m| {
            let child = Game::play(here, m);
            let (text, in_check) = (child.text(), child.in_check());
            let material: i32 = [("Pp", 100), ("NBnb", 300), ("Rr", 500), ("Qq", 900)]
                .into_iter()
                .map(|(kinds, value)| {
                    let (white, black) = kinds.split_at(kinds.len() / 2);
                    value * (letters(&text, white) - letters(&text, black))
                })
                .sum();
            match child.outcome() {
                Some(end) if end.winners.count() == 1 => MATE_VALUE,
                Some(_) => 0,
                None => sign * material + 25 * i32::from(in_check),
            }
        };
        let most = here
            .legal_moves()
            .into_iter()
            .map(worth)
            .max()
            .expect("a move");
        let choice = ask(&mut Greedy::new(seed), &line, &Limits::default());
        assert_eq!(worth(choice.chosen), most, "{}", here.text());
        *choices.entry("chess").or_insert(0) += 1;

        let line = kamisado_line(&mut rng);
        let here = line.position();
        let wins = |m| here.play(m).outcome().is_some();
        if here.legal_moves().into_iter().any(wins) {
            let choice = ask(&mut Greedy::new(seed), &line, &Limits::default());
            assert!(wins(choice.chosen), "{}", here.text());
            *choices.entry("kamisado").or_insert(0) += 1;
        }
    }
    assert!(choices.values().all(|count| *count > 50), "{choices:?}");
    assert_eq!(choices.len(), 3);
}

#[test]
fn greedy_breaks_ties_by_its_seed_alone() {
    // Three first moves, each turning one ball.
    let line = Line::new(Rolit::start());
    let chosen = |seed| {
        let choice = ask(&mut Greedy::new(seed), &line, &Limits::default());
        choice.chosen.to_string()
    };
    let all: HashSet<String> = (0..64).map(chosen).collect();
    assert_eq!(all, HashSet::from(["d3", "f3", "f5"].map(String::from)));
    for seed in 0..64 {
        assert_eq!(chosen(seed), chosen(seed));
    }
}

#[test]
fn random_draws_every_move_equally_often() {
    fn chi_square<G: Game>(start: G, seed: u64) -> (f64, usize) {
        let line = Line::new(start);
        let moves = line.position().legal_moves();
        let mut player = Random::new(seed);
        let mut counts = vec![0_u32; moves.len()];
        for _ in 0..10_000 {
            let chosen = ask(&mut player, &line, &Limits::default()).chosen;
            counts[moves.iter().position(|m| *m == chosen).expect("legal")] += 1;
        }
        let expected = 10_000.0 / moves.len() as f64;
        let deviations = counts.iter().map(|n| (f64::from(*n) - expected).powi(2));
        (deviations.sum::<f64>() / expected, moves.len())
    }
    // Exceeded by chance once in a thousand: 19, 101 and 2 degrees of freedom.
    for (found, limit) in [
        (chi_square(Chess::start(), 11), (43.8, 20)),
        (chi_square(Match::start(), 12), (149.4, 102)),
        (chi_square(Rolit::start(), 13), (13.8, 3)),
    ] {
        assert_eq!(found.1, limit.1);
        assert!(found.0 < limit.0, "{found:?}");
    }
}
