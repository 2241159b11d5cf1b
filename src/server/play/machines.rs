//! The thinking of machines' seats: a few threads for all rooms, so that machines never take the
//! processor from people's moves. Each room has one thought under way at most.

use super::super::Config;
use crate::players::{Registry, Skill};
use crate::rooms::{Machines, Room};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// What a machine is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// To move for the seat whose turn it is.
    Move,
    /// Whether a seat agrees to a draw.
    Draw(usize),
}

/// What it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thought {
    /// A move in the game's own text form.
    Move(String),
    /// Whether it agrees.
    Draw(bool),
    /// It could not think, and why.
    Failed(String),
}

/// A room to think about.
pub struct Question {
    /// The room as it stands.
    pub room: Room,
    /// When.
    pub now: Duration,
    /// How well.
    pub skill: Skill,
    /// What.
    pub ask: Ask,
    /// Who wants to know.
    pub answer: Box<dyn FnOnce(Thought) + Send>,
}

struct Shared {
    registry: Registry,
    movetime: Duration,
    waiting: Mutex<VecDeque<Question>>,
    more: Condvar,
    stop: Arc<AtomicBool>,
}

/// The threads. When it is dropped they end.
pub struct Pool(Arc<Shared>);

impl Pool {
    /// Starts the threads.
    ///
    /// # Errors
    /// What the system said.
    pub fn start(registry: &Registry, config: &Config) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            registry: registry.clone(),
            movetime: Duration::from_millis(config.engine_time),
            waiting: Mutex::new(VecDeque::new()),
            more: Condvar::new(),
            stop: Arc::new(AtomicBool::new(false)),
        });
        for number in 0..config.engine_threads {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new()
                .name(format!("machine {number}"))
                .spawn(move || think(&shared))?;
        }
        Ok(Pool(shared))
    }

    /// Has a machine think.
    pub fn ask(&self, question: Question) {
        let mut waiting = self
            .0
            .waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        waiting.push_back(question);
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
    while let Some(question) = next(shared) {
        let Question {
            room,
            now,
            skill,
            ask,
            answer,
        } = question;
        answer(thought(shared, &room, now, skill, ask));
    }
}

fn next(shared: &Shared) -> Option<Question> {
    let mut waiting = shared
        .waiting
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    loop {
        if shared.stop.load(Relaxed) {
            return None;
        }
        if let Some(question) = waiting.pop_front() {
            return Some(question);
        }
        waiting = shared
            .more
            .wait(waiting)
            .unwrap_or_else(PoisonError::into_inner);
    }
}

fn thought(shared: &Shared, room: &Room, now: Duration, skill: Skill, ask: Ask) -> Thought {
    let entry = match shared.registry.of(room.game()) {
        Ok(entry) => entry.clone(),
        Err(error) => return Thought::Failed(error.to_string()),
    };
    let seed = crate::rooms::seed_of(room.options(), None);
    let stop = Arc::clone(&shared.stop);
    let mut machines = Machines::new(entry, room.game().players(), seed, shared.movetime, stop);
    let failed = |error: crate::players::Failure| Thought::Failed(error.to_string());
    match ask {
        Ask::Move => machines
            .think(room, skill, now)
            .map_or_else(failed, Thought::Move),
        Ask::Draw(seat) => machines
            .accepts_draw(room, seat, skill)
            .map_or_else(failed, Thought::Draw),
    }
}
