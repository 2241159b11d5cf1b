//! The 960 start positions of Chess960.

/// FEN of a Chess960 start position, by its number from 0 to 959 (Scharnagl's numbering; 518 is the start position of
/// ordinary chess).
pub fn chess960_fen(number: usize) -> String {
    let mut files = [' '; 8];
    let (rest, light) = (number % 960 / 4, number % 4);
    files[2 * light + 1] = 'b';
    let (rest, dark) = (rest / 4, rest % 4);
    files[2 * dark] = 'b';
    let place = |files: &mut [char; 8], nth: usize, piece: char| {
        let empty: Vec<usize> = (0..8).filter(|i| files[*i] == ' ').collect();
        files[empty[nth]] = piece;
    };
    place(&mut files, rest % 6, 'q');
    // Places of the two knights among the five free squares: ten ways in lexicographic order.
    let pairs: Vec<(usize, usize)> = (0..5)
        .flat_map(|a| (a + 1..5).map(move |b| (a, b)))
        .collect();
    let (first, second) = pairs[rest / 6 % 10];
    place(&mut files, first, 'n');
    place(&mut files, second - 1, 'n');
    for piece in ['r', 'k', 'r'] {
        place(&mut files, 0, piece);
    }
    let rank: String = files.iter().collect();
    let upper = rank.to_uppercase();
    format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{upper} w KQkq - 0 1")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, START_FEN};
    use std::collections::HashSet;

    #[test]
    fn the_960_start_positions_are_different_and_legal() {
        assert_eq!(chess960_fen(518), START_FEN);
        let all: HashSet<String> = (0..960).map(chess960_fen).collect();
        assert_eq!(all.len(), 960);
        for fen in all {
            let position = Position::from_fen(&fen, true).expect(&fen);
            assert_eq!(position.castling_rooks().count(), 4, "{fen}");
            let rank = &fen[..8];
            let at = |c| rank.find(c).expect("a piece");
            assert!(at('r') < at('k') && at('k') < rank.rfind('r').expect("a rook"));
            assert_ne!(at('b') % 2, rank.rfind('b').expect("a bishop") % 2);
        }
    }
}
