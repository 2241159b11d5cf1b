//! The chess engine as a player: book first, then search, at full strength or at a chosen one.

use super::Book;
use crate::games::Game;
use crate::games::Line;
use crate::games::chess::{Move, Position};
use crate::limits::{LagMeter, Limits};
use crate::memory::OutOfMemory;
use crate::search::{Control, Decision, Info, Report, Searcher};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::sync::Mutex;

/// The weakest strength that can be asked for.
pub const MIN_ELO: u32 = 600;
/// The strongest; beyond it, do not limit the strength.
pub const MAX_ELO: u32 = 2500;

/// Lines compared when the strength is limited.
const CANDIDATES: usize = 4;
/// Depth of the look at a book move, to have a score and a reply to ponder on.
const BOOK_DEPTH: u32 = 6;

/// A searcher that may consult a book and may play below its strength.
pub struct ChessEngine {
    /// The searcher and its settings.
    pub searcher: Searcher,
    /// The opening book, if it is to be used.
    pub book: Option<Book>,
    /// The Elo to play at, or `None` for full strength.
    pub elo: Option<u32>,
    rng: StdRng,
    lag: LagMeter,
}

impl ChessEngine {
    /// An engine with a transposition table of `hash_mb` mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not have that much.
    pub fn new(hash_mb: usize) -> Result<ChessEngine, OutOfMemory> {
        Ok(ChessEngine {
            searcher: Searcher::new(hash_mb)?,
            book: None,
            elo: None,
            rng: rand::make_rng(),
            lag: LagMeter::default(),
        })
    }

    /// Makes all draws of lots (book, limited strength) follow from a seed.
    pub fn reseed(&mut self, seed: u64) {
        self.rng = StdRng::seed_from_u64(seed);
    }

    /// Chooses a move in the present position of a game. `at_leisure` says that there is no game
    /// to be played (analysis, pondering): no book and no handicap then.
    pub fn choose(
        &mut self,
        among: &[Move],
        game: &Line<Position>,
        limits: &Limits,
        at_leisure: bool,
        control: &Control,
        report: &(dyn Fn(Report) + Sync),
    ) -> Decision {
        let plies = game.moves().len();
        let Some(clock) = limits.clock(Game::turn(game.position())) else {
            return self.decide(among, game, limits, at_leisure, control, report);
        };
        self.lag.observe(clock, plies);
        let limits = Limits {
            lag: limits.lag.max(self.lag.expected()),
            ..*limits
        };
        let decision = self.decide(among, game, &limits, at_leisure, control, report);
        self.lag.answered(clock, plies, control.on_the_clock());
        decision
    }

    fn decide(
        &mut self,
        among: &[Move],
        game: &Line<Position>,
        limits: &Limits,
        at_leisure: bool,
        control: &Control,
        report: &(dyn Fn(Report) + Sync),
    ) -> Decision {
        if at_leisure {
            return self.searcher.go_among(among, game, limits, control, report);
        }
        if let Some(m) = self.book_move(game).filter(|_| among.is_empty()) {
            let limits = Limits {
                depth: Some(BOOK_DEPTH),
                ..*limits
            };
            return self.searcher.go_among(&[m], game, &limits, control, report);
        }
        match self.elo {
            Some(elo) => self.handicapped(elo, among, game, limits, control, report),
            None => self.searcher.go_among(among, game, limits, control, report),
        }
    }

    fn book_move(&mut self, game: &Line<Position>) -> Option<Move> {
        self.book.as_ref()?.choose(game.position(), &mut self.rng)
    }

    /// Plays at about an Elo: few nodes, and a choice among the best lines that is the more
    /// blurred the weaker the play is to be.
    fn handicapped(
        &mut self,
        elo: u32,
        among: &[Move],
        game: &Line<Position>,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(Report) + Sync),
    ) -> Decision {
        let handicap = Handicap::new(elo);
        let limits = Limits {
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(handicap.nodes)),
            ..*limits
        };
        let multipv = self.searcher.settings.multipv;
        self.searcher.settings.multipv = multipv.max(CANDIDATES);
        let lines: Mutex<Vec<Info>> = Mutex::default();
        let decision = self
            .searcher
            .go_among(among, game, &limits, control, &|said| {
                if let Report::Info(info) = said
                    && let Ok(mut lines) = lines.lock()
                {
                    if info.multipv == 1 {
                        lines.clear();
                    }
                    lines.push(info);
                }
            });
        self.searcher.settings.multipv = multipv;

        let lines = lines.into_inner().unwrap_or_default();
        let mut blurred = |info: &Info| {
            let noise = self.rng.random_range(0.0..1.0) + self.rng.random_range(0.0..1.0);
            f64::from(info.score) + handicap.blur * noise
        };
        let chosen = lines
            .into_iter()
            .map(|info| (blurred(&info), info))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, mut info)) = chosen else {
            return decision;
        };
        info.multipv = 1;
        let chosen = Decision {
            best: info.pv.first().copied().or(decision.best),
            ponder: info.pv.get(1).copied(),
            score: info.score,
            ..decision
        };
        report(Report::Info(info));
        chosen
    }
}

/// How an Elo is turned into a weaker search.
struct Handicap {
    /// Nodes a move.
    nodes: u64,
    /// Width of the random addition to each line's score, in centipawns.
    blur: f64,
}

impl Handicap {
    fn new(elo: u32) -> Handicap {
        let elo = f64::from(elo.clamp(MIN_ELO, MAX_ELO));
        let strength = (elo - f64::from(MIN_ELO)) / f64::from(MAX_ELO - MIN_ELO);
        Handicap {
            nodes: (60.0 * (600.0_f64).powf(strength)) as u64,
            blur: 260.0 * (1.0 - strength).powi(2),
        }
    }
}
