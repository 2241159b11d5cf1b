//! What a match says to people (the table, the live line) and to programs (JSON).

use super::elo::Estimate;
use super::problems::{AttackerSummary, ProblemSummary};
use super::sprt::{Decision, Sprt};
use super::standings::Row;
use super::tournament::Progress;
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// The result of a match as JSON. Numbers without a finite value are `null`.
#[derive(Debug, Serialize)]
pub struct MatchJson<'a> {
    games: u64,
    players: Vec<PlayerJson<'a>>,
    sprt: Option<SprtJson>,
    pentanomial: Option<[u64; 5]>,
    draw_ratio: Option<f64>,
    white: ColorJson,
    finished: bool,
    elapsed_s: f64,
}

#[derive(Debug, Serialize)]
struct PlayerJson<'a> {
    name: &'a str,
    wins: u64,
    losses: u64,
    draws: u64,
    points: f64,
    elo: Option<f64>,
    elo_error: Option<f64>,
    nelo: Option<f64>,
    nelo_error: Option<f64>,
    los: Option<f64>,
    crashes: u64,
    stalls: u64,
    time_losses: u64,
    illegal_moves: u64,
    pentanomial: [u64; 5],
    time_ms: u64,
    nodes: u64,
}

#[derive(Debug, Serialize)]
struct SprtJson {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: super::sprt::Model,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: Decision,
}

#[derive(Debug, Serialize)]
struct ColorJson {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl<'a> MatchJson<'a> {
    /// Of a match as it stands.
    pub fn new(names: &'a [String], sprt: Option<&Sprt>, progress: &Progress) -> MatchJson<'a> {
        let standings = &progress.standings;
        let rows = standings.rows.iter();
        let games = standings.games();
        let [wins, draws, losses] = standings.by_color;
        let pairs = standings.rows[0].pairs;
        MatchJson {
            games,
            players: names
                .iter()
                .zip(rows)
                .map(|(name, row)| player_json(name, row))
                .collect(),
            sprt: sprt.zip(progress.sprt).map(|(test, (llr, verdict))| {
                let (lower, upper) = test.bounds();
                SprtJson {
                    elo0: test.elo0,
                    elo1: test.elo1,
                    alpha: test.alpha,
                    beta: test.beta,
                    model: test.model,
                    llr,
                    lower,
                    upper,
                    verdict,
                }
            }),
            pentanomial: (names.len() == 2).then_some(pairs),
            draw_ratio: (games > 0).then(|| draws as f64 / games as f64),
            white: ColorJson {
                wins,
                draws,
                losses,
            },
            finished: progress.is_finished(),
            elapsed_s: progress.elapsed.as_secs_f64(),
        }
    }
}

fn player_json<'a>(name: &'a str, row: &Row) -> PlayerJson<'a> {
    let estimate = row.estimate();
    let number = |f: fn(&Estimate) -> f64| estimate.as_ref().map(f).filter(|x| x.is_finite());
    PlayerJson {
        name,
        wins: row.wins,
        losses: row.losses,
        draws: row.draws,
        points: row.points(),
        elo: number(|e| e.elo),
        elo_error: number(|e| e.error),
        nelo: number(|e| e.nelo),
        nelo_error: number(|e| e.nelo_error),
        los: number(|e| e.los),
        crashes: row.crashes,
        stalls: row.stalls,
        time_losses: row.time_losses,
        illegal_moves: row.illegal_moves,
        pentanomial: row.pairs,
        time_ms: row.time_ms,
        nodes: row.nodes,
    }
}

/// `12.3 ± 4.5`, or what can be said.
fn elo_text(estimate: Option<Estimate>) -> String {
    match estimate {
        None => "-".to_owned(),
        Some(e) if !e.elo.is_finite() => if e.elo > 0.0 { "+inf" } else { "-inf" }.to_owned(),
        // Adding zero turns -0.0 into 0.0.
        Some(e) if !e.error.is_finite() => format!("{:+.1} ± inf", e.elo + 0.0),
        Some(e) => format!("{:+.1} ± {:.1}", e.elo + 0.0, e.error),
    }
}

/// The final table.
pub fn table(names: &[String], sprt: Option<&Sprt>, progress: &Progress) -> String {
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
        let percent = |x: f64| format!("{:.1} %", 100.0 * x);
        let estimate = row.estimate();
        let los = estimate.map_or("-".to_owned(), |e| percent(e.los));
        let draws = match games {
            0 => "-".to_owned(),
            _ => percent(row.draws as f64 / games as f64),
        };
        let _ = writeln!(
            out,
            "{:<width$} {games:>7} {:>6} {:>6} {:>6} {:>9.1} {:>17} {los:>8} {draws:>7} {:>7} {:>5} {:>7}",
            names[player],
            row.wins,
            row.losses,
            row.draws,
            row.points(),
            elo_text(estimate),
            row.crashes,
            row.time_losses,
            row.illegal_moves,
        );
    }
    let [wins, draws, losses] = standings.by_color;
    let _ = writeln!(
        out,
        "First to move: {wins} wins, {draws} draws, {losses} losses"
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

/// One line on how the match stands: games, score, Elo, LLR, speed, time left.
pub fn live_line(names: &[String], sprt: Option<&Sprt>, progress: &Progress) -> String {
    let standings = &progress.standings;
    let games = standings.games();
    let mut out = format!("{games}/{}", progress.total);
    if let [first, second] = names {
        let row = &standings.rows[0];
        let (w, l, d) = (row.wins, row.losses, row.draws);
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
        progress.elapsed,
    ));
    out
}

/// Speed and time left, for a live line.
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

/// `1:02:03` or `2:03`.
fn clock_text(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// The final table of a match over problems.
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
        match failures.is_empty() {
            true => "none".to_owned(),
            false => failures.join(", "),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_left_are_readable() {
        assert_eq!(clock_text(59.6), "1:00");
        assert_eq!(clock_text(3723.0), "1:02:03");
        let text = pace_text(120, 30, Duration::from_secs(60));
        assert_eq!(text, "  120.0 games/min  0:15 left");
        assert_eq!(pace_text(0, 30, Duration::from_secs(60)), "");
    }
}
