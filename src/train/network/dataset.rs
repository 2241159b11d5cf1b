//! Training positions and held-out positions, read from a directory of shards.
//!
//! If all positions fit into the window (a maximum number of positions in memory), they are read once. Otherwise each
//! epoch reads the shards again in a new random order: as many as fill the window at a time, whose positions are then
//! shuffled. The next window is read while the current one is used.

use super::data::Sample;
use super::outlook::Outlook;
use crate::datagen::shards::{self, ShardError, Torn};
use base::mixing::splitmix;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Denominator of the share of games that are held out of the training.
const HELD_OUT: u64 = 50;

/// Limits for reading a directory.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Maximum number of positions in total.
    pub positions: usize,
    /// Maximum number of positions in memory at a time; while the next window is read, up to twice as many are there.
    pub window: usize,
}

impl Bounds {
    /// No limits: all positions are read and kept in memory.
    pub const NONE: Bounds = Bounds {
        positions: usize::MAX,
        window: usize::MAX,
    };
}

/// Positions of games, separated into training and held-out positions.
#[derive(Clone, Debug, Default)]
pub struct DataSet {
    /// Training positions; empty if they are more than the window holds.
    training: Vec<Sample>,
    /// Number of training positions.
    learned: usize,
    /// Positions that measure the network's quality: those of 2 % of the games.
    pub held_out: Vec<Sample>,
    /// Number of games read.
    pub games: u64,
    /// Number of bytes read.
    pub bytes: u64,
    /// Incomplete blocks at the ends of shards, which were left out.
    pub torn: Vec<Torn>,
    fingerprint: u64,
    /// Shards that are read again in each epoch; empty if everything is in memory.
    parts: Vec<Part>,
    window: usize,
    outlook: Option<Outlook>,
}

/// Shard as far as it belongs to the data set; another process may be adding games to it.
#[derive(Clone, Debug)]
struct Part {
    path: PathBuf,
    games: u64,
    learned: usize,
}

/// Positions read from a shard.
#[derive(Default)]
struct Contents {
    training: Vec<Sample>,
    held_out: Vec<Sample>,
    games: u64,
    bytes: u64,
    torn: Option<Torn>,
    fingerprint: u64,
}

impl Contents {
    /// Reads a shard up to a maximum number of games and of positions.
    fn read(
        path: &Path,
        games: u64,
        positions: usize,
        outlook: Outlook,
    ) -> Result<Contents, ShardError> {
        let mut contents = Contents {
            bytes: std::fs::metadata(path).map_or(0, |file| file.len()),
            ..Contents::default()
        };
        let mut reader = shards::Reader::open(path)?;
        let header = &reader.header;
        let (seed, first) = (splitmix(header.seed), header.shard * header.games);
        while contents.games < games && contents.len() < positions {
            let Some(game) = reader.next() else {
                contents.torn = reader.torn();
                break;
            };
            let game = game?;
            let outlooks = outlook.of(&game);
            let samples = game.samples().filter_map(|(ply, sample)| {
                let outlook = *outlooks.get(ply)?;
                Sample::new(&sample.position, sample.score, outlook)
            });
            // This depends on the game's number and not on how many games there are, so that with more data a game does
            // not change between training and held-out positions.
            let number = first + contents.games;
            contents.add(splitmix(seed ^ number), samples);
        }
        Ok(contents)
    }

    fn len(&self) -> usize {
        self.training.len() + self.held_out.len()
    }

    /// Adds the positions of one game; `key` decides if they are held out.
    fn add(&mut self, key: u64, samples: impl Iterator<Item = Sample>) {
        self.games += 1;
        let fingerprint = &mut self.fingerprint;
        let samples = samples.inspect(|sample| {
            let judged = sample.score as u64 ^ u64::from(sample.outlook) << 32;
            *fingerprint = splitmix(*fingerprint ^ sample.occupied ^ judged);
        });
        if key.is_multiple_of(HELD_OUT) {
            self.held_out.extend(samples);
        } else {
            self.training.extend(samples);
        }
    }
}

