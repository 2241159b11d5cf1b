//! Tactical motifs of a line of play (fork, pin, skewer, back-rank mate …), recognised by the geometry of the board, and
//! the names of themes.
//!
//! Motifs have the names of the themes of Lichess's puzzles, so that those puzzles and puzzles from a player's own
//! games are found under the same names. The side to move first is the *solver*; every other move of the line is a
//! forced or best reply. A motif is reported if a move of the solver shows it, and where the definition says so, only
//! if the line goes on to use it. The tests compare the result with the themes of published puzzles.

use base::lang::Lang;
use games::chess::{Bitboard, Color, Move, MoveKind, Position, Rank, Role, Square, attacks};

/// Value of a piece or pawn, for comparisons of attackers and targets.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// Tactical motif that the moves of a line show. Puzzles have motifs as themes, and analyses mention them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Motif {
    /// The king is mated by a rook or queen on its back rank, behind its own pieces or pawns.
    BackRankMate,
    /// A knight mates a king that is surrounded by its own pieces and pawns.
    SmotheredMate,
    /// Two pieces give check at once.
    DoubleCheck,
    /// A move opens the line of another piece of the same side, which gives check or captures along it.
    DiscoveredAttack,
    /// A piece attacks two or more enemy pieces at once.
    Fork,
    /// A piece that cannot leave its line because its king stands behind it: it cannot capture something, or is
    /// attacked where it stands.
    Pin,
    /// An attacked piece leaves a line, and the less valuable one behind it is captured.
    Skewer,
    /// A piece is attacked and lost wherever it goes.
    TrappedPiece,
    /// A piece is lured to a square where it is then attacked.
    Attraction,
    /// The defender of another piece is captured.
    CapturingDefender,
    /// Material is given up for another advantage.
    Sacrifice,
    /// A pawn is promoted.
    Promotion,
    /// A pawn gets to one of its last two ranks.
    AdvancedPawn,
    /// A pawn takes en passant.
    EnPassant,
    /// The king castles.
    Castling,
}

impl Motif {
    /// All motifs, the most specific first.
    pub const ALL: [Motif; 15] = [
        Motif::BackRankMate,
        Motif::SmotheredMate,
        Motif::DoubleCheck,
        Motif::DiscoveredAttack,
        Motif::Fork,
        Motif::Pin,
        Motif::Skewer,
        Motif::TrappedPiece,
        Motif::Attraction,
        Motif::CapturingDefender,
        Motif::Sacrifice,
        Motif::Promotion,
        Motif::AdvancedPawn,
        Motif::EnPassant,
        Motif::Castling,
    ];

    /// Name of the motif in data and Lichess's themes: `discoveredAttack`.
    pub fn word(self) -> &'static str {
        match self {
            Motif::BackRankMate => "backRankMate",
            Motif::SmotheredMate => "smotheredMate",
            Motif::DoubleCheck => "doubleCheck",
            Motif::DiscoveredAttack => "discoveredAttack",
            Motif::Fork => "fork",
            Motif::Pin => "pin",
            Motif::Skewer => "skewer",
            Motif::TrappedPiece => "trappedPiece",
            Motif::Attraction => "attraction",
            Motif::CapturingDefender => "capturingDefender",
            Motif::Sacrifice => "sacrifice",
            Motif::Promotion => "promotion",
            Motif::AdvancedPawn => "advancedPawn",
            Motif::EnPassant => "enPassant",
            Motif::Castling => "castling",
        }
    }
}

/// Returns the motifs of a line of legal moves, the most specific first. The line is read up to its first illegal move.
pub fn motifs(start: &Position, moves: &[Move]) -> Vec<Motif> {
    let Some(line) = Played::new(start, moves) else {
        return Vec::new();
    };
    let shown = Motif::ALL.into_iter().filter(|motif| line.shows(*motif));
    shown.collect()
}

/// A line with the positions before and after each of its moves.
struct Played<'a> {
    solver: Color,
    moves: &'a [Move],
    positions: Vec<Position>,
}

