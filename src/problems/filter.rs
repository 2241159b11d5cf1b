//! Filters: which problems a list contains, and in which order.
//!
//! A [`Filter`] is set parameter by parameter ([`Filter::set`]) or from a JSON object ([`Filter::from_json`]). The
//! command line, web addresses and programs use the same parameters with the same values, and get the same message for
//! an invalid value:
//!
//! | parameter | value |
//! |---|---|
//! | `moves` | N: `3`, `2-4`, `5-` |
//! | `difficulty` | level, 1 to 5: `4-5` |
//! | `score` | difficulty from 0 to 100: `40-60` |
//! | `pieces` | number of pieces on the board: `-7` |
//! | `side` | side that has to mate: `white`, `black` |
//! | `author`, `text` | words or beginnings of words, all of which a problem must have |
//! | `tag` | a tag that a problem must have; may be given several times |
//! | `state` | `draft`, `verified`, `refuted` |
//! | `unique` | `yes`, `no`: whether there is exactly one key |
//! | `direct` | `yes`, `no`: whether it is an ordinary direct mate |
//! | `played` | `yes`, `no`: whether the viewer has played it |
//! | `tried` | `yes`, `no`: whether anybody has played it |
//! | `mine`, `template` | `yes`, `no`: whether it is the viewer's own, or a template |
//! | `owner` | number of a user |
//! | `all` | `yes`: all problems, if no other parameter selects some |
//! | `order` | `number`, `moves`, `difficulty`, `pieces`, `played`, `changed`; `-moves` for the most first |
//! | `page`, `per_page` | from 1; up to [`MAX_PER_PAGE`] |
//! | `after` | value that the previous page gives for the next one, instead of `page` |

mod parts;

pub use parts::{After, Order, Span};

use super::error::{Error, Result};
use super::problem::{State, trimmed};
use super::words::{fold_tag, words};
use base::{say, told};
use games::Text;
use parts::ordered;
use serde_json::Value;
use shakmaty::Color;

/// Maximum number of problems on a page.
pub const MAX_PER_PAGE: u32 = 1000;

/// Default number of problems on a page.
const PER_PAGE: u32 = 20;

/// Selection of problems, their order, and the page of the list. A criterion that is `None` or empty is not applied.
/// The default filter has no criteria: then a list contains the viewer's own problems and the templates that the viewer
/// has not played yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// True to select all problems if nothing else is set.
    pub all: bool,
    /// Number of moves in the stipulation.
    pub moves: Option<Span>,
    /// Level of difficulty, 1 to 5.
    pub difficulty: Option<Span>,
    /// Difficulty from 0 to 100.
    pub score: Option<Span>,
    /// Number of pieces on the board, kings included.
    pub pieces: Option<Span>,
    /// Side that has to mate.
    pub attacker: Option<Color>,
    /// Words of the author's name, or beginnings of words.
    pub author: Option<String>,
    /// Tags that a problem must have.
    pub tags: Vec<String>,
    /// State of the problem: draft, verified or refuted.
    pub state: Option<State>,
    /// Problems that exactly one first move solves, with no shorter mate (true), or all others (false).
    pub unique: Option<bool>,
    /// Ordinary direct mates (true), or all other problems (false).
    pub direct: Option<bool>,
    /// Problems that the viewer has played, in either seat (true), or has not played (false).
    pub played: Option<bool>,
    /// Problems that anybody has played (true), or nobody (false).
    pub tried: Option<bool>,
    /// Problems that belong to the viewer (true), or do not (false).
    pub mine: Option<bool>,
    /// Number of the user to whom the problem belongs.
    pub owner: Option<i64>,
    /// Problems that came with the program (true), or did not (false).
    pub template: Option<bool>,
    /// Words of title, author, source or tags, or beginnings of words.
    pub text: Option<String>,
    /// Order of the list; problems that are equal in it are ordered by their numbers.
    pub order: Order,
    /// True for the descending order.
    pub descending: bool,
    /// Number of the page, from 1.
    pub page: u32,
    /// Number of problems on a page, from 1 to [`MAX_PER_PAGE`].
    pub per_page: u32,
    /// Place in the list after which the page begins, instead of `page`; `None` if the page is given by its number.
    pub after: Option<After>,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            all: false,
            moves: None,
            difficulty: None,
            score: None,
            pieces: None,
            attacker: None,
            author: None,
            tags: Vec::new(),
            state: None,
            unique: None,
            direct: None,
            played: None,
            tried: None,
            mine: None,
            owner: None,
            template: None,
            text: None,
            order: Order::Number,
            descending: false,
            page: 1,
            per_page: PER_PAGE,
            after: None,
        }
    }
}

