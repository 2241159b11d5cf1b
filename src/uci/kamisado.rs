//! Kamisado on the searcher thread: tasks, limits, and the wording of its answers.
//!
//! Everything a GUI sees has chess's form, with two differences: a score of 0 is never given (there
//! are no draws), and a `mate` score may count zero moves, which are plies like any other.

use super::worker::Event;
use crate::games::Game;
use crate::games::kamisado::{Match, MatchMove, Move, Position};
use crate::games::perft::{PerftOptions, divide_until};
use crate::memory::OutOfMemory;
use crate::players::kamisado::{Bounds, DECIDED, KamisadoPlayer, Strength, Thought, WIN};
use crate::search::Control;
use crate::search::time::{Budget, Clock};
use crossbeam_channel::Sender;
use rand::rngs::StdRng;
use std::fmt::Write;
use std::sync::Arc;

/// Something for the searcher thread to do in Kamisado.
pub enum Task {
    /// Search, and answer with a `bestmove`.
    Go {
        /// The position to search.
        game: Match,
        /// When to end.
        limits: Limits,
        /// The switchboard.
        control: Arc<Control<'static>>,
    },
    /// Count move sequences.
    Perft {
        /// From here.
        game: Match,
        /// Plies.
        depth: u32,
        /// The switchboard.
        control: Arc<Control<'static>>,
    },
}

/// When a search ends. The first limit that is reached ends it.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<usize>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// A fixed time for this move, in milliseconds.
    pub movetime_ms: Option<u64>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// A win in at most so many moves is looked for, and nothing longer.
    pub mate: Option<u32>,
    /// Only these moves; empty for all.
    pub moves: Vec<Move>,
    /// Analysis: no handicap.
    pub at_leisure: bool,
}

/// What the options say.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// Size of the prover's table in MB.
    pub hash_mb: usize,
    /// Time kept back on each move.
    pub overhead_ms: u64,
    /// Add chances of win, draw and loss.
    pub show_wdl: bool,
    /// The Elo to play at, if not at full strength.
    pub elo: Option<u32>,
}

/// The player and its settings on the searcher thread. Memory is taken when it is first needed.
pub struct Desk {
    player: Option<KamisadoPlayer>,
    /// The size of the player's table.
    hash_mb: usize,
    rng: StdRng,
}

impl Default for Desk {
    fn default() -> Desk {
        Desk {
            player: None,
            hash_mb: 0,
            rng: rand::make_rng(),
        }
    }
}

impl Desk {
    /// Forgets what the prover has learnt.
    pub fn new_game(&mut self) {
        if let Some(player) = &mut self.player {
            player.clear();
        }
    }

    /// Does a task; the last line is an [`Event::Final`].
    pub fn work(&mut self, task: Task, wishes: Wishes, events: &Sender<Event>) {
        let say = |event| {
            // If the session is gone, the program is about to end.
            let _ = events.send(event);
        };
        let last = match task {
            Task::Perft {
                game,
                depth,
                control,
            } => perft(&game, depth, &control, &say),
            Task::Go {
                game,
                limits,
                control,
            } => match self.player(wishes.hash_mb) {
                Ok(()) => self.go(&game, &limits, wishes, &control, &say),
                Err(error) => {
                    say(Event::Line(format!("info string {error}")));
                    fallback(&game)
                }
            },
        };
        say(Event::Final(last));
    }

    /// Makes sure that there is a player with a table of this size, or at least of the old one.
    fn player(&mut self, hash_mb: usize) -> Result<(), OutOfMemory> {
        if self.player.is_none() || self.hash_mb != hash_mb {
            match KamisadoPlayer::new(hash_mb) {
                Ok(player) => self.player = Some(player),
                Err(error) if self.player.is_none() => return Err(error),
                Err(_) => {}
            }
            self.hash_mb = hash_mb;
        }
        Ok(())
    }

    fn go(
        &mut self,
        game: &Match,
        limits: &Limits,
        wishes: Wishes,
        control: &Control,
        say: &dyn Fn(Event),
    ) -> String {
        let Some(player) = &mut self.player else {
            return fallback(game);
        };
        let here = game.round();
        if game.is_over() {
            say(Event::Line("info depth 0 score mate 0".to_owned()));
            return "bestmove (none)".to_owned();
        }
        if game.is_between_rounds() {
            let fill = game.move_text(MatchMove::Regroup(player.regroup(game)));
            say(Event::Line(format!(
                "info depth 1 score cp 1 nodes 2 time 0 pv {fill}"
            )));
            return format!("bestmove {fill}");
        }
        let stop = Stop::new(limits, wishes.overhead_ms, control);
        let report = |thought: &Thought| {
            let ms = control.elapsed().as_micros();
            say(Event::Line(info(here, thought, ms, wishes.show_wdl)));
        };
        if let Some(elo) = wishes.elo.filter(|_| !limits.at_leisure) {
            let mut stop = |nodes| stop.now(nodes);
            let chosen = player.choose_at(game, strength(elo), &mut self.rng, &mut stop);
            let Some(MatchMove::Step(m)) = chosen else {
                return fallback(game);
            };
            let bounds = Bounds {
                depth: Some(1),
                moves: vec![m],
            };
            let thought = player.think(here, &bounds, &mut stop, &mut |t| report(t));
            return best_move(here, thought.as_ref().map_or(&[m][..], |t| &t.line));
        }
        let mate_plies = limits.mate.map(|moves| moves.saturating_mul(2) as usize);
        let depth = limits.depth.into_iter().chain(mate_plies).min();
        let bounds = Bounds {
            depth: depth.map(|plies| u8::try_from(plies).unwrap_or(u8::MAX)),
            moves: limits.moves.clone(),
        };
        let mut last = None;
        let thought = player.think(
            here,
            &bounds,
            &mut |nodes| stop.now(nodes),
            &mut |thought| {
                last = Some(thought.line.clone());
                report(thought);
            },
        );
        match thought {
            Some(thought) => {
                // Every bestmove has its info line, and the last one's line begins with it.
                if last.as_ref() != Some(&thought.line) {
                    report(&thought);
                }
                best_move(here, &thought.line)
            }
            None => fallback(game),
        }
    }
}

