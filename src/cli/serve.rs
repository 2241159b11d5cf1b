//! `atalaya serve`: the web site.

use super::collection::{CollectionArgs, DatabaseArg, Failure};
use super::{CliError, CliResult, language};
use base::say;
use games::Lang;
use players::Registry;
use server::{App, Config, LISTEN, Limits, Network};
use std::fs::{File, TryLockError};
use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use store::{Database, SITE_PATIENCE};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

/// Parses an address with a port. If only a port is given, the error message suggests addresses.
fn address(text: &str) -> Result<SocketAddr, String> {
    let lang = language::current();
    text.parse().map_err(|_| {
        let port = text.strip_prefix(':').unwrap_or(text);
        match port.parse::<u16>() {
            Ok(port) => say!(lang, "serve-port-alone", port),
            Err(_) => say!(lang, "serve-address-expected").to_owned(),
        }
    })
}

// A flag goes before the environment, that before the file.
#[derive(Clone, clap::Args)]
pub struct Args {
    /// Address and port to listen at [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT", env = "ATALAYA_LISTEN", value_parser = address)]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    at: DatabaseArg,
    /// A TOML file with what is not said by flags
    #[arg(long, value_name = "FILE", env = "ATALAYA_CONFIG")]
    config: Option<PathBuf>,
    /// A network of reverse proxies whose X-Forwarded-For is believed, as in 10.0.0.0/8; may be
    /// repeated
    #[arg(
        long,
        value_name = "CIDR",
        env = "ATALAYA_TRUST_PROXY",
        value_delimiter = ',',
        value_parser = network
    )]
    trust_proxy: Vec<Network>,
    /// An address of the site in browsers, as in `https://play.example.org`, where a proxy does not
    /// pass the Host header on; may be repeated
    #[arg(
        long,
        value_name = "ORIGIN",
        env = "ATALAYA_ORIGIN",
        value_delimiter = ','
    )]
    origin: Vec<String>,
    /// Browsers connect over TLS: cookies are sent over TLS only, and requests from pages without TLS are refused
    #[arg(long, env = "ATALAYA_SECURE")]
    secure: bool,
    /// Threads that think at a time: for machines' moves, for pages, for jobs [default: half of the cores]
    #[arg(long, value_name = "T", env = "ATALAYA_ENGINE_THREADS")]
    engine_threads: Option<usize>,
    /// Milliseconds that a machine may think on a move [default: 1000]
    #[arg(long, value_name = "MS", env = "ATALAYA_ENGINE_TIME")]
    engine_time: Option<u64>,
    /// Verify no problems, analyse no games and hold no contests in this process: `atalaya worker` does,
    /// here or elsewhere
    #[arg(long, env = "ATALAYA_NO_WORKER")]
    no_worker: bool,
    /// Messages that are logged: error, warn, info, debug, or a filter of the crate tracing
    #[arg(
        long,
        value_name = "FILTER",
        env = "ATALAYA_LOG",
        default_value = "info"
    )]
    log: String,
    /// Log one JSON object a line
    #[arg(long)]
    log_json: bool,
    /// Print the schema of the messages between pages and server, and end
    #[arg(long)]
    print_schema: bool,
    /// No limits on how often anybody may do anything: for measurements on one's own machine
    #[arg(long, hide = true)]
    no_limits: bool,
    #[arg(skip = language::current())]
    lang: Lang,
}

/// Parses a network of trusted proxies.
fn network(text: &str) -> Result<Network, String> {
    let network: Result<Network, _> = text.parse();
    network.map_err(|error| error.text(language::current()))
}

