//! Construction of a certificate that is as small as possible.
//!
//! The size of a certificate is the number of positions in which the loser is to move. Among the winner's moves that
//! keep the exact distance the builder searches for those whose proof, written as a tree, is smallest: it increases a
//! limit of size (the budget), and asks the prover which moves win at all. If that takes too long, it takes the first
//! proof it finds.

use super::certificate::{Certificate, Replies, state_text};
use super::prover::Prover;
use super::value::Unknown;
use games::Game;
use games::kamisado::{Move, Position};
use std::collections::{BTreeMap, HashMap};

/// Number of positions visited after which the builder gives up the search for the smallest proof.
const PATIENCE: usize = 300_000;
/// The first limit of size; each further one is a quarter larger.
const FIRST_BUDGET: u32 = 32;

/// Builds the certificate of a position. `stop` is called at intervals with the number of positions visited; it returns
/// true to end the search.
///
/// # Errors
/// [`Unknown`] if `stop` ended the search, or the prover's results contradict each other.
pub fn certify(
    prover: &mut Prover,
    position: &Position,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Result<Certificate, Unknown> {
    let value = prover.solve(position, stop)?.value;
    let winner = if value.is_win() {
        position.turn()
    } else {
        1 - position.turn()
    };
    let mut builder = Builder {
        prover,
        stop,
        winner,
        memo: HashMap::new(),
        visits: 0,
        hasty: false,
    };
    let mut budget = FIRST_BUDGET;
    while builder.smallest(position, value.plies(), budget)?.is_none() {
        builder.hasty = builder.visits > PATIENCE;
        budget = if builder.hasty {
            u32::MAX
        } else {
            budget + budget / 4
        };
    }
    // A position may occur with different numbers of plies left. It has only one line, which must do for the least of
    // them: repeat until that number is known for all positions.
    let mut fewest = HashMap::new();
    let (lines, first) = loop {
        let known = fewest.clone();
        let mut lines = BTreeMap::new();
        let (first, after, left) = builder.winners_moves(*position, value.plies())?;
        builder.collect(&after, left, &mut fewest, &mut lines)?;
        if fewest == known {
            break (lines, first);
        }
    };
    Ok(Certificate {
        position: *position,
        wins: value.is_win(),
        plies: value.plies().into(),
        first,
        lines,
    })
}

/// Bounds on the size of the smallest proof from a position.
#[derive(Clone, Copy, Default)]
struct Size {
    /// The smallest proof has at least this many positions.
    least: u32,
    /// The size of the smallest proof if it is known, and the winner's move if it is the winner's turn.
    exact: Option<(u32, Option<Move>)>,
}

/// The winner's moves up to the loser's turn or the end of the round, the position after them, and the plies left.
type Answer = (Vec<String>, Position, u8);

struct Builder<'a> {
    prover: &'a mut Prover,
    stop: &'a mut dyn FnMut(u64) -> bool,
    winner: usize,
    /// Results by the position's key and the plies left.
    memo: HashMap<(u64, u8), Size>,
    visits: usize,
    /// True if the first proof found is taken.
    hasty: bool,
}

