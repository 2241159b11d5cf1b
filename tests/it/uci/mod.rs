//! The engine as a GUI meets it: the built binary, driven over its pipes.
//!
//! `driver` runs the process, `answer` reads its lines strictly, `board` is the oracle (shakmaty)
//! that says whether what was claimed is so. Every [`driver::Engine::go`] is judged by all the
//! rules at once, whatever else the test is about; the other modules hold the tests by theme.
//! `data` finds the shared test data, which may be absent.

mod analyse;
mod answer;
mod at_the_board;
mod board;
mod book;
mod builds;
mod comforts;
mod data;
mod driver;
#[cfg(unix)]
mod drivers;
mod go;
mod handshake;
#[cfg(unix)]
mod makefile;
mod mates;
mod openbench;
mod options;
#[cfg(all(target_os = "linux", feature = "shell"))]
mod packages;
mod position;
#[cfg(feature = "collection")]
mod puzzles;
mod replies;
mod robustness;
mod shell;
mod slips;
mod suite;
mod syzygy;
#[cfg(unix)]
mod terminal;
mod timing;
#[cfg(all(unix, feature = "shell", feature = "train"))]
mod training;
