//! Large tables shared by threads: zeroed cache lines of atomic 64-bit words, in huge pages where the system has
//! them.
//!
//! The hash tables of search, perft and provers consist of [`CacheLine`]s; the fields of their entries are packed by
//! [`pack`]. The memory comes from an anonymous mapping, so that asking for too much is an error and not an abort,
//! and so that the kernel can use 2 MB pages: a table of 1 GB then costs 512 page faults instead of 262,144, and
//! nearly no TLB misses. In the browser there are no mappings, and the memory is ordinary WebAssembly memory.

use crate::lang::Lang;
use crate::say;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// A cache line: 64 bytes, aligned.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct CacheLine(pub [AtomicU64; 8]);

impl CacheLine {
    /// Returns the four entries of the cache line, two words each.
    #[inline(always)]
    pub fn entries(&self) -> impl Iterator<Item = (&AtomicU64, &AtomicU64)> {
        self.0.chunks_exact(2).map(|pair| (&pair[0], &pair[1]))
    }
}

/// Packs fields, each given as its value and its width in bits, into a word, the first one lowest. Each width is
/// below 64, and their sum is at most 64. [`Fields`] unpacks them.
#[inline(always)]
pub fn pack<const N: usize>(fields: [(u64, u32); N]) -> u64 {
    let (mut word, mut at) = (0, 0);
    for (value, width) in fields {
        debug_assert!(value >> width == 0, "{value} has more than {width} bits");
        word |= value << at;
        at += width;
    }
    word
}

/// Reader of the fields of a packed word, in the order in which [`pack`] was given them.
#[derive(Clone, Copy, Debug)]
pub struct Fields(pub u64);

impl Fields {
    /// Returns the next field, which is `width` bits wide.
    #[inline(always)]
    pub fn take(&mut self, width: u32) -> u64 {
        let field = self.0 & ((1 << width) - 1);
        self.0 >>= width;
        field
    }
}

/// Error for a table that does not fit in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct OutOfMemory {
    /// Requested size in mebibytes.
    pub mb: usize,
}

impl OutOfMemory {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        say!(lang, "memory-too-little", mb = self.mb)
    }
}

/// A table of at least one cache line, initially zero.
#[derive(Debug)]
pub struct AtomicTable {
    memory: Memory,
}

#[cfg(not(target_family = "wasm"))]
type Memory = memmap2::MmapMut;
#[cfg(target_family = "wasm")]
type Memory = Vec<CacheLine>;

impl AtomicTable {
    /// Creates a zeroed table of `mb` mebibytes (at least one).
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system refuses the memory, or says that less than this is available.
    pub fn new(mb: usize) -> Result<AtomicTable, OutOfMemory> {
        let error = OutOfMemory { mb };
        AtomicTable::would_fit(mb, 0)?;
        let bytes = mb.max(1).checked_mul(1 << 20).ok_or(error)?;
        let memory = zeroed(bytes).ok_or(error)?;
        #[cfg(target_os = "linux")]
        // Only affects speed, so an error (a kernel without huge pages) is ignored.
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(AtomicTable { memory })
    }

    /// Cache lines of the table.
    #[cfg(target_family = "wasm")]
    #[inline(always)]
    pub fn lines(&self) -> &[CacheLine] {
        &self.memory
    }

    /// Cache lines of the table.
    #[cfg(not(target_family = "wasm"))]
    #[inline(always)]
    pub fn lines(&self) -> &[CacheLine] {
        let count = self.memory.len() / size_of::<CacheLine>();
        // SAFETY: an anonymous mapping starts on a page boundary, so it is aligned for CacheLine,
        // and `count` lines lie within its length. Its bytes are initialised (zero), and every bit
        // pattern is a valid AtomicU64. The mapping is private to this process, lives as long as
        // `self`, and no `&mut` to its bytes is ever made, so shared access through atomics is all
        // the access there is.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast::<CacheLine>(), count) }
    }

    /// Cache line of a key, whose bits must be well mixed.
    #[inline(always)]
    pub fn line(&self, key: u64) -> &CacheLine {
        let lines = self.lines();
        // The high half of key × length is below length: a range reduction without division.
        &lines[((u128::from(key) * lines.len() as u128) >> 64) as usize]
    }

    /// Prefetches the cache line of a key, to make a later [`line`](AtomicTable::line) faster.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.line(key));
    }

    /// Sets every bit to zero, with up to `threads` threads, the calling one included; fewer if the system cannot
    /// start as many.
    pub fn clear(&self, threads: usize) {
        self.visit(threads, |lines| {
            // Eight stores per cache line, without a branch between them.
            for line in lines {
                line.0.iter().for_each(|word| word.store(0, Relaxed));
            }
        });
    }

    /// Makes the system provide the memory of a new table now, on all cores, instead of at the first use of each page
    /// in the middle of a search. May set the contents to zero, so the table must be new.
    pub fn touch(&self) {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.visit(cores, |lines| {
            for line in lines.iter().step_by(PAGE / size_of::<CacheLine>()) {
                // The word is zero already, but a write that has no visible effect, such as `fetch_or(0)`, would be
                // removed by the compiler, and the page would not be allocated.
                line.0[0].store(0, Relaxed);
            }
        });
    }

    /// Calls `work` with every part of the table, on up to `threads` threads.
    fn visit(&self, threads: usize, work: impl Fn(&[CacheLine]) + Sync) {
        let parts: Vec<_> = self.lines().chunks(PART).collect();
        let next = AtomicUsize::new(0);
        let share = || {
            while let Some(part) = parts.get(next.fetch_add(1, Relaxed)) {
                work(part);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(parts.len()) {
                // If the system cannot start more threads, those already running do all of the work.
                if std::thread::Builder::new()
                    .spawn_scoped(scope, share)
                    .is_err()
                {
                    break;
                }
            }
            share();
        });
    }

    /// Size of the table in mebibytes.
    pub fn mb(&self) -> usize {
        size_of_val(self.lines()) >> 20
    }

    /// Checks that a table of `mb` mebibytes would fit in memory after `freed_mb` mebibytes are released.
    ///
    /// # Errors
    /// [`OutOfMemory`] if it would not fit.
    pub fn would_fit(mb: usize, freed_mb: usize) -> Result<(), OutOfMemory> {
        let error = OutOfMemory { mb };
        let bytes = mb.max(1).checked_mul(1 << 20).ok_or(error)? as u64;
        let freed = (freed_mb as u64) << 20;
        match available_bytes() {
            Some(available) if bytes > available.saturating_add(freed) => Err(error),
            _ => Ok(()),
        }
    }
}

