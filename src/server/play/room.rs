//! Task of a room: it owns the game, and nothing else changes it.
//!
//! Every event goes through [`Task::happen`]: it is checked by the rules of the room, then written to the database,
//! then sent to the pages. If the database refuses it, the room remains unchanged. While the database is away the
//! room's time stands still ([`super::halt`]).

use super::call::{Call, CallerWho, SocketId};
use super::hub::Outlet;
use super::machines::{Ask, Thought};
use super::messages;
use super::presence::AWAY_AFTER;
use super::record::Entry;
use super::writer::Written;
use crate::App;
use crate::protocol::ServerMessage;
use crate::view::{PlayerFacts, View};
use crate::visitor::WhoKey;
use axum::extract::ws::Utf8Bytes;
use base::clock::ClockRule;
use base::messages::Key;
use players::Seat;
use rooms::{Effect, Effects, Ending, Event, Phase, Refusal, Room};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::time::Duration;
use store::games::{Append, Ended, GameRow, GameState, SeatRow, Seating};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// Time after which the task of a finished or closed room ends if nobody is in the room.
const IDLE: Duration = Duration::from_secs(60);

/// Time after which a room that waits for players is closed if nobody is in it.
const DESERTED: Duration = Duration::from_secs(600);

/// Maximum time after which a game against machines without a clock is closed if nobody is in the room.
const ALONE: Duration = Duration::from_secs(24 * 3600);

/// Extra time that a machine on turn gets before its clock runs out, since its answer may wait for a thread.
const PATIENCE: Duration = Duration::from_secs(120);

/// Number of the newest events that are kept for pages that have missed them.
const RECENT: usize = 4;

/// Message to a room's task.
#[derive(Debug)]
pub enum Input {
    /// A call of a page.
    Call(Box<Call>),
    /// Answer of a machine: version of the room that it was asked about, request, answer, and time that the request had
    /// to wait for a thread.
    Thought(u64, Ask, Thought, Duration),
    /// Notice that another process runs the room now.
    Lost,
    /// Name of a process that has died, with which the pages connected to it are gone.
    Died(String),
    /// Number of a user who has deleted the account.
    Gone(i64),
    /// Rows of the seats in the database, after the result has been counted for the ratings.
    Counted(Vec<SeatRow>),
}

/// Initial state of a room's task.
#[derive(Debug)]
pub enum Begin {
    /// State to be loaded from the database.
    Load,
    /// State of a room that has just been made: row, room, version.
    New(Box<GameRow>, Box<Room>, u64),
}

/// Reason for which an order was not executed.
#[derive(Debug)]
pub(super) enum OrderError {
    /// The rules of the room refuse it.
    Refused(Refusal),
    /// A rule of the site refuses it: code and sentence.
    Rule(&'static str, Key),
    /// The database has refused to store it.
    Storage,
    /// Another process runs the room now.
    Lost,
}

pub(super) struct Listener {
    pub who: Option<CallerWho>,
    pub outlet: Outlet,
}

pub(super) struct Task {
    pub app: App,
    pub row: GameRow,
    pub room: Room,
    pub version: u64,
    pub known: Vec<Option<PlayerFacts>>,
    pub listeners: HashMap<SocketId, Listener>,
    /// The seats that want a rematch or, during a game, want to begin the game anew.
    pub rematch: BTreeSet<usize>,
    /// Version of the room when a line of chat was last written; `None` if none was.
    pub(super) said_at: Option<u64>,
    pub(super) recent: VecDeque<(u64, Utf8Bytes)>,
    /// True while a machine thinks about this room.
    pub(super) thinking: bool,
    /// Round-trip times of messages to the players, by seat, in milliseconds.
    pub(super) lags: Vec<u64>,
    /// Instants at which absent players will count as away, by seat; `None` for seats that are not being waited for.
    pub(super) away_at: Vec<Option<Instant>>,
    pub(super) presence_at: Option<Instant>,
    pub(super) empty_since: Option<Instant>,
    /// Instant of the last event that was not a restart.
    pub(super) last_at: Duration,
    /// State of the database: the instant since which it is away; `None` if it is available.
    pub(super) storage: watch::Receiver<Option<Instant>>,
    /// Instant of the room at which its time stands still; `None` while it runs.
    pub(super) stands_at: Option<Duration>,
    pub(super) own: mpsc::Sender<Input>,
}

/// Starts the task of a room, unless it already runs in this process.
pub fn spawn(app: &App, id: &str, begin: Begin) {
    let Some((own, mut inputs)) = app.hub().place(id) else {
        return;
    };
    let app = app.clone();
    let id = id.to_owned();
    tokio::spawn(async move {
        match Task::begin(&app, &id, begin, own).await {
            Ok(task) => task.run(&mut inputs).await,
            Err(why) => {
                tracing::error!("room {id}: {why}");
                app.hub().vacate(&id, &mut inputs, true);
            }
        }
    });
}

impl Task {
    async fn run(mut self, inputs: &mut mpsc::Receiver<Input>) {
        loop {
            let wake = self.wake();
            let lost = tokio::select! {
                // Checked first, so that inputs while the database is away find the time standing still.
                biased;
                Ok(()) = self.storage.changed() => self.storage_changed().await,
                input = inputs.recv() => match input {
                    Some(input) => self.hear(input).await,
                    None => return,
                },
                () = sleep_until(wake) => self.time_passes().await,
            };
            let id = self.row.game.id.clone();
            if matches!(lost, Err(OrderError::Storage)) {
                // Slows the room down while the database refuses its events.
                tokio::time::sleep(Duration::from_millis(500)).await;
                if self.stands_at.is_none() {
                    self.catch_up().await;
                }
            }
            if matches!(lost, Err(OrderError::Lost)) {
                tracing::info!("room {id} is another process's now");
                self.app.hub().vacate(&id, inputs, true);
                return;
            }
            if self.is_done() && self.app.hub().vacate(&id, inputs, false) {
                return;
            }
        }
    }

