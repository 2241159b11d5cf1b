//! The full game: a match of rounds, in which towers that win become sumos.
//!
//! Decisions where the published rules leave a choice:
//! - a round won by deadlock scores 1 point and promotes no tower;
//! - the side that pushes counts as the last that really moved: if it cannot go on, it has caused the deadlock;
//! - a triple sumo that wins stays a triple sumo;
//! - regrouping goes through the rows from the home row on. Filling from the left, each side takes its towers from
//!   left to right, as it sees them, to its home squares from left to right; filling from the right is the mirror
//!   image.

use super::START;
use super::position::{Deadlock, Move, OFF_BOARD, Position, Rules, Side, Towers};
use super::text::{PositionError, side_name};
use crate::perft::perft;
use crate::{
    Game, GameOption, OptionKind, Outcome, Read, Seats, Settings, StartError, Text, TextError,
    Variant,
};
use base::{say, told};

/// A match of one or more rounds. A match to one point is a single round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Match {
    round: Position,
    target: u8,
    scores: [u8; 2],
}

/// Side from which the home rows are filled after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fill {
    /// From each side's own left.
    Left,
    /// From each side's own right.
    Right,
}

/// A move of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MatchMove {
    /// A move within the round.
    Step(Move),
    /// Choice of the winner after a round: the side from which all towers are regrouped.
    Regroup(Fill),
}

/// Allowed numbers of points to win a match: single, standard, long, marathon.
pub const TARGETS: [u8; 4] = [1, 3, 7, 15];

/// Points for a win by a tower of each rank (0 plain, 3 triple sumo).
const POINTS: [u8; 4] = [1, 3, 7, 15];

impl Match {
    /// Creates a match to `target` points that begins with `round`; no points are scored yet.
    pub fn new(round: Position, target: u8) -> Match {
        let mut new = Match {
            round,
            target,
            scores: [0; 2],
        };
        new.score_round();
        new
    }

    /// Returns the start position of a match of a single round.
    pub fn start() -> Match {
        Match::new(Position::start(), 1)
    }

    /// Round that is being played, or has just been finished.
    pub fn round(&self) -> &Position {
        &self.round
    }

    /// Number of points that wins the match.
    pub fn target(&self) -> u8 {
        self.target
    }

    /// Points that a side has so far.
    pub fn score(&self, side: Side) -> u8 {
        self.scores[side as usize]
    }

    /// Returns true if a side has the points it needs to win the match.
    pub fn is_over(&self) -> bool {
        self.scores.iter().any(|score| *score >= self.target)
    }

    /// Returns true if a round is over but the match is not, so that the winner of the round chooses how to regroup.
    pub fn is_between_rounds(&self) -> bool {
        self.round.is_over() && !self.is_over()
    }

    /// Seat and colour number of the tower that has just won a round; `None` if no tower is on its goal.
    fn winner_at_home(&self) -> Option<(usize, usize)> {
        (0..2).find_map(|seat| {
            let squares = self.round.own_squares(seat);
            Some((seat, squares.iter().position(|s| (56..64).contains(s))?))
        })
    }

    /// Adds the points of a round if it has just ended.
    fn score_round(&mut self) {
        if !self.round.is_over() {
            return;
        }
        let (seat, points) = self.prize();
        self.scores[seat] = self.scores[seat].saturating_add(points);
    }

    /// Seat that has won a finished round, and its points for it.
    fn prize(&self) -> (usize, u8) {
        match self.winner_at_home() {
            Some((seat, color)) => {
                let rank = self.round.ranks()[seat] >> (2 * color) & 3;
                (seat, POINTS[usize::from(rank)])
            }
            None => (self.round.seat() ^ 1, 1),
        }
    }

    /// Returns the match at the start of the next round.
    fn regrouped(&self, fill: Fill) -> Match {
        let mut ranks = self.round.ranks();
        if let Some((seat, color)) = self.winner_at_home() {
            let rank = ranks[seat] >> (2 * color) & 3;
            ranks[seat] += u16::from(rank < 3) << (2 * color);
        }
        let homes = [0, 1].map(|seat| {
            let squares = self.round.own_squares(seat);
            let mut order: Vec<usize> = (0..8).filter(|color| squares[*color] < 64).collect();
            // Row by row from the home row; within a row from the side that is filled first.
            order.sort_by_key(|color| match fill {
                Fill::Left => squares[*color],
                Fill::Right => squares[*color] ^ 7,
            });
            let mut homes = [OFF_BOARD; 8];
            for (place, color) in order.into_iter().enumerate() {
                homes[color] = match fill {
                    Fill::Left => place as u8,
                    Fill::Right => 7 - place as u8,
                };
            }
            homes
        });
        // The side to move in a finished round has lost it, and moves first in the next round.
        let mut round = Position::from_homes(homes, ranks, self.round.side());
        round = round.with_deadlock(self.round.deadlock());
        round.ply = self.round.ply.saturating_add(1);
        Match { round, ..*self }
    }

