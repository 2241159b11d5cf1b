//! The four levels in every game, and in matches.

use super::*;

/// One player of each level plays a game against the others; which must end by the rules.
fn play_levels<G: Levels>(start: G) {
    let limits = Limits {
        nodes: Some(300),
        ..Limits::default()
    };
    let seats = start.players();
    let mut players: Vec<_> = (0..seats)
        .map(|seat| G::at_level(Level::ALL[3 - seat % 4], seat as u64).expect("a table"))
        .collect();
    for player in &mut players {
        player
            .new_game(&start, &AtomicBool::new(false))
            .expect("ready");
    }
    let mut line = Line::new(start);
    while line.outcome().is_none() && line.moves().len() < 400 {
        let seat = line.position().turn();
        let choice = ask(players[seat].as_mut(), &line, &limits);
        line.play(choice.chosen);
    }
    assert!(line.outcome().is_some(), "{}", line.position().text());
}

#[test]
fn every_level_plays_every_game_to_its_end() {
    let near = "7k/5Q2/8/8/8/8/PPP5/K6r w - - 80 80";
    play_levels(Chess::from_fen(near, false).expect("legal"));
    play_levels(Match::start());
    for start in rolit_starts() {
        play_levels(start);
    }
}

/// Points of `hero` against `rival`, in halves, in so many games from random openings; each opens as often.
fn points<G: Levels>(
    start: G,
    games: u64,
    hero: impl Fn(u64) -> Box<dyn Player<G>>,
    rival: impl Fn(u64) -> Box<dyn Player<G>>,
) -> u64 {
    let mut rng = StdRng::seed_from_u64(47);
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let mut halves = 0;
    let mut opening = start.clone();
    for game in 0..games {
        let own = (game % 2) as usize;
        if own == 0 {
            opening = random_line(start.clone(), 4, &mut rng).position().clone();
        }
        let mut players = [hero(game), rival(game)];
        for player in &mut players {
            player
                .new_game(&opening, &AtomicBool::new(false))
                .expect("ready");
        }
        let mut line = Line::new(opening.clone());
        while line.outcome().is_none() && line.moves().len() < 300 {
            let is_hero = line.position().turn() == own;
            let choice = ask(players[usize::from(!is_hero)].as_mut(), &line, &limits);
            line.play(choice.chosen);
        }
        halves += match line.outcome() {
            Some(outcome) if outcome.winners.count() == 1 => {
                2 * u64::from(outcome.winners.contains(own))
            }
            _ => 1,
        };
    }
    halves
}

/// Easy against any moves, medium against the best at sight: more than two points of three.
fn levels_beat_the_simple<G: Levels>(start: &G) {
    const GAMES: u64 = 12;
    let level = |level| move |seed| G::at_level(level, seed).expect("a table");
    let random = |seed| -> Box<dyn Player<G>> { Box::new(Random::new(seed)) };
    let greedy = |seed| -> Box<dyn Player<G>> { Box::new(Greedy::new(seed)) };
    for (name, halves) in [
        (
            "easy",
            points(start.clone(), GAMES, level(Level::Easy), random),
        ),
        (
            "medium",
            points(start.clone(), GAMES, level(Level::Medium), greedy),
        ),
    ] {
        assert!(
            3 * halves > 2 * 2 * GAMES,
            "{name} has {halves} halves of {GAMES} games in {}",
            start.text()
        );
    }
}

#[test]
fn easy_beats_a_random_mover_and_medium_a_greedy_one_in_every_game() {
    levels_beat_the_simple(&Chess::start());
    levels_beat_the_simple(&Match::start());
    levels_beat_the_simple(&Rolit::official_for("RG").expect("two"));
}

#[test]
fn ratings_of_levels_rise_in_every_game() {
    fn rise<G: Levels>() {
        let known: Vec<u32> = Level::ALL.into_iter().filter_map(G::elo).collect();
        assert!(known.len() >= 3 && known.is_sorted(), "{known:?}");
    }
    rise::<Chess>();
    rise::<Match>();
    rise::<Rolit>();
}

#[test]
fn harder_levels_win_more_points() {
    let mut rng = StdRng::seed_from_u64(14);
    for (weak, strong) in [(Level::Easy, Level::Medium), (Level::Medium, Level::Hard)] {
        let (mut wins, mut games) = (0, 0);
        for game in 0..24 {
            let start = rolit_starts()[game % 3 + 5];
            let seats = start.players();
            let hero = game % seats;
            let mut players: Vec<_> = (0..seats)
                .map(|seat| {
                    let level = if start.allied(seat, hero) {
                        strong
                    } else {
                        weak
                    };
                    Rolit::at_level(level, rng.random()).expect("no table")
                })
                .collect();
            let mut line = Line::new(start);
            while line.outcome().is_none() {
                let seat = line.position().turn();
                let choice = ask(players[seat].as_mut(), &line, &Limits::default());
                line.play(choice.chosen);
            }
            let outcome = line.outcome().expect("over");
            wins += u32::from(outcome.winners.contains(hero));
            games += 1;
        }
        assert!(
            2 * wins > games,
            "{strong} won {wins} of {games} against {weak}"
        );
    }
}

/// Runs a match of this program; the output and the exit status.
fn hold_match(arguments: &str) -> (String, Option<i32>) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .arg("match")
        .args(arguments.split(' '))
        .output()
        .expect("the binary runs");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (text.into_owned(), output.status.code())
}

#[test]
fn a_match_seats_levels_by_name_and_asks_for_a_limit_where_one_is_needed() {
    let engines = "--engine builtin=medium --engine builtin=expert";
    for variant in ["chess", "kamisado"] {
        let limits = "--each nodes=300 --rounds 1 --quiet";
        let (out, status) = hold_match(&format!("--variant {variant} {engines} {limits}"));
        assert_eq!(status, Some(0), "{out}");
        assert!(out.contains("medium") && out.contains("expert"), "{out}");
        assert!(!out.contains("forfeit"), "{out}");
        let (out, status) = hold_match(&format!("--variant {variant} {engines} --rounds 1"));
        assert_eq!(status, Some(2), "{out}");
        assert!(out.contains("no time control"), "{out}");
    }
    let (out, status) = hold_match("--engine builtin=easy --engine builtin=mittel --rounds 1");
    assert_eq!(status, Some(2), "{out}");
    assert!(out.contains("builtin=mittel is not random"), "{out}");
}
