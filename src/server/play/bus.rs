//! Messages between the processes of a site, by PostgreSQL's LISTEN and NOTIFY.
//!
//! Each process listens to a channel of its own and to one for all. One task sends what all rooms have to
//! say, in the order in which it was said; what would be longer than a notification may be waits in a
//! table, and its number is sent. A process that has lost its connection has missed messages: its pages
//! enter their rooms anew.

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

/// The channel for all.
const ALL: &str = "atalaya";

/// A notification is shorter than 8,000 bytes.
const LONGEST: usize = 7_900;

/// Messages that may wait to be sent.
const QUEUE: usize = 20_000;

/// Message between processes of a site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum BusMessage {
    /// A call for a room there.
    Call {
        /// The room.
        room: String,
        /// The call.
        call: Call,
    },
    /// An order for the lobby there.
    Lobby(LobbyOrder),
    /// A message for pages there.
    Tell {
        /// Their connections.
        sockets: Vec<u64>,
        /// The message.
        text: String,
    },
    /// A room has another owner.
    Moved {
        /// The room.
        room: String,
    },
    /// Seeks of the lobby, from the process that has it.
    Seeks(Vec<SeekLine>),
    /// Somebody has logged out, or changed the password, or deleted the account; a guest has left devices.
    SessionsEnd {
        /// User or guest whose sessions have ended.
        who: WhoKey,
    },
    /// Somebody has deleted the account.
    UserGone {
        /// The account's number.
        user: i64,
    },
    /// A message for all pages of somebody.
    TellWho {
        /// The user.
        who: WhoKey,
        /// The message.
        text: String,
    },
    /// There may be a job for engines.
    Work,
}

/// Content of one notification.
#[derive(Debug, Serialize, Deserialize)]
enum Envelope {
    /// Messages.
    M(Vec<BusMessage>),
    /// The number of an envelope that lies in the database.
    B(i64),
}

/// Sender of messages to other processes.
#[derive(Clone, Debug)]
pub struct Bus(mpsc::Sender<(String, BusMessage)>);

/// The other end of a [`Bus`].
pub type Outgoing = mpsc::Receiver<(String, BusMessage)>;

fn channel_of(process: &str) -> String {
    format!("{ALL}_{process}")
}

impl Bus {
    /// A bus, and where its messages come out.
    pub fn new() -> (Bus, Outgoing) {
        let (sender, receiver) = mpsc::channel(QUEUE);
        (Bus(sender), receiver)
    }

    /// Sends a message to a process.
    pub fn send(&self, process: &str, message: BusMessage) {
        self.hand_in(channel_of(process), message);
    }

    /// Sends a message to all others.
    pub fn send_all(&self, message: BusMessage) {
        self.hand_in(ALL.to_owned(), message);
    }

    fn hand_in(&self, channel: String, message: BusMessage) {
        if self.0.try_send((channel, message)).is_err() {
            // Pages notice by the versions that they have missed something.
            metrics::counter!("atalaya_bus_dropped").increment(1);
        }
    }
}

/// Sends what is handed in, for ever.
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

/// Messages as texts, as many together as one notification carries.
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
        // Nothing in a message is what JSON cannot say.
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

/// The same text, or where it lies if it is too long.
async fn short(collection: &Store, text: String) -> store::Result<String> {
    if text.len() <= LONGEST {
        return Ok(text);
    }
    let number = collection.processes().keep_body(&text).await?;
    Ok(format!("{{\"B\":{number}}}"))
}

/// Listens, for ever.
pub async fn listen(app: App, url: String) {
    loop {
        if let Err(error) = listen_once(&app, &url).await {
            tracing::error!("the way to the other processes is broken: {error}");
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn listen_once(app: &App, url: &str) -> Result<(), sqlx::Error> {
    // One connection, which is tried for as long as any other.
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

/// Has all pages of this process enter their rooms anew that are not here: what was said to those may be lost.
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
        // Another version of the program, while a site is renewed process by process.
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
            // One's own message comes back, too.
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
