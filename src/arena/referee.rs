//! One game from its opening to its verdict.
//!
//! The referee asks the players for their moves, checks the moves, runs the clocks and applies the rules. A player that
//! fails loses the game, but the match goes on.

use super::adjudication::{Adjudicator, Rules, Ruling};
use super::clock::{Pace, PlayerClock, limits};
use super::error::Failed;
use super::tables::Tables;
use games::pgn::Ranking;
use games::{Game, Line, Outcome, Words};
use players::{Failure, Player, Report, Transcript};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Kind of end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Termination {
    /// Result by the rules of the game.
    Normal,
    /// Result by the rules of the match: a resignation, a draw by agreement or length, endgame tables, or a missed
    /// mate.
    Adjudication,
    /// A player overstepped its time, but answered when it was stopped.
    TimeForfeit,
    /// A player answered with something else than a legal move.
    IllegalMove,
    /// A player's process ended, or could not be started.
    Disconnected,
    /// A player did not answer at all and had to be killed.
    Stalled,
}

impl Termination {
    /// Returns true if a player has failed (time, illegal move, crash), and false if the game ended by the rules of the
    /// game or of the match.
    pub const fn is_failure(self) -> bool {
        !matches!(self, Termination::Normal | Termination::Adjudication)
    }

    /// Returns the value of the PGN tag `Termination`.
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

/// End of a game: its result and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Final places of the seats.
    pub ranking: Ranking,
    /// True if sides that are not of one team share the first place: a draw, with two players.
    pub is_shared: bool,
    /// Seat of the player that `reason` refers to because it has failed; `None` if no player has.
    pub blamed: Option<usize>,
    /// Kind of end.
    pub termination: Termination,
    /// Reason in words: `checkmate`, `disconnected (exit status: 1)`.
    pub reason: String,
    /// Failure of the player to blame; `None` if the game ended by the rules of the game or of the match.
    pub failure: Option<Box<Failed>>,
}

impl Verdict {
    /// Creates a verdict with the termination [`Termination::Normal`], which the caller may change.
    fn new<G: Game>(game: &G, ranking: Ranking, reason: &str) -> Verdict {
        let places = &ranking.places;
        let first = places.iter().position(|place| *place == 1).unwrap_or(0);
        let mut seats = 0..places.len();
        Verdict {
            is_shared: seats.any(|seat| places[seat] == 1 && !game.allied(first, seat)),
            ranking,
            blamed: None,
            termination: Termination::Normal,
            reason: reason.to_owned(),
            failure: None,
        }
    }

    /// Returns the verdict after a failure of the player in `seat`: it is last, and its team with it. The other seats
    /// are ranked by their points at this moment. If the player overstepped its time but no opponent could win, the
    /// game is a draw.
    fn failure<G: Game>(game: &G, seat: usize, failure: &Failure) -> Verdict {
        let termination = match failure {
            Failure::TooLate(_) => Termination::TimeForfeit,
            Failure::IllegalMove(_) => Termination::IllegalMove,
            Failure::Stalled(_) => Termination::Stalled,
            Failure::Disconnected(_) | Failure::Start(_) | Failure::Interrupted => {
                Termination::Disconnected
            }
        };
        let failed = |is_drawn| {
            let failure = failure.clone();
            Some(Box::new(Failed { failure, is_drawn }))
        };
        let mut others = (0..game.players()).filter(|other| !game.allied(seat, *other));
        if termination == Termination::TimeForfeit && !others.any(|other| game.can_win(other)) {
            let reason = format!("{failure}, but nobody else can win");
            return Verdict {
                termination,
                blamed: Some(seat),
                failure: failed(true),
                ..Verdict::new(game, Ranking::by_key(game, |_| ()), &reason)
            };
        }
        let key = |other: usize| (!game.allied(seat, other), game.points(other));
        Verdict {
            termination,
            blamed: Some(seat),
            failure: failed(false),
            ..Verdict::new(game, Ranking::by_key(game, key), &failure.to_string())
        }
    }

    /// Returns the verdict by the rules of the game: ranked by points if the game counts them, otherwise by who has
    /// won.
    fn by_rule<G: Game>(game: &G, outcome: Outcome) -> Verdict {
        Verdict::new(game, Ranking::of_outcome(game, &outcome), outcome.reason)
    }

