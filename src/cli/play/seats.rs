//! Choice of players: `--white`, `--black`, `--machines`, `--level`, `--names`.

use super::super::CliError;
use base::say;
use base::text::harmless;
use games::{AnyGame, Lang, Variant, chess};
use players::{Level, Levels, Seat};
use rooms::Player;

// Options that say who plays.
#[derive(clap::Args)]
pub struct SeatArgs {
    /// Games of White and Black: who plays White, 'human' or a machine: easy, medium, hard, expert, or a
    /// level of the game's own scale from 0 (weakest) to 10 (best) [default: human]
    #[arg(long, value_name = "WHO")]
    white: Option<Seat>,
    /// Games of White and Black: who plays Black [default: human]
    #[arg(long, value_name = "WHO")]
    black: Option<Seat>,
    /// The colours that machines play, 'all' or 'none'; each perhaps with its level, such as
    /// Y,G:easy
    #[arg(long, value_name = "COLOURS", conflicts_with_all = ["white", "black"])]
    machines: Option<String>,
    /// The level of --machines: easy, medium, hard, expert, or 0 to 10 [default: hard]
    #[arg(long, value_name = "LEVEL", requires = "machines")]
    level: Option<Level>,
    /// The players' names in the order of their turns, such as Ann,Bob
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    names: Vec<String>,
}

impl SeatArgs {
    /// Returns true if any option that chooses the players or their names is given.
    pub fn any_given(&self) -> bool {
        self.white.is_some()
            || self.black.is_some()
            || self.machines.is_some()
            || self.names_given()
    }

    /// Returns true if `--names` is given.
    pub fn names_given(&self) -> bool {
        !self.names.is_empty()
    }

    /// Returns the players of a game in the order of their seats.
    ///
    /// # Errors
    /// A colour that is unknown, named twice or has a bad level, or names that are too many, too few or malformed.
    pub fn players(&self, game: &AnyGame, lang: Lang) -> Result<Vec<Player>, CliError> {
        let seats = match (&self.machines, self.white, self.black) {
            (Some(list), ..) => self.listed(list, game, lang)?,
            (None, None, None) => vec![Seat::Person; game.players()],
            _ if !(0..game.players()).all(|seat| is_side(&game.color(seat))) => {
                let game = game.variant();
                return Err(say!(lang, "seats-no-white-and-black", game).into());
            }
            (None, white, black) => (0..game.players())
                .map(|seat| match game.color(seat).as_str() {
                    "white" => white.unwrap_or(Seat::Person),
                    _ => black.unwrap_or(Seat::Person),
                })
                .collect(),
        };
        let names = self.names(&seats, game, lang)?;
        let players = seats.into_iter().zip(names);
        Ok(players.map(|(seat, name)| Player { name, seat }).collect())
    }

    /// Parses the value of `--machines`, such as `Y,G:easy`, `all`, `all:expert` or `none`. Returns one player per
    /// seat.
    fn listed(&self, list: &str, game: &AnyGame, lang: Lang) -> Result<Vec<Seat>, CliError> {
        let usual = self.level.unwrap_or(Level::Hard);
        let colors: Vec<String> = (0..game.players()).map(|seat| game.color(seat)).collect();
        let mut seats = vec![Seat::Person; colors.len()];
        for item in list.split(',').filter(|_| list != "none") {
            let (color, level) = match item.split_once(':') {
                None => (item, usual),
                Some((color, level)) => (color, level.parse()?),
            };
            let machine = Seat::Machine(level);
            if color == "all" {
                // Players that are named explicitly keep their levels.
                let others = seats.iter_mut().filter(|seat| **seat == Seat::Person);
                others.for_each(|seat| *seat = machine);
                continue;
            }
            let named = |name: &String| name.eq_ignore_ascii_case(color);
            let Some(seat) = colors.iter().position(named) else {
                let colors = colors.join(", ");
                return Err(say!(lang, "seats-no-player", list, color, colors).into());
            };
            if std::mem::replace(&mut seats[seat], machine) != Seat::Person {
                return Err(say!(lang, "seats-twice", list, color).into());
            }
        }
        Ok(seats)
    }

