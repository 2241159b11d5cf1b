//! Kamisado at the terminal.

use super::board::{self, Cell, Piece, Style};
use super::look::Lang;
use super::table::{self};
use crate::games::kamisado::{
    Color, Deadlock, Fill, Illegal, Match, MatchMove, MoveError, Position, Record, START, Side,
    color_of, spanish_letter, square_name,
};
use crate::games::{AnyGame, Game, Line};
use crate::limits::{Budget, Limits};
use crate::memory::OutOfMemory;
use crate::players::kamisado::{KamisadoPlayer, Strength};
use crate::players::{Choice, Failure, Level, Levels, Player, Report};
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::sync::atomic::AtomicBool;

/// Size of the prover's table of a machine that does not prove, in mebibytes.
const HASH_MB: usize = 1;

/// Kamisado at the terminal.
pub struct Table;

/// The position to begin with.
///
/// # Errors
/// The text is none.
pub fn start(text: Option<&str>, points: u8, deadlock: Deadlock) -> Result<Match, super::CliError> {
    Ok(Match::parse(text.unwrap_or(START), points, deadlock)?)
}

/// Foreground and background of a colour, among the 256 of xterm.
fn paint(color: Color) -> (u8, u8) {
    match color {
        Color::Yellow => (0, 226),
        Color::Blue => (15, 26),
        Color::Brown => (15, 94),
        Color::Orange => (0, 208),
        Color::Purple => (15, 91),
        Color::Red => (15, 160),
        Color::Pink => (0, 218),
        Color::Green => (15, 28),
    }
}

fn color_name(color: Color, lang: Lang) -> &'static str {
    lang.pick(color.spanish(), color.name())
}

/// The text board's cell, in colours: the square's in the corners, in the middle the tower's,
/// between two bars in the colour of its side.
fn cell(round: &Position, square: u8) -> Cell {
    let ground = paint(color_of(square));
    let letter = color_of(square).letter();
    let piece = |text: String, colors| Piece {
        text,
        colors: Some(colors),
    };
    let corners = || vec![piece(format!("{letter}..{letter}"), ground)];
    let middle = match round.tower_at(square) {
        None => vec![piece("----".to_owned(), ground)],
        Some((side, color)) => {
            let bar = match side {
                Side::White => (0, 15),
                Side::Black => (15, 0),
            };
            let rank = ["-", "1", "2", "3"][usize::from(round.rank(side, color)) & 3];
            let tower = format!("{}{}", spanish_letter(side), color.letter());
            vec![
                piece(rank.to_owned(), bar),
                piece(tower, paint(color)),
                piece("-".to_owned(), bar),
            ]
        }
    };
    vec![corners(), middle, corners()]
}

