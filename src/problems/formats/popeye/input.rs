//! Parser that divides Popeye's input into problems and statements, without interpreting stipulation and options.
//!
//! Words follow each other as in Popeye: line ends matter only for texts (author, title …), which extend to the end of
//! the line. An error ends the problem or the twin that contains it; the parser goes on with the next one.

use super::cursor::{Cursor, Token};
use super::men;
use super::options::{self, Given};
use super::twins::{Change, Twin};
use super::words::{Kind, Language};
use base::messages::Key;
use base::{key, say, told};
use games::Text;
use games::chess::color_name;
use shakmaty::{Board, Square};
use solve::fairy::{Conditions, Kind as Walk, Man, Men};

/// An error in a file, or a note about it, with its line from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) line: usize,
    pub(super) why: Text,
}

/// Content of a problem. Words that are interpreted later have their lines.
pub(super) struct Problem {
    pub(super) men: Men,
    pub(super) conditions: Conditions,
    /// Message about the first fairy piece or condition, for formats without them; `None` if there is none.
    pub(super) fairy: Option<Text>,
    pub(super) stipulation: Option<(usize, String)>,
    pub(super) options: Vec<Given>,
    pub(super) author: String,
    pub(super) title: String,
    pub(super) origin: String,
    pub(super) remarks: Vec<String>,
    pub(super) awards: Vec<String>,
    /// Notes about pieces that replace others on the same square, which Popeye permits.
    pub(super) notes: Vec<Wrong>,
    /// True if the problem's own position is not to be solved, so that the first twin comes first (`ZeroPosition`).
    pub(super) zero: bool,
    pub(super) twins: Vec<Result<Twin, Wrong>>,
}

impl Problem {
    fn new() -> Problem {
        Problem {
            men: [None; 64],
            conditions: Conditions::default(),
            fairy: None,
            stipulation: None,
            options: Vec::new(),
            author: String::new(),
            title: String::new(),
            origin: String::new(),
            remarks: Vec::new(),
            awards: Vec::new(),
            notes: Vec::new(),
            zero: false,
            twins: Vec::new(),
        }
    }
}

/// A problem of a file, or the error in it, with its first and last line, from 1.
pub(super) struct Chunk {
    pub(super) line: usize,
    pub(super) last_line: usize,
    pub(super) problem: Result<Problem, Wrong>,
}

/// Returns true if a file of problems may begin with this line.
pub(in crate::formats) fn begins(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    begins_file(word)
}

/// Returns true if a line ends a file of problems.
pub(in crate::formats) fn ends(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    let is_end = |language: &Language| language.find(Kind::Problem, word) == Ok(Some("EndProblem"));
    word.len() >= 4 && Language::ALL.iter().any(is_end)
}

/// Returns true for a word that begins a file. A word must have at least four letters for this, because a shorter one
/// may mean anything.
fn begins_file(word: &str) -> bool {
    word.len() >= 4 && Language::of(word).is_some()
}

/// Reads all problems of a text.
pub(super) fn problems(text: &str) -> Vec<Chunk> {
    let mut reader = Reader {
        cursor: Cursor::new(text),
        language: Language::English,
        fairy: None,
    };
    let mut chunks: Vec<Chunk> = Vec::new();
    // Line of `BeginProblem` or `NextProblem`; `None` if the problem after it has been read.
    let mut begun = None;
    while let Some(token) = reader.cursor.peek() {
        let outside = match begun {
            Some(_) => None,
            None => match Language::of(token.text) {
                Some(language) => {
                    reader.language = language;
                    reader.cursor.next();
                    begun = Some(token.line);
                    None
                }
                None => Some(reader.outside(token, chunks.is_empty())),
            },
        };
        let problem = match outside {
            Some(wrong) => Err(wrong),
            None => reader.problem(),
        };
        let line = begun.unwrap_or(token.line);
        let mut last_line = reader.cursor.last_line().max(line);
        begun = None;
        if let Some(end) = reader.cursor.peek() {
            match reader.language.find(Kind::Problem, end.text) {
                Ok(Some("NextProblem")) => {
                    reader.cursor.next();
                    begun = Some(end.line);
                }
                Ok(Some(_)) => {
                    reader.cursor.next();
                    last_line = end.line;
                }
                // Beginning of another file.
                _ => {}
            }
        }
        chunks.push(Chunk {
            line,
            last_line,
            problem,
        });
        if begun.is_some() && reader.cursor.peek().is_none() {
            let why = told!("popeye-no-problem");
            let line = begun.unwrap_or(last_line);
            chunks.push(Chunk {
                line,
                last_line: line,
                problem: Err(Wrong { line, why }),
            });
        }
    }
    chunks
}

