//! Our chess rules held against oracles.
//!
//! `oracle` says what it means to agree with shakmaty on one position; `games` asks that at every
//! ply of random games, `properties` lets proptest look for a position where it fails and shrink
//! it to a FEN. `see` holds static exchange evaluation against a slow second implementation, `fen`
//! feeds the FEN reader with broken text. `starts` is where all of them begin.

mod fen;
mod games;
mod oracle;
mod properties;
mod see;
mod starts;
