//! What people report: a profile, a game, a line of chat. Administrators answer or dismiss it.

use crate::Moderation;
use crate::columns::columns;
use crate::error::{Refusal, Result};
use crate::sql::{sql, whole};
use serde::Serialize;

/// Kind of thing that is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportSubject {
    /// Somebody: the name, the picture, the play.
    Profile,
    /// A game.
    Game,
    /// A line of chat.
    Chat,
}

base::words!(ReportSubject: Profile = "profile", Game = "game", Chat = "chat");

/// State of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportState {
    /// Nobody has looked at it.
    Open,
    /// Something was done.
    Answered,
    /// Nothing was to be done.
    Dismissed,
}

base::words!(ReportState: Open = "open", Answered = "answered", Dismissed = "dismissed");

/// A report to be made.
#[derive(Clone, Debug)]
pub struct NewReport<'a> {
    /// Kind of thing that is reported.
    pub subject: ReportSubject,
    /// What is reported, by which it is reported once: a name, a game, the number of a line.
    pub about: &'a str,
    /// The name that is reported.
    pub name: &'a str,
    /// The game, if there is one.
    pub game: Option<&'a str>,
    /// What was said.
    pub said: &'a str,
    /// Key of whoever reports.
    pub who: &'a str,
    /// Name of whoever reports.
    pub by_name: &'a str,
    /// Reason.
    pub why: &'a str,
}

/// A report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Its number; never given twice.
    pub id: i64,
    /// Kind of thing that is reported.
    pub subject: ReportSubject,
    /// The name that is reported.
    pub name: String,
    /// The game, if there is one.
    pub game: Option<String>,
    /// What was said.
    pub said: String,
    /// Name of whoever reports.
    pub by_name: String,
    /// Reason.
    pub why: String,
    /// Instant, in milliseconds since 1970.
    pub at: i64,
    /// State of the report.
    pub state: ReportState,
    /// Answer of the administrator.
    pub answer: String,
}

columns!(Report: id, subject, name, game, said, by_name, why, at, state, answer);

impl Moderation<'_> {
    /// Keeps a report; one reports the same thing once. Returns true if it is new.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn report(self, report: NewReport<'_>) -> Result<bool> {
        let sql = sql!(
            "INSERT INTO reports (subject, about, name, game, said, who, by_name, why, at) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (subject, about, who) DO NOTHING";
            report.subject.word(), report.about, report.name, report.game, report.said, report.who,
            report.by_name, report.why, self.store.now()
        );
        Ok(self.store.run(sql).await? > 0)
    }

    /// The reports in a state, those that were made first first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn reports(self, state: ReportState, limit: u32) -> Result<Vec<Report>> {
        let sql = sql!(
            ["SELECT ", Report::COLUMNS, " FROM reports WHERE state = ? ORDER BY id LIMIT ?"];
            state.word(), whole(limit)
        );
        self.store.all(sql).await
    }

    /// Closes a report: answered or dismissed.
    ///
    /// # Errors
    /// [`Refusal::NoSuchReport`] if there is no open report of this number.
    pub async fn close_report(
        self,
        by: &str,
        id: i64,
        state: ReportState,
        answer: &str,
    ) -> Result<()> {
        let mut change = self.store.begin().await?;
        let sql = sql!(
            "UPDATE reports SET state = ?, answer = ?, closed = ? WHERE id = ? AND state = 'open' RETURNING name";
            state.word(), answer, self.store.now(), id
        );
        let name: Option<String> = sql.first(&mut change).await?;
        let name = name.ok_or(Refusal::NoSuchReport(id))?;
        let about = format!("{id} ({name})");
        self.note(&mut change, by, (state.word(), &about, answer))
            .await?;
        change.commit().await
    }
}
