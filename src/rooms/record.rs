//! A room as JSON: the form in which a game is saved and restored.
//!
//! ```json
//! {
//!   "version": 2,
//!   "variant": "rolit",
//!   "rules": "students",
//!   "start": "4/4/3* R RYGB:RG/YB 1 students",
//!   "seed": 7,
//!   "clock": "5+3",
//!   "now": 61500,
//!   "players": [
//!     {
//!       "name": "Ann",
//!       "color": "R",
//!       "level": "person",
//!       "team": 1
//!     }
//!   ],
//!   "moves": [
//!     "e5"
//!   ],
//!   "spent": [
//!     1500
//!   ],
//!   "turn": {
//!     "used": 0,
//!     "since": 1500
//!   },
//!   "result": {
//!     "winners": ["R", "G"],
//!     "reason": "board full"
//!   }
//! }
//! ```
//!
//! (with one player for each seat.) Times are in milliseconds. Default values are omitted: `shape` and `size` are
//! present if the board is one of the students', `team` if there are teams, `seed` if machines play, `clock` if there
//! is a clock, `result` when the game is over. Without a clock, `spent` is omitted if no time is known, and `turn` if
//! the current turn is not timed: older files have neither. A file without `version` is of version 1, which had no
//! clocks, no offers, and no seats that are free, away or out; it can still be read. Redundant data must agree, so that
//! damaged files are detected, and each error names the line.

use super::ending::{Ending, Verdict};
use super::lines::{Step, line_at, line_of};
use super::millis;
use super::question::Question;
use super::room::{Chair, Options, Phase, Player, Room};
use super::turns::{Turns, movers};
use base::clock::ClockError;
use base::parsing::told_by_serde;
use base::{key, say, told};
use games::{AnyGame, Dropped, Lang, Settings, StartError, Text};
use players::Registry;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Version of the files that are written.
const VERSION: u32 = 2;

/// Settings of a game that have their own keys in the file, as in version 1.
const OWN_KEYS: [&str; 3] = ["rules", "shape", "size"];

/// Error for a text that is not a saved room.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct RecordError {
    /// Line of the error, from 1.
    pub line: usize,
    /// Description of the error, as a sentence without its full stop.
    pub why: Text,
}

impl RecordError {
    /// Message of the error in a language.
    pub fn text(&self, lang: Lang) -> String {
        say!(
            lang,
            "record-line",
            line = self.line,
            why = self.why.get(lang)
        )
    }
}

/// Contents of the file, not yet checked.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u32>,
    variant: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    settings: BTreeMap<String, String>,
    start: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waits: Option<Waits>,
    #[serde(default, skip_serializing_if = "is_zero")]
    now: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    gathering: bool,
    players: Vec<Entry>,
    moves: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spent: Option<Vec<Option<u64>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) turn: Option<TurnEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<Question>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<End>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Options of a room that are written together, and only if one of them differs from its default.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct Waits {
    #[serde(with = "millis::option")]
    grace: Option<Duration>,
    #[serde(with = "millis::option")]
    answer: Option<Duration>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    lenient: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    claims: bool,
    stand_in: String,
}

impl Waits {
    fn of(options: &Options) -> Waits {
        Waits {
            grace: options.grace.map(millis::whole),
            answer: options.answer.map(millis::whole),
            lenient: options.lenient,
            claims: options.claims,
            stand_in: options.stand_in.to_string(),
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnEntry {
    #[serde(with = "millis")]
    used: Duration,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "millis::option"
    )]
    pub(super) since: Option<Duration>,
}

/// State of a seat. A seat without a name is free.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    color: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    team: Option<usize>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    ready: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<Ending>,
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "millis::option"
    )]
    away: Option<Duration>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offered: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<usize>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    pub(super) winners: Vec<String>,
    pub(super) reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) by: Option<String>,
}

/// An error in the file: the path of the wrong value, and a description.
pub(super) type Complaint = (Vec<Step>, Text);

