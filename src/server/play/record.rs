//! A game in the database, and the room that its events make of it.
//!
//! A room is a value that its events make of its start, so the list of events is the game: what a restart
//! goes on from, what missed events are told from, and what a replay shows.

use super::messages::is_gone;
use base::clock::ClockRule;
use games::{Lang, Settings};
use players::{Level, Registry};
use rooms::{Effects, Event, Options, Room};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use store::games::{GameRow, LoggedEvent};
use store::names::deleted_user;

/// An event as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Entry {
    /// The process that had the room has died, and the time since then does not count.
    Resumed(Resumed),
    /// Something happened.
    Happened(Event),
}

/// `{"event": "resumed"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
pub enum Resumed {
    /// The only one.
    Resumed {},
}

impl Entry {
    /// The room goes on after a pause.
    pub const RESUMED: Entry = Entry::Resumed(Resumed::Resumed {});
}

/// The options of a room as they are written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreed {
    /// As people write it.
    pub clock: String,
    /// Time limit for an absent player to come back, in milliseconds; no limit if missing.
    pub grace: Option<u64>,
    /// Time limit for the answer to a question, in milliseconds; no limit if missing.
    pub answer: Option<u64>,
    /// True if absences must be claimed and draw offers hold nobody up; not so in games of before there were claims.
    #[serde(default)]
    pub lenient: bool,
    /// True if threefold repetition must be claimed; not so in games of before there were such claims.
    #[serde(default)]
    pub claims: bool,
    /// The machine that moves for a seat that is out.
    pub stand_in: String,
    /// Seed of the machines' random choices.
    pub seed: u64,
}

impl Agreed {
    /// Converts a room's options.
    pub fn of(options: &Options) -> Agreed {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Agreed {
            clock: options.clock.to_string(),
            grace: options.grace.map(millis),
            answer: options.answer.map(millis),
            lenient: options.lenient,
            claims: options.claims,
            stand_in: options.stand_in.to_string(),
            seed: options.seed.unwrap_or_default(),
        }
    }

    fn options(&self) -> Result<Options, String> {
        let clock: ClockRule = self.clock.parse().map_err(|error| format!("{error}"))?;
        let stand_in: Level = self.stand_in.parse().map_err(|error| format!("{error}"))?;
        Ok(Options {
            clock,
            grace: self.grace.map(Duration::from_millis),
            answer: self.answer.map(Duration::from_millis),
            lenient: self.lenient,
            claims: self.claims,
            stand_in,
            seed: Some(self.seed),
        })
    }
}

/// Options of a game as the database has them.
pub fn settings_of(json: &str) -> Result<BTreeMap<String, String>, String> {
    serde_json::from_str(json).map_err(|error| format!("the settings of a game: {error}"))
}

/// The same as the games take them.
pub fn settings(map: &BTreeMap<String, String>) -> Settings {
    let mut settings = Settings::default();
    for (name, value) in map {
        settings.set(name, value);
    }
    settings
}

/// The room of a game before its first event.
///
/// # Errors
/// What in the row cannot be what this program wrote.
pub fn empty_room(row: &GameRow, registry: &Registry) -> Result<Room, String> {
    let game = &row.game;
    let entry = registry.find(&game.variant).map_err(|e| e.to_string())?;
    let settings = settings(&settings_of(&game.settings)?);
    let begun = entry
        .begin(&settings, Some(&game.start))
        .map_err(|error| error.to_string())?;
    // What was kept has nothing to be left out.
    let begun = begun.all().map_err(|part| part.refusal(Lang::EN))?;
    let agreed: Agreed = serde_json::from_str(&game.options)
        .map_err(|error| format!("the options of a game: {error}"))?;
    Ok(Room::new(begun, agreed.options()?))
}

/// Lets an event of the list happen; its effects.
///
/// # Errors
/// What in the event cannot be what this program wrote.
pub fn follow(room: &mut Room, logged: &LoggedEvent) -> Result<Effects, String> {
    let told = |why: String| format!("event {} of a game: {why}", logged.number);
    let entry: Entry = serde_json::from_str(&logged.event).map_err(|e| told(e.to_string()))?;
    let at = Duration::from_millis(logged.at);
    match entry {
        Entry::Resumed(_) => {
            room.resume_at(at);
            Ok(Effects::new())
        }
        Entry::Happened(event) => room.apply(event, at).map_err(|e| told(e.to_string())),
    }
}

/// The events of a game in which whoever has deleted the account is called so, as everybody sees it then.
///
/// # Errors
/// What in the events cannot be what this program wrote.
pub fn without_gone(
    row: &GameRow,
    mut events: Vec<LoggedEvent>,
    lang: Lang,
) -> Result<Vec<LoggedEvent>, String> {
    let gone: Vec<_> = row.seats.iter().filter(|seat| is_gone(seat)).collect();
    if gone.is_empty() {
        return Ok(events);
    }
    for logged in &mut events {
        let told = |error| format!("event {} of a game: {error}", logged.number);
        let mut entry: Entry = serde_json::from_str(&logged.event).map_err(told)?;
        if let Entry::Happened(Event::Join { seat, name, .. }) = &mut entry
            && gone
                .iter()
                .any(|row| row.seat == *seat && row.name == *name)
        {
            *name = deleted_user(lang).to_owned();
            logged.event = serde_json::to_string(&entry).map_err(told)?;
        }
    }
    Ok(events)
}

/// The room after all its events, and how many there were.
///
/// # Errors
/// What in the database cannot be what this program wrote.
pub fn room_of(
    row: &GameRow,
    events: &[LoggedEvent],
    registry: &Registry,
) -> Result<(Room, u64), String> {
    let mut room = empty_room(row, registry)?;
    let mut version = 0;
    for event in events {
        if event.number != version + 1 {
            return Err(format!("event {} of a game is missing", version + 1));
        }
        follow(&mut room, event)?;
        version = event.number;
    }
    Ok((room, version))
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::Seat;

    #[test]
    fn entries_are_read_as_they_are_written() {
        let entries = [
            Entry::RESUMED,
            Entry::Happened(Event::Tick),
            Entry::Happened(Event::Join {
                seat: 1,
                name: "Ana".to_owned(),
                sits: Seat::Person,
            }),
            Entry::Happened(Event::Move {
                seat: 0,
                text: "e2e4".to_owned(),
                lag: Duration::from_millis(30),
            }),
        ];
        for entry in entries {
            let text = serde_json::to_string(&entry).expect("text");
            assert_eq!(serde_json::from_str::<Entry>(&text).expect(&text), entry);
        }
        assert!(serde_json::from_str::<Entry>("{\"event\":\"other\"}").is_err());
    }
}
