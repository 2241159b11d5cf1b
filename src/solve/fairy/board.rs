//! Boards of fairy problems: men of any kind on 64 squares, of White, Black or neutral, and the effects of a move.

use super::conditions::{Condition, Conditions};
use super::walks::Kind;
use shakmaty::{Color, Square};

/// Man on the board of a fairy problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Kind of piece.
    pub kind: Kind,
    /// Its side; `None` for a neutral man, which either side moves as its own.
    pub side: Option<Color>,
    /// True for a king or another royal piece.
    pub royal: bool,
}

impl Man {
    /// Returns a man of this kind, royal if it is a king; neutral if `side` is `None`.
    pub fn new(side: Option<Color>, kind: Kind) -> Man {
        Man {
            kind,
            side,
            royal: kind == Kind::KING,
        }
    }

    /// Returns true if `color` can move the man.
    #[inline]
    pub(super) fn is_own(self, color: Color) -> bool {
        self.side != Some(color.other())
    }

    /// Returns true if `color` can capture the man.
    #[inline]
    pub(super) fn is_prey(self, color: Color) -> bool {
        self.side != Some(color)
    }

    /// Returns the code of the man with marks for a neutral or royal piece, as Popeye writes it: `S`, `nG`, `rG`.
    pub fn code(self) -> String {
        let neutral = if self.side.is_none() { "n" } else { "" };
        let royal = if self.royal && self.kind != Kind::KING {
            "r"
        } else {
            ""
        };
        format!("{neutral}{royal}{}", self.kind.code())
    }
}

/// The men of a diagram, by square; a1 is 0 and h8 is 63.
pub type Men = [Option<Man>; 64];

/// Index that stands for no square.
pub(super) const NONE: u8 = 64;

/// Move on a fairy board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FairyMove {
    pub(super) from: u8,
    /// Square to which the man goes, before a second step after a capture (Take & Make).
    pub(super) to: u8,
    /// Square of the captured man.
    pub(super) capture: u8,
    /// Square of the second step after a capture, if any (Take & Make).
    pub(super) make: u8,
    pub(super) promotion: Option<Kind>,
    pub(super) castling: bool,
}

impl FairyMove {
    pub(super) const fn new(from: u8, to: u8, capture: u8) -> FairyMove {
        FairyMove {
            from,
            to,
            capture,
            make: NONE,
            promotion: None,
            castling: false,
        }
    }

    pub(super) fn is_capture(self) -> bool {
        self.capture != NONE
    }

    /// Returns the square on which the moved man ends.
    pub(super) fn arrival(self) -> u8 {
        if self.make == NONE {
            self.to
        } else {
            self.make
        }
    }
}

/// A pawn that has just moved several squares ahead, and the squares that it passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Passed {
    pub(super) squares: [u8; 2],
    pub(super) pawn: u8,
}

/// Facts about the last move on which an aim may depend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Deed {
    pub(super) arrival: u8,
    pub(super) captures: bool,
    pub(super) en_passant: bool,
    pub(super) castles: bool,
    /// True if the man has come back to the square on which it stood in the diagram.
    pub(super) returns: bool,
}

/// Position of a fairy problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub(super) men: Men,
    /// Square on which each man stood in the diagram.
    origin: [u8; 64],
    pub(super) turn: Color,
    /// Kings and rooks at home that have not moved, by the squares of [`HOMES`].
    pub(super) unmoved: u8,
    pub(super) passed: Option<Passed>,
    pub(super) conditions: Conditions,
    /// Bit set of the kinds to which pawns promote.
    pub(super) promotions: u64,
    pub(super) last: Deed,
}

/// Initial squares of rooks and kings: a1, e1, h1, a8, e8, h8.
pub(super) const HOMES: [u8; 6] = [0, 4, 7, 56, 60, 63];

/// Returns the bit that stands for a square of [`HOMES`]; 0 for other squares.
pub(super) fn home_bit(square: u8) -> u8 {
    let at = HOMES.iter().position(|&home| home == square);
    at.map_or(0, |at| 1 << at)
}

pub(super) fn file(square: u8) -> i8 {
    (square % 8) as i8
}

pub(super) fn rank(square: u8) -> i8 {
    (square / 8) as i8
}

/// Returns the square `x` files and `y` ranks away; `None` if it is off the board.
#[inline]
pub(super) fn shifted(square: u8, (x, y): (i8, i8)) -> Option<u8> {
    let (x, y) = (file(square) + x, rank(square) + y);
    ((0..8).contains(&x) && (0..8).contains(&y)).then_some((y * 8 + x) as u8)
}

