//! `atalaya stipulation`: finds all solutions of helpmates, selfmates, reflexmates, series, stalemates and proof games,
//! for one position or for the problems of an input file of Popeye.
//!
//! Exit status: 0 solved, 1 no solution or another number than the author intends, 3 not finished within the limits, 2
//! bad input or a refused problem of a file, 130 interrupted.

pub(super) mod report;

#[cfg(feature = "collection")]
use super::complain;
use super::mate::parse_seconds;
use super::progress::Bar;
use super::{CliError, CliResult, broken_off, interrupt, language, print, themes, warned_in};
#[cfg(feature = "collection")]
use super::{input_name_in, read_bytes};
use base::text::harmless;
use base::{key, say};
use games::Lang;
#[cfg(feature = "collection")]
use games::Text;
use games::chess::Position;
#[cfg(feature = "collection")]
use problems::formats::{PopeyeMessage, PopeyeProblem};
use report::Verdict;
use serde::Serialize;
use solve::fairy::{Board, Condition, Outcome, Subject};
use solve::question::QuestionError;
use solve::stipulation::{
    Aim, AnswerRecord, Extent, Inquiry, Line, Play, Progress, Solver, Stipulation,
};
use solve::themes::{Found, of_lines, of_part};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(clap::Args)]
#[command(
    after_help = "Stipulations: #N s#N r#N semi-r#N h#N h#N.5 reci-h#N hs#N hr#N ser-#N ser-h#N ser-s#N ser-r#N pser-#N phser-#N pser-h#N, \
                  and the same with another aim for #: = #= ## ##! == != + x ep 00 ct ~, or z and a square \
                  (quote them: a shell may take # and = for its own); diaN or 'PG N' for the games of at \
                  most N moves that lead to the position, dia for the shortest; exact- before #, s, r, semi-r, h, reci-h, ser-, \
                  ser-h and dia for no fewer moves than N, M-> before ser-, ser-h, ser-s and ser-r for an introduction of \
                  at most M moves. The side to move in the FEN \
                  begins, but in a proof game; in h#N with a whole N that is the one who gets mated. For direct mates of \
                  many moves, and their proofs, there is 'mate'."
)]
pub struct Args {
    /// Stipulation: 'h#2.5', 's#3', 'ser-h=4', 'dia7.5' …
    #[arg(required_unless_present = "input", conflicts_with = "input", value_parser = parse_stipulation)]
    stipulation: Option<Stipulation>,
    /// The position
    #[arg(long, required_unless_present = "input", conflicts_with = "input")]
    fen: Option<String>,
    /// A fairy condition, by Popeye's name: Circe, AntiCirce …; may be given several times
    #[arg(long, value_name = "NAME", conflicts_with = "input", value_parser = parse_condition)]
    condition: Vec<Condition>,
    /// Position with which a proof game begins [default: the initial position of chess]
    #[arg(long, value_name = "FEN", conflicts_with = "input")]
    from: Option<String>,
    /// Solve every problem of a Popeye input file ('-': the standard input)
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Set play: the play if the other side is to move
    #[arg(long)]
    set_play: bool,
    /// Play after the key, which is made already: the side that defends is to move
    #[arg(long, conflicts_with = "input")]
    post_key: bool,
    /// Also allow the attacker to reach the aim (mate or stalemate) against the defender: s#N and semi-r#N
    #[arg(long)]
    quodlibet: bool,
    /// First moves that fail to one reply only, with that reply
    #[arg(long)]
    tries: bool,
    /// Threats of the keys and tries
    #[arg(long)]
    threats: bool,
    /// The full solution: threats, defences and what follows them
    #[arg(long)]
    variations: bool,
    /// The same with the sides exchanged, too
    #[arg(long)]
    duplex: bool,
    /// Stop after so many solutions [default: 100000 where nobody defends, else all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    solutions: Option<u32>,
    /// How many solutions the author intends: sound if there are just so many [default: one key where a
    /// side defends]
    #[arg(long, value_name = "N", conflicts_with_all = ["input", "solutions"],
          value_parser = clap::value_parser!(u32).range(1..))]
    intended: Option<u32>,
    /// The themes of the solutions of a helpmate or selfmate (those of a mate in N: 'mate --themes')
    #[arg(long, conflicts_with_all = ["input", "condition", "duplex"])]
    themes: bool,
    /// Tell each first move as it is looked at
    #[arg(long)]
    move_numbers: bool,
    /// Seconds for each problem
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Nodes for each problem
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Table size
    #[arg(long, value_name = "MB", default_value_t = 256)]
    hash: usize,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Castling rights may belong to any rook
    #[arg(long, conflicts_with = "input")]
    chess960: bool,
    /// Print one JSON object for each problem
    #[arg(long)]
    json: bool,
    #[arg(skip = language::current())]
    lang: Lang,
}

