//! Handling of orders to a room, one by one.

use super::call::{Call, Caller, CallerWho, Order};
use super::room::{Listener, OrderError, Task};
use super::{make, messages};
use crate::protocol::{Act, MAX_CHAT, ServerMessage};
use base::{key, say};
use players::{Level, Seat};
use rooms::{Event, Phase, Refusal};
use std::time::Duration;
use store::games::{Channel, Seating};

/// Maximum number of lines of chat that are sent to a page that enters a room: the newest ones.
const CHAT: u32 = 100;

/// Maximum number of pages that may show one room.
const MAX_LISTENERS: usize = 2000;

impl Task {
    /// Executes a call, or sends the caller the reason for which it is refused.
    ///
    /// # Errors
    /// [`OrderError::Lost`] and [`OrderError::Storage`], which concern the whole room. All other errors are sent to the
    /// caller only.
    pub(super) async fn answer(&mut self, call: Call) -> Result<(), OrderError> {
        let Call { caller, order } = call;
        let n = match &order {
            Order::Act { n, .. } => *n,
            _ => None,
        };
        // A line of chat or a report that cannot be stored does not concern the game.
        let is_talk = matches!(order, Order::Chat { .. } | Order::Report { .. });
        let lang = caller.lang();
        let done = self.follow(&caller, order).await;
        let (code, text) = match &done {
            Ok(()) => return Ok(()),
            Err(OrderError::Refused(refusal)) => (refusal.code(), refusal.text(lang)),
            Err(OrderError::Rule(code, key)) => (*code, key.text(lang).to_owned()),
            Err(OrderError::Storage) => {
                let text = say!(lang, "not-saved");
                ("storage", text.to_owned())
            }
            Err(OrderError::Lost) => return done,
        };
        let message = ServerMessage::Refused {
            n,
            room: Some((&self.row.game.id).into()),
            code,
            text,
        };
        self.app.hub().tell(&caller.socket, &message);
        match done {
            Err(OrderError::Storage) if !is_talk => done,
            _ => Ok(()),
        }
    }

    async fn follow(&mut self, caller: &Caller, order: Order) -> Result<(), OrderError> {
        if let Some(seat) = self.seat_of(caller.who.as_ref()) {
            self.lags[seat] = caller.lag;
        }
        let needs_open = matches!(
            order,
            Order::Join { .. } | Order::Machine { .. } | Order::Act { .. }
        );
        if needs_open && self.is_closed() {
            return Err(OrderError::Rule("aborted", key!("room-closed")));
        }
        let waits = matches!(order, Order::Enter { .. } | Order::Exit | Order::Act { .. });
        if self.stands_at.is_some() && !waits {
            return Err(OrderError::Storage);
        }
        match order {
            Order::Enter { seen } => self.enter(caller, seen).await,
            Order::Exit => {
                let gone = self.listeners.remove(&caller.socket);
                let seat = gone.and_then(|l| self.seat_of(l.who.as_ref()));
                self.presence_changed(seat);
                if let Some(seat) = seat {
                    self.forget_wish_of(seat);
                }
                Ok(())
            }
            Order::Join { seat } => self.join(caller, seat).await,
            Order::Machine { seat, level } => self.machine(caller, seat, level).await,
            Order::Act { act, .. } => self.act(caller, act).await,
            Order::Chat { text } => self.chat(caller, &text).await,
            Order::Report { message, why } => self.report(caller, message, &why).await,
            Order::Rematch => self.wants_rematch(caller).await,
            Order::Abort => self.abort_by_administrator().await,
            Order::Forfeit { seat } => self.forfeit(seat).await,
        }
    }

    async fn enter(&mut self, caller: &Caller, seen: Option<u64>) -> Result<(), OrderError> {
        let Some(outlet) = self.app.hub().outlet(&caller.socket) else {
            return Ok(());
        };
        if self.listeners.len() >= MAX_LISTENERS && !self.listeners.contains_key(&caller.socket) {
            return Err(OrderError::Rule("full", key!("room-full")));
        }
        let seat = self.seat_of(caller.who.as_ref());
        let missing = seen
            .filter(|seen| self.is_all_in_events(*seen))
            .and_then(|seen| self.since(seen));
        if let Some(texts) = &missing {
            for text in texts {
                self.app.hub().tell_all([&outlet], text.clone());
            }
        } else {
            let message = self.whole(caller.who.as_ref(), seat).await;
            self.app.hub().tell_all([&outlet], message.into());
        }
        if self.stands_at.is_some() {
            let text = self.halt(false).text();
            self.app.hub().tell_all([&outlet], text.into());
        }
        let listener = Listener {
            who: caller.who.clone(),
            outlet,
        };
        self.listeners.insert(caller.socket.clone(), listener);
        self.presence_changed(seat);
        if let Some(seat) = seat {
            self.come_back(seat).await?;
        }
        Ok(())
    }

