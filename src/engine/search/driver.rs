//! Runs a search from a position to a decision: sets the limits, starts the threads, each of which
//! [deepens](super::deepening) for itself, and chooses between their results.

use super::deepening::{FORCED_DEPTH, Finished};
use super::info::{Decision, Info, Report};
use super::present::{presentable, report_line};
use super::score::{self, Score};
use super::table::Bound;
use super::worker::{Counter, Memory, Shared, Worker};
use super::{Control, MAX_PLY, Searcher, nodestime, time};
use base::limits::Limits;
use base::threads;
use games::chess::{Move, Position};
use games::{Game, Line};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Base of the weight of a thread's vote, in centipawns, to which the lead of its score over the lowest score is added.
const VOTE_BASE: Score = 14;

impl Searcher {
    /// Allocates the memory that every thread needs, so that the first search does not lose time with it.
    pub fn prepare(&mut self) {
        self.remember_for(self.settings.threads.max(1));
        let (eval, network) = (self.settings.eval, &self.settings.network);
        for memory in &mut self.memories {
            memory.prepare(eval, network);
        }
    }

    fn remember_for(&mut self, threads: usize) {
        self.memories.truncate(threads);
        self.memories.resize_with(threads, Memory::default);
    }

    /// Searches the present position of a game. Runs on the calling thread if its stack has [room](threads), otherwise
    /// on a new one, and on further threads if the settings say so. Reports lines while it searches; reports at least
    /// one, whose first move is the one decided on.
    pub fn go(
        &mut self,
        game: &Line<Position>,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(Report) + Sync),
    ) -> Decision {
        self.run(&[], game, limits, control, Some(report))
    }

    /// Searches as [`go`](Searcher::go) does without reporting any line, which saves a good part of the time of the
    /// shortest searches.
    pub fn decide(
        &mut self,
        game: &Line<Position>,
        limits: &Limits,
        control: &Control,
    ) -> Decision {
        self.run(&[], game, limits, control, None)
    }

    /// Searches as [`go`](Searcher::go) does, but considers only the root moves in `moves`; all of them if none of
    /// `moves` is legal.
    pub fn go_among(
        &mut self,
        moves: &[Move],
        game: &Line<Position>,
        limits: &Limits,
        control: &Control,
        report: &(dyn Fn(Report) + Sync),
    ) -> Decision {
        self.run(moves, game, limits, control, Some(report))
    }

    fn run(
        &mut self,
        moves: &[Move],
        game: &Line<Position>,
        limits: &Limits,
        control: &Control,
        report: Option<&(dyn Fn(Report) + Sync)>,
    ) -> Decision {
        let position = game.position();
        let seat = Game::turn(position);
        let (limits, overhead) = self.limits_by_nodes(limits, seat);
        let clock = limits.clock(seat);
        let mut root_moves = self.root_moves(game, moves);
        if root_moves.is_empty() {
            return finished(position, control, report);
        }
        let threads = self.settings.threads.max(1);
        self.remember_for(threads);
        self.table.age();

        let first_move = root_moves[0].m;
        let ranked = root_moves.iter().all(|root| root.known.is_some());
        let forced = root_moves.len() == 1 && clock.is_some();
        // While pondering there is time to search deeper, for the moves after this one.
        let greatest = if forced && !control.is_pondering() {
            FORCED_DEPTH
        } else {
            MAX_PLY - 1
        };
        let counters = || (0..threads).map(|_| Counter::default()).collect::<Vec<_>>();
        let (nodes, tbhits, watched) = (counters(), counters(), Counter::default());
        if ranked {
            tbhits[0].set(root_moves.len() as u64);
        }
        let division = time::division(limits.usual_lag);
        let budget = limits.time_divided(seat, overhead, &division);
        let nodestime = self.settings.nodestime;
        let paid_for = nodestime
            .zip(budget)
            .filter(|_| !control.is_pondering())
            .map_or(u64::MAX, |(pace, budget)| {
                nodestime::nodes_in(budget.hard, pace)
            });
        let shared = Shared {
            table: &self.table,
            control,
            over: AtomicBool::new(false),
            budget,
            nodestime,
            node_limit: limits.nodes.unwrap_or(u64::MAX).min(paid_for).max(1),
            soft_node_limit: limits.soft_nodes.unwrap_or(u64::MAX),
            max_depth: limits
                .depth
                .map_or(greatest, |plies| (plies as usize).clamp(1, greatest)),
            forced,
            mate_limit: limits.mate,
            multipv: self.settings.multipv.clamp(1, root_moves.len()),
            eval: self.settings.eval,
            network: &self.settings.network,
            tablebases: self.settings.tablebases.as_ref(),
            nodes: &nodes,
            tbhits: &tbhits,
            watched: &watched,
            report,
        };

        // If the tablebases know the root, no proof is needed. And a proved line could repeat a position of the game a
        // third time, which is a draw.
        let mut watch = self.watch.as_deref_mut();
        if watch.is_some() && (ranked || !moves.is_empty() || has_come_back(game)) {
            watch = None;
        }
        if let Some(watch) = &mut watch {
            watch.begin(position);
        }
        let past = game.past_keys();
        let last = self.memories.len();
        let mut workers = self.memories.iter_mut().enumerate().map(|(id, memory)| {
            // The last takes the list itself; most often it is the only one.
            let roots = if id + 1 == last {
                std::mem::take(&mut root_moves)
            } else {
                root_moves.clone()
            };
            let mut worker = Worker::new(id, &shared, memory, roots, past);
            worker.tbhits = tbhits[id].get();
            worker.watch = watch.take();
            worker
        });
        let first = workers.next();
        let results: Vec<Finished> = std::thread::scope(|scope| {
            let helpers: Vec<_> = workers
                .map(|mut worker| {
                    let name = format!("search {}", worker.id);
                    threads::spawn_scoped(scope, &name, move || worker.iterate(position))
                })
                .collect();
            // The first thread reports, and the search ends when it ends.
            let first = first.and_then(|mut worker| run_first(&mut worker, position));
            shared.over.store(true, Relaxed);
            // A helper thread that could not be started or has panicked has no vote.
            let helpers = helpers
                .into_iter()
                .filter_map(|helper| helper.ok()?.join().ok());
            first.into_iter().chain(helpers).collect()
        });
        let decision = decide(position, &shared, &results, first_move);
        if let Some((pace, clock)) = nodestime.zip(clock) {
            self.bank.pay(decision.nodes, clock.increment, pace);
        }
        decision
    }
}

