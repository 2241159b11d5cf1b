//! Start of a room's task, its resumption after another process has died, and its recovery of the state that is stored
//! in the database.

use super::messages;
use super::presence::AWAY_AFTER;
use super::record::{self, Entry};
use super::room::{Begin, Input, Task};
use super::writer::Written;
use crate::App;
use rooms::{Phase, Room};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::time::Duration;
use store::games::{Append, GameRow, LoggedEvent};
use tokio::sync::mpsc;
use tokio::time::Instant;

/// Time without a connection before a seat counts as away after a restart, when all players come back at once.
pub(super) const AWAY_AFTER_RESTART: Duration = Duration::from_secs(10);

/// Loads a room from the database. Returns its row, the room, the number of its events, and the instant of the last
/// event that was not a restart.
async fn load(app: &App, id: &str) -> Result<(GameRow, Room, u64, Duration), String> {
    let told = |error: store::Error| error.to_string();
    let row = app.collection().games().get(id).await.map_err(told)?;
    let row = row.ok_or("it is not in the database")?;
    let events = app.collection().games().events(id, 0).await.map_err(told)?;
    let (room, version) = record::room_of(&row, &events, app.registry())?;
    Ok((row, room, version, last_of(&events)))
}

/// Instant of the last event that was not a restart.
fn last_of(events: &[LoggedEvent]) -> Duration {
    let happened = |logged: &&LoggedEvent| {
        let entry = serde_json::from_str::<Entry>(&logged.event);
        !matches!(entry, Ok(Entry::RESUMED))
    };
    let last = events.iter().rev().find(happened);
    Duration::from_millis(last.map_or(0, |logged| logged.at))
}

impl Task {
    pub(super) async fn begin(
        app: &App,
        id: &str,
        begin: Begin,
        own: mpsc::Sender<Input>,
    ) -> Result<Task, String> {
        let loaded = matches!(begin, Begin::Load);
        let (row, room, version, last_at) = match begin {
            Begin::New(row, room, version) => {
                let created = Duration::from_millis(row.game.created);
                (*row, *room, version, created)
            }
            Begin::Load => load(app, id).await?,
        };
        let seats = room.game().players();
        let mut task = Task {
            known: messages::player_facts(&row.seats, seats),
            listeners: HashMap::new(),
            rematch: BTreeSet::new(),
            // Chat lines from before the room was loaded are not known here.
            said_at: loaded.then_some(version),
            recent: VecDeque::new(),
            thinking: false,
            lags: vec![0; seats],
            away_at: vec![None; seats],
            presence_at: None,
            empty_since: Some(Instant::now()),
            last_at,
            storage: app.hub().writer.storage().watch(),
            stands_at: None,
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

    /// Resumes a game after the process that ran the room has died: writes [`Entry::RESUMED`], so that the pause counts
    /// for no clock.
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

    /// Reloads the room if the database has more events than this task knows. This happens after a write that seemed to
    /// fail, if only the database's answer was lost: then no other event can be written with that number.
    pub(super) async fn catch_up(&mut self) {
        let id = self.row.game.id.clone();
        match self
            .app
            .collection()
            .games()
            .events(&id, self.version)
            .await
        {
            Ok(events) if !events.is_empty() => {}
            _ => return,
        }
        let (row, room, version, last_at) = match load(&self.app, &id).await {
            Ok(loaded) => loaded,
            Err(why) => {
                tracing::error!("room {id}: {why}");
                return;
            }
        };
        tracing::warn!("room {id} goes on from event {version}, which was written after all");
        let was_over = matches!(self.room.phase(), Phase::Over(_));
        self.known = messages::player_facts(&row.seats, room.game().players());
        (self.row, self.room, self.version) = (row, room, version);
        self.last_at = last_at;
        self.recent.clear();
        self.said_at = Some(version);
        for listener in self.listeners.values() {
            let seat = self.seat_of(listener.who.as_ref());
            let message = self.whole(listener.who.as_ref(), seat).await;
            self.app.hub().tell_all([&listener.outlet], message.into());
        }
        for seat in 0..self.away_at.len() {
            self.watch(seat, AWAY_AFTER);
        }
        if !was_over && matches!(self.room.phase(), Phase::Over(_)) {
            self.count();
        }
        self.have_machines_think();
    }
}
