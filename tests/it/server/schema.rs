//! The schema of the messages in the book is that of the program.

use std::path::Path;
use std::process::Command;

#[test]
fn the_book_has_the_schema_that_the_program_writes() {
    let output = Command::new(env!("CARGO_BIN_EXE_atalaya"))
        .args(["serve", "--print-schema"])
        .output()
        .expect("the binary");
    assert!(output.status.success());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/server-protocol.schema.json");
    let book = std::fs::read_to_string(path).expect("the schema in the book");
    let program = String::from_utf8(output.stdout).expect("text");
    assert!(
        book == program,
        "the schema has changed: atalaya serve --print-schema > book/src/server-protocol.schema.json"
    );
}
