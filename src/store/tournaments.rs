//! Tournaments in the database: creating, joining and starting them, and their pairings with results. The process that
//! directs a tournament needs nothing else, so that a restart loses nothing: a pairing is stored, with the name that
//! its room will have, before the room is made.
//!
//! All instants are in milliseconds since 1970.

use crate::Tournaments;
use crate::columns::{Columns, FromRow, columns};
use crate::error::Result;
use crate::games::GameState;
use crate::sql::{Sql, sql, whole};
use base::word::Word;
use rooms::tournament::Outcome;
use serde::Serialize;
use sqlx::any::AnyRow;

/// Kind of a tournament, by which its games are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A fixed number of rounds, in each of which players of about equal scores meet.
    Swiss,
    /// Players who are free are paired at once, again and again, until the time is over.
    Arena,
    /// One player, the host, against many others at the same time.
    Exhibition,
}

base::words!(EventKind: Swiss = "swiss", Arena = "arena", Exhibition = "exhibition");

/// State of a tournament, from its creation to its end.
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

/// A tournament of online games, as the database stores it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// Random name, which cannot be guessed.
    pub id: String,
    /// Kind of the tournament.
    pub kind: EventKind,
    /// The name that people see.
    pub name: String,
    /// The game: `chess`.
    pub variant: String,
    /// Clock of each game, as people write it.
    pub clock: String,
    /// True if games between people with accounts count for the ratings.
    pub rated: bool,
    /// Number of the user who made it; `None` once the account has been deleted.
    pub host: Option<i64>,
    /// Number of rounds of a Swiss tournament.
    pub rounds: u32,
    /// Maximum number of half-point byes of one player in a Swiss tournament.
    pub byes: u32,
    /// True if the first rounds of a Swiss tournament are accelerated.
    pub accelerated: bool,
    /// Duration of an arena, in minutes.
    pub minutes: u32,
    /// Time for the first move of each player, in seconds.
    pub first_move: u32,
    /// State of the tournament.
    pub state: EventState,
    /// Round that is being played, from 1, or 0 before the first; in an arena the number of pairings so far.
    pub round: u32,
    /// Instant at which it was made.
    pub created: i64,
    /// Instant of its start; `None` before that.
    pub began: Option<i64>,
    /// Instant at which an arena ends; `None` for other kinds, or before the start.
    pub ends: Option<i64>,
    /// Instant at which the next round is paired; `None` while none is set.
    pub next: Option<i64>,
    /// Instant of its end; `None` before that.
    pub ended: Option<i64>,
}

columns!(Tournament: id, kind, name, variant, clock, rated, host, rounds, byes, accelerated, minutes, first_move, state,
    round, created, began, ends, next, ended);

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Place in the list of players, from 0: in the order of joining, from the start on in the order of strength.
    pub place: usize,
    /// Key of the person: `u12` for user 12, `g7` for guest 7; `None` for a machine.
    pub who: Option<String>,
    /// Name of the player.
    pub name: String,
    /// Level of a machine; `None` for a person.
    pub level: Option<String>,
    /// Number of the user; `None` for a guest, a machine, or a user whose account has been deleted.
    pub user: Option<i64>,
    /// Rating in the tournament's game at the time of joining; `None` if there was none.
    pub rating: Option<f64>,
    /// True if the player takes part in the next pairing; false after withdrawing.
    pub is_in: bool,
    /// Last round for which the player has asked for a half-point bye; `None` if there is no such request.
    pub bye: Option<u32>,
}

columns!(Entrant: place, who, name, level, user = "user_id", rating, is_in, bye);

/// Pairing of two players in a round, or a bye.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Number of the round, from 1.
    pub round: u32,
    /// Number of the board in the round, from 1.
    pub board: u32,
    /// Place of the player with the first move: see [`Entrant::place`].
    pub white: usize,
    /// Place of the opponent; `None` for a bye.
    pub black: Option<usize>,
    /// Name of the room in which the game is played, which is set before the room is made; `None` for a bye.
    pub game: Option<String>,
    /// Result; `None` while the game is being played.
    pub outcome: Option<Outcome>,
    /// Instant of the pairing.
    pub at: i64,
    /// Instant of the result; `None` if there is none yet.
    pub ended: Option<i64>,
    /// True if both players have made their first moves, as far as the process that directs the tournament has noticed.
    pub has_begun: bool,
    /// State of the room while there is no result; `None` if there is one, or if the room has not been made yet.
    pub state: Option<GameState>,
    /// Winning seats of a game that is over and whose result has not been stored yet; `None` in all other cases.
    pub winners: Option<Vec<usize>>,
}

