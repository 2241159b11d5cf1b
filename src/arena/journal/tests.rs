//! Tests of a journal after kills, power failures, interference by others and random changes.

use super::*;
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::json;
use tempfile::TempDir;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Record {
    index: usize,
}

/// A match of which some games have been played.
struct Match {
    folder: TempDir,
    path: PathBuf,
    pgn: PathBuf,
    setup: Value,
}

fn game(index: usize) -> String {
    format!("[White \"Zoë\"]\n\n{index}. e4 *\n\n")
}

impl Match {
    fn begun(before: &str, games: usize) -> Match {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("out.pgn.journal");
        let pgn = folder.path().join("out.pgn");
        let setup = json!({"players": ["Zoë", "b"], "seed": 1});
        if !before.is_empty() {
            std::fs::write(&pgn, before).expect("written");
        }
        let begun = Match {
            folder,
            path,
            pgn,
            setup,
        };
        let mut journal = begun.begin().expect("begun");
        for index in 0..games {
            let entered = journal.enter(&Record { index }, Some(&game(index)));
            entered.expect("entered");
        }
        begun
    }

    fn begin(&self) -> Result<Journal, JournalError> {
        Journal::begin(Some(&self.path), Some(&self.pgn), &self.setup)
    }

    fn resume(&self) -> Result<(Journal, Vec<Record>), JournalError> {
        Journal::resume(&self.path, Some(&self.pgn), &self.setup)
    }

    /// Returns the number of games known when the match is resumed; the PGN file must hold just these.
    fn resumed(&self, before: &str) -> usize {
        let (_, records) = self.resume().expect("resumed");
        let games: String = (0..records.len()).map(game).collect();
        assert_eq!(self.pgn_text(), format!("{before}{games}"));
        records.len()
    }

    fn pgn_text(&self) -> String {
        std::fs::read_to_string(&self.pgn).expect("a file")
    }

    fn refused(&self) -> String {
        let files = [&self.path, &self.pgn].map(|file| std::fs::read(file).ok());
        let error = self.resume().expect_err("refused").to_string();
        let after = [&self.path, &self.pgn].map(|file| std::fs::read(file).ok());
        assert_eq!(files, after, "nothing is changed: {error}");
        error
    }
}

fn append(path: &Path, bytes: &[u8]) {
    let mut file = OpenOptions::new().append(true).open(path).expect("open");
    file.write_all(bytes).expect("written");
}

#[test]
fn wherever_the_journal_is_torn_the_games_before_are_kept() {
    let torn = Match::begun("precious\n", 3);
    let whole = std::fs::read(&torn.path).expect("read");
    let ends: Vec<usize> = (0..whole.len()).filter(|i| whole[*i] == b'\n').collect();
    // The names hold a letter of two bytes, so some of these cuts are inside a character.
    for cut in 0..whole.len() {
        std::fs::write(&torn.path, &whole[..cut]).expect("written");
        // The game itself is written after its line.
        let complete = ends.iter().filter(|end| **end < cut).count();
        let games: String = (0..complete.saturating_sub(1)).map(game).collect();
        std::fs::write(&torn.pgn, format!("precious\n{games}")).expect("written");
        assert_eq!(
            torn.resumed("precious\n"),
            complete.saturating_sub(1),
            "{cut}"
        );
    }
}

#[test]
fn wherever_the_games_are_torn_they_are_written_again_from_the_journal() {
    let torn = Match::begun("precious\n", 3);
    let whole = torn.pgn_text();
    for cut in "precious\n".len()..=whole.len() {
        std::fs::write(&torn.pgn, &whole.as_bytes()[..cut]).expect("written");
        assert_eq!(torn.resumed("precious\n"), 3);
        // So does a power failure leave it that comes before the bytes and after the length.
        append(&torn.pgn, &[]);
        let mut zeros = whole.as_bytes()[..cut].to_vec();
        zeros.resize(whole.len(), 0);
        std::fs::write(&torn.pgn, zeros).expect("written");
        assert_eq!(torn.resumed("precious\n"), 3);
    }
    let lost = Match::begun("", 3);
    std::fs::remove_file(&lost.pgn).expect("removed");
    assert_eq!(lost.resumed(""), 3);
}

#[test]
fn what_something_else_has_written_to_the_games_is_never_cut_off() {
    let other = Match::begun("precious\n", 2);
    append(&other.pgn, b"1. d4 *\n\n");
    let error = other.refused();
    assert!(error.contains("has 9 bytes after the"), "{error}");
    std::fs::write(&other.pgn, "precious\n1. d4 *\n\n").expect("written");
    let error = other.refused();
    assert!(
        error.contains("differs from its journal after 9 bytes"),
        "{error}"
    );
    std::fs::write(&other.pgn, "pre").expect("written");
    let error = other.refused();
    assert!(
        error.contains("shorter than its journal says: 3 of 9 bytes"),
        "{error}"
    );
    std::fs::remove_file(&other.pgn).expect("removed");
    let error = other.refused();
    assert!(error.contains("0 of 9 bytes"), "{error}");
}