    /// Returns the verdict by the rules of the match, for games of two seats.
    fn by_ruling<G: Game>(game: &G, ruling: Ruling) -> Verdict {
        let (loser, reason) = match ruling {
            Ruling::Draw => (None, "draw by adjudication"),
            Ruling::Resign(loser) => (Some(loser), "win by adjudication"),
            Ruling::TooLong => (None, "draw by length"),
            Ruling::Table(None) => (None, "draw by endgame tables"),
            Ruling::Table(Some(winner)) => (Some(1 - winner), "win by endgame tables"),
        };
        let ranking = Ranking::by_key(game, |seat| Some(seat) != loser);
        Verdict {
            termination: Termination::Adjudication,
            ..Verdict::new(game, ranking, reason)
        }
    }

    /// Returns the verdict for a player that has not achieved the goal of its side, such as a mate in time: it is last.
    pub(super) fn missed<G: Game>(game: &G, seat: usize, reason: &str) -> Verdict {
        let ranking = Ranking::by_key(game, |other| !game.allied(seat, other));
        Verdict {
            termination: Termination::Adjudication,
            blamed: Some(seat),
            ..Verdict::new(game, ranking, reason)
        }
    }
}

/// A move that a player has made, with its thinking time and search report; opening moves have none.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// Time from the request for the move to the answer.
    pub elapsed: Duration,
    /// Report of the player's search.
    pub report: Report,
}

/// Goal of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The best result.
    Win,
    /// Mate within so many of its own moves.
    Mate(u32),
    /// Avoidance of mate within so many moves of the opponent.
    Hold(u32),
}

/// Game in progress, with its players and clocks.
pub struct Board<'a, G: Words> {
    /// Moves played so far, those of the opening included.
    pub line: Line<G>,
    /// Thinking time and search report of every move after the opening.
    pub efforts: Vec<Effort>,
    players: Vec<&'a mut dyn Player<G>>,
    clocks: Vec<PlayerClock>,
    stop: &'a AtomicBool,
}

/// Reason why a game does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The game is over.
    Verdict(Verdict),
    /// The game was interrupted because `stop` was set.
    Interrupted,
}

impl<'a, G: Words> Board<'a, G> {
    /// Creates a game that begins after the opening `line`, and prepares the players, who are listed by seat, for it.
    /// There must be as many players and paces as the game has seats. Also returns the end of the game if a player
    /// cannot be made ready.
    pub fn set_up(
        line: Line<G>,
        players: Vec<&'a mut dyn Player<G>>,
        paces: &[Pace],
        stop: &'a AtomicBool,
    ) -> (Board<'a, G>, Option<End>) {
        let mut board = Board {
            line,
            efforts: Vec::new(),
            players,
            clocks: paces.iter().copied().map(PlayerClock::new).collect(),
            stop,
        };
        let mut end = None;
        for seat in 0..board.players.len() {
            if end.is_none() {
                let ready = board.players[seat].new_game(board.line.start(), stop);
                end = ready.err().map(|failure| board.failed(seat, &failure));
            }
        }
        (board, end)
    }

    fn failed(&self, seat: usize, failure: &Failure) -> End {
        match failure {
            Failure::Interrupted => End::Interrupted,
            failure => End::Verdict(Verdict::failure(self.line.position(), seat, failure)),
        }
    }

    /// Asks the player whose turn it is for a move, and plays it. The game must not be over.
    ///
    /// # Errors
    /// The end of the game, if the player does not return a legal move in time. No move has been played in that case.
    pub fn advance(&mut self, aim: Aim) -> Result<(), End> {
        let seat = self.line.position().turn();
        let mut limits = limits(&self.clocks, seat);
        match aim {
            Aim::Win => {}
            Aim::Mate(moves) => limits.mate_within = Some(moves),
            Aim::Hold(moves) => limits.mated_within = Some(moves),
        }
        let choice = self.players[seat]
            .choose(&self.line, &limits, self.stop)
            .map_err(|failure| self.failed(seat, &failure))?;
        let elapsed = choice.elapsed;
        // A move that comes too late is not played, whichever player made it.
        if !self.clocks[seat].punch(elapsed) {
            return Err(self.failed(seat, &Failure::TooLate(elapsed)));
        }
        self.line.play(choice.chosen);
        let report = choice.report;
        self.efforts.push(Effort { elapsed, report });
        Ok(())
    }

