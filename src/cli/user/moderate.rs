//! Moderation of a site from the command line: anybody with access to the database may use it. The log gives these
//! actions an empty author name.

use super::super::CliResult;
use super::super::collection::CollectionArgs;
use super::super::print;
use super::super::table::{Pages, Table};
use super::report_done;
use base::calendar::Date;
use base::text::harmless;
use base::{key, say};
use serde_json::json;
use std::process::ExitCode;
use store::LogLine;

/// Author name of actions from the command line in the log.
const COMMAND_LINE: &str = "";

#[derive(clap::Args)]
pub struct Administrator {
    /// The user's name
    name: String,
    /// Take it back
    #[arg(long)]
    no_longer: bool,
    #[command(flatten)]
    collection: CollectionArgs,
}

#[derive(clap::Args)]
pub struct Ban {
    /// The user's name
    name: String,
    /// The reason, which the user is told
    #[arg(long, value_name = "TEXT")]
    why: String,
    /// For so many days [default: for good]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=3650))]
    days: Option<u32>,
    #[command(flatten)]
    collection: CollectionArgs,
}

#[derive(clap::Args)]
pub struct Unban {
    /// The user's name
    name: String,
    /// The reason, for the log
    #[arg(long, value_name = "TEXT")]
    why: String,
    #[command(flatten)]
    collection: CollectionArgs,
}

#[derive(clap::Args)]
pub struct Reset {
    /// The user's name
    name: String,
    /// Address of the site that the link leads to
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    site: String,
    #[command(flatten)]
    collection: CollectionArgs,
}

#[derive(clap::Args)]
pub struct Log {
    #[command(flatten)]
    pages: Pages,
    #[command(flatten)]
    collection: CollectionArgs,
}

impl Administrator {
    /// Runs the subcommand.
    pub fn run(&self) -> CliResult {
        let args = &self.collection;
        args.run(async |store| {
            let moderation = store.moderation();
            let yes = !self.no_longer;
            let user = moderation
                .set_administrator(COMMAND_LINE, &self.name, yes)
                .await?;
            let name = &user.name;
            let text = if yes {
                say!(args.lang, "user-administrator", name)
            } else {
                say!(args.lang, "user-no-administrator", name)
            };
            report_done(args, &json!({"user": user, "administrator": yes}), &text)
        })
    }
}

impl Ban {
    /// Runs the subcommand.
    pub fn run(&self) -> CliResult {
        let args = &self.collection;
        args.run(async |store| {
            let moderation = store.moderation();
            let whom = moderation
                .ban(COMMAND_LINE, &self.name, &self.why, self.days)
                .await?;
            let text = say!(args.lang, "user-banned", name = whom.name());
            report_done(args, &json!({"banned": whom, "days": self.days}), &text)
        })
    }
}

impl Unban {
    /// Runs the subcommand.
    pub fn run(&self) -> CliResult {
        let args = &self.collection;
        args.run(async |store| {
            let moderation = store.moderation();
            let whom = moderation
                .unban(COMMAND_LINE, &self.name, &self.why)
                .await?;
            let text = say!(args.lang, "user-unbanned", name = whom.name());
            report_done(args, &json!({"unbanned": whom}), &text)
        })
    }
}

impl Reset {
    /// Runs the subcommand.
    pub fn run(&self) -> CliResult {
        let args = &self.collection;
        args.run(async |store| {
            let moderation = store.moderation();
            let (user, token) = moderation.begin_reset(COMMAND_LINE, &self.name).await?;
            let site = self.site.trim_end_matches('/');
            let link = format!("{site}/reset#{}", token.as_str());
            let text = say!(args.lang, "user-reset", name = &user.name, link = &link);
            report_done(args, &json!({"user": user, "link": link}), &text)
        })
    }
}

impl Log {
    /// Runs the subcommand.
    pub fn run(&self) -> CliResult {
        let args = &self.collection;
        args.run(async |store| {
            let (offset, limit) = self.pages.range();
            let lines = store.moderation().log(offset, limit).await?;
            let total = store.moderation().log_count().await?;
            if args.json {
                let mut list = self.pages.json(total);
                list["log"] = json!(lines);
                print(&format!("{list}\n"))?;
                return Ok(ExitCode::SUCCESS);
            }
            let heads = [
                ('<', key!("table-day")),
                ('<', key!("table-who")),
                ('<', key!("table-what")),
                ('<', key!("table-about")),
                ('<', key!("table-why")),
            ];
            let mut table = Table::new(args.lang, heads);
            for line in lines {
                let LogLine {
                    at,
                    by_name,
                    what,
                    about,
                    why,
                    ..
                } = line;
                let who = match by_name.as_str() {
                    COMMAND_LINE => say!(args.lang, "table-command-line").to_owned(),
                    name => name.to_owned(),
                };
                table.add([
                    Date::at(at).to_string(),
                    who,
                    what,
                    harmless(&about).to_string(),
                    harmless(&why).to_string(),
                ]);
            }
            print(&(table.text() + &self.pages.line(total, args.lang)))?;
            Ok(ExitCode::SUCCESS)
        })
    }
}
