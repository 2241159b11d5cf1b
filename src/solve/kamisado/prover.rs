//! The prover: a search of increasing depth, so that the first proof found has the exact distance.
//!
//! Two questions call each other: can the side to move force a win within `n` plies
//! ([`Search::wins`]), and is it forced to lose within `n` ([`Search::loses`])? In a plain round the
//! turns alternate and the side to move has lost every finished position, so wins take an odd
//! number of plies and losses an even one. With sumo towers a push keeps the turn, and every number
//! is asked. Answers are kept in the table as bounds on the distance.

use super::table::{State, StateTable, TableEntry};
use super::value::{Solution, Unknown, Value};
use base::memory::OutOfMemory;
use games::Game;
use games::kamisado::{ANY, Deadlock, Move, Position};

/// The greatest number of plies to which the search goes.
pub const MAX_PLIES: u8 = 126;

/// Number of positions between two calls of `stop`.
const PATIENCE: u64 = 1024;

/// Solver of rounds. Its table of results is kept for later searches.
#[derive(Debug)]
pub struct Prover {
    table: StateTable,
    /// The round to which the table belongs: the sides' ranks and the rule for deadlocks.
    round: Option<([u16; 2], Deadlock)>,
    /// Positions visited in all searches.
    nodes: u64,
}

impl Prover {
    /// Creates a prover with a table of `mb` mebibytes.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system does not have that much.
    pub fn new(mb: usize) -> Result<Prover, OutOfMemory> {
        Ok(Prover {
            table: StateTable::new(mb)?,
            round: None,
            nodes: 0,
        })
    }

    /// Returns the number of positions visited in all searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.table.clear();
        self.round = None;
    }

    /// Finds the exact value of a position, with a line of best play. `stop` is called at intervals with the number of
    /// positions visited; it returns true to end the search.
    ///
    /// # Errors
    /// [`Unknown`] if `stop` ended the search, or its results contradict each other.
    pub fn solve(
        &mut self,
        position: &Position,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Solution, Unknown> {
        self.solve_by_depth(position, stop, &mut |_| ())
    }

    /// Solves the position as [`Prover::solve`] does, and calls `on_depth` with each number of plies within which it is
    /// proved that neither side can force the end of the round.
    ///
    /// # Errors
    /// As [`Prover::solve`].
    pub fn solve_by_depth(
        &mut self,
        position: &Position,
        stop: &mut dyn FnMut(u64) -> bool,
        on_depth: &mut dyn FnMut(u8),
    ) -> Result<Solution, Unknown> {
        let mut search = self.search(position, stop);
        let value = search.value(position, on_depth)?;
        // No shorter win exists; there was only no time to find all moves of the line again.
        let depth = value.plies().saturating_sub(1);
        let line = search.line(position, value);
        let nodes = search.spent();
        match line {
            Ok(line) => Ok(Solution { value, line, nodes }),
            Err(Unknown::Stopped { .. }) => Err(Unknown::Stopped { depth, nodes }),
            Err(contradiction) => {
                // The table contains an error, which must not affect later searches.
                self.table.clear();
                Err(contradiction)
            }
        }
    }

    /// Returns true if the side to move can force a win within `plies` plies.
    ///
    /// # Errors
    /// [`Unknown::Stopped`] if `stop` ended the search.
    pub fn wins_within(
        &mut self,
        position: &Position,
        plies: u8,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, Unknown> {
        if position.is_over() {
            return Ok(false);
        }
        let mut search = self.search(position, stop);
        let wins = search.wins(position, plies);
        search.unless_aborted(wins, 0)
    }

    /// Returns true if the side to move is forced to lose within `plies` plies.
    ///
    /// # Errors
    /// [`Unknown::Stopped`] if `stop` ended the search.
    pub fn loses_within(
        &mut self,
        position: &Position,
        plies: u8,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, Unknown> {
        if position.is_over() {
            return Ok(true);
        }
        let mut search = self.search(position, stop);
        let loses = search.loses(position, plies);
        search.unless_aborted(loses, 0)
    }

    fn search<'a>(
        &'a mut self,
        position: &Position,
        stop: &'a mut dyn FnMut(u64) -> bool,
    ) -> Search<'a> {
        let round = (position.ranks(), position.deadlock());
        if self.round.is_some_and(|old| old != round) {
            self.table.clear();
        }
        self.round = Some(round);
        Search {
            table: &mut self.table,
            irregular: position.has_sumo() || position.lacks_towers(),
            start: self.nodes,
            nodes: &mut self.nodes,
            stop,
            aborted: false,
        }
    }
}

struct Search<'a> {
    table: &'a mut StateTable,
    /// True if there are sumo towers, which can push, or if towers are missing, so that a step anywhere can win at once.
    irregular: bool,
    /// The prover's counter of positions.
    nodes: &'a mut u64,
    /// Value of that counter when this search began.
    start: u64,
    /// Called at intervals with the number of positions visited so far; returns true to end the search.
    stop: &'a mut dyn FnMut(u64) -> bool,
    aborted: bool,
}

