//! Common parts of all commands that use the problem collection: database, language, output as JSON or
//! text, and the exit status of refusals.

use super::{CliError, CliResult, language};
use base::say;
use games::Lang;
use std::process::ExitCode;
use std::time::Duration;
use store::{Database, Error, PATIENCE, Store};

// Option that gives the location of the collection, for every command that uses it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct DatabaseArg {
    /// The database: sqlite:PATH or postgres://USER@HOST/NAME [default: a file in this user's data
    /// folder]
    #[arg(
        long,
        value_name = "URL",
        env = "ATALAYA_DATABASE",
        hide_env_values = true
    )]
    pub database: Option<String>,
}

// Options of most commands that use the collection.
#[derive(Clone, Debug, clap::Args)]
pub struct CollectionArgs {
    #[command(flatten)]
    pub at: DatabaseArg,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[arg(skip = language::current())]
    pub lang: Lang,
}

impl CollectionArgs {
    /// Returns the database that the options name, or the default one.
    ///
    /// # Errors
    /// The address is not that of a database.
    pub fn database(&self) -> Result<Database, CliError> {
        match &self.at.database {
            Some(address) => address.parse(),
            None => Database::usual(),
        }
        .map_err(|error| error.text(self.lang).into())
    }

    /// Opens the collection and calls `work` with it. A refusal is printed, on stderr or as JSON on stdout, and gives
    /// exit status 1; any other error gives exit status 2.
    ///
    /// # Errors
    /// A sentence for an error that is not a refusal.
    pub fn run(&self, work: impl AsyncFnOnce(Store) -> Result<ExitCode, Failure>) -> CliResult {
        self.run_with(PATIENCE, work)
    }

    /// Does the same as [`Self::run`], but waits up to `patience` for a database that is busy.
    ///
    /// # Errors
    /// As for [`Self::run`].
    pub fn run_with(
        &self,
        patience: Duration,
        work: impl AsyncFnOnce(Store) -> Result<ExitCode, Failure>,
    ) -> CliResult {
        let database = self.database()?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| say!(self.lang, "database-threads", error))?;
        let result = runtime.block_on(async {
            let collection = Store::open_with(&database, patience)
                .await
                .map_err(Error::from)?;
            let result = work(collection.clone()).await;
            collection.close().await;
            result
        });
        match result {
            Ok(code) => Ok(code),
            Err(Failure::Collection(error)) => self.failed(error),
            Err(Failure::Other(error)) => Err(error),
        }
    }

    /// Handles an error of the collection: a refusal is printed, as in [`Self::run`], and gives exit status 1.
    ///
    /// # Errors
    /// A sentence for an error that is not a refusal.
    pub fn failed(&self, error: impl Into<Error>) -> CliResult {
        let refusal = match error.into() {
            Error::Refused(refusal) => refusal,
            // The user of the command line owns the database, so the message contains the details.
            Error::Database(error) => return Err(error.text(self.lang).into()),
            other => return Err(other.text(self.lang).into()),
        };
        let text = refusal.text(self.lang);
        if self.json {
            let refused = serde_json::json!({"refused": refusal.code(), "message": text});
            super::print(&format!("{refused}\n"))?;
        } else {
            super::complain(&text);
        }
        Ok(ExitCode::from(1))
    }
}

/// Runs a future to completion from synchronous code that an asynchronous task has called.
pub fn wait<T>(work: impl Future<Output = T>) -> T {
    tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(work))
}

/// Reason why a command of the collection ends early.
#[derive(Debug)]
pub enum Failure {
    /// Refusal or error of the collection.
    Collection(Error),
    /// Any other error, such as of a file or the terminal.
    Other(CliError),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Collection(error)
    }
}

impl From<problems::Error> for Failure {
    fn from(error: problems::Error) -> Failure {
        Failure::Collection(error.into())
    }
}

impl From<CliError> for Failure {
    fn from(error: CliError) -> Failure {
        Failure::Other(error)
    }
}
