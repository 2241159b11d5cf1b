//! Effects of time on a room: running clocks, time forfeits, absence, missing answers.

use super::effect::{ClockFace, Effects, Notice};
use super::ending::Ending;
use super::event::Refusal;
use super::millis;
use super::question::Ask;
use super::room::{Phase, Room};
use base::clock::ClockRule;
use base::limits::{Clock, Limits};
use games::{Game, MAX_SEATS};
use std::time::Duration;

/// Next deadline: the time to answer, the clock of a seat, or the absence of a seat.
enum Due {
    Answer,
    Flag(usize),
    Return(usize),
}

/// Part of the time for a turn that a machine keeps in reserve.
const RESERVE: Duration = Duration::from_millis(50);

impl Room {
    /// Returns the limits of a machine for the next move: `movetime`, and the clocks if there are any.
    pub fn limits(&self, movetime: Duration, now: Duration) -> Limits {
        let mut limits = Limits {
            movetime: Some(movetime),
            ..Limits::default()
        };
        let faces = self.clocks(now);
        match self.options().clock {
            ClockRule::Unlimited => {}
            ClockRule::PerTurn(_) => {
                let left = faces.get(self.game.turn()).and_then(|face| face.left);
                let time = left.map(|left| left.saturating_sub(RESERVE));
                limits.movetime = time.into_iter().chain(limits.movetime).min();
            }
            ClockRule::Account(control) => {
                let mut clocks = [None; MAX_SEATS];
                for (clock, face) in clocks.iter_mut().zip(&faces) {
                    *clock = face.left.map(|remaining| Clock {
                        remaining,
                        increment: control.increment,
                        moves_to_go: face.moves_to_go,
                    });
                }
                limits.clocks = clocks;
            }
        }
        limits
    }

    /// Returns the clocks at an instant, by seat. While the game is being played, a seat that is out has none.
    pub fn clocks(&self, now: Duration) -> Vec<ClockFace> {
        let mut faces = self.turns.faces(self.game.turn(), millis::whole(now));
        for (face, chair) in faces.iter_mut().zip(&self.chairs) {
            if chair.out.is_some() && self.phase == Phase::Playing {
                (face.left, face.moves_to_go) = (None, None);
            }
        }
        faces
    }

    /// Time of the next deadline, at which an [`Event::Tick`](super::Event::Tick) is needed; `None` if there is no
    /// deadline.
    pub fn deadline(&self) -> Option<Duration> {
        self.next_deadline().map(|(at, _)| at)
    }

    /// Shifts all times of the room so that its last event is at `now`. Used after a server was down, to skip the
    /// time in which nobody could play. If `now` is before the last event, because the system clock was set back, all
    /// times are moved back.
    pub fn resume_at(&mut self, now: Duration) {
        let now = millis::whole(now);
        let before = self.now;
        let aways = self.chairs.iter_mut().map(|chair| &mut chair.away);
        let until = self.question.as_mut().map(|question| &mut question.until);
        let times = aways.chain(until).chain([&mut self.turns.since]);
        for time in times.flatten() {
            *time = if now < before {
                time.saturating_sub(before - now)
            } else {
                time.saturating_add(now - before)
            };
        }
        self.now = now;
    }

    /// Continues a game with all players at one keyboard: absent players are present, there are no deadlines except
    /// for the clocks, draw offers must be answered first, and an open takeback is discarded. Does nothing unless the
    /// game is being played.
    pub fn sit_together(&mut self) {
        if self.phase != Phase::Playing {
            return;
        }
        (self.options.grace, self.options.answer) = (None, None);
        self.options.lenient = false;
        for chair in &mut self.chairs {
            (chair.away, chair.asked) = (None, None);
        }
        let question = self.question.take();
        self.question = question.filter(|question| question.ask == Ask::Draw);
        if let Some(question) = &mut self.question {
            question.until = None;
        }
    }

    pub(super) fn go_away(&mut self, seat: usize, now: Duration) -> Result<Effects, Refusal> {
        self.playing(seat)?;
        let mut effects = Effects::new();
        if self.options.grace == Some(Duration::ZERO) && !self.options.lenient {
            self.fall_out(seat, Ending::Abandonment, now, &mut effects);
        } else {
            self.chairs[seat].away = Some(now);
            let until = self.return_of(seat);
            effects.push(self.message(seat, Notice::Away { seat, until }));
        }
        Ok(effects)
    }

