//! State of a room, and how each event changes it.

use super::effect::{Effect, Effects, Notice};
use super::ending::{Ending, Verdict};
use super::event::{Event, Refusal};
use super::millis;
use super::question::Question;
use super::turns::{Turns, movers};
use base::clock::ClockRule;
use games::{AnyGame, Game, Words};
use players::{Level, Seat};
use std::time::Duration;

/// Options that are set before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Clock of every seat.
    pub clock: ClockRule,
    /// Maximum absence of a player during the game; `None` if there is no limit.
    pub grace: Option<Duration>,
    /// Time to answer a question; `None` if there is no limit.
    pub answer: Option<Duration>,
    /// True for players at different places. A player who has been away for longer than `grace` is then out only when
    /// an opponent [claims](Event::Claim) it, and a draw offer blocks nobody: it is open until it is answered, or
    /// declined by a move of a seat that was asked. False for players at one keyboard, and for games saved before
    /// claims existed.
    pub lenient: bool,
    /// True if a draw by threefold repetition must be [claimed](Event::ClaimDraw). False for players at one keyboard,
    /// and for games saved before such claims existed.
    pub claims: bool,
    /// Level of the machine that moves for a seat that is out, while the others play on.
    pub stand_in: Level,
    /// Seed of the machines' random choices; `None` for a random seed.
    pub seed: Option<u64>,
}

impl Default for Options {
    /// No clock; one minute to come back, half a minute to answer.
    fn default() -> Options {
        Options {
            clock: ClockRule::Unlimited,
            grace: Some(Duration::from_secs(60)),
            answer: Some(Duration::from_secs(30)),
            lenient: false,
            claims: false,
            stand_in: Level::Medium,
            seed: None,
        }
    }
}

/// Person or machine that has taken a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Name: any text without control characters.
    pub name: String,
    /// Kind of player: a person, or a machine of some level.
    pub seat: Seat,
}

/// Phase of a room, which decides which events are allowed in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The game has not begun, and seats can be taken.
    Gathering,
    /// The game is being played.
    Playing,
    /// The game is over, with this result.
    Over(Verdict),
}

/// State of a seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Chair {
    pub player: Option<Player>,
    pub ready: bool,
    /// Reason for which the seat is out of the game; `None` if it is not.
    pub out: Option<Ending>,
    /// Time since which the player has been away; `None` if present.
    pub away: Option<Duration>,
    /// Number of plies after which the seat last offered a draw (`offered`) and last asked to take back (`asked`), so
    /// that it does neither twice in the same position; `None` if it never did.
    pub offered: Option<usize>,
    pub asked: Option<usize>,
}

/// A game in progress among seats of people and machines.
#[derive(Clone, Debug)]
pub struct Room {
    pub(super) game: AnyGame,
    pub(super) options: Options,
    pub(super) chairs: Vec<Chair>,
    pub(super) phase: Phase,
    pub(super) turns: Turns,
    /// Seat that made each move, oldest first.
    pub(super) movers: Vec<usize>,
    pub(super) question: Option<Question>,
    /// Time of the last event.
    pub(super) now: Duration,
}

impl Room {
    /// Creates a room with free seats for a game. If the game has moves already, the clocks begin after them.
    pub fn new(game: AnyGame, options: Options) -> Room {
        let game = game.with_claims(options.claims);
        let seats = game.players();
        let clock = options.clock;
        let mut turns = Turns::new(clock, seats);
        let movers = movers(&game);
        for seat in &movers {
            turns.pass(*seat);
        }
        Room {
            chairs: vec![Chair::default(); seats],
            phase: Phase::Gathering,
            turns,
            movers,
            question: None,
            now: Duration::ZERO,
            game,
            options,
        }
    }

    /// Creates a room in which the players, given by seat, sit down, so that the game begins at once. Seats without a
    /// player stay free, and the game waits for them. Returns the room with the effects of sitting down.
    ///
    /// # Errors
    /// A [`Refusal`] for the first player who cannot sit down.
    pub fn seated(
        game: AnyGame,
        options: Options,
        players: Vec<Player>,
        now: Duration,
    ) -> Result<(Room, Effects), Refusal> {
        let mut room = Room::new(game, options);
        let mut effects = Effects::new();
        for (seat, Player { name, seat: sits }) in players.into_iter().enumerate() {
            effects.extend(room.apply(Event::Join { seat, name, sits }, now)?);
            if sits == Seat::Person {
                effects.extend(room.apply(Event::Ready { seat }, now)?);
            }
        }
        Ok((room, effects))
    }

