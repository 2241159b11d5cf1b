//! `atalaya play` at a terminal: what only a person there sees. Driven through a pseudo-terminal.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The longest that a program says nothing while something is waited for.
const PATIENCE: Timespec = Timespec {
    tv_sec: 60,
    tv_nsec: 0,
};

/// A program at a terminal of its own.
pub struct Terminal {
    child: Child,
    screen: File,
    /// The device that the program has for its terminal.
    #[cfg_attr(not(feature = "shell"), expect(dead_code))]
    path: String,
    seen: String,
}

impl Terminal {
    pub fn start(args: &[&str], variables: &[(&str, &str)]) -> Terminal {
        Terminal::start_in(Path::new("."), args, variables)
    }

    /// The same with a folder of its own.
    fn start_in(folder: &Path, args: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let main = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&main)
            .and_then(|()| unlockpt(&main))
            .expect("a terminal");
        let path = ptsname(&main, Vec::new()).expect("a terminal");
        let path = path.into_string().expect("a path");
        let side = File::options()
            .read(true)
            .write(true)
            .open(&path)
            .expect("a terminal");
        let handle = || Stdio::from(side.try_clone().expect("a handle"));
        let child = Command::new(env!("CARGO_BIN_EXE_atalaya"))
            .current_dir(folder)
            .args(args)
            .env("LC_ALL", "C")
            .envs(variables.iter().copied())
            .stdin(handle())
            .stdout(handle())
            .stderr(handle())
            .spawn()
            .expect("the binary runs");
        Terminal {
            child,
            screen: File::from(main),
            path,
            seen: String::new(),
        }
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.screen, "{line}").expect("it listens");
    }

    /// Reads until a text has come, and forgets what came before its end.
    pub fn wait_for(&mut self, text: &str) -> String {
        let mut bytes = [0; 4096];
        loop {
            if let Some(at) = self.seen.find(text) {
                let rest = self.seen.split_off(at + text.len());
                return std::mem::replace(&mut self.seen, rest);
            }
            let mut screen = [PollFd::new(&self.screen, PollFlags::IN)];
            let ready = poll(&mut screen, Some(&PATIENCE)).expect("a terminal");
            assert!(ready > 0, "no '{text}' for a minute in\n{}", self.seen);
            let count = self.screen.read(&mut bytes).unwrap_or(0);
            assert!(count > 0, "no '{text}' in\n{}", self.seen);
            self.seen += &String::from_utf8_lossy(&bytes[..count]);
        }
    }

    fn end(self) -> bool {
        self.status() == Some(0)
    }

    /// Waits for its end and closes the terminal. Returns the exit status.
    pub fn status(mut self) -> Option<i32> {
        self.wait()
    }

    /// Waits for its end, with the terminal left open. Returns the exit status.
    fn wait(&mut self) -> Option<i32> {
        self.child.wait().expect("it has run").code()
    }

    #[cfg(feature = "shell")]
    pub fn child(&self) -> &Child {
        &self.child
    }
}