/// The stop sign of one search.
struct Stop<'a> {
    control: &'a Control<'a>,
    nodes: u64,
    budget: Option<Budget>,
}

impl Stop<'_> {
    fn new<'a>(limits: &Limits, overhead_ms: u64, control: &'a Control<'a>) -> Stop<'a> {
        let fixed = limits.movetime_ms;
        let fixed = fixed.map(|ms| Budget::from_move_time(ms, overhead_ms));
        let clock = limits.clock;
        let clock = clock.map(|clock| Budget::from_clock(clock, overhead_ms));
        Stop {
            control,
            nodes: limits.nodes.unwrap_or(u64::MAX),
            budget: fixed.or(clock),
        }
    }

    fn now(&self, nodes: u64) -> bool {
        if self.control.stopped() || nodes >= self.nodes {
            return true;
        }
        let out_of_time = |budget: Budget| self.control.on_the_clock() >= budget.hard;
        !self.control.is_pondering() && self.budget.is_some_and(out_of_time)
    }
}

/// The strength that stands for an Elo: from a random mover at 600 to nine plies at 2500.
fn strength(elo: u32) -> Strength {
    Strength::numbered((elo.saturating_sub(600) / 200).min(9) as u8).unwrap_or(Strength::Greedy)
}

/// Any legal move, when there is nothing better.
fn fallback(game: &Match) -> String {
    match game.moves().first() {
        Some(m) => {
            let text = game.move_text(*m);
            format!("bestmove {text}")
        }
        None => "bestmove (none)".to_owned(),
    }
}

fn best_move(here: &Position, line: &[Move]) -> String {
    let Some(&best) = line.first() else {
        return "bestmove (none)".to_owned();
    };
    let mut out = format!("bestmove {}", here.move_text(best));
    let next = here.play(best);
    if let Some(reply) = line.get(1).filter(|m| next.is_legal(**m)) {
        let _ = write!(out, " ponder {}", next.move_text(*reply));
    }
    out
}

/// The score as UCI writes it.
fn score(score: i32) -> String {
    match score {
        DECIDED.. => format!("mate {}", (WIN - score + 1) / 2),
        _ if score <= -DECIDED => format!("mate -{}", (WIN + score + 1) / 2),
        0 => "cp 1".to_owned(),
        _ => format!("cp {score}"),
    }
}

fn info(here: &Position, thought: &Thought, time_us: u128, show_wdl: bool) -> String {
    let Thought {
        depth,
        score: value,
        nodes,
        line,
        ..
    } = thought;
    let seldepth = line.len().max(usize::from(*depth));
    let mut out = format!("info depth {depth} seldepth {seldepth} multipv 1 score ");
    out += &score(*value);
    if show_wdl {
        let win = match *value {
            DECIDED.. => 1000,
            value if value <= -DECIDED => 0,
            value => (1000.0 / (1.0 + (-f64::from(value) / 100.0).exp())).round() as u32,
        };
        let _ = write!(out, " wdl {win} 0 {}", 1000 - win);
    }
    let nps = u128::from(*nodes) * 1_000_000 / time_us.max(1);
    let ms = time_us / 1000;
    let _ = write!(
        out,
        " nodes {nodes} nps {nps} hashfull 0 tbhits 0 time {ms} pv"
    );
    let mut here = *here;
    for &m in line {
        let _ = write!(out, " {}", here.move_text(m));
        here = here.play(m);
    }
    out
}

fn perft(game: &Match, depth: u32, control: &Control, say: &dyn Fn(Event)) -> String {
    let stop = || control.stopped();
    match divide_until(game, depth, PerftOptions::default(), &stop) {
        Ok(Some(divided)) => {
            let mut nodes = u64::from(depth == 0);
            for (m, count) in divided {
                nodes += count;
                say(Event::Line(format!("{}: {count}", game.move_text(m))));
            }
            format!("\nNodes searched: {nodes}\n")
        }
        Ok(None) => "info string perft was stopped".to_owned(),
        Err(error) => format!("info string {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_count_moves_and_are_never_zero() {
        assert_eq!(score(0), "cp 1");
        assert_eq!(score(-7), "cp -7");
        assert_eq!(score(WIN - 1), "mate 1");
        assert_eq!(score(WIN - 17), "mate 9");
        assert_eq!(score(-WIN + 2), "mate -1");
        assert_eq!(score(-WIN + 16), "mate -8");
    }
}
