//! Analysis of games, one after the other: printed with a graph, mistakes and accuracy, or written as annotated PGN.

use super::super::files::cannot_write;
use super::super::progress::Bar;
use super::super::workers::in_order;
use super::super::{
    CliError, CliResult, broken_off, complain, interrupt, is_dumb, print, refuse_existing,
    write_new,
};
use super::Args;
use super::cache::Cache;
use super::input::{Game, Games};
use analysis::accuracy::Accuracy;
use analysis::graph::{self, Ink};
use analysis::motifs::{Motif, theme_name};
use analysis::report::{Kind, Phase, PlayerReport};
use analysis::{AnalysisLimits, Analyst, Evaluation, NODES, push, record};
use base::limits::Limits;
use base::text::harmless;
use base::{key, say};
use games::chess::{Color, Position, localized, openings};
use games::{Lang, Line};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// Width of the graph without its scale, in columns.
const COLUMNS: usize = 72;

fn name_of_opening(line: &Line<Position>, lang: Lang) -> Option<&'static str> {
    let opening = openings::Openings::usual().of(line)?;
    Some(opening.name.get(lang))
}

/// Position of a game, as `--json` prints it.
#[derive(Serialize)]
struct Ply<'a> {
    game: usize,
    fen: String,
    /// Move that led to the position; `None` for the first one.
    #[serde(rename = "move")]
    played: Option<&'a str>,
    #[serde(flatten)]
    found: &'a Evaluation,
}

/// Summary of a game, as `--json` prints it.
#[derive(Serialize)]
struct Whole<'a> {
    game: usize,
    tags: serde_json::Map<String, serde_json::Value>,
    opening: Option<&'a str>,
    plies: usize,
    /// Number of positions that were evaluated: one more than `plies` if all were.
    positions: usize,
    white: Accuracy,
    black: Accuracy,
}

/// Destination of the games as annotated PGN.
enum Out {
    Nowhere,
    Stdout,
    File(File),
}

/// Analyses all games, and prints or writes the results.
///
/// # Errors
/// A bad option, too little memory, files that cannot be created, or standard output that cannot be written.
pub fn run(args: &Args, found: Games) -> CliResult {
    let Games { games, wrong } = found;
    let all = games.len();
    if let (Some(path), true) = (&args.svg, all != 1) {
        let path = path.display();
        return Err(say!(args.look.lang, "analyse-one-graph", path, all).into());
    }
    if let Some(path) = &args.svg {
        refuse_existing(path)?;
    }
    let jobs = all.clamp(1, usize::from(args.jobs));
    let analysts = (0..jobs).map(|_| args.analyst());
    let analysts = analysts.collect::<Result<Vec<Analyst>, CliError>>()?;
    let cache = args.cache()?;
    let mut out = opened(args.pgn.as_deref(), args.look.lang)?;
    for why in &wrong {
        let left_out = say!(args.look.lang, "analyse-left-out");
        complain(&format!("{left_out}: {why}"));
    }
    let positions = games.iter().map(|game| game.pgn.moves.len() as u64 + 1);
    let bar = Bar::of(positions.sum(), key!("bar-positions"));
    let mut players = BTreeMap::<String, PlayerReport>::new();
    let mut done = 0;
    let look = |analyst: &mut Analyst, index: usize| {
        if interrupt::stopped() {
            return Ok(None);
        }
        let limits = args.limits(NODES);
        evaluated(
            &games[index].line,
            &limits,
            analyst,
            cache.as_ref(),
            &|| {
                bar.add(1);
                bar.note(|lang| say!(lang, "bar-game", number = index + 1));
            },
        )
        .map(Some)
    };
    in_order(analysts, all, look, |index, known| {
        if known.is_empty() {
            return Ok(());
        }
        let game = &games[index];
        done += usize::from(known.len() > game.pgn.moves.len());
        if args.report {
            for (tag, side) in [("White", Color::White), ("Black", Color::Black)] {
                let name = game.pgn.value(tag).unwrap_or("?").to_owned();
                let report = players.entry(name).or_default();
                report.add(&game.line, &known, side);
            }
        }
        tell(args, index + 1, game, &known, &bar, &mut out)
    })?;
    drop(bar);
    if args.report {
        print(&reports(&players, args)?)?;
    }
    if interrupt::stopped() {
        return Ok(broken_off(&say!(
            args.look.lang,
            "games-broken-off",
            done,
            all
        )));
    }
    Ok(ExitCode::from(u8::from(!wrong.is_empty())))
}

