//! Draw offers and takebacks.

use super::*;
use games::{Lang, kamisado};

#[test]
fn no_draw_is_offered_in_a_game_that_has_none() {
    let game = begun("kamisado", "mutual", kamisado::START);
    let mut room = room(game, Options::default());
    let refusal = room.check_own(&Event::OfferDraw { seat: 0 });
    let refusal = refusal.expect_err("no draws");
    assert_eq!((&refusal, refusal.code()), (&Refusal::NoDraws, "no_draws"));
    assert_eq!(refusal.text(Lang::ES), "en este juego no hay tablas");
    assert_eq!(refusal.text(Lang::EN), "this game has no draws");
    // A game in which one was offered before can be told again.
    done(&mut room.clone(), Event::OfferDraw { seat: 0 }, 0);
    // Taking back is another question.
    done(&mut room, moved(0, "c1c6"), 0);
    done(&mut room, Event::AskTakeback { seat: 0 }, 0);
}

#[test]
fn a_draw_is_offered_once_on_each_own_turn_and_must_be_answered() {
    let mut room = room(chess(), options("5+0"));
    let effects = done(&mut room, Event::OfferDraw { seat: 0 }, 1000);
    let notice = Notice::DrawOffered {
        by: 0,
        until: Some(ms(31_000)),
    };
    assert_eq!(
        effects,
        [Effect::Message {
            to: vec![1],
            notice
        }]
    );
    assert_eq!(
        refused(&mut room, Event::OfferDraw { seat: 0 }, 1500),
        Refusal::AlreadyOffered { seat: 0 }
    );
    assert_eq!(
        refused(&mut room, Event::AcceptDraw { seat: 0 }, 1500),
        Refusal::NotAsked { seat: 0 }
    );
    // The clock of the one who has offered runs on, and it may move.
    assert_eq!(left(&room, 2000), [298_000, 300_000]);
    done(&mut room, moved(0, "e2e4"), 3000);
    assert_eq!(
        refused(&mut room, moved(1, "e7e5"), 4000),
        Refusal::AnswerFirst { seat: 1 }
    );
    // That of the one who must answer stands still.
    assert_eq!(left(&room, 20_000), [297_000, 300_000]);
    assert_eq!(room.deadline(), Some(ms(31_000)));
    let effects = done(&mut room, Event::DeclineDraw { seat: 1 }, 10_000);
    let notice = Notice::DrawDeclined { by: Some(1) };
    assert_eq!(
        effects[0],
        Effect::Message {
            to: vec![0],
            notice
        }
    );
    assert_eq!(left(&room, 12_000), [297_000, 298_000]);
    done(&mut room, moved(1, "e7e5"), 12_000);
    done(&mut room, Event::OfferDraw { seat: 0 }, 13_000);
    done(&mut room, Event::AcceptDraw { seat: 1 }, 14_000);
    assert_eq!(verdict(&room), (vec![0, 1], "agreement", None));
}

#[test]
fn an_offer_that_nobody_answers_lapses_and_the_clock_goes_on_from_then() {
    for look in [Event::Tick, moved(1, "e7e5")] {
        let mut room = room(chess(), options("5+0"));
        done(&mut room, Event::OfferDraw { seat: 0 }, 0);
        done(&mut room, moved(0, "e2e4"), 1000);
        assert_eq!(room.clocks(ms(2000)).map_running(), [false, false]);
        // Looked at late: the seconds since the offer lapsed are charged.
        let effects = done(&mut room, look.clone(), 32_000);
        let notice = Notice::DrawDeclined { by: None };
        assert_eq!(
            effects[0],
            Effect::Message {
                to: vec![0, 1],
                notice
            }
        );
        assert_eq!(left(&room, 32_000)[1], 298_000);
        if look == Event::Tick {
            assert!(matches!(&effects[1], Effect::Clocks { faces } if faces[1].running));
        }
    }
    // An offer without end waits for its answer.
    let patient = Options {
        answer: None,
        ..options("5+0")
    };
    let mut room = room(chess(), patient);
    done(&mut room, Event::OfferDraw { seat: 0 }, 0);
    done(&mut room, moved(0, "e2e4"), 1000);
    assert_eq!(room.deadline(), None);
    assert_eq!(left(&room, 1 << 40)[1], 300_000);
}

trait MapRunning {
    fn map_running(&self) -> Vec<bool>;
}

impl MapRunning for Vec<ClockFace> {
    fn map_running(&self) -> Vec<bool> {
        self.iter().map(|face| face.running).collect()
    }
}

#[test]
fn a_takeback_goes_back_to_the_own_last_choice_with_the_clocks() {
    let mut room = room(chess(), options("5+2"));
    play(&mut room, "e2e4 e7e5 g1f3", 1000, 1000);
    let clocks_at_two = {
        let mut two = super::room(chess(), options("5+2"));
        play(&mut two, "e2e4 e7e5", 1000, 1000);
        left(&two, 2000)
    };
    let effects = done(&mut room, Event::AskTakeback { seat: 0 }, 5000);
    let notice = Notice::TakebackAsked { by: 0, plies: 2 };
    assert_eq!(
        effects,
        [Effect::Message {
            to: vec![1],
            notice
        }]
    );
    assert_eq!(
        refused(&mut room, Event::AskTakeback { seat: 1 }, 5100),
        Refusal::Unanswered { by: 0 }
    );
    assert_eq!(
        refused(&mut room, Event::OfferDraw { seat: 1 }, 5100),
        Refusal::Unanswered { by: 0 }
    );
    let effects = done(&mut room, Event::GrantTakeback { seat: 1 }, 6000);
    assert_eq!(effects[0], Effect::TookBack { plies: 2 });
    assert_eq!(effects.last(), Some(&Effect::Turn { seat: 0 }));
    assert_eq!(left(&room, 6000), clocks_at_two);
    assert_eq!(room.game().moves(), ["e2e4", "e7e5"]);
    assert_eq!(room.spent(), [Some(ms(1000)), Some(ms(1000))]);
    // With the opponent's answer in between both go.
    play(&mut room, "g1f3 b8c6", 7000, 1000);
    done(&mut room, Event::AskTakeback { seat: 0 }, 9000);
    done(&mut room, Event::GrantTakeback { seat: 1 }, 9000);
    assert_eq!(room.game().plies(), 2);
    // And again to the same place: the others have granted, not refused.
    play(&mut room, "g1f3 b8c6", 10_000, 1000);
    done(&mut room, Event::AskTakeback { seat: 0 }, 11_500);
}

