//! For whoever runs the site: is it well, and how busy is it.

use super::App;
use super::errors::refused;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// Returns the handle to the metrics of this process, shared by all sites in it.
pub fn recorder() -> PrometheusHandle {
    let handle = RECORDER.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        // There is another recorder only if somebody who embeds this has one: then theirs counts.
        let _ = metrics::set_global_recorder(recorder);
        handle
    });
    handle.clone()
}

/// `/health` and `/metrics`.
pub fn router() -> Router<App> {
    Router::new()
        .route("/health", get(health))
        .route("/metrics", get(metrics))
}

/// Reports the state of this process, after checking that the database answers.
async fn health(State(app): State<App>) -> Response {
    match app.collection().is_well().await {
        Ok(()) => {
            let hub = app.hub();
            let body = serde_json::json!({
                "status": "well", "process": hub.process, "rooms": hub.rooms_here(),
                "sockets": hub.sockets_here(),
            });
            axum::Json(body).into_response()
        }
        Err(error) => {
            tracing::error!("{error}");
            let text = "the database does not answer";
            refused(StatusCode::SERVICE_UNAVAILABLE, "database", text)
        }
    }
}

/// In Prometheus's text form.
async fn metrics(State(app): State<App>) -> String {
    app.0.metrics.run_upkeep();
    app.0.metrics.render()
}
