//! Generator of balanced start positions for other programs: random plies after an opening, judged by a short search.

use super::openings::{AFTER_OPENING, FROM_START, Openings, play_random};
use base::lang::Lang;
use base::limits::Limits;
use base::memory::OutOfMemory;
use base::say;
use engine::search::{Control, Searcher};
use games::chess::Position;
use games::{Game, Line};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// Default limit for a side's advantage, in centipawns: positions with a greater one are rejected.
pub const MOST: i32 = 300;
/// Nodes of the search that judges a position.
const NODES: u64 = 5_000;
/// Size of the transposition table of that search, in MB.
const HASH_MB: usize = 1;
/// Number of consecutive rejected positions after which the generator gives up.
const PATIENCE: u32 = 2_000;

/// Source of positions: one seed gives the same positions on every machine.
pub struct Generator<'a> {
    openings: &'a Openings<Position>,
    plies: RangeInclusive<usize>,
    most: i32,
    rng: Xoshiro256PlusPlus,
    searcher: Searcher,
    given: HashSet<String>,
}

/// Error when no further balanced position was found that has not been returned before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct NoneLeft {
    /// Number of positions returned before.
    pub given: usize,
    /// Greatest advantage that was allowed, in centipawns.
    pub most: i32,
}

impl NoneLeft {
    /// Message of the error in a language.
    pub fn text(&self, lang: Lang) -> String {
        let NoneLeft { given, most } = self;
        say!(lang, "positions-none-left", given, most)
    }
}

impl<'a> Generator<'a> {
    /// Creates a generator of positions after the lines of `openings`, all of which are equally likely. `plies` random
    /// plies are played after a line: if `None`, 1 to 4, or 8 or 9 from the start position. `most` is the greatest
    /// advantage of a side, in centipawns.
    ///
    /// # Errors
    /// [`OutOfMemory`]: there is not enough memory for the search's transposition table.
    pub fn new(
        openings: &'a Openings<Position>,
        plies: Option<usize>,
        most: i32,
        seed: u64,
    ) -> Result<Generator<'a>, OutOfMemory> {
        let is_start = openings.starts().all(|start| *start == Position::start());
        let is_start = is_start && openings.of_round(0).moves().is_empty();
        let usual = if is_start { FROM_START } else { AFTER_OPENING };
        Ok(Generator {
            openings,
            plies: plies.map_or(usual, |plies| plies..=plies),
            most,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            searcher: Searcher::new(HASH_MB)?,
            given: HashSet::new(),
        })
    }

    /// Returns the next balanced position that has not been returned before.
    ///
    /// # Errors
    /// [`NoneLeft`] if too many positions in a row were rejected.
    pub fn draw(&mut self) -> Result<Position, NoneLeft> {
        for _ in 0..PATIENCE {
            let round = self.rng.random_range(0..self.openings.count());
            let mut line = self.openings.of_round(round);
            let plies = self.rng.random_range(self.plies.clone());
            play_random(&mut line, plies, &mut self.rng);
            let position = *line.position();
            if self.is_balanced(&position) && self.given.insert(position.fen()) {
                return Ok(position);
            }
        }
        Err(NoneLeft {
            given: self.given.len(),
            most: self.most,
        })
    }

    /// Returns true if the game is not over and neither side's advantage exceeds the limit.
    fn is_balanced(&mut self, position: &Position) -> bool {
        if position.outcome().is_some() {
            return false;
        }
        self.searcher.new_game();
        let (game, limits) = (Line::new(*position), Limits::to_nodes(NODES));
        let control = Control::new(false);
        let decision = self.searcher.go(&game, &limits, &control, &|_| {});
        decision.score.abs() <= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(openings: &Openings<Position>, seed: u64, count: usize) -> Vec<String> {
        let generator = Generator::new(openings, None, MOST, seed);
        let mut generator = generator.expect("a megabyte");
        let fens = (0..count).map(|_| generator.draw().expect("there are many").fen());
        fens.collect()
    }

    #[test]
    fn a_seed_gives_the_same_positions_and_another_seed_others_each_once() {
        let openings = Openings::at(Position::start());
        let fens = drawn(&openings, 7, 20);
        assert_eq!(drawn(&openings, 7, 20), fens);
        let others = drawn(&openings, 8, 20);
        let all: HashSet<_> = fens.iter().chain(&others).collect();
        assert_eq!(all.len(), 40, "{fens:?} {others:?}");
        for fen in &fens {
            let counters: Vec<&str> = fen.split(' ').skip(4).collect();
            assert!(counters == ["0", "5"] || counters[1] == "5", "{fen}");
        }
    }

    #[test]
    fn won_positions_are_not_given_out_and_their_end_is_told() {
        let queen = Position::from_fen("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", false).expect("legal");
        let openings = Openings::at(queen);
        let mut generator = Generator::new(&openings, Some(0), MOST, 1).expect("a megabyte");
        assert_eq!(
            generator.draw(),
            Err(NoneLeft {
                given: 0,
                most: MOST
            })
        );
        // Without random plies there is only one position, which is returned once.
        let mut generator = Generator::new(&openings, Some(0), 100_000, 1).expect("a megabyte");
        assert_eq!(generator.draw(), Ok(queen));
        let error = generator.draw().expect_err("it is given").to_string();
        assert_eq!(
            error,
            "no more than 1 different positions were found within 100000 centipawns"
        );
    }
}
