//! Match of two players over mate problems: each player attacks once on every problem while the other one defends.

use super::clock::Pace;
use super::journal::{Journal, JournalError};
use super::pgn::{Tags, pgn};
use super::problems::{AttackRecord, AttackResult, Problem};
use super::referee::{Aim, Board, End, PlayedGame, Termination, Verdict};
use super::tournament::HeldPlayers;
use super::{Roster, pool};
use base::chance::unguessable;
use games::chess::Position;
use games::{Game, Line};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Settings of a match over problems, without those of the players themselves.
#[derive(Clone, Debug)]
pub struct ProblemMatch {
    /// Value of the PGN tag `Event`.
    pub event: String,
    /// The two players' names.
    pub names: [String; 2],
    /// Limits of the two players' thinking.
    pub paces: [Pace; 2],
    /// Problems in the order in which they are played.
    pub problems: Vec<Problem>,
    /// Seed of the players' random choices.
    pub seed: u64,
    /// Number of attacks played at the same time.
    pub concurrency: usize,
    /// True if game records (PGN) are to be written.
    pub write_pgn: bool,
}

/// Plays the attacks that are not among `records` and adds their records there. Calls `listen` with the record of each
/// finished attack and the number of records so far, and with `None` for the record at regular intervals.
///
/// # Errors
/// [`JournalError`] if an attack cannot be written to disk.
pub fn run(
    setup: &ProblemMatch,
    roster: &dyn Roster<Position>,
    journal: &mut Journal,
    records: &mut Vec<AttackRecord>,
    stop: &AtomicBool,
    mut listen: impl FnMut(Option<&AttackRecord>, usize),
) -> Result<(), JournalError> {
    let total = 2 * setup.problems.len();
    let mut done = vec![false; total];
    records.retain(|record| record.index < total);
    for record in records.iter() {
        done[record.index] = true;
    }
    let jobs = (0..total).filter(|index| !done[*index]);
    let make_worker = || {
        let mut held = HeldPlayers::new(roster);
        move |index: usize| attack(setup, index, &mut held, stop)
    };
    let mut failure = None;
    pool::run(jobs, setup.concurrency, stop, make_worker, |result| {
        let Some((record, pgn)) = result else {
            listen(None, records.len());
            return ControlFlow::Continue(());
        };
        if let Err(error) = journal.enter(&record, pgn.as_deref()) {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        records.push(record);
        listen(records.last(), records.len());
        ControlFlow::Continue(())
    });
    failure.map_or(Ok(()), Err)
}

/// Plays attack number `index`: problem `index / 2`, with player `index % 2` as the attacker. Returns its record, and
/// its PGN if that is wanted; `None` if `stop` was set before the end.
fn attack(
    setup: &ProblemMatch,
    index: usize,
    held: &mut HeldPlayers<Position>,
    stop: &AtomicBool,
) -> Option<(AttackRecord, Option<String>)> {
    let problem = &setup.problems[index / 2];
    let attacker = index % 2;
    let mut players = [1 - attacker; 2];
    players[problem.attacker] = attacker;
    let paces = players.map(|player| setup.paces[player]);
    let pair = held.take(&players, setup.seed.wrapping_add(2 * index as u64));
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let line = Line::new(problem.position);
    let (mut board, end) = Board::set_up(line, pair, &paces, stop);
    let mut price = Price::default();
    let end = end.unwrap_or_else(|| play_attack(&mut board, problem, &mut price));
    board.game_over();
    let End::Verdict(verdict) = end else {
        return None;
    };
    let record = AttackRecord {
        index,
        id: unguessable(),
        result: result_of(&verdict, problem.attacker),
        reason: verdict.reason.clone(),
        failure: verdict.failure.clone(),
        time_ms: price.time().as_secs_f64() * 1000.0,
        nodes: price.nodes(),
        moves: board.line.move_texts(),
        thought_ms: price.sides.map(|time| time.as_secs_f64() * 1000.0),
    };
    let game = PlayedGame {
        line: board.line,
        efforts: board.efforts,
        verdict,
    };
    let pgn = setup.write_pgn.then(|| {
        let tags = Tags {
            event: &setup.event,
            round: format!("{}.{}", index / 2 + 1, attacker + 1),
            names: players.map(|player| setup.names[player].as_str()).into(),
            time_controls: paces.map(|pace| pace.tag()).into(),
        };
        pgn(&game, &tags)
    });
    Some((record, pgn))
}

/// Time and nodes that the attacker has used, in all and until it first announced a mate.
#[derive(Default)]
struct Price {
    spent: (Duration, u64),
    announced: Option<(Duration, u64)>,
    /// Total thinking time of the attacker and the defender.
    sides: [Duration; 2],
}

impl Price {
    fn time(&self) -> Duration {
        self.announced.unwrap_or(self.spent).0
    }

    fn nodes(&self) -> u64 {
        self.announced.unwrap_or(self.spent).1
    }
}

fn play_attack(board: &mut Board<Position>, problem: &Problem, price: &mut Price) -> End {
    let mut moves_left = problem.mate_in;
    loop {
        if let Some(verdict) = board.verdict() {
            return End::Verdict(verdict);
        }
        // Nobody replies to the last move: the collection's games end there too.
        if moves_left == 0 {
            let reason = format!("no mate in {}", problem.mate_in);
            let position = board.line.position();
            return End::Verdict(Verdict::missed(position, problem.attacker, &reason));
        }
        let attacks = Game::turn(board.line.position()) == problem.attacker;
        let aim = if attacks {
            Aim::Mate(moves_left)
        } else {
            Aim::Hold(moves_left)
        };
        if let Err(end) = board.advance(aim) {
            return end;
        }
        if let Some(effort) = board.efforts.last() {
            price.sides[usize::from(!attacks)] += effort.elapsed;
        }
        if let (true, Some(effort)) = (attacks, board.efforts.last()) {
            let (time, nodes) = price.spent;
            if let (None, Some((more_time, more_nodes))) =
                (price.announced, effort.report.mate_found)
            {
                price.announced = Some((time + more_time, nodes + more_nodes));
            }
            let more_nodes = effort.report.nodes.unwrap_or(0);
            price.spent = (time + effort.elapsed, nodes + more_nodes);
            moves_left -= 1;
        }
    }
}

fn result_of(verdict: &Verdict, attacker: usize) -> AttackResult {
    let attacker_won = verdict.ranking.winner() == Some(attacker);
    match (verdict.termination, verdict.ranking.winner()) {
        (Termination::Normal, _) if attacker_won => AttackResult::Solved,
        (Termination::Normal, None) => AttackResult::Draw,
        (Termination::Normal, Some(_)) => AttackResult::Mated,
        (Termination::Adjudication, _) => AttackResult::NoMate,
        _ if attacker_won => AttackResult::Void,
        (Termination::TimeForfeit, _) => AttackResult::Time,
        (Termination::IllegalMove, _) => AttackResult::IllegalMove,
        (Termination::Disconnected | Termination::Stalled, _) => AttackResult::Crash,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::chess::Move;
    use games::pgn::Ranking;
    use players::{AlphaBeta, Choice, Failure, Player, Report, Request};

    struct Two;

    /// Plays the first legal move.
    struct First;

    impl Player<Position> for First {
        fn answer(&mut self, request: &Request<Position>) -> Result<Choice<Move>, Failure> {
            Ok(Choice {
                chosen: Game::legal_moves(request.game.position())[0],
                reply: None,
                elapsed: Duration::from_millis(1),
                report: Report::default(),
            })
        }
    }

    impl Roster<Position> for Two {
        fn create(&self, player: usize, _: u64) -> Box<dyn Player<Position>> {
            match player {
                0 => Box::new(AlphaBeta),
                _ => Box::new(First),
            }
        }

        fn is_kept(&self, _: usize) -> bool {
            false
        }
    }

    fn problem(fen: &str, attacker: usize, mate_in: u32) -> Problem {
        Problem {
            line: 1,
            position: Position::from_fen(fen, false).expect(fen),
            attacker,
            mate_in,
        }
    }

    #[test]
    fn each_player_attacks_once_and_the_searching_one_mates() {
        let pace = Pace {
            depth: Some(3),
            ..Pace::default()
        };
        let setup = ProblemMatch {
            event: String::new(),
            names: ["searcher".to_owned(), "first".to_owned()],
            paces: [pace; 2],
            problems: vec![
                problem("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 0, 2),
                // The side to move is mated in one: whatever Black plays, a rook mates.
                problem("7k/R7/8/8/8/8/8/1R4K1 b - - 0 1", 0, 1),
            ],
            seed: 1,
            concurrency: 2,
            write_pgn: true,
        };
        let stop = AtomicBool::new(false);
        let mut records = Vec::new();
        let mut journal = Journal::default();
        run(&setup, &Two, &mut journal, &mut records, &stop, |_, _| {}).expect("no files");
        records.sort_by_key(|record| record.index);
        let results = records.iter().map(|record| (record.index, record.result));
        use AttackResult::{NoMate, Solved};
        // An even attack is the searcher's. The first legal move mates in neither problem.
        let expected = [(0, Solved), (1, NoMate), (2, Solved), (3, NoMate)];
        assert_eq!(results.collect::<Vec<_>>(), expected);
        assert!(records[0].nodes > 0);
    }

    #[test]
    fn a_problem_that_is_not_solved_in_time_is_no_mate() {
        let pace = Pace {
            depth: Some(1),
            ..Pace::default()
        };
        let setup = ProblemMatch {
            event: String::new(),
            names: ["a".to_owned(), "b".to_owned()],
            paces: [pace; 2],
            // Two rooks need more than two moves here.
            problems: vec![problem("8/8/8/3k4/8/8/8/RR4K1 w - - 0 1", 0, 2)],
            seed: 1,
            concurrency: 1,
            write_pgn: false,
        };
        let stop = AtomicBool::new(false);
        let mut records = Vec::new();
        let mut journal = Journal::default();
        run(&setup, &Two, &mut journal, &mut records, &stop, |_, _| {}).expect("no files");
        let results: Vec<AttackResult> = records.iter().map(|record| record.result).collect();
        assert_eq!(results, [AttackResult::NoMate; 2]);
        // Two moves and the reply between them.
        assert!(records.iter().all(|record| record.moves.len() == 3));
    }

    #[test]
    fn every_end_of_an_attack_has_its_result() {
        use Termination::{Adjudication, Disconnected, IllegalMove, Normal, Stalled, TimeForfeit};
        let result = |termination, places: [u8; 2]| {
            let ranking = Ranking {
                places: places.to_vec(),
                points: None,
            };
            let verdict = Verdict {
                is_shared: places == [1, 1],
                ranking,
                blamed: None,
                termination,
                reason: String::new(),
                failure: None,
            };
            result_of(&verdict, 0)
        };
        let (won, lost, drawn) = ([1, 2], [2, 1], [1, 1]);
        assert_eq!(result(Normal, won), AttackResult::Solved);
        assert_eq!(result(Normal, drawn), AttackResult::Draw);
        assert_eq!(result(Normal, lost), AttackResult::Mated);
        assert_eq!(result(Adjudication, lost), AttackResult::NoMate);
        let failures = [
            (TimeForfeit, AttackResult::Time),
            (IllegalMove, AttackResult::IllegalMove),
            (Disconnected, AttackResult::Crash),
            (Stalled, AttackResult::Crash),
        ];
        for (termination, failed) in failures {
            assert_eq!(result(termination, lost), failed);
            assert_eq!(result(termination, won), AttackResult::Void, "the defender");
        }
    }
}
