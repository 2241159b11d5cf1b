//! A session of the editor: reads commands and prints answers.

use super::super::messages::{Solution, asks, solution, state, twins};
use super::super::show::twins_of;
use super::commands::{COMMANDS, LEAVING, Order, PASTING};
use super::solve;
use crate::cli::collection::{CollectionArgs, Failure, wait};
use crate::cli::jobs::describe::progress;
use crate::cli::play::board::{Style, draw};
use crate::cli::prompt::{self, Console, Input, Program, Reply, Step, Table};
use crate::cli::{complain, print, user};
use base::say;
use base::text::harmless;
use base::threads;
use games::chess::pieces_to_draw;
use games::{Dropped, Lang};
use problems::formats::{self, label, parts};
use problems::verify::{HASH_MB, Outcome, Progress, Verdict, Verifier};
use problems::{Draft, Editor, Turn, parse_piece, parse_square};
use serde_json::{Value, json};
use shakmaty::Color;
use std::io::IsTerminal;
use std::process::ExitCode;
use store::{Error, Store};

/// State of a session in which a problem is edited at the prompt.
pub(super) struct Session<'a> {
    pub(super) editor: Editor,
    /// Number of the problem in the collection; `None` until it is saved.
    pub(super) id: Option<i64>,
    /// Draft that was last verified in this session, and its verdict; `None` if there was no verification yet.
    pub(super) verified: Option<(Draft, Verdict)>,
    pub(super) args: &'a CollectionArgs,
    pub(super) style: Style,
    pub(super) collection: &'a Store,
    pub(super) console: &'a Console,
    /// True if the standard input is a terminal.
    pub(super) at_terminal: bool,
    /// True while the user is being asked whether to leave with unsaved changes.
    pub(super) leaves: bool,
    /// Lines pasted so far; `None` if the lines are commands.
    pub(super) pasted: Option<String>,
}

/// Answer to a command that does not change the problem.
pub(super) struct Answer {
    /// Text for people; may be empty.
    pub(super) text: String,
    /// JSON members added to the state of the problem, for programs.
    pub(super) more: Value,
}

impl Answer {
    pub(super) fn text(text: impl Into<String>) -> Answer {
        Answer {
            text: text.into(),
            more: json!({}),
        }
    }
}

