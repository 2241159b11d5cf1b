//! Comparison with rounds paired by bbpPairings, an independent program for the Dutch system.

use super::tests::played_in;
use super::*;

/// A tournament of the file: players, plan, whether only the last round is compared, and a line for each round.
struct Case<'t> {
    players: usize,
    plan: Plan,
    only_last: bool,
    rounds: Vec<&'t str>,
}

fn cases(text: &str) -> Vec<Case<'_>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    let blocks = lines.split(|line| line.is_empty());
    let case = |block: &[&'_ str]| {
        let words: Vec<&str> = block[0].split(' ').collect();
        let plan = Plan {
            rounds: words[1].parse().expect("rounds"),
            is_accelerated: words.get(2) == Some(&"baku"),
        };
        (
            words[0].parse().expect("players"),
            plan,
            words.get(2) == Some(&"last"),
        )
    };
    let blocks = blocks.filter(|block| !block.is_empty());
    let found = blocks.map(|block| {
        let (players, plan, only_last) = case(block);
        Case {
            players,
            plan,
            only_last,
            rounds: block[1..].to_vec(),
        }
    });
    found.collect()
}

/// Returns the games of a round, given by a line of the file.
fn games(round: usize, line: &str) -> Vec<Played> {
    let number = |text: &str| text.parse::<usize>().expect("a number") - 1;
    let game = |word: &str| {
        let at = word.find(|c: char| !c.is_ascii_digit()).expect("a result");
        let (white, rest) = word.split_at(at);
        let (result, black) = rest.split_at(1);
        let outcome = match result {
            ">" | "+" | "u" => Outcome::White,
            "<" | "-" => Outcome::Black,
            "=" | "h" => Outcome::Draw,
            _ => panic!("{word}"),
        };
        let black = (!black.is_empty()).then(|| number(black));
        let white = number(white);
        Played {
            is_forfeit: matches!(result, "+" | "-"),
            ..played_in(round, Pairing { white, black }, outcome)
        }
    };
    line.split(' ')
        .filter(|word| *word != ".")
        .map(game)
        .collect()
}

#[test]
fn rounds_are_paired_as_the_reference_pairs_them() {
    let (mut tournaments, mut rounds) = (0, 0);
    for case in cases(include_str!("reference.txt")) {
        tournaments += 1;
        let mut past: Vec<Played> = Vec::new();
        for (place, line) in case.rounds.iter().enumerate() {
            let mut active = vec![false; case.players];
            let compared = !case.only_last || place + 1 == case.rounds.len();
            if let Some(inside) = line.strip_prefix("none ") {
                for number in inside.split(' ') {
                    active[number.parse::<usize>().expect("a number") - 1] = true;
                }
                assert_eq!(swiss(case.players, &active, &past, case.plan), None);
                rounds += 1;
                continue;
            }
            let round = games(place + 1, line);
            let is_asked =
                |game: &&Played| game.pairing.black.is_some() || game.outcome != Outcome::Draw;
            let mut expected: Vec<Pairing> = round
                .iter()
                .filter(is_asked)
                .map(|game| game.pairing)
                .collect();
            for pairing in &expected {
                active[pairing.white] = true;
                if let Some(black) = pairing.black {
                    active[black] = true;
                }
            }
            if compared {
                let found = swiss(case.players, &active, &past, case.plan);
                let mut found = found.unwrap_or_default();
                let order = |pairing: &Pairing| (pairing.white, pairing.black);
                found.sort_by_key(order);
                expected.sort_by_key(order);
                assert_eq!(found, expected, "{tournaments}: round {}", place + 1);
                rounds += 1;
            }
            past.extend(round);
        }
    }
    assert_eq!((tournaments, rounds), (75, 426));
}
