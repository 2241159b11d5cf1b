//! A whole match: the pool plays the schedule, every finished game goes to disk and into the
//! standings, and the sequential test may end it.

use super::adjudication::Rules;
use super::clock::Pace;
use super::journal::Journal;
use super::openings::Openings;
use super::pgn::{Tags, pgn};
use super::referee::{PlayedGame, play};
use super::schedule::{Job, Schedule};
use super::sprt::{Decision, Sprt};
use super::standings::{GameRecord, Standings};
use super::{Contest, Roster, pool};
use crate::players::Player;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Everything that describes a match but its players' inner life.
#[derive(Clone, Debug)]
pub struct Match<G: Contest> {
    /// For the PGN's `Event` tag.
    pub event: String,
    /// By player.
    pub names: Vec<String>,
    /// By player.
    pub paces: Vec<Pace>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// From where.
    pub openings: Openings<G>,
    /// When a game is over early.
    pub rules: Rules,
    /// When the match is over early.
    pub sprt: Option<Sprt>,
    /// For players that need chance.
    pub seed: u64,
    /// Games at a time.
    pub concurrency: usize,
    /// Whether game records are wanted.
    pub write_pgn: bool,
}

/// How a match stands.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The results so far.
    pub standings: Standings,
    /// Log-likelihood ratio and what it decides, if a test is run.
    pub sprt: Option<(f64, Decision)>,
    /// Games of the whole schedule.
    pub total: usize,
    /// Games played since the match was started or resumed.
    pub played_now: usize,
    /// Since the match was started or resumed.
    pub elapsed: Duration,
}