impl Builder<'_> {
    /// Returns the size of the smallest proof that ends within `plies`; `None` if it is greater than `budget`.
    fn smallest(
        &mut self,
        here: &Position,
        plies: u8,
        budget: u32,
    ) -> Result<Option<u32>, Unknown> {
        let wins = here.turn() == self.winner;
        if here.is_over() || (wins && winning_move(here).is_some()) {
            return Ok(Some(0));
        }
        self.visits += 1;
        let known = self
            .memo
            .get(&(here.key(), plies))
            .copied()
            .unwrap_or_default();
        if let Some((size, _)) = known.exact {
            return Ok((size <= budget).then_some(size));
        }
        if known.least.max(self.floor(here)) > budget {
            return Ok(None);
        }
        let found = if wins {
            self.best_move(here, plies, budget)?
        } else {
            self.all_replies(here, plies, budget - 1)?
                .map(|s| (s + 1, None))
        };
        let size = self.memo.entry((here.key(), plies)).or_default();
        match found {
            Some(_) => size.exact = found,
            None => size.least = size.least.max(budget.saturating_add(1)),
        }
        Ok(found.map(|(size, _)| size))
    }

    fn best_move(
        &mut self,
        here: &Position,
        plies: u8,
        budget: u32,
    ) -> Result<Option<(u32, Option<Move>)>, Unknown> {
        let mut moves = Vec::new();
        for m in here.legal_moves() {
            let child = here.play(m);
            if self.is_won(&child, plies - 1)? {
                moves.push((hard_replies(&child), child.count_moves(), m, child));
            }
        }
        moves.sort_by_key(|(hard, all, m, _)| (*hard, *all, *m));
        let mut best = None;
        let mut bound = budget;
        for (_, _, m, child) in moves {
            if let Some(size) = self.smallest(&child, plies - 1, bound)? {
                best = Some((size, Some(m)));
                if size == 0 || self.hasty {
                    break;
                }
                bound = size - 1;
            }
        }
        Ok(best)
    }

    /// Returns the sum of the sizes over all replies of the loser, the largest first; `None` if it is greater than
    /// `budget`.
    fn all_replies(
        &mut self,
        here: &Position,
        plies: u8,
        budget: u32,
    ) -> Result<Option<u32>, Unknown> {
        let mut replies: Vec<(u32, Position)> = Vec::new();
        for m in here.legal_moves() {
            let child = here.play(m);
            let over = child.is_over();
            let at_once = over || (child.turn() == self.winner && winning_move(&child).is_some());
            let least = match self.memo.get(&(child.key(), plies - 1)) {
                _ if at_once => 0,
                Some(Size { exact: Some(e), .. }) => e.0,
                known => known.map_or(0, |size| size.least).max(self.floor(&child)),
            };
            replies.push((least, child));
        }
        replies.sort_by_key(|(least, _)| std::cmp::Reverse(*least));
        let mut total: u32 = replies.iter().map(|(least, _)| least).sum();
        for (least, child) in replies {
            if total > budget {
                return Ok(None);
            }
            let room = budget - (total - least);
            match self.smallest(&child, plies - 1, room)? {
                Some(size) => total += size - least,
                None => return Ok(None),
            }
        }
        Ok((total <= budget).then_some(total))
    }

    /// Returns the least size of a proof from here if no immediate win is possible: a winner without sumo towers must
    /// let the loser move, one that can push may go on alone.
    fn floor(&self, here: &Position) -> u32 {
        u32::from(here.turn() != self.winner || !here.has_sumo())
    }

    /// Returns true if the winner wins this position within `plies` plies.
    fn is_won(&mut self, here: &Position, plies: u8) -> Result<bool, Unknown> {
        if here.is_over() {
            return Ok(here.turn() != self.winner);
        }
        if here.turn() == self.winner {
            self.prover.wins_within(here, plies, self.stop)
        } else {
            self.prover.loses_within(here, plies, self.stop)
        }
    }

    /// Plays the winner's moves from `start` until the loser is to move or the round is over: each time a move that
    /// wins at once if there is one, else that of the smallest proof found. Returns these moves, the position after
    /// them and the plies left of `plies`.
    ///
    /// # Errors
    /// [`Unknown::Contradiction`] if no move is known for a position in which the winner is to move, or no ply is left.
    fn winners_moves(&self, start: Position, plies: u8) -> Result<Answer, Unknown> {
        let (mut here, mut left, mut moves) = (start, plies, Vec::new());
        while !here.is_over() && here.turn() == self.winner {
            let known = self.memo.get(&(here.key(), left));
            let chosen = known.and_then(|size| size.exact?.1);
            let m = winning_move(&here).or(chosen);
            let (Some(m), Some(fewer)) = (m, left.checked_sub(1)) else {
                return Err(Unknown::Contradiction {
                    nodes: self.prover.nodes(),
                });
            };
            moves.push(here.move_text(m));
            (here, left) = (here.play(m), fewer);
        }
        Ok((moves, here, left))
    }

    /// Adds the line of a position in which the loser is to move, and those of all positions that follow.
    fn collect(
        &self,
        here: &Position,
        plies: u8,
        fewest: &mut HashMap<String, u8>,
        lines: &mut BTreeMap<String, Replies>,
    ) -> Result<(), Unknown> {
        if here.is_over() {
            return Ok(());
        }
        let state = state_text(here);
        let left = fewest.entry(state.clone()).or_insert(plies);
        *left = plies.min(*left);
        let left = *left;
        if lines.contains_key(&state) {
            return Ok(());
        }
        let mut replies = Vec::new();
        for m in here.legal_moves() {
            let answer = self.winners_moves(here.play(m), left.saturating_sub(1))?;
            replies.push((here.move_text(m), answer));
        }
        let line = replies
            .iter()
            .map(|(m, (moves, _, _))| (m.clone(), moves.clone()));
        lines.insert(state, line.collect());
        for (_, (_, next, left)) in &replies {
            self.collect(next, *left, fewest, lines)?;
        }
        Ok(())
    }
}

/// Returns a move that ends the round at once in favour of the side to move, if there is one.
fn winning_move(here: &Position) -> Option<Move> {
    let ends = |m: &Move| {
        let child = here.play(*m);
        child.is_over() && child.turn() != here.turn()
    };
    here.legal_moves().into_iter().find(ends)
}

/// Returns the number of replies after which the opponent cannot win at once.
fn hard_replies(here: &Position) -> usize {
    let holds = |m: &Move| winning_move(&here.play(*m)).is_none();
    here.legal_moves().iter().filter(|m| holds(m)).count()
}
