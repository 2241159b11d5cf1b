//! Simple features of moves, from which [`likely`](super::likely) estimates the likelihood of each.
//!
//! A move is coded as two choices: that of its [group](Group), which has the moves of a piece or of pawns that move
//! alike, and that of the move in the group. The moves of most groups need not be enumerated then, which saves most of
//! the time.

use arrayvec::ArrayVec;
use games::chess::{
    Bitboard, Move, Position, Role, Sink, Square, Threats, origin, pawn_attack_set,
};
use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};

/// Size of the table of weights. Some of its indices belong to no feature.
pub const FEATURES: usize = 8192;
/// First index of a group's feature of phase, kind, and square of the piece (for pawns: direction).
const MOVER: usize = 0;
/// First index of a group's feature of kind and safety of the piece: whether a less valuable piece attacks it, any
/// piece attacks it, a pawn protects it, and it made its side's last move.
const SAFETY: usize = MOVER + 3 * 8 * 64;
/// First index of a group's feature of kind and chances ([`View::chances`]).
const CHANCES: usize = SAFETY + 8 * 16;
/// First index of a group's feature of kind and number of target squares that no less valuable piece attacks.
const ROOM: usize = CHANCES + 8 * 128;
/// First index of a move's feature of phase, role and target square.
const TO: usize = ROOM + 8 * 16;
/// First index of a move's feature of role, captured role, and five facts about the target square: a less valuable
/// piece attacks it, any piece attacks it, a pawn protects it, a piece worth taking is attacked from it, and the king
/// is attacked from it.
const DEED: usize = TO + 3 * 8 * 64;
/// First index of a move's feature of distances from the target square to the enemy king and to the target of the last
/// move, and whether that move captured.
const PLACE: usize = DEED + 8 * 8 * 32;
const _: () = assert!(PLACE + 2 * 64 <= FEATURES && FEATURES.is_power_of_two());

/// Index of the kind of groups of pawn moves, castling and en passant, in place of a role.
const PAWNS: usize = 0;
/// Index in place of a role for the moves of pawns that promote to less than a queen.
const TO_LESS: usize = 7;

/// Indices of the features of a group.
pub type GroupFeatures = [usize; 4];
/// Indices of the features of a move within its group.
pub type MoveFeatures = [usize; 3];

/// Information about the last two moves that matters for the next one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Past {
    /// Target square of the last move, and true if it was a capture; `None` at the start of a game.
    pub last: Option<(Square, bool)>,
    /// Target square of the move before it, which the side to move made; `None` if there is none.
    pub before: Option<Square>,
}

impl Past {
    /// Returns the information after one more move.
    #[inline(always)]
    pub fn then(self, position: &Position, played: Move) -> Past {
        let to = if played.is_castle() {
            played.castled().0
        } else {
            played.to()
        };
        Past {
            last: Some((to, position.is_capture(played))),
            before: self.last.map(|(square, _)| square),
        }
    }
}

/// Distance of each pair of squares in king moves.
static DISTANCE: [[u8; 64]; 64] = {
    let mut distances = [[0; 64]; 64];
    let mut pair = 0usize;
    while pair < 64 * 64 {
        let (a, b) = (pair / 64, pair % 64);
        let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
        distances[a][b] = if files > ranks { files } else { ranks } as u8;
        pair += 1;
    }
    distances
};

/// Group of moves: those of one piece along one kind of line, those of pawns that move alike, or a special move.
#[derive(Clone, Copy, Debug)]
pub enum Group {
    /// Moves of a piece other than a pawn, from this square to these.
    Piece(Square, Bitboard),
    /// Moves of pawns with this difference of squares, to these.
    Pawns(i32, Bitboard),
    /// Promotions of pawns with this difference of squares, to these.
    Promoting(i32, Bitboard),
    /// Castling move or en passant capture.
    Special(Move),
}

/// Maximum number of groups of a position; no real position reaches it.
pub const MOST_GROUPS: usize = 64;

/// Groups of all legal moves of a position, as they are generated.
#[derive(Debug, Default)]
pub struct Groups(pub ArrayVec<Group, MOST_GROUPS>);

impl Groups {
    /// Adds a group unless it has no moves. If there were no room for the group it would be missing, and packing a game
    /// with one of its moves would fail.
    #[inline(always)]
    fn push(&mut self, group: Group, to: Bitboard) {
        if to.any() {
            let _ = self.0.try_push(group);
        }
    }
}

