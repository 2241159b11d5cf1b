//! Chess at the terminal: SAN or UCI moves, Unicode pieces.

use super::Lang;
use super::board::{self, Cell, Piece, Style};
use super::session;
use crate::games::chess::{Move, Position, START_FEN};
use crate::games::{Game, Line};
use crate::memory::OutOfMemory;
use crate::players::{ChessEngine, MAX_ELO, MIN_ELO};
use crate::search::{Control, DEFAULT_HASH_MB, Limits};
use shakmaty::san::San;
use shakmaty::{Color, Role, Square};
use std::fmt::Write;

/// The machine that may be asked.
pub struct Table {
    engine: ChessEngine,
}

impl Table {
    /// A table to play at.
    ///
    /// # Errors
    /// No memory for the engine.
    pub fn new() -> Result<Table, OutOfMemory> {
        Ok(Table {
            engine: ChessEngine::new(DEFAULT_HASH_MB)?,
        })
    }
}

/// The position to begin with.
///
/// # Errors
/// The text is no FEN.
pub fn start(fen: Option<&str>) -> Result<Position, super::CliError> {
    Ok(Position::from_fen(fen.unwrap_or(START_FEN), false)?)
}

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

fn cell(position: &Position, file: u8, rank: u8, style: Style) -> Cell {
    let square = Square::new(u32::from(rank * 8 + file));
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
        colors: (16, ground),
    }]]
}

impl session::Table for Table {
    type G = Position;

    fn draw(&self, line: &Line<Position>, style: Style) -> String {
        let position = line.position();
        board::draw(style, |file, rank| cell(position, file, rank, style))
    }

    fn text_board(&self, line: &Line<Position>) -> String {
        let position = line.position();
        format!("{}{}", position.diagram(), position.text())
    }

    fn side(&self, seat: usize, lang: Lang) -> &'static str {
        match seat {
            0 => lang.pick("Blancas", "White"),
            _ => lang.pick("Negras", "Black"),
        }
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

    fn forced(&self, _: &Position) -> Option<Move> {
        None
    }

    fn think(&mut self, line: &Line<Position>, number: u8, movetime_ms: u64) -> Option<Move> {
        let step = (MAX_ELO - MIN_ELO) / 9;
        self.engine.elo = (number < 10).then_some(MIN_ELO + step * u32::from(number));
        let limits = Limits {
            movetime_ms: Some(movetime_ms),
            ..Limits::default()
        };
        let control = Control::new(false);
        self.engine
            .choose(line, &limits, false, &control, &|_| {})
            .best
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
            let side = session::Table::side(self, seat, lang);
            lang.pick(
                format!("Ganan {side} ({}).", spanish_reason(reason)),
                format!("{side} wins ({reason})."),
            )
        })
    }

    fn record(&self, line: &Line<Position>, names: [String; 2]) -> String {
        let [white, black] = names;
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
            ("White", &white),
            ("Black", &black),
            ("Result", result),
        ] {
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
        out + &wrapped(&words) + "\n\n"
    }
}

/// Words in lines of at most 80 letters, as PGN wants them.
fn wrapped(words: &[String]) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in words {
        if length + 1 + word.len() > 80 {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out += word;
        length += word.len();
    }
    out
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
