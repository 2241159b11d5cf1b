//! WebSocket of a page: receives its messages, passes them on to rooms and the lobby, and sends messages to the page.
//!
//! The length of a message, the number of messages per second, and the number that wait for a slow page are limited.
//! Every few seconds the server pings the page. The round-trip time is the page's lag, which is not charged to the
//! player's clock up to a maximum.

mod requests;

use super::App;
use super::errors::too_many;
use super::guard::{foreign_origin, is_own_origin};
use super::play::call::{Call, Caller, CallerWho, LobbyOrder, Order, SocketId};
use super::play::hub::{self, SocketHandle};
use super::play::make::GameRequest;
use super::protocol::{ClientMessage, MAX_MESSAGE, Malformed, ServerMessage};
use super::visitor::{SESSION, VISITOR, Visitor, WhoKey, token_of};
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use base::messages::Key;
use base::threads::locked;
use base::{key, say};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use games::Lang;
use serde::Deserialize;
use std::collections::VecDeque;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// Interval between pings to a page.
const PING: Duration = Duration::from_secs(5);

/// Number of pings between two checks of the session: the command line can end one without notice to the server.
const PINGS_FOR_SESSION: u64 = 6;

/// Time without any message or answer after which a page counts as gone.
const SILENT: Duration = Duration::from_secs(20);

/// Maximum lag that is not charged to a clock.
const MAX_LAG: Duration = Duration::from_millis(500);

/// Time limit for writing a message.
const WRITE: Duration = Duration::from_secs(10);

/// Query of the request `GET /ws`, by which a page opens its connection.
#[derive(Deserialize)]
pub struct Opening {
    /// Present if an embedded board connects, whose visitor is not identified whatever cookies the browser sends.
    stranger: Option<String>,
}

/// Answers `GET /ws`: opens the WebSocket, unless a limit is reached or another site's page requests it.
pub async fn open(
    State(app): State<App>,
    mut visitor: Visitor,
    Query(Opening { stranger }): Query<Opening>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_own_origin(&headers, app.config()) {
        return foreign_origin(visitor.lang);
    }
    let address = visitor.address.key();
    let place = app.socket_place(address);
    let Some(place) = place.filter(|_| app.limits().sockets.allows(address)) else {
        metrics::counter!("atalaya_sockets_refused").increment(1);
        return too_many(visitor.lang);
    };
    if stranger.is_some() {
        (visitor.who, visitor.user) = (None, None);
    }
    let named = match visitor.user {
        Some(_) => SESSION,
        None => VISITOR,
    };
    let session = token_of(&app, &headers, named).map(str::to_owned);
    upgrade
        .read_buffer_size(4096)
        .write_buffer_size(4096)
        .max_write_buffer_size(1 << 20)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(async move |socket| {
            talk(app, visitor, session, socket).await;
            drop(place);
        })
}

/// Measured round-trip times to a page.
#[derive(Default)]
struct Lag {
    sent: Option<Instant>,
    last: VecDeque<Duration>,
}

impl Lag {
    fn measure(&mut self) {
        if let Some(sent) = self.sent.take() {
            self.last.truncate(3);
            self.last.push_front(sent.elapsed());
        }
    }

    /// Returns the shortest of the last times, so that a page gains nothing by answering late now and then; `None`
    /// before the first measurement.
    fn estimate(&self) -> Option<Duration> {
        self.last.iter().min().copied()
    }
}

struct Talk {
    app: App,
    visitor: Visitor,
    /// Token of the user's session or of the guest's device; `None` if the browser sent none.
    session: Option<String>,
    id: SocketId,
    handle: SocketHandle,
    lag: Lag,
    greeted: bool,
}

async fn talk(app: App, visitor: Visitor, session: Option<String>, socket: WebSocket) {
    let (id, handle, outgoing) = app.hub().connect();
    let (sink, stream) = socket.split();
    let talk = Talk {
        app: app.clone(),
        visitor,
        session,
        id: id.clone(),
        handle,
        lag: Lag::default(),
        greeted: false,
    };
    talk.run(sink, stream, outgoing).await;
}

