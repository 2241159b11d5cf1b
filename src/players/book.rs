//! Opening books in Polyglot's format.
//!
//! A book is a file of 16-byte entries in big-endian order, sorted by position key: key (8 bytes),
//! move (2), weight (2), learning data (4, unused). Keys are Polyglot's Zobrist keys, which
//! shakmaty computes. Source: <http://hgm.nubati.net/book_format.html>.

use base::say;
use games::Lang;
use games::chess::{Move, Position};
use rand::RngExt;
use shakmaty::EnPassantMode;
use shakmaty::Position as _;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Role, Square};
use std::path::Path;

const ENTRY: usize = 16;

/// An opening book in memory.
#[derive(Debug)]
pub struct Book {
    /// `(key, move, weight)`, sorted by key.
    entries: Vec<(u64, u16, u16)>,
}

/// Reason why a book cannot be opened.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.text(Lang::EN))]
pub enum BookError {
    /// The file cannot be read.
    Read {
        /// Path as given.
        path: String,
        /// Error reported by the system.
        error: std::io::Error,
    },
    /// The file is not a Polyglot book.
    Size {
        /// Path as given.
        path: String,
        /// Size of the file, in bytes.
        size: usize,
    },
}

impl BookError {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            BookError::Read { path, error } => say!(lang, "book-cannot-read", path, error),
            BookError::Size { path, size } => say!(lang, "book-size", path, size),
        }
    }
}

impl Book {
    /// Reads a book. A relative path that does not exist is also looked for in the directory of the program, because
    /// GUIs start engines in directories of their own.
    ///
    /// # Errors
    /// [`BookError`] if the file cannot be read or is not a Polyglot book.
    pub fn open(path: &str) -> Result<Book, BookError> {
        let beside = || {
            let program = std::env::current_exe().ok()?;
            std::fs::read(program.parent()?.join(path)).ok()
        };
        let bytes = match std::fs::read(Path::new(path)) {
            Ok(bytes) => bytes,
            Err(error) => beside().ok_or_else(|| BookError::Read {
                path: path.to_owned(),
                error,
            })?,
        };
        let (chunks, rest) = bytes.as_chunks::<ENTRY>();
        if !rest.is_empty() || chunks.is_empty() {
            return Err(BookError::Size {
                path: path.to_owned(),
                size: bytes.len(),
            });
        }
        let mut entries: Vec<_> = chunks
            .iter()
            .map(|&[a, b, c, d, e, f, g, h, m0, m1, w0, w1, ..]| {
                (
                    u64::from_be_bytes([a, b, c, d, e, f, g, h]),
                    u16::from_be_bytes([m0, m1]),
                    u16::from_be_bytes([w0, w1]),
                )
            })
            .collect();
        entries.sort_by_key(|entry| entry.0);
        Ok(Book { entries })
    }

    /// Returns the book's legal moves in a position with their weights, the greatest weight first. Illegal moves, which
    /// occur when two positions have the same key, are left out.
    pub fn moves(&self, position: &Position) -> Vec<(Move, u16)> {
        let Ok(chess) = position.to_shakmaty() else {
            return Vec::new();
        };
        let Zobrist64(key) = chess.zobrist_hash(EnPassantMode::PseudoLegal);
        let first = self.entries.partition_point(|entry| entry.0 < key);
        let here = self.entries[first..].iter().take_while(|e| e.0 == key);
        let mut moves: Vec<_> = here
            .filter_map(|&(_, bits, weight)| Some((decode(position, bits)?, weight)))
            .collect();
        moves.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        moves
    }

    /// Returns one of the book's moves, drawn by weight; `None` if the position is not in the book or all weights are
    /// zero.
    pub fn choose(&self, position: &Position, rng: &mut impl rand::Rng) -> Option<Move> {
        let moves = self.moves(position);
        let total: u32 = moves.iter().map(|(_, weight)| u32::from(*weight)).sum();
        if total == 0 {
            return None;
        }
        let mut ticket = rng.random_range(0..total);
        for (m, weight) in moves {
            let weight = u32::from(weight);
            if ticket < weight {
                return Some(m);
            }
            ticket -= weight;
        }
        None
    }
}

