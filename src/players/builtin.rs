//! The players that this program provides for every game, by name, and how they are created.

use super::{
    AlphaBeta, EngineError, EngineOption, EngineOptions, Greedy, Level, LevelError, Levels,
    Minimax, Player, Random,
};
use games::{Game, Variant};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// A player that this program provides for every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Builtin {
    /// A player that chooses any legal move at random.
    Random,
    /// A player that chooses the best move by looking one ply ahead.
    Greedy,
    /// A player that searches every line to a fixed depth.
    Minimax,
    /// A player that finds the same moves as minimax with fewer nodes.
    AlphaBeta,
    /// The player of a level, which depends on the game.
    Level(Level),
    /// The strongest player of the game, set up by options.
    Engine,
    /// The same player together with an exact solver, if the game has one.
    Prover,
}

impl Builtin {
    /// Returns true if the player is set up by options.
    pub fn takes_options(self) -> bool {
        matches!(self, Builtin::Engine | Builtin::Prover)
    }

    /// Returns true if the player's search ends even without any limits.
    pub fn ends_by_itself(self) -> bool {
        match self {
            Builtin::Engine | Builtin::Prover => false,
            Builtin::Level(level) => !level.is_best(),
            _ => true,
        }
    }
}

impl fmt::Display for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Builtin::Random => "random",
            Builtin::Greedy => "greedy",
            Builtin::Minimax => "minimax",
            Builtin::AlphaBeta => "alphabeta",
            Builtin::Level(level) => return level.fmt(f),
            Builtin::Engine => "atalaya",
            Builtin::Prover => "prover",
        })
    }
}

impl FromStr for Builtin {
    type Err = LevelError;

    /// Parses the text that `Display` produces.
    fn from_str(text: &str) -> Result<Builtin, LevelError> {
        Ok(match text {
            "random" => Builtin::Random,
            "greedy" => Builtin::Greedy,
            "minimax" => Builtin::Minimax,
            "alphabeta" => Builtin::AlphaBeta,
            "atalaya" => Builtin::Engine,
            "prover" => Builtin::Prover,
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

/// The players that this program provides for a game: either for positions of the game's own type ([`NativePlayers`]),
/// or those of an entry of the registry, for positions of any game.
pub trait PlayersOf<G: Game>: Send + Sync {
    /// Returns the name of the game.
    fn game(&self) -> &'static str;

    /// Returns the options that apply to [`Builtin::Engine`] and [`Builtin::Prover`].
    fn engine_options(&self) -> Vec<EngineOption>;

    /// Creates a player of the game. Only the engine and the prover use `options`; `seed` seeds the player's random
    /// choices.
    ///
    /// # Errors
    /// [`EngineError`]: there is not enough memory, or a file cannot be read.
    fn player(
        &self,
        builtin: Builtin,
        options: &EngineOptions,
        seed: u64,
    ) -> Result<Box<dyn Player<G>>, EngineError>;
}

/// Source of the players for a game's own type of positions.
pub struct NativePlayers<G>(PhantomData<fn() -> G>);

impl<G> Default for NativePlayers<G> {
    fn default() -> NativePlayers<G> {
        NativePlayers(PhantomData)
    }
}

impl<G: Variant + Levels> PlayersOf<G> for NativePlayers<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn engine_options(&self) -> Vec<EngineOption> {
        G::engine_options()
    }

    fn player(
        &self,
        builtin: Builtin,
        options: &EngineOptions,
        seed: u64,
    ) -> Result<Box<dyn Player<G>>, EngineError> {
        Ok(match builtin {
            Builtin::Random => Box::new(Random::new(seed)),
            Builtin::Greedy => Box::new(Greedy::new(seed)),
            Builtin::Minimax => Box::new(Minimax),
            Builtin::AlphaBeta => Box::new(AlphaBeta),
            Builtin::Level(level) => G::at_level(level, seed)?,
            Builtin::Engine => G::engine(options, seed)?,
            Builtin::Prover => G::prover(options, seed)?,
        })
    }
}
