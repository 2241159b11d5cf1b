//! An external engine that speaks UCI, as a [`Player`].
//!
//! Its process is started for its first game, kept between games, and restarted after a crash or a stall. It works for
//! any [`Game`]: positions are sent in the game's own text form, so an engine that plays another game over UCI can be
//! used as well.

use super::process::{EngineCommand, NoLine, Process};
use super::uci_text::{DeclaredOption, PositionText, go, read_info};
use super::{Choice, Failure, Limits, Player, PlayerTranscript, Report, Request};
use base::say;
use games::{Game, Line, Text};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Time for an engine that has overstepped its time to answer after `stop`; without an answer it counts as stalled and
/// is killed.
const STOP_GRACE: Duration = Duration::from_secs(2);

/// Interval at which the stop flag is checked while waiting; answers are noticed at once.
const STOP_POLL: Duration = Duration::from_millis(50);

/// Maximum number of declared options of an engine that are stored.
const MOST_OPTIONS: usize = 10_000;

/// Player that is an external UCI engine.
#[derive(Debug)]
pub struct UciEngine<G: Game> {
    command: EngineCommand,
    options: Vec<(String, String)>,
    startup: Duration,
    ponders: bool,
    process: Option<Process>,
    /// Options that the engine has declared.
    declared: Vec<DeclaredOption>,
    /// `position` command of the current game; `None` before the first game.
    text: Option<PositionText<G>>,
    /// Expected move of the opponent while the engine ponders on it; `None` if it does not ponder.
    pondering: Option<G::Move>,
    ponder_move: Option<G::Move>,
    /// Transcript that records the lines to and from the engine, if any.
    transcript: Option<PlayerTranscript>,
}

impl<G: Game> UciEngine<G> {
    /// Creates a player for the engine that `command` starts. It is given `options` (name and value; an empty value
    /// presses a button), and must answer `uci` and `isready` within `startup`. `ponders` is true if it thinks on the
    /// opponent's time.
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
            text: None,
            pondering: None,
            ponder_move: None,
            transcript: None,
        }
    }

    /// Starts the process now, and returns the options that it declares.
    ///
    /// # Errors
    /// [`Failure::Start`] with a sentence if the process cannot be started or does not answer `uciok` in time;
    /// [`Failure::Interrupted`] soon after `stop` is set.
    pub fn start(&mut self, stop: &AtomicBool) -> Result<&[DeclaredOption], Failure> {
        let spawned = Process::spawn(&self.command, self.transcript.clone());
        let mut process = spawned.map_err(Failure::Start)?;
        process.send("uci\n");
        self.declared = handshake(&mut process, "uciok", self.startup, stop)?;
        let mut text = String::new();
        for (name, value) in &self.options {
            let _ = match value.as_str() {
                "" => writeln!(text, "setoption name {name}"),
                _ => writeln!(text, "setoption name {name} value {value}"),
            };
        }
        text.push_str("isready\n");
        process.send(&text);
        handshake(&mut process, "readyok", self.startup, stop)?;
        self.process = Some(process);
        Ok(&self.declared)
    }

    /// Waits for `bestmove`. Returns the time of its arrival and the line.
    ///
    /// The time at which a line arrived counts, not that at which it is read: an engine that writes without end is
    /// still stopped in time, and one that has answered in time is not blamed for delays of this process. An answer
    /// that arrived before `fresh` belongs to an earlier request and is ignored. `asked` is the time of the request,
    /// and `on_info` is called with each `info` line and its time.
    ///
    /// # Errors
    /// A [`Failure`]: the engine has ended or answered too late, or `stop` was set.
    fn wait_for_move(
        &mut self,
        (asked, fresh): (Instant, Option<Instant>),
        limits: &Limits,
        stop: &AtomicBool,
        mut on_info: impl FnMut(&str, Instant),
    ) -> Result<(Instant, String), Failure> {
        let Some(process) = &mut self.process else {
            return Err(Failure::Disconnected(Text::same("")));
        };
        let mut deadline = limits.patience.map(|patience| asked + patience);
        let mut is_late = false;
        loop {
            if stop.load(Ordering::Relaxed) {
                self.process = None;
                return Err(Failure::Interrupted);
            }
            let poll = Instant::now() + STOP_POLL;
            let now = match process.line(deadline.map_or(poll, |end| end.min(poll))) {
                Ok((stamp, line))
                    if line.starts_with("bestmove") && fresh.is_none_or(|fresh| stamp >= fresh) =>
                {
                    let spent = stamp.saturating_duration_since(asked);
                    return if is_late {
                        Err(Failure::TooLate(spent))
                    } else {
                        Ok((stamp, line))
                    };
                }
                Ok((stamp, line)) => {
                    if line.starts_with("info") {
                        on_info(&line, stamp);
                    }
                    stamp
                }
                Err(NoLine::Closed) => return Err(Failure::Disconnected(self.bury())),
                Err(NoLine::Timeout) => Instant::now(),
            };
            if deadline.is_none_or(|end| now < end) {
                continue;
            }
            if is_late {
                process.kill();
                self.process = None;
                return Err(Failure::Stalled(asked.elapsed()));
            }
            process.send("stop\n");
            deadline = Some(Instant::now() + STOP_GRACE);
            is_late = true;
        }
    }

    /// Drops a process that has ended, and returns what is known about its end.
    fn bury(&mut self) -> Text {
        match self.process.take() {
            Some(mut process) => {
                let end = process.obituary();
                process.kill();
                end
            }
            None => Text::same(""),
        }
    }

    /// Ends a ponder search whose result is not needed. A process that does not answer is killed.
    fn stop_pondering(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
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
        match self.wait_for_move((Instant::now(), None), &limits, stop, |_, _| {}) {
            // The answer came late, but it came.
            Ok(_) | Err(Failure::TooLate(_)) => Ok(()),
            Err(failure) => Err(failure),
        }
    }
}

