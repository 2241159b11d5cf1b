//! Blocks of games, of which shards consist. A block takes about a byte and a half for each position that can be
//! learned from.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | length of the coded games |
//! | 2 | number of games |
//! | 2 | checksum of these six bytes: the low half of their CRC-32 |
//! | | the coded games |
//! | 4 | CRC-32 of all bytes before |
//!
//! Numbers are little-endian. A game is coded arithmetically ([`coder`](super::coder)): its start, its result, and for
//! each ply which of the legal moves was played ([`likely`](super::likely)) with the score that the search gave the
//! position ([`scores`](super::scores)). Only legal moves can be represented. The models start anew with each block.

use super::coder::{Adaptive, Coder, Damaged, Reader, Writer};
use super::features::Past;
use super::game::{Game, GameResult, Ply};
use super::likely::Likely;
use super::scores::{ScoreModels, Scores};
use super::starts::CHESS960;
use games::chess::{Move, Position};
use std::io::{self, Read};

/// Number of bytes before the coded games.
const HEAD: usize = 8;
/// Usual number of games in a block: some 40,000 positions.
pub const GAMES: usize = 500;
/// Maximum number of games in a block.
pub const MOST_GAMES: usize = 10_000;
/// Maximum number of plies in a game.
pub const MOST_PLIES: usize = 1023;
/// Minimum number of plies of an opening that counts as a line of a book; its moves are coded by their likelihood. The
/// moves of shorter openings are coded as equally likely, because they were chosen at random.
const BOOK: usize = 10;

/// Reason why games cannot be read from a file of training data.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file ends inside a block.
    #[error("the file ends inside a block")]
    Torn,
    /// A block has an impossible length, or the checksum of its length is wrong.
    #[error("the length of a block is damaged")]
    Length,
    /// The checksum of a block is wrong.
    #[error("the check sum of a block does not fit")]
    Checksum,
    /// The checksums are right, but the bytes do not describe a legal game.
    #[error("a game is not legal: {0}")]
    Illegal(String),
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
}

/// Error for a game that cannot be represented in the format.
#[derive(Debug, thiserror::Error)]
#[error("game {game} of a block cannot be packed: illegal, or longer than {MOST_PLIES} plies")]
pub struct Unpackable {
    game: usize,
}

/// Packs games into the bytes of a block. Their scores are [rounded](super::scores::rounded).
///
/// # Errors
/// [`Unpackable`] for an illegal move, more plies than [`MOST_PLIES`] or more games than [`MOST_GAMES`].
pub fn pack(games: &[Game]) -> Result<Vec<u8>, Unpackable> {
    if games.len() > MOST_GAMES {
        return Err(Unpackable { game: MOST_GAMES });
    }
    let mut writer = Writer::default();
    let mut models = Models::default();
    for (number, game) in games.iter().enumerate() {
        let coded = models.game(&mut writer, Some(game));
        coded.map_err(|Damaged| Unpackable { game: number + 1 })?;
    }
    let coded = writer.finish();
    let mut block = (coded.len() as u32).to_le_bytes().to_vec();
    block.extend((games.len() as u16).to_le_bytes());
    block.extend((crc32fast::hash(&block) as u16).to_le_bytes());
    block.extend(coded);
    block.extend(crc32fast::hash(&block).to_le_bytes());
    Ok(block)
}

/// Reads the games of the next block; returns `None` at the end of the file.
///
/// # Errors
/// [`ReadError`] if the block is incomplete or damaged, or cannot be read.
pub fn read(from: &mut impl Read) -> Result<Option<Vec<Game>>, ReadError> {
    let mut block = vec![0; HEAD];
    match read_fully(from, &mut block)? {
        0 => return Ok(None),
        HEAD => {}
        _ => return Err(ReadError::Torn),
    }
    let (length, games) = head(&block).ok_or(ReadError::Length)?;
    block.resize(HEAD + length + 4, 0);
    if read_fully(from, &mut block[HEAD..])? < length + 4 {
        return Err(ReadError::Torn);
    }
    let Some((body, sum)) = block.split_last_chunk::<4>() else {
        return Err(ReadError::Checksum);
    };
    if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
        return Err(ReadError::Checksum);
    }
    let illegal = |number: usize| ReadError::Illegal(format!("number {} of its block", number + 1));
    let mut reader = Reader::new(&body[HEAD..]).map_err(|Damaged| illegal(0))?;
    let mut models = Models::default();
    let game = |number| {
        let game = models.game(&mut reader, None);
        game.map_err(|Damaged| illegal(number))
    };
    (0..games).map(game).collect::<Result<_, _>>().map(Some)
}

