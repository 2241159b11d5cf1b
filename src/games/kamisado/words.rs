//! Kamisado as it is told and drawn: the assignment's colours and words, in both languages.

use super::{
    Color, Deadlock, Fill, Illegal, Match, MatchMove, MoveError, Position, Side, color_of,
    spanish_letter, square_name,
};
use crate::board::cell_name;
use crate::{Board, Cell, Game, Ground, Lang, Line, Mark, Outcome, Paint, Piece, Words};
use std::fmt::Write;

/// Foreground and background of a colour, among the 256 of xterm.
fn paint(color: Color) -> Paint {
    match color {
        Color::Yellow => Paint::new(0, 226),
        Color::Blue => Paint::new(15, 26),
        Color::Brown => Paint::new(15, 94),
        Color::Orange => Paint::new(0, 208),
        Color::Purple => Paint::new(15, 91),
        Color::Red => Paint::new(15, 160),
        Color::Pink => Paint::new(0, 218),
        Color::Green => Paint::new(15, 28),
    }
}

fn color_name(color: Color, lang: Lang) -> &'static str {
    lang.pick(color.spanish(), color.name())
}

fn tower(round: &Position, side: Side, color: Color) -> Piece {
    Piece {
        kind: "tower",
        color: color.name(),
        owner: Some(side.seat()),
        letters: format!("{}{}", spanish_letter(side), color.letter()),
        figure: None,
        rank: round.rank(side, color),
        paint: Some(paint(color)),
        frame: Some(match side {
            Side::White => Paint::new(0, 15),
            Side::Black => Paint::new(15, 0),
        }),
    }
}

/// The colour of the square on which each side's last ply of this round ended.
fn last_colors(line: &Line<Match>) -> [Option<Color>; 2] {
    let mut last = [None; 2];
    let mut here = *line.start();
    // What a position says of its own past.
    last[here.turn() ^ 1] = here.round().required();
    for &m in line.moves() {
        match m {
            MatchMove::Step(step) => last[here.turn()] = Some(color_of(step.to)),
            MatchMove::Regroup(_) => last = [None; 2],
        }
        let seat = here.turn();
        here = here.play(m);
        // The tower that was pushed away has made a zero move, and the one that pushed answers to where it ended.
        if matches!(m, MatchMove::Step(_)) && here.turn() == seat && !here.round().is_over() {
            last[seat ^ 1] = here.round().required();
        }
    }
    last
}

fn explain(why: Illegal, lang: Lang) -> String {
    if lang == Lang::En {
        return why.to_string();
    }
    let name = square_name;
    match why {
        Illegal::Zero => {
            "el movimiento cero es solo para una torre obligada y bloqueada".to_owned()
        }
        Illegal::Empty(from) => format!("no hay torre en {}", name(from)),
        Illegal::Foreign(from, _) => format!("la torre de {} es del contrario", name(from)),
        Illegal::Color {
            required,
            at,
            from,
            color,
        } => format!(
            "debe mover la torre de color {}, en {}; la de {} es {}",
            required.spanish(),
            name(at),
            name(from),
            color.spanish()
        ),
        Illegal::Blocked(zero) => {
            let zero = Position::step_text(zero);
            format!("la torre está bloqueada y solo cabe {zero}")
        }
        Illegal::Direction => "las torres avanzan en vertical o en diagonal".to_owned(),
        Illegal::Reach(reach) => format!("esta torre avanza {reach} celdas como máximo"),
        Illegal::Occupied(to) => format!("la celda {} está ocupada", name(to)),
        Illegal::InTheWay(to) => format!("hay una torre en el camino a {}", name(to)),
    }
}

const RULES_EN: &str = "\
Kamisado: bring a tower to the other side's home row.
  The board has eight rows of eight colours, and each side a tower of each colour. Black's
  stand on row 1 and go up, White's on row 8 and go down. Black begins, with any tower.
  After that you must move your tower of the colour of the square on which the opponent's
  move has ended. It is marked on the board.
  A tower goes straight or diagonally forward, as far as the squares are free: it captures
  nothing and jumps over nothing.
  If the tower you must move is blocked it stays where it is, and the opponent moves the
  tower of the colour under it. If that one is blocked too (a deadlock), whoever made the
  last real move has lost. There are no draws.
In matches (--points 3) the tower that wins a round becomes a sumo: it goes at most five
  squares, may push one tower straight ahead, which gives it another turn, and its next win
  counts 3 points; a double sumo goes three, pushes two and counts 7, a triple sumo goes one,
  pushes three and counts 15. After a round the towers go home from the left or the right,
  as its winner says, and its loser begins.
