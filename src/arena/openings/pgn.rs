//! Openings from games: the main lines of a PGN file.

use super::{Openings, start_of};
use crate::error::{EntryError, FileError};
use games::chess::{Move, Position};
use games::{Dropped, Line};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use std::cell::Cell;
use std::fs::File;
use std::io::{BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

impl Openings<Position> {
    /// Reads the main lines of a PGN file, at most `plies` of each. `tell` hears of each part of a position that is
    /// left out, with the number of its game.
    ///
    /// # Errors
    /// [`FileError`] names the file, the game and the move.
    pub fn from_pgn(
        path: &Path,
        plies: Option<usize>,
        chess960: bool,
        mut tell: impl FnMut(usize, Dropped),
    ) -> Result<Openings<Position>, FileError> {
        let reading = |source| FileError::Read {
            path: path.to_owned(),
            source,
        };
        let file = File::open(path).map_err(reading)?;
        let strange = Cell::new(None);
        let mut reader = Reader::new(TextOnly {
            inner: BufReader::new(file),
            strange: &strange,
        });
        let mut visitor = OpeningReader {
            plies: plies.unwrap_or(usize::MAX),
            chess960,
            has_tags: false,
            dropped: Vec::new(),
        };
        let mut lines = Vec::new();
        loop {
            let game = lines.len() + 1;
            let found = reader.read_game(&mut visitor);
            if let Some(byte) = strange.get() {
                let path = path.to_owned();
                return Err(FileError::NoText { path, byte });
            }
            match found.map_err(reading)? {
                None => break,
                Some(Ok(line)) => {
                    for part in visitor.dropped.drain(..) {
                        tell(game, part);
                    }
                    lines.push(line);
                }
                Some(Err(why)) => {
                    let path = path.to_owned();
                    return Err(FileError::Game { path, game, why });
                }
            }
        }
        Openings::checked(lines, path)
    }
}

/// Bytes of a text, of whatever encoding; it ends where something else comes, which is kept. A
/// reader of PGN takes nearly anything for a game without moves.
struct TextOnly<'a, R> {
    inner: R,
    strange: &'a Cell<Option<u8>>,
}

impl<R: Read> Read for TextOnly<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.strange.get().is_some() {
            return Ok(0);
        }
        let count = self.inner.read(into)?;
        let is_strange = |b: &u8| matches!(b, 0..=8 | 14..=25 | 27..=31 | 127);
        match into[..count].iter().position(is_strange) {
            None => Ok(count),
            Some(at) => {
                self.strange.set(Some(into[at]));
                Ok(at)
            }
        }
    }
}

struct OpeningReader {
    plies: usize,
    chess960: bool,
    /// True if the game being read has any tag.
    has_tags: bool,
    /// What was left out of the position that the game begins with.
    dropped: Vec<Dropped>,
}

impl Visitor for OpeningReader {
    type Tags = Option<String>;
    type Movetext = Line<Position>;
    type Output = Result<Line<Position>, EntryError>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        self.has_tags = false;
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        fen: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        self.has_tags = true;
        if name == b"FEN" {
            *fen = Some(value.decode_utf8_lossy().into_owned());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, fen: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        let start = match fen {
            None => Ok(games::Read::whole(
                Position::start().with_chess960(self.chess960),
            )),
            Some(fen) => start_of(Position::read_fen(&fen, self.chess960), self.chess960),
        };
        match start.map(games::Read::split) {
            Ok((position, dropped)) => {
                self.dropped = dropped;
                ControlFlow::Continue(Line::new(position))
            }
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, line: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        if line.moves().len() >= self.plies {
            return ControlFlow::Continue(());
        }
        let found = line.position().to_shakmaty().ok().and_then(|chess| {
            let theirs = san.san.to_move(&chess).ok()?;
            Position::from_shakmaty_move(&theirs)
        });
        let ours: Option<Move> = found.filter(|m| line.position().is_legal(*m));
        match ours {
            Some(m) => {
                line.play(m);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(Err(EntryError::Illegal {
                san: san.to_string(),
                fen: line.position().fen(),
            })),
        }
    }

    fn end_game(&mut self, line: Self::Movetext) -> Self::Output {
        if line.moves().is_empty() && !self.has_tags {
            return Err(EntryError::NoGame);
        }
        match line.outcome() {
            None => Ok(line),
            Some(outcome) => Err(EntryError::WholeGame(outcome.reason)),
        }
    }
}