/// Parses the head of a block: the length of the coded games and their number. `None` if the checksum or the length is
/// wrong.
fn head(bytes: &[u8]) -> Option<(usize, usize)> {
    let (numbers, sum) = bytes.split_last_chunk::<2>()?;
    if crc32fast::hash(numbers) as u16 != u16::from_le_bytes(*sum) {
        return None;
    }
    let (length, games) = numbers.split_first_chunk::<4>()?;
    let games = u16::from_le_bytes(games.try_into().ok()?);
    let length = u32::from_le_bytes(*length) as usize;
    // No game takes more bytes.
    (length <= (usize::from(games) + 1) * 8192).then_some((length, usize::from(games)))
}

/// Kind of position from which a game begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// The usual start position.
    Usual,
    /// A start position of Chess960, coded by its number.
    Chess960,
    /// Another position, coded by its FEN.
    Fen,
    /// Another position that castles as in Chess960, coded by its FEN.
    Chess960Fen,
}

const STARTS: [Start; 4] = [
    Start::Usual,
    Start::Chess960,
    Start::Fen,
    Start::Chess960Fen,
];

/// The models of one block, which learn from each game that is coded.
struct Models {
    start: Adaptive,
    /// The piece on each square of a FEN's board, from a8 on.
    squares: Vec<Adaptive>,
    /// Models for the rest of a FEN: for each half of a byte, by the other half before it and the number of the field.
    text: Vec<Adaptive>,
    result: Adaptive,
    opening: Adaptive,
    length: Adaptive,
    scores: ScoreModels,
    likely: Likely,
}

/// The letters of pieces in a FEN; a full stop stands for an empty square.
const PIECES: &[u8; 13] = b".PNBRQKpnbrqk";
/// The board of the usual start position, from a8 on as in a FEN.
const USUAL: &[u8; 64] = b"rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR";

fn number_of(piece: u8) -> usize {
    let found = PIECES.iter().position(|other| *other == piece);
    found.unwrap_or_default()
}

impl Default for Models {
    fn default() -> Models {
        Models {
            start: Adaptive::default(),
            squares: USUAL
                .iter()
                .map(|piece| Adaptive::expecting(number_of(*piece), 6))
                .collect(),
            text: vec![Adaptive::default(); 6 * 17],
            result: Adaptive::default(),
            opening: Adaptive::default(),
            length: Adaptive::default(),
            scores: ScoreModels::default(),
            likely: Likely::default(),
        }
    }
}

impl Models {
    /// Codes a game and returns it. `game` is the game to write; a reader needs none.
    fn game(&mut self, coder: &mut impl Coder, game: Option<&Game>) -> Result<Game, Damaged> {
        let start = self.start(coder, game.map(|game| &game.start))?;
        let result = game.map_or(0, |game| game.result as usize);
        let result = coder.learn(&mut self.result, result)?;
        let result = GameResult::from_number(result).ok_or(Damaged)?;
        let opening = self.opening(coder, game.map_or(0, |game| game.opening))?;
        let plies = game.map_or(&[][..], |game| &game.plies);
        let length = coder.learn(&mut self.length, plies.len() / 64)? * 64;
        let length = length + coder.uniform(64, plies.len() % 64)?;
        if opening > length || (game.is_some() && length != plies.len()) {
            return Err(Damaged);
        }
        let mut out = Vec::with_capacity(length);
        let mut here = start;
        let mut past = Past::default();
        let mut scores = Scores::default();
        for number in 0..length {
            let ply = plies.get(number);
            let played = ply.map(|ply| ply.played);
            let scored = number >= opening;
            let played = if !scored && opening < BOOK {
                random(coder, &here, played)?
            } else {
                self.likely.code(coder, &here, past, played)?
            };
            let next = past.then(&here, played);
            let captures = [past, next].map(|past| past.last.is_some_and(|(_, captured)| captured));
            let score = ply.and_then(|ply| ply.score);
            let score = if scored {
                scores.code(
                    coder,
                    &mut self.scores,
                    here.turn().is_white(),
                    captures,
                    score,
                )?
            } else {
                None
            };
            out.push(Ply { played, score });
            past = next;
            here = here.play(played);
        }
        Ok(Game {
            start,
            result,
            opening,
            plies: out,
        })
    }

