//! Records with variations and comments, for the analysis board: read from PGN or a position, and written as PGN.

use crate::table::{Setup, Table, beginning_of};
use crate::view::Texts;
use analysis::accuracy::Accuracy;
use analysis::{Evaluation, push, record};
use base::say;
use games::chess::{Color, Position};
use games::pgn::letters::Letters;
use games::pgn::read::{Kind, PgnRecord, Reading};
use games::pgn::{Heading, Pgn, RecordedMove};
use games::{AnyGame, Dropped, Lang};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Tags of PGN that are derived from the game, so that a study does not keep them.
const OF_THE_GAME: [&str; 5] = ["FEN", "SetUp", "Variant", "PlyCount", "Result"];

/// A record with variations and comments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Study {
    /// Name of the game: `chess`.
    pub game: String,
    /// Options of the game, by name.
    pub settings: BTreeMap<String, String>,
    /// Start position in the game's own text form.
    pub start: String,
    /// Names and values of the tags, in their order.
    pub tags: Vec<(String, String)>,
    /// Comment before the first move.
    pub remark: String,
    /// The moves as the game calls them, with their comments, marks and variations.
    pub moves: Vec<RecordedMove>,
    /// Sentences on the parts of the start position that were left out.
    #[serde(skip_deserializing)]
    pub dropped: Texts,
}

/// A game record into which the evaluations of an analysis have been written, and the accuracy of both players.
#[derive(Debug, Serialize)]
pub struct Annotated {
    /// Game with its variations, now with the comments of the annotation.
    pub study: Study,
    /// Statistics of White and Black.
    pub accuracy: [Accuracy; 2],
}

impl Study {
    fn of(game: &AnyGame, dropped: &[Dropped]) -> Study {
        let settings = game.settings();
        let settings = settings.iter();
        Study {
            game: game.variant().to_owned(),
            settings: settings
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            start: game.start_text(),
            dropped: crate::view::sentences(|lang| Dropped::texts(dropped, lang)),
            ..Study::default()
        }
    }

    /// Reads a text: one record as PGN, in English letters or in those of the language, or a position of a game.
    ///
    /// # Errors
    /// A sentence in the language that says what is wrong, and where.
    pub fn read(text: &str, game: &str, lang: Lang) -> Result<Study, String> {
        let text = text.trim();
        let first = text.split_whitespace().next().unwrap_or_default();
        if first.contains('/') && !first.starts_with('[') {
            let setup = Setup {
                game: game.to_owned(),
                start: Some(text.to_owned()),
                ..Setup::default()
            };
            let table = Table::begin(&setup, lang)?;
            return Ok(Study::of(table.game(), table.dropped()));
        }
        let read = |letters| {
            Study::read_record(
                text,
                Reading {
                    lang,
                    letters,
                    ..Reading::default()
                },
            )
        };
        read(None).or_else(|why| read(Some(Letters::of(lang))).map_err(|_| why))
    }

    fn read_record(text: &str, reading: Reading) -> Result<Study, String> {
        let lang = reading.lang;
        let mut records = reading.records(text);
        let none = || say!(lang, "study-neither-game-nor-position");
        let mut record = records
            .next()
            .ok_or_else(none)?
            .map_err(|error| error.to_string())?;
        if let Some(other) = records.next() {
            let line = other.map_err(|error| error.to_string())?.place.line;
            return Err(say!(lang, "study-more-than-one-game", line));
        }
        let (line, dropped) = begun(&mut record)?;
        // The result may stand after the moves alone.
        let mut tags = record.pgn.tags;
        tags.retain(|(name, _)| name != "Result");
        tags.push(("Result".to_owned(), record.pgn.result));
        Ok(Study {
            tags,
            remark: record.pgn.remark,
            moves: record.pgn.moves,
            ..Study::of(&line, &dropped)
        })
    }

    /// Returns the table of a page with the game after the moves of the main line.
    ///
    /// # Errors
    /// A sentence: the game cannot begin, or a move is not legal.
    fn table(&self, lang: Lang) -> Result<Table, String> {
        let setup = Setup {
            game: self.game.clone(),
            settings: self.settings.clone(),
            start: Some(self.start.clone()).filter(|start| !start.is_empty()),
            moves: self.moves.iter().map(|made| made.text.clone()).collect(),
            ..Setup::default()
        };
        Table::begin(&setup, lang)
    }

    /// Writes evaluations of the positions of a game of chess, the start first, into the record: `[%eval …]`, marks for
    /// bad moves with the better line, proved mates, and as tags the accuracy of both sides. The very same that the
    /// command `analyse` writes.
    ///
    /// # Errors
    /// A sentence in a language: the record is of another game, or cannot be played.
    pub fn annotated(&self, evaluations: &[Evaluation], lang: Lang) -> Result<Annotated, String> {
        let table = self.table(lang)?;
        let line = table.game().native::<Position>();
        let line = line.ok_or_else(|| say!(lang, "study-annotates-chess"))?;
        let (begins, played) = (line.start().turn(), line.move_texts());
        let mut known = Vec::new();
        for (ply, found) in evaluations.iter().enumerate() {
            let turn = if ply % 2 == 0 { begins } else { begins.other() };
            let found = Evaluation {
                turn,
                ply,
                ..found.clone()
            };
            let made = ply.checked_sub(1).and_then(|last| played.get(last));
            push(&mut known, found, made.map(String::as_str));
        }
        let mut pgn = Pgn {
            tags: self.tags.clone(),
            moves: self.moves.clone(),
            ..table
                .game()
                .record(&Heading::casual(vec!["?".to_owned(); 2]), None)
        };
        record::annotate(&mut pgn, &known, lang);
        let sides = [Color::White, Color::Black];
        Ok(Annotated {
            study: Study {
                tags: pgn.tags,
                moves: pgn.moves,
                ..self.clone()
            },
            accuracy: sides.map(|side| Accuracy::of(&known, side)),
        })
    }

