//! Identity of a visitor (a logged-in user, a guest with a nickname, or a visitor without a name), with language and
//! theme.

use super::App;
use super::guard::ClientAddress;
use super::protocol::WhoView;
use axum::extract::FromRequestParts;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use games::Lang;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use store::{Error, Refusal, Result, Store, Token, User};

/// Name of the cookie with the session token of a logged-in user.
pub const SESSION: &str = "atalaya_session";
/// Name of the cookie with the token of a guest.
pub const VISITOR: &str = "atalaya_visitor";
/// Name of the cookie with the chosen language.
pub const LANG: &str = "atalaya_lang";
/// Name of the cookie with the chosen colour theme.
pub const THEME: &str = "atalaya_theme";

/// Colour theme of the pages: light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Theme that the browser prefers.
    #[default]
    Auto,
    /// Light theme.
    Light,
    /// Dark theme.
    Dark,
}

impl Theme {
    /// Returns the value of the theme's cookie: `auto`, `light` or `dark`.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// Parses the value of the theme's cookie. `None` if it is none of `auto`, `light` and `dark`.
    pub fn named(name: &str) -> Option<Theme> {
        [Theme::Auto, Theme::Light, Theme::Dark]
            .into_iter()
            .find(|theme| theme.name() == name)
    }
}

/// Key of a person who can play; its text is `u12` for user 12, `g7` for guest 7.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum WhoKey {
    /// A user, by the number of the account.
    User(i64),
    /// A guest, by number.
    Guest(i64),
}

impl fmt::Display for WhoKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhoKey::User(id) => write!(f, "u{id}"),
            WhoKey::Guest(id) => write!(f, "g{id}"),
        }
    }
}

impl WhoKey {
    /// Parses a key from its text. `None` if it is not `u` or `g` followed by a number.
    pub fn parse(text: &str) -> Option<WhoKey> {
        let (kind, id) = text.split_at_checked(1)?;
        let id = id.parse().ok()?;
        match kind {
            "u" => Some(WhoKey::User(id)),
            "g" => Some(WhoKey::Guest(id)),
            _ => None,
        }
    }

    /// Returns true if a token belongs to a session of this user, or to a device of this guest.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn has(self, collection: &Store, token: &str) -> Result<bool> {
        Ok(match self {
            WhoKey::User(id) => {
                let user = collection.accounts().user_of(token).await?;
                user.is_some_and(|user| user.id == id)
            }
            WhoKey::Guest(id) => match collection.guests().guest_of(token).await {
                Err(Error::Refused(Refusal::Banned { .. })) => false,
                guest => guest?.is_some_and(|guest| guest.id == id),
            },
        })
    }

    /// Number of the user; `None` for a guest.
    pub const fn user(self) -> Option<i64> {
        match self {
            WhoKey::User(id) => Some(id),
            WhoKey::Guest(_) => None,
        }
    }
}

/// Person who can play: a user or a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// Key of the user or guest.
    pub key: WhoKey,
    /// Name that others see.
    pub name: String,
    /// Number of the guest that a user was before, who may still have seats; `None` for others.
    pub guest: Option<i64>,
}

/// Sender of a request, with language, theme and address.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Person who sent the request; `None` before a nickname is given.
    pub who: Option<Who>,
    /// Account of the user who is logged in; `None` if nobody is.
    pub user: Option<User>,
    /// Reason for which a banned guest is refused; `None` if the visitor is not banned. `who` is `None` for a banned
    /// guest.
    pub banned: Option<Refusal>,
    /// Language of the answer: chosen by the visitor, else the browser's.
    pub lang: Lang,
    /// Theme that the visitor has chosen; [`Theme::Auto`] by default.
    pub theme: Theme,
    /// Address that the request comes from.
    pub address: ClientAddress,
}

impl Visitor {
    /// Returns the visitor's name and kind as JSON data for pages.
    pub fn view(&self) -> WhoView {
        WhoView {
            name: self.who.as_ref().map(|who| who.name.clone()),
            guest: self.user.is_none(),
        }
    }

