//! Registry of rooms and sockets: in this process, or in another of the site.

use super::bus::{Bus, BusMessage};
use super::call::{Call, Caller, LobbyOrder, Order, Seeker, SocketId};
use super::lobby::Lobby;
use super::machines::Pool;
use super::room::{self, Input};
use super::writer::Writer;
use crate::App;
use crate::protocol::{SeekLine, ServerMessage};
use crate::visitor::WhoKey;
use axum::extract::ws::Utf8Bytes;
use base::key;
use base::messages::Key;
use base::threads::locked;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::{Notify, broadcast, mpsc};

/// Messages that may wait for a slow reader; then it is cut off.
pub const QUEUE: usize = 64;

/// Calls that may wait for a room.
const CALLS: usize = 256;

/// Ends of sessions that connections may be behind; one that is further behind looks all the same.
const SESSIONS: usize = 64;

/// Rooms and sockets of this process, and its connections to the rest of the site.
pub struct Hub {
    /// The name of this process.
    pub process: String,
    /// Writer of events to the database.
    pub writer: Writer,
    /// Threads that think for machines' seats.
    pub machines: Pool,
    /// The way to other processes, if there can be any.
    pub bus: Option<Bus>,
    rooms: Mutex<HashMap<String, mpsc::Sender<Input>>>,
    sockets: Mutex<HashMap<u64, SocketHandle>>,
    next_socket: AtomicU64,
    /// Says whose sessions have ended.
    sessions: broadcast::Sender<WhoKey>,
    /// The seekers, if this process has the lobby.
    lobby: Mutex<Lobby>,
    site: Mutex<Site>,
}

/// Known state of the other processes.
#[derive(Debug, Default)]
struct Site {
    live: HashSet<String>,
    lobby_owner: Option<String>,
    /// Seeks, as the owner of the lobby reports them.
    seeks: Vec<SeekLine>,
    sockets_elsewhere: u64,
}

/// A page's connection in this process.
#[derive(Clone, Debug)]
pub struct SocketHandle {
    sender: mpsc::Sender<Utf8Bytes>,
    /// Told when it reads too slowly.
    pub cut: Arc<Notify>,
    /// Room or lobby that the page shows, and the visitor's seek.
    pub shows: Arc<Mutex<Shows>>,
}

/// Room or lobby that a page shows, and its visitor's seek.
#[derive(Debug, Default)]
pub struct Shows {
    /// The room.
    pub room: Option<String>,
    /// True if it shows the lobby.
    pub lobby: bool,
    /// Seek of the visitor; `None` if there is none.
    pub seek: Option<Seeker>,
    /// For calls in its name.
    pub caller: Option<Caller>,
}

impl SocketHandle {
    /// Sends a message, or cuts off one who does not read.
    pub fn send(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.sender.try_send(text) {
            metrics::counter!("atalaya_slow_readers").increment(1);
            self.cut.notify_one();
        }
    }
}

/// The way to a page, wherever its connection is.
#[derive(Clone, Debug)]
pub enum Outlet {
    /// Here.
    Local(SocketHandle),
    /// In another process.
    Remote(SocketId),
}

impl Hub {
    /// A hub with nobody in it.
    pub fn new(process: String, writer: Writer, machines: Pool, bus: Option<Bus>) -> Hub {
        let site = Site {
            live: HashSet::from([process.clone()]),
            lobby_owner: bus.is_none().then(|| process.clone()),
            ..Site::default()
        };
        Hub {
            process,
            writer,
            machines,
            bus,
            rooms: Mutex::default(),
            sockets: Mutex::default(),
            next_socket: AtomicU64::new(1),
            sessions: broadcast::Sender::new(SESSIONS),
            lobby: Mutex::default(),
            site: Mutex::new(site),
        }
    }

    /// A new connection, and where its messages come from.
    pub fn connect(&self) -> (SocketId, SocketHandle, mpsc::Receiver<Utf8Bytes>) {
        let number = self.next_socket.fetch_add(1, Relaxed);
        let (sender, receiver) = mpsc::channel(QUEUE);
        let handle = SocketHandle {
            sender,
            cut: Arc::new(Notify::new()),
            shows: Arc::default(),
        };
        locked(&self.sockets).insert(number, handle.clone());
        metrics::gauge!("atalaya_sockets").set(self.sockets_here() as f64);
        let process = self.process.clone();
        (SocketId { process, number }, handle, receiver)
    }

