//! Games whose variant is known only at run time: from a file, an option, a room.
//!
//! [`Variant`] is the list of what can be played; [`AnyGame`] is a game of one of them, told and
//! asked in text.

use super::kamisado::{Deadlock, Match};
use super::rolit::{Rules, Shape, Size};
use super::{Game, Line, Outcome, TextError, chess, kamisado, rolit};
use std::fmt;
use std::str::FromStr;

/// The games of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Chess, Chess960 included.
    Chess,
    /// Kamisado.
    Kamisado,
    /// Rolit, by either set of rules.
    Rolit,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 3] = [Variant::Chess, Variant::Kamisado, Variant::Rolit];

    /// The name in options and files: `chess`.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Chess => chess::Position::NAME,
            Variant::Kamisado => Match::NAME,
            Variant::Rolit => rolit::Position::NAME,
        }
    }

    /// The names of the rules that it can be played by, the usual ones first.
    pub const fn rules(self) -> [&'static str; 2] {
        match self {
            Variant::Chess => ["standard", "chess960"],
            Variant::Kamisado => ["mutual", "cycle"],
            Variant::Rolit => [Rules::Official.name(), Rules::Students.name()],
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Variant {
    type Err = String;

    fn from_str(text: &str) -> Result<Variant, String> {
        let found = Variant::ALL.into_iter().find(|v| v.name() == text);
        found.ok_or_else(|| format!("'{text}' is not a game: expected chess, kamisado or rolit"))
    }
}

/// Why there is no such game to begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The variant has no such rules.
    #[error("{0}")]
    Rules(String),
    /// The text is no position of the variant.
    #[error("{0}")]
    Start(String),
}

/// A game in progress, of any variant.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// Chess.
    Chess(Line<chess::Position>),
    /// Kamisado.
    Kamisado(Line<Match>),
    /// Rolit.
    Rolit(Line<rolit::Position>),
}

/// Does the same with a game of any variant.
macro_rules! each {
    ($game:expr, $line:ident => $body:expr) => {
        match $game {
            AnyGame::Chess($line) => $body,
            AnyGame::Kamisado($line) => $body,
            AnyGame::Rolit($line) => $body,
        }
    };
}

impl AnyGame {
    /// A game by these rules (one of [`Variant::rules`]) from a position in the game's own text
    /// form.
    ///
    /// # Errors
    /// [`StartError`] says which of the two is wrong, and why.
    pub fn begin(variant: Variant, rules: &str, start: &str) -> Result<AnyGame, StartError> {
        let known = variant.rules();
        let unusual = known.iter().position(|name| *name == rules);
        let unusual = unusual.ok_or_else(|| {
            let [usual, other] = known;
            let why = format!("'{rules}' are no rules of {variant}: expected {usual} or {other}");
            StartError::Rules(why)
        })? == 1;
        let wrong = |error: TextError| StartError::Start(error.to_string());
        Ok(match variant {
            Variant::Chess => {
                let read = chess::Position::from_fen(start, unusual);
                AnyGame::Chess(Line::new(read.map_err(|e| wrong(e.into()))?))
            }
            Variant::Kamisado => {
                let deadlock = [Deadlock::Mutual, Deadlock::Cycle][usize::from(unusual)];
                let read = Match::parse(start, 1, deadlock);
                AnyGame::Kamisado(Line::new(read.map_err(|e| wrong(e.into()))?))
            }
            Variant::Rolit => {
                let meant = [Rules::Official, Rules::Students][usize::from(unusual)];
                let read = rolit::Position::parse(start, meant);
                let read = read.map_err(|e| wrong(e.into()))?;
                if read.rules() != meant {
                    let found = read.rules();
                    let why = format!("the rules are {rules}, but the start says {found}");
                    return Err(StartError::Rules(why));
                }
                AnyGame::Rolit(Line::new(read))
            }
        })
    }

    /// What is played.
    pub fn variant(&self) -> Variant {
        match self {
            AnyGame::Chess(_) => Variant::Chess,
            AnyGame::Kamisado(_) => Variant::Kamisado,
            AnyGame::Rolit(_) => Variant::Rolit,
        }
    }

    /// The rules by which it is played, one of [`Variant::rules`].
    pub fn rules(&self) -> &'static str {
        let unusual = match self {
            AnyGame::Chess(line) => line.start().is_chess960(),
            AnyGame::Kamisado(line) => line.start().round().deadlock() == Deadlock::Cycle,
            AnyGame::Rolit(line) => line.start().rules() == Rules::Students,
        };
        self.variant().rules()[usize::from(unusual)]
    }

    /// Rolit by the students' rules: the shape and size of the board, if it is one of theirs.
    pub fn outline(&self) -> Option<(Shape, Size)> {
        match self {
            AnyGame::Rolit(line) => line.start().outline(),
            AnyGame::Chess(_) | AnyGame::Kamisado(_) => None,
        }
    }

    /// The position it began with, as text.
    pub fn start_text(&self) -> String {
        each!(self, line => line.start().text())
    }

    /// The present position, as text.
    pub fn text(&self) -> String {
        each!(self, line => line.position().text())
    }

    /// How many players take part.
    pub fn players(&self) -> usize {
        each!(self, line => line.start().players())
    }

    /// The seat whose turn it is.
    pub fn turn(&self) -> usize {
        each!(self, line => Game::turn(line.position()))
    }

    /// The colour of a seat that exists, as files have it: `white`, `black`, or a letter in Rolit.
    pub fn color(&self, seat: usize) -> String {
        let by_side = |white: usize| ["white", "black"][usize::from(seat != white)].to_owned();
        match self {
            AnyGame::Chess(_) => by_side(chess::Position::WHITE),
            AnyGame::Kamisado(_) => by_side(Match::WHITE),
            AnyGame::Rolit(line) => line.start().colors()[seat].letter().to_string(),
        }
    }

    /// The team of a seat, 0 or 1, where there are teams.
    pub fn team(&self, seat: usize) -> Option<usize> {
        match self {
            AnyGame::Rolit(line) => line.start().team(seat),
            AnyGame::Chess(_) | AnyGame::Kamisado(_) => None,
        }
    }

    /// How many moves have been made.
    pub fn plies(&self) -> usize {
        each!(self, line => line.moves().len())
    }

    /// The moves as text, oldest first.
    pub fn moves(&self) -> Vec<String> {
        each!(self, line => line.move_texts())
    }

    /// Plays a move in the game's own text form.
    ///
    /// # Errors
    /// A sentence that names the text: it is no legal move, or the game is over.
    pub fn play(&mut self, text: &str) -> Result<(), TextError> {
        if let Some(outcome) = self.outcome() {
            let reason = outcome.reason;
            return Err(format!("'{text}' comes after the end of the game ({reason})").into());
        }
        each!(self, line => {
            let m = Game::parse_move(line.position(), text)?;
            line.play(m);
        });
        Ok(())
    }

    /// Takes moves back until only the first `plies` of them are left.
    pub fn back_to(&mut self, plies: usize) {
        each!(self, line => *line = line.at_ply(plies));
    }

    /// How the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        each!(self, line => line.outcome())
    }
}

