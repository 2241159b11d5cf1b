//! Composing problems: a search for positions that make good problems.
//!
//! [`compose`] begins with a random position and improves it by hill climbing: it moves, adds, removes and changes
//! pieces, and keeps a change if the `judge` scores the new position at least as high. The solver decides if there is a
//! mate in N and none in fewer moves, and if the key is unique. At the end every piece that is not needed is removed.
//!
//! The same request, including its seed, always gives the same problem.

pub(crate) mod judge;
#[cfg(test)]
mod tests;

use super::Stipulation;
use super::difficulty::Work;
use super::error::{Error, Result};
use super::problem::Draft;
use super::templates::Template;
use super::verify::{HASH_MB, Outcome, Verifier};
use base::told;
use games::chess::Position;
use judge::{Judge, Opinion};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use shakmaty::{Board, Color, Piece, Rank, Role, Setup, Square};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Request for a problem to be composed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComposeRequest {
    /// Number of moves in which the problem mates, from 1 to [`MOST_MOVES`].
    pub moves: u32,
    /// Allowed number of pieces on the board, kings included: a range within 3 to 32.
    pub pieces: RangeInclusive<u32>,
    /// Seed of the random numbers; another seed gives another problem.
    pub seed: u64,
}

/// Maximum number of moves of a problem to be composed: longer ones would take the solver too much time, because it has
/// to examine thousands of positions.
pub const MOST_MOVES: u32 = 6;

impl ComposeRequest {
    /// Checks that the request is possible, and returns it unchanged.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a number is outside of its range.
    pub fn checked(self) -> Result<ComposeRequest> {
        if !(1..=MOST_MOVES).contains(&self.moves) {
            let moves = self.moves;
            return Err(Error::Invalid(told!(
                "compose-moves",
                moves,
                most = MOST_MOVES
            )));
        }
        let (least, most) = (*self.pieces.start(), *self.pieces.end());
        if least < 3 || most > 32 || least > most {
            return Err(Error::Invalid(told!("compose-pieces", least, most)));
        }
        Ok(self)
    }
}

/// Greatest number of changed positions that one climb tries, for a mate in `moves`.
fn patience(moves: u32) -> u32 {
    match moves {
        ..=2 => 2_500,
        3 => 1_500,
        4 => 800,
        _ => 400,
    }
}

/// Number of climbs after which a request is given up.
const CLIMBS: u64 = 200;

/// Number of random positions that may be discarded, because they have too few pieces or are not legal, before a climb
/// is given up.
const ATTEMPTS: u32 = 200;

/// Composes a problem. Returns `None` if `stop` is set, or if nothing good enough is found in a long time.
///
/// # Errors
/// [`Error::Invalid`] for an impossible request, or if the solver's tables do not fit in memory.
pub fn compose(wish: &ComposeRequest, stop: &AtomicBool) -> Result<Option<Template>> {
    let wish = wish.clone().checked()?;
    let mut judge = Judge::new(wish.moves)?;
    for climb in 0..CLIMBS {
        let seed = wish
            .seed
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .wrapping_add(climb);
        let mut climber = Climber {
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            wish: &wish,
            judge: &mut judge,
            stop,
        };
        let found = climber.climb();
        if stop.load(Relaxed) {
            return Ok(None);
        }
        if let Some((position, opinion)) = found {
            return finished(&position, &opinion, wish.moves);
        }
    }
    Ok(None)
}

/// State of one climb of the composer: from a random position on, it makes random changes and keeps those by which the
/// judge finds the position no worse.
struct Climber<'a> {
    random: Xoshiro256PlusPlus,
    wish: &'a ComposeRequest,
    judge: &'a mut Judge,
    stop: &'a AtomicBool,
}

