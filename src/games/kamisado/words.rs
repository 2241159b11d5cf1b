//! Texts and drawings of Kamisado, with the colours and words of the assignment.

use super::{
    Color, Deadlock, Fill, Match, MatchMove, Position, Side, color_of, spanish_letter, square_name,
};
use crate::board::cell_name;
use crate::svg;
use crate::{Board, Cell, Game, Ground, Lang, Line, Mark, Outcome, Paint, Piece, Words};
use base::say;
use std::fmt::Write;

/// Terminal colours (xterm's 256 colours) for a colour of the game.
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

/// Name of a colour, in lower case.
pub(super) fn color_name(color: Color, lang: Lang) -> &'static str {
    match color {
        Color::Yellow => say!(lang, "color-yellow"),
        Color::Blue => say!(lang, "color-blue"),
        Color::Brown => say!(lang, "color-brown"),
        Color::Orange => say!(lang, "color-orange"),
        Color::Purple => say!(lang, "color-purple"),
        Color::Red => say!(lang, "color-red"),
        Color::Pink => say!(lang, "color-pink"),
        Color::Green => say!(lang, "color-green"),
    }
}

/// Letter of a colour: in the language `lang` on boards for people; elsewhere, with `None`, that of the assignment.
fn color_letter(color: Color, lang: Option<Lang>) -> char {
    let own = lang.and_then(|lang| {
        svg::color_letter("tower", color.name(), lang)?
            .chars()
            .next()
    });
    own.unwrap_or(color.letter())
}

/// Letter of a side: in the language `lang` on boards for people; elsewhere, with `None`, the Spanish one of the
/// assignment.
fn side_letter(side: Side, lang: Option<Lang>) -> char {
    let own = lang.map(|lang| match side {
        Side::Black => say!(lang, "letter-side-black"),
        Side::White => say!(lang, "letter-side-white"),
    });
    let own = own.and_then(|letter| letter.chars().next());
    own.unwrap_or(spanish_letter(side))
}

fn tower(round: &Position, side: Side, color: Color, lang: Option<Lang>) -> Piece {
    Piece {
        kind: "tower",
        color: color.name(),
        owner: Some(side.seat()),
        letters: [side_letter(side, lang), color_letter(color, lang)]
            .into_iter()
            .collect(),
        figure: None,
        rank: round.rank(side, color),
        paint: Some(paint(color)),
        frame: Some(match side {
            Side::White => Paint::new(0, 15),
            Side::Black => Paint::new(15, 0),
        }),
    }
}

/// Board after the moves of a game, with the letters of a language or, if it is `None`, those of the assignment.
fn drawn(line: &Line<Match>, lang: Option<Lang>) -> Board {
    let round = line.position().round();
    let last = line.moves().last().and_then(|m| match m {
        MatchMove::Step(step) => Some(*step),
        MatchMove::Regroup(_) => None,
    });
    let required = round.required().filter(|_| !round.is_over());
    let required = required.and_then(|color| round.square(round.side(), color));
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
                letter: Some(color_letter(color, lang)),
                paint: paint(color),
            },
            piece: round
                .tower_at(square)
                .map(|(side, color)| tower(round, side, color, lang)),
            marks: marks.map(|(mark, _)| mark).collect(),
        })
    })
}

/// Colour of the square on which each side's last ply of the current round ended; `None` if there is none.
fn last_colors(line: &Line<Match>) -> [Option<Color>; 2] {
    let mut last = [None; 2];
    let mut here = *line.start();
    // A start position determines only the colour of the last ply.
    last[here.turn() ^ 1] = here.round().required();
    for &m in line.moves() {
        match m {
            MatchMove::Step(step) => last[here.turn()] = Some(color_of(step.to)),
            MatchMove::Regroup(_) => last = [None; 2],
        }
        let seat = here.turn();
        here = here.play(m);
        // After a push the pushed side has passed with a zero move, whose colour is that of the square where the last
        // pushed tower stands.
        if matches!(m, MatchMove::Step(_)) && here.turn() == seat && !here.round().is_over() {
            last[seat ^ 1] = here.round().required();
        }
    }
    last
}