Moves are typed as a1c3; 'moves' lists them all.";

const RULES_ES: &str = "\
Kamisado: hay que llevar una torre a la fila de origen del otro.
  El tablero tiene ocho filas de ocho colores, y cada bando una torre de cada color. Las
  negras están en la fila 1 y suben, las blancas en la 8 y bajan. Empieza el negro, con la
  torre que quiera. Después hay que mover la torre propia del color de la celda en la que
  acabó la jugada del contrario. Está marcada en el tablero.
  Las torres avanzan en vertical o en diagonal, tanto como haya celdas libres: no capturan ni
  saltan.
  Si la torre obligada está bloqueada se queda donde está, y el contrario mueve la torre del
  color que hay debajo de ella. Si también está bloqueada (bloqueo mutuo), pierde quien hizo
  el último movimiento de verdad. No hay tablas.
En los encuentros (--points 3) la torre que gana una ronda se hace sumo: avanza cinco celdas
  como máximo, puede empujar una torre que tenga delante, lo que le da otro turno, y cuando
  vuelva a ganar cuenta 3 puntos; la de sumo doble avanza tres, empuja dos y cuenta 7; la de
  sumo triple avanza una, empuja tres y cuenta 15. Tras una ronda las torres vuelven a casa
  por la izquierda o por la derecha, como diga quien la ganó, y empieza quien la perdió.
Las jugadas se escriben a1c3; 'jugadas' las enumera todas.";

