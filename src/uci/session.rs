//! The conversation with the GUI: the order in which commands are obeyed and answered.
//!
//! The thread that does this never searches, and never waits for the searcher, the thread that does. While a search
//! runs, only commands that the protocol allows during one are obeyed; all others wait in a queue until the `bestmove`
//! is sent.

use super::command::{self, Command, Go};
use super::format::{self, shortened};
use super::game::CurrentGame;
use super::help;
use super::options::{self, Id, Value};
use super::output::Output;
use super::worker::{Event, Job, Worker};
use base::threads;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, select, unbounded};
use engine::search::{Control, bench};
use games::Game;
use players::{EngineError, Registry};
use std::collections::VecDeque;
use std::io::{BufRead, IsTerminal, stdin, stdout};
use std::sync::Arc;
use std::time::Duration;

/// Maximum time that `quit` waits for each further message of a search.
const LAST_WORD: Duration = Duration::from_millis(500);

/// Interval at which, after the end of input, the program checks that somebody still reads its output.
const LISTENERS: Duration = Duration::from_millis(100);

/// Greeting for a person who starts the program on a terminal. GUIs wait for `uciok` and nothing else.
const GREETING: &str = "a UCI engine is listening; 'help' says what can be typed here, 'quit' ends it, \
                        and 'atalaya --help' lists what else the program does";

/// Reason why a session cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is not enough memory for the default transposition table.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The operating system does not start a thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
}

/// Runs a UCI session on standard output until `quit` or the end of the input, as the given version of Atalaya.
/// `next_line` is called on a thread of its own for each line of the input, `None` at its end: [`read_line`], or lines
/// typed before.
///
/// # Errors
/// [`StartError`]: there is not enough memory, or a thread cannot be started.
pub fn run(
    registry: &Registry,
    version: &'static str,
    mut next_line: impl FnMut() -> Option<String> + Send + 'static,
) -> Result<(), StartError> {
    let (line_sender, lines) = unbounded();
    let (jobs, job_receiver) = unbounded();
    let (event_sender, events) = unbounded();
    let worker = Worker::new(registry.entries().first(), event_sender)?;
    threads::spawn("searcher", move || worker.run(&job_receiver))?;
    let reader = std::thread::Builder::new().name("input".to_owned());
    reader.spawn(move || {
        while let Some(line) = next_line() {
            if line_sender.send(line).is_err() {
                return;
            }
        }
    })?;
    let mut session = Session::new(jobs, registry, version);
    if stdin().is_terminal() && stdout().is_terminal() {
        session.out.say(&format!("Atalaya {version}: {GREETING}"));
    }
    session.converse(&lines, &events);
    Ok(())
}

/// Reads a line of the standard input, trimmed; `None` at the end of the input, or if it cannot be read.
pub fn read_line() -> Option<String> {
    let mut bytes = Vec::new();
    match stdin().lock().read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).trim().to_owned()),
    }
}

/// Search, perft or bench in progress.
struct Active {
    control: Arc<Control<'static>>,
    /// True if the answer must not be sent before `stop` or `ponderhit`.
    hold: bool,
    /// True if the search has no limit, so that only `stop` ends it, even after `ponderhit`.
    unlimited: bool,
    /// True for `go perft`, `verify` and `bench`, which end by themselves and whose unfinished results are of no use.
    counting: bool,
    /// Answer that is held back until it may be sent; `None` if there is none.
    answer: Option<String>,
}

struct Session {
    version: &'static str,
    out: Output,
    jobs: Sender<Job>,
    /// State of each game that can be played, in the order of `registry`.
    games: Vec<CurrentGame>,
    /// All games that can be played.
    registry: Registry,
    /// Index in `games` of the game that is being played.
    chosen: usize,
    debug: bool,
    active: Option<Active>,
    /// Number of commands `isready` that were passed on to the searcher and are not answered yet.
    syncing: usize,
    queue: VecDeque<Command>,
}

impl Session {
    fn new(jobs: Sender<Job>, registry: &Registry, version: &'static str) -> Session {
        Session {
            version,
            out: Output::default(),
            jobs,
            games: registry
                .entries()
                .iter()
                .cloned()
                .map(CurrentGame::new)
                .collect(),
            registry: registry.clone(),
            chosen: 0,
            debug: false,
            active: None,
            syncing: 0,
            queue: VecDeque::new(),
        }
    }

    /// Handles lines and events until `quit`, the end of the input, or the moment when the GUI no longer reads the
    /// output.
    fn converse(&mut self, lines: &Receiver<String>, events: &Receiver<Event>) {
        while self.out.is_open() {
            select! {
                recv(lines) -> line => match line {
                    Ok(line) => {
                        self.out.log_input(&line);
                        match command::parse(&line) {
                            Command::Quit => return self.quit(events),
                            command => self.receive(command),
                        }
                    }
                    Err(_) => return self.end_of_input(events),
                },
                recv(events) -> event => match event {
                    Ok(event) => self.hear(event),
                    Err(_) => return,
                },
            }
        }
    }

