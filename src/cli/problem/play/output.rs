//! Output during a game: text for people, or one JSON object per line for programs.

use crate::cli::CliError;
use crate::cli::play::board::{Style, draw};
use crate::cli::play::messages;
use crate::cli::prompt::Reply;
use base::say;
use base::text::harmless;
use games::{AnyGame, Lang};
use problems::Problem;
use problems::play::{Duel, Ended, PlayResult, Review, Seated, Side};
use serde_json::{Value, json};
use std::io::{ErrorKind, Write};
use std::time::Duration;
use store::Recorded;

/// Standard output, written as text or as JSON.
pub(super) struct Output {
    is_json: bool,
    /// Language of the text.
    pub lang: Lang,
    style: Style,
}

impl Output {
    pub(super) fn new(is_json: bool, lang: Lang, style: Style) -> Output {
        Output {
            is_json,
            lang,
            style,
        }
    }

    /// Prints something as text or as JSON, whichever is in use. A closed output pipe is not an error, because the game
    /// counts all the same.
    fn say(
        &self,
        text: impl FnOnce() -> String,
        json: impl FnOnce() -> Value,
    ) -> Result<(), CliError> {
        let said = if self.is_json {
            format!("{}\n", json())
        } else {
            text()
        };
        let mut out = std::io::stdout().lock();
        match out.write_all(said.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                Err(say!(self.lang, "output-cannot-write", error).into())
            }
            _ => Ok(()),
        }
    }

    /// Prints a sentence; in JSON it is the value of the key `kind`.
    pub(super) fn sentence(&self, kind: &str, text: &str) -> Result<(), CliError> {
        self.say(|| format!("{text}\n"), || json!({kind: text}))
    }

    /// Returns the text of a prompt; empty for programs.
    pub(super) fn prompt(&self, text: &str) -> String {
        if self.is_json { "" } else { text }.to_owned()
    }

    /// Writes text for people; nothing in JSON.
    pub(super) fn write(&self, text: &str) -> Result<(), CliError> {
        if self.is_json || text.is_empty() {
            Ok(())
        } else {
            self.say(|| text.to_owned(), || Value::Null)
        }
    }

    /// Prints a reply of the prompt: help or a refusal.
    pub(super) fn reply(&self, reply: Reply, text: &str) -> Result<(), CliError> {
        let kind = match reply {
            Reply::Help => "help",
            Reply::Refusal => "refused",
        };
        self.sentence(kind, text)
    }

    /// Prints the problem that is played, and the players.
    pub(super) fn begun(&self, duel: &Duel) -> Result<(), CliError> {
        let challenge = duel.challenge();
        let players = Side::ALL.map(|side| duel.player(side, self.lang));
        let text = || {
            let [attacker, defender] = &players;
            let (id, moves) = (challenge.problem, challenge.moves);
            say!(
                self.lang,
                "solve-problem-mates-fewer-holds",
                id,
                attacker,
                moves,
                defender
            ) + "\n\n"
        };
        self.say(text, || {
            json!({
                "problem": challenge.problem,
                "fen": challenge.fen,
                "moves": challenge.moves,
                "difficulty": challenge.band,
                "attacker": duel.seated(Side::Attacker),
                "defender": duel.seated(Side::Defender),
            })
        })
    }

    /// Prints the board after `plies` plies, with the clocks and the moves left if that is the present position. `now`
    /// is the room's time.
    pub(super) fn board(&self, duel: &Duel, plies: usize, now: Duration) -> Result<(), CliError> {
        let game = duel.room().game();
        let shown = game.at_ply(plies);
        let is_now = plies == game.plies();
        let text = || {
            let mut text = draw(&shown.board(), self.style, &[]) + "\n";
            for news in shown.news(self.lang) {
                text += &(news + "\n");
            }
            if let (true, Some(clocks)) = (is_now, messages::clocks(duel.room(), now, self.lang)) {
                text += &(clocks + "\n");
            }
            text
        };
        self.say(text, || position(duel, &shown, now))
    }

    /// Prints a move that has been played.
    pub(super) fn moved(
        &self,
        duel: &Duel,
        side: Side,
        name: &str,
        uci: &str,
    ) -> Result<(), CliError> {
        let player = duel.player(side, self.lang);
        let move_name = duel.room().game().localized(name, self.lang);
        self.say(
            || format!("{player}: {move_name}\n\n"),
            || json!({"moved": side, "move": uci, "san": name}),
        )
    }

    /// Prints a hint; `hints` is the number of hints so far, by which the sentence says what it costs.
    pub(super) fn hint(&self, text: &str, hints: u32) -> Result<(), CliError> {
        let lang = self.lang;
        self.say(
            || {
                let count = say!(lang, "solve-hints", n = hints);
                let cost = say!(lang, "solve-each-costs-quarter-value");
                format!("{text} ({count}; {cost})\n")
            },
            || json!({"hint": text, "hints": hints}),
        )
    }

    /// Prints how the game has ended.
    pub(super) fn ended(&self, duel: &Duel, ended: &Ended) -> Result<(), CliError> {
        let text = ending(duel, ended, self.lang);
        self.say(
            || format!("{text}\n"),
            || {
                json!({
                    "result": ended.outcome.result,
                    "winner": ended.outcome.winner,
                    "reason": ended.reason,
                    "message": text,
                })
            },
        )
    }

    /// Prints the solver's review of the finished game; nothing if it is empty.
    pub(super) fn reviewed(&self, review: &Review) -> Result<(), CliError> {
        let lines = review.lines(self.lang);
        if lines.is_empty() {
            return Ok(());
        }
        self.say(
            || lines.join("\n") + "\n",
            || {
                let mut review = json!(review);
                review["message"] = json!(lines);
                json!({"review": review})
            },
        )
    }

    /// Prints the points and ratings that the game has brought.
    pub(super) fn recorded(
        &self,
        recorded: &Recorded,
        sides: &[Seated; 2],
    ) -> Result<(), CliError> {
        self.say(
            || gains(recorded, sides, self.lang),
            || json!({"recorded": recorded}),
        )
    }

    /// Prints a page of the list of problems to choose from; `total` is the length of the list.
    pub(super) fn listed(&self, problems: &[Problem], total: usize) -> Result<(), CliError> {
        let lang = self.lang;
        self.say(
            || {
                let mut text = String::new();
                for problem in problems {
                    let draft = &problem.draft;
                    let words = [&draft.author, &draft.title];
                    let words: Vec<&str> = words
                        .into_iter()
                        .filter(|text| !text.is_empty())
                        .map(String::as_str)
                        .collect();
                    let band = problem.band;
                    let difficulty = say!(lang, "solve-difficulty");
                    let line = format!(
                        "{:>6}  {:<4} {difficulty} {band}  {}",
                        problem.id,
                        draft.stipulation.to_string(),
                        harmless(&words.join(", ")),
                    );
                    text += line.trim_end();
                    text.push('\n');
                }
                let shown = problems.len();
                text + &say!(lang, "solve-of", shown, total) + "\n"
            },
            || {
                let list = problems.iter().map(|problem| {
                    json!({
                        "id": problem.id,
                        "stipulation": problem.draft.stipulation,
                        "difficulty": problem.band,
                        "author": problem.draft.author,
                        "title": problem.draft.title,
                    })
                });
                json!({"choose": list.collect::<Vec<_>>(), "total": total})
            },
        )
    }

    /// Prints that a text does not name a problem of the list.
    pub(super) fn not_listed(&self, text: &str) -> Result<(), CliError> {
        let why = say!(self.lang, "solve-number-problem-list", text);
        self.sentence("refused", &why)
    }
}

