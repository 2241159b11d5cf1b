//! `atalaya solve rolit`: the final margin under best play, and a line of best play.

use super::Args;
use crate::cli::progress::{Bar, Left};
use crate::cli::{CliResult, interrupt, print};
use base::key;
use games::rolit::{Position, Rules};
use games::{Game, counted};
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
        return Err(format!("{name} is for kamisado").into());
    }
    let Some(text) = args.fen.as_deref() else {
        return Err(
            "solving rolit needs --fen POSITION: the official start is out of reach".into(),
        );
    };
    let position = Position::parse(text, Rules::Official)?;
    let mut solver = Solver::new(args.hash)?;
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
    let time_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
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
        (Ok(solution), false) => (sentence(&position, &solution, time_ms), 0),
        (Err(aborted), true) => {
            let object = json!({
                "solved": false, "side": mover, "at_least": aborted.at_least,
                "at_most": aborted.at_most, "nodes": aborted.nodes, "time_ms": time_ms,
            });
            (format!("{object}\n"), 1)
        }
        (Err(aborted), false) => {
            let (least, most) = (aborted.at_least, aborted.at_most);
            let text = format!(
                "Not solved in time: {mover}'s margin is from {least:+} to {most:+}\n\
                Nodes: {}\nTime: {time_ms} ms\n",
                aborted.nodes
            );
            (text, 1)
        }
    };
    print(&text)?;
    if interrupt::stopped() {
        return Ok(ExitCode::from(interrupt::BROKEN_OFF));
    }
    Ok(ExitCode::from(status))
}

fn sentence(position: &Position, solution: &Solution, time_ms: u64) -> String {
    let mover = position.color_to_move().name();
    let margin = solution.margin;
    let turn = position.turn();
    let rivals = (0..position.players()).filter(|seat| !position.allied(*seat, turn));
    let rivals: Vec<usize> = rivals.collect();
    let two_sides = rivals.iter().all(|seat| position.allied(*seat, rivals[0]));
    let side = match position.team(turn) {
        Some(_) => format!("{mover}'s team"),
        None => mover.to_owned(),
    };
    let balls = |n: i32| counted(n, "ball", "balls");
    let verdict = match (two_sides, margin) {
        (true, 0) => "best play ends in a draw".to_owned(),
        (true, 1..) => format!("{side} wins by {}", balls(margin)),
        (true, _) => format!("{side} loses by {}", balls(-margin)),
        (false, 0..) => format!(
            "whatever the others do, {side} ends {} or more ahead",
            balls(margin)
        ),
        (false, _) => {
            let behind = balls(-margin);
            format!("whatever the others do, {side} ends no more than {behind} behind")
        }
    };
    let line: Vec<String> = solution.line.iter().map(|c| c.to_string()).collect();
    let (line, nodes) = (line.join(" "), solution.nodes);
    format!("{verdict}: {line}\nNodes: {nodes}\nTime: {time_ms} ms\n")
}
