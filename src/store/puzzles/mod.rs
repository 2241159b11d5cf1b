//! Puzzles of the site: imported from files, from the problems of the collection, and from mistakes in people's own
//! games.
//!
//! | file | contents |
//! |---|---|
//! | `choosing` | choice of a person's next puzzle, themes, puzzles that are due |
//! | `tries` | attempts, the ratings that follow from first attempts, the schedule of repetitions |

mod choosing;
mod tries;

pub use choosing::DuePuzzle;
pub use tries::{PastTry, PuzzleStanding, Try};

use crate::Puzzles;
use crate::columns::{Columns, FromRow};
use crate::error::Result;
use crate::sql::{Sql, batches, sql, values, whole};
use crate::{Change, Store};
use problems::puzzle::schedule::Card;
use problems::rating::Rating;
use rand::RngExt;
use sqlx::any::AnyRow;
use std::collections::HashMap;

/// Source from which the site has a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleSource {
    /// A file that an administrator has loaded.
    File,
    /// A verified problem of the collection.
    Problem,
    /// A mistake in somebody's own game.
    Mistake,
}

base::words!(
    PuzzleSource:
    File = "file",
    Problem = "problem",
    Mistake = "mistake",
);

/// A puzzle to be imported.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPuzzle {
    /// Key that identifies the puzzle: of several puzzles with the same key only the first one is imported.
    pub key: String,
    /// Kind of source that the puzzle comes from.
    pub source: PuzzleSource,
    /// Position as FEN: the one before the opponent's move, or the diagram of a problem.
    pub fen: String,
    /// Moves of the solution in UCI notation, beginning with the opponent's move; empty for a problem.
    pub moves: Vec<String>,
    /// Number of moves in which a problem mates; `None` for other puzzles.
    pub mate: Option<u32>,
    /// Themes of the puzzle: `fork`.
    pub themes: Vec<String>,
    /// Initial rating of the puzzle.
    pub rating: Rating,
    /// Key of the only person who gets the puzzle; `None` if everybody may get it.
    pub owner: Option<String>,
    /// Key of the person who made the puzzle and therefore does not get it; empty if there is none.
    pub maker: String,
    /// Name of the puzzle in its file, number of the problem, or identifier of the game.
    pub origin: String,
}

impl NewPuzzle {
    /// Returns the key of a puzzle with a line of moves: there is one puzzle for each position, first move and owner.
    pub fn key_of(fen: &str, first: &str, owner: Option<&str>) -> String {
        format!("{} {fen} {first}", owner.unwrap_or("all"))
    }
}

/// A puzzle of the site.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleRow {
    /// Number of the puzzle, which is never used again.
    pub id: i64,
    /// Kind of source that the puzzle comes from.
    pub source: PuzzleSource,
    /// Position as FEN: the one before the opponent's move, or the diagram of a problem.
    pub fen: String,
    /// Moves of the solution in UCI notation, beginning with the opponent's move; empty for a problem.
    pub moves: Vec<String>,
    /// Number of moves in which a problem mates; `None` for other puzzles.
    pub mate: Option<u32>,
    /// Themes of the puzzle: `fork`.
    pub themes: Vec<String>,
    /// Rating of the puzzle.
    pub rating: Rating,
    /// Name of the puzzle in its file, number of the problem, or identifier of the game.
    pub origin: String,
}

/// Columns of a [`PuzzleRow`] for a query, where `p` is the table of puzzles.
pub(crate) const PUZZLE: &str = "p.id, p.source, p.fen, p.moves, p.mate, p.themes, p.rating, p.deviation, \
                                 p.volatility, p.origin";

