//! The schema of the messages in the book, and the types by which the scripts of the pages are checked, are those of the
//! program. `ATALAYA_BLESS=1 cargo test --release --test it schema` rewrites both.

use std::path::Path;
use std::process::Command;

/// Compares a file of the repository with its text, or writes it.
fn compare(path: &str, text: &str) {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("ATALAYA_BLESS").is_some() {
        std::fs::write(&place, text).expect("written");
    }
    let found = std::fs::read_to_string(place).expect("a file");
    assert!(
        found == text,
        "{path} is out of date; run: ATALAYA_BLESS=1 cargo test --release --test it schema"
    );
}

#[test]
fn the_schema_in_the_book_is_the_one_that_the_program_writes() {
    let output = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(["serve", "--print-schema"])
        .output()
        .expect("the binary");
    assert!(output.status.success());
    let program = String::from_utf8(output.stdout).expect("text");
    compare("book/src/server-protocol.schema.json", &program);
}

#[test]
fn the_schema_is_what_the_types_of_the_scripts_are_made_from() {
    let types = server::protocol::typescript();
    compare("src/server/assets/js/messages.d.ts", &types);
}

#[test]
fn the_schema_and_the_chapter_on_the_messages_name_the_same_ones() {
    let book = include_str!("../../../book/src/server-protocol.md");
    let (_, page) = book.split_once("## What a page says").expect("a section");
    let (page, server) = page.split_once("## What the server says").expect("another");
    let schema = server::protocol::schema();
    let names = |side: &str| {
        let variants = schema[side]["oneOf"].as_array().expect("messages");
        let name = |one: &serde_json::Value| {
            one["properties"]["type"]["const"]
                .as_str()
                .map(str::to_owned)
        };
        let names: Vec<String> = variants.iter().filter_map(name).collect();
        assert_eq!(names.len(), variants.len(), "{side}");
        names
    };
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows: Vec<&str> = rows
        .filter_map(|row| Some(row.split_once('`')?.0))
        .collect();
    assert_eq!(rows, names("client"));
    let (said, _) = server.split_once("their fields").expect("a list of names");
    let mut said: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
    let mut known = names("server");
    said.sort_unstable();
    known.sort_unstable();
    assert_eq!(said, known);
}
