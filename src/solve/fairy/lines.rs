//! Help play and series on a fairy board: every line of moves that reaches the aim.

use super::battle::{FairyBattle, INTERVAL};
use super::board::{Board, FairyMove};
use crate::mate::budget::NodeCounter;
use crate::mate::table::{NEVER, ProofTable, TableEntry};
use crate::stipulation::{Aim, Ended, Line, LineSearch, Places, Play, Prover, Stipulation};
use games::chess::{Color, Move};

/// Search for lines of help play and series.
pub(crate) struct Lines<'a> {
    asked: Stipulation,
    aim: Aim,
    counter: NodeCounter<'a>,
    /// Side that begins.
    side: Color,
    /// Positions from which no line with the number of moves left reaches the aim.
    table: &'a ProofTable,
    /// Lines found so far; the search ends when there are `most` of them.
    found: Vec<Line<FairyMove>>,
    most: usize,
    line: Vec<FairyMove>,
    /// Number of moves of the introduction in `line`.
    intro: usize,
}

impl LineSearch for Lines<'_> {
    type Field = Board;

    fn after(&mut self, p: &Board, first: FairyMove, count: u32) -> Result<(), Ended> {
        match self.asked.play() {
            Play::ParrySeries => self.parry_against(p, first),
            play if play.alternates() => self.help(p, count, &[first]).map(drop),
            _ if self.asked.intro() > 0 => self.introduce(p, self.asked.intro(), vec![first]),
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

    fn firsts(&self, p: &Board) -> Vec<FairyMove> {
        match self.asked.play() {
            _ if self.asked.intro() > 0 => p.legal_moves(),
            Play::Help | Play::Series | Play::ParrySeries | Play::ParryHelpSeries => {
                p.moves_to(self.aim)
            }
            _ => p.legal_moves(),
        }
    }

    fn take_found(&mut self) -> Vec<Line<FairyMove>> {
        std::mem::take(&mut self.found)
    }

    fn settle(&mut self) {
        // The search is over, so it does not matter if the limits are reached.
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
            intro: 0,
        }
    }

    fn report(&mut self, ends: Vec<FairyMove>) -> Result<(), Ended> {
        self.found.push(Line {
            moves: self.line.clone(),
            ends,
            intro: self.intro,
        });
        if self.found.len() >= self.most {
            Err(Ended::Enough)
        } else {
            Ok(())
        }
    }

    /// Runs the search `follow` after each move, or only after the move `only`. Returns true if it has found a line;
    /// stores in the table of results if there is none.
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
        let moves = match only {
            // It may be a move that only ends a shorter line.
            Some(m) if self.aim.mates_both() && !self.moves(p, left).contains(&m) => Vec::new(),
            Some(m) => vec![m],
            None => self.moves(p, left),
        };
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

    /// Returns the moves with `left` moves left: the legal ones, and where it may be the last move others that reach the
    /// aim.
    fn moves(&self, p: &Board, left: u32) -> Vec<FairyMove> {
        let may_end = match self.asked.play() {
            Play::Help => left == 1,
            Play::Series | Play::ParryHelpSeries => left == 1 || !self.asked.is_exact(),
            _ => false,
        };
        if may_end {
            p.moves_to(self.aim)
        } else {
            p.legal_moves()
        }
    }

    /// Searches help play with `left` ≥ 1 single moves left, which begin with the moves `given`. Returns true if there
    /// is a line.
    fn help(&mut self, p: &Board, left: u32, given: &[FairyMove]) -> Result<bool, Ended> {
        let (only, given) = match given {
            [first, given @ ..] => (Some(*first), given),
            [] => (None, given),
        };
        let play = self.asked.play();
        let last = if play == Play::Help { 1 } else { 2 };
        if left < last {
            return self.ends_at_once(p, only);
        }
        if play == Play::Reciprocal && left == last {
            return self.reciprocal(p, only);
        }
        // A side that can reach the aim must do so, which spoils all longer lines.
        if play == Play::HelpReflex && !p.endings(self.aim).is_empty() {
            return Ok(false);
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

    /// Reports the line of the one move `only` of `hs#N.5` and `hr#N.5` if the side that begins reaches the aim with
    /// it. Returns true if so; false if not, or if `only` is `None`.
    fn ends_at_once(&mut self, p: &Board, only: Option<FairyMove>) -> Result<bool, Ended> {
        let ends = match self.asked.play() {
            Play::HelpSelf => self.forced(p),
            Play::HelpReflex => p.endings(self.aim),
            _ => Vec::new(),
        };
        let Some(first) = only.filter(|first| ends.contains(first)) else {
            return Ok(false);
        };
        self.line.push(first);
        let reported = self.report(Vec::new());
        self.line.pop();
        reported.map(|()| true)
    }

    /// Searches the last two moves of a reciprocal helpmate: the side to move can reach the aim at once, and can also
    /// help the other side to reach it. Only lines that begin with the move `only` are reported, or all if it is
    /// `None`. Returns true if there is a line.
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

    /// Returns the replies if each of them reaches the aim; else none.
    fn forced(&self, p: &Board) -> Vec<FairyMove> {
        let replies = p.moves_to(self.aim);
        let reaches = |&m: &FairyMove| self.aim.is_reached_on(&p.play(m));
        if replies.iter().all(reaches) {
            replies
        } else {
            Vec::new()
        }
    }

    /// Searches the play after each of these moves of the introduction, and after up to `left` − 1 more.
    fn introduce(&mut self, p: &Board, left: u32, moves: Vec<FairyMove>) -> Result<(), Ended> {
        for m in moves {
            let after = p.play(m);
            self.line.push(m);
            self.intro = self.line.len();
            let mut searched = self.series(&after, self.asked.moves(), None).map(drop);
            if searched.is_ok() && left > 1 && !after.in_check() {
                let next = after.pass();
                searched = self.introduce(&next, left - 1, next.legal_moves());
            }
            self.line.pop();
            searched?;
        }
        Ok(())
    }

    /// Searches a series of at most `left` ≥ 1 moves, which begins with the move `only` if that is not `None`. Returns
    /// true if there is a line.
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
            // As in Popeye, a series whose aim is a capture ends with the first capture.
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

    /// Searches a series against parries: if `first` solves, adds the shortest ways after it and after every parry.
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
        // The search is over, so it does not matter if the limits are reached.
        let _ = battle.settle();
        Ok(())
    }

    /// Adds the lines that follow a move after which the aim is reached with `left` more moves.
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
