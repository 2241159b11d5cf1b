//! What it means to agree with shakmaty about one position.

use crate::starts::shakmaty_accepts;
use games::chess::{Color, FIFTY_MOVES, Keys, Move, MoveKind, MoveList, Position, Role, seat};
use games::{Outcome, Seats};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, CastlingSide, Chess, EnPassantMode, Position as _};
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

/// A disagreement, in a sentence that names the FEN.
pub type Verdict = Result<(), String>;

fn agree<T: PartialEq + Debug>(what: &str, position: &Position, ours: T, theirs: T) -> Verdict {
    if ours == theirs {
        return Ok(());
    }
    let fen = position.fen();
    Err(format!(
        "{what} in FEN {fen}\n  ours   {ours:?}\n  oracle {theirs:?}"
    ))
}

/// Everything that is asked of every position.
pub fn compare(position: &Position, theirs: &Chess) -> Verdict {
    let fen = fen_of(theirs, position.is_chess960());
    agree("FEN", position, position.fen(), fen)?;
    let checkers = (position.checkers(), theirs.checkers());
    agree("checkers", position, checkers.0, checkers.1)?;
    let scratch = position.keys_from_scratch();
    agree("keys from scratch", position, *position.keys(), scratch)?;
    move_texts(position, theirs)?;
    stages(position, theirs)?;
    parsing(position)?;
    let outcome = expected_outcome(theirs, 1);
    agree("outcome", position, position.position_outcome(), outcome)?;
    reread(position)?;
    passing(position, theirs)
}

/// shakmaty's FEN, with the files of the rooks for castling letters in Chess960.
fn fen_of(theirs: &Chess, chess960: bool) -> String {
    let fen = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    if chess960 && fields[2] != "-" {
        fields[2].clear();
        for color in Color::ALL {
            for side in [CastlingSide::KingSide, CastlingSide::QueenSide] {
                if let Some(rook) = theirs.castles().rook(color, side) {
                    let file = rook.file();
                    fields[2].push(color.fold_wb(file.upper_char(), file.char()));
                }
            }
        }
    }
    fields.join(" ")
}

/// The legal moves as sorted text, castling spelled both ways.
fn move_texts(position: &Position, theirs: &Chess) -> Verdict {
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        let spelled = position.with_chess960(mode.is_chess960());
        let moves = position.legal_moves();
        let mut ours: Vec<_> = moves.iter().map(|m| spelled.move_text(*m)).collect();
        let moves = theirs.legal_moves();
        let mut oracle: Vec<_> = moves.iter().map(|m| m.to_uci(mode).to_string()).collect();
        ours.sort_unstable();
        oracle.sort_unstable();
        agree("legal moves", position, ours, oracle)?;
    }
    Ok(())
}

/// Counting, the two stages, what is taken, and the conversions to and from shakmaty's moves.
fn stages(position: &Position, theirs: &Chess) -> Verdict {
    let legal = position.legal_moves();
    agree(
        "count",
        position,
        position.count_legal_moves(),
        theirs.legal_moves().len(),
    )?;
    let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
    position.captures_into(&mut noisy);
    let attacked = position.threats(!position.turn()).all;
    position.quiets_into(Some(attacked), &mut quiet);
    let sorted = |moves: &mut dyn Iterator<Item = Move>| {
        let mut moves: Vec<Move> = moves.collect();
        moves.sort_unstable();
        moves
    };
    let all = sorted(&mut legal.iter().copied());
    let both = sorted(&mut noisy.iter().chain(&quiet).copied());
    agree("captures and quiets", position, both, all)?;
    let checks = position.checks();
    for m in &legal {
        let child = position.play(*m);
        let said = checks.include(position, *m);
        agree("gives check", position, (m, said), (m, child.in_check()))?;
        let plain = m.kind() == MoveKind::Normal
            && position.castling_rooks() == child.castling_rooks()
            && position.ep_square().is_none()
            && child.ep_square().is_none();
        if plain {
            agree("key", position, position.key_guess(*m), child.key())?;
        }
    }
    for (list, is_noisy) in [(&noisy, true), (&quiet, false)] {
        for m in list {
            let converted = position
                .to_shakmaty_move(*m)
                .ok_or("no role on its square")?;
            let taken = (position.captured(*m), converted.capture());
            agree("captured", position, taken.0, taken.1)?;
            agree(
                "is_capture",
                position,
                position.is_capture(*m),
                converted.is_capture(),
            )?;
            let stage = converted.is_capture() || converted.is_promotion();
            agree("stage", position, is_noisy, stage)?;
            let back = Position::from_shakmaty_move(&converted);
            agree("conversion", position, Some(*m), back)?;
            agree(
                "shakmaty's legality",
                position,
                true,
                theirs.is_legal(converted),
            )?;
            agree("is_legal", position, position.is_legal(*m), true)?;
        }
    }
    Ok(())
}

