//! Lists of problems by a filter, in a stable order, page by page.
//!
//! First the problems that fit are counted, up to [`COUNTED`], in whichever order is cheapest. If there are no more
//! than that, they are found in the same way and sorted. Otherwise the table is *walked* in the list's order until the
//! page is full, which is soon because many problems fit. So neither a filter that few problems fit nor one that many
//! problems fit takes long, and the total is exact up to [`COUNTED`]. Only one page is read from the database.
//!
//! The search by words is described in [`word_search`](super::word_search).

use crate::error::{Refusal, Result};
use crate::problems::rows::load;
use crate::problems::word_search::SearchWords;
use crate::sql::Sql;
use crate::{Backend, Problems};
use problems::words::fold_tag;
use problems::{After, Filter, Order, Problem, Span};
use shakmaty::Color;
use sqlx::AnyConnection;

/// Maximum number of problems of a list that are counted; beyond it, a page says only that there are more.
pub const COUNTED: u32 = 1000;

/// A page of a list.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Page {
    /// The problems of this page, in order.
    pub problems: Vec<Problem>,
    /// Number of problems in the whole list, or [`COUNTED`] if there are `more`.
    pub total: u64,
    /// True if the whole list has more than [`COUNTED`].
    pub more: bool,
    /// Number of the page, from 1.
    pub page: u32,
    /// Maximum number of problems on a page.
    pub per_page: u32,
    /// Value for `after` in the filter that gives the next page; `None` on the last page.
    pub next: Option<String>,
}

/// Appends a query for the numbers of the problems that a user has played in either seat.
fn played_by(sql: &mut Sql, user: i64) {
    sql.push("(SELECT problem_id FROM plays WHERE attacker_id = ");
    sql.bind(user);
    sql.push(" UNION SELECT problem_id FROM plays WHERE defender_id = ");
    sql.bind(user).push(")");
}

fn span(sql: &mut Sql, column: &'static str, span: Option<Span>) {
    let Some(Span { low, high }) = span else {
        return;
    };
    let mut bound = |sign: &'static str, number: Option<u32>| {
        if let Some(number) = number {
            sql.push(" AND ").push(column).push(sign);
            sql.bind(i64::from(number));
        }
    };
    if low == high {
        bound(" = ", low);
    } else {
        bound(" >= ", low);
        bound(" <= ", high);
    }
}

fn yes_or_no(sql: &mut Sql, column: &'static str, yes: Option<bool>) {
    if let Some(yes) = yes {
        sql.push(" AND ").push(column);
        sql.push(if yes { " = 1" } else { " = 0" });
    }
}

/// Way of finding the problems of a page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// All problems that fit are found in whichever order is cheapest, then sorted.
    Collected,
    /// The table is read in the list's order until the page is full.
    Walked,
}

/// SQL condition that is always true.
const EVERY: &str = "1 = 1";

/// Appends the conditions of a filter, except the search words, after `WHERE`. `viewer` is the user on whom some of
/// them depend; `None` if nobody is logged in.
fn conditions(sql: &mut Sql, viewer: Option<i64>, filter: &Filter) -> Result<()> {
    if !filter.chooses() {
        usual(sql, viewer);
        return Ok(());
    }
    sql.push(EVERY);
    span(sql, "moves", filter.moves);
    span(sql, "band", filter.difficulty);
    span(sql, "pieces", filter.pieces);
    if let Some(Span { low, high }) = filter.score {
        if let Some(low) = low {
            sql.push(" AND difficulty >= ").bind(f64::from(low));
        }
        if let Some(high) = high {
            sql.push(" AND difficulty <= ").bind(f64::from(high));
        }
        // The level 0 means that the difficulty is not known.
        sql.push(" AND band > 0");
    }
    if let Some(attacker) = filter.attacker {
        sql.push(" AND attacker = ");
        sql.push(match attacker {
            Color::White => "'white'",
            Color::Black => "'black'",
        });
    }
    if let Some(state) = filter.state {
        sql.push(" AND state = ").bind(state.word());
    }
    yes_or_no(sql, "unique_key", filter.unique);
    yes_or_no(sql, "direct", filter.direct);
    yes_or_no(sql, "template", filter.template);
    if let Some(owner) = filter.owner {
        sql.push(" AND owner_id = ").bind(owner);
    }
    if let Some(mine) = filter.mine {
        let viewer = viewer.ok_or(Refusal::NotLoggedIn)?;
        if mine {
            sql.push(" AND owner_id = ").bind(viewer);
        } else {
            sql.push(" AND (owner_id IS NULL OR owner_id <> ");
            sql.bind(viewer).push(")");
        }
    }
    if let Some(played) = filter.played {
        let viewer = viewer.ok_or(Refusal::NotLoggedIn)?;
        sql.push(if played {
            " AND id IN "
        } else {
            " AND id NOT IN "
        });
        played_by(sql, viewer);
    }
    if let Some(tried) = filter.tried {
        sql.push(if tried {
            " AND played > 0"
        } else {
            " AND played = 0"
        });
    }
    for tag in &filter.tags {
        sql.push(" AND id IN (SELECT problem_id FROM problem_tags WHERE folded = ");
        sql.bind(fold_tag(tag)).push(")");
    }
    Ok(())
}