    /// Returns the game in its current state.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the options that were agreed on.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets the seed of the machines' random choices.
    pub fn set_seed(&mut self, seed: u64) {
        self.options.seed = Some(seed);
    }

    /// Returns the current phase.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Returns the result of the game, if it is over.
    pub fn verdict(&self) -> Option<&Verdict> {
        match &self.phase {
            Phase::Over(verdict) => Some(verdict),
            Phase::Gathering | Phase::Playing => None,
        }
    }

    /// Returns the player who has taken a seat; `None` if it is free or does not exist.
    pub fn player(&self, seat: usize) -> Option<&Player> {
        self.chairs.get(seat)?.player.as_ref()
    }

    /// Returns the person or machine that moves for a seat: its player, or the stand-in if the player is out.
    pub fn sits(&self, seat: usize) -> Option<Seat> {
        let player = self.player(seat)?;
        Some(match self.chairs[seat].out {
            Some(_) => Seat::Machine(self.options.stand_in),
            None => player.seat,
        })
    }

    /// Returns the reason for which a seat is out of the game; `None` if it is not.
    pub fn is_out(&self, seat: usize) -> Option<Ending> {
        self.chairs.get(seat)?.out
    }

    /// Returns true if a seat's player has gone away and may still come back.
    pub fn is_away(&self, seat: usize) -> bool {
        self.chairs
            .get(seat)
            .is_some_and(|chair| chair.away.is_some())
    }

    /// Returns true if a seat's player is ready to begin, or the game has begun.
    pub fn is_ready(&self, seat: usize) -> bool {
        self.chairs.get(seat).is_some_and(|chair| chair.ready)
    }

    /// Returns the question that is not answered yet, if there is one.
    pub fn question(&self) -> Option<&Question> {
        self.question.as_ref()
    }

    /// Seat that made the move at index `ply`, from 0; `None` if there is no such move.
    pub fn mover(&self, ply: usize) -> Option<usize> {
        self.movers.get(ply).copied()
    }

    /// Returns the time that each move took, oldest first, with a clock or without one; `None` for a move whose time is
    /// not known: one that was made before the room existed, or is loaded from a file without times.
    pub fn spent(&self) -> &[Option<Duration>] {
        self.turns.spent()
    }

    /// Time of the last event.
    pub fn now(&self) -> Duration {
        self.now
    }

    /// Applies an event to the room, and returns its effects.
    ///
    /// # Errors
    /// A [`Refusal`]; the event has then changed nothing.
    pub fn apply(&mut self, event: Event, now: Duration) -> Result<Effects, Refusal> {
        let mut next = self.clone();
        let effects = next.follow(event, millis::whole(now).max(self.now))?;
        *self = next;
        Ok(effects)
    }

    fn follow(&mut self, event: Event, now: Duration) -> Result<Effects, Refusal> {
        self.now = now;
        let before = (self.game.plies(), self.phase.clone(), self.turns.since);
        let mut effects = Effects::new();
        self.close_question(now, &mut effects);
        effects.extend(match event {
            Event::Join { seat, name, sits } => self.join(seat, Player { name, seat: sits })?,
            Event::Leave { seat } => self.leave(seat)?,
            Event::Ready { seat } => self.make_ready(seat)?,
            Event::Move { seat, text, lag } => self.make_move(seat, &text, lag, now)?,
            Event::Resign { seat } => self.go_out(seat, Ending::Resignation, now)?,
            Event::Forfeit { seat } => self.go_out(seat, Ending::Abandonment, now)?,
            Event::OfferDraw { seat } => self.offer_draw(seat, now)?,
            Event::AcceptDraw { seat } => self.answer(seat, true, true, now)?,
            Event::DeclineDraw { seat } => self.answer(seat, true, false, now)?,
            Event::AskTakeback { seat } => self.ask_takeback(seat, now)?,
            Event::GrantTakeback { seat } => self.answer(seat, false, true, now)?,
            Event::RefuseTakeback { seat } => self.answer(seat, false, false, now)?,
            Event::Abandon { seat } => self.go_away(seat, now)?,
            Event::Claim { seat } => self.claim(seat, now)?,
            Event::ClaimDraw { seat } => self.claim_draw(seat, now)?,
            Event::Tick => self.let_time_pass(now),
        });
        self.begin_or_go_on(&mut effects);
        self.run_clock(now);
        let after = (self.game.plies(), self.phase.clone(), self.turns.since);
        if after != before && self.turns.is_limited() && self.phase != Phase::Gathering {
            let faces = self.clocks(now);
            effects.push(Effect::Clocks { faces });
        }
        let is_new_turn = (after.0, &after.1) != (before.0, &before.1);
        if is_new_turn && self.phase == Phase::Playing {
            let seat = self.game.turn();
            effects.push(Effect::Turn { seat });
        }
        Ok(effects)
    }