    /// Returns true if the room was closed without a result; see [`Task::abort`].
    pub(super) fn is_closed(&self) -> bool {
        self.row.state == GameState::Aborted
    }

    fn is_done(&self) -> bool {
        let over = matches!(self.room.phase(), Phase::Over(_)) || self.is_closed();
        over && self
            .empty_since
            .is_some_and(|since| since.elapsed() >= IDLE)
    }

    /// Returns the instant at which the room is to check its deadlines; `None` if there is none. It is later than the
    /// deadline, since a move that was made in time may still be on its way: by the player's round-trip time, or, for a
    /// machine that is thinking, by [`PATIENCE`].
    fn due_at(&self) -> Option<Duration> {
        let turn = self.room.game().turn();
        let lag = match self.room.sits(turn) {
            Some(Seat::Machine(_)) if self.thinking => PATIENCE,
            _ => Duration::from_millis(self.lags.get(turn).copied().unwrap_or_default()),
        };
        self.room.deadline().map(|at| at.saturating_add(lag))
    }

    /// Returns the instant of the next thing to do without an input; `None` if there is nothing.
    fn wake(&self) -> Option<Instant> {
        if self.stands_at.is_some() {
            return self.presence_at;
        }
        let now = self.now();
        let begun = Instant::now();
        let room = self.due_at().map(|at| begun + at.saturating_sub(now));
        let aways = self.away_at.iter().copied().flatten();
        let others = [room, self.presence_at, self.empty_until()];
        aways.chain(others.into_iter().flatten()).min()
    }

    /// Returns the instant at which an empty room is to end; `None` if it is not empty, or its clocks will end the
    /// game.
    fn empty_until(&self) -> Option<Instant> {
        let since = self.empty_since?;
        match self.room.phase() {
            _ if self.is_closed() => Some(since + IDLE),
            Phase::Over(_) => Some(since + IDLE),
            Phase::Gathering => Some(since + DESERTED),
            Phase::Playing if self.room.options().clock != ClockRule::Unlimited => None,
            Phase::Playing => {
                let most = Duration::from_secs(self.app.config().idle_seconds);
                let people = self.row.seats.iter().filter(|seat| seat.who.is_some());
                let kept = if people.count() > 1 {
                    most
                } else {
                    most.min(ALONE)
                };
                let left = self.last_at.saturating_add(kept).saturating_sub(self.now());
                Some(Instant::now() + left)
            }
        }
    }

