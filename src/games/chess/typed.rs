//! Moves typed by people: SAN and pairs of squares in many spellings, in English and with the piece letters of the
//! session's language.
//!
//! Examples: `0-0`, `o-o`, `e7-e8`, `e4xd5`, `ed`, `Ng1-f3`, `kf1`, `e8Q`, `e7e8=q`, and `Cf3`, `Dxd5`, `e8=D`. The
//! text is tried as SAN or squares, first as it is, then with other capitals; the first spelling that is a legal move
//! counts. If it can mean two moves (`Rd1`, *rey* or rook), an error asks which. A promotion without its piece leaves
//! several moves open.

use super::reasons::RequestedMove;
use super::{Move, Position, Role, recorded};
use crate::Lang;
use crate::pgn::letters::Letters;
use base::say;
use shakmaty::san::San;
use shakmaty::uci::UciMove;

/// Roles to which a pawn may promote, the usual one first.
const PROMOTED: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Letters and words of a language for each role to which a pawn may promote, separated by commas.
fn promoted_names(lang: Lang) -> [&'static str; 4] {
    [
        say!(lang, "promoted-queen"),
        say!(lang, "promoted-rook"),
        say!(lang, "promoted-bishop"),
        say!(lang, "promoted-knight"),
    ]
}

/// Role of a promotion named by a letter or a word in any language; `None` for any other word.
fn promoted(word: &str) -> Option<Role> {
    let roles = Lang::all().flat_map(|lang| promoted_names(lang).into_iter().zip(PROMOTED));
    let mut found = roles.filter(|(names, _)| names.split(", ").any(|name| name == word));
    found.next().map(|(_, role)| role)
}

/// A possible reading of a typed text.
#[derive(Clone, Copy)]
enum Spelling {
    San(San),
    Squares(UciMove),
}

/// Splits a text into the move and the role of its promotion; the role is `None` if it has no promotion.
fn split_promotion(text: &str) -> (&str, Option<Role>) {
    let named = |word: &str| promoted(&word.trim_matches(['(', ')']).to_lowercase());
    for sign in ['=', '/', '('] {
        if let Some((before, word)) = text.split_once(sign) {
            return match named(word) {
                Some(role) => (before, Some(role)),
                None => (text, None),
            };
        }
    }
    // `e8Q`, `e7e8q`: a letter after a rank. The rules check that it is the last rank.
    let last = text.char_indices().next_back();
    if let Some((at, letter)) = last
        && text[..at].ends_with(|c: char| ('1'..='8').contains(&c))
        && let Some(role) = named(letter.encode_utf8(&mut [0; 4]))
    {
        return (&text[..at], Some(role));
    }
    (text, None)
}

/// Removes parts without meaning: spaces, signs of check, marks, `e.p.`.
fn bared(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let text = text.strip_suffix("e.p.").unwrap_or(text);
    text.trim_end_matches(['+', '#']).replace(['–', '—'], "-")
}

fn castling(text: &str) -> Option<San> {
    let text = text.to_lowercase().replace('0', "o");
    match text.as_str() {
        "o-o" | "oo" => "O-O".parse().ok(),
        "o-o-o" | "ooo" => "O-O-O".parse().ok(),
        _ => None,
    }
}

/// Parses two squares, with or without a piece letter: `e7e8`, `e7-e8`, `e4xd5`, `Ng1-f3`. Returns the move with
/// `promotion` added; `None` for any other text.
fn squares(text: &str, promotion: Option<Role>) -> Option<UciMove> {
    let lower = text.to_lowercase();
    let lower = match lower.char_indices().nth(1) {
        Some((at, _))
            if lower.len() - at >= 4 && !lower[at..].starts_with(|c: char| c.is_ascii_digit()) =>
        {
            &lower[at..]
        }
        _ => lower.as_str(),
    };
    let plain: String = lower
        .chars()
        .filter(|c| !matches!(c, '-' | 'x' | ':'))
        .collect();
    let mut text = plain;
    if text.len() != 4 {
        return None;
    }
    text.extend(promotion.map(Role::char));
    text.parse().ok()
}

/// Letter in SAN for a piece letter of a language, empty for a pawn; `None` for other letters.
fn from_letter(letter: char, lang: Lang) -> Option<String> {
    let mut known = Letters::of(lang).pairs();
    let found = known.find(|(own, _)| *own == letter);
    let found = found.map(|(_, english)| english.to_string());
    found.or_else(|| (letter == 'P').then(String::new))
}

/// Translates the piece letters of a move in SAN: `Nf3` is `Cf3` in Spanish.
pub fn localized(san: &str, lang: Lang) -> String {
    Letters::of(lang).localized(san)
}

