//! Middleware around every request: finds the client's address, refuses writing requests that do not come from a page
//! of this site, limits the rate of requests, and adds security headers to responses.

use super::bundle::{self, Piece};
use super::errors::{refused, too_often};
use super::visitor::{language, moved_cookies};
use super::{App, Config};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use base::say;
use games::Lang;
use ipnet::IpNet;
use serde::Deserialize;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// Network of IP addresses, which begin with the same bits: `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Network(IpNet);

/// Error for a text, given here, that is not a network of IP addresses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct NoNetwork(String);

impl NoNetwork {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        say!(lang, "trusted-no-network", text = self.0)
    }
}

impl FromStr for Network {
    type Err = NoNetwork;

    /// Parses a network such as `10.0.0.0/8` or `::1/128`, or a single address.
    fn from_str(text: &str) -> Result<Network, NoNetwork> {
        let network = text.parse();
        let network = network.or_else(|_| text.parse().map(|address: IpAddr| address.into()));
        network.map(Network).map_err(|_| NoNetwork(text.to_owned()))
    }
}

impl TryFrom<String> for Network {
    type Error = NoNetwork;

    fn try_from(text: String) -> Result<Network, NoNetwork> {
        text.parse()
    }
}

impl Network {
    /// Returns true if an address belongs to the network. An IPv4-mapped IPv6 address counts as the IPv4 address.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }
}

/// Address of the client that a request comes from, behind any trusted proxies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// Returns the address that limits are counted by: an IPv4 address as it is, and the /64 network of an IPv6
    /// address, from which one client may choose any address.
    pub fn key(self) -> IpAddr {
        match self.0 {
            IpAddr::V4(_) => self.0,
            IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() >> 64 << 64).into()),
        }
    }
}

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Returns the address of the client: `peer` itself, or, if that is a trusted proxy, the last address in
/// `X-Forwarded-For` that belongs to no trusted proxy. The header of any other peer is ignored, so that no client can
/// forge its address.
pub fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> ClientAddress {
    let peer = peer.to_canonical();
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(address));
    let mut client = peer;
    if is_trusted(peer) {
        let values = headers.get_all(FORWARDED_FOR).iter().rev();
        let hops = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.rsplit(','));
        for hop in hops {
            let Some(hop) = hop_address(hop) else {
                break;
            };
            client = hop.to_canonical();
            if !is_trusted(client) {
                break;
            }
        }
    }
    ClientAddress(client)
}

/// Parses an entry of `X-Forwarded-For`: an address alone, with a port, or in brackets. `None` if it is no address.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim();
    let bare = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']'));
    let address = bare.unwrap_or(hop).parse();
    let with_port = |_| hop.parse().map(|hop: SocketAddr| hop.ip());
    address.or_else(with_port).ok()
}

/// Returns true if a request with these headers comes from a page of the site: its `Origin` has the same host as its
/// `Host` header, or is one of the configured `origins`. If `secure` is configured, the origin must also be `https`.
pub fn is_own_origin(headers: &HeaderMap, config: &Config) -> bool {
    let text = |name| {
        headers
            .get(name)
            .and_then(|v: &HeaderValue| v.to_str().ok())
    };
    let Some(origin) = text(header::ORIGIN) else {
        return false;
    };
    let host = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"));
    if config.secure && !origin.starts_with("https://") {
        return false;
    }
    let own = host.is_some() && host == text(header::HOST);
    own || config.origins.iter().any(|known| known == origin)
}

/// Text of the `Content-Security-Policy` header, with further sources of scripts and styles and with the frame
/// ancestors. Scripts, styles, pictures and connections must be the site's own; inline scripts and styles are allowed
/// by their hashes. WebAssembly, for the module of rules, may run; `eval` of texts may not.
macro_rules! policy {
    ($script:literal, $style:literal, $framed:literal) => {
        concat!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
            $script,
            "; style-src 'self'",
            $style,
            "; img-src 'self' data:; connect-src 'self'; font-src 'self'; media-src 'self'; \
             manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
             frame-ancestors ",
            $framed
        )
    };
}

/// Sites that may show a page in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Nobody.
    Nobody,
    /// Other sites, too: embedded boards, which do not identify visitors.
    Everybody,
}