/// Reason for which a connection ends: the page has gone, or the server closes it with a code and a sentence.
enum End {
    Gone,
    Bye(&'static str, Key),
}

const LOGGED_OUT: End = End::Bye("logged_out", key!("session-ended"));

const FLOOD: End = End::Bye("rate", key!("flood"));

const RESTART: End = End::Bye("restart", key!("restart-soon"));

impl Talk {
    async fn run(
        mut self,
        mut sink: SplitSink<WebSocket, Message>,
        mut stream: SplitStream<WebSocket>,
        mut outgoing: mpsc::Receiver<Utf8Bytes>,
    ) {
        let end = self.exchange(&mut sink, &mut stream, &mut outgoing).await;
        let (room, seeks) = {
            let mut shows = locked(&self.handle.shows);
            (shows.room.take(), shows.seek.take().is_some())
        };
        self.app.hub().disconnect(&self.id);
        if seeks {
            hub::lobby(&self.app, LobbyOrder::Unseek(self.id.clone()));
        }
        if let Some(room) = room {
            self.order(&room, Order::Exit).await;
        }
        if let End::Bye(code, key) = end {
            let text = key.text(self.visitor.lang).to_owned();
            let bye = ServerMessage::Bye { code, text }.text();
            let last = async {
                sink.send(Message::text(bye)).await?;
                sink.close().await?;
                // Closing a connection with unread data may discard the message that was sent last.
                while let Some(Ok(_)) = stream.next().await {}
                Ok::<(), axum::Error>(())
            };
            // A page that does not read misses the message.
            let _ = tokio::time::timeout(Duration::from_secs(1), last).await;
        }
    }

