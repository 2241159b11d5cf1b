//! A game in progress of any variant, with text as its interface: for rooms, web pages, files and protocols.

use super::perft::{PerftError, PerftOptions, Stop};
use super::pgn::{Heading, Pgn, Ranking};
use super::{AnyPosition, Board, Game, Lang, Line, Outcome, Settings, TextError, Variant, Words};

/// A game in progress of any variant.
#[derive(Clone, Debug)]
pub struct AnyGame {
    line: Line<AnyPosition>,
}

/// A legal move as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// Move in the game's own form, for files and protocols: `g1f3`.
    pub text: String,
    /// Move in the usual notation for people: `Nf3`.
    pub name: String,
}

impl AnyGame {
    /// Creates a game that begins at a position.
    pub fn new(start: AnyPosition) -> AnyGame {
        let line = Line::new(start);
        AnyGame { line }
    }

    /// Sets whether a draw by threefold repetition must be claimed (true) or ends the game by itself (false); see
    /// [`Line::with_claims`].
    #[must_use]
    pub fn with_claims(self, claims: bool) -> AnyGame {
        let line = self.line.with_claims(claims);
        AnyGame { line }
    }

    /// Game as a line of positions and moves.
    pub fn line(&self) -> &Line<AnyPosition> {
        &self.line
    }

    /// Game in the type of its variant; `None` if its variant is not `G`.
    pub fn native<G: Variant>(&self) -> Option<Line<G>> {
        self.line.native()
    }

    /// Current position.
    pub fn position(&self) -> &AnyPosition {
        self.line.position()
    }

