//! Pairings and standings: by hand, and compared with a slow reader of the rules that tries everything.

use super::bracket::Bracket;
use super::history::{Due, Round};
use super::matching::{DIGITS, Weight, matching};
use super::*;
use proptest::prelude::*;
use std::collections::HashSet;

/// A plan with more rounds than are played, so that none is the last.
const LONG: Plan = Plan {
    rounds: 99,
    is_accelerated: false,
};

pub(super) fn played_in(round: usize, pairing: Pairing, outcome: Outcome) -> Played {
    Played {
        round,
        pairing,
        outcome,
        is_forfeit: false,
    }
}

fn game(round: usize, white: usize, black: usize, outcome: Outcome) -> Played {
    let black = Some(black);
    played_in(round, Pairing { white, black }, outcome)
}

fn pairs(pairings: &[Pairing]) -> Vec<(usize, Option<usize>)> {
    pairings.iter().map(|p| (p.white, p.black)).collect()
}

/// All ways to pair players, one of whom has a bye if they are odd.
fn all_ways(players: &[Option<usize>]) -> Vec<Vec<(Option<usize>, Option<usize>)>> {
    let Some((first, rest)) = players.split_first() else {
        return vec![Vec::new()];
    };
    let mut ways = Vec::new();
    for (place, other) in rest.iter().enumerate() {
        let mut fewer = rest.to_vec();
        fewer.remove(place);
        for mut way in all_ways(&fewer) {
            way.push((*first, *other));
            ways.push(way);
        }
    }
    ways
}

#[test]
fn a_matching_weighs_as_much_as_the_best_of_all() {
    let mut seed = 7_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as i64
    };
    for round in 0..400 {
        let n = 2 + round % 7;
        let mut table = vec![vec![Weight::ZERO; n]; n];
        for (a, row) in table.iter_mut().enumerate() {
            for weight in &mut row[a + 1..] {
                let mut digits = [0; DIGITS];
                digits[0] = i64::from(random() % 4 != 0);
                digits[1] = random() % 3;
                digits[2] = -(random() % 4);
                let there = digits[0] == 1;
                *weight = if there { Weight(digits) } else { Weight::ZERO };
            }
        }
        let weight = |a: usize, b: usize| table[a.min(b)][a.max(b)];
        let (mates, total) = matching(n, weight);
        for (a, mate) in mates.iter().enumerate() {
            if let Some(b) = mate {
                assert_eq!(mates[*b], Some(a));
            }
        }
        // Places that stand for nobody make a matching of every size one of all.
        let places: Vec<Option<usize>> = (0..2 * n).map(|v| (v < n).then_some(v)).collect();
        let best = if n <= 4 {
            all_ways(&places).iter().map(|way| sum(way, weight)).max()
        } else {
            let places: Vec<Option<usize>> = (0..n + n % 2).map(|v| (v < n).then_some(v)).collect();
            all_ways(&places).iter().map(|way| sum(way, weight)).max()
        };
        assert_eq!(Some(total), best, "{table:?}");
    }
}

fn sum(way: &[(Option<usize>, Option<usize>)], weight: impl Fn(usize, usize) -> Weight) -> Weight {
    let of = |(a, b): &(Option<usize>, Option<usize>)| match (a, b) {
        (Some(a), Some(b)) => weight(*a, *b),
        _ => Weight::ZERO,
    };
    way.iter().map(of).fold(Weight::ZERO, |a, b| a + b)
}

#[test]
fn the_first_round_is_upper_half_against_lower_half_with_colours_in_turn() {
    let found = swiss(8, &[true; 8], &[], LONG).expect("a round");
    let expected = [(0, Some(4)), (5, Some(1)), (2, Some(6)), (7, Some(3))];
    assert_eq!(pairs(&found), expected);
    let found = swiss(7, &[true; 7], &[], LONG).expect("a round");
    let expected = [(0, Some(3)), (4, Some(1)), (2, Some(5)), (6, None)];
    assert_eq!(pairs(&found), expected);
}

#[test]
fn the_second_round_pairs_winners_with_winners_and_changes_colours() {
    let first = swiss(8, &[true; 8], &[], LONG).expect("a round");
    let won = |p: &Pairing| {
        let better = p.black.is_some_and(|black| black < p.white);
        let outcome = if better {
            Outcome::Black
        } else {
            Outcome::White
        };
        played_in(1, *p, outcome)
    };
    let games: Vec<Played> = first.iter().map(won).collect();
    let found = swiss(8, &[true; 8], &games, LONG).expect("a round");
    // 0 and 2 had white, 1 and 3 black: each pair has both wishes fulfilled.
    let mut sets: Vec<[usize; 2]> = Vec::new();
    for pairing in &found {
        let black = pairing.black.expect("an opponent");
        let mut set = [pairing.white, black];
        set.sort_unstable();
        sets.push(set);
    }
    assert_eq!(sets, [[0, 3], [1, 2], [4, 7], [5, 6]]);
    assert_eq!((found[0].white, found[1].white), (3, 1));
}

