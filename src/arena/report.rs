//! Text output of a match: the tables and the status line.

use super::elo::Estimate;
use super::problems::{AttackResult, AttackerSummary, ProblemSummary};
use super::share::share;
use super::sprt::{Decision, Sprt};
use super::standings::{Standings, Tally};
use super::tournament::Progress;
use base::key;
use base::lang::Lang;
use base::messages::Key;
use base::say;
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

/// Returns the final tables of a match in a language: for games of two seats with Elo, for others with places; in games that count
/// points, followed by a table of the results by seat. `seats` are the names of the seats.
pub fn table(
    names: &[String],
    seats: &[String],
    sprt: Option<&Sprt>,
    progress: &Progress,
    lang: Lang,
) -> String {
    let standings = &progress.standings;
    let mut out = match standings.seats.len() {
        2 => duel_table(names, sprt, progress, lang),
        _ => place_table(names, standings, lang),
    };
    if standings.has_points {
        out.push('\n');
        out.push_str(&seat_table(names, seats, standings, lang));
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

/// Columns of the table of players of a match of games for two, after the names: the head and the least width of each.
const DUEL_COLUMNS: [(Key, usize); 11] = [
    (key!("head-games"), 7),
    (key!("head-wins"), 6),
    (key!("head-losses"), 6),
    (key!("head-draws"), 6),
    (key!("head-points"), 9),
    (key!("head-elo"), 17),
    (key!("head-los"), 8),
    (key!("head-draw-share"), 7),
    (key!("head-crashes"), 7),
    (key!("head-time"), 5),
    (key!("head-illegal"), 7),
];

/// Formats a table whose columns have a least width: names on the left, the other cells on the right.
fn wide_columns<const N: usize>(
    columns: &[(Key, usize); N],
    rows: Vec<(&str, [String; N])>,
    lang: Lang,
) -> String {
    let player = say!(lang, "head-player");
    let names = rows.iter().map(|(name, _)| *name).chain([player]);
    let width = names.map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0).max(6);
    let heads = columns
        .each_ref()
        .map(|(head, _)| head.text(lang).to_owned());
    let widths = columns
        .each_ref()
        .map(|(head, least)| head.text(lang).chars().count().max(*least));
    let mut out = String::new();
    for (name, cells) in std::iter::once((player, heads)).chain(rows) {
        let _ = write!(out, "{name:<width$}");
        for (cell, width) in cells.iter().zip(widths) {
            let _ = write!(out, " {cell:>width$}");
        }
        out.push('\n');
    }
    out
}

fn duel_table(names: &[String], sprt: Option<&Sprt>, progress: &Progress, lang: Lang) -> String {
    let standings = &progress.standings;
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|a, b| {
        standings.rows[*b]
            .points()
            .total_cmp(&standings.rows[*a].points())
    });
    let row = |player: usize| {
        let row = &standings.rows[player];
        let games = row.games();
        let [lost, drawn, won] = row.trinomial();
        let estimate = row.estimate();
        let draws = match games {
            0 => "-".to_owned(),
            _ => percent(drawn as f64 / games as f64),
        };
        let cells = [
            games.to_string(),
            won.to_string(),
            lost.to_string(),
            drawn.to_string(),
            format!("{:.1}", row.points()),
            elo_text(estimate),
            los_text(estimate),
            draws,
            row.crashes.to_string(),
            row.time_losses.to_string(),
            row.illegal_moves.to_string(),
        ];
        (names[player].as_str(), cells)
    };
    let rows = order.into_iter().map(row).collect();
    let mut out = wide_columns(&DUEL_COLUMNS, rows, lang);
    let first = &standings.seats[0];
    let (wins, draws) = (first.outright, first.shared);
    let losses = first.games() - wins - draws;
    out += &say!(lang, "result-first-to-move", wins, draws, losses);
    out.push('\n');
    let row = &standings.rows[0];
    if names.len() == 2 && row.pairs.iter().sum::<u64>() > 0 {
        let (name, pairs) = (&names[0], format_args!("{:?}", row.pairs));
        out += &match row.estimate().filter(|e| e.nelo.is_finite()) {
            None => say!(lang, "result-pairs", name, pairs),
            Some(e) => {
                let elo = format_args!("{:+.1} ± {:.1}", e.nelo, e.nelo_error);
                say!(lang, "result-pairs-elo", name, pairs, elo)
            }
        };
        out.push('\n');
    }
    if let (Some(test), Some((llr, decision))) = (sprt, progress.sprt) {
        let _ = writeln!(out, "{}", sprt_text(test, llr, decision, lang));
    }
    out
}

