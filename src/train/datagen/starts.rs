//! Openings of self-play games: random plies from the usual start position or one of Chess960, or a line of an opening
//! file followed by random plies.

use arena::error::FileError;
use arena::openings::{AFTER_OPENING, FROM_START, Openings};
use games::chess::{Position, chess960_fen};
use games::{Dropped, Line};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Denominator of the share of games that begin from a start position of Chess960.
const CHESS960_EVERY: u32 = 10;

/// The start positions of Chess960, by number.
pub(super) static CHESS960: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let start = |number| Position::from_fen(&chess960_fen(number), true).ok();
    (0..960).filter_map(start).collect()
});

/// Source of the openings of games.
#[derive(Clone, Debug, Default)]
pub struct Starts {
    files: Vec<PathBuf>,
    /// Opening lines of each file.
    lines: Vec<Vec<Line<Position>>>,
}

impl Starts {
    /// Reads opening files in EPD, or in PGN if their names say so. Without any file all games begin with random plies.
    /// Calls `tell` with each part of a position that is left out, with the file and the number of its line or game.
    ///
    /// # Errors
    /// [`FileError`]: a file cannot be read, or something in it is not an opening.
    pub fn read(
        files: &[PathBuf],
        mut tell: impl FnMut(&Path, usize, Dropped),
    ) -> Result<Starts, FileError> {
        let mut lines = Vec::new();
        for path in files {
            let is_pgn = path.extension().is_some_and(|end| end == "pgn");
            let openings = if is_pgn {
                let tell = |game, part| tell(path, game, part);
                Openings::from_pgn(path, None, false, None, tell)?
            } else {
                Openings::from_epd(path, false, |line, part| tell(path, line, part))?
            };
            lines.push(
                (0..openings.count())
                    .map(|round| openings.of_round(round))
                    .collect(),
            );
        }
        Ok(Starts {
            files: files.to_vec(),
            lines,
        })
    }

    /// Returns the names of the files, without their directories.
    pub fn names(&self) -> Vec<String> {
        let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into());
        self.files.iter().filter_map(name).collect()
    }

    /// Draws the opening of a game: one game in ten is of Chess960; half of the others have an opening of a file, if
    /// there are any, where all files are equally likely.
    pub fn draw(&self, rng: &mut StdRng) -> Line<Position> {
        let chess960 = rng.random_ratio(1, CHESS960_EVERY);
        let from_file = rng.random_bool(0.5);
        let lines = self.lines.choose(rng).and_then(|lines| lines.choose(rng));
        let (mut line, plies) = match (
            CHESS960.choose(rng).filter(|_| chess960),
            lines.filter(|_| from_file),
        ) {
            (Some(start), _) => (Line::new(*start), FROM_START),
            (None, Some(line)) => (line.clone(), AFTER_OPENING),
            (None, None) => (Line::new(Position::start()), FROM_START),
        };
        for _ in 0..rng.random_range(plies) {
            match line.position().legal_moves().choose(rng) {
                Some(m) => line.play(*m),
                None => break,
            }
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use std::io::Write;

    #[test]
    fn one_game_in_ten_is_of_chess960_and_half_of_the_others_begin_in_a_file() {
        let mut epd = tempfile::NamedTempFile::new().expect("a file");
        let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
        writeln!(epd, "{fen}").expect("written");
        let mut pgn = tempfile::Builder::new()
            .suffix(".pgn")
            .tempfile()
            .expect("a file");
        writeln!(pgn, "1. a4 a5 2. h4 h5 *").expect("written");
        let files = [epd.path().to_owned(), pgn.path().to_owned()];
        let starts = Starts::read(&files, |_, _, _| {}).expect("two openings");
        let mut counts = [0; 4];
        for seed in 0..4000 {
            let line = starts.draw(&mut StdRng::seed_from_u64(seed));
            let plies = line.moves().len();
            let texts = line.move_texts();
            let kind = if line.start().is_chess960() {
                assert!((8..=9).contains(&plies));
                0
            } else if line.start().occupied().count() == 18 {
                assert!((1..=4).contains(&plies));
                1
            } else if texts[..4] == ["a2a4", "a7a5", "h2h4", "h7h5"] && plies <= 8 {
                2
            } else {
                assert!((8..=9).contains(&plies));
                3
            };
            counts[kind] += 1;
        }
        let near = |count: i32, expected: i32| (count - expected).abs() < 150;
        assert!(near(counts[0], 400), "{counts:?}");
        assert!(near(counts[1], 900), "{counts:?}");
        assert!(near(counts[2], 900), "{counts:?}");
        assert!(near(counts[3], 1800), "{counts:?}");
    }

    #[test]
    fn a_file_that_is_no_opening_is_named() {
        let mut epd = tempfile::NamedTempFile::new().expect("a file");
        writeln!(epd, "# a comment\nnonsense").expect("written");
        let error = Starts::read(&[epd.path().to_owned()], |_, _, _| {}).expect_err("no position");
        let name = epd.path().display().to_string();
        let text = error.to_string();
        assert!(text.contains(&name) && text.contains('2'), "{text}");
    }
}