/// Beginning of the query for boards `b`, joined with the games `g` of those that have no result.
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

/// Result of a player's request to join a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Joined {
    /// The player takes part.
    Yes,
    /// The tournament no longer takes players, or there is no such tournament.
    Closed,
    /// The tournament already has its maximum number of players.
    Full,
}

impl Tournaments<'_> {
    /// Stores a new tournament, which has no players yet.
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

    /// Returns a tournament; `None` if there is no such one.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn get(self, id: &str) -> Result<Option<Tournament>> {
        let sql = sql!(["SELECT ", Tournament::COLUMNS, " FROM tournaments WHERE id = ?"]; id);
        self.store.first(sql).await
    }

    /// Returns the tournaments in a state, newest first and at most `limit`.
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

    /// Returns the number of tournaments that a user has made and that are not over.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn count_open(self, host: i64) -> Result<u64> {
        let sql = sql!("SELECT count(*) FROM tournaments WHERE host = ? AND state <> 'over'"; host);
        self.store.count(sql).await
    }

    /// Returns the number of tournaments that are not over in which a person takes part. `who` is the person's key, as
    /// in [`Entrant::who`].
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

    /// Returns the players of a tournament in the order of their places, also those who have withdrawn.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn entrants(self, id: &str) -> Result<Vec<Entrant>> {
        let sql = sql!(
            ["SELECT ", Entrant::COLUMNS, " FROM tournament_players WHERE tournament = ? ORDER BY place"]; id
        );
        self.store.all(sql).await
    }

    /// Returns the pairings of a tournament, oldest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn boards(self, id: &str) -> Result<Vec<Board>> {
        let sql = sql!(
            [BOARDS, " WHERE b.tournament = ? ORDER BY b.round, b.board"]; id
        );
        self.store.all(sql).await
    }

    /// Returns the tournament that a room belongs to, and the round; `None` if the room belongs to none.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn of_game(self, game: &str) -> Result<Option<(String, i64)>> {
        let sql = sql!("SELECT tournament, round FROM tournament_games WHERE game = ?"; game);
        self.store.first(sql).await
    }

    /// Adds a player, or brings back one who has withdrawn. `most` is the maximum number of players. New players may
    /// join an arena until it is over, other tournaments until they begin; a player who has withdrawn may also return
    /// to a Swiss tournament until it is over.
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

    /// Withdraws a player, given by the person's key: before the start from the whole tournament, later from the next
    /// pairing on. Returns true if the person took part until now.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn withdraw(self, id: &str, who: &str) -> Result<bool> {
        let sql = sql!(
            "UPDATE tournament_players SET is_in = 0 WHERE tournament = ? AND who = ? AND is_in = 1"; id, who
        );
        Ok(self.store.run(sql).await? > 0)
    }

    /// Withdraws a player, given by place, who has not come to the game.
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

    /// Requests a half-point bye in the round after the present one, for a player given by the person's key. Returns
    /// false if the player does not take part or has no bye left, or if there is no such round.
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

    /// Withdraws a player's request for a bye. Returns true if there is such a player, with or without a request.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn drop_bye(self, id: &str, who: &str) -> Result<bool> {
        let sql = sql!("UPDATE tournament_players SET bye = NULL WHERE tournament = ? AND who = ?"; id, who);
        Ok(self.store.run(sql).await? > 0)
    }

    /// Starts a tournament with these players, whose places follow from their order. `began` and `ends` are the
    /// instants of the start and, for an arena, of the end. Returns false, and changes nothing, if it has begun before
    /// or does not exist.
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

    /// Stores the pairings of a round, which becomes the present one. Returns false, and stores nothing, if it is not
    /// the round after the present one, or if the tournament is not running.
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

    /// Returns the instants of the first two moves of a game, or of fewer if it does not have as many.
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

    /// Stores that both players of a board have made their first moves, so that they need not be looked for again.
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

    /// Stores the result of a pairing, unless it has one already.
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

    /// Sets the instant at which the next round is paired, unless one is set already.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn set_next(self, id: &str, next: i64) -> Result<()> {
        let sql = sql!("UPDATE tournaments SET next = ? WHERE id = ? AND next IS NULL"; next, id);
        self.store.run(sql).await?;
        Ok(())
    }

    /// Ends a tournament now, unless it is over already.
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
    // If the account has been deleted meanwhile, only the name is stored.
    sql.push(", (SELECT id FROM users WHERE id = ")
        .bind(new.user);
    sql.push("), ").bind(new.rating);
    sql.push(", ").bind(i64::from(new.is_in)).push(")");
    sql.run(change).await?;
    Ok(())
}
