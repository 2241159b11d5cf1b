//! Seats of a duel and their occupants, and the ways in which a duel can end.

use base::say;
use games::Lang;
use players::{Level, Seat};
use serde::{Deserialize, Serialize};

/// The two seats of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side that moves first and has to mate within N moves.
    Attacker,
    /// The side that has to prevent this.
    Defender,
}

impl Side {
    /// Returns the other side.
    pub fn other(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }

    /// Returns the index of the side: 0 for the attacker, 1 for the defender.
    pub fn index(self) -> usize {
        match self {
            Side::Attacker => 0,
            Side::Defender => 1,
        }
    }

    /// Returns the name of the side for people.
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
    /// Seat of a person, who types or clicks the moves.
    Person,
    /// The machine M1: alpha-beta with the material heuristic.
    M1,
    /// The machine M2: the full engine with the exact solver.
    M2,
}

impl Mind {
    /// Returns the kind of player in terms of the room, which only has to know that a machine is one, and roughly how
    /// well it plays.
    pub(super) fn seat(self) -> Seat {
        match self {
            Mind::Person => Seat::Person,
            Mind::M1 => Seat::Machine(Level::Hard),
            Mind::M2 => Seat::Machine(Level::Expert),
        }
    }

    /// Returns the name of a machine, which is also that of its user in the collection; `None` for a person.
    pub fn machine(self) -> Option<&'static str> {
        match self {
            Mind::Person => None,
            Mind::M1 => Some("M1"),
            Mind::M2 => Some("M2"),
        }
    }
}

/// Player who attacks or defends in a game over a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seated {
    /// Kind of player.
    pub mind: Mind,
    /// Name of the player: any text without control characters.
    pub name: String,
    /// Number of the player's user in the collection; `None` for a guest.
    pub user: Option<i64>,
}

/// Way in which a duel has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayResult {
    /// The attacker mated in time.
    Mate,
    /// The attacker did not mate in time: the moves were used up, it was stalemate or another draw, or the attacker was
    /// mated.
    Held,
    /// A player resigned.
    Resigned,
    /// A player overstepped the time.
    Time,
    /// A player left, or did not move.
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
