//! Parser of the lines that a GUI sends. It never fails: a line that cannot be understood becomes [`Command::Unknown`]
//! or [`Command::Refused`]; invalid arguments of `go` are skipped and reported in [`Go::complaints`].

use super::format::shortened;
use base::limits::Clock;
use games::{MAX_SEATS, perft};
use solve::mate::MAX_MOVES;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Maximum depth of `bench`, in plies. Greater ones, which would take days, are refused.
const DEEPEST_BENCH: u32 = 60;

/// A line from the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`: asks for names and options, ended by `uciok`.
    Uci,
    /// `ugi`: as `uci`, for the protocol UGI, ended by `ugiok`.
    Ugi,
    /// UGI's `query …`: `gameover`, `p1turn` or `result`.
    Query(String),
    /// `isready`: asks for `readyok`.
    IsReady,
    /// `ucinewgame` or `uginewgame`: the next position belongs to another game.
    NewGame,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `setoption name … [value …]`; an option without a value has an empty one.
    SetOption {
        /// The option's name as given.
        name: String,
        /// The value as given.
        value: String,
    },
    /// `position …`: sets the position to search.
    Position {
        /// FEN of the position; `None` for the start position.
        fen: Option<String>,
        /// Moves played from there, as given.
        moves: Vec<String>,
    },
    /// `go …`: starts a search.
    Go(Box<Go>),
    /// `go perft N`: counts the positions after N plies.
    Perft(u32),
    /// `verify N`: looks for every first move that mates in at most N moves.
    Verify(u32),
    /// `stop`: ends the search.
    Stop,
    /// `ponderhit`: the opponent has played the expected move.
    PonderHit,
    /// `quit` or `exit`: ends the program.
    Quit,
    /// `d`: draws the board.
    Display,
    /// `eval`: explains the evaluation.
    Eval,
    /// `bench [depth]`: measures the speed of the search, with a depth in plies; `None` for the default depth.
    Bench(Option<usize>),
    /// `help`: lists the commands.
    Help,
    /// `license`: prints the licence.
    License,
    /// `flip`: gives the move to the other side, in the same position.
    Flip,
    /// An empty line, or a command of the protocol that has no effect here: `register`.
    Nothing,
    /// A command with an invalid part; the text is a sentence that says what is wrong.
    Refused(String),
    /// A `position` command with an invalid part; the text is a sentence that says what is wrong. Until the next
    /// `position` a `go` has no position to search.
    RefusedPosition(String),
    /// Any other text.
    Unknown(String),
}

/// Arguments of `go`; `None` for those that were not given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Maximum depth of the search, in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Number of moves in which, or in fewer, a mate is looked for.
    pub mate: Option<u32>,
    /// Time for this move, in milliseconds.
    pub movetime: Option<u64>,
    /// Remaining time of White and of Black, in milliseconds.
    pub time: [Option<i64>; 2],
    /// Increment of White and of Black per move, in milliseconds.
    pub increment: [i64; 2],
    /// Remaining time of each player in the protocol UGI, in milliseconds; the player who moves first is the first.
    pub seat_time: [Option<i64>; MAX_SEATS],
    /// Increment of each player per move in the protocol UGI, in milliseconds.
    pub seat_increment: [i64; MAX_SEATS],
    /// Number of moves to the next time control.
    pub movestogo: Option<u32>,
    /// True if there must be no answer before `stop`.
    pub infinite: bool,
    /// True if the search runs on the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Moves to which the search is restricted, as given; all moves if there are none.
    pub searchmoves: Vec<String>,
    /// Sentences about arguments that were not understood and are left out, one for each.
    pub complaints: Vec<String>,
}

impl Go {
    /// Returns the clock of a side, given by colour (0 White, 1 Black), as UCI names sides, and by seat (0 moves
    /// first), as UGI does; `None` if no time was given. If only another side's time was given, it counts for this side
    /// too.
    pub fn clock(&self, color: usize, seat: usize) -> Option<Clock> {
        let of = |times: &[Option<i64>], index: usize| {
            let own = times.get(index).copied().flatten();
            own.or_else(|| times.iter().copied().find_map(|time| time))
        };
        let by_color = of(&self.time, color).map(|time| (time, self.increment[color]));
        let by_seat = of(&self.seat_time, seat).map(|time| (time, self.seat_increment[seat]));
        let (time_ms, increment_ms) = by_color.or(by_seat)?;
        Some(Clock {
            remaining: milliseconds(time_ms),
            increment: milliseconds(increment_ms),
            moves_to_go: self.movestogo.filter(|moves| *moves > 0),
        })
    }

