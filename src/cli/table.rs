//! Output of lists for people: aligned columns, and pages.

use base::messages::Key;
use base::say;
use base::text::harmless;
use games::Lang;
use serde_json::json;
use store::UserKind;
use unicode_normalization::char::is_combining_mark;

// Options that select a page of a long list.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Pages {
    /// Which page, from 1
    #[arg(long, value_name = "P", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    page: u32,
    /// How many on a page, at most 1000
    #[arg(long, value_name = "K", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
    per_page: u32,
}

impl Pages {
    /// Returns the number of items before the page, and the largest number of items on it.
    pub fn range(self) -> (u32, u32) {
        ((self.page - 1) * self.per_page, self.per_page)
    }

    fn count(self, total: u64) -> u64 {
        total.div_ceil(self.per_page.into())
    }

    /// Returns the page, the items per page and the total number of items as JSON.
    pub fn json(self, total: u64) -> serde_json::Value {
        json!({"page": self.page, "per_page": self.per_page, "total": total})
    }

    /// Returns a line that says which page this is; empty if all items are on one page.
    pub fn line(self, total: u64, lang: Lang) -> String {
        let Pages { page, .. } = self;
        match self.count(total) {
            0 | 1 if page == 1 => String::new(),
            count => say!(lang, "table-page-all", page, count, total) + "\n",
        }
    }
}

/// Table with aligned columns, each as wide as its widest cell.
#[derive(Debug)]
pub struct Table<const N: usize> {
    to_the_right: [bool; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// Creates a table with the heads of its columns: `>` aligns a column to the right, as for numbers, and `<` to the
    /// left.
    pub fn new(lang: Lang, heads: [(char, Key); N]) -> Table<N> {
        Table {
            to_the_right: heads.map(|(side, _)| side == '>'),
            rows: vec![heads.map(|(_, head)| head.text(lang).to_owned())],
        }
    }

    /// Adds a row.
    pub fn add(&mut self, row: [String; N]) {
        self.rows.push(row.map(|cell| harmless(&cell).into_owned()));
    }

    /// Returns the table as text, with the heads as its first line.
    pub fn text(&self) -> String {
        let widths: [usize; N] = std::array::from_fn(|column| {
            let widths = self.rows.iter().map(|row| width(&row[column]));
            widths.max().unwrap_or(0)
        });
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, wide), right) in row.iter().zip(widths).zip(self.to_the_right) {
                let blank = " ".repeat(wide - width(cell));
                line += &if right {
                    format!("{blank}{cell}  ")
                } else {
                    format!("{cell}{blank}  ")
                };
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

/// Returns the number of terminal columns that a text takes; wide East Asian letters are counted as one.
fn width(text: &str) -> usize {
    text.chars().filter(|&c| !is_combining_mark(c)).count()
}

/// Returns the word for a kind of user: person or machine.
pub fn kind_word(kind: UserKind, lang: Lang) -> &'static str {
    match kind {
        UserKind::Person => say!(lang, "table-person"),
        UserKind::Machine => say!(lang, "table-machine"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::key;

    #[test]
    fn columns_stand_below_their_heads() {
        let mut table = Table::new(
            Lang::EN,
            [('<', key!("table-name")), ('>', key!("table-points"))],
        );
        table.add(["Ñandú".to_owned(), "5".to_owned()]);
        table.add(["e\u{301}".to_owned(), "1234567".to_owned()]);
        assert_eq!(
            table.text(),
            "name    points\nÑandú        5\ne\u{301}      1234567\n"
        );
    }

    #[test]
    fn pages_are_counted() {
        let pages = |page| Pages { page, per_page: 10 };
        assert_eq!(pages(3).range(), (20, 10));
        assert_eq!(pages(1).line(10, Lang::EN), "");
        assert_eq!(pages(1).line(11, Lang::EN), "page 1 of 2, 11 in all\n");
        assert_eq!(pages(4).line(0, Lang::EN), "page 4 of 0, 0 in all\n");
    }
}
