//! An external engine that speaks UCI, as a [`Player`].
//!
//! It is started on its first game, kept between games, and started again after a crash or a
//! stall. Written for any [`Game`]: positions travel in the game's own text form, so an engine
//! that plays another game behind UCI takes part as well.

use super::process::{EngineCommand, NoLine, Process};
use super::{Choice, Failure, Limits, Player, Report, Score};
use crate::games::{Game, Line};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long an engine that has overstepped its time is waited for after `stop`, before it counts
/// as stalled and is killed.
const STOP_GRACE: Duration = Duration::from_secs(2);

/// The stop flag is looked at this often while waiting; answers are noticed at once.
const STOP_POLL: Duration = Duration::from_millis(50);

/// A UCI engine.
#[derive(Debug)]
pub struct UciEngine<G: Game> {
    command: EngineCommand,
    options: Vec<(String, String)>,
    startup: Duration,
    ponders: bool,
    process: Option<Process>,
    /// Names of the options the engine has declared, in lower case.
    declared: Vec<String>,
    text: PositionText<G>,
    /// The opponent's expected move, while the engine thinks about its answer to it.
    pondering: Option<G::Move>,
    ponder_move: Option<G::Move>,
}

impl<G: Game> UciEngine<G> {
    /// An engine that is started by `command`, given `options` (name, value; an empty value
    /// presses a button), and must answer `uci` and `isready` within `startup`.
    pub fn new(
        command: EngineCommand,
        options: Vec<(String, String)>,
        startup: Duration,
        ponders: bool,
    ) -> UciEngine<G> {
        UciEngine {
            command,
            options,
            startup,
            ponders,
            process: None,
            declared: Vec::new(),
            text: PositionText::new(&G::start()),
            pondering: None,
            ponder_move: None,
        }
    }

    /// Starts the process now and says which options it declares, in lower case.
    ///
    /// # Errors
    /// [`Failure::Start`] in a sentence, if it cannot be started or never says `uciok`.
    pub fn start(&mut self) -> Result<&[String], Failure> {
        let mut process = Process::spawn(&self.command).map_err(Failure::Start)?;
        process.send("uci\n");
        let declared = handshake(&mut process, "uciok", self.startup)?;
        self.declared = declared.iter().filter_map(|l| option_name(l)).collect();
        let mut text = String::new();
        for (name, value) in &self.options {
            let _ = match value.as_str() {
                "" => writeln!(text, "setoption name {name}"),
                _ => writeln!(text, "setoption name {name} value {value}"),
            };
        }
        text.push_str("isready\n");
        process.send(&text);
        handshake(&mut process, "readyok", self.startup)?;
        self.process = Some(process);
        Ok(&self.declared)
    }

    /// Waits for `bestmove`. Returns when it arrived and the line.
    fn wait_for_move(
        &mut self,
        asked: Instant,
        limits: &Limits,
        stop: &AtomicBool,
        mut on_info: impl FnMut(&str, Instant),
    ) -> Result<(Instant, String), Failure> {
        let Some(process) = &mut self.process else {
            return Err(Failure::Disconnected(String::new()));
        };
        let mut deadline = limits.patience.map(|patience| asked + patience);
        let mut is_late = false;
        loop {
            let poll = Instant::now() + STOP_POLL;
            match process.line(deadline.map_or(poll, |end| end.min(poll))) {
                Ok((stamp, line)) if line.starts_with("bestmove") => {
                    let spent = stamp.saturating_duration_since(asked);
                    return if is_late { Err(Failure::TooLate(spent)) } else { Ok((stamp, line)) };
                }
                Ok((stamp, line)) if line.starts_with("info") => on_info(&line, stamp),
                Ok(_) => {}
                Err(NoLine::Closed) => return Err(Failure::Disconnected(self.bury())),
                Err(NoLine::Timeout) if stop.load(Ordering::Relaxed) => {
                    self.process = None;
                    return Err(Failure::Interrupted);
                }
                Err(NoLine::Timeout) if deadline.is_none_or(|end| Instant::now() < end) => {}
                Err(NoLine::Timeout) if is_late => {
                    process.kill();
                    self.process = None;
                    return Err(Failure::Stalled(asked.elapsed()));
                }
                Err(NoLine::Timeout) => {
                    process.send("stop\n");
                    deadline = Some(Instant::now() + STOP_GRACE);
                    is_late = true;
                }
            }
        }
    }

