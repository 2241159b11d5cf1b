//! Difficulty of a problem: a number from 0 to 100, and a level, 1 to 5.
//!
//! The first estimate follows from the data of a verified problem, in points:
//!
//! | what | points |
//! |---|---|
//! | N, the number of moves | 45 (N − 1) / (N + 2) |
//! | the positions that the solver visited | 25 log₁₀(1 + nodes) / 7, at most 25 |
//! | pieces on the board | 10 (pieces − 3) / 29 |
//! | a key that is neither check, capture nor promotion | 10 |
//! | the defender's replies to the key | 10 replies / (replies + 8) |
//!
//! Once people have tried it, their results count too: the problem's rating against its solvers, on
//! the scale (rating − 700) / 16, has the weight played / (played + 10) · (1 − deviation / 350). More
//! of anything never makes a problem easier.

use games::chess::Position;
use solve::mate::Key;

/// Properties of a problem from which its difficulty is estimated, known from the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// N, the number of moves in the stipulation, from 1.
    pub moves: u32,
    /// Number of pieces on the board, kings included.
    pub pieces: u32,
    /// Number of positions that the solver has visited.
    pub nodes: u64,
    /// True if there is a key, and no key is a check, a capture or a promotion.
    pub quiet_key: bool,
    /// Number of legal replies to the key; the least number if there are several keys, 0 if there is none.
    pub defences: u32,
}

/// Results of people against a problem, as the Glicko-2 rating of the problem against its solvers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fared {
    /// Rating of the problem: 1500 at first, more if its solvers fail, less if they succeed.
    pub rating: f64,
    /// Deviation of the rating: 350 when nothing is known, less with every result.
    pub deviation: f64,
    /// Number of games played over the problem.
    pub played: u64,
}

/// Difficulty of a problem, as a value and as a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// Value of the difficulty, from 0 (trivial) to 100.
    pub value: f64,
    /// Level of difficulty, from 1 (easiest) to 5, which [`band`] computes from the value.
    pub band: u8,
}

impl Work {
    /// Returns the properties of a problem in `moves` moves with these keys. Without a key the number
    /// of replies is 0 and `quiet_key` is false.
    pub fn of(position: &Position, moves: u32, keys: &[Key], nodes: u64) -> Work {
        let quiet = |key: &Key| {
            let m = key.first;
            !position.is_capture(m) && m.promoted().is_none() && !position.gives_check(m)
        };
        let replies = keys
            .iter()
            .map(|key| position.play(key.first).count_legal_moves());
        Work {
            moves,
            pieces: position.occupied().count() as u32,
            nodes,
            quiet_key: !keys.is_empty() && keys.iter().all(quiet),
            defences: replies.min().unwrap_or(0) as u32,
        }
    }
}

/// Returns the difficulty of a problem: the estimate from `work`, weighted with people's results `fared` unless these
/// are `None`.
pub fn difficulty(work: &Work, fared: Option<&Fared>) -> Difficulty {
    let estimate = estimate(work);
    let value = match fared {
        None => estimate,
        Some(fared) => {
            let played = fared.played as f64;
            let sure = (1.0 - fared.deviation / 350.0).clamp(0.0, 1.0);
            let weight = played / (played + 10.0) * sure;
            let theirs = ((fared.rating - 700.0) / 16.0).clamp(0.0, 100.0);
            estimate + weight * (theirs - estimate)
        }
    };
    let value = value.clamp(0.0, 100.0);
    Difficulty {
        value,
        band: band(value),
    }
}

/// Least values of the levels 2 to 5. Mates in one lie below the first, most mates in two below the second or the
/// third, and the hardest mates in four above the last; without people's results hardly any mate of up to four moves
/// reaches 70.
const LEVELS: [f64; 4] = [20.0, 35.0, 45.0, 55.0];

/// Returns the level of a value from 0 to 100: 1 to 5.
pub fn band(value: f64) -> u8 {
    let reached = LEVELS.iter().filter(|least| value >= **least);
    1 + reached.count() as u8
}