/// Appends the condition for a list without a filter: the viewer's own problems and the templates that the viewer has
/// not played; without a viewer all templates.
fn usual(sql: &mut Sql, viewer: Option<i64>) {
    let Some(viewer) = viewer else {
        sql.push("template = 1");
        return;
    };
    sql.push("id IN (SELECT id FROM problems WHERE owner_id = ");
    sql.bind(viewer);
    sql.push(" UNION ALL SELECT id FROM problems WHERE template = 1 AND id NOT IN ");
    played_by(sql, viewer);
    sql.push(")");
}

fn column(order: Order) -> &'static str {
    match order {
        Order::Number => "id",
        Order::Moves => "moves",
        Order::Difficulty => "difficulty",
        Order::Pieces => "pieces",
        Order::Played => "played",
        Order::Changed => "changed",
    }
}

/// Returns a clause that makes SQLite, whose planner ignores how soon a page is full, walk the table in a list's order;
/// empty for PostgreSQL.
fn walked(backend: Backend, order: Order) -> &'static str {
    match (backend, order) {
        (Backend::Postgres, _) => "",
        (Backend::Sqlite, Order::Number) => " NOT INDEXED",
        (Backend::Sqlite, Order::Moves) => " INDEXED BY problems_by_moves",
        (Backend::Sqlite, Order::Difficulty) => " INDEXED BY problems_by_difficulty",
        (Backend::Sqlite, Order::Pieces) => " INDEXED BY problems_by_pieces",
        (Backend::Sqlite, Order::Played) => " INDEXED BY problems_by_played",
        (Backend::Sqlite, Order::Changed) => " INDEXED BY problems_by_changed",
    }
}

/// Returns the name of the column by which a list is sorted first, before the number, for the given way of finding
/// problems.
fn key(order: Order, how: How) -> &'static str {
    match how {
        How::Collected => "list_key",
        How::Walked => column(order),
    }
}

/// Appends the condition that selects the problems after a place in the list.
fn behind(sql: &mut Sql, after: After, how: How) {
    let sign = if after.descending { " < " } else { " > " };
    if after.order == Order::Number {
        sql.push("id").push(sign).bind(after.id);
        return;
    }
    sql.push("(").push(key(after.order, how)).push(", id)");
    sql.push(sign).push("(");
    match (after.order, how) {
        (Order::Difficulty, _) | (_, How::Collected) => sql.bind(after.key),
        _ => sql.bind(after.key as i64),
    };
    sql.push(", ").bind(after.id).push(")");
}

fn order_by(sql: &mut Sql, filter: &Filter, how: How) {
    let end = if filter.descending { " DESC" } else { "" };
    sql.push(" ORDER BY ");
    if filter.order != Order::Number {
        sql.push(key(filter.order, how)).push(end).push(", ");
    }
    sql.push("id").push(end);
}

/// A problem's number with the value that its list is sorted by.
type Place = (i64, f64);

/// Parameters of a list: the viewer, the filter, and its search words.
struct List<'a> {
    viewer: Option<i64>,
    filter: &'a Filter,
    words: SearchWords,
    backend: Backend,
}

