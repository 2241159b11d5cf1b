//! A room's game as the record that people exchange, whether it is over or not.

use super::ending::Ending;
use super::room::Room;
use crate::clock::SeatClock;
use crate::games::Game;
use crate::games::pgn::{Heading, Pgn, Ranking};
use std::time::Duration;

impl Room {
    /// The game as PGN. With a clock each move says what was left after it, as in
    /// `{[%clk 0:04:57]}`; a game that did not end at the board says how it did.
    pub fn pgn(&self) -> Pgn {
        let names = self.chairs.iter().map(|chair| {
            let name = chair.player.as_ref().map(|player| player.name.clone());
            name.unwrap_or_else(|| "?".to_owned())
        });
        let heading = Heading::casual(names.collect());
        let ranking = self.ranking();
        let mut pgn = Pgn::of_line(self.game.line(), &heading, ranking.as_ref());
        if self.turns.is_limited() {
            pgn.tag("TimeControl", &self.options.clock.tag());
            let mut clocks = vec![SeatClock::new(self.options.clock); self.chairs.len()];
            let moves = self.movers.iter().zip(self.turns.spent());
            for ((seat, spent), made) in moves.zip(&mut pgn.moves) {
                let left = clocks[*seat].remaining(*spent).unwrap_or_default();
                clocks[*seat].punch(*spent);
                made.comment = format!("[%clk {}]", told(left));
            }
        }
        if let Some(verdict) = self.verdict().filter(|v| v.ending != Ending::Rules) {
            pgn.tag("Termination", termination(verdict.ending));
            let by = verdict.by.map(|seat| self.game.color(seat));
            let by = by.map_or_else(String::new, |by| format!("{by}: "));
            pgn.remark_last(&format!("{by}{}", verdict.reason));
        }
        pgn
    }

    /// Places, and where the game was played to its end points; `None` while it goes on.
    fn ranking(&self) -> Option<Ranking> {
        let verdict = self.verdict()?;
        let game = self.game.position();
        let won = |seat: usize| verdict.winners.contains(&seat);
        Some(match verdict.ending {
            Ending::Rules => Ranking::by_key(game, |seat| {
                let is_in = self.chairs[seat].out.is_none();
                (is_in, game.points(seat), won(seat))
            }),
            _ => Ranking {
                points: None,
                ..Ranking::by_key(game, won)
            },
        })
    }
}

/// The PGN tag `Termination`.
fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules | Ending::Resignation | Ending::Agreement => "normal",
        Ending::Time => "time forfeit",
        Ending::Abandonment => "abandoned",
    }
}

/// `0:04:57`.
fn told(time: Duration) -> String {
    let seconds = time.as_secs();
    format!(
        "{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}
