//! Processors for games played at the same time: each game has its own, so that no two thinking engines share one.
//!
//! A thread that is bound to processors passes the binding on to the processes and threads that it starts. Linux only.

use base::lang::Lang;
use base::say;
use std::num::ParseIntError;

/// Reason why games cannot be bound to processors.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum AffinityError {
    /// The text is not a list of processors such as `0-3,6`.
    Text(String),
    /// The list contains a processor that this process may not use: its number.
    Forbidden(usize),
    /// There are not enough processors.
    TooFew {
        /// Number of games played at the same time.
        games: usize,
        /// Number of processors that each game needs, one for each thread that thinks at the same time.
        each: usize,
        /// Number of processors that may be used.
        there: usize,
    },
    /// The operating system reports an error.
    System(std::io::Error),
    /// This program cannot bind games on this operating system.
    #[cfg(not(target_os = "linux"))]
    UnknownSystem,
}

impl AffinityError {
    /// Message of the error in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            AffinityError::Text(list) => say!(lang, "affinity-no-list", list),
            AffinityError::Forbidden(cpu) => say!(lang, "affinity-forbidden", cpu),
            AffinityError::TooFew { games, each, there } => {
                say!(
                    lang,
                    "affinity-too-few",
                    games,
                    each,
                    there,
                    needed = games * each
                )
            }
            AffinityError::System(why) => say!(lang, "affinity-system", why),
            #[cfg(not(target_os = "linux"))]
            AffinityError::UnknownSystem => {
                let why = say!(lang, "affinity-unknown-system");
                say!(lang, "affinity-system", why)
            }
        }
    }
}

/// Parses a list of processor numbers and ranges such as `0-3,6`. Returns the numbers in ascending order.
fn read(text: &str) -> Result<Vec<usize>, AffinityError> {
    let number = |text: &str| -> Result<usize, ParseIntError> { text.trim().parse() };
    let bad = || AffinityError::Text(text.to_owned());
    let mut list = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        match (number(first), number(last)) {
            (Ok(first), Ok(last)) if first <= last && last < 1 << 16 => list.extend(first..=last),
            _ => return Err(bad()),
        }
    }
    list.sort_unstable();
    list.dedup();
    Ok(list)
}

/// Returns the processors of each of `games` concurrent games, `each` for every game. They are taken from `list` (such
/// as `0-3,6`), or, if it is `None`, from all processors that this process may use.
///
/// # Errors
/// [`AffinityError`]: the list is invalid, has a processor that this process may not use, or is too short.
pub fn places(
    list: Option<&str>,
    games: usize,
    each: usize,
) -> Result<Vec<Vec<usize>>, AffinityError> {
    let allowed = system::allowed()?;
    let chosen = match list {
        None => allowed,
        Some(text) => {
            let chosen = read(text)?;
            match chosen.iter().find(|cpu| !allowed.contains(cpu)) {
                Some(&cpu) => return Err(AffinityError::Forbidden(cpu)),
                None => chosen,
            }
        }
    };
    if chosen.len() < games * each {
        return Err(AffinityError::TooFew {
            games,
            each,
            there: chosen.len(),
        });
    }
    let blocks = chosen.chunks(each.max(1)).take(games);
    Ok(blocks.map(<[usize]>::to_vec).collect())
}

/// Binds the calling thread, and all threads and processes that it starts from now on, to the processors `cpus`.
///
/// # Errors
/// [`AffinityError`]: the operating system reports an error, or is not Linux.
pub fn bind(cpus: &[usize]) -> Result<(), AffinityError> {
    system::bind(cpus)
}

#[cfg(target_os = "linux")]
mod system {
    use super::AffinityError;
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    fn said(error: rustix::io::Errno) -> AffinityError {
        AffinityError::System(error.into())
    }

    pub fn allowed() -> Result<Vec<usize>, AffinityError> {
        let set = sched_getaffinity(None).map_err(said)?;
        Ok((0..CpuSet::MAX_CPU)
            .filter(|cpu| set.is_set(*cpu))
            .collect())
    }

    pub fn bind(cpus: &[usize]) -> Result<(), AffinityError> {
        let mut set = CpuSet::new();
        for &cpu in cpus.iter().filter(|cpu| **cpu < CpuSet::MAX_CPU) {
            set.set(cpu);
        }
        sched_setaffinity(None, &set).map_err(said)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::AffinityError;

    pub fn allowed() -> Result<Vec<usize>, AffinityError> {
        Err(AffinityError::UnknownSystem)
    }

    pub fn bind(_: &[usize]) -> Result<(), AffinityError> {
        Err(AffinityError::UnknownSystem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_nothing_else_is() {
        assert_eq!(read("0-3,6").expect("a list"), [0, 1, 2, 3, 6]);
        assert_eq!(read("2, 1,2").expect("a list"), [1, 2]);
        for bad in ["", "a", "3-1", "1-", "-1", "0-99999999"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_bound_thread_is_where_it_was_put_and_so_is_what_it_starts() {
        let first = system::allowed().expect("known")[0];
        let seen = std::thread::spawn(move || {
            bind(&[first]).expect("bound");
            let child = std::thread::spawn(|| system::allowed().expect("known"));
            (
                system::allowed().expect("known"),
                child.join().expect("no panic"),
            )
        });
        let (own, child) = seen.join().expect("no panic");
        assert_eq!(own, [first]);
        assert_eq!(child, [first]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn no_two_games_share_a_processor() {
        let there = system::allowed().expect("known").len();
        let all = places(None, there, 1).expect("one each");
        let mut used: Vec<usize> = all.concat();
        used.sort_unstable();
        used.dedup();
        assert_eq!((all.len(), used.len()), (there, there));
        let error = places(None, there + 1, 1)
            .expect_err("too many")
            .to_string();
        assert!(error.contains("processors; there are"), "{error}");
        assert!(places(Some("65000"), 1, 1).is_err());
    }
}
