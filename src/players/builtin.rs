//! The players that this program has for every game, by name, and where they come from.

use super::{
    AlphaBeta, EngineError, EngineOption, EngineOptions, Greedy, Level, LevelError, Levels,
    Minimax, Player, Random,
};
use base::memory::OutOfMemory;
use games::{Game, Variant};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// The players written for every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Builtin {
    /// Any legal move.
    Random,
    /// The best move at sight.
    Greedy,
    /// Every line to a depth.
    Minimax,
    /// The same in less time.
    AlphaBeta,
    /// The game's player of a level.
    Level(Level),
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Builtin::Random => "random",
            Builtin::Greedy => "greedy",
            Builtin::Minimax => "minimax",
            Builtin::AlphaBeta => "alphabeta",
            Builtin::Level(level) => level.name(),
        })
    }
}

impl FromStr for Builtin {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Builtin, LevelError> {
        Ok(match text {
            "random" => Builtin::Random,
            "greedy" => Builtin::Greedy,
            "minimax" => Builtin::Minimax,
            "alphabeta" => Builtin::AlphaBeta,
            _ => Builtin::Level(text.parse()?),
        })
    }
}

impl TryFrom<String> for Builtin {
    type Error = LevelError;

    fn try_from(text: String) -> Result<Builtin, LevelError> {
        text.parse()
    }
}

impl From<Builtin> for String {
    fn from(builtin: Builtin) -> String {
        builtin.to_string()
    }
}

/// The players that this program has for a game: those of its own type ([`Own`]), or those of an
/// entry of the registry, which play a game of whatever type.
pub trait PlayersOf<G: Game>: Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// One of the players that every game has. `seed` decides its chances.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for its table.
    fn builtin(&self, builtin: Builtin, seed: u64) -> Result<Box<dyn Player<G>>, OutOfMemory>;

    /// The options that [`engine`](PlayersOf::engine) obeys.
    fn engine_options(&self) -> Vec<EngineOption>;

    /// The strongest player of the game, set up by options.
    ///
    /// # Errors
    /// [`EngineError`]: memory or a file cannot be had.
    fn engine(&self, options: &EngineOptions, seed: u64)
    -> Result<Box<dyn Player<G>>, EngineError>;

    /// The same with an exact solver at its side: [`Levels::prover`].
    ///
    /// # Errors
    /// [`EngineError`]: memory or a file cannot be had.
    fn prover(&self, options: &EngineOptions, seed: u64)
    -> Result<Box<dyn Player<G>>, EngineError>;
}

/// The players of a game's own type.
pub struct Own<G>(PhantomData<fn() -> G>);

impl<G> Default for Own<G> {
    fn default() -> Own<G> {
        Own(PhantomData)
    }
}

impl<G: Variant + Levels> PlayersOf<G> for Own<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn builtin(&self, builtin: Builtin, seed: u64) -> Result<Box<dyn Player<G>>, OutOfMemory> {
        Ok(match builtin {
            Builtin::Random => Box::new(Random::new(seed)),
            Builtin::Greedy => Box::new(Greedy::new(seed)),
            Builtin::Minimax => Box::new(Minimax),
            Builtin::AlphaBeta => Box::new(AlphaBeta),
            Builtin::Level(level) => G::at_level(level, seed)?,
        })
    }

    fn engine_options(&self) -> Vec<EngineOption> {
        G::engine_options()
    }

    fn engine(
        &self,
        options: &EngineOptions,
        seed: u64,
    ) -> Result<Box<dyn Player<G>>, EngineError> {
        G::engine(options, seed)
    }

    fn prover(
        &self,
        options: &EngineOptions,
        seed: u64,
    ) -> Result<Box<dyn Player<G>>, EngineError> {
        G::prover(options, seed)
    }
}
