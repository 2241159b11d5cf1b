//! `atalaya solve rolit`: the final margin under best play, and a line of best play.

use super::{Args, of_other_game};
use crate::cli::progress::{Bar, Left};
use crate::cli::{CliResult, figures, interrupt, print};
use base::{key, say};
use games::rolit::{Position, Rules};
use games::{Game, Lang, Words};
use serde_json::json;
use solve::rolit::{Solution, Solver};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Solves a position. If the time limit is reached first, prints the bounds found so far; the exit status is then 1.
pub(super) fn run(args: &Args) -> CliResult {
    let foreign = [
        ("--all-first-moves", args.all_first_moves),
        ("--certificate", args.certificate.is_some()),
        ("--deadlock", args.deadlock.is_some()),
        ("--towers", args.towers.is_some()),
    ];
    if let Some((name, _)) = foreign.into_iter().find(|(_, given)| *given) {
        return Err(of_other_game(name, "kamisado", args.lang));
    }
    let lang = args.lang;
    let Some(text) = args.fen.as_deref() else {
        return Err(say!(lang, "solve-rolit-needs-position").into());
    };
    let position = Position::parse(text, Rules::Official);
    let position = position.map_err(|error| error.text(lang))?;
    let mut solver = Solver::new(args.hash).map_err(|error| error.text(lang))?;
    let started = Instant::now();
    // A time too long for the system's clock means no limit.
    let deadline = args
        .time
        .and_then(|seconds| started.checked_add(Duration::from_secs(seconds)));
    let bar = Bar::open(Some(key!("bar-nodes")));
    bar.expect(deadline.map(Left::AtMost));
    let mut stop = |nodes| {
        bar.set(nodes);
        interrupt::stopped() || deadline.is_some_and(|end| Instant::now() >= end)
    };
    let solved = solver.solve(&position, &mut stop);
    drop(bar);
    let time = started.elapsed();
    let time_ms = time.as_millis() as u64;
    let mover = position.color_to_move().name();
    let (text, status) = match (solved, args.json) {
        (Ok(solution), true) => {
            let line: Vec<String> = solution.line.iter().map(|c| c.to_string()).collect();
            let object = json!({
                "solved": true, "side": mover, "margin": solution.margin, "line": line,
                "nodes": solution.nodes, "time_ms": time_ms,
            });
            (format!("{object}\n"), 0)
        }
        (Ok(solution), false) => (sentence(&position, &solution, time, lang), 0),
        (Err(aborted), true) => {
            let object = json!({
                "solved": false, "side": mover, "at_least": aborted.at_least,
                "at_most": aborted.at_most, "nodes": aborted.nodes, "time_ms": time_ms,
            });
            (format!("{object}\n"), 1)
        }
        (Err(aborted), false) => {
            let text = say!(
                lang,
                "solve-rolit-not-solved",
                color = color(&position, lang),
                least = format_args!("{:+}", aborted.at_least),
                most = format_args!("{:+}", aborted.at_most)
            );
            let figures = figures::nodes_and_time(aborted.nodes, time, lang);
            (text + "\n" + &figures, 1)
        }
    };
    print(&text)?;
    if interrupt::stopped() {
        return Ok(ExitCode::from(interrupt::BROKEN_OFF));
    }
    Ok(ExitCode::from(status))
}

/// Returns the name of the colour that is to move, as it stands within a sentence: that of its seat without the letter.
fn color(position: &Position, lang: Lang) -> String {
    let name = position.seat_name(position.turn(), lang);
    let (color, _) = name.split_once(" (").unwrap_or((&name, ""));
    color.to_lowercase()
}

fn sentence(position: &Position, solution: &Solution, time: Duration, lang: Lang) -> String {
    let turn = position.turn();
    let rivals = (0..position.players()).filter(|seat| !position.allied(*seat, turn));
    let rivals: Vec<usize> = rivals.collect();
    let two_sides = rivals.iter().all(|seat| position.allied(*seat, rivals[0]));
    let whole = match position.team(turn) {
        Some(_) => "team",
        None => "alone",
    };
    let color = color(position, lang);
    let side = say!(lang, "solve-rolit-side", whole, color);
    let n = solution.margin.abs();
    let line: Vec<String> = solution.line.iter().map(|c| c.to_string()).collect();
    let line = line.join(" ");
    let verdict = match (two_sides, solution.margin) {
        (true, 0) => say!(lang, "solve-rolit-draw", line),
        (true, 1..) => say!(lang, "solve-rolit-wins", side, n, line),
        (true, _) => say!(lang, "solve-rolit-loses", side, n, line),
        (false, 0..) => say!(lang, "solve-rolit-ahead", side, n, line),
        (false, _) => say!(lang, "solve-rolit-behind", side, n, line),
    };
    verdict + "\n" + &figures::nodes_and_time(solution.nodes, time, lang)
}
