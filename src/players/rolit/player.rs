//! The strongest Rolit player: iterative deepening, and an exact search of the last plies.

use super::eval::Eval;
use super::search::{INFINITE, Search};
use super::weights::FEATURES;
use crate::{Choice, Failure, Limits, POINT, Player, Report, Request, Score, margin};
use base::limits::{Budget, TimeBudget};
use base::memory::OutOfMemory;
use games::rolit::{Cell, CellSet, Position};
use games::{Game, MAX_SEATS};
use solve::rolit::board::{Balls, Setting, with_balls};
use solve::rolit::exact::{Exact, MOST_CELLS};
use solve::rolit::table::BoundTable;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Depth of the search if nothing limits it, in plies.
const DEFAULT_DEPTH: u32 = 8;

/// Depth of the usual search that precedes the exact search to order the moves, in plies.
const WARM_UP: u32 = 4;

/// Number of nodes per microsecond by which the time for an exact search is estimated.
const NODES_PER_MICROSECOND: u64 = 4;

/// Greatest estimated number of nodes for which an exact search is begun if neither the depth, the nodes nor the time
/// are limited; such a search takes a few seconds.
const ROOM: u64 = 10_000_000;

/// The strongest Rolit player, for any rules, board and number of players.
///
/// Under a limit of depth or nodes it always plays the same moves in the same games.
#[derive(Debug)]
pub struct Expert {
    table: BoundTable,
}

impl Expert {
    /// Creates a player with a table of `mb` mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is not enough memory for it.
    pub fn new(mb: usize) -> Result<Expert, OutOfMemory> {
        let table = BoundTable::new(mb)?;
        Ok(Expert { table })
    }
}

impl Player<Position> for Expert {
    fn new_game(&mut self, _: &Position, _: &AtomicBool) -> Result<(), Failure> {
        self.table.clear();
        Ok(())
    }

    fn clear_hash(&mut self) {
        self.table.clear();
    }

    fn answer(&mut self, request: &Request<Position>) -> Result<Choice<Cell>, Failure> {
        let (position, limits) = (request.game.position(), request.limits);
        let budget = Budget::of_search(limits, time_of_move(position, limits), request.control);
        let time_left = budget.time_left();
        let mut depth = limits.depth;
        if depth.is_none() {
            // A single legal move needs no search: the time is saved for the other moves.
            if position.count_moves() == 1 && (time_left.is_some() || !request.is_analysis) {
                depth = Some(1);
            } else if !budget.is_bounded() && !request.is_analysis {
                depth = Some(DEFAULT_DEPTH);
            }
        }
        let room = room(limits, time_left);
        let request = Request {
            limits: &Limits { depth, ..*limits },
            ..*request
        };
        self.table.grow_older();
        let mut halt = |nodes| budget.is_spent(nodes);
        let thought = with_balls!(position, think(&self.table, &request, room, &mut halt));
        let thought = thought.ok_or_else(Failure::no_move)?;
        request.answered(thought.line[0], thought.reply, thought.report(position))
    }
}

/// Returns the time for a move: the time on the clock divided by the mover's remaining moves, whose number is known
/// from the empty cells. `None` if there is no time limit.
fn time_of_move(position: &Position, limits: &Limits) -> Option<TimeBudget> {
    let seat = position.turn();
    let rounds = position.empty_cells().div_ceil(position.players() as u32);
    let mut limits = *limits;
    if let Some(clock) = &mut limits.clocks[seat] {
        clock.moves_to_go = Some(clock.moves_to_go.unwrap_or(rounds).min(rounds));
    }
    let time = Budget::time_of_move(&limits, seat)?;
    Some(TimeBudget {
        hard: time.soft,
        ..time
    })
}

/// Returns the greatest estimated number of nodes for which an exact search is begun; with a greater estimate the
/// position is searched to a depth only. `time_left` is the time for the move, `None` if it is not limited.
fn room(limits: &Limits, time_left: Option<Duration>) -> u64 {
    let by_time = time_left.map(|time| {
        let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        time.saturating_mul(NODES_PER_MICROSECOND)
    });
    match limits.nodes.into_iter().chain(by_time).min() {
        Some(room) => room,
        None if limits.depth.is_some() => u64::MAX,
        None => ROOM,
    }
}

