//! The rules of Connect Four: seven files, six ranks, discs fall; four in a row win.

use games::{Game, Outcome, Seats, TextError, Variant};

const FILES: u32 = 7;
const RANKS: u32 = 6;

/// The letters of the two players in positions, seat 0 first.
pub const LETTERS: [char; 2] = ['Y', 'R'];

/// A position: the discs of each seat, a bit for each cell. Each file has seven bits, of which the
/// top one stays empty, so that no row goes on in the next file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    discs: [u64; 2],
    turn: usize,
}

/// The file that a disc falls into, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File(pub u32);

impl Position {
    pub fn owner(&self, file: u32, rank: u32) -> Option<usize> {
        (0..2).find(|seat| self.discs[*seat] >> (file * 7 + rank) & 1 == 1)
    }

    /// How many discs lie in a file.
    pub fn height(&self, file: u32) -> u32 {
        let all = self.discs[0] | self.discs[1];
        (all >> (file * 7) & 0x3f).count_ones()
    }

    /// The cells of a row of four of a seat.
    pub fn row_of_four(&self, seat: usize) -> u64 {
        let own = self.discs[seat];
        let rows = [1, 6, 7, 8].map(|step| {
            let starts = own & own >> step & own >> (2 * step) & own >> (3 * step);
            starts | starts << step | starts << (2 * step) | starts << (3 * step)
        });
        rows.into_iter().fold(0, |all, row| all | row)
    }
}

impl Game for Position {
    type Move = File;

    fn name(&self) -> &'static str {
        Position::NAME
    }

    fn is_usual_start(&self) -> bool {
        *self == Position::start()
    }

    fn text(&self) -> String {
        let ranks = (0..RANKS).rev().map(|rank| {
            let letter = |file| self.owner(file, rank).map_or('.', |seat| LETTERS[seat]);
            (0..FILES).map(letter).collect::<String>()
        });
        let ranks: Vec<String> = ranks.collect();
        format!("{} {}", ranks.join("/"), LETTERS[self.turn])
    }

    fn turn(&self) -> usize {
        self.turn
    }

    fn for_each_move(&self, f: impl FnMut(File)) {
        let open = |file: &u32| self.outcome().is_none() && self.height(*file) < RANKS;
        (0..FILES).filter(open).map(File).for_each(f);
    }

    fn play(&self, m: File) -> Position {
        let mut next = *self;
        next.discs[self.turn] |= 1 << (m.0 * 7 + self.height(m.0));
        next.turn ^= 1;
        next
    }

    fn outcome(&self) -> Option<Outcome> {
        let four = (0..2).find(|seat| self.row_of_four(*seat) != 0);
        let full = (0..FILES).all(|file| self.height(file) == RANKS);
        match four {
            Some(seat) => Some(Outcome {
                winners: Seats::one(seat),
                reason: "four in a row",
            }),
            None => full.then_some(Outcome {
                winners: Seats::all(2),
                reason: "board full",
            }),
        }
    }

    fn key(&self) -> u64 {
        let mixed = self.discs[0].wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ self.discs[1].rotate_left(29)).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    fn move_text(&self, m: File) -> String {
        char::from(b'a' + m.0 as u8).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<File, TextError> {
        let moves = self.legal_moves();
        let found = moves.into_iter().find(|m| self.move_text(*m) == text);
        found.ok_or_else(|| format!("'{text}' is not an open file from a to g").into())
    }
}

impl Variant for Position {
    const NAME: &'static str = "connect4";

    fn move_code(m: File) -> u32 {
        m.0
    }

    fn move_of(code: u32) -> File {
        File(code)
    }

    fn start() -> Position {
        Position {
            discs: [0; 2],
            turn: 0,
        }
    }

    fn from_text(text: &str) -> Result<Position, TextError> {
        let wrong = || format!("'{text}' is not a position of Connect Four");
        let (board, turn) = text.split_once(' ').ok_or_else(wrong)?;
        let seat = |letter| LETTERS.iter().position(|own| *own == letter);
        let mut position = Position::start();
        position.turn = turn.parse().ok().and_then(seat).ok_or_else(wrong)?;
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != RANKS as usize {
            return Err(wrong().into());
        }
        for (rank, cells) in (0..RANKS).zip(ranks.into_iter().rev()) {
            if cells.chars().count() != FILES as usize {
                return Err(wrong().into());
            }
            for (file, letter) in (0..FILES).zip(cells.chars()) {
                match (letter, seat(letter)) {
                    ('.', _) => {}
                    (_, Some(seat)) if position.height(file) == rank => {
                        position.discs[seat] |= 1 << (file * 7 + rank);
                    }
                    _ => return Err(wrong().into()),
                }
            }
        }
        Ok(position)
    }
}
