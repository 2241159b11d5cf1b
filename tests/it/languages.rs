//! The texts for people: a language of a translator's, found by what is not said in it, and messages that nobody says.

use crate::pipe::run;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Folder of the texts.
fn texts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/messages")
}

/// Files of a language, with their names.
fn files(language: &str) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(texts().join(language)).expect("the folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let read = paths.map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a text");
        (name.into_owned(), text)
    });
    read.collect()
}

/// A letter as the pseudo-language has it: vowels with an accent.
fn accented(letter: char) -> char {
    let place = "aeiouAEIOU".chars().position(|vowel| vowel == letter);
    let accented = place.and_then(|place| "àèìòùÀÈÌÒÙ".chars().nth(place));
    accented.unwrap_or(letter)
}

/// A line of a text with accents, but not in its placeables.
fn pseudo_text(line: &str) -> String {
    let mut depth = 0;
    let letters = line.chars().map(|letter| {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            letter if depth <= 0 => return accented(letter),
            _ => {}
        }
        letter
    });
    letters.collect()
}

/// A file in the pseudo-language.
fn pseudo(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let (before, said) = match line {
            comment if comment.starts_with('#') => (comment, ""),
            more if more.starts_with(' ') => {
                let start = more.len() - more.trim_start().len();
                match more[start..].split_once("] ") {
                    // A variant of a selector.
                    Some((name, text)) if name.starts_with(['[', '*']) => {
                        more.split_at(more.len() - text.len())
                    }
                    _ if more[start..].starts_with('}') => more.split_at(start + 1),
                    _ => more.split_at(start),
                }
            }
            message => message.split_at(message.find('=').map_or(message.len(), |at| at + 1)),
        };
        format!("{before}{}\n", pseudo_text(said))
    });
    lines.collect()
}

/// A folder in which a language is English with accents.
fn pseudo_language(code: &str) -> TempDir {
    let root = tempfile::tempdir().expect("a temporary folder");
    let folder = root.path().join(code);
    std::fs::create_dir(&folder).expect("a folder");
    for (name, text) in files("en") {
        std::fs::write(folder.join(name), pseudo(&text)).expect("written");
    }
    root
}

/// Words of three letters and more that have a vowel without an accent, and are not among those that are no text.
fn untranslated(said: &str, names: &[&str]) -> Vec<String> {
    let words = said.split(|c: char| !c.is_alphanumeric());
    let plain = words.filter(|word| {
        word.len() > 2
            && word.chars().all(|c| c.is_ascii_alphabetic())
            && word.contains(|c| accented(c) != c)
            && !names.contains(word)
    });
    plain.map(str::to_owned).collect()
}

/// The program with the languages of a folder.
fn atalaya(root: &TempDir, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command.env("ATALAYA_MESSAGES", root.path()).args(args);
    command
}

#[test]
fn a_game_at_the_terminal_is_told_in_a_language_of_a_folder() {
    let root = pseudo_language("xx");
    for (game, moves) in [
        ("chess", "e2e5\nZz9\ne4\ne5\nKe3\nQh5\nke7\nQxe5"),
        ("kamisado", "a1a1\nc1c6\nzz"),
        ("rolit", "a1\nzz"),
    ] {
        let lines =
            format!("help\nrules\nboard\n{moves}\nnonsense\nundo\nclock\nsave\nquit\nyes\n");
        let args = ["play", game, "--lang", "xx", "--plain"];
        let (said, _) = run(&mut atalaya(&root, &args), &lines);
        assert!(said.contains("bòàrd"), "{said}");
        // What is typed is repeated, and names of options stay.
        let names = [
            "nonsense", "load", "replay", "pgn", "rules", "students", "points",
        ];
        let found = untranslated(&said, &names);
        assert!(found.is_empty(), "{found:?} in {said}");
    }
}

#[test]
fn faults_of_files_are_told_in_a_language_of_a_folder() {
    let root = pseudo_language("xx");
    let games = "[White \"Bob\"]\n\n1. e4 e5 2. Ke3 *\n\n1. e4 ( e5 *\n";
    let file = root.path().join("games.pgn");
    std::fs::write(&file, games).expect("written");
    let path = file.to_str().expect("UTF-8");
    let args = ["analyse", path, "--lang", "xx", "--nodes", "10"];
    let (said, status) = run(&mut atalaya(&root, &args), "");
    assert_ne!(status, Some(0), "{said}");
    let said: String = said
        .lines()
        .map(|line| line.replace(path, "") + "\n")
        .collect();
    let found = untranslated(&said, &["atalaya"]);
    assert!(
        said.contains("gàmè") && found.is_empty(),
        "{found:?} in {said}"
    );
}

