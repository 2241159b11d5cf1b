//! One game from its opening to its verdict.
//!
//! The referee asks the player to move, checks what it answers, runs the clocks and knows the
//! rules. Whatever a player does wrong costs it the game and nothing more: the match goes on.

use super::Contest;
use super::adjudication::{Adjudicator, Rules, Ruling};
use super::clock::{Pace, PlayerClock, limits};
use crate::games::{Line, Outcome};
use crate::players::{Failure, Player, Report};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// In what way a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Termination {
    /// By the rules of the game.
    Normal,
    /// By the rules of the match.
    Adjudication,
    /// A player overstepped its time, but answered when told to stop.
    TimeForfeit,
    /// A player answered with something else than a legal move.
    IllegalMove,
    /// A player's process ended, or could not be started.
    Disconnected,
    /// A player did not answer at all and had to be killed.
    Stalled,
}

impl Termination {
    /// Whether a player has failed, rather than lost or drawn.
    pub const fn is_failure(self) -> bool {
        !matches!(self, Termination::Normal | Termination::Adjudication)
    }

    /// The PGN `Termination` tag.
    pub const fn tag(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit => "time forfeit",
            Termination::IllegalMove => "rules infraction",
            Termination::Disconnected => "abandoned",
            Termination::Stalled => "stalled connection",
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The seat that has won; `None` for a draw.
    pub winner: Option<usize>,
    /// In what way.
    pub termination: Termination,
    /// The same in words: `checkmate`, `disconnected (exit status: 1)`.
    pub reason: String,
}

impl Verdict {
    fn loss(seat: usize, failure: &Failure) -> Verdict {
        let termination = match failure {
            Failure::TooLate(_) => Termination::TimeForfeit,
            Failure::IllegalMove(_) => Termination::IllegalMove,
            Failure::Stalled(_) => Termination::Stalled,
            Failure::Disconnected(_) | Failure::Start(_) | Failure::Interrupted => {
                Termination::Disconnected
            }
        };
        Verdict {
            winner: Some(1 - seat),
            termination,
            reason: failure.to_string(),
        }
    }

    fn of_outcome(outcome: Outcome) -> Verdict {
        let winner = [0, 1]
            .into_iter()
            .find(|seat| outcome.winners.count() == 1 && outcome.winners.contains(*seat));
        Verdict {
            winner,
            termination: Termination::Normal,
            reason: outcome.reason.to_owned(),
        }
    }

    fn of_ruling(ruling: Ruling) -> Verdict {
        let (winner, reason) = match ruling {
            Ruling::Draw => (None, "draw by adjudication"),
            Ruling::Resign(loser) => (Some(1 - loser), "win by adjudication"),
            Ruling::TooLong => (None, "draw by length"),
        };
        Verdict {
            winner,
            termination: Termination::Adjudication,
            reason: reason.to_owned(),
        }
    }
}

/// A move that a player has made, with its price. Opening moves have none.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// From question to answer.
    pub elapsed: Duration,
    /// What the player said.
    pub report: Report,
}

/// A game at the board.
pub struct Board<'a, G: Contest> {
    /// The moves, the opening's included.
    pub line: Line<G>,
    /// For every move after the opening, its price.
    pub efforts: Vec<Effort>,
    players: [&'a mut dyn Player<G>; 2],
    clocks: [PlayerClock; 2],
    stop: &'a AtomicBool,
}

/// Why a game does not go on: a verdict, or nobody wants one any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It is over.
    Verdict(Verdict),
    /// `stop` was set.
    Interrupted,
}

impl<'a, G: Contest> Board<'a, G> {
    /// Seats the players (seat 0 first) after the opening `line` and tells them to get ready.
    ///
    /// # Errors
    /// The end of the game, if a player cannot be made ready.
    pub fn set_up(
        line: Line<G>,
        players: [&'a mut dyn Player<G>; 2],
        paces: [Pace; 2],
        stop: &'a AtomicBool,
    ) -> (Board<'a, G>, Option<End>) {
        let board = Board {
            line,
            efforts: Vec::new(),
            players,
            clocks: paces.map(PlayerClock::new),
            stop,
        };
        let mut end = None;
        for seat in [0, 1] {
            if end.is_none() {
                let ready = board.players[seat].new_game(board.line.start());
                end = ready.err().map(|failure| board.failed(seat, &failure));
            }
        }
        (board, end)
    }

    fn failed(&self, seat: usize, failure: &Failure) -> End {
        match failure {
            Failure::Interrupted => End::Interrupted,
            failure => End::Verdict(Verdict::loss(seat, failure)),
        }
    }

    /// Has the player to move make a move. The game must not be over.
    ///
    /// # Errors
    /// The end of the game, if no legal move comes in time.
    pub fn advance(&mut self, mate_within: Option<u32>) -> Result<(), End> {
        let seat = self.line.position().turn();
        let mut limits = limits(&self.clocks, seat);
        limits.mate_within = mate_within;
        let choice = self.players[seat]
            .choose(&self.line, &limits, self.stop)
            .map_err(|failure| self.failed(seat, &failure))?;
        self.line.play(choice.chosen);
        let elapsed = choice.elapsed;
        let report = choice.report;
        self.efforts.push(Effort { elapsed, report });
        if !self.clocks[seat].punch(elapsed) {
            return Err(self.failed(seat, &Failure::TooLate(elapsed)));
        }
        Ok(())
    }

    /// Lets the player in `seat`, who has just moved, think ahead.
    fn think_ahead(&mut self, seat: usize) {
        let limits = limits(&self.clocks, seat);
        self.players[seat].ponder(&self.line, &limits);
    }

    /// Tells both players that it is over.
    pub fn game_over(&mut self) {
        for player in &mut self.players {
            player.game_over();
        }
    }

    /// How the game has ended by the rules of the game, if it has.
    pub fn verdict(&self) -> Option<Verdict> {
        self.line.outcome().map(Verdict::of_outcome)
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Contest> {
    /// All moves, the opening's included.
    pub line: Line<G>,
    /// The price of the moves after the opening.
    pub efforts: Vec<Effort>,
    /// How it ended.
    pub verdict: Verdict,
}

/// Plays a game from the end of an opening. `None` if `stop` was set before it was over.
pub fn play<'a, G: Contest>(
    opening: &Line<G>,
    players: [&'a mut dyn Player<G>; 2],
    paces: [Pace; 2],
    rules: Rules,
    stop: &'a AtomicBool,
) -> Option<PlayedGame<G>> {
    let (mut board, end) = Board::set_up(opening.clone(), players, paces, stop);
    let end = end.unwrap_or_else(|| play_on(&mut board, rules));
    board.game_over();
    match end {
        End::Interrupted => None,
        End::Verdict(verdict) => Some(PlayedGame {
            line: board.line,
            efforts: board.efforts,
            verdict,
        }),
    }
}

fn play_on<G: Contest>(board: &mut Board<'_, G>, rules: Rules) -> End {
    let mut adjudicator = Adjudicator::new(rules);
    if let Some(verdict) = board.verdict() {
        return End::Verdict(verdict);
    }
    loop {
        let seat = board.line.position().turn();
        if let Err(end) = board.advance(None) {
            return end;
        }
        let score = board.efforts.last().and_then(|effort| effort.report.score);
        let ruling = adjudicator.note(seat, score, board.line.moves().len());
        // Mate on the board goes before whatever the rules of the match say.
        if let Some(verdict) = board.verdict() {
            return End::Verdict(verdict);
        }
        if let Some(ruling) = ruling {
            return End::Verdict(Verdict::of_ruling(ruling));
        }
        board.think_ahead(seat);
    }
}
