//! Duels over a mate problem: who wins, what is refused, clocks.

use super::*;

fn duel(fen: &str, moves: u32, clock: ClockRule) -> Duel {
    let challenge = Challenge {
        problem: 7,
        revision: 1,
        fen: fen.to_owned(),
        moves,
        band: 2,
        keys: Vec::new(),
    };
    let person = |name: &str| Seated {
        mind: Mind::Person,
        name: name.to_owned(),
        user: None,
    };
    let seated = [person("Ann"), person("Bob")];
    Duel::begin(challenge, seated, clock, Duration::ZERO).expect("a duel")
}

const TWO: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

fn play(duel: &mut Duel, moves: &[&str]) {
    for (second, text) in (1..).zip(moves) {
        let turn = duel.turn();
        let now = Duration::from_secs(second);
        duel.apply(Act::Move(turn, (*text).to_owned()), now)
            .expect("legal");
    }
}

fn end(duel: &Duel) -> (PlayResult, Side, &'static str) {
    let Ended { outcome, reason } = duel.ended().expect("over");
    (outcome.result, outcome.winner, reason)
}

#[test]
fn mate_on_the_last_move_wins_for_the_attacker() {
    let mut duel = duel(TWO, 2, ClockRule::Unlimited);
    assert_eq!((duel.turn(), duel.moves_left()), (Side::Attacker, 2));
    play(&mut duel, &["a1a6", "b7a6"]);
    assert_eq!((duel.ended(), duel.moves_left()), (None, 1));
    play(&mut duel, &["b6b7"]);
    assert_eq!(end(&duel), (PlayResult::Mate, Side::Attacker, "checkmate"));
    let none = duel.apply(Act::Resign(Side::Defender), Duration::ZERO);
    assert_eq!(none, Err(NotDone::Over));
}

#[test]
fn without_mate_after_the_last_move_the_defender_has_held() {
    let mut duel = duel(TWO, 2, ClockRule::Unlimited);
    play(&mut duel, &["a1a5", "b8c7"]);
    play(&mut duel, &["b6c7"]);
    assert_eq!(end(&duel), (PlayResult::Held, Side::Defender, USED_UP));
    let late = duel.apply(Act::Move(Side::Defender, "b7b6".into()), Duration::ZERO);
    assert_eq!(late, Err(NotDone::Over));
}

#[test]
fn stalemate_is_a_failure_of_the_attacker() {
    let mut duel = duel("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 3, ClockRule::Unlimited);
    play(&mut duel, &["g1g6"]);
    assert_eq!(end(&duel), (PlayResult::Held, Side::Defender, "stalemate"));
}

#[test]
fn black_may_attack_too() {
    let mut duel = duel("7K/8/5k2/8/8/8/8/6q1 b - - 0 1", 1, ClockRule::Unlimited);
    assert_eq!(duel.seat(Side::Attacker), 1);
    assert_eq!(
        duel.player(Side::Attacker, Lang::EN),
        "Black (attacker, Ann)"
    );
    play(&mut duel, &["g1g7"]);
    assert_eq!(end(&duel), (PlayResult::Mate, Side::Attacker, "checkmate"));
}

#[test]
fn who_resigns_gives_the_win_to_the_other() {
    for side in Side::ALL {
        let mut duel = duel(TWO, 2, ClockRule::Unlimited);
        duel.apply(Act::Resign(side), Duration::from_secs(3))
            .expect("on any turn");
        assert_eq!(
            end(&duel),
            (PlayResult::Resigned, side.other(), "resignation")
        );
    }
}

#[test]
fn the_room_refuses_what_its_rules_do() {
    let mut duel = duel(TWO, 2, ClockRule::Unlimited);
    let early = duel.apply(Act::Move(Side::Defender, "b8c7".into()), Duration::ZERO);
    assert!(matches!(
        early,
        Err(NotDone::Room(rooms::Refusal::NotYourTurn { .. }))
    ));
    let illegal = duel.apply(Act::Move(Side::Attacker, "a1b2".into()), Duration::ZERO);
    assert!(matches!(
        illegal,
        Err(NotDone::Room(rooms::Refusal::Illegal(_)))
    ));
}

#[test]
fn each_has_a_clock_and_a_time() {
    let clock = "1+0".parse().expect("a clock");
    let mut duel = duel(TWO, 2, clock);
    let at = Duration::from_secs;
    duel.apply(Act::Move(Side::Attacker, "a1a6".into()), at(20))
        .expect("legal");
    duel.apply(Act::Move(Side::Defender, "b7a6".into()), at(25))
        .expect("legal");
    assert_eq!(duel.thought(Side::Attacker, at(30)), at(25));
    assert_eq!(duel.thought(Side::Defender, at(30)), at(5));
    duel.apply(Act::Tick, at(64)).expect("never refused");
    assert_eq!(duel.ended(), None);
    duel.apply(Act::Tick, at(66)).expect("never refused");
    assert_eq!(end(&duel), (PlayResult::Time, Side::Defender, "time"));
    let terms = duel.terms().expect("over");
    assert_eq!(terms.thought, at(61), "up to when the look was taken");
}

#[test]
fn only_verified_problems_are_a_challenge() {
    let text = r##"{"fen": "8/8/8/8/8/8/8/8 w - - 0 1", "stipulation": "#2"}"##;
    let draft = serde_json::from_str(text).expect("a draft");
    let mut problem = Problem {
        id: 3,
        owner: None,
        owner_name: None,
        template: false,
        draft,
        state: State::Draft,
        revision: 1,
        least: None,
        keys: Vec::new(),
        solutions: Vec::new(),
        unique_key: false,
        certificate_hash: None,
        nodes: None,
        difficulty: 0.0,
        band: 0,
        rating: 1500.0,
        deviation: 350.0,
        played: 0,
        solved: 0,
        created: 0,
        changed: 0,
    };
    for state in [State::Draft, State::Refuted] {
        problem.state = state;
        let refused = Challenge::of(&problem).expect_err("refused");
        assert!(matches!(refused, Error::Refused(Refusal::NotVerified(3))));
    }
    problem.state = State::Verified;
    let challenge = Challenge::of(&problem).expect("verified");
    let seated = [Mind::M1, Mind::M2].map(|mind| Seated {
        mind,
        name: "M".to_owned(),
        user: None,
    });
    let begun = Duel::begin(challenge, seated, ClockRule::Unlimited, Duration::ZERO);
    assert!(matches!(begun, Err(Error::Position(_))), "no such position");
}
