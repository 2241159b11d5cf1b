//! Syzygy tablebases, read by shakmaty-syzygy: probed in the tree for win, draw or loss, and at the root to keep only
//! the moves that hold the result.

use super::MAX_PLY;
use super::node::{Node, NodeType, Range, Window};
use super::params;
use super::score::{self, Score};
use super::table::{Bound, Entry};
use super::worker::Worker;
use base::lang::Lang;
use base::say;
use games::chess::{Move, Position};
use shakmaty_syzygy::{AmbiguousWdl, Dtz, Tablebase, Wdl};
#[cfg(not(target_family = "wasm"))]
use std::path::Path;

/// A set of Syzygy endgame tablebases, which give the results of positions of few pieces.
pub struct Tablebases {
    tables: Tablebase<shakmaty::Chess>,
    count: usize,
    /// Greatest number of pieces, kings included, of positions that are looked up.
    most: usize,
}

impl std::fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tablebases({} files)", self.count)
    }
}

/// Error: a directory of tablebases could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct TablebaseError {
    path: String,
    error: std::io::Error,
}

impl TablebaseError {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        let TablebaseError { path, error } = self;
        say!(lang, "tablebases-cannot-read", path, error)
    }
}

/// Opens the tables of all directories. The error comes with the directory that caused it.
#[cfg(not(target_family = "wasm"))]
fn find(path: &str) -> Result<Tablebases, (&str, std::io::Error)> {
    let mut tables = Tablebase::new();
    let mut count = 0;
    for directory in path.split(SEPARATOR).filter(|part| !part.is_empty()) {
        let added = tables.add_directory(Path::new(directory));
        count += added.map_err(|error| (directory, error))?;
    }
    Ok(Tablebases {
        tables,
        count,
        most: usize::MAX,
    })
}

/// Always returns an error: on WebAssembly there is no file system.
#[cfg(target_family = "wasm")]
fn find(path: &str) -> Result<Tablebases, (&str, std::io::Error)> {
    Err((path, std::io::ErrorKind::Unsupported.into()))
}

/// The separator between directories in `SyzygyPath`.
#[cfg(not(target_family = "wasm"))]
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Returns the score, for the side to move, of a move with this rank by [`Tablebases::rank_root`].
pub(super) fn score_of_rank(rank: i32) -> Score {
    match rank {
        1000.. => score::TB_WIN,
        ..=-1000 => -score::TB_WIN,
        _ => score::DRAW,
    }
}

impl Tablebases {
    /// Finds the tables in a list of directories, separated by `:` (`;` on Windows). WebAssembly has none: there it is
    /// always an error.
    ///
    /// # Errors
    /// [`TablebaseError`] names the directory that cannot be read.
    pub fn open(path: &str) -> Result<Tablebases, TablebaseError> {
        find(path).map_err(|(directory, error)| TablebaseError {
            path: directory.to_owned(),
            error,
        })
    }

    /// Returns the number of table files found.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if no table files were found.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the greatest number of pieces, kings included, of any table.
    pub fn max_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Limits look-ups, at the root and in the tree, to positions with at most `pieces` pieces, kings included.
    pub fn limit_to(&mut self, pieces: usize) {
        self.most = pieces;
    }

    fn covers(&self, position: &Position) -> bool {
        // So that the compiler leaves out what would look them up.
        !cfg!(target_family = "wasm")
            && position.occupied().count() <= self.tables.max_pieces().min(self.most)
            && position.castling_rooks().is_empty()
    }

    /// Returns the value of a position whose fifty-move counter is zero: 2 for a win, 1 for a win that the fifty-move
    /// rule spoils, 0 for a draw, −1 and −2 for the corresponding losses. `None` if no table has the position.
    pub fn probe_wdl(&self, position: &Position) -> Option<i32> {
        if position.halfmoves() != 0 || !self.covers(position) {
            return None;
        }
        let chess = position.to_shakmaty().ok()?;
        Some(match self.tables.probe_wdl_after_zeroing(&chess).ok()? {
            Wdl::Win => 2,
            Wdl::CursedWin => 1,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => -1,
            Wdl::Loss => -2,
        })
    }

