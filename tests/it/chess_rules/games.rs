//! Random games of many thousands of plies, compared with shakmaty at every ply.

use games::Line;
use games::chess::{Move, MoveKind, Position, START_FEN};
use oracles::chess::{KeyBook, Verdict, all_patterns, compare, expected_outcome, sans, words};
use oracles::starts::{ODD, ODD_960, chess960, random_board, shakmaty_reads, with_usable_rights};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use shakmaty::Position as _;
use shakmaty::uci::UciMove;
use std::collections::{BTreeMap, HashMap};

/// How moves are chosen: none of the three ways meets every rule often.
#[derive(Clone, Copy)]
enum Style {
    /// Any legal move.
    Uniform,
    /// Takes, promotes and castles when it can: empties the board.
    Eager,
    /// Takes its last move back when it can: repeats positions, runs the counters up.
    Shuffling,
}

/// The referee of one test: everything seen so far.
struct Referee {
    rng: Xoshiro256PlusPlus,
    keys: KeyBook,
    plies: usize,
    /// How often each rule was met, so that a test cannot pass by never meeting it.
    met: BTreeMap<&'static str, usize>,
}

impl Referee {
    fn new(seed: u64) -> Referee {
        Referee {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            keys: KeyBook::default(),
            plies: 0,
            met: BTreeMap::new(),
        }
    }

    /// Plays one game of up to `plies` plies.
    fn game(&mut self, fen: &str, chess960: bool, style: Style, plies: usize) -> Verdict {
        let read = Position::read_fen(fen, chess960).map_err(|e| format!("{fen}: {e}"))?;
        // Of random boards as shakmaty does: what standard chess does not know is left out.
        let (position, _) = read.split();
        let mut theirs = shakmaty_reads(fen, position.is_chess960())?;
        let mut line = Line::new(position);
        let mut occurrences: HashMap<String, usize> = HashMap::new();
        for ply in 0..plies {
            let position = *line.position();
            compare(&position, &theirs)?;
            self.keys.check(&position, &theirs)?;
            let count = occurrences.entry(words(&theirs)).or_default();
            *count += 1;
            let expected = expected_outcome(&theirs, *count);
            if (line.occurrences(), line.outcome()) != (*count, expected) {
                let found = line.outcome();
                return Err(format!(
                    "{found:?}, not {expected:?}, in {}",
                    position.fen()
                ));
            }
            // These two are slow: a sample will do.
            if ply % 8 == 0 {
                all_patterns(&position)?;
            }
            if ply % 4 == 0 {
                sans(&position, &theirs)?;
            }
            self.plies += 1;
            if let Some(outcome) = expected {
                *self.met.entry(outcome.reason).or_default() += 1;
            }
            if position.is_insufficient_material() || position.halfmoves() > 130 {
                break;
            }
            let Some(m) = self.choose(style, &line) else {
                break;
            };
            self.note(&position, m);
            let text = position.move_text(m);
            theirs = text
                .parse::<UciMove>()
                .map_err(|error| error.to_string())
                .and_then(|uci| uci.to_move(&theirs).map_err(|error| error.to_string()))
                .and_then(|m| theirs.play(m).map_err(|error| error.to_string()))
                .map_err(|error| format!("{text} in FEN {}: {error}", position.fen()))?;
            line.play(m);
        }
        Ok(())
    }

    fn choose(&mut self, style: Style, line: &Line<Position>) -> Option<Move> {
        let position = line.position();
        let legal = position.legal_moves();
        if legal.is_empty() {
            return None;
        }
        let eager = |m: &Move| position.is_capture(*m) || m.promoted().is_some() || m.is_castle();
        let preferred: Vec<Move> = match style {
            Style::Uniform => Vec::new(),
            Style::Eager => legal.iter().copied().filter(eager).collect(),
            Style::Shuffling => {
                let own = line.moves().len().checked_sub(2).map(|n| line.moves()[n]);
                let back = own.map(|m| Move::normal(m.to(), m.from()));
                legal.iter().copied().filter(|m| Some(*m) == back).collect()
            }
        };
        let pool = if preferred.is_empty() || self.rng.random_bool(0.25) {
            &legal[..]
        } else {
            &preferred[..]
        };
        Some(pool[self.rng.random_range(0..pool.len())])
    }

