//! Errors of the collection: refusals by its rules, and faults of the input or the database.
//!
//! A [`Refusal`] is a rule that somebody ran into: it has a short code for programs and a sentence in
//! two languages. Everything else is a fault of the input or of the database.

use crate::DatabaseError;
use crate::accounts::names::NameError;
use crate::accounts::passwords::PasswordError;
use games::Lang;
use games::chess::FenError;
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
    Invalid(String),
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
    /// Returns an [`Error::Invalid`] for input that cannot be understood, with the sentence that says so.
    pub fn invalid(sentence: impl fmt::Display) -> Error {
        Error::Invalid(sentence.to_string())
    }

    /// Returns true if the database has refused a value that must be unique and is there already.
    pub(crate) fn is_unique_violation(&self) -> bool {
        matches!(self, Error::Database(DatabaseError::Statement(sqlx::Error::Database(error)))
            if error.is_unique_violation())
    }

    /// Returns the message to show to a visitor; invalid input is in English only. A fault of the database is not
    /// described: that is for whoever runs it.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Error::Refused(refusal) => refusal.text(lang),
            Error::Position(error) => error.text(lang),
            Error::Name(error) => error.text(lang),
            Error::Password(error) => error.text(lang),
            Error::Invalid(_) => self.to_string(),
            Error::Database(_) => lang
                .pick(
                    "la base de datos no responde: inténtalo de nuevo",
                    "the database does not answer: try again",
                )
                .to_owned(),
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

impl From<base::word::UnknownWord> for Error {
    fn from(error: base::word::UnknownWord) -> Error {
        Error::invalid(error)
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
            Refusal::Busy => "busy",
            Refusal::TooFewProblems { .. } => "too_few_problems",
        }
    }

    /// Returns the message to show to the user, in a language.
    pub fn text(&self, lang: Lang) -> String {
        let pick = |es: String, en: String| lang.pick(es, en);
        match self {
            Refusal::NameTaken(name) => pick(
                format!("el nombre '{name}' ya está en uso"),
                format!("the name '{name}' is taken"),
            ),
            Refusal::NameReserved(name) => pick(
                format!("nadie puede llamarse '{name}'"),
                format!("nobody may be called '{name}'"),
            ),
            Refusal::NameAlike(name) => pick(
                format!("el nombre '{name}' se confunde con el de otra persona"),
                format!("the name '{name}' looks like somebody else's"),
            ),
            Refusal::UnknownName(name) => pick(
                format!("no hay ningún usuario que se llame '{name}'"),
                format!("there is no user called '{name}'"),
            ),
            Refusal::WrongPassword => pick(
                "la contraseña no es correcta".to_owned(),
                "the password is wrong".to_owned(),
            ),
            Refusal::WrongNameOrPassword => pick(
                "el nombre o la contraseña no son correctos".to_owned(),
                "the name or the password is wrong".to_owned(),
            ),
            Refusal::NotYourName(name) => pick(
                format!("'{name}' no es el nombre de quien ha iniciado sesión"),
                format!("'{name}' is not the name of whoever is logged in"),
            ),
            Refusal::NamesDiffer => pick(
                "los dos nombres nuevos no son iguales".to_owned(),
                "the two new names are not the same".to_owned(),
            ),
            Refusal::PasswordsDiffer => pick(
                "las dos contraseñas nuevas no son iguales".to_owned(),
                "the two new passwords are not the same".to_owned(),
            ),
            Refusal::NotLoggedIn => pick(
                "nadie ha iniciado sesión: 'atalaya user login NOMBRE'".to_owned(),
                "nobody is logged in: 'atalaya user login NAME'".to_owned(),
            ),
            Refusal::WrongCode => pick(
                "este código no vale, o ya no: pide otro en el dispositivo donde juegas".to_owned(),
                "this code is not good, or not any more: make another where you play".to_owned(),
            ),
            Refusal::NoSuchGuest => pick(
                "este invitado ya no está aquí: elige un nombre".to_owned(),
                "this guest is not here any more: choose a name".to_owned(),
            ),
            Refusal::NoSuchProblem(id) => pick(
                format!("no hay ningún problema {id}"),
                format!("there is no problem {id}"),
            ),
            Refusal::NotYours(id) => pick(
                format!("el problema {id} es de otra persona; se puede copiar"),
                format!("problem {id} is somebody else's; it may be copied"),
            ),
            Refusal::Template(id) => pick(
                format!("el problema {id} vino con el programa; se puede copiar"),
                format!("problem {id} came with the program; it may be copied"),
            ),
            Refusal::AlreadyPlayed(id) => pick(
                format!("el problema {id} ya se ha jugado: no se puede cambiar ni borrar"),
                format!("problem {id} has been played: it cannot be changed or deleted"),
            ),
            Refusal::Changed(id) => pick(
                format!("el problema {id} ha cambiado desde que empezó esta partida"),
                format!("problem {id} has been changed since this game began"),
            ),
            Refusal::Problem(refusal) => refusal.text(lang),
            Refusal::NoSuchJob(id) => pick(
                format!("no hay ningún trabajo {id}"),
                format!("there is no job {id}"),
            ),
            Refusal::JobOver(id) => pick(
                format!("el trabajo {id} ya ha terminado"),
                format!("job {id} has ended already"),
            ),
            Refusal::PlayRecorded => pick(
                "esta partida ya se ha contado".to_owned(),
                "this game has been counted already".to_owned(),
            ),
            Refusal::NotYourJob(id) => pick(
                format!("el trabajo {id} es de otra persona"),
                format!("job {id} is somebody else's"),
            ),
            Refusal::TooManyJobs(count) => pick(
                format!("ya tienes {count} verificaciones pendientes: espera a que termine alguna"),
                format!("you have {count} verifications waiting already: wait until one has ended"),
            ),
            Refusal::Busy => pick(
                "hay demasiada gente entrando a la vez: espera unos segundos".to_owned(),
                "too many people are signing in at once: wait a few seconds".to_owned(),
            ),
            Refusal::TooFewProblems { wanted, found } => {
                let (es, en) = match wanted {
                    1 => (
                        "se pidió un problema verificado".to_owned(),
                        "a verified problem was asked for".to_owned(),
                    ),
                    n => (
                        format!("se pidieron {n} problemas verificados"),
                        format!("{n} verified problems were asked for"),
                    ),
                };
                let (hay, there) = match found {
                    0 => ("no hay ninguno".to_owned(), "there is none".to_owned()),
                    1 => ("solo hay 1".to_owned(), "there is only 1".to_owned()),
                    n => (format!("solo hay {n}"), format!("there are only {n}")),
                };
                pick(format!("{es} y {hay}"), format!("{en}, and {there}"))
            }
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl std::error::Error for Refusal {}
