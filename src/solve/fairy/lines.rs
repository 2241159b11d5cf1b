//! Help play and series on a fairy board: every line of moves that reaches the aim.

use super::battle::{FairyBattle, INTERVAL};
use super::board::{Board, FairyMove};
use crate::mate::budget::NodeCounter;
use crate::mate::table::{NEVER, ProofTable, TableEntry};
use crate::stipulation::{Aim, Ended, Line, LineSearch, Places, Play, Prover, Stipulation};
use games::chess::{Color, Move};

/// Search for lines.
pub(crate) struct Lines<'a> {
    asked: Stipulation,
    aim: Aim,
    counter: NodeCounter<'a>,
    /// Side that begins.
    side: Color,
    /// Facts known of positions: those from which no line with so many moves left leads to the aim.
    table: &'a ProofTable,
    /// Lines found so far, and how many are enough.
    found: Vec<Line<FairyMove>>,
    most: usize,
    line: Vec<FairyMove>,
}

impl LineSearch for Lines<'_> {
    type Field = Board;

    fn after(&mut self, p: &Board, first: FairyMove, count: u32) -> Result<(), Ended> {
        match self.asked.play() {
            Play::ParrySeries => self.parry_against(p, first),
            play if play.alternates() => self.help(p, count, &[first]).map(drop),
            _ => self.series(p, count, Some(first)).map(drop),
        }
    }

    fn seconds(&mut self, p: &Board, _left: u32) -> Vec<(FairyMove, Places)> {
        let moves = p.legal_moves().into_iter();
        moves.map(|m| (m, Places::ALL)).collect()
    }

    fn after_two(
        &mut self,
        p: &Board,
        moves: [FairyMove; 2],
        count: u32,
        _places: Places,
    ) -> Result<(), Ended> {
        self.help(p, count, &moves).map(drop)
    }

    fn take_found(&mut self) -> Vec<Line<FairyMove>> {
        std::mem::take(&mut self.found)
    }

    fn settle(&mut self) {
        // What is left of the limits does not matter any more.
        let _ = self.counter.settle();
    }
}

