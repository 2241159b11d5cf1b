//! `atalaya user`: creates, renames, lists and deletes user accounts, changes passwords, and logs in and out.
//!
//! | file | what it does |
//! |---|---|
//! | `ask` | passwords, from the terminal or a file descriptor, never from the arguments |
//! | `moderate` | administrators, bans, links to reset a password, and the log of these actions |
//! | `token` | the user who is logged in on this machine: the file of session tokens |

mod ask;
mod moderate;
mod token;

pub(super) use ask::PasswordArgs;
pub(super) use token::{who, who_if_any};

use super::collection::{CollectionArgs, Failure};
use super::table::{Pages, Table, kind_word};
use super::{CliResult, print};
use base::{key, say};
use serde_json::json;
use std::process::ExitCode;
use store::names::Name;
use store::{LoginDetail, Refusal, Store, User, UserKind};

#[derive(clap::Subcommand)]
pub enum Args {
    /// Sign somebody up
    Add(Named),
    /// Log in
    Login(Named),
    /// Log out
    Logout(Logout),
    /// Say who is logged in
    Whoami(Plain),
    /// Take another name
    Rename(Rename),
    /// Take another password, and log out everywhere else
    Passwd(Passwd),
    /// Delete the account of whoever is logged in
    Remove(Remove),
    /// List people and machines
    List(List),
    /// Make a user an administrator of the site, or take that back
    Administrator(moderate::Administrator),
    /// Ban a user from the site
    Ban(moderate::Ban),
    /// Take a ban back
    Unban(moderate::Unban),
    /// Make a link by which a user chooses another password, once within a day
    Reset(moderate::Reset),
    /// Print what administrators have done, newest first
    Log(moderate::Log),
}

// A name and a password.
#[derive(clap::Args)]
pub struct Named {
    /// The name
    name: String,
    #[command(flatten)]
    password: PasswordArgs,
    #[command(flatten)]
    collection: CollectionArgs,
}

#[derive(clap::Args)]
pub struct Remove {
    /// Your name, to confirm it
    name: String,
    #[command(flatten)]
    password: PasswordArgs,
    #[command(flatten)]
    collection: CollectionArgs,
}

#[derive(clap::Args)]
pub struct Logout {
    /// Wherever this user is logged in
    #[arg(long)]
    everywhere: bool,
    #[command(flatten)]
    collection: CollectionArgs,
}

#[derive(clap::Args)]
pub struct Plain {
    #[command(flatten)]
    collection: CollectionArgs,
}

#[derive(clap::Args)]
pub struct Rename {
    /// The new name
    new: String,
    /// The new name again; asked for on a terminal
    again: Option<String>,
    #[command(flatten)]
    password: PasswordArgs,
    #[command(flatten)]
    collection: CollectionArgs,
}

#[derive(clap::Args)]
pub struct Passwd {
    #[command(flatten)]
    password: PasswordArgs,
    #[command(flatten)]
    collection: CollectionArgs,
}

#[derive(clap::Args)]
pub struct List {
    #[command(flatten)]
    pages: Pages,
    #[command(flatten)]
    collection: CollectionArgs,
}

/// Runs the subcommand.
///
/// # Errors
/// A sentence about input that is not valid, or a file or database that cannot be used.
pub fn run(args: &Args) -> CliResult {
    match args {
        Args::Add(args) => args.collection.run(async |c| add(args, &c).await),
        Args::Login(args) => args.collection.run(async |c| login(args, &c).await),
        Args::Logout(args) => args.collection.run(async |c| logout(args, &c).await),
        Args::Whoami(args) => args.collection.run(async |c| whoami(args, &c).await),
        Args::Rename(args) => args.collection.run(async |c| rename(args, &c).await),
        Args::Passwd(args) => args.collection.run(async |c| passwd(args, &c).await),
        Args::Remove(args) => args.collection.run(async |c| remove(args, &c).await),
        Args::List(args) => args.collection.run(async |c| list(args, &c).await),
        Args::Administrator(args) => args.run(),
        Args::Ban(args) => args.run(),
        Args::Unban(args) => args.run(),
        Args::Reset(args) => args.run(),
        Args::Log(args) => args.run(),
    }
}

