//! Comparison of two runs of a suite.

use super::record::{Moment, Record, median};
use base::say;
use games::Lang;
use std::collections::BTreeMap;

/// Compares two runs of a suite: positions solved by only one of them, points, and the ratio of the times for positions
/// solved by both.
///
/// # Errors
/// A sentence if the runs have no position in common.
pub fn compare(old: &[Record], new: &[Record], lang: Lang) -> Result<String, String> {
    let by_place: BTreeMap<(&str, &str), &Record> = old
        .iter()
        .map(|record| ((record.fen.as_str(), record.wanted.as_str()), record))
        .collect();
    let pairs: Vec<(&Record, &Record)> = new
        .iter()
        .filter_map(|record| {
            let place = (record.fen.as_str(), record.wanted.as_str());
            Some((*by_place.get(&place)?, record))
        })
        .collect();
    if pairs.is_empty() {
        return Err(say!(lang, "suite-nothing-in-common").to_owned());
    }
    let mut text = String::new();
    for in_old in [true, false] {
        for (before, after) in &pairs {
            if before.solved != in_old || after.solved == in_old {
                continue;
            }
            let (id, task) = (after.name(lang), after.task(lang));
            let (old, new) = (before.move_played(lang), after.move_played(lang));
            text += &if in_old {
                say!(lang, "suite-lost", id, task, old, new)
            } else {
                say!(lang, "suite-gained", id, task, old, new)
            };
            text.push('\n');
        }
    }
    let (before, after): (Vec<&Record>, Vec<&Record>) = pairs.iter().copied().unzip();
    let solved = |run: &[&Record]| run.iter().filter(|record| record.solved).count();
    let points = |run: &[&Record]| -> u64 { run.iter().map(|r| u64::from(r.points)).sum() };
    text += &say!(
        lang,
        "suite-compared",
        positions = pairs.len(),
        old = solved(&before),
        new = solved(&after),
        old_points = points(&before),
        new_points = points(&after)
    );
    text.push('\n');
    let ratios = |of: fn(&Moment) -> f64| {
        let both = pairs.iter().filter_map(|(before, after)| {
            let (before, after) = (of(&before.found?), of(&after.found?));
            (before > 0.0).then_some(after / before)
        });
        median(both.collect())
    };
    if let (Some(time), Some(nodes)) = (ratios(|m| m.ms), ratios(|m| m.nodes as f64)) {
        let (time, nodes) = (format_args!("{time:.2}"), format_args!("{nodes:.2}"));
        text += &say!(lang, "suite-ratios", time, nodes);
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::record;
    use super::*;

    #[test]
    fn two_runs_say_what_was_gained_and_lost() {
        let old = [
            record("a", true, 100.0),
            record("b", false, 100.0),
            record("c", true, 100.0),
        ];
        let new = [
            record("c", true, 50.0),
            record("a", false, 100.0),
            record("b", true, 20.0),
            record("d", true, 1.0),
        ];
        let text = compare(&old, &new, Lang::EN).expect("a comparison");
        assert_eq!(
            text,
            "lost    a: bm e4; e4 -> d4\n\
             gained  b: bm e4; d4 -> e4\n\
             3 positions in both: solved 2 -> 2, points 23 -> 23\n\
             where both have solved, the new run took 0.50 times as long and 0.50 times the nodes (medians)\n"
        );
        assert!(compare(&old, &new[3..], Lang::EN).is_err());
    }
}
