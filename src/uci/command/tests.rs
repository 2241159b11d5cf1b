//! Lines of the UCI protocol as a GUI may write them, and what is refused.

use super::*;

fn go(line: &str) -> Go {
    match parse(line) {
        Command::Go(go) => *go,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn go_takes_its_arguments_in_any_order_and_skips_what_it_does_not_know() {
    let a = go("go searchmoves e2e4 d2d4 wtime 300000 btime -20 winc 2000 depth 8");
    let mut b = go("go  depth 8 winc 2000 foo btime -20 wtime 300000 searchmoves e2e4 d2d4");
    assert_eq!(
        b.complaints,
        ["go: 'foo' is nothing it knows; it is left out"]
    );
    b.complaints.clear();
    assert_eq!(a, b);
    assert_eq!(a.searchmoves, ["e2e4", "d2d4"]);
    assert_eq!(
        (a.time, a.increment),
        ([Some(300_000), Some(-20)], [2000, 0])
    );
    assert!(go("go").is_unlimited() && go("go depth x").is_unlimited());
    // A keyword is never taken for the number of another argument.
    let short = go("go depth nodes 7");
    assert_eq!((short.depth, short.nodes), (None, Some(7)));
    assert_eq!(
        short.complaints,
        ["go: 'depth' needs a number; it is left out"]
    );
    assert!(!go("go nodes 0").is_unlimited());
    for (line, movetime, said) in [
        ("go movetime 0", 0, None),
        (
            "go movetime -5",
            0,
            Some("'movetime' is from 0 to 1000000000000000; 0 is taken"),
        ),
        (
            "go movetime 99999999999999999999999",
            MOST as u64,
            Some("1000000000000000 is taken"),
        ),
    ] {
        let go = go(line);
        assert_eq!(go.movetime, Some(movetime), "{line}");
        let complaint = go.complaints.first();
        assert_eq!(complaint.is_some(), said.is_some(), "{line}: {complaint:?}");
        assert!(complaint.is_none_or(|text| text.contains(said.unwrap_or_default())));
    }
    assert_eq!(
        go("go movestogo 99999999999999999999").movestogo,
        Some(u32::MAX)
    );
    assert_eq!(go("go wtime 1500.7").time[0], Some(1500));
    assert_eq!(
        go("go wtime 100").clock(1, 1).map(|c| c.remaining),
        Some(milliseconds(100))
    );
    assert_eq!(parse("go perft 5"), Command::Perft(5));
}

#[test]
fn a_search_without_end_is_begun_only_where_it_is_meant() {
    for line in [
        "go foo bar",
        "go nodez 1000",
        "go nodes abc",
        "go depth",
        "go x7time 100",
        "go mate 0",
        "go mate -3",
    ] {
        let go = go(line);
        assert!(
            go.is_nonsense() && !go.complaints.is_empty(),
            "{line}: {go:?}"
        );
    }
    // Increments or a number of moves without a time.
    for line in ["go winc 100 binc 100", "go movestogo 5"] {
        assert!(go(line).is_nonsense(), "{line}");
        assert!(!go(&format!("{line} wtime 100")).is_nonsense(), "{line}");
    }
    for line in [
        "go",
        "go infinite foo",
        "go ponder foo",
        "go foo depth 3",
        "go nodes abc wtime 5",
    ] {
        assert!(!go(line).is_nonsense(), "{line}");
    }
    assert_eq!(
        go(&format!("go {}", "x ".repeat(10_000))).complaints.len(),
        8
    );
}

#[test]
fn numbers_behind_commands_are_read_or_refused_by_name() {
    let refused = |line| match parse(line) {
        Command::Refused(why) => why,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(
        refused("bench abc"),
        "bench takes a number from 1 to 60, not 'abc'"
    );
    assert!(refused("bench 0").contains("from 1 to 60"));
    assert!(refused("verify -3").contains("not '-3'"));
    assert!(refused("verify 99999").contains("from 1 to"));
    assert!(refused("go perft 4294967295").contains("not '4294967295'"));
    assert!(refused("go perft many").contains("not 'many'"));
    assert_eq!(parse("go perft 0"), Command::Perft(0));
    assert_eq!(parse("verify"), Command::Verify(2));
    assert_eq!(parse("bench"), Command::Bench(None));
}

#[test]
fn each_of_ten_players_has_a_clock_of_their_own() {
    let ten = go("go searchmoves f5 p3 p1time 100 p10time 900 p10inc 5 p11time 7 p0time 8");
    assert_eq!(ten.searchmoves, ["f5", "p3"]);
    let clock = |seat| {
        ten.clock(1, seat)
            .map(|c| (c.remaining.as_millis(), c.increment.as_millis()))
    };
    assert_eq!(clock(0), Some((100, 0)));
    assert_eq!(clock(9), Some((900, 5)));
    // No time was given for the second player.
    assert_eq!(clock(1), Some((100, 0)));
    assert!(!ten.is_unlimited());
}

#[test]
fn option_names_and_values_may_have_spaces() {
    let option = |line| match parse(line) {
        Command::SetOption { name, value } => (name, value),
        other => panic!("{line}: {other:?}"),
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(
        option("setoption name Move Overhead value 30"),
        pair("Move Overhead", "30")
    );
    assert_eq!(
        option("setoption name SyzygyPath value /my tables/a b"),
        pair("SyzygyPath", "/my tables/a b")
    );
    assert_eq!(option("setoption name Clear Hash"), pair("Clear Hash", ""));
    assert_eq!(
        option("setoption name BookFile value <empty>"),
        pair("BookFile", "")
    );
}

#[test]
fn a_leading_unknown_word_is_skipped() {
    assert_eq!(parse("joho debug on"), Command::Debug(true));
    assert_eq!(parse(" \t "), Command::Nothing);
    assert_eq!(
        parse("joho  hoho"),
        Command::Unknown("joho hoho".to_owned())
    );
}
