//! The playing levels that every game has, and the player of each level.
//!
//! | level | player |
//! |---|---|
//! | easy | [`Greedy`]: captures as much as possible with its next move |
//! | medium | [`AlphaBeta`] to a depth of [`MEDIUM_PLIES`] plies |
//! | hard | [`AlphaBeta`] to a fixed number of plies, [`Levels::hard_plies`] |
//! | expert | the strongest player of the game, [`Levels::engine`], within the limits of the move |
//!
//! In chess the levels below expert are the engine at a limited Elo, in Kamisado the weaker players of its own scale;
//! in Rolit the hard level evaluates positions as the expert does. Each level's strength has been measured by matches:
//! [`Levels::elo`].

use super::kamisado::{self, KamisadoPlayer, Weaker};
use super::rolit::Expert;
use super::{
    AlphaBeta, ChessEngine, Choice, Control, Engine, EngineError, EngineOption, EngineOptions,
    Evaluate, Failure, Greedy, Limits, MAX_ELO, MIN_ELO, POINT, Player, Prover, Random, Request,
    Score, chess_player, margin,
};
use base::say;
use engine::eval::explain;
use engine::eval::network::Network;
use games::chess::Position;
use games::kamisado::Match;
use games::rolit;
use games::{Game, Lang, Line};
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Table size of an expert that has a table, in mebibytes.
const EXPERT_HASH_MB: usize = 16;

/// Playing level of a machine, in any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A player that looks one ply ahead, or in chess one of a beginner's Elo.
    Easy,
    /// A player that looks a few plies ahead.
    Medium,
    /// A player that looks some plies further.
    Hard,
    /// The strongest player that this program has.
    Expert,
    /// A number on the game's own scale, from 0 (weakest) to 10 (best).
    Numbered(u8),
}

/// Number of the best level, which is the same player as [`Level::Expert`].
const BEST: u8 = 10;

impl Level {
    /// All levels with names, weakest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert];

    /// Returns the level's name in a language, or its number.
    pub fn name(self, lang: Lang) -> String {
        match self {
            Level::Easy => say!(lang, "level-easy").to_owned(),
            Level::Medium => say!(lang, "level-medium").to_owned(),
            Level::Hard => say!(lang, "level-hard").to_owned(),
            Level::Expert => say!(lang, "level-expert").to_owned(),
            Level::Numbered(number) => number.to_string(),
        }
    }

    /// Returns true if the level's player may search without end unless it is limited, and keeps a state from move to
    /// move. The players of all other levels may as well be created anew for each move.
    pub fn is_best(self) -> bool {
        matches!(self, Level::Expert | Level::Numbered(BEST))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&self.name(Lang::EN))
    }
}

/// Error for a text that is not a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not easy, medium, hard, expert, or a level from 0 to 10")]
pub struct LevelError(pub(super) String);

impl FromStr for Level {
    type Err = LevelError;

    /// Parses an English or Spanish name, in any case and with or without its accent, or a number.
    fn from_str(text: &str) -> Result<Level, LevelError> {
        let name = text.to_lowercase().replace('á', "a").replace('í', "i");
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        Ok(match name.as_str() {
            "easy" | "facil" => Level::Easy,
            "medium" | "medio" => Level::Medium,
            "hard" | "dificil" => Level::Hard,
            "expert" | "experto" => Level::Expert,
            _ => match text.parse() {
                Ok(number @ 0..=BEST) if digits => Level::Numbered(number),
                _ => return Err(LevelError(text.to_owned())),
            },
        })
    }
}

/// Number of plies that [`Level::Medium`] looks ahead in a game that has no other player for this level.
const MEDIUM_PLIES: u8 = 3;

/// A game with a player for each level. By default these are the strategies that play any game.
pub trait Levels: Evaluate {
    /// Text that the protocol uses as a move if there is none to play.
    const NO_MOVE: &'static str = "(none)";
    /// True if the game has mates, which [`verify`](Levels::verify) finds.
    const HAS_MATES: bool = false;

    /// Returns the Elo of a level; `None` in a game whose players have not been measured. In chess the scale is that of
    /// engines; in other games a player of random moves has 600.
    fn elo(level: Level) -> Option<u32> {
        let _ = level;
        None
    }

    /// Returns the number of plies that [`Level::Hard`] looks ahead, which take a fraction of a second at most.
    fn hard_plies(&self) -> u32 {
        4
    }

    /// Returns the options that apply to [`engine`](Levels::engine) in a match.
    fn engine_options() -> Vec<EngineOption> {
        Vec::new()
    }

