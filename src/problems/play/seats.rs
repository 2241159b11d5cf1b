//! Seats of a duel and their occupants, and the ways in which a duel can end.

use base::say;
use games::Lang;
use players::{Level, Seat};
use serde::{Deserialize, Serialize};

/// The two seats of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Is to mate within N moves; moves first.
    Attacker,
    /// Is to hold out.
    Defender,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }

    /// 0 for the attacker, 1 for the defender.
    pub fn index(self) -> usize {
        match self {
            Side::Attacker => 0,
            Side::Defender => 1,
        }
    }

    /// For people.
    pub fn name(self, lang: Lang) -> &'static str {
        match self {
            Side::Attacker => say!(lang, "side-attacker"),
            Side::Defender => say!(lang, "side-defender"),
        }
    }
}

base::words!(Side: Attacker = "attacker", Defender = "defender");

/// Kind of player in a seat: a person or one of the machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mind {
    /// A person.
    Person,
    /// The machine M1: alpha-beta with the material heuristic.
    M1,
    /// The machine M2: the full engine with the exact solver.
    M2,
}

impl Mind {
    /// Returns the kind of player that the room knows. Of a machine the room only has to know that it
    /// is one, and about how well it plays.
    pub(super) fn seat(self) -> Seat {
        match self {
            Mind::Person => Seat::Person,
            Mind::M1 => Seat::Machine(Level::Hard),
            Mind::M2 => Seat::Machine(Level::Expert),
        }
    }

    /// The name of a machine, which its user in the collection has, too.
    pub fn machine(self) -> Option<&'static str> {
        match self {
            Mind::Person => None,
            Mind::M1 => Some("M1"),
            Mind::M2 => Some("M2"),
        }
    }
}

/// Occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seated {
    /// Kind of player.
    pub mind: Mind,
    /// Name of the player: any text without control characters.
    pub name: String,
    /// Their user in the collection; `None` for a guest.
    pub user: Option<i64>,
}

/// In what way a duel has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayResult {
    /// Mate in time.
    Mate,
    /// None in time: the moves used up, stalemate, a draw, or the attacker mated.
    Held,
    /// Somebody has given up.
    Resigned,
    /// Somebody has overstepped the time.
    Time,
    /// Somebody has gone away, or failed to move.
    Abandoned,
}

base::words!(
    PlayResult:
    Mate = "mate",
    Held = "held",
    Resigned = "resigned",
    Time = "time",
    Abandoned = "abandoned",
);
