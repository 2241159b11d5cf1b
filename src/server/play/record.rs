//! Games as the database stores them, and rooms rebuilt from their events.
//!
//! The state of a room follows from its start and the list of its events. The list is therefore all that is stored: a
//! restart, a page that has missed events, and a replay all use it.

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

/// Event of a game as it is stored in the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Entry {
    /// End of a pause, after the process that ran the room has died or the database was away; the time of the pause
    /// counts for no clock.
    Resumed(Resumed),
    /// An event of the room.
    Happened(Event),
}

/// JSON form of [`Entry::Resumed`]: `{"event": "resumed"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", deny_unknown_fields)]
pub enum Resumed {
    /// End of a pause; the variant exists for its JSON form.
    Resumed {},
}

impl Entry {
    /// Entry for the end of a pause.
    pub const RESUMED: Entry = Entry::Resumed(Resumed::Resumed {});
}

/// Options of a room as they are stored in the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreed {
    /// Clock in its usual notation: `5+3`.
    pub clock: String,
    /// Time limit for an absent player to come back, in milliseconds; no limit if missing.
    pub grace: Option<u64>,
    /// Time limit for the answer to a question, in milliseconds; no limit if missing.
    pub answer: Option<u64>,
    /// True if the opponent must claim the game of an absent player, and draw offers stop nobody from moving; false in
    /// old games.
    #[serde(default)]
    pub lenient: bool,
    /// True if a draw by threefold repetition must be claimed; false in old games.
    #[serde(default)]
    pub claims: bool,
    /// Level of the machine that moves for a seat that is out of the game.
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

/// Parses the options of a game from the database's JSON.
///
/// # Errors
/// A sentence, if the text is not a JSON object of texts.
pub fn settings_of(json: &str) -> Result<BTreeMap<String, String>, String> {
    serde_json::from_str(json).map_err(|error| format!("the settings of a game: {error}"))
}

/// Converts the options of a game to the form that the crate `games` expects.
pub fn settings(map: &BTreeMap<String, String>) -> Settings {
    let mut settings = Settings::default();
    for (name, value) in map {
        settings.set(name, value);
    }
    settings
}

/// Creates the room of a game in the state before its first event.
///
/// # Errors
/// A sentence that names the part of the row that is not valid.
pub fn empty_room(row: &GameRow, registry: &Registry) -> Result<Room, String> {
    let game = &row.game;
    let entry = registry.find(&game.variant).map_err(|e| e.to_string())?;
    let settings = settings(&settings_of(&game.settings)?);
    let begun = entry
        .begin(&settings, Some(&game.start))
        .map_err(|error| error.to_string())?;
    // The text of a stored position is complete, so no part of it may be left out.
    let begun = begun.all().map_err(|part| part.refusal(Lang::EN))?;
    let agreed: Agreed = serde_json::from_str(&game.options)
        .map_err(|error| format!("the options of a game: {error}"))?;
    Ok(Room::new(begun, agreed.options()?))
}

/// Applies a stored event to a room. Returns its effects.
///
/// # Errors
/// A sentence that names the event and the reason for which it is not valid.
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

/// Replaces the names of players who have deleted their accounts in the events of a game by the name for deleted users
/// in the language `lang`.
///
/// # Errors
/// A sentence that names the event that is not valid.
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

/// Rebuilds a room from all its events. Returns it with the number of events.
///
/// # Errors
/// A sentence that names the part of the row, or the event, that is not valid or missing.
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