/// Returns true if a position of the game has occurred twice since the last capture or pawn move.
pub fn has_come_back(game: &Line<Position>) -> bool {
    let past = game.past_keys();
    let halfmoves = game.position().halfmoves() as usize;
    let recent = &past[past.len().saturating_sub(halfmoves)..];
    let now = game.position().key();
    let mut seen: Vec<u64> = recent.iter().copied().chain([now]).collect();
    seen.sort_unstable();
    seen.windows(2).any(|pair| pair[0] == pair[1])
}

/// Runs the worker of the first thread, which reports: on the calling thread if its stack is large enough, else on a
/// new one. Returns `None` if the new thread could not be started, or has panicked.
fn run_first(worker: &mut Worker<'_>, position: &Position) -> Option<Finished> {
    if threads::has_room() {
        return Some(worker.iterate(position));
    }
    std::thread::scope(|scope| {
        let started = threads::spawn_scoped(scope, "search 0", || worker.iterate(position));
        started.ok()?.join().ok()
    })
}

/// Returns the decision for a position without legal moves, and reports its score to `report` if that is not `None`.
fn finished(
    position: &Position,
    control: &Control,
    report: Option<&(dyn Fn(Report) + Sync)>,
) -> Decision {
    let score = if position.in_check() {
        score::mated_in(0)
    } else {
        score::DRAW
    };
    let report = report.unwrap_or(&|_| {});
    report(Report::Info(Info {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        tbhits: 0,
        time_us: micros(control.elapsed()),
        hashfull: 0,
        pv: Vec::new(),
    }));
    Decision {
        best: None,
        ponder: None,
        score,
        bound: Bound::Exact,
        nodes: 0,
        depth: 0,
    }
}

pub(super) fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Chooses between the results of the threads, and reports the line chosen unless it was the last one reported anyway.
/// `fallback` is the move if no thread could be started.
fn decide(
    position: &Position,
    shared: &Shared<'_>,
    results: &[Finished],
    fallback: Move,
) -> Decision {
    let unsearched = Decision {
        best: Some(fallback),
        ponder: None,
        score: score::DRAW,
        bound: Bound::None,
        nodes: shared.total_nodes(),
        depth: 0,
    };
    let Some(first) = results.first() else {
        return unsearched;
    };
    let chosen = match shared.multipv {
        1 => elected(first, &results[1..]),
        _ => first,
    };
    if chosen.id != first.id {
        report_line(position, shared, chosen.completed, chosen, 0);
    }
    let root = &chosen.root_moves[0];
    let line = presentable(position, shared, root, chosen.completed);
    Decision {
        best: Some(root.m),
        ponder: line.pv.get(1).copied(),
        score: line.score,
        bound: line.bound,
        nodes: shared.total_nodes(),
        depth: chosen.completed,
    }
}

