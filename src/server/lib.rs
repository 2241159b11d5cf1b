//! Web site: online play and the problem collection, served by one process without other services.
//!
//! Begin with [`App`], the state that all requests share, and [`serve`]. A room (one game with its players) is one
//! task that owns a [`rooms::Room`]; each event in it is written to the database before any page receives it. The
//! messages between pages and server are defined in [`protocol`].
//!
//! | file | contents |
//! |---|---|
//! | `config` | configuration by the operator |
//! | `guard`, `limits` | addresses of clients, rate limits, security headers |
//! | `errors` | responses to refused requests, as pages and as JSON |
//! | `visitor` | identity of visitors: users, guests, and visitors without a name |
//! | `accounts`, `guests` | names and accounts, guests on several devices |
//! | `games` | games as JSON: histories, downloads, lists, profiles, rankings |
//! | `protocol`, `view` | messages between pages and server, and rooms as JSON |
//! | `socket` | WebSocket of a page |
//! | `play` | rooms, the lobby, and the delivery of messages between them and the pages |
//! | `tournaments` | tournaments and exhibitions |
//! | `classes` | teachers, pupils and their tasks |
//! | `periodic` | periodic work of a process |
//! | `assets`, `bundle`, `pages` | scripts, styles and pages |
//! | `listen`, `slow` | TCP connections, and time limits for clients that do not read |
//! | `qr` | links as QR codes |
//! | `health` | metrics for the operator |

base::messages!("server");

mod accounts;
pub mod assets;
mod bundle;
mod classes;
mod config;
mod errors;
mod games;
mod guard;
mod guests;
mod health;
mod limits;
mod listen;
pub mod pages;
mod periodic;
mod play;
pub mod protocol;
pub mod qr;
mod slow;
mod socket;
mod tournaments;
mod view;
mod visitor;

pub use config::{Config, LISTEN};
pub use guard::{ClientAddress, Network};
pub use limits::{Limits, Place, Places};
pub use listen::{reachable, serve};
pub use view::{BoardView, CellChange, CellView, Made, SeatView, View};
pub use visitor::{Theme, Visitor, Who, WhoKey};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::get;
use play::bus::{self, Bus};
use play::hub::Hub;
use play::machines::Pool;
use play::writer::Writer;
use players::Registry;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use store::games::GameRow;
use store::job::Picking;
use store::{Database, DatabaseError, Store};
use tokio::sync::watch;
use tokio::time::Instant;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;
use work::{Event, Tally, work};

/// Maximum length of a request's body, such as a game as PGN or a problem with its remarks, in bytes.
pub const MAX_BODY: usize = 256 * 1024;

/// State of a site that all requests share. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    collection: Store,
    registry: Registry,
    config: Config,
    limits: Limits,
    metrics: metrics_exporter_prometheus::PrometheusHandle,
    hub: Hub,
    engine_threads: pages::EngineThreads,
    /// Number of open WebSockets by client address.
    sockets: Places,
    /// Number of open TCP connections by client address.
    connections: Places,
    /// Instant at which this process began, by two clocks: in milliseconds since 1970, and by the monotonic clock.
    begun: (u64, Instant),
    /// True once messages from other processes are received.
    listening: watch::Sender<bool>,
    /// Result of the last health check of the database.
    probed: health::Probed,
    /// Becomes `true` when the process is to end.
    stop: watch::Receiver<bool>,
}

