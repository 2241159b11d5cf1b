//! UC007, UC008, UC011 to UC013, UC016, UC017: problems created, kept, changed, deleted, copied,
//! listed.

use crate::collection::problems::{KQK, KRK, draft, played, refused, user, verified};
use crate::databases::on_each;
use problems::{Draft, Filter, Span, State, Stipulation};
use store::{Error, Refusal, Store};

/// No problem.
const NONE: [i64; 0] = [];

/// The numbers that a list has.
async fn listed(collection: &Store, viewer: Option<i64>, filter: &Filter) -> Vec<i64> {
    let page = collection
        .problems()
        .list(viewer, filter)
        .await
        .expect("a list");
    let ids: Vec<i64> = page.problems.iter().map(|problem| problem.id).collect();
    assert_eq!(page.total, ids.len() as u64);
    ids
}

#[test]
fn uc007_create_a_problem() {
    on_each(async |collection| {
        let ann = user(&collection, "Ann").await;
        let given = Draft {
            author: "  Sam Loyd ".to_owned(),
            title: "Rook & King".to_owned(),
            source: "Test, 1868".to_owned(),
            tags: vec![
                "Zugzwang".to_owned(),
                "first".to_owned(),
                "zugzwang".to_owned(),
            ],
            ..draft(KRK, 3)
        };
        let created = collection
            .problems()
            .create(ann, given)
            .await
            .expect("kept");
        assert_eq!(created.twins, NONE);
        let problem = collection
            .problems()
            .get(created.id)
            .await
            .expect("it is there");
        assert_eq!(problem.owner, Some(ann));
        assert_eq!(problem.owner_name.as_deref(), Some("Ann"));
        assert_eq!(problem.draft.fen, KRK);
        assert_eq!(problem.draft.author, "Sam Loyd");
        // One tag is one tag, however it is written.
        assert_eq!(problem.draft.tags, ["Zugzwang", "first"]);
        assert_eq!(problem.state, State::Draft);
        assert!(!problem.template && problem.keys.is_empty() && problem.played == 0);

        // The same once more, mirrored and with other counters: kept, and pointed out.
        let mirrored = draft("3k4/8/3K4/8/8/8/8/7R w - - 7 31", 4);
        let again = collection
            .problems()
            .create(ann, mirrored)
            .await
            .expect("kept");
        assert_eq!(again.twins, [created.id]);
        assert_eq!(
            collection
                .problems()
                .twins_of(created.id)
                .await
                .expect("twins"),
            [again.id]
        );

        // What is no position, and whoever is no user.
        let bad = draft("8/8/8/8/8/8/8/8 w - - 0 1", 2);
        let error = collection
            .problems()
            .create(ann, bad)
            .await
            .expect_err("no kings");
        assert!(matches!(error, Error::Position(_)), "{error}");
        let error = collection.problems().create(9999, draft(KRK, 2)).await;
        assert_eq!(refused(error), Refusal::NotLoggedIn);
    });
}

#[test]
fn uc008_choose_the_number_of_moves() {
    on_each(async |collection| {
        let ann = user(&collection, "Ann").await;
        for moves in [1, 2, 17, 120] {
            let created = collection.problems().create(ann, draft(KRK, moves)).await;
            let id = created.expect("kept").id;
            let problem = collection.problems().get(id).await.expect("it is there");
            assert_eq!(problem.draft.stipulation, Stipulation::Mate(moves));
            let filter = Filter {
                moves: Some(Span::only(moves)),
                mine: Some(true),
                ..Filter::default()
            };
            assert_eq!(listed(&collection, Some(ann), &filter).await, [id]);
        }
        for bad in ["#0", "#-1", "#1.5", "three", "#100000"] {
            bad.parse::<Stipulation>().expect_err(bad);
        }
    });
}

#[test]
fn uc011_save_without_verifying() {
    on_each(async |collection| {
        let ann = user(&collection, "Ann").await;
        let id = collection.problems().create(ann, draft(KRK, 3)).await;
        let id = id.expect("kept").id;
        assert_eq!(listed(&collection, Some(ann), &mine()).await, [id]);
        // What is offered for play is verified.
        let mut offered = mine();
        offered.state = Some(State::Verified);
        assert_eq!(listed(&collection, Some(ann), &offered).await, NONE);
        verified(&collection, id, 2, 30.0).await;
        assert_eq!(listed(&collection, Some(ann), &offered).await, [id]);
    });
}

