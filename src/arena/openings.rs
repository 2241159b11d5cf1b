//! Openings of games: positions from an EPD file, games from a PGN file cut after some plies, drawn
//! Chess960 start positions, or random moves from any of these.

mod pgn;

use super::error::{EntryError, FileError, NoSuchOpening};
use games::chess::epd::{self, EpdLine};
use games::chess::{FenError, Position, chess960_fen};
use games::{AnyPosition, Dropped, Game, Line, Read, TextError, Variant, Words};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use std::ops::RangeInclusive;
use std::path::Path;

/// Number of random plies from a usual start position, so that games differ from each other.
pub const FROM_START: RangeInclusive<usize> = 8..=9;
/// Number of random plies after a line of an opening file, so that games from the same line differ.
pub const AFTER_OPENING: RangeInclusive<usize> = 1..=4;

/// The openings of a match in the order of its rounds.
#[derive(Clone, Debug)]
pub struct Openings<G: Game> {
    lines: Vec<Line<G>>,
    random: RandomPlies,
}

/// Random moves that are played after an opening line, different ones in each round.
#[derive(Clone, Copy, Debug, Default)]
struct RandomPlies {
    plies: usize,
    seed: u64,
}

impl<G: Game> Openings<G> {
    /// Creates a single opening without moves, from the position `start`.
    pub fn at(start: G) -> Openings<G> {
        Openings::from_lines(vec![Line::new(start)])
    }

    fn from_lines(lines: Vec<Line<G>>) -> Openings<G> {
        let random = RandomPlies::default();
        Openings { lines, random }
    }

    /// Adds `plies` random legal moves after the opening line in each round, which depend on `seed` and the number of
    /// the round. Moves that end the game are not played.
    #[must_use]
    pub fn with_random_plies(mut self, plies: usize, seed: u64) -> Openings<G> {
        self.random = RandomPlies { plies, seed };
        self
    }

    /// Returns the start positions of the opening lines.
    pub fn starts(&self) -> impl Iterator<Item = &G> {
        self.lines.iter().map(Line::start)
    }

    /// Reads positions, one on each line, with the function `parse`. Empty lines and lines that begin with `#` are
    /// skipped. Calls `tell` with the number of a line and each part of its position that is left out.
    ///
    /// # Errors
    /// [`FileError`] names the file and the line.
    pub fn from_positions(
        path: &Path,
        parse: impl Fn(&str) -> Result<Read<G>, TextError>,
        mut tell: impl FnMut(usize, Dropped),
    ) -> Result<Openings<G>, FileError> {
        let text = read(path)?;
        let mut lines = Vec::new();
        for (line, text) in epd::lines(&text) {
            let wrong = |why| FileError::Line {
                path: path.to_owned(),
                line,
                why,
            };
            let read = parse(text).map_err(|error| wrong(EntryError::Text(error)))?;
            let position = read.report_dropped(|part| tell(line, part));
            if let Some(outcome) = position.outcome() {
                return Err(wrong(EntryError::Over(outcome.reason)));
            }
            lines.push(Line::new(position));
        }
        Openings::checked(lines, path)
    }

    /// Returns the opening of a round, numbered from 0; after the last opening the first one follows again.
    pub fn of_round(&self, round: usize) -> Line<G> {
        let mut line = self.lines[round % self.lines.len()].clone();
        let RandomPlies { plies, seed } = self.random;
        // No two rounds of a match have the same random numbers, nor does the same round with two seeds.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let stream: u64 = rng.random();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(stream.wrapping_add(round as u64));
        play_random(&mut line, plies, &mut rng);
        line
    }

    /// Returns the number of openings; at least one.
    pub fn count(&self) -> usize {
        self.lines.len()
    }

    /// Puts the openings into a random order that depends on `seed`.
    pub fn shuffle(&mut self, seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.lines.shuffle(&mut rng);
    }

    /// Rotates the openings so that number `first`, counted from 1, comes first; those before it come last.
    ///
    /// # Errors
    /// [`NoSuchOpening`] if `first` is 0 or exceeds the number of openings.
    pub fn begin_with(&mut self, first: usize) -> Result<(), NoSuchOpening> {
        let count = self.lines.len();
        if first == 0 || first > count {
            return Err(NoSuchOpening { first, count });
        }
        self.lines.rotate_left(first - 1);
        Ok(())
    }

    fn checked(lines: Vec<Line<G>>, path: &Path) -> Result<Openings<G>, FileError> {
        if lines.is_empty() {
            Err(FileError::NoOpening(path.to_owned()))
        } else {
            Ok(Openings::from_lines(lines))
        }
    }
}

impl<G: Variant + Words> Openings<G> {
    /// Returns the same openings with positions of the type [`AnyPosition`], which covers all games.
    pub fn erased(&self) -> Openings<AnyPosition> {
        Openings {
            lines: self.lines.iter().map(Line::from).collect(),
            random: self.random,
        }
    }
}

