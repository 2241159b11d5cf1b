//! Tables of the commands of `atalaya problem play`, and of the answers to its questions.

use crate::cli::prompt::{Command, Table};
use base::key;

/// A command while a problem is played.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    Hint,
    Board,
    Moves,
    Clock,
    Resign,
    Quit,
    Keep,
    Stay,
}

/// Commands that are accepted when a move is asked for.
#[rustfmt::skip]
pub(super) const PLAYING: Table<Order> = Table::new(&[
    Command::new(Order::Hint, key!("solve-do-hint"), key!("solve-do-hint-help")),
    Command::new(Order::Board, key!("solve-do-board"), key!("solve-do-board-help")),
    Command::new(Order::Moves, key!("solve-do-moves"), key!("solve-do-moves-help")),
    Command::new(Order::Clock, key!("solve-do-clock"), key!("solve-do-clock-help")),
    Command::new(Order::Resign, key!("solve-do-resign"), key!("solve-do-resign-help")),
    Command::new(Order::Quit, key!("solve-do-quit"), key!("solve-do-quit-help")),
])
.beside(key!("solve-move"), key!("solve-move-help"));

/// Answers to the question how to leave the game.
#[rustfmt::skip]
pub(super) const LEAVING: Table<Order> = Table::new(&[
    Command::new(Order::Resign, key!("solve-leaving-yes"), key!("solve-leaving-yes-help")),
    Command::new(Order::Keep, key!("solve-leaving-save"), key!("solve-leaving-save-help")),
    Command::new(Order::Stay, key!("solve-leaving-no"), key!("solve-leaving-no-help")),
]);

/// Command of the list from which a problem is chosen.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choosing {
    More,
    Quit,
}

/// Commands of the list from which a problem is chosen.
#[rustfmt::skip]
pub(super) const CHOOSING: Table<Choosing> = Table::new(&[
    Command::new(Choosing::More, key!("solve-choosing-more"), key!("solve-choosing-more-help")),
    Command::new(Choosing::Quit, key!("solve-choosing-quit"), key!("solve-choosing-quit-help")),
])
.beside(key!("solve-number"), key!("solve-number-help"));
