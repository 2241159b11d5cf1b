//! What the tests share: a temporary folder, the binary, and an independent reader of its games.

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use serde_json::Value;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A temporary folder that goes away with its test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("atalaya-arena-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
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

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
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