/// Prints the results for a game as the options ask, and writes it as annotated PGN to `out`. `number` is the game's
/// number.
fn tell(
    args: &Args,
    number: usize,
    game: &Game,
    known: &[Evaluation],
    bar: &Bar,
    out: &mut Out,
) -> Result<(), CliError> {
    let lang = args.look.lang;
    if args.report {
        // The reports are printed after the last game.
    } else if args.json {
        let mut lines = String::new();
        for found in known {
            let last = found.ply.checked_sub(1);
            let ply = Ply {
                game: number,
                fen: game.line.at_ply(found.ply).position().fen(),
                played: last.map(|last| game.pgn.moves[last].text.as_str()),
                found,
            };
            lines += &(serde_json::to_string(&ply)? + "\n");
        }
        let whole = serde_json::to_string(&whole(number, game, known, args))?;
        bar.print(&(lines + &whole + "\n"))?;
    } else if !matches!(out, Out::Stdout) {
        bar.print(&game_report(game, known, args)?)?;
    }
    if let Some(path) = &args.svg {
        let names = game.pgn.moves.iter();
        let names: Vec<String> = names.map(|m| localized(&m.text, lang)).collect();
        let drawn = graph::svg(known, &names, game.pgn.first, &title(game), lang);
        write_new(path, &drawn)?;
    }
    if matches!(out, Out::Nowhere) {
        return Ok(());
    }
    let mut pgn = game.pgn.clone();
    record::annotate(&mut pgn, known, lang);
    if let Some(name) = name_of_opening(&game.line, lang)
        && pgn.value("Opening").is_none()
    {
        pgn.tag("Opening", name);
    }
    let text = pgn.to_string();
    match out {
        Out::Nowhere => Ok(()),
        Out::Stdout => bar.print(&text),
        Out::File(file) => file
            .write_all(text.as_bytes())
            .map_err(|error| say!(lang, "analyse-cannot-write-games", error).into()),
    }
}

/// Returns the reports on all players, as text or as lines of JSON; the players with the most games come first.
fn reports(players: &BTreeMap<String, PlayerReport>, args: &Args) -> Result<String, CliError> {
    let lang = args.look.lang;
    let mut players: Vec<_> = players.iter().collect();
    players.sort_by_key(|(_, report)| std::cmp::Reverse(report.games));
    let mut out = String::new();
    for (name, report) in players {
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&report.record(name))?)?;
            continue;
        }
        let name = harmless(name);
        let side = say!(lang, "analyse-player", name, n = report.games);
        writeln!(out, "{}", summed(&side, &report.accuracy(), lang))?;
        for phase in Phase::ALL {
            let name = match phase {
                Phase::Opening => say!(lang, "analyse-opening"),
                Phase::Middlegame => say!(lang, "analyse-middlegame"),
                Phase::Endgame => say!(lang, "analyse-endgame"),
            };
            writeln!(out, "  {}", summed(name, &report.in_phase(phase), lang))?;
            usual(&mut out, "    ", &report.kinds(Some(phase)), lang)?;
        }
        usual(&mut out, "  ", &report.kinds(None), lang)?;
        out.push('\n');
    }
    Ok(out)
}

/// Appends a line with the kinds of mistakes and the number of each to `out`, indented by `margin`; appends nothing if
/// `kinds` is empty.
fn usual(
    out: &mut String,
    margin: &str,
    kinds: &[(Kind, usize)],
    lang: Lang,
) -> Result<(), CliError> {
    if kinds.is_empty() {
        return Ok(());
    }
    let named = kinds.iter().map(|(kind, count)| {
        let theme = |motif: &Motif| theme_name(lang, motif.word());
        let name = match kind {
            Kind::MissedMate => say!(lang, "analyse-missed-mate").to_owned(),
            Kind::AllowedMate => say!(lang, "analyse-allowed-mate").to_owned(),
            Kind::LeftHanging => say!(lang, "analyse-left-hanging").to_owned(),
            Kind::MissedCapture => say!(lang, "analyse-missed-capture").to_owned(),
            Kind::Allowed(motif) => say!(lang, "analyse-allowed-motif", motif = theme(motif)),
            Kind::Missed(motif) => say!(lang, "analyse-missed-motif", motif = theme(motif)),
            Kind::Other => say!(lang, "analyse-other-mistake").to_owned(),
        };
        format!("{name} {count}")
    });
    let kinds = named.collect::<Vec<_>>().join(", ");
    writeln!(
        out,
        "{margin}{}",
        say!(lang, "analyse-usual-mistakes", kinds)
    )?;
    Ok(())
}

fn opened(path: Option<&Path>, lang: Lang) -> Result<Out, CliError> {
    Ok(match path {
        None => Out::Nowhere,
        Some(path) if path.as_os_str() == "-" => Out::Stdout,
        Some(path) => {
            let file = File::create_new(path);
            Out::File(file.map_err(|error| cannot_write(path, &error, lang))?)
        }
    })
}

