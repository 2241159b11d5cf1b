//! Transcript of what is said in a game, written to a file line by line.
//!
//! Each line begins with the seconds since the game began; then `>` and a player's name for what it is told,
//! `<` for what it says, `!` for what it writes to its standard error, and `-` for the referee's own notes.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// The file of a game. Clones write to the same file.
#[derive(Clone, Debug)]
pub struct Transcript(Arc<Mutex<Pages>>);

#[derive(Debug)]
struct Pages {
    out: BufWriter<File>,
    begun: Instant,
    failed: Option<std::io::Error>,
}

/// In which direction something was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the player.
    Told,
    /// By the player.
    Said,
    /// On its standard error.
    Groaned,
}

impl Transcript {
    /// A new file, or an old one's place.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn create(path: &Path) -> std::io::Result<Transcript> {
        let pages = Pages {
            out: BufWriter::new(File::create(path)?),
            begun: Instant::now(),
            failed: None,
        };
        Ok(Transcript(Arc::new(Mutex::new(pages))))
    }

    /// Writes a note of the referee's.
    pub fn note(&self, text: &str) {
        self.write('-', "", text);
    }

    fn write(&self, sign: char, who: &str, text: &str) {
        let Ok(mut pages) = self.0.lock() else { return };
        let Pages { out, begun, failed } = &mut *pages;
        let seconds = begun.elapsed().as_secs_f64();
        let gap = if who.is_empty() { "" } else { ": " };
        for line in text.lines() {
            if let Err(error) = writeln!(out, "{seconds:10.3} {sign} {who}{gap}{line}") {
                failed.get_or_insert(error);
            }
        }
    }

    /// Writes out what has been kept back.
    ///
    /// # Errors
    /// The first one since the beginning.
    pub fn close(&self) -> std::io::Result<()> {
        let Ok(mut pages) = self.0.lock() else {
            return Ok(());
        };
        let flushed = pages.out.flush();
        match pages.failed.take() {
            Some(error) => Err(error),
            None => flushed,
        }
    }
}

/// A transcript, and whose words go into it.
#[derive(Clone, Debug)]
pub struct Ear {
    transcript: Transcript,
    who: String,
}

impl Ear {
    /// For the words to and from a player.
    pub fn new(transcript: &Transcript, who: &str) -> Ear {
        Ear {
            transcript: transcript.clone(),
            who: who.to_owned(),
        }
    }

    /// Hears one line or more.
    pub fn hear(&self, way: Way, text: &str) {
        let sign = match way {
            Way::Told => '>',
            Way::Said => '<',
            Way::Groaned => '!',
        };
        self.transcript.write(sign, &self.who, text);
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
        let ear = Ear::new(&transcript, "A");
        transcript.note("begins");
        ear.hear(Way::Told, "position startpos\ngo\n");
        ear.hear(Way::Said, "bestmove e2e4");
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
