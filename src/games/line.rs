//! A game in progress: its start position, its moves, and the position keys that detect repetition.

use super::{Game, Outcome, Seats};

/// Number of occurrences of a position at which a game is drawn without a claim.
const FIVEFOLD: usize = 5;

/// A start position and the moves played from it.
///
/// Unlike a position, it knows how often the current position has occurred. UCI's `position … moves …` creates one;
/// matches and terminal games keep one.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    start: G,
    position: G,
    moves: Vec<G::Move>,
    /// Keys of all positions before the current one, oldest first.
    keys: Vec<u64>,
    claims: bool,
}

impl<G: Game> Line<G> {
    /// Creates a game that begins at `start`.
    pub fn new(start: G) -> Line<G> {
        Line {
            position: start.clone(),
            start,
            moves: Vec::new(),
            keys: Vec::new(),
            claims: false,
        }
    }

    /// Sets whether threefold repetition must be claimed (true) or ends the game by itself (false, the default).
    #[must_use]
    pub fn with_claims(self, claims: bool) -> Line<G> {
        Line { claims, ..self }
    }

    /// Returns true if threefold repetition must be claimed. The fifth occurrence then ends the game without a claim.
    pub fn has_claims(&self) -> bool {
        self.claims
    }

    /// Returns true if a player may claim a draw by threefold repetition now.
    pub fn may_claim(&self) -> bool {
        let limit = self.position.repetitions();
        self.claims
            && limit.is_some_and(|limit| self.occurrences() >= limit)
            && self.outcome().is_none()
    }

    /// Start position of the game.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// Current position of the game.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Moves played, oldest first.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Keys of the positions before the current one, oldest first.
    pub fn past_keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: G::Move) {
        self.keys.push(self.position.key());
        self.moves.push(m);
        self.position = self.position.play(m);
    }

    /// Returns the game as it was after `plies` plies, or all of it if it has no more.
    #[must_use]
    pub fn at_ply(&self, plies: usize) -> Line<G> {
        let mut line = Line::new(self.start.clone()).with_claims(self.claims);
        for &m in self.moves.iter().take(plies) {
            line.play(m);
        }
        line
    }

    /// Text forms of the moves played, oldest first.
    pub fn move_texts(&self) -> Vec<String> {
        let mut here = self.start.clone();
        let mut texts = Vec::with_capacity(self.moves.len());
        for &m in &self.moves {
            texts.push(here.move_text(m));
            here = here.play(m);
        }
        texts
    }

    /// Number of times the current position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let key = self.position.key();
        let window = self.position.reversible_plies().min(self.keys.len());
        let recent = &self.keys[self.keys.len() - window..];
        1 + recent.iter().filter(|past| **past == key).count()
    }

    /// Outcome of the game, including draws by repetition; `None` if it has not ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| {
            let (limit, reason) = match self.position.repetitions()? {
                _ if self.claims => (FIVEFOLD, "fivefold repetition"),
                limit => (limit, "threefold repetition"),
            };
            (self.occurrences() >= limit).then_some(Outcome {
                winners: Seats::all(self.position.players()),
                reason,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn play(line: &mut Line<Position>, moves: &str) {
        for text in moves.split_whitespace() {
            let m = line.position().parse_move(text).expect(text);
            line.play(m);
        }
    }

    #[test]
    fn the_third_occurrence_draws_and_the_second_does_not() {
        let mut line = Line::new(Position::start());
        play(&mut line, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
        assert_eq!(line.outcome(), None);
        play(&mut line, "f6g8");
        assert_eq!(line.occurrences(), 3);
        assert_eq!(
            line.outcome().map(|o| o.reason),
            Some("threefold repetition")
        );
    }

    #[test]
    fn with_claims_the_third_occurrence_may_be_claimed_and_the_fifth_draws() {
        let mut line = Line::new(Position::start()).with_claims(true);
        let there_and_back = "g1f3 g8f6 f3g1 f6g8";
        play(&mut line, there_and_back);
        assert!(!line.may_claim());
        play(&mut line, there_and_back);
        assert_eq!((line.may_claim(), line.outcome()), (true, None));
        play(&mut line, "g1f3");
        assert_eq!((line.occurrences(), line.may_claim()), (3, true));
        play(&mut line, "g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
        assert_eq!(line.outcome(), None);
        play(&mut line, "f6g8");
        let reason = line.outcome().map(|o| o.reason);
        assert_eq!(
            (line.occurrences(), reason),
            (5, Some("fivefold repetition"))
        );
        assert!(!line.may_claim(), "a game that is over");
        assert!(line.at_ply(8).may_claim());
    }

    #[test]
    fn a_lost_castling_right_makes_another_position() {
        let mut line = Line::new(Position::start());
        play(
            &mut line,
            "e2e4 e7e5 e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8",
        );
        // The position with the kings at home occurred once with all rights, twice without.
        assert_eq!(line.occurrences(), 2);
        assert_eq!(line.outcome(), None);
    }

    #[test]
    fn mate_on_the_hundredth_ply_wins() {
        let mate = Position::from_fen("7k/5K2/6Q1/8/8/8/8/8 w - - 99 80", false).expect("legal");
        let mut line = Line::new(mate);
        play(&mut line, "g6g7");
        let outcome = line.outcome().expect("over");
        assert_eq!(
            (outcome.reason, outcome.winners),
            ("checkmate", Seats::one(0))
        );
        let mut line = Line::new(*line.start());
        play(&mut line, "g6g5");
        assert_eq!(line.outcome().map(|o| o.reason), Some("fifty-move rule"));
    }
}
