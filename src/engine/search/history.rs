//! Statistics of moves in the search so far: killers and histories.
//!
//! Histories order moves and steer reductions. Every table is a small struct with its index layout
//! in its comment; values gravitate to ±[`LIMIT`], so that recent results count more.

use super::MAX_PLY;
use super::params;
use games::chess::{Bitboard, Color, Move, Position, Role, Square, Threats};

/// Greatest absolute value of a history.
pub const LIMIT: i32 = 16_384;

/// Moves a learned value towards a bonus. The step is smaller the nearer the value is to the limit, which it never
/// passes.
#[inline(always)]
pub(super) fn gravitate<const LIMIT: i32>(entry: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// Returns the bonus for a move that was best, by depth in plies.
pub fn bonus(depth: i32) -> i32 {
    let bonus = params::history_bonus_slope() * depth - params::history_bonus_offset();
    bonus.min(params::history_bonus_max())
}

/// Returns the penalty of the moves that were tried before the best one, by depth in plies.
pub fn malus(depth: i32) -> i32 {
    let malus = params::history_malus_slope() * depth - params::history_malus_offset();
    malus.min(params::history_malus_max())
}

/// A piece and its target square: 0..768, by colour, role and square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    /// Creates the index of a piece that moves to a square.
    #[inline(always)]
    pub fn new(color: Color, role: Role, to: Square) -> PieceTo {
        PieceTo((color as u16 * 6 + role as u16 - 1) * 64 + to as u16)
    }

    /// Returns the index as a number less than [`PIECE_TO`].
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The moves one, two and four plies ago; `None` for a null move and before the first.
pub type EarlierMoves = [Option<PieceTo>; 3];

/// Context on which a move's value depends besides the position: the moves one, two and four plies ago, and the squares
/// that the opponent attacks.
#[derive(Clone, Copy, Debug, Default)]
pub struct MoveContext {
    /// The moves one, two and four plies ago.
    pub moves: EarlierMoves,
    /// The squares that the opponent attacks.
    pub threats: Threats,
}

/// Number of combinations of piece and target square.
pub(super) const PIECE_TO: usize = 768;
/// Number of classes of pawn structures.
const PAWNS: usize = 512;

/// All move statistics of one thread.
pub struct Histories {
    /// Quiet moves that caused a cutoff, two per ply.
    killers: [[Move; 2]; MAX_PLY],
    /// Values of quiet moves by side and squares: `[colour][from attacked, to attacked][from << 6 | to]`.
    butterfly: Box<[[[i16; 4096]; 4]; 2]>,
    /// Values of captures: `[piece and target][captured role]`.
    capture: Box<[[i16; 8]; PIECE_TO]>,
    /// Values of quiet moves after an earlier move: `[earlier piece and target][piece and target]`.
    continuation: Vec<[i16; PIECE_TO]>,
    /// Values of quiet moves in a pawn structure: `[low bits of the pawns' key][piece and target]`.
    pawns: Vec<[i16; PIECE_TO]>,
}

/// Continuation table used where no earlier move is known: all zero.
static NOTHING: [i16; PIECE_TO] = [0; PIECE_TO];

/// The tables that value the quiet moves of one position, looked up once for all of them.
pub struct Quiets<'a> {
    turn: Color,
    butterfly: &'a [[i16; 4096]; 4],
    threats: Bitboard,
    /// By role: squares that a less valuable enemy piece attacks.
    danger: [Bitboard; 8],
    continuation: [&'a [i16; PIECE_TO]; 3],
    pawns: &'a [i16; PIECE_TO],
}

impl Quiets<'_> {
    /// Returns the value of a quiet move of the position.
    #[inline(always)]
    pub fn value(&self, position: &Position, m: Move) -> i32 {
        match position.role_at(m.from()) {
            Some(role) => self.of_piece(role, m.from()).to(m.to()),
            None => 0,
        }
    }

    /// Returns the values of the moves of one piece.
    #[inline(always)]
    pub fn of_piece(&self, role: Role, from: Square) -> PieceQuiets<'_> {
        let danger = self.danger[role as usize & 7];
        let worth = worth_of_escape(role);
        PieceQuiets {
            quiets: self,
            from,
            first: PieceTo::new(self.turn, role, Square::A1),
            butterfly: threatened(self.threats, from) << 1,
            danger,
            worth,
            escape: if danger.contains(from) { worth } else { 0 },
        }
    }
}

