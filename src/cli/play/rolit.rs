//! Rolit at the terminal: balls as letters, `[R]` the one just placed, `(R)` those it has turned.

use super::board::{self, Piece, Style};
use super::look::Lang;
use super::table;
use crate::games::rolit::{Cell, Color, MoveError, Position};
use crate::games::{AnyGame, Game, Line};
use std::fmt::Write;

/// Rolit at the terminal.
pub struct Table;

/// Foreground and background of a ball, among the 256 of xterm.
fn paint(color: Color) -> (u8, u8) {
    match color {
        Color::Yellow => (0, 226),
        Color::Red => (15, 160),
        Color::Green => (15, 28),
        Color::LightBlue => (0, 117),
        Color::Orange => (0, 208),
        Color::Black => (15, 16),
        Color::Pink => (0, 218),
        Color::Blue => (15, 26),
        Color::White => (0, 231),
        Color::Grey => (0, 246),
    }
}

/// Foreground and background of an empty cell.
const EMPTY: (u8, u8) = (252, 236);

fn color_name(color: Color, lang: Lang) -> &'static str {
    let spanish = match color {
        Color::Yellow => "amarillo",
        Color::Red => "rojo",
        Color::Green => "verde",
        Color::LightBlue => "celeste",
        Color::Orange => "naranja",
        Color::Black => "negro",
        Color::Pink => "rosa",
        Color::Blue => "azul",
        Color::White => "blanco",
        Color::Grey => "gris",
    };
    lang.pick(spanish, color.name())
}

/// A player's name, beginning with a capital: `Red (R)`.
fn side(color: Color, lang: Lang) -> String {
    let name = color_name(color, lang);
    let (first, rest) = name.split_at(1);
    format!("{}{rest} ({})", first.to_uppercase(), color.letter())
}

/// The last ball and those that it has turned.
fn last_turn(line: &Line<Position>) -> Option<(Cell, Vec<Cell>)> {
    let (placed, before) = line.moves().split_last()?;
    let before = line.at_ply(before.len());
    let (old, new) = (before.position(), line.position());
    let turned = new.cells().into_iter().filter(|cell| {
        let was = old.owner(*cell);
        was.is_some() && was != new.owner(*cell)
    });
    Some((*placed, turned.collect()))
}

/// The board; `marks` says what stands in an empty cell.
fn draw(line: &Line<Position>, style: Style, mark: impl Fn(Cell) -> Option<String>) -> String {
    let position = line.position();
    let (placed, turned) = last_turn(line).unzip();
    let turned = turned.unwrap_or_default();
    board::draw(style, position.width(), position.height(), |file, rank| {
        let cell = Cell::new(file as u8, rank as u8).filter(|cell| position.is_playable(*cell));
        let (text, colors) = match cell.map(|cell| (cell, position.owner(cell))) {
            None => ("   ".to_owned(), None),
            Some((cell, Some(color))) => {
                let letter = color.letter();
                let text = match () {
                    () if placed == Some(cell) => format!("[{letter}]"),
                    () if turned.contains(&cell) => format!("({letter})"),
                    () => format!(" {letter} "),
                };
                (text, Some(paint(color)))
            }
            Some((cell, None)) => {
                let mark = mark(cell).unwrap_or_else(|| ".".to_owned());
                (format!("{mark:^3}"), Some(EMPTY))
            }
        };
        vec![vec![Piece { text, colors }]]
    })
}

/// The members of the two teams as letters, with their balls.
fn teams(position: &Position) -> Option<[(String, i32); 2]> {
    position.team(0)?;
    Some([0, 1].map(|team| {
        let seats = 0..position.colors().len();
        let members: Vec<usize> = seats.filter(|s| position.team(*s) == Some(team)).collect();
        let letters = members.iter().map(|seat| position.colors()[*seat].letter());
        let balls = members.first().map_or(0, |seat| position.balls(*seat));
        (letters.collect(), balls)
    }))
}

/// `a`, `a and b`, `a, b and c`.
fn listed(words: &[String], lang: Lang) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {} {last}", first.join(", "), lang.pick("y", "and")),
    }
}

/// Why a move was refused, in Spanish.
fn spanish(error: &MoveError) -> String {
    match error {
        MoveError::Form(text) => {
            format!("'{text}' no es una celda: se espera columna y fila, como f5")
        }
        MoveError::Over(text) => format!("'{text}' llega tarde: el tablero está lleno"),
        MoveError::Outside { text, last } => {
            format!("'{text}' está fuera del tablero, que acaba en {last}")
        }
        MoveError::NotPlayable(cell) => format!("'{cell}' no es una celda de este tablero"),
        MoveError::Occupied { cell, owner } => {
            let owner = color_name(*owner, Lang::Es);
            format!("en '{cell}' ya hay una bola de color {owner}")
        }
        MoveError::NoContact(cell) => format!("'{cell}' no toca ninguna bola"),
        MoveError::MustCapture {
            cell,
            mover,
            capture,
        } => {
            let mover = color_name(*mover, Lang::Es);
            format!("'{cell}' no captura nada, y {mover} debe capturar: {capture} captura")
        }
    }
}

