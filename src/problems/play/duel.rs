//! A problem being played.
//!
//! The room is the referee: it knows the rules of chess, whose turn it is, the clocks and who has resigned. A [`Duel`]
//! adds what makes it a problem. The attacker has N moves, and loses when they are used up without mate, and also by
//! stalemate and by any other draw. [`Duel::apply`] carries out an act of a player at an instant that the caller gives,
//! or refuses it.

use super::hints::Hint;
use super::points::{Outcome, Terms};
use super::{Mind, PlayResult, Seated, Side};
use crate::error::{Error, Refusal, Result};
use crate::problem::{FoundKey, Problem, State};
use base::chance::unguessable;
use base::clock::ClockRule;
use games::chess::{Position, seat};
use games::{AnyGame, AnyPosition, Game as _, Lang, Line};
use rooms::{self, Effects, Ending, Event, Options, Player, Room};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Problem to be played in a duel: a copy of a verified problem, as it was when the duel began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// Number of the problem in the collection.
    pub problem: i64,
    /// Revision of the problem.
    pub revision: i64,
    /// The position; the side to move attacks.
    pub fen: String,
    /// N, the maximum number of moves of the attacker.
    pub moves: u32,
    /// Level of difficulty, 1 to 5.
    pub band: u8,
    /// All first moves that mate in at most N moves.
    pub keys: Vec<FoundKey>,
}

impl Challenge {
    /// Returns the challenge of a problem, if it may be played.
    ///
    /// # Errors
    /// [`Refusal::NotVerified`], [`Refusal::NotDirect`].
    pub fn of(problem: &Problem) -> Result<Challenge> {
        if problem.state != State::Verified {
            return Err(Refusal::NotVerified(problem.id).into());
        }
        Ok(Challenge {
            problem: problem.id,
            revision: problem.revision,
            fen: problem.draft.fen.clone(),
            moves: problem.draft.mate()?,
            band: problem.band,
            keys: problem.keys.clone(),
        })
    }

    /// Position in which the game begins. The moves made before the diagram do not count for the fifty-move rule.
    ///
    /// # Errors
    /// The text is no position, or the game is over in it.
    pub fn start(&self) -> Result<Position> {
        let start = Position::from_stored_fen(&self.fen)?;
        let start = start.with_halfmoves(0);
        match start.outcome() {
            None => Ok(start),
            Some(outcome) => Err(Error::invalid(format!(
                "problem {}: the game is already over ({})",
                self.problem, outcome.reason
            ))),
        }
    }
}

/// Act in a duel: a player's move or resignation, or the passing of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A side makes a move, written as in the protocol UCI: `a1a6`.
    Move(Side, String),
    /// A side resigns, in its own turn or not.
    Resign(Side),
    /// Time has passed. Never refused.
    Tick,
}

/// Reason for which an act is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// The duel has ended.
    #[error("the game is over")]
    Over,
    /// The room refuses it.
    #[error("{0}")]
    Room(#[from] rooms::Refusal),
}

/// Result of a game over a problem, and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Kind of end, and the side that has won.
    pub outcome: Outcome,
    /// The reason in a word or two: `checkmate`, `no mate in time`, `resignation`.
    pub reason: &'static str,
}

/// Value of [`Ended::reason`] when the attacker has used up its moves.
pub(super) const USED_UP: &str = "no mate in time";

/// A game over a problem in progress: the attacker has to mate within the number of moves, the defender tries to
/// prevent it.
#[derive(Clone, Debug)]
pub struct Duel {
    /// Name of the duel, 32 hexadecimal digits, by which it is recognised and counted only once.
    pub(super) id: String,
    pub(super) challenge: Challenge,
    pub(super) room: Room,
    /// The attacker, then the defender.
    pub(super) seated: [Seated; 2],
    /// Hints that the attacker has had, in the order in which they were given.
    pub(super) hints: Vec<Hint>,
    /// Thinking time of the attacker and of the defender, without the turn in progress.
    pub(super) thought: [Duration; 2],
    /// Instant at which the turn in progress began.
    pub(super) since: Duration,
}

impl Duel {
    /// Begins a duel at the instant `now`. `seated` are the players of the attacker and of the defender.
    ///
    /// # Errors
    /// The problem's position is none, or a name has control characters.
    pub fn begin(
        challenge: Challenge,
        seated: [Seated; 2],
        clock: ClockRule,
        now: Duration,
    ) -> Result<Duel> {
        let start = challenge.start()?;
        let options = Options {
            clock,
            grace: None,
            answer: None,
            ..Options::default()
        };
        let mut players = seated.each_ref().map(|seated| Player {
            name: seated.name.clone(),
            seat: seated.mind.seat(),
        });
        if seat(start.turn()) == 1 {
            players.reverse();
        }
        let game = AnyGame::new(AnyPosition::new(start));
        let (room, _) = Room::seated(game, options, players.into(), now).map_err(Error::invalid)?;
        Ok(Duel {
            id: unguessable(),
            challenge,
            room,
            seated,
            hints: Vec::new(),
            thought: [Duration::ZERO; 2],
            since: now,
        })
    }

    /// Returns the same duel with another identifier: that of a game that is already known, so that it is counted only
    /// once.
    #[must_use]
    pub fn with_id(self, id: String) -> Duel {
        Duel { id, ..self }
    }

    /// Name of the duel, 32 hexadecimal digits.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Problem that is played.
    pub fn challenge(&self) -> &Challenge {
        &self.challenge
    }