/// What the listener hears.
pub enum News<'a> {
    /// A game is over.
    Game(&'a Job, &'a GameRecord, &'a Progress),
    /// Nothing has happened for half a second.
    Tick(&'a Progress),
}

/// Plays the games that are not among `finished`. Ends early when the test has decided, or when
/// somebody sets `stop`; whoever wants to know which looks at the decision.
///
/// # Errors
/// A sentence, if a game cannot be put on disk. The games in progress are abandoned then.
pub fn run<G: Contest>(
    setup: &Match<G>,
    roster: &dyn Roster<G>,
    journal: &mut Journal,
    finished: &[GameRecord],
    stop: &AtomicBool,
    mut listen: impl FnMut(News),
) -> Result<Progress, String> {
    let schedule = &setup.schedule;
    let mut done = vec![false; schedule.len()];
    let mut progress = Progress {
        standings: Standings::new(schedule.players, schedule.games == 2),
        sprt: setup.sprt.map(|_| (0.0, Decision::Undecided)),
        total: schedule.len(),
        played_now: 0,
        elapsed: Duration::ZERO,
    };
    for record in finished {
        if let Some(done) = done.get_mut(record.index) {
            *done = true;
            progress.enter(setup, &schedule.job(record.index), record);
        }
    }
    if progress.is_decided() {
        return Ok(progress);
    }
    let started = Instant::now();
    let mut failure = None;
    let jobs = (0..schedule.len())
        .filter(|index| !done[*index])
        .map(|index| schedule.job(index));
    let make_worker = || {
        let mut table = Table::new(setup, roster);
        move |job: Job| {
            table
                .play(&job, stop)
                .map(|(record, pgn)| (job, record, pgn))
        }
    };
    pool::run(jobs, setup.concurrency, stop, make_worker, |result| {
        progress.elapsed = started.elapsed();
        let Some((job, record, pgn)) = result else {
            listen(News::Tick(&progress));
            return ControlFlow::Continue(());
        };
        if let Err(error) = journal.enter(&record, pgn.as_deref()) {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        progress.played_now += 1;
        progress.enter(setup, &job, &record);
        listen(News::Game(&job, &record, &progress));
        match progress.is_decided() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    progress.elapsed = started.elapsed();
    match failure {
        Some(error) => Err(error),
        None => Ok(progress),
    }
}

impl Progress {
    fn enter<G: Contest>(&mut self, setup: &Match<G>, job: &Job, record: &GameRecord) {
        let unit_completed = self.standings.enter(job, record);
        let (Some(test), true) = (setup.sprt, unit_completed) else {
            return;
        };
        let row = &self.standings.rows[0];
        let llr = match setup.schedule.games {
            2 => test.llr(&row.pairs),
            _ => test.llr(&row.trinomial()),
        };
        self.sprt = Some((llr, test.decide(llr)));
    }

    fn is_decided(&self) -> bool {
        self.sprt
            .is_some_and(|(_, decision)| decision != Decision::Undecided)
    }

    /// Whether nothing is left to play, be it that the test has decided.
    pub fn is_finished(&self) -> bool {
        self.is_decided() || self.standings.games() as usize >= self.total
    }
}

/// One worker's table with the two players it has last seated.
struct Table<'a, G: Contest> {
    setup: &'a Match<G>,
    seats: Seats<'a, G>,
}

impl<'a, G: Contest> Table<'a, G> {
    fn new(setup: &'a Match<G>, roster: &'a dyn Roster<G>) -> Table<'a, G> {
        Table {
            setup,
            seats: Seats::new(roster),
        }
    }

    fn play(&mut self, job: &Job, stop: &AtomicBool) -> Option<(GameRecord, Option<String>)> {
        let setup = self.setup;
        let opening = setup.openings.of_round(job.round);
        // Seat 0 moves first in the game, whoever that is in the position the opening ends with.
        let paces = job.seats.map(|player| setup.paces[player]);
        let seed = setup.seed.wrapping_add(2 * job.index as u64);
        let players = self.seats.pair(job.seats, seed);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let game = play(opening, players, paces, setup.rules, stop)?;
        let pgn = setup.write_pgn.then(|| {
            let tags = Tags {
                event: &setup.event,
                round: format!("{}.{}", job.round + 1, job.index % setup.schedule.games + 1),
                names: job.seats.map(|player| setup.names[player].as_str()),
                time_controls: paces.map(|pace| pace.tag()),
            };
            pgn(&game, &tags)
        });
        Some((record(job, &game), pgn))
    }
}

fn record<G: Contest>(job: &Job, game: &PlayedGame<G>) -> GameRecord {
    let (time_ms, nodes) = totals(game);
    GameRecord {
        index: job.index,
        winner: game.verdict.winner.map(|seat| job.seats[seat]),
        termination: game.verdict.termination,
        reason: game.verdict.reason.clone(),
        plies: game.line.moves().len(),
        time_ms,
        nodes,
    }
}

/// Thinking time in milliseconds and nodes, by seat.
fn totals<G: Contest>(game: &PlayedGame<G>) -> ([u64; 2], [u64; 2]) {
    let mut time = [Duration::ZERO; 2];
    let mut nodes = [0; 2];
    let opening = game.line.moves().len() - game.efforts.len();
    let mut position = game.line.start().clone();
    for (ply, &m) in game.line.moves().iter().enumerate() {
        if let Some(effort) = ply.checked_sub(opening).map(|index| &game.efforts[index]) {
            let seat = position.turn();
            time[seat] += effort.elapsed;
            nodes[seat] += effort.report.nodes.unwrap_or(0);
        }
        position = position.play(m);
    }
    (
        time.map(|t| u64::try_from(t.as_millis()).unwrap_or(u64::MAX)),
        nodes,
    )
}

/// A player and its number.
type Seated<G> = (usize, Box<dyn Player<G>>);

/// The players a worker has at hand: never more than the last pair.
pub(super) struct Seats<'a, G: Contest> {
    roster: &'a dyn Roster<G>,
    held: [Option<Seated<G>>; 2],
}

impl<'a, G: Contest> Seats<'a, G> {
    pub(super) fn new(roster: &'a dyn Roster<G>) -> Seats<'a, G> {
        Seats {
            roster,
            held: [None, None],
        }
    }

    /// Seats two players, in this order. Those that are worth it are kept from the last game.
    pub(super) fn pair(&mut self, wanted: [usize; 2], seed: u64) -> [&mut dyn Player<G>; 2] {
        let mut free = std::mem::take(&mut self.held);
        let seat = |index: usize, free: &mut [Option<Seated<G>>; 2]| {
            let player = wanted[index];
            let kept = free
                .iter_mut()
                .find(|held| held.as_ref().is_some_and(|(number, _)| *number == player))
                .and_then(Option::take)
                .filter(|_| self.roster.is_kept(player));
            kept.unwrap_or_else(|| {
                (
                    player,
                    self.roster.create(player, seed.wrapping_add(index as u64)),
                )
            })
        };
        let first = seat(0, &mut free);
        let second = seat(1, &mut free);
        // Whoever is not needed leaves before the game begins.
        drop(free);
        let [a, b] = &mut self.held;
        [&mut *a.insert(first).1, &mut *b.insert(second).1]
    }
}