impl table::Table for Table {
    type G = Position;

    fn draw(&self, line: &Line<Position>, style: Style) -> String {
        draw(line, style, |_| None)
    }

    /// The board with a mark in every legal cell: how many balls turn, `+` for none.
    fn draw_moves(&self, line: &Line<Position>, style: Style, lang: Lang) -> String {
        let position = line.position();
        let board = draw(line, style, |cell| {
            let turned = position.captured_by(cell);
            let mark = match turned {
                0 => "+".to_owned(),
                _ => turned.to_string(),
            };
            position.is_legal(cell).then_some(mark)
        });
        let legend = lang.pick(
            "Un número: celda legal, que gira tantas bolas; +: celda legal que no gira ninguna.",
            "A number: a legal cell that turns so many balls; +: a legal cell that turns none.",
        );
        board + legend
    }

    fn text_board(&self, line: &Line<Position>) -> String {
        draw(line, Style::Plain, |_| None) + &line.position().text()
    }

    fn side(&self, position: &Position, seat: usize, lang: Lang) -> String {
        side(position.colors()[seat], lang)
    }

    fn pattern(&self) -> &'static str {
        "f5"
    }

    fn read(&self, position: &Position, text: &str, lang: Lang) -> Result<Cell, String> {
        position.read_move(&text.to_lowercase()).map_err(|error| {
            let why = lang.pick(spanish(&error), error.to_string());
            format!("{why}.")
        })
    }

    fn name(&self, _: &Position, m: Cell) -> String {
        m.to_string()
    }

    fn news(&self, line: &Line<Position>, lang: Lang) -> Vec<String> {
        let position = line.position();
        let mut news = Vec::new();
        if let Some((placed, turned)) = last_turn(line) {
            let count = turned.len();
            let turned: Vec<String> = turned.iter().map(Cell::to_string).collect();
            let turned = turned.join(" ");
            news.push(match count {
                0 => lang.pick(
                    format!("{placed} no gira ninguna bola."),
                    format!("{placed} turns nothing."),
                ),
                _ => lang.pick(
                    format!("{placed} gira {count}: {turned}"),
                    format!("{placed} turns {count}: {turned}"),
                ),
            });
        }
        let mut balls = lang.pick("Bolas:", "Balls:").to_owned();
        for color in position.colors() {
            let _ = write!(balls, " {} {},", color.letter(), position.count(*color));
        }
        let empty = position.empty_cells();
        news.push(lang.pick(
            format!("{balls} celdas libres {empty}"),
            format!("{balls} empty cells {empty}"),
        ));
        if let Some([(a, first), (b, second)]) = teams(position) {
            let word = lang.pick("Equipos", "Teams");
            news.push(format!("{word}: {a} {first}, {b} {second}"));
        }
        if position.must_capture() {
            let side = side(position.color_to_move(), lang);
            news.push(lang.pick(
                format!("{side} debe capturar."),
                format!("{side} must capture."),
            ));
        }
        news
    }

    fn ending(&self, line: &Line<Position>, lang: Lang) -> Option<String> {
        let winners = line.outcome()?.winners;
        let position = line.position();
        if let Some(mut teams) = teams(position) {
            teams.sort_by_key(|(_, balls)| -balls);
            let [(a, first), (b, second)] = teams;
            return Some(if first == second {
                lang.pick(
                    format!("Empatan los equipos {a} y {b}, {first} a {second}."),
                    format!("The teams {a} and {b} draw, {first} to {second}."),
                )
            } else {
                lang.pick(
                    format!("Gana el equipo {a}, {first} a {second}."),
                    format!("Team {a} wins, {first} to {second}."),
                )
            });
        }
        let seats: Vec<usize> = (0..position.players())
            .filter(|seat| winners.contains(*seat))
            .collect();
        let balls = position.balls(*seats.first()?);
        let names: Vec<String> = seats
            .iter()
            .map(|seat| side(position.colors()[*seat], lang))
            .collect();
        let names = listed(&names, lang);
        Some(match seats.len() {
            1 => lang.pick(
                format!("Gana {names}, con {balls} bolas."),
                format!("{names} wins with {balls} balls."),
            ),
            _ => lang.pick(
                format!("{names} comparten el primer puesto, con {balls} bolas cada uno."),
                format!("{names} share the first place with {balls} balls each."),
            ),
        })
    }

    fn record(&self, _: &Line<Position>, _: &[String]) -> Option<String> {
        None
    }

    fn any(&self, line: &Line<Position>) -> AnyGame {
        line.into()
    }
}
