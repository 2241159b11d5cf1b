//! A room's task: it owns the game, and is the only one to change it.
//!
//! Whatever is to happen goes through [`Task::happen`]: the room is asked, the event written down, and then
//! the pages are told. A database that refuses leaves the room as it was.

use super::call::{Call, CallerWho, SocketId};
use super::hub::Outlet;
use super::machines::{Ask, Question, Thought};
use super::record::{self, Entry};
use super::told;
use super::writer::Written;
use crate::players::Seat;
use crate::problems::store::online::{Append, Ended, GameRow, SeatRow, Seating};
use crate::rooms::{Effect, Ending, Event, Phase, Refusal, Room};
use crate::server::App;
use crate::server::protocol::{Presence, ServerMessage};
use crate::server::view::{BoardView, Known};
use axum::extract::ws::Utf8Bytes;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// How long somebody may be without a connection before the others are told: a page that is loaded
/// anew comes back sooner.
const AWAY_AFTER: Duration = Duration::from_secs(2);

/// The same after a restart of the server, when all come back at once.
const AWAY_AFTER_RESTART: Duration = Duration::from_secs(10);

/// How long a room is kept in which nobody is and nothing can happen.
const IDLE: Duration = Duration::from_secs(60);

/// How long one that waits for players is kept without anybody in it.
const DESERTED: Duration = Duration::from_secs(600);

/// Who is there is told this long after it has changed, for many come and go at once.
const PRESENCE_AFTER: Duration = Duration::from_millis(200);

/// Events that are kept to be told again to whoever has missed them.
const RECENT: usize = 4;

/// What a room's task hears.
#[derive(Debug)]
pub enum Input {
    /// Somebody calls.
    Call(Call),
    /// A machine has thought about the room at a version.
    Thought(u64, Ask, Thought),
    /// The room is another process's now.
    Lost,
}

/// What a room begins with.
#[derive(Debug)]
pub enum Begin {
    /// With what is in the database.
    Load,
    /// It has just been made so.
    New(Box<GameRow>, Box<Room>, u64),
}

