//! `atalaya problem show`: shows a problem with its board and all that is known of it.

use super::messages::{asks, fared, twins, verdict};
use crate::cli::collection::{CollectionArgs, Failure};
use crate::cli::play::board::draw;
use crate::cli::play::look::Colors;
use crate::cli::{CliResult, interrupt, print, refuse_existing, themes, write_new};
use base::calendar::Date;
use base::say;
use base::text::harmless;
use games::Lang;
use problems::formats::label;
use problems::{Problem, Terms, Themes, diagram, latex};
use std::path::PathBuf;
use std::process::ExitCode;
use store::names::deleted_user;
use store::{Error, Verified};

#[derive(clap::Args)]
pub struct Args {
    /// The problem's number
    id: i64,
    /// Write a diagram to this file, as problemists print it
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write it to this file for the LaTeX package diagram
    #[arg(long, value_name = "FILE")]
    latex: Option<PathBuf>,
    /// The themes of its solution, which is searched for
    #[arg(long)]
    themes: bool,
    #[command(flatten)]
    colors: Colors,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Runs `atalaya problem show`.
pub(super) fn run(args: &Args) -> CliResult {
    for file in [&args.svg, &args.latex].into_iter().flatten() {
        refuse_existing(file)?;
    }
    args.collection.run(async |collection| {
        let problem = collection.problems().get(args.id).await?;
        let same = collection.problems().twins_of(args.id).await?;
        let verified = collection.problems().verification(args.id).await?;
        if let Some(file) = &args.svg {
            write_new(file, &diagram(&problem.draft, args.collection.lang)?)?;
        }
        if let Some(file) = &args.latex {
            write_new(file, &latex(&problem.draft)?)?;
        }
        let found = if args.themes {
            Some(problems::themes(&problem.draft, interrupt::flag())?)
        } else {
            None
        };
        if args.collection.json {
            let mut json = serde_json::to_value(&problem).map_err(Error::invalid)?;
            json["twins"] = serde_json::json!(same);
            json["verification"] = serde_json::json!(verified);
            if let Some(found) = &found {
                json["themes"] = found.found().map_or_else(Default::default, themes::json);
            }
            print(&format!("{json}\n"))?;
        } else {
            print(&problem_text((&problem, verified.as_ref()), &same, args)?)?;
            let lang = args.collection.lang;
            match &found {
                Some(Themes::Found(found)) => print(&themes::lines(found, lang))?,
                Some(Themes::Unsolved) => {
                    print(&format!("{}\n", say!(lang, "themes-not-solved")))?;
                }
                Some(Themes::NotExamined) => {
                    print(&format!("{}\n", say!(lang, "themes-not-examined")))?;
                }
                None => {}
            }
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// Returns the problem as text, with the origin of its verdict; `same` are the numbers of the problems with the same position.
fn problem_text(
    (problem, verified): (&Problem, Option<&Verified>),
    same: &[i64],
    args: &Args,
) -> Result<String, Failure> {
    let lang = args.collection.lang;
    let (setup, _) = problem.draft.setup()?;
    let mut text = format!(
        "{} {}: {}\n\n",
        say!(lang, "show-problem"),
        problem.id,
        asks(&problem.draft, setup.turn, lang)
    );
    text += &draw(&problem.draft.board()?, args.colors.style(), &[]);
    text.push('\n');
    for (name, value) in facts(problem, lang) {
        if !value.is_empty() {
            text += &format!("{name:<11} {}\n", harmless(&value));
        }
    }
    let sentence = twins(same, lang);
    for line in verdict(problem, verified, lang).into_iter().chain(sentence) {
        text += &line;
        text.push('\n');
    }
    Ok(text)
}

/// Returns labels and values of the problem; those with an empty value are not shown.
fn facts(problem: &Problem, lang: Lang) -> Vec<(&'static str, String)> {
    let draft = &problem.draft;
    let owner = match (&problem.owner_name, problem.template) {
        (Some(name), _) => name.clone(),
        (None, true) => say!(lang, "show-came-program").to_owned(),
        (None, false) => deleted_user(lang).to_owned(),
    };
    let difficulty = match problem.band {
        0 => String::new(),
        band => format!("{band}/5 ({:.0}/100)", problem.difficulty),
    };
    let rating = match problem.played {
        0 => String::new(),
        _ => format!("{:.0} ± {:.0}", problem.rating, problem.deviation),
    };
    let created = if problem.template {
        String::new()
    } else {
        Date::at(problem.created).to_string()
    };
    let changed = match Date::at(problem.changed).to_string() {
        changed if changed == created || problem.template => String::new(),
        changed => changed,
    };
    let nodes = problem
        .nodes
        .map_or_else(String::new, |nodes| nodes.to_string());
    let terms = &draft.terms;
    let intended = terms
        .intended
        .map_or_else(String::new, |count| count.to_string());
    let mut facts = vec![
        ("FEN", draft.fen.clone()),
        (say!(lang, "show-pieces"), terms.pieces.join(", ")),
        (say!(lang, "show-options"), terms.options.join(", ")),
        (say!(lang, "show-twins"), twins_of(terms)),
        (say!(lang, "show-intended"), intended),
        (say!(lang, "show-author"), draft.author.clone()),
        (say!(lang, "show-title"), draft.title.clone()),
        (say!(lang, "show-source"), draft.source.clone()),
        (say!(lang, "show-tags"), draft.tags.join(", ")),
        (say!(lang, "show-owner"), owner),
        (say!(lang, "show-difficulty"), difficulty),
        (
            say!(lang, "show-played"),
            fared(problem.played, problem.solved, lang),
        ),
        (say!(lang, "show-rating"), rating),
        (say!(lang, "show-created"), created),
        (say!(lang, "show-changed"), changed),
        (say!(lang, "show-nodes"), nodes),
        (
            say!(lang, "show-proof"),
            problem.certificate_hash.clone().unwrap_or_default(),
        ),
    ];
    if !draft.extra.is_empty() {
        let extra = serde_json::Value::Object(draft.extra.clone());
        facts.push((say!(lang, "show-also"), extra.to_string()));
    }
    facts
}

/// Returns the twins with their letters on one line.
pub(super) fn twins_of(terms: &Terms) -> String {
    let twins = terms.twins.iter().enumerate();
    let twins = twins.map(|(index, twin)| format!("{}) {twin}", label(index + 1)));
    twins.collect::<Vec<_>>().join("; ")
}