    /// A connection has ended.
    pub fn disconnect(&self, socket: &SocketId) {
        locked(&self.sockets).remove(&socket.number);
        metrics::gauge!("atalaya_sockets").set(self.sockets_here() as f64);
    }

    /// Returns the number of connections of this process.
    pub fn sockets_here(&self) -> usize {
        locked(&self.sockets).len()
    }

    /// Returns the number of rooms of this process.
    pub fn rooms_here(&self) -> usize {
        locked(&self.rooms).len()
    }

    /// Returns the number of connections of the whole site.
    pub fn online(&self) -> usize {
        let elsewhere = usize::try_from(locked(&self.site).sockets_elsewhere).unwrap_or(0);
        self.sockets_here().saturating_add(elsewhere)
    }

    /// The connections of this process.
    pub fn handles(&self) -> Vec<(u64, SocketHandle)> {
        let sockets = locked(&self.sockets);
        sockets.iter().map(|(n, h)| (*n, h.clone())).collect()
    }

    /// The way to a connection.
    pub fn outlet(&self, socket: &SocketId) -> Option<Outlet> {
        if socket.process != self.process {
            return Some(Outlet::Remote(socket.clone()));
        }
        let sockets = locked(&self.sockets);
        sockets.get(&socket.number).cloned().map(Outlet::Local)
    }

    /// Tells one page something.
    pub fn tell(&self, socket: &SocketId, message: &ServerMessage<'_>) {
        if let Some(outlet) = self.outlet(socket) {
            self.tell_all([&outlet], message.text().into());
        }
    }

