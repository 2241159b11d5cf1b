//! Solvers and engines with their hash tables.

use analysis::Analyst;
use players::EngineOptions;
use problems::play::{Judge, Machines};
use problems::verify::{self, Verifier};
use rand::RngExt;
use std::time::Duration;

/// Default thinking time of a machine for a move.
const MOVETIME: Duration = Duration::from_millis(400);
/// Size of the analysing engine's hash table, in mebibytes.
const HASH_MB: usize = 16;

/// Solvers and engines with their hash tables; `None` for those that have not been needed yet.
pub struct Engines {
    /// Solver that verifies problems.
    verifier: Option<Verifier>,
    /// Number of threads of the verifier.
    threads: usize,
    /// Size of the verifier's hash table, in mebibytes.
    hash_mb: usize,
    /// Solver that judges the moves of people who solve problems.
    judge: Option<Judge>,
    /// The machines M1 and M2.
    pub machines: Machines,
    /// Engine that analyses positions.
    analyst: Option<Box<Analyst>>,
    /// Engine that analyses the two best lines of a position.
    chooser: Option<Box<Analyst>>,
}

impl Default for Engines {
    fn default() -> Engines {
        Engines::new(1, verify::HASH_MB)
    }
}

impl Engines {
    /// Creates engines whose verifier has `threads` threads and a hash table of `hash_mb` mebibytes.
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

    /// Returns the verifier, which is created if necessary.
    ///
    /// # Errors
    /// A sentence, if there is not enough memory for it.
    pub fn verifier(&mut self) -> problems::Result<&mut Verifier> {
        let verifier = match self.verifier.take() {
            Some(verifier) => verifier,
            None => Verifier::new(self.threads, self.hash_mb)?,
        };
        Ok(self.verifier.insert(verifier))
    }

    /// Returns the solver that judges moves, which is created if necessary.
    ///
    /// # Errors
    /// A sentence, if there is not enough memory for it.
    pub fn judge(&mut self) -> Result<&mut Judge, String> {
        let judge = match self.judge.take() {
            Some(judge) => judge,
            None => Judge::new().map_err(|error| error.to_string())?,
        };
        Ok(self.judge.insert(judge))
    }

    /// Returns the engine that analyses positions, which is created if necessary.
    ///
    /// # Errors
    /// A sentence, if there is not enough memory for it.
    pub fn analyst(&mut self) -> Result<&mut Analyst, String> {
        get_or_make(&mut self.analyst, 1)
    }

    /// Returns the engine that shows two lines and so tells whether the best move is clearly better than all others. It
    /// is created if necessary.
    ///
    /// # Errors
    /// A sentence, if there is not enough memory for it.
    pub fn chooser(&mut self) -> Result<&mut Analyst, String> {
        get_or_make(&mut self.chooser, 2)
    }
}

/// Returns the engine in `place`, which is created with `lines` lines if there is none.
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