impl Board {
    /// Creates a board with these men and conditions. Kings and rooks on their initial squares may castle if `castling`
    /// has their squares; `passed` is the square that a pawn has just passed over.
    pub fn new(
        men: Men,
        turn: Color,
        castling: shakmaty::Bitboard,
        passed: Option<Square>,
        conditions: Conditions,
    ) -> Board {
        let mut promotions = [Kind::QUEEN, Kind::ROOK, Kind::BISHOP, Kind::KNIGHT]
            .into_iter()
            .fold(0, |all, kind| all | kind.bit());
        for man in men.iter().flatten() {
            if man.kind.role().is_none() {
                promotions |= man.kind.bit();
            }
        }
        let mut origin = [NONE; 64];
        for square in 0..64 {
            origin[usize::from(square)] = square;
        }
        let mut board = Board {
            men,
            origin,
            turn,
            unmoved: 0,
            passed: None,
            conditions,
            promotions,
            last: Deed::default(),
        };
        for rook in castling {
            let home = u8::from(rook);
            board.unmoved |= home_bit(home) | home_bit(home / 8 * 8 + 4);
        }
        board.passed = passed.and_then(|square| {
            let over = u8::from(square);
            let pawn = shifted(over, (0, if turn.is_white() { -1 } else { 1 }))?;
            let is_pawn = |man: Man| man.kind == Kind::PAWN && man.is_prey(turn);
            board.man(pawn).filter(|&man| is_pawn(man))?;
            Some(Passed {
                squares: [over, NONE],
                pawn,
            })
        });
        board
    }

    /// Creates the board of a position of chess.
    pub fn of(p: &shakmaty::Setup, conditions: Conditions) -> Board {
        let mut men: Men = [None; 64];
        for (square, piece) in p.board.clone() {
            let man = Man::new(Some(piece.color), Kind::of(piece.role));
            men[usize::from(square)] = Some(man);
        }
        Board::new(men, p.turn, p.castling_rights, p.ep_square, conditions)
    }

