//! Texts and drawings of Rolit: balls as letters, counts of balls, turned balls.

use super::{Cell, Color, Position};
use crate::board::cell_name;
use crate::{Board, Game, Ground, Lang, Line, Mark, Outcome, Paint, Piece, Words, svg};
use base::lang::all_of;
use base::say;
use std::fmt::Write;

/// Terminal colours (xterm's 256 colours) for a ball.
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

/// Appearance of an empty cell.
const EMPTY: Ground = Ground {
    color: "empty",
    letter: None,
    paint: Paint::new(252, 236),
};

/// Name of a colour, in lower case.
pub(super) fn color_name(color: Color, lang: Lang) -> &'static str {
    match color {
        Color::Yellow => say!(lang, "color-yellow"),
        Color::Red => say!(lang, "color-red"),
        Color::Green => say!(lang, "color-green"),
        Color::LightBlue => say!(lang, "color-light-blue"),
        Color::Orange => say!(lang, "color-orange"),
        Color::Black => say!(lang, "color-black"),
        Color::Pink => say!(lang, "color-pink"),
        Color::Blue => say!(lang, "color-blue"),
        Color::White => say!(lang, "color-white"),
        Color::Grey => say!(lang, "color-grey"),
    }
}

/// Letter of a colour in a language, on boards and in sentences for people.
fn letter_in(color: Color, lang: Lang) -> String {
    let own = svg::color_letter("ball", color.name(), lang);
    own.map_or_else(|| color.letter().to_string(), str::to_owned)
}

/// Name and letter of a colour within a sentence about the letters of files: `red (R)`.
pub(super) fn named(color: Color, lang: Lang) -> String {
    format!("{} ({})", color_name(color, lang), color.letter())
}

/// Name and letter of a player, beginning with a capital: `Red (R)`.
fn side(color: Color, lang: Lang) -> String {
    let name = color_name(color, lang);
    let mut rest = name.chars();
    let first = rest.next().map(|first| first.to_uppercase().to_string());
    let (first, rest) = (first.unwrap_or_default(), rest.as_str());
    format!("{first}{rest} ({})", letter_in(color, lang))
}

/// Cell of the last ball, and the cells of the balls that it has turned; `None` before the first move.
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

/// Letters of the two teams' members in a language, and the teams' numbers of balls; `None` if there are no teams.
fn teams(position: &Position, lang: Lang) -> Option<[(String, i32); 2]> {
    position.team(0)?;
    Some([0, 1].map(|team| {
        let seats = 0..position.colors().len();
        let members: Vec<usize> = seats.filter(|s| position.team(*s) == Some(team)).collect();
        let letters = members.iter();
        let letters = letters.map(|seat| letter_in(position.colors()[*seat], lang));
        let balls = members.first().map_or(0, |seat| position.balls(*seat));
        (letters.collect(), balls)
    }))
}

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

    fn board_in(line: &Line<Position>, lang: Lang) -> Board {
        let mut board = Self::board(line);
        for ball in board
            .cells
            .iter_mut()
            .flatten()
            .flat_map(|cell| &mut cell.piece)
        {
            if let Some(letter) = svg::color_letter("ball", ball.color, lang) {
                letter.clone_into(&mut ball.letters);
            }
        }
        board
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
        say!(lang, "rolit-rules")
    }

    /// A record must always state the position, because it contains the players.
    fn needs_fen(&self) -> bool {
        true
    }

    /// A position counts plies; a game record counts rounds of all players.
    fn move_number(&self) -> u32 {
        let plies = u32::from(self.ply()).saturating_sub(1);
        plies / self.players() as u32 + 1
    }

    fn read_move(&self, text: &str, lang: Lang) -> Result<Cell, String> {
        Position::read_move(self, &text.to_lowercase())
            .map_err(|error| format!("{}.", error.text(lang)))
    }

    fn text_board(line: &Line<Position>, lang: Option<Lang>) -> String {
        let board = match lang {
            Some(lang) => Self::board_in(line, lang),
            None => Self::board(line),
        };
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

    /// Returns every legal cell with the number of balls that would be turned, or `+` for none, and the legend of these
    /// marks. Never `None`.
    fn marked_moves(&self, lang: Lang) -> Option<(Vec<(String, String)>, &'static str)> {
        let mark = |cell: Cell| match self.captured_by(cell) {
            0 => "+".to_owned(),
            turned => turned.to_string(),
        };
        let marks = self.legal_moves().into_iter();
        let marks = marks.map(|cell| (cell.to_string(), mark(cell)));
        let legend = say!(lang, "rolit-number-legal-cell-turns");
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
                0 => say!(lang, "rolit-turns-nothing", placed),
                _ => say!(lang, "rolit-turns", placed, count, turned),
            });
        }
        let mut balls = say!(lang, "rolit-balls").to_owned();
        for color in position.colors() {
            let (letter, count) = (letter_in(*color, lang), position.count(*color));
            let _ = write!(balls, " {letter} {count},");
        }
        let empty = position.empty_cells();
        news.push(say!(lang, "rolit-empty-cells", balls, empty));
        if let Some([(a, first), (b, second)]) = teams(position, lang) {
            let word = say!(lang, "rolit-teams");
            news.push(format!("{word}: {a} {first}, {b} {second}"));
        }
        if position.must_capture() {
            let side = side(position.color_to_move(), lang);
            news.push(say!(lang, "rolit-must-capture", side));
        }
        news
    }

    fn outcome_text(&self, outcome: Outcome, lang: Lang) -> String {
        if let Some(mut teams) = teams(self, lang) {
            teams.sort_by_key(|(_, balls)| -balls);
            let [(a, first), (b, second)] = teams;
            return if first == second {
                say!(lang, "rolit-teams-draw", a, b, first, second)
            } else {
                say!(lang, "rolit-team-wins", a, first, second)
            };
        }
        let winners = (0..self.players()).filter(|seat| outcome.winners.contains(*seat));
        let winners: Vec<usize> = winners.collect();
        let balls = winners.first().map_or(0, |seat| self.balls(*seat));
        let names: Vec<String> = winners.iter().map(|s| self.seat_name(*s, lang)).collect();
        let names = all_of(&names, lang);
        match winners.len() {
            1 => say!(lang, "rolit-wins-balls", names, balls),
            _ => say!(lang, "rolit-share-first-place-balls", names, balls),
        }
    }

    /// Board as text, number of balls of every colour, and position as text.
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

/// Board as text, with room for two-digit ranks.
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
