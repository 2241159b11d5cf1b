//! Errors of the collection: refusals by its rules, and faults of the input or the database.
//!
//! A [`Refusal`] is an operation that a rule forbids: it has a short code for programs and a message for users. All
//! other errors are faults of the input or of the database.

use crate::DatabaseError;
use crate::accounts::names::NameError;
use crate::accounts::passwords::PasswordError;
use base::calendar::Date;
use base::say;
use games::chess::FenError;
use games::{Lang, Text};
use std::fmt;

/// Result type of the collection's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Reason why an operation failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A rule of the collection forbids the operation.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The input cannot be parsed, or describes something impossible.
    #[error("{0}")]
    Invalid(Text),
    /// A text is not a valid chess position.
    #[error("{0}")]
    Position(#[from] FenError),
    /// The text is not a valid user name.
    #[error("{0}")]
    Name(#[from] NameError),
    /// The text is not a valid new password.
    #[error("{0}")]
    Password(#[from] PasswordError),
    /// The database failed.
    #[error("{0}")]
    Database(#[from] DatabaseError),
}

impl Error {
    /// Returns an [`Error::Invalid`] with one message for all languages.
    pub fn invalid(sentence: impl fmt::Display) -> Error {
        Error::Invalid(Text::same(sentence))
    }

    /// Returns true if the database has refused a value because it must be unique and exists already.
    pub(crate) fn is_unique_violation(&self) -> bool {
        matches!(self, Error::Database(DatabaseError::Statement(sqlx::Error::Database(error)))
            if error.is_unique_violation())
    }

    /// Returns the message to show to a visitor. Errors of the database are not described, because their details are
    /// for the operator only.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Error::Refused(refusal) => refusal.text(lang),
            Error::Position(error) => error.text(lang),
            Error::Name(error) => error.text(lang),
            Error::Password(error) => error.text(lang),
            Error::Invalid(why) => why.get(lang).to_owned(),
            Error::Database(_) => say!(lang, "database-silent").to_owned(),
        }
    }
}

impl From<problems::Error> for Error {
    fn from(error: problems::Error) -> Error {
        match error {
            problems::Error::Refused(refusal) => Refusal::Problem(refusal).into(),
            problems::Error::Invalid(sentence) => Error::Invalid(sentence),
            problems::Error::Position(error) => Error::Position(error),
        }
    }
}

impl From<problems::Refusal> for Refusal {
    fn from(refusal: problems::Refusal) -> Refusal {
        Refusal::Problem(refusal)
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Error {
        Error::Database(DatabaseError::from(error))
    }
}

/// An operation that a rule of the collection forbids.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
#[non_exhaustive]
pub enum Refusal {
    /// Another user has this name or an equivalent spelling of it.
    NameTaken(String),
    /// The name is reserved for the site; nobody may take it.
    NameReserved(String),
    /// Another user has a name that looks like this one.
    NameAlike(String),
    /// No user has this name.
    UnknownName(String),
    /// The password is not this user's.
    WrongPassword,
    /// The name or the password is wrong. A site does not say which, so that nobody can find out which names exist.
    WrongNameOrPassword,
    /// The name given as a confirmation is not the name of the user who is logged in.
    NotYourName(String),
    /// The new name, which has to be given twice, was not the same both times.
    NamesDiffer,
    /// The new password, which has to be given twice, was not the same both times.
    PasswordsDiffer,
    /// The operation requires a user who is logged in, and there is none, or the session has ended.
    NotLoggedIn,
    /// The code does not exist, or is used up or expired.
    WrongCode,
    /// The guest does not exist, or has been deleted after a long absence.
    NoSuchGuest,
    /// There is no problem with this number.
    NoSuchProblem(i64),
    /// The problem belongs to another user.
    NotYours(i64),
    /// The problem is a template, which cannot be changed; it may be copied.
    Template(i64),
    /// The problem can no longer be changed, because somebody has played it.
    AlreadyPlayed(i64),
    /// A rule of the crate `problems` forbids the operation.
    Problem(problems::Refusal),
    /// The problem has been changed since the game over it began.
    Changed(i64),
    /// There is no job with this number.
    NoSuchJob(i64),
    /// The job has ended already.
    JobOver(i64),
    /// The game has been recorded already.
    PlayRecorded,
    /// The job was requested by another user, for a problem that is not this user's own.
    NotYourJob(i64),
    /// The user already has the maximum number of open verifications, which is the value.
    TooManyJobs(i64),
    /// The user is banned.
    Banned {
        /// Reason of the ban, as the administrator has given it.
        why: String,
        /// End of the ban, in milliseconds since 1970; `None` if it has none.
        until: Option<i64>,
    },
    /// The user, whose name is the value, is not banned.
    NotBanned(String),
    /// The user is an administrator, who cannot be banned.
    Administrator(String),
    /// The link for setting a new password does not exist, or is used up or expired.
    WrongLink,
    /// There is no open report with this number.
    NoSuchReport(i64),
    /// Too many passwords are being checked at the same time; the user should try again later.
    Busy,
    /// Fewer problems fit a filter than were requested.
    TooFewProblems {
        /// Number of problems that were requested.
        wanted: usize,
        /// Number of problems that fit the filter.
        found: usize,
    },
}

impl Refusal {
    /// Returns an identifier for programs that does not change with the language: `name_taken`.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NameTaken(_) => "name_taken",
            Refusal::NameReserved(_) => "name_reserved",
            Refusal::NameAlike(_) => "name_alike",
            Refusal::UnknownName(_) => "unknown_name",
            Refusal::WrongPassword => "wrong_password",
            Refusal::WrongNameOrPassword => "wrong_name_or_password",
            Refusal::NotYourName(_) => "not_your_name",
            Refusal::NamesDiffer => "names_differ",
            Refusal::PasswordsDiffer => "passwords_differ",
            Refusal::NotLoggedIn => "not_logged_in",
            Refusal::WrongCode => "wrong_code",
            Refusal::NoSuchGuest => "no_such_guest",
            Refusal::NoSuchProblem(_) => "no_such_problem",
            Refusal::NotYours(_) => "not_yours",
            Refusal::Template(_) => "template",
            Refusal::AlreadyPlayed(_) => "already_played",
            Refusal::Problem(refusal) => refusal.code(),
            Refusal::Changed(_) => "changed",
            Refusal::NoSuchJob(_) => "no_such_job",
            Refusal::JobOver(_) => "job_over",
            Refusal::PlayRecorded => "play_recorded",
            Refusal::NotYourJob(_) => "not_your_job",
            Refusal::TooManyJobs(_) => "too_many_jobs",
            Refusal::Banned { .. } => "banned",
            Refusal::NotBanned(_) => "not_banned",
            Refusal::Administrator(_) => "administrator",
            Refusal::WrongLink => "wrong_link",
            Refusal::NoSuchReport(_) => "no_such_report",
            Refusal::Busy => "busy",
            Refusal::TooFewProblems { .. } => "too_few_problems",
        }
    }

    /// Returns the message to show to the user, in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Refusal::NameTaken(name) => say!(lang, "name-taken", name),
            Refusal::NameReserved(name) => say!(lang, "name-reserved", name),
            Refusal::NameAlike(name) => say!(lang, "name-alike", name),
            Refusal::UnknownName(name) => say!(lang, "unknown-name", name),
            Refusal::WrongPassword => say!(lang, "wrong-password").to_owned(),
            Refusal::WrongNameOrPassword => say!(lang, "wrong-name-or-password").to_owned(),
            Refusal::NotYourName(name) => say!(lang, "not-your-name", name),
            Refusal::NamesDiffer => say!(lang, "names-differ").to_owned(),
            Refusal::PasswordsDiffer => say!(lang, "passwords-differ").to_owned(),
            Refusal::NotLoggedIn => say!(lang, "not-logged-in").to_owned(),
            Refusal::WrongCode => say!(lang, "wrong-code").to_owned(),
            Refusal::NoSuchGuest => say!(lang, "no-such-guest").to_owned(),
            Refusal::NoSuchProblem(id) => say!(lang, "no-such-problem", id),
            Refusal::NotYours(id) => say!(lang, "not-yours", id),
            Refusal::Template(id) => say!(lang, "template", id),
            Refusal::AlreadyPlayed(id) => say!(lang, "already-played", id),
            Refusal::Changed(id) => say!(lang, "changed", id),
            Refusal::Problem(refusal) => refusal.text(lang),
            Refusal::NoSuchJob(id) => say!(lang, "no-such-job", id),
            Refusal::JobOver(id) => say!(lang, "job-over", id),
            Refusal::PlayRecorded => say!(lang, "play-recorded").to_owned(),
            Refusal::NotYourJob(id) => say!(lang, "not-your-job", id),
            Refusal::TooManyJobs(count) => say!(lang, "too-many-jobs", count),
            Refusal::Banned { why, until: None } => say!(lang, "banned-for-good", why),
            Refusal::Banned {
                why,
                until: Some(until),
            } => say!(lang, "banned", why, until = Date::at(*until)),
            Refusal::NotBanned(name) => say!(lang, "not-banned", name),
            Refusal::Administrator(name) => say!(lang, "is-administrator", name),
            Refusal::WrongLink => say!(lang, "wrong-link").to_owned(),
            Refusal::NoSuchReport(id) => say!(lang, "no-such-report", id),
            Refusal::Busy => say!(lang, "busy").to_owned(),
            Refusal::TooFewProblems { wanted, found } => {
                say!(lang, "too-few-problems", wanted, found)
            }
        }
    }
}
