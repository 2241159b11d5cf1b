//! A chess engine that is configured by UCI options: what the searcher thread owns, and what a
//! match plays with in the same process.

use super::options::{Id, Value};
use crate::eval::EvalKind;
use crate::games::Line;
use crate::games::chess::{Move, Position};
use crate::memory::OutOfMemory;
use crate::players::{self, Book, ChessEngine, Choice, Failure, Player};
use crate::search::{DEFAULT_HASH_MB, Tablebases};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// An engine with what its options say.
pub struct ConfiguredEngine {
    /// The engine.
    pub engine: ChessEngine,
    /// Whether scores are reported with chances of win, draw and loss.
    pub show_wdl: bool,
    /// Whether the GUI analyses: no book, full strength.
    pub analyse: bool,
    /// Size of the transposition table in mebibytes; the mate solver's tables are as large.
    pub hash_mb: usize,
    limit_strength: bool,
    elo: u32,
    own_book: bool,
    book_file: String,
}

impl ConfiguredEngine {
    /// An engine with all options at their defaults.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for the default transposition table.
    pub fn new() -> Result<ConfiguredEngine, OutOfMemory> {
        Ok(ConfiguredEngine {
            engine: ChessEngine::new(DEFAULT_HASH_MB)?,
            show_wdl: false,
            analyse: false,
            hash_mb: DEFAULT_HASH_MB,
            limit_strength: false,
            elo: super::options::DEFAULT_ELO,
            own_book: false,
            book_file: String::new(),
        })
    }

    /// Sets an option. Returns something to tell the user, if there is.
    ///
    /// # Errors
    /// A sentence, if the option's value cannot be had (memory, a file); the old one stays.
    pub fn set(&mut self, id: Id, value: Value) -> Result<Option<String>, String> {
        let searcher = &mut self.engine.searcher;
        match (id, value) {
            (Id::Hash, Value::Spin(mb)) => {
                let resized = searcher.resize_table(mb as usize);
                resized.map_err(|error| format!("{error}; the old table stays"))?;
                self.hash_mb = mb as usize;
            }
            (Id::Threads, Value::Spin(n)) => searcher.settings.threads = n as usize,
            (Id::MultiPv, Value::Spin(n)) => searcher.settings.multipv = n as usize,
            (Id::MoveOverhead, Value::Spin(ms)) => {
                searcher.settings.overhead = Duration::from_millis(ms as u64)
            }
            (Id::ClearHash, _) => searcher.clear_table(),
            (Id::ShowWdl, Value::Check(on)) => self.show_wdl = on,
            (Id::AnalyseMode, Value::Check(on)) => self.analyse = on,
            (Id::Eval, Value::Text(name)) => {
                let named = |kind: &EvalKind| kind.name() == name;
                if let Some(kind) = EvalKind::ALL.into_iter().find(named) {
                    // Scores of another evaluation are worth nothing.
                    if kind != searcher.settings.eval {
                        searcher.settings.eval = kind;
                        searcher.new_game();
                    }
                }
            }
            (Id::SyzygyPath, Value::Text(path)) => return self.set_tablebases(&path),
            (Id::LimitStrength, Value::Check(on)) => {
                self.limit_strength = on;
                self.update_strength();
            }
            (Id::Elo, Value::Spin(elo)) => {
                self.elo = elo as u32;
                self.update_strength();
            }
            (Id::OwnBook, Value::Check(on)) => {
                self.own_book = on;
                self.update_book()?;
            }
            (Id::BookFile, Value::Text(path)) => {
                self.book_file = path;
                self.update_book()?;
            }
            #[cfg(feature = "tune")]
            (Id::Parameter(index), Value::Spin(value)) => {
                let parameter = &crate::search::params::ALL[index];
                crate::search::params::set(parameter.name, value as i32);
                searcher.new_game();
            }
            _ => {}
        }
        Ok(None)
    }

    fn set_tablebases(&mut self, path: &str) -> Result<Option<String>, String> {
        let settings = &mut self.engine.searcher.settings;
        if path.is_empty() {
            settings.tablebases = None;
            return Ok(None);
        }
        let tables = Tablebases::open(path).map_err(|error| error.to_string())?;
        let (files, pieces) = (tables.len(), tables.max_pieces());
        settings.tablebases = Some(tables);
        let found = format!("found {files} tablebase files, up to {pieces} pieces");
        Ok(Some(found))
    }

    fn update_strength(&mut self) {
        self.engine.elo = self.limit_strength.then_some(self.elo);
    }

    fn update_book(&mut self) -> Result<(), String> {
        self.engine.book = None;
        if self.own_book && !self.book_file.is_empty() {
            let book = Book::open(&self.book_file).map_err(|error| error.to_string())?;
            self.engine.book = Some(book);
        }
        Ok(())
    }
}

/// The engine as a player in this process. It is built when its first game begins.
pub struct InProcess {
    options: Vec<(Id, Value)>,
    built: Option<ConfiguredEngine>,
}

impl InProcess {
    /// A player with these options.
    pub fn new(options: Vec<(Id, Value)>) -> InProcess {
        InProcess {
            options,
            built: None,
        }
    }

    /// Builds the engine now.
    ///
    /// # Errors
    /// A sentence, if an option's value cannot be had.
    pub fn build(&mut self) -> Result<&mut ConfiguredEngine, String> {
        if self.built.is_none() {
            let mut engine = ConfiguredEngine::new().map_err(|error| error.to_string())?;
            for (id, value) in &self.options {
                engine.set(*id, value.clone())?;
            }
            self.built = Some(engine);
        }
        self.built
            .as_mut()
            .ok_or_else(|| "the engine is not there".to_owned())
    }
}

impl Player<Position> for InProcess {
    fn new_game(&mut self, _: &Position) -> Result<(), Failure> {
        let configured = self.build().map_err(Failure::Start)?;
        configured.engine.searcher.new_game();
        Ok(())
    }

    fn choose(
        &mut self,
        line: &Line<Position>,
        limits: &players::Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<Move>, Failure> {
        let configured = self.build().map_err(Failure::Start)?;
        let at_leisure = configured.analyse;
        let engine = &mut configured.engine;
        engine.choose_in_time(line, limits, at_leisure, stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_plays_as_a_player_and_notices_the_mate_it_was_asked_for() {
        let mut engine = InProcess::new(vec![(Id::Hash, Value::Spin(8))]);
        let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
        let line = Line::new(Position::from_fen(morphy, false).expect("legal"));
        let limits = players::Limits {
            depth: Some(30),
            mate_within: Some(2),
            ..players::Limits::default()
        };
        let choice = engine
            .choose(&line, &limits, &AtomicBool::new(false))
            .expect("a move");
        assert_eq!(line.position().move_text(choice.chosen), "a1a6");
        assert_eq!(choice.report.score, Some(players::Score::Mate(2)));
        assert!(choice.report.mate_found.is_some());
        let stopped = engine.choose(&line, &limits, &AtomicBool::new(true));
        assert!(matches!(stopped, Err(Failure::Interrupted)));
    }
}