/// Formats the table of players by average place, the best one first.
fn place_table(names: &[String], standings: &Standings, lang: Lang) -> String {
    let place = |player: &usize| standings.rows[*player].total.average_place();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|a, b| {
        let (a, b) = (place(a), place(b));
        a.unwrap_or(f64::MAX).total_cmp(&b.unwrap_or(f64::MAX))
    });
    let words = |keys: &[Key]| -> Vec<String> {
        keys.iter().map(|key| key.text(lang).to_owned()).collect()
    };
    let mut head = words(&[
        key!("head-player"),
        key!("head-played"),
        key!("head-won"),
        key!("head-shared"),
    ]);
    head.extend((2..=standings.seats.len()).map(|place| say!(lang, "head-ordinal", place)));
    head.extend(words(&[
        key!("head-first"),
        key!("head-place"),
        key!("head-points"),
        key!("head-crashes"),
        key!("head-time"),
        key!("head-illegal"),
    ]));
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
        line.extend(averages(&row.total, standings.has_points, lang));
        let failures = [row.crashes, row.time_losses, row.illegal_moves];
        line.extend(failures.map(|n| n.to_string()));
        lines.push(line);
    }
    columns(&lines)
}

/// Formats the table of results by seat: for all players together, then for each of them.
fn seat_table(names: &[String], seats: &[String], standings: &Standings, lang: Lang) -> String {
    let [first, second, third, share] = match standings.seats.len() {
        2 => [
            key!("head-wins"),
            key!("head-draws"),
            key!("head-losses"),
            key!("head-not-lost"),
        ],
        _ => [
            key!("head-won"),
            key!("head-shared"),
            key!("head-behind"),
            key!("head-first"),
        ],
    };
    let (seat, played) = (key!("head-by-seat"), key!("head-played"));
    let (place, points) = (key!("head-place"), key!("head-points"));
    let head = [seat, played, first, second, third, share, place, points];
    let mut lines = vec![head.map(|head| head.text(lang).to_owned()).to_vec()];
    let players = names.iter().zip(&standings.rows);
    let blocks = std::iter::once((say!(lang, "row-all-players"), &standings.seats));
    for (name, tallies) in blocks.chain(players.map(|(name, row)| (name.as_str(), &row.seats))) {
        lines.push(vec![name.to_owned()]);
        for (seat, tally) in tallies.iter().enumerate() {
            let label = seats.get(seat).map_or("", String::as_str);
            let mut line = vec![format!("  {} {label}", seat + 1)];
            let behind = tally.games() - tally.firsts();
            let counts = [tally.games(), tally.outright, tally.shared, behind];
            line.extend(counts.map(|n| n.to_string()));
            line.extend(averages(tally, standings.has_points, lang));
            lines.push(line);
        }
    }
    columns(&lines)
}

