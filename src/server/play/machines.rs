//! Threads on which machines, the engine players, think: a few for all rooms, so that machines never take the processor
//! from people's moves. They share the engine threads of the process with all other engine work. Each room has at most
//! one question under way. The hosts of rooms take turns, so that a host with many rooms delays others no more than a
//! host with one.

use super::super::Config;
use base::threads::{self, locked};
use players::{Level, Registry};
use rooms::{Machines, Room};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use work::EnginePermits;

/// Request to a machine in a seat of a room: to move, or to answer a draw offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Request for a move of the seat whose turn it is.
    Move,
    /// Request for the decision whether a seat, given by number, agrees to a draw.
    Draw(usize),
}

/// Answer of a machine to a request ([`Ask`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thought {
    /// A move in the game's own text form.
    Move(String),
    /// True if the seat agrees to the draw.
    Draw(bool),
    /// Reason for which the machine could not answer.
    Failed(String),
}

/// Question to a machine about a room.
pub struct Question {
    /// Key of the person who made the room; hosts take turns.
    pub host: String,
    /// The room as it stands.
    pub room: Room,
    /// Instant of the question, as a time since 1970.
    pub now: Duration,
    /// Strength of the machine.
    pub skill: Level,
    /// Request to answer.
    pub ask: Ask,
    /// Callback for the answer, with the time that the question has waited for a thread.
    pub answer: Box<dyn FnOnce(Thought, Duration) + Send>,
}

/// Fair queue: waiting items by host; hosts take turns.
struct Line<T> {
    /// Hosts in the order of their turns, with their waiting items. No host is here twice or without items.
    turns: VecDeque<(String, VecDeque<T>)>,
}

impl<T> Line<T> {
    const fn new() -> Line<T> {
        Line {
            turns: VecDeque::new(),
        }
    }

    fn push(&mut self, host: String, item: T) {
        match self.turns.iter_mut().find(|(known, _)| *known == host) {
            Some((_, items)) => items.push_back(item),
            None => self.turns.push_back((host, VecDeque::from([item]))),
        }
    }

    fn pop(&mut self) -> Option<T> {
        let (host, mut items) = self.turns.pop_front()?;
        let item = items.pop_front();
        if !items.is_empty() {
            self.turns.push_back((host, items));
        }
        item
    }

    fn len(&self) -> usize {
        self.turns.iter().map(|(_, items)| items.len()).sum()
    }
}

struct Shared {
    registry: Registry,
    movetime: Duration,
    permits: EnginePermits,
    waiting: Mutex<Line<(Instant, Question)>>,
    more: Condvar,
    stop: Arc<AtomicBool>,
}

/// Pool of the threads; they end when it is dropped.
pub struct Pool(Arc<Shared>);

impl Pool {
    /// Starts as many threads as the configuration has engine threads.
    ///
    /// # Errors
    /// The error of the operating system, if a thread cannot be started.
    pub fn start(registry: &Registry, config: &Config) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            registry: registry.clone(),
            movetime: Duration::from_millis(config.engine_time),
            permits: EnginePermits::new(config.engine_threads),
            waiting: Mutex::new(Line::new()),
            more: Condvar::new(),
            stop: Arc::new(AtomicBool::new(false)),
        });
        for number in 0..config.engine_threads {
            let shared = Arc::clone(&shared);
            threads::spawn(&format!("machine {number}"), move || think(&shared))?;
        }
        Ok(Pool(shared))
    }

    /// Returns the permits that limit how many engine threads of the process compute at once.
    pub fn permits(&self) -> &EnginePermits {
        &self.0.permits
    }

    /// Queues a question; its callback receives the answer.
    pub fn ask(&self, question: Question) {
        let mut waiting = locked(&self.0.waiting);
        waiting.push(question.host.clone(), (Instant::now(), question));
        metrics::gauge!("atalaya_machines_waiting").set(waiting.len() as f64);
        self.0.more.notify_one();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.0.stop.store(true, Relaxed);
        self.0.more.notify_all();
    }
}

fn think(shared: &Shared) {
    while let Some((asked, question)) = next(shared) {
        let permit = shared.permits.acquire_blocking();
        let waited = asked.elapsed();
        let Question {
            host: _,
            room,
            now,
            skill,
            ask,
            answer,
        } = question;
        let thought = thought(shared, &room, now, skill, ask);
        drop(permit);
        answer(thought, waited);
    }
}

fn next(shared: &Shared) -> Option<(Instant, Question)> {
    let mut waiting = locked(&shared.waiting);
    loop {
        if shared.stop.load(Relaxed) {
            return None;
        }
        if let Some(next) = waiting.pop() {
            metrics::gauge!("atalaya_machines_waiting").set(waiting.len() as f64);
            return Some(next);
        }
        waiting = shared
            .more
            .wait(waiting)
            .unwrap_or_else(PoisonError::into_inner);
    }
}

fn thought(shared: &Shared, room: &Room, now: Duration, skill: Level, ask: Ask) -> Thought {
    let entry = match shared.registry.of(room.game()) {
        Ok(entry) => entry.clone(),
        Err(error) => return Thought::Failed(error.to_string()),
    };
    let seed = rooms::seed_of(room.options(), None);
    let stop = Arc::clone(&shared.stop);
    let mut machines = Machines::new(entry, room.game().players(), seed, shared.movetime, stop);
    let failed = |error: players::Failure| Thought::Failed(error.to_string());
    match ask {
        Ask::Move => machines
            .think(room, skill, now)
            .map_or_else(failed, Thought::Move),
        Ask::Draw(seat) => machines
            .accepts_draw(room, seat, skill)
            .map_or_else(failed, Thought::Draw),
    }
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn those_who_wait_take_turns_however_much_they_have() {
        let mut line = Line::new();
        for number in 1..=3 {
            line.push("many".to_owned(), format!("many {number}"));
        }
        line.push("one".to_owned(), "one 1".to_owned());
        assert_eq!(line.len(), 4);
        let mut next = || line.pop().expect("somebody waits");
        assert_eq!([next(), next()], ["many 1", "one 1"]);
        // Whoever comes again is after those who have been waiting.
        line.push("one".to_owned(), "one 2".to_owned());
        let rest: Vec<String> = std::iter::from_fn(|| line.pop()).collect();
        assert_eq!(rest, ["many 2", "one 2", "many 3"]);
        assert_eq!(line.len(), 0);
    }
}