impl App {
    /// Starts a site for the users, games and problems of `collection`, which is stored in `database`. The site ends
    /// when `stop` becomes `true`. When this returns, the games that a dead process has left have been resumed.
    ///
    /// # Errors
    /// The error of the database, or of the operating system if threads cannot be started.
    pub async fn start(
        collection: Store,
        database: &Database,
        registry: Registry,
        config: Config,
        limits: Limits,
        stop: watch::Receiver<bool>,
    ) -> store::Result<App> {
        let process = play::make::room_name();
        let lanes = match database {
            Database::Sqlite(_) => 1,
            Database::Postgres(_) => 3,
        };
        let writer = Writer::start(&collection, &process, lanes);
        let machines = Pool::start(&registry, &config).map_err(store::Error::invalid)?;
        let (bus, outgoing) = match database {
            Database::Sqlite(_) => (None, None),
            Database::Postgres(_) => {
                let (bus, outgoing) = Bus::new();
                (Some(bus), Some(outgoing))
            }
        };
        let hub = Hub::new(process, writer, machines, bus);
        let app = App::assemble(collection, registry, config, limits, stop, hub);
        if let (Database::Postgres(url), Some(outgoing)) = (database, outgoing) {
            tokio::spawn(bus::send(app.collection().clone(), outgoing));
            tokio::spawn(bus::listen(app.clone(), url.clone()));
            // This cannot fail, since the sender lives as long as the app.
            let _ = app.0.listening.subscribe().wait_for(|l| *l).await;
        }
        periodic::start(&app).await?;
        tokio::spawn(periodic::run(app.clone()));
        tokio::spawn(tournaments::run(app.clone()));
        Ok(app)
    }

    fn assemble(
        collection: Store,
        registry: Registry,
        config: Config,
        limits: Limits,
        stop: watch::Receiver<bool>,
        hub: Hub,
    ) -> App {
        let begun = (collection.now().unsigned_abs(), Instant::now());
        App(Arc::new(Inner {
            engine_threads: pages::EngineThreads::new(
                config.engine_threads,
                config.job_megabytes,
                hub.machines.permits().clone(),
            ),
            hub,
            collection,
            registry,
            config,
            limits,
            metrics: health::recorder(),
            sockets: Places::default(),
            connections: Places::default(),
            begun,
            listening: watch::Sender::new(false),
            probed: health::Probed::default(),
            stop,
        }))
    }

    /// Executes queued jobs until the process is to end: verifications of problems, analyses, contests of engines. They
    /// share the engine threads of the process with all other engine work. A verification may take long; meanwhile a
    /// separate worker executes the jobs of other kinds. Returns the number of jobs done.
    ///
    /// # Errors
    /// The error of the database, if it cannot be used.
    pub async fn work(&self) -> store::Result<Tally> {
        let options = |picking| self.engine_threads().working(&self.hub().process, picking);
        let (problems, site) = (options(Picking::Problems), options(Picking::Site));
        let listener = Arc::new(|event: Event| {
            if let Event::Trouble(error) = event {
                tracing::error!("{error}");
            }
        });
        let (collection, stop) = (self.collection(), self.stopping());
        let problems = work(collection, &problems, &stop, listener.clone());
        let site = work(collection, &site, &stop, listener);
        let (mut tally, site) = tokio::try_join!(problems, site)?;
        tally.add(site);
        Ok(tally)
    }

    /// Returns the store of users, games and problems.
    pub fn collection(&self) -> &Store {
        &self.0.collection
    }

    /// Returns the engine threads of this process.
    fn engine_threads(&self) -> &pages::EngineThreads {
        &self.0.engine_threads
    }

    /// Returns the registry of the games that can be played.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// Returns the operator's configuration.
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// Returns the current time in milliseconds since 1970. It never jumps: it is the time at which the process began,
    /// plus the monotonic time since then.
    pub fn now(&self) -> u64 {
        self.at(Instant::now())
    }

    /// Instant at which this process began, in milliseconds since 1970.
    pub(crate) fn begun(&self) -> u64 {
        self.0.begun.0
    }