/// Returns the content policy of a page, which allows the site's inline scripts and styles that the page contains, by
/// their hashes.
pub fn page_policy(html: &str, framing: Framing) -> String {
    let sources = |opening, pieces: &mut dyn Iterator<Item = &Piece>| {
        let sources = pieces.filter(|piece| contains(html, opening, &piece.text));
        sources.fold(String::new(), |all, piece| all + " " + &piece.source)
    };
    let scripts = sources(SCRIPT, &mut bundle::scripts());
    let styles = sources(STYLE, &mut bundle::styles());
    match framing {
        Framing::Nobody => format!(policy!("{}", "{}", "'none'"), scripts, styles),
        Framing::Everybody => format!(policy!("{}", "{}", "*"), scripts, styles),
    }
}

/// Tag before a bundled script in a page.
pub const SCRIPT: &str = "<script type=\"module\">";

/// Tag before bundled styles in a page.
const STYLE: &str = "<style>";

/// Returns true if a page has an element with this text after the tag `opening`.
fn contains(html: &str, opening: &str, text: &str) -> bool {
    let elements = html.match_indices(opening);
    elements
        .map(|(at, _)| &html[at + opening.len()..])
        .any(|element| element.starts_with(text) && element[text.len()..].starts_with("</"))
}

/// Header that forbids frames in older browsers, which do not support `frame-ancestors`.
const NO_FRAME: &str = "x-frame-options";

/// Security headers of every response, unless it sets them itself. No other site may show this one in a frame, except
/// for pages with the policy for [everybody](Framing::Everybody), and pages send no referrer.
const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", policy!("", "", "'none'")),
    ("x-content-type-options", "nosniff"),
    (NO_FRAME, "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=(), payment=()",
    ),
];

