//! The pages.

use super::App;
use axum::Router;
use axum::response::Html;
use axum::routing::get;

/// All pages.
pub fn router() -> Router<App> {
    Router::new().route(
        "/",
        get(|| async { Html("<!doctype html><title>Atalaya</title>") }),
    )
}
