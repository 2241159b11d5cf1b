//! `atalaya plot`: pictures of what `match --json` and `mate --epd --json` have written.
//!
//! Of a match: Elo with its 95 % band over the games, and below it the test's log-likelihood ratio between
//! its bounds. Of a suite of mates: the solver's time for each problem over the moves of its mate, and the
//! median for each number of moves. Times are on a logarithmic scale.

use super::{CliError, CliResult, called, read_file};
use arena::course::Point;
use plotters::coord::Shift;
use plotters::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `atalaya plot`.
#[derive(clap::Args)]
pub struct Args {
    /// What `atalaya match --json` or `atalaya mate --epd --json` has written
    file: PathBuf,
    /// The picture: an SVG file
    #[arg(long, value_name = "FILE")]
    svg: PathBuf,
}

/// A chart's size, in pixels.
const SIZE: (u32, u32) = (800, 320);
const FONT: (&str, u32) = ("sans-serif", 16);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Runs the subcommand.
///
/// # Errors
/// A file that cannot be read, or holds nothing that could be drawn.
pub fn run(args: &Args) -> CliResult {
    let text = read_file(&args.file)?;
    let foreign = || {
        let file = called(&args.file);
        format!("{file} is not what 'match --json' or 'mate --epd --json' writes")
    };
    let result = match serde_json::from_str(&text) {
        Ok(result) => result,
        // A line for each problem.
        Err(_) => {
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            let lines = lines.map(serde_json::from_str::<Value>);
            Value::Array(lines.collect::<Result<_, _>>().map_err(|_| foreign())?)
        }
    };
    if !can_draw(&result) {
        return Err(foreign().into());
    }
    draw(&result, &args.svg)?;
    Ok(ExitCode::SUCCESS)
}

fn can_draw(result: &Value) -> bool {
    result.get("course").is_some() || !times(result).is_empty()
}

/// Draws a result into a file.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(result: &Value, path: &Path) -> Result<(), CliError> {
    let svg = match result.get("course") {
        Some(course) => match_course(
            result,
            &serde_json::from_value::<Vec<Point>>(course.clone())?,
        ),
        None if result.get("games").is_some() => match_course(result, &[]),
        None => solver_times(&times(result)),
    };
    let svg = svg.map_err(|error| format!("cannot draw {}: {error}", path.display()))?;
    std::fs::write(path, svg)
        .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    Ok(())
}

/// The library's errors borrow what they speak of.
fn told(error: impl std::fmt::Display) -> CliError {
    error.to_string().into()
}

/// The least and the greatest of some numbers, with room around them.
fn range(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = values.fold((0.0_f64, 0.0_f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let room = ((high - low) / 20.0).max(0.5);
    low - room..high + room
}

fn match_course(result: &Value, course: &[Point]) -> Result<String, CliError> {
    let tested = &result["sprt"];
    let charts = 1 + u32::from(!tested.is_null());
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (SIZE.0, SIZE.1 * charts)).into_drawing_area();
        area.fill(&WHITE).map_err(told)?;
        let areas = area.split_evenly((charts as usize, 1));
        let name = |player: usize| {
            let name = result["players"][player]["name"].as_str();
            name.unwrap_or("?").to_owned()
        };
        let games = course.last().map_or(1, |point| point.games) as f64;
        elo_chart(
            &areas[0],
            &format!("{} - {}: Elo", name(0), name(1)),
            games,
            course,
        )?;
        if let Some(area) = areas.get(1) {
            ratio_chart(area, tested, games, course)?;
        }
        area.present().map_err(told)?;
    }
    Ok(svg)
}

fn elo_chart(area: &Area, caption: &str, games: f64, course: &[Point]) -> Result<(), CliError> {
    // The first few games say nothing, and would squeeze the rest.
    let settled = course.len().min(10);
    let known = |point: &Point| Some((point.games as f64, point.elo?, point.error));
    let bounds = course[settled / 2..].iter().filter_map(known);
    let bounds = bounds.flat_map(|(_, elo, error)| {
        let error = error.unwrap_or(0.0).min(400.0);
        [elo - error, elo + error]
    });
    let heights = range(bounds);
    let clamp = |value: f64| value.clamp(heights.start, heights.end);
    let mut chart = ChartBuilder::on(area)
        .caption(caption, FONT)
        .margin(8)
        .x_label_area_size(28)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..games, heights.clone())
        .map_err(told)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("games")
        .x_label_formatter(&|x| format!("{x:.0}"));
    mesh.draw().map_err(told)?;
    let doubted = course.iter().filter_map(known);
    let doubted: Vec<_> = doubted
        .filter_map(|(x, elo, error)| Some((x, elo, error?)))
        .collect();
    let above = doubted
        .iter()
        .map(|(x, elo, error)| (*x, clamp(elo + error)));
    let below = doubted
        .iter()
        .rev()
        .map(|(x, elo, error)| (*x, clamp(elo - error)));
    let band: Vec<(f64, f64)> = above.chain(below).collect();
    chart
        .draw_series(std::iter::once(Polygon::new(band, BLUE.mix(0.15))))
        .map_err(told)?;
    let line = course
        .iter()
        .filter_map(known)
        .map(|(x, elo, _)| (x, clamp(elo)));
    chart
        .draw_series(LineSeries::new(line, BLUE))
        .map_err(told)?;
    let zero = [(0.0, 0.0), (games, 0.0)];
    chart
        .draw_series(LineSeries::new(zero, BLACK.mix(0.4)))
        .map_err(told)?;
    Ok(())
}