    /// Codes the number of plies of the opening and returns it: as a symbol if it is less than 15, otherwise as a byte.
    fn opening(&mut self, coder: &mut impl Coder, opening: usize) -> Result<usize, Damaged> {
        match coder.learn(&mut self.opening, opening.min(15))? {
            15 => coder.uniform(256, opening),
            short => Ok(short),
        }
    }

    fn start(
        &mut self,
        coder: &mut impl Coder,
        start: Option<&Position>,
    ) -> Result<Position, Damaged> {
        let usual = Position::start();
        let place = |start: &Position| CHESS960.iter().position(|other| other == start);
        let number = start.filter(|start| start.is_chess960()).and_then(place);
        let kind = match start {
            Some(start) if *start == usual && !start.is_chess960() => Start::Usual,
            Some(_) if number.is_some() => Start::Chess960,
            Some(start) if start.is_chess960() => Start::Chess960Fen,
            _ => Start::Fen,
        };
        let kind = *STARTS
            .get(coder.learn(&mut self.start, kind as usize)?)
            .ok_or(Damaged)?;
        let read = match kind {
            Start::Usual => return Ok(usual),
            Start::Chess960 => {
                let number = coder.uniform(CHESS960.len(), number.unwrap_or_default())?;
                return CHESS960.get(number).copied().ok_or(Damaged);
            }
            Start::Fen | Start::Chess960Fen => self.fen(coder, start.map(Position::fen))?,
        };
        let read = Position::from_fen(&read, kind == Start::Chess960Fen).map_err(|_| Damaged)?;
        match start {
            Some(start) if *start != read => Err(Damaged),
            _ => Ok(read),
        }
    }

    fn fen(&mut self, coder: &mut impl Coder, fen: Option<String>) -> Result<String, Damaged> {
        let fen = fen.unwrap_or_default();
        let (placement, rest) = fen.split_once(' ').unwrap_or_default();
        let mut given = placement
            .bytes()
            .filter(|byte| *byte != b'/')
            .flat_map(|byte| {
                let empty = byte.is_ascii_digit();
                let count = if empty { usize::from(byte - b'0') } else { 1 };
                std::iter::repeat_n(if empty { b'.' } else { byte }, count)
            });
        let mut squares = [0; 64];
        for (model, square) in self.squares.iter_mut().zip(&mut squares) {
            let piece = number_of(given.next().unwrap_or(b'.'));
            *square = *PIECES.get(coder.learn(model, piece)?).ok_or(Damaged)?;
        }
        let mut text = String::new();
        for (number, rank) in squares.chunks(8).enumerate() {
            text.push_str(if number > 0 { "/" } else { "" });
            for run in rank.chunk_by(|a, b| a == b) {
                match run[0] {
                    b'.' => text.push_str(&run.len().to_string()),
                    piece => text.extend(run.iter().map(|_| char::from(piece))),
                }
            }
        }
        text.push(' ');
        let mut given = rest.bytes();
        let mut field = 0;
        // A zero ends the text; no FEN is longer than this.
        for _ in 0..64 {
            let byte = given.next().unwrap_or(0);
            let high = usize::from(byte >> 4);
            let high = coder.learn(&mut self.text[field * 17], high)?;
            let low = coder.learn(
                &mut self.text[field * 17 + 1 + high],
                usize::from(byte & 15),
            )?;
            match (high << 4 | low) as u8 {
                0 => return Ok(text),
                byte => text.push(char::from(byte)),
            }
            field = (field + usize::from(text.ends_with(' '))).min(5);
        }
        Err(Damaged)
    }
}

/// Codes a move that was chosen at random and returns it. `played` is the move to write; a reader needs none.
fn random(coder: &mut impl Coder, here: &Position, played: Option<Move>) -> Result<Move, Damaged> {
    let moves = here.legal_moves();
    let number = match played {
        Some(played) => moves.iter().position(|m| *m == played).ok_or(Damaged)?,
        None if moves.is_empty() => return Err(Damaged),
        None => 0,
    };
    let number = coder.uniform(moves.len(), number)?;
    moves.get(number).copied().ok_or(Damaged)
}

/// Reads until the buffer is full or the file ends; returns the number of bytes read.
pub(super) fn read_fully(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
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
mod tests;
