//! Rooms, rule by rule, at whatever time the test likes.

mod clocks;
mod lenient;
mod many;
mod offers;
mod random;
mod record;

use super::*;
use games::{AnyGame, Settings, chess};
use players::{Level, Registry, Seat};
use std::time::Duration;

/// A machine of some level.
const EASY: Seat = Seat::Machine(Level::Easy);

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn begun(variant: &str, rules: &str, start: &str) -> AnyGame {
    let registry = Registry::standard();
    let entry = registry.find(variant).expect(variant);
    let settings = Settings::default().with("rules", rules);
    entry
        .begin(&settings, Some(start))
        .expect(start)
        .all()
        .expect(start)
}

fn parse(text: &str) -> Result<Room, RecordError> {
    Room::parse(text.as_bytes(), &Registry::standard())
}

fn chess() -> AnyGame {
    begun("chess", "standard", chess::START_FEN)
}

/// Four players on eleven cells.
fn four() -> AnyGame {
    begun("rolit", "students", "4/4/3* Y YRGB 1 students")
}

fn options(clock: &str) -> Options {
    Options {
        clock: clock.parse().expect(clock),
        ..Options::default()
    }
}

fn person(name: &str) -> Player {
    Player {
        name: name.to_owned(),
        seat: Seat::Person,
    }
}

/// A room full of people whose game has begun at time 0.
fn room(game: AnyGame, options: Options) -> Room {
    let people = ["Ann", "Bob", "Cat", "Dan"].map(person);
    let people = people.into_iter().take(game.players()).collect();
    let (room, _) = Room::seated(game, options, people, ms(0)).expect("free seats");
    assert_eq!(room.phase(), &Phase::Playing);
    room
}

fn moved(seat: usize, text: &str) -> Event {
    let (text, lag) = (text.to_owned(), ms(0));
    Event::Move { seat, text, lag }
}

/// Does what must be possible.
fn done(room: &mut Room, event: Event, at: u64) -> Effects {
    let told = format!("{event:?} at {at}");
    let effects = room.apply(event, ms(at));
    effects.unwrap_or_else(|refusal| panic!("{told}: {refusal}"))
}

/// Why something is refused, after making sure that this has changed nothing.
fn refused(room: &mut Room, event: Event, at: u64) -> Refusal {
    let told = format!("{event:?} at {at}");
    let before = room.to_json().expect("text");
    let refusal = room.apply(event, ms(at)).expect_err(&told);
    assert_eq!(room.to_json().expect("text"), before, "{told}");
    refusal
}

/// Plays moves in turn from a time on, one each so many milliseconds.
fn play(room: &mut Room, moves: &str, mut at: u64, step: u64) {
    for text in moves.split_whitespace() {
        let seat = room.game().turn();
        done(room, moved(seat, text), at);
        at += step;
    }
}

/// Returns the time left on each clock, in milliseconds.
fn left(room: &Room, at: u64) -> Vec<u64> {
    let faces = room.clocks(ms(at)).into_iter();
    faces
        .map(|face| face.left.expect("a clock").as_millis() as u64)
        .collect()
}

fn verdict(room: &Room) -> (Vec<usize>, &'static str, Option<usize>) {
    let verdict = room.verdict().expect("it is over");
    (verdict.winners.clone(), verdict.reason, verdict.by)
}