impl DataSet {
    /// Reads the shards of a directory, in the order of their names, on the threads of the current pool. An incomplete
    /// block at the end of a shard that is being written is left out. `outlook` computes the expected points of a
    /// game's positions.
    ///
    /// # Errors
    /// [`ShardError`]: a shard cannot be read or is damaged.
    pub fn read(folder: &Path, bounds: Bounds, outlook: Outlook) -> Result<DataSet, ShardError> {
        let mut data = DataSet {
            window: bounds.window,
            outlook: Some(outlook),
            ..DataSet::default()
        };
        let paths = shards::list(folder)?;
        for paths in paths.chunks(4 * rayon::current_num_threads()) {
            let left = bounds.positions.saturating_sub(data.len());
            let read = |path: &PathBuf| Contents::read(path, u64::MAX, left, outlook);
            let contents: Result<Vec<Contents>, ShardError> = paths.par_iter().map(read).collect();
            for (path, mut contents) in paths.iter().zip(contents?) {
                let left = bounds.positions.saturating_sub(data.len());
                if left == 0 {
                    break;
                }
                if contents.len() > left {
                    contents = Contents::read(path, u64::MAX, left, outlook)?;
                }
                data.parts.push(Part {
                    path: path.clone(),
                    games: contents.games,
                    learned: contents.training.len(),
                });
                data.add(contents);
            }
            if data.learned > data.window {
                data.training = Vec::new();
            }
        }
        if data.learned <= data.window {
            data.parts = Vec::new();
        }
        Ok(data)
    }

    fn add(&mut self, contents: Contents) {
        self.learned += contents.training.len();
        if self.learned <= self.window {
            self.training.extend(contents.training);
        }
        self.held_out.extend(contents.held_out);
        self.games += contents.games;
        self.bytes += contents.bytes;
        self.torn.extend(contents.torn);
        self.fingerprint = splitmix(self.fingerprint ^ contents.fingerprint);
    }

    /// Creates a data set from games in memory, each given by its positions.
    pub fn of_games<Game: IntoIterator<Item = Sample>>(
        games: impl IntoIterator<Item = Game>,
    ) -> DataSet {
        let mut contents = Contents::default();
        for (number, game) in (0..).zip(games) {
            contents.add(splitmix(number), game.into_iter());
        }
        let mut data = DataSet {
            window: usize::MAX,
            ..DataSet::default()
        };
        data.add(contents);
        data
    }

    /// Returns the number of all positions, including those held out.
    pub fn len(&self) -> usize {
        self.learned + self.held_out.len()
    }

    /// Returns true if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of training positions.
    pub fn learned(&self) -> usize {
        self.learned
    }

    /// Returns a checksum of the data, which differs for other data.
    pub fn fingerprint(&self) -> u64 {
        splitmix(self.fingerprint ^ self.len() as u64)
    }