/// The tables that value the quiet moves of one piece, looked up once for all of them.
pub struct PieceQuiets<'a> {
    quiets: &'a Quiets<'a>,
    from: Square,
    /// The index of the piece on square a1, to which a target square is added.
    first: PieceTo,
    /// Index in the butterfly history of moves to squares that the opponent does not attack; the next index is for
    /// attacked squares.
    butterfly: usize,
    /// Squares where a piece of less value attacks this one, and the cost (`worth`) of moving to one of them.
    danger: Bitboard,
    worth: i32,
    /// Value of leaving the present square: `worth` if it is in `danger`, else 0.
    escape: i32,
}

impl PieceQuiets<'_> {
    /// Returns the value of the move to a square.
    #[inline(always)]
    pub fn to(&self, to: Square) -> i32 {
        let quiets = self.quiets;
        let index = usize::from(self.first.0) + to as usize;
        let [one, two, four] = quiets.continuation;
        let pawns = i32::from(quiets.pawns[index]) * params::order_pawns() / 1024;
        let continuation = i32::from(one[index]) * params::order_before_1()
            + i32::from(two[index]) * params::order_before_2()
            + i32::from(four[index]) * params::order_before_4();
        let butterfly = self.butterfly | threatened(quiets.threats, to);
        let squares = self.from as usize | (to as usize) << 6;
        let main = i32::from(quiets.butterfly[butterfly & 3][squares]);
        let entered = if self.danger.contains(to) {
            self.worth
        } else {
            0
        };
        main * params::order_main() / 1024 + continuation / 1024 + pawns + self.escape - entered
    }
}

impl Default for Histories {
    fn default() -> Histories {
        Histories {
            killers: [[Move::NONE; 2]; MAX_PLY],
            butterfly: Box::new([[[0; 4096]; 4]; 2]),
            capture: Box::new([[0; 8]; PIECE_TO]),
            continuation: vec![[0; PIECE_TO]; PIECE_TO],
            pawns: vec![[0; PIECE_TO]; PAWNS],
        }
    }
}

impl Histories {
    /// Clears all statistics.
    pub fn forget(&mut self) {
        self.killers = [[Move::NONE; 2]; MAX_PLY];
        self.butterfly.as_flattened_mut().as_flattened_mut().fill(0);
        self.capture.as_flattened_mut().fill(0);
        self.continuation.as_flattened_mut().fill(0);
        self.pawns.as_flattened_mut().fill(0);
    }

    /// Returns the killers of a ply.
    pub fn killers(&self, ply: usize) -> [Move; 2] {
        self.killers[ply]
    }

    /// Clears the killers of a ply; called when its parent is entered.
    pub fn clear_killers(&mut self, ply: usize) {
        self.killers[ply] = [Move::NONE; 2];
    }

    /// Adds a quiet move that caused a cutoff to the killers.
    pub fn add_killer(&mut self, ply: usize, m: Move) {
        let killers = &mut self.killers[ply];
        if killers[0] != m {
            killers[1] = killers[0];
            killers[0] = m;
        }
    }

    /// Returns the value of a quiet move, given the moves one, two and four plies ago.
    #[inline]
    pub fn quiet(&self, position: &Position, m: Move, earlier: &MoveContext) -> i32 {
        self.quiets(position, earlier).value(position, m)
    }

