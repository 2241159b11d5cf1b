//! Popeye's options: those that change the position, and those that do not change the question.

use super::cursor::Cursor;
use super::input::{Reader, Wrong, at};
use super::men;
use super::words::{Kind, Language};
use crate::formats::pieces::rooks_at_home;
use crate::terms::OPTIONS;
use crate::{Stipulation, Terms};
use base::messages::Key;
use base::{key, say, told};
use games::Text;
use shakmaty::{Bitboard, Board, Color, Rank, Role, Setup, Square};
use solve::stipulation::Inquiry;

/// An option in the input, before it is interpreted.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) line: usize,
    /// Name of the option in English.
    pub(super) name: &'static str,
    /// Numbers or squares after the name; empty if there are none.
    pub(super) argument: String,
}

/// Form of the argument of an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Argument {
    Nothing,
    Number,
    /// A number, or nothing.
    AnyNumber,
    TwoNumbers,
    /// Number of a first move, optionally with numbers of the moves after it: `25:8:27`.
    MoveNumber,
    Squares,
}

fn argument(name: &str) -> Argument {
    match name {
        "Defence" | "Threat" | "MaxFlightsquares" | "MaxSolutions" | "MaxTime" => Argument::Number,
        "Intelligent" | "Beep" => Argument::AnyNumber,
        "NonTrivial" => Argument::TwoNumbers,
        "StartMoveNumber" | "UpToMoveNumber" => Argument::MoveNumber,
        "EnPassant" | "NoCastling" | "CastlingMutuallyExclusive" => Argument::Squares,
        _ => Argument::Nothing,
    }
}

/// Reads all options that follow.
pub(super) fn read(reader: &mut Reader) -> Result<Vec<Given>, Wrong> {
    let mut options = Vec::new();
    while let Some(word) = reader.cursor.peek() {
        // The French word Fin is the end of the problem, not an abbreviation of FinApresSolutionsCourtes.
        if word.is_first && word.text.len() >= 3 && reader.is_end(word) {
            break;
        }
        let found = reader.language.find(Kind::Option, word.text);
        let Some(name) = found.map_err(at(word))? else {
            break;
        };
        reader.cursor.next();
        let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let mut take = |fits: &dyn Fn(&str) -> bool| {
            let next = reader.cursor.peek().filter(|next| fits(next.text))?;
            reader.cursor.next();
            Some(next.text.to_owned())
        };
        let needs = |what: Key| {
            at(word)(Text::of(|lang| {
                say!(lang, "popeye-option-needs", name, what = what.text(lang))
            }))
        };
        let a_number = || needs(key!("popeye-a-number"));
        let argument = match argument(name) {
            Argument::Nothing => String::new(),
            Argument::AnyNumber => take(&is_number).unwrap_or_default(),
            Argument::Number => take(&is_number).ok_or_else(a_number)?,
            Argument::TwoNumbers => match (take(&is_number), take(&is_number)) {
                (Some(one), Some(other)) => format!("{one} {other}"),
                _ => return Err(needs(key!("popeye-two-numbers"))),
            },
            Argument::MoveNumber => {
                let fits = |text: &str| text.bytes().all(|b| b.is_ascii_digit() || b == b':');
                take(&fits).ok_or_else(a_number)?
            }
            Argument::Squares => {
                let fits = |text: &str| men::squares(text).is_some();
                let none = || at(word)(told!("popeye-option-names-no-square", name));
                let mut squares = take(&fits).ok_or_else(none)?;
                while let Some(more) = take(&fits) {
                    squares += &more;
                }
                squares
            }
        };
        options.push(Given {
            line: word.line,
            name,
            argument,
        });
    }
    Ok(options)
}

impl Given {
    /// Returns the option in Popeye's notation.
    pub(super) fn text(&self) -> String {
        match self.argument.as_str() {
            "" => self.name.to_owned(),
            argument => format!("{} {argument}", self.name),
        }
    }
}

