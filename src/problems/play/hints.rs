//! Hints for the attacker: first which piece moves, then the move. Each step costs
//! ([`points`](super::points)).

use super::{Duel, Judge, Side};
use base::limits::Allowance;
use base::say;
use games::Lang;
use games::chess::{localized, role_name};
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
            return Err(say!(lang, "hint-turn").to_owned());
        }
        let p = self.position();
        let key = match judge.key(self, allowance) {
            Some(Some(key)) => key,
            Some(None) => {
                let left = self.moves_left();
                return Err(say!(lang, "hint-no-mate", left));
            }
            None => {
                return Err(say!(lang, "hint-no-time").to_owned());
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
                say!(lang, "hint-piece", piece, from = key.from())
            }
            _ => {
                let name = localized(&p.san(key), lang);
                say!(lang, "hint-move", name)
            }
        };
        Ok((text, counts))
    }
}
