//! Draw offers and takebacks: requests of one seat to the others. A draw by repetition is claimed, not offered.
//!
//! Only one question is open at a time. It is closed when all who were asked agree, when the first one disagrees, or
//! when the time to answer is over, which means no.

use super::effect::{Effect, Effects, Notice};
use super::ending::Verdict;
use super::event::Refusal;
use super::millis;
use super::room::{Phase, Room};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Kind of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "asks", rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// Offer of a draw.
    Draw,
    /// To go back to so many moves.
    Takeback {
        /// Number of moves that are left then.
        plies: usize,
    },
}

/// Question that one seat asks others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Request: a draw or a takeback.
    pub ask: Ask,
    /// Seat that asks.
    pub by: usize,
    /// Seats that have not answered yet, in ascending order.
    pub waiting: Vec<usize>,
    /// Deadline for the answers; `None` if there is none.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "millis::option"
    )]
    pub until: Option<Duration>,
}

impl Room {
    pub(super) fn offer_draw(&mut self, seat: usize, now: Duration) -> Result<Effects, Refusal> {
        self.playing(seat)?;
        let turn = self.game.turn();
        if seat != turn {
            return Err(Refusal::OfferOutOfTurn { turn });
        }
        if self.chairs[seat].offered == Some(self.game.plies()) {
            return Err(Refusal::AlreadyOffered { seat });
        }
        self.chairs[seat].offered = Some(self.game.plies());
        let until = self.ask(Ask::Draw, seat, now)?;
        Ok(vec![self.notice_to_answerers(Notice::DrawOffered {
            by: seat,
            until,
        })])
    }

    pub(super) fn claim_draw(&mut self, seat: usize, now: Duration) -> Result<Effects, Refusal> {
        self.playing(seat)?;
        if !self.game.line().may_claim() {
            return Err(Refusal::NotRepeated);
        }
        let mut effects = Effects::new();
        let verdict = Verdict::by_repetition(self.seats_in().collect(), seat);
        self.finish(verdict, now, &mut effects);
        Ok(effects)
    }

    pub(super) fn ask_takeback(&mut self, seat: usize, now: Duration) -> Result<Effects, Refusal> {
        self.playing(seat)?;
        let plies = self.last_choice(seat);
        let plies = plies.ok_or(Refusal::NothingToTakeBack { seat })?;
        if self.chairs[seat].asked == Some(self.game.plies()) {
            return Err(Refusal::AlreadyAsked { seat });
        }
        self.chairs[seat].asked = Some(self.game.plies());
        self.ask(Ask::Takeback { plies }, seat, now)?;
        Ok(vec![self.notice_to_answerers(Notice::TakebackAsked {
            by: seat,
            plies,
        })])
    }

    /// Opens a question to all other seats that are not out, and returns the deadline for the answers; `None` if
    /// there is none.
    fn ask(&mut self, ask: Ask, by: usize, now: Duration) -> Result<Option<Duration>, Refusal> {
        if let Some(open) = &self.question {
            return Err(Refusal::Unanswered { by: open.by });
        }
        let stands = self.options.lenient && ask == Ask::Draw;
        let time = self.options.answer.filter(|_| !stands);
        let until = time.map(|time| now.saturating_add(time));
        self.question = Some(Question {
            ask,
            by,
            waiting: self.seats_in().filter(|seat| *seat != by).collect(),
            until,
        });
        Ok(until)
    }

    /// Effect that sends a notice to the seats that have to answer.
    fn notice_to_answerers(&self, notice: Notice) -> Effect {
        let waiting = self.question.as_ref().map(|q| q.waiting.clone());
        Effect::Message {
            to: waiting.unwrap_or_default(),
            notice,
        }
    }

