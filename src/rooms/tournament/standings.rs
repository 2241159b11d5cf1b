//! Standings: points and tie-breaks of a Swiss tournament, points and streaks of an arena.

use super::{Outcome, Played};
use std::cmp::Reverse;

/// Line of a player in the standings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Number of the player, from 0.
    pub player: usize,
    /// Half-points in a Swiss tournament; points in an arena.
    pub points: u32,
    /// Buchholz: sum of the opponents' half-points. A bye or an unplayed game counts as an opponent with the player's
    /// own score.
    pub buchholz: u32,
    /// Sonneborn-Berger in quarters of a point: sum over all games of the opponent's half-points times the
    /// half-points scored.
    pub sonneborn: u32,
    /// Number of games won; in a Swiss tournament without byes and unplayed games.
    pub wins: u32,
    /// Number of games played, without byes; in a Swiss tournament also without unplayed games.
    pub games: u32,
    /// True if the last two games were won, so that the next one counts double in an arena.
    pub streak: bool,
}

fn empty(players: usize) -> Vec<Line> {
    let line = |player| Line {
        player,
        ..Line::default()
    };
    (0..players).map(line).collect()
}

/// Returns the standings of a Swiss tournament, ordered by points, Buchholz, Sonneborn-Berger and wins.
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

/// Returns the standings of an arena: 2 points for a win and 1 for a draw, doubled after two wins in a row until a
/// game is not won.
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
