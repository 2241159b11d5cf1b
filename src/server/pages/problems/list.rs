//! List of problems with filters, order and pages; each problem has a small diagram.

use super::*;

/// Number of problems on a page.
const PER_PAGE: u32 = 24;

/// A problem in a list.
struct Card {
    id: i64,
    /// Stipulation of the problem: `Mate in 3`, `h#2.5`.
    asked: String,
    name: String,
    diagram: String,
    /// Filled and empty stars for the difficulty; empty while it is not known.
    stars: String,
    solved: String,
}

#[derive(Deserialize, Default)]
pub(super) struct ListQuery {
    #[serde(default)]
    moves: String,
    #[serde(default)]
    difficulty: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    side: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    order: String,
    #[serde(default)]
    fresh: String,
    #[serde(default)]
    mine: String,
    #[serde(default)]
    after: String,
}

#[derive(Template)]
#[template(path = "problems.html")]
struct List {
    f: Frame,
    q: ListQuery,
    cards: Vec<Card>,
    total: u64,
    more: bool,
    next: Option<String>,
    error: String,
    first: bool,
}

impl ListQuery {
    /// Converts the query to a filter of problems.
    ///
    /// # Errors
    /// A sentence for the visitor, if a criterion is not valid.
    fn filter(&self, f: &Frame) -> Result<Filter, String> {
        let told = |error: &problems::Error| error.text(f.lang);
        let mut filter = Filter {
            all: true,
            per_page: PER_PAGE,
            ..Filter::default()
        };
        let order = if self.order.is_empty() {
            "number"
        } else {
            &self.order
        };
        for (word, value) in [
            ("moves", self.moves.trim()),
            ("difficulty", self.difficulty.trim()),
            ("text", self.text.trim()),
            ("side", &self.side),
            ("state", &self.state),
            ("order", order),
            ("mine", &self.mine),
            ("after", &self.after),
        ] {
            if !value.is_empty() {
                filter.set(word, value).map_err(|error| match word {
                    "moves" => say!(f.lang, "problems-bad-moves", value),
                    "difficulty" => say!(f.lang, "problems-bad-difficulty", value),
                    _ => told(&error),
                })?;
            }
        }
        if self.fresh == "yes" {
            filter.set("played", "no").map_err(|error| told(&error))?;
        }
        filter.check().map_err(|error| told(&error))?;
        Ok(filter)
    }

    /// Returns true if the query has any search criterion.
    fn is_asked(&self) -> bool {
        let fields = [
            &self.moves,
            &self.difficulty,
            &self.text,
            &self.side,
            &self.state,
            &self.fresh,
            &self.mine,
        ];
        fields.iter().any(|field| !field.is_empty())
    }

    /// Returns the query string of the page that begins after the position `after`, with the same filter.
    fn with_after(&self, after: &str) -> String {
        let pairs = [
            ("moves", self.moves.as_str()),
            ("difficulty", &self.difficulty),
            ("text", &self.text),
            ("side", &self.side),
            ("state", &self.state),
            ("order", &self.order),
            ("fresh", &self.fresh),
            ("mine", &self.mine),
            ("after", after),
        ];
        let pairs = pairs.into_iter().filter(|(_, value)| !value.is_empty());
        let pairs = pairs.map(|(word, value)| format!("{word}={}", encoded(value)));
        pairs.collect::<Vec<_>>().join("&")
    }
}

pub(super) async fn list(
    State(app): State<App>,
    visitor: Visitor,
    Query(q): Query<ListQuery>,
) -> Response {
    let f = Frame::new(&visitor, "problems");
    let viewer = visitor.user.as_ref().map(|user| user.id);
    let found = match q.filter(&f) {
        Ok(filter) => match app.collection().problems().list(viewer, &filter).await {
            Ok(found) => Ok(found),
            Err(error @ store::Error::Database(_)) => {
                return failed_page(&visitor, &error);
            }
            Err(error) => Err(error.text(visitor.lang)),
        },
        Err(sentence) => Err(sentence),
    };
    let first = q.after.is_empty();
    let shown = match found {
        Ok(found) => {
            let cards = found.problems.iter().map(|problem| Card {
                id: problem.id,
                asked: match problem.draft.mate() {
                    Ok(moves) => say!(f.lang, "problems-mate", moves),
                    Err(_) => problem.draft.stipulation_text(),
                },
                name: name(problem),
                diagram: diagram(
                    &problem.draft,
                    &say!(f.lang, "problems-diagram", id = problem.id),
                    f.lang,
                ),
                stars: stars(problem.band),
                solved: match problem.played {
                    0 => String::new(),
                    played => format!("{}/{played}", problem.solved),
                },
            });
            List {
                cards: cards.collect(),
                total: found.total,
                more: found.more,
                next: found.next.map(|next| q.with_after(&next)),
                error: String::new(),
                first,
                q,
                f,
            }
        }
        Err(error) => List {
            cards: Vec::new(),
            total: 0,
            more: false,
            next: None,
            error,
            first,
            q,
            f,
        },
    };
    page(&shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_says_the_same_on_the_next_page() {
        let q = ListQuery {
            text: "señor & co".to_owned(),
            moves: "2-3".to_owned(),
            ..ListQuery::default()
        };
        assert_eq!(
            q.with_after("n:1"),
            "moves=2-3&text=se%C3%B1or%20%26%20co&after=n%3A1"
        );
    }
}
