//! Requests of a page for the moves of machines, and their answers.
//!
//! A request is the bytes of a network file, which chess needs, or JSON: `{"setup": {"game": "chess", "moves":
//! ["e2e4"]}, "level": "easy", "seed": 1, "time_ms": 1000}`. An answer is JSON, too: `{"move": "e7e5"}`, `{}` for a
//! network, or `{"refused": "…"}`. The page has checked the game with the rules before, so error messages are in
//! English and meant for programmers.
//!
//! The machines are those of the server's rooms: the same levels, with random choices that depend only on the seed, the
//! seat and the number of moves made.

use crate::table::{Setup, Table};
use base::limits::{Control, Limits};
use engine::eval::network::{Network, Weights};
use games::kamisado::Match;
use games::{AnyGame, Lang, Variant, Words, chess, rolit};
use players::{ChessEngine, EngineError, Level, Levels, Player, Request, seed_of_move};
use serde::{Deserialize, Deserializer};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// The machines of a page; chess is played only once the page has supplied a network.
#[derive(Default)]
pub struct Opponents {
    network: Option<Arc<Network>>,
}

/// Request for the next move of a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Choose {
    /// The game, its start and its moves; a machine is to move.
    setup: Setup,
    /// Level of the machine: `easy`, or a number from 0 to 10.
    #[serde(deserialize_with = "level")]
    level: Level,
    /// Seed of the random choices of the whole game.
    seed: u64,
    /// Time for the move, in milliseconds; levels that look ahead by a fixed number of plies seldom take all of it.
    time_ms: u64,
}

/// Reads a level by its name.
fn level<'de, D: Deserializer<'de>>(from: D) -> Result<Level, D::Error> {
    String::deserialize(from)?
        .parse()
        .map_err(serde::de::Error::custom)
}

impl Opponents {
    /// Answers a request.
    pub fn answer(&mut self, request: &[u8]) -> String {
        let answer = if request.starts_with(b"{") {
            self.chosen(request).map(|text| json!({ "move": text }))
        } else {
            self.learn(request).map(|()| json!({}))
        };
        answer
            .unwrap_or_else(|why| json!({ "refused": why }))
            .to_string()
    }

    fn learn(&mut self, file: &[u8]) -> Result<(), String> {
        let weights = Weights::from_bytes(file).map_err(text)?;
        self.network = Some(Arc::new(Network::new(&weights)));
        Ok(())
    }

    /// Returns the move that the machine chooses, in the game's own form.
    fn chosen(&self, request: &[u8]) -> Result<String, String> {
        let choose: Choose = serde_json::from_slice(request).map_err(text)?;
        let table = Table::begin(&choose.setup, Lang::EN)?;
        let game = table.game();
        match choose.setup.game.as_str() {
            chess::Position::NAME => choose.by(game, |level, seed| {
                let network = self.network.clone().ok_or("there is no network yet")?;
                let engine = ChessEngine::at_level(level, network, seed).map_err(text)?;
                Ok(Box::new(engine))
            }),
            Match::NAME => choose.by(game, made::<Match>),
            rolit::Position::NAME => choose.by(game, made::<rolit::Position>),
            other => Err(format!("there is no machine that plays '{other}'")),
        }
    }
}

/// Creates the player of a level.
fn made<G: Levels>(level: Level, seed: u64) -> Result<Box<dyn Player<G>>, String> {
    G::at_level(level, seed).map_err(|error: EngineError| error.to_string())
}

impl Choose {
    /// Returns the move, in the game's own text form, that the player created by `make` chooses in a game of the type
    /// `G`.
    ///
    /// # Errors
    /// A sentence: the game is of another type, or the player could not be created or has not answered.
    fn by<G: Variant + Words>(
        &self,
        game: &AnyGame,
        make: impl FnOnce(Level, u64) -> Result<Box<dyn Player<G>>, String>,
    ) -> Result<String, String> {
        let line = game.native::<G>().ok_or("the game is another one")?;
        let seed = seed_of_move(self.seed, game.turn(), game.plies());
        let limits = Limits {
            movetime: Some(Duration::from_millis(self.time_ms)),
            ..Limits::default()
        };
        let control = Control::new(false);
        let request = Request::new(&line, &limits, &control);
        let choice = make(self.level, seed)?.answer(&request).map_err(text)?;
        Ok(line.position().move_text(choice.chosen))
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::network::EMBEDDED;
    use games::Game;
    use players::{Builtin, EngineOptions, PlayersOf, Registry};
    use serde_json::Value;

    fn ask(opponents: &mut Opponents, request: &Value) -> Value {
        serde_json::from_str(&opponents.answer(request.to_string().as_bytes())).expect("JSON")
    }

    #[test]
    fn the_machines_of_a_page_choose_as_those_of_the_program() {
        let mut opponents = Opponents::default();
        assert_eq!(opponents.answer(EMBEDDED), "{}");
        let students = json!({ "rules": "students", "players": "YRG", "shape": "diamond" });
        for (game, settings, moves) in [
            ("chess", json!({}), json!(["e2e4", "e7e5"])),
            ("kamisado", json!({ "points": "3" }), json!(["c1c6"])),
            ("rolit", students, json!([])),
        ] {
            let setup = json!({ "game": game, "settings": settings, "moves": moves });
            let table = serde_json::from_value(setup.clone()).expect("a setup");
            let table = Table::begin(&table, Lang::EN).expect(game);
            let (line, turn) = (table.game().line(), table.game().turn());
            for level in [Level::Easy, Level::Medium, Level::Hard] {
                let registry = Registry::standard();
                let entry = registry.find(game).expect(game);
                let seed = seed_of_move(7, turn, line.moves().len());
                let options = EngineOptions::default();
                let player = entry.player(Builtin::Level(level), &options, seed);
                let limits = Limits {
                    movetime: Some(Duration::from_secs(600)),
                    ..Limits::default()
                };
                let control = Control::new(false);
                let choice = player
                    .expect("memory")
                    .answer(&Request::new(line, &limits, &control));
                let expected = line.position().move_text(choice.expect("a move").chosen);
                let request = json!({ "setup": setup, "level": level.to_string(), "seed": 7, "time_ms": 600_000 });
                let answer = ask(&mut opponents, &request);
                assert_eq!(answer, json!({ "move": expected }), "{game} {level}");
            }
        }
    }

    #[test]
    fn what_no_machine_can_play_is_refused() {
        let mut opponents = Opponents::default();
        let setup = |game: &str, moves: Value| json!({ "game": game, "moves": moves });
        let mated = json!(["f2f3", "e7e5", "g2g4", "d8h4"]);
        for (network, setup, level, word) in [
            (false, setup("chess", json!([])), "easy", "network"),
            (true, setup("chess", mated), "easy", "(none)"),
            (true, setup("go", json!([])), "easy", "go"),
            (true, setup("rolit", json!([])), "11", "level"),
            (true, setup("rolit", json!(["a1"])), "easy", "a1"),
        ] {
            if network {
                opponents.answer(EMBEDDED);
            }
            let request = json!({ "setup": setup, "level": level, "seed": 1, "time_ms": 100 });
            let answer = ask(&mut opponents, &request);
            let why = answer["refused"].as_str().unwrap_or_default();
            assert!(why.contains(word), "{answer}");
        }
        let why = opponents.answer(&EMBEDDED[..1000]);
        assert!(why.contains("refused"), "{why}");
    }
}
