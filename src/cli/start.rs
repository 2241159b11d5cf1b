//! Options of the start of a game, for every subcommand that begins one. Each corresponds to an option that some game
//! of the registry declares.

use super::{CliError, warned_in};
use base::lang::all_of;
use base::say;
use games::{AnyGame, GameOption, Lang, OptionKind, Settings};
use players::{Entry, Registry};

// Options that determine the rules and the start position of a game.
#[derive(clap::Args)]
pub(super) struct StartArgs {
    /// The rules: chess 'standard' or 'chess960', Kamisado 'mutual' or 'cycle', Rolit 'official' or
    /// 'students' [default: the first of them; in Rolit students with --shape or --size]
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Rolit: how many players, 2 to 4 (students: to 10), or their colours in the order of their
    /// turns, such as RYGB
    #[arg(long, value_name = "N|COLOURS")]
    players: Option<String>,
    /// Rolit: two teams, such as RG/YB
    #[arg(long, value_name = "TEAMS")]
    teams: Option<String>,
    /// Rolit by the students' rules: 'square', 'diamond' or 'circle'
    #[arg(long, value_name = "SHAPE")]
    shape: Option<String>,
    /// Rolit by the students' rules: 'small', 'medium' or 'large'
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Kamisado: points of a match (1, 3, 7 or 15) [default: 1]
    #[arg(long, value_name = "POINTS")]
    points: Option<String>,
    /// Kamisado: when blocked towers end a round, 'mutual' or 'cycle': the same as --rules
    #[arg(long, value_name = "RULES", conflicts_with = "rules")]
    deadlock: Option<String>,
    /// Any other option of a game
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
}

impl StartArgs {
    /// Begins a game of the entry `entry` with these options, at the position `fen` in the game's own text form, or at
    /// its usual start. Warnings about ignored parts of the position are printed in the language `lang`.
    ///
    /// # Errors
    /// A sentence that names the option: it belongs to another game, has a bad value, or its text is not a position.
    pub fn begin(
        &self,
        registry: &Registry,
        entry: &Entry,
        fen: Option<&str>,
        lang: Lang,
    ) -> Result<AnyGame, CliError> {
        let settings = self.settings(registry, entry, lang)?;
        self.begun(entry, &settings, fen, lang)
    }

    /// Begins a game as [`StartArgs::begin`] does, with settings that [`StartArgs::settings`] has returned.
    ///
    /// # Errors
    /// As for [`StartArgs::begin`].
    pub fn begun(
        &self,
        entry: &Entry,
        settings: &Settings,
        fen: Option<&str>,
        lang: Lang,
    ) -> Result<AnyGame, CliError> {
        let begun = entry.begin(settings, fen);
        let begun = begun.map_err(|error| {
            error.text_naming(lang, |name| format!("--{}", self.given_name(name)))
        })?;
        Ok(warned_in(lang, fen.unwrap_or_default(), begun))
    }

    /// Returns the options as settings of a game.
    ///
    /// # Errors
    /// A sentence that names an option that only other games have, or a malformed or repeated `--option`.
    pub fn settings(
        &self,
        registry: &Registry,
        entry: &Entry,
        lang: Lang,
    ) -> Result<Settings, CliError> {
        let mut settings = Settings::default();
        for (name, value) in self.given_settings() {
            is_for(registry, entry, (name, lang), |option| option.name == name)?;
            settings.set(name, value);
        }
        if let Some(value) = &self.deadlock {
            let blocks = |option: &GameOption| match option.kind {
                OptionKind::Choice(words) => words.contains(&"mutual"),
                OptionKind::Number { .. } | OptionKind::Text => false,
            };
            is_for(registry, entry, ("deadlock", lang), blocks)?;
            settings.set("rules", value);
        }
        for given in &self.option {
            let (name, value) = given
                .split_once('=')
                .ok_or_else(|| say!(lang, "start-option-form", given))?;
            if settings.get(name).is_some() {
                let why = say!(lang, "start-option-twice", given, name);
                return Err(why.into());
            }
            settings.set(name, value);
        }
        Ok(settings)
    }

    /// Returns the options that are given, as `name=value` words, to check that a resumed match has the same ones.
    pub fn given_words(&self) -> Vec<String> {
        let deadlock = self.deadlock.iter().map(|value| ("rules", value));
        let named = self.given_settings().chain(deadlock);
        let named = named.map(|(name, value)| format!("{name}={value}"));
        named.chain(self.option.iter().cloned()).collect()
    }

