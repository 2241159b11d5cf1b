//! `atalaya eval`: the static evaluation of a position, that is without any search, term by term.

use super::{CliResult, language, print, warned_in};
use base::say;
use engine::eval::network::Network;
use engine::eval::{EvalKind, classical_terms, explain, pieces, white_score};
use games::Lang;
use games::chess::{Position, START_FEN};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

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
        Some(path) => Arc::new(Network::read(path).map_err(|error| error.text(lang))?),
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
    print(&(explain(args.eval, &network, &position, lang) + "\n"))?;
    Ok(ExitCode::SUCCESS)
}