    /// Gives up a process that has ended, and says what is known about its end.
    fn bury(&mut self) -> String {
        match self.process.take() {
            Some(mut process) => {
                let words = process.obituary();
                process.kill();
                words
            }
            None => String::new(),
        }
    }

    /// Ends a ponder search that is no longer wanted. A process that does not answer is killed.
    fn stop_pondering(&mut self) -> Result<(), Failure> {
        if self.pondering.take().is_none() {
            return Ok(());
        }
        if let Some(process) = &mut self.process {
            process.send("stop\n");
        }
        let limits = Limits {
            patience: Some(STOP_GRACE),
            ..Limits::default()
        };
        let never = AtomicBool::new(false);
        match self.wait_for_move(Instant::now(), &limits, &never, |_, _| {}) {
            // It was slow to stop, but did.
            Ok(_) | Err(Failure::TooLate(_)) => Ok(()),
            Err(failure) => Err(failure),
        }
    }
}

impl<G: Game> Player<G> for UciEngine<G> {
    fn new_game(&mut self, start: &G) -> Result<(), Failure> {
        self.text = PositionText::new(start);
        self.pondering = None;
        self.ponder_move = None;
        if let Some(process) = &mut self.process {
            process.send("ucinewgame\nisready\n");
            if handshake(process, "readyok", self.startup).is_ok() {
                return Ok(());
            }
            // It died or hung between two games; it gets one more chance.
            process.kill();
            self.process = None;
        }
        self.start()?;
        if let Some(process) = &mut self.process {
            process.send("ucinewgame\nisready\n");
            handshake(process, "readyok", self.startup)?;
        }
        Ok(())
    }

    fn choose(
        &mut self,
        line: &Line<G>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Choice<G::Move>, Failure> {
        let expected = self.pondering;
        let hit = expected.is_some() && line.moves().last() == expected.as_ref();
        if !hit {
            self.stop_pondering()?;
        }
        self.pondering = None;
        let seat = line.position().turn();
        self.text.follow(line);
        let question = match hit {
            true => "ponderhit\n".to_owned(),
            false => format!("{}\n{}\n", self.text.text, go(limits, seat, false)),
        };
        let asked = Instant::now();
        if let Some(process) = &mut self.process {
            process.send(&question);
        }
        let mut report = Report::default();
        let (answered, answer) = self.wait_for_move(asked, limits, stop, |info, stamp| {
            read_info(info, &mut report, limits.mate_within, stamp - asked);
        })?;
        let mut words = answer.split_whitespace().skip(1);
        let text = words.next().unwrap_or("(nothing)");
        let position = line.position();
        let illegal = |_| Failure::IllegalMove(text.to_owned());
        let chosen = position.parse_move(text).map_err(illegal)?;
        self.ponder_move = match (words.next(), words.next()) {
            (Some("ponder"), Some(reply)) => position.play(chosen).parse_move(reply).ok(),
            _ => None,
        };
        Ok(Choice {
            chosen,
            elapsed: answered.saturating_duration_since(asked),
            report,
        })
    }

    fn ponder(&mut self, line: &Line<G>, limits: &Limits) {
        let Some(reply) = self.ponder_move.take().filter(|_| self.ponders) else {
            return;
        };
        self.text.follow(line);
        let mut ahead = self.text.clone();
        let mut next = line.clone();
        next.play(reply);
        if next.outcome().is_some() {
            return;
        }
        ahead.follow(&next);
        let question = format!("{}\n{}\n", ahead.text, go(limits, next.position().turn(), true));
        if let Some(process) = &mut self.process {
            process.send(&question);
            self.pondering = Some(reply);
        }
    }

    fn game_over(&mut self) {
        // The game is decided; a process that fails now is started again for the next one.
        let _ = self.stop_pondering();
    }
}

/// Reads lines until `wanted`; returns those before it.
fn handshake(
    process: &mut Process,
    wanted: &str,
    patience: Duration,
) -> Result<Vec<String>, Failure> {
    let deadline = Instant::now() + patience;
    let mut lines = Vec::new();
    loop {
        match process.line(deadline) {
            Ok((_, line)) if line == wanted => return Ok(lines),
            Ok((_, line)) => lines.push(line),
            Err(NoLine::Closed) => {
                let words = process.obituary();
                return Err(Failure::Start(format!("it ended before '{wanted}'{words}")));
            }
            Err(NoLine::Timeout) => {
                process.kill();
                let seconds = patience.as_secs_f64();
                let message = format!("it did not say '{wanted}' within {seconds} s");
                return Err(Failure::Start(message));
            }
        }
    }
}

/// `option name Clear Hash type button` gives `clear hash`.
fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    let end = rest.find(" type ")?;
    Some(rest[..end].trim().to_lowercase())
}