    /// Returns true if an argument was given that suggests a limit, but no limit was understood: the search would never
    /// end, which was hardly intended.
    pub fn is_nonsense(&self) -> bool {
        // Increments or a number of moves without a time are no limit.
        let half = self.movestogo.is_some()
            || self.increment != [0; 2]
            || self.seat_increment != [0; MAX_SEATS];
        (half || !self.complaints.is_empty())
            && !self.infinite
            && !self.ponder
            && self.is_unlimited()
    }

    /// Returns true if nothing but `stop` ends this search.
    pub fn is_unlimited(&self) -> bool {
        self.infinite
            || (self.depth.is_none()
                && self.nodes.is_none()
                && self.mate.is_none()
                && self.movetime.is_none()
                && self.time == [None, None]
                && self.seat_time == [None; MAX_SEATS])
    }
}

/// Converts milliseconds; a negative number, which some GUIs send when the time is up, becomes 0.
fn milliseconds(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}

const KEYWORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// Returns true if a word of `go` begins another argument.
fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word) || seat_of(word, "time").or(seat_of(word, "inc")).is_some()
}

/// Returns the seat, from 0, in a word such as `p1time` or `p1inc`, of which `what` is the end; `None` if it is no such
/// word.
fn seat_of(word: &str, what: &str) -> Option<usize> {
    let number = word.strip_prefix('p')?.strip_suffix(what)?;
    let seat = number.parse::<usize>().ok()?.checked_sub(1)?;
    (seat < MAX_SEATS).then_some(seat)
}

/// Parses a line. Unknown words before a known command are skipped, as the protocol demands.
pub fn parse(line: &str) -> Command {
    let words: Vec<&str> = line.split_whitespace().collect();
    for (index, word) in words.iter().enumerate() {
        if *word == "setoption" {
            return parse_option(line, &words[index + 1..]);
        }
        if let Some(command) = parse_from(word, &words[index + 1..]) {
            return command;
        }
    }
    if words.is_empty() {
        Command::Nothing
    } else {
        Command::Unknown(words.join(" "))
    }
}

fn parse_from(word: &str, rest: &[&str]) -> Option<Command> {
    Some(match word {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ugi" => Command::Ugi,
        "query" => Command::Query(rest.join(" ")),
        "ucinewgame" | "uginewgame" => Command::NewGame,
        "debug" => Command::Debug(rest.first() != Some(&"off")),
        "position" => parse_position(rest),
        "go" => parse_go(rest),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" | "exit" => Command::Quit,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "verify" => match whole("verify", rest.first(), 1..=MAX_MOVES) {
            Ok(moves) => Command::Verify(moves.unwrap_or(2)),
            Err(why) => Command::Refused(why),
        },
        "bench" => match whole("bench", rest.first(), 1..=DEEPEST_BENCH) {
            Ok(depth) => Command::Bench(depth.map(|depth| depth as usize)),
            Err(why) => Command::Refused(why),
        },
        "help" | "?" => Command::Help,
        "license" | "licence" => Command::License,
        "flip" => Command::Flip,
        "register" => Command::Nothing,
        _ => return None,
    })
}

/// Parses the `words` of `line` that follow `setoption`. The name is the words before `value`, joined by single spaces.
/// The value is the rest of the line from the first word after `value`, exactly as written but without white space at
/// the end, because a path may have several spaces in a row. It is empty if there is none, or if it is `<empty>`.
fn parse_option(line: &str, words: &[&str]) -> Command {
    let words = match words.first() {
        Some(&"name") => &words[1..],
        _ => words,
    };
    let split = words.iter().position(|word| *word == "value");
    let name = words[..split.unwrap_or(words.len())].join(" ");
    let value = match split.and_then(|at| words.get(at + 1)) {
        Some(first) => &line[offset(line, first)..],
        None => "",
    };
    let value = value.trim_end().to_owned();
    let value = if value == "<empty>" {
        String::new()
    } else {
        value
    };
    Command::SetOption { name, value }
}

/// Byte offset at which a word of a line begins in it.
fn offset(line: &str, word: &str) -> usize {
    word.as_ptr().addr() - line.as_ptr().addr()
}

fn parse_position(words: &[&str]) -> Command {
    let split = words.iter().position(|word| *word == "moves");
    let (start, moves) = words.split_at(split.unwrap_or(words.len()));
    let moves = moves
        .iter()
        .skip(1)
        .map(|word| (*word).to_owned())
        .collect();
    let fen = match start.first() {
        Some(&"startpos") if start.len() > 1 => {
            let rest = start[1..].join(" ");
            return Command::RefusedPosition(format!(
                "'{rest}' after startpos is not understood: expected 'moves' before moves"
            ));
        }
        Some(&"startpos") => None,
        Some(&"fen") => Some(start[1..].join(" ")),
        // Some users forget the keyword `startpos` or `fen`.
        _ => Some(start.join(" ")),
    };
    Command::Position { fen, moves }
}

