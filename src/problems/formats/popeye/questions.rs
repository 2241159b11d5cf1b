//! Conversion of Popeye's input into questions to the solver of all stipulations.

use super::input::{self, Problem, Wrong};
use super::men;
use super::options::{CHANGING, Options, unknown_option};
use super::twins::{Diagram, label};
use crate::formats::lines;
use crate::formats::pieces::{kings_of, position_of_problem};
use base::{say, told};
use games::chess::{Bitboard, Color, Rank, color_name};
use games::{Lang, Text};
use shakmaty::Square;
use solve::fairy::{Board, Subject, check_together};
use solve::question::QuestionError;
use solve::stipulation::{Inquiry, Stipulation, StipulationError};
use std::time::Duration;

/// Content of an input file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PopeyeFile {
    /// Problems and twins in their order; an error in place of one that cannot be read.
    pub problems: Vec<Result<PopeyeProblem, PopeyeMessage>>,
    /// Notes about problems that could be read: options without effect, pieces that replace others.
    pub notes: Vec<PopeyeMessage>,
}

/// A problem of an input file, or one of its twins.
#[derive(Clone, Debug, PartialEq)]
pub struct PopeyeProblem {
    /// Line on which the problem begins, from 1.
    pub line: usize,
    /// Number of the problem in the file, from 1.
    pub number: usize,
    /// Letter of the twin: `a`, `b` …; empty if the problem has no twins.
    pub twin: String,
    /// Text of the twin's changes in the input: `Move a3 b4`; empty for the problem's own position.
    pub changes: String,
    /// Author of the problem; may be empty, as may `title` and `origin`.
    pub author: String,
    /// Title of the problem.
    pub title: String,
    /// Publication in which the problem appeared.
    pub origin: String,
    /// Position, in which the side to move is the one that begins by convention for the stipulation, or the other one
    /// with the option HalfDuplex.
    pub subject: Subject,
    /// Question to the solver: the stipulation, and what the options ask for.
    pub inquiry: Inquiry,
    /// True if the solver reports each first move when it begins to examine it (option MoveNumbers).
    pub move_numbers: bool,
}

/// An error or a note, with its line in the input file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub struct PopeyeMessage {
    /// Number of the line, from 1.
    pub line: usize,
    /// Message about the text in this line.
    pub what: Text,
}

impl PopeyeMessage {
    /// Returns the message with its line, in a language.
    pub fn text(&self, lang: Lang) -> String {
        let what = self.what.get(lang);
        say!(lang, "popeye-line", line = self.line, what)
    }
}

impl From<Wrong> for PopeyeMessage {
    fn from(wrong: Wrong) -> PopeyeMessage {
        PopeyeMessage {
            line: wrong.line,
            what: wrong.why,
        }
    }
}

/// Reads an input file in any of Popeye's languages. Lines that are not UTF-8 are read as Latin-1, with a note.
pub fn problems(bytes: &[u8]) -> PopeyeFile {
    let (text, strange) = lines::decode_or_latin_1(bytes);
    let notes = strange.into_iter().map(|(line, byte)| PopeyeMessage {
        line,
        what: told!("popeye-latin-1", byte = format_args!("{byte:#04X}")),
    });
    let mut file = PopeyeFile {
        problems: Vec::new(),
        notes: notes.collect(),
    };
    let chunks = input::problems(&text);
    if chunks.is_empty() {
        let what = told!("popeye-nothing");
        file.problems.push(Err(PopeyeMessage { line: 1, what }));
    }
    for (index, chunk) in chunks.into_iter().enumerate() {
        let mut of_chunk = OfChunk {
            number: index + 1,
            ..OfChunk::default()
        };
        match chunk.problem {
            Ok(problem) => of_chunk.add(&problem, chunk.line),
            Err(wrong) => of_chunk.problems.push(Err(wrong)),
        }
        // An error in the problem is reported for its twins too.
        let mut refused: Vec<Wrong> = Vec::new();
        for problem in of_chunk.problems {
            if let Err(wrong) = &problem {
                if refused.contains(wrong) {
                    continue;
                }
                refused.push(wrong.clone());
            }
            file.problems.push(problem.map_err(PopeyeMessage::from));
        }
        for (index, note) in of_chunk.notes.iter().enumerate() {
            if !of_chunk.notes[..index].contains(note) {
                file.notes.push(note.clone().into());
            }
        }
    }
    file
}

