//! Completing positions: a search for pieces that make a sound problem when they are added to a given position.
//!
//! A [`Request`] lists the pieces that may be added and the squares for them, [`Placements`] numbers all ways to place
//! them, and [`Searcher::examine`] lets the exact solver decide one of these: mates in N with the judge that composing
//! uses, other stipulations with the solver for them.

mod placements;
#[cfg(test)]
mod tests;

pub use placements::{Placement, Placements};

use super::Stipulation as Asked;
use super::compose::judge::{Judge, Look, Played};
use super::compose::{MOST_MOVES, is_usual};
use super::error::{Error, Result};
use super::improve::can_have_moved;
use super::problem::Draft;
use base::told;
use games::chess::{Move, Position};
use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::{Bitboard, Piece, Rank, Role, Setup};
use solve::mate::Solution;
use solve::stipulation::{Aim, Inquiry, Play, Solver, Soundness, Stipulation};
use solve::themes::{Found, Theme, of_lines, of_selfmate};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Request for problems that arise from a position by adding pieces.
#[derive(Clone, Debug)]
pub struct Request {
    /// Given position, which may lack kings.
    pub from: Setup,
    /// Stipulation of the problems: `#2`, `h#2`, `s#3`.
    pub stipulation: Stipulation,
    /// Number of solutions that a problem with help play must have.
    pub solutions: u32,
    /// Pieces that may be added, each kind with its maximum number.
    pub supply: Vec<(Piece, u32)>,
    /// Squares on which pieces may be added.
    pub squares: Bitboard,
    /// Allowed numbers of pieces on the board after adding, kings included; `None` for at least one more than in the
    /// given position.
    pub men: Option<RangeInclusive<u32>>,
    /// Themes that a problem must show.
    pub themes: Vec<Theme>,
    /// True if duals in the play after the key are allowed.
    pub duals: bool,
    /// True if threats that mate sooner than the stipulation requires are allowed.
    pub short_threats: bool,
    /// Maximum number of positions that are visited for one placement.
    pub nodes: u64,
}

/// A sound problem that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// Position, as FEN.
    pub fen: String,
    /// Pieces that were added: `Pa6`, `nb3`.
    pub added: Vec<String>,
    /// Key in standard algebraic notation, or the solutions of help play in Popeye's notation.
    pub solutions: Vec<String>,
    /// Number of duals in the play after the key; `None` for help play.
    pub duals: Option<usize>,
    /// Themes of the problem that were recognised.
    #[serde(serialize_with = "words")]
    pub themes: Vec<Found>,
}

fn words<S: serde::Serializer>(found: &[Found], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(found.iter().map(|found| found.theme.word()))
}

/// Outcome of the examination of a placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Examined {
    /// The problem is sound and fulfils the request.
    Found(Box<Hit>),
    /// The problem is sound, but lacks a theme, or has duals or short threats that are not allowed.
    Unwanted,
    /// The problem is not sound.
    Unsound,
    /// The position is illegal, or cannot arise in a game.
    Illegal,
    /// The limit of positions or the stop flag ended the examination.
    Undecided,
}

impl Request {
    /// Returns all ways to add the pieces.
    ///
    /// # Errors
    /// [`Error::Invalid`] if this stipulation is not supported, if there is no piece to add or no square for it, or if
    /// there are too many ways to be counted.
    pub fn placements(&self) -> Result<Placements> {
        let (asked, most) = (self.stipulation.to_string(), MOST_MOVES);
        let play = matches!(
            self.stipulation.play(),
            Play::Direct | Play::Help | Play::Self_
        );
        let is_searched = play && self.stipulation.aim() == Aim::Mate;
        if !is_searched || self.stipulation.moves() > most {
            return Err(Error::Invalid(told!("search-stipulation", asked, most)));
        }
        let present = self.from.board.occupied().count() as u32;
        let men = self.men.clone().unwrap_or(present + 1..=64);
        let least = men.start().saturating_sub(present).max(1);
        let added = least..=men.end().saturating_sub(present);
        if *men.end() <= present {
            return Err(Error::Invalid(told!("search-too-many", present)));
        }
        let free = self.squares & !self.from.board.occupied();
        let placements = Placements::new(&self.supply, free, &added)
            .ok_or_else(|| Error::Invalid(told!("search-uncountable")))?;
        match placements.count() {
            0 => Err(Error::Invalid(told!("search-nothing"))),
            _ => Ok(placements),
        }
    }

    /// Returns the position with added pieces; `None` if it is illegal, if the side to move is in check, if the other
    /// side cannot have moved last, or if there are more promoted pieces than in the given position.
    fn position(&self, placement: &Placement) -> Option<Position> {
        let mut setup = self.from.clone();
        for &(man, square) in placement {
            setup.board.set_piece_at(square, man);
        }
        let home = Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth);
        if (setup.board.pawns() & home).any()
            || (!is_usual(&setup.board) && is_usual(&self.from.board))
        {
            return None;
        }
        let position = Position::from_setup(&setup, false).ok()?;
        (!position.in_check() && can_have_moved(&position)).then_some(position)
    }
}

