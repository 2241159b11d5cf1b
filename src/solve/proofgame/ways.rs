//! Men that never move during a proof game, and the moves that all others need to get past them.

use super::{KING, ROLES, after_castling};
use games::chess::{Bitboard, Color, Position, Role, Square, attacks};

/// Number of moves that stands for "impossible". Twice this number fits into a byte.
pub(super) const FAR: u8 = 100;

/// A number for each pair of squares: the origin of a man, then its target.
type Table = Vec<[u8; 64]>;

fn table() -> Table {
    vec![[FAR; 64]; 64]
}

/// Least number of moves, and least number of captures, that a man needs; the two may belong to different routes.
#[derive(Clone)]
pub(super) struct Cost {
    pub(super) moves: Table,
    pub(super) captures: Table,
}

impl Cost {
    fn new() -> Cost {
        Cost {
            moves: table(),
            captures: table(),
        }
    }

    fn lower(&mut self, from: Square, to: Square, moves: u8, captures: u8) -> bool {
        let (at, place) = (from as usize, to as usize);
        let lower = moves < self.moves[at][place] || captures < self.captures[at][place];
        self.moves[at][place] = moves.min(self.moves[at][place]);
        self.captures[at][place] = captures.min(self.captures[at][place]);
        lower
    }

    fn of(&self, from: Square, to: Square) -> (u8, u8) {
        let (from, to) = (from as usize, to as usize);
        (self.moves[from][to], self.captures[from][to])
    }
}

/// Least numbers of moves from square to square on a board on which some men never move.
pub(super) struct Ways {
    /// Men that stand where they were at the start and never move.
    pub(super) fixed: Bitboard,
    /// Costs by colour and role; for pawns, those without promotion.
    pieces: [[Cost; 6]; 2],
    /// Costs of a pawn that is promoted, by colour and the role it becomes.
    promoted: [[Cost; 6]; 2],
}

impl Ways {
    pub(super) fn new(start: &Position, goal: &Position) -> Ways {
        let fixed = fixed_men(start, goal);
        let mut ways = Ways {
            fixed,
            pieces: [(); 2].map(|()| [(); 6].map(|()| Cost::new())),
            promoted: [(); 2].map(|()| [(); 6].map(|()| Cost::new())),
        };
        for color in Color::ALL {
            let barred = fixed | guarded(goal, fixed, color.other());
            for (index, role) in ROLES.into_iter().enumerate() {
                let cost = &mut ways.pieces[color as usize][index];
                match role {
                    Role::Pawn => pawn_ways(cost, color, fixed),
                    Role::King => piece_ways(cost, role, fixed, barred),
                    _ => piece_ways(cost, role, fixed, fixed),
                }
            }
            let [pawn, pieces @ ..] = &ways.pieces[color as usize];
            let last = Bitboard::from_rank(color.relative_rank(shakmaty::Rank::Eighth));
            for (index, piece) in pieces.iter().enumerate().take(KING - 1) {
                let cost = &mut ways.promoted[color as usize][index + 1];
                for (from, at) in Square::ALL
                    .into_iter()
                    .flat_map(|from| last.into_iter().map(move |at| (from, at)))
                {
                    let (moves, captures) = pawn.of(from, at);
                    if moves >= FAR {
                        continue;
                    }
                    for to in Square::ALL {
                        let (then, _) = piece.of(at, to);
                        if then < FAR {
                            cost.lower(from, to, moves + then, captures);
                        }
                    }
                }
            }
        }
        ways
    }

    /// Returns the least moves and captures that a man of `role` on `from` needs to stand on `to` as one of `goal`;
    /// roles are given by their indices.
    #[inline]
    pub(super) fn cost(
        &self,
        color: Color,
        role: usize,
        from: Square,
        goal: usize,
        to: Square,
    ) -> (u8, u8) {
        let of_color = color as usize;
        if role == goal {
            self.pieces[of_color][role].of(from, to)
        } else if role == super::PAWN {
            self.promoted[of_color][goal].of(from, to)
        } else {
            (FAR, FAR)
        }
    }
}

