//! Solver of chess problems of all stipulations, for the page on which problems are composed.

use games::Lang;
use serde_json::json;
use solve::question::Question;
use solve::stipulation::Solver;
use std::time::Duration;

/// Memory of the solver, in mebibytes.
const MEMORY_MB: usize = 16;

/// A solver that is created at the first question.
#[derive(Default)]
pub(crate) struct Problemist {
    solver: Option<Solver>,
}

impl Problemist {
    /// Answers a question within `time_ms` milliseconds, as JSON. A question that cannot be asked is answered by
    /// `{"fault": …, "refused": …}`: a code and a sentence.
    ///
    /// # Errors
    /// An error message if there is no memory for the solver.
    pub(crate) fn answer(
        &mut self,
        question: &Question,
        time_ms: u64,
        lang: Lang,
    ) -> Result<String, String> {
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(Solver::new(MEMORY_MB).map_err(|error| error.to_string())?),
        };
        let time = Duration::from_millis(time_ms);
        match question.answer(solver, Some(time), None) {
            Ok(reply) => serde_json::to_string(&reply).map_err(|error| error.to_string()),
            Err(error) => {
                Ok(json!({ "fault": error.code(), "refused": error.text(lang) }).to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::thinking::Thinker;
    use serde_json::{Value, json};

    #[test]
    fn a_page_asks_for_any_stipulation_and_hears_what_is_wrong() {
        let mut thinker = Thinker::default();
        let mut ask = |fen: &str, stipulation: &str, lang: &str| -> Value {
            let request = json!({
                "do": "inquire", "time_ms": 10_000, "lang": lang,
                "question": { "fen": fen, "stipulation": stipulation },
            });
            let answer = thinker.answer(request.to_string().as_bytes(), &|_| {});
            serde_json::from_str(&answer).expect("JSON")
        };
        let fen = "7k/5K2/8/8/8/8/8/6R1 b - - 0 1";
        let reply = ask(fen, "h#1", "en");
        assert_eq!(reply["parts"][0]["soundness"], "sound");
        assert_eq!(reply["parts"][0]["lines"][0][1]["san"], "Rh1#");
        assert_eq!(ask(fen, "nonsense", "en")["fault"], "stipulation");
        let empty = ask("8/8/8/8/8/8/8/8 w - - 0 1", "#2", "es");
        assert_eq!(empty["fault"], "position");
        let why = empty["refused"].as_str().expect("a sentence");
        assert!(why.contains("rey"), "{why}");
    }
}