impl Room {
    /// Returns the room as JSON. Times of [`Room::options`] are rounded down to whole milliseconds.
    ///
    /// # Errors
    /// None in practice; the error is that of serde_json's interface.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let game = &self.game;
        let settings = game.settings();
        let setting = |name| settings.get(name).map(str::to_owned);
        let others = settings.iter().filter(|(name, _)| !OWN_KEYS.contains(name));
        let limited = self.turns.is_limited();
        let spent = self.turns.spent();
        let timed = !self.turns.used.is_zero() || self.turns.since.is_some();
        let waits = Waits::of(&self.options);
        let gathering = self.phase == Phase::Gathering;
        let entry = |(seat, chair): (usize, &Chair)| Entry {
            name: chair.player.as_ref().map(|player| player.name.clone()),
            color: game.color(seat),
            level: chair.player.as_ref().map(|player| player.seat.to_string()),
            team: game.team(seat).map(|team| team + 1),
            ready: gathering && chair.ready,
            out: chair.out,
            away: chair.away,
            offered: chair.offered,
            asked: chair.asked,
        };
        let file = File {
            version: Some(VERSION),
            variant: game.variant().to_string(),
            rules: setting("rules"),
            shape: setting("shape"),
            size: setting("size"),
            settings: others
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            start: game.start_text(),
            seed: self.options.seed,
            clock: limited.then(|| self.options.clock.to_string()),
            waits: (waits != Waits::of(&Options::default())).then_some(waits),
            now: millis::count(self.now),
            gathering,
            players: self.chairs.iter().enumerate().map(entry).collect(),
            moves: game.moves(),
            spent: (limited || spent.iter().any(Option::is_some)).then(|| {
                let times = spent.iter();
                times.map(|spent| spent.map(millis::count)).collect()
            }),
            turn: (limited || timed).then_some(TurnEntry {
                used: self.turns.used,
                since: self.turns.since,
            }),
            question: self.question.clone(),
            result: self.verdict().map(|verdict| end(game, verdict)),
        };
        Ok(serde_json::to_string_pretty(&file)? + "\n")
    }

    /// Restores a room from JSON, in the state in which it was saved; see [`Room::resume_at`].
    ///
    /// # Errors
    /// [`RecordError`] if the text is not UTF-8 or not JSON, if a key is missing, unknown or repeated, or if the
    /// contents are inconsistent.
    pub fn parse(bytes: &[u8], registry: &Registry) -> Result<Room, RecordError> {
        let text = std::str::from_utf8(bytes).map_err(|error| RecordError {
            line: line_at(bytes, error.valid_up_to()),
            why: told!("record-no-utf-8"),
        })?;
        let file: File = serde_json::from_str(text).map_err(|error| malformed(&error))?;
        file.room(registry).map_err(|(path, why)| RecordError {
            line: line_of(text, &path),
            why,
        })
    }
}

/// Returns the result of a game in the form of the file.
pub(super) fn end(game: &AnyGame, verdict: &Verdict) -> End {
    End {
        winners: verdict
            .winners
            .iter()
            .map(|seat| game.color(*seat))
            .collect(),
        reason: verdict.reason.to_owned(),
        by: verdict.by.map(|seat| game.color(seat)),
    }
}

/// Converts an error of serde_json; the line becomes a field of its own.
fn malformed(error: &serde_json::Error) -> RecordError {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = told_by_serde(text.strip_suffix(&place).unwrap_or(&text));
    let kind = match error.classify() {
        serde_json::error::Category::Eof => key!("record-breaks-off"),
        serde_json::error::Category::Syntax => key!("record-no-json"),
        serde_json::error::Category::Data | serde_json::error::Category::Io => {
            key!("record-no-saved-game")
        }
    };
    RecordError {
        line: error.line().max(1),
        why: Text::of(|lang| format!("{} ({})", kind.text(lang), what.get(lang))),
    }
}

