//! Endgame tables that decide games: a game is over as soon as a table knows its result.
//!
//! Tables are consulted only right after a capture or a pawn's move, when their result holds whatever the fifty-move
//! counter was before; a win that the fifty-move rule prevents is a draw.

use super::adjudication::Ruling;
use base::lang::Lang;
use base::say;
use engine::search::{TablebaseError, Tablebases};
use games::chess::Position;
use games::{AnyPosition, Game};
use std::fmt;
use std::sync::Arc;

/// Function that returns the ruling of endgame tables on a position, or `None` if they have none.
type Judge<G> = dyn Fn(&G) -> Option<Ruling> + Send + Sync;

/// Endgame tables of a game, as a function that knows the results of some positions.
#[derive(Clone)]
pub struct Tables<G>(Arc<Judge<G>>);

impl<G> fmt::Debug for Tables<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tables")
    }
}

impl<G> Tables<G> {
    /// Returns the ruling on a position, or `None` if the tables have none.
    pub fn ruling(&self, position: &G) -> Option<Ruling> {
        (self.0)(position)
    }
}

/// Reason why endgame tables cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum TablesError {
    /// A directory of tables cannot be read.
    Unreadable(#[from] TablebaseError),
    /// The directories contain no tables: the list of directories.
    None(String),
}

impl TablesError {
    /// Message of the error in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            TablesError::Unreadable(error) => error.text(lang),
            TablesError::None(path) => say!(lang, "tables-none", path),
        }
    }
}

/// Opens the Syzygy tables in a list of directories, to be used for positions of at most `pieces` pieces. Also returns
/// the number of table files.
///
/// # Errors
/// [`TablesError`] if a directory cannot be read, or if there are no tables in any.
pub fn syzygy(path: &str, pieces: usize) -> Result<(Tables<AnyPosition>, usize), TablesError> {
    let tables = Tablebases::open(path)?;
    if tables.is_empty() {
        return Err(TablesError::None(path.to_owned()));
    }
    let count = tables.len();
    let judge = move |position: &AnyPosition| by_table(&tables, pieces, position.native()?);
    Ok((Tables(Arc::new(judge)), count))
}

fn by_table(tables: &Tablebases, pieces: usize, position: &Position) -> Option<Ruling> {
    if position.occupied().count() > pieces {
        return None;
    }
    let to_move = Game::turn(position);
    Some(Ruling::Table(match tables.probe_wdl(position)? {
        2 => Some(to_move),
        -2 => Some(1 - to_move),
        _ => None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy");

    #[test]
    fn the_tables_say_who_wins_where_they_know() {
        if !std::path::Path::new(TABLES).is_dir() {
            use std::io::Write;
            let mut err = std::io::stderr();
            writeln!(err, "left out: no ../shared/data/syzygy").expect("stderr");
            return;
        }
        let (tables, count) = syzygy(TABLES, 4).expect("tables");
        assert!(count > 20);
        let ruling = |fen: &str, tables: &Tables<AnyPosition>| {
            let position = Position::from_fen(fen, false).expect(fen);
            tables.ruling(&AnyPosition::new(position))
        };
        for (fen, expected) in [
            // Rook against king, for either side; a bishop alone; a fork of knight and bishop is won.
            (
                "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
                Some(Ruling::Table(Some(0))),
            ),
            (
                "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
                Some(Ruling::Table(Some(0))),
            ),
            (
                "r3k3/8/8/8/8/8/8/4K3 w - - 0 1",
                Some(Ruling::Table(Some(1))),
            ),
            ("4k3/8/8/8/8/8/8/B3K3 b - - 0 1", Some(Ruling::Table(None))),
            // Tables do not cover castling rights, nor a fifty-move counter that is not 0.
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", None),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 3 9", None),
            ("4k3/pppp4/8/8/8/8/8/R3K3 w - - 0 1", None),
        ] {
            assert_eq!(ruling(fen, &tables), expected, "{fen}");
        }
        let (few, _) = syzygy(TABLES, 2).expect("tables");
        assert_eq!(ruling("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &few), None);
    }

    #[test]
    fn where_there_are_no_tables_it_is_said() {
        let empty = tempfile::tempdir().expect("a folder");
        let error = syzygy(&empty.path().to_string_lossy(), 7).expect_err("empty");
        assert!(error.to_string().contains("no endgame tables"), "{error}");
        assert!(syzygy("no/such/folder", 7).is_err());
    }
}
