//! Responses to refused requests: as JSON for scripts, as pages for people, in the visitor's language.
//!
//! A request that is refused before any handler of the site sees it (its body is too long, its address cannot be read,
//! its method is not allowed) gets its sentence from the middleware [`tell`], so that it looks like every other
//! refusal. So does a request with a long address or head: hyper's own refusals of those, beyond larger limits, have no
//! body.

use super::App;
use super::guard::ClientAddress;
use super::pages::error_page;
use super::visitor::{Visitor, language};
use axum::body::to_bytes;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use axum::http::{Request as Plain, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base::parsing::told_by_serde;
use base::{key, say};
use games::Lang;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// Default for the time after which a refused request may be repeated.
const WAIT: Duration = Duration::from_secs(10);

/// Maximum length of the framework's error text that is passed on as `detail`, in bytes.
const DETAIL: usize = 4096;

/// Maximum length of a request's path and query, in bytes. Hyper's own limit is 65,534.
const MAX_ADDRESS: usize = 8 * 1024;

/// Maximum number of header fields of a request. Hyper's own limit is 100.
const MAX_FIELDS: usize = 64;

/// Maximum length of all header fields of a request together, in bytes. Hyper's own limit is about 400 KiB.
const MAX_HEAD: usize = 32 * 1024;

/// Creates a refusal as JSON: `{"code": code, "message": text, "refused": code}`. `refused` is the former name of
/// `code`, kept for existing clients.
pub fn refused(status: StatusCode, code: &str, text: &str) -> Response {
    let body = serde_json::json!({"code": code, "message": text, "refused": code});
    (status, axum::Json(body)).into_response()
}

/// Creates the JSON refusal (status 429) of a request beyond a rate limit, with the default waiting time.
pub fn too_many(lang: Lang) -> Response {
    too_many_for(lang, WAIT)
}

/// Creates the refusal (status 429) of a request beyond the rate limit for requests: JSON or a page, depending on the
/// address. Does not access the database, so that the page shows no user.
pub fn too_often(asked: &Parts) -> Response {
    let visitor = Visitor::nameless(asked);
    if is_data(&asked.uri) {
        return too_many(visitor.lang);
    }
    let sentence = say!(visitor.lang, "too-many-requests-wait");
    let status = StatusCode::TOO_MANY_REQUESTS;
    retry_after(error_page(&visitor, status, sentence.to_owned()), WAIT)
}

/// Creates the JSON refusal (status 429) of a request beyond a rate limit that may be repeated after `wait`.
pub fn too_many_for(lang: Lang, wait: Duration) -> Response {
    let text = say!(lang, "too-many-requests");
    let response = refused(StatusCode::TOO_MANY_REQUESTS, "too_many", text);
    retry_after(response, wait)
}

/// Adds a `Retry-After` header to a response, with `wait` rounded up to whole seconds, at least 1.
pub fn retry_after(mut response: Response, wait: Duration) -> Response {
    let seconds = wait.as_secs_f64().ceil().max(1.0) as u64;
    response
        .headers_mut()
        .insert(header::RETRY_AFTER, seconds.into());
    response
}

/// Returns true if an address is one that scripts request, and is answered with JSON; false if it is answered with a
/// page.
pub fn is_data(uri: &Uri) -> bool {
    let path = uri.path();
    path.starts_with("/api/") || ["/ws", "/health", "/metrics"].contains(&path)
}

/// Returns the code and the sentence for a status. `detail` is the framework's own error text, which tells malformed
/// JSON from other bad requests.
fn status_message(status: StatusCode, detail: &str, lang: Lang) -> (&'static str, &'static str) {
    let (code, sentence) = match status {
        StatusCode::BAD_REQUEST if detail.starts_with("Failed to parse the request body") => {
            ("json", key!("status-json"))
        }
        StatusCode::BAD_REQUEST => ("bad_request", key!("status-bad-request")),
        StatusCode::NOT_FOUND => ("not_found", key!("status-not-found")),
        StatusCode::METHOD_NOT_ALLOWED => ("method", key!("status-method")),
        StatusCode::REQUEST_TIMEOUT => ("timeout", key!("status-timeout")),
        StatusCode::PAYLOAD_TOO_LARGE => ("too_large", key!("status-too-large")),
        StatusCode::URI_TOO_LONG => ("address_too_long", key!("status-address-too-long")),
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => {
            ("head_too_large", key!("status-head-too-large"))
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ("media_type", key!("status-media-type")),
        StatusCode::UNPROCESSABLE_ENTITY => ("fields", key!("status-fields")),
        StatusCode::SERVICE_UNAVAILABLE => ("database", key!("status-database")),
        status if status.is_server_error() => ("fault", key!("status-fault")),
        _ => ("refused", key!("status-refused")),
    };
    (code, sentence.text(lang))
}

/// Translates the framework's English error text for a request into `lang`. Texts that do not come from serde stay as
/// they are.
fn told_detail(detail: &str, lang: Lang) -> String {
    let starts = [
        "Failed to deserialize the JSON body into the target type: ",
        "Failed to parse the request body as JSON: ",
        "Failed to deserialize query string: ",
    ];
    let rest = starts.iter().find_map(|start| detail.strip_prefix(start));
    // The framework's own text, which is in English.
    let Some(rest) = rest.filter(|_| lang != Lang::EN) else {
        return detail.to_owned();
    };
    // The path of the wrong field may come first.
    match rest
        .split_once(": ")
        .filter(|(path, _)| !path.contains(' '))
    {
        Some((path, why)) => format!("{path}: {}", told_by_serde(why).get(lang)),
        None => told_by_serde(rest).get(lang).to_owned(),
    }
}

/// Returns true if a response needs no sentence added: it is no error, or it is already JSON or a page.
fn is_told(response: &Response) -> bool {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    !(status.is_client_error() || status.is_server_error())
        || kind.starts_with("application/json")
        || kind.starts_with("text/html")
}

/// Returns the status with which a request is refused whose address or header fields are too long; `None` if they are
/// not.
fn too_long(uri: &Uri, headers: &HeaderMap) -> Option<StatusCode> {
    let address = uri.path_and_query().map_or(0, |text| text.as_str().len());
    let lengths = headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len() + 4);
    if address > MAX_ADDRESS {
        Some(StatusCode::URI_TOO_LONG)
    } else if headers.len() > MAX_FIELDS || lengths.sum::<usize>() > MAX_HEAD {
        Some(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE)
    } else {
        None
    }
}

/// Middleware around every request: adds a sentence, as JSON or as a page, to an error response that has none.
pub async fn tell(State(app): State<App>, request: Request, next: Next) -> Response {
    let (uri, headers) = (request.uri().clone(), request.headers().clone());
    let address = *request
        .extensions()
        .get()
        .unwrap_or(&ClientAddress(IpAddr::V4(Ipv4Addr::UNSPECIFIED)));
    let response = match too_long(&uri, &headers) {
        Some(status) => status.into_response(),
        None => next.run(request).await,
    };
    if is_told(&response) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let status = parts.status;
    if status == StatusCode::REQUEST_TIMEOUT {
        metrics::counter!("atalaya_slow_requests").increment(1);
    }
    let detail = to_bytes(body, DETAIL).await.unwrap_or_default();
    let detail = String::from_utf8_lossy(&detail);
    let lang = language(&uri, &headers);
    let (code, sentence) = status_message(status, &detail, lang);
    let mut response = if is_data(&uri) {
        // The framework's error text helps authors of client programs.
        let detail = told_detail(&detail, lang);
        let body = serde_json::json!({
            "code": code, "message": sentence, "refused": code, "detail": detail,
        });
        (status, axum::Json(body)).into_response()
    } else {
        let (mut asked, ()) = Plain::new(()).into_parts();
        (asked.uri, asked.headers) = (uri, headers);
        asked.extensions.insert(address);
        let visitor = match Visitor::from_request_parts(&mut asked, &app).await {
            Ok(visitor) => visitor,
            // The database does not answer, so the visitor cannot be identified.
            Err(_) => Visitor::nameless(&asked),
        };
        error_page(&visitor, status, sentence.to_owned())
    };
    for name in [header::ALLOW, header::RETRY_AFTER] {
        if let Some(value) = parts.headers.get(&name) {
            let value: &HeaderValue = value;
            response.headers_mut().insert(name, value.clone());
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_must_wait_is_told_at_least_a_second() {
        for (wait, told) in [(0, "1"), (1, "1"), (1001, "2"), (60_000, "60")] {
            let response = too_many_for(Lang::EN, Duration::from_millis(wait));
            assert_eq!(response.headers()[header::RETRY_AFTER], told);
        }
    }

    #[tokio::test]
    async fn whoever_asks_too_often_is_told_so_as_everything_else_is() {
        for (path, kind, said) in [
            ("/ranking?lang=es", "text/html", "Demasiadas peticiones"),
            (
                "/api/games?lang=es",
                "application/json",
                "demasiadas peticiones",
            ),
            ("/ranking?lang=en", "text/html", "Too many requests"),
        ] {
            let asked = Plain::get(path).body(()).expect("a request");
            let response = too_often(&asked.into_parts().0);
            assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
            assert_eq!(response.headers()[header::RETRY_AFTER], "10");
            let found = response.headers()[header::CONTENT_TYPE].to_str();
            assert!(found.expect("text").starts_with(kind), "{path}");
            let body = to_bytes(response.into_body(), usize::MAX)
                .await
                .expect("a body");
            assert!(String::from_utf8_lossy(&body).contains(said), "{path}");
        }
    }

    #[test]
    fn scripts_get_data_and_people_get_pages() {
        for (path, data) in [
            ("/api/pgn", true),
            ("/ws", true),
            ("/health", true),
            ("/", false),
            ("/apiary", false),
            ("/assets/x.js", false),
        ] {
            assert_eq!(is_data(&path.parse().expect(path)), data, "{path}");
        }
    }
}
