//! Chess at the terminal: SAN or UCI moves, Unicode pieces.

use super::board::{self, Cell, Piece, Style};
use super::look::Lang;
use super::table::{self, wrapped};
use crate::games::chess::{Move, Position, START_FEN};
use crate::games::{AnyGame, Game, Line};
use crate::memory::OutOfMemory;
use crate::players::{ChessEngine, Level, Levels, MAX_ELO, MIN_ELO, Player};
use shakmaty::san::San;
use shakmaty::{Color, Role, Square};
use std::fmt::Write;

/// Size of the table of a machine of limited strength, in mebibytes.
const HASH_MB: usize = 16;

/// Chess at the terminal.
pub struct Table;

/// A piece's figure: outlined for White, filled for Black.
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

fn cell(position: &Position, file: usize, rank: usize, style: Style) -> Cell {
    let square = Square::new((rank * 8 + file) as u32);
    let dark = (file + rank).is_multiple_of(2);
    let ground = if dark { 137 } else { 180 };
    let figure = position.piece_at(square).map(|p| figure(p.color, p.role));
    // Without colours an empty dark square is a dot, so that diagonals can be followed.
    let empty = if dark && style == Style::Plain {
        '·'
    } else {
        ' '
    };
    let text = match style {
        Style::Plain => figure.unwrap_or(empty).to_string(),
        Style::Colors => format!(" {} ", figure.unwrap_or(empty)),
    };
    vec![vec![Piece {
        text,
        colors: Some((16, ground)),
    }]]
}

impl table::Table for Table {
    type G = Position;

    fn draw(&self, line: &Line<Position>, style: Style) -> String {
        let position = line.position();
        board::draw(style, 8, 8, |file, rank| cell(position, file, rank, style))
    }

    fn text_board(&self, line: &Line<Position>) -> String {
        let position = line.position();
        format!("{}{}", position.diagram(), position.text())
    }

    fn side(&self, _: &Position, seat: usize, lang: Lang) -> String {
        let side = match seat {
            0 => lang.pick("Blancas", "White"),
            _ => lang.pick("Negras", "Black"),
        };
        side.to_owned()
    }

    fn pattern(&self) -> &'static str {
        "e2e4, Nf3"
    }

    fn read(&self, position: &Position, text: &str, lang: Lang) -> Result<Move, String> {
        if let Ok(m) = position.parse_move(text) {
            return Ok(m);
        }
        let wrong = |why: String| {
            lang.pick(
                format!("'{text}' no es una jugada legal ({why})."),
                format!("'{text}' is not a legal move ({why})."),
            )
        };
        let san: San = text
            .trim_end_matches(['+', '#', '!', '?'])
            .parse()
            .map_err(|_| {
                wrong(
                    lang.pick("se espera e2e4 o Nf3", "expected e2e4 or Nf3")
                        .to_owned(),
                )
            })?;
        let chess = position.to_shakmaty().map_err(|e| wrong(e.to_string()))?;
        let m = san.to_move(&chess).map_err(|e| wrong(e.to_string()))?;
        Position::from_shakmaty_move(&m).ok_or_else(|| wrong(String::new()))
    }

    fn name(&self, position: &Position, m: Move) -> String {
        position.san(m)
    }

    fn news(&self, line: &Line<Position>, lang: Lang) -> Vec<String> {
        let check = line.position().in_check() && line.outcome().is_none();
        let text = lang.pick("¡Jaque!", "Check!").to_owned();
        check.then_some(text).into_iter().collect()
    }

    /// The engine, below 10 held back to an Elo.
    fn numbered(&self, number: u8, seed: u64) -> Result<Box<dyn Player<Position>>, OutOfMemory> {
        if number >= 10 {
            return Position::at_level(Level::Expert, seed);
        }
        let mut engine = ChessEngine::with_hash(HASH_MB)?;
        engine.reseed(seed);
        engine.hold_to(MIN_ELO + (MAX_ELO - MIN_ELO) / 9 * u32::from(number));
        Ok(Box::new(engine))
    }

    fn ending(&self, line: &Line<Position>, lang: Lang) -> Option<String> {
        let outcome = line.outcome()?;
        let reason = outcome.reason;
        Some(if outcome.winners.count() > 1 {
            lang.pick(
                format!("Tablas ({}).", spanish_reason(reason)),
                format!("A draw ({reason})."),
            )
        } else {
            let seat = usize::from(!outcome.winners.contains(0));
            let side = self.side(line.position(), seat, lang);
            lang.pick(
                format!("Ganan {side} ({}).", spanish_reason(reason)),
                format!("{side} wins ({reason})."),
            )
        })
    }

    fn record(&self, line: &Line<Position>, names: &[String]) -> Option<String> {
        let [white, black] = names else {
            return None;
        };
        let result = match line.outcome() {
            None => "*",
            Some(outcome) if outcome.winners.count() > 1 => "1/2-1/2",
            Some(outcome) if outcome.winners.contains(0) => "1-0",
            Some(_) => "0-1",
        };
        let mut out = String::new();
        let start = line.start();
        for (name, value) in [
            ("Event", "Casual game"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "-"),
            ("White", white),
            ("Black", black),
            ("Result", result),
        ] {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(out, "[{name} \"{value}\"]");
        }
        if start.text() != START_FEN {
            let _ = writeln!(out, "[SetUp \"1\"]\n[FEN \"{}\"]", start.text());
        }
        out.push('\n');
        let mut words = Vec::new();
        let mut here = *start;
        for (index, &m) in line.moves().iter().enumerate() {
            let (number, white) = (here.fullmoves(), here.turn() == Color::White);
            match (white, index) {
                (true, _) => words.push(format!("{number}.")),
                (false, 0) => words.push(format!("{number}...")),
                (false, _) => {}
            }
            words.push(here.san(m));
            here = here.play(m);
        }
        words.push(result.to_owned());
        Some(out + &wrapped(&words) + "\n\n")
    }

    fn any(&self, line: &Line<Position>) -> AnyGame {
        line.into()
    }
}

fn spanish_reason(reason: &str) -> &str {
    match reason {
        "checkmate" => "jaque mate",
        "stalemate" => "ahogado",
        "insufficient material" => "material insuficiente",
        "fifty-move rule" => "regla de los cincuenta movimientos",
        "threefold repetition" => "triple repetición",
        other => other,
    }
}
