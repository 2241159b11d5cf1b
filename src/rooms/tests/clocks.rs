//! Clocks, lag, absence.

use super::*;
use games::Lang;

#[test]
fn a_running_clock_can_be_asked_at_any_instant() {
    let mut room = room(chess(), options("1+2"));
    for (at, white) in [
        (0, 60_000),
        (1, 59_999),
        (59_999, 1),
        (60_000, 0),
        (99_999, 0),
    ] {
        assert_eq!(left(&room, at), [white, 60_000]);
    }
    let faces = room.clocks(ms(5));
    assert_eq!([faces[0].running, faces[1].running], [true, false]);
    play(&mut room, "e2e4 e7e5", 10_000, 5000);
    assert_eq!(left(&room, 15_000), [52_000, 57_000]);
    assert_eq!(left(&room, 20_000), [47_000, 57_000]);
    assert_eq!(room.spent(), [Some(ms(10_000)), Some(ms(5000))]);
    // Time does not run backwards.
    done(&mut room, moved(0, "g1f3"), 1);
    assert_eq!(left(&room, 15_000), [54_000, 57_000]);
}

#[test]
fn a_turn_has_its_thirty_seconds_and_a_period_its_moves() {
    let mut turns = room(chess(), options("30/turn"));
    play(&mut turns, "e2e4 e7e5 g1f3", 29_999, 29_999);
    assert_eq!(left(&turns, 89_997), [30_000, 30_000]);
    assert_eq!(turns.deadline(), Some(ms(119_997)));
    done(&mut turns, Event::Tick, 119_996);
    assert_eq!(turns.phase(), &Phase::Playing);
    done(&mut turns, Event::Tick, 119_997);
    assert_eq!(verdict(&turns), (vec![0], "time", Some(1)));

    let mut periods = room(chess(), options("2/1+1"));
    assert_eq!(periods.clocks(ms(0))[0].moves_to_go, Some(2));
    play(&mut periods, "e2e4 e7e5 g1f3", 1000, 1000);
    assert_eq!(left(&periods, 3000), [120_000, 60_000]);
    assert_eq!(periods.clocks(ms(0))[0].moves_to_go, Some(2));
    assert_eq!(periods.clocks(ms(0))[1].moves_to_go, Some(1));
}

#[test]
fn a_flag_falls_when_somebody_looks_and_a_late_move_is_too_late() {
    let mut late = room(chess(), options("0:01"));
    assert!(
        refused(&mut late, moved(0, "e2e5"), 1000)
            .to_string()
            .contains("'e2e5'")
    );
    let effects = done(&mut late, moved(0, "e2e4"), 1000);
    assert_eq!(verdict(&late), (vec![1], "time", Some(0)));
    assert_eq!(late.game().plies(), 0);
    assert_eq!(left(&late, 9999), [0, 1000]);
    let out = Notice::Out {
        seat: 0,
        how: Ending::Time,
    };
    assert!(effects.contains(&Effect::Message {
        to: vec![1],
        notice: out
    }));
    let mut just = room(chess(), options("0:01"));
    done(&mut just, moved(0, "e2e4"), 999);
    assert_eq!(left(&just, 999), [1, 1000]);
    // Without a clock nothing ends by itself.
    let mut free = room(chess(), options("none"));
    assert_eq!(free.deadline(), None);
    assert_eq!(done(&mut free, Event::Tick, u64::MAX), []);
    assert!(
        free.clocks(ms(1))
            .iter()
            .all(|face| face.left.is_none() && !face.running)
    );
}

#[test]
fn moves_are_timed_without_a_clock_too() {
    let mut room = room(chess(), options("none"));
    play(&mut room, "e2e4 e7e5", 1500, 700);
    let lagging = Event::Move {
        seat: 0,
        text: "g1f3".to_owned(),
        lag: ms(300),
    };
    let effects = done(&mut room, lagging, 3200);
    assert!(matches!(&effects[0], Effect::Moved { spent, .. } if *spent == ms(700)));
    let times = [1500, 700, 700].map(|time| Some(ms(time)));
    assert_eq!(room.spent(), times);
    // A pause of the server is not charged, and the time of a move that is taken back is forgotten.
    room.resume_at(ms(10_000));
    done(&mut room, Event::AskTakeback { seat: 0 }, 10_000);
    done(&mut room, Event::GrantTakeback { seat: 1 }, 10_500);
    done(&mut room, moved(0, "f1c4"), 12_000);
    assert_eq!(room.spent(), [times[0], times[1], Some(ms(1500))]);
    // There is nothing to show and no limit.
    let faces = room.clocks(ms(12_000));
    assert!(faces.iter().all(|f| f.left.is_none() && !f.running));
    assert_eq!(room.deadline(), None);
}

