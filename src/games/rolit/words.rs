//! Rolit as it is told and drawn: balls as letters, who has how many, who has turned what.

use super::{Cell, Color, MoveError, Position};
use crate::board::cell_name;
use crate::{Board, Game, Ground, Lang, Line, Mark, Outcome, Paint, Piece, Words};
use base::lang::listed;
use std::fmt::Write;

/// Foreground and background of a ball, among the 256 of xterm.
fn paint(color: Color) -> Paint {
    match color {
        Color::Yellow => Paint::new(0, 226),
        Color::Red => Paint::new(15, 160),
        Color::Green => Paint::new(15, 28),
        Color::LightBlue => Paint::new(0, 117),
        Color::Orange => Paint::new(0, 208),
        Color::Black => Paint::new(15, 16),
        Color::Pink => Paint::new(0, 218),
        Color::Blue => Paint::new(15, 26),
        Color::White => Paint::new(0, 231),
        Color::Grey => Paint::new(0, 246),
    }
}

/// An empty cell.
const EMPTY: Ground = Ground {
    color: "empty",
    letter: None,
    paint: Paint::new(252, 236),
};

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

/// A colour with its letter, in the middle of a sentence: `red (R)`.
pub(super) fn named(color: Color, lang: Lang) -> String {
    format!("{} ({})", color_name(color, lang), color.letter())
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

const RULES_EN: &str = "\
Rolit: have most balls of your colour when the board is full.
  A turn is one ball on an empty cell. In each of the eight directions the balls between it
  and the nearest ball of its own colour become that colour, whatever colours they had, if
  there is no gap between. The edge, an empty cell and a hole end a row. A ball that has been
  turned turns no others.
  Nobody passes, and nobody is ever out: who has lost every ball goes on.
Official rules: the board is 8 x 8 with one ball of four colours in its centre. Who can turn
  balls must; who cannot puts a ball on any empty cell that touches another one.
Students' rules (--rules students): boards of several shapes and sizes, up to ten colours,
  which begin empty; a ball goes on any empty cell that touches another one, the first
  anywhere, whether it turns balls or not. Touching at a corner is touching.
The game ends when every cell has a ball. Equal best scores share the first place. A team has
  the sum of its members' balls; a partner's balls are turned like any other's.
Moves are typed as f5; 'moves' shows the legal cells on the board.";

const RULES_ES: &str = "\
Rolit: hay que tener más bolas de tu color que nadie cuando el tablero esté lleno.
  Un turno es una bola en una celda vacía. En cada una de las ocho direcciones, las bolas que
  haya entre ella y la más cercana de su color pasan a ser de ese color, fueran del que
  fueran, si no hay huecos en medio. El borde, una celda vacía y un agujero cortan la línea.
  Una bola girada no gira otras.
  Nadie pasa y nadie queda fuera: quien ha perdido todas sus bolas sigue jugando.
Reglas oficiales: el tablero es de 8 x 8, con una bola de cada uno de cuatro colores en el
  centro. Quien puede girar bolas tiene que hacerlo; quien no puede pone una en cualquier
  celda vacía que toque otra bola.
Reglas de los estudiantes (--rules students): tableros de varias formas y tamaños, hasta diez
  colores, que empiezan vacíos; la bola va en cualquier celda vacía que toque otra, la primera
  donde sea, gire bolas o no. Tocarse por una esquina es tocarse.
La partida acaba cuando no quedan celdas vacías. Las mejores puntuaciones iguales comparten el
  primer puesto. Un equipo suma las bolas de los suyos, que se giran como las de cualquiera.
Las jugadas se escriben f5; 'jugadas' enseña las celdas legales en el tablero.";

impl Words for Position {
    fn title(&self, _: Lang) -> &'static str {
        "Rolit"
    }

    fn pattern(&self) -> &'static str {
        "f5"
    }

    fn board(line: &Line<Position>) -> Board {
        let position = line.position();
        let (placed, turned) = last_turn(line).unzip();
        let turned = turned.unwrap_or_default();
        Board::new(position.width(), position.height(), |file, rank| {
            let cell = Cell::new(file as u8, rank as u8);
            let cell = cell.filter(|cell| position.is_playable(*cell))?;
            let marks = [
                (Mark::To, placed == Some(cell)),
                (Mark::Changed, turned.contains(&cell)),
            ];
            let marks = marks.into_iter().filter(|(_, is)| *is);
            let seat_of = |color| position.colors().iter().position(|c| *c == color);
            let ball = |color: Color| Piece {
                kind: "ball",
                color: color.name(),
                owner: seat_of(color),
                letters: color.letter().to_string(),
                figure: None,
                rank: 0,
                paint: Some(paint(color)),
                frame: None,
            };
            Some(crate::Cell {
                name: cell_name(file, rank),
                ground: EMPTY,
                piece: position.owner(cell).map(ball),
                marks: marks.map(|(mark, _)| mark).collect(),
            })
        })
    }

    fn color(&self, seat: usize) -> String {
        self.colors()[seat].letter().to_string()
    }

    fn seat_name(&self, seat: usize, lang: Lang) -> String {
        side(self.colors()[seat], lang)
    }

    fn tag_name(&self, seat: usize) -> &'static str {
        match self.colors()[seat] {
            Color::Yellow => "Yellow",
            Color::Red => "Red",
            Color::Green => "Green",
            Color::LightBlue => "LightBlue",
            Color::Orange => "Orange",
            Color::Black => "Black",
            Color::Pink => "Pink",
            Color::Blue => "Blue",
            Color::White => "White",
            Color::Grey => "Grey",
        }
    }

    fn rules_in_short(&self, lang: Lang) -> &'static str {
        lang.pick(RULES_ES, RULES_EN)
    }

    /// The players are part of the position, so that a record must state it.
    fn needs_fen(&self) -> bool {
        true
    }

    /// Plies are numbered in the text, laps in a record.
    fn move_number(&self) -> u32 {
        let plies = u32::from(self.ply()).saturating_sub(1);
        plies / self.players() as u32 + 1
    }

    fn read_move(&self, text: &str, lang: Lang) -> Result<Cell, String> {
        Position::read_move(self, &text.to_lowercase()).map_err(|error| {
            let why = lang.pick(spanish(&error), error.to_string());
            format!("{why}.")
        })
    }

    fn text_board(line: &Line<Position>) -> String {
        let board = Self::board(line);
        let margin = board.ranks.to_string().len();
        let mut out = String::new();
        let files: String = ('a'..)
            .take(board.files)
            .map(|f| format!(" {f}  "))
            .collect();
        let _ = writeln!(out, "{:margin$} {}", "", files.trim_end());
        for rank in (0..board.ranks).rev() {
            let cells = (0..board.files).map(|file| match board.cell(file, rank) {
                None => "   ".to_owned(),
                Some(cell) => {
                    let letters = cell.piece.as_ref().map_or(".", |ball| &ball.letters);
                    match cell.marks.first() {
                        Some(Mark::To) => format!("[{letters}]"),
                        Some(_) => format!("({letters})"),
                        None => format!(" {letters} "),
                    }
                }
            });
            let row = cells.collect::<Vec<_>>().join(" ");
            let _ = writeln!(out, "{}", format!("{:>margin$} {row}", rank + 1).trim_end());
        }
        out + &line.position().text()
    }

    /// A mark in every legal cell: how many balls turn, `+` for none.
    fn marked_moves(&self, lang: Lang) -> Option<(Vec<(String, String)>, &'static str)> {
        let mark = |cell: Cell| match self.captured_by(cell) {
            0 => "+".to_owned(),
            turned => turned.to_string(),
        };
        let marks = self.legal_moves().into_iter();
        let marks = marks.map(|cell| (cell.to_string(), mark(cell)));
        let legend = lang.pick(
            "Un número: celda legal, que gira tantas bolas; +: celda legal que no gira ninguna.",
            "A number: a legal cell that turns so many balls; +: a legal cell that turns none.",
        );
        Some((marks.collect(), legend))
    }

    fn news(line: &Line<Position>, lang: Lang) -> Vec<String> {
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

    fn told(&self, outcome: Outcome, lang: Lang) -> String {
        if let Some(mut teams) = teams(self) {
            teams.sort_by_key(|(_, balls)| -balls);
            let [(a, first), (b, second)] = teams;
            return if first == second {
                lang.pick(
                    format!("Empatan los equipos {a} y {b}, {first} a {second}."),
                    format!("The teams {a} and {b} draw, {first} to {second}."),
                )
            } else {
                lang.pick(
                    format!("Gana el equipo {a}, {first} a {second}."),
                    format!("Team {a} wins, {first} to {second}."),
                )
            };
        }
        let winners = (0..self.players()).filter(|seat| outcome.winners.contains(*seat));
        let winners: Vec<usize> = winners.collect();
        let balls = winners.first().map_or(0, |seat| self.balls(*seat));
        let names: Vec<String> = winners.iter().map(|s| self.seat_name(*s, lang)).collect();
        let names = listed(&names, lang.pick("y", "and"));
        match winners.len() {
            1 => lang.pick(
                format!("Gana {names}, con {balls} bolas."),
                format!("{names} wins with {balls} balls."),
            ),
            _ => lang.pick(
                format!("{names} comparten el primer puesto, con {balls} bolas cada uno."),
                format!("{names} share the first place with {balls} balls each."),
            ),
        }
    }

    /// The board in letters, the balls of every colour, and the position as text.
    fn display(line: &Line<Position>) -> String {
        let position = line.position();
        let mut out = letters(position);
        for (seat, color) in position.colors().iter().enumerate() {
            let team = position.team(seat);
            let team = team.map_or(String::new(), |team| format!(", team {}", team + 1));
            let (balls, player) = (balls(position, *color), seat + 1);
            let _ = writeln!(out, "{balls} (player {player}{team})");
        }
        for color in Color::ALL {
            if !position.colors().contains(&color) && position.count(color) > 0 {
                let _ = writeln!(out, "{} (nobody's)", balls(position, color));
            }
        }
        let (text, key, moves) = (position.text(), position.key(), position.count_moves());
        let _ = write!(
            out,
            "\nPosition: {text}\nKey: {key:016X}\nLegal moves: {moves}"
        );
        if let Some(outcome) = line.outcome() {
            let winners = position.colors().iter().enumerate();
            let winners = winners.filter(|(seat, _)| outcome.winners.contains(*seat));
            let names: Vec<_> = winners.map(|(_, color)| color.name()).collect();
            let (reason, names) = (outcome.reason, names.join(", "));
            let _ = write!(out, "\nGame over: {reason}; first: {names}");
        }
        out
    }
}

/// The board in letters, wide enough for seventeen ranks.
fn letters(position: &Position) -> String {
    let mut out = String::new();
    for rank in (0..position.height()).rev() {
        let _ = write!(out, "{:2} ", rank + 1);
        for file in 0..position.width() {
            let letter = match Cell::new(file as u8, rank as u8) {
                Some(cell) if position.is_playable(cell) => {
                    position.owner(cell).map_or('.', Color::letter)
                }
                _ => ' ',
            };
            let _ = write!(out, " {letter}");
        }
        out.push('\n');
    }
    let files = ('a'..).take(position.width());
    let files: String = files.flat_map(|file| [' ', file]).collect();
    let _ = writeln!(out, "   {files}\n");
    out
}

fn balls(position: &Position, color: Color) -> String {
    let (letter, name, count) = (color.letter(), color.name(), position.count(color));
    format!("{letter} {name:<11}{count:>4} ")
}