    /// Writes the record as PGN.
    ///
    /// # Errors
    /// A sentence in a language: there is no such game, no such start, or a move of the main line is not legal.
    pub fn pgn(&self, lang: Lang) -> Result<String, String> {
        let table = self.table(lang)?;
        let game = table.game();
        let heading = Heading {
            event: "?".to_owned(),
            ..Heading::casual(vec!["?".to_owned(); game.players()])
        };
        let mut pgn = game.record(&heading, None);
        for (name, value) in &self.tags {
            let is_open = name == "Result" && pgn.result == "*";
            match pgn.tags.iter_mut().find(|(known, _)| known == name) {
                Some(_) if OF_THE_GAME.contains(&name.as_str()) && !is_open => {}
                Some(tag) => tag.1.clone_from(value),
                None => pgn.tag(name, value),
            }
            if is_open {
                pgn.result.clone_from(value);
            }
        }
        pgn.moves.clone_from(&self.moves);
        pgn.remark.clone_from(&self.remark);
        Ok(pgn.to_string())
    }
}

fn begun(record: &mut PgnRecord) -> Result<(AnyGame, Vec<Dropped>), String> {
    let lang = record.lang();
    let name = match Kind::of(&record.pgn) {
        Kind::Chess { .. } => "chess".to_owned(),
        Kind::Other(name) => name.to_lowercase(),
    };
    let begin =
        beginning_of(&name, lang).map_err(|why| record.error("Variant", why).to_string())?;
    let read = record.begin(begin).map_err(|error| error.to_string())?;
    let (line, dropped) = read.split();
    Ok((AnyGame::from(line), dropped))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PGN: &str = "[Event \"Casual\"]\n[White \"Ann\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n\
        {Begun} 1. e4 $1 {[%cal Ge2e4] centre} 1... e5 (1... c5 {sharp} 2. Nf3 (2. c3)) 2. Nf3 1-0\n";

    #[test]
    fn a_record_survives_reading_and_writing() {
        let study = Study::read(PGN, "chess", Lang::EN).expect("a record");
        assert_eq!((study.game.as_str(), study.moves.len()), ("chess", 3));
        assert_eq!(study.moves[1].variations[0].moves[1].variations.len(), 1);
        let written = study.pgn(Lang::EN).expect("PGN");
        for part in [
            "[Event \"Casual\"]",
            "[White \"Ann\"]",
            "[Result \"1-0\"]",
            "{Begun} 1. e4 $1 {[%cal Ge2e4] centre} e5 (1... c5 {sharp} 2. Nf3 (2. c3))",
            "2. Nf3 1-0",
        ] {
            let flat = written.replace('\n', " ");
            assert!(written.contains(part) || flat.contains(part), "{written}");
        }
        let again = Study::read(&written, "chess", Lang::EN).expect("a record");
        assert_eq!(again.moves, study.moves);
        assert_eq!(again.pgn(Lang::EN).expect("PGN"), written);
        let bare = Study::read("1. e4 0-1", "chess", Lang::EN).expect("a record");
        let written = bare.pgn(Lang::EN).expect("PGN");
        assert!(
            written.contains("[Result \"0-1\"]") && written.contains("1. e4 0-1"),
            "{written}"
        );
    }

    #[test]
    fn letters_of_the_language_and_positions_are_read() {
        let spanish = Study::read("1. Cf3 Cf6", "chess", Lang::ES).expect("a record");
        assert_eq!(spanish.moves[0].text, "Nf3");
        let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let position = Study::read(text, "chess", Lang::EN).expect("a position");
        assert_eq!((position.start.as_str(), position.moves.len()), (text, 0));
        assert!(position.pgn(Lang::EN).expect("PGN").contains(text));
    }

    #[test]
    fn records_of_the_other_games_keep_their_rules() {
        let kamisado = "[Variant \"Kamisado\"]\n[Match \"3\"]\n\n1. c1c6 *";
        let study = Study::read(kamisado, "chess", Lang::EN).expect("a record");
        assert!(study.start.ends_with(" 3 0:0"), "{}", study.start);
        let written = study.pgn(Lang::EN).expect("PGN");
        assert!(written.contains("[Match \"3\"]"), "{written}");
        let rolit = Study::read("[Variant \"Rolit\"]\n\n1. d3 *", "chess", Lang::EN);
        assert!(rolit.is_ok(), "{rolit:?}");
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_place() {
        for (text, word) in [
            ("1. e4 e5 2. Ke3", "line 1, column 13"),
            ("", "neither a game"),
            ("[Variant \"Go\"]\n\n1. e4", "go"),
            (
                "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 *",
                "more than one",
            ),
        ] {
            let why = Study::read(text, "chess", Lang::EN).expect_err(text);
            assert!(why.contains(word), "{why}");
        }
    }
}
