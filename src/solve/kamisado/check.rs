//! The checker: verifies a certificate with nothing but the rules.
//!
//! It shares no code with the prover. It walks from the position of the certificate through every reply of the loser,
//! and requires that each is answered by legal moves, up to the end of the round in the winner's favour.

use super::certificate::{Certificate, FormatError, state_text};
use games::Game;
use games::kamisado::{Move, Position};
use std::collections::HashMap;

/// Result of checking a certificate that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Length of the longest line of play, in plies.
    pub plies: u16,
    /// Number of positions in which the loser is to move.
    pub positions: usize,
    /// Number of replies of the loser that were answered.
    pub replies: usize,
}

/// Reason why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The text is not a certificate.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The certificate has no line for a position that is reached.
    #[error("nothing is said about {position}")]
    Missing {
        /// The position, without its ply.
        position: String,
    },
    /// A legal reply of the loser is not answered.
    #[error("the reply {reply} in {position} is not covered")]
    Uncovered {
        /// The position, without its ply.
        position: String,
        /// Text of the reply.
        reply: String,
    },
    /// A reply of the loser is answered twice.
    #[error("the reply {reply} in {position} is given twice")]
    Twice {
        /// The position, without its ply.
        position: String,
        /// Text of the reply.
        reply: String,
    },
    /// A move is not legal.
    #[error("in {position}: {why}")]
    Illegal {
        /// The position, without its ply.
        position: String,
        /// The error message of the rules.
        why: String,
    },
    /// After the winner's moves neither is the loser to move nor has it lost.
    #[error("the moves after {reply} in {position} {what}")]
    Turn {
        /// The position, without its ply.
        position: String,
        /// The reply that the moves follow, or `the start`.
        reply: String,
        /// Description of the fault.
        what: &'static str,
    },
    /// The longest line takes more plies than the certificate claims.
    #[error("it claims {claimed} plies, but a line of {found} is left")]
    TooLong {
        /// Number of plies claimed.
        claimed: u16,
        /// Length of the longest line, in plies.
        found: u16,
    },
    /// A line of the certificate is never reached.
    #[error("{position} is never reached")]
    Unreached {
        /// The position, without its ply.
        position: String,
    },
    /// A position can be reached again from itself.
    #[error("{position} leads back to itself")]
    Circle {
        /// The position, without its ply.
        position: String,
    },
}

/// Verifies a certificate.
///
/// # Errors
/// [`CheckError`] for the first fault found.
pub fn check(certificate: &Certificate) -> Result<Checked, CheckError> {
    let root = certificate.position;
    let winner = if certificate.wins {
        root.turn()
    } else {
        1 - root.turn()
    };
    let mut walk = Walk {
        certificate,
        winner,
        longest: HashMap::new(),
        replies: 0,
    };
    let (here, played) = walk.answer(root, &certificate.first, &state_text(&root), "the start")?;
    let plies = played + walk.visit(here)?;
    let claimed = certificate.plies;
    if plies > claimed {
        let found = plies;
        return Err(CheckError::TooLong { claimed, found });
    }
    let unreached = certificate.lines.keys();
    if let Some(position) = unreached
        .into_iter()
        .find(|p| !walk.longest.contains_key(*p))
    {
        let position = position.clone();
        return Err(CheckError::Unreached { position });
    }
    Ok(Checked {
        plies,
        positions: certificate.lines.len(),
        replies: walk.replies,
    })
}

struct Walk<'a> {
    certificate: &'a Certificate,
    /// The winner's seat.
    winner: usize,
    /// Length of the longest line from each position visited; `None` while it is being visited.
    longest: HashMap<String, Option<u16>>,
    replies: usize,
}

impl Walk<'_> {
    /// Returns the length of the longest line from a position in which the loser is to move or the round is over.
    fn visit(&mut self, here: Position) -> Result<u16, CheckError> {
        if here.outcome().is_some() {
            return Ok(0);
        }
        let position = state_text(&here);
        match self.longest.get(&position) {
            Some(Some(plies)) => return Ok(*plies),
            Some(None) => return Err(CheckError::Circle { position }),
            None => {}
        }
        let Some(line) = self.certificate.lines.get(&position) else {
            return Err(CheckError::Missing { position });
        };
        self.longest.insert(position.clone(), None);
        let mut longest = 0;
        let mut answered = HashMap::new();
        for (reply, answers) in line {
            if answered
                .insert(legal(&here, reply, &position)?, answers)
                .is_some()
            {
                let reply = reply.clone();
                return Err(CheckError::Twice { position, reply });
            }
        }
        for m in here.legal_moves() {
            let reply = here.move_text(m);
            let Some(answers) = answered.get(&m) else {
                return Err(CheckError::Uncovered { position, reply });
            };
            self.replies += 1;
            let (next, played) = self.answer(here.play(m), answers, &position, &reply)?;
            longest = longest.max(1 + played + self.visit(next)?);
        }
        self.longest.insert(position, Some(longest));
        Ok(longest)
    }

    /// Plays the winner's moves, and checks that then the loser is to move or has lost. Returns the position and the
    /// number of moves.
    fn answer(
        &self,
        start: Position,
        moves: &[String],
        position: &str,
        reply: &str,
    ) -> Result<(Position, u16), CheckError> {
        let wrong = |what| {
            Err(CheckError::Turn {
                position: position.to_owned(),
                reply: reply.to_owned(),
                what,
            })
        };
        let mut here = start;
        for text in moves {
            if here.outcome().is_some() {
                return wrong("go on after the end of the round");
            }
            if here.turn() != self.winner {
                return wrong("move for the loser");
            }
            let m = legal(&here, text, &state_text(&here))?;
            here = here.play(m);
        }
        match here.outcome() {
            Some(outcome) if !outcome.winners.contains(self.winner) => wrong("lose the round"),
            None if here.turn() == self.winner => wrong("leave the winner to move"),
            _ => Ok((here, moves.len() as u16)),
        }
    }
}

fn legal(here: &Position, text: &str, position: &str) -> Result<Move, CheckError> {
    here.read_move(text).map_err(|error| CheckError::Illegal {
        position: position.to_owned(),
        why: error.to_string(),
    })
}
