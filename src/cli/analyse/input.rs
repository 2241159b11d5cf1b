//! Input of an analysis: positions (FEN, EPD) or games (PGN), distinguished by the first line of the text.

use super::super::{CliError, input_name_in, read_bytes, warned_in};
use base::say;
use games::chess::Position;
use games::chess::epd::{self, EpdLine};
use games::pgn::read::{ReadError, Reading};
use games::pgn::{Pgn, decoded, text_of};
use games::{Lang, Line};
use players::Registry;
use rooms::game_of;
use std::path::Path;

/// Parsed contents of an input text.
pub enum Input {
    /// Positions, one per line of FEN or EPD.
    Positions(Vec<GivenPosition>),
    /// Games in PGN.
    Games(Games),
}

/// Position to be analysed that does not come from a game: from the command line, or from a line of FEN or EPD.
pub struct GivenPosition {
    /// Value of the EPD operation `id` of its line; `None` if there is none.
    pub id: Option<String>,
    /// Position without the moves that led to it.
    pub position: Position,
}

/// Result of reading a text in PGN.
pub struct Games {
    /// Games that could be read.
    pub games: Vec<Game>,
    /// Error messages about the games that cannot be read.
    pub wrong: Vec<String>,
}

/// Game with its moves played.
pub struct Game {
    /// Record of the game as it was read.
    pub pgn: Pgn,
    /// Moves of the record, played from its start.
    pub line: Line<Position>,
}

/// Parses a position that was given as an argument of the command line.
///
/// # Errors
/// A sentence that says why the text is not a position.
pub fn position(fen: &str, chess960: bool, lang: Lang) -> Result<Input, CliError> {
    // Unlike a line of a file, the argument is not read as EPD: operations after the move counters would be ignored
    // silently.
    let position = warned_in(lang, fen, Position::read_fen(fen, chess960)?);
    Ok(Input::Positions(vec![GivenPosition { id: None, position }]))
}

/// Reads the games or positions of a file, or of standard input if `path` is `-`. The file counts as a list of FEN or
/// EPD if its first line begins like a board, else as PGN. Games that cannot be read are listed in [`Games::wrong`].
///
/// # Errors
/// A sentence that names the file, and the line or game if it has a position or only games that cannot be read.
pub fn file(path: &Path, chess960: bool, reading: Reading) -> Result<Input, CliError> {
    let name = input_name_in(path, reading.lang);
    let bytes = read_bytes(path, reading.lang)?;
    let text = text_of(&bytes);
    let lang = reading.lang;
    let Some((_, first)) = epd::lines(&text).next() else {
        let why = say!(lang, "file-empty", name);
        return Err(why.into());
    };
    // The board of a FEN contains slashes, even if it has too few ranks. The first word of a game contains none, except
    // for the result of a draw.
    let board = first.split_whitespace().next().unwrap_or("");
    if board.contains('/') && board != "1/2-1/2" {
        let read = positions(&text, &name, chess960, lang);
        return read.map_err(|why| format!("{name}: {why}").into());
    }
    let text = decoded(&bytes).map_err(|byte| {
        say!(
            lang,
            "file-no-text",
            name,
            byte = format_args!("{byte:#04x}")
        )
    })?;
    let found = games(&text, &name, reading);
    match (found.games.as_slice(), found.wrong.first()) {
        ([], Some(why)) => Err(format!("{name}: {why}").into()),
        ([], None) => {
            let why = say!(lang, "file-no-game", name);
            Err(why.into())
        }
        _ => Ok(Input::Games(found)),
    }
}

fn positions(text: &str, name: &str, chess960: bool, lang: Lang) -> Result<Input, String> {
    let mut asked = Vec::new();
    let word = say!(lang, "analyse-line");
    for (number, line) in epd::lines(text) {
        let epd = EpdLine::parse(line);
        let position = epd.position(chess960);
        let position =
            position.map_err(|error| format!("{word} {number}: {}", error.text(lang)))?;
        asked.push(GivenPosition {
            id: epd.id(),
            position: warned_in(
                lang,
                &format!("{name}: {word} {number}: {}", epd.fen),
                position,
            ),
        });
    }
    Ok(Input::Positions(asked))
}

fn games(text: &str, name: &str, reading: Reading) -> Games {
    let registry = Registry::standard();
    let lang = reading.lang;
    let (mut games, mut wrong) = (Vec::new(), Vec::new());
    for (index, read) in reading.records(text).enumerate() {
        let game = read.and_then(|mut found| {
            let (number, line) = (index + 1, found.place.line);
            let place = say!(lang, "analyse-game-and-line", name, number, line);
            let (game, _) = warned_in(lang, &place, game_of(&mut found, &registry)?);
            match game.native::<Position>() {
                Some(line) => Ok(Game {
                    pgn: found.pgn,
                    line,
                }),
                None => {
                    let title = game.title(lang);
                    let why = say!(lang, "analyse-chess", title);
                    Err(found.error("Variant", why))
                }
            }
        });
        let told = |error: ReadError| {
            let game = say!(lang, "analyse-game");
            format!("{game} {}, {error}", index + 1)
        };
        match game.map_err(told) {
            Ok(game) => games.push(game),
            Err(why) => wrong.push(why),
        }
    }
    Games { games, wrong }
}