#[test]
fn a_game_begins_when_all_seats_are_taken_and_ready() {
    let mut room = Room::new(chess(), options("5+3"));
    let join = |seat, name: &str, sits| Event::Join {
        seat,
        name: name.to_owned(),
        sits,
    };
    let effects = done(&mut room, join(1, "Ann", Seat::Person), 10);
    let joined = Effect::Message {
        to: vec![0],
        notice: Notice::Joined { seat: 1 },
    };
    assert_eq!(effects, [joined]);
    assert_eq!(
        refused(&mut room, join(1, "Bob", EASY), 20),
        Refusal::Taken { seat: 1 }
    );
    let control = refused(&mut room, join(0, "B\u{1b}b", EASY), 20);
    assert_eq!(
        control.to_string(),
        "the name \"B\\u{1b}b\" has control characters"
    );
    done(&mut room, Event::Leave { seat: 1 }, 30);
    assert_eq!(
        refused(&mut room, Event::Ready { seat: 1 }, 40),
        Refusal::Empty { seat: 1 }
    );
    done(&mut room, join(1, "Bob", Seat::Person), 50);
    done(&mut room, Event::Ready { seat: 1 }, 60);
    assert_eq!(
        refused(&mut room, Event::Ready { seat: 1 }, 70),
        Refusal::AlreadyReady { seat: 1 }
    );
    assert_eq!((room.phase(), room.deadline()), (&Phase::Gathering, None));
    assert!(room.clocks(ms(9999)).iter().all(|face| !face.running));
    // A machine is ready at once, and the clock of the first to move runs from then on.
    let effects = done(&mut room, join(0, "Machine", EASY), 1000);
    assert_eq!(room.sits(0), Some(EASY));
    assert_eq!(effects[1], Effect::Started);
    assert!(matches!(&effects[2], Effect::Clocks { faces } if faces[0].running));
    assert_eq!(effects[3..], [Effect::Turn { seat: 0 }]);
    assert_eq!(left(&room, 3000), [298_000, 300_000]);
}

#[test]
fn a_move_is_told_with_its_name_and_price_and_whose_turn_it_is_then() {
    let mut room = room(chess(), options("5+3"));
    let effects = done(&mut room, moved(0, "g1f3"), 2000);
    let made = Effect::Moved {
        seat: 0,
        text: "g1f3".to_owned(),
        name: "Nf3".to_owned(),
        spent: ms(2000),
    };
    assert_eq!(effects[0], made);
    assert_eq!(effects.last(), Some(&Effect::Turn { seat: 1 }));
    assert_eq!(
        refused(&mut room, moved(0, "e2e4"), 2500),
        Refusal::NotYourTurn { seat: 0, turn: 1 }
    );
    for text in ["e2e4", "Nf6", ""] {
        let why = refused(&mut room, moved(1, text), 2500).to_string();
        assert!(why.contains(&format!("'{text}'")), "{why}");
    }
    assert_eq!(room.mover(0), Some(0));
}

#[test]
fn mate_ends_the_game_and_repetition_draws_it() {
    let mut mate = room(chess(), Options::default());
    play(&mut mate, "f2f3 e7e5 g2g4", 0, 1);
    let effects = done(&mut mate, moved(1, "d8h4"), 10);
    assert_eq!(verdict(&mate), (vec![1], "checkmate", None));
    assert!(matches!(effects.last(), Some(Effect::Over(v)) if v.ending == Ending::Rules));
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::Turn { .. }))
    );
    let mut drawn = room(chess(), Options::default());
    play(&mut drawn, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", 0, 1);
    assert_eq!(verdict(&drawn), (vec![0, 1], "threefold repetition", None));
    assert!(drawn.verdict().expect("over").is_draw(drawn.game()));
}

#[test]
fn a_zero_move_is_made_by_the_room() {
    let near = "NZ1SA1VM/mv5n/8/2P2R2/8/8/8/2raspz1 b z 0";
    let mut room = room(begun("kamisado", "mutual", near), options("1+1"));
    let effects = done(&mut room, moved(0, "g1g7"), 500);
    let made = effects.iter().filter_map(|effect| match effect {
        Effect::Moved {
            seat, text, spent, ..
        } => Some((*seat, text.as_str(), *spent)),
        _ => None,
    });
    let made: Vec<_> = made.collect();
    assert_eq!(made, [(0, "g1g7", ms(500)), (1, "h8h8", ms(0))]);
    assert_eq!(verdict(&room), (vec![1], "deadlock", None));
}

/// One event of each kind, by a seat.
fn all_events(seat: usize) -> Vec<Event> {
    vec![
        Event::Join {
            seat,
            name: "Zoe".to_owned(),
            sits: Seat::Person,
        },
        Event::Leave { seat },
        Event::Ready { seat },
        moved(seat, "e2e4"),
        Event::Resign { seat },
        Event::OfferDraw { seat },
        Event::AcceptDraw { seat },
        Event::DeclineDraw { seat },
        Event::AskTakeback { seat },
        Event::GrantTakeback { seat },
        Event::RefuseTakeback { seat },
        Event::Abandon { seat },
    ]
}

