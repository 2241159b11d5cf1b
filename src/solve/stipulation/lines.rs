//! Help play and series: every line of moves that reaches the aim.
//!
//! All lines are found by trying all moves, except where it is certain that there is no line:
//!
//! - the last move of a mate is generated as checks that mate (see `one`), and nothing else;
//! - a position that had no line with so many moves left has none the next time it comes up, by another
//!   order of the same moves (`Futile`);
//! - a king whose flights no men left to move can guard is not mated, or stalemated, in time (see [`net`](super::net));
//! - a proof game whose men cannot come to their places in time leads nowhere (see [`proofgame`](crate::proofgame)).
//!
//! None of them leaves out a line, so that the lines found are all there are.

use super::battle::can_end;
use super::field::LineSearch;
use super::kinds::{Aim, Play, Stipulation};
use super::net::{Net, Nets, Places};
use super::stale::for_each_stalemate;
use crate::mate::budget::{NodeCounter, Stopped};
use crate::mate::one::for_each_mate;
use crate::mate::table::{Key, NEVER, ProofTable, TableEntry};
use crate::proofgame::Plan;
use games::chess::{Color, Move, MoveList, Position, Square};

/// A line of moves that reaches the aim.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line<M = Move> {
    /// The moves in their order.
    pub moves: Vec<M>,
    /// After a series that forces the aim: the moves of the other side that reach it.
    /// Empty in other play, where the last move is one of `moves`.
    pub ends: Vec<M>,
    /// Number of the first of the `moves` that are an introduction by the side that does not make the series.
    pub intro: usize,
}

/// Reason why a search for lines ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The limits were reached.
    Stopped,
    /// The requested number of lines was found.
    Enough,
}

impl From<Stopped> for Ended {
    fn from(_: Stopped) -> Ended {
        Ended::Stopped
    }
}

/// Table of the positions from which no line leads to the aim, by the number of moves left.
struct Futile<'a> {
    table: &'a ProofTable,
    winner: Color,
}

impl Futile<'_> {
    fn key(&self, p: &Position, left: u32) -> Key {
        let mut key = Key::new(p, self.winner, false);
        let left = u64::from(left) + 1;
        key.a ^= left.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        key.b ^= left.wrapping_mul(0xd6e8_feb8_6659_fd93);
        key
    }

    fn holds(&self, key: Key) -> bool {
        self.table.probe(key).refuted > 0
    }

    fn add(&self, key: Key) {
        let known = TableEntry {
            proved: NEVER,
            refuted: 1,
            best: Move::NONE,
        };
        self.table.store(key, known);
    }
}

/// The places on which the king may stand when the aim is reached from a position, and from those after its moves.
struct Ways {
    /// `None` if there is no king to be stalemated: the aim may then be reached with any places.
    net: Option<Net>,
    places: Places,
    helping: u32,
    /// The man looked up last, by its square, and the squares on which the king may be mated after its moves, which
    /// come one after the other. `None` at first.
    latest: Option<(Square, Places)>,
}

impl Ways {
    fn any(&self) -> bool {
        self.places.any()
    }

    /// Returns the squares on which the king may still be mated after a move.
    fn after(&mut self, m: Move) -> Places {
        let Some(net) = self.net.as_ref().filter(|_| !m.is_castle()) else {
            return self.places;
        };
        let from = m.from();
        match self.latest {
            Some((latest, places)) if latest == from => places,
            _ => {
                let places = net.places_after(from, self.places, self.helping);
                self.latest = Some((from, places));
                places
            }
        }
    }
}

impl Ways {
    /// Returns false if no move of the winner can reach the aim after this move, the last of the other side.
    fn may_end_after(&self, m: Move, places: Places) -> bool {
        let net = self.net.as_ref();
        net.is_none_or(|net| net.may_end_after(m, places))
    }
}

/// Search for the lines of help play and of series on the board of orthodox chess.
pub(crate) struct Search<'a> {
    aim: Aim,
    play: Play,
    futile: Futile<'a>,
    nets: Nets,
    counter: NodeCounter<'a>,
    /// Lines found so far; the search ends when there are `most` of them.
    found: Vec<Line>,
    most: usize,
    line: Vec<Move>,
    /// Plan of the proof game, if this is a search for one.
    plan: Option<&'a Plan>,
}