/// Decodes a move; `None` if it is not legal. Bits 0–5 are the target square, 6–11 the origin, 12–14 the promotion (1
/// knight … 4 queen); castling is encoded as king takes rook.
fn decode(position: &Position, bits: u16) -> Option<Move> {
    let square = |bits: u16| Square::new(u32::from(bits & 63));
    let (to, from) = (square(bits), square(bits >> 6));
    let promotion = match bits >> 12 & 7 {
        0 => None,
        1 => Some(Role::Knight),
        2 => Some(Role::Bishop),
        3 => Some(Role::Rook),
        4 => Some(Role::Queen),
        _ => return None,
    };
    let fits = |m: &&Move| m.from() == from && m.to() == to && m.promoted() == promotion;
    position.legal_moves().iter().find(fits).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// Writes a book of `(fen, move, weight)` and opens it.
    fn book(lines: &[(&str, &str, u16)]) -> Book {
        let mut bytes = Vec::new();
        for (fen, text, weight) in lines {
            let position = Position::from_fen(fen, false).expect(fen);
            let m = position.parse_move(text).expect(text);
            let chess = position.to_shakmaty().expect(fen);
            let Zobrist64(key) = chess.zobrist_hash(EnPassantMode::PseudoLegal);
            bytes.extend(key.to_be_bytes());
            let promotion = m.promoted().map_or(0, |role| role as u16 - 1);
            let bits = m.to() as u16 | (m.from() as u16) << 6 | promotion << 12;
            bytes.extend(bits.to_be_bytes());
            bytes.extend(weight.to_be_bytes());
            bytes.extend([0; 4]);
        }
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        std::fs::write(&file, bytes).expect("written");
        Book::open(&file.path().to_string_lossy()).expect("a book")
    }

    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PROMOTION: &str = "8/P6k/8/8/8/8/8/K7 w - - 0 1";

    #[test]
    fn moves_come_by_weight_and_castling_and_promotions_are_understood() {
        let start = games::chess::START_FEN;
        let book = book(&[
            (start, "d2d4", 10),
            (start, "e2e4", 30),
            (CASTLING, "e1g1", 1),
            (PROMOTION, "a7a8n", 1),
        ]);
        let moves = |fen| {
            let position = Position::from_fen(fen, false).expect(fen);
            let moves = book.moves(&position).into_iter();
            moves
                .map(|(m, w)| (position.move_text(m), w))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            moves(start),
            [("e2e4".to_owned(), 30), ("d2d4".to_owned(), 10)]
        );
        assert_eq!(moves(CASTLING), [("e1g1".to_owned(), 1)]);
        assert_eq!(moves(PROMOTION), [("a7a8n".to_owned(), 1)]);
        assert!(moves("4k3/8/8/8/8/8/8/4K3 w - - 0 1").is_empty());
    }

    fn key(position: &Position) -> u64 {
        let Zobrist64(key) = position
            .to_shakmaty()
            .expect("legal")
            .zobrist_hash(EnPassantMode::PseudoLegal);
        key
    }

    /// Compares the keys with those that the description of the format lists.
    #[test]
    fn keys_are_those_that_the_format_publishes() {
        for (moves, published) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            let mut position = Position::start();
            for text in moves.split_whitespace() {
                position = position.play(position.parse_move(text).expect(text));
            }
            assert_eq!(key(&position), published, "{moves}");
        }
    }

    /// By the format the en passant square counts exactly if a pawn stands next to the pushed one, even if it is
    /// pinned.
    #[test]
    fn en_passant_counts_when_a_pawn_stands_ready() {
        let key = |fen| key(&Position::from_fen(fen, false).expect(fen));
        let pinned = key("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        assert_eq!(pinned, 0x7ddd_0eef_bfc8_435a);
        assert_ne!(pinned, key("4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
        let away = "4r1k1/8/8/3p1P2/8/8/8/4K3 w - d6 0 1";
        assert_eq!(key(away), key(&away.replace("d6", "-")));
    }

    /// Castling counts by the side of the king on which the rook stands, with the format's numbers 768 to 771.
    #[test]
    fn castling_of_chess960_has_the_keys_of_its_side() {
        let fen = |rights: &str| format!("1rk3r1/8/8/8/8/8/8/1RK3R1 w {rights} - 0 1");
        let key = |rights| key(&Position::from_fen(&fen(rights), true).expect("legal"));
        for (rights, number) in [
            ("G", 0x31d7_1dce_64b2_c310_u64),
            ("B", 0xf165_b587_df89_8190),
            ("g", 0xa57e_6339_dd2c_f3a0),
            ("b", 0x1ef6_e6db_b196_1ec9),
        ] {
            assert_eq!(key(rights) ^ key("-"), number, "{rights}");
        }
    }

    #[test]
    fn a_draw_follows_the_weights() {
        let start = games::chess::START_FEN;
        let book = book(&[
            (start, "d2d4", 100),
            (start, "e2e4", 300),
            (start, "a2a3", 0),
        ]);
        let mut rng = rand::rngs::StdRng::seed_from_u64(1);
        let position = Position::start();
        let mut e4 = 0;
        for _ in 0..1000 {
            match position
                .move_text(book.choose(&position, &mut rng).expect("in book"))
                .as_str()
            {
                "e2e4" => e4 += 1,
                "d2d4" => {}
                other => panic!("{other} has no weight"),
            }
        }
        assert!((700..800).contains(&e4), "{e4} of 1000, expected about 750");
    }

    #[test]
    fn what_is_not_a_book_is_refused_by_name() {
        let missing = Book::open("no/such.bin").expect_err("missing");
        assert!(
            missing
                .to_string()
                .contains("cannot read the book 'no/such.bin'")
        );
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        std::fs::write(&file, [0; 17]).expect("written");
        let odd = Book::open(&file.path().to_string_lossy()).expect_err("17 bytes");
        assert!(odd.to_string().contains("17 bytes"), "{odd}");
    }
}