#[cfg(not(target_family = "wasm"))]
fn zeroed(bytes: usize) -> Option<Memory> {
    Memory::map_anon(bytes).ok()
}

#[cfg(target_family = "wasm")]
fn zeroed(bytes: usize) -> Option<Memory> {
    let count = bytes / size_of::<CacheLine>();
    let mut lines = Vec::new();
    lines.try_reserve_exact(count).ok()?;
    lines.resize_with(count, || CacheLine([const { AtomicU64::new(0) }; 8]));
    Some(lines)
}

/// Prefetches the cache line in which a value begins.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch never faults and changes nothing but caches; the pointer is that
        // of a live reference besides. SSE, which it needs, belongs to every x86-64.
        unsafe { _mm_prefetch(std::ptr::from_ref(value).cast::<i8>(), _MM_HINT_T0) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Smallest page size of the usual systems, in bytes.
const PAGE: usize = 4096;

/// Size of the part that a thread processes at a time, in cache lines: 2 MB.
const PART: usize = (2 << 20) / size_of::<CacheLine>();

/// Bytes of memory that the system reports as available; `None` if it does not report it. Linux grants memory that it
/// does not have and later kills the process, so this is checked before allocating.
fn available_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_zero_at_first_writable_and_zero_again_when_cleared() {
        let table = AtomicTable::new(1).expect("one megabyte");
        assert_eq!(table.lines().len(), (1 << 20) / 64);
        assert_eq!(table.lines().as_ptr() as usize % 64, 0);
        let sum = || -> u64 {
            let words = table.lines().iter().flat_map(|line| &line.0);
            words.map(|word| word.load(Relaxed)).sum()
        };
        assert_eq!(sum(), 0);
        std::thread::scope(|scope| {
            for half in table.lines().chunks(table.lines().len() / 2) {
                scope.spawn(move || {
                    for word in half.iter().flat_map(|line| &line.0) {
                        word.store(3, Relaxed);
                    }
                });
            }
        });
        assert_eq!(sum(), 3 * (1 << 20) / 8);
        table.clear(3);
        assert_eq!(sum(), 0);
    }

    #[test]
    fn what_is_packed_is_taken_out_again_in_order() {
        let fields = [(5, 3), (0, 1), (0xffff, 16), (77, 40), (1, 1), (7, 3)];
        let word = pack(fields);
        assert_eq!(word & 15, 5, "the first is lowest");
        let mut taken = Fields(word);
        for (value, width) in fields {
            assert_eq!(taken.take(width), value);
        }
        assert_eq!(taken.0, 0);
    }

    #[test]
    fn every_key_has_a_line_and_prefetching_it_changes_nothing() {
        let table = AtomicTable::new(2).expect("two megabytes");
        let last = table.lines().len() - 1;
        assert!(std::ptr::eq(table.line(0), &table.lines()[0]));
        assert!(std::ptr::eq(table.line(u64::MAX), &table.lines()[last]));
        for key in (0..1000).map(|n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            table.prefetch(key);
            assert_eq!(table.line(key).0[0].load(Relaxed), 0);
        }
    }

    #[test]
    fn clearing_reaches_every_line_of_a_table_of_several_parts() {
        let table = AtomicTable::new(5).expect("five megabytes");
        for line in table.lines() {
            line.0[0].store(7, Relaxed);
            line.0[7].store(9, Relaxed);
        }
        let sum = || -> u64 {
            let words = table.lines().iter().flat_map(|line| &line.0);
            words.map(|word| word.load(Relaxed)).sum()
        };
        assert_eq!(sum(), 16 * table.lines().len() as u64);
        table.clear(usize::MAX);
        assert_eq!(sum(), 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_table_that_was_touched_has_its_memory() {
        let resident = || -> u64 {
            let status = std::fs::read_to_string("/proc/self/status").expect("a status");
            let line = status.lines().find(|line| line.starts_with("VmRSS:"));
            let kib = line.and_then(|line| line.split_whitespace().nth(1));
            kib.and_then(|kib| kib.parse().ok()).expect("a number")
        };
        // So much that what other tests take and give back meanwhile is little beside it.
        let table = AtomicTable::new(2048).expect("two gigabytes");
        let before = resident();
        table.touch();
        let after = resident();
        assert!(after > before + 1024 * 1024, "{before} KiB, then {after}");
    }

    #[test]
    fn more_memory_than_there_is_gets_refused() {
        for mb in [1 << 34, usize::MAX] {
            assert_eq!(AtomicTable::new(mb).err(), Some(OutOfMemory { mb }));
            assert!(AtomicTable::would_fit(mb, 1024).is_err());
        }
    }
}
