//! The command line.
//!
//! One file per subcommand: it declares its arguments (clap), calls the crates of lower layers, and prints. Without a
//! subcommand the binary is a UCI engine. Exit status: 0 for success, 1 for a negative result (such as a perft
//! mismatch), 2 for bad input, which is explained by one sentence on stderr.

mod analyse;
mod bench;
#[cfg(feature = "collection")]
mod collection;
#[cfg(feature = "train")]
mod datagen;
mod diagram;
mod eval;
mod figures;
mod files;
mod genfens;
mod help;
mod interrupt;
#[cfg(feature = "collection")]
mod jobs;
mod language;
mod match_;
mod mate;
mod menu;
mod perft;
mod play;
mod plot;
#[cfg(feature = "collection")]
mod problem;
mod progress;
mod prompt;
#[cfg(feature = "collection")]
pub(crate) mod puzzle;
#[cfg(feature = "collection")]
mod ranking;
mod replay;
mod retro;
#[cfg(feature = "server")]
mod serve;
#[cfg(feature = "shell")]
mod shell;
mod slips;
mod solve;
mod start;
mod stipulation;
mod suite;
#[cfg(feature = "collection")]
mod table;
mod themes;
#[cfg(feature = "train")]
mod train;
#[cfg(feature = "collection")]
mod user;
#[cfg(feature = "collection")]
mod worker;
mod workers;

use crate::version;
use base::text::harmless;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use files::{
    LeftOut, broken_off, complain, input_name, input_name_in, is_dumb, print, read_bytes, read_epd,
    read_file, refuse_existing, warned, warned_in, write_new, write_out,
};
use games::Lang;
use players::Registry;
use std::borrow::Cow;
use std::ffi::OsString;
use std::process::ExitCode;

/// Error message for the user: one sentence on one line that names the offending text.
pub type CliError = Box<dyn std::error::Error + Send + Sync>;

/// Result of a subcommand: its exit status, or the sentence to print before exiting with status 2.
pub type CliResult = Result<ExitCode, CliError>;

#[derive(Parser)]
#[command(
    name = "atalaya",
    version = version::full(),
    about = "A chess engine that speaks UCI, a solver that proves mates, and matches; also Kamisado and Rolit",
    after_help = "Without a command it speaks UCI on its standard input and output: chess programs \
                  such as Cutechess start it so. At a terminal it shows a menu.",
    max_term_width = 100
)]
struct Cli {
    /// Nothing but results: no bars of progress, no notes on the way
    #[arg(short, long, global = true)]
    quiet: bool,
    /// The language: Spanish or English [default: by LC_ALL, LC_MESSAGES or LANG; else English]
    // Read by `language::choose` before the command line is parsed, which may have to be explained in it.
    #[arg(long, global = true, value_parser = language::parser())]
    lang: Option<Lang>,
    #[command(subcommand)]
    command: Option<Command>,
}

