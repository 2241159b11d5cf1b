//! `atalaya solve`: exact values of Kamisado and Rolit positions; for Kamisado also certificates and their
//! verification.

mod rolit;

use super::progress::{Bar, Left, Stages};
use super::{
    CliError, CliResult, broken_off, figures, input_name_in, interrupt, language, print, read_file,
    refuse_existing, write_new,
};
use base::lang::one_of;
use base::{key, say};
use games::kamisado::{Deadlock, Position, START, Side, Towers};
use games::{Game, Lang};
use players::Registry;
use serde_json::{Value as Json, json};
use solve::kamisado::{Certificate, Prover, Solution, Unknown, certify, check};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub struct Args {
    /// The game: kamisado or rolit
    #[arg(required_unless_present_any = ["check", "variant"])]
    game: Option<String>,
    /// The game, said the way other commands do
    #[arg(long, conflicts_with = "game", value_name = "NAME")]
    variant: Option<String>,
    /// Position to solve [default: the start position of Kamisado]
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,
    /// Kamisado: solve the position after each legal move; distances count that move
    #[arg(long, conflicts_with = "certificate")]
    all_first_moves: bool,
    /// Kamisado: write a proof to this file, which must not exist
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Kamisado: when blocked towers end the round [default: mutual]
    #[arg(long, value_enum)]
    deadlock: Option<Reading>,
    /// Kamisado: towers that the position must have: all sixteen, or at least one of each side [default: all]
    #[arg(long, value_enum)]
    towers: Option<Present>,
    /// Rolit: give up after so many seconds, with exit status 1
    #[arg(long, value_name = "S")]
    time: Option<u64>,
    /// Size of the table of proved states, in MB
    #[arg(long, default_value_t = 256, value_name = "MB")]
    hash: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Verify a proof by the rules alone; exit status 1 if it does not hold
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "fen", "all_first_moves", "certificate", "deadlock", "towers", "hash", "time"])]
    check: Option<PathBuf>,
    #[arg(skip = language::current())]
    lang: Lang,
}

/// Function that solves a position of one game, as the arguments say.
type Solver = fn(&Args) -> CliResult;

/// Names of the games that have a solver, with the solvers.
const SOLVERS: [(&str, Solver); 2] = [("kamisado", run_kamisado), ("rolit", rolit::run)];

