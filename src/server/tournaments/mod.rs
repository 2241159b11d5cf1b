//! Tournaments: created by users, joined by people and machines (engine players), played in ordinary rooms.
//!
//! | file | what it does |
//! |---|---|
//! | `director` | pairs players, creates rooms, stores results |
//! | `requests` | JSON requests: creating, joining, withdrawing, starting |
//! | `pages` | the list, a tournament, the boards of an exhibition |
//!
//! The state of a tournament is kept in the database only ([`store::tournaments`]); pairings and standings are computed
//! by [`rooms::tournament`].

mod director;
mod pages;
mod requests;

pub use director::run;

pub(crate) use requests::{MOST_LETTERS, title_of};

use super::{App, Visitor};
use axum::Router;
use axum::routing::{get, post};
use rooms::tournament::{Line, Outcome, Pairing, Plan, Played, of_arena, of_swiss};
use store::tournaments::{Board, Entrant, EventKind, Tournament};

/// Maximum number of players of a tournament, including machines.
const MOST_PLAYERS: usize = 100;

/// Maximum number of machines in a tournament.
const MOST_MACHINES: usize = 32;

/// Maximum number of tournaments that one user has created and that are not over.
const MOST_OWN: u64 = 5;

/// Maximum number of tournaments that one person has joined and that are not over.
const MOST_JOINED: u64 = 10;

/// Returns the router of tournaments, and of their JSON requests.
pub fn router() -> Router<App> {
    Router::new()
        .route("/tournaments", get(pages::list))
        .route("/tournaments/{id}", get(pages::show))
        .route("/tournaments/{id}/boards", get(pages::boards))
        .route("/tournaments/{id}/next", get(pages::next))
        .route("/tournaments/{id}/report.trf", get(pages::report))
        .route("/api/tournaments", post(requests::create))
        .route("/api/tournaments/{id}", get(requests::show))
        .route("/api/tournaments/{id}/join", post(requests::join))
        .route("/api/tournaments/{id}/withdraw", post(requests::withdraw))
        .route("/api/tournaments/{id}/bye", post(requests::bye))
        .route("/api/tournaments/{id}/machines", post(requests::machines))
        .route("/api/tournaments/{id}/start", post(requests::start))
}

/// A tournament with its players and pairings.
struct Event {
    tournament: Tournament,
    players: Vec<Entrant>,
    boards: Vec<Board>,
}

impl Event {
    /// Loads the tournament `id` from the database; `None` if there is none.
    ///
    /// # Errors
    /// The error of the database.
    async fn load(app: &App, id: &str) -> store::Result<Option<Event>> {
        let store = app.collection().tournaments();
        let Some(tournament) = store.get(id).await? else {
            return Ok(None);
        };
        Ok(Some(Event {
            players: store.entrants(id).await?,
            boards: store.boards(id).await?,
            tournament,
        }))
    }

    /// Returns the pairings that have results; those of an arena in the order in which they ended.
    fn played(&self) -> Vec<Played> {
        let known = |number: &usize| *number < self.players.len();
        let mut boards: Vec<&Board> = self.boards.iter().collect();
        if self.tournament.kind == EventKind::Arena {
            boards.sort_by_key(|board| (board.ended, board.round));
        }
        let played = |board: &Board| {
            let pairing = Pairing {
                white: Some(board.white).filter(known)?,
                black: match board.black {
                    Some(black) => Some(Some(black).filter(known)?),
                    None => None,
                },
            };
            let outcome = board.outcome?;
            Some(Played {
                round: usize::try_from(board.round).ok()?,
                pairing,
                outcome,
                is_forfeit: board.game.is_some() && !board.has_begun && outcome != Outcome::Draw,
            })
        };
        boards.into_iter().filter_map(played).collect()
    }

    /// Returns the settings of a Swiss tournament that its pairings depend on.
    fn plan(&self) -> Plan {
        Plan {
            rounds: usize::try_from(self.tournament.rounds).unwrap_or(usize::MAX),
            is_accelerated: self.tournament.accelerated,
        }
    }

    /// Returns the standings.
    fn lines(&self) -> Vec<Line> {
        match self.tournament.kind {
            EventKind::Arena => of_arena(self.players.len(), &self.played()),
            EventKind::Swiss | EventKind::Exhibition => {
                of_swiss(self.players.len(), &self.played())
            }
        }
    }

    /// Returns the pairings without a result.
    fn open(&self) -> impl Iterator<Item = &Board> {
        self.boards.iter().filter(|board| board.outcome.is_none())
    }

    /// Returns the [place](Entrant::place) of the first player with one of the `keys` of a visitor in the list of
    /// players; `None` if there is none.
    fn place_of(&self, keys: &[String]) -> Option<usize> {
        let own = |player: &&Entrant| player.who.as_ref().is_some_and(|who| keys.contains(who));
        self.players.iter().find(own).map(|player| player.place)
    }
}

/// Tournament that a game belongs to, and the visitor's part in it.
pub(crate) struct EventOf {
    /// Name of the tournament in addresses.
    pub id: String,
    /// True if the tournament is an exhibition in which the visitor plays against all others.
    pub host: bool,
}

impl EventOf {
    /// Returns the tournament that the game of a room belongs to; `None` if there is none, or if the database fails.
    pub(crate) async fn game(app: &App, visitor: &Visitor, room: &str) -> Option<EventOf> {
        let store = app.collection().tournaments();
        let found = async {
            let Some((id, _)) = store.of_game(room).await? else {
                return Ok(None);
            };
            let tournament = store.get(&id).await?;
            store::Result::Ok(tournament)
        };
        let found = found.await.unwrap_or_else(|error: store::Error| {
            tracing::warn!("a game goes without its tournament: {error}");
            None
        });
        let user = visitor.user.as_ref().map(|user| user.id);
        found.map(|tournament| EventOf {
            host: tournament.kind == EventKind::Exhibition
                && user.is_some()
                && tournament.host == user,
            id: tournament.id,
        })
    }
}

/// Converts the seats that have won a game to the result for a pairing.
fn outcome_of(winners: &[usize]) -> Outcome {
    match winners {
        [0] => Outcome::White,
        [1] => Outcome::Black,
        _ => Outcome::Draw,
    }
}
