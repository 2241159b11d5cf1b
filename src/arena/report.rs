//! Text output of a match: the tables and the status line.

use super::elo::Estimate;
use super::problems::{AttackerSummary, ProblemSummary};
use super::share::share;
use super::sprt::{Decision, Sprt};
use super::standings::{Standings, Tally};
use super::tournament::Progress;
use games::counted;
use std::fmt::Write;
use std::time::Duration;

/// Formats an Elo estimate such as `+12.3 ± 4.5`; `-` if there is none, and `?` or `inf` for an error that is unknown
/// or infinite.
pub fn elo_text(estimate: Option<Estimate>) -> String {
    match estimate {
        None => "-".to_owned(),
        Some(e) if !e.elo.is_finite() => if e.elo > 0.0 { "+inf" } else { "-inf" }.to_owned(),
        Some(e) if !e.has_doubt() => format!("{:+.1} ± ?", e.elo),
        Some(e) if !e.error.is_finite() => format!("{:+.1} ± inf", e.elo),
        Some(e) => format!("{:+.1} ± {:.1}", e.elo, e.error),
    }
}

/// Returns the final tables of a match: for games of two seats with Elo, for others with places; in games that count
/// points, followed by a table of the results by seat. `seats` are the names of the seats.
pub fn table(names: &[String], seats: &[&str], sprt: Option<&Sprt>, progress: &Progress) -> String {
    let standings = &progress.standings;
    let mut out = match standings.seats.len() {
        2 => duel_table(names, sprt, progress),
        _ => place_table(names, standings),
    };
    if standings.has_points {
        out.push('\n');
        out.push_str(&seat_table(names, seats, standings));
    }
    out
}

/// Formats the likelihood of superiority; `?` if all results of the sample are the same, `-` if `estimate` is `None`
/// because the sample is empty.
pub fn los_text(estimate: Option<Estimate>) -> String {
    estimate.map_or("-".to_owned(), |e| {
        if e.has_doubt() {
            percent(e.los)
        } else {
            "?".to_owned()
        }
    })
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn duel_table(names: &[String], sprt: Option<&Sprt>, progress: &Progress) -> String {
    let standings = &progress.standings;
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|a, b| {
        standings.rows[*b]
            .points()
            .total_cmp(&standings.rows[*a].points())
    });
    let width = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0)
        .max(6);
    let mut out = format!(
        "{:<width$} {:>7} {:>6} {:>6} {:>6} {:>9} {:>17} {:>8} {:>7} {:>7} {:>5} {:>7}\n",
        "Player",
        "Games",
        "Wins",
        "Losses",
        "Draws",
        "Points",
        "Elo (95 %)",
        "LOS",
        "Draws%",
        "Crashes",
        "Time",
        "Illegal"
    );
    for player in order {
        let row = &standings.rows[player];
        let games = row.games();
        let [lost, drawn, won] = row.trinomial();
        let estimate = row.estimate();
        let los = los_text(estimate);
        let draws = match games {
            0 => "-".to_owned(),
            _ => percent(drawn as f64 / games as f64),
        };
        let _ = writeln!(
            out,
            "{:<width$} {games:>7} {won:>6} {lost:>6} {drawn:>6} {:>9.1} {:>17} {los:>8} {draws:>7} {:>7} {:>5} {:>7}",
            names[player],
            row.points(),
            elo_text(estimate),
            row.crashes,
            row.time_losses,
            row.illegal_moves,
        );
    }
    let first = &standings.seats[0];
    let (wins, draws) = (first.outright, first.shared);
    let losses = first.games() - wins - draws;
    let _ = writeln!(
        out,
        "First to move: {}, {}, {}",
        counted(wins, "win", "wins"),
        counted(draws, "draw", "draws"),
        counted(losses, "loss", "losses")
    );
    let row = &standings.rows[0];
    if names.len() == 2 && row.pairs.iter().sum::<u64>() > 0 {
        let _ = write!(
            out,
            "Pairs of {} (0 to 2 points): {:?}",
            names[0], row.pairs
        );
        if let Some(e) = row.estimate().filter(|e| e.nelo.is_finite()) {
            let _ = write!(out, ", normalised Elo {:+.1} ± {:.1}", e.nelo, e.nelo_error);
        }
        out.push('\n');
    }
    if let (Some(test), Some((llr, decision))) = (sprt, progress.sprt) {
        let _ = writeln!(out, "{}", sprt_text(test, llr, decision));
    }
    out
}