    /// Returns the texts of the keys under which this visitor's seats are stored: the visitor's own, and that of the
    /// guest that a user was before. Empty for a visitor without a name.
    pub fn keys(&self) -> Vec<String> {
        let who = self.who.iter();
        who.flat_map(|who| [Some(who.key), who.guest.map(WhoKey::Guest)])
            .flatten()
            .map(|key| key.to_string())
            .collect()
    }

    /// Returns the text by which rate limits are counted: the visitor's key, or the address of a visitor without a
    /// name.
    pub fn limit_key(&self) -> String {
        match &self.who {
            Some(who) => who.key.to_string(),
            None => self.address.key().to_string(),
        }
    }
}

/// Returns the value of a cookie. `None` if the request does not send it, or if it is empty.
pub fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let values = headers.get_all(header::COOKIE).iter();
    let pairs = values.filter_map(|value| value.to_str().ok());
    pairs
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value)
        .filter(|value| !value.is_empty())
}

/// Returns the full name of a token's cookie. Where browsers connect by TLS, it has the prefix `__Host-`, so that no
/// other host and no connection without TLS can set the cookie.
fn token_name(app: &App, name: &str) -> String {
    let prefix = if app.config().secure { "__Host-" } else { "" };
    format!("{prefix}{name}")
}

/// Returns the token in the cookie `name`; `None` if there is none. A cookie without the prefix `__Host-`, set before
/// `secure` was configured, is accepted too: the answer [renames](moved_cookies) it.
pub fn token_of<'h>(app: &App, headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    cookie(headers, &token_name(app, name)).or_else(|| cookie(headers, name))
}

/// Returns the `Set-Cookie` headers that move the request's tokens from cookies without the prefix `__Host-` to those
/// with it; empty if there is nothing to move. Each has the beginning of its text, `NAME=`, by which a caller finds out
/// if the answer itself already sets this cookie.
pub fn moved_cookies(app: &App, headers: &HeaderMap) -> Vec<(String, HeaderValue)> {
    let mut moved = Vec::new();
    for name in [SESSION, VISITOR] {
        let known = token_name(app, name);
        let Some(token) = cookie(headers, name).filter(|_| app.config().secure) else {
            continue;
        };
        if cookie(headers, &known).is_none() {
            moved.push((format!("{known}="), set_cookie(app, &known, token, KEPT)));
        }
        moved.push((format!("{name}="), set_cookie(app, name, "", 0)));
    }
    moved
}

/// Creates a `Set-Cookie` header with a lifetime in seconds; 0 deletes the cookie. Browsers send the cookie to this
/// site only, and no script can read it.
pub fn set_cookie(app: &App, name: &str, value: &str, seconds: i64) -> HeaderValue {
    let secure = if app.config().secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("invalid="))
}

/// Lifetime of a token's cookie in seconds: 400 days, the longest that browsers keep one. The database decides how
/// long the token itself is valid: thirty days from its last use.
const KEPT: i64 = 400 * 24 * 60 * 60;

/// Creates the `Set-Cookie` header that stores a token in the browser.
pub fn token_cookie(app: &App, name: &str, token: &Token) -> HeaderValue {
    set_cookie(app, &token_name(app, name), token.as_str(), KEPT)
}

/// Creates the `Set-Cookie` header that deletes a token's cookie from the browser.
pub fn no_token(app: &App, name: &str) -> HeaderValue {
    set_cookie(app, &token_name(app, name), "", 0)
}

/// Returns the language of a request: that of the query's `lang`, else of the cookie, else the first known one of
/// `Accept-Language`, else English.
pub fn language(uri: &Uri, headers: &HeaderMap) -> Lang {
    let query = uri.query().unwrap_or_default();
    let asked = query
        .split('&')
        .find_map(|pair| Lang::named(pair.strip_prefix("lang=")?));
    let chosen = || Lang::named(cookie(headers, LANG)?);
    let accepted = || {
        let value = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
        let mut tags = value.split(',').filter_map(|range| range.split(';').next());
        tags.find_map(|tag| Lang::of_tag(tag.trim()))
    };
    asked.or_else(chosen).or_else(accepted).unwrap_or(Lang::EN)
}