impl<'a> Search<'a> {
    /// Creates a search for lines of `asked` in which `first` begins. `table` may contain results of searches of the
    /// same kind of play. The search ends when it has found `most` lines, or at the limits of `counter`.
    pub(super) fn new(
        asked: Stipulation,
        first: Color,
        table: &'a ProofTable,
        counter: NodeCounter<'a>,
        most: usize,
    ) -> Search<'a> {
        let winner = asked.winner(first);
        Search {
            aim: asked.aim(),
            play: asked.play(),
            futile: Futile { table, winner },
            nets: Nets::new(asked.aim(), winner),
            counter,
            found: Vec::new(),
            most,
            line: Vec::new(),
            plan: None,
        }
    }

    /// Returns the search, restricted to games that fulfil a plan if one is given.
    pub(super) fn with_plan(self, plan: Option<&'a Plan>) -> Search<'a> {
        Search { plan, ..self }
    }

    /// Searches a proof game after one of its moves, with `left` half-moves to come. It ends as soon as its position is
    /// reached. Returns true if there is a game.
    fn game_after(&mut self, plan: &Plan, after: &Position, left: u32) -> Result<bool, Ended> {
        match (plan.is_reached(after), left) {
            (reached, 0) => {
                self.counter.tick()?;
                if reached {
                    self.report()?;
                }
                Ok(reached)
            }
            (true, _) => Ok(false),
            (false, _) => self.game(plan, after, left),
        }
    }

    /// Searches proof games with `left` ≥ 1 half-moves to come. Returns true if there is one.
    fn game(&mut self, plan: &Plan, p: &Position, left: u32) -> Result<bool, Ended> {
        self.counter.tick()?;
        let key = self.futile.key(p, left);
        if left > 1 && self.futile.holds(key) {
            return Ok(false);
        }
        let mut any = false;
        for &m in &p.legal_moves() {
            if plan.forbids(m) {
                continue;
            }
            let after = p.play(m);
            if !plan.allows_after(&after, left - 1, p.is_capture(m)) {
                continue;
            }
            self.line.push(m);
            let searched = self.game_after(plan, &after, left - 1);
            self.line.pop();
            any |= searched?;
        }
        if !any && left > 1 {
            self.futile.add(key);
        }
        Ok(any)
    }

    fn report(&mut self) -> Result<(), Ended> {
        self.report_with(Vec::new())
    }

    fn report_with(&mut self, ends: Vec<Move>) -> Result<(), Ended> {
        let line = Line {
            moves: self.line.clone(),
            ends,
            intro: 0,
        };
        self.found.push(line);
        if self.found.len() >= self.most {
            Err(Ended::Enough)
        } else {
            Ok(())
        }
    }

    /// Adds the lines that end with a move of the side to move that reaches the aim. Returns true if there are any.
    fn last(&mut self, p: &Position) -> Result<bool, Ended> {
        self.counter.tick()?;
        let mut ends = MoveList::new();
        endings(p, self.aim, |m| ends.push(m));
        for &m in &ends {
            self.line.push(m);
            let reported = self.report();
            self.line.pop();
            reported?;
        }
        Ok(!ends.is_empty())
    }

    /// Searches help play with `left` ≥ 1 moves left that ends on one of the `places`. Returns true if there is a line.
    fn help(&mut self, p: &Position, left: u32, places: Places) -> Result<bool, Ended> {
        if left == 1 {
            let loser = self.futile.winner.other();
            let may_end = !p.has_king(loser) || places.hold_king(p, loser);
            return if may_end { self.last(p) } else { Ok(false) };
        }
        self.counter.tick()?;
        let key = self.futile.key(p, left);
        self.futile.table.prefetch(key);
        let mut ways = self.ways(p, places, left.div_ceil(2), left / 2);
        if !ways.any() {
            return Ok(false);
        }
        if self.futile.holds(key) {
            return Ok(false);
        }
        let mut any = false;
        let net = ways.net.as_ref().filter(|_| p.turn() == self.futile.winner);
        let after = net.and_then(|net| {
            let (winning, helping) = (left.div_ceil(2) - 1, left / 2);
            self.nets.after_winner(p, net, winning, helping)
        });
        for &m in &p.legal_moves() {
            let places = match &after {
                Some(after) => self.nets.places_after_winner(after, m, ways.places),
                None => ways.after(m),
            };
            if !places.any() || left == 2 && !ways.may_end_after(m, places) {
                continue;
            }
            self.line.push(m);
            let searched = self.help(&p.play(m), left - 1, places);
            self.line.pop();
            any |= searched?;
        }
        if !any {
            self.futile.add(key);
        }
        Ok(any)
    }

    /// Returns the squares, of those in `among`, on which the king of the other side may stand when the aim is reached,
    /// if the winner has `winning` moves left and the other side `helping`.
    fn ways(&mut self, p: &Position, among: Places, winning: u32, helping: u32) -> Ways {
        let has_king = p.has_king(self.futile.winner.other());
        if !has_king && self.aim == Aim::Mate {
            return Ways {
                net: None,
                places: Places::NONE,
                helping,
                latest: None,
            };
        }
        let net = has_king.then(|| self.nets.net(p, winning));
        let places = net.as_ref().map(|net| net.places(among, helping));
        Ways {
            places: places.unwrap_or(among),
            net,
            helping,
            latest: None,
        }
    }

    /// Searches a series of which at most `left` ≥ 1 moves are left, from the position `p` before one of them. Returns
    /// true if there is a line.
    fn series(&mut self, p: &Position, left: u32, places: Places) -> Result<bool, Ended> {
        self.counter.tick()?;
        if self.play == Play::SeriesReflex && can_end(p, self.aim) {
            return Ok(false);
        }
        let (winning, helping) = match self.play {
            Play::Series => (left, 0),
            _ => (1, left),
        };
        let mut ways = self.ways(p, places, winning, helping);
        if !ways.any() {
            return Ok(false);
        }
        let key = self.futile.key(p, left);
        if self.futile.holds(key) {
            return Ok(false);
        }
        let mut any = false;
        if left == 1 && self.play == Play::Series {
            any = self.last(p)?;
        } else {
            for &m in &p.legal_moves() {
                let places = ways.after(m);
                if !places.any() {
                    continue;
                }
                self.line.push(m);
                let searched = self.series_after(&p.play(m), left, places);
                self.line.pop();
                any |= searched?;
            }
        }
        if !any {
            self.futile.add(key);
        }
        Ok(any)
    }

    /// Continues after a move of the series with `left` ≥ 1 moves left before it: the series ends here, or goes on
    /// unless the move gives check. Returns true if there is a line.
    fn series_after(&mut self, after: &Position, left: u32, places: Places) -> Result<bool, Ended> {
        let mut any = match self.play {
            Play::Series => {
                let reached = self.aim.is_reached(after);
                if reached {
                    self.report()?;
                }
                reached
            }
            Play::SeriesHelp => self.last(after)?,
            Play::SeriesReflex => {
                let mut ends = Vec::new();
                endings(after, self.aim, |m| ends.push(m));
                let reached = !ends.is_empty();
                if reached {
                    self.report_with(ends)?;
                }
                reached
            }
            _ => {
                let replies = after.legal_moves();
                let forced = |m: &Move| self.aim.is_reached(&after.play(*m));
                let reached = !replies.is_empty() && replies.iter().all(forced);
                if reached {
                    self.report_with(replies.to_vec())?;
                }
                reached
            }
        };
        // In a series-reflexmate the other side must end the series as soon as it can.
        let is_over = self.play == Play::SeriesReflex && any;
        if left > 1 && !is_over && !after.in_check() {
            any |= self.series(&after.pass(), left - 1, places)?;
        }
        Ok(any)
    }
}