    /// Room in which the game is played, for showing it.
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// Player of a side.
    pub fn seated(&self, side: Side) -> &Seated {
        &self.seated[side.index()]
    }

    /// Returns the seat that a side has in the room: 0 if it is White, 1 if it is Black.
    pub fn seat(&self, side: Side) -> usize {
        let attacker = self.room.game().line().start().turn();
        match side {
            Side::Attacker => attacker,
            Side::Defender => 1 - attacker,
        }
    }

    /// Returns the side that has a seat of the room: 0 is White's seat, 1 Black's.
    pub fn side(&self, seat: usize) -> Side {
        if seat == self.seat(Side::Attacker) {
            Side::Attacker
        } else {
            Side::Defender
        }
    }

    /// Side to move.
    pub fn turn(&self) -> Side {
        self.side(self.room.game().turn())
    }

    /// Returns a text for people that describes a player: `White (attacker, Ann)`.
    pub fn player(&self, side: Side, lang: Lang) -> String {
        let color = self.room.game().seat_name(self.seat(side), lang);
        format!("{color} ({}, {})", side.name(lang), self.seated(side).name)
    }

    /// Returns the game so far, as a line of chess positions.
    pub fn line(&self) -> Line<Position> {
        match self.room.game().native::<Position>() {
            Some(line) => line,
            None => unreachable!("a duel is a game of chess"),
        }
    }

    /// Returns the position on the board.
    pub fn position(&self) -> Position {
        *self.line().position()
    }

    /// Number of moves that the attacker has made.
    pub fn moves_made(&self) -> u32 {
        let attacker = self.seat(Side::Attacker);
        let plies = 0..self.room.game().plies();
        plies
            .filter(|ply| self.room.mover(*ply) == Some(attacker))
            .count() as u32
    }

    /// Number of moves that the attacker has left.
    pub fn moves_left(&self) -> u32 {
        self.challenge.moves.saturating_sub(self.moves_made())
    }

    /// Thinking time of a side so far, including the turn in progress.
    pub fn thought(&self, side: Side, now: Duration) -> Duration {
        let own = self.thought[side.index()];
        let runs = self.ended().is_none() && self.turn() == side;
        if runs {
            own + now.saturating_sub(self.since)
        } else {
            own
        }
    }

    /// End of the duel; `None` while it goes on.
    pub fn ended(&self) -> Option<Ended> {
        let attacker = self.seat(Side::Attacker);
        let Some(verdict) = self.room.verdict() else {
            let used_up = self.moves_left() == 0;
            return used_up.then_some(Ended {
                outcome: Outcome {
                    result: PlayResult::Held,
                    winner: Side::Defender,
                },
                reason: USED_UP,
            });
        };
        let winner = if verdict.winners == [attacker] {
            Side::Attacker
        } else {
            Side::Defender
        };
        let result = match (verdict.ending, winner) {
            (Ending::Rules, Side::Attacker) => PlayResult::Mate,
            (Ending::Rules | Ending::Agreement, _) => PlayResult::Held,
            (Ending::Resignation, _) => PlayResult::Resigned,
            (Ending::Time, _) => PlayResult::Time,
            (Ending::Abandonment, _) => PlayResult::Abandoned,
        };
        Some(Ended {
            outcome: Outcome { result, winner },
            reason: verdict.reason,
        })
    }

    /// Terms on which the points depend; `None` while the duel goes on. The field `again` is always false, because it
    /// is not known here if the winner has won this problem before.
    pub fn terms(&self) -> Option<Terms> {
        Some(Terms {
            moves: self.challenge.moves,
            band: self.challenge.band,
            outcome: self.ended()?.outcome,
            hints: self.hints(),
            thought: self.thought[Side::Attacker.index()],
            again: false,
        })
    }

    /// Carries out an act at the instant `now`, and returns its effects.
    ///
    /// # Errors
    /// [`NotDone`] if the act is refused, which leaves the duel unchanged.
    pub fn apply(&mut self, act: Act, now: Duration) -> Result<Effects, NotDone> {
        if self.ended().is_some() {
            return match act {
                Act::Tick => Ok(Effects::new()),
                Act::Move(..) | Act::Resign(_) => Err(NotDone::Over),
            };
        }
        let turn = self.turn();
        let plies = self.room.game().plies();
        let event = match act {
            Act::Move(side, text) => Event::Move {
                seat: self.seat(side),
                text,
                lag: Duration::ZERO,
            },
            Act::Resign(side) => Event::Resign {
                seat: self.seat(side),
            },
            Act::Tick => Event::Tick,
        };
        let effects = self.room.apply(event, now)?;
        let now = self.room.now();
        if self.room.game().plies() > plies || self.room.verdict().is_some() {
            self.thought[turn.index()] += now.saturating_sub(self.since);
            self.since = now;
        }
        Ok(effects)
    }

    /// Machine that is to move; `None` if a person is, or if the duel has ended.
    pub fn machine_to_move(&self) -> Option<Mind> {
        let mind = self.seated(self.turn()).mind;
        (self.ended().is_none() && mind != Mind::Person).then_some(mind)
    }

    /// Returns true if the duel counts: the two sides are not played by the same user, nor both by guests, who are no
    /// users. Other duels can be played, but give no points.
    pub fn counts(&self) -> bool {
        let [attacker, defender] = self.seated.each_ref().map(|seated| seated.user);
        attacker != defender
    }
}

#[cfg(test)]
mod tests;
