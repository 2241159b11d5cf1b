//! Messages of the commands on problems, in all languages.

use base::say;
use games::Lang;
use games::chess::localized;
use games::pgn::letters::Letters;
use problems::verify::{Verdict, computer_tested};
use problems::{Draft, FoundKey, Problem, Solved, State};
use shakmaty::Color;
use store::Verified;

/// Returns the word for a problem's state.
pub(in crate::cli) fn state(state: State, lang: Lang) -> &'static str {
    match state {
        State::Draft => say!(lang, "problem-draft"),
        State::Verified => say!(lang, "problem-verified"),
        State::Refuted => say!(lang, "problem-refuted"),
    }
}

/// Returns the task of a direct mate, such as `White mates in at most 3 moves (#3)`.
pub(in crate::cli) fn task(attacker: Color, moves: u32, lang: Lang) -> String {
    let side = attacker.fold_wb("white", "black");
    say!(lang, "problem-task", side, moves)
}

/// Returns the task of a problem: that of a direct mate, or text such as `Black begins: h#2`.
pub(in crate::cli) fn asks(draft: &Draft, turn: Color, lang: Lang) -> String {
    match draft.mate() {
        Ok(moves) => task(turn, moves, lang),
        Err(_) => {
            let side = turn.fold_wb("white", "black");
            say!(
                lang,
                "problem-task-other",
                side,
                asked = draft.stipulation_text()
            )
        }
    }
}

/// Returns sentences on the numbers of solutions of a problem that is not a direct mate.
fn solved(problem: &Solution, lang: Lang) -> Vec<String> {
    let sentence = match (problem.state, problem.unique_key) {
        (State::Draft, _) => {
            return vec![say!(lang, "problem-draft-nobody-verified-yet").to_owned()];
        }
        (State::Refuted, _) => say!(lang, "problem-no-solution"),
        (State::Verified, true) => say!(lang, "problem-sound"),
        (State::Verified, false) if problem.solutions.iter().any(|part| part.short) => {
            say!(lang, "problem-short")
        }
        (State::Verified, false) => say!(lang, "problem-other-number"),
    };
    let mut lines = vec![sentence.to_owned()];
    lines.extend(problem.solutions.iter().map(|part| part.text(lang)));
    lines.extend(problem.tested(lang));
    lines
}

/// Describes the solution of a problem as far as it is known, one sentence per line; `verified` is the origin of its verdict.
pub(in crate::cli) fn verdict(
    problem: &Problem,
    verified: Option<&Verified>,
    lang: Lang,
) -> Vec<String> {
    solution(
        &Solution {
            state: problem.state,
            moves: problem.draft.stipulation.moves(),
            least: problem.least,
            keys: &problem.keys,
            unique_key: problem.unique_key,
            is_mate: problem.draft.is_mate(),
            solutions: &problem.solutions,
            tested: verified.map(|verified| {
                let rules = verified.rules.clone();
                (verified.version.as_str(), rules, verified.time_ms)
            }),
        },
        lang,
    )
}

/// Solution of a problem, as far as it is known.
pub(in crate::cli) struct Solution<'a> {
    pub(in crate::cli) state: State,
    pub(in crate::cli) moves: u32,
    pub(in crate::cli) least: Option<u32>,
    pub(in crate::cli) keys: &'a [FoundKey],
    pub(in crate::cli) unique_key: bool,
    /// True for a direct mate, which has keys instead of numbers of solutions.
    pub(in crate::cli) is_mate: bool,
    pub(in crate::cli) solutions: &'a [Solved],
    /// Version of the program that found the verdict (empty if it is not known), rules that are not those of chess, and time in
    /// milliseconds; `None` without a verdict.
    pub(in crate::cli) tested: Option<(&'a str, String, u64)>,
}

