//! `atalaya problem improve`: finds changes of a sound problem after which it is still sound, and better.

use super::board::drawn;
use super::terms_args::{StipulationArgs, TermsArgs};
use crate::cli::collection::CollectionArgs;
use crate::cli::play::look::Colors;
use crate::cli::progress::Bar;
use crate::cli::workers::in_order;
use crate::cli::{CliError, CliResult, broken_off, interrupt, print, warned_in};
use base::{key, say};
use games::Lang;
use games::chess::{Position, localized};
use problems::Draft;
use problems::improve::{
    Change, Difference, Examined, Given, GivenPlay, Improvement, Improver, NODES, Property,
    by_worth,
};
use serde_json::json;
use shakmaty::Piece;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

#[derive(clap::Args)]
pub struct Args {
    /// The position; the side to move begins
    #[arg(
        value_name = "FEN",
        required_unless_present = "id",
        conflicts_with = "id",
        requires = "task"
    )]
    fen: Option<String>,
    #[command(flatten)]
    stipulation: StipulationArgs,
    #[command(flatten)]
    terms: TermsArgs,
    /// A problem of the collection instead
    #[arg(long, value_name = "ID", conflicts_with_all = ["task", "piece", "condition", "option", "twin", "intended"])]
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
    let draft = match (&args.fen, args.id) {
        (Some(fen), _) => {
            let stipulation = args.stipulation.stipulation(lang)?;
            match Draft::read_on(fen, stipulation, args.terms.terms()) {
                Ok(read) => warned_in(lang, fen, read),
                Err(error) => return args.collection.failed(error),
            }
        }
        (None, id) => {
            let mut kept = None;
            let code = args.collection.run(async |collection| {
                let problem = collection.problems().get(id.unwrap_or_default()).await?;
                kept = Some(problem.draft);
                Ok(ExitCode::SUCCESS)
            })?;
            match kept {
                Some(kept) => kept,
                None => return Ok(code),
            }
        }
    };
    // Terms that cannot be are refused before the search.
    let draft = match draft.checked() {
        Ok(draft) => draft,
        Err(error) => return args.collection.failed(error),
    };
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(processors, usize::from);
    let workers = (0..threads).map(|_| Improver::new(draft.clone(), args.nodes));
    let workers = match workers.collect::<Result<Vec<_>, _>>() {
        Ok(workers) => workers,
        Err(error) => return args.collection.failed(error),
    };
    improve(args, &draft, workers)
}

fn improve(args: &Args, draft: &Draft, mut workers: Vec<Improver>) -> CliResult {
    let (stop, lang) = (interrupt::flag(), args.collection.lang);
    let given = match workers[0].examine_given(stop) {
        Ok(Some(given)) => given,
        Ok(None) => return Ok(broken_off(say!(lang, "improve-broken-off-at-once"))),
        Err(error) => return args.collection.failed(error),
    };
    let all = workers[0].changes(&given);
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
            record(&given, draft, shown, &found, &tally)
        ))?;
    } else {
        print(&result_text(args, &given, draft, shown, &found, &tally)?)?;
    }
    if tally.examined < tally.changes {
        let Tally {
            changes, examined, ..
        } = tally;
        return Ok(broken_off(&say!(
            lang,
            "improve-broken-off",
            examined,
            changes
        )));
    }
    Ok(ExitCode::SUCCESS)
}

fn record(
    given: &Given,
    draft: &Draft,
    shown: &[Improvement],
    found: &[Improvement],
    tally: &Tally,
) -> serde_json::Value {
    let (key, solutions) = match &given.play {
        GivenPlay::Direct(play) => (Some(&play.key), None),
        GivenPlay::Solutions(all) => (None, Some(all.len())),
    };
    json!({
        "fen": given.position.fen(),
        "stipulation": draft.stipulation_text(),
        "moves": draft.stipulation.moves(),
        "key": key,
        "solutions": solutions,
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
    draft: &Draft,
    shown: &[Improvement],
    found: &[Improvement],
    tally: &Tally,
) -> Result<String, CliError> {
    let lang = args.collection.lang;
    let mut text = match &given.play {
        GivenPlay::Direct(play) => {
            let (moves, key) = (draft.stipulation.moves(), localized(&play.key.san, lang));
            say!(lang, "improve-given", moves, key)
        }
        GivenPlay::Solutions(all) => {
            let (stipulation, count) = (draft.stipulation_text(), all.len());
            say!(lang, "improve-given-solutions", stipulation, count)
        }
    };
    text += "\n\n";
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
            let position =
                Position::from_stored_fen(&best.fen).map_err(|error| error.text(lang))?;
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

/// Returns a sentence that compares the key and the play, or the solutions, with those of the given problem.
fn play(improvement: &Improvement, lang: Lang) -> String {
    let Improvement {
        same_key,
        kept,
        variations,
        ..
    } = *improvement;
    let Some(key) = &improvement.key else {
        return say!(lang, "improve-solutions-kept", kept, variations);
    };
    let key = localized(&key.san, lang);
    match same_key {
        true if kept == variations => say!(lang, "improve-same-play", key),
        true => say!(lang, "improve-same-key", key, kept, variations),
        false => say!(lang, "improve-other-key", key),
    }
}