    async fn hear(&mut self, input: Input) -> Result<(), OrderError> {
        match input {
            Input::Lost => Err(OrderError::Lost),
            Input::Died(process) => {
                self.forget_pages_of(&process);
                Ok(())
            }
            Input::Gone(user) => {
                for row in &mut self.row.seats {
                    row.user = row.user.filter(|known| *known != user);
                }
                self.known = messages::player_facts(&self.row.seats, self.room.game().players());
                Ok(())
            }
            Input::Counted(seats) => {
                self.row.seats = seats;
                self.known = messages::player_facts(&self.row.seats, self.room.game().players());
                for listener in self.listeners.values() {
                    let seat = self.seat_of(listener.who.as_ref());
                    let message = self.whole(listener.who.as_ref(), seat).await;
                    self.app.hub().tell_all([&listener.outlet], message.into());
                }
                Ok(())
            }
            Input::Call(call) => self.answer(*call).await,
            Input::Thought(version, ask, thought, waited) => {
                self.thinking = false;
                let done = if version == self.version {
                    self.machine_has_thought(ask, thought, waited).await
                } else {
                    Ok(())
                };
                self.have_machines_think();
                done
            }
        }
    }

    async fn time_passes(&mut self) -> Result<(), OrderError> {
        if self.due_at().is_some_and(|at| at <= self.now()) && self.stands_at.is_none() {
            self.happen(Event::Tick, Vec::new()).await?;
        }
        for seat in 0..self.away_at.len() {
            let is_due = self.away_at[seat].is_some_and(|at| at <= Instant::now());
            if is_due && self.stands_at.is_none() {
                self.away_at[seat] = None;
                self.seat_is_away(seat).await?;
            }
        }
        if self.presence_at.is_some_and(|at| at <= Instant::now()) {
            self.presence_at = None;
            let message = ServerMessage::Presence {
                room: (&self.row.game.id).into(),
                presence: self.presence(),
            };
            self.tell_all(&message);
        }
        let over = matches!(self.room.phase(), Phase::Over(_)) || self.is_closed();
        let deserted = self.empty_until().is_some_and(|at| at <= Instant::now());
        if deserted && !over && self.stands_at.is_none() {
            self.abort("deserted").await?;
        }
        Ok(())
    }

    /// Closes the game without a result, and stores `reason`: `deserted`, `restarted` or `administrator`.
    pub(super) async fn abort(&mut self, reason: &str) -> Result<(), OrderError> {
        let ended = Ended {
            winners: None,
            reason: reason.to_owned(),
            ending: Ending::Abandonment,
        };
        let (tick, now) = (Entry::Happened(Event::Tick), self.now());
        self.write(&tick, now, Vec::new(), false, Some(ended))
            .await?;
        self.version += 1;
        self.row.state = GameState::Aborted;
        self.go_on().await
    }

    /// Writes an entry to the database as the next event; `begins` is true if the game begins with it, and `ended` is
    /// its result if it ends. While the database is away this waits until it is back.
    async fn write(
        &mut self,
        entry: &Entry,
        at: Duration,
        seating: Vec<Seating>,
        begins: bool,
        ended: Option<Ended>,
    ) -> Result<(), OrderError> {
        let append = Append {
            game: self.row.game.id.clone(),
            number: self.version + 1,
            event: serde_json::to_string(entry).map_err(|_| OrderError::Storage)?,
            at: millis(at),
            begins,
            seating,
            ended,
        };
        match self.append(append, at).await {
            Written::Yes => Ok(()),
            Written::Lost => Err(OrderError::Lost),
            Written::Failed => Err(OrderError::Storage),
        }
    }

    /// Checks an event by the rules of the room, applies it, stores it, and informs the pages.
    ///
    /// # Errors
    /// [`OrderError::Refused`] if the rules forbid it, [`OrderError::Storage`] or [`OrderError::Lost`] if it is not
    /// stored.
    pub async fn happen(&mut self, event: Event, seating: Vec<Seating>) -> Result<(), OrderError> {
        if self.is_closed() {
            // An event that comes too late, such as a machine's move, is ignored.
            return Ok(());
        }
        let now = self.now();
        let mut next = self.room.clone();
        let effects = next
            .apply(event.clone(), now)
            .map_err(OrderError::Refused)?;
        if event == Event::Tick && effects.is_empty() {
            return Ok(());
        }
        self.enact(Entry::Happened(event), now, next, effects, seating)
            .await?;
        self.go_on().await?;
        self.claim_unasked().await
    }

