//! Rooms as data for a page: boards, moves, seats, clocks, and what of them has changed.

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
    /// By whom.
    pub seat: usize,
    /// In the game's own form.
    pub text: String,
    /// As people write it.
    pub name: String,
    /// What it has cost on the clock, if there is one.
    pub spent: Option<u64>,
}

/// How far a room has come.
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
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeatView {
    /// Its colour as files have it: `white`, `R`.
    pub color: String,
    /// What it is called.
    pub title: Text,
    /// Its team, 0 or 1, where there are teams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<usize>,
    /// Who sits there; `null` if it is free.
    pub player: Option<PlayerView>,
    /// Whether the player wants to begin.
    pub ready: bool,
    /// In what way it has left the game; others play on.
    pub out: Option<Ending>,
    /// Until when it is waited for, if its player has gone away.
    pub away_until: Option<u64>,
    /// What it has, where the game counts points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
}

/// What is asked of whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct QuestionView {
    /// What: a draw, or to take back.
    pub ask: Ask,
    /// Who asks.
    pub by: usize,
    /// Who has to answer.
    pub waiting: Vec<usize>,
    /// Until when.
    pub until: Option<u64>,
}

/// How it has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VerdictView {
    /// The seats that share the first place.
    pub winners: Vec<usize>,
    /// Whether nobody has won.
    pub draw: bool,
    /// In what way: at the board by the `rules`, or away from it.
    pub ending: Ending,
    /// The reason: `checkmate`.
    pub reason: &'static str,
    /// Whose doing it was.
    pub by: Option<usize>,
    /// The sentence.
    pub text: Text,
}

/// A room but for its moves and board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct View {
    /// How far it has come.
    pub phase: Stage,
    /// The seats, in the order of their turns.
    pub seats: Vec<SeatView>,
    /// Whose turn it is.
    pub turn: usize,
    /// The clocks by seat at `now`.
    pub clocks: Vec<ClockFace>,
    /// What is asked and not answered.
    pub question: Option<QuestionView>,
    /// How it has ended.
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
pub struct Known {
    /// True if the player is a guest.
    pub guest: bool,
    /// The rating at this game, rounded.
    pub rating: Option<i64>,
    /// True if the account has been deleted.
    pub gone: bool,
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl View {
    /// The room at an instant. `known` says more of the players, by seat.
    pub fn of(room: &Room, known: &[Option<Known>], now: Duration) -> View {
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
            text: Text::of(|lang| room.ending_text(lang).unwrap_or_default()),
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

    /// Returns the parts of the room that are otherwise than in a view before.
    pub fn changed_since(self, before: View) -> Change {
        // Points follow from the moves, which a page plays by itself.
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

/// The seats of a room.
pub fn seats(room: &Room, known: &[Option<Known>]) -> Vec<SeatView> {
    let game = room.game();
    let seat = |seat: usize| {
        let known = known.get(seat).cloned().flatten().unwrap_or_default();
        let player = room.player(seat).map(|player| match player.seat {
            Seat::Person => PlayerView {
                name: if known.gone {
                    problems::names::deleted_user(Lang::En).to_owned()
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
            },
            Seat::Machine(skill) => PlayerView {
                name: player.name.clone(),
                kind: "machine",
                level: Some(skill.to_string()),
                rating: None,
            },
        });
        SeatView {
            color: game.color(seat),
            title: Text::of(|lang| game.seat_name(seat, lang)),
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

/// The moves of a room from a ply on.
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