/// Options of a problem: those that concern the position, interpreted, and the others.
#[derive(Clone, Debug, Default)]
pub(in crate::formats) struct Options {
    pub(in crate::formats) half_duplex: bool,
    no_castling: Vec<Square>,
    /// Pairs of rooks of which only one can castle, White's first.
    pub(super) exclusive: Vec<[Square; 2]>,
    /// Square that a pawn has just passed over, where it can be captured en passant; `None` if there is none.
    pub(in crate::formats) en_passant: Option<Square>,
    /// Line of the option EnPassant in the file.
    pub(super) en_passant_line: usize,
    /// All options that do not concern the position, in their order.
    pub(super) others: Vec<Given>,
}

/// Options that are refused, because they change the question in a way that the solver does not support.
pub(super) const CHANGING: [&str; 3] = ["GoalIsEnd", "UnpublishedOption", "NullMoves"];

/// Returns true if an option, of [`OPTIONS`], changes what is to be proved of a problem with this stipulation.
fn has_effect(option: &str, asked: &Stipulation) -> bool {
    let asked = match asked {
        // Set play of a mate in N is no part of the proof.
        Stipulation::Mate(_) => return matches!(option, "Duplex" | "PostKeyPlay"),
        Stipulation::Other(asked) => *asked,
    };
    let mut inquiry = Inquiry::new(asked);
    match option {
        "SetPlay" => inquiry.set_play = true,
        "Duplex" => inquiry.duplex = true,
        "Quodlibet" => inquiry.quodlibet = true,
        _ => inquiry.post_key = true,
    }
    inquiry.check().is_ok()
}

impl Options {
    pub(super) fn new(given: Vec<Given>) -> Result<Options, Wrong> {
        let mut options = Options::default();
        for given in given {
            let line = given.line;
            let wrong = |why: Text| Wrong { line, why };
            let squares = || men::squares(&given.argument).unwrap_or_default();
            match given.name {
                "HalfDuplex" => options.half_duplex = true,
                "NoCastling" => options.no_castling.extend(squares()),
                "CastlingMutuallyExclusive" => match squares()[..] {
                    [white, black] => options.exclusive.push([white, black]),
                    _ => {
                        return Err(wrong(told!("popeye-option-rooks")));
                    }
                },
                "EnPassant" if options.en_passant.is_some() => {
                    return Err(wrong(told!("popeye-option-en-passant-twice")));
                }
                "EnPassant" => {
                    let passed = passed(&squares());
                    options.en_passant = Some(passed.ok_or_else(|| {
                        let squares = &given.argument;
                        wrong(told!("popeye-option-en-passant", squares))
                    })?);
                    options.en_passant_line = given.line;
                }
                _ => options.others.push(given),
            }
        }
        Ok(options)
    }

    /// Parses the options of a draft, which are stored in English. The error is a sentence that names the option.
    pub(in crate::formats) fn of_words(words: &[String]) -> Result<Options, Text> {
        let text = words.join(" ");
        let mut reader = Reader {
            cursor: Cursor::new(&text),
            language: Language::English,
            fairy: None,
        };
        let given = read(&mut reader).map_err(|wrong| wrong.why)?;
        if let Some(word) = reader.cursor.next() {
            return Err(unknown_option(word.text));
        }
        Options::new(given).map_err(|wrong| wrong.why)
    }

    /// Returns the stipulation of a draft with these options: with WhiteToPlay it is half a move shorter.
    pub(in crate::formats) fn stipulation(&self, asked: Stipulation) -> Stipulation {
        match asked {
            Stipulation::Other(other) if self.has("WhiteToPlay") && !other.has_half() => other
                .half_a_move_shorter()
                .map_or(asked, Stipulation::Other),
            asked => asked,
        }
    }