/// Formats the table of players by average place, the best one first.
fn place_table(names: &[String], standings: &Standings) -> String {
    let place = |player: &usize| standings.rows[*player].total.average_place();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|a, b| {
        let (a, b) = (place(a), place(b));
        a.unwrap_or(f64::MAX).total_cmp(&b.unwrap_or(f64::MAX))
    });
    let mut head = vec!["Player".to_owned()];
    head.extend(["Played", "Won", "Shared"].map(str::to_owned));
    head.extend((2..=standings.seats.len()).map(ordinal));
    let ends = [
        "First (95 %)",
        "Place",
        "Points",
        "Crashes",
        "Time",
        "Illegal",
    ];
    head.extend(ends.map(str::to_owned));
    let mut lines = vec![head];
    for player in order {
        let row = &standings.rows[player];
        let Tally {
            outright, shared, ..
        } = row.total;
        let mut line = vec![names[player].clone()];
        line.extend([row.games(), outright, shared].map(|n| n.to_string()));
        let places = &row.total.places[1..standings.seats.len()];
        line.extend(places.iter().map(u64::to_string));
        line.extend(averages(&row.total, standings.has_points));
        let failures = [row.crashes, row.time_losses, row.illegal_moves];
        line.extend(failures.map(|n| n.to_string()));
        lines.push(line);
    }
    columns(&lines)
}

/// Formats the table of results by seat: for all players together, then for each of them.
fn seat_table(names: &[String], seats: &[&str], standings: &Standings) -> String {
    let heads = match standings.seats.len() {
        2 => ["Wins", "Draws", "Losses", "Won or drawn (95 %)"],
        _ => ["Won", "Shared", "Behind", "First (95 %)"],
    };
    let mut head = vec!["By seat".to_owned(), "Played".to_owned()];
    head.extend(heads.map(str::to_owned));
    head.extend(["Place", "Points"].map(str::to_owned));
    let mut lines = vec![head];
    let players = names.iter().zip(&standings.rows);
    let blocks = std::iter::once(("all players", &standings.seats));
    for (name, tallies) in blocks.chain(players.map(|(name, row)| (name.as_str(), &row.seats))) {
        lines.push(vec![name.to_owned()]);
        for (seat, tally) in tallies.iter().enumerate() {
            let label = seats.get(seat).copied().unwrap_or_default();
            let mut line = vec![format!("  {} {label}", seat + 1)];
            let behind = tally.games() - tally.firsts();
            let counts = [tally.games(), tally.outright, tally.shared, behind];
            line.extend(counts.map(|n| n.to_string()));
            line.extend(averages(tally, standings.has_points));
            lines.push(line);
        }
    }
    columns(&lines)
}

/// Returns the share of first places with its interval, the average place, and the average points, which are `-` if
/// `has_points` is false because the game counts none.
fn averages(tally: &Tally, has_points: bool) -> [String; 3] {
    let number = |value: Option<f64>, digits: usize| {
        value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
    };
    let firsts = share(tally.firsts(), tally.games()).map_or("-".to_owned(), |found| {
        let [share, low, high] = [found.share, found.low, found.high].map(|x| 100.0 * x);
        format!("{share:.1} % ({low:.1} to {high:.1})")
    });
    [
        firsts,
        number(tally.average_place(), 2),
        number(tally.average_points().filter(|_| has_points), 1),
    ]
}