impl Played<'_> {
    fn new<'a>(start: &Position, moves: &'a [Move]) -> Option<Played<'a>> {
        let mut positions = vec![*start];
        let mut here = *start;
        for &m in moves {
            if !here.is_legal(m) {
                break;
            }
            here = here.play(m);
            positions.push(here);
        }
        let moves = &moves[..positions.len() - 1];
        (!moves.is_empty()).then_some(Played {
            solver: start.turn(),
            moves,
            positions,
        })
    }

    fn shows(&self, motif: Motif) -> bool {
        let own = (0..self.moves.len()).step_by(2);
        let mut own_moves = own.clone().map(|at| self.moves[at]);
        match motif {
            Motif::BackRankMate => self.is_back_rank_mate(),
            Motif::SmotheredMate => self.is_smothered_mate(),
            Motif::DoubleCheck => own.into_iter().any(|at| self.checkers(at).count() > 1),
            Motif::DiscoveredAttack => own.into_iter().any(|at| self.is_discovery(at)),
            Motif::Fork => own.into_iter().any(|at| self.is_fork(at)),
            Motif::Pin => own.into_iter().any(|at| self.is_pin(at)),
            Motif::Skewer => own.into_iter().any(|at| self.is_skewer(at)),
            Motif::TrappedPiece => own.into_iter().any(|at| self.is_trapped(at)),
            Motif::Attraction => own.into_iter().any(|at| self.is_attraction(at)),
            Motif::CapturingDefender => own.into_iter().any(|at| self.takes_defender(at)),
            Motif::Sacrifice => self.is_sacrifice(),
            Motif::Promotion => own_moves.any(|m| m.promoted().is_some()),
            Motif::AdvancedPawn => own.into_iter().any(|at| self.is_advanced(at)),
            Motif::EnPassant => own_moves.any(|m| m.kind() == MoveKind::EnPassant),
            Motif::Castling => own_moves.any(Move::is_castle),
        }
    }

    /// Squares of the solver's pieces that give check after the move at index `at`.
    fn checkers(&self, at: usize) -> Bitboard {
        let after = &self.positions[at + 1];
        after.attackers_of(self.solver, after.king(!self.solver), after.occupied())
    }

    /// Final position and the square of the mated king; `None` if the line does not end in mate.
    fn mated_king(&self) -> Option<(&Position, Square)> {
        let last = self.positions.last()?;
        let is_mate = last.turn() != self.solver && last.is_checkmate();
        is_mate.then(|| (last, last.king(!self.solver)))
    }

    fn is_back_rank_mate(&self) -> bool {
        let Some((last, king)) = self.mated_king() else {
            return false;
        };
        let side = !self.solver;
        if side.relative_rank(king.rank()) != Rank::First {
            return false;
        }
        let front = attacks::king_attacks(king) & !Bitboard::from(king.rank());
        let back = Bitboard::from(king.rank());
        let mut front = front.into_iter();
        let is_walled = front.all(|square| {
            let own = last.piece_at(square).is_some_and(|man| man.color == side);
            let none = last.attackers_of(self.solver, square, last.occupied());
            own && none.is_empty()
        });
        is_walled && !(self.checkers(self.moves.len() - 1) & back).is_empty()
    }

    fn is_smothered_mate(&self) -> bool {
        let Some((last, king)) = self.mated_king() else {
            return false;
        };
        let around = attacks::king_attacks(king);
        let knights = last.pieces(self.solver, Role::Knight);
        let own = all(last, !self.solver);
        (around & !own).is_empty() && !(self.checkers(self.moves.len() - 1) & knights).is_empty()
    }

    fn is_discovery(&self, at: usize) -> bool {
        let (m, after) = (self.moves[at], &self.positions[at + 1]);
        let landed = if m.is_castle() {
            m.castled()
        } else {
            (m.to(), m.to())
        };
        let checkers = self.checkers(at);
        let from_behind = |checker| checker != landed.0 && checker != landed.1;
        if checkers.into_iter().any(from_behind) {
            return true;
        }
        // The solver's previous move has opened a line along which this move captures.
        let Some((opener, next)) = at.checked_sub(2).map(|one| (self.moves[one], m)) else {
            return false;
        };
        let before = &self.positions[at];
        if opener.is_castle() || !before.is_capture(next) || self.moves[at - 1].to() == next.to() {
            return false;
        }
        let line = attacks::between(next.from(), next.to());
        let is_slider = after
            .piece_at(next.to())
            .is_some_and(|man| is_slider(man.role));
        is_slider
            && opener.to() != next.from()
            && line.contains(opener.from())
            && !line.contains(opener.to())
    }

    fn is_fork(&self, at: usize) -> bool {
        // A fork by the last move of the line has not won anything yet.
        if at + 1 >= self.moves.len() {
            return false;
        }
        let (m, after) = (self.moves[at], &self.positions[at + 1]);
        let Some(man) = after.piece_at(m.to()).filter(|man| man.role != Role::King) else {
            return false;
        };
        if can_be_won(after, m.to()) {
            return false;
        }
        let struck = reach(after, m.to()) & all(after, !self.solver);
        let targets = struck.into_iter().filter(|&square| {
            let role = after.piece_at(square).map_or(Role::Pawn, |man| man.role);
            let loose = after.attackers_of(!self.solver, square, after.occupied());
            role == Role::King
                || worth(role) > worth(man.role)
                || role != Role::Pawn && loose.is_empty()
        });
        targets.count() >= 2
    }

    fn is_pin(&self, at: usize) -> bool {
        let (after, rival) = (&self.positions[at + 1], !self.solver);
        let king = after.king(rival);
        let occupied = after.occupied();
        for pinner in all(after, self.solver) {
            let Some(man) = after.piece_at(pinner).filter(|man| is_slider(man.role)) else {
                continue;
            };
            if !attacks::attacks(pinner, man, Bitboard::EMPTY).contains(king) {
                continue;
            }
            let between = attacks::between(pinner, king);
            let Some(pinned) = (between & occupied).single_square() else {
                continue;
            };
            let Some(held) = after.piece_at(pinned).filter(|held| held.color == rival) else {
                continue;
            };
            let free = reach(after, pinned) & !between & !Bitboard::from(pinner);
            // The pinned piece could capture something if it were not pinned.
            let mut strikes = (free & all(after, self.solver)).into_iter();
            let prevents_attack = strikes.any(|square| {
                let target = after.piece_at(square).map_or(0, |man| worth(man.role));
                let kept = after.attackers_of(self.solver, square, occupied);
                target < 100 && (target > worth(held.role) || kept.is_empty())
            });
            // The pinned piece could flee from an attack if it were not pinned.
            let by = after.attackers_of(self.solver, pinned, occupied);
            let cheaper = by.into_iter().any(|square| {
                after
                    .piece_at(square)
                    .is_some_and(|man| worth(man.role) < worth(held.role))
            });
            let defenders = after.attackers_of(rival, pinned, occupied);
            let flees = held.role != Role::Pawn && !(free & !all(after, rival)).is_empty();
            if prevents_attack || flees && (cheaper || by.count() > defenders.count()) {
                return true;
            }
        }
        false
    }

    fn is_skewer(&self, at: usize) -> bool {
        let Some(reply) = at.checked_sub(1).map(|one| self.moves[one]) else {
            return false;
        };
        let (m, before) = (self.moves[at], &self.positions[at]);
        let Some(taken) = before.piece_at(m.to()).filter(|_| before.is_capture(m)) else {
            return false;
        };
        let is_slider = before
            .piece_at(m.from())
            .is_some_and(|man| is_slider(man.role));
        let fled = before.piece_at(reply.to()).map_or(0, |man| worth(man.role));
        is_slider
            && !reply.is_castle()
            && reply.to() != m.to()
            && attacks::between(m.from(), m.to()).contains(reply.from())
            && fled > worth(taken.role)
            && taken.role != Role::Pawn
    }

    fn is_trapped(&self, at: usize) -> bool {
        let Some(reply) = at.checked_sub(1).map(|one| self.moves[one]) else {
            return false;
        };
        let (m, before, then) = (self.moves[at], &self.positions[at], &self.positions[at - 1]);
        let stood = if reply.to() == m.to() {
            reply.from()
        } else {
            m.to()
        };
        let Some(taken) = before.piece_at(m.to()).filter(|_| before.is_capture(m)) else {
            return false;
        };
        if matches!(taken.role, Role::Pawn | Role::King) || !self.checkers(at - 2).is_empty() {
            return false;
        }
        if then
            .piece_at(stood)
            .is_none_or(|man| man.color == self.solver)
        {
            return false;
        }
        let escapes = then.legal_moves();
        let mut escapes = escapes.iter().filter(|escape| escape.from() == stood);
        can_be_won(&then.pass(), stood)
            && escapes.all(|&escape| {
                let gain = then.piece_at(escape.to()).map_or(0, |man| worth(man.role));
                gain < worth(taken.role) && can_be_won(&then.play(escape), escape.to())
            })
    }

    fn is_attraction(&self, at: usize) -> bool {
        let (Some(reply), Some(next)) = (self.moves.get(at + 1), self.moves.get(at + 2)) else {
            return false;
        };
        let square = self.moves[at].to();
        let drawn = self.positions[at + 2].piece_at(square).map(|man| man.role);
        let (Some(role), true) = (drawn, reply.to() == square && !reply.is_castle()) else {
            return false;
        };
        let attacked = reach(&self.positions[at + 3], next.to()).contains(square);
        match role {
            Role::King => attacked,
            Role::Queen | Role::Rook => {
                attacked && self.moves.get(at + 4).is_some_and(|m| m.to() == square)
            }
            _ => false,
        }
    }

    fn takes_defender(&self, at: usize) -> bool {
        let Some(first) = at.checked_sub(2) else {
            return false;
        };
        let (m, before, then) = (self.moves[at], &self.positions[at], &self.positions[first]);
        let gone = self.moves[first];
        let (Some(target), Some(defender)) = (then.piece_at(m.to()), then.piece_at(gone.to()))
        else {
            return false;
        };
        let rival = !self.solver;
        let reply = self.moves[at - 1];
        before.is_capture(m)
            && then.is_capture(gone)
            && target.color == rival
            && target.role != Role::King
            && defender.color == rival
            && defender.role != Role::King
            && reply.to() != m.to()
            && self.checkers(first).is_empty()
            && reach(then, gone.to()).contains(m.to())
            && before
                .attackers_of(rival, m.to(), before.occupied())
                .is_empty()
    }

    fn is_sacrifice(&self) -> bool {
        let balance = |position: &Position| {
            let of = |side| {
                let men = all(position, side).into_iter();
                let roles = men.filter_map(|square| position.piece_at(square));
                let worths = roles.map(|man| {
                    if man.role == Role::King {
                        0
                    } else {
                        worth(man.role)
                    }
                });
                worths.sum::<i32>()
            };
            of(self.solver) - of(!self.solver)
        };
        let start = balance(&self.positions[0]);
        let mut later = self.positions.iter().skip(3).step_by(2);
        let promotes = self.moves.iter().step_by(2).any(|m| m.promoted().is_some());
        !promotes && later.any(|position| balance(position) - start <= -2)
    }

    fn is_advanced(&self, at: usize) -> bool {
        let m = self.moves[at];
        let role = self.positions[at].piece_at(m.from()).map(|man| man.role);
        role == Some(Role::Pawn) && self.solver.relative_rank(m.to().rank()) >= Rank::Seventh
    }
}