fn parse_go(words: &[&str]) -> Command {
    let mut go = Go::default();
    let mut rest = Arguments {
        words: words.iter().peekable(),
        complaints: Vec::new(),
    };
    let at_least_one = |n: i64| u32::try_from(n.max(1)).unwrap_or(u32::MAX);
    while let Some(word) = rest.words.next() {
        match *word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(m) = rest.words.next_if(|word| !is_keyword(word)) {
                    go.searchmoves.push((*m).to_owned());
                }
            }
            "perft" => {
                return match whole("go perft", rest.words.next(), 0..=perft::MAX_DEPTH) {
                    Ok(depth) => Command::Perft(depth.unwrap_or(1)),
                    Err(why) => Command::Refused(why),
                };
            }
            "depth" => go.depth = rest.within(word, 1).map(at_least_one),
            "nodes" => go.nodes = rest.within(word, 1).map(|n| n as u64),
            "mate" => match rest.number(word) {
                Some(n) if n < 1 => rest.complain(format!("'mate {n}' is not from 1 on")),
                n => go.mate = n.map(at_least_one),
            },
            "movetime" => go.movetime = rest.within(word, 0).map(|n| n as u64),
            "wtime" => go.time[0] = rest.number(word),
            "btime" => go.time[1] = rest.number(word),
            "winc" => go.increment[0] = rest.number(word).unwrap_or(0),
            "binc" => go.increment[1] = rest.number(word).unwrap_or(0),
            "movestogo" => {
                let moves = rest.number(word);
                go.movestogo = moves.map(|n| u32::try_from(n.max(0)).unwrap_or(u32::MAX));
            }
            word => {
                if let Some(seat) = seat_of(word, "time") {
                    go.seat_time[seat] = rest.number(word);
                } else if let Some(seat) = seat_of(word, "inc") {
                    go.seat_increment[seat] = rest.number(word).unwrap_or(0);
                } else {
                    rest.complain(format!("'{}' is nothing it knows", shortened(word)));
                }
            }
        }
    }
    go.complaints = rest.complaints;
    Command::Go(Box::new(go))
}

/// Largest number of an argument of `go` that is taken as it stands: as milliseconds, 31,688 years.
const MOST: i64 = 1_000_000_000_000_000;

/// Words of a `go` that have not been parsed yet, and the complaints about those that have.
struct Arguments<'a> {
    words: std::iter::Peekable<std::slice::Iter<'a, &'a str>>,
    complaints: Vec<String>,
}

impl Arguments<'_> {
    /// Returns the number that follows an argument; if there is none, adds a complaint and returns `None`.
    fn number(&mut self, argument: &str) -> Option<i64> {
        let Some(word) = self.words.next_if(|word| !is_keyword(word)) else {
            self.complain(format!("'{argument}' needs a number"));
            return None;
        };
        let number = number(word);
        if number.is_none() {
            let word = shortened(word);
            self.complain(format!("'{argument} {word}' needs a number"));
        }
        number
    }

    /// Returns the number that follows an argument, clamped to `least` and [`MOST`]; adds a complaint if that changes
    /// it. If there is no number, adds a complaint and returns `None`.
    fn within(&mut self, argument: &str, least: i64) -> Option<i64> {
        let given = self.number(argument)?;
        let taken = given.clamp(least, MOST);
        if taken != given {
            self.note(format!(
                "go: '{argument}' is from {least} to {MOST}; {taken} is taken"
            ));
        }
        Some(taken)
    }

    /// Adds a complaint about an argument that is left out, unless there are many already.
    fn complain(&mut self, why: String) {
        self.note(format!("go: {why}; it is left out"));
    }

    fn note(&mut self, why: String) {
        if self.complaints.len() < 8 {
            self.complaints.push(why);
        }
    }
}

/// Returns the number that follows a command; `None` if nothing follows.
///
/// # Errors
/// A sentence if the word is not a number within `bounds`.
fn whole(
    command: &str,
    word: Option<&&str>,
    bounds: RangeInclusive<u32>,
) -> Result<Option<u32>, String> {
    let Some(word) = word else { return Ok(None) };
    match word.parse() {
        Ok(number) if bounds.contains(&number) => Ok(Some(number)),
        _ => {
            let (least, most) = (bounds.start(), bounds.end());
            let word = shortened(word);
            Err(format!(
                "{command} takes a number from {least} to {most}, not '{word}'"
            ))
        }
    }
}

/// Parses a number; one that is too large or too small becomes the greatest or the least one, and a fraction is cut
/// off. `None` if the word is no number.
fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        // Some GUIs send fractions of a millisecond.
        let fraction: f64 = word.parse().ok()?;
        return fraction.is_finite().then_some(fraction as i64);
    }
    Some(word.parse().unwrap_or(if word.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    }))
}

#[cfg(test)]
mod tests;