impl Words for Match {
    fn title(&self, _: Lang) -> &'static str {
        "Kamisado"
    }

    fn pattern(&self) -> &'static str {
        "a1c3"
    }

    fn board(line: &Line<Match>) -> Board {
        drawn(line, None)
    }

    fn board_in(line: &Line<Match>, lang: Lang) -> Board {
        drawn(line, Some(lang))
    }

    fn seat_name(&self, seat: usize, lang: Lang) -> String {
        let side = match Side::from_seat(seat) {
            Side::Black => say!(lang, "kamisado-seat-black"),
            Side::White => say!(lang, "kamisado-seat-white"),
        };
        side.to_owned()
    }

    fn rules_in_short(&self, lang: Lang) -> &'static str {
        say!(lang, "kamisado-rules")
    }

    fn rule_tags(&self) -> Vec<(&'static str, String)> {
        let mut tags = vec![("Variant", "Kamisado".to_owned())];
        if self.round().deadlock() == Deadlock::Cycle {
            tags.push(("Deadlock", "cycle".to_owned()));
        }
        if self.round().lacks_towers() {
            tags.push(("Towers", "some".to_owned()));
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

    /// A position counts plies; a game record counts moves of both sides.
    fn move_number(&self) -> u32 {
        u32::from(self.round().ply()).saturating_sub(1) / 2 + 1
    }

    fn read_move(&self, text: &str, lang: Lang) -> Result<MatchMove, String> {
        let lower = text.to_lowercase();
        if self.is_between_rounds() {
            let is = |word: fn(Lang) -> &'static str| Lang::all().any(|lang| word(lang) == lower);
            return if is(|lang| say!(lang, "kamisado-left")) {
                Ok(MatchMove::Regroup(Fill::Left))
            } else if is(|lang| say!(lang, "kamisado-right")) {
                Ok(MatchMove::Regroup(Fill::Right))
            } else {
                Err(say!(lang, "kamisado-answer-left-right").to_owned())
            };
        }
        let m = self.round().read_move(&lower).map(MatchMove::Step);
        m.map_err(|error| format!("{}.", error.text(lang)))
    }

    /// Text board of the assignment, with its letters or those of a language.
    fn text_board(line: &Line<Match>, lang: Option<Lang>) -> String {
        let round = line.position().round();
        round.board_with(
            |side| side_letter(side, lang),
            |color| color_letter(color, lang),
        )
    }

    fn news(line: &Line<Match>, lang: Lang) -> Vec<String> {
        let here = line.position();
        let round = here.round();
        let last = last_colors(line);
        let letter = |side: Side| {
            last[side.seat()].map_or("-".to_owned(), |color| {
                let (letter, color) = (color.letter(), color_name(color, lang));
                say!(lang, "kamisado-last-colour", color, letter)
            })
        };
        let (black, white) = (letter(Side::Black), letter(Side::White));
        let mut news = vec![say!(lang, "kamisado-last-colour-black-white", black, white)];
        if here.target() > 1 {
            let (black, white) = (here.score(Side::Black), here.score(Side::White));
            let target = here.target();
            news.push(say!(
                lang,
                "kamisado-points-black-white",
                black,
                white,
                target
            ));
        }
        if here.is_between_rounds() {
            let reason = round.outcome().map_or("", |outcome| outcome.reason);
            let reason = here.reason(reason, lang);
            let side = here.seat_name(here.turn(), lang);
            news.push(say!(lang, "kamisado-wins-round", side, reason));
            news.push(say!(lang, "kamisado-towers-regroup-left-right").to_owned());
        } else if let Some(color) = round.required().filter(|_| !round.is_over())
            && let Some(at) = round.square(round.side(), color)
        {
            let at = square_name(at);
            let (who, color) = (here.seat_name(here.turn(), lang), color_name(color, lang));
            news.push(match round.zero_move() {
                None => say!(lang, "kamisado-moves-tower", who, color, at),
                Some(_) => say!(lang, "kamisado-blocked-tower-cannot-move", color, who, at),
            });
        }
        news
    }

    fn outcome_text(&self, outcome: Outcome, lang: Lang) -> String {
        let winner = usize::from(!outcome.winners.contains(0));
        let side = self.seat_name(winner, lang);
        match outcome.reason {
            "deadlock" => say!(lang, "kamisado-told-deadlock", side),
            _ => say!(lang, "kamisado-told", side),
        }
    }

    /// Text board of the assignment, the last colour of each side, and the position as text.
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