impl<'a> Lines<'a> {
    pub(super) fn new(
        asked: Stipulation,
        side: Color,
        table: &'a ProofTable,
        counter: NodeCounter<'a>,
        most: usize,
    ) -> Lines<'a> {
        Lines {
            asked,
            aim: asked.aim(),
            counter: counter.at_every(INTERVAL),
            side,
            table,
            found: Vec::new(),
            most,
            line: Vec::new(),
        }
    }

    fn report(&mut self, ends: Vec<FairyMove>) -> Result<(), Ended> {
        self.found.push(Line {
            moves: self.line.clone(),
            ends,
        });
        if self.found.len() >= self.most {
            Err(Ended::Enough)
        } else {
            Ok(())
        }
    }

    /// Runs a search after each move, or after the `only` one, and remembers if none leads to the aim.
    fn each(
        &mut self,
        p: &Board,
        left: u32,
        only: Option<FairyMove>,
        mut follow: impl FnMut(&mut Self, Board) -> Result<bool, Ended>,
    ) -> Result<bool, Ended> {
        self.counter.tick()?;
        let key = p.table_key(self.aim, self.side, left);
        if only.is_none() && self.table.probe(key).refuted > 0 {
            return Ok(false);
        }
        let moves = only.map_or_else(|| p.legal_moves(), |m| vec![m]);
        let mut any = false;
        for m in moves {
            self.line.push(m);
            let followed = follow(self, p.play(m));
            self.line.pop();
            any |= followed?;
        }
        if !any && only.is_none() {
            let futile = TableEntry {
                proved: NEVER,
                refuted: 1,
                best: Move::NONE,
            };
            self.table.store(key, futile);
        }
        Ok(any)
    }

    /// Help play with `left` ≥ 1 single moves left, of which the first ones may be given. Says whether there is a line.
    fn help(&mut self, p: &Board, left: u32, given: &[FairyMove]) -> Result<bool, Ended> {
        let (only, given) = match given {
            [first, given @ ..] => (Some(*first), given),
            [] => (None, given),
        };
        let play = self.asked.play();
        let last = if play == Play::Help { 1 } else { 2 };
        if left < last {
            return Ok(false);
        }
        if play == Play::Reciprocal && left == last {
            return self.reciprocal(p, only);
        }
        if play == Play::HelpReflex {
            let ends = p.endings(self.aim);
            if !ends.is_empty() {
                // Who can reach the aim must: the one side ends the play, which is found as a shorter line, the other spoils it.
                let ends_at_once = left % 2 == 1 && left == self.asked.half_moves();
                return match only.filter(|first| ends_at_once && ends.contains(first)) {
                    Some(first) => {
                        self.line.push(first);
                        let reported = self.report(Vec::new());
                        self.line.pop();
                        reported.map(|()| true)
                    }
                    None => Ok(false),
                };
            }
        }
        self.each(p, left, only, |search, after| {
            if left > last {
                return search.help(&after, left - 1, given);
            }
            let ends = match play {
                Play::Help => return search.report_if(search.aim.is_reached_on(&after)),
                Play::HelpReflex => after.endings(search.aim),
                _ => search.forced(&after),
            };
            search.report_ends(ends)
        })
    }

    /// The last two moves of a reciprocal helpmate: the side to move can reach the aim itself, and help the other side to.
    fn reciprocal(&mut self, p: &Board, only: Option<FairyMove>) -> Result<bool, Ended> {
        self.counter.tick()?;
        let mut ways: Vec<Vec<FairyMove>> = Vec::new();
        ways.extend(p.endings(self.aim).into_iter().map(|m| vec![m]));
        let alone = ways.len();
        if alone > 0 {
            for m in p.legal_moves() {
                let ends = p.play(m).endings(self.aim).into_iter();
                ways.extend(ends.map(|end| vec![m, end]));
            }
        }
        if ways.len() == alone {
            return Ok(false);
        }
        for way in ways {
            if only.is_none_or(|first| way.first() == Some(&first)) {
                let before = self.line.len();
                self.line.extend(way);
                let reported = self.report(Vec::new());
                self.line.truncate(before);
                reported?;
            }
        }
        Ok(true)
    }

    fn report_if(&mut self, reached: bool) -> Result<bool, Ended> {
        if reached {
            self.report(Vec::new())?;
        }
        Ok(reached)
    }

    fn report_ends(&mut self, ends: Vec<FairyMove>) -> Result<bool, Ended> {
        let any = !ends.is_empty();
        if any {
            self.report(ends)?;
        }
        Ok(any)
    }

    /// The replies, if each of them reaches the aim; else none.
    fn forced(&self, p: &Board) -> Vec<FairyMove> {
        let replies = p.legal_moves();
        let reaches = |&m: &FairyMove| self.aim.is_reached_on(&p.play(m));
        if replies.iter().all(reaches) {
            replies
        } else {
            Vec::new()
        }
    }

    /// Series of which `left` ≥ 1 moves are left at most.
    fn series(&mut self, p: &Board, left: u32, only: Option<FairyMove>) -> Result<bool, Ended> {
        let play = self.asked.play();
        if play == Play::SeriesReflex && !p.endings(self.aim).is_empty() {
            return Ok(false);
        }
        self.each(p, left, only, |search, after| {
            let mut any = match play {
                _ if search.asked.is_exact() && left > 1 => false,
                Play::Series | Play::ParryHelpSeries => {
                    search.report_if(search.aim.is_reached_on(&after))?
                }
                Play::SeriesReflex => search.report_ends(after.endings(search.aim))?,
                Play::SeriesSelf => search.report_ends(search.forced(&after))?,
                _ => {
                    let ends = after.endings(search.aim);
                    for &m in &ends {
                        search.line.push(m);
                        let reported = search.report(Vec::new());
                        search.line.pop();
                        reported?;
                    }
                    !ends.is_empty()
                }
            };
            // As in Popeye, the first capture ends a series that is to capture.
            let is_over = match play {
                Play::Series | Play::ParryHelpSeries => search.aim == Aim::Capture,
                play => play == Play::SeriesReflex,
            };
            if left == 1 || is_over && any {
                return Ok(any);
            }
            if !after.in_check() {
                any |= search.series(&after.pass(), left - 1, None)?;
            } else if matches!(play, Play::ParryHelpSeries | Play::ParrySeriesHelp) {
                for reply in after.legal_moves() {
                    search.line.push(reply);
                    let followed = search.series(&after.play(reply), left - 1, None);
                    search.line.pop();
                    any |= followed?;
                }
            }
            Ok(any)
        })
    }

    /// A series against parries: the shortest ways after `first` and every parry, if it solves.
    fn parry_against(&mut self, p: &Board, first: FairyMove) -> Result<(), Ended> {
        let counter = NodeCounter::new(self.counter.budget);
        let mut battle = FairyBattle::new(self.asked, false, self.side, self.table, counter);
        let after = p.play(first);
        for left in 0..self.asked.moves() {
            if battle.succeeds(&after, left)? {
                self.line.push(first);
                let told = self.parried(&mut battle, &after, left);
                self.line.pop();
                told?;
                break;
            }
        }
        // What is left of the limits does not matter any more.
        let _ = battle.settle();
        Ok(())
    }

    /// Tells what follows a move that succeeds with `left` more.
    fn parried(&mut self, battle: &mut FairyBattle, after: &Board, left: u32) -> Result<(), Ended> {
        if battle.ends_itself(after) {
            return self.report(Vec::new());
        }
        if !after.in_check() {
            return self.shortest(battle, &after.pass(), left);
        }
        for reply in after.legal_moves() {
            self.line.push(reply);
            let told = self.shortest(battle, &after.play(reply), left);
            self.line.pop();
            told?;
        }
        Ok(())
    }

    fn shortest(&mut self, battle: &mut FairyBattle, p: &Board, most: u32) -> Result<(), Ended> {
        for left in 0..most {
            let mut any = false;
            for m in p.legal_moves() {
                let after = p.play(m);
                if battle.succeeds(&after, left)? {
                    any = true;
                    self.line.push(m);
                    let told = self.parried(battle, &after, left);
                    self.line.pop();
                    told?;
                }
            }
            if any {
                break;
            }
        }
        Ok(())
    }
}
