//! Transcript of the text that goes to and from the players of a game, written to a file line by line.
//!
//! Each line begins with the seconds since the game began; then `>` and a player's name for lines sent to the player,
//! `<` for lines it sends, `!` for what it writes to its standard error, and `-` for the referee's notes.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Transcript file of a game. Clones write to the same file.
#[derive(Clone, Debug)]
pub struct Transcript(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    out: BufWriter<File>,
    begun: Instant,
    failed: Option<std::io::Error>,
}

/// Direction in which a logged text was sent between this program and a player's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Text sent to the player.
    ToPlayer,
    /// Text from the player.
    FromPlayer,
    /// Text from the player on its standard error.
    StandardError,
}

impl Transcript {
    /// Creates the file, or replaces an existing one.
    ///
    /// # Errors
    /// I/O error if the file cannot be created.
    pub fn create(path: &Path) -> std::io::Result<Transcript> {
        let state = State {
            out: BufWriter::new(File::create(path)?),
            begun: Instant::now(),
            failed: None,
        };
        Ok(Transcript(Arc::new(Mutex::new(state))))
    }

    /// Writes a note of the referee, one or more lines.
    pub fn note(&self, text: &str) {
        self.write('-', "", text);
    }

    fn write(&self, sign: char, player: &str, text: &str) {
        let Ok(mut state) = self.0.lock() else { return };
        let State { out, begun, failed } = &mut *state;
        let seconds = begun.elapsed().as_secs_f64();
        let gap = if player.is_empty() { "" } else { ": " };
        for line in text.lines() {
            if let Err(error) = writeln!(out, "{seconds:10.3} {sign} {player}{gap}{line}") {
                failed.get_or_insert(error);
            }
        }
    }

    /// Writes buffered lines to the file.
    ///
    /// # Errors
    /// The first write that failed since the file was created.
    pub fn close(&self) -> std::io::Result<()> {
        let Ok(mut state) = self.0.lock() else {
            return Ok(());
        };
        let flushed = state.out.flush();
        match state.failed.take() {
            Some(error) => Err(error),
            None => flushed,
        }
    }
}

/// Transcript together with the name of a player whose lines are recorded in it.
#[derive(Clone, Debug)]
pub struct PlayerTranscript {
    transcript: Transcript,
    player: String,
}

impl PlayerTranscript {
    /// Creates the transcript for the lines to and from the player with this name.
    pub fn new(transcript: &Transcript, player: &str) -> PlayerTranscript {
        PlayerTranscript {
            transcript: transcript.clone(),
            player: player.to_owned(),
        }
    }

    /// Writes one or more lines.
    pub fn record(&self, direction: Direction, text: &str) {
        let sign = match direction {
            Direction::ToPlayer => '>',
            Direction::FromPlayer => '<',
            Direction::StandardError => '!',
        };
        self.transcript.write(sign, &self.player, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_stamped_and_signed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("transcript.log");
        let transcript = Transcript::create(&path).expect("a file");
        let lines = PlayerTranscript::new(&transcript, "A");
        transcript.note("begins");
        lines.record(Direction::ToPlayer, "position startpos\ngo\n");
        lines.record(Direction::FromPlayer, "bestmove e2e4");
        transcript.close().expect("written");
        let text = std::fs::read_to_string(&path).expect("there");
        let lines: Vec<&str> = text.lines().map(|line| &line[11..]).collect();
        let expected = [
            "- begins",
            "> A: position startpos",
            "> A: go",
            "< A: bestmove e2e4",
        ];
        assert_eq!(lines, expected);
        let stamps = text.lines().map(|line| line[..10].trim().parse::<f64>());
        assert!(stamps.map(|stamp| stamp.expect("a number")).is_sorted());
    }
}