fn parse_stipulation(text: &str) -> Result<Stipulation, String> {
    // clap itself names the bad value, so that beginning of the message is removed.
    let read = text.parse::<Stipulation>();
    read.map_err(|error| {
        let sentence = error.text(language::current());
        match sentence.split_once("': ") {
            Some((_, expected)) => expected.to_owned(),
            None => sentence,
        }
    })
}

fn parse_condition(text: &str) -> Result<Condition, String> {
    let unknown = || say!(language::current(), "stipulation-condition-unknown").to_owned();
    text.parse().map_err(|_| unknown())
}

/// Problem to be solved, with its inquiry and the heading under which the solution is printed.
struct Task {
    /// Heading above its solution: number, author and title; empty for a single position.
    heading: String,
    /// Place of the problem in its file; `None` for a position that comes from no file.
    place: Option<Place>,
    subject: Subject,
    inquiry: Inquiry,
    move_numbers: bool,
}

/// Place in a file of problems, as part of the JSON output.
#[derive(Clone, Serialize)]
#[cfg_attr(not(feature = "collection"), allow(dead_code))]
struct Place {
    /// Number of the problem in its file, from 1.
    problem: usize,
    /// Letter of the twin, `a`, `b` …; `None` for a problem without twins.
    #[serde(skip_serializing_if = "Option::is_none")]
    twin: Option<String>,
    /// Changes that make the twin from the first position; `None` if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<String>,
}

/// Solution of a problem in the JSON output.
#[derive(Serialize)]
struct Placed<'a> {
    #[serde(flatten)]
    place: Option<Place>,
    #[serde(flatten)]
    answer: &'a AnswerRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    themes: Option<Option<serde_json::Value>>,
}

impl Args {
    /// Adds the options of the command line to an inquiry.
    fn widen(&self, inquiry: Inquiry) -> Inquiry {
        let most = self.solutions.map(|most| most as usize);
        Inquiry {
            post_key: inquiry.post_key || self.post_key,
            quodlibet: inquiry.quodlibet || self.quodlibet,
            set_play: inquiry.set_play || self.set_play,
            tries: inquiry.tries.max(usize::from(self.tries)),
            threats: inquiry.threats || self.threats || self.variations,
            variations: inquiry.variations || self.variations,
            duplex: inquiry.duplex || self.duplex,
            most: most.or(inquiry.most),
            time: self.time.or(inquiry.time),
            nodes: self.nodes.or(inquiry.nodes),
            ..inquiry
        }
    }

    /// Parses a position; prints which parts of it were ignored.
    fn position(&self, fen: &str) -> Result<Position, String> {
        let read = Position::read_fen(fen, self.chess960).map_err(|error| error.text(self.lang))?;
        Ok(warned_in(self.lang, fen, read))
    }

    /// Returns the problems to be solved; the flag is true if others were refused, which is printed.
    fn tasks(&self) -> Result<(Vec<Task>, bool), CliError> {
        if let Some(path) = &self.input {
            return self.tasks_of_file(path);
        }
        // clap ensures that both are given.
        let fen = self.fen.as_deref().unwrap_or_default();
        let position = self.position(fen)?;
        let Some(stipulation) = self.stipulation else {
            return Err(say!(self.lang, "stipulation-missing").into());
        };
        let play = matches!(stipulation.play(), Play::Help | Play::Self_);
        if self.themes && !(play && stipulation.aim() == Aim::Mate) {
            return Err(say!(self.lang, "stipulation-no-themes", asked = stipulation).into());
        }
        let start = match &self.from {
            Some(from) => Some(self.position(from)?),
            None => None,
        };
        let inquiry = self.widen(Inquiry {
            start,
            ..Inquiry::new(stipulation)
        });
        inquiry
            .check_with(position.turn())
            .map_err(|error| error.text(self.lang))?;
        let subject = if self.condition.is_empty() {
            Subject::Chess(position)
        } else {
            if stipulation.play().is_proof_game() {
                return Err(QuestionError::FairyGame(stipulation).text(self.lang).into());
            }
            let conditions = self.condition.iter().copied().collect();
            solve::fairy::check_together(conditions).map_err(|error| error.text(self.lang))?;
            let board = Board::of(&position.to_setup(), conditions);
            if board.can_take_king() {
                return Err(QuestionError::King.text(self.lang).into());
            }
            Subject::Fairy(Box::new(board))
        };
        let task = Task {
            heading: String::new(),
            place: None,
            subject,
            inquiry,
            move_numbers: self.move_numbers,
        };
        Ok((vec![task], false))
    }