    /// Returns the tables that value the quiet moves of a position.
    #[inline(always)]
    pub fn quiets(&self, position: &Position, earlier: &MoveContext) -> Quiets<'_> {
        Quiets {
            turn: position.turn(),
            butterfly: &self.butterfly[position.turn() as usize],
            threats: earlier.threats.all,
            danger: danger(&earlier.threats),
            continuation: earlier.moves.map(|past| match past {
                Some(past) => &self.continuation[past.0 as usize],
                None => &NOTHING,
            }),
            pawns: &self.pawns[pawn_slot(position)],
        }
    }

    /// Adds a bonus to all histories of a quiet move; a penalty if it is negative.
    pub fn update_quiet(
        &mut self,
        position: &Position,
        m: Move,
        earlier: &MoveContext,
        bonus: i32,
    ) {
        let color = position.turn();
        self.update_main(color, m, earlier, bonus);
        if let Some(role) = position.role_at(m.from()) {
            let index = PieceTo::new(color, role, m.to()).0 as usize;
            for past in earlier.moves.iter().flatten() {
                gravitate::<LIMIT>(&mut self.continuation[past.0 as usize][index], bonus);
            }
            gravitate::<LIMIT>(&mut self.pawns[pawn_slot(position)][index], bonus);
        }
    }

    /// Adds a bonus (or penalty) to the continuation histories of a quiet move alone, which depend on earlier moves.
    pub fn update_continuation(&mut self, moved: PieceTo, earlier: &MoveContext, bonus: i32) {
        for past in earlier.moves.iter().flatten() {
            gravitate::<LIMIT>(
                &mut self.continuation[past.0 as usize][moved.0 as usize],
                bonus,
            );
        }
    }

    /// Adds a bonus (or penalty) to the histories of the quiet move that led to the present node.
    pub fn update_prior(
        &mut self,
        mover: Color,
        m: Move,
        moved: PieceTo,
        earlier: &MoveContext,
        bonus: i32,
    ) {
        self.update_main(mover, m, earlier, bonus);
        self.update_continuation(moved, earlier, bonus);
    }

    /// Adds a bonus (or penalty) to the butterfly history of a quiet move alone, which does not depend on earlier
    /// moves.
    pub fn update_main(&mut self, mover: Color, m: Move, earlier: &MoveContext, bonus: i32) {
        let threats = earlier.threats.all;
        let danger = threatened(threats, m.from()) << 1 | threatened(threats, m.to());
        gravitate::<LIMIT>(
            &mut self.butterfly[mover as usize][danger][from_to(m)],
            bonus,
        );
    }

    /// Returns the value of a capture.
    #[inline]
    pub fn capture(&self, position: &Position, m: Move) -> i32 {
        let (index, captured) = capture_index(position, m);
        i32::from(self.capture[index][captured])
    }

    /// Adds a bonus (or penalty) to the history of a capture.
    pub fn update_capture(&mut self, position: &Position, m: Move, bonus: i32) {
        let (index, captured) = capture_index(position, m);
        gravitate::<LIMIT>(&mut self.capture[index][captured], bonus);
    }
}

#[inline(always)]
fn pawn_slot(position: &Position) -> usize {
    position.keys().pawn() as usize & (PAWNS - 1)
}

/// Returns for each role the squares that a less valuable enemy piece attacks.
#[inline(always)]
fn danger(threats: &Threats) -> [Bitboard; 8] {
    let mut danger = [Bitboard::EMPTY; 8];
    danger[Role::Knight as usize] = threats.by_pawns;
    danger[Role::Bishop as usize] = threats.by_pawns;
    danger[Role::Rook as usize] = threats.by_minors;
    danger[Role::Queen as usize] = threats.by_rooks;
    danger
}

/// Returns the bonus for moving a piece of this role away from an attack by a less valuable piece, which is also the
/// penalty for moving into one.
#[inline(always)]
fn worth_of_escape(role: Role) -> i32 {
    match role {
        Role::Knight | Role::Bishop => params::order_escape_minor(),
        Role::Rook => params::order_escape_rook(),
        Role::Queen => params::order_escape_queen(),
        Role::Pawn | Role::King => 0,
    }
}

#[inline(always)]
fn from_to(m: Move) -> usize {
    m.bits() as usize & 4095
}

/// Returns 1 if the square is attacked, else 0.
#[inline(always)]
fn threatened(threats: Bitboard, square: Square) -> usize {
    usize::from(threats.contains(square))
}

