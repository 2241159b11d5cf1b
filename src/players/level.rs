//! The four levels that every game has, and the player that each of them is.
//!
//! | level | player |
//! |---|---|
//! | easy | [`Random`]: any legal move |
//! | medium | [`Greedy`]: the most material or points after this move |
//! | hard | [`AlphaBeta`] to a fixed number of plies, [`Levels::hard_plies`] |
//! | expert | the strongest player the game has here, within the limits of the move |
//!
//! Chess has its engine at an Elo instead, below expert: [`Levels::elo`].

use super::kamisado::{AtStrength, KamisadoPlayer, KamisadoSearcher, Strength};
use super::rolit::{Expert, RolitSearcher};
use super::{
    AlphaBeta, ChessEngine, Choice, EngineError, EngineOption, EngineOptions, Evaluate, Failure,
    GameSearcher, Greedy, Limits, MAX_ELO, MIN_ELO, Player, Prover, Random, Skill, Strategies,
};
use base::memory::OutOfMemory;
use games::Line;
use games::chess::Position;
use games::kamisado::Match;
use games::rolit::{self, Rules};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

/// Size of the table of an expert that has one, in mebibytes.
const EXPERT_HASH_MB: usize = 16;

/// Playing level of a machine, in any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Any legal move.
    Easy,
    /// One ply.
    Medium,
    /// A few plies.
    Hard,
    /// As well as this program can.
    Expert,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert];

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
        }
    }

    /// The Spanish name.
    pub const fn spanish(self) -> &'static str {
        match self {
            Level::Easy => "fácil",
            Level::Medium => "medio",
            Level::Hard => "difícil",
            Level::Expert => "experto",
        }
    }

    /// Returns true if the level's player may think for ever if nothing limits it.
    pub const fn needs_limits(self) -> bool {
        matches!(self, Level::Expert)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is not a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a level: expected easy, medium, hard or expert")]
pub struct LevelError(String);

impl FromStr for Level {
    type Err = LevelError;

    /// Reads an English or Spanish name, with or without its accent, in any case.
    fn from_str(text: &str) -> Result<Level, LevelError> {
        let name = text.to_lowercase().replace('á', "a").replace('í', "i");
        match name.as_str() {
            "easy" | "facil" => Ok(Level::Easy),
            "medium" | "medio" => Ok(Level::Medium),
            "hard" | "dificil" => Ok(Level::Hard),
            "expert" | "experto" => Ok(Level::Expert),
            _ => Err(LevelError(text.to_owned())),
        }
    }
}

/// A game with a player for each level. A game without a player of its own has the strategies.
pub trait Levels: Evaluate {
    /// The Elo of a skill, in a game whose machines have been measured.
    fn elo(skill: Skill) -> Option<u32> {
        let _ = skill;
        None
    }

    /// Number of plies that [`Level::Hard`] looks ahead: a fraction of a second in the busiest positions.
    fn hard_plies(&self) -> u32 {
        4
    }

    /// The strongest player of the game. `seed` decides its chances, if it has any.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for its table.
    fn expert(seed: u64) -> Result<Box<dyn Player<Self>>, OutOfMemory> {
        let _ = seed;
        Ok(Box::new(AlphaBeta))
    }

    /// The player of a number on the game's own scale, from 0 (weakest) to 10 (best).
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for its table.
    fn numbered(number: u8, seed: u64) -> Result<Box<dyn Player<Self>>, OutOfMemory> {
        match number {
            0 => Self::at_level(Level::Easy, seed),
            1 => Self::at_level(Level::Medium, seed),
            2..=9 => Ok(Box::new(AtMost {
                plies: move |_: &Self| number.into(),
                player: AlphaBeta,
            })),
            _ => Self::at_level(Level::Expert, seed),
        }
    }

    /// The player of a skill.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for its table.
    fn at_skill(skill: Skill, seed: u64) -> Result<Box<dyn Player<Self>>, OutOfMemory> {
        match skill {
            Skill::Level(level) => Self::at_level(level, seed),
            Skill::Numbered(number) => Self::numbered(number, seed),
        }
    }

    /// The strongest player of the game as a protocol needs it, with a table of so many mebibytes if
    /// it has one.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for its table.
    fn searcher(hash_mb: usize) -> Result<Box<dyn GameSearcher<Self>>, OutOfMemory> {
        let _ = hash_mb;
        Ok(Box::new(Strategies::default()))
    }

    /// The options that [`engine`](Levels::engine) obeys.
    fn engine_options() -> Vec<EngineOption> {
        Vec::new()
    }

    /// The strongest player of the game, set up by options.
    ///
    /// # Errors
    /// [`EngineError`]: memory or a file cannot be had.
    fn engine(options: &EngineOptions, seed: u64) -> Result<Box<dyn Player<Self>>, EngineError> {
        let _ = options;
        Ok(Self::expert(seed)?)
    }

    /// The same with an exact solver at its side, where the game has one for positions in play.
    ///
    /// # Errors
    /// [`EngineError`]: memory or a file cannot be had.
    fn prover(options: &EngineOptions, seed: u64) -> Result<Box<dyn Player<Self>>, EngineError> {
        Self::engine(options, seed)
    }

    /// The player of a level. The same seed gives the same moves in the same games, as long as no
    /// clock decides.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for the expert's table.
    fn at_level(level: Level, seed: u64) -> Result<Box<dyn Player<Self>>, OutOfMemory> {
        Ok(match level {
            Level::Easy => Box::new(Random::new(seed)),
            Level::Medium => Box::new(Greedy::new(seed)),
            Level::Hard => Box::new(AtMost {
                plies: Self::hard_plies,
                player: AlphaBeta,
            }),
            Level::Expert => Self::expert(seed)?,
        })
    }
}

/// Size of the table of a chess player that is held to an Elo: for its book's moves only.
const HELD_HASH_MB: usize = 1;

/// The chess engine, held to the Elo of a skill if it has one.
fn chess(skill: Skill, seed: u64) -> Result<Box<dyn Player<Position>>, OutOfMemory> {
    let Some(elo) = Position::elo(skill) else {
        return Position::expert(seed);
    };
    let mut engine = ChessEngine::with_hash(HELD_HASH_MB)?;
    engine.reseed(seed);
    engine.hold_to(elo);
    Ok(Box::new(engine))
}

impl Levels for Position {
    /// A beginner, a beginner's friend, a club player; the numbers from 0 to 9 are even steps between the
    /// weakest and the strongest that the engine can be held to.
    fn elo(skill: Skill) -> Option<u32> {
        match skill {
            Skill::Level(Level::Easy) => Some(800),
            Skill::Level(Level::Medium) => Some(1200),
            Skill::Level(Level::Hard) => Some(1800),
            Skill::Numbered(number @ 0..=9) => {
                Some(MIN_ELO + (MAX_ELO - MIN_ELO) / 9 * u32::from(number))
            }
            Skill::Level(Level::Expert) | Skill::Numbered(_) => None,
        }
    }

    fn at_level(level: Level, seed: u64) -> Result<Box<dyn Player<Position>>, OutOfMemory> {
        chess(Skill::Level(level), seed)
    }

    fn expert(seed: u64) -> Result<Box<dyn Player<Position>>, OutOfMemory> {
        let mut engine = ChessEngine::with_hash(EXPERT_HASH_MB)?;
        engine.reseed(seed);
        Ok(Box::new(engine))
    }

    fn engine_options() -> Vec<EngineOption> {
        EngineOption::all().iter().map(|option| option.id).collect()
    }

    fn engine(
        options: &EngineOptions,
        seed: u64,
    ) -> Result<Box<dyn Player<Position>>, EngineError> {
        let mut engine = ChessEngine::new(options.clone())?;
        engine.reseed(seed);
        Ok(Box::new(engine))
    }

    fn prover(
        options: &EngineOptions,
        seed: u64,
    ) -> Result<Box<dyn Player<Position>>, EngineError> {
        Ok(Box::new(Prover::new(options.clone(), seed)?))
    }

    fn numbered(number: u8, seed: u64) -> Result<Box<dyn Player<Position>>, OutOfMemory> {
        chess(Skill::Numbered(number), seed)
    }
}

impl Levels for Match {
    fn hard_plies(&self) -> u32 {
        6
    }

    fn expert(_: u64) -> Result<Box<dyn Player<Match>>, OutOfMemory> {
        Ok(Box::new(KamisadoPlayer::new(EXPERT_HASH_MB)?))
    }

    fn searcher(hash_mb: usize) -> Result<Box<dyn GameSearcher<Match>>, OutOfMemory> {
        Ok(Box::new(KamisadoSearcher::new(hash_mb)?))
    }

    /// The scale of the students' project.
    fn numbered(number: u8, seed: u64) -> Result<Box<dyn Player<Match>>, OutOfMemory> {
        match Strength::numbered(number) {
            None | Some(Strength::Perfect) => Match::expert(seed),
            Some(strength) => Ok(Box::new(AtStrength::new(strength, seed)?)),
        }
    }

    fn engine_options() -> Vec<EngineOption> {
        vec![EngineOption::Hash]
    }

    fn engine(options: &EngineOptions, _: u64) -> Result<Box<dyn Player<Match>>, EngineError> {
        Ok(Box::new(KamisadoPlayer::new(options.hash_mb)?))
    }
}

/// By the students' rules, hard is the hard machine of the students' project.
impl Levels for rolit::Position {
    fn hard_plies(&self) -> u32 {
        match self.rules() {
            Rules::Official => 4,
            Rules::Students => 3,
        }
    }

    fn searcher(hash_mb: usize) -> Result<Box<dyn GameSearcher<rolit::Position>>, OutOfMemory> {
        Ok(Box::new(RolitSearcher::new(hash_mb)?))
    }

    fn expert(_: u64) -> Result<Box<dyn Player<rolit::Position>>, OutOfMemory> {
        Ok(Box::new(Expert::new(EXPERT_HASH_MB)?))
    }

    fn engine_options() -> Vec<EngineOption> {
        vec![EngineOption::Hash]
    }

    fn engine(
        options: &EngineOptions,
        _: u64,
    ) -> Result<Box<dyn Player<rolit::Position>>, EngineError> {
        Ok(Box::new(Expert::new(options.hash_mb)?))
    }
}

/// A searching player that looks no further than so many plies, whatever time it is given.
pub(crate) struct AtMost<F, P> {
    /// Function from a position to the greatest number of plies.
    pub plies: F,
    /// Player that searches.
    pub player: P,
}

impl<G, F, P> Player<G> for AtMost<F, P>
where
    G: Evaluate,
    F: Fn(&G) -> u32 + Send,
    P: Player<G>,
{
    fn new_game(&mut self, start: &G) -> Result<(), Failure> {
        self.player.new_game(start)
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<G::Move>, Failure> {
        let plies = (self.plies)(line.position());
        let depth = limits.depth.map_or(plies, |d| d.min(plies));
        let limits = Limits {
            depth: Some(depth),
            ..*limits
        };
        self.player.choose(line, &limits, stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_in_english_and_spanish_and_shown_in_english() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(level.spanish().parse(), Ok(level));
            assert_eq!(level.spanish().to_uppercase().parse(), Ok(level));
        }
        assert_eq!("dificil".parse(), Ok(Level::Hard));
        let error = "3".parse::<Level>().expect_err("no level");
        assert_eq!(
            error.to_string(),
            "'3' is not a level: expected easy, medium, hard or expert"
        );
    }

    #[test]
    fn hard_looks_no_further_than_its_plies_and_a_lower_limit_holds() {
        let stop = AtomicBool::new(false);
        let line = Line::new(Match::start());
        for (asked, depth) in [(None, 6), (Some(9), 6), (Some(2), 2)] {
            let mut player = Match::at_level(Level::Hard, 1).expect("no table");
            let limits = Limits {
                depth: asked,
                ..Limits::default()
            };
            let choice = player.choose(&line, &limits, &stop).expect("a move");
            assert_eq!(choice.report.depth, Some(depth));
        }
    }
}
