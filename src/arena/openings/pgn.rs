//! Openings from games: the main lines of a PGN file.

use super::{Openings, of_variant};
use crate::error::{EntryError, FileError};
use games::Line;
use games::chess::Position;
use games::pgn::decoded;
use games::pgn::letters::Letters;
use games::pgn::read::{Found, Kind, Reading};
use std::path::Path;

impl Openings<Position> {
    /// Reads the main lines of a PGN file, at most `plies` of each; `letters` are those of the pieces, if they are
    /// not the English ones.
    ///
    /// # Errors
    /// [`FileError`] names the file, the game, and what is wrong there, with its line and column.
    pub fn from_pgn(
        path: &Path,
        plies: Option<usize>,
        chess960: bool,
        letters: Option<&'static Letters>,
    ) -> Result<Openings<Position>, FileError> {
        let path_buf = || path.to_owned();
        let bytes = std::fs::read(path).map_err(|source| FileError::Read {
            path: path_buf(),
            source,
        })?;
        let text = decoded(&bytes).map_err(|byte| FileError::NoText {
            path: path_buf(),
            byte,
        })?;
        let reading = Reading {
            letters,
            ..Reading::default()
        };
        let mut lines = Vec::new();
        for (index, found) in reading.records(&text).enumerate() {
            let line = found
                .map_err(EntryError::from)
                .and_then(|found| opening(found, plies.unwrap_or(usize::MAX), chess960));
            lines.push(line.map_err(|why| FileError::Game {
                path: path_buf(),
                game: index + 1,
                why,
            })?);
        }
        Openings::checked(lines, path)
    }
}

/// The first moves of a game.
fn opening(mut found: Found, plies: usize, chess960: bool) -> Result<Line<Position>, EntryError> {
    if found.pgn.tags.is_empty() && found.pgn.moves.is_empty() {
        return Err(EntryError::NoGame);
    }
    let says_chess960 = Kind::of(&found.pgn) == Kind::Chess { chess960: true };
    if says_chess960 && !chess960 {
        return Err(EntryError::Chess960);
    }
    let start = match found.start_text() {
        None if chess960 && !says_chess960 => Position::start().with_chess960(true),
        // The match knows that it is one of Chess960 even where the game does not say it.
        Some(fen) if chess960 => super::read_start(fen, true)?,
        _ => found.start_of_chess()?,
    };
    let start = of_variant(start, chess960)?;
    let line = found.line(start, plies)?;
    if line.moves().contains(&games::chess::Move::NONE) {
        return Err(EntryError::Pass);
    }
    match line.outcome() {
        None => Ok(line),
        Some(outcome) => Err(EntryError::WholeGame(outcome.reason)),
    }
}
