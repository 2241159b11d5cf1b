//! Text of the UCI protocol as matches use it: the `position` and `go` commands, and the `info` and `option` lines of
//! an engine.

use super::values::{OptionError, Values};
use super::{Limits, Report, Score};
use games::{Game, Line};
use std::fmt::Write;
use std::time::Duration;

/// An option that an engine declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredOption {
    /// Name in lower case, because case does not matter in the names of options.
    pub name: String,
    /// Values that it may take.
    pub values: Values,
}

impl DeclaredOption {
    /// Checks that a value is one that the engine has declared. Engines do not report invalid values, and play on with
    /// others.
    ///
    /// # Errors
    /// [`OptionError::Value`] if the value is invalid; `name` is the option's name in the message.
    pub fn check(&self, name: &str, value: &str) -> Result<(), OptionError> {
        let lower = value.to_lowercase();
        let fits = match &self.values {
            Values::Switch => matches!(lower.as_str(), "true" | "false"),
            Values::Numbers(range) => value.parse().is_ok_and(|number| range.contains(&number)),
            Values::Words(words) => words.contains(&lower),
            Values::Any => true,
        };
        if fits {
            Ok(())
        } else {
            Err(OptionError::Value {
                name: name.to_owned(),
                value: value.to_owned(),
                expected: self.values.clone(),
            })
        }
    }

    /// Parses a line such as `option name Clear Hash type button`; `None` for all other lines.
    pub(super) fn parse(line: &str) -> Option<DeclaredOption> {
        let lower = line.strip_prefix("option name ")?.to_lowercase();
        let (name, kind) = lower.split_once(" type ")?;
        let words: Vec<&str> = kind.split_whitespace().collect();
        let bound = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1)?.parse().ok()
        };
        let choices = kind.split(" var ").skip(1);
        let values = match words.first() {
            Some(&"check") => Values::Switch,
            Some(&"combo") => Values::Words(choices.map(|word| word.trim().to_owned()).collect()),
            Some(&"spin") => match (bound("min"), bound("max")) {
                (Some(min), Some(max)) => Values::Numbers(min..=max),
                _ => Values::Any,
            },
            _ => Values::Any,
        };
        Some(DeclaredOption {
            name: name.trim().to_owned(),
            values,
        })
    }
}

/// The `position` command of a game, to which moves are appended as the game goes on.
#[derive(Clone, Debug)]
pub(super) struct PositionText<G: Game> {
    pub(super) text: String,
    at: G,
    moves: usize,
}

impl<G: Game> PositionText<G> {
    pub(super) fn new(start: &G) -> PositionText<G> {
        let fen = start.text();
        let text = if start.is_usual_start() {
            "position startpos".to_owned()
        } else {
            format!("position fen {fen}")
        };
        PositionText {
            text,
            at: start.clone(),
            moves: 0,
        }
    }

    /// Appends the moves of `line` that are not yet part of the text.
    pub(super) fn follow(&mut self, line: &Line<G>) {
        if self.moves > line.moves().len() {
            *self = PositionText::new(line.start());
        }
        for &m in &line.moves()[self.moves..] {
            self.text
                .push_str(if self.moves == 0 { " moves " } else { " " });
            self.text.push_str(&self.at.move_text(m));
            self.at = self.at.play(m);
            self.moves += 1;
        }
    }
}