impl Sink for Groups {
    #[inline(always)]
    fn piece(&mut self, _: Role, from: Square, to: Bitboard) {
        self.push(Group::Piece(from, to), to);
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, offset: i32) {
        self.push(Group::Pawns(offset, to), to);
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, offset: i32) {
        self.push(Group::Promoting(offset, to), to);
    }

    #[inline(always)]
    fn special(&mut self, m: Move) {
        let _ = self.0.try_push(Group::Special(m));
    }
}

/// Facts about a position from which the features of its moves are computed.
pub struct View<'a> {
    position: &'a Position,
    enemy: Bitboard,
    /// Phase of the game: 0 with many pieces on the board, up to 2 with few.
    phase: usize,
    /// Value to XOR with squares so that the side to move goes up the board.
    flip: usize,
    threats: Threats,
    own_pawns: Bitboard,
    /// For each role, the squares from which it attacks something that it would gain by capturing.
    aims: [Bitboard; 8],
    checks: [Bitboard; 8],
    /// For each role, the enemy pieces that it would gain by capturing.
    prey: [Bitboard; 8],
    /// Piece that has just captured; empty if the last move was not a capture.
    captor: Bitboard,
    before: Option<Square>,
    /// For each square the distance to the enemy king, times 8, plus the distance to the target of the last move.
    near: [u8; 64],
    place: usize,
}

