//! What is Rolit's own over UCI.

use super::super::options::{Id, Value};
use super::super::think::Task;
use super::super::worker::Job;
use super::{Effect, Variant};
use crate::games::rolit::{Cell, Color, Position, Rules, Shape, Size};
use crate::games::{Game, Line, TextError};
use crate::players::{Evaluate, POINT, margin};
use std::fmt::Write;

/// The options: which rules are played, and where a game starts.
pub(in crate::uci) struct Options {
    /// Also of texts that do not name theirs.
    rules: Rules,
    players: usize,
    /// Such as `RG/YB`; empty without teams.
    teams: String,
    shape: Shape,
    size: Size,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rules: Rules::default(),
            players: Color::OFFICIAL.len(),
            teams: String::new(),
            shape: Shape::default(),
            size: Size::default(),
        }
    }
}

impl Options {
    /// Where a game starts.
    fn start(&self) -> Result<Position, TextError> {
        let colors = self.rules.colors(self.players).ok_or_else(|| {
            let (rules, most) = (self.rules, self.rules.most_players());
            format!(
                "RolitPlayers {} is too many: the {rules} rules have 2 to {most} players",
                self.players
            )
        })?;
        let mut players: String = colors.iter().map(|color| color.letter()).collect();
        if !self.teams.is_empty() {
            let _ = write!(players, ":{}", self.teams);
        }
        Ok(match self.rules {
            Rules::Official => Position::official_for(&players)?,
            Rules::Students => Position::students_for(self.shape, self.size, &players)?,
        })
    }
}

impl Variant for Position {
    type Options = Options;

    fn set(options: &mut Options, id: Id, value: &Value) -> Effect {
        match (id, value) {
            (Id::RolitRules, Value::Text(word)) => take(&mut options.rules, word),
            (Id::RolitShape, Value::Text(word)) => take(&mut options.shape, word),
            (Id::RolitSize, Value::Text(word)) => take(&mut options.size, word),
            (Id::RolitTeams, Value::Text(teams)) => options.teams.clone_from(teams),
            (Id::RolitPlayers, Value::Spin(count)) => {
                options.players = usize::try_from(*count).unwrap_or(options.players);
            }
            _ => return Effect::None,
        }
        Effect::Position
    }

    fn start_text(options: &Options) -> Result<String, TextError> {
        Ok(options.start()?.text())
    }

    fn read(options: &Options, text: &str) -> Result<Position, TextError> {
        Ok(Position::parse(text, options.rules)?)
    }

    fn extent(&self) -> (usize, usize) {
        (self.width(), self.height())
    }

    fn display(game: &Line<Position>) -> String {
        display(game)
    }

    fn explain(&self, _: &Options) -> String {
        let mover = self.color_to_move().name();
        let lead = margin(self, self.turn()).unwrap_or(0);
        let score = match self.outcome() {
            Some(_) => POINT * lead,
            None => self.evaluate(),
        };
        format!(
            "{mover} is to move; own balls less those of the best rival: {lead:+}\n\
             Evaluation: {score} cp for {mover}"
        )
    }

    fn job(task: Task<Position>) -> Job {
        Job::Rolit(task)
    }
}

/// Takes a word that the declaration of its option knows.
fn take<T: std::str::FromStr>(option: &mut T, word: &str) {
    if let Ok(value) = word.parse() {
        *option = value;
    }
}

/// The board in letters, the balls of every colour, and the position as text.
fn display(game: &Line<Position>) -> String {
    let position = game.position();
    let mut out = String::new();
    for rank in (0..position.height()).rev() {
        let _ = write!(out, "{:2} ", rank + 1);
        for file in 0..position.width() {
            let cell = Cell::new(file as u8, rank as u8);
            let letter = match cell {
                Some(cell) if !position.is_playable(cell) => ' ',
                Some(cell) => position.owner(cell).map_or('.', Color::letter),
                None => ' ',
            };
            let _ = write!(out, " {letter}");
        }
        out.push('\n');
    }
    let files = ('a'..).take(position.width());
    let files: String = files.flat_map(|file| [' ', file]).collect();
    let _ = writeln!(out, "   {files}\n");
    for (seat, color) in position.colors().iter().enumerate() {
        let team = position.team(seat);
        let team = team.map_or(String::new(), |team| format!(", team {}", team + 1));
        let _ = writeln!(
            out,
            "{} (player {}{team})",
            balls(position, *color),
            seat + 1
        );
    }
    for color in Color::ALL {
        if !position.colors().contains(&color) && position.count(color) > 0 {
            let _ = writeln!(out, "{} (nobody's)", balls(position, color));
        }
    }
    let _ = write!(
        out,
        "\nPosition: {}\nKey: {:016X}\nLegal moves: {}",
        position.text(),
        position.key(),
        position.count_moves()
    );
    if let Some(outcome) = game.outcome() {
        let winners = position.colors().iter().enumerate();
        let winners = winners.filter(|(seat, _)| outcome.winners.contains(*seat));
        let names: Vec<_> = winners.map(|(_, color)| color.name()).collect();
        let _ = write!(
            out,
            "\nGame over: {}; first: {}",
            outcome.reason,
            names.join(", ")
        );
    }
    out
}

fn balls(position: &Position, color: Color) -> String {
    let (letter, name, count) = (color.letter(), color.name(), position.count(color));
    format!("{letter} {name:<11}{count:>4} ")
}
