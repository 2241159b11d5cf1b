//! Texts and drawings for people: names of seats and moves, outcomes, boards, game records. The rules ([`Game`]) do
//! not depend on them.

use super::pgn::letters::Letters;
use super::{Board, Game, Lang, Line, Outcome};
use base::lang::all_of;
use base::say;

/// Texts and drawings of a game. Everything but the board has a default for games between White and Black.
pub trait Words: Game {
    /// Name of the game in a language: `Chess`.
    fn title(&self, lang: Lang) -> &'static str;

    /// Examples of the notation of moves: `e2e4, Nf3`.
    fn pattern(&self) -> &'static str;

    /// Board after the moves of a game, with pieces and marks to be drawn, and the letters that files have.
    fn board(line: &Line<Self>) -> Board;

    /// The same board with the letters of a language for people to read, where they differ.
    fn board_in(line: &Line<Self>, lang: Lang) -> Board {
        let _ = lang;
        Self::board(line)
    }

    /// Colour of a seat, as written in files: `white`.
    fn color(&self, seat: usize) -> String {
        ["white", "black"][usize::from(seat != self.white())].to_owned()
    }

    /// Name of a seat, beginning with a capital: `White`.
    fn seat_name(&self, seat: usize, lang: Lang) -> String {
        let name = if seat == self.white() {
            say!(lang, "seat-white")
        } else {
            say!(lang, "seat-black")
        };
        name.to_owned()
    }

    /// Name of a seat in game records and tables, usable as the name of a PGN tag.
    fn tag_name(&self, seat: usize) -> &'static str {
        ["White", "Black"][usize::from(seat != self.white())]
    }

    /// Tags of a game record that state the game and its rules, `Variant` first; empty for ordinary chess.
    fn rule_tags(&self) -> Vec<(&'static str, String)> {
        vec![("Variant", self.title(Lang::EN).to_owned())]
    }

    /// Returns true if a game record must state the start position.
    fn needs_fen(&self) -> bool {
        !self.is_usual_start()
    }

    /// Number of the next move in a game record. One number covers one move of each seat.
    fn move_number(&self) -> u32 {
        1
    }

    /// Legal move in the usual notation for people (chess: SAN).
    fn move_name(&self, m: Self::Move) -> String {
        self.move_text(m)
    }

    /// Translates the name of a move into a language: chess in Spanish has other piece letters.
    fn localized(&self, name: &str, lang: Lang) -> String {
        let _ = lang;
        name.to_owned()
    }

    /// Examples of the notation of moves in a language.
    fn localized_pattern(&self, lang: Lang) -> String {
        self.localized(self.pattern(), lang)
    }

    /// Parses a move in the usual notation for people.
    ///
    /// # Errors
    /// A sentence in `lang` that quotes the text and says why the move is not legal.
    fn read_move(&self, text: &str, lang: Lang) -> Result<Self::Move, String> {
        self.parse_move(text)
            .map_err(|why| say!(lang, "move-illegal", text, why))
    }

    /// Parses a move of a game record, in any usual spelling. `letters` are its piece letters if they are not the
    /// English ones.
    ///
    /// # Errors
    /// A sentence in `lang` that quotes the text.
    fn read_recorded(
        &self,
        text: &str,
        letters: Option<&'static Letters>,
        lang: Lang,
    ) -> Result<Self::Move, String> {
        let _ = letters;
        match self.read_move(text, Lang::EN) {
            Err(_) if lang != Lang::EN => self.read_move(text, lang),
            read => read,
        }
    }

    /// Moves among which a text does not decide: promotions without the piece. The caller then asks for the piece.
    /// Empty if the text is a move or has no meaning.
    fn open_moves(&self, text: &str, lang: Lang) -> Vec<Self::Move> {
        let _ = (text, lang);
        Vec::new()
    }

    /// Short rules that fit on a screen: at most 22 lines of about 80 characters. Empty if there are none.
    fn rules_in_short(&self, lang: Lang) -> &'static str {
        let _ = lang;
        ""
    }

    /// Board as text that any terminal can show, with the letters of a language where they differ from those of files,
    /// or, if `lang` is `None`, with the letters of files.
    fn text_board(line: &Line<Self>, lang: Option<Lang>) -> String {
        let _ = lang;
        let position = line.position();
        Self::board(line).letters() + &position.text()
    }

    /// Marks for the legal moves, as pairs of a cell's name and the text to write on it, and a legend; `None` if the
    /// board cannot show them.
    fn marked_moves(&self, lang: Lang) -> Option<(Vec<(String, String)>, &'static str)> {
        let _ = lang;
        None
    }

    /// Remarks on the current position: checks, blocks, points. Empty if there are none.
    fn news(line: &Line<Self>, lang: Lang) -> Vec<String> {
        let _ = (line, lang);
        Vec::new()
    }

    /// Name of an outcome's reason in a language.
    fn reason(&self, reason: &'static str, lang: Lang) -> &'static str {
        reason_text(reason, lang)
    }

    /// Sentence that describes the outcome by the rules; `None` if the game has not ended.
    fn ending(line: &Line<Self>, lang: Lang) -> Option<String> {
        let outcome = line.outcome()?;
        Some(line.position().outcome_text(outcome, lang))
    }

    /// Sentence that describes an outcome.
    fn outcome_text(&self, outcome: Outcome, lang: Lang) -> String {
        let reason = self.reason(outcome.reason, lang);
        let winners = (0..self.players()).filter(|seat| outcome.winners.contains(*seat));
        let names: Vec<String> = winners.map(|seat| self.seat_name(seat, lang)).collect();
        match names.as_slice() {
            [winner] => say!(lang, "told-win", winner, reason),
            names if names.len() == self.players() => say!(lang, "told-draw", reason),
            names => say!(lang, "told-shared", winners = all_of(names, lang), reason),
        }
    }

    /// Answer to the command `d` of a UCI engine: the board, the position's text and key, and the outcome.
    fn display(line: &Line<Self>) -> String {
        let position = line.position();
        let board = Self::board(line).letters();
        let (text, key) = (position.text(), position.key());
        let mut out = format!("{board}\nPosition: {text}\nKey: {key:016X}");
        if let Some(ending) = Self::ending(line, Lang::EN) {
            out += &format!("\n{ending}");
        }
        out
    }
}

/// Returns the name, in a language, of a reason for which the rules end a game. An unknown reason is returned
/// unchanged.
pub fn reason_text(reason: &str, lang: Lang) -> &str {
    match reason {
        "checkmate" => say!(lang, "reason-checkmate"),
        "stalemate" => say!(lang, "reason-stalemate"),
        "insufficient material" => say!(lang, "reason-material"),
        "fifty-move rule" => say!(lang, "reason-fifty-moves"),
        "threefold repetition" => say!(lang, "reason-repetition"),
        "fivefold repetition" => say!(lang, "reason-fivefold"),
        "home row" => say!(lang, "reason-home-row"),
        "deadlock" => say!(lang, "reason-deadlock"),
        "board full" => say!(lang, "reason-board-full"),
        other => other,
    }
}
