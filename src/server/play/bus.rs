//! Messages between the processes of a site, by PostgreSQL's LISTEN and NOTIFY.
//!
//! Each process listens to a channel of its own and to one for all processes. One task sends the messages of all rooms,
//! in order. A text that is too long for a notification is stored in a table, and its number is sent instead. A process
//! that has lost its connection has missed messages: its pages enter their rooms anew.

use super::call::{Call, LobbyOrder};
use super::hub;
use crate::App;
use crate::protocol::SeekLine;
use crate::visitor::WhoKey;
use base::threads::locked;
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgListener, PgPoolOptions};
use std::collections::BTreeMap;
use std::time::Duration;
use store::Store;
use tokio::sync::mpsc;

/// Name of the channel to which all processes listen.
const ALL: &str = "atalaya";

/// Maximum length of a notification that is sent, in bytes. PostgreSQL's limit is 8,000.
const LONGEST: usize = 7_900;

/// Maximum number of messages that may wait to be sent; further ones are dropped.
const QUEUE: usize = 20_000;

/// Message between processes of a site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum BusMessage {
    /// A call for a room that the receiving process runs.
    Call {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: String,
        /// Request to the process that holds the room.
        call: Call,
    },
    /// An order for the lobby, which the receiving process runs.
    Lobby(LobbyOrder),
    /// A message for pages that are connected to the receiving process.
    Tell {
        /// Numbers of the pages' connections.
        sockets: Vec<u64>,
        /// Message to the pages, as JSON.
        text: String,
    },
    /// Notice that another process runs a room now.
    Moved {
        /// Identifier of the room: the last part of its address, `/game/ROOM`.
        room: String,
    },
    /// Seeks of the lobby, from the process that runs it.
    Seeks(Vec<SeekLine>),
    /// Notice that sessions have ended: a user has logged out, changed the password or deleted the account, or a guest
    /// has left devices.
    SessionsEnd {
        /// User or guest whose sessions have ended.
        who: WhoKey,
    },
    /// Notice that a user has deleted the account.
    UserGone {
        /// Number of the account in the database.
        user: i64,
    },
    /// A message for all pages of a person.
    TellWho {
        /// User or guest whose pages get the message.
        who: WhoKey,
        /// Message to the pages, as JSON.
        text: String,
    },
    /// Notice that a job for the engine threads may be waiting.
    Work,
}

/// Content of one notification between the processes of a site, as JSON.
#[derive(Debug, Serialize, Deserialize)]
enum Envelope {
    /// Messages themselves.
    M(Vec<BusMessage>),
    /// Number of an envelope that is stored in the database, as it is too long for a notification.
    B(i64),
}

/// Sender of messages to other processes.
#[derive(Clone, Debug)]
pub struct Bus(mpsc::Sender<(String, BusMessage)>);

/// Receiver of the messages to send, each with its channel: the other end of a [`Bus`].
pub type Outgoing = mpsc::Receiver<(String, BusMessage)>;

fn channel_of(process: &str) -> String {
    format!("{ALL}_{process}")
}

impl Bus {
    /// Creates a bus, and the receiver of the messages handed to it.
    pub fn new() -> (Bus, Outgoing) {
        let (sender, receiver) = mpsc::channel(QUEUE);
        (Bus(sender), receiver)
    }

    /// Queues a message to one process.
    pub fn send(&self, process: &str, message: BusMessage) {
        self.hand_in(channel_of(process), message);
    }

    /// Queues a message to all processes; this one receives it, too.
    pub fn send_all(&self, message: BusMessage) {
        self.hand_in(ALL.to_owned(), message);
    }

    fn hand_in(&self, channel: String, message: BusMessage) {
        if self.0.try_send((channel, message)).is_err() {
            // Pages notice by the version numbers of rooms that they have missed something.
            metrics::counter!("atalaya_bus_dropped").increment(1);
        }
    }
}

/// Sends the messages handed to the bus, until the bus is dropped. Messages that the database refuses are lost.
pub async fn send(collection: Store, mut outgoing: Outgoing) {
    let mut batch = Vec::new();
    while outgoing.recv_many(&mut batch, 500).await > 0 {
        let mut by_channel: BTreeMap<String, Vec<BusMessage>> = BTreeMap::new();
        for (channel, message) in batch.drain(..) {
            by_channel.entry(channel).or_default().push(message);
        }
        let mut notifications = Vec::new();
        for (channel, messages) in by_channel {
            for text in envelopes(messages) {
                match short(&collection, text).await {
                    Ok(text) => notifications.push((channel.clone(), text)),
                    Err(error) => tracing::error!("a message is lost: {error}"),
                }
            }
        }
        metrics::counter!("atalaya_bus_sent").increment(notifications.len() as u64);
        if let Err(error) = collection.processes().notify_all(&notifications).await {
            tracing::error!("{} messages are lost: {error}", notifications.len());
        }
    }
}

