//! A game at the terminal: asks for moves, obeys commands, tells what happens.

use super::Lang;
use super::board::Style;
use crate::games::{Game, Line};
use crate::players::{Level, Levels, Limits, Player};
use rand::RngExt;
use rand::rngs::StdRng;
use std::fmt;
use std::io::{BufRead, ErrorKind, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at the keyboard.
    Human,
    /// A machine.
    Machine(Skill),
}

/// How well a machine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// On the game's own scale, from 0 to 10.
    Numbered(u8),
    /// As in every game.
    Level(Level),
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Skill::Numbered(number) => number.fmt(f),
            Skill::Level(level) => level.fmt(f),
        }
    }
}

/// How a game is to be played and shown.
pub struct Settings {
    /// Who plays, first mover first.
    pub seats: [Seat; 2],
    /// The language.
    pub lang: Lang,
    /// The drawing.
    pub style: Style,
    /// The longest a machine thinks, in milliseconds.
    pub movetime_ms: u64,
}

/// What the session needs to know of a game.
pub trait Table {
    /// The game.
    type G: Levels;
    /// The board, drawn.
    fn draw(&self, line: &Line<Self::G>, style: Style) -> String;
    /// The board as text, whatever the style.
    fn text_board(&self, line: &Line<Self::G>) -> String;
    /// A side's name with its article, as in "turn of …".
    fn side(&self, seat: usize, lang: Lang) -> &'static str;
    /// What a move looks like: `a1c3`.
    fn pattern(&self) -> &'static str;
    /// Reads a move, or says why it is not legal.
    fn read(
        &self,
        position: &Self::G,
        text: &str,
        lang: Lang,
    ) -> Result<<Self::G as Game>::Move, String>;
    /// A move as people write it.
    fn name(&self, position: &Self::G, m: <Self::G as Game>::Move) -> String;
    /// What there is to be told of the position: last colours, blocks, checks.
    fn news(&self, line: &Line<Self::G>, lang: Lang) -> Vec<String>;
    /// A move that is made for the player, because there is no choice worth asking for.
    fn forced(&self, position: &Self::G) -> Option<<Self::G as Game>::Move>;
    /// The move of a machine on the game's own scale, `number` from 0 to 10.
    fn think(
        &mut self,
        line: &Line<Self::G>,
        number: u8,
        movetime_ms: u64,
    ) -> Option<<Self::G as Game>::Move>;
    /// How the game has ended, in a sentence.
    fn ending(&self, line: &Line<Self::G>, lang: Lang) -> Option<String>;
    /// The game as a file.
    fn record(&self, line: &Line<Self::G>, names: [String; 2]) -> String;
}

enum Order<M> {
    Move(M),
    Text,
    Quit,
    Undo,
    Hint,
    Save(String),
    Help,
    Wrong(String),
}

