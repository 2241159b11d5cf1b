//! A room while the database is away: its clocks stop, its pages are told why, and its last event is written as soon as
//! the database is back.
//!
//! The pause, which counts for no clock, begins when the database was first found away, or at an event that could not
//! be written. It ends with the event [`Entry::RESUMED`], as after a restart.

use super::loading::AWAY_AFTER_RESTART;
use super::record::Entry;
use super::room::{OrderError, Task};
use super::writer::Written;
use crate::protocol::{ServerMessage, Text};
use base::say;
use games::Lang;
use rooms::{Effect, Event, Phase};
use std::pin::pin;
use std::time::Duration;
use store::games::Append;
use tokio::time::Instant;

/// Maximum duration of a normal write. If one takes longer, its whole duration counts for no clock.
const SLOW: Duration = Duration::from_secs(1);

impl Task {
    /// Returns the current time of the room, since 1970; it stands still while the database is away.
    pub(super) fn now(&self) -> Duration {
        let now = Duration::from_millis(self.app.now());
        self.stands_at.unwrap_or(now).max(self.room.now())
    }

    /// Stops the room's time if the database is away, and lets it run on if the database is back.
    pub(super) async fn storage_changed(&mut self) -> Result<(), OrderError> {
        let down = *self.storage.borrow_and_update();
        match (down, self.stands_at) {
            (Some(since), None) => {
                let since = Duration::from_millis(self.app.at(since));
                self.stands_at = Some(since.max(self.room.now()));
                self.tell_halt(false);
                Ok(())
            }
            (None, Some(_)) => self.go_on().await,
            _ => Ok(()),
        }
    }

    /// Writes an event that happened at the instant `at` to the database. If that has to wait because the database is
    /// away, stops the room's time and informs the pages.
    pub(super) async fn append(&mut self, append: Append, at: Duration) -> Written {
        let begun = Instant::now();
        let writer = self.app.hub().writer.clone();
        let mut written = pin!(writer.append(append));
        let mut storage = writer.storage().watch();
        let written = loop {
            if storage.borrow_and_update().is_some() {
                self.stands_at.get_or_insert(at);
                self.tell_halt(true);
            }
            tokio::select! {
                written = &mut written => break written,
                Ok(()) = storage.changed() => {}
            }
        };
        if begun.elapsed() >= SLOW {
            self.stands_at.get_or_insert(at);
        }
        written
    }

    /// Lets the room's time run on if it stands still and the database is back. The duration of the pause counts for no
    /// clock.
    pub(super) async fn go_on(&mut self) -> Result<(), OrderError> {
        let away = |task: &Task| task.app.hub().writer.storage().down_since().is_some();
        while let Some(since) = self.stands_at.filter(|_| !away(self)) {
            if self.time_matters() && self.room.now() < since {
                // The clocks have run until the pause began.
                let mut next = self.room.clone();
                let effects = next
                    .apply(Event::Tick, since)
                    .map_err(OrderError::Refused)?;
                let tick = Entry::Happened(Event::Tick);
                self.enact(tick, since, next, effects, Vec::new()).await?;
            }
            self.stands_at = None;
            if self.time_matters() {
                let now = Duration::from_millis(self.app.now());
                let mut next = self.room.clone();
                next.resume_at(now);
                let faces = next.clocks(now);
                let effects = vec![Effect::Clocks { faces }];
                self.enact(Entry::RESUMED, now, next, effects, Vec::new())
                    .await?;
            }
            if self.stands_at.is_none() {
                self.tell_halt(false);
            }
            for seat in 0..self.away_at.len() {
                self.away_at[seat] = None;
                self.watch(seat, AWAY_AFTER_RESTART);
            }
        }
        Ok(())
    }

    /// Returns true if the game is being played and some deadline is running, such as that of a clock.
    fn time_matters(&self) -> bool {
        *self.room.phase() == Phase::Playing && self.room.deadline().is_some()
    }

    /// Sends [`Task::halt`]'s message to all pages of the room.
    fn tell_halt(&self, unsaved: bool) {
        self.tell_all(&self.halt(unsaved));
    }

    /// Returns the message that says if the room's time stands still, and why: `unsaved` if an event waits to be
    /// written.
    pub(super) fn halt(&self, unsaved: bool) -> ServerMessage<'static> {
        let stands = self.stands_at.is_some();
        let text = stands.then(|| halt_text(unsaved));
        let now = self.now();
        let mut clocks = self.room.clocks(now);
        for face in &mut clocks {
            face.running &= !stands;
        }
        ServerMessage::Halted {
            room: self.row.game.id.clone().into(),
            clocks,
            now: super::room::millis(now),
            text,
        }
    }
}

/// Returns the sentence that explains stopped clocks; `unsaved` if an event waits to be written.
pub fn halt_text(unsaved: bool) -> Text {
    let text = |lang: Lang| {
        if unsaved {
            say!(lang, "halted-unsaved")
        } else {
            say!(lang, "halted")
        }
    };
    web::view::sentence(|lang| text(lang).to_owned())
}
