//! Packed games: read back as they were, damaged, cut off, and of random bytes.

use super::super::scores::rounded;
use super::*;
use engine::search::score::{self, Score};
use proptest::prelude::*;

/// The parts of a test game: number of its start, plies of its opening, numbers of moves with scores.
type Parts = (usize, usize, Vec<(u16, Option<Score>)>);

/// Returns a game of random moves with the given scores.
fn game((start, opening, choices): &Parts) -> Game {
    let fens = [
        (
            "r3k2r/ppp1qppp/8/3pP3/8/8/PPP2PPP/R3K2R w KQkq d6 0 9",
            false,
        ),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 7 31", true),
        ("8/P3k3/8/8/8/8/4K2p/8 b - - 99 250", false),
    ];
    let start = match start {
        0 => Position::start(),
        1 => CHESS960[77],
        2 => CHESS960[518],
        number => {
            let (fen, chess960) = fens[number % fens.len()];
            Position::from_fen(fen, chess960).expect("legal")
        }
    };
    let mut here = start;
    let mut plies = Vec::new();
    for (choice, score) in choices {
        let moves = here.legal_moves();
        if moves.is_empty() {
            break;
        }
        let played = moves[usize::from(*choice) % moves.len()];
        let score = score.filter(|_| plies.len() >= *opening);
        plies.push(Ply { played, score });
        here = here.play(played);
    }
    Game {
        start,
        result: GameResult::Won,
        opening: (*opening).min(plies.len()),
        plies,
    }
}

fn parts() -> impl Strategy<Value = Parts> {
    let score = prop_oneof![
        6 => (-400..400).prop_map(Some),
        1 => (-score::MATE..=score::MATE).prop_map(Some),
        1 => Just(None),
    ];
    let choices = prop::collection::vec((any::<u16>(), score), 0..120);
    (0usize..6, prop_oneof![0usize..12, 200usize..300], choices)
}

/// Returns the game with its scores as they are read back.
fn as_read(game: &Game) -> Game {
    let mut game = game.clone();
    for ply in &mut game.plies {
        ply.score = ply.score.map(rounded);
    }
    game
}

proptest! {
    #[test]
    fn what_is_packed_is_read_again(parts in prop::collection::vec(parts(), 0..6)) {
        let games: Vec<Game> = parts.iter().map(game).collect();
        let packed = pack(&games).expect("fits");
        let read = read(&mut &packed[..]).expect("reads").expect("a block");
        let expected: Vec<Game> = games.iter().map(as_read).collect();
        prop_assert_eq!(&read, &expected);
        for (read, game) in read.iter().zip(&games) {
            prop_assert_eq!(read.start.is_chess960(), game.start.is_chess960());
        }
        // What was read is packed into the same bytes again.
        prop_assert_eq!(pack(&read).expect("fits"), packed);
    }

    #[test]
    fn no_damaged_byte_goes_unnoticed(parts in parts(), at in any::<prop::sample::Index>(), flip in 1u8..) {
        let mut packed = pack(&[game(&parts)]).expect("fits");
        let at = at.index(packed.len());
        packed[at] ^= flip;
        prop_assert!(read(&mut &packed[..]).is_err());
    }

    #[test]
    fn bytes_that_nobody_wrote_decode_to_games_or_to_an_error(
        coded in prop::collection::vec(any::<u32>(), 0..400), games in 0u16..9,
    ) {
        let mut block = (coded.len() as u32 * 4).to_le_bytes().to_vec();
        block.extend(games.to_le_bytes());
        block.extend((crc32fast::hash(&block) as u16).to_le_bytes());
        block.extend(coded.iter().flat_map(|word| word.to_le_bytes()));
        block.extend(crc32fast::hash(&block).to_le_bytes());
        match read(&mut &block[..]) {
            Ok(read) => prop_assert_eq!(read.map(|read| read.len()), Some(usize::from(games))),
            Err(error) => prop_assert!(matches!(error, ReadError::Illegal(_) | ReadError::Length), "{}", error),
        }
    }
}

#[test]
fn a_file_cut_anywhere_is_torn_and_not_a_shorter_block() {
    let parts = (0, 1, vec![(3, None), (5, Some(20)), (8, Some(-3000))]);
    let packed = pack(&[game(&parts)]).expect("fits");
    for length in 1..packed.len() {
        let error = read(&mut &packed[..length]).expect_err("torn");
        assert!(matches!(error, ReadError::Torn), "{length}: {error}");
    }
    assert!(read(&mut &packed[..0]).expect("the end").is_none());
}

#[test]
fn what_could_not_be_read_is_not_packed() {
    let mut wrong = game(&(0, 0, vec![(0, None)]));
    wrong.plies.push(wrong.plies[0]);
    let right = game(&(0, 0, vec![(0, None)]));
    let error = pack(&[right, wrong]).expect_err("Black has no such move");
    assert!(error.to_string().starts_with("game 2 "), "{error}");
    let mut long = game(&(0, 0, Vec::new()));
    let mut here = Position::start();
    for word in ["g1f3", "g8f6", "f3g1", "f6g8"]
        .into_iter()
        .cycle()
        .take(MOST_PLIES + 1)
    {
        let played = here.parse_move(word).expect(word);
        long.plies.push(Ply {
            played,
            score: Some(score::MATE),
        });
        here = here.play(played);
    }
    assert!(pack(std::slice::from_ref(&long)).is_err(), "a ply too many");
    long.plies.pop();
    let packed = pack(std::slice::from_ref(&long)).expect("fits");
    assert_eq!(read(&mut &packed[..]).expect("reads"), Some(vec![long]));
}
