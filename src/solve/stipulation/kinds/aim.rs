//! Aims: the positions in which solutions end, and their signs.

use crate::mate::one::is_mate;
use crate::stipulation::stale::is_stalemate;
use games::chess::Position;
use shakmaty::Square;

/// Aim of the play: the property that the last move of a solution, or the position after it, must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// `#`: the side to move is mated.
    Mate,
    /// `=`: the side to move is stalemated.
    Stalemate,
    /// `#=`: the side to move is mated or stalemated.
    MateOrStalemate,
    /// `==`: neither side has a legal move, and neither is in check.
    DoubleStalemate,
    /// `!=`: the side that has just moved would have no legal move.
    AutoStalemate,
    /// `+`: the side to move is in check.
    Check,
    /// `x`: the last move was a capture.
    Capture,
    /// `ep`: the last move was a capture en passant.
    EnPassant,
    /// `00`: the last move was castling.
    Castling,
    /// `zd4`: the last move went to this square.
    Target(Square),
    /// `ct`: the last move brought a man back to its square of the diagram.
    Circuit,
    /// `##`: both sides are in check and have no legal move, and the side that moves last had one before.
    DoubleMate,
    /// `##!`: both sides are in check and have no legal move, and the side that moves last was mated before.
    CounterMate,
    /// `~`: any position.
    Any,
    /// The position of the diagram is reached: the aim of a proof game.
    Diagram,
}

impl Aim {
    /// Returns true if the position `p` reaches the aim. Only for aims of orthodox chess (mate, stalemate); false for
    /// all others.
    #[inline]
    pub(in crate::stipulation) fn is_reached(self, p: &Position) -> bool {
        match self {
            Aim::Mate => is_mate(p),
            Aim::Stalemate => is_stalemate(p),
            // Other aims are tested on fairy boards, or by the search for proof games.
            _ => false,
        }
    }

    /// Returns true if the last move leaves the king of the side that makes it in check, where it has one.
    pub(crate) const fn mates_both(self) -> bool {
        matches!(self, Aim::DoubleMate | Aim::CounterMate)
    }

    /// Returns the sign of the aim as it is written in a stipulation; empty for a proof game.
    pub(super) fn sign(self) -> String {
        match self {
            Aim::Target(square) => format!("z{square}"),
            Aim::Diagram => String::new(),
            _ => self.mark().to_owned(),
        }
    }

    /// Returns the sign that is written behind a move that reaches the aim, without the square of a target.
    pub(crate) fn mark(self) -> &'static str {
        let signs = SIGNS.iter().find(|(_, aim)| *aim == self);
        signs.map_or("z", |(sign, _)| sign)
    }

    /// Parses the sign of an aim at the beginning of a text. Returns the aim with the rest of the text; `None` if the
    /// text begins with no such sign.
    pub(super) fn read(text: &str) -> Option<(Aim, &str)> {
        if let Some(rest) = text.strip_prefix('z') {
            let square = rest.get(..2)?.parse().ok()?;
            return Some((Aim::Target(square), &rest[2..]));
        }
        let mut signs = SIGNS.iter();
        signs.find_map(|(sign, aim)| Some((*aim, text.strip_prefix(sign)?)))
    }
}

/// Signs of the aims; a sign that is the beginning of another stands after it.
const SIGNS: [(&str, Aim); 13] = [
    ("##!", Aim::CounterMate),
    ("##", Aim::DoubleMate),
    ("#=", Aim::MateOrStalemate),
    ("==", Aim::DoubleStalemate),
    ("!=", Aim::AutoStalemate),
    ("#", Aim::Mate),
    ("=", Aim::Stalemate),
    ("+", Aim::Check),
    ("x", Aim::Capture),
    ("ep", Aim::EnPassant),
    ("00", Aim::Castling),
    ("ct", Aim::Circuit),
    ("~", Aim::Any),
];