/// Returns the share of first places with its interval, the average place, and the average points, which are `-` if
/// `has_points` is false because the game counts none.
fn averages(tally: &Tally, has_points: bool, lang: Lang) -> [String; 3] {
    let number = |value: Option<f64>, digits: usize| {
        value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
    };
    let firsts = share(tally.firsts(), tally.games()).map_or("-".to_owned(), |found| {
        let ends = [found.share, found.low, found.high].map(|x| format!("{:.1}", 100.0 * x));
        let [share, low, high] = ends;
        say!(lang, "share-interval", share, low, high)
    });
    [
        firsts,
        number(tally.average_place(), 2),
        number(tally.average_points().filter(|_| has_points), 1),
    ]
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

fn sprt_text(test: &Sprt, llr: f64, decision: Decision, lang: Lang) -> String {
    let (lower, upper) = test.bounds();
    let Sprt { elo0, elo1, .. } = test;
    let [llr, lower, upper] = [llr, lower, upper].map(|number| format!("{number:.2}"));
    match decision {
        Decision::H0 => say!(lang, "sprt-h0", elo0, elo1, llr, lower, upper),
        Decision::H1 => say!(lang, "sprt-h1", elo0, elo1, llr, lower, upper),
        Decision::Undecided => say!(lang, "sprt-undecided", elo0, elo1, llr, lower, upper),
    }
}

/// Returns the status line of a running match in a language: games, score, Elo, log-likelihood ratio, speed, time left.
pub fn live_line(names: &[String], sprt: Option<&Sprt>, progress: &Progress, lang: Lang) -> String {
    let standings = &progress.standings;
    let games = standings.games();
    let mut out = format!("{games}/{}", progress.total);
    if standings.seats.len() != 2 {
        let first = |player: &usize| standings.rows[*player].total.firsts();
        if let Some(best) = (0..names.len()).rev().max_by_key(first) {
            let total = &standings.rows[best].total;
            let (firsts, played) = (total.firsts(), total.games());
            let name = &names[best];
            let first = say!(lang, "live-first-of-many", name, firsts, played);
            let _ = write!(out, "  {first}");
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
        let points = format_args!("{:.1}", standings.rows[best].points());
        let _ = write!(
            out,
            "  {}",
            say!(lang, "live-first", name = names[best], points)
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
        lang,
    ));
    out
}

/// Returns the speed and the estimated time left, for a status line in a language; empty if no game is done. `done`
/// games have taken `elapsed`, and `left` games remain.
pub fn pace_text(done: usize, left: u64, elapsed: Duration, lang: Lang) -> String {
    if done == 0 || elapsed.is_zero() {
        return String::new();
    }
    let per_second = done as f64 / elapsed.as_secs_f64();
    let left = clock_text(left as f64 / per_second);
    let pace = match per_second {
        fast if fast >= 10.0 => {
            say!(lang, "live-per-second", n = format_args!("{fast:.0}"), left)
        }
        slow => {
            let n = format_args!("{:.1}", slow * 60.0);
            say!(lang, "live-per-minute", n, left)
        }
    };
    format!("  {pace}")
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

/// Columns of the table of a match over problems, after the names: the head and the least width of each.
const PROBLEM_COLUMNS: [(Key, usize); 5] = [
    (key!("problems-solved"), 8),
    (key!("problems-mean-ms"), 12),
    (key!("problems-median-ms"), 12),
    (key!("problems-mean-nodes"), 14),
    (key!("problems-median-nodes"), 14),
];

/// Returns the final table of a match over problems, in a language.
pub fn problem_table(summary: &ProblemSummary, lang: Lang) -> String {
    let rows = summary.players.iter();
    let rows = rows.map(|player| (player.name.as_str(), problem_row(player, summary.problems)));
    let table = wide_columns(&PROBLEM_COLUMNS, rows.collect(), lang);
    let failures = summary.players.iter().map(|player| failures(player, lang));
    let last = std::iter::once(say!(lang, "problems-failures").to_owned()).chain(failures);
    let mut out = String::new();
    for (line, failures) in table.lines().zip(last) {
        let _ = writeln!(out, "{line}  {failures}");
    }
    let p = format_args!("{:.4}", summary.p_value);
    out += &match &summary.better {
        Some(name) => say!(lang, "problems-better", name, p),
        None => say!(lang, "problems-equal", p),
    };
    out.push('\n');
    if summary.void > 0 {
        out += &say!(lang, "problems-void", void = summary.void);
        out.push('\n');
    }
    out
}

fn problem_row(player: &AttackerSummary, problems: usize) -> [String; 5] {
    let number = |value: Option<f64>, digits: usize| {
        value.map_or("-".to_owned(), |value| format!("{value:.digits$}"))
    };
    [
        format!("{}/{problems}", player.solved),
        number(player.mean_time_ms, 1),
        number(player.median_time_ms, 1),
        number(player.mean_nodes, 0),
        number(player.median_nodes, 0),
    ]
}

/// Lists how often a player's attacks have failed in which way.
fn failures(player: &AttackerSummary, lang: Lang) -> String {
    if player.failures.is_empty() {
        return say!(lang, "problems-failures-none").to_owned();
    }
    let failures = player.failures.iter().map(|(kind, n)| match kind {
        AttackResult::Solved => say!(lang, "attack-solved", n),
        AttackResult::NoMate => say!(lang, "attack-no-mate", n),
        AttackResult::Draw => say!(lang, "attack-draw", n),
        AttackResult::Mated => say!(lang, "attack-mated", n),
        AttackResult::Time => say!(lang, "attack-time", n),
        AttackResult::IllegalMove => say!(lang, "attack-illegal", n),
        AttackResult::Crash => say!(lang, "attack-crash", n),
        AttackResult::Void => say!(lang, "attack-void", n),
    });
    failures.collect::<Vec<_>>().join(", ")
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
        let places = [1, 2, 3, 4, 10].map(|place| say!(Lang::EN, "head-ordinal", place));
        assert_eq!(places, ["1st", "2nd", "3rd", "4th", "10th"]);
    }

    #[test]
    fn times_left_are_readable() {
        assert_eq!(clock_text(59.6), "1:00");
        assert_eq!(clock_text(3723.0), "1:02:03");
        let text = pace_text(120, 30, Duration::from_secs(60), Lang::EN);
        assert_eq!(text, "  120.0 games/min  0:15 left");
        assert_eq!(pace_text(0, 30, Duration::from_secs(60), Lang::EN), "");
    }
}
