//! Common parts of all pages: the frame around them, and how they are sent.

use super::texts::Texts;
use crate::{App, Theme, Visitor, assets, bundle, guard};
use askama::Template;
use axum::http::StatusCode;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use games::Lang;
use std::sync::LazyLock;

/// Data for the frame around a page. Templates call it `f`.
pub struct Frame {
    /// The words.
    pub texts: Texts,
    /// `es` or `en`.
    pub lang: &'static str,
    /// `light` or `dark` where the visitor has chosen; empty for what the system says.
    pub theme: &'static str,
    /// Base path of scripts, styles and pictures.
    pub assets: String,
    /// The visitor's name, if one was given.
    pub name: Option<String>,
    /// True if the visitor has an account.
    pub user: bool,
    /// Which part of the site this is: `play`, `problems`, `watch`, `ranking` or nothing.
    pub section: &'static str,
    /// The version of the program.
    pub version: &'static str,
}

impl Frame {
    /// For whoever asks.
    pub fn new(visitor: &Visitor, section: &'static str) -> Frame {
        Frame {
            texts: Texts(visitor.lang),
            lang: visitor.lang.pick("es", "en"),
            theme: match visitor.theme {
                Theme::Auto => "",
                Theme::Light => "light",
                Theme::Dark => "dark",
            },
            assets: assets::base(),
            name: visitor.who.as_ref().map(|who| who.name.clone()),
            user: visitor.user.is_some(),
            section,
            version: env!("CARGO_PKG_VERSION"),
        }
    }

    /// A text.
    pub fn say(&self, key: &str) -> String {
        self.texts.say(key)
    }

    /// A text with a gap.
    pub fn with(&self, key: &str, name: &'static str, value: impl std::fmt::Display) -> String {
        self.texts.with(key, name, value)
    }

    /// All styles.
    pub fn style(&self) -> &'static str {
        &bundle::style().text
    }

    /// The script that a page begins with, and the modules that it needs.
    pub fn script(&self, entry: &str) -> &'static str {
        bundle::script(entry).map_or("", |piece| &piece.text)
    }

    /// The pieces of chess, for `<use href="#king">`.
    pub fn sprite(&self) -> &'static str {
        static SPRITE: LazyLock<String> = LazyLock::new(games::svg::sprite);
        &SPRITE
    }

    /// The words of the scripts, as JSON.
    pub fn words(&self) -> &'static str {
        self.texts.for_scripts()
    }
}

/// A page as an answer.
pub fn page(template: &impl Template) -> Response {
    page_with(StatusCode::OK, template)
}

fn page_with(status: StatusCode, template: &impl Template) -> Response {
    match template.render() {
        // What a page shows depends on who asks.
        Ok(html) => {
            let headers = [
                (header::CACHE_CONTROL, "no-store"),
                (header::CONTENT_SECURITY_POLICY, guard::page_policy()),
            ];
            (status, headers, Html(html)).into_response()
        }
        Err(error) => {
            tracing::error!("a page cannot be written: {error}");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage {
    f: Frame,
    sentence: String,
}

/// A page that says what is wrong.
pub fn error_page(visitor: &Visitor, status: StatusCode, sentence: String) -> Response {
    let f = Frame::new(visitor, "");
    page_with(status, &ErrorPage { f, sentence })
}

/// The page for what the collection refuses, or cannot.
pub fn failed_page(visitor: &Visitor, error: &problems::Error) -> Response {
    use problems::Error;
    let status = match error {
        Error::Refused(_) => StatusCode::NOT_FOUND,
        Error::Database(_) => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::BAD_REQUEST,
    };
    let sentence = match error {
        Error::Database(error) => {
            tracing::error!("{error}");
            visitor.lang.pick(
                "La base de datos no responde: inténtalo de nuevo.".to_owned(),
                "The database does not answer: try again.".to_owned(),
            )
        }
        Error::Invalid(why) => {
            let lang = visitor.lang;
            lang.pick(format!("Esto no puede ser: {}", why.es), why.to_string())
        }
        other => other.text(visitor.lang),
    };
    error_page(visitor, status, sentence)
}

/// `GET` of anything that is no page.
pub async fn not_found(visitor: Visitor) -> Response {
    let sentence = Texts(visitor.lang).say("error-not-found");
    error_page(&visitor, StatusCode::NOT_FOUND, sentence)
}

/// The name of a game.
pub fn game_title(app: &App, game: &str, lang: Lang) -> String {
    let entry = app.registry().find(game).ok();
    entry.map_or_else(|| game.to_owned(), |entry| entry.title(lang).to_owned())
}
