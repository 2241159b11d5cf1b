//! Wording the engine's answers.

use crate::games::chess::{Move, Position};
use crate::search::{Bound, Decision, Info, Report, score};
use std::fmt::Write;

/// An `info` line. `position` is the root.
pub fn report(position: &Position, said: &Report, show_wdl: bool) -> String {
    match said {
        Report::Info(info) => line(position, info, show_wdl),
        Report::CurrentMove {
            depth,
            current,
            number,
        } => {
            let m = position.move_text(*current);
            format!("info depth {depth} currmove {m} currmovenumber {number}")
        }
    }
}

fn line(position: &Position, info: &Info, show_wdl: bool) -> String {
    let mut out = format!("info depth {}", info.depth);
    if info.seldepth > 0 {
        let _ = write!(out, " seldepth {} multipv {}", info.seldepth, info.multipv);
    }
    let _ = match score::mate_moves(info.score) {
        Some(moves) => write!(out, " score mate {moves}"),
        None => write!(out, " score cp {}", info.score),
    };
    out.push_str(match info.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    });
    if show_wdl {
        let [win, draw, loss] = win_draw_loss(info.score);
        let _ = write!(out, " wdl {win} {draw} {loss}");
    }
    let nps = u128::from(info.nodes) * 1_000_000 / u128::from(info.time_us.max(1));
    let _ = write!(
        out,
        " nodes {} nps {nps} hashfull {} tbhits {} time {}",
        info.nodes,
        info.hashfull,
        info.tbhits,
        info.time_us / 1000
    );
    if !info.pv.is_empty() {
        out.push_str(" pv");
        out.push_str(&line_text(position, &info.pv));
    }
    out
}

/// The moves of a line, each after a space.
fn line_text(position: &Position, pv: &[Move]) -> String {
    let mut here = *position;
    let mut out = String::new();
    for &m in pv {
        let _ = write!(out, " {}", here.move_text(m));
        here = here.play(m);
    }
    out
}

/// The `bestmove` line.
pub fn bestmove(position: &Position, decision: &Decision) -> String {
    let Some(best) = decision.best else {
        return "bestmove (none)".to_owned();
    };
    let mut out = format!("bestmove {}", position.move_text(best));
    let child = position.play(best);
    if let Some(reply) = decision.ponder.filter(|m| child.is_legal(*m)) {
        let _ = write!(out, " ponder {}", child.move_text(reply));
    }
    out
}

/// An `info string` line: never long, and without control characters, whatever it quotes.
pub fn note(text: &str) -> String {
    const LONGEST: usize = 400;
    let plain: String = text
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .take(LONGEST + 1)
        .collect();
    match plain.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("info string {}…", &plain[..end]),
        None => format!("info string {plain}"),
    }
}

/// A text short enough to be quoted in the middle of a sentence.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 200;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST).collect();
    start + "…"
}

/// The score at which a win is as likely as not, in centipawns. Both numbers are fitted to scores
/// and results of self-play: 218,560 positions of `atalaya train selfplay --nodes 4000 --seed 2`.
const EVEN_CHANCE: f64 = 120.0;
/// How quickly chances change around it, in centipawns.
const SPREAD: f64 = 130.0;

/// Chances of win, draw and loss in permille, adding up to 1000: two logistic curves, one for
/// winning at `EVEN_CHANCE`, its mirror image for losing.
pub fn win_draw_loss(score: i32) -> [u32; 3] {
    if score::is_decided(score) {
        return if score > 0 {
            [1000, 0, 0]
        } else {
            [0, 0, 1000]
        };
    }
    let chance = |score: f64| 1000.0 / (1.0 + ((EVEN_CHANCE - score) / SPREAD).exp());
    let win = chance(f64::from(score)).round() as u32;
    let loss = chance(f64::from(-score)).round() as u32;
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_quoted_in_part_and_control_characters_are_not_passed_on() {
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"x".repeat(1_000_000)).chars().count(), 201);
        assert_eq!(note("a\0b\nc"), "info string a\u{fffd}b\u{fffd}c");
        assert_eq!(note(&"é".repeat(400)).chars().count(), 12 + 400);
        assert_eq!(note(&"é".repeat(401)).chars().count(), 12 + 401);
    }

    #[test]
    fn chances_add_up_and_follow_the_score() {
        let mut last = 0;
        for score in (-31_000..=31_000).step_by(7) {
            let [win, draw, loss] = win_draw_loss(score);
            assert_eq!(win + draw + loss, 1000);
            assert!(win >= last);
            last = win;
        }
        assert_eq!(win_draw_loss(0)[0], win_draw_loss(0)[2]);
    }

    #[test]
    fn castling_in_a_line_is_written_as_the_position_is_read() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (chess960, text) in [(false, " e1g1 e8c8"), (true, " e1h1 e8a8")] {
            let position = Position::from_fen(fen, chess960).expect(fen);
            let white = position.parse_move("e1g1").expect("castling");
            let black = position.play(white).parse_move("e8c8").expect("castling");
            assert_eq!(line_text(&position, &[white, black]), text);
        }
    }
}