impl<G: Game> Player<G> for UciEngine<G> {
    fn new_game(&mut self, start: &G, stop: &AtomicBool) -> Result<(), Failure> {
        self.text = Some(PositionText::new(start));
        self.pondering = None;
        self.ponder_move = None;
        if let Some(process) = &mut self.process {
            process.send("ucinewgame\nisready\n");
            match handshake(process, "readyok", self.startup, stop) {
                Ok(_) => return Ok(()),
                Err(Failure::Interrupted) => {
                    self.process = None;
                    return Err(Failure::Interrupted);
                }
                // The process ended or hung between two games and is restarted once.
                Err(_) => process.kill(),
            }
            self.process = None;
        }
        self.start(stop)?;
        if let Some(process) = &mut self.process {
            process.send("ucinewgame\nisready\n");
            handshake(process, "readyok", self.startup, stop)?;
        }
        Ok(())
    }

    /// Returns only the last of the engine's own reports, as part of the answer; the request's receiver gets none. The
    /// moves cannot be restricted.
    fn answer(&mut self, request: &Request<G>) -> Result<Choice<G::Move>, Failure> {
        let (line, limits, stop) = (request.game, request.limits, request.control.flag());
        let expected = self.pondering;
        let hit = expected.is_some() && line.moves().last() == expected.as_ref();
        if !hit {
            self.stop_pondering(stop)?;
        }
        self.pondering = None;
        let seat = line.position().turn();
        let known = self
            .text
            .get_or_insert_with(|| PositionText::new(line.start()));
        known.follow(line);
        let question = if hit {
            "ponderhit\n".to_owned()
        } else {
            format!(
                "{}\n{}\n",
                known.text,
                go(limits, seat, white(line.position()), false)
            )
        };
        let asked = Instant::now();
        if let Some(process) = &mut self.process {
            process.send(&question);
        }
        let mut report = Report::default();
        // An engine may answer a ponder search before it is told that the expected move was played.
        let fresh = (!hit).then_some(asked);
        let (answered, answer) =
            self.wait_for_move((asked, fresh), limits, stop, |info, stamp| {
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
            reply: self.ponder_move,
            elapsed: answered.saturating_duration_since(asked),
            report,
        })
    }

    fn ponder(&mut self, line: &Line<G>, limits: &Limits) {
        let Some(reply) = self.ponder_move.take().filter(|_| self.ponders) else {
            return;
        };
        let known = self
            .text
            .get_or_insert_with(|| PositionText::new(line.start()));
        known.follow(line);
        let mut ahead = known.clone();
        let mut next = line.clone();
        next.play(reply);
        if next.outcome().is_some() {
            return;
        }
        ahead.follow(&next);
        let question = format!(
            "{}\n{}\n",
            ahead.text,
            go(limits, next.position().turn(), white(next.position()), true)
        );
        if let Some(process) = &mut self.process {
            process.send(&question);
            self.pondering = Some(reply);
        }
    }

    fn set_transcript(&mut self, transcript: Option<PlayerTranscript>) {
        if let Some(process) = &self.process {
            process.set_transcript(transcript.clone());
        }
        self.transcript = transcript;
    }

    fn game_over(&mut self) {
        // The result of the game is known; a process that fails now is restarted for the next game.
        let _ = self.stop_pondering(&AtomicBool::new(false));
    }
}

/// Returns the seat whose clock UCI calls White's; `None` in a game of more than two players.
fn white<G: Game>(position: &G) -> Option<usize> {
    (position.players() == 2).then_some(position.white())
}

/// Reads lines until `wanted`, and returns the options declared before it. An engine that writes other lines has no
/// more time than a silent one.
fn handshake(
    process: &mut Process,
    wanted: &str,
    patience: Duration,
    stop: &AtomicBool,
) -> Result<Vec<DeclaredOption>, Failure> {
    let deadline = Instant::now() + patience;
    let mut declared = Vec::new();
    loop {
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Interrupted);
        }
        let poll = Instant::now() + STOP_POLL;
        let now = match process.line(deadline.min(poll)) {
            Ok((_, line)) if line == wanted => return Ok(declared),
            Ok((stamp, line)) => {
                if declared.len() < MOST_OPTIONS {
                    declared.extend(DeclaredOption::parse(&line));
                }
                stamp
            }
            Err(NoLine::Closed) => {
                let end = process.obituary();
                let said = |lang| say!(lang, "start-ended", wanted, end = end.get(lang));
                return Err(Failure::Start(Text::of(said)));
            }
            Err(NoLine::Timeout) => Instant::now(),
        };
        if now >= deadline {
            process.kill();
            let seconds = patience.as_secs_f64();
            let said = |lang| say!(lang, "start-silent", wanted, seconds);
            return Err(Failure::Start(Text::of(said)));
        }
    }
}
