//! The definitions of the stipulations as plain recursion over shakmaty's legal moves: slow, and sharing
//! nothing with the solver.

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};
use std::collections::{BTreeMap, BTreeSet};

/// `#` or `=`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    Mate,
    Stalemate,
}

fn reached(p: &Chess, aim: Aim) -> bool {
    p.legal_moves().is_empty() && p.is_check() == (aim == Aim::Mate)
}

fn after(p: &Chess, m: Move) -> Chess {
    p.clone().play(m).expect("legal")
}

fn text(m: Move) -> String {
    UciMove::from_standard(m).to_string()
}

/// The same position with the other side to move, if nobody is in check.
pub fn passed(p: &Chess) -> Option<Chess> {
    if p.is_check() {
        return None;
    }
    p.clone().swap_turn().ok()
}

pub type Lines = BTreeSet<Vec<String>>;

/// All lines of at most so many half-moves of which the last reaches the aim, by the side that makes the last of so many.
pub fn help(p: &Chess, half_moves: u32, aim: Aim) -> Lines {
    let mut lines = Lines::new();
    for m in p.legal_moves() {
        let child = after(p, m);
        let rests = match half_moves {
            odd if odd % 2 == 1 && reached(&child, aim) => Lines::from([Vec::new()]),
            1 => Lines::new(),
            _ => help(&child, half_moves - 1, aim),
        };
        for rest in rests {
            lines.insert([vec![text(m)], rest].concat());
        }
    }
    lines
}

/// What ends a series.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Its own last move reaches the aim.
    Itself,
    /// The other side can.
    Helped,
    /// The other side must.
    Forced,
    /// The other side can, and so must, which is the end; and so must whoever makes the series.
    Reflex,
}

/// All series of at most so many moves. A forced end is not part of the line.
pub fn series(p: &Chess, moves: u32, aim: Aim, end: End) -> Lines {
    let mut lines = Lines::new();
    if end == End::Reflex && can_reach(p, aim) {
        return lines;
    }
    for m in p.legal_moves() {
        let child = after(p, m);
        let replies = child.legal_moves();
        let ends = |r: Move| reached(&after(&child, r), aim);
        let mut over = false;
        match end {
            End::Itself if reached(&child, aim) => {
                lines.insert(vec![text(m)]);
            }
            End::Helped => {
                for &r in replies.iter().filter(|r| ends(**r)) {
                    lines.insert(vec![text(m), text(r)]);
                }
            }
            End::Reflex if replies.iter().any(|r| ends(*r)) => {
                lines.insert(vec![text(m)]);
                over = true;
            }
            End::Forced if !replies.is_empty() && replies.iter().all(|r| ends(*r)) => {
                lines.insert(vec![text(m)]);
            }
            _ => {}
        }
        let next = (moves > 1 && !over).then(|| passed(&child)).flatten();
        for rest in next
            .into_iter()
            .flat_map(|next| series(&next, moves - 1, aim, end))
        {
            lines.insert([vec![text(m)], rest].concat());
        }
    }
    lines
}

/// Who plays against whom.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Battle {
    Direct,
    Self_,
    Reflex,
    SemiReflex,
}

fn can_reach(p: &Chess, aim: Aim) -> bool {
    p.legal_moves()
        .into_iter()
        .any(|m| reached(&after(p, m), aim))
}

/// Whether a reply that led to `child` is no way out, with so many attacking moves left.
fn is_answered(child: &Chess, left: u32, aim: Aim, battle: Battle) -> bool {
    let over = battle == Battle::Self_ && reached(child, aim);
    let may = battle != Battle::Reflex || !can_reach(child, aim);
    let attacks = || {
        let mut moves = child.legal_moves().into_iter();
        moves.any(|m| succeeds(&after(child, m), left - 1, aim, battle))
    };
    over || left > 0 && may && attacks()
}

/// Whether the attacker, having moved, gets its way with so many more moves.
fn succeeds(p: &Chess, left: u32, aim: Aim, battle: Battle) -> bool {
    match battle {
        Battle::Direct if reached(p, aim) => return true,
        Battle::Reflex | Battle::SemiReflex if can_reach(p, aim) => return true,
        _ => {}
    }
    let replies = p.legal_moves();
    let answered = |r: Move| is_answered(&after(p, r), left, aim, battle);
    !replies.is_empty() && replies.into_iter().all(answered)
}

/// The first moves that succeed in at most so many moves, with the least number; and those that fail to one
/// reply only, with that reply.
pub fn firsts(
    p: &Chess,
    moves: u32,
    aim: Aim,
    battle: Battle,
) -> (BTreeMap<String, u32>, BTreeMap<String, String>) {
    let (mut keys, mut tries) = (BTreeMap::new(), BTreeMap::new());
    if battle == Battle::Reflex && can_reach(p, aim) {
        return (keys, tries);
    }
    for m in p.legal_moves() {
        let child = after(p, m);
        if let Some(least) = (1..=moves).find(|n| succeeds(&child, n - 1, aim, battle)) {
            keys.insert(text(m), least);
            continue;
        }
        let mut holding = Vec::new();
        for r in child.legal_moves() {
            if !is_answered(&after(&child, r), moves - 1, aim, battle) {
                holding.push(text(r));
            }
        }
        // In a game of one move there is nothing to refute.
        let none = moves == 1 && battle != Battle::Self_;
        if let ([only], false) = (holding.as_slice(), none) {
            tries.insert(text(m), only.clone());
        }
    }
    (keys, tries)
}

/// Whether one first move, in UCI's form, succeeds in at most so many moves.
pub fn is_key(p: &Chess, first: &str, moves: u32, aim: Aim, battle: Battle) -> bool {
    let mut firsts = p.legal_moves().into_iter();
    let first = firsts.find(|m| text(*m) == first);
    first.is_some_and(|m| succeeds(&after(p, m), moves - 1, aim, battle))
}
