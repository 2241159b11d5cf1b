//! `atalaya problem improve`: finds changes of a sound problem after which it is still sound, and better.

use super::board::drawn;
use crate::cli::collection::CollectionArgs;
use crate::cli::play::look::Colors;
use crate::cli::progress::Bar;
use crate::cli::workers::in_order;
use crate::cli::{CliError, CliResult, interrupt, print, warned_in};
use base::{key, say};
use games::Lang;
use games::chess::{Position, localized};
use problems::Error;
use problems::Stipulation;
use problems::improve::{
    Change, Difference, Examined, Given, Improvement, Improver, NODES, Property, by_worth, changes,
};
use serde_json::json;
use shakmaty::Piece;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

/// Arguments of `atalaya problem improve`.
#[derive(clap::Args)]
pub struct Args {
    /// The position; the side to move is to mate
    #[arg(
        value_name = "FEN",
        required_unless_present = "id",
        conflicts_with = "id",
        requires = "moves"
    )]
    fen: Option<String>,
    /// In how many moves
    #[arg(short = 'n', long, value_name = "N", conflicts_with = "id")]
    moves: Option<String>,
    /// A problem of the collection instead
    #[arg(long, value_name = "ID")]
    id: Option<i64>,
    /// Positions that are visited for each change, at most
    #[arg(long, value_name = "K", default_value_t = NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of improvements to print, the best first
    #[arg(long, value_name = "K", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// Changes that are examined at the same time [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    colors: Colors,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Numbers of changes, by the result of examining them.
#[derive(Default)]
struct Tally {
    changes: usize,
    examined: usize,
    sound: usize,
    undecided: usize,
}