impl Problem {
    /// Places a piece on a square, and replaces any other there.
    fn put(&mut self, man: Man, square: Square, line: usize) {
        if let Some(why) = replaced(&self.men, man, square) {
            self.notes.push(Wrong { line, why });
        }
        self.men[usize::from(square)] = Some(man);
    }

    fn put_all(&mut self, men: &Men, line: usize) {
        for square in Square::ALL {
            if let Some(man) = men[usize::from(square)] {
                self.put(man, square, line);
            }
        }
    }
}

/// Returns a note if a piece would replace another one on its square.
pub(super) fn replaced(men: &Men, man: Man, square: Square) -> Option<Text> {
    let there = men[usize::from(square)]?;
    let side = |man: Man| man.side.map_or("Neutral", color_name);
    let [(color, new), (other, old)] =
        [man, there].map(|man| (side(man), men::of_kind(man.kind, square)));
    Some(told!("popeye-takes-place", color, new, other, old))
}

pub(super) struct Reader<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) language: Language,
    /// Message about the first fairy piece or condition of the problem; `None` if there is none.
    pub(super) fairy: Option<Text>,
}

/// Returns a function that turns a message into an error on the line of a word.
pub(super) fn at(token: Token) -> impl Fn(Text) -> Wrong {
    move |why| Wrong {
        line: token.line,
        why,
    }
}

impl<'a> Reader<'a> {
    /// Returns the error for text outside of problems, and skips the text. `is_first` is true if no problem precedes
    /// it.
    fn outside(&mut self, token: Token, is_first: bool) -> Wrong {
        let mut here = self.cursor.clone();
        here.next();
        let rest = format!("{} {}", token.text, here.rest_of_line());
        let rest = rest.trim_end();
        while let Some(next) = self.cursor.peek() {
            if next.is_first && begins_file(next.text) {
                break;
            }
            self.cursor.next();
        }
        at(token)(if is_first {
            told!("popeye-outside", rest)
        } else {
            told!("popeye-after-end", rest)
        })
    }

    /// Reads a problem up to the word that ends it, which is not consumed.
    fn problem(&mut self) -> Result<Problem, Wrong> {
        let mut problem = Problem::new();
        self.fairy = None;
        if let Err(wrong) = self.statements(&mut problem) {
            self.pass_over(false);
            return Err(wrong);
        }
        problem.fairy = self.fairy.take();
        while let Some(token) = self.cursor.peek().filter(|token| !self.is_end(*token)) {
            let twin = self.twin(&mut problem, token);
            if twin.is_err() {
                self.pass_over(true);
            }
            problem.twins.push(twin);
        }
        Ok(problem)
    }

    /// Returns true for a word that ends a problem.
    pub(super) fn is_end(&self, token: Token) -> bool {
        let ends = self.language.find(Kind::Problem, token.text);
        matches!(ends, Ok(Some(_))) || begins_file(token.text)
    }

    pub(super) fn is_twin(&self, token: Token) -> bool {
        let twin = self.language.find(Kind::Twin, token.text);
        matches!(twin, Ok(Some(_)))
    }

