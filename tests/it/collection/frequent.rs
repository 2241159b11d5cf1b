//! Words that very many problems have: how many is told without counting them again, where that is sure.

use crate::collection::problems::{draft, user};
use crate::databases::on_each;
use problems::{Draft, Filter};

/// Problems by an author whose names both begin with `bob`, and of one whose both begin with `ann`.
const BOBS: u64 = 900;
const ANNS: u64 = 1100;

#[test]
fn a_frequent_word_is_counted_by_problems_and_with_the_filters_other_parts() {
    on_each(async |collection| {
        let owner = user(&collection, "Owner").await;
        let mut drafts = Vec::new();
        for number in 0..BOBS + ANNS {
            let bob = number < BOBS;
            let moves = if number % 2 == 0 { 2 } else { 3 };
            drafts.push(Draft {
                author: if bob { "Bob Bobby" } else { "Ann Anna" }.to_owned(),
                title: if bob { "quiet" } else { "loud" }.to_owned(),
                ..draft("7k/8/8/8/8/8/8/K5Q1 w - - 0 1", moves)
            });
        }
        collection
            .problems()
            .import(owner, drafts)
            .await
            .expect("kept");
        for (parts, total) in [
            // Each has two words that begin so: 1,800 of them.
            (&[("author", "bob")][..], Some(BOBS)),
            (&[("author", "ann")], None),
            (&[("text", "ann")], None),
            (&[("text", "loud")], None),
            (&[("author", "loud")], Some(0)),
            (&[("author", "ann"), ("moves", "2")], Some(ANNS / 2)),
            (&[("author", "ann"), ("text", "quiet")], Some(0)),
            (&[("author", "bob"), ("text", "quiet")], Some(BOBS)),
            (&[("author", "ann"), ("state", "verified")], Some(0)),
        ] {
            let mut filter = Filter::default();
            for (name, value) in parts {
                filter.set(name, value).expect("a part of a filter");
            }
            let page = collection
                .problems()
                .list(Some(owner), &filter)
                .await
                .expect("a list");
            assert_eq!((!page.more).then_some(page.total), total, "{parts:?}");
            let most = usize::try_from(page.total).expect("small");
            assert_eq!(page.problems.len(), most.min(filter.per_page as usize));
        }
    });
}
