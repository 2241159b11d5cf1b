//! Games packed for training: about four bytes for each position that can be learned from.
//!
//! A game is a start, a result, and for each ply the number of the played move among the legal
//! moves (in generation order) with the score that the search gave the position. Nothing but moves
//! that are legal can be written down so, and reading replays the game: a damaged record is found.
//!
//! | bytes | what |
//! |---|---|
//! | 2 | length of the rest, at most 4096, little-endian |
//! | 1 | length of the start's FEN, 0 for the usual start; then the FEN |
//! | 1 | result for White: 0 lost, 1 drawn, 2 won |
//! | 1 | plies of the opening: they have no scores |
//! | 1 a ply | number of the move among the legal moves |
//! | 1–3 a ply after the opening | 0: no score; else 1 + zigzag(score − last score), LEB128, White's view in centipawns |
//! | 4 | CRC-32 of everything before, the length included, little-endian |
//!
//! Scores change little from ply to ply, so nearly all differences fit one byte.

use crate::games::chess::{Color, Move, Position};
use crate::search::score::{self, Score};
use std::io::{self, Read};

/// The result of a game for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Black won.
    Lost = 0,
    /// Nobody won.
    Drawn = 1,
    /// White won.
    Won = 2,
}

impl GameResult {
    /// White's points: 0, 0.5 or 1.
    pub const fn points(self) -> f32 {
        self as u8 as f32 / 2.0
    }

    fn from_byte(byte: u8) -> Option<GameResult> {
        [GameResult::Lost, GameResult::Drawn, GameResult::Won]
            .get(usize::from(byte))
            .copied()
    }
}

/// A move with what the search that chose it thought of the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move played.
    pub played: Move,
    /// White's view in centipawns (mates as in [`score`]); `None` where no search has proved one.
    pub score: Option<Score>,
}

/// A game as the generator leaves it.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Where it began.
    pub start: Position,
    /// How it ended.
    pub result: GameResult,
    /// How many of the first plies were chosen at random, without a search.
    pub opening: usize,
    /// All plies, the opening's included.
    pub plies: Vec<Ply>,
}

/// A position to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// The search's score, White's view, in centipawns.
    pub score: Score,
    /// How its game ended.
    pub result: GameResult,
}

/// Earlier positions are all alike.
const FIRST_PLY: usize = 16;
/// Positions with fewer pieces are for endgame tables.
const LEAST_PIECES: usize = 4;

/// The most that the length of a record can say: twice as much as the longest games that are played. What says more is
/// damaged; believed, it would make whole games after it pass for the end of one that is still being written.
const LONGEST_RECORD: u16 = 4096;

/// Why a record cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PackedError {
    /// The file ends inside a record.
    #[error("the file ends inside a game")]
    Torn,
    /// No record has such a length.
    #[error("no game has {0} bytes")]
    Length(u16),
    /// The check sum does not fit.
    #[error("the check sum of a game does not fit")]
    Checksum,
    /// The record does not describe a legal game.
    #[error("a game is not legal: {0}")]
    Illegal(String),
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
}