    /// Tells several pages the same.
    pub fn tell_all<'o>(&self, outlets: impl IntoIterator<Item = &'o Outlet>, text: Utf8Bytes) {
        let mut elsewhere: HashMap<&str, Vec<u64>> = HashMap::new();
        for outlet in outlets {
            match outlet {
                Outlet::Local(handle) => handle.send(text.clone()),
                Outlet::Remote(socket) => {
                    let sockets = elsewhere.entry(&socket.process).or_default();
                    sockets.push(socket.number);
                }
            }
        }
        let Some(bus) = &self.bus else { return };
        for (process, sockets) in elsewhere {
            let text = text.as_str().to_owned();
            bus.send(process, BusMessage::Tell { sockets, text });
        }
    }

    /// Hands a message from another process on to connections here.
    pub fn tell_here(&self, numbers: &[u64], text: &str) {
        let text = Utf8Bytes::from(text.to_owned());
        let sockets = locked(&self.sockets);
        for number in numbers {
            if let Some(handle) = sockets.get(number) {
                handle.send(text.clone());
            }
        }
    }

    /// Tells all pages of this process that are somebody's.
    pub fn tell_who_here(&self, who: WhoKey, text: &str) {
        let key = who.to_string();
        let text = Utf8Bytes::from(text.to_owned());
        for (_, handle) in self.handles() {
            let shows = locked(&handle.shows);
            let caller = shows.caller.as_ref().and_then(|caller| caller.who.as_ref());
            if caller.is_some_and(|who| who.is(&key)) {
                handle.send(text.clone());
            }
        }
    }

    /// The same for the whole site.
    pub fn tell_who(&self, who: WhoKey, message: &ServerMessage<'_>) {
        let text = message.text();
        self.tell_who_here(who, &text);
        if let Some(bus) = &self.bus {
            bus.send_all(BusMessage::TellWho { who, text });
        }
    }

    /// Hears whose sessions end.
    pub fn sessions(&self) -> broadcast::Receiver<WhoKey> {
        self.sessions.subscribe()
    }

    /// Sessions of somebody have ended: the connections of this process that are theirs look whether
    /// their own has.
    pub fn sessions_end_here(&self, who: WhoKey) {
        // An error says that there is no connection at all.
        let _ = self.sessions.send(who);
    }

    /// The same for the whole site.
    pub fn sessions_end(&self, who: WhoKey) {
        self.sessions_end_here(who);
        if let Some(bus) = &self.bus {
            bus.send_all(BusMessage::SessionsEnd { who });
        }
    }

    /// A user has deleted the account: sessions end, and rooms forget the name.
    pub fn user_gone_here(&self, user: i64) {
        self.sessions_end_here(WhoKey::User(user));
        for room in locked(&self.rooms).values() {
            let _ = room.try_send(Input::Gone(user));
        }
    }

    /// The same for the whole site.
    pub fn user_gone(&self, user: i64) {
        self.user_gone_here(user);
        if let Some(bus) = &self.bus {
            bus.send_all(BusMessage::UserGone { user });
        }
    }

    /// The seekers of this process's lobby.
    pub fn lobby(&self) -> MutexGuard<'_, Lobby> {
        locked(&self.lobby)
    }

    /// Returns true if this process has the lobby.
    pub fn has_lobby(&self) -> bool {
        locked(&self.site).lobby_owner.as_ref() == Some(&self.process)
    }

    /// Returns the seeks of the lobby, as last reported.
    pub fn seeks(&self) -> Vec<SeekLine> {
        locked(&self.site).seeks.clone()
    }

    /// Takes note of who looks for an opponent.
    pub fn set_seeks(&self, seeks: Vec<SeekLine>) {
        locked(&self.site).seeks = seeks;
    }

    /// Takes note of who lives, and who has the lobby. Returns whether another process has died, and whether the
    /// lobby has another owner than before.
    pub fn set_site(
        &self,
        live: HashSet<String>,
        elsewhere: u64,
        lobby_owner: String,
    ) -> (bool, bool) {
        let mut site = locked(&self.site);
        let mut died: Vec<String> = site.live.difference(&live).cloned().collect();
        died.retain(|process| *process != self.process);
        for process in &died {
            tracing::warn!("process {process} does not live any more");
            for room in locked(&self.rooms).values() {
                // A room that is overloaded finds out when its pages do not answer.
                let _ = room.try_send(Input::Died(process.clone()));
            }
        }
        site.live = live;
        site.live.insert(self.process.clone());
        site.sockets_elsewhere = elsewhere;
        let changed = site.lobby_owner.as_ref() != Some(&lobby_owner);
        site.lobby_owner = Some(lobby_owner);
        (!died.is_empty(), changed)
    }

    fn knows(&self, process: &str) -> bool {
        locked(&self.site).live.contains(process)
    }

    /// Hands a call to a room in this process; gives it back if there is none.
    fn call_here(&self, room: &str, input: Input) -> Result<(), Input> {
        let rooms = locked(&self.rooms);
        let Some(sender) = rooms.get(room) else {
            return Err(input);
        };
        match sender.try_send(input) {
            Ok(()) => Ok(()),
            Err(mpsc::error::TrySendError::Full(Input::Call(call))) => {
                self.refuse(&call, "busy", key!("room-busy"));
                Ok(())
            }
            Err(mpsc::error::TrySendError::Full(_)) => Ok(()),
            Err(mpsc::error::TrySendError::Closed(input)) => Err(input),
        }
    }

    fn refuse(&self, call: &Call, code: &'static str, key: Key) {
        let n = match &call.order {
            Order::Act { n, .. } => *n,
            _ => None,
        };
        let message = ServerMessage::Refused {
            n,
            room: None,
            code,
            text: key.text(call.caller.lang()).to_owned(),
        };
        self.tell(&call.caller.socket, &message);
    }

    /// Returns true if a room has its task in this process.
    pub fn has_room(&self, room: &str) -> bool {
        locked(&self.rooms).contains_key(room)
    }

    /// Makes place for a room in this process: where its calls come from, unless it is there already.
    pub fn place(&self, room: &str) -> Option<(mpsc::Sender<Input>, mpsc::Receiver<Input>)> {
        let mut rooms = locked(&self.rooms);
        if rooms.get(room).is_some_and(|sender| !sender.is_closed()) {
            return None;
        }
        let (sender, receiver) = mpsc::channel(CALLS);
        rooms.insert(room.to_owned(), sender.clone());
        metrics::gauge!("atalaya_rooms").set(rooms.len() as f64);
        Some((sender, receiver))
    }

    /// A room's task ends, if nobody has called it meanwhile.
    pub fn vacate(&self, room: &str, inputs: &mut mpsc::Receiver<Input>, at_once: bool) -> bool {
        let mut rooms = locked(&self.rooms);
        if !at_once && !inputs.is_empty() {
            return false;
        }
        inputs.close();
        rooms.remove(room);
        metrics::gauge!("atalaya_rooms").set(rooms.len() as f64);
        true
    }

    /// Has a room in this process end: it is another's now.
    pub fn drop_room(&self, room: &str) {
        // The task itself makes the place free.
        let sender = locked(&self.rooms).get(room).cloned();
        if let Some(sender) = sender {
            let _ = sender.try_send(Input::Lost);
        }
    }
}