/// Returns the `go` command for these limits; `ponder` is true for a search on the opponent's time. `white` is the seat
/// whose clock is `wtime`. UCI has only two clocks, so with `None`, in games of more players, both are the player's
/// own.
pub(super) fn go(limits: &Limits, seat: usize, white: Option<usize>, ponder: bool) -> String {
    let mut text = String::from(if ponder { "go ponder" } else { "go" });
    let own = limits.clocks.get(seat).copied().flatten();
    if let Some(own) = own {
        let clock = |seat: usize| limits.clocks[seat].unwrap_or(own);
        let ms = |time: Duration| time.as_millis().max(1);
        let (white, black) = match white {
            Some(white) => (clock(white), clock(1 - white)),
            None => (own, own),
        };
        let _ = write!(
            text,
            " wtime {} btime {}",
            ms(white.remaining),
            ms(black.remaining)
        );
        if !(white.increment.is_zero() && black.increment.is_zero()) {
            let (w, b) = (white.increment.as_millis(), black.increment.as_millis());
            let _ = write!(text, " winc {w} binc {b}");
        }
        if let Some(moves) = own.moves_to_go {
            let _ = write!(text, " movestogo {moves}");
        }
    }
    if let Some(time) = limits.movetime {
        let _ = write!(text, " movetime {}", time.as_millis().max(1));
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(text, " nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        let _ = write!(text, " depth {depth}");
    }
    if text == "go" {
        text.push_str(" infinite");
    }
    text
}

/// Updates `report` with the information of an `info` line on the best line, received `at` this time after the
/// beginning of the search. Scores that are only bounds and lines beyond the first are ignored. `mate_within` is
/// [`Limits::mate_within`].
pub(super) fn read_info(line: &str, report: &mut Report, mate_within: Option<u32>, at: Duration) {
    let mut words = line.split_whitespace().skip(1).peekable();
    let mut said = Report::default();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|text| text.parse::<i64>().ok());
        match word {
            "depth" => said.depth = number().and_then(|n| n.try_into().ok()),
            "nodes" => said.nodes = number().and_then(|n| n.try_into().ok()),
            "multipv" if number() != Some(1) => return,
            "score" => {
                let kind = words.next();
                let value = words.next().and_then(|text| text.parse().ok());
                said.score = match (kind, value) {
                    (Some("cp"), Some(value)) => Some(Score::Centipawns(value)),
                    (Some("mate"), Some(value)) => Some(Score::Mate(value)),
                    _ => None,
                };
                if matches!(words.peek(), Some(&("lowerbound" | "upperbound"))) {
                    said.score = None;
                }
            }
            "pv" => said.pv = words.by_ref().map(str::to_owned).collect(),
            "string" => break,
            _ => {}
        }
    }
    report.nodes = said.nodes.or(report.nodes);
    if let Some(score) = said.score {
        report.score = Some(score);
        report.depth = said.depth.or(report.depth);
        if !said.pv.is_empty() {
            report.pv = said.pv;
        }
        let soon = |n: u32| matches!(score, Score::Mate(m) if m > 0 && m as u32 <= n);
        if report.mate_found.is_none() && mate_within.is_some_and(soon) {
            report.mate_found = Some((at, report.nodes.unwrap_or(0)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::MAX_SEATS;
    use games::chess::Position;

    #[test]
    fn info_lines_fill_the_report() {
        let mut report = Report::default();
        let at = Duration::from_millis(7);
        for line in [
            "info string score cp 999 nodes 1",
            "info depth 5 seldepth 7 multipv 1 score cp -31 nodes 420 nps 9 time 3 pv e2e4 e7e5",
            "info depth 6 score cp 500 lowerbound nodes 500",
            "info depth 6 multipv 2 score cp 77 nodes 600 pv a2a3",
            "info nodes 900 currmove e2e4",
        ] {
            read_info(line, &mut report, Some(3), at);
        }
        assert_eq!(report.score, Some(Score::Centipawns(-31)));
        assert_eq!((report.depth, report.nodes), (Some(5), Some(900)));
        assert_eq!(report.pv, ["e2e4", "e7e5"]);
        assert_eq!(report.mate_found, None);
        read_info(
            "info depth 9 score mate 5 nodes 1000 pv a2a3",
            &mut report,
            Some(3),
            at,
        );
        assert_eq!(report.mate_found, None, "mate in five is not mate in three");
        read_info(
            "info depth 9 score mate 3 nodes 1500 pv a2a3",
            &mut report,
            Some(3),
            at,
        );
        assert_eq!(report.mate_found, Some((at, 1500)));
        read_info("info score mate -2", &mut report, Some(3), at);
        assert_eq!(report.score, Some(Score::Mate(-2)));
    }

    #[test]
    fn damaged_info_lines_do_no_harm() {
        let mut report = Report::default();
        for line in [
            "info",
            "info depth",
            "info score",
            "info score cp x",
            "info nodes -5 pv",
        ] {
            read_info(line, &mut report, None, Duration::ZERO);
        }
        assert_eq!(report, Report::default());
    }

    #[test]
    fn the_go_command_names_every_limit() {
        let clock = |ms| Clock {
            remaining: Duration::from_millis(ms),
            increment: Duration::from_millis(80),
            moves_to_go: Some(12),
        };
        use base::limits::Clock;
        let mut clocks = [None; MAX_SEATS];
        clocks[0] = Some(clock(8000));
        clocks[1] = Some(clock(7000));
        let limits = Limits {
            clocks,
            depth: Some(9),
            ..Limits::default()
        };
        let expected = "go wtime 8000 btime 7000 winc 80 binc 80 movestogo 12 depth 9";
        assert_eq!(go(&limits, 1, Some(0), false), expected);
        let own_twice = "go wtime 7000 btime 7000 winc 80 binc 80 movestogo 12 depth 9";
        assert_eq!(go(&limits, 1, None, false), own_twice);
        let limits = Limits {
            movetime: Some(Duration::from_millis(30)),
            nodes: Some(5),
            ..Limits::default()
        };
        assert_eq!(go(&limits, 0, Some(0), false), "go movetime 30 nodes 5");
        assert_eq!(go(&Limits::default(), 0, Some(0), false), "go infinite");
    }

    #[test]
    fn the_position_command_grows_with_the_game() {
        let mut line = Line::new(Position::start());
        let mut text = PositionText::new(line.start());
        assert_eq!(text.text, "position startpos");
        for (m, expected) in [
            ("e2e4", "position startpos moves e2e4"),
            ("e7e5", "position startpos moves e2e4 e7e5"),
        ] {
            line.play(line.position().parse_move(m).expect(m));
            text.follow(&line);
            assert_eq!(text.text, expected);
        }
        text.follow(&Line::new(Position::start()));
        assert_eq!(text.text, "position startpos");
    }

    #[test]
    fn declared_options_take_what_they_say() {
        let option = |name: &str, values| {
            Some(DeclaredOption {
                name: name.to_owned(),
                values,
            })
        };
        let words = |words: &[&str]| Values::Words(words.iter().map(|w| (*w).to_owned()).collect());
        for (line, expected) in [
            (
                "option name Clear Hash type button",
                option("clear hash", Values::Any),
            ),
            (
                "option name Style type combo default Normal var Very Solid var Normal",
                option("style", words(&["very solid", "normal"])),
            ),
            (
                "option name Move Overhead type spin default 10 min -5 max 5000",
                option("move overhead", Values::Numbers(-5..=5000)),
            ),
            (
                "option name Odd type spin default 10",
                option("odd", Values::Any),
            ),
            (
                "option name Ponder type check default false",
                option("ponder", Values::Switch),
            ),
            (
                "option name Log type string default min 3 max 4",
                option("log", Values::Any),
            ),
            ("id name x", None),
        ] {
            assert_eq!(DeclaredOption::parse(line), expected);
        }
    }

    #[test]
    fn a_value_that_was_not_declared_is_refused_by_name() {
        let check = |kind: &str, value: &str| {
            let line = format!("option name An Option type {kind}");
            let option = DeclaredOption::parse(&line).expect(kind);
            let checked = option.check("An Option", value);
            checked.map_err(|error| error.to_string())
        };
        let spin = "spin default 1 min 1 max 64";
        let combo = "combo default Low var Low var High Up";
        for (kind, value) in [
            (spin, "1"),
            (spin, "64"),
            (combo, "high up"),
            ("check default true", "False"),
            ("string default <empty>", ""),
            ("button", ""),
        ] {
            assert_eq!(check(kind, value), Ok(()), "{kind} {value}");
        }
        for (kind, value, expected) in [
            (spin, "65", "a number from 1 to 64"),
            (spin, "many", "a number from 1 to 64"),
            (combo, "up", "low or high up"),
            ("check default true", "maybe", "true or false"),
        ] {
            let said = format!("option An Option cannot be '{value}'; expected {expected}");
            assert_eq!(check(kind, value), Err(said));
        }
    }
}
