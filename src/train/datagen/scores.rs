//! Coding of a game's scores, each as its difference to a value predicted from the last two.
//!
//! Evaluations are rounded to levels that lie 6 centipawns apart at 0 and farther apart for larger scores. The expected
//! points of a position (logistic curve, 400 centipawns) change by 0.0022 on average for scores from 0 to 600, and by
//! 0.006 at most. Scores that decide a game are kept exactly.

use super::coder::{Adaptive, Coder, Damaged};
use engine::search::score::{self, Score};
use std::sync::LazyLock;

/// Distance of the levels at 0, in centipawns.
const FINEST: Score = 6;
/// Number by which a score is divided to give the further distance of the levels there.
const SLOPE: Score = 24;

/// Scores of all levels from 0 on, in centipawns; those below 0 mirror them.
static LEVELS: LazyLock<Vec<Score>> = LazyLock::new(|| {
    let next = |last: &Score| Some(last + FINEST + last / SLOPE);
    let levels = std::iter::successors(Some(0), next);
    levels
        .take_while(|score| *score <= score::MAX_EVAL)
        .collect()
});

/// Returns the number of the level nearest to a score that decides nothing; negative for scores below 0.
fn level(score: Score) -> i32 {
    let size = score.abs();
    let above = LEVELS.partition_point(|level| *level < size);
    let distance = |number: usize| LEVELS.get(number).map(|level| (level - size).abs());
    let number = match (distance(above), above.checked_sub(1)) {
        (Some(up), Some(below)) if Some(up) >= distance(below) => below,
        (None, Some(below)) => below,
        _ => above,
    };
    number as i32 * score.signum()
}

/// Returns the score of a level in centipawns; `None` if there is no such level.
fn of_level(level: i32) -> Option<Score> {
    let size = LEVELS.get(level.unsigned_abs() as usize)?;
    Some(size * level.signum())
}

/// Returns the score that is read back after this one has been written, in centipawns.
pub fn rounded(score: Score) -> Score {
    if score.abs() > score::MAX_EVAL {
        return score;
    }
    of_level(level(score)).unwrap_or(score)
}

/// Least size of the differences of each class, in levels. A difference of 0 has a symbol of its own; every class but
/// the last has two, for positive and for negative differences.
const CLASSES: [u32; 7] = [1, 2, 3, 5, 9, 17, 33];
/// Symbol of differences of 33 levels and more, of either sign.
const LARGE: usize = 13;
/// Symbol of plies without a score.
const NO_SCORE: usize = 14;
/// Symbol of scores that decide the game.
const DECIDED: usize = 15;

/// Number of classes of [`Scores::unrest`].
const UNRESTS: usize = 14;

/// Adaptive models for the arithmetic coding of scores, shared by all games of a block and adapted with each score.
#[derive(Debug)]
pub struct ScoreModels {
    /// Models for the class of the difference from the expected level, by unrest and by which of the last move and this
    /// one are captures.
    class: [[Adaptive; 4]; UNRESTS],
    /// Models for the index of the size of a difference within its class, if that has 2 to 16 sizes, by the number of
    /// the class in [`CLASSES`].
    place: [Adaptive; CLASSES.len()],
}

impl Default for ScoreModels {
    fn default() -> ScoreModels {
        ScoreModels {
            class: [[Adaptive::default(); 4]; UNRESTS],
            place: [Adaptive::default(); CLASSES.len()],
        }
    }
}

/// State of the coding of one game's scores.
#[derive(Debug)]
pub struct Scores {
    /// Last two levels from White's point of view, the last one first.
    last: [i32; 2],
    /// Weighted sum of the sizes of the differences so far, in sixteenths of a level: half of the last one, a quarter
    /// of the one before, and so on.
    unrest: u32,
}

impl Default for Scores {
    fn default() -> Scores {
        Scores {
            last: [0; 2],
            unrest: 12 * 16,
        }
    }
}