/// Command lines without files, with words in what they say that are no text: typed words and names. Arguments with
/// spaces are between apostrophes.
const SAID: &[(&str, &str)] = &[
    (
        "mate 2 --tree --tries --fen 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1'",
        "",
    ),
    ("mate --max 4 --tree --fen 'k7/8/2K5/8/8/8/8/1R6 w - -'", ""),
    ("mate 3 --tree --fen '7k/P7/5K2/8/8/3N4/8/8 w - - 0 1'", ""),
    ("mate 2 --keys --fen '6k1/5ppp/8/8/8/8/8/QR5K w - -'", ""),
    ("mate -1 --fen '7k/5K2/8/8/8/8/8/6R1 b - -'", ""),
    (
        "mate 6 --nodes 2000 --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'",
        "",
    ),
    ("mate 2 --fen nonsense", "atalaya nonsense"),
    (
        "stipulation h#2 --duplex --fen '8/8/k7/p7/8/3P1bpP/2K5/6Q1 b - - 0 1'",
        "Atalaya",
    ),
    (
        "stipulation s#2 --set-play --tries --fen '8/8/8/8/8/8/4p3/k1K4Q w - - 0 1'",
        "Atalaya",
    ),
    ("perft 2 --divide", ""),
    ("perft 2 --variant rolit --chess960", "atalaya chess960"),
    ("solve rolit --fen '5/1RYGB/5/2R2 R RYGB:RG/YB 20'", ""),
    ("solve rolit", "atalaya rolit fen"),
    (
        "eval --eval classical --fen '8/8/8/3k4/8/8/8/3QK3 b - - 0 1'",
        "classical network",
    ),
    (
        "match --engine builtin=random name=A --engine builtin=greedy name=B --rounds 2 --maxmoves 30 --openings plies=4 --quiet --sprt elo0=0 elo1=5",
        "Elo LOS SPRT LLR inf",
    ),
    (
        "match --engine builtin=random --engine builtin=random",
        "atalaya random name",
    ),
    (
        "match --engine builtin=random name=A --engine builtin=greedy name=B --mate 3",
        "atalaya mate problems",
    ),
    ("retro --fen nonsense", "atalaya nonsense"),
    (
        "match --engine cmd=/bin/true name=A --engine builtin=random --each depth=1",
        "atalaya A uciok exit status",
    ),
    (
        "match --engine builtin=atalaya name=A option.Hash=many --engine builtin=random --each depth=1",
        "atalaya A Hash many",
    ),
    ("eval --file /dev/null", "atalaya dev null ATALAYAN"),
    (
        "analyse --fen '8/8/8/3k4/8/8/8/3QK3 b - - 0 1' --option Hash=zz",
        "atalaya Hash zz",
    ),
    (
        "analyse --fen '8/8/8/3k4/8/8/8/3QK3 b - - 0 1' --option Foo=1",
        "atalaya Foo",
    ),
    (
        "analyse --fen '8/8/8/3k4/8/8/8/3QK3 b - - 0 1' --option Foo",
        "atalaya option Foo",
    ),
    (
        "analyse --fen '8/8/8/3k4/8/8/8/3QK3 b - - 0 1' --report",
        "atalaya report",
    ),
    ("play chess --names a,b,c", "atalaya names"),
    (
        "play rolit --white medium",
        "atalaya white black machines rolit",
    ),
    ("play rolit --machines Z", "atalaya machines Z R Y G B"),
    (
        "play chess --number 3",
        "atalaya number ply piece letters load pgn",
    ),
    ("perft 3 --hash 99999999", "atalaya"),
    ("solve kamisado --fen x", "atalaya x"),
    ("solve rolit --fen x", "atalaya x official students"),
    #[cfg(feature = "collection")]
    (
        "problem list --database nonsense",
        "atalaya nonsense sqlite postgres",
    ),
];

#[test]
fn results_and_faults_of_commands_are_told_in_a_language_of_a_folder() {
    let root = pseudo_language("xx");
    for (line, names) in SAID {
        let words = |(index, part): (usize, &'static str)| match index % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        };
        let args: Vec<&str> = line.split('\'').enumerate().flat_map(words).collect();
        // The option may stand before the command.
        let args = [&["--lang", "xx"], &args[..]].concat();
        let (said, _) = run(&mut atalaya(&root, &args), "");
        let names: Vec<&str> = names.split_whitespace().collect();
        let found = untranslated(&said, &names);
        assert!(!said.is_empty() && found.is_empty(), "{found:?} in {said}");
    }
}

#[test]
fn help_and_faults_of_a_command_line_are_told_in_the_language_of_the_environment() {
    let spanish = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
        command.env("LC_ALL", "es_ES.UTF-8").args(args);
        run(&mut command, "")
    };
    let (said, status) = spanish(&["play", "--help"]);
    assert_eq!(status, Some(0), "{said}");
    let usage = "Uso: atalaya play [OPCIONES] [GAME]";
    assert!(
        said.contains(usage) && said.contains("  --level <LEVEL>"),
        "{said}"
    );
    for (args, told) in [
        (
            &["perft", "--depht", "5"][..],
            "no se esperaba el argumento '--depht'",
        ),
        (
            &["perft", "5", "--threads"],
            "--threads <THREADS> necesita un valor",
        ),
        (
            &["play", "chess", "--color", "red"],
            "--color <COLOR>: 'red' no es ninguno de sus valores",
        ),
        (
            &["perft", "cinco"],
            "[DEPTH]: 'cinco': no es un número entero\n  un número entero se escribe con cifras",
        ),
        (&["analyse", "--depth", "0"], "'0': no está en 1..=200"),
        (&["nonsense"], "no existe la orden 'nonsense'"),
        (&["user", "add"], "falta: <NAME>"),
    ] {
        let (said, status) = spanish(args);
        assert_eq!(status, Some(2), "{said}");
        assert!(
            said.starts_with("atalaya: ") && said.contains(told),
            "{said}"
        );
        assert!(
            said.ends_with("\n'--help' explica más.\n") && !said.contains("error"),
            "{said}"
        );
    }
    // The option counts more than the environment.
    let (said, _) = spanish(&["play", "--lang", "en", "--help"]);
    assert!(
        said.contains("Usage: atalaya play [OPTIONS] [GAME]"),
        "{said}"
    );
}

