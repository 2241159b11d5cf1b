//! Rooms as JSON data for pages: boards, moves, seats, clocks, and the changes of them.

use super::protocol::Text;
use games::{Game, Lang, Words};
use players::Seat;
use rooms::{Ask, ClockFace, Ending, Phase, Room};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;
pub use web::view::{BoardView, CellChange, CellView};

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Made {
    /// Seat that made it, from 0.
    pub seat: usize,
    /// The move in the game's own text form: `e2e4`.
    pub text: String,
    /// The move as people write it: `e4`.
    pub name: String,
    /// Time that the move took, in milliseconds, with a clock or without one; `null` if it is not known.
    pub spent: Option<u64>,
}

/// Stage of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Seats are being taken.
    Gathering,
    /// The game is being played.
    Playing,
    /// It is over.
    Over,
}

/// The player of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayerView {
    /// The name; a machine's level.
    pub name: String,
    /// `user`, `guest`, `machine`, or `gone` for one whose account is deleted.
    pub kind: &'static str,
    /// The level of a machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The rating at this game when the player sat down, rounded; `null` for guests and machines.
    pub rating: Option<i64>,
    /// Change of the rating by this game, once it is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<i64>,
    /// Picture of a user's profile: kind and side of a chess piece, `king-w`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<&'static str>,
}

/// Seat of a room: who sits there, and what the page shows of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeatView {
    /// Its colour as files have it: `white`, `R`.
    pub color: String,
    /// Name of the seat for people: `White`.
    pub title: Text,
    /// Its team, 0 or 1, where there are teams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<usize>,
    /// Player of the seat; `null` if it is free.
    pub player: Option<PlayerView>,
    /// True if the player is ready to begin.
    pub ready: bool,
    /// Reason for which the seat is out of the game while others play on.
    pub out: Option<Ending>,
    /// Instant from which an opponent may claim that this player is absent.
    pub away_until: Option<u64>,
    /// Points of the seat, where the game counts points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
}

/// Question of one seat to others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QuestionView {
    /// Kind of the question: a draw, or to take moves back.
    pub ask: Ask,
    /// Seat that asks.
    pub by: usize,
    /// Seats that have not answered yet.
    pub waiting: Vec<usize>,
    /// Instant at which the question counts as declined.
    pub until: Option<u64>,
}

/// Result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VerdictView {
    /// The seats that share the first place.
    pub winners: Vec<usize>,
    /// True for a draw.
    pub draw: bool,
    /// Kind of the end: at the board by the `rules`, or away from it.
    pub ending: Ending,
    /// The reason: `checkmate`.
    pub reason: &'static str,
    /// Seat that ended the game by leaving it (resignation, time, absence) or by claiming a draw; `None` for any other
    /// end.
    pub by: Option<usize>,
    /// Sentence about the result, for people.
    pub text: Text,
}

/// A room but for its moves and board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct View {
    /// Stage of the room.
    pub phase: Stage,
    /// The seats, in the order of their turns.
    pub seats: Vec<SeatView>,
    /// Seat to move.
    pub turn: usize,
    /// The clocks by seat at `now`.
    pub clocks: Vec<ClockFace>,
    /// Question that has not been answered.
    pub question: Option<QuestionView>,
    /// Result of the game, once it is over.
    pub verdict: Option<VerdictView>,
    /// The instant of all this.
    pub now: u64,
}

/// Parts of a room that an event has changed. A part that is missing is as it was; moves and clocks are among the
/// effects of the event.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Change {
    /// The stage of the room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Stage>,
    /// All seats, without their points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<SeatView>>,
    /// The question that is not answered; `null` if it is answered now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Option<QuestionView>>,
    /// The end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictView>,
}