/// The colour of the square on which each side's last ply of this round ended.
fn last_colors(line: &Line<Match>) -> [Option<Color>; 2] {
    let mut last = [None; 2];
    let mut here = *line.start();
    last[here.turn() ^ 1] = here.round().required();
    for &m in line.moves() {
        match m {
            MatchMove::Step(step) => last[here.turn()] = Some(color_of(step.to)),
            MatchMove::Regroup(_) => last = [None; 2],
        }
        here = here.play(m);
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

impl table::Table for Table {
    type G = Match;

    fn draw(&self, line: &Line<Match>, style: Style) -> String {
        let round = line.position().round();
        board::draw(style, 8, 8, |file, rank| {
            cell(round, (rank * 8 + file) as u8)
        })
    }

    fn text_board(&self, line: &Line<Match>) -> String {
        line.position().round().board()
    }

    fn side(&self, _: &Match, seat: usize, lang: Lang) -> String {
        let side = match Side::from_seat(seat) {
            Side::Black => lang.pick("Negro (N)", "Black (N)"),
            Side::White => lang.pick("Blanco (B)", "White (B)"),
        };
        side.to_owned()
    }

    fn pattern(&self) -> &'static str {
        "a1c3"
    }

    fn read(&self, position: &Match, text: &str, lang: Lang) -> Result<MatchMove, String> {
        let lower = text.to_lowercase();
        if position.is_between_rounds() {
            return match lower.as_str() {
                "left" | "izquierda" => Ok(MatchMove::Regroup(Fill::Left)),
                "right" | "derecha" => Ok(MatchMove::Regroup(Fill::Right)),
                _ => Err(lang
                    .pick("Responda izquierda o derecha.", "Answer left or right.")
                    .to_owned()),
            };
        }
        let m = position.round().read_move(&lower).map(MatchMove::Step);
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

    fn name(&self, position: &Match, m: MatchMove) -> String {
        position.move_text(m)
    }

    fn news(&self, line: &Line<Match>, lang: Lang) -> Vec<String> {
        let here = line.position();
        let round = here.round();
        let last = last_colors(line);
        let letter = |side: Side| {
            last[side.seat()].map_or("-".to_owned(), |color| {
                format!("{} ({})", color.letter(), color_name(color, lang))
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
            let reason = here.round().outcome().map_or("", |outcome| outcome.reason);
            let side = self.side(here, here.turn(), lang);
            news.push(lang.pick(
                format!("{side} gana la ronda ({}).", spanish_reason(reason)),
                format!("{side} wins the round ({reason})."),
            ));
            news.push(lang.pick(
                "Las torres se reagrupan: ¿izquierda o derecha?".to_owned(),
                "The towers regroup: left or right?".to_owned(),
            ));
        } else if let (Some(color), false) = (round.required(), round.is_over()) {
            let side = round.side();
            let at = square_name(round.square(side, color));
            let (who, color) = (self.side(here, here.turn(), lang), color_name(color, lang));
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

    fn forced(&self, position: &Match) -> Option<MatchMove> {
        if position.is_between_rounds() {
            return None;
        }
        position.round().zero_move().map(MatchMove::Step)
    }

    fn numbered(&self, number: u8, seed: u64) -> Result<Box<dyn Player<Match>>, OutOfMemory> {
        match Strength::numbered(number) {
            None | Some(Strength::Perfect) => Match::at_level(Level::Expert, seed),
            Some(strength) => Ok(Box::new(Numbered {
                player: KamisadoPlayer::new(HASH_MB)?,
                strength,
                rng: StdRng::seed_from_u64(seed),
            })),
        }
    }

    fn ending(&self, line: &Line<Match>, lang: Lang) -> Option<String> {
        let outcome = line.outcome()?;
        let seat = usize::from(!outcome.winners.contains(0));
        let side = self.side(line.position(), seat, lang);
        Some(match (outcome.reason, lang) {
            ("deadlock", Lang::Es) => format!(
                "¡Bloqueo mutuo! Pierde quien hizo el último movimiento distinto de cero: gana {side}."
            ),
            ("deadlock", Lang::En) => format!(
                "Deadlock! Whoever made the last move that was no zero move has lost: {side} wins."
            ),
            (_, Lang::Es) => format!("Gana {side}: ha llegado a la fila de origen contraria."),
            (_, Lang::En) => format!("{side} wins: it has reached the opponent's home row."),
        })
    }

    fn record(&self, line: &Line<Match>, names: &[String]) -> Option<String> {
        let [black, white] = names else {
            return None;
        };
        let tag = |side: &str, name: &String| (side.to_owned(), name.clone());
        let tags = vec![tag("White", white), tag("Black", black)];
        let game = line.clone();
        Some(Record { tags, game }.to_text())
    }

    fn any(&self, line: &Line<Match>) -> AnyGame {
        line.into()
    }
}

/// The game's own player, at one of its own strengths.
struct Numbered {
    player: KamisadoPlayer,
    strength: Strength,
    rng: StdRng,
}

impl Player<Match> for Numbered {
    fn new_game(&mut self, _: &Match) -> Result<(), Failure> {
        self.player.clear();
        Ok(())
    }

    fn choose(
        &mut self,
        line: &Line<Match>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<MatchMove>, Failure> {
        let game = line.position();
        let budget = Budget::of_move(limits, game.turn(), stop);
        let mut halt = |nodes| budget.is_spent(nodes);
        let player = &mut self.player;
        let chosen = player.choose_at(game, self.strength, &mut self.rng, &mut halt);
        if budget.is_interrupted() {
            return Err(Failure::Interrupted);
        }
        Ok(Choice {
            chosen: chosen.ok_or_else(|| Failure::IllegalMove("(none)".to_owned()))?,
            elapsed: budget.elapsed(),
            report: Report::default(),
        })
    }
}

fn spanish_reason(reason: &str) -> &str {
    match reason {
        "home row" => "llegada a la fila de origen",
        "deadlock" => "bloqueo mutuo",
        other => other,
    }
}
