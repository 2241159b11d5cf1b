//! Evaluation of positions for the strategies that play every game.
//!
//! Values belong to an *owner*, the seat for which a search is made: what its own side has counts for it, what all
//! others have counts against it. So the same search serves two players, teams, and any number of opponents. Values are
//! in hundredths of the least unit of a game, such as a pawn or a point.

use engine::eval::material;
use games::chess::{FIFTY_MOVES, Position, Role};
use games::{Game, Outcome};

/// Value of a win, from which the number of plies to it is subtracted; greater than every evaluation.
pub const MATE_VALUE: i32 = 1_000_000;

/// Greatest distance from [`MATE_VALUE`] of a value that stands for a forced end of the game.
pub(super) const MATE_RANGE: i32 = 10_000;

/// Value of winning a game of points, in addition to the points; less than the value of every forced end.
pub(super) const WON_ON_POINTS: i32 = 400_000;

/// Value of one point of the game.
pub const POINT: i32 = 100;

/// A game whose positions can be evaluated.
pub trait Evaluate: Game {
    /// Returns the value of an unfinished position for `seat`, which need not be to move, in hundredths and within
    /// ±[`POINT`] · 3000. Usually what its side has, less what the best opponent has.
    fn evaluate_for(&self, seat: usize) -> i32;

    /// Returns the value of an unfinished position for the side to move.
    fn evaluate(&self) -> i32 {
        self.evaluate_for(self.turn())
    }

    /// Returns the quantity that [`Greedy`](super::Greedy) wants most of in an unfinished position: the material or the
    /// count of `seat`, in hundredths.
    fn gain_for(&self, seat: usize) -> i32 {
        self.evaluate_for(seat)
    }

    /// Returns a guess at the quality of a legal move before it is played; moves with larger values are tried first.
    fn promise(&self, m: Self::Move) -> i32 {
        let _ = m;
        0
    }

    /// Returns a key of everything that the result of a search to `depth` plies depends on. Games whose
    /// [`key`](Game::key) leaves out a counter that can end the game include it here where it matters.
    fn search_key(&self, depth: u32) -> u64 {
        let _ = depth;
        self.key()
    }
}

/// Returns the points of a seat's side less those of its best opponent; `None` if the game does not count points.
pub fn margin<G: Game>(position: &G, seat: usize) -> Option<i32> {
    let own = position.points(seat)?;
    let best = (0..position.players())
        .filter(|other| !position.allied(seat, *other))
        .filter_map(|other| position.points(other))
        .max();
    Some(own - best.unwrap_or(0))
}

/// Returns the value of a finished position for `owner`, `ply` plies from the root.
///
/// An outright win of the owner's side has the greatest value, a first place shared with opponents the value zero, and
/// a loss the least. Earlier wins and later losses are better. Where the game counts points, the margin over the best
/// opponent is added and the number of plies does not matter.
pub(super) fn outcome_value<G: Game>(
    position: &G,
    outcome: Outcome,
    owner: usize,
    ply: u32,
) -> i32 {
    let wins_with = |allied: bool| {
        (0..position.players())
            .any(|seat| outcome.winners.contains(seat) && position.allied(seat, owner) == allied)
    };
    let (wins, shared) = (wins_with(true), wins_with(false));
    match (wins, shared, margin(position, owner)) {
        (true, true, _) => 0,
        (true, false, Some(margin)) => WON_ON_POINTS + POINT * margin,
        (false, _, Some(margin)) => POINT * margin - WON_ON_POINTS,
        (true, false, None) => MATE_VALUE - ply as i32,
        (false, _, None) => ply as i32 - MATE_VALUE,
    }
}

fn role_value(role: Role) -> i32 {
    material::VALUES
        .iter()
        .find(|(r, _)| *r == role)
        .map_or(0, |(_, value)| *value)
}

/// Evaluation of chess positions: material, and a bonus for giving check.
impl Evaluate for Position {
    fn evaluate_for(&self, seat: usize) -> i32 {
        let value = material::evaluate(self);
        if seat == Game::turn(self) {
            value
        } else {
            -value
        }
    }

    fn promise(&self, m: Self::Move) -> i32 {
        let taken = self.captured(m).map_or(0, role_value);
        let mover = self.role_at(m.from()).map_or(0, role_value);
        let promoted = m.promoted().map_or(0, role_value);
        match taken {
            0 => promoted,
            // Most valuable victim first, then least valuable attacker.
            _ => 10 * taken - mover / 10 + promoted,
        }
    }

    fn search_key(&self, depth: u32) -> u64 {
        let halfmoves = self.halfmoves();
        if halfmoves.saturating_add(depth) < FIFTY_MOVES {
            return self.key();
        }
        // The fifty-move rule may end the game within the depth of the search.
        self.key() ^ u64::from(halfmoves).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Seats;

    #[test]
    fn material_is_counted_from_the_side_to_move() {
        let fen = |turn| format!("4k3/8/8/8/8/8/8/Q3K3 {turn} - - 0 1");
        let position = |turn| Position::from_fen(&fen(turn), false).expect("legal");
        assert_eq!(position("w").evaluate(), 900);
        assert_eq!(position("b").evaluate(), -900);
        for turn in ["w", "b"] {
            assert_eq!(position(turn).evaluate_for(0), 900);
            assert_eq!(position(turn).evaluate_for(1), -900);
        }
        assert_eq!(Position::start().evaluate(), 0);
    }

    #[test]
    fn being_in_check_costs_less_than_a_pawn() {
        let checked = Position::from_fen("4k3/8/8/8/8/8/8/4RK2 b - - 0 1", false).expect("legal");
        assert_eq!(checked.evaluate(), -500 - material::CHECK_BONUS);
        assert_eq!(checked.evaluate_for(0), 500 + material::CHECK_BONUS);
    }

    #[test]
    fn good_captures_are_more_promising() {
        let text = "4k3/8/8/3q1r2/4P3/8/8/R3K3 w - - 0 1";
        let position = Position::from_fen(text, false).expect("legal");
        let promise = |m: &str| position.promise(position.parse_move(m).expect(m));
        assert!(promise("e4d5") > promise("e4f5"));
        assert!(promise("e4f5") > promise("e4e5"));
    }

    #[test]
    fn the_clock_of_the_fifty_move_rule_enters_the_key_only_where_it_can_run_out() {
        let key = |halfmoves: u32, depth| {
            let fen = format!("4k3/8/8/8/8/8/8/Q3K3 w - - {halfmoves} 90");
            Position::from_fen(&fen, false)
                .expect("legal")
                .search_key(depth)
        };
        assert_eq!(key(3, 4), key(95, 4));
        assert_ne!(key(96, 4), key(97, 4));
        assert_ne!(key(3, 4), key(96, 4));
    }

    #[test]
    fn a_nearer_win_is_worth_more_and_a_shared_one_nothing() {
        let start = Position::start();
        let ended = |winners| Outcome {
            winners,
            reason: "checkmate",
        };
        let value = |winners, owner, ply| outcome_value(&start, ended(winners), owner, ply);
        assert!(value(Seats::one(0), 0, 1) > value(Seats::one(0), 0, 3));
        assert!(value(Seats::one(0), 1, 1) < value(Seats::one(0), 1, 3));
        assert_eq!(value(Seats::one(0), 0, 3), -value(Seats::one(0), 1, 3));
        assert_eq!(value(Seats::all(2), 0, 3), 0);
    }
}
