//! Kinds of pieces, defined by one table of how each moves.

use shakmaty::Role;
use std::sync::LazyLock;

/// Kind of a piece: index of a row in the table of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Kind(u8);

/// Way of moving in certain directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gait {
    /// One leap.
    Leap,
    /// Leaps in one direction as long as squares are empty.
    Ride,
    /// Hops to the square right behind the first man in the way (the hurdle).
    Hop,
    /// Hops to any square behind the first man in the way (the hurdle), up to the next man.
    Lion,
    /// Captures the first man in the way, and stands right behind it; moves in no other way.
    Locust,
    /// Moves as a rider, and captures behind one man in the way.
    Cannon,
    /// Hops over the first man in the way and turns there by this many eighths of a full turn, to either side; ends on
    /// the next square.
    Bend(usize),
    /// Rides by knight's leaps that turn along a regular octagon.
    Rose,
    /// Pawn, which moves, captures and promotes by rules of its own.
    Pawn,
}

use Gait::{Bend, Cannon, Hop, Leap, Lion, Locust, Pawn, Ride, Rose};

struct Row {
    code: &'static str,
    name: &'static str,
    gaits: &'static [(Gait, &'static [(i8, i8)])],
}

const W: (i8, i8) = (0, 1);
const F: (i8, i8) = (1, 1);
const N: (i8, i8) = (1, 2);

const fn row(
    code: &'static str,
    name: &'static str,
    gaits: &'static [(Gait, &'static [(i8, i8)])],
) -> Row {
    Row { code, name, gaits }
}

/// All kinds, with Popeye's English codes and names. One direction stands for all those symmetrical to it.
const ROWS: [Row; 47] = [
    row("k", "king", &[(Leap, &[W, F])]),
    row("q", "queen", &[(Ride, &[W, F])]),
    row("r", "rook", &[(Ride, &[W])]),
    row("b", "bishop", &[(Ride, &[F])]),
    row("s", "knight", &[(Leap, &[N])]),
    row("p", "pawn", &[(Pawn, &[])]),
    row("g", "grasshopper", &[(Hop, &[W, F])]),
    row("n", "nightrider", &[(Ride, &[N])]),
    row("pr", "princess", &[(Ride, &[F]), (Leap, &[N])]),
    row("em", "empress", &[(Ride, &[W]), (Leap, &[N])]),
    row("am", "amazon", &[(Ride, &[W, F]), (Leap, &[N])]),
    row("ro", "rose", &[(Rose, &[N])]),
    row("li", "lion", &[(Lion, &[W, F])]),
    row("ca", "camel", &[(Leap, &[(1, 3)])]),
    row("z", "zebra", &[(Leap, &[(2, 3)])]),
    row("l", "locust", &[(Locust, &[W, F])]),
    row("gi", "giraffe", &[(Leap, &[(1, 4)])]),
    row("rf", "root-50-leaper", &[(Leap, &[(1, 7), (5, 5)])]),
    row("bu", "root-25-leaper", &[(Leap, &[(0, 5), (3, 4)])]),
    row("we", "wazir", &[(Leap, &[W])]),
    row("fe", "fers", &[(Leap, &[F])]),
    row("al", "alfil", &[(Leap, &[(2, 2)])]),
    row("da", "dabbaba", &[(Leap, &[(0, 2)])]),
    row("gn", "gnu", &[(Leap, &[N, (1, 3)])]),
    row("an", "antelope", &[(Leap, &[(3, 4)])]),
    row("sq", "squirrel", &[(Leap, &[N, (0, 2), (2, 2)])]),
    row("wa", "waran", &[(Ride, &[W, N])]),
    row("cr", "camelrider", &[(Ride, &[(1, 3)])]),
    row("zr", "zebrarider", &[(Ride, &[(2, 3)])]),
    row("gr", "gnurider", &[(Ride, &[N, (1, 3)])]),
    row("rh", "rookhopper", &[(Hop, &[W])]),
    row("bh", "bishophopper", &[(Hop, &[F])]),
    row("nh", "nightrider-hopper", &[(Hop, &[N])]),
    row("ch", "camelrider hopper", &[(Hop, &[(1, 3)])]),
    row("zh", "zebrarider hopper", &[(Hop, &[(2, 3)])]),
    row("gh", "gnurider hopper", &[(Hop, &[N, (1, 3)])]),
    row("rl", "rook-lion", &[(Lion, &[W])]),
    row("bl", "bishop-lion", &[(Lion, &[F])]),
    row("nl", "nightrider lion", &[(Lion, &[N])]),
    row("le", "leo", &[(Cannon, &[W, F])]),
    row("pa", "pao", &[(Cannon, &[W])]),
    row("va", "vao", &[(Cannon, &[F])]),
    row("na", "nao", &[(Cannon, &[N])]),
    row("m", "moose", &[(Bend(1), &[W, F])]),
    row("ea", "eagle", &[(Bend(2), &[W, F])]),
    row("sw", "sparrow", &[(Bend(3), &[W, F])]),
    row("du", "dummy", &[]),
];