fn mine() -> Filter {
    Filter {
        mine: Some(true),
        ..Filter::default()
    }
}

#[test]
fn uc012_delete_ones_own() {
    on_each(async |collection| {
        let ann = user(&collection, "Ann").await;
        let bob = user(&collection, "Bob").await;
        let drafts = vec![draft(KRK, 3), draft(KQK, 2), draft(KQK, 4)];
        let created = collection
            .problems()
            .import(ann, drafts)
            .await
            .expect("kept");
        let [first, second, third] = [0, 1, 2].map(|i| created[i].id);

        let result = collection.problems().delete(bob, first).await;
        assert_eq!(refused(result), Refusal::NotYours(first));
        played(&collection, second, bob).await;
        let result = collection.problems().delete(ann, second).await;
        assert_eq!(refused(result), Refusal::AlreadyPlayed(second));
        collection
            .problems()
            .delete(ann, first)
            .await
            .expect("deleted");
        let result = collection.problems().delete(ann, first).await;
        assert_eq!(refused(result), Refusal::NoSuchProblem(first));
        let result = collection.problems().get(first).await;
        assert_eq!(refused(result), Refusal::NoSuchProblem(first));
        assert_eq!(
            listed(&collection, Some(ann), &mine()).await,
            [second, third]
        );

        // A number is never given twice.
        collection
            .problems()
            .delete(ann, third)
            .await
            .expect("deleted");
        let new = collection
            .problems()
            .create(ann, draft(KRK, 3))
            .await
            .expect("kept");
        assert!(new.id > third);
    });
}

#[test]
fn uc013_edit_ones_own() {
    on_each(async |collection| {
        let ann = user(&collection, "Ann").await;
        let bob = user(&collection, "Bob").await;
        let given = Draft {
            title: "Untitled".to_owned(),
            tags: vec!["rough".to_owned()],
            ..draft(KRK, 3)
        };
        let id = collection
            .problems()
            .create(ann, given.clone())
            .await
            .expect("kept")
            .id;
        verified(&collection, id, 2, 30.0).await;

        // Other texts leave the verdict as it is, and the words follow them.
        let named = Draft {
            title: "Der König".to_owned(),
            tags: vec!["done".to_owned()],
            ..given.clone()
        };
        collection
            .problems()
            .update(ann, id, named.clone())
            .await
            .expect("changed");
        let problem = collection.problems().get(id).await.expect("it is there");
        assert_eq!((problem.state, problem.revision), (State::Verified, 1));
        assert_eq!(problem.draft, named);
        let found = async |word: &str, value: &str| {
            let mut filter = mine();
            filter.set(word, value).expect("a filter");
            listed(&collection, Some(ann), &filter).await
        };
        assert_eq!(found("text", "konig").await, [id]);
        assert_eq!(found("text", "untitled").await, NONE);
        assert_eq!(found("tag", "rough").await, NONE);

        // Another position, or another N, is another problem: a draft again.
        for changed in [draft(KQK, 3), draft(KQK, 4)] {
            verified(&collection, id, 2, 30.0).await;
            let before = collection.problems().get(id).await.expect("it is there");
            collection
                .problems()
                .update(ann, id, changed)
                .await
                .expect("changed");
            let problem = collection.problems().get(id).await.expect("it is there");
            assert_eq!(problem.state, State::Draft);
            assert_eq!(problem.revision, before.revision + 1);
            assert_eq!((problem.least, problem.keys.len()), (None, 0));
            assert_eq!((problem.difficulty, problem.band), (0.0, 0));
            assert!(!problem.unique_key);
        }

        let result = collection.problems().update(bob, id, given.clone()).await;
        assert_eq!(refused(result), Refusal::NotYours(id));
        let result = collection
            .problems()
            .update(ann, id + 1, given.clone())
            .await;
        assert_eq!(refused(result), Refusal::NoSuchProblem(id + 1));
        played(&collection, id, bob).await;
        let result = collection.problems().update(ann, id, given).await;
        assert_eq!(refused(result), Refusal::AlreadyPlayed(id));
    });
}

