//! Standings: points and tie-breaks of a Swiss tournament, points and streaks of an arena.

use super::{Outcome, Played};
use std::cmp::Reverse;

/// A player's line in the standings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The player.
    pub player: usize,
    /// In a Swiss tournament half-points; in an arena points.
    pub points: u32,
    /// Sum of the opponents' half-points; a bye and a game that was not played count as an opponent with as many as the player.
    pub buchholz: u32,
    /// Sonneborn-Berger in quarters: the sum of each opponent's half-points times the half-points won there.
    pub sonneborn: u32,
    /// Games won; in a Swiss tournament byes and games that were not played are not among them.
    pub wins: u32,
    /// Games played; byes are not among them, nor in a Swiss tournament games that were not played.
    pub games: u32,
    /// True if two games in a row were won, so that the next counts double in an arena.
    pub streak: bool,
}

fn empty(players: usize) -> Vec<Line> {
    let line = |player| Line {
        player,
        ..Line::default()
    };
    (0..players).map(line).collect()
}

/// Standings of a Swiss tournament: by points, Buchholz, Sonneborn-Berger, wins.
pub fn of_swiss(players: usize, games: &[Played]) -> Vec<Line> {
    let mut lines = empty(players);
    for game in games {
        for (number, other) in game.met() {
            let line = &mut lines[number];
            line.points += game.half_points(number);
            line.games += u32::from(other.is_some());
            line.wins += u32::from(other.is_some() && game.half_points(number) == 2);
        }
    }
    let points: Vec<u32> = lines.iter().map(|line| line.points).collect();
    for game in games {
        for (number, other) in game.met() {
            let against = points[other.unwrap_or(number)];
            lines[number].buchholz += against;
            lines[number].sonneborn += against * game.half_points(number);
        }
    }
    lines.sort_by_key(|line| {
        let Line {
            buchholz,
            sonneborn,
            ..
        } = *line;
        (
            Reverse((line.points, buchholz, sonneborn, line.wins)),
            line.player,
        )
    });
    lines
}

/// Standings of an arena: 2 points for a win and 1 for a draw, twice as many after two wins in a row, until a game is not
/// won.
pub fn of_arena(players: usize, games: &[Played]) -> Vec<Line> {
    let mut lines = empty(players);
    let mut row = vec![0_u32; players];
    for game in games {
        for (number, _) in game.sides() {
            let won = game.half_points(number);
            let line = &mut lines[number];
            line.points += if row[number] >= 2 { 2 * won } else { won };
            line.games += 1;
            line.wins += u32::from(won == 2 && game.outcome != Outcome::Draw);
            row[number] = if won == 2 { row[number] + 1 } else { 0 };
            line.streak = row[number] >= 2;
        }
    }
    lines.sort_by_key(|line| (Reverse((line.points, line.wins)), line.games, line.player));
    lines
}
