//! Periodic work of a process: reports that it is alive, takes over games from processes that are dead, pairs
//! waiting seekers, and sends the lobby's lists to pages.

use super::App;
use super::play::bus::{BusMessage, enter_all_anew};
use super::play::call::LobbyOrder;
use super::play::halt::halt_text;
use super::play::hub::{self, Outlet};
use super::play::storage::Reporter;
use super::play::{lobby, make, messages};
use super::protocol::ServerMessage;
use base::threads::locked;
use std::collections::HashSet;
use std::time::Duration;
use store::games::{GameRow, GameState, GamesOf};
use store::{Backend, Result};
use tokio::time::{Instant, MissedTickBehavior};

/// Time that a process counts as alive after its last report, in milliseconds.
pub const ALIVE_MS: u64 = 5_000;

/// Interval between two reports that this process is alive, with checks of the others.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Maximum number of seeks, of open rooms and of running games in a message of the lobby.
const LINES: u32 = 50;

/// Number of heartbeats between two deletions of outdated data.
const CLEAN_UP: u32 = 60;

/// Number of heartbeats between two imports of newly verified problems as puzzles.
const NEW_PROBLEMS: u32 = 1800;

/// Does the first heartbeat, before pages are served: registers this process as alive, takes over the games of dead
/// processes, counts results that have not been rated yet, and imports a first batch of problems as puzzles.
///
/// # Errors
/// The error of the database.
pub async fn start(app: &App) -> Result<()> {
    if app.collection().backend() == Backend::Sqlite {
        // A process has an SQLite file for itself, so all other registered processes have died.
        for process in app.collection().processes().alive().await? {
            app.collection().processes().remove(&process.id).await?;
        }
    }
    heartbeat(app).await?;
    for game in app.collection().ratings().uncounted(10_000).await? {
        make::count(app, &game).await;
    }
    app.collection().puzzles().take_in_problems().await?;
    Ok(())
}

/// Imports the problems of the collection that are suitable as puzzles, in batches, until none is left.
async fn take_in_problems(app: App) {
    while !app.is_ending() {
        match app.collection().puzzles().take_in_problems().await {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => return tracing::error!("{error}"),
        }
    }
}

/// Does the periodic work until the process is to end.
pub async fn run(app: App) {
    let mut heartbeats = tokio::time::interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
    heartbeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sent = Vec::new();
    // True once pages have been told that the database is away, until the next successful heartbeat.
    let mut halted = false;
    tokio::spawn(take_in_problems(app.clone()));
    for number in 1_u32.. {
        heartbeats.tick().await;
        if app.is_ending() {
            return;
        }
        if let Err(error) = heartbeat(&app).await {
            tracing::error!("{error}");
            if !halted {
                halted = true;
                send_halted(&app);
            }
        } else {
            halted = false;
        }
        if app.hub().writer.storage().down_since().is_none() {
            send_lobby(&app, &mut sent).await;
        }
        if number.is_multiple_of(NEW_PROBLEMS) {
            tokio::spawn(take_in_problems(app.clone()));
        }
        if number.is_multiple_of(CLEAN_UP) && app.hub().writer.storage().down_since().is_none() {
            app.limits().forget();
            if let Err(error) = clean_up(&app).await {
                tracing::error!("{error}");
            }
        }
    }
}

/// Tells the pages that show rooms of other processes that nothing can be saved: those processes cannot be reached
/// without the database. Once they can be, the pages enter their rooms anew.
fn send_halted(app: &App) {
    let hub = app.hub();
    for (_, handle) in hub.handles() {
        let shown = locked(&handle.shows).room.clone();
        if let Some(room) = shown.filter(|room| !hub.has_room(room)) {
            let message = ServerMessage::Halted {
                room: room.into(),
                clocks: Vec::new(),
                now: app.now(),
                text: Some(halt_text(false)),
            };
            handle.send(message.text().into());
        }
    }
}

/// Deletes outdated data: dead processes, old attempts at puzzles, old jobs.
async fn clean_up(app: &App) -> Result<()> {
    let collection = app.collection();
    collection.processes().forget_dead().await?;
    collection.plays().forget_attempts().await?;
    collection.jobs().forget_old().await?;
    Ok(())
}

