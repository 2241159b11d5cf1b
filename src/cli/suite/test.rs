//! Test position of a suite and its task: best moves, moves to avoid, a mate, or points for moves.

use engine::search::score;
use games::chess::epd::{EpdLine, Operation};
use games::chess::{Move, Position};
use games::{Lang, Read, Words};

/// Longest mate that a line may have as its task, in moves.
const LONGEST: i32 = 120;

/// Position of a test suite with the moves or the mate that the engine should find.
#[derive(Debug)]
pub struct Test {
    /// EPD operation `id`, or text with the line number if there is none.
    pub id: String,
    /// Position in which a move is asked for.
    pub position: Position,
    /// Best moves (EPD `bm`), of which one is to be played. Empty if any move will do.
    best: Vec<Move>,
    /// Moves to avoid (EPD `am`).
    avoid: Vec<Move>,
    /// Mate in at most this many moves to be found (EPD `dm` or `bm #`); negative if the side to move is mated.
    mate: Option<i32>,
    /// Points for moves, if the line gives any (as the Strategic Test Suite does in `c0`).
    points: Vec<(Move, u32)>,
}

impl Test {
    /// Parses a line of EPD; `None` if it has no task. `number` is its line number.
    ///
    /// # Errors
    /// A sentence in a language: the position is invalid, or a move is not legal in it.
    pub fn parse(number: usize, line: &str, lang: Lang) -> Result<Option<Read<Test>>, String> {
        let epd = EpdLine::parse(line);
        let read = epd.position(false).map_err(|error| error.text(lang))?;
        let (position, dropped) = read.split();
        let mate = epd.mate_length(LONGEST);
        let mate = mate.map_err(|error| error.localized().get(lang).to_owned())?;
        let find = |opcode: &str| epd.operations.iter().find(|o| o.opcode == opcode);
        // An operation may occur more than once in a line.
        let moves = |opcode: &str| -> Result<Vec<Move>, String> {
            let mut found = Vec::new();
            for operation in epd.operations.iter().filter(|o| o.opcode == opcode) {
                found.extend(moves(&position, operation, lang)?);
            }
            Ok(found)
        };
        let test = Test {
            id: epd.id().unwrap_or_else(|| format!("line {number}")),
            best: moves("bm")?,
            avoid: moves("am")?,
            mate,
            points: find("c0").map_or(Vec::new(), |c0| points(&position, c0)),
            position,
        };
        let asks = !test.best.is_empty()
            || !test.avoid.is_empty()
            || test.mate.is_some()
            || !test.points.is_empty();
        Ok(asks.then(|| Read::new(test, dropped)))
    }

    /// Returns true if a move with a score fulfils the task. If the task is a mate, only the score counts, not the
    /// move.
    pub fn is_solved_by(&self, m: Move, score: score::Score) -> bool {
        if let Some(n) = self.mate {
            let seen = score::mate_moves(score).unwrap_or(0);
            return seen.signum() == n.signum() && seen.abs() <= n.abs();
        }
        let best = match self.best.is_empty() {
            // If the task consists of points only, the move with the most points is required.
            true if self.avoid.is_empty() => self.worth(m) == self.most(),
            true => true,
            false => self.best.contains(&m),
        };
        best && !self.avoid.contains(&m)
    }

    /// Returns the points for a move; 0 if the line does not name it.
    pub fn worth(&self, m: Move) -> u32 {
        let known = self.points.iter().find(|(known, _)| *known == m);
        known.map_or(0, |(_, points)| *points)
    }

    /// Returns the points for the best move; 0 if the line has no points.
    pub fn most(&self) -> u32 {
        let points = self.points.iter().map(|(_, points)| *points);
        points.max().unwrap_or(0)
    }

    /// Returns the task in EPD notation.
    pub fn task_text(&self) -> String {
        let names = |moves: &[Move]| -> String {
            let names = moves.iter().map(|m| format!(" {}", self.position.san(*m)));
            names.collect()
        };
        let mut wanted = Vec::new();
        if let Some(n) = self.mate {
            wanted.push(format!("dm {n}"));
        }
        if !self.best.is_empty() {
            wanted.push(format!("bm{}", names(&self.best)));
        }
        if !self.avoid.is_empty() {
            wanted.push(format!("am{}", names(&self.avoid)));
        }
        if wanted.is_empty() {
            wanted.push(format!("{} points", self.most()));
        }
        wanted.join("; ")
    }
}

