//! `atalaya eval`: the static evaluation of a position, that is without any search, term by term.

use super::{CliResult, language, print, warned_in};
use base::say;
use engine::eval::network::Network;
use engine::eval::{EvalKind, PieceWorth, bare, classical, classical_terms, evaluate, pieces};
use games::Lang;
use games::chess::{Position, START_FEN};
use games::pgn::letters::Letters;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Arguments of `atalaya eval`.
#[derive(clap::Args)]
pub struct Args {
    /// The position
    #[arg(long, default_value = START_FEN, hide_default_value = true)]
    fen: String,
    /// The evaluation
    #[arg(long, default_value = EvalKind::default().name(), value_parser = kind, value_name = "NAME")]
    eval: EvalKind,
    /// A network's file, instead of the network that is part of the program
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Print one JSON object: what every evaluation gives White in centipawns, what each piece is worth, and the terms of the
    /// classical evaluation
    #[arg(long)]
    json: bool,
    #[arg(skip = language::current())]
    lang: Lang,
}

/// Parses the name of an evaluation; the error lists the names.
pub(super) fn kind(text: &str) -> Result<EvalKind, String> {
    let named = EvalKind::ALL.into_iter().find(|kind| kind.name() == text);
    named.ok_or_else(|| {
        let lang = language::current();
        let [first, second, third] = EvalKind::ALL.map(EvalKind::name);
        say!(lang, "eval-expected", first, second, third)
    })
}

/// Runs the subcommand.
///
/// # Errors
/// A bad FEN, or a file that does not contain a network.
pub fn run(args: &Args) -> CliResult {
    let lang = args.lang;
    let read = Position::read_fen(&args.fen, false);
    let position = warned_in(lang, &args.fen, read.map_err(|error| error.text(lang))?);
    let network = match &args.file {
        Some(path) => Arc::new(Network::read(path)?),
        None => Arc::clone(Network::embedded()),
    };
    let white = |kind: EvalKind| white_score(kind, &network, &position);
    if args.json {
        let all: serde_json::Map<_, _> = EvalKind::ALL
            .into_iter()
            .map(|kind| (kind.name().to_owned(), white(kind).into()))
            .collect();
        let pieces = pieces(&network, &position).into_iter().map(|piece| {
            let worth = piece.worth;
            json!({
                "square": piece.at.to_string(), "piece": piece.letter,
                "classical": worth.map(|[classical, _]| classical), "network": worth.map(|[_, network]| network),
            })
        });
        let terms = classical_terms(&position).into_iter();
        let terms = terms.map(|(term, mg, eg)| json!({"term": term, "mg": mg, "eg": eg}));
        let object = json!({
            "fen": position.fen(), "eval": args.eval.name(), "score": white(args.eval), "scores": all,
            "pieces": pieces.collect::<Vec<_>>(), "terms": terms.collect::<Vec<_>>(),
        });
        print(&format!("{object}\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    print(&(explanation(args.eval, &network, &position, lang) + "\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn white_score(kind: EvalKind, network: &Network, position: &Position) -> i32 {
    let score = evaluate(kind, network, position);
    position.turn().fold_wb(score, -score)
}

/// Returns the evaluation term by term, in a language. UCI's `eval` gives the same in English.
fn explanation(kind: EvalKind, network: &Network, position: &Position, lang: Lang) -> String {
    let mut out = String::new();
    if kind != EvalKind::Material {
        out += &boards(network, position, lang);
    }
    if kind == EvalKind::Classical {
        out += &terms(position, lang);
    }
    if kind != EvalKind::Material && bare::evaluate(position).is_some() {
        out += say!(lang, "eval-bare-king");
        out.push('\n');
    }
    let score = white_score(kind, network, position);
    out + &say!(lang, "eval-total", kind = kind.name(), score)
}

/// Returns two boards side by side, with the worth of each piece to the classical evaluation and to the network.
fn boards(network: &Network, position: &Position, lang: Lang) -> String {
    let kinds = [EvalKind::Classical, EvalKind::Network];
    let mut out = String::new();
    let mut row = |label: &str, cells: [String; 2]| {
        let [left, right] = cells;
        let line = format!("{label:1} {left:<40}    {label:1} {right}");
        out += line.trim_end();
        out.push('\n');
    };
    let files: String = ('a'..='h').map(|file| format!("{file:>5}")).collect();
    let heads = kinds.map(|kind| say!(lang, "eval-board", kind = kind.name()));
    row("", heads);
    row("", [files.clone(), files]);
    let pieces = pieces(network, position);
    for rank in ('1'..='8').rev() {
        let squares: Vec<Option<&PieceWorth>> = ('a'..='h')
            .map(|file| {
                let name = format!("{file}{rank}");
                pieces.iter().find(|piece| piece.at.to_string() == name)
            })
            .collect();
        let letters = squares.iter().map(|piece| match piece {
            Some(piece) => format!("{:>5}", Letters::of(lang).translated(piece.letter)),
            None => format!("{:>5}", '.'),
        });
        let letters: String = letters.collect();
        row(&rank.to_string(), [letters.clone(), letters]);
        let worth = [0, 1].map(|kind| {
            let cells = squares.iter().map(|piece| {
                let worth = piece.and_then(|piece| piece.worth);
                worth.map_or(" ".repeat(5), |worth| format!("{:>5}", worth[kind]))
            });
            cells.collect()
        });
        row("", worth);
    }
    let scores = kinds.map(|kind| {
        let score = white_score(kind, network, position);
        say!(lang, "eval-all-in-all", score)
    });
    row("", scores);
    out
}

/// Returns a table of the terms of the classical evaluation.
fn terms(position: &Position, lang: Lang) -> String {
    let line = |term: &str, mg: &str, eg: &str| format!("{term:<20} {mg:>6} {eg:>6}\n");
    let mut out = line(
        say!(lang, "eval-head-term"),
        say!(lang, "eval-head-middlegame"),
        say!(lang, "eval-head-endgame"),
    );
    let mut total = (0, 0);
    for (name, mg, eg) in classical_terms(position) {
        total = (total.0 + mg, total.1 + eg);
        let term = say!(lang, "eval-term", term = name.replace(' ', "-"));
        out += &line(&term, &mg.to_string(), &eg.to_string());
    }
    let (mg, eg) = (total.0.to_string(), total.1.to_string());
    out += &line(say!(lang, "eval-sum"), &mg, &eg);
    let (phase, most) = (classical::phase(position), classical::MAX_PHASE);
    out + &say!(lang, "eval-phase", phase, most) + "\n"
}
