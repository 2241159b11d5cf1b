//! Messages of the commands on problems, in both languages.

use games::Lang;
use games::chess::spoken;
use problems::verify::Verdict;
use problems::{FoundKey, Problem, State};
use shakmaty::Color;

/// Returns the word for a problem's state.
pub(in crate::cli) fn state(state: State, lang: Lang) -> &'static str {
    match state {
        State::Draft => lang.pick("borrador", "draft"),
        State::Verified => lang.pick("verificado", "verified"),
        State::Refuted => lang.pick("refutado", "refuted"),
    }
}

/// `White mates in at most 3 moves (#3)`.
pub(in crate::cli) fn task(attacker: Color, moves: u32, lang: Lang) -> String {
    let side = match attacker {
        Color::White => lang.pick("las blancas dan", "White mates"),
        Color::Black => lang.pick("las negras dan", "Black mates"),
    };
    match (lang, moves) {
        (Lang::Es, 1) => format!("{side} mate en 1 jugada (#1)"),
        (_, 1) => format!("{side} in 1 move (#1)"),
        (Lang::Es, _) => format!("{side} mate en {moves} jugadas como mucho (#{moves})"),
        (_, _) => format!("{side} in at most {moves} moves (#{moves})"),
    }
}

/// Describes the solution of a problem as far as known, a sentence for each line.
pub(in crate::cli) fn verdict(problem: &Problem, lang: Lang) -> Vec<String> {
    solution(
        &Solution {
            state: problem.state,
            moves: problem.draft.stipulation.moves(),
            least: problem.least,
            keys: &problem.keys,
            unique_key: problem.unique_key,
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
}

impl<'a> Solution<'a> {
    /// The solution that a verdict has found.
    pub(in crate::cli) fn of(verdict: &'a Verdict) -> Solution<'a> {
        Solution {
            state: verdict.state,
            moves: verdict.moves,
            least: verdict.least,
            keys: &verdict.keys,
            unique_key: verdict.unique_key,
        }
    }
}

/// A solution in words, a sentence for each line.
pub(in crate::cli) fn solution(problem: &Solution, lang: Lang) -> Vec<String> {
    let moves = problem.moves;
    match problem.state {
        State::Draft => vec![
            lang.pick(
                "borrador: nadie lo ha verificado todavía",
                "draft: nobody has verified it yet",
            )
            .to_owned(),
        ],
        State::Refuted => vec![lang.pick(
            format!("refutado: no hay mate en {moves} o menos"),
            format!("refuted: there is no mate in {moves} or fewer"),
        )],
        State::Verified => {
            let mut lines = vec![match problem.least {
                Some(least) if least < moves => lang.pick(
                    format!("verificado: se puede en {moves} o menos; lo mínimo es {least}"),
                    format!("verified: solvable in {moves} or fewer; least is {least}"),
                ),
                _ => lang.pick(
                    format!("verificado: mate en {moves}"),
                    format!("verified: mate in {moves}"),
                ),
            }];
            lines.extend(keys(problem, lang));
            lines
        }
    }
}

/// The keys, the shorter mates, and whether there are too many.
fn keys(problem: &Solution, lang: Lang) -> Vec<String> {
    let moves = problem.moves;
    let named = |wanted: &dyn Fn(&&FoundKey) -> bool| -> Vec<String> {
        let keys = problem.keys.iter().filter(wanted);
        keys.map(|key| {
            let name = spoken(&key.san, lang);
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
        [key] if problem.unique_key => lines.push(lang.pick(
            format!("clave: {key}, la única"),
            format!("key: {key}, the only one"),
        )),
        [key] => lines.push(lang.pick(format!("clave: {key}"), format!("key: {key}"))),
        keys => {
            let (count, keys) = (keys.len(), keys.join(", "));
            lines.push(lang.pick(
                format!("demolido: {count} claves: {keys}"),
                format!("cooked: {count} keys: {keys}"),
            ));
        }
    }
    if !short.is_empty() {
        let short = short.join(", ");
        lines.push(lang.pick(
            format!("mates más cortos: {short}"),
            format!("shorter mates: {short}"),
        ));
    }
    lines
}

/// A sentence that points out the problems that are the same; none if there are none.
pub(in crate::cli) fn twins(twins: &[i64], lang: Lang) -> Option<String> {
    let numbers: Vec<String> = twins.iter().map(i64::to_string).collect();
    let sentence = match numbers.as_slice() {
        [] => return None,
        [one] => lang.pick(
            format!("La misma posición que el problema {one}."),
            format!("The same position as problem {one}."),
        ),
        several => {
            let several = several.join(", ");
            lang.pick(
                format!("La misma posición que los problemas {several}."),
                format!("The same position as problems {several}."),
            )
        }
    };
    Some(sentence)
}

/// Tells how often a problem was played and solved.
pub(in crate::cli) fn fared(played: u64, solved: u64, lang: Lang) -> String {
    match (played, lang) {
        (0, Lang::Es) => "nunca".to_owned(),
        (0, _) => "never".to_owned(),
        (1, Lang::Es) => format!("1 vez, resuelto {solved}"),
        (1, _) => format!("once, solved {solved}"),
        (_, Lang::Es) => format!("{played} veces, resuelto {solved}"),
        (_, _) => format!("{played} times, solved {solved}"),
    }
}
