//! The tournament report file of FIDE (TRF16, handbook C.04.A, annex 2), which pairing programs and rating officers read.

use super::{Outcome, Plan, Played, of_swiss};
use std::fmt::Write;

/// A player in a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Name; characters outside ASCII are kept.
    pub name: String,
    /// Rating; `None` if there is none.
    pub rating: Option<f64>,
    /// True if the player takes part in the round after these games.
    pub is_in: bool,
}

/// Returns the report of a Swiss tournament, from its name, its players by number, and its games. Before the last
/// round, players who do not take part in the next one are marked, so that another program pairs the same players.
pub fn trf(name: &str, players: &[Entry], games: &[Played], plan: Plan) -> String {
    let rounds = games.iter().map(|game| game.round).max().unwrap_or(0);
    let lines = of_swiss(players.len(), games);
    let mut text = format!("012 {}\n062 {}\n", one_line(name), players.len());
    for (number, player) in players.iter().enumerate() {
        let rank = lines.iter().position(|line| line.player == number);
        let points = rank.map_or(0, |rank| lines[rank].points);
        let rating = player.rating.unwrap_or(0.0).round().clamp(0.0, 9999.0);
        let _ = write!(
            text,
            "001 {:>4}      {:<33} {rating:>4} {:>3} {:>11} {:>10} {:>4} {:>4}",
            number + 1,
            one_line(&player.name).chars().take(33).collect::<String>(),
            "",
            "",
            "",
            half(points),
            rank.unwrap_or(number) + 1,
        );
        for round in 1..=rounds {
            let own = games.iter().filter(|game| game.round == round);
            let mut own = own.flat_map(|game| game.sides().map(move |side| (game, side)));
            let cell = match own.find(|(_, (own, _))| *own == number) {
                Some((game, (_, other))) => cell(game, number, other),
                None => "  0000 - Z".to_owned(),
            };
            text.push_str(&cell);
        }
        if rounds < plan.rounds && !player.is_in {
            text.push_str("  0000 - Z");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "XXR {}\nXXC white1", plan.rounds);
    if plan.is_accelerated {
        for number in 0..players.len() {
            let _ = write!(text, "XXA {:>4}", number + 1);
            for round in 1..=plan.rounds {
                let _ = write!(
                    text,
                    " {:>4}",
                    half(plan.advance(players.len(), number, round))
                );
            }
            text.push('\n');
        }
    }
    text
}

/// Returns the field for a game in a player's line: opponent, colour, result. `other` is the opponent's number, `None`
/// for a round without a game, such as a bye.
fn cell(game: &Played, number: usize, other: Option<usize>) -> String {
    let is_white = game.pairing.white == number;
    let won = game.half_points(number);
    let Some(other) = other else {
        let mark = match game.outcome {
            Outcome::White => 'U',
            Outcome::Draw => 'H',
            Outcome::Black => 'Z',
        };
        return format!("  0000 - {mark}");
    };
    let result = match (won, game.is_forfeit) {
        (2, true) => '+',
        (_, true) => '-',
        (2, false) => '1',
        (1, false) => '=',
        _ => '0',
    };
    let color = if is_white { 'w' } else { 'b' };
    format!("  {:>4} {color} {result}", other + 1)
}

/// Half-points as a decimal number of points.
fn half(points: u32) -> String {
    format!("{}.{}", points / 2, points % 2 * 5)
}

fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