/// The `position` command of a growing game, extended instead of written anew.
#[derive(Clone, Debug)]
struct PositionText<G: Game> {
    text: String,
    at: G,
    moves: usize,
}

impl<G: Game> PositionText<G> {
    fn new(start: &G) -> PositionText<G> {
        let fen = start.text();
        let text = match fen == G::start().text() {
            true => "position startpos".to_owned(),
            false => format!("position fen {fen}"),
        };
        PositionText {
            text,
            at: start.clone(),
            moves: 0,
        }
    }

    /// Appends the moves of `line` that are not yet part of the text.
    fn follow(&mut self, line: &Line<G>) {
        if self.moves > line.moves().len() {
            *self = PositionText::new(line.start());
        }
        for &m in &line.moves()[self.moves..] {
            self.text.push_str(if self.moves == 0 { " moves " } else { " " });
            self.text.push_str(&self.at.move_text(m));
            self.at = self.at.play(m);
            self.moves += 1;
        }
    }
}

/// The `go` command for these limits.
fn go(limits: &Limits, seat: usize, ponder: bool) -> String {
    let mut text = String::from(if ponder { "go ponder" } else { "go" });
    let own = limits.clocks.get(seat).copied().flatten();
    if let Some(own) = own {
        let clock = |seat: usize| limits.clocks[seat].unwrap_or(own);
        let ms = |time: Duration| time.as_millis().max(1);
        let (white, black) = (clock(0), clock(1));
        let _ = write!(text, " wtime {} btime {}", ms(white.remaining), ms(black.remaining));
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

/// Takes over what an `info` line says about the best line. Scores that are only bounds and lines
/// beyond the first are left out.
fn read_info(line: &str, report: &mut Report, mate_within: Option<u32>, at: Duration) {
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
    use crate::games::chess::Position;

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
        read_info("info depth 9 score mate 5 nodes 1000 pv a2a3", &mut report, Some(3), at);
        assert_eq!(report.mate_found, None, "mate in five is not mate in three");
        read_info("info depth 9 score mate 3 nodes 1500 pv a2a3", &mut report, Some(3), at);
        assert_eq!(report.mate_found, Some((at, 1500)));
        read_info("info score mate -2", &mut report, Some(3), at);
        assert_eq!(report.score, Some(Score::Mate(-2)));
    }

    #[test]
    fn damaged_info_lines_do_no_harm() {
        let mut report = Report::default();
        for line in ["info", "info depth", "info score", "info score cp x", "info nodes -5 pv"] {
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
        use super::super::Clock;
        let limits = Limits {
            clocks: [Some(clock(8000)), Some(clock(7000))],
            depth: Some(9),
            ..Limits::default()
        };
        let expected = "go wtime 8000 btime 7000 winc 80 binc 80 movestogo 12 depth 9";
        assert_eq!(go(&limits, 1, false), expected);
        let limits = Limits {
            movetime: Some(Duration::from_millis(30)),
            nodes: Some(5),
            ..Limits::default()
        };
        assert_eq!(go(&limits, 0, false), "go movetime 30 nodes 5");
        assert_eq!(go(&Limits::default(), 0, false), "go infinite");
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
    fn option_names_may_hold_spaces() {
        let line = "option name Clear Hash type button";
        assert_eq!(option_name(line).as_deref(), Some("clear hash"));
        assert_eq!(option_name("id name x"), None);
    }
}
