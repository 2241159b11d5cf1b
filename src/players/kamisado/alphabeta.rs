//! Iterative-deepening alpha-beta for a round of Kamisado, with an evaluation of its own. The prover plays better if it
//! completes its proof; this player has an answer within a millisecond.

use games::Game;
use games::kamisado::{ANY, Move, Position};

/// Score of a win; a win `n` plies from the root is scored as `WIN - n`.
pub const WIN: i32 = 30_000;
/// Least score of a proved win; a proved loss has a score of at most its negative.
pub const DECIDED: i32 = WIN - 256;

/// Number of table slots by search depth, so that a shallow search need not clear a large table.
const SLOTS: [usize; 5] = [1 << 8, 1 << 8, 1 << 9, 1 << 11, 1 << 14];

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move.
    pub best: Move,
    /// Score for the side to move, in hundredths.
    pub score: i32,
    /// Line of best play, the best move first.
    pub line: Vec<Move>,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    score: i16,
    depth: u8,
    /// Kind of `score`: 0 exact, 1 lower bound, 2 upper bound.
    bound: u8,
    color: u8,
    to: u8,
}

/// Alpha-beta searcher with its table.
pub struct AlphaBeta<'a> {
    table: Vec<Slot>,
    /// Number of positions visited.
    pub nodes: u64,
    stop: &'a mut dyn FnMut(u64) -> bool,
    stopped: bool,
}

impl<'a> AlphaBeta<'a> {
    /// Creates a searcher. It calls `stop` at intervals with the number of positions so far, and ends when that returns
    /// true.
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

    /// Searches the legal moves `moves`, which must not be empty, to a depth of at least 1. Returns `None` if the
    /// search was stopped, which never happens at depth 1.
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

    /// Returns the score of `child` for the side to move at its parent.
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
            // A forced move costs no depth. This terminates, because forced passes cannot follow each other without
            // end.
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

    /// Returns the line of best play that the hash table holds, which begins with the move `best` at the root. It is at
    /// most eight plies longer than `depth`, the depth of the search.
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

/// Converts a score for the hash table, where the distance to a win is counted from the position itself and not from
/// the root.
fn to_table(score: i32, ply: i32) -> i16 {
    (score + ply * decided_sign(score)).clamp(-WIN, WIN) as i16
}

fn from_table(score: i16, ply: i32) -> i32 {
    let score = i32::from(score);
    score - ply * decided_sign(score)
}

/// Returns 1 for the score of a proved win, -1 for that of a proved loss, and 0 for any other.
fn decided_sign(score: i32) -> i32 {
    i32::from(score >= DECIDED) - i32::from(score <= -DECIDED)
}

/// Returns all steps, the most promising first: those that leave the opponent the fewest safe replies, and last those
/// that let it win at once. `first` is put at the front.
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

/// Returns the evaluation of a position for the side to move, in hundredths; never 0.
///
/// The side to move has one tower (or any, on a round's first ply). Most important is the number of its steps onto a
/// colour whose enemy tower cannot reach its goal at once; then the towers that can reach their goals, their mobility,
/// and those that are blocked.
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