    /// Name of the game, as in options and files: `chess`.
    pub fn variant(&self) -> &'static str {
        self.position().name()
    }

    /// Name of the game in a language, for display.
    pub fn title(&self, lang: Lang) -> &'static str {
        self.position().title(lang)
    }

    /// Settings that, together with [`start_text`](AnyGame::start_text), restore the start position.
    pub fn settings(&self) -> Settings {
        self.line.start().settings()
    }

    /// Start position, as text.
    pub fn start_text(&self) -> String {
        self.line.start().text()
    }

    /// Current position, as text.
    pub fn text(&self) -> String {
        self.position().text()
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.line.start().players()
    }

    /// Seat whose turn it is, from 0.
    pub fn turn(&self) -> usize {
        self.position().turn()
    }

    /// Colour of a seat, which must exist, as written in files: `white`, `black`, or a letter in Rolit.
    pub fn color(&self, seat: usize) -> String {
        self.line.start().color(seat)
    }

    /// Name of a seat, which must exist, beginning with a capital.
    pub fn seat_name(&self, seat: usize, lang: Lang) -> String {
        self.line.start().seat_name(seat, lang)
    }

    /// Returns the team of a seat, 0 or 1; `None` if the game has no teams.
    pub fn team(&self, seat: usize) -> Option<usize> {
        self.line.start().team(seat)
    }

    /// Current points of a seat; `None` if the game does not count points.
    pub fn points(&self, seat: usize) -> Option<i32> {
        self.position().points(seat)
    }

    /// Returns true if a seat could still win if all others helped it.
    pub fn can_win(&self, seat: usize) -> bool {
        self.position().can_win(seat)
    }

    /// Examples of the notation of moves in a language: `e2e4, Nf3`.
    pub fn pattern(&self, lang: Lang) -> String {
        self.position().localized_pattern(lang)
    }

    /// Translates the name of a move into a language: `Nf3` is `Cf3` in Spanish.
    pub fn localized(&self, name: &str, lang: Lang) -> String {
        self.position().localized(name, lang)
    }

    /// All legal moves; empty if the game is over.
    pub fn legal_moves(&self) -> Vec<LegalMove> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let position = self.position();
        let moves = position.legal_moves().into_iter();
        let named = moves.map(|m| LegalMove {
            text: position.move_text(m),
            name: position.move_name(m),
        });
        named.collect()
    }

    /// Move that is played without asking the player because there is no choice; `None` if the player must choose or
    /// the game is over.
    pub fn forced(&self) -> Option<String> {
        let position = self.position();
        let forced = position.forced().filter(|_| self.outcome().is_none())?;
        Some(position.move_text(forced))
    }

    /// Number of moves played, in plies.
    pub fn plies(&self) -> usize {
        self.line.moves().len()
    }

    /// Moves played, in the game's own text form, oldest first.
    pub fn moves(&self) -> Vec<String> {
        self.line.move_texts()
    }

    /// Moves played, in the usual notation for people, oldest first.
    pub fn move_names(&self) -> Vec<String> {
        let mut here = self.line.start().clone();
        let moves = self.line.moves().iter();
        let names = moves.map(|m| {
            let name = here.move_name(*m);
            here = here.play(*m);
            name
        });
        names.collect()
    }

    /// Plays a move given in the game's own text form.
    ///
    /// # Errors
    /// A sentence that quotes the text: it is not a legal move, or the game is over.
    pub fn play(&mut self, text: &str) -> Result<(), TextError> {
        if let Some(outcome) = self.outcome() {
            let reason = outcome.reason;
            return Err(format!("'{text}' comes after the end of the game ({reason})").into());
        }
        let m = self.position().parse_move(text)?;
        self.line.play(m);
        Ok(())
    }

    /// Plays a move of a recorded game: unlike [`play`](AnyGame::play), it accepts moves after a draw by rule that
    /// nobody claimed, and passes.
    ///
    /// # Errors
    /// A sentence that quotes the text, which is not a legal move.
    pub fn play_on(&mut self, text: &str) -> Result<(), TextError> {
        let m = match self.position().pass() {
            Some(pass) if self.position().move_text(pass) == text => pass,
            _ => self.position().parse_move(text)?,
        };
        self.line.play(m);
        Ok(())
    }

    /// Parses a move in the usual notation for people, and returns it in the game's own text form.
    ///
    /// # Errors
    /// A sentence in `lang` that quotes the text and says why the move is not legal.
    pub fn read_move(&self, text: &str, lang: Lang) -> Result<String, String> {
        let position = self.position();
        let m = Words::read_move(position, text, lang)?;
        Ok(position.move_text(m))
    }

    /// Moves among which a text does not decide, because it does not say to what a pawn promotes; the usual one
    /// first. Empty if the text is a move or has no meaning, or if the game is over.
    pub fn open_moves(&self, text: &str, lang: Lang) -> Vec<LegalMove> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let position = self.position();
        let open = Words::open_moves(position, text, lang).into_iter();
        let named = open.map(|m| LegalMove {
            text: position.move_text(m),
            name: position.move_name(m),
        });
        named.collect()
    }

    /// Short rules that fit on a screen; empty if the game has none.
    pub fn rules_in_short(&self, lang: Lang) -> &'static str {
        self.position().rules_in_short(lang)
    }

    /// Takes back all moves after the first `plies`.
    pub fn back_to(&mut self, plies: usize) {
        self.line = self.line.at_ply(plies);
    }

    /// Returns the game as it was after `plies` plies, or all of it if it has no more.
    #[must_use]
    pub fn at_ply(&self, plies: usize) -> AnyGame {
        let line = self.line.at_ply(plies);
        AnyGame { line }
    }

    /// Outcome of the game by its rules; `None` if they have not ended it.
    pub fn outcome(&self) -> Option<Outcome> {
        self.line.outcome()
    }

    /// Sentence that describes the outcome by the rules; `None` if they have not ended the game.
    pub fn ending(&self, lang: Lang) -> Option<String> {
        AnyPosition::ending(&self.line, lang)
    }

    /// Board with the pieces and marks to be drawn, and the letters that files have.
    pub fn board(&self) -> Board {
        AnyPosition::board(&self.line)
    }

    /// Board with the pieces and marks to be drawn, and the letters of a language.
    pub fn board_in(&self, lang: Lang) -> Board {
        AnyPosition::board_in(&self.line, lang)
    }

    /// Board as text for a terminal, with the letters of a language or, if it is `None`, those that files have.
    pub fn text_board(&self, lang: Option<Lang>) -> String {
        AnyPosition::text_board(&self.line, lang)
    }

    /// Marks for the legal moves, as pairs of a cell's name and the text to write on it, and a legend; `None` if the
    /// board cannot show them.
    pub fn marked_moves(&self, lang: Lang) -> Option<(Vec<(String, String)>, &'static str)> {
        self.position().marked_moves(lang)
    }

    /// Remarks on the current position: checks, blocks, points. Empty if there are none.
    pub fn news(&self, lang: Lang) -> Vec<String> {
        AnyPosition::news(&self.line, lang)
    }

    /// Answer to the command `d` of a UCI engine: the board, the position's text and key, and the outcome.
    pub fn display(&self) -> String {
        AnyPosition::display(&self.line)
    }

    /// Creates the PGN of the game. `heading` must have a name for each seat. `ranking` overrides the result by the
    /// rules, for results that they do not know (resignation, time).
    pub fn record(&self, heading: &Heading, ranking: Option<&Ranking>) -> Pgn {
        let by_rule = || Some(Ranking::of_outcome(self.position(), &self.outcome()?));
        let ranking = ranking.cloned().or_else(by_rule);
        Pgn::of_line(&self.line, heading, ranking.as_ref())
    }

    /// Counts the move sequences below each legal move, given as text. Returns `None` if `stop` ended the count,
    /// and always in the modules for pages.
    ///
    /// # Errors
    /// [`PerftError`] if the table does not fit in memory, or the depth or the count is too great.
    pub fn divide(
        &self,
        depth: u32,
        options: PerftOptions,
        stop: &Stop,
    ) -> Result<Option<Vec<(String, u64)>>, PerftError> {
        self.position().divide(depth, options, stop)
    }
}

impl From<Line<AnyPosition>> for AnyGame {
    fn from(line: Line<AnyPosition>) -> AnyGame {
        AnyGame { line }
    }
}

impl<G: Variant + Words> From<&Line<G>> for AnyGame {
    fn from(line: &Line<G>) -> AnyGame {
        AnyGame { line: line.into() }
    }
}

#[cfg(test)]
mod tests;