impl List<'_> {
    /// Appends the part of the query that selects the problems, from `FROM` on.
    fn choose(&self, sql: &mut Sql, how: How) -> Result<()> {
        sql.push(" FROM problems");
        if how == How::Walked {
            sql.push(walked(self.backend, self.filter.order));
        }
        sql.push(" WHERE ");
        conditions(sql, self.viewer, self.filter)?;
        self.words
            .conditions(sql, how == How::Collected, self.backend);
        Ok(())
    }

    /// Appends the query for the problems that fit.
    fn select(&self, sql: &mut Sql, how: How) -> Result<()> {
        sql.push("SELECT id, CAST(").push(column(self.filter.order));
        sql.push(" AS DOUBLE PRECISION) AS list_key");
        self.choose(sql, how)
    }

    /// Returns true if certainly more than [`COUNTED`] problems fit, because a frequent word is the only condition.
    fn surely_many(&self) -> Result<bool> {
        let mut others = Sql::default();
        conditions(&mut others, self.viewer, self.filter)?;
        let single = self.words.single.unwrap_or(0);
        Ok(single > i64::from(COUNTED) && others.text() == EVERY)
    }

    /// Returns the number of problems that fit; `None` if there are more than [`COUNTED`].
    async fn count(&self, connection: &mut AnyConnection) -> Result<Option<u64>> {
        if self.surely_many()? {
            return Ok(None);
        }
        let mut sql = Sql::new("SELECT count(*) FROM (SELECT 1");
        self.choose(&mut sql, How::Collected)?;
        sql.push(" LIMIT ").bind(i64::from(COUNTED) + 1);
        sql.push(") AS a_few");
        let count = sql.one::<i64>(connection).await?.unsigned_abs();
        Ok((count <= u64::from(COUNTED)).then_some(count))
    }

    /// Returns the positions in the list of the page's problems and of the one after them, if there is one.
    async fn page(&self, how: How, connection: &mut AnyConnection) -> Result<Vec<Place>> {
        let Filter {
            after,
            page,
            per_page,
            ..
        } = self.filter;
        let mut sql = Sql::default();
        match how {
            How::Collected => {
                // The limit keeps the planner from walking in the list's order, which might take long.
                sql.push("SELECT id, list_key FROM (");
                self.select(&mut sql, how)?;
                sql.push(" LIMIT ").bind(i64::from(COUNTED) + 1);
                sql.push(") AS a_few WHERE 1 = 1");
            }
            How::Walked => self.select(&mut sql, how)?,
        }
        if let Some(after) = *after {
            sql.push(" AND ");
            behind(&mut sql, after, how);
        }
        order_by(&mut sql, self.filter, how);
        sql.push(" LIMIT ").bind(i64::from(*per_page) + 1);
        let skipped = i64::from(page.saturating_sub(1)) * i64::from(*per_page);
        sql.push(" OFFSET ").bind(skipped);
        sql.all(connection).await
    }
}

impl Problems<'_> {
    /// Returns a page of the problems that a filter selects, in its order. Without a filter these are the viewer's own
    /// problems and the templates that the viewer has not played.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) for a filter whose parts contradict each other;
    /// [`Refusal::NotLoggedIn`] if the filter asks what the viewer has played or owns, and there is no viewer.
    pub async fn list(self, viewer: Option<i64>, filter: &Filter) -> Result<Page> {
        let mut reader = self.store.reader().await?;
        let list = self.listing(viewer, filter, &mut reader).await?;
        let total = list.count(&mut reader).await?;
        let how = match total {
            Some(_) => How::Collected,
            None => How::Walked,
        };
        let mut found = list.page(how, &mut reader).await?;
        // One problem more than the page holds was requested, to see if there is a next page.
        let goes_on = found.len() > filter.per_page as usize;
        found.truncate(filter.per_page as usize);
        let next = found.last().filter(|_| goes_on).map(|&(id, key)| {
            let after = After {
                order: filter.order,
                descending: filter.descending,
                key,
                id,
            };
            after.to_string()
        });
        let ids: Vec<i64> = found.iter().map(|(id, _)| *id).collect();
        Ok(Page {
            problems: load(&mut reader, &ids).await?,
            total: total.unwrap_or(u64::from(COUNTED)),
            more: total.is_none(),
            page: filter.page,
            per_page: filter.per_page,
            next,
        })
    }

    /// Returns the numbers of all problems that a filter selects for the user `viewer` (`None` if nobody is logged in),
    /// in its order; the filter's page is ignored.
    ///
    /// # Errors
    /// As for [`list`](Self::list).
    pub async fn ids(self, viewer: Option<i64>, filter: &Filter) -> Result<Vec<i64>> {
        let mut reader = self.store.reader().await?;
        let list = self.listing(viewer, filter, &mut reader).await?;
        let mut sql = Sql::default();
        list.select(&mut sql, How::Collected)?;
        order_by(&mut sql, filter, How::Collected);
        let all: Vec<Place> = sql.all(&mut reader).await?;
        Ok(all.into_iter().map(|(id, _)| id).collect())
    }

    async fn listing<'a>(
        self,
        viewer: Option<i64>,
        filter: &'a Filter,
        connection: &mut AnyConnection,
    ) -> Result<List<'a>> {
        filter.check()?;
        Ok(List {
            viewer,
            filter,
            words: SearchWords::of(filter, connection).await?,
            backend: self.store.backend,
        })
    }
}