    /// Skips to the end of the problem or, if `to_twin` is true, to the next twin if that comes first. Inside a line,
    /// the word that ends the problem must have at least four letters and must not be a colour, because squares and
    /// pieces may look like abbreviated words.
    fn pass_over(&mut self, to_twin: bool) {
        while let Some(token) = self.cursor.peek() {
            let is_colour = self.language.find(Kind::Colour, token.text) != Ok(None);
            let clear = !is_colour && (token.is_first || token.text.len() >= 4);
            if clear && (self.is_end(token) || to_twin && self.is_twin(token)) {
                return;
            }
            self.cursor.next();
            let statement = self.language.find(Kind::Statement, token.text);
            let is_text = |name| matches!(name, "Author" | "Title" | "Origin" | "Remark" | "Award");
            if token.is_first && statement.is_ok_and(|name| name.is_some_and(is_text)) {
                self.cursor.rest_of_line();
            }
        }
    }

    /// Reads the statements before the first twin.
    fn statements(&mut self, problem: &mut Problem) -> Result<(), Wrong> {
        let mut latest = "";
        while let Some(token) = self.cursor.peek() {
            match self
                .language
                .find(Kind::Statement, token.text)
                .map_err(at(token))?
            {
                Some(statement) => {
                    self.cursor.next();
                    self.statement(problem, statement, token)?;
                    latest = statement;
                }
                None if self.is_end(token) || self.is_twin(token) => break,
                None => return Err(at(token)(self.unknown(latest, token))),
            }
        }
        Ok(())
    }

    /// Returns the message about an unknown word after the statement `latest`.
    fn unknown(&self, latest: &str, token: Token) -> Text {
        let word = token.text;
        match latest {
            "Option" => options::unknown_option(word),
            "Pieces" if !word.contains(|c: char| c.is_ascii_digit()) => self.no_colour(word),
            "Pieces" => match men::read(word, self.language) {
                Err(why) => why,
                Ok(_) => told!("popeye-names-no-colour", word),
            },
            _ => told!("popeye-word-unknown", word),
        }
    }

    fn statement(&mut self, problem: &mut Problem, name: &str, token: Token) -> Result<(), Wrong> {
        match name {
            "Author" => self.text(&mut problem.author),
            "Title" => self.text(&mut problem.title),
            "Origin" => self.text(&mut problem.origin),
            "Remark" => problem.remarks.push(self.cursor.rest_of_line().to_owned()),
            "Award" => problem.awards.push(self.cursor.rest_of_line().to_owned()),
            // Names of files to which Popeye writes.
            "Protocol" => drop(self.cursor.rest_of_line()),
            "LaTeX" => {
                self.cursor.rest_of_line();
                self.pass_over_latex();
            }
            "LaTeXPieces" => self.pass_over_latex(),
            "Pieces" => {
                for (man, square, line) in self.pieces(token)? {
                    problem.put(man, square, line);
                }
            }
            "Forsyth" => {
                let word = self.word(token, key!("popeye-a-board"))?;
                let men = men::forsyth(word.text, self.language).map_err(at(word))?;
                men.iter()
                    .flatten()
                    .for_each(|&man| self.note_fairy(man, word.text));
                problem.put_all(&men, word.line);
            }
            "InitialGameArray" => problem.put_all(&array(), token.line),
            "Stipulation" if problem.stipulation.is_none() => {
                problem.stipulation = Some((token.line, self.stipulation(token)?));
            }
            "Option" => problem.options.extend(options::read(self)?),
            "Condition" => problem.conditions = self.conditions(token)?,
            "Sstipulation" => return Err(structured(token)),
            _ => {
                let word = token.text;
                return Err(at(token)(told!("popeye-twice", word)));
            }
        }
        Ok(())
    }

    /// Appends the rest of the line to a text, after a comma if there is some text already.
    fn text(&mut self, text: &mut String) {
        let rest = self.cursor.rest_of_line();
        if !text.is_empty() && !rest.is_empty() {
            text.push_str(", ");
        }
        text.push_str(rest);
    }

    /// Skips lines that tell LaTeX how to print pieces, each of which begins with the code of a piece.
    fn pass_over_latex(&mut self) {
        let is_code =
            |token: &Token| token.text.len() < 3 && self.language.piece(token.text).is_some();
        while self.cursor.peek().filter(is_code).is_some() {
            self.cursor.next();
            self.cursor.rest_of_line();
        }
    }