/// Prints a report of what was done: `data` if JSON was requested, else the sentence `text`. Returns the exit status of
/// success.
fn report_done(
    args: &CollectionArgs,
    data: &serde_json::Value,
    text: &str,
) -> Result<ExitCode, Failure> {
    if args.json {
        print(&format!("{data}\n"))?;
    } else {
        print(&format!("{text}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

async fn add(args: &Named, collection: &Store) -> Result<ExitCode, Failure> {
    // Check the name before the user has to think of a password.
    let name = Name::fresh(&args.name)?;
    if collection.accounts().by_name(name.shown()).await?.is_some() {
        return Err(refused(Refusal::NameTaken(name.shown().to_owned())));
    }
    let password = args.password.new_password(args.collection.lang)?;
    let user = collection.accounts().sign_up(&args.name, &password).await?;
    let name = &user.name;
    report_done(
        &args.collection,
        &json!({"user": user}),
        &say!(args.collection.lang, "user-signed-up", name),
    )
}

async fn login(args: &Named, collection: &Store) -> Result<ExitCode, Failure> {
    let known = collection.accounts().by_name(&args.name).await?;
    if known.is_none_or(|user| user.kind == UserKind::Machine) {
        return Err(refused(Refusal::UnknownName(args.name.clone())));
    }
    let [password] = args.password.passwords(
        [say!(args.collection.lang, "user-password")],
        args.collection.lang,
    )?;
    let session = collection
        .accounts()
        .log_in(&args.name, &password, LoginDetail::OwnMachine)
        .await?;
    let before = token::replace(&args.collection, Some(&session.token))?;
    if let Some(before) = before {
        collection.accounts().log_out(&before).await?;
    }
    let name = &session.user.name;
    report_done(
        &args.collection,
        &json!({"user": session.user, "expires": session.expires}),
        &say!(args.collection.lang, "user-logged-in", name),
    )
}

async fn logout(args: &Logout, collection: &Store) -> Result<ExitCode, Failure> {
    let user = who_if_any(&args.collection, collection).await?;
    // The token is removed even if it is no longer valid.
    let token = token::replace(&args.collection, None)?;
    let (Some(user), Some(token)) = (user, token) else {
        return Err(refused(Refusal::NotLoggedIn));
    };
    let ended = if args.everywhere {
        collection.accounts().log_out_everywhere(user.id).await?
    } else {
        u64::from(collection.accounts().log_out(&token).await?)
    };
    let name = &user.name;
    report_done(
        &args.collection,
        &json!({"user": user, "sessions_ended": ended}),
        &say!(args.collection.lang, "user-logged-out", name),
    )
}

async fn whoami(args: &Plain, collection: &Store) -> Result<ExitCode, Failure> {
    let user = who(&args.collection, collection).await?;
    report_done(&args.collection, &json!({"user": user}), &user.name)
}

async fn rename(args: &Rename, collection: &Store) -> Result<ExitCode, Failure> {
    let user = who(&args.collection, collection).await?;
    let lang = args.collection.lang;
    let again = match &args.again {
        Some(again) => again.clone(),
        None => ask::line(&format!("{} ", say!(lang, "user-new-name-again")), lang)?,
    };
    if Name::fresh(&args.new)? != Name::new(&again)? {
        return Err(refused(Refusal::NamesDiffer));
    }
    let prompt = [say!(lang, "user-password")];
    let [password] = args.password.passwords(prompt, lang)?;
    let renamed = collection
        .accounts()
        .rename(user.id, &args.new, &again, &password)
        .await?;
    let (old, new) = (&user.name, &renamed.name);
    report_done(
        &args.collection,
        &json!({"user": renamed, "old_name": old}),
        &say!(args.collection.lang, "user-renamed", old, new),
    )
}

async fn passwd(args: &Passwd, collection: &Store) -> Result<ExitCode, Failure> {
    let user = who(&args.collection, collection).await?;
    let lang = args.collection.lang;
    let prompts = [
        say!(lang, "user-old-password"),
        say!(lang, "user-new-password"),
        say!(lang, "user-new-password-again"),
    ];
    let [old, new, again] = args.password.passwords(prompts, lang)?;
    let session = collection
        .accounts()
        .change_password(user.id, &old, &new, &again)
        .await?;
    token::replace(&args.collection, Some(&session.token))?;
    let name = &user.name;
    report_done(
        &args.collection,
        &json!({"user": user, "expires": session.expires}),
        &say!(args.collection.lang, "user-has-another-password", name),
    )
}

async fn remove(args: &Remove, collection: &Store) -> Result<ExitCode, Failure> {
    let user = who(&args.collection, collection).await?;
    if !user.is_called(&args.name) {
        return Err(refused(Refusal::NotYourName(args.name.clone())));
    }
    let lang = args.collection.lang;
    let prompt = [say!(lang, "user-password")];
    let [password] = args.password.passwords(prompt, lang)?;
    collection
        .accounts()
        .delete(user.id, &args.name, &password)
        .await?;
    token::replace(&args.collection, None)?;
    let name = &user.name;
    report_done(
        &args.collection,
        &json!({"removed": user}),
        &say!(args.collection.lang, "user-account-gone", name),
    )
}

async fn list(args: &List, collection: &Store) -> Result<ExitCode, Failure> {
    let (offset, limit) = args.pages.range();
    let users = collection.accounts().list(offset, limit).await?;
    let total = collection.accounts().count().await?;
    if args.collection.json {
        let mut list = args.pages.json(total);
        list["users"] = json!(users);
        print(&format!("{list}\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let lang = args.collection.lang;
    let mut table = Table::new(
        lang,
        [
            ('<', key!("table-name")),
            ('<', key!("table-kind")),
            ('>', key!("table-points")),
            ('>', key!("table-games")),
            ('>', key!("table-rating")),
        ],
    );
    for User {
        name,
        kind,
        points,
        games,
        rating,
        ..
    } in users
    {
        table.add([
            name,
            kind_word(kind, lang).to_owned(),
            points.to_string(),
            games.to_string(),
            format!("{:.0}", rating.rating),
        ]);
    }
    print(&(table.text() + &args.pages.line(total, lang)))?;
    Ok(ExitCode::SUCCESS)
}

fn refused(refusal: Refusal) -> Failure {
    Failure::Collection(refusal.into())
}
