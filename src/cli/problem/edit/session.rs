//! A session of the editor: lines in, answers out.

use super::super::words::{Found, found, state, task, twins};
use super::orders::{Order, help};
use crate::cli::collection::{CollectionArgs, Failure};
use crate::cli::jobs::words::progress;
use crate::cli::play::board::{Style, draw};
use crate::cli::play::console::{Console, Heard};
use crate::cli::{print, user};
use games::chess::pieces_to_draw;
use problems::verify::{HASH_MB, Outcome, Progress, Verdict, Verifier};
use problems::{Collection, Draft, Editor, Error, parse_piece, parse_square};
use serde_json::{Value, json};
use shakmaty::Color;
use std::io::IsTerminal;
use std::process::ExitCode;

/// A session under way.
pub(super) struct Session<'a> {
    pub(super) editor: Editor,
    /// The problem's number, once it is kept.
    pub(super) id: Option<i64>,
    /// Draft that was last verified here, and its verdict.
    pub(super) found: Option<(Draft, Verdict)>,
    pub(super) args: &'a CollectionArgs,
    pub(super) style: Style,
    pub(super) collection: &'a Collection,
    pub(super) console: &'a Console,
}

/// Result of an order.
struct Answer {
    /// For people; may be empty.
    text: String,
    /// For programs, besides the state of things.
    more: Value,
    /// True if the board has changed and is to be drawn again.
    redraw: bool,
}

impl Answer {
    fn text(text: impl Into<String>) -> Answer {
        Answer {
            text: text.into(),
            more: json!({}),
            redraw: false,
        }
    }

    fn changed() -> Answer {
        Answer {
            redraw: true,
            ..Answer::text("")
        }
    }
}

