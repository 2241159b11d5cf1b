//! Estimate of a share from a count, such as the share of first places to be expected.

use super::elo::Z95;
use serde::Serialize;

/// A share from 0 to 1, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Count divided by the total.
    pub share: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Returns the share of `count` among `total` with Wilson's score interval (E. B. Wilson, "Probable inference, the law
/// of succession, and statistical inference", 1927), which stays between 0 and 1 and holds its confidence level for
/// small totals and for shares near 0 and 1. `None` if `total` is 0.
pub fn share(count: u64, total: u64) -> Option<Share> {
    if total == 0 {
        return None;
    }
    let n = total as f64;
    let share = count as f64 / n;
    let z2 = Z95 * Z95;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let radius = (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt() * Z95 / (1.0 + z2 / n);
    Some(Share {
        share,
        // Rounding must not put an end of the interval on the wrong side of the share.
        low: (middle - radius).clamp(0.0, share),
        high: (middle + radius).clamp(share, 1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ends of the interval are the true shares from which the counted one is 1.96 standard deviations away.
    #[test]
    fn the_ends_of_the_interval_are_where_the_test_would_begin_to_doubt() {
        for (count, total) in [(0, 10), (1, 7), (25, 100), (310, 400), (10, 10)] {
            let found = share(count, total).expect("games");
            let p = count as f64 / total as f64;
            assert_eq!(found.share, p);
            let distance =
                |truth: f64| (p - truth).abs() / (truth * (1.0 - truth) / total as f64).sqrt();
            for end in [found.low, found.high] {
                if end > 1e-9 && end < 1.0 - 1e-9 {
                    assert!((distance(end) - Z95).abs() < 1e-9, "{count}/{total}: {end}");
                }
            }
            assert!(found.low <= p && p <= found.high && found.low >= 0.0 && found.high <= 1.0);
        }
        // Value from the literature: 10 of 20.
        let half = share(10, 20).expect("games");
        assert!((half.low - 0.2993).abs() < 5e-5 && (half.high - 0.7007).abs() < 5e-5);
        assert_eq!(share(0, 0), None);
    }
}
