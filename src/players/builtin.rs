//! The players that this program has for every game, by name, and where they come from.

use super::{
    AlphaBeta, EngineError, EngineOption, EngineOptions, Greedy, Level, LevelError, Levels,
    Minimax, Player, Random,
};
use games::{Game, Variant};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// A player that this program has for every game.
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
    /// The strongest player of the game, set up by options.
    Engine,
    /// The same with an exact solver at its side, where the game has one for positions in play.
    Prover,
}

impl Builtin {
    /// Returns true if it is set up by options.
    pub fn takes_options(self) -> bool {
        matches!(self, Builtin::Engine | Builtin::Prover)
    }

    /// Returns true if its search comes to an end even if nothing limits it.
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

    /// Reads what is displayed.
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

/// The players that this program has for a game: those of its own type ([`NativePlayers`]), or those of an
/// entry of the registry, which play a game of whatever type.
pub trait PlayersOf<G: Game>: Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// The options that [`Builtin::Engine`] and [`Builtin::Prover`] obey.
    fn engine_options(&self) -> Vec<EngineOption>;

    /// A player of the game. Only engine and prover look at the options; `seed` decides the player's chances.
    ///
    /// # Errors
    /// [`EngineError`]: memory or a file cannot be had.
    fn player(
        &self,
        builtin: Builtin,
        options: &EngineOptions,
        seed: u64,
    ) -> Result<Box<dyn Player<G>>, EngineError>;
}

/// The players of a game's own type.
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
