//! Health check and metrics for the operator of the site.

use super::App;
use super::errors::refused;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// Returns the handle to the metrics of this process, shared by all sites in it.
pub fn recorder() -> PrometheusHandle {
    let handle = RECORDER.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        // There is another recorder only if a program that embeds this crate has installed one, which then is used.
        let _ = metrics::set_global_recorder(recorder);
        handle
    });
    handle.clone()
}

/// Returns the router of `/health` and `/metrics`.
pub fn router() -> Router<App> {
    Router::new()
        .route("/health", get(health))
        .route("/metrics", get(metrics))
}

/// Time for which the result of a check is reused, so that frequent requests do not cause more writes.
const HOLDS: Duration = Duration::from_secs(1);

/// Instant and result of the last check of the database: true if a row could be written and read back.
#[derive(Debug, Default)]
pub struct Probed(Mutex<Option<(Instant, bool)>>);

impl Probed {
    async fn is_well(&self, app: &App) -> bool {
        if app.hub().writer.storage().down_since().is_some() {
            return false;
        }
        let mut last = self.0.lock().await;
        if let Some((at, well)) = *last
            && at.elapsed() < HOLDS
        {
            return well;
        }
        let said = app.report_alive().await;
        if let Err(error) = &said {
            tracing::error!("{error}");
        }
        *last = Some((Instant::now(), said.is_ok()));
        said.is_ok()
    }
}

/// Reports the state of this process, after writing to the database and reading from it (readiness).
async fn health(State(app): State<App>) -> Response {
    if app.0.probed.is_well(&app).await {
        let hub = app.hub();
        let body = serde_json::json!({
            "status": "well", "process": hub.process, "rooms": hub.rooms_here(),
            "sockets": hub.sockets_here(),
        });
        axum::Json(body).into_response()
    } else {
        let text = "the database does not answer";
        refused(StatusCode::SERVICE_UNAVAILABLE, "database", text)
    }
}

/// Answers `GET /metrics` with all metrics in Prometheus's text format.
async fn metrics(State(app): State<App>) -> String {
    app.0.metrics.run_upkeep();
    app.0.metrics.render()
}
