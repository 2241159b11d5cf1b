//! Course of a match between two players: Elo and the test's ratio after each pair of games.

use super::elo::Estimate;
use serde::{Deserialize, Serialize};

/// Maximum number of points of a course in a match result: enough for a chart.
const MOST: usize = 1000;

/// State of a match after some games. Values that are unknown or not finite are `None`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Games finished.
    pub games: u64,
    /// Elo of the first player against the second.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub error: Option<f64>,
    /// The test's log-likelihood ratio, if a test is run.
    pub llr: Option<f64>,
}

impl Point {
    /// Creates the point after `games` games; `None` for `estimate` or `llr` if the value is not known.
    pub fn new(games: u64, estimate: Option<Estimate>, llr: Option<f64>) -> Point {
        let finite = |value: f64| Some(value).filter(|value| value.is_finite());
        let known = estimate.filter(Estimate::has_doubt);
        Point {
            games,
            elo: estimate.and_then(|e| finite(e.elo)),
            error: known.and_then(|e| finite(e.error)),
            llr,
        }
    }
}

/// Returns at most 1000 points of a course, evenly spread and including the first and the last.
pub fn thinned(points: &[Point]) -> Vec<Point> {
    if points.len() <= MOST {
        return points.to_vec();
    }
    let last = points.len() - 1;
    (0..MOST).map(|i| points[i * last / (MOST - 1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::elo::estimate;
    use super::*;

    #[test]
    fn what_is_not_known_is_not_said() {
        assert_eq!(Point::new(2, estimate(&[0, 0, 1, 0, 0]), None).error, None);
        let swept = Point::new(2, estimate(&[0, 0, 0, 0, 1]), Some(0.1));
        assert_eq!((swept.elo, swept.error, swept.llr), (None, None, Some(0.1)));
        let known = Point::new(16, estimate(&[0, 2, 4, 2, 0]), None);
        assert!(known.elo.is_some() && known.error.is_some());
    }

    #[test]
    fn a_long_course_keeps_its_ends() {
        let points: Vec<Point> = (1..=5000).map(|n| Point::new(2 * n, None, None)).collect();
        let kept = thinned(&points);
        assert_eq!(kept.len(), MOST);
        assert_eq!((kept[0].games, kept[MOST - 1].games), (2, 10_000));
        assert!(kept.is_sorted_by_key(|point| point.games));
        assert_eq!(thinned(&points[..3]), points[..3]);
    }
}