/// Questions for one problem and its twins.
#[derive(Default)]
struct OfChunk {
    number: usize,
    problems: Vec<Result<PopeyeProblem, Wrong>>,
    notes: Vec<Wrong>,
}

impl OfChunk {
    fn add(&mut self, problem: &Problem, line: usize) {
        let options = match Options::new(problem.options.clone()) {
            Ok(options) => options,
            Err(wrong) => return self.problems.push(Err(wrong)),
        };
        let first = Diagram {
            line,
            men: problem.men,
            conditions: problem.conditions,
            stipulation: problem.stipulation.clone(),
        };
        self.notes.extend(problem.notes.clone());
        let mut latest = Some(first.clone());
        if !problem.zero {
            self.ask(problem, &options, Ok(first.clone()), "");
        }
        for twin in &problem.twins {
            let made = match twin {
                Ok(twin) => twin.of(&first, latest.as_ref()),
                Err(wrong) => Err(wrong.clone()),
            };
            let diagram = made.map(|(diagram, notes)| {
                self.notes.extend(notes);
                diagram
            });
            latest = diagram.as_ref().ok().cloned();
            let changes = twin.as_ref().map_or("", |twin| &twin.text);
            self.ask(problem, &options, diagram, changes);
        }
    }

    /// Adds the question for a diagram.
    fn ask(
        &mut self,
        problem: &Problem,
        options: &Options,
        diagram: Result<Diagram, Wrong>,
        changes: &str,
    ) {
        let asking = diagram.and_then(|diagram| Asking::of(options, &diagram));
        let twin = match problem.twins.len() {
            0 => String::new(),
            _ => label(self.problems.len()),
        };
        self.problems.push(asking.map(|asking| {
            self.notes.extend(asking.notes);
            PopeyeProblem {
                line: asking.line,
                number: self.number,
                twin,
                changes: changes.to_owned(),
                author: problem.author.clone(),
                title: problem.title.clone(),
                origin: problem.origin.clone(),
                subject: asking.subject,
                inquiry: asking.inquiry,
                move_numbers: asking.move_numbers,
            }
        }));
    }
}

/// A question for a diagram while its options are being read.
struct Asking {
    line: usize,
    subject: Subject,
    inquiry: Inquiry,
    move_numbers: bool,
    notes: Vec<Wrong>,
}

