//! Replay of records: the kind of game, its start position, and its moves.

use super::{Lang, PgnRecord, Place, ReadError};
use crate::chess::Position;
use crate::pgn::letters::Letters;
use crate::pgn::{Pgn, RecordedMove};
use crate::{AnyPosition, Line, Read, Settings, StartError, Words};
use base::say;

/// Tags that state options of a game, with the names of the options.
const CALLED: [(&str, &str); 3] = [
    ("Deadlock", "rules"),
    ("Towers", "towers"),
    ("Match", "points"),
];

/// Values of the tag `Variant`, in lower case, for ordinary chess.
const CHESS: [&str; 6] = ["", "?", "standard", "chess", "normal", "from position"];
/// Values of the tag `Variant`, in lower case, for Chess960.
const CHESS960: [&str; 5] = [
    "chess960",
    "chess 960",
    "fischerandom",
    "fischerrandom",
    "fischer random",
];

/// Kind of game of a record, by its tag `Variant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind<'a> {
    /// Chess.
    Chess {
        /// True for Chess960.
        chess960: bool,
    },
    /// Any other game, with the value of the tag.
    Other(&'a str),
}

impl Kind<'_> {
    /// Returns the kind of game of a record.
    pub fn of(pgn: &Pgn) -> Kind<'_> {
        let variant = pgn.value("Variant").unwrap_or("");
        let lower = variant.trim().to_lowercase();
        if CHESS.contains(&lower.as_str()) {
            Kind::Chess { chess960: false }
        } else if CHESS960.contains(&lower.as_str()) {
            Kind::Chess { chess960: true }
        } else {
            Kind::Other(variant)
        }
    }
}

impl PgnRecord {
    /// Language of the errors.
    pub fn lang(&self) -> Lang {
        self.reading.lang
    }

    /// Start position of the record as text (FEN, or the game's own form); `None` if the record does not state one.
    pub fn start_text(&self) -> Option<&str> {
        let text = self.pgn.value("FEN").map(str::trim);
        text.filter(|text| !matches!(*text, "" | "?"))
    }

    /// Creates an error located at the tag of this name, or at the beginning of the record if it has no such tag.
    pub fn error(&self, tag: &str, why: String) -> ReadError {
        let at = self.pgn.tags.iter().position(|(name, _)| name == tag);
        self.error_at(at.map_or(self.place, |at| self.tags[at]), why)
    }

    fn error_at(&self, place: Place, why: String) -> ReadError {
        let why = why.trim_end_matches('.').to_owned();
        let lang = self.lang();
        ReadError { place, why, lang }
    }

    /// Returns the start position of a game of chess (of Chess960 if the tag `Variant` says so), with the parts of
    /// the tag `FEN` that were left out.
    ///
    /// # Errors
    /// [`ReadError`] if it is another game, if a game of Chess960 has no start position, or if the tag `FEN` is not a
    /// position.
    pub fn start_of_chess(&self) -> Result<Read<Position>, ReadError> {
        let lang = self.lang();
        let chess960 = match Kind::of(&self.pgn) {
            Kind::Chess { chess960 } => chess960,
            Kind::Other(variant) => {
                let why = say!(lang, "read-variant-chess", variant);
                return Err(self.error("Variant", why));
            }
        };
        match self.start_text() {
            None if chess960 => {
                let why = say!(lang, "read-game-chess960-without-start");
                Err(self.error("Variant", why.to_owned()))
            }
            None => Ok(Read::whole(Position::start())),
            Some(fen) => Position::read_fen(fen, chess960).map_err(|error| {
                let why = say!(lang, "read-bad-start", error = error.text(lang));
                self.error("FEN", why)
            }),
        }
    }

    /// Returns the options stated in the tags. A start position takes precedence over them.
    ///
    /// # Errors
    /// [`ReadError`] if a game of Chess960 has no valid start position.
    fn settings(&self) -> Result<Settings, ReadError> {
        let mut settings = Settings::yielding();
        match Kind::of(&self.pgn) {
            Kind::Chess { chess960: false } => {}
            Kind::Chess { chess960: true } => {
                // Only checks that the start position exists and is valid; the game parses it again.
                let _ = self.start_of_chess()?;
                settings.set("rules", "chess960");
            }
            Kind::Other(_) => {
                for (tag, option) in CALLED {
                    if let Some(value) = self.pgn.value(tag) {
                        settings.set(option, value);
                    }
                }
            }
        }
        Ok(settings)
    }

    /// Creates the game by its options and start position, and plays all moves like [`PgnRecord::play`]. Returns the
    /// game with the parts of the start position that were left out.
    ///
    /// # Errors
    /// [`ReadError`] if the start position is not valid or a move is not legal.
    pub fn begin(
        &mut self,
        begin: impl FnOnce(&Settings, Option<&str>) -> Result<Read<AnyPosition>, StartError>,
    ) -> Result<Read<Line<AnyPosition>>, ReadError> {
        let lang = self.lang();
        let settings = self.settings()?;
        let begun = begin(&settings, self.start_text()).map_err(|error| {
            let why = say!(lang, "read-bad-start", error = error.text(lang));
            self.error("FEN", why)
        })?;
        let (start, dropped) = begun.split();
        let line = self.play(start).map_err(|mut error| {
            // The move may be illegal because of the part that was left out.
            for part in &dropped {
                error.why = format!("{}; {}", error.why, part.text(lang));
            }
            error
        })?;
        Ok(Read::new(line, dropped))
    }

