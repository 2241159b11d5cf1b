//! Perft: the number of move sequences of exactly *d* plies, for any game.
//!
//! The last ply is counted in bulk ([`Game::count_moves`]; chess: the last two), never played. A shared hash table of
//! subtree counts and several threads are optional; the result is the same with and without them.

use super::{Game, Lang};
use base::memory::{AtomicTable, OutOfMemory};
use base::say;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Resources for counting: number of threads, and size of the table.
#[derive(Clone, Copy, Debug)]
pub struct PerftOptions {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// Size of the table of subtree counts in mebibytes; 0 for none.
    pub hash_mb: usize,
}

impl Default for PerftOptions {
    fn default() -> PerftOptions {
        PerftOptions {
            threads: 1,
            hash_mb: 0,
        }
    }
}

/// Maximum depth, in plies. Deeper counts are not feasible.
pub const MAX_DEPTH: u32 = 128;

/// Error that prevents a count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum PerftError {
    /// The table does not fit in memory.
    OutOfMemory(#[from] OutOfMemory),
    /// The depth exceeds [`MAX_DEPTH`].
    TooDeep(u32),
    /// The count does not fit in 64 bits.
    TooMany(u32),
}

impl PerftError {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match *self {
            PerftError::OutOfMemory(error) => error.text(lang),
            PerftError::TooDeep(depth) => say!(lang, "perft-too-deep", most = MAX_DEPTH, depth),
            PerftError::TooMany(depth) => say!(lang, "perft-too-many", depth),
        }
    }
}

/// Moves of the root with the counts below them, in generation order.
pub type Divided<M> = Vec<(M, u64)>;

/// Callback of all threads during a count: given the number of finished branches and the number of all branches,
/// which have about the same depth, it returns true to stop the count.
pub type Stop<'a> = dyn Fn(usize, usize) -> bool + Sync + 'a;

/// Counts the move sequences of `depth` plies, at most [`MAX_DEPTH`], with one thread and without a table.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if position.perft_ends() => 0,
        1 => position.count_moves() as u64,
        _ => {
            let mut nodes = 0;
            position.for_each_move(|m| nodes += perft(&position.play(m), depth - 1));
            nodes
        }
    }
}

/// Counts the move sequences below each move of the root, in generation order. At depth 0 and for a finished position
/// the list is empty.
///
/// # Errors
/// [`PerftError`] if the table does not fit in memory, or the depth or the count is too great.
pub fn divide<G: Game>(
    position: &G,
    depth: u32,
    options: PerftOptions,
) -> Result<Divided<G::Move>, PerftError> {
    let divided = divide_until(position, depth, options, &|_, _| false)?;
    Ok(divided.unwrap_or_default())
}

/// Returns the same as [`divide`], but `stop` can end the count: the result is then `None`, within milliseconds.
///
/// # Errors
/// [`PerftError`], as for [`divide`].
pub fn divide_until<G: Game>(
    position: &G,
    depth: u32,
    options: PerftOptions,
    stop: &Stop,
) -> Result<Option<Divided<G::Move>>, PerftError> {
    if depth > MAX_DEPTH {
        return Err(PerftError::TooDeep(depth));
    }
    if depth == 0 || position.perft_ends() {
        return Ok(Some(Vec::new()));
    }
    let table = match options.hash_mb {
        0 => None,
        mb => {
            // The full size is requested once, so that a size that does not fit is an error; the table itself is no
            // larger than useful.
            drop(AtomicTable::new(mb)?);
            Some(PerftTable(AtomicTable::new(
                mb.min(useful_mb(position, depth)),
            )?))
        }
    };
    let moves = position.legal_moves();
    // Tasks begin two plies deep, so that threads finish at about the same time and the number of finished tasks
    // measures progress.
    let mut tasks = Vec::new();
    for (index, m) in moves.iter().enumerate() {
        let child = position.play(*m);
        if depth < 3 || child.perft_ends() {
            tasks.push((index, child, depth - 1));
        } else {
            child.for_each_move(|m| tasks.push((index, child.play(m), depth - 2)));
        }
    }
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let stop = || stop(done.load(Relaxed), tasks.len());
    let work = || {
        while let Some((index, child, depth)) = tasks.get(next.fetch_add(1, Relaxed)) {
            let nodes = explore(child, *depth, table.as_ref(), &stop);
            done.fetch_add(1, Relaxed);
            let sum = |so_far: u64| Some(so_far.saturating_add(nodes));
            let _ = counts[*index].fetch_update(Relaxed, Relaxed, sum);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.threads {
            if std::thread::Builder::new()
                .spawn_scoped(scope, work)
                .is_err()
            {
                // The count is correct with fewer threads, only slower.
                break;
            }
        }
        work();
    });
    if stop() {
        return Ok(None);
    }
    let counts: Vec<u64> = counts.into_iter().map(AtomicU64::into_inner).collect();
    let total = counts
        .iter()
        .fold(0, |sum: u64, count| sum.saturating_add(*count));
    match total {
        u64::MAX => Err(PerftError::TooMany(depth)),
        _ => Ok(Some(moves.into_iter().zip(counts).collect())),
    }
}

