//! Registry of the rooms and sockets of this process, and delivery of messages to those of other processes of the site.

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

/// Maximum number of messages that may wait for a page; a page that reads more slowly is cut off.
pub const QUEUE: usize = 64;

/// Maximum number of calls that may wait for a room.
const CALLS: usize = 256;

/// Number of ended sessions that are kept for a slow connection; one that misses some checks its own session anyway.
const SESSIONS: usize = 64;

/// Rooms and sockets of this process, and its connections to the rest of the site.
pub struct Hub {
    /// Name of this process, unique on the site.
    pub process: String,
    /// Writer of events to the database.
    pub writer: Writer,
    /// Threads on which machines, the engine players, think.
    pub machines: Pool,
    /// Sender of messages to other processes; `None` if the database allows only one process.
    pub bus: Option<Bus>,
    rooms: Mutex<HashMap<String, mpsc::Sender<Input>>>,
    sockets: Mutex<HashMap<u64, SocketHandle>>,
    next_socket: AtomicU64,
    /// Announces the users and guests whose sessions have ended.
    sessions: broadcast::Sender<WhoKey>,
    /// People who look for an opponent; used only if this process runs the lobby.
    lobby: Mutex<Lobby>,
    site: Mutex<Site>,
}

/// State of the site, as far as this process knows it.
#[derive(Debug, Default)]
struct Site {
    live: HashSet<String>,
    lobby_owner: Option<String>,
    /// Seeks, as the process that runs the lobby reports them.
    seeks: Vec<SeekLine>,
    sockets_elsewhere: u64,
}

/// A page's connection in this process.
#[derive(Clone, Debug)]
pub struct SocketHandle {
    sender: mpsc::Sender<Utf8Bytes>,
    /// Notified when the page reads too slowly and is to be cut off.
    pub cut: Arc<Notify>,
    /// State of the page: room or lobby that it shows, and the visitor's seek.
    pub shows: Arc<Mutex<Shows>>,
}

/// Room or lobby that a page shows, and its visitor's seek.
#[derive(Debug, Default)]
pub struct Shows {
    /// Name of the room; `None` if the page shows none.
    pub room: Option<String>,
    /// True if the page shows the lobby.
    pub lobby: bool,
    /// Seek of the visitor; `None` if there is none.
    pub seek: Option<Seeker>,
    /// Sender of the calls that the server makes on behalf of this page; `None` before the first `hello` of the page.
    pub caller: Option<Caller>,
}

impl SocketHandle {
    /// Queues a message for the page; cuts the page off if its queue is full.
    pub fn send(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.sender.try_send(text) {
            metrics::counter!("atalaya_slow_readers").increment(1);
            self.cut.notify_one();
        }
    }
}

/// Destination of messages to a page, in this or another process.
#[derive(Clone, Debug)]
pub enum Outlet {
    /// Connection of this process.
    Local(SocketHandle),
    /// Connection of another process.
    Remote(SocketId),
}

impl Hub {
    /// Creates a hub without rooms and connections.
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

    /// Registers a new connection. Returns its number, its handle, and the receiver of the messages to the page.
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

    /// Removes a connection that has ended.
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

    /// Returns the connections of this process with their numbers.
    pub fn handles(&self) -> Vec<(u64, SocketHandle)> {
        let sockets = locked(&self.sockets);
        sockets.iter().map(|(n, h)| (*n, h.clone())).collect()
    }

    /// Returns the destination for messages to a connection; `None` if it belonged to this process and has ended.
    pub fn outlet(&self, socket: &SocketId) -> Option<Outlet> {
        if socket.process != self.process {
            return Some(Outlet::Remote(socket.clone()));
        }
        let sockets = locked(&self.sockets);
        sockets.get(&socket.number).cloned().map(Outlet::Local)
    }

    /// Sends a message to one page.
    pub fn tell(&self, socket: &SocketId, message: &ServerMessage<'_>) {
        if let Some(outlet) = self.outlet(socket) {
            self.tell_all([&outlet], message.text().into());
        }
    }

    /// Sends the same message, as JSON text, to several pages.
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

    /// Delivers a message from another process to connections of this process, given by their numbers.
    pub fn tell_here(&self, numbers: &[u64], text: &str) {
        let text = Utf8Bytes::from(text.to_owned());
        let sockets = locked(&self.sockets);
        for number in numbers {
            if let Some(handle) = sockets.get(number) {
                handle.send(text.clone());
            }
        }
    }

