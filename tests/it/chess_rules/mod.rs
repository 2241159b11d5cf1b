//! Our chess rules held against oracles.
//!
//! [`oracles::chess`] says what it means to agree with shakmaty on one position; `games` asks that at every
//! ply of random games, `properties` lets proptest look for a position where it fails and shrink
//! it to a FEN. `see` holds static exchange evaluation against a slow second implementation, `fen`
//! feeds the FEN reader with broken text. All of them begin with the positions of [`oracles::starts`].

mod fen;
mod games;
mod properties;
mod see;