impl Openings<Position> {
    /// Returns the 960 start positions of Chess960 in a random order that depends on `seed`.
    pub fn chess960(seed: u64) -> Openings<Position> {
        let read = |n| Position::from_fen(&chess960_fen(n), true).ok();
        let lines = (0..960).filter_map(read).map(Line::new).collect();
        let mut openings = Openings::from_lines(lines);
        openings.shuffle(seed);
        openings
    }

    /// Reads an EPD file (or FENs, one on each line). Empty lines and lines that begin with `#` are skipped; of the EPD
    /// operations only the move counters are used. The positions must be of Chess960 if `chess960` is true, else of
    /// standard chess. Calls `tell` with the number of a line and each part of its position that is left out.
    ///
    /// # Errors
    /// [`FileError`] names the file and the line.
    pub fn from_epd(
        path: &Path,
        chess960: bool,
        mut tell: impl FnMut(usize, Dropped),
    ) -> Result<Openings<Position>, FileError> {
        let text = read(path)?;
        let mut lines = Vec::new();
        for (line, text) in epd::lines(&text) {
            let read = start_of(EpdLine::parse(text).position(chess960), chess960);
            let read = read.map_err(|why| FileError::Line {
                path: path.to_owned(),
                line,
                why,
            })?;
            let position = read.report_dropped(|part| tell(line, part));
            lines.push(Line::new(position));
        }
        Openings::checked(lines, path)
    }
}

/// Plays `plies` random legal moves, or fewer if every move would end the game.
pub(crate) fn play_random<G: Game>(line: &mut Line<G>, plies: usize, rng: &mut impl Rng) {
    for _ in 0..plies {
        let here = line.position();
        let mut moves = here.legal_moves();
        moves.retain(|m| here.play(*m).outcome().is_none());
        let Some(m) = moves.choose(rng) else {
            break;
        };
        line.play(*m);
    }
}

fn read(path: &Path) -> Result<String, FileError> {
    std::fs::read_to_string(path).map_err(|source| FileError::Read {
        path: path.to_owned(),
        source,
    })
}

/// Checks that a parsed start position can be used: the game must not be over, and it must be a position of Chess960 if
/// and only if `chess960` is true, as engines are told the variant only once.
pub(super) fn start_of(
    read: Result<Read<Position>, FenError>,
    chess960: bool,
) -> Result<Read<Position>, EntryError> {
    of_variant(read.map_err(EntryError::Fen)?, chess960)
}