/// A game that the format has no room for.
#[derive(Debug, thiserror::Error)]
#[error("a game cannot be packed: {0}")]
pub struct Unpackable(&'static str);

impl Game {
    /// The record's bytes.
    ///
    /// # Errors
    /// [`Unpackable`] for illegal moves, for positions of more than 256 legal moves, and for games
    /// of a thousand plies and more.
    pub fn pack(&self) -> Result<Vec<u8>, Unpackable> {
        let small = |n: usize, what| u8::try_from(n).map_err(|_| Unpackable(what));
        let mut out = vec![0, 0];
        let usual = self.start == Position::start();
        let fen = if usual {
            String::new()
        } else {
            self.start.fen()
        };
        out.push(small(fen.len(), "a FEN of more than 255 bytes")?);
        out.extend(fen.as_bytes());
        out.push(self.result as u8);
        out.push(small(self.opening, "an opening of more than 255 plies")?);
        let mut here = self.start;
        let mut last = 0;
        for (number, ply) in self.plies.iter().enumerate() {
            let index = here.legal_moves().iter().position(|m| *m == ply.played);
            let index = index.ok_or(Unpackable("an illegal move"))?;
            out.push(small(index, "more than 256 legal moves")?);
            if number >= self.opening {
                let code = match ply.score {
                    None => 0,
                    Some(score) => {
                        let difference = score - last;
                        last = score;
                        1 + ((difference << 1) ^ (difference >> 31)) as u32
                    }
                };
                push_leb128(&mut out, code);
            }
            here = here.play(ply.played);
        }
        let length = out.len() - 2 + 4;
        let length = u16::try_from(length).ok();
        let length = length.filter(|length| *length <= LONGEST_RECORD);
        let length = length.ok_or(Unpackable("more than 4 KiB"))?;
        out[..2].copy_from_slice(&length.to_le_bytes());
        let sum = crc32fast::hash(&out);
        out.extend(sum.to_le_bytes());
        Ok(out)
    }

    /// Reads the next record; `None` at the end of the file.
    ///
    /// # Errors
    /// [`PackedError`] says what is wrong with it.
    pub fn read(from: &mut impl Read) -> Result<Option<Game>, PackedError> {
        let mut record = vec![0; 2];
        match read_fully(from, &mut record)? {
            0 => return Ok(None),
            2 => {}
            _ => return Err(PackedError::Torn),
        }
        let length = u16::from_le_bytes([record[0], record[1]]);
        if length > LONGEST_RECORD {
            return Err(PackedError::Length(length));
        }
        let length = usize::from(length);
        record.resize(2 + length, 0);
        if read_fully(from, &mut record[2..])? < length {
            return Err(PackedError::Torn);
        }
        let Some((body, sum)) = record.split_last_chunk::<4>() else {
            return Err(PackedError::Checksum);
        };
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(PackedError::Checksum);
        }
        unpack(body.get(2..).unwrap_or_default())
            .map(Some)
            .map_err(PackedError::Illegal)
    }

    /// The positions that can be learned from, with their numbers (plies from the start): not in
    /// check, a quiet move chosen, a score that is no mate, out of the opening, not yet for tables.
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

/// Turns a score for the side to move into White's, and back.
pub fn white_view(turn: Color, score: Score) -> Score {
    turn.fold_wb(score, -score)
}

fn unpack(body: &[u8]) -> Result<Game, String> {
    let mut bytes = body.iter().copied();
    let mut next = || bytes.next().ok_or("it is cut short");
    let length = next()?;
    let fen = (0..length)
        .map(|_| next())
        .collect::<Result<Vec<u8>, _>>()?;
    let start = match String::from_utf8(fen) {
        Ok(fen) if fen.is_empty() => Position::start(),
        Ok(fen) => Position::from_fen(&fen, false).map_err(|error| error.to_string())?,
        Err(_) => return Err("its start is no text".to_owned()),
    };
    let result = next()?;
    let result = GameResult::from_byte(result).ok_or(format!("there is no result {result}"))?;
    let opening = usize::from(next()?);
    let mut plies = Vec::new();
    let mut here = start;
    let mut last = 0;
    while let Some(index) = bytes.next() {
        let moves = here.legal_moves();
        let found = moves.get(usize::from(index));
        let played = *found.ok_or(format!("ply {} has no move {index}", plies.len() + 1))?;
        let code = if plies.len() < opening {
            0
        } else {
            take_leb128(&mut bytes)?
        };
        let score = match code.checked_sub(1) {
            None => None,
            Some(zigzag) => {
                last += (zigzag >> 1) as i32 ^ -((zigzag & 1) as i32);
                if last.abs() > score::MATE {
                    return Err(format!("ply {} has a score of {last}", plies.len() + 1));
                }
                Some(last)
            }
        };
        plies.push(Ply { played, score });
        here = here.play(played);
    }
    Ok(Game {
        start,
        result,
        opening,
        plies,
    })
}

fn push_leb128(out: &mut Vec<u8>, mut value: u32) {
    while value >= 128 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

fn take_leb128(bytes: &mut impl Iterator<Item = u8>) -> Result<u32, String> {
    let mut value = 0;
    // Differences of scores need 17 bits: three bytes.
    for shift in [0, 7, 14] {
        let byte = bytes.next().ok_or("it is cut short")?;
        value |= u32::from(byte & 127) << shift;
        if byte < 128 {
            return Ok(value);
        }
    }
    Err("a score is too long".to_owned())
}

/// Reads until the buffer is full or the file ends; how many bytes came.
fn read_fully(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match from.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A game of random moves with any scores.
    fn random_game(start: Position, choices: &[(u16, Option<Score>)], opening: usize) -> Game {
        let mut here = start;
        let mut plies = Vec::new();
        for (number, (choice, score)) in choices.iter().enumerate() {
            let moves = here.legal_moves();
            if moves.is_empty() {
                break;
            }
            let played = moves[usize::from(*choice) % moves.len()];
            let score = score.filter(|_| number >= opening);
            plies.push(Ply { played, score });
            here = here.play(played);
        }
        Game {
            start,
            result: GameResult::Won,
            opening,
            plies,
        }
    }

    fn choices() -> impl Strategy<Value = Vec<(u16, Option<Score>)>> {
        let score = prop_oneof![
            6 => (-400..400).prop_map(Some),
            1 => (-score::MATE..=score::MATE).prop_map(Some),
            1 => Just(None),
        ];
        prop::collection::vec((any::<u16>(), score), 0..200)
    }

    proptest! {
        #[test]
        fn what_is_packed_is_read_again(choices in choices(), opening in 0usize..12, other in any::<bool>()) {
            let fen = "r3k2r/pppq1ppp/8/3pP3/8/8/PPP2PPP/R3K2R w KQkq d6 0 9";
            let start = if other { Position::from_fen(fen, false).expect("legal") } else { Position::start() };
            let game = random_game(start, &choices, opening);
            let packed = game.pack().expect("fits");
            let read = Game::read(&mut &packed[..]).expect("reads").expect("a game");
            prop_assert_eq!(&read, &game);
        }

        #[test]
        fn no_damaged_byte_goes_unnoticed(choices in choices(), at in any::<prop::sample::Index>(), flip in 1u8..) {
            let mut packed = random_game(Position::start(), &choices, 2).pack().expect("fits");
            let at = at.index(packed.len());
            packed[at] ^= flip;
            prop_assert!(Game::read(&mut &packed[..]).is_err());
        }
    }

    #[test]
    fn a_file_cut_anywhere_is_torn_and_not_a_shorter_game() {
        let game = random_game(
            Position::start(),
            &[(3, None), (5, Some(20)), (8, Some(-3000))],
            1,
        );
        let packed = game.pack().expect("fits");
        for length in 1..packed.len() {
            let error = Game::read(&mut &packed[..length]).expect_err("torn");
            assert!(matches!(error, PackedError::Torn), "{length}: {error}");
        }
        assert!(Game::read(&mut &packed[..0]).expect("the end").is_none());
    }

    #[test]
    fn a_length_beyond_every_record_is_damage_and_no_torn_end() {
        let mut plies = Vec::new();
        let mut here = Position::start();
        let words = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle();
        // With scores that take as much room as any.
        let scores = [Some(score::MATE), Some(-score::MATE)].into_iter().cycle();
        for (word, score) in words.zip(scores).take(1100) {
            let played = here.parse_move(word).expect(word);
            plies.push(Ply { played, score });
            here = here.play(played);
        }
        let mut game = Game {
            start: Position::start(),
            result: GameResult::Drawn,
            opening: 0,
            plies,
        };
        assert!(game.pack().is_err(), "what could not be read is not packed");
        game.plies.truncate(400);
        let mut packed = game.pack().expect("fits");
        packed[1] |= 0x40;
        let error = Game::read(&mut &packed[..]).expect_err("damaged");
        assert!(matches!(error, PackedError::Length(_)), "{error}");
    }

    #[test]
    fn an_illegal_move_is_refused_and_a_legal_record_of_none_is_named() {
        let mut game = random_game(Position::start(), &[(0, None)], 1);
        game.plies.push(game.plies[0]);
        assert!(game.pack().is_err(), "Black has no such move");
        let error = unpack(&[0, 2, 1, 20]).expect_err("the start has moves 0 to 19");
        assert_eq!(error, "ply 1 has no move 20");
    }

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
