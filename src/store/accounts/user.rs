//! Users as data: people, who log in, and machines, who play.

use crate::accounts::names::Name;
use problems::rating::Rating;
use serde::Serialize;
use std::fmt;

/// Kind of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UserKind {
    /// Somebody with a password.
    Person,
    /// M1 or M2.
    Machine,
}

base::words!(UserKind: Person = "person", Machine = "machine");

/// When a user's draws by threefold repetition are claimed without being asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claims {
    /// The user claims them.
    Never,
    /// When little of the user's time is left.
    #[default]
    Short,
    /// At once.
    Always,
}

base::words!(Claims: Never = "never", Short = "short", Always = "always");

/// A user of the collection.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct User {
    /// The user's number; never given twice.
    pub id: i64,
    /// Person or machine.
    pub kind: UserKind,
    /// As the user writes it.
    pub name: String,
    /// Milliseconds since 1970.
    pub created: i64,
    /// Rating of the user at problems.
    #[serde(flatten)]
    pub rating: Rating,
    /// The sum of the points of all games.
    pub points: i64,
    /// Number of games that the user has played.
    pub games: i64,
    /// Number of games that the user has won.
    pub wins: i64,
    /// Number of games won in a row, up to the last one played.
    pub streak: i64,
    /// Greatest such number so far.
    pub best_streak: i64,
}

impl User {
    /// Returns true if a text is this user's name, however it is written.
    pub fn is_called(&self, text: &str) -> bool {
        match (Name::new(text), Name::new(&self.name)) {
            (Ok(text), Ok(name)) => text.folded() == name.folded(),
            _ => false,
        }
    }
}

/// Proof that somebody has logged in: 256 random bits in hexadecimal. Not shown by `{:?}`.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(pub(crate) String);

impl Token {
    /// As it is kept and sent.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A user who is logged in.
#[derive(Clone, Debug)]
pub struct Session {
    /// Token that proves that its holder is this user.
    pub token: Token,
    /// Until when, if it is not used before: milliseconds since 1970.
    pub expires: i64,
    /// User who is logged in.
    pub user: User,
}
