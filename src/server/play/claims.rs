//! Automatic claims of draws by threefold repetition: for machines, and for users whose settings say so.

use super::record::Entry;
use super::room::{OrderError, Task};
use crate::visitor::WhoKey;
use players::Seat;
use rooms::Event;
use std::time::Duration;
use store::Claims;

/// Remaining time below which draws are claimed for a user with the setting [`Claims::Short`].
const SHORT: Duration = Duration::from_secs(30);

impl Task {
    /// Claims a draw if the position has occurred three times, for the first seat that claims automatically.
    pub(super) async fn claim_unasked(&mut self) -> Result<(), OrderError> {
        if self.room.verdict().is_some() || !self.room.game().line().may_claim() {
            return Ok(());
        }
        let now = self.now();
        for seat in 0..self.room.game().players() {
            let event = Event::ClaimDraw { seat };
            let mut next = self.room.clone();
            if self.claims(seat).await
                && let Ok(effects) = next.apply(event.clone(), now)
            {
                let entry = Entry::Happened(event);
                return self.enact(entry, now, next, effects, Vec::new()).await;
            }
        }
        Ok(())
    }

    /// Returns true if a seat claims draws automatically now.
    async fn claims(&self, seat: usize) -> bool {
        if let Some(Seat::Machine(_)) = self.room.sits(seat) {
            return true;
        }
        let row = self.row.seats.iter().find(|row| row.seat == seat);
        let wish = match row.and_then(|row| WhoKey::parse(row.who.as_deref()?)) {
            Some(WhoKey::User(user)) => {
                let wish = self.app.collection().accounts().claims(user).await;
                wish.unwrap_or_else(|error| {
                    tracing::error!("{error}");
                    Claims::default()
                })
            }
            _ => Claims::default(),
        };
        match wish {
            Claims::Never => false,
            Claims::Always => true,
            Claims::Short => {
                let face = self.room.clocks(self.now()).into_iter().nth(seat);
                face.and_then(|face| face.left)
                    .is_some_and(|left| left < SHORT)
            }
        }
    }
}