#[test]
fn where_everybody_has_met_there_is_no_round() {
    let games = [game(1, 0, 1, Outcome::Draw)];
    assert_eq!(swiss(2, &[true; 2], &games, LONG), None);
}

#[test]
fn whoever_is_out_is_not_paired() {
    let found = swiss(4, &[true, false, true, false], &[], LONG).expect("a round");
    assert_eq!(pairs(&found), [(0, Some(2))]);
}

#[test]
fn standings_break_ties_by_buchholz_and_sonneborn_berger() {
    let games = [
        game(1, 0, 1, Outcome::White),
        game(1, 2, 3, Outcome::White),
        game(2, 0, 2, Outcome::Draw),
        game(2, 1, 3, Outcome::Draw),
        game(3, 3, 0, Outcome::White),
        game(3, 1, 2, Outcome::Draw),
    ];
    let lines = of_swiss(4, &games);
    let told: Vec<_> = lines
        .iter()
        .map(|line| (line.player, line.points, line.buchholz, line.sonneborn))
        .collect();
    // By hand: players 0, 1, 2, 3 have 1½, 1, 2, 1½ points.
    let expected = [(2, 4, 8, 11), (3, 3, 9, 8), (0, 3, 9, 8), (1, 2, 10, 7)];
    let mut sorted = told.clone();
    sorted.sort_unstable();
    let mut by_hand = expected;
    by_hand.sort_unstable();
    assert_eq!(sorted, by_hand);
    assert_eq!((told[0].0, told[3].0), (2, 1));
    let alone = Pairing {
        white: 0,
        black: None,
    };
    let bye = played_in(1, alone, Outcome::White);
    let lines = of_swiss(1, &[bye]);
    assert_eq!((lines[0].points, lines[0].games, lines[0].wins), (2, 0, 0));
}

#[test]
fn an_arena_counts_double_after_two_wins_until_a_game_is_not_won() {
    let mut games = vec![
        game(1, 0, 1, Outcome::White),
        game(2, 2, 0, Outcome::Black),
        game(3, 0, 1, Outcome::White),
        game(4, 0, 2, Outcome::Draw),
    ];
    let points = |games: &[Played]| {
        let lines = of_arena(3, games);
        let own = lines.iter().find(|line| line.player == 0).expect("a line");
        (own.points, own.streak)
    };
    assert_eq!(points(&games), (2 + 2 + 4 + 2, false));
    games.truncate(3);
    assert_eq!(points(&games), (8, true));
}

#[test]
fn an_arena_pairs_neighbours_and_nobody_twice_in_a_row() {
    let games = [game(1, 0, 1, Outcome::White), game(2, 2, 3, Outcome::White)];
    let found = arena(4, &[0, 1, 2, 3], 4, &games);
    let sets: HashSet<_> = found.iter().map(|p| (p.white, p.black)).collect();
    // Those with two points, and those with none; white for whoever had black or comes first.
    assert_eq!(sets, HashSet::from([(0, Some(2)), (1, Some(3))]));
    assert_eq!(arena(4, &[0, 1], 4, &games), []);
    let two = [game(1, 0, 1, Outcome::White)];
    assert_eq!(pairs(&arena(2, &[0, 1], 2, &two)), [(1, Some(0))]);
}

/// A tournament whose results follow from a seed: the games and each round's pairings.
fn played(players: usize, rounds: usize, mut seed: u64, absent: bool) -> Vec<Played> {
    let mut games: Vec<Played> = Vec::new();
    let mut active = vec![true; players];
    let plan = Plan {
        rounds,
        is_accelerated: false,
    };
    for round in 1..=rounds {
        if absent && round == 3 {
            active[players / 2] = false;
        }
        let Some(found) = swiss(players, &active, &games, plan) else {
            break;
        };
        check_round(players, &active, &games, plan, &found);
        for pairing in found {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(99);
            let outcome = match (pairing.black, (seed >> 33) % 5) {
                (None, _) | (_, 0 | 1) => Outcome::White,
                (_, 2 | 3) => Outcome::Black,
                _ => Outcome::Draw,
            };
            games.push(played_in(round, pairing, outcome));
        }
    }
    games
}

