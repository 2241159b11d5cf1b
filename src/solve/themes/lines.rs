//! A solution as phases of variations, and the journeys of men from the diagram on.

use crate::mate::{Attack, Defence, Solution};
use games::chess::{Color, Move, Piece, Position, Role, Square};

/// Kind of a part of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseKind {
    /// Set play: the play in the diagram if the defender were to move.
    Set,
    /// A try: the play after a first move that fails.
    Try,
    /// A key: the play after a first move that solves.
    Key,
}

/// Part of a solution: set play, or a first move with all that follows.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Kind of phase.
    pub kind: PhaseKind,
    /// Position with the defender to move: after the first move, or the diagram in set play.
    pub start: Position,
    /// First move; `None` in set play.
    pub first: Option<Move>,
    /// True if the first move leaves the defender in zugzwang; also true in set play.
    pub zugzwang: bool,
    /// All variations.
    pub variations: Vec<Variation>,
}

/// A half-move of the solution of a problem, with the position in which it is made.
#[derive(Clone, Copy, Debug)]
pub struct Ply {
    /// Position before the move.
    pub before: Position,
    /// The move; `None` where a threat is shown, as if the defender passed.
    pub m: Option<Move>,
}

/// One line of play from the first move to mate.
#[derive(Clone, Debug)]
pub struct Variation {
    /// The half-moves; the first is the defender's in set play.
    pub plies: Vec<Ply>,
    /// Final position.
    pub end: Position,
    /// True if the attacker has a choice of moves after some move of the defender.
    pub dual: bool,
    /// True if the defender passes somewhere, so that a threat is shown.
    pub threat: bool,
    /// True in help play and selfmates, where the moves of the side that is mated come first in their pairs.
    pub helps: bool,
}

/// Greatest number of variations of a phase that are examined.
const MOST: usize = 5_000;

impl Phase {
    /// Returns the variations without a dual.
    pub fn single_variations(&self) -> impl Iterator<Item = &Variation> {
        self.variations.iter().filter(|variation| !variation.dual)
    }
}

impl Variation {
    /// Creates the variation of help play with these moves.
    pub fn of_moves(p: &Position, moves: &[Move]) -> Variation {
        let mut at = *p;
        let mut plies = Vec::new();
        for &m in moves {
            plies.push(Ply {
                before: at,
                m: Some(m),
            });
            at = at.play(m);
        }
        Variation {
            plies,
            end: at,
            dual: false,
            threat: false,
            helps: true,
        }
    }

    /// Returns the moves of one side, each with the position before it.
    pub fn moves_of(&self, side: Color) -> impl DoubleEndedIterator<Item = (&Position, Move)> {
        let own = move |ply: &&Ply| ply.before.turn() == side;
        self.plies
            .iter()
            .filter(own)
            .filter_map(|ply| Some((&ply.before, ply.m?)))
    }

    /// Returns the last move with the position before it; `None` if there is none.
    pub fn last(&self) -> Option<(&Position, Move)> {
        let ply = self.plies.last()?;
        Some((&ply.before, ply.m?))
    }

    /// Returns the move before the last one, by the side that is mated, with the position before it; `None` if that
    /// side passes there.
    pub fn last_defence(&self) -> Option<(&Position, Move)> {
        let ply = self.plies.iter().nth_back(1)?;
        Some((&ply.before, ply.m?))
    }

    /// Returns the variation in standard algebraic notation, with numbers.
    pub fn text(&self) -> String {
        let mut words = Vec::new();
        let mut number = 0;
        for (index, ply) in self.plies.iter().enumerate() {
            let begins = self.plies.len() % 2 == 1;
            let attacks = index.is_multiple_of(2) == begins;
            let leads = attacks != self.helps;
            if leads || index == 0 {
                number += 1;
                words.push(if leads {
                    format!("{number}.")
                } else {
                    format!("{number}...")
                });
            }
            words.push(match ply.m {
                Some(m) => ply.before.san(m),
                None => "~".to_owned(),
            });
        }
        words.join(" ").replace(". ", ".")
    }

