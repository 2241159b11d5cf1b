//! Runs a whole match: the pool plays the games of the schedule, every finished game is written to disk and added to
//! the standings, and the sequential test may end the match.

use super::adjudication::Rules;
use super::affinity;
use super::clock::Pace;
use super::course::Point;
use super::error::MatchError;
use super::journal::Journal;
use super::lines::faults;
use super::openings::Openings;
use super::pgn::{Tags, pgn};
use super::referee::{Officials, PlayedGame, play};
use super::schedule::{Job, Schedule};
use super::sprt::{Decision, Sprt};
use super::standings::{GameRecord, Standings};
use super::tables::Tables;
use super::{Roster, pool};
use games::{Line, Words};
use players::{Player, PlayerTranscript, Transcript};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Settings of a match, without those of the players themselves.
#[derive(Clone, Debug)]
pub struct MatchSetup<G: Words> {
    /// Value of the PGN tag `Event`.
    pub event: String,
    /// Names of the players, by their numbers in the schedule.
    pub names: Vec<String>,
    /// Time controls or other limits of the players, by number.
    pub paces: Vec<Pace>,
    /// Schedule of the games: their players and seats.
    pub schedule: Schedule,
    /// Openings of the games.
    pub openings: Openings<G>,
    /// Rules by which a game is ended early.
    pub rules: Rules,
    /// Sequential test that may end the match early; `None` for no test.
    pub sprt: Option<Sprt>,
    /// Seed of the players' random choices.
    pub seed: u64,
    /// Number of games played at the same time.
    pub concurrency: usize,
    /// True if game records (PGN) are to be written.
    pub write_pgn: bool,
    /// Endgame tables that decide games; `None` if there are none.
    pub tables: Option<Tables<G>>,
    /// Directory for a log of the moves and messages of each game; the log of the first one is `00001.log`. `None` for
    /// no logs.
    pub log: Option<PathBuf>,
    /// Processors of each of the concurrent games; empty if the operating system chooses them.
    pub cpus: Vec<Vec<usize>>,
}

/// Results of a match so far and the time that it has taken, for reports during the match and at its end.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Results so far.
    pub standings: Standings,
    /// Log-likelihood ratio and the decision of the test; `None` if there is no test.
    pub sprt: Option<(f64, Decision)>,
    /// State of the match after each pair (or each game, if games do not come in pairs); empty unless there are two
    /// seats and two players.
    pub course: Vec<Point>,
    /// Number of games of the whole schedule.
    pub total: usize,
    /// Number of games played since the match was started or resumed.
    pub played_now: usize,
    /// Time since the match was started or resumed.
    pub elapsed_now: Duration,
    /// Time that the whole match has taken. For a resumed match, the time before counts up to the end of the last game
    /// that was finished then.
    pub elapsed: Duration,
}

