//! Chess in text and drawings: SAN, Unicode figurines, and names of outcomes.

use super::position::castling_targets;
use super::reasons::RequestedMove;
use super::{Bitboard, Color, Move, Position, Role, Square, seat};
use crate::board::cell_name;
use crate::pgn::letters::Letters;
use crate::{Board, Cell, Game as _, Ground, Lang, Line, Mark, Paint, Piece, Words};
use base::say;
use shakmaty::CastlingSide;
use shakmaty::san::San;

const DARK: Ground = Ground {
    color: "dark",
    letter: None,
    paint: Paint::new(16, 66),
};

const LIGHT: Ground = Ground {
    color: "light",
    letter: None,
    paint: Paint::new(16, 109),
};

/// Unicode figurine of a piece: outlined for White, filled for Black.
fn figure(color: Color, role: Role) -> char {
    let (white, black) = match role {
        Role::King => ('♔', '♚'),
        Role::Queen => ('♕', '♛'),
        Role::Rook => ('♖', '♜'),
        Role::Bishop => ('♗', '♝'),
        Role::Knight => ('♘', '♞'),
        Role::Pawn => ('♙', '♟'),
    };
    color.fold_wb(white, black)
}

/// Name of a role in files and in the selectors of messages.
pub(super) fn kind(role: Role) -> &'static str {
    match role {
        Role::King => "king",
        Role::Queen => "queen",
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        Role::Knight => "knight",
        Role::Pawn => "pawn",
    }
}

fn piece(piece: shakmaty::Piece) -> Piece {
    Piece {
        kind: kind(piece.role),
        color: ["white", "black"][seat(piece.color)],
        owner: Some(seat(piece.color)),
        letters: piece.char().to_string(),
        figure: Some(figure(piece.color, piece.role)),
        rank: 0,
        paint: None,
        frame: None,
    }
}

/// Creates a board to be drawn; `at` gives the piece and the marks of each square.
fn board(at: impl Fn(Square) -> (Option<shakmaty::Piece>, Vec<Mark>)) -> Board {
    Board::new(8, 8, |file, rank| {
        let (stands, marks) = at(Square::new((rank * 8 + file) as u32));
        Some(Cell {
            name: cell_name(file, rank),
            ground: if (file + rank).is_multiple_of(2) {
                DARK
            } else {
                LIGHT
            },
            piece: stands.map(piece),
            marks,
        })
    })
}

/// Returns the board to be drawn for pieces that need not form a legal position, without any marks.
pub fn pieces_to_draw(pieces: &shakmaty::Board) -> Board {
    board(|square| (pieces.piece_at(square), Vec::new()))
}

impl Position {
    /// Returns the legal move for a move in SAN, or the reason why there is none. It searches the legal moves instead
    /// of using shakmaty, so that it works for all composed positions.
    pub(super) fn read_san(&self, san: San, lang: Lang) -> Result<Move, String> {
        let San::Normal {
            role,
            file,
            rank,
            to,
            promotion,
            ..
        } = san
        else {
            let San::Castle(side) = san else {
                return Err(say!(lang, "chess-expected-e2e4-nf3").to_owned());
            };
            let king = self.king(self.turn());
            let is_it =
                |m: &Move| m.is_castle() && (m.to() > king) == (side == CastlingSide::KingSide);
            return match self.legal_moves().into_iter().find(is_it) {
                Some(m) => Ok(m),
                None => Err(self.why_not(RequestedMove::Castle(side), lang)),
            };
        };
        let mut named = self.pieces(self.turn(), role);
        if let Some(file) = file {
            named &= Bitboard::from_file(file);
        }
        if let Some(rank) = rank {
            named &= Bitboard::from_rank(rank);
        }
        // A pawn move without the file of origin is not a capture.
        if role == Role::Pawn && file.is_none() {
            named &= Bitboard::from_file(to.file());
        }
        let meant: Vec<Move> = self
            .legal_moves()
            .into_iter()
            .filter(|m| {
                !m.is_castle()
                    && named.contains(m.from())
                    && m.to() == to
                    && m.promoted() == promotion
            })
            .collect();
        match meant.as_slice() {
            [m] => Ok(*m),
            [] => Err(self.why_none(role, named, to, promotion, lang)),
            several => {
                let names: Vec<String> = several
                    .iter()
                    .map(|m| super::typed::localized(&self.san(*m), lang))
                    .collect();
                let names = names.join(&format!(" {} ", say!(lang, "chess-or")));
                Err(say!(lang, "chess-may-say-which", names))
            }
        }
    }
}

