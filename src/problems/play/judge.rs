//! Analysis of a duel by the exact solver: the key for a hint, and after the game the move that gave
//! the mate away, the moves that would have mated, and the replies that refute it.

use super::{Duel, Side};
use base::lang::one_of;
use base::limits::{Allowance, Budget};
use base::memory::OutOfMemory;
use base::say;
use games::Lang;
use games::chess::{Move, Position, localized};
use serde::Serialize;
use solve::mate::{Options, Solver, Verdict};

/// Size of the solver's tables, in mebibytes.
const SOLVER_MB: usize = 64;

/// Maximum number of moves that a text lists.
const MOST_LISTED: usize = 4;

/// A solver that analyses duels.
pub struct Judge {
    solver: Solver,
}

/// A move of the attacker with which a mate in time was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slip {
    /// Number of the attacker's move, from 1.
    pub number: u32,
    /// The move that was played, in algebraic notation.
    pub played: String,
    /// Least number of moves in which there was a mate before it.
    pub mate_in: u32,
    /// The moves that would have mated in time; never empty.
    pub keys: Vec<String>,
    /// Number of moves that the attacker had left after it.
    pub left: u32,
    /// True if the move leads to stalemate or another draw, so that there is nothing to reply.
    pub draw: bool,
    /// The replies that refute it: there is no mate in time after any of them. After the attacker's last
    /// move these are all that the defender can play. Empty for a draw.
    pub refutations: Vec<String>,
}

/// Review of a duel when it is over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Review {
    /// Moves with which a mate in time was lost, in the order of the game.
    pub slips: Vec<Slip>,
    /// The shortest mate that was still possible when the attacker gave up or ran out of time; `None` if there was
    /// none.
    pub still: Option<Vec<String>>,
    /// True if everything was decided within the allowance of time and positions.
    pub complete: bool,
}

impl Judge {
    /// Creates a judge with a solver of its own.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the solver's tables do not fit in memory.
    pub fn new() -> Result<Judge, OutOfMemory> {
        let options = Options {
            hash_mb: SOLVER_MB,
            ..Options::default()
        };
        Ok(Judge {
            solver: Solver::new(options)?,
        })
    }

    /// Returns the attacker's best move in a duel in which the attacker is to move: `Some(None)` if there is no mate in
    /// time, `None` if that cannot be decided within the allowance.
    pub fn key(&mut self, duel: &Duel, allowance: Allowance) -> Option<Option<Move>> {
        let p = duel.position();
        if duel.room().game().plies() == 0
            && let Some(key) = stored_key(duel)
        {
            return Some(Some(key));
        }
        let report = self.solver.solve(&p, duel.moves_left(), allowance, |_| {});
        match (report.proved, report.verdict) {
            (Some(_), _) => report.pv.first().copied().map(Some),
            (None, Verdict::NoMate) => Some(None),
            (None, _) => None,
        }
    }

    /// Reviews the attacker's moves of a duel.
    pub fn review(&mut self, duel: &Duel, allowance: Allowance) -> Review {
        let account = allowance.begin();
        let mut review = Review {
            complete: true,
            ..Review::default()
        };
        let line = duel.line();
        let mut left = duel.challenge().moves;
        let mut mate = None;
        let mut here = *line.start();
        for (ply, &m) in line.moves().iter().enumerate() {
            let after = here.play(m);
            if ply % 2 == 0 {
                let before = match mate.take() {
                    Some(mate) => mate,
                    None => self.mate_in(&here, left, &account),
                };
                left -= 1;
                match before {
                    None => review.complete = false,
                    Some(None) => {}
                    Some(Some(mate_in)) => match self.slip(&here, m, left, mate_in, &account) {
                        None => review.complete = false,
                        Some(None) => {}
                        Some(Some(slip)) => review.slips.push(Slip {
                            number: duel.challenge().moves - left,
                            ..slip
                        }),
                    },
                }
            }
            here = after;
        }
        let attacker_stopped = duel
            .ended()
            .is_some_and(|end| end.outcome.winner == Side::Defender);
        if attacker_stopped && left > 0 && duel.turn() == Side::Attacker {
            let report = self.solver.solve(&here, left, account.remainder(), |_| {});
            review.complete &= report.verdict != Verdict::Undecided;
            if report.proved.is_some() {
                review.still = Some(sans(&here, &report.pv));
            }
        }
        review
    }

