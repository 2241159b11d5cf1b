//! The same wish gives the same problem, and what is composed is sound.

use super::*;
use crate::templates::{classics, composed, templates};

#[test]
fn the_same_seed_gives_the_same_problem_and_it_is_sound() {
    let wish = ComposeRequest {
        moves: 2,
        pieces: 5..=8,
        seed: 7,
    };
    let stop = AtomicBool::new(false);
    let composed = compose(&wish, &stop).expect("a wish").expect("a problem");
    assert_eq!(
        compose(&wish, &stop).expect("a wish").as_ref(),
        Some(&composed)
    );
    let other = ComposeRequest {
        seed: 8,
        ..wish.clone()
    };
    assert_ne!(
        compose(&other, &stop).expect("a wish").as_ref(),
        Some(&composed)
    );
    assert!(composed.unique_key && composed.least == 2);
    let position = composed.draft.position().expect("legal");
    assert!(wish.pieces.contains(&(position.occupied().count() as u32)));
    // Found again by trying every move and every reply.
    let mates = |p: &Position| p.legal_moves().iter().any(|&m| p.play(m).is_checkmate());
    assert!(!mates(&position));
    let keys: Vec<String> = position
        .legal_moves()
        .iter()
        .filter(|&&m| {
            let after = position.play(m);
            let replies = after.legal_moves();
            !replies.is_empty() && replies.iter().all(|&reply| mates(&after.play(reply)))
        })
        .map(|&m| position.move_text(m))
        .collect();
    assert_eq!(keys, [composed.keys[0].uci.clone()]);
}

#[test]
fn wishes_that_cannot_be_are_refused() {
    let wish = |moves, pieces| {
        ComposeRequest {
            moves,
            pieces,
            seed: 1,
        }
        .checked()
    };
    assert!(wish(0, 4..=5).is_err() && wish(7, 4..=5).is_err());
    assert!(wish(2, 2..=5).is_err() && wish(2, 4..=33).is_err());
    #[expect(clippy::reversed_empty_ranges)]
    let reversed = wish(2, 6..=5);
    assert!(reversed.is_err());
}

#[test]
fn every_template_is_sound_and_what_the_list_says_of_it() {
    let list = templates().expect("a list");
    assert!(list.len() >= 36, "{}", list.len());
    let mut twins = std::collections::HashSet::new();
    for template in &list {
        let again = examined(template.draft.clone()).expect("legal");
        assert_eq!(again.as_ref(), Some(template));
        assert!(template.unique_key, "{template:?}");
        assert!(twins.insert(crate::twin_key(&template.draft.position().expect("legal"))));
        let difficulty = template.difficulty().expect("keys");
        assert!((1..=5).contains(&difficulty.band));
    }
}

#[test]
fn templates_have_all_lengths_and_all_levels() {
    let list = templates().expect("a list");
    for level in 1..=5 {
        let of_level = list
            .iter()
            .filter(|template| template.difficulty().is_ok_and(|d| d.band == level));
        assert!(of_level.count() >= 4, "level {level}");
    }
    let easiest = |template: &&Template| template.difficulty().is_ok_and(|d| d.band == 1);
    assert!(list.iter().filter(easiest).filter(|t| t.least == 1).count() >= 4);
    for moves in 2..=4 {
        let of_length = list.iter().filter(|template| template.least == moves);
        assert!(of_length.count() >= 6, "mates in {moves}");
    }
}

#[test]
fn the_classics_name_author_source_theme_and_a_year_before_1928() {
    let list = classics().expect("a list");
    assert!(list.len() >= 100, "{}", list.len());
    let mut latest = 0;
    for template in &list {
        let draft = &template.draft;
        let (source, year) = draft.source.rsplit_once(", ").expect("a source and a year");
        let year: u32 = year.parse().expect("a year");
        assert!(!draft.author.is_empty() && !source.is_empty(), "{draft:?}");
        assert!((1800..1928).contains(&year) && year >= latest, "{draft:?}");
        latest = year;
        assert!(
            draft.tags[0] == "classic" && draft.tags.len() > 1,
            "{draft:?}"
        );
    }
}

#[test]
fn composing_again_gives_the_templates_of_the_list() {
    let list = composed().expect("a list");
    let wishes = template_requests();
    assert_eq!(list.len(), wishes.len());
    let stop = AtomicBool::new(false);
    for number in [0, 3, 40, 43] {
        let again = compose_template(&wishes[number], number, &stop).expect("a wish");
        assert_eq!(again.as_ref(), list.get(number));
    }
}

#[test]
fn a_wish_that_no_position_fits_is_given_up() {
    let wish = ComposeRequest {
        moves: 2,
        pieces: 32..=32,
        seed: 1,
    };
    let stop = AtomicBool::new(false);
    assert_eq!(compose(&wish, &stop).expect("a wish"), None);
}
