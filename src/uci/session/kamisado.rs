//! The session's side of Kamisado: the variant's options, its position, and what is said of it;
//! and the UGI questions, which are asked in chess too.

use super::super::command::{Command, Go};
use super::super::format::shortened;
use super::super::kamisado::{Limits, Task};
use super::super::options::{Id, Value};
use super::super::worker::Job;
use super::Session;
use crate::games::chess::START_FEN;
use crate::games::kamisado::{
    Color, Deadlock, Match, MatchMove, START, Side, color_of, spanish_letter,
};
use crate::games::{Game, Line, Outcome};
use crate::players::kamisado::evaluate;
use crate::search::time::Clock;
use std::fmt::Write;

/// The game on the table when the variant is Kamisado.
pub(super) struct Desk {
    /// Whether Kamisado is played, and not chess.
    on: bool,
    deadlock: Deadlock,
    /// The points a match goes to.
    target: u8,
    game: Line<Match>,
    /// The last `position` command, for when an option changes what it means.
    last: (Option<String>, Vec<String>),
}

impl Default for Desk {
    fn default() -> Desk {
        Desk {
            on: false,
            deadlock: Deadlock::Mutual,
            target: 1,
            game: Line::new(Match::start()),
            last: (None, Vec::new()),
        }
    }
}

impl Desk {
    /// Plays a `position` command out.
    fn set_up(&self, fen: Option<&str>, moves: &[String]) -> Result<Line<Match>, String> {
        let text = fen.unwrap_or(START);
        let start =
            Match::parse(text, self.target, self.deadlock).map_err(|error| error.to_string())?;
        let mut game = Line::new(start);
        for text in moves {
            let m = game.position().parse_move(text);
            game.play(m.map_err(|error| error.to_string())?);
        }
        Ok(game)
    }
}

impl Session {
    /// Obeys what Kamisado answers otherwise than chess, and what only UGI asks. Gives everything
    /// else back.
    pub(super) fn obey_in_variant(&mut self, command: Command) -> Option<Command> {
        match command {
            Command::Query(question) => self.answer_query(&question),
            command if !self.desk.on => return Some(command),
            Command::Position { fen, moves } => self.set_match(fen, moves),
            Command::Go(go) => self.go_in_match(&go),
            Command::Perft(depth) => {
                let game = *self.desk.game.position();
                let control = self.begin_counting();
                self.send(Job::Kamisado(Task::Perft {
                    game,
                    depth,
                    control,
                }));
            }
            Command::Display => {
                let text = display(&self.desk.game);
                self.out.say(&text);
            }
            Command::Eval => {
                let score = evaluate(self.desk.game.position().round());
                self.out
                    .say(&format!("Evaluation: {score} cp for the side to move"));
            }
            Command::Flip => self.note("flip is for chess"),
            command => return Some(command),
        }
        None
    }

    /// Takes the options of the variants; whether it was one of them.
    pub(super) fn set_variant_option(&mut self, id: Id, value: &Value) -> bool {
        let Value::Text(word) = value else {
            return false;
        };
        match id {
            Id::Variant => self.set_variant(word == "kamisado"),
            Id::KamisadoDeadlock => {
                self.desk.deadlock = match word.as_str() {
                    "cycle" => Deadlock::Cycle,
                    _ => Deadlock::Mutual,
                };
                self.set_match_again();
            }
            Id::KamisadoMatch => {
                self.desk.target = word.parse().unwrap_or(1);
                self.set_match_again();
            }
            _ => return false,
        }
        true
    }

    fn set_variant(&mut self, kamisado: bool) {
        if self.desk.on == kamisado {
            return;
        }
        self.desk.on = kamisado;
        let (name, start) = match kamisado {
            true => ("kamisado", START),
            false => ("chess", START_FEN),
        };
        self.note(&format!(
            "variant {name} files 8 ranks 8 pocket 0 template {name} startpos {start}"
        ));
    }

    /// Sets up a position; if anything is wrong with it, says so and keeps the old one.
    fn set_match(&mut self, fen: Option<String>, moves: Vec<String>) {
        match self.desk.set_up(fen.as_deref(), &moves) {
            Ok(game) => {
                self.desk.game = game;
                self.desk.last = (fen, moves);
            }
            Err(error) => {
                let error = shortened(&error);
                self.note(&format!("{error}; the old position stays"));
            }
        }
    }

