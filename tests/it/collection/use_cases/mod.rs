//! One test for each use case of the collection, named after it.

mod editor;
mod people;
mod play;
mod problems;
mod verify;