#[test]
fn after_a_game_there_is_a_rematch_with_changed_seats() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    let file = file.to_str().expect("UTF-8");
    let args = [
        "play", "chess", "--black", "easy", "--seed", "5", "--save", file,
    ];
    let mut terminal = Terminal::start(&args, &[("TERM", "xterm")]);
    let begun = terminal.wait_for("Turn of White");
    assert!(
        begun.contains("Black: Atalaya, level easy, Elo 800"),
        "{begun}"
    );
    terminal.say("resign");
    let over = terminal.wait_for("A rematch? yes or no: ");
    assert!(over.contains("Saved as"), "{over}");
    terminal.say("perhaps");
    terminal.wait_for("'perhaps' is neither yes nor no.");
    terminal.say("yes");
    // Now the machine has White and begins.
    let again = terminal.wait_for("Turn of Black");
    assert!(
        again.contains("White: Atalaya, level easy, Elo 800"),
        "{again}"
    );
    terminal.say("resign");
    terminal.wait_for("A rematch? yes or no: ");
    terminal.say("no");
    assert!(terminal.end());
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    let (first, second) = (read("game.json"), read("game-2.json"));
    let moves = |text: &str| {
        let game: serde_json::Value = serde_json::from_str(text).expect("JSON");
        game["moves"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(moves(&first), 0, "{first}");
    assert_eq!(moves(&second), 1, "{second}");
}

#[test]
fn play_alone_asks_for_the_game_the_players_and_the_level() {
    let mut terminal = Terminal::start(&["play", "--plain"], &[("TERM", "dumb")]);
    let games = terminal.wait_for("quit:");
    for game in ["1  chess", "2  kamisado", "3  rolit"] {
        assert!(games.contains(game), "{games}");
    }
    for (line, next) in [
        ("4", "'4' is none of these."),
        ("", "Which game?"),
        ("che", "Who plays?"),
        ("black", "How strong are the machines?"),
        (
            "1",
            "This is: atalaya play chess --machines white --level easy",
        ),
    ] {
        terminal.say(line);
        terminal.wait_for(next);
    }
    terminal.wait_for("White: Atalaya, level easy, Elo 800");
    terminal.wait_for("Turn of Black");
    terminal.say("resign");
    terminal.wait_for("rematch?");
    terminal.say("no");
    assert!(terminal.end());
    // Over a pipe it is refused as before, and so is what lacks something else.
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    let (said, status) = crate::pipe::run(command.env("LC_ALL", "C").arg("play"), "1\n");
    assert!(said.contains("<GAME>") && status == Some(2), "{said}");
}

#[test]
fn the_menu_leads_to_a_proved_mate_and_to_people_at_one_board() {
    let mut terminal = Terminal::start(&[], &[("TERM", "dumb")]);
    for (wait, line) in [
        ("quit:", "solve"),
        ("or quit:", "kbK5/pp6/1P6/8/8/8/8/R7"),
        ("or quit:", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),
        ("at most [3]:", "many"),
        ("at most [3]:", "2"),
    ] {
        terminal.wait_for(wait);
        terminal.say(line);
    }
    terminal.wait_for("atalaya mate --max 2 --tree --fen \"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\"");
    terminal.wait_for("Keys: Ra6");
    assert!(terminal.end());

    let mut terminal = Terminal::start(&[], &[("LC_ALL", "es_ES.UTF-8"), ("TERM", "dumb")]);
    for (wait, line) in [
        ("salir:", "jugar"),
        ("¿Qué juego?", "kamisado"),
        ("¿Quién juega?", "personas"),
        ("Es decir: atalaya play kamisado", ""),
        ("Turno de", "salir"),
    ] {
        terminal.wait_for(wait);
        terminal.say(line);
    }
    assert!(terminal.end());
}

/// The letters of Spanish are read as they are written, and the English ones as well where they mean one move.
#[test]
fn a_spanish_session_reads_rook_moves_in_both_spellings() {
    let fen = "4k3/8/7p/8/8/8/8/K5R1 w - - 0 1";
    let args = ["play", "chess", "--lang", "es", "--plain", "--fen", fen];
    for (typed, told) in [
        ("Tg6", "Tg6"),
        ("Rg6", "Tg6"),
        ("tg6", "Tg6"),
        ("Rb2", "Rb2"),
        ("Kb2", "Rb2"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
        let (said, _) = crate::pipe::run(command.args(args), &format!("{typed}\nsalir\nsí\n"));
        assert!(
            said.contains(&format!("Blancas: {told}")),
            "{typed}: {said}"
        );
    }
}

#[cfg(feature = "shell")]
#[test]
fn while_a_machine_thinks_its_depth_is_shown_and_wiped_away() {
    let args = [
        "play",
        "chess",
        "--white",
        "expert",
        "--movetime",
        "900",
        "--plain",
    ];
    let mut terminal = Terminal::start(&args, &[("TERM", "xterm")]);
    let seen = terminal.wait_for("Turn of Black");
    let depths: Vec<u32> = seen
        .split("White thinks… ")
        .skip(1)
        .filter_map(|rest| {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok()
        })
        .collect();
    assert!(!depths.is_empty(), "{seen:?}");
    assert!(
        depths.is_sorted() && depths[depths.len() - 1] > 4,
        "{depths:?}"
    );
    terminal.say("resign");
    terminal.wait_for("rematch?");
    terminal.say("no");
    assert!(terminal.end());
}

#[test]
fn a_dumb_terminal_is_shown_no_bar() {
    let args = ["play", "chess", "--white", "expert", "--movetime", "300"];
    let mut terminal = Terminal::start(&args, &[("TERM", "dumb")]);
    let seen = terminal.wait_for("Turn of Black");
    assert!(
        !seen.contains("thinks") && !seen.contains('\x1b'),
        "{seen:?}"
    );
    terminal.say("resign");
    terminal.wait_for("rematch?");
    terminal.say("no");
    assert!(terminal.end());
}

#[cfg(feature = "shell")]
#[test]
fn a_bar_speaks_the_language_of_the_environment() {
    let variables = [("TERM", "xterm"), ("LC_ALL", "es_ES.UTF-8")];
    let mut terminal = Terminal::start(&["perft", "8"], &variables);
    terminal.wait_for("/400 ramas, ");
    terminal.wait_for(", resto: ");
    crate::pipe::press_ctrl_c(terminal.child());
    assert_eq!(terminal.status(), Some(130));
}

/// Keys as a terminal sends them.
#[cfg(feature = "shell")]
mod keys {
    pub const TAB: &str = "\t";
    pub const UP: &str = "\x1b[A";
    pub const LEFT: &str = "\x1b[D";
    pub const BACKSPACE: &str = "\x7f";
    pub const CTRL_C: &str = "\x03";
}

#[cfg(feature = "shell")]
#[test]
fn a_line_is_edited_and_remembered_and_completed() {
    use keys::{BACKSPACE, LEFT, TAB, UP};
    let mut terminal = Terminal::start(&["play", "chess", "--plain"], &[("TERM", "xterm")]);
    terminal.wait_for("Turn of White");
    // A 5 is corrected to a 4, and the e that is missing before it put in.
    terminal.say(&format!("5{BACKSPACE}4{LEFT}e"));
    terminal.wait_for("White: e4");
    terminal.wait_for("Turn of Black");
    // A move and a command by their beginnings.
    terminal.say(&format!("Nf{TAB}"));
    terminal.wait_for("Black: Nf6");
    terminal.wait_for("Turn of White");
    terminal.say(&format!("rul{TAB}"));
    terminal.wait_for("mate the other king");
    terminal.wait_for("Turn of White");
    // The line before the last is Black's move, and not one of White's.
    terminal.say(&format!("{UP}{UP}"));
    terminal.wait_for("not a legal move");
    terminal.wait_for("Turn of White");
    terminal.say("resign");
    terminal.wait_for("rematch?");
    terminal.say("no");
    assert!(terminal.end());
}

#[cfg(feature = "shell")]
#[test]
fn a_pasted_text_of_two_lines_is_two_lines() {
    for paste in [
        "e4\re5\r",
        "\x1b[200~e4\ne5\x1b[201~\r",
        "\x1b[200~e4\re5\r\x1b[201~\r",
    ] {
        let mut terminal = Terminal::start(&["play", "chess", "--plain"], &[("TERM", "xterm")]);
        terminal.wait_for("quit: ");
        write!(terminal.screen, "{paste}").expect("it listens");
        terminal.wait_for("White: e4");
        terminal.wait_for("Black: e5");
        terminal.wait_for("quit: ");
        terminal.say("resign");
        terminal.wait_for("rematch?");
        terminal.say("no");
        assert!(terminal.end(), "{paste:?}");
    }
}

#[cfg(feature = "shell")]
#[test]
fn a_long_prompt_is_broken_between_its_words() {
    let name = "a player whose name takes much of a line of the terminal";
    let pgn = format!("[White \"{name}\"]\n\n*\n");
    let file = crate::scratch::TempFile::new("long.pgn", Some(pgn.as_bytes()));
    let args = ["play", "--load", file.path(), "--plain"];
    let mut terminal = Terminal::start(&args, &[("TERM", "xterm")]);
    terminal.wait_for("Turn of White");
    let rest = terminal.wait_for("quit: ");
    let lines: Vec<&str> = rest
        .split(['\r', '\n'])
        .filter(|line| !line.is_empty())
        .collect();
    let words: Vec<&str> = rest.split_whitespace().collect();
    assert!(
        lines.len() > 1 && lines.iter().all(|line| line.chars().count() <= 80),
        "{lines:?}"
    );
    for word in ["terminal.", "(e2e4,", "help"] {
        assert!(words.contains(&word), "{word}: {rest:?}");
    }
    terminal.say("quit");
    assert!(terminal.end());
}

#[cfg(feature = "shell")]
#[test]
fn a_flag_falls_while_a_line_is_edited_and_the_terminal_is_as_it_was() {
    let args = ["play", "chess", "--plain", "--clock", "1/turn"];
    let mut terminal = Terminal::start(&args, &[("TERM", "xterm")]);
    terminal.wait_for("Turn of White");
    write!(terminal.screen, "e").expect("it listens");
    terminal.wait_for("out of time");
    terminal.wait_for("rematch?");
    // Open until the end, or the terminal forgets its settings.
    let line = File::open(&terminal.path).expect("a terminal");
    write!(terminal.screen, "{}", keys::CTRL_C).expect("it listens");
    assert_eq!(terminal.wait(), Some(0));
    let Ok(settings) = Command::new("stty").arg("-a").stdin(line).output() else {
        return crate::shared::left_out("there is no stty");
    };
    let settings = String::from_utf8_lossy(&settings.stdout);
    assert!(
        settings.contains(" icanon") && settings.contains(" echo "),
        "{settings}"
    );
}

#[cfg(feature = "shell")]
#[test]
fn ctrl_c_at_the_prompt_saves_the_game_and_ends_with_130() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.json");
    let args = ["play", "chess", "--save", file.to_str().expect("UTF-8")];
    let mut terminal = Terminal::start(&args, &[("TERM", "xterm")]);
    terminal.wait_for("Turn of White");
    terminal.say("e4");
    terminal.wait_for("Turn of Black");
    write!(terminal.screen, "e5{}", keys::CTRL_C).expect("it listens");
    terminal.wait_for("Saved as");
    assert_eq!(terminal.status(), Some(130));
    let saved = std::fs::read_to_string(file).expect("saved");
    assert!(saved.contains("e2e4") && !saved.contains("e7e5"), "{saved}");
}

#[cfg(feature = "shell")]
#[test]
fn ctrl_c_asks_before_it_ends_a_game_that_is_not_saved_and_a_second_one_saves_it() {
    use keys::CTRL_C;
    let folder = tempfile::tempdir().expect("a folder");
    let variables = [("TERM", "xterm")];
    let begin = || {
        let mut terminal = Terminal::start_in(folder.path(), &["play", "chess"], &variables);
        terminal.wait_for("Turn of White");
        terminal.say("e4");
        terminal.wait_for("Turn of Black");
        write!(terminal.screen, "{CTRL_C}").expect("it listens");
        terminal.wait_for("The game is not saved. Leave it? yes, no, or save FILE:");
        terminal
    };
    let mut terminal = begin();
    terminal.say("no");
    terminal.wait_for("Turn of Black");
    terminal.say("e5");
    terminal.wait_for("Turn of White");
    write!(terminal.screen, "{CTRL_C}").expect("it listens");
    terminal.wait_for("The game is not saved.");
    terminal.say("save mine.json");
    terminal.wait_for("Saved as");
    assert_eq!(terminal.status(), Some(0));
    let saved = std::fs::read_to_string(folder.path().join("mine.json")).expect("saved");
    assert!(saved.contains("e7e5"), "{saved}");

    let mut terminal = begin();
    write!(terminal.screen, "{CTRL_C}").expect("it listens");
    terminal.wait_for("Saved as");
    assert_eq!(terminal.status(), Some(130));
    let kept = folder.path().join("atalaya-chess-1.json");
    assert!(kept.exists(), "nothing is lost");

    // Nothing was played, so nothing is asked.
    let mut terminal = Terminal::start_in(folder.path(), &["play", "chess"], &variables);
    terminal.wait_for("Turn of White");
    write!(terminal.screen, "{CTRL_C}").expect("it listens");
    assert_eq!(terminal.status(), Some(130));
}

#[cfg(feature = "shell")]
#[test]
fn ctrl_c_while_a_machine_thinks_asks_and_the_machine_thinks_on_after_no() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["play", "chess", "--black", "expert", "--movetime", "4000"];
    let mut terminal = Terminal::start_in(folder.path(), &args, &[("TERM", "xterm")]);
    terminal.wait_for("Turn of White");
    terminal.say("e4");
    terminal.wait_for("thinks");
    interrupt(terminal.child());
    terminal.wait_for("The game is not saved.");
    terminal.say("no");
    terminal.wait_for("Turn of White");
    interrupt(terminal.child());
    terminal.wait_for("The game is not saved.");
    terminal.say("yes");
    terminal.wait_for("The game is ended.");
    assert_eq!(terminal.status(), Some(0));
    let left = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(left, 0, "it was given up");
}

