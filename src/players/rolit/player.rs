//! The strongest player of Rolit here: iterative deepening, then the last plies searched exactly.

use super::eval::Eval;
use super::search::{INFINITE, Search};
use super::weights::FEATURES;
use crate::{Bounds, Choice, Failure, POINT, Player, Report, Score};
use base::limits::{Budget, Limits};
use base::memory::OutOfMemory;
use games::rolit::{Cell, CellSet, Position};
use games::{Game, Line, MAX_SEATS};
use solve::rolit::board::{Balls, Setting, with_balls};
use solve::rolit::exact::{Exact, MOST_CELLS};
use solve::rolit::table::BoundTable;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

/// Plies it looks ahead if nothing limits it.
const DEFAULT_DEPTH: u32 = 8;

/// Plies that are searched the usual way before the exact search, to find a good first move.
const WARM_UP: u32 = 4;

/// The exact search is begun if this many nodes per second would see it through.
const NODES_PER_SECOND: u64 = 4_000_000;

/// Rolit's expert: any rules, board and number of players.
///
/// Under a limit of depth or nodes it plays the same moves in the same games.
#[derive(Debug)]
pub struct Expert {
    table: BoundTable,
    shown_depth: Option<Arc<AtomicU32>>,
}

impl Expert {
    /// A player with a table of `mb` mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for it.
    pub fn new(mb: usize) -> Result<Expert, OutOfMemory> {
        let table = BoundTable::new(mb)?;
        Ok(Expert {
            table,
            shown_depth: None,
        })
    }

    /// Forgets what it has learnt.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches until the bounds are met, the end of the game is seen, or `halt` says so, which is
    /// asked now and then with the number of positions looked at. Reports every iteration and
    /// returns the last, which may be an unfinished one. The game is searched to its end where that takes fewer than
    /// `room` positions. `None` if there is no move to choose.
    pub fn think(
        &mut self,
        position: &Position,
        bounds: &Bounds<Cell>,
        room: u64,
        halt: &mut dyn FnMut(u64) -> bool,
        report: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        self.table.grow_older();
        with_balls!(position, think(&self.table, bounds, room, halt, report))
    }
}

impl Player<Position> for Expert {
    fn new_game(&mut self, _: &Position) -> Result<(), Failure> {
        self.clear();
        Ok(())
    }

    fn show_depth(&mut self, depth: &Arc<AtomicU32>) {
        self.shown_depth = Some(Arc::clone(depth));
    }

