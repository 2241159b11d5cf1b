//! Static exchange evaluation: does a capture pay once everybody has recaptured?
//!
//! The swap-off is played with the least valuable attacker each time, X-rays included; pins are
//! not considered. Source: chessprogramming.org, "Static Exchange Evaluation".

use super::Position;
use super::moves::{Move, MoveKind};
use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Role};

/// Exchange values in centipawns, by `Role as usize`. The king's is never lost, only risked.
const VALUE: [i32; 8] = [0, 100, 320, 330, 500, 950, 20_000, 0];

/// The exchange value of a role, in centipawns.
#[inline(always)]
pub const fn exchange_value(role: Role) -> i32 {
    VALUE[role as usize]
}

/// From the least valuable attacker to the most.
const ASCENDING: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

impl Position {
    /// Tests whether a legal move wins at least `threshold` centipawns in the exchange on its target
    /// square. Castling exchanges nothing.
    pub fn see_at_least(&self, m: Move, threshold: i32) -> bool {
        self.see_with(m, threshold, None)
    }

    /// The same as [`see_at_least`](Position::see_at_least). `attacked` are the squares that the opponent attacks, if the
    /// caller knows them: where nobody recaptures the answer comes sooner.
    #[inline]
    pub fn see_with(&self, m: Move, threshold: i32, attacked: Option<Bitboard>) -> bool {
        let (from, to) = (m.from(), m.to());
        let (mut gain, mut occupied) = match m.kind() {
            MoveKind::Castle => return threshold <= 0,
            MoveKind::EnPassant => {
                let taken = super::position::behind(to, self.turn());
                (VALUE[1], self.occupied() ^ Bitboard::from_square(taken))
            }
            _ => (self.captured(m).map_or(0, exchange_value), self.occupied()),
        };
        let mut standing = match (m.promoted(), self.role_at(from)) {
            (Some(role), _) => {
                gain += exchange_value(role) - VALUE[1];
                exchange_value(role)
            }
            (None, Some(role)) => exchange_value(role),
            (None, None) => 0,
        };
        // `balance` is what the side that has just captured is above the threshold.
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        if balance >= standing {
            return true;
        }
        // A slider that stands behind the piece that moves attacks its square of origin.
        if let Some(attacked) = attacked
            && m.kind() != MoveKind::EnPassant
            && !attacked.contains(to)
            && !attacked.contains(from)
        {
            return true;
        }

        occupied = (occupied & !Bitboard::from_square(from)) | to;
        let queens = self.role(Role::Queen);
        let diagonal = self.role(Role::Bishop) | queens;
        let straight = self.role(Role::Rook) | queens;
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut side = self.turn().other();
        // Whether the side whose move it is to recapture is the one that made the first move.
        let mut ours = false;
        loop {
            let mine = attackers & self.color(side);
            let Some((role, square)) = ASCENDING
                .into_iter()
                .find_map(|role| Some((role, (mine & self.role(role)).first()?)))
            else {
                // Nobody recaptures: the side that captured last keeps its gain.
                return !ours;
            };
            if role == Role::King && (attackers & self.color(side.other())).any() {
                return !ours;
            }
            occupied ^= Bitboard::from_square(square);
            if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
                attackers |= bishop_attacks(to, occupied) & diagonal;
            }
            if matches!(role, Role::Rook | Role::Queen) {
                attackers |= rook_attacks(to, occupied) & straight;
            }
            attackers &= occupied;
            balance = standing - 1 - balance;
            standing = exchange_value(role);
            // Even losing the capturing piece leaves this side at or above its threshold.
            if balance >= standing {
                return ours;
            }
            if balance < 0 {
                return !ours;
            }
            ours = !ours;
            side = side.other();
        }
    }
}
