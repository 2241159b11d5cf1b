//! Arguments for the terms of a problem (such as fairy conditions and twins) besides position and stipulation.

use problems::Terms;

/// Fairy pieces and conditions, options and twins of a problem, in Popeye's English words.
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