/// Examiner of placements, with its solver.
pub struct Searcher<'a> {
    request: &'a Request,
    with: With,
}

/// Solver, depending on the kind of play.
enum With {
    Judge(Box<Judge>),
    Solver(Box<Solver>),
}

/// Size of the transposition table of the solver for stipulations other than direct mates, in mebibytes.
const HASH_MB: usize = 8;

impl<'a> Searcher<'a> {
    /// Creates a searcher for a request.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the solver's tables do not fit in memory.
    pub fn new(request: &'a Request) -> Result<Searcher<'a>> {
        let with = match request.stipulation.play() {
            Play::Direct => With::Judge(Box::new(Judge::new(request.stipulation.moves())?)),
            _ => With::Solver(Box::new(Solver::new(HASH_MB).map_err(Error::invalid)?)),
        };
        Ok(Searcher { request, with })
    }

    /// Adds the pieces of a placement to the position of the request, and decides whether the result is legal, sound,
    /// and as the request wants it.
    pub fn examine(&mut self, placement: &Placement, stop: &AtomicBool) -> Examined {
        let Some(position) = self.request.position(placement) else {
            return Examined::Illegal;
        };
        let examined = match &mut self.with {
            With::Judge(judge) => mate(self.request, judge, &position, stop),
            With::Solver(solver) => other(self.request, solver, &position, stop),
        };
        match examined {
            Examined::Found(mut hit) => {
                let added = placement
                    .iter()
                    .map(|(man, square)| format!("{}{square}", man.char()));
                hit.added = added.collect();
                let shows = |theme: &Theme| hit.themes.iter().any(|found| found.theme == *theme);
                if self.request.themes.iter().all(shows) {
                    Examined::Found(hit)
                } else {
                    Examined::Unwanted
                }
            }
            examined => examined,
        }
    }
}

/// Decides whether a position is a sound mate in N, with exactly one key and no shorter mate, that has no more duals
/// and short threats than the request allows. The themes are determined, but not compared with those of the request.
fn mate(request: &Request, judge: &mut Judge, position: &Position, stop: &AtomicBool) -> Examined {
    let sound = match judge.look(position, request.nodes, stop) {
        Look::Exact(Played::Sound(sound)) => sound,
        Look::Exact(Played::Cooked(_)) | Look::Short(_) | Look::NoMate => {
            return Examined::Unsound;
        }
        Look::Undecided | Look::Exact(_) => return Examined::Undecided,
    };
    let (key, _, merits) = *sound;
    let is_clean = (request.duals || merits.all_duals == 0)
        && (request.short_threats || merits.short_threats == 0);
    if !is_clean {
        return Examined::Unwanted;
    }
    let themes = match judge.themes(position, stop) {
        Some(themes) => themes,
        None if stop.load(Relaxed) || !request.themes.is_empty() => return Examined::Undecided,
        None => Vec::new(),
    };
    let duals = Some(merits.all_duals as usize);
    hit(position, vec![position.san(key.first)], duals, themes)
}

/// Decides whether a position is a sound helpmate, with exactly the requested number of solutions, or a sound selfmate,
/// with exactly one key. The themes are determined, but not compared with those of the request.
fn other(
    request: &Request,
    solver: &mut Solver,
    position: &Position,
    stop: &AtomicBool,
) -> Examined {
    let asked = request.stipulation;
    let battle = asked.is_battle();
    let intended = if battle {
        1
    } else {
        request.solutions as usize
    };
    let inquiry = Inquiry {
        most: Some(intended + 1),
        nodes: Some(request.nodes),
        ..Inquiry::new(asked)
    };
    if inquiry.check_with(position.turn()).is_err() {
        return Examined::Illegal;
    }
    let mut ask = |inquiry: &Inquiry| {
        let answer = solver.inquire(position, inquiry, Some(stop), |_| {});
        answer.parts.into_iter().next()
    };
    let Some(part) = ask(&inquiry) else {
        return Examined::Unsound;
    };
    match part.soundness(intended) {
        Soundness::Sound => {}
        Soundness::Open => return Examined::Undecided,
        Soundness::Cooked
        | Soundness::Fewer
        | Soundness::Short
        | Soundness::None
        | Soundness::Illegal => return Examined::Unsound,
    }
    if !battle {
        let mated = asked.winner(position.turn()).other();
        let themes = of_lines(position, mated, &part.lines);
        return hit(position, part.texts(), None, themes);
    }
    let with_play = Inquiry {
        set_play: true,
        tries: 1,
        threats: true,
        variations: true,
        most: None,
        ..inquiry
    };
    let Some(part) = ask(&with_play).filter(|part| part.soundness(intended) == Soundness::Sound)
    else {
        return Examined::Undecided;
    };
    let duals = part.solution.duals().len();
    let is_clean = (request.duals || duals == 0)
        && (request.short_threats || !has_short_threat(&part.solution, asked.moves()));
    if !is_clean {
        return Examined::Unwanted;
    }
    let keys: Vec<Move> = part.solution.keys.iter().map(|key| key.m).collect();
    let keys = keys.into_iter().map(|key| position.san(key));
    let themes = of_selfmate(position, &part.solution);
    hit(position, keys.collect(), Some(duals), themes)
}

fn has_short_threat(solution: &Solution, moves: u32) -> bool {
    let mut threats = solution.keys.iter().flat_map(|key| &key.threats);
    threats.any(|threat| threat.mate_in + 1 < moves)
}

fn hit(
    position: &Position,
    solutions: Vec<String>,
    duals: Option<usize>,
    themes: Vec<Found>,
) -> Examined {
    Examined::Found(Box::new(Hit {
        fen: position.fen(),
        added: Vec::new(),
        solutions,
        duals,
        themes,
    }))
}

/// Returns the draft of a problem that was found.
pub fn draft(request: &Request, hit: &Hit) -> Draft {
    if request.stipulation.play() == Play::Direct {
        return Draft::new(&hit.fen, Asked::Mate(request.stipulation.moves()));
    }
    let mut draft = Draft::new(&hit.fen, Asked::Other(request.stipulation));
    if !request.stipulation.is_battle() && request.solutions != 1 {
        draft.terms.intended = u16::try_from(request.solutions).ok();
    }
    draft
}

/// Parses a position to which pieces are added: a FEN, or only its first field if the stipulation determines the side
/// that begins.
///
/// # Errors
/// [`Error::Invalid`] with the text if it is not a FEN.
pub fn parse_from(text: &str, stipulation: Stipulation) -> Result<Setup> {
    let fen = text.trim().parse::<Fen>();
    let fen = fen.map_err(|_| Error::Invalid(told!("search-bad-from", text)))?;
    let mut setup = fen.into_setup();
    if !text.trim().contains([' ', '_']) {
        setup.turn = stipulation.begins();
    }
    Ok(setup)
}

/// Parses the pieces that may be added: letters as in FEN, each repeated or followed by its maximum number: `QRRp3`.
///
/// # Errors
/// [`Error::Invalid`] with the text that is not a piece.
pub fn parse_supply(text: &str) -> Result<Vec<(Piece, u32)>> {
    let bad = || Error::Invalid(told!("search-bad-men", text));
    let mut supply: Vec<(Piece, u32)> = Vec::new();
    let mut letters = text.chars().filter(|c| !matches!(c, ',' | ' ')).peekable();
    while let Some(letter) = letters.next() {
        let man = Piece::from_char(letter).ok_or_else(bad)?;
        let mut number = None;
        while let Some(digit) = letters.peek().and_then(|c| c.to_digit(10)) {
            letters.next();
            number = Some((number.unwrap_or(0) * 10 + digit).min(64));
        }
        let count = number.unwrap_or(1);
        match supply.iter_mut().find(|(known, _)| *known == man) {
            Some((_, known)) => *known += count,
            None => supply.push((man, count)),
        }
    }
    for (man, count) in &mut supply {
        // Maximum number that is possible in a game, promoted pieces included.
        *count = (*count).min(match man.role {
            Role::King => 1,
            Role::Pawn => 8,
            Role::Queen => 9,
            _ => 10,
        });
    }
    if supply.iter().any(|(_, count)| *count > 0) {
        Ok(supply)
    } else {
        Err(bad())
    }
}

/// Parses squares: single ones and rectangles between two corners, as in `e4,a1-h3`.
///
/// # Errors
/// [`Error::Invalid`] with the text that is not a square.
pub fn parse_squares(text: &str) -> Result<Bitboard> {
    let bad = || Error::Invalid(told!("search-bad-squares", text));
    let mut squares = Bitboard::EMPTY;
    for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
        let (one, other) = part.split_once('-').unwrap_or((part, part));
        let one: shakmaty::Square = one.parse().map_err(|_| bad())?;
        let other: shakmaty::Square = other.parse().map_err(|_| bad())?;
        let between = |a: u32, b: u32, x: u32| (a.min(b)..=a.max(b)).contains(&x);
        squares |= shakmaty::Square::ALL
            .into_iter()
            .filter(|square| {
                between(one.file().into(), other.file().into(), square.file().into())
                    && between(one.rank().into(), other.rank().into(), square.rank().into())
            })
            .collect::<Bitboard>();
    }
    if squares.any() {
        Ok(squares)
    } else {
        Err(bad())
    }
}