    /// Stores an entry, replaces the room by `next`, its state after the entry, and sends the effects to the pages.
    pub(super) async fn enact(
        &mut self,
        entry: Entry,
        now: Duration,
        next: Room,
        effects: Effects,
        seating: Vec<Seating>,
    ) -> Result<(), OrderError> {
        let begins = effects.contains(&Effect::Started);
        let ended = match (self.room.verdict(), next.verdict()) {
            (None, Some(verdict)) => Some(Ended {
                winners: Some(verdict.winners.clone()),
                reason: verdict.reason.to_owned(),
                ending: verdict.ending,
            }),
            _ => None,
        };
        let over = ended.is_some();
        let moved = matches!(entry, Entry::Happened(Event::Move { .. }));
        self.write(&entry, now, seating.clone(), begins, ended)
            .await?;
        let before = View::of(&self.room, &self.known, now);
        self.room = next;
        self.version += 1;
        if entry != Entry::RESUMED {
            self.last_at = now;
        }
        for seating in seating {
            match seating {
                Seating::Sits(row) => {
                    self.row.seats.retain(|seat| seat.seat != row.seat);
                    self.row.seats.push(row);
                }
                Seating::Free(free) => self.row.seats.retain(|seat| seat.seat != free),
            }
        }
        self.known = messages::player_facts(&self.row.seats, self.room.game().players());
        let text = Utf8Bytes::from(messages::happened(&self.standing(now), effects, before));
        self.app
            .hub()
            .tell_all(self.listeners.values().map(|l| &l.outlet), text.clone());
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((self.version, text));
        let turn = self.room.game().turn();
        if moved && self.room.options().clock.is_correspondence() && !over && !self.is_present(turn)
        {
            self.tell_turn(turn);
        }
        if moved {
            metrics::counter!("atalaya_moves").increment(1);
        }
        if over {
            self.row.state = GameState::Over;
            self.count();
        }
        if begins {
            // From the begin of the game on, the absence of the person who made the room matters, too.
            for seat in 0..self.away_at.len() {
                self.watch(seat, AWAY_AFTER);
            }
        }
        self.have_machines_think();
        Ok(())
    }

    /// Tells all pages of the player in seat `turn`, who is not in the room, that it is this player's turn.
    fn tell_turn(&self, turn: usize) {
        let seat = self.row.seats.iter().find(|seat| seat.seat == turn);
        let who = seat.and_then(|seat| seat.who.as_deref());
        if let Some(who) = who.and_then(WhoKey::parse) {
            let mut game = Box::new(messages::game_line(&self.row, self.room.game().players()));
            game.your_turn = Some(true);
            self.app
                .hub()
                .tell_who(who, &ServerMessage::YourTurn { game });
        }
    }

    /// Returns the current state of the room, for messages about it.
    pub(super) fn standing(&self, now: Duration) -> messages::Standing<'_> {
        messages::Standing {
            row: &self.row,
            room: &self.room,
            version: self.version,
            known: &self.known,
            now,
        }
    }

    /// Starts a task that counts the result for the ratings; after a rated game it then sends [`Input::Counted`].
    pub(super) fn count(&self) {
        metrics::counter!("atalaya_games_over").increment(1);
        let (app, id) = (self.app.clone(), self.row.game.id.clone());
        let (own, rated) = (self.own.downgrade(), self.row.game.rated);
        tokio::spawn(async move {
            super::make::count(&app, &id).await;
            if let (true, Some(own)) = (rated, own.upgrade())
                && let Ok(Some(row)) = app.collection().games().get(&id).await
            {
                let _ = own.send(Input::Counted(row.seats)).await;
            }
        });
    }

    pub fn tell_all(&self, message: &ServerMessage<'_>) {
        let outlets = self.listeners.values().map(|listener| &listener.outlet);
        self.app.hub().tell_all(outlets, message.text().into());
    }

    /// Returns the messages about the events after version `seen`; `None` if they are not kept any more.
    pub fn since(&self, seen: u64) -> Option<Vec<Utf8Bytes>> {
        let missing = usize::try_from(self.version.checked_sub(seen)?).ok()?;
        let skipped = self.recent.len().checked_sub(missing)?;
        let texts = self.recent.iter().skip(skipped);
        Some(texts.map(|(_, text)| text.clone()).collect())
    }
}

/// Converts a duration to whole milliseconds.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
