//! The oracle: a game as shakmaty sees it, and the judgement of a finished search.

use crate::uci::answer::{Info, Score};
use crate::uci::driver::Search;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, PositionError};
use std::collections::HashSet;

/// A game up to a position.
#[derive(Clone, Debug)]
pub struct Board {
    /// The position.
    pub chess: Chess,
    /// How castling is written.
    pub mode: CastlingMode,
    /// Keys of all positions of the game, the present one last.
    history: Vec<Zobrist64>,
}

/// Reads a FEN as liberally as the engine does: composed problems have odd material.
pub fn read_fen(fen: &str, mode: CastlingMode) -> Chess {
    let fen: Fen = fen.parse().unwrap_or_else(|e| panic!("'{fen}': {e}"));
    Chess::from_setup(fen.into_setup(), mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_ep_square)
        .unwrap_or_else(|e| panic!("{e}"))
}

fn key(chess: &Chess) -> Zobrist64 {
    chess.zobrist_hash(EnPassantMode::Legal)
}

impl Board {
    /// The start position.
    pub fn start() -> Board {
        Board::at(Chess::default(), CastlingMode::Standard)
    }

    /// A game that begins here.
    pub fn at(chess: Chess, mode: CastlingMode) -> Board {
        Board {
            history: vec![key(&chess)],
            chess,
            mode,
        }
    }

    /// Sets up the arguments of `position`.
    pub fn parse(text: &str, chess960: bool) -> Board {
        let mode = CastlingMode::from_chess960(chess960);
        let (start, moves) = match text.split_once(" moves") {
            Some((start, moves)) => (start, moves),
            None => (text, ""),
        };
        let chess = match start.strip_prefix("fen ") {
            Some(fen) => read_fen(fen, mode),
            None => Chess::default(),
        };
        let mut board = Board::at(chess, mode);
        for text in moves.split_whitespace() {
            let m = board.legal(text);
            board.play(m.unwrap_or_else(|| panic!("the test's own move {text} is illegal")));
        }
        board
    }

    /// The move of a text, if it is legal.
    pub fn legal(&self, text: &str) -> Option<Move> {
        let uci: UciMove = text.parse().ok()?;
        uci.to_move(&self.chess).ok()
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.chess.play_unchecked(m);
        self.history.push(key(&self.chess));
    }

    /// Plays a move given as text.
    pub fn play_text(&mut self, text: &str) {
        let m = self.legal(text);
        self.play(m.unwrap_or_else(|| panic!("{text} is not legal")));
    }

    /// Why the game is over, if it is.
    pub fn over(&self) -> Option<&'static str> {
        let chess = &self.chess;
        let now = key(chess);
        let here = |past: &&Zobrist64| **past == now;
        if chess.is_checkmate() {
            Some("mate")
        } else if chess.is_stalemate() {
            Some("stalemate")
        } else if chess.is_insufficient_material() {
            Some("insufficient material")
        } else if chess.halfmoves() >= 100 {
            Some("fifty moves")
        } else if self.history.iter().filter(here).count() >= 3 {
            Some("threefold repetition")
        } else {
            None
        }
    }

    /// The FEN of the position.
    pub fn fen(&self) -> String {
        Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }

    /// The text of a move as the engine must spell it.
    pub fn spell(&self, m: Move) -> String {
        m.to_uci(self.mode).to_string()
    }

    /// Holds all that a search said against the rules.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn judge(&self, search: &Search, wdl: bool) -> Result<(), String> {
        let (mut nodes, mut time) = (0, 0);
        for info in &search.infos {
            self.judge_info(info, wdl)
                .map_err(|why| format!("{why}: {info:?}"))?;
            if info.nodes < nodes || info.time < time {
                return Err(format!("nodes or time go backwards: {info:?}"));
            }
            (nodes, time) = (info.nodes, info.time);
        }
        distinct_lines(&search.infos)?;
        let first = |info: &&Info| info.multipv == 1;
        let Some(last) = search.infos.iter().rev().find(first) else {
            return Err("no info with a score before bestmove".to_owned());
        };
        if self.chess.legal_moves().is_empty() {
            let mated = self.chess.is_check();
            let expected = if mated { Score::Mate(0) } else { Score::Cp(0) };
            if search.best != "(none)" || search.ponder.is_some() || last.score != expected {
                return Err("a finished position: bestmove (none), mate 0 or cp 0".to_owned());
            }
            return Ok(());
        }
        let Some(best) = self.legal(&search.best) else {
            return Err(format!("bestmove {} is illegal", search.best));
        };
        if self.spell(best) != search.best {
            return Err(format!("bestmove {} is spelled wrongly", search.best));
        }
        if last.pv.first() != Some(&search.best) {
            return Err(format!("bestmove {} does not begin {last:?}", search.best));
        }
        if let Some(reply) = &search.ponder {
            let mut after = self.clone();
            after.play(best);
            if after.legal(reply).is_none_or(|m| after.spell(m) != *reply) {
                return Err(format!("ponder {reply} is illegal"));
            }
        }
        Ok(())
    }

    fn judge_info(&self, info: &Info, wdl: bool) -> Result<(), String> {
        if info.hashfull > 1000 {
            return Err("hashfull over 1000".to_owned());
        }
        if info.wdl.is_some() != wdl || info.wdl.is_some_and(|w| w.iter().sum::<u64>() != 1000) {
            return Err("wdl only with UCI_ShowWDL, and then adding up to 1000".to_owned());
        }
        let playable = !self.chess.legal_moves().is_empty();
        if playable && (info.pv.is_empty() || info.depth == 0) {
            return Err("a line without a move or a depth".to_owned());
        }
        if playable && info.seldepth.is_none_or(|deepest| deepest == 0) {
            return Err("no seldepth".to_owned());
        }
        let mut board = self.clone();
        for (ply, text) in info.pv.iter().enumerate() {
            // A root that is drawn by rule may still be asked for a move.
            if let Some(end) = board.over().filter(|_| ply > 0 || !playable) {
                return Err(format!("{text} in the pv comes after {end}"));
            }
            let Some(m) = board.legal(text) else {
                return Err(format!("{text} in the pv is illegal"));
            };
            if board.spell(m) != *text {
                return Err(format!("{text} in the pv should be {}", board.spell(m)));
            }
            board.play(m);
        }
        if let Score::Mate(n) = info.score {
            let plies = if n > 0 { 2 * n - 1 } else { -2 * n };
            if info.pv.len() as i64 != plies || !board.chess.is_checkmate() {
                return Err(format!("mate {n} without its whole mating line"));
            }
            if info.bound.is_some() {
                return Err("a mate with a bound has no line".to_owned());
            }
        }
        Ok(())
    }
}

/// The lines of one MultiPV block begin with different moves and are numbered from 1.
fn distinct_lines(infos: &[Info]) -> Result<(), String> {
    let mut seen = HashSet::new();
    let mut last = 0;
    for info in infos {
        if info.multipv == 1 {
            seen.clear();
        } else if info.multipv != last + 1 {
            if info.bound.is_some() {
                // A bound may be told of in the middle of an iteration.
                continue;
            }
            return Err(format!("multipv {} after {last}", info.multipv));
        }
        last = info.multipv;
        if !seen.insert(info.pv.first()) {
            return Err(format!("two lines begin with the same move: {info:?}"));
        }
    }
    Ok(())
}