#[test]
fn every_event_is_refused_by_a_sentence_where_it_has_no_place() {
    let empty = Room::new(chess(), Options::default());
    let playing = room(chess(), Options::default());
    let mut over = playing.clone();
    done(&mut over, Event::Resign { seat: 1 }, 5);
    let mut away = playing.clone();
    done(&mut away, Event::Abandon { seat: 0 }, 5);
    let mut out = room(four(), Options::default());
    done(&mut out, Event::Resign { seat: 1 }, 5);
    let none = "there is no seat 5: the game has 2";
    let not_begun = "the game has not begun";
    let begun = "the game has begun: a player can resign or abandon it";
    let ended = "the game is over (resignation)";
    let nothing = "seat 1 has made no move to take back";
    let gone = "seat 1 is away and has to come back first";
    let has_left = "seat 2 is out of the game";
    let turn = "it is not the turn of seat 2 but of seat 1";
    let cases: [(&str, &Room, usize, [&str; 12]); 7] = [
        ("nobody's seat", &playing, 4, [none; 12]),
        (
            "empty",
            &empty,
            0,
            [
                "",
                "nobody sits in seat 1",
                "nobody sits in seat 1",
                not_begun,
                not_begun,
                not_begun,
                not_begun,
                not_begun,
                not_begun,
                not_begun,
                not_begun,
                not_begun,
            ],
        ),
        (
            "to move",
            &playing,
            0,
            [
                "seat 1 is taken",
                begun,
                begun,
                "",
                "",
                "",
                "no draw is offered",
                "no draw is offered",
                nothing,
                "nobody asks to take a move back",
                "nobody asks to take a move back",
                "",
            ],
        ),
        (
            "not to move",
            &playing,
            1,
            [
                "seat 2 is taken",
                begun,
                begun,
                turn,
                "",
                "a draw is offered on one's own turn, and it is that of seat 1",
                "no draw is offered",
                "no draw is offered",
                "seat 2 has made no move to take back",
                "nobody asks to take a move back",
                "nobody asks to take a move back",
                "",
            ],
        ),
        ("over", &over, 0, [ended; 12]),
        (
            "away",
            &away,
            0,
            [
                "seat 1 waits for \"Ann\" to come back",
                begun,
                begun,
                gone,
                gone,
                gone,
                gone,
                gone,
                gone,
                gone,
                gone,
                gone,
            ],
        ),
        (
            "out",
            &out,
            1,
            [
                has_left, begun, begun, turn, has_left, has_left, has_left, has_left, has_left,
                has_left, has_left, has_left,
            ],
        ),
    ];
    for (name, room, seat, sentences) in cases {
        for (event, sentence) in all_events(seat).into_iter().zip(sentences) {
            let told = format!("{name}: {event:?}");
            let mut room = room.clone();
            match sentence {
                "" => drop(done(&mut room, event, 9)),
                _ => assert_eq!(refused(&mut room, event, 9).to_string(), sentence, "{told}"),
            }
        }
        // Time passes everywhere.
        assert_eq!(done(&mut room.clone(), Event::Tick, 9), [], "{name}");
    }
}

#[test]
fn events_are_read_from_json() {
    for event in all_events(1).into_iter().chain([Event::Tick]) {
        let text = serde_json::to_string(&event).expect("text");
        assert_eq!(serde_json::from_str::<Event>(&text).expect(&text), event);
    }
    let text = r#"{"event":"move","seat":0,"text":"e2e4"}"#;
    assert_eq!(
        serde_json::from_str::<Event>(text).expect(text),
        moved(0, "e2e4")
    );
    let text = r#"{"event":"join","seat":0,"name":"x","sits":"robot"}"#;
    let error = serde_json::from_str::<Event>(text)
        .expect_err(text)
        .to_string();
    assert!(error.contains("'robot' is not 'human'"), "{error}");
}
