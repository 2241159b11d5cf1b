//! Users as data: people, who log in, and machines, who play.

use crate::accounts::names::Name;
use problems::rating::Rating;
use serde::Serialize;
use std::fmt;

/// Kind of user: a person or a machine player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UserKind {
    /// A person, who logs in with a password.
    Person,
    /// One of the machine players M1 and M2.
    Machine,
}

base::words!(UserKind: Person = "person", Machine = "machine");

/// Rule for claiming a user's draws by threefold repetition automatically.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claims {
    /// Never: the user has to claim them.
    Never,
    /// Only if the user has little time left on the clock.
    #[default]
    Short,
    /// Always, as soon as the position is repeated.
    Always,
}

base::words!(Claims: Never = "never", Short = "short", Always = "always");

/// A user of the collection.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct User {
    /// Number of the user, which is never used again.
    pub id: i64,
    /// Kind of the user: person or machine.
    pub kind: UserKind,
    /// Name in the user's own spelling.
    pub name: String,
    /// Instant of signing up, in milliseconds since 1970.
    pub created: i64,
    /// Rating of the user at problems.
    #[serde(flatten)]
    pub rating: Rating,
    /// Sum of the points of all games over problems.
    pub points: i64,
    /// Number of games over problems that the user has played.
    pub games: i64,
    /// Number of games over problems that the user has won.
    pub wins: i64,
    /// Number of games over problems won in a row, up to the last one played.
    pub streak: i64,
    /// Greatest number of games won in a row so far.
    pub best_streak: i64,
}

impl User {
    /// Returns true if a text is this user's name, in any spelling.
    pub fn is_called(&self, text: &str) -> bool {
        match (Name::new(text), Name::new(&self.name)) {
            (Ok(text), Ok(name)) => text.folded() == name.folded(),
            _ => false,
        }
    }
}

/// Token of a session: 256 random bits in hexadecimal. `{:?}` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(pub(crate) String);

impl Token {
    /// Returns the text of the token, in hexadecimal, as the client sends it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Session of a user who has just logged in.
#[derive(Clone, Debug)]
pub struct Session {
    /// Token of the session, which the client sends with each request.
    pub token: Token,
    /// Instant at which the session expires if it is not used before, in milliseconds since 1970.
    pub expires: i64,
    /// User who is logged in.
    pub user: User,
}
