//! The site: online play, and the problem collection in pages, by one process and nothing else.
//!
//! Begin with [`App`], which all requests share, and [`serve`]. A room is one task that owns a
//! [`crate::rooms::Room`]; whatever happens in it is in the database before anybody is told. What pages
//! and server say to each other is in [`protocol`].
//!
//! | file | what it does |
//! |---|---|
//! | `config` | what an operator decides |
//! | `guard`, `limits` | who asks from where, how often, and what browsers forbid |
//! | `visitor` | users, guests, and those without a name |
//! | `accounts` | names and accounts |
//! | `protocol`, `view` | the messages, and rooms as data |
//! | `socket` | a page's connection |
//! | `assets`, `pages` | what browsers load |
//! | `health` | numbers for whoever runs it |

mod accounts;
pub mod assets;
mod config;
mod guard;
mod health;
mod limits;
mod pages;
pub mod protocol;
mod socket;
mod view;
mod visitor;

pub use config::{Config, ConfigFile, LISTEN};
pub use guard::{ClientAddress, Network};
pub use limits::Limits;
pub use view::{BoardView, CellChange, CellView, Made, MoveView, SeatView, View};
pub use visitor::{Theme, Visitor, Who, WhoKey};

use crate::players::Registry;
use crate::problems::Collection;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::get;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

/// The longest body of a request: a game as PGN, a problem with its remarks.
pub const MAX_BODY: usize = 256 * 1024;

/// The longest that a request may take.
const REQUEST_LASTS: Duration = Duration::from_secs(30);

/// All that requests share. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    collection: Collection,
    registry: Registry,
    config: Config,
    limits: Limits,
    metrics: metrics_exporter_prometheus::PrometheusHandle,
    /// Says `true` when the process is to end.
    stop: watch::Receiver<bool>,
}

impl App {
    /// A site on a collection. It ends when `stop` says `true`.
    pub fn new(
        collection: Collection,
        registry: Registry,
        config: Config,
        limits: Limits,
        stop: watch::Receiver<bool>,
    ) -> App {
        App(Arc::new(Inner {
            collection,
            registry,
            config,
            limits,
            metrics: health::recorder(),
            stop,
        }))
    }

    /// The collection, whose users and problems these are.
    pub fn collection(&self) -> &Collection {
        &self.0.collection
    }

    /// The games that can be played.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// What the operator has decided.
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// The instant, in milliseconds since 1970, by the clock of all processes of the site.
    pub fn now(&self) -> u64 {
        self.0.collection.now().unsigned_abs()
    }

    /// How often anybody may do what.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }
}

/// All that is answered.
fn router(app: App) -> Router {
    Router::new()
        .merge(pages::router())
        .merge(accounts::router())
        .merge(health::router())
        .route("/assets/{*path}", get(assets::asset))
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            REQUEST_LASTS,
        ))
        .route("/ws", get(socket::open))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(axum::middleware::from_fn_with_state(
            app.clone(),
            guard::guard,
        ))
        .layer(CatchPanicLayer::new())
        .layer(TraceLayer::new_for_http())
        .with_state(app)
}

/// Serves the site until it is told to stop; requests under way are answered first.
///
/// # Errors
/// What the system said.
pub async fn serve(app: App, listener: TcpListener) -> std::io::Result<()> {
    let mut stop = app.0.stop.clone();
    let stopped = async move {
        // Whoever could say so has gone: that is as good.
        let _ = stop.wait_for(|stop| *stop).await;
    };
    let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service)
        .with_graceful_shutdown(stopped)
        .await
}
