//! A game and who plays it, as a file: what the terminal saves, loads and replays.
//!
//! ```json
//! {
//!   "variant": "rolit",
//!   "rules": "students",
//!   "shape": "diamond",
//!   "size": "small",
//!   "start": "****1****/***3***/**5**/*7*/9/*7*/**5**/***3***/****1**** R RYGB:RG/YB 1 students",
//!   "seed": 7,
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
//!   "result": {
//!     "winners": ["R", "G"],
//!     "reason": "board full"
//!   }
//! }
//! ```
//!
//! (with one entry for each player.) `shape` and `size` are there if the board is one of the
//! students', `team` if there are teams, `seed` if machines play, `result` when the game is over.
//! Everything that is said twice must agree, so that a damaged file is noticed, and each complaint
//! names the line.

#[path = "../rooms/lines.rs"]
mod lines;

use super::{Registry, Seat};
use crate::games::{AnyGame, Settings, StartError};
use lines::{Step, line_at, line_of};
use serde::{Deserialize, Serialize};

/// A game in progress or over, and who plays it.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// The game.
    pub game: AnyGame,
    /// One for each seat, seat 0 first.
    pub players: Vec<SavedPlayer>,
    /// What the machines' chances follow from.
    pub seed: Option<u64>,
}

/// Who sits in a seat of a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPlayer {
    /// Any text without control characters.
    pub name: String,
    /// A person or a machine.
    pub seat: Seat,
}

/// Why a text is no saved game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct SavedError {
    /// The line that is wrong, from 1.
    pub line: usize,
    /// What is wrong with it, as a sentence without its full stop.
    pub why: String,
}

/// The file as it stands.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    variant: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<String>,
    start: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    players: Vec<Entry>,
    moves: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<End>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    color: String,
    level: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    team: Option<usize>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct End {
    winners: Vec<String>,
    reason: String,
}

/// What is wrong, and on the way to which value.
type Complaint = (Vec<Step>, String);

impl SavedGame {
    /// The text of the file.
    ///
    /// # Errors
    /// None in practice: only what serde_json reserves the right to.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let game = &self.game;
        let settings = game.settings();
        let setting = |name| settings.get(name).map(str::to_owned);
        let players = self.players.iter().enumerate().map(|(seat, player)| Entry {
            name: player.name.clone(),
            color: game.color(seat),
            level: player.seat.to_string(),
            team: game.team(seat).map(|team| team + 1),
        });
        let file = File {
            variant: game.variant().to_string(),
            rules: setting("rules"),
            shape: setting("shape"),
            size: setting("size"),
            start: game.start_text(),
            seed: self.seed,
            players: players.collect(),
            moves: game.moves(),
            result: end(game),
        };
        Ok(serde_json::to_string_pretty(&file)? + "\n")
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`SavedError`]: it is not UTF-8 or not JSON, a key is missing, unknown or given twice, or
    /// what it says is not possible.
    pub fn parse(bytes: &[u8]) -> Result<SavedGame, SavedError> {
        let text = std::str::from_utf8(bytes).map_err(|error| SavedError {
            line: line_at(bytes, error.valid_up_to()),
            why: "this is not UTF-8 text".to_owned(),
        })?;
        let file: File = serde_json::from_str(text).map_err(|error| malformed(&error))?;
        file.game().map_err(|(path, why)| SavedError {
            line: line_of(text, &path),
            why,
        })
    }
}

/// How a game has ended, in the words of the file.
fn end(game: &AnyGame) -> Option<End> {
    let outcome = game.outcome()?;
    let winners = (0..game.players()).filter(|seat| outcome.winners.contains(*seat));
    Some(End {
        winners: winners.map(|seat| game.color(seat)).collect(),
        reason: outcome.reason.to_owned(),
    })
}

/// What serde_json says, with the line put in front.
fn malformed(error: &serde_json::Error) -> SavedError {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = text.strip_suffix(&place).unwrap_or(&text);
    let why = match error.classify() {
        serde_json::error::Category::Eof => format!("the file breaks off here ({what})"),
        serde_json::error::Category::Syntax => format!("this is not JSON ({what})"),
        serde_json::error::Category::Data | serde_json::error::Category::Io => {
            format!("this is not a saved game ({what})")
        }
    };
    SavedError {
        line: error.line().max(1),
        why,
    }
}

impl File {
    /// The game that the file tells of, move by move.
    fn game(self) -> Result<SavedGame, Complaint> {
        let at = |key| vec![Step::Key(key)];
        let registry = Registry::standard();
        let entry = registry.find(&self.variant);
        let entry = entry.map_err(|why| (at("variant"), why.to_string()))?;
        let mut settings = Settings::default();
        let given = [
            ("rules", &self.rules),
            ("shape", &self.shape),
            ("size", &self.size),
        ];
        for (name, value) in given {
            if let Some(value) = value {
                settings.set(name, value);
            }
        }
        let begun = entry.begin(&settings, Some(&self.start));
        let mut game = begun.map_err(|error| {
            let why = error.told(|name| format!("the {name}"));
            match error {
                StartError::Option { name, .. } => (at(name), why),
                StartError::Unknown { .. } => (at("rules"), why),
                StartError::Start(_) => (at("start"), why),
            }
        })?;
        let players = self.players(&game)?;
        for (index, text) in self.moves.iter().enumerate() {
            game.play(text).map_err(|error| {
                let why = format!("move {}: {error}", index + 1);
                (vec![Step::Key("moves"), Step::Item(index)], why)
            })?;
        }
        self.check_end(&game)?;
        let seed = self.seed;
        Ok(SavedGame {
            game,
            players,
            seed,
        })
    }