fn ratio_chart(area: &Area, tested: &Value, games: f64, course: &[Point]) -> Result<(), CliError> {
    let number = |key: &str| tested[key].as_f64().unwrap_or(0.0);
    let bounds = [number("lower"), number("upper")];
    let ratios = course
        .iter()
        .filter_map(|point| Some((point.games as f64, point.llr?)));
    let heights = range(ratios.clone().map(|(_, llr)| llr).chain(bounds));
    let caption = format!("LLR, Elo {} against {}", number("elo0"), number("elo1"));
    let mut chart = ChartBuilder::on(area)
        .caption(caption, FONT)
        .margin(8)
        .x_label_area_size(28)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..games, heights)
        .map_err(told)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("games")
        .x_label_formatter(&|x| format!("{x:.0}"));
    mesh.draw().map_err(told)?;
    for bound in bounds {
        let line = [(0.0, bound), (games, bound)];
        chart
            .draw_series(LineSeries::new(line, RED.mix(0.6)))
            .map_err(told)?;
    }
    chart
        .draw_series(LineSeries::new(ratios, BLUE))
        .map_err(told)?;
    Ok(())
}

/// Milliseconds by the moves of the mate, of the problems that were decided.
type Times = BTreeMap<u64, Vec<f64>>;

/// Collects solving times in milliseconds by the length of the mate from the output of `mate --epd --json`; each
/// list is sorted.
fn times(result: &Value) -> Times {
    let mut times = Times::new();
    let list = result.as_array().or_else(|| result["problems"].as_array());
    for problem in list.into_iter().flatten() {
        let moves = ["mate_in", "n"]
            .iter()
            .find_map(|key| problem[key].as_i64());
        let spent = problem["time_ms"].as_f64();
        if let (Some(moves), Some(spent)) = (moves, spent) {
            times.entry(moves.unsigned_abs()).or_default().push(spent);
        }
    }
    times
        .values_mut()
        .for_each(|list| list.sort_by(f64::total_cmp));
    times
}

/// Below this many milliseconds everything is as quick.
const LEAST_MS: f64 = 0.1;

fn solver_times(times: &Times) -> Result<String, CliError> {
    let (first, last) = (times.keys().next(), times.keys().next_back());
    let (first, last) = (*first.unwrap_or(&1) as f64, *last.unwrap_or(&1) as f64);
    let longest = times
        .values()
        .flatten()
        .fold(1.0_f64, |most, ms| most.max(*ms));
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (SIZE.0, SIZE.1 + 80)).into_drawing_area();
        area.fill(&WHITE).map_err(told)?;
        let mut chart = ChartBuilder::on(&area)
            .caption("Solver's time by the moves of the mate", FONT)
            .margin(8)
            .x_label_area_size(32)
            .y_label_area_size(64)
            .build_cartesian_2d(
                first - 0.5..last + 0.5,
                (LEAST_MS..2.0 * longest).log_scale(),
            )
            .map_err(told)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc("mate in").y_desc("ms");
        mesh.x_label_formatter(&|x| format!("{x:.0}"));
        mesh.draw().map_err(told)?;
        let each = times
            .iter()
            .flat_map(|(moves, list)| list.iter().map(|ms| (*moves, *ms)));
        let dots = each.map(|(moves, ms)| {
            Circle::new((moves as f64, ms.max(LEAST_MS)), 2, BLUE.mix(0.4).filled())
        });
        chart.draw_series(dots).map_err(told)?;
        let medians = times.iter().map(|(moves, list)| {
            let middle = list[list.len() / 2];
            (*moves as f64, middle.max(LEAST_MS))
        });
        chart
            .draw_series(LineSeries::new(medians, RED))
            .map_err(told)?;
        area.present().map_err(told)?;
    }
    Ok(svg)
}
