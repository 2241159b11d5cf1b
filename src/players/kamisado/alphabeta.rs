//! Iterative-deepening alpha-beta for a round, with an evaluation made for this game. The prover
//! plays better where it gets to the end of its proof; this player has an answer in a millisecond.

use games::Game;
use games::kamisado::{ANY, Move, Position};

/// A win at the root; a win in `n` plies is worth `WIN - n`.
pub const WIN: i32 = 30_000;
/// From here on a score is a proved win; below its negative a proved loss.
pub const DECIDED: i32 = WIN - 256;

/// Slots of the table at each depth: a short search is done before a large table is cleared.
const SLOTS: [usize; 5] = [1 << 8, 1 << 8, 1 << 9, 1 << 11, 1 << 14];

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move.
    pub best: Move,
    /// Its score for the side to move, in hundredths.
    pub score: i32,
    /// The best line.
    pub line: Vec<Move>,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    score: i16,
    depth: u8,
    /// 0 exact, 1 at least, 2 at most.
    bound: u8,
    color: u8,
    to: u8,
}

/// The searcher and its table.
pub struct AlphaBeta<'a> {
    table: Vec<Slot>,
    /// Positions looked at.
    pub nodes: u64,
    stop: &'a mut dyn FnMut(u64) -> bool,
    stopped: bool,
}

