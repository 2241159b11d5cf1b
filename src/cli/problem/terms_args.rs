//! Arguments for a problem besides its position: its stipulation, and its terms (such as fairy conditions and twins).

use crate::cli::{CliError, language};
use games::Lang;
use problems::{Stipulation, Terms};

/// Parses a stipulation; the error is in the language of the command line.
pub(super) fn parse_stipulation(text: &str) -> Result<Stipulation, String> {
    of_text(text, language::current())
}

/// Parses a stipulation.
///
/// # Errors
/// A sentence in a language.
pub(super) fn of_text(text: &str, lang: Lang) -> Result<Stipulation, String> {
    let parsed = text.parse::<Stipulation>();
    parsed.map_err(|error| error.localized().get(lang).to_owned())
}

// Stipulation of a problem, as a number of moves to mate or in problemists' notation.
#[derive(clap::Args)]
#[group(id = "task", multiple = false)]
pub struct StipulationArgs {
    /// In how many moves at most
    #[arg(short = 'n', long, value_name = "N")]
    moves: Option<String>,
    /// Any stipulation as problemists write it: '#3', 'h#2.5', 'ser-s#4'
    #[arg(long, value_name = "STIPULATION", value_parser = parse_stipulation)]
    stipulation: Option<Stipulation>,
}

impl StipulationArgs {
    /// Returns the stipulation that is given.
    ///
    /// # Errors
    /// The message about a number of moves that is none.
    pub(super) fn stipulation(&self, lang: Lang) -> Result<Stipulation, CliError> {
        match (&self.moves, self.stipulation) {
            (_, Some(stipulation)) => Ok(stipulation),
            (moves, None) => {
                let moves = moves.as_deref().unwrap_or_default();
                Ok(of_text(&format!("#{moves}"), lang)?)
            }
        }
    }
}

// Fairy pieces and conditions, options and twins of a problem, in Popeye's English words.
#[derive(clap::Args)]
pub struct TermsArgs {
    /// A fairy piece: 'White Gd4', 'Neutral Sd4'; may be given several times
    #[arg(long, value_name = "PIECE")]
    piece: Vec<String>,
    /// A fairy condition: Circe; may be given several times
    #[arg(long, value_name = "NAME")]
    condition: Vec<String>,
    /// SetPlay, Duplex, Quodlibet or PostKeyPlay; may be given several times
    #[arg(long, value_name = "NAME")]
    option: Vec<String>,
    /// The changes that make the next twin: 'Move a3 b4'; may be given several times
    #[arg(long, value_name = "CHANGES")]
    twin: Vec<String>,
    /// The number of solutions that the author intends, of each twin
    #[arg(long, value_name = "COUNT")]
    intended: Option<u16>,
}

impl TermsArgs {
    /// Returns the terms that the arguments give.
    pub(super) fn terms(&self) -> Terms {
        Terms {
            pieces: self.piece.clone(),
            conditions: self.condition.clone(),
            options: self.option.clone(),
            twins: self.twin.clone(),
            intended: self.intended,
        }
    }
}
