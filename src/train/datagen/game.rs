//! Games of the engine against itself, and the selection of their positions that can be learned from.

use engine::search::score::{self, Score};
use games::chess::{Color, Move, Position};

/// Result of a game from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Black won.
    Lost = 0,
    /// Result of a game that nobody won.
    Drawn = 1,
    /// White won.
    Won = 2,
}

impl GameResult {
    /// Returns White's points: 0, 0.5 or 1.
    pub const fn points(self) -> f32 {
        self as u8 as f32 / 2.0
    }

    /// Returns the result with this number, 0 to 2, which is White's points in halves; `None` for any other number.
    pub fn from_number(number: usize) -> Option<GameResult> {
        let results = [GameResult::Lost, GameResult::Drawn, GameResult::Won];
        results.get(number).copied()
    }
}

/// Move, with the score that the search which chose it gave to the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move played.
    pub played: Move,
    /// Score from White's point of view, in centipawns (mates as in [`score`]); `None` if there is none, as in the
    /// opening.
    pub score: Option<Score>,
}

/// A game as the generator produces it.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Start position.
    pub start: Position,
    /// Result of the game.
    pub result: GameResult,
    /// Number of plies at its beginning that belong to the opening and were not searched.
    pub opening: usize,
    /// All plies, those of the opening included.
    pub plies: Vec<Ply>,
}

/// A position that can be learned from.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Position in which the search was run.
    pub position: Position,
    /// Score of the search from White's point of view, in centipawns.
    pub score: Score,
    /// Result of the game.
    pub result: GameResult,
}

/// Number of plies from the start before which no position is learned from, because such positions hardly differ.
const FIRST_PLY: usize = 16;
/// Least number of pieces of a position that is learned from; positions with fewer are left to endgame tables.
const LEAST_PIECES: usize = 4;

impl Game {
    /// Returns the positions that can be learned from, with their numbers (plies from the start): those after the
    /// opening and with enough pieces, not in check, in which a quiet move was played and which have a score that does
    /// not decide the game.
    pub fn samples(&self) -> impl Iterator<Item = (usize, Sample)> {
        let mut here = self.start;
        self.plies
            .iter()
            .enumerate()
            .filter_map(move |(number, ply)| {
                let position = here;
                here = here.play(ply.played);
                let score = ply.score?;
                let usable = number >= FIRST_PLY
                    && number >= self.opening
                    && !score::is_decided(score)
                    && position.occupied().count() >= LEAST_PIECES
                    && !position.in_check()
                    && !position.is_capture(ply.played)
                    && ply.played.promoted().is_none();
                let result = self.result;
                usable.then_some((
                    number,
                    Sample {
                        position,
                        score,
                        result,
                    },
                ))
            })
    }
}

/// Converts a score for the side to move to one for White, or back.
pub fn white_view(turn: Color, score: Score) -> Score {
    turn.fold_wb(score, -score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_quiet_positions_after_the_opening_are_learned_from() {
        // 1.e4 e5 2.Nf3 Nc6 3.Bb5 Nf6 4.Nc3 Bc5 5.Nxe5 Bd6 6.f4 Bb4 7.d3 Bd6 8.a3 Bb4
        // 9.axb4 (a capture) a6 10.b3 (quiet) d6 11.O-O (quiet)
        let text = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 b1c3 f8c5 f3e5 c5d6 f2f4 d6b4 d2d3 b4d6 a2a3 d6b4 \
                    a3b4 a7a6 b2b3 d7d6 e1g1";
        let mut here = Position::start();
        let mut plies = Vec::new();
        for word in text.split_whitespace() {
            let played = here.parse_move(word).expect(word);
            let score =
                (word != "d7d6").then_some(if word == "b2b3" { score::MATE - 5 } else { 10 });
            plies.push(Ply { played, score });
            here = here.play(played);
        }
        let game = Game {
            start: Position::start(),
            result: GameResult::Drawn,
            opening: 8,
            plies,
        };
        let numbers: Vec<usize> = game.samples().map(|(number, _)| number).collect();
        assert_eq!(numbers, [17, 20], "16 takes, 18 is a mate, 19 has no score");
        let (_, sample) = game.samples().last().expect("the last");
        assert_eq!((sample.score, sample.result.points()), (10, 0.5));
        assert!(
            sample
                .position
                .fen()
                .starts_with("r1bqk2r/1pp2ppp/p1np1n2/1B2N3/")
        );
    }
}