#[test]
fn lag_is_not_charged() {
    let mut room = room(chess(), options("0:01"));
    let lagging = |seat, text: &str, lag| Event::Move {
        seat,
        text: text.to_owned(),
        lag: ms(lag),
    };
    let effects = done(&mut room, lagging(0, "e2e4", 300), 1200);
    assert!(matches!(&effects[0], Effect::Moved { spent, .. } if *spent == ms(900)));
    assert_eq!(left(&room, 1200), [100, 1000]);
    // More lag than the move has taken gives nothing.
    done(&mut room, lagging(1, "e7e5", 5000), 1300);
    assert_eq!(left(&room, 1300), [100, 1000]);
    done(&mut room, lagging(0, "g1f3", 99), 1499);
    assert_eq!(verdict(&room), (vec![1], "time", Some(0)));
}

#[test]
fn time_against_one_who_cannot_win_is_a_draw_and_resigning_is_not() {
    for (fen, winners) in [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", vec![0, 1]),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", vec![0, 1]),
        ("4k1n1/8/8/8/8/8/4P3/4K3 w - - 0 1", vec![1]),
        ("4k3/4p3/8/8/8/8/8/R3K3 w - - 0 1", vec![1]),
    ] {
        let game = || begun("chess", "standard", fen);
        let mut flagged = room(game(), options("0:01"));
        done(&mut flagged, Event::Tick, 1000);
        assert_eq!(
            verdict(&flagged),
            (winners.clone(), "time", Some(0)),
            "{fen}"
        );
        let mut left = room(game(), Options::default());
        done(&mut left, Event::Abandon { seat: 0 }, 0);
        done(&mut left, Event::Tick, 60_000);
        assert_eq!(verdict(&left), (winners, "abandonment", Some(0)), "{fen}");
        let mut resigned = room(game(), options("0:01"));
        done(&mut resigned, Event::Resign { seat: 0 }, 10);
        assert_eq!(
            verdict(&resigned),
            (vec![1], "resignation", Some(0)),
            "{fen}"
        );
    }
}

