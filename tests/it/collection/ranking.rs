//! The ranking against sums that are made another way.

use crate::collection::staged::{
    Game, PASSWORD, numbers, password, person, problem, record, tamper, write,
};
use crate::databases::on_each;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use std::sync::Arc;
use store::{Ranked, RankingOf, Store};

/// Points, games, wins and the streak of each user, from the games one after the other.
fn added_up(games: &[Game], of: RankingOf) -> BTreeMap<i64, [i64; 4]> {
    let mut sums = BTreeMap::new();
    for game in games {
        let is_meant = of.moves.is_none_or(|moves| i64::from(moves) == game.moves)
            && of.band.is_none_or(|band| i64::from(band) == game.band);
        if !is_meant || game.seats[0] == game.seats[1] {
            continue;
        }
        for (seat, won) in [(0, game.attacker_won), (1, !game.attacker_won)] {
            let Some(user) = game.seats[seat] else {
                continue;
            };
            let [points, games, wins, streak] = sums.entry(user).or_insert([0; 4]);
            *points += game.points[seat];
            *games += 1;
            *wins += i64::from(won);
            *streak = if won { *streak + 1 } else { 0 };
        }
    }
    sums
}

fn sums(users: &[Ranked]) -> BTreeMap<i64, [i64; 4]> {
    let sum = |user: &Ranked| (user.id, [user.points, user.games, user.wins, user.streak]);
    users.iter().map(sum).collect()
}

async fn whole(collection: &Store, of: RankingOf) -> Vec<Ranked> {
    let ranking = collection
        .plays()
        .ranking(of, 0, 1000)
        .await
        .expect("a ranking");
    assert_eq!(ranking.total, ranking.users.len() as u64);
    ranking.users
}

#[test]
fn rankings_by_length_and_band_are_the_sums_of_the_games() {
    on_each(async |collection| {
        let mut users = vec![1, 2];
        for name in ["Ana", "Bea", "Eva"] {
            users.push(person(&collection, name).await.user.id);
        }
        let problem = problem(&collection, users[2]).await;
        let mut random = StdRng::seed_from_u64(24);
        let games: Vec<Game> = (0..400)
            .map(|_| {
                let mut seat = || users.get(random.random_range(0..=users.len())).copied();
                Game {
                    problem,
                    seats: [seat(), seat()],
                    moves: random.random_range(1..4),
                    band: random.random_range(1..6),
                    attacker_won: random.random(),
                    points: [random.random_range(0..60), random.random_range(0..30)],
                }
            })
            .collect();
        write(&collection, &games).await;
        for moves in [None, Some(1), Some(2), Some(3), Some(4)] {
            for band in [None, Some(1), Some(5)] {
                let of = RankingOf { moves, band };
                if of == RankingOf::default() {
                    continue;
                }
                let users = whole(&collection, of).await;
                assert_eq!(sums(&users), added_up(&games, of), "{of:?}");
                let points: Vec<i64> = users.iter().map(|user| user.points).collect();
                assert!(points.is_sorted_by(|a, b| a >= b), "{points:?}");
            }
        }
    });
}

#[test]
fn equal_points_are_ranked_by_rating_and_then_by_name_and_pages_are_parts_of_the_whole() {
    on_each(async |collection| {
        let mut users = Vec::new();
        for name in ["d", "B", "a", "C", "é", "F"] {
            users.push(person(&collection, name).await.user.id);
        }
        let problem = problem(&collection, users[0]).await;
        let mut games = Vec::new();
        for &user in &users {
            games.push(Game::new(problem, user, 1));
        }
        games.push(Game::new(problem, users[5], 1));
        write(&collection, &games).await;
        let rating = format!("UPDATE users SET rating = 1600 WHERE id = {}", users[0]);
        tamper(&collection, &rating).await;
        let counted = "UPDATE users SET games = 1, points = 10 WHERE kind = 'person'";
        tamper(&collection, counted).await;
        let first = format!("UPDATE users SET points = 20 WHERE id = {}", users[5]);
        tamper(&collection, &first).await;
        let theme = RankingOf {
            moves: Some(1),
            band: None,
        };
        for (of, names) in [
            (RankingOf::default(), &["F", "d", "a", "B", "C", "é"][..]),
            (theme, &["F", "d", "a", "B", "C", "é", "M1"]),
        ] {
            let all = whole(&collection, of).await;
            let places: Vec<u64> = all.iter().map(|user| user.place).collect();
            assert_eq!(places, (1..=names.len() as u64).collect::<Vec<_>>());
            let found: Vec<&str> = all.iter().map(|user| user.name.as_str()).collect();
            assert_eq!(found, names);
            for (offset, limit) in [(0, 2), (2, 2), (4, 5), (9, 5)] {
                let page = collection
                    .plays()
                    .ranking(of, offset, limit)
                    .await
                    .expect("a page");
                let part = all.iter().skip(offset as usize).take(limit as usize);
                assert!(page.users.iter().eq(part), "{offset} {limit}");
                assert_eq!(page.total, all.len() as u64);
            }
        }
    });
}

