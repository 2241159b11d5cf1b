//! The static files of the pages, which are in the binary: those of the folder `assets`, and those that other crates have
//! for themselves.
//!
//! Pages name them below [`base`](base()), which has the hash of all of them in it: what lies there never changes,
//! so browsers keep it for a year, and modules that import each other by relative paths stay together.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::eval::network::EMBEDDED;
use games::chess::openings;
use rust_embed::RustEmbed;
use sha2::digest::Output;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fmt::LowerHex;
use std::sync::LazyLock;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// Files of other crates: name, bytes, type.
static SHARED: [(&str, &[u8], &str); 2] = [
    ("atalaya.net", EMBEDDED, "application/octet-stream"),
    (
        "openings.tsv",
        openings::TABLE.as_bytes(),
        "text/tab-separated-values; charset=utf-8",
    ),
];

static HASH: LazyLock<String> = LazyLock::new(|| {
    let mut all = Sha256::new();
    for path in Assets::iter() {
        all.update(path.as_bytes());
        if let Some(file) = Assets::get(&path) {
            all.update(file.metadata.sha256_hash());
        }
    }
    for (path, bytes, _) in SHARED {
        all.update(path.as_bytes());
        all.update(bytes);
    }
    shortened(all.finalize(), 16)
});

/// The first digits of a hash, in hexadecimal.
fn shortened(hash: impl LowerHex, digits: usize) -> String {
    let mut text = format!("{hash:x}");
    text.truncate(digits);
    text
}

/// A file as text.
pub fn text(path: &str) -> Option<String> {
    let file = Assets::get(path)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// A file with its type and its hash.
fn file(path: &str) -> Option<(Cow<'static, [u8]>, String, Output<Sha256>)> {
    if let Some((_, bytes, kind)) = SHARED.iter().find(|(name, ..)| *name == path) {
        let hash = Sha256::digest(bytes);
        return Some((Cow::Borrowed(*bytes), (*kind).to_owned(), hash));
    }
    let file = Assets::get(path)?;
    let kind = match file.metadata.mimetype() {
        text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
        kind => kind.to_owned(),
    };
    let hash = Output::<Sha256>::from(file.metadata.sha256_hash());
    Some((file.data, kind, hash))
}

/// All files of the folder.
#[cfg(test)]
pub fn paths() -> impl Iterator<Item = String> {
    Assets::iter().map(|path| path.into_owned())
}

/// Returns the base path of the files, without a trailing slash: `/assets/3fa9c17e00d1b2aa`.
pub fn base() -> String {
    format!("/assets/{}", *HASH)
}

/// `GET /robots.txt`, which machines that read the web ask for there alone.
pub async fn robots() -> Response {
    let kind = (header::CONTENT_TYPE, "text/plain; charset=utf-8");
    ([kind], text("robots.txt").unwrap_or_default()).into_response()
}

/// `GET /assets/{*path}`: with the hash in front to be kept, without it to be asked for again.
pub async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let (path, lasts) = match path
        .strip_prefix(HASH.as_str())
        .and_then(|p| p.strip_prefix('/'))
    {
        Some(path) => (path, true),
        None => (path.as_str(), false),
    };
    let Some((bytes, kind, hash)) = file(path) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let tag = format!("\"{}\"", shortened(hash, 32));
    let cache = if lasts {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|v| v.to_str().ok());
    if known.is_some_and(|known| known == tag) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, cache.to_owned()),
        (header::ETAG, tag),
    ];
    (headers, bytes).into_response()
}
