//! Choice of players: `--attacker`, `--defender`, `--second`, `--guest`.

use crate::cli::collection::{CollectionArgs, Failure};
use crate::cli::user::{self, PasswordArgs};
use crate::cli::{CliError, language};
use base::say;
use problems::play::{Duel, Mind, Seated, Side};
use std::str::FromStr;
use store::{DatabaseError, Error, Refusal, Store};

/// Player as named by the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// Person who is logged in.
    First,
    /// Second person at the same keyboard.
    Second,
    /// Seat of a machine with its way of choosing moves.
    Machine(Mind),
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Who, String> {
        Ok(match text.to_lowercase().as_str() {
            "me" | "yo" | "h1" => Who::First,
            "h2" => Who::Second,
            "m1" => Who::Machine(Mind::M1),
            "m2" => Who::Machine(Mind::M2),
            _ => return Err(say!(language::current(), "play-no-seat", text)),
        })
    }
}

// Options that say who plays.
#[derive(clap::Args)]
#[command(next_help_heading = "Players")]
pub struct SeatArgs {
    /// Attacker: H1 (or 'me'), who is logged in; H2, a second person; M1, alpha-beta with the material
    /// heuristic; M2, the full engine with the solver [default: me]
    #[arg(long, value_name = "WHO")]
    attacker: Option<Who>,
    /// Defender, as above [default: M2]
    #[arg(long, value_name = "WHO")]
    defender: Option<Who>,
    /// The account of H2, whose password is asked for
    #[arg(long, value_name = "NAME", conflicts_with = "guest")]
    second: Option<String>,
    /// The name of H2, who has no account here: no points and no rating [default: H2]
    #[arg(long, value_name = "NAME")]
    guest: Option<String>,
    #[command(flatten)]
    password: PasswordArgs,
}

impl SeatArgs {
    /// Returns the attacker and the defender.
    ///
    /// # Errors
    /// [`Refusal::NotLoggedIn`] if H1 plays and nobody is logged in; [`Refusal::UnknownName`] and
    /// [`Refusal::WrongPassword`] for H2; options for a second person if H2 does not play; the same person in both
    /// seats.
    pub(super) async fn seated(
        &self,
        args: &CollectionArgs,
        collection: &Store,
    ) -> Result<[Seated; 2], Failure> {
        let attacker = self.attacker.unwrap_or(Who::First);
        let defender = self.defender.unwrap_or(Who::Machine(Mind::M2));
        let both = [attacker, defender];
        let second = self.second.as_ref().map(|_| "--second");
        if let Some(option) = second.or(self.guest.as_ref().map(|_| "--guest"))
            && !both.contains(&Who::Second)
        {
            let sentence = say!(args.lang, "play-second-absent", option);
            return Err(CliError::from(sentence).into());
        }
        if attacker == defender && !matches!(attacker, Who::Machine(_)) {
            let sentence = say!(args.lang, "play-both-sides");
            return Err(CliError::from(sentence).into());
        }
        let attacker = self.one(attacker, args, collection).await?;
        let defender = self.one(defender, args, collection).await?;
        let is_one = attacker.user.is_some() && attacker.user == defender.user;
        if is_one && attacker.mind == Mind::Person {
            let sentence = say!(args.lang, "play-same-person", name = attacker.name);
            return Err(CliError::from(sentence).into());
        }
        Ok([attacker, defender])
    }

    async fn one(
        &self,
        who: Who,
        args: &CollectionArgs,
        collection: &Store,
    ) -> Result<Seated, Failure> {
        let person = |name: &str, user| Seated {
            mind: Mind::Person,
            name: name.to_owned(),
            user,
        };
        match who {
            Who::First => {
                let user = user::who(args, collection).await?;
                Ok(person(&user.name, Some(user.id)))
            }
            Who::Second => match &self.second {
                Some(name) => {
                    // An unknown name is reported before a password is asked for.
                    let unknown = || Error::from(Refusal::UnknownName(name.clone()));
                    collection
                        .accounts()
                        .by_name(name)
                        .await?
                        .ok_or_else(unknown)?;
                    let prompt = say!(args.lang, "solve-password-of", name);
                    let [password] = self.password.passwords([&prompt], args.lang)?;
                    let user = collection
                        .accounts()
                        .check_password(name, &password)
                        .await?;
                    Ok(person(&user.name, Some(user.id)))
                }
                None => {
                    let name = self.guest.as_deref().unwrap_or("H2").trim();
                    if name.is_empty() || name.chars().any(char::is_control) {
                        let name = format!("{name:?}");
                        let sentence = say!(args.lang, "play-no-guest", name);
                        return Err(CliError::from(sentence).into());
                    }
                    Ok(person(name, None))
                }
            },
            Who::Machine(mind) => {
                let name = mind.machine().unwrap_or_default();
                let user = collection.accounts().by_name(name).await?;
                let missing = || {
                    let sentence = say!(args.lang, "play-no-machine", name);
                    Error::from(DatabaseError::Damaged(sentence))
                };
                Ok(Seated {
                    mind,
                    name: name.to_owned(),
                    user: Some(user.ok_or_else(missing)?.id),
                })
            }
        }
    }
}

/// Checks that the user `viewer`, `None` if nobody is logged in, is one of the players of a saved game.
///
/// # Errors
/// [`Refusal::NotLoggedIn`] if some player has an account, and none of these players is logged in.
pub(super) fn check(duel: &Duel, viewer: Option<i64>) -> Result<(), Failure> {
    let people = Side::ALL.map(|side| duel.seated(side));
    let mut accounts = people
        .into_iter()
        .filter(|seated| seated.mind == Mind::Person)
        .filter_map(|seated| seated.user)
        .peekable();
    if accounts.peek().is_none() || accounts.any(|user| Some(user) == viewer) {
        return Ok(());
    }
    Err(Error::from(Refusal::NotLoggedIn).into())
}