    /// Seats that are not out of the game.
    pub(super) fn seats_in(&self) -> impl Iterator<Item = usize> + '_ {
        let chairs = self.chairs.iter().enumerate();
        chairs
            .filter(|(_, chair)| chair.out.is_none())
            .map(|(seat, _)| seat)
    }

    /// Creates a message to all seats but the one that caused it.
    pub(super) fn message(&self, by: usize, notice: Notice) -> Effect {
        let to = (0..self.chairs.len()).filter(|seat| *seat != by).collect();
        Effect::Message { to, notice }
    }

    fn chair(&self, seat: usize) -> Result<&Chair, Refusal> {
        let seats = self.chairs.len();
        self.chairs
            .get(seat)
            .ok_or(Refusal::NoSuchSeat { seat, seats })
    }

    /// Checks that the game is being played, and that a seat is neither out nor away.
    pub(super) fn playing(&self, seat: usize) -> Result<(), Refusal> {
        let chair = self.chair(seat)?;
        match &self.phase {
            Phase::Gathering => Err(Refusal::NotBegun),
            Phase::Over(verdict) => Err(Refusal::Over(verdict.reason)),
            Phase::Playing if chair.out.is_some() => Err(Refusal::Out { seat }),
            Phase::Playing if chair.away.is_some() => Err(Refusal::Away { seat }),
            Phase::Playing => Ok(()),
        }
    }

    /// Checks that a person may send an event. [`Self::apply`] accepts more: the moves of a stand-in for a seat that
    /// is out, and draw offers, in games that cannot be drawn, from saved games.
    ///
    /// # Errors
    /// [`Refusal::Out`] and [`Refusal::NoDraws`] only; [`Self::apply`] checks the rest.
    pub fn check_own(&self, event: &Event) -> Result<(), Refusal> {
        match event {
            Event::Move { seat, .. } => match self.playing(*seat) {
                Err(refusal @ Refusal::Out { .. }) => Err(refusal),
                _ => Ok(()),
            },
            Event::OfferDraw { .. } if !self.game.position().has_draws() => Err(Refusal::NoDraws),
            _ => Ok(()),
        }
    }

    /// Checks that the game has not begun, and returns the state of a seat.
    fn gathering(&self, seat: usize) -> Result<&Chair, Refusal> {
        let chair = self.chair(seat)?;
        match &self.phase {
            Phase::Gathering => Ok(chair),
            Phase::Playing => Err(Refusal::Begun),
            Phase::Over(verdict) => Err(Refusal::Over(verdict.reason)),
        }
    }

    fn join(&mut self, seat: usize, player: Player) -> Result<Effects, Refusal> {
        if self.phase == Phase::Playing {
            return self.come_back(seat, &player);
        }
        if self.gathering(seat)?.player.is_some() {
            return Err(Refusal::Taken { seat });
        }
        if player.name.chars().any(char::is_control) {
            return Err(Refusal::Name(player.name));
        }
        self.chairs[seat] = Chair {
            ready: player.seat != Seat::Person,
            player: Some(player),
            ..Chair::default()
        };
        Ok(vec![self.message(seat, Notice::Joined { seat })])
    }

    fn come_back(&mut self, seat: usize, player: &Player) -> Result<Effects, Refusal> {
        let chair = self.chair(seat)?;
        if chair.out.is_some() {
            return Err(Refusal::Out { seat });
        }
        match &chair.player {
            Some(_) if chair.away.is_none() => return Err(Refusal::Taken { seat }),
            Some(own) if own != player => {
                let name = own.name.clone();
                return Err(Refusal::Kept { seat, name });
            }
            _ => {}
        }
        self.chairs[seat].away = None;
        Ok(vec![self.message(seat, Notice::Back { seat })])
    }

    fn leave(&mut self, seat: usize) -> Result<Effects, Refusal> {
        if self.gathering(seat)?.player.is_none() {
            return Err(Refusal::Empty { seat });
        }
        self.chairs[seat] = Chair::default();
        Ok(vec![self.message(seat, Notice::Left { seat })])
    }

    fn make_ready(&mut self, seat: usize) -> Result<Effects, Refusal> {
        let chair = self.gathering(seat)?;
        if chair.player.is_none() {
            return Err(Refusal::Empty { seat });
        }
        if chair.ready {
            return Err(Refusal::AlreadyReady { seat });
        }
        self.chairs[seat].ready = true;
        Ok(vec![self.message(seat, Notice::Ready { seat })])
    }

    /// Begins the game if all seats are ready, plays moves that leave no choice, and ends the game if its rules do.
    fn begin_or_go_on(&mut self, effects: &mut Effects) {
        let ready = |chair: &Chair| chair.player.is_some() && chair.ready;
        if self.phase == Phase::Gathering && self.chairs.iter().all(ready) {
            self.phase = Phase::Playing;
            self.turns.begin_turn();
            effects.push(Effect::Started);
        }
        while self.phase == Phase::Playing {
            let is_in = |seat: usize| self.chairs[seat].out.is_none();
            if let Some(verdict) = Verdict::by_rules(&self.game, is_in) {
                self.finish(verdict, self.now, effects);
                return;
            }
            let seat = self.game.turn();
            let waits = self.owes_answer(seat);
            let Some(text) = self.game.forced().filter(|_| !waits) else {
                return;
            };
            if self.play(seat, &text, Duration::ZERO, effects).is_err() {
                return;
            }
        }
    }

    fn make_move(
        &mut self,
        seat: usize,
        text: &str,
        lag: Duration,
        now: Duration,
    ) -> Result<Effects, Refusal> {
        // A stand-in moves for a seat that is out.
        match self.playing(seat) {
            Err(Refusal::Out { .. }) => {}
            other => other?,
        }
        let turn = self.game.turn();
        if seat != turn {
            return Err(Refusal::NotYourTurn { seat, turn });
        }
        if self.owes_answer(seat) {
            return Err(Refusal::AnswerFirst { seat });
        }
        let mut effects = Effects::new();
        self.decline_by_moving(seat, &mut effects);
        let is_out = self.chairs[seat].out.is_some();
        let spent = if is_out {
            Duration::ZERO
        } else {
            self.turns.elapsed(now).saturating_sub(millis::whole(lag))
        };
        let is_late = !is_out && self.turns.has_fallen(seat, spent);
        if is_late {
            let mut tried = self.game.clone();
            tried
                .play(text)
                .map_err(|error| Refusal::Illegal(error.to_string()))?;
            self.fall_out(seat, Ending::Time, now, &mut effects);
        } else {
            self.play(seat, text, spent, &mut effects)?;
        }
        Ok(effects)
    }

    /// Plays a move that has taken `spent`.
    fn play(
        &mut self,
        seat: usize,
        text: &str,
        spent: Duration,
        effects: &mut Effects,
    ) -> Result<(), Refusal> {
        let before = self.game.position().clone();
        let played = self.game.play(text);
        played.map_err(|error| Refusal::Illegal(error.to_string()))?;
        let made = self.game.line().moves().last().copied();
        let (text, name) = made
            .map(|m| (before.move_text(m), before.move_name(m)))
            .unwrap_or_default();
        self.movers.push(seat);
        self.turns.punch(seat, spent);
        effects.push(Effect::Moved {
            seat,
            text,
            name,
            spent,
        });
        let open = self.question.as_ref();
        if open.is_some_and(|open| open.ask != super::Ask::Draw) {
            self.lapse(effects);
        }
        Ok(())
    }

    /// Puts a seat out of the game, which may end it.
    pub(super) fn fall_out(
        &mut self,
        seat: usize,
        how: Ending,
        now: Duration,
        effects: &mut Effects,
    ) {
        self.chairs[seat].out = Some(how);
        self.chairs[seat].away = None;
        if self.game.turn() == seat {
            self.turns.set_running(false, now);
        }
        effects.push(self.message(seat, Notice::Out { seat, how }));
        let is_in = |seat: usize| self.chairs[seat].out.is_none();
        match Verdict::by_leaving(&self.game, seat, how, is_in) {
            Some(verdict) => self.finish(verdict, now, effects),
            None => {
                self.withdraw(seat, now, effects);
                if self.phase == Phase::Playing && self.game.turn() == seat {
                    // For the program that makes the stand-in's move.
                    effects.push(Effect::Turn { seat });
                }
            }
        }
    }

    pub(super) fn finish(&mut self, verdict: Verdict, now: Duration, effects: &mut Effects) {
        self.turns.set_running(false, now);
        self.question = None;
        for chair in &mut self.chairs {
            chair.away = None;
        }
        self.phase = Phase::Over(verdict.clone());
        effects.push(Effect::Over(verdict));
    }
}