impl Session<'_> {
    /// Carries out commands until the input ends or the user quits.
    ///
    /// # Errors
    /// The output cannot be written, or the database fails.
    pub(super) fn run(&mut self) -> Result<ExitCode, Failure> {
        if !self.args.json {
            let hint = say!(self.args.lang, "edit-help-says-what-can");
            print(&format!("{}\n{hint}\n", self.shown()))?;
        }
        let console = self.console;
        prompt::run(self, console)
    }

    fn answer(&self, answer: &Answer) -> Result<(), Failure> {
        if self.args.json {
            let mut state = self.state();
            if let (Value::Object(state), Value::Object(more)) = (&mut state, &answer.more) {
                state.extend(more.clone());
            }
            print(&format!("{state}\n"))?;
        } else if !answer.text.is_empty() {
            print(&format!("{}\n", answer.text.trim_end()))?;
        }
        Ok(())
    }

    /// Prints why a command failed; the session goes on.
    fn complain(&self, error: &Error) -> Result<(), Failure> {
        let (code, text) = match error {
            Error::Refused(refusal) => (refusal.code(), refusal.text(self.args.lang)),
            // The user of the command line owns the database, so the message contains the details.
            Error::Database(error) => ("database", error.text(self.args.lang)),
            other => ("invalid", other.text(self.args.lang)),
        };
        if self.args.json {
            print(&format!("{}\n", json!({"refused": code, "message": text})))?;
        } else {
            complain(&text);
        }
        Ok(())
    }

    /// Returns the state of the problem as JSON.
    fn state(&self) -> Value {
        let words = self.editor.words();
        let position = self.editor.draft();
        json!({
            "id": self.id,
            "fen": self.editor.fen(),
            "stipulation": words.stipulation,
            "terms": words.terms,
            "author": words.author,
            "title": words.title,
            "source": words.source,
            "tags": words.tags,
            "impossible": position.err().map(|error| error.text(self.args.lang)),
            "changed": self.editor.is_changed(),
        })
    }

    /// Returns the state of the problem as text.
    pub(super) fn shown(&self) -> String {
        let lang = self.args.lang;
        let words = self.editor.words();
        let mut text = match self.id {
            Some(id) => format!("{} {id}: ", say!(lang, "edit-problem")),
            None => format!("{} ", say!(lang, "edit-new-problem")).to_owned(),
        };
        text += &asks(words, self.editor.turn(), lang);
        text += "\n\n";
        // Pieces that cannot be drawn were reported when they were put on the board.
        let board = self.editor.sketch().board();
        let board = board.unwrap_or_else(|_| pieces_to_draw(self.editor.board()));
        text += &draw(&board, self.style, &[]);
        text.push('\n');
        let terms = &words.terms;
        let intended = terms
            .intended
            .map_or_else(String::new, |count| count.to_string());
        let facts = [
            ("FEN", self.editor.fen()),
            (say!(lang, "show-pieces"), terms.pieces.join(", ")),
            (say!(lang, "edit-conditions"), terms.conditions.join(", ")),
            (say!(lang, "show-options"), terms.options.join(", ")),
            (say!(lang, "show-twins"), twins_of(terms)),
            (say!(lang, "show-intended"), intended),
            (say!(lang, "edit-author"), words.author.clone()),
            (say!(lang, "edit-title"), words.title.clone()),
            (say!(lang, "edit-source"), words.source.clone()),
            (say!(lang, "edit-tags"), words.tags.join(", ")),
        ];
        for (name, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
            text += &format!("{name:<11} {}\n", harmless(value));
        }
        text
    }

    /// Carries out a command with the argument `about`. Returns `None` if the problem has changed and is to be redrawn.
    async fn obey(&mut self, order: Order, about: &str) -> Result<Option<Answer>, Failure> {
        let lang = self.args.lang;
        match order {
            Order::Put => {
                for word in about.split_whitespace() {
                    let (piece, square) = parse_piece(word, lang)?;
                    self.editor.put(piece, square)?;
                }
            }
            Order::Take => {
                for word in about.split_whitespace() {
                    let square = parse_square(word, lang)?;
                    if !self.editor.take_beside(square)? {
                        self.editor.take(square)?;
                    }
                }
            }
            Order::Side => self.editor.set_turn(side(about, lang)?),
            Order::Moves => {
                let moves = about.trim_start_matches('#').parse();
                let bad = say!(lang, "edit-bad-number-expected-one", about);
                self.editor
                    .set_moves(moves.map_err(|_| Error::invalid(bad))?)?;
            }
            Order::Stipulation => self.editor.set_stipulation(about)?,
            Order::Conditions => self
                .editor
                .set_terms(|terms| terms.conditions = words_of(about))?,
            Order::Options => self
                .editor
                .set_terms(|terms| terms.options = words_of(about))?,
            Order::Twin => self.twin(about)?,
            Order::Intended => {
                let bad = say!(lang, "edit-bad-number-expected-one", about);
                let count = about.parse().map_err(|_| Error::invalid(bad))?;
                self.editor
                    .set_terms(|terms| terms.intended = Some(count))?;
            }
            Order::Piece => self.editor.put_beside(about)?,
            Order::Castling => self.editor.set_castling(about, lang)?,
            Order::EnPassant => {
                let square = match about {
                    "-" => None,
                    square => Some(parse_square(square, lang)?),
                };
                self.editor.set_en_passant(square, lang)?;
            }
            Order::Fen => {
                let ((), dropped) = self.editor.set_fen(about)?.split();
                if !dropped.is_empty() {
                    let said = Dropped::texts(&dropped, lang);
                    let text = format!("{}\n{}", said.join("\n"), self.shown());
                    return Ok(Some(Answer {
                        more: json!({"dropped": said}),
                        ..Answer::text(text)
                    }));
                }
            }
            Order::Clear => self.editor.clear(),
            Order::Title => self
                .editor
                .set_words(|words| words.title = about.to_owned())?,
            Order::Author => self
                .editor
                .set_words(|words| words.author = about.to_owned())?,
            Order::Source => self
                .editor
                .set_words(|words| words.source = about.to_owned())?,
            Order::Tags => self.editor.set_words(|words| {
                words.tags = about.split(',').map(|tag| tag.trim().to_owned()).collect();
            })?,
            Order::Undo => {
                if !self.editor.undo() {
                    let nothing = say!(lang, "edit-nothing-undo");
                    return Ok(Some(Answer::text(nothing)));
                }
            }
            Order::Turn => {
                let turn = Turn::parse(about, lang)?;
                self.editor.turn_position(turn, lang)?;
            }
            Order::Read => return self.read_file(about).map(Some),
            Order::Paste => {
                self.pasted = Some(String::new());
                return Ok(Some(Answer::text("")));
            }
            Order::Write => return self.write_file(about).map(Some),
            Order::Redo => {
                if !self.editor.redo() {
                    let nothing = say!(lang, "edit-nothing-redo");
                    return Ok(Some(Answer::text(nothing)));
                }
            }
            Order::Show => return Ok(Some(Answer::text(self.shown()))),
            Order::Verify => return self.verify().map(Some),
            Order::Solve => {
                let draft = self.editor.sketch();
                let (text, more) = solve::solve(&draft, about, &self.console.stop, lang)?;
                self.console.forget_interrupt();
                return Ok(Some(Answer { text, more }));
            }
            Order::Save => return self.save().await.map(Some),
            Order::Quit | Order::Leave | Order::Stay => {}
        }
        Ok(None)
    }

    /// Adds a twin, or if `about` begins with the letter of a twin, changes that twin or (with `-`) removes it.
    fn twin(&mut self, about: &str) -> Result<(), Failure> {
        let (first, rest) = about.split_once(' ').unwrap_or((about, ""));
        let mut twins = self.editor.words().terms.twins.clone();
        let place = (0..twins.len()).find(|&index| label(index + 1) == first);
        match place {
            Some(place) if rest.trim() == "-" => drop(twins.remove(place)),
            Some(place) => rest.trim().clone_into(&mut twins[place]),
            None if first.len() == 1 => {
                let letter = first;
                return Err(Error::invalid(say!(self.args.lang, "edit-no-twin", letter)).into());
            }
            None => twins.push(about.to_owned()),
        }
        // The twins are created at once to report mistakes, unless the problem itself has faults yet.
        let mut draft = self.editor.sketch();
        let is_sound = parts(&draft).is_ok();
        draft.terms.twins.clone_from(&twins);
        if is_sound {
            parts(&draft).map_err(problems::Error::Invalid)?;
        }
        self.editor.set_terms(|terms| terms.twins = twins)?;
        Ok(())
    }

    /// Verifies the problem on the board; Ctrl-C stops the verification.
    fn verify(&mut self) -> Result<Answer, Failure> {
        let draft = self.editor.draft()?;
        let stop = &self.console.stop;
        let shows = std::io::stderr().is_terminal() && !self.args.json;
        let lang = self.args.lang;
        let told = |reached: Progress| {
            if shows {
                eprint!("\r\x1b[K{}", progress(reached, lang));
            }
        };
        let outcome = std::thread::scope(|scope| {
            let work = || Verifier::new(1, HASH_MB)?.judge(&draft, None, stop, told);
            let thread =
                threads::spawn_scoped(scope, "solver", work).map_err(problems::Error::invalid)?;
            let gone = || problems::Error::invalid("the verification has ended by a fault");
            thread.join().map_err(|_| gone())?
        })?;
        if shows {
            eprint!("\r\x1b[K");
        }
        let verdict = match outcome {
            Outcome::Decided(verdict) => verdict,
            Outcome::Undecided(_) | Outcome::Stopped => {
                self.console.forget_interrupt();
                return Ok(Answer::text(say!(lang, "edit-interrupted")));
            }
        };
        let more = json!({"verdict": verdict});
        let sentences = solution(&Solution::of(&verdict), lang);
        let text = sentences.join("\n");
        self.verified = Some((draft, verdict));
        Ok(Answer {
            more,
            ..Answer::text(text)
        })
    }

    /// Saves the problem in the collection, with its verdict if the saved draft has been verified in this session.
    async fn save(&mut self) -> Result<Answer, Failure> {
        let draft = self.editor.draft()?;
        let lang = self.args.lang;
        let user = user::who(self.args, self.collection).await?;
        let created = match self.id {
            Some(id) => {
                self.collection
                    .problems()
                    .update(user.id, id, draft.clone())
                    .await?
            }
            None => {
                self.collection
                    .problems()
                    .create(user.id, draft.clone())
                    .await?
            }
        };
        let id = created.id;
        self.id = Some(id);
        self.editor.mark_saved();
        let same = |of: &Draft| {
            of.fen == draft.fen && of.stipulation == draft.stipulation && of.terms == draft.terms
        };
        if let Some((_, verdict)) = self.verified.as_ref().filter(|(of, _)| same(of)) {
            self.collection
                .problems()
                .keep_verdict(id, &draft, verdict)
                .await?;
        }
        let now = self.collection.problems().get(id).await?.state;
        let word = state(now, lang);
        let mut text = say!(lang, "edit-problem-kept", id, word);
        if let Some(sentence) = twins(&created.twins, lang) {
            text = format!("{text}\n{sentence}");
        }
        Ok(Answer {
            more: json!({"saved": created, "state": now}),
            ..Answer::text(text)
        })
    }

    /// Leaves the editor, after a question if there are unsaved changes.
    fn leave(&mut self) -> Step<ExitCode> {
        if !self.editor.is_changed() || self.args.json {
            return Step::End(ExitCode::SUCCESS);
        }
        self.leaves = true;
        Step::Stay
    }

    /// Ends the session at the end of the input: exit status 1 if there are unsaved changes.
    fn end_of_input(&self) -> Result<ExitCode, Failure> {
        if !self.editor.is_changed() {
            return Ok(ExitCode::SUCCESS);
        }
        eprintln!(
            "atalaya: {}",
            say!(self.args.lang, "edit-input-ended-unsaved-changes")
        );
        Ok(ExitCode::from(1))
    }
}