#[derive(Clone, Copy, clap::ValueEnum)]
enum Reading {
    Mutual,
    Cycle,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Present {
    All,
    Some,
}

/// Runs the subcommand.
///
/// # Errors
/// A bad position, a file that cannot be read or already exists, or too little memory for the table of proved states.
pub fn run(args: &Args, registry: &Registry) -> CliResult {
    if let Some(path) = &args.check {
        return run_check(path, args.json, args.lang);
    }
    // clap ensures that a game is named.
    let name = args.game.as_deref().or(args.variant.as_deref());
    let entry = registry.find(name.unwrap_or_default());
    let name = entry.map_err(|error| error.text(args.lang))?.name();
    let solver = SOLVERS.iter().find(|(game, _)| *game == name);
    let (_, solve) = solver.ok_or_else(|| {
        let games = one_of(&SOLVERS.map(|(game, _)| game), args.lang);
        say!(args.lang, "solve-no-solver", name, games)
    })?;
    interrupt::flag();
    let solved = solve(args);
    match solved {
        Err(error) if interrupt::stopped() => {
            Ok(broken_off(&say!(args.lang, "solve-broken-off", error)))
        }
        solved => solved,
    }
}

fn run_kamisado(args: &Args) -> CliResult {
    let lang = args.lang;
    if args.time.is_some() {
        return Err(of_other_game("--time", "rolit", lang));
    }
    let deadlock = match args.deadlock {
        None | Some(Reading::Mutual) => Deadlock::Mutual,
        Some(Reading::Cycle) => Deadlock::Cycle,
    };
    let text = args.fen.as_deref().unwrap_or(START);
    let towers = match args.towers {
        None | Some(Present::All) => Towers::All,
        Some(Present::Some) => Towers::Some,
    };
    let position = Position::parse_with(text, towers).map_err(|error| error.text(lang))?;
    let position = position.with_deadlock(deadlock);
    if let Some(path) = &args.certificate {
        refuse_existing(path)?;
    }
    let mut prover = Prover::new(args.hash).map_err(|error| error.text(lang))?;
    if args.all_first_moves {
        return solve_children(&position, &mut prover, args.json, lang);
    }
    let solved = Solved::new(&position, &mut prover, lang)?;
    let mut size = None;
    if let Some(path) = &args.certificate {
        let certificate = certify(&mut prover, &position, &mut |_| interrupt::stopped());
        let certificate = certificate.map_err(|why| why.text(lang))?;
        write_new(path, &certificate.to_text())?;
        size = Some(certificate.lines.len());
    }
    if args.json {
        let mut object = solved.json();
        if let (Some(map), Some(size)) = (object.as_object_mut(), size) {
            map.insert("certificate_positions".to_owned(), size.into());
        }
        print(&format!("{object}\n"))?;
    } else {
        let mut out = solved.sentence(lang);
        if let (Some(path), Some(size)) = (&args.certificate, size) {
            out += &say!(lang, "solve-certificate", path = path.display(), size);
            out.push('\n');
        }
        print(&out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Solution with the other contents of its report.
struct Solved {
    winner: Side,
    solution: Solution,
    /// Moves of the line of best play in the game's text form.
    line: Vec<String>,
    time: Duration,
}

impl Solved {
    fn new(position: &Position, prover: &mut Prover, lang: Lang) -> Result<Solved, CliError> {
        let bar = Bar::open(Some(key!("bar-nodes")));
        let mut stages = Stages::begin(Instant::now());
        let solved = Solved::reporting(position, prover, &|nodes| bar.set(nodes), &mut |plies| {
            bar.note(|lang| say!(lang, "bar-no-end", count = plies));
            bar.expect(stages.ended(Instant::now(), 1).map(Left::Depth));
        });
        Ok(solved.map_err(|why| why.text(lang))?)
    }

    /// Does the same as [`Solved::new`], but calls `on_nodes` with the number of nodes so far and `on_depth` with each
    /// depth, in plies, at which no win was found.
    fn reporting(
        position: &Position,
        prover: &mut Prover,
        on_nodes: &dyn Fn(u64),
        on_depth: &mut dyn FnMut(u8),
    ) -> Result<Solved, Unknown> {
        let started = Instant::now();
        let mut stop = |nodes| {
            on_nodes(nodes);
            interrupt::stopped()
        };
        let solution = prover.solve_by_depth(position, &mut stop, on_depth)?;
        let mut here = *position;
        let mut line = Vec::new();
        for &m in &solution.line {
            line.push(here.move_text(m));
            here = here.play(m);
        }
        let side = position.side();
        Ok(Solved {
            winner: if solution.value.is_win() {
                side
            } else {
                side.other()
            },
            solution,
            line,
            time: started.elapsed(),
        })
    }

    fn json(&self) -> Json {
        json!({
            "winner": word(self.winner),
            "plies": self.solution.value.plies(),
            "best": self.line.first(),
            "line": self.line,
            "nodes": self.solution.nodes,
            "time_ms": self.time.as_millis() as u64,
        })
    }

    fn sentence(&self, lang: Lang) -> String {
        let (side, plies) = (word(self.winner), self.solution.value.plies());
        if plies == 0 {
            return say!(lang, "solve-kamisado-won", side) + "\n";
        }
        let line = self.line.join(" ");
        let wins = say!(lang, "solve-kamisado-wins", side, plies, line);
        wins + "\n" + &figures::nodes_and_time(self.solution.nodes, self.time, lang)
    }
}

/// Returns the word for a side in JSON, which also selects its name in messages.
fn word(side: Side) -> &'static str {
    ["black", "white"][side as usize]
}

/// Returns the error of an option that belongs to the game `game` and not to the one to be solved.
fn of_other_game(option: &str, game: &str, lang: Lang) -> CliError {
    say!(lang, "solve-option-of-other-game", option, game).into()
}

fn solve_children(
    position: &Position,
    prover: &mut Prover,
    as_json: bool,
    lang: Lang,
) -> CliResult {
    let started = Instant::now();
    let mut list = Vec::new();
    let mut wins = 0;
    let moves = position.legal_moves();
    let bar = Bar::of(moves.len() as u64, key!("bar-moves"));
    for m in moves {
        let solved = Solved::reporting(&position.play(m), prover, &|_| (), &mut |_| ());
        let solved = solved.map_err(|why| why.text(lang))?;
        bar.add(1);
        let (first, plies) = (position.move_text(m), solved.solution.value.plies() + 1);
        wins += usize::from(solved.winner == position.side());
        if as_json {
            let mut object = solved.json();
            if let Some(map) = object.as_object_mut() {
                map.insert("move".to_owned(), first.into());
                map.insert("plies".to_owned(), plies.into());
            }
            list.push(object);
        } else {
            let best = solved.line.first().map_or("-", String::as_str);
            let line = say!(
                lang,
                "solve-kamisado-move",
                first,
                side = word(solved.winner),
                plies,
                padded = format_args!("{plies:2}"),
                best,
                nodes = solved.solution.nodes,
                ms = solved.time.as_millis()
            );
            bar.print(&(line + "\n"))?;
            list.push(Json::Null);
        }
    }
    drop(bar);
    if as_json {
        print(&format!("{}\n", Json::Array(list)))?;
    } else {
        let moves = say!(lang, "solve-kamisado-moves-win", wins, all = list.len());
        print(&(moves + "\n" + &figures::time(started.elapsed(), lang)))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn run_check(path: &Path, as_json: bool, lang: Lang) -> CliResult {
    let text = read_file(path)?;
    let certificate = Certificate::parse(&text)
        .map_err(|error| format!("{}: {}", input_name_in(path, lang), error.text(lang)))?;
    let side = certificate.position.side();
    let winner = word(if certificate.wins { side } else { side.other() });
    let position = certificate.position.text();
    match check::check(&certificate) {
        Ok(checked) => {
            let check::Checked {
                plies,
                positions,
                replies,
            } = checked;
            print(&if as_json {
                let object = json!({
                    "holds": true, "position": position, "winner": winner, "plies": plies,
                    "positions": positions, "replies": replies,
                });
                format!("{object}\n")
            } else {
                let holds = say!(
                    lang,
                    "solve-proof-holds",
                    side = winner,
                    position,
                    plies,
                    positions,
                    replies
                );
                holds + "\n"
            })?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            print(&if as_json {
                format!("{}\n", json!({"holds": false, "error": error.to_string()}))
            } else {
                say!(lang, "solve-proof-fails", why = error.text(lang)) + "\n"
            })?;
            Ok(ExitCode::from(1))
        }
    }
}