/// Hands a call to its room, wherever that is.
pub async fn call(app: &App, room: &str, call: Call) {
    let hub = app.hub();
    let input = match hub.call_here(room, Input::Call(Box::new(call))) {
        Ok(()) => return,
        Err(input) => input,
    };
    let Input::Call(call) = input else { return };
    if call.order == Order::Exit {
        // A room that has no task knows of nobody.
        if hub.bus.is_none() {
            return;
        }
    }
    let row = match app.collection().games().get(room).await {
        Ok(Some(row)) => row,
        Ok(None) => {
            hub.refuse(&call, "no_such_room", key!("no-such-room"));
            return;
        }
        Err(error) => {
            tracing::error!("{error}");
            hub.refuse(&call, "database", key!("database-silent"));
            return;
        }
    };
    let owner = &row.game.owner;
    if *owner != hub.process && lives(app, owner).await {
        if let Some(bus) = &hub.bus {
            let room = room.to_owned();
            bus.send(owner, BusMessage::Call { room, call: *call });
        }
        return;
    }
    if call.order == Order::Exit {
        return;
    }
    adopt(app, room, owner).await;
    if let Err(Input::Call(call)) = hub.call_here(room, Input::Call(call)) {
        hub.refuse(&call, "moved", key!("room-moved"));
    }
}

/// Returns true if another process is alive, or if the database does not answer. One that has just begun is in the
/// database before this process has looked there again.
async fn lives(app: &App, process: &str) -> bool {
    if app.hub().knows(process) {
        return true;
    }
    let alive = app.collection().processes().is_alive(process).await;
    alive.unwrap_or_else(|error| {
        tracing::error!("{error}");
        true
    })
}

/// Takes a room into this process's hands, which was in those of `from`, who does not live.
pub async fn adopt(app: &App, room: &str, from: &str) {
    let hub = app.hub();
    if from != hub.process {
        match app
            .collection()
            .processes()
            .take_game(room, from, &hub.process)
            .await
        {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                tracing::error!("cannot take over room {room}: {error}");
                return;
            }
        }
    }
    tracing::info!("room {room} is taken over from process {from}");
    room::spawn(app, room, room::Begin::Load);
    if from != hub.process {
        metrics::counter!("atalaya_takeovers").increment(1);
        moved(app, room).await;
        if let Some(bus) = &hub.bus {
            let room = room.to_owned();
            bus.send_all(BusMessage::Moved { room });
        }
    }
}

/// A room has another owner: the pages of this process that show it enter it anew.
pub async fn moved(app: &App, room: &str) {
    for (_, handle) in app.hub().handles() {
        let caller = {
            let shows = locked(&handle.shows);
            let here = shows.room.as_deref() == Some(room);
            shows.caller.clone().filter(|_| here)
        };
        if let Some(caller) = caller {
            let order = Order::Enter { seen: None };
            Box::pin(call(app, room, Call { caller, order })).await;
        }
    }
}

/// Hands an order to the lobby, wherever that is.
pub fn lobby(app: &App, order: LobbyOrder) {
    let hub = app.hub();
    let owner = locked(&hub.site).lobby_owner.clone();
    match (owner, &hub.bus) {
        (Some(owner), Some(bus)) if owner != hub.process => {
            bus.send(&owner, BusMessage::Lobby(order));
        }
        _ => super::lobby::order(app, order),
    }
}
