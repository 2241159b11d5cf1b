//! Common parts of all pages: the frame around them, and how they are sent.

use super::share::Share;
use super::texts;
use crate::{App, Theme, Visitor, assets, bundle, guard};
use askama::Template;
use axum::http::StatusCode;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use base::say;
use games::pgn::letters::Letters;
use games::{Lang, kamisado};
use std::sync::LazyLock;

/// Data for the frame around a page. Templates call it `f`.
pub struct Frame {
    /// Language of the page.
    pub lang: Lang,
    /// Language that the page offers to switch to.
    pub next: Lang,
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
    /// The preview of the page on other sites; `None` where that is one of the site alone.
    pub share: Option<Share>,
}

impl Frame {
    /// For whoever asks.
    pub fn new(visitor: &Visitor, section: &'static str) -> Frame {
        Frame {
            lang: visitor.lang,
            next: next_of(visitor.lang),
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
            share: None,
        }
    }

    /// The same with what other sites show of the page.
    pub fn sharing(self, share: Share) -> Frame {
        Frame {
            share: Some(share),
            ..self
        }
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

    /// The letters of king, queen, rook, bishop and knight.
    pub fn letters(&self) -> String {
        Letters::of(self.lang).pieces().concat()
    }

    /// The colours of Kamisado: class, letter, name.
    pub fn legend(&self) -> Vec<(&'static str, String, String)> {
        let line = |color: kamisado::Color| {
            let color = color.name();
            let word = |catalogue: &'static base::messages::Catalogue, what: &str| {
                let key = format!("{what}-{color}");
                catalogue.say(self.lang, &key, &[]).unwrap_or_default()
            };
            let letter = word(&games::catalogue::CATALOGUE, "letter-tower");
            (color, letter, word(&crate::catalogue::CATALOGUE, "color"))
        };
        kamisado::Color::ALL.map(line).into()
    }

    /// The words of the scripts, as JSON.
    pub fn words(&self) -> &'static str {
        texts::for_scripts(self.lang)
    }
}

/// Returns the language after another, in the order in which a visitor goes through them.
fn next_of(lang: Lang) -> Lang {
    let all = Lang::all().chain(Lang::all());
    let mut all = all.skip_while(|one| *one != lang);
    all.nth(1).unwrap_or(lang)
}

/// A page as an answer.
pub fn page(template: &impl Template) -> Response {
    page_with(StatusCode::OK, template)
}

fn page_with(status: StatusCode, template: &impl Template) -> Response {
    page_under(guard::page_policy(), status, template)
}

/// A page that other sites may frame.
pub fn framed_page(status: StatusCode, template: &impl Template) -> Response {
    page_under(guard::framed_policy(), status, template)
}

fn page_under(policy: &'static str, status: StatusCode, template: &impl Template) -> Response {
    match template.render() {
        // What a page shows depends on who asks.
        Ok(html) => {
            let headers = [
                (header::CACHE_CONTROL, "no-store"),
                (header::CONTENT_SECURITY_POLICY, policy),
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
pub fn failed_page(visitor: &Visitor, error: &store::Error) -> Response {
    use store::Error;
    let status = match error {
        Error::Refused(_) => StatusCode::NOT_FOUND,
        Error::Database(_) => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::BAD_REQUEST,
    };
    let sentence = match error {
        Error::Database(error) => {
            tracing::error!("{error}");
            say!(visitor.lang, "database-fault").to_owned()
        }
        Error::Invalid(why) => {
            let lang = visitor.lang;
            say!(lang, "invalid-page", why = why.get(lang))
        }
        other => other.text(visitor.lang),
    };
    error_page(visitor, status, sentence)
}

/// The name of a game.
pub fn game_title(app: &App, game: &str, lang: Lang) -> String {
    let entry = app.registry().find(game).ok();
    entry.map_or_else(|| game.to_owned(), |entry| entry.title(lang).to_owned())
}
