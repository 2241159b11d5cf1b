//! Manual pages: the declaration of the command line, examples, and the exit statuses.

use clap::Command;
use clap_mangen::Man;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// Examples: the command, a description, and a line for the shell.
const EXAMPLES: &[(&str, &str, &str)] = &[
    (
        "",
        "Speak UCI on the standard input and output, as chess programs want it",
        "atalaya",
    ),
    (
        "play",
        "Play chess against a machine",
        "atalaya play chess --black medium",
    ),
    (
        "play",
        "Go on with a saved game",
        "atalaya play --load game.json",
    ),
    (
        "replay",
        "Step through the third game of a file",
        "atalaya replay games.pgn --number 3",
    ),
    (
        "analyse",
        "Analyse the games of a file, and write them with evaluations",
        "atalaya analyse games.pgn --pgn analysed.pgn",
    ),
    (
        "analyse",
        "Analyse a position for ten seconds",
        "atalaya analyse --fen \"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1\" --time 10",
    ),
    (
        "mate",
        "Prove a mate in three, with all first moves that lead to it",
        "atalaya mate 3 --fen \"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\" --keys",
    ),
    (
        "stipulation",
        "Solve a helpmate",
        "atalaya stipulation h#2 --fen \"7k/8/8/8/8/8/8/K6Q b - - 0 1\"",
    ),
    (
        "stipulation",
        "Find the shortest games that lead to a position",
        "atalaya stipulation dia --fen \"rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w - - 0 1\"",
    ),
    (
        "retro",
        "Whose move it is, and whether a pawn may be taken en passant",
        "atalaya retro --fen \"kN6/pp6/5P1P/5PpK/8/8/8/8 w - - 0 1\"",
    ),
    (
        "solve",
        "Prove who wins a position of Kamisado",
        "atalaya solve --variant kamisado",
    ),
    (
        "perft",
        "Count move sequences, and those below each first move",
        "atalaya perft 5 --divide",
    ),
    ("bench", "Measure the speed of the search", "atalaya bench"),
    (
        "genfens",
        "Print eight positions to begin games from",
        "atalaya genfens 8 seed 7 book None",
    ),
    (
        "suite",
        "Solve a test suite, one second for each position",
        "atalaya suite positions.epd --time 1",
    ),
    (
        "match",
        "Hold a match of a hundred games between two engines",
        "atalaya match --engine cmd=./old --engine cmd=./new --each tc=10+0.1 --rounds 50 --pgn games.pgn",
    ),
    (
        "match",
        "Go on with a match that was interrupted",
        "atalaya match --engine cmd=./old --engine cmd=./new --each tc=10+0.1 --rounds 50 --pgn games.pgn --resume",
    ),
    (
        "eval",
        "Explain the evaluation of the start position",
        "atalaya eval",
    ),
    (
        "diagram",
        "Draw a position",
        "atalaya diagram \"k7/8/8/8/8/8/PP6/K7 w - - 0 1\" --svg board.svg",
    ),
    (
        "plot",
        "Draw the course of a match",
        "atalaya plot match.json --svg match.svg",
    ),
    (
        "problem",
        "List verified problems with a mate in two",
        "atalaya problem list --moves 2 --state verified",
    ),
    (
        "puzzle",
        "Solve puzzles about mates in two",
        "atalaya puzzle puzzles.csv --themes mateIn2",
    ),
    (
        "ranking",
        "Show the ranking of mates in two",
        "atalaya ranking --theme 2",
    ),
    (
        "user",
        "Make an account of the collection",
        "atalaya user add Ann",
    ),
    (
        "worker",
        "Do the work that is waiting, then end",
        "atalaya worker --until-idle",
    ),
    (
        "jobs",
        "List the jobs that have failed",
        "atalaya jobs --state failed",
    ),
    (
        "serve",
        "Serve the site on this machine",
        "atalaya serve --listen 127.0.0.1:8080",
    ),
    (
        "completions",
        "Complete commands in the shell",
        "atalaya completions bash > ~/.local/share/bash-completion/completions/atalaya",
    ),
    (
        "man",
        "Install the manual pages",
        "atalaya man --dir ~/.local/share/man/man1",
    ),
];

/// Exit statuses and their meanings.
const STATUSES: [(&str, &str); 4] = [
    ("0", "Success."),
    (
        "1",
        "A negative finding, such as a count of moves that is not the known one, a mate that is not there, or a line of a file that is left out.",
    ),
    (
        "2",
        "Bad input, or something that the system refuses: one sentence on the standard error names it.",
    ),
    (
        "130",
        "Broken off by Ctrl-C; what was done until then is told or saved.",
    ),
];

/// Returns the manual page of a command, on which `build` must have been called.
///
/// # Errors
/// Errors of writing to memory, which do not occur in practice.
pub fn page(command: Command) -> io::Result<String> {
    // Name of the command, such as `match` of `atalaya-match`; `None` for the program. Subcommands of commands, such as
    // `atalaya-problem-play`, have no examples.
    let of = command.get_display_name().unwrap_or_default().to_owned();
    let of = of.strip_prefix("atalaya-").map(str::to_owned);
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    let is_shown = |command: &str| of.as_deref().is_none_or(|of| of == command);
    let examples = EXAMPLES.iter().filter(|(command, _, _)| is_shown(command));
    let mut examples = examples.peekable();
    if examples.peek().is_some() {
        page.push_str(".SH EXAMPLES\n");
    }
    for (_, what, line) in examples {
        let (what, line) = (escaped(what), escaped(line));
        // Writing to a String cannot fail.
        let _ = write!(page, ".PP\n{what}:\n.PP\n.nf\n.RS\n{line}\n.RE\n.fi\n");
    }
    page.push_str(".SH EXIT STATUS\n");
    for (status, tells) in STATUSES {
        let _ = write!(page, ".TP\n\\fB{status}\\fR\n{}\n", escaped(tells));
    }
    Ok(page)
}

/// Escapes the special characters of roff in a text.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e")
        .replace('-', "\\-")
        .replace('\'', "\\(aq")
}

/// Writes the pages of a command and its subcommands to a folder; `build` must have been called on the command.
///
/// # Errors
/// The folder cannot be written to.
pub fn write(command: Command, folder: &Path) -> io::Result<()> {
    for part in command.get_subcommands().filter(|part| !part.is_hide_set()) {
        write(part.clone(), folder)?;
    }
    let name = command
        .get_display_name()
        .unwrap_or_else(|| command.get_name());
    let path = folder.join(format!("{name}.1"));
    std::fs::write(path, page(command)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    /// Splits a line for the shell into words, without its redirection.
    fn words(line: &str) -> Vec<String> {
        let line = line.split(" > ").next().unwrap_or_default();
        let parts = line.split('"').enumerate();
        let words = parts.flat_map(|(number, part)| match number % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        });
        words.collect()
    }

    #[test]
    fn every_example_is_a_command_line_of_its_command_and_every_command_has_one() {
        for (command, _, line) in EXAMPLES {
            let words = words(line);
            let known = Cli::command().find_subcommand(command).is_some();
            if !command.is_empty() && !known {
                // The command belongs to a feature that this build lacks.
                continue;
            }
            let read = Cli::command().try_get_matches_from(&words);
            let read = read.unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(
                read.subcommand_name().unwrap_or_default(),
                *command,
                "{line}"
            );
        }
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let has_one = EXAMPLES.iter().any(|(of, _, _)| *of == name);
            assert!(has_one || matches!(name, "datagen" | "train"), "{name}");
        }
    }
}