    /// Returns the journeys of all men, each from its square in the diagram.
    pub fn journeys(&self) -> Vec<Journey> {
        let Some(first) = self.plies.first() else {
            return Vec::new();
        };
        let mut men: Vec<Journey> = first
            .before
            .occupied()
            .into_iter()
            .filter_map(|square| {
                Some(Journey {
                    man: first.before.piece_at(square)?,
                    squares: vec![square],
                    captured: None,
                    promoted: None,
                })
            })
            .collect();
        for (number, ply) in self.plies.iter().enumerate() {
            let Some(m) = ply.m else { continue };
            let side = ply.before.turn();
            let alive = |man: &Journey, square: Square| {
                man.captured.is_none() && man.squares.last() == Some(&square)
            };
            if m.is_castle() {
                let (king, rook) = m.castled();
                let squares = [(m.from(), king), (m.to(), rook)];
                let movers = squares.map(|(from, _)| men.iter().position(|man| alive(man, from)));
                for (mover, (_, to)) in movers.into_iter().zip(squares) {
                    if let Some(index) = mover {
                        men[index].squares.push(to);
                    }
                }
                continue;
            }
            if ply.before.is_capture(m) {
                let taken = match ply.before.role_at(m.to()) {
                    Some(_) => m.to(),
                    None => Square::from_coords(m.to().file(), m.from().rank()),
                };
                if let Some(index) = men.iter().position(|man| alive(man, taken)) {
                    men[index].captured = Some(number);
                }
            }
            let mover = men
                .iter()
                .position(|man| man.man.color == side && alive(man, m.from()));
            if let Some(index) = mover {
                men[index].squares.push(m.to());
                men[index].promoted = m.promoted().or(men[index].promoted);
            }
        }
        men
    }
}

/// The squares of a man in a variation.
#[derive(Clone, Debug)]
pub struct Journey {
    /// The man in the diagram.
    pub man: Piece,
    /// The squares on which it stands, in order; the first is that of the diagram.
    pub squares: Vec<Square>,
    /// Index of the half-move that captures it, if any.
    pub captured: Option<usize>,
    /// Role that it promotes to, if any.
    pub promoted: Option<Role>,
}

/// Returns the phases of a solution: set play, tries, keys.
pub(super) fn phases(p: &Position, solution: &Solution) -> Vec<Phase> {
    phases_by(p, solution, false)
}

/// Returns the phases of a selfmate, whose variations end with the defender's mate.
pub(super) fn phases_of_selfmate(p: &Position, solution: &Solution) -> Vec<Phase> {
    phases_by(p, solution, true)
}

fn phases_by(p: &Position, solution: &Solution, selfmate: bool) -> Vec<Phase> {
    let begin = || Walk {
        selfmate,
        ..Walk::default()
    };
    let mut phases = Vec::new();
    if !solution.set_play.is_empty() && !p.in_check() {
        let start = p.pass();
        let mut walk = begin();
        walk.defences(&start, &solution.set_play);
        phases.push(Phase {
            kind: PhaseKind::Set,
            start,
            first: None,
            zugzwang: true,
            variations: walk.found,
        });
    }
    let tries = solution.tries.iter().map(|attack| (PhaseKind::Try, attack));
    let keys = solution.keys.iter().map(|attack| (PhaseKind::Key, attack));
    for (kind, attack) in tries.chain(keys) {
        let mut walk = begin();
        walk.attack(p, attack);
        phases.push(Phase {
            kind,
            start: p.play(attack.m),
            first: Some(attack.m),
            zugzwang: attack.zugzwang,
            variations: walk.found,
        });
    }
    phases
}

/// Collects the variations of a solution tree.
#[derive(Default)]
struct Walk {
    plies: Vec<Ply>,
    dual: bool,
    threat: bool,
    /// True if the defender's replies mate, as in a selfmate.
    selfmate: bool,
    found: Vec<Variation>,
}

impl Walk {
    fn attack(&mut self, p: &Position, attack: &Attack) {
        if self.found.len() >= MOST {
            return;
        }
        self.plies.push(Ply {
            before: *p,
            m: Some(attack.m),
        });
        let after = p.play(attack.m);
        if attack.mate_in == 1 && !self.selfmate {
            self.end(after);
        } else {
            if !attack.threats.is_empty() {
                let threat = std::mem::replace(&mut self.threat, true);
                self.follow(&after, None, &attack.threats);
                self.threat = threat;
            }
            self.defences(&after, &attack.defences);
        }
        self.plies.pop();
    }

    /// Adds the variation that ends here.
    fn end(&mut self, end: Position) {
        self.found.push(Variation {
            plies: self.plies.clone(),
            end,
            dual: self.dual,
            threat: self.threat,
            // The side that is mated comes first in its pairs of moves.
            helps: self.selfmate,
        });
    }

    fn defences(&mut self, p: &Position, defences: &[Defence]) {
        for defence in defences {
            self.follow(p, Some(defence.reply), &defence.attacks);
        }
    }

    fn follow(&mut self, p: &Position, m: Option<Move>, attacks: &[Attack]) {
        let next = match m {
            Some(m) => p.play(m),
            None => p.pass(),
        };
        self.plies.push(Ply { before: *p, m });
        let dual = self.dual;
        // A choice of promotions is no dual.
        let way = |attack: &Attack| (attack.m.from(), attack.m.to());
        self.dual |= attacks.iter().any(|attack| way(attack) != way(&attacks[0]));
        for attack in attacks {
            self.attack(&next, attack);
        }
        if self.selfmate && attacks.is_empty() {
            self.end(next);
        }
        self.dual = dual;
        self.plies.pop();
    }
}
