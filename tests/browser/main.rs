//! The site in real browsers: Debian's `chromium` by its `chromedriver`, each test with a server, a
//! database and browsers of its own.
//!
//! Where one of the two is missing the tests say that they are left out, unless
//! `ATALAYA_TEST_BROWSER=required`. The accessibility rules are axe-core's, by npm:
//! `npm install --prefix target/npm axe-core@4`.
//!
//! `cargo test --test browser -- --ignored screenshots_of` writes pictures of every page, at three
//! widths, in both themes and both languages, to `target/screenshots`.

mod analysis;
mod board;
mod choices;
mod composer;
mod devices;
mod distance;
mod engine;
mod events;
mod games;
mod hands;
mod harness;
mod help;
mod letters;
mod lines;
mod look;
mod moderation;
mod narrow;
mod pages;
mod problems;
mod puzzles;
mod rules;
mod screenshots;
mod seats;
mod share;
#[path = "../fixtures/shared.rs"]
mod shared;
mod speed;