impl From<Line<chess::Position>> for AnyGame {
    fn from(line: Line<chess::Position>) -> AnyGame {
        AnyGame::Chess(line)
    }
}

impl From<Line<kamisado::Match>> for AnyGame {
    fn from(line: Line<kamisado::Match>) -> AnyGame {
        AnyGame::Kamisado(line)
    }
}

impl From<Line<rolit::Position>> for AnyGame {
    fn from(line: Line<rolit::Position>) -> AnyGame {
        AnyGame::Rolit(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(variant: Variant, rules: &str, start: &str) -> AnyGame {
        AnyGame::begin(variant, rules, start).expect(start)
    }

    #[test]
    fn every_variant_begins_from_its_text_plays_and_goes_back() {
        let students = "***3***/*7*/*7*/9/9/9/*7*/*7*/***3*** Y YRGL:YG/RL 1 students";
        let cases = [
            (Variant::Chess, "standard", chess::START_FEN, "e2e4 e7e5"),
            (Variant::Kamisado, "cycle", kamisado::START, "c1c6 a8a7"),
            (Variant::Rolit, "official", rolit::START, "d3 c3"),
            (Variant::Rolit, "students", students, "e5 e6"),
        ];
        for (variant, rules, start, moves) in cases {
            let mut game = begun(variant, rules, start);
            assert_eq!((game.variant(), game.rules()), (variant, rules));
            assert_eq!(game.start_text(), start);
            assert_eq!(variant.to_string().parse(), Ok(variant));
            let texts: Vec<&str> = moves.split(' ').collect();
            let mut seen = vec![game.text()];
            for text in &texts {
                game.play(text).expect(text);
                seen.push(game.text());
            }
            assert_eq!(game.moves(), texts);
            for plies in (0..=2).rev() {
                game.back_to(plies);
                assert_eq!((game.plies(), game.text()), (plies, seen[plies].clone()));
            }
        }
    }

    #[test]
    fn colours_teams_and_boards_are_named() {
        let chess = begun(Variant::Chess, "standard", chess::START_FEN);
        assert_eq!([chess.color(0), chess.color(1)], ["white", "black"]);
        let kamisado = begun(Variant::Kamisado, "mutual", kamisado::START);
        assert_eq!([kamisado.color(0), kamisado.color(1)], ["black", "white"]);
        assert_eq!((kamisado.team(0), kamisado.outline()), (None, None));
        for shape in Shape::ALL {
            for size in Size::ALL {
                let start = rolit::Position::students_for(shape, size, "KWE:K/EW").expect("three");
                let game = AnyGame::from(Line::new(start));
                assert_eq!(game.outline(), Some((shape, size)));
                assert_eq!([0, 1, 2].map(|seat| game.color(seat)), ["K", "W", "E"]);
                assert_eq!([0, 1, 2].map(|seat| game.team(seat)), [0, 1, 1].map(Some));
            }
        }
        let other = begun(Variant::Rolit, "students", "3/*2/3 Y YR 1");
        assert_eq!(other.outline(), None);
    }

    #[test]
    fn what_cannot_be_begun_or_played_is_named() {
        let cases = [
            (
                Variant::Chess,
                "official",
                chess::START_FEN,
                "'official' are no rules of chess",
            ),
            (Variant::Chess, "standard", "8/8", "8/8"),
            (
                Variant::Kamisado,
                "mutual",
                "8/8 b",
                "'8/8 b' is not a Kamisado",
            ),
            (
                Variant::Rolit,
                "official",
                "3/3/3 Y YR 1 students",
                "but the start says students",
            ),
            (Variant::Rolit, "students", "3/3/3 Y YX 1", "'X'"),
        ];
        for (variant, rules, start, why) in cases {
            let error = AnyGame::begin(variant, rules, start).expect_err(why);
            assert!(error.to_string().contains(why), "{error}");
        }
        let mut game = begun(Variant::Rolit, "students", "2 Y YR 1");
        game.play("a1").expect("legal");
        assert!(game.play("a1").is_err());
        game.play("b1").expect("legal");
        let error = game.play("a1").expect_err("over").to_string();
        assert_eq!(error, "'a1' comes after the end of the game (board full)");
        assert!("go".parse::<Variant>().is_err());
    }
}
