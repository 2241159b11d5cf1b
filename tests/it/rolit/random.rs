//! Random games on random boards, played by the crate and by the slow implementation side by side.

use games::Game;
use games::rolit::{Cell, Color, Position, Rules, Shape, Size};
use oracles::rolit::{Content, Referee};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// What the comparisons have met: they are worth something only if it is not nothing.
#[derive(Debug, Default)]
struct Met {
    positions: u32,
    captures: u32,
    duties: u32,
    without_balls: u32,
    shared_firsts: u32,
    team_ties: u32,
    neutral_leads: u32,
    longest_run: usize,
}

/// Plays a game to its end and compares everything on the way.
fn play_both(start: Position, rng: &mut StdRng, met: &mut Met) {
    let mut here = start;
    let mut slow = Referee::read(&here.text());
    loop {
        compare(&here, &slow, met);
        let moves = here.legal_moves();
        let Some(&m) = moves.choose(rng) else {
            break;
        };
        let flips = slow.flips(m.file() as isize, m.rank() as isize);
        met.captures += u32::from(!flips.is_empty());
        met.longest_run = met.longest_run.max(flips.len());
        here = here.play(m);
        slow = slow.play(m.file() as isize, m.rank() as isize);
    }
    let winners = slow.winners().expect("no moves, so the board is full");
    let outcome = here.outcome().expect("the board is full");
    assert_eq!(outcome.reason, "board full");
    for seat in 0..here.players() {
        let first = winners.contains(&seat);
        assert_eq!(outcome.winners.contains(seat), first, "{}", here.text());
    }
    assert_eq!(outcome.winners.count() as usize, winners.len());
    let teams = here.team(0).is_some();
    met.shared_firsts += u32::from(!teams && winners.len() > 1);
    met.team_ties += u32::from(teams && winners.len() == here.players());
    let best = slow.points().into_iter().max();
    let neutral = Color::ALL
        .into_iter()
        .filter(|c| !here.colors().contains(c));
    met.neutral_leads += u32::from(neutral.map(|c| slow.count(c.letter())).max() > best);
}

fn compare(here: &Position, slow: &Referee, met: &mut Met) {
    let text = here.text();
    let names = |moves: Vec<(isize, isize)>| -> Vec<String> {
        moves.iter().map(|(f, r)| Referee::name(*f, *r)).collect()
    };
    let ours: Vec<String> = here
        .legal_moves()
        .iter()
        .map(|m| here.move_text(*m))
        .collect();
    assert_eq!(ours, names(slow.moves()), "{text}");
    assert_eq!(here.count_moves(), ours.len(), "{text}");
    assert_eq!(here.turn(), slow.turn, "{text}");
    assert_eq!(here.outcome().is_some(), slow.winners().is_some(), "{text}");
    assert_eq!(here.perft_ends(), ours.is_empty(), "{text}");
    let mut empty = 0;
    let mut captures = 0;
    for index in 0..17 * 17 {
        let (file, rank) = (index % 17, index / 17);
        let cell = Cell::new(file as u8, rank as u8).expect("on the largest board");
        assert_eq!(cell.index(), index);
        let content = slow.at(file as isize, rank as isize);
        assert_eq!(here.is_playable(cell), content != Content::Hole, "{text}");
        let owner = match content {
            Content::Ball(letter) => Color::from_letter(letter),
            _ => None,
        };
        assert_eq!(here.owner(cell), owner, "{text} {cell}");
        let flips = match content {
            Content::Empty => slow.flips(file as isize, rank as isize).len(),
            _ => 0,
        };
        assert_eq!(here.captured_by(cell) as usize, flips, "{text} {cell}");
        let legal = ours.contains(&cell.to_string());
        assert_eq!(here.is_legal(cell), legal, "{text} {cell}");
        let read = here.parse_move(&cell.to_string());
        assert_eq!(read.ok(), legal.then_some(cell), "{text} {cell}");
        captures += u32::from(flips > 0);
        empty += u32::from(content == Content::Empty);
    }
    assert_eq!(here.empty_cells(), empty);
    assert_eq!(here.must_capture(), slow.official && captures > 0, "{text}");
    for color in Color::ALL {
        let balls = slow.count(color.letter());
        assert_eq!(here.count(color) as usize, balls, "{text}");
    }
    for (seat, points) in slow.points().into_iter().enumerate() {
        assert_eq!(here.points(seat), Some(points as i32), "{text}");
        for other in 0..here.players() {
            assert_eq!(
                here.allied(seat, other),
                slow.teams[seat] == slow.teams[other]
            );
        }
    }
    assert_eq!(Position::parse(&text, Rules::Official), Ok(*here));
    met.positions += 1;
    met.duties += u32::from(here.must_capture());
    met.without_balls += u32::from(empty > 0 && here.count(here.color_to_move()) == 0);
}

