//! The chapter on the workspace, and its picture, made from `cargo metadata`; and paths of files in the book, which
//! must exist.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// A crate of the workspace: its purpose, and the crates of the workspace that it uses.
struct Layer {
    purpose: String,
    uses: Vec<String>,
}

/// Reads the crates of the workspace from `cargo metadata`.
fn crates() -> BTreeMap<String, Layer> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--offline",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let data: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = data["packages"].as_array().expect("packages");
    packages
        .iter()
        .map(|package| {
            let text = |field: &str| package[field].as_str().expect("a text").to_owned();
            let uses = package["dependencies"].as_array().expect("dependencies");
            let uses = uses
                .iter()
                .filter(|used| used["path"].is_string() && used["kind"].is_null())
                .map(|used| used["name"].as_str().expect("a name").to_owned())
                .collect();
            let purpose = text("description");
            (text("name"), Layer { purpose, uses })
        })
        .collect()
}

/// Number of the layer of a crate: one more than the highest that it uses.
fn height(crates: &BTreeMap<String, Layer>, name: &str) -> usize {
    let below = crates[name]
        .uses
        .iter()
        .map(|used| height(crates, used) + 1);
    below.max().unwrap_or(0)
}

/// Returns true if a crate uses another, directly or through others.
fn reaches(crates: &BTreeMap<String, Layer>, from: &str, to: &str) -> bool {
    let mut uses = crates[from].uses.iter();
    uses.any(|used| used == to || reaches(crates, used, to))
}

/// The names of the crates of each layer, the lowest first.
fn rows(crates: &BTreeMap<String, Layer>) -> Vec<Vec<&str>> {
    let mut rows: Vec<Vec<&str>> = Vec::new();
    for name in crates.keys() {
        let height = height(crates, name);
        rows.resize(rows.len().max(height + 1), Vec::new());
        rows[height].push(name);
    }
    rows
}

/// Draws the crates layer by layer; a line goes to each crate used that is not reached through another.
fn picture(crates: &BTreeMap<String, Layer>) -> String {
    let rows = rows(crates);
    let places: BTreeMap<&str, (usize, usize)> = rows
        .iter()
        .rev()
        .enumerate()
        .flat_map(|(y, row)| {
            let left = 360 - 60 * (row.len() - 1);
            let places = row.iter().enumerate();
            places.map(move |(x, name)| (*name, (left + 120 * x, 40 + 70 * y)))
        })
        .collect();
    let bottom = 10 + 70 * rows.len();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 {bottom}\" font-family=\"sans-serif\" \
         font-size=\"14\" text-anchor=\"middle\">\n<title>Crates of the workspace, each above those that it uses\
         </title>\n<rect width=\"720\" height=\"{bottom}\" fill=\"#fff\"/>\n"
    );
    for (name, layer) in crates {
        let (x, y) = places[name.as_str()];
        for used in &layer.uses {
            let mut others = layer.uses.iter();
            if !others.any(|other| reaches(crates, other, used)) {
                let (to_x, to_y) = places[used.as_str()];
                let (from_y, to_y) = (y + 16, to_y - 16);
                writeln!(
                    svg,
                    "<path d=\"M{x} {from_y}L{to_x} {to_y}\" stroke=\"#888\"/>"
                )
                .expect("a String");
            }
        }
    }
    for (name, (x, y)) in &places {
        let (left, top, base) = (x - 48, y - 16, y + 5);
        writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"96\" height=\"32\" rx=\"5\" fill=\"#eef3f8\" stroke=\"#567\"/>\n\
             <text x=\"{x}\" y=\"{base}\">{name}</text>"
        )
        .expect("a String");
    }
    svg + "</svg>\n"
}

/// The chapter: the picture, and a table of the crates.
fn chapter(crates: &BTreeMap<String, Layer>) -> String {
    let mut text = "# The workspace\n\nEach crate lies above those that it uses; lines go to crates that are used \
        directly and not also through another. Picture and table are made from `cargo metadata` by \
        `ATALAYA_BLESS=1 cargo test --release --test it book`.\n\n\
        ![The crates as boxes in layers, with lines to the crates that they use](images/workspace.svg)\n\n\
        | layer | crate | contents | uses |\n|---|---|---|---|\n"
        .to_owned();
    for (height, row) in rows(crates).iter().enumerate().rev() {
        for name in row {
            let Layer { purpose, uses } = &crates[*name];
            let uses: Vec<String> = uses.iter().map(|used| format!("`{used}`")).collect();
            let uses = uses.join(", ");
            writeln!(text, "| {height} | `{name}` | {purpose} | {uses} |").expect("a String");
        }
    }
    text
}

#[test]
fn the_picture_of_the_workspace_is_what_cargo_says() {
    let crates = crates();
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src");
    let pages = [
        (book.join("images/workspace.svg"), picture(&crates)),
        (book.join("workspace.md"), chapter(&crates)),
    ];
    for (path, made) in pages {
        if std::env::var_os("ATALAYA_BLESS").is_some() {
            std::fs::write(&path, &made).expect("the book can be written");
        }
        let printed = std::fs::read_to_string(&path).expect("it is there");
        let name = path.display();
        assert!(
            printed == made,
            "{name} is out of date; run: ATALAYA_BLESS=1 cargo test --release --test it book"
        );
    }
}

/// Paths into the repository that a page names between backquotes.
fn paths(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').filter(|quoted| {
        let inside = ["src/", "tests/", "benches/", "deploy/"];
        let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        inside.iter().any(|folder| quoted.starts_with(folder)) && quoted.chars().all(plain)
    })
}

#[test]
fn the_files_that_the_book_and_the_readme_name_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let chapters = std::fs::read_dir(root.join("book/src")).expect("the book");
    let chapters = chapters.map(|entry| entry.expect("an entry").path());
    let pages = chapters.chain([root.join("README.md")]);
    let mut named = 0;
    for page in pages.filter(|page| page.extension().is_some_and(|end| end == "md")) {
        let text = std::fs::read_to_string(&page).expect("a page");
        for path in paths(&text) {
            let name = page.display();
            assert!(
                root.join(path).exists(),
                "{name} names {path}, which does not exist"
            );
            named += 1;
        }
    }
    assert!(named > 50, "{named} paths were found");
}

/// Packages with their features as `cargo tree` lists them.
fn resolved(arguments: &[&str]) -> std::collections::BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "--prefix",
            "none",
            "--format",
            "{p}|{f}",
        ])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let marks = [" (*)", " (proc-macro)"];
    let bare = |line: &str| {
        marks
            .iter()
            .fold(line.to_owned(), |line, mark| line.replace(mark, ""))
    };
    text.lines().map(bare).collect()
}

#[test]
fn build_and_tests_compile_the_same_libraries() {
    let build = resolved(&["--edges", "normal,build"]);
    let tests = resolved(&["--edges", "normal,build,dev", "--workspace"]);
    assert!(build.len() > 300 && tests.len() > build.len());
    let apart: Vec<_> = build.difference(&tests).collect();
    assert!(
        apart.is_empty(),
        "the tests need more features of these; see 'Features of libraries' in Cargo.toml: {apart:#?}"
    );
}
