//! The strongest player of a game, set up by options: table size, move overhead and playing strength.
//!
//! Chess has a player of its own ([`ChessEngine`](super::ChessEngine)); this one is for all other games.

use super::{Choice, EngineError, EngineOptions, Failure, Levels, Limits, Player, Report, Request};
use base::memory::OutOfMemory;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::AtomicBool;

/// A player whose options can be set.
pub struct Engine<P> {
    player: P,
    /// Creates a player with a table of the given number of mebibytes.
    make: fn(usize) -> Result<P, OutOfMemory>,
    options: EngineOptions,
    rng: StdRng,
}

impl<P> Engine<P> {
    /// Creates a player by calling `make` with the table size of the options. `seed` seeds the random choices of play
    /// at limited strength.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is not enough memory for the hash table.
    pub fn new(
        make: fn(usize) -> Result<P, OutOfMemory>,
        options: &EngineOptions,
        seed: u64,
    ) -> Result<Engine<P>, OutOfMemory> {
        Ok(Engine {
            player: make(options.hash_mb)?,
            make,
            options: options.clone(),
            rng: StdRng::seed_from_u64(seed),
        })
    }
}

impl<G: Levels, P: Player<G>> Player<G> for Engine<P> {
    fn new_game(&mut self, start: &G, stop: &AtomicBool) -> Result<(), Failure> {
        self.player.new_game(start, stop)
    }

    fn configure(&mut self, options: &EngineOptions) -> Result<Option<String>, EngineError> {
        if options.hash_mb != self.options.hash_mb {
            self.player = (self.make)(options.hash_mb)?;
        }
        self.options = options.clone();
        Ok(None)
    }

    fn clear_hash(&mut self) {
        self.player.clear_hash();
    }

    /// At limited strength the move is that of a weaker player, and the full player only evaluates it.
    fn answer(&mut self, request: &Request<G>) -> Result<Choice<G::Move>, Failure> {
        if request.game.outcome().is_some() {
            (request.report)(&Report {
                score: Some(G::final_score(request.game)),
                depth: Some(0),
                ..Report::default()
            });
            return Err(Failure::no_move());
        }
        let limits = request.limits;
        let by_mate = limits.mate.map(|moves| moves.saturating_mul(2));
        let limits = Limits {
            depth: limits.depth.into_iter().chain(by_mate).min(),
            lag: limits.lag.max(self.options.overhead()),
            ..*limits
        };
        let request = Request {
            limits: &limits,
            ..*request
        };
        // A request that restricts the moves asks for their evaluation, so it is answered at full strength.
        let is_full = request.full_strength || !request.among.is_empty();
        let Some(elo) = self.options.handicap().filter(|_| !is_full) else {
            return self.player.answer(&request);
        };
        let mut weaker = G::handicapped(elo, self.rng.random())?;
        let choice = weaker.answer(&Request {
            is_analysis: false,
            report: &|_| {},
            ..request
        })?;
        self.player.answer(&Request {
            limits: &Limits {
                depth: Some(1),
                ..limits
            },
            among: &[choice.chosen],
            ..request
        })
    }
}
