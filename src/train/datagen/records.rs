//! Reader of version 1 of the game files, which consist of single records: about four bytes for each position that can
//! be learned from.
//!
//! | bytes | what |
//! |---|---|
//! | 2 | length of the rest, at most 4096, little-endian |
//! | 1 | length of the start's FEN, 0 for the usual start; then the FEN |
//! | 1 | result for White: 0 lost, 1 drawn, 2 won |
//! | 1 | plies of the opening: they have no scores |
//! | 1 a ply | number of the move among the legal moves, in generation order |
//! | 1–3 a ply after the opening | 0: no score; else 1 + zigzag(score − last score), LEB128, White's view in centipawns |
//! | 4 | CRC-32 of everything before, the length included, little-endian |

use super::block::{ReadError, read_fully};
use super::game::{Game, GameResult, Ply};
use engine::search::score;
use games::chess::Position;
use std::io::Read;

/// Maximum length of a record in bytes: twice as much as the longest games need. A greater length is an error;
/// otherwise a damaged length could make all games after it look like an incomplete record at the end of the file.
const LONGEST_RECORD: u16 = 4096;

/// Reads the game of the next record; returns `None` at the end of the file.
///
/// # Errors
/// [`ReadError`] if the record is incomplete or damaged, or cannot be read.
pub fn read(from: &mut impl Read) -> Result<Option<Game>, ReadError> {
    let mut record = vec![0; 2];
    match read_fully(from, &mut record)? {
        0 => return Ok(None),
        2 => {}
        _ => return Err(ReadError::Torn),
    }
    let length = u16::from_le_bytes([record[0], record[1]]);
    if length > LONGEST_RECORD {
        return Err(ReadError::Length);
    }
    let length = usize::from(length);
    record.resize(2 + length, 0);
    if read_fully(from, &mut record[2..])? < length {
        return Err(ReadError::Torn);
    }
    let Some((body, sum)) = record.split_last_chunk::<4>() else {
        return Err(ReadError::Checksum);
    };
    if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
        return Err(ReadError::Checksum);
    }
    let game = unpack(body.get(2..).unwrap_or_default());
    game.map(Some).map_err(ReadError::Illegal)
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
        Ok(fen) => Position::from_stored_fen(&fen).map_err(|error| error.to_string())?,
        Err(_) => return Err("its start is no text".to_owned()),
    };
    let result = next()?;
    let found = GameResult::from_number(usize::from(result));
    let result = found.ok_or(format!("there is no result {result}"))?;
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

fn take_leb128(bytes: &mut impl Iterator<Item = u8>) -> Result<u32, String> {
    let mut value = 0;
    // Differences of scores need 17 bits and so at most three bytes.
    for shift in [0, 7, 14] {
        let byte = bytes.next().ok_or("it is cut short")?;
        value |= u32::from(byte & 127) << shift;
        if byte < 128 {
            return Ok(value);
        }
    }
    Err("a score is too long".to_owned())
}
