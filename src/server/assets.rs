//! Static files of the pages, which are embedded in the binary: those of the folder `src/server/assets`, and files of
//! other crates that those crates use, too. Icons as PNG are drawn from SVG files of that folder.
//!
//! Pages refer to them below [`base`](base()), a path that contains a hash of all the files. A file below it never
//! changes, so browsers cache it for a year, and modules that import each other by relative paths are of the same
//! version.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::eval::network::EMBEDDED;
use games::chess::openings;
use games::png;
use rust_embed::RustEmbed;
use sha2::digest::Output;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::LowerHex;
use std::sync::LazyLock;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// Files of other crates: path, bytes, media type.
static SHARED: [(&str, &[u8], &str); 2] = [
    ("atalaya.net", EMBEDDED, "application/octet-stream"),
    (
        "openings.tsv",
        openings::TABLE.as_bytes(),
        "text/tab-separated-values; charset=utf-8",
    ),
];

/// Folder of the icons in the paths of files.
const ICONS: &str = "png/";

/// Side of the drawings of icons, in their own units.
const DRAWING: f32 = 26.0;

/// Icons as PNG by path. They are drawn when one of them is requested for the first time.
static DRAWN: LazyLock<BTreeMap<&str, Vec<u8>>> = LazyLock::new(|| {
    let icons = [
        // A telephone cuts the corners itself, and does not know transparency.
        ("png/icon-180.png", "svg/icon-maskable.svg", 180.0),
        ("png/icon-192.png", "svg/icon.svg", 192.0),
        ("png/icon-512.png", "svg/icon.svg", 512.0),
        ("png/icon-maskable-512.png", "svg/icon-maskable.svg", 512.0),
    ];
    let drawn = icons.into_iter().filter_map(|(path, drawing, side)| {
        match png::of_svg(&text(drawing)?, side / DRAWING) {
            Ok(bytes) => Some((path, bytes)),
            Err(error) => {
                tracing::error!("{path} cannot be drawn: {error}");
                None
            }
        }
    });
    drawn.collect()
});

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

/// Returns the first `digits` hexadecimal digits of a hash.
fn shortened(hash: impl LowerHex, digits: usize) -> String {
    let mut text = format!("{hash:x}");
    text.truncate(digits);
    text
}

/// Returns a file of the folder `assets` as text; `None` if there is no such file, or if it is not UTF-8.
pub fn text(path: &str) -> Option<String> {
    let file = Assets::get(path)?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Bytes of a file, its media type and its SHA-256 hash.
type File = (Cow<'static, [u8]>, String, Output<Sha256>);

/// Returns the file at a path relative to the base path (see [`base()`]); `None` if there is no such file. The first call
/// for an icon draws all icons, which takes some time.
fn file(path: &str) -> Option<File> {
    if path.starts_with(ICONS) {
        let bytes = DRAWN.get(path)?;
        let hash = Sha256::digest(bytes);
        return Some((Cow::Borrowed(bytes), "image/png".to_owned(), hash));
    }
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

/// Returns the paths of all files of the folder `assets`, relative to it.
#[cfg(test)]
pub fn paths() -> impl Iterator<Item = String> {
    Assets::iter().map(|path| path.into_owned())
}

/// Returns the base path of the files, without a trailing slash: `/assets/3fa9c17e00d1b2aa`.
pub fn base() -> String {
    format!("/assets/{}", *HASH)
}

/// Answers `GET /robots.txt`, which web crawlers ask for at this path only.
pub async fn robots() -> Response {
    let kind = (header::CONTENT_TYPE, "text/plain; charset=utf-8");
    ([kind], text("robots.txt").unwrap_or_default()).into_response()
}

/// Answers `GET /assets/{*path}`. A browser may keep a file for a year if the path begins with the hash; otherwise it
/// has to ask each time if the file has changed.
pub async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let (path, lasts) = match path
        .strip_prefix(HASH.as_str())
        .and_then(|p| p.strip_prefix('/'))
    {
        Some(path) => (path, true),
        None => (path.as_str(), false),
    };
    let found = if path.starts_with(ICONS) {
        // Drawing takes some time.
        let path = path.to_owned();
        let drawn = tokio::task::spawn_blocking(move || file(&path)).await;
        drawn.ok().flatten()
    } else {
        file(path)
    };
    let Some((bytes, kind, hash)) = found else {
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