impl Words for Match {
    fn title(&self, _: Lang) -> &'static str {
        "Kamisado"
    }

    fn pattern(&self) -> &'static str {
        "a1c3"
    }

    fn board(line: &Line<Match>) -> Board {
        let round = line.position().round();
        let last = line.moves().last().and_then(|m| match m {
            MatchMove::Step(step) => Some(*step),
            MatchMove::Regroup(_) => None,
        });
        let required = round.required().filter(|_| !round.is_over());
        let required = required.map(|color| round.square(round.side(), color));
        Board::new(8, 8, |file, rank| {
            let square = (rank * 8 + file) as u8;
            let color = color_of(square);
            let marks = [
                (Mark::From, last.is_some_and(|m| m.from == square)),
                (Mark::To, last.is_some_and(|m| m.to == square)),
                (Mark::MustMove, required == Some(square)),
            ];
            let marks = marks.into_iter().filter(|(_, is)| *is);
            Some(Cell {
                name: cell_name(file, rank),
                ground: Ground {
                    color: color.name(),
                    letter: Some(color.letter()),
                    paint: paint(color),
                },
                piece: round
                    .tower_at(square)
                    .map(|(side, color)| tower(round, side, color)),
                marks: marks.map(|(mark, _)| mark).collect(),
            })
        })
    }

    fn seat_name(&self, seat: usize, lang: Lang) -> String {
        let side = match Side::from_seat(seat) {
            Side::Black => lang.pick("Negro (N)", "Black (N)"),
            Side::White => lang.pick("Blanco (B)", "White (B)"),
        };
        side.to_owned()
    }

    fn rules_in_short(&self, lang: Lang) -> &'static str {
        lang.pick(RULES_ES, RULES_EN)
    }

    fn rule_tags(&self) -> Vec<(&'static str, String)> {
        let mut tags = vec![("Variant", "Kamisado".to_owned())];
        if self.round().deadlock() == Deadlock::Cycle {
            tags.push(("Deadlock", "cycle".to_owned()));
        }
        if self.target() != 1 {
            tags.push(("Match", self.target().to_string()));
        }
        tags
    }

    fn needs_fen(&self) -> bool {
        let usual = Position::start().with_deadlock(self.round().deadlock());
        *self != Match::new(usual, self.target())
    }

    /// Plies are numbered in the text, moves of both sides in a record.
    fn move_number(&self) -> u32 {
        u32::from(self.round().ply()).saturating_sub(1) / 2 + 1
    }

    fn read_move(&self, text: &str, lang: Lang) -> Result<MatchMove, String> {
        let lower = text.to_lowercase();
        if self.is_between_rounds() {
            return match lower.as_str() {
                "left" | "izquierda" => Ok(MatchMove::Regroup(Fill::Left)),
                "right" | "derecha" => Ok(MatchMove::Regroup(Fill::Right)),
                _ => Err(lang
                    .pick("Responda izquierda o derecha.", "Answer left or right.")
                    .to_owned()),
            };
        }
        let m = self.round().read_move(&lower).map(MatchMove::Step);
        m.map_err(|error| match error {
            MoveError::Form(text) => lang.pick(
                format!("'{text}' no es una jugada como c1c6."),
                format!("'{text}' is not a move like c1c6."),
            ),
            MoveError::Over(text) => lang.pick(
                format!("'{text}': la ronda ha terminado."),
                format!("'{text}': the round is over."),
            ),
            MoveError::Illegal { text, why } => {
                let why = explain(why, lang);
                lang.pick(
                    format!("'{text}' no es legal: {why}."),
                    format!("'{text}' is not legal: {why}."),
                )
            }
        })
    }

    /// The assignment's text board.
    fn text_board(line: &Line<Match>) -> String {
        line.position().round().board()
    }

    fn news(line: &Line<Match>, lang: Lang) -> Vec<String> {
        let here = line.position();
        let round = here.round();
        let last = last_colors(line);
        let letter = |side: Side| {
            // The letters on boards and in files are Spanish.
            last[side.seat()].map_or("-".to_owned(), |color| {
                lang.pick(
                    format!("{} ({})", color.letter(), color.spanish()),
                    color.name().to_owned(),
                )
            })
        };
        let (black, white) = (letter(Side::Black), letter(Side::White));
        let mut news = vec![lang.pick(
            format!("Último color: Negro {black}, Blanco {white}"),
            format!("Last colour: Black {black}, White {white}"),
        )];
        if here.target() > 1 {
            let (black, white) = (here.score(Side::Black), here.score(Side::White));
            let target = here.target();
            news.push(lang.pick(
                format!("Puntos: Negro {black}, Blanco {white}, hasta {target}"),
                format!("Points: Black {black}, White {white}, to {target}"),
            ));
        }
        if here.is_between_rounds() {
            let reason = round.outcome().map_or("", |outcome| outcome.reason);
            let reason = here.reason(reason, lang);
            let side = here.seat_name(here.turn(), lang);
            news.push(lang.pick(
                format!("{side} gana la ronda ({reason})."),
                format!("{side} wins the round ({reason})."),
            ));
            news.push(lang.pick(
                "Las torres se reagrupan: ¿izquierda o derecha?".to_owned(),
                "The towers regroup: left or right?".to_owned(),
            ));
        } else if let (Some(color), false) = (round.required(), round.is_over()) {
            let at = square_name(round.square(round.side(), color));
            let (who, color) = (here.seat_name(here.turn(), lang), color_name(color, lang));
            news.push(match round.zero_move() {
                None => lang.pick(
                    format!("{who} mueve la torre de color {color}, en {at}."),
                    format!("{who} moves the {color} tower, on {at}."),
                ),
                Some(_) => lang.pick(
                    format!("¡Bloqueo! La torre de color {color} de {who}, en {at}, no puede mover: movimiento cero."),
                    format!("Blocked! The {color} tower of {who} on {at} cannot move: a zero move."),
                ),
            });
        }
        news
    }

    fn told(&self, outcome: Outcome, lang: Lang) -> String {
        let winner = usize::from(!outcome.winners.contains(0));
        let side = self.seat_name(winner, lang);
        match (outcome.reason, lang) {
            ("deadlock", Lang::Es) => format!(
                "¡Bloqueo mutuo! Pierde quien hizo el último movimiento distinto de cero: gana {side}."
            ),
            ("deadlock", _) => format!(
                "Deadlock! Whoever made the last move that was no zero move has lost: {side} wins."
            ),
            (_, Lang::Es) => format!("Gana {side}: ha llegado a la fila de origen contraria."),
            (_, _) => format!("{side} wins: it has reached the opponent's home row."),
        }
    }

    /// The assignment's text board, the last colour of each side, and the position as text.
    fn display(line: &Line<Match>) -> String {
        let position = line.position();
        let mut out = position.round().board();
        let last = last_colors(line);
        for side in Side::BOTH {
            let color = last[side.seat()].map_or('-', Color::letter);
            let (name, turn) = (side.name(), spanish_letter(side));
            let _ = writeln!(out, "Last colour of {name} ({turn}): {color}");
        }
        let (text, key) = (position.text(), position.key());
        let _ = write!(out, "\nPosition: {text}\nKey: {key:016X}");
        if let Some(outcome) = position.outcome() {
            let winner = Side::from_seat(usize::from(!outcome.winners.contains(0)));
            let _ = write!(out, "\n{} has won: {}", winner.name(), outcome.reason);
        }
        out
    }
}