impl Visitor {
    /// Returns the visitor of a request as one without a name, whatever tokens the request has. Does not access the
    /// database.
    pub fn nameless(parts: &Parts) -> Visitor {
        let address = parts.extensions.get::<ClientAddress>().copied();
        Visitor {
            who: None,
            user: None,
            banned: None,
            lang: language(&parts.uri, &parts.headers),
            theme: cookie(&parts.headers, THEME)
                .and_then(Theme::named)
                .unwrap_or_default(),
            // `guard::guard` has put the address into the extensions.
            address: address.unwrap_or(ClientAddress(IpAddr::V4(Ipv4Addr::UNSPECIFIED))),
        }
    }
}

impl FromRequestParts<App> for Visitor {
    /// Status 503 if the database fails; `errors::tell` adds the sentence for people.
    type Rejection = StatusCode;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &App,
    ) -> std::result::Result<Visitor, Self::Rejection> {
        let failed = |error: store::Error| {
            tracing::error!("{error}");
            StatusCode::SERVICE_UNAVAILABLE
        };
        let collection = app.collection();
        let user = match token_of(app, &parts.headers, SESSION) {
            Some(token) => collection.accounts().user_of(token).await.map_err(failed)?,
            None => None,
        };
        let (guest, banned) = match token_of(app, &parts.headers, VISITOR) {
            Some(token) => match collection.guests().guest_of(token).await {
                Err(Error::Refused(refusal @ Refusal::Banned { .. })) => (None, Some(refusal)),
                guest => (guest.map_err(failed)?, None),
            },
            None => (None, None),
        };
        // A logged-in user is no guest any more, so a ban of the former guest does not apply.
        let banned = banned.filter(|_| user.is_none());
        let who = match (&user, guest) {
            (Some(user), guest) => Some(Who {
                key: WhoKey::User(user.id),
                name: user.name.clone(),
                guest: guest.map(|guest| guest.id),
            }),
            (None, Some(guest)) => Some(Who {
                key: WhoKey::Guest(guest.id),
                name: guest.name,
                guest: None,
            }),
            (None, None) => None,
        };
        Ok(Visitor {
            who,
            user,
            banned,
            ..Visitor::nameless(parts)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_found_by_their_whole_name() {
        let mut headers = HeaderMap::new();
        headers.append(
            header::COOKIE,
            HeaderValue::from_static("a=1; bb=2;c=; d=x=y"),
        );
        headers.append(header::COOKIE, HeaderValue::from_static("e=5"));
        let found = ["a", "b", "bb", "c", "d", "e"].map(|name| cookie(&headers, name));
        assert_eq!(
            found,
            [Some("1"), None, Some("2"), None, Some("x=y"), Some("5")]
        );
    }

    #[test]
    fn a_request_is_answered_in_the_first_language_that_it_asks_for_and_there_is() {
        for (query, chosen, accepted, lang) in [
            ("", "", "", Lang::EN),
            ("", "", "xx, es-AR;q=0.9, en", Lang::ES),
            ("", "", "est, *", Lang::EN),
            ("", "es", "en", Lang::ES),
            ("?lang=en", "es", "es", Lang::EN),
            ("?lang=xx", "xx", "es", Lang::ES),
        ] {
            let uri: Uri = format!("/{query}").parse().expect("an address");
            let mut headers = HeaderMap::new();
            let value = |text: &str| HeaderValue::from_str(text).expect("a header");
            headers.insert(header::COOKIE, value(&format!("{LANG}={chosen}")));
            headers.insert(header::ACCEPT_LANGUAGE, value(accepted));
            let found = language(&uri, &headers);
            assert_eq!(found, lang, "{query} {chosen} {accepted}");
        }
    }

    #[test]
    fn keys_are_read_as_they_are_written() {
        for key in [WhoKey::User(12), WhoKey::Guest(7)] {
            assert_eq!(WhoKey::parse(&key.to_string()), Some(key));
        }
        for text in ["", "u", "x1", "é1", "u1x"] {
            assert_eq!(WhoKey::parse(text), None, "{text}");
        }
    }
}