    /// Obeys a command now, or puts it into the queue if it has to wait for the end of a search.
    fn receive(&mut self, command: Command) {
        match command {
            // After a `go` that is still in the queue, these commands are meant for that search.
            Command::Stop | Command::PonderHit if self.has_search_waiting() => {
                if command == Command::Stop {
                    self.release(true);
                }
                self.queue.push_back(command);
            }
            Command::Stop => self.release(true),
            Command::PonderHit => self.release(false),
            Command::IsReady if self.active.is_some() || self.has_search_waiting() => {
                self.out.say("readyok");
            }
            Command::Uci => self.introduce("uciok"),
            Command::Ugi => self.introduce("ugiok"),
            Command::Debug(on) => self.debug = on,
            Command::Nothing => {}
            command if self.active.is_some() || self.syncing > 0 => self.queue.push_back(command),
            command => self.obey(command),
        }
        self.work_off_queue();
    }

    fn has_search_waiting(&self) -> bool {
        let begins = |command: &Command| {
            matches!(
                command,
                Command::Go(_) | Command::Perft(_) | Command::Verify(_) | Command::Bench(_)
            )
        };
        self.queue.iter().any(begins)
    }

    /// Obeys a command that needs the searcher to be idle.
    fn obey(&mut self, command: Command) {
        match command {
            Command::IsReady => {
                self.syncing += 1;
                // Work that would delay the first search is done before the answer.
                let entry = self.game().entry().clone();
                self.send(Job::Prepare(entry));
                self.send(Job::Sync);
            }
            Command::NewGame => self.send(Job::NewGame),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { fen, moves } => {
                let done = self.game().set_up(fen, moves);
                let noted = done.map(|dropped| {
                    for part in dropped {
                        self.note(&part.to_string());
                    }
                });
                self.or_the_old_position(noted);
            }
            Command::RefusedPosition(why) => {
                self.game().position_refused = true;
                self.or_the_old_position(Err(why));
            }
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => {
                let control = self.begin_counting();
                let job = self.game().perft(depth, control);
                self.send(job);
            }
            Command::Verify(moves) => self.verify(moves),
            Command::Bench(depth) => {
                let control = self.begin_counting();
                let depth = depth.unwrap_or(bench::DEFAULT_DEPTH);
                self.send(Job::Bench { depth, control });
            }
            Command::Display => {
                let text = self.game().display();
                self.out.say(&text);
            }
            Command::Eval => {
                let text = self.game().explain();
                self.out.say(&text);
            }
            Command::Flip => {
                if let Err(error) = self.game().flip() {
                    self.note(&error);
                }
            }
            Command::Query(question) => match self.game().answer(&question) {
                Ok(answer) => self.out.say(&format!("response {answer}")),
                Err(error) => self.note(&error),
            },
            Command::Help => self.out.say(help::HELP),
            Command::License => self.out.say(help::LICENSE),
            Command::Refused(why) => self.note(&why),
            Command::Unknown(text) => {
                self.note(&format!("unknown command '{}'; try help", shortened(&text)));
            }
            // Obeyed at once in `receive` and `converse`.
            Command::Stop
            | Command::PonderHit
            | Command::Uci
            | Command::Ugi
            | Command::Debug(_)
            | Command::Nothing
            | Command::Quit => {}
        }
    }

    /// Game that is being played.
    fn game(&mut self) -> &mut CurrentGame {
        &mut self.games[self.chosen]
    }

    fn introduce(&mut self, last: &str) {
        let version = self.version;
        let mut text = format!("id name Atalaya {version}\nid author the Atalaya authors\n");
        for option in options::all(&self.registry) {
            text.push_str(&option.line());
            text.push('\n');
        }
        self.out.say(&(text + last));
    }

    fn note(&mut self, text: &str) {
        self.out.say(&format::note(text));
    }

    fn send(&mut self, job: Job) {
        if self.jobs.send(job).is_err() {
            self.note("the searcher has died");
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let (id, value, note) = match options::parse(&self.registry, name, value) {
            Err(error) => return self.note(&error.to_string()),
            Ok(setting) => setting,
        };
        if let Some(note) = note {
            self.note(&note);
        }
        match (id, value) {
            (Id::DebugLogFile, Value::Text(path)) => {
                if let Err(error) = self.out.log_to(&path) {
                    self.note(&format!("cannot log to '{path}': {error}"));
                }
            }
            (Id::Variant, Value::Text(name)) => {
                let chosen = self.games.iter().position(|game| game.name() == name);
                if let Some(chosen) = chosen.filter(|chosen| *chosen != self.chosen) {
                    self.chosen = chosen;
                    self.announce();
                }
            }
            (id, value) => {
                let before = self.game().announcement();
                let games = self.games.iter_mut();
                let dropped: Vec<_> = games.flat_map(|game| game.set(id, &value)).collect();
                for part in dropped {
                    self.note(&part.to_string());
                }
                if self.game().announcement() != before {
                    self.announce();
                }
                self.send(Job::Set(id, value));
            }
        }
    }

    /// Prints a note that names the game being played and its start position.
    fn announce(&mut self) {
        match self.game().announcement() {
            Ok(text) => self.note(&text),
            Err(error) => self.or_the_old_position(Err(error)),
        }
    }

    fn or_the_old_position(&mut self, done: Result<(), String>) {
        if let Err(error) = done {
            self.note(&format!("{error}; the old position stays"));
        }
    }

    fn begin(&mut self, pondering: bool, hold: bool, unlimited: bool) -> Arc<Control<'static>> {
        let control = Arc::new(Control::new(pondering));
        self.active = Some(Active {
            control: Arc::clone(&control),
            hold,
            unlimited,
            counting: false,
            answer: None,
        });
        control
    }

