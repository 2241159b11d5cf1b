//! Configuration of a site by its operator: by flags, by the environment, or in one TOML file.

use super::guard::Network;
use base::say;
use games::Lang;
use serde::Deserialize;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;

/// Default address and port of the site.
pub const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// Settings of a site. In a TOML file each of them may be left out, and an unknown one is refused by its name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Address and port; `None` for [`LISTEN`].
    pub listen: Option<SocketAddr>,
    /// Address of the database, `sqlite:PATH` or `postgres://USER:PASSWORD@HOST/NAME`; `None` for a file in the data
    /// folder of the operating system's user.
    pub database: Option<String>,
    /// Networks of reverse proxies whose `X-Forwarded-…` headers are believed: `10.0.0.0/8`.
    pub trust_proxy: Vec<Network>,
    /// Addresses under which browsers know the site, where they differ from the `Host` they send:
    /// `https://play.example.org`.
    pub origins: Vec<String>,
    /// True if browsers connect by TLS, so that cookies are sent over TLS only.
    pub secure: bool,
    /// Number of threads on which engines may think at the same time: for moves of machines, for pages, for jobs.
    pub engine_threads: usize,
    /// Maximum time that a machine may think on a move, in milliseconds.
    pub engine_time: u64,
    /// Maximum number of connections at once.
    pub max_connections: usize,
    /// Maximum number of connections that one address may have at once; a proxy of `trust_proxy` may have any number.
    pub connections_per_address: usize,
    /// Maximum number of WebSockets, the open connections of pages, at once.
    pub max_sockets: usize,
    /// Maximum number of WebSockets that one address may have open at once.
    pub sockets_per_address: usize,
    /// Maximum number of messages and pings that one WebSocket may send per second on average; up to four times as many
    /// may come at once.
    pub socket_messages: u32,
    /// Maximum time for the head of a request to arrive, in seconds, from its first byte or from the end of the request
    /// before it.
    pub head_seconds: u64,
    /// Maximum time of a request from its head to its answer, in seconds.
    pub request_seconds: u64,
    /// Time after which a connection is closed that takes nothing of what is sent to it, in seconds.
    pub reader_seconds: u64,
    /// Maximum time that the verification of a problem may take if a page has requested it, in seconds.
    pub job_seconds: u64,
    /// Size of the hash table of each worker that verifies problems, in mebibytes.
    pub job_megabytes: usize,
    /// Maximum number of verifications that one account may have waiting or running.
    pub jobs_per_account: u32,
    /// Time for which a player must have been absent before the opponent may claim the game, in seconds; five times as
    /// long in a game without a clock.
    pub claim_seconds: u64,
    /// Time after which a game without a clock is closed, in seconds, if nothing has happened in it and nobody is
    /// connected to it; at most a day in a game of one person against machines.
    pub idle_seconds: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: None,
            database: None,
            trust_proxy: Vec::new(),
            origins: Vec::new(),
            secure: false,
            engine_threads: std::thread::available_parallelism().map_or(1, |n| n.get().div_ceil(2)),
            engine_time: 1000,
            max_connections: 25_000,
            connections_per_address: 400,
            max_sockets: 20_000,
            sockets_per_address: 200,
            socket_messages: 10,
            head_seconds: 15,
            request_seconds: 30,
            reader_seconds: 10,
            job_seconds: 600,
            job_megabytes: problems::verify::HASH_MB,
            jobs_per_account: 100,
            claim_seconds: 60,
            idle_seconds: 14 * 24 * 3600,
        }
    }
}

impl Config {
    /// Reads the settings from a TOML file; those that it leaves out have their default values.
    ///
    /// # Errors
    /// A sentence that names the file, and the line that is wrong if the file could be read.
    pub fn read(path: &Path, lang: Lang) -> Result<Config, String> {
        let told = |why: String| say!(lang, "config-cannot-read", path = path.display(), why);
        let text = std::fs::read_to_string(path).map_err(|error| told(error.to_string()))?;
        toml::from_str(&text).map_err(|error| told(error.to_string()))
    }

    /// Checks that the settings are possible: all `origins` begin with `https://` if `secure` is set, and no limit is
    /// 0, which only `engine_time` and `idle_seconds` may be.
    ///
    /// # Errors
    /// A sentence that names the setting, or the origin, that is not possible.
    pub fn check(&self, lang: Lang) -> Result<(), String> {
        let plain = self
            .origins
            .iter()
            .find(|origin| !origin.starts_with("https://"));
        if let Some(origin) = plain.filter(|_| self.secure) {
            return Err(say!(lang, "config-origin", origin));
        }
        let counts = [
            ("engine_threads", self.engine_threads as u64),
            ("max_connections", self.max_connections as u64),
            (
                "connections_per_address",
                self.connections_per_address as u64,
            ),
            ("max_sockets", self.max_sockets as u64),
            ("sockets_per_address", self.sockets_per_address as u64),
            ("socket_messages", u64::from(self.socket_messages)),
            ("head_seconds", self.head_seconds),
            ("request_seconds", self.request_seconds),
            ("reader_seconds", self.reader_seconds),
            ("job_seconds", self.job_seconds),
            ("job_megabytes", self.job_megabytes as u64),
            ("jobs_per_account", u64::from(self.jobs_per_account)),
            ("claim_seconds", self.claim_seconds),
        ];
        match counts.iter().find(|(_, count)| *count == 0) {
            Some((name, _)) => Err(say!(lang, "config-zero", name)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_what_it_says_and_the_rest_is_usual() {
        let config: Config = toml::from_str(
            "listen = \"0.0.0.0:80\"\ntrust_proxy = [\"10.0.0.0/8\"]\nsecure = true\n",
        )
        .expect("a file");
        assert_eq!(config.listen.map(|l| l.port()), Some(80));
        assert!(config.secure && config.trust_proxy.len() == 1);
        assert_eq!(config.max_sockets, Config::default().max_sockets);
        assert_eq!(config.check(Lang::EN), Ok(()));
    }

    #[test]
    fn what_is_unknown_or_no_network_is_refused_by_name() {
        for (text, named) in [
            ("listn = \"0.0.0.0:80\"", "listn"),
            ("trust_proxy = [\"10.0.0.0/33\"]", "10.0.0.0/33"),
            ("listen = \"here\"", "listen"),
        ] {
            let error = toml::from_str::<Config>(text).expect_err(text);
            assert!(error.to_string().contains(named), "{error}");
        }
    }

    #[test]
    fn what_does_not_go_together_is_refused_by_name() {
        for (text, named) in [
            (
                "secure = true\norigins = [\"http://a.example\"]",
                "http://a.example",
            ),
            ("head_seconds = 0", "head_seconds"),
            ("jobs_per_account = 0", "jobs_per_account"),
        ] {
            let config: Config = toml::from_str(text).expect(text);
            let why = config.check(Lang::EN).expect_err(text);
            assert!(why.contains(named), "{why}");
        }
        let config: Config = toml::from_str("origins = [\"http://a.example\"]").expect("a file");
        assert_eq!(config.check(Lang::EN), Ok(()));
    }
}