    fn choose(
        &mut self,
        line: &Line<Position>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<Cell>, Failure> {
        let position = line.position();
        let budget = Budget::of_move(limits, position.turn(), stop);
        let unlimited = !budget.is_bounded();
        let mut bounds = Bounds::depth(limits.depth.or(unlimited.then_some(DEFAULT_DEPTH)));
        let room = budget_nodes(limits, &budget);
        // Of a single legal move nothing needs to be found out, unless a depth was asked for.
        if limits.depth.is_none() && position.count_moves() == 1 {
            bounds.depth = Some(1);
        }
        let mut halt = |nodes| budget.is_spent(nodes);
        let shown = self.shown_depth.clone();
        let mut show = |thought: &Thought| {
            if let Some(shown) = &shown {
                shown.store(thought.depth, Relaxed);
            }
        };
        let thought = self.think(position, &bounds, room, &mut halt, &mut show);
        if budget.is_interrupted() {
            return Err(Failure::Interrupted);
        }
        let nothing = || Failure::IllegalMove("(none)".to_owned());
        let thought = thought.ok_or_else(nothing)?;
        let chosen = *thought.line.first().ok_or_else(nothing)?;
        Ok(Choice {
            chosen,
            elapsed: budget.elapsed(),
            report: Report {
                score: thought.score.map(Score::Centipawns),
                depth: Some(thought.depth),
                nodes: Some(thought.nodes),
                pv: thought.line.iter().map(Cell::to_string).collect(),
                mate_found: None,
            },
        })
    }
}

/// Result of thinking about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The best line, the move to play first.
    pub line: Vec<Cell>,
    /// To the mover, in hundredths of a ball. `None` if there was no time for one.
    pub score: Option<i32>,
    /// Plies searched; all that are left if the score is exact.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// Chooses a move for the owner of the setting. `None` on a full board.
fn think<S: CellSet, const N: usize>(
    setting: &Setting<S>,
    balls: &Balls<S, N>,
    table: &BoundTable,
    bounds: &Bounds<Cell>,
    room: u64,
    halt: &mut dyn FnMut(u64) -> bool,
    report: &mut dyn FnMut(&Thought),
) -> Option<Thought> {
    let empties = setting.empties(balls);
    let eval = Eval::new(setting);
    let mut order = Vec::new();
    setting
        .legal(balls, setting.owner)
        .for_each(|cell| order.push(cell));
    let allowed = |cell: &Cell| bounds.moves.is_empty() || bounds.moves.contains(cell);
    order.retain(allowed);
    let mut thought = Thought {
        line: vec![*order.first()?],
        score: None,
        depth: 0,
        nodes: 0,
    };
    let last = bounds.depth.unwrap_or(MOST_CELLS as u32).max(1);
    let solvable = empties <= last && exact_nodes(empties, setting.seats) <= room;
    let mut search = Search {
        setting,
        eval: &eval,
        table: Some(table),
        nodes: 0,
        halt: &mut *halt,
        halted: false,
        killers: Vec::new(),
        history: vec![[0; MOST_CELLS]; MAX_SEATS.min(setting.seats)],
    };
    for depth in 1..=last.min(empties) {
        if solvable && depth > WARM_UP.min(empties / 2) {
            break;
        }
        if depth == 1 {
            let moves = search.ordered(balls, (setting.owner, 3), None);
            order = moves.into_iter().map(|(_, cell)| cell).collect();
            order.retain(allowed);
            thought.line = order.first().copied().into_iter().collect();
        }
        let below = |child: &Balls<S, N>, low: i32, first: bool| {
            let at = (setting.owner, empties, depth);
            let value = search.child(child, at, low, INFINITE, first);
            (value, search.halted)
        };
        let found = root(setting, balls, &mut order, below);
        if let Some((value, whole)) = found {
            thought.line = vec![order[0]];
            thought.score = Some(value);
            thought.depth = if whole { depth } else { depth - 1 };
            if whole {
                thought.line = search.line(balls, order[0], (setting.owner, empties, depth));
            }
        }
        thought.nodes = search.nodes;
        if search.halted {
            return Some(thought);
        }
        report(&thought);
    }
    if !solvable {
        return Some(thought);
    }
    let nodes = thought.nodes;
    let mut halt = |more| halt(nodes + more);
    let mut exact = Exact {
        setting,
        table,
        nodes: 0,
        halt: &mut halt,
        halted: false,
        symmetries: None,
    };
    let below = |child: &Balls<S, N>, low: i32, first: bool| {
        let high = if first { INFINITE } else { low + 1 };
        let mut value = exact.below(child, setting.owner, empties, low, high);
        if !first && value > low && !exact.halted {
            value = exact.below(child, setting.owner, empties, value, INFINITE);
        }
        (value, exact.halted)
    };
    if let Some((value, whole)) = root(setting, balls, &mut order, below) {
        thought.line = vec![order[0]];
        thought.score = Some(POINT * value);
        thought.nodes = nodes + exact.nodes;
        if whole {
            thought.depth = empties;
            report(&thought);
        }
    }
    Some(thought)
}

/// Searches every move of `order` and puts the best at its front. The value of the best, and
/// whether all were searched; `None` if not even the first was.
fn root<S: CellSet, const N: usize>(
    setting: &Setting<S>,
    balls: &Balls<S, N>,
    order: &mut [Cell],
    mut below: impl FnMut(&Balls<S, N>, i32, bool) -> (i32, bool),
) -> Option<(i32, bool)> {
    let mut best = None;
    for index in 0..order.len() {
        let child = balls.played(order[index], setting.owner);
        let low = best.unwrap_or(-INFINITE);
        let (value, halted) = below(&child, low, index == 0);
        if halted {
            return best.map(|value| (value, false));
        }
        if best.is_none() || value > low {
            best = Some(value);
            order[..=index].rotate_right(1);
        }
    }
    best.map(|value| (value, true))
}

/// About the most nodes that an exact search takes: of random positions with 8 to 16 empty cells
/// nearly all stayed below.
fn exact_nodes(empties: u32, seats: usize) -> u64 {
    let growth = if seats == 2 { 2.5_f64 } else { 2.75 };
    growth.powf(f64::from(empties.min(60))) as u64
}

/// The nodes that there is time for.
fn budget_nodes(limits: &Limits, budget: &Budget) -> u64 {
    let by_time = budget.time_left().unwrap_or(Duration::from_secs(1));
    let by_time = u64::try_from(by_time.as_micros()).unwrap_or(u64::MAX);
    let by_time = by_time.saturating_mul(NODES_PER_SECOND / 1_000_000);
    match limits.nodes {
        Some(nodes) if budget.time_left().is_none() => nodes,
        Some(nodes) => nodes.min(by_time),
        None if limits.depth.is_some() && budget.time_left().is_none() => u64::MAX,
        None => by_time,
    }
}

/// Returns the features that the evaluation counts for every seat, less the mean of all seats.
pub fn relative_features(position: &Position) -> Vec<[f64; FEATURES]> {
    fn rows<S: CellSet, const N: usize>(
        setting: &Setting<S>,
        balls: &Balls<S, N>,
        _: (),
    ) -> Vec<[f64; FEATURES]> {
        let eval = Eval::new(setting);
        eval.relative_features(setting, balls, setting.owner)
    }
    with_balls!(position, rows(()))
}
