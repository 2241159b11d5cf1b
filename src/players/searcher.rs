//! Searching with reports: a game's player as a protocol needs it, which tells every iteration and is
//! stopped by a sign.
//!
//! A [`GameSearcher`] is to a protocol what a [`Player`] is to a match. Games with a player of their
//! own have a searcher of their own; the others have [`Strategies`].

use super::alphabeta::Tree;
use super::deepen::deepen_until;
use super::{AlphaBeta, Evaluate, Greedy, Limits, POINT, Player, Random, Score, margin};
use base::limits::{Clock, TimeBudget};
use engine::search::Control;
use games::{Game, Line};
use rand::RngExt;
use rand::rngs::StdRng;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The player of a game, as a protocol needs it.
pub trait GameSearcher<G: Game>: Send {
    /// Forgets what it has learnt.
    fn new_game(&mut self);

    /// The score of a finished game from the view of the side that would be to move: the margin where
    /// points are counted, and otherwise lost or drawn.
    fn final_score(&self, game: &Line<G>) -> Score {
        let here = game.position();
        match (margin(here, here.turn()), game.outcome()) {
            (Some(margin), _) => Score::Centipawns(POINT * margin),
            (None, Some(outcome)) if outcome.winners.contains(here.turn()) => Score::Centipawns(0),
            (None, _) => Score::Mate(0),
        }
    }

    /// Returns a function that gives the chances of win, draw and loss, in permille, for a score, if anything is known
    /// of them.
    fn chances(&self) -> fn(Score) -> Option<[u32; 3]> {
        |_| None
    }

    /// Returns the part of its clock that the mover may spend on this move.
    fn share(&self, game: &G, clock: Clock, overhead: Duration) -> Duration {
        let _ = game;
        TimeBudget::from_clock(clock, overhead).hard
    }

    /// Chooses a move below full strength.
    fn choose_at(&mut self, game: &Line<G>, handicap: Handicap, stop: &Stop) -> Option<G::Move>;

    /// Searches until the bounds are met or the stop sign is up. Reports every iteration and returns
    /// the last; gives some move of those allowed, however short the time.
    fn think(
        &mut self,
        game: &Line<G>,
        bounds: &Bounds<G::Move>,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Option<Thought<G::Move>>;
}

/// Bounds of a search, beside time and nodes, which the stop sign is for.
#[derive(Clone, Debug)]
pub struct Bounds<M> {
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// Only these moves; empty for all.
    pub moves: Vec<M>,
}

impl<M> Bounds<M> {
    /// No bounds but the depth, if there is one.
    pub fn depth(depth: Option<u32>) -> Bounds<M> {
        let moves = Vec::new();
        Bounds { depth, moves }
    }
}

/// Report on a search under way.
#[derive(Clone, Debug)]
pub struct Thought<M> {
    /// The iteration, in plies.
    pub depth: u32,
    /// From the view of the side to move.
    pub score: Score,
    /// Positions looked at.
    pub nodes: u64,
    /// The best line.
    pub line: Vec<M>,
    /// A sentence about it, for people.
    pub remark: Option<String>,
}

/// Playing strength below the full one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handicap {
    /// Any legal move.
    Random,
    /// The best move at sight.
    Greedy,
    /// So many plies, at most 9.
    Plies(u8),
}

impl Handicap {
    /// The same for a search of at most so many plies.
    pub fn at_most(self, depth: Option<u32>) -> Handicap {
        match (self, depth) {
            (Handicap::Plies(plies), Some(depth)) if depth < plies.into() => {
                Handicap::Plies(depth as u8)
            }
            _ => self,
        }
    }

    /// The handicap that stands for an Elo: from a random mover at 600 to nine plies at 2500.
    pub fn of_elo(elo: u32) -> Handicap {
        match (elo.saturating_sub(600) / 200).min(9) {
            0 => Handicap::Random,
            1 => Handicap::Greedy,
            plies => Handicap::Plies(plies as u8),
        }
    }
}

/// The stop sign of one search.
pub struct Stop<'a> {
    /// The switchboard.
    pub control: &'a Control<'a>,
    /// The positions that may be looked at in all.
    pub nodes: u64,
    /// The time for this move, if it is limited.
    pub time: Option<Duration>,
}

impl Stop<'_> {
    /// Returns true if a search that has looked at `nodes` positions must end.
    pub fn now(&self, nodes: u64) -> bool {
        self.control.stopped()
            || nodes >= self.nodes
            || self.time_left().is_some_and(|left| left.is_zero())
    }

    /// The flag that `stop` raises.
    pub fn flag(&self) -> &AtomicBool {
        self.control.flag()
    }

    /// The time that is left, if it is limited at this moment: it is not while pondering.
    pub fn time_left(&self) -> Option<Duration> {
        let time = self.time.filter(|_| !self.control.is_pondering())?;
        // What was thought on the opponent's time counts: after it the answer may be due at once.
        Some(time.saturating_sub(self.control.elapsed()))
    }
}

/// The searcher of a game without a player of its own: [`AlphaBeta`], deepening.
pub struct Strategies {
    rng: StdRng,
}

impl Default for Strategies {
    fn default() -> Strategies {
        Strategies {
            rng: rand::make_rng(),
        }
    }
}

impl<G: Evaluate> GameSearcher<G> for Strategies {
    fn new_game(&mut self) {}

    fn choose_at(&mut self, game: &Line<G>, handicap: Handicap, stop: &Stop) -> Option<G::Move> {
        strategy_at(game, handicap, stop, &mut self.rng)
    }

    fn think(
        &mut self,
        game: &Line<G>,
        bounds: &Bounds<G::Move>,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Option<Thought<G::Move>> {
        let mut tree = Tree::new(game.position().turn());
        let halt = |nodes| stop.now(nodes);
        deepen_until(
            game,
            (&bounds.moves, bounds.depth),
            &halt,
            report,
            |child, frame, tally, pv| tree.search(child, frame, tally, pv),
        )
    }
}

/// The move of the strategy that a handicap stands for.
pub(super) fn strategy_at<G: Evaluate>(
    game: &Line<G>,
    handicap: Handicap,
    stop: &Stop,
    rng: &mut StdRng,
) -> Option<G::Move> {
    let mut player: Box<dyn Player<G>> = match handicap {
        Handicap::Random => Box::new(Random::new(rng.random())),
        Handicap::Greedy => Box::new(Greedy::new(rng.random())),
        Handicap::Plies(_) => Box::new(AlphaBeta),
    };
    let limits = Limits {
        depth: match handicap {
            Handicap::Plies(plies) => Some(plies.into()),
            Handicap::Random | Handicap::Greedy => None,
        },
        movetime: stop.time_left(),
        nodes: Some(stop.nodes).filter(|nodes| *nodes != u64::MAX),
        ..Limits::default()
    };
    let choice = player.choose(game, &limits, stop.flag()).ok()?;
    Some(choice.chosen)
}