/// Creates an error for the value of a key.
pub(super) fn wrong(key: &'static str, why: Text) -> Complaint {
    (vec![Step::Key(key)], why)
}

/// Creates the description of an error in a player's data.
pub(super) fn of_player(seat: usize, why: &Text) -> Text {
    let number = seat + 1;
    Text::of(|lang| say!(lang, "record-player", number, why = why.get(lang)))
}

impl File {
    /// Creates the room by playing all moves of the file.
    fn room(self, registry: &Registry) -> Result<Room, Complaint> {
        match self.version {
            None | Some(1 | VERSION) => {}
            Some(other) => {
                let why = told!("record-version", other, own = VERSION);
                return Err(wrong("version", why));
            }
        }
        let options = self.options()?;
        let mut game = self.begun(registry)?.with_claims(options.claims);
        let chairs = self.chairs(&game)?;
        for (index, text) in self.moves.iter().enumerate() {
            game.play_on(text).map_err(|error| {
                let number = index + 1;
                let why = Text::of(|lang| {
                    let spoken = game.read_move(text, lang).err();
                    let spoken = spoken.unwrap_or_else(|| error.to_string());
                    let spoken = spoken.trim_end_matches('.');
                    say!(lang, "record-move", number, error, spoken)
                });
                (vec![Step::Key("moves"), Step::Item(index)], why)
            })?;
        }
        let movers = movers(&game);
        let now = Duration::from_millis(self.now);
        let turns = self.turns(&options, &movers, &chairs, now)?;
        let mut room = Room {
            phase: if self.gathering {
                Phase::Gathering
            } else {
                Phase::Playing
            },
            question: None,
            game,
            options,
            chairs,
            turns,
            movers,
            now,
        };
        if let Some(verdict) = self.verdict(&room)? {
            room.phase = Phase::Over(verdict);
        }
        self.check_chairs(&room)?;
        self.check_time(&room)?;
        room.question = self.checked_question(&room)?;
        Ok(room)
    }

    /// Returns the game in its start position.
    fn begun(&self, registry: &Registry) -> Result<AnyGame, Complaint> {
        let entry = registry.find(&self.variant);
        let entry = entry.map_err(|why| wrong("variant", Text::of(|lang| why.text(lang))))?;
        let mut settings = Settings::default();
        for (name, value) in OWN_KEYS.iter().zip([&self.rules, &self.shape, &self.size]) {
            if let Some(value) = value {
                settings.set(name, value);
            }
        }
        for (name, value) in &self.settings {
            settings.set(name, value);
        }
        let begun = entry.begin(&settings, Some(&self.start)).map_err(|error| {
            let why =
                Text::of(|lang| error.text_naming(lang, |name| say!(lang, "record-option", name)));
            match error {
                StartError::Option { name, .. } if OWN_KEYS.contains(&name) => wrong(name, why),
                StartError::Option { .. } | StartError::Unknown { .. } => wrong("settings", why),
                StartError::Start(_) | StartError::Fen(_) => wrong("start", why),
            }
        })?;
        // A saved position never has parts that must be left out.
        let refused = |part: Dropped| wrong("start", Text::of(|lang| part.refusal(lang)));
        begun.all().map_err(refused)
    }

    fn options(&self) -> Result<Options, Complaint> {
        let mut options = Options {
            seed: self.seed,
            ..Options::default()
        };
        if let Some(clock) = &self.clock {
            options.clock = clock
                .parse()
                .map_err(|error: ClockError| wrong("clock", Text::of(|lang| error.text(lang))))?;
        }
        if let Some(waits) = &self.waits {
            (options.grace, options.answer) = (waits.grace, waits.answer);
            (options.lenient, options.claims) = (waits.lenient, waits.claims);
            let stand_in = waits.stand_in.parse();
            options.stand_in = stand_in.map_err(|error| {
                let path = vec![Step::Key("waits"), Step::Key("stand_in")];
                (path, Text::same(error))
            })?;
        }
        Ok(options)
    }