#[test]
fn uc016_list() {
    on_each(async |collection| {
        let ann = user(&collection, "Ann").await;
        let bob = user(&collection, "Bob").await;
        let given = (1..=7).map(|moves| draft(KRK, moves));
        let given = collection.problems().import(ann, given.collect()).await;
        let of_ann: Vec<i64> = given.expect("kept").iter().map(|new| new.id).collect();
        let given = collection.problems().import(bob, vec![draft(KQK, 2)]).await;
        let of_bob = given.expect("kept")[0].id;

        for fen in [KRK, KQK] {
            let new = collection
                .problems()
                .create(bob, draft(fen, 5))
                .await
                .expect("kept");
            let mut change = collection.begin().await.expect("a change");
            sqlx::query("UPDATE problems SET template = 1, owner_id = NULL WHERE id = $1")
                .bind(new.id)
                .execute(&mut *change)
                .await
                .expect("a template");
            change.commit().await.expect("kept");
        }
        // Without a filter: one's own, and the templates one has not played.
        let templates = listed_templates(&collection).await;
        assert!(templates.len() >= 2, "{templates:?}");
        let usual = Filter {
            per_page: 1000,
            ..Filter::default()
        };
        let mut all: Vec<i64> = templates.iter().chain(&of_ann).copied().collect();
        all.sort_unstable();
        assert_eq!(listed(&collection, Some(ann), &usual).await, all);
        assert_eq!(listed(&collection, None, &usual).await, templates);
        played(&collection, templates[0], ann).await;
        played(&collection, of_ann[0], ann).await;
        all.retain(|id| *id != templates[0]);
        assert_eq!(listed(&collection, Some(ann), &usual).await, all);

        // By a filter, in pages that neither overlap nor leave anything out.
        let mut filter = mine();
        filter.per_page = 3;
        let mut found = Vec::new();
        for page in 1..=3 {
            filter.page = page;
            let page = collection
                .problems()
                .list(Some(ann), &filter)
                .await
                .expect("a page");
            assert_eq!(page.total, 7);
            found.extend(page.problems.iter().map(|problem| problem.id));
        }
        assert_eq!(found, of_ann);

        // Empty when nothing fits.
        filter.set("text", "nowhere").expect("a filter");
        filter.page = 1;
        assert_eq!(listed(&collection, Some(ann), &filter).await, NONE);

        // Whoever is nobody owns and has played nothing.
        for word in ["mine", "played"] {
            let mut filter = Filter::default();
            filter.set(word, "no").expect("a filter");
            let result = collection.problems().list(None, &filter).await;
            assert_eq!(refused(result), Refusal::NotLoggedIn);
            let of_others = listed_all(&collection, ann, &filter).await;
            assert!(of_others.contains(&of_bob));
        }
    });
}

async fn listed_all(collection: &Store, viewer: i64, filter: &Filter) -> Vec<i64> {
    let ids = collection.problems().ids(Some(viewer), filter).await;
    ids.expect("a list")
}

async fn listed_templates(collection: &Store) -> Vec<i64> {
    let mut filter = Filter::default();
    filter.set("template", "yes").expect("a filter");
    collection
        .problems()
        .ids(None, &filter)
        .await
        .expect("a list")
}

#[test]
fn uc017_choose_the_difficulty() {
    on_each(async |collection| {
        let ann = user(&collection, "Ann").await;
        let given = (1..=6).map(|moves| draft(KRK, moves));
        let given = collection.problems().import(ann, given.collect()).await;
        let ids: Vec<i64> = given.expect("kept").iter().map(|new| new.id).collect();
        // The last one stays unverified: it has no difficulty yet.
        for (id, difficulty) in ids.iter().zip([90.0, 10.0, 50.0, 50.0, 30.0]) {
            verified(&collection, *id, 2, difficulty).await;
        }
        let found = async |word: &str, value: &str, order: &str| {
            let mut filter = mine();
            filter.set(word, value).expect("a filter");
            filter.set("order", order).expect("an order");
            listed(&collection, Some(ann), &filter).await
        };
        assert_eq!(found("difficulty", "4", "number").await, [ids[2], ids[3]]);
        assert_eq!(
            found("difficulty", "2-", "-difficulty").await,
            [ids[0], ids[3], ids[2], ids[4]]
        );
        assert_eq!(found("score", "0-30", "difficulty").await, [ids[1], ids[4]]);
        assert_eq!(found("difficulty", "3", "number").await, NONE);
    });
}
