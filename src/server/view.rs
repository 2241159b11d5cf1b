//! Rooms as data for a page: boards, moves, seats, clocks, and what of them has changed.

use super::protocol::Text;
use games::{Board, Game, Lang, Words};
use players::Seat;
use rooms::{Ask, ClockFace, Ending, Phase, Room};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// A board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BoardView {
    /// How many files, from `a`.
    pub files: usize,
    /// How many ranks, from 1.
    pub ranks: usize,
    /// The cells, a1 first, then b1; `null` for a hole.
    pub cells: Vec<Option<CellView>>,
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CellView {
    /// `e4`.
    pub name: String,
    /// The colour of the ground: `dark`, `yellow`.
    pub ground: &'static str,
    /// The letter of that colour, where it matters to the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// What stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceView>,
    /// What there is to be seen: `from`, `to`, `changed`, `must_move`, `check`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<games::Mark>,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PieceView {
    /// `king`, `tower`, `ball`.
    pub kind: &'static str,
    /// `white`, `orange`.
    pub color: &'static str,
    /// The seat that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<usize>,
    /// How it is written: `K`, `NZ`.
    pub letters: String,
    /// How often it has been promoted (Kamisado's sumos).
    pub rank: u8,
}

/// A cell that looks otherwise than before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CellChange {
    /// Its place in `cells`.
    pub index: usize,
    /// What it looks like now.
    pub cell: Option<CellView>,
}

impl From<&Board> for BoardView {
    fn from(board: &Board) -> BoardView {
        let cell = |cell: &games::Cell| CellView {
            name: cell.name.clone(),
            ground: cell.ground.color,
            letter: cell.ground.letter,
            piece: cell.piece.as_ref().map(|piece| PieceView {
                kind: piece.kind,
                color: piece.color,
                owner: piece.owner,
                letters: piece.letters.clone(),
                rank: piece.rank,
            }),
            marks: cell.marks.clone(),
        };
        BoardView {
            files: board.files,
            ranks: board.ranks,
            cells: board.cells.iter().map(|c| c.as_ref().map(cell)).collect(),
        }
    }
}

impl BoardView {
    /// The cells that look otherwise than on an earlier board of the same shape.
    pub fn changed_since(&self, before: &BoardView) -> Vec<CellChange> {
        let pairs = self.cells.iter().zip(&before.cells).enumerate();
        pairs
            .filter(|(_, (now, then))| now != then)
            .map(|(index, (now, _))| CellChange {
                index,
                cell: now.clone(),
            })
            .collect()
    }
}

/// A move that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MoveView {
    /// In the game's own form, to be sent: `e7e8q`.
    pub text: String,
    /// As people write it: `e8=Q+`.
    pub name: String,
    /// The cell where it begins; `null` where nothing is moved but put.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The cell where it ends; `null` for a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// What follows the cells: the piece that a pawn becomes, `q`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suffix: Option<String>,
    /// What to write into the cell, where the game has something to say (Rolit: how many balls it
    /// turns).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
}

impl MoveView {
    /// A move, taken apart into cells.
    pub fn new(text: String, name: String) -> MoveView {
        let (first, rest) = cell_prefix(&text);
        let (second, rest) = cell_prefix(rest);
        let (from, to) = match (first, second) {
            (Some(from), Some(to)) => (Some(from), Some(to)),
            (to, _) => (None, to),
        };
        let suffix = Some(rest).filter(|rest| to.is_some() && !rest.is_empty());
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let (from, to, suffix) = (owned(from), owned(to), owned(suffix));
        MoveView {
            text,
            name,
            from,
            to,
            suffix,
            mark: None,
        }
    }
}

/// A cell's name at the beginning of a text, and the rest.
fn cell_prefix(text: &str) -> (Option<&str>, &str) {
    let letter = text.bytes().next().is_some_and(|b| b.is_ascii_lowercase());
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    if letter && digits > 0 {
        let (cell, rest) = text.split_at(1 + digits);
        (Some(cell), rest)
    } else {
        (None, text)
    }
}

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
    /// What can be played; none unless the game is being played.
    pub legal: Vec<MoveView>,
    /// The clocks by seat at `now`.
    pub clocks: Vec<ClockFace>,
    /// What is asked and not answered.
    pub question: Option<QuestionView>,
    /// How it has ended.
    pub verdict: Option<VerdictView>,
    /// What there is to be told of the position: check, a blocked tower.
    pub news: NewsView,
    /// The position in the game's own text form (chess: FEN).
    pub text: String,
    /// The instant of all this.
    pub now: u64,
}

/// Sentences in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NewsView {
    /// Spanish.
    pub es: Vec<String>,
    /// English.
    pub en: Vec<String>,
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
        let legal = match phase {
            Stage::Playing => game.legal_moves(),
            Stage::Gathering | Stage::Over => Vec::new(),
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
        let marks = game.marked_moves(Lang::En).map(|(marks, _)| marks);
        let marks = marks.unwrap_or_default();
        let legal = legal.into_iter().map(|m| {
            let mut view = MoveView::new(m.text, m.name);
            let of_cell = |(cell, mark): &(String, String)| {
                (view.to.as_ref() == Some(cell)).then(|| mark.clone())
            };
            view.mark = marks.iter().find_map(of_cell);
            view
        });
        View {
            phase,
            seats: seats(room, known),
            turn: game.turn(),
            legal: legal.collect(),
            clocks: room.clocks(now),
            question,
            verdict,
            news: NewsView {
                es: game.news(Lang::Es),
                en: game.news(Lang::En),
            },
            text: game.text(),
            now: millis(now),
        }
    }
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