/// Returns the state of a game as JSON.
fn position(duel: &Duel, shown: &AnyGame, now: Duration) -> Value {
    let clocks: Vec<Value> = Side::ALL
        .iter()
        .map(|side| {
            let face = duel.room().clocks(now)[duel.seat(*side)];
            let left = face.left.map(|left| left.as_millis() as u64);
            json!({"left": left, "thought": duel.thought(*side, now).as_millis() as u64})
        })
        .collect();
    json!({
        "fen": shown.text(),
        "turn": duel.side(shown.turn()),
        "left": duel.moves_left(),
        "clocks": clocks,
    })
}

/// Returns the sentence that says how a duel has ended.
fn ending(duel: &Duel, ended: &Ended, lang: Lang) -> String {
    let winner = ended.outcome.winner;
    let won = duel.player(winner, lang);
    let lost = duel.player(winner.other(), lang);
    let (moves, made) = (duel.challenge().moves, duel.moves_made());
    match (ended.outcome.result, winner) {
        (PlayResult::Mate, _) => say!(lang, "solve-mate-wins", made, won),
        (PlayResult::Held, _) if duel.room().verdict().is_none() => {
            say!(lang, "solve-no-mate-held-out", moves, won)
        }
        (PlayResult::Held, _) => {
            use games::Words as _;
            let game = duel.room().game();
            let reason = game.position().reason(ended.reason, lang);
            say!(lang, "solve-no-mate-wins", reason, won)
        }
        (PlayResult::Resigned, _) => say!(lang, "solve-resigns-wins", lost, won),
        (PlayResult::Time, Side::Defender) => say!(lang, "solve-time-up-without-mate", won),
        (PlayResult::Time, Side::Attacker) => say!(lang, "solve-run-out-time-wins", lost, won),
        (PlayResult::Abandoned, _) => say!(lang, "solve-come-back-wins", lost, won),
    }
}

/// Returns the points and ratings that the game has brought, a line for each player.
fn gains(recorded: &Recorded, sides: &[Seated; 2], lang: Lang) -> String {
    if !recorded.counts {
        return format!("{}\n", say!(lang, "solve-game-kept-but-does")).to_owned();
    }
    let points = [recorded.points.attacker, recorded.points.defender];
    let ratings = [recorded.ratings.attacker, recorded.ratings.defender];
    let mut text = String::new();
    for ((seated, points), rating) in sides.iter().zip(points).zip(ratings) {
        let name = &seated.name;
        let rating = rating.rating.round();
        text += &match seated.user {
            None => say!(lang, "solve-no-account-no-points", name),
            Some(_) => say!(lang, "solve-points-rating", name, n = points, rating),
        };
        text.push('\n');
    }
    if recorded.again {
        text += say!(lang, "solve-winner-won-problem-seat");
        text.push('\n');
    }
    text
}
