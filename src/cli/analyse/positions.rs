//! Analysis of positions, one after the other: score, lines, proved mates.

use super::super::progress::Bar;
use super::super::{CliError, CliResult, broken_off, interrupt};
use super::Args;
use super::input::GivenPosition;
use analysis::{AnalysisLimits, Evaluation};
use base::text::harmless;
use base::{key, say};
use engine::search::score;
use games::chess::localized;
use games::{Lang, Line};
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

/// Nodes searched for each position if no limit is given.
const NODES: u64 = 1_000_000;

#[derive(Serialize)]
struct Record<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    fen: String,
    #[serde(flatten)]
    found: &'a Evaluation,
    ms: f64,
}

/// Analyses all positions, and prints the results.
///
/// # Errors
/// A bad option, too little memory, or standard output that cannot be written.
pub fn run(args: &Args, positions: &[GivenPosition]) -> CliResult {
    let mut analyst = args.analyst()?;
    let limits = args.limits(NODES);
    let bar = match positions.len() {
        1 => Bar::open(None),
        count => Bar::of(count as u64, key!("bar-positions")),
    };
    let mut done = 0;
    for asked in positions {
        analyst.new_game();
        let game = Line::new(asked.position);
        let begun = Instant::now();
        let look = AnalysisLimits {
            limits: &limits,
            is_end: true,
            stop: interrupt::flag(),
            on_line: &|info| {
                bar.note(|lang| {
                    let best = info.pv.first();
                    let best = best.map(|m| localized(&asked.position.san(*m), args.look.lang));
                    let score = match score::mate_moves(info.score) {
                        Some(n) => format!("#{n}"),
                        None => format!("{:+.2}", f64::from(info.score) / 100.0),
                    };
                    let best = best.unwrap_or_default();
                    format!(
                        "{} {}, {best} {score}",
                        say!(lang, "analyse-depth"),
                        info.depth
                    )
                });
            },
        };
        let Some(found) = analyst.evaluate(&game, look) else {
            break;
        };
        let record = Record {
            id: asked.id.as_deref(),
            fen: asked.position.fen(),
            found: &found,
            ms: begun.elapsed().as_secs_f64() * 1e3,
        };
        bar.print(&if args.json {
            serde_json::to_string(&record)? + "\n"
        } else {
            position_report(&record, args.look.lang)?
        })?;
        done += 1;
        bar.set(done);
        if interrupt::stopped() {
            break;
        }
    }
    drop(bar);
    if interrupt::stopped() {
        let all = positions.len();
        return Ok(broken_off(&say!(
            args.look.lang,
            "suite-broken-off",
            done,
            all
        )));
    }
    Ok(ExitCode::SUCCESS)
}

fn position_report(record: &Record, lang: Lang) -> Result<String, CliError> {
    let found = record.found;
    let mut out = String::new();
    if let Some(id) = record.id {
        writeln!(out, "{}", harmless(id))?;
    }
    writeln!(out, "{}", record.fen)?;
    match &found.best {
        None => writeln!(out, "{}: {}", say!(lang, "analyse-game-over"), found.text())?,
        Some(_) => {
            let all = found.others.len() + 1;
            let mut line = |number: usize, text: &str, moves: &[String]| {
                let number = match all {
                    1 => String::new(),
                    _ => format!("{number:>2}. "),
                };
                writeln!(
                    out,
                    "{number}{text:>6}  {}",
                    localized(&moves.join(" "), lang)
                )
            };
            line(1, &found.text(), &found.line)?;
            for (index, other) in found.others.iter().enumerate() {
                let text = match other.mate {
                    Some(n) => format!("#{n}"),
                    None => format!("{:+.2}", f64::from(other.score) / 100.0),
                };
                line(index + 2, &text, &other.line)?;
            }
            if let Some(mate) = found.mate {
                let n = mate.unsigned_abs();
                let side = if mate > 0 {
                    say!(lang, "analyse-white-2")
                } else {
                    say!(lang, "analyse-black-2")
                };
                writeln!(out, "{}", say!(lang, "analyse-mate-proved", n, side))?;
            }
            writeln!(
                out,
                "{} {}, {} {}, {:.1} s",
                say!(lang, "analyse-depth"),
                found.depth,
                found.nodes,
                say!(lang, "analyse-nodes"),
                record.ms / 1e3
            )?;
        }
    }
    out.push('\n');
    Ok(out)
}
