//! Popeye's options: what they say of the position, and which of them leave the question as it is.

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

/// An option as it stands in the input.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) line: usize,
    /// English word.
    pub(super) name: &'static str,
    /// Numbers or squares that belong to it; empty if there are none.
    pub(super) argument: String,
}

/// Form of the words that follow the name of an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Argument {
    Nothing,
    Number,
    /// A number or nothing.
    AnyNumber,
    TwoNumbers,
    /// Number of a first move, with numbers of those after it: `25:8:27`.
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

/// Reads options as long as there are some.
pub(super) fn read(reader: &mut Reader) -> Result<Vec<Given>, Wrong> {
    let mut options = Vec::new();
    while let Some(word) = reader.cursor.peek() {
        // French Fin is the end of the problem, not the beginning of FinApresSolutionsCourtes.
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
    /// The option as Popeye reads it.
    pub(super) fn text(&self) -> String {
        match self.argument.as_str() {
            "" => self.name.to_owned(),
            argument => format!("{} {argument}", self.name),
        }
    }
}

/// Options of a problem: those that say something about the position, and the others.
#[derive(Clone, Debug, Default)]
pub(in crate::formats) struct Options {
    pub(in crate::formats) half_duplex: bool,
    no_castling: Vec<Square>,
    /// Pairs of rooks of which only one can castle, White's first.
    pub(super) exclusive: Vec<[Square; 2]>,
    /// The square that a pawn has just passed over.
    pub(in crate::formats) en_passant: Option<Square>,
    /// Line of the option EnPassant.
    pub(super) en_passant_line: usize,
    /// All options that say nothing about the position.
    pub(super) others: Vec<Given>,
}

/// Options that change the question beyond what is solved here.
pub(super) const CHANGING: [&str; 3] = ["GoalIsEnd", "UnpublishedOption", "NullMoves"];

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

    /// Reads the options of a problem that is kept as a draft, in English words.
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

    /// The stipulation of a draft with these options: by WhiteToPlay half a move shorter.
    pub(in crate::formats) fn stipulation(&self, asked: Stipulation) -> Stipulation {
        match asked {
            Stipulation::Other(other) if self.has("WhiteToPlay") && !other.has_half() => other
                .half_a_move_shorter()
                .map_or(asked, Stipulation::Other),
            asked => asked,
        }
    }

    /// The options that are terms of a draft with this stipulation. Set play of a mate in N is none: it changes nothing
    /// of what is proved.
    pub(in crate::formats) fn terms(&self, asked: &Stipulation) -> Vec<String> {
        let is_mate = matches!(asked, Stipulation::Mate(_));
        let known = OPTIONS.iter().filter(|name| self.has(name));
        known
            .filter(|name| !is_mate || **name != "SetPlay")
            .map(|name| (*name).to_owned())
            .collect()
    }

    /// The options that a draft on these terms keeps as they are.
    ///
    /// # Errors
    /// Names an option that asks for something that no draft can.
    pub(in crate::formats) fn unchanged_options(&self, terms: &Terms) -> Result<Vec<String>, Text> {
        let changes = |name| CHANGING.contains(&name);
        // It is said by the stipulation.
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

    /// Returns true if an option that says nothing about the position is given.
    pub(super) fn has(&self, name: &str) -> bool {
        self.others.iter().any(|given| given.name == name)
    }

    /// The rooks that may castle, of those that stand at home.
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

    /// The options that say of a position what its pieces do not, where `begins` begins by custom.
    ///
    /// # Errors
    /// Rights to castle that no option can give.
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

/// An option is refused by its name.
pub(super) fn unknown_option(name: &str) -> Text {
    told!("popeye-option-unknown", name)
}

/// Returns the squares that a pawn has left and reached when it has passed over this one.
fn double_step(passed: Square) -> [Square; 2] {
    let ranks = match passed.rank() {
        Rank::Third => [Rank::Second, Rank::Fourth],
        _ => [Rank::Seventh, Rank::Fifth],
    };
    ranks.map(|rank| Square::from_coords(passed.file(), rank))
}

/// Returns the square that a pawn has passed over: the only one, or the one between the squares where it stood and
/// stands. `None` if it is no double step.
fn passed(squares: &[Square]) -> Option<Square> {
    let passed = match *squares {
        [passed] => passed,
        [from, passed, to] if double_step(passed) == [from, to] => passed,
        _ => return None,
    };
    matches!(passed.rank(), Rank::Third | Rank::Sixth).then_some(passed)
}
