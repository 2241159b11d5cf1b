//! A search thread: its statistics, its stack of plies, and the state it shares with the other threads.

use super::corrections::Corrections;
use super::deepening::FORCED_DEPTH;
use super::history::{Histories, MoveContext, PieceTo};
use super::info::Report;
use super::root::RootMove;
use super::score::{self, Score};
use super::table::{Entry, TranspositionTable};
use super::tablebase::Tablebases;
use super::watch::{Proof, Watching};
use super::{Control, MAX_PLY, nodestime, params};
use crate::eval::network::{Accumulators, Network};
use crate::eval::{EvalKind, PawnTable};
use arrayvec::ArrayVec;
use base::limits::TimeBudget;
use games::chess::{Move, Position, Threats};
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// A principal variation: the moves that the search expects both sides to play from a position on.
pub type Pv = ArrayVec<Move, MAX_PLY>;

/// Data that a thread keeps of one ply of the line it is searching.
#[derive(Clone, Copy)]
pub struct Frame {
    /// Static evaluation, or [`score::NONE`] in check.
    pub eval: Score,
    /// The move that led from this ply to the next; `None` for a null move.
    pub moved: Option<PieceTo>,
    /// The same move, with its squares; [`Move::NONE`] for a null move.
    pub played: Move,
    /// True if that move is neither a capture nor a promotion.
    pub quiet: bool,
    /// Plies by which the search of that move is reduced.
    pub reduced: i32,
    /// Cutoffs at this ply since the node two plies before was entered: among the children of a node and of its
    /// siblings.
    pub cutoffs: i32,
    /// The move left out by a singularity test, or [`Move::NONE`].
    pub excluded: Move,
    /// True if the position is or was on a principal variation.
    pub was_pv: bool,
    /// The squares that the opponent attacks.
    pub threats: Threats,
}

impl Frame {
    const EMPTY: Frame = Frame {
        eval: score::NONE,
        moved: None,
        played: Move::NONE,
        quiet: false,
        reduced: 0,
        cutoffs: 0,
        excluded: Move::NONE,
        was_pv: false,
        threats: Threats::NONE,
    };
}

/// Least number of nodes before a clock or `stop` may end the first iteration. They take about a millisecond; without
/// them the answer would be an arbitrary legal move.
const LEAST_NODES: u64 = 4096;

/// Frames before the root, so that accesses up to five plies back need no test.
const MARGIN: usize = 5;

/// A counter that does not share its cache line with another thread's.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Counter(AtomicU64);

impl Counter {
    /// Returns the value published last by [`Counter::set`]; 0 at first.
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    /// Publishes a value for the other threads to read.
    pub fn set(&self, value: u64) {
        self.0.store(value, Relaxed);
    }
}

/// State of one search that all its threads read.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// Stop flag and clock.
    pub control: &'a Control<'a>,
    /// Set by the first thread when it ends; ends all other threads.
    pub over: AtomicBool,
    /// The time limits, if there are any.
    pub budget: Option<TimeBudget>,
    /// Nodes that stand for a millisecond of the budget, if nodes are counted instead of time.
    pub nodestime: Option<NonZeroU64>,
    /// The limit on nodes over all threads.
    pub node_limit: u64,
    /// Nodes over all threads after which no new iteration is begun.
    pub soft_node_limit: u64,
    /// Greatest depth of iterative deepening.
    pub max_depth: usize,
    /// True if there is only one legal move and the clock is running: a short search suffices.
    pub forced: bool,
    /// Number of moves of a mate that ends the search when it is found; `None` if no mate ends it.
    pub mate_limit: Option<u32>,
    /// Number of lines to find (MultiPV).
    pub multipv: usize,
    /// The kind of evaluation.
    pub eval: EvalKind,
    /// The network, used if the evaluation is [`EvalKind::Network`].
    pub network: &'a Arc<Network>,
    /// Tablebases, if they may be probed within the tree.
    pub tablebases: Option<&'a Tablebases>,
    /// Node counter of each thread.
    pub nodes: &'a [Counter],
    /// Counter of tablebase hits of each thread.
    pub tbhits: &'a [Counter],
    /// Node counter of the [`Watch`](super::Watch).
    pub watched: &'a Counter,
    /// Function that receives the reports of the first thread, if any.
    pub report: Option<&'a (dyn Fn(Report) + Sync)>,
}