/// Sends what Ctrl-C sends at a terminal that nobody edits a line on.
#[cfg(feature = "shell")]
fn interrupt(child: &Child) {
    let id = rustix::process::Pid::from_child(child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it runs");
}

#[cfg(feature = "shell")]
#[test]
fn long_counts_and_proofs_show_the_time_that_is_left() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mate = ["mate", "30", "--fen", start, "--hash", "16", "--time", "60"];
    let rolit = "8/8/8/3RY3/3BG3/8/8/8 R RYGB 1";
    let solve = [
        "solve", "rolit", "--fen", rolit, "--hash", "16", "--time", "60",
    ];
    for (args, shown) in [
        (&["perft", "9"][..], " branches, "),
        (&mate, ", at most "),
        (&solve, ", at most "),
    ] {
        let mut terminal = Terminal::start(args, &[("TERM", "xterm")]);
        terminal.wait_for(shown);
        terminal.wait_for(" left");
        interrupt(terminal.child());
        assert_eq!(terminal.status(), Some(130), "{args:?}");
    }
}

#[cfg(all(feature = "shell", feature = "collection"))]
#[test]
fn ctrl_c_in_the_editor_asks_and_offers_to_save() {
    use keys::CTRL_C;
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite:{}", folder.path().join("c.db").display());
    let variables = [("TERM", "xterm"), ("ATALAYA_DATABASE", &database)];
    let args = ["problem", "edit", "--plain"];
    let mut terminal = Terminal::start_in(folder.path(), &args, &variables);
    terminal.wait_for("> ");
    terminal.say("put Kb6 ka8 Rh1");
    terminal.wait_for("> ");
    for answer in ["no", "save"] {
        write!(terminal.screen, "{CTRL_C}").expect("it listens");
        terminal.wait_for("Leave all the same? yes, no, or save:");
        terminal.say(answer);
        if answer == "no" {
            terminal.wait_for("> ");
        }
    }
    // Nobody is logged in: it is not saved, and not left.
    terminal.wait_for("atalaya: ");
    terminal.wait_for("Leave all the same?");
    write!(terminal.screen, "{CTRL_C}").expect("it listens");
    assert_eq!(terminal.status(), Some(0));
}

