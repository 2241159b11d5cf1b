//! Reads a position from its text form, `NZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 1`, which [`text`](super::text) describes.

use super::board::Color;
use super::position::{ANY, Deadlock, OFF_BOARD, Position, Side, Towers, turned};
use super::text::{side_name, tower_letter};
use super::words::color_name;
use crate::Text;
use base::{say, told};

/// Parses a position that has the towers `towers`. The round follows the rule [`Deadlock::Mutual`].
///
/// # Errors
/// A sentence, without its full stop, that names the field and what is wrong with it.
pub(super) fn read(text: &str, towers: Towers) -> Result<Position, Text> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (board, side, color, zero, ply) = match fields[..] {
        [board, side, color, zero] => (board, side, color, zero, None),
        [board, side, color, zero, ply] => (board, side, color, zero, Some(ply)),
        _ => {
            let count = fields.len();
            return Err(told!("kamisado-fields", count));
        }
    };
    let (squares, ranks) = read_board(board, towers)?;
    let side = match side {
        "b" => Side::Black,
        "w" => Side::White,
        _ => {
            return Err(told!("kamisado-bad-side", side));
        }
    };
    let mut position = Position::from_homes(squares, ranks, side);
    position.required = read_required(color, side)?;
    position.zero = match zero {
        "0" => false,
        "1" => true,
        _ => {
            return Err(told!("kamisado-bad-zero-flag", zero));
        }
    };
    position.ply = match ply {
        None => 1 + side as u16,
        Some(ply) => match ply.parse() {
            Ok(number @ 1..) => number,
            _ => {
                return Err(told!("kamisado-bad-ply", ply));
            }
        },
    };
    check(position)
}

fn read_required(color: &str, side: Side) -> Result<u8, Text> {
    if color == "-" {
        return Ok(ANY);
    }
    let mut letters = color.chars();
    let wrong = || told!("kamisado-bad-colour", color);
    let letter = letters.next().ok_or_else(wrong)?;
    let found = Color::from_letter(letter.to_ascii_uppercase()).ok_or_else(wrong)?;
    if letters.next().is_some() {
        return Err(wrong());
    }
    if letter != tower_letter(side, found) {
        let case = match side {
            Side::Black => "lower",
            Side::White => "upper",
        };
        return Err(Text::of(|lang| {
            say!(
                lang,
                "kamisado-colour-case",
                side = side_name(side, lang),
                letter,
                case
            )
        }));
    }
    Ok(found as u8)
}

/// Squares of the towers, and their ranks.
type Board = ([[u8; 8]; 2], [u16; 2]);

fn read_board(text: &str, towers: Towers) -> Result<Board, Text> {
    let mut squares = [[OFF_BOARD; 8]; 2];
    let mut ranks = [0; 2];
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        let count = rows.len();
        return Err(told!("kamisado-ranks-of-board", count));
    }
    for (index, row) in rows.iter().enumerate() {
        let number = 8 - index;
        let mut file = 0;
        let mut last: Option<(Side, usize)> = None;
        for letter in row.chars() {
            if letter == '+' {
                let (side, color) =
                    last.ok_or_else(|| told!("kamisado-plus-without-tower", number))?;
                let rank = &mut ranks[side as usize];
                if *rank >> (2 * color) & 3 == 3 {
                    return Err(told!("kamisado-plus-too-many"));
                }
                *rank += 1 << (2 * color);
                continue;
            }
            last = None;
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let color = Color::from_letter(letter.to_ascii_uppercase())
                .ok_or_else(|| told!("kamisado-bad-tower", letter))?;
            let side = [Side::White, Side::Black][usize::from(letter.is_ascii_lowercase())];
            if file >= 8 {
                return Err(told!("kamisado-rank-too-long", number));
            }
            let square = ((number - 1) * 8 + file) as u8;
            let place = &mut squares[side as usize][color as usize];
            if *place != OFF_BOARD {
                return Err(Text::of(|lang| {
                    say!(
                        lang,
                        "kamisado-two-towers",
                        side = side_name(side, lang),
                        color = color_name(color, lang)
                    )
                }));
            }
            *place = match side {
                Side::Black => square,
                Side::White => turned(square),
            };
            last = Some((side, color as usize));
            file += 1;
        }
        if file != 8 {
            return Err(told!("kamisado-rank-squares", number, file));
        }
    }
    for side in Side::BOTH {
        let missing = |color: &Color| squares[side as usize][*color as usize] == OFF_BOARD;
        let missing: Vec<Color> = Color::ALL.into_iter().filter(missing).collect();
        match (towers, &missing[..]) {
            (Towers::All, [color, ..]) => {
                return Err(Text::of(|lang| {
                    let side = side_name(side, lang);
                    say!(
                        lang,
                        "kamisado-no-tower",
                        side,
                        color = color_name(*color, lang)
                    )
                }));
            }
            (Towers::Some, [_, _, _, _, _, _, _, _]) => {
                return Err(Text::of(|lang| {
                    say!(lang, "kamisado-no-towers", side = side_name(side, lang))
                }));
            }
            _ => {}
        }
    }
    Ok((squares, ranks))
}

/// Checks the consistency of a position, and sets its fields `won` and `deadlock`.
fn check(mut position: Position) -> Result<Position, Text> {
    let home = |side: Side| {
        position.squares[side as usize]
            .iter()
            .any(|s| (56..64).contains(s))
    };
    let side = position.side();
    if home(Side::Black) && home(Side::White) {
        return Err(told!("kamisado-both-at-goal"));
    }
    if home(side) {
        return Err(Text::of(|lang| {
            say!(
                lang,
                "kamisado-goal-reached-to-move",
                side = side_name(side, lang)
            )
        }));
    }
    position.won = home(side.other());
    let seat = side as usize;
    if let Some(color) = position.required()
        && position.square(side, color).is_none()
    {
        return Err(Text::of(|lang| {
            let side = side_name(side, lang);
            say!(
                lang,
                "kamisado-required-missing",
                side,
                color = color_name(color, lang)
            )
        }));
    }
    // With fewer towers any tower may move in the middle of a round, too, and a round may end by it.
    if position.required == ANY && !position.won && !position.lacks_towers() {
        if position.zero {
            return Err(told!("kamisado-zero-without-colour"));
        }
        if position.is_immobile(seat) {
            return Err(Text::of(|lang| {
                say!(lang, "kamisado-all-blocked", side = side_name(side, lang))
            }));
        }
    }
    if position.won && position.zero {
        return Err(told!("kamisado-zero-at-goal"));
    }
    position.deadlock = Deadlock::Mutual;
    Ok(position)
}