/// Chooses the thread whose result is taken. Every thread votes for its move, with a weight that grows with the depth
/// it has completed and with its score; among the threads for the move with the most votes, the one that has searched
/// deepest is chosen. A thread that sees a win needs no majority, and a proof of the first thread overrides all others.
fn elected<'a>(first: &'a Finished, others: &'a [Finished]) -> &'a Finished {
    if first.proved {
        return first;
    }
    let settled = others.iter().filter(|other| other.is_settled());
    let voters: Vec<&Finished> = std::iter::once(first).chain(settled).collect();
    let scores = voters.iter().map(|voter| voter.weight().1);
    let (least, most) = scores.fold((score::INFINITE, -score::INFINITE), |(least, most), s| {
        (least.min(s), most.max(s))
    });
    let best = |voters: Vec<&'a Finished>| {
        let order = |voter: &&Finished| (voter.weight(), Reverse(voter.id));
        voters.into_iter().max_by_key(order).unwrap_or(first)
    };
    if most > 0 && score::is_decided(most) {
        let winners = voters.into_iter().filter(|voter| voter.weight().1 == most);
        return best(winners.collect());
    }
    let vote = |voter: &Finished| {
        let (depth, score) = voter.weight();
        depth as i64 * i64::from(score - least + VOTE_BASE)
    };
    let votes = |m: Move| -> i64 {
        let for_it = voters.iter().filter(|voter| voter.root_moves[0].m == m);
        for_it.map(|voter| vote(voter)).sum()
    };
    let most = voters
        .iter()
        .map(|voter| votes(voter.root_moves[0].m))
        .max();
    let majority = voters
        .iter()
        .filter(|voter| Some(votes(voter.root_moves[0].m)) == most);
    best(majority.copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::root::{RootLine, RootMove};
    use base::limits::Clock;
    use std::sync::Mutex;
    use std::time::Instant;

    /// A thread that has completed `depth` plies, with its move (by number) and its score.
    fn voter(id: usize, depth: usize, number: usize, score: i32) -> Finished {
        let line = RootLine {
            score,
            depth,
            seldepth: depth,
            pv: Default::default(),
        };
        let root = RootMove {
            m: Position::start().legal_moves()[number],
            score,
            rank: 0,
            known: None,
            nodes: 1,
            line: Some(line),
            raised: None,
            seldepth: depth,
        };
        Finished {
            completed: depth,
            root_moves: vec![root],
            id,
            proved: false,
        }
    }

    #[test]
    fn threads_vote_and_those_who_see_further_or_more_weigh_more() {
        let chosen = |voters: &[Finished]| elected(&voters[0], &voters[1..]).id;
        let first = || voter(0, 12, 0, 20);
        // One against one: who stands better by as much as depth is worth, the first if there is nothing between them.
        assert_eq!(chosen(&[first(), voter(1, 12, 1, 20)]), 0);
        assert_eq!(chosen(&[first(), voter(1, 12, 1, 30)]), 1);
        assert_eq!(chosen(&[first(), voter(1, 13, 1, 20)]), 1);
        assert_eq!(chosen(&[first(), voter(1, 24, 1, 0)]), 0);
        // Two of a mind outvote one who stands a little better, and the deeper of them speaks.
        let two = [first(), voter(1, 12, 1, 15), voter(2, 13, 1, 14)];
        assert_eq!(chosen(&two), 2);
        // A mate needs no votes, the shorter one least of all.
        let mate = |plies| score::MATE - plies;
        let mates = [
            first(),
            voter(1, 9, 1, mate(7)),
            voter(2, 8, 2, mate(5)),
            voter(3, 20, 0, 25),
        ];
        assert_eq!(chosen(&mates), 2);
        // A move that has just come to the top with an older line has no vote; against a proof there is no vote.
        let mut raised = voter(1, 20, 1, 500);
        raised.root_moves[0].raised = Some(500);
        assert_eq!(chosen(&[first(), raised]), 0);
        let mut proved = first();
        proved.proved = true;
        assert_eq!(chosen(&[proved, voter(1, 30, 1, 500)]), 0);
    }

    #[test]
    fn a_ponder_hit_after_more_than_the_aim_is_answered_at_once() {
        let game = Line::new(Position::start());
        let mut limits = Limits::default();
        limits.clocks[0] = Some(Clock {
            remaining: Duration::from_secs(600),
            ..Clock::default()
        });
        let mut searcher = Searcher::new(1).expect("1 MB");
        let begun = Instant::now().checked_sub(Duration::from_secs(300));
        let control = Control::since(begun.expect("not so long ago"), true);
        control.ponderhit();
        let decision = searcher.go(&game, &limits, &control, &|_| {});
        assert!(decision.best.is_some());
        assert!(decision.nodes < 20_000, "{decision:?}");
    }

    #[test]
    fn a_search_on_the_calling_thread_is_the_same_search_and_starts_no_thread() {
        let run = || {
            let game = Line::new(Position::start());
            let limits = Limits {
                nodes: Some(3000),
                ..Limits::default()
            };
            let mut searcher = Searcher::new(1).expect("1 MB");
            let reporters = Mutex::new(Vec::new());
            let report = |_| {
                let id = std::thread::current().id();
                reporters.lock().expect("no panic").push(id);
            };
            let decision = searcher.go(&game, &limits, &Control::new(false), &report);
            (decision, reporters.into_inner().expect("no panic"))
        };
        // Here there is not enough room.
        let (elsewhere, reporters) = run();
        let caller = std::thread::current().id();
        assert!(reporters.iter().all(|id| *id != caller));
        let ((decision, reporters), caller) = std::thread::scope(|scope| {
            let here = move || (run(), std::thread::current().id());
            let started = threads::spawn_scoped(scope, "caller", here).expect("started");
            started.join().expect("no panic")
        });
        assert_eq!(decision, elsewhere);
        assert!(!reporters.is_empty() && reporters.iter().all(|id| *id == caller));
    }
}