#[test]
fn a_refused_takeback_is_not_asked_again_and_a_move_ends_the_question() {
    let mut room = room(chess(), Options::default());
    play(&mut room, "e2e4", 0, 0);
    done(&mut room, Event::AskTakeback { seat: 0 }, 10);
    let effects = done(&mut room, Event::RefuseTakeback { seat: 1 }, 20);
    let notice = Notice::TakebackRefused { by: Some(1) };
    assert_eq!(
        effects,
        [Effect::Message {
            to: vec![0],
            notice
        }]
    );
    assert_eq!(
        refused(&mut room, Event::AskTakeback { seat: 0 }, 30),
        Refusal::AlreadyAsked { seat: 0 }
    );
    play(&mut room, "e7e5 g1f3", 40, 0);
    done(&mut room, Event::AskTakeback { seat: 0 }, 50);
    let effects = done(&mut room, moved(1, "b8c6"), 60);
    let notice = Notice::TakebackRefused { by: None };
    assert!(effects.contains(&Effect::Message {
        to: vec![0, 1],
        notice
    }));
    assert_eq!(room.question(), None);
    done(&mut room, Event::AskTakeback { seat: 1 }, 70);
    // Nobody answers.
    done(&mut room, Event::Tick, 70 + 30_000);
    assert_eq!((room.question(), room.game().plies()), (None, 4));
}

#[test]
fn a_zero_move_is_no_choice_to_take_back() {
    let blocked = "1Z1SA1VM/mv5n/N7/2P2R2/8/8/8/2raspz1 b z 0";
    let game = begun("kamisado", "mutual", blocked);
    let mut room = room(game, Options::default());
    done(&mut room, moved(0, "g1g7"), 0);
    // White's tower is blocked, and the room has made its zero move.
    assert_eq!((room.mover(1), room.last_choice(1)), (Some(1), None));
    assert_eq!(room.last_choice(0), Some(0));
    assert_eq!(
        refused(&mut room, Event::AskTakeback { seat: 1 }, 5),
        Refusal::NothingToTakeBack { seat: 1 }
    );
}

/// The knights go out and come home: the position occurs once more.
const THERE_AND_BACK: &str = "g1f3 g8f6 f3g1 f6g8";

fn claimed() -> Options {
    Options {
        claims: true,
        ..Options::default()
    }
}

#[test]
fn where_draws_are_claimed_the_third_occurrence_ends_nothing_until_somebody_claims() {
    let mut open = room(chess(), claimed());
    play(&mut open, THERE_AND_BACK, 0, 1);
    let refusal = refused(&mut open, Event::ClaimDraw { seat: 0 }, 5);
    assert_eq!(
        (&refusal, refusal.code()),
        (&Refusal::NotRepeated, "not_repeated")
    );
    play(&mut open, THERE_AND_BACK, 5, 1);
    assert_eq!(open.phase(), &Phase::Playing);
    let unclaimed = open.clone();
    for seat in 0..2 {
        let mut room = open.clone();
        let effects = done(&mut room, Event::ClaimDraw { seat }, 20);
        assert!(matches!(effects.last(), Some(Effect::Over(v)) if v.ending == Ending::Rules));
        assert_eq!(
            verdict(&room),
            (vec![0, 1], "threefold repetition", Some(seat))
        );
        assert!(room.verdict().expect("over").is_draw(room.game()));
        let record = room.to_json().expect("text");
        assert_eq!(parse(&record).expect(&record).verdict(), room.verdict());
        let said = ["White", "Black"][seat];
        let text = format!("A draw by threefold repetition, claimed by {said}.");
        assert_eq!(room.ending_text(Lang::EN), Some(text));
        // Nobody else has claimed it.
        let by_nobody = record.replacen("\"by\": \"", "\"by\": \"un", 1);
        assert!(by_nobody != record && parse(&by_nobody).is_err());
    }
    // With the next move it can be claimed no more; it goes on until the fifth time.
    play(&mut open, "e2e4", 20, 1);
    assert_eq!(
        refused(&mut open, Event::ClaimDraw { seat: 1 }, 30),
        Refusal::NotRepeated
    );
    let mut fivefold = unclaimed;
    play(&mut fivefold, THERE_AND_BACK, 20, 1);
    assert_eq!(fivefold.phase(), &Phase::Playing);
    play(&mut fivefold, THERE_AND_BACK, 30, 1);
    assert_eq!(
        verdict(&fivefold),
        (vec![0, 1], "fivefold repetition", None)
    );
    let text = fivefold.to_json().expect("text");
    assert_eq!(parse(&text).expect(&text).verdict(), fivefold.verdict());
}
