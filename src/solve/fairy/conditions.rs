//! Fairy conditions and their names.

use base::say;
use games::Lang;
use std::fmt;
use std::str::FromStr;

/// A fairy condition: a rule of a problem that changes the moves of chess or their effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// A captured man, kings apart, is put back on its square in the initial array if that is empty.
    Circe,
    /// A man that captures is put back on its square in the initial array, which has to be empty.
    AntiCirce,
    /// A man, except a king, that is observed by an enemy man of its own kind can neither move, capture nor give check;
    /// it can only paralyse enemy men of its kind.
    Madrasi,
    /// A man, except a king, that captures changes its colour.
    Andernach,
    /// A move must end on a square next to another man.
    Koeko,
    /// A man that captures must make a second move, without capturing, as the captured man would move from there.
    TakeAndMake,
    /// White plays the longest of its moves.
    WhiteMaximummer,
    /// Black plays the longest of its moves.
    BlackMaximummer,
    /// White plays the shortest of its moves.
    WhiteMinimummer,
    /// Black plays the shortest of its moves.
    BlackMinimummer,
    /// Only a man that is observed by another of its side can capture.
    Patrol,
    /// A man changes its kind by moving: without a capture one step down, with a capture one step up, in the order
    /// pawn, knight, bishop, rook, queen.
    Einstein,
    /// A move is illegal if after it any man, kings apart, is observed by an enemy man of its own kind.
    Isardam,
}

/// All conditions, with Popeye's English names.
const NAMES: [(Condition, &str); 13] = [
    (Condition::Circe, "Circe"),
    (Condition::AntiCirce, "AntiCirce"),
    (Condition::Madrasi, "Madrasi"),
    (Condition::Andernach, "AndernachChess"),
    (Condition::Koeko, "KoeKo"),
    (Condition::TakeAndMake, "Take&MakeChess"),
    (Condition::WhiteMaximummer, "WhiteMaximummer"),
    (Condition::BlackMaximummer, "BlackMaximummer"),
    (Condition::WhiteMinimummer, "WhiteMinimummer"),
    (Condition::BlackMinimummer, "BlackMinimummer"),
    (Condition::Patrol, "Patrouille"),
    (Condition::Einstein, "EinsteinChess"),
    (Condition::Isardam, "Isardam"),
];

impl Condition {
    /// All conditions.
    pub fn all() -> impl Iterator<Item = Condition> {
        NAMES.into_iter().map(|(condition, _)| condition)
    }
}

/// A name that is none of a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct UnknownCondition(String);

impl UnknownCondition {
    /// Returns the error message in a language.
    pub fn text(&self, lang: Lang) -> String {
        say!(lang, "condition-unknown", text = self.0)
    }
}

impl FromStr for Condition {
    type Err = UnknownCondition;

    fn from_str(text: &str) -> Result<Condition, UnknownCondition> {
        let named = NAMES
            .into_iter()
            .find(|(_, name)| name.eq_ignore_ascii_case(text));
        let unknown = || UnknownCondition(text.to_owned());
        named.map(|(condition, _)| condition).ok_or_else(unknown)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = NAMES.into_iter().find(|(condition, _)| condition == self);
        f.write_str(named.map_or("", |(_, name)| name))
    }
}

/// The fairy conditions that hold in a problem at the same time, as a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conditions(u16);

impl Conditions {
    /// Returns true if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a condition.
    pub fn add(&mut self, condition: Condition) {
        self.0 |= 1 << condition as u16;
    }

    /// Returns true if the set contains the condition.
    #[inline]
    pub fn has(self, condition: Condition) -> bool {
        self.0 & 1 << condition as u16 != 0
    }

    /// Returns the conditions of the set, in the order of the table of names.
    pub fn iter(self) -> impl Iterator<Item = Condition> {
        Condition::all().filter(move |&condition| self.has(condition))
    }
}

impl FromIterator<Condition> for Conditions {
    fn from_iter<T: IntoIterator<Item = Condition>>(all: T) -> Conditions {
        let mut conditions = Conditions::default();
        all.into_iter()
            .for_each(|condition| conditions.add(condition));
        conditions
    }
}

/// Pairs of conditions that contradict each other, or whose combined rules are not settled.
const APART: [(Condition, Condition); 7] = [
    (Condition::AntiCirce, Condition::Koeko),
    (Condition::AntiCirce, Condition::TakeAndMake),
    (Condition::AntiCirce, Condition::Einstein),
    (Condition::Madrasi, Condition::Patrol),
    (Condition::Madrasi, Condition::Isardam),
    (Condition::Koeko, Condition::TakeAndMake),
    (Condition::TakeAndMake, Condition::Isardam),
];

/// Error: two conditions that cannot be combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct NotTogether(Condition, Condition);

impl NotTogether {
    /// Returns the error message in a language.
    pub fn text(&self, lang: Lang) -> String {
        say!(lang, "conditions-together", one = self.0, other = self.1)
    }
}

/// Checks that all conditions can be combined.
///
/// # Errors
/// [`NotTogether`] names two that cannot.
pub fn check_together(conditions: Conditions) -> Result<(), NotTogether> {
    let both =
        |&(one, other): &(Condition, Condition)| conditions.has(one) && conditions.has(other);
    match APART.into_iter().find(|pair| both(pair)) {
        Some((one, other)) => Err(NotTogether(one, other)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_read_as_it_is_written_and_others_are_refused_by_name() {
        for (condition, name) in NAMES {
            assert_eq!(name.to_lowercase().parse(), Ok(condition));
            let set: Conditions = [condition].into_iter().collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), [condition]);
        }
        let error = "Alice".parse::<Condition>().expect_err("unknown");
        assert_eq!(error.to_string(), "the condition 'Alice' is not understood");
    }
}
