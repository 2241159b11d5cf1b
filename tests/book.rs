//! What the book says of the program is what the program says of itself.
//!
//! `ATALAYA_BLESS=1 cargo test --release --test book` rewrites the generated chapter.

use atalaya::uci::options;
use std::path::Path;

#[test]
fn the_table_of_options_in_the_book_is_the_declared_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/options.md");
    let chapter = format!(
        "# Options\n\nSet with `setoption name … value …`. Names may be written in any case; numbers \
         beyond the bounds are clamped; a bad value is answered by an `info string` and changes \
         nothing.\n\n{}",
        options::markdown()
    );
    if std::env::var_os("ATALAYA_BLESS").is_some() {
        std::fs::write(&path, &chapter).expect("the book can be written");
    }
    let printed = std::fs::read_to_string(&path).expect("the chapter is there");
    assert!(
        printed == chapter,
        "book/src/options.md is out of date; run: ATALAYA_BLESS=1 cargo test --release --test book"
    );
}