/// The absolute criteria, read from the pairings alone.
fn check_round(players: usize, active: &[bool], games: &[Played], plan: Plan, found: &[Pairing]) {
    let mut seen = HashSet::new();
    for pairing in found {
        for number in [Some(pairing.white), pairing.black].into_iter().flatten() {
            assert!(
                active[number] && seen.insert(number),
                "{number} twice or out"
            );
        }
        let before = |a: usize, b: Option<usize>| {
            let same = |g: &&Played| {
                let Pairing { white, black } = g.pairing;
                (white == a && black == b) || (Some(white) == b && black == Some(a))
            };
            games.iter().filter(same).count()
        };
        assert_eq!(
            before(pairing.white, pairing.black),
            0,
            "met before: {pairing:?}"
        );
    }
    assert_eq!(seen.len(), active.iter().filter(|is_in| **is_in).count());
    // Colours: nobody who is no topscorer gets a third time the same, or is three off.
    let round = Round::new(players, active, games, plan);
    let last = games.iter().all(|game| game.round + 1 < plan.rounds);
    let last = !last || plan.rounds == 1;
    for pairing in found {
        let Some(black) = pairing.black else { continue };
        for (number, white) in [(pairing.white, true), (black, false)] {
            let own: Vec<bool> = games
                .iter()
                .filter(|g| g.pairing.black.is_some())
                .filter_map(|g| {
                    let is_white = g.pairing.white == number;
                    (is_white || g.pairing.black == Some(number)).then_some(is_white)
                })
                .collect();
            let balance: i32 = own.iter().map(|w| if *w { 1 } else { -1 }).sum();
            let after = balance + if white { 1 } else { -1 };
            let thrice = own.len() >= 2 && own[own.len() - 2..] == [white; 2];
            let (a, b) = (pairing.white, black);
            let excused = last && round.clash(a, b, Due::Absolute);
            assert!(
                excused || (after.abs() <= 2 && !thrice),
                "{number}: {own:?} then {white}"
            );
        }
    }
    if players <= 8 {
        check_quality(&round, active, found);
    }
}

