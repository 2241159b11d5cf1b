//! One test for each use case of the collection, named after it.

mod editor;
mod problems;
