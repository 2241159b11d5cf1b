//! Direction of tournaments: once a second it reads their state from the database and does what is due. It keeps no
//! state itself, so that it can continue after a restart or in another process.
//!
//! A pairing is stored with the name of its room before the room is created. If the room is missing, it is created at
//! the next check.

use super::{Event, outcome_of};
use crate::App;
use crate::play::call::{Call, Caller, CallerWho, Order, SocketId};
use crate::play::hub;
use crate::play::make::{self, GameRequest, Sitter};
use crate::protocol::{ServerMessage, Visibility};
use crate::visitor::WhoKey;
use games::Lang;
use rooms::tournament::{Outcome, Pairing, Played, arena, swiss};
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;
use store::Result;
use store::games::GameState;
use store::tournaments::{Board, Entrant, EventKind, EventState, Tournament};
use tokio::time::MissedTickBehavior;

/// Interval between two checks of all tournaments.
const INTERVAL: Duration = Duration::from_secs(1);

/// Pause between two rounds, and after a game of an arena, in milliseconds.
const PAUSE: i64 = 5_000;

/// Maximum number of tournaments that are played at once; others wait.
const AT_ONCE: u32 = 200;

/// Directs tournaments until the process is to end.
pub async fn run(app: App) {
    let mut ticks = tokio::time::interval(INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if app.is_ending() {
            return;
        }
        if app.hub().writer.storage().down_since().is_some() {
            continue;
        }
        if let Err(error) = look(&app).await {
            tracing::error!("tournaments: {error}");
        }
    }
}

async fn look(app: &App) -> Result<()> {
    if app.hub().bus.is_some() {
        let process = &app.hub().process;
        let owner = app.collection().processes().duty("tournaments", process);
        if owner.await? != *process {
            return Ok(());
        }
    }
    let store = app.collection().tournaments();
    for tournament in store.list(EventState::Running, AT_ONCE).await? {
        let id = tournament.id.clone();
        if let Err(error) = direct(app, tournament).await {
            tracing::error!("tournament {id}: {error}");
        }
    }
    Ok(())
}

async fn direct(app: &App, tournament: Tournament) -> Result<()> {
    let Some(mut event) = Event::load(app, &tournament.id).await? else {
        return Ok(());
    };
    for place in 0..event.boards.len() {
        let board = event.boards[place].clone();
        if board.outcome.is_none()
            && let Some(settled) = follow(app, &event, &board).await?
        {
            event.boards[place] = settled;
        }
    }
    let pairings = due(app, &event).await?;
    if let Some(pairings) = pairings {
        let id = event.tournament.id.clone();
        begin_round(app, &event, pairings).await?;
        // The rooms of the new pairings are created at once.
        if let Some(event) = Event::load(app, &id).await? {
            for board in event.open() {
                follow(app, &event, board).await?;
            }
        }
    }
    Ok(())
}

/// Checks a pairing without a result: creates its room if it is missing, and stores its result if the game is over.
/// Returns the pairing with its result; `None` if there is none yet.
async fn follow(app: &App, event: &Event, board: &Board) -> Result<Option<Board>> {
    let store = app.collection().tournaments();
    let (id, Some(game)) = (event.tournament.id.as_str(), &board.game) else {
        return Ok(None);
    };
    let outcome = match board.state {
        None => {
            make_room(app, event, board, game).await?;
            return Ok(None);
        }
        Some(GameState::Gathering | GameState::Playing) => {
            forfeit(app, event, board, game).await?;
            return Ok(None);
        }
        Some(GameState::Over) => outcome_of(board.winners.as_deref().unwrap_or_default()),
        Some(GameState::Aborted) => Outcome::Draw,
    };
    let settled = Board {
        outcome: Some(outcome),
        ended: Some(app.collection().now()),
        has_begun: board.has_begun || store.first_moves(game).await?.len() == 2,
        ..board.clone()
    };
    store.settle(id, &settled).await?;
    Ok(Some(settled))
}