    /// Returns the least number of moves of a mate in at most `n` moves: `Some(None)` if there is none, `None` if that
    /// cannot be decided within the budget.
    fn mate_in(&mut self, p: &Position, n: u32, account: &Budget) -> Option<Option<u32>> {
        let report = self.solver.solve(p, n, account.remainder(), |_| {});
        match (report.proved, report.verdict) {
            (Some(length), _) => Some(Some(length)),
            (None, Verdict::NoMate) => Some(None),
            (None, _) => None,
        }
    }

    /// Analyses a move from a position with a mate, after which `left` moves are left. Returns the mistake,
    /// `Some(None)` if the move is not one, or `None` if that cannot be decided within the budget.
    fn slip(
        &mut self,
        p: &Position,
        m: Move,
        left: u32,
        mate_in: u32,
        account: &Budget,
    ) -> Option<Option<Slip>> {
        let after = p.play(m);
        if after.is_checkmate() {
            return Some(None);
        }
        let draw = after.position_outcome().is_some();
        let mut refutations = Vec::new();
        if !draw {
            for reply in after.legal_moves() {
                let next = after.play(reply);
                // After a reply that ends the game, no mate is possible any more.
                let over = next.position_outcome().is_some();
                if left == 0 || over || self.mate_in(&next, left, account)?.is_none() {
                    refutations.push(after.san(reply));
                }
            }
            if refutations.is_empty() {
                return Some(None);
            }
        }
        let keys = self.solver.keys(p, left + 1, account.remainder()).keys?;
        Some(Some(Slip {
            number: 0,
            played: p.san(m),
            mate_in,
            keys: keys.iter().map(|key| p.san(key.first)).collect(),
            left,
            draw,
            refutations,
        }))
    }
}

/// Returns a key that is stored with the problem, the one with the shortest mate if there are several; `None` if none
/// of them is a legal move in the starting position.
pub(super) fn stored_key(duel: &Duel) -> Option<Move> {
    let keys = duel.challenge().keys.iter();
    let start = duel.line();
    let start = start.start();
    let mut keys: Vec<_> = keys.collect();
    keys.sort_by_key(|key| key.mate_in);
    keys.iter().find_map(|key| start.parse_move(&key.uci).ok())
}

fn sans(p: &Position, line: &[Move]) -> Vec<String> {
    let mut here = *p;
    let mut names = Vec::new();
    for &m in line {
        names.push(here.san(m));
        here = here.play(m);
    }
    names
}

/// Returns a list of moves for a text, `a` or `a or b`, which is cut if it is long.
fn listed(names: &[String], lang: Lang) -> String {
    let shown = &names[..names.len().min(MOST_LISTED)];
    let shown: Vec<String> = shown.iter().map(|name| localized(name, lang)).collect();
    match names.len() - shown.len() {
        0 => one_of(&shown, lang),
        more => say!(lang, "moves-and-more", shown = shown.join(", "), more),
    }
}

impl Slip {
    /// Returns a description of the mistake for the players.
    pub fn text(&self, lang: Lang) -> String {
        let Slip {
            number,
            played,
            mate_in,
            ..
        } = self;
        let played = localized(played, lang);
        let keys = listed(&self.keys, lang);
        let given = say!(lang, "slip", number, played, keys, mate_in);
        let refutations = listed(&self.refutations, lang);
        let why = match (self.draw, self.left) {
            (true, _) => say!(lang, "slip-draw").to_owned(),
            (false, 0) => say!(lang, "slip-no-mate", number, refutations),
            (false, left) => say!(lang, "slip-refuted", number, refutations, left),
        };
        format!("{given} {why}")
    }
}

impl Review {
    /// Returns the review as lines of text for the players.
    pub fn lines(&self, lang: Lang) -> Vec<String> {
        let mut lines: Vec<String> = self.slips.iter().map(|slip| slip.text(lang)).collect();
        if let Some(still) = &self.still {
            let moves = localized(&still.join(" "), lang);
            lines.push(say!(lang, "review-still", moves));
        }
        if !self.complete {
            lines.push(say!(lang, "review-incomplete").to_owned());
        }
        lines
    }
}