/// Steps from a node, in the order in which to try them. There are 102 steps at the start of the round, and at most 8 ×
/// 17.
#[derive(Default)]
struct Steps {
    list: arrayvec::ArrayVec<(u16, u8, u8), 160>,
}

impl Search<'_> {
    fn unless_aborted<T>(&self, value: T, depth: u8) -> Result<T, Unknown> {
        let nodes = self.spent();
        if self.aborted {
            Err(Unknown::Stopped { depth, nodes })
        } else {
            Ok(value)
        }
    }

    /// Returns the exact value, searching ply by ply deeper. `on_depth` is called with each number of plies within
    /// which neither side can force the end.
    ///
    /// # Errors
    /// [`Unknown::Stopped`] if the search was stopped.
    fn value(
        &mut self,
        position: &Position,
        on_depth: &mut dyn FnMut(u8),
    ) -> Result<Value, Unknown> {
        if position.is_over() {
            return Ok(Value::Loss(0));
        }
        for plies in 1..=MAX_PLIES {
            if self.irregular || plies % 2 == 1 {
                let wins = self.wins(position, plies);
                if self.unless_aborted(wins, plies - 1)? {
                    return Ok(Value::Win(plies));
                }
            }
            if self.irregular || plies % 2 == 0 {
                let loses = self.loses(position, plies);
                if self.unless_aborted(loses, plies - 1)? {
                    return Ok(Value::Loss(plies));
                }
            }
            on_depth(plies);
        }
        // No round is that long: 96 rows to climb, and no two zero moves in a row unless the
        // chain leads to a free tower.
        Err(Unknown::Stopped {
            depth: MAX_PLIES,
            nodes: self.spent(),
        })
    }

    /// Returns a line of best play of both sides from a position of known value.
    fn line(&mut self, position: &Position, value: Value) -> Result<Vec<Move>, Unknown> {
        let mut here = *position;
        let mut value = value;
        let mut line = Vec::new();
        while value.plies() > 0 {
            let (m, next) = self.best(&here, value)?;
            line.push(m);
            here = here.play(m);
            value = next;
        }
        Ok(line)
    }

    /// Returns a best move of a position of known value, and the value after it.
    fn best(&mut self, here: &Position, value: Value) -> Result<(Move, Value), Unknown> {
        let plies = value.plies() - 1;
        let mut moves = here.legal_moves();
        if here.required_number() != ANY {
            // The table's step was the fastest win, or the longest resistance, when it was stored.
            let best = self.table.get(State::of(here)).best;
            moves.sort_by_key(|m| here.move_as_step(*m).is_none_or(|(_, to)| to != best));
        }
        for &m in &moves {
            let child = here.play(m);
            let same_side = child.turn() == here.turn();
            let wanted = match (value, same_side) {
                (Value::Win(_), false) | (Value::Loss(_), true) => Value::Loss(plies),
                (Value::Win(_), true) | (Value::Loss(_), false) => Value::Win(plies),
            };
            // None of a winner's moves is faster and none of a loser's is slower, so it suffices to test exactly this
            // distance from one side.
            let holds = match (wanted, value) {
                _ if child.is_over() => wanted == Value::Loss(0),
                (Value::Win(n), Value::Win(_)) => n > 0 && self.wins(&child, n),
                (Value::Loss(n), Value::Win(_)) => n > 0 && self.loses(&child, n),
                (Value::Win(n), Value::Loss(_)) => n > 0 && !self.wins(&child, n - 1),
                (Value::Loss(n), Value::Loss(_)) => n > 0 && !self.loses(&child, n - 1),
            };
            if self.unless_aborted(holds, 0)? {
                return Ok((m, wanted));
            }
        }
        Err(Unknown::Contradiction {
            nodes: self.spent(),
        })
    }

    /// Returns the number of positions visited in this search.
    fn spent(&self) -> u64 {
        *self.nodes - self.start
    }

    #[inline]
    fn count(&mut self) {
        *self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) {
            let spent = self.spent();
            self.aborted |= (self.stop)(spent);
        }
    }

    /// Returns true if the side to move can force a win within `plies`. The round must not be over. The result is
    /// meaningless after an abort.
    fn wins(&mut self, here: &Position, plies: u8) -> bool {
        self.count();
        if self.aborted || plies == 0 {
            return false;
        }
        if here.can_win_now() {
            return true;
        }
        if let Some(child) = here.forced_zero() {
            return child.is_over() || (plies > 1 && self.loses(&child, plies - 1));
        }
        if plies < 3 && !self.irregular {
            return false;
        }
        let stored = here.required_number() != ANY;
        let state = State::of(here);
        let mut known = TableEntry::NOTHING;
        if stored {
            known = self.table.get(state);
            if known.wins > 0 && known.wins <= plies {
                return true;
            }
            if plies <= known.no_win {
                return false;
            }
        }
        let before = *self.nodes;
        let mut steps = self.attacks(here, known.best);
        let mut found = None;
        while let Some((color, to)) = steps.next() {
            let child = here.after_step(color, to);
            let holds = if child.is_over() {
                child.seat() != here.seat()
            } else if child.seat() == here.seat() {
                self.wins(&child, plies - 1)
            } else {
                self.loses(&child, plies - 1)
            };
            if self.aborted {
                return false;
            }
            if holds {
                found = Some(to);
                break;
            }
        }
        if stored {
            // The table may have got more facts about this state by the searches below it.
            known = self.table.get(state);
            match found {
                Some(to) => {
                    let better = known.wins == 0 || plies < known.wins;
                    known.wins = if better { plies } else { known.wins };
                    known.best = to;
                }
                None => known.no_win = known.no_win.max(plies),
            }
            known.effort = effort(*self.nodes - before);
            self.table.put(state, known);
        }
        found.is_some()
    }

    /// Returns true if the side to move is forced to lose within `plies`.
    fn loses(&mut self, here: &Position, plies: u8) -> bool {
        self.count();
        if self.aborted || plies == 0 || here.can_win_now() {
            return false;
        }
        if let Some(child) = here.forced_zero() {
            return !child.is_over() && self.wins(&child, plies - 1);
        }
        let stored = here.required_number() != ANY;
        if plies < 3 && !self.irregular && stored {
            return plies == 2 && self.loses_in_two(here);
        }
        let state = State::of(here);
        let mut known = TableEntry::NOTHING;
        if stored {
            known = self.table.get(state);
            if known.loses > 0 && known.loses <= plies {
                return true;
            }
            if plies <= known.no_loss {
                return false;
            }
        }
        let before = *self.nodes;
        let mut steps = self.defences(here, known.best);
        let mut refuted = None;
        while let Some((color, to)) = steps.next() {
            let child = here.after_step(color, to);
            let holds = if child.is_over() {
                child.seat() == here.seat()
            } else if child.seat() == here.seat() {
                self.loses(&child, plies - 1)
            } else {
                self.wins(&child, plies - 1)
            };
            if self.aborted {
                return false;
            }
            if !holds {
                refuted = Some(to);
                break;
            }
        }
        if stored {
            known = self.table.get(state);
            match refuted {
                None => {
                    let better = known.loses == 0 || plies < known.loses;
                    known.loses = if better { plies } else { known.loses };
                }
                Some(to) => {
                    known.no_loss = known.no_loss.max(plies);
                    known.best = to;
                }
            }
            known.effort = effort(*self.nodes - before);
            self.table.put(state, known);
        }
        refuted.is_none()
    }

    /// Returns true if after every step the opponent can win at once; only for rounds with all towers and
    /// without sumo towers.
    fn loses_in_two(&mut self, here: &Position) -> bool {
        let color = usize::from(here.required_number());
        let targets = here.targets(here.seat(), color);
        // A step to a colour with which the opponent cannot win nearly always refutes, so such steps come first.
        let dangerous = here.goal_colors(here.seat() ^ 1);
        for mut rest in [targets & !dangerous, targets & dangerous] {
            while rest != 0 {
                *self.nodes += 1;
                let child = here.after_step(color, rest.trailing_zeros() as u8);
                if !child.can_win_now() && !child.wins_by_deadlock() {
                    return false;
                }
                rest &= rest - 1;
            }
        }
        true
    }

    /// Returns the attacker's steps without those after which the opponent can win at once: first those to the square
    /// `first`, then those that leave the opponent the fewest replies that do not lose at once. In a symmetrical
    /// position only one of two mirrored steps is returned.
    fn attacks(&mut self, here: &Position, first: u8) -> Steps {
        let seat = here.seat();
        let mut steps = Steps::default();
        let twins = here.required_number() == ANY && here.mirrored() == *here;
        here.for_each_step(|color, to| {
            if twins && here.own_squares(seat)[color] % 8 > 3 {
                return;
            }
            let child = here.after_step(color, to);
            if child.seat() != seat && child.can_win_now() {
                return;
            }
            let order = if to == first {
                0
            } else {
                1 + 16 * child.safe_replies() as u16
            };
            steps.list.push((order, color as u8, to));
        });
        steps
    }

    /// Returns the defender's steps: first those to the square `first`, then those after which the attacker cannot win
    /// at once, and among them those that leave the attacker the fewest steps.
    fn defences(&mut self, here: &Position, first: u8) -> Steps {
        let mut steps = Steps::default();
        here.for_each_step(|color, to| {
            let child = here.after_step(color, to);
            let order = if to == first {
                0
            } else if child.can_win_now() {
                1000
            } else {
                1 + 16 * child.count_moves() as u16
            };
            steps.list.push((order, color as u8, to));
        });
        steps
    }
}

impl Steps {
    /// Returns the step to be tried next: one step of a selection sort.
    #[inline]
    fn next(&mut self) -> Option<(usize, u8)> {
        let best = (0..self.list.len()).min_by_key(|i| self.list[*i].0)?;
        let (_, color, to) = self.list.swap_remove(best);
        Some((usize::from(color), to))
    }
}

fn effort(nodes: u64) -> u8 {
    (1 + nodes.max(1).ilog2()).min(31) as u8
}

#[cfg(test)]
mod tests;
