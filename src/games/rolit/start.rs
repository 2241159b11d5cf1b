//! Start positions of Rolit: the options for the rules, the number of players, the teams and the board.

use super::{Cell, Color, Position, Rules, Shape, Size};
use crate::Text;
use crate::{GameOption, MAX_SEATS, OptionKind, Read, Settings, StartError, TextError, Variant};
use base::told;

const SHAPES: [&str; 3] = ["square", "diamond", "circle"];
const SIZES: [&str; 3] = ["small", "medium", "large"];

impl Variant for Position {
    const NAME: &'static str = "rolit";

    fn move_code(m: Cell) -> u32 {
        (m.rank() << 8 | m.file()) as u32
    }

    fn move_of(code: u32) -> Cell {
        Cell::at(code as u8 as usize, (code >> 8) as u8 as usize)
    }

    fn options() -> Vec<GameOption> {
        let option = |name, uci, kind, help| GameOption {
            name,
            uci,
            kind,
            help,
        };
        use OptionKind::{Choice, Text};
        let rules = Choice(&["official", "students"]);
        let players = OptionKind::Number {
            usual: 4,
            least: 2,
            most: MAX_SEATS as u32,
        };
        vec![
            option(
                "rules",
                "RolitRules",
                rules,
                "The rules of Rolit: of the start position, and of texts that do not name theirs.",
            ),
            option(
                "players",
                "RolitPlayers",
                players,
                "How many play from Rolit's start position; by the official rules 4 at most.",
            ),
            option(
                "teams",
                "RolitTeams",
                Text,
                "The two teams of Rolit's start position, such as `RG/YB`; empty without teams.",
            ),
            option(
                "shape",
                "RolitShape",
                Choice(&SHAPES),
                "The board of the students' start position.",
            ),
            option(
                "size",
                "RolitSize",
                Choice(&SIZES),
                "Its size, on a grid of 9, 13 or 17 files and ranks.",
            ),
        ]
    }

    fn start() -> Position {
        Position::start()
    }

    /// Parses a position like [`Position::parse`]; a text that does not name its rules is official.
    fn from_text(text: &str) -> Result<Position, TextError> {
        Ok(Position::parse(text, Rules::Official)?)
    }

    fn begin(settings: &Settings, start: Option<&str>) -> Result<Read<Position>, StartError> {
        let wanted = StartSettings { settings };
        let begun = start.map_or_else(|| wanted.start(), |text| wanted.read(text));
        begun.map(Read::whole)
    }

    fn settings(&self) -> Settings {
        let settings = Settings::default().with("rules", self.rules().name());
        match self.outline() {
            None => settings,
            Some((shape, size)) => settings
                .with("shape", shape.name())
                .with("size", size.name()),
        }
    }
}

/// Typed access to the settings of a start position.
struct StartSettings<'a> {
    settings: &'a Settings,
}

impl StartSettings<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        self.settings.get(name).filter(|text| !text.is_empty())
    }

    /// Value of an option that is a word; `None` if it is not set. The value must have been checked.
    fn word<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.text(name).and_then(|word| word.parse().ok())
    }

    /// Rules for a position that does not name its own.
    fn rules(&self) -> Rules {
        let board = self.text("shape").or(self.text("size"));
        let usual = match board {
            Some(_) if !self.settings.yielding => Rules::Students,
            _ => Rules::Official,
        };
        self.word("rules").unwrap_or(usual)
    }

    /// Parses a position, and checks that it agrees with the settings unless they yield to it.
    fn read(&self, text: &str) -> Result<Position, StartError> {
        let read = Position::parse(text, self.rules());
        let read = read.map_err(|error| StartError::Start(Text::of(|lang| error.text(lang))))?;
        if self.settings.yielding {
            return Ok(read);
        }
        let found = read.settings();
        let found = found
            .with(
                "players",
                read.players_text().split(':').next().unwrap_or(""),
            )
            .with(
                "teams",
                read.players_text()
                    .split_once(':')
                    .map_or("", |(_, teams)| teams),
            );
        for option in Position::options() {
            let name = option.name;
            let Some(given) = self.text(name) else {
                continue;
            };
            let same = found.get(name) == Some(given)
                || name == "players" && given == read.colors().len().to_string();
            if !same {
                let why = match found.get(name).filter(|found| !found.is_empty()) {
                    Some(found) => told!("rolit-start-says", found),
                    None if name == "teams" => {
                        told!("rolit-start-no-teams")
                    }
                    None => told!("rolit-start-no-option"),
                };
                return Err(StartError::of(name, given, why));
            }
        }
        Ok(read)
    }

    /// Start position described by the settings. Without the option `players`, the number of players is the requested
    /// number of seats, or else four in the official game and two in the students'.
    fn start(&self) -> Result<Position, StartError> {
        let rules = self.rules();
        let mut players = self.colors()?;
        if let Some(teams) = self.text("teams") {
            players = format!("{players}:{teams}");
        }
        let begun = match rules {
            Rules::Students => Position::students_for(
                self.word::<Shape>("shape").unwrap_or_default(),
                self.word::<Size>("size").unwrap_or_default(),
                &players,
            ),
            Rules::Official => {
                // If the settings yield, shape and size are ignored: they belong to the students' rules.
                for name in ["shape", "size"] {
                    if let Some(value) = self.text(name).filter(|_| !self.settings.yielding) {
                        let why = told!("rolit-option-for-students");
                        return Err(StartError::of(name, value, why));
                    }
                }
                Position::official_for(&players)
            }
        };
        begun.map_err(|error| StartError::Start(Text::of(|lang| error.text(lang))))
    }

    /// Letters of the players' colours, in the order of their turns.
    fn colors(&self) -> Result<String, StartError> {
        let rules = self.rules();
        let usual = self.settings.seats.unwrap_or(match rules {
            Rules::Official => 4,
            Rules::Students => 2,
        });
        let given = self.text("players");
        let count = match given.map(|text| (text, text.parse())) {
            None => usual,
            Some((_, Ok(count))) => count,
            Some((letters, Err(_))) => return Ok(letters.to_owned()),
        };
        let Some(colors) = rules.colors(count) else {
            let most = rules.most_players();
            let why = told!("rolit-players-of-rules", rules, most);
            return Err(StartError::of("players", count, why));
        };
        let chosen: String = colors.iter().map(|color: &Color| color.letter()).collect();
        let teams = self.text("teams").filter(|_| !self.settings.yielding);
        let Some(teams) = teams else {
            return Ok(chosen);
        };
        let members = in_turn(teams);
        let found = members.chars().count();
        if found == count && members.chars().all(|letter| chosen.contains(letter)) {
            return Ok(chosen);
        }
        // The teams name other colours than the default ones, and their number if the option `players` is not set.
        if given.is_some() && found != count {
            let why = told!("rolit-these-players", found, count);
            Err(StartError::of("teams", teams, why))
        } else {
            Ok(members)
        }
    }
}

/// Members of teams such as RG/YB, taking turns: RYGB. The teams are checked when the position is created.
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