    fn begin_counting(&mut self) -> Arc<Control<'static>> {
        let control = self.begin(false, false, false);
        if let Some(active) = &mut self.active {
            active.counting = true;
        }
        control
    }

    fn go(&mut self, go: &Go) {
        for complaint in &go.complaints {
            self.note(complaint);
        }
        // Every `go` is answered with a `bestmove`, and the session never waits for one that would not come.
        let mut hasty = None;
        if go.is_nonsense() {
            self.note(
                "go: no limit is left, so one ply has to do; try go depth 12, or go infinite",
            );
            hasty = Some(Go {
                depth: Some(1),
                ..go.clone()
            });
        }
        let go = hasty.as_ref().unwrap_or(go);
        let unlimited = go.is_unlimited();
        let control = self.begin(go.ponder, unlimited || go.ponder, unlimited);
        if self.game().position_refused {
            self.note("go: the last position was refused, so there is no move for it");
            let none = self.game().entry().no_move();
            return self.answer(format!("bestmove {none}"));
        }
        let (search, refused) = self.game().search(go, control);
        for text in refused {
            self.note(&text);
        }
        if self.debug {
            let mut text = format!("searching: {}", search.limits);
            if !search.among.is_empty() {
                text += ", only";
            }
            for m in &search.among {
                text = text + " " + &search.game.position().move_text(*m);
            }
            self.note(&text);
        }
        let entry = self.game().entry().clone();
        self.send(Job::Search(entry, Box::new(search)));
    }

    fn verify(&mut self, moves: u32) {
        if !self.game().entry().has_mates() {
            return self.note("verify is for chess");
        }
        let control = self.begin_counting();
        let job = self.game().verification(moves, control);
        self.send(job);
    }

    /// Obeys `stop`, or `ponderhit` if `stop` is false, and sends the answer if one was held back for that.
    fn release(&mut self, stop: bool) {
        let Some(active) = &mut self.active else {
            return;
        };
        if stop {
            active.control.stop();
        } else {
            active.control.ponderhit();
        }
        // Once released, an answer is not held back again.
        active.hold &= !stop && active.unlimited;
        if !active.hold
            && let Some(answer) = active.answer.take()
        {
            self.finish(&answer);
        }
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Line(line) => self.out.say(&line),
            Event::Ready => {
                self.syncing = self.syncing.saturating_sub(1);
                self.out.say("readyok");
            }
            Event::Final(line) => self.answer(line),
        }
        self.work_off_queue();
    }

    /// Sends the answer of a search, or keeps it until it may be sent.
    fn answer(&mut self, line: String) {
        match &mut self.active {
            Some(active) if active.hold => active.answer = Some(line),
            _ => self.finish(&line),
        }
    }

    fn finish(&mut self, answer: &str) {
        self.out.say(answer);
        self.active = None;
    }

    /// Obeys the commands in the queue, up to the first one that must wait until the searcher has finished. A `stop` or
    /// `ponderhit` in the queue belongs to the search that was begun before it, and never waits.
    fn work_off_queue(&mut self) {
        while let Some(command) = self.queue.pop_front() {
            match command {
                Command::Stop => self.release(true),
                Command::PonderHit => self.release(false),
                command if self.active.is_none() && self.syncing == 0 => self.obey(command),
                command => return self.queue.push_front(command),
            }
        }
    }

    /// Obeys `quit`: the commands before it are answered, but each search is ended at once, and `go perft` and `bench`
    /// in the queue are dropped.
    fn quit(&mut self, events: &Receiver<Event>) {
        let counts = |command: &Command| matches!(command, Command::Perft(_) | Command::Bench(_));
        self.queue.retain(|command| !counts(command));
        loop {
            self.release(true);
            self.work_off_queue();
            if !self.is_busy() {
                return;
            }
            match events.recv_timeout(LAST_WORD) {
                Ok(event) => self.hear(event),
                Err(_) => return,
            }
        }
    }

    /// Handles the end of the input, after which no `stop` can come: obeys the queue and ends each search at once, but
    /// lets perft, `verify`, `bench` and `isready` finish as long as somebody reads the output.
    fn end_of_input(&mut self, events: &Receiver<Event>) {
        loop {
            if self.active.as_ref().is_some_and(|active| !active.counting) {
                self.release(true);
                self.work_off_queue();
            }
            if !self.is_busy() {
                return;
            }
            match events.recv_timeout(LISTENERS) {
                Ok(event) => self.hear(event),
                Err(RecvTimeoutError::Timeout) => self.out.look_for_listeners(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn is_busy(&self) -> bool {
        self.out.is_open() && (self.active.is_some() || self.syncing > 0)
    }
}