impl Asking {
    fn of(options: &Options, diagram: &Diagram) -> Result<Asking, Wrong> {
        let line = diagram.line;
        let missing = || Wrong {
            line,
            why: told!("popeye-no-stipulation"),
        };
        let (at, text) = diagram.stipulation.as_ref().ok_or_else(missing)?;
        let mut asked: Stipulation = text.parse().map_err(|error: StipulationError| Wrong {
            line: *at,
            why: Text::of(|lang| error.text(lang)),
        })?;
        if diagram.men.iter().flatten().next().is_none() {
            let why = told!("popeye-no-pieces");
            return Err(Wrong { line, why });
        }
        let mut notes = Vec::new();
        for given in options
            .others
            .iter()
            .filter(|given| given.name == "WhiteToPlay")
        {
            match asked.half_a_move_shorter() {
                Some(shorter) if !asked.has_half() => asked = shorter,
                _ => notes.push(Wrong {
                    line: given.line,
                    why: told!("popeye-no-effect-on", option = given.name, asked),
                }),
            }
        }
        // Play after the key begins with the defender.
        let post_key = options.has("PostKeyPlay") && asked.is_battle();
        let begins = if options.half_duplex != post_key {
            asked.begins().other()
        } else {
            asked.begins()
        };
        let wrong = |why| Wrong { line, why };
        let is_fairy = !men::are_chess(&diagram.men) || !diagram.conditions.is_empty();
        let is_game = asked.play().is_proof_game();
        if is_fairy && is_game {
            let error = QuestionError::FairyGame(asked);
            return Err(wrong(Text::of(|lang| error.text(lang))));
        }
        let subject = if is_fairy {
            fairy(options, diagram, begins, &mut notes).map_err(wrong)?
        } else {
            chess(options, diagram, begins, is_game, &mut notes).map_err(wrong)?
        };
        if !options.exclusive.is_empty() && (is_fairy || !asked.is_ordinary()) {
            return Err(wrong(unknown_option("CastlingMutuallyExclusive")));
        }
        let mut asking = Asking {
            line,
            subject,
            inquiry: Inquiry::new(asked),
            move_numbers: false,
            notes,
        };
        for color in Color::ALL {
            let option = color.fold_wb("NoWk", "NoBk");
            let is_king = |man: &solve::fairy::Man| man.royal && man.side != Some(color.other());
            if !diagram.men.iter().flatten().any(is_king) && !options.has(option) {
                let why = told!("popeye-no-king", color = color_name(color));
                asking.notes.push(Wrong { line, why });
            }
        }
        let mut no_threats = false;
        // PostKeyPlay is applied last, because it overrides set play and tries.
        let (first, then): (Vec<_>, Vec<_>) =
            (options.others.iter()).partition(|given| given.name == "PostKeyPlay");
        for given in first.into_iter().chain(then) {
            no_threats |= given.name == "NoThreat";
            if let Err(why) = asking.option(given.name, &given.argument) {
                let line = given.line;
                return Err(Wrong { line, why });
            }
            if let Some(why) = asking.without_effect(given.name, &given.text()) {
                let line = given.line;
                asking.notes.push(Wrong { line, why });
            }
        }
        // Play after the key always shows all variations.
        asking.inquiry.variations |= asking.inquiry.post_key;
        asking.inquiry.threats = asking.inquiry.variations && !no_threats;
        Ok(asking)
    }

    /// Sets an option, with its number if it has one.
    fn option(&mut self, name: &str, argument: &str) -> Result<(), Text> {
        let whole = || -> Result<u64, Text> {
            let number = argument.parse();
            number.map_err(|_| told!("popeye-too-much", name, argument))
        };
        let asked = &mut self.inquiry;
        match name {
            "SetPlay" => asked.set_play = true,
            "Try" => asked.tries = asked.tries.max(1),
            "Defence" => asked.tries = usize::try_from(whole()?).unwrap_or(usize::MAX),
            "Variations" => asked.variations = true,
            "Duplex" => asked.duplex = true,
            "MoveNumbers" | "StartMoveNumber" | "UpToMoveNumber" => self.move_numbers = true,
            "MaxSolutions" => asked.most = Some(usize::try_from(whole()?).unwrap_or(usize::MAX)),
            "MaxTime" => asked.time = Some(Duration::from_secs(whole()?)),
            "PostKeyPlay" => asked.post_key = true,
            "Quodlibet" => asked.quodlibet = true,
            _ if CHANGING.contains(&name) => return Err(unknown_option(name)),
            // Other options concern only the output or the search.
            _ => {}
        }
        Ok(())
    }

    /// Resets an option that has no effect on this stipulation. Returns a note about it, or about an option that limits
    /// Popeye's search; `None` if there is nothing to report.
    fn without_effect(&mut self, name: &str, text: &str) -> Option<Text> {
        let limits = match name {
            "Intelligent" => text != name,
            _ => LIMITS.contains(&name),
        };
        if limits {
            return Some(told!("popeye-limits", option = text));
        }
        let error = self.inquiry.check().err()?;
        match name {
            "SetPlay" => self.inquiry.set_play = false,
            "Variations" => self.inquiry.variations = false,
            "PostKeyPlay" => self.inquiry.post_key = false,
            "Quodlibet" => self.inquiry.quodlibet = false,
            _ => self.inquiry.tries = 0,
        }
        Some(no_effect(text, |lang| error.text(lang)))
    }
}

