//! Hints for the attacker: first the piece that moves, then the whole move. Each hint costs points
//! ([`points`](super::points)).

use super::{Duel, Judge, Side};
use base::limits::Allowance;
use base::say;
use games::Lang;
use games::chess::{localized, role_name};
use serde::{Deserialize, Serialize};

/// A hint that the attacker has been given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Number of plies that had been played before the hint.
    pub ply: usize,
    /// True if the hint was the whole move; false if it was only the piece.
    pub whole: bool,
}

impl Duel {
    /// Number of hints that the attacker has had.
    pub fn hints(&self) -> u32 {
        self.hints.len() as u32
    }

    /// Returns a hint for the attacker, who must be to move: first the piece to move, and on the next call the whole
    /// move. Further calls repeat the move without cost. The flag is true if the hint counts.
    ///
    /// # Errors
    /// A message, if no hint can be given; then nothing counts.
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
