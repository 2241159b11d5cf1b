//! Any events in any order: a room that is saved and restored in between goes on as if nothing had
//! happened, refusals change nothing, and time only runs where it should.

use super::*;
use proptest::prelude::*;

/// Event to try, with numbers that are fitted to the room when its turn comes.
#[derive(Clone, Copy, Debug)]
struct Try {
    kind: u8,
    seat: usize,
    choice: usize,
    /// Time since the last event, in milliseconds.
    wait: u64,
    lag: u64,
}

fn tries() -> impl Strategy<Value = Vec<Try>> {
    let waits = prop_oneof![4 => 0..400u64, 1 => 0..40_000u64];
    let one = (0..43u8, 0..5usize, any::<u16>(), waits, 0..300u64);
    let one = one.prop_map(|(kind, seat, choice, wait, lag)| Try {
        kind,
        seat,
        choice: choice.into(),
        wait,
        lag,
    });
    prop::collection::vec(one, 1..60)
}

fn games() -> impl Strategy<Value = AnyGame> {
    prop::sample::select(vec![
        ("chess", "standard", chess::START_FEN),
        ("chess", "standard", "7k/8/8/8/8/8/6QP/K7 w - - 90 80"),
        (
            "kamisado",
            "mutual",
            "NZ1SA1VM/mv5n/8/2P2R2/8/8/8/2raspz1 b z 0",
        ),
        (
            "kamisado",
            "cycle",
            "NZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 1 3 0:0",
        ),
        ("rolit", "students", "4/4/3* Y YRGB 1 students"),
        ("rolit", "students", "4/4/3* Y YRGB:YG/RB 1 students"),
    ])
    .prop_map(|(variant, rules, start)| begun(variant, rules, start))
}

fn rules() -> impl Strategy<Value = Options> {
    let clock = prop::sample::select(vec!["none", "0:05", "0:03+1", "2/0:02+0.1", "1/turn"]);
    let grace = prop::sample::select(vec![None, Some(0), Some(700), Some(60_000)]);
    let answer = prop::sample::select(vec![None, Some(500), Some(30_000)]);
    (clock, grace, answer, any::<bool>(), any::<bool>()).prop_map(
        |(clock, grace, answer, lenient, claims)| Options {
            lenient,
            claims,
            grace: grace.map(ms),
            answer: answer.map(ms),
            seed: Some(7),
            ..options(clock)
        },
    )
}

/// The event that somebody tries: mostly moves of the one to move.
fn event(room: &Room, tried: Try) -> Event {
    let Try {
        kind, choice, lag, ..
    } = tried;
    let (seat, turn) = (tried.seat, room.game().turn());
    match kind {
        0 => Event::Join {
            seat,
            name: ["Ann", "Bob", "Cat", "Dan", "Eve"][choice % 5].to_owned(),
            sits: if choice % 7 == 0 { EASY } else { Seat::Person },
        },
        1 => Event::Leave { seat },
        2 => Event::Ready { seat },
        3 => Event::Resign { seat },
        4..=6 => Event::OfferDraw { seat: turn },
        7 => Event::OfferDraw { seat },
        8 => Event::AcceptDraw { seat },
        9..=11 => Event::DeclineDraw { seat },
        12..=14 => Event::AskTakeback { seat },
        15..=17 => Event::GrantTakeback { seat },
        18 => Event::RefuseTakeback { seat },
        19 => Event::Abandon { seat },
        20..=22 => Event::Tick,
        23 => moved(seat, "e2e4"),
        24 => Event::Claim { seat },
        25 => Event::Forfeit { seat },
        26 => Event::ClaimDraw { seat },
        _ => {
            let legal = room.game().legal_moves();
            let text = legal.get(choice % legal.len().max(1));
            Event::Move {
                seat: turn,
                text: text.map(|m| m.text.clone()).unwrap_or_default(),
                lag: ms(lag),
            }
        }
    }
}

/// Everything that can be seen of a room.
fn look(room: &Room, now: Duration) -> (String, Vec<ClockFace>, Option<Duration>, Option<usize>) {
    let text = room.to_json().expect("text");
    (text, room.clocks(now), room.deadline(), room.last_choice(0))
}

fn restored(room: &Room) -> Room {
    let text = room.to_json().expect("text");
    let again = parse(&text);
    again.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_room_that_is_saved_and_restored_anywhere_goes_on_as_if_it_had_not_been(
        game in games(),
        options in rules(),
        seated in any::<bool>(),
        tries in tries(),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut whole = if seated { room(game, options) } else { Room::new(game, options) };
        let mut cut_once = whole.clone();
        let mut cut_always = whole.clone();
        let cut = cut.index(tries.len());
        let mut now = ms(0);
        for (index, tried) in tries.into_iter().enumerate() {
            now += ms(tried.wait);
            let event = event(&whole, tried);
            let before = look(&whole, now);
            if index == cut {
                cut_once = restored(&cut_once);
            }
            cut_always = restored(&cut_always);
            let answer = whole.apply(event.clone(), now);
            prop_assert_eq!(&cut_once.apply(event.clone(), now), &answer);
            prop_assert_eq!(&cut_always.apply(event.clone(), now), &answer);
            let after = look(&whole, now);
            prop_assert_eq!(&look(&cut_once, now), &after);
            prop_assert_eq!(&look(&cut_always, now), &after);
            match answer {
                Err(refusal) => {
                    prop_assert_eq!(&after, &before, "{:?}: {}", event, refusal);
                    prop_assert!(!refusal.to_string().is_empty());
                }
                Ok(effects) => consistent(&whole, &effects, now)?,
            }
        }
    }
}

/// Checks the conditions that hold in every room after every event.
fn consistent(room: &Room, effects: &Effects, now: Duration) -> Result<(), TestCaseError> {
    let faces = room.clocks(now);
    let running: Vec<usize> = (0..faces.len())
        .filter(|seat| faces[*seat].running)
        .collect();
    let turn = room.game().turn();
    let limited = room.options().clock != base::clock::ClockRule::Unlimited;
    let owes = room
        .question()
        .is_some_and(|q| q.ask == Ask::Draw && q.waiting.contains(&turn));
    let owes = owes && !room.options().lenient;
    let runs = limited && room.phase() == &Phase::Playing && room.is_out(turn).is_none() && !owes;
    prop_assert_eq!(running, if runs { vec![turn] } else { vec![] });
    let ends = effects
        .iter()
        .filter(|effect| matches!(effect, Effect::Over(_)))
        .count();
    prop_assert!(ends <= 1);
    match room.verdict() {
        None => prop_assert_eq!(ends, 0),
        Some(verdict) => {
            prop_assert!(!verdict.winners.is_empty() && verdict.winners.is_sorted());
            prop_assert_eq!(room.deadline(), None);
            prop_assert_eq!(room.question(), None);
            prop_assert!(faces.iter().all(|face| !face.running));
        }
    }
    prop_assert_eq!(room.spent().len(), room.game().plies());
    // After a tick nothing is overdue.
    let mut ticked = room.clone();
    let _ = ticked.apply(Event::Tick, now);
    prop_assert!(ticked.deadline().is_none_or(|at| at > now));
    Ok(())
}
