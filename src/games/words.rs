//! Names and drawings for people: seats, moves and endings of a game, boards, game records. The
//! rules ([`Game`]) do not depend on them.

use super::pgn::letters::Letters;
use super::{Board, Game, Lang, Line, Outcome};
use base::lang::all_of;
use base::say;

/// A game that can be told and drawn. Everything but the board has a usual wording, that of a game
/// between White and Black.
pub trait Words: Game {
    /// The name of the game: `Chess`.
    fn title(&self, lang: Lang) -> &'static str;

    /// Examples of the notation of moves: `e2e4, Nf3`.
    fn pattern(&self) -> &'static str;

    /// The board after the moves of a game, as data.
    fn board(line: &Line<Self>) -> Board;

    /// The colour of a seat as files have it: `white`.
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

    /// Name of a seat in game records and tables: a word fit for a tag's name.
    fn tag_name(&self, seat: usize) -> &'static str {
        ["White", "Black"][usize::from(seat != self.white())]
    }

    /// The tags of a game record that say which game and which rules are played, `Variant` first;
    /// none for ordinary chess.
    fn rule_tags(&self) -> Vec<(&'static str, String)> {
        vec![("Variant", self.title(Lang::EN).to_owned())]
    }

    /// Returns true if a game record must state the start position.
    fn needs_fen(&self) -> bool {
        !self.is_usual_start()
    }

    /// The number that a game record gives to the next move: moves are counted in laps of all
    /// seats, not in plies.
    fn move_number(&self) -> u32 {
        1
    }

    /// A legal move as people write it (chess: SAN).
    fn move_name(&self, m: Self::Move) -> String {
        self.move_text(m)
    }

    /// The name of a move in a language: chess in Spanish has other letters.
    fn localized(&self, name: &str, lang: Lang) -> String {
        let _ = lang;
        name.to_owned()
    }

    /// Examples of the notation of moves in a language.
    fn localized_pattern(&self, lang: Lang) -> String {
        self.localized(self.pattern(), lang)
    }

    /// Reads a move as people write it, or says in their language why it is not legal.
    ///
    /// # Errors
    /// A sentence that names the text.
    fn read_move(&self, text: &str, lang: Lang) -> Result<Self::Move, String> {
        self.parse_move(text)
            .map_err(|why| say!(lang, "move-illegal", text, why))
    }

    /// Reads a move of a game record, in any usual spelling; `letters` are those of its pieces, if they are not the
    /// English ones.
    ///
    /// # Errors
    /// A sentence in a language that names the text.
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

    /// The moves that a text leaves open, because it does not say all: promotions without the piece.
    /// Whoever hears it asks on. None if it is a move, or means nothing.
    fn open_moves(&self, text: &str, lang: Lang) -> Vec<Self::Move> {
        let _ = (text, lang);
        Vec::new()
    }

    /// The rules in a screenful: at most twenty-two lines of eighty or some more letters. Empty if
    /// there is nothing to say.
    fn rules_in_short(&self, lang: Lang) -> &'static str {
        let _ = lang;
        ""
    }

    /// The board as text, whatever the terminal can do.
    fn text_board(line: &Line<Self>) -> String {
        let position = line.position();
        Self::board(line).letters() + &position.text()
    }

    /// Marks for the legal moves, as pairs of a cell's name and the text to write there, and a legend; `None` if the
    /// board cannot show them.
    fn marked_moves(&self, lang: Lang) -> Option<(Vec<(String, String)>, &'static str)> {
        let _ = lang;
        None
    }

    /// Remarks on the present position: checks, blocks, points. Empty if there are none.
    fn news(line: &Line<Self>, lang: Lang) -> Vec<String> {
        let _ = (line, lang);
        Vec::new()
    }

    /// The reason of an outcome.
    fn reason(&self, reason: &'static str, lang: Lang) -> &'static str {
        reason_text(reason, lang)
    }

    /// Sentence that tells how the game has ended by its rules; `None` if it has not.
    fn ending(line: &Line<Self>, lang: Lang) -> Option<String> {
        let outcome = line.outcome()?;
        Some(line.position().outcome_text(outcome, lang))
    }

    /// An outcome in a sentence.
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

    /// Answer to UCI's `d`.
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

/// Returns the name of a reason for which the rules end a game; an unknown reason is returned as it is.
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