/// Event reported to the listener of a match.
pub enum News<'a> {
    /// A game is over: the game in the schedule, its record, and the state of the match after it.
    Game(&'a Job, &'a GameRecord, &'a Progress),
    /// Nothing has happened for half a second.
    Tick(&'a Progress),
}

/// Plays the games that are not among `finished`, and returns the final state. Ends early when the test has decided,
/// which the returned state shows, or when `stop` is set.
///
/// # Errors
/// [`MatchError`] if a record among `finished` is not of this match, or if a game cannot be written to disk. The games
/// in progress are abandoned in that case.
pub fn run<G: Words>(
    setup: &MatchSetup<G>,
    roster: &dyn Roster<G>,
    journal: &mut Journal,
    finished: &[GameRecord],
    stop: &AtomicBool,
    mut listen: impl FnMut(News),
) -> Result<Progress, MatchError> {
    let schedule = &setup.schedule;
    let mut done = vec![false; schedule.len()];
    let mut progress = Progress {
        standings: Standings::new(schedule),
        sprt: setup.sprt.map(|_| (0.0, Decision::Undecided)),
        course: Vec::new(),
        total: schedule.len(),
        played_now: 0,
        elapsed_now: Duration::ZERO,
        elapsed: Duration::from_millis(finished.iter().map(|r| r.at_ms).max().unwrap_or(0)),
    };
    for record in finished {
        if let Some(done) = done.get_mut(record.index) {
            if !record.fits(schedule.seats()) {
                return Err(MatchError::ForeignGame(record.index + 1));
            }
            *done = true;
            progress.enter(setup, &schedule.job(record.index), record);
        }
    }
    if progress.is_decided() {
        return Ok(progress);
    }
    let (started, before) = (Instant::now(), progress.elapsed);
    let mut failure = None;
    let jobs = (0..schedule.len())
        .filter(|index| !done[*index])
        .map(|index| schedule.job(index));
    let next_place = AtomicUsize::new(0);
    let make_worker = || {
        let place = next_place.fetch_add(1, Ordering::Relaxed);
        let mut unbound = setup
            .cpus
            .get(place)
            .and_then(|cpus| affinity::bind(cpus).err());
        let mut worker = Worker::new(setup, roster);
        move |job: Job| match unbound.take() {
            Some(error) => Some(Err(error.into())),
            None => worker.play(&job, stop).transpose().map(|played| {
                let (record, pgn) = played?;
                Ok::<_, MatchError>((job, record, pgn))
            }),
        }
    };
    pool::run(jobs, setup.concurrency, stop, make_worker, |result| {
        progress.pass(before, started.elapsed());
        let Some(result) = result else {
            listen(News::Tick(&progress));
            return ControlFlow::Continue(());
        };
        let kept = result.and_then(
            |(job, mut record, pgn): (Job, GameRecord, Option<String>)| {
                record.at_ms = u64::try_from(progress.elapsed.as_millis()).unwrap_or(u64::MAX);
                journal.enter(&record, pgn.as_deref())?;
                Ok((job, record))
            },
        );
        let (job, record) = match kept {
            Ok(kept) => kept,
            Err(error) => {
                failure = Some(error);
                return ControlFlow::Break(());
            }
        };
        progress.played_now += 1;
        progress.enter(setup, &job, &record);
        listen(News::Game(&job, &record, &progress));
        if progress.is_decided() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    progress.pass(before, started.elapsed());
    match failure {
        Some(error) => Err(error),
        None => Ok(progress),
    }
}

impl Progress {
    /// Updates the times: `now` has passed since the match was started or resumed, and `before` had passed before that.
    fn pass(&mut self, before: Duration, now: Duration) {
        self.elapsed_now = now;
        self.elapsed = before + now;
    }

    fn enter<G: Words>(&mut self, setup: &MatchSetup<G>, job: &Job, record: &GameRecord) {
        let unit_completed = self.standings.enter(job, record);
        if unit_completed {
            self.test(setup);
            if let ([first, _], [_, _]) = (&*self.standings.rows, &*self.standings.seats) {
                let llr = self.sprt.map(|(llr, _)| llr);
                let games = self.standings.games();
                self.course.push(Point::new(games, first.estimate(), llr));
            }
        }
    }

    fn test<G: Words>(&mut self, setup: &MatchSetup<G>) {
        let Some(test) = setup.sprt else { return };
        let row = &self.standings.rows[0];
        let llr = if setup.schedule.is_in_pairs() {
            test.llr(&row.pairs)
        } else {
            test.llr(&row.trinomial())
        };
        self.sprt = Some((llr, test.decide(llr)));
    }

    fn is_decided(&self) -> bool {
        self.sprt
            .is_some_and(|(_, decision)| decision != Decision::Undecided)
    }

    /// Returns true if nothing is left to play, because all games are over or the test has decided.
    pub fn is_finished(&self) -> bool {
        self.is_decided() || self.standings.games() as usize >= self.total
    }
}

/// Worker that plays games, with the players of its last game.
struct Worker<'a, G: Words> {
    setup: &'a MatchSetup<G>,
    players: HeldPlayers<'a, G>,
}

impl<'a, G: Words> Worker<'a, G> {
    fn new(setup: &'a MatchSetup<G>, roster: &'a dyn Roster<G>) -> Worker<'a, G> {
        Worker {
            setup,
            players: HeldPlayers::new(roster),
        }
    }

    /// Plays a game. Returns its record, and its PGN if that is to be written; `None` if `stop` was set before its end.
    ///
    /// # Errors
    /// [`MatchError`] if the log of the game cannot be written.
    fn play(
        &mut self,
        job: &Job,
        stop: &AtomicBool,
    ) -> Result<Option<(GameRecord, Option<String>)>, MatchError> {
        let setup = self.setup;
        let opening = setup.openings.of_round(job.round);
        // Seat 0 moves first in the usual start position, even if another seat is to move after the opening.
        let paces: Vec<Pace> = job.seats.iter().map(|p| setup.paces[*p]).collect();
        let seed = (job.seats.len() * job.index) as u64;
        let mut players = self.players.take(&job.seats, setup.seed.wrapping_add(seed));
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let transcript = match &setup.log {
            Some(folder) => Some(begin_transcript(setup, folder, job, &opening)?),
            None => None,
        };
        for (seat, player) in players.iter_mut().enumerate() {
            let name = &setup.names[job.seats[seat]];
            player.set_transcript(
                transcript
                    .as_ref()
                    .map(|all| PlayerTranscript::new(all, name)),
            );
        }
        let officials = Officials {
            rules: setup.rules,
            tables: setup.tables.as_ref(),
            transcript: transcript.as_ref(),
        };
        let game = play(opening, players, &paces, officials, stop);
        self.players.stop_transcripts();
        if let (Some(transcript), Some(folder)) = (transcript, &setup.log) {
            let closed = transcript.close();
            closed.map_err(|source| MatchError::Log(folder.clone(), source))?;
        }
        let Some(game) = game else { return Ok(None) };
        let pgn = setup.write_pgn.then(|| {
            let names = job.seats.iter().map(|p| setup.names[*p].as_str());
            let tags = Tags {
                event: &setup.event,
                round: format!("{}.{}", job.round + 1, job.game + 1),
                names: names.collect(),
                time_controls: paces.iter().map(Pace::tag).collect(),
            };
            pgn(&game, &tags)
        });
        Ok(Some((record(job, game), pgn)))
    }
}

/// Creates the log of a game, and writes the players and the opening into it.
fn begin_transcript<G: Words>(
    setup: &MatchSetup<G>,
    folder: &Path,
    job: &Job,
    opening: &Line<G>,
) -> Result<Transcript, MatchError> {
    let path = folder.join(format!("{:05}.log", job.index + 1));
    let transcript =
        Transcript::create(&path).map_err(|source| MatchError::Log(path.clone(), source))?;
    let start = opening.start();
    transcript.note(&format!("{}, game {}", setup.event, job.index + 1));
    for (seat, player) in job.seats.iter().enumerate() {
        transcript.note(&format!(
            "{}: {}",
            start.tag_name(seat),
            setup.names[*player]
        ));
    }
    transcript.note(&format!("from {}", start.text()));
    let mut here = start.clone();
    let mut moves = Vec::new();
    for &m in opening.moves() {
        moves.push(here.move_text(m));
        here = here.play(m);
    }
    if !moves.is_empty() {
        transcript.note(&format!("opening {}", moves.join(" ")));
    }
    Ok(transcript)
}

fn record<G: Words>(job: &Job, game: PlayedGame<G>) -> GameRecord {
    let (time_ms, nodes) = totals(&game);
    let warnings = faults(&game);
    let verdict = game.verdict;
    GameRecord {
        index: job.index,
        failed: verdict.blamed.filter(|_| verdict.termination.is_failure()),
        places: verdict.ranking.places,
        is_shared: verdict.is_shared,
        points: verdict.ranking.points,
        termination: verdict.termination,
        reason: verdict.reason,
        failure: verdict.failure,
        plies: game.line.moves().len(),
        time_ms,
        nodes,
        at_ms: 0,
        warnings,
    }
}

/// Returns the total thinking time in milliseconds and the number of nodes, each by seat.
fn totals<G: Words>(game: &PlayedGame<G>) -> (Vec<u64>, Vec<u64>) {
    let mut position = game.line.start().clone();
    let mut time = vec![Duration::ZERO; position.players()];
    let mut nodes = vec![0; position.players()];
    let opening = game.line.moves().len() - game.efforts.len();
    for (ply, &m) in game.line.moves().iter().enumerate() {
        if let Some(effort) = ply.checked_sub(opening).map(|index| &game.efforts[index]) {
            let seat = position.turn();
            time[seat] += effort.elapsed;
            nodes[seat] += effort.report.nodes.unwrap_or(0);
        }
        position = position.play(m);
    }
    let milliseconds = |t: Duration| u64::try_from(t.as_millis()).unwrap_or(u64::MAX);
    (time.into_iter().map(milliseconds).collect(), nodes)
}

/// Player with its number in the schedule.
type Seated<G> = (usize, Box<dyn Player<G>>);

/// Players that a worker holds: at most those of its last game.
pub(super) struct HeldPlayers<'a, G: Words> {
    roster: &'a dyn Roster<G>,
    held: Vec<Seated<G>>,
}

