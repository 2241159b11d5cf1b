//! Messages of a room's task to pages, and the data in them.

use super::call::CallerWho;
use crate::games::picture_named;
use crate::protocol::{ChatLine, GameLine, SeatLine, ServerMessage, Snapshot};
use crate::view::{BoardView, PlayerFacts, View, made_from};
use crate::visitor::WhoKey;
use games::Lang;
use rooms::{Effects, Room};
use std::time::Duration;
use store::games::{ChatRow, GameRow, GameState, SeatRow};

/// Rounds a rating for display.
fn rounded(rating: f64) -> i64 {
    rating.round() as i64
}

/// Returns the change of a player's rating by a game, rounded; `None` for a game that is not counted or not yet.
pub fn change(seat: &SeatRow) -> Option<i64> {
    let (before, after) = seat.rating.zip(seat.rating_after)?;
    Some(rounded(after) - rounded(before))
}

/// Returns true if a seat belongs to a user whose account is deleted.
pub fn is_gone(seat: &SeatRow) -> bool {
    let key = seat.who.as_deref().and_then(WhoKey::parse);
    matches!(key, Some(WhoKey::User(_))) && seat.user.is_none()
}

/// Returns the display name of a seat's player; for a deleted account, the name for deleted users in a language.
pub fn seat_name(seat: &SeatRow, lang: Lang) -> &str {
    if is_gone(seat) {
        store::names::deleted_user(lang)
    } else {
        &seat.name
    }
}

/// Returns the facts about each seat's player that the room does not have; `None` for a free seat.
pub fn player_facts(rows: &[SeatRow], seats: usize) -> Vec<Option<PlayerFacts>> {
    let of = |seat: usize| {
        let row = rows.iter().find(|row| row.seat == seat)?;
        let key = row.who.as_deref().and_then(WhoKey::parse);
        Some(PlayerFacts {
            guest: matches!(key, Some(WhoKey::Guest(_))),
            gone: is_gone(row),
            rating: row.rating.map(rounded),
            change: change(row),
            picture: row.user.map(|_| picture_named(row.picture.as_deref())),
        })
    };
    (0..seats).map(of).collect()
}

/// State of a room at an instant, with the data that messages about it need.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'t> {
    /// The game's row.
    pub row: &'t GameRow,
    /// State of the room that the message is about.
    pub room: &'t Room,
    /// Version of the room: the number of its events so far.
    pub version: u64,
    /// Facts about the players that the room does not have, by seat.
    pub known: &'t [Option<PlayerFacts>],
    /// The instant, as a time since 1970.
    pub now: Duration,
}

/// Returns the complete state of a room as pages get it.
pub fn snapshot(standing: &Standing<'_>) -> Snapshot {
    let Standing { row, room, .. } = *standing;
    let game = room.game();
    Snapshot {
        id: row.game.id.clone(),
        version: standing.version,
        game: game.variant().to_owned(),
        title: web::view::sentence(|lang| game.title(lang).to_owned()),
        settings: super::record::settings_of(&row.game.settings).unwrap_or_default(),
        start: game.start_text(),
        pattern: game.pattern(Lang::EN),
        clock: row.game.clock.clone(),
        rated: row.game.rated,
        visibility: row.game.visibility,
        closed: row.state == GameState::Aborted,
        grace: room
            .options()
            .grace
            .map(|grace| u64::try_from(grace.as_millis()).unwrap_or(u64::MAX)),
        claims: room.options().claims,
        moves: made_from(room, 0),
        board: BoardView::from(&game.board()),
        view: View::of(room, standing.known, standing.now),
    }
}

/// Returns the message about an event as JSON: its effects, and the parts of the room that differ from the view
/// `before` it. `standing` is the room after the event.
pub fn happened(standing: &Standing<'_>, effects: Effects, before: View) -> String {
    let now = View::of(standing.room, standing.known, standing.now);
    let message = ServerMessage::Event {
        room: (&standing.row.game.id).into(),
        version: standing.version,
        now: now.now,
        effects,
        change: now.changed_since(before),
    };
    message.text()
}

/// Converts a line of chat from the database to the form in which pages get it.
pub fn chat_line(row: &ChatRow) -> ChatLine {
    ChatLine {
        id: row.id,
        channel: row.channel.word().to_owned(),
        name: if row.gone {
            store::names::deleted_user(Lang::EN).to_owned()
        } else {
            row.name.clone()
        },
        guest: matches!(WhoKey::parse(&row.who), Some(WhoKey::Guest(_))),
        gone: row.gone,
        text: row.text.clone(),
        at: row.at,
    }
}

/// Creates the database row of a person in a seat; `rating` and the name of the profile's `picture` are `None` for a
/// guest.
pub fn seat_row(
    seat: usize,
    who: &CallerWho,
    rating: Option<f64>,
    picture: Option<String>,
) -> SeatRow {
    SeatRow {
        seat,
        who: Some(who.key.clone()),
        name: who.name.clone(),
        level: None,
        user: who.user(),
        rating,
        rating_after: None,
        picture,
    }
}

/// Creates the database row of a machine in a seat.
pub fn machine_row(seat: usize, name: &str, level: &str) -> SeatRow {
    SeatRow {
        seat,
        who: None,
        name: name.to_owned(),
        level: Some(level.to_owned()),
        user: None,
        rating: None,
        rating_after: None,
        picture: None,
    }
}

/// Converts a game's row to its entry in lists of games. `seats` is the number of players.
pub fn game_line(row: &GameRow, seats: usize) -> GameLine {
    let line = |seat: &SeatRow| {
        let kind = match seat.who.as_deref().and_then(WhoKey::parse) {
            Some(WhoKey::User(_)) if is_gone(seat) => "gone",
            Some(WhoKey::User(_)) => "user",
            Some(WhoKey::Guest(_)) => "guest",
            None => "machine",
        };
        SeatLine {
            name: seat_name(seat, Lang::EN).to_owned(),
            kind: kind.to_owned(),
            level: seat.level.clone(),
            rating: seat.rating.map(rounded),
            change: change(seat),
        }
    };
    let of = |number: usize| row.seats.iter().find(|seat| seat.seat == number).map(line);
    GameLine {
        room: row.game.id.clone(),
        game: row.game.variant.clone(),
        settings: super::record::settings_of(&row.game.settings).unwrap_or_default(),
        clock: row.game.clock.clone(),
        rated: row.game.rated,
        state: row.state.word().to_owned(),
        seats: (0..seats).map(of).collect(),
        winners: row.winners.clone(),
        reason: row.reason.clone(),
        your_turn: None,
        created: i64::try_from(row.game.created).unwrap_or(i64::MAX),
        ended: row.ended,
    }
}
