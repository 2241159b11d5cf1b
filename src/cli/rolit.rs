//! The options that say which game of Rolit is meant, for every subcommand that begins one.

use super::CliError;
use crate::games::rolit::{Position, Rules, Shape, Size};

/// Where a game of Rolit begins.
#[derive(clap::Args)]
pub(super) struct StartArgs {
    /// Rolit: the rules, 'official' or 'students' [default: students with --shape or --size, else
    /// official]; also of a FEN that does not name its own
    #[arg(long, value_name = "RULES")]
    rules: Option<Rules>,
    /// Rolit: how many players, 2 to 4 (students: to 10), or their colours in the order of their
    /// turns, perhaps in two teams, such as RYGB or RYGB:RG/YB
    #[arg(long, value_name = "N|COLOURS", conflicts_with = "fen")]
    players: Option<String>,
    /// Rolit: the two teams, such as RG/YB
    #[arg(long, value_name = "TEAMS", conflicts_with = "fen")]
    teams: Option<String>,
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
        let rules = self.rules.map(|_| "--rules");
        rules.or_else(|| self.given_besides_rules())
    }

    /// The first of those that say what a position's text says by itself.
    pub(super) fn given_besides_rules(&self) -> Option<&'static str> {
        let given = [
            ("--players", self.players.is_some()),
            ("--teams", self.teams.is_some()),
            ("--shape", self.shape.is_some()),
            ("--size", self.size.is_some()),
        ];
        given
            .into_iter()
            .find(|(_, given)| *given)
            .map(|(name, _)| name)
    }

    /// The rules that hold where a position does not name its own.
    pub(super) fn rules(&self) -> Rules {
        match self.shape.is_some() || self.size.is_some() {
            true => self.rules.unwrap_or(Rules::Students),
            false => self.rules.unwrap_or_default(),
        }
    }

    /// The position of `fen`, or else the start that the options describe: for `usual` players if
    /// they do not say how many, or for four in the official game and two in the students'.
    ///
    /// # Errors
    /// A text that is no position, players who cannot play, or a shape for the official game.
    pub(super) fn position(
        &self,
        fen: Option<&str>,
        usual: Option<usize>,
    ) -> Result<Position, CliError> {
        let rules = self.rules();
        if let Some(fen) = fen {
            return Ok(Position::parse(fen, rules)?);
        }
        let mut players = self.letters(usual)?;
        if let Some(teams) = &self.teams {
            players = format!("{players}:{teams}");
        }
        match rules {
            Rules::Students => Ok(Position::students_for(
                self.shape.unwrap_or_default(),
                self.size.unwrap_or_default(),
                &players,
            )?),
            Rules::Official if self.shape.is_some() || self.size.is_some() => {
                Err("--shape and --size are for --rules students".into())
            }
            Rules::Official => Ok(Position::official_for(&players)?),
        }
    }

    /// The colours of the players, in the order of their turns.
    fn letters(&self, usual: Option<usize>) -> Result<String, CliError> {
        let rules = self.rules();
        let usual = usual.unwrap_or(match rules {
            Rules::Official => 4,
            Rules::Students => 2,
        });
        let count = match self.players.as_deref().map(|text| (text, text.parse())) {
            None => usual,
            Some((_, Ok(count))) => count,
            Some((letters, Err(_))) => return Ok(letters.to_owned()),
        };
        let Some(colors) = rules.colors(count) else {
            let most = rules.most_players();
            return Err(format!("--players {count} is not a number from 2 to {most}").into());
        };
        let chosen: String = colors.iter().map(|color| color.letter()).collect();
        let Some(teams) = &self.teams else {
            return Ok(chosen);
        };
        let members = in_turn(teams);
        let found = members.chars().count();
        if found == count && members.chars().all(|letter| chosen.contains(letter)) {
            return Ok(chosen);
        }
        // Other colours than the usual ones, and without --players any number of them.
        match self.players.is_some() && found != count {
            true => Err(format!("--teams {teams} has {found} players, not {count}").into()),
            false => Ok(members),
        }
    }
}

/// The members of teams such as RG/YB, one of each team in turn: RYGB. Whether they are teams at all
/// is for the position to say.
fn in_turn(teams: &str) -> String {
    let mut teams: Vec<_> = teams.split('/').map(str::chars).collect();
    let mut letters = String::new();
    loop {
        let before = letters.len();
        letters.extend(teams.iter_mut().filter_map(Iterator::next));
        if letters.len() == before {
            return letters;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[arg(long)]
        fen: Option<String>,
        #[command(flatten)]
        start: StartArgs,
    }

    fn players(options: &str, usual: Option<usize>) -> Result<String, String> {
        let words = std::iter::once("x").chain(options.split_whitespace());
        let command = Command::try_parse_from(words).map_err(|error| error.to_string())?;
        let start = command.start.position(command.fen.as_deref(), usual);
        let start = start.map_err(|error| error.to_string())?;
        Ok(start.players_text())
    }

    #[test]
    fn players_are_given_by_number_or_by_colour() {
        for (options, usual, expected) in [
            ("", None, "RYGB"),
            ("", Some(3), "RYG"),
            ("--players 2", Some(4), "RG"),
            ("--players 4 --teams RG/YB", None, "RYGB:RG/YB"),
            ("--players BG", None, "BG"),
            (
                "--players 4 --teams RG/YB --shape circle",
                None,
                "RYGB:RG/YB",
            ),
            ("--teams WE/KPO --size large", None, "WKEPO:WE/KPO"),
            ("--shape diamond --players 3", None, "YRG"),
            (
                "--teams YR/GL --players 4 --shape square",
                None,
                "YRGL:YR/GL",
            ),
            ("--rules students", None, "YR"),
            ("--rules students --players 10", None, "YRGLOKPBWE"),
            ("--rules students", Some(4), "YRGL"),
        ] {
            let found = players(options, usual);
            assert_eq!(found.as_deref(), Ok(expected), "{options}");
        }
        for (options, complaint) in [
            ("--players 5", "--players 5 is not a number from 2 to 4"),
            (
                "--players 11 --rules students",
                "11 is not a number from 2 to 10",
            ),
            ("--players 1", "not a number"),
            ("--players RX", "RX"),
            (
                "--rules official --shape circle",
                "are for --rules students",
            ),
            (
                "--players 3 --teams RG/YB",
                "--teams RG/YB has 4 players, not 3",
            ),
            ("--players 4 --teams RGYB", "expected two teams"),
            ("--teams RG/RB", "red (R) is in the teams twice"),
            ("--fen x --players 2", "cannot be used with"),
        ] {
            let error = players(options, None).expect_err(options);
            assert!(error.contains(complaint), "{error}");
        }
    }
}