/// Every move's own text reads back, and castling also in its other spelling, unless that spells
/// another move.
fn parsing(position: &Position) -> Verdict {
    let legal = position.legal_moves();
    for m in &legal {
        let text = position.move_text(*m);
        agree(&text, position, position.parse_move(&text), Ok(*m))?;
        if m.is_castle() {
            let other = position
                .with_chess960(!position.is_chess960())
                .move_text(*m);
            let same = |other_m: &&Move| position.move_text(**other_m) == other;
            let meant = legal.iter().find(same).unwrap_or(m);
            agree(&other, position, position.parse_move(&other), Ok(*meant))?;
        }
    }
    Ok(())
}

/// The position comes back from its own FEN, with everything that is derived.
fn reread(position: &Position) -> Verdict {
    let again = Position::from_fen(&position.fen(), position.is_chess960())
        .map_err(|error| format!("own FEN {} is refused: {error}", position.fen()))?;
    let derived = |p: &Position| (*p.keys(), p.checkers(), p.pinned(), p.castling_rooks());
    agree("position read again", position, again, *position)?;
    agree(
        "what is derived",
        position,
        derived(&again),
        derived(position),
    )
}

/// The null move: keys, checkers and moves of the other side.
fn passing(position: &Position, theirs: &Chess) -> Verdict {
    if position.in_check() {
        return Ok(());
    }
    let passed = position.pass();
    let scratch = passed.keys_from_scratch();
    agree("keys after a pass", position, *passed.keys(), scratch)?;
    let mut setup = theirs.to_setup(EnPassantMode::Legal);
    setup.swap_turn();
    let theirs = shakmaty_accepts(setup, theirs.castles().mode())?;
    agree(
        "checkers after a pass",
        position,
        passed.checkers(),
        theirs.checkers(),
    )?;
    move_texts(&passed, &theirs)
}

/// `is_legal` says yes to the generated moves and to no other of the 65,536 patterns.
pub fn all_patterns(position: &Position) -> Verdict {
    let mut generated: Vec<u16> = position.legal_moves().iter().map(|m| m.bits()).collect();
    generated.sort_unstable();
    let accepted: Vec<u16> = (0..=u16::MAX)
        .filter(|bits| position.is_legal(Move::from_bits(*bits)))
        .collect();
    agree("patterns that are legal", position, accepted, generated)
}

/// Every legal move's SAN means that move to shakmaty, with the right `+` and `#`.
pub fn sans(position: &Position, theirs: &Chess) -> Verdict {
    for m in &position.legal_moves() {
        let san = position.san(*m);
        let meant = position.to_shakmaty_move(*m);
        let parsed = SanPlus::from_ascii(san.as_bytes())
            .ok()
            .and_then(|plus| plus.san.to_move(theirs).ok());
        agree(&san, position, meant, parsed)?;
        let next = position.play(*m);
        let suffix = match (next.is_checkmate(), next.in_check()) {
            (true, _) => "#",
            (false, true) => "+",
            _ => "",
        };
        let found = san.trim_start_matches(|c| !"+#".contains(c));
        agree(&san, position, found, suffix)?;
    }
    Ok(())
}