/// A way of moving with all its directions, as differences of files and ranks.
type Steps = (Gait, Vec<(i8, i8)>);

/// The ways of moving of each kind, by its index.
static STEPS: LazyLock<Vec<Vec<Steps>>> = LazyLock::new(|| {
    let all = |gaits: &[(Gait, &[(i8, i8)])]| {
        let each = gaits.iter();
        each.map(|&(gait, steps)| {
            let around = match gait {
                Rose => KNIGHTS.to_vec(),
                _ => steps.iter().flat_map(|&step| symmetric(step)).collect(),
            };
            (gait, around)
        })
        .collect()
    };
    ROWS.iter().map(|row| all(row.gaits)).collect()
});

/// The eight directions of a queen, in the order of rotation.
pub(super) const AROUND: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// The eight leaps of a knight, in the order of rotation.
pub(super) const KNIGHTS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// Returns all directions symmetrical to this one, by reflection and rotation.
fn symmetric((a, b): (i8, i8)) -> Vec<(i8, i8)> {
    let mut all = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for step in [(x, y), (x, -y), (-x, y), (-x, -y)] {
            if !all.contains(&step) {
                all.push(step);
            }
        }
    }
    all
}

impl Kind {
    pub(super) const KING: Kind = Kind(0);
    pub(super) const QUEEN: Kind = Kind(1);
    pub(super) const ROOK: Kind = Kind(2);
    pub(super) const BISHOP: Kind = Kind(3);
    pub(super) const KNIGHT: Kind = Kind(4);
    pub(super) const PAWN: Kind = Kind(5);

    /// Returns all kinds.
    pub fn all() -> impl Iterator<Item = Kind> {
        (0..ROWS.len() as u8).map(Kind)
    }

    /// Returns the kind with Popeye's English name, such as `grasshopper`; `None` if there is none.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::all().find(|kind| kind.name() == name)
    }

    /// Returns the kind of an orthodox man.
    pub fn of(role: Role) -> Kind {
        match role {
            Role::King => Kind::KING,
            Role::Queen => Kind::QUEEN,
            Role::Rook => Kind::ROOK,
            Role::Bishop => Kind::BISHOP,
            Role::Knight => Kind::KNIGHT,
            Role::Pawn => Kind::PAWN,
        }
    }

    /// Returns the orthodox role of this kind; `None` for a fairy piece.
    pub fn role(self) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| Kind::of(role) == self)
    }

    /// Returns Popeye's English name.
    pub fn name(self) -> &'static str {
        ROWS[usize::from(self.0)].name
    }

    /// Returns Popeye's English code in capitals: `G`, `RO`.
    pub fn code(self) -> String {
        ROWS[usize::from(self.0)].code.to_uppercase()
    }

    /// Returns true if the kind moves like a pawn, so that up and down differ.
    pub fn has_pawns_way(self) -> bool {
        let gaits = ROWS[usize::from(self.0)].gaits;
        gaits.iter().any(|(gait, _)| *gait == Gait::Pawn)
    }

    pub(super) fn bit(self) -> u64 {
        1 << self.0
    }

    pub(super) fn index(self) -> u8 {
        self.0
    }

    pub(super) fn steps(self) -> &'static [(Gait, Vec<(i8, i8)>)] {
        &STEPS[usize::from(self.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name_and_a_code_of_its_own() {
        let codes: std::collections::BTreeSet<_> = Kind::all().map(Kind::code).collect();
        let names: std::collections::BTreeSet<_> = Kind::all().map(Kind::name).collect();
        assert_eq!((codes.len(), names.len()), (ROWS.len(), ROWS.len()));
        assert!(ROWS.len() <= 64);
        assert_eq!(Kind::named("rose").map(Kind::code).as_deref(), Some("RO"));
        for role in Role::ALL {
            assert_eq!(Kind::of(role).role(), Some(role));
        }
    }

    #[test]
    fn directions_are_all_that_are_like_one_another() {
        assert_eq!(symmetric((1, 2)).len(), 8);
        assert_eq!(symmetric((1, 1)).len(), 4);
        assert_eq!(symmetric((0, 1)).len(), 4);
    }
}
