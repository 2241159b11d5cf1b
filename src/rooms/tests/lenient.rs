//! Rooms of players at different places: absences that are claimed, and draw offers that hold nobody up.

use super::*;
use games::Lang;

fn apart(clock: &str) -> Options {
    Options {
        lenient: true,
        ..options(clock)
    }
}

fn join(seat: usize, name: &str) -> Event {
    Event::Join {
        seat,
        name: name.to_owned(),
        sits: Seat::Person,
    }
}

#[test]
fn an_absence_ends_nothing_until_an_opponent_claims_it() {
    for clock in ["none", "5+0"] {
        let mut room = room(chess(), apart(clock));
        done(&mut room, Event::Abandon { seat: 0 }, 1000);
        assert_eq!(room.away_until(0), Some(ms(61_000)), "it is told");
        assert_eq!(
            refused(&mut room, Event::Claim { seat: 1 }, 60_999),
            Refusal::NobodyAbsent
        );
        done(&mut room, Event::Tick, 200_000);
        assert_eq!(room.phase(), &Phase::Playing);
        // Whoever comes back late plays on.
        let mut back = room.clone();
        done(&mut back, join(0, "Ann"), 201_000);
        assert_eq!(
            refused(&mut back, Event::Claim { seat: 1 }, 202_000),
            Refusal::NobodyAbsent
        );
        done(&mut back, moved(0, "e2e4"), 203_000);
        let effects = done(&mut room, Event::Claim { seat: 1 }, 201_000);
        assert!(matches!(
            effects.last(),
            Some(Effect::Clocks { .. } | Effect::Over(_))
        ));
        assert_eq!(verdict(&room), (vec![1], "abandonment", Some(0)));
    }
    let refusal = Refusal::NobodyAbsent;
    assert_eq!(
        refusal.text(Lang::EN),
        "nobody has been away for long enough"
    );
    assert_eq!(
        refusal.text(Lang::ES),
        "nadie lleva ausente el tiempo necesario"
    );
}

#[test]
fn a_clock_that_runs_out_still_ends_the_game_of_one_who_is_away() {
    let mut room = room(chess(), apart("1+0"));
    done(&mut room, Event::Abandon { seat: 0 }, 1000);
    assert_eq!(room.deadline(), Some(ms(60_000)));
    done(&mut room, Event::Tick, 60_000);
    assert_eq!(verdict(&room), (vec![1], "time", Some(0)));
}

#[test]
fn nobody_who_is_away_claims_and_nobody_claims_an_ally() {
    let mut both = room(chess(), apart("none"));
    for seat in [0, 1] {
        done(&mut both, Event::Abandon { seat }, 0);
    }
    assert_eq!(
        refused(&mut both, Event::Claim { seat: 1 }, 100_000),
        Refusal::Away { seat: 1 }
    );
    let teams = begun("rolit", "students", "4/4/3* Y YRGB:YG/RB 1 students");
    let mut four = room(teams, apart("none"));
    done(&mut four, Event::Abandon { seat: 2 }, 0);
    assert_eq!(
        refused(&mut four, Event::Claim { seat: 0 }, 100_000),
        Refusal::NobodyAbsent
    );
    done(&mut four, Event::Claim { seat: 1 }, 100_000);
    assert_eq!(
        (four.is_out(2), four.phase()),
        (Some(Ending::Abandonment), &Phase::Playing)
    );
}

#[test]
fn a_draw_offer_holds_nobody_up_and_a_move_declines_it() {
    let mut room = room(chess(), apart("5+0"));
    let effects = done(&mut room, Event::OfferDraw { seat: 0 }, 1000);
    let notice = Notice::DrawOffered { by: 0, until: None };
    assert_eq!(
        effects,
        [Effect::Message {
            to: vec![1],
            notice
        }]
    );
    done(&mut room, moved(0, "e2e4"), 2000);
    // The clock of the one who may answer runs, and the offer stands meanwhile.
    done(&mut room, Event::Tick, 100_000);
    assert_eq!(left(&room, 100_000), [298_000, 202_000]);
    let mut agreed = room.clone();
    done(&mut agreed, Event::AcceptDraw { seat: 1 }, 100_000);
    assert_eq!(verdict(&agreed), (vec![0, 1], "agreement", None));
    // A move that is not legal answers nothing.
    refused(&mut room, moved(1, "e7e4"), 100_000);
    assert!(room.question().is_some());
    let effects = done(&mut room, moved(1, "e7e5"), 100_000);
    let notice = Notice::DrawDeclined { by: Some(1) };
    assert_eq!(
        effects[0],
        Effect::Message {
            to: vec![0],
            notice
        }
    );
    assert_eq!(room.question(), None);
    // One offer for each own move.
    done(&mut room, Event::OfferDraw { seat: 0 }, 101_000);
    done(&mut room, Event::DeclineDraw { seat: 1 }, 102_000);
    assert_eq!(
        refused(&mut room, Event::OfferDraw { seat: 0 }, 103_000),
        Refusal::AlreadyOffered { seat: 0 }
    );
}

#[test]
fn a_takeback_that_is_asked_for_still_lapses() {
    let mut room = room(chess(), apart("none"));
    done(&mut room, moved(0, "e2e4"), 0);
    done(&mut room, Event::AskTakeback { seat: 0 }, 1000);
    assert_eq!(room.deadline(), Some(ms(31_000)));
}

#[test]
fn at_one_keyboard_an_offer_is_answered_first_again() {
    let mut room = room(chess(), apart("none"));
    done(&mut room, Event::OfferDraw { seat: 0 }, 0);
    done(&mut room, moved(0, "e2e4"), 0);
    let text = room.to_json().expect("text");
    assert!(text.contains("\"lenient\": true"), "{text}");
    let mut here = parse(&text).expect("a record");
    here.sit_together();
    assert_eq!(
        refused(&mut here, moved(1, "e7e5"), 1000),
        Refusal::AnswerFirst { seat: 1 }
    );
}
