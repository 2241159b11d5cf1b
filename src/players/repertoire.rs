//! Opening repertoires by playing strength: a small list of named lines, each for a range of Elo.
//!
//! A move is drawn from all lines that pass through the position, by whatever order of moves it was reached, and that
//! suit the Elo. Beginners know three or four moves of open games and one system; club players have a defence to each
//! first move; strong players know the main lines.

use games::Line;
use games::chess::{Move, Position};
use rand::RngExt;
use rand::rngs::StdRng;
use shakmaty::san::San;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// A line with the range of Elo of its players and the frequency with which it is chosen.
struct BookLine {
    moves: &'static str,
    /// Range of Elo of the players who know the line, with White as well as with Black.
    elos: RangeInclusive<u32>,
    weight: u32,
}

const fn known(
    _name: &'static str,
    moves: &'static str,
    elos: RangeInclusive<u32>,
    weight: u32,
) -> BookLine {
    BookLine {
        moves,
        elos,
        weight,
    }
}

#[rustfmt::skip]
const LINES: &[BookLine] = &[
    // Lines of beginners.
    known("Italian Game", "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 Nf6", 0..=1500, 6),
    known("Italian Game, Two Knights", "e4 e5 Nf3 Nc6 Bc4 Nf6 d3", 0..=1500, 4),
    known("Four Knights Game", "e4 e5 Nf3 Nc6 Nc3 Nf6", 0..=1500, 4),
    known("Philidor Defence", "e4 e5 Nf3 d6", 0..=1300, 3),
    known("Bishop's Opening", "e4 e5 Bc4 Nf6", 0..=1200, 2),
    known("Scandinavian Defence", "e4 d5 exd5 Qxd5 Nc3 Qa5", 0..=1700, 2),
    known("French Defence", "e4 e6 d4 d5", 0..=1300, 2),
    known("Queen's Pawn Game", "d4 d5 Nf3 Nf6 e3 e6", 0..=1400, 3),
    known("London System", "d4 d5 Bf4 Nf6 e3 e6 Nf3", 0..=2000, 3),
    known("London System", "d4 Nf6 Bf4 e6 e3 d5 Nf3", 0..=2000, 2),
    // Lines of club players.
    known("Giuoco Piano", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O", 1300..=3000, 4),
    known("Giuoco Pianissimo", "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7 O-O O-O", 1300..=3000, 3),
    known("Scotch Game", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6", 1300..=2300, 3),
    known("Scotch Game", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5 Be3 Qf6", 1300..=2300, 2),
    known("Vienna Game", "e4 e5 Nc3 Nf6 f4 d5", 1300..=2100, 2),
    known("Ruy López, Exchange Variation", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6", 1300..=2200, 3),
    known("Petrov's Defence", "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5", 1400..=3000, 2),
    known("Sicilian Defence, Alapin", "e4 c5 c3 Nf6 e5 Nd5 d4 cxd4", 1300..=2300, 3),
    known("Sicilian Defence, Closed", "e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 d3 d6", 1300..=2200, 2),
    known("French Defence, Advance", "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6", 1300..=2400, 3),
    known("French Defence, Exchange", "e4 e6 d4 d5 exd5 exd5 Nf3 Nf6", 900..=1700, 2),
    known("Caro-Kann Defence, Advance", "e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2 c5", 1300..=3000, 3),
    known("Caro-Kann Defence, Exchange", "e4 c6 d4 d5 exd5 cxd5 Bd3 Nc6 c3 Nf6", 1300..=2300, 2),
    known("Pirc Defence", "e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7 Be2 O-O", 1400..=2200, 1),
    known("Queen's Gambit Declined", "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3", 1300..=3000, 4),
    known("Slav Defence", "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5", 1500..=3000, 3),
    known("Queen's Gambit Accepted", "d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5", 1500..=2400, 2),
    known("Colle System", "d4 d5 Nf3 Nf6 e3 e6 Bd3 c5 c3 Nc6", 1300..=2000, 2),
    known("King's Indian Defence", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5", 1500..=3000, 3),
    known("Dutch Defence", "d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7 O-O O-O", 1400..=2200, 1),
    known("English Opening", "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 Bb4", 1500..=3000, 2),
    known("King's Indian Attack", "Nf3 d5 g3 Nf6 Bg2 e6 O-O Be7 d3 O-O", 1500..=2400, 1),
    // Lines of players who know the main variations.
    known("Ruy López, Closed", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3", 1800..=3000, 6),
    known("Ruy López, Berlin Defence", "e4 e5 Nf3 Nc6 Bb5 Nf6 d3 Bc5 c3 O-O O-O", 1800..=3000, 4),
    known("Sicilian Defence, Najdorf", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7", 1800..=3000, 5),
    known("Sicilian Defence, Dragon", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O", 1600..=2400, 2),
    known("Sicilian Defence, Taimanov", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Qc7 Be3 a6", 1800..=3000, 3),
    known("Sicilian Defence, Rossolimo", "e4 c5 Nf3 Nc6 Bb5 g6 O-O Bg7 Re1 e5", 1800..=3000, 3),
    known("French Defence, Tarrasch", "e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7 Bd3 c5 c3 Nc6", 1700..=3000, 2),
    known("French Defence, Winawer", "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7", 1800..=3000, 2),
    known("Caro-Kann Defence, Classical", "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6 h4 h6 Nf3 Nd7", 1700..=3000, 3),
    known("Nimzo-Indian Defence", "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5", 1800..=3000, 5),
    known("Queen's Indian Defence", "d4 Nf6 c4 e6 Nf3 b6 g3 Ba6 b3 Bb4+ Bd2 Be7", 1800..=3000, 3),
    known("Grünfeld Defence", "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7", 1900..=3000, 3),
    known("Catalan Opening", "d4 Nf6 c4 e6 g3 d5 Bg2 Be7 Nf3 O-O O-O dxc4", 1900..=3000, 4),
    known("Semi-Slav Defence", "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5", 1900..=3000, 3),
    known("English Opening, Symmetrical", "c4 c5 Nf3 Nf6 Nc3 Nc6 g3 g6 Bg2 Bg7", 1900..=3000, 2),
];

/// Moves known in each position, by the position's key, each with its line.
type Moves = HashMap<u64, Vec<(Move, &'static BookLine)>>;

fn moves() -> &'static Moves {
    static MOVES: OnceLock<Moves> = OnceLock::new();
    MOVES.get_or_init(|| {
        let mut moves = Moves::new();
        for line in LINES {
            for (key, m) in steps(line.moves) {
                moves.entry(key).or_default().push((m, line));
            }
        }
        moves
    })
}

/// Returns each position's key and the move played in it, for the moves of a line from the start position, up to the
/// first illegal one.
fn steps(san: &str) -> Vec<(u64, Move)> {
    let mut game = Line::new(Position::start());
    let mut steps = Vec::new();
    for word in san.split_whitespace() {
        let position = *game.position();
        let move_of = |word: &str| {
            let san: San = word.parse().ok()?;
            Position::from_shakmaty_move(&san.to_move(&position.to_shakmaty().ok()?).ok()?)
        };
        let Some(m) = move_of(word) else { break };
        steps.push((position.key(), m));
        game.play(m);
    }
    steps
}

/// Draws an opening move for a player of `elo` in the current position of a game; `None` if the player knows none.
pub fn choose(game: &Line<Position>, elo: u32, rng: &mut StdRng) -> Option<Move> {
    let known = moves().get(&game.position().key())?;
    let suited = known.iter().filter(|(_, line)| line.elos.contains(&elo));
    let suited: Vec<(Move, u32)> = suited.map(|(m, line)| (*m, line.weight)).collect();
    let total: u32 = suited.iter().map(|(_, weight)| weight).sum();
    let mut ticket = rng.random_range(0..total.max(1));
    for (m, weight) in suited {
        if ticket < weight {
            return game.position().is_legal(m).then_some(m);
        }
        ticket -= weight;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use std::collections::BTreeSet;

    /// Returns the moves that are drawn as answers to a line at an Elo.
    fn answers(moves: &str, elo: u32) -> BTreeSet<String> {
        let mut game = Line::new(Position::start());
        for (_, m) in steps(moves) {
            game.play(m);
        }
        let mut rng = StdRng::seed_from_u64(1);
        let drawn = (0..400).filter_map(|_| choose(&game, elo, &mut rng));
        drawn.map(|m| game.position().move_text(m)).collect()
    }

    #[test]
    fn every_line_is_legal_to_its_end() {
        for line in LINES {
            let words = line.moves.split_whitespace().count();
            assert_eq!(steps(line.moves).len(), words, "{}", line.moves);
        }
    }

    #[test]
    fn beginners_and_masters_open_differently_and_nobody_answers_the_kings_pawn_with_a6() {
        for elo in [600, 800, 1200, 1800, 2500] {
            assert!(!answers("", elo).is_empty(), "{elo}");
            let replies = answers("e4", elo);
            assert!(replies.contains("e7e5") && replies.len() > 1, "{replies:?}");
            assert!(!replies.contains("a7a6"));
        }
        assert!(answers("d4 Nf6 c4 e6 Nc3", 2000).contains("f8b4"));
        assert!(answers("d4 Nf6 c4 e6 Nc3", 1000).is_empty());
        assert!(answers("e4 e5 Nf3", 800).contains("d7d6"));
        assert!(!answers("e4 e5 Nf3", 2000).contains("d7d6"));
    }

    #[test]
    fn another_order_of_moves_leads_to_the_same_knowledge() {
        assert_eq!(answers("Nf3 Nc6 e4 e5", 800), answers("e4 e5 Nf3 Nc6", 800));
    }
}