#[cfg(feature = "shell")]
#[test]
fn ctrl_d_asks_before_it_ends_a_game_that_is_not_saved() {
    let mut terminal = Terminal::start(&["play", "chess"], &[("TERM", "xterm")]);
    terminal.wait_for("Turn of White");
    terminal.say("e4");
    terminal.wait_for("Turn of Black");
    write!(terminal.screen, "\x04").expect("it listens");
    terminal.wait_for("The game is not saved.");
    terminal.say("no");
    terminal.wait_for("Turn of Black");
    write!(terminal.screen, "\x04").expect("it listens");
    terminal.wait_for("The game is not saved.");
    write!(terminal.screen, "\x04").expect("it listens");
    terminal.wait_for("The game is ended.");
    assert_eq!(terminal.status(), Some(0));
}

#[cfg(feature = "shell")]
#[test]
fn a_saved_game_is_stepped_through_at_a_terminal() {
    let file = crate::scratch::TempFile::new("steps.pgn", Some(b"1. e4 e5 2. Nf3 *\n"));
    let mut terminal = Terminal::start(&["replay", file.path(), "--plain"], &[("TERM", "xterm")]);
    terminal.wait_for("Ply 0 of 3");
    for (line, shown) in [
        ("next", "Ply 1 of 3"),
        ("", "Ply 2 of 3"),
        ("g 3", "Ply 3 of 3"),
    ] {
        terminal.wait_for("[q]uit: ");
        terminal.say(line);
        terminal.wait_for(shown);
    }
    terminal.wait_for("[q]uit: ");
    terminal.say(&format!("{0}{0}", keys::UP));
    terminal.wait_for("The game ends at ply 3.");
    terminal.wait_for("[q]uit: ");
    write!(terminal.screen, "\x04").expect("it listens");
    assert!(terminal.end());
}
