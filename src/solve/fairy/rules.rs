//! Rules of a problem that differ from those of an ordinary one, by name, for a verdict that says what was tested.

use super::{Man, Subject};
use crate::stipulation::Inquiry;
use base::say;
use games::Lang;
use games::chess::Color;

impl Subject {
    /// Returns the rules by which a problem is solved and which are not those of chess, by Popeye's names: conditions,
    /// fairy pieces, `NoWhiteKing`, `CastlingMutuallyExclusive`, `Quodlibet`. Empty for an ordinary problem.
    pub fn rules(&self, inquiry: &Inquiry) -> Vec<String> {
        self.rules_in(inquiry, Lang::EN)
    }

    /// Returns the rules as [`rules`](Subject::rules) does, with the names of pieces in a language; conditions and options
    /// keep Popeye's names.
    pub fn rules_in(&self, inquiry: &Inquiry, lang: Lang) -> Vec<String> {
        let mut rules = Vec::new();
        let no_king = |color: Color| color.fold_wb("NoWhiteKing", "NoBlackKing").to_owned();
        match self {
            Subject::Chess(position) => {
                let kings = Color::ALL.into_iter();
                rules.extend(
                    kings
                        .filter(|&color| !position.has_king(color))
                        .map(no_king),
                );
                if position.has_exclusive_castling() {
                    rules.push("CastlingMutuallyExclusive".to_owned());
                }
            }
            Subject::Fairy(board) => {
                let conditions = board.conditions().iter();
                rules.extend(conditions.map(|condition| condition.to_string()));
                let men = || board.men.iter().flatten().copied();
                for man in men().filter(|&man| !is_ordinary(man)) {
                    let name = described(man, lang);
                    if !rules.contains(&name) {
                        rules.push(name);
                    }
                }
                let has = |color| men().any(|man| man.royal && man.is_own(color));
                let kings = Color::ALL.into_iter();
                rules.extend(kings.filter(|&color| !has(color)).map(no_king));
            }
        }
        if inquiry.quodlibet {
            rules.push("Quodlibet".to_owned());
        }
        rules
    }
}

/// Returns true for a man of chess.
fn is_ordinary(man: Man) -> bool {
    man.kind.role().is_some() && man.side.is_some() && man == Man::new(man.side, man.kind)
}

/// Returns the name in a language of a man that is none of chess: `neutral knight`, `royal grasshopper`, `nightrider`.
fn described(man: Man, lang: Lang) -> String {
    let is_king = man == Man::new(man.side, man.kind);
    let quality = match (man.side.is_none(), man.royal && !is_king) {
        (true, true) => "neutral-royal",
        (true, false) => "neutral",
        (false, true) => "royal",
        (false, false) => "none",
    };
    let kind = say!(lang, "fairy-kind", code = man.kind.code().to_lowercase());
    say!(lang, "fairy-man", quality, kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fairy::Kind;

    #[test]
    fn every_kind_of_piece_has_a_name_in_every_language() {
        for kind in Kind::all() {
            let man = Man::new(Some(Color::White), kind);
            assert_eq!(described(man, Lang::EN), kind.name());
            assert_ne!(described(man, Lang::ES), "?", "{kind:?}");
        }
    }
}
