//! Handling of a page's requests over its WebSocket: showing a room or the lobby, seeking an opponent, opening a room.

use super::Talk;
use crate::periodic;
use crate::play::call::{CallerWho, LobbyOrder, Order, Seeker};
use crate::play::hub;
use crate::play::make::{self, GameRequest, Sitter};
use crate::play::messages;
use crate::protocol::{SeekLine, ServerMessage, Visibility};
use crate::visitor::WhoKey;
use base::clock::ClockRule;
use base::threads::locked;
use base::{key, say};
use games::Lang;
use players::Level;
use std::collections::BTreeMap;
use store::games::{GameRow, GameState, GamesOf};

impl Talk {
    pub(super) async fn hello(&mut self, room: Option<String>, seen: Option<u64>, lobby: bool) {
        if !self.greeted || room.is_none() {
            self.greeted = true;
            let mut games = Vec::new();
            for key in self.visitor.keys() {
                match self
                    .app
                    .collection()
                    .games()
                    .list(&GamesOf::Who(key), 0, 50)
                    .await
                {
                    Ok(found) => games.extend(found),
                    Err(error) => tracing::error!("{error}"),
                }
            }
            let mut lines = Vec::new();
            for row in &games {
                let mut line = messages::game_line(row, self.app.players_of(row));
                line.your_turn = self.is_turn(row).await;
                lines.push(line);
            }
            self.tell(&ServerMessage::Welcome {
                who: self.visitor.view(),
                games: lines,
                now: self.app.now(),
            });
        }
        let before = {
            let mut shows = locked(&self.handle.shows);
            shows.lobby = lobby;
            shows.caller = Some(self.caller());
            std::mem::replace(&mut shows.room, room.clone())
        };
        if let Some(before) = before.filter(|before| Some(before) != room.as_ref()) {
            self.order(&before, Order::Exit).await;
        }
        if lobby {
            match periodic::lobby_text(&self.app).await {
                Ok(text) => self.handle.send(text.into()),
                Err(error) => tracing::error!("{error}"),
            }
        }
        if let Some(room) = room {
            self.order(&room, Order::Enter { seen }).await;
        }
    }

    /// Returns true if it is this visitor's turn in a game. `None` if the game is not being played, or has a clock in
    /// real time, or cannot be loaded: only games without a clock and correspondence games are looked up.
    async fn is_turn(&self, row: &GameRow) -> Option<bool> {
        let clock = row.game.clock.parse::<ClockRule>().ok()?;
        let slow = clock == ClockRule::Unlimited || clock.is_correspondence();
        if row.state != GameState::Playing || !slow {
            return None;
        }
        let found = crate::games::room(&self.app, &row.game.id, self.lang()).await;
        let (row, room, _) = found.ok().flatten()?;
        let turn = room.game().turn();
        let seat = row.seats.iter().find(|seat| seat.seat == turn)?;
        let keys = self.visitor.keys();
        Some(seat.who.as_ref().is_some_and(|who| keys.contains(who)))
    }

    /// Returns true, with a refusal sent to the page, if `who` may not start one more game; false otherwise.
    async fn has_too_many(&self, who: &CallerWho) -> bool {
        match make::one_more(&self.app, &who.key).await {
            Ok(()) => false,
            Err((code, key)) => {
                self.rule(code, key);
                true
            }
        }
    }

    fn refuse_rated_guest(&self, who: &CallerWho, rated: bool) -> bool {
        let refused = rated && who.is_guest();
        if refused {
            self.rule("account", key!("rated-account"));
        }
        refused
    }

    fn refuse_rated_start(&self, wish: &GameRequest) -> bool {
        let refused = wish.rated && !wish.begins_as_usual();
        if refused {
            self.rule("rated", key!("rated-position"));
        }
        refused
    }

    pub(super) async fn seek(
        &mut self,
        game: String,
        settings: BTreeMap<String, String>,
        clock: String,
        rated: bool,
    ) {
        let Some(who) = self.somebody() else { return };
        if self.refuse_rated_guest(&who, rated) || self.has_too_many(&who).await {
            return;
        }
        let wish = GameRequest {
            game: game.clone(),
            settings: settings.clone(),
            start: None,
            clock,
            rated,
            visibility: Visibility::Open,
        };
        let meant = match wish.resolve(&self.app, self.lang()) {
            Ok(meant) => meant,
            Err(why) => return self.refuse(None, "game", why),
        };
        if self.refuse_rated_start(&wish) {
            return;
        }
        if meant.players() != 2 {
            return self.rule("two", key!("pairs-of-two"));
        }
        let rating = match make::rating(&self.app, &who, &game).await {
            Ok(rating) => rating.map(|rating| rating.round() as i64),
            Err(error) => {
                tracing::error!("{error}");
                None
            }
        };
        let seek = SeekLine {
            name: who.name.clone(),
            guest: who.is_guest(),
            rating,
            game,
            settings,
            clock: meant.clock_text(),
            rated,
            since: self.app.now(),
        };
        let seeker = Seeker {
            who,
            socket: self.id.clone(),
            seek: seek.clone(),
        };
        locked(&self.handle.shows).seek = Some(seeker.clone());
        self.tell(&ServerMessage::Seeking { seek: Some(seek) });
        hub::lobby(&self.app, LobbyOrder::Seek(Box::new(seeker)));
    }