    /// Plays the moves from a start position, including variations, up to `plies` plies of each line.
    ///
    /// # Errors
    /// [`ReadError`] for the first illegal move in the text.
    pub fn line<G: Words>(&mut self, start: G, plies: usize) -> Result<Line<G>, ReadError> {
        self.follow(start, plies, false)
    }

    /// Plays the moves from a start position, including variations, and rewrites them in the record in the game's own
    /// notation: `e8(Q)` becomes `e8=Q`. The number of seats and the first move number are set from the start
    /// position.
    ///
    /// # Errors
    /// [`ReadError`] for the first illegal move in the text.
    pub fn play<G: Words>(&mut self, start: G) -> Result<Line<G>, ReadError> {
        self.pgn.seats = start.players();
        self.pgn.first = (start.move_number(), start.turn());
        self.follow(start, usize::MAX, true)
    }

    fn follow<G: Words>(
        &mut self,
        start: G,
        plies: usize,
        names: bool,
    ) -> Result<Line<G>, ReadError> {
        let mut moves = std::mem::take(&mut self.pgn.moves);
        let mut walk = Walk {
            found: self,
            next: 0,
            plies,
            names,
            texts: Vec::new(),
        };
        let mut line = Line::new(start);
        let mut walked = walk.main(&mut moves, &mut line);
        if let Err(error) = &mut walked
            && self.reading.letters.is_none()
        {
            let texts = walk.texts.iter();
            let rest = moves.iter().skip(walk.texts.len()).map(|made| &made.text);
            let texts: Vec<&str> = texts.chain(rest).map(String::as_str).collect();
            let languages = languages_of(line.start(), &texts, line.moves().len());
            if !languages.is_empty() {
                error.why = format!("{}; {}", error.why, self.reading.about_letters(&languages));
            }
        }
        self.pgn.moves = moves;
        walked.map(|()| line)
    }
}

/// Languages in whose piece letters more than `plies` moves of a line are legal; `plies` is the number with English
/// letters.
fn languages_of<G: Words>(start: &G, texts: &[&str], plies: usize) -> Vec<&'static Letters> {
    Letters::likeliest(|letters| {
        if !letters.has_all(texts.iter().copied()) {
            return None;
        }
        let mut here = start.clone();
        let read = |text: &&&str| {
            // Only the letters of this language are tried, since `read_recorded` with letters also accepts the
            // English ones.
            let m = match letters.split(text) {
                Some((piece, rest)) => {
                    here.read_recorded(&format!("{piece}{rest}"), None, Lang::EN)
                }
                None => here.read_recorded(text, Some(letters), Lang::EN),
            };
            m.map(|m| here = here.play(m)).is_ok()
        };
        let legal = texts.iter().take_while(read).count();
        (legal > plies).then_some(legal)
    })
}

/// Traversal of all lines of a record.
struct Walk<'a> {
    found: &'a PgnRecord,
    /// Number of moves, in the order of the text, that have been visited.
    next: usize,
    plies: usize,
    names: bool,
    /// Original texts of the moves of the main line that were rewritten.
    texts: Vec<String>,
}

impl Walk<'_> {
    fn main<G: Words>(
        &mut self,
        moves: &mut [RecordedMove],
        line: &mut Line<G>,
    ) -> Result<(), ReadError> {
        for (ply, made) in moves.iter_mut().enumerate().take(self.plies) {
            let (m, text) = self.read(made, line.position())?;
            self.texts.extend(text);
            if !made.variations.is_empty() {
                self.variations(made, line.position(), ply)?;
            }
            line.play(m);
        }
        Ok(())
    }

    fn variations<G: Words>(
        &mut self,
        made: &mut RecordedMove,
        before: &G,
        ply: usize,
    ) -> Result<(), ReadError> {
        for variation in &mut made.variations {
            let mut here = before.clone();
            for (further, made) in variation.moves.iter_mut().enumerate() {
                if ply + further >= self.plies {
                    self.next += 1 + made.variations.iter().map(count).sum::<usize>();
                    continue;
                }
                let (m, _) = self.read(made, &here)?;
                if !made.variations.is_empty() {
                    self.variations(made, &here, ply + further)?;
                }
                here = here.play(m);
            }
        }
        Ok(())
    }

    /// Parses a move. If it is rewritten, its original text is returned as well.
    fn read<G: Words>(
        &mut self,
        made: &mut RecordedMove,
        here: &G,
    ) -> Result<(G::Move, Option<String>), ReadError> {
        let found = self.found;
        let place = found.moves.get(self.next).copied();
        self.next += 1;
        let reading = found.reading;
        let read = here.read_recorded(&made.text, reading.letters, reading.lang);
        let m = read.map_err(|why| found.error_at(place.unwrap_or(found.place), why))?;
        let text = self
            .names
            .then(|| std::mem::replace(&mut made.text, here.move_name(m)));
        Ok((m, text))
    }
}

/// Number of moves of a variation, including its own variations.
fn count(variation: &crate::pgn::Variation) -> usize {
    let moves = variation.moves.iter();
    moves
        .map(|made| 1 + made.variations.iter().map(count).sum::<usize>())
        .sum()
}