impl LineSearch for Search<'_> {
    type Field = Position;

    fn after(&mut self, p: &Position, first: Move, count: u32) -> Result<(), Ended> {
        self.line.push(first);
        let after = p.play(first);
        let searched = match self.play {
            _ if let Some(plan) = self.plan => self.game_after(plan, &after, count - 1).map(drop),
            Play::Help if count > 1 => self.help(&after, count - 1, Places::ALL).map(drop),
            Play::Help if self.aim.is_reached(&after) => self.report(),
            Play::Help => Ok(()),
            _ => self.series_after(&after, count, Places::ALL).map(drop),
        };
        self.line.pop();
        searched
    }

    fn seconds(&mut self, p: &Position, left: u32) -> Vec<(Move, Places)> {
        if let Some(plan) = self.plan {
            if plan.is_reached(p) || !plan.allows(p, left) {
                return Vec::new();
            }
            let moves = p.legal_moves().into_iter();
            let seconds = moves.filter(|&m| plan.allows(&p.play(m), left - 1));
            return seconds.map(|m| (m, Places::ALL)).collect();
        }
        let mut ways = self.ways(p, Places::ALL, left.div_ceil(2), left / 2);
        if !ways.any() {
            return Vec::new();
        }
        let moves = p.legal_moves().into_iter();
        let seconds = moves.map(|m| (m, ways.after(m)));
        seconds.filter(|(_, places)| places.any()).collect()
    }

    fn after_two(
        &mut self,
        p: &Position,
        moves: [Move; 2],
        count: u32,
        places: Places,
    ) -> Result<(), Ended> {
        self.line.extend(moves);
        let after = p.play(moves[0]).play(moves[1]);
        let searched = match self.plan {
            Some(plan) => self.game_after(plan, &after, count - 2),
            None => self.help(&after, count - 2, places),
        };
        self.line.clear();
        searched.map(drop)
    }

    fn take_found(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.found)
    }

    fn settle(&mut self) {
        // The search is over, so it does not matter if the limits are reached.
        let _ = self.counter.settle();
    }
}

/// Calls `f` with every move of the side to move that reaches the aim at once.
pub(super) fn endings(p: &Position, aim: Aim, mut f: impl FnMut(Move)) {
    match aim {
        Aim::Mate => for_each_mate(p, |m| {
            f(m);
            true
        }),
        Aim::Stalemate => for_each_stalemate(p, f),
        // Other aims are solved on fairy boards, and proof games by a search of their own.
        _ => {}
    }
}
