//! A room's task: it owns the game, and is the only one to change it.
//!
//! Whatever is to happen goes through [`Task::happen`]: the room is asked, the event written down, and then
//! the pages are told. A database that refuses leaves the room as it was. While the database is away the room's time
//! stands ([`super::halt`]).

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

/// Time that a finished or closed room is kept with nobody in it.
const IDLE: Duration = Duration::from_secs(60);

/// Time that a room waiting for players is kept with nobody in it.
const DESERTED: Duration = Duration::from_secs(600);

/// Longest time that a game against machines, without a clock, is kept with nobody in it.
const ALONE: Duration = Duration::from_secs(24 * 3600);

/// Extra time before the flag of a machine falls while its answer is awaited.
const PATIENCE: Duration = Duration::from_secs(120);

/// Events that are kept to be told again to whoever has missed them.
const RECENT: usize = 4;

/// Message to a room's task.
#[derive(Debug)]
pub enum Input {
    /// Somebody calls.
    Call(Box<Call>),
    /// A machine has thought about the room at a version, after so long a wait.
    Thought(u64, Ask, Thought, Duration),
    /// The room is another process's now.
    Lost,
    /// A process has died, and the pages that were connected to it are gone.
    Died(String),
    /// This user has deleted the account.
    Gone(i64),
    /// The result has been counted for the ratings; the seats as they are in the database now.
    Counted(Vec<SeatRow>),
}

/// Initial state of a room's task.
#[derive(Debug)]
pub enum Begin {
    /// State in the database.
    Load,
    /// State of a room that has just been made: row, room, version.
    New(Box<GameRow>, Box<Room>, u64),
}

/// Why something did not happen.
#[derive(Debug)]
pub(super) enum OrderError {
    /// The room refuses it.
    Refused(Refusal),
    /// The site does: code and sentence.
    Rule(&'static str, Key),
    /// The database has refused it.
    Storage,
    /// The room is another process's now.
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
    /// The seats that want a rematch, or, in mid-game, to begin anew.
    pub rematch: BTreeSet<usize>,
    /// At which version something was last said.
    pub(super) said_at: Option<u64>,
    pub(super) recent: VecDeque<(u64, Utf8Bytes)>,
    /// True while a machine thinks about this room.
    pub(super) thinking: bool,
    /// By seat, how long messages of its player travel there and back, in milliseconds.
    pub(super) lags: Vec<u64>,
    /// When the seats without a connection are to be told away.
    pub(super) away_at: Vec<Option<Instant>>,
    pub(super) presence_at: Option<Instant>,
    pub(super) empty_since: Option<Instant>,
    /// Instant of the last event that was not a restart.
    pub(super) last_at: Duration,
    /// State of the database.
    pub(super) storage: watch::Receiver<Option<Instant>>,
    /// Instant of the room at which its time stands still; `None` while it runs.
    pub(super) stands_at: Option<Duration>,
    pub(super) own: mpsc::Sender<Input>,
}

/// Starts the task of a room, unless it is there.
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
                // What comes in while the database is away finds the time standing still.
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
                // The database refuses: not as fast as it can.
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

    /// Returns true if the room was closed before its game began, because nobody came.
    pub(super) fn is_closed(&self) -> bool {
        self.row.state == GameState::Aborted
    }

    fn is_done(&self) -> bool {
        let over = matches!(self.room.phase(), Phase::Over(_)) || self.is_closed();
        over && self
            .empty_since
            .is_some_and(|since| since.elapsed() >= IDLE)
    }

    /// When the room is to be told that time has passed. A move that was made in time may be on its way
    /// yet: as long as such a way is known to take, and that of a machine until other rooms have been thought
    /// about.
    fn due_at(&self) -> Option<Duration> {
        let turn = self.room.game().turn();
        let lag = match self.room.sits(turn) {
            Some(Seat::Machine(_)) if self.thinking => PATIENCE,
            _ => Duration::from_millis(self.lags.get(turn).copied().unwrap_or_default()),
        };
        self.room.deadline().map(|at| at.saturating_add(lag))
    }

    /// When there is something to do that nobody asks for.
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

    /// When a room with nobody in it is to end; `None` while somebody is in it, or as long as its clocks will end it.
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

    /// Closes the game without a result: nobody has come, nobody comes back, all begin anew, or an administrator wants it so.
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

    /// Has an entry written down as the next event, which may take until the database is there again.
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

    /// Lets an event happen: asks the room, writes it down, tells the pages.
    pub async fn happen(&mut self, event: Event, seating: Vec<Seating>) -> Result<(), OrderError> {
        if self.is_closed() {
            // What comes late, such as a machine's move, is of no use any more.
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

    /// Writes an entry down, by which the room becomes `next`, and tells the pages.
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
            // Whoever has made the room may have gone before others came: from now on that matters.
            for seat in 0..self.away_at.len() {
                self.watch(seat, AWAY_AFTER);
            }
        }
        self.have_machines_think();
        Ok(())
    }

    /// Tells all pages of whoever is to move in a game by correspondence, who does not look at it.
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

    /// The room as it stands, to be told of.
    pub(super) fn standing(&self, now: Duration) -> messages::Standing<'_> {
        messages::Standing {
            row: &self.row,
            room: &self.room,
            version: self.version,
            known: &self.known,
            now,
        }
    }

    /// Has the result counted, beside the room, which then hears how the ratings have changed.
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

    /// The events after a version, if they are still at hand.
    pub fn since(&self, seen: u64) -> Option<Vec<Utf8Bytes>> {
        let missing = usize::try_from(self.version.checked_sub(seen)?).ok()?;
        let skipped = self.recent.len().checked_sub(missing)?;
        let texts = self.recent.iter().skip(skipped);
        Some(texts.map(|(_, text)| text.clone()).collect())
    }
}

/// Whole milliseconds of a time.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