    /// Creates the strongest player of the game, set up by options. `seed` seeds its random choices.
    ///
    /// # Errors
    /// [`EngineError`]: there is not enough memory, or a file cannot be read.
    fn engine(options: &EngineOptions, seed: u64) -> Result<Box<dyn Player<Self>>, EngineError> {
        Ok(Box::new(Engine::new(|_| Ok(AlphaBeta), options, seed)?))
    }

    /// Creates the same player together with an exact solver, if the game has one.
    ///
    /// # Errors
    /// As for [`engine`](Levels::engine).
    fn prover(options: &EngineOptions, seed: u64) -> Result<Box<dyn Player<Self>>, EngineError> {
        Self::engine(options, seed)
    }

    /// Creates the player of a level. The same seed gives the same moves in the same games, unless a clock limits the
    /// search.
    ///
    /// # Errors
    /// As for [`engine`](Levels::engine).
    fn at_level(level: Level, seed: u64) -> Result<Box<dyn Player<Self>>, EngineError> {
        Ok(match level {
            Level::Easy => Box::new(Greedy::new(seed)),
            Level::Medium => Self::numbered(MEDIUM_PLIES, seed),
            Level::Hard => Box::new(AtMost {
                plies: Self::hard_plies,
                player: AlphaBeta,
            }),
            Level::Numbered(number @ 0..=9) => Self::numbered(number, seed),
            Level::Expert | Level::Numbered(_) => {
                Self::engine(&EngineOptions::with_hash(EXPERT_HASH_MB), seed)?
            }
        })
    }

    /// Creates the player of a number from 0 to 9 on the game's own scale: 0 is random, 1 looks one ply ahead, and any
    /// other number is a depth in plies.
    fn numbered(number: u8, seed: u64) -> Box<dyn Player<Self>> {
        match number {
            0 => Box::new(Random::new(seed)),
            1 => Box::new(Greedy::new(seed)),
            plies => Box::new(AtMost {
                plies: move |_: &Self| plies.into(),
                player: AlphaBeta,
            }),
        }
    }

    /// Creates the player for an Elo in a game whose players have not been measured: from random moves at 600 to nine
    /// plies at 2500.
    ///
    /// # Errors
    /// As for [`engine`](Levels::engine).
    fn handicapped(elo: u32, seed: u64) -> Result<Box<dyn Player<Self>>, EngineError> {
        Self::at_level(Level::Numbered(number_of_elo(elo)), seed)
    }

    /// Returns the score of a finished game for the side that would be to move: the margin of points if the game counts
    /// them, otherwise a loss or a draw.
    fn final_score(game: &Line<Self>) -> Score {
        let here = game.position();
        match (margin(here, here.turn()), game.outcome()) {
            (Some(margin), _) => Score::Centipawns(POINT * margin),
            (None, Some(outcome)) if outcome.winners.contains(here.turn()) => Score::Centipawns(0),
            (None, _) => Score::Mate(0),
        }
    }

    /// Returns the text of the answer to UCI's `eval`, which explains the evaluation.
    fn explain(&self, options: &EngineOptions) -> String {
        let _ = options;
        let score = self.evaluate();
        format!("Evaluation: {score} cp for the side to move")
    }

    /// Returns a sentence for every first move that mates in at most `moves` moves, followed by one with the verdict;
    /// an empty list in a game [without mates](Levels::HAS_MATES).
    fn verify(&self, moves: u32, options: &EngineOptions, control: &Control) -> Vec<String> {
        let _ = (moves, options, control);
        Vec::new()
    }

    /// Returns the position with the other side to move.
    ///
    /// # Errors
    /// A sentence: the game does not support that, or the position would be illegal.
    fn flipped(&self) -> Result<Self, String> {
        Err("flip is for chess".to_owned())
    }
}

impl ChessEngine {
    /// Creates the chess player of a level with another network than the one that is part of the program, as a page
    /// does.
    ///
    /// # Errors
    /// [`EngineError`] if there is not enough memory.
    pub fn at_level(
        level: Level,
        network: Arc<Network>,
        seed: u64,
    ) -> Result<ChessEngine, EngineError> {
        let options = match Position::elo(level) {
            Some(elo) => EngineOptions::with_hash(HELD_HASH_MB).at_elo(elo),
            None => EngineOptions::with_hash(EXPERT_HASH_MB),
        };
        ChessEngine::with_network(options, network, seed)
    }
}