impl Shared<'_> {
    /// Returns the time that the search has taken so far, in the units of its budget: real time, or time by nodes.
    pub fn elapsed(&self) -> Duration {
        match self.nodestime {
            Some(pace) => nodestime::time_of(self.total_nodes(), pace),
            None => self.control.elapsed(),
        }
    }

    /// Returns the part of that time during which the engine's own clock has run (not the opponent's, while pondering).
    pub fn on_the_clock(&self) -> Duration {
        match self.nodestime {
            Some(_) => self.elapsed(),
            None => self.control.on_the_clock(),
        }
    }

    /// Returns the transposition table's entry for a position `ply` plies from the root, if there is one.
    #[inline(always)]
    pub fn probe(&self, position: &Position, ply: usize) -> Option<Entry> {
        let halfmoves = position.halfmoves();
        self.table.probe(position.key(), ply, halfmoves)
    }

    /// Returns the number of nodes of all threads and of the watch.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(Counter::get).sum::<u64>() + self.watched.get()
    }

    /// Returns the number of tablebase hits of all threads.
    pub fn total_tbhits(&self) -> u64 {
        self.tbhits.iter().map(Counter::get).sum()
    }
}

/// Memory that a thread keeps from one search to the next.
pub struct Memory {
    /// Move statistics.
    pub histories: Histories,
    corrections: Corrections,
    pv: Vec<Pv>,
    frames: Vec<Frame>,
    reductions: Box<[[i32; 64]; 64]>,
    pawns: PawnTable,
    accumulators: Option<Accumulators>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            histories: Histories::default(),
            corrections: Corrections::default(),
            pv: vec![Pv::new(); MAX_PLY + 1],
            frames: vec![Frame::EMPTY; MAX_PLY + MARGIN + 3],
            reductions: reductions(),
            pawns: PawnTable::default(),
            accumulators: None,
        }
    }
}

/// Returns the late-move reductions, `[depth][number of the move]`, in 1/1024 of a ply. They are rounded here, once, so
/// that all machines agree.
fn reductions() -> Box<[[i32; 64]; 64]> {
    let mut reductions = Box::new([[0; 64]; 64]);
    for depth in 1..64 {
        for count in 1..64 {
            let product = f64::from(depth as u32).ln() * f64::from(count as u32).ln();
            let divisor = f64::from(params::lmr_divisor()) / 100.0;
            let plies = f64::from(params::lmr_base()) / 100.0 + product / divisor;
            reductions[depth][count] = (plies * 1024.0).round() as i32;
        }
    }
    reductions
}

impl Memory {
    /// Clears what has been learned, as for a new game. Keeps the allocated memory, and caches that depend only on
    /// positions.
    pub(super) fn forget(&mut self) {
        self.histories.forget();
        self.corrections.forget();
        // The tuner may have changed the parameters.
        if cfg!(feature = "tune") {
            self.reductions = reductions();
        }
    }

    /// Allocates what the evaluation of a search needs.
    pub(super) fn prepare(&mut self, eval: EvalKind, network: &Arc<Network>) {
        if eval != EvalKind::Network {
            self.accumulators = None;
            return;
        }
        let same = |old: &Accumulators| Arc::ptr_eq(old.network(), network);
        match &mut self.accumulators {
            Some(accumulators) if same(accumulators) => accumulators.reset(),
            stale => *stale = Some(Accumulators::new(Arc::clone(network), MAX_PLY + 1)),
        }
    }
}

/// State of a thread during a search.
pub struct Worker<'a> {
    /// Number of the thread, 0 for the one that reports.
    pub id: usize,
    /// State that all threads read.
    pub shared: &'a Shared<'a>,
    /// Move statistics.
    pub histories: &'a mut Histories,
    /// Learned corrections of the evaluation.
    pub(super) corrections: &'a mut Corrections,
    memory_pv: &'a mut Vec<Pv>,
    frames: &'a mut Vec<Frame>,
    reductions: &'a [[i32; 64]; 64],
    /// Cache of the classical evaluation's counts of pawns and kings.
    pub(super) pawns: &'a mut PawnTable,
    /// The accumulators of the network's first layer along the line; `None` if the evaluation does not use the network.
    pub(super) accumulators: &'a mut Option<Accumulators>,
    /// The root moves, best first.
    pub root_moves: Vec<RootMove>,
    /// Index of the line being searched at the root (MultiPV), from 0.
    pub pv_index: usize,
    /// Nodes searched by this thread.
    pub nodes: u64,
    /// Tablebase hits of this thread.
    pub tbhits: u64,
    /// Deepest ply reached below the present root move.
    pub seldepth: usize,
    /// Depth of the present iteration.
    pub root_depth: usize,
    /// True if the search has been aborted; everything it returns from then on is meaningless.
    pub aborted: bool,
    /// The soft time limit, adapted to the results of the last iteration.
    pub aim: Duration,
    /// Number of nodes at which the present quiescence search starts to save effort.
    pub quiet_enough_at: u64,
    /// First ply at which null moves are allowed, while one is being verified.
    pub null_move_from: usize,
    /// Mate finder that works beside this thread, if any.
    pub(super) watch: Watching<'a>,
    /// Mate that the mate finder has proved, if any.
    pub(super) proof: Option<Proof>,
    /// Keys of the positions of the game and of the line being searched, without the present position.
    keys: Vec<u64>,
    /// Number of `keys` that belong to the game.
    game_length: usize,
    /// Index of the first of `keys` after the last null move; repetitions are not looked for across it.
    since_null: usize,
}