impl Climber<'_> {
    fn climb(&mut self) -> Option<(Position, Opinion)> {
        let mut best = self.random_position()?;
        let mut liked = self.judge.opinion(&best);
        let patience = patience(self.wish.moves);
        let mut since = 0;
        for _ in 0..patience {
            if self.stop.load(Relaxed) {
                return None;
            }
            let Some(next) = self.changed(&best) else {
                continue;
            };
            let opinion = self.judge.opinion(&next);
            since += 1;
            if opinion.score >= liked.score {
                if opinion.score > liked.score {
                    since = 0;
                }
                (best, liked) = (next, opinion);
            }
            // From a high score on, nothing better is likely to be close.
            if since > patience / 4 {
                break;
            }
        }
        if !liked.sound {
            return None;
        }
        let (best, liked) = self.without_idle_pieces(best, liked);
        let pieces = best.occupied().count() as u32;
        let fits = self.wish.pieces.contains(&pieces);
        (fits && liked.sound && liked.good).then_some((best, liked))
    }

    /// Removes every piece without which the problem is as good.
    fn without_idle_pieces(&mut self, position: Position, opinion: Opinion) -> (Position, Opinion) {
        let (mut best, mut liked) = (position, opinion);
        loop {
            let before = best.occupied().count();
            for square in best.occupied() {
                let mut board = best.to_setup().board;
                let piece = board.remove_piece_at(square);
                if piece.is_none_or(|piece| piece.role == Role::King) {
                    continue;
                }
                let Some(next) = legal(board) else { continue };
                let opinion = self.judge.opinion(&next);
                if opinion.sound && opinion.good && opinion.score >= liked.score {
                    (best, liked) = (next, opinion);
                }
            }
            if best.occupied().count() == before {
                return (best, liked);
            }
        }
    }

    /// Returns a position of the kings and random pieces, in which White is stronger; `None` if no such position is
    /// found, or if `stop` is set.
    fn random_position(&mut self) -> Option<Position> {
        for _ in 0..ATTEMPTS {
            if self.stop.load(Relaxed) {
                return None;
            }
            let mut board = Board::empty();
            let (least, most) = (*self.wish.pieces.start(), *self.wish.pieces.end());
            let wanted = self.random.random_range(least..=most) as usize;
            for color in Color::ALL {
                let square = self.random_square();
                board.set_piece_at(square, Role::King.of(color));
            }
            for _ in 0..1000 {
                if board.occupied().count() >= wanted {
                    break;
                }
                self.add(&mut board);
            }
            if let Some(position) = legal(board).filter(|p| p.occupied().count() == wanted) {
                return Some(position);
            }
        }
        None
    }

    fn random_square(&mut self) -> Square {
        Square::new(self.random.random_range(0..64u32))
    }

    /// Adds a random piece on a free square, within the numbers of pieces with which a game begins.
    fn add(&mut self, board: &mut Board) {
        let square = self.random_square();
        let color = match self.random.random_range(0..5u32) {
            0..=2 => Color::White,
            _ => Color::Black,
        };
        let roles: &[Role] = match color {
            Color::White => &[
                Role::Queen,
                Role::Rook,
                Role::Rook,
                Role::Bishop,
                Role::Bishop,
                Role::Knight,
                Role::Knight,
                Role::Pawn,
                Role::Pawn,
            ],
            Color::Black => &[
                Role::Rook,
                Role::Bishop,
                Role::Knight,
                Role::Pawn,
                Role::Pawn,
                Role::Pawn,
            ],
        };
        let Some(role) = roles.choose(&mut self.random) else {
            return;
        };
        if board.piece_at(square).is_none() {
            board.set_piece_at(square, role.of(color));
        }
    }

    /// Returns the position after one or two random changes; `None` if the result is not allowed.
    fn changed(&mut self, position: &Position) -> Option<Position> {
        let mut board = position.to_setup().board;
        for _ in 0..self.random.random_range(1..=2u32) {
            let squares: Vec<Square> = board.occupied().into_iter().collect();
            let square = *squares.choose(&mut self.random)?;
            match self.random.random_range(0..8u32) {
                0 => self.add(&mut board),
                1 => {
                    let piece = board.piece_at(square)?;
                    if piece.role != Role::King {
                        board.discard_piece_at(square);
                    }
                }
                2 => {
                    let piece = board.piece_at(square)?;
                    let roles = [
                        Role::Queen,
                        Role::Rook,
                        Role::Bishop,
                        Role::Knight,
                        Role::Pawn,
                    ];
                    let role = *roles.choose(&mut self.random)?;
                    if piece.role != Role::King {
                        board.set_piece_at(square, role.of(piece.color));
                    }
                }
                // Shifts all pieces by one file or rank.
                3 => {
                    let shifted = self.shifted(&board)?;
                    board = shifted;
                }
                _ => {
                    let to = match self.random.random_range(0..2u32) {
                        0 => self.random_square(),
                        _ => {
                            let steps = [-9, -8, -7, -1, 1, 7, 8, 9];
                            square.offset(*steps.choose(&mut self.random)?)?
                        }
                    };
                    if board.piece_at(to).is_none() {
                        let piece = board.remove_piece_at(square)?;
                        board.set_piece_at(to, piece);
                    }
                }
            }
        }
        let count = board.occupied().count() as u32;
        // The climb may pass through positions with one piece too few.
        let most = *self.wish.pieces.end();
        let least = self.wish.pieces.start().saturating_sub(1).max(3);
        legal(board).filter(|_| (least..=most).contains(&count))
    }

    fn shifted(&mut self, board: &Board) -> Option<Board> {
        let step = *[-8, -1, 1, 8].choose(&mut self.random)?;
        let mut shifted = Board::empty();
        for (square, piece) in board.clone() {
            let to = square.offset(step)?;
            if square.distance(to) > 1 {
                return None;
            }
            shifted.set_piece_at(to, piece);
        }
        Some(shifted)
    }
}