impl Program for Session<'_> {
    type Command = Order;
    type End = ExitCode;
    type Error = Failure;

    fn lang(&self) -> Lang {
        self.args.lang
    }

    fn commands(&self) -> Table<Order> {
        match (&self.pasted, self.leaves) {
            (Some(_), _) => PASTING,
            (None, true) => LEAVING,
            (None, false) => COMMANDS,
        }
    }

    fn prompt(&mut self) -> Result<String, Failure> {
        let prompt = if self.pasted.is_some() {
            // A pasted text stands alone on its lines.
            String::new()
        } else if self.leaves {
            format!(
                "{} ",
                say!(self.args.lang, "edit-unsaved-changes-leave-all")
            )
        } else if self.at_terminal && !self.args.json {
            "> ".to_owned()
        } else {
            String::new()
        };
        // Over a pipe no user ends the line of the question by the Enter key.
        let end = if self.leaves && !self.at_terminal {
            "\n"
        } else {
            ""
        };
        Ok(format!("{prompt}{end}"))
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        Ok(print(text)?)
    }

    fn reply(&mut self, reply: Reply, text: &str) -> Result<(), Failure> {
        match reply {
            Reply::Help => self.answer(&Answer {
                more: json!({"help": text}),
                ..Answer::text(text)
            }),
            Reply::Refusal => self.complain(&Error::invalid(text)),
        }
    }

    fn draw(&mut self) -> Result<(), Failure> {
        if self.args.json {
            print(&format!("{}\n", self.state()))?;
        } else if self.at_terminal {
            print(&self.shown())?;
        }
        Ok(())
    }

    fn act(&mut self, input: Input<'_, Order>) -> Result<Step<ExitCode>, Failure> {
        if self.pasted.is_some() {
            return self.act_on_pasted(&input);
        }
        let leaves = std::mem::take(&mut self.leaves);
        let (order, about) = match input {
            // Ctrl-D at a terminal asks before it discards unsaved changes.
            Input::End if self.at_terminal && !leaves => return Ok(self.leave()),
            Input::End => return self.end_of_input().map(Step::End),
            Input::Interrupted | Input::Command(Order::Leave, _) if leaves => {
                return Ok(Step::End(ExitCode::SUCCESS));
            }
            Input::Interrupted => {
                self.console.forget_interrupt();
                return Ok(self.leave());
            }
            Input::Command(Order::Quit, _) => return Ok(self.leave()),
            Input::Command(order, about) => (order, about),
            Input::Text(line) if !leaves && formats::begins_popeye(line) => {
                return self.add_line(line);
            }
            Input::Text(line) if !leaves && !line.starts_with('#') => {
                let why = COMMANDS.unknown(line, self.args.lang);
                self.complain(&Error::invalid(why))?;
                return Ok(Step::Stay);
            }
            Input::Text(line) if leaves => {
                let why = LEAVING.unknown(line, self.args.lang);
                self.complain(&Error::invalid(why))?;
                return Ok(self.leave());
            }
            Input::Empty if leaves => return Ok(self.leave()),
            Input::Text(_) | Input::Empty | Input::Late => return Ok(Step::Stay),
        };
        if order == Order::Stay {
            return Ok(Step::Stay);
        }
        let result = wait(self.obey(order, about));
        self.end_of(result, leaves)
    }
}