/// Runs the subcommand.
///
/// # Errors
/// A configuration that cannot be read, an address that cannot be listened at, or a database that cannot be used.
pub fn run(args: &Args, registry: &Registry) -> CliResult {
    if args.print_schema {
        let schema = serde_json::to_string_pretty(&server::protocol::schema())?;
        super::print(&format!("{schema}\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let file = match &args.config {
        Some(path) => Config::read(path, args.lang)?,
        None => Config::default(),
    };
    let config = config(args, file);
    config.check(args.lang)?;
    start_log(args)?;
    raise_open_files();
    let listen = config.listen.unwrap_or(LISTEN);
    let collection = CollectionArgs {
        at: DatabaseArg {
            database: config.database.clone(),
        },
        json: false,
        lang: args.lang,
    };
    let database = collection.database()?;
    let _alone = alone(&database, args.lang)?;
    let stop = super::worker::until_interrupted()?;
    let limits = if args.no_limits {
        Limits::none()
    } else {
        Limits::of(&config)
    };
    collection.run_with(SITE_PATIENCE, async move |collection| {
        let listener = TcpListener::bind(listen).await.map_err(|error| {
            other(say!(
                args.lang,
                "serve-cannot-listen",
                address = listen,
                error
            ))
        })?;
        let address = listener.local_addr().unwrap_or(listen);
        let registry = registry.clone();
        let app = App::start(collection, &database, registry, config, limits, stop).await?;
        if !args.no_worker {
            let worker = app.clone();
            tokio::spawn(async move {
                // The error may be temporary, such as a full disk: try again every minute until the process ends.
                while let Err(error) = worker.work().await {
                    tracing::error!("no jobs are done for a minute: {error}");
                    tokio::time::sleep(Duration::from_secs(60)).await;
                }
            });
        }
        super::print(&welcome(address, args.lang))?;
        server::serve(app, listener).await;
        Ok(ExitCode::SUCCESS)
    })
}

/// Returns the text that tells the address of the site; at a terminal with a QR code, if other machines can open it.
fn welcome(address: SocketAddr, lang: Lang) -> String {
    let told = server::reachable(address);
    let link = format!("http://{told}");
    let mut text = say!(lang, "serve-welcome", link = &link) + "\n";
    if told != address && !told.ip().is_loopback() {
        let link = format!("http://127.0.0.1:{}", address.port());
        text += &say!(lang, "serve-on-this-machine", link);
        text.push('\n');
    }
    let shows_code = !told.ip().is_loopback() && std::io::stdout().is_terminal();
    if let Some(code) = shows_code.then(|| server::qr::blocks(&link)).flatten() {
        text += &format!("\n{code}\n");
    }
    text
}

/// Locks a SQLite database, so that no second server uses it and takes over its running games. The lock lasts as long
/// as the returned file is open, and ends with the process even if that is killed. `None` for PostgreSQL, which several
/// servers can share.
fn alone(database: &Database, lang: Lang) -> Result<Option<File>, CliError> {
    let Database::Sqlite(path) = database else {
        return Ok(None);
    };
    let told = |path: &Path, error: std::io::Error| {
        say!(lang, "serve-cannot-lock", path = path.display(), error)
    };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| told(path, error))?;
    }
    // Resolves links: the lock file lies beside the database file itself, under whatever name that was given.
    let made = base::files::create_private(path).and_then(|()| path.canonicalize());
    let mut name = made.map_err(|error| told(path, error))?.into_os_string();
    name.push(".serve");
    let path = PathBuf::from(name);
    let locked = base::files::create_private(&path).and_then(|()| File::create(&path));
    let file = locked.map_err(|error| told(&path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(say!(lang, "serve-database-taken", database).into()),
        Err(TryLockError::Error(error)) => Err(told(&path, error).into()),
    }
}

fn other(sentence: String) -> Failure {
    Failure::Other(sentence.into())
}

fn config(args: &Args, file: Config) -> Config {
    let mut config = Config {
        listen: args.listen.or(file.listen),
        database: args.at.database.clone().or(file.database),
        engine_threads: args.engine_threads.unwrap_or(file.engine_threads).max(1),
        engine_time: args.engine_time.unwrap_or(file.engine_time),
        secure: args.secure || file.secure,
        ..file
    };
    if !args.trust_proxy.is_empty() {
        config.trust_proxy.clone_from(&args.trust_proxy);
    }
    if !args.origin.is_empty() {
        config.origins.clone_from(&args.origin);
    }
    config
}

/// Raises the limit of open files to the maximum that the system allows, because every open page needs a file
/// descriptor.
fn raise_open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let raised = Rlimit {
            current: limit.maximum,
            maximum: limit.maximum,
        };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::warn!("the limit of open files stays as it is: {error}");
        }
    }
}

/// Starts logging to stderr.
fn start_log(args: &Args) -> Result<(), CliError> {
    let filter = EnvFilter::try_new(&args.log)
        .map_err(|error| say!(args.lang, "serve-bad-filter", filter = args.log, error))?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let started = if args.log_json {
        log.json().try_init()
    } else {
        log.try_init()
    };
    started.map_err(|error| say!(args.lang, "serve-cannot-log", error).into())
}