/// Checks that a position belongs to the variant that is played, Chess960 if `chess960` is true and else standard
/// chess, and that the game is not over in it.
fn of_variant(read: Read<Position>, chess960: bool) -> Result<Read<Position>, EntryError> {
    let (position, dropped) = read.split();
    if position.is_chess960() != chess960 {
        return Err(EntryError::Chess960);
    }
    match position.outcome() {
        Some(outcome) => Err(EntryError::Over(outcome.reason)),
        None => Ok(Read::new(position, dropped)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::pgn::letters::Letters;
    use std::collections::HashSet;

    /// Creates a temporary file with this text, whose name ends with `name`.
    fn file(name: &str, text: &str) -> tempfile::TempPath {
        let file = tempfile::Builder::new().suffix(name).tempfile();
        let file = file.expect("a temporary file");
        std::fs::write(&file, text).expect("written");
        file.into_temp_path()
    }

    #[test]
    fn a_pgn_opening_is_cut_and_variations_are_skipped() {
        let text = "[Event \"?\"]\n\n1. e4 {x} (1. d4 d5) 1... e5 2. Nf3 Nc6 *\n\n\
                    [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O Ke7 1-0\n";
        let path = file("cut.pgn", text);
        let openings =
            Openings::from_pgn(&path, Some(3), false, None, |_, _| {}).expect("two openings");
        assert_eq!(openings.count(), 2);
        let line = openings.of_round(0);
        assert_eq!(line.moves().len(), 3);
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
        assert_eq!(line.position().fen(), fen);
        assert_eq!(
            openings.of_round(3).position().fen(),
            "8/4k3/8/8/8/8/8/5RK1 w - - 2 2"
        );
    }

    #[test]
    fn empty_lines_and_commas_between_moves_cut_no_opening() {
        let text = "[Event \"a\"]\n\n1. e4 e5\n\n2. Nf3 Nc6\n\n*\n\n[Event \"b\"]\n\n1. e4,e5 2. Nf3 *\n\n\
                    [PieceLetters \"de\"]\n\n1. Sf3 *\n";
        let path = file("blank.pgn", text);
        let openings = Openings::from_pgn(&path, None, false, None, |_, _| {}).expect("openings");
        let plies = (0..openings.count()).map(|n| openings.of_round(n).moves().len());
        assert_eq!(plies.collect::<Vec<_>>(), [4, 3, 1]);
        let german = file("german.pgn", "1. Sf3 Sf6 2. g3 *\n");
        assert!(Openings::from_pgn(&german, None, false, None, |_, _| {}).is_err());
        let letters = Letters::find("German");
        let openings =
            Openings::from_pgn(&german, None, false, letters, |_, _| {}).expect("an opening");
        assert_eq!(openings.of_round(0).moves().len(), 3);
    }

    #[test]
    fn bad_opening_files_are_named_with_the_place() {
        for (name, text, complaint) in [
            ("empty.epd", "\n# nothing\n", "holds no opening"),
            ("bad.epd", "8/8/8/8 w - -\n", "line 1: the FEN's board"),
            (
                "over.epd",
                "7k/5KQ1/8/8/8/8/8/8 b - -\n",
                "line 1: the game is already over (checkmate)",
            ),
            ("empty.pgn", "\n", "holds no opening"),
            (
                "bad.pgn",
                "1. e4 e5 2. Ke3 *\n",
                "game 1: line 1, column 13: 'Ke3' is not a legal move",
            ),
            (
                "word.pgn",
                "[Event \"?\"]\n\n1. d4 d5 2. c4 hello e6 *\n",
                "game 1: line 3, column 16: 'hello' is not understood",
            ),
            (
                "variant.pgn",
                "1. d4 *\n\n[Variant \"Antichess\"]\n\n1. e3 *\n",
                "game 2: line 3, column 1: the variant 'Antichess' is not chess",
            ),
            (
                "pass.pgn",
                "1. d4 -- *\n",
                "game 1: a pass ('--') is no move of an opening",
            ),
            (
                "over.pgn",
                "1. f3 e5 2. g4 Qh4# 0-1\n",
                "game 1: the game is over",
            ),
        ] {
            let path = file(name, text);
            let result = if name.ends_with("epd") {
                Openings::from_epd(&path, false, |_, _| {})
            } else {
                Openings::from_pgn(&path, None, false, None, |_, _| {})
            };
            let error = result.expect_err(name).to_string();
            assert!(error.contains(complaint) && error.contains(name), "{error}");
        }
    }

    #[test]
    fn a_file_without_a_game_holds_no_opening() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for round in 0..200 {
            // Arbitrary bytes, and arbitrary bytes that may be letters.
            let bytes: Vec<u8> = (0..400)
                .map(|_| rng.random::<u8>())
                .filter(|byte| round % 2 == 0 || matches!(byte, b' '..b'A' | b'j'..=b'~' | b'\n'))
                .filter(|byte| *byte != b'[')
                .collect();
            let path = file("noise.pgn", "");
            std::fs::write(&path, &bytes).expect("written");
            let error = Openings::from_pgn(&path, None, false, None, |_, _| {}).expect_err("noise");
            assert!(!error.to_string().is_empty());
        }
        for (text, named) in [
            (
                "Dear Ann,\n\nno game today.\n",
                "game 1: line 1, column 1: 'Dear' is not understood",
            ),
            ("*\n", "game 1: it has neither moves nor tags"),
        ] {
            let path = file("words.pgn", text);
            let error = Openings::from_pgn(&path, None, false, None, |_, _| {}).expect_err(text);
            assert!(error.to_string().ends_with(named), "{error}");
        }
    }

    #[test]
    fn random_plies_differ_by_round_and_seed_and_never_end_the_game() {
        let draw = |seed: u64, round: usize| {
            let openings = Openings::at(Position::start()).with_random_plies(6, seed);
            openings.of_round(round)
        };
        let mut texts = HashSet::new();
        for round in 0..200 {
            let line = draw(3, round);
            assert_eq!(line.moves().len(), 6);
            assert_eq!(line.moves(), draw(3, round).moves());
            texts.insert(line.position().fen());
        }
        assert!(texts.len() > 190, "{} different openings", texts.len());
        assert_ne!(draw(3, 0).moves(), draw(4, 0).moves());
        // In this position many moves mate.
        let near = Position::from_fen("7k/8/8/8/8/8/R7/1R5K w - - 0 1", false).expect("legal");
        let openings = Openings::at(near).with_random_plies(30, 1);
        for round in 0..50 {
            assert_eq!(openings.of_round(round).outcome(), None);
        }
    }

    #[test]
    fn the_order_depends_on_the_seed_alone() {
        let text: String = (0..50).map(|n| chess960_fen(n) + "\n").collect();
        let path = file("order.epd", &text);
        let order = |seed: Option<u64>| {
            let mut openings = Openings::from_epd(&path, true, |_, _| {}).expect("openings");
            if let Some(seed) = seed {
                openings.shuffle(seed);
            }
            (0..50)
                .map(|r| openings.of_round(r).position().fen())
                .collect::<Vec<_>>()
        };
        assert_eq!(order(Some(7)), order(Some(7)));
        assert_ne!(order(Some(7)), order(Some(8)));
        assert_ne!(order(Some(7)), order(None));
        let mut sorted = (order(Some(7)), order(None));
        sorted.0.sort();
        sorted.1.sort();
        assert_eq!(sorted.0, sorted.1);
    }
}
