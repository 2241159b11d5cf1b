//! Text form of the engine's answers.

use games::Game;
use players::{Bound, Report, Score};
use std::fmt::Write;
use std::time::Duration;

/// Formats a report as an `info` line; `elapsed` is the time since the search began. Returns `None` if the report has
/// no depth, as is the case for one that consists of a remark only.
pub fn info(report: &Report, elapsed: Duration, show_wdl: bool) -> Option<String> {
    let depth = report.depth?;
    let mut out = format!("info depth {depth}");
    if let Some((m, number)) = &report.current {
        let _ = write!(out, " currmove {m} currmovenumber {number}");
        return Some(out);
    }
    if depth > 0 {
        let longest = u32::try_from(report.pv.len()).map_or(depth, |plies| plies.max(depth));
        let seldepth = report.seldepth.unwrap_or(longest);
        let _ = write!(out, " seldepth {seldepth} multipv {}", report.rank + 1);
    }
    out.push_str(&report.score.map_or(String::new(), score_text));
    out.push_str(match report.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    });
    if let Some([win, draw, loss]) = report.wdl.filter(|_| show_wdl) {
        let _ = write!(out, " wdl {win} {draw} {loss}");
    }
    if let Some(nodes) = report.nodes {
        let nps = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
        let _ = write!(
            out,
            " nodes {nodes} nps {nps} hashfull {} tbhits {} time {}",
            report.hashfull,
            report.tbhits,
            elapsed.as_millis()
        );
    }
    if !report.pv.is_empty() {
        let _ = write!(out, " pv {}", report.pv.join(" "));
    }
    Some(out)
}

/// Formats a score as UCI writes it, with a leading space.
fn score_text(score: Score) -> String {
    match score {
        Score::Mate(moves) => format!(" score mate {moves}"),
        Score::Centipawns(value) => format!(" score cp {value}"),
    }
}

/// Formats the `bestmove` line; `best` is `None` if there is no legal move. The expected reply `ponder` is left out if
/// it is `None` or not legal.
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

/// Formats a text as an `info string` line, which is shortened if it is long; control characters are replaced.
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

/// Returns the text, shortened if it is too long to be quoted in the middle of a sentence.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 200;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST).collect();
    start + "…"
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
}
