//! Rules of a room's chat: who may write, and which words are blocked.

use crate::Moderation;
use crate::columns::Columns;
use crate::error::Result;
use crate::sql::sql;
use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;

/// People who may write in a room's chat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speakers {
    /// Everybody with a name, players and spectators.
    #[default]
    All,
    /// Only the players.
    Players,
    /// Nobody: the chat is closed.
    Nobody,
}

base::words!(Speakers: All = "all", Players = "players", Nobody = "nobody");

/// Rules of a room's chat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChatRule {
    /// People who may write.
    pub speakers: Speakers,
    /// Blocked words, separated by spaces.
    #[serde(default)]
    pub words: String,
}

impl ChatRule {
    /// Returns true if a text contains a blocked word. Case does not matter; parts of longer words are not found.
    pub fn has_blocked_word(&self, text: &str) -> bool {
        let folded = |text: &str| -> Vec<String> {
            let parts = text.split(|c: char| !c.is_alphanumeric());
            let parts = parts.filter(|part| !part.is_empty());
            parts.map(str::to_lowercase).collect()
        };
        let blocked = folded(&self.words);
        folded(text).iter().any(|word| blocked.contains(word))
    }
}

impl Moderation<'_> {
    /// Returns the rules of a room's chat; the default rules if none have been set.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn chat_rule(self, game: &str) -> Result<ChatRule> {
        let sql = sql!("SELECT speakers, words FROM chat_rules WHERE game = ?"; game);
        let row: Option<AnyRow> = self.store.first(sql).await?;
        row.map_or_else(
            || Ok(ChatRule::default()),
            |row| {
                Ok(ChatRule {
                    speakers: row.read("speakers")?,
                    words: row.read("words")?,
                })
            },
        )
    }

    /// Sets the rules of a room's chat.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn set_chat_rule(self, game: &str, rule: &ChatRule) -> Result<()> {
        let sql = sql!(
            "INSERT INTO chat_rules (game, speakers, words) VALUES (?, ?, ?) \
             ON CONFLICT (game) DO UPDATE SET speakers = EXCLUDED.speakers, words = EXCLUDED.words";
            game, rule.speakers.word(), rule.words.as_str()
        );
        self.store.run(sql).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocked_words_are_whole_words_in_any_case() {
        let rule = ChatRule {
            words: "idiota Fool".to_owned(),
            ..ChatRule::default()
        };
        for (text, blocked) in [
            ("you FOOL!", true),
            ("¡Idiota!", true),
            ("a foolish move", false),
            ("", false),
        ] {
            assert_eq!(rule.has_blocked_word(text), blocked, "{text}");
        }
        assert!(!ChatRule::default().has_blocked_word("fool"));
    }
}
