//! Stipulations as text: written as they are read, and refused by name.

use super::*;

#[test]
fn a_stipulation_is_written_as_it_is_read() {
    for text in [
        "#3",
        "=2",
        "s#3",
        "s=2",
        "r#2",
        "r=2",
        "semi-r#2",
        "h#2",
        "h#2.5",
        "h#0.5",
        "h=3",
        "h=2.5",
        "ser-#3",
        "ser-=4",
        "ser-h#12",
        "ser-h=3",
        "ser-s#5",
        "ser-s=5",
        "ser-r#3",
        "ser-r=2",
        "s#99",
        "hs#3",
        "hs#2.5",
        "hr#2",
        "hr=1.5",
        "#=2",
        "h==2",
        "h!=3",
        "+2",
        "sx2",
        "ep3",
        "h003",
        "za12",
        "hzg74",
        "ser-hzd45",
        "sct2",
        "h~0.5",
        "pser-#3",
        "pser-h=4",
        "phser-#5",
        "semi-r+2",
        "dia4",
        "dia7.5",
        "exact-dia4",
        "dia",
        "reci-h#2",
        "reci-h=2.5",
        "exact-h#2.5",
        "exact-reci-h#2",
        "exact-ser-#3",
        "exact-ser-h=3",
        "exact-#3",
        "exact-s#2",
        "exact-semi-r=2",
        "h##2",
        "h##!0.5",
        "s##!2",
        "ser-##3",
        "2->ser-h#4",
        "1->exact-ser-=2",
    ] {
        let read: Stipulation = text.parse().expect(text);
        assert_eq!(read.to_string(), text);
    }
    assert_eq!(
        "  H#2 ".parse::<Stipulation>().map(|s| s.to_string()),
        Ok("h#2".to_owned())
    );
    assert_eq!("h#2.0".parse(), "h#2".parse::<Stipulation>());
    for text in ["PG 4.0", "pg4", "DIA 4", "dia4.0"] {
        assert_eq!(text.parse(), "dia4".parse::<Stipulation>(), "{text}");
    }
}

#[test]
fn what_is_no_stipulation_or_an_absurd_one_is_refused_by_name() {
    for bad in [
        "",
        "3",
        "#",
        "h",
        "h#",
        "#2.5",
        "#2.0",
        "s#1.5",
        "h#2.7",
        "h###2",
        "ser-semi-r#3",
        "z2",
        "hzi94",
        "reci-s#2",
        "exact-hs#2",
        "exact-pser-#2",
        "pser-s#2",
        "exact-#",
        "2->h#2",
        "->ser-#2",
        "1->1->ser-#2",
        "#-2",
        "#+2",
        "h#2.5.5",
        "exact-dia",
        "dia#3",
        "dia3.25",
        "ser-dia5",
        "pg4x",
    ] {
        let error = bad.parse::<Stipulation>().expect_err(bad);
        assert_eq!(error, StipulationError::Form(bad.to_owned()));
        assert!(error.to_string().contains(&format!("'{bad}'")), "{error}");
    }
    for bad in [
        "#0",
        "dia0",
        "h#0",
        "hs#0.5",
        "reci-h#0.5",
        "s#100",
        "0->ser-#2",
        "100->ser-#2",
        "ser-h#4294967297",
        "h#99999999999999999999.5",
    ] {
        let error = bad.parse::<Stipulation>().expect_err(bad);
        assert_eq!(error, StipulationError::Length(bad.to_owned()));
    }
}

#[test]
fn who_begins_and_who_reaches_the_aim() {
    use Color::{Black, White};
    for (text, begins, winner) in [
        ("#2", White, White),
        ("s#2", White, Black),
        ("r#2", White, Black),
        ("h#2", Black, White),
        ("h#2.5", White, White),
        ("ser-#2", White, White),
        ("ser-h#2", Black, White),
        ("ser-s#2", White, Black),
        ("ser-r#2", White, Black),
        ("hs#2", White, Black),
        ("hs#2.5", Black, Black),
        ("hr#2", White, Black),
        ("reci-h#2", Black, White),
        ("reci-h#2.5", White, White),
        ("pser-#2", White, White),
        ("pser-h#2", Black, White),
        ("2->ser-#2", Black, White),
        ("2->ser-h#2", White, White),
        ("2->ser-s#2", Black, Black),
    ] {
        let asked: Stipulation = text.parse().expect(text);
        assert_eq!(asked.begins(), begins, "{text}");
        assert_eq!(asked.winner(begins), winner, "{text}");
        assert_eq!(asked.winner(begins.other()), winner.other(), "{text}");
    }
    // The side that would move after the game.
    for (text, next) in [("dia4", White), ("dia3.5", Black)] {
        assert_eq!(
            text.parse::<Stipulation>().map(Stipulation::begins),
            Ok(next)
        );
    }
}