impl FromRow for PuzzleRow {
    fn from_row(row: AnyRow) -> Result<PuzzleRow> {
        Ok(PuzzleRow {
            id: row.read("id")?,
            source: row.read("source")?,
            fen: row.read("fen")?,
            moves: words(&row.read::<String>("moves")?),
            mate: row.read("mate")?,
            themes: words(&row.read::<String>("themes")?),
            rating: row.read("rating")?,
            origin: row.read("origin")?,
        })
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Maximum number of problems that are imported by one call.
const PROBLEMS: i64 = 200;

/// Maximum number of moves of a problem that becomes a puzzle.
const MOST_MATE: i64 = 4;

impl Puzzles<'_> {
    /// Imports puzzles, and returns the number of new ones; those that exist already are not changed.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn take_in(self, puzzles: &[NewPuzzle]) -> Result<u64> {
        let mut change = self.store.begin().await?;
        let new = add(self.store, &mut change, puzzles).await?;
        change.commit().await?;
        Ok(new.len() as u64)
    }

    /// Imports some of the verified problems of the collection that have one key and a short mate. Returns the number
    /// of new puzzles; 0 if all problems have been imported.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn take_in_problems(self) -> Result<u64> {
        let sql = sql!(
            "SELECT pr.id, pr.owner_id, pr.fen, pr.twin, pr.moves, pr.rating, pr.deviation, pr.volatility \
             FROM problems pr WHERE pr.state = 'verified' AND pr.direct = 1 AND pr.unique_key = 1 AND pr.moves <= ? \
             AND NOT EXISTS (SELECT 1 FROM puzzles WHERE puzzles.key = 'twin ' || pr.twin) \
             ORDER BY pr.id LIMIT ?"; MOST_MATE, PROBLEMS
        );
        let rows: Vec<AnyRow> = self.store.all(sql).await?;
        let mut puzzles = Vec::with_capacity(rows.len());
        for row in rows {
            let (twin, moves): (String, u32) = (row.read("twin")?, row.read("moves")?);
            let owner: Option<i64> = row.read("owner_id")?;
            puzzles.push(NewPuzzle {
                key: format!("twin {twin}"),
                source: PuzzleSource::Problem,
                fen: row.read("fen")?,
                moves: Vec::new(),
                mate: Some(moves),
                themes: vec![
                    "mate".to_owned(),
                    format!("mateIn{moves}"),
                    "composed".to_owned(),
                ],
                rating: row.read("rating")?,
                owner: None,
                maker: owner.map_or(String::new(), |owner| format!("u{owner}")),
                origin: row.read::<i64>("id")?.to_string(),
            });
        }
        self.take_in(&puzzles).await
    }

    /// Returns the identifiers of a person's finished chess games that have been analysed and not yet searched for
    /// mistakes.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn games_to_look_through(self, who: &str) -> Result<Vec<String>> {
        let sql = sql!(
            "SELECT DISTINCT j.subject FROM game_seats s JOIN jobs j ON j.subject = s.game AND j.kind = 'analysis' \
             AND j.state = 'done' WHERE s.who = ? \
             AND NOT EXISTS (SELECT 1 FROM puzzle_games g WHERE g.game = s.game AND g.who = s.who)"; who
        );
        self.store.all(sql).await
    }

    /// Returns the identifiers of a person's last `limit` finished chess games that have not been analysed, newest
    /// first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn games_to_analyse(self, who: &str, limit: u32) -> Result<Vec<String>> {
        let sql = sql!(
            "SELECT g.id FROM game_seats s JOIN games g ON g.id = s.game WHERE s.who = ? AND g.state = 'over' \
             AND g.variant = 'chess' AND NOT EXISTS (SELECT 1 FROM puzzle_games l WHERE l.game = g.id AND l.who = s.who) \
             AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = 'analysis' AND j.subject = g.id) \
             ORDER BY g.ended DESC LIMIT ?"; who, i64::from(limit)
        );
        self.store.all(sql).await
    }

    /// Imports the mistakes of a person in a game as puzzles, which are due at once, and returns the number of new
    /// ones. A game is searched for mistakes only once.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn take_in_mistakes(
        self,
        game: &str,
        who: &str,
        puzzles: &[NewPuzzle],
    ) -> Result<u64> {
        let mut change = self.store.begin().await?;
        let sql = sql!(
            "INSERT INTO puzzle_games (game, who) VALUES (?, ?) ON CONFLICT (game, who) DO NOTHING"; game, who
        );
        if sql.run(&mut change).await? == 0 {
            return Ok(0);
        }
        let new = add(self.store, &mut change, puzzles).await?;
        let card = serde_json::to_string(&Card::new()).map_err(crate::Error::invalid)?;
        let now = self.store.now();
        for id in &new {
            let sql = sql!(
                "INSERT INTO puzzle_tries (who, puzzle, rated, open, begun, card, due) VALUES (?, ?, 0, 0, ?, ?, ?)";
                who, *id, now, card.as_str(), now
            );
            sql.run(&mut change).await?;
        }
        change.commit().await?;
        Ok(new.len() as u64)
    }
}