fn yes_or_no(text: &str) -> Result<bool> {
    match text {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(Error::Invalid(told!("filter-yes-no", text))),
    }
}

/// Parses a number from `low` to `high`.
fn within(text: &str, low: u32, high: u32) -> Result<u32> {
    match text.parse() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ => Err(Error::Invalid(told!("filter-number", text, low, high))),
    }
}

/// Checks that a text contains a word to search for, and returns it.
fn searchable(what: &str, text: &str) -> Result<String> {
    if words(text).is_empty() {
        return Err(Error::Invalid(told!("filter-no-word", text)));
    }
    trimmed(what, text)
}

/// Parses a span whose limits lie between `low` and `high`.
fn span_within(text: &str, low: u32, high: u32) -> Result<Span> {
    let span: Span = text.parse()?;
    for number in [span.low, span.high].into_iter().flatten() {
        if !(low..=high).contains(&number) {
            return Err(Error::Invalid(told!("filter-numbers", text, low, high)));
        }
    }
    Ok(span)
}

impl Filter {
    /// Sets a parameter to a value; see the table of the module.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the unknown parameter, or with the parameter and its invalid value.
    pub fn set(&mut self, word: &str, value: &str) -> Result<()> {
        self.set_value(word, value).map_err(|error| match error {
            Error::Invalid(why) => Error::Invalid(Text::of(|lang| {
                say!(lang, "filter-bad", word, why = why.get(lang))
            })),
            other => other,
        })
    }

    fn set_value(&mut self, word: &str, value: &str) -> Result<()> {
        match word {
            "all" => self.all = yes_or_no(value)?,
            "moves" => self.moves = Some(value.parse()?),
            "difficulty" => self.difficulty = Some(span_within(value, 1, 5)?),
            "score" => self.score = Some(span_within(value, 0, 100)?),
            "pieces" => self.pieces = Some(span_within(value, 2, 64)?),
            "side" => {
                self.attacker = Some(match value {
                    "white" => Color::White,
                    "black" => Color::Black,
                    _ => {
                        return Err(Error::Invalid(told!("filter-colour", value)));
                    }
                });
            }
            "author" => self.author = Some(searchable(word, value)?),
            "text" => self.text = Some(searchable(word, value)?),
            "tag" => {
                let tag = trimmed(word, value)?;
                if fold_tag(&tag).is_empty() {
                    return Err(Error::Invalid(told!("filter-tag", value)));
                }
                self.tags.push(tag);
            }
            "state" => {
                self.state = Some(
                    value
                        .parse()
                        .map_err(|_| Error::Invalid(told!("filter-state", value)))?,
                );
            }
            "unique" => self.unique = Some(yes_or_no(value)?),
            "direct" => self.direct = Some(yes_or_no(value)?),
            "played" => self.played = Some(yes_or_no(value)?),
            "tried" => self.tried = Some(yes_or_no(value)?),
            "mine" => self.mine = Some(yes_or_no(value)?),
            "template" => self.template = Some(yes_or_no(value)?),
            "owner" => {
                self.owner = Some(
                    value
                        .parse()
                        .map_err(|_| Error::Invalid(told!("filter-owner", value)))?,
                );
            }
            "order" => (self.order, self.descending) = ordered(value)?,
            "page" => self.page = within(value, 1, u32::MAX)?,
            "per_page" => self.per_page = within(value, 1, MAX_PER_PAGE)?,
            "after" => self.after = Some(value.parse()?),
            _ => {
                return Err(Error::Invalid(told!("filter-word")));
            }
        }
        Ok(())
    }

