//! Static exchange evaluation: the result of a capture after all recaptures on its square.
//!
//! Each side captures with its least valuable attacker, X-rays included; pins are not considered. Source:
//! chessprogramming.org, "Static Exchange Evaluation".

use super::Position;
use super::moves::{Move, MoveKind};
use shakmaty::attacks::{bishop_attacks, rook_attacks};
use shakmaty::{Bitboard, Role};

/// Exchange values in centipawns, by `Role as usize`. The king's value is so large that it never captures a defended
/// piece.
const VALUE: [i32; 8] = [0, 100, 320, 330, 500, 950, 20_000, 0];

/// Exchange value of a role, in centipawns.
#[inline(always)]
pub const fn exchange_value(role: Role) -> i32 {
    VALUE[role as usize]
}

/// Roles from the least valuable to the most valuable.
const ASCENDING: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

impl Position {
    /// Returns true if a legal move wins at least `threshold` centipawns in the exchange on its target square.
    /// Castling wins nothing.
    pub fn see_at_least(&self, m: Move, threshold: i32) -> bool {
        self.see_with(m, threshold, None)
    }

    /// Returns the same as [`see_at_least`](Position::see_at_least). `attacked` are the squares that the opponent
    /// attacks, if the caller knows them; they give the result sooner if no recapture is possible.
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
        // `balance` is the gain, less the threshold, of the side that has just captured.
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        if balance >= standing {
            return true;
        }
        // A slider behind the moving piece attacks the piece's square of origin.
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
        // True if the side that recaptures next is the one that made the first move.
        let mut ours = false;
        loop {
            let mine = attackers & self.color(side);
            let Some((role, square)) = ASCENDING
                .into_iter()
                .find_map(|role| Some((role, (mine & self.role(role)).first()?)))
            else {
                // No recapture is possible: the side that captured last keeps its gain.
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
            // This side stays at or above its threshold even if it loses the capturing piece.
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