/// No other way to pair everybody is better, bracket by bracket: all ways are tried.
fn check_quality(round: &Round, active: &[bool], found: &[Pairing]) {
    let order = round.order(active);
    let mut places: Vec<Option<usize>> = order.iter().copied().map(Some).collect();
    if places.len() % 2 == 1 {
        places.push(None);
    }
    let mut ways = all_ways(&places);
    ways.retain(|way| {
        way.iter().all(|(a, b)| match (a, b) {
            (Some(a), Some(b)) => round.may_meet(*a, *b),
            (Some(one), None) | (None, Some(one)) => !round.players[*one].had_bye,
            (None, None) => false,
        })
    });
    let own: Vec<(Option<usize>, Option<usize>)> =
        found.iter().map(|p| (Some(p.white), p.black)).collect();
    let partner = |way: &[(Option<usize>, Option<usize>)], number: usize| {
        let of = |(a, b): &(Option<usize>, Option<usize>)| match (a, b) {
            (Some(a), other) if *a == number => Some(*other),
            (other, Some(b)) if *b == number => Some(*other),
            _ => None,
        };
        way.iter().find_map(of).flatten()
    };
    // The bye goes to the least score that can have it.
    let rests = |way: &Vec<(Option<usize>, Option<usize>)>| {
        let one = way.iter().find_map(|(a, b)| a.xor(*b));
        one.map(|one| round.points(one))
    };
    let bye = ways.iter().filter_map(rests).min();
    ways.retain(|way| rests(way) == bye);
    let mut scores: Vec<u32> = order.iter().map(|n| round.players[*n].points).collect();
    scores.dedup();
    let mut moved: Vec<usize> = Vec::new();
    for (place, score) in scores.iter().enumerate() {
        let of = |score: Option<&u32>| -> Vec<usize> {
            let all = order.iter().copied();
            all.filter(|n| Some(&round.players[*n].points) == score)
                .collect()
        };
        let next = of(scores.get(place + 1));
        let mut bracket = Bracket::new(round, moved.clone(), of(Some(score)), next, bye);
        let inside: Vec<usize> = [bracket.moved.clone(), bracket.residents.clone()].concat();
        let floats = |n: &&usize| partner(&own, **n).is_none_or(|p| !inside.contains(&p));
        let down: Vec<&usize> = inside.iter().filter(floats).collect();
        bracket.is_bye_alone = bye >= Some(*score) && bye.is_some() && down.len() == 1;
        // Of the others only what is still open counts.
        let higher = |n: usize| round.players[n].points > *score && !moved.contains(&n);
        let value = |way: &Vec<(Option<usize>, Option<usize>)>| {
            let open = way
                .iter()
                .filter(|(a, b)| ![a, b].into_iter().flatten().any(|n| higher(*n)));
            let of = |(a, b): &(Option<usize>, Option<usize>)| match (*a, *b) {
                (Some(a), Some(b)) => {
                    let place = |n: usize| order.iter().position(|own| *own == n);
                    let (a, b) = if place(a) < place(b) { (a, b) } else { (b, a) };
                    bracket.weight(round, a, Some(b))
                }
                (Some(a), None) => bracket.weight(round, a, None),
                (None, Some(b)) => bracket.weight(round, b, None),
                (None, None) => Weight::ZERO,
            };
            open.map(of).fold(Weight::ZERO, |a, b| a + b)
        };
        let best = ways.iter().map(value).max().expect("some way");
        assert_eq!(value(&own), best, "bracket {score}: {found:?}");
        // Those that have other pairs here are no rivals any more.
        ways.retain(|way| {
            inside.iter().all(|n| {
                let theirs = partner(way, *n).filter(|p| inside.contains(p));
                theirs == partner(&own, *n).filter(|p| inside.contains(p))
            })
        });
        moved = inside
            .iter()
            .copied()
            .filter(|n| partner(&own, *n).is_none_or(|p| !inside.contains(&p)))
            .collect();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn rounds_keep_the_rules_and_no_pairing_is_better(
        players in 2_usize..=8, rounds in 1_usize..=7, seed in any::<u64>(), absent in any::<bool>()
    ) {
        played(players, rounds, seed, absent);
    }
}

#[test]
fn larger_tournaments_keep_the_rules_and_byes_come_once() {
    for (players, rounds) in [(15, 7), (24, 6)] {
        let games = played(players, rounds, 5, true);
        assert_eq!(games.iter().map(|game| game.round).max(), Some(rounds));
        let byes = games.iter().filter(|g| g.pairing.black.is_none());
        let byes: Vec<usize> = byes.map(|g| g.pairing.white).collect();
        let different: HashSet<usize> = byes.iter().copied().collect();
        assert_eq!(byes.len(), different.len(), "{byes:?}");
    }
}

#[test]
fn a_game_that_was_not_played_counts_as_one_with_an_opponent_of_equal_points() {
    let forfeit = Played {
        is_forfeit: true,
        ..game(2, 0, 1, Outcome::White)
    };
    let games = [
        game(1, 0, 2, Outcome::White),
        game(1, 1, 3, Outcome::White),
        forfeit,
        game(2, 2, 3, Outcome::Draw),
    ];
    let lines = of_swiss(4, &games);
    let of = |line: &Line| {
        let Line {
            points,
            buchholz,
            sonneborn,
            wins,
            games,
            ..
        } = *line;
        [points, buchholz, sonneborn, wins, games]
    };
    assert_eq!(
        lines.iter().map(|line| line.player).collect::<Vec<_>>(),
        [0, 1, 2, 3]
    );
    assert_eq!(of(&lines[0]), [4, 1 + 4, 2 + 2 * 4, 1, 1]);
    assert_eq!(of(&lines[1]), [2, 1 + 2, 2, 1, 1]);
}

#[test]
fn a_report_has_the_columns_of_the_handbook() {
    let alone = Pairing {
        white: 2,
        black: None,
    };
    let asked = played_in(
        2,
        Pairing {
            white: 0,
            black: None,
        },
        Outcome::Draw,
    );
    let games = [
        game(1, 0, 1, Outcome::White),
        played_in(1, alone, Outcome::White),
        asked,
        Played {
            is_forfeit: true,
            ..game(2, 2, 1, Outcome::Black)
        },
    ];
    let entry = |name: &str, rating, is_in| Entry {
        name: name.to_owned(),
        rating,
        is_in,
    };
    let players = [
        entry("Ada", Some(2104.6), true),
        entry("Benito Ñ", Some(1500.0), true),
        entry("Carol", None, false),
    ];
    let plan = Plan {
        rounds: 3,
        is_accelerated: true,
    };
    let expected = "\
012 Friday
062 3
001    1      Ada                               2105                             1.5    1     2 w 1  0000 - H
001    2      Benito Ñ                          1500                             1.0    2     1 b 0     3 b +
001    3      Carol                                0                             1.0    3  0000 - U     2 w -  0000 - Z
XXR 3
XXC white1
XXA    1  1.0  0.5  0.0
XXA    2  1.0  0.5  0.0
XXA    3  0.0  0.0  0.0
";
    assert_eq!(trf("Friday", &players, &games, plan), expected);
}