impl Session<'_> {
    /// Takes a line of a text that is being pasted.
    fn act_on_pasted(&mut self, input: &Input<'_, Order>) -> Result<Step<ExitCode>, Failure> {
        let line = match *input {
            Input::Text(line) => line,
            Input::End => {
                self.complain(&Error::invalid(say!(self.args.lang, "edit-paste-ended")))?;
                return Ok(Step::End(ExitCode::from(1)));
            }
            Input::Interrupted => {
                self.console.forget_interrupt();
                self.pasted = None;
                return Ok(Step::Stay);
            }
            Input::Command(..) | Input::Empty | Input::Late => "",
        };
        self.add_line(line)
    }

    /// Adds a line to the pasted text; reads the text if the line ends it.
    fn add_line(&mut self, line: &str) -> Result<Step<ExitCode>, Failure> {
        match self.add_pasted(line) {
            Some(read) => self.end_of(read.map(Some), false),
            None => Ok(Step::Stay),
        }
    }

    /// Prints the answer to a command, or why it failed, and returns how the session goes on; `leaves` is true if the user is being
    /// asked whether to leave.
    fn end_of(
        &mut self,
        result: Result<Option<Answer>, Failure>,
        leaves: bool,
    ) -> Result<Step<ExitCode>, Failure> {
        match result {
            Ok(None) => Ok(Step::Redraw),
            Ok(Some(answer)) => {
                self.answer(&answer)?;
                // After any command other than leaving, ask again; saving has removed the reason to ask.
                Ok(if leaves { self.leave() } else { Step::Stay })
            }
            Err(Failure::Collection(
                error @ (Error::Refused(_) | Error::Position(_) | Error::Invalid(_)),
            )) => {
                self.complain(&error)?;
                Ok(if leaves { self.leave() } else { Step::Stay })
            }
            Err(other) => Err(other),
        }
    }
}

/// Splits a text into words at commas and spaces.
fn words_of(about: &str) -> Vec<String> {
    let words = about.split([',', ' ']).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

fn side(about: &str, lang: Lang) -> Result<Color, Error> {
    match about.to_lowercase().as_str() {
        "w" | "white" | "blancas" => Ok(Color::White),
        "b" | "black" | "negras" => Ok(Color::Black),
        _ => Err(Error::invalid(say!(
            lang,
            "edit-bad-side-expected-w",
            about
        ))),
    }
}