/// Why something did not happen.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The room refuses it.
    Refused(Refusal),
    /// The site does: code, Spanish, English.
    Rule(&'static str, &'static str, &'static str),
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
    pub known: Vec<Option<Known>>,
    pub board: BoardView,
    pub listeners: HashMap<SocketId, Listener>,
    /// The seats that want a rematch.
    pub rematch: BTreeSet<usize>,
    recent: VecDeque<(u64, Utf8Bytes)>,
    /// Whether a machine thinks about this room.
    thinking: bool,
    /// When the seats without a connection are to be told away.
    away_at: Vec<Option<Instant>>,
    presence_at: Option<Instant>,
    empty_since: Option<Instant>,
    own: mpsc::Sender<Input>,
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
    async fn begin(
        app: &App,
        id: &str,
        begin: Begin,
        own: mpsc::Sender<Input>,
    ) -> Result<Task, String> {
        let loaded = matches!(begin, Begin::Load);
        let (row, room, version) = match begin {
            Begin::New(row, room, version) => (*row, *room, version),
            Begin::Load => {
                let told = |error: crate::problems::Error| error.to_string();
                let row = app.collection().game(id).await.map_err(told)?;
                let row = row.ok_or("it is not in the database")?;
                let events = app.collection().game_events(id, 0).await.map_err(told)?;
                let (room, version) = record::room_of(&row, &events, app.registry())?;
                (row, room, version)
            }
        };
        let seats = room.game().players();
        let mut task = Task {
            known: told::known(&row.seats, seats),
            board: BoardView::from(&room.game().board()),
            listeners: HashMap::new(),
            rematch: BTreeSet::new(),
            recent: VecDeque::new(),
            thinking: false,
            away_at: vec![None; seats],
            presence_at: None,
            empty_since: Some(Instant::now()),
            app: app.clone(),
            row,
            room,
            version,
            own,
        };
        if loaded && *task.room.phase() == Phase::Playing {
            task.resume().await?;
        }
        let patience = if loaded {
            AWAY_AFTER_RESTART
        } else {
            AWAY_AFTER * 2
        };
        for seat in 0..seats {
            task.watch(seat, patience);
        }
        task.have_machines_think();
        Ok(task)
    }

    /// Goes on after the process that had the room has died.
    async fn resume(&mut self) -> Result<(), String> {
        let now = self.app.now();
        let append = Append {
            game: self.row.game.id.clone(),
            number: self.version + 1,
            event: serde_json::to_string(&Entry::RESUMED).map_err(|error| error.to_string())?,
            at: now,
            begins: false,
            seating: Vec::new(),
            ended: None,
        };
        match self.app.hub().writer.append(append).await {
            Written::Yes => {}
            other => return Err(format!("cannot go on: {other:?}")),
        }
        self.room.resume_at(Duration::from_millis(now));
        self.version += 1;
        Ok(())
    }

    async fn run(mut self, inputs: &mut mpsc::Receiver<Input>) {
        loop {
            let wake = self.wake();
            let lost = tokio::select! {
                input = inputs.recv() => match input {
                    Some(input) => self.hear(input).await,
                    None => return,
                },
                () = sleep_until(wake) => self.time_passes().await,
            };
            let id = self.row.game.id.clone();
            if matches!(lost, Err(Trouble::Storage)) {
                // The database refuses: not as fast as it can.
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            if matches!(lost, Err(Trouble::Lost)) {
                tracing::info!("room {id} is another process's now");
                self.app.hub().vacate(&id, inputs, true);
                return;
            }
            if self.is_done() && self.app.hub().vacate(&id, inputs, false) {
                return;
            }
        }
    }

    fn is_done(&self) -> bool {
        let over = matches!(self.room.phase(), Phase::Over(_)) || self.row.state == "aborted";
        over && self
            .empty_since
            .is_some_and(|since| since.elapsed() >= IDLE)
    }

    /// When there is something to do that nobody asks for.
    fn wake(&self) -> Option<Instant> {
        let now = Duration::from_millis(self.app.now());
        let begun = Instant::now();
        let room = self
            .room
            .deadline()
            .map(|at| begun + at.saturating_sub(now));
        let empty = self.empty_since.map(|since| match self.room.phase() {
            Phase::Over(_) => Some(since + IDLE),
            Phase::Gathering => Some(since + DESERTED),
            Phase::Playing => None,
        });
        let aways = self.away_at.iter().copied().flatten();
        let others = [room, self.presence_at, empty.flatten()];
        aways.chain(others.into_iter().flatten()).min()
    }

    async fn hear(&mut self, input: Input) -> Result<(), Trouble> {
        match input {
            Input::Lost => Err(Trouble::Lost),
            Input::Call(call) => self.answer(call).await,
            Input::Thought(version, ask, thought) => {
                self.thinking = false;
                let done = match version == self.version {
                    true => self.machine_has_thought(ask, thought).await,
                    false => Ok(()),
                };
                self.have_machines_think();
                done
            }
        }
    }

    async fn time_passes(&mut self) -> Result<(), Trouble> {
        let now = Duration::from_millis(self.app.now());
        if self.room.deadline().is_some_and(|at| at <= now) {
            self.happen(Event::Tick, Vec::new()).await?;
        }
        for seat in 0..self.away_at.len() {
            if self.away_at[seat].is_some_and(|at| at <= Instant::now()) {
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
        let deserted = self
            .empty_since
            .is_some_and(|since| since.elapsed() >= DESERTED);
        if deserted && *self.room.phase() == Phase::Gathering && self.row.state != "aborted" {
            self.abort().await?;
        }
        Ok(())
    }

    /// Nobody has come: the game will not be.
    async fn abort(&mut self) -> Result<(), Trouble> {
        let ended = Ended {
            winners: None,
            reason: "deserted".to_owned(),
            ending: Ending::Abandonment.name().to_owned(),
        };
        self.write(
            &Entry::Happened(Event::Tick),
            self.app.now(),
            Vec::new(),
            false,
            Some(ended),
        )
        .await?;
        self.version += 1;
        self.row.state = "aborted".to_owned();
        Ok(())
    }

    /// Has an entry written down as the next event.
    async fn write(
        &self,
        entry: &Entry,
        at: u64,
        seating: Vec<Seating>,
        begins: bool,
        ended: Option<Ended>,
    ) -> Result<(), Trouble> {
        let append = Append {
            game: self.row.game.id.clone(),
            number: self.version + 1,
            event: serde_json::to_string(entry).map_err(|_| Trouble::Storage)?,
            at,
            begins,
            seating,
            ended,
        };
        match self.app.hub().writer.append(append).await {
            Written::Yes => Ok(()),
            Written::Lost => Err(Trouble::Lost),
            Written::Failed => Err(Trouble::Storage),
        }
    }

    /// Lets an event happen: asks the room, writes it down, tells the pages.
    pub async fn happen(&mut self, event: Event, seating: Vec<Seating>) -> Result<(), Trouble> {
        let at = self.app.now();
        let now = Duration::from_millis(at);
        let mut next = self.room.clone();
        let effects = next.apply(event.clone(), now).map_err(Trouble::Refused)?;
        if event == Event::Tick && effects.is_empty() {
            return Ok(());
        }
        let begins = effects.contains(&Effect::Started);
        let ended = match (self.room.verdict(), next.verdict()) {
            (None, Some(verdict)) => Some(Ended {
                winners: Some(verdict.winners.clone()),
                reason: verdict.reason.to_owned(),
                ending: verdict.ending.name().to_owned(),
            }),
            _ => None,
        };
        let over = ended.is_some();
        let moved = matches!(event, Event::Move { .. });
        self.write(&Entry::Happened(event), at, seating.clone(), begins, ended)
            .await?;
        let before = self.room.game().plies();
        self.room = next;
        self.version += 1;
        for seating in seating {
            match seating {
                Seating::Sits(row) => {
                    self.row.seats.retain(|seat| seat.seat != row.seat);
                    self.row.seats.push(row);
                }
                Seating::Free(free) => self.row.seats.retain(|seat| seat.seat != free),
            }
        }
        self.known = told::known(&self.row.seats, self.room.game().players());
        let happened = told::happened(
            &self.row.game.id,
            &self.room,
            self.version,
            effects,
            &self.known,
            &self.board,
            before,
            now,
        );
        self.board = happened.board;
        let text = Utf8Bytes::from(happened.text);
        self.app
            .hub()
            .tell_all(self.listeners.values().map(|l| &l.outlet), text.clone());
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((self.version, text));
        if moved {
            metrics::counter!("atalaya_moves").increment(1);
        }
        if over {
            self.row.state = "over".to_owned();
            self.count();
        }
        self.have_machines_think();
        Ok(())
    }

    /// Has the result counted, beside the room.
    fn count(&self) {
        metrics::counter!("atalaya_games_over").increment(1);
        let (app, id) = (self.app.clone(), self.row.game.id.clone());
        tokio::spawn(async move { super::make::count(&app, &id).await });
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

    /// The seat of somebody.
    pub fn seat_of(&self, who: Option<&CallerWho>) -> Option<usize> {
        let key = &who?.key;
        let mut rows = self.row.seats.iter();
        rows.find(|row| row.who.as_ref() == Some(key))
            .map(|row| row.seat)
    }

    fn is_here(&self, row: &SeatRow) -> bool {
        let mut listeners = self.listeners.values();
        row.who.is_none()
            || listeners.any(|l| l.who.as_ref().map(|who| &who.key) == row.who.as_ref())
    }

    /// Who is there.
    pub fn presence(&self) -> Presence {
        let seats = self.room.game().players();
        let row = |seat: usize| self.row.seats.iter().find(|row| row.seat == seat);
        let is_player = |l: &&Listener| self.seat_of(l.who.as_ref()).is_some();
        let players = self.listeners.values().filter(is_player).count();
        Presence {
            seats: (0..seats)
                .map(|seat| row(seat).is_some_and(|row| self.is_here(row)))
                .collect(),
            spectators: self.listeners.len() - players,
        }
    }

    /// Somebody has come or gone.
    pub fn presence_changed(&mut self, seat: Option<usize>) {
        self.presence_at
            .get_or_insert_with(|| Instant::now() + PRESENCE_AFTER);
        self.empty_since = match self.listeners.is_empty() {
            true => self.empty_since.or_else(|| Some(Instant::now())),
            false => None,
        };
        if let Some(seat) = seat {
            self.watch(seat, AWAY_AFTER);
        }
    }

    /// Begins or ends to wait for the player of a seat.
    fn watch(&mut self, seat: usize, patience: Duration) {
        let row = self.row.seats.iter().find(|row| row.seat == seat);
        let absent = row.is_some_and(|row| !self.is_here(row));
        let over = matches!(self.room.phase(), Phase::Over(_));
        self.away_at[seat] = match absent && !over {
            true => self.away_at[seat].or_else(|| Some(Instant::now() + patience)),
            false => None,
        };
    }

    /// The player of a seat has been without a connection for a while.
    async fn seat_is_away(&mut self, seat: usize) -> Result<(), Trouble> {
        let waits = self.room.is_away(seat) || self.room.is_out(seat).is_some();
        let event = match self.room.phase() {
            Phase::Playing if !waits => Event::Abandon { seat },
            // Whoever has made the room may come back to it.
            Phase::Gathering if !self.is_hosts(seat) => Event::Leave { seat },
            _ => return Ok(()),
        };
        let seating = match event {
            Event::Leave { seat } => vec![Seating::Free(seat)],
            _ => Vec::new(),
        };
        self.happen(event, seating).await
    }

    fn is_hosts(&self, seat: usize) -> bool {
        let mut rows = self.row.seats.iter();
        rows.any(|row| row.seat == seat && row.who.as_ref() == Some(&self.row.game.host))
    }

    /// Asks the machine whose turn or answer it is, unless one is thinking.
    fn have_machines_think(&mut self) {
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
            question.ask == crate::rooms::Ask::Draw && question.waiting.contains(&turn)
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
            room: self.room.clone(),
            now: Duration::from_millis(self.app.now()),
            skill,
            ask,
            answer: Box::new(move |thought| {
                // A room that has ended needs no answer.
                if let Some(own) = own.upgrade() {
                    let _ = own.blocking_send(Input::Thought(version, ask, thought));
                }
            }),
        });
    }

    async fn machine_has_thought(&mut self, ask: Ask, thought: Thought) -> Result<(), Trouble> {
        let turn = self.room.game().turn();
        let is_draw = self
            .room
            .question()
            .is_some_and(|question| question.ask == crate::rooms::Ask::Draw);
        let event = match (ask, thought) {
            (Ask::Move, Thought::Move(text)) => Event::Move {
                seat: turn,
                text,
                lag: Duration::ZERO,
            },
            // It plays for nothing, and lets people take back what they like.
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
                    lag: Duration::ZERO,
                }
            }
        };
        match self.happen(event, Vec::new()).await {
            Err(Trouble::Refused(refusal)) => {
                tracing::warn!("room {}: a machine: {refusal}", self.row.game.id);
                Ok(())
            }
            done => done,
        }
    }
}

async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