    /// The last position under changed options; the start if it no longer makes sense.
    fn set_match_again(&mut self) {
        let (fen, moves) = self.desk.last.clone();
        let again = self.desk.set_up(fen.as_deref(), &moves);
        match again.or_else(|_| self.desk.set_up(None, &[])) {
            Ok(game) => self.desk.game = game,
            Err(error) => self.note(&error),
        }
    }

    fn go_in_match(&mut self, go: &Go) {
        let game = *self.desk.game.position();
        let mut moves = Vec::new();
        for text in &go.searchmoves {
            match game.parse_move(text) {
                Ok(MatchMove::Step(m)) => moves.push(m),
                Ok(MatchMove::Regroup(_)) => {}
                // The null move is how python-chess writes an empty list.
                Err(_) if text == "0000" => {}
                Err(error) => self.note(&shortened(&error.to_string())),
            }
        }
        let unlimited = go.is_unlimited();
        let limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            movetime_ms: go.movetime,
            clock: clock(go, Side::from_seat(game.turn())),
            mate: go.mate,
            moves,
            at_leisure: go.infinite || go.ponder,
        };
        let control = self.begin(go.ponder, unlimited || go.ponder, unlimited);
        self.send(Job::Kamisado(Task::Go {
            game,
            limits,
            control,
        }));
    }

    /// UGI: `query gameover`, `query p1turn`, `query result`.
    fn answer_query(&mut self, question: &str) {
        let (turn, outcome) = match self.desk.on {
            true => state(&self.desk.game),
            false => state(&self.game),
        };
        let answer = match question {
            "gameover" => outcome.is_some().to_string(),
            "p1turn" => (turn == 0).to_string(),
            "result" => match outcome {
                None => "none",
                Some(outcome) if outcome.winners.count() > 1 => "draw",
                Some(outcome) if outcome.winners.contains(0) => "p1win",
                Some(_) => "p2win",
            }
            .to_owned(),
            other => {
                let other = shortened(other);
                return self.note(&format!(
                    "unknown question '{other}'; expected gameover, p1turn or result"
                ));
            }
        };
        self.out.say(&format!("response {answer}"));
    }
}

fn state<G: Game>(game: &Line<G>) -> (usize, Option<Outcome>) {
    (game.position().turn(), game.outcome())
}

/// The clock of a side: UCI names them by colour, UGI by seat.
fn clock(go: &Go, side: Side) -> Option<Clock> {
    // In `Go`, White comes first; in Kamisado White is the second player.
    let by_color = 1 - side.seat();
    go.clock(by_color, side.seat())
}

/// The assignment's text board, the last colour of each side, and the position as text.
fn display(game: &Line<Match>) -> String {
    let position = game.position();
    let round = position.round();
    let mut out = round.board();
    let last = last_colors(game);
    for side in Side::BOTH {
        let color = last[side.seat()].map_or('-', Color::letter);
        let (name, turn) = (side.name(), spanish_letter(side));
        let _ = writeln!(out, "Last colour of {name} ({turn}): {color}");
    }
    let _ = write!(
        out,
        "\nPosition: {}\nKey: {:016X}",
        position.text(),
        position.key()
    );
    if let Some(outcome) = position.outcome() {
        let winner = Side::from_seat(usize::from(!outcome.winners.contains(0)));
        let _ = write!(out, "\n{} has won: {}", winner.name(), outcome.reason);
    }
    out
}

/// The colour of the square on which each side's last ply ended.
fn last_colors(game: &Line<Match>) -> [Option<Color>; 2] {
    let mut last = [None; 2];
    let mut here = *game.start();
    // What a position says of its own past.
    last[here.turn() ^ 1] = here.round().required();
    for &m in game.moves() {
        match m {
            MatchMove::Step(step) => last[here.turn()] = Some(color_of(step.to)),
            MatchMove::Regroup(_) => last = [None; 2],
        }
        here = here.play(m);
    }
    last
}
