//! Presence of people in a room, and handling of seats whose player is absent.

use super::call::CallerWho;
use super::room::{Listener, OrderError, Task};
use crate::protocol::Presence;
use rooms::{Event, Phase};
use std::time::Duration;
use store::games::{SeatRow, Seating};
use tokio::time::Instant;

/// Time without a connection after which a player counts as away. A page that is reloaded is back sooner.
pub(super) const AWAY_AFTER: Duration = Duration::from_secs(2);

/// Delay before pages are sent a change of presence, since many people come and go at once.
const PRESENCE_AFTER: Duration = Duration::from_millis(200);

impl Task {
    /// Returns the seat of a person; `None` for spectators and visitors without a name.
    pub fn seat_of(&self, who: Option<&CallerWho>) -> Option<usize> {
        let who = who?;
        let mut rows = self.row.seats.iter();
        rows.find(|row| row.who.as_ref().is_some_and(|key| who.is(key)))
            .map(|row| row.seat)
    }

    fn is_here(&self, row: &SeatRow) -> bool {
        let Some(key) = &row.who else { return true };
        let mut listeners = self.listeners.values();
        listeners.any(|l| l.who.as_ref().is_some_and(|who| who.is(key)))
    }

    /// Returns true if a seat is taken and its player is connected; a machine always is.
    pub(super) fn is_present(&self, seat: usize) -> bool {
        let mut rows = self.row.seats.iter();
        rows.any(|row| row.seat == seat && self.is_here(row))
    }

    /// Returns the seats whose players are connected, and the number of spectators.
    pub fn presence(&self) -> Presence {
        let seats = self.room.game().players();
        let is_player = |l: &&Listener| self.seat_of(l.who.as_ref()).is_some();
        let players = self.listeners.values().filter(is_player).count();
        Presence {
            seats: (0..seats).map(|seat| self.is_present(seat)).collect(),
            spectators: self.listeners.len() - players,
        }
    }

    /// Notes that a page has entered or left the room; `seat` is that of its player, `None` for a spectator.
    pub fn presence_changed(&mut self, seat: Option<usize>) {
        self.presence_at
            .get_or_insert_with(|| Instant::now() + PRESENCE_AFTER);
        self.empty_since = if self.listeners.is_empty() {
            self.empty_since.or_else(|| Some(Instant::now()))
        } else {
            None
        };
        if let Some(seat) = seat {
            self.watch(seat, AWAY_AFTER);
        }
    }

    /// Removes all pages that were connected to a process that has died.
    pub(super) fn forget_pages_of(&mut self, process: &str) {
        let before = self.listeners.len();
        self.listeners.retain(|socket, _| socket.process != process);
        if self.listeners.len() < before {
            self.presence_changed(None);
            for seat in 0..self.away_at.len() {
                self.watch(seat, AWAY_AFTER);
            }
        }
    }

    /// Starts waiting for the player of a seat who is absent, for at most `patience`, or stops waiting if the player is
    /// present.
    pub(super) fn watch(&mut self, seat: usize, patience: Duration) {
        let row = self.row.seats.iter().find(|row| row.seat == seat);
        let absent = row.is_some_and(|row| !self.is_here(row));
        let over = matches!(self.room.phase(), Phase::Over(_));
        self.away_at[seat] = if absent && !over {
            self.away_at[seat].or_else(|| Some(Instant::now() + patience))
        } else {
            None
        };
    }

    /// Handles a seat whose player has been without a connection for a while: during the game, the player counts as
    /// away; before it, the seat becomes free.
    pub(super) async fn seat_is_away(&mut self, seat: usize) -> Result<(), OrderError> {
        let waits = self.room.is_away(seat) || self.room.is_out(seat).is_some();
        let event = match self.room.phase() {
            Phase::Playing if !waits => Event::Abandon { seat },
            // The person who has made the room keeps the seat.
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
}