/// Returns the squares that are guarded all the time by those pawns of `color` that never move.
fn guarded(goal: &Position, fixed: Bitboard, color: Color) -> Bitboard {
    let pawns = goal.pieces(color, Role::Pawn) & fixed;
    let guarded = pawns
        .into_iter()
        .map(|pawn| attacks::pawn_attacks(color, pawn));
    guarded.fold(Bitboard::EMPTY, |all, some| all | some)
}

/// Returns the squares to which a piece on `from` can go if the squares of `occupied` are blocked.
fn steps(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        Role::Queen => attacks::queen_attacks(from, occupied),
        _ => attacks::king_attacks(from),
    }
}

/// Returns the men that cannot move during the game: pawns that the final position has on their initial squares, king
/// and rook of a castling right, and pieces shut in by such men.
fn fixed_men(start: &Position, goal: &Position) -> Bitboard {
    let mut fixed = Bitboard::EMPTY;
    let same = |color: Color, role| start.pieces(color, role) & goal.pieces(color, role);
    for color in Color::ALL {
        let home = Bitboard::from_rank(color.relative_rank(shakmaty::Rank::Second));
        fixed |= same(color, Role::Pawn) & home;
        let rooks = goal.castling_rooks() & goal.color(color);
        if rooks.any() {
            fixed |= rooks | goal.king(color);
        }
    }
    loop {
        let before = fixed;
        for color in Color::ALL {
            let guarded = guarded(goal, fixed, color.other());
            let last = Bitboard::from_rank(color.relative_rank(shakmaty::Rank::Eighth));
            for role in ROLES.into_iter().filter(|role| *role != Role::Pawn) {
                let barred = match role {
                    Role::King => fixed | guarded,
                    _ => fixed,
                };
                // On the last rank a promoted piece may take the place of another.
                let among = match role {
                    Role::King => same(color, role),
                    _ => same(color, role) & !last,
                };
                for square in among {
                    let castles = role == Role::King && may_castle(start, color, square, fixed);
                    if !castles && (steps(role, square, Bitboard::FULL) & !barred).is_empty() {
                        fixed |= square;
                    }
                }
            }
        }
        if fixed == before {
            return fixed;
        }
    }
}

/// Returns false if the men that never move rule out that a king on `king` ever castles.
fn may_castle(start: &Position, color: Color, king: Square, fixed: Bitboard) -> bool {
    let rooks = start.castling_rooks() & start.color(color);
    rooks.into_iter().any(|rook| {
        let (king_to, rook_to) = after_castling(king, rook);
        let mut needed = Bitboard::from_square(king_to) | rook_to;
        needed &= !(Bitboard::from_square(king) | rook);
        (needed & fixed).is_empty()
    })
}

/// Fills in the least numbers of moves in which a piece gets from each square to each other. The men of `fixed` block
/// its way, and it may stand on no `barred` square.
fn piece_ways(cost: &mut Cost, role: Role, fixed: Bitboard, barred: Bitboard) {
    for from in Square::ALL {
        let mut known = Bitboard::from_square(from);
        let mut latest = known;
        for moves in 0.. {
            for to in latest {
                cost.lower(from, to, moves, 0);
            }
            let next = latest.into_iter().map(|at| steps(role, at, fixed));
            latest = next.fold(Bitboard::EMPTY, |all, some| all | some) & !known & !barred;
            known |= latest;
            if latest.is_empty() {
                break;
            }
        }
    }
}

/// Fills in the costs of a pawn as long as it is a pawn, up to the last rank.
fn pawn_ways(cost: &mut Cost, color: Color, fixed: Bitboard) {
    let step = color.fold_wb(8, -8);
    let home = color.relative_rank(shakmaty::Rank::Second);
    for from in Square::ALL {
        cost.lower(from, from, 0, 0);
        // Squares further ahead are reached later.
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            let (moves, captures) = cost.of(from, at);
            let mut go = |to: Square, captures: u8| {
                if cost.lower(from, to, moves + 1, captures) {
                    open.push(to);
                }
            };
            let free = |square: &Square| !fixed.contains(*square);
            let ahead = at.offset(step).filter(free);
            if let Some(ahead) = ahead {
                go(ahead, captures);
                let double = ahead.offset(step).filter(free);
                if let Some(double) = double.filter(|_| at.rank() == home) {
                    go(double, captures);
                }
            }
            for to in attacks::pawn_attacks(color, at) & !fixed {
                go(to, captures + 1);
            }
        }
    }
}
