//! Parts of a filter: spans of numbers, orders, places in a list.

use crate::error::{Error, Result};
use base::told;
use std::fmt;
use std::str::FromStr;

/// A span of numbers, both limits included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Lower limit; `None` for no limit.
    pub low: Option<u32>,
    /// Upper limit; `None` for no limit.
    pub high: Option<u32>,
}

/// Property by which a list of problems is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By number, which is the order of creation.
    Number,
    /// By the number of moves in the stipulation.
    Moves,
    /// By difficulty, from 0 to 100.
    Difficulty,
    /// By the number of pieces on the board.
    Pieces,
    /// By the number of games played over the problem.
    Played,
    /// By the instant of the last change.
    Changed,
}

/// A place in a list, after a given problem: the value by which the list is sorted, and the problem's number. Unlike a
/// page number it remains the same place if problems are added before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct After {
    /// Order of the list.
    pub order: Order,
    /// True if the order is descending.
    pub descending: bool,
    /// Value of the problem before this place by which the list is sorted.
    pub key: f64,
    /// Number of that problem.
    pub id: i64,
}

// Keys are never NaN, because parsing refuses it.
impl Eq for After {}

impl Span {
    /// Returns the span of a single number.
    pub fn only(number: u32) -> Span {
        Span {
            low: Some(number),
            high: Some(number),
        }
    }

    /// Returns true if a number lies in the span.
    pub fn contains(self, number: u32) -> bool {
        self.low.is_none_or(|low| low <= number) && self.high.is_none_or(|high| number <= high)
    }
}

impl FromStr for Span {
    type Err = Error;

    fn from_str(text: &str) -> Result<Span> {
        let bad = || Error::Invalid(told!("filter-range", text));
        let number = |part: &str| match part.trim() {
            "" => Ok(None),
            digits if digits.bytes().all(|b| b.is_ascii_digit()) => {
                digits.parse().map(Some).map_err(|_| bad())
            }
            _ => Err(bad()),
        };
        let span = match text.split_once('-') {
            Some((low, high)) => Span {
                low: number(low)?,
                high: number(high)?,
            },
            None => {
                let number = number(text)?;
                Span {
                    low: number,
                    high: number,
                }
            }
        };
        match (span.low, span.high) {
            (None, None) => Err(bad()),
            (Some(low), Some(high)) if low > high => {
                Err(Error::Invalid(told!("filter-range-empty", text, low, high)))
            }
            _ => Ok(span),
        }
    }
}

impl Order {
    /// All orders.
    pub const ALL: [Order; 6] = [
        Order::Number,
        Order::Moves,
        Order::Difficulty,
        Order::Pieces,
        Order::Played,
        Order::Changed,
    ];

    /// Returns the value of the parameter `order` for this order.
    pub fn word(self) -> &'static str {
        match self {
            Order::Number => "number",
            Order::Moves => "moves",
            Order::Difficulty => "difficulty",
            Order::Pieces => "pieces",
            Order::Played => "played",
            Order::Changed => "changed",
        }
    }
}

impl FromStr for Order {
    type Err = Error;

    fn from_str(text: &str) -> Result<Order> {
        let found = Order::ALL.into_iter().find(|order| order.word() == text);
        found.ok_or_else(|| {
            let words = Order::ALL.map(Order::word).join(", ");
            Error::Invalid(told!("filter-order", text, words))
        })
    }
}

impl fmt::Display for After {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.descending { "-" } else { "" };
        write!(f, "{sign}{}:{}:{}", self.order.word(), self.key, self.id)
    }
}

impl FromStr for After {
    type Err = Error;

    fn from_str(text: &str) -> Result<After> {
        let bad = || Error::Invalid(told!("filter-after", text));
        let mut parts = text.splitn(3, ':');
        let mut part = || parts.next().ok_or_else(bad);
        let (order, descending) = ordered(part()?).map_err(|_| bad())?;
        let key: f64 = part()?.parse().map_err(|_| bad())?;
        let id = part()?.parse().map_err(|_| bad())?;
        let whole = order != Order::Difficulty;
        if !key.is_finite() || whole && key.fract() != 0.0 {
            return Err(bad());
        }
        Ok(After {
            order,
            descending,
            key,
            id,
        })
    }
}

/// Parses an order; the flag is true if it is descending.
pub(super) fn ordered(text: &str) -> Result<(Order, bool)> {
    match text.strip_prefix('-') {
        Some(order) => Ok((order.parse()?, true)),
        None => Ok((text.parse()?, false)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_as_people_write_them() {
        let span = |low, high| Span { low, high };
        assert_eq!("3".parse::<Span>().ok(), Some(Span::only(3)));
        assert_eq!("2-4".parse::<Span>().ok(), Some(span(Some(2), Some(4))));
        assert_eq!("2-".parse::<Span>().ok(), Some(span(Some(2), None)));
        assert_eq!("-4".parse::<Span>().ok(), Some(span(None, Some(4))));
        for bad in ["", "-", "x", "4-2", "1-2-3", "+3", "2.5", "99999999999"] {
            let error = bad.parse::<Span>().expect_err(bad).to_string();
            assert!(error.contains(&format!("'{bad}'")), "{error}");
        }
    }
}