/// Facts about a seat's player that the room itself does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerFacts {
    /// True if the player is a guest.
    pub guest: bool,
    /// Rating at this game when the player sat down, rounded; `None` for guests and machines.
    pub rating: Option<i64>,
    /// Change of that rating by this game, rounded; `None` before it is counted.
    pub change: Option<i64>,
    /// True if the account has been deleted.
    pub gone: bool,
    /// Name of the picture of a user's profile; `None` for guests, machines and deleted accounts.
    pub picture: Option<&'static str>,
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl View {
    /// Creates the view of a room at the instant `now`, a time since 1970. `known` has further facts about the players,
    /// by seat; `None` for a free seat.
    pub fn of(room: &Room, known: &[Option<PlayerFacts>], now: Duration) -> View {
        let game = room.game();
        let phase = match room.phase() {
            Phase::Gathering => Stage::Gathering,
            Phase::Playing => Stage::Playing,
            Phase::Over(_) => Stage::Over,
        };
        let question = room.question().map(|question| QuestionView {
            ask: question.ask,
            by: question.by,
            waiting: question.waiting.clone(),
            until: question.until.map(millis),
        });
        let verdict = room.verdict().map(|verdict| VerdictView {
            winners: verdict.winners.clone(),
            draw: verdict.is_draw(game),
            ending: verdict.ending,
            reason: verdict.reason,
            by: verdict.by,
            text: web::view::sentence(|lang| room.ending_text(lang).unwrap_or_default()),
        });
        View {
            phase,
            seats: seats(room, known),
            turn: game.turn(),
            clocks: room.clocks(now),
            question,
            verdict,
            now: millis(now),
        }
    }

    /// Returns the parts of this view that differ from an earlier view of the same room.
    pub fn changed_since(self, before: View) -> Change {
        // Pages compute the points from the moves.
        let without_points = |mut seats: Vec<SeatView>| {
            seats.iter_mut().for_each(|seat| seat.points = None);
            seats
        };
        Change {
            phase: changed(self.phase, &before.phase),
            seats: changed(without_points(self.seats), &without_points(before.seats)),
            question: changed(self.question, &before.question),
            verdict: self
                .verdict
                .filter(|now| Some(now) != before.verdict.as_ref()),
        }
    }
}

fn changed<T: PartialEq>(now: T, before: &T) -> Option<T> {
    (now != *before).then_some(now)
}

/// Returns the seats of a room as JSON data. `known` has further facts about the players, by seat.
pub fn seats(room: &Room, known: &[Option<PlayerFacts>]) -> Vec<SeatView> {
    let game = room.game();
    let seat = |seat: usize| {
        let known = known.get(seat).cloned().flatten().unwrap_or_default();
        let player = room.player(seat).map(|player| match player.seat {
            Seat::Person => PlayerView {
                name: if known.gone {
                    store::names::deleted_user(Lang::EN).to_owned()
                } else {
                    player.name.clone()
                },
                kind: match (known.gone, known.guest) {
                    (true, _) => "gone",
                    (_, true) => "guest",
                    _ => "user",
                },
                level: None,
                rating: known.rating,
                change: known.change,
                picture: known.picture,
            },
            Seat::Machine(skill) => PlayerView {
                name: player.name.clone(),
                kind: "machine",
                level: Some(skill.to_string()),
                rating: None,
                change: None,
                picture: None,
            },
        });
        SeatView {
            color: game.color(seat),
            title: web::view::sentence(|lang| game.seat_name(seat, lang)),
            team: game.team(seat),
            player,
            ready: room.is_ready(seat),
            out: room.is_out(seat),
            away_until: room.away_until(seat).map(millis),
            points: game.points(seat),
        }
    };
    (0..game.players()).map(seat).collect()
}

/// Returns the moves of a room's game from ply number `from` on; ply 0 is the first move.
pub fn made_from(room: &Room, from: usize) -> Vec<Made> {
    let game = room.game();
    let moves = game.line().moves();
    let mut here = game.line().start().clone();
    let mut made = Vec::with_capacity(moves.len().saturating_sub(from));
    for (ply, m) in moves.iter().enumerate() {
        if ply >= from {
            made.push(Made {
                seat: room.mover(ply).unwrap_or_default(),
                text: here.move_text(*m),
                name: here.move_name(*m),
                spent: room.spent().get(ply).copied().flatten().map(millis),
            });
        }
        here = here.play(*m);
    }
    made
}

#[cfg(test)]
mod tests {
    use players::Registry;

    #[test]
    fn pages_can_play_every_game_of_the_registry() {
        let registry = Registry::standard();
        let known: Vec<&str> = registry
            .entries()
            .iter()
            .map(|entry| entry.name())
            .collect();
        assert_eq!(web::table::games().collect::<Vec<_>>(), known);
    }
}