/// Returns the readings of a text as SAN, with `promotion` added: first those of the text as it is, then those with
/// other capitals.
fn sans(text: &str, promotion: Option<Role>, lang: Lang) -> [Vec<San>; 2] {
    let ending = promotion.map_or(String::new(), |role| format!("={}", role.upper_char()));
    let read = |text: &str| -> Vec<San> {
        let mut found = Vec::new();
        let mut add = |text: String| found.extend(text.parse::<San>().ok());
        let mut letters = text.chars();
        if let Some(piece) = letters.next().and_then(|letter| from_letter(letter, lang)) {
            add(format!("{piece}{}{ending}", letters.as_str()));
        }
        let english = text.strip_prefix('P').unwrap_or(text);
        add(format!("{english}{ending}"));
        found
    };
    let mut letters = text.chars();
    let capital = letters.next().map(|first| {
        let rest = letters.as_str().to_lowercase();
        format!("{}{rest}", first.to_uppercase())
    });
    let mut otherwise = read(&capital.unwrap_or_default());
    otherwise.extend(read(&text.to_lowercase()));
    let as_it_stands = read(text);
    // A capital letter that names a piece is not a file: `Bb4` is never the pawn's move `b4`.
    let is_pawn = |san: &San| matches!(san, San::Normal { role, .. } if *role == Role::Pawn);
    if as_it_stands.iter().any(|san| !is_pawn(san)) {
        otherwise.retain(|san| !is_pawn(san));
    }
    [as_it_stands, otherwise]
}

impl Position {
    /// Parses a typed move.
    ///
    /// # Errors
    /// Reason why no move matches, or the moves that the text may mean, without a full stop.
    pub(super) fn read_typed(&self, text: &str, lang: Lang) -> Result<Move, String> {
        let bare = bared(text);
        if let Some(san) = castling(&bare) {
            return self.read_san(san, lang);
        }
        let (rest, promotion) = split_promotion(&bare);
        if let Some(squares) = squares(rest, promotion) {
            return self.read_squares(squares, lang);
        }
        let mut why = None;
        for round in sans(rest, promotion, lang) {
            let mut found: Vec<Move> = Vec::new();
            for san in round {
                match self.read_san(san, lang) {
                    Ok(m) if found.contains(&m) => {}
                    Ok(m) => found.push(m),
                    Err(reason) => drop(why.get_or_insert(reason)),
                }
            }
            match found.as_slice() {
                [] => {}
                [m] => return Ok(*m),
                several => {
                    let names = several.iter().map(|m| self.move_text(*m));
                    let names: Vec<String> = names.collect();
                    let names = names.join(&format!(" {} ", say!(lang, "chess-or")));
                    return Err(say!(lang, "chess-may-say-which", names));
                }
            }
        }
        if let Some(files) = recorded::by_files(&rest.to_lowercase(), promotion) {
            return self.capture_by_files(files, lang);
        }
        Err(why.unwrap_or_else(|| say!(lang, "chess-expected-e2e4-nf3").to_owned()))
    }

    /// Parses `B1c3` and `B1xc3`, the bishop's move from rank 1; `None` if the text has another form or the move is
    /// not legal.
    pub(super) fn read_bishop_on_a_rank(&self, text: &str) -> Option<Move> {
        let rest = text.strip_prefix('B')?;
        if !rest.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let san: San = bared(text).parse().ok()?;
        self.read_san(san, Lang::EN).ok()
    }

    /// Parses a translated name that looks like squares, such as `C2e4`, `A1xc3` and `D1d3` in Spanish, where the
    /// letters of knight, bishop and queen are also files. Returns `None` if no legal move has that name; the text
    /// then means squares whose first letter was capitalised by a keyboard.
    pub(super) fn read_name_like_squares(&self, text: &str, lang: Lang) -> Option<Move> {
        let mut typed = text.chars();
        let first = typed.next()?;
        let is_piece =
            ('A'..='H').contains(&first) && Letters::of(lang).pairs().any(|(own, _)| own == first);
        if lang == Lang::EN || !is_piece || !typed.next()?.is_ascii_digit() {
            return None;
        }
        let plain = |name: &str| bared(name).replace('x', "");
        let typed = plain(text);
        let is_called_so = |m: &Move| plain(&localized(&self.san(*m), lang)) == typed;
        self.legal_moves().into_iter().find(is_called_so)
    }

    fn read_squares(&self, squares: UciMove, lang: Lang) -> Result<Move, String> {
        match (self.parse_move(&squares.to_string()), squares) {
            (Ok(m), _) => Ok(m),
            (
                Err(_),
                UciMove::Normal {
                    from,
                    to,
                    promotion,
                },
            ) => Err(self.why_not(RequestedMove::Squares(from, to, promotion), lang)),
            (Err(error), _) => Err(error.to_string()),
        }
    }