// The arguments of a command are declared only when it is named: declaring all of them takes a millisecond. The
// structures of arguments have no doc comments: those would replace the help text of the command.
#[derive(Subcommand)]
#[command(defer = true)]
enum Command {
    /// Count the move sequences of a given length (a test and benchmark of move generation)
    Perft(perft::Args),
    /// Search a fixed set of positions to a fixed depth: the signature and speed of the search
    Bench(bench::Args),
    /// Print balanced positions to begin games from, as OpenBench asks for them: 'genfens 8 seed 1 book None'
    Genfens(genfens::Args),
    /// Play chess, Kamisado or Rolit at the terminal
    Play(Box<play::Args>),
    /// Step through a saved game, forwards and backwards
    Replay(replay::Args),
    /// Prove who wins a position, and write or check the proof
    Solve(solve::Args),
    /// Play games of the engine against itself, for the network to learn from
    #[cfg(feature = "train")]
    Datagen(datagen::Args),
    /// Train the evaluations on the engine's own games, and tune the search
    #[cfg(feature = "train")]
    #[command(subcommand)]
    Train(train::Args),
    /// Hold a match between engines, over openings or over mate problems
    Match(Box<match_::Args>),
    /// Analyse games (PGN) or positions: evaluations, mistakes, proved mates, accuracy, a graph
    #[command(alias = "analyze")]
    Analyse(Box<analyse::Args>),
    /// Draw what a match or a suite of mates has written as JSON
    Plot(plot::Args),
    /// Draw a position of any game as SVG or PNG, or write it for LaTeX
    Diagram(diagram::Args),
    /// Explain the static evaluation of a position
    Eval(eval::Args),
    /// Decide exactly whether there is a mate in N; keys, solution, proof
    Mate(Box<mate::Args>),
    /// Solve helpmates, selfmates, reflexmates, series, stalemates and proof games (h#N, s#N, r#N, ser-h#N, =N, diaN),
    /// Popeye's files too
    #[command(visible_alias = "popeye")]
    Stipulation(Box<stipulation::Args>),
    /// Which side can have moved last; castling and en passant by the conventions of problems
    Retro(retro::Args),
    /// Solve the positions of a test suite (EPD); compare two runs
    Suite(Box<suite::Args>),
    /// Work on the problem collection that is waiting, under way or over; cancel it
    #[cfg(feature = "collection")]
    Jobs(jobs::Args),
    /// Do the work that is waiting: verify problems, on any number of machines
    #[cfg(feature = "collection")]
    Worker(worker::Args),
    /// Chess problems: compose, keep, verify, list, copy and play them
    #[cfg(feature = "collection")]
    Problem(Box<problem::Args>),
    /// Users of the problem collection: sign up, log in and out, another name or password
    #[cfg(feature = "collection")]
    #[command(subcommand)]
    User(Box<user::Args>),
    /// Solve puzzles of a file in Lichess's form, with a rating of one's own; make some from one's own games
    #[cfg(feature = "collection")]
    Puzzle(Box<puzzle::Args>),
    /// Points of people and machines in the problem collection
    #[cfg(feature = "collection")]
    Ranking(Box<ranking::Args>),
    /// Print what a shell completes: bash, zsh, fish and others
    #[cfg(feature = "shell")]
    Completions(shell::Completions),
    /// Print the manual page, or write one for each command
    #[cfg(feature = "shell")]
    Man(shell::Man),
    /// Serve the site: online play and the problem collection, at http://127.0.0.1:8080
    #[cfg(feature = "server")]
    Serve(Box<serve::Args>),
}

/// Runs the command line of this process with the standard games. Exit status 2 if the processor lacks instructions for
/// which the program was compiled.
pub fn main() -> ExitCode {
    if !crate::processor::suffices() {
        return ExitCode::from(2);
    }
    main_with(&Registry::standard(), std::env::args_os())
}

/// Runs a command line with the games of a registry. The first of `args` is the program's name.
///
/// Installs a panic hook: a panic in any thread is reported and aborts the process. Otherwise an engine without its
/// search thread, or a site without one of its tasks, would leave others waiting.
pub fn main_with<A>(registry: &Registry, args: impl IntoIterator<Item = A>) -> ExitCode
where
    A: Into<OsString>,
{
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        std::process::abort();
    }));
    match language::install() {
        Ok(faults) => faults.iter().for_each(|fault| complain(fault)),
        Err(why) => {
            complain(&why);
            return ExitCode::from(2);
        }
    }
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    let args = genfens::unpacked(args);
    let lang = language::choose(&args);
    let result = match parsed(&args, lang) {
        Ok(cli) if cli.command.is_none() && menu::is_at_a_terminal() => {
            chosen(registry, args, lang, menu::begin(registry, lang))
        }
        Err(refusal) if menu::lacks_game(&refusal, &args) && menu::is_at_a_terminal() => {
            chosen(registry, args, lang, menu::play(registry, lang))
        }
        Ok(cli) => obey(registry, cli),
        Err(answer) => return show_answer(answer, &args, lang),
    };
    result.unwrap_or_else(|error| {
        complain(&error.to_string());
        ExitCode::from(2)
    })
}

/// Parses a command line, of which the first element is the program's name.
fn parsed(args: &[OsString], lang: Lang) -> Result<Cli, clap::Error> {
    let with = |command: clap::Command| {
        let matches = command.try_get_matches_from(args);
        matches.and_then(|matches| Cli::from_arg_matches(&matches))
    };
    // Help texts take time to translate, and only an answer shows them.
    match with(Cli::command()) {
        Err(_) if lang != Lang::EN => with(help::command(lang)),
        result => result,
    }
}