    #[inline]
    pub(super) fn man(&self, square: u8) -> Option<Man> {
        self.men[usize::from(square)]
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the conditions.
    pub fn conditions(&self) -> Conditions {
        self.conditions
    }

    /// Returns the numbers of men of White, of Black, and of neutral men.
    pub fn counts(&self) -> [usize; 3] {
        let count = |side| self.men.iter().flatten().filter(|m| m.side == side).count();
        [Some(Color::White), Some(Color::Black), None].map(count)
    }

    /// Returns the position with the other side to move.
    pub fn pass(&self) -> Board {
        let mut after = self.clone();
        after.turn = self.turn.other();
        after.passed = None;
        after
    }

    /// Returns true if the man is a king or rook and the square its initial square, so that it can castle when put
    /// there.
    fn is_home(square: u8, man: Man) -> bool {
        let base = match man.side {
            Some(Color::White) => 0,
            Some(Color::Black) => 56,
            None => return false,
        };
        match man.kind {
            Kind::KING => square == base + 4,
            Kind::ROOK => square == base || square == base + 7,
            _ => false,
        }
    }

    /// Returns the square on which a man of `side` is reborn after a capture on the square `on`: for pieces the initial
    /// square on a square of the same colour as `on`, for pawns the initial square of the same file, for fairy pieces
    /// the promotion square of the same file.
    pub(super) fn rebirth(kind: Kind, side: Color, on: u8) -> u8 {
        let base = side.fold_wb(0, 56);
        let is_light = (file(on) + rank(on)) % 2 == 1;
        // Files of the initial squares, for light and dark squares of White; for Black it is the other way round.
        let by_colour = |light: u8, dark: u8| {
            base + if is_light == side.is_white() {
                light
            } else {
                dark
            }
        };
        match kind {
            Kind::KING => base + 4,
            Kind::QUEEN => base + 3,
            Kind::ROOK => by_colour(7, 0),
            Kind::BISHOP => by_colour(5, 2),
            Kind::KNIGHT => by_colour(1, 6),
            Kind::PAWN => side.fold_wb(8, 48) + on % 8,
            _ => 56 - base + on % 8,
        }
    }

    /// Returns the position after a pseudo-legal move. Its effects are appended to `told`, if given, as Popeye writes
    /// them.
    pub(super) fn apply(&self, m: FairyMove, mut told: Option<&mut String>) -> Board {
        let mut after = self.clone();
        let has = |condition| self.conditions.has(condition);
        let mover = self.turn;
        let mut tell = |text: String| {
            if let Some(told) = told.as_deref_mut() {
                told.push_str(&text);
            }
        };
        let mut taken = None;
        if m.is_capture() {
            taken = after.men[usize::from(m.capture)].take();
            after.unmoved &= !home_bit(m.capture);
        }
        let (from, to) = (usize::from(m.from), m.arrival());
        let man = after.men[from].take();
        after.unmoved &= !(home_bit(m.from) | home_bit(to));
        after.men[usize::from(to)] = man;
        after.origin[usize::from(to)] = self.origin[from];
        let returns = self.origin[from] == to;
        if let Some(kind) = m.promotion {
            after.become_kind(to, kind);
        }
        let mut moved = vec![to];
        if m.castling {
            let (home, place) = rook_of(m);
            after.men[usize::from(place)] = after.men[usize::from(home)].take();
            after.origin[usize::from(place)] = self.origin[usize::from(home)];
            after.unmoved &= !home_bit(home);
            moved.push(place);
        }
        after.passed = self.passing(m);
        if has(Condition::Einstein) {
            for square in moved {
                after.einstein(square, taken.is_some(), &mut tell);
            }
        }
        if let Some(taken) = taken {
            let mut stands = to;
            if has(Condition::AntiCirce) {
                stands = after.capturer_reborn(to, &mut tell);
            }
            if has(Condition::Andernach) {
                after.change_side(stands, mover.other(), &mut tell);
            }
            if has(Condition::AntiCirce) {
                tell("]".to_owned());
            }
            if has(Condition::Circe) && !taken.royal {
                after.put_back(taken, mover.other(), to, m, &mut tell);
            }
        }
        after.last = Deed {
            arrival: to,
            captures: taken.is_some(),
            en_passant: taken.is_some() && m.capture != m.to && self.is_passed(m.to),
            castles: m.castling,
            returns,
        };
        after.turn = mover.other();
        after
    }

    fn become_kind(&mut self, square: u8, kind: Kind) {
        if let Some(man) = &mut self.men[usize::from(square)] {
            man.kind = kind;
        }
    }

    /// Returns true if a pawn has just passed over the square.
    pub(super) fn is_passed(&self, square: u8) -> bool {
        square != NONE && self.passed.is_some_and(|p| p.squares.contains(&square))
    }

    /// Returns the pawn of a move of several squares, and the squares that it passes over; `None` for other moves.
    fn passing(&self, m: FairyMove) -> Option<Passed> {
        let man = self.man(m.from)?;
        let step = rank(m.to) - rank(m.from);
        let is_step = file(m.to) == file(m.from) && !m.is_capture();
        if man.kind != Kind::PAWN || !is_step || step.abs() < 2 {
            return None;
        }
        let over = |n: i8| shifted(m.from, (0, n * step.signum())).unwrap_or(NONE);
        let second = if step.abs() > 2 { over(2) } else { NONE };
        Some(Passed {
            squares: [over(1), second],
            pawn: m.to,
        })
    }

    fn einstein(&mut self, square: u8, captures: bool, tell: &mut dyn FnMut(String)) {
        const LADDER: [Kind; 5] = [
            Kind::PAWN,
            Kind::KNIGHT,
            Kind::BISHOP,
            Kind::ROOK,
            Kind::QUEEN,
        ];
        let Some(man) = self.man(square) else { return };
        let Some(at) = LADDER.iter().position(|&kind| kind == man.kind) else {
            return;
        };
        let next = if captures {
            (at + 1).min(4)
        } else {
            at.saturating_sub(1)
        };
        if next != at {
            self.become_kind(square, LADDER[next]);
            tell(format!("={}", LADDER[next].code()));
            // A man that has ceased to be a pawn cannot be taken en passant.
            if LADDER[next] != Kind::PAWN {
                self.passed = None;
            }
        }
    }

    /// Changes the side of the man on a square to `side`, unless it is neutral or royal, and passes the note on it to
    /// `tell`.
    fn change_side(&mut self, square: u8, side: Color, tell: &mut dyn FnMut(String)) {
        let Some(man) = &mut self.men[usize::from(square)] else {
            return;
        };
        if man.side.is_none() || man.royal || man.side == Some(side) {
            return;
        }
        man.side = Some(side);
        if Board::is_home(square, *man) {
            self.unmoved |= home_bit(square);
        }
        tell(format!("={}", side.char()));
    }

    /// Puts the capturing man, which stands on `at`, on its initial square, and returns that square. Passes the
    /// beginning of the note on the rebirth to `tell`; its closing bracket follows later.
    fn capturer_reborn(&mut self, at: u8, tell: &mut dyn FnMut(String)) -> u8 {
        let Some(man) = self.men[usize::from(at)].take() else {
            return at;
        };
        let origin = self.origin[usize::from(at)];
        let mut home = Board::rebirth(man.kind, man.side.unwrap_or(self.turn), at);
        if self.man(home).is_some() {
            // Only a capture of the king, which is never played, comes here.
            home = at;
        }
        self.men[usize::from(home)] = Some(man);
        self.origin[usize::from(home)] = origin;
        if Board::is_home(home, man) {
            self.unmoved |= home_bit(home);
        }
        tell(format!("[{}{}->{}", coloured(man), name(at), name(home)));
        home
    }

    /// Puts the man `taken` of the side `side`, which the move `m` has captured, on its initial square, if that is
    /// empty. `to` is the square on which the capturing man stands. Passes the note on the rebirth to `tell`.
    fn put_back(
        &mut self,
        taken: Man,
        side: Color,
        to: u8,
        m: FairyMove,
        tell: &mut dyn FnMut(String),
    ) {
        let on = if m.capture == m.to { m.to } else { m.capture };
        let home = Board::rebirth(taken.kind, side, on);
        if self.man(home).is_some() || home == to {
            return;
        }
        self.men[usize::from(home)] = Some(taken);
        self.origin[usize::from(home)] = self.origin[usize::from(m.capture)];
        if Board::is_home(home, taken) {
            self.unmoved |= home_bit(home);
        }
        tell(format!("[+{}{}]", coloured(taken), name(home)));
    }

    /// Returns a 128-bit hash of the position. If `with_origins` is true, positions that differ only in the squares of
    /// origin of their men have different hashes.
    pub(super) fn key(&self, with_origins: bool) -> u128 {
        let mut hash: u128 = 0x243f_6a88_85a3_08d3_1319_8a2e_0370_7344;
        let mut mix = |value: u64| {
            hash =
                (hash ^ u128::from(value)).wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
            hash ^= hash >> 61;
        };
        for (square, man) in self.men.iter().enumerate() {
            if let Some(man) = man {
                let side = match man.side {
                    None => 0,
                    Some(Color::White) => 1,
                    Some(Color::Black) => 2,
                };
                let origin = if with_origins { self.origin[square] } else { 0 };
                mix(square as u64
                    | u64::from(man.kind.index()) << 8
                    | side << 16
                    | u64::from(man.royal) << 20
                    | u64::from(origin) << 24);
            }
        }
        let passed = self.passed.map_or(0, |p| u64::from(p.pawn) + 1);
        mix(u64::from(self.unmoved)
            | passed << 8
            | u64::from(self.turn.is_white()) << 16
            | 1 << 40);
        hash
    }

    /// Returns the position in Forsyth notation with Popeye's letters, with `=` before neutral men and dots around
    /// codes of two letters.
    pub fn forsyth(&self) -> String {
        let mut out = String::new();
        for rank in (0..8u8).rev() {
            let mut empty = 0;
            for file in 0..8u8 {
                let Some(man) = self.man(rank * 8 + file) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    out += &empty.to_string();
                    empty = 0;
                }
                let code = match man.side {
                    Some(Color::Black) => man.kind.code().to_lowercase(),
                    _ => man.kind.code(),
                };
                if man.side.is_none() {
                    out.push('=');
                }
                if code.len() > 1 {
                    out.push('.');
                }
                out += &code;
            }
            if empty > 0 {
                out += &empty.to_string();
            }
            if rank > 0 {
                out.push('/');
            }
        }
        format!("{out} {}", self.turn.char())
    }
}

/// Returns the squares from which and to which the rook of a castling move goes.
pub(super) fn rook_of(m: FairyMove) -> (u8, u8) {
    if m.to > m.from {
        (m.from + 3, m.from + 1)
    } else {
        (m.from - 4, m.from - 1)
    }
}

/// Returns the name of a square.
pub(super) fn name(square: u8) -> String {
    Square::new(u32::from(square)).to_string()
}

/// Returns the code of a man after the letter of its side: `wS`, `nG`.
fn coloured(man: Man) -> String {
    let side = man.side.map(|side| side.char().to_string());
    format!("{}{}", side.unwrap_or_default(), man.code())
}