    /// Promotions among which a text does not decide, the queen first; empty if the text is a complete move or has no
    /// meaning.
    pub(super) fn open_promotions(&self, text: &str, lang: Lang) -> Vec<Move> {
        let bare = bared(text);
        let (rest, promotion) = split_promotion(&bare);
        if promotion.is_some() || castling(&bare).is_some() {
            return Vec::new();
        }
        let to = |role: Role| -> Option<Move> {
            let mut spelled = Vec::new();
            match squares(rest, Some(role)) {
                Some(squares) => spelled.push(Spelling::Squares(squares)),
                None => {
                    let [first, second] = sans(rest, Some(role), lang);
                    spelled.extend(first.into_iter().chain(second).map(Spelling::San));
                }
            }
            let read = |spelling: &Spelling| match *spelling {
                Spelling::San(san) => self.read_san(san, lang).ok(),
                Spelling::Squares(squares) => self.parse_move(&squares.to_string()).ok(),
            };
            spelled.iter().find_map(read)
        };
        PROMOTED.into_iter().filter_map(to).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, text: &str, lang: Lang) -> Result<String, String> {
        let position = Position::from_fen(fen, false).expect(fen);
        let m = position.read_typed(text, lang)?;
        Ok(position.move_text(m))
    }

    #[test]
    fn a_spanish_piece_of_a_rank_is_no_square_of_the_file() {
        use crate::Words;
        let read = |fen: &str, text: &str, lang: Lang| {
            let position = Position::from_fen(fen, false).expect(fen);
            let m = Words::read_move(&position, text, lang)?;
            Ok::<_, String>((position.move_text(m), localized(&position.san(m), lang)))
        };
        // Two knights on the d-file, and a bishop on c2 that can go to e4, too.
        let knights = "7k/8/3N4/8/8/8/2BN4/6K1 w - - 0 1";
        let found = |m: &str, name: &str| Ok((m.to_owned(), name.to_owned()));
        for text in ["C2e4", "C2e4!"] {
            assert_eq!(read(knights, text, Lang::ES), found("d2e4", "C2e4"));
        }
        assert_eq!(read(knights, "c2e4", Lang::ES), found("c2e4", "Ae4"));
        assert_eq!(read(knights, "C2e4", Lang::EN), found("c2e4", "Be4"));
        let bishops = "8/8/7k/B7/8/2p5/7K/BN6 w - - 0 1";
        assert_eq!(read(bishops, "A1xc3", Lang::ES), found("a1c3", "A1xc3"));
        assert_eq!(read(bishops, "A1c3", Lang::ES), found("a1c3", "A1xc3"));
        // A keyboard that begins with a capital; a queen that needs no rank is not called by it.
        let queen = "4k3/8/8/8/8/8/1Q1P4/4K3 w - - 0 1";
        assert_eq!(read(queen, "D2d4", Lang::ES), found("d2d4", "d4"));
        for piece in ["C2E4", "A7a8"] {
            assert!(read(queen, piece, Lang::ES).is_err(), "{piece}");
        }
    }

    #[test]
    fn a_bishop_of_a_rank_is_no_square_of_the_file() {
        use crate::Words;
        let read = |fen: &str, text: &str| {
            let position = Position::from_fen(fen, false).expect(fen);
            let m = Words::read_move(&position, text, Lang::EN)?;
            Ok::<_, String>((position.move_text(m), position.san(m)))
        };
        // Two bishops on the a-file; in the second position a knight on b1 besides, that can go to c3, too.
        let [two, knight] = [
            "8/8/7k/B7/8/2p5/7K/B7 w - - 0 1",
            "8/8/7k/B7/8/2p5/7K/BN6 w - - 0 1",
        ];
        for fen in [two, knight] {
            for text in ["B1xc3", "B1c3", "B1xc3!"] {
                let read = read(fen, text).expect(text);
                assert_eq!(read, ("a1c3".to_owned(), "B1xc3".to_owned()));
            }
        }
        // Where no bishop can, squares are meant.
        for text in ["b1c3", "B1A3"] {
            assert_eq!(
                read(knight, text).expect(text).0,
                format!("b1{}", &text[2..].to_lowercase())
            );
        }
        let pawn = "7k/8/8/8/8/8/1P6/7K w - - 0 1";
        assert_eq!(read(pawn, "B2B4").expect("squares").0, "b2b4");
    }

    const CASTLE: &str = "r3k2r/pppq1ppp/2n2n2/3p4/4P3/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1";
    const PAWNS: &str = "3r2k1/4P3/8/8/8/8/6K1/8 w - - 0 1";