    #[cfg(feature = "collection")]
    fn tasks_of_file(&self, path: &std::path::Path) -> Result<(Vec<Task>, bool), CliError> {
        let lang = self.lang;
        let (name, bytes) = (input_name_in(path, lang), read_bytes(path, lang)?);
        let file = problems::formats::popeye_problems(&bytes);
        let tell = |what: &PopeyeMessage| complain(&format!("{name}: {}", what.text(lang)));
        file.notes.iter().for_each(tell);
        let (mut tasks, mut refused) = (Vec::new(), false);
        for problem in file.problems {
            match problem.and_then(|problem| self.task(problem)) {
                Ok(task) => tasks.push(task),
                Err(why) => {
                    refused = true;
                    tell(&why);
                }
            }
        }
        Ok((tasks, refused))
    }

    #[cfg(feature = "collection")]
    fn task(&self, problem: PopeyeProblem) -> Result<Task, PopeyeMessage> {
        let inquiry = self.widen(problem.inquiry);
        let checked = inquiry.check_with(problem.subject.turn());
        checked.map_err(|error| PopeyeMessage {
            line: problem.line,
            what: Text::of(|lang| error.text(lang)),
        })?;
        let (lang, number, twin) = (self.lang, problem.number, &problem.twin);
        let words = [&problem.author, &problem.title, &problem.origin];
        let words = words.into_iter().filter(|word| !word.is_empty());
        let words: Vec<&str> = words.map(String::as_str).collect();
        let mut heading = if twin.is_empty() {
            say!(lang, "stipulation-problem", number)
        } else {
            say!(lang, "stipulation-problem-twin", number, twin)
        };
        if !words.is_empty() {
            heading += &format!(": {}", words.join(", "));
        }
        if !problem.changes.is_empty() {
            let changes = &problem.changes;
            heading += &format!("\n{}", say!(lang, "stipulation-twin", changes));
        }
        Ok(Task {
            heading,
            place: Some(Place {
                problem: problem.number,
                twin: Some(problem.twin).filter(|twin| !twin.is_empty()),
                changes: Some(problem.changes).filter(|changes| !changes.is_empty()),
            }),
            subject: problem.subject,
            inquiry,
            move_numbers: self.move_numbers || problem.move_numbers,
        })
    }

    #[cfg(not(feature = "collection"))]
    fn tasks_of_file(&self, _: &std::path::Path) -> Result<(Vec<Task>, bool), CliError> {
        Err(say!(self.lang, "stipulation-no-collection").into())
    }
}

