//! `atalaya puzzle make`: makes puzzles from the user's own games.
//!
//! A puzzle begins in a position in which one move is clearly the best, and either the opponent's last move was a
//! mistake or the move played is one. It continues as long as the solver's next move is clearly the best, too.

use super::super::analyse::games::evaluated;
use super::super::analyse::input::{self, Game, Input};
use super::super::play::look::Look;
use super::super::progress::Bar;
use super::super::workers::in_order;
use super::super::{
    CliError, CliResult, broken_off, complain, interrupt, print, refuse_existing, write_new,
};
use analysis::puzzles::{is_wrong, solution, themes};
use analysis::{Analyst, Evaluation, NODES};
use base::key;
use base::limits::Limits;
use base::say;
use games::Lang;
use games::chess::Color;
use games::chess::openings::Openings;
use games::pgn::read::Reading;
use players::EngineOptions;
use problems::puzzle::csv::PUBLISHED;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Size of each engine's transposition table, in mebibytes.
const HASH_MB: usize = 64;

#[derive(clap::Args)]
pub struct Args {
    /// The games (PGN); '-' is the standard input
    games: PathBuf,
    /// The new file of puzzles
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Only positions in which this player is to move, by the name in the games
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games that are looked at at the same time, each by an engine of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Rating that the puzzles begin with
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = clap::value_parser!(u32).range(400..=3200))]
    rating: u32,
    #[command(flatten)]
    look: Look,
}

/// Runs the subcommand. Exit status 1 if some games were skipped because they cannot be read.
///
/// # Errors
/// A file that cannot be read or written, a player who plays in no game, or too little memory.
pub fn run(args: &Args) -> CliResult {
    let lang = args.look.lang;
    refuse_existing(&args.out)?;
    let reading = Reading {
        lang,
        letters: None,
        option: None,
    };
    let Input::Games(found) = input::file(&args.games, false, reading)? else {
        return Err(say!(lang, "puzzle-make-games").into());
    };
    for why in &found.wrong {
        complain(&format!("{}: {why}", say!(lang, "analyse-left-out")));
    }
    let games = &found.games;
    let plays = |game: &Game, tag| Some(game.pgn.value(tag)?.trim() == args.player.as_deref()?);
    let is_there = |game: &Game| {
        ["White", "Black"]
            .iter()
            .any(|tag| plays(game, tag) == Some(true))
    };
    if let Some(name) = args
        .player
        .as_deref()
        .filter(|_| !games.iter().any(is_there))
    {
        return Err(say!(lang, "puzzle-make-nobody", name).into());
    }
    let jobs = games.len().clamp(1, usize::from(args.jobs));
    let options = || EngineOptions {
        multipv: 2,
        ..EngineOptions::with_hash(HASH_MB)
    };
    let analysts = (0..jobs).map(|_| Ok(Analyst::new(options())?));
    let analysts = analysts.collect::<Result<Vec<Analyst>, CliError>>()?;
    interrupt::flag();
    let positions = games.iter().map(|game| game.pgn.moves.len() as u64 + 1);
    let bar = Bar::of(positions.sum(), key!("bar-positions"));
    let limits = Limits::to_nodes(args.nodes);
    let mut out = PUBLISHED.join(",") + "\n";
    let (mut made, mut done) = (0, 0);
    let look = |analyst: &mut Analyst, index: usize| {
        if interrupt::stopped() {
            return Ok(None);
        }
        let game = &games[index];
        let asked = [Color::White, Color::Black].map(|side| {
            let tag = side.fold_wb("White", "Black");
            plays(game, tag).unwrap_or(true)
        });
        let known = evaluated(&game.line, &limits, analyst, None, &|| bar.add(1))?;
        let mut lines = Vec::new();
        for ply in 1..known.len() {
            let side = known[ply].turn;
            if asked[usize::from(side == Color::Black)] && is_wrong(&known, ply) {
                let solution = solution(
                    &game.line.at_ply(ply),
                    &known[ply],
                    &limits,
                    interrupt::flag(),
                    analyst,
                );
                lines.extend(solution.map(|found| line(args, index, game, &known, ply, &found)));
            }
        }
        Ok(Some(lines))
    };
    in_order(analysts, games.len(), look, |_, lines| {
        made += lines.len();
        done += 1;
        lines.iter().for_each(|line| out += line);
        Ok(())
    })?;
    drop(bar);
    write_new(&args.out, &out)?;
    let file = args.out.display();
    print(&(say!(lang, "puzzle-make-made", n = made, file) + "\n"))?;
    if interrupt::stopped() {
        return Ok(broken_off(&say!(
            lang,
            "games-broken-off",
            done,
            all = games.len()
        )));
    }
    Ok(ExitCode::from(u8::from(!found.wrong.is_empty())))
}

/// Returns the puzzle with the moves `solution`, from the game `of` with the number `game` in its file, from 0, as a
/// line of CSV in Lichess's form. `known` are the evaluations of the game's positions; `ply` is the number of plies, at
/// least one, before the first move to be found.
fn line(
    args: &Args,
    game: usize,
    of: &Game,
    known: &[Evaluation],
    ply: usize,
    solution: &[String],
) -> String {
    let found = &known[ply];
    let before = of.line.at_ply(ply - 1);
    let here = of.line.at_ply(ply);
    let moves = [&of.line.move_texts()[ply - 1..ply], solution].concat();
    let is_missed = known
        .get(ply + 1)
        .is_some_and(|next| next.judgement.is_some());
    let themes = themes(here.position(), found, solution, is_missed);
    let opening = Openings::usual().of(&of.line);
    let opening = opening.map_or("", |opening| opening.name.get(Lang::EN));
    let url = of.pgn.value("Site").filter(|site| site.starts_with("http"));
    let fields = [
        format!("g{}p{ply}", game + 1),
        before.position().fen(),
        moves.join(" "),
        args.rating.to_string(),
        "350".to_owned(),
        "0".to_owned(),
        "0".to_owned(),
        themes.join(" "),
        url.unwrap_or("").to_owned(),
        opening.replace(": ", "_").replace(' ', "_"),
    ];
    row(&fields)
}

/// Formats fields as a line of CSV, quoted where necessary.
pub(super) fn row(fields: &[String]) -> String {
    let mut out = String::new();
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            let _ = write!(
                out,
                "\"{}\"",
                field.replace('"', "\"\"").replace(['\n', '\r'], " ")
            );
        } else {
            out += field;
        }
    }
    out + "\n"
}
