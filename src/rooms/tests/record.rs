//! Records: written, read back, damaged, and of the first version.

use super::*;
use games::kamisado;

fn samples() -> Vec<Room> {
    let three = Seat::Machine(Level::Numbered(3));
    let mut clocked = room(chess(), options("40/90+30"));
    play(&mut clocked, "f2f3 e7e5 g2g4", 1500, 2500);
    let mut mated = clocked.clone();
    play(&mut mated, "d8h4", 9000, 0);
    let mut offered = clocked.clone();
    done(&mut offered, Event::OfferDraw { seat: 1 }, 9000);
    let mut asked = clocked.clone();
    done(&mut asked, Event::AskTakeback { seat: 1 }, 9000);
    let mut drawn = offered.clone();
    done(&mut drawn, Event::AcceptDraw { seat: 0 }, 9500);
    let mut flagged = room(chess(), options("30/turn"));
    done(&mut flagged, Event::Tick, 30_000);
    let cycle = begun("kamisado", "cycle", kamisado::START);
    let machine = Player {
        name: "\"3\" \\ é".to_owned(),
        seat: three,
    };
    let seed = Some(u64::MAX);
    let waits = Options {
        seed,
        grace: None,
        stand_in: Level::Numbered(9),
        ..Options::default()
    };
    let players = vec![person("Ann"), machine];
    let (mut kamisado, _) = Room::seated(cycle, waits, players, ms(0)).expect("free");
    play(&mut kamisado, "c1c6 a8a7", 700, 800);
    let mut away = room(four(), options("5+0"));
    done(&mut away, Event::Abandon { seat: 1 }, 70);
    done(&mut away, Event::Resign { seat: 2 }, 80);
    let teams = begun("rolit", "students", "4/4/3* Y YRGB:YG/RB 1 students");
    let mut gathering = Room::new(teams, Options::default());
    let name = "Ann".to_owned();
    done(
        &mut gathering,
        Event::Join {
            seat: 2,
            name,
            sits: Seat::Person,
        },
        0,
    );
    done(&mut gathering, Event::Ready { seat: 2 }, 10);
    vec![
        clocked, mated, offered, asked, drawn, flagged, kamisado, away, gathering,
    ]
}

#[test]
fn every_room_is_read_back_as_it_was_written() {
    for sample in samples() {
        let text = sample.to_json().expect("text");
        let again = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again.to_json().expect("text"), text);
        assert_eq!(again.phase(), sample.phase());
        assert_eq!(again.question(), sample.question());
        assert_eq!(again.options(), sample.options());
        assert_eq!(again.now(), sample.now());
        assert_eq!(again.spent(), sample.spent());
        assert_eq!(again.spent().len(), sample.game().plies());
        assert_eq!(again.game().text(), sample.game().text());
        for seat in 0..sample.game().players() {
            assert_eq!(again.player(seat), sample.player(seat));
            assert_eq!(again.is_out(seat), sample.is_out(seat));
            assert_eq!(again.is_away(seat), sample.is_away(seat));
        }
        for at in [0, 10_000, 1_000_000] {
            assert_eq!(again.clocks(ms(at)), sample.clocks(ms(at)));
        }
    }
}

#[test]
fn no_record_that_is_cut_short_is_read() {
    for sample in samples() {
        let text = sample.to_json().expect("text");
        let whole = text.trim_end();
        for end in (0..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
            let error = parse(&whole[..end]).expect_err(whole);
            let lines = whole[..end].matches('\n').count() + 1;
            assert_eq!(error.line, lines, "{error}");
        }
    }
}

