//! Wording the engine's answers.

use engine::search::{Bound, Info, Report, score};
use games::Game;
use games::chess::Position;
use players::Score;
use std::fmt::{Display, Formatter, Write};

/// Formats a report of the chess searcher as a line. `position` is the root.
pub fn report(position: &Position, said: &Report, show_wdl: bool) -> String {
    match said {
        Report::Info(info) => chess_line(position, info, show_wdl).to_string(),
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

fn chess_line<'a>(
    position: &'a Position,
    info: &'a Info,
    show_wdl: bool,
) -> InfoLine<'a, Position> {
    let score = match score::mate_moves(info.score) {
        Some(moves) => Score::Mate(moves),
        None => Score::Centipawns(info.score),
    };
    InfoLine {
        seldepth: info.seldepth,
        multipv: info.multipv,
        bound: info.bound,
        wdl: show_wdl.then(|| match position.outcome() {
            Some(_) if info.score == score::DRAW => [0, 1000, 0],
            _ => win_draw_loss(info.score),
        }),
        nodes: info.nodes,
        tbhits: info.tbhits,
        hashfull: info.hashfull,
        time_us: info.time_us,
        pv: &info.pv,
        ..InfoLine::new(position, info.depth, score)
    }
}

/// An `info` line with a score.
pub struct InfoLine<'a, G: Game> {
    /// The position searched.
    pub root: &'a G,
    /// Plies of the iteration.
    pub depth: usize,
    /// Plies of the longest line; 0 for not to be told.
    pub seldepth: usize,
    /// Rank of this line, from 1.
    pub multipv: usize,
    /// From the view of the side to move.
    pub score: Score,
    /// Kind of the score: exact or a bound.
    pub bound: Bound,
    /// Chances of win, draw and loss in permille.
    pub wdl: Option<[u32; 3]>,
    /// Positions looked at.
    pub nodes: u64,
    /// Successful tablebase probes.
    pub tbhits: u64,
    /// Fill level of the table, in permille.
    pub hashfull: usize,
    /// Time since the search began, in microseconds.
    pub time_us: u64,
    /// The line: legal moves from the root.
    pub pv: &'a [G::Move],
}

impl<'a, G: Game> InfoLine<'a, G> {
    /// A first line of an exact score, with nothing said about the search.
    pub fn new(root: &'a G, depth: usize, score: Score) -> InfoLine<'a, G> {
        InfoLine {
            root,
            depth,
            seldepth: 0,
            multipv: 1,
            score,
            bound: Bound::Exact,
            wdl: None,
            nodes: 0,
            tbhits: 0,
            hashfull: 0,
            time_us: 0,
            pv: &[],
        }
    }
}

impl<G: Game> Display for InfoLine<'_, G> {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        write!(out, "info depth {}", self.depth)?;
        if self.seldepth > 0 {
            write!(out, " seldepth {} multipv {}", self.seldepth, self.multipv)?;
        }
        out.write_str(&score_text(self.score))?;
        out.write_str(match self.bound {
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
            Bound::Exact | Bound::None => "",
        })?;
        if let Some([win, draw, loss]) = self.wdl {
            write!(out, " wdl {win} {draw} {loss}")?;
        }
        let nps = u128::from(self.nodes) * 1_000_000 / u128::from(self.time_us.max(1));
        write!(
            out,
            " nodes {} nps {nps} hashfull {} tbhits {} time {}",
            self.nodes,
            self.hashfull,
            self.tbhits,
            self.time_us / 1000
        )?;
        if !self.pv.is_empty() {
            out.write_str(" pv")?;
            out.write_str(&line_text(self.root, self.pv))?;
        }
        Ok(())
    }
}

/// The `info` line of a game that is over.
pub fn game_over(score: Score) -> String {
    format!("info depth 0{}", score_text(score))
}

/// The score as UCI writes it, after a space.
fn score_text(score: Score) -> String {
    match score {
        Score::Mate(moves) => format!(" score mate {moves}"),
        Score::Centipawns(value) => format!(" score cp {value}"),
    }
}

/// The moves of a line, each after a space.
fn line_text<G: Game>(position: &G, pv: &[G::Move]) -> String {
    let mut here = position.clone();
    let mut out = String::new();
    for &m in pv {
        let _ = write!(out, " {}", here.move_text(m));
        here = here.play(m);
    }
    out
}

/// The `bestmove` line. A reply that is not legal is left out.
pub fn bestmove<G: Game>(position: &G, best: Option<G::Move>, ponder: Option<G::Move>) -> String {
    let Some(best) = best else {
        return "bestmove (none)".to_owned();
    };
    let mut out = format!("bestmove {}", position.move_text(best));
    let child = position.play(best);
    if let Some(reply) = ponder.filter(|m| child.legal_moves().contains(m)) {
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

/// The score at which a win is as likely as not, in centipawns. Both numbers are fitted by `atalaya train
/// wdl` to the scores and results of 183,188 positions of the network's games of 1,000 nodes a move (seed 39).
const EVEN_CHANCE: f64 = 131.0;
/// Scale on which chances change around `EVEN_CHANCE`, in centipawns: the smaller, the faster.
const SPREAD: f64 = 131.0;

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