impl<'a, G: Words> HeldPlayers<'a, G> {
    pub(super) fn new(roster: &'a dyn Roster<G>) -> HeldPlayers<'a, G> {
        HeldPlayers {
            roster,
            held: Vec::new(),
        }
    }

    /// Detaches the transcript from all players, as its game is over.
    fn stop_transcripts(&mut self) {
        for (_, player) in &mut self.held {
            player.set_transcript(None);
        }
    }

    /// Returns the players with the numbers `wanted`, in this order; a player with several seats is created several
    /// times. Players that the roster says are [kept](Roster::is_kept) are reused from the last game.
    pub(super) fn take(&mut self, wanted: &[usize], seed: u64) -> Vec<&mut dyn Player<G>> {
        let mut free = std::mem::take(&mut self.held);
        free.retain(|(player, _)| self.roster.is_kept(*player));
        // Players that are not needed any more are dropped before new ones are started.
        let kept: Vec<Option<Seated<G>>> = wanted
            .iter()
            .map(|player| {
                let index = free.iter().position(|(number, _)| number == player)?;
                Some(free.swap_remove(index))
            })
            .collect();
        drop(free);
        for ((seat, player), kept) in wanted.iter().enumerate().zip(kept) {
            let create = || {
                let seed = seed.wrapping_add(seat as u64);
                (*player, self.roster.create(*player, seed))
            };
            self.held.push(kept.unwrap_or_else(create));
        }
        let seated = self.held.iter_mut();
        seated.map(|(_, player)| &mut **player as _).collect()
    }
}
