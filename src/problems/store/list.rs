//! Lists of problems by a filter, in a stable order, page by page.

use super::Collection;
use super::problems::load;
use super::sql::Sql;
use crate::problems::error::{Refusal, Result};
use crate::problems::filter::{After, Filter, Order, Span};
use crate::problems::problem::Problem;
use crate::problems::words::{fold_tag, prefix_end, words};
use shakmaty::Color;

/// A part of a list.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Page {
    /// The problems of this page, in order.
    pub problems: Vec<Problem>,
    /// How many the whole list has.
    pub total: u64,
    /// Which page it is, from 1.
    pub page: u32,
    /// How many problems a page has.
    pub per_page: u32,
    /// Where the next page begins (`after` of the filter); none after the last.
    pub next: Option<String>,
}

/// The numbers of the problems that a user has played in either seat.
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

/// All words of a text, each as the beginning of one of the problem's.
fn found_by(sql: &mut Sql, text: Option<&str>, of: &'static str) {
    for word in text.map(words).unwrap_or_default() {
        sql.push(" AND id IN (SELECT problem_id FROM problem_words WHERE word >= ");
        sql.bind(word.as_str()).push(" AND word < ");
        sql.bind(prefix_end(&word)).push(of).push(")");
    }
}

/// The conditions of a filter, after `WHERE`.
fn conditions(sql: &mut Sql, viewer: Option<i64>, filter: &Filter) -> Result<()> {
    filter.check()?;
    if !filter.chooses() {
        return usual(sql, viewer);
    }
    sql.push("1 = 1");
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
        // 0 stands for not known.
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
    found_by(sql, filter.author.as_deref(), " AND author = 1");
    found_by(sql, filter.text.as_deref(), "");
    Ok(())
}

/// One's own, and the templates not yet played; for nobody in particular, all templates.
fn usual(sql: &mut Sql, viewer: Option<i64>) -> Result<()> {
    let Some(viewer) = viewer else {
        sql.push("template = 1");
        return Ok(());
    };
    sql.push("id IN (SELECT id FROM problems WHERE owner_id = ");
    sql.bind(viewer);
    sql.push(" UNION ALL SELECT id FROM problems WHERE template = 1 AND id NOT IN ");
    played_by(sql, viewer);
    sql.push(")");
    Ok(())
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

fn key(order: Order, problem: &Problem) -> f64 {
    match order {
        Order::Number => problem.id as f64,
        Order::Moves => f64::from(problem.draft.stipulation.moves()),
        Order::Difficulty => problem.difficulty,
        Order::Pieces => problem
            .draft
            .position()
            .map_or(0.0, |position| position.occupied().count() as f64),
        Order::Played => problem.played as f64,
        Order::Changed => problem.changed as f64,
    }
}

/// What comes after a place.
fn behind(sql: &mut Sql, after: After) {
    let sign = if after.descending { " < " } else { " > " };
    let column = column(after.order);
    sql.push(" AND ");
    match after.order {
        Order::Number => {
            sql.push(column).push(sign).bind(after.id);
            return;
        }
        _ => sql.push("(").push(column).push(", id)"),
    };
    sql.push(sign).push("(");
    match after.order {
        Order::Difficulty => sql.bind(after.key),
        _ => sql.bind(after.key as i64),
    };
    sql.push(", ").bind(after.id).push(")");
}

fn order_by(sql: &mut Sql, filter: &Filter) {
    let end = if filter.descending { " DESC" } else { "" };
    sql.push(" ORDER BY ");
    if filter.order != Order::Number {
        sql.push(column(filter.order)).push(end).push(", ");
    }
    sql.push("id").push(end);
}

impl Collection {
    /// A page of the problems that a filter chooses, in its order. Without a filter: the viewer's own
    /// and the templates they have not played.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::problems::Error::Invalid) for a filter whose parts do not go
    /// together; [`Refusal::NotLoggedIn`] where it asks what a viewer has played or owns, and there is
    /// none.
    pub async fn list_problems(&self, viewer: Option<i64>, filter: &Filter) -> Result<Page> {
        let mut reader = self.reader().await?;
        let mut sql = Sql::new("SELECT count(*) FROM problems WHERE ");
        conditions(&mut sql, viewer, filter)?;
        let total = sql.numbers(&mut reader).await?.first().copied();

        let mut sql = Sql::new("SELECT id FROM problems WHERE ");
        conditions(&mut sql, viewer, filter)?;
        if let Some(after) = filter.after {
            behind(&mut sql, after);
        }
        order_by(&mut sql, filter);
        // One more tells whether there is a next page.
        sql.push(" LIMIT ").bind(i64::from(filter.per_page) + 1);
        let skipped = i64::from(filter.page.saturating_sub(1)) * i64::from(filter.per_page);
        if skipped > 0 {
            sql.push(" OFFSET ").bind(skipped);
        }
        let mut ids = sql.numbers(&mut reader).await?;
        let more = ids.len() > filter.per_page as usize;
        ids.truncate(filter.per_page as usize);
        let problems = load(&mut reader, &ids).await?;
        let next = problems.last().filter(|_| more).map(|last| {
            let after = After {
                order: filter.order,
                descending: filter.descending,
                key: key(filter.order, last),
                id: last.id,
            };
            after.to_string()
        });
        Ok(Page {
            problems,
            total: total.and_then(|total| total.try_into().ok()).unwrap_or(0),
            page: filter.page,
            per_page: filter.per_page,
            next,
        })
    }

    /// The numbers of all problems that a filter chooses, in its order, whatever it says of pages.
    ///
    /// # Errors
    /// As for a page.
    pub async fn problem_ids(&self, viewer: Option<i64>, filter: &Filter) -> Result<Vec<i64>> {
        let mut reader = self.reader().await?;
        let mut sql = Sql::new("SELECT id FROM problems WHERE ");
        conditions(&mut sql, viewer, filter)?;
        order_by(&mut sql, filter);
        sql.numbers(&mut reader).await
    }
}