    /// Calls `learn` with all training positions, window by window, and with the order in which the epoch is to use
    /// those of the window, which depends on the seed. The threads of `readers` read the next window meanwhile. Returns
    /// true at the end, and false if `learn` returned false, which ends it early.
    ///
    /// # Errors
    /// [`ShardError`]: a shard cannot be read again.
    pub fn each_window(
        &self,
        seed: u64,
        epoch: usize,
        readers: &ThreadPool,
        mut learn: impl FnMut(&[Sample], &[u32]) -> bool,
    ) -> Result<bool, ShardError> {
        let mut rng = StdRng::seed_from_u64(splitmix(seed ^ (epoch as u64) << 32));
        let mut shuffled = |count: usize| {
            let mut order: Vec<u32> = (0..count as u32).collect();
            order.shuffle(&mut rng);
            order
        };
        if self.parts.is_empty() {
            return Ok(learn(&self.training, &shuffled(self.training.len())));
        }
        let mut windows = self.windows(&shuffled(self.parts.len())).into_iter();
        let read = |parts: Option<Vec<&Part>>| {
            parts.map(|parts| readers.install(|| self.read_window(&parts)))
        };
        std::thread::scope(|scope| {
            let mut window = read(windows.next());
            while let Some(samples) = window {
                let samples = samples?;
                let next = windows.next();
                let coming = scope.spawn(move || read(next));
                if !learn(&samples, &shuffled(samples.len())) {
                    return Ok(false);
                }
                window = coming
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
            Ok(true)
        })
    }

    /// Divides the shards, in the order given, into windows, each with as many of them as fit.
    fn windows(&self, order: &[u32]) -> Vec<Vec<&Part>> {
        let mut windows: Vec<Vec<&Part>> = Vec::new();
        let mut count = 0;
        for part in order.iter().map(|index| &self.parts[*index as usize]) {
            count += part.learned;
            match windows.last_mut() {
                Some(window) if count <= self.window => window.push(part),
                _ => {
                    windows.push(vec![part]);
                    count = part.learned;
                }
            }
        }
        windows
    }

    /// Reads the training positions of some shards, on the threads of the current pool.
    fn read_window(&self, parts: &[&Part]) -> Result<Vec<Sample>, ShardError> {
        let outlook = self.outlook.unwrap_or(Outlook::RESULT);
        let read = |part: &&Part| Contents::read(&part.path, part.games, usize::MAX, outlook);
        let contents: Result<Vec<Contents>, ShardError> = parts.par_iter().map(read).collect();
        let training = contents?.into_iter().map(|contents| contents.training);
        Ok(training.flatten().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::game::{Game, GameResult, Ply};
    use crate::datagen::shards::{Header, Shard};
    use games::chess::Position;
    use rand::RngExt;

    fn readers() -> ThreadPool {
        crate::network::pool(2).expect("threads")
    }

    /// Returns a game of random moves with random scores, longer than its opening.
    fn game(rng: &mut StdRng) -> Game {
        loop {
            let game = any_game(rng);
            if game.plies.len() > game.opening {
                return game;
            }
        }
    }

    fn any_game(rng: &mut StdRng) -> Game {
        let mut here = Position::start();
        let mut plies = Vec::new();
        for _ in 0..80 {
            let moves = here.legal_moves();
            let played = moves[rng.random_range(0..moves.len())];
            let score = Some(rng.random_range(-300..=300));
            here = here.play(played);
            // A game that has ended would not be a draw, so it is not used.
            if here.legal_moves().is_empty() {
                break;
            }
            plies.push(Ply { played, score });
        }
        Game {
            start: Position::start(),
            result: GameResult::Drawn,
            opening: 8,
            plies,
        }
    }

    /// Creates a directory of six shards of 50 games each. Returns it with the header of the last shard.
    fn folder() -> (tempfile::TempDir, Header) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut rng = StdRng::seed_from_u64(4);
        let header = |shard| Header {
            seed: 7,
            shard,
            games: 60,
            nodes: 100,
            player: "random".to_owned(),
            openings: Vec::new(),
        };
        for shard in 0..6 {
            let games: Vec<Game> = (0..50).map(|_| game(&mut rng)).collect();
            let mut shard = Shard::open(folder.path(), &header(shard))
                .expect("opens")
                .expect("nobody else is at work");
            shard.add(&games).expect("writes");
        }
        (folder, header(5))
    }

    /// Returns the training positions of an epoch in their order, and the number of windows in which they came.
    fn epoch(data: &DataSet, seed: u64, epoch: usize) -> (Vec<Sample>, usize) {
        let (mut seen, mut windows) = (Vec::new(), 0);
        let whole = data.each_window(seed, epoch, &readers(), |window, order| {
            assert!(window.len() <= data.window);
            seen.extend(order.iter().map(|index| window[*index as usize]));
            windows += 1;
            true
        });
        assert!(whole.expect("reads"));
        assert_eq!(seen.len(), data.learned());
        (seen, windows)
    }

    fn sorted(mut samples: Vec<Sample>) -> Vec<Sample> {
        samples
            .sort_by_key(|sample| (sample.occupied, sample.score, sample.pieces, sample.outlook));
        samples
    }

    #[test]
    fn windows_show_the_same_positions_as_memory_in_an_order_of_their_own_for_each_epoch() {
        let (folder, last) = folder();
        let read = |window| {
            let bounds = Bounds {
                window,
                ..Bounds::NONE
            };
            DataSet::read(folder.path(), bounds, Outlook::RESULT).expect("reads")
        };
        let whole = read(usize::MAX);
        assert!(whole.learned() > 2000 && whole.games == 300);
        let part = read(whole.learned() / 3);
        assert_eq!(part.held_out, whole.held_out);
        assert_eq!(part.fingerprint(), whole.fingerprint());
        assert!(part.training.is_empty(), "no more than a window in memory");
        // Games that are added to a shard later do not belong to the data set.
        let mut shard = Shard::open(folder.path(), &last)
            .expect("opens")
            .expect("nobody else is at work");
        let more = game(&mut StdRng::seed_from_u64(9));
        shard.add(&[more]).expect("writes");

        let (all, one) = epoch(&whole, 1, 1);
        assert_eq!(one, 1);
        let (first, windows) = epoch(&part, 1, 1);
        assert!((3..=6).contains(&windows), "{windows} windows");
        assert_eq!(sorted(first.clone()), sorted(all));
        assert_eq!(epoch(&part, 1, 1).0, first, "by the seed and nothing else");
        for other in [epoch(&part, 1, 2).0, epoch(&part, 2, 1).0] {
            assert_ne!(other, first);
            assert_eq!(sorted(other), sorted(first.clone()));
        }
        let stopped = part.each_window(1, 1, &readers(), |_, _| false);
        assert!(!stopped.expect("reads"));
        for path in shards::list(folder.path()).expect("lists") {
            std::fs::remove_file(path).expect("removed");
        }
        let gone = part.each_window(1, 1, &readers(), |_, _| true);
        assert!(matches!(gone, Err(ShardError::Io { .. })), "{gone:?}");
    }

    #[test]
    fn a_bound_on_positions_ends_within_a_shard() {
        let (folder, _) = folder();
        let read = |positions| {
            let bounds = Bounds {
                positions,
                ..Bounds::NONE
            };
            DataSet::read(folder.path(), bounds, Outlook::RESULT).expect("reads")
        };
        let all = read(usize::MAX);
        let half = read(all.len() / 2);
        let most = 80;
        assert!((all.len() / 2..all.len() / 2 + most).contains(&half.len()));
        assert!(half.games < all.games);
        assert_eq!(half.training[..], all.training[..half.training.len()]);
    }

    #[test]
    fn two_in_a_hundred_games_are_held_out_and_every_epoch_has_its_own_order() {
        let sample = Sample::new(&Position::start(), 0, 0.5).expect("few pieces");
        let data = DataSet::of_games((0..20_000).map(|_| [sample]));
        let held_out = data.held_out.len();
        assert!((300..500).contains(&held_out), "{held_out}");
        let order = |seed, epoch| {
            let mut found = Vec::new();
            let whole = data.each_window(seed, epoch, &readers(), |_, order| {
                found = order.to_vec();
                true
            });
            assert!(whole.expect("in memory"));
            found
        };
        let orders = [order(1, 0), order(1, 1), order(2, 0)];
        assert_ne!(orders[0], orders[1]);
        assert_ne!(orders[0], orders[2]);
        assert_eq!(orders[0], order(1, 0));
        for mut order in orders {
            order.sort_unstable();
            assert!(order.iter().copied().eq(0..data.learned() as u32));
        }
    }
}