    /// Parses a match: a round, then, if it goes to more than one point, target and scores, as in `… 3 0:1` (Black's
    /// points first). `target` is used if the text has none.
    ///
    /// # Errors
    /// [`PositionError`] says what is wrong.
    pub fn parse(text: &str, target: u8, rules: Rules) -> Result<Match, PositionError> {
        let wrong = |why: Text| PositionError {
            text: text.to_owned(),
            why,
        };
        let round = |text: &str| {
            let round = Position::parse_with(text, rules.towers);
            round.map(|round| round.with_deadlock(rules.deadlock))
        };
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [.., goal, scores] = fields[..] else {
            return Ok(Match::new(round(text)?, target));
        };
        let Some((black, white)) = scores.split_once(':') else {
            return Ok(Match::new(round(text)?, target));
        };
        let round = round(&fields[..fields.len() - 2].join(" "));
        let round = round.map_err(|error| wrong(error.why))?;
        let target = goal.parse().ok().filter(|t| TARGETS.contains(t));
        let target = target.ok_or_else(|| wrong(told!("kamisado-match-goal", goal)))?;
        let number = |text: &str| text.parse().ok().filter(|n: &u8| *n < 100);
        let (Some(black), Some(white)) = (number(black), number(white)) else {
            return Err(wrong(told!("kamisado-match-score", scores)));
        };
        let scores = [black, white];
        let read = Match {
            round,
            target,
            scores,
        };
        if read.scores.iter().all(|score| *score >= target) {
            return Err(wrong(told!("kamisado-match-both-won")));
        }
        if read.is_over() && !read.round.is_over() {
            return Err(wrong(told!("kamisado-match-over-round-not")));
        }
        if read.round.is_over() {
            let (seat, points) = read.prize();
            if read.scores[seat] < points {
                let winner = Side::from_seat(seat);
                let [black, white] = scores;
                return Err(wrong(Text::of(|lang| {
                    say!(
                        lang,
                        "kamisado-match-prize-missing",
                        winner = side_name(winner, lang),
                        points,
                        black,
                        white
                    )
                })));
            }
        }
        Ok(read)
    }

    /// Returns the match after a move, which must be legal.
    fn after(&self, m: MatchMove) -> Match {
        match m {
            MatchMove::Regroup(fill) => self.regrouped(fill),
            MatchMove::Step(step) => {
                let mut next = Match {
                    round: self.round.play(step),
                    ..*self
                };
                next.score_round();
                next
            }
        }
    }
}

impl Game for Match {
    type Move = MatchMove;