/// Reports that this process is alive, takes over the games of dead processes, and pairs waiting seekers.
async fn heartbeat(app: &App) -> Result<()> {
    let (collection, hub) = (app.collection(), app.hub());
    let shared = hub.bus.is_some();
    // A process with a database of its own need not report that it is alive. While it has rooms it does so all the
    // same, to detect within a second or two that the database cannot be written.
    if shared || hub.rooms_here() > 0 {
        let begun = Instant::now();
        let reported = app.report_alive().await;
        let failed = reported.as_ref().err().map(|_| begun);
        hub.writer.storage().report(Reporter::Heartbeat, failed);
        reported?;
    } else {
        hub.writer.storage().report(Reporter::Heartbeat, None);
    }
    if shared {
        let live = collection.processes().alive().await?;
        let others = live.iter().filter(|process| process.id != hub.process);
        let elsewhere = others.map(|process| process.sockets).sum();
        let owner = collection.processes().duty("lobby", &hub.process).await?;
        let live: HashSet<String> = live.into_iter().map(|process| process.id).collect();
        let (died, moved) = hub.set_site(live, elsewhere, owner);
        if moved {
            resend_seeks(app);
        }
        if died {
            // Calls that were sent to the dead process are lost. A finished game is taken over by the first process
            // that receives a call for it.
            enter_all_anew(app).await;
        }
    }
    for (room, owner) in collection.processes().orphaned_games(&hub.process).await? {
        hub::adopt(app, &room, &owner).await;
    }
    if hub.has_lobby() {
        let pairs = hub.lobby().pairs(app.now());
        for pair in pairs {
            lobby::begin(app, pair);
        }
    }
    Ok(())
}

/// Sends the seeks of this process's pages to the new owner of the lobby.
fn resend_seeks(app: &App) {
    for (_, handle) in app.hub().handles() {
        let seek = locked(&handle.shows).seek.clone();
        if let Some(seeker) = seek {
            hub::lobby(app, LobbyOrder::Seek(Box::new(seeker)));
        }
    }
}

/// Sends the lobby's lists to the pages that show the lobby, except those to which the same text was sent last. `sent`
/// has the number of each such connection with the text sent last.
async fn send_lobby(app: &App, sent: &mut Vec<(u64, String)>) {
    let hub = app.hub();
    if hub.has_lobby() {
        let seeks = hub.lobby().lines(LINES as usize);
        if let Some(bus) = &hub.bus
            && seeks != hub.seeks()
        {
            bus.send_all(BusMessage::Seeks(seeks.clone()));
        }
        hub.set_seeks(seeks);
    }
    let handles = hub.handles();
    let show: Vec<_> = handles
        .into_iter()
        .filter(|(_, handle)| locked(&handle.shows).lobby)
        .collect();
    if show.is_empty() {
        sent.clear();
        return;
    }
    let text = match lobby_text(app).await {
        Ok(text) => text,
        Err(error) => {
            tracing::error!("{error}");
            return;
        }
    };
    let known = |number: &u64| {
        sent.iter()
            .any(|(known, old)| known == number && *old == text)
    };
    let outlets: Vec<Outlet> = show
        .iter()
        .filter(|(number, _)| !known(number))
        .map(|(_, handle)| Outlet::Local(handle.clone()))
        .collect();
    hub.tell_all(&outlets, text.clone().into());
    *sent = show
        .iter()
        .map(|(number, _)| (*number, text.clone()))
        .collect();
}

/// Returns the lobby message as JSON: seeks, open rooms, games being played, number of connections.
pub async fn lobby_text(app: &App) -> Result<String> {
    let collection = app.collection();
    let line = |row: &GameRow| messages::game_line(row, app.players_of(row));
    let gathering = GamesOf::State(GameState::Gathering);
    let rooms = collection.games().list(&gathering, 0, LINES).await?;
    let playing = GamesOf::State(GameState::Playing);
    let games = collection.games().list(&playing, 0, LINES).await?;
    let message = ServerMessage::Lobby {
        seeks: app.hub().seeks(),
        rooms: rooms.iter().map(line).collect(),
        games: games.iter().map(line).collect(),
        online: app.hub().online(),
    };
    Ok(message.text())
}