    async fn exchange(
        &mut self,
        sink: &mut SplitSink<WebSocket, Message>,
        stream: &mut SplitStream<WebSocket>,
        outgoing: &mut mpsc::Receiver<Utf8Bytes>,
    ) -> End {
        let mut pings = tokio::time::interval(PING);
        // The checks are spread out, since after a restart all connections begin together.
        let mut pinged = self.id.number % PINGS_FOR_SESSION;
        let mut heard = Instant::now();
        let mut stop = self.app.stopping();
        let cut = self.handle.cut.clone();
        let mut sessions = self.app.hub().sessions();
        loop {
            // Outgoing messages come first, so that a page's own requests cannot fill its queue.
            tokio::select! {
                biased;
                () = ended(&mut stop) => return RESTART,
                () = cut.notified() => {
                    return End::Bye("slow", key!("too-slow"));
                }
                user = sessions.recv() => {
                    if self.has_ended(user.ok()).await {
                        return LOGGED_OUT;
                    }
                }
                text = outgoing.recv() => {
                    let Some(text) = text else { return End::Gone };
                    if let Some(end) = write_all(sink, text, outgoing).await {
                        return end;
                    }
                }
                _ = pings.tick() => {
                    if heard.elapsed() >= SILENT {
                        return End::Gone;
                    }
                    self.lag.sent = Some(Instant::now());
                    let sent = sink.send(Message::Ping(Vec::new().into()));
                    if !matches!(tokio::time::timeout(WRITE, sent).await, Ok(Ok(()))) {
                        return End::Gone;
                    }
                    if locked(&self.handle.shows).seek.is_some() {
                        hub::lobby(&self.app, LobbyOrder::Here(self.id.clone()));
                    }
                    pinged = pinged.wrapping_add(1);
                    if pinged.is_multiple_of(PINGS_FOR_SESSION) {
                        self.look_at_session();
                    }
                }
                message = stream.next() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            if let Some(end) = self.hear(&text).await {
                                return end;
                            }
                        }
                        Some(Ok(Message::Pong(_))) => {
                            if !self.may_send() {
                                return FLOOD;
                            }
                            self.lag.measure();
                        }
                        Some(Ok(Message::Ping(_))) => {
                            metrics::counter!("atalaya_pings").increment(1);
                            if !self.may_send() {
                                return FLOOD;
                            }
                        }
                        Some(Ok(Message::Binary(_))) => {
                            return End::Bye("binary", key!("text-only"));
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return End::Gone,
                    }
                }
            }
        }
    }

    /// Returns true if this connection must end because sessions of `whose` have ended. `None` means that notices were
    /// missed, so this page's session is checked in any case.
    async fn has_ended(&self, whose: Option<WhoKey>) -> bool {
        let (Some(who), Some(session)) = (&self.visitor.who, &self.session) else {
            return false;
        };
        if whose.is_some() && whose == who.guest.map(WhoKey::Guest) {
            // The page reconnects, which determines anew if the guest's seats are still this user's.
            return true;
        }
        if whose.is_some_and(|whose| whose != who.key) {
            return false;
        }
        match who.key.has(self.app.collection(), session).await {
            Ok(is_still) => !is_still,
            Err(error) => {
                tracing::error!("{error}");
                false
            }
        }
    }

    /// Starts a task that checks if this connection's session has ended; if so, all connections of the visitor in this
    /// process check their own.
    fn look_at_session(&self) {
        let (Some(who), Some(session)) = (&self.visitor.who, self.session.clone()) else {
            return;
        };
        if self.app.hub().writer.storage().down_since().is_some() {
            return;
        }
        let (app, key) = (self.app.clone(), who.key);
        tokio::spawn(async move {
            let looked = key.has(app.collection(), &session);
            let looked = tokio::time::timeout(app.collection().patience(), looked).await;
            if let Ok(Ok(false)) = looked {
                app.hub().sessions_end_here(key);
            }
        });
    }

    fn lang(&self) -> Lang {
        self.visitor.lang
    }

    fn tell(&self, message: &ServerMessage<'_>) {
        self.handle.send(message.text().into());
    }

    fn refuse(&self, n: Option<u64>, code: &'static str, text: impl Into<String>) {
        self.tell(&ServerMessage::Refused {
            n,
            room: None,
            code,
            text: text.into(),
        });
    }

    fn rule(&self, code: &'static str, key: Key) {
        self.refuse(None, code, key.text(self.lang()));
    }

    fn caller(&self) -> Caller {
        let lag = self.lag.estimate().unwrap_or_default().min(MAX_LAG);
        Caller {
            socket: self.id.clone(),
            who: self.visitor.who.as_ref().map(CallerWho::from),
            lang: self.lang().code().to_owned(),
            lag: u64::try_from(lag.as_millis()).unwrap_or_default(),
        }
    }

    async fn order(&self, room: &str, order: Order) {
        let caller = self.caller();
        hub::call(&self.app, room, Call { caller, order }).await;
    }

    /// Counts a message or ping of the page. Returns false if there are so many that the connection must end.
    fn may_send(&self) -> bool {
        let may = self.app.limits().flood.allows(self.id.number);
        if !may {
            metrics::counter!("atalaya_floods").increment(1);
        }
        may
    }

    async fn hear(&mut self, text: &str) -> Option<End> {
        metrics::counter!("atalaya_messages").increment(1);
        if !self.may_send() {
            return Some(FLOOD);
        }
        if !self.app.limits().messages.allows(self.id.number) {
            self.rule("rate", key!("too-many-messages"));
            return None;
        }
        match ClientMessage::parse(text) {
            Ok(message) => self.follow(message).await,
            Err(Malformed { n, why }) => {
                let text = say!(self.lang(), "malformed", why = why.get(self.lang()));
                self.refuse(n, "malformed", text);
            }
        }
        None
    }

    /// Returns the visitor as a person who may create games; `None`, with a refusal sent, for a visitor without a name.
    fn somebody(&self) -> Option<CallerWho> {
        let who = self.visitor.who.as_ref().map(CallerWho::from);
        if who.is_none() {
            self.rule("no_name", key!("no-name"));
        }
        who
    }

    async fn follow(&mut self, message: ClientMessage) {
        let asks_nothing = matches!(
            message,
            ClientMessage::Hello { .. } | ClientMessage::Ping { .. } | ClientMessage::Unseek {}
        );
        if let Some(banned) = self.visitor.banned.as_ref().filter(|_| !asks_nothing) {
            let n = match message {
                ClientMessage::Event { n, .. } => n,
                _ => None,
            };
            return self.refuse(n, banned.code(), banned.text(self.lang()));
        }
        match message {
            ClientMessage::Hello { room, seen, lobby } => self.hello(room, seen, lobby).await,
            ClientMessage::Seek {
                game,
                settings,
                clock,
                rated,
            } => self.seek(game, settings, clock, rated).await,
            ClientMessage::Unseek {} => {
                let sought = locked(&self.handle.shows).seek.take();
                if sought.is_some() {
                    hub::lobby(&self.app, LobbyOrder::Unseek(self.id.clone()));
                }
                self.tell(&ServerMessage::Seeking { seek: None });
            }
            ClientMessage::Open {
                game,
                settings,
                start,
                clock,
                rated,
                visibility,
                seats,
                invite,
            } => {
                let wish = GameRequest {
                    game,
                    settings,
                    start,
                    clock,
                    rated,
                    visibility,
                };
                self.open_room(wish, seats, invite).await;
            }
            ClientMessage::Join { room, seat } => self.order(&room, Order::Join { seat }).await,
            ClientMessage::Machine { room, seat, level } => {
                self.order(&room, Order::Machine { seat, level }).await;
            }
            ClientMessage::Event { room, n, event } => {
                self.order(&room, Order::Act { n, act: event }).await;
            }
            ClientMessage::Chat { room, text } => {
                if self.may_chat() {
                    self.order(&room, Order::Chat { text }).await;
                }
            }
            ClientMessage::Report { room, message, why } => {
                if self.may_chat() {
                    self.order(&room, Order::Report { message, why }).await;
                }
            }
            ClientMessage::Rematch { room } => self.order(&room, Order::Rematch).await,
            ClientMessage::Ping { t } => {
                let lag = self.lag.estimate();
                self.tell(&ServerMessage::Pong {
                    t,
                    now: self.app.now(),
                    lag: lag.map(|lag| u64::try_from(lag.as_millis()).unwrap_or(u64::MAX)),
                });
            }
        }
    }

    fn may_chat(&self) -> bool {
        let allowed = self.app.limits().chat.allows(self.visitor.limit_key());
        if !allowed {
            self.rule("rate", key!("too-many-messages"));
        }
        allowed
    }
}