impl Session<'_> {
    /// Obeys lines until there are no more, or somebody quits.
    pub(super) async fn run(&mut self) -> Result<ExitCode, Failure> {
        let at_terminal = std::io::stdin().is_terminal();
        let lang = self.args.lang;
        if !self.args.json {
            let hint = lang.pick(
                "'ayuda' dice lo que se puede hacer.",
                "'help' says what can be done.",
            );
            print(&format!("{}\n{hint}\n", self.shown()))?;
        }
        loop {
            if at_terminal && !self.args.json {
                print("> ")?;
            }
            let line = match self.console.next(None) {
                Heard::Line(line) => line,
                Heard::End => return self.left(),
                Heard::Interrupted => {
                    self.console.forget_interrupt();
                    if let Some(code) = self.leave(at_terminal)? {
                        return Ok(code);
                    }
                    continue;
                }
                Heard::Nothing => continue,
            };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (order, about) = match Order::parse(&line) {
                Ok(found) => found,
                Err(word) => {
                    let sentence = lang.pick(
                        format!("'{word}' no se entiende; 'ayuda' dice lo que se puede hacer"),
                        format!("'{word}' is not understood; 'help' says what can be done"),
                    );
                    self.complain(&Error::Invalid(sentence))?;
                    continue;
                }
            };
            if order == Order::Quit {
                if let Some(code) = self.leave(at_terminal)? {
                    return Ok(code);
                }
                continue;
            }
            match self.obey(order, about).await {
                Ok(answer) => self.answer(&answer, at_terminal)?,
                Err(Failure::Collection(
                    error @ (Error::Refused(_) | Error::Position(_) | Error::Invalid(_)),
                )) => {
                    self.complain(&error)?;
                }
                Err(other) => return Err(other),
            }
        }
    }

    fn answer(&self, answer: &Answer, at_terminal: bool) -> Result<(), Failure> {
        if self.args.json {
            let mut state = self.state();
            if let (Value::Object(state), Value::Object(more)) = (&mut state, &answer.more) {
                state.extend(more.clone());
            }
            print(&format!("{state}\n"))?;
            return Ok(());
        }
        if answer.redraw && at_terminal {
            print(&self.shown())?;
        }
        if !answer.text.is_empty() {
            print(&format!("{}\n", answer.text.trim_end()))?;
        }
        Ok(())
    }

    /// Says why something was not done, and goes on.
    fn complain(&self, error: &Error) -> Result<(), Failure> {
        let (code, text) = match error {
            Error::Refused(refusal) => (refusal.code(), refusal.text(self.args.lang)),
            other => ("invalid", other.text(self.args.lang)),
        };
        if self.args.json {
            print(&format!("{}\n", json!({"refused": code, "message": text})))?;
        } else {
            eprintln!("atalaya: {text}");
        }
        Ok(())
    }

    /// All that is known, for programs.
    fn state(&self) -> Value {
        let words = self.editor.words();
        let position = self.editor.draft();
        json!({
            "id": self.id,
            "fen": self.editor.fen(),
            "stipulation": words.stipulation,
            "author": words.author,
            "title": words.title,
            "source": words.source,
            "tags": words.tags,
            "impossible": position.err().map(|error| error.text(self.args.lang)),
            "changed": self.editor.is_changed(),
        })
    }

    /// All that is known, for people.
    fn shown(&self) -> String {
        let lang = self.args.lang;
        let words = self.editor.words();
        let mut text = match self.id {
            Some(id) => format!("{} {id}: ", lang.pick("Problema", "Problem")),
            None => lang.pick("Problema nuevo: ", "New problem: ").to_owned(),
        };
        text += &task(self.editor.turn(), words.stipulation.moves(), lang);
        text += "\n\n";
        text += &draw(&pieces_to_draw(self.editor.board()), self.style, &[]);
        text.push('\n');
        let facts = [
            ("FEN", self.editor.fen()),
            (lang.pick("Autor", "Author"), words.author.clone()),
            (lang.pick("Título", "Title"), words.title.clone()),
            (lang.pick("Fuente", "Source"), words.source.clone()),
            (lang.pick("Etiquetas", "Tags"), words.tags.join(", ")),
        ];
        for (name, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
            text += &format!("{name:<11} {value}\n");
        }
        text
    }

    async fn obey(&mut self, order: Order, about: &str) -> Result<Answer, Failure> {
        let lang = self.args.lang;
        match order {
            Order::Put => {
                for word in some(about, "put Qd4")?.split_whitespace() {
                    let (piece, square) = parse_piece(word)?;
                    self.editor.put(piece, square)?;
                }
            }
            Order::Take => {
                for word in some(about, "take d4")?.split_whitespace() {
                    self.editor.take(parse_square(word)?)?;
                }
            }
            Order::Side => self.editor.set_turn(side(about)?),
            Order::Moves => {
                let moves = about.trim_start_matches('#').parse();
                let bad = format!("bad number '{about}': expected one such as 3");
                self.editor
                    .set_moves(moves.map_err(|_| Error::Invalid(bad))?)?;
            }
            Order::Castling => self.editor.set_castling(some(about, "castling KQ")?)?,
            Order::EnPassant => {
                let square = match some(about, "ep e6")? {
                    "-" => None,
                    square => Some(parse_square(square)?),
                };
                self.editor.set_en_passant(square);
            }
            Order::Fen => {
                let fen = some(about, "fen k7/8/1K6/8/8/8/8/7R w - -")?;
                let ((), dropped) = self.editor.set_fen(fen)?.split();
                let dropped: Vec<String> = dropped.iter().map(|part| part.text(lang)).collect();
                return Ok(Answer {
                    more: json!({"dropped": dropped}),
                    text: dropped.join("\n"),
                    ..Answer::changed()
                });
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
                    let nothing = lang.pick("no hay nada que deshacer", "there is nothing to undo");
                    return Ok(Answer::text(nothing));
                }
            }
            Order::Show => return Ok(Answer::text(self.shown())),
            Order::Help => return Ok(Answer::text(help(lang))),
            Order::Verify => return self.verify().await,
            Order::Save => return self.save().await,
            Order::Quit => {}
        }
        Ok(Answer::changed())
    }

    /// Verifies what is on the board; Ctrl-C ends it.
    async fn verify(&mut self) -> Result<Answer, Failure> {
        let draft = self.editor.draft()?;
        let stop = &self.console.stop;
        let shows = std::io::stderr().is_terminal() && !self.args.json;
        let lang = self.args.lang;
        let told = |reached: Progress| {
            if shows {
                eprint!("\r\x1b[K{}", progress(reached, lang));
            }
        };
        let (fen, asked) = (draft.fen.as_str(), draft.stipulation);
        // Deep mates recurse deeply.
        let outcome = std::thread::scope(|scope| {
            let work = || Verifier::new(1, HASH_MB)?.verify(fen, asked, None, stop, told);
            let builder = std::thread::Builder::new().stack_size(64 << 20);
            let thread = builder.spawn_scoped(scope, work).map_err(Error::invalid)?;
            let gone = || Error::Invalid("the verification has ended by a fault".to_owned());
            thread.join().map_err(|_| gone())?
        })?;
        if shows {
            eprint!("\r\x1b[K");
        }
        let verdict = match outcome {
            Outcome::Decided(verdict) => verdict,
            Outcome::Undecided(_) | Outcome::Stopped => {
                self.console.forget_interrupt();
                return Ok(Answer::text(lang.pick("interrumpido", "interrupted")));
            }
        };
        let more = json!({"verdict": verdict});
        let sentences = found(&Found::of(&verdict), lang);
        let text = sentences.join("\n");
        self.found = Some((draft, verdict));
        Ok(Answer {
            more,
            ..Answer::text(text)
        })
    }

    /// Keeps the problem; its verdict too, if what is kept has been verified here.
    async fn save(&mut self) -> Result<Answer, Failure> {
        let draft = self.editor.draft()?;
        let lang = self.args.lang;
        let user = user::who(self.args, self.collection).await?;
        let created = match self.id {
            Some(id) => {
                self.collection
                    .update_problem(user.id, id, draft.clone())
                    .await?
            }
            None => {
                self.collection
                    .create_problem(user.id, draft.clone())
                    .await?
            }
        };
        let id = created.id;
        self.id = Some(id);
        self.editor.mark_saved();
        let same = |of: &Draft| of.fen == draft.fen && of.stipulation == draft.stipulation;
        if let Some((_, verdict)) = self.found.as_ref().filter(|(of, _)| same(of)) {
            self.collection.keep_verdict(id, &draft, verdict).await?;
        }
        let now = self.collection.problem(id).await?.state;
        let word = state(now, lang);
        let mut text = lang.pick(
            format!("Problema {id}, guardado: {word}."),
            format!("Problem {id}, kept: {word}."),
        );
        if let Some(sentence) = twins(&created.twins, lang) {
            text = format!("{text}\n{sentence}");
        }
        Ok(Answer {
            more: json!({"saved": created, "state": now}),
            ..Answer::text(text)
        })
    }

    /// Leaves with an exit status, or does not; asks if something is not saved.
    fn leave(&self, at_terminal: bool) -> Result<Option<ExitCode>, Failure> {
        if !self.editor.is_changed() || self.args.json {
            return Ok(Some(ExitCode::SUCCESS));
        }
        let lang = self.args.lang;
        let question = lang.pick(
            "Hay cambios sin guardar. ¿Salir de todas formas? (s/n) ",
            "There are unsaved changes. Leave all the same? (y/n) ",
        );
        print(question)?;
        let heard = self.console.next(None);
        if !at_terminal {
            print("\n")?;
        }
        match heard {
            Heard::Line(line) => {
                let yes = ["y", "yes", "s", "sí", "si"].contains(&line.to_lowercase().as_str());
                Ok(yes.then_some(ExitCode::SUCCESS))
            }
            Heard::End => self.left().map(Some),
            _ => Ok(Some(ExitCode::SUCCESS)),
        }
    }

    /// The input has ended.
    fn left(&self) -> Result<ExitCode, Failure> {
        if !self.editor.is_changed() {
            return Ok(ExitCode::SUCCESS);
        }
        eprintln!(
            "atalaya: {}",
            self.args.lang.pick(
                "la entrada ha terminado y hay cambios sin guardar",
                "the input has ended, and there are unsaved changes",
            )
        );
        Ok(ExitCode::from(1))
    }
}

fn some<'a>(about: &'a str, example: &str) -> Result<&'a str, Error> {
    match about {
        "" => Err(Error::Invalid(format!("something is missing: {example}"))),
        about => Ok(about),
    }
}

fn side(about: &str) -> Result<Color, Error> {
    match about.to_lowercase().as_str() {
        "w" | "white" | "blancas" => Ok(Color::White),
        "b" | "black" | "negras" => Ok(Color::Black),
        _ => Err(Error::Invalid(format!(
            "bad side '{about}': expected w or b"
        ))),
    }
}
