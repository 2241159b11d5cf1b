//! The options that say which game of Rolit is meant, for every subcommand that begins one.

use super::CliError;
use crate::games::rolit::{Position, Rules, Shape, Size};

/// Where a game of Rolit begins. Without any of these it is the official game for four.
#[derive(clap::Args)]
pub(super) struct StartArgs {
    /// Rolit: the rules, 'official' or 'students'; also of a FEN that does not name its own
    #[arg(long, value_name = "RULES")]
    rules: Option<Rules>,
    /// Rolit: the colours in the order of their turns, perhaps in two teams, such as RYGB or
    /// RYGB:RG/YB
    #[arg(long, value_name = "COLOURS", conflicts_with = "fen")]
    players: Option<String>,
    /// Rolit by the students' rules: 'square', 'diamond' or 'circle'
    #[arg(long, value_name = "SHAPE", conflicts_with = "fen")]
    shape: Option<Shape>,
    /// Rolit by the students' rules: 'small', 'medium' or 'large'
    #[arg(long, value_name = "SIZE", conflicts_with = "fen")]
    size: Option<Size>,
}

impl StartArgs {
    /// The first of the options that were given, to name it to whoever plays another game.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--rules", self.rules.is_some()),
            ("--players", self.players.is_some()),
            ("--shape", self.shape.is_some()),
            ("--size", self.size.is_some()),
        ];
        given
            .into_iter()
            .find(|(_, given)| *given)
            .map(|(name, _)| name)
    }

    /// The position of `fen`, or else the start that the options describe.
    ///
    /// # Errors
    /// A text that is no position, players who cannot play, or a shape for the official game.
    pub(super) fn position(&self, fen: Option<&str>) -> Result<Position, CliError> {
        let rules = self.rules.unwrap_or_default();
        if let Some(fen) = fen {
            return Ok(Position::parse(fen, rules)?);
        }
        match rules {
            Rules::Students => {
                let players = self.players.as_deref().unwrap_or("YR");
                let shape = self.shape.unwrap_or_default();
                Ok(Position::students_for(
                    shape,
                    self.size.unwrap_or_default(),
                    players,
                )?)
            }
            Rules::Official if self.shape.is_some() || self.size.is_some() => {
                Err("--shape and --size are for --rules students".into())
            }
            Rules::Official => Ok(Position::official_for(
                self.players.as_deref().unwrap_or("RYGB"),
            )?),
        }
    }
}
