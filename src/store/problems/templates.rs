//! Templates: the problems that come with the program, stored in each database once.

use crate::Problems;
use crate::error::Result;
use crate::problems::rows::{Ready, index_all, insert};
use crate::problems::verdicts::{Given, keep};
use crate::sql::sql;
use problems::verify::{Certificate, Verdict};
use problems::{State, Template, templates};
use sqlx::AnyConnection;
use std::collections::{HashMap, HashSet};

/// Name recorded as the worker that verified the templates.
const WORKER: &str = "template";

fn verdict(template: &Template) -> Result<Verdict> {
    let difficulty = template.difficulty()?;
    Ok(Verdict {
        state: State::Verified,
        moves: template.draft.stipulation.moves(),
        least: Some(template.least),
        keys: template.keys.clone(),
        unique_key: template.unique_key,
        solutions: Vec::new(),
        certificate: Some(Certificate {
            hash: template.certificate_hash.clone(),
            proof: None,
        }),
        rules: Vec::new(),
        version: String::new(),
        nodes: template.nodes,
        time_ms: 0,
        difficulty: difficulty.value,
        band: difficulty.band,
    })
}

impl Problems<'_> {
    /// Stores the templates that the database does not have yet. Several processes may do this at the same time.
    pub(crate) async fn install_templates(self) -> Result<()> {
        let sql = sql!("SELECT twin FROM problems WHERE template = 1");
        let known: HashSet<String> = self.store.all(sql).await?.into_iter().collect();
        let mut ready = Vec::new();
        let mut verdicts = HashMap::new();
        for template in templates()? {
            let new = Ready::new(template.draft.clone())?;
            if !known.contains(&new.twin) {
                verdicts.insert(new.twin.clone(), verdict(&template)?);
                ready.push(new);
            }
        }
        if ready.is_empty() {
            return Ok(());
        }
        let now = self.store.now();
        let mut change = self.store.begin().await?;
        let connection: &mut AnyConnection = &mut change;
        let inserted = insert(connection, None, now, &ready).await?;
        let ids: HashMap<&str, i64> = inserted
            .iter()
            .map(|(id, twin)| (twin.as_str(), *id))
            .collect();
        let drafts = ready.iter().filter_map(|new| {
            let id = ids.get(new.twin.as_str())?;
            Some((*id, &new.draft))
        });
        index_all(connection, &drafts.collect::<Vec<_>>()).await?;
        let given = inserted.iter().filter_map(|(problem, twin)| {
            Some(Given {
                problem: *problem,
                revision: 1,
                job: None,
                worker: WORKER,
                verdict: verdicts.get(twin)?,
            })
        });
        keep(connection, now, &given.collect::<Vec<_>>()).await?;
        change.commit().await
    }
}