async fn make_room(app: &App, event: &Event, board: &Board, name: &str) -> Result<()> {
    let tournament = &event.tournament;
    let of = |place: Option<usize>| place.and_then(|place| event.players.get(place));
    let (Some(white), Some(black)) = (of(Some(board.white)), of(board.black)) else {
        return Ok(());
    };
    let both = [white, black];
    let people = both.iter().all(|player| player.user.is_some());
    let two = match tournament.variant.as_str() {
        "rolit" => BTreeMap::from([("players".to_owned(), "2".to_owned())]),
        _ => BTreeMap::new(),
    };
    let wish = GameRequest {
        game: tournament.variant.clone(),
        settings: two,
        start: None,
        clock: tournament.clock.clone(),
        rated: tournament.rated && people,
        visibility: Visibility::Open,
    };
    let meant = wish.resolve(app, Lang::EN).map_err(store::Error::invalid)?;
    let mut sitters = Vec::new();
    for player in both {
        sitters.push(sitter(app, player, &tournament.variant).await?);
    }
    // Hosts take turns at the engine threads by this name, which is not the key of a person.
    let host = format!("t{}", tournament.id);
    make::room_named(app, name, &wish, meant, &host, &sitters, None).await?;
    for (place, player) in both.into_iter().enumerate() {
        let Some(who) = player.who.as_deref().and_then(WhoKey::parse) else {
            continue;
        };
        if tournament.kind == EventKind::Exhibition && place == 0 {
            continue;
        }
        let paired = ServerMessage::Paired {
            room: name.to_owned(),
            dropped: Vec::new(),
        };
        app.hub().tell_who(who, &paired);
    }
    Ok(())
}

async fn sitter(app: &App, player: &Entrant, game: &str) -> Result<Sitter> {
    if let Some(level) = &player.level {
        let level = level.parse();
        let level = level.map_err(|error| store::Error::invalid(format!("a level: {error}")))?;
        return Ok(Sitter::Machine(level));
    }
    let who = CallerWho {
        key: player.who.clone().unwrap_or_default(),
        name: player.name.clone(),
        guest: None,
    };
    let rating = make::rating(app, &who, game).await?;
    Ok(Sitter::Person(who, rating))
}

/// Forfeits the game of a player who has not made the first move in time. The time while no process was running does
/// not count.
async fn forfeit(app: &App, event: &Event, board: &Board, game: &str) -> Result<()> {
    let tournament = &event.tournament;
    let now = app.collection().now();
    let time = i64::from(tournament.first_move) * 1000;
    let is_safe = board.has_begun || now - board.at < time;
    if tournament.kind == EventKind::Exhibition || is_safe {
        return Ok(());
    }
    let store = app.collection().tournaments();
    let moves = store.first_moves(game).await?;
    let (seat, since) = match moves[..] {
        [] => (0, board.at),
        [first] => (1, first),
        _ => return store.set_begun(&tournament.id, board).await,
    };
    let begun = i64::try_from(app.begun()).unwrap_or(i64::MAX);
    if now < since.max(begun).saturating_add(time) {
        return Ok(());
    }
    let place = if seat == 0 {
        Some(board.white)
    } else {
        board.black
    };
    let player = place.and_then(|place| event.players.get(place));
    let Some(player) = player.filter(|player| player.level.is_none()) else {
        return Ok(());
    };
    store.put_out(&tournament.id, player.place).await?;
    let caller = Caller {
        // No connection has this number, as they are counted from 1.
        socket: SocketId {
            process: app.hub().process.clone(),
            number: 0,
        },
        who: None,
        lang: Lang::EN.code().to_owned(),
        lag: 0,
    };
    let order = Order::Forfeit { seat };
    hub::call(app, game, Call { caller, order }).await;
    Ok(())
}