impl<'a> Solution<'a> {
    /// Returns the solution that a verdict contains.
    pub(in crate::cli) fn of(verdict: &'a Verdict) -> Solution<'a> {
        Solution {
            state: verdict.state,
            moves: verdict.moves,
            least: verdict.least,
            keys: &verdict.keys,
            unique_key: verdict.unique_key,
            is_mate: verdict.solutions.is_empty(),
            solutions: &verdict.solutions,
            tested: Some((&verdict.version, verdict.rules.join(", "), verdict.time_ms)),
        }
    }

    /// Returns the sentence that certifies a sound problem as computer-tested, with version, rules and time; `None` if
    /// it is not sound or these are not known.
    fn tested(&self, lang: Lang) -> Option<String> {
        let &(version, ref rules, time_ms) = self.tested.as_ref().filter(|_| self.unique_key)?;
        computer_tested(version, rules, time_ms, lang)
    }
}

/// Describes a solution, one sentence per line.
pub(in crate::cli) fn solution(problem: &Solution, lang: Lang) -> Vec<String> {
    if !problem.is_mate {
        return solved(problem, lang);
    }
    let moves = problem.moves;
    match problem.state {
        State::Draft => vec![say!(lang, "problem-draft-nobody-verified-yet").to_owned()],
        State::Refuted => vec![say!(lang, "problem-refuted-no-mate-fewer", moves)],
        State::Verified => {
            let mut lines = vec![match problem.least {
                Some(least) if least < moves => {
                    say!(lang, "problem-verified-solvable-fewer-least", moves, least)
                }
                _ => say!(lang, "problem-verified-mate", moves),
            }];
            lines.extend(keys(problem, lang));
            lines.extend(problem.tested(lang));
            lines
        }
    }
}

/// Returns sentences on the keys and on shorter mates; they say if the problem is cooked.
fn keys(problem: &Solution, lang: Lang) -> Vec<String> {
    let moves = problem.moves;
    let named = |wanted: &dyn Fn(&&FoundKey) -> bool| -> Vec<String> {
        let keys = problem.keys.iter().filter(wanted);
        keys.map(|key| {
            let name = localized(&key.san, lang);
            if key.mate_in == moves {
                name
            } else {
                format!("{name} (#{})", key.mate_in)
            }
        })
        .collect()
    };
    let exact = named(&|key| key.mate_in == moves);
    let short = named(&|key| key.mate_in < moves);
    let mut lines = Vec::new();
    match exact.as_slice() {
        [] => {}
        [key] if problem.unique_key => lines.push(say!(lang, "problem-key-only-one", key)),
        [key] => lines.push(say!(lang, "problem-key", key)),
        keys => {
            let (count, keys) = (keys.len(), keys.join(", "));
            lines.push(say!(lang, "problem-cooked-keys", count, keys));
        }
    }
    if !short.is_empty() {
        let short = short.join(", ");
        lines.push(say!(lang, "problem-shorter-mates", short));
    }
    lines
}

/// Returns a sentence that names the problems with the same position; `None` if there are none.
pub(in crate::cli) fn twins(twins: &[i64], lang: Lang) -> Option<String> {
    let numbers: Vec<String> = twins.iter().map(i64::to_string).collect();
    let sentence = match numbers.as_slice() {
        [] => return None,
        [one] => say!(lang, "problem-same-position-as-problem", one),
        several => {
            let several = several.join(", ");
            say!(lang, "problem-same-position-as-problems", several)
        }
    };
    Some(sentence)
}

/// Returns the sentence that says how often a problem was played and solved.
pub(in crate::cli) fn fared(played: u64, solved: u64, lang: Lang) -> String {
    say!(lang, "problem-fared", played, solved)
}

/// Returns men that are written as in FEN, perhaps with squares, in a row, with the letters of a language: `Tf3-f4 nb`.
/// Other words among them, such as conditions, stay as they are.
pub(super) fn localized_men(men: &[String], lang: Lang) -> String {
    let own = |man: &String| {
        let mut rest = man.chars();
        let letter = rest.next();
        let is_man = matches!(
            rest.as_str().as_bytes(),
            [] | [b'a'..=b'h', b'1'..=b'8', ..]
        );
        match letter {
            Some(letter) if is_man => {
                let own = Letters::of(lang).translated(letter);
                [own].into_iter().chain(rest).collect()
            }
            _ => man.clone(),
        }
    };
    men.iter().map(own).collect::<Vec<String>>().join(" ")
}
