//! Openings from games: the main lines of a PGN file.

use super::{Openings, of_variant, start_of};
use crate::error::{EntryError, FileError};
use games::chess::Position;
use games::pgn::decoded;
use games::pgn::letters::Letters;
use games::pgn::read::{Kind, PgnRecord, Reading};
use games::{Dropped, Lang, Line, Read};
use std::path::Path;

impl Openings<Position> {
    /// Reads openings from a PGN file as [`from_pgn_in`](Openings::from_pgn_in) does, with errors in English.
    ///
    /// # Errors
    /// [`FileError`] names the file, the game, and what is wrong there, with its line and column.
    pub fn from_pgn(
        path: &Path,
        plies: Option<usize>,
        chess960: bool,
        letters: Option<&'static Letters>,
        tell: impl FnMut(usize, Dropped),
    ) -> Result<Openings<Position>, FileError> {
        Openings::from_pgn_in(Lang::EN, path, plies, chess960, letters, tell)
    }

    /// Reads the main lines of a PGN file, at most `plies` plies of each (`None` for all), as openings of Chess960 if
    /// `chess960` is true, else of standard chess; `letters` are the letters of the pieces, `None` for the English
    /// ones. Calls `tell` with each part of a start position that is left out, and the number of its game. What is
    /// wrong in a game is said in the language `lang`.
    ///
    /// # Errors
    /// [`FileError`] names the file, the game, and what is wrong there, with its line and column.
    pub fn from_pgn_in(
        lang: Lang,
        path: &Path,
        plies: Option<usize>,
        chess960: bool,
        letters: Option<&'static Letters>,
        mut tell: impl FnMut(usize, Dropped),
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
            lang,
            letters,
            option: Some("piece-letters="),
        };
        let mut lines = Vec::new();
        for (index, found) in reading.records(&text).enumerate() {
            let game = index + 1;
            let read = found
                .map_err(EntryError::from)
                .and_then(|found| opening(found, plies.unwrap_or(usize::MAX), chess960));
            let read = read.map_err(|why| FileError::Game {
                path: path_buf(),
                game,
                why,
            })?;
            lines.push(read.report_dropped(|part| tell(game, part)));
        }
        Openings::checked(lines, path)
    }
}

/// Returns the first `plies` plies of a game as an opening line, in a match of Chess960 if `chess960` is true.
///
/// # Errors
/// [`EntryError`] if there is no game, if its start position cannot be read or does not belong to the variant, or if
/// the line contains an illegal move or a pass, or ends the game.
fn opening(
    mut found: PgnRecord,
    plies: usize,
    chess960: bool,
) -> Result<Read<Line<Position>>, EntryError> {
    if found.pgn.tags.is_empty() && found.pgn.moves.is_empty() {
        return Err(EntryError::NoGame);
    }
    let says_chess960 = Kind::of(&found.pgn) == Kind::Chess { chess960: true };
    if says_chess960 && !chess960 {
        return Err(EntryError::Chess960);
    }
    let start = match found.start_text() {
        None if chess960 && !says_chess960 => Read::whole(Position::start().with_chess960(true)),
        // The match is one of Chess960 even if the tags of the game do not say so.
        Some(fen) if chess960 => start_of(Position::read_fen(fen, true), true)?,
        _ => of_variant(found.start_of_chess()?, chess960)?,
    };
    let (start, dropped) = start.split();
    let line = found.line(start, plies)?;
    if line.moves().contains(&games::chess::Move::NONE) {
        return Err(EntryError::Pass);
    }
    match line.outcome() {
        None => Ok(Read::new(line, dropped)),
        Some(outcome) => Err(EntryError::WholeGame(outcome.reason)),
    }
}