#[inline(always)]
fn capture_index(position: &Position, m: Move) -> (usize, usize) {
    let role = position.role_at(m.from()).unwrap_or(Role::Pawn);
    let captured = position.captured(m).map_or(0, |role| role as usize);
    let index = PieceTo::new(position.turn(), role, m.to());
    (index.0 as usize, captured)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the value of a move for which the tables of squares, of earlier moves and of pawns hold these numbers.
    fn worth(main: i32, continuation: i32, pawns: i32) -> i32 {
        main * params::order_main() / 1024
            + continuation * params::order_before_1() / 1024
            + pawns * params::order_pawns() / 1024
    }

    /// Returns the context of a move that follows another one.
    fn after(moved: PieceTo) -> MoveContext {
        MoveContext {
            moves: [Some(moved), None, None],
            ..MoveContext::default()
        }
    }

    #[test]
    fn a_move_out_of_danger_is_told_from_the_same_move_without_any() {
        let mut histories = Histories::default();
        let start = Position::start();
        let m = start.legal_moves()[0];
        let value = |histories: &Histories, all: Bitboard| {
            let earlier = MoveContext {
                threats: Threats {
                    all,
                    ..Threats::NONE
                },
                ..MoveContext::default()
            };
            histories.quiet(&start, m, &earlier)
        };
        let from = Bitboard::from_square(m.from());
        let danger = MoveContext {
            threats: Threats {
                all: from,
                ..Threats::NONE
            },
            ..MoveContext::default()
        };
        histories.update_main(Color::White, m, &danger, 800);
        assert_eq!(value(&histories, from), worth(800, 0, 0));
        assert_eq!(value(&histories, Bitboard::EMPTY), 0);
        assert_eq!(value(&histories, from | Bitboard::from_square(m.to())), 0);
    }

    #[test]
    fn a_piece_is_drawn_out_of_an_attack_by_less_and_not_into_one() {
        use Square::*;
        let histories = Histories::default();
        let value = |fen: &str, from: Square, to: Square| {
            let position = Position::from_fen(fen, false).expect("legal");
            let earlier = MoveContext {
                threats: position.threats(Color::Black),
                ..MoveContext::default()
            };
            let moves = position.legal_moves();
            let mut named = moves.iter().filter(|m| (m.from(), m.to()) == (from, to));
            histories.quiet(&position, *named.next().expect("legal"), &earlier)
        };
        let (minor, rook, queen) = (
            params::order_escape_minor(),
            params::order_escape_rook(),
            params::order_escape_queen(),
        );
        assert!(0 < minor && minor < rook && rook < queen);
        // The pawn attacks b4 and d4, the knight b3, c2, e2, f3 and others.
        let fen = "7k/8/8/2p5/3n3N/1N2R3/2Q5/4K3 w - - 0 1";
        for (from, to, expected) in [
            (B3, C1, 0), // a knight is worth no less than a knight
            (H4, F5, 0),
            (E3, G3, 0),
            (E3, F3, -rook),
            (E3, E2, -rook),
            (C2, A2, queen),
            (C2, E2, 0), // from one attack into another
        ] {
            assert_eq!(value(fen, from, to), expected, "{from}{to}");
        }
        let fen = "7k/8/8/2p5/1N1n4/5R2/8/Q3K3 w - - 0 1";
        assert_eq!(value(fen, B4, D5), minor);
        assert_eq!(value(fen, F3, A3), rook);
    }

    #[test]
    fn values_gravitate_to_the_limit_and_never_pass_it() {
        let mut entry = 0;
        for _ in 0..1000 {
            gravitate::<LIMIT>(&mut entry, 1500);
            assert!(i32::from(entry) <= LIMIT);
        }
        assert!(i32::from(entry) > LIMIT * 9 / 10);
        gravitate::<LIMIT>(&mut entry, -LIMIT);
        assert!(entry < 0);
    }

    #[test]
    fn a_rewarded_move_is_valued_above_a_punished_one() {
        let mut histories = Histories::default();
        let position = Position::start();
        let moves = position.legal_moves();
        let past = after(PieceTo::new(Color::Black, Role::Knight, Square::F6));
        histories.update_quiet(&position, moves[0], &past, 900);
        histories.update_quiet(&position, moves[1], &past, -900);
        let value = |m| histories.quiet(&position, m, &past);
        let all = worth(900, 900, 900);
        assert_eq!(
            (value(moves[0]), value(moves[1])),
            (all, worth(-900, -900, -900))
        );
        assert!(all > 0 && all > worth(900, 0, 900), "{all}");
        assert_eq!(
            histories.quiet(&position, moves[0], &MoveContext::default()),
            worth(900, 0, 900)
        );
    }

    #[test]
    fn a_move_is_remembered_with_the_pawns_around_it() {
        let mut histories = Histories::default();
        let start = Position::start();
        let m = start.legal_moves()[0];
        histories.update_quiet(&start, m, &MoveContext::default(), 900);
        let with_pawns = histories.quiet(&start, m, &MoveContext::default());
        let fewer = "rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let other = Position::from_fen(fewer, false).expect("legal");
        assert_ne!(pawn_slot(&start), pawn_slot(&other));
        let without = worth(900, 0, 0);
        assert_eq!(histories.quiet(&other, m, &MoveContext::default()), without);
        assert!(with_pawns > without, "{with_pawns}");
    }

    #[test]
    fn the_move_that_led_here_is_rewarded_as_it_was_played() {
        let mut histories = Histories::default();
        let start = Position::start();
        let m = start.legal_moves()[0];
        let role = start.role_at(m.from()).expect("a piece");
        let moved = PieceTo::new(Color::White, role, m.to());
        let past = after(PieceTo::new(Color::Black, Role::Rook, Square::A8));
        histories.update_prior(Color::White, m, moved, &past, 700);
        let alone = worth(700, 0, 0);
        assert_eq!(histories.quiet(&start, m, &past), worth(700, 700, 0));
        assert_eq!(histories.quiet(&start, m, &MoveContext::default()), alone);
        histories.update_continuation(moved, &past, -200);
        assert!(histories.quiet(&start, m, &past) < worth(700, 700, 0));
        assert_eq!(histories.quiet(&start, m, &MoveContext::default()), alone);
    }
}
