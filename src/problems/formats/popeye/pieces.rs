//! Parser of pieces and conditions: the content of the statements `Pieces` and `Condition`, and of changes of twins.

use super::cursor::Token;
use super::input::{Reader, Wrong, at, lacking};
use super::men;
use super::words::Kind;
use base::{key, told};
use games::Text;
use shakmaty::{Color, Square};
use solve::fairy::{Conditions, Kind as Walk, Man};

impl Reader<'_> {
    /// Reads conditions; an unknown one is refused by name.
    pub(super) fn conditions(&mut self, token: Token) -> Result<Conditions, Wrong> {
        let mut conditions = Conditions::default();
        let lacking = || at(token)(lacking(token, key!("popeye-a-condition")));
        while let Some(word) = self.cursor.peek() {
            let found = self.language.find(Kind::Condition, word.text);
            let statement = self.language.find(Kind::Statement, word.text);
            let ends = self.is_end(word) || self.is_twin(word) || statement != Ok(None);
            // An abbreviated condition may look like a word that ends the problem; at the beginning of a line such a
            // word is the end.
            if ends && (word.is_first || found == Ok(None)) {
                break;
            }
            if !conditions.is_empty() && found == Ok(None) {
                break;
            }
            self.cursor.next();
            let name = match found.map_err(at(word))? {
                Some(name) => name,
                None => return Err(at(word)(told!("popeye-no-condition", word = word.text))),
            };
            let unknown = || told!("popeye-condition-unknown", name);
            let condition = name.parse().map_err(|_| at(word)(unknown()))?;
            self.fairy.get_or_insert_with(unknown);
            conditions.add(condition);
        }
        if conditions.is_empty() {
            Err(lacking())
        } else {
            Ok(conditions)
        }
    }

    /// Stores the message about the first piece that is not orthodox; `word` is the word in which it occurs.
    pub(super) fn note_fairy(&mut self, man: Man, word: &str) {
        let why = match () {
            () if man.side.is_none() => men::not_understood("neutral"),
            () if man.kind.role().is_none() => {
                let code = self.language.word(Kind::Piece, man.kind.name());
                let code = code.unwrap_or_default();
                men::of_word(word, &self.language.not_understood(code, man.kind.name()))
            }
            () if man.royal && man.kind != Walk::of(shakmaty::Role::King) => {
                men::not_understood("royal")
            }
            () => return,
        };
        self.fairy.get_or_insert(why);
    }

    /// Reads pieces, each with its square and line: colours, each followed by its pieces.
    pub(super) fn pieces(&mut self, token: Token) -> Result<Vec<(Man, Square, usize)>, Wrong> {
        let mut found = Vec::new();
        // Colour of the following pieces once one has been read; `Some(None)` for neutral ones.
        let mut color = None;
        let mut royal = false;
        while let Some(word) = self.cursor.peek() {
            if let Some((kind, squares)) = self.men(word, color.is_some())? {
                let Some(side) = color else { break };
                let mut man = Man::new(side, kind);
                man.royal |= royal;
                self.note_fairy(man, word.text);
                found.extend(squares.into_iter().map(|s| (man, s, word.line)));
                continue;
            }
            match self.language.find(Kind::Colour, word.text) {
                Ok(Some("White")) => color = Some(Some(Color::White)),
                Ok(Some("Black")) => color = Some(Some(Color::Black)),
                Ok(Some("Neutral")) => color = Some(None),
                Ok(Some(name)) => {
                    let name = name.to_lowercase();
                    return Err(at(word)(men::not_understood(&name)));
                }
                Ok(None) => break,
                Err(why) => return Err(at(word)(why)),
            }
            self.cursor.next();
            royal = self.flag()?;
        }
        match color {
            Some(_) => Ok(found),
            None => Err(at(token)(match self.cursor.peek() {
                Some(word) if men::read(word.text, self.language).is_ok() => {
                    let words = format!("{} {}", token.text, word.text);
                    told!("popeye-names-no-colour", word = words)
                }
                Some(word) => self.no_colour(word.text),
                None => told!("popeye-names-nothing", token = token.text),
            })),
        }
    }

    /// Returns the message about a word in place of a colour or a piece.
    pub(super) fn no_colour(&self, word: &str) -> Text {
        let colour = |name| self.language.word(Kind::Colour, name).unwrap_or(name);
        let [white, black] = ["White", "Black"].map(colour);
        told!("popeye-neither-colour-nor-piece", word, white, black)
    }

    /// Reads the pieces of one word, or of a word and the squares after it; `None` if the word does not denote pieces,
    /// or if no pieces are `expected` here.
    fn men(&mut self, word: Token, expected: bool) -> Result<Option<(Walk, Vec<Square>)>, Wrong> {
        if !expected {
            return Ok(None);
        }
        let Some((code, mut squares)) = men::split(word.text) else {
            return Ok(None);
        };
        let mut after = self.cursor.clone();
        after.next();
        if squares.is_empty() {
            let apart = after.next().and_then(|next| men::squares(next.text));
            match apart.filter(|_| self.language.piece(code).is_some()) {
                Some(apart) => squares = apart,
                None => return Ok(None),
            }
        }
        let kind = self.language.kind(code);
        let kind = kind.map_err(|why| at(word)(men::of_word(word.text, &why)))?;
        self.cursor = after;
        Ok(Some((kind, squares)))
    }

    /// Reads the mark of royal pieces after a colour; other marks are errors. Returns true if the pieces are royal.
    fn flag(&mut self) -> Result<bool, Wrong> {
        let Some(word) = self.cursor.peek().filter(|word| word.text.len() > 2) else {
            return Ok(false);
        };
        match self.language.find(Kind::Flag, word.text) {
            Ok(Some("Royal")) => {
                self.cursor.next();
                self.flag()?;
                Ok(true)
            }
            Ok(Some(name)) => Err(at(word)(men::not_understood(&name.to_lowercase()))),
            _ => Ok(false),
        }
    }
}