/// Counts the move sequences of `depth` plies with threads and table.
///
/// # Errors
/// [`PerftError`], as for [`divide`].
pub fn count<G: Game>(position: &G, depth: u32, options: PerftOptions) -> Result<u64, PerftError> {
    if depth == 0 {
        return Ok(1);
    }
    let divided = divide(position, depth, options)?;
    Ok(divided.into_iter().map(|(_, nodes)| nodes).sum())
}

/// Depth in plies up to which checking the stop flag costs more than it saves. Without a table such subtrees are
/// counted directly.
const PLAIN_DEPTH: u32 = 3;

/// Counts the move sequences of `depth` plies with a table and a stop flag. If the flag stops it, the result is
/// meaningless.
fn explore<G: Game>(
    position: &G,
    depth: u32,
    table: Option<&PerftTable>,
    stop: &(dyn Fn() -> bool + Sync),
) -> u64 {
    let plain = match table {
        Some(_) => position.perft_bulk(),
        None => PLAIN_DEPTH,
    };
    if depth <= plain || position.perft_ends() {
        return position.perft(depth);
    }
    if depth > PLAIN_DEPTH && stop() {
        return 0;
    }
    let key = position.key();
    if let Some(nodes) = table.and_then(|table| table.get(key, depth)) {
        return nodes;
    }
    let mut nodes: u64 = 0;
    position.for_each_move(|m| {
        nodes = nodes.saturating_add(explore(&position.play(m), depth - 1, table, stop));
    });
    if let Some(table) = table {
        table.put(key, depth, nodes);
    }
    nodes
}

/// Estimated size in mebibytes of all subtree counts that would be stored. A larger table only costs page faults.
fn useful_mb<G: Game>(position: &G, depth: u32) -> usize {
    const SLOT: f64 = 16.0;
    // The branching factor grows as the pieces are developed.
    let branching = (perft(position, 2) as f64).sqrt() * 1.15;
    let slots = branching.powi(depth.saturating_sub(1 + position.perft_bulk()) as i32);
    (slots * SLOT / f64::from(1 << 20)).ceil() as usize
}

/// Hash table of subtree counts. A cache line has four slots of two words: the key combined with the count by
/// exclusive or, and the count, so that a torn write is not taken for a hit.
struct PerftTable(AtomicTable);

impl PerftTable {
    /// Returns the key of a subtree, from the position's key and the depth.
    fn mix(key: u64, depth: u32) -> u64 {
        (key ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    fn slots(&self, mixed: u64) -> impl Iterator<Item = (&AtomicU64, &AtomicU64)> {
        self.0.line(mixed).entries()
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let mixed = PerftTable::mix(key, depth);
        self.slots(mixed).find_map(|(check, nodes)| {
            let nodes = nodes.load(Relaxed);
            (nodes != 0 && check.load(Relaxed) ^ nodes == mixed).then_some(nodes)
        })
    }

    fn put(&self, key: u64, depth: u32, nodes: u64) {
        let mixed = PerftTable::mix(key, depth);
        // Small subtrees are cheap to recount, so the slot with the smallest count is replaced.
        let slot = self.slots(mixed).min_by_key(|(_, n)| n.load(Relaxed));
        if let Some((check, stored)) = slot {
            check.store(mixed ^ nodes, Relaxed);
            stored.store(nodes, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn known_counts_are_met() {
        let start = Position::start();
        for (depth, nodes) in [(0, 1), (1, 20), (2, 400), (3, 8902), (4, 197_281)] {
            assert_eq!(perft(&start, depth), nodes, "start position, depth {depth}");
        }
        let kiwipete = Position::from_fen(KIWIPETE, false).expect("legal");
        for (depth, nodes) in [(1, 48), (2, 2039), (3, 97862), (4, 4_085_603)] {
            assert_eq!(perft(&kiwipete, depth), nodes, "Kiwipete, depth {depth}");
        }
    }

    #[test]
    fn threads_and_table_change_nothing_but_the_time() {
        let kiwipete = Position::from_fen(KIWIPETE, false).expect("legal");
        let plain = divide(&kiwipete, 4, PerftOptions::default()).expect("no table");
        for (threads, hash_mb) in [(1, 1), (3, 0), (2, 4)] {
            let options = PerftOptions { threads, hash_mb };
            assert_eq!(
                divide(&kiwipete, 4, options).expect("fits"),
                plain,
                "{options:?}"
            );
        }
        assert_eq!(count(&kiwipete, 0, PerftOptions::default()), Ok(1));
    }

    #[test]
    fn depths_and_counts_that_cannot_be_are_refused() {
        let start = Position::start();
        let options = PerftOptions::default();
        assert_eq!(count(&start, 129, options), Err(PerftError::TooDeep(129)));
        assert_eq!(
            count(&start, u32::MAX, options),
            Err(PerftError::TooDeep(u32::MAX))
        );
        // Two kings alone have few positions, so a table makes short work of the depth.
        let kings = Position::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1", false).expect("legal");
        let options = PerftOptions {
            threads: 2,
            hash_mb: 16,
        };
        assert_eq!(count(&kings, 64, options), Err(PerftError::TooMany(64)));
    }

    #[test]
    fn a_table_larger_than_memory_is_refused() {
        let options = PerftOptions {
            threads: 1,
            hash_mb: usize::MAX / 2,
        };
        let error = count(&Position::start(), 3, options).expect_err("too large");
        assert!(error.to_string().contains("does not fit"), "{error}");
    }
}