    pub(super) async fn open_room(
        &mut self,
        wish: GameRequest,
        seats: Vec<String>,
        invite: Option<String>,
    ) {
        let Some(who) = self.somebody() else { return };
        if self.refuse_rated_guest(&who, wish.rated) || self.has_too_many(&who).await {
            return;
        }
        let meant = match wish.resolve(&self.app, self.lang()) {
            Ok(meant) => meant,
            Err(why) => return self.refuse(None, "game", why),
        };
        if self.refuse_rated_start(&wish) {
            return;
        }
        let rating = make::rating(&self.app, &who, &wish.game).await;
        let rating = rating.unwrap_or_default();
        let me = Sitter::Person(who.clone(), rating);
        let sitters = match sitters(&seats, meant.players(), &me, self.lang()) {
            Ok(sitters) => sitters,
            Err(why) => return self.refuse(None, "seats", why),
        };
        let has_machine = sitters.iter().any(|s| matches!(s, Sitter::Machine(_)));
        if wish.rated && has_machine {
            return self.rule("rated", key!("rated-people"));
        }
        let invited = match invite {
            Some(name) => match self.app.collection().accounts().by_name(&name).await {
                Ok(Some(user)) => Some(WhoKey::User(user.id)),
                Ok(None) => {
                    let text = say!(self.lang(), "user-unknown", name);
                    return self.refuse(None, "invite", text);
                }
                Err(error) => return self.refuse(None, "database", error.text(self.lang())),
            },
            None => None,
        };
        let dropped = meant.dropped(self.lang());
        let clock = meant.clock_text();
        match make::room(&self.app, &wish, meant, &who.key, &sitters, None).await {
            Ok(Some(room)) => {
                if let Some(invited) = invited {
                    let challenge = ServerMessage::Challenged {
                        room: room.clone(),
                        by: who.name,
                        game: wish.game,
                        settings: wish.settings,
                        clock,
                        rated: wish.rated,
                    };
                    self.app.hub().tell_who(invited, &challenge);
                }
                self.tell(&ServerMessage::Paired { room, dropped });
            }
            Ok(None) => {}
            Err(error) => {
                tracing::error!("{error}");
                let text = error.text(self.lang());
                self.refuse(None, "database", text);
            }
        }
    }
}

/// Parses a page's list of seats: `me`, `open`, or a machine's level. Seats that are not listed are open; if `me` is
/// not listed, it gets a random open seat.
///
/// # Errors
/// A sentence: too many seats, an unknown level, `me` twice, or no seat left for `me`.
fn sitters(
    words: &[String],
    players: usize,
    me: &Sitter,
    lang: Lang,
) -> Result<Vec<Sitter>, String> {
    if words.len() > players {
        let named = words.len();
        return Err(say!(lang, "too-many-seats", named, players));
    }
    let mut sitters = vec![Sitter::Open; players];
    for (place, word) in sitters.iter_mut().zip(words) {
        *place = match word.as_str() {
            "me" => me.clone(),
            "open" => Sitter::Open,
            level => {
                let read = level.parse::<Level>();
                Sitter::Machine(read.map_err(|error| say!(lang, "no-machine", level, error))?)
            }
        };
    }
    let mine = sitters.iter().filter(|sitter| *sitter == me).count();
    if mine > 1 {
        let text = say!(lang, "one-seat-each");
        return Err(text.to_owned());
    }
    if mine == 0 {
        let open: Vec<usize> = (0..players)
            .filter(|seat| sitters[*seat] == Sitter::Open)
            .collect();
        let drawn = rand::seq::IndexedRandom::choose(open.as_slice(), &mut rand::rng());
        let seat = drawn.ok_or(say!(lang, "no-seat-for-host"))?;
        sitters[*seat] = me.clone();
    }
    Ok(sitters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn me() -> Sitter {
        let who = CallerWho {
            key: "g1".to_owned(),
            name: "Ana".to_owned(),
            guest: None,
        };
        Sitter::Person(who, None)
    }

    fn seated(words: &[&str], players: usize) -> Result<Vec<Sitter>, String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        sitters(&words, players, &me(), Lang::EN)
    }

    #[test]
    fn seats_are_taken_as_they_are_named() {
        let seats = seated(&["hard", "me"], 2).expect("seats");
        assert!(matches!(seats[0], Sitter::Machine(_)) && seats[1] == me());
        let seats = seated(&["open", "3"], 4).expect("seats");
        assert_eq!(seats.iter().filter(|seat| **seat == me()).count(), 1);
        assert_ne!(seats[1], me());
        for (words, players, named) in [
            (&["me", "me"][..], 2, "one seat"),
            (&["easy", "easy"], 2, "no seat is left"),
            (&["me", "open", "open"], 2, "3 seats"),
            (&["somebody"], 2, "somebody"),
        ] {
            let why = seated(words, players).expect_err(named);
            assert!(why.contains(named), "{why}");
        }
    }
}
