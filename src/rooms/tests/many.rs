//! More than two at the table.

use super::*;

/// Plays on to the end; whoever is to move takes the first legal cell.
fn play_out(room: &mut Room) {
    while room.phase() == &Phase::Playing {
        let seat = room.game().turn();
        let cells = ('a'..='d').flat_map(|file| (1..=3).map(move |rank| format!("{file}{rank}")));
        let mut legal = cells.filter(|cell| room.game().clone().play(cell).is_ok());
        let cell = legal.next().expect("a legal cell");
        done(room, moved(seat, &cell), 0);
    }
}

#[test]
fn with_four_who_resigns_is_out_and_a_machine_moves_for_it() {
    let mut room = room(four(), options("5+0"));
    let effects = done(&mut room, Event::Resign { seat: 0 }, 1000);
    let notice = Notice::Out {
        seat: 0,
        how: Ending::Resignation,
    };
    assert_eq!(
        effects[0],
        Effect::Message {
            to: vec![1, 2, 3],
            notice
        }
    );
    assert!(
        effects.contains(&Effect::Turn { seat: 0 }),
        "the stand-in is asked: {effects:?}"
    );
    assert_eq!(room.sits(0), Some(Seat::Machine(room.options().stand_in)));
    assert_eq!(room.player(0), Some(&person("Ann")));
    // Its clock stands still for ever.
    assert_eq!(
        (room.deadline(), room.clocks(ms(1 << 40))[0].left),
        (None, None)
    );
    done(&mut room, moved(0, "a1"), 9000);
    assert_eq!(room.clocks(ms(10_000))[1].left, Some(ms(299_000)));
    play_out(&mut room);
    let (winners, reason, _) = verdict(&room);
    assert_eq!(reason, "board full");
    assert!(!winners.is_empty() && !winners.contains(&0), "{winners:?}");
}

#[test]
fn whoever_is_out_moves_no_more_for_the_own_seat_though_its_stand_in_does() {
    let mut room = room(four(), options("5+0"));
    assert_eq!(room.check_own(&moved(0, "a1")), Ok(()));
    done(&mut room, Event::Resign { seat: 0 }, 1000);
    let out = Refusal::Out { seat: 0 };
    assert_eq!(room.check_own(&moved(0, "a1")), Err(out.clone()));
    assert_eq!(room.check_own(&moved(1, "a1")), Ok(()));
    done(&mut room, moved(0, "a1"), 2000);
    assert_eq!(room.check_own(&moved(0, "a1")), Err(out));
    // Afterwards the move itself is refused, as anybody's.
    play_out(&mut room);
    assert_eq!(room.check_own(&moved(0, "a1")), Ok(()));
    assert!(matches!(
        refused(&mut room, moved(0, "a1"), 3000),
        Refusal::Over(_)
    ));
}

#[test]
fn the_best_of_those_who_are_in_is_first_though_another_has_more() {
    // Yellow has most and resigns before the last cell; Red and Blue share the rest.
    let game = begun("rolit", "students", "YYYYRRBB1 G GYRB 1 students");
    let mut room = room(game, Options::default());
    done(&mut room, Event::Resign { seat: 1 }, 0);
    done(&mut room, moved(0, "i1"), 0);
    assert_eq!(verdict(&room), (vec![2, 3], "board full", None));
}

#[test]
fn the_last_to_be_in_wins_however_the_others_have_left() {
    let mut room = room(four(), options("5+0"));
    done(&mut room, Event::Resign { seat: 2 }, 0);
    done(&mut room, Event::Abandon { seat: 1 }, 0);
    done(&mut room, Event::Tick, 60_000);
    assert_eq!(
        (room.is_out(1), room.phase()),
        (Some(Ending::Abandonment), &Phase::Playing)
    );
    done(&mut room, Event::Tick, 300_000);
    assert_eq!(verdict(&room), (vec![3], "time", Some(0)));
}

#[test]
fn a_team_plays_on_as_long_as_one_of_its_members_does() {
    let game = begun("rolit", "students", "4/4/3* Y YRGB:YG/RB 1 students");
    let mut room = room(game, Options::default());
    done(&mut room, Event::Resign { seat: 0 }, 0);
    assert_eq!(room.phase(), &Phase::Playing);
    done(&mut room, Event::Resign { seat: 1 }, 0);
    assert_eq!(room.phase(), &Phase::Playing);
    done(&mut room, Event::Resign { seat: 2 }, 0);
    assert_eq!(verdict(&room), (vec![3], "resignation", Some(2)));
    assert!(!room.verdict().expect("over").is_draw(room.game()));
}

#[test]
fn all_who_are_in_must_agree_to_a_draw_and_to_a_takeback() {
    let mut room = room(four(), options("5+0"));
    done(&mut room, Event::OfferDraw { seat: 0 }, 0);
    assert!(matches!(
        done(&mut room, Event::AcceptDraw { seat: 2 }, 0)[0],
        Effect::Message { .. }
    ));
    assert_eq!(
        refused(&mut room, Event::DeclineDraw { seat: 2 }, 0),
        Refusal::NotAsked { seat: 2 }
    );
    done(&mut room, moved(0, "a1"), 0);
    assert_eq!(
        refused(&mut room, moved(1, "a2"), 0),
        Refusal::AnswerFirst { seat: 1 }
    );
    done(&mut room, Event::AcceptDraw { seat: 1 }, 0);
    // Seat 4 has not answered, but it is not its turn yet.
    assert_eq!(left(&room, 5000)[1], 295_000);
    done(&mut room, moved(1, "a2"), 5000);
    done(&mut room, Event::AcceptDraw { seat: 3 }, 6000);
    assert_eq!(verdict(&room), (vec![0, 1, 2, 3], "agreement", None));

    let mut room = super::room(four(), Options::default());
    done(&mut room, moved(0, "a1"), 0);
    done(&mut room, Event::AskTakeback { seat: 0 }, 0);
    done(&mut room, Event::GrantTakeback { seat: 3 }, 0);
    done(&mut room, Event::GrantTakeback { seat: 1 }, 0);
    assert_eq!(room.game().plies(), 1);
    // Who leaves the game is not asked any more, and so all have agreed.
    let effects = done(&mut room, Event::Resign { seat: 2 }, 0);
    assert!(
        effects.contains(&Effect::TookBack { plies: 0 }),
        "{effects:?}"
    );
    done(&mut room, moved(0, "a1"), 0);
    done(&mut room, Event::AskTakeback { seat: 0 }, 0);
    let effects = done(&mut room, Event::Resign { seat: 0 }, 0);
    assert!(room.question().is_none(), "{effects:?}");
}

#[test]
fn rolit_is_played_by_ten() {
    let colors = "YRGLOKPBWE";
    let start = format!("9/9/9/9/9/9/9/9/9 Y {colors} 1 students");
    let game = begun("rolit", "students", &start);
    let players = colors.chars().map(|c| person(&c.to_string())).collect();
    let (mut room, _) = Room::seated(game, options("30/turn"), players, ms(0)).expect("free");
    for (seat, cell) in ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b1"]
        .iter()
        .enumerate()
    {
        done(&mut room, moved(seat, cell), 1000 * seat as u64);
    }
    assert_eq!(room.game().turn(), 0);
    for seat in 1..10 {
        done(&mut room, Event::Resign { seat }, 10_000);
    }
    assert_eq!(verdict(&room), (vec![0], "resignation", Some(9)));
}
