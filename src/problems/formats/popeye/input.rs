//! The words of Popeye's input, as they stand there, whatever the stipulation and the options.

use super::twins;
use crate::formats::pieces::put;
use shakmaty::{Board, Color};

/// Words that say what follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Begin,
    Next,
    End,
    Pieces,
    White,
    Black,
    Neutral,
    Forsyth,
    Stipulation,
    Option,
    Condition,
    Author,
    Title,
    Origin,
    Remark,
    Award,
    Twin,
    Zero,
}

const WORDS: [(&str, Word); 18] = [
    ("beginproblem", Word::Begin),
    ("nextproblem", Word::Next),
    ("endproblem", Word::End),
    ("pieces", Word::Pieces),
    ("white", Word::White),
    ("black", Word::Black),
    ("neutral", Word::Neutral),
    ("forsyth", Word::Forsyth),
    ("stipulation", Word::Stipulation),
    ("option", Word::Option),
    ("condition", Word::Condition),
    ("author", Word::Author),
    ("title", Word::Title),
    ("origin", Word::Origin),
    ("remark", Word::Remark),
    ("award", Word::Award),
    ("twin", Word::Twin),
    ("zeroposition", Word::Zero),
];

fn keyword(word: &str) -> Option<Word> {
    let word = word.to_lowercase();
    // Three letters are never a piece on a square and tell all of them apart.
    let found = WORDS
        .iter()
        .find(|(name, _)| word.len() >= 3 && name.starts_with(&word));
    found.map(|(_, word)| *word)
}

/// Returns true if a problem begins with this line.
pub(super) fn begins(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    matches!(keyword(word), Some(Word::Begin | Word::Next))
}

/// Error in a problem, with its line in the problem, from 0.
pub(super) struct Wrong {
    pub(super) line: usize,
    pub(super) why: String,
}

/// Content of a problem as it was read. Words that are interpreted later come with their lines, from 0.
#[derive(Default)]
pub(super) struct Problem {
    pub(super) board: Board,
    pub(super) stipulation: Option<(usize, String)>,
    pub(super) options: Vec<(usize, String)>,
    pub(super) author: String,
    pub(super) title: String,
    pub(super) origin: String,
    pub(super) remarks: Vec<String>,
    pub(super) awards: Vec<String>,
    /// True if the problem's own position is not to be solved, so that the first twin comes first (`ZeroPosition`).
    pub(super) zero: bool,
    pub(super) twins: Vec<twins::Words>,
}

/// Reads one problem.
pub(super) fn problem(text: &str) -> Result<Problem, Wrong> {
    let mut problem = Problem {
        board: Board::empty(),
        ..Problem::default()
    };
    let mut section = None;
    for (line, text) in text.lines().enumerate() {
        let mut rest = text.trim();
        while !rest.is_empty() {
            let wrong = |why| Wrong { line, why };
            rest = problem.word(&mut section, rest, line).map_err(wrong)?;
        }
    }
    match section {
        Some(_) => Ok(problem),
        None => Err(Wrong {
            line: 0,
            why: "there is no problem".to_owned(),
        }),
    }
}

impl Problem {
    /// Takes in the first word of what is left of a line, and gives what is left then.
    fn word<'a>(
        &mut self,
        section: &mut Option<Word>,
        rest: &'a str,
        line: usize,
    ) -> Result<&'a str, String> {
        let word = rest.split_whitespace().next().unwrap_or("");
        let after = rest[word.len()..].trim_start();
        match (*section, keyword(word)) {
            (Some(Word::End), _) => {
                return Err(format!("'{rest}' stands after the end of the problem"));
            }
            (None, Some(Word::Begin | Word::Next)) => *section = Some(Word::Begin),
            (None, _) => return Err(format!("'{rest}' stands outside of a problem")),
            (_, Some(begun @ (Word::Twin | Word::Zero))) => {
                if begun == Word::Zero && !self.twins.is_empty() {
                    return Err(format!("'{word}' stands after another twin"));
                }
                self.zero |= begun == Word::Zero;
                self.twins.push(twins::Words {
                    line,
                    words: Vec::new(),
                });
                *section = Some(begun);
            }
            (Some(Word::Twin | Word::Zero), known) if known != Some(Word::End) => {
                if let Some(twin) = self.twins.last_mut() {
                    twin.words.push((line, word.to_owned()));
                }
            }
            (_, Some(word)) => {
                *section = Some(word);
                return self.begin(word, after);
            }
            (Some(Word::White), None) => put(&mut self.board, Color::White, word)?,
            (Some(Word::Black), None) => put(&mut self.board, Color::Black, word)?,
            (Some(Word::Stipulation), None) if self.stipulation.is_none() => {
                self.stipulation = Some((line, word.to_owned()));
            }
            (Some(Word::Forsyth), None) if self.board.occupied().is_empty() => {
                self.board = forsyth(word)?;
            }
            (Some(Word::Option), None) => self.options.push((line, word.to_owned())),
            _ => return Err(format!("'{word}' is not understood")),
        }
        Ok(after)
    }

    /// Begins a section; takes from the line what is text, and gives what is left.
    fn begin<'a>(&mut self, word: Word, rest: &'a str) -> Result<&'a str, String> {
        let text = match word {
            Word::Author => &mut self.author,
            Word::Title => &mut self.title,
            Word::Origin => &mut self.origin,
            Word::Remark => {
                self.remarks.push(rest.to_owned());
                return Ok("");
            }
            Word::Award => {
                self.awards.push(rest.to_owned());
                return Ok("");
            }
            Word::Neutral => return Err("neutral pieces are not understood".to_owned()),
            Word::Condition => {
                return Err(format!("'Condition {rest}' is not understood"));
            }
            _ => return Ok(rest),
        };
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(rest);
        Ok("")
    }
}

/// Popeye's Forsyth: as in a FEN, but S for the knight.
fn forsyth(word: &str) -> Result<Board, String> {
    let bad = || format!("bad Forsyth '{word}': expected eight ranks of KQRBSP, kqrbsp and digits");
    if word.contains(['n', 'N']) {
        return Err(format!(
            "'{word}': N is the nightrider, which is not understood; the knight is S"
        ));
    }
    let fen = word.replace('s', "n").replace('S', "N");
    // A FEN's board has eight squares in every rank, or it is refused there.
    Board::from_ascii_board_fen(fen.as_bytes()).map_err(|_| bad())
}