/// Two to `most` colours in any order, sometimes in two teams.
fn players(rng: &mut StdRng, from: &[Color], with_teams: bool) -> String {
    let mut colors = from.to_vec();
    colors.shuffle(rng);
    colors.truncate(rng.random_range(2..=from.len()));
    let letters: String = colors.iter().map(|c| c.letter()).collect();
    if !with_teams {
        return letters;
    }
    let mut members: Vec<char> = letters.chars().collect();
    members.shuffle(rng);
    let (first, second) = members.split_at(rng.random_range(1..members.len()));
    let team = |members: &[char]| members.iter().collect::<String>();
    format!("{letters}:{}/{}", team(first), team(second))
}

#[test]
fn games_on_every_shape_and_size_agree_with_the_slow_implementation() {
    let mut rng = StdRng::seed_from_u64(61);
    let mut met = Met::default();
    for shape in Shape::ALL {
        for size in Size::ALL {
            for with_teams in [false, true] {
                for _ in 0..[8, 3, 2][size as usize] {
                    let players = players(&mut rng, &Color::ALL, with_teams);
                    let start = Position::students_for(shape, size, &players).expect("a game");
                    play_both(start, &mut rng, &mut met);
                }
            }
        }
    }
    assert!(met.captures > 2000 && met.longest_run > 15, "{met:?}");
    assert!(met.positions > 5000 && met.duties == 0, "{met:?}");
}

#[test]
fn official_games_agree_with_the_slow_implementation() {
    let mut rng = StdRng::seed_from_u64(62);
    let mut met = Met::default();
    for round in 0..150 {
        let players = players(&mut rng, &Color::OFFICIAL, round % 3 == 0);
        let start = Position::official_for(&players).expect("a game");
        play_both(start, &mut rng, &mut met);
    }
    assert!(met.duties > 4000 && met.without_balls > 50, "{met:?}");
    assert!(met.shared_firsts > 0, "{met:?}");
}

/// A random board of any size up to `side`, with holes and balls, or `None` if it does not hang
/// together.
fn random_position(rng: &mut StdRng, side: usize) -> Option<Position> {
    let (width, height) = (rng.random_range(1..=side), rng.random_range(1..=side));
    let rules = [Rules::Official, Rules::Students][usize::from(rng.random_bool(0.5))];
    let colors: &[Color] = match rules {
        Rules::Official => &Color::OFFICIAL,
        Rules::Students => &Color::ALL,
    };
    let holes = [0.0, 0.1, 0.3].choose(rng).copied()?;
    let balls = [0.1, 0.5, 0.9].choose(rng).copied()?;
    let row = |rng: &mut StdRng| -> String {
        let (mut row, mut empty) = (String::new(), 0);
        for file in 0..width {
            let letter = match () {
                () if rng.random_bool(holes) => Some('*'),
                () if rng.random_bool(balls) => colors.choose(rng).map(|c| c.letter()),
                () => None,
            };
            empty += u32::from(letter.is_none());
            if empty > 0 && (letter.is_some() || file + 1 == width) {
                row += &std::mem::take(&mut empty).to_string();
            }
            row.extend(letter);
        }
        row
    };
    let rows: Vec<String> = (0..height).map(|_| row(rng)).collect();
    let board = rows.join("/");
    let with_teams = rng.random_bool(0.3);
    let players = players(rng, colors, with_teams);
    let seats = players.find(':').unwrap_or(players.len());
    let mover = rng.random_range(0..seats);
    let mover = &players[mover..=mover];
    let ply = rng.random_range(1..300);
    let text = format!("{board} {mover} {players} {ply} {rules}");
    Position::parse(&text, Rules::Official).ok()
}

#[test]
fn games_from_random_positions_agree_with_the_slow_implementation() {
    let mut rng = StdRng::seed_from_u64(63);
    let mut met = Met::default();
    let mut games = 0;
    while games < 1500 {
        let side = if games % 10 == 0 { 17 } else { 9 };
        if let Some(start) = random_position(&mut rng, side) {
            play_both(start, &mut rng, &mut met);
            games += 1;
        }
    }
    assert!(met.duties > 3000 && met.without_balls > 1000, "{met:?}");
    assert!(met.shared_firsts > 50 && met.team_ties > 10, "{met:?}");
    assert!(met.neutral_leads > 50, "{met:?}");
}