fn estimate(work: &Work) -> f64 {
    let moves = f64::from(work.moves.max(1));
    let length = 45.0 * (moves - 1.0) / (moves + 2.0);
    let search = 25.0 * ((work.nodes as f64 + 1.0).log10() / 7.0).min(1.0);
    let pieces = 10.0 * (f64::from(work.pieces.clamp(3, 32)) - 3.0) / 29.0;
    let quiet = if work.quiet_key { 10.0 } else { 0.0 };
    let defences = f64::from(work.defences);
    length + search + pieces + quiet + 10.0 * defences / (defences + 8.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_mate_in_one_is_trivial_and_a_long_quiet_one_is_not() {
        let easy = Work {
            moves: 1,
            pieces: 4,
            nodes: 30,
            quiet_key: false,
            defences: 0,
        };
        let hard = Work {
            moves: 12,
            pieces: 16,
            nodes: 80_000_000,
            quiet_key: true,
            defences: 20,
        };
        assert_eq!(difficulty(&easy, None).band, 1);
        assert_eq!(difficulty(&hard, None).band, 5);
    }

    #[test]
    fn the_work_is_read_off_the_keys() {
        // 1.Kb6 stalemates; 1.Qb7 and 1.Qc8 mate; the rook takes nothing.
        let p = Position::from_fen("k7/8/1K6/8/8/8/8/2Q5 w - -", false).expect("legal");
        let key = |text: &str| Key {
            first: p.parse_move(text).expect(text),
            mate_in: 1,
        };
        let work = Work::of(&p, 2, &[key("c1c7"), key("c1c8")], 9);
        assert_eq!((work.pieces, work.defences, work.quiet_key), (3, 0, false));
        let work = Work::of(&p, 2, &[key("c1d1")], 9);
        assert_eq!((work.defences, work.quiet_key), (1, true));
        assert!(!Work::of(&p, 2, &[], 9).quiet_key);
    }

    fn work() -> impl Strategy<Value = Work> {
        (
            1..130u32,
            2..65u32,
            0..u64::MAX / 2,
            any::<bool>(),
            0..300u32,
        )
            .prop_map(|(moves, pieces, nodes, quiet_key, defences)| Work {
                moves,
                pieces,
                nodes,
                quiet_key,
                defences,
            })
    }

    fn fared() -> impl Strategy<Value = Option<Fared>> {
        let fared = (0.0..3500.0f64, 30.0..350.0f64, 0..5000u64);
        prop::option::of(fared.prop_map(|(rating, deviation, played)| Fared {
            rating,
            deviation,
            played,
        }))
    }

    proptest! {
        #[test]
        fn more_of_anything_never_makes_it_easier(
            a in work(), fared in fared(), more in 0..100u32, nodes in 0..1u64 << 40, better in 0.0..900.0f64,
        ) {
            let before = difficulty(&a, fared.as_ref());
            let bigger = [
                Work { moves: a.moves + more, ..a },
                Work { pieces: a.pieces + more, ..a },
                Work { nodes: a.nodes + nodes, ..a },
                Work { quiet_key: true, ..a },
                Work { defences: a.defences + more, ..a },
            ];
            for b in bigger {
                let after = difficulty(&b, fared.as_ref());
                prop_assert!(after.value >= before.value && after.band >= before.band, "{a:?} {b:?}");
            }
            let harder = fared.map(|f| Fared { rating: f.rating + better, ..f });
            prop_assert!(difficulty(&a, harder.as_ref()).value >= before.value);
            prop_assert!((0.0..=100.0).contains(&before.value) && (1..=5).contains(&before.band));
            let limits = [0.0, 20.0, 35.0, 45.0, 55.0, 100.1];
            let level = usize::from(before.band);
            prop_assert!((limits[level - 1]..limits[level]).contains(&before.value));
        }
    }
}