/// State to restore after a null move: the previous value of `since_null`.
#[must_use]
pub struct NullMove(usize);

impl<'a> Worker<'a> {
    /// Creates a thread's state for a search. `past` are the keys of the positions of the game before the root.
    pub fn new(
        id: usize,
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        root_moves: Vec<RootMove>,
        past: &[u64],
    ) -> Worker<'a> {
        memory.frames.fill(Frame::EMPTY);
        memory.prepare(shared.eval, shared.network);
        Worker {
            id,
            shared,
            histories: &mut memory.histories,
            corrections: &mut memory.corrections,
            memory_pv: &mut memory.pv,
            frames: &mut memory.frames,
            reductions: &memory.reductions,
            pawns: &mut memory.pawns,
            accumulators: &mut memory.accumulators,
            root_moves,
            pv_index: 0,
            nodes: 0,
            tbhits: 0,
            seldepth: 0,
            root_depth: 0,
            aborted: false,
            aim: shared.budget.map_or(Duration::MAX, |budget| budget.soft),
            quiet_enough_at: 0,
            null_move_from: 0,
            keys: past.to_vec(),
            game_length: past.len(),
            since_null: 0,
            watch: None,
            proof: None,
        }
    }

    /// Returns the frame of a ply.
    #[inline(always)]
    pub fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + MARGIN]
    }

    /// Returns the static evaluation `back` plies before a ply, or [`score::NONE`].
    #[inline(always)]
    pub fn eval_before(&self, ply: usize, back: usize) -> Score {
        if ply >= back {
            self.frames[ply + MARGIN - back].eval
        } else {
            score::NONE
        }
    }

    /// Returns the moves one, two and four plies before a ply, and the squares attacked at it.
    #[inline(always)]
    pub fn earlier(&self, ply: usize) -> MoveContext {
        let at = |back: usize| self.frames[ply + MARGIN - back].moved;
        MoveContext {
            moves: [at(1), at(2), at(4)],
            threats: self.frames[ply + MARGIN].threats,
        }
    }

    /// Returns the frame of the ply before.
    #[inline(always)]
    pub fn frame_before(&self, ply: usize) -> &Frame {
        &self.frames[ply + MARGIN - 1]
    }

    /// Computes the squares that the opponent attacks at a ply; must be called before histories of its quiet moves are
    /// read or updated.
    #[inline(always)]
    pub fn look_for_threats(&mut self, position: &Position, ply: usize) {
        self.frame(ply).threats = position.threats(!position.turn());
    }

    /// Returns the context of the move that led to a ply: the moves one, two and four plies before that move, and the
    /// squares attacked when it was made.
    pub fn earlier_still(&self, ply: usize) -> MoveContext {
        let at = |back: usize| self.frames[ply + MARGIN - 1 - back].moved;
        MoveContext {
            moves: [at(1), at(2), at(4)],
            threats: self.frames[ply + MARGIN - 1].threats,
        }
    }

    /// Returns the late-move reduction for a depth and move number, in 1/1024 of a ply.
    #[inline(always)]
    pub fn reduction(&self, depth: i32, count: usize) -> i32 {
        self.reductions[depth.clamp(0, 63) as usize][count.min(63)]
    }

    /// Clears the principal variation of a ply.
    #[inline(always)]
    pub fn clear_pv(&mut self, ply: usize) {
        self.memory_pv[ply].clear();
    }

    /// Sets the principal variation of a ply to a move followed by the principal variation of the next ply.
    pub fn extend_pv(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.memory_pv.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(m);
        if let Some(rest) = tail.first() {
            let room = line.remaining_capacity().min(rest.len());
            line.extend(rest[..room].iter().copied());
        }
    }

    /// Returns the principal variation of a ply.
    pub fn pv(&self, ply: usize) -> &Pv {
        &self.memory_pv[ply]
    }

    /// Plays a move from a ply: counts the node, records the move, prefetches the transposition table's cache line. To
    /// be followed by [`Worker::leave`].
    #[inline(always)]
    pub fn enter(&mut self, position: &Position, m: Move, ply: usize) -> Position {
        let child = position.play(m);
        self.shared.table.prefetch(child.key());
        let role = position.role_at(m.from());
        let moved = role.map(|role| PieceTo::new(position.turn(), role, m.to()));
        let frame = self.frame(ply);
        frame.moved = moved;
        frame.played = m;
        if !child.in_check() {
            let earlier = self.earlier(ply + 1).moves;
            self.corrections.prefetch(&child, &earlier);
        }
        if let Some(accumulators) = self.accumulators {
            accumulators.push(position, m);
        }
        self.keys.push(position.key());
        self.nodes += 1;
        child
    }

    /// Plays a null move from a ply. Returns the child and the state to pass to [`Worker::leave_null`].
    pub fn enter_null(&mut self, position: &Position, ply: usize) -> (Position, NullMove) {
        let child = position.pass();
        self.shared.table.prefetch(child.key());
        self.frame(ply).moved = None;
        self.frame(ply).played = Move::NONE;
        self.frame(ply).quiet = false;
        if let Some(accumulators) = self.accumulators {
            accumulators.push_null();
        }
        self.keys.push(position.key());
        self.nodes += 1;
        let before = std::mem::replace(&mut self.since_null, self.keys.len());
        (child, NullMove(before))
    }

    /// Takes back the last null move; the argument is the state that [`Worker::enter_null`] returned.
    pub fn leave_null(&mut self, NullMove(before): NullMove) {
        self.since_null = before;
        self.leave();
    }

    /// Takes back the move of the last [`Worker::enter`].
    #[inline(always)]
    pub fn leave(&mut self) {
        self.keys.pop();
        if let Some(accumulators) = self.accumulators {
            accumulators.pop();
        }
    }

    /// Returns true if a position is drawn by repetition, by the fifty-move rule or for lack of material. A single
    /// repetition counts: what could be repeated once could be repeated again.
    pub fn is_draw(&self, position: &Position) -> bool {
        let halfmoves = position.halfmoves() as usize;
        if halfmoves >= 100 && (!position.in_check() || position.count_legal_moves() > 0) {
            return true;
        }
        if position.is_insufficient_material() {
            return true;
        }
        let key = position.key();
        let window = halfmoves.min(self.keys.len() - self.since_null);
        let mut seen_in_game = false;
        // Only every second position has the same side to move, and no position can recur in fewer than four plies.
        for back in (4..=window).step_by(2) {
            let index = self.keys.len() - back;
            if self.keys[index] == key {
                if index >= self.game_length || seen_in_game {
                    return true;
                }
                seen_in_game = true;
            }
        }
        false
    }

    /// Returns true if the search must be aborted. Called at every node; reads the clock only at intervals.
    #[inline(always)]
    pub fn must_stop(&mut self) -> bool {
        if self.aborted {
            return true;
        }
        // The search ends with the last thread, so helpers must end as soon as the first thread has ended.
        if self.id != 0 && self.shared.over.load(Relaxed) {
            self.aborted = true;
            return true;
        }
        let alone = self.shared.nodes.len() == 1;
        if (alone && self.nodes + self.shared.watched.get() >= self.shared.node_limit)
            || self.nodes.is_multiple_of(1024)
        {
            self.check_limits();
        }
        self.aborted
    }

    #[cold]
    fn check_limits(&mut self) {
        self.publish();
        self.give_turn();
        let shared = self.shared;
        let late = || {
            let enough = shared.forced && self.root_depth > FORCED_DEPTH;
            shared.budget.is_some_and(|budget| {
                // After a ponder hit the iteration may be a deep one, and its time has been used already while
                // pondering.
                let settled = shared.control.was_right()
                    && budget.soft < budget.hard
                    && shared.elapsed() >= self.aim;
                !shared.control.is_pondering()
                    && (enough || settled || shared.on_the_clock() >= budget.hard)
            })
        };
        if self.root_depth <= 1 && self.nodes < LEAST_NODES.min(shared.node_limit) {
            // However little time there is, the first iteration searches a minimum of nodes.
        } else if shared.control.stopped() || shared.over.load(Relaxed) {
            self.aborted = true;
        } else if self.id == 0 && (shared.total_nodes() >= shared.node_limit || late()) {
            self.aborted = true;
            shared.over.store(true, Relaxed);
        }
    }

    /// Publishes this thread's counters for the others.
    pub fn publish(&self) {
        self.shared.nodes[self.id].set(self.nodes);
        self.shared.tbhits[self.id].set(self.tbhits);
    }
}