    fn players(&self, game: &AnyGame) -> Result<Vec<SavedPlayer>, Complaint> {
        let (found, expected) = (self.players.len(), game.players());
        if found != expected {
            let why = format!("expected {expected} players, as the start has, found {found}");
            return Err((vec![Step::Key("players")], why));
        }
        let entries = self.players.iter().enumerate();
        entries
            .map(|(seat, entry)| {
                entry.player(game, seat).map_err(|(key, why)| {
                    let path = vec![Step::Key("players"), Step::Item(seat), Step::Key(key)];
                    (path, format!("player {}: {why}", seat + 1))
                })
            })
            .collect()
    }

    fn check_end(&self, game: &AnyGame) -> Result<(), Complaint> {
        let found = end(game);
        if self.result.is_none() || self.result == found {
            return Ok(());
        }
        let why = match found {
            None => "a result is given, but the game is not over".to_owned(),
            Some(End { winners, reason }) => {
                let winners = winners.join(", ");
                format!("another result is given than that of the moves: {winners} ({reason})")
            }
        };
        Err((vec![Step::Key("result")], why))
    }
}

impl Entry {
    /// Reads who sits in a seat, or says which key is wrong and why.
    fn player(&self, game: &AnyGame, seat: usize) -> Result<SavedPlayer, (&'static str, String)> {
        let color = game.color(seat);
        if self.name.chars().any(char::is_control) {
            return Err(("name", "a name has no control characters".to_owned()));
        }
        if self.color != color {
            let found = &self.color;
            let why = format!("the colour is given as '{found}', but the start says {color}");
            return Err(("color", why));
        }
        let sits = self.level.parse();
        let sits = sits.map_err(|_| {
            let found = &self.level;
            let expected = "person, easy, medium, hard, expert, or a level from 0 to 10";
            ("level", format!("'{found}' is not {expected}"))
        })?;
        let team = game.team(seat).map(|team| team + 1);
        if self.team != team {
            let words = |team: Option<usize>| team.map_or("none".to_owned(), |n| n.to_string());
            let (found, team) = (words(self.team), words(team));
            let why = format!("the team is given as {found}, but by the start it is {team}");
            return Err(("team", why));
        }
        Ok(SavedPlayer {
            name: self.name.clone(),
            seat: sits,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rolit::{Position, Shape, Size};
    use crate::games::{Line, chess};
    use crate::players::{Level, Skill};

    fn saved(game: AnyGame, seats: &[Seat]) -> SavedGame {
        let players = seats.iter().map(|seat| SavedPlayer {
            name: format!("\"{seat}\" \\ é"),
            seat: *seat,
        });
        SavedGame {
            game,
            players: players.collect(),
            seed: Some(u64::MAX),
        }
    }

    fn played(mut game: AnyGame, moves: &str) -> AnyGame {
        for text in moves.split_whitespace() {
            game.play(text).expect(text);
        }
        game
    }

    fn samples() -> Vec<SavedGame> {
        let hard = Seat::Machine(Skill::Level(Level::Hard));
        let three = Seat::Machine(Skill::Numbered(3));
        let chess = played(
            AnyGame::from(&Line::new(chess::Position::start())),
            "f2f3 e7e5 g2g4",
        );
        let mated = played(chess.clone(), "d8h4");
        let registry = Registry::standard();
        let kamisado = registry.find("kamisado").expect("listed");
        let cycle = Settings::default().with("rules", "cycle");
        let kamisado = kamisado.begin(&cycle, None).expect("start");
        let circle = Position::students_for(Shape::Circle, Size::Small, "RYGB:RG/YB");
        let circle = AnyGame::from(&Line::new(circle.expect("four players")));
        let tiny = Position::parse("3 Y YR 1 students", Default::default()).expect("three cells");
        vec![
            saved(chess, &[Seat::Person, three]),
            saved(mated, &[hard, hard]),
            saved(played(kamisado, "c1c6 a8a7"), &[Seat::Person, three]),
            saved(
                played(circle, "e5 e6 f6"),
                &[Seat::Person, hard, three, hard],
            ),
            saved(
                played(AnyGame::from(&Line::new(tiny)), "a1 b1 c1"),
                &[hard, hard],
            ),
        ]
    }

    #[test]
    fn every_game_is_read_back_as_it_was_written() {
        for sample in samples() {
            let text = sample.to_json().expect("text");
            let again = SavedGame::parse(text.as_bytes()).expect(&text);
            assert_eq!(again.to_json().expect("text"), text);
            assert_eq!(again.players, sample.players);
            assert_eq!(again.game.text(), sample.game.text());
            assert_eq!(again.game.settings(), sample.game.settings());
            assert_eq!(again.game.moves(), sample.game.moves());
        }
    }

    #[test]
    fn no_file_that_is_cut_short_is_read() {
        for sample in samples() {
            let text = sample.to_json().expect("text");
            let whole = text.trim_end();
            for end in (0..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
                let error = SavedGame::parse(&whole.as_bytes()[..end]).expect_err(whole);
                let lines = whole[..end].matches('\n').count() + 1;
                assert_eq!(error.line, lines, "{error}");
            }
        }
    }

    #[test]
    fn a_file_with_any_byte_changed_is_refused_or_read_as_a_game() {
        for sample in samples() {
            let text = sample.to_json().expect("text");
            for at in 0..text.len() {
                for byte in *b"\"}],9x\xff" {
                    let mut bytes = text.clone().into_bytes();
                    bytes[at] = byte;
                    match SavedGame::parse(&bytes) {
                        Err(error) => assert!(error.line <= text.lines().count() + 1, "{error}"),
                        Ok(read) => assert_eq!(read.players.len(), sample.players.len()),
                    }
                }
            }
        }
    }
}