#[test]
fn a_record_with_any_byte_changed_is_refused_or_a_room_that_goes_on() {
    for sample in samples() {
        let text = sample.to_json().expect("text");
        for at in 0..text.len() {
            for byte in *b"\"}],9x\xff" {
                let mut bytes = text.clone().into_bytes();
                bytes[at] = byte;
                match Room::parse(&bytes, &Registry::standard()) {
                    Err(error) => assert!(error.line <= text.lines().count() + 1, "{error}"),
                    Ok(mut read) => {
                        let again = read.to_json().expect("text");
                        assert!(parse(&again).is_ok(), "{again}");
                        for event in super::all_events(1).into_iter().chain([Event::Tick]) {
                            let _ = read.apply(event, ms(1 << 40));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_is_named_with_its_line() {
    let texts: Vec<String> = samples()
        .iter()
        .map(|room| room.to_json().expect("text"))
        .collect();
    let [
        clocked,
        mated,
        offered,
        asked,
        drawn,
        flagged,
        kamisado,
        away,
        gathering,
    ] = &texts[..]
    else {
        panic!("another number of samples")
    };
    let cases = [
        (
            clocked,
            "\"version\": 2",
            "\"version\": 3",
            "the version is 3, and this program reads 1 and 2",
        ),
        (clocked, "40/90+30", "40/90+", "'40/90+' is not a clock"),
        (
            clocked,
            "    1500,\n",
            "",
            "expected a time for each of 3 moves, found 2",
        ),
        (
            clocked,
            "    1500,\n",
            "    5400000,\n",
            "move 1: there was less time than 5400000 ms",
        ),
        (
            clocked,
            "\"since\": 6500",
            "\"since\": 6501",
            "a time after 'now'",
        ),
        (
            mated,
            "checkmate",
            "agreement",
            "another result is given than that of the moves: black (checkmate)",
        ),
        (
            mated,
            "\"used\": 0",
            "\"used\": 0, \"since\": 1",
            "a clock runs, but nobody plays",
        ),
        (
            offered,
            "\"by\": 1",
            "\"by\": 0",
            "nobody could ask or answer this",
        ),
        (
            offered,
            "\"by\": 1",
            "\"by\": 9",
            "nobody could ask or answer this",
        ),
        (
            asked,
            "\"plies\": 1",
            "\"plies\": 0",
            "there is no such move to take back",
        ),
        (
            asked,
            "\"asked\": 3",
            "\"asked\": 4",
            "player 2: the game has not come as far",
        ),
        (
            drawn,
            "agreement",
            "resignation",
            "a result is given, but the game is not over",
        ),
        (
            drawn,
            "\"black\"\n",
            "\"black\", \"white\"\n",
            "another result is given",
        ),
        (
            flagged,
            "\"out\": \"time\"",
            "\"out\": \"resignation\"",
            "the game is not over",
        ),
        (
            flagged,
            "\"out\": \"time\"",
            "\"out\": \"agreement\"",
            "the game is not over",
        ),
        (
            flagged,
            "      \"black\"\n",
            "      \"white\"\n",
            "another result is given",
        ),
        (
            kamisado,
            "\"stand_in\": \"9\"",
            "\"stand_in\": \"11\"",
            "'11' is not easy, medium",
        ),
        (
            kamisado,
            "    700,\n",
            "",
            "expected a time for each of 2 moves, found 1",
        ),
        (
            away,
            "\"away\": 70",
            "\"away\": 81",
            "player 2: nobody is away who does not play",
        ),
        (
            away,
            "      \"name\": \"Dan\",\n",
            "",
            "a level without a name",
        ),
        (
            gathering,
            "\"gathering\": true",
            "\"gathering\": false",
            "nobody sits here, but the game has begun",
        ),
        (
            gathering,
            "\"team\": 1,\n      \"ready\"",
            "\"team\": 1, \"out\": \"time\",\n      \"ready\"",
            "nothing has happened",
        ),
    ];
    for (text, old, new, why) in cases {
        assert!(text.contains(old), "no {old} in {text}");
        let damaged = text.replacen(old, new, 1);
        let error = parse(&damaged).expect_err(why);
        assert!(
            error.why.to_string().contains(why),
            "{why}: {error}\n{damaged}"
        );
    }
}

#[test]
fn games_saved_by_the_first_version_still_load_and_go_on() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/saves");
    let read = |name: &str| {
        let bytes = std::fs::read(folder.join(name)).expect(name);
        (
            String::from_utf8(bytes.clone()).expect("UTF-8"),
            Room::parse(&bytes, &Registry::standard()).expect(name),
        )
    };
    for (name, plies, winners) in [
        ("chess.json", 56, Some(vec![1])),
        ("kamisado.json", 77, Some(vec![0])),
        ("rolit.json", 61, Some(vec![1, 3])),
        ("chess-half.json", 2, None),
        ("rolit-half.json", 2, None),
    ] {
        let (text, mut room) = read(name);
        assert_eq!((name, room.game().plies()), (name, plies));
        assert_eq!(room.verdict().map(|v| v.winners.clone()), winners, "{name}");
        assert!(room.clocks(ms(0)).iter().all(|face| face.left.is_none()));
        // Nothing but the version is new: the times of the moves are not known.
        assert!(room.spent().iter().all(Option::is_none), "{name}");
        let again = room.to_json().expect("text");
        assert_eq!(again.replacen("  \"version\": 2,\n", "", 1), text, "{name}");
        if winners.is_none() {
            let turn = room.game().turn();
            done(&mut room, Event::Resign { seat: turn }, 0);
        }
    }
    let (_, half) = read("chess-half.json");
    assert_eq!(
        half.player(0).map(|p| p.name.as_str()),
        Some("Ana \"la torre\"")
    );
}
