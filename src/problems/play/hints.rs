//! Hints for the attacker: first which piece moves, then the move. Each step costs
//! ([`points`](super::points)).

use super::{Duel, Judge, Side};
use base::limits::Allowance;
use games::Lang;
use games::chess::{role_name, spoken};
use serde::{Deserialize, Serialize};

/// A step of help that was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// After how many plies.
    pub ply: usize,
    /// True if the whole move was told, not the piece alone.
    pub whole: bool,
}

impl Duel {
    /// Number of hints that the attacker has had.
    pub fn hints(&self) -> u32 {
        self.hints.len() as u32
    }

    /// Help for the attacker, whose turn it is: the piece that moves, when asked again the move; asked
    /// once more it says the same and costs nothing. A sentence, and whether it counts.
    ///
    /// # Errors
    /// A sentence: there is nothing to be told, and nothing counts.
    pub fn hint(
        &mut self,
        judge: &mut Judge,
        allowance: Allowance,
        lang: Lang,
    ) -> Result<(String, bool), String> {
        if self.ended().is_some() || self.turn() != Side::Attacker {
            return Err(lang
                .pick(
                    "Las pistas son para el atacante, en su turno.",
                    "Hints are for the attacker, on its turn.",
                )
                .to_owned());
        }
        let p = self.position();
        let key = match judge.key(self, allowance) {
            Some(Some(key)) => key,
            Some(None) => {
                let left = self.left();
                return Err(lang.pick(
                    format!("Ya no hay mate en {left}: no hay pista (y no cuesta nada)."),
                    format!("There is no mate in {left} any more: no hint (and no cost)."),
                ));
            }
            None => {
                return Err(lang
                    .pick(
                        "El solucionador no ha terminado a tiempo: no hay pista.",
                        "The solver has not finished in time: no hint.",
                    )
                    .to_owned());
            }
        };
        let ply = self.room.game().plies();
        let here = self.hints.iter().filter(|hint| hint.ply == ply);
        let step = here.clone().count();
        let whole = step > 0;
        let counts = step < 2;
        if counts {
            self.hints.push(Hint { ply, whole });
        }
        let text = match (whole, p.role_at(key.from())) {
            (false, Some(role)) => {
                let piece = role_name(role, lang);
                let from = key.from();
                lang.pick(
                    format!("Mueve {piece} de {from}."),
                    format!("Move {piece} on {from}."),
                )
            }
            _ => {
                let name = spoken(&p.san(key), lang);
                lang.pick(
                    format!("La jugada es {name}."),
                    format!("The move is {name}."),
                )
            }
        };
        Ok((text, counts))
    }
}
