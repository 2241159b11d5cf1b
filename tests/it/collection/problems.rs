//! Problems in the store beyond the use cases: lists against an oracle, copies, imports, words.

use crate::databases::on_each;
use crate::random::position;
use problems::{Draft, Filter, Order, Problem, Stipulation};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sqlx::Row;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use store::{Error, Page, Password, Refusal, Store};

/// Mate in 2 or so.
pub const KRK: &str = "4k3/8/4K3/8/8/8/8/R7 w - - 0 1";
/// The same with a queen.
pub const KQK: &str = "4k3/8/4K3/8/8/8/8/Q7 w - - 0 1";

/// A draft of a position alone.
pub fn draft(fen: &str, moves: u32) -> Draft {
    Draft::new(fen, Stipulation::Mate(moves))
}

/// A new user.
pub async fn user(collection: &Store, name: &str) -> i64 {
    let password = Password::new("correct horse battery");
    collection
        .accounts()
        .sign_up(name, &password)
        .await
        .expect("a user")
        .id
}

/// The refusal that came instead of something.
pub fn refused<T: std::fmt::Debug>(result: Result<T, Error>) -> Refusal {
    match result.expect_err("a refusal") {
        Error::Refused(refusal) => refusal,
        other => panic!("{other}"),
    }
}