#[test]
fn messages_that_a_folder_lacks_are_said_in_english_and_others_are_named() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let folder = root.path().join("qq");
    std::fs::create_dir(&folder).expect("a folder");
    let text = "play-rematch-no = nou\nno-such-message = x\n";
    std::fs::write(folder.join("cli-play.ftl"), text).expect("written");
    let args = ["play", "chess", "--lang", "qq", "--plain"];
    let (said, status) = run(&mut atalaya(&root, &args), "help\nquit\nyes\n");
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("the board from the other side"), "{said}");
    let fault = "atalaya: qq/cli-play.ftl: line 2: there is no message 'no-such-message'\n";
    assert!(said.contains(fault), "{said}");
    let nowhere = root.path().join("nowhere");
    let mut command = atalaya(&root, &["perft", "1"]);
    let (said, status) = run(command.env("ATALAYA_MESSAGES", &nowhere), "");
    assert!(status == Some(2) && said.contains("nowhere"), "{said}");
}

#[test]
#[cfg(feature = "server")]
fn pages_are_told_in_the_texts_of_a_folder() {
    use crate::databases::block_on;
    use crate::site::Site;
    let root = pseudo_language("en");
    // Classics are told as they are recorded.
    let templates = problems::templates().expect("a list");
    let recorded: Vec<String> = templates
        .iter()
        .flat_map(|template| {
            let draft = &template.draft;
            [&draft.author, &draft.source]
                .into_iter()
                .chain(&draft.tags)
        })
        .flat_map(|text| text.split(|letter: char| !letter.is_alphabetic()))
        .map(str::to_owned)
        .collect();
    let database = format!("sqlite:{}", root.path().join("site.sqlite").display());
    let mut command = atalaya(
        &root,
        &["serve", "--listen", "127.0.0.1:0", "--log", "error"],
    );
    command.args(["--no-limits", "--database", &database]);
    let child = command.stdout(std::process::Stdio::piped()).spawn();
    let site = Site::of(child.expect("the binary"));
    block_on(async {
        for path in ["/", "/problems", "/ranking", "/watch", "/account", "/board"] {
            let (_, _, body) = site
                .request("GET", path, &[("Accept-Language", "en")], "")
                .await;
            let said = text_of(&body);
            // Names, and clocks as they are written.
            let names = [
                "Atalaya", "GPL", "Kamisado", "Rolit", "turn", "none", "nbsp",
            ];
            let recorded = recorded.iter().map(String::as_str);
            let names: Vec<&str> = names.into_iter().chain(recorded).collect();
            let found = untranslated(&said, &names);
            assert!(found.is_empty(), "{path}: {found:?} in {said}");
        }
    });
}

/// Text of a page, without its tags, scripts and styles.
#[cfg(feature = "server")]
fn text_of(page: &str) -> String {
    let mut page = page.to_owned();
    for element in ["script", "style", "svg"] {
        while let Some(start) = page.find(&format!("<{element}")) {
            let end = format!("</{element}>");
            let length = page[start..].find(&end).expect("its end") + end.len();
            page.replace_range(start..start + length, " ");
        }
    }
    let parts = page.split('<').skip(1);
    parts
        .filter_map(|part| Some(part.split_once('>')?.1))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn every_message_is_said_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (name, text) in files("en") {
        let area = name.split(['-', '.']).next().expect("an area");
        let sources = sources(&root.join(area));
        for line in text
            .lines()
            .filter(|line| line.starts_with(char::is_alphabetic))
        {
            let key = line.split(" =").next().expect("a key");
            let quoted = format!("\"{key}\"");
            // Keys of the pages and of the scripts may be put together: `server::pages::texts` looks after them.
            // Those of help go by the declarations of the command line: `atalaya::cli::help` looks after them.
            // Those of themes are made of the words of data: `analysis::motifs`.
            let composed = ["cli-help.ftl", "analysis-themes.ftl"];
            let elsewhere = name.starts_with("server-") || composed.contains(&name.as_str());
            let is_said = elsewhere || sources.contains(&quoted);
            assert!(is_said, "{name}: nobody says '{key}'");
        }
    }
}

/// All that is written in Rust below a folder.
fn sources(folder: &Path) -> String {
    let entries = std::fs::read_dir(folder).expect("the folder");
    let mut all = String::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            all += &sources(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all += &std::fs::read_to_string(&path).expect("a text");
        }
    }
    all
}