    /// Returns the next word, which belongs to the word `token`; an error that `what` is lacking if there is none.
    pub(super) fn word(&mut self, token: Token, what: Key) -> Result<Token<'a>, Wrong> {
        let ends = |next: Token| next.is_first && (self.is_end(next) || self.is_twin(next));
        let is_other = |next: &Token| next.text.len() < 3 || !ends(*next);
        let word = self.cursor.peek().filter(is_other);
        if word.is_some() {
            self.cursor.next();
        }
        word.ok_or_else(|| at(token)(lacking(token, what)))
    }

    /// Returns the stipulation, whose number of moves may be a separate word: `h# 2`.
    pub(super) fn stipulation(&mut self, token: Token) -> Result<String, Wrong> {
        let mut text = self
            .word(token, key!("popeye-a-stipulation"))?
            .text
            .to_owned();
        let is_castling = text.ends_with("00") && !text.contains(['#', '=']);
        if (is_castling || !text.ends_with(|letter: char| letter.is_ascii_digit()))
            && let Some(number) = self.cursor.peek()
            && number
                .text
                .starts_with(|letter: char| letter.is_ascii_digit())
        {
            self.cursor.next();
            text.push_str(number.text);
        }
        Ok(text)
    }

    /// Reads a twin.
    fn twin(&mut self, problem: &mut Problem, token: Token) -> Result<Twin, Wrong> {
        let kind = self
            .language
            .find(Kind::Twin, token.text)
            .map_err(at(token))?;
        self.cursor.next();
        match kind {
            None => {
                return Err(at(token)(no_change(token)));
            }
            Some("Zeroposition") if !problem.twins.is_empty() => {
                let word = token.text;
                return Err(at(token)(told!("popeye-twin-late", word)));
            }
            Some(name) => problem.zero |= name == "Zeroposition",
        }
        let start = self.cursor.clone();
        let mut twin = Twin::new(token.line);
        while let Some(word) = self.cursor.peek() {
            match self
                .language
                .find(Kind::Change, word.text)
                .map_err(at(word))?
            {
                Some("Continued") if twin.changes.is_empty() => {
                    self.cursor.next();
                    twin.continued = true;
                }
                Some("Continued") => {
                    let why = told!("popeye-twin-continued-late", word = word.text);
                    return Err(at(word)(why));
                }
                Some(name) => {
                    self.cursor.next();
                    let change = Change::read(self, name, word)?;
                    twin.changes.push((word.line, change));
                }
                None => break,
            }
        }
        twin.text = start.words_to(&self.cursor);
        while let Some(word) = self.cursor.peek() {
            match self.language.find(Kind::Statement, word.text) {
                Ok(Some("Remark")) => {
                    self.cursor.next();
                    problem.remarks.push(self.cursor.rest_of_line().to_owned());
                }
                _ if self.is_end(word) || self.is_twin(word) => break,
                _ => {
                    return Err(at(word)(no_change(word)));
                }
            }
        }
        Ok(twin)
    }
}

/// Returns the pieces of the initial position of chess.
fn array() -> Men {
    let mut men: Men = [None; 64];
    for (square, piece) in Board::default() {
        let man = Man::new(Some(piece.color), Walk::of(piece.role));
        men[usize::from(square)] = Some(man);
    }
    men
}

/// Returns the message that a word is not followed by what belongs to it.
pub(super) fn lacking(token: Token, what: Key) -> Text {
    Text::of(|lang| {
        say!(
            lang,
            "popeye-lacks",
            word = token.text,
            what = what.text(lang)
        )
    })
}

/// Returns the message that a word is not a change of a twin.
fn no_change(token: Token) -> Text {
    told!("popeye-twin-no-change", token = token.text)
}

/// Returns the error for a structured stipulation, which is not supported.
pub(super) fn structured(token: Token) -> Wrong {
    at(token)(told!("popeye-structured"))
}