    /// Returns the options that become terms of a draft with this stipulation and these twins: those that have an
    /// effect on it; with twins all, because one of these may have another stipulation.
    pub(in crate::formats) fn terms(&self, asked: &Stipulation, twins: &[String]) -> Vec<String> {
        let known = OPTIONS.into_iter().filter(|name| self.has(name));
        known
            .filter(|name| !twins.is_empty() || has_effect(name, asked))
            .map(str::to_owned)
            .collect()
    }

    /// Returns the options that a draft with these terms keeps as extra data, because they do not change the problem.
    ///
    /// # Errors
    /// The message about an option that no draft can express.
    pub(in crate::formats) fn unchanged_options(&self, terms: &Terms) -> Result<Vec<String>, Text> {
        let changes = |name| CHANGING.contains(&name);
        // The stipulation already expresses the option.
        let is_said = |given: &&Given| {
            given.name == "WhiteToPlay" || terms.options.iter().any(|term| term == given.name)
        };
        if !self.exclusive.is_empty() {
            return Err(unknown_option("CastlingMutuallyExclusive"));
        }
        match self.others.iter().find(|given| changes(given.name)) {
            Some(given) => Err(unknown_option(given.name)),
            None => Ok({ self.others.iter() }
                .filter(|given| !is_said(given))
                .map(Given::text)
                .collect()),
        }
    }

    /// Returns true if an option with this name is given, of those that do not concern the position.
    pub(super) fn has(&self, name: &str) -> bool {
        self.others.iter().any(|given| given.name == name)
    }

    /// Returns the rooks that may castle, of those on their initial squares.
    pub(in crate::formats) fn castling(&self, board: &Board) -> Bitboard {
        let rooks = rooks_at_home(board);
        let mut left = rooks;
        for &square in &self.no_castling {
            let of_king = rooks & Bitboard::from(square.rank());
            left &= !match board.role_at(square) {
                Some(Role::King) => of_king,
                _ => Bitboard::from_square(square),
            };
        }
        left
    }

    /// Returns the options for what a position has besides its pieces, if the side `begins` begins by convention.
    ///
    /// # Errors
    /// The message about castling rights that options cannot express.
    pub(in crate::formats) fn of(setup: &Setup, begins: Color) -> Result<Vec<String>, Text> {
        let mut options = Vec::new();
        if setup.turn != begins {
            options.push("HalfDuplex".to_owned());
        }
        let at_home = rooks_at_home(&setup.board);
        let rights = setup.castling_rights;
        if (rights & !at_home).any() {
            return Err(told!("popeye-chess960"));
        }
        let missing: String = (at_home & !rights)
            .into_iter()
            .map(|s| s.to_string())
            .collect();
        if !missing.is_empty() {
            options.push(format!("NoCastling {missing}"));
        }
        if let Some(square) = setup.ep_square {
            let [from, to] = double_step(square);
            options.push(format!("EnPassant {from}{square}{to}"));
        }
        Ok(options)
    }
}

/// Returns the message that an option is not supported.
pub(super) fn unknown_option(name: &str) -> Text {
    told!("popeye-option-unknown", name)
}

/// Returns the first and last squares of a pawn's double step over the square `passed`.
fn double_step(passed: Square) -> [Square; 2] {
    let ranks = match passed.rank() {
        Rank::Third => [Rank::Second, Rank::Fourth],
        _ => [Rank::Seventh, Rank::Fifth],
    };
    ranks.map(|rank| Square::from_coords(passed.file(), rank))
}

/// Returns the square that a pawn has passed over: the only square given, or the one between the two squares of its
/// double step. `None` if the squares are not those of a double step.
fn passed(squares: &[Square]) -> Option<Square> {
    let passed = match *squares {
        [passed] => passed,
        [from, passed, to] if double_step(passed) == [from, to] => passed,
        _ => return None,
    };
    matches!(passed.rank(), Rank::Third | Rank::Sixth).then_some(passed)
}