    /// Reads a filter from a JSON object with these parameters. Values are texts, numbers, truth values, and for `tag`
    /// lists of texts.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the part that is not valid.
    pub fn from_json(json: &Value) -> Result<Filter> {
        let Value::Object(members) = json else {
            return Err(Error::Invalid(told!("filter-no-object", json)));
        };
        let mut filter = Filter::default();
        for (word, value) in members {
            let values = match value {
                Value::Array(values) if word == "tag" => values.as_slice(),
                value => std::slice::from_ref(value),
            };
            for value in values {
                match value {
                    Value::String(text) => filter.set(word, text)?,
                    Value::Number(_) | Value::Bool(_) => filter.set(word, &value.to_string())?,
                    _ => {
                        return Err(Error::Invalid(told!("filter-bad-value", word, value)));
                    }
                }
            }
        }
        filter.check()?;
        Ok(filter)
    }

    /// Returns true if the filter selects problems, and does not only set their order and page.
    pub fn chooses(&self) -> bool {
        let silent = Filter {
            order: self.order,
            descending: self.descending,
            page: self.page,
            per_page: self.per_page,
            after: self.after,
            ..Filter::default()
        };
        *self != silent
    }

    /// Checks that the parameters do not contradict each other.
    ///
    /// # Errors
    /// [`Error::Invalid`] with those that do.
    pub fn check(&self) -> Result<()> {
        match self.after {
            Some(_) if self.page != 1 => Err(Error::Invalid(told!("filter-page-and-after"))),
            Some(after) if (after.order, after.descending) != (self.order, self.descending) => {
                Err(Error::Invalid(told!("filter-after-order", after)))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn set(word: &str, value: &str) -> Result<Filter, String> {
        let mut filter = Filter::default();
        let result = filter.set(word, value);
        result.map(|()| filter).map_err(|error| error.to_string())
    }

    #[test]
    fn a_bad_value_is_named_with_its_word() {
        for (word, value) in [
            ("moves", "three"),
            ("difficulty", "6"),
            ("difficulty", "0-3"),
            ("score", "101"),
            ("pieces", "1"),
            ("side", "red"),
            ("author", "!!"),
            ("text", " "),
            ("tag", " "),
            ("state", "new"),
            ("played", "maybe"),
            ("owner", "Ann"),
            ("order", "title"),
            ("page", "0"),
            ("per_page", "1001"),
            ("after", "number:x:1"),
            ("after", "number:NaN:1"),
        ] {
            let error = set(word, value).expect_err(value);
            assert!(
                error.starts_with(&format!("bad filter: {word} '{value}'")),
                "{error}"
            );
        }
        let error = set("colour", "red").expect_err("no such word");
        assert!(error.contains("colour"), "{error}");
    }

    #[test]
    fn json_says_the_same_with_the_same_words() {
        let json = json!({"moves": "2-3", "difficulty": 4, "tag": ["x", "Y z"], "played": false,
                          "order": "-difficulty", "per_page": 5});
        let filter = Filter::from_json(&json).expect("a filter");
        let mut same = Filter::default();
        for (word, value) in [
            ("moves", "2-3"),
            ("difficulty", "4"),
            ("tag", "x"),
            ("tag", "Y z"),
            ("played", "no"),
            ("order", "-difficulty"),
            ("per_page", "5"),
        ] {
            same.set(word, value).expect(word);
        }
        assert_eq!(filter, same);
        for bad in [
            json!([]),
            json!({"moves": [2]}),
            json!({"all": null}),
            json!({"x": 1}),
        ] {
            Filter::from_json(&bad).expect_err("not a filter");
        }
    }

    #[test]
    fn order_and_page_alone_choose_nothing() {
        let mut filter = Filter::default();
        filter.set("order", "-moves").expect("an order");
        filter.set("page", "3").expect("a page");
        assert!(!filter.chooses());
        filter.set("all", "yes").expect("all");
        assert!(filter.chooses());
    }

    #[test]
    fn a_place_belongs_to_its_order() {
        let after = After {
            order: Order::Difficulty,
            descending: true,
            key: 37.123_456_789_012_3,
            id: 118,
        };
        assert_eq!(after.to_string().parse::<After>().ok(), Some(after));
        let mut filter = Filter::default();
        filter.set("after", &after.to_string()).expect("a place");
        filter.check().expect_err("of another order");
        filter.set("order", "-difficulty").expect("an order");
        filter.check().expect("its own order");
        filter.set("page", "2").expect("a page");
        filter.check().expect_err("two beginnings");
    }
}