fn is_slider(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

/// Squares of all pieces and pawns of a side.
fn all(position: &Position, side: Color) -> Bitboard {
    let men = Role::ALL.map(|role| position.pieces(side, role));
    men.into_iter().fold(Bitboard::EMPTY, |sum, men| sum | men)
}

/// Squares attacked by the piece on a square.
fn reach(position: &Position, square: Square) -> Bitboard {
    let man = position.piece_at(square);
    man.map_or(Bitboard::EMPTY, |man| {
        attacks::attacks(square, man, position.occupied())
    })
}

/// Returns true if the side to move can win material by capturing on a square.
fn can_be_won(position: &Position, square: Square) -> bool {
    let legal = position.legal_moves();
    let mut takes = legal.iter().filter(|m| m.to() == square && !m.is_castle());
    takes.any(|&m| position.see_at_least(m, 1))
}

/// Returns the theme of an endgame, named after its pieces other than kings and pawns (`rookEndgame`); `None` if they
/// are of several kinds, except for a single queen with rooks.
pub fn endgame(position: &Position) -> Option<&'static str> {
    let men = |role| position.pieces(Color::White, role) | position.pieces(Color::Black, role);
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    match roles.map(|role| !men(role).is_empty()) {
        [false, false, false, false] => Some("pawnEndgame"),
        [true, false, false, false] => Some("knightEndgame"),
        [false, true, false, false] => Some("bishopEndgame"),
        [false, false, true, false] => Some("rookEndgame"),
        [false, false, false, true] => Some("queenEndgame"),
        [false, false, true, true] => (men(Role::Queen).count() == 1).then_some("queenRookEndgame"),
        _ => None,
    }
}

/// Returns the name of a theme in a language: `mateIn2` is "mate in 2". A theme without a name is returned unchanged.
pub fn theme_name(lang: Lang, theme: &str) -> String {
    let mut key = "theme".to_owned();
    let mut before = 'A';
    for c in theme.chars() {
        let begins = c.is_uppercase() || c.is_ascii_digit() && !before.is_ascii_digit();
        if begins || key == "theme" {
            key.push('-');
        }
        key.extend(c.to_lowercase());
        before = c;
    }
    let known = crate::CATALOGUE.say(lang, &key, &[]);
    known.unwrap_or_else(|| theme.to_owned())
}

#[cfg(test)]
mod tests;
