//! The staged move picker: the table's move first, then good captures, killers, quiet moves and
//! at last the captures that lose material. A stage is generated only when it is reached.

use super::history::{Earlier, Histories};
use super::params;
use crate::games::chess::{MAX_MOVES, Move, MoveList, Position, Role, exchange_value};
use arrayvec::ArrayVec;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Table,
    MakeCaptures,
    GoodCaptures,
    Killers,
    MakeQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// Hands out the legal moves of a position, most promising first.
pub struct MovePicker {
    stage: Stage,
    table_move: Move,
    killers: [Move; 2],
    next_killer: usize,
    scored: ArrayVec<(Move, i32), MAX_MOVES>,
    next: usize,
    bad_captures: ArrayVec<Move, MAX_MOVES>,
    /// No quiet moves from here on.
    captures_only: bool,
    /// No bad captures either.
    quiescence: bool,
    see_threshold: i32,
}

impl MovePicker {
    /// All moves. `table_move` and `killers` may be [`Move::NONE`]; the table's move must be
    /// legal, killers are checked here.
    pub fn new(table_move: Move, killers: [Move; 2]) -> MovePicker {
        MovePicker {
            stage: Stage::Table,
            table_move,
            killers,
            next_killer: 0,
            scored: ArrayVec::new(),
            next: 0,
            bad_captures: ArrayVec::new(),
            captures_only: false,
            quiescence: false,
            see_threshold: 0,
        }
    }

    /// Captures and promotions only, and of these only such as win at least `see_threshold`
    /// centipawns in the exchange. `table_move` must be one of them or [`Move::NONE`].
    pub fn captures(table_move: Move, see_threshold: i32) -> MovePicker {
        MovePicker {
            captures_only: true,
            quiescence: true,
            see_threshold,
            ..MovePicker::new(table_move, [Move::NONE; 2])
        }
    }

    /// Leaves out the quiet moves that have not been handed out yet.
    pub fn skip_quiets(&mut self) {
        if matches!(
            self.stage,
            Stage::Killers | Stage::MakeQuiets | Stage::Quiets
        ) {
            self.stage = Stage::BadCaptures;
            self.next = 0;
        } else if self.stage < Stage::Killers {
            self.captures_only = true;
        }
    }

    /// The next move, or `None` when all have been handed out.
    pub fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        earlier: &Earlier,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeCaptures;
                    if self.table_move != Move::NONE {
                        return Some(self.table_move);
                    }
                }
                Stage::MakeCaptures => {
                    let mut list = MoveList::new();
                    position.captures_into(&mut list);
                    self.fill(&list, |m| capture_score(position, histories, m));
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.select() {
                    Some(m) if position.see_at_least(m, self.see_threshold) => return Some(m),
                    Some(m) => self.bad_captures.push(m),
                    None if self.captures_only => self.end_quiets(),
                    None => self.stage = Stage::Killers,
                },
                Stage::Killers => match self.killers.get(self.next_killer) {
                    Some(&m) => {
                        self.next_killer += 1;
                        if m != self.table_move && is_quiet_and_legal(position, m) {
                            return Some(m);
                        }
                    }
                    None => self.stage = Stage::MakeQuiets,
                },
                Stage::MakeQuiets => {
                    let mut list = MoveList::new();
                    position.quiets_into(&mut list);
                    self.fill(&list, |m| histories.quiet(position, m, earlier));
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.select() {
                    Some(m) if self.killers.contains(&m) => {}
                    Some(m) => return Some(m),
                    None => self.end_quiets(),
                },
                Stage::BadCaptures => {
                    let Some(&m) = self.bad_captures.get(self.next) else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    self.next += 1;
                    return Some(m);
                }
                Stage::Done => return None,
            }
        }
    }

    /// After the quiet moves come the bad captures; quiescence does without them.
    fn end_quiets(&mut self) {
        self.stage = if self.quiescence {
            Stage::Done
        } else {
            Stage::BadCaptures
        };
        self.next = 0;
    }

    fn fill(&mut self, list: &MoveList, score: impl Fn(Move) -> i32) {
        self.next = 0;
        self.scored.clear();
        for &m in list {
            if m != self.table_move {
                self.scored.push((m, score(m)));
            }
        }
    }

    /// Takes the best of what is left: a selection sort that stops as soon as the search does.
    fn select(&mut self) -> Option<Move> {
        let rest = &mut self.scored[self.next..];
        let best = (0..rest.len()).max_by_key(|i| (rest[*i].1, std::cmp::Reverse(*i)))?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].0)
    }
}

fn is_quiet_and_legal(position: &Position, m: Move) -> bool {
    m != Move::NONE && m.promoted().is_none() && position.is_legal(m) && !position.is_capture(m)
}

/// Most valuable victim first, corrected by experience.
fn capture_score(position: &Position, histories: &Histories, m: Move) -> i32 {
    let victim = position.captured(m).map_or(0, exchange_value);
    let promotion = match m.promoted() {
        Some(Role::Queen) => params::order_queen(),
        Some(_) => -params::order_underpromotion(),
        None => 0,
    };
    params::order_victim() * (victim + promotion) + histories.capture(position, m)
}