/// All games in the database, in their order.
async fn recorded(collection: &Store) -> Vec<Game> {
    let sql = "SELECT problem_id, moves, band, attacker_id, defender_id, \
               CASE WHEN winner = 'attacker' THEN 1 ELSE 0 END, attacker_points, defender_points \
               FROM plays ORDER BY id";
    let rows = numbers(collection, sql).await;
    let user = |id: i64| (id >= 0).then_some(id);
    let game = |row: &Vec<i64>| Game {
        problem: row[0],
        moves: row[1],
        band: row[2],
        seats: [user(row[3]), user(row[4])],
        attacker_won: row[5] == 1,
        points: [row[6], row[7]],
    };
    rows.iter().map(game).collect()
}

#[test]
fn totals_are_the_sums_of_the_games_though_many_end_at_once_and_users_go() {
    on_each(async |collection| {
        let mut users = vec![1, 2];
        for name in ["Ana", "Bea", "Eva"] {
            users.push(person(&collection, name).await.user.id);
        }
        let mut problems = Vec::new();
        for owner in [2, 3, 4, 2] {
            problems.push(problem(&collection, users[owner]).await);
        }
        tamper(&collection, "UPDATE problems SET state = 'verified'").await;
        let mut random = StdRng::seed_from_u64(9);
        let games: Arc<[Game]> = (0..120)
            .map(|_| {
                let mut any = |from: &[i64]| from[random.random_range(0..from.len())];
                let [problem, attacker, defender] = [any(&problems), any(&users), any(&users)];
                Game {
                    moves: random.random_range(1..4),
                    band: random.random_range(1..6),
                    attacker_won: random.random(),
                    ..Game::new(problem, attacker, defender)
                }
            })
            .collect();
        let recorders: Vec<_> = (0..6)
            .map(|recorder| {
                let (collection, games) = (collection.clone(), games.clone());
                tokio::spawn(async move {
                    for game in games.iter().skip(recorder).step_by(6) {
                        record(&collection, game).await.expect("recorded");
                    }
                })
            })
            .collect();
        for recorder in recorders {
            recorder.await.expect("no panic");
        }
        let all = recorded(&collection).await;
        assert_eq!(all.len(), games.len());
        let check = async |games: &[Game]| {
            let users = whole(&collection, RankingOf::default()).await;
            let added_up = added_up(games, RankingOf::default());
            assert_eq!(sums(&users), added_up);
            let best = "SELECT id FROM users WHERE best_streak < streak OR wins > games";
            assert!(numbers(&collection, best).await.is_empty());
        };
        check(&all).await;
        let rated = "SELECT id FROM users WHERE deviation < 350";
        assert_eq!(numbers(&collection, rated).await.len(), users.len());

        // Ana goes, and what she has played with machines.
        let word = password(PASSWORD);
        let gone = collection.accounts().delete(users[2], "Ana", &word).await;
        gone.expect("name and password");
        let left = recorded(&collection).await;
        assert!(left.len() < all.len() && left.iter().any(|game| game.seats.contains(&None)));
        check(&left).await;
        // Problems have been played as often as there are games over them.
        let miscounted = "SELECT id FROM problems WHERE played <> (SELECT count(*) FROM plays WHERE \
             problem_id = problems.id) OR solved <> (SELECT count(*) FROM plays WHERE \
             problem_id = problems.id AND winner = 'attacker')";
        assert!(numbers(&collection, miscounted).await.is_empty());
    });
}