/// Inserts the puzzles that do not exist yet, and returns their numbers.
async fn add(store: &Store, change: &mut Change, puzzles: &[NewPuzzle]) -> Result<Vec<i64>> {
    let now = store.now();
    let rows: Vec<(&NewPuzzle, i64)> = puzzles
        .iter()
        .map(|puzzle| (puzzle, rand::rng().random_range(0..i64::MAX)))
        .collect();
    let known: HashMap<&str, (&NewPuzzle, i64)> =
        rows.iter().map(|row| (row.0.key.as_str(), *row)).collect();
    let texts = |(puzzle, _): &(&NewPuzzle, i64)| puzzle.key.len() + 2 * puzzle.fen.len() + 100;
    let mut all = Vec::new();
    for batch in batches(store.backend, &rows, 14, texts) {
        let mut sql = Sql::new(
            "INSERT INTO puzzles (key, source, fen, moves, mate, themes, rating, deviation, volatility, owner, \
             maker, origin, lot, created) VALUES ",
        );
        values!(
            sql,
            batch,
            |(p, lot)| p.key.as_str(),
            p.source.word(),
            p.fen.as_str(),
            p.moves.join(" "),
            p.mate.map(i64::from),
            p.themes.join(" "),
            p.rating.rating,
            p.rating.deviation,
            p.rating.volatility,
            p.owner.as_deref(),
            p.maker.as_str(),
            p.origin.as_str(),
            *lot,
            now
        );
        sql.push(" ON CONFLICT (key) DO NOTHING RETURNING id, key");
        let new: Vec<(i64, String)> = sql.all(change).await?;
        let mut themes = Vec::new();
        for (id, key) in &new {
            all.push(*id);
            let Some((puzzle, lot)) = known.get(key.as_str()) else {
                continue;
            };
            if puzzle.owner.is_none() {
                themes.extend(puzzle.themes.iter().map(|theme| (theme, *lot, *id)));
            }
        }
        for batch in batches(store.backend, &themes, 3, |(theme, _, _)| theme.len()) {
            let mut sql = Sql::new("INSERT INTO puzzle_themes (theme, lot, puzzle) VALUES ");
            values!(sql, batch, |(theme, lot, id)| theme.as_str(), *lot, *id);
            sql.push(" ON CONFLICT (theme, lot, puzzle) DO NOTHING");
            sql.run(change).await?;
        }
    }
    Ok(all)
}

/// Deletes all data of a person: attempts, the rating, and puzzles from the person's mistakes.
pub(crate) async fn forget(change: &mut Change, who: &str) -> Result<()> {
    for sql in [
        sql!("DELETE FROM puzzle_tries WHERE who = ?"; who),
        sql!("DELETE FROM puzzle_ratings WHERE who = ?"; who),
        sql!("DELETE FROM puzzles WHERE owner = ?"; who),
        sql!("DELETE FROM puzzle_games WHERE who = ?"; who),
    ] {
        sql.run(change).await?;
    }
    Ok(())
}

/// Converts a maximum number of rows to the type of the database.
fn limited(limit: u32) -> i64 {
    whole(limit)
}
