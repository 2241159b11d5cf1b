//! One test for each use case of the collection, named after it.

mod people;
mod play;
mod problems;
mod verify;
