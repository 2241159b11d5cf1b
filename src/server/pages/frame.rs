//! Common parts of all pages: the frame (header, styles, scripts) around them, and the responses that send them.

use super::share::Share;
use super::texts;
use crate::guard::Framing;
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
    /// Language to which the visitor can switch by a link.
    pub next: Lang,
    /// Theme that the visitor has chosen, `light` or `dark`; empty for that of the operating system.
    pub theme: &'static str,
    /// Base path of scripts, styles and pictures.
    pub assets: String,
    /// Name of the visitor; `None` for a visitor without one.
    pub name: Option<String>,
    /// True if the visitor has an account.
    pub user: bool,
    /// Part of the site that is marked in the navigation: `play`, `problems`, `watch`, `ranking` and the like; empty
    /// for none.
    pub section: &'static str,
    /// Version of the program.
    pub version: &'static str,
    /// Preview of the page on other sites; `None` for a preview of the site as a whole.
    pub share: Option<Share>,
}

impl Frame {
    /// Creates the frame of a page for a visitor, in a [section](Frame::section) of the site.
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

    /// Returns this frame with the preview of the page on other sites.
    pub fn sharing(self, share: Share) -> Frame {
        Frame {
            share: Some(share),
            ..self
        }
    }

    /// Returns the bundled styles of every page.
    pub fn style(&self) -> &'static str {
        &bundle::style().text
    }

    /// Returns the bundled styles that a page without a board needs as well.
    pub fn list_style(&self) -> &'static str {
        &bundle::list_style().text
    }

    /// Returns the bundled styles that a page needs as well on which problems are solved or made.
    pub fn bench_style(&self) -> &'static str {
        &bundle::bench_style().text
    }

    /// Returns the bundled styles that a page with a board needs as well.
    pub fn board_style(&self) -> &'static str {
        &bundle::board_style().text
    }

    /// Returns the elements with the script that bundles an entry module with all modules that it imports, and with the
    /// texts that it uses, in the page's language; without a script if there is no such entry.
    pub fn program(&self, entry: &'static str) -> String {
        let texts = texts::for_script(entry, self.lang);
        let script = bundle::script(entry).map_or("", |piece| &piece.text);
        format!(
            "<script type=\"application/json\" id=\"texts\">{texts}</script>\n\
             {}{script}</script>",
            guard::SCRIPT
        )
    }

    /// Returns an SVG with the chess pieces as symbols, for `<use href="#king">`.
    pub fn sprite(&self) -> &'static str {
        static SPRITE: LazyLock<String> = LazyLock::new(games::svg::sprite);
        &SPRITE
    }

    /// Returns the letters of king, queen, rook, bishop and knight in the page's language: `KQRBN`.
    pub fn letters(&self) -> String {
        Letters::of(self.lang).pieces().concat()
    }

    /// Returns the CSS class, the letter and the name of each colour of Kamisado.
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
}

/// Returns the language after `lang` in the list of all languages, cyclically.
fn next_of(lang: Lang) -> Lang {
    let all = Lang::all().chain(Lang::all());
    let mut all = all.skip_while(|one| *one != lang);
    all.nth(1).unwrap_or(lang)
}

/// Renders a template as the response with a page.
pub fn page(template: &impl Template) -> Response {
    page_with(StatusCode::OK, template)
}

fn page_with(status: StatusCode, template: &impl Template) -> Response {
    page_under(Framing::Nobody, status, template)
}

/// Renders a template as the response with a page that other sites may show in a frame.
pub fn framed_page(status: StatusCode, template: &impl Template) -> Response {
    page_under(Framing::Everybody, status, template)
}

fn page_under(framing: Framing, status: StatusCode, template: &impl Template) -> Response {
    match template.render() {
        // Pages depend on the visitor, so they must not be cached.
        Ok(html) => {
            let policy = guard::page_policy(&html, framing);
            let headers = [
                (header::CACHE_CONTROL, "no-store".to_owned()),
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

/// Creates the response with an error page that shows a sentence.
pub fn error_page(visitor: &Visitor, status: StatusCode, sentence: String) -> Response {
    let f = Frame::new(visitor, "");
    page_with(status, &ErrorPage { f, sentence })
}

/// Creates the response with the page for an error of the store.
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

/// Returns the title of a game of the registry in a language; for an unknown game, `game` itself.
pub fn game_title(app: &App, game: &str, lang: Lang) -> String {
    let entry = app.registry().find(game).ok();
    entry.map_or_else(|| game.to_owned(), |entry| entry.title(lang).to_owned())
}
