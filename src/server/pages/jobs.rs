//! Jobs for engines that pages request. A job is stored in the database, executed by any worker of the site, and its
//! state is read from the database.

use crate::accounts::failed;
use crate::errors::too_many;
use crate::play::bus::BusMessage;
use crate::{App, Visitor};
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use store::{Error, Kind, SiteJob, SiteRequest, Work};

/// Requests a job with the name `subject`, and answers with its name or a refusal.
pub async fn begin(app: &App, visitor: &Visitor, work: &Work, subject: &str) -> Response {
    match ask(app, visitor, work, subject).await {
        Ok(()) => Json(serde_json::json!({ "id": subject })).into_response(),
        Err(refusal) => refusal,
    }
}

/// Requests a job with the name `subject`; does nothing if there already is one.
///
/// # Errors
/// The response to send if the visitor has requested too many, or the database has failed.
pub async fn ask(app: &App, visitor: &Visitor, work: &Work, subject: &str) -> Result<(), Response> {
    let owner = visitor.limit_key();
    match app
        .collection()
        .jobs()
        .request_site(work, subject, &owner)
        .await
    {
        Ok(SiteRequest::New) => {
            app.engine_threads().wake();
            if let Some(bus) = &app.hub().bus {
                bus.send_all(BusMessage::Work);
            }
        }
        Ok(SiteRequest::Known) => {}
        Ok(SiteRequest::TooMuch) => return Err(too_many(visitor.lang)),
        Err(error) => return Err(failed(&error, visitor.lang)),
    }
    Ok(())
}

/// Answers with the state of the job of a kind about a subject as JSON, which `tell` creates. Status 404 if there is no
/// such job or `tell` returns `None`.
pub async fn show(
    app: &App,
    visitor: &Visitor,
    (kind, subject, from): (Kind, &str, usize),
    tell: impl FnOnce(&SiteJob) -> Option<String>,
) -> Response {
    let job: Result<_, Error> = app.collection().jobs().get_site(kind, subject, from).await;
    match job.map(|job| job.as_ref().and_then(tell)) {
        Ok(Some(json)) => ([(header::CONTENT_TYPE, "application/json")], json).into_response(),
        Ok(None) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => failed(&error, visitor.lang),
    }
}

/// Returns the state and the results of a job as JSON, with the results under the name `list`:
/// `{"total":2,"games":[…],"done":true,"error":null}`.
pub fn listed(job: &SiteJob, list: &str) -> String {
    format!(
        "{{\"total\":{},\"{list}\":[{}],\"done\":{},\"error\":{}}}",
        job.parts,
        job.results.join(","),
        job.over,
        fault(job)
    )
}

/// Returns the error of a job as a JSON text; `null` if it has not failed.
pub fn fault(job: &SiteJob) -> serde_json::Value {
    match job.fault.as_str() {
        "" => serde_json::Value::Null,
        fault => fault.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_json() {
        let mut job = SiteJob {
            owner: "g1".to_owned(),
            parts: 3,
            results: vec!["{\"a\":1}".to_owned(), "null".to_owned()],
            over: false,
            progress: String::new(),
            fault: String::new(),
        };
        let read = |job: &SiteJob| -> serde_json::Value {
            serde_json::from_str(&listed(job, "games")).expect("JSON")
        };
        let told = serde_json::json!({"total": 3, "games": [{"a": 1}, null], "done": false, "error": null});
        assert_eq!(read(&job), told);
        (job.over, job.fault, job.results) = (true, "a \"b\"".to_owned(), Vec::new());
        let told = serde_json::json!({"total": 3, "games": [], "done": true, "error": "a \"b\""});
        assert_eq!(read(&job), told);
    }
}
