//! Reports of visitors about a profile, a game or a line of chat, which administrators answer or dismiss.

use crate::Moderation;
use crate::columns::columns;
use crate::error::{Refusal, Result};
use crate::sql::{sql, whole};
use serde::Serialize;

/// Kind of thing that a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportSubject {
    /// Profile of a user or guest: the name, the picture, the way of playing.
    Profile,
    /// A game of the reported player.
    Game,
    /// A line of a game's chat.
    Chat,
}

base::words!(ReportSubject: Profile = "profile", Game = "game", Chat = "chat");

/// State of a visitor's report to the administrators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportState {
    /// No administrator has dealt with the report yet.
    Open,
    /// An administrator has taken action.
    Answered,
    /// An administrator has found that no action is needed.
    Dismissed,
}

base::words!(ReportState: Open = "open", Answered = "answered", Dismissed = "dismissed");

/// Report of a visitor to the administrators, about to be stored.
#[derive(Clone, Debug)]
pub struct NewReport<'a> {
    /// Kind of thing that is reported.
    pub subject: ReportSubject,
    /// Identifier of what is reported: a name, a game, or the number of a line of chat. The same person can report it
    /// only once.
    pub about: &'a str,
    /// Name of the user or guest who is reported.
    pub name: &'a str,
    /// Game in which it happened; `None` for a profile.
    pub game: Option<&'a str>,
    /// Text of the reported line of chat; empty for other reports.
    pub said: &'a str,
    /// Key of the person who reports.
    pub who: &'a str,
    /// Name of the person who reports.
    pub by_name: &'a str,
    /// Reason of the report.
    pub why: &'a str,
}

/// A report as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Number of the report, which is never used again.
    pub id: i64,
    /// Kind of thing that is reported.
    pub subject: ReportSubject,
    /// Name of the user or guest who is reported.
    pub name: String,
    /// Game in which it happened; `None` for a profile.
    pub game: Option<String>,
    /// Text of the reported line of chat; empty for other reports.
    pub said: String,
    /// Name of the person who reported it.
    pub by_name: String,
    /// Reason of the report.
    pub why: String,
    /// Instant of the report, in milliseconds since 1970.
    pub at: i64,
    /// State of the report.
    pub state: ReportState,
    /// Answer of the administrator; empty while the report is open.
    pub answer: String,
}

columns!(Report: id, subject, name, game, said, by_name, why, at, state, answer);

impl Moderation<'_> {
    /// Stores a report, unless the same person has reported the same thing before. Returns true if it was stored.
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

    /// Returns at most `limit` reports in a state, oldest first.
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

    /// Closes a report as answered or dismissed.
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