    /// Returns the options that correspond to a setting of the same name and are given, with their values.
    fn given_settings(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let all = [
            ("rules", &self.rules),
            ("players", &self.players),
            ("teams", &self.teams),
            ("shape", &self.shape),
            ("size", &self.size),
            ("points", &self.points),
        ];
        let given = all.into_iter();
        given.filter_map(|(name, value)| Some((name, value.as_ref()?)))
    }

    /// Returns the option by which a setting was given: `--deadlock` is another name of `--rules`.
    pub fn given_name<'a>(&self, name: &'a str) -> &'a str {
        match (name, &self.deadlock) {
            ("rules", Some(_)) => "deadlock",
            _ => name,
        }
    }
}

/// Checks that a game has an option; the error names the games that have it.
fn is_for(
    registry: &Registry,
    entry: &Entry,
    (name, lang): (&str, Lang),
    is_meant: impl Fn(&GameOption) -> bool,
) -> Result<(), CliError> {
    let has = |entry: &Entry| entry.options().iter().any(&is_meant);
    if has(entry) {
        return Ok(());
    }
    let entries = registry.entries().iter().filter(|entry| has(entry));
    let names: Vec<&str> = entries.map(Entry::name).collect();
    let (names, game) = (all_of(&names, lang), entry.name());
    let why = say!(lang, "start-option-of-other-game", name, names, game);
    Err(why.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use games::rolit::START;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        start: StartArgs,
    }

    fn begun(game: &str, options: &str, fen: Option<&str>) -> Result<String, String> {
        let words = std::iter::once("x").chain(options.split_whitespace());
        let command = Command::try_parse_from(words).map_err(|error| error.to_string())?;
        let registry = Registry::standard();
        let entry = registry.find(game).expect(game);
        let begun = command.start.begin(&registry, entry, fen, Lang::EN);
        begun
            .map(|game| game.text())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_start_is_what_its_options_say() {
        let circle = "***3***/*7*/*7*/9/9/9/*7*/*7*/***3***";
        for (game, options, expected) in [
            ("rolit", "", START.to_owned()),
            ("rolit", "--players RG", START.replace("RYGB", "RG")),
            ("rolit", "--option players=RG", START.replace("RYGB", "RG")),
            (
                "rolit",
                "--shape circle",
                format!("{circle} Y YR 1 students"),
            ),
            (
                "rolit",
                "--shape circle --teams RG/YB",
                format!("{circle} R RYGB:RG/YB 1 students"),
            ),
            (
                "kamisado",
                "--points 3 --deadlock cycle",
                "NZPSARVM/8/8/8/8/8/8/mvraspzn b - 0 1 3 0:0".to_owned(),
            ),
        ] {
            assert_eq!(begun(game, options, None), Ok(expected), "{options}");
        }
        let fen = "2 Y YR 1 students";
        assert_eq!(begun("rolit", "--players 2", Some(fen)), Ok(fen.to_owned()));
    }

    #[test]
    fn what_cannot_be_is_named_by_its_option() {
        for (game, options, fen, complaint) in [
            (
                "rolit",
                "--points 3",
                None,
                "--points is for kamisado, not for rolit",
            ),
            (
                "chess",
                "--teams RG/YB",
                None,
                "--teams is for rolit, not for chess",
            ),
            (
                "chess",
                "--deadlock cycle",
                None,
                "--deadlock is for kamisado, not for chess",
            ),
            ("kamisado", "--deadlock never", None, "--deadlock 'never'"),
            ("kamisado", "--points 2", None, "--points '2'"),
            ("chess", "--rules official", None, "--rules 'official'"),
            ("rolit", "--players 11", None, "--players '11'"),
            (
                "rolit",
                "--players 3 --teams RG/YB",
                None,
                "--teams 'RG/YB'",
            ),
            (
                "rolit",
                "--rules official --shape circle",
                None,
                "--shape 'circle'",
            ),
            ("rolit", "--shape circle", Some(START), "--shape 'circle'"),
            (
                "chess",
                "--option rules",
                None,
                "--option rules: expected a name and a value",
            ),
            ("chess", "--option rulez=x", None, "'rulez'"),
            (
                "chess",
                "--rules standard --option rules=x",
                None,
                "'rules' is given twice",
            ),
            ("chess", "", Some("8/8"), "8/8"),
        ] {
            let error = begun(game, options, fen).expect_err(options);
            assert!(error.contains(complaint), "{error}");
        }
    }
}