#[test]
fn any_changed_byte_of_the_files_is_noticed_and_nothing_of_them_is_touched() {
    let changed = Match::begun("precious\n", 3);
    let own = "precious\n".len();
    for (path, first) in [(&changed.path, 0), (&changed.pgn, own)] {
        let whole = std::fs::read(path).expect("read");
        for at in first..whole.len() {
            for change in [1, 0x80] {
                let mut bytes = whole.clone();
                bytes[at] ^= change;
                std::fs::write(path, &bytes).expect("written");
                changed.refused();
            }
        }
        std::fs::write(path, whole).expect("written");
    }
    assert_eq!(changed.resumed("precious\n"), 3);
}

#[test]
fn games_without_their_journal_are_not_played_again() {
    let lost = Match::begun("", 2);
    std::fs::remove_file(&lost.path).expect("removed");
    let error = lost.refused();
    assert!(error.contains("out.pgn has games"), "{error}");
    std::fs::remove_file(&lost.pgn).expect("removed");
    assert_eq!(lost.resumed(""), 0, "with neither the match begins");
}

#[test]
fn a_journal_that_is_empty_or_not_ours_is_told_from_one_that_was_begun() {
    let empty = Match::begun("precious\n", 0);
    std::fs::write(&empty.path, "").expect("written");
    assert_eq!(empty.resumed("precious\n"), 0);
    for text in [
        "my diary",
        "my diary\n",
        "{}\n",
        "00000000 {\"match\":1}\n",
        "\0\0\0\n",
    ] {
        std::fs::write(&empty.path, text).expect("written");
        let error = empty.refused();
        assert!(error.ends_with("is not the journal of a match"), "{error}");
    }
}

#[test]
fn another_match_and_an_unfinished_one_are_refused() {
    let mut other = Match::begun("", 2);
    let error = other.begin().expect_err("in the way").to_string();
    assert!(error.contains("unfinished match"), "{error}");
    other.setup = json!({"players": ["Zoë", "b"], "seed": 2});
    let error = other.refused();
    assert!(error.ends_with("its seed differ"), "{error}");
    let older = "{\"form\":2,\"match\":{\"seed\":1},\"pgn_bytes\":0}\n";
    std::fs::write(&other.path, older).expect("written");
    let error = other.refused();
    assert!(error.contains("another version of atalaya"), "{error}");
    assert!(other.folder.path().exists());
}

#[test]
fn a_match_that_is_being_played_is_neither_begun_nor_resumed_a_second_time() {
    let match_ = Match::begun("", 1);
    let (journal, _) = match_.resume().expect("resumed");
    let error = match_.resume().expect_err("in use").to_string();
    assert!(error.contains("is being played"), "{error}");
    assert!(match_.begin().is_err());
    journal.finish().expect("removed");
    assert!(!match_.path.exists());
    // Of many that begin at once, one does.
    let begun = std::thread::scope(|scope| {
        let begin = || scope.spawn(|| match_.begin());
        let threads: Vec<_> = (0..8).map(|_| begin()).collect();
        let begun = threads.into_iter().map(|t| t.join().expect("no panic"));
        begun.filter_map(Result::ok).count()
    });
    assert_eq!(begun, 1);
}

/// The journal of three games as text.
fn sample() -> (Value, Vec<u8>) {
    let setup = json!({"seed": 1});
    let (mut sum, mut text) = line_text(0, &head_text(&setup, 0));
    for index in 0..3 {
        let entry = Entry {
            pgn: Some(game(index)),
            record: Record { index },
        };
        let json = serde_json::to_string(&entry).expect("JSON");
        let (next, line) = line_text(sum, &json);
        sum = next;
        text += &line;
    }
    (setup, text.into_bytes())
}

fn read_all(bytes: &[u8], setup: &Value) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    let enter = |entry: Entry<Record>| {
        assert_eq!(entry.pgn, Some(game(entry.record.index)));
        found.push(entry.record.index);
        Ok(())
    };
    let end = read(bytes, setup, |_| Ok(()), enter).ok()?;
    assert!(end.length <= bytes.len() as u64);
    Some(found)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_changed_journal_is_refused_or_is_a_shorter_one(
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        to in any::<prop::sample::Index>(),
        how in 0..5,
    ) {
        let (setup, whole) = sample();
        let mut bytes = whole.clone();
        let mut lines: Vec<Vec<u8>> = whole.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
        match how {
            0 => bytes[at.index(whole.len())] = byte,
            1 => { bytes.remove(at.index(whole.len())); }
            2 => bytes.insert(at.index(whole.len()), byte),
            3 => {
                let line = lines[at.index(lines.len())].clone();
                lines.insert(to.index(lines.len()), line);
                bytes = lines.concat();
            }
            _ => {
                lines.remove(at.index(lines.len()));
                bytes = lines.concat();
            }
        }
        if let Some(found) = read_all(&bytes, &setup) {
            prop_assert!(found.iter().copied().eq(0..found.len()));
            let is_cut = whole.starts_with(&bytes) || !bytes.ends_with(b"\n");
            prop_assert!(bytes == whole || is_cut, "{}", String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_journal_bytes(&bytes);
        let (_, mut whole) = sample();
        whole.extend(bytes);
        check_journal_bytes(&whole);
    }
}