    /// Sends a message, as JSON text, to all pages of a person that are connected to this process.
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

    /// Sends a message to all pages of a person on the whole site.
    pub fn tell_who(&self, who: WhoKey, message: &ServerMessage<'_>) {
        let text = message.text();
        self.tell_who_here(who, &text);
        if let Some(bus) = &self.bus {
            bus.send_all(BusMessage::TellWho { who, text });
        }
    }

    /// Subscribes to the keys of users and guests whose sessions end.
    pub fn sessions(&self) -> broadcast::Receiver<WhoKey> {
        self.sessions.subscribe()
    }

    /// Announces in this process that sessions of a person have ended; that person's connections check if their own
    /// session is among them.
    pub fn sessions_end_here(&self, who: WhoKey) {
        // An error means that there is no connection at all.
        let _ = self.sessions.send(who);
    }

    /// Announces on the whole site that sessions of a person have ended.
    pub fn sessions_end(&self, who: WhoKey) {
        self.sessions_end_here(who);
        if let Some(bus) = &self.bus {
            bus.send_all(BusMessage::SessionsEnd { who });
        }
    }

    /// Announces in this process that a user has deleted the account: sessions end, and rooms forget the name.
    pub fn user_gone_here(&self, user: i64) {
        self.sessions_end_here(WhoKey::User(user));
        for room in locked(&self.rooms).values() {
            let _ = room.try_send(Input::Gone(user));
        }
    }

    /// Announces on the whole site that a user has deleted the account.
    pub fn user_gone(&self, user: i64) {
        self.user_gone_here(user);
        if let Some(bus) = &self.bus {
            bus.send_all(BusMessage::UserGone { user });
        }
    }

    /// Locks and returns the lobby of this process, which is used only if [`Hub::has_lobby`].
    pub fn lobby(&self) -> MutexGuard<'_, Lobby> {
        locked(&self.lobby)
    }

    /// Returns true if this process runs the lobby of the site.
    pub fn has_lobby(&self) -> bool {
        locked(&self.site).lobby_owner.as_ref() == Some(&self.process)
    }

    /// Returns the seeks of the site's lobby, as last reported.
    pub fn seeks(&self) -> Vec<SeekLine> {
        locked(&self.site).seeks.clone()
    }

    /// Stores the seeks of the site's lobby.
    pub fn set_seeks(&self, seeks: Vec<SeekLine>) {
        locked(&self.site).seeks = seeks;
    }

    /// Stores the live processes, the number of connections of other processes, and the process that runs the lobby.
    /// Returns two flags: true if another process has died; true if the lobby has moved to another process.
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
                // A room whose queue is full misses this, and finds out when its pages do not answer.
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

    /// Hands a call to a room in this process; gives it back as `Err` if the room has no task here.
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

    /// Registers a room in this process. Returns the sender and the receiver of its inputs; `None` if it already runs
    /// here.
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

    /// Removes a room whose task is to end, and closes its inputs. If inputs are still waiting, it returns false and
    /// removes nothing, unless `at_once` is true.
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

    /// Ends a room's task in this process, because another process runs the room now.
    pub fn drop_room(&self, room: &str) {
        // The task itself removes its registration.
        let sender = locked(&self.rooms).get(room).cloned();
        if let Some(sender) = sender {
            let _ = sender.try_send(Input::Lost);
        }
    }
}

/// Hands a call to its room, in this or another process. Loads the room if no live process runs it.
pub async fn call(app: &App, room: &str, call: Call) {
    let hub = app.hub();
    let input = match hub.call_here(room, Input::Call(Box::new(call))) {
        Ok(()) => return,
        Err(input) => input,
    };
    let Input::Call(call) = input else { return };
    if call.order == Order::Exit {
        // A room without a task has no listeners to remove.
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

/// Returns true if another process is alive, or if the database does not answer. A process that is not known yet is
/// looked up in the database, since it may have just started.
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

/// Takes a room over from the process `from`, which is dead or this process itself, and starts its task.
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

/// Re-enters a room that another process runs now, on behalf of all pages of this process that show it.
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

/// Hands an order to the lobby, in this or another process.
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