/// Evaluates the positions of a game in their order, and returns the evaluations: one more than the game has plies, or
/// fewer if the user has interrupted the program. `on_position` is called after each. Evaluations that are in the cache
/// `shared` are taken from it, and new ones are added to it, except for that of the last position.
///
/// # Errors
/// The file of the cache cannot be written.
pub fn evaluated(
    line: &Line<Position>,
    limits: &Limits,
    analyst: &mut Analyst,
    shared: Option<&Cache>,
    on_position: &dyn Fn(),
) -> Result<Vec<Evaluation>, CliError> {
    analyst.new_game();
    let texts = line.move_texts();
    let mut known = Vec::new();
    for ply in 0..=texts.len() {
        if interrupt::stopped() {
            break;
        }
        let here = line.at_ply(ply);
        let is_end = ply == texts.len();
        let cache = shared.filter(|_| !is_end);
        let kept = cache.and_then(|cache| cache.get(&here));
        let found = match kept {
            Some(found) => found,
            None => {
                if shared.is_some() {
                    // The evaluation is shared with other games, so it must not depend on which of them is analysed
                    // first.
                    analyst.new_game();
                }
                let look = AnalysisLimits {
                    limits,
                    is_end,
                    stop: interrupt::flag(),
                    on_line: &|_| {},
                };
                // An evaluation from an interrupted search is too shallow: it would make the move look like a mistake.
                let found = analyst.evaluate(&here, look);
                let Some(found) = found.filter(|_| !interrupt::stopped()) else {
                    break;
                };
                if let Some(cache) = cache {
                    cache.keep(&here, &found)?;
                }
                found
            }
        };
        let played = ply.checked_sub(1).and_then(|last| texts.get(last));
        push(&mut known, found, played.map(String::as_str));
        on_position();
    }
    Ok(known)
}

fn whole<'a>(number: usize, game: &'a Game, known: &[Evaluation], args: &Args) -> Whole<'a> {
    let tags = game.pgn.tags.iter();
    Whole {
        game: number,
        tags: tags
            .map(|(name, value)| (name.clone(), value.as_str().into()))
            .collect(),
        opening: name_of_opening(&game.line, args.look.lang),
        plies: game.pgn.moves.len(),
        positions: known.len(),
        white: Accuracy::of(known, Color::White),
        black: Accuracy::of(known, Color::Black),
    }
}

/// Returns the title of a game: `Ann - Bob, 1-0`.
fn title(game: &Game) -> String {
    let name = |tag: &str| game.pgn.value(tag).unwrap_or("?").to_owned();
    let title = format!("{} - {}, {}", name("White"), name("Black"), game.pgn.result);
    harmless(&title).into_owned()
}

/// Returns the report on a game: the players, the graph, the mistakes, and the accuracy of each side.
fn game_report(game: &Game, known: &[Evaluation], args: &Args) -> Result<String, CliError> {
    let lang = args.look.lang;
    let mut out = title(game);
    if let Some(name) = name_of_opening(&game.line, lang) {
        write!(out, ": {name}")?;
    }
    let ink = if is_dumb() { Ink::Ascii } else { Ink::Blocks };
    write!(out, "\n\n{}\n", graph::text(known, COLUMNS, ink))?;
    for pair in known.windows(2) {
        let (before, after) = (&pair[0], &pair[1]);
        let Some(judgement) = after.judgement else {
            continue;
        };
        let made = localized(&game.pgn.moves[after.ply - 1].text, lang);
        let number = numbered(game, before.ply);
        let best = localized(before.best_name.as_deref().unwrap_or("?"), lang);
        writeln!(
            out,
            "{number}{made}{}  {} -> {}, {} {best}",
            judgement.sign(),
            before.text(),
            after.text(),
            say!(lang, "analyse-better")
        )?;
    }
    for (side, color) in [
        (say!(lang, "analyse-white"), Color::White),
        (say!(lang, "analyse-black"), Color::Black),
    ] {
        writeln!(out, "{}", summed(side, &Accuracy::of(known, color), lang))?;
    }
    if known.len() <= game.pgn.moves.len() {
        let (seen, all) = (known.len(), game.pgn.moves.len() + 1);
        writeln!(out, "{}", say!(lang, "analyse-positions", seen, all))?;
    }
    out.push('\n');
    Ok(out)
}

/// Returns the move number of the move played after `ply` plies, as PGN writes it before the move: `12. ` or `12... `.
fn numbered(game: &Game, ply: usize) -> String {
    let (first, seat) = game.pgn.first;
    let plies = ply + seat;
    let number = u64::from(first) + plies as u64 / 2;
    match plies % 2 {
        0 => format!("{number}. "),
        _ => format!("{number}... "),
    }
}

fn summed(side: &str, of: &Accuracy, lang: Lang) -> String {
    let Some((accuracy, loss)) = of.accuracy.zip(of.mean_loss) else {
        return say!(lang, "analyse-no-moves", side);
    };
    let inaccuracies = say!(lang, "analyse-inaccuracies", n = of.inaccuracies);
    let mistakes = say!(lang, "analyse-mistakes", n = of.mistakes);
    let blunders = say!(lang, "analyse-blunders", n = of.blunders);
    say!(
        lang,
        "analyse-accuracy-centipawns-lost-move",
        side,
        accuracy = format_args!("{accuracy:.1}"),
        inaccuracies,
        mistakes,
        blunders,
        loss = format_args!("{loss:.0}"),
    )
}