    /// Ranks root moves: those that keep the best result have the highest ranks, and of winning moves those that make
    /// progress fastest: mates, then captures and pawn moves, then moves that approach these. `None` if a move's table
    /// is missing. `repeated` returns true if a position occurred before in the game, so that a won game is not drawn
    /// by repetition.
    pub fn rank_root(
        &self,
        position: &Position,
        moves: &[Move],
        repeated: impl Fn(&Position) -> bool,
    ) -> Option<Vec<i32>> {
        if !self.covers(position) {
            return None;
        }
        moves
            .iter()
            .map(|&m| {
                let child = position.play(m);
                if child.is_checkmate() {
                    return Some(3000);
                }
                let chess = child.to_shakmaty().ok()?;
                let Dtz(dtz) = self.tables.probe_dtz(&chess).ok()?.ignore_rounding();
                let wdl = self.tables.probe_wdl(&chess).ok()?;
                let plies = dtz.abs() + child.halfmoves() as i32;
                // A capture or pawn move is progress itself: the distance in the table after it is that to the next
                // one.
                let is_progress = child.halfmoves() == 0;
                Some(match wdl {
                    AmbiguousWdl::Loss | AmbiguousWdl::MaybeLoss if repeated(&child) => 1000,
                    AmbiguousWdl::Loss if is_progress => 2900 - plies.min(300),
                    AmbiguousWdl::Loss => 2500 - plies.min(500),
                    AmbiguousWdl::MaybeLoss => 1500 - plies.min(400),
                    AmbiguousWdl::BlessedLoss => 10,
                    AmbiguousWdl::Draw => 0,
                    AmbiguousWdl::CursedWin => -10,
                    AmbiguousWdl::MaybeWin => -1500 + plies.min(400),
                    AmbiguousWdl::Win => -2500 + plies.min(500),
                })
            })
            .collect()
    }
}

impl Worker<'_> {
    /// Probes the tablebases at a node other than the root. Returns a score if they settle the node. Otherwise, on a
    /// principal variation, narrows the window and the range of the node's score: below a win only shorter wins and
    /// mates are still searched for.
    #[inline(always)]
    pub(super) fn probe_tablebases<N: NodeType>(
        &mut self,
        node: &Node<'_>,
        window: &mut Window,
        range: &mut Range,
    ) -> Option<Score> {
        let (value, bound) = self.tablebase_score(node.position, node.ply)?;
        if window.is_settled_by(value, bound) {
            let entry = Entry {
                best: Move::NONE,
                score: value,
                eval: score::NONE,
                depth: (node.depth + params::tablebase_depth()).min(MAX_PLY as i32 - 1),
                bound,
                was_pv: node.was_pv,
            };
            let key = node.position.key();
            self.shared.table.store(key, node.ply, entry);
            return Some(value);
        }
        if N::PV && bound == Bound::Lower {
            range.floor = value;
            window.alpha = window.alpha.max(value);
        } else if N::PV && bound == Bound::Upper {
            range.ceiling = value;
        }
        None
    }

    /// Returns a win, draw or loss from the tablebases, as a score and its kind of bound; `None` if no table has the
    /// position.
    fn tablebase_score(&mut self, position: &Position, ply: usize) -> Option<(Score, Bound)> {
        let wdl = self.shared.tablebases?.probe_wdl(position)?;
        self.tbhits += 1;
        Some(match wdl {
            2 => (score::TB_WIN - ply as Score, Bound::Lower),
            -2 => (ply as Score - score::TB_WIN, Bound::Upper),
            // Cursed wins and blessed losses are draws under the fifty-move rule.
            _ => (score::DRAW + wdl, Bound::Exact),
        })
    }
}