/// Serializes messages as envelopes, each with as many messages as fit into one notification.
fn envelopes(messages: Vec<BusMessage>) -> Vec<String> {
    let mut texts = Vec::new();
    let mut together = String::new();
    let mut flush = |together: &mut String| {
        if !together.is_empty() {
            texts.push(format!("{{\"M\":[{together}]}}"));
            together.clear();
        }
    };
    for message in messages {
        // Messages have only values that JSON can represent, so this does not fail.
        let text = serde_json::to_string(&message).unwrap_or_default();
        if together.len() + text.len() + 10 > LONGEST {
            flush(&mut together);
        }
        if !together.is_empty() {
            together.push(',');
        }
        together += &text;
    }
    flush(&mut together);
    texts
}

/// Returns the envelope `text` itself or, if it is too long for a notification, stores it in the database and returns
/// an envelope with its number.
async fn short(collection: &Store, text: String) -> store::Result<String> {
    if text.len() <= LONGEST {
        return Ok(text);
    }
    let number = collection.processes().keep_body(&text).await?;
    Ok(format!("{{\"B\":{number}}}"))
}

/// Receives and handles messages from other processes, forever; reconnects after an error.
pub async fn listen(app: App, url: String) {
    loop {
        if let Err(error) = listen_once(&app, &url).await {
            tracing::error!("the way to the other processes is broken: {error}");
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn listen_once(app: &App, url: &str) -> Result<(), sqlx::Error> {
    // One connection, with the same time limit for connecting as all others.
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .max_lifetime(None)
        .idle_timeout(None)
        .acquire_timeout(app.collection().patience());
    let mut listener = PgListener::connect_with(&pool.connect(url).await?).await?;
    let own = channel_of(&app.hub().process);
    listener.listen_all([ALL, own.as_str()]).await?;
    if app.is_listening() {
        tracing::warn!("the connection for messages is there again");
        enter_all_anew(app).await;
    }
    loop {
        match listener.try_recv().await? {
            Some(notification) => hear(app, notification.payload()).await,
            None => {
                tracing::warn!("the connection for messages was lost, and is there again");
                enter_all_anew(app).await;
            }
        }
    }
}

/// Re-enters, on behalf of all pages of this process, the rooms that other processes run: messages of these rooms may
/// have been lost.
pub async fn enter_all_anew(app: &App) {
    let mut rooms: Vec<String> = Vec::new();
    for (_, handle) in app.hub().handles() {
        rooms.extend(locked(&handle.shows).room.clone());
    }
    rooms.sort_unstable();
    rooms.dedup();
    for room in rooms {
        if !app.hub().has_room(&room) {
            hub::moved(app, &room).await;
        }
    }
}

async fn hear(app: &App, payload: &str) {
    let envelope = match serde_json::from_str(payload) {
        Ok(Envelope::B(number)) => match app.collection().processes().body(number).await {
            Ok(Some(text)) => serde_json::from_str(&text),
            Ok(None) => return,
            Err(error) => {
                tracing::error!("a message is lost: {error}");
                return;
            }
        },
        envelope => envelope,
    };
    match envelope {
        Ok(Envelope::M(messages)) => {
            for message in messages {
                follow(app, message).await;
            }
        }
        Ok(Envelope::B(_)) => {}
        // The sender is another version of the program, while a site is updated process by process.
        Err(error) => tracing::warn!("a message cannot be read: {error}"),
    }
}

async fn follow(app: &App, message: BusMessage) {
    let hub = app.hub();
    match message {
        BusMessage::Call { room, call } => hub::call(app, &room, call).await,
        BusMessage::Lobby(order) => super::lobby::order(app, order),
        BusMessage::Tell { sockets, text } => hub.tell_here(&sockets, &text),
        BusMessage::Moved { room } => {
            // A process receives its own message, too.
            let owner = app.collection().games().get(&room).await;
            if owner.is_ok_and(|row| row.is_some_and(|row| row.game.owner != hub.process)) {
                hub.drop_room(&room);
                hub::moved(app, &room).await;
            }
        }
        BusMessage::UserGone { user } => hub.user_gone_here(user),
        BusMessage::TellWho { who, text } => hub.tell_who_here(who, &text),
        BusMessage::Work => app.engine_threads().wake(),
        BusMessage::SessionsEnd { who } => hub.sessions_end_here(who),
        BusMessage::Seeks(seeks) => {
            if !hub.has_lobby() {
                hub.set_seeks(seeks);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn envelopes_hold_all_messages_in_order_and_few_are_long() {
        let tell = |number: u64, length: usize| BusMessage::Tell {
            sockets: vec![number],
            text: "x\"y".repeat(length),
        };
        let messages: Vec<BusMessage> = (0..100)
            .map(|n| tell(n, if n == 50 { 5000 } else { 300 }))
            .collect();
        let texts = envelopes(messages.clone());
        let long = texts.iter().filter(|text| text.len() > LONGEST).count();
        assert_eq!(long, 1);
        assert!(texts.len() < 100);
        let read =
            texts.iter().flat_map(
                |text| match serde_json::from_str(text).expect("an envelope") {
                    Envelope::M(messages) => messages,
                    Envelope::B(_) => panic!("a number"),
                },
            );
        assert_eq!(read.collect::<Vec<_>>(), messages);
        assert!(envelopes(Vec::new()).is_empty());
    }
}
