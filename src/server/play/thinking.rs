//! Requests of a room to machines, and handling of their answers.

use super::machines::{Ask, Question, Thought};
use super::room::{Input, OrderError, Task};
use players::Seat;
use rooms::{Event, Phase};
use std::time::Duration;

impl Task {
    /// Asks the machine that has to move or to answer a question, if there is one, unless a machine is already
    /// thinking.
    pub(super) fn have_machines_think(&mut self) {
        if self.thinking || *self.room.phase() != Phase::Playing {
            return;
        }
        let machine = |seat: usize| match self.room.sits(seat) {
            Some(Seat::Machine(skill)) if self.room.is_out(seat).is_none() => Some(skill),
            _ => None,
        };
        let asked = self.room.question().and_then(|question| {
            let mut waiting = question.waiting.iter().copied();
            waiting.find_map(|seat| Some((Ask::Draw(seat), machine(seat)?)))
        });
        let turn = self.room.game().turn();
        let blocked = self.room.question().is_some_and(|question| {
            question.ask == rooms::Ask::Draw && question.waiting.contains(&turn)
        });
        let moves = match self.room.sits(turn) {
            Some(Seat::Machine(skill)) if !blocked => Some((Ask::Move, skill)),
            _ => None,
        };
        let Some((ask, skill)) = asked.or(moves) else {
            return;
        };
        let (own, version) = (self.own.downgrade(), self.version);
        self.thinking = true;
        self.app.hub().machines.ask(Question {
            host: self.row.game.host.clone(),
            room: self.room.clone(),
            now: self.now(),
            skill,
            ask,
            answer: Box::new(move |thought, waited| {
                // A room that has ended needs no answer.
                if let Some(own) = own.upgrade() {
                    let _ = own.blocking_send(Input::Thought(version, ask, thought, waited));
                }
            }),
        });
    }

    /// Applies the answer of a machine. The time that the request waited for a thread is not charged to the machine's
    /// clock.
    pub(super) async fn machine_has_thought(
        &mut self,
        ask: Ask,
        thought: Thought,
        waited: Duration,
    ) -> Result<(), OrderError> {
        let turn = self.room.game().turn();
        let is_draw = self
            .room
            .question()
            .is_some_and(|question| question.ask == rooms::Ask::Draw);
        let event = match (ask, thought) {
            (Ask::Move, Thought::Move(text)) => Event::Move {
                seat: turn,
                text,
                lag: waited,
            },
            // Games against machines are not rated, so a machine always allows takebacks.
            (Ask::Draw(seat), _) if !is_draw => Event::GrantTakeback { seat },
            (Ask::Draw(seat), Thought::Draw(true)) => Event::AcceptDraw { seat },
            (Ask::Draw(seat), _) => Event::DeclineDraw { seat },
            (Ask::Move, other) => {
                tracing::error!("room {}: no move: {other:?}", self.row.game.id);
                let Some(first) = self.room.game().legal_moves().into_iter().next() else {
                    return Ok(());
                };
                Event::Move {
                    seat: turn,
                    text: first.text,
                    lag: waited,
                }
            }
        };
        match self.happen(event, Vec::new()).await {
            Err(OrderError::Refused(refusal)) => {
                tracing::warn!("room {}: a machine: {refusal}", self.row.game.id);
                Ok(())
            }
            done => done,
        }
    }
}