    fn note(&mut self, position: &Position, m: Move) {
        let mut met = |what| *self.met.entry(what).or_default() += 1;
        match m.kind() {
            MoveKind::EnPassant => met("en passant"),
            MoveKind::Castle if m.to() > m.from() => met("castling to the g-file"),
            MoveKind::Castle => met("castling to the c-file"),
            MoveKind::Promotion(_) => met("promotion"),
            MoveKind::Normal => {}
        }
        if position.checkers().more_than_one() {
            met("double check");
        }
    }

    /// Fails unless each of these was met at least `least` times.
    fn must_have_met(&self, least: usize, rules: &[&'static str]) {
        for rule in rules {
            let met = self.met.get(rule).copied().unwrap_or(0);
            let all = &self.met;
            assert!(met >= least, "{rule} was met only {met} times: {all:?}");
        }
    }
}

const STYLES: [Style; 3] = [Style::Uniform, Style::Eager, Style::Shuffling];

const RULES: [&str; 4] = [
    "castling to the c-file",
    "castling to the g-file",
    "en passant",
    "promotion",
];

const ENDINGS: [&str; 5] = [
    "checkmate",
    "fifty-move rule",
    "insufficient material",
    "stalemate",
    "threefold repetition",
];

fn settle(verdict: Verdict) {
    if let Err(disagreement) = verdict {
        panic!("{disagreement}");
    }
}

#[test]
fn random_games_from_the_start_agree_with_shakmaty_at_every_ply() {
    let mut referee = Referee::new(1);
    for game in 0..90 {
        settle(referee.game(START_FEN, game % 2 == 1, STYLES[game % 3], 300));
    }
    assert!(referee.plies > 15_000, "{}", referee.plies);
    referee.must_have_met(3, &RULES);
    referee.must_have_met(1, &["threefold repetition", "insufficient material"]);
}

#[test]
fn random_chess960_games_agree_with_shakmaty_at_every_ply() {
    let mut referee = Referee::new(960);
    for game in 0..150 {
        let white = referee.rng.random_range(0..960);
        let black = match game % 3 {
            0 => referee.rng.random_range(0..960),
            _ => white,
        };
        let fen = chess960(white, black);
        // Few pieces between king and rook: castling becomes common.
        let fen = match game % 2 {
            0 => fen,
            _ => with_usable_rights(&fen.replace(['N', 'B', 'n', 'b'], "1")),
        };
        settle(referee.game(&fen, true, STYLES[game % 3], 120));
    }
    assert!(referee.plies > 15_000, "{}", referee.plies);
    referee.must_have_met(5, &RULES);
}

#[test]
fn games_from_odd_positions_agree_with_shakmaty_at_every_ply() {
    let mut referee = Referee::new(30);
    for style in STYLES {
        for fen in ODD {
            for _ in 0..4 {
                settle(referee.game(fen, false, style, 150));
            }
        }
        for fen in ODD_960 {
            for _ in 0..4 {
                settle(referee.game(fen, true, style, 60));
            }
        }
    }
    assert!(referee.plies > 30_000, "{}", referee.plies);
    assert!(
        referee.keys.positions() > 20_000,
        "{}",
        referee.keys.positions()
    );
    referee.must_have_met(5, &RULES);
    referee.must_have_met(5, &ENDINGS);
    referee.must_have_met(5, &["double check"]);
}

#[test]
fn random_boards_agree_with_shakmaty() {
    let mut referee = Referee::new(64);
    for board in 0..6000 {
        let fen = random_board(&mut referee.rng, [3, 8, 20, 50][board % 4]);
        settle(referee.game(&fen, board % 3 == 0, STYLES[board % 3], 4));
    }
    referee.must_have_met(50, &["double check", "en passant", "promotion"]);
    referee.must_have_met(5, &["checkmate", "fifty-move rule", "stalemate"]);
}
