//! Identity of a visitor (a logged-in user, a guest with a nickname, or somebody without a name), with language
//! and theme.

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

/// The cookie of whoever is logged in.
pub const SESSION: &str = "atalaya_session";
/// The cookie of a guest.
pub const VISITOR: &str = "atalaya_visitor";
/// The cookie of the language.
pub const LANG: &str = "atalaya_lang";
/// The cookie of the theme.
pub const THEME: &str = "atalaya_theme";

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the browser wants it.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// The word in the cookie: `auto`, `light`, `dark`.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// Parses the word in the cookie; `None` for any other word.
    pub fn named(name: &str) -> Option<Theme> {
        [Theme::Auto, Theme::Light, Theme::Dark]
            .into_iter()
            .find(|theme| theme.name() == name)
    }
}

/// The key of somebody who can play: `u12` for user 12, `g7` for guest 7.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum WhoKey {
    /// A user of the collection.
    User(i64),
    /// A guest.
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
    /// Reads the text of a key.
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

    /// The user's number, if it is one.
    pub const fn user(self) -> Option<i64> {
        match self {
            WhoKey::User(id) => Some(id),
            WhoKey::Guest(_) => None,
        }
    }
}

/// Somebody who can play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// The key.
    pub key: WhoKey,
    /// As others see the name.
    pub name: String,
    /// Number of the guest that a user was before, who may still have seats; `None` for others.
    pub guest: Option<i64>,
}

/// Whoever has sent a request.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Person who sent the request; `None` before a nickname is given.
    pub who: Option<Who>,
    /// The account, if somebody is logged in.
    pub user: Option<User>,
    /// The refusal of a guest who is banned, and whose requests are those of somebody without a name.
    pub banned: Option<Refusal>,
    /// The language: chosen, or the browser's.
    pub lang: Lang,
    /// The theme.
    pub theme: Theme,
    /// Address that the request comes from.
    pub address: ClientAddress,
}

impl Visitor {
    /// As pages show it.
    pub fn view(&self) -> WhoView {
        WhoView {
            name: self.who.as_ref().map(|who| who.name.clone()),
            guest: self.user.is_none(),
        }
    }

    /// The keys that this visitor's seats have.
    pub fn keys(&self) -> Vec<String> {
        let who = self.who.iter();
        who.flat_map(|who| [Some(who.key), who.guest.map(WhoKey::Guest)])
            .flatten()
            .map(|key| key.to_string())
            .collect()
    }

    /// Returns the key that limits count for: the visitor's, or the address of a visitor without a name.
    pub fn limit_key(&self) -> String {
        match &self.who {
            Some(who) => who.key.to_string(),
            None => self.address.key().to_string(),
        }
    }
}

/// The value of a cookie.
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

/// The name under which browsers keep a token's cookie: where they come by TLS, one that no other host and no
/// connection without TLS can set.
fn token_name(app: &App, name: &str) -> String {
    let prefix = if app.config().secure { "__Host-" } else { "" };
    format!("{prefix}{name}")
}

/// The token in a cookie. One from before the site was told of TLS is good until the answer has [moved](moved_cookies)
/// it.
pub fn token_of<'h>(app: &App, headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    cookie(headers, &token_name(app, name)).or_else(|| cookie(headers, name))
}

/// Headers by which a browser keeps its tokens under the names that are meant for TLS, and forgets the others; with the
/// beginning of each, by which an answer's own cookie is known.
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

/// A `Set-Cookie` header. Nothing but this site gets it back, and no script can read it.
pub fn set_cookie(app: &App, name: &str, value: &str, seconds: i64) -> HeaderValue {
    let secure = if app.config().secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("invalid="))
}

/// Lifetime of a token's cookie in seconds: 400 days, the longest that browsers keep one. The database decides how
/// long the token itself is valid: thirty days from its last use.
const KEPT: i64 = 400 * 24 * 60 * 60;

/// The `Set-Cookie` header of a token.
pub fn token_cookie(app: &App, name: &str, token: &Token) -> HeaderValue {
    set_cookie(app, &token_name(app, name), token.as_str(), KEPT)
}

/// The `Set-Cookie` header by which a browser forgets a token.
pub fn no_token(app: &App, name: &str) -> HeaderValue {
    set_cookie(app, &token_name(app, name), "", 0)
}

/// The language of a request: the query's `lang`, the cookie's, the first known of `Accept-Language`.
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
    /// Somebody who is not known.
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
            // The guard has put it there.
            address: address.unwrap_or(ClientAddress(IpAddr::V4(Ipv4Addr::UNSPECIFIED))),
        }
    }
}

impl FromRequestParts<App> for Visitor {
    /// It gets its sentence as all refusals do.
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
        // Whoever has an account, which is not banned, is no guest any more.
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