/// Returns the note that an option has no effect; `why` returns the reason in a language.
fn no_effect(option: &str, why: impl Fn(Lang) -> String) -> Text {
    Text::of(|lang| say!(lang, "popeye-no-effect", why = why(lang), option))
}

/// Returns the orthodox position of a diagram in which the side `begins` begins. `is_game` is true for the result of a
/// proof game, whose castling rights are unknown. Options without effect are reported in `notes`.
///
/// # Errors
/// The reason why the position is not valid.
fn chess(
    options: &Options,
    diagram: &Diagram,
    begins: Color,
    is_game: bool,
    notes: &mut Vec<Wrong>,
) -> Result<Subject, Text> {
    let line = diagram.line;
    let board = men::board(&diagram.men);
    // For a diagram that is the result of a proof game, castling rights are unknown.
    let rights = if is_game {
        Bitboard::EMPTY
    } else {
        options.castling(&board)
    };
    let place = |passed| position_of_problem(board.clone(), begins, rights, passed);
    let mut position = match options.en_passant {
        None => place(None),
        Some(passed) => place(Some(passed)).or_else(|why| {
            let without = place(None)?;
            notes.push(Wrong {
                line: options.en_passant_line,
                why: no_effect("EnPassant", |lang| why.get(lang).to_owned()),
            });
            Ok(without)
        }),
    }?;
    for &[white, black] in &options.exclusive {
        let rooks = board.rooks() & Bitboard::CORNERS;
        let there = rooks.contains(white) && rooks.contains(black);
        if !there || [white.rank(), black.rank()] != [Rank::First, Rank::Eighth] {
            let why = no_effect("CastlingMutuallyExclusive", |lang| {
                say!(lang, "popeye-no-rooks", white, black)
            });
            notes.push(Wrong { line, why });
            continue;
        }
        position = position.with_exclusive_castling(white, black);
    }
    Ok(Subject::Chess(position))
}

/// Returns the board of a diagram with a fairy element in which the side `begins` begins. If the option `EnPassant` has
/// no effect, a note about it is added to `notes`.
///
/// # Errors
/// A message: the conditions cannot be combined, a side has several kings, or the side to move can capture the king.
fn fairy(
    options: &Options,
    diagram: &Diagram,
    begins: Color,
    notes: &mut Vec<Wrong>,
) -> Result<Subject, Text> {
    let together = check_together(diagram.conditions);
    together.map_err(|error| Text::of(|lang| error.text(lang)))?;
    for color in Color::ALL {
        let all = diagram.men.iter().flatten();
        let kings = all
            .filter(|man| man.royal && man.side != Some(color.other()))
            .count();
        if kings > 1 {
            return Err(kings_of(color, kings));
        }
    }
    let rights = options.castling(&men::board(&diagram.men));
    let board = |passed: Option<Square>| {
        Board::new(diagram.men, begins, rights, passed, diagram.conditions)
    };
    let subject = board(options.en_passant);
    if let Some(square) = options.en_passant.filter(|_| subject == board(None)) {
        notes.push(Wrong {
            line: options.en_passant_line,
            why: no_effect("EnPassant", |lang| say!(lang, "popeye-no-pawn", square)),
        });
    }
    if subject.can_take_king() {
        return Err(told!("popeye-takes-king"));
    }
    Ok(Subject::Fairy(Box::new(subject)))
}

/// Options with which Popeye leaves out moves.
const LIMITS: [&str; 7] = [
    "Threat",
    "MaxFlightsquares",
    "NonTrivial",
    "KeepMatingPiece",
    "StopOnShortSolutions",
    "StartMoveNumber",
    "UpToMoveNumber",
];