    #[test]
    fn a_capital_that_names_a_piece_is_no_file_of_a_pawn() {
        for (text, lang) in [
            ("Bb4", Lang::EN),
            ("Bb3", Lang::EN),
            ("Dd4", Lang::ES),
            ("Cc4", Lang::ES),
            ("Aa4", Lang::ES),
        ] {
            assert!(read(crate::chess::START_FEN, text, lang).is_err(), "{text}");
            let pawn = text[1..].to_owned();
            let made = read(crate::chess::START_FEN, &pawn, lang);
            assert!(made.is_ok_and(|made| made.ends_with(&pawn)), "{pawn}");
        }
        // No piece is called so.
        let made = read(crate::chess::START_FEN, "E4", Lang::EN);
        assert_eq!(made.as_deref(), Ok("e2e4"));
    }

    #[test]
    fn every_usual_spelling_is_understood() {
        for (fen, text, expected) in [
            (CASTLE, "0-0", "e1g1"),
            (CASTLE, "o-o-o", "e1c1"),
            (CASTLE, "OO", "e1g1"),
            (CASTLE, "O-O!", "e1g1"),
            (CASTLE, "e4-e5", "e4e5"),
            (CASTLE, "e4xd5", "e4d5"),
            (CASTLE, "Nf3-g5", "f3g5"),
            (CASTLE, "E4E5", "e4e5"),
            (CASTLE, "kf1", "e1f1"),
            (CASTLE, "nxd5", "c3d5"),
            (CASTLE, "exd5 ", "e4d5"),
            (CASTLE, "ed5", "e4d5"),
            (CASTLE, "nb5??", "c3b5"),
            (CASTLE, "ed", "e4d5"),
            (CASTLE, "e:d", "e4d5"),
            (PAWNS, "ed=N", "e7d8n"),
            (PAWNS, "e8=Q", "e7e8q"),
            (PAWNS, "e8q", "e7e8q"),
            (PAWNS, "e8(N)", "e7e8n"),
            (PAWNS, "exd8/R+", "e7d8r"),
            (PAWNS, "e7-e8=b", "e7e8b"),
            (PAWNS, "e7d8Q", "e7d8q"),
            (PAWNS, "e7d8=knight", "e7d8n"),
            (PAWNS, "kf1", "g2f1"),
        ] {
            assert_eq!(read(fen, text, Lang::EN).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn spanish_letters_are_read_in_a_spanish_session_only() {
        for (fen, text, expected) in [
            (CASTLE, "Cxd5", "c3d5"),
            (CASTLE, "cg5", "f3g5"),
            (CASTLE, "Dxd5", "d2d5"),
            (CASTLE, "Rf1", "e1f1"),
            (CASTLE, "Td1", "a1d1"),
            (CASTLE, "Ng5", "f3g5"),
            (PAWNS, "e8=D", "e7e8q"),
            (PAWNS, "exd8=T", "e7d8r"),
            (PAWNS, "e7e8a", "e7e8b"),
            (PAWNS, "Rf2", "g2f2"),
        ] {
            let spanish = read(fen, text, Lang::ES);
            match text {
                // King or rook: nothing is guessed.
                "Rf1" => assert!(
                    spanish.as_ref().is_err_and(|why| why.contains("h1f1")),
                    "{spanish:?}"
                ),
                _ => assert_eq!(spanish.as_deref(), Ok(expected), "{text}"),
            }
        }
        assert!(read(CASTLE, "Cxd5", Lang::EN).is_err());
        assert_eq!(
            read(PAWNS, "Rf2", Lang::EN),
            Err("White has no rook there".to_owned())
        );
    }

    #[test]
    fn what_is_said_in_spanish_is_read_in_spanish() {
        for (fen, text) in [
            (CASTLE, "Cxd5"),
            (CASTLE, "Dxd5"),
            (CASTLE, "O-O"),
            (PAWNS, "e8=D"),
        ] {
            let position = Position::from_fen(fen, false).expect(fen);
            let m = position.read_typed(text, Lang::ES).expect(text);
            assert_eq!(
                localized(&position.san(m), Lang::ES).trim_end_matches('+'),
                text
            );
        }
        assert_eq!(localized("Rae1+", Lang::ES), "Tae1+");
        assert_eq!(localized("Bb5", Lang::EN), "Bb5");
    }

    #[test]
    fn a_promotion_that_does_not_say_to_what_is_left_open() {
        let position = Position::from_fen(PAWNS, false).expect("legal");
        let open = |text: &str| -> Vec<String> {
            let moves = position.open_promotions(text, Lang::ES).into_iter();
            moves.map(|m| position.move_text(m)).collect()
        };
        let straight = ["e7e8q", "e7e8r", "e7e8b", "e7e8n"];
        for text in ["e7e8", "e7-e8", "e8", "E8"] {
            assert_eq!(open(text), straight, "{text}");
            assert!(position.read_typed(text, Lang::ES).is_err(), "{text}");
        }
        assert_eq!(open("exd8")[0], "e7d8q");
        for text in ["e8=Q", "Rf2", "e6", "nonsense", ""] {
            assert_eq!(open(text), [""; 0], "{text}");
        }
    }
}