/// Plays a game on standard input and output.
///
/// # Errors
/// The output cannot be written, or there is no memory for a machine. A reader that has gone away
/// is no error.
pub fn play<T: Table>(table: T, start: T::G, settings: Settings) -> std::io::Result<()> {
    let mut rng: StdRng = rand::make_rng();
    let machines = settings.seats.iter().map(|seat| match seat {
        Seat::Machine(Skill::Level(level)) => T::G::at_level(*level, rng.random()).map(Some),
        Seat::Machine(Skill::Numbered(_)) | Seat::Human => Ok(None),
    });
    let machines = machines.collect::<Result<Vec<_>, _>>();
    let mut session = Session {
        table,
        line: Line::new(start),
        machines: machines.map_err(std::io::Error::other)?,
        settings,
        out: std::io::stdout().lock(),
    };
    match session.run(&mut std::io::stdin().lock()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

struct Session<T: Table, W: Write> {
    table: T,
    line: Line<T::G>,
    settings: Settings,
    /// By seat, the players of [`Skill::Level`].
    machines: Vec<Option<Box<dyn Player<T::G>>>>,
    out: W,
}

impl<T: Table, W: Write> Session<T, W> {
    fn run(&mut self, input: &mut impl BufRead) -> std::io::Result<()> {
        self.show()?;
        while self.line.outcome().is_none() {
            let position = &self.line.position().clone();
            let seat = self.settings.seats[position.turn()];
            let m = match (self.table.forced(position), seat) {
                (Some(m), _) => Some(m),
                (None, Seat::Machine(skill)) => self.think(skill),
                (None, Seat::Human) => match self.ask(input)? {
                    Asked::Move(m) => Some(m),
                    Asked::Again => continue,
                    Asked::Quit => return self.say(("Partida terminada.", "The game is ended.")),
                },
            };
            // A machine that has no move although the game goes on cannot be helped.
            let Some(m) = m else { break };
            let name = self.table.name(position, m);
            let side = self.table.side(position.turn(), self.settings.lang);
            writeln!(self.out, "{side}: {name}\n")?;
            self.line.play(m);
            self.show()?;
        }
        if let Some(ending) = self.table.ending(&self.line, self.settings.lang) {
            writeln!(self.out, "{ending}")?;
        }
        self.out.flush()
    }

    /// The move of the machine whose turn it is.
    fn think(&mut self, skill: Skill) -> Option<<T::G as Game>::Move> {
        let time = self.settings.movetime_ms;
        if let Skill::Numbered(number) = skill {
            return self.table.think(&self.line, number, time);
        }
        let limits = Limits {
            movetime: Some(Duration::from_millis(time)),
            ..Limits::default()
        };
        let machine = self.machines.get_mut(self.line.position().turn())?;
        let choice = machine
            .as_mut()?
            .choose(&self.line, &limits, &AtomicBool::new(false));
        choice.ok().map(|choice| choice.chosen)
    }

    fn say(&mut self, words: (&str, &str)) -> std::io::Result<()> {
        let text = self.settings.lang.pick(words.0, words.1);
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// The board and the news.
    fn show(&mut self) -> std::io::Result<()> {
        let board = self.table.draw(&self.line, self.settings.style);
        writeln!(self.out, "{board}")?;
        for news in self.table.news(&self.line, self.settings.lang) {
            writeln!(self.out, "{news}")?;
        }
        self.out.flush()
    }

    /// Asks once. Commands are obeyed; illegal moves explained.
    fn ask(&mut self, input: &mut impl BufRead) -> std::io::Result<Asked<T>> {
        let lang = self.settings.lang;
        let side = self.table.side(self.line.position().turn(), lang);
        let pattern = self.table.pattern();
        let prompt = lang.pick(
            format!("Turno de {side}. Introduzca jugada ({pattern}), texto, ayuda o salir: "),
            format!("Turn of {side}. Enter a move ({pattern}), text, help or quit: "),
        );
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let mut bytes = Vec::new();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            writeln!(self.out)?;
            return Ok(Asked::Quit);
        }
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        if text.is_empty() {
            return Ok(Asked::Again);
        }
        match self.order(&text) {
            Order::Move(m) => return Ok(Asked::Move(m)),
            Order::Quit => return Ok(Asked::Quit),
            Order::Text => {
                let board = self.table.text_board(&self.line);
                writeln!(self.out, "{board}")?;
            }
            Order::Undo => self.undo()?,
            Order::Hint => self.hint()?,
            Order::Save(path) => self.save(&path)?,
            Order::Help => self.say((HELP_ES, HELP_EN))?,
            Order::Wrong(why) => writeln!(self.out, "{why}")?,
        }
        Ok(Asked::Again)
    }

    fn order(&self, text: &str) -> Order<<T::G as Game>::Move> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word.to_lowercase().as_str() {
            "texto" | "text" => Order::Text,
            "salir" | "quit" | "exit" => Order::Quit,
            "deshacer" | "undo" => Order::Undo,
            "pista" | "hint" => Order::Hint,
            "guardar" | "save" => Order::Save(rest.trim().to_owned()),
            "ayuda" | "help" | "?" => Order::Help,
            _ => match self
                .table
                .read(self.line.position(), text, self.settings.lang)
            {
                Ok(m) => Order::Move(m),
                Err(why) => Order::Wrong(why),
            },
        }
    }

    /// Takes back to the last position in which a person had a choice.
    fn undo(&mut self) -> std::io::Result<()> {
        let moves = self.line.moves();
        let mut here = Line::new(self.line.start().clone());
        let mut choices = vec![];
        for (index, &m) in moves.iter().enumerate() {
            let position = here.position();
            let seat = self.settings.seats[position.turn()];
            if seat == Seat::Human && self.table.forced(position).is_none() {
                choices.push(index);
            }
            here.play(m);
        }
        let Some(keep) = choices.last() else {
            return self.say(("No hay nada que deshacer.", "There is nothing to undo."));
        };
        let mut line = Line::new(self.line.start().clone());
        for &m in &moves[..*keep] {
            line.play(m);
        }
        self.line = line;
        self.show()
    }

    fn hint(&mut self) -> std::io::Result<()> {
        let time = self.settings.movetime_ms;
        let Some(m) = self.table.think(&self.line, 10, time) else {
            return Ok(());
        };
        let name = self.table.name(self.line.position(), m);
        let text = self.settings.lang.pick("Pista", "Hint");
        writeln!(self.out, "{text}: {name}")
    }

    fn save(&mut self, path: &str) -> std::io::Result<()> {
        let lang = self.settings.lang;
        if path.is_empty() {
            return self.say((
                "Falta el nombre del fichero.",
                "The file's name is missing.",
            ));
        }
        let names = self.settings.seats.map(|seat| match seat {
            Seat::Human => lang.pick("Humano", "Human").to_owned(),
            Seat::Machine(skill) => format!("Atalaya, level {skill}"),
        });
        let text = self.table.record(&self.line, names);
        let file = std::fs::File::create_new(path);
        match file.and_then(|mut file| file.write_all(text.as_bytes())) {
            Ok(()) => writeln!(self.out, "{} {path}", lang.pick("Guardada en", "Saved as")),
            Err(error) => {
                let cannot = lang.pick("No se puede escribir", "Cannot write");
                writeln!(self.out, "{cannot} {path}: {error}")
            }
        }
    }
}

/// What came of asking.
enum Asked<T: Table> {
    Move(<T::G as Game>::Move),
    Again,
    Quit,
}

const HELP_ES: &str = "\
texto          el tablero en modo texto
deshacer       retira la última jugada propia
pista          una jugada de la máquina
guardar F      guarda la partida en el fichero F
salir          termina la partida";

const HELP_EN: &str = "\
text           the board as text
undo           takes your last move back
hint           what the machine would play
save F         saves the game as file F
quit           ends the game";