    fn chairs(&self, game: &AnyGame) -> Result<Vec<Chair>, Complaint> {
        let (found, expected) = (self.players.len(), game.players());
        if found != expected {
            let why = told!("record-number-of-players", expected, found);
            return Err(wrong("players", why));
        }
        let entries = self.players.iter().enumerate();
        let chair = |(seat, entry): (usize, &Entry)| {
            entry
                .chair(game, seat, self.gathering)
                .map_err(|(key, why)| {
                    let path = vec![Step::Key("players"), Step::Item(seat), Step::Key(key)];
                    (path, of_player(seat, &why))
                })
        };
        entries.map(chair).collect()
    }

    /// Computes the clocks from the time that each move took. Without a clock the times may be missing.
    fn turns(
        &self,
        options: &Options,
        movers: &[usize],
        chairs: &[Chair],
        now: Duration,
    ) -> Result<Turns, Complaint> {
        let mut turns = Turns::new(options.clock, chairs.len());
        let unknown = vec![None; if turns.is_limited() { 0 } else { movers.len() }];
        let spent = self.spent.as_ref().unwrap_or(&unknown);
        if spent.len() != movers.len() {
            let (moves, times) = (movers.len(), spent.len());
            let why = told!("record-number-of-times", moves, times);
            return Err(wrong("spent", why));
        }
        for (ply, (seat, millis)) in movers.iter().zip(spent).enumerate() {
            let Some(millis) = millis else {
                turns.pass(*seat);
                continue;
            };
            let time = Duration::from_millis(*millis);
            if !time.is_zero() && turns.has_fallen(*seat, time) {
                let number = ply + 1;
                let why = told!("record-time-of-move", number, millis);
                return Err((vec![Step::Key("spent"), Step::Item(ply)], why));
            }
            turns.punch(*seat, time);
        }
        if let Some(turn) = &self.turn {
            if turn.since.is_some_and(|since| since > now) {
                let why = told!("record-clock-after-now");
                return Err(wrong("turn", why));
            }
            (turns.used, turns.since) = (turn.used, turn.since);
        }
        Ok(turns)
    }
}

impl Entry {
    /// Reads the state of a seat. `gathering` is true if the game has not begun. An `Err` has the wrong key and a
    /// description.
    fn chair(
        &self,
        game: &AnyGame,
        seat: usize,
        gathering: bool,
    ) -> Result<Chair, (&'static str, Text)> {
        let color = game.color(seat);
        let control = |name: &String| name.chars().any(char::is_control);
        if self.name.as_ref().is_some_and(control) {
            let why = told!("record-name-control");
            return Err(("name", why));
        }
        if self.color != color {
            let found = &self.color;
            let why = told!("record-colour", found, color);
            return Err(("color", why));
        }
        let player = match (&self.name, &self.level) {
            (Some(name), Some(level)) => {
                let sits = level.parse().map_err(|_| {
                    let words = "person, easy, medium, hard, expert";
                    let why = told!("record-level", level, words);
                    ("level", why)
                })?;
                let name = name.clone();
                Some(Player { name, seat: sits })
            }
            (None, None) => None,
            (Some(_), None) => {
                let why = told!("record-name-without-level");
                return Err(("name", why));
            }
            (None, Some(_)) => {
                let why = told!("record-level-without-name");
                return Err(("level", why));
            }
        };
        let team = game.team(seat).map(|team| team + 1);
        if self.team != team {
            let why = Text::of(|lang| {
                let none = say!(lang, "record-no-team");
                let words = |team: Option<usize>| team.map_or(none.to_owned(), |n| n.to_string());
                let (found, team) = (words(self.team), words(team));
                say!(lang, "record-team", found, team)
            });
            return Err(("team", why));
        }
        Ok(Chair {
            ready: player.is_some() && (self.ready || !gathering),
            player,
            out: self.out,
            away: self.away,
            offered: self.offered,
            asked: self.asked,
        })
    }
}