    /// Lets the player in `seat`, who has just moved, think on the opponent's time. Does nothing with more than two
    /// players, as the next position that the player will have to move in cannot be predicted then.
    fn think_ahead(&mut self, seat: usize) {
        if self.players.len() != 2 {
            return;
        }
        let limits = limits(&self.clocks, seat);
        self.players[seat].ponder(&self.line, &limits);
    }

    /// Tells the players that the game is over.
    pub fn game_over(&mut self) {
        for player in &mut self.players {
            player.game_over();
        }
    }

    /// Returns the verdict if the game has ended by its rules; otherwise `None`.
    pub fn verdict(&self) -> Option<Verdict> {
        let outcome = self.line.outcome()?;
        Some(Verdict::by_rule(self.line.position(), outcome))
    }
}

/// A finished game of a match, with what is needed to store and count it.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Words> {
    /// All moves, those of the opening included.
    pub line: Line<G>,
    /// Thinking times and search reports of the moves after the opening.
    pub efforts: Vec<Effort>,
    /// Result of the game and the reason for its end.
    pub verdict: Verdict,
}

/// Rules and endgame tables that decide a game early, and the log of the game.
#[derive(Clone, Copy, Debug)]
pub struct Officials<'a, G> {
    /// Rules by which a game is ended early.
    pub rules: Rules,
    /// Endgame tables that decide a game as soon as they know its result, if any.
    pub tables: Option<&'a Tables<G>>,
    /// Log for the moves and the end of the game, if any.
    pub transcript: Option<&'a Transcript>,
}

impl<G> From<Rules> for Officials<'_, G> {
    fn from(rules: Rules) -> Self {
        Officials {
            rules,
            tables: None,
            transcript: None,
        }
    }
}

/// Plays a game from the end of an opening. Returns `None` if `stop` was set before it was over.
///
/// Players and paces are given by seat. The rules and tables of `officials` apply only to games of two seats, as the
/// scores of more than two players say too little about the result.
pub fn play<'a, G: Words>(
    opening: Line<G>,
    players: Vec<&'a mut dyn Player<G>>,
    paces: &[Pace],
    officials: impl Into<Officials<'a, G>>,
    stop: &'a AtomicBool,
) -> Option<PlayedGame<G>> {
    let officials = officials.into();
    let (mut board, end) = Board::set_up(opening, players, paces, stop);
    let end = end.unwrap_or_else(|| play_on(&mut board, &officials));
    board.game_over();
    if let Some(transcript) = officials.transcript {
        match &end {
            End::Interrupted => transcript.note("interrupted"),
            End::Verdict(verdict) => {
                let places = &verdict.ranking.places;
                transcript.note(&format!("over: {}; places {places:?}", verdict.reason));
            }
        }
    }
    match end {
        End::Interrupted => None,
        End::Verdict(verdict) => Some(PlayedGame {
            line: board.line,
            efforts: board.efforts,
            verdict,
        }),
    }
}

fn play_on<G: Words>(board: &mut Board<'_, G>, officials: &Officials<'_, G>) -> End {
    let has_two_seats = board.line.position().players() == 2;
    let mut adjudicator = has_two_seats.then(|| Adjudicator::new(officials.rules));
    let tables = officials.tables.filter(|_| has_two_seats);
    let by_table = |position: &G| tables.and_then(|tables| tables.ruling(position));
    if let Some(verdict) = board.verdict() {
        return End::Verdict(verdict);
    }
    if let Some(ruling) = by_table(board.line.position()) {
        return End::Verdict(Verdict::by_ruling(board.line.position(), ruling));
    }
    loop {
        let seat = board.line.position().turn();
        let before = officials.transcript.map(|_| board.line.position().clone());
        if let Err(end) = board.advance(Aim::Win) {
            return end;
        }
        if let (Some(transcript), Some(before)) = (officials.transcript, before) {
            transcript.note(&moved(&before, board));
        }
        let score = board.efforts.last().and_then(|effort| effort.report.score);
        let plies = board.line.moves().len();
        let ruling = adjudicator
            .as_mut()
            .and_then(|adjudicator| adjudicator.note(seat, score, plies));
        // A result by the rules of the game takes precedence over one by the rules of the match.
        if let Some(verdict) = board.verdict() {
            return End::Verdict(verdict);
        }
        let ruling = ruling.or_else(|| by_table(board.line.position()));
        if let Some(ruling) = ruling {
            return End::Verdict(Verdict::by_ruling(board.line.position(), ruling));
        }
        board.think_ahead(seat);
    }
}