    /// Returns the message with the complete state of the room as JSON, for a page of the person `who` in `seat`; both
    /// are `None` for a spectator without a name.
    pub(super) async fn whole(&self, who: Option<&CallerWho>, seat: Option<usize>) -> String {
        let id = &self.row.game.id;
        let chat = self.app.collection().chat().lines(id, CHAT).await;
        let chat = chat.unwrap_or_else(|error| {
            tracing::error!("{error}");
            Vec::new()
        });
        let over = matches!(self.room.phase(), Phase::Over(_));
        let own = channel(seat);
        let hears = |channel| over || channel == own;
        let now = self.now();
        let snapshot = messages::snapshot(&self.standing(now));
        let host = who.is_some_and(|who| who.is(&self.row.game.host));
        let message = ServerMessage::Room {
            room: Box::new(snapshot),
            you: seat,
            host,
            chat: chat
                .iter()
                .filter(|row| hears(row.channel))
                .map(messages::chat_line)
                .collect(),
            presence: self.presence(),
            next: self.row.next.clone(),
            rematch: self.rematch.iter().copied().collect(),
        };
        message.text()
    }

    /// Ends the absence of the player of a seat; nothing happens if the player does not count as away.
    async fn come_back(&mut self, seat: usize) -> Result<(), OrderError> {
        if !self.room.is_away(seat) {
            return Ok(());
        }
        let Some(player) = self.room.player(seat).cloned() else {
            return Ok(());
        };
        let event = Event::Join {
            seat,
            name: player.name,
            sits: player.seat,
        };
        self.happen(event, Vec::new()).await
    }

