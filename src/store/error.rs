//! Errors of the collection: refusals by its rules, and faults of the input or the database.
//!
//! A [`Refusal`] is a rule that somebody ran into: it has a short code for programs and a sentence for
//! people. Everything else is a fault of the input or of the database.

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

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A rule of the collection refuses it.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// It cannot be understood, or cannot be.
    #[error("{0}")]
    Invalid(Text),
    /// It is no position.
    #[error("{0}")]
    Position(#[from] FenError),
    /// Nobody may have such a name.
    #[error("{0}")]
    Name(#[from] NameError),
    /// Nobody may have such a password.
    #[error("{0}")]
    Password(#[from] PasswordError),
    /// The database does not do what it should.
    #[error("{0}")]
    Database(#[from] DatabaseError),
}

impl Error {
    /// Returns an [`Error::Invalid`] for input that cannot be understood, with the sentence that says so in the language
    /// of the session, or in English only.
    pub fn invalid(sentence: impl fmt::Display) -> Error {
        Error::Invalid(Text::same(sentence))
    }

    /// Returns true if the database has refused a value that must be unique and is there already.
    pub(crate) fn is_unique_violation(&self) -> bool {
        matches!(self, Error::Database(DatabaseError::Statement(sqlx::Error::Database(error)))
            if error.is_unique_violation())
    }

    /// Returns the message to show to a visitor. A fault of the database is not
    /// described: that is for whoever runs it.
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

/// A rule of the collection that refuses something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
#[non_exhaustive]
pub enum Refusal {
    /// Somebody has this name, or one that is taken for it.
    NameTaken(String),
    /// Nobody may be called so.
    NameReserved(String),
    /// Somebody has a name that looks like this one.
    NameAlike(String),
    /// Nobody has this name.
    UnknownName(String),
    /// It is not this user's password.
    WrongPassword,
    /// On a site, where the two above are not told apart.
    WrongNameOrPassword,
    /// A confirmation by a name that is another's.
    NotYourName(String),
    /// The new name, asked for twice, was not the same.
    NamesDiffer,
    /// The new password, asked for twice, was not the same.
    PasswordsDiffer,
    /// It takes a user, and nobody is logged in, or no longer.
    NotLoggedIn,
    /// There is no such code by which a guest returns, or not any more.
    WrongCode,
    /// The guest has been forgotten.
    NoSuchGuest,
    /// There is no problem with this number.
    NoSuchProblem(i64),
    /// The problem is somebody else's.
    NotYours(i64),
    /// The problem came with the program; it may be copied.
    Template(i64),
    /// Somebody has played the problem.
    AlreadyPlayed(i64),
    /// A rule about problems refuses it.
    Problem(problems::Refusal),
    /// A problem is not any more what it was when a game over it began.
    Changed(i64),
    /// There is no job with this number.
    NoSuchJob(i64),
    /// The job has ended already.
    JobOver(i64),
    /// The game has been counted already.
    PlayRecorded,
    /// Somebody else asked for the job, for a problem that is not one's own.
    NotYourJob(i64),
    /// So many verifications are open that this user asked for, and no more may be.
    TooManyJobs(i64),
    /// The user is banned.
    Banned {
        /// Reason.
        why: String,
        /// End of the ban, in milliseconds since 1970; `None` if it has none.
        until: Option<i64>,
    },
    /// The user is not banned.
    NotBanned(String),
    /// The user is an administrator, whom nobody bans.
    Administrator(String),
    /// There is no such link for another password, or not any more.
    WrongLink,
    /// There is no open report with this number.
    NoSuchReport(i64),
    /// More people prove who they are at once than can be served.
    Busy,
    /// Fewer problems fit than were asked for.
    TooFewProblems {
        /// Number of problems that were asked for.
        wanted: usize,
        /// Number of problems that fit.
        found: usize,
    },
}

impl Refusal {
    /// A word for programs that does not change with the language: `name_taken`.
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
