//! Days of the Gregorian calendar, in UTC. Time zones and date parsing are not needed, so that a few lines replace a
//! library with four dependencies.

use std::fmt;

/// Number of milliseconds in a day.
pub const DAY_MS: i64 = 86_400_000;

/// A day of the Gregorian calendar. Written in the form of ISO 8601: `2026-11-21`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    year: i64,
    month: i64,
    day: i64,
}

impl Date {
    /// Returns the day of the instant `ms` milliseconds after the beginning of 1970 in UTC, or before it if `ms` is
    /// negative. The algorithm is Howard Hinnant's ("chrono-compatible low-level date algorithms"): years begin in
    /// March, so that the leap day comes last.
    pub fn at(ms: i64) -> Date {
        let days = ms.div_euclid(DAY_MS) + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * march_month + 2) / 5 + 1;
        let month = if march_month < 10 {
            march_month + 3
        } else {
            march_month - 9
        };
        let year = era * 400 + year_of_era + i64::from(month <= 2);
        Date { year, month, day }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Date { year, month, day } = self;
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (ms, date) in [
            (0, "1970-01-01"),
            (951_782_400_000, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_795_219_199_999, "2026-11-20"),
            (1_795_219_200_000, "2026-11-21"),
            (4_107_542_400_000, "2100-03-01"),
            (-1, "1969-12-31"),
        ] {
            assert_eq!(Date::at(ms).to_string(), date);
        }
    }
}