/// Formats a place as an ordinal number, such as `2nd` or `10th`. There are at most ten places.
fn ordinal(place: usize) -> String {
    let ending = match place {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

/// Formats lines of cells as a table whose columns are as wide as their widest cell: the first column is aligned to the
/// left, the others to the right.
fn columns(lines: &[Vec<String>]) -> String {
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut out = String::new();
    for line in lines {
        let mut text = String::new();
        for (column, cell) in line.iter().enumerate() {
            let width = widths[column];
            let _ = match column {
                0 => write!(text, "{cell:<width$}"),
                _ => write!(text, "  {cell:>width$}"),
            };
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    out
}

fn sprt_text(test: &Sprt, llr: f64, decision: Decision) -> String {
    let (lower, upper) = test.bounds();
    let Sprt { elo0, elo1, .. } = test;
    let verdict = match decision {
        Decision::H0 => format!("H0 accepted (Elo is {elo0} or less)"),
        Decision::H1 => format!("H1 accepted (Elo is {elo1} or more)"),
        Decision::Undecided => "undecided".to_owned(),
    };
    format!("SPRT [{elo0}, {elo1}]: LLR {llr:.2} ({lower:.2}, {upper:.2}), {verdict}")
}

/// Returns the status line of a running match: games, score, Elo, log-likelihood ratio, speed, time left.
pub fn live_line(names: &[String], sprt: Option<&Sprt>, progress: &Progress) -> String {
    let standings = &progress.standings;
    let games = standings.games();
    let mut out = format!("{games}/{}", progress.total);
    if standings.seats.len() != 2 {
        let first = |player: &usize| standings.rows[*player].total.firsts();
        if let Some(best) = (0..names.len()).rev().max_by_key(first) {
            let total = &standings.rows[best].total;
            let (firsts, played) = (total.firsts(), total.games());
            let _ = write!(out, "  {} first in {firsts} of {played}", names[best]);
        }
    } else if let [first, second] = names {
        let row = &standings.rows[0];
        let [l, d, w] = row.trinomial();
        let _ = write!(out, "  {first} - {second} {w}-{l}-{d}");
        let _ = write!(out, "  Elo {}", elo_text(row.estimate()));
    } else if let Some(best) = (0..names.len()).max_by(|a, b| {
        standings.rows[*a]
            .points()
            .total_cmp(&standings.rows[*b].points())
    }) {
        let _ = write!(
            out,
            "  first: {} {:.1}",
            names[best],
            standings.rows[best].points()
        );
    }
    if let (Some(test), Some((llr, _))) = (sprt, progress.sprt) {
        let (lower, upper) = test.bounds();
        let _ = write!(out, "  LLR {llr:.2} ({lower:.2}, {upper:.2})");
    }
    out.push_str(&pace_text(
        progress.played_now,
        (progress.total as u64).saturating_sub(games),
        progress.elapsed_now,
    ));
    out
}

/// Returns the speed and the estimated time left, for a status line; empty if no game is done. `done` games have taken
/// `elapsed`, and `left` games remain.
pub fn pace_text(done: usize, left: u64, elapsed: Duration) -> String {
    if done == 0 || elapsed.is_zero() {
        return String::new();
    }
    let per_second = done as f64 / elapsed.as_secs_f64();
    let speed = match per_second {
        fast if fast >= 10.0 => format!("{fast:.0} games/s"),
        slow => format!("{:.1} games/min", slow * 60.0),
    };
    format!("  {speed}  {} left", clock_text(left as f64 / per_second))
}

/// Formats seconds as `1:02:03` or `2:03`.
fn clock_text(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Returns the final table of a match over problems.
pub fn problem_table(summary: &ProblemSummary) -> String {
    let width = summary.players.iter().map(|p| p.name.chars().count()).max();
    let width = width.unwrap_or(0).max(6);
    let mut out = format!(
        "{:<width$} {:>8} {:>12} {:>12} {:>14} {:>14}  failures\n",
        "Player", "Solved", "Mean ms", "Median ms", "Mean nodes", "Median nodes"
    );
    for player in &summary.players {
        out.push_str(&problem_row(player, width, summary.problems));
    }
    let verdict = match &summary.better {
        Some(name) => format!("{name} solved more"),
        None => "Both solved as many".to_owned(),
    };
    let _ = writeln!(out, "{verdict}: paired test p = {:.4}", summary.p_value);
    if summary.void > 0 {
        let void = summary.void;
        let _ = writeln!(
            out,
            "Void: {void}, because a defender has failed; they do not count"
        );
    }
    out
}

fn problem_row(player: &AttackerSummary, width: usize, problems: usize) -> String {
    let number = |value: Option<f64>, digits: usize| {
        value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
    };
    let failures: Vec<String> = player
        .failures
        .iter()
        .map(|(kind, count)| {
            let name = serde_json::to_string(kind).unwrap_or_default();
            format!("{} {count}", name.trim_matches('"').replace('_', " "))
        })
        .collect();
    format!(
        "{:<width$} {:>8} {:>12} {:>12} {:>14} {:>14}  {}\n",
        player.name,
        format!("{}/{problems}", player.solved),
        number(player.mean_time_ms, 1),
        number(player.median_time_ms, 1),
        number(player.mean_nodes, 0),
        number(player.median_nodes, 0),
        if failures.is_empty() {
            "none".to_owned()
        } else {
            failures.join(", ")
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let line = |words: &str| words.split(' ').map(str::to_owned).collect();
        let lines: Vec<Vec<String>> = ["Player 1st Place", "a 12345 2.50", "long-name"]
            .into_iter()
            .map(line)
            .collect();
        let expected = "Player       1st  Place\na          12345   2.50\nlong-name\n";
        assert_eq!(columns(&lines), expected);
        let places: Vec<String> = [1, 2, 3, 4, 10].into_iter().map(ordinal).collect();
        assert_eq!(places, ["1st", "2nd", "3rd", "4th", "10th"]);
    }

    #[test]
    fn times_left_are_readable() {
        assert_eq!(clock_text(59.6), "1:00");
        assert_eq!(clock_text(3723.0), "1:02:03");
        let text = pace_text(120, 30, Duration::from_secs(60));
        assert_eq!(text, "  120.0 games/min  0:15 left");
        assert_eq!(pace_text(0, 30, Duration::from_secs(60)), "");
    }
}