impl Scores {
    /// Writes or reads the score of a ply, and returns it as it is read; `None` stands for a ply without a score.
    /// `white` is true if White is to move; `captures` has for the last move and for this one true if it is a capture.
    /// When reading, `score` is ignored.
    ///
    /// # Errors
    /// [`Damaged`] if the data that are read are damaged.
    #[inline(always)]
    pub fn code(
        &mut self,
        coder: &mut impl Coder,
        models: &mut ScoreModels,
        white: bool,
        captures: [bool; 2],
        score: Option<Score>,
    ) -> Result<Option<Score>, Damaged> {
        let [last, before] = self.last;
        // Scores at odd and even depths differ systematically, so the last score but one is used, too.
        let expected = (last * 13 + before * 3 + 8) >> 4;
        let sign = if white { 1 } else { -1 };
        let unrest = ((self.unrest / 4 + 1).pow(2).ilog2() as usize).min(UNRESTS - 1);
        let captures = usize::from(captures[0]) * 2 + usize::from(captures[1]);
        let class = &mut models.class[unrest][captures];
        let (symbol, difference) = match score {
            None => (NO_SCORE, 0),
            Some(score) if score.abs() > score::MAX_EVAL => (DECIDED, 0),
            Some(score) => {
                let difference = (level(score) - expected) * sign;
                (symbol_of(difference), difference)
            }
        };
        let symbol = coder.learn(class, symbol)?;
        let difference = match symbol {
            NO_SCORE => return Ok(None),
            DECIDED => {
                let shifted = (score.unwrap_or_default() + score::MATE) as usize;
                let high = coder.uniform(2, shifted >> 15)?;
                let low = coder.uniform(1 << 15, shifted & 0x7fff)?;
                let score = (high << 15 | low) as Score - score::MATE;
                return if score.abs() <= score::MATE {
                    Ok(Some(score))
                } else {
                    Err(Damaged)
                };
            }
            LARGE => coder.uniform(1 << 12, (difference + (1 << 11)) as usize)? as i32 - (1 << 11),
            0 => 0,
            symbol => {
                let class = symbol.div_ceil(2) - 1;
                let sizes = CLASSES[class + 1] - CLASSES[class];
                let mut size = CLASSES[class];
                if sizes > 1 {
                    let place = difference.unsigned_abs().wrapping_sub(size) as usize;
                    size += coder.learn(&mut models.place[class], place)? as u32;
                }
                if symbol % 2 == 1 {
                    size as i32
                } else {
                    -(size as i32)
                }
            }
        };
        let level = expected + difference * sign;
        let score = of_level(level).ok_or(Damaged)?;
        self.unrest = (self.unrest + difference.unsigned_abs().min(60) * 16) / 2;
        self.last = [level, last];
        Ok(Some(score))
    }
}

/// Returns the symbol of a difference in levels: 0 for none, then by size, positive differences before negative ones.
fn symbol_of(difference: i32) -> usize {
    let size = difference.unsigned_abs();
    let class = CLASSES.partition_point(|least| *least <= size);
    match class {
        0 => 0,
        7 => LARGE,
        _ => 2 * class - usize::from(difference > 0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::coder::{Reader, Writer};
    use super::*;
    use proptest::prelude::*;

    fn scores() -> impl Strategy<Value = Vec<(Option<Score>, [bool; 2])>> {
        let score = prop_oneof![
            8 => (-500i32..500).prop_map(Some),
            1 => (-score::MAX_EVAL..=score::MAX_EVAL).prop_map(Some),
            1 => (score::MAX_EVAL..=score::MATE).prop_map(Some),
            1 => (-score::MATE..-score::MAX_EVAL).prop_map(Some),
            1 => Just(None),
        ];
        prop::collection::vec((score, any::<[bool; 2]>()), 0..300)
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_rounded(plies in scores()) {
            let (mut writer, mut models) = (Writer::default(), ScoreModels::default());
            let mut course = Scores::default();
            for (number, (score, captures)) in plies.iter().enumerate() {
                let white = number % 2 == 0;
                let coded = course.code(&mut writer, &mut models, white, *captures, *score);
                prop_assert_eq!(coded, Ok(score.map(rounded)));
            }
            let bytes = writer.finish();
            let mut reader = Reader::new(&bytes).expect("whole words");
            let (mut course, mut models) = (Scores::default(), ScoreModels::default());
            for (number, (score, captures)) in plies.iter().enumerate() {
                let white = number % 2 == 0;
                let read = course.code(&mut reader, &mut models, white, *captures, None);
                prop_assert_eq!(read, Ok(score.map(rounded)));
            }
        }
    }

    #[test]
    fn rounding_keeps_what_decides_and_moves_expected_points_little() {
        let points = |score: Score| 1.0 / (1.0 + (-f64::from(score) / 400.0).exp());
        let (mut most, mut sum) = (0f64, 0.0);
        for score in 0..=score::MAX_EVAL {
            let rounded = rounded(score);
            let error = (points(rounded) - points(score)).abs();
            most = most.max(error);
            sum += if score < 600 { error } else { 0.0 };
            assert_eq!(super::rounded(-score), -rounded);
            assert_eq!(super::rounded(rounded), rounded, "twice changes nothing");
            // Above the last level there is none to which a score could be rounded up.
            let apart = if score < 14_400 {
                FINEST + score / SLOPE
            } else {
                1200
            };
            assert!((rounded - score).abs() <= apart / 2 + 1, "{score}");
        }
        assert!(most < 0.0058, "{most}");
        assert!(sum / 600.0 < 0.0023, "{}", sum / 600.0);
        for score in [
            0,
            score::MATE - 3,
            5 - score::MATE,
            score::TB_WIN,
            -score::MAX_EVAL - 1,
        ] {
            assert_eq!(rounded(score), score);
        }
    }
}
