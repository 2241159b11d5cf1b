//! Tournaments: made, joined, started, and their pairings with results. Whoever directs one does it from what is here
//! alone, so that a restart loses nothing: a pairing is written down, with the name that its room will have, before the
//! room is made.

use crate::Tournaments;
use crate::columns::{Columns, FromRow, columns};
use crate::error::Result;
use crate::games::GameState;
use crate::sql::{Sql, sql, whole};
use base::word::Word;
use rooms::tournament::Outcome;
use serde::Serialize;
use sqlx::any::AnyRow;

/// Kind of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// So many rounds, each with opponents of equal scores.
    Swiss,
    /// Whoever is free plays, until the time is over.
    Arena,
    /// One against many at the same time.
    Exhibition,
}

base::words!(EventKind: Swiss = "swiss", Arena = "arena", Exhibition = "exhibition");

/// State of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventState {
    /// It has not begun.
    Open,
    /// It is being played.
    Running,
    /// It has ended.
    Over,
}

base::words!(EventState: Open = "open", Running = "running", Over = "over");

/// A tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// A name that nobody guesses.
    pub id: String,
    /// Its kind.
    pub kind: EventKind,
    /// The name that people see.
    pub name: String,
    /// The game: `chess`.
    pub variant: String,
    /// The clock as people write it.
    pub clock: String,
    /// True if games between people with accounts count for the ratings.
    pub rated: bool,
    /// User who made it, while there is one.
    pub host: Option<i64>,
    /// Number of rounds of a Swiss tournament.
    pub rounds: u32,
    /// The most half-point byes of a player, in a Swiss tournament.
    pub byes: u32,
    /// True if the first rounds of a Swiss tournament are accelerated.
    pub accelerated: bool,
    /// Duration of an arena, in minutes.
    pub minutes: u32,
    /// Seconds for the first move of each player.
    pub first_move: u32,
    /// Its state.
    pub state: EventState,
    /// The round that is played; in an arena the number of pairings so far.
    pub round: u32,
    /// Instant at which it was made, in milliseconds since 1970, as all instants here.
    pub created: i64,
    /// Instant of its start.
    pub began: Option<i64>,
    /// Instant at which an arena ends.
    pub ends: Option<i64>,
    /// Instant at which the next round is paired.
    pub next: Option<i64>,
    /// Instant of its end.
    pub ended: Option<i64>,
}

columns!(Tournament: id, kind, name, variant, clock, rated, host, rounds, byes, accelerated, minutes, first_move, state,
    round, created, began, ends, next, ended);

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// From 0; from the start on in the order of strength.
    pub place: usize,
    /// `u12`, `g7`; `None` for machines.
    pub who: Option<String>,
    /// The name.
    pub name: String,
    /// A machine's level.
    pub level: Option<String>,
    /// The user's number, while there is one.
    pub user: Option<i64>,
    /// The rating at the game when joining.
    pub rating: Option<f64>,
    /// True if the player is paired.
    pub is_in: bool,
    /// The round for which the player has asked for a half-point bye last.
    pub bye: Option<u32>,
}

columns!(Entrant: place, who, name, level, user = "user_id", rating, is_in, bye);

/// A pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The round, from 1.
    pub round: u32,
    /// The board, from 1.
    pub board: u32,
    /// Place of the player with the first move.
    pub white: usize,
    /// Place of the opponent; `None` for a bye.
    pub black: Option<usize>,
    /// The room; it has this name before it is there. `None` for a bye.
    pub game: Option<String>,
    /// The result; `None` while it is played.
    pub outcome: Option<Outcome>,
    /// Instant of the pairing.
    pub at: i64,
    /// Instant of the result.
    pub ended: Option<i64>,
    /// True once both have made their first moves, as far as the director has seen.
    pub has_begun: bool,
    /// State of the room while there is no result; `None` if it is not there yet.
    pub state: Option<GameState>,
    /// The winning seats, when the game is over and there is no result yet.
    pub winners: Option<Vec<usize>>,
}