/// Result of the search for a move, or of one of its iterations.
struct Thought {
    /// Line of best play, the chosen move first.
    line: Vec<Cell>,
    /// Expected reply, which an interrupted iteration does not change; `None` if it is not known.
    reply: Option<Cell>,
    /// Score for the mover, in hundredths of a ball; `None` if there was no time for one.
    score: Option<i32>,
    /// Depth in plies; the number of empty cells if the score is exact.
    depth: u32,
    /// Number of positions visited.
    nodes: u64,
}

impl Thought {
    /// Makes `cell` the best move.
    fn lead(&mut self, cell: Cell) {
        if self.line.first() != Some(&cell) {
            self.reply = None;
        }
        self.line = vec![cell];
    }

    /// Converts the result to a report. The score is the expected margin over the best opponent, or the present margin
    /// if the search had no time for a score. Chances of win, draw and loss are not given, as they have not been
    /// measured.
    fn report(&self, here: &Position) -> Report {
        let is_exact = self.score.is_some() && self.depth == here.empty_cells();
        let lying = || POINT * margin(here, here.turn()).unwrap_or(0);
        Report {
            score: Some(Score::Centipawns(self.score.unwrap_or_else(lying))),
            depth: Some(self.depth.max(1)),
            nodes: Some(self.nodes.max(1)),
            pv: self.line.iter().map(Cell::to_string).collect(),
            remark: self.score.filter(|_| is_exact).map(|score| {
                let (mover, margin) = (here.color_to_move().name(), score / POINT);
                format!("searched to the end: {mover} is sure of a margin of {margin:+}")
            }),
            ..Report::default()
        }
    }
}

/// Chooses a move for the owner of the setting, who must be to move. Searches to the end of the game if that is
/// estimated to take at most `room` nodes. Reports every iteration, and returns the last one, which may be incomplete.
/// `None` if there is no legal move.
fn think<S: CellSet, const N: usize>(
    setting: &Setting<S>,
    balls: &Balls<S, N>,
    table: &BoundTable,
    request: &Request<Position>,
    room: u64,
    halt: &mut dyn FnMut(u64) -> bool,
) -> Option<Thought> {
    let empties = setting.empties(balls);
    let eval = Eval::new(setting);
    let mut order = Vec::new();
    setting
        .legal(balls, setting.owner)
        .for_each(|cell| order.push(cell));
    let allowed = |cell: &Cell| request.allows(*cell);
    order.retain(allowed);
    let mut thought = Thought {
        line: vec![*order.first()?],
        reply: None,
        score: None,
        depth: 0,
        nodes: 0,
    };
    let last = request.limits.depth.unwrap_or(MOST_CELLS as u32).max(1);
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
            thought.lead(order[0]);
            thought.score = Some(value);
            thought.depth = if whole { depth } else { depth - 1 };
            if whole {
                thought.line = search.line(balls, order[0], (setting.owner, empties, depth));
                thought.reply = thought.line.get(1).copied();
            }
        }
        thought.nodes = search.nodes;
        if search.halted {
            return Some(thought);
        }
        (request.report)(&thought.report(request.game.position()));
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
        thought.lead(order[0]);
        thought.score = Some(POINT * value);
        thought.nodes = nodes + exact.nodes;
        if whole {
            (thought.depth, thought.reply) = (empties, None);
            (request.report)(&thought.report(request.game.position()));
        }
    }
    Some(thought)
}

/// Searches every move of `order` and puts the best one at its front. Returns the value of the best, and true if all
/// were searched; `None` if not even the first was.
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

/// Returns an estimate of the number of nodes of an exact search of a position with `empties` empty cells. It is meant
/// as an upper bound: for nearly all of the random positions with 8 to 16 empty cells that were tried, it was not
/// exceeded.
fn exact_nodes(empties: u32, seats: usize) -> u64 {
    let growth = if seats == 2 { 2.5_f64 } else { 2.75 };
    growth.powf(f64::from(empties.min(60))) as u64
}

/// Returns the features of the evaluation for every seat, less their mean over all seats.
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