/// Returns the position with White to move; `None` if it is illegal, White is in check, or there are more pieces of a
/// kind than a game begins with.
fn legal(board: Board) -> Option<Position> {
    let home = shakmaty::Bitboard::from(Rank::First) | shakmaty::Bitboard::from(Rank::Eighth);
    if !is_usual(&board) || (board.pawns() & home).any() {
        return None;
    }
    let setup = Setup {
        board,
        ..Setup::empty()
    };
    let position = Position::from_setup(&setup, false).ok()?;
    (!position.in_check() && !position.occupied().is_empty()).then_some(position)
}

/// Returns true if a board has no more pieces of a kind than a game begins with, and no two bishops of a side on
/// squares of one colour.
pub(crate) fn is_usual(board: &Board) -> bool {
    let most = |role| match role {
        Role::King | Role::Queen => 1,
        Role::Pawn => 8,
        _ => 2,
    };
    Color::ALL.into_iter().all(|color| {
        let few = |role: &Role| {
            let pieces = board.by_piece(Piece { color, role: *role });
            pieces.count() <= most(*role)
        };
        let bishops = board.by_piece(Role::Bishop.of(color));
        let light = (bishops & shakmaty::Bitboard::LIGHT_SQUARES).count();
        Role::ALL.iter().all(few) && light <= 1 && bishops.count() - light <= 1
    })
}

/// Examines a sound position again with a new solver, and returns its template; `None` if that does not confirm the
/// result.
fn finished(position: &Position, opinion: &Opinion, moves: u32) -> Result<Option<Template>> {
    let mut draft = Draft::new(position.fen(), Stipulation::Mate(moves));
    draft.author = "Atalaya".to_owned();
    let pieces = position.occupied().count();
    draft.tags = match pieces {
        ..=7 => vec!["miniature".to_owned()],
        8..=12 => vec!["meredith".to_owned()],
        _ => Vec::new(),
    };
    draft.tags.push(
        if opinion.zugzwang {
            "zugzwang"
        } else {
            "threat"
        }
        .to_owned(),
    );
    examined(draft)
}

/// Returns the template of a problem, solved with the hash of its proof; `None` if the problem is not sound, or if the
/// solver gives up.
///
/// # Errors
/// [`Error::Position`] if the position is not valid.
pub fn examined(draft: Draft) -> Result<Option<Template>> {
    let mut verifier = Verifier::new(1, HASH_MB)?;
    let never = AtomicBool::new(false);
    let outcome = verifier.judge(&draft, None, &never, |_| {})?;
    let Outcome::Decided(verdict) = outcome else {
        return Ok(None);
    };
    let (Some(least), Some(certificate)) = (verdict.least, verdict.certificate) else {
        return Ok(None);
    };
    let sound = least == verdict.moves && verdict.unique_key;
    Ok(sound.then_some(Template {
        draft,
        least,
        keys: verdict.keys,
        unique_key: verdict.unique_key,
        nodes: verdict.nodes,
        certificate_hash: certificate.hash,
    }))
}

/// Requirements for the program's own templates: number of moves, number of pieces, and number of templates.
const TEMPLATES: [(u32, RangeInclusive<u32>, u64); 10] = [
    (2, 5..=7, 8),
    (2, 7..=10, 6),
    (2, 8..=14, 4),
    (3, 4..=6, 6),
    (3, 6..=9, 5),
    (3, 7..=12, 2),
    (4, 4..=6, 5),
    (4, 5..=8, 2),
    (5, 4..=6, 2),
    (1, 5..=8, 4),
];

/// Returns the requests for the templates of the program, in their order.
pub fn template_requests() -> Vec<ComposeRequest> {
    let wishes = TEMPLATES
        .into_iter()
        .enumerate()
        .flat_map(|(kind, (moves, pieces, count))| {
            (0..count).map(move |number| ComposeRequest {
                moves,
                pieces: pieces.clone(),
                seed: 1000 * (kind as u64 + 1) + number,
            })
        });
    wishes.collect()
}

/// Composes the template for a request; `number` is its index in the list of requests, from 0.
///
/// # Errors
/// As for [`compose`].
pub fn compose_template(
    wish: &ComposeRequest,
    number: usize,
    stop: &AtomicBool,
) -> Result<Option<Template>> {
    let composed = compose(wish, stop)?;
    Ok(composed.map(|mut template| {
        template.draft.title = format!("Atalaya {}", number + 1);
        template
    }))
}