/// Carries out what the user has chosen from a menu, as a continuation of the command line `args`.
fn chosen(
    registry: &Registry,
    mut args: Vec<OsString>,
    lang: Lang,
    chosen: Result<menu::Chosen, CliError>,
) -> CliResult {
    match chosen? {
        menu::Chosen::Words(words) => {
            args.extend(words.into_iter().map(OsString::from));
            match parsed(&args, lang) {
                Ok(cli) => obey(registry, cli),
                Err(answer) => Ok(show_answer(answer, &args, lang)),
            }
        }
        menu::Chosen::Uci(line) => speak_uci(registry, menu::uci_lines(line)),
        menu::Chosen::Nothing => Ok(ExitCode::SUCCESS),
        menu::Chosen::Interrupted => Ok(ExitCode::from(interrupt::BROKEN_OFF)),
    }
}

fn speak_uci(
    registry: &Registry,
    lines: impl FnMut() -> Option<String> + Send + 'static,
) -> CliResult {
    uci::run(registry, version::full(), lines)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the command of a parsed command line.
fn obey(registry: &Registry, cli: Cli) -> CliResult {
    if cli.quiet {
        progress::be_quiet();
    }
    match cli.command {
        None => speak_uci(registry, uci::read_line),
        Some(Command::Perft(args)) => perft::run(&args, registry),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Genfens(args)) => genfens::run(&args),
        Some(Command::Play(args)) => play::run(&args, registry),
        Some(Command::Replay(args)) => replay::run(&args, registry),
        Some(Command::Solve(args)) => solve::run(&args, registry),
        #[cfg(feature = "train")]
        Some(Command::Datagen(args)) => datagen::run(&args),
        #[cfg(feature = "train")]
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Match(args)) => match_::run(&args, registry),
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Plot(args)) => plot::run(&args),
        Some(Command::Diagram(args)) => diagram::run(&args, registry),
        Some(Command::Eval(args)) => eval::run(&args),
        Some(Command::Mate(args)) => mate::run(&args),
        Some(Command::Stipulation(args)) => stipulation::run(&args),
        Some(Command::Retro(args)) => retro::run(&args),
        Some(Command::Suite(args)) => suite::run(&args),
        #[cfg(feature = "collection")]
        Some(Command::Jobs(args)) => jobs::run(&args),
        #[cfg(feature = "collection")]
        Some(Command::Worker(args)) => worker::run(&args),
        #[cfg(feature = "collection")]
        Some(Command::Problem(args)) => problem::run(&args),
        #[cfg(feature = "collection")]
        Some(Command::User(args)) => user::run(&args),
        #[cfg(feature = "collection")]
        Some(Command::Puzzle(args)) => puzzle::run(&args),
        #[cfg(feature = "collection")]
        Some(Command::Ranking(args)) => ranking::run(&args),
        #[cfg(feature = "shell")]
        Some(Command::Completions(args)) => shell::completions(&args, registry),
        #[cfg(feature = "shell")]
        Some(Command::Man(args)) => shell::man(&args),
        #[cfg(feature = "server")]
        Some(Command::Serve(args)) => serve::run(&args, registry),
    }
}

/// Prints help, or the error message for a bad command line, and returns the exit status. clap removes escape sequences
/// from the text that it quotes, but no other control characters of terminals, so they are removed here.
fn show_answer(mut answer: clap::Error, args: &[OsString], lang: Lang) -> ExitCode {
    let advice = slips::advice(&answer, args, lang);
    if lang != Lang::EN
        && let Some(refusal) = help::refusal(&answer, advice.as_deref(), lang)
    {
        eprint!("{}", harmless(&refusal));
        return ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2));
    }
    if let Some(advice) = advice {
        let advice = ContextValue::StyledStrs(vec![advice.into()]);
        answer.insert(ContextKind::Suggested, advice);
    }
    let text = answer.render().to_string();
    match harmless(&text) {
        Cow::Owned(shown) => eprint!("{shown}"),
        // Printed by clap, in colours. An error is ignored: the output may be closed.
        Cow::Borrowed(_) => drop(answer.print()),
    }
    ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2))
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory;

    #[test]
    fn no_two_options_of_a_command_are_called_the_same() {
        Cli::command().debug_assert();
    }
}
