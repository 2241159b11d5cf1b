//! Tests of messages: values, plurals, and languages that lack a message.

use super::*;

#[test]
fn a_message_is_said_in_each_language() {
    assert_eq!(
        say!(Lang::EN, "list-and", first = "a, b", last = "c"),
        "a, b and c"
    );
    let last = 'c';
    assert_eq!(say!(Lang::ES, "list-and", first = "a, b", last), "a, b y c");
    assert_eq!(say!(Lang::ES, "language"), "español");
}

#[test]
fn a_key_waits_for_its_language() {
    const LANGUAGE: Key = key!("language");
    assert_eq!(LANGUAGE.text(Lang::EN), "English");
    assert_eq!(LANGUAGE.text(Lang::ES), "español");
    assert_eq!(format!("{LANGUAGE:?}"), "Key(language)");
}

/// A catalogue of one message in each language.
fn catalogue(entries: &'static [Entry], sources: Sources) -> &'static Catalogue {
    Box::leak(Box::new(Catalogue::new("area", entries, sources)))
}

#[test]
fn numbers_choose_the_plural_and_names_stay_as_they_are() {
    const PLURAL: Entry = Entry {
        key: "moves",
        variables: &["n"],
        file: "area",
    };
    let text = "moves = { $n ->\n    [one] { $n } move\n   *[other] { $n } moves\n }";
    let known = catalogue(
        &[PLURAL],
        Box::leak(Box::new([("en", &*vec![text].leak())])),
    );
    let said = |n: &dyn Display| known.say(Lang::EN, "moves", &[("n", n)]);
    assert_eq!(said(&1).as_deref(), Some("1 move"));
    for n in [
        "0",
        "7",
        "007",
        "1e3",
        "+5",
        "3.50",
        "inf",
        "99999999999",
        "1234567",
    ] {
        assert_eq!(said(&n), Some(format!("{n} moves")));
    }
    assert_eq!(known.say(Lang::EN, "no-such", &[]), None);
}

#[test]
fn a_message_that_a_language_does_not_have_is_said_in_english() {
    const PLAIN: Entry = Entry {
        key: "plain",
        variables: &[],
        file: "area",
    };
    let known = catalogue(
        &[PLAIN],
        &[("en", &["plain = fine"]), ("es", &["# nothing"])],
    );
    assert_eq!(known.say(Lang::ES, "plain", &[]).as_deref(), Some("fine"));
}

#[test]
fn keys_are_found_with_their_variables_only() {
    let entries = || [("a", &["x"][..]), ("a-b", &[]), ("b", &["x", "y"])];
    let entries = entries().map(|(key, variables)| Entry {
        key,
        variables,
        file: "area",
    });
    assert_eq!(index_of(&entries, "a", &["x"], ""), 0);
    assert_eq!(index_of(&entries, "a-b", &[], ""), 1);
    assert_eq!(index_of(&entries, "b", &["y", "x"], ""), 2);
    for (key, variables) in [
        ("c", &[][..]),
        ("a", &[]),
        ("a", &["y"]),
        ("b", &["x"]),
        ("", &[]),
    ] {
        let found = std::panic::catch_unwind(|| index_of(&entries, key, variables, "no"));
        assert!(found.is_err(), "{key} {variables:?}");
    }
}