impl View<'_> {
    /// Computes the facts about a position.
    #[inline(always)]
    pub fn new(position: &Position, past: Past) -> View<'_> {
        let us = position.turn();
        let them = us.other();
        let enemy = position.color(them);
        let occupied = position.occupied();
        let threats = position.threats(them);
        let (queens, rooks) = (position.role(Role::Queen), position.role(Role::Rook));
        let (knights, bishops) = (position.role(Role::Knight), position.role(Role::Bishop));
        let major = enemy & (queens | rooks);
        let loose = enemy & !threats.all & !position.role(Role::King);
        let mut aims = [Bitboard::EMPTY; 8];
        // The squares from which a pawn attacks these pieces are those that pawns on their squares would attack.
        let pieces = major | enemy & (knights | bishops);
        aims[Role::Pawn as usize] = pawn_attack_set(pieces, them);
        let mut by_knights = Bitboard::EMPTY;
        let (mut by_bishops, mut by_rooks) = (by_knights, by_knights);
        for target in major | loose {
            by_knights |= knight_attacks(target);
            by_bishops |= bishop_attacks(target, occupied);
            let gains = (queens | loose).contains(target);
            by_rooks |= if gains {
                rook_attacks(target, occupied)
            } else {
                Bitboard::EMPTY
            };
        }
        aims[Role::Knight as usize] = by_knights;
        aims[Role::Bishop as usize] = by_bishops;
        aims[Role::Rook as usize] = by_rooks;
        let king = position.king(them);
        let mut prey = [loose; 8];
        prey[Role::Knight as usize] |= major;
        prey[Role::Bishop as usize] |= major;
        prey[Role::Rook as usize] |= enemy & queens;
        prey[Role::Pawn as usize] |= pieces;
        let weight = 3 * (knights | bishops).count() + 5 * rooks.count() + 9 * queens.count();
        let (last, captured) = past.last.unwrap_or((position.king(us), false));
        let [to_king, to_last] = [king, last].map(|to| &DISTANCE[to as usize]);
        View {
            position,
            enemy,
            phase: usize::from(weight < 50) + usize::from(weight < 24),
            flip: us.fold_wb(0, 56),
            threats,
            own_pawns: pawn_attack_set(position.pieces(us, Role::Pawn), us),
            aims,
            checks: position.checking_squares(),
            prey,
            captor: past
                .last
                .filter(|(_, captured)| *captured)
                .map_or(Bitboard::EMPTY, |(to, _)| to.into()),
            before: past.before,
            near: std::array::from_fn(|square| to_king[square] * 8 + to_last[square]),
            place: PLACE + usize::from(captured) * 64,
        }
    }

    /// Returns the squares on which a piece of this role is attacked by a less valuable enemy piece.
    #[inline(always)]
    fn lesser(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => Bitboard::EMPTY,
            Role::Knight | Role::Bishop => self.threats.by_pawns,
            Role::Rook => self.threats.by_minors,
            Role::Queen => self.threats.by_rooks,
            Role::King => self.threats.all,
        }
    }

    /// Replaces `groups` by the groups of the position's legal moves.
    #[inline(always)]
    pub fn groups(&self, groups: &mut Groups) {
        groups.0.clear();
        self.position
            .generate::<true, true>(Some(self.threats.all), groups);
    }

    /// Returns the number of the group that contains a move; `None` if the move is not legal.
    pub fn group_of(&self, groups: &Groups, played: Move) -> Option<usize> {
        groups.0.iter().position(|group| {
            let mut found = false;
            self.moves(*group, |m, _| found |= m == played);
            found
        })
    }

    /// Returns the number of the role of the piece on a square; 0 if it is empty.
    #[inline(always)]
    fn victim(&self, square: Square) -> usize {
        self.position
            .role_at(square)
            .map_or(0, |role| role as usize)
    }

    /// Returns the features of a group.
    #[inline(always)]
    pub fn group(&self, group: Group) -> GroupFeatures {
        match group {
            Group::Piece(from, to) => {
                let role = self.position.role_at(from).unwrap_or(Role::King);
                let lesser = self.lesser(role);
                let safety = usize::from(lesser.contains(from))
                    | usize::from(self.threats.all.contains(from)) << 1
                    | usize::from(self.own_pawns.contains(from)) << 2
                    | usize::from(self.before == Some(from)) << 3;
                let square = from as usize ^ self.flip;
                let kind = role as usize;
                [
                    MOVER + (self.phase * 8 + kind) * 64 + square,
                    SAFETY + kind * 16 + safety,
                    CHANCES + kind * 128 + self.chances(role, to, lesser),
                    ROOM + kind * 16 + (to & !lesser).count().min(15),
                ]
            }
            Group::Pawns(offset, to) => self.pawns((offset.unsigned_abs() % 16) as usize, to),
            Group::Promoting(offset, to) => self.pawns(16 + offset.unsigned_abs() as usize, to),
            Group::Special(m) if m.is_castle() => self.pawns(32, m.castled().0.into()),
            Group::Special(m) => self.pawns(33, m.to().into()),
        }
    }

    /// Returns the features of a group of kind [`PAWNS`]; `way` distinguishes the moves of such groups.
    #[inline(always)]
    fn pawns(&self, way: usize, to: Bitboard) -> GroupFeatures {
        [
            MOVER + (self.phase * 8 + PAWNS) * 64 + way,
            SAFETY + PAWNS * 16,
            CHANCES + PAWNS * 128 + self.chances(Role::Pawn, to, Bitboard::EMPTY),
            ROOM + PAWNS * 16 + to.count().min(15),
        ]
    }

    /// Returns seven bits, the lowest first. Each of six is set if there are targets in `to` that: give check; attack
    /// something to gain; capture; capture with a gain; capture the piece that has captured last; are attacked by
    /// nobody. The seventh is set if more than two are attacked by nobody. Targets in `lesser`, where a less valuable
    /// enemy piece attacks, do not count for the first two.
    #[inline(always)]
    fn chances(&self, role: Role, to: Bitboard, lesser: Bitboard) -> usize {
        let safe = to & !lesser;
        let bit = |number: usize, set: Bitboard| usize::from(set.any()) << number;
        let free = to & !self.threats.all;
        bit(0, safe & self.checks[role as usize])
            | bit(1, safe & self.aims[role as usize])
            | bit(2, to & self.enemy)
            | bit(3, to & self.prey[role as usize])
            | bit(4, to & self.captor)
            | bit(5, free)
            | usize::from(free.count() > 2) << 6
    }

    /// Calls `each` with the moves of a group and their features.
    #[inline(always)]
    pub fn moves(&self, group: Group, mut each: impl FnMut(Move, MoveFeatures)) {
        match group {
            Group::Piece(from, to) => {
                let role = self.position.role_at(from).unwrap_or(Role::King);
                let sets = self.sets(role, self.lesser(role));
                for to in to {
                    let features = self.target(role as usize, to, self.victim(to), &sets);
                    each(Move::normal(from, to), features);
                }
            }
            Group::Pawns(offset, to) => {
                let sets = self.sets(Role::Pawn, Bitboard::EMPTY);
                for to in to {
                    let features = self.target(Role::Pawn as usize, to, self.victim(to), &sets);
                    each(Move::normal(origin(to, offset), to), features);
                }
            }
            Group::Promoting(offset, to) => {
                let sets = self.sets(Role::Pawn, Bitboard::EMPTY);
                for to in to {
                    for promoted in [Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
                        let less = promoted != Role::Queen;
                        let role = if less { TO_LESS } else { Role::Pawn as usize };
                        let features = self.target(role, to, self.victim(to), &sets);
                        each(Move::promotion(origin(to, offset), to, promoted), features);
                    }
                }
            }
            // The move is the only one of its group, so its features do not matter.
            Group::Special(m) => each(m, [TO, DEED, PLACE]),
        }
    }

    /// Returns the sets of squares for the five facts about target squares, see [`DEED`].
    #[inline(always)]
    fn sets(&self, role: Role, lesser: Bitboard) -> [Bitboard; 5] {
        let (aims, checks) = (&self.aims, &self.checks);
        [
            lesser,
            self.threats.all,
            self.own_pawns,
            aims[role as usize],
            checks[role as usize],
        ]
    }

    #[inline(always)]
    fn target(&self, role: usize, to: Square, victim: usize, sets: &[Bitboard; 5]) -> MoveFeatures {
        let bit = |number: usize| usize::from(sets[number].contains(to)) << number;
        let deed = bit(0) | bit(1) | bit(2) | bit(3) | bit(4);
        let at = to as usize;
        [
            TO + (self.phase * 8 + role) * 64 + (at ^ self.flip),
            DEED + (role * 8 + victim) * 32 + deed,
            self.place + usize::from(self.near[at]),
        ]
    }
}