/// Returns the number of the level for an Elo, on the scale of numbered levels.
fn number_of_elo(elo: u32) -> u8 {
    (elo.saturating_sub(600) / 200).min(9) as u8
}

/// Table size of a player below full strength, in mebibytes. In chess the transposition table is only used after book
/// moves.
const HELD_HASH_MB: usize = 1;

impl Levels for Position {
    const NO_MOVE: &'static str = "0000";
    const HAS_MATES: bool = true;

    /// Returns the Elo of a level: for easy, medium and hard that of typical players, from beginner to club player; for
    /// the numbers from 0 to 9 evenly spaced values between the lowest and the highest Elo that can be set. `None` for
    /// the levels of full strength.
    fn elo(level: Level) -> Option<u32> {
        match level {
            Level::Easy => Some(800),
            Level::Medium => Some(1200),
            Level::Hard => Some(1800),
            Level::Numbered(number @ 0..=9) => {
                Some(MIN_ELO + (MAX_ELO - MIN_ELO) / 9 * u32::from(number))
            }
            Level::Expert | Level::Numbered(_) => None,
        }
    }

    fn engine_options() -> Vec<EngineOption> {
        EngineOption::all().iter().map(|option| option.id).collect()
    }

    fn engine(
        options: &EngineOptions,
        seed: u64,
    ) -> Result<Box<dyn Player<Position>>, EngineError> {
        let network = Arc::clone(Network::embedded());
        let engine = ChessEngine::with_network(options.clone(), network, seed)?;
        Ok(Box::new(engine))
    }

    fn prover(
        options: &EngineOptions,
        seed: u64,
    ) -> Result<Box<dyn Player<Position>>, EngineError> {
        Ok(Box::new(Prover::new(options.clone(), seed)?))
    }

    /// Creates the engine, with its strength limited if the level has an Elo.
    fn at_level(level: Level, seed: u64) -> Result<Box<dyn Player<Position>>, EngineError> {
        let network = Arc::clone(Network::embedded());
        Ok(Box::new(ChessEngine::at_level(level, network, seed)?))
    }

    /// A network file that cannot be read is ignored.
    fn explain(&self, options: &EngineOptions) -> String {
        let read = Network::read(Path::new(&options.network)).ok();
        let network = read.filter(|_| !options.network.is_empty());
        let network = network.as_ref().unwrap_or(Network::embedded());
        explain(options.eval, network, self, Lang::EN)
    }

    fn verify(&self, moves: u32, options: &EngineOptions, control: &Control) -> Vec<String> {
        chess_player::verify(self, moves, options, control)
    }

    fn flipped(&self) -> Result<Position, String> {
        let mut setup = self.to_setup();
        setup.swap_turn();
        setup.ep_square = None;
        let flipped = Position::from_setup(&setup, self.is_chess960());
        flipped.map_err(|error| error.to_string())
    }
}

impl Levels for Match {
    /// Returns the Elo that the match of `book/src/strategies.md` measured; `None` for numbered levels, which did not
    /// take part.
    fn elo(level: Level) -> Option<u32> {
        match level {
            Level::Easy => Some(980),
            Level::Medium => Some(1140),
            Level::Hard => Some(1235),
            Level::Expert => Some(1325),
            Level::Numbered(_) => None,
        }
    }

    fn hard_plies(&self) -> u32 {
        6
    }

    /// Levels below hard are weaker players of the game's own scale, which choose at random among equally good moves.
    /// None of them lets the opponent win at once if it can be avoided.
    fn at_level(level: Level, seed: u64) -> Result<Box<dyn Player<Match>>, EngineError> {
        Ok(match level {
            Level::Easy => Box::new(Weaker::new(1, seed)),
            Level::Medium => Box::new(Weaker::by_lot(2, seed)),
            Level::Hard => Box::new(AtMost {
                plies: Match::hard_plies,
                player: AlphaBeta,
            }),
            Level::Numbered(number @ 0..=9) => Match::numbered(number, seed),
            Level::Expert | Level::Numbered(_) => {
                Match::engine(&EngineOptions::with_hash(EXPERT_HASH_MB), seed)?
            }
        })
    }

    fn engine_options() -> Vec<EngineOption> {
        vec![EngineOption::Hash]
    }

    fn engine(options: &EngineOptions, seed: u64) -> Result<Box<dyn Player<Match>>, EngineError> {
        Ok(Box::new(Engine::new(KamisadoPlayer::new, options, seed)?))
    }

