//! Options that select problems, for all commands that take several problems.

use super::search::theme_words;
use crate::cli::collection::Failure;
use crate::cli::{CliError, language};
use base::say;
use base::word::Word;
use games::Lang;
use problems::Filter;
use solve::themes::Theme;
use store::{Error, Refusal, Store};

// Options that select problems; a problem must meet all that are given.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Filter")]
pub struct FilterArgs {
    /// Moves until mate: N, or '2-4', '5-'
    #[arg(short = 'n', long, value_name = "N")]
    pub moves: Option<String>,
    /// A theme of the solution by its name: grimshaw, novotny …; may be given several times ('list' and 'export'). A number
    /// is --moves
    #[arg(long, value_name = "THEME")]
    pub theme: Vec<String>,
    /// Level of difficulty: from 1 to 5, or '4-5'
    #[arg(long, value_name = "D")]
    pub difficulty: Option<String>,
    /// Difficulty from 0 to 100, as '40-60'
    #[arg(long, value_name = "S")]
    pub score: Option<String>,
    /// Men on the board, as '-7'
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub pieces: Option<String>,
    /// Side that mates: white or black
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Words of the author's name, or their beginnings
    #[arg(long, value_name = "NAME")]
    pub author: Option<String>,
    /// A tag; may be given several times, for problems with all of them
    #[arg(long, value_name = "TAG")]
    pub tag: Vec<String>,
    /// draft, verified or refuted
    #[arg(long, value_name = "STATE")]
    pub state: Option<String>,
    /// Only with a single key (yes), or only with several or none (no)
    #[arg(long, value_name = "YES|NO")]
    pub unique: Option<String>,
    /// Only those you have played (yes), or have not (no)
    #[arg(long, value_name = "YES|NO")]
    pub played: Option<String>,
    /// Only those that somebody has played (yes), or nobody (no)
    #[arg(long, value_name = "YES|NO")]
    pub tried: Option<String>,
    /// Your own problems
    #[arg(long)]
    pub mine: bool,
    /// This user's problems
    #[arg(long, value_name = "NAME", conflicts_with = "mine")]
    pub owner: Option<String>,
    /// Only those that came with the program (yes), or others (no)
    #[arg(long, value_name = "YES|NO")]
    pub template: Option<String>,
    /// Words of title, author, source and tags, or their beginnings
    #[arg(long, value_name = "WORDS")]
    pub text: Option<String>,
    /// All problems, where no other filter is given
    #[arg(long)]
    pub all: bool,
}

/// Returns true if a value of `--theme` is a number of moves or a range of them, and not the name of a theme.
fn is_length(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

impl FilterArgs {
    /// Sets the criteria of a filter to those that the options give.
    ///
    /// # Errors
    /// A bad value, which the message names; [`Refusal::UnknownName`] for an unknown owner.
    pub(in crate::cli) async fn apply(
        &self,
        collection: &Store,
        filter: &mut Filter,
    ) -> Result<(), Failure> {
        let single = [
            ("moves", &self.moves),
            ("difficulty", &self.difficulty),
            ("score", &self.score),
            ("pieces", &self.pieces),
            ("side", &self.side),
            ("author", &self.author),
            ("state", &self.state),
            ("unique", &self.unique),
            ("played", &self.played),
            ("tried", &self.tried),
            ("template", &self.template),
            ("text", &self.text),
        ];
        for (word, value) in single {
            if let Some(value) = value {
                filter.set(word, value)?;
            }
        }
        for length in self.theme.iter().filter(|word| is_length(word)) {
            filter.set("moves", length)?;
        }
        for tag in &self.tag {
            filter.set("tag", tag)?;
        }
        if self.mine {
            filter.mine = Some(true);
        }
        filter.all = self.all;
        if let Some(name) = &self.owner {
            let owner = collection.accounts().by_name(name).await?;
            let owner = owner.ok_or_else(|| Error::from(Refusal::UnknownName(name.clone())))?;
            filter.owner = Some(owner.id);
        }
        Ok(())
    }

    /// Returns the themes that are given by name.
    ///
    /// # Errors
    /// An unknown name of a theme.
    pub(in crate::cli) fn themes(&self, lang: Lang) -> Result<Vec<Theme>, CliError> {
        let names = self.theme.iter().filter(|word| !is_length(word));
        let themes = names.map(|word| {
            let theme = Theme::of_word(word);
            theme.ok_or_else(|| say!(lang, "theme-bad", word, words = theme_words()).into())
        });
        themes.collect()
    }

    /// Returns a filter with the criteria of these options.
    ///
    /// # Errors
    /// As for [`Self::apply`]; also if a theme is given by name, which only the commands with [`Self::themes`] support.
    pub(in crate::cli) async fn filter(&self, collection: &Store) -> Result<Filter, Failure> {
        let lang = language::current();
        if !self.themes(lang)?.is_empty() {
            return Err(Failure::Other(say!(lang, "theme-not-here").into()));
        }
        let mut filter = Filter::default();
        self.apply(collection, &mut filter).await?;
        Ok(filter)
    }
}
