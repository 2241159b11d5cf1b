//! Duels as JSON: the form in which an unfinished duel is saved and later continued.
//!
//! ```json
//! {
//!   "version": 1,
//!   "duel": "9f86d081884c7d659a2feaa0c55ad015",
//!   "challenge": {"problem": 12, "revision": 1, "fen": "…", "moves": 2, "band": 1, "keys": []},
//!   "attacker": {"mind": "person", "name": "Ann", "user": 3},
//!   "defender": {"mind": "m2", "name": "M2", "user": 2},
//!   "hints": [{"ply": 0, "whole": false}],
//!   "thought": [4100, 900],
//!   "room": {…}
//! }
//! ```
//!
//! `room` is the [room's record](rooms). Times are milliseconds.

use super::hints::Hint;
use super::{Challenge, Duel, Seated, Side};
use base::parsing::told_by_serde;
use base::{say, told};
use games::{Lang, Text};
use players::Registry;
use rooms::Room;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// Version of the format that is written.
const VERSION: u32 = 1;

/// Error for a text that is not the record of a duel.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct DuelError(Text);

impl DuelError {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        say!(lang, "record-no-duel", why = self.0.get(lang))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    duel: String,
    challenge: Challenge,
    attacker: Seated,
    defender: Seated,
    hints: Vec<Hint>,
    thought: [u64; 2],
    room: Value,
}

impl Duel {
    /// Returns the record as JSON.
    ///
    /// # Errors
    /// An error of serde_json, which does not occur in practice.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let now = self.room.now();
        let [attacker, defender] = self.seated.clone();
        let file = File {
            version: VERSION,
            duel: self.id.clone(),
            challenge: self.challenge.clone(),
            attacker,
            defender,
            hints: self.hints.clone(),
            thought: Side::ALL.map(|side| millis(self.thought(side, now))),
            room: serde_json::from_str(&self.room.to_json()?)?,
        };
        Ok(serde_json::to_string_pretty(&file)? + "\n")
    }

    /// Reads a record. The duel continues from the moment at which it was saved: the time since then does not count.
    ///
    /// # Errors
    /// [`DuelError`] if the text is not such a record, or if its parts contradict each other.
    pub fn parse(bytes: &[u8], registry: &Registry) -> Result<Duel, DuelError> {
        let wrong = DuelError;
        let unread = |error: serde_json::Error| wrong(told_by_serde(&error.to_string()));
        let file: File = serde_json::from_slice(bytes).map_err(unread)?;
        if file.version != VERSION {
            let version = file.version;
            return Err(wrong(told!("record-version", version, own = VERSION)));
        }
        let room = serde_json::to_vec(&file.room).map_err(unread)?;
        let room = Room::parse(&room, registry).map_err(|error| wrong(error.why))?;
        let start = file
            .challenge
            .start()
            .map_err(|error| wrong(error.localized()))?;
        if room.game().variant() != "chess" || room.game().start_text() != start.fen() {
            return Err(wrong(told!("record-other-start")));
        }
        let known = file.duel.len() == 32 && file.duel.bytes().all(|b| b.is_ascii_hexdigit());
        if !known {
            let duel = &file.duel;
            return Err(wrong(told!("record-bad-name", duel)));
        }
        let since = room.now();
        let duel = Duel {
            id: file.duel,
            challenge: file.challenge,
            seated: [file.attacker, file.defender],
            hints: file.hints,
            thought: file.thought.map(Duration::from_millis),
            since,
            room,
        };
        let fits = |side: Side| {
            let player = duel.room.player(duel.seat(side));
            let Seated { mind, name, .. } = duel.seated(side);
            player.is_some_and(|player| player.name == *name && player.seat == mind.seat())
        };
        if !Side::ALL.into_iter().all(fits) {
            return Err(wrong(told!("record-other-seats")));
        }
        if duel
            .hints
            .iter()
            .any(|hint| hint.ply > duel.room.game().plies())
        {
            return Err(wrong(told!("record-hint-early")));
        }
        Ok(duel)
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::{Act, Mind};
    use super::*;
    use base::clock::ClockRule;

    fn duel() -> Duel {
        let challenge = Challenge {
            problem: 7,
            revision: 1,
            fen: "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1".to_owned(),
            moves: 2,
            band: 2,
            keys: Vec::new(),
        };
        let seated = [(Mind::Person, "Ann"), (Mind::M2, "M2")].map(|(mind, name)| Seated {
            mind,
            name: name.to_owned(),
            user: Some(4),
        });
        let clock: ClockRule = "5+3".parse().expect("a clock");
        let mut duel = Duel::begin(challenge, seated, clock, Duration::ZERO).expect("a duel");
        let at = Duration::from_secs(7);
        duel.apply(Act::Move(Side::Attacker, "a1a6".into()), at)
            .expect("legal");
        duel
    }

    #[test]
    fn a_duel_is_read_back_as_it_was() {
        let duel = duel();
        let text = duel.to_json().expect("JSON");
        let back = Duel::parse(text.as_bytes(), &Registry::standard()).expect("a record");
        assert_eq!(back.to_json().expect("JSON"), text);
        let now = back.room().now();
        assert_eq!(back.thought(Side::Attacker, now), Duration::from_secs(7));
        assert_eq!((back.moves_left(), back.turn()), (1, Side::Defender));
        assert_eq!(back.id(), duel.id());
    }

    #[test]
    fn what_does_not_fit_together_is_refused() {
        let text = duel().to_json().expect("JSON");
        for (from, to, complaint) in [
            (
                "\"version\": 1,\n  \"duel\"",
                "\"version\": 9,\n  \"duel\"",
                "version is 9",
            ),
            ("\"mind\": \"person\"", "\"mind\": \"m1\"", "others sit"),
            ("\"fen\": \"kbK5", "\"fen\": \"kbK4R", "not"),
            ("\"a1a6\"", "\"a1b2\"", "a1b2"),
            (
                "\"hints\": []",
                "\"hints\": [{\"ply\": 9, \"whole\": true}]",
                "hint",
            ),
            ("\"hints\": []", "\"hints\": [], \"more\": 1", "more"),
        ] {
            let changed = text.replace(from, to);
            assert_ne!(changed, text, "{from}");
            let error = Duel::parse(changed.as_bytes(), &Registry::standard());
            let error = error.expect_err(to).to_string();
            assert!(error.contains(complaint), "{error}");
        }
    }
}
