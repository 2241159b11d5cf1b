//! The chess engine as a player: opening book first, then search, at full or at limited strength.

use super::options::{EngineOptions, MateWatch};
use super::repertoire;
use super::strength::{Shortsighted, Sight};
use super::{Book, BookError, Limits, MateFinder, Request};
use base::memory::OutOfMemory;
use engine::eval::network::{Network, NetworkError};
use engine::search::{Decision, Report, Searcher, Settings, TablebaseError, Tablebases};
use games::chess::{Move, Position};
use games::{Game, Lang, Line};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::path::Path;
use std::sync::Arc;

/// Least memory of the mate solver that runs beside the search, in mebibytes.
const LEAST_WATCH_MB: usize = 16;
/// Depth of the search for a score and an expected reply after a book move, in plies.
const BOOK_DEPTH: u32 = 6;

/// A chess player with a searcher, an optional opening book, and an optional limit of its strength.
pub struct ChessEngine {
    options: EngineOptions,
    searcher: Searcher,
    /// Network that is used unless the options name a file.
    network: Arc<Network>,
    book: Option<Book>,
    /// Player that is used at limited strength; `None` until it is first needed.
    weak: Option<Shortsighted>,
    rng: StdRng,
}

/// Reason why an engine with certain options cannot be created.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum EngineError {
    /// There is not enough memory.
    Memory(#[from] OutOfMemory),
    /// The network cannot be read.
    Network(#[from] NetworkError),
    /// The endgame tables cannot be read.
    Tablebases(#[from] TablebaseError),
    /// The book cannot be read.
    Book(#[from] BookError),
}

impl EngineError {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            EngineError::Memory(error) => error.text(lang),
            EngineError::Network(error) => error.text(lang),
            EngineError::Tablebases(error) => error.text(lang),
            EngineError::Book(error) => error.text(lang),
        }
    }
}

impl ChessEngine {
    /// Creates an engine with these options. Its random choices differ from run to run, unless it is
    /// [seeded](ChessEngine::reseed).
    ///
    /// # Errors
    /// [`EngineError`]: there is not enough memory, or a file cannot be read.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub fn new(options: EngineOptions) -> Result<ChessEngine, EngineError> {
        let network = Arc::clone(Network::embedded());
        ChessEngine::with_network(options, network, base::chance::drawn_seed())
    }

    /// Creates an engine with these options and another network than the one that is part of the program. `seed` seeds
    /// its random choices.
    ///
    /// # Errors
    /// As for [`new`](ChessEngine::new).
    pub fn with_network(
        options: EngineOptions,
        network: Arc<Network>,
        seed: u64,
    ) -> Result<ChessEngine, EngineError> {
        let settings = Settings::with_network(Arc::clone(&network));
        let mut engine = ChessEngine {
            searcher: Searcher::with_settings(options.hash_mb, settings)?,
            network,
            book: None,
            weak: None,
            rng: StdRng::seed_from_u64(seed),
            options: EngineOptions::with_hash(options.hash_mb),
        };
        engine.set_options(options)?;
        Ok(engine)
    }

    /// Allocates the memory that a search needs, so that this does not take time from the clock.
    pub(super) fn take_memory(&mut self) {
        self.searcher.prepare();
    }

    /// Sets the options; the contents of tables are kept unless an option changes them.
    ///
    /// # Errors
    /// [`EngineError`]: there is not enough memory, or a file cannot be read. The old options stay in force.
    pub(super) fn set_options(&mut self, options: EngineOptions) -> Result<(), EngineError> {
        let old = &self.options;
        // Everything that may fail is done first.
        let book = match options.book() {
            path if path == old.book() => None,
            None => Some(None),
            Some(path) => Some(Some(Book::open(path)?)),
        };
        let tablebases = match options.tablebases.as_str() {
            path if path == old.tablebases => None,
            "" => Some(None),
            path => Some(Some(Tablebases::open(path)?)),
        };
        let network = match options.network.as_str() {
            path if path == old.network => None,
            "" => Some(Arc::clone(&self.network)),
            path => Some(Arc::new(Network::read(Path::new(path))?)),
        };
        let settings = &mut self.searcher.settings;
        settings.threads = options.threads.max(1);
        if options.hash_mb != old.hash_mb
            && let Err(error) = self.searcher.resize_table(options.hash_mb)
        {
            self.searcher.settings.threads = old.threads.max(1);
            return Err(error.into());
        }
        let settings = &mut self.searcher.settings;
        settings.multipv = options.multipv.max(1);
        settings.overhead = options.overhead();
        settings.nodestime = options.nodestime;
        settings.eval = options.eval;
        if let Some(tablebases) = tablebases {
            settings.tablebases = tablebases;
        }
        if let Some(tablebases) = &mut settings.tablebases {
            tablebases.limit_to(options.probe_limit as usize);
        }
        if let Some(network) = network {
            settings.network = network;
        }
        if let Some(book) = book {
            self.book = book;
        }
        let judges_anew = options.eval != old.eval
            || options.network != old.network
            || options.parameters != old.parameters;
        #[cfg(feature = "tune")]
        for (index, value) in &options.parameters {
            if let Some(parameter) = engine::search::params::ALL.get(*index) {
                engine::search::params::set(parameter.name, *value);
            }
        }
        self.options = options;
        if judges_anew {
            // Scores of another evaluation are not comparable.
            self.searcher.new_game();
        }
        Ok(())
    }

    /// Returns the current options.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Returns the number of endgame table files, and the maximum number of pieces of any; `None` without tables.
    pub fn tablebases(&self) -> Option<(usize, usize)> {
        let tables = self.searcher.settings.tablebases.as_ref()?;
        Some((tables.len(), tables.max_pieces()))
    }

    /// Seeds all random choices (book, limited strength), so that they can be repeated.
    pub fn reseed(&mut self, seed: u64) {
        self.rng = StdRng::seed_from_u64(seed);
    }

    /// Forgets everything learned from earlier searches, for a new game.
    pub fn forget(&mut self) {
        self.searcher.new_game();
    }

    /// Empties the transposition table.
    pub fn clear_table(&mut self) {
        self.searcher.clear_table();
    }

    /// Chooses a move in the current position of a game. The searcher's reports go to `report`; the receiver of the
    /// request is not used.
    pub fn search(
        &mut self,
        request: &Request<Position>,
        report: &(dyn Fn(Report) + Sync),
    ) -> Decision {
        let Request {
            game,
            limits,
            among,
            control,
            ..
        } = *request;
        let clock = limits.clock(Game::turn(game.position()));
        self.set_watch(request.is_analysis && clock.is_none());
        if request.full_strength || self.options.analyse {
            return self.searcher.go_among(among, game, limits, control, report);
        }
        if let Some(m) = self.book_move(game).filter(|_| among.is_empty()) {
            let limits = Limits {
                depth: Some(BOOK_DEPTH),
                ..*limits
            };
            return self.searcher.go_among(&[m], game, &limits, control, report);
        }
        match self.options.handicap() {
            Some(elo) => self.handicapped(elo, request, report),
            None => self.searcher.go_among(among, game, limits, control, report),
        }
    }

    /// Adds a mate solver to the searcher or removes it, as the option `mate_watch` says: it may be off, on in analyses
    /// only, or always on. At limited strength there is none. `is_analysis` is true if the next search is an analysis.
    fn set_watch(&mut self, is_analysis: bool) {
        let options = &self.options;
        let wanted = match options.mate_watch {
            MateWatch::Off => false,
            MateWatch::Analysis => is_analysis,
            MateWatch::Always => true,
        } && options.handicap().is_none();
        match (wanted, &self.searcher.watch) {
            (true, None) => {
                let hash_mb = (options.hash_mb / 2).max(LEAST_WATCH_MB);
                self.searcher.watch = Some(Box::new(MateFinder::new(hash_mb)));
            }
            (false, Some(_)) => self.searcher.watch = None,
            _ => {}
        }
    }

    fn book_move(&mut self, game: &Line<Position>) -> Option<Move> {
        self.book.as_ref()?.choose(game.position(), &mut self.rng)
    }

    /// Chooses a move as a player of about `elo`: from its opening repertoire first, then by a search of limited sight.
    fn handicapped(
        &mut self,
        elo: u32,
        request: &Request<Position>,
        report: &(dyn Fn(Report) + Sync),
    ) -> Decision {
        let Request {
            game,
            among,
            limits,
            control,
            ..
        } = *request;
        let opening = repertoire::choose(game, elo, &mut self.rng).filter(|_| among.is_empty());
        if let Some(m) = opening {
            let limits = Limits {
                depth: Some(BOOK_DEPTH),
                ..*limits
            };
            return self.searcher.go_among(&[m], game, &limits, control, report);
        }
        let weak = match &mut self.weak {
            Some(weak) => weak,
            none => match Shortsighted::new(Arc::clone(&self.network)) {
                Ok(weak) => none.insert(weak),
                // If there is no memory for another table, the searcher plays at full strength.
                Err(_) => return self.searcher.go_among(among, game, limits, control, report),
            },
        };
        let settings = &self.searcher.settings;
        let (sight, rng) = (Sight::at(elo), &mut self.rng);
        weak.choose(sight, request, settings, rng, report)
    }
}