/// Returns the pairings that are due now; `None` if none are. Also schedules the next round, and ends a tournament in
/// which nothing is left to play.
async fn due(app: &App, event: &Event) -> Result<Option<Vec<Pairing>>> {
    let tournament = &event.tournament;
    let store = app.collection().tournaments();
    let (id, now) = (tournament.id.as_str(), app.collection().now());
    let idle = event.open().next().is_none();
    let inside: Vec<usize> = event
        .players
        .iter()
        .filter(|player| player.is_in)
        .map(|player| player.place)
        .collect();
    match tournament.kind {
        EventKind::Exhibition if tournament.round == 0 => {
            let others = inside.into_iter().filter(|place| *place > 0);
            let pairing = |black| Pairing {
                white: 0,
                black: Some(black),
            };
            Ok(Some(others.map(pairing).collect()))
        }
        EventKind::Exhibition => {
            if idle {
                store.finish(id).await?;
            }
            Ok(None)
        }
        EventKind::Arena if tournament.ends.is_none_or(|ends| ends <= now) => {
            if idle {
                store.finish(id).await?;
            }
            Ok(None)
        }
        EventKind::Arena => {
            let playing: HashSet<usize> = event.open().flat_map(places).collect();
            let rests = |place: usize| {
                let own = event
                    .boards
                    .iter()
                    .filter(|board| places(board).any(|p| p == place));
                own.filter_map(|board| board.ended)
                    .any(|ended| ended + PAUSE > now)
            };
            let free: Vec<usize> = inside
                .iter()
                .copied()
                .filter(|place| !playing.contains(place) && !rests(*place))
                .collect();
            let found = arena(event.players.len(), &free, inside.len(), &event.played());
            Ok(Some(found).filter(|found| !found.is_empty()))
        }
        EventKind::Swiss if !idle => Ok(None),
        EventKind::Swiss => {
            if tournament.round >= tournament.rounds || inside.len() < 2 {
                store.finish(id).await?;
                return Ok(None);
            }
            match tournament.next {
                None => {
                    store.set_next(id, now + PAUSE).await?;
                    return Ok(None);
                }
                Some(next) if next > now => return Ok(None),
                Some(_) => {}
            }
            let found = swiss_round(event, inside).await?;
            if found.is_none() {
                // No pairing is possible any more, since all players have met.
                store.finish(id).await?;
            }
            Ok(found)
        }
    }
}

fn places(board: &Board) -> impl Iterator<Item = usize> + use<> {
    [Some(board.white), board.black].into_iter().flatten()
}

/// Returns the pairings of the next round of a Swiss tournament for the players `inside`, given by their indices in
/// `event.players`; `None` if they can no longer be paired. Players who have asked for a bye in this round are included
/// without an opponent. The pairing is computed on a blocking thread, since it may take long.
async fn swiss_round(event: &Event, inside: Vec<usize>) -> Result<Option<Vec<Pairing>>> {
    let players = event.players.len();
    let mut active = vec![false; players];
    let round = event.tournament.round + 1;
    let (asked, inside): (Vec<usize>, Vec<usize>) = inside
        .into_iter()
        .partition(|place| rests(event, *place, round));
    for place in inside {
        active[place] = true;
    }
    let games: Vec<Played> = event.played();
    let plan = event.plan();
    let found = tokio::task::spawn_blocking(move || swiss(players, &active, &games, plan));
    let failed = |error| store::Error::invalid(format!("a round is not paired: {error}"));
    let mut found = found.await.map_err(failed)?;
    if let Some(found) = &mut found {
        let alone = |white| Pairing { white, black: None };
        found.extend(asked.into_iter().map(alone));
    }
    Ok(found)
}

/// Returns true if the player with the index `place` in `event.players` has asked for a bye in a round.
fn rests(event: &Event, place: usize, round: u32) -> bool {
    let player = event.players.get(place);
    player.is_some_and(|player| player.bye == Some(round))
}

/// Stores the pairings and byes of the next round.
async fn begin_round(app: &App, event: &Event, pairings: Vec<Pairing>) -> Result<()> {
    let now = app.collection().now();
    let round = event.tournament.round + 1;
    let bye = |place: usize| {
        if rests(event, place, round) {
            Outcome::Draw
        } else {
            Outcome::White
        }
    };
    let board = |(number, pairing): (u32, &Pairing)| Board {
        round,
        board: number,
        white: pairing.white,
        black: pairing.black,
        game: pairing.black.map(|_| make::room_name()),
        outcome: pairing.black.is_none().then(|| bye(pairing.white)),
        at: now,
        ended: None,
        has_begun: false,
        state: None,
        winners: None,
    };
    let boards: Vec<Board> = (1..).zip(&pairings).map(board).collect();
    let store = app.collection().tournaments();
    store.pair(&event.tournament.id, round, &boards).await?;
    Ok(())
}