/// Describes the last move for a transcript: player, move, and where it was thought about, time, score, depth and
/// nodes. `before` is the position before it.
fn moved<G: Words>(before: &G, board: &Board<'_, G>) -> String {
    let last = board.line.moves().last();
    let text = last.map_or_else(String::new, |m| before.move_text(*m));
    let mut out = format!("{} plays {text}", before.tag_name(before.turn()));
    if let Some(Effort { elapsed, report }) = board.efforts.last() {
        out += &format!(" in {:.3} s", elapsed.as_secs_f64());
        if let Some(score) = report.score {
            out += &format!(", {score:?}");
        }
        if let Some(depth) = report.depth {
            out += &format!(", depth {depth}");
        }
        if let Some(nodes) = report.nodes {
            out += &format!(", {nodes} nodes");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::chess::Position;
    use players::{Choice, Request};

    /// Player that answers with the first legal move and claims to have thought for this time.
    struct After(Duration);

    impl Player<Position> for After {
        fn answer(
            &mut self,
            request: &Request<Position>,
        ) -> Result<Choice<<Position as Game>::Move>, Failure> {
            // An engine that answers only after it was stopped reports this failure.
            if request.limits.patience.is_some_and(|p| self.0 > 2 * p) {
                return Err(Failure::TooLate(self.0));
            }
            Ok(Choice {
                chosen: Game::legal_moves(request.game.position())[0],
                reply: None,
                elapsed: self.0,
                report: Report::default(),
            })
        }
    }

    #[test]
    fn whoever_is_late_draws_against_a_bare_king_and_loses_against_a_pawn() {
        for (fen, places) in [
            ("4k3/8/8/8/8/8/4q3/K7 b - - 0 1", [1, 1]),
            ("4k3/8/8/8/8/P7/4q3/K7 b - - 0 1", [1, 2]),
        ] {
            let position = Position::from_fen(fen, false).expect(fen);
            let late = Failure::TooLate(Duration::from_millis(200));
            let verdict = Verdict::failure(&position, 1, &late);
            assert_eq!(verdict.ranking.places, places, "{fen}");
            assert_eq!(verdict.is_shared, places == [1, 1]);
            assert_eq!(verdict.blamed, Some(1));
            // Only slowness is excused if nobody else could win.
            let wrong = Failure::IllegalMove("e2e9".to_owned());
            let verdict = Verdict::failure(&position, 1, &wrong);
            assert_eq!(verdict.ranking.places, [1, 2], "{fen}");
        }
    }

    #[test]
    fn a_move_that_comes_too_late_is_not_played_however_late_it_is() {
        let pace = Pace {
            movetime: Some(Duration::from_millis(100)),
            margin: Duration::from_millis(10),
            ..Pace::default()
        };
        for late in [111, 150, 10_000] {
            let (mut white, mut black) =
                (After(Duration::ZERO), After(Duration::from_millis(late)));
            let players: Vec<&mut dyn Player<Position>> = vec![&mut white, &mut black];
            let opening = Line::new(Position::start());
            let stop = AtomicBool::new(false);
            let game = play(opening, players, &[pace; 2], Rules::default(), &stop);
            let game = game.expect("nobody stops it");
            assert_eq!(game.verdict.termination, Termination::TimeForfeit);
            assert_eq!(
                (game.line.moves().len(), game.efforts.len()),
                (1, 1),
                "{late}"
            );
            assert_eq!(game.verdict.ranking.places, [1, 2]);
        }
    }
}
