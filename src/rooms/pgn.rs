//! Conversion of a room's game, finished or not, to PGN, and of game records to games.

use super::ending::Ending;
use super::room::Room;
use base::clock::SeatClock;
use base::say;
use games::pgn::read::{Kind, PgnRecord, ReadError};
use games::pgn::{Heading, Pgn, Ranking};
use games::{AnyGame, Game, Lang, Read, Settings, Words};
use players::Registry;
use std::time::Duration;

/// Tags that describe the event of a game; continuing a recorded game keeps them.
const OF_THE_EVENT: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// Tags that describe the end of a game.
const OF_THE_END: [&str; 2] = ["Termination", "Places"];

/// A game from a record, and the names of its players by seat; `None` for an unknown name.
pub type Recorded = (AnyGame, Vec<Option<String>>);

/// Plays the game of a record, of any variant, with all its moves. Returns it with the names of the players and the
/// parts of the tag `FEN` that were left out.
///
/// # Errors
/// [`ReadError`] if the variant or the start position is not valid, or a move is not legal.
pub fn game_of(found: &mut PgnRecord, registry: &Registry) -> Result<Read<Recorded>, ReadError> {
    let lang = found.lang();
    let entry = match Kind::of(&found.pgn) {
        Kind::Chess { .. } => registry.find("chess"),
        Kind::Other(name) => {
            let lower = name.to_lowercase();
            let title = |lang| move |e: &&players::Entry| e.title(lang).to_lowercase() == lower;
            match registry.entries().iter().find(title(Lang::EN)) {
                Some(entry) => Ok(entry),
                None => registry.find(name),
            }
        }
    };
    let entry = entry.map_err(|error| {
        let variant = found.pgn.value("Variant").unwrap_or_default();
        let why = say!(lang, "variant-unknown", variant, error);
        found.error("Variant", why)
    })?;
    let begin = |settings: &Settings, start: Option<&str>| {
        let begun = entry.begin(settings, start)?;
        Ok(begun.map(|game| game.position().clone()))
    };
    let (line, dropped) = found.begin(begin)?.split();
    let start = line.start().clone();
    let name = |seat: usize| {
        let name = found.pgn.value(start.tag_name(seat))?;
        let known = !matches!(name, "" | "?") && !name.chars().any(char::is_control);
        known.then(|| name.to_owned())
    };
    let names = (0..start.players()).map(name).collect();
    Ok(Read::new((AnyGame::from(line), names), dropped))
}

impl Room {
    /// Game as PGN. If there is a clock, each move has a comment with the remaining time, as in `{[%clk 0:04:57]}`;
    /// the reason of an end other than by the rules is added as a comment.
    pub fn pgn(&self) -> Pgn {
        let names = self.chairs.iter().map(|chair| {
            let name = chair.player.as_ref().map(|player| player.name.clone());
            name.filter(|name| !name.is_empty())
                .unwrap_or_else(|| "?".to_owned())
        });
        let heading = Heading::casual(names.collect());
        let ranking = self.ranking();
        let mut pgn = Pgn::of_line(self.game.line(), &heading, ranking.as_ref());
        if self.turns.is_limited() {
            pgn.tag("TimeControl", &self.options.clock.tag());
            let mut clocks = vec![SeatClock::new(self.options.clock); self.chairs.len()];
            let moves = self.movers.iter().zip(self.turns.spent());
            for ((seat, spent), made) in moves.zip(&mut pgn.moves) {
                let Some(spent) = spent else { continue };
                let left = clocks[*seat].remaining(*spent).unwrap_or_default();
                clocks[*seat].punch(*spent);
                made.comment = format!("[%clk {}]", clock_text(left));
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

    /// Game as PGN, if it continues that of a record: with the tags of the record, and with its comments, marks and
    /// variations of the moves that are unchanged.
    pub fn pgn_after(&self, record: &Pgn) -> Pgn {
        let mut pgn = self.pgn();
        let alike = pgn.moves.iter().zip(&record.moves);
        let alike = alike
            .take_while(|(now, then)| now.text == then.text)
            .count();
        for (now, then) in pgn.moves.iter_mut().zip(&record.moves).take(alike) {
            let said = std::mem::take(&mut now.comment);
            *now = then.clone();
            if !said.is_empty() {
                now.comment = format!("{} {said}", now.comment).trim_start().to_owned();
            }
        }
        let said = std::mem::take(&mut pgn.remark);
        pgn.remark = format!("{} {said}", record.remark).trim().to_owned();
        let is_same = alike == pgn.moves.len() && alike == record.moves.len();
        let mut tags = record.tags.clone();
        if !is_same {
            tags.retain(|(name, _)| !OF_THE_END.contains(&name.as_str()));
        } else if self.verdict().is_none() {
            pgn.result.clone_from(&record.result);
        }
        let now = std::mem::replace(&mut pgn.tags, tags);
        for (name, value) in now {
            let known = pgn.value(&name).is_some();
            let is_unknown = value == "?" || OF_THE_EVENT.contains(&name.as_str());
            match name.as_str() {
                "Result" => pgn.set(&name, &pgn.result.clone()),
                _ if known && is_unknown => {}
                _ => pgn.set(&name, &value),
            }
        }
        pgn.sort_tags();
        pgn
    }

    /// Places of the seats, with points if the game ended by its rules; `None` if it is not over.
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

/// Value of the PGN tag `Termination`.
fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules | Ending::Resignation | Ending::Agreement => "normal",
        Ending::Time => "time forfeit",
        Ending::Abandonment => "abandoned",
    }
}

/// Time in the form of a `[%clk …]` comment: `0:04:57`.
fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    format!(
        "{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}