/// Parses the moves of `bm` or `am`, except for `#3` in `bm #3`, which is the length of a mate. The moves have English
/// letters whatever the language of the error.
fn moves(position: &Position, operation: &Operation, lang: Lang) -> Result<Vec<Move>, String> {
    let read = |name: &str| {
        let read = position.read_move(name, Lang::EN);
        read.map_err(|why| position.read_move(name, lang).err().unwrap_or(why))
    };

    let names = operation
        .operands
        .iter()
        .flat_map(|o| o.split(','))
        .map(str::trim);
    names
        .filter(|name| !name.is_empty() && !name.starts_with('#'))
        .map(read)
        .collect()
}

/// Parses points such as those of `c0 "f5=100, Bf2=46"`. Empty if the operation contains anything else, because `c0`
/// may also be a comment.
fn points(position: &Position, operation: &Operation) -> Vec<(Move, u32)> {
    let text = operation.operands.join(" ");
    let pair = |part: &str| {
        let (name, number) = part.trim().rsplit_once('=')?;
        let m = position.read_move(name.trim(), Lang::EN).ok()?;
        Some((m, number.trim().parse().ok()?))
    };
    text.split(',')
        .map(pair)
        .collect::<Option<_>>()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOK: &str = "7k/5pp1/8/8/8/8/1q6/R5K1 w - -";

    fn test(operations: &str) -> Test {
        let line = format!("{ROOK} {operations}");
        let read = Test::parse(3, &line, Lang::EN).expect(operations);
        read.expect(operations).split().0
    }

    fn solved(test: &Test, name: &str, score: score::Score) -> bool {
        let m = test.position.read_move(name, Lang::EN).expect(name);
        test.is_solved_by(m, score)
    }

    #[test]
    fn an_operation_may_stand_twice_and_a_name_have_several_words() {
        let test = test("bm Re1; bm Ra8; id back rank;");
        assert_eq!(test.id, "back rank");
        assert!(solved(&test, "Ra8", 0) && solved(&test, "Re1", 0));
        assert!(!solved(&test, "Rf1", 0));
    }

    #[test]
    fn best_moves_and_moves_to_avoid_are_read_in_any_notation() {
        for line in [
            "bm Ra8+;",
            "bm a1a8; id \"x\";",
            "am Re1, Rf1; bm Ra8;",
            "bm Ra8+ Re1;",
        ] {
            let test = test(line);
            assert!(solved(&test, "Ra8", 0), "{line}");
            assert!(!solved(&test, "Rf1", 0), "{line}");
        }
        let avoid = test("am Re1;");
        assert!(solved(&avoid, "Ra8", 0) && !solved(&avoid, "Re1", 0));
        assert_eq!(
            (test("bm Ra8; id \"a; b\";").id, avoid.id),
            ("a; b".to_owned(), "line 3".to_owned())
        );
        let why = Test::parse(1, &format!("{ROOK} bm Qa8;"), Lang::EN).expect_err("no queen");
        assert!(why.contains("Qa8"), "{why}");
    }

    #[test]
    fn a_mate_is_solved_by_its_score_and_no_longer_one() {
        for line in ["dm 2;", "bm #2;"] {
            let test = test(line);
            assert!(
                solved(&test, "Ra8", score::mate_in(3)) && solved(&test, "Re1", score::mate_in(1))
            );
            assert!(
                !solved(&test, "Ra8", score::mate_in(5))
                    && !solved(&test, "Ra8", score::mated_in(2))
            );
            assert!(!solved(&test, "Ra8", 900));
        }
    }

    #[test]
    fn points_are_read_and_other_comments_are_left_alone() {
        let test = test("bm Ra8; c0 \"Ra8=100, Re1=30, Rd1=7\";");
        let worth = |name| test.worth(test.position.read_move(name, Lang::EN).expect(name));
        assert_eq!(
            (worth("Ra8"), worth("Re1"), worth("Kh1"), test.most()),
            (100, 30, 0, 100)
        );
        let comment = format!("{ROOK} bm Ra8; c0 \"Polgar-Berkes, 2003\";");
        let comment = Test::parse(1, &comment, Lang::EN);
        assert_eq!(
            comment.expect("a line").expect("a test").split().0.most(),
            0
        );
        assert!(
            Test::parse(1, &format!("{ROOK} id \"nothing\";"), Lang::EN)
                .expect("a line")
                .is_none()
        );
    }
}
