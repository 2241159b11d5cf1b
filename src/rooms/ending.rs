//! Endings of a room's game: by its rules, or by actions of the players such as resignation.

use games::{AnyGame, Game};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Reason of a draw claimed because of repetition.
pub(super) const REPETITION: &str = "threefold repetition";

/// In what way a game ends, or a seat leaves one that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By the rules of the game. No seat leaves a game in this way.
    Rules,
    /// Somebody gives up.
    Resignation,
    /// Somebody oversteps the time.
    Time,
    /// Somebody does not come back.
    Abandonment,
    /// All agree to a draw. No seat leaves a game in this way.
    Agreement,
}

impl Ending {
    /// All endings but `Rules`, for which the game itself gives the reason.
    pub(super) const AWAY: [Ending; 4] = [
        Ending::Resignation,
        Ending::Time,
        Ending::Abandonment,
        Ending::Agreement,
    ];

    /// Name of the ending, one word, as in records.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Rules => "rules",
            Ending::Resignation => "resignation",
            Ending::Time => "time",
            Ending::Abandonment => "abandonment",
            Ending::Agreement => "agreement",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// The seats that share the first place, in ascending order: one side for a win, all who are in
    /// for a draw.
    pub winners: Vec<usize>,
    /// Kind of the end.
    pub ending: Ending,
    /// The reason in a word or two: `checkmate`, `resignation`.
    pub reason: &'static str,
    /// Seat that ended the game by leaving it (resignation, time, absence) or by claiming a draw; `None` for any other
    /// end.
    pub by: Option<usize>,
}

impl Verdict {
    /// Returns true if the first place is shared by seats of different teams.
    pub fn is_draw(&self, game: &AnyGame) -> bool {
        let first = self.winners.first();
        first.is_none_or(|first| {
            self.winners
                .iter()
                .any(|w| !game.position().allied(*first, *w))
        })
    }

    /// Returns the result by the rules, among the seats that are not out: the winners, or if all of these are out,
    /// the best of the others. `None` if the rules have not ended the game.
    pub(super) fn by_rules(game: &AnyGame, is_in: impl Fn(usize) -> bool) -> Option<Verdict> {
        let outcome = game.outcome()?;
        let seats = || (0..game.players()).filter(|seat| is_in(*seat));
        let mut winners: Vec<usize> = seats().filter(|s| outcome.winners.contains(*s)).collect();
        if winners.is_empty() {
            let best = seats().filter_map(|seat| game.points(seat)).max();
            let is_best = |seat: &usize| best.is_none() || game.points(*seat) == best;
            winners = seats().filter(is_best).collect();
        }
        Some(Verdict {
            winners,
            ending: Ending::Rules,
            reason: outcome.reason,
            by: None,
        })
    }

    /// Returns the result after the player in seat `by` has left the game; `None` unless the seats that are still in
    /// the game, by `is_in`, all belong to one side. That side wins, unless it could not have won by the rules and `by`
    /// has not resigned: then the game is drawn. `how` is the kind of end.
    pub(super) fn by_leaving(
        game: &AnyGame,
        by: usize,
        how: Ending,
        is_in: impl Fn(usize) -> bool,
    ) -> Option<Verdict> {
        let mut winners: Vec<usize> = (0..game.players()).filter(|seat| is_in(*seat)).collect();
        let first = *winners.first()?;
        if winners
            .iter()
            .any(|seat| !game.position().allied(first, *seat))
        {
            return None;
        }
        let given = how == Ending::Resignation;
        if !given && !winners.iter().any(|seat| game.can_win(*seat)) {
            winners.push(by);
            winners.sort_unstable();
        }
        Some(Verdict {
            winners,
            ending: how,
            reason: how.name(),
            by: Some(by),
        })
    }

    /// Returns the result of a draw that seat `by` has claimed because of threefold repetition.
    pub(super) fn by_repetition(winners: Vec<usize>, by: usize) -> Verdict {
        Verdict {
            winners,
            ending: Ending::Rules,
            reason: REPETITION,
            by: Some(by),
        }
    }

    /// Returns the result of a draw by agreement.
    pub(super) fn by_agreement(winners: Vec<usize>) -> Verdict {
        Verdict {
            winners,
            ending: Ending::Agreement,
            reason: Ending::Agreement.name(),
            by: None,
        }
    }
}