    fn names(&self, seats: &[Seat], game: &AnyGame, lang: Lang) -> Result<Vec<String>, CliError> {
        if self.names.is_empty() {
            let usual = |seat: &Seat| usual_name(*seat, game, lang);
            return Ok(seats.iter().map(usual).collect());
        }
        let (found, expected) = (self.names.len(), seats.len());
        if found != expected {
            return Err(say!(lang, "seats-names", found, expected).into());
        }
        if let Some(name) = self.names.iter().find(|n| n.chars().any(char::is_control)) {
            return Err(say!(lang, "seats-control", name = format_args!("{name:?}")).into());
        }
        Ok(self.names.clone())
    }
}

fn is_side(color: &str) -> bool {
    matches!(color, "white" | "black")
}

/// Returns the default name of a player.
fn usual_name(seat: Seat, game: &AnyGame, lang: Lang) -> String {
    match seat {
        Seat::Person => say!(lang, "play-human").to_owned(),
        Seat::Machine(level) => machine_name(level, game),
    }
}

/// Returns the Elo rating of a machine; `None` if it has not been measured for the game.
pub fn elo(level: Level, game: &AnyGame) -> Option<u32> {
    if game.variant() == chess::Position::NAME {
        chess::Position::elo(level)
    } else {
        None
    }
}

/// Returns the name of a machine: its level, and in chess its Elo rating.
fn machine_name(level: Level, game: &AnyGame) -> String {
    match elo(level, game) {
        Some(elo) => format!("Atalaya, level {level} ({elo})"),
        None => format!("Atalaya, level {level}"),
    }
}

/// Returns the name of a side, with the player's name unless that is a default one.
pub fn side_with_name(side: String, player: &Player, game: &AnyGame) -> String {
    let mut usual = Lang::all().map(|lang| usual_name(player.seat, game, lang));
    // Default names in games saved by earlier versions have no Elo rating.
    let plain = match player.seat {
        Seat::Machine(level) => player.name == format!("Atalaya, level {level}"),
        Seat::Person => false,
    };
    if plain || usual.any(|usual| usual == player.name) || player.name.is_empty() {
        side
    } else {
        format!("{side}, {}", harmless(&player.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use games::Line;
    use games::rolit::Position;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        seats: SeatArgs,
    }

    fn seats(options: &str, game: &AnyGame) -> Result<String, String> {
        let words = std::iter::once("x").chain(options.split_whitespace());
        let command = Command::try_parse_from(words).map_err(|error| error.to_string())?;
        let players = command.seats.players(game, Lang::EN);
        let players = players.map_err(|error| error.to_string())?;
        let seats: Vec<String> = players.iter().map(|p| p.seat.to_string()).collect();
        Ok(seats.join(" "))
    }

    #[test]
    fn machines_sit_at_their_colours() {
        let rolit = AnyGame::from(&Line::new(Position::start()));
        let chess = AnyGame::from(&Line::new(chess::Position::start()));
        for (game, options, expected) in [
            (&rolit, "", "person person person person"),
            (&rolit, "--machines none", "person person person person"),
            (&rolit, "--machines Y,g,B", "person hard hard hard"),
            (
                &rolit,
                "--machines B,R:easy --level 7",
                "easy person person 7",
            ),
            (
                &rolit,
                "--machines all:expert",
                "expert expert expert expert",
            ),
            (&rolit, "--machines Y:easy,all:9", "9 easy 9 9"),
            (&chess, "--machines black --level 0", "person 0"),
            (&chess, "--white difícil", "hard person"),
            (&chess, "--white human --black 10", "person 10"),
        ] {
            assert_eq!(seats(options, game).as_deref(), Ok(expected), "{options}");
        }
        for (game, options, complaint) in [
            (
                &rolit,
                "--machines L",
                "'L' is not one of the players R, Y, G, B",
            ),
            (&rolit, "--machines R,r", "has 'r' twice"),
            (&rolit, "--machines R:11", "'11' is not easy, medium"),
            (&rolit, "--white 3", "rolit has --machines"),
            (
                &rolit,
                "--names Ann,Bob",
                "gives 2 names, but there are 4 players",
            ),
            (&chess, "--level easy", "--machines"),
            (&chess, "--white 3 --machines black", "cannot be used with"),
        ] {
            let error = seats(options, game).expect_err(options);
            assert!(error.contains(complaint), "{error}");
        }
    }
}