    /// Returns the person who calls.
    ///
    /// # Errors
    /// [`OrderError::Rule`] for a visitor without a name.
    fn somebody<'c>(&self, caller: &'c Caller) -> Result<&'c CallerWho, OrderError> {
        caller
            .who
            .as_ref()
            .ok_or(OrderError::Rule("no_name", key!("no-name")))
    }

    async fn join(&mut self, caller: &Caller, seat: Option<usize>) -> Result<(), OrderError> {
        let who = self.somebody(caller)?.clone();
        let own = self.seat_of(Some(&who));
        if own.is_none() {
            let may = make::one_more(&self.app, &who.key).await;
            may.map_err(|(code, key)| OrderError::Rule(code, key))?;
        }
        if let Some(own) = own {
            if *self.room.phase() == Phase::Playing || seat.is_none_or(|seat| seat == own) {
                return self.come_back(own).await;
            }
            // Before the game begins a player may change to another free seat.
            if seat.is_some_and(|seat| self.room.player(seat).is_some()) {
                let seat = seat.unwrap_or_default();
                return Err(OrderError::Refused(Refusal::Taken { seat }));
            }
            let seating = vec![Seating::Free(own)];
            self.happen(Event::Leave { seat: own }, seating).await?;
        }
        if self.row.game.rated && who.is_guest() {
            return Err(OrderError::Rule("account", key!("rated-account")));
        }
        let seats = 0..self.room.game().players();
        let free = || seats.clone().find(|seat| self.room.player(*seat).is_none());
        let Some(seat) = seat.or_else(free) else {
            return Err(OrderError::Rule("full", key!("no-seat-free")));
        };
        let rating = match who.user() {
            Some(user) => {
                let variant = &self.row.game.variant;
                let rating = self.app.collection().ratings().of(user, variant).await;
                Some(rating.map_err(|_| OrderError::Storage)?.rating.rating)
            }
            None => None,
        };
        let event = Event::Join {
            seat,
            name: who.name.clone(),
            sits: Seat::Person,
        };
        let picture = make::picture(&self.app, &who).await;
        let picture = picture.map_err(|_| OrderError::Storage)?;
        let row = messages::seat_row(seat, &who, rating, picture);
        self.happen(event, vec![Seating::Sits(row)]).await?;
        if self.room.game().players() == 2 && *self.room.phase() == Phase::Gathering {
            self.happen(Event::Ready { seat }, Vec::new()).await?;
        }
        // The page of the new player gets the complete room anew, as its player sees it.
        let message = self.whole(caller.who.as_ref(), Some(seat)).await;
        if let Some(listener) = self.listeners.get(&caller.socket) {
            self.app.hub().tell_all([&listener.outlet], message.into());
        }
        self.presence_changed(Some(seat));
        Ok(())
    }

    async fn machine(
        &mut self,
        caller: &Caller,
        seat: usize,
        level: Option<String>,
    ) -> Result<(), OrderError> {
        let who = self.somebody(caller)?;
        if !who.is(&self.row.game.host) {
            return Err(OrderError::Rule("not_host", key!("not-host")));
        }
        if self.row.game.rated {
            return Err(OrderError::Rule("rated", key!("rated-people")));
        }
        let Some(level) = level else {
            if !matches!(
                self.room.player(seat).map(|p| p.seat),
                Some(Seat::Machine(_))
            ) {
                return Err(OrderError::Refused(Refusal::Empty { seat }));
            }
            return self
                .happen(Event::Leave { seat }, vec![Seating::Free(seat)])
                .await;
        };
        let skill: Level = level
            .parse()
            .map_err(|_| OrderError::Rule("level", key!("no-level")))?;
        let name = make::machine_name(skill);
        let row = messages::machine_row(seat, &name, &skill.to_string());
        let sits = Seat::Machine(skill);
        let event = Event::Join { seat, name, sits };
        self.happen(event, vec![Seating::Sits(row)]).await
    }

    async fn act(&mut self, caller: &Caller, act: Act) -> Result<(), OrderError> {
        self.somebody(caller)?;
        let seat = self.seat_of(caller.who.as_ref());
        let seat = seat.ok_or(OrderError::Rule("spectator", key!("spectator")))?;
        // A player who acts is present.
        self.come_back(seat).await?;
        if act == (Act::AskTakeback {}) && self.row.game.rated {
            return Err(OrderError::Rule("rated", key!("rated-takeback")));
        }
        let event = act.clone().in_seat(seat, Duration::ZERO);
        self.room.check_own(&event).map_err(OrderError::Refused)?;
        let seating = match act {
            Act::Leave {} => vec![Seating::Free(seat)],
            Act::Move { text } => {
                self.make_move(caller, seat, text).await?;
                // A move cancels the wishes to begin the game anew.
                if !self.rematch.is_empty() && matches!(self.room.phase(), Phase::Playing) {
                    self.rematch.clear();
                    self.tell_rematch();
                }
                return Ok(());
            }
            _ => Vec::new(),
        };
        self.happen(event, seating).await
    }

    /// Takes a seat out of the game that has not made its first move in time, on behalf of a tournament.
    async fn forfeit(&mut self, seat: usize) -> Result<(), OrderError> {
        let game = self.room.game();
        // A first move that has arrived in the meantime counts as made in time.
        if game.plies() > 1 || game.turn() != seat || *self.room.phase() != Phase::Playing {
            return Ok(());
        }
        self.happen(Event::Forfeit { seat }, Vec::new()).await
    }

    /// Makes a move whose text is in the game's own form (`e2e4`) or in the notation of people (`e4`).
    async fn make_move(
        &mut self,
        caller: &Caller,
        seat: usize,
        text: String,
    ) -> Result<(), OrderError> {
        let lag = Duration::from_millis(caller.lag);
        let event = Event::Move {
            seat,
            text: text.clone(),
            lag,
        };
        match self.happen(event, Vec::new()).await {
            Err(OrderError::Refused(Refusal::Illegal(_))) => {}
            done => return done,
        }
        let read = self.room.game().read_move(&text, caller.lang());
        let text = read.map_err(|why| OrderError::Refused(Refusal::Illegal(why)))?;
        let event = Event::Move { seat, text, lag };
        self.happen(event, Vec::new()).await
    }

    async fn chat(&mut self, caller: &Caller, text: &str) -> Result<(), OrderError> {
        let who = self.somebody(caller)?;
        let text = text.trim();
        if text.is_empty() || text.chars().count() > MAX_CHAT || text.contains(char::is_control) {
            return Err(OrderError::Rule("chat", key!("chat-line")));
        }
        let own = channel(self.seat_of(Some(who)));
        self.may_say(own, text).await?;
        let id = &self.row.game.id;
        let said = self
            .app
            .collection()
            .chat()
            .say(id, own, &who.key, &who.name, text);
        let said = said.await.map_err(|error| {
            tracing::error!("{error}");
            OrderError::Storage
        })?;
        self.said_at = Some(self.version);
        let over = matches!(self.room.phase(), Phase::Over(_));
        let message = ServerMessage::Chat {
            room: id.into(),
            line: messages::chat_line(&said),
        };
        let listeners = self.listeners.values();
        let hear = listeners.filter(|l| over || channel(self.seat_of(l.who.as_ref())) == own);
        let outlets = hear.map(|listener| &listener.outlet);
        self.app.hub().tell_all(outlets, message.text().into());
        Ok(())
    }

    async fn report(&mut self, caller: &Caller, message: i64, why: &str) -> Result<(), OrderError> {
        let who = self.somebody(caller)?;
        let why = why.trim();
        if why.chars().count() > MAX_CHAT || why.contains(char::is_control) {
            return Err(OrderError::Rule("report", key!("report-reason")));
        }
        let id = &self.row.game.id;
        let known = self
            .app
            .collection()
            .chat()
            .report(id, message, (&who.key, &who.name), why);
        match known.await {
            Ok(true) => {
                tracing::warn!("chat line {message} of room {id} is reported: {why:?}");
                metrics::counter!("atalaya_reports").increment(1);
                let told = ServerMessage::Reported { message };
                self.app.hub().tell(&caller.socket, &told);
                Ok(())
            }
            Ok(false) => Err(OrderError::Rule("no_such_message", key!("no-such-message"))),
            Err(error) => {
                tracing::error!("{error}");
                Err(OrderError::Storage)
            }
        }
    }

    /// Returns true if a page that knows version `seen` has missed nothing but events: neither chat nor a rematch.
    fn is_all_in_events(&self, seen: u64) -> bool {
        let over = matches!(self.room.phase(), Phase::Over(_));
        !over && self.said_at.is_none_or(|said| said < seen)
    }

    /// Removes the wish for a rematch of a seat whose player has left; otherwise it would begin without the player.
    fn forget_wish_of(&mut self, seat: usize) {
        if self.row.next.is_some() || self.is_present(seat) || !self.rematch.remove(&seat) {
            return;
        }
        self.tell_rematch();
    }

    /// Sends all pages the seats that want a rematch, or to begin anew, and the name of its room once there is one.
    fn tell_rematch(&self) {
        let message = ServerMessage::Rematch {
            room: (&self.row.game.id).into(),
            seats: self.rematch.iter().copied().collect(),
            next: self.row.next.clone(),
        };
        self.tell_all(&message);
    }

    async fn wants_rematch(&mut self, caller: &Caller) -> Result<(), OrderError> {
        self.somebody(caller)?;
        let over = matches!(self.room.phase(), Phase::Over(_));
        // A game under way may be left for a new one only if it is not rated.
        match self.room.phase() {
            Phase::Over(_) => {}
            Phase::Playing if self.row.game.rated => {
                return Err(OrderError::Rule("rated", key!("rated-restart")));
            }
            Phase::Playing if !self.is_closed() => {}
            _ => return Err(OrderError::Rule("not_over", key!("not-over"))),
        }
        let Some(seat) = self.seat_of(caller.who.as_ref()) else {
            return Err(OrderError::Rule("spectator", key!("spectator")));
        };
        self.rematch.insert(seat);
        let people = self.row.seats.iter().filter(|row| row.who.is_some());
        let all = people
            .into_iter()
            .all(|row| self.rematch.contains(&row.seat));
        if all && self.row.next.is_none() {
            let next = make::rematch(&self.app, &self.row, &self.room, usize::from(over)).await;
            self.row.next = next.map_err(|error| {
                tracing::error!("{error}");
                OrderError::Storage
            })?;
        }
        self.tell_rematch();
        let Some(next) = &self.row.next else {
            return Ok(());
        };
        let paired = ServerMessage::Paired {
            room: next.clone(),
            dropped: Vec::new(),
        };
        let players = self.listeners.values();
        let players = players.filter(|l| self.seat_of(l.who.as_ref()).is_some());
        let outlets = players.map(|listener| &listener.outlet);
        self.app.hub().tell_all(outlets, paired.text().into());
        if !over {
            self.abort("restarted").await?;
        }
        Ok(())
    }
}

/// Returns the chat channel of players, or, if `seat` is `None`, that of spectators.
fn channel(seat: Option<usize>) -> Channel {
    if seat.is_some() {
        Channel::Players
    } else {
        Channel::Spectators
    }
}