/// Middleware around every request: see the documentation of this module.
pub async fn guard(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let client = client_address(peer.ip(), request.headers(), &app.config().trust_proxy);
    request.extensions_mut().insert(client);
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let moved = moved_cookies(&app, request.headers());
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = if !is_read && !is_own_origin(request.headers(), app.config()) {
        foreign_origin(language(request.uri(), request.headers()))
    } else if !app.limits().requests.allows(client.key()) {
        too_often(&request.into_parts().0)
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    if is_api {
        // A browser that opens the address directly saves it as a file of this name, whatever the address looks like.
        headers
            .entry(header::CONTENT_DISPOSITION)
            .or_insert(HeaderValue::from_static(
                "attachment; filename=\"api.json\"",
            ));
    }
    let is_framed = headers
        .get(header::CONTENT_SECURITY_POLICY)
        .is_some_and(|policy| policy.as_bytes().ends_with(b"frame-ancestors *"));
    for (name, value) in HEADERS {
        if is_framed && name == NO_FRAME {
            continue;
        }
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    for (name, cookie) in moved {
        let anew = headers.get_all(header::SET_COOKIE).iter();
        let is_anew = |value: &HeaderValue| value.as_bytes().starts_with(name.as_bytes());
        // A cookie that the response itself sets takes precedence.
        if !anew.into_iter().any(is_anew) {
            headers.append(header::SET_COOKIE, cookie);
        }
    }
    if app.config().secure {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Creates the refusal (status 403) of a writing request that does not come from a page of this site.
pub fn foreign_origin(lang: Lang) -> Response {
    let text = say!(lang, "foreign-origin");
    refused(StatusCode::FORBIDDEN, "origin", text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_allows_what_its_page_contains_and_nothing_else() {
        let [lobby, game] = ["lobby", "game"].map(|entry| bundle::script(entry).expect("a script"));
        let styles: Vec<&Piece> = bundle::styles().collect();
        let page = format!(
            "<style>{}</style>{SCRIPT}{}</script>",
            styles[0].text, lobby.text
        );
        let policy = page_policy(&page, Framing::Nobody);
        for (piece, allowed) in [
            (lobby, true),
            (game, false),
            (styles[0], true),
            (styles[1], false),
        ] {
            assert_eq!(policy.contains(&piece.source), allowed);
        }
        assert!(policy.ends_with("frame-ancestors 'none'"));
        // Not a script of the site, though it begins as one.
        let longer = page.replace("</script>", ";alert(1)</script>");
        assert!(!page_policy(&longer, Framing::Nobody).contains(&lobby.source));
        let framed = page_policy("", Framing::Everybody);
        assert!(framed.ends_with("frame-ancestors *") && !framed.contains("sha256"));
    }

    fn headers(of: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in of {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    fn client(peer: &str, forwarded: &[&'static str], trusted: &[&str]) -> String {
        let forwarded: Vec<_> = forwarded.iter().map(|v| ("x-forwarded-for", *v)).collect();
        let trusted: Vec<Network> = trusted.iter().map(|t| t.parse().expect(t)).collect();
        let peer = peer.parse().expect(peer);
        client_address(peer, &headers(&forwarded), &trusted)
            .0
            .to_string()
    }

    #[test]
    fn only_named_proxies_say_who_is_behind_them() {
        assert_eq!(client("203.0.113.9", &["198.51.100.1"], &[]), "203.0.113.9");
        assert_eq!(
            client("10.0.0.2", &["198.51.100.1"], &["10.0.0.0/8"]),
            "198.51.100.1"
        );
        // What the client itself has written there stands farther left, and is not believed.
        let lied = ["6.6.6.6, 198.51.100.1"];
        assert_eq!(client("10.0.0.2", &lied, &["10.0.0.0/8"]), "198.51.100.1");
        let two = ["6.6.6.6", "198.51.100.1, 10.1.1.1"];
        assert_eq!(client("10.0.0.2", &two, &["10.0.0.0/8"]), "198.51.100.1");
        assert_eq!(
            client("::ffff:10.0.0.2", &["2001:db8::7"], &["10.0.0.0/8"]),
            "2001:db8::7"
        );
        assert_eq!(
            client("10.0.0.2", &["rubbish"], &["10.0.0.0/8"]),
            "10.0.0.2"
        );
        for (entry, address) in [
            ("198.51.100.1:4711", "198.51.100.1"),
            ("[2001:db8::7]:4711", "2001:db8::7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("6.6.6.6:80, 198.51.100.1:4711, 10.0.0.3:80", "198.51.100.1"),
            ("198.51.100.1:port", "10.0.0.2"),
        ] {
            assert_eq!(client("10.0.0.2", &[entry], &["10.0.0.0/8"]), address);
        }
        assert_eq!(client("10.0.0.2", &[], &["10.0.0.0/8"]), "10.0.0.2");
    }

    #[test]
    fn networks_are_told_apart_by_their_bits() {
        let contains = |network: &str, address: &str| {
            let network: Network = network.parse().expect(network);
            network.contains(address.parse().expect(address))
        };
        assert!(contains("10.0.0.0/8", "10.255.0.1") && !contains("10.0.0.0/8", "11.0.0.1"));
        assert!(contains("::1", "::1") && !contains("::1", "::2"));
        assert!(contains("10.0.0.0/8", "::ffff:10.0.0.1") && contains("10.1.2.3/8", "10.9.9.9"));
        assert!(contains("0.0.0.0/0", "8.8.8.8") && !contains("0.0.0.0/0", "::1"));
        for bad in [
            "",
            "x",
            "10.0.0.0/33",
            "10.0.0.0/-1",
            "::/129",
            "10.0.0.0/8/8",
        ] {
            assert!(bad.parse::<Network>().is_err(), "{bad}");
        }
    }

    #[test]
    fn pages_of_other_sites_are_not_ours() {
        let mut config = Config {
            origins: vec!["https://play.example.org".to_owned()],
            ..Config::default()
        };
        let own_by = |config: &Config, origin: &'static str, host| {
            let headers = headers(&[("origin", origin), ("host", host)]);
            is_own_origin(&headers, config)
        };
        let own = |origin, host| own_by(&config, origin, host);
        assert!(own("http://127.0.0.1:8080", "127.0.0.1:8080"));
        assert!(own("https://example.org", "example.org"));
        assert!(own("https://play.example.org", "inner:8080"));
        for foreign in ["https://evil.example", "null", "http://127.0.0.1:8081", ""] {
            assert!(!own(foreign, "127.0.0.1:8080"), "{foreign}");
        }
        assert!(!is_own_origin(
            &headers(&[("host", "example.org")]),
            &config
        ));
        config.secure = true;
        assert!(own_by(&config, "https://example.org", "example.org"));
        assert!(own_by(&config, "https://play.example.org", "inner:8080"));
        assert!(!own_by(&config, "http://example.org", "example.org"));
    }

    #[test]
    fn one_ipv6_network_is_one_client() {
        let key = |text: &str| ClientAddress(text.parse().expect(text)).key();
        assert_eq!(key("2001:db8::1"), key("2001:db8::ffff"));
        assert_ne!(key("2001:db8::1"), key("2001:db8:0:1::1"));
        assert_ne!(key("10.0.0.1"), key("10.0.0.2"));
    }
}