    /// Numbers are those of the scale of the students' project.
    fn numbered(number: u8, seed: u64) -> Box<dyn Player<Match>> {
        Box::new(Weaker::new(number, seed))
    }

    /// Explains the evaluation of the current round only.
    fn explain(&self, _: &EngineOptions) -> String {
        let score = kamisado::evaluate(self.round());
        format!("Evaluation: {score} cp for the side to move")
    }

    fn final_score(_: &Line<Match>) -> Score {
        Score::Mate(0)
    }
}

/// Under the students' rules, medium is the same as the hard player of the students' project.
impl Levels for rolit::Position {
    /// Returns the Elo that the match of `book/src/strategies.md` measured; `None` for numbered levels, which did not
    /// take part.
    fn elo(level: Level) -> Option<u32> {
        match level {
            Level::Easy => Some(745),
            Level::Medium => Some(890),
            Level::Hard => Some(1115),
            Level::Expert => Some(1690),
            Level::Numbered(_) => None,
        }
    }

    fn hard_plies(&self) -> u32 {
        3
    }

    /// The hard level evaluates positions as the expert does, because counting balls alone gains little from a greater
    /// depth.
    fn at_level(level: Level, seed: u64) -> Result<Box<dyn Player<rolit::Position>>, EngineError> {
        Ok(match level {
            Level::Easy => Box::new(Greedy::new(seed)),
            Level::Medium => rolit::Position::numbered(MEDIUM_PLIES, seed),
            Level::Hard => Box::new(AtMost {
                plies: rolit::Position::hard_plies,
                player: Expert::new(HELD_HASH_MB)?,
            }),
            Level::Numbered(number @ 0..=9) => rolit::Position::numbered(number, seed),
            Level::Expert | Level::Numbered(_) => {
                rolit::Position::engine(&EngineOptions::with_hash(EXPERT_HASH_MB), seed)?
            }
        })
    }

    fn engine_options() -> Vec<EngineOption> {
        vec![EngineOption::Hash]
    }

    fn engine(
        options: &EngineOptions,
        seed: u64,
    ) -> Result<Box<dyn Player<rolit::Position>>, EngineError> {
        Ok(Box::new(Engine::new(Expert::new, options, seed)?))
    }

    /// Weaker players count balls; those of a greater depth evaluate positions as the expert does.
    fn handicapped(elo: u32, seed: u64) -> Result<Box<dyn Player<rolit::Position>>, EngineError> {
        match number_of_elo(elo) {
            plies @ 5.. => Ok(Box::new(AtMost {
                plies: move |_: &rolit::Position| plies.into(),
                player: Expert::new(HELD_HASH_MB)?,
            })),
            number => rolit::Position::at_level(Level::Numbered(number), seed),
        }
    }

    fn explain(&self, _: &EngineOptions) -> String {
        let mover = self.color_to_move().name();
        let lead = margin(self, self.turn()).unwrap_or(0);
        let score = match self.outcome() {
            Some(_) => POINT * lead,
            None => self.evaluate(),
        };
        format!(
            "{mover} is to move; own balls less those of the best rival: {lead:+}\n\
             Evaluation: {score} cp for {mover}"
        )
    }
}

/// Player that searches at most a certain number of plies, whatever its limits.
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
    fn new_game(&mut self, start: &G, stop: &AtomicBool) -> Result<(), Failure> {
        self.player.new_game(start, stop)
    }

    fn answer(&mut self, request: &Request<G>) -> Result<Choice<G::Move>, Failure> {
        let plies = (self.plies)(request.game.position());
        let limits = Limits {
            depth: Some(request.limits.depth.map_or(plies, |d| d.min(plies))),
            ..*request.limits
        };
        self.player.answer(&Request {
            limits: &limits,
            ..*request
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_in_english_and_spanish_and_shown_in_english() {
        for level in Level::ALL.into_iter().chain((0..=10).map(Level::Numbered)) {
            assert_eq!(level.to_string().parse(), Ok(level));
            let spanish = level.name(Lang::ES);
            assert_eq!(spanish.parse(), Ok(level));
            assert_eq!(spanish.to_uppercase().parse(), Ok(level));
        }
        assert_eq!("dificil".parse(), Ok(Level::Hard));
        for text in ["", "11", "-1", "+3", "robot", "person"] {
            let error = text.parse::<Level>().expect_err("no level").to_string();
            let expected = "is not easy, medium, hard, expert, or a level from 0 to 10";
            assert_eq!(error, format!("'{text}' {expected}"));
        }
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
