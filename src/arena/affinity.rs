//! Processors for concurrent games: each has its own, so that no two engines that think are on the same one.
//!
//! A thread that is bound to processors starts engines and threads of its own on these. Linux only.

use std::num::ParseIntError;

/// Why games cannot be bound.
#[derive(Debug, thiserror::Error)]
pub enum AffinityError {
    /// The text is not a list of processors such as `0-3,6`.
    #[error("'{0}' is not a list of processors such as 0-3,6")]
    Text(String),
    /// One of the list may not be used.
    #[error("processor {0} is not among those that this process may use")]
    Forbidden(usize),
    /// There are too few.
    #[error(
        "{games} games at a time with {each} threads each need {} processors; there are {}", games * each, .there
    )]
    TooFew {
        /// Games at a time.
        games: usize,
        /// Threads that think at a time in one of them.
        each: usize,
        /// Processors.
        there: usize,
    },
    /// The system does not want to, or cannot.
    #[error("cannot bind games to processors: {0}")]
    System(String),
}

/// Reads `0-3,6`.
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

/// The processors of each of `games` games at a time, `each` to a game: from a list (`0-3,6`), or from all
/// that this process may use.
///
/// # Errors
/// [`AffinityError`]
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

/// Binds the calling thread, and whatever it starts from now on.
///
/// # Errors
/// [`AffinityError::System`]
pub fn bind(cpus: &[usize]) -> Result<(), AffinityError> {
    system::bind(cpus)
}

#[cfg(target_os = "linux")]
mod system {
    use super::AffinityError;
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    fn said(error: rustix::io::Errno) -> AffinityError {
        AffinityError::System(std::io::Error::from(error).to_string())
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

    fn unknown() -> AffinityError {
        AffinityError::System("this is known for Linux only".to_owned())
    }

    pub fn allowed() -> Result<Vec<usize>, AffinityError> {
        Err(unknown())
    }

    pub fn bind(_: &[usize]) -> Result<(), AffinityError> {
        Err(unknown())
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
