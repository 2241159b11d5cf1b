//! Solvers and engines with their tables.

use analysis::Analyst;
use players::EngineOptions;
use problems::play::{Judge, Machines};
use problems::verify::{self, Verifier};
use rand::RngExt;
use std::time::Duration;

/// Thinking time of a machine for a move, where nothing else says so.
const MOVETIME: Duration = Duration::from_millis(400);
/// The table of the engine that analyses, in mebibytes.
const HASH_MB: usize = 16;

/// Solvers and engines with their tables, made when they are first needed.
pub struct Engines {
    /// Verifies problems.
    verifier: Option<Verifier>,
    /// Threads of the verifier.
    threads: usize,
    /// The verifier's table, in mebibytes.
    hash_mb: usize,
    /// Looks at problems being solved.
    judge: Option<Judge>,
    /// M1 and M2.
    pub machines: Machines,
    /// Analyses.
    analyst: Option<Box<Analyst>>,
    /// Analyses with two lines.
    chooser: Option<Box<Analyst>>,
}

impl Default for Engines {
    fn default() -> Engines {
        Engines::new(1, verify::HASH_MB)
    }
}

impl Engines {
    /// Creates engines whose verifier has so many threads and a table of so many mebibytes.
    pub fn new(threads: usize, hash_mb: usize) -> Engines {
        Engines {
            verifier: None,
            threads,
            hash_mb,
            judge: None,
            machines: Machines::new(MOVETIME, rand::rng().random()),
            analyst: None,
            chooser: None,
        }
    }

    /// The verifier.
    ///
    /// # Errors
    /// A sentence, if there is no memory for it.
    pub fn verifier(&mut self) -> problems::Result<&mut Verifier> {
        let verifier = match self.verifier.take() {
            Some(verifier) => verifier,
            None => Verifier::new(self.threads, self.hash_mb)?,
        };
        Ok(self.verifier.insert(verifier))
    }

    /// The solver that judges.
    ///
    /// # Errors
    /// A sentence, if there is no memory for it.
    pub fn judge(&mut self) -> Result<&mut Judge, String> {
        let judge = match self.judge.take() {
            Some(judge) => judge,
            None => Judge::new().map_err(|error| error.to_string())?,
        };
        Ok(self.judge.insert(judge))
    }

    /// The engine that analyses.
    ///
    /// # Errors
    /// A sentence, if there is no memory for it.
    pub fn analyst(&mut self) -> Result<&mut Analyst, String> {
        get_or_make(&mut self.analyst, 1)
    }

    /// The engine that says whether the best move is clearly so: it shows two lines.
    ///
    /// # Errors
    /// A sentence, if there is no memory for it.
    pub fn chooser(&mut self) -> Result<&mut Analyst, String> {
        get_or_make(&mut self.chooser, 2)
    }
}

/// The analyst in a place, which is made if it is not there: with so many lines.
fn get_or_make(place: &mut Option<Box<Analyst>>, lines: usize) -> Result<&mut Analyst, String> {
    let analyst = match place.take() {
        Some(analyst) => analyst,
        None => {
            let options = EngineOptions {
                multipv: lines,
                ..EngineOptions::with_hash(HASH_MB)
            };
            Box::new(Analyst::new(options).map_err(|error| error.to_string())?)
        }
    };
    Ok(place.insert(analyst))
}
