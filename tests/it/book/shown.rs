//! Tables of the book whose rows name the test that shows them: each of these tests must exist.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// All files below a folder whose names end so.
pub fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, end));
        } else if path.to_string_lossy().ends_with(end) {
            found.push(path);
        }
    }
    found
}

/// Returns the names of all functions that follow a line `#[test]`, in `tests` and `src`.
pub fn test_names() -> HashSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = ["tests", "src"].map(|folder| files(&root.join(folder), ".rs"));
    let mut names = HashSet::new();
    for path in sources.iter().flatten() {
        let text = fs::read_to_string(path).expect("a source");
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            if line == "#[test]" {
                is_test = true;
            } else if let Some(name) = line.strip_prefix("fn ").filter(|_| is_test) {
                names.extend(name.split('(').next().map(str::to_owned));
                is_test = false;
            }
        }
    }
    names
}

#[test]
fn each_function_of_the_five_projects_names_a_test_that_there_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("book/src/heritage.md")).expect("a chapter");
    let names = test_names();
    let mut rows = 0;
    for line in page.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, function, place, shown, _] = cells[..] else {
            continue;
        };
        if function == "function" || function.starts_with("---") {
            continue;
        }
        assert!(!place.is_empty(), "{line}");
        let test = shown.trim_matches('`');
        assert!(names.contains(test), "no test {test}: {line}");
        rows += 1;
    }
    assert!(rows >= 35, "{rows} functions");
}
