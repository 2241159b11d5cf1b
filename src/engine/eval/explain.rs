//! Explanation of the evaluation for people: the value of each piece to it, and a table of its terms.

use super::network::Network;
use super::{EvalKind, bare, classical, evaluate, features};
use base::say;
use games::Lang;
use games::chess::{Position, Square};
use games::pgn::letters::Letters;

/// Returns a text in a language that explains the static evaluation, from White's side in centipawns: several lines
/// without a line break at the end.
///
/// For the classical evaluation and the network it shows the boards of both side by side, each piece with the amount
/// that its side's score loses without it; for the classical evaluation also its terms.
pub fn explain(kind: EvalKind, network: &Network, position: &Position, lang: Lang) -> String {
    let mut out = String::new();
    if kind != EvalKind::Material {
        out += &boards(network, position, lang);
    }
    if kind == EvalKind::Classical {
        out += &terms(position, lang);
    }
    if kind != EvalKind::Material && bare::evaluate(position).is_some() {
        out += say!(lang, "eval-bare-king");
        out.push('\n');
    }
    let score = white_score(kind, network, position);
    out + &say!(lang, "eval-total", kind = kind.name(), score)
}

/// Returns the evaluation of a position from White's side, in centipawns.
pub fn white_score(kind: EvalKind, network: &Network, position: &Position) -> i32 {
    let score = evaluate(kind, network, position);
    position.turn().fold_wb(score, -score)
}

const SIDE_BY_SIDE: [EvalKind; 2] = [EvalKind::Classical, EvalKind::Network];

fn boards(network: &Network, position: &Position, lang: Lang) -> String {
    let mut out = String::new();
    let mut row = |label: &str, cells: &dyn Fn(EvalKind) -> String| {
        let cells = SIDE_BY_SIDE.map(cells);
        let line = format!("{label:1} {:<40}    {label:1} {}", cells[0], cells[1]);
        out += line.trim_end();
        out.push('\n');
    };
    row("", &|kind| say!(lang, "eval-board", kind = kind.name()));
    let files = || -> String { ('a'..='h').map(|file| format!("{file:>5}")).collect() };
    row("", &|_| files());
    for rank in (0..8).rev() {
        let squares: Vec<Square> = (0..8).map(|file| Square::new(8 * rank + file)).collect();
        row(&(rank + 1).to_string(), &|_| {
            let letter = |at: &Square| match position.piece_at(*at) {
                Some(piece) => Letters::of(lang).translated(piece.char()),
                None => '.',
            };
            squares
                .iter()
                .map(|at| format!("{:>5}", letter(at)))
                .collect()
        });
        row("", &|kind| {
            let cells = squares
                .iter()
                .map(|at| match worth(kind, network, position, *at) {
                    Some(worth) => format!("{worth:>5}"),
                    None => " ".repeat(5),
                });
            cells.collect()
        });
    }
    row("", &|kind| {
        let score = white_score(kind, network, position);
        say!(lang, "eval-all-in-all", score)
    });
    out
}

/// Returns the value of the piece on a square: by how many centipawns the score of its side falls when it is taken off
/// the board. `None` for a king and for an empty square.
fn worth(kind: EvalKind, network: &Network, position: &Position, at: Square) -> Option<i32> {
    let piece = position.piece_at(at)?;
    let without = position.without(at)?;
    let loss = white_score(kind, network, position) - white_score(kind, network, &without);
    Some(piece.color.fold_wb(loss, -loss))
}

/// A piece on the board, and its value to the classical evaluation and to the network.
pub struct PieceWorth {
    /// Square of the piece.
    pub at: Square,
    /// Letter of the piece in FEN.
    pub letter: char,
    /// The amount that its side's score loses without it in centipawns: classical, network. `None` for a king.
    pub worth: Option<[i32; 2]>,
}

/// Returns all pieces, from a1 to h8, with their values.
pub fn pieces(network: &Network, position: &Position) -> Vec<PieceWorth> {
    let squares = (0..64).map(Square::new);
    let piece = |at: Square| {
        let [classical, learnt] = SIDE_BY_SIDE.map(|kind| worth(kind, network, position, at));
        Some(PieceWorth {
            at,
            letter: position.piece_at(at)?.char(),
            worth: classical.zip(learnt).map(|(a, b)| [a, b]),
        })
    };
    squares.filter_map(piece).collect()
}

/// Returns the terms of the classical evaluation that are not zero: name, White's minus Black's in centipawns in the
/// middlegame, and in the endgame.
pub fn classical_terms(position: &Position) -> Vec<(String, i32, i32)> {
    let trace = classical::trace(position);
    let groups = features::GROUPS.iter();
    let terms = groups.map(|&(name, first, len)| {
        let (mg, eg) = trace.group(first, len);
        (name.to_lowercase().replace('_', " "), mg, eg)
    });
    terms.filter(|(_, mg, eg)| (*mg, *eg) != (0, 0)).collect()
}

/// Returns a table of the terms of the classical evaluation.
fn terms(position: &Position, lang: Lang) -> String {
    let line = |term: &str, mg: &str, eg: &str| format!("{term:<20} {mg:>6} {eg:>6}\n");
    let mut out = line(
        say!(lang, "eval-head-term"),
        say!(lang, "eval-head-middlegame"),
        say!(lang, "eval-head-endgame"),
    );
    let mut total = (0, 0);
    for (name, mg, eg) in classical_terms(position) {
        total = (total.0 + mg, total.1 + eg);
        let term = say!(lang, "eval-term", term = name.replace(' ', "-"));
        out += &line(&term, &mg.to_string(), &eg.to_string());
    }
    let (mg, eg) = (total.0.to_string(), total.1.to_string());
    out += &line(say!(lang, "eval-sum"), &mg, &eg);
    let (phase, most) = (classical::phase(position), classical::MAX_PHASE);
    out + &say!(lang, "eval-phase", phase, most) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_worth_what_its_side_loses_without_it_whoever_is_to_move() {
        let network = Network::embedded();
        for turn in ["w", "b"] {
            let fen = format!("3qk3/8/8/8/8/8/4P3/4K3 {turn} - - 0 1");
            let position = Position::from_fen(&fen, false).expect("legal");
            let worth = |kind, at| worth(kind, network, &position, at);
            assert!(worth(EvalKind::Classical, Square::D8) > Some(500));
            assert!(worth(EvalKind::Classical, Square::E2) > Some(20));
            let without = position.without(Square::D8).expect("a queen");
            let lost = network.evaluate(&without) - network.evaluate(&position);
            let lost = position.turn().fold_wb(lost, -lost);
            assert_eq!(worth(EvalKind::Network, Square::D8), Some(lost));
            assert_eq!(worth(EvalKind::Classical, Square::E1), None);
            assert_eq!(worth(EvalKind::Classical, Square::A1), None);
        }
    }

    #[test]
    fn both_boards_have_every_rank_and_end_in_their_scores() {
        let text = explain(
            EvalKind::Classical,
            Network::embedded(),
            &Position::start(),
            Lang::EN,
        );
        let ranks = text
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        assert_eq!(ranks.count(), 8, "{text}");
        assert_eq!(text.matches("all in all").count(), 2, "{text}");
        assert!(text.lines().all(|line| line.len() < 100), "{text}");
    }
}