    fn name(&self) -> &'static str {
        Match::NAME
    }

    fn white(&self) -> usize {
        1
    }

    fn has_draws(&self) -> bool {
        false
    }

    fn is_usual_start(&self) -> bool {
        self.text() == START
    }

    fn text(&self) -> String {
        let round = self.round.text();
        let [black, white] = self.scores;
        match self.target {
            1 => round,
            target => format!("{round} {target} {black}:{white}"),
        }
    }

    fn turn(&self) -> usize {
        let seat = self.round.seat();
        if self.is_between_rounds() {
            seat ^ 1
        } else {
            seat
        }
    }

    fn for_each_move(&self, mut f: impl FnMut(MatchMove)) {
        if self.is_over() {
            return;
        }
        if self.round.is_over() {
            f(MatchMove::Regroup(Fill::Left));
            f(MatchMove::Regroup(Fill::Right));
            return;
        }
        self.round.for_each_move(|m| f(MatchMove::Step(m)));
    }

    #[inline]
    fn count_moves(&self) -> usize {
        match () {
            () if self.is_over() => 0,
            () if self.round.is_over() => 2,
            () => self.round.count_moves(),
        }
    }

    /// Counts within the round if the match has only one.
    fn perft(&self, depth: u32) -> u64 {
        match self.target {
            1 => perft(&self.round, depth),
            _ => perft(self, depth),
        }
    }

    #[inline]
    fn perft_ends(&self) -> bool {
        self.is_over()
    }

    fn forced(&self) -> Option<MatchMove> {
        if self.is_between_rounds() {
            return None;
        }
        self.round.zero_move().map(MatchMove::Step)
    }

    fn play(&self, m: MatchMove) -> Match {
        self.after(m)
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.scores.iter().position(|s| *s >= self.target)?;
        let reason = self.round.outcome().map_or("points", |o| o.reason);
        Some(Outcome {
            winners: Seats::one(winner),
            reason,
        })
    }

    fn key(&self) -> u64 {
        let [black, white] = self.scores.map(u64::from);
        let rest = u64::from(self.target) << 16 | black << 8 | white;
        // A single round has the same key as its position.
        let rest = if self.target == 1 { 0 } else { rest };
        self.round.key() ^ rest.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn move_text(&self, m: MatchMove) -> String {
        match m {
            MatchMove::Step(m) => Position::step_text(m),
            MatchMove::Regroup(Fill::Left) => "left".to_owned(),
            MatchMove::Regroup(Fill::Right) => "right".to_owned(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<MatchMove, TextError> {
        if !self.is_between_rounds() {
            return Ok(MatchMove::Step(self.round.read_move(text)?));
        }
        match text.to_ascii_lowercase().as_str() {
            "left" => Ok(MatchMove::Regroup(Fill::Left)),
            "right" => Ok(MatchMove::Regroup(Fill::Right)),
            _ => Err(format!("'{text}': between rounds, answer left or right").into()),
        }
    }
}

/// Codes of the two regrouping moves, greater than those of all steps.
const REGROUP_LEFT: u32 = 1 << 16;
const REGROUP_RIGHT: u32 = REGROUP_LEFT + 1;

impl Variant for Match {
    const NAME: &'static str = "kamisado";

    fn options() -> Vec<GameOption> {
        vec![
            GameOption {
                name: "rules",
                uci: "KamisadoDeadlock",
                kind: OptionKind::Choice(&["mutual", "cycle"]),
                help: "When blocked towers end a round of Kamisado: `mutual`, at the second in a row; \
                       `cycle`, when the forced zero moves would repeat.",
            },
            GameOption {
                name: "towers",
                uci: "KamisadoTowers",
                kind: OptionKind::Choice(&["all", "some"]),
                help: "Towers that a position of Kamisado must have: `all` sixteen, or `some`, at least one of each \
                       side. A side without a tower of the required colour moves any; who can move none has lost.",
            },
            GameOption {
                name: "points",
                uci: "KamisadoMatch",
                kind: OptionKind::Choice(&["1", "3", "7", "15"]),
                help: "The points a match of Kamisado goes to; beyond 1, winning towers become sumos.",
            },
        ]
    }

    fn start() -> Match {
        Match::start()
    }

    fn move_code(m: MatchMove) -> u32 {
        match m {
            MatchMove::Step(step) => u32::from(step.from) << 8 | u32::from(step.to),
            MatchMove::Regroup(Fill::Left) => REGROUP_LEFT,
            MatchMove::Regroup(Fill::Right) => REGROUP_RIGHT,
        }
    }

    fn move_of(code: u32) -> MatchMove {
        match code {
            REGROUP_LEFT => MatchMove::Regroup(Fill::Left),
            REGROUP_RIGHT => MatchMove::Regroup(Fill::Right),
            _ => MatchMove::Step(Move {
                from: (code >> 8) as u8,
                to: code as u8,
            }),
        }
    }

    fn from_text(text: &str) -> Result<Match, TextError> {
        Ok(Match::parse(text, 1, Rules::default())?)
    }

    fn begin(settings: &Settings, start: Option<&str>) -> Result<Read<Match>, StartError> {
        let rules = Rules {
            deadlock: match settings.get("rules") {
                Some("cycle") => Deadlock::Cycle,
                _ => Deadlock::Mutual,
            },
            towers: match settings.get("towers") {
                Some("some") => Towers::Some,
                _ => Towers::All,
            },
        };
        let given = settings.get("points");
        let target = given.and_then(|points| points.parse().ok()).unwrap_or(1);
        let read = Match::parse(start.unwrap_or(START), target, rules);
        let read = read.map_err(|error| StartError::Start(Text::of(|lang| error.text(lang))))?;
        match given {
            Some(points) if read.target() != target && !settings.yielding => {
                let target = read.target();
                let why = told!("kamisado-match-start-goal", target);
                Err(StartError::of("points", points, why))
            }
            _ => Ok(Read::whole(read)),
        }
    }

    fn settings(&self) -> Settings {
        let rules = match self.round.deadlock() {
            Deadlock::Mutual => "mutual",
            Deadlock::Cycle => "cycle",
        };
        let settings = Settings::default().with("rules", rules);
        match self.round.towers() {
            Towers::All => settings,
            Towers::Some => settings.with("towers", "some"),
        }
    }
}
