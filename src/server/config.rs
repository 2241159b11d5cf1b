//! Configuration of a site by its operator: by flags, by the environment, or in one TOML file.

use super::guard::Network;
use serde::Deserialize;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;

/// Default address and port of the site.
pub const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// The file. Everything in it may be left out; what is unknown is refused by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfigFile {
    /// Address and port.
    pub listen: Option<SocketAddr>,
    /// The database.
    pub database: Option<String>,
    /// Networks of reverse proxies whose `X-Forwarded-…` headers are believed: `10.0.0.0/8`.
    #[serde(default)]
    pub trust_proxy: Vec<Network>,
    /// Addresses under which browsers know the site, where they differ from the `Host` they send:
    /// `https://play.example.org`.
    #[serde(default)]
    pub origins: Vec<String>,
    /// True if browsers connect by TLS, so that cookies are sent over TLS only; `None` for the default.
    pub secure: Option<bool>,
    /// Threads that think at a time: for machines' moves, for pages, for jobs.
    pub engine_threads: Option<usize>,
    /// Milliseconds that a machine may think on a move.
    pub engine_time: Option<u64>,
    /// Maximum number of sockets open at once.
    pub max_sockets: Option<usize>,
    /// Maximum number of sockets that one address may have open at once.
    pub sockets_per_address: Option<usize>,
}

impl ConfigFile {
    /// Reads a file.
    ///
    /// # Errors
    /// A sentence that names the file, and the line of what is wrong in it.
    pub fn read(path: &Path) -> Result<ConfigFile, String> {
        let told = |why: String| format!("cannot read {}: {why}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| told(error.to_string()))?;
        toml::from_str(&text).map_err(|error| told(error.to_string()))
    }
}

/// All that was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Networks of proxies that are believed.
    pub trust_proxy: Vec<Network>,
    /// Further origins of the site's own pages.
    pub origins: Vec<String>,
    /// True if cookies are sent over TLS only.
    pub secure: bool,
    /// Threads that think at a time: for machines' moves, for pages, for jobs.
    pub engine_threads: usize,
    /// Milliseconds that a machine may think on a move.
    pub engine_time: u64,
    /// Maximum number of sockets open at once.
    pub max_sockets: usize,
    /// Maximum number of sockets that one address may have open at once.
    pub sockets_per_address: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            trust_proxy: Vec::new(),
            origins: Vec::new(),
            secure: false,
            engine_threads: std::thread::available_parallelism().map_or(1, |n| n.get().div_ceil(2)),
            engine_time: 1000,
            max_sockets: 20_000,
            sockets_per_address: 200,
        }
    }
}

impl Config {
    /// Takes the values of the file, and the defaults for those that it leaves out.
    pub fn from_file(file: &ConfigFile) -> Config {
        let usual = Config::default();
        Config {
            trust_proxy: file.trust_proxy.clone(),
            origins: file.origins.clone(),
            secure: file.secure.unwrap_or(usual.secure),
            engine_threads: file.engine_threads.unwrap_or(usual.engine_threads).max(1),
            engine_time: file.engine_time.unwrap_or(usual.engine_time),
            max_sockets: file.max_sockets.unwrap_or(usual.max_sockets),
            sockets_per_address: file
                .sockets_per_address
                .unwrap_or(usual.sockets_per_address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_what_it_says_and_the_rest_is_usual() {
        let file: ConfigFile = toml::from_str(
            "listen = \"0.0.0.0:80\"\ntrust_proxy = [\"10.0.0.0/8\"]\nsecure = true\n",
        )
        .expect("a file");
        assert_eq!(file.listen.map(|l| l.port()), Some(80));
        let config = Config::from_file(&file);
        assert!(config.secure && config.trust_proxy.len() == 1);
        assert_eq!(config.max_sockets, Config::default().max_sockets);
    }

    #[test]
    fn what_is_unknown_or_no_network_is_refused_by_name() {
        for (text, named) in [
            ("listn = \"0.0.0.0:80\"", "listn"),
            ("trust_proxy = [\"10.0.0.0/33\"]", "10.0.0.0/33"),
            ("listen = \"here\"", "listen"),
        ] {
            let error = toml::from_str::<ConfigFile>(text).expect_err(text);
            assert!(error.to_string().contains(named), "{error}");
        }
    }
}