/// How the game stands by shakmaty's word, when its position has occurred `occurrences` times.
pub fn expected_outcome(theirs: &Chess, occurrences: usize) -> Option<Outcome> {
    let drawn = |reason| {
        let winners = Seats::all(2);
        Some(Outcome { winners, reason })
    };
    if theirs.is_checkmate() {
        let winners = Seats::one(seat(theirs.turn().other()));
        let reason = "checkmate";
        return Some(Outcome { winners, reason });
    }
    match () {
        () if theirs.is_stalemate() => drawn("stalemate"),
        () if theirs.halfmoves() >= FIFTY_MOVES => drawn("fifty-move rule"),
        () if theirs.is_insufficient_material() => drawn("insufficient material"),
        () if occurrences >= 3 => drawn("threefold repetition"),
        () => None,
    }
}

/// Pairs that must stay one to one: a key and what it stands for.
#[derive(Default)]
struct Bijection<T> {
    forth: HashMap<u64, T>,
    back: HashMap<T, u64>,
}

impl<T: Clone + Eq + Hash + Debug> Bijection<T> {
    fn check(&mut self, what: &str, position: &Position, key: u64, meaning: T) -> Verdict {
        let known = self.forth.entry(key).or_insert_with(|| meaning.clone());
        agree(&format!("{what} key collision"), position, &meaning, known)?;
        let known = *self.back.entry(meaning).or_insert(key);
        agree(&format!("{what} key twofold"), position, key, known)
    }
}

/// All keys seen so far, each with what it must stand for.
#[derive(Default)]
pub struct KeyBook {
    zobrist: Bijection<Zobrist64>,
    words: Bijection<String>,
    partial: [Bijection<Vec<u64>>; 5],
}

impl KeyBook {
    /// Number of different positions.
    pub fn positions(&self) -> usize {
        self.words.forth.len()
    }

    /// Equal keys if and only if equal positions, to shakmaty and in the FEN without counters.
    pub fn check(&mut self, position: &Position, theirs: &Chess) -> Verdict {
        let key = position.key();
        let zobrist = theirs.zobrist_hash(EnPassantMode::Legal);
        self.zobrist.check("full", position, key, zobrist)?;
        self.words.check("full", position, key, words(theirs))?;
        let boards = |color: Option<Color>, roles: &[Role]| -> Vec<u64> {
            let colors = Color::ALL
                .into_iter()
                .filter(|c| color.is_none_or(|x| x == *c));
            colors
                .flat_map(|c| {
                    roles
                        .iter()
                        .map(move |r| theirs.board().by_piece(r.of(c)).0)
                })
                .collect()
        };
        use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
        let officers = [Knight, Bishop, Rook, Queen, King];
        let keys: &Keys = position.keys();
        let parts = [
            ("pawn", keys.pawn(), boards(None, &[Pawn])),
            ("minor", keys.minor(), boards(None, &[Knight, Bishop, King])),
            ("major", keys.major(), boards(None, &[Rook, Queen, King])),
            (
                "white",
                keys.non_pawn(Color::White),
                boards(Some(Color::White), &officers),
            ),
            (
                "black",
                keys.non_pawn(Color::Black),
                boards(Some(Color::Black), &officers),
            ),
        ];
        for (book, (what, key, meaning)) in self.partial.iter_mut().zip(parts) {
            book.check(what, position, key, meaning)?;
        }
        Ok(())
    }
}

/// shakmaty's FEN without the counters: what makes a position the same for the repetition rule.
pub fn words(theirs: &Chess) -> String {
    let fen = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
    fen.rsplitn(3, ' ').last().unwrap_or_default().to_owned()
}