/// Runs `atalaya problem improve`.
pub(super) fn run(args: &Args) -> CliResult {
    let lang = args.collection.lang;
    let (position, moves) = match (&args.fen, args.id) {
        (Some(fen), _) => {
            let moves = args.moves.as_deref().unwrap_or_default();
            let moves = format!("#{moves}").parse::<Stipulation>()?.moves();
            match Position::read_fen(fen, false) {
                Ok(read) => (warned_in(lang, fen, read), moves),
                Err(error) => return args.collection.failed(Error::from(error)),
            }
        }
        (None, id) => {
            let mut kept = None;
            let code = args.collection.run(async |collection| {
                let problem = collection.problems().get(id.unwrap_or_default()).await?;
                let moves = problem.draft.mate()?;
                kept = Some((problem.draft.position()?, moves));
                Ok(ExitCode::SUCCESS)
            })?;
            match kept {
                Some(kept) => kept,
                None => return Ok(code),
            }
        }
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(processors, usize::from);
    let workers = (0..threads).map(|_| Improver::new(moves, args.nodes));
    let workers = match workers.collect::<Result<Vec<_>, _>>() {
        Ok(workers) => workers,
        Err(error) => return args.collection.failed(error),
    };
    improve(args, &position, moves, workers)
}

fn improve(args: &Args, position: &Position, moves: u32, mut workers: Vec<Improver>) -> CliResult {
    let stop = interrupt::flag();
    let given = match workers[0].examine_given(position, stop) {
        Ok(Some(given)) => given,
        Ok(None) => return Ok(interrupt::broken_off("no change")),
        Err(error) => return args.collection.failed(error),
    };
    let all = changes(position);
    let mut tally = Tally {
        changes: all.len(),
        ..Tally::default()
    };
    let mut found = Vec::new();
    let bar = Bar::of(all.len() as u64, key!("bar-changes"));
    let examine = |improver: &mut Improver, number: usize| {
        if stop.load(Relaxed) {
            return Ok(None);
        }
        let examined = improver.examine(&given, all[number], stop);
        let is_cut = examined == Examined::Undecided && stop.load(Relaxed);
        Ok((!is_cut).then_some(examined))
    };
    in_order(workers, all.len(), examine, |_, examined| {
        tally.examined += 1;
        bar.add(1);
        match examined {
            Examined::Better(improvement) => {
                tally.sound += 1;
                found.push(*improvement);
            }
            Examined::Sound => tally.sound += 1,
            Examined::Undecided => tally.undecided += 1,
            Examined::Unsound => {}
        }
        Ok(())
    })?;
    drop(bar);
    by_worth(&mut found);
    let shown = &found[..found.len().min(args.count as usize)];
    if args.collection.json {
        print(&format!(
            "{}\n",
            record(&given, moves, shown, &found, &tally)
        ))?;
    } else {
        print(&result_text(args, &given, moves, shown, &found, &tally)?)?;
    }
    if tally.examined < tally.changes {
        let Tally {
            changes, examined, ..
        } = tally;
        return Ok(interrupt::broken_off(&format!(
            "{examined} of {changes} changes: the list is incomplete"
        )));
    }
    Ok(ExitCode::SUCCESS)
}

fn record(
    given: &Given,
    moves: u32,
    shown: &[Improvement],
    found: &[Improvement],
    tally: &Tally,
) -> serde_json::Value {
    json!({
        "fen": given.position.fen(),
        "moves": moves,
        "key": given.key,
        "changes": tally.changes,
        "examined": tally.examined,
        "sound": tally.sound,
        "undecided": tally.undecided,
        "complete": tally.examined == tally.changes,
        "better": found.len(),
        "improvements": shown,
    })
}

/// Returns the result as text: the improvements `shown`, and a sentence on the number of all that were `found`.
fn result_text(
    args: &Args,
    given: &Given,
    moves: u32,
    shown: &[Improvement],
    found: &[Improvement],
    tally: &Tally,
) -> Result<String, CliError> {
    let lang = args.collection.lang;
    let key = localized(&given.key.san, lang);
    let mut text = format!("{}\n\n", say!(lang, "improve-given", moves, key));
    for (number, improvement) in (1..).zip(shown) {
        let change = change(improvement.change, lang);
        text += &format!("{number}. {change}\n");
        let better = improvement.reasons.iter().map(|d| difference(d, lang));
        let better = better.collect::<Vec<_>>().join(", ");
        text += &format!("   {}\n", say!(lang, "improve-better", better));
        if !improvement.drawbacks.is_empty() {
            let worse = improvement.drawbacks.iter().map(|d| difference(d, lang));
            let worse = worse.collect::<Vec<_>>().join(", ");
            text += &format!("   {}\n", say!(lang, "improve-worse", worse));
        }
        let (play, fen) = (play(improvement, lang), &improvement.fen);
        text += &format!("   {play}\n   {fen}\n");
    }
    match shown.first() {
        Some(best) => {
            let position = Position::from_stored_fen(&best.fen)?;
            text += &format!("\n{}\n", drawn(&position, args.colors.style()));
        }
        None if tally.examined == tally.changes => {
            text += &format!("{}\n\n", say!(lang, "improve-none"));
        }
        // No statement is possible, because not all changes were examined.
        None => {}
    }
    let Tally {
        changes,
        examined,
        sound,
        undecided,
    } = *tally;
    let (better, printed) = (found.len(), shown.len());
    let tally = say!(
        lang,
        "improve-tally",
        examined,
        changes,
        sound,
        better,
        printed
    );
    text += &format!("{tally}\n");
    if undecided > 0 {
        let nodes = args.nodes;
        text += &format!("{}\n", say!(lang, "improve-left", undecided, nodes));
    }
    if examined < changes {
        text += &format!("{}\n", say!(lang, "improve-incomplete"));
    }
    Ok(text)
}

/// Returns the name of a piece with its colour.
fn man(man: Piece, lang: Lang) -> String {
    let side = man.color.fold_wb("white", "black");
    let role = man.role.char();
    let man = format!("{side}-{role}");
    say!(lang, "improve-man", man)
}

fn change(change: Change, lang: Lang) -> String {
    match change {
        Change::Remove { man: gone, square } => {
            let (man, square) = (man(gone, lang), square.to_string());
            say!(lang, "improve-remove", man, square)
        }
        Change::Replace {
            man: old,
            by,
            square,
        } => {
            let (man, by, square) = (man(old, lang), man(by, lang), square.to_string());
            say!(lang, "improve-replace", man, by, square)
        }
        Change::Move {
            man: moved,
            from,
            to,
        } => {
            let (man, from, to) = (man(moved, lang), from.to_string(), to.to_string());
            say!(lang, "improve-move", man, from, to)
        }
        Change::Shift { files, ranks } => {
            let across = if files < 0 { "left" } else { "right" };
            let along = if ranks < 0 { "down" } else { "up" };
            let steps = [(across, files), (along, ranks)].into_iter();
            let steps = steps
                .filter(|&(_, n)| n != 0)
                .map(|(way, n)| say!(lang, "improve-step", way, n = n.abs()));
            let steps = steps.collect::<Vec<_>>().join(", ");
            say!(lang, "improve-shift", steps)
        }
    }
}

fn difference(difference: &Difference, lang: Lang) -> String {
    let Difference { what, before, now } = *difference;
    let what = match what {
        Property::Check | Property::Capture | Property::Promotion if now == 0 => {
            format!("no-{}", what.word())
        }
        _ => what.word().to_owned(),
    };
    say!(lang, "improve-difference", what, before, now)
}

/// Returns a sentence that compares the key and the play with those of the given problem.
fn play(improvement: &Improvement, lang: Lang) -> String {
    let Improvement {
        same_key,
        kept,
        variations,
        ..
    } = *improvement;
    let key = localized(&improvement.key.san, lang);
    match same_key {
        true if kept == variations => say!(lang, "improve-same-play", key),
        true => say!(lang, "improve-same-key", key, kept, variations),
        false => say!(lang, "improve-other-key", key),
    }
}