impl Words for Position {
    fn title(&self, lang: Lang) -> &'static str {
        say!(lang, "chess-chess")
    }

    fn pattern(&self) -> &'static str {
        "e2e4, Nf3"
    }

    fn board(line: &Line<Position>) -> Board {
        let position = line.position();
        let last = line.moves().last().filter(|m| **m != Move::NONE);
        // A castling move is stored as king takes rook; the mark belongs to the square on which the king arrives.
        let arrived = last.map(|m| {
            if m.is_castle() {
                castling_targets(m.from(), m.to()).0
            } else {
                m.to()
            }
        });
        board(|square| {
            let stands = position.piece_at(square);
            let king = stands.is_some_and(|p| p.role == Role::King && p.color == position.turn());
            let marks = [
                (Mark::From, last.is_some_and(|m| m.from() == square)),
                (Mark::To, arrived == Some(square)),
                (Mark::Check, king && position.in_check()),
            ];
            let marks = marks.into_iter().filter(|(_, is)| *is);
            (stands, marks.map(|(mark, _)| mark).collect())
        })
    }

    fn board_in(line: &Line<Position>, lang: Lang) -> Board {
        let letters = Letters::of(lang);
        let mut board = Self::board(line);
        for piece in board
            .cells
            .iter_mut()
            .flatten()
            .flat_map(|cell| &mut cell.piece)
        {
            piece.letters = piece
                .letters
                .chars()
                .map(|letter| letters.translated(letter))
                .collect();
        }
        board
    }

    fn seat_name(&self, seat: usize, lang: Lang) -> String {
        let side = match seat {
            0 => say!(lang, "chess-white"),
            _ => say!(lang, "chess-black"),
        };
        side.to_owned()
    }

    fn rule_tags(&self) -> Vec<(&'static str, String)> {
        let tag = || ("Variant", "Chess960".to_owned());
        self.is_chess960().then(tag).into_iter().collect()
    }

    fn needs_fen(&self) -> bool {
        self.is_chess960() || !self.is_usual_start()
    }

    fn move_number(&self) -> u32 {
        self.fullmoves()
    }

    fn move_name(&self, m: Move) -> String {
        self.san(m)
    }

    fn localized(&self, name: &str, lang: Lang) -> String {
        super::typed::localized(name, lang)
    }

    fn read_move(&self, text: &str, lang: Lang) -> Result<Move, String> {
        // Before pairs of squares, which are sometimes typed in capitals.
        let bishop = self.read_bishop_on_a_rank(text);
        if let Some(m) = bishop.or_else(|| self.read_name_like_squares(text, lang)) {
            return Ok(m);
        }
        if let Ok(m) = self.parse_move(text) {
            return Ok(m);
        }
        let wrong = |why: String| say!(lang, "chess-legal-move", text, why);
        self.read_typed(text, lang).map_err(wrong)
    }

    fn read_recorded(
        &self,
        text: &str,
        letters: Option<&'static Letters>,
        lang: Lang,
    ) -> Result<Move, String> {
        self.read_record(text, letters, lang)
    }

    fn open_moves(&self, text: &str, lang: Lang) -> Vec<Move> {
        self.open_promotions(text, lang)
    }

    fn rules_in_short(&self, lang: Lang) -> &'static str {
        say!(lang, "chess-rules")
    }

    /// Diagram with the letters of the language, and the FEN, whose letters are the same in all languages.
    fn text_board(line: &Line<Position>, lang: Option<Lang>) -> String {
        let position = line.position();
        let letters = Letters::of(lang.unwrap_or(Lang::EN));
        format!("{}{}", position.diagram_with(letters), position.fen())
    }

    fn news(line: &Line<Position>, lang: Lang) -> Vec<String> {
        let check = line.position().in_check() && line.outcome().is_none();
        let text = say!(lang, "chess-check").to_owned();
        check.then_some(text).into_iter().collect()
    }

    fn outcome_text(&self, outcome: crate::Outcome, lang: Lang) -> String {
        let reason = self.reason(outcome.reason, lang);
        if outcome.winners.count() > 1 {
            return say!(lang, "chess-draw", reason);
        }
        let winner = usize::from(!outcome.winners.contains(0));
        let side = self.seat_name(winner, lang);
        say!(lang, "chess-wins", side, reason)
    }

    /// Answer to the command `d` of a UCI engine: board, FEN, key, checkers, number of legal moves, and outcome.
    fn display(line: &Line<Position>) -> String {
        let position = line.position();
        let checkers = position.checkers().into_iter();
        let checkers: String = checkers.map(|square| format!(" {square}")).collect();
        let (fen, key) = (position.fen(), position.key());
        let moves = position.count_legal_moves();
        let mut out = position.diagram();
        out += &format!("\nFen: {fen}\nKey: {key:016x}\nCheckers:{checkers}\nLegal moves: {moves}");
        if let Some(outcome) = line.outcome() {
            out += &format!("\nGame over: {}", outcome.reason);
        }
        out
    }
}
