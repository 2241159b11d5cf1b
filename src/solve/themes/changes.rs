//! Themes of mates that change from one phase to another: changed and transferred mates, cyclic change, mutates.

use super::lines::{Phase, PhaseKind, Variation};
use super::{Finds, Theme};
use games::chess::{Move, Position, Role, Square};

/// A defence and its only continuation in a phase.
#[derive(Clone, Copy)]
struct Pair<'a> {
    defence: Move,
    attack: Mate,
    variation: &'a Variation,
}

/// A move of the attacker: the origin of its man in the diagram, its target, and the role after a promotion.
type Mate = (Square, Square, Option<Role>);

/// Returns the defences of a phase that have exactly one continuation, threats left out.
fn pairs(phase: &Phase) -> Vec<Pair<'_>> {
    let at = usize::from(phase.first.is_some());
    let mut pairs: Vec<Pair> = Vec::new();
    for variation in phase.single_variations() {
        let plies = &variation.plies;
        let (Some(reply), Some(next)) = (plies.get(at), plies.get(at + 1)) else {
            continue;
        };
        let mate = next.m.map(|m| {
            let moved = phase.first.filter(|first| first.to() == m.from());
            let from = moved.map_or(m.from(), |first| first.from());
            (from, m.to(), m.promoted())
        });
        if let (Some(defence), Some(attack)) = (reply.m, mate)
            && pairs.iter().all(|pair| pair.defence != defence)
        {
            pairs.push(Pair {
                defence,
                attack,
                variation,
            });
        }
    }
    pairs
}

/// Finds changes between set play or a try and the play after a key.
pub(super) fn find(p: &Position, phases: &[Phase], finds: &mut Finds) {
    for key in phases.iter().filter(|phase| phase.kind == PhaseKind::Key) {
        let after = pairs(key);
        for phase in phases.iter().filter(|phase| phase.kind != PhaseKind::Key) {
            compare(&pairs(phase), &after, finds);
        }
        if let Some(set) = phases.iter().find(|phase| phase.kind == PhaseKind::Set) {
            mutate(p, set, key, &after, finds);
        }
    }
}

/// Returns the continuation after a defence, if there is one.
fn answer<'a>(pairs: &[Pair<'a>], defence: Move) -> Option<Pair<'a>> {
    pairs.iter().copied().find(|pair| pair.defence == defence)
}

/// Returns the variations of pairs of an old and a new continuation, one after the other.
fn both<'a>(pairs: &[(Pair<'a>, Pair<'a>)]) -> Vec<&'a Variation> {
    let variations = pairs.iter();
    variations
        .flat_map(|(old, new)| [old.variation, new.variation])
        .collect()
}

fn compare<'a>(before: &[Pair<'a>], after: &[Pair<'a>], finds: &mut Finds) {
    let mut changed: Vec<(Pair, Pair)> = Vec::new();
    let mut transferred: Vec<(Pair, Pair)> = Vec::new();
    for old in before {
        if let Some(new) = answer(after, old.defence)
            && new.attack != old.attack
        {
            changed.push((*old, new));
        }
        // The mate now follows another defence, and did not follow that defence before.
        let moved = after.iter().find(|new| {
            new.attack == old.attack
                && new.defence != old.defence
                && answer(before, new.defence).is_none()
        });
        let keeps = answer(after, old.defence).is_some_and(|new| new.attack == old.attack);
        if let Some(new) = moved.filter(|_| !keeps) {
            transferred.push((*old, *new));
        }
    }
    finds.add(Theme::ChangedMates, both(&changed));
    finds.add(Theme::TransferredMates, both(&transferred));
    for length in 3..=changed.len() {
        if let Some(cycle) = cycle(&changed, length) {
            finds.add(Theme::Lacny, both(&cycle));
        }
    }
}

/// Returns the pairs of an old and a new continuation of `length` defences that exchange their mates cyclically: each
/// new mate is the old one of the next pair, and the last new one is the first old one. `None` if there are no such
/// defences.
fn cycle<'a>(changed: &[(Pair<'a>, Pair<'a>)], length: usize) -> Option<Vec<(Pair<'a>, Pair<'a>)>> {
    for start in changed {
        let mut ring = vec![*start];
        while ring.len() < length {
            let wanted = ring.last()?.1.attack;
            let next = changed.iter().find(|(old, _)| old.attack == wanted);
            let Some(next) =
                next.filter(|(old, _)| ring.iter().all(|(o, _)| o.defence != old.defence))
            else {
                break;
            };
            ring.push(*next);
        }
        let closes = ring
            .last()
            .is_some_and(|(_, new)| new.attack == start.0.attack);
        if ring.len() == length && closes {
            return Some(ring);
        }
    }
    None
}

/// Finds a mutate: a complete block in the diagram, a waiting key, and a mate that changes.
fn mutate(p: &Position, set: &Phase, key: &Phase, after: &[Pair], finds: &mut Finds) {
    let answered: Vec<Move> = set
        .variations
        .iter()
        .filter_map(|variation| variation.plies.first()?.m)
        .collect();
    let complete = !p.in_check() && p.pass().legal_moves().iter().all(|m| answered.contains(m));
    if !complete || !key.zugzwang {
        return;
    }
    let before = pairs(set);
    let changed = before.iter().filter_map(|old| {
        let new = answer(after, old.defence)?;
        (new.attack != old.attack).then_some([old.variation, new.variation])
    });
    let changed: Vec<&Variation> = changed.flatten().collect();
    finds.add(Theme::Mutate, changed);
}