/// Returns when the process is to end.
async fn ended(stop: &mut watch::Receiver<bool>) {
    // An error means that the sender of `stop` has been dropped, which ends the process, too.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Sends a message together with those that wait behind it. Returns the reason to end the connection if that fails;
/// `None` if all is sent.
async fn write_all(
    sink: &mut SplitSink<WebSocket, Message>,
    first: Utf8Bytes,
    outgoing: &mut mpsc::Receiver<Utf8Bytes>,
) -> Option<End> {
    let written = async {
        sink.feed(Message::Text(first)).await?;
        while let Ok(text) = outgoing.try_recv() {
            sink.feed(Message::Text(text)).await?;
        }
        sink.flush().await
    };
    match tokio::time::timeout(WRITE, written).await {
        Ok(Ok(())) => None,
        Ok(Err(_)) => Some(End::Gone),
        Err(_) => Some(End::Bye("slow", key!("too-slow"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lag_is_the_shortest_of_the_last_times() {
        let mut lag = Lag::default();
        assert_eq!(lag.estimate(), None);
        for ms in [90, 30, 60, 50, 70] {
            lag.sent = Instant::now().checked_sub(Duration::from_millis(ms));
            lag.measure();
        }
        let estimate = lag.estimate().expect("measured");
        assert!(
            (Duration::from_millis(30)..Duration::from_millis(60)).contains(&estimate),
            "{estimate:?}"
        );
        lag.measure();
        assert_eq!(lag.last.len(), 4);
    }
}