impl<'a> AlphaBeta<'a> {
    /// A searcher that asks `stop` now and then, with the number of positions so far.
    pub fn new(stop: &'a mut dyn FnMut(u64) -> bool) -> AlphaBeta<'a> {
        AlphaBeta {
            table: Vec::new(),
            nodes: 0,
            stop,
            stopped: false,
        }
    }

    fn make_room(&mut self, depth: u8) {
        let empty = Slot {
            key: 0,
            score: 0,
            depth: 0,
            bound: 0,
            color: 0,
            to: 0,
        };
        let slots = SLOTS.get(usize::from(depth)).copied();
        self.table.resize(slots.unwrap_or(1 << 16), empty);
    }

    /// The best of some legal moves at a depth of at least 1, or `None` if the search was stopped
    /// (never at depth 1). The list must not be empty.
    pub fn search(&mut self, root: &Position, moves: &[Move], depth: u8) -> Option<SearchResult> {
        self.make_room(depth);
        let mut best = None;
        let mut alpha = -WIN;
        for &m in moves {
            let child = root.play(m);
            let score = self.descend(root, &child, depth, alpha, WIN, 0);
            if self.stopped && depth > 1 {
                return None;
            }
            if best.is_none() || score > alpha {
                alpha = score.max(alpha);
                best = Some((m, score));
            }
        }
        let (best, score) = best?;
        let line = self.line(root, best, depth);
        Some(SearchResult { best, score, line })
    }

    /// The score of a child for the side to move at its parent.
    fn descend(
        &mut self,
        parent: &Position,
        child: &Position,
        depth: u8,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> i32 {
        if child.turn() == parent.turn() {
            return self.negamax(child, depth - 1, alpha, beta, ply + 1);
        }
        -self.negamax(child, depth - 1, -beta, -alpha, ply + 1)
    }

    fn negamax(&mut self, here: &Position, depth: u8, alpha: i32, beta: i32, ply: i32) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) && (self.stop)(self.nodes) {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        if here.is_over() {
            return -WIN + ply;
        }
        if here.can_win_now() {
            return WIN - ply - 1;
        }
        if let Some(child) = here.forced_zero() {
            // No choice, so it costs no depth; and zero moves do not follow each other for ever.
            return self.descend(here, &child, depth + 1, alpha, beta, ply);
        }
        if depth == 0 {
            return evaluate(here);
        }
        let key = here.key();
        let slot = self.table[key as usize % self.table.len()];
        let mut first = None;
        if slot.key == key {
            first = Some((usize::from(slot.color), slot.to));
            let score = from_table(slot.score, ply);
            let enough = match slot.bound {
                0 => true,
                1 => score >= beta,
                _ => score <= alpha,
            };
            if slot.depth >= depth && enough {
                return score;
            }
        }
        let (mut best, mut best_step, mut low) = (-WIN, (0, 0), alpha);
        for (_, color, to) in ordered(here, first) {
            let child = here.after_step(color, to);
            let score = self.descend(here, &child, depth, low, beta, ply);
            if self.stopped {
                return 0;
            }
            if score > best {
                (best, best_step) = (score, (color, to));
                low = low.max(score);
                if low >= beta {
                    break;
                }
            }
        }
        let index = key as usize % self.table.len();
        self.table[index] = Slot {
            key,
            score: to_table(best, ply),
            depth,
            bound: if best >= beta {
                1
            } else if best > alpha {
                0
            } else {
                2
            },
            color: best_step.0 as u8,
            to: best_step.1,
        };
        best
    }

    /// The line that the table remembers, from a root move on.
    fn line(&self, root: &Position, best: Move, depth: u8) -> Vec<Move> {
        let mut line = vec![best];
        let mut here = root.play(best);
        while line.len() < usize::from(depth) + 8 && !here.is_over() {
            let key = here.key();
            let slot = self.table[key as usize % self.table.len()];
            let m = if let Some(goal) = here.legal_moves().into_iter().find(|m| {
                let child = here.play(*m);
                child.is_over() && child.turn() != here.turn()
            }) {
                goal
            } else if let Some(zero) = here.zero_move() {
                zero
            } else if slot.key == key && slot.bound == 0 {
                here.step_as_move(slot.color.into(), slot.to)
            } else {
                break;
            };
            if !here.is_legal(m) {
                break;
            }
            line.push(m);
            here = here.play(m);
        }
        line
    }
}

/// Distances in the table count from its own position, not from the root.
fn to_table(score: i32, ply: i32) -> i16 {
    (score + ply * decided_sign(score)).clamp(-WIN, WIN) as i16
}

fn from_table(score: i16, ply: i32) -> i32 {
    let score = i32::from(score);
    score - ply * decided_sign(score)
}

/// 1 for a proved win, -1 for a proved loss, else 0.
fn decided_sign(score: i32) -> i32 {
    i32::from(score >= DECIDED) - i32::from(score <= -DECIDED)
}

/// All steps, most promising first: those that leave the opponent the fewest harmless replies, and
/// at the end those that let it win at once.
fn ordered(here: &Position, first: Option<(usize, u8)>) -> Vec<(u32, usize, u8)> {
    let mut steps = Vec::with_capacity(32);
    here.for_each_step(|color, to| {
        let child = here.after_step(color, to);
        let order = if first == Some((color, to)) {
            0
        } else if child.turn() != here.turn() && child.can_win_now() {
            1000
        } else {
            1 + child.safe_replies()
        };
        steps.push((order, color, to));
    });
    steps.sort_by_key(|step| step.0);
    steps
}

/// Returns the value of a position for the side to move, in hundredths; never 0.
///
/// The side to move has one tower (or any, on a round's first ply): how many of its steps answer
/// with a colour whose enemy tower cannot run home decides most games. Then count the towers that
/// can run home, their mobility, and those that are blocked.
pub fn evaluate(here: &Position) -> i32 {
    let seat = here.seat();
    let mut score = 0;
    for (sign, side) in [(1, seat), (-1, seat ^ 1)] {
        for color in 0..8 {
            let targets = here.targets(side, color);
            let runs_home = i32::from(targets >> 56 != 0);
            let blocked = i32::from(targets == 0);
            score += sign * (18 * runs_home + 2 * targets.count_ones() as i32 - 6 * blocked);
        }
    }
    if here.required_number() != ANY {
        let safe = here.safe_replies() as i32;
        score += 12 * safe.min(6) - if safe == 0 { 120 } else { 30 };
    }
    if score == 0 { 1 } else { score }
}