    /// Converts an instant of the monotonic clock to milliseconds since 1970, consistently with [`App::now`].
    pub(crate) fn at(&self, instant: Instant) -> u64 {
        let (at, begun) = self.0.begun;
        let since = instant.saturating_duration_since(begun);
        at.saturating_add(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }

    /// Returns the registry of this process's rooms and connections, which also delivers to those of other processes.
    pub(crate) fn hub(&self) -> &Hub {
        &self.0.hub
    }

    /// Returns true if limits are turned off.
    fn is_unlimited(&self) -> bool {
        self.0.limits.is_none
    }

    /// Records in the database that this process is alive, and reads the record back.
    ///
    /// # Errors
    /// The error of the database; [`DatabaseError::Damaged`] if what was written is not read back;
    /// [`DatabaseError::Silent`] if there is no answer in time (see `Store::patience`).
    async fn report_alive(&self) -> store::Result<()> {
        let (collection, hub) = (self.collection(), self.hub());
        let said = async {
            let sockets = hub.sockets_here() as u64;
            collection
                .processes()
                .report_alive(&hub.process, periodic::ALIVE_MS, sockets)
                .await?;
            collection.processes().is_alive(&hub.process).await
        };
        match tokio::time::timeout(collection.patience(), said).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => {
                Err(DatabaseError::Damaged("what was written is not there".into()).into())
            }
            Ok(Err(error)) => Err(error),
            Err(_) => Err(DatabaseError::Silent.into()),
        }
    }

    /// Notes that messages from other processes are being received. Returns true if that has been noted before.
    fn is_listening(&self) -> bool {
        self.0.listening.send_replace(true)
    }

    /// Returns a receiver whose value becomes `true` when the process is to end.
    fn stopping(&self) -> watch::Receiver<bool> {
        self.0.stop.clone()
    }

    fn is_ending(&self) -> bool {
        *self.0.stop.borrow()
    }

    /// Reserves a place for a WebSocket from an address. `None` if the address, or the site as a whole, already has as
    /// many as it may.
    fn socket_place(&self, address: IpAddr) -> Option<Place> {
        let config = self.config();
        let most = [config.max_sockets, config.sockets_per_address];
        let most = most.map(|most| {
            if self.is_unlimited() {
                usize::MAX
            } else {
                most
            }
        });
        self.0.sockets.take(address, most)
    }

    /// Reserves a place for a TCP connection from a peer. `None` if the peer, or the site as a whole, already has as
    /// many as it may. A trusted proxy may have any number, since the clients behind it are not known yet.
    fn connection_place(&self, peer: IpAddr) -> Option<Place> {
        let config = self.config();
        let is_proxy = config.trust_proxy.iter().any(|known| known.contains(peer));
        let most = match (self.is_unlimited(), is_proxy) {
            (true, _) => [usize::MAX; 2],
            (false, true) => [config.max_connections, usize::MAX],
            (false, false) => [config.max_connections, config.connections_per_address],
        };
        self.0
            .connections
            .take(ClientAddress(peer.to_canonical()).key(), most)
    }

    /// Returns the number of players of a game; 0 if its row cannot be read.
    fn players_of(&self, row: &GameRow) -> usize {
        let room = play::record::empty_room(row, self.registry());
        room.map_or(0, |room| room.game().players())
    }

    /// Returns the rate limits.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }
}

/// Returns the router with all routes and middleware of the site.
fn router(app: App) -> Router {
    Router::new()
        .merge(pages::router())
        .merge(accounts::router())
        .merge(guests::router())
        .merge(games::router())
        .merge(tournaments::router())
        .merge(classes::router())
        .merge(health::router())
        .route("/assets/{*path}", get(assets::asset))
        .route("/robots.txt", get(assets::robots))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            Duration::from_secs(app.config().request_seconds),
        ))
        .route("/ws", get(socket::open))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(axum::middleware::from_fn_with_state(
            app.clone(),
            errors::tell,
        ))
        // The usual quality of Brotli, 4, makes pages larger than gzip does, in the same time.
        .layer(CompressionLayer::new().quality(CompressionLevel::Precise(6)))
        .layer(axum::middleware::from_fn_with_state(
            app.clone(),
            guard::guard,
        ))
        .layer(TraceLayer::new_for_http())
        .with_state(app)
}