/// Runs the subcommand.
///
/// # Errors
/// A bad FEN or input file, an option that does not apply to this kind of problem, or a table that does not fit in
/// memory.
pub fn run(args: &Args) -> CliResult {
    let (tasks, refused) = args.tasks()?;
    let solver = Solver::new(args.hash).map_err(|error| error.text(args.lang))?;
    let solver = solver.on_threads(args.threads.into());
    let mut solver = solver.in_language(args.lang);
    let mut worst = Verdict::Solved;
    for (index, task) in tasks.iter().enumerate() {
        if !args.json && index > 0 {
            print("\n")?;
        }
        let answer = solve(&mut solver, task, args)?;
        let found = match (args.themes, &task.subject) {
            (true, Subject::Chess(position)) if task.inquiry.stipulation.is_battle() => {
                themes_of_selfmate(&mut solver, position, &task.inquiry)
            }
            (true, Subject::Chess(position)) => themes_of_lines(position, &task.inquiry, &answer),
            _ => None,
        };
        if args.json {
            let record = Placed {
                place: task.place.clone(),
                answer: &answer.record,
                themes: args.themes.then(|| found.as_deref().map(themes::json)),
            };
            print(&format!("{}\n", serde_json::to_string(&record)?))?;
        } else {
            let rules = task.subject.rules_in(&task.inquiry, args.lang);
            print(&report::text(&answer, &rules, args.intended, args.lang))?;
            if let Some(found) = &found {
                print(&format!("\n{}", themes::lines(found, args.lang)))?;
            } else if args.themes {
                print(&format!("\n{}\n", say!(args.lang, "themes-not-solved")))?;
            }
        }
        if interrupt::stopped() {
            return Ok(broken_off(&match tasks.len() {
                1 => {
                    let seconds = format!("{:.1}", answer.time.as_secs_f64());
                    say!(args.lang, "stipulation-broken-off", seconds)
                }
                n => {
                    let done = index;
                    say!(args.lang, "stipulation-broken-off-problems", done, n)
                }
            }));
        }
        worst = worst.max(report::verdict(&answer, args.intended));
    }
    Ok(ExitCode::from(match worst {
        _ if refused => 2,
        Verdict::Solved => 0,
        Verdict::Unsolved => 1,
        Verdict::Open => 3,
    }))
}

/// Returns the themes of a selfmate, for which set play and tries are searched for, too. `None` if the limits are
/// reached first.
fn themes_of_selfmate(
    solver: &mut Solver,
    position: &Position,
    inquiry: &Inquiry,
) -> Option<Vec<Found>> {
    let inquiry = Inquiry {
        set_play: true,
        tries: 1,
        threats: true,
        variations: true,
        post_key: false,
        ..*inquiry
    };
    let answer = solver.inquire(position, &inquiry, Some(interrupt::flag()), |_| {});
    answer.parts.first().and_then(of_part)
}

/// Returns the themes of the solutions of a helpmate; `None` if not all of these were found.
fn themes_of_lines(position: &Position, inquiry: &Inquiry, answer: &Outcome) -> Option<Vec<Found>> {
    if answer.summaries.first()?.extent != Extent::All {
        return None;
    }
    let mated = inquiry.stipulation.winner(position.turn()).other();
    let lines: Vec<Line> = answer
        .record
        .parts
        .first()?
        .lines
        .iter()
        .filter_map(|line| {
            let mut at = *position;
            let mut moves = Vec::new();
            for word in &line.uci {
                let m = at.parse_move(word).ok()?;
                moves.push(m);
                at = at.play(m);
            }
            let ends = Vec::new();
            Some(Line {
                moves,
                ends,
                intro: 0,
            })
        })
        .collect();
    Some(of_lines(position, mated, &lines))
}

fn solve(solver: &mut Solver, task: &Task, args: &Args) -> Result<Outcome, CliError> {
    if !args.json && !task.heading.is_empty() {
        print(&format!("{}\n\n", harmless(&task.heading)))?;
    }
    let mut bar = Bar::open(None);
    let mut printed = Ok(());
    let tell = task.move_numbers && !args.json;
    let (mut all, mut now) = (0, (String::new(), 0, 0));
    let answer = solver.solve_any(
        &task.subject,
        &task.inquiry,
        Some(interrupt::flag()),
        |progress| match progress {
            Progress::First {
                first,
                number,
                of,
                time,
            } => {
                if tell && printed.is_ok() {
                    let seconds = format!("{:.3}", time.as_secs_f64());
                    let line = say!(args.lang, "stipulation-first-move", move = first, seconds);
                    printed = bar.print(&format!("{number:>3}  {line}\n"));
                }
                now = (first, number, of);
            }
            Progress::Done { done, of, found } => {
                if of != all {
                    all = of;
                    bar = Bar::of(of as u64, key!("bar-beginnings"));
                }
                bar.set(done as u64);
                bar.note(|lang| {
                    let at = say!(lang, "bar-first-move", move = now.0, number = now.1, of = now.2);
                    format!("{at}; {}", say!(lang, "bar-solutions", count = found))
                });
            }
        },
    );
    drop(bar);
    printed?;
    if tell
        && answer
            .summaries
            .iter()
            .any(|part| part.extent != Extent::Illegal)
    {
        print("\n")?;
    }
    Ok(answer)
}