    /// Applies the answer of a seat, `yes` or no, to the open question: a draw offer if `draw` is true, else a
    /// takeback. If all seats have agreed, the draw or the takeback takes effect; the first no closes the question.
    pub(super) fn answer(
        &mut self,
        seat: usize,
        draw: bool,
        yes: bool,
        now: Duration,
    ) -> Result<Effects, Refusal> {
        self.playing(seat)?;
        let none = if draw {
            Refusal::NoOffer
        } else {
            Refusal::NoTakeback
        };
        let open = self.question.as_mut();
        let open = open
            .filter(|open| (open.ask == Ask::Draw) == draw)
            .ok_or(none)?;
        if !open.waiting.contains(&seat) {
            return Err(Refusal::NotAsked { seat });
        }
        open.waiting.retain(|other| *other != seat);
        let mut effects = Effects::new();
        if !yes {
            self.question = None;
            effects.push(self.message(seat, refused(draw, Some(seat))));
        } else if open.waiting.is_empty() {
            self.grant(now, &mut effects);
        } else {
            let notice = if draw {
                Notice::DrawAccepted { by: seat }
            } else {
                Notice::TakebackGranted { by: seat }
            };
            effects.push(self.message(seat, notice));
        }
        Ok(effects)
    }

    /// Carries out the open question, to which all seats have agreed.
    pub(super) fn grant(&mut self, now: Duration, effects: &mut Effects) {
        match self.question.take().map(|question| question.ask) {
            None => {}
            Some(Ask::Draw) => {
                let verdict = Verdict::by_agreement(self.seats_in().collect());
                self.finish(verdict, now, effects);
            }
            Some(Ask::Takeback { plies }) => {
                self.game.back_to(plies);
                self.movers.truncate(plies);
                self.turns.back_to(&self.movers);
                for chair in &mut self.chairs {
                    chair.offered = chair.offered.filter(|ply| *ply <= plies);
                    chair.asked = chair.asked.filter(|ply| *ply <= plies);
                }
                effects.push(Effect::TookBack { plies });
            }
        }
    }

    /// Closes the open question with the answer no: the time to answer is over, or the game has gone on.
    pub(super) fn lapse(&mut self, effects: &mut Effects) {
        if let Some(question) = self.question.take() {
            let to = (0..self.chairs.len()).collect();
            let notice = refused(question.ask == Ask::Draw, None);
            effects.push(Effect::Message { to, notice });
        }
    }

    /// Removes a seat that is out from the open question, which may close it.
    pub(super) fn withdraw(&mut self, seat: usize, now: Duration, effects: &mut Effects) {
        let Some(question) = &mut self.question else {
            return;
        };
        question.waiting.retain(|other| *other != seat);
        if question.by == seat {
            self.lapse(effects);
        } else if question.waiting.is_empty() {
            self.grant(now, effects);
        }
    }

    /// Returns true if a seat must answer a draw offer before it does anything else.
    pub(super) fn owes_answer(&self, seat: usize) -> bool {
        !self.options.lenient && self.is_offered_draw(seat)
    }

    fn is_offered_draw(&self, seat: usize) -> bool {
        let open = self.question.as_ref();
        open.is_some_and(|open| open.ask == Ask::Draw && open.waiting.contains(&seat))
    }

    /// Declines an open draw offer for a seat that makes a move instead of answering.
    pub(super) fn decline_by_moving(&mut self, seat: usize, effects: &mut Effects) {
        if self.is_offered_draw(seat) {
            self.question = None;
            effects.push(self.message(seat, refused(true, Some(seat))));
        }
    }

    /// Number of moves that would be left if a seat took back its last choice; `None` if it has made no choice, or
    /// the game is not being played.
    pub fn last_choice(&self, seat: usize) -> Option<usize> {
        if self.phase != Phase::Playing {
            return None;
        }
        let own = (0..self.movers.len()).rev();
        let own = own.filter(|ply| self.movers[*ply] == seat);
        own.into_iter()
            .find(|ply| self.game.at_ply(*ply).forced().is_none())
    }
}

/// Returns the notice that a draw offer, if `draw` is true, or else a takeback is refused by the seat `by`; `None` if
/// no seat has said no, but the time to answer is over or the game has gone on.
fn refused(draw: bool, by: Option<usize>) -> Notice {
    if draw {
        Notice::DrawDeclined { by }
    } else {
        Notice::TakebackRefused { by }
    }
}
