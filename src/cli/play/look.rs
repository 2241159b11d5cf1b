//! Options for the appearance of games: language, colours, and pieces as figures or letters.

use super::super::{is_dumb, language};
use super::board::Style;
use games::Lang;
use std::io::IsTerminal;

// Options of every subcommand that shows games.
#[derive(Clone, Copy, clap::Args)]
pub struct Look {
    #[arg(skip = language::current())]
    pub lang: Lang,
    #[command(flatten)]
    pub colors: Colors,
    /// How pieces are drawn where Unicode has figures for them
    #[arg(long, value_enum, default_value = "figures")]
    pieces: Pieces,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Pieces {
    Figures,
    Letters,
}

impl Look {
    /// Returns true if pieces are drawn as letters.
    pub fn letters(self) -> bool {
        self.pieces == Pieces::Letters
    }
}

// Options of every subcommand that draws boards.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Colors {
    /// Colours; NO_COLOR in the environment and TERM=dumb turn 'auto' off
    #[arg(long, value_enum, default_value = "auto")]
    color: When,
    /// The same as --color never
    #[arg(long, conflicts_with = "color")]
    plain: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

impl Colors {
    /// Returns the style in which boards are drawn to standard output, by the options, the environment and the kind of
    /// output.
    pub fn style(self) -> Style {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        match self.color {
            _ if self.plain => Style::Plain,
            When::Always => Style::Colors,
            When::Auto if std::io::stdout().is_terminal() && !no_color && !is_dumb() => {
                Style::Colors
            }
            When::Auto | When::Never => Style::Plain,
        }
    }
}
