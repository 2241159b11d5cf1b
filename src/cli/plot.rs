//! `atalaya plot`: charts of the output of `match --json` and `mate --epd --json`.
//!
//! For a match: the Elo difference with its 95 % confidence band over the number of games, and below it the
//! log-likelihood ratio of the SPRT between its bounds. For a suite of mates: the solver's time for each problem by the
//! length of the mate, and the median for each length, on a logarithmic scale.

use super::files::cannot_write;
use super::{CliError, CliResult, input_name_in, language, read_file};
use arena::course::Point;
use base::chart::{Axis, BLUE, Chart, GREY, RED, Series, svg};
use base::lang::Lang;
use base::say;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args)]
pub struct Args {
    /// Output of `atalaya match --json` or `atalaya mate --epd --json`
    file: PathBuf,
    /// The picture: an SVG file
    #[arg(long, value_name = "FILE")]
    svg: PathBuf,
    #[arg(skip = language::current())]
    lang: Lang,
}

/// Width and height of a chart, in pixels.
const SIZE: (u32, u32) = (800, 320);

/// Runs the subcommand.
///
/// # Errors
/// A file that cannot be read, or that contains nothing to draw.
pub fn run(args: &Args) -> CliResult {
    let text = read_file(&args.file)?;
    let foreign = || {
        let file = input_name_in(&args.file, args.lang);
        say!(args.lang, "plot-foreign", file)
    };
    let result = match serde_json::from_str(&text) {
        Ok(result) => result,
        // One JSON object per line, one for each problem.
        Err(_) => {
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            let lines = lines.map(serde_json::from_str::<Value>);
            Value::Array(lines.collect::<Result<_, _>>().map_err(|_| foreign())?)
        }
    };
    if !can_draw(&result) {
        return Err(foreign().into());
    }
    draw(&result, &args.svg, args.lang)?;
    Ok(ExitCode::SUCCESS)
}

fn can_draw(result: &Value) -> bool {
    result.get("course").is_some() || !times(result).is_empty()
}

/// Draws a result in the JSON form of the program's output as the SVG file `path`: the Elo over the games of a match,
/// or the solving times of `mate --epd`. The texts are in the language `lang`.
///
/// # Errors
/// The file cannot be written.
pub(super) fn draw(result: &Value, path: &Path, lang: Lang) -> Result<(), CliError> {
    let drawn = match result.get("course") {
        Some(course) => match_course(
            result,
            &serde_json::from_value::<Vec<Point>>(course.clone())?,
            lang,
        ),
        None if result.get("games").is_some() => match_course(result, &[], lang),
        None => solver_times(&times(result), lang),
    };
    let written = std::fs::write(path, drawn);
    written.map_err(|error| cannot_write(path, &error, lang))
}

fn match_course(result: &Value, course: &[Point], lang: Lang) -> String {
    let name = |player: usize| {
        let name = result["players"][player]["name"].as_str();
        name.unwrap_or("?").to_owned()
    };
    let title = say!(lang, "plot-elo-title", first = name(0), second = name(1));
    let games = course.last().map_or(1, |point| point.games) as f64;
    let mut charts = vec![elo_chart(&title, games, course, lang)];
    let tested = &result["sprt"];
    if !tested.is_null() {
        charts.push(ratio_chart(tested, games, course, lang));
    }
    svg(&title, &charts, 1, SIZE)
}

fn elo_chart(title: &str, games: f64, course: &[Point], lang: Lang) -> Chart {
    // The values after the first few games vary widely; they would compress the rest of the chart.
    let settled = course.len().min(10);
    let known = |point: &Point| Some((point.games as f64, point.elo?, point.error));
    let bounds = course[settled / 2..].iter().filter_map(known);
    let bounds = bounds.flat_map(|(_, elo, error)| {
        let error = error.unwrap_or(0.0).min(400.0);
        [elo - error, elo + error]
    });
    let x = Axis::new(say!(lang, "plot-games"), 0.0..games);
    let y = Axis::around(say!(lang, "plot-elo"), bounds.chain([0.0]), 0.5);
    let mut chart = Chart::new(title, x, y);
    let doubted = course.iter().filter_map(known);
    let doubted = doubted.filter_map(|(x, elo, error)| Some((x, elo, error?)));
    let doubted: Vec<_> = doubted.collect();
    let above = doubted.iter().map(|(x, elo, error)| (*x, elo + error));
    let below = doubted
        .iter()
        .rev()
        .map(|(x, elo, error)| (*x, elo - error));
    let band = above.chain(below).collect();
    chart.series.push(Series::Surface(band, BLUE, 0.15));
    chart.level(0.0, GREY);
    chart.line(
        course.iter().filter_map(known).map(|(x, elo, _)| (x, elo)),
        BLUE,
    );
    chart
}

fn ratio_chart(tested: &Value, games: f64, course: &[Point], lang: Lang) -> Chart {
    let number = |key: &str| tested[key].as_f64().unwrap_or(0.0);
    let bounds = [number("lower"), number("upper")];
    let ratios = course
        .iter()
        .filter_map(|point| Some((point.games as f64, point.llr?)));
    let heights = ratios
        .clone()
        .map(|(_, llr)| llr)
        .chain(bounds)
        .chain([0.0]);
    let (elo0, elo1) = (number("elo0"), number("elo1"));
    let title = say!(lang, "plot-test-title", elo0, elo1);
    let y = Axis::around(say!(lang, "plot-test"), heights, 0.5);
    let mut chart = Chart::new(&title, Axis::new(say!(lang, "plot-games"), 0.0..games), y);
    for bound in bounds {
        chart.level(bound, RED);
    }
    chart.line(ratios, BLUE);
    chart
}

/// Solving times in milliseconds of the decided problems, by the length of the mate in moves.
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

/// Lower end of the time axis in milliseconds; differences between shorter times mean nothing.
const LEAST_MS: f64 = 0.1;

fn solver_times(times: &Times, lang: Lang) -> String {
    let (first, last) = (times.keys().next(), times.keys().next_back());
    let (first, last) = (*first.unwrap_or(&1) as f64, *last.unwrap_or(&1) as f64);
    let longest = times
        .values()
        .flatten()
        .fold(1.0_f64, |most, ms| most.max(*ms));
    let title = say!(lang, "plot-times-title");
    let x = Axis::new(say!(lang, "plot-moves"), first - 0.5..last + 0.5);
    let y = Axis::new(say!(lang, "plot-time"), LEAST_MS..2.0 * longest).logarithmic();
    let mut chart = Chart::new(title, x, y);
    let each = times
        .iter()
        .flat_map(|(moves, list)| list.iter().map(|ms| (*moves as f64, *ms, String::new())));
    chart.series.push(Series::Dots(each.collect(), BLUE, 2.0));
    let medians = times
        .iter()
        .map(|(moves, list)| (*moves as f64, list[list.len() / 2]));
    chart.series.push(Series::Line(
        medians.collect(),
        RED,
        say!(lang, "plot-median").to_owned(),
    ));
    svg(title, &[chart], 1, (SIZE.0, SIZE.1 + 80))
}
