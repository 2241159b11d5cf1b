//! Moderation of a room: abortion of its game by an administrator, and the rules of its chat.

use super::room::{OrderError, Task};
use base::key;
use rooms::Phase;
use store::Speakers;
use store::games::Channel;

impl Task {
    /// Ends the game without a result, and tells all pages.
    pub(super) async fn abort_by_administrator(&mut self) -> Result<(), OrderError> {
        if self.is_closed() || matches!(self.room.phase(), Phase::Over(_)) {
            return Ok(());
        }
        self.abort("administrator").await?;
        for listener in self.listeners.values() {
            let seat = self.seat_of(listener.who.as_ref());
            let message = self.whole(listener.who.as_ref(), seat).await;
            self.app.hub().tell_all([&listener.outlet], message.into());
        }
        Ok(())
    }

    /// Checks a line of chat against the rules of the room's chat.
    ///
    /// # Errors
    /// [`OrderError::Rule`] if the rules forbid it; [`OrderError::Storage`] if the database fails.
    pub(super) async fn may_say(&self, channel: Channel, text: &str) -> Result<(), OrderError> {
        let rule = self.app.collection().moderation();
        let rule = rule.chat_rule(&self.row.game.id).await;
        let rule = rule.map_err(|error| {
            tracing::error!("{error}");
            OrderError::Storage
        })?;
        match rule.speakers {
            Speakers::Nobody => Err(OrderError::Rule("chat_off", key!("chat-off"))),
            Speakers::Players if channel != Channel::Players => {
                Err(OrderError::Rule("chat_players", key!("chat-players")))
            }
            _ if rule.has_blocked_word(text) => {
                Err(OrderError::Rule("chat_word", key!("chat-word")))
            }
            _ => Ok(()),
        }
    }
}
