//! What is Kamisado's own over UCI.

use super::super::options::{Id, Value};
use super::super::think::Task;
use super::super::worker::Job;
use super::{Effect, Variant};
use crate::games::kamisado::{
    Color, Deadlock, Match, MatchMove, START, Side, color_of, spanish_letter,
};
use crate::games::{Game, Line, TextError};
use crate::players::kamisado::evaluate;
use std::fmt::Write;

/// The options that change the rules.
pub(in crate::uci) struct Options {
    deadlock: Deadlock,
    /// The points a match goes to.
    target: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            deadlock: Deadlock::Mutual,
            target: 1,
        }
    }
}

impl Variant for Match {
    type Options = Options;

    fn set(options: &mut Options, id: Id, value: &Value) -> Effect {
        match (id, value) {
            (Id::KamisadoDeadlock, Value::Text(word)) => {
                options.deadlock = match word.as_str() {
                    "cycle" => Deadlock::Cycle,
                    _ => Deadlock::Mutual,
                };
            }
            (Id::KamisadoMatch, Value::Text(points)) => {
                options.target = points.parse().unwrap_or(1);
            }
            _ => return Effect::None,
        }
        Effect::Position
    }

    fn start_text(_: &Options) -> Result<String, TextError> {
        Ok(START.to_owned())
    }

    fn read(options: &Options, text: &str) -> Result<Match, TextError> {
        Ok(Match::parse(text, options.target, options.deadlock)?)
    }

    fn display(game: &Line<Match>) -> String {
        display(game)
    }

    fn explain(&self, _: &Options) -> String {
        let score = evaluate(self.round());
        format!("Evaluation: {score} cp for the side to move")
    }

    fn job(task: Task<Match>) -> Job {
        Job::Kamisado(task)
    }
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