    /// Deadline for the return of a seat that is away, after which it is out, or in a
    /// [lenient](super::Options::lenient) room opponents may claim the game; `None` if it is not away or there is no
    /// deadline.
    pub fn away_until(&self, seat: usize) -> Option<Duration> {
        self.chairs.get(seat)?;
        self.return_of(seat)
    }

    /// Puts a seat out of the game. Refused unless the game is being played and the seat is neither out nor away.
    pub(super) fn go_out(
        &mut self,
        seat: usize,
        how: Ending,
        now: Duration,
    ) -> Result<Effects, Refusal> {
        self.playing(seat)?;
        let mut effects = Effects::new();
        self.fall_out(seat, how, now, &mut effects);
        Ok(effects)
    }

    /// Handles the claim of a seat: puts all opponents out whose absence has exceeded its limit.
    pub(super) fn claim(&mut self, seat: usize, now: Duration) -> Result<Effects, Refusal> {
        self.playing(seat)?;
        let may = |other: &usize| {
            self.options.lenient
                && !self.game.position().allied(seat, *other)
                && self.return_of(*other).is_some_and(|until| until <= now)
        };
        let absent: Vec<usize> = self.seats_in().filter(may).collect();
        if absent.is_empty() {
            return Err(Refusal::NobodyAbsent);
        }
        let mut effects = Effects::new();
        for other in absent {
            // Putting out the first one may have ended the game.
            if self.phase == Phase::Playing {
                self.fall_out(other, Ending::Abandonment, now, &mut effects);
            }
        }
        Ok(effects)
    }

    fn return_of(&self, seat: usize) -> Option<Duration> {
        let away = self.chairs[seat].away?;
        let grace = millis::whole(self.options.grace?);
        Some(away.saturating_add(grace))
    }

    /// Returns the next deadline and its time; `None` if there is none or the game is not being played.
    fn next_deadline(&self) -> Option<(Duration, Due)> {
        if self.phase != Phase::Playing {
            return None;
        }
        let answer = self.question.as_ref().and_then(|q| q.until);
        let turn = self.game.turn();
        let answer = answer.map(|at| (at, Due::Answer));
        let flag = self.turns.flag(turn).map(|at| (at, Due::Flag(turn)));
        let seats = 0..if self.options.lenient {
            0
        } else {
            self.chairs.len()
        };
        let returns = seats.filter_map(|seat| Some((self.return_of(seat)?, Due::Return(seat))));
        let all = answer.into_iter().chain(flag).chain(returns);
        all.min_by_key(|(at, _)| *at)
    }

    /// Applies all deadlines up to `now`, each at its own time.
    pub(super) fn let_time_pass(&mut self, now: Duration) -> Effects {
        let mut effects = Effects::new();
        while let Some((at, due)) = self.next_deadline().filter(|(at, _)| *at <= now) {
            match due {
                Due::Answer => self.lapse(&mut effects),
                Due::Flag(seat) => self.fall_out(seat, Ending::Time, at, &mut effects),
                Due::Return(seat) => self.fall_out(seat, Ending::Abandonment, at, &mut effects),
            }
            self.run_clock(at);
        }
        effects
    }

    /// Closes the open question if its deadline has passed.
    pub(super) fn close_question(&mut self, now: Duration, effects: &mut Effects) {
        let until = self.question.as_ref().and_then(|q| q.until);
        if let Some(at) = until.filter(|at| *at <= now && self.phase == Phase::Playing) {
            self.lapse(effects);
            self.run_clock(at);
        }
    }

    /// Runs the clock of the seat to move, or stops it if the seat must answer first or is out, or the game is not
    /// being played.
    pub(super) fn run_clock(&mut self, now: Duration) {
        let turn = self.game.turn();
        let runs = self.phase == Phase::Playing
            && self.chairs[turn].out.is_none()
            && !self.owes_answer(turn);
        self.turns.set_running(runs, now);
    }
}