/// Says of a problem what a verifier would.
pub async fn verified(collection: &Store, id: i64, least: i64, difficulty: f64) {
    let mut change = collection.begin().await.expect("a change");
    let keys = r#"[{"move":"e6e7","san":"Ke7","mate_in":2}]"#;
    sqlx::query(
        "UPDATE problems SET state = 'verified', least = $1, keys = $2, unique_key = 1, nodes = 7, \
         certificate_hash = 'abc', difficulty = $3, band = $4 WHERE id = $5",
    )
    .bind(least)
    .bind(keys)
    .bind(difficulty)
    .bind(i64::from(problems::band(difficulty)))
    .bind(id)
    .execute(&mut *change)
    .await
    .expect("a problem");
    sqlx::query(
        "INSERT INTO certificates (problem_id, revision, proof) \
         SELECT id, revision, 'proof' FROM problems WHERE id = $1 ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .execute(&mut *change)
    .await
    .expect("a proof");
    change.commit().await.expect("kept");
}

/// A game that a user has played over a problem.
pub async fn played(collection: &Store, id: i64, user: i64) {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let mut change = collection.begin().await.expect("a change");
    sqlx::query(
        "INSERT INTO plays (problem_id, moves, band, attacker_id, result, winner, plies, \
         attacker_ms, defender_ms, attacker_points, defender_points, duel, record, created) \
         VALUES ($1, 1, 1, $2, 'mate', 'attacker', 1, 1, 1, 0, 0, $3, '{}', 0)",
    )
    .bind(id)
    .bind(user)
    .bind(format!("duel {}", NUMBER.fetch_add(1, Relaxed)))
    .execute(&mut *change)
    .await
    .expect("a game");
    sqlx::query("UPDATE problems SET played = played + 1 WHERE id = $1")
        .bind(id)
        .execute(&mut *change)
        .await
        .expect("a problem");
    change.commit().await.expect("kept");
}

const WORDS: [&str; 12] = [
    "Loyd", "loyden", "König", "koenig", "ŠEDÝ", "sedyl", "Zugzwang", "zug", "two", "words", "été",
    "x",
];

fn some_words(random: &mut StdRng) -> String {
    let count = random.random_range(0..=3);
    let words = (0..count).map(|_| *WORDS.choose(random).expect("a word"));
    words.collect::<Vec<_>>().join(" ")
}

fn random_draft(random: &mut StdRng) -> Draft {
    let tags = (0..random.random_range(0..3)).map(|_| some_words(random));
    Draft {
        tags: tags.filter(|tag| !tag.is_empty()).collect(),
        author: some_words(random),
        title: some_words(random),
        source: some_words(random),
        ..draft(&position(random).fen(), random.random_range(1..=6))
    }
}

/// What the words above become: written down by hand, so that the program's own folding is tested.
fn folded(text: &str) -> String {
    let text = text.to_lowercase();
    text.replace("ö", "o")
        .replace("š", "s")
        .replace("ý", "y")
        .replace("é", "e")
}

fn has_words(text: &str, wanted: &str) -> bool {
    let text = folded(text);
    let words: Vec<&str> = text.split(' ').collect();
    folded(wanted)
        .split(' ')
        .all(|wanted| words.iter().any(|word| word.starts_with(wanted)))
}

/// Whether a filter chooses a problem, the slow way.
fn fits(problem: &Problem, filter: &Filter, viewer: i64, played: &HashSet<(i64, i64)>) -> bool {
    let draft = &problem.draft;
    let position = draft.position().expect("a position");
    let spans = [
        (filter.moves, draft.stipulation.moves()),
        (filter.difficulty, u32::from(problem.band)),
        (filter.pieces, position.occupied().count() as u32),
    ];
    let by_viewer = played.contains(&(problem.id, viewer));
    if !filter.chooses() {
        return problem.owner == Some(viewer) || problem.template && !by_viewer;
    }
    let truths = [
        (filter.unique, problem.unique_key),
        (filter.played, by_viewer),
        (filter.tried, problem.played > 0),
        (filter.mine, problem.owner == Some(viewer)),
        (filter.template, problem.template),
    ];
    let all_texts = [&draft.author, &draft.title, &draft.source].into_iter();
    let all_texts = all_texts.chain(&draft.tags).cloned().collect::<Vec<_>>();
    let score = problem.difficulty;
    spans
        .iter()
        .all(|(span, number)| span.is_none_or(|span| span.contains(*number)))
        && truths
            .iter()
            .all(|(wanted, is)| wanted.is_none_or(|wanted| wanted == *is))
        && filter.score.is_none_or(|span| {
            problem.band > 0
                && span.low.is_none_or(|low| f64::from(low) <= score)
                && span.high.is_none_or(|high| score <= f64::from(high))
        })
        && filter.attacker.is_none_or(|side| side == position.turn())
        && filter.state.is_none_or(|state| state == problem.state)
        && filter
            .owner
            .is_none_or(|owner| Some(owner) == problem.owner)
        && filter
            .author
            .as_ref()
            .is_none_or(|author| has_words(&draft.author, author))
        && filter
            .text
            .as_ref()
            .is_none_or(|text| has_words(&all_texts.join(" "), text))
        && filter
            .tags
            .iter()
            .all(|wanted| draft.tags.iter().any(|tag| folded(tag) == folded(wanted)))
}

/// What a list goes by.
fn sort_key(problem: &Problem, order: Order) -> f64 {
    match order {
        Order::Number => 0.0,
        Order::Moves => f64::from(problem.draft.stipulation.moves()),
        Order::Difficulty => problem.difficulty,
        Order::Pieces => {
            let position = problem.draft.position().expect("a position");
            position.occupied().count() as f64
        }
        Order::Played => problem.played as f64,
        Order::Changed => problem.changed as f64,
    }
}

fn random_filter(random: &mut StdRng, users: &[i64]) -> Filter {
    let mut filter = Filter::default();
    let yes_no = |random: &mut StdRng| if random.random() { "yes" } else { "no" };
    for _ in 0..random.random_range(0..=3) {
        let low = random.random_range(1..=4);
        let span = match random.random_range(0..4) {
            0 => format!("{low}"),
            1 => format!("{low}-{}", low + 1),
            2 => format!("{}-", low + 1),
            _ => format!("-{}", low + 1),
        };
        let (word, value) = match random.random_range(0..15) {
            0 => ("moves", span),
            1 => ("difficulty", span),
            2 => ("pieces", format!("{}-{}", low + 3, low + 5)),
            3 => ("score", format!("{}-{}", low * 10, low * 20)),
            4 => ("side", ["white", "black"][low % 2].to_owned()),
            5 => (
                "state",
                ["draft", "verified", "refuted"][low % 3].to_owned(),
            ),
            6 => ("unique", yes_no(random).to_owned()),
            7 => ("played", yes_no(random).to_owned()),
            8 => ("tried", yes_no(random).to_owned()),
            9 => ("mine", yes_no(random).to_owned()),
            10 => ("template", yes_no(random).to_owned()),
            11 => ("owner", users.choose(random).expect("a user").to_string()),
            12 => {
                let word = *WORDS.choose(random).expect("a word");
                ("author", word.chars().take(low + 1).collect())
            }
            13 => match some_words(random) {
                words if words.is_empty() => ("all", "yes".to_owned()),
                words => ("text", words),
            },
            _ => ("tag", (*WORDS.choose(random).expect("a word")).to_owned()),
        };
        filter
            .set(word, &value)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    filter.order = *Order::ALL.choose(random).expect("an order");
    filter.descending = random.random();
    filter.per_page = random.random_range(1..=60);
    filter
}

/// Numbers of the problems of a list, read page by page: by the place of the last one, or by the pages' numbers.
async fn paged(
    collection: &Store,
    user: i64,
    filter: &Filter,
    by_place: bool,
    check: impl Fn(&Page),
) -> Vec<i64> {
    let mut filter = filter.clone();
    let mut found = Vec::new();
    loop {
        let page = collection.problems().list(Some(user), &filter).await;
        let page = page.expect("a page");
        check(&page);
        found.extend(page.problems.iter().map(|problem| problem.id));
        let Some(next) = page.next else { return found };
        if by_place {
            filter.after = Some(next.parse().expect("a place"))
        } else {
            filter.page += 1
        }
    }
}

#[test]
fn lists_are_what_a_slow_filter_finds_and_pages_make_the_whole() {
    on_each(async |collection| {
        let mut random = StdRng::seed_from_u64(16);
        let ann = user(&collection, "Ann").await;
        let bob = user(&collection, "Bob").await;
        let mut ids = Vec::new();
        for owner in [ann, bob, ann] {
            let drafts = (0..100).map(|_| random_draft(&mut random)).collect();
            let created = collection
                .problems()
                .import(owner, drafts)
                .await
                .expect("kept");
            ids.extend(created.iter().map(|new| new.id));
        }
        let mut played_by = HashSet::new();
        for id in &ids {
            if random.random_bool(0.6) {
                verified(&collection, *id, 1, random.random_range(0.0..99.9)).await;
            }
            if random.random_bool(0.2) {
                let user = if random.random() { ann } else { bob };
                played(&collection, *id, user).await;
                played_by.insert((*id, user));
            }
        }
        let everything = Filter {
            all: true,
            ..Filter::default()
        };
        let all = collection
            .problems()
            .ids(None, &everything)
            .await
            .expect("all");
        let all = collection.problems().get_all(&all).await.expect("all");
        assert!(all.len() >= ids.len());
        let mut sizes = HashSet::new();
        for round in 0..200 {
            let filter = random_filter(&mut random, &[ann, bob]);
            let mut expected: Vec<&Problem> = all
                .iter()
                .filter(|problem| fits(problem, &filter, ann, &played_by))
                .collect();
            expected.sort_by(|a, b| {
                let key = |p: &Problem| sort_key(p, filter.order);
                let order = key(a).total_cmp(&key(b)).then(a.id.cmp(&b.id));
                if filter.descending {
                    order.reverse()
                } else {
                    order
                }
            });
            let expected: Vec<i64> = expected.iter().map(|problem| problem.id).collect();
            sizes.insert(expected.len());
            let whole = collection
                .problems()
                .ids(Some(ann), &filter)
                .await
                .expect("a list");
            assert_eq!(whole, expected, "{round}: {filter:?}");
            // Every other list is paged through by its places, the others by numbers of pages.
            let by_place = round % 2 == 0;
            let total = |page: &Page| assert_eq!(page.total, expected.len() as u64);
            let found = paged(&collection, ann, &filter, by_place, total).await;
            assert_eq!(found, expected, "{round}, by place {by_place}: {filter:?}");
        }
        // The filters were neither all empty nor all the same.
        assert!(sizes.len() > 40, "{sizes:?}");
    });
}

#[test]
fn a_copy_keeps_texts_verdict_and_proof_and_is_ones_own() {
    on_each(async |collection| {
        let ann = user(&collection, "Ann").await;
        let bob = user(&collection, "Bob").await;
        let given = Draft {
            author: "Sam Loyd".to_owned(),
            source: "Lynn News".to_owned(),
            title: "Excelsior".to_owned(),
            tags: vec!["pawn".to_owned(), "march".to_owned()],
            ..draft(KRK, 3)
        };
        let id = collection
            .problems()
            .create(ann, draft(KQK, 2))
            .await
            .expect("kept")
            .id;
        collection
            .problems()
            .update(ann, id, given.clone())
            .await
            .expect("changed");
        verified(&collection, id, 2, 30.0).await;
        played(&collection, id, bob).await;
        let copy = collection.problems().copy(bob, id).await.expect("a copy");
        assert_eq!(copy.twins, [id]);
        let (old, new) = (
            collection.problems().get(id).await.expect("it is there"),
            collection
                .problems()
                .get(copy.id)
                .await
                .expect("it is there"),
        );
        assert_eq!(new.owner, Some(bob));
        assert_eq!(new.draft, given);
        assert_eq!((new.revision, new.played), (1, 0));
        assert_eq!(
            (
                new.state,
                new.least,
                &new.keys,
                new.band,
                &new.certificate_hash
            ),
            (
                old.state,
                old.least,
                &old.keys,
                old.band,
                &old.certificate_hash
            )
        );
        let mut reader = collection.reader().await.expect("a connection");
        let proof = sqlx::query("SELECT revision, proof FROM certificates WHERE problem_id = $1")
            .bind(copy.id)
            .fetch_one(&mut *reader)
            .await
            .expect("a proof");
        assert_eq!(proof.get::<i64, _>(0), 1);
        assert_eq!(proof.get::<String, _>(1), "proof");
        drop(reader);
        // It is found by its words, and may be changed: nobody has played this one.
        let mut filter = Filter::default();
        filter
            .set("text", "excel lynn march loyd")
            .expect("a filter");
        filter.set("mine", "yes").expect("a filter");
        let found = collection
            .problems()
            .ids(Some(bob), &filter)
            .await
            .expect("a list");
        assert_eq!(found, [copy.id]);
        collection
            .problems()
            .delete(bob, copy.id)
            .await
            .expect("deleted");

        let result = collection.problems().copy(bob, 99_999).await;
        assert_eq!(refused(result), Refusal::NoSuchProblem(99_999));
        assert_eq!(
            refused(collection.problems().copy(9999, id).await),
            Refusal::NotLoggedIn
        );
    });
}

#[test]
fn an_import_is_kept_in_order_with_all_its_texts_or_not_at_all() {
    on_each(async |collection| {
        let mut random = StdRng::seed_from_u64(6);
        let ann = user(&collection, "Ann").await;
        let mut drafts: Vec<Draft> = (0..1234).map(|_| random_draft(&mut random)).collect();
        // A line that is there twice.
        drafts[700] = Draft {
            title: "the second".to_owned(),
            ..drafts[3].clone()
        };
        let created = collection
            .problems()
            .import(ann, drafts.clone())
            .await
            .expect("kept");
        let ids: Vec<i64> = created.iter().map(|new| new.id).collect();
        assert!(created[3].twins.is_empty());
        assert_eq!(created[700].twins, [ids[3]]);
        let kept = collection.problems().get_all(&ids).await.expect("all");
        assert_eq!(kept.len(), drafts.len());
        for (problem, draft) in kept.iter().zip(&drafts) {
            assert_eq!(problem.draft.fen, draft.fen);
            assert_eq!(problem.draft.title, draft.title);
            assert_eq!(problem.draft.stipulation, draft.stipulation);
        }
        drafts.push(draft("nothing", 2));
        let result = collection.problems().import(ann, drafts).await;
        assert!(matches!(result, Err(Error::Position(_))));
        let filter = Filter {
            mine: Some(true),
            ..Filter::default()
        };
        let mine = collection
            .problems()
            .list(Some(ann), &filter)
            .await
            .expect("a list");
        // A long list is counted up to a bound, and has all its problems all the same.
        assert!(mine.more && mine.total == 1000);
        let all = collection
            .problems()
            .ids(Some(ann), &filter)
            .await
            .expect("a list");
        assert_eq!(all, ids);
        for word in ["number", "-moves", "changed", "-pieces"] {
            pages_make_the_whole(&collection, ann, word).await;
        }
        assert!(
            collection
                .problems()
                .import(ann, Vec::new())
                .await
                .expect("none")
                .is_empty()
        );
    });
}

/// Walks through a long list by page and by place.
async fn pages_make_the_whole(collection: &Store, user: i64, order: &str) {
    let mut filter = Filter::default();
    filter.set("mine", "yes").expect("a filter");
    filter.set("order", order).expect("an order");
    filter.per_page = 400;
    let whole = collection
        .problems()
        .ids(Some(user), &filter)
        .await
        .expect("a list");
    for by_place in [false, true] {
        let found = paged(collection, user, &filter, by_place, |page| {
            assert!(page.more)
        })
        .await;
        assert_eq!(found, whole, "{order}, by place: {by_place}");
    }
}

#[test]
fn texts_that_look_like_statements_are_texts() {
    on_each(async |collection| {
        let ann = user(&collection, "Ann").await;
        let nasty = "x'); DROP TABLE problems; -- $1 %_ \\";
        let given = Draft {
            title: nasty.to_owned(),
            tags: vec![nasty.to_owned()],
            ..draft(KRK, 3)
        };
        let id = collection
            .problems()
            .create(ann, given.clone())
            .await
            .expect("kept")
            .id;
        let mut filter = Filter::default();
        filter.set("tag", nasty).expect("a filter");
        filter.set("text", nasty).expect("a filter");
        let found = collection
            .problems()
            .ids(None, &filter)
            .await
            .expect("a list");
        assert_eq!(found, [id]);
        assert_eq!(
            collection.problems().get(id).await.expect("it").draft,
            given
        );
    });
}

#[test]
fn another_position_forgets_the_solutions_of_the_one_before() {
    on_each(async |collection| {
        let ann = user(&collection, "Ann").await;
        let extra = serde_json::json!({
            "epd": [["bm", "Ra8#"], ["c0", "a remark"], ["pv", "Ra8#"]],
            "pgn": {"tags": [["Site", "Here"]], "solution": {"moves": [{"move": "Ra8#"}]}},
            "yacpdb": {"solution": "1.Ra8#"},
        });
        let extra = extra.as_object().expect("an object").clone();
        let given = Draft {
            extra: extra.clone(),
            ..draft(KRK, 3)
        };
        let id = collection
            .problems()
            .create(ann, given.clone())
            .await
            .expect("kept")
            .id;
        let extra_of = async |draft: Draft| {
            let changed = collection.problems().update(ann, id, draft).await;
            changed.expect("changed");
            let problem = collection.problems().get(id).await.expect("it is there");
            problem.draft.extra
        };
        let titled = Draft {
            title: "A title".to_owned(),
            ..given.clone()
        };
        assert_eq!(extra_of(titled).await, extra);
        let moved = Draft {
            fen: KQK.to_owned(),
            ..given
        };
        let left = serde_json::json!({
            "epd": [["c0", "a remark"]],
            "pgn": {"tags": [["Site", "Here"]]},
        });
        assert_eq!(Some(&extra_of(moved).await), left.as_object());
    });
}