/// Boards `b` with the games `g` of those that have no result.
const BOARDS: &str = "SELECT b.round, b.board, b.white, b.black, b.game, b.outcome, b.at, b.ended, b.has_begun, \
    g.state, g.winners FROM tournament_games b LEFT JOIN games g ON b.outcome IS NULL AND g.id = b.game";

impl FromRow for Board {
    fn from_row(row: AnyRow) -> Result<Board> {
        let outcome: Option<String> = row.read("outcome")?;
        let state: Option<String> = row.read("state")?;
        Ok(Board {
            round: row.read("round")?,
            board: row.read("board")?,
            white: row.read("white")?,
            black: row.read("black")?,
            game: row.read("game")?,
            outcome: outcome.as_deref().and_then(Word::of_word),
            at: row.read("at")?,
            ended: row.read("ended")?,
            has_begun: row.read("has_begun")?,
            state: state.as_deref().and_then(Word::of_word),
            winners: row.read("winners")?,
        })
    }
}

/// Result of joining.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Joined {
    /// The player is in.
    Yes,
    /// Nobody joins any more, or there is no such tournament.
    Closed,
    /// There are too many players already.
    Full,
}

impl Tournaments<'_> {
    /// Keeps a new tournament.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn create(self, new: &Tournament) -> Result<()> {
        let sql = sql!(
            "INSERT INTO tournaments (id, kind, name, variant, clock, rated, host, rounds, minutes, first_move, created, \
             byes, accelerated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
            new.id.as_str(), new.kind.word(), new.name.as_str(), new.variant.as_str(), new.clock.as_str(),
            i64::from(new.rated), new.host, whole(new.rounds), whole(new.minutes), whole(new.first_move), new.created,
            whole(new.byes), i64::from(new.accelerated)
        );
        self.store.run(sql).await?;
        Ok(())
    }

    /// A tournament.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn get(self, id: &str) -> Result<Option<Tournament>> {
        let sql = sql!(["SELECT ", Tournament::COLUMNS, " FROM tournaments WHERE id = ?"]; id);
        self.store.first(sql).await
    }

    /// Tournaments in a state, newest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn list(self, state: EventState, limit: u32) -> Result<Vec<Tournament>> {
        let sql = sql!(
            ["SELECT ", Tournament::COLUMNS, " FROM tournaments WHERE state = ? ORDER BY created DESC, id LIMIT ?"];
            state.word(), i64::from(limit)
        );
        self.store.all(sql).await
    }

    /// Returns the number of tournaments of a user that are not over.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn count_open(self, host: i64) -> Result<u64> {
        let sql = sql!("SELECT count(*) FROM tournaments WHERE host = ? AND state <> 'over'"; host);
        self.store.count(sql).await
    }

    /// Returns the number of tournaments that are not over which somebody is in.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn count_joined(self, who: &str) -> Result<u64> {
        let sql = sql!(
            "SELECT count(*) FROM tournament_players p JOIN tournaments t ON t.id = p.tournament \
             WHERE p.who = ? AND p.is_in = 1 AND t.state <> 'over'"; who
        );
        self.store.count(sql).await
    }

    /// The players, by their places.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn entrants(self, id: &str) -> Result<Vec<Entrant>> {
        let sql = sql!(
            ["SELECT ", Entrant::COLUMNS, " FROM tournament_players WHERE tournament = ? ORDER BY place"]; id
        );
        self.store.all(sql).await
    }

    /// The pairings, oldest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn boards(self, id: &str) -> Result<Vec<Board>> {
        let sql = sql!(
            [BOARDS, " WHERE b.tournament = ? ORDER BY b.round, b.board"]; id
        );
        self.store.all(sql).await
    }

    /// The tournament that a room belongs to, and the round.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn of_game(self, game: &str) -> Result<Option<(String, i64)>> {
        let sql = sql!("SELECT tournament, round FROM tournament_games WHERE game = ?"; game);
        self.store.first(sql).await
    }

    /// Joins a player, or brings one back who had withdrawn. An arena is joined until it is over, others until they
    /// begin.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn join(self, id: &str, new: &Entrant, most: usize) -> Result<Joined> {
        let mut change = self.store.begin().await?;
        // The row is locked by this, so that places are given one after another.
        let sql = sql!(
            "UPDATE tournaments SET created = created WHERE id = ? AND (state = 'open' OR state = 'running')"; id
        );
        sql.run(&mut change).await?;
        let sql = sql!(["SELECT ", Tournament::COLUMNS, " FROM tournaments WHERE id = ?"]; id);
        let Some(tournament) = sql.first::<Tournament>(&mut change).await? else {
            return Ok(Joined::Closed);
        };
        let again = sql!(
            "UPDATE tournament_players SET is_in = 1 WHERE tournament = ? AND who = ?"; id, new.who.as_deref()
        );
        let running = tournament.state == EventState::Running;
        let returns = tournament.kind != EventKind::Exhibition || !running;
        if tournament.state == EventState::Over || !returns {
            return Ok(Joined::Closed);
        }
        if new.who.is_some() && again.run(&mut change).await? > 0 {
            change.commit().await?;
            return Ok(Joined::Yes);
        }
        if running && tournament.kind != EventKind::Arena {
            return Ok(Joined::Closed);
        }
        let sql = sql!("SELECT count(*) FROM tournament_players WHERE tournament = ?"; id);
        let count: i64 = sql.one(&mut change).await?;
        if count >= whole(most) {
            return Ok(Joined::Full);
        }
        insert(&mut change, id, whole(count), new).await?;
        change.commit().await?;
        Ok(Joined::Yes)
    }

    /// Takes a player out: before the start for good, later from the next pairing on. Returns true if there was one.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn withdraw(self, id: &str, who: &str) -> Result<bool> {
        let sql = sql!(
            "UPDATE tournament_players SET is_in = 0 WHERE tournament = ? AND who = ? AND is_in = 1"; id, who
        );
        Ok(self.store.run(sql).await? > 0)
    }

    /// The same by place, for one who has not come.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn put_out(self, id: &str, place: usize) -> Result<()> {
        let sql = sql!(
            "UPDATE tournament_players SET is_in = 0 WHERE tournament = ? AND place = ?"; id, whole(place)
        );
        self.store.run(sql).await?;
        Ok(())
    }

    /// Asks for a half-point bye in the round after the present one. Returns false if the player has none left, or there
    /// is no such round.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn ask_bye(self, id: &str, who: &str) -> Result<bool> {
        let sql = sql!(
            "UPDATE tournament_players SET bye = (SELECT round + 1 FROM tournaments WHERE id = ?) \
             WHERE tournament = ? AND who = ? AND is_in = 1 AND EXISTS (SELECT 1 FROM tournaments t \
             WHERE t.id = ? AND t.kind = 'swiss' AND t.state = 'running' AND t.round < t.rounds AND t.byes > \
             (SELECT count(*) FROM tournament_games b WHERE b.tournament = t.id \
             AND b.white = tournament_players.place AND b.black IS NULL AND b.outcome = 'draw'))"; id, id, who, id
        );
        Ok(self.store.run(sql).await? > 0)
    }

    /// Takes a request for a bye back. Returns true if there is such a player.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn drop_bye(self, id: &str, who: &str) -> Result<bool> {
        let sql = sql!("UPDATE tournament_players SET bye = NULL WHERE tournament = ? AND who = ?"; id, who);
        Ok(self.store.run(sql).await? > 0)
    }

    /// Starts a tournament with these players in this order. Returns true if it had not begun.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn start(
        self,
        id: &str,
        players: &[Entrant],
        began: i64,
        ends: Option<i64>,
    ) -> Result<bool> {
        let mut change = self.store.begin().await?;
        let sql = sql!(
            "UPDATE tournaments SET state = 'running', began = ?, ends = ?, next = ? WHERE id = ? AND state = 'open'";
            began, ends, began, id
        );
        if sql.run(&mut change).await? == 0 {
            return Ok(false);
        }
        let sql = sql!("DELETE FROM tournament_players WHERE tournament = ?"; id);
        sql.run(&mut change).await?;
        for (place, player) in players.iter().enumerate() {
            insert(&mut change, id, whole(place), player).await?;
        }
        change.commit().await?;
        Ok(true)
    }

    /// Writes the pairings of a round down. Returns true if it is the round after the present one.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn pair(self, id: &str, round: u32, boards: &[Board]) -> Result<bool> {
        let mut change = self.store.begin().await?;
        let sql = sql!(
            "UPDATE tournaments SET round = ?, next = NULL WHERE id = ? AND round = ? AND state = 'running'";
            whole(round), id, whole(round) - 1
        );
        if sql.run(&mut change).await? == 0 {
            return Ok(false);
        }
        for board in boards {
            let outcome = board.outcome.map(Outcome::word);
            let sql = sql!(
                "INSERT INTO tournament_games (tournament, round, board, white, black, game, outcome, at) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
                id, whole(round), whole(board.board), whole(board.white), board.black.map(whole),
                board.game.as_deref(), outcome, board.at
            );
            sql.run(&mut change).await?;
        }
        change.commit().await?;
        Ok(true)
    }

    /// Instants of the first two moves of a game, of which few events are expected.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn first_moves(self, game: &str) -> Result<Vec<i64>> {
        let sql = sql!("SELECT event, at FROM game_events WHERE game = ? ORDER BY number"; game);
        let events: Vec<(String, i64)> = self.store.all(sql).await?;
        let is_move = |event: &str| {
            let read: Option<serde_json::Value> = serde_json::from_str(event).ok();
            read.is_some_and(|read| read["event"] == "move")
        };
        let moves = events.into_iter().filter(|(event, _)| is_move(event));
        Ok(moves.map(|(_, at)| at).take(2).collect())
    }

    /// Writes down that both have made their first moves, after which nobody asks for them.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn set_begun(self, id: &str, board: &Board) -> Result<()> {
        let sql = sql!(
            "UPDATE tournament_games SET has_begun = 1 WHERE tournament = ? AND round = ? AND board = ?";
            id, whole(board.round), whole(board.board)
        );
        self.store.run(sql).await?;
        Ok(())
    }

    /// Writes the result of a pairing down.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn settle(self, id: &str, settled: &Board) -> Result<()> {
        let sql = sql!(
            "UPDATE tournament_games SET outcome = ?, ended = ?, has_begun = ? \
             WHERE tournament = ? AND round = ? AND board = ? AND outcome IS NULL";
            settled.outcome.map(Outcome::word), settled.ended, i64::from(settled.has_begun),
            id, whole(settled.round), whole(settled.board)
        );
        self.store.run(sql).await?;
        Ok(())
    }

    /// Says when the next round is paired.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn set_next(self, id: &str, next: i64) -> Result<()> {
        let sql = sql!("UPDATE tournaments SET next = ? WHERE id = ? AND next IS NULL"; next, id);
        self.store.run(sql).await?;
        Ok(())
    }

    /// Ends a tournament.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn finish(self, id: &str) -> Result<()> {
        let sql = sql!(
            "UPDATE tournaments SET state = 'over', next = NULL, ended = ? WHERE id = ? AND state <> 'over'";
            self.store.now(), id
        );
        self.store.run(sql).await?;
        Ok(())
    }
}

async fn insert(change: &mut crate::Change, id: &str, place: i64, new: &Entrant) -> Result<()> {
    let mut sql = Sql::new(
        "INSERT INTO tournament_players (tournament, place, who, name, level, user_id, rating, is_in) VALUES (",
    );
    sql.bind(id).push(", ").bind(place);
    sql.push(", ").bind(new.who.as_deref());
    sql.push(", ").bind(new.name.as_str());
    sql.push(", ").bind(new.level.as_deref());
    // Whoever has deleted the account meanwhile is a name without a user.
    sql.push(", (SELECT id FROM users WHERE id = ")
        .bind(new.user);
    sql.push("), ").bind(new.rating);
    sql.push(", ").bind(i64::from(new.is_in)).push(")");
    sql.run(change).await?;
    Ok(())
}