/// Calls a function with each of the two choices of a move: with the features of all groups and the number of the
/// move's group, then with those of all moves of the group and the number of the move.
pub fn each_choice(
    position: &Position,
    past: Past,
    played: Move,
    mut each: impl FnMut(&[&[usize]], usize),
) {
    let view = View::new(position, past);
    let mut groups = Groups::default();
    view.groups(&mut groups);
    let Some(number) = view.group_of(&groups, played) else {
        return;
    };
    let features: Vec<GroupFeatures> = groups.0.iter().map(|group| view.group(*group)).collect();
    let slices: Vec<&[usize]> = features.iter().map(|features| &features[..]).collect();
    each(&slices, number);
    let (mut moves, mut features) = (Vec::new(), Vec::new());
    view.moves(groups.0[number], |m, of| {
        moves.push(m);
        features.push(of);
    });
    let slices: Vec<&[usize]> = features.iter().map(|features| &features[..]).collect();
    if let Some(number) = moves.iter().position(|m| *m == played) {
        each(&slices, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    /// Returns the moves of all groups.
    fn spelled(view: &View) -> Vec<Move> {
        let (mut groups, mut moves) = (Groups::default(), Vec::new());
        view.groups(&mut groups);
        for group in &groups.0 {
            view.moves(*group, |m, features| {
                moves.push(m);
                assert!(
                    features
                        .iter()
                        .all(|feature| (TO..FEATURES).contains(feature))
                );
            });
            assert!(view.group(*group).iter().all(|feature| *feature < TO));
        }
        moves
    }

    #[test]
    fn the_groups_hold_each_legal_move_once() {
        let mut rng = StdRng::seed_from_u64(3);
        for game in 0..60 {
            let start = super::super::starts::CHESS960[rng.random_range(0..960)];
            let mut here = if game % 2 == 0 {
                start
            } else {
                Position::start()
            };
            let mut past = Past::default();
            for _ in 0..150 {
                let legal = here.legal_moves();
                let mut spelled = spelled(&View::new(&here, past));
                let mut expected = legal.to_vec();
                spelled.sort_by_key(|m| m.bits());
                expected.sort_by_key(|m| m.bits());
                assert_eq!(spelled, expected, "{}", here.fen());
                let Some(m) = legal.choose(&mut rng) else {
                    break;
                };
                past = past.then(&here, *m);
                here = here.play(*m);
            }
        }
    }

    #[test]
    fn features_see_the_board_from_the_side_to_move() {
        let fens = [
            "r2q1rk1/ppp2ppp/2n2n2/3p4/3P2b1/2PB1N2/PP3PPP/RNBQ1RK1 w - - 0 9",
            "rnbq1rk1/pp3ppp/2pb1n2/3p2B1/3P4/2N2N2/PPP2PPP/R2Q1RK1 b - - 0 9",
        ];
        let of = |fen: &str, played: &str| {
            let position = Position::from_fen(fen, false).expect("legal");
            let played = position.parse_move(played).expect("legal");
            let mut features = Vec::new();
            each_choice(&position, Past::default(), played, |choices, chosen| {
                features.push(choices[chosen].to_vec());
            });
            features
        };
        // Only the distance to the target of the last move could differ; as there is no last move, that to the own king
        // counts.
        assert_eq!(of(fens[0], "h2h3"), of(fens[1], "h7h6"));
        assert_eq!(of(fens[0], "f1e1"), of(fens[1], "f8e8"));
        assert_ne!(of(fens[0], "f1e1"), of(fens[0], "f3e5"));
    }
}