#[test]
fn a_draw_against_one_who_cannot_win_says_who_was_late_and_who_was_absent() {
    let game = || begun("chess", "standard", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let mut late = room(game(), options("0:01"));
    done(&mut late, Event::Tick, 1000);
    let mut absent = room(game(), Options::default());
    done(&mut absent, Event::Abandon { seat: 0 }, 0);
    done(&mut absent, Event::Tick, 60_000);
    for (room, es, en) in [
        (
            &late,
            "Tiempo agotado (Blancas), pero nadie más puede ganar: tablas.",
            "White has run out of time, but nobody else can win: a draw.",
        ),
        (
            &absent,
            "Ausencia de Blancas, pero nadie más puede ganar: tablas.",
            "White has not come back, but nobody else can win: a draw.",
        ),
    ] {
        assert_eq!(room.ending_text(Lang::ES).as_deref(), Some(es));
        assert_eq!(room.ending_text(Lang::EN).as_deref(), Some(en));
    }
}

#[test]
fn who_sits_at_one_keyboard_is_neither_away_nor_waited_for() {
    let mut room = room(chess(), options("5+0"));
    play(&mut room, "e2e4 e7e5", 1000, 1000);
    done(&mut room, Event::OfferDraw { seat: 0 }, 3000);
    done(&mut room, Event::Abandon { seat: 0 }, 4000);
    let clocks = room.clocks(ms(5000));
    room.sit_together();
    assert_eq!((room.is_away(0), room.clocks(ms(5000))), (false, clocks));
    let until = room.question().map(|question| question.until);
    assert_eq!(until, Some(None), "the offer stands without end");
    // White's flag is all that is left to fall.
    assert_eq!(room.deadline(), Some(ms(2000 + 300_000 - 1000)));
    done(&mut room, moved(0, "g1f3"), 5000);
    done(&mut room, Event::DeclineDraw { seat: 1 }, 90_000);
    // A takeback that nobody has answered may be asked for again.
    done(&mut room, Event::AskTakeback { seat: 0 }, 90_000);
    room.sit_together();
    assert_eq!(room.question(), None);
    done(&mut room, Event::AskTakeback { seat: 0 }, 90_000);
    done(&mut room, Event::GrantTakeback { seat: 1 }, 90_000);
    // What is over stays as it is.
    done(&mut room, Event::Resign { seat: 0 }, 90_000);
    let before = room.to_json().expect("text");
    room.sit_together();
    assert_eq!(room.to_json().expect("text"), before);
}

#[test]
fn one_who_goes_away_can_come_back_within_the_grace_while_the_clock_runs_on() {
    let mut room = room(chess(), options("5+0"));
    let effects = done(&mut room, Event::Abandon { seat: 0 }, 1000);
    let until = Some(ms(61_000));
    let notice = Notice::Away { seat: 0, until };
    assert_eq!(
        effects,
        [Effect::Message {
            to: vec![1],
            notice
        }]
    );
    assert!(room.is_away(0) && room.deadline() == until);
    assert_eq!(left(&room, 3000), [297_000, 300_000]);
    let join = |name: &str| Event::Join {
        seat: 0,
        name: name.to_owned(),
        sits: Seat::Person,
    };
    assert!(matches!(
        refused(&mut room, join("Eve"), 2000),
        Refusal::Kept { .. }
    ));
    done(&mut room, join("Ann"), 60_999);
    assert_eq!(
        (room.is_away(0), left(&room, 60_999)),
        (false, vec![239_001, 300_000])
    );
    done(&mut room, moved(0, "e2e4"), 61_000);
    done(&mut room, Event::Abandon { seat: 0 }, 62_000);
    assert_eq!(done(&mut room, Event::Tick, 121_999), []);
    done(&mut room, Event::Tick, 130_000);
    assert_eq!(verdict(&room), (vec![1], "abandonment", Some(0)));
    // What happened first counts, though both are seen at once: here it is the flag.
    let mut both = super::room(chess(), options("1+0"));
    done(&mut both, Event::Abandon { seat: 1 }, 1000);
    done(&mut both, Event::Tick, 100_000);
    assert_eq!(verdict(&both), (vec![1], "time", Some(0)));
    // No grace at all, and endless grace.
    let grace = |grace| Options {
        grace,
        ..Options::default()
    };
    let mut strict = super::room(chess(), grace(Some(ms(0))));
    done(&mut strict, Event::Abandon { seat: 1 }, 5);
    assert_eq!(verdict(&strict), (vec![0], "abandonment", Some(1)));
    let mut patient = super::room(chess(), grace(None));
    done(&mut patient, Event::Abandon { seat: 1 }, 5);
    assert_eq!(patient.deadline(), None);
}

#[test]
fn a_room_whose_server_was_down_goes_on_without_the_time_between() {
    let mut room = room(chess(), options("5+0"));
    done(&mut room, moved(0, "e2e4"), 1000);
    done(&mut room, Event::Abandon { seat: 0 }, 2000);
    let mut later = room.clone();
    later.resume_at(ms(1_000_000));
    let shifted = ms(1_000_000 - 2000);
    assert_eq!(later.clocks(ms(1_000_500)), room.clocks(ms(2500)));
    assert_eq!(later.deadline(), room.deadline().map(|at| at + shifted));
}

#[test]
fn a_room_whose_machine_has_another_time_goes_on_with_the_time_that_was_left() {
    // A minute of the game, an hour ahead of what the clock says when the server is there again.
    let hour = 3_600_000;
    let people = ["Ann", "Bob"].map(person).to_vec();
    let seated = Room::seated(chess(), options("5+0"), people, ms(hour));
    let (mut room, _) = seated.expect("free seats");
    done(&mut room, moved(0, "e2e4"), hour + 1000);
    done(&mut room, Event::Abandon { seat: 0 }, hour + 2000);
    let mut earlier = room.clone();
    earlier.resume_at(ms(5000));
    assert_eq!(earlier.clocks(ms(5500)), room.clocks(ms(hour + 2500)));
    assert_eq!(left(&earlier, 6000), [299_000, 298_000]);
    let shifted = ms(hour + 2000 - 5000);
    assert_eq!(earlier.deadline().map(|at| at + shifted), room.deadline());
    // Its clock runs.
    done(&mut earlier, moved(1, "e7e5"), 65_000);
    assert_eq!(left(&earlier, 65_000), [299_000, 239_000]);
}

#[test]
fn moves_of_before_the_clock_cost_nothing_earn_nothing_and_count_for_no_period() {
    let mut game = chess();
    for text in ["e2e4", "e7e5", "g1f3"] {
        game.play(text).expect("legal");
    }
    let mut timed = room(game.clone(), options("5+30"));
    assert_eq!(left(&timed, 0), [300_000, 300_000]);
    done(&mut timed, moved(1, "b8c6"), 10_000);
    done(&mut timed, moved(0, "f1b5"), 15_000);
    assert_eq!(left(&timed, 15_000), [325_000, 320_000]);
    let spent = [None, None, None, Some(ms(10_000)), Some(ms(5000))];
    assert_eq!(timed.spent(), spent);
    // The file knows it too, and so does the clock after a takeback.
    let text = timed.to_json().expect("text");
    let read = parse(&text).expect("read");
    assert_eq!(
        (read.spent(), left(&read, 15_000)),
        (&spent[..], vec![325_000, 320_000])
    );
    done(&mut timed, Event::AskTakeback { seat: 0 }, 16_000);
    done(&mut timed, Event::GrantTakeback { seat: 1 }, 16_000);
    assert_eq!(left(&timed, 16_000), [300_000, 320_000]);
    assert_eq!(timed.spent(), &spent[..4]);
    let pgn = timed.pgn().to_string();
    assert_eq!(pgn.matches("%clk").count(), 1, "{pgn}");

    let period = room(game, options("4/1"));
    assert_eq!(left(&period, 0), [60_000, 60_000]);
    assert_eq!(period.clocks(ms(0))[0].moves_to_go, Some(4));
}
