//! The checker: verifies a certificate with nothing but the rules.
//!
//! It shares no code with the prover. It walks from the position of the certificate through every reply of the loser,
//! and requires that each is answered by legal moves, up to the end of the round in the winner's favour.

use super::certificate::{Certificate, FormatError, state_text};
use base::say;
use games::kamisado::{Move, MoveError, Position};
use games::{Game, Lang};
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
#[error("{}", self.text(Lang::EN))]
pub enum CheckError {
    /// The text is not a certificate.
    Format(#[from] FormatError),
    /// The certificate has no line for a position that is reached.
    Missing {
        /// The position, without its ply.
        position: String,
    },
    /// A legal reply of the loser is not answered.
    Uncovered {
        /// The position, without its ply.
        position: String,
        /// Text of the reply.
        reply: String,
    },
    /// A reply of the loser is answered twice.
    Twice {
        /// The position, without its ply.
        position: String,
        /// Text of the reply.
        reply: String,
    },
    /// A move is not legal.
    Illegal {
        /// The position, without its ply.
        position: String,
        /// Rule that the move breaks.
        why: MoveError,
    },
    /// After the winner's moves neither is the loser to move nor has it lost.
    Turn {
        /// The position, without its ply.
        position: String,
        /// The reply that the moves follow; `None` for the moves at the start.
        reply: Option<String>,
        /// Fault of the moves.
        fault: Fault,
    },
    /// The longest line takes more plies than the certificate claims.
    TooLong {
        /// Number of plies claimed.
        claimed: u16,
        /// Length of the longest line, in plies.
        found: u16,
    },
    /// A line of the certificate is never reached.
    Unreached {
        /// The position, without its ply.
        position: String,
    },
    /// A position can be reached again from itself.
    Circle {
        /// The position, without its ply.
        position: String,
    },
}

/// Fault of the winner's moves after a reply of the loser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// They go on after the end of the round.
    Late,
    /// One of them is a move of the loser.
    Loser,
    /// The winner loses the round.
    Lost,
    /// The winner is still to move after them.
    Turn,
}

impl CheckError {
    /// Returns the message in a language.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            CheckError::Format(error) => error.text(lang),
            CheckError::Missing { position } => say!(lang, "certificate-missing", position),
            CheckError::Uncovered { position, reply } => {
                say!(lang, "certificate-uncovered", position, reply)
            }
            CheckError::Twice { position, reply } => {
                say!(lang, "certificate-reply-twice", position, reply)
            }
            CheckError::Illegal { position, why } => {
                let why = why.text(lang);
                say!(lang, "certificate-illegal", position, why)
            }
            CheckError::Turn {
                position,
                reply,
                fault,
            } => {
                let reply = reply.as_deref().unwrap_or("start");
                let fault = match fault {
                    Fault::Late => "late",
                    Fault::Loser => "loser",
                    Fault::Lost => "lost",
                    Fault::Turn => "turn",
                };
                say!(lang, "certificate-turn", position, reply, fault)
            }
            CheckError::TooLong { claimed, found } => {
                say!(lang, "certificate-too-long", claimed, found)
            }
            CheckError::Unreached { position } => say!(lang, "certificate-unreached", position),
            CheckError::Circle { position } => say!(lang, "certificate-circle", position),
        }
    }
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
    let (here, played) = walk.answer(root, &certificate.first, &state_text(&root), None)?;
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
            let (next, played) = self.answer(here.play(m), answers, &position, Some(&reply))?;
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
        reply: Option<&str>,
    ) -> Result<(Position, u16), CheckError> {
        let wrong = |fault| {
            Err(CheckError::Turn {
                position: position.to_owned(),
                reply: reply.map(str::to_owned),
                fault,
            })
        };
        let mut here = start;
        for text in moves {
            if here.outcome().is_some() {
                return wrong(Fault::Late);
            }
            if here.turn() != self.winner {
                return wrong(Fault::Loser);
            }
            let m = legal(&here, text, &state_text(&here))?;
            here = here.play(m);
        }
        match here.outcome() {
            Some(outcome) if !outcome.winners.contains(self.winner) => wrong(Fault::Lost),
            None if here.turn() == self.winner => wrong(Fault::Turn),
            _ => Ok((here, moves.len() as u16)),
        }
    }
}

fn legal(here: &Position, text: &str, position: &str) -> Result<Move, CheckError> {
    here.read_move(text).map_err(|error| CheckError::Illegal {
        position: position.to_owned(),
        why: error,
    })
}
