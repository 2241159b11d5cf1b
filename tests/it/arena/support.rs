//! What the tests share: a temporary folder, the binary, and an independent reader of its games.

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use serde_json::Value;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A temporary folder that goes away with its test.
pub struct Folder(pub TempDir);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let prefix = format!("atalaya-arena-{name}-");
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir();
        Folder(folder.expect("a temporary folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).expect("written");
        path
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    pub fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.write(name, text);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
        path
    }

    pub fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).expect("JSON")
    }
}

pub fn command(folder: &Folder, args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atalaya"));
    command
        .arg("match")
        .args(args.split_whitespace())
        .current_dir(&folder.0)
        .stdin(Stdio::null());
    command
}

pub fn run(folder: &Folder, args: &str) -> Output {
    command(folder, args).output().expect("the binary runs")
}

pub fn run_well(folder: &Folder, args: &str) -> Output {
    let output = run(folder, args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args}: {stderr}");
    output
}

/// A game as an independent reader sees it.
#[derive(Debug, Clone, Default)]
pub struct Game {
    pub tags: HashMap<String, String>,
    pub position: Chess,
    pub plies: usize,
    error: Option<String>,
}

struct GameReader;

impl Visitor for GameReader {
    type Tags = HashMap<String, String>;
    type Movetext = Game;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, Self::Tags> {
        ControlFlow::Continue(HashMap::new())
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Game> {
        let name = String::from_utf8_lossy(name).into_owned();
        tags.insert(name, value.decode_utf8_lossy().into_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Game, Game> {
        let mode = CastlingMode::from_chess960(tags.contains_key("Variant"));
        let fen = tags
            .get("FEN")
            .map(|fen| fen.parse::<Fen>().expect("a FEN"));
        let position = fen.map_or(Chess::default(), |fen| {
            fen.into_position(mode).expect("legal")
        });
        ControlFlow::Continue(Game {
            tags,
            position,
            ..Game::default()
        })
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Game> {
        match san.san.to_move(&game.position) {
            Ok(m) => {
                game.position.play_unchecked(m);
                game.plies += 1;
                ControlFlow::Continue(())
            }
            Err(error) => {
                game.error = Some(format!("{san}: {error}"));
                ControlFlow::Break(game.clone())
            }
        }
    }

    fn end_game(&mut self, game: Game) -> Game {
        game
    }
}

pub fn games(path: &Path) -> Vec<Game> {
    let file = std::fs::File::open(path).expect("a PGN file");
    let mut reader = Reader::new(std::io::BufReader::new(file));
    let mut games = Vec::new();
    while let Some(game) = reader.read_game(&mut GameReader).expect("readable") {
        assert_eq!(game.error, None, "{:?}", game.tags);
        assert_eq!(game.tags["PlyCount"], game.plies.to_string());
        games.push(game);
    }
    games
}

/// Whether a process is gone, or goes within two seconds: it is not ours to wait for.
pub fn ends_soon(pid: &str) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(2) {
        let alive = Command::new("kill")
            .args(["-0", pid])
            .stderr(Stdio::null())
            .status();
        if !alive.expect("kill runs").success() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

/// A match in the background, ended by force if its test fails.
pub struct Running(pub Child);

impl Running {
    pub fn start(folder: &Folder, args: &str) -> Running {
        let mut command = command(folder, args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(command.spawn().expect("the binary runs"))
    }

    pub fn signal(&self, name: &str) {
        let pid = self.0.id().to_string();
        let sent = Command::new("kill").args([name, &pid]).status();
        assert!(sent.expect("kill runs").success());
    }

    /// The exit status, which must come in time.
    pub fn ends_within(&mut self, seconds: u64) -> Option<i32> {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(seconds) {
            if let Some(status) = self.0.try_wait().expect("a child") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("still there after {seconds} s");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until a file has a whole line, and returns its lines.
pub fn lines_of(folder: &Folder, name: &str) -> Vec<String> {
    let begun = Instant::now();
    while !folder.read(name).ends_with('\n') {
        assert!(begun.elapsed() < Duration::from_secs(60), "no {name}");
        std::thread::sleep(Duration::from_millis(5));
    }
    folder.read(name).lines().map(str::to_owned).collect()
}
