//! Reading of puzzle files; lines that are not puzzles are reported on stderr.

use super::super::{CliError, complain, warned_in};
use base::say;
use games::{Lang, Read};
use problems::puzzle::Puzzle;
use problems::puzzle::csv::{Criteria, Failure, drawn, each};
use rand::rngs::StdRng;
use std::fs::File;
use std::io::{BufReader, Error};
use std::path::Path;

/// Puzzles chosen from a file.
#[derive(Debug)]
pub struct Chosen {
    /// The puzzles that were chosen.
    pub puzzles: Vec<Puzzle>,
    /// Number of lines that are not puzzles, which have been reported.
    pub refused: usize,
}

/// Largest number of lines that are reported one by one.
const MOST_NAMED: usize = 10;

/// Reporter of the faults of the file that is being read.
struct Faults<'a> {
    path: &'a Path,
    lang: Lang,
    named: usize,
}

impl Faults<'_> {
    fn place(&self, number: usize) -> String {
        format!(
            "{}: {} {number}",
            self.path.display(),
            say!(self.lang, "csv-line")
        )
    }

    fn refuse(&mut self, number: usize, why: &str) {
        self.named += 1;
        if self.named <= MOST_NAMED {
            complain(&format!("{}: {why}", self.place(number)));
        }
    }

    fn open(&self) -> Result<BufReader<File>, CliError> {
        let file = File::open(self.path).map_err(|error| self.unread(&error))?;
        Ok(BufReader::new(file))
    }

    fn unread(&self, error: &Error) -> CliError {
        let name = self.path.display();
        say!(self.lang, "csv-cannot-read", name, error).into()
    }

    fn failed(&self, failure: Failure) -> CliError {
        match failure {
            Failure::Unread(error) => self.unread(&error),
            Failure::Columns(number, why) => format!("{}: {why}", self.place(number)).into(),
        }
    }

    fn warned(&self, number: usize, read: Read<Puzzle>) -> Puzzle {
        warned_in(self.lang, &self.place(number), read)
    }

    /// Prints how many further lines are not puzzles, if any, and returns the number of all of them.
    fn end(&self) -> usize {
        if let Some(more @ 1..) = self.named.checked_sub(MOST_NAMED) {
            let name = self.path.display();
            complain(&say!(self.lang, "csv-more-lines-no-puzzles", name, more));
        }
        self.named
    }
}

/// Chooses puzzles of a file at random, and reports lines that are not puzzles.
///
/// # Errors
/// A sentence that names the file: it cannot be read, or lacks the columns of puzzles.
pub fn choose(
    path: &Path,
    wanted: &Criteria,
    rng: &mut StdRng,
    lang: Lang,
) -> Result<Chosen, CliError> {
    let named = 0;
    let mut faults = Faults { path, lang, named };
    let input = faults.open()?;
    let drawn = drawn(input, wanted, rng, lang, |number, why| {
        faults.refuse(number, &why);
    });
    let drawn = drawn.map_err(|failure| faults.failed(failure))?;
    let refused = faults.end();
    let told = |(number, puzzle)| faults.warned(number, puzzle);
    Ok(Chosen {
        puzzles: drawn.into_iter().map(told).collect(),
        refused,
    })
}

/// Calls `take` with each puzzle of a file that meets the criteria, and reports lines that are not puzzles. Returns the
/// number of those lines.
///
/// # Errors
/// As for [`choose`], and any error of `take`.
pub fn all<E: From<CliError>>(
    path: &Path,
    wanted: &Criteria,
    lang: Lang,
    mut take: impl FnMut(Puzzle) -> Result<(), E>,
) -> Result<usize, E> {
    let named = 0;
    let mut faults = Faults { path, lang, named };
    let input = faults.open()?;
    let shared = std::cell::RefCell::new((&mut faults, Ok(())));
    let read = each(
        input,
        wanted,
        lang,
        |number, why| shared.borrow_mut().0.refuse(number, &why),
        |number, puzzle| {
            let (faults, done) = &mut *shared.borrow_mut();
            if done.is_ok() {
                *done = take(faults.warned(number, puzzle));
            }
        },
    );
    let (faults, done) = shared.into_inner();
    read.map_err(|failure| faults.failed(failure))?;
    done?;
    Ok(faults.end())
}
